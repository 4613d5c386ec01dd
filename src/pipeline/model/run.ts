import type { ServiceClient } from '../../client/service.ts'
import type { Target } from '../../ledger/port/targets.ts'
import type { Ledger } from '../../ledger/port.ts'
import type { Operation } from './operation.ts'
import type { RunOptions, RunPorts } from './options.ts'

/** What a run remembers with, and what of: enough for who sends nothing. */
export interface TargetLedger {
  ledger: Ledger
  target: Target
}

/** Where a run sends to as well. */
export interface RunConnection extends TargetLedger {
  client: ServiceClient
  /** Called once the service has accepted the token. */
  rememberToken(): void
}

/** One run, from its start to its report: what it does, where and how, and whom it tells. */
export interface Run<Options extends RunOptions = RunOptions, Connection extends TargetLedger = RunConnection> {
  operation: Operation
  connection: Connection
  options: Options
  ports: RunPorts
  startedAt: number
}

/** Whether what it answers is made up: that of the sandbox in the program itself. */
export function isSimulated({ address }: Pick<Target, 'address'>): boolean {
  return address.startsWith('sandbox:')
}
