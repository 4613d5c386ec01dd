import { describe, expect, it } from 'vitest'
import { isLooser } from '../rooms/app/ledger.ts'
import { coversNoteRule, findNoteLimit, readNoteRule } from '../rooms/operations/decide.ts'
import { sentTo, startDecisionService } from '../support/decision-service.ts'
import { editWorkbook } from '../support/edit-workbook.ts'
import { readOutput } from '../support/outputs.ts'
import { hasPostgres, usePostgres } from '../support/postgres.ts'
import { Workspace } from '../support/program.ts'
import { json, scores } from '../support/service.ts'
import { type Row, toCsv, trip } from '../support/trips.ts'
import { enterPage } from '../web/page-client.ts'

describe('a rule of notes', () => {
  it.each([
    ['rejected', 'Rejected'],
    ['compliance approved >= 7', 'Compliance Approved>=7'],
    ['Manager Approved≥7.50', 'Manager Approved>=7.5'],
    ['>=8', '>=8'],
    ['Approved by me', undefined],
    ['Rejected>=', undefined],
    ['>=high', undefined],
    ['', undefined],
  ])('%s is read as %s', (text, expected) => {
    expect(readNoteRule(text)).toBe(expected)
  })

  it.each([
    [['Rejected'], 'Rejected', Number.NEGATIVE_INFINITY],
    [['Rejected'], 'Canceled', undefined],
    [['Rejected>=7', '>=8'], 'Rejected', 7],
    [['Rejected>=7', '>=8'], 'Canceled', 8],
    [['Rejected>=7', 'Rejected'], 'Rejected', Number.NEGATIVE_INFINITY],
  ])('%j asks for a note of %s from %s on', (rules, status, from) => {
    expect(findNoteLimit(rules, status)).toBe(from)
  })

  it.each([
    ['Rejected', 'Rejected>=7', true],
    ['Rejected>=7', 'Rejected', false],
    ['>=7', 'Rejected>=7', true],
    ['>=7', 'Rejected>=6', false],
    ['Rejected>=5', '>=7', false],
  ])('%s covers %s: %s', (one, other, expected) => {
    expect(coversNoteRule(one, other)).toBe(expected)
  })

  it.each([
    [['>=7'], ['>=6'], false],
    [['>=6'], ['>=7'], true],
    [['Rejected>=6'], ['Rejected'], false],
    [['Rejected'], ['Rejected>=1'], true],
    [['Rejected'], ['Rejected', '>=7'], false],
  ])('from %j to %j loosens it: %s', (from, to, expected) => {
    expect(isLooser('noteFor', from, to)).toBe(expected)
  })
})

/** Each trip has the score that its ID names. */
async function createScene(ledger: string, noteFor = 'compliance approved>=7') {
  const service = await startDecisionService(({ endpoint, fields }) => {
    const [assessmentId, overallTrip] = [
      String(fields['assessmentId']),
      Number(/\d/.exec(String(fields['assessmentId']))),
    ]
    if (endpoint !== 'rwa_retrieve') return undefined
    const about = { assessmentId, employeeId: assessmentId.slice(2), complianceTeamMemberId: '', managerId: '' }
    return json({ status: 'success', data: { ...scores, overallTrip, ...about } })
  })
  const space = new Workspace({ ...service.variables, RWA_LEDGER: ledger })
  space.write('trips.csv', toCsv([trip('E8'), trip('E6'), trip('E9')]))
  expect((await space.assess('trips.csv')).summary.outcomes).toEqual({ scored: 3 })
  const set = await space.run(['ledger', 'rules', '--set', `noteFor=${noteFor}`])
  expect(set.code, set.stderr).toBe(0)
  return { service, space }
}

const decision = (id: string, more: Row = {}): Row => ({
  assessmentId: id,
  status: 'Compliance Approved',
  complianceTeamMemberId: 'C-001',
  note: '',
  Overall: '',
  ...more,
})

