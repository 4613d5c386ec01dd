import { join } from 'node:path'
import { ledgerAt } from '../../../src/ledger/open.ts'
import { describeLedger } from '../port/side-by-side.ts'
import { createFolder } from '../workspace.ts'

describeLedger('SQLite', () => ledgerAt(join(createFolder(), 'ledger.sqlite')))
