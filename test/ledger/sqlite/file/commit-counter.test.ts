import { copyFileSync, existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openLedger } from '../../../rooms/ledger/sqlite.ts'
import { createWorkspace, load, sendAll, stillClock, trip, type Workspace } from '../../workspace.ts'

/** A ledger in which one trip was sent, closed. */
async function createUsed(): Promise<Workspace> {
  const workspace = createWorkspace()
  const ledger = workspace.open()
  await sendAll(ledger, await load(ledger, [trip('E1 March Spain')]))
  await ledger.close()
  return workspace
}

function commitsNoted(file: string): number {
  return Number(readFileSync(`${file}.mark`, 'utf8').trim().split(' ')[1])
}

const walHeaderBytes = 32
const frameBytes = 24 + 4096

/** What a crash would leave of an open ledger, to be opened with so many frames of its log. */
function takeAfterCrash(file: string): { frames: number; openWith(frames: number): boolean } {
  const frames = (statSync(`${file}-wal`).size - walHeaderBytes) / frameBytes
  const openWith = (kept: number): boolean => {
    const { file: copy, open } = createWorkspace()
    for (const end of ['', '-wal', '.mark']) copyFileSync(file + end, copy + end)
    truncateSync(`${copy}-wal`, walHeaderBytes + kept * frameBytes)
    try {
      open()
      return true
    } catch (error) {
      expect(error).toMatchObject({ code: 'ledger' })
      return false
    }
  }
  return { frames, openWith }
}

describe('the mark beside a ledger', () => {
  it('counts its commits', async () => {
    const workspace = await createUsed()
    const before = commitsNoted(workspace.file)
    expect(before).toBeGreaterThan(0)
    const ledger = workspace.open()
    await sendAll(ledger, await load(ledger, [trip('E2 March Spain')]))
    expect(commitsNoted(workspace.file)).toBe(before * 2)
  })

  it.each<[string, (file: string) => void, string]>([
    ['is gone', (file) => rmSync(file), 'is gone, and the mark beside it says that it was used'],
    ['is empty', (file) => truncateSync(file), 'is empty, and the mark beside it says that it was used'],
  ])('refuses one that %s, and leaves it so', async (_title, lose, message) => {
    const { file, open } = await createUsed()
    lose(file)
    const isThere = existsSync(file)
    for (const _ of ['once', 'again']) {
      expect(open).toThrow(expect.objectContaining({ code: 'ledger', message: expect.stringContaining(message) }))
    }
    expect(existsSync(file)).toBe(isThere)
  })

  it('refuses an older copy, and says how many changes it lacks', async () => {
    const workspace = await createUsed()
    copyFileSync(workspace.file, `${workspace.file}.copy`)
    const ledger = workspace.open()
    await sendAll(ledger, await load(ledger, [trip('E2 March Spain')]))
    await ledger.close()
    copyFileSync(`${workspace.file}.copy`, workspace.file)
    expect(() => workspace.open()).toThrow(/lacks the last 3 of 6 changes that were written to it/)
    rmSync(`${workspace.file}.mark`)
    workspace.open()
  })

  it('refuses one that lost any part of what was written, wherever the damage begins', async () => {
    const workspace = createWorkspace()
    const ledger = workspace.open()
    await sendAll(ledger, await load(ledger, [trip('E1 March Spain')]))
    const { frames, openWith } = takeAfterCrash(workspace.file)
    expect(frames).toBeGreaterThan(20)
    const opened = Array.from({ length: frames + 1 }, (_, kept) => kept).filter((kept) => openWith(kept))
    expect(opened).toEqual([frames])
  })

  it.each([true, false])('needs no log on the first day to know its ledger (with it: %s)', async (isMarked) => {
    const { file } = createWorkspace()
    const workspace = createWorkspace()
    const ledger = workspace.open()
    await sendAll(ledger, await load(ledger, [trip('E1 March Spain')]))
    copyFileSync(workspace.file, file)
    if (isMarked) copyFileSync(`${workspace.file}.mark`, `${file}.mark`)
    const open = () => openLedger({ file, clock: stillClock, onSpill() {}, ballastMegabytes: 0 })
    if (isMarked) return expect(open).toThrow(/lacks the last 3 of 3 changes .*-wal was removed/)
    const found = open()
    expect([found.isNew, found.id]).toEqual([false, ledger.id])
    await found.close()
  })

  it.each<[string, (file: string) => void]>([
    ['was deleted', (file) => rmSync(`${file}.mark`)],
    ['cannot be understood', (file) => writeFileSync(`${file}.mark`, '?')],
    ['is of another ledger', (file) => writeFileSync(`${file}.mark`, '00000000-0000-0000-0000-000000000000 99\n')],
  ])('that %s is written anew', async (_title, spoil) => {
    const { file, open } = await createUsed()
    const before = commitsNoted(file)
    spoil(file)
    open().close()
    expect(commitsNoted(file)).toBe(before)
  })

  it('of a ledger in which nothing was sent yet keeps nobody from beginning anew', () => {
    const { file, open } = createWorkspace()
    open().close()
    rmSync(file)
    open()
  })
})
