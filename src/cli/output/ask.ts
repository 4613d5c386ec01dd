import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { toPlainLine } from './print.ts'

/** What somebody types on the terminal; empty when they end the input instead (Ctrl-C, Ctrl-D), or `signal` aborts. */
export async function ask(question: string, signal: AbortSignal): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
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
