import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sentTo, startDecisionService } from '../support/decision-service.ts'
import { type Output, readOutput } from '../support/outputs.ts'
import { type Ended, Workspace } from '../support/program.ts'
import { readInvited } from '../support/sandbox-decisions.ts'
import { type Received, type Reply, refusal, type Service } from '../support/service.ts'
import { TestSandbox } from '../support/test-sandbox.ts'
import { type Row, toCsv, toXlsx } from '../support/trips.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await TestSandbox.start()
})
afterAll(() => sandbox.close())

function person(staffId: string, changes: Row = {}): Row {
  return {
    'First name': 'Ann',
    'Last name': 'Lee',
    'E-mail': `${staffId.toLowerCase()}@example.com`,
    'Staff ID': staffId,
    ...changes,
  }
}

function createSpace(service: Pick<Service, 'variables'>, rows: readonly Row[]): Workspace {
  const space = new Workspace(service.variables)
  space.write('staff.csv', toCsv(rows))
  return space
}

function invite(space: Workspace, ...options: readonly string[]): Promise<Ended> {
  return space.run(['invite', 'staff.csv', '--json', '--yes', ...options])
}

function invited(space: Workspace): Promise<Output> {
  return readOutput(space.path('output/staff.invited.xlsx'))
}

/** Answers to what somebody is invited with so, as told; all others well. */
function replyTo(staffId: string, reply: Reply): (received: Received) => Reply | undefined {
  return ({ endpoint, fields }) =>
    endpoint === 'create_pending_user' && fields['staff_id'] === staffId ? reply : undefined
}

it('invites everybody once: the service has them, the workbook their user ids, and a further run sends nothing', async () => {
  const space = createSpace(
    sandbox,
    ['I-1', 'I-2', 'I-3'].map((id) => person(id)),
  )
  const first = await invite(space)
  expect([first.code, first.summary.outcomes], first.stderr).toEqual([0, { invited: 3 }])
  expect(first.stderr).toMatch(/invite: 3 to send to .*\(test environment\)/)
  const there = readInvited(sandbox.dataFile)
  expect(there.map(({ staffId, email }) => [staffId, email]).toSorted()).toEqual([
    ['I-1', 'i-1@example.com'],
    ['I-2', 'i-2@example.com'],
    ['I-3', 'i-3@example.com'],
  ])
  const userIds = new Map(there.map(({ staffId, userId }) => [staffId, userId]))
  const output = await invited(space)
  expect(output.column('userId')).toEqual(['I-1', 'I-2', 'I-3'].map((id) => userIds.get(id)))

  const second = await space.run(['invite', 'staff.csv', '--json'])
  expect([second.code, second.summary.alreadyDone]).toEqual([0, 3])
  expect(readInvited(sandbox.dataFile)).toEqual(there)
})

it('addresses are checked and trimmed: what is around one is left out and said, what is none is invalid', async () => {
  const service = await startDecisionService()
  const space = new Workspace(service.variables)
  const addresses = [
    ['  a1@example.com \n', 'a1@example.com'],
    ['Ann Lee <a2@example.com>', 'a2@example.com'],
    ['"Lee, Ann"\n<a3@example.com>', 'a3@example.com'],
    ['mailto:a4@example.com', 'a4@example.com'],
    ['a5@\nexample.com', undefined],
    ['a6@example.com; b6@example.com', undefined],
    ['a7.example.com', undefined],
    ['Ann Lee', undefined],
  ] as const
  space.write(
    'staff.xlsx',
    await toXlsx(addresses.map(([written], index) => person(`S-${index}`, { 'E-mail': written }))),
  )
  const { code, summary } = await space.run(['invite', 'staff.xlsx', '--json', '--yes'])
  expect([code, summary.outcomes]).toEqual([3, { invited: 4, invalid: 4 }])
  const sent = sentTo(service, 'create_pending_user').map(({ email }) => email)
  expect(sent.toSorted()).toEqual(addresses.flatMap(([, meant]) => meant ?? []))
  const output = await invited(space)
  const problems = output.column('problem').map(String)
  expect(problems[4]).toContain('must be one e-mail address without spaces or line breaks inside')
  expect(problems.slice(4).every((problem) => problem.startsWith('C'))).toBe(true)
  const warnings = output.table('Problems').rows.filter(({ outcome }) => outcome === 'warning')
  expect(warnings.map(({ row, problem }) => [row, problem])).toEqual([
    [3, 'only the address a2@example.com is used.'],
    [4, 'only the address a3@example.com is used.'],
  ])
})

