import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { chainDigest, chainLogin, type DigestLine, digestColumns } from '../../../src/app/audit/digest-chain.ts'

const line = Object.fromEntries(digestColumns.map((column) => [column, column])) as DigestLine

describe('the seal of a line', () => {
  it.each(digestColumns)('is another one when %s is', (column) => {
    expect(chainDigest('', { ...line, [column]: 'x' })).not.toBe(chainDigest('', line))
  })

  it('is another one behind other lines, and the same behind the same', () => {
    expect(chainDigest('a', line)).not.toBe(chainDigest('b', line))
    expect(chainDigest('a', line)).toBe(chainDigest('a', { ...line }))
  })

  it('takes nothing and an empty cell for the same, and no text for two', () => {
    expect(chainDigest('', { ...line, account: null })).toBe(chainDigest('', { ...line, account: '' }))
    expect(chainDigest('', { ...line, account: 'a","b', machine: '' })).not.toBe(
      chainDigest('', { ...line, account: 'a', machine: 'b' }),
    )
  })

  it('is of what a cell can hold', () => {
    const long = 'x'.repeat(40_000)
    expect(chainDigest('', { ...line, file: long })).toBe(
      chainDigest('', { ...line, file: `${'x'.repeat(32_761)}…[cut]` }),
    )
  })
})

describe('the digest with logins', () => {
  it('is another one when the login, the line or a line before is', () => {
    const digest = chainLogin('', 'd1', 'anna')
    for (const other of [chainLogin('', 'd1', 'ben'), chainLogin('', 'd2', 'anna'), chainLogin('x', 'd1', 'anna')])
      expect(other).not.toBe(digest)
  })

  it('leaves the digest of earlier exports as it was', () => {
    const earlier = createHash('sha256')
      .update(`\n${JSON.stringify(digestColumns)}`)
      .digest('hex')
    expect(chainDigest('', { ...line, login: 'anna' } as DigestLine)).toBe(earlier)
  })
})
