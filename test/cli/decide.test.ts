import ExcelJS from 'exceljs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fieldRefusal, recorded, sentTo, startDecisionService, startSlowService } from '../support/decision-service.ts'
import { type Output, readCsvOutput, readOutput } from '../support/outputs.ts'
import { type Ended, Workspace } from '../support/program.ts'
import { askSandbox, createAssessments, readDecisions } from '../support/sandbox-decisions.ts'
import { type Received, type Reply, refusal, type Service } from '../support/service.ts'
import { hasTerminal, keys, startOnTerminal } from '../support/terminal.ts'
import { TestSandbox } from '../support/test-sandbox.ts'
import { type Row, toCsv, toXlsx, trips } from '../support/trips.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await TestSandbox.start()
})
afterAll(() => sandbox.close())

const decisionsFile = 'decisions.csv'

const toCsvFile = ['-o', 'decided.csv']

function decide(space: Workspace, ...options: readonly string[]): Promise<Ended> {
  return space.run(['decide', decisionsFile, ...toCsvFile, '--json', '--yes', ...options])
}

/** The rows of that CSV output. */
function decided(space: Workspace): Record<string, unknown>[] {
  return readCsvOutput(space.path('decided.csv')).rows
}

function column(space: Workspace, heading: string): unknown[] {
  return decided(space).map((row) => row[heading])
}

/** The same with a workbook as the output, as it is without a word about it. */
function decideInWorkbook(space: Workspace, ...options: readonly string[]): Promise<Ended> {
  return space.run(['decide', decisionsFile, '--json', '--yes', ...options])
}

function decidedWorkbook(space: Workspace): Promise<Output> {
  return readOutput(space.path('output/decisions.decided.xlsx'))
}

/** A workspace with a sheet of decisions; a row without an assessment of its own is about `A-1`. */
function createSpace(
  service: Pick<Service, 'variables'>,
  rows: readonly Row[],
  whenOver?: (end: () => void) => void,
): Workspace {
  const space = new Workspace(service.variables, whenOver)
  space.write(decisionsFile, toCsv(rows.map((row) => ({ assessmentId: 'A-1', ...row }))))
  return space
}

const pending = { status: 'Pending' }
const managerApproved = { status: 'Manager Approved', managerId: 'M-1' }
const rejected = { status: 'Rejected', managerId: 'M-1' }

