import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { type Confirm, dropRun, releaseRun, runSheet, sealDecisions, undoRun, waitingRuns } from '../../rooms/app.ts'
import { sentTo, startDecisionService } from '../../support/decision-service.ts'
import { token } from '../../support/service.ts'
import { useSharedFingerprints } from '../../support/shared-fingerprints.ts'
import { toCsv, trips } from '../../support/trips.ts'

useSharedFingerprints()

const decisions = 'assessmentId,status,complianceTeamMemberId\nA-1,Approved,C-1\nA-2,Rejected,C-1\n'

async function createScene() {
  const service = await startDecisionService()
  const folder = mkdtempSync(join(tmpdir(), 'rwa-library-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = (name: string): string => join(folder, name)
  writeFileSync(path('d.csv'), decisions)
  const common = { baseUrl: service.baseUrl, ledger: path('ledger.sqlite'), company: 'acme' }
  return {
    service,
    path,
    common,
    seal: (plan?: string) => sealDecisions({ ...common, input: path('d.csv'), by: 'C-1', plan }),
    release: (run: number | string, confirm: Confirm, by = 'M-42') =>
      releaseRun({ ...common, token, run, by, confirm, output: path('out.csv') }),
  }
}

it('a sealed run is listed and released by its number; the confirmation gets every line from the ledger', async () => {
  const { service, path, common, seal, release } = await createScene()
  expect(await waitingRuns(common)).toEqual([])
  const sealed = await seal()
  expect(sealed).toMatchObject({ run: 1, requests: 2, plan: undefined, contradictions: [], replaced: [] })
  expect(sealed.seal).toMatch(/^[0-9A-F]{4}-[0-9A-F]{4}$/)
  expect(sealed.until).toBeGreaterThan(Date.now() + 13 * 24 * 3_600_000)
  const [waiting] = await waitingRuns(common)
  expect(waiting).toMatchObject({ run: 1, waitsFor: 'second person', company: 'acme', until: sealed.until })
  expect(waiting?.sealed).toEqual({ by: 'C-1', seal: sealed.seal, requests: 2, plan: '' })
  expect(await waitingRuns({ ...common, company: 'globex' })).toEqual([])
  expect(await waitingRuns({ ...common, baseUrl: 'https://other.example' })).toEqual([])
  expect(service.requests).toEqual([])

  rmSync(path('d.csv'))
  let lines: readonly string[] = []
  const run = release(1, (plan) => {
    lines = plan.lines ?? []
    return plan.total === 2
  })
  const states: string[] = []
  for await (const { rowNumber, state } of run) states.push(`${rowNumber} ${state}`)
  expect(states).toEqual(['2 decided', '3 decided'])
  expect(lines).toEqual([expect.stringContaining('Compliance Approved'), expect.stringContaining('Rejected')])
  expect(sentTo(service, 'rwa_update').map(({ assessmentId }) => assessmentId)).toEqual(['A-1', 'A-2'])
  expect(await waitingRuns(common)).toEqual([])
})

it('the workbook is written where one is named; the seal is as good as the number', async () => {
  const { path, seal, release } = await createScene()
  const { plan, seal: short } = await seal(path('plan.xlsx'))
  expect([plan, existsSync(path('plan.xlsx'))]).toEqual([path('plan.xlsx'), true])
  const { balance } = await release(short, true)
  expect(balance).toEqual([{ state: 'decided', wasDone: false, count: 2 }])
})

it('sends nothing when it is not confirmed, by the same person, or once it was dropped', async () => {
  const { service, common, seal, release } = await createScene()
  await seal()
  await expect(release(1, () => false)).rejects.toMatchObject({ code: 'usage' })
  await expect(release(1, undefined as unknown as Confirm)).rejects.toMatchObject({
    code: 'usage',
    message: 'to release must be confirmed: nothing was sent',
  })
  await expect(release(1, true, 'c- 1')).rejects.toMatchObject({ message: expect.stringContaining('has sealed') })
  expect((await seal()).replaced).toEqual([1])
  expect(await dropRun({ ledger: common.ledger, run: 2, by: 'M-7' })).toMatchObject({ run: 2, sealed: { by: 'C-1' } })
  await expect(dropRun({ ledger: common.ledger, run: 2 })).rejects.toMatchObject({ code: 'input' })
  await expect(release(2, true)).rejects.toMatchObject({ message: expect.stringContaining('dropped') })
  expect(service.requests).toEqual([])
})

it('of a sheet that was changed since, a function decides; true alone is refused', async () => {
  const { service, path, seal, release } = await createScene()
  await seal()
  writeFileSync(path('d.csv'), `${decisions}A-3,Rejected,C-1\n`)
  await expect(release(1, true)).rejects.toMatchObject({ message: expect.stringContaining('was changed since') })
  await expect(release(1, ({ isSheetChanged }) => isSheetChanged !== true)).rejects.toMatchObject({ code: 'usage' })
  expect(service.requests).toEqual([])
  await release(1, ({ isSheetChanged }) => isSheetChanged === true)
  expect(sentTo(service, 'rwa_update')).toHaveLength(2)
})

it('an undo gives the four numbers; what is confirmed is sent, once', async () => {
  const { service, path, common } = await createScene()
  const { ledger, baseUrl } = common
  writeFileSync(path('trips.csv'), toCsv(trips(2)))
  const call = { ledger, baseUrl, token }
  const { runId } = await runSheet('assess', { ...call, input: path('trips.csv'), output: path('t.xlsx'), wait: false })
  const undo = (confirm: Confirm) => undoRun({ ...call, run: runId, by: 'S-1', output: path('u.xlsx'), confirm })
  await expect(undo(() => false)).rejects.toMatchObject({ code: 'usage' })
  const counts = { undoes: runId, decidedSince: 0, shared: 0, unknown: 0, kept: [], sealed: undefined }
  expect(await undo(({ total }) => total === 2)).toMatchObject({
    ...counts,
    undone: 2,
    notUndone: 0,
    report: { rows: 2 },
  })
  expect(await undo(true)).toMatchObject({ ...counts, undone: 2 })
  expect(sentTo(service, 'rwa_update').map(({ status }) => status)).toEqual(['Canceled', 'Canceled'])
})
