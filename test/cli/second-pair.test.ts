import { existsSync, mkdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { fieldRefusal, sentTo, startDecisionService } from '../support/decision-service.ts'
import { Workspace } from '../support/program.ts'
import { toCsv } from '../support/trips.ts'

const rows = [
  { assessmentId: 'A-1', status: 'Rejected', complianceTeamMemberId: 'C-001' },
  { assessmentId: 'A-2', status: 'Approved', complianceTeamMemberId: 'C-001' },
]

it('one seals, another releases: the log names both, and where the profile demands it nothing goes without', async () => {
  const service = await startDecisionService()
  const space = new Workspace(service.variables)
  space.write('d.csv', toCsv(rows))
  space.writeProfile({ fourEyes: true })
  const alone = await space.run(['decide', 'd.csv', '--yes'])
  expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining('--seal <plan.xlsx> --by <staff id>')])

  const sealed = await space.run(['decide', 'd.csv', '--seal', 'plan.xlsx', '--by', 'C-001'], { RWA_API_TOKEN: '' })
  expect([sealed.code, existsSync(space.path('plan.xlsx')), service.requests]).toEqual([0, true, []])
  expect(sealed.stderr).toMatch(/2 {2}by C-001[\s\S]*Sealed by C-001: 2 to be sent, seal [0-9A-F]{4}-[0-9A-F]{4}/)
  expect(sealed.stderr).toContain('Names are statements, not log-ins')

  const same = await space.run(['decide', '--release', 'plan.xlsx', '--by', 'c-001', '--yes'])
  expect([same.code, same.stderr]).toEqual([2, expect.stringContaining('cannot release it as well')])
  const unasked = await space.run(['decide', '--release', 'plan.xlsx', '--by', 'M-042'])
  expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringContaining('no confirmation')])
  expect(service.requests).toEqual([])

  const released = await space.run(['decide', '--release', 'plan.xlsx', '--by', 'M-042', '--yes', '--json'])
  expect([released.code, released.summary.outcomes]).toEqual([0, { decided: 2 }])
  expect(released.stderr).toContain('the same account on this machine has sealed it')
  expect(sentTo(service, 'rwa_update').map(({ status }) => status)).toEqual(['Rejected', 'Compliance Approved'])

  for (const [person, said] of [
    ['C-001', 'Decided by this person: 2 lines; Sealed and released: 2 lines'],
    ['m-042', 'Sealed and released: 1 line'],
  ] as const) {
    const asked = await space.run(['ledger', 'export', '--employee', person, '-o', `${person}.xlsx`])
    expect([asked.code, asked.stderr]).toEqual([0, expect.stringContaining(said)])
  }

  const { stdout } = await space.run(['status', 'd.csv', '--attempts'])
  expect(stdout.trimEnd().split('\n')).toEqual([
    expect.stringMatching(
      /^\S+Z {2}\S+@\S+ {2}no row {2}seal {2}sealed: by C-001: 2 to be sent, seal \S{9}, \/.*plan\.xlsx$/,
    ),
    expect.stringMatching(
      /@\S+ {2}no row {2}release {2}released: by M-042: seal \S{9}, sealed by C-001 \(\S+@\S+\) at \S+Z; the same account on this machine/,
    ),
    expect.stringMatching(
      /row 2 {2}update HTTP 200 {2}decided \(Rejected by C-001; A-1; sealed by C-001, released by M-042\)/,
    ),
    expect.stringMatching(
      /row 3 {2}update HTTP 200 {2}decided \(Compliance Approved by C-001; A-2; sealed by C-001, released by M-042\)/,
    ),
  ])
})

it('--all-or-nothing sends nothing of a sheet with a wrong row; what belongs together only is refused apart', async () => {
  const service = await startDecisionService()
  const space = new Workspace(service.variables)
  space.write('d.csv', toCsv([...rows, { assessmentId: 'A-3', status: 'Aproved', complianceTeamMemberId: '' }]))
  const whole = await space.run(['decide', 'd.csv', '--all-or-nothing', '--yes'])
  expect([whole.code, whole.stderr]).toEqual([2, expect.stringMatching(/1 row of the sheet is wrong.*row 4.*Aproved/)])
  const mixed = await space.run(['decide', '--release', 'plan.xlsx', '--by', 'M-1', '--set', 'status=Pending'])
  expect([mixed.code, mixed.stderr]).toEqual([2, expect.stringContaining('cannot be used with option')])
  const nothing = await space.run(['decide', '--yes'])
  expect([nothing.code, nothing.stderr]).toEqual([2, expect.stringContaining("missing required argument 'input'")])
  expect(service.requests).toEqual([])
})

