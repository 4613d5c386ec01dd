import { carriedOnStates, faultyStates } from '../../contract/states.ts'
import type { HaltReason } from '../../pipeline/model/events.ts'
import type { RunReport, WrittenOutput } from '../../pipeline/model/options.ts'
import { assertNever } from '../../support/errors.ts'
import type { ResealAdvice } from '../reseal-advice.ts'
import { countOf } from './count-of.ts'
import { describeEnvironment } from './format-sending.ts'
import { describeTime } from './progress-text.ts'

/** Names a table about rows: a worksheet of the workbook, or the file beside a CSV. */
type TableName = (sheet: string) => string

const meaningsOf = (table: TableName, sheet: string): Readonly<Record<string, string>> => ({
  scored: 'created, with scores',
  decided: 'decision recorded',
  invited: 'invitation sent',
  invalid: `not sent: fix ${sheet} (see ${the(table('Problems'))})`,
  duplicate: 'not sent: same content as an earlier row',
  changed: `not sent: created before with other content (see ${the(table('Changed'))})`,
  kept: `edited, not sent: the earlier version stands (see ${the(table('Changed'))})`,
  skipped: 'nothing to do',
  rejected: 'refused by the service: see the column problem',
  failed: 'surely not processed: the same command tries again',
  accepted: 'created; scores not asked for yet',
  pending: 'created; scores not ready in time: the same command asks again',
  unknown: `may or may not have been created: look them up (${table('Unknown')})`,
  ready: 'not sent: the same command carries on',
  sending: 'on their way',
})

/** For rows that came with an identifier: nothing was created for them. */
const meaningsOfNamed: Readonly<Record<string, string>> = {
  scored: 'asked again, with scores',
  accepted: 'created before; scores not asked for yet, or the service does not know it',
  pending: 'asked again; scores not ready in time: the same command asks again',
}

/** The product of an operation, unless it is an assessment. */
const things: Readonly<Record<string, string>> = { decide: 'decision', invite: 'invitation' }

const sentWords: Readonly<Record<string, string>> = { decide: 'decided', invite: 'invited' }

const beyondLimit = 'not sent: beyond --limit; the same command without it sends them'

/**
 * Counts every row in exactly one line, then gives the output's path and the next command. `reseal` is set for a
 * release. `commandWith`: the command with another file in place of the input.
 */
export function describeRun(
  report: RunReport,
  command: string,
  reseal?: ResealAdvice,
  commandWith?: (input: string, other: string) => string,
): string[] {
  const width = Math.max(...report.balance.map(({ count }) => count.toLocaleString('en').length))
  const table = tableName(report)
  const meanings = meaningsOf(table, sheetOf(report))
  const isLimited = report.limit !== undefined && report.halt === undefined
  const lines = report.balance.map(({ state, wasDone, wasNamed, count }) => {
    const known = { ...meanings, ...(wasNamed ? meaningsOfNamed : {}) }
    const meaning =
      state === 'ready' && isLimited
        ? beyondLimit
        : wasDone
          ? 'already done by an earlier run'
          : (known[state] ?? 'done')
    return `  ${count.toLocaleString('en').padStart(width)}  ${state.padEnd(9)}  ${meaning}`
  })
  const seconds = (report.endedAt - report.startedAt) / 1000
  const result = [`${countOf(report.rows, 'row')}${listSheets(report.sheets)} in ${describeTime(seconds)}:`, ...lines]
  result.push(...describeOrphans(report, table))
  for (const { sender, rows } of report.others ?? []) {
    const were = rows === 1 ? 'row was' : 'rows were'
    result.push(`  ${rows.toLocaleString('en')} ${were} ${sentWords[report.operation] ?? 'created'} by ${sender}`)
  }
  if (report.halt !== undefined) result.push(`Stopped: ${describeHalt(report.halt)}`)
  if (report.output !== undefined) {
    result.push(describeWritten(report.output), ...describeCorrections(report, commandWith))
  }
  const next = suggestNext(report, command, reseal)
  return next === undefined ? result : [...result, next]
}

/** Rows that were assessed again, or edited, are still in the sheet. */
function describeOrphans(report: RunReport, table: TableName): string[] {
  const { operation, orphans, replaced = 0 } = report
  const thing = things[operation] ?? 'assessment'
  const describe = (count: number, what: string): string[] => {
    const are = count === 1 ? ' of an earlier run is' : 's of earlier runs are'
    return count === 0 ? [] : [`  ${count.toLocaleString('en')} ${thing}${are} ${what} (${table('Orphans')})`]
  }
  return [
    ...describe(orphans - replaced, `no longer in ${sheetOf(report)}`),
    ...describe(replaced, 'replaced by a newer one'),
  ]
}

/** e.g. `Written to out (2).xlsx, because …` */
export function describeWritten({ file, isSecondName, lock }: WrittenOutput): string {
  if (!isSecondName) return `Written to ${file}`
  const why = lock === undefined ? 'is it open?' : `another program has it open: ${lock} stands beside it`
  return `Written to ${file}, because the output itself could not be replaced (${why})`
}

