import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { normalizePerson } from '../../ledger/forgetting/forgotten-trip.ts'
import { parseStored } from '../../ledger/stored-json.ts'
import { sidecarTables } from '../../pipeline/earlier-output/output-names.ts'
import { openSheet } from '../../sheet/open.ts'
import type { SheetSource } from '../../sheet/source.ts'

export interface NamingFiles {
  /** They still name a person. */
  naming: readonly string[]
  /** Unreadable by now: a person must look, and they are never deleted. */
  unread: readonly string[]
}

/**
 * Of outputs, what stands beside them, and copies of the ledger's file. `pages`: the folders of this user's pages, with
 * dropped sheets and corrections that were not sent.
 */
export async function findNamingFiles(
  outputs: readonly string[],
  people: readonly string[],
  { ledger, pages }: { ledger: string; pages: string | undefined },
): Promise<NamingFiles> {
  const names = new Set(people.map(normalizePerson))
  const [naming, unread] = [listLedgerCopies(ledger), [] as string[]]
  const { sheets, drafts } = listPageFiles(pages)
  for (const file of [...listCandidates(outputs), ...sheets, ...drafts]) {
    try {
      if (await (drafts.includes(file) ? draftNamesAny(file, names) : namesAny(file, names))) naming.push(file)
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
    const stem = `${basename(output, extname(output))}.`
    const isBeside = (name: string): boolean => {
      return name.endsWith('.corrected.xlsx') || (name.startsWith(stem) && besideOutput.test(name.slice(stem.length)))
    }
    return listFolder(dirname(output)).flatMap((name) => (isBeside(name) ? join(dirname(output), name) : []))
  })
  return [...new Set([...outputs, ...beside])].filter((file) => existsSync(file)).toSorted()
}

/** After the name of an output: copies of it, and the tables of one in CSV. */
const besideOutput = new RegExp(`^(?:edited-|saved\\.|(?:${sidecarTables.join('|')})\\b.*\\.csv$)`, 'i')

/** Also one that a kill left half written. */
const isDraft = /\.draft\.json(?:\.partial)?$/

function listPageFiles(pages: string | undefined): { sheets: string[]; drafts: string[] } {
  const folders = pages === undefined ? [] : listFolder(pages).map((name) => join(pages, name))
  return {
    sheets: folders.flatMap((folder) => listFolder(join(folder, 'sheets')).map((name) => join(folder, 'sheets', name))),
    drafts: folders.flatMap((folder) =>
      listFolder(folder).flatMap((name) => (isDraft.test(name) ? join(folder, name) : [])),
    ),
  }
}

/** Its corrections may be of a person whom only its sheet names. */
async function draftNamesAny(file: string, names: ReadonlySet<string>): Promise<boolean> {
  const draft = parseStored<{ upload?: { file?: unknown } }>(readFileSync(file, 'utf8'), 'draft')
  const sheet = draft.upload?.file
  if (typeof sheet === 'string' && existsSync(sheet) && (await namesAny(sheet, names))) return true
  return hasText(draft, names)
}

function hasText(value: unknown, names: ReadonlySet<string>): boolean {
  if (typeof value === 'string') return names.has(normalizePerson(value))
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some((each) => hasText(each, names))
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
