import { copyFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cellAddress } from '../rooms/sheet.ts'
import { startDecisionService } from '../support/decision-service.ts'
import { editWorkbook } from '../support/edit-workbook.ts'
import { hasLibreOffice, typeInto } from '../support/libre-office.ts'
import { type Output, readOutput } from '../support/outputs.ts'
import { assessed, type Ended, Workspace } from '../support/program.ts'
import { type Decided, readDecisions } from '../support/sandbox-decisions.ts'
import { identifierOf, isCreateOf, type Reply, startService } from '../support/service.ts'
import { TestSandbox } from '../support/test-sandbox.ts'
import { hire, toCsv, trip, trips } from '../support/trips.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await TestSandbox.start()
})
afterAll(() => sandbox.close())
beforeEach(() => sandbox.forget())

const output = assessed('trips')

describe('assess, then the sheet Decisions filled in by another program, then decide', () => {
  /** What somebody types, line for line; the fourth trip is left open. */
  const choices: readonly Partial<Decided>[] = [
    { status: 'Final Approved', complianceTeamMemberId: 'C-001', note: '=Looks, "good"\nto me' },
    { status: 'rejected', managerId: '00042' },
    { status: 'Canceled', cancelledByStaffId: 'S-1' },
    {},
    { status: 'Pending', note: 'Ask again in March' },
  ]
  const meant = ['Compliance Approved', 'Rejected', 'Canceled', undefined, 'Pending']
  const columns = ['status', 'complianceTeamMemberId', 'managerId', 'cancelledByStaffId', 'note'] as const

  /** Runs the whole way; `fillIn` is the other program. */
  async function goRound(fillIn: (file: string) => Promise<void> | void): Promise<void> {
    const space = new Workspace(sandbox.variables)
    space.write('trips.csv', toCsv([...trips(4), hire('E-005')]))
    expect((await space.assess('trips.csv')).summary.outcomes).toEqual({ scored: 5 })
    await fillIn(space.path(output))

    const { code, summary, stderr } = await space.run(['decide', output, '--yes', '--json'])

    expect([code, summary.outcomes], stderr).toEqual([0, { decided: 4, skipped: 1 }])
    const ids = (await readOutput(space.path(output))).column('assessmentId').map(String)
    const { results } = await readOutput(space.path(String(summary.output)))
    expect(results.map((row) => row['assessmentId'])).toEqual(ids)
    for (const [index, choice] of choices.entries()) {
      const status = meant[index]
      const stored = readDecisions(sandbox.dataFile, ids[index])
      const nothing = { complianceTeamMemberId: '', managerId: '', cancelledByStaffId: '', note: '' }
      const externalEventId = results[index]?.['externalEventId']
      expect(stored).toEqual(
        status === undefined ? [] : [{ assessmentId: ids[index], ...nothing, ...choice, status, externalEventId }],
      )
    }

    // The second opinion: the same workbook, another decision on the second trip, and nothing else is sent.
    await editWorkbook(space.path(output), [
      { sheet: 'Decisions', row: 3, values: { status: 'Manager Approved', managerId: '00042' } },
    ])
    const second = await space.run(['decide', output, '--yes', '--json'])
    expect([second.code, second.summary.outcomes], second.stderr).toEqual([0, { decided: 4, skipped: 1 }])
    expect(readDecisions(sandbox.dataFile, ids[1]).map(({ status }) => status)).toEqual([
      'Rejected',
      'Manager Approved',
    ])
    expect(ids.flatMap((id) => readDecisions(sandbox.dataFile, id))).toHaveLength(5)
  }

  it('exceljs: what is stored at the service is what stands in the sheet, in order', async () => {
    await goRound((file) =>
      editWorkbook(
        file,
        choices.map((values, index) => ({
          sheet: 'Decisions',
          row: index + 2,
          values: values as Record<string, string>,
        })),
      ),
    )
  })

  it.skipIf(!hasLibreOffice)('LibreOffice: the same (skipped where soffice is not installed)', async () => {
    await goRound(async (file) => {
      const { headings } = (await readOutput(file)).table('Decisions')
      const cells: Record<string, string> = {}
      for (const [index, choice] of choices.entries()) {
        for (const column of columns) {
          // A person who wants 00042, or a text that starts with "=", types an apostrophe before it.
          const typed = choice[column]?.replace(/^(?=[0=])/, "'")
          if (typed !== undefined) cells[cellAddress(index + 2, headings.indexOf(column))] = typed
        }
      }
      typeInto([{ file, sheet: 'Decisions', cells }])
    })
  })
})

