import { createLedger, findStore, relocateLedger } from '../../app/ledger/ledger-access.ts'
import { resolveLedger } from '../../app/ledger/resolve-ledger.ts'
import { prepareEngine } from '../../app/team/run-jobs.ts'
import type { ExitCode } from '../exit-code.ts'
import type { Host } from '../host.ts'
import { describeLedger, summariseLedger, warnOfChecksums } from '../output/format-ledger.ts'
import { printJson, printLines } from '../output/print.ts'

/** `ledger init`: creates the ledger with its roles, or migrates it to this version, for users without those rights. */
export async function initLedgerCommand(host: Host, address: string, acceptsRestored: boolean): Promise<ExitCode> {
  const location = { ledger: resolveLedger(address, host), surroundings: host }
  const created = await createLedger(location, host.clock, acceptsRestored)
  await prepareEngine(location)
  printLines(host, [
    `The ledger ${created.name} is ${created.isNew ? 'made' : 'there'}; its own name is ${created.id}.`,
    ...(created.roles === undefined
      ? []
      : [describeRoles(created.roles), ...warnOfChecksums(created.roles.hasChecksums)]),
  ])
  return 0
}

function describeRoles({
  names: [user = '', reader = ''],
  areThere,
}: {
  names: readonly string[]
  areThere: boolean
}): string {
  if (areThere)
    return `Users who send need the role ${user}, users who only read ${reader}: GRANT ${user} TO <name of a user>;`
  return `This user may not create the roles ${user} and ${reader}. Have them created (CREATE ROLE ${user}; CREATE ROLE ${reader};), then start this command again.`
}

/** `ledger status`: its users, unknown rows, shared pace and size. */
export async function showLedger(host: Host, address: string | undefined, isJson: boolean): Promise<ExitCode> {
  const store = findStore({ ledger: resolveLedger(address, host), surroundings: host })
  const overview = await store.overview()
  if (isJson) printJson(host, summariseLedger(store.name, overview))
  else printLines(host, describeLedger(store.name, overview))
  return 0
}

/** `ledger move`: from a file to a database, or back. */
export async function moveLedgerCommand(host: Host, from: string, to: string): Promise<ExitCode> {
  const [old, place] = [resolveLedger(from, host), resolveLedger(to, host)]
  await relocateLedger({ ledger: old, surroundings: host }, place, host.clock)
  printLines(host, [
    `The whole ledger ${old} is in ${place} now. The old one is sealed: use the new one everywhere from now on.`,
  ])
  return 0
}
