import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take seconds; the last to begin would run alone while the other workers have nothing left to do. */
const long = [
  'ledger/postgres/store',
  'cli/decide',
  'prove/storm/storm',
  'web/server/page-server',
  'cli/run-again',
  'pipeline/earlier-output/recall-defaults',
  'app/own-workbook',
  'ledger/sqlite/store',
  'prove/crash/crash-points',
  'prove/simulation/simulation',
  'sheet/enriching/plan-sheet-marking',
  'sheet/enriching/verify-enriched',
  'app/check/check-sheet',
  'app/refresh-scores',
  'cli/interrupt',
  'cli/watch',
  'cli/team',
  'app/library',
  'web/in-browser',
]

/** The order is the same in every run: no test may depend on what went before, and a failure can be seen again. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification): number => {
      const rank = long.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`))
      return rank < 0 ? long.length : rank
    }
    return files.toSorted(
      (one, other) => rankOf(one) - rankOf(other) || one.moduleId.localeCompare(other.moduleId, 'en'),
    )
  }
}
