import { existsSync, mkdtempSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { currentOperator } from '../../ledger/operator.ts'
import type { RunStatus } from '../../ledger/port/reports.ts'
import type { Ledger } from '../../ledger/port.ts'
import { find } from '../../messages/catalogue.ts'
import { writeDate } from '../../messages/pattern.ts'
import { decisionsSheet } from '../../operations/assess/output.ts'
import { assess } from '../../operations/assess.ts'
import { canonicalPath } from '../../pipeline/earlier-output/choose-output-path.ts'
import { avoidDeviceName, stemOfInput } from '../../pipeline/earlier-output/output-names.ts'
import { restoreLoadedInput } from '../../pipeline/later-run.ts'
import { isSimulated } from '../../pipeline/model/run.ts'
import { textCell } from '../../pipeline/rows/cells.ts'
import { requireAllRows } from '../../pipeline/run.ts'
import { type MergedColumn, mergeColumns } from '../../pipeline/tables/results-sheet.ts'
import { tableColumn } from '../../pipeline/tables/sheet-names.ts'
import { beginWorkbook, writeSheet, writeTables } from '../../pipeline/tables/write-tables.ts'
import { stampOf, viewRowsWithContext } from '../../pipeline/write/write-output.ts'
import { endOfPeriod } from '../../settings/calendar-period.ts'
import { emptyCell } from '../../sheet/cell.ts'
import { foldHeading, foldText, toOneLine } from '../../sheet/fold-text.ts'
import { displayCell } from '../../sheet/values/display.ts'
import type { OutputCell, OutputColumn, OutputSheet } from '../../sheet/writing/workbook-writer.ts'
import { BatchError } from '../../support/errors.ts'
import { statePerson } from '../four-eyes/waiting-runs.ts'
import { ruleTable } from '../ledger/company-rules.ts'
import {
  findStore,
  type LedgerLocation,
  type LedgerPorts,
  type LedgerSettings,
  withLedger,
} from '../ledger/ledger-access.ts'
import { recordFile } from '../ledger/record-disclosure.ts'
import type { ShareStatement } from '../seal-statement.ts'
import type { ShareRequest } from '../sheet-run.ts'
import { readAnswerFile } from './read-answers.ts'
import { codeOfShare, referenceHeading, referToLine, referToPart, staffIdLabel } from './reference.ts'
import { indexName, nameOfRest, type SharedPart, type ShareOut, writeIndex } from './share-index.ts'

/**
 * Writes one workbook for each value of a column, with its rows only, and an index of them, into a new folder: whole, or
 * not at all. Values that differ by capitals and spaces alone are one; rows without a value have a workbook too.
 * @throws BatchError `usage` for a heading, date or folder that cannot be used, `input` for an output of no known run.
 */
export async function shareOut(request: ShareRequest, settings: LedgerSettings, ports: LedgerPorts): Promise<ShareOut> {
  const by = request.by === undefined ? currentOperator().account : statePerson(request.by).id
  const folder = resolve(request.folder ?? join('output', `${stemOfInput(request.input)}.shared`))
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new BatchError('usage', find('share-folder', { folder }))
  return withLedger(settings, ports, async (ledger) => {
    const run = await findAssessed(request.input, ledger, settings)
    const target = await ledger.targets.find(run.address, run.company)
    const at = ports.clock.now()
    const { waiting = ruleTable.waiting.none } = await ledger.rules.of(target)
    const due = readDue(request.due, at) ?? dayOf(endOfPeriod(at, waiting))
    const { heading, columns, parts } = await groupRows(ledger, run, request.heading)
    if (parts.length === 0) throw new BatchError('input', find('nothing-to-share', { input: request.input }))
    const code = codeOfShare([foldHeading(heading), ...parts.map(({ name, rows }) => [name, rows.map(({ id }) => id)])])
    await mkdir(dirname(folder), { recursive: true, mode: 0o700 })
    const written = mkdtempSync(`${folder}.`)
    try {
      const about = { by, due, code, columns, isSimulated: isSimulated(target) }
      for (const part of parts) await writePart(join(written, part.file), part, about)
      const shared = parts.map(
        ({ rows, ...part }): SharedPart => ({ ...part, rows: rows.length, answered: 0, at: undefined }),
      )
      await writeIndex(written, { code, heading }, shared)
      const rows = shared.reduce((sum, part) => sum + part.rows, 0)
      const facts = { code, heading, folder, ...currentOperator(), file: resolve(request.input), by, due, rows }
      const statement: ShareStatement = { ...facts, workbooks: parts.length, isSimulated: about.isSimulated }
      await ledger.attempts.disclose({ operation: 'share', at, detail: JSON.stringify(statement) })
      if (existsSync(folder)) rmdirSync(folder)
      renameSync(written, folder)
      for (const file of [...shared.map(({ file }) => file), indexName])
        await recordFile(settings, ports.logger, join(folder, file))
      return { ...statement, at, parts: shared }
    } catch (error) {
      rmSync(written, { recursive: true, force: true })
      throw error
    }
  })
}

/** The run that has written this file, or the latest that has read it: a relative name of an output says too little. */
async function findAssessed(input: string, ledger: Ledger, settings: LedgerSettings): Promise<RunStatus> {
  const store = findStore(settings)
  const runId = await ledger.outputs.runOf(await canonicalPath(input))
  const { runs } = await store.status(runId == null ? { input: resolve(input) } : { runId })
  const run = runs.find(({ operation }) => operation === assess.name)
  if (run !== undefined) return run
  throw new BatchError('input', find('share-of-no-run', { ledger: store.name, input }))
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/** @throws BatchError `usage` for a day that is over, or none. */
function readDue(text: string | undefined, now: number): string | undefined {
  if (text === undefined) return undefined
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  if (dayOf(Number.isNaN(time) ? 0 : time) === text && text >= dayOf(now)) return text
  throw new BatchError('usage', find('share-due', { text }))
}

interface Part extends Pick<SharedPart, 'part' | 'name' | 'file'> {
  rows: { id: string; cells: OutputCell[] }[]
}

function listCarried(columns: readonly MergedColumn[]): string[] {
  return columns.flatMap(({ heading, field }) => (heading.trim() === '' || field !== undefined ? [] : [heading.trim()]))
}

/** The columns by which the rows of a run are shared out. */
export async function listShareHeadings(location: LedgerLocation, { id, file }: RunStatus): Promise<string[]> {
  const read = await findStore(location).view(({ runs }) => runs.sheetsOf(id))
  return listCarried(mergeColumns(restoreLoadedInput(id, file, read).sheets.map(({ columns }) => columns)))
}

/** Whose decision it was is of no concern to others, and the identifier is for the way back. */
const notShown: ReadonlySet<string> = new Set(['assessmentId', 'lastDecisionBy'])

/** The rows of `Decisions` as the ledger has them now. */
async function groupRows(ledger: Ledger, { id: runId, file }: RunStatus, wanted: string) {
  const loaded = restoreLoadedInput(runId, file, await ledger.runs.sheetsOf(runId))
  await requireAllRows(ledger, loaded)
  const columnsRead = loaded.sheets.map((sheet) => sheet.columns)
  const merged = mergeColumns(columnsRead)
  const group = merged.find(({ heading }) => foldHeading(heading) === foldHeading(wanted))
  if (group === undefined)
    throw new BatchError('usage', find('share-heading', { heading: wanted, headings: listCarried(merged) }))
  const shown = decisionsSheet.columnsFor(columnsRead).filter(({ heading }) => !notShown.has(heading))
  const byValue = new Map<string, Pick<Part, 'name' | 'rows'>>()
  for await (const page of viewRowsWithContext({ operation: assess, ledger, runId, sheets: loaded.sheets })) {
    for (const { view, beside } of page.filter((row) => decisionsSheet.includes(row.view))) {
      const name = toOneLine(displayCell(view.cells[group.indexes[view.sheet] ?? -1] ?? emptyCell))
      const part = byValue.get(name.toLowerCase()) ?? { name: name || nameOfRest(group.heading.trim()), rows: [] }
      byValue.set(name.toLowerCase(), part)
      part.rows.push({ id: view.submission?.identifier ?? '', cells: shown.map((column) => column.cell(view, beside)) })
    }
  }
  const names = new Set([foldText(indexName)])
  const nameFile = (name: string): string => {
    const file = nameShareFile(name, (each) => names.has(foldText(each)))
    names.add(foldText(file))
    return file
  }
  const sorted = [...byValue.values()].toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
  const parts = sorted.map((part, index): Part => ({ ...part, part: index + 1, file: nameFile(part.name) }))
  return { heading: group.heading.trim(), columns: shown, parts }
}

const longestName = 80

/** A name that every system takes, and that is free, also without a look at capitals. */
export function nameShareFile(name: string, isTaken: (file: string) => boolean, ending = '.xlsx'): string {
  const clean = [...name.normalize('NFC').replaceAll(/[\\/:*?"<>|\p{C}]+/gu, '-')].slice(0, longestName).join('')
  const stem = avoidDeviceName(clean.replaceAll(/^[\s.~$]+|[\s.]+$/g, '') || 'workbook')
  for (let ordinal = 1; ; ordinal += 1) {
    const file = `${stem}${ordinal === 1 ? '' : ` (${ordinal})`}${ending}`
    if (!isTaken(file)) return file
  }
}

interface About extends Pick<ShareStatement, 'code' | 'by' | 'due' | 'isSimulated'> {
  columns: readonly OutputColumn[]
}

/** Read back as an answer before it is published. */
async function writePart(
  output: string,
  { part, name, rows }: Part,
  { code, by, due, columns, isSimulated }: About,
): Promise<void> {
  const ask = `${by} asks you for a decision on each of these trips by ${writeDate(due, 'en')}. Choose it under Decision, save the workbook and send it back.`
  const keep = `Workbook ${referToPart({ code, part })}. Please leave Assessment ID and Reference as they are: they tie each answer to its trip.`
  const note = (text: string): OutputCell[] => [{ ...textCell(text), look: 'note' }]
  const sheet: OutputSheet = {
    ...{ name: decisionsSheet.name, frozenColumns: 2, hasAutoFilter: true, entryRows: rows.length },
    columns: [
      // The staff ID above is a text, too.
      ...columns.map((column, index): OutputColumn => (index === 1 ? { ...column, entry: { kind: 'text' } } : column)),
      tableColumn('assessmentId', 34, () => ''),
      tableColumn('reference', 26, () => '', { title: referenceHeading }),
    ],
    lead: [
      [{ ...textCell(name), look: 'title' }],
      note(ask),
      [
        { ...textCell(staffIdLabel), look: 'heading' },
        { ...emptyCell, mark: 'doubtful' },
      ],
      note(keep),
    ],
  }
  const lines = rows.map(({ id, cells }, index) => {
    const reference = referToLine({ code, part, row: index + 1 }, id)
    return { reference, cells: [...cells, textCell(id), textCell(reference)] }
  })
  await writeTables({
    output,
    begin: (file) => beginWorkbook(file, { stamp: stampOf({ isSimulated }) }),
    fill: async (workbook) => void (await writeSheet(workbook, sheet, [lines], ({ cells }) => [cells])),
    async verify(file) {
      const read = await readAnswerFile(file)
      const found = read.rows.map((row) => row.reference)
      const isSame = found.length === lines.length && lines.every(({ reference }, index) => found[index] === reference)
      if (!isSame)
        throw new BatchError('defect', 'a shared workbook is not read as it was written. Please report this.')
    },
  })
}
