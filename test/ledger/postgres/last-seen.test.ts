import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { findLoss, LastSeen, type SeenLedger } from '../../../src/ledger/postgres/last-seen.ts'
import { createFolder } from '../workspace.ts'

const seen: SeenLedger = {
  address: 'postgres://db/trips',
  ledgerId: 'a1',
  system: '77',
  timeline: '00000001',
  attempts: 40,
}

it.each<[Partial<SeenLedger>, string | undefined]>([
  [{}, undefined],
  [{ attempts: 41 }, undefined],
  [{ address: 'postgres://other/trips' }, undefined],
  [{ system: '', timeline: '' }, undefined],
  [{ attempts: 37 }, 'lacks the last 3 of 40 lines of its log'],
  [{ timeline: '00000002' }, 'another server has taken over, or it was put back from a copy (timeline 00000002'],
  [{ system: '78' }, 'on another server than before'],
  [{ ledgerId: 'b2', attempts: 99 }, 'another ledger stands there'],
])('a ledger that shows %o later has lost something, or has not', (difference, loss) => {
  const found = findLoss(seen, { ...seen, ...difference })
  if (loss === undefined) expect(found).toBeUndefined()
  else expect(found).toContain(loss)
})

it('is refused with what to do, until somebody accepts it; then that is what was seen', () => {
  const folder = createFolder()
  const lastSeen = new LastSeen(folder)
  lastSeen.require(seen, false)
  const restored = { ...seen, attempts: 12 }
  const refuse = () => lastSeen.require(restored, false)
  expect(refuse).toThrow(
    expect.objectContaining({ code: 'ledger', message: expect.stringContaining('lacks the last 28') }),
  )
  expect(refuse).toThrow(
    expect.objectContaining({ hint: expect.stringContaining(`ledger init 'postgres://db/trips' ‹acceptRestored›`) }),
  )
  lastSeen.require(restored, true)
  lastSeen.require(restored, false)
  expect(readdirSync(folder)).toEqual(['a1.mark'])
})

it('another ledger at the same address is refused; the same one elsewhere is not', () => {
  const lastSeen = new LastSeen(createFolder())
  lastSeen.require(seen, false)
  expect(() => lastSeen.require({ ...seen, ledgerId: 'b2' }, false)).toThrow('another ledger stands there')
  lastSeen.require({ ...seen, address: 'postgres://new-name/trips', attempts: 50 }, false)
  expect(() => lastSeen.require({ ...seen, address: 'postgres://newest/trips', attempts: 45 }, false)).toThrow('lacks')
})

it('a place that cannot be written stops nothing', () => {
  new LastSeen('/dev/null/nowhere').require(seen, false)
})
