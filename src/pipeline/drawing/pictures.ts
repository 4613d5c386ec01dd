import { showCodes } from '../../messages/show-codes.ts'
import { escapeXml } from '../../sheet/package/xml-entities.ts'

/** HTML with all values escaped. */
export type Html = string

/** Without markup: texts come from sheets and the service. */
export function escapeHtml(text: string): Html {
  return escapeXml(showCodes(text).replace(/[\p{Surrogate}\ufffe\uffff]/gu, '\ufffd')).replaceAll("'", '&#39;')
}

/** For texts of unlimited length from outside. */
export function escapeShort(text: string, longest = 120): Html {
  return escapeHtml(text.length > longest ? `${text.slice(0, longest - 1)}…` : text)
}

export function wholeNumber(value: number): string {
  return Math.round(value).toLocaleString('en')
}

/** Rounds as spreadsheet programs do: 4.35 counts as its decimal text, not as the binary number below it. */
export function oneDecimal(value: number): string {
  return (Math.round(Number((value * 10).toPrecision(12))) / 10).toFixed(1)
}

/** Screen readers get the description; the figures stand in the table beside the picture. */
export function picture(width: number, height: number, description: string, content: Html): Html {
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeShort(description, 200)}">${content}</svg>`
}

export function svgText(x: number, y: number, text: string, classes = ''): Html {
  return `<text x="${round(x)}" y="${round(y)}"${classes === '' ? '' : ` class="${classes}"`}>${escapeShort(text, 22)}</text>`
}

export function svgBar(x: number, y: number, width: number, height: number, classes: string, title: string): Html {
  const box = `x="${round(x)}" y="${round(y)}" width="${round(Math.max(0, width))}" height="${round(Math.max(0, height))}"`
  return `<rect ${box} class="${classes}"><title>${escapeShort(title)}</title></rect>`
}

export function round(value: number): number {
  return Math.round(value * 10) / 10
}

/** A round number that is not below any of `values`, for the end of a scale. */
export function endOfScale(values: readonly number[]): number {
  const most = values.reduce((sum, value) => Math.max(sum, value), 1)
  const power = 10 ** Math.floor(Math.log10(most))
  return [1, 2, 5, 10].map((factor) => factor * power).find((end) => end >= most) ?? most
}

export interface Column {
  label: string
  value: number
  classes: string
}

/** Of columns and lines: in pixels, with room for what stands under and above them. */
const [width, height, foot, head] = [640, 220, 26, 18]

export function drawColumns(description: string, columns: readonly Column[]): Html {
  const end = endOfScale(columns.map(({ value }) => value))
  const step = width / Math.max(1, columns.length)
  const floor = height - foot
  const bars = columns.map(({ label, value, classes }, index) => {
    const tall = ((floor - head) * value) / end
    const middle = index * step + step / 2
    return (
      svgBar(index * step + step * 0.14, floor - tall, step * 0.72, tall, classes, `${label}: ${wholeNumber(value)}`) +
      svgText(middle, floor - tall - 5, value === 0 ? '' : wholeNumber(value), 'middle') +
      svgText(middle, height - 9, label, 'middle quiet')
    )
  })
  const line = `<line x1="0" y1="${round(floor)}" x2="${width}" y2="${round(floor)}" class="axis"/>`
  return picture(width, height, description, bars.join('') + line)
}

export interface Line {
  name: string
  /** One per step; undefined leaves a gap. */
  values: readonly (number | undefined)[]
}

const [top, left, names] = [12, 26, 70]

/** Each line's name stands at its end. The scale is an argument, so that pictures can be compared. */
export function drawLines(description: string, steps: readonly string[], lines: readonly Line[], end: number): Html {
  const floor = height - foot
  const x = (index: number): number => left + ((width - left - names) * (index + 0.5)) / Math.max(1, steps.length)
  const y = (value: number): number => floor - ((floor - top) * value) / end
  const grid = [0, end / 2, end].map(
    (value) =>
      `<line x1="${left}" y1="${round(y(value))}" x2="${width - names}" y2="${round(y(value))}" class="axis"/>` +
      svgText(left - 6, y(value) + 4, String(value), 'end quiet'),
  )
  const labels = steps.map((step, index) => svgText(x(index), height - 9, step, 'middle quiet'))
  const drawn = lines.map(({ name, values }, index) => {
    const points = values.flatMap((value, at) => (value === undefined ? [] : [{ value, at }]))
    const last = points.at(-1)
    if (last === undefined) return ''
    const path = points.map(({ value, at }) => `${round(x(at))},${round(y(value))}`).join(' ')
    const dots = points.map(
      ({ value, at }) =>
        `<circle cx="${round(x(at))}" cy="${round(y(value))}" r="3" class="dot${index}"><title>${escapeShort(`${name}, ${steps[at] ?? ''}: ${oneDecimal(value)}`)}</title></circle>`,
    )
    const label = svgText(x(last.at) + 8, y(last.value) + 4, `${name} ${oneDecimal(last.value)}`, `name${index}`)
    return `<polyline points="${path}" class="line${index}"/>${dots.join('')}${label}`
  })
  return picture(width, height, description, grid.join('') + labels.join('') + drawn.join(''))
}

interface StackedBar {
  label: string
  /** One per part. */
  values: readonly number[]
}

const [labels, totals, row, bar] = [150, 54, 22, 15]
const [entry, entryRow] = [78, 16]
const entriesInRow = Math.floor(width / entry)

export function drawStackedBars(description: string, parts: readonly string[], bars: readonly StackedBar[]): Html {
  const sums = bars.map(({ values }) => values.reduce((sum, value) => sum + value, 0))
  const legend = Math.ceil(parts.length / entriesInRow) * entryRow + 10
  const scale = (width - labels - totals) / endOfScale(sums)
  const drawn = bars.map(({ label, values }, index) => {
    const top = legend + index * row
    let x = labels
    const pieces = values.map((value, part) => {
      const piece = svgBar(
        x,
        top,
        value * scale,
        bar,
        `part${part}`,
        `${label}, ${parts[part] ?? ''}: ${wholeNumber(value)}`,
      )
      x += value * scale
      return value === 0 ? '' : piece
    })
    return (
      svgText(labels - 6, top + 12, label, 'end') +
      pieces.join('') +
      svgText(x + 5, top + 12, wholeNumber(sums[index] ?? 0), 'quiet')
    )
  })
  return picture(width, legend + bars.length * row + 4, description, drawLegend(parts) + drawn.join(''))
}

function drawLegend(parts: readonly string[]): Html {
  return parts
    .map((part, index) => {
      const [x, y] = [(index % entriesInRow) * entry, Math.floor(index / entriesInRow) * entryRow]
      return svgBar(x, y + 4, 10, 10, `part${index}`, part) + svgText(x + 14, y + 13, part, 'quiet')
    })
    .join('')
}
