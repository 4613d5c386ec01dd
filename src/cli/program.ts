import { Argument, type Command, InvalidArgumentError, Option } from 'commander'
import { resolveLedger } from '../app/ledger-access.ts'
import { version } from '../app/version.ts'
import { parsePort, parseReadyAfter, parseRowCount } from './argument-values.ts'
import { addSheetOptions, faultsOption, hiddenOption, ledgerOption, listsOption } from './batch-options.ts'
import { Program } from './called-commands.ts'
import { describeExitCodes, type ExitCode } from './exit-code.ts'
import { addHelpCommand } from './help-command.ts'
import type { Host, Output } from './host.ts'
import { addLedgerCommands } from './ledger-commands.ts'
import { addOperationCommands, knownOperations } from './operation-commands.ts'
import { faultsHelp } from './output/format-faults.ts'
import { printHelp, printToStderr } from './output/print.ts'
import { addPageOptions, toPageArguments } from './page-options.ts'
import { applyProfile, profileOption } from './profile-option.ts'
import { addRefreshOptions, toRefreshArguments } from './refresh-options.ts'
import { addTeamCommands } from './team-commands.ts'

/** Where there is no terminal; commander's own. */
const usualColumns = 80

const guideHint = '\n\nThe guide: rwa-batch help'

/** What the program does once the command line is understood; each command is loaded only when it is called. */
export type Conclude = (exitCode: ExitCode) => void

/** A file in the place of the operation is shown where it belongs. */
function operationArgument(showFile: (file: string) => string): Argument {
  const argument = new Argument('<operation>', 'what the sheet is for').choices(knownOperations)
  return argument.argParser((text) => {
    if (knownOperations.includes(text)) return text
    const expected = `Expected ${knownOperations.join(', ')}.`
    throw new InvalidArgumentError(
      text.includes('.') ? `${expected} Say what the sheet is for: ${showFile(text)}` : expected,
    )
  })
}

