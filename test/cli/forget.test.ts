import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCsvOutput, readOutput } from '../support/outputs.ts'
import { createPlantedScene, findTexts, person } from '../support/planted.ts'
import { assessed, ledgerFile, Workspace } from '../support/program.ts'
import { isCreateOf, startService } from '../support/service.ts'
import { toCsv, trip } from '../support/trips.ts'

const toCsvFile = ['-o', 'out.csv']
const forget = ['ledger', 'forget', '--employee', person]

const filesOf = ({ summary }: { summary: object }) => (summary as { files: Record<string, readonly string[]> }).files

const sorted = (lists: Record<string, readonly string[]>) =>
  Object.fromEntries(Object.entries(lists).map(([name, files]) => [name, [...files].sort()]))

describe('ledger forget', () => {
  it('leaves no byte of 50 planted values in any file of the ledger and the user, and creates nothing again', async () => {
    const { service, space, left, rows } = await createPlantedScene()
    expect((await space.assess('trips.csv')).code).toBe(3)
    expect(left().length).toBeGreaterThanOrEqual(50)
    const created = service.created().length

    const asked = await space.run([...forget, '--dry-run'])
    expect(asked.code).toBe(0)
    expect(asked.stderr).toMatch(/To be erased: the content of 5 requests, 7 rows and \d+ lines of the log of 1 person/)
    const unconfirmed = await space.run(forget)
    expect([unconfirmed.code, unconfirmed.stderr]).toEqual([2, expect.stringContaining('Add --yes once this is right')])
    expect(left().length).toBeGreaterThanOrEqual(50)

    const done = await space.run([...forget, '--yes', '--reason', 'left us', '--json'])
    expect(done).toMatchObject({ code: 0, summary: { submissions: 5, rows: 7, isErased: true, isScrubbed: true } })
    expect(left()).toEqual([])
    expect((await space.run([...forget, '--yes'])).stderr).toContain('Nothing to forget.')

    rmSync(space.path('output'), { recursive: true })
    space.write('trips.csv', toCsv(rows.slice(0, 4)))
    const again = await space.assess('trips.csv')
    expect(again).toMatchObject({ code: 0, summary: { alreadyDone: 4, outcomes: { scored: 4 } } })
    expect(again.stderr).toContain('4 rows stand for forgotten trips')
    expect(again.stderr).toContain('this ledger has forgotten 5 requests: an edited version')
    expect(service.created()).toHaveLength(created)
    // The sheet brought its cells back for as long as the run went on.
    const known = await space.run(['ledger', 'export', '--employee', person, '-o', 'again.xlsx'])
    expect(known.stderr).toContain('holds nothing of')
    const { sheets, results } = await readOutput(space.path(assessed('trips')))
    expect([sheets.includes('Decisions'), JSON.stringify(results[0]).includes(person)]).toEqual([false, true])
  })

  it('keeps no cell of a forgotten trip’s row after a later run, and lists the sheets that name the person, also as decider', async () => {
    const service = await startService()
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv([trip('E-1', { 'Line manager': person }), trip('E-2')]))
    space.write('own.csv', toCsv([trip(person, { Name: 'Zoë Planted' }), trip('E-3')]))
    await space.assess('trips.csv', ...toCsvFile)
    await space.assess('own.csv', '-o', 'own.out.csv')
    const listed = await space.run([...forget, '--yes', '--json'])
    expect(filesOf(listed)['inputs']).toEqual([space.path('own.csv'), space.path('trips.csv')])
    expect(listed.stderr).toContain(`delete or change them yourself:\n  ${space.path('own.csv')}\n`)
    const again = await space.assess('own.csv', '-o', 'again.csv')
    expect(again).toMatchObject({ code: 0, summary: { alreadyDone: 2 } })
    expect(readCsvOutput(space.path('again.csv')).rows[0]).toMatchObject({ Name: 'Zoë Planted' })
    expect(findTexts(space.path('.local'), ['Zoë Planted'])).toEqual([])
    expect((await space.run([...forget, '--dry-run'])).stderr).not.toContain('row')
    expect((await space.assess('own.csv', '-o', 'again.csv')).summary).toMatchObject({ alreadyDone: 2 })
    expect(service.created()).toHaveLength(4)
    // It has forgotten nothing of that other address.
    const elsewhere = await space.assess('trips.csv', '--sandbox', '-o', 'elsewhere.csv')
    expect([elsewhere.code, elsewhere.stderr.includes('has forgotten')]).toEqual([0, false])
  })

  it('says that an ID was never seen, and how one like it is spelled, without counts of nothing', async () => {
    const service = await startService()
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv([trip('E-1')]))
    await space.assess('trips.csv', ...toCsvFile)
    const { stderr } = await space.run(['ledger', 'forget', '--employee', 'e-1', '--employee', 'E-O1', '--dry-run'])
    expect(stderr).toContain('has never seen a traveller e-1, or has forgotten them; it knows E-1: write it so')
    expect(stderr).toContain('has never seen a traveller E-O1, or has forgotten them\n')
    expect(stderr).not.toMatch(/0 requests|To be erased|Kept/)
  })

  it('says what is not settled, and leaves that person whole', async () => {
    const service = await startService((received) => (isCreateOf(person, received) ? 'drop' : undefined))
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv([trip('E-1'), trip(person)]))
    expect((await space.assess('trips.csv', ...toCsvFile)).code).toBe(4)
    const asked = await space.run([...forget, '--employee', 'E-1', '--yes'])
    expect(asked.code).toBe(4)
    expect(asked.stderr).toContain(`${person}: row 3 in ${join(space.folder, 'trips.csv')} is unknown`)
    expect(asked.stderr).toContain('Forgotten: 1 request and 1 row.')
  })

  it('lists the outputs and copies that still name the person, and deletes them when asked', async () => {
    const { space } = await createPlantedScene()
    await space.assess('trips.csv')
    const output = space.path(assessed('trips'))
    const kept = output.replace('.xlsx', '.edited-20260301T000000.xlsx')
    copyFileSync(output, kept)
    space.write('output/other.corrected.xlsx', 'PK\u0003\u0004 cut off')
    const listed = await space.run([...forget, '--yes'])
    expect(listed.stderr).toContain(
      `These files still name them; --outputs delete deletes them:\n  ${kept}\n  ${output}\n`,
    )
    expect(listed.stderr).toContain('These could not be read, or were changed since; look into them yourself')
    expect(
      (await space.run(['ledger', 'forget', '--employee', 'E-9', '--outputs', 'delete', '--yes'])).stderr,
    ).not.toContain(kept)
    expect((await space.run([...forget, '--outputs', 'delete'])).code).toBe(2)
    expect([existsSync(kept), existsSync(output)]).toEqual([true, true])
    const deleted = await space.run([...forget, '--outputs', 'delete', '--yes'])
    expect(deleted.stderr).toContain('Deleted:')
    expect(
      [kept, output, space.path('trips.csv'), space.path('output/other.corrected.xlsx')].map((file) =>
        existsSync(file),
      ),
    ).toEqual([false, false, true, true])
  })

  it('lists what check wrote, before there was a ledger too, and deletes it when asked', async () => {
    const { space } = await createPlantedScene()
    space.write('others.csv', toCsv([trip('E-9')]))
    const check = (input: string, output: string) => space.run(['check', 'assess', input, '-o', output])
    await check('trips.csv', 'output/q.checked.xlsx')
    await check('others.csv', 'output/others.checked.xlsx')
    expect(existsSync(space.path(ledgerFile))).toBe(false)
    await space.assess('trips.csv', ...toCsvFile)
    const checked = space.path('output/q.checked.xlsx')
    const listed = await space.run([...forget, '--yes'])
    expect(listed.stderr).toContain(`  ${checked}\n`)
    expect(listed.stderr).not.toContain('others.checked.xlsx')
    await space.run([...forget, '--outputs', 'delete', '--yes'])
    expect([existsSync(checked), existsSync(space.path('output/others.checked.xlsx'))]).toEqual([false, true])
  })

  it('lists copies that were only saved, tables beside an output, and what a page keeps', async () => {
    const { space } = await createPlantedScene()
    await space.assess('trips.csv')
    const page = '.local/state/rwa-batch/pages/0123456789abcdef'
    const csv = `Employee ID;Purpose\n${person};x\n`
    const draft = (file: string, text: string) => JSON.stringify({ upload: { file }, steps: [[{ text }]] })
    const naming = {
      'output/trips.assessed.saved.csv': csv,
      'output/trips.assessed.problems (2).csv': csv,
      [`${page}/sheets/sheet-0123456789ab.csv`]: csv,
      [`${page}/a.draft.json`]: draft(space.path(`${page}/sheets/sheet-0123456789ab.csv`), 'x'),
      [`${page}/b.draft.json`]: draft('gone.csv', person),
      [`${page}/b.draft.json.partial`]: draft('gone.csv', person),
    }
    const others = {
      'output/trips.assessed.changed.csv': csv.replace(person, 'E-9'),
      [`${page}/c.draft.json`]: draft('gone.csv', 'E-9'),
      [`${page}/page.json`]: '{}',
    }
    mkdirSync(space.path(`${page}/sheets`), { recursive: true })
    for (const [file, text] of Object.entries({ ...naming, ...others })) space.write(file, text)
    const listed = await space.run([...forget, '--yes'])
    for (const file of Object.keys(naming)) expect(listed.stderr).toContain(`  ${space.path(file)}\n`)
    for (const file of Object.keys(others)) expect(listed.stderr).not.toContain(file)
    await space.run([...forget, '--outputs', 'delete', '--yes'])
    expect(Object.keys({ ...naming, ...others }).filter((file) => existsSync(space.path(file)))).toEqual(
      Object.keys(others),
    )
  })

  it('lists exports, audits, reports and plans that name the person, and deletes only those that nobody changed', async () => {
    const { space } = await createPlantedScene()
    await space.assess('trips.csv', ...toCsvFile)
    const written = ['E.xlsx', 'E-person.csv', 'audit.xlsx', 'audit.csv', 'people.html', 'people.xlsx'].map((name) =>
      space.path(`handed out/${person} ${name}`),
    )
    mkdirSync(space.path('handed out'))
    const [workbook = '', table = '', audit = '', auditTable = '', page = '', figures = ''] = written
    for (const file of [workbook, table]) await space.run(['ledger', 'export', '--employee', person, '-o', file])
    for (const file of [audit, auditTable]) await space.run(['status', '--attempts', '-o', file])
    for (const file of [page, figures]) await space.run(['report', '--people', '-o', file])
    const ofOther = space.path('other.xlsx')
    await space.run(['ledger', 'export', '--employee', 'E-1', '-o', ofOther])
    expect(findTexts(space.path('.local'), ['handed out'])).not.toEqual([])
    // One was replaced by a sheet of a person's own, another one by something without a name.
    space.write(`handed out/${person} E-person.csv`, `Employee ID;Purpose\n${person};mine\n`)
    space.write(`handed out/${person} audit.csv`, 'a,b\n1,2\n')
    const [replaced, kept] = [[table], [workbook, audit, page, figures]]

    const listed = await space.run([...forget, '--yes', '--json'])
    const paths = { naming: kept, unread: replaced, sandboxes: [], inputs: [space.path('trips.csv')] }
    expect(sorted(filesOf(listed))).toEqual(sorted({ ...paths, naming: [...kept, space.path('out.csv')] }))
    expect(listed.stderr).toContain('These could not be read, or were changed since')
    expect(written.every((file) => existsSync(file))).toBe(true)
    await space.run([...forget, '--outputs', 'delete', '--yes'])
    expect([...written, ofOther].filter((file) => existsSync(file))).toEqual([table, auditTable, ofOther])
    rmSync(table)
    rmSync(auditTable)
    await space.run([...forget, '--yes'])
    expect(findTexts(space.path('.local'), ['handed out', person])).toEqual([])
    expect(findTexts(space.path('.local'), ['other.xlsx'])).not.toEqual([])
  })

  it('lists the plan of a sealed sheet, and corrected sheets of this folder that were not sent', async () => {
    const { space } = await createPlantedScene()
    await space.assess('trips.csv', ...toCsvFile)
    space.write('d.csv', toCsv([{ assessmentId: 'A-1', status: 'Approved', complianceTeamMemberId: 'C-001' }]))
    const sealed = await space.run(['decide', 'd.csv', '--seal', 'plan.xlsx', '--by', 'C-001'])
    expect([sealed.code, sealed.stderr]).toEqual([0, expect.stringContaining('Sealed by')])
    mkdirSync(space.path('output'))
    space.write('output/other.corrected.xlsx', 'PK\u0003\u0004 cut off')
    const listed = await space.run([...forget, '--dry-run', '--json'])
    expect(filesOf(listed)).toEqual({
      naming: [space.path('out.csv'), space.path('plan.xlsx')],
      unread: [space.path('output/other.corrected.xlsx')],
      sandboxes: [],
      inputs: [space.path('trips.csv')],
    })
  })

  it('lists the data of a sandbox that names the person, and deletes only invitations of that person', async () => {
    const space = new Workspace()
    space.write('trips.csv', toCsv([trip(person), trip('E-1')]))
    await space.run(['assess', 'trips.csv', '--sandbox', ...toCsvFile])
    const data = space.path('output/sandbox.sqlite')
    const mail = (name: string, id: string) => {
      space.write(`output/outbox/${name}.eml`, `To: a@b.example\r\n\r\nYour ID is ${id}.\r\n`)
      return space.path(`output/outbox/${name}.eml`)
    }
    mkdirSync(space.path('output/outbox'))
    const [own, other] = [mail('one', person), mail('two', `${person}-2`)]
    const listed = await space.run([...forget, '--yes', '--json'])
    expect(filesOf(listed)).toEqual({
      naming: [space.path('out.simulated.csv'), own],
      unread: [],
      sandboxes: [data],
      inputs: [space.path('trips.csv')],
    })
    expect(listed.stderr).toContain(`delete it yourself once no sandbox runs:\n  ${data}\n`)
    await space.run([...forget, '--outputs', 'delete', '--yes'])
    expect([own, other, data].map((file) => existsSync(file))).toEqual([false, true, true])
    const ofOther = await space.run(['ledger', 'forget', '--employee', 'E-9', '--dry-run', '--json'])
    expect(filesOf(ofOther)).toEqual({ naming: [], unread: [], sandboxes: [], inputs: [] })
  })

  it('is counted in the report, and a line of an audit whose digests stay', async () => {
    const { space } = await createPlantedScene()
    await space.assess('trips.csv', ...toCsvFile)
    const audit = async () => {
      const { stdout } = await space.run(['status', '--attempts', '--json'])
      return stdout.trimEnd().split('\n')
    }
    const before = await audit()
    await space.run([...forget, '--yes', '--reason', 'left us'])
    const after = await audit()
    // That somebody looked before is a line, too.
    expect(after).toHaveLength(before.length + 2)
    expect(after.join('')).not.toContain(person)
    expect(after.at(-1)).toContain('left us')
    const report = await space.run(['report', '-o', 'report.html'])
    expect(report.stderr).toContain('not counted: 5')
  })

  it('takes persons from a file, and all that was settled before a date', async () => {
    const service = await startService()
    const space = new Workspace(service.variables)
    const rows = [trip('E-1'), trip('E-2'), trip('E-3')]
    space.write('trips.csv', toCsv(rows))
    await space.assess('trips.csv', ...toCsvFile)
    space.write('left.txt', '\ufeffE-1\r\n\r\n  E-2  \r\nE-9\r\n')
    const listed = await space.run(['ledger', 'forget', '--employees', 'left.txt', '--yes', '--json'])
    expect(listed).toMatchObject({ code: 0, summary: { people: 2, submissions: 2 } })
    const early = await space.run(['ledger', 'forget', '--before', '2020', '--yes'])
    expect(early.stderr).toContain('Nothing to forget.')
    const late = await space.run(['ledger', 'forget', '--before', '2999', '--yes', '--json'])
    expect(late).toMatchObject({ code: 0, summary: { people: 0, submissions: 1 } })
    rmSync(space.path('out.csv'))
    expect((await space.assess('trips.csv', ...toCsvFile)).summary).toMatchObject({ alreadyDone: 3 })
    expect(service.created()).toHaveLength(3)
    expect((await space.run(['ledger', 'forget', '--employees', 'nowhere.txt'])).code).toBe(2)
  })

  it('refuses nobody, both kinds of choice, an impossible date, and a ledger that is not there', async () => {
    const space = new Workspace()
    const said = async (...args: string[]) => (await space.run(['ledger', 'forget', ...args])).stderr
    expect(await said()).toContain('no person and no date is named')
    expect(await said('--employee', 'E', '--before', '2020')).toContain('one of the two')
    expect(await said('--before', '2020-13')).toContain('2020-13')
    expect(await said('--employees', 'people.txt')).toContain('people.txt does not exist')
    expect(await said('--employee', 'E')).toContain(ledgerFile)
  })
})
