import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

/** Markup whose values were escaped. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>

export interface Page {
  title: string
  content: Markup
  status: 200 | 404 | 410 | 413 | 422
  /** The page reloads itself after this time. */
  refreshSeconds?: number
}

/** One self-contained file without scripts or outside content; a header forbids both. */
const pageHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}

/** Marks every page as the sandbox's. */
export function answerPage(c: Context, page: Page): Response | Promise<Response> {
  const refresh =
    page.refreshSeconds === undefined ? '' : html`<meta http-equiv="refresh" content="${page.refreshSeconds}">`
  return c.html(
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title}</title>
${refresh}
<style>${raw(pageStyle)}</style>
</head>
<body>
<p class="notice"><strong>Simulated.</strong> This page comes from the rwa-batch sandbox, not from the real service.</p>
<main>
${page.content}
</main>
</body>
</html>
`,
    page.status,
    pageHeaders,
  )
}

/** For light and dark screens and for paper. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --ink: #1d2530; --quiet: #5b6675; --paper: #f4f5f7; --card: #fff; --line: #dfe3e8;
  --low: #2c7a55; --medium: #8f5a00; --high: #b3261e; --notice: #fff3d6; --notice-ink: #5c4300;
  --action: #1f5fbf; --action-ink: #fff; --field: #fff; --edge: #76818f;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e7eaee; --quiet: #9aa5b3; --paper: #14181d; --card: #1d232a; --line: #323a44;
    --low: #57b78a; --medium: #e0a53a; --high: #ef7b72; --notice: #3b300f; --notice-ink: #f3dfa6;
    --action: #8ab4f8; --action-ink: #10151b; --field: #14181d; --edge: #7d8896;
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
.overall b { padding: .1em .25em; border: 1px solid var(--edge); font-size: 2.6rem; line-height: 1; font-variant-numeric: tabular-nums; }
.scores { width: 100%; border-collapse: collapse; }
.scores th { width: 12.5rem; padding: .4rem .75rem .4rem 0; font-weight: 400; text-align: left; }
.scores td { padding: .4rem 0; }
.scores .number { width: 3rem; text-align: right; font-weight: 600; font-variant-numeric: tabular-nums; }
.scores .level { width: 5.5rem; padding-left: .75rem; }
.track { height: .8rem; min-width: 5rem; background: #fff; border: 1px solid var(--edge); }
.bar { height: 100%; }
.track, .bar, .overall b { print-color-adjust: exact; }
/* A phone has no room for bars; number and level say the same. */
@media (max-width: 30rem) {
  .scores td:has(.track) { display: none; }
  .scores th { width: auto; }
  .scores .level { width: auto; }
}
.note { margin: .9rem 0 0; color: var(--quiet); font-size: .875rem; }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: .9rem 1.5rem; margin: 0; }
dl.short { grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); }
dt { color: var(--quiet); font-size: .8rem; }
dd { margin: 0; overflow-wrap: anywhere; }
ol { margin: 0; padding-left: 1.2rem; }
li { overflow-wrap: anywhere; }
li + li { margin-top: .5rem; }
time { color: var(--quiet); font-size: .875rem; }
a { color: var(--action); }
form { max-width: 30rem; }
.field + .field { margin-top: 1.25rem; }
label { display: block; font-weight: 600; }
.hint { margin: 0 0 .35rem; color: var(--quiet); font-size: .875rem; }
input {
  width: 100%; margin-top: .2rem; padding: .6rem .7rem; font: inherit; color: inherit;
  background: var(--field); border: 1px solid var(--edge); border-radius: .4rem;
}
input[readonly] { color: var(--quiet); background: none; border-color: var(--line); }
input[aria-invalid] { border: 2px solid var(--high); }
input:focus-visible, button:focus-visible, a:focus-visible { outline: 3px solid var(--action); outline-offset: 2px; }
.wrong { margin: 0; color: var(--high); font-size: .875rem; font-weight: 600; }
button {
  margin-top: 1.5rem; padding: .7rem 1.4rem; font: inherit; font-weight: 600; cursor: pointer;
  color: var(--action-ink); background: var(--action); border: 0; border-radius: .4rem;
}
button:hover { filter: brightness(1.08); }
.alert { border: 2px solid var(--high); }
.alert ul { margin: 0; padding-left: 1.2rem; }
.alert a { color: var(--high); }
.plain { margin: 0; }
.done { border-left: .4rem solid var(--low); }
@media print { body { background: none; } section { break-inside: avoid; } }
`
