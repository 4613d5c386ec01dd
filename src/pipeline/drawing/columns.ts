import { endOfScale, type Html, picture, round, svgBar, svgText, wholeNumber } from './markup.ts'

export interface Column {
  label: string
  value: number
  classes: string
}

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
