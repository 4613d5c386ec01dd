import { rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import type { PageState } from '../../rooms/web.ts'
import { sentTo, startDecisionService } from '../../support/decision-service.ts'
import { alterWorkbook } from '../../support/edit-workbook.ts'
import { Workspace } from '../../support/program.ts'
import { toCsv } from '../../support/trips.ts'
import { enterPageInProcess } from '../page-client.ts'

const decision = (id: string, status: string) => ({
  assessmentId: `A-${id}`,
  name: `Ada ${id}`,
  status,
  managerId: 'M-1',
})
const both = toCsv([decision('1', 'Rejected'), decision('2', 'Manager Approved')])

/** A run that was sealed at a terminal, and a page. */
async function createScene() {
  const service = await startDecisionService()
  const space = new Workspace(service.variables)
  space.write('d.csv', both)
  const sealed = await space.run(['decide', 'd.csv', '--seal', 'plan.xlsx', '--by', 'C-1'])
  expect(sealed.code, sealed.stderr).toBe(0)
  const client = await enterPageInProcess(space)
  const { waiting } = await client.until((state) => state.waiting.length > 0)
  const shown = async (): Promise<string[][]> => {
    const { rows } = await client.rows({ from: 0, count: 50 }, 'sealed')
    return rows.map(({ cells }) => cells.slice(0, 5).map(({ text }) => text))
  }
  const sent = (): unknown[] => sentTo(service, 'rwa_update').map(({ assessmentId, status }) => [assessmentId, status])
  const release = async (): Promise<PageState> => {
    const state = await client.post('/api/release', { by: 'M-2', typed: '2' })
    return state.error === null ? client.until(({ run }) => run?.end != null) : state
  }
  return { space, client, waiting, run: waiting[0]?.run, shown, sent, release }
}

const asSealed = [
  ['A-1', 'Rejected'],
  ['A-2', 'Manager Approved'],
]

it('a run that waits is listed with whoever sealed it and its time, and is released by its number, without sheet and plan', async () => {
  const { space, client, waiting, run, shown, sent, release } = await createScene()
  expect(waiting).toMatchObject([
    { file: 'd.csv', requests: 2, by: 'C-1', seal: expect.stringMatching(/^\S{4}-\S{4}$/) },
  ])
  expect(((waiting[0]?.until ?? 0) - (waiting[0]?.at ?? 0)) / 86_400_000).toBeCloseTo(14, 1)
  for (const name of ['d.csv', 'plan.xlsx']) rmSync(space.path(name))
  const { sealed, error } = await client.post('/api/sealed-run', { run })
  expect([error, sealed]).toMatchObject([
    null,
    {
      run,
      plan: null,
      changedSheet: null,
      doubts: [expect.stringMatching(/^the same account .* a file of one account/)],
    },
  ])
  expect(await shown()).toEqual([
    ['', 'Rejected', 'Ada 1', '', 'M-1'],
    ['', 'Manager Approved', 'Ada 2', '', 'M-1'],
  ])
  expect(sealed?.columns.slice(0, 5).map(({ heading }) => heading)).toEqual([
    'overallTrip',
    'Decision',
    'person',
    'Destination',
    'by',
  ])
  expect((await client.post('/api/release', { by: 'c–1', typed: '2' })).error?.message).toContain('C-1 has sealed')
  expect((await client.post('/api/release', { by: 'C-l', typed: '2' })).error?.message).toContain('look alike')
  expect(sent()).toEqual([])
  const end = await release()
  expect(end.run).toMatchObject({ end: { done: 2, error: null }, released: { by: 'M-2', isSameAccount: true } })
  expect(sent()).toEqual(asSealed)
  const { rows } = await client.rows({ from: 0, count: 9 }, 'results')
  expect(rows.map(({ state, cells }) => [state, ...cells.slice(1, 5).map(({ text }) => text)])).toEqual([
    ['decided', '', 'Ada 1', '', 'A-1'],
    ['decided', '', 'Ada 2', '', 'A-2'],
  ])
  expect((await client.until((state) => state.waiting.length === 0)).sealed).toBeNull()
})

it('one that is dropped sends nothing any more, on whatever screen it stands', async () => {
  const { space, client, run, sent } = await createScene()
  await client.post('/api/sealed-run', { run })
  const dropped = await client.post('/api/drop', { run })
  expect([dropped.error, dropped.waiting, dropped.sealed]).toEqual([null, [], null])
  expect((await client.post('/api/sealed-run', { run })).error).not.toBeNull()
  expect((await client.post('/api/drop', { run })).error).not.toBeNull()
  await client.upload('plan.xlsx', await readFile(space.path('plan.xlsx')), 'decide')
  expect((await client.state()).sealed).toBeNull()
  expect(sent()).toEqual([])
  expect((await space.run(['status', '--attempts'])).stdout).toMatch(/drop {2}dropped/)
})

it('a plan that shows another decision than it says is read from the ledger, and so is what is sent', async () => {
  const { space, client, shown, sent, release } = await createScene()
  await alterWorkbook(space.path('plan.xlsx'), (workbook) => {
    const sheet = workbook.getWorksheet('Plan')
    sheet?.getRow(1).eachCell((heading) => {
      const cell = sheet.getRow(3).getCell(Number(heading.col))
      if (heading.value === 'status') cell.numFmt = ';;;"Rejected"'
    })
  })
  await client.upload('doctored.xlsx', await readFile(space.path('plan.xlsx')), 'decide')
  const { sealed } = await client.state()
  expect(sealed).toMatchObject({ broken: null, left: 2, plan: { name: 'doctored.xlsx' }, changedSheet: null })
  expect(sealed?.columns.map(({ heading }) => heading)).toContain('by')
  expect((await shown()).map(([, status, , , by]) => [status, by])).toEqual([
    ['Rejected', 'M-1'],
    ['Manager Approved', 'M-1'],
  ])
  await release()
  expect(sent()).toEqual(asSealed)
})

it('a sheet that was changed since is said, and what was sealed is sent', async () => {
  const { space, client, run, sent, release } = await createScene()
  space.write('d.csv', toCsv([decision('1', 'Pending'), decision('3', 'Rejected')]))
  expect((await client.post('/api/sealed-run', { run })).sealed).toMatchObject({ changedSheet: 'd.csv', broken: null })
  await release()
  expect(sent()).toEqual(asSealed)
})

it('what a colleague has recorded since breaks the seal, and is named', async () => {
  const { space, client, run, sent, release } = await createScene()
  await client.post('/api/sealed-run', { run })
  // The page that shows it holds no lock.
  space.write('since.csv', toCsv([{ ...decision('2', 'Rejected'), managerId: 'M-9' }]))
  const since = await space.run(['decide', 'since.csv', '--yes'])
  expect(since.code, since.stderr).toBe(0)
  const late = await release()
  expect(late.run?.end?.error?.message).toMatch(
    /what is recorded was changed since.*A-2.*Last decision was “”, is “Rejected”/,
  )
  const { sealed } = await client.post('/api/sealed-run', { run })
  expect(sealed?.broken?.message).toContain('Decided by was “”, is “M-9”')
  expect(sent()).toEqual([['A-2', 'Rejected']])
})
