import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Outputs } from '../../ledger/port/outputs.ts'
import { digestCells } from '../../sheet/digest-cells.ts'
import { BatchError, codeOf } from '../../support/errors.ts'
import { canonicalPath } from './choose-output-path.ts'

/** SHA-256 in hex; undefined when there is no such file. */
export async function digestOf(file: string): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(file), hash)
  } catch (error) {
    if (['ENOENT', 'EISDIR'].includes(codeOf(error) ?? '')) return undefined
    throw error
  }
  return hash.digest('hex')
}

const separator = ' '

/** A digest of the bytes, which is quick to compare, and one of the cells. `cells`: the latter, where it is known. */
export async function digestOutput(file: string, cells?: string): Promise<string> {
  return [(await digestOf(file)) ?? '', cells ?? (await digestOfCells(file)) ?? ''].join(separator)
}

/** `saved`: other bytes, and no cell differs. A program that only saves a file changes its bytes. */
export async function compareAsWritten(
  file: string,
  outputs: Pick<Outputs, 'digestsOf'>,
): Promise<'same' | 'saved' | 'edited'> {
  const known = (await outputs.digestsOf(await canonicalPath(file))).map((digest) => digest.split(separator))
  if (known.length === 0) return 'edited'
  const bytes = await digestOf(file)
  if (known.some(([ofBytes]) => ofBytes === bytes)) return 'same'
  const cells = await digestOfCells(file)
  return cells !== undefined && known.some(([, ofCells]) => ofCells === cells) ? 'saved' : 'edited'
}

/** True while no cell was changed. */
export async function isAsWritten(file: string, outputs: Pick<Outputs, 'digestsOf'>): Promise<boolean> {
  return (await compareAsWritten(file, outputs)) !== 'edited'
}

/** Undefined for a file that is no readable sheet. */
async function digestOfCells(file: string): Promise<string | undefined> {
  try {
    return (await digestCells(file)).digest
  } catch (error) {
    if (error instanceof BatchError) return undefined
    throw error
  }
}
