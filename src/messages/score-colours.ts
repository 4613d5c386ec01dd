/**
 * One hue in steps, on every face: pale up to 3, and from 7 on, where the score is high, a deliberate step (3 : 1). Told
 * apart by colour-blind eyes and on grey paper, by text of a contrast of 4.5. `dark`: on a dark page, where high is light.
 */
export const scoreSteps = [
  { from: 0, colour: '#fbf6ef', dark: '#1e1b18' },
  { from: 3, colour: '#f9e9d3', dark: '#33271a' },
  { from: 4, colour: '#f6dcb8', dark: '#41301b' },
  { from: 5, colour: '#f1cb98', dark: '#523b1d' },
  { from: 6, colour: '#ebb877', dark: '#67481f' },
  { from: 7, colour: '#ad4a19', dark: '#f0a063' },
  { from: 8, colour: '#8a3113', dark: '#f6b889' },
  { from: 9, colour: '#641d10', dark: '#fcd3b5' },
] as const
type ScoreStep = (typeof scoreSteps)[number]

/** From this score on, text is light on dark; on a dark page it is dark on light. */
export const highFrom = 7
export const endOfScores = 10

/** Of a score as it is shown, with one decimal. */
function stepOf(score: number): ScoreStep {
  const shown = Math.round(score * 10) / 10
  return scoreSteps.findLast(({ from }) => from <= shown) ?? scoreSteps[0]
}

export function colourOfScore(score: number): string {
  return stepOf(score).colour
}

export function textOnScore(score: number, isDark = false): string {
  const isHigh = stepOf(score).from >= highFrom
  return isDark ? (isHigh ? '#1d0f06' : '#eceef2') : isHigh ? '#ffffff' : '#161a20'
}

export function heatClass(score: number): string {
  return `heat${stepOf(score).from}`
}

/** `isAdaptive`: with the colours of a dark page too. */
export function heatRules(isAdaptive = false): string {
  const both = (light: string, dark: string): string => (isAdaptive ? `light-dark(${light},${dark})` : light)
  return scoreSteps
    .map(({ from, colour, dark }) => {
      const [paper, ink] = [both(colour, dark), both(textOnScore(from), textOnScore(from, true))]
      return `.heat${from}{background:${paper};fill:${paper};color:${ink}}`
    })
    .join('')
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
