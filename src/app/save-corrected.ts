import { copyFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { writeCorrected } from '../pipeline/check/write-corrected.ts'
import { planTyping, writeTyped } from '../pipeline/check/write-typed.ts'
import { digestOf, keepEdited } from '../pipeline/earlier-output/keep-edited.ts'
import type { LoadedInput } from '../pipeline/rows/loaded-input.ts'
import type { Operation } from '../pipeline/terms/operation.ts'
import { type Published, publish } from '../sheet/writing/publish.ts'
import { systemClock } from '../support/clock.ts'
import { BatchError } from '../support/errors.ts'
import { type Checking, checkEdited, type EditedCheck, type EditedWishes, gather, withEdited } from './check-edited.ts'
import { prepareFolder } from './output-file.ts'

export interface CorrectedFile {
  file: string
  /** Of what stands there now, to notice a change of it. */
  digest: string
  /** The file as it is read, which is as the edited sheet was. */
  check: EditedCheck
  /** Where a file of that name went that nobody here has written. */
  kept: string | undefined
}

export interface CorrectedWishes extends EditedWishes {
  output: string
  /** Digests of what stood there and may be replaced. */
  own: ReadonlySet<string>
}

/**
 * Saves a sheet with what was typed over its cells, for a run to read: in a copy of the workbook where that can be done
 * safely, else as plain tables; a workbook that nobody has edited as it is. It is
 * read back before it takes its place: no row may be read otherwise than in the sheet itself.
 * @throws BatchError when it cannot be written, or would not be read alike.
 */
export async function saveCorrected(
  operation: Operation,
  wishes: CorrectedWishes,
  ports: Checking,
): Promise<CorrectedFile> {
  const { input, edits, reading, output, own } = wishes
  prepareFolder(output)
  const outputs = { isKnown: async (_: string, digest: string) => own.has(digest), noteKept: async () => {} }
  const kept = await keepEdited(output, 0, outputs, systemClock.now())
  let check: EditedCheck | undefined
  const verifyBy = (expected: string) => async (file: string) => {
    check = await checkEdited(operation, { input: file, edits: [], reading }, ports)
    if (check.digest !== expected) throw readOtherwise()
  }
  const isCopied = edits.length === 0 && extname(input).toLowerCase() === '.xlsx'
  const published = await withEdited(operation, wishes, ports, async (request, loaded) => {
    const verify = verifyBy((await gather(request, loaded)).digest)
    if (isCopied) return publish({ output, write: (file) => copyFile(input, file), verify })
    const typed = await typeOver(wishes, loaded, verify)
    return typed ?? writeCorrected(output, request, loaded, verify)
  })
  const digest = await digestOf(published.file)
  if (check === undefined || digest === undefined) throw readOtherwise()
  return { file: published.file, digest, check, kept }
}

/** In a copy of the workbook with all that is in it; undefined where that cannot be, whatever the reason. */
async function typeOver(
  { input, edits, output }: CorrectedWishes,
  loaded: LoadedInput,
  verify: (file: string) => Promise<void>,
): Promise<Published | undefined> {
  try {
    const plan = await planTyping(input, edits, loaded)
    return plan && (await writeTyped(output, plan, edits, verify))
  } catch {
    return undefined
  }
}

function readOtherwise(): BatchError {
  return new BatchError('input', 'a corrected copy of this sheet would be read otherwise than the sheet itself', {
    hint: 'Merged cells and formulas without a value are the usual reasons: correct them in the spreadsheet program, save, and open the sheet again. Nothing was sent.',
  })
}
