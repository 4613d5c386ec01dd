import { describe, expect, it } from 'vitest'
import {
  ConcurrentUpdate,
  explainDatabaseFailure,
  isConflict,
  isConnectionLost,
  isStarting,
} from '../../../rooms/ledger/postgres.ts'
import { BatchError } from '../../../rooms/support.ts'

function fail(code: string | undefined, message = 'x'): Error {
  return Object.assign(new Error(message), code === undefined ? {} : { code })
}

describe('what a database or its driver says', () => {
  it.each<[string, Error, 'lost' | 'conflict' | 'neither']>([
    ['the server is ended', fail('57P01'), 'lost'],
    ['it starts', fail('57P03'), 'lost'],
    ['it has too many connections', fail('53300'), 'lost'],
    ['nobody is there', fail('ECONNREFUSED'), 'lost'],
    ['the socket is gone', fail('ENOENT'), 'lost'],
    ['the driver lost it', fail(undefined, 'Connection terminated unexpectedly'), 'lost'],
    ['no answer came', fail(undefined, 'Query read timeout'), 'lost'],
    ['each waits for the other', fail('40P01'), 'conflict'],
    ['the same was written at once', fail('23505'), 'conflict'],
    ['what it refers to is gone', fail('23503'), 'conflict'],
    ['what was looked at is moved on', new ConcurrentUpdate('x'), 'conflict'],
    ['it took too long', fail('57014'), 'conflict'],
    ['a rule of the schema', fail('23514'), 'neither'],
    ['a refusal of a trigger', fail('P0001'), 'neither'],
    ['a wrong password', fail('28P01'), 'neither'],
  ])('%s', (_, error, kind) => {
    expect([isConnectionLost(error), isConflict(error)]).toEqual([kind === 'lost', kind === 'conflict'])
  })

  it.each<[Error, string, string]>([
    [fail('28P01'), 'configuration', 'refuses this user or password'],
    [fail(undefined, 'SASL: client password must be a string'), 'configuration', 'refuses this user or password'],
    [fail('3D000'), 'configuration', 'no such database'],
    [fail('DEPTH_ZERO_SELF_SIGNED_CERT'), 'configuration', 'cannot be verified'],
    [fail(undefined, 'The server does not support SSL connections'), 'configuration', 'cannot be verified'],
    // The same exit code as for a wrong password: a person must see to it.
    [fail('42501'), 'configuration', 'no right to it'],
    [fail('53300'), 'surroundings', 'no free connection'],
    [fail('XX001', 'invalid page in block 0'), 'ledger', 'it is damaged'],
    [fail('XX002'), 'ledger', 'it is damaged'],
    [fail('53100'), 'surroundings', 'cannot be written'],
    [fail('ECONNREFUSED'), 'surroundings', 'cannot be reached (ECONNREFUSED)'],
    [fail('P0001', 'no such move'), 'defect', 'no such move'],
  ])('%o is %s', (error, code, message) => {
    expect(explainDatabaseFailure('postgres://db/rwa', error)).toMatchObject({
      code,
      message: expect.stringContaining(message),
    })
  })

  it('is a server that is just starting, for whoever comes then, and no other', () => {
    expect([fail('57P03'), fail('57P01'), fail('ECONNREFUSED')].map(isStarting)).toEqual([true, false, false])
  })

  it('stays what it is when it is explained already', () => {
    const explained = new BatchError('ledger', 'x')
    expect(explainDatabaseFailure('postgres://db/rwa', explained)).toBe(explained)
  })
})
