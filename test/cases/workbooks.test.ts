import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { columnName, limits } from '../rooms/sheet.ts'
import { SheetSession } from '../rooms/web/sheet.ts'
import { main } from '../sheet/hazards/sample.ts'
import { relationships, workbookParts, zip } from '../sheet/reading/workbook-parts.ts'
import { readParts } from '../sheet/writing/read-workbook.ts'
import { readOutput, type Table } from '../support/outputs.ts'
import { assessed, Workspace } from '../support/program.ts'
import { startService } from '../support/service.ts'
import { trip } from '../support/trips.ts'
import { createPageSettings } from '../web/page-settings.ts'

const cases = new URL('.', import.meta.url).pathname

async function createScene(name: string) {
  const service = await startService()
  const space = new Workspace(service.variables)
  copyFileSync(join(cases, `${name}.xlsx`), space.path(`${name}.xlsx`))
  const check = async (...args: string[]) => space.run(['check', 'assess', `${name}.xlsx`, ...args])
  const assess = async (...args: string[]) => space.assess(`${name}.xlsx`, ...args)
  const trips = async (): Promise<Table> => (await readOutput(space.path(assessed(name)))).table('Trips')
  return { service, space, check, assess, trips }
}

/** As the page reads it: its notes, and what it counts. */
async function openOnPage(name: string) {
  const folder = mkdtempSync(join(tmpdir(), 'rwa-case-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const start = {
    upload: { file: join(cases, `${name}.xlsx`), label: `${name}.xlsx` },
    task: 'assess',
    digest: '',
  } as const
  const session = new SheetSession(createPageSettings(folder), start)
  await session.readAs(name === 'references' ? { sheets: ['Trips'] } : {})
  return session.checkState
}

describe('a row of totals is what the table says it is, whatever stands in it:', () => {
  it.each(['totals-en', 'totals-de', 'totals-pl', 'totals-sv', 'totals-none'])('%s', async (name) => {
    const { service, assess, trips } = await createScene(name)
    // What is given for empty cells makes no trip of it.
    const run = await assess(
      '--set',
      'seniority=Mid',
      '--set',
      'destination=Portugal',
      '--set',
      'purpose=Work From Anywhere',
    )
    expect(run.stderr).toContain('row 5 is passed over: a row of totals')
    expect(run.summary).toMatchObject({ rows: 4, outcomes: { scored: 3, skipped: 1 } })
    expect(service.created()).toEqual(['E-0001', 'E-0002', 'E-0003'])
    expect(run.stderr).toContain('the results go into a copy')
    const { rows } = await trips()
    expect(rows.map(({ outcome }) => outcome)).toEqual(['scored', 'scored', 'scored', null])
  })

  it('and no trip that stands beside a table with one', async () => {
    const service = await startService()
    const space = new Workspace(service.variables)
    const parts = await readParts(join(cases, 'totals-none.xlsx'))
    const list = parts.get('xl/tables/table1.xml')?.replaceAll('A1:N5', 'Q1:R5').replace('A1:N4', 'Q1:R4') ?? ''
    const columns =
      '<tableColumns count="2"><tableColumn id="1" name="City"/><tableColumn id="2" name="Km"/></tableColumns>'
    parts.set('xl/tables/table1.xml', list.replace(/<tableColumns.*<\/tableColumns>/, columns))
    const rows = parts.get('xl/worksheets/sheet1.xml') ?? ''
    const [, last = ''] = /(<row r="4">.*?<\/row>)/.exec(rows) ?? []
    const fifth = last.replace(/r="([A-N]?)4"/g, 'r="$15"').replace('E-0003', 'E-0004')
    parts.set('xl/worksheets/sheet1.xml', rows.replace(/<row r="5".*?<\/row>/, fifth))
    space.write('beside.xlsx', zip(Object.fromEntries(parts)))
    expect((await space.assess('beside.xlsx')).summary).toMatchObject({ rows: 4, outcomes: { scored: 4 } })
  })

  it('on the page too, and it is no trip', async () => {
    expect(await openOnPage('totals-none')).toMatchObject({ rows: 4, trips: 3, ready: 3, skipped: 1, groups: [] })
  })
})

describe('a sheet without content', () => {
  const said = 'passed over, as the file has no content for Module1'

  it('is named and passed over, and stays in the copy', async () => {
    const { check, assess, space } = await createScene('module-last')
    expect((await check()).stderr).toContain(said)
    expect((await space.run(['inspect', 'module-last.xlsx'])).stdout).toContain('Module1 (no content)')
    const run = await assess()
    expect(run.stderr).toContain(said)
    expect(run.stderr).toContain('the results go into a copy')
    expect(run.summary).toMatchObject({ outcomes: { scored: 2 } })
    const named = await space.run(['check', 'assess', 'module-last.xlsx', '--sheet', 'Module1'])
    expect([named.code, named.stderr]).toEqual([
      2,
      expect.stringContaining('the content of its sheet "Module1" is missing'),
    ])
  })

  it.each([
    ['no such relationship', (xml: string) => xml.replace('r:id=""', 'r:id="rId77"')],
    ['no relationship at all', (xml: string) => xml.replace(' r:id=""', '')],
    [
      'a place before the others',
      (xml: string) => xml.replace(/(<sheet name="Trips"[^>]*>)(<sheet name="Module1"[^>]*>)/, '$2$1'),
    ],
  ])('is passed over with %s', async (_, change) => {
    const { assess, space } = await createScene('module-last')
    const parts = await readParts(join(cases, 'module-last.xlsx'))
    const changed = change(parts.get('xl/workbook.xml') ?? '')
    expect(changed).not.toBe(parts.get('xl/workbook.xml'))
    space.write('module-last.xlsx', zip({ ...Object.fromEntries(parts), 'xl/workbook.xml': changed }))
    const run = await assess()
    expect(run.stderr).toContain(said)
    expect(run.stderr).toContain('the results go into a copy')
    expect(run.summary).toMatchObject({ outcomes: { scored: 2 } })
  })

  it('is named on the page', async () => {
    const state = await openOnPage('module-last')
    expect([state?.ready, state?.notes]).toEqual([2, [expect.stringContaining('no content for Module1')]])
  })

  it('is not named where it is hidden', async () => {
    const { check } = await createScene('module-veryhidden')
    const { code, stderr } = await check()
    expect([code, stderr.includes('Module1')]).toEqual([0, false])
  })
})

describe('rows that formulas take from another sheet', () => {
  const said = '“Trips”: 6 rows are filled by formulas from another sheet'

  it('are named by a check, and before the copy is written; not where the results go into a new workbook', async () => {
    const { check, assess } = await createScene('references')
    expect((await check('--sheet', 'Trips')).stderr).toMatch(
      new RegExp(`${said}.*Paste the rows as values.*--new-workbook`),
    )
    const run = await assess('--sheet', 'Trips')
    expect(run.stderr).toContain(said)
    expect(run.stderr.indexOf(said)).toBeLessThan(run.stderr.indexOf('the results go into a copy'))
    expect((await assess('--sheet', 'Trips', '--new-workbook', '-o', 'new.xlsx')).stderr).not.toContain('formulas')
  })

  it('are named on the page, with its own way out', async () => {
    const { notes = [] } = (await openOnPage('references')) ?? {}
    expect(notes).toContainEqual(
      expect.stringMatching(/“Trips”: 6 rows are filled by formulas.*Paste Special, Values\.$/),
    )
    expect(notes.join()).not.toContain('--')
  })

  it('are no matter for decisions, which name their assessment', async () => {
    const { space } = await createScene('references.moved')
    const { code, stdout, stderr } = await space.run(['check', 'decide', 'references.moved.xlsx'])
    expect([code, stderr.includes('formulas')]).toEqual([0, false])
    expect(stdout).toContain('sheet “Decisions”: 6 rows')
  })
})

it('a linked data type is the text that Excel shows', async () => {
  const { service, assess } = await createScene('geography')
  expect((await assess()).summary).toMatchObject({ outcomes: { scored: 2 } })
  expect(service.requests.filter(({ fields }) => Object.values(fields).includes('Portugal'))).toHaveLength(2)
})

describe('a column of the customer’s that is named as one of ours, inside a table', () => {
  it.each([
    ['owntable-outcome', 'Outcome', 'Assessment outcome'],
    ['owntable-problem', 'Problem', 'Assessment problem'],
    ['owntable-report', 'Report', 'reportUrl'],
    ['owntable-overall', 'Overall', 'overallTrip'],
    ['owntable-sent', 'Sent', 'sentAt'],
  ])('%s stays, with ours beside it, which a second run fills again', async (name, theirs, ours) => {
    const { service, assess, trips, space } = await createScene(name)
    expect((await assess()).stderr).toContain('the results go into a copy')
    const { titles, lines } = await trips()
    const at = titles.indexOf(theirs)
    expect(titles.filter((title) => title === theirs)).toHaveLength(1)
    expect(titles.indexOf(ours)).toBeGreaterThan(at)
    const kept = lines.slice(1).map((line) => line[at])
    const again = await space.assess(assessed(name), '-o', 'again.xlsx')
    expect(again.summary).toMatchObject({ rows: 2, alreadyDone: 2 })
    const second = (await readOutput(space.path('again.xlsx'))).table('Trips')
    expect(second.titles).toEqual(titles)
    expect(second.lines.slice(1).map((line) => line[at])).toEqual(kept)
    expect(second.lines[1]?.[titles.indexOf(ours)]).toEqual(lines[1]?.[titles.indexOf(ours)])
    expect(service.created()).toHaveLength(2)
  })

  it.each([
    ['What to do', 'hint'],
    ['OUTCOME', 'Assessment outcome'],
    ['PROBLEM', 'Assessment problem'],
  ])('“%s” as well', async (theirs, ours) => {
    const { assess, trips, space } = await createScene('owntable-problem')
    const parts = await readParts(join(cases, 'owntable-problem.xlsx'))
    const named = [...parts].map(([name, text]) => [name, text.replace(/(>|name=")Problem(?=[<"])/g, `$1${theirs}`)])
    space.write('owntable-problem.xlsx', zip(Object.fromEntries(named)))
    expect((await assess()).stderr).toContain('the results go into a copy')
    const { titles, lines } = await trips()
    expect([titles.indexOf(theirs), titles.includes(ours)]).toEqual([14, true])
    expect(lines.slice(1).map((line) => line[14])).toEqual(['visa pending', 'visa pending'])
    const again = await space.assess(assessed('owntable-problem'), '-o', 'again.xlsx')
    expect(again.summary).toMatchObject({ rows: 2, alreadyDone: 2 })
    const second = (await readOutput(space.path('again.xlsx'))).table('Trips')
    expect(second.titles).toEqual(titles)
    expect(second.lines.slice(1).map((line) => line[14])).toEqual(['visa pending', 'visa pending'])
  })
})

