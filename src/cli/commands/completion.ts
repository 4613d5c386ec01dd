import type { Command } from 'commander'
import type { ExitCode } from '../exit-code.ts'
import type { Host } from '../host.ts'
import { toBashScript, toFishScript, toZshScript } from '../output/guide/completion-scripts.ts'
import { describeWords } from '../output/guide/completion-words.ts'
import { toPowerShellScript } from '../output/guide/powershell-completion.ts'
import { printLines } from '../output/print.ts'
import { topics } from './help.ts'

const scripts = { bash: toBashScript, zsh: toZshScript, fish: toFishScript, pwsh: toPowerShellScript } as const

/** `completion`: the script for a shell, made of the commands as they are. `program` has all options. */
export function printCompletion(host: Host, program: Command, shell: string): ExitCode {
  printLines(host, scripts[shell as keyof typeof scripts](describeWords(program, topics)))
  return 0
}