it('after a refused line: what to do next works; it is not the release, which the corrected sheet would break', async () => {
  let isRefused = true
  const service = await startDecisionService(({ fields }) =>
    isRefused && fields['assessmentId'] === 'A-2' ? fieldRefusal('complianceTeamMemberId', 'not yet') : undefined,
  )
  const space = new Workspace(service.variables)
  space.write('my decisions.csv', toCsv(rows))
  const deciding = ['decide', 'my decisions.csv']
  await space.run([...deciding, '--set', 'note=Q4', '--company', 'acme', '--seal', 'plan.xlsx', '--by', 'C-001'])
  const release = ['--release', 'plan.xlsx', '--by', 'M-042', '--company', 'acme', '--yes']
  const released = await space.run(['decide', ...release])
  expect(released.code).toBe(3)
  const next =
    /Next: correct the rows in my decisions\.csv, then seal what is left: rwa-batch (.*) --by <staff id>;/.exec(
      released.stderr,
    )?.[1]
  expect(next).toBe("decide 'my decisions.csv' --set note=Q4 --company acme --seal plan-2.xlsx")
  expect(released.stderr).not.toMatch(/Next: .*--release/)
  isRefused = false
  space.write(
    'my decisions.csv',
    toCsv([rows[0] ?? {}, { ...rows[1], complianceTeamMemberId: 'C-002' }] as typeof rows),
  )
  const anew = await space.run([
    ...deciding,
    '--set',
    'note=Q4',
    '--company',
    'acme',
    '--seal',
    'plan-2.xlsx',
    '--by',
    'C-001',
  ])
  expect([anew.code, anew.stderr]).toEqual([0, expect.stringContaining('Sealed by C-001: 1 to be sent')])
  const second = await space.run(['decide', '--release', 'plan-2.xlsx', '--by', 'M-042', '--company', 'acme', '--yes'])
  expect([second.code, sentTo(service, 'rwa_update').length], second.stderr).toEqual([0, 3])

  space.write('my decisions.csv', toCsv([{ ...rows[0], status: 'Pending' }] as typeof rows))
  const plain = await space.run([...deciding, '--company', 'acme', '--yes'])
  expect(plain.stderr).toMatch(/row 2: Pending replaces Rejected by C-001 of \S+ \S+, which two people released/)
  expect(plain.stderr).toMatch(/1 {2}of these were released by two people/)
})

it('two people, once demanded, are demanded whatever profile there is, in whatever folder, and for that company only', async () => {
  const service = await startDecisionService()
  const space = new Workspace(service.variables)
  space.write('d.csv', toCsv(rows))
  space.write('empty.json', '{}')
  space.write('pair.json', JSON.stringify({ fourEyes: true }))
  const plain = ['decide', 'd.csv', '--yes']
  const demanding = await space.run([...plain, '--profile', 'pair.json'])
  expect([demanding.code, demanding.stderr]).toEqual([
    2,
    expect.stringContaining('the profile requires four-eyes for decisions ("fourEyes")'),
  ])
  const beginning =
    /from now on, for company “default” at http\S+: every decision needs two people \("fourEyes": true\)/
  expect(demanding.stderr).toMatch(beginning)
  const again = await space.run([...plain, '--profile', 'pair.json'])
  expect(again.stderr).not.toMatch(beginning)
  for (const way of [[], ['--profile', 'empty.json']]) {
    const { code, stderr } = await space.run([...plain, ...way])
    expect(code).toBe(2)
    expect(stderr).toMatch(
      /decisions of company “default” at http\S+ require four-eyes: it is a rule of the company \("fourEyes"\)/,
    )
    expect(stderr).toContain('--seal <plan.xlsx> --by <staff id>')
    const planned = await space.run(['decide', 'd.csv', '--dry-run', ...way])
    expect([planned.code, planned.stderr]).toEqual([2, expect.stringContaining('require four-eyes')])
  }
  mkdirSync(space.path('elsewhere'))
  const elsewhere = await space.run(['decide', '../d.csv', '--yes'], {}, space.path('elsewhere'))
  expect(elsewhere.code).toBe(2)
  expect(service.requests).toEqual([])
  await space.run(['decide', 'd.csv', '--seal', 'plan.xlsx', '--by', 'C-001'])
  const released = await space.run(['decide', '--release', 'plan.xlsx', '--by', 'M-042', '--yes'])
  expect([released.code, sentTo(service, 'rwa_update').length], released.stderr).toEqual([0, 2])
  const other = await space.run([...plain, '--company', 'globex'], { RWA_API_TOKEN: 'tok-of-globex' })
  expect(other.stderr).not.toContain('require four-eyes')
})

it('a sealing under such a profile keeps the demand as well', async () => {
  const service = await startDecisionService()
  const space = new Workspace(service.variables)
  space.write('d.csv', toCsv(rows))
  space.write('pair.json', JSON.stringify({ secondPair: true }))
  await space.run(['decide', 'd.csv', '--seal', 'plan.xlsx', '--by', 'C-001', '--profile', 'pair.json'])
  const { code, stderr } = await space.run(['decide', 'd.csv', '--yes'])
  expect([code, stderr]).toEqual([2, expect.stringContaining('require four-eyes')])
})
