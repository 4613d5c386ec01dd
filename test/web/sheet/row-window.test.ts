import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { cutCheckWindow, findNextProblem, SheetSession } from '../../rooms/web/sheet.ts'
import { toValueCell, type WorkspaceSettings } from '../../rooms/web.ts'
import { toCsv, trip } from '../../support/trips.ts'
import { createPageSettings } from '../page-settings.ts'

const destination = 5
const end = 8
const someTrips = [
  trip('E1'),
  trip('E2', { 'Host country': 'UK', 'Trip end': '2026-02-01' }),
  trip('E3'),
  trip('E4', { 'Host country': 'UK' }),
  trip('E5', { 'Trip end': '2026-02-02' }),
]

async function openDesk(
  rows: readonly ReturnType<typeof trip>[] = someTrips,
  watch: WorkspaceSettings['watch'] = () => ({}),
): Promise<SheetSession> {
  const folder = mkdtempSync(join(tmpdir(), 'rwa-desk-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'sheet-1.csv')
  writeFileSync(file, toCsv(rows))
  const settings = createPageSettings(folder, undefined, { lists: { destination: ['Portugal', 'United Kingdom'] } })
  const desk = new SheetSession(
    { ...settings, watch },
    { upload: { file, label: 'q3.csv' }, task: 'assess', digest: '' },
  )
  await desk.read()
  return desk
}

const everything = { filter: 'all', find: '', narrow: {}, sort: '', from: 0, count: 100 }

describe('a sheet on the page', () => {
  it('shows the rows with a text, in the order of a column, and of the sheet again', async () => {
    const desk = await openDesk()
    const numbers = (query: object) =>
      cutCheckWindow(desk, { ...everything, ...query }).rows.map(({ number }) => number)
    const inOrder = numbers({})
    expect(numbers({ find: 'uK' })).toEqual(inOrder.filter((_, index) => index === 1 || index === 3))
    const texts = (sort: string) =>
      cutCheckWindow(desk, { ...everything, sort }).rows.map(({ cells }) => cells[destination]?.text ?? '')
    expect(texts(`${destination}`)).toEqual(texts('').toSorted())
    expect(texts(`-${destination}`)).toEqual(texts('').toSorted().toReversed())
    expect(numbers({ sort: '99' }).toSorted()).toEqual(inOrder.toSorted())
    expect(numbers({ find: '.*' })).toEqual([])
  })

  it('several values of a column are replaced together, and come back together', async () => {
    const desk = await openDesk()
    const values = [{ written: 'UK', text: 'United Kingdom' }]
    await desk.edit({ kind: 'values', column: destination, values })
    expect(desk.checkState).toMatchObject({ edited: 2, undoable: 1 })
    await desk.checker.undo()
    expect(desk.checkState).toMatchObject({ edited: 0, undoable: 0 })
  })

  it('a check that is cancelled leaves the sheet as it was, also where it was to be read in another way', async () => {
    let ports: ReturnType<WorkspaceSettings['watch']> = {}
    const desk = await openDesk(
      Array.from({ length: 120 }, (_, index) => trip(`E${index}`)),
      () => ports,
    )
    const before = [desk.checkState, desk.describeSheet()]
    const cell = { sheet: 0, line: 2, column: destination, text: 'United Kingdom' }
    const actions = [
      () => desk.edit({ kind: 'cell', ...cell }),
      () => desk.readAs({ set: { purpose: 'Work From Anywhere' } }),
      () => desk.readAs({ hidden: 'include' }),
    ]
    for (const act of actions) {
      ports = { interrupt: AbortSignal.abort() }
      await expect(act()).rejects.toMatchObject({ code: 'interrupted' })
      expect([desk.checkState, desk.describeSheet()]).toEqual(before)
    }
    ports = {}
    await desk.edit({ kind: 'cell', ...cell })
    expect(desk.checkState).toMatchObject({ edited: 1, ready: 120 })
  })

  it('shows the rows that a filter leaves, each problem in its cell', async () => {
    const desk = await openDesk()
    const { total, rows } = cutCheckWindow(desk, { ...everything, filter: 'wrong', from: 1, count: 1 })
    expect([total, rows.map(({ number }) => number)]).toEqual([3, ['5']])
    expect(rows[0]?.cells[destination]).toEqual({ text: 'UK', mark: 'wrong' })
    expect(rows[0]?.problems).toMatchObject([{ column: destination, kind: 'wrong' }])
  })

  it('groups problems by their rule, with the texts that are wrong alike', async () => {
    const groups = (await openDesk()).checkState?.groups ?? []
    expect(groups.map(({ field, count, values }) => [field, count, values.map(({ written }) => written)])).toEqual([
      ['destination', 2, ['UK']],
      ['endDate', 2, ['2026-02-01', '2026-02-02']],
    ])
  })

  it('leads from problem to problem, both ways, and round', async () => {
    const desk = await openDesk()
    const walk = (from: [number, number], isBackwards = false, filter = 'all') => {
      const found = findNextProblem(desk, { filter, sheet: 0, line: from[0] + 2, column: from[1], isBackwards })
      return found === null ? null : [found.position, found.column]
    }
    expect(walk([0, 0])).toEqual([1, destination])
    expect(walk([1, destination])).toEqual([1, end])
    expect(walk([1, end])).toEqual([3, destination])
    expect(walk([4, end])).toEqual([1, destination])
    expect(walk([1, destination], true)).toEqual([4, end])
    // Positions are those of the filter; the cell that one comes from need not pass it.
    expect(walk([3, destination], false, 'wrong')).toEqual([2, end])
    expect(walk([2, 0], false, 'wrong')).toEqual([1, destination])
    expect(walk([0, 0], false, 'ready')).toBeNull()
  })

  it('leads to what is wrong among wrong rows, though a warning stands before it', async () => {
    const desk = await openDesk([trip('E1', { Nationality: 'UK', 'Trip end': '2026-02-01' })])
    const first = { sheet: 0, line: 0, column: 0, isBackwards: false }
    const nationality = desk.columns.findIndex(({ heading }) => heading === 'Nationality')
    expect(findNextProblem(desk, { filter: 'all', ...first })).toEqual({ position: 0, column: nationality })
    expect(findNextProblem(desk, { filter: 'wrong', ...first })).toEqual({ position: 0, column: end })
  })

  it('one value for all rows of a column that is not there is a step, which can be undone', async () => {
    const { 'Past trips (days)': _, ...without } = trip('E1')
    const desk = await openDesk([without])
    expect(desk.checkState).toMatchObject({ ready: 0, groups: [{ field: 'pastTripsDuration', needsDefault: true }] })
    await desk.readAs({ set: { pastTripsDuration: '0' } })
    expect(desk.checkState).toMatchObject({ ready: 1, undoable: 1 })
    expect(desk.describeSheet()?.own.set).toEqual({ pastTripsDuration: '0' })
    await desk.checker.undo()
    expect(desk.checkState).toMatchObject({ ready: 0, undoable: 0 })
    expect(desk.describeSheet()?.own.set).toEqual({})
  })

  it('offers one value for all rows of what is missing, but of what tells the rows apart', async () => {
    const { Purpose: _, 'Staff ID': __, ...without } = trip('E1')
    const { misfit, missing = [], fields = [] } = (await openDesk([without])).describeSheet() ?? {}
    // Nothing else is wrong with the headings.
    expect([misfit, missing]).toEqual([null, ['purpose', 'employeeId']])
    const told = fields.filter(({ name }) => missing.includes(name))
    expect(told.map(({ name, usual, isIdentifying }) => [name, usual, isIdentifying])).toEqual([
      ['purpose', 'Work From Anywhere', false],
      ['employeeId', '', true],
    ])
  })

  it('shows every score with one decimal, and nothing else', () => {
    expect([4, 3.7, '4', 4.35, ''].map((score) => toValueCell('overallTrip', score).text)).toEqual([
      '4.0',
      '3.7',
      '4.0',
      '4.4',
      '',
    ])
    expect([toValueCell('overallTrip', undefined), toValueCell('employeeId', '00404')]).toEqual([
      { text: '' },
      { text: '00404' },
    ])
  })

  it('a wish that names a cell which is not there changes nothing', async () => {
    const desk = await openDesk()
    await desk.edit({ kind: 'cell', sheet: 0, line: 99, column: 0, text: 'x' })
    await desk.edit({ kind: 'cell', sheet: 7, line: 2, column: 0, text: 'x' })
    await desk.edit({ kind: 'cell', sheet: 0, line: 2, column: 99, text: 'x' })
    await desk.edit({ kind: 'values', column: destination, values: [{ written: 'Portugal', text: 'UK' }] })
    expect(desk.checkState).toMatchObject({ edited: 0, undoable: 0, ready: 2 })
  })
})
