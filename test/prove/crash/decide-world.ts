import { createAssessments, readDecisions } from '../../support/sandbox-decisions.ts'
import type { TestSandbox } from '../../support/test-sandbox.ts'
import { type Row, toCsv } from '../../support/trips.ts'
import { createWorld, type World } from './world.ts'

const compliance = { status: 'Compliance Approved', complianceTeamMemberId: 'C-001' }
const manager = { status: 'Manager Approved', managerId: 'M-1' }
const rejected = { status: 'Rejected', managerId: 'M-1' }
const pending = { status: 'Pending' }

/** Whether the service ends up with the decision of a row when nothing is lost. */
type DecisionRow = Row & { fate: 'recorded' | 'refused' | 'invalid' }

/**
 * Eight decisions on three assessments, two of which another sheet has decided on before: what equals its decisions is to
 * be recorded once more, and one is decided, undecided and decided alike. One is refused by the service, one is invalid.
 */
export async function createDecideWorld(sandbox: TestSandbox): Promise<World> {
  const ids = await createAssessments(sandbox, 3)
  const [first = '', second = '', third = ''] = ids
  const earlier: Row[] = [
    { assessmentId: first, ...compliance },
    { assessmentId: second, ...manager },
    { assessmentId: second, ...pending },
  ]
  const rows: DecisionRow[] = [
    { assessmentId: first, ...rejected, fate: 'recorded' },
    { assessmentId: first, ...compliance, fate: 'recorded' },
    { assessmentId: second, ...manager, fate: 'recorded' },
    { assessmentId: second, status: 'Compliance Approved', fate: 'invalid' },
    { assessmentId: third, ...pending, fate: 'recorded' },
    { assessmentId: third, ...rejected, fate: 'recorded' },
    { assessmentId: third, ...pending, fate: 'recorded' },
    { assessmentId: third, status: 'Compliance Approved', complianceTeamMemberId: 'nobody', fate: 'refused' },
  ]
  const world = createWorld({
    variables: sandbox.variables,
    args: ['decide', 'decisions.csv', '--json', '--yes', '--concurrency', '2'],
    sheet: ['decisions.csv', toCsv(rows.map(({ fate: _, ...row }) => row))],
    output: 'decisions.decided.xlsx',
    rows: rows.length,
    findFaults: (_space, results) =>
      ids.flatMap((id) => {
        const statuses = (list: readonly Row[]): string[] =>
          list.filter(({ assessmentId }) => assessmentId === id).map(({ status }) => String(status))
        const shown = results.filter(({ assessmentId }) => assessmentId === id)
        const truth = readDecisions(sandbox.dataFile, id)
        return findLies(truth, statuses(earlier), statuses(rows.filter(({ fate }) => fate === 'recorded')), shown)
      }),
  })
  world.space.write('earlier.csv', toCsv(earlier))
  await world.space.spawn(['decide', 'earlier.csv', '--yes', '-o', 'earlier.xlsx'])
  return world
}

type Truth = ReturnType<typeof readDecisions>

/** The service must have the earlier decisions and a beginning of the sheet's, in order, each once and with an event of its own. */
function findLies(
  truth: Truth,
  earlier: readonly string[],
  wanted: readonly string[],
  shown: readonly Record<string, unknown>[],
): string[] {
  const faults: string[] = []
  const history = truth.map(({ status }) => status)
  const said = shown.map(({ outcome }) => String(outcome))
  const where = `${history.join(', ')}; the rows say ${said.join(', ')}`
  const added = history.slice(earlier.length)
  const isInOrder = [...earlier, ...wanted].every((status, index) => (history[index] ?? status) === status)
  if (!isInOrder || added.length > wanted.length) faults.push(`decided twice, or out of order: ${where}`)
  if (new Set(truth.map(({ externalEventId }) => externalEventId)).size < truth.length) {
    faults.push(`one event, two decisions: ${where}`)
  }
  for (const [index, outcome] of said.entries()) {
    const isThere = index < added.length
    if (isThere && outcome !== 'decided' && outcome !== 'unknown') faults.push(`lost: ${where}`)
    if (outcome !== 'decided') continue
    const event = truth[earlier.length + index]?.externalEventId
    if (!isThere || event !== shown[index]?.['externalEventId']) faults.push(`not decided at the service: ${where}`)
  }
  if (!said.includes('unknown') && added.length < wanted.length) faults.push(`not all was decided: ${where}`)
  return faults
}
