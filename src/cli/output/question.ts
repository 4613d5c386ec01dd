import { createInterface } from 'node:readline/promises'

/** Asks on the terminal whether to go on although row after row is refused alike. */
export async function askToGoOn(refusal: { field: string; message: string; count: number }): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const what = refusal.field === '' ? refusal.message : `${refusal.field}: ${refusal.message}`
    const answer = await terminal.question(
      `${refusal.count} rows in a row were refused with “${what}”. Is that column mapped right? Go on? [y/N] `,
    )
    return /^y(es)?$/i.test(answer.trim())
  } finally {
    terminal.close()
  }
}
