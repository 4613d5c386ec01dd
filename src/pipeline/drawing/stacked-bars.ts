import { endOfScale, type Html, picture, svgBar, svgText, wholeNumber } from './markup.ts'

export interface StackedBar {
  label: string
  /** One per part. */
  values: readonly number[]
}

const [width, labels, totals, row, bar] = [640, 150, 54, 22, 15]
const [entry, entryRow] = [78, 16]
const entriesInRow = Math.floor(width / entry)

export function drawStackedBars(description: string, parts: readonly string[], bars: readonly StackedBar[]): Html {
  const sums = bars.map(({ values }) => values.reduce((sum, value) => sum + value, 0))
  const head = Math.ceil(parts.length / entriesInRow) * entryRow + 10
  const scale = (width - labels - totals) / endOfScale(sums)
  const drawn = bars.map(({ label, values }, index) => {
    const top = head + index * row
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
  return picture(width, head + bars.length * row + 4, description, drawLegend(parts) + drawn.join(''))
}

function drawLegend(parts: readonly string[]): Html {
  return parts
    .map((part, index) => {
      const [x, y] = [(index % entriesInRow) * entry, Math.floor(index / entriesInRow) * entryRow]
      return svgBar(x, y + 4, 10, 10, `part${index}`, part) + svgText(x + 14, y + 13, part, 'quiet')
    })
    .join('')
}
