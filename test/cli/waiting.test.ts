import { rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { summarySchemas } from '../help/summary-schema.ts'
import { sentTo, startDecisionService } from '../support/decision-service.ts'
import { alterWorkbook } from '../support/edit-workbook.ts'
import { readOutput } from '../support/outputs.ts'
import { type Ended, Workspace } from '../support/program.ts'
import type { Service } from '../support/service.ts'
import { hasTerminal, keys, startOnTerminal } from '../support/terminal.ts'
import { type Row, toCsv } from '../support/trips.ts'

const rows = [
  { assessmentId: 'A-1', status: 'Rejected', complianceTeamMemberId: 'C-001', note: 'no work permit' },
  { assessmentId: 'A-2', status: 'Approved', complianceTeamMemberId: 'C-001', note: '' },
]

async function createScene(content: readonly Row[] = rows): Promise<{ service: Service; space: Workspace }> {
  const service = await startDecisionService()
  const space = new Workspace(service.variables)
  space.write('d.csv', toCsv(content))
  return { service, space }
}

function seal(space: Workspace, plan: string, ...options: readonly string[]): Promise<Ended> {
  return space.run(['decide', 'd.csv', '--seal', plan, '--by', 'C-001', ...options], { RWA_API_TOKEN: '' })
}

const shortSeal = ({ stderr }: Ended): string => /seal ([0-9A-F]{4}-[0-9A-F]{4})/.exec(stderr)?.[1] ?? ''

describe('what waits', () => {
  it('is nothing where nothing was sealed, and says so', async () => {
    const space = new Workspace()
    const { code, stdout } = await space.run(['status', '--waiting'])
    expect([code, stdout]).toEqual([0, 'Nothing waits.\n'])
    expect((await space.run(['status', '--waiting', '--json'])).summary).toEqual({ waiting: [] })
  })

  it('is listed with whose, until when and the next command, which works as it stands', async () => {
    const { service, space } = await createScene()
    const ledger = ['--ledger', 'own ledger.sqlite', '--company', 'acme']
    const sealed = await seal(space, 'plan.xlsx', ...ledger)
    const { code, stdout } = await space.run(['status', '--waiting', '--ledger', 'own ledger.sqlite'])
    expect(code).toBe(0)
    expect(stdout).toContain(`Run 1: decide ${space.path('d.csv')}, for company “acme” at ${service.baseUrl}\n`)
    expect(stdout).toMatch(/sealed by C-001 \(\S+@\S+\), seal [0-9A-F]{4}-[0-9A-F]{4}, 2 requests\n/)
    expect(stdout).toMatch(/waits for a second person until \d{4}-\d\d-\d\dT\S+Z\n/)
    const [, next = ''] = /Next, for a second person: rwa-batch (.*) --by <staff id>\n/.exec(stdout) ?? []
    expect(next).toBe(`decide --release 1 --company acme --ledger '${space.path('own ledger.sqlite')}'`)
    // The seal says the same.
    expect(sealed.stderr).toContain(`rwa-batch ${next} --by <staff id>`)
    expect((await space.run(['status', 'other.csv', '--waiting', '--ledger', 'own ledger.sqlite'])).stdout).toBe(
      'Nothing of other.csv waits.\n',
    )
    const elsewhere = await space.run(['status', '--waiting', ...ledger.slice(0, 2)], { RWA_BASE_URL: '' })
    expect(elsewhere.stdout).toContain(`decide --release 1 --base-url ${service.baseUrl} --company acme --ledger`)

    const words = next.replaceAll("'", '').split(/(?<!own) /)
    const released = await space.run([...words, '--by', 'M-042', '--yes', '--json'])
    expect([released.code, released.summary.outcomes], released.stderr).toEqual([0, { decided: 2 }])
    expect((await space.run(['status', '--waiting', ...ledger.slice(0, 2)])).stdout).toBe('Nothing waits.\n')
  })

  it('stands in JSON as its schema says, the newest first; a new seal of a sheet replaces its run', async () => {
    const { space } = await createScene()
    space.write('e.csv', toCsv([{ ...rows[0], assessmentId: 'A-9' }]))
    await space.run(['decide', 'e.csv', '--seal', 'e.xlsx', '--by', 'C-002'])
    await seal(space, 'plan.xlsx')
    const again = await seal(space, 'plan-2.xlsx', '--json')
    expect(again.stderr).toContain('released by nobody (run 2)')
    expect(summarySchemas.sealed.parse(again.summary)).toMatchObject({ run: 3, by: 'C-001', toSend: 2 })
    const { summary } = await space.run(['status', '--waiting', '--json'])
    const { waiting } = summarySchemas.waiting.parse(summary)
    expect(waiting.map(({ run, waitsFor, sealed }) => [run, waitsFor, sealed?.by, sealed?.requests])).toEqual([
      [3, 'second person', 'C-001', 2],
      [1, 'second person', 'C-002', 1],
    ])
    const replaced = await space.run(['decide', '--release', '2', '--by', 'M-042', '--yes'])
    expect([replaced.code, replaced.stderr]).toEqual([2, expect.stringContaining('replaced by run 3')])
  })
})

describe('--drop', () => {
  it('ends a sealed run, by number or seal, without token or service; nobody can release it then', async () => {
    const { service, space } = await createScene()
    const sealed = await seal(space, 'plan.xlsx')
    const nothing = { RWA_API_TOKEN: '', RWA_BASE_URL: '' }
    const dropped = await space.run(['decide', '--drop', shortSeal(sealed).toLowerCase(), '--by', 'M-7'], nothing)
    expect(dropped.code).toBe(0)
    expect(dropped.stderr).toMatch(
      /Run 1 of \S+d\.csv is dropped: 2 requests, sealed by C-001, seal \S{9}\. Nothing of it was sent/,
    )
    const late = await space.run(['decide', '--release', 'plan.xlsx', '--by', 'M-042', '--yes'])
    expect([late.code, late.stderr]).toEqual([2, expect.stringContaining('can no longer be released: dropped')])
    expect((await space.run(['status', '--attempts'])).stdout).toMatch(/drop {2}dropped: dropped by M-7\n/)

    await seal(space, 'plan-2.xlsx')
    const json = await space.run(['decide', '--drop', '2', '--json'], nothing)
    expect(summarySchemas.dropped.parse(json.summary).dropped.run).toBe(2)
    const unknown = await space.run(['decide', '--drop', '2'], nothing)
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringMatching(/is “2”[\s\S]*status --waiting lists/)])
    expect(service.requests).toEqual([])
  })

  it.each([
    [['d.csv'], 'takes no input'],
    [['--seal', 'p.xlsx', '--by', 'C-1'], 'cannot be used with option'],
    [['--release', '1', '--by', 'C-1'], 'cannot be used with option'],
  ])('goes with none of %j', async (others, said) => {
    const { code, stderr } = await new Workspace().run(['decide', '--drop', '1', ...others])
    expect([code, stderr]).toEqual([2, expect.stringContaining(said)])
  })
})

