import type { Command } from 'commander'
import type { ExitCode } from './exit-code.ts'
import type { Host } from './host.ts'
import { addSettings, readArguments } from './setting-options.ts'

export function addLedgerCommands(program: Command, host: Host, conclude: (exitCode: ExitCode) => void): void {
  const ledger = program
    .command('ledger')
    .description('creates a ledger for a team, shows it, or moves a ledger to another place')
  addSettings(
    ledger
      .command('init')
      .description('creates the ledger at an address, with its roles in a database, or migrates it to this version')
      .argument('<address>', 'a file, or postgres://user@host/database'),
    'ledger init',
  ).action(async (address: string, options) => {
    const { acceptRestored } = await readArguments(host, 'ledger init', options)
    const [{ initLedgerCommand }, { resolveLedger }] = await loadLedgerCommands()
    conclude(await initLedgerCommand(host, resolveLedger(address, host), acceptRestored))
  })
  addSettings(
    ledger
      .command('status')
      .description('who uses the ledger, what is in doubt, how fast all send together, schema version, size')
      .argument('[address]', 'a file, or postgres://user@host/database (default: the one that commands here use)'),
    'ledger status',
  ).action(async (address: string | undefined, options) => {
    const { json } = await readArguments(host, 'ledger status', options)
    const [{ showLedger }, { resolveLedger }] = await loadLedgerCommands()
    conclude(await showLedger(host, resolveLedger(address, host), json))
  })
  ledger
    .command('move')
    .description('moves a whole ledger to another place and seals the old one')
    .argument('<from>', 'a file, or postgres://user@host/database')
    .argument('<to>', 'a database without a ledger, or a file that does not exist yet')
    .action(async (from: string, to: string) => {
      const [{ moveLedgerCommand }, { resolveLedger }] = await loadLedgerCommands()
      conclude(await moveLedgerCommand(host, resolveLedger(from, host), resolveLedger(to, host)))
    })
  ledger.addHelpText(
    'after',
    "\nExample:\n  rwa-batch ledger move output/rwa-batch.ledger.sqlite 'postgres://ann@db.example/trips?sslmode=verify-full'",
  )
}

function loadLedgerCommands() {
  return Promise.all([import('./commands/ledger.ts'), import('../app/ledger/resolve-ledger.ts')])
}