describe('each status with each actor', () => {
  /** interface.md, "Required actor by status" and "Errors"; its words for a missing canceller are not shown. */
  const statuses: [written: string, meant: string, needed: readonly string[], words: string][] = [
    ['Pending', 'Pending', [], ''],
    ['pEnDiNg', 'Pending', [], ''],
    ['Manager Approved', 'Manager Approved', ['managerId'], 'Manager ID is required for Manager Approved'],
    ['manager approved', 'Manager Approved', ['managerId'], 'Manager ID is required for Manager Approved'],
    ...['Compliance Approved', 'COMPLIANCE APPROVED', 'Approved', 'approved', 'Final Approved', 'final approved'].map(
      (written): [string, string, string[], string] => [
        written,
        'Compliance Approved',
        ['complianceTeamMemberId'],
        'Compliance Team Member ID is required for Compliance Approved',
      ],
    ),
    [
      'Rejected',
      'Rejected',
      ['managerId', 'complianceTeamMemberId'],
      'Manager ID or Compliance Team Member ID is required for Rejected',
    ],
    ['Canceled', 'Canceled', ['cancelledByStaffId'], 'is required for Canceled'],
    ['cancelled', 'Canceled', ['cancelledByStaffId'], 'is required for Canceled'],
  ]
  const actors: Readonly<Record<string, string>> = {
    nobody: '',
    managerId: 'M-1',
    complianceTeamMemberId: 'C-001',
    cancelledByStaffId: 'S-1',
  }
  const cases = statuses.flatMap(([written, meant, needed, words]) =>
    Object.entries(actors).map(([actor, id]) => {
      const isSent = needed.length === 0 || needed.includes(actor)
      const named: Record<string, string> = actor === 'nobody' ? {} : { [actor]: id }
      return { written, actor, fate: isSent ? 'sent' : 'refused', meant, named, words, assessmentId: '' }
    }),
  )
  let sent: Record<string, unknown>[]
  let output: Output
  /** At the sandbox: it refuses all of these, and stays as it is. */
  let existing: string | undefined

  beforeAll(async () => {
    const ends: (() => void)[] = []
    const keep = (end: () => void): void => void ends.push(end)
    const service = await startDecisionService(undefined, keep)
    for (const [index, one] of cases.entries()) one.assessmentId = `A-${index}`
    const rows = cases.map(({ assessmentId, written, named }) => ({ assessmentId, status: written, ...named }))
    const space = createSpace(service, rows, keep)
    const { code } = await decideInWorkbook(space)
    expect(code).toBe(3)
    sent = sentTo(service, 'rwa_update')
    output = await decidedWorkbook(space)
    existing = (await createAssessments(sandbox, 1))[0]
    return () => {
      for (const end of ends) end()
    }
  })

  it.each(cases)('$written with $actor is $fate', async ({ assessmentId, fate, meant, named, words }) => {
    const requests = sent.filter((request) => request['assessmentId'] === assessmentId)
    const row = output.results.find((result) => result['assessmentId'] === assessmentId)
    if (fate === 'sent') {
      const externalEventId = expect.stringMatching(/^rwa-batch-[0-9a-f]{32}$/)
      expect(requests).toEqual([{ assessmentId, status: meant, ...named, externalEventId }])
      expect(row?.['outcome']).toBe('decided')
      return
    }
    expect(requests).toEqual([])
    expect([row?.['outcome'], row?.['problem']]).toEqual(['invalid', expect.stringContaining(words)])
    const answer = await askSandbox(sandbox, 'rwa_update', { assessmentId: existing, status: meant, ...named })
    // What is refused here is what the service would refuse, in the same words.
    expect(JSON.stringify(answer)).toMatch(meant === 'Canceled' ? /"status":"error"/ : words)
  })
})

describe('a row that cannot be sent', () => {
  it('has a status that is none, the error of a formula, or no assessment: it is invalid, never skipped', async () => {
    const service = await startDecisionService()
    const space = createSpace(service, [{ status: 'Aproved' }, { status: '#N/A' }, { ...pending, assessmentId: '' }])
    const { code, summary } = await decide(space)
    expect([code, summary.outcomes, service.requests]).toEqual([3, { invalid: 3 }, []])
    expect(column(space, 'problem')).toEqual([
      expect.stringContaining('must be Pending, Manager Approved'),
      expect.stringContaining('#N/A'),
      expect.stringContaining('must not be empty'),
    ])
  })

  it('has no status: it is skipped, and the run ends with 0', async () => {
    const service = await startDecisionService()
    const space = createSpace(service, [
      { status: '', note: 'later' },
      { assessmentId: 'A-2', ...pending },
    ])
    const { code, summary } = await decide(space)
    expect([code, summary.outcomes]).toEqual([0, { decided: 1, skipped: 1 }])
    expect(sentTo(service, 'rwa_update')).toHaveLength(1)
  })

  it('has the same assessment and decision as an earlier one: it is a duplicate, whatever its event identifier', async () => {
    const service = await startDecisionService()
    const space = createSpace(service, [
      { ...managerApproved, externalEventId: 'first' },
      { ...managerApproved, externalEventId: 'second' },
    ])
    const { code, summary } = await decide(space)
    expect([code, summary.outcomes]).toEqual([3, { decided: 1, duplicate: 1 }])
    expect(sentTo(service, 'rwa_update')).toHaveLength(1)
    expect(decided(space)[1]).toMatchObject({
      externalEventId: 'second',
      problem: expect.stringContaining('same content as row 2'),
    })
  })
})

