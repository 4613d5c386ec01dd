import { resolve } from 'node:path'
import { isTestAddress } from '../../client/base-url.ts'
import type { RunStatus } from '../../ledger/port/looks.ts'
import { findOperation, operations } from '../../operations/all.ts'
import { type Collected, collectRun } from '../../pipeline/collect.ts'
import type { RunPorts } from '../../pipeline/terms/options.ts'
import { isSimulated } from '../../pipeline/terms/run.ts'
import { BatchError } from '../../support/errors.ts'
import { type LedgerPlace, storeOf } from '../memory.ts'
import { prepareFolder } from '../output-file.ts'
import { prepareRun } from '../prepare-run.ts'
import { describeDestination } from '../start-run.ts'
import { type LedgerSettings, withLedger } from '../with-ledger.ts'

export interface CollectWishes {
  input: string
  /** Undefined: named after the input, in the folder `output`. */
  output?: string | undefined
  newWorkbook?: boolean | undefined
}

/**
 * Writes what the ledger knows of the latest run of a sheet, whoever does it, on whatever machine. Neither a token nor the
 * service is needed.
 * @throws BatchError `input` when no run has read the sheet.
 */
export async function collectSheet(
  wishes: CollectWishes,
  settings: LedgerSettings,
  ports: RunPorts,
): Promise<Collected> {
  const known = await findRun(wishes.input, settings)
  const operation = findOperation(known.operation)
  const simulated = isSimulated(known)
  const options = prepareRun(operation, { ...wishes, isSimulated: simulated })
  prepareFolder(options.output)
  const startedAt = ports.clock.now()
  return withLedger(settings, ports, async (ledger) => {
    const target = await ledger.targets.find(known.address, known.company)
    const facts = describeDestination({ label: known.address, isTest: simulated || isTestAddress(known.address) })
    const place = { ledger, target }
    return collectRun({ operation, place, options: { ...options, ...facts }, ports, startedAt }, known.id)
  })
}

async function findRun(input: string, place: LedgerPlace): Promise<RunStatus> {
  const store = storeOf(place)
  const { runs } = await store.status({ input: resolve(input) })
  const run = runs.find(({ operation }) => operations.some(({ name }) => name === operation))
  if (run !== undefined) return run
  throw new BatchError('input', `no run of ${input} is known in the ledger ${store.name}`, {
    hint: 'Hand it in first: assess, decide or invite, with ‹detach› where workers are to do it; or name another ledger with ‹ledger›.',
  })
}
