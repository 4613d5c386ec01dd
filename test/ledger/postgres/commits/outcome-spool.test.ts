import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { openOutcomeSpool } from '../../../rooms/ledger/postgres.ts'
import type { GuardedChange } from '../../../rooms/ledger/store.ts'
import { createFolder } from '../../workspace.ts'

const change: GuardedChange = { id: 7, claim: { holder: 2, number: 3 }, to: 'accepted', identifier: 'R-7' }

async function takeIn(kept: ReturnType<typeof openOutcomeSpool>): Promise<GuardedChange[]> {
  const taken: GuardedChange[] = []
  const count = await kept.replay(async (each) => taken.push(each) > 0)
  expect(count).toBe(taken.length)
  return taken
}

it('what was kept is given back once, in another process too, and only to its own ledger', async () => {
  const folder = createFolder()
  const other = { ...change, id: 8 }
  expect(openOutcomeSpool(folder, 'a1').append([change])).toBe(true)
  expect(openOutcomeSpool(folder, 'a1').append([other])).toBe(true)
  expect(await takeIn(openOutcomeSpool(folder, 'b2'))).toEqual([])
  const taken = await takeIn(openOutcomeSpool(folder, 'a1'))
  expect(taken.toSorted((one, next) => one.id - next.id)).toEqual([change, other])
  expect(await takeIn(openOutcomeSpool(folder, 'a1'))).toEqual([])
  expect(readdirSync(folder)).toEqual([])
})

it('stays where it is when it cannot be taken in', async () => {
  const kept = openOutcomeSpool(createFolder(), 'a1')
  kept.append([change])
  await expect(kept.replay(() => Promise.reject(new Error('away again')))).rejects.toThrow('away again')
  expect(await takeIn(kept)).toEqual([change])
})

it('a line that was cut is no outcome, and takes no other with it', async () => {
  const folder = createFolder()
  const kept = openOutcomeSpool(folder, 'a1')
  kept.append([change])
  appendFileSync(join(folder, readdirSync(folder)[0] ?? ''), '{"id": 9, "claim": {"hol')
  const other = { ...change, id: 8 }
  kept.append([other])
  expect(await takeIn(kept)).toEqual([change, other])
})

it('is deleted, and not with what another opening has kept', async () => {
  const folder = createFolder()
  const [kept, theirs] = [openOutcomeSpool(folder, 'a1'), openOutcomeSpool(folder, 'a1')]
  kept.append([{ ...change, id: 8 }])
  theirs.append([change])
  kept.clear()
  expect(await takeIn(kept)).toEqual([change])
})

/** Takes every file over as soon as it is there, until it is told to stop; prints what was in them. */
const taker = `const { readdirSync, renameSync, readFileSync, rmSync } = require('node:fs')
let isOver = false
process.once('message', () => { isOver = true })
const take = () => {
  for (const name of readdirSync('.').filter((name) => name.endsWith('.spill'))) {
    renameSync(name, 'taken')
    process.stdout.write(readFileSync('taken', 'utf8'))
    rmSync('taken')
  }
  if (isOver) process.disconnect()
  else setImmediate(take)
}
take()
process.send('begun')`

it('loses nothing to a process that takes its file over in the moment of writing', async () => {
  const folder = createFolder()
  const other = spawn(process.execPath, ['-e', taker], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  const printed = text(other.stdout ?? Readable.from([]))
  await once(other, 'message')
  const kept = openOutcomeSpool(folder, 'a1')
  for (let id = 1; id <= 500; id += 1) expect(kept.append([{ ...change, id }])).toBe(true)
  other.send('stop')
  const ids = (await printed).split('\n').flatMap((line) => (line === '' ? [] : [Number(JSON.parse(line).id)]))
  expect(new Set(ids).size).toBe(500)
})

it('says when it cannot keep something', () => {
  expect(openOutcomeSpool('/dev/null/nowhere', 'a1').append([change])).toBe(false)
})
