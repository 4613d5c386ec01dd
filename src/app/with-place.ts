import type { EvidencePolicy } from '../client/evidence-policy.ts'
import { createServiceClient } from '../client/service.ts'
import type { Token } from '../client/token.ts'
import { createTransport } from '../client/transport.ts'
import type { Surroundings } from '../ledger/memory-place.ts'
import type { Ledger } from '../ledger/port.ts'
import type { RunPlace } from '../pipeline/terms/run.ts'
import type { Clock } from '../support/clock.ts'
import type { Logger } from '../support/logger.ts'
import { type Addressee, findTarget } from './find-target.ts'
import { requireSameToken } from './same-token.ts'
import { type LedgerSettings, withLedger } from './with-ledger.ts'

/** Whom a run speaks to. */
export interface SpeakingSettings {
  company: string
  tokenRotated: boolean
  destination: Addressee & {
    baseUrl: string
    token: Token
  }
  /** Most requests in flight. */
  concurrency: number
  requestTimeoutMs: number
  /** What the answers of this service prove. */
  policy: EvidencePolicy
  /** Proxies, and whether certificates are checked. */
  surroundings: Surroundings
}

/** And what it remembers with; no line that is spilled holds the token. */
export interface PlaceSettings extends SpeakingSettings, LedgerSettings {}

export interface OpenPlace {
  place: RunPlace
  /** Resolves when the token that the service has accepted is kept. @throws what kept it from being so. */
  remembered(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the ledger and the connection, lets `use` work with them, and closes both.
 * @throws BatchError when one of them cannot be had, or the token is another one than before.
 */
export async function withPlace<Result>(
  settings: PlaceSettings,
  ports: { clock: Clock; logger: Logger },
  use: (place: RunPlace) => Promise<Result>,
): Promise<Result> {
  const { token } = settings.destination
  const onSpill = (line: string): void => settings.onSpill(token.redact(line))
  return withLedger({ ...settings, onSpill }, ports, async (ledger) => {
    const { place, remembered, close } = await openPlace(ledger, settings, ports)
    try {
      const result = await use(place)
      await remembered()
      return result
    } finally {
      await close()
    }
  })
}

/** Opens the connection for a ledger that is open. @throws BatchError when the token is another one than before. */
export async function openPlace(
  ledger: Ledger,
  { destination, company, tokenRotated, requestTimeoutMs, concurrency, policy, surroundings }: SpeakingSettings,
  ports: { clock: Clock; logger: Logger },
): Promise<OpenPlace> {
  const { baseUrl, token } = destination
  const target = await findTarget(ledger.targets, destination, company, ports)
  // It takes a tenth of a second; the sheet is read meanwhile.
  const isKnown = await requireSameToken(ledger.targets, target, token, tokenRotated)
  const fingerprint = isKnown ? undefined : token.fingerprint()
  const { env } = surroundings
  const transport = createTransport({ baseUrl, token, requestTimeoutMs, connections: concurrency, env })
  const client = createServiceClient({ transport, token, policy })
  let remembering: Promise<void> | undefined
  return {
    place: {
      ledger,
      target,
      client,
      rememberToken() {
        remembering = fingerprint?.then((known) => ledger.targets.rememberToken(target, known))
        // Whoever must know awaits it.
        remembering?.catch(() => {})
      },
    },
    remembered: async () => remembering,
    close: () => client.close(),
  }
}
