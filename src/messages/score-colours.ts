/**
 * One hue from light to dark, on every face: told apart by colour-blind eyes (deuteranopia) and on grey paper. Between
 * two stops the colours are mixed as spreadsheet programs mix them.
 */
export const scoreStops = [
  { score: 0, colour: '#fff8f0' },
  { score: 5, colour: '#c8681f' },
  { score: 10, colour: '#431302' },
] as const

/** From this score on, text is white; below, it is black. Either has a contrast of 4.5 and more. */
export const whiteTextFrom = 5.65

export function colourOfScore(score: number): string {
  const [low, middle, high] = scoreStops
  const [from, to] = score < middle.score ? [low, middle] : [middle, high]
  const share = Math.min(1, Math.max(0, (score - from.score) / (to.score - from.score)))
  const parts = [1, 3, 5].map((at) => {
    const [first, last] = [partAt(from.colour, at), partAt(to.colour, at)]
    return Math.round(first + (last - first) * share)
  })
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

function partAt(colour: string, at: number): number {
  return Number.parseInt(colour.slice(at, at + 2), 16)
}

export function textOnScore(score: number): string {
  return score < whiteTextFrom ? '#000000' : '#ffffff'
}

const classesPerPoint = 10
const mostScore = 10

/** CSS class for a score from 0 to 10: one for each shown decimal. */
export function heatClass(score: number): string {
  return `heat${Math.round(Math.min(mostScore, Math.max(0, score)) * classesPerPoint)}`
}

export function heatRules(): string {
  return Array.from({ length: mostScore * classesPerPoint + 1 }, (_, step) => {
    const score = step / classesPerPoint
    const colour = colourOfScore(score)
    return `.heat${step}{background:${colour};fill:${colour};color:${textOnScore(score)}}`
  }).join('')
}

/** Marks of cells: something is wrong, or in doubt. Told apart from the scores, and by a solid or a dashed line. */
export const markColours = { wrong: '#ad1f24', doubtful: '#7b4f00' } as const

/** Around bars, and of axes. */
export const edgeColour = '#8c959f'

/** Parts of a whole, from light to dark: twelve in order, and one for the rest. */
export const partColours = [
  ...['#c6dbef', '#9ecae1', '#6baed6', '#4292c6', '#2171b5', '#08519c', '#08306b'],
  ...['#fdd0a2', '#fdae6b', '#fd8d3c', '#d94801', '#7f2704', '#9a9a9a'],
] as const

/** Counts without a score, and lines that stand beside each other. */
export const countColour = '#2171b5'
export const lineColours = ['#08519c', '#b3261e'] as const