describe('what the service refuses', () => {
  it('is rejected in its words with a hint: a member who is not activated, under any status, and no such assessment', async () => {
    const statuses = ['Pending', 'Manager Approved', 'Compliance Approved', 'Rejected', 'Canceled']
    const ids = await createAssessments(sandbox, statuses.length)
    const everybody = { managerId: 'M-1', cancelledByStaffId: 'S-1', complianceTeamMemberId: 'C-404' }
    const rows = ids.map((assessmentId, index) => ({ assessmentId, status: statuses[index] ?? '', ...everybody }))
    const space = createSpace(sandbox, [...rows, { assessmentId: 'nowhere', ...pending }])
    const { code, summary } = await decide(space)
    expect([code, summary.outcomes]).toEqual([3, { rejected: 6 }])
    const results = decided(space)
    const unknownMember =
      'complianceTeamMemberId: Compliance Team Member ID must match a registered, activated staff account in this company.'
    for (const row of results.slice(0, 5)) {
      expect(row['problem']).toContain(unknownMember)
      expect(row['hint']).toContain('finish the account set-up')
    }
    expect(results[5]).toMatchObject({
      problem: 'RWA not found for this company',
      hint: expect.stringContaining('assessmentId'),
    })
    expect(ids.flatMap((assessmentId) => readDecisions(sandbox.dataFile, assessmentId))).toEqual([])
  })

  it('a token that is not accepted ends the run with 2, and no row is lost', async () => {
    const service = await startDecisionService(() => refusal('Invalid authorization token'))
    const { code, summary } = await decide(createSpace(service, [pending, rejected]))
    expect([code, summary.stopped, summary.outcomes]).toEqual([2, 'authorisation', { ready: 2 }])
    expect(service.requests).toHaveLength(1)
  })
})

describe('the rows of one assessment', () => {
  const three = [pending, managerApproved, rejected]

  it('arrive in sheet order at --concurrency 50, each after the answer to the one before', async () => {
    const service = await startSlowService({ seed: 11, longestMs: 25 })
    const ids = Array.from({ length: 20 }, (_, index) => `A-${index}`)
    // All first decisions, then all second ones, then all third ones.
    const rows = three.flatMap((row) => ids.map((assessmentId) => ({ assessmentId, ...row })))
    const { code, summary } = await decide(createSpace(service, rows), '--concurrency', '50')
    expect([code, summary.outcomes]).toEqual([0, { decided: 60 }])
    const inOrder = three.map(({ status }) => status)
    for (const list of [service.arrived, service.answered]) {
      for (const id of ids) {
        expect(list.filter(({ assessmentId }) => assessmentId === id).map(({ status }) => status)).toEqual(inOrder)
      }
    }
    // Others need not wait: the requests did overlap.
    expect(service.answered).not.toEqual(service.arrived)
  })

  it('are held back when an earlier one is refused; a later run sends them', async () => {
    let isRefusing = true
    const service = await startDecisionService(({ fields }) =>
      isRefusing && fields['status'] === 'Manager Approved' ? fieldRefusal('managerId', 'no such manager') : undefined,
    )
    const space = createSpace(service, [...three, { assessmentId: 'A-2', ...pending }])

    const first = await decide(space, '--concurrency', '50')

    expect([first.code, first.summary.outcomes]).toEqual([3, { decided: 2, rejected: 1, skipped: 1 }])
    expect(statusesOf(service, 'A-1')).toEqual(['Pending', 'Manager Approved'])
    expect(decided(space)[2]).toMatchObject({ outcome: 'skipped', problem: 'waits for row 3, which is rejected' })
    const problems = readCsvOutput(space.path('decided.problems.csv')).rows
    expect(problems.map(({ row }) => row)).toEqual(['3', '4'])

    isRefusing = false
    const second = await decide(space, '--concurrency', '50')
    expect([second.code, second.summary.outcomes, second.summary.alreadyDone]).toEqual([0, { decided: 4 }, 2])
    expect(statusesOf(service, 'A-1')).toEqual(['Pending', 'Manager Approved', 'Manager Approved', 'Rejected'])
  })

  it('are held back when an earlier one is invalid; the plan does not count them, and a later run sends them', async () => {
    const service = await startDecisionService()
    const space = createSpace(service, [pending, { status: 'Manager Approved' }, rejected])

    const first = await decide(space)

    expect([first.code, first.summary.outcomes]).toEqual([3, { decided: 1, invalid: 1, skipped: 1 }])
    expect(first.stderr).toContain('decide: 1 to send')
    expect(statusesOf(service, 'A-1')).toEqual(['Pending'])
    expect(column(space, 'problem')[2]).toBe('waits for row 3, which is invalid')

    space.write(decisionsFile, toCsv(three.map((row) => ({ assessmentId: 'A-1', ...row }))))
    const second = await decide(space)
    expect([second.code, second.summary.outcomes]).toEqual([0, { decided: 3 }])
    expect(statusesOf(service, 'A-1')).toEqual(['Pending', 'Manager Approved', 'Rejected'])
  })

  it('are held back when an earlier one is unknown, in this run and in the next', async () => {
    const service = await startDecisionService(dropFirst('Manager Approved'))
    const space = createSpace(service, three)
    for (const expected of [
      { decided: 1, unknown: 1, skipped: 1 },
      { decided: 1, unknown: 1, skipped: 1 },
    ]) {
      const { code, summary } = await decide(space)
      expect([code, summary.outcomes]).toEqual([4, expected])
    }
    expect(statusesOf(service, 'A-1')).toEqual(['Pending', 'Manager Approved'])
    expect(column(space, 'problem')[2]).toBe('waits for row 3, which is unknown')
  })
})

