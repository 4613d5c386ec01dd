import { describe, expect, it } from 'vitest'
import { attempt, createWorkspace, drive, load, submissionsOf, trip } from '../../workspace.ts'

describe('earlier versions in a file', () => {
  it.each([
    ['changed', `UPDATE earlier_versions SET result = 'x'`],
    ['emptied while the trip is known', `UPDATE earlier_versions SET request = '{"forgotten":true}', result = NULL`],
    ['deleted', 'DELETE FROM earlier_versions'],
  ])('are never %s', async (_title, sql) => {
    const space = createWorkspace()
    const ledger = space.open()
    const run = await load(ledger, [trip('E1 March Spain')])
    const [id = Number.NaN] = await submissionsOf(ledger, run)
    await drive(ledger, id, 'done')
    await ledger.refreshing.rescore(run, id, '{"new":1}', attempt)
    const db = space.connect()
    const read = () => db.prepare<[], object>('SELECT request, result FROM earlier_versions').all()
    expect(read()).toEqual([{ request: '{"text":"E1 March Spain"}', result: '{}' }])
    expect(() => db.exec(sql)).toThrow(/never (?:changed|deleted)/)
    expect(read()).toHaveLength(1)
  })
})
