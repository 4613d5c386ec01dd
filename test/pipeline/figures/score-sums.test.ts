import { describe, expect, it } from 'vitest'
import { oneDecimal } from '../../rooms/pipeline/drawing.ts'
import { allOthers, meanOf, noScores, ScoreSums, shownMean } from '../../rooms/pipeline/figures.ts'

describe('sums of scores', () => {
  it('have mean and worst by group and kind, the group with the highest overall mean first', () => {
    const sums = new ScoreSums()
    sums.add('Peru', { overallTrip: 2, payrollTax: 9 })
    sums.add('Spain', { overallTrip: 8 })
    sums.add('Peru', { overallTrip: 5 })
    const shown = sums.list().map(({ group, risks }) => [group, meanOf(risks.overallTrip), risks.payrollTax])
    expect(shown).toEqual([
      ['Spain', 8, { count: 0, sum: 0, worst: 0, high: 0 }],
      ['Peru', 3.5, { count: 1, sum: 9, worst: 9, high: 1 }],
    ])
    expect(meanOf(noScores())).toBe(0)
  })

  it.each([
    [0, 0],
    [0.999, 0],
    [1, 1],
    [9, 9],
    [9.9, 9],
    [10, 9],
  ])('spread a score of %s into column %s', (score, column) => {
    const sums = new ScoreSums()
    sums.add('Spain', { overallTrip: score })
    expect(sums.spread.flatMap((count, index) => (count > 0 ? [index] : []))).toEqual([column])
  })

  it.each([
    [[4.3, 4.35, 4.394], '4.3'],
    [[4.3, 4.4], '4.4'],
    [[6.9, 7], '7.0'],
  ])('show the true mean of %s, rounded once: %s', (scores, shown) => {
    const sums = new ScoreSums()
    for (const overallTrip of scores) sums.add('Spain', { overallTrip })
    const mean = shownMean(sums.list()[0]?.risks.overallTrip ?? noScores()) ?? 0
    expect(oneDecimal(mean)).toBe(shown)
    expect(mean).toBeCloseTo(scores.reduce((sum, score) => sum + score, 0) / scores.length, 10)
  })

  it('leave out what has no overall score, and keep no more than 500 groups', () => {
    const sums = new ScoreSums()
    sums.add('Spain', { payrollTax: 3 })
    expect(sums.list()).toEqual([])
    for (let index = 0; index < 600; index += 1) sums.add(`G${index}`, { overallTrip: 1 })
    expect(sums.list()).toHaveLength(501)
    expect(sums.list().find(({ group }) => group === allOthers)?.risks.overallTrip.count).toBe(100)
  })
})
