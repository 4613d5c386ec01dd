import type { ServiceClient } from '../../client/service.ts'
import type { Target } from '../../ledger/port/targets.ts'
import type { Ledger } from '../../ledger/port.ts'

/** Where a run sends to and what it remembers with. */
export interface RunPlace {
  ledger: Ledger
  target: Target
  client: ServiceClient
  /** Called once the service has accepted the token. */
  rememberToken(): void
}
