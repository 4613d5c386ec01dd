import { describe, expect, it } from 'vitest'
import { announceFixUses } from '../../rooms/pipeline/load.ts'
import { createFixList, type Fix } from '../../rooms/sheet/values.ts'
import { createLogger } from '../stage.ts'

function announce(
  lists: Record<string, Record<string, string>>,
  cells: readonly [field: string, key: string][],
  isConsequential = false,
) {
  const values = new Map(Object.entries(lists).map(([field, entries]) => [field, createFixList(entries)]))
  const uses = new Map<Fix, number>()
  for (const [field, key] of cells) {
    const fix = values.get(field)?.get(key) as Fix
    uses.set(fix, (uses.get(fix) ?? 0) + 1)
  }
  const { said, ...logger } = createLogger()
  const used = announceFixUses(values, uses, logger, isConsequential)
  return { said, total: used.reduce((sum, { count }) => sum + count, 0) }
}

describe('the uses of a fix list', () => {
  it('are counted, and each is said once', () => {
    const { said, total } = announce({ destination: { UK: 'United Kingdom' }, legalRight: { '': 'No' } }, [
      ['destination', 'uk'],
      ['legalRight', ''],
      ['destination', 'uk'],
    ])
    expect([total, said]).toEqual([
      3,
      ['info: destination: 2 × UK → United Kingdom', 'info: legalRight: 1 × (empty) → No'],
    ])
  })

  it('in empty cells are a warning where each row is consequential', () => {
    const { said } = announce(
      { status: { '': 'Approved', ok: 'Approved' } },
      [
        ['status', ''],
        ['status', 'ok'],
      ],
      true,
    )
    expect(said).toEqual(['warn: status: 1 × (empty) → Approved', 'info: status: 1 × ok → Approved'])
  })

  it('are missed where an entry had none', () => {
    expect(announce({ destination: { UK: 'United Kingdom' }, legalRight: { '': 'No' } }, []).said).toEqual([
      'warn: corrections that no cell needs (‹values›): destination UK, legalRight (empty)',
    ])
  })

  it('of a long list are told by their number at last', () => {
    const long = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`V${index}`, 'France']))
    const { said } = announce(
      { destination: long },
      Object.keys(long).map((text) => ['destination', text.toLowerCase()]),
    )
    expect([said.length, said.at(-1)]).toEqual([41, 'info: 60 cells are corrected in all'])
  })
})
