import { copyFileSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { basename, extname, join, resolve } from 'node:path'
import { decisionStatuses } from '../../contract/decision.ts'
import { find } from '../../messages/catalogue.ts'
import { writeDate } from '../../messages/pattern.ts'
import { copyEdited, describeBackup, digestOf } from '../../pipeline/earlier-output/edited-output.ts'
import { openEach } from '../../pipeline/earlier-output/open-earlier-output.ts'
import { stemOfInput } from '../../pipeline/earlier-output/output-names.ts'
import { textCell } from '../../pipeline/rows/cells.ts'
import { tableColumn } from '../../pipeline/tables/sheet-names.ts'
import { beginWorkbook, fillLine, writeSheet, writeTables } from '../../pipeline/tables/write-tables.ts'
import { stampOf } from '../../pipeline/write/write-output.ts'
import { type Cell, emptyCell } from '../../sheet/cell.ts'
import { digestCells } from '../../sheet/digest-cells.ts'
import { displayCell } from '../../sheet/values/display.ts'
import type { OutputCell, Table } from '../../sheet/writing/workbook-writer.ts'
import { BatchError } from '../../support/errors.ts'
import type { LedgerPorts, LedgerSettings } from '../ledger/ledger-access.ts'
import { recordFile } from '../ledger/record-disclosure.ts'
import { requireInput } from '../output-file.ts'
import { type CollectedAnswers, type CollectedLine, judgeAnswers } from './judge-answers.ts'
import { type AnswerFile, findCommonest, readAnswerFile, shownFields } from './read-answers.ts'
import { digestOfText } from './reference.ts'
import { indexName, isAnswered, listShareOuts, writeIndex } from './share-index.ts'
import { nameShareFile } from './share-out.ts'

export interface Collected extends CollectedAnswers {
  /** The sheet to decide with. */
  file: string
}

/**
 * Makes one sheet of decisions of the workbooks that came back: what is not taken stands in it too, as a row that cannot
 * be sent. Notes in the index who has answered.
 * @throws BatchError `input` where no workbook that was shared out came back.
 */
export async function collectShared(
  input: string,
  settings: LedgerSettings,
  { clock, logger }: LedgerPorts,
  others: readonly string[] = [],
): Promise<Collected> {
  requireInput(input)
  const files = [...listFiles(input), ...others]
  const read = []
  for (const file of files) read.push(await readAnswerFile(file))
  const collected = judgeAnswers(read, await listShareOuts(settings))
  if (!collected.lines.some(({ reference }) => reference !== '')) {
    const reason = collected.problems[0]?.rule ?? 'it has no workbook'
    throw new BatchError('input', find('answers-none', { input, reason }))
  }
  const { share, parts } = collected
  const name = statSync(input).isDirectory() ? basename(resolve(input)).replace(/\.answers$/, '') : stemOfInput(input)
  const file = resolve('output', `${name}.answers.xlsx`)
  await writeCollected(file, collected, settings, { clock, logger })
  await recordFile(settings, logger, file)
  if (share?.parts !== undefined) {
    const before = new Map(share.parts.map(({ part, answered }) => [part, answered]))
    const isNew = ({ part, answered }: (typeof parts)[number]): boolean => answered > (before.get(part) ?? 0)
    const noted = parts.map((each) => ({ ...each, at: isNew(each) ? clock.now() : each.at }))
    if (noted.some(isNew)) await writeIndex(share.folder, share, noted)
  }
  return { ...collected, file }
}

/**
 * Keeps what answers one share-out in a folder beside its own: what came back earlier counts too. `others`: what answers
 * something else, or nothing.
 */
export async function keepAnswers(
  files: readonly string[],
  settings: LedgerSettings,
  { logger }: Pick<LedgerPorts, 'logger'>,
): Promise<{ folder: string; others: readonly string[] }> {
  const read = new Map<string, AnswerFile>()
  for (const file of files) read.set(file, await readAnswerFile(file))
  const code = findCommonest([...read.values()].flatMap(({ part }) => part?.code ?? []))
  const [first] = read.values()
  if (code === undefined) {
    const reason = first?.problem ?? 'it is no workbook that was shared out'
    throw new BatchError('input', find('answers-none', { input: first?.file ?? '', reason }))
  }
  const share = (await listShareOuts(settings)).find((each) => each.code === code)
  const folder = `${share?.parts === undefined ? resolve('output', code) : share.folder}.answers`
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const kept = new Set(await Promise.all(readdirSync(folder).map((name) => digestOf(join(folder, name)))))
  for (const [file, { part }] of read) {
    if (part?.code !== code || kept.has(await digestOf(file))) continue
    const [ending, stem] = [extname(file), basename(file, extname(file))]
    const copy = join(
      folder,
      nameShareFile(stem, (name) => existsSync(join(folder, name)), ending),
    )
    copyFileSync(file, copy)
    await recordFile(settings, logger, copy)
  }
  return { folder, others: files.filter((file) => read.get(file)?.part?.code !== code) }
}

/** All files of a folder but the index, and what programs leave beside open ones. */
function listFiles(input: string): string[] {
  if (!statSync(input).isDirectory()) return [input]
  const names = readdirSync(input).filter((name) => name !== indexName && !/^(?:\.|~\$)/.test(name))
  return names.toSorted((one, other) => one.localeCompare(other, 'en')).map((name) => join(input, name))
}

const taken: Table<CollectedLine> = {
  name: 'Decisions',
  hasAutoFilter: true,
  frozenColumns: 2,
  columns: [
    ...shownFields.map((field) => tableColumn<CollectedLine>(field, 16, ({ cells }) => cells[field])),
    tableColumn('status', 30, ({ cells, problem }) => problem?.rule ?? cells['status'], { dropDown: decisionStatuses }),
    ...['complianceTeamMemberId', 'managerId', 'cancelledByStaffId', 'note'].map((field) =>
      tableColumn<CollectedLine>(
        field,
        18,
        ({ cells }) => cells[field],
        field === 'managerId' ? { title: 'Manager' } : {},
      ),
    ),
    { heading: 'Answer of', width: 24, cell: ({ part }) => textCell(part) },
    { heading: 'From', width: 34, cell: ({ from }) => textCell(from) },
    tableColumn('assessmentId', 34, ({ identifier }) => identifier),
    tableColumn('reference', 26, ({ reference }) => reference),
  ],
}

/** The same answers leave a sheet as it is: a person may have settled some in it. An edited one is kept beside it. */
async function writeCollected(
  output: string,
  { lines, parts, share }: CollectedAnswers,
  settings: LedgerSettings,
  { clock, logger }: Pick<LedgerPorts, 'clock' | 'logger'>,
): Promise<void> {
  const filled = lines.map((line) => fillLine(taken, line))
  const digest = digestLines(filled)
  const before = existsSync(output) ? await readCollected(output) : undefined
  if (before?.digest === digest) return
  if (before !== undefined && before.digest !== before.now) {
    const copy = await copyEdited(output, clock.now())
    logger.info(describeBackup(output, { file: copy, isEdited: true }))
    await recordFile(settings, logger, copy)
  }
  const due = share === undefined ? '' : `, wanted by ${writeDate(share.due, 'en')}`
  const said = `${parts.filter(isAnswered).length} of ${parts.length} have answered all${due} (answers ${digest})`
  const sheet = { ...taken, lead: [[{ ...textCell(said), look: 'note' as const }]] }
  await writeTables({
    output,
    begin: (file) => beginWorkbook(file, { stamp: stampOf({ isSimulated: share?.isSimulated === true }) }),
    fill: async (workbook) => void (await writeSheet(workbook, sheet, [filled], (line) => [line])),
    verify: (file) => digestCells(file),
  })
}

function digestLines(lines: readonly (readonly (OutputCell | undefined)[])[]): string {
  const show = (cell: OutputCell | undefined): string =>
    cell === undefined || cell.t === 'link' || cell.t === 'jump' ? '' : displayCell(cell)
  return digestOfText(JSON.stringify(lines.map((line) => taken.columns.map((_, at) => show(line[at]))))).slice(0, 8)
}

/** The digest of its lines as they were written, and of those that stand in it now. */
async function readCollected(file: string): Promise<{ digest: string; now: string }> {
  const lines: (readonly Cell[])[] = []
  for await (const source of openEach([file])) for await (const { cells } of source.rows()) lines.push(cells)
  const [[said = emptyCell] = [], , ...rows] = lines
  return { digest: /\(answers (\w+)\)$/.exec(displayCell(said))?.[1] ?? '', now: digestLines(rows) }
}
