import { existsSync, lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { normalizePerson } from '../../ledger/forgetting/forgotten-trip.ts'
import { parseStored } from '../../ledger/stored-json.ts'
import type { DisclosedFile } from '../../ledger/user-register.ts'
import { escapeShort } from '../../pipeline/drawing/pictures.ts'
import { digestOf } from '../../pipeline/earlier-output/edited-output.ts'
import { sidecarTables } from '../../pipeline/earlier-output/output-names.ts'
import { openSheet } from '../../sheet/open.ts'
import { usingDatabase } from '../../support/sqlite.ts'

export interface NamingFiles {
  /** They still name a person. */
  naming: readonly string[]
  /** Unreadable, or changed since: a person must look, and they are never deleted. */
  unread: readonly string[]
  /** Data of sandboxes that names a person, with other people's: never deleted. */
  sandboxes: readonly string[]
  /** Sheets of people that runs read: never deleted. */
  inputs: readonly string[]
}

export interface WhereToLook extends Pick<NamingFiles, 'inputs'> {
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

type Names = ReadonlySet<string>

/** Files of one kind that may name people. */
interface Place {
  files: readonly string[]
  names(file: string, people: Names): boolean | Promise<boolean>
  /** What a file that names one is then. @default naming */
  as?: keyof NamingFiles
}

function listPlaces({ outputs, disclosed, inputs, ledger, sandboxes, pages, folder }: WhereToLook): Place[] {
  const pageFolders = listFiles(pages)
  return [
    // Made before the ledger was updated to a later version: they have everything.
    { files: listFiles(dirname(ledger), `${basename(ledger)}.version-`), names: () => true },
    { files: listWritten(outputs, folder), names: sheetNames },
    { files: pageFolders.flatMap((page) => listFiles(join(page, 'sheets')).flatMap(listInside)), names: sheetNames },
    { files: pageFolders.flatMap((page) => listFiles(page, draftFile)), names: draftNames },
    { files: sandboxes, names: sandboxNames, as: 'sandboxes' },
    { files: sandboxes.flatMap((data) => listFiles(join(dirname(data), 'outbox'), /\.eml$/)), names: mailNames },
    { files: disclosed.map(({ file }) => file), names: sheetNames },
    { files: inputs, names: sheetNames, as: 'inputs' },
  ]
}

/** Of written files, what stands beside them, and copies of the ledger's file. */
export async function findNamingFiles(people: readonly string[], where: WhereToLook) {
  const wanted = new Set(people.map(normalizePerson))
  const digests = new Map(where.disclosed.map(({ file, digest }) => [file, digest]))
  const naming = new Map<string, string>()
  const others = { unread: new Set<string>(), sandboxes: new Set<string>(), inputs: new Set<string>() }
  for (const { files, names, as = 'naming' } of wanted.size === 0 ? [] : listPlaces(where)) {
    for (const file of files) {
      const seen = identify(file)
      // An output may be the sheet of the next run.
      if (seen === undefined || naming.has(file)) continue
      try {
        if (!(await names(file, wanted))) continue
        const isChanged = digests.has(file) && (await digestOf(file)) !== digests.get(file)
        if (isChanged) others.unread.add(file)
        else if (as === 'naming') naming.set(file, seen)
        else others[as].add(file)
      } catch {
        others.unread.add(file)
      }
    }
  }
  const found: NamingFiles = {
    naming: [...naming.keys()].filter((file) => !others.unread.has(file)),
    unread: [...others.unread],
    sandboxes: [...others.sandboxes],
    inputs: [...others.inputs],
  }
  return {
    ...found,
    /** Deletes those that name a person; one that was replaced meanwhile stays. */
    deleteNaming(): NamingFiles {
      const deleted = found.naming.filter((file) => identify(file) === naming.get(file))
      for (const file of deleted) rmSync(file, { force: true })
      const remaining = found.naming.filter((file) => existsSync(file))
      return { ...found, naming: deleted, unread: [...found.unread, ...remaining] }
    },
  }
}

/** Undefined where no file is. */
function identify(file: string): string | undefined {
  const found = lstatSync(file, { bigint: true, throwIfNoEntry: false })
  return found && [found.dev, found.ino, found.size, found.mtimeNs, found.ctimeNs].join(' ')
}

/** None where no folder is; `wanted`: how their names begin, or what they look like. */
function listFiles(folder: string | undefined, wanted: string | RegExp = ''): string[] {
  if (folder === undefined || !existsSync(folder)) return []
  const isWanted = (name: string): boolean => (typeof wanted === 'string' ? name.startsWith(wanted) : wanted.test(name))
  return readdirSync(folder).flatMap((name) => (isWanted(name) ? join(folder, name) : []))
}

/** A dropped sheet stands in a folder of its own. */
function listInside(path: string): string[] {
  return lstatSync(path).isDirectory() ? listFiles(path) : [path]
}

/** After the name of an output: copies of it, and the tables of one in CSV. */
const besideOutput = new RegExp(`^(?:edited-|saved\\.|(?:${sidecarTables.join('|')})\\b.*\\.csv$)`, 'i')
/** Also one that a kill left half written. */
const draftFile = /\.draft\.json(?:\.partial)?$/

/** Outputs, what stands beside them, and corrected sheets. */
function listWritten(outputs: readonly string[], folder: string): string[] {
  const beside = outputs.flatMap((output) => {
    const stem = `${basename(output, extname(output))}.`
    return listFiles(dirname(output), stem).filter((file) => besideOutput.test(basename(file).slice(stem.length)))
  })
  const folders = new Set([...outputs.map((output) => dirname(output)), join(folder, 'output')])
  const corrected = [...folders].flatMap((each) => listFiles(each, /\.corrected\.xlsx$/))
  return [...new Set([...outputs, ...beside, ...corrected])].toSorted()
}

/** Its corrections may be of a person whom only its sheet names. */
async function draftNames(file: string, people: Names): Promise<boolean> {
  const draft = parseStored<{ upload?: { file?: unknown } }>(readFileSync(file, 'utf8'), 'draft')
  const sheet = draft.upload?.file
  if (typeof sheet === 'string' && existsSync(sheet) && (await sheetNames(sheet, people))) return true
  return hasText(draft, people)
}

function hasText(value: unknown, people: Names): boolean {
  if (typeof value === 'string') return people.has(normalizePerson(value))
  return typeof value === 'object' && value !== null && Object.values(value).some((each) => hasText(each, people))
}

/** Of a workbook, a table or a page. */
async function sheetNames(file: string, people: Names): Promise<boolean> {
  if (/\.html?$/i.test(file)) {
    const page = readFileSync(file, 'utf8').normalize('NFC')
    return [...people].some((name) => page.includes(`>${escapeShort(name)}<`))
  }
  const source = await openSheet(file, {})
  try {
    const sheets = source.kind === 'csv' ? [source] : source.sheets.flatMap(({ name }) => source.select(name) ?? [])
    for (const sheet of sheets) {
      for await (const { cells } of sheet.rows())
        if (cells.some((cell) => 'v' in cell && people.has(normalizePerson(String(cell.v))))) return true
    }
    return false
  } finally {
    await source.close()
  }
}

/** E-mails hold an identifier among other words; one with other characters than letters, digits and hyphens is not found. */
function mailNames(file: string, people: Names): boolean {
  const text = readFileSync(file, 'utf8').normalize('NFC')
  const words = new Set(text.split(/[^\p{L}\p{N}_-]+/u))
  return [...people].some((name) => words.has(name))
}

function sandboxNames(file: string, people: Names): boolean {
  // Not read-only: that would leave files beside it.
  const select = `SELECT staff_id FROM staff UNION SELECT json_extract(input, '$.employeeId') FROM assessment
    UNION SELECT compliance_team_member_id FROM decision UNION SELECT manager_id FROM decision
    UNION SELECT cancelled_by_staff_id FROM decision`
  const texts = usingDatabase(file, (db) => db.prepare<[], string>(select).pluck().all(), {})
  return texts.some((text) => typeof text === 'string' && people.has(normalizePerson(text)))
}

const simulated = 'sandbox:'

/**
 * Data on this machine of the sandboxes among a ledger's targets: of those that a run started, and of one that listens
 * here, if it was started in this folder with its usual data.
 */
export function listSandboxData(addresses: readonly string[], folder: string): string[] {
  const own = addresses.flatMap((address) => (address.startsWith(simulated) ? address.slice(simulated.length) : []))
  const listens = addresses.some((address) => /^http:\/\/(?:127\.|localhost|\[::1\])/.test(address))
  const files = new Set([...own, ...(listens ? [join(folder, 'output', 'sandbox.sqlite')] : [])])
  return [...files].filter((file) => existsSync(file))
}
