import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { describeNewProfile, describeValue, type ProfileQuestion } from '../../messages/profiles.ts'
import type { Plan, RunQuestion } from '../../pipeline/model/events.ts'
import { assertNever, BatchError } from '../../support/errors.ts'
import type { Host } from '../host.ts'
import type { Arguments } from '../setting-options.ts'
import { describePlan, writePlanFile } from './format-plan.ts'
import { countOf, groupDigits, printToStderr, toPlainLine } from './print.ts'

interface Respondent extends Pick<Arguments, 'confirm' | 'quiet'> {
  interrupt: AbortSignal
  /** Where the results will be: a plan that is too long for a screen is written beside it. */
  output: string
}

const pageLength = 40
/** Lines of a plan that was confirmed beforehand. */
const fewLines = 3

/** Undefined without a terminal to ask at. `--yes` covers neither another address nor refusals in a row. */
export async function askUser(host: Host, question: RunQuestion, people: Respondent): Promise<boolean | undefined> {
  const canAsk = host.stdin.isTTY === true
  const { interrupt, confirm: isConfirmed, quiet: isQuiet } = people
  switch (question.kind) {
    case 'plan':
      return confirmPlan(host, question.plan, people)
    case 'target': {
      const { toSend, targetLabel } = question.sending
      const text = `This is production, and the address is not confirmed yet. Send ${countOf(toSend, 'request')} to ${targetLabel}? [y/N] `
      return isConfirmed || (canAsk ? askYesNo(host, text, interrupt) : undefined)
    }
    case 'address': {
      const text = `This token was accepted at ${question.known}. Send it, and the rows of this sheet, to another host, ${question.address}? [y/N] `
      return canAsk ? askYesNo(host, text, interrupt) : undefined
    }
    case 'rejections': {
      const { field, message, count, signal } = question
      const what = field === '' ? message : `${field}: ${message}`
      const text = `${count} rows in a row were refused with “${what}”. Is that column mapped right? Go on? [y/N] `
      // A run that stops meanwhile counts as a no.
      return canAsk && !isQuiet ? askYesNo(host, text, signal) : undefined
    }
    default:
      return assertNever(question)
  }
}

/** Shows the plan; a person confirms it by typing the number of requests, or with `--yes`. */
async function confirmPlan(host: Host, plan: Plan, { confirm: isConfirmed, interrupt, output }: Respondent) {
  // It has personal data: for the terminal, not for the log file.
  const { lines = [], isRelease } = plan
  const isLong = lines.length > pageLength && host.stdin.isTTY === true && !isConfirmed
  const isPaged = isLong && isRelease === true
  printToStderr(host, describePlan(isPaged ? { ...plan, lines: [] } : plan, isConfirmed ? fewLines : pageLength))
  if (isPaged && !(await showPages(host, lines, interrupt))) return false
  if (isConfirmed) return true
  if (host.stdin.isTTY !== true) {
    const reason = `${countOf(plan.total, 'request')} to send, and no confirmation: this is not a terminal`
    throw new BatchError('usage', reason, {
      hint: 'Add --yes once the plan is right (--dry-run shows it). Nothing was sent.',
    })
  }
  const where = isLong ? `; all of them stand in ${await writePlanFile(output, plan, host.clock)}` : ''
  const typed = await typeAnswer(host, `Type the number of requests (${plan.total}) to send them${where}: `, interrupt)
  return typed === String(plan.total)
}

/** False when the person has stopped. */
async function showPages(host: Host, lines: readonly string[], interrupt: AbortSignal): Promise<boolean> {
  let next = 0
  for (let size = pageLength; ; ) {
    const page = lines.slice(next, next + size)
    next += size
    const indented = page.map((line) => `  ${line}`)
    printToStderr(host, indented)
    if (next >= lines.length) return true
    const text = `${groupDigits(lines.length - next)} more lines: Enter shows the next ${pageLength}, “all” all: `
    const typed = await typeAnswer(host, text, interrupt)
    if (typed === undefined) return false
    if (typed === 'all') size = lines.length
  }
}

/** `--yes` does not cover this question. */
export function askToUseProfile(host: Host, question: ProfileQuestion): Promise<boolean> {
  printToStderr(host, [
    `${describeNewProfile(question)}:`,
    ...question.values.map((each) => `  ${describeValue(each)}`),
  ])
  return askYesNo(host, 'Do you know them, and may they be used from now on? [y/N] ', new AbortController().signal)
}

export async function askYesNo(host: Host, text: string, signal: AbortSignal): Promise<boolean> {
  return /^y(es)?$/i.test((await typeAnswer(host, text, signal)) ?? '')
}

/** Undefined when the input ends (Ctrl-C, Ctrl-D), or `signal` aborts. */
export async function typeAnswer(
  { stdin, stderr }: Host,
  question: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const terminal = createInterface({ input: stdin, output: stderr })
  // Some versions of Node never settle a question when its terminal is closed.
  const closed = once(terminal, 'close').then(() => undefined)
  try {
    const answer = await Promise.race([terminal.question(toPlainLine(question), { signal }), closed])
    return answer?.trim()
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') return undefined
    throw error
  } finally {
    terminal.close()
  }
}
