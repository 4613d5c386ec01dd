import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openLedger } from '../../rooms/ledger/sqlite.ts'
import { scale } from '../../support/scale.ts'
import { seededRandom } from '../../support/seeded-random.mjs'
import { createFolder, drive, load, readCells, type SentTo, startOfTest, stillClock, trip } from '../workspace.ts'

const persons = ['Person-one', 'Person-two', 'Person-three']
const trips = persons.flatMap((person) => [`${person} March Spain`, `${person} May Peru`, `${person} July Chad`])
/** May exist at the service from then on. */
const existing: ReadonlySet<SentTo> = new Set(['accepted', 'pending', 'done', 'unknown'])
const ends: readonly SentTo[] = ['done', 'done', 'done', 'done', 'rejected', 'failed', 'accepted', 'pending', 'unknown']
const seeds = scale({ full: 3_000, short: 300, quick: 10 })

/** Sheets are handed in, sent and forgotten in an order that the seed decides. */
async function play(seed: number): Promise<{ twice: string[]; left: string[]; forgotten: number }> {
  const random = seededRandom(seed)
  const below = (end: number): number => Math.floor(random() * end)
  const folder = createFolder()
  const file = join(folder, 'ledger.sqlite')
  const key = join(folder, 'forget.key')
  const open = () =>
    openLedger({ file, clock: stillClock, onSpill() {}, ballastMegabytes: 0, findForgetKey: () => key })
  const created = new Set<string>()
  const result = { twice: [] as string[], left: [] as string[], forgotten: 0 }
  for (let round = 0; round < 8; round += 1) {
    const ledger = open()
    const sheet = trips.filter(() => below(3) > 0).toSorted(() => below(3) - 1)
    if (sheet.length > 0) {
      const run = await load(ledger, sheet.map(trip), { file: `/sheet-${below(3)}.csv` })
      for (const { id, request } of await ledger.submissions.readyPage(run, -1, 100)) {
        const { text } = JSON.parse(request) as { text: string }
        if (created.has(text)) result.twice.push(text)
        const end = ends[below(ends.length)] ?? 'done'
        await drive(ledger, id, end)
        if (existing.has(end)) created.add(text)
      }
      await ledger.runs.end(run, { now: startOfTest, ending: 'done', output: undefined })
    }
    const person = persons[below(persons.length)] ?? ''
    const erasure = { reason: '', by: 'ann@laptop', now: startOfTest }
    const found = await ledger.forgetting.erase({ people: [person], readCells }, erasure)
    await ledger.forgetting.scrub()
    await ledger.close()
    result.forgotten += found.submissions
    if (found.openCount === 0 && readFileSync(file).includes(person)) result.left.push(`${person} in round ${round}`)
  }
  return result
}

it(`of ${seeds} histories of sheets and forgetting none creates a trip twice, or leaves a byte of who was forgotten`, {
  timeout: 3_600_000,
}, async () => {
  let forgotten = 0
  for (let seed = 1; seed <= seeds; seed += 1) {
    const end = await play(seed)
    expect({ seed, twice: end.twice, left: end.left }).toEqual({ seed, twice: [], left: [] })
    forgotten += end.forgotten
  }
  expect(forgotten).toBeGreaterThan(seeds)
})