it('the same staff ID or address twice in the sheet is a duplicate that says what is shared, and with which row', async () => {
  const service = await startDecisionService()
  const space = createSpace(service, [
    person('S-1'),
    person('S-1', { 'E-mail': 'other@example.com' }),
    person('S-3', { 'E-mail': 'S-1@EXAMPLE.com' }),
    person('S-1'),
    person('S-5', { 'E-mail': 'none' }),
    person('S-5'),
  ])
  const { code, summary } = await invite(space)
  expect([code, summary.outcomes]).toEqual([3, { invited: 2, duplicate: 3, invalid: 1 }])
  expect(
    sentTo(service, 'create_pending_user')
      .map(({ staff_id }) => staff_id)
      .toSorted(),
  ).toEqual(['S-1', 'S-5'])
  const problems = (await invited(space)).column('problem').map(String)
  expect(problems[1]).toBe('same staff_id S-1 as row 2; not sent')
  expect(problems[2]).toBe('same email s-1@example.com as row 2; not sent')
  expect(problems[3]).toBe('same content as row 2; not sent')
})

it('staff IDs are one person in whatever capitals', async () => {
  const service = await startDecisionService()
  const space = createSpace(service, [person('C-10'), person('c-10', { 'E-mail': 'other@example.com' })])
  expect((await invite(space)).summary.outcomes).toEqual({ invited: 1, duplicate: 1 })
  expect((await invited(space)).column('problem')[1]).toBe('same staff_id c-10 as row 2; not sent')
})

it('an address one letter from the domain of the others is pointed out by its cell, and sent all the same', async () => {
  const service = await startDecisionService()
  const mails = ['a@acme.example', 'b@acme.example', 'c@acme.exmaple', 'd@acme.exampl', 'e@other.example']
  const space = createSpace(
    service,
    mails.map((mail, at) => person(`S-${at}`, { 'E-mail': mail })),
  )
  const { stderr, summary } = await invite(space)
  expect(stderr).toContain('“E-mail”: C4, C5 are one letter from acme.example, which 2 addresses have: mistyped?')
  expect(summary.outcomes).toEqual({ invited: 5 })
})

it('a person whom another sheet of the ledger has invited is known, and invited again only when told', async () => {
  const service = await startDecisionService()
  const space = createSpace(service, [person('C-21'), person('C-22'), person('C-23')])
  await invite(space)
  const others = [
    person('C-21'),
    person('C-99', { 'E-mail': 'C-22@EXAMPLE.com' }),
    person('c-23', { 'E-mail': 'new@example.com' }),
    person('C-24'),
  ]
  space.write('june.csv', toCsv(others))
  const plan = await space.run(['invite', 'june.csv', '--json', '--dry-run'])
  expect(plan.stdout + plan.stderr).toContain('was invited before by staff.csv')
  for (const _ of ['first', 'second']) {
    const { code, summary } = await space.run(['invite', 'june.csv', '--json', '--yes', '-o', 'june.out.csv'])
    expect([code, summary.outcomes]).toEqual([3, { invited: 2, invalid: 2 }])
  }
  expect(sentTo(service, 'create_pending_user').map(({ staff_id }) => staff_id)).toEqual([
    'C-21',
    'C-22',
    'C-23',
    'C-24',
  ])
  const again = await space.run(['invite', 'june.csv', '--json', '--yes', '--again', '-o', 'june.out.csv'])
  expect(again.summary.outcomes).toEqual({ invited: 4 })
})

