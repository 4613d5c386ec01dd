import { Argument } from 'commander'
import { readHelpFile } from './guide-pages.ts'
import { untilInterrupt } from './interrupts.ts'
import { printLines } from './output/print.ts'
import type { CommandSpec } from './setting-options.ts'

const ledgerAddress = 'a file, or postgres://user@host/database'

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
    run: async (session, address: string) => (await import('./commands/ledger.ts')).initLedgerCommand(session, address),
  },
  {
    name: 'ledger status',
    about: 'who uses the ledger, what is in doubt, how fast all send together, schema version, size',
    arguments: [['[address]', `${ledgerAddress} (default: the one that commands here use)`]],
    run: async (session, address?: string) => (await import('./commands/ledger.ts')).showLedger(session, address),
  },
  {
    name: 'ledger move',
    about: 'moves a whole ledger to another place and seals the old one',
    arguments: [
      ['<from>', ledgerAddress],
      ['<to>', 'a database without a ledger, or a file that does not exist yet'],
    ],
    run: async (session, from: string, to: string) =>
      (await import('./commands/ledger.ts')).moveLedgerCommand(session, from, to),
  },
  {
    name: 'ledger export',
    about: 'all that the ledger holds of one person, as a workbook for that person (Art. 15 GDPR)',
    examples: ['rwa-batch ledger export --employee E-001 -o person.xlsx'],
    run: async (session) => (await import('./commands/ledger.ts')).exportPerson(session),
  },
  {
    name: 'ledger forget',
    about: 'erases the content of a person, or of old trips; identifiers stay, and nothing is created again',
    note: 'The key of what was forgotten is in a file of this user, the one that RWA_FORGET_KEY_FILE names, or what the command in RWA_FORGET_KEY_COMMAND prints: keep a copy of it.',
    examples: [
      'rwa-batch ledger forget --employee E-0017 --dry-run',
      'rwa-batch ledger forget --before 2020-01-01 --reason "retention of six years" --yes',
    ],
    run: (session) =>
      untilInterrupt(session.host, async () => (await import('./commands/ledger.ts')).forgetCommand(session)),
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
    run: async (session) => (await import('./commands/ledger.ts')).rulesCommand(session),
  },
]

export const programCommands: readonly CommandSpec[] = [
  {
    name: 'schedule',
    about: 'a run of every night or every quarter, by the scheduler of this system: written, shown, taken away',
    examples: ['rwa-batch schedule install --every night -- assess trips.xlsx --profile rwa-batch.json'],
  },
  {
    name: 'schedule install',
    about: 'prints the run as cron or systemd takes it, with absolute paths; --yes writes it',
    usage: '[options] -- <command> [its options]',
    arguments: [['[command...]', 'assess, refresh, collect, report or ledger forget, with its options, after --']],
    note: 'The token is never in it: the run finds it in the file that --token-file or the profile names. --notify tells how it ended.',
    examples: [
      'rwa-batch schedule install -- assess trips.xlsx --profile rwa-batch.json',
      'rwa-batch schedule install --every quarter --at 06:00 --with cron --yes -- report -o output/quarter.html',
    ],
    run: async (session, words) =>
      (await import('./commands/schedule.ts')).installSchedule(session, words as readonly string[]),
  },
  {
    name: 'schedule remove',
    about: 'prints what is scheduled by this name; --yes takes it away, and nothing else',
    arguments: [['<name>', 'night, quarter, or what --name said']],
    run: async (session, name) => (await import('./commands/schedule.ts')).removeSchedule(session, String(name)),
  },
  {
    name: 'schedule show',
    about: 'what is scheduled for this user, in the words of its scheduler',
    run: async (session) => (await import('./commands/schedule.ts')).showSchedules(session),
  },
  {
    name: 'doctor',
    about: 'what stands in the way of a run on this machine, and what to do; sends no token, creates nothing',
    arguments: [['[sheet]', 'whose rows must have room in the ledger']],
    examples: [
      'rwa-batch doctor',
      'rwa-batch doctor trips.xlsx',
      'rwa-batch doctor --json --profile /etc/rwa-batch.json',
    ],
    runEarly: async ({ host, command }, sheet) =>
      (await import('./commands/doctor.ts')).examineMachine(host, command, sheet),
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
