import { countColour, edgeColour, heatRules, lineColours, partColours } from '../../messages/score-colours.ts'

/** For screens, A4 and Letter. Classes only: the Content-Security-Policy forbids inline styles. */
export const reportStyle = `
@page{margin:14mm}
*{box-sizing:border-box}
html{color-scheme:light}
body{margin:0 auto;max-width:66rem;padding:1.5rem;background:#fff;color:#1b1f24;font:15px/1.45 system-ui,"Segoe UI",Roboto,"Liberation Sans",sans-serif;-webkit-print-color-adjust:exact;print-color-adjust:exact}
h1{font-size:1.7rem;margin:0 0 .2rem}
h2{font-size:1.15rem;margin:0 0 .3rem}
p{margin:.3rem 0}
a{color:#0b57a4}
.quiet,.note{color:#57606a}
.note{font-size:.87rem;max-width:46rem}
.stamp{background:#b00020;color:#fff;font-weight:700;padding:.45rem .7rem;margin:0 0 1rem}
section{margin:2rem 0 0;border-top:1px solid #d0d7de;padding-top:1rem}
dl{display:flex;flex-wrap:wrap;gap:.6rem 1.8rem;margin:1rem 0 0}
dt{color:#57606a;font-size:.85rem}
dd{margin:0;font-size:1.45rem;font-weight:650;font-variant-numeric:tabular-nums}
div.table{overflow-x:auto}
table{border-collapse:collapse;font-size:.86rem;font-variant-numeric:tabular-nums;margin:.7rem 0 0}
thead{display:table-header-group}
tr{break-inside:avoid}
th,td{padding:.22rem .45rem;text-align:left;vertical-align:top;border-bottom:1px solid #e3e7eb;unicode-bidi:isolate;overflow-wrap:anywhere}
thead th{vertical-align:bottom;border-bottom:2px solid #8c959f;overflow-wrap:break-word;hyphens:auto}
td:not(.number){min-width:6.5rem}
tbody th{font-weight:500;min-width:7rem}
.number{text-align:right;overflow-wrap:normal}
svg{display:block;width:100%;max-width:46rem;height:auto;margin:.7rem 0 0;break-inside:avoid}
svg text{font:11px system-ui,"Segoe UI",Roboto,"Liberation Sans",sans-serif;fill:#1b1f24}
svg text.quiet{fill:#57606a}
.middle{text-anchor:middle}
.end{text-anchor:end}
.axis{stroke:${edgeColour};stroke-width:1}
.plain{fill:${countColour}}
rect{stroke:${edgeColour};stroke-width:.6}
polyline{fill:none;stroke-width:2.2}
${lineColours.map((colour, line) => `.line${line}{stroke:${colour}}.dot${line}{fill:${colour}}svg text.name${line}{fill:${colour};font-weight:650}`).join('\n')}
${heatRules()}
${partColours.map((colour, part) => `.part${part}{fill:${colour}}`).join('')}
@media print{body{padding:0;max-width:none;font-size:10.5pt}section{margin-top:1.1rem}h2,.note{break-after:avoid}a{color:inherit;text-decoration:none}div.table{overflow:visible}table{font-size:8.5pt}svg{max-width:100%}}
`
