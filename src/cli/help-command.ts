import type { Command } from 'commander'
import type { ExitCode } from './exit-code.ts'
import type { Host } from './host.ts'

/** Adds `help`, in the place of commander's own. `createWhole` makes the program with all options of all commands. */
export function addHelpCommand(
  program: Command,
  host: Host,
  conclude: (exitCode: ExitCode) => void,
  createWhole: () => Command,
): void {
  program
    .helpCommand(false)
    .command('help')
    .description('the guide: its topics, one of them, or the help of a command')
    .argument('[topic...]', 'a topic, or a command')
    .addHelpText('after', '\nExample:\n  rwa-batch help\n  rwa-batch help decisions\n  rwa-batch help assess')
    .action(async (words: readonly string[]) => {
      const { showHelp } = await import('./commands/help.ts')
      conclude(showHelp(host, createWhole(), words))
    })
}
