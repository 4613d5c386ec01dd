import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { runSheet, tellEnd } from '../rooms/app.ts'
import { assess } from '../rooms/operations.ts'
import type { RunPorts, RunReport } from '../rooms/pipeline/model.ts'
import { silentLogger } from '../rooms/support.ts'
import { startHook } from '../support/hook.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { Workspace } from '../support/program.ts'
import { startService, token } from '../support/service.ts'
import { useSharedFingerprints } from '../support/shared-fingerprints.ts'
import { toCsv, trips } from '../support/trips.ts'
import { enterPage } from '../web/page-client.ts'

useSharedFingerprints()

const report = { runId: 7, halt: undefined, balance: [], isTestTarget: false } as unknown as RunReport

it.each([
  ['a minute', 60_000, ['waiting', 'ended']],
  ['less than a minute', 59_000, ['ended']],
])('a question of a run that is open for %s is told', async (_, ms, events) => {
  const hook = await startHook()
  const clock = new ManualClock()
  const settings = { notify: hook.url, surroundings: { env: {} }, company: 'acme' }
  const ports = { clock, logger: silentLogger, ask: async () => await answered } as unknown as RunPorts
  let answer = (_: boolean): void => {}
  const answered = new Promise<boolean>((resolve) => {
    answer = resolve
  })
  const ended = tellEnd(settings, { operation: assess, toExitCode: () => 0 }, ports, async ({ ask }) => {
    await ask?.({} as Parameters<NonNullable<RunPorts['ask']>>[0])
    return report
  })
  await clock.advance(ms)
  while (hook.told.length < events.length - 1) await new Promise((resolve) => setImmediate(resolve))
  answer(true)
  await ended
  expect(hook.told.map(({ event }) => event)).toEqual(events)
  expect(clock.sleeping).toBe(0)
})

it('one call of the library is told once, at its end; so is one that fails', async () => {
  const [service, hook] = [await startService(), await startHook()]
  const folder = mkdtempSync(join(tmpdir(), 'rwa-notify-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const input = join(folder, 'trips.csv')
  writeFileSync(input, toCsv(trips(2)))
  const ledger = join(folder, 'ledger.sqlite')
  const options = { input, output: join(folder, 'out.csv'), ledger, baseUrl: service.baseUrl, token, notify: hook.url }
  await runSheet('assess', options)
  await expect(runSheet('assess', { ...options, input: join(folder, 'gone.csv') })).rejects.toThrow()
  expect(hook.told).toMatchObject([
    { event: 'ended', operation: 'assess', run: 1, exitCode: 0, outcomes: { scored: 2 } },
    { event: 'failed', operation: 'assess', exitCode: 2 },
  ])
})

it('a run of the page is told once', async () => {
  const [service, hook] = [await startService(), await startHook()]
  const workspace = new Workspace(service.variables)
  workspace.write('trips.csv', toCsv(trips(2)))
  const client = await enterPage(workspace, ['trips.csv', '--notify', hook.url])
  await client.until(({ sheet }) => sheet !== null)
  const { plan } = await client.post('/api/plan')
  await client.post('/api/run', { plan: plan?.id })
  await client.until(({ run }) => run?.end != null)
  expect(hook.told).toMatchObject([{ event: 'ended', operation: 'assess', exitCode: 0, outcomes: { scored: 2 } }])
})
