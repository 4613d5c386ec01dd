import { createAssessments, readDecisions } from '../support/sandbox-decisions.ts'
import type { SandboxProcess } from '../support/sandbox-process.ts'
import { toCsv } from '../support/trips.ts'
import { readSubmissions } from './ledger-file.ts'
import { createWorld, type World } from './world.ts'

/** Six decisions on three assessments: two of them in order, one that the service refuses, one that is invalid. */
export async function createDecideWorld(sandbox: SandboxProcess): Promise<World> {
  const ids = await createAssessments(sandbox, 3)
  const [first = '', second = '', third = ''] = ids
  const rows = [
    { assessmentId: first, status: 'Pending' },
    { assessmentId: first, status: 'Compliance Approved', complianceTeamMemberId: 'C-001' },
    { assessmentId: second, status: 'Manager Approved', managerId: 'M-1' },
    { assessmentId: second, status: 'Compliance Approved' },
    { assessmentId: third, status: 'Rejected', managerId: 'M-1' },
    { assessmentId: third, status: 'Compliance Approved', complianceTeamMemberId: 'nobody' },
  ]
  return createWorld({
    variables: sandbox.variables,
    args: ['decide', 'decisions.csv', '--json', '--yes', '--concurrency', '2'],
    sheet: ['decisions.csv', toCsv(rows)],
    output: 'decisions.decided.xlsx',
    rows: rows.length,
    findFaults(space, _, { decided = 0, rejected = 0, invalid = 0, unknown = 0, skipped = 0 }) {
      const faults: string[] = []
      if (invalid !== 1 || rejected > 1 || decided + rejected + invalid + unknown + skipped !== rows.length) {
        faults.push(
          `${decided} decided, ${rejected} rejected, ${invalid} invalid, ${unknown} unknown, ${skipped} skipped`,
        )
      }
      const truth = readDecisions(sandbox.dataFile).filter(({ assessmentId }) => ids.includes(assessmentId))
      const told = new Map(truth.map((decision) => [`${decision.assessmentId} ${decision.status}`, decision]))
      if (told.size < truth.length) faults.push(`decided twice: ${truth.map(({ status }) => status).join(', ')}`)
      if (new Set(truth.map(({ externalEventId }) => externalEventId)).size < told.size)
        faults.push('one event, two decisions')
      const ofFirst = truth.filter(({ assessmentId }) => assessmentId === first).map(({ status }) => status)
      if (ofFirst[0] === 'Compliance Approved') faults.push(`out of order: ${ofFirst.join(', ')}`)
      const known = readSubmissions(space)
      for (const [what] of told) {
        const isKnown = known.some(
          ({ state, request }) =>
            `${String(request['assessmentId'])} ${String(request['status'])}` === what &&
            (state === 'decided' || state === 'unknown'),
        )
        if (!isKnown) faults.push(`lost: ${what}`)
      }
      for (const { state, request } of known) {
        const what = `${String(request['assessmentId'])} ${String(request['status'])}`
        if (state === 'decided' && !told.has(what)) faults.push(`not decided at the service: ${what}`)
      }
      return faults
    },
  })
}
