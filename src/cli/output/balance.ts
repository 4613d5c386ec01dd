import { countOutcomes } from '../../app/notify.ts'
import { carriedOnStates, faultyStates } from '../../contract/states.ts'
import { describeHalt } from '../../messages/catalogue.ts'
import { describeBalanceLine, describeLimited, type TableName, the } from '../../messages/states.ts'
import { describeTime } from '../../messages/waits.ts'
import type { RunReport, WrittenOutput } from '../../pipeline/model/options.ts'
import type { ResealAdvice } from '../quote-command.ts'
import { describeEnvironment } from './format-plan.ts'
import { countOf } from './print.ts'
import { terminalFace } from './terminal-face.ts'

/** The product of an operation, unless it is an assessment. */
const things: Readonly<Record<string, string>> = { decide: 'decision', invite: 'invitation' }

const sentWords: Readonly<Record<string, string>> = { decide: 'decided', invite: 'invited' }

export interface Advice {
  /** The same command again. */
  command: string
  /** For a release. */
  reseal?: ResealAdvice | undefined
  /** The command with another file in place of the input. */
  commandWith?(input: string, other: string): string
}

/** Counts every row in exactly one line, then gives the output's path and the next command. */
export function describeRun(report: RunReport, advice: Advice): string[] {
  const width = Math.max(...report.balance.map(({ count }) => count.toLocaleString('en').length))
  const table = tableName(report)
  const isLimited = report.limit !== undefined && report.halt === undefined
  const counts = new Map<string, number>()
  for (const line of report.balance) {
    const isBeyond = line.state === 'ready' && isLimited
    const meaning = isBeyond ? describeLimited(terminalFace.option) : describeBalanceLine(line, table)
    const words = `${line.state.padEnd(9)}  ${meaning}`
    counts.set(words, (counts.get(words) ?? 0) + line.count)
  }
  const lines = [...counts].map(([words, count]) => `  ${count.toLocaleString('en').padStart(width)}  ${words}`)
  const seconds = (report.endedAt - report.startedAt) / 1000
  const result = [`${countOf(report.rows, 'row')}${listSheets(report.sheets)} in ${describeTime(seconds)}:`, ...lines]
  result.push(...describeOrphans(report, table))
  for (const { sender, rows } of report.others ?? []) {
    const were = rows === 1 ? 'row was' : 'rows were'
    result.push(`  ${rows.toLocaleString('en')} ${were} ${sentWords[report.operation] ?? 'created'} by ${sender}`)
  }
  if (report.halt !== undefined) result.push(`Stopped: ${describeHalt(report.halt, terminalFace)}`)
  if (report.output !== undefined) result.push(describeWritten(report.output))
  if (report.output?.edited !== undefined && report.input !== undefined) {
    const { file, cells } = report.output.edited
    result.push(`  ${countOf(cells, 'cell')} of ${file} ${cells === 1 ? 'differs' : 'differ'} from ${report.input}`)
  }
  const next = suggestNext(report, advice)
  return next === undefined ? result : [...result, `Next: ${next}`]
}

/** Rows that were assessed again, or edited, are still in the sheet. */
function describeOrphans(report: RunReport, table: TableName): string[] {
  const { operation, orphans, replaced = 0, sentFrom } = report
  const thing = things[operation] ?? 'assessment'
  const describe = (count: number, one: string, many: string): string[] => {
    const have = count === 1 ? ` of an earlier run ${one}` : `s of earlier runs ${many}`
    return count === 0 ? [] : [`  ${count.toLocaleString('en')} ${thing}${have} (${table('Orphans')})`]
  }
  const rowless = `no row in ${sheetOf(report)}`
  return [
    ...describe(orphans - replaced, `has ${rowless}`, `have ${rowless}`),
    ...describe(replaced, 'is replaced by a newer one', 'are replaced by a newer one'),
    // Otherwise a person who takes the uncorrected file again finds trips called orphans, and rows called changed.
    ...(sentFrom === undefined
      ? []
      : [`  last sent from ${sentFrom}: what was changed there is not in ${sheetOf(report)}`]),
  ]
}

/** e.g. `Written to out (2).xlsx, because …` */
export function describeWritten({ file, isSecondName, lock }: WrittenOutput): string {
  if (!isSecondName) return `Written to ${file}`
  const why = lock === undefined ? 'is it open?' : `another program has it open: ${lock} stands beside it`
  return `Written to ${file}, because the output itself could not be replaced (${why})`
}

/** The name of the input; reports of workers and of a refresh have none. */
function sheetOf({ input = 'the sheet' }: RunReport): string {
  return input
}

