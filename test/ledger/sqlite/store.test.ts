import { join } from 'node:path'
import { ledgerAt } from '../../../src/ledger/open.ts'
import type { LedgerStore } from '../../../src/ledger/port.ts'
import { openLedger } from '../../../src/ledger/sqlite/open.ts'
import { describeAudit } from '../port/audit.ts'
import { describeChangedRows } from '../port/changed-rows.ts'
import { describeClaims } from '../port/claims.ts'
import { describeHoldings } from '../port/holdings.ts'
import { describeLoadCompletion } from '../port/load-completion.ts'
import { describeOrderedPlacing } from '../port/ordered-placing.ts'
import { describeOrderedRows } from '../port/ordered-rows.ts'
import { describeOutcomes } from '../port/outcomes.ts'
import { describeOutputs } from '../port/outputs.ts'
import { describeOverlaps } from '../port/overlaps.ts'
import { describeRecorded } from '../port/recorded.ts'
import { describeRegister } from '../port/register.ts'
import { describeResolutions } from '../port/resolutions.ts'
import { describeRunSheets } from '../port/run-sheets.ts'
import { describeRuns } from '../port/runs.ts'
import { describeLedger } from '../port/side-by-side.ts'
import { describeStatus } from '../port/status.ts'
import { describeSubmissions } from '../port/submissions.ts'
import { describeTargets } from '../port/targets.ts'
import { createFolder } from '../workspace.ts'

/** Without ballast: it is of no use here, and takes its time. */
function createStore(): LedgerStore {
  const file = join(createFolder(), 'ledger.sqlite')
  return { ...ledgerAt(file), open: async (options) => openLedger({ file, ballastMegabytes: 0, ...options }) }
}

const promises = [
  describeLedger,
  describeRegister,
  describeChangedRows,
  describeClaims,
  describeOutcomes,
  describeOverlaps,
  describeResolutions,
  describeRunSheets,
  describeRuns,
  describeSubmissions,
  describeTargets,
  describeLoadCompletion,
  describeAudit,
  describeRecorded,
  describeStatus,
  describeOrderedPlacing,
  describeOrderedRows,
  describeOutputs,
  describeHoldings,
]

for (const describePromises of promises) describePromises('SQLite', createStore)
