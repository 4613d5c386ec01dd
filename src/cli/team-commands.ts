import type { Command } from 'commander'
import type { ExitCode } from './exit-code.ts'
import type { Host } from './host.ts'
import { addSettings, readArguments } from './setting-options.ts'

export function addTeamCommands(program: Command, host: Host, conclude: (exitCode: ExitCode) => void): void {
  addSettings(
    program
      .command('worker')
      .description('sends and polls runs left to workers with --detach, until it is interrupted (SIGTERM)'),
    'worker',
  )
    .addHelpText(
      'after',
      '\nThe companies it serves stand in the profile: {"companies": {"acme": "acme.token", "globex": "globex.token"}}\n\nExample:\n  rwa-batch worker --profile /etc/rwa-batch.json',
    )
    .action(async (options) => {
      const { runWorker } = await import('./commands/worker.ts')
      conclude(await runWorker(host, await readArguments(host, 'worker', options)))
    })

  addSettings(
    program
      .command('collect')
      .description('write what is known of a sheet, without token or service; 4 while something is open')
      .argument('<input>', 'a sheet that was handed in'),
    'collect',
  )
    .addHelpText('after', '\nExample:\n  rwa-batch collect trips.xlsx -o output/trips.so-far.xlsx')
    .action(async (input: string, options) => {
      const { collect } = await import('./commands/collect.ts')
      conclude(await collect(host, input, await readArguments(host, 'collect', options)))
    })
}
