import { describe, expect, it } from 'vitest'
import { colourOfScore, heatClass, heatRules, markColours, scoreSteps, textOnScore } from '../rooms/messages.ts'
import {
  asDeuteranope,
  asGrey,
  contrast,
  deltaE,
  type Lab,
  luminance,
  type Rgb,
  toLab,
  toLight,
} from '../support/colour-difference.ts'

/** Pairs 1, 7, 17 and 25 of the test data of Sharma, Wu and Dalal. */
it.each<[Lab, Lab, number]>([
  [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
  [[50, 0, 0], [50, -1, 2], 2.3669],
  [[50, 2.5, 0], [73, 25, -18], 27.1492],
  [[60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644],
])('the difference of %o and %o is %d', (one, other, difference) => {
  expect(deltaE(one, other)).toBeCloseTo(difference, 4)
})

const decimals = Array.from({ length: 101 }, (_, tenth) => tenth / 10)
const eyes: readonly [string, (light: Rgb) => Rgb][] = [
  ['most eyes', (light) => light],
  ['an eye without green cones', asDeuteranope],
  ['grey paper', asGrey],
]
const modes = ['light', 'dark'] as const

function colourIn(mode: (typeof modes)[number], score: number): string {
  const step = scoreSteps.findLast(({ from }) => from <= score) ?? scoreSteps[0]
  return mode === 'light' ? step.colour : step.dark
}

describe('the colours of scores', () => {
  it.each(eyes)('what is high stands out for %s', (_, see) => {
    for (const mode of modes) {
      const [below, high] = [6, 7].map((score) => toLab(see(toLight(colourIn(mode, score)))))
      expect(deltaE(below as Lab, high as Lab)).toBeGreaterThanOrEqual(25)
    }
  })

  it('step deliberately from 6 to 7, by a contrast of 3, and are nearly paper up to 3', () => {
    for (const mode of modes) expect(contrast(colourIn(mode, 6), colourIn(mode, 7))).toBeGreaterThanOrEqual(3)
    expect(contrast(colourOfScore(3.9), '#ffffff')).toBeLessThan(1.25)
  })

  it('go one way with every step: darker on paper, lighter on a dark page', () => {
    const lights = (mode: (typeof modes)[number]) =>
      scoreSteps.map(({ from }) => luminance(toLight(colourIn(mode, from))))
    expect(lights('light')).toEqual(lights('light').toSorted((one, other) => other - one))
    expect(lights('dark')).toEqual(lights('dark').toSorted((one, other) => one - other))
  })

  it.each([
    [-1, '#fbf6ef'],
    [2.9, '#fbf6ef'],
    [2.96, '#f9e9d3'],
    [6.9, '#ebb877'],
    [7, '#ad4a19'],
    [10, '#641d10'],
    [11, '#641d10'],
  ])('%d is %s', (score, colour) => {
    expect(colourOfScore(score)).toBe(colour)
  })

  it.each(modes)('leave their text readable in %s: a contrast of 4.5 at every decimal', (mode) => {
    const worst = decimals.map((score) => contrast(colourIn(mode, score), textOnScore(score, mode === 'dark')))
    expect(Math.min(...worst)).toBeGreaterThanOrEqual(4.5)
  })

  it('are the same rules on the page and in the report, dark mode aside', () => {
    expect(heatRules()).toContain('.heat7{background:#ad4a19;fill:#ad4a19;color:#ffffff}')
    expect(heatRules(true)).toContain('.heat7{background:light-dark(#ad4a19,#f0a063)')
    expect([6.9, 7, 11].map(heatClass)).toEqual(['heat6', 'heat7', 'heat9'])
  })
})

it.each(Object.entries(markColours))('the line around a cell that is %s is seen on white paper', (_, colour) => {
  expect(contrast(colour, '#ffffff')).toBeGreaterThanOrEqual(4.5)
})
