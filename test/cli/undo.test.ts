import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { summarySchemas } from '../help/summary-schema.ts'
import { sentTo, startDecisionService } from '../support/decision-service.ts'
import { readOutput } from '../support/outputs.ts'
import { hasPostgres, usePostgres } from '../support/postgres.ts'
import { assessed, type Ended, Workspace } from '../support/program.ts'
import { readDecisions } from '../support/sandbox-decisions.ts'
import { TestSandbox } from '../support/test-sandbox.ts'
import { type Row, toCsv, trip, trips } from '../support/trips.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await TestSandbox.start()
})
afterAll(() => sandbox.close())
beforeEach(() => sandbox.forget())

const by = ['--by', 'S-007', '--yes', '--json']

/** The four numbers, and what is left of a run that broke off. */
function numbers({ code, summary }: Ended) {
  const { undone, decidedSince, shared, unknown, notUndone } = summary as unknown as Record<string, number>
  return { code, undone, decidedSince, shared, unknown, notUndone }
}

const none = { code: 0, undone: 0, decidedSince: 0, shared: 0, unknown: 0, notUndone: 0 }

/** Every field that is printed stands in its schema. */
function expectToFit(name: keyof typeof summarySchemas, { summary }: Ended): void {
  expect(z.strictObject(summarySchemas[name].shape).safeParse(summary).error).toBeUndefined()
}

/** Identifiers in the order of creation, by employee. */
function idsOf(): Map<string, string> {
  return new Map(sandbox.created().map(({ id, input }) => [String(input['employeeId']), id]))
}

function statusesOf(id = ''): string[] {
  return readDecisions(sandbox.dataFile, id).map(({ status }) => status)
}

async function assess(space: Workspace, file: string, rows: readonly Row[], ...options: string[]): Promise<Ended> {
  space.write(file, toCsv(rows))
  return space.assess(file, '--no-wait', ...options)
}

async function decide(space: Workspace, file: string, rows: readonly Row[]): Promise<Ended> {
  space.write(file, toCsv(rows))
  return space.run(['decide', file, '--yes', '--json'])
}

const rejected = { status: 'Rejected', managerId: 'M-1' }

