import { highFrom } from '../../messages/score-colours.ts'
import { type RiskKind, type RiskScores, riskKinds } from './select-countable-trips.ts'

export interface ScoreSum {
  count: number
  sum: number
  worst: number
  /** Scores of `highScore` and more. */
  high: number
}

export type RiskRow = Readonly<Record<RiskKind, ScoreSum>>

export const highScore = highFrom

/** The overall score first. */
export const scoreKinds = ['overallTrip' as const, ...riskKinds.filter((kind) => kind !== 'overallTrip')]

export function kindsWithScores(groups: readonly { risks: RiskRow }[]): RiskKind[] {
  return scoreKinds.filter((kind) => groups.some(({ risks }) => risks[kind].count > 0))
}

/** Columns of the distribution, from 0 to 10; the last includes 10. */
const spreadColumns = 10

/** Beyond this many groups (most likely a free-text column) the rest is counted together. */
const mostGroups = 500
export const allOthers = '(all others)'

export class ScoreSums {
  readonly spread: number[] = new Array<number>(spreadColumns).fill(0)
  readonly #groups = new Map<string, RiskRow>()

  add(group: string, scores: RiskScores): void {
    const { overallTrip } = scores
    if (overallTrip === undefined) return
    const column = Math.min(spreadColumns - 1, Math.max(0, Math.floor(overallTrip)))
    this.spread[column] = (this.spread[column] ?? 0) + 1
    const row = this.#rowOf(group)
    for (const kind of riskKinds) {
      const score = scores[kind]
      if (score !== undefined) addScore(row[kind], score)
    }
  }

  /** The group with the highest mean overall score first. */
  list(): { group: string; risks: RiskRow }[] {
    return [...this.#groups]
      .map(([group, risks]) => ({ group, risks }))
      .sort(
        (one, other) =>
          meanOf(other.risks.overallTrip) - meanOf(one.risks.overallTrip) || (one.group < other.group ? -1 : 1),
      )
  }

  #rowOf(name: string): RiskRow {
    const group = this.#groups.has(name) || this.#groups.size < mostGroups ? name : allOthers
    return getOrAdd(this.#groups, group, emptyRow)
  }
}

export function addScore(to: ScoreSum, score: number): void {
  to.count += 1
  to.sum += score
  to.worst = Math.max(to.worst, score)
  if (score >= highScore) to.high += 1
}

/** 0 without scores. */
export function meanOf({ count, sum }: ScoreSum): number {
  return count === 0 ? 0 : sum / count
}

/** Without the last digits of its sum, by which Excel and this program would round apart. Undefined without scores. */
export function shownMean(sum: ScoreSum): number | undefined {
  return sum.count === 0 ? undefined : Number(meanOf(sum).toPrecision(12))
}

/** Undefined without scores. */
export function shownWorst({ count, worst }: ScoreSum): number | undefined {
  return count === 0 ? undefined : worst
}

export function noScores(): ScoreSum {
  return { count: 0, sum: 0, worst: 0, high: 0 }
}

function emptyRow(): RiskRow {
  return Object.fromEntries(riskKinds.map((kind) => [kind, noScores()])) as RiskRow
}

export function sortByKey<Value>(counts: ReadonlyMap<string, Value>): [string, Value][] {
  return [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1))
}

export function increase<Key>(counts: Map<Key, number>, key: Key, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by)
}

export function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const value = map.get(key) ?? create()
  map.set(key, value)
  return value
}