describe('a release', () => {
  it.each(['number', 'seal'] as const)('by %s needs neither sheet nor plan, and shows all lines', async (way) => {
    const { service, space } = await createScene()
    const sealed = await seal(space, 'plan.xlsx')
    expect(sealed.stderr).toMatch(
      /waits in this account’s ledger until \S+: a second person releases it under this account on this computer; two people on two computers need a team’s database/,
    )
    for (const name of ['plan.xlsx', 'd.csv']) rmSync(space.path(name))
    const reference = way === 'number' ? '1' : shortSeal(sealed)
    const released = await space.run(['decide', '--release', reference, '--by', 'M-042', '--yes', '--json'])
    expect([released.code, released.summary.outcomes], released.stderr).toEqual([0, { decided: 2 }])
    expect(released.stderr).toMatch(/ {2}row 2 · .*Rejected.*\n {2}row 3 · .*Compliance Approved/)
    expect(sentTo(service, 'rwa_update').map(({ status }) => status)).toEqual(['Rejected', 'Compliance Approved'])
    const { results } = await readOutput(space.path('output/d.decided.xlsx'))
    expect(results.map(({ outcome }) => outcome)).toEqual(['decided', 'decided'])
  })

  it('of an unknown number says how to find one', async () => {
    const { space } = await createScene()
    await seal(space, 'plan.xlsx')
    const { code, stderr } = await space.run(['decide', '--release', '7', '--by', 'M-042', '--yes'])
    expect([code, stderr]).toEqual([2, expect.stringMatching(/“7”[\s\S]*status --waiting/)])
  })

  it('of a doctored workbook shows the lines of the ledger, and sends what was sealed', async () => {
    const { service, space } = await createScene()
    await seal(space, 'plan.xlsx')
    await alterWorkbook(space.path('plan.xlsx'), (workbook) => {
      const sheet = workbook.getWorksheet('Plan')
      sheet?.eachRow((row) =>
        row.eachCell((cell) => {
          if (cell.text !== 'Compliance Approved') return
          cell.numFmt = 'General;General;General;"Rejected"'
          cell.font = { color: { argb: 'FFFFFFFF' } }
        }),
      )
    })
    const { code, stderr } = await space.run(['decide', '--release', 'plan.xlsx', '--by', 'M-042', '--yes'])
    expect(code, stderr).toBe(0)
    expect(stderr).toMatch(/ {2}row 3 · .*Compliance Approved/)
    expect(sentTo(service, 'rwa_update').map(({ status }) => status)).toEqual(['Rejected', 'Compliance Approved'])
  })

  it('of a workbook with exchanged headings is refused, and names them', async () => {
    const { service, space } = await createScene()
    await seal(space, 'plan.xlsx')
    let exchanged: string[] = []
    await alterWorkbook(space.path('plan.xlsx'), (workbook) => {
      const headings = workbook.getWorksheet('Plan')?.getRow(1)
      const cells = [2, 3].map((at) => headings?.getCell(at))
      exchanged = cells.map((cell) => cell?.text ?? '')
      cells.forEach((cell, at) => {
        if (cell !== undefined) cell.value = exchanged[1 - at] ?? ''
      })
    })
    const { code, stderr } = await space.run(['decide', '--release', 'plan.xlsx', '--by', 'M-042', '--yes'])
    expect([code, service.requests]).toEqual([2, []])
    expect(stderr).toContain(`the heading “${exchanged[1]}” stands there for “${exchanged[0]}”`)
  })

  it('of a sheet that was changed since is refused with --yes, and said by its dry run', async () => {
    const { service, space } = await createScene()
    await seal(space, 'plan.xlsx')
    space.write('d.csv', toCsv([{ ...rows[0], status: 'Approved' } as Row]))
    const changed = 'd.csv was changed since it was sealed: a release sends what was sealed, not what it says now'
    const refused = await space.run(['decide', '--release', '1', '--by', 'M-042', '--yes'])
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(changed)])
    const planned = await space.run(['decide', '--release', '1', '--by', 'M-042', '--dry-run'])
    expect([planned.code, planned.stderr]).toEqual([0, expect.stringContaining(changed)])
    expect(planned.stdout).toMatch(/ {2}row 2 · .*Rejected/)
    expect(service.requests).toEqual([])
  })

  describe.skipIf(!hasTerminal)('on a terminal (skipped where there is no `script` of util-linux)', () => {
    it('of a sheet that was changed since sends what was sealed once the number is typed', async () => {
      const { service, space } = await createScene()
      await seal(space, 'plan.xlsx')
      space.write('d.csv', toCsv([{ ...rows[0], status: 'Approved' } as Row]))
      const args = ['decide', '--release', '1', '--by', 'M-042']
      const session = startOnTerminal(space.folder, args, service.variables)
      await session.until('Type the number')
      session.type(`2${keys.enter}`)
      expect(await session.ended, session.said()).toBe(0)
      expect(session.said()).toContain('was changed since it was sealed: a release sends')
      expect(sentTo(service, 'rwa_update').map(({ status }) => status)).toEqual(['Rejected', 'Compliance Approved'])
    })

    const many = Array.from({ length: 90 }, (_, index) => ({ ...rows[0], assessmentId: `A-${index + 1}` }) as Row)

    it.each([
      ['Enter shows the next lines', [keys.enter, keys.enter]],
      ['“all” shows the rest', [`all${keys.enter}`]],
    ])('of many lines shows 40 at a time: %s', async (_, typed) => {
      const { service, space } = await createScene(many)
      await seal(space, 'plan.xlsx')
      const session = startOnTerminal(space.folder, ['decide', '--release', '1', '--by', 'M-042'], service.variables)
      await session.until('50 more lines')
      expect(session.said()).toContain('row 41 ·')
      expect(session.said()).not.toContain('row 42 ·')
      for (const [index, keysTyped] of typed.entries()) {
        if (index > 0) await session.until('10 more lines')
        session.type(keysTyped)
      }
      await session.until('Type the number')
      expect(session.said()).toContain('row 91 ·')
      session.type(`90${keys.enter}`)
      expect([await session.ended, service.requests.length], session.said()).toEqual([0, 90])
    })

    it.each([
      ['Ctrl-C', keys.interrupt],
      ['Ctrl-D', keys.endOfInput],
    ])('ends between two pages with %s, and nothing is sent', async (_, typed) => {
      const { service, space } = await createScene(many)
      await seal(space, 'plan.xlsx')
      const session = startOnTerminal(space.folder, ['decide', '--release', '1', '--by', 'M-042'], service.variables)
      await session.until('50 more lines')
      session.type(typed)
      expect([await session.ended, service.requests.length], session.said()).toEqual([2, 0])
      expect(session.said()).toContain('nothing was sent')
      expect((await space.run(['status', '--waiting'])).stdout).toContain('Run 1')
    })
  })
})
