import { describe, expect, it } from 'vitest'
import { exitCodeOf, exitCodeOfError, exitCodeOfWorker } from '../rooms/app.ts'
import { rowStates } from '../rooms/contract.ts'
import type { HaltReason } from '../rooms/messages.ts'
import { BatchError } from '../rooms/support.ts'

function codeOf(states: readonly string[], halt?: HaltReason, waits = true): number {
  const balance = states.map((state) => ({ state, wasDone: false, count: 1 }))
  return exitCodeOf({ halt, balance }, waits)
}

describe('the exit code', () => {
  it.each([
    ['scored', 0],
    ['decided', 0],
    ['invited', 0],
    ['skipped', 0],
    ['invalid', 3],
    ['duplicate', 3],
    ['changed', 3],
    ['kept', 0],
    ['rejected', 3],
    ['failed', 3],
    ['ready', 4],
    ['sending', 4],
    ['accepted', 4],
    ['pending', 4],
    ['unknown', 4],
  ])('of a run that ends with a row %s is %i', (state, code) => {
    expect([...rowStates, 'scored', 'decided', 'invited']).toContain(state)
    expect(codeOf(['scored', state])).toBe(code)
  })

  it('is 4 before 3: what is open counts more than what is refused', () => {
    expect(codeOf(['invalid', 'unknown', 'rejected'])).toBe(4)
  })

  it('is 0 for rows that were created and not waited for', () => {
    expect([codeOf(['accepted'], undefined, false), codeOf(['accepted', 'pending'], undefined, false)]).toEqual([0, 4])
  })

  it('leaves out states without rows', () => {
    expect(exitCodeOf({ halt: undefined, balance: [{ state: 'unknown', wasDone: false, count: 0 }] }, true)).toBe(0)
  })

  it.each<[HaltReason, number]>([
    [{ kind: 'interrupted' }, 130],
    [{ kind: 'authorisation', message: '' }, 2],
    [{ kind: 'redirect', message: '' }, 2],
    [{ kind: 'unreachable', message: '' }, 75],
    [{ kind: 'held-off', message: '' }, 4],
    [{ kind: 'unknowns', count: 10 }, 4],
    [{ kind: 'mixed-up', count: 3 }, 4],
    [{ kind: 'address', address: '', message: '' }, 2],
    [{ kind: 'errors', count: 10 }, 4],
    [{ kind: 'rejections', field: '', message: '' }, 4],
    [{ kind: 'broken', error: '' }, 1],
  ])('of a run that was stopped: %o', (halt, code) => {
    expect(codeOf(['ready', 'scored'], halt)).toBe(code)
  })

  it.each([
    [['ready', 'scored'], 75],
    [['accepted'], 75],
    [['ready', 'invalid', 'failed'], 75],
    [['ready', 'unknown'], 4],
  ])('of a run that could not reach the service and leaves %j is %i', (states, code) => {
    expect(codeOf(states, { kind: 'unreachable', message: '' })).toBe(code)
  })

  it.each<[HaltReason['kind'][], number]>([
    [['interrupted', 'unreachable'], 75],
    [['unreachable', 'held-off'], 4],
    [['unreachable', 'authorisation'], 2],
  ])('of a worker that stopped because of %j is %i', (kinds, code) => {
    expect(exitCodeOfWorker(kinds.map((kind) => ({ kind }) as HaltReason))).toBe(code)
  })

  it.each([
    ['usage', 2],
    ['input', 2],
    ['configuration', 2],
    ['authorisation', 2],
    ['contract', 2],
    ['ledger', 1],
    ['surroundings', 1],
    ['defect', 1],
  ] as const)('of an error of the kind %s is %i', (kind, code) => {
    expect(exitCodeOfError(new BatchError(kind, 'x'))).toBe(code)
  })

  it('of anything else that is thrown is 1', () => {
    expect([exitCodeOfError(new TypeError('x')), exitCodeOfError('x')]).toEqual([1, 1])
  })
})