describe('an undo of an assess run', () => {
  it('cancels what the run created and nothing else; a second one finds all of it undone', async () => {
    const space = new Workspace(sandbox.variables)
    await assess(space, 'before.csv', [trip('E-000')])
    await assess(space, 'trips.csv', trips(5))
    const ids = idsOf()
    await decide(space, 'later.csv', [{ assessmentId: ids.get('E-002') ?? '', ...rejected }])
    await assess(space, 'other.csv', [trip('E-003'), trip('E-009')])
    const counted = { ...none, undone: 3, decidedSince: 1, shared: 1 }

    const plan = await space.run(['undo', '2', '--dry-run', ...by])
    expect([numbers(plan), plan.stderr]).toEqual([
      { ...counted, notUndone: 0 },
      expect.stringMatching(/which created 5 assessments:\n {2}3 {2}to be taken back\n {2}1 {2}decided since/),
    ])
    expectToFit('undoPlan', plan)
    expect(plan.stderr).toContain(`decided since, and kept: ${ids.get('E-002')}, E-002, Portugal, 2026-03-01`)
    expect(statusesOf(ids.get('E-001'))).toEqual([])

    const undone = await space.run(['undo', assessed('trips'), '--note', 'wrong sheet', ...by])
    expect(numbers(undone), undone.stderr).toEqual(counted)
    expect((undone.summary as unknown as { undoes: number }).undoes).toBe(2)
    const decisions = readDecisions(sandbox.dataFile)
    const of = (employee: string) => decisions.filter(({ assessmentId }) => assessmentId === ids.get(employee))
    for (const employee of ['E-001', 'E-004', 'E-005'])
      expect(of(employee)).toMatchObject([{ status: 'Canceled', cancelledByStaffId: 'S-007', note: 'wrong sheet' }])
    expect(of('E-002')).toMatchObject([rejected])
    expect([of('E-000'), of('E-003')]).toEqual([[], []])

    expectToFit('undone', undone)
    const again = await space.run(['undo', '2', '--by', 'S-008', '--yes', '--json'])
    expect([numbers(again), again.stderr]).toEqual([counted, expect.stringContaining('3  taken back already')])
    expect(readDecisions(sandbox.dataFile)).toEqual(decisions)
    const log = await space.run(['status', '--attempts'])
    expect(log.stdout).toMatch(/no row {2}undo {2}confirmed: by S-007: takes back run 2; note: wrong sheet/)
  })

  it('takes an edited sheet’s earlier versions and what was taken out of it, and not what a later run created', async () => {
    const space = new Workspace(sandbox.variables)
    await assess(space, 'trips.csv', trips(3))
    const edited = [trip('E-001', { 'Trip end': '2026-04-15' }), trip('E-002')]
    await assess(space, 'trips.csv', edited, '--send-changed')
    const all = sandbox.created()
    expect(all).toHaveLength(4)
    expect(numbers(await space.run(['undo', '1', ...by]))).toEqual({ ...none, undone: 3 })
    expect(all.map(({ id }) => statusesOf(id))).toEqual([['Canceled'], ['Canceled'], ['Canceled'], []])
    expect(numbers(await space.run(['undo', '2', ...by]))).toEqual({ ...none, undone: 1 })
    expect(statusesOf(all[3]?.id)).toEqual(['Canceled'])
  })

  it('of forgotten trips goes on by their identifiers; what was decided on them and forgotten is unknown', async () => {
    const space = new Workspace(sandbox.variables)
    space.write('trips.csv', toCsv(trips(3)))
    await space.assess('trips.csv')
    const ids = idsOf()
    await decide(space, 'later.csv', [{ assessmentId: ids.get('E-002') ?? '', ...rejected }])
    const people = ['E-001', 'E-002'].flatMap((id) => ['--employee', id])
    const forgotten = await space.run(['ledger', 'forget', ...people, '--yes'])
    expect(forgotten.code, forgotten.stderr).toBe(0)
    const undone = await space.run(['undo', '1', ...by])
    expect(numbers(undone), undone.stderr).toEqual({ ...none, code: 4, undone: 2, unknown: 1 })
    expect([...ids.values()].map(statusesOf)).toEqual([['Canceled'], ['Rejected'], ['Canceled']])
  })

  it('that is killed goes on with the same command', async () => {
    let hangs = true
    const service = await startDecisionService(({ endpoint, fields }) =>
      endpoint === 'rwa_update' && String(fields['assessmentId']).includes('E-002') && hangs ? 'hang' : undefined,
    )
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(4)))
    await space.assess('trips.csv', '--no-wait')
    const first = space.start(['undo', '1', ...by, '--concurrency', '1'])
    await first.until(() => sentTo(service, 'rwa_update').length > 1)
    first.child.kill('SIGKILL')
    await first.ended
    hangs = false
    const next = await space.run(['undo', '1', ...by])
    expect(numbers(next), next.stderr).toEqual({ ...none, code: 4, undone: 3, unknown: 1 })
    const asked = sentTo(service, 'rwa_update').map(({ assessmentId }) => assessmentId)
    expect(new Set(asked).size).toBe(asked.length)
    const again = await space.run(['undo', '1', ...by, '--retry-unknown'])
    expect(numbers(again), again.stderr).toEqual({ ...none, undone: 4 })
  })

  it('names what it cannot tell of, and what the service refuses is left', async () => {
    const service = await startDecisionService(({ endpoint, fields }) => {
      if (endpoint === 'rwa_create') return fields['employeeId'] === 'E-002' ? 'cut' : undefined
      const isRefused = String(fields['assessmentId']).includes('E-003')
      return isRefused ? { body: '{"status":"error","success":false,"message":"no"}' } : undefined
    })
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(3)))
    await space.assess('trips.csv', '--no-wait')
    const undone = await space.run(['undo', '1', ...by])
    expect(numbers(undone), undone.stderr).toEqual({ ...none, code: 4, undone: 1, unknown: 1, notUndone: 1 })
    expect(undone.stderr).toMatch(/unknown, cannot be undone from here: E-002, Portugal, 2026-03-01, sent 20/)
    expect(undone.stderr).toMatch(/1 {2}not taken back yet/)
    expect(undone.stderr).not.toMatch(/Next:.*decide /)
  })
})

describe('an undo of a decide run', () => {
  it('lets what its decisions replaced count again, where they are the last; what was before is never guessed', async () => {
    const space = new Workspace(sandbox.variables)
    await assess(space, 'trips.csv', trips(4))
    const [first = '', second = '', third = '', fourth = ''] = sandbox.created().map(({ id }) => id)
    const approved = { status: 'Manager Approved', managerId: 'M-1', note: 'fine' }
    const of = (ids: readonly string[], decision: Row) => ids.map((assessmentId) => ({ assessmentId, ...decision }))
    await decide(space, 'one.csv', of([first, second, fourth], approved))
    await decide(space, 'two.csv', of([first, second, third], { status: 'Rejected', managerId: 'M-2' }))
    await decide(space, 'three.csv', of([second], { status: 'Pending' }))
    const undone = await space.run(['undo', '3', ...by])
    expect(numbers(undone), undone.stderr).toEqual({ ...none, code: 4, undone: 1, decidedSince: 1, unknown: 1 })
    expect(readDecisions(sandbox.dataFile, first).at(-1)).toMatchObject(approved)
    expect([second, third, fourth].map((id) => statusesOf(id).at(-1))).toEqual([
      'Pending',
      'Rejected',
      'Manager Approved',
    ])
    const again = await space.run(['undo', '3', ...by])
    expect(numbers(again), again.stderr).toEqual({ ...none, code: 4, undone: 1, decidedSince: 1, unknown: 1 })
    expect(statusesOf(first)).toHaveLength(3)
    // An undo can be undone.
    expect(numbers(await space.run(['undo', '5', ...by]))).toEqual({ ...none, undone: 1 })
    expect(statusesOf(first).at(-1)).toBe('Rejected')
  })
})

