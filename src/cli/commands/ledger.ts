import { prepareEngine } from '../../app/team/open-engine.ts'
import { ledgerAt, moveLedger } from '../../ledger/open.ts'
import { systemClock } from '../../support/clock.ts'
import type { ExitCode } from '../exit-code.ts'
import { printLines } from '../output/print.ts'

/** `ledger init`: makes it, or brings it to this version, so that who may not can use it. */
export async function initLedger(address: string): Promise<ExitCode> {
  const ledger = await ledgerAt(address).open({ clock: systemClock, onSpill() {} })
  await ledger.close()
  await prepareEngine(address)
  printLines([`The ledger ${ledger.name} is ${ledger.isNew ? 'made' : 'there'}; its own name is ${ledger.id}.`])
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
