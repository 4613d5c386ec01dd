import { describe } from 'vitest'

import { ledgerAt } from '../../../src/ledger/open.ts'
import type { LedgerStore } from '../../../src/ledger/port.ts'
import { hasPostgres, usePostgres } from '../../support/postgres.ts'
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

// Every promise of the port, once more; a schema for each takes a quarter of the time that all quick tests together may have.
const server = usePostgres()

function createStore(): LedgerStore {
  return ledgerAt(server.address())
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

describe.skipIf(!hasPostgres)('a ledger in a database', () => {
  for (const describePromises of promises) describePromises('PostgreSQL', createStore)
})
