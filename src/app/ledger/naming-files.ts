import { existsSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { normalizePerson } from '../../ledger/forgetting/forgotten-trip.ts'
import { openSheet } from '../../sheet/open.ts'
import type { SheetSource } from '../../sheet/source.ts'

export interface NamingFiles {
  /** They still name a person. */
  naming: readonly string[]
  /** Unreadable by now: a person must look, and they are never deleted. */
  unread: readonly string[]
}

/** Of outputs, their kept and corrected copies, and copies of the ledger's file. */
export async function findNamingFiles(
  outputs: readonly string[],
  people: readonly string[],
  ledger: string,
): Promise<NamingFiles> {
  const names = new Set(people.map(normalizePerson))
  const [naming, unread] = [listLedgerCopies(ledger), [] as string[]]
  for (const file of listCandidates(outputs)) {
    try {
      if (await namesAny(file, names)) naming.push(file)
    } catch {
      unread.push(file)
    }
  }
  return { naming, unread }
}

export function deleteFiles(files: readonly string[]): void {
  for (const file of files) rmSync(file, { force: true })
}

function listCandidates(outputs: readonly string[]): string[] {
  const beside = outputs.flatMap((output) => {
    const kept = `${basename(output, extname(output))}.edited-`
    const isCopy = (name: string): boolean => name.startsWith(kept) || name.endsWith('.corrected.xlsx')
    return listFolder(dirname(output)).flatMap((name) => (isCopy(name) ? join(dirname(output), name) : []))
  })
  return [...new Set([...outputs, ...beside])].filter((file) => existsSync(file)).toSorted()
}

function listFolder(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}

/** Made before the ledger was updated to a later version: they have everything. */
function listLedgerCopies(ledger: string): string[] {
  const copy = `${basename(ledger)}.version-`
  return listFolder(dirname(ledger)).flatMap((name) => (name.startsWith(copy) ? join(dirname(ledger), name) : []))
}

async function namesAny(file: string, names: ReadonlySet<string>): Promise<boolean> {
  const source = await openSheet(file, {})
  try {
    const sheets = source.kind === 'csv' ? [source] : source.sheets.flatMap(({ name }) => source.select(name) ?? [])
    for (const sheet of sheets) if (await hasCell(sheet, names)) return true
    return false
  } finally {
    await source.close()
  }
}

async function hasCell(sheet: SheetSource, names: ReadonlySet<string>): Promise<boolean> {
  for await (const { cells } of sheet.rows()) {
    if (cells.some((cell) => 'v' in cell && names.has(normalizePerson(String(cell.v))))) return true
  }
  return false
}
