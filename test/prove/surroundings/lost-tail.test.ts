import { copyFileSync, rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { Workspace } from '../../support/program.ts'
import { startService } from '../../support/service.ts'
import { toCsv, trips } from '../../support/trips.ts'
import { ledger } from './midway.ts'

const preload = (name: string) => ({ NODE_OPTIONS: `--import=${new URL(name, import.meta.url).href}` })
const command = ['assess', 'trips.csv', '--no-wait', '--concurrency', '2']
const ends = ['', '-wal']

/** What is lost of a ledger whose run died before the register knew more than its opening; of twelve trips, created by it. */
type Loss = 'without its -wal' | 'put back beside its .mark'

async function loseTail(loss: Loss) {
  let goOn = (): void => {}
  const mayAnswer = new Promise<void>((resolve) => {
    goOn = resolve
  })
  let isCopied = false
  const service = await startService(undefined, undefined, async () => {
    if (service.created().length === 2 && !isCopied) {
      isCopied = true
      for (const end of ends) copyFileSync(space.path(ledger) + end, space.path(`copy${end}`))
    }
    if (service.created().length > 10) await mayAnswer
  })
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(trips(20)))
  const run = space.start(command, preload('without-records.mjs'))
  await run.until(() => service.created().length === 12)
  run.child.kill('SIGKILL')
  await run.ended
  goOn()
  for (const end of ['-wal', '-shm']) rmSync(space.path(ledger) + end)
  if (loss !== 'without its -wal')
    for (const end of ends) copyFileSync(space.path(`copy${end}`), space.path(ledger) + end)
  return { service, space }
}

describe('a ledger whose run died within five seconds of its record in the register', () => {
  it.each<Loss>(['without its -wal', 'put back beside its .mark'])(
    '%s, is refused by the commit counter alone',
    async (loss) => {
      const { service, space } = await loseTail(loss)
      const refused = await space.spawn(command)
      expect([refused.code, service.created().length]).toEqual([1, 12])
      expect(refused.stderr).toMatch(/lacks the last \d+ of \d+ changes that were written to it/)

      const twin = await space.spawn(command, preload('without-counter.mjs'))
      expect(service.created().length, twin.stderr).toBeGreaterThan(20)
    },
  )
})
