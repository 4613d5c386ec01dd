import { describe, expect, it } from 'vitest'
import { explainStorageFailure } from '../rooms/ledger.ts'
import { BatchError } from '../rooms/support.ts'

function failure(code: string | undefined): Error {
  return Object.assign(new Error('the words of a library'), code === undefined ? {} : { code })
}

describe('a failure of the disk, explained', () => {
  it.each([
    ['SQLITE_FULL', 'surroundings', 'the disk is full'],
    ['ENOSPC', 'surroundings', 'the disk is full'],
    ['EFBIG', 'surroundings', 'the disk is full'],
    ['EACCES', 'surroundings', 'it may not be written'],
    ['EROFS', 'surroundings', 'it may not be written'],
    ['SQLITE_READONLY_DBMOVED', 'surroundings', 'it may not be written'],
    ['SQLITE_CANTOPEN', 'surroundings', 'no file can be kept at that place'],
    ['ENOTDIR', 'surroundings', 'no file can be kept at that place'],
    ['SQLITE_IOERR_WRITE', 'surroundings', 'the disk reported an error'],
    ['SQLITE_BUSY', 'surroundings', 'another program keeps it busy'],
    ['SQLITE_CORRUPT', 'ledger', 'the file is damaged'],
    ['SQLITE_NOTADB', 'ledger', 'the file is damaged, or not a ledger at all'],
    ['EWHATEVER', 'surroundings', 'unexpected failure EWHATEVER'],
    [undefined, 'surroundings', 'unexpected failure without a code'],
  ])('%s is a matter of %s: %s', (code, expectedCode, reason) => {
    const error = explainStorageFailure('the ledger x cannot be opened', failure(code))
    expect(error).toMatchObject({ code: expectedCode, message: `the ledger x cannot be opened: ${reason}` })
    expect(error.hint).toMatch(/\.$/)
    expect(`${error.message} ${error.hint}`).not.toContain('library')
  })

  it('passes on what is explained already', () => {
    const explained = new BatchError('defect', 'ours')
    expect(explainStorageFailure('x', explained)).toBe(explained)
  })
})