function statusesOf(service: Service, assessmentId: string): unknown[] {
  return sentTo(service, 'rwa_update')
    .filter((request) => request['assessmentId'] === assessmentId)
    .map(({ status }) => status)
}

/** The first decision of a status is taken, and the connection closed without an answer. */
function dropFirst(status: string, reply: Reply = 'drop'): (received: Received) => Reply | undefined {
  let hasDropped = false
  return ({ endpoint, fields }) => {
    if (hasDropped || endpoint !== 'rwa_update' || fields['status'] !== status) return undefined
    hasDropped = true
    return reply
  }
}

describe('a decision that was taken and never answered', () => {
  const options = ['--request-timeout', '1s'] as const

  it('is unknown; one retrieve looks, the row says what was seen, and nothing is sent again', async () => {
    const service = await startDecisionService(dropFirst('Manager Approved', 'hang'))
    const space = createSpace(service, [managerApproved])

    const { code, summary, stderr } = await decideInWorkbook(space, ...options)

    expect([code, summary.outcomes]).toEqual([4, { unknown: 1 }])
    expect(service.requests.map(({ endpoint }) => endpoint)).toEqual(['rwa_update', 'rwa_retrieve'])
    expect(service.requests[1]?.fields).toEqual({ assessmentId: 'A-1' })
    expect(stderr).toContain('sheet Unknown')
    const output = await decidedWorkbook(space)
    const problem = String(output.results[0]?.['problem'])
    expect(problem).toContain('timed out after 1 s')
    expect(problem).toContain('the service answers and shows complianceTeamMemberId “”, managerId “”')
    expect(problem).toContain('M-1 is not there: probably not recorded')
    expect(output.table('Unknown').rows).toEqual([
      expect.objectContaining({
        row: 2,
        assessmentId: 'A-1',
        status: 'Manager Approved',
        managerId: 'M-1',
        hint: expect.stringContaining('“not recorded” or “recorded”'),
        externalEventId: service.requests[0]?.fields['externalEventId'],
      }),
    ])

    const again = await decide(space, ...options)
    expect([again.code, again.summary.outcomes]).toEqual([4, { unknown: 1 }])
    expect(service.requests).toHaveLength(2)

    const resent = await decide(space, ...options, '--retry-unknown')
    expect([resent.code, resent.summary.outcomes]).toEqual([0, { decided: 1 }])
    const [first, second] = sentTo(service, 'rwa_update')
    // Whoever keeps events apart by their identifier can tell that it is the same one.
    expect(second).toEqual(first)
  })

  it('stops the run when the look shows that the token is refused', async () => {
    const service = await startDecisionService(({ endpoint, fields }) => {
      if (endpoint === 'rwa_retrieve') return refusal('Invalid Auth')
      return fields['assessmentId'] === 'A-1' ? 'hang' : undefined
    })
    const rows = Array.from({ length: 3 }, (_, index) => ({ assessmentId: `A-${index + 1}`, ...managerApproved }))
    const space = createSpace(service, rows)
    const { code, summary } = await decide(space, ...options, '--concurrency', '1')
    expect([code, summary.stopped, summary.outcomes['unknown']]).toEqual([2, 'authorisation', 1])
    expect(String(column(space, 'problem')[0])).toContain('the service says: Invalid Auth')
    expect(service.requests.at(-1)?.endpoint).toBe('rwa_retrieve')
  })

  it('is listed with what it is known by: the person, the trip, the note and the event', async () => {
    const service = await startDecisionService(dropFirst('Manager Approved', 'hang'))
    const trip = { employeeId: 'E-1', Name: 'Ada', destination: 'Spain', startDate: '2026-05-01' }
    const space = createSpace(service, [{ ...managerApproved, ...trip, note: 'agreed' }])
    await decideInWorkbook(space, ...options)
    const { Name: name, ...known } = trip
    const own = { ...known, name, note: 'agreed', externalEventId: expect.stringMatching(/^rwa-batch-/) }
    const [row] = (await decidedWorkbook(space)).table('Unknown').rows
    expect(row).toMatchObject({ ...own, hint: expect.stringContaining('the report page of the trip') })
  })

  it('is listed with the report page of its trip, and what its staff means, where this ledger knows the trip', async () => {
    const space = new Workspace({})
    space.write('trips.csv', toCsv(trips(1)))
    await space.run(['assess', 'trips.csv', '--sandbox', '-o', 'trips.out.csv'])
    const set = ['status=Manager Approved', 'managerId=M-1'].flatMap((each) => ['--set', each])
    const faults = ['--faults', 'update.reset-after=100%']
    const input = 'trips.out.simulated.csv'
    await space.run(['decide', input, '--sandbox', ...set, '-o', 'decided.csv', '--yes', ...faults])
    const { rows } = readCsvOutput(space.path('decided.simulated.unknown.csv'))
    expect(rows).toEqual([expect.objectContaining({ employeeId: 'E-001', reportUrl: expect.stringMatching(/^http/) })])
    expect(rows[0]?.['problem']).toContain(
      'M-1 is there now: probably recorded, unless an earlier decision named M-1 too',
    )
  })

  it('is looked at by the next start where the run that sent it was stopped', async () => {
    let isRefused = true
    const service = await startDecisionService(({ endpoint }) => {
      if (isRefused) return endpoint === 'rwa_retrieve' ? refusal('Invalid Auth') : 'cut'
      return undefined
    })
    const space = createSpace(service, [managerApproved])
    expect((await decide(space, ...options)).summary.stopped).toBe('authorisation')
    isRefused = false
    const before = service.requests.length
    const next = await decide(space, ...options)
    expect([next.code, next.summary.outcomes]).toEqual([4, { unknown: 1 }])
    expect(service.requests.slice(before).map(({ endpoint }) => endpoint)).toEqual(['rwa_retrieve'])
    expect(String(column(space, 'problem')[0])).toContain('the service answers and shows')
    await decide(space, ...options)
    expect(service.requests).toHaveLength(before + 1)
  })

  it('has in its row what the look showed, whatever that is', async () => {
    const seen: Readonly<Record<string, [Reply, words: string]>> = {
      'A-1': [refusal('Pending'), 'the scores are not ready'],
      'A-2': [refusal('Not Found'), 'the service says: Not Found'],
      'A-3': ['hang', 'timed out'],
    }
    const service = await startDecisionService(({ endpoint, fields }) =>
      endpoint === 'rwa_retrieve' ? seen[String(fields['assessmentId'])]?.[0] : 'cut',
    )
    const ids = Object.keys(seen)
    const rows = ids.map((assessmentId) => ({ assessmentId, ...managerApproved }))
    const space = createSpace(service, rows)
    expect((await decide(space, ...options)).summary.outcomes).toEqual({ unknown: 3 })
    expect(service.requests).toHaveLength(6)
    for (const { assessmentId, problem } of decided(space)) {
      const look = String(problem).split('looked at afterwards')[1]
      expect(look).toContain(seen[String(assessmentId)]?.[1])
    }
  })
})

