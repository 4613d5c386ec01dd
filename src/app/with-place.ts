import type { EvidencePolicy } from '../client/evidence-policy.ts'
import { createServiceClient } from '../client/service.ts'
import type { Token } from '../client/token.ts'
import { createTransport, type Transport } from '../client/transport.ts'
import type { Surroundings } from '../ledger/memory-place.ts'
import type { Fingerprint } from '../ledger/port/targets.ts'
import type { Ledger } from '../ledger/port.ts'
import type { RunPorts } from '../pipeline/terms/options.ts'
import { isSimulated, type RunPlace } from '../pipeline/terms/run.ts'
import type { Clock } from '../support/clock.ts'
import type { Logger } from '../support/logger.ts'
import { type Addressee, findTarget } from './find-target.ts'
import { describeUnkept, knownLedgersOf } from './known-memory.ts'
import { type Accepted, noteUse, requireKnownAddress, requireOwnLedger } from './own-ledger.ts'
import { requireSameToken } from './same-token.ts'
import { type LedgerSettings, withLedger } from './with-ledger.ts'

/** Whom a run speaks to. */
export interface SpeakingSettings extends Accepted {
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

/** `ask`: where somebody can be asked. `connect`: over the network where nothing else is given. */
export interface OpeningPorts extends Pick<RunPorts, 'ask'> {
  clock: Clock
  logger: Logger
  connect?: typeof createTransport
}

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
  ports: OpeningPorts,
  use: (place: RunPlace) => Promise<Result>,
): Promise<Result> {
  const { token } = settings.destination
  const onSpill = (line: string): void => settings.onSpill(token.redact(line))
  await requireOwnLedger(settings, { address: settings.destination.address, company: settings.company }, settings)
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
export async function openPlace(ledger: Ledger, settings: SpeakingSettings, ports: OpeningPorts): Promise<OpenPlace> {
  const { destination, company, tokenRotated, requestTimeoutMs, concurrency, policy, surroundings } = settings
  const { baseUrl, token } = destination
  const target = await findTarget(ledger.targets, destination, company, ports)
  // It takes a tenth of a second; the sheet is read meanwhile.
  const known = isSimulated(target) ? undefined : knownLedgersOf(surroundings)
  const before = await requireSameToken(ledger.targets, target, token, tokenRotated)
  if (before === undefined) await requireKnownAddress(known, { ledger, target }, token, settings, ports.ask)
  else note(before)
  const fingerprint = before === undefined ? token.fingerprint() : undefined
  if (settings.newLedger && fingerprint !== undefined) note(await fingerprint)
  const { env } = surroundings
  const { connect = createTransport } = ports
  const transport = connect({ baseUrl, token, requestTimeoutMs, connections: concurrency, env })
  // An outcome that is never known, or a run that dies, proves no token; yet another ledger would send it again.
  const noted = before === undefined ? beforeFirst(transport, () => note(undefined)) : transport
  const client = createServiceClient({ transport: noted, token, policy })
  let remembering: Promise<void> | undefined
  return {
    place: {
      ledger,
      target,
      client,
      rememberToken() {
        remembering = fingerprint?.then((accepted) => {
          note(accepted)
          return ledger.targets.rememberToken(target, accepted)
        })
        // Whoever must know awaits it.
        remembering?.catch(() => {})
      },
    },
    remembered: async () => remembering,
    close: () => client.close(),
  }

  function note(accepted: Fingerprint | undefined): void {
    const problem = noteUse(known, { ledger, target }, accepted)
    if (problem !== undefined) ports.logger.warn(describeUnkept(problem))
  }
}

function beforeFirst(transport: Transport, act: () => void): Transport {
  let isFirst = true
  return {
    post(...given) {
      if (isFirst) act()
      isFirst = false
      return transport.post(...given)
    },
    close: () => transport.close(),
  }
}