function tableName({ output }: Pick<RunReport, 'output'>): TableName {
  return (sheet) => output?.beside?.get(sheet) ?? `sheet ${sheet}`
}

/** ` of 4 sheets (EMEA 12, AMER 9, …)`; empty for one sheet. */
function listSheets(sheets: RunReport['sheets']): string {
  if (sheets.length < 2) return ''
  return ` of ${sheets.length} sheets (${sheets.map(({ name, rows }) => `${name} ${rows.toLocaleString('en')}`).join(', ')})`
}

export function describeSpill(count: number): string {
  const lines = count === 1 ? 'an answer of the service: the line' : `${count} answers of the service: the lines`
  return `the ledger could not write ${lines} in braces above. Keep them: the next run calls these rows unknown and sends none of them again; the identifier goes into the column resolution of its sheet Unknown, or of the file .unknown.csv beside a CSV output.`
}

function suggestNext(report: RunReport, advice: Advice): string | undefined {
  const { balance, halt, input, output } = report
  const { command, commandWith } = advice
  const table = tableName(report)
  const states = balance.filter(({ count }) => count > 0).map(({ state }) => state)
  if (halt?.kind === 'authorisation') return `set the right token, then: ${command}`
  if (halt?.kind === 'redirect') return undefined
  if (halt?.kind === 'address') {
    const doubt = states.includes('unknown')
      ? ` Whether the row that was sent was processed there cannot be known (${table('Unknown')}).`
      : ''
    return `start again with the right base address (--base-url or RWA_BASE_URL).${doubt}`
  }
  if (states.includes('unknown')) return `look up the rows of ${the(table('Unknown'))} at the service, then: ${command}`
  if (halt?.kind === 'unreachable') return `when the service can be reached: ${command}`
  const rest = suggestAfterEnd(report, states, advice)
  if (input === undefined || commandWith === undefined) return rest
  if (output?.edited === undefined) {
    if (report.sentFrom === undefined) return rest
    const goOn = `to go on with ${report.sentFrom}: ${commandWith(input, report.sentFrom)}`
    return rest === undefined ? goOn : `${goOn}; to go on with ${input}: ${rest}`
  }
  const { file } = output.edited
  const use = `if you corrected rows in ${file}: ${commandWith(input, file)}`
  return rest === undefined ? use : `${use}; if not: ${rest}`
}

function suggestAfterEnd(report: RunReport, states: readonly string[], { command, reseal }: Advice) {
  const table = tableName(report)
  const isFixedFirst = states.some((state) => faultyStates.has(state))
  if (isFixedFirst && reseal !== undefined) {
    return `correct the rows in ${reseal.sheet}, then seal what is left: ${reseal.command}; a second person reads that plan and releases it`
  }
  if (states.some((state) => carriedOnStates.has(state))) return command
  const correct = `correct the rows in ${sheetOf(report)}`
  if (states.includes('superseded')) {
    const send = `if the rows that were replaced since are to count again: ${command} --send-changed`
    return isFixedFirst ? `${correct}, then: ${command}; ${send}` : send
  }
  if (!states.includes('changed')) return isFixedFirst ? `${correct}, then: ${command}` : undefined
  const first = isFixedFirst ? `${correct}, and answer` : 'answer'
  return `${first} the rows of ${the(table('Changed'))} with yes or no (column send), then: ${command}; or send all changed rows: ${command} --send-changed`
}

export function summariseRun(report: RunReport, exitCode: number): object {
  const alreadyDone = report.balance.reduce((sum, { wasDone, count }) => (wasDone ? sum + count : sum), 0)
  return {
    exitCode,
    target: report.targetLabel,
    environment: describeEnvironment(report.targetLabel, report.isTestTarget),
    rows: report.rows,
    sheets: report.sheets,
    outcomes: countOutcomes(report.balance),
    alreadyDone,
    orphans: report.orphans,
    replaced: report.replaced ?? 0,
    stopped: report.halt === undefined ? null : report.halt.kind,
    output: report.output?.file ?? null,
    beside: Object.fromEntries(report.output?.beside ?? []),
    requests: report.traffic.requests,
    refused: report.traffic.refused,
    retries: report.traffic.retries,
    latencyMs: report.traffic.latencyMs ?? null,
    ledger: { id: report.ledger.ledgerId, line: report.ledger.number, digest: report.ledger.digest },
    startedAt: new Date(report.startedAt).toISOString(),
    endedAt: new Date(report.endedAt).toISOString(),
  }
}
