import { describe, expect, it } from 'vitest'
import { find } from '../rooms/messages.ts'
import { inputError } from '../rooms/sheet.ts'
import { BatchError } from '../rooms/support.ts'
import { toPageError } from '../rooms/web.ts'

describe('what the page says of an error', () => {
  it('has no option, command or variable, and the titles of fields', () => {
    const found = find('value-not-taken', { field: 'startDate', written: 'x', meant: 'y', rule: 'must', hint: '' })
    expect(toPageError(new BatchError('usage', found)).message).toBe('Start date: “x” → “y” cannot be used: it must')
  })

  it('names a file as its user knows it, and no path of ours', () => {
    const file = '/uploads/x/sheet-1.csv'
    const error = new BatchError('input', find('rows-none', { file, where: 'in row 1' }))
    expect(toPageError(error, { path: file, label: 'q3.csv' })).toEqual({
      message: 'q3.csv: there are no rows below the headings in row 1',
      hint: 'Fill in the sheet.',
    })
  })

  it('says why a dropped file cannot be read, though its folder carries the name of the program', () => {
    const file = '/tmp/rwa-batch-12-ab/sheet-1.xlsx'
    expect(
      toPageError(inputError(file, 'is a PDF document, not a spreadsheet', 'Use the spreadsheet.'), {
        path: file,
        label: 'q3.xlsx',
      }),
    ).toEqual({
      message: 'q3.xlsx is a PDF document, not a spreadsheet.',
      hint: 'Use the spreadsheet.',
    })
  })

  it('repeats nothing of an error that nobody thought of', () => {
    expect(JSON.stringify(toPageError(new Error('secret of row 5')))).not.toContain('secret')
  })
})