describe('where four eyes are the rule', () => {
  it('it is sealed, and another person releases it', async () => {
    const space = new Workspace(sandbox.variables)
    await assess(space, 'trips.csv', trips(2))
    const ids = [...idsOf().values()]
    const where = ['--base-url', sandbox.baseUrl]
    const ruled = await space.run(['ledger', 'rules', '--set', 'fourEyes=true', ...where])
    expect(ruled.code, ruled.stderr).toBe(0)
    expect(numbers(await space.run(['undo', '1', '--dry-run', ...by]))).toEqual({ ...none, undone: 2 })
    const sealed = await space.run(['undo', '1', ...by])
    expect(numbers(sealed), sealed.stderr).toEqual({ ...none, undone: 2 })
    expect(sealed.stderr).toMatch(/Sealed by S-007: 2 to be sent, seal .*, run 2\. Nothing was sent/)
    expectToFit('undoSealed', sealed)
    expect(ids.map(statusesOf)).toEqual([[], []])
    const same = await space.run(['decide', '--release', '2', '--by', 's-007', '--yes'])
    expect(same.code).toBe(2)
    const released = await space.run(['decide', '--release', '2', '--by', 'M-042', '--yes', '--json'])
    expect(released.code, released.stderr).toBe(0)
    expect(ids.map(statusesOf)).toEqual([['Canceled'], ['Canceled']])
    const again = await space.run(['undo', '1', ...by])
    expect(numbers(again)).toEqual({ ...none, undone: 2 })
    expectToFit('nothingUndone', again)
  })
})

it('is refused without a staff ID, for a run of another company, one that is not there, and one of invitations', async () => {
  const space = new Workspace(sandbox.variables)
  await assess(space, 'trips.csv', trips(1))
  space.write('staff.csv', 'first_name,last_name,email,staff_id\nAda,Byron,ada@acme.example,C-900\n')
  await space.run(['invite', 'staff.csv', '--yes'])
  const refused = async (...args: string[]): Promise<string> => {
    const { code, stderr } = await space.run(['undo', ...args, '--yes'])
    expect(code, stderr).toBe(2)
    return stderr
  }
  expect(await refused('1')).toContain('the staff ID is missing')
  expect(await refused('7', '--by', 'S-1')).toContain('has no run, and no output of a run, 7')
  expect(await refused('1', '--by', 'S-1', '--company', 'other')).toContain('company “other”')
  expect(await refused('2', '--by', 'S-1')).toContain('cannot take an e-mail back')
  expect(sandbox.created().map(({ id }) => statusesOf(id))).toEqual([[]])
})

it('writes the sheet that takes it back, as a person can read it', async () => {
  const space = new Workspace(sandbox.variables)
  await assess(space, 'trips.csv', trips(1))
  await space.run(['undo', '1', '--dry-run', ...by])
  const [id = ''] = idsOf().values()
  const { rows } = (await readOutput(space.path('output/undo-1.xlsx'), 'Decisions')).table('Decisions')
  expect(rows).toMatchObject([
    { employeeId: 'E-001', destination: 'Portugal', assessmentId: id, status: 'Canceled', cancelledByStaffId: 'S-007' },
  ])
})

describe.skipIf(!hasPostgres)('in a team’s database', () => {
  const server = usePostgres()

  it('one takes back what was run on another computer, less what a colleague decided and handed in', async () => {
    const [ann, bob] = [new Workspace(sandbox.variables), new Workspace(sandbox.variables)]
    const team = ['--ledger', server.address()]
    ann.write('trips.csv', toCsv(trips(4)))
    expect((await ann.assess('trips.csv', '--no-wait', ...team)).code).toBe(0)
    const ids = [...idsOf().values()]
    bob.write('d.csv', toCsv([{ assessmentId: ids[1] ?? '', ...rejected }]))
    expect((await bob.run(['decide', 'd.csv', '--yes', ...team])).code).toBe(0)
    bob.write('own.csv', toCsv([trip('E-003'), trip('E-008'), trip('E-009')]))
    expect((await bob.assess('own.csv', '--no-wait', ...team)).code).toBe(0)
    const undone = await bob.run(['undo', '1', ...by, ...team])
    expect(numbers(undone), undone.stderr).toEqual({ ...none, undone: 2, decidedSince: 1, shared: 1 })
    expect(ids.map(statusesOf)).toEqual([['Canceled'], ['Rejected'], [], ['Canceled']])
    const again = await ann.run(['undo', '1', ...by, ...team])
    expect(numbers(again), again.stderr).toEqual({ ...none, undone: 2, decidedSince: 1, shared: 1 })
  })
})
