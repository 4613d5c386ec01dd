import { isTestAddress } from '../../client/base-url.ts'
import type { ServiceClient } from '../../client/service.ts'
import type { Target } from '../../ledger/port/targets.ts'
import type { Ledger } from '../../ledger/port.ts'
import type { LedgerView } from '../../ledger/store/parts.ts'
import type { Operation } from './operation.ts'
import type { RunOptions, RunPorts } from './options.ts'

/** The target of a check, which asks no ledger of a company. */
export const offlineAddress = 'check'

export interface TargetLedger<Parts extends LedgerView = Ledger> {
  ledger: Parts
  target: Target
  /** Its address as it was given. @default as the ledger has it */
  label?: string | undefined
}

export interface RunConnection extends TargetLedger {
  client: ServiceClient
  /** Called once the service has accepted the token. */
  rememberToken(): void
}

export interface Run<
  Options extends RunOptions = RunOptions,
  Connection extends TargetLedger<LedgerView> = RunConnection,
> {
  operation: Operation
  connection: Connection
  options: Options
  ports: RunPorts
  startedAt: number
}

export function labelTarget({ target, label = target.address }: Pick<TargetLedger, 'target' | 'label'>) {
  return { targetLabel: label, isTestTarget: isSimulated(target) || isTestAddress(target.address) }
}

/** Where something went: to the service in this program, to a test, or to where it counts. */
export function classifyTarget(target: Pick<Target, 'address'>): 'sandbox' | 'test' | 'production' {
  return isSimulated(target) ? 'sandbox' : isTestAddress(target.address) ? 'test' : 'production'
}

/** The sandbox in the program itself makes up its answers. */
export function isSimulated({ address }: Pick<Target, 'address'>): boolean {
  return address.startsWith('sandbox:')
}
