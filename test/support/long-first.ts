import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take seconds; the last to begin would run alone while the other workers have nothing left to do. */
const long = [
  'ledger/postgres/store',
  'prove/storm/storm',
  'cli/decide',
  'cli/outage',
  'web/server/page-server',
  'app/own-workbook',
  'cli/orphans',
  'ledger/sqlite/store',
  'prove/crash/crash-points',
  'cli/kept',
  'cli/run-again',
  'app/four-eyes/release-plan',
  'cli/watch',
  'cli/team',
  'app/refresh-scores',
  'sheet/enriching/plan/plan-sheet-highlights',
  'sheet/enriching/verify/verify-enriched',
  'sheet/enriching/copy/write-enriched',
  'cli/csv-output',
  'pipeline/earlier-output/recall-defaults',
  'web/in-browser',
  'cli/echoed-token',
  'prove/simulation/simulation',
  'cli/interrupt',
]

/** The order is the same in every run: no test may depend on what went before, and a failure can be seen again. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // Files that need a process of their own first: between the others each would end a worker that has loaded everything.
    const rankOf = ({ moduleId, project }: TestSpecification): number => {
      if (project.name === 'alone') return -1
      const rank = long.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`))
      return rank < 0 ? long.length : rank
    }
    return files.toSorted(
      (one, other) => rankOf(one) - rankOf(other) || one.moduleId.localeCompare(other.moduleId, 'en'),
    )
  }
}
