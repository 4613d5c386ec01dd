import { expect, it } from 'vitest'
import { createStage, line } from '../../pipeline/stage.ts'
import { assess } from '../../rooms/operations.ts'
import { RunResults } from '../../rooms/web/runs.ts'
import { checkOf, scored } from './checked-rows.ts'

function createResults(count: number): RunResults {
  const check = checkOf(Array.from({ length: count }, () => 'Spain'))
  return new RunResults(check, { operation: assess, command: '', baseUrl: 'https://service.example' })
}

const firstRows = { filter: 'all', find: '', sort: '', narrow: {}, from: 0, count: 20 }

it('a run whose ledger is about to be closed is left once what reads it has its rows', async () => {
  const { ledger, context } = await createStage({ lines: [line('E1'), line('E2')] })
  let open = (): void => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const rowPage = ledger.runs.rowPage.bind(ledger.runs)
  ledger.runs.rowPage = async (...page) => {
    await gate
    return rowPage(...page)
  }
  const results = createResults(2)
  results.setLoadedRun({ ledger, runId: context.runId })
  const shown = results.window(firstRows)
  const done: string[] = []
  const isLeft = results.leaveLoadedRun().then(() => done.push('left'))
  // Who asks from now on does not read the ledger: its gate is still closed.
  expect(await results.window(firstRows)).toMatchObject({ rows: [] })
  await new Promise(setImmediate)
  expect(done).toEqual([])
  open()
  expect((await shown).rows.length).toBe(2)
  await isLeft
})

it('pictures are drawn anew once rows have come', () => {
  const results = createResults(1)
  expect(results.charts.state.groups).toEqual([])
  results.addReport(scored(4))
  expect(results.charts.state.groups).toMatchObject([{ name: 'Spain', count: 1 }])
})
