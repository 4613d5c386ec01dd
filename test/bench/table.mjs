import { isKept, shorten } from './line.mjs'

/** @typedef {import('./line.mjs').Line | import('./line.mjs').NotRun} AnyLine */

/**
 * A section as a table in Markdown.
 * @param {string} title
 * @param {readonly AnyLine[]} lines
 */
export function toTable(title, lines) {
  const hasBeside = lines.some((line) => 'beside' in line)
  const header = ['what', 'median', 'min–max', 'runs', 'measured (ours against theirs)', 'target', 'kept']
  if (hasBeside) header.push('whole process')
  const rows = lines.map((line) => {
    if ('why' in line) return [line.what, 'not run', '', '', line.why, '', '']
    const [least, most] = line.spread
    const cells = [
      line.what,
      `${shorten(line.value)} ${line.unit}`,
      `${shorten(least)}–${shorten(most)}`,
      String(line.runs),
      line.measured,
      describeTarget(line),
      describeVerdict(line),
    ]
    return hasBeside ? [...cells, line.beside === undefined ? '' : `${shorten(line.beside)} ${line.unit}`] : cells
  })
  return [`### ${title}`, '', layOut(header, rows), ''].join('\n')
}

/** @param {readonly string[]} header @param {readonly (readonly string[])[]} rows */
export function layOut(header, rows) {
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map((cells) => cells[column]?.length ?? 0)))
  const format = (/** @type {readonly string[]} */ cells) =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [format(header), rule, ...rows.map(format)].join('\n')
}

/** @param {import('./line.mjs').Line} line */
export function describeTarget({ target, unit }) {
  if (target === undefined) return ''
  if ('atLeast' in target) return `at least ${target.atLeast} ${unit}`
  return 'atMost' in target ? `at most ${target.atMost} ${unit}` : `under ${target.below} ${unit}`
}

/** @param {import('./line.mjs').Line} line */
function describeVerdict({ value, target }) {
  const verdict = isKept(value, target)
  return verdict === undefined ? '' : verdict ? 'yes' : '**no**'
}
