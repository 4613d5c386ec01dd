import type { EvidencePolicy } from '../client/evidence-policy.ts'
import { createServiceClient } from '../client/service.ts'
import type { Token } from '../client/token.ts'
import { createTransport, type Transport } from '../client/transport.ts'
import type { HostEnvironment } from '../ledger/ledger-location.ts'
import type { Fingerprint } from '../ledger/port/targets.ts'
import type { Ledger } from '../ledger/port.ts'
import type { RunPorts } from '../pipeline/model/options.ts'
import { isSimulated, type RunConnection } from '../pipeline/model/run.ts'
import type { Clock } from '../support/clock.ts'
import type { Logger } from '../support/logger.ts'
import { findTarget, type TargetAddress } from './find-target.ts'
import { describeRegisterFailure, openRegister } from './rollback-check.ts'
import { recordUse, requireKnownAddress, requireSameLedger, type UserOverrides } from './same-ledger.ts'
import { requireSameToken } from './same-token.ts'
import { type LedgerSettings, withLedger } from './with-ledger.ts'

/** Whom a run speaks to. */
export interface ServiceSettings extends UserOverrides {
  company: string
  tokenRotated: boolean
  destination: TargetAddress & {
    baseUrl: string
    token: Token
  }
  /** Most requests in flight. */
  concurrency: number
  requestTimeoutMs: number
  /** What the answers of this service prove. */
  policy: EvidencePolicy
  /** Proxies, and whether certificates are checked. */
  surroundings: HostEnvironment
}

/** And what it remembers with; no line that is spilled holds the token. */
export interface ConnectionSettings extends ServiceSettings, LedgerSettings {}

/** `ask`: where somebody can be asked. `connect`: over the network where nothing else is given. */
export interface ConnectionPorts extends Pick<RunPorts, 'ask'> {
  clock: Clock
  logger: Logger
  connect?: typeof createTransport
}

export interface OpenConnection {
  context: RunConnection
  /** Resolves when the token that the service has accepted is kept. @throws what kept it from being so. */
  tokenStored(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the ledger and the connection, lets `use` work with them, and closes both.
 * @throws BatchError when one of them cannot be had, or the token is another one than before.
 */
export async function withConnection<Result>(
  settings: ConnectionSettings,
  ports: ConnectionPorts,
  use: (place: RunConnection) => Promise<Result>,
): Promise<Result> {
  const { token } = settings.destination
  const onSpill = (line: string): void => settings.onSpill(token.redact(line))
  await requireSameLedger(settings, { address: settings.destination.address, company: settings.company }, settings)
  return withLedger({ ...settings, onSpill }, ports, async (ledger) => {
    const { context, tokenStored, close } = await openConnection(ledger, settings, ports)
    try {
      const result = await use(context)
      await tokenStored()
      return result
    } finally {
      await close()
    }
  })
}

/** Opens the connection for a ledger that is open. @throws BatchError when the token is another one than before. */
export async function openConnection(
  ledger: Ledger,
  settings: ServiceSettings,
  ports: ConnectionPorts,
): Promise<OpenConnection> {
  const { destination, company, tokenRotated, requestTimeoutMs, concurrency, policy, surroundings } = settings
  const { baseUrl, token } = destination
  const target = await findTarget(ledger.targets, destination, company, ports)
  // It takes a tenth of a second; the sheet is read meanwhile.
  const known = isSimulated(target) ? undefined : openRegister(surroundings)
  const before = await requireSameToken(ledger.targets, target, token, tokenRotated)
  if (before === undefined) await requireKnownAddress(known, { ledger, target }, token, settings, ports.ask)
  else recordAccepted(before)
  const fingerprint = before === undefined ? token.fingerprint() : undefined
  if (settings.newLedger && fingerprint !== undefined) recordAccepted(await fingerprint)
  const { env } = surroundings
  const { connect = createTransport } = ports
  const transport = connect({ baseUrl, token, requestTimeoutMs, connections: concurrency, env })
  // An outcome that is never known, or a run that dies, proves no token; yet another ledger would send it again.
  const recording = before === undefined ? beforeFirst(transport, () => recordAccepted(undefined)) : transport
  const client = createServiceClient({ transport: recording, token, policy })
  let remembering: Promise<void> | undefined
  return {
    context: {
      ledger,
      target,
      client,
      rememberToken() {
        remembering = fingerprint?.then((accepted) => {
          recordAccepted(accepted)
          return ledger.targets.rememberToken(target, accepted)
        })
        // Whoever must know awaits it.
        remembering?.catch(() => {})
      },
    },
    tokenStored: async () => remembering,
    close: () => client.close(),
  }

  function recordAccepted(accepted: Fingerprint | undefined): void {
    const problem = recordUse(known, { ledger, target }, accepted)
    if (problem !== undefined) ports.logger.warn(describeRegisterFailure(problem))
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
