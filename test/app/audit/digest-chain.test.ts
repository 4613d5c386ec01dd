import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { chainDigest, chainKept } from '../../rooms/app/audit.ts'

/** Its columns, in their order. */
const kept = 'sentAt answeredAt account machine file operation httpStatus outcome company run contentDigest'.split(' ')
const line: Readonly<Record<string, string>> = Object.fromEntries(kept.map((column) => [column, column]))
const digestOf = (before: string, changes: Readonly<Record<string, string>> = {}): string =>
  chainKept(before, (column) => ({ ...line, ...changes })[column] ?? '')

describe('the digest that the ledger keeps of a line', () => {
  it.each(kept)('is another one when %s is', (column) => {
    expect(digestOf('', { [column]: 'x' })).not.toBe(digestOf(''))
  })

  it('is another one behind other lines, and the same behind the same', () => {
    expect(digestOf('a')).not.toBe(digestOf('b'))
    expect(digestOf('a')).toBe(digestOf('a'))
  })

  it('takes no text for two, and counts what a cell can hold', () => {
    expect(digestOf('', { account: 'a","b', machine: '' })).not.toBe(digestOf('', { account: 'a', machine: 'b' }))
    const long = digestOf('', { file: 'x'.repeat(40_000) })
    expect(long).toBe(digestOf('', { file: `${'x'.repeat(32_761)}…[cut]` }))
  })

  it('is over the columns that never change, and nothing else', () => {
    const expected = createHash('sha256')
      .update(`\n${JSON.stringify(kept)}`)
      .digest('hex')
    expect(digestOf('', { login: 'anna' })).toBe(expected)
  })
})

it('the digest of a line is over all its texts, and the line before', () => {
  expect(chainDigest('a', ['b', 'c'])).toBe(createHash('sha256').update('a\n["b","c"]').digest('hex'))
})
