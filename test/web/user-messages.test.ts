import { describe, expect, it } from 'vitest'
import { BatchError } from '../../src/support/errors.ts'
import { toPageError, toUserMessage } from '../../src/web/user-messages.ts'

describe('what the page says of a text from below', () => {
  it.each([
    ['must be one of the 132 values in the list', 'must be one of the 132 values in the list'],
    ['Did you mean “United Kingdom”? Or give ‹lists›.', 'Did you mean “United Kingdom”?'],
    ['1 hidden row is included (‹hidden› skip leaves them out)', '1 hidden row is included'],
    ['Delete the row; if it is meant, send it with ‹allowDuplicates›.', 'Delete the row.'],
    ['Start the same command again.', ''],
    ['the column “X” (Y) is not read; rename it or use ‹columns›', 'the column “X” (Y) is not read.'],
    [
      'expected columns: purpose, employeeId; seen: “employeeId”',
      'expected columns: purpose, Employee ID; seen: “employeeId”',
    ],
  ])('%s', (text, said) => {
    expect(toUserMessage(text)).toBe(said)
  })

  it('names a file as its user knows it, and no path of ours', () => {
    const error = new BatchError('input', '/uploads/x/sheet-1.csv: there are no rows', { hint: 'Use ‹sheets›.' })
    expect(toPageError(error, { path: '/uploads/x/sheet-1.csv', label: 'q3.csv' })).toEqual({
      message: 'q3.csv: there are no rows',
      hint: '',
    })
  })

  it('repeats nothing of an error that nobody thought of', () => {
    expect(JSON.stringify(toPageError(new Error('secret of row 5')))).not.toContain('secret')
  })
})