describe('the plan', () => {
  it('shows counts by status, where to, whether that is the test environment, and the first rows', async () => {
    const service = await startDecisionService()
    const space = createSpace(service, [pending, managerApproved, { ...pending, assessmentId: 'A-2' }])
    const { code, stderr } = await decide(space)
    expect(code).toBe(0)
    expect(stderr).toContain(`decide: 3 to send to ${service.baseUrl} (test environment)`)
    expect(stderr).toMatch(/^ +2 {2}Pending$/m)
    expect(stderr).toMatch(/^ +1 {2}Manager Approved$/m)
    expect(stderr).toMatch(/^ +1 {2}by M-1$/m)
    expect(stderr).toContain('row 2 · Pending · A-1')
  })

  it('says what it replaces, who disagrees with whom, what --set fills, and whom the first rows are about', async () => {
    const service = await startDecisionService()
    const space = createSpace(service, [managerApproved, { assessmentId: 'A-2', ...managerApproved }])
    await decide(space)
    const about = { employeeId: 'E-12', destination: 'Portugal' }
    space.write(
      decisionsFile,
      toCsv([
        { assessmentId: 'A-1', status: 'Rejected', managerId: 'M-7', note: 'no visa', ...about },
        { assessmentId: 'A-2', status: '', managerId: 'M-1', note: '', ...about },
        { assessmentId: 'A-1', status: 'Pending', managerId: '', note: '', ...about },
        { assessmentId: 'A-3', status: 'Aproved', managerId: '', note: '', ...about },
      ]),
    )
    const { stderr } = await decide(space, '--set', 'status=Manager Approved')
    expect(stderr).toContain('rows with the same assessmentId that do not say the same: A-1 (row 2, row 4)')
    expect(stderr).toContain('status is “Manager Approved” in 1 row that has it empty (--set)')
    expect(stderr).toMatch(/^ +1 {2}by M-7$/m)
    expect(stderr).toMatch(
      / 1 {2}replace what was recorded before:\n +row 2: Rejected replaces Manager Approved by \S+ of \d{4}-/,
    )
    expect(stderr).toMatch(
      /row 2 · E-12 · Portugal · Rejected by M-7 · replaces Manager Approved by M-1 of .* · no visa · A-1/,
    )
    expect(column(space, 'hint')[3]).toContain('Did you mean “Approved”?')
    const checked = await space.run(['check', 'decide', decisionsFile])
    expect(`${checked.stdout}${checked.stderr}`).toContain('do not say the same: A-1')
  })

  it('cannot be confirmed where there is no terminal: without --yes nothing is sent, exit 2', async () => {
    const service = await startDecisionService()
    const space = createSpace(service, [pending])
    const { code, stderr } = await space.run(['decide', decisionsFile])
    expect([code, service.requests]).toEqual([2, []])
    expect(stderr).toContain('1 to send')
    expect(stderr).toContain('--yes')
    expect(stderr).not.toMatch(/\n {4}at /)
    const status = await space.run(['status', decisionsFile, '--json'])
    expect(JSON.parse(status.stdout).runs).toEqual([])
    expect((await decide(space)).summary.outcomes).toEqual({ decided: 1 })
  })

  describe.skipIf(!hasTerminal)('on a terminal (skipped where there is no `script` of util-linux)', () => {
    it.each([
      ['the number of decisions', `2${keys.enter}`, 0, 2],
      ['another number', `3${keys.enter}`, 2, 0],
      ['the end of the input (Ctrl-D)', keys.endOfInput, 2, 0],
      ['an interrupt (Ctrl-C)', keys.interrupt, 2, 0],
    ])('%s typed: exit and requests are as they should be', async (_, typed, code, sent) => {
      const service = await startDecisionService()
      const space = createSpace(service, [pending, managerApproved])
      const session = startOnTerminal(space.folder, ['decide', decisionsFile], service.variables)
      await session.until('Type the number')
      session.type(typed)
      expect([await session.ended, service.requests.length], session.said()).toEqual([code, sent])
      if (code === 2) expect(session.said()).toContain('nothing was sent')
      expect(session.said()).not.toContain('Detected unsettled')
    })

    it('a signal to end while the question stands ends it, and nothing is sent', async () => {
      const service = await startDecisionService()
      const space = createSpace(service, [pending])
      const session = startOnTerminal(space.folder, ['decide', decisionsFile], service.variables)
      await session.until('Type the number')
      const { stdout } = await space.run(['status', '--json'])
      process.kill(Number(/process (\d+)/.exec(JSON.parse(stdout).holder)?.[1]), 'SIGTERM')
      expect([await session.ended, service.requests.length]).toEqual([2, 0])
    })
  })
})

