import { rmSync } from 'node:fs'
import { expect, it } from 'vitest'
import { openDatabase } from '../../rooms/support.ts'
import { ledgerFile, Workspace } from '../../support/program.ts'
import { startService } from '../../support/service.ts'
import { toCsv, trips } from '../../support/trips.ts'
import { innards } from './surroundings.ts'

it('a ledger that somebody altered is said in one sentence, and nothing is sent', async () => {
  const service = await startService()
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(trips(2)))
  expect((await space.spawnAssess('trips.csv')).code).toBe(0)
  const alter = (sql: string): void => {
    const db = openDatabase(space.path(ledgerFile))
    db.exec(sql)
    db.close()
    rmSync(`${space.path(ledgerFile)}.mark`)
  }
  const readResult = (): string => {
    const db = openDatabase(space.path(ledgerFile), { isReadonly: true })
    const [result = ''] = db.prepare<[], string>('SELECT result FROM submissions WHERE id = 1').pluck().all()
    db.close()
    return result
  }
  alter(`UPDATE targets SET limiter = 'fast!', poll_schedule = 'null'`)
  expect((await space.spawnAssess('trips.csv')).code).toBe(0)

  const result = readResult()
  alter(`UPDATE submissions SET result = '{"workingRights":' WHERE id = 1`)
  const damaged = await space.spawnAssess('trips.csv')
  expect([damaged.code, damaged.stderr]).toEqual([1, expect.stringContaining('is damaged: its record 1')])
  expect(damaged.stderr).not.toMatch(innards)

  alter(`UPDATE submissions SET result = '${result}' WHERE id = 1; UPDATE targets SET token_hash = 'abc'`)
  const other = await space.spawnAssess('trips.csv')
  expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('another token was used before')])
  expect(service.created()).toHaveLength(2)
})

it('a folder that was deleted under the program is said', async () => {
  const space = new Workspace()
  const away = ['bash', '-c', 'mkdir gone; cd gone; rmdir ../gone; exec "$@"', 'bash']
  const { code, stderr } = await space.spawn(['status'], {}, away)
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^error: the current folder no longer exists\n/)])
})
