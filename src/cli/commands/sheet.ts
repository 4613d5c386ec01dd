import { checkSheet } from '../../app/check/check-sheet.ts'
import { inspectSheet, type SheetInspection } from '../../app/check/inspect-sheet.ts'
import { createTemplate } from '../../app/create-template.ts'
import { exitCodeOfPlan } from '../../app/exit-code.ts'
import { recordFile } from '../../app/ledger/record-disclosure.ts'
import { readListsFile } from '../../app/option-files.ts'
import { draftSettings, saveDraft } from '../../app/profile/draft-profile.ts'
import { guessHint, warnOfGuesses } from '../../app/profile/profile.ts'
import { readKnownRules } from '../../app/profile/profile-demands.ts'
import { readTaughtOffline } from '../../app/profile/taught-offline.ts'
import { wordMessage, wordNote } from '../../messages/catalogue.ts'
import { findOperation } from '../../operations/all.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import type { ExitCode } from '../../settings/exit-codes.ts'
import type { ReadOptions } from '../../settings/option-types.ts'
import { type Logger, silentLogger } from '../../support/logger.ts'
import { describeFailedCommand } from '../conclude-failure.ts'
import type { Host } from '../host.ts'
import { exitOnInterrupt } from '../interrupts.ts'
import { describeWritten } from '../output/balance.ts'
import { describeCheck, summariseCheck } from '../output/format-plan.ts'
import { createMessages } from '../output/messages.ts'
import { listLines, printJson, printLines, printResult, printToStderr } from '../output/print.ts'
import { withProgress } from '../output/progress/progress.ts'
import { terminalFace } from '../output/terminal-face.ts'
import { toReadOptions } from '../run-request.ts'
import type { Arguments, CommandSession } from '../setting-options.ts'
import { settleEncoding } from '../settle-encoding.ts'

/** `check`: runs the whole load stage without network, token or ledger. */
export async function check(
  { host, args: given }: CommandSession,
  operationName: string,
  input: string,
): Promise<ExitCode> {
  const operation = findOperation(operationName)
  const args = await settleEncoding(host, given, operation, input)
  const request = { input, output: args.output, ...toReadOptions(operation, args, true) }
  const notes: string[] = []
  const { found, logger } = await withProgress(host, args, async (ports) => {
    warnOfGuesses(args.profile, operation, ports.logger)
    const rules = readKnownRules(args.profile, host)
    const taught = await readTaughtOffline(args.profile, host, operation)
    const warn: Logger['warn'] = (text, said) => {
      notes.push(wordNote(text, said, terminalFace))
      ports.logger.warn(text, said)
    }
    const logger = { ...ports.logger, warn }
    const reading = { ...ports, logger, cleaningUp: exitOnInterrupt(host), face: terminalFace, rules }
    return { found: await checkSheet(operation, { ...request, taught }, reading), logger: ports.logger }
  })
  if (found.written !== undefined) {
    logger.info(describeWritten(found.written))
    await recordFile({ surroundings: host }, logger, found.written.file)
  }
  printResult(
    { host, args },
    { ...summariseCheck(found, notes), profile: args.profile?.file ?? null },
    describeCheck(found),
  )
  return exitCodeOfPlan(found.report)
}

export async function writeTemplateFile({ host, args }: CommandSession, name: string): Promise<ExitCode> {
  const { output, lists } = args
  const file = await createTemplate(name, { output, lists: readListsFile(lists) })
  printLines(host, [file])
  printToStderr(host, [`Fill it in, then: rwa-batch check ${name} ${file}`])
  return 0
}

/** `inspect`: describes a file before any row is made from it. */
export async function inspect({ host, args }: CommandSession, file: string): Promise<ExitCode> {
  const { rows, json, profile } = args
  const logger = createMessages(host, {})
  try {
    const operation = findOperation(args.for)
    warnOfGuesses(profile, operation, logger)
    const reading = toReadOptions(operation, args, true)
    const found = await inspectSheet(operation, { file, rows, as: json ? 'typed' : 'shown', ...reading })
    if (!json) printLines(host, describeInspection(args.for, found))
    const draft = args.draft && { draft: (await writeDraft(host, operation, file, reading, args, logger)) ?? null }
    if (json) printJson(host, { ...found.inspection, profile: profile?.file ?? null, ...draft })
    return 0
  } catch (error) {
    if (!json) throw error
    printJson(host, { file, error: describeFailedCommand(error).text })
    return 2
  }
}

