/** What a simulation is put together from. A twin replaces one of them; the product has no switch for it. */
import { createServiceClient, type ServiceClient, Token, type Transport } from '../../rooms/client.ts'
import type { SheetDecision } from '../../rooms/contract.ts'
import type { KeyLocator } from '../../rooms/ledger/forgetting.ts'
import { openLedger } from '../../rooms/ledger/sqlite.ts'
import type { HostEnvironment, Ledger } from '../../rooms/ledger.ts'
import { assess, decide } from '../../rooms/operations.ts'
import type { Operation, Release, ResendOptions, SendOptions } from '../../rooms/pipeline/model.ts'
import type { Clock } from '../../rooms/support.ts'
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