function describeCorrections(
  { input, output }: RunReport,
  commandWith: ((input: string, other: string) => string) | undefined,
): string[] {
  if (output?.edited === undefined || input === undefined || commandWith === undefined) return []
  const { file, cells } = output.edited
  const differ = `${countOf(cells, 'cell')} of ${file} ${cells === 1 ? 'differs' : 'differ'} from ${input}`
  return [`  ${differ}. If corrected there, use that file: ${commandWith(input, file)}`]
}

/** The input; the workers' and the refresh's reports have none. */
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

/** Advice for the lines with results that the ledger could not write. */
export function describeSpill(count: number): string {
  const lines = count === 1 ? 'an answer of the service: the line' : `${count} answers of the service: the lines`
  return `the ledger could not write ${lines} in braces above. Keep them: the next run calls these rows unknown and sends none of them again; the identifier goes into the column resolution of its sheet Unknown, or of the file .unknown.csv beside a CSV output.`
}

export function describeHalt(halt: HaltReason): string {
  switch (halt.kind) {
    case 'interrupted':
      return 'interrupted; requests in flight were finished.'
    case 'authorisation':
      return `the service refuses the token (${halt.message}). Nothing more was sent.`
    case 'redirect':
      return `${halt.message} The token goes to no other address: give the final one with --base-url.`
    case 'address':
      return `no endpoint of the interface gives the answer that came: ${halt.message}. Expected was JSON with the status “success” or “error”. Most likely ${halt.address} is not the base address of the service. Nothing more was sent.`
    case 'unreachable':
      return `the service cannot be reached: ${halt.message}. No row has failed for it; --wait-for-service waits longer.`
    case 'held-off':
      return `${halt.message}, which is longer than a run waits.`
    case 'unknowns':
      return `${halt.count} outcomes in a row are unknown (--max-unknown). Find out what is wrong before going on.`
    case 'mixed-up':
      return `${halt.count} answers in a row were for another request (see the column problem): identifiers may be in the wrong rows. Ask the service's owner before going on.`
    case 'errors':
      return `${halt.count} rows failed or were rejected (--max-errors).`
    case 'rejections':
      return `row after row is refused with “${halt.field === '' ? '' : `${halt.field}: `}${halt.message}”. Is that column mapped right?`
    case 'broken':
      return 'the surroundings broke.'
    default:
      return assertNever(halt)
  }
}

function suggestNext(report: RunReport, command: string, reseal: ResealAdvice | undefined): string | undefined {
  const { balance, halt } = report
  const table = tableName(report)
  const states = balance.filter(({ count }) => count > 0).map(({ state }) => state)
  if (halt?.kind === 'authorisation') return `Next: set the right token, then: ${command}`
  if (halt?.kind === 'redirect') return undefined
  if (halt?.kind === 'address') {
    const doubt = states.includes('unknown')
      ? ` Whether the row that was sent was processed there cannot be known (${table('Unknown')}).`
      : ''
    return `Next: start again with the right base address (--base-url or RWA_BASE_URL).${doubt}`
  }
  if (states.includes('unknown')) {
    return `Next: look up the rows of ${the(table('Unknown'))} at the service, then: ${command}`
  }
  if (halt?.kind === 'unreachable') return `Next: when the service can be reached: ${command}`
  const isFixedFirst = states.some((state) => faultyStates.has(state))
  if (isFixedFirst && reseal !== undefined) {
    return `Next: correct the rows in ${reseal.sheet}, then seal what is left: ${reseal.command}; a second person reads that plan and releases it`
  }
  if (states.some((state) => carriedOnStates.has(state))) return `Next: ${command}`
  const isChanged = states.includes('changed')
  if (!isChanged) return isFixedFirst ? `Next: correct the rows in ${sheetOf(report)}, then: ${command}` : undefined
  const sendAll = `${command} --send-changed`
  const first = isFixedFirst ? `correct the rows in ${sheetOf(report)}, and answer` : 'answer'
  return `Next: ${first} the rows of ${the(table('Changed'))} with yes or no (column send), then: ${command}; or send all changed rows: ${sendAll}`
}

function the(table: string): string {
  return table.startsWith('sheet ') ? `the ${table}` : table
}

/** The last line of standard output with `--json`. */
export function summariseRun(report: RunReport, exitCode: number): object {
  const outcomes: Record<string, number> = {}
  let alreadyDone = 0
  for (const { state, wasDone, count } of report.balance) {
    outcomes[state] = (outcomes[state] ?? 0) + count
    if (wasDone) alreadyDone += count
  }
  return {
    exitCode,
    target: report.targetLabel,
    environment: describeEnvironment(report.targetLabel, report.isTestTarget),
    rows: report.rows,
    sheets: report.sheets,
    outcomes,
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
    startedAt: new Date(report.startedAt).toISOString(),
    endedAt: new Date(report.endedAt).toISOString(),
  }
}
