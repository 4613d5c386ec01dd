import { resolve } from 'node:path'
import { type Collected, collectShared } from '../../app/share-out/collect-answers.ts'
import {
  isAnswered,
  listShareOuts,
  nameOfRest,
  type SharedPart,
  type ShareOut,
} from '../../app/share-out/share-index.ts'
import { shareOut } from '../../app/share-out/share-out.ts'
import { writeDate } from '../../messages/pattern.ts'
import type { ExitCode } from '../../settings/exit-codes.ts'
import { toIsoTime } from '../../support/clock.ts'
import { beginSession } from '../output/ledger-session.ts'
import { countOf, listLines, printJson, printResult } from '../output/print.ts'
import { ledgerArguments, quoteCommand } from '../quote-command.ts'
import type { CommandSession } from '../setting-options.ts'

/** `decide --share-out`: sends nothing, and needs neither token nor service. */
export async function shareOutCommand({ host, args }: CommandSession, input: string): Promise<ExitCode> {
  const { settings, ports } = beginSession(host, args.ledger, args)
  const { shareOut: heading = '', output: folder, by, due } = args
  const shared = await shareOut({ input, heading, folder, by, due }, settings, ports)
  const { code, rows, parts = [] } = shared
  const way = ['decide', shared.folder, '--answers', ...ledgerArguments(host, args.ledger)]
  ports.logger.info(
    `${countOf(rows, 'row')} shared out in ${countOf(parts.length, 'workbook')} (${code}) in ${shared.folder}: each has the rows of one value of “${heading}”; Shared out.xlsx lists them`,
  )
  ports.logger.info(
    `Wanted by ${writeDate(shared.due, 'en')}, asked by ${shared.by}. Send each workbook to its person, and no other with it`,
  )
  ports.logger.info(
    `Next, when they come back and are saved in that folder over the first ones, or in another folder: ${quoteCommand(way, host.platform)}`,
  )
  if (args.json) printJson(host, summariseShare(shared))
  return 0
}

/** `decide --answers`: what came back, as a sheet to decide with. */
export async function collectCommand({ host, args }: CommandSession, input: string): Promise<string> {
  const { settings, ports } = beginSession(host, args.ledger, args)
  const collected = await collectShared(input, settings, ports)
  const { file, taken, parts, problems, share } = collected
  const done = parts.filter(isAnswered)
  ports.logger.info(
    `${countOf(taken, 'answer')} taken: ${done.length} of ${parts.length} have answered all${share === undefined ? '' : ` of what was shared out from ${share.file}`}`,
  )
  for (const part of parts.filter((each) => !isAnswered(each))) ports.logger.info(`not yet: ${describePart(part)}`)
  if (share?.parts === undefined)
    ports.logger.warn('the folder that was shared out is not here: who else was asked cannot be said')
  for (const part of parts.filter(({ from }) => from.length > 1))
    ports.logger.warn(`${part.name || 'one workbook'} came back ${part.from.length} times: ${part.from.join(', ')}`)
  for (const { rule } of problems) ports.logger.warn(`not taken: ${rule}`)
  ports.logger.info(`All of it stands in ${file}, also what is not taken: settle it in that sheet, or leave it out`)
  if (args.json) printJson(host, { answers: summariseCollected(collected) })
  return file
}

/** `status --open`: who has not answered, in words for a mail. */
export async function showOpen({ host, args }: CommandSession, input?: string): Promise<ExitCode> {
  const all = await listShareOuts({ ledger: args.ledger, surroundings: host })
  const isMeant = ({ file, folder }: ShareOut): boolean => [file, folder].includes(resolve(input ?? ''))
  const shares = input === undefined ? all : all.filter(isMeant)
  const lines = shares.flatMap(describeShare)
  if (lines.length === 0) lines.push('Nothing was shared out.')
  printResult({ host, args }, { shared: shares.map(summariseShare) }, lines)
  return 0
}

function describePart({ name, rows, answered }: Pick<SharedPart, 'name' | 'rows' | 'answered'>): string {
  return `${name} (${answered} of ${countOf(rows, 'row')} answered)`
}

function describeShare({ code, file, heading, folder, machine, by, due, at, parts }: ShareOut): string[] {
  const day = writeDate(due, 'en')
  const open = parts?.filter((part) => !isAnswered(part)) ?? []
  const asked = open.filter(({ name }) => name !== nameOfRest(heading))
  return listLines(
    `${file} by “${heading}” (${code}), shared out ${toIsoTime(at).slice(0, 10)} by ${by}, wanted by ${day}`,
    parts === undefined
      ? `  its folder is not here: ${folder} on ${machine}`
      : `  ${parts.length - open.length} of ${parts.length} have answered all`,
    open.map((part) => `  not yet: ${describePart(part)}`),
    asked.length > 0 && '  To paste into a mail:',
    asked.map(({ name, rows, answered, file: workbook }) => {
      const left = countOf(rows - answered, 'trip')
      return `    ${name}: your decision on ${left} is still missing. Please choose it in ${workbook} and send the workbook back by ${day}. Thank you! ${by}`
    }),
    '',
  )
}

function summariseShare({ at, parts, ...statement }: ShareOut): object {
  return { ...statement, at: toIsoTime(at), parts: parts?.map(summarisePart) ?? null }
}

function summarisePart({ at, ...part }: SharedPart): object {
  return { ...part, at: at === undefined ? null : toIsoTime(at) }
}

function summariseCollected({ file, share, parts, taken, problems }: Collected): object {
  const said = problems.map(({ code, facts, rule }) => ({ code, facts, text: rule }))
  return { file, code: share?.code ?? null, taken, parts: parts.map(summarisePart), problems: said }
}
