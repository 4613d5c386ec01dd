import { escapeShort, type Html, oneDecimal, picture, round, svgText } from './markup.ts'

export interface Line {
  name: string
  /** One per step; undefined leaves a gap. */
  values: readonly (number | undefined)[]
}

const [width, height, foot, head, left, names] = [640, 220, 26, 12, 26, 70]

/** Each line's name stands at its end. The scale is an argument, so that pictures can be compared. */
export function drawLines(description: string, steps: readonly string[], lines: readonly Line[], end: number): Html {
  const floor = height - foot
  const x = (index: number): number => left + ((width - left - names) * (index + 0.5)) / Math.max(1, steps.length)
  const y = (value: number): number => floor - ((floor - head) * value) / end
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
