import { Argument } from 'commander'
import type { CommandSpec } from './command-spec.ts'
import { readHelpFile } from './guide-pages.ts'
import { printLines } from './output/print.ts'

/** It examines the profile itself: one that cannot be used is a finding. */
const doctorName = 'doctor'
/** These read the profile themselves; `web` may ask about it on the page. */
export const profileReaders: readonly string[] = [doctorName, 'web']

/** About the machine and the program. */
export const programCommands: readonly CommandSpec[] = [
  {
    name: doctorName,
    about: 'what stands in the way of a run on this machine, and what to do; sends no token, creates nothing',
    examples: ['rwa-batch doctor', 'rwa-batch doctor --json --profile /etc/rwa-batch.json'],
    run: async ({ host, command }) => (await import('./commands/doctor.ts')).examineMachine(host, command),
  },
  {
    name: 'completion',
    about: 'a script with which a shell completes commands, options, their values and files',
    arguments: [new Argument('<shell>', 'whose script').choices(['bash', 'zsh', 'fish', 'pwsh'])],
    examples: [
      'rwa-batch completion bash > ~/.local/share/bash-completion/completions/rwa-batch',
      'rwa-batch completion zsh > ~/.zfunc/_rwa-batch',
      'rwa-batch completion fish > ~/.config/fish/completions/rwa-batch.fish',
      'rwa-batch completion pwsh >> $PROFILE',
    ],
    // Each script hands the words before the cursor to `__complete`, and chooses among its answers in the way of its shell.
    async run({ host }, shell: string) {
      printLines(host, readHelpFile(`completion.${shell}`).trimEnd().split('\n'))
      return 0
    },
  },
  {
    name: 'help',
    describesOthers: true,
    about: 'the guide: its topics, one of them, or the help of a command',
    arguments: [['[topic...]', 'a topic, or a command']],
    examples: ['rwa-batch help', 'rwa-batch help decisions', 'rwa-batch help assess'],
    run: async ({ host, command }, words: readonly string[]) =>
      (await import('./commands/help.ts')).showHelp(host, command.parent ?? command, words),
  },
]
