import { openDatabase } from '../../rooms/support.ts'
import { audit } from '../../support/audit.ts'
import type { Created, TestSandbox } from '../../support/test-sandbox.ts'
import type { Submitted } from './ledger-file.ts'

/** What a sandbox that many worlds share has created for one of them: employees whose IDs begin with its name. */
export function createdFor({ dataFile }: TestSandbox, name: string): Created[] {
  const db = openDatabase(dataFile, { isReadonly: true })
  try {
    return db
      .prepare<[string], { id: string; company: string; input: string }>(
        `SELECT assessment_id AS id, company, input FROM assessment
          WHERE json_extract(input, '$.employeeId') GLOB ? ORDER BY seq`,
      )
      .all(`${name}/*`)
      .map(({ input, ...rest }) => ({ ...rest, input: JSON.parse(input) }))
  } finally {
    db.close()
  }
}

/** Holds what was created against the workbook and against the ledger, each by itself; empty when all is well. */
export function findLosses(
  created: readonly Created[],
  submissions: readonly Submitted[],
  results: readonly Record<string, unknown>[],
): string[] {
  const submitted = submissions.map(({ state, identifier, request }) => ({
    assessmentId: identifier,
    outcome: state,
    employeeId: request['employeeId'],
  }))
  const workbook = audit(created, results, 'Staff ID')
  const ledger = audit(created, submitted, 'employeeId')
  const truth = new Map(created.map(({ id, input }) => [id, input['employeeId']]))
  return [
    ...workbook.twice.map((id) => `created twice: ${id}`),
    ...workbook.lost.map((id) => `lost from the workbook: ${id}`),
    ...ledger.lost.map((id) => `lost from the ledger: ${id}`),
    ...results
      .filter((row) => row['outcome'] === 'scored' && truth.get(String(row['assessmentId'])) !== row['Staff ID'])
      .map((row) => `${String(row['Staff ID'])} has an identifier that is not its own: ${String(row['assessmentId'])}`),
  ]
}
