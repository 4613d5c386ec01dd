import { ask } from './ask.ts'

/** Asks on the terminal whether to go on although row after row is refused alike; a run that stops meanwhile is a no. */
export async function askToGoOn(
  refusal: { field: string; message: string; count: number },
  signal: AbortSignal,
): Promise<boolean> {
  const what = refusal.field === '' ? refusal.message : `${refusal.field}: ${refusal.message}`
  const answer = await ask(
    `${refusal.count} rows in a row were refused with “${what}”. Is that column mapped right? Go on? [y/N] `,
    signal,
  )
  return /^y(es)?$/i.test(answer)
}
