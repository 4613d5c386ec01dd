import { isKept, shorten } from './line.mjs'
import { describeTarget } from './table.mjs'

/**
 * @typedef {import('./line.mjs').Line} Line
 *
 * @typedef {object} Panel
 * @property {string} title
 * @property {Line[]} lines
 * @property {(value: number) => number} place share of the width, from 0 to 1
 * @property {number[]} ticks
 */

const width = 960
const [left, right] = [360, 190]
const [top, lineHeight, panelGap] = [86, 26, 66]
const plot = width - left - right

/**
 * The ratios as horizontal bars with their targets, in the light and the dark.
 * @param {Record<string, readonly (Line | import('./line.mjs').NotRun)[]>} sections
 * @param {string} machine
 */
export function drawChart(sections, machine) {
  const ratios = (/** @type {string[]} */ names) =>
    names
      .flatMap((name) => sections[name] ?? [])
      .filter((line) => 'value' in line)
      .filter(({ unit }) => unit === '×')
  const others = ratios(['peers', 'sheets', 'memory', 'start'])
  const panels = [
    makePanel('Share of a bare loop’s speed: assess with its durable ledger (longer is better)', ratios(['requests'])),
    makePanel(
      'Times as fast as what people use instead (longer is better)',
      others.filter(({ isLessBetter }) => !isLessBetter),
      true,
    ),
    makePanel('A memory in PostgreSQL, as share of one in a file (longer is better)', ratios(['team'])),
    makePanel(
      'Memory, growth and start, ours over the other (shorter is better)',
      others.filter(({ isLessBetter }) => isLessBetter),
    ),
  ].filter(({ lines }) => lines.length > 0)
  let y = top
  const drawn = panels.map((panel) => {
    const text = drawPanel(panel, y)
    y += panel.lines.length * lineHeight + panelGap
    return text
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y}" width="${width}" height="${y}" role="img" aria-labelledby="title about">
<title id="title">rwa-batch side by side</title>
<desc id="about">${toXml(panels.flatMap(({ lines }) => lines.map(describe)).join('; '))}</desc>
<style>
svg { --back: #ffffff; --ink: #1f2328; --soft: #59636e; --grid: #d1d9e0; --bar: #2b6cb0; --missed: #c2410c; }
@media (prefers-color-scheme: dark) {
svg { --back: #0d1117; --ink: #f0f6fc; --soft: #9198a1; --grid: #3d444d; --bar: #58a6ff; --missed: #f0883e; }
}
text { font: 13px system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; fill: var(--ink); }
.soft { fill: var(--soft); font-size: 12px; } .title { font-size: 18px; font-weight: 600; } .head { font-weight: 600; }
.grid { stroke: var(--grid); } .bar { fill: var(--bar); } .missed { fill: var(--missed); }
.spread { stroke: var(--ink); stroke-width: 1.5; } .target { stroke: var(--ink); stroke-width: 2; stroke-dasharray: 3 2; }
</style>
<rect width="100%" height="100%" fill="var(--back)"/>
<text class="title" x="20" y="32">rwa-batch side by side</text>
<text class="soft" x="20" y="52">${toXml(machine)}. Medians of paired runs; thin line: min–max; dashed: target</text>
${drawn.join('\n')}
</svg>
`
}

/** @param {string} title @param {Line[]} lines @param {boolean} isLogarithmic @returns {Panel} */
function makePanel(title, lines, isLogarithmic = false) {
  const most = Math.max(1, ...lines.flatMap(({ spread, target }) => [spread[1], boundOf(target) ?? 0])) * 1.05
  if (!isLogarithmic) {
    const step = most > 4 ? 1 : most > 1.2 ? 0.5 : 0.25
    const ticks = Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => index * step)
    return { title, lines, ticks, place: (value) => value / most }
  }
  // The bars grow from a half: what is no faster than we are has a bar too.
  const least = Math.min(0.5, ...lines.map(({ spread }) => spread[0] * 0.9))
  const place = (/** @type {number} */ value) => Math.log(value / least) / Math.log(most / least)
  return {
    title: `${title}, logarithmic`,
    lines,
    ticks: [1, 2, 5, 10, 20, 50, 100].filter((tick) => tick <= most),
    place,
  }
}

/** @param {Panel} panel @param {number} y */
function drawPanel({ title, lines, place, ticks }, y) {
  const at = (/** @type {number} */ value) => (left + plot * Math.max(0, Math.min(1, place(value)))).toFixed(1)
  const end = y + 18 + lines.length * lineHeight
  const grid = ticks.map(
    (tick) =>
      `<line class="grid" x1="${at(tick)}" x2="${at(tick)}" y1="${y + 14}" y2="${end}"/>` +
      `<text class="soft" x="${at(tick)}" y="${end + 15}" text-anchor="middle">${tick} ×</text>`,
  )
  const bars = lines.map((line, index) => drawLine(line, y + 18 + index * lineHeight, at))
  return [`<text class="head" x="20" y="${y}">${toXml(title)}</text>`, ...grid, ...bars].join('\n')
}

/** @param {Line} line @param {number} y @param {(value: number) => string} at */
function drawLine(line, y, at) {
  const { what, value, spread, target } = line
  const isMissed = isKept(value, target) === false
  const bound = boundOf(target)
  const middle = y + lineHeight / 2
  const parts = [
    `<text x="${left - 10}" y="${middle + 4}" text-anchor="end">${toXml(what)}</text>`,
    `<rect class="${isMissed ? 'missed' : 'bar'}" x="${left}" y="${y + 5}" width="${(Number(at(value)) - left).toFixed(1)}" height="${lineHeight - 10}" rx="2"/>`,
    `<line class="spread" x1="${at(spread[0])}" x2="${at(spread[1])}" y1="${middle}" y2="${middle}"/>`,
  ]
  if (bound !== undefined) {
    parts.push(`<line class="target" x1="${at(bound)}" x2="${at(bound)}" y1="${y + 1}" y2="${y + lineHeight - 1}"/>`)
  }
  const promised = describeTarget(line).replace(' ×', '')
  const verdict = promised === '' ? '' : `<tspan class="soft"> ${toXml(promised)}${isMissed ? ': missed' : ''}</tspan>`
  parts.push(`<text x="${width - right + 10}" y="${middle + 4}">${shorten(value)} ×${verdict}</text>`)
  return parts.join('')
}

/** @param {Line} line */
function describe(line) {
  const promised = describeTarget(line)
  return `${line.what}: ${shorten(line.value)} times${promised === '' ? '' : ` (target: ${promised})`}`
}

/** @param {import('./line.mjs').Target | undefined} target */
function boundOf(target) {
  return target === undefined ? undefined : Object.values(target)[0]
}

/** @param {string} text */
function toXml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