describe('“Could not create pending user”', () => {
  it('is a rejection with a hint, and the same command asks again', async () => {
    let reply: Reply | undefined = refusal('Could not create pending user')
    const service = await startDecisionService((received) => reply && replyTo('S-2', reply)(received))
    const space = createSpace(service, [person('S-1'), person('S-2')])
    const first = await invite(space)
    expect([first.code, first.summary.outcomes]).toEqual([3, { invited: 1, rejected: 1 }])
    expect((await invited(space)).results[1]).toMatchObject({
      outcome: 'rejected',
      problem: 'Could not create pending user',
      hint: expect.stringMatching(/Check the details, and whether this person already has an account/),
    })
    reply = undefined
    const second = await invite(space)
    expect([second.code, second.summary.outcomes]).toEqual([0, { invited: 2 }])
    expect(sentTo(service, 'create_pending_user').map(({ staff_id }) => staff_id)).toEqual(['S-1', 'S-2', 'S-2'])
  })

  it('is what the sandbox says of somebody who is there', async () => {
    const space = createSpace(sandbox, [person('C-001')])
    expect((await invite(space)).summary.outcomes).toEqual({ rejected: 1 })
  })
})

describe('an invitation that was taken and never answered', () => {
  it('is unknown after silence, half an answer or a 500; nothing looks, and nothing is sent again', async () => {
    const replies: Readonly<Record<string, Reply>> = { 'S-1': 'hang', 'S-2': 'cut', 'S-3': { status: 500, body: '' } }
    const service = await startDecisionService(({ fields }) => replies[String(fields['staff_id'])])
    const space = createSpace(
      service,
      ['S-1', 'S-2', 'S-3', 'S-4'].map((id) => person(id)),
    )
    for (const _ of ['first', 'second']) {
      const { code, summary } = await invite(space, '--request-timeout', '1s')
      expect([code, summary.outcomes]).toEqual([4, { invited: 1, unknown: 3 }])
    }
    expect(service.requests.map(({ endpoint }) => endpoint)).toEqual(Array(4).fill('create_pending_user'))
    const { rows } = (await invited(space)).table('Unknown')
    expect(rows.map((row) => [row['row'], row['staff_id'], row['email']])).toEqual([
      [2, 'S-1', 's-1@example.com'],
      [3, 'S-2', 's-2@example.com'],
      [4, 'S-3', 's-3@example.com'],
    ])
    for (const { hint } of rows) expect(hint).toContain('“not invited”, “invited” or the user id')
  })

  it('is not sent again either when its row is edited: it is held as changed, with old and new shown', async () => {
    const service = await startDecisionService(replyTo('S-1', 'drop'))
    const space = createSpace(service, [person('S-1'), person('S-2')])
    await invite(space)
    space.write(
      'staff.csv',
      toCsv([person('S-1', { 'E-mail': 'new@example.com' }), person('S-2', { 'Last name': 'Li' })]),
    )
    const { code, summary } = await invite(space)
    expect([code, summary.outcomes, service.requests.length]).toEqual([3, { changed: 2 }, 2])
    const problems = (await invited(space)).column('problem').map(String)
    expect(problems[0]).toContain('email was “s-1@example.com”, is “new@example.com”')
    expect(problems[1]).toContain('it was created before as U-S-2; last_name was “Lee”, is “Li”')
    const [hint] = (await invited(space)).column('hint').map(String)
    expect(hint).toContain('the owner of the service first removes the account; then write yes into the column send')
    expect(hint).not.toMatch(/trip|cancel/)
  })
})

it('nobody is invited without a confirmation, or while nobody said what to do with hidden rows', async () => {
  const service = await startDecisionService()
  const space = createSpace(service, [person('S-1')])
  const unconfirmed = await space.run(['invite', 'staff.csv'])
  expect([unconfirmed.code, unconfirmed.stderr]).toEqual([2, expect.stringContaining('--yes')])
  space.write('hidden.xlsx', await toXlsx([person('S-1'), person('S-2')], { hiddenRows: [2] }))
  const hidden = await space.run(['invite', 'hidden.xlsx', '--yes'])
  expect([hidden.code, hidden.stderr]).toEqual([2, expect.stringContaining('--hidden')])
  expect(service.requests).toEqual([])
})
