import { describe, expect, it } from 'vitest'
import { colourOfScore, markColours, scoreStops, textOnScore } from '../rooms/messages.ts'
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

const points = Array.from({ length: 11 }, (_, score) => score)
const decimals = Array.from({ length: 101 }, (_, tenth) => tenth / 10)
const eyes: readonly [string, (light: Rgb) => Rgb, number][] = [
  ['most eyes', (light) => light, 20],
  ['an eye without green cones', asDeuteranope, 20],
  ['grey paper', asGrey, 15],
]

/** The smallest difference between two scores that are three apart. */
function leastDifference(colourOf: (score: number) => string, see: (light: Rgb) => Rgb): number {
  const seen = points.map((score) => toLab(see(toLight(colourOf(score)))))
  return Math.min(...seen.slice(3).map((lab, index) => deltaE(lab, seen[index] ?? lab)))
}

/** Green, yellow, red, as spreadsheet programs propose them. */
function trafficLight(score: number): string {
  const [red, green, blue] =
    score < 5
      ? [99 + 31.2 * score, 190 + 9 * score, 123 + score * 1.8]
      : [255 - 1.4 * (score - 5), 235 - 26 * (score - 5), 132 - 5 * (score - 5)]
  return `#${[red, green, blue]
    .map((part) =>
      Math.round(part ?? 0)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

describe('the colours of scores', () => {
  it.each(eyes)('three apart are told apart by %s', (_, see, least) => {
    expect(leastDifference(colourOfScore, see)).toBeGreaterThanOrEqual(least)
    expect(leastDifference(trafficLight, see)).toBeLessThan(least)
  })

  it('grow darker with every decimal', () => {
    const lights = decimals.map((score) => luminance(toLight(colourOfScore(score))))
    expect(lights).toEqual(lights.toSorted((one, other) => other - one))
    expect(new Set(lights).size).toBe(lights.length)
  })

  it.each([
    [-1, '#fff8f0'],
    [0, '#fff8f0'],
    [2.5, '#e4b088'],
    [5, '#c8681f'],
    [7.5, '#863e11'],
    [10, '#431302'],
    [11, '#431302'],
  ])('%d is %s', (score, colour) => {
    expect(colourOfScore(score)).toBe(colour)
  })

  it('leave their text readable: a contrast of 4.5 at every decimal', () => {
    const worst = Math.min(...decimals.map((score) => contrast(colourOfScore(score), textOnScore(score))))
    expect(worst).toBeGreaterThanOrEqual(4.5)
  })

  it('begin and end at the ends of the scale', () => {
    expect(scoreStops.map(({ score }) => score)).toEqual([0, 5, 10])
  })
})

it.each(Object.entries(markColours))('the line around a cell that is %s is seen on white paper', (_, colour) => {
  expect(contrast(colour, '#ffffff')).toBeGreaterThanOrEqual(4.5)
})