describe('the workbook that was written, handed in again', () => {
  it('rows that are there are shown or polled, fixed ones are sent, and every column is refilled in its place', async () => {
    const space = new Workspace(sandbox.variables)
    const [one, two, three] = trips(3)
    space.write(
      'trips.csv',
      toCsv([one ?? {}, { ...two, 'Host country': 'Atlantis' }, { ...three, Seniority: 'Boss' }, hire('E-004')]),
    )
    const first = await space.assess('trips.csv')
    expect(first.summary.outcomes).toEqual({ scored: 2, rejected: 1, invalid: 1 })
    const before = await readOutput(space.path(output))
    await editWorkbook(space.path(output), [
      { sheet: 'Results', row: 3, values: { 'Host country': 'Spain' } },
      { sheet: 'Results', row: 4, values: { Seniority: 'Senior' } },
    ])

    const second = await space.assess(output, '-o', 'again.xlsx')

    expect([second.code, second.summary.outcomes], second.stderr).toEqual([0, { scored: 4 }])
    expect(sandbox.employees().toSorted()).toEqual(['E-001', 'E-002', 'E-003', 'E-004'])
    const after = await readOutput(space.path('again.xlsx'))
    expect(after.table('Results').headings).toEqual(before.table('Results').headings)
    expect(after.table('Results').headings.filter((heading) => heading === 'outcome')).toHaveLength(1)
    for (const at of [0, 3]) expect(after.results[at]).toEqual(before.results[at])
    const ids = new Map(sandbox.created().map(({ id, input }) => [input['employeeId'], id]))
    expect(after.column('assessmentId')).toEqual(['E-001', 'E-002', 'E-003', 'E-004'].map((id) => ids.get(id)))
    expect(after.column('problem')).toEqual([null, null, null, null])

    const third = await space.assess('again.xlsx', '-o', 'third.xlsx')
    expect([third.summary.outcomes, sandbox.count()]).toEqual([{ scored: 4 }, 4])
    expect((await readOutput(space.path('third.xlsx'))).results).toEqual(after.results)
  })

  it('a column that is headed by another name of a result column is refilled in its place too', async () => {
    const space = new Workspace(sandbox.variables)
    space.write(
      'trips.csv',
      toCsv([{ 'Assessment ID': '', ...trip('E-001') }, { ...trip('E-002', { Seniority: 'Boss' }) }]),
    )
    expect((await space.assess('trips.csv')).summary.outcomes).toEqual({ scored: 1, invalid: 1 })
    const { headings } = (await readOutput(space.path(output))).table('Results')
    expect(headings.filter((heading) => /assessment ?id/i.test(heading))).toEqual(['assessmentId'])
    const second = await space.assess(output, '-o', 'again.xlsx')
    expect([second.code, second.summary.outcomes]).toEqual([3, { scored: 1, invalid: 1 }])
    expect(sandbox.count()).toBe(1)
  })
})

