/** The style of the sandbox's pages, for light and dark screens and for paper. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --ink: #1d2530; --quiet: #5b6675; --paper: #f4f5f7; --card: #fff; --line: #dfe3e8;
  --low: #2c7a55; --medium: #b06f00; --high: #b3261e; --notice: #fff3d6; --notice-ink: #5c4300;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e7eaee; --quiet: #9aa5b3; --paper: #14181d; --card: #1d232a; --line: #323a44;
    --low: #57b78a; --medium: #e0a53a; --high: #ef7b72; --notice: #3b300f; --notice-ink: #f3dfa6;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
.notice { margin: 0; padding: .6rem 1rem; text-align: center; background: var(--notice); color: var(--notice-ink); }
main { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
h1 { margin: 0; font-size: 1.6rem; line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin: 0 0 .75rem; font-size: 1.05rem; }
.lead { margin: .25rem 0 0; color: var(--quiet); overflow-wrap: anywhere; }
section { margin-top: 1.25rem; padding: 1.25rem; background: var(--card); border: 1px solid var(--line); border-radius: .6rem; }
.overall { display: flex; align-items: baseline; gap: .75rem; margin: 0 0 1rem; }
.overall b { font-size: 3rem; line-height: 1; font-variant-numeric: tabular-nums; }
.scores { width: 100%; border-collapse: collapse; }
.scores th { width: 12.5rem; padding: .4rem .75rem .4rem 0; font-weight: 400; text-align: left; }
.scores td { padding: .4rem 0; }
.scores .number { width: 3rem; text-align: right; font-weight: 600; font-variant-numeric: tabular-nums; }
.scores .level { width: 5.5rem; padding-left: .75rem; }
.track { height: .7rem; min-width: 5rem; background: var(--line); border-radius: .35rem; overflow: hidden; }
.bar { height: 100%; border-radius: .35rem; print-color-adjust: exact; }
.bar.low { background: var(--low); } .bar.medium { background: var(--medium); } .bar.high { background: var(--high); }
.level.low { color: var(--low); } .level.medium { color: var(--medium); } .level.high { color: var(--high); }
.note { margin: .9rem 0 0; color: var(--quiet); font-size: .875rem; }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: .9rem 1.5rem; margin: 0; }
dt { color: var(--quiet); font-size: .8rem; }
dd { margin: 0; overflow-wrap: anywhere; }
ol { margin: 0; padding-left: 1.2rem; }
li { overflow-wrap: anywhere; }
li + li { margin-top: .5rem; }
time { color: var(--quiet); font-size: .875rem; }
@media print { body { background: none; } section { break-inside: avoid; } }
`
