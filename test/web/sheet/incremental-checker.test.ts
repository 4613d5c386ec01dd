import { expect, it } from 'vitest'
import type { EditedCheck } from '../../rooms/app/check.ts'
import { assess } from '../../rooms/operations.ts'
import type { ReadOptions } from '../../rooms/settings.ts'
import { IncrementalChecker } from '../../rooms/web/sheet.ts'
import { Workspace } from '../../support/program.ts'
import { toCsv, trip } from '../../support/trips.ts'
import { createPageSettings } from '../page-settings.ts'

const hostCountry = 5
const end = 8

/** A sheet of which only the first row is right, and what was said of it so far. */
async function open(
  reading: ReadOptions = {},
): Promise<{ checks: IncrementalChecker; seen: EditedCheck[]; whole: EditedCheck[]; shown(row: number): unknown[] }> {
  const workspace = new Workspace()
  const late = { 'Trip end': '2026-02-01' }
  workspace.write('trips.csv', toCsv([trip('E0'), ...['E1', 'E2', 'E3'].map((name) => trip(name, late))]))
  const seen: EditedCheck[] = []
  /** Of these, the checks of the whole sheet. */
  const whole: EditedCheck[] = []
  const checks = new IncrementalChecker(createPageSettings(workspace.path('')), {
    operation: assess,
    file: workspace.path('trips.csv'),
    reading: () => reading,
    fullCheckRows: 3,
    onChecked: (check, notes) => {
      seen.push(check)
      if (notes !== undefined) whole.push(check)
    },
  })
  await checks.checkAll()
  const shown = (line: number): unknown[] => {
    const row = seen.at(-1)?.rows[line - 2]
    return [row?.state, row?.isReady, row?.isOpen, row?.problems.map(({ problem }) => problem.field)]
  }
  return { checks, seen, whole, shown }
}

const edit = (row: number, column: number, text: string) => ({ edits: [{ sheet: 'trips.csv', row, column, text }] })

it('an edited row of a large sheet that is like no other is right at once; the whole sheet follows for its notes', async () => {
  const { checks, seen, shown } = await open()
  expect([seen.length, shown(2), shown(3)]).toEqual([
    1,
    ['ready', true, undefined, []],
    ['invalid', false, undefined, ['endDate']],
  ])
  await checks.add(edit(3, end, '2026-03-31'))
  expect([checks.isChecking, shown(3)]).toEqual([false, ['ready', true, undefined, []]])
  await checks.add(edit(4, hostCountry, ''))
  expect(shown(4)).toEqual(['invalid', false, undefined, ['destination', 'endDate']])
  const whole = checks.waitUntilChecked()
  expect([checks.isChecking, checks.waitUntilChecked() === whole]).toEqual([true, true])
  await whole
  expect([checks.isChecking, shown(3), shown(4)]).toEqual([
    false,
    ['ready', true, undefined, []],
    ['invalid', false, undefined, ['destination', 'endDate']],
  ])
  await checks.undo()
  expect(shown(4)).toEqual(['invalid', false, undefined, ['endDate']])
})

it('that a row is right is said when all was checked, where another row may have a say in it', async () => {
  const { checks, shown } = await open({ dateFormat: 'DD/MM/YYYY' })
  await checks.add(edit(3, end, '2026-03-31'))
  expect(shown(3)).toEqual(['open', false, true, []])
  await checks.waitUntilChecked()
  expect(shown(3)).toEqual(['ready', true, undefined, []])
  const { checks: others, shown: shownOf } = await open()
  await others.add({ edits: [...edit(3, 0, 'E0').edits, ...edit(3, end, '2026-03-31').edits] })
  await others.waitUntilChecked()
  expect(shownOf(3).slice(0, 2)).toEqual(['duplicate', false])
  // The row that it was like is no longer so.
  await others.add(edit(2, end, '2026-04-30'))
  expect(shownOf(2)).toEqual(['open', false, true, []])
  await others.waitUntilChecked()
  expect([shownOf(2), shownOf(3)]).toEqual([
    ['ready', true, undefined, []],
    ['ready', true, undefined, []],
  ])
})

it('what became the same as another row is never said to be right; edits during a check are not lost by it', async () => {
  const { checks, shown } = await open()
  await checks.add({ edits: [...edit(3, 0, 'E0').edits, ...edit(3, end, '2026-03-31').edits] })
  expect(shown(3)).toEqual(['open', false, true, []])
  const whole = checks.waitUntilChecked()
  await checks.add(edit(4, end, '2026-03-31'))
  await whole
  expect([shown(3).slice(0, 2), shown(4)]).toEqual([
    ['duplicate', false],
    ['ready', true, undefined, []],
  ])
})

it('what was learned for all rows is checked with all of them before anything is said', async () => {
  const { checks, shown } = await open()
  await checks.add({ ...edit(3, end, '2026-03-31'), setting: () => {} })
  expect([checks.isChecking, shown(3)]).toEqual([false, ['ready', true, undefined, []]])
})

it('a check in the background that would tell nothing but notes ends with the next edit', async () => {
  const { checks, whole, shown } = await open()
  await checks.add(edit(3, end, '2026-03-31'))
  const checked = checks.waitUntilChecked()
  await checks.add(edit(4, end, '2026-03-31'))
  await checked
  expect([whole.length, checks.isChecking, shown(3), shown(4)]).toEqual([
    2,
    false,
    ['ready', true, undefined, []],
    ['ready', true, undefined, []],
  ])
})

it('who checks all rows once more waits for no check in the background, unless a row awaits it', async () => {
  const { checks, whole, shown } = await open()
  await checks.add(edit(3, end, '2026-03-31'))
  const checked = checks.waitUntilChecked()
  const settled = await checks.settle()
  expect([whole.length, checks.isChecking]).toEqual([1, false])
  await checked
  await checks.waitUntilChecked()
  expect([whole.length, settled?.digest]).toEqual([2, whole.at(-1)?.digest])
  expect(settled?.digest).not.toBe(whole[0]?.digest)
  // Like another row: what it is, the others decide.
  await checks.add(edit(4, 0, 'E0'))
  await checks.add(edit(4, end, '2026-03-31'))
  expect(shown(4)).toEqual(['open', false, true, []])
  expect((await checks.settle())?.digest).toBe(whole.at(-1)?.digest)
  expect([whole.length, shown(4)]).toEqual([3, ['duplicate', false, undefined, expect.anything()]])
})
