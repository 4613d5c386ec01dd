import { describe, expect, it, onTestFinished } from 'vitest'
import { createUniqueKeys, type UniqueKeys } from '../../../rooms/ledger/sqlite.ts'
import { openDatabase } from '../../../rooms/support.ts'

function openClaims(): UniqueKeys {
  const db = openDatabase(':memory:')
  onTestFinished(() => {
    db.close()
  })
  return createUniqueKeys(db)
}

describe('a claim', () => {
  const first = { sheet: 0, rowNumber: 2 }
  const second = { sheet: 0, rowNumber: 3 }

  it('is found with the row that made it', () => {
    const claims = openClaims()
    claims.add(1, [
      { claim: 'id S-1', ...first },
      { claim: 'email a@x', ...first },
    ])
    claims.add(1, [{ claim: 'id S-2', ...second }])
    expect(claims.find(1, ['id S-9', 'email a@x', 'id S-2'])).toEqual([
      { claim: 'email a@x', ...first },
      { claim: 'id S-2', ...second },
    ])
    expect(claims.find(1, ['id S-9'])).toEqual([])
    expect(claims.find(1, [])).toEqual([])
  })

  it('is of one run', () => {
    const claims = openClaims()
    claims.add(1, [{ claim: 'id S-1', ...first }])
    expect(claims.find(2, ['id S-1'])).toEqual([])
  })

  it.each(['__proto__', 'constructor', '', 'id ’"\u0000'])('may be any text: %j', (claim) => {
    const claims = openClaims()
    expect(claims.find(1, [claim])).toEqual([])
    claims.add(1, [{ claim, ...second }])
    expect(claims.find(1, [claim])).toEqual([{ claim, ...second }])
  })
})
