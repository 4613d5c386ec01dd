import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { OutputOwner } from '../../ledger/port/outputs.ts'
import type { Ledger } from '../../ledger/port.ts'
import { find } from '../../messages/catalogue.ts'
import { BatchError } from '../../support/errors.ts'
import type { Operation } from '../model/operation.ts'
import { labelName, listDifferences, nameSimulatedCsv } from './output-names.ts'
import { namesSentRows } from './require-known-output.ts'

interface OutputPathRequest {
  output: string
  suffix: string
  isSimulated: boolean
  runId: number
  operation: Pick<Operation, 'name' | 'sheet' | 'output'>
}

const lastOrdinal = 99

/**
 * A path that does not replace the output of another input, other sheets, or another service. The requested file where
 * possible, else one that stays the same from run to run, and `because`: the reason.
 * @throws BatchError `surroundings` when there are too many of them.
 */
export async function chooseOutputPath(request: OutputPathRequest, outputs: Ledger['outputs']) {
  const { output, suffix, isSimulated, runId } = request
  const asked = isSimulated ? nameSimulatedCsv(output) : output
  const because = asked === output ? undefined : 'the scores are simulated, and a CSV file can say so only in its name'
  const mine = await outputs.ownerOf(runId)
  const holder = await findHolder(asked, outputs, request)
  if (holder === undefined) return { file: asked, because }
  const differences = listDifferences(mine, holder)
  const reason = `${asked} holds the results ${differences.map(({ says }) => says).join(', ')} and is left as it is`
  const [own] = (await outputs.listOwn(await canonicalPath(asked), runId)).filter((file) => existsSync(file))
  if (own !== undefined) return { file: join(dirname(asked), basename(own)), because: reason }
  const labels = differences.map(({ label }) => label)
  for (let ordinal = 1; ordinal <= lastOrdinal; ordinal += 1) {
    const file = labelName(asked, suffix, labels, ordinal)
    if (file === asked || (await findHolder(file, outputs, request)) !== undefined) continue
    return { file, because: reason }
  }
  throw new BatchError('surroundings', find('output-of-other-runs', { output: asked, tried: lastOrdinal }))
}

/** The ledger's key for a file; resolves symbolic links. */
export async function canonicalPath(file: string): Promise<string> {
  return realpath(file).catch(() => resolve(file))
}

/** The owner of the results in a file. A file of which nothing was sent may be replaced. */
async function findHolder(
  file: string,
  outputs: Ledger['outputs'],
  { runId, operation }: OutputPathRequest,
): Promise<OutputOwner | undefined> {
  const owner = existsSync(file) ? await outputs.findOtherOwner(await canonicalPath(file), runId) : undefined
  if (owner?.operation !== operation.name) return owner
  return (await namesSentRows(file, operation)) ? owner : undefined
}
