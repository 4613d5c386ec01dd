import type { Sending } from '../../pipeline/terms/events.ts'
import { ask } from './ask.ts'

/** Asks on a terminal whether a production address is sent to; undefined where nobody can answer. */
export async function confirmTarget(
  { toSend, targetLabel }: Sending,
  isConfirmed: boolean,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  if (isConfirmed) return true
  if (!process.stdin.isTTY) return undefined
  const requests = toSend === 1 ? '1 request' : `${toSend.toLocaleString('en')} requests`
  const answer = await ask(
    `This is production, and nobody has confirmed the address yet. Send ${requests} to ${targetLabel}? [y/N] `,
    signal,
  )
  return /^y(es)?$/i.test(answer)
}
