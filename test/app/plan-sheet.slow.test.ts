import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { toBatchOptions } from '../../src/app/batch-options.ts'
import { reachService } from '../../src/app/destination.ts'
import { planSheetWith } from '../../src/app/plan-sheet.ts'
import { Token } from '../../src/client/token.ts'
import { ledgerAt } from '../../src/ledger/open.ts'
import { assess } from '../../src/operations/assess.ts'
import { processTag } from '../../src/sheet/writing/temporary-files.ts'
import { silentLogger } from '../../src/support/logger.ts'
import { ask } from '../ledger/postgres/database.ts'
import { createFolder, stillClock } from '../ledger/workspace.ts'
import { noSurroundings } from '../support/host.ts'
import { hasPostgres, usePostgres } from '../support/postgres.ts'
import { scale } from '../support/scale.ts'
import { toCsv, trips } from '../support/trips.ts'

const others = scale({ full: 1_000_000, short: 100_000 })
const rows = 5_000
const baseUrl = 'https://service.example'
const ports = {
  logger: silentLogger,
  cleaningUp: <Result>(cleanUp: () => void, run: () => Promise<Result>): Promise<Result> => run().finally(cleanUp),
}

/** Sheets of colleagues, a thousand trips each, all sent and done. */
const fill = `
  INSERT INTO targets (address, company) VALUES ('${baseUrl}', 'default');
  INSERT INTO holders (account, machine, process, since, lease_until, reaped_at) VALUES ('ann', 'elsewhere', 1, 1, 'epoch', 'epoch');
  INSERT INTO inputs (operation, target_id) SELECT 'assess', 1 FROM generate_series(1, ${others / 1_000});
  INSERT INTO runs (operation, done_word, holder_id, target_id, file, account, machine, started_at, loaded_at, ended_at)
    SELECT 'assess', 'scored', 1, 1, '/' || n || '.csv', 'ann', 'elsewhere', 1, 1, 1 FROM generate_series(1, ${others / 1_000}) AS n;
  INSERT INTO run_sheets (run_id, position, name, input_id) SELECT id, 0, '', id FROM runs;
  INSERT INTO submissions (id, operation, target_id, request_hash, ordinal, generation, input_id, request, subject, trait_a, trait_b,
                           state, identifier, sent_at, accepted_at, done_at, result)
    SELECT n, 'assess', 1, sha256(n::text::bytea), 0, 0, 1 + n / 1_001, '{"employeeId":"Colleague-' || n || '"}', 'Colleague-' || n,
           '2026-03-01', 'Portugal', 'done', 'R-' || n, 1, 1, 1, '{}' FROM generate_series(1, ${others}) AS n;
  INSERT INTO rows (run_id, seq, sheet, row_number, is_hidden, cells, request_hash, ordinal, submission_id)
    SELECT input_id, id % 1_001, 0, id % 1_001 + 2, 0, '["Colleague-' || id || '"]', request_hash, 0, id FROM submissions;
  INSERT INTO attempts (submission_id, run_id, operation, sent_at, answered_at, outcome, detail)
    SELECT id, input_id, 'create', 1, 1, 'accepted', '' FROM submissions;
  UPDATE counters SET next_id = ${others + 1};
  ANALYZE`

describe.skipIf(!hasPostgres)('a plan on a ledger of a team', () => {
  const server = usePostgres()

  /** The processor time of the quickest of three plans, and what their files said. */
  async function plan(ledger: string): Promise<{ seconds: number; toSend: number; hasColleagues: boolean }> {
    const folder = createFolder()
    const input = join(folder, 'trips.csv')
    writeFileSync(input, toCsv(trips(rows)))
    const settings = {
      ledger,
      surroundings: noSurroundings,
      company: 'default',
      newLedger: false,
      destination: reachService(baseUrl, new Token('secret-token')),
    }
    const times: number[] = []
    let [toSend, hasColleagues] = [0, false]
    for (let round = 0; round < 3; round += 1) {
      const before = process.cpuUsage()
      const { sending } = await planSheetWith(assess, toBatchOptions(assess, { input }), settings, ports, async () => {
        const { user, system } = process.cpuUsage(before)
        times.push((user + system) / 1e6)
        // The scratch files of this process.
        const folders = readdirSync(tmpdir()).filter((name) => name.startsWith(`rwa-batch-${processTag}-`))
        expect(folders).not.toEqual([])
        for (const folder of folders.map((name) => join(tmpdir(), name))) {
          for (const name of readdirSync(folder)) {
            hasColleagues ||= readFileSync(join(folder, name)).includes('Colleague-')
          }
        }
      })
      toSend = sending.toSend
    }
    return { seconds: Math.min(...times), toSend, hasColleagues }
  }

  it(`of ${rows} rows costs no more for what colleagues have sent, and keeps none of it`, async () => {
    const [empty, full] = [server.address(), server.address()]
    for (const address of [empty, full]) {
      const ledger = await ledgerAt(address, {}).open({ clock: stillClock, onSpill() {} })
      onTestFinished(() => ledger.close())
      await ledger.close()
    }
    for (const text of fill.split(';\n')) await ask(full, text)
    const [alone, among] = [await plan(empty), await plan(full)]
    expect([alone.toSend, among.toSend]).toEqual([rows, rows])
    expect(among.hasColleagues).toBe(false)
    expect(among.seconds - alone.seconds).toBeLessThan(0.5)
  })
})
