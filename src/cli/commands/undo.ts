import { type PlannedUndo, planUndo, recountUndo, summariseUndo } from '../../app/four-eyes/undo-run.ts'
import { parseRequest } from '../../app/parse-request.ts'
import type { UndoCounts } from '../../operations/decide/undo.ts'
import { decide } from '../../operations/decide.ts'
import { pickPart } from '../../settings/all.ts'
import type { ExitCode } from '../../settings/exit-codes.ts'
import { toIsoTime } from '../../support/clock.ts'
import { countOf, printJson } from '../output/print.ts'
import { withTerminal } from '../run-interactively.ts'
import type { CommandSession } from '../setting-options.ts'
import { logStart, planDryRun, sendInteractively } from './batch.ts'
import { sealInTerminal } from './four-eyes.ts'

const mostNamed = 10

/** A run of `decide` over a sheet made from the log; sealed where a decision needs two people. */
export function undoCommand({ host, args }: CommandSession, run: string): Promise<ExitCode> {
  const files = { input: undefined, output: args.output ?? run }
  // A sealer may have no token.
  const opening = { ...args, dryRun: args.dryRun || args.seal !== undefined }
  return withTerminal({ host, args: opening }, files, async (terminal) => {
    const { logger, settings } = terminal
    logStart(terminal)
    const request = { run, by: args.by, note: args.note, output: args.output }
    const undo = await planUndo(request, settings)
    const { sheet, counts, check } = undo
    for (const line of describeUndo(undo)) logger.info(line)
    const isSealed = args.seal !== undefined || undo.isFourEyes
    const planned = summariseUndo(undo, { ...counts, undone: counts.undone + counts.open, open: 0 })
    if (sheet === undefined || (isSealed && counts.open === 0)) {
      logger.info('There is nothing to take back. Nothing was sent.')
      const exitCode = judge(0, counts)
      if (args.json) printJson(host, { exitCode, ...planned })
      return exitCode
    }
    logger.info(`What takes it back stands in ${sheet}`)
    const given = { ...pickPart(args, 'SendingOptions'), output: args.output, sandbox: args.sandbox, input: sheet }
    const options = { ...parseRequest(decide, given), check }
    if (args.dryRun) return judge(await planDryRun(terminal, decide, options, { added: planned, isSealed }), counts)
    if (isSealed) {
      const sealing = { ...given, output: undefined, by: args.by, plan: args.seal, check }
      return judge(await sealInTerminal(terminal, decide, sealing, planned), counts)
    }
    return sendInteractively(terminal, {
      operation: decide,
      options,
      async conclude(ofRun) {
        const now = await recountUndo(request, settings)
        for (const line of describeCounts(now, false)) logger.info(line)
        return { exitCode: judge(ofRun, now), ...summariseUndo(undo, now) }
      },
    })
  })
}

function judge(exitCode: ExitCode, { unknown }: UndoCounts): ExitCode {
  return unknown > 0 && (exitCode === 0 || exitCode === 3 || exitCode === 75) ? 4 : exitCode
}

function describeUndo({ run, counts, kept }: PlannedUndo): string[] {
  const { id, operation, file, startedAt } = run
  const shown = kept.slice(0, mostNamed).map(({ assessmentId, why, about, sentAt }) => {
    const sent = sentAt === null ? '' : `, sent ${toIsoTime(sentAt)}`
    return `  ${words[why]}: ${[assessmentId, about].filter(Boolean).join(', ')}${sent}`
  })
  const more = kept.length > mostNamed ? [`  and ${kept.length - mostNamed} more, all with --json`] : []
  const what = operation === decide.name ? 'decided on' : 'created'
  return [
    `Undo of run ${id} (${operation} ${file}, ${toIsoTime(startedAt)}), which ${what} ${countOf(counts.all, 'assessment')}:`,
    ...describeCounts(counts, true),
    ...shown,
    ...more,
  ]
}

const words = {
  decidedSince: 'decided since, and kept',
  shared: 'another sheet stands for it, and kept',
  unknown: 'unknown, cannot be undone from here',
}

function describeCounts({ undone, open, decidedSince, shared, unknown }: UndoCounts, isPlanned: boolean): string[] {
  const lines: [count: number, text: string][] = [
    [undone, isPlanned ? 'taken back already' : 'taken back'],
    [open, isPlanned ? 'to be taken back' : 'not taken back yet'],
    [decidedSince, words.decidedSince],
    [shared, words.shared],
    [unknown, words.unknown],
  ]
  return lines.flatMap(([count, text]) => (count === 0 ? [] : `  ${count.toLocaleString('en')}  ${text}`))
}
