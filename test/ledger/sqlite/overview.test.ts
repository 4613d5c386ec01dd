import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createSqliteStore, migrate, migrations } from '../../rooms/ledger/sqlite.ts'
import { openDatabase } from '../../rooms/support.ts'
import { createFolder, createWorkspace, load, stillClock, trip } from '../workspace.ts'

it('counts the rows and log lines that are older than the checksums, and so are verified by nothing', async () => {
  const file = join(createFolder(), 'ledger.sqlite')
  const db = openDatabase(file)
  migrate(db, file, 5, migrations.slice(0, 3))
  db.exec(`INSERT INTO targets (id, address, company) VALUES (1, 'https://example.test', 'default');
    INSERT INTO runs (id, operation, done_word, target_id, file, started_at) VALUES (1, 'assess', 'scored', 1, '/t.csv', 0);
    INSERT INTO rows (run_id, seq, sheet, row_number, is_hidden, cells, held) VALUES (1, 0, 0, 2, 0, '[]', 'invalid'), (1, 1, 0, 3, 0, '[]', 'invalid');
    INSERT INTO attempts (run_id, operation, outcome, detail) VALUES (1, 'seal', 'sealed', '{}')`)
  db.close()
  const store = createSqliteStore(file)
  const ledger = await store.open({ clock: stillClock, onSpill: () => {} })
  await ledger.close()
  expect((await store.overview()).unsummed).toBe(3)
})

it('counts none in a ledger that began with checksums', async () => {
  const workspace = createWorkspace()
  const ledger = workspace.open()
  await load(ledger, [trip('E1 March Spain')])
  await ledger.close()
  expect((await createSqliteStore(workspace.file).overview()).unsummed).toBe(0)
})
