import { existsSync, lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { normalizePerson } from '../../ledger/forgetting/forgotten-trip.ts'
import { parseStored } from '../../ledger/stored-json.ts'
import type { DisclosedFile } from '../../ledger/user-register.ts'
import { escapeShort } from '../../pipeline/drawing/pictures.ts'
import { digestOf } from '../../pipeline/earlier-output/output-digest.ts'
import { sidecarTables } from '../../pipeline/earlier-output/output-names.ts'
import { openSheet } from '../../sheet/open.ts'
import type { SheetSource } from '../../sheet/source.ts'
import { listOutbox, mailNamesAny, sandboxNamesAny } from './sandbox-files.ts'

export interface NamingFiles {
  /** They still name a person. */
  naming: readonly string[]
  /** Unreadable, or changed since: a person must look, and they are never deleted. */
  unread: readonly string[]
  /** Data of sandboxes that names a person, with other people's: never deleted. */
  sandboxes: readonly string[]
}

export interface FoundFiles extends NamingFiles {
  /** Deletes those that name a person; one that was replaced meanwhile stays. */
  deleteNaming(): NamingFiles
}

export interface WhereToLook {
  /** What runs wrote, and plans. */
  outputs: readonly string[]
  /** Exports, audits and reports. */
  disclosed: readonly Pick<DisclosedFile, 'file' | 'digest'>[]
  ledger: string
  /** Data of sandboxes of the ledger. */
  sandboxes: readonly string[]
  /** The folders of this user's pages, with dropped sheets and corrections that were not sent. */
  pages: string | undefined
  /** The current folder: a page saves corrected sheets in its `output`. */
  folder: string
}

/** Of written files, what stands beside them, and copies of the ledger's file. */
export async function findNamingFiles(people: readonly string[], where: WhereToLook): Promise<FoundFiles> {
  const names = new Set(people.map(normalizePerson))
  const { sheets, drafts } = listPageFiles(where.pages)
  const copies = listLedgerCopies(where.ledger)
  const all: { file: string; look(): Promise<boolean | 'changed' | 'sandbox'> }[] = [
    ...copies.map((file) => ({ file, look: async () => true })),
    ...[...listCandidates(where), ...sheets].map((file) => ({ file, look: () => namesAny(file, names) })),
    ...drafts.map((file) => ({ file, look: () => draftNamesAny(file, names) })),
    ...where.sandboxes.map((file) => ({
      file,
      look: async () => sandboxNamesAny(file, names) && ('sandbox' as const),
    })),
    ...where.sandboxes.flatMap(listOutbox).map((file) => ({ file, look: async () => mailNamesAny(file, names) })),
    ...where.disclosed.map(({ file, digest }) => ({
      file,
      async look() {
        const isNaming = await namesAny(file, names)
        return isNaming && (await digestOf(file)) !== digest ? 'changed' : isNaming
      },
    })),
  ]
  const [naming, unread, sandboxes] = [new Map<string, string>(), new Set<string>(), new Set<string>()]
  for (const { file, look } of names.size === 0 ? [] : all) {
    const seen = identify(file)
    if (seen === undefined) continue
    try {
      const found = await look()
      if (found === 'changed') unread.add(file)
      else if (found === 'sandbox') sandboxes.add(file)
      else if (found) naming.set(file, seen)
    } catch {
      unread.add(file)
    }
  }
  const files = {
    naming: [...naming.keys()].filter((file) => !unread.has(file)),
    unread: [...unread],
    sandboxes: [...sandboxes],
  }
  return {
    ...files,
    deleteNaming() {
      const isSame = (file: string): boolean => identify(file) === naming.get(file)
      const deleted = files.naming.filter(isSame)
      for (const file of deleted) rmSync(file, { force: true })
      const left = files.naming.filter((file) => existsSync(file))
      return { ...files, naming: deleted, unread: [...files.unread, ...left] }
    },
  }
}

/** Undefined where no file is. */
function identify(file: string): string | undefined {
  const found = lstatSync(file, { bigint: true, throwIfNoEntry: false })
  return found && [found.dev, found.ino, found.size, found.mtimeNs, found.ctimeNs].join(' ')
}

function listCandidates({ outputs, folder }: WhereToLook): string[] {
  const beside = outputs.flatMap((output) => {
    const stem = `${basename(output, extname(output))}.`
    const isBeside = (name: string): boolean => name.startsWith(stem) && besideOutput.test(name.slice(stem.length))
    return listFiles(dirname(output), isBeside)
  })
  const folders = new Set([...outputs.map((output) => dirname(output)), join(folder, 'output')])
  const corrected = [...folders].flatMap((each) => listFiles(each, (name) => name.endsWith('.corrected.xlsx')))
  return [...new Set([...outputs, ...beside, ...corrected])].toSorted()
}

/** After the name of an output: copies of it, and the tables of one in CSV. */
const besideOutput = new RegExp(`^(?:edited-|saved\\.|(?:${sidecarTables.join('|')})\\b.*\\.csv$)`, 'i')

/** Also one that a kill left half written. */
const isDraft = /\.draft\.json(?:\.partial)?$/

function listPageFiles(pages: string | undefined): { sheets: string[]; drafts: string[] } {
  const folders = pages === undefined ? [] : listFiles(pages)
  return {
    sheets: folders.flatMap((folder) => listFiles(join(folder, 'sheets'))),
    drafts: folders.flatMap((folder) => listFiles(folder, (name) => isDraft.test(name))),
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

function listFiles(folder: string, isWanted: (name: string) => boolean = () => true): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((name) => (isWanted(name) ? join(folder, name) : []))
}

/** Made before the ledger was updated to a later version: they have everything. */
function listLedgerCopies(ledger: string): string[] {
  const copy = `${basename(ledger)}.version-`
  return listFiles(dirname(ledger), (name) => name.startsWith(copy))
}

async function namesAny(file: string, names: ReadonlySet<string>): Promise<boolean> {
  if (/\.html?$/i.test(file)) {
    const page = readFileSync(file, 'utf8').normalize('NFC')
    return [...names].some((name) => page.includes(`>${escapeShort(name)}<`))
  }
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
