const steps = 20
const stops = [
  [0x63, 0xbe, 0x7b],
  [0xff, 0xeb, 0x84],
  [0xf8, 0x69, 0x6b],
] as const

/** CSS class for a score from 0 to 10: one of 21 colours, from green over yellow to red as in the workbooks. */
export function heatClass(score: number): string {
  return `heat${Math.round((Math.min(10, Math.max(0, score)) / 10) * steps)}`
}

export function heatRules(): string {
  return Array.from({ length: steps + 1 }, (_, step) => {
    const colour = colourOf(step / steps)
    return `.heat${step}{background:${colour};fill:${colour}}`
  }).join('')
}

function colourOf(share: number): string {
  const [from, to] = share < 0.5 ? [stops[0], stops[1]] : [stops[1], stops[2]]
  const between = share < 0.5 ? share * 2 : share * 2 - 1
  const parts = [0, 1, 2].map((part) => Math.round((from[part] ?? 0) + ((to[part] ?? 0) - (from[part] ?? 0)) * between))
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
