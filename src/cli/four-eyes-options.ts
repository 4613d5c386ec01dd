import { type Command, Option } from 'commander'

/** How the sheet is read, and what of it is sent, was sealed with the plan. */
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
  // Somebody else would send it, whenever that is.
  'detach',
]

/** Adds what two people need who decide together. */
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
      new Option('--release <plan.xlsx>', 'send exactly what somebody else has sealed, with --by').conflicts(
        sealedWith,
      ),
    )
    .option('--by <staff id>', 'who seals or releases: a statement, not a log-in')
    .option('--all-or-nothing', 'send nothing of a sheet with a row that is wrong', false)
}
