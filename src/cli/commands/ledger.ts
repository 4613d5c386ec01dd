import { resolveKeepingFolder } from '../../app/memory.ts'
import { prepareEngine } from '../../app/team/open-engine.ts'
import { initLedger, ledgerAt, moveLedger } from '../../ledger/open.ts'
import { systemClock } from '../../support/clock.ts'
import type { ExitCode } from '../exit-code.ts'
import { describeLedger, summariseLedger } from '../output/ledger-words.ts'
import { printJson, printLines } from '../output/print.ts'

/** `ledger init`: makes it with its roles, or brings it to this version, so that who may not can use it. */
export async function makeLedger(address: string, acceptsRestored: boolean): Promise<ExitCode> {
  const made = await initLedger(address, { clock: systemClock, folder: resolveKeepingFolder(), acceptsRestored })
  await prepareEngine(address)
  printLines([
    `The ledger ${made.name} is ${made.isNew ? 'made' : 'there'}; its own name is ${made.id}.`,
    ...(made.roles === undefined ? [] : [describeRoles(made.roles)]),
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
export async function showLedger(address: string, isJson: boolean): Promise<ExitCode> {
  const store = ledgerAt(address)
  const overview = await store.overview()
  if (isJson) printJson(summariseLedger(store.name, overview))
  else printLines(describeLedger(store.name, overview))
  return 0
}

/** `ledger move`: from a file to a database, or back. */
export async function moveTo(from: string, to: string): Promise<ExitCode> {
  await moveLedger(from, to, systemClock)
  printLines([
    `All that ${from} held is in ${to} now. The old one is sealed: name the new one from now on, everywhere.`,
  ])
  return 0
}
