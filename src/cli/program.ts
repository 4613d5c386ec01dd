import { Argument, type Command, InvalidArgumentError } from 'commander'
import { version } from '../app/version.ts'
import { BatchError } from '../support/errors.ts'
import { applyProfile } from './apply-profile.ts'
import { Program } from './called-commands.ts'
import { describeExitCodes, type ExitCode } from './exit-code.ts'
import { addHelpCommand } from './help-command.ts'
import type { Host, Output } from './host.ts'
import { addLedgerCommands } from './ledger-commands.ts'
import { addOperationCommands, knownOperations } from './operation-commands.ts'
import { faultsHelp } from './output/format-faults.ts'
import { printHelp, printToStderr } from './output/print.ts'
import { addSettings, readArguments } from './setting-options.ts'
import { addTeamCommands } from './team-commands.ts'

/** Without a terminal; commander's own default. */
const usualColumns = 80

const guideHint = '\n\nThe guide: rwa-batch help'

/** Called when the command line is understood; each command's module is loaded only then. */
export type Conclude = (exitCode: ExitCode) => void

/** A file in the place of the operation gets a hint with the right order. */
function operationArgument(showFile: (file: string) => string): Argument {
  const argument = new Argument('<operation>', 'what the sheet is for').choices(knownOperations)
  return argument.argParser((text) => {
    if (knownOperations.includes(text)) return text
    if (!text.includes('.')) throw new InvalidArgumentError(`Expected ${knownOperations.join(', ')}.`)
    throw new BatchError(
      'usage',
      `${text} is a file, not ${knownOperations.join(', ').replace(/, (?=\w+$)/, ' or ')}`,
      {
        hint: `Say what the sheet is for: ${showFile(text)}`,
      },
    )
  })
}

/**
 * The table of commands. A command builds its options only when its name is among the arguments. `isWhole`: all
 * commands do.
 */