describe('after an unknown outcome', () => {
  const noWait = ['--no-wait', '--request-timeout', '1s'] as const

  interface Scene {
    space: Workspace
    /** Who was created, once for each time. */
    created(): string[]
    /** How the service answers a create of E-002 from now on. */
    answer(reply: Reply | undefined): void
    run(...options: readonly string[]): Promise<Ended>
    read(): Promise<Output>
    /** Types into the sheet `Unknown` of the output. */
    resolve(text: string | number): Promise<void>
    attempts(): Promise<string[]>
  }

  /** Three trips, of which nobody knows what became of the second. */
  async function createScene(): Promise<Scene> {
    let reply: Reply | undefined = 'drop'
    const service = await startService((received) => (isCreateOf('E-002', received) ? reply : undefined))
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(3)))
    const scene: Scene = {
      space,
      created: () => service.created().toSorted(),
      answer: (next) => {
        reply = next
      },
      run: (...options) => space.assess('trips.csv', ...noWait, ...options),
      read: () => readOutput(space.path(output)),
      resolve: (text) =>
        editWorkbook(space.path(output), [
          { sheet: 'Unknown', row: 2, values: { resolution: text, reason: 'seen there' } },
        ]),
      attempts: async () => {
        const { stdout } = await space.run(['status', 'trips.csv', '--attempts'])
        return stdout.split('\n').filter((line) => line.includes(' row 3 '))
      },
    }
    expect((await scene.run()).summary.outcomes).toEqual({ accepted: 2, unknown: 1 })
    scene.answer(undefined)
    return scene
  }

  const createdOnce = ['E-001', 'E-002', 'E-003']
  const createdTwice = ['E-001', 'E-002', 'E-002', 'E-003']

  it('“not created”, typed into the sheet Unknown, sends the row once more; the log says that a person said so', async () => {
    const { resolve, run, created, attempts } = await createScene()
    await resolve(' Not  created ')
    const { code, summary, stderr } = await run()
    expect([code, summary.outcomes], stderr).toEqual([0, { accepted: 3 }])
    expect(stderr).toContain('1 unknown row moved on')
    expect(created()).toEqual(createdTwice)
    expect(await attempts()).toEqual([
      expect.stringContaining('create  unknown'),
      expect.stringMatching(
        /resolve {2}ready \(E-002\): a person says of the sending at \S+Z: not-created, known by: seen there/,
      ),
      expect.stringContaining('create HTTP 200  accepted (E-002): A-E-002'),
    ])
    expect((await run()).summary.outcomes).toEqual({ accepted: 3 })
    expect(created()).toHaveLength(4)
  })

  it('an assessment id, typed there, is accepted and polled; nothing is sent', async () => {
    const { space, resolve, created, attempts, read } = await createScene()
    await resolve(identifierOf('E-002'))
    const { code, summary } = await space.assess('trips.csv')
    expect([code, summary.outcomes]).toEqual([0, { scored: 3 }])
    expect(created()).toEqual(createdOnce)
    expect((await read()).column('assessmentId')).toEqual(createdOnce.map(identifierOf))
    expect(await attempts()).toContainEqual(
      expect.stringMatching(/resolve {2}accepted \(E-002\): a person says of the sending at .*: A-E-002/),
    )
  })

  it('an assessment id, typed into the column assessmentId of the row, is accepted as well', async () => {
    const { space, created, attempts } = await createScene()
    await editWorkbook(space.path(output), [
      { sheet: 'Results', row: 'E-002', values: { assessmentId: identifierOf('E-002') } },
    ])
    const { summary } = await space.assess(output, '-o', 'again.xlsx')
    expect([summary.outcomes, created()]).toEqual([{ scored: 3 }, createdOnce])
    expect(await attempts()).toContainEqual(
      expect.stringMatching(/resolve {2}accepted \(E-002\): the sheet names A-E-002/),
    )
  })

  it('what is no answer is not taken for one: the row stays unknown, and a warning names the cell', async () => {
    const service = await startService(({ fields }) => (fields['employeeId'] === 'E-001' ? undefined : 'drop'))
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(5)))
    await space.assess('trips.csv', ...noWait)
    const typed = ['I think so', 'yes', 1.7e17, identifierOf('E-001')]
    await editWorkbook(
      space.path(output),
      typed.map((resolution, index) => ({ sheet: 'Unknown', row: index + 2, values: { resolution } })),
    )
    const { code, summary, stderr } = await space.assess('trips.csv', ...noWait)
    expect([code, summary.outcomes, service.created().length]).toEqual([4, { accepted: 1, unknown: 4 }, 5])
    expect(stderr).toMatch(/Unknown!\w+2: “I think so” is not understood; expected “not created” or the assessment id/)
    expect(stderr).toMatch(/Unknown!\w+3: “yes” is not understood/)
    expect(stderr).toMatch(/Unknown!\w+4: “\S+” is not understood/)
    expect(stderr).toMatch(/Unknown!\w+5: A-E-001 belongs to another row already/)
    expect((await readOutput(space.path(output))).table('Unknown').rows).toHaveLength(4)
  })

  it('“not created” said of an earlier sending never counts for a later one', async () => {
    const { space, answer, resolve, run, created } = await createScene()
    copyFileSync(space.path(output), space.path('earlier.xlsx'))
    await resolve('not created')
    answer('drop')
    expect((await run()).summary.outcomes).toEqual({ accepted: 2, unknown: 1 })
    expect(created()).toEqual(createdTwice)
    answer(undefined)

    // The old workbook, with the answer that was right then.
    await editWorkbook(space.path('earlier.xlsx'), [
      { sheet: 'Unknown', row: 2, values: { resolution: 'not created', reason: 'seen there' } },
    ])
    const stale = await space.assess('earlier.xlsx', ...noWait)

    expect([stale.code, stale.summary.outcomes], stale.stderr).toEqual([4, { accepted: 2, unknown: 1 }])
    expect(stale.stderr).toContain('was said of an earlier sending')
    expect(created()).toHaveLength(4)

    // The twin: with a reference to the later sending the very same answer counts.
    const { reference } = (await readOutput(space.path('output/earlier.assessed.xlsx'))).table('Unknown').rows[0] ?? {}
    await editWorkbook(space.path('earlier.xlsx'), [
      { sheet: 'Unknown', row: 2, values: { reference: String(reference) } },
    ])
    const fresh = await space.assess('earlier.xlsx', ...noWait)
    expect([fresh.code, fresh.summary.outcomes], fresh.stderr).toEqual([0, { accepted: 3 }])
    expect(created()).toHaveLength(5)
  })

  it('the answer is read from the workbook handed in as well, and --dry-run shows what it would do', async () => {
    const { space, resolve, created } = await createScene()
    await resolve('not created')
    const plan = await space.run(['assess', output, '--dry-run', '--json', ...noWait])
    expect(JSON.parse(plan.stdout).firstRequests).toMatchObject([{ employeeId: 'E-002' }])
    expect(created()).toEqual(createdOnce)
    const { summary } = await space.assess(output, '-o', 'again.xlsx', ...noWait)
    expect(summary.outcomes).toEqual({ accepted: 3 })
    expect(created()).toEqual(createdTwice)
  })

  it('what stands there for assessments is no answer for decide', async () => {
    const { space, resolve, run } = await createScene()
    await resolve('recorded')
    await editWorkbook(space.path(output), [{ sheet: 'Results', row: 1, values: { outcome: 'status' } }])
    const decided = await space.run(['decide', output, '--sheet', 'Results', '--json'])
    expect(decided.summary.outcomes, decided.stderr).toEqual({ invalid: 3 })
    expect(decided.stderr).not.toMatch(/Unknown!|moved on/)
    expect((await run()).summary.outcomes).toEqual({ accepted: 2, unknown: 1 })
  })

  it('of a decision: “recorded” ends it, “not recorded” sends it again, both in the order of the sheet', async () => {
    let isDown = true
    const service = await startDecisionService(({ endpoint }) =>
      isDown && endpoint === 'rwa_update' ? 'drop' : undefined,
    )
    const space = new Workspace(service.variables)
    const rows = ['A-1', 'A-2'].flatMap((assessmentId) => [
      { assessmentId, status: 'Pending' },
      { assessmentId, status: 'Rejected', managerId: 'M-1' },
    ])
    space.write('decisions.csv', toCsv(rows))
    const run = (): Promise<Ended> => space.run(['decide', 'decisions.csv', '--yes', '--json'])
    expect((await run()).summary.outcomes).toEqual({ unknown: 2, skipped: 2 })
    await editWorkbook(space.path('output/decisions.decided.xlsx'), [
      { sheet: 'Unknown', row: 'A-1', values: { resolution: 'recorded' } },
      { sheet: 'Unknown', row: 'A-2', values: { resolution: 'not recorded', reason: 'seen there' } },
    ])
    isDown = false
    const sent = service.requests.length
    const { code, summary, stderr } = await run()
    expect([code, summary.outcomes], stderr).toEqual([0, { decided: 4 }])
    const later = service.requests.slice(sent).map(({ fields }) => [fields['assessmentId'], fields['status']])
    expect(later.toSorted()).toEqual([
      ['A-1', 'Rejected'],
      ['A-2', 'Pending'],
      ['A-2', 'Rejected'],
    ])
  })
})