describe('a table that ends in the last column of a sheet', () => {
  /** `filled`: from the first column on, with a heading in each. */
  function lastColumns(filled: boolean): Buffer {
    const headings = Object.keys(trip(''))
    const space = limits.columns - headings.length
    const others = filled ? Array.from({ length: space }, (_, at) => `Own ${at}`) : []
    const first = filled ? 0 : space
    const names = [...headings, ...others]
    const line = (row: number, texts: readonly unknown[]): string => {
      const cells = texts.map((text, at) => {
        const address = `${columnName(first + at)}${row}`
        return `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`
      })
      return `<row r="${row}">${cells.join('')}</row>`
    }
    const kept = filled ? ['kept'] : []
    const rows = [names, [...Object.values(trip('E-1')), ...kept], Object.values(trip('E-2'))]
    const columns = names.map((name, id) => `<tableColumn id="${id + 1}" name="${name}"/>`)
    const ref = `${columnName(first)}1:${columnName(limits.columns - 1)}3`
    const list = `<tableColumns count="${names.length}">${columns.join('')}</tableColumns>`
    return zip({
      ...workbookParts(rows.map((texts, at) => line(at + 1, texts)).join('')),
      'xl/tables/table1.xml': `<table xmlns="${main}" id="1" name="Trips" displayName="Trips" ref="${ref}">${list}</table>`,
      'xl/worksheets/_rels/sheet1.xml.rels': relationships({
        id: 'rId1',
        type: 'table',
        target: '../tables/table1.xml',
      }),
    })
  }

  it.each([
    ['alone', false],
    ['and fills all of them', true],
  ])('%s, gets a new workbook, said before anything is sent, with every result', async (_, filled) => {
    const service = await startService()
    const space = new Workspace(service.variables)
    space.write('wide.xlsx', lastColumns(filled))
    const noRoom = 'the results go into a new workbook, not into a copy of wide.xlsx: there is no room for 17 columns'
    const check = await space.run(['check', 'assess', 'wide.xlsx'])
    expect(check.stderr).toContain(noRoom)
    const leaves = 'the new workbook has no room for all columns of wide.xlsx'
    expect(check.stderr.includes(leaves)).toBe(filled)
    const run = await space.assess('wide.xlsx')
    expect([run.code, run.stderr]).toEqual([0, expect.stringContaining(noRoom)])
    expect(service.created()).toEqual(['E-1', 'E-2'])
    const { results, column } = await readOutput(space.path(assessed('wide')))
    expect(column('Staff ID')).toEqual(['E-1', 'E-2'])
    expect(column('outcome')).toEqual(['scored', 'scored'])
    if (filled) expect(results[0]).toHaveProperty('Own 0', 'kept')
  })
})