export function createProgram(host: Host, conclude: Conclude, isWhole = false): Command {
  const program: Program = new Program((name) => isWhole || host.argv.includes(name))
    .exitOverride()
    .description('Creates a compliance risk assessment for every row of a spreadsheet, and never one twice.')
    .version(version)
    .showHelpAfterError('(add --help for all options)')
    .configureOutput({
      writeOut: (text) => printHelp(host, text),
      writeErr: (text) => printToStderr(host, text.replace(/\n$/, '').split('\n')),
      getOutHelpWidth: () => widthOf(host.stdout),
      getErrHelpWidth: () => widthOf(host.stderr),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .addHelpText('afterAll', ({ command }) => `\n${describeExitCodes()}${command.parent === null ? guideHint : ''}`)
    .hook('preAction', (_, called) => applyProfile(host, called))

  addOperationCommands(program, host, conclude)

  addSettings(
    program
      .command('check')
      .description('everything that is checked before sending, and nothing is sent; no address or token is needed')
      .usage('[options] <operation> <input>')
      .addArgument(operationArgument((file) => `assess ${file}`))
      // Optional for the parser only: a sheet in the operation's place must be reported first.
      .argument('[input]', 'CSV or XLSX'),
    'check',
  )
    .addHelpText(
      'after',
      '\nExample:\n  rwa-batch check assess trips.xlsx --lists lists.json -o output/trips.checked.xlsx',
    )
    .action(async (operation: string, input: string | undefined, options, self: Command) => {
      if (input === undefined) return self.error("error: missing required argument 'input'")
      const { check } = await import('./commands/check.ts')
      conclude(await check(host, operation, input, await readArguments(host, 'check', options)))
    })

  addSettings(
    program
      .command('template')
      .description('an empty workbook with headings, notes, drop-downs and an example, to be filled in')
      .addArgument(operationArgument((file) => `assess -o ${file}`)),
    'template',
  )
    .addHelpText('after', '\nExample:\n  rwa-batch template assess --lists lists.json -o trips.xlsx')
    .action(async (operation: string, options) => {
      const { writeTemplateFile } = await import('./commands/template.ts')
      conclude(await writeTemplateFile(host, operation, await readArguments(host, 'template', options)))
    })

  addSettings(
    program
      .command('inspect')
      .description(
        'what is read of a file: kind, sheets, encoding, heading row, column → field, what is missing, first rows',
      )
      .argument('<input>', 'CSV or XLSX'),
    'inspect',
  )
    .addHelpText('after', '\nExample:\n  rwa-batch inspect trips.xlsx --rows 5\n  rwa-batch inspect trips.xlsx --draft')
    .action(async (input: string, options) => {
      const { inspect } = await import('./commands/inspect.ts')
      conclude(await inspect(host, input, await readArguments(host, 'inspect', options)))
    })

  addSettings(
    program
      .command('status')
      .description('what the ledger says of the runs, or of one input')
      .argument('[input]', 'only this input'),
    'status',
  )
    .addHelpText(
      'after',
      '\nExample:\n  rwa-batch status trips.xlsx\n  rwa-batch status --watch\n  rwa-batch status trips.xlsx --attempts -o audit.xlsx',
    )
    .action(async (input: string | undefined, options, self: Command) => {
      const args = await readArguments(host, 'status', options)
      if (args.output !== undefined && !args.attempts) self.error('error: --output goes with --attempts')
      if (args.attempts) {
        const { showAudit } = await import('./commands/audit.ts')
        return conclude(await showAudit(host, input, args))
      }
      if (args.watch) {
        const { watchStatus } = await import('./commands/watch.ts')
        return conclude(await watchStatus(host, input, args))
      }
      const { showStatus } = await import('./commands/status.ts')
      conclude(await showStatus(host, input, args))
    })

  addLedgerCommands(program, host, conclude)

  addSettings(
    program
      .command('refresh')
      .description('ask again for scores: of what waits for them, or of a list of identifiers; creates nothing')
      .argument('[input]', 'CSV or XLSX with a column assessmentId, or a sheet that was assessed before'),
    'refresh',
  )
    .addHelpText(
      'after',
      '\nExample:\n  rwa-batch refresh --all\n  rwa-batch refresh identifiers.csv -o output/identifiers.csv',
    )
    .action(async (input: string | undefined, options: Record<string, unknown>) => {
      const { refresh } = await import('./commands/refresh.ts')
      conclude(await refresh(host, input, await readArguments(host, 'refresh', options)))
    })

  addTeamCommands(program, host, conclude)

  addSettings(
    program
      .command('web')
      .description('a page on this machine, for people without a terminal: check, correct, send, see what became of it')
      .argument('[sheet]', 'CSV or XLSX to begin with'),
    'web',
  )
    .addHelpText('after', '\nExample:\n  rwa-batch web trips.xlsx\n  rwa-batch web --sandbox')
    .action(async (input: string | undefined, options: Record<string, unknown>) => {
      if (options['shortcut'] === true) {
        const { createShortcut } = await import('./commands/shortcut.ts')
        return conclude(createShortcut(host))
      }
      const { servePage } = await import('./commands/web.ts')
      conclude(await servePage(host, input, await readArguments(host, 'web', options)))
    })

  addSettings(
    program
      .command('report')
      .description(
        'figures and pictures over all that the ledger holds: risks, days by country and quarter, decisions',
      ),
    'report',
  )
    .addHelpText('after', '\nExample:\n  rwa-batch report --from 2026-Q1 --to 2026-Q4 -o output/2026.html')
    .action(async (options) => {
      const { report } = await import('./commands/report.ts')
      conclude(await report(host, await readArguments(host, 'report', options)))
    })

  addSettings(
    program.command('sandbox').description('serve the embedded service until interrupted; its scores are simulated'),
    'sandbox',
  )
    .addHelpText(
      'after',
      `\n${faultsHelp()}\n\nExample:\n  rwa-batch sandbox --port 4010 --ready-after 1s-5s\n  rwa-batch sandbox --faults reset-after=1%,hang=0.5%,slow=5%:2s,create.429=2%,seed=7`,
    )
    .action(async (options) => {
      const { serveSandbox } = await import('./commands/sandbox.ts')
      conclude(await serveSandbox(host, await readArguments(host, 'sandbox', options)))
    })

  addSettings(
    program
      .command('demo')
      .description(
        'the whole way on samples, against the sandbox: invite, assess, decide; nothing leaves this computer',
      ),
    'demo',
  )
    .addHelpText('after', '\nExample:\n  rwa-batch demo --keep try-out')
    .action(async (options) => {
      const { runDemo } = await import('./commands/demo.ts')
      conclude(await runDemo(host, await readArguments(host, 'demo', options)))
    })

  addHelpCommand(program, host, conclude, () => createProgram(host, conclude, true))
  return program
}

function widthOf({ isTTY, columns }: Output): number {
  return (isTTY === true ? columns : undefined) ?? usualColumns
}