describe('hidden rows', () => {
  let hidden: Uint8Array
  beforeAll(async () => {
    const rows = ['A-1', 'A-2', 'A-3'].map((assessmentId) => ({ assessmentId, ...pending }))
    hidden = await toXlsx(rows, { hiddenRows: [3] })
  })

  it.each<[string, string[], number, string[]]>([
    ['without an answer: exit 2, nothing is sent', [], 2, []],
    ['with --hidden include all are sent', ['--hidden', 'include'], 0, ['A-1', 'A-2', 'A-3']],
    ['with --hidden skip they are left out', ['--hidden', 'skip'], 0, ['A-1', 'A-3']],
  ])('%s', async (_, options, code, sent) => {
    const service = await startDecisionService()
    const space = new Workspace(service.variables)
    space.write('hidden.xlsx', hidden)
    const ended = await space.run(['decide', 'hidden.xlsx', ...toCsvFile, '--yes', ...options])
    expect(ended.code, ended.stderr).toBe(code)
    expect(
      sentTo(service, 'rwa_update')
        .map(({ assessmentId }) => assessmentId)
        .toSorted(),
    ).toEqual(sent)
    if (code === 2) expect(ended.stderr).toMatch(/hidden \(3\)[\s\S]*--hidden include/)
  })
})