/**
 * The table of commands. One whose name is not among the words that were typed is not called, and needs no options;
 * `isWhole`: all have them.
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

  addSheetOptions(
    program
      .command('check')
      .description('everything that is checked before sending, and nothing is sent; no address or token is needed')
      .usage('[options] <operation> <input>')
      .addArgument(operationArgument((file) => `assess ${file}`))
      // Optional for the parser only: a sheet in the operation's place is to be told first.
      .argument('[input]', 'CSV or XLSX')
      .option('-o, --output <file>', 'a copy of the workbook with each bad cell marked and commented, .xlsx'),
  )
    .addOption(hiddenOption())
    .option('--json', 'one JSON object on standard output', false)
    .option('-q, --quiet', 'only warnings and errors beside the result', false)
    .addHelpText(
      'after',
      '\nExample:\n  rwa-batch check assess trips.xlsx --lists lists.json -o output/trips.checked.xlsx',
    )
    .action(async (operation: string, input: string | undefined, options, self: Command) => {
      if (input === undefined) return self.error("error: missing required argument 'input'")
      const { check } = await import('./commands/check.ts')
      conclude(await check(host, operation, input, options))
    })

  program
    .command('template')
    .description('an empty workbook with headings, notes, drop-downs and an example, to be filled in')
    .addArgument(operationArgument((file) => `assess -o ${file}`))
    .option('-o, --output <file>', 'where to write, .xlsx (default: output/<operation>.template.xlsx)')
    .addOption(listsOption())
    .addHelpText('after', '\nExample:\n  rwa-batch template assess --lists lists.json -o trips.xlsx')
    .action(async (operation: string, options) => {
      const { writeTemplateFile } = await import('./commands/template.ts')
      conclude(await writeTemplateFile(host, operation, options))
    })

  addSheetOptions(
    program
      .command('inspect')
      .description(
        'what is read of a file: kind, sheets, encoding, heading row, column → field, what is missing, first rows',
      )
      .argument('<input>', 'CSV or XLSX')
      .addOption(new Option('--for <operation>', 'what the sheet is for').choices(knownOperations).default('assess'))
      .addOption(new Option('--rows <n>', 'rows to show, or all').argParser(parseRowCount).default(20)),
  )
    .option('--draft', 'write a profile with a guess for every heading and value that is not understood', false)
    .option('--json', 'one JSON object on standard output', false)
    .addHelpText('after', '\nExample:\n  rwa-batch inspect trips.xlsx --rows 5\n  rwa-batch inspect trips.xlsx --draft')
    .action(async (input: string, options) => {
      const { inspect } = await import('./commands/inspect.ts')
      conclude(await inspect(host, input, options))
    })

  program
    .command('status')
    .description('what the ledger says of the runs, or of one input')
    .argument('[input]', 'only this input')
    .addOption(profileOption())
    .addOption(ledgerOption())
    .option('--watch', 'follow the run that is going on until it ends', false)
    .option('--json', 'one JSON object on standard output; with --attempts or --watch one a line', false)
    .option('--attempts', 'who was told what, when, with which answer', false)
    .option('--csv', 'with --attempts: as CSV', false)
    .option('-o, --output <file>', 'with --attempts: a workbook or CSV file, each line sealed by a digest')
    .addHelpText(
      'after',
      '\nExample:\n  rwa-batch status trips.xlsx\n  rwa-batch status --watch\n  rwa-batch status trips.xlsx --attempts -o audit.xlsx',
    )
    .action(async (input: string | undefined, options, self: Command) => {
      const ledger = resolveLedger(options.ledger, host)
      if (options.output !== undefined && !options.attempts) self.error('error: --output goes with --attempts')
      if (options.attempts) {
        const { showAudit } = await import('./commands/audit.ts')
        return conclude(await showAudit(host, input, { ...options, ledger }))
      }
      if (options.watch) {
        const { watchStatus } = await import('./commands/watch.ts')
        return conclude(await watchStatus(host, input, { ...options, ledger }))
      }
      const { showStatus } = await import('./commands/status.ts')
      conclude(await showStatus(host, input, { ...options, ledger }))
    })

  addLedgerCommands(program, host, conclude)

  addRefreshOptions(
    program
      .command('refresh')
      .description('ask again for scores: of what waits for them, or of a list of identifiers; creates nothing')
      .argument('[input]', 'CSV or XLSX with a column assessmentId, or a sheet that was assessed before'),
  )
    .addHelpText(
      'after',
      '\nExample:\n  rwa-batch refresh --all\n  rwa-batch refresh identifiers.csv -o output/identifiers.csv',
    )
    .action(async (input: string | undefined, options: Record<string, unknown>) => {
      const { refresh } = await import('./commands/refresh.ts')
      conclude(await refresh(host, input, toRefreshArguments(host, options)))
    })

  addTeamCommands(program, host, conclude)

  addPageOptions(
    program
      .command('web')
      .description('a page on this machine, for people without a terminal: check, correct, send, see what became of it')
      .argument('[sheet]', 'CSV or XLSX to begin with'),
  )
    .addHelpText('after', '\nExample:\n  rwa-batch web trips.xlsx\n  rwa-batch web --sandbox')
    .action(async (input: string | undefined, options: Record<string, unknown>) => {
      if (options['shortcut'] === true) {
        const { createShortcut } = await import('./commands/shortcut.ts')
        return conclude(createShortcut(host))
      }
      const { servePage } = await import('./commands/web.ts')
      conclude(await servePage(host, input, toPageArguments(host, options)))
    })

  program
    .command('report')
    .description('figures and pictures over all that the ledger holds: risks, days by country and quarter, decisions')
    .option('-o, --output <file>', 'where to write, .html, .xlsx or .csv (default: output/report.html)')
    .option('--from <date>', 'from this date, month, quarter or year on: 2026-03-01, 2026-03, 2026-Q1, 2026')
    .option('--to <date>', 'until it ends')
    .option('--people', 'name people and approvers; else they are numbered', false)
    .option('--company <label>', 'only this company (default: all)')
    .addOption(profileOption())
    .addOption(ledgerOption())
    .addHelpText('after', '\nExample:\n  rwa-batch report --from 2026-Q1 --to 2026-Q4 -o output/2026.html')
    .action(async (options) => {
      const { report } = await import('./commands/report.ts')
      conclude(await report(host, { ...options, ledger: resolveLedger(options.ledger, host) }))
    })

  program
    .command('sandbox')
    .description('serve the embedded service until interrupted; its scores are simulated')
    .option('--port <n>', '0 for any free port', parsePort, 4010)
    .option('--data <file>', 'its data, or :memory:', 'output/sandbox.sqlite')
    .option('--config <file>', 'JSON: companies, tokens, staff, lists')
    .option(
      '--smtp <url>',
      'mail server for invitations, e.g. smtp://127.0.0.1:2525; one with a password by RWA_SMTP_URL (default: .eml files in "outbox" beside the data)',
    )
    .addOption(
      new Option('--ready-after <min>-<max>', 'from creation until scores are ready, e.g. 500ms-3s').argParser(
        parseReadyAfter,
      ),
    )
    .addOption(faultsOption())
    .option('--json', 'the first line is JSON: baseUrl, companies, lists', false)
    .addHelpText(
      'after',
      `\n${faultsHelp()}\n\nExample:\n  rwa-batch sandbox --port 4010 --ready-after 1s-5s\n  rwa-batch sandbox --faults reset-after=1%,hang=0.5%,slow=5%:2s,create.429=2%,seed=7`,
    )
    .action(async (options) => {
      const { serveSandbox } = await import('./commands/sandbox.ts')
      conclude(await serveSandbox(host, options))
    })
  addHelpCommand(program, host, conclude, () => createProgram(host, conclude, true))
  return program
}

/** Undefined: as commander has it where there is no terminal. */
function widthOf({ isTTY, columns }: Output): number {
  return (isTTY === true ? columns : undefined) ?? usualColumns
}
