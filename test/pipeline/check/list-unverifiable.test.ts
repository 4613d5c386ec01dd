import { expect, it } from 'vitest'
import { assess, decide } from '../../rooms/operations.ts'
import { listUnverifiable } from '../../rooms/pipeline/check.ts'

it.each([
  [['destination', 'residency', 'employeeId'], [], /values of destination, residency are/],
  [['destination', 'residency'], ['residency'], /values of destination are/],
  [['employeeId'], [], undefined],
  [['destination'], ['destination'], undefined],
])('names the listed fields that were read and have no list (%#)', (read, listed, says) => {
  const lines = listUnverifiable(assess, new Set(read), new Set(listed)).filter((line) => line.includes('‹lists›'))
  if (says === undefined) expect(lines).toEqual([])
  else expect(lines).toEqual([expect.stringMatching(says)])
})

it('says what only the service knows of the operation, and that no ledger is read', () => {
  const lines = listUnverifiable(decide, new Set(), new Set())
  expect(lines).toEqual([
    ...decide.sheet.onlyServiceKnows,
    expect.stringContaining('rwa-batch decide <input> ‹dryRun›'),
  ])
})
