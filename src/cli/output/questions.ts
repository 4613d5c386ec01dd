import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import type { Plan, RunQuestion, SendPreview } from '../../pipeline/model/events.ts'
import { assertNever, BatchError } from '../../support/errors.ts'
import type { Host } from '../host.ts'
import { describePlan } from './format-plan.ts'
import { printToStderr, toPlainLine } from './print.ts'

export interface Respondent {
  /** They have said yes beforehand. */
  isConfirmed: boolean
  /** They do not want to be asked while a run is going on. */
  isQuiet: boolean
  interrupt: AbortSignal
}

/** Asks on the terminal; undefined where nobody can answer. */
export async function askUser(host: Host, question: RunQuestion, people: Respondent): Promise<boolean | undefined> {
  switch (question.kind) {
    case 'plan':
      return confirmPlan(host, question.plan, people)
    case 'target':
      return confirmTarget(host, question.sending, people)
    case 'address':
      return host.stdin.isTTY === true ? askToTrust(host, question, people.interrupt) : undefined
    case 'rejections':
      return host.stdin.isTTY === true && !people.isQuiet ? askToGoOn(host, question) : undefined
    default:
      return assertNever(question)
  }
}

/** Shows what is about to be sent; it must be confirmed by typing how many, or by `--yes`. */
async function confirmPlan(host: Host, plan: Plan, { isConfirmed, interrupt }: Respondent): Promise<boolean> {
  // It holds personal data: for the terminal, not for the log file.
  printToStderr(host, describePlan(plan))
  if (isConfirmed) return true
  if (host.stdin.isTTY !== true) {
    throw new BatchError('usage', `${plan.total} requests to send, and nobody to confirm them: this is no terminal`, {
      hint: 'Add --yes once the plan is right (--dry-run shows it). Nothing was sent.',
    })
  }
  const typed = await ask(host, `Type the number of requests (${plan.total}) to send them: `, interrupt)
  return typed === String(plan.total)
}

/** Whether a production address is sent to. */
async function confirmTarget(
  host: Host,
  { toSend, targetLabel }: SendPreview,
  { isConfirmed, interrupt }: Respondent,
): Promise<boolean | undefined> {
  if (isConfirmed) return true
  if (host.stdin.isTTY !== true) return undefined
  const requests = toSend === 1 ? '1 request' : `${toSend.toLocaleString('en')} requests`
  return askYesNo(
    host,
    `This is production, and nobody has confirmed the address yet. Send ${requests} to ${targetLabel}? [y/N] `,
    interrupt,
  )
}

/** Nobody has said yes to that beforehand. */
function askToTrust(
  host: Host,
  { known, address }: Extract<RunQuestion, { kind: 'address' }>,
  interrupt: AbortSignal,
): Promise<boolean> {
  return askYesNo(
    host,
    `This token was accepted at ${known}. Send it, and the rows of this sheet, to another host, ${address}? [y/N] `,
    interrupt,
  )
}

/** Whether to go on although row after row is refused alike; a run that stops meanwhile is a no. */
function askToGoOn(
  host: Host,
  { field, message, count, signal }: Extract<RunQuestion, { kind: 'rejections' }>,
): Promise<boolean> {
  const what = field === '' ? message : `${field}: ${message}`
  return askYesNo(
    host,
    `${count} rows in a row were refused with “${what}”. Is that column mapped right? Go on? [y/N] `,
    signal,
  )
}

async function askYesNo(host: Host, text: string, signal: AbortSignal): Promise<boolean> {
  return /^y(es)?$/i.test(await ask(host, text, signal))
}

/** What somebody types on the terminal; empty when they end the input instead (Ctrl-C, Ctrl-D), or `signal` aborts. */
async function ask({ stdin, stderr }: Host, question: string, signal: AbortSignal): Promise<string> {
  const terminal = createInterface({ input: stdin, output: stderr })
  // Some versions of Node leave a question open when its terminal is closed.
  const closed = once(terminal, 'close').then(() => '')
  try {
    const answer = await Promise.race([terminal.question(toPlainLine(question), { signal }), closed])
    return answer.trim()
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') return ''
    throw error
  } finally {
    terminal.close()
  }
}
