import { createServiceClient, type ServiceClient } from '../../../src/client/service.ts'
import { Token } from '../../../src/client/token.ts'
import type { Transport } from '../../../src/client/transport.ts'
import type { KeyLocator } from '../../../src/ledger/forgetting/forget-key.ts'
import type { HostEnvironment } from '../../../src/ledger/ledger-location.ts'
import type { Ledger } from '../../../src/ledger/port.ts'
import { openLedger } from '../../../src/ledger/sqlite/open.ts'
import { assess } from '../../../src/operations/assess.ts'
import { decide, type SheetDecision } from '../../../src/operations/decide.ts'
import type { Operation } from '../../../src/pipeline/model/operation.ts'
import type { Release, ResendOptions, SendOptions } from '../../../src/pipeline/model/options.ts'
import type { Clock } from '../../../src/support/clock.ts'

/** What a simulation is put together from. A twin replaces one of them; the product has no switch for it. */
export interface Parts {
  openLedger(file: string, clock: Clock, findForgetKey?: KeyLocator): Ledger
  createClient(transport: Transport): ServiceClient
  /** One for each run. */
  createOperation(): Operation
  createDecide(): Operation<SheetDecision>
  /** What the run is told of what was asked for. */
  tell(options: SendOptions): SendOptions
  tellResend(options: ResendOptions): ResendOptions
  /** `seal`: that of the lines that the ledger has now. */
  tellRelease(release: Release, seal: () => Promise<string>): Promise<Release>
  /** Of the user whose register is asked, where one is. */
  tellEnvironment(env: HostEnvironment['env']): HostEnvironment['env']
  /** Where workbooks of earlier runs stand. */
  tellFolders(folders: readonly string[]): readonly string[]
}

const token = new Token('simulation-token')

export const realParts: Parts = {
  openLedger: (file, clock, findForgetKey) =>
    openLedger({ file, clock, onSpill() {}, ballastMegabytes: 0, ...(findForgetKey && { findForgetKey }) }),
  createClient: (transport) =>
    createServiceClient({ transport, token, policy: { retryStatuses: new Set(), distrustStatuses: new Set() } }),
  createOperation: () => assess,
  createDecide: () => decide,
  tell: (options) => options,
  tellResend: (options) => options,
  tellRelease: async (release) => release,
  tellEnvironment: (env) => env,
  tellFolders: (folders) => folders,
}
