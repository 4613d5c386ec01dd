import { BatchError } from '../../support/errors.ts'
import { findWorkbookPart } from '../xlsx/content-types.ts'
import { XmlProblem } from '../xlsx/xml-problem.ts'
import { ZipArchive } from '../xlsx/zip-archive.ts'
import { findLostAround } from './compare-around.ts'
import { findChangedBook, findChangedStyle, type Pair } from './compare-book.ts'
import { findChangedNote, findWrongMark } from './compare-marks.ts'
import { findChangeable, findChangedPart } from './compare-parts.ts'
import { compareRows } from './compare-rows.ts'
import { NotSafe } from './not-safe.ts'
import { PackageParts } from './package-parts.ts'
import type { SafeEnriching } from './plan.ts'
import type { WrittenEnriched } from './write-enriched.ts'

type Written = Pick<WrittenEnriched, 'changes'>
type Check = (pair: Pair, written: Written) => Promise<string | undefined>

/** Each finds what no other does; a clause each. */
export const checks: Readonly<Record<'parts' | 'styles' | 'book' | 'notes' | 'rows', Check>> = {
  parts: findChangedPart,
  styles: findChangedStyle,
  book: findChangedBook,
  notes: findChangedNote,
  rows: findChangedRow,
}

/**
 * Reads a copy back and compares it with what it was made from: "nothing else touched" is to hold in every run, and so
 * is that what was written stands where it was to stand. Gives what is wrong, as a clause; undefined when nothing is.
 */
export async function verifyEnriched(
  plan: SafeEnriching,
  output: string,
  written: Written,
): Promise<string | undefined> {
  const archives: ZipArchive[] = []
  try {
    const pair = await openPair(plan, output, archives)
    for (const check of Object.values(checks)) {
      const fault = await check(pair, written)
      if (fault !== undefined) return fault
    }
    return undefined
  } catch (error) {
    const isOfFile = error instanceof NotSafe || error instanceof XmlProblem
    if (!isOfFile && !(error instanceof BatchError && error.code === 'input')) throw error
    return `it could not be read back (${error.message})`
  } finally {
    for (const archive of archives) await archive.close()
  }
}

export async function openPair(plan: SafeEnriching, output: string, archives: ZipArchive[]): Promise<Pair> {
  const open = async (file: string): Promise<PackageParts> => {
    const archive = await ZipArchive.open(file)
    archives.push(archive)
    return new PackageParts(archive)
  }
  const [before, after] = [await open(plan.file), await open(output)]
  const workbookPart = await findWorkbookPart(before.archive)
  return { plan, before, after, workbookPart, changeable: await findChangeable(plan, before, workbookPart) }
}

async function findChangedRow(pair: Pair, { changes }: Written): Promise<string | undefined> {
  const { plan, before, after } = pair
  for (const sheet of plan.sheets) {
    const compared = await compareRows(before.archive, after.archive, sheet)
    const [was, is] = compared.around
    const fault = compared.fault ?? findLostAround(was, is, sheet) ?? (await findWrongMark(pair, sheet, is.tail))
    if (fault !== undefined) return `in the sheet "${sheet.sheet}" ${fault}`
    if (compared.changes !== changes.get(sheet.sheet))
      return `in the sheet "${sheet.sheet}" results would be missing, be others, or stand in other rows`
  }
  return undefined
}
