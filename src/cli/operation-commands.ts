import type { Command } from 'commander'
import type { ExitCode } from './exit-code.ts'
import type { Host } from './host.ts'
import { addSettings, readArguments } from './setting-options.ts'

const operationCommands = [
  {
    name: 'assess',
    description: 'create an assessment per row, wait for the scores, write the workbook',
    input: 'CSV or XLSX with a trip or a hire in each row',
    examples: [
      'RWA_API_TOKEN=… rwa-batch assess trips.xlsx --base-url https://service.example/version-test/api',
      'rwa-batch assess trips.xlsx --sandbox',
      'rwa-batch assess trips.xlsx --sandbox --faults reset-after=5%,hang=1%,429=1% --request-timeout 3s',
    ],
  },
  {
    name: 'decide',
    description:
      'apply the decisions in a sheet: the sheet Decisions of our own workbook, or any with an assessment id and a status',
    input: 'CSV or XLSX with a decision in each row',
    examples: [
      'RWA_API_TOKEN=… rwa-batch decide output/trips.assessed.xlsx --base-url https://service.example/version-test/api',
      'rwa-batch decide output/trips.assessed.xlsx --seal plan.xlsx --by C-001',
      'RWA_API_TOKEN=… rwa-batch decide --release plan.xlsx --by M-042',
    ],
  },
  {
    name: 'invite',
    description: 'invite compliance staff: each gets an e-mail with a link to set up the account',
    input: 'CSV or XLSX with first_name, last_name, email and staff_id',
    examples: ['RWA_API_TOKEN=… rwa-batch invite staff.csv --base-url https://service.example/version-test/api --yes'],
  },
] as const

export const knownOperations: readonly string[] = operationCommands.map(({ name }) => name)

export function addOperationCommands(program: Command, host: Host, conclude: (exitCode: ExitCode) => void): void {
  for (const { name, description, input, examples } of operationCommands) {
    const isReleased = name === 'decide'
    const begun = program.command(name).description(description)
    // Optional for the parser only: a plan names its own sheet.
    addSettings(begun.argument(isReleased ? '[input]' : '<input>', input), name)
      .addHelpText('after', ['\nExample:', ...examples].join('\n  '))
      .action(async (file: string | undefined, options: Record<string, unknown>, self: Command) => {
        const args = await readArguments(host, name, options)
        const { findOperation } = await import('../operations/all.ts')
        const operation = findOperation(name)
        if (args.release !== undefined) {
          const { releaseCommand } = await import('./commands/release.ts')
          return conclude(await releaseCommand(host, operation, { ...args, release: args.release, input: file }))
        }
        if (file === undefined) return self.error("error: missing required argument 'input'")
        if (args.seal !== undefined) {
          const { sealCommand } = await import('./commands/seal.ts')
          return conclude(await sealCommand(host, operation, file, { ...args, seal: args.seal }))
        }
        const { runBatchCommand } = await import('./commands/batch.ts')
        conclude(await runBatchCommand(host, operation, file, args))
      })
  }
}
