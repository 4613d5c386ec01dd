import { Argument, type Command, InvalidArgumentError } from 'commander'
import { type ExitCode, undoExitCodeMeanings, workerExitCodeMeanings } from '../settings/exit-codes.ts'
import { BatchError } from '../support/errors.ts'
import { ledgerCommands } from './ledger-commands.ts'
import { faultsHelp } from './output/format-faults.ts'
import type { CommandSession, CommandSpec } from './setting-options.ts'

const csvOrXlsx = 'CSV or XLSX'

const operations: readonly CommandSpec[] = [
  {
    name: 'assess',
    about: 'create an assessment per row, wait for the scores, write the workbook',
    arguments: [['<input>', `${csvOrXlsx} with a trip or a hire in each row`]],
    examples: [
      'RWA_API_TOKEN=… rwa-batch assess trips.xlsx --base-url https://service.example/version-test/api',
      'rwa-batch assess trips.xlsx --sandbox',
      'rwa-batch assess trips.xlsx --sandbox --faults reset-after=5%,hang=1%,429=1% --request-timeout 3s',
    ],
  },
  {
    name: 'decide',
    about:
      'apply the decisions in a sheet: the sheet Decisions of our own workbook, or any with an assessment id and a status',
    // Optional for the parser only: a sealed run names its own sheet.
    arguments: [['[input]', `${csvOrXlsx} with a decision in each row`]],
    examples: [
      'RWA_API_TOKEN=… rwa-batch decide output/trips.assessed.xlsx --base-url https://service.example/version-test/api',
      'rwa-batch decide output/trips.assessed.xlsx --seal plan.xlsx --by C-001',
      'RWA_API_TOKEN=… rwa-batch decide --release 7 --by M-042',
      'rwa-batch decide --drop 7',
      'rwa-batch decide output/trips.assessed.xlsx --share-out "Line manager" --by C-001 -o to-managers',
      'RWA_API_TOKEN=… rwa-batch decide to-managers --answers --dry-run',
    ],
  },
  {
    name: 'invite',
    about: 'invite compliance staff: each gets an e-mail with a link to set up the account',
    arguments: [['<input>', `${csvOrXlsx} with first_name, last_name, email and staff_id`]],
    examples: ['RWA_API_TOKEN=… rwa-batch invite staff.csv --base-url https://service.example/version-test/api --yes'],
  },
]

export const knownOperations: readonly string[] = operations.map(({ name }) => name)