function tellNotes(server: { address(): string } | undefined): void {
  const open = (): string => server?.address() ?? 'ledger.sqlite'

  it('is asked for by plan, run and seal at the score that the ledger knows, whatever the sheet says', async () => {
    const { service, space } = await createScene(open())
    const rows = [
      decision('A-E8', { Overall: '2' }),
      decision('A-E6', { Overall: '9' }),
      decision('A-E9', { note: 'seen by Legal', status: 'Rejected' }),
    ]
    space.write('dec.csv', toCsv(rows))
    const words = /Compliance Approved needs a note at a score of 8: from 7 on/
    const dry = await space.run(['decide', 'dec.csv', '--dry-run'])
    expect([dry.code, dry.stdout]).toEqual([3, expect.stringMatching(words)])
    const sealed = await space.run(['decide', 'dec.csv', '--seal', 'plan.xlsx', '--by', 'C-001'])
    expect([sealed.code, sealed.stderr]).toEqual([3, expect.stringContaining('2 to be sent')])
    const sent = await space.run(['decide', 'dec.csv', '--yes', '--json'])
    expect([sent.code, sent.summary.outcomes], sent.stderr).toEqual([3, { decided: 2, invalid: 1 }])
    expect(sentTo(service, 'rwa_update').map(({ assessmentId }) => assessmentId)).toEqual(['A-E6', 'A-E9'])
  })

  it('is asked for where no one knows the score, but not by a check, which asks no ledger', async () => {
    const { service, space } = await createScene(open())
    space.write('dec.csv', toCsv([decision('A-other'), decision('A-third', { Overall: '6.9' })]))
    const check = await space.run(['check', 'decide', 'dec.csv'])
    expect(check.code, check.stdout).toBe(0)
    const sent = await space.run(['decide', 'dec.csv', '--yes', '--json'])
    expect([sent.code, sent.summary.outcomes], sent.stderr).toEqual([3, { decided: 1, invalid: 1 }])
    expect(sentTo(service, 'rwa_update')).toMatchObject([{ assessmentId: 'A-third' }])
  })

  it('is asked for again at the release of what was sealed before the rule', async () => {
    const { service, space } = await createScene(open(), 'none')
    space.write('dec.csv', toCsv([decision('A-E8'), decision('A-E6')]))
    const sealed = await space.run(['decide', 'dec.csv', '--seal', 'plan.xlsx', '--by', 'C-001'])
    expect(sealed.code, sealed.stderr).toBe(0)
    await space.run(['ledger', 'rules', '--set', 'noteFor=>=8'])
    for (const way of [['--dry-run'], ['--yes']]) {
      const { code, stderr } = await space.run(['decide', '--release', 'plan.xlsx', '--by', 'M-042', ...way])
      expect([code, stderr]).toEqual([
        2,
        expect.stringMatching(/row 2: Compliance Approved needs a note at a score of 8/),
      ])
      expect(stderr).not.toContain('row 3')
    }
    expect(sentTo(service, 'rwa_update')).toEqual([])
  })
}

function tellReasons(server: { address(): string } | undefined): void {
  it('of “not recorded” is kept, and where four eyes are the rule it waits with the decision for a second person', async () => {
    let isDown = true
    const service = await startDecisionService(({ endpoint }) =>
      isDown && endpoint === 'rwa_update' ? 'drop' : undefined,
    )
    const space = new Workspace({ ...service.variables, RWA_LEDGER: server?.address() ?? 'ledger.sqlite' })
    space.write('dec.csv', toCsv([decision('A-1')]))
    expect((await space.run(['decide', 'dec.csv', '--yes', '--json'])).summary.outcomes).toEqual({ unknown: 1 })
    isDown = false
    await space.run(['ledger', 'rules', '--set', 'fourEyes=true'])
    const output = space.path('output/dec.decided.xlsx')
    const seal = () => space.run(['decide', 'dec.csv', '--seal', `plan-${sealed}.xlsx`, '--by', 'C-001'])
    const attempts = async () => (await space.run(['status', '--attempts'])).stdout
    let sealed = 1
    await editWorkbook(output, [{ sheet: 'Unknown', row: 2, values: { resolution: 'not recorded' } }])
    const bare = await seal()
    expect([bare.code, bare.stderr]).toEqual([
      2,
      expect.stringMatching(/Unknown!\w+2: “not recorded” is not taken without a reason/),
    ])
    // Alone at the page, it is not taken either.
    const client = await enterPage(space, [])
    const { reference } = (await readOutput(output)).table('Unknown').rows[0] ?? {}
    const alone = await client.post('/api/unknown', {
      reference: String(reference),
      text: 'not recorded',
      reason: 'asked',
    })
    expect(await attempts()).not.toContain('resolve')
    expect(alone.error).toBeNull()
    client.running.child.kill('SIGTERM')
    await client.running.ended
    await editWorkbook(output, [
      { sheet: 'Unknown', row: 2, values: { resolution: 'not recorded', reason: 'The owner says so' } },
    ])
    sealed = 2
    const waiting = await seal()
    expect([waiting.code, waiting.stderr]).toEqual([0, expect.stringContaining('1 to be sent')])
    expect(await attempts()).not.toContain('resolve')
    const released = await space.run(['decide', '--release', 'plan-2.xlsx', '--by', 'M-042', '--yes', '--json'])
    expect([released.code, released.summary.outcomes], released.stderr).toEqual([0, { decided: 1 }])
    expect(await attempts()).toMatch(/resolve {2}ready .*: not-recorded|not-created, known by: The owner says so/)
    const audit = await space.run(['status', '--attempts', '--csv'])
    expect(audit.stdout).toContain('known by: The owner says so')
    expect(sentTo(service, 'rwa_update')).toHaveLength(2)
  })
}

describe('a reason, with a ledger in a file,', () => tellReasons(undefined))

describe.skipIf(!hasPostgres)('a reason, with a ledger in a database,', () => tellReasons(usePostgres()))

describe('a note for a score, with a ledger in a file,', () => tellNotes(undefined))

describe.skipIf(!hasPostgres)('a note for a score, with a ledger in a database,', () => tellNotes(usePostgres()))
