import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  attempt,
  createWorkspace,
  drive,
  load,
  readCells,
  startOfTest,
  stillClock,
  submissionsOf,
  trip,
} from '../../ledger/workspace.ts'
import { describeExport, verifyAudit, writeAudit } from '../../rooms/app/audit.ts'
import { ledgerAt } from '../../rooms/ledger.ts'
import { checkDigests, readAudit } from '../../support/audits.ts'

const odd = [
  'a\u{1}b_x0041_c\u{fffe}\u{d800} ',
  ' \ttwo\r\nlines\rand\n ',
  `${'x'.repeat(32_767)}y`,
  "'=1+1",
  '=1+1;-2;@x\t=3',
  '007',
  '1e5',
  '2026-03-01T00:00:00.000Z',
  'TRUE',
  '\u{feff}é e\u{301} 🧳',
]

async function exportAll(space: ReturnType<typeof createWorkspace>, name: string) {
  const store = ledgerAt(space.file, {})
  const file = join(space.folder, name)
  await writeAudit(store, undefined, file, async (sealed) => {
    const ledger = space.open()
    await ledger.attempts.disclose({ operation: 'audit', at: startOfTest, detail: describeExport(sealed) })
    await ledger.close()
  })
  return { file, verdict: await verifyAudit(store, undefined, file), store }
}

describe('an audit with whatever was recorded', () => {
  it.each(['audit.xlsx', 'audit.csv'])('%s is as it was written, whatever texts and times there are', async (name) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'binary' }), { maxLength: 5 }), async (more) => {
        const space = createWorkspace()
        const ledger = space.open()
        for (const [index, detail] of [...odd, ...more].entries()) {
          await ledger.attempts.disclose({ operation: 'report', at: startOfTest + 999 + index, detail })
        }
        await ledger.close()
        const { verdict } = await exportAll(space, name)
        expect(verdict).toMatchObject({ ledger: 'recorded', isWhole: true, findings: [] })
      }),
      { numRuns: 5, seed: 62 },
    )
  })

  it('stays as it was written when rows move, decisions are sent again, and scores change', async () => {
    const space = createWorkspace()
    const ledger = space.open()
    const decide = { operation: 'decide', file: '/d.csv', orderKeys: ['R-1', undefined] }
    const run = await load(ledger, [trip('E1 March Spain'), trip('E2 May Peru')])
    for (const id of await submissionsOf(ledger, run)) await drive(ledger, id ?? 0, 'done')
    const first = await load(ledger, [trip('Rejected')], decide)
    const [id = 0] = await submissionsOf(ledger, first)
    await drive(ledger, id, 'rejected')
    await ledger.close()
    const before = await exportAll(space, 'audit.xlsx')
    const csv = await exportAll(space, 'audit.csv')
    expect([before.verdict.ledger, csv.verdict.ledger]).toEqual(['recorded', 'recorded'])

    const later = space.open()
    const again = await load(later, [trip('Pending'), trip('Rejected')], { ...decide, orderKeys: ['R-1', 'R-1'] })
    await drive(later, id, 'done', again)
    const moved = await load(later, [trip('E2 May Peru'), trip('E1 March Spain')], { file: '/renamed.csv' })
    const [, one = 0] = await submissionsOf(later, moved)
    await later.refreshing.rescore(moved, one, '{"overallTrip":9}', {
      ...attempt,
      operation: 'retrieve',
      outcome: 'done',
    })
    await later.close()
    for (const file of [before.file, csv.file]) {
      expect(await verifyAudit(before.store, undefined, file)).toMatchObject({ ledger: 'recorded', findings: [] })
    }
    expect((await checkDigests(before.file)).digest).toEqual([])
  })

  it('says of a forgotten trip whose request was cut in its cell that it was forgotten, not forged', async () => {
    const space = createWorkspace()
    const open = () =>
      ledgerAt(space.file, {}).open({ clock: stillClock, onSpill() {}, findForgetKey: () => join(space.folder, 'key') })
    const ledger = await open()
    const run = await load(ledger, [trip(`E1 March Spain ${'x'.repeat(40_000)}`)])
    for (const id of await submissionsOf(ledger, run)) await drive(ledger, id ?? 0, 'done')
    await ledger.runs.end(run, { now: startOfTest, ending: 'done', output: undefined })
    await ledger.close()
    const [workbook, csv] = [await exportAll(space, 'audit.xlsx'), await exportAll(space, 'audit.csv')]
    const later = await open()
    await later.forgetting.erase({ people: ['E1'], readCells }, { reason: '', by: 'ann@desk', now: startOfTest })
    await later.close()
    for (const { file, store } of [workbook, csv]) {
      const verdict = await verifyAudit(store, undefined, file)
      expect(verdict).toMatchObject({ ledger: 'recorded', forgotten: 2, findings: [] })
    }
  })

  it('without its column of ledger digests is none', async () => {
    const space = createWorkspace()
    const ledger = space.open()
    await load(ledger, [trip('E1 March Spain')])
    await ledger.close()
    const { file, store } = await exportAll(space, 'audit.csv')
    const { headings, lines } = await readAudit(file)
    const at = headings.indexOf('ledgerDigest')
    writeFileSync(file, stringify([headings, ...lines].map((line) => line.toSpliced(at, 1))))
    await expect(verifyAudit(store, undefined, file)).rejects.toThrow('is no exported audit')
  })
})
