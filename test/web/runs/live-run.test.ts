import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { parseRequest } from '../../rooms/app.ts'
import { assess } from '../../rooms/operations.ts'
import { BatchError } from '../../rooms/support.ts'
import { LiveRun, RunResults } from '../../rooms/web/runs.ts'
import { startService } from '../../support/service.ts'
import { useSharedFingerprints } from '../../support/shared-fingerprints.ts'
import { toCsv, trips } from '../../support/trips.ts'
import { createPageSettings } from '../page-settings.ts'
import { checkOf } from './checked-rows.ts'

useSharedFingerprints()

const firstRows = { filter: 'all', find: '', sort: '', narrow: {}, from: 0, count: 20 }

it.each([
  ['that ends', false],
  ['that fails', true],
])('a run %s is left by what reads its rows before its ledger is closed', async (_, fails) => {
  const service = await startService()
  const folder = mkdtempSync(join(tmpdir(), 'rwa-live-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [input, output] = [join(folder, 'trips.csv'), join(folder, 'trips.assessed.csv')]
  writeFileSync(input, toCsv(trips(2)))
  const settings = createPageSettings(folder, service.baseUrl)
  const results = new RunResults(checkOf(['Spain', 'Spain']), { operation: assess, command: '', baseUrl: '' })
  const happened: string[] = []
  let open = (): void => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const { addReport, leaveLoadedRun, setLoadedRun } = results
  // The first read of the ledger waits until it is left or closed, whichever comes first.
  const watched = Object.assign(results, {
    setLoadedRun(loaded: Parameters<typeof setLoadedRun>[0]): void {
      const { ledger } = loaded
      const [rowPage, close] = [ledger.runs.rowPage.bind(ledger.runs), ledger.close.bind(ledger)]
      ledger.runs.rowPage = async (...page) => {
        ledger.runs.rowPage = rowPage
        await gate
        return rowPage(...page)
      }
      ledger.close = async () => {
        happened.push('closed')
        open()
        return close()
      }
      setLoadedRun(loaded)
      results.window(firstRows).then(
        ({ rows }) => happened.push(`${rows.length} rows read`),
        () => happened.push('rows not read'),
      )
    },
    addReport(report: Parameters<typeof addReport>[0]): void {
      if (fails) throw new BatchError('usage', 'not this one')
      addReport(report)
    },
    leaveLoadedRun(): Promise<void> {
      open()
      return leaveLoadedRun()
    },
  })
  const live = new LiveRun(settings, 1, watched)
  await live.send(parseRequest(assess, { input, output }))
  expect(live.state.end).toMatchObject(fails ? { error: { message: 'not this one' } } : { error: null, done: 2 })
  expect(happened).toEqual(['2 rows read', 'closed'])
})
