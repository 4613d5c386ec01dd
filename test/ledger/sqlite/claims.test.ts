import { describe, expect, it, onTestFinished } from 'vitest'
import type { RowContent } from '../../../src/ledger/port/loaded-row.ts'
import { type Claims, createClaims } from '../../../src/ledger/sqlite/claims.ts'
import { openDatabase } from '../../../src/support/sqlite.ts'
import { createWorkspace, drive, load, statesOf, submissionsOf, trip } from '../workspace.ts'

function openClaims(): Claims {
  const db = openDatabase(':memory:')
  onTestFinished(() => {
    db.close()
  })
  return createClaims(db)
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

describe('rows that claim the same', () => {
  function claiming(text: string, ...claims: string[]): RowContent {
    const content = trip(text)
    return content.kind === 'request' ? { ...content, request: { ...content.request, claims } } : content
  }

  it('are sent once: the later ones are duplicates that say what is shared; equal rows stay equal rows', async () => {
    const ledger = createWorkspace().open()
    const run = await load(ledger, [
      claiming('E1 March Spain', 'id 1', 'email a'),
      claiming('E2 March Spain', 'id 2', 'email a'),
      claiming('E1 March Spain', 'id 1', 'email a'),
      // What a duplicate would have claimed is free.
      claiming('E3 March Spain', 'id 2', 'email b'),
    ])
    expect((await ledger.runs.rowPage(run, -1, 10)).map(({ state, detail }) => [state, detail])).toEqual([
      ['ready', undefined],
      ['duplicate', '{"ofRow":2,"ofSheet":0,"shared":"email a"}'],
      ['duplicate', '{"ofRow":2,"ofSheet":0}'],
      ['ready', undefined],
    ])
  })

  it('are held apart from what an earlier run has sent, too, whichever comes first in the sheet', async () => {
    const ledger = createWorkspace().open()
    const first = claiming('E1 March Spain', 'id 1')
    await drive(ledger, (await submissionsOf(ledger, await load(ledger, [first])))[0] ?? Number.NaN, 'done')
    const run = await load(ledger, [first, claiming('E2 March Spain', 'id 1')])
    expect(await statesOf(ledger, run)).toEqual(['done', 'duplicate'])
  })
})
