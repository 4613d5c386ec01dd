import { createLedger, findStore, relocateLedger } from '../../app/ledger-access.ts'
import { prepareEngine } from '../../app/team/open-engine.ts'
import type { ExitCode } from '../exit-code.ts'
import type { Host } from '../host.ts'
import { describeLedger, summariseLedger, warnOfChecksums } from '../output/format-ledger.ts'
import { printJson, printLines } from '../output/print.ts'

/** `ledger init`: makes it with its roles, or brings it to this version, so that who may not can use it. */
export async function initLedgerCommand(host: Host, address: string, acceptsRestored: boolean): Promise<ExitCode> {
  const made = await createLedger({ ledger: address, surroundings: host }, host.clock, acceptsRestored)
  await prepareEngine({ ledger: address, surroundings: host })
  printLines(host, [
    `The ledger ${made.name} is ${made.isNew ? 'made' : 'there'}; its own name is ${made.id}.`,
    ...(made.roles === undefined ? [] : [describeRoles(made.roles), ...warnOfChecksums(made.roles.hasChecksums)]),
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
  if (areThere) return `Who sends needs the role ${user}, who only looks ${reader}: GRANT ${user} TO <name of a user>;`
  return `This user may not make the roles ${user} and ${reader}. Have them made (CREATE ROLE ${user}; CREATE ROLE ${reader};), then start this once more.`
}

/** `ledger status`: who uses it, what is in doubt, how fast they send together, how large it is. */
export async function showLedger(host: Host, address: string, isJson: boolean): Promise<ExitCode> {
  const store = findStore({ ledger: address, surroundings: host })
  const overview = await store.overview()
  if (isJson) printJson(host, summariseLedger(store.name, overview))
  else printLines(host, describeLedger(store.name, overview))
  return 0
}

/** `ledger move`: from a file to a database, or back. */
export async function moveLedgerCommand(host: Host, from: string, to: string): Promise<ExitCode> {
  await relocateLedger({ ledger: from, surroundings: host }, to, host.clock)
  printLines(host, [
    `All that ${from} held is in ${to} now. The old one is sealed: name the new one from now on, everywhere.`,
  ])
  return 0
}
