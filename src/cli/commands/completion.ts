import type { ExitCode } from '../exit-code.ts'
import { readHelpFile } from '../guide-pages.ts'
import type { Host } from '../host.ts'
import { printLines } from '../output/print.ts'

/**
 * `completion`: the script for a shell. Each hands the words before the cursor to `__complete`, and chooses among its
 * answers in the way of its shell.
 */
export function printCompletion(host: Host, shell: string): ExitCode {
  printLines(host, readHelpFile(`completion.${shell}`).trimEnd().split('\n'))
  return 0
}