describe('externalEventId', () => {
  it('is the same for the same row in every run, and in every process', async () => {
    const service = await startDecisionService(({ fields }) =>
      fields['status'] === 'Rejected' ? refusal('not now') : undefined,
    )
    const space = createSpace(service, [rejected, { assessmentId: 'A-2', ...rejected }])
    await decide(space)
    // Another order, another line, another name of the file: it is the same row.
    space.write(decisionsFile, toCsv(['A-3', 'A-2', 'A-1'].map((assessmentId) => ({ assessmentId, ...rejected }))))
    await decide(space)
    const ids = new Map<unknown, unknown[]>()
    for (const { assessmentId, externalEventId } of sentTo(service, 'rwa_update')) {
      ids.set(assessmentId, [...(ids.get(assessmentId) ?? []), externalEventId])
    }
    expect(ids.get('A-1')?.length).toBe(2)
    expect(new Set(ids.get('A-1')).size).toBe(1)
    expect(new Set(ids.get('A-2')).size).toBe(1)
    expect(new Set([...ids.values()].flat()).size).toBe(3)
    expect(column(space, 'externalEventId')).toEqual(['A-3', 'A-2', 'A-1'].map((id) => ids.get(id)?.[0]))
  })

  it('is the sheet’s own where it has one, also one that was filled in after a refusal', async () => {
    let isRefusing = true
    const service = await startDecisionService(() => (isRefusing ? refusal('not now') : recorded))
    const space = createSpace(service, [
      { ...pending, 'External event ID': 'own-1' },
      { ...rejected, 'External event ID': '' },
    ])
    await decide(space)
    isRefusing = false
    space.write(
      decisionsFile,
      toCsv([
        { assessmentId: 'A-1', ...pending, 'External event ID': 'own-1' },
        { assessmentId: 'A-1', ...rejected, 'External event ID': 'own-2' },
      ]),
    )
    expect((await decide(space)).code).toBe(0)
    expect(sentTo(service, 'rwa_update').map(({ externalEventId }) => externalEventId)).toEqual([
      'own-1',
      'own-1',
      'own-2',
    ])
    const { headings } = readCsvOutput(space.path('decided.csv'))
    expect(headings.filter((heading) => /event/i.test(heading))).toEqual(['externalEventId'])
    expect(column(space, 'externalEventId')).toEqual(['own-1', 'own-2'])
  })
})