function describeInspection(
  operation: string,
  { inspection, shown, misfit, fitting, near, guesses }: SheetInspection,
): string[] {
  const { file, kind, sheet, sheets, withoutContent = [], encoding, doubt, delimiter, headingRow, columns } = inspection
  const named = sheets.map((name) => (withoutContent.includes(name) ? `${name} (no content)` : name))
  const { text = '', hint = '' } = (misfit && wordMessage(misfit, terminalFace)) ?? {}
  const meant = (heading: string): string => {
    const fields = guesses.find((guess) => guess.heading === heading)?.fields ?? []
    return fields.length === 0 ? '' : `; perhaps ${fields.join(' or ')}`
  }
  const draft = '--draft writes a profile with a guess for each of these, to be kept or corrected.'
  return listLines(
    `${file}: ${kind === 'xlsx' ? 'a workbook (.xlsx)' : 'text with delimiters (CSV)'}`,
    kind === 'xlsx'
      ? `sheet read: ${sheet}; sheets: ${named.join(', ')}`
      : `encoding: ${encoding}${describeDoubt(doubt)}; delimiter: ${JSON.stringify(delimiter)}`,
    fitting.length > 1 && `sheets that fit ${operation}: ${fitting.join(', ')} (--sheet all reads them as one run)`,
    near.map(({ sheet: other, missing }) => {
      const missed = missing.length === 0 ? '' : `; missing: ${missing.join(', ')}`
      return `sheet ${other} has most of the columns too${missed}`
    }),
    headingRow === null ? 'no known headings in the first 20 rows' : `headings in row ${headingRow}:`,
    columns.map(({ heading, field }) => `  ${heading} → ${field ?? `(carried as it is${meant(heading)})`}`),
    misfit === undefined
      ? `all columns that ${operation} needs are there`
      : [`does not fit ${operation} yet: ${text}`, hint, draft],
    `first rows (${shown.length}):`,
    shown.map(({ texts }) => `  ${texts.join(' | ')}`),
  )
}

function describeDoubt(doubt: SheetInspection['inspection']['doubt']): string {
  return doubt === null ? '' : `, by which it says “${doubt.shown}” (“${doubt.meant}” as ${doubt.encoding})`
}

/** `inspect --draft`: writes a draft of the profile, with instructions. */
async function writeDraft(
  host: Host,
  operation: Operation,
  input: string,
  reading: ReadOptions,
  { lists, profile: found }: Pick<Arguments, 'lists' | 'profile'>,
  logger: Logger,
): Promise<string | undefined> {
  const { guesses, carried, isReadable } = await withProgress(host, { quiet: false }, (ports) =>
    draftSettings(operation, input, reading, { ...ports, logger: silentLogger, cleaningUp: exitOnInterrupt(host) }),
  )
  const baseUrl = host.env['RWA_BASE_URL'] || undefined
  const kept = saveDraft(operation, guesses, { reading, lists, baseUrl }, found, host)
  if (carried.length > 0) {
    logger.info(`no field for ${carried.map((heading) => `“${heading}”`).join(', ')}: these columns are copied`)
  }
  if (kept.file === undefined) {
    if (!isReadable) logger.warn(`${input}: no draft was written: there is no row with headings to guess`)
    else if (found !== undefined) logger.info(`nothing to add to ${found.file}`)
    else logger.info('everything is understood: no profile is needed')
    return undefined
  }
  logger.info(
    `draft of a profile: ${kept.file}, with ${kept.guesses} guesses. ${kept.guesses === 0 ? '' : guessHint}`.trim(),
  )
  if (!isReadable) {
    logger.warn(
      'the sheet cannot be read yet: once its headings are decided, the same command guesses the meaning of its values',
    )
  }
  if (found !== undefined) {
    logger.info(`${found.file} is unchanged; replace it with the draft once all guesses are decided`)
  } else {
    const further = baseUrl === undefined ? '"baseUrl" and "tokenFile"' : '"tokenFile"'
    logger.info(`with ${further} in it the next run needs no options`)
  }
  return kept.file
}
