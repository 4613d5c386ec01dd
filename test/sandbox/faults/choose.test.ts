import { describe, expect, it } from 'vitest'
import { chooseFault, type Fault, parseFaultPlan } from '../../rooms/sandbox/faults.ts'

const requests = 20_000

function play(text: string, count = requests): (Fault | undefined)[] {
  const plan = parseFaultPlan(text)
  return Array.from({ length: count }, (_, sequence) => chooseFault(plan, 'create', sequence))
}

function shareOf(faults: readonly (Fault | undefined)[], isMeant: (fault: Fault) => boolean): number {
  return faults.filter((fault) => fault !== undefined && isMeant(fault)).length / faults.length
}

describe('the fault of a request', () => {
  it('is the same for the same seed and place, and another one for another seed', () => {
    expect(play('cut=50%,seed=3', 200)).toEqual(play('cut=50%,seed=3', 200))
    expect(play('cut=50%,seed=3', 200)).not.toEqual(play('cut=50%,seed=4', 200))
  })

  it('is another one for another operation in the same place', () => {
    const plan = parseFaultPlan('cut=50%')
    const places = Array.from({ length: 100 }, (_, sequence) => sequence)
    expect(places.map((place) => chooseFault(plan, 'create', place))).not.toEqual(
      places.map((place) => chooseFault(plan, 'invite', place)),
    )
  })

  it.each([1, 2, 3, 4, 5])('comes as often as its share says (seed %i)', (seed) => {
    const faults = play(`reset-after=10%,slow=5%:3s,no-id=1%,seed=${seed}`)
    expect(shareOf(faults, ({ kind }) => kind === 'reset-after')).toBeCloseTo(0.1, 1.7)
    expect(shareOf(faults, ({ kind, ms }) => kind === 'slow' && ms === 3000)).toBeCloseTo(0.05, 1.7)
    expect(shareOf(faults, ({ kind }) => kind === 'no-id')).toBeCloseTo(0.01, 2)
  })

  it('always comes at 100 % and never at 0 %', () => {
    expect(shareOf(play('cut=100%,hang=0%'), ({ kind }) => kind === 'cut')).toBe(1)
    expect(play('cut=0%').every((fault) => fault === undefined)).toBe(true)
  })

  it.each([
    ['reset-before', 0],
    ['500-before', 0],
    ['429', 0],
    ['reset-after', 1],
    ['huge', 1],
    ['503-bare', 0.5],
    ['html', 0.5],
  ])('%s: processed in %d of the cases', (kind, share) => {
    const faults = play(`${kind}=100%`)
    expect(shareOf(faults, ({ isProcessed }) => isProcessed)).toBeCloseTo(share, 1.5)
    expect(shareOf(faults, ({ isProcessed, isOtherForm }) => isProcessed && isOtherForm)).toBeCloseTo(share / 2, 1.5)
  })
})
