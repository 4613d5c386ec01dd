import { describe, expect, it } from 'vitest'
import { isDatabaseAddress, parseDatabaseAddress, recallPassword, requireNoPassword } from '../rooms/ledger.ts'

const secret = 'tok-3f9c'

function failureOf(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}

describe('the address of a database', () => {
  it.each([
    ['postgres://ann@db/rwa', true],
    ['postgresql://db/rwa', true],
    ['POSTGRES://db/rwa', true],
    ['postgres:ann@db/rwa', true],
    ['/home/ann/postgres.sqlite', false],
    ['postgres.sqlite', false],
  ])('%s is one: %s', (address, isOne) => {
    expect(isDatabaseAddress(address)).toBe(isOne)
  })

  it('has its parts', () => {
    const address = `postgres://ann%40x:${secret}@db.example:6543/rwa?sslmode=verify-full&sslrootcert=/ca.pem&schema=team`
    expect(parseDatabaseAddress(address, {})).toEqual({
      host: 'db.example',
      port: 6543,
      user: 'ann@x',
      database: 'rwa',
      password: secret,
      schema: 'team',
      tls: { ca: '/ca.pem', cert: undefined, key: undefined },
      shown: 'postgres://ann%40x@db.example:6543/rwa?sslmode=verify-full&sslrootcert=/ca.pem&schema=team',
    })
  })

  it.each<[string, string, Record<string, string>, boolean]>([
    ['localhost', 'postgres://localhost/rwa', {}, true],
    ['no host', 'postgres:///rwa', {}, true],
    ['no host, one in the environment', 'postgres:///rwa', { PGHOST: 'db.example' }, false],
    ['127.0.0.1', 'postgres://127.0.0.1/rwa', {}, true],
    ['::1', 'postgres://[::1]/rwa', {}, true],
    ['a socket', 'postgres://ann@localhost/rwa?host=/var/run/postgresql', {}, true],
    ['another machine', 'postgres://db.example/rwa', {}, false],
    ['another machine, without a check', 'postgres://db.example/rwa?sslmode=require', {}, false],
    ['another machine behind this one', 'postgres://localhost/rwa?host=db.example', {}, false],
    ['a name that begins like this machine', 'postgres://localhost.example/rwa', {}, false],
  ])('of %s may be spoken to in clear or is refused', (_, address, env, isClear) => {
    if (isClear) expect(parseDatabaseAddress(address, env).tls).toBeUndefined()
    else expect(failureOf(() => parseDatabaseAddress(address, env))).toMatchObject({ code: 'configuration' })
  })

  it.each([
    ['that cannot be read', `postgres://ann:${secret}@db:x/rwa`],
    ['with its password as a parameter', `postgres://localhost/rwa?password=${secret}`],
    ['with its password as the name of a parameter', `postgres://localhost/rwa?${secret}`],
    ['without its slashes', `postgres:ann:${secret}@localhost/rwa`],
    ['with a percent sign that is none', `postgres://ann:${secret}%zz@localhost/rwa`],
    ['with a schema that is no name', `postgres://ann:${secret}@localhost/rwa?schema=a;b`],
    ['without TLS', `postgres://ann:${secret}@db.example/rwa`],
  ])('%s is refused, and nothing says the password', (_, address) => {
    const failure = failureOf(() => parseDatabaseAddress(address, {})) as Error & { hint: string }
    expect(failure).toBeInstanceOf(Error)
    expect(`${failure.message} ${failure.hint} ${failure.stack}`).not.toContain(secret)
  })

  it('takes its password from nowhere but the environment', () => {
    const named = `postgres://ann:${secret}@localhost/rwa`
    const failure = failureOf(() => requireNoPassword(named, {})) as Error
    expect(failure).toMatchObject({ code: 'usage', message: expect.stringContaining('has a password') })
    expect(String(failure)).not.toContain(secret)
    const shown = requireNoPassword('postgres://ann@localhost/rwa', {})
    expect(recallPassword(shown, { RWA_LEDGER: named }).password).toBe(secret)
    expect(recallPassword('postgres://bob@localhost/rwa', { RWA_LEDGER: named }).password).toBeUndefined()
    expect(recallPassword(shown, { RWA_LEDGER: '/home/ann/ledger.sqlite' }).password).toBeUndefined()
  })
})