/** In the order of the help. */
export const commandTable: readonly CommandSpec[] = [
  ...operations.map(
    (spec): CommandSpec => ({
      ...spec,
      run: (session, file) => runOperation(session, spec.name, file as string | undefined),
    }),
  ),
  {
    name: 'check',
    about: 'everything that is checked before sending, and nothing is sent; no address or token is needed',
    usage: '[options] <operation> <input>',
    // The input is optional for the parser only: a sheet in the operation's place must be reported first.
    arguments: [operationArgument((file) => `assess ${file}`), ['[input]', csvOrXlsx]],
    examples: ['rwa-batch check assess trips.xlsx --lists lists.json -o output/trips.checked.xlsx'],
    async run(session, operation: string, input) {
      if (input === undefined) return refuseMissingInput(session.command)
      return (await import('./commands/sheet.ts')).check(session, operation, input)
    },
  },
  {
    name: 'template',
    about: 'an empty workbook with headings, notes, drop-downs and an example, to be filled in',
    arguments: [operationArgument((file) => `assess -o ${file}`)],
    examples: ['rwa-batch template assess --lists lists.json -o trips.xlsx'],
    run: async (session, operation: string) =>
      (await import('./commands/sheet.ts')).writeTemplateFile(session, operation),
  },
  {
    name: 'inspect',
    about: 'what is read of a file: kind, sheets, encoding, heading row, column → field, what is missing, first rows',
    arguments: [['<input>', csvOrXlsx]],
    examples: ['rwa-batch inspect trips.xlsx --rows 5', 'rwa-batch inspect trips.xlsx --draft'],
    run: async (session, input: string) => (await import('./commands/sheet.ts')).inspect(session, input),
  },
  {
    name: 'status',
    about: 'what the ledger says of the runs, or of one input',
    arguments: [['[input]', 'only this input']],
    examples: [
      'rwa-batch status trips.xlsx',
      'rwa-batch status --watch',
      'rwa-batch status --waiting',
      'rwa-batch status --open',
      'rwa-batch status trips.xlsx --attempts -o audit.xlsx',
      'rwa-batch status --verify audit.xlsx',
    ],
    async run(session, input?: string) {
      const { output, attempts, verify, waiting, watch, openAnswers } = session.args
      if (output !== undefined && !attempts) session.command.error('error: --output goes with --attempts')
      if (verify !== undefined) return (await import('./commands/audit.ts')).verifyAuditFile(session, input, verify)
      if (attempts) return (await import('./commands/audit.ts')).showAudit(session, input)
      if (openAnswers) return (await import('./commands/share-out.ts')).showOpen(session, input)
      if (waiting) return (await import('./commands/four-eyes.ts')).showWaiting(session, input)
      const { showStatus, watchStatus } = await import('./commands/status.ts')
      return watch ? watchStatus(session, input) : showStatus(session, input)
    },
  },
  ...ledgerCommands,
  {
    name: 'undo',
    about: 'take back what a run did: cancel what it created, or let the decisions count again that it replaced',
    arguments: [['<run>', 'its number, as status shows it, or the workbook that it wrote']],
    examples: [
      'rwa-batch undo 7 --by S-007 --dry-run',
      'RWA_API_TOKEN=… rwa-batch undo output/trips.assessed.xlsx --by S-007 --note "wrong sheet"',
    ],
    exitCodes: undoExitCodeMeanings,
    run: async (session, run: string) => (await import('./commands/undo.ts')).undoCommand(session, run),
  },
  {
    name: 'refresh',
    about: 'ask again for scores: of what waits for them, or of a list of identifiers; creates nothing',
    arguments: [['[input]', `${csvOrXlsx} with a column assessmentId, or a sheet that was assessed before`]],
    examples: ['rwa-batch refresh --all', 'rwa-batch refresh identifiers.csv -o output/identifiers.csv'],
    run: async (session, input?: string) => (await import('./commands/refresh.ts')).refresh(session, input),
  },
  {
    name: 'worker',
    about: 'sends and polls runs left to workers with --detach, until it is interrupted (SIGTERM)',
    note: 'The companies it serves stand in the profile: {"companies": {"acme": "acme.token", "globex": "globex.token"}}',
    examples: ['rwa-batch worker --profile /etc/rwa-batch.json'],
    exitCodes: workerExitCodeMeanings,
    run: async (session) => (await import('./commands/worker.ts')).runWorker(session),
  },
  {
    name: 'collect',
    about: 'write what is known of a sheet, without token or service; 4 while something is open',
    arguments: [['<input>', 'a sheet that was handed in']],
    examples: ['rwa-batch collect trips.xlsx -o output/trips.so-far.xlsx'],
    run: async (session, input: string) => (await import('./commands/refresh.ts')).collect(session, input),
  },
  {
    name: 'web',
    about: 'a page on this machine, for people without a terminal: check, correct, send, see what became of it',
    arguments: [['[sheet]', `${csvOrXlsx} to begin with`]],
    examples: ['rwa-batch web trips.xlsx', 'rwa-batch web --sandbox'],
    async runEarly({ host, command, readArgs }, input) {
      const { createShortcut, servePage, readArgumentsForPage } = await import('./commands/web.ts')
      if (command.opts()['shortcut'] === true) return createShortcut(host)
      const { given, door } = await readArgumentsForPage(host, command, readArgs)
      return servePage(host, input, given, door)
    },
  },
  {
    name: 'report',
    about: 'figures and pictures over all that the ledger holds: risks, days by country and quarter, decisions',
    examples: ['rwa-batch report --from 2026-Q1 --to 2026-Q4 -o output/2026.html'],
    run: async (session) => (await import('./commands/refresh.ts')).report(session),
  },
  {
    name: 'sandbox',
    about: 'serve the embedded service until interrupted; its scores are simulated',
    note: faultsHelp(),
    examples: [
      'rwa-batch sandbox --port 4010 --ready-after 1s-5s',
      'rwa-batch sandbox --faults reset-after=1%,hang=0.5%,slow=5%:2s,create.429=2%,seed=7',
    ],
    run: async (session) => (await import('./commands/sandbox.ts')).serveSandbox(session),
  },
  {
    name: 'demo',
    about: 'the whole way on samples, against the sandbox: invite, assess, decide; nothing leaves this computer',
    examples: ['rwa-batch demo --keep try-out'],
    run: async (session) => (await import('./commands/demo.ts')).runDemo(session),
  },
]

async function runOperation(session: CommandSession, name: string, file?: string): Promise<ExitCode> {
  const { args, command } = session
  const { findOperation } = await import('../operations/all.ts')
  const operation = findOperation(name)
  const { release, seal, drop, shareOut, answers } = args
  if (drop !== undefined) {
    if (file !== undefined) command.error('error: --drop takes no input: the run names its sheet. Nothing was changed.')
    return (await import('./commands/four-eyes.ts')).dropCommand(session, drop)
  }
  if (release !== undefined) return (await import('./commands/four-eyes.ts')).releaseCommand(session, operation, file)
  if (file === undefined) return refuseMissingInput(command)
  if (shareOut !== undefined) return (await import('./commands/share-out.ts')).shareOutCommand(session, file)
  const sheet = answers ? await (await import('./commands/share-out.ts')).collectCommand(session, file) : file
  if (seal !== undefined) return (await import('./commands/four-eyes.ts')).sealCommand(session, operation, sheet)
  return (await import('./commands/batch.ts')).runBatchCommand(session, operation, sheet)
}

function refuseMissingInput(command: Command): never {
  return command.error("error: missing required argument 'input'")
}

/** A file in the place of the operation gets a hint with the right order. */
function operationArgument(showFile: (file: string) => string): Argument {
  const argument = new Argument('<operation>', 'what the sheet is for').choices(knownOperations)
  return argument.argParser((text) => {
    if (knownOperations.includes(text)) return text
    const known = knownOperations.join(', ')
    if (!text.includes('.')) throw new InvalidArgumentError(`Expected ${known}.`)
    throw new BatchError('usage', `${text} is a file, not ${known.replace(/, (?=\w+$)/, ' or ')}`, {
      hint: `Say what the sheet is for: ${showFile(text)}`,
    })
  })
}