describe('a further run', () => {
  it('sends nothing and asks nobody, and the workbook that was written can be handed in', async () => {
    const service = await startDecisionService()
    const space = createSpace(service, [pending, managerApproved, { status: '' }])
    await decideInWorkbook(space)
    const sent = service.requests.length
    const second = await space.run(['decide', decisionsFile])
    expect([second.code, service.requests.length]).toEqual([0, sent])
    const fed = await space.run(['decide', 'output/decisions.decided.xlsx', '--json', '-o', 'fed.xlsx'])
    expect([fed.code, fed.summary.outcomes, service.requests.length]).toEqual([0, { decided: 2, skipped: 1 }, sent])
    const [before, after] = [await decidedWorkbook(space), await readOutput(space.path('fed.xlsx'))]
    expect(after.results).toEqual(before.results)
    expect(after.table('Results').headings).toEqual(before.table('Results').headings)
  })
})

it('of several sheets that fit, Decisions is read, unless another one is named', async () => {
  const service = await startDecisionService()
  const space = new Workspace(service.variables)
  const workbook = new ExcelJS.Workbook()
  for (const name of ['Last quarter', 'Decisions', 'Drafts']) {
    workbook.addWorksheet(name).addRows([
      ['assessmentId', 'status'],
      [name, 'Pending'],
    ])
  }
  await workbook.xlsx.writeFile(space.path('book.xlsx'))
  for (const options of [[], ['--sheet', 'Drafts']]) {
    await space.run(['decide', 'book.xlsx', ...toCsvFile, '--yes', ...options])
  }
  expect(sentTo(service, 'rwa_update').map(({ assessmentId }) => assessmentId)).toEqual(['Decisions', 'Drafts'])
})

it('--set fills the empty cells of a field, and no others', async () => {
  const service = await startDecisionService()
  const approved = { status: 'Approved', complianceTeamMemberId: '' }
  const space = createSpace(service, [
    { assessmentId: 'A-1', ...approved },
    { assessmentId: 'A-2', ...approved, complianceTeamMemberId: 'C-9' },
  ])
  expect((await decide(space, '--set', 'complianceTeamMemberId=C-001')).code).toBe(0)
  const members = sentTo(service, 'rwa_update').map((row) => [row['assessmentId'], row['complianceTeamMemberId']])
  expect(members.toSorted()).toEqual([
    ['A-1', 'C-001'],
    ['A-2', 'C-9'],
  ])
})
