import type { CommandSpec } from './command-spec.ts'

const ledgerAddress = 'a file, or postgres://user@host/database'

/** About a whole ledger. */
export const ledgerCommands: readonly CommandSpec[] = [
  {
    name: 'ledger',
    about: 'creates a ledger for a team, shows it, moves it; hands out, or forgets, what it holds of a person',
    examples: [
      "rwa-batch ledger move output/rwa-batch.ledger.sqlite 'postgres://ann@db.example/trips?sslmode=verify-full'",
    ],
  },
  {
    name: 'ledger init',
    about: 'creates the ledger at an address, with its roles in a database, or migrates it to this version',
    arguments: [['<address>', ledgerAddress]],
    run: async ({ host, args }, address: string) =>
      (await import('./commands/ledger.ts')).initLedgerCommand(host, address, (await args()).acceptRestored),
  },
  {
    name: 'ledger status',
    about: 'who uses the ledger, what is in doubt, how fast all send together, schema version, size',
    arguments: [['[address]', `${ledgerAddress} (default: the one that commands here use)`]],
    run: async ({ host, args }, address?: string) =>
      (await import('./commands/ledger.ts')).showLedger(host, address, (await args()).json),
  },
  {
    name: 'ledger move',
    about: 'moves a whole ledger to another place and seals the old one',
    arguments: [
      ['<from>', ledgerAddress],
      ['<to>', 'a database without a ledger, or a file that does not exist yet'],
    ],
    run: async ({ host }, from: string, to: string) =>
      (await import('./commands/ledger.ts')).moveLedgerCommand(host, from, to),
  },
  {
    name: 'ledger export',
    about: 'all that the ledger holds of one person, as a workbook for that person (Art. 15 GDPR)',
    examples: ['rwa-batch ledger export --employee E-001 -o person.xlsx'],
    run: async ({ host, args }) => (await import('./commands/person.ts')).exportPerson(host, await args()),
  },
  {
    name: 'ledger forget',
    about: 'erases the content of a person, or of old trips; identifiers stay, and nothing is created again',
    note: 'The key of what was forgotten is in a file of this user, the one that RWA_FORGET_KEY_FILE names, or what the command in RWA_FORGET_KEY_COMMAND prints: keep a copy of it.',
    examples: [
      'rwa-batch ledger forget --employee E-0017 --dry-run',
      'rwa-batch ledger forget --before 2020-01-01 --reason "retention of six years" --yes',
    ],
    run: async ({ host, args }) => (await import('./commands/forget.ts')).forgetCommand(host, await args()),
  },
  {
    name: 'ledger rules',
    about: 'shows and changes the rules of a company: fourEyes, holds, retention, noteFor, waiting',
    note: 'A profile only adds to them. To loosen one where four eyes are the rule takes a second person, with --release.',
    examples: [
      'rwa-batch ledger rules --set fourEyes=true --set noteFor=Rejected',
      'rwa-batch ledger rules --set retention.trips=P7Y --set holds=E-001,E-002',
      'rwa-batch ledger rules --release 7 --by M-042',
    ],
    run: async ({ host, args }) => (await import('./commands/rules.ts')).rulesCommand(host, await args()),
  },
]
