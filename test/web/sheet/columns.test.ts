import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { SheetSession } from '../../rooms/web/sheet.ts'
import { toCsv, trips } from '../../support/trips.ts'
import { createPageSettings } from '../page-settings.ts'

/** One after another in one folder, with one profile. */
function createDesk() {
  const folder = mkdtempSync(join(tmpdir(), 'rwa-columns-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const settings = createPageSettings(folder)
  let files = 0
  return async (rows: ReturnType<typeof trips>): Promise<SheetSession> => {
    files += 1
    const file = join(folder, `${files}.csv`)
    writeFileSync(file, toCsv(rows))
    const session = new SheetSession(settings, { upload: { file, label: 'q3.csv' }, task: 'assess', digest: '' })
    await session.read()
    return session
  }
}

function rename(from: string, to: string) {
  return trips(3).map(({ [from]: value = '', ...row }) => ({ ...row, [to]: value }))
}

it('a heading that is remembered from one sheet does not bar the next, and is still there for the one after', async () => {
  const open = createDesk()
  const german = await open(rename('Purpose', 'Zweck_X'))
  expect(german.describeSheet()?.missing).toEqual(['purpose'])
  await german.readAs({ columns: { Zweck_X: 'purpose' }, isKept: true })
  expect(german.checkState).toMatchObject({ ready: 3 })
  const english = await open(trips(3))
  expect(english.checkState).toMatchObject({ ready: 3 })
  expect(english.describeSheet()).toMatchObject({ misfit: null, missing: [], absent: [] })
  expect((await open(rename('Purpose', 'Zweck_X'))).checkState).toMatchObject({ ready: 3 })
})

it('a remembered heading is passed over where its field has no column at all, and the question is asked', async () => {
  const open = createDesk()
  await (await open(rename('Purpose', 'Zweck_X'))).readAs({ columns: { Zweck_X: 'purpose' }, isKept: true })
  const without = await open(trips(3).map(({ Purpose: _, ...row }) => row))
  expect(without.describeSheet()).toMatchObject({ misfit: null, missing: ['purpose'], absent: ['Zweck_X'] })
})

it('a heading that is read as a field by mistake can be read otherwise, or not at all', async () => {
  const open = createDesk()
  const session = await open(trips(3).map((row) => ({ ...row, Return: '2026-04-30' })))
  const fieldOf = (heading: string) =>
    session.describeSheet()?.columns.find((column) => column.heading === heading)?.field
  expect(session.describeSheet()).toMatchObject({ doubled: ['endDate'], misfit: null })
  await session.readAs({ columns: { Return: 'endDate' } })
  expect([fieldOf('Return'), fieldOf('Trip end'), session.checkState?.ready]).toEqual(['endDate', null, 3])
  await session.readAs({ columns: { Return: '', 'Trip end': 'endDate' } })
  expect([fieldOf('Return'), fieldOf('Trip end')]).toEqual([null, 'endDate'])
  await session.readAs({ columns: { Return: null } })
  expect([fieldOf('Return'), fieldOf('Trip end')]).toEqual([null, 'endDate'])
})

it('a second order of dates is added to the first', async () => {
  const open = createDesk()
  const dates = ['18.06.2026', '19.06.2026', '06/25/2026']
  const session = await open(
    trips(3).map((row, index) => ({ ...row, 'Trip start': '2026-06-01', 'Trip end': dates[index] ?? '' })),
  )
  const offered = () => session.checkState?.groups.flatMap(({ patterns }) => patterns) ?? []
  expect(offered()).toMatchObject([
    { pattern: 'DD.MM.YYYY', example: '18.06.2026', meaning: '18 June 2026', count: 2, isProven: true },
    { pattern: 'MM/DD/YYYY', example: '06/25/2026', meaning: '25 June 2026', count: 1, isProven: true },
  ])
  await session.readAs({ dateFormat: ['DD.MM.YYYY'] })
  expect(session.checkState?.ready).toBe(2)
  expect(offered()).toMatchObject([{ pattern: 'MM/DD/YYYY', count: 1, isProven: true }])
  await session.readAs({ dateFormat: [...(session.describeSheet()?.own.dateFormats ?? []), 'MM/DD/YYYY'] })
  expect(session.checkState?.ready).toBe(3)
})

it('an answer holds for later sheets where that is asked for, and for its own sheet alone otherwise', async () => {
  const open = createDesk()
  const { Seniority: _, Purpose, ...row } = trips(1)[0] ?? {}
  const rows = [{ ...row, Zweck_X: Purpose ?? '' }]
  const answers = { columns: { Zweck_X: 'purpose' }, set: { seniority: 'Mid' } } as const
  const first = await open(rows)
  await first.readAs(answers)
  expect([first.checkState?.ready, first.describeSheet()?.own]).toEqual([1, { ...answers, dateFormats: [] }])
  const second = await open(rows)
  expect(second.describeSheet()?.missing).toEqual(['purpose', 'seniority'])
  await second.readAs({ ...answers, isKept: true })
  expect(second.describeSheet()).toMatchObject({ own: { columns: {}, set: {} }, kept: answers })
  const third = await open(rows)
  expect(third.checkState?.ready).toBe(1)
  // What this sheet says goes before what is remembered; taken back, the latter holds again.
  await third.readAs({ set: { seniority: 'Senior' } })
  expect(third.reading.set).toEqual({ seniority: 'Senior' })
  await third.readAs({ set: { seniority: '' } })
  expect(third.reading.set).toEqual({ seniority: 'Mid' })
  await third.readAs({ set: { seniority: '' } })
  expect(third.reading.set).toEqual({})
})

it('answers and fixes are undone one by one, and done again in the same order', async () => {
  const open = createDesk()
  const session = await open(trips(2).map((row) => ({ ...row, 'Trip start': '18.02.2026', 'Trip end': '2026-02-01' })))
  const end = session.columns.findIndex(({ field }) => field === 'endDate')
  await session.readAs({ dateFormat: ['DD.MM.YYYY'] })
  const values = [{ written: '2026-02-01', text: '2026-03-05' }]
  await session.edit({ kind: 'values', column: end, values })
  const seen = () => [session.checkState?.ready, session.checkState?.undoable, session.checkState?.redoable]
  expect(seen()).toEqual([2, 2, 0])
  await session.checker.undo()
  expect(seen()).toEqual([0, 1, 1])
  await session.checker.undo()
  expect([seen(), session.reading.dateFormat]).toEqual([[0, 0, 2], undefined])
  await session.checker.redo()
  await session.checker.redo()
  expect(seen()).toEqual([2, 2, 0])
  await session.checker.undo()
  await session.edit({ kind: 'cell', sheet: 0, line: 2, column: end, text: '2026-03-06' })
  expect(seen()).toEqual([1, 2, 0])
})
