import { type Command, Option } from 'commander'

/** Options that were sealed with the plan: how the sheet is read, and which rows are sent. */
const sealedWith = [
  'seal',
  'sheet',
  'columns',
  'set',
  'values',
  'encoding',
  'delimiter',
  'hidden',
  'newWorkbook',
  'limit',
  'retryUnknown',
  'allowDuplicates',
  'again',
  'allOrNothing',
  // Workers would send it under another account, later.
  'detach',
]

export function addFourEyesOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--seal <plan.xlsx>', 'send nothing: write the plan for a second person, with --by').conflicts([
        'limit',
        'dryRun',
        'output',
        'detach',
      ]),
    )
    .addOption(
      new Option('--release <plan.xlsx>', 'send exactly the plan that another person sealed, with --by').conflicts(
        sealedWith,
      ),
    )
    .option('--by <staff id>', 'who seals or releases: a statement, not a log-in')
    .option('--all-or-nothing', 'send nothing when a row is invalid', false)
}
