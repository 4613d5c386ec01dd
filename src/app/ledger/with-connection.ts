import { isSpelledAlike } from '../../client/base-url.ts'
import type { EvidencePolicy } from '../../client/evidence-policy.ts'
import { createServiceClient } from '../../client/service.ts'
import type { Token } from '../../client/token.ts'
import { createTransport, type Transport } from '../../client/transport.ts'
import type { Fingerprint, Target } from '../../ledger/port/targets.ts'
import type { Ledger } from '../../ledger/port.ts'
import type { LedgerView } from '../../ledger/store/parts.ts'
import { find } from '../../messages/catalogue.ts'
import type { RunPorts } from '../../pipeline/model/options.ts'
import { isSimulated, type RunConnection, type TargetLedger } from '../../pipeline/model/run.ts'
import type { SettingValues } from '../../settings/all.ts'
import { BatchError } from '../../support/errors.ts'
import { announcePromise } from '../evidence-policy.ts'
import { findTarget, type TargetOfUser } from './find-target.ts'
import { findStore, type LedgerLocation, type LedgerPorts, type LedgerSettings, withLedger } from './ledger-access.ts'
import { openRegister } from './rollback-check.ts'
import {
  type LedgerOverrides,
  recordUse,
  requireKnownAddress,
  requireSameLedger,
  type UserOverrides,
} from './same-ledger.ts'

/**
 * The checks of a run, and of its plan, before a token is used. Returns the ledger's record of it, if there is one.
 * @throws BatchError `configuration` or `usage`, as in `requireSameToken` and `requireKnownAddress`.
 */
export async function requireKnownToken(
  { ledger, target }: TargetLedger,
  settings: Pick<ConnectionSettings, 'surroundings' | keyof UserOverrides> & { destination: { token: Token } },
  ask: RunPorts['ask'],
): Promise<Fingerprint | undefined> {
  const { token } = settings.destination
  const before = await requireSameToken(ledger.targets, target, token, settings.tokenRotated)
  if (before === undefined && !isSimulated(target))
    await requireKnownAddress(openRegister(settings.surroundings), { ledger, target }, token, settings, ask)
  return before
}

/**
 * The ledger's record of this token for this target; undefined when it has none yet, or the token was rotated.
 * @throws BatchError `configuration` when the target accepted another token before, or this token has another label or
 * spelling: all rows would be sent again.
 */
export async function requireSameToken(
  targets: Pick<Ledger['targets'], 'fingerprint' | 'others'>,
  target: Target,
  token: Token,
  isRotated: boolean,
): Promise<Fingerprint | undefined> {
  const known = await targets.fingerprint(target)
  if (known !== undefined && (await token.matches(known))) return known
  // One token for a test and a production address is common: only addresses that are spelled alike are compared.
  const alike = (await targets.others(target)).filter((other) => isSpelledAlike(other.target.address, target.address))
  const matches = await Promise.all(alike.map(({ fingerprint }) => token.matches(fingerprint)))
  const used = alike.find((_, index) => matches[index] === true)?.target
  const named = ({ company, address }: Target) => ({ company, address })
  if (used !== undefined) {
    const differs = used.address === target.address ? 'company' : used.company === target.company ? 'address' : 'both'
    throw new BatchError('configuration', find('token-used', { used: named(used), now: named(target), differs }))
  }
  if (known === undefined || isRotated) return undefined
  throw new BatchError('configuration', find('token-other', named(target)))
}

/** A spilled line never contains the token. */
export interface ConnectionSettings
  extends LedgerSettings,
    UserOverrides,
    TargetOfUser,
    Pick<SettingValues, 'concurrency' | 'requestTimeoutMs'> {
  destination: TargetOfUser['destination'] & { baseUrl: string; token: Token }
  policy: EvidencePolicy
}

/** `ask` is set when a person can be asked. `connect`: over the network by default. */
export interface ConnectionPorts extends Pick<RunPorts, 'ask'>, LedgerPorts {
  connect?: typeof createTransport
}

export interface OpenConnection {
  context: RunConnection
  /** Resolves when the accepted token is recorded. @throws the reason of a failure. */
  tokenStored(): Promise<void>
  close(): Promise<void>
}

/** Opens ledger and connection for `use`. @throws BatchError when one cannot be opened, or the token changed. */
export async function withConnection<Result>(
  settings: ConnectionSettings,
  ports: ConnectionPorts,
  use: (connection: RunConnection) => Promise<Result>,
): Promise<Result> {
  const { token } = settings.destination
  const onSpill = (line: string): void => settings.onSpill(token.redact(line))
  await requireSameLedger(settings)
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

/** Opens the ledger that this user has for a company at an address, with its rules; for what sends nothing itself. */
export async function withTarget<Result>(
  settings: LedgerSettings & LedgerOverrides & TargetOfUser,
  ports: LedgerPorts,
  use: (connection: TargetLedger) => Promise<Result>,
): Promise<Result> {
  await requireSameLedger(settings)
  return withLedger(settings, ports, async (ledger) => {
    return use({ ledger, target: await findTarget(ledger, settings, ports), label: settings.destination.label })
  })
}

/** The ledger as it is, for a look: it is neither locked nor copied. */
export function viewTarget<Result>(
  { company, destination, ...location }: LedgerLocation & TargetOfUser,
  look: (connection: TargetLedger<LedgerView>) => Promise<Result>,
): Promise<Result> {
  return findStore(location).view(async (ledger) => {
    return look({ ledger, target: await ledger.targets.find(destination.address, company), label: destination.label })
  })
}

/** Opens the connection for an open ledger. @throws BatchError when the token changed. */
export async function openConnection(
  ledger: Ledger,
  settings: Omit<ConnectionSettings, 'ledger' | 'onSpill'>,
  ports: ConnectionPorts,
): Promise<OpenConnection> {
  const { destination, requestTimeoutMs, concurrency, policy, surroundings } = settings
  const { baseUrl, token, label } = destination
  announcePromise(policy, ports.logger)
  const target = await findTarget(ledger, settings, ports)
  const known = isSimulated(target) ? undefined : openRegister(surroundings)
  const before = await requireKnownToken({ ledger, target }, settings, ports.ask)
  if (before !== undefined) recordBinding(before)
  // It takes a tenth of a second; the sheet is read meanwhile.
  const fingerprint = before === undefined ? token.fingerprint() : undefined
  if (settings.newLedger && fingerprint !== undefined) recordBinding(await fingerprint)
  const { connect = createTransport } = ports
  const transport = connect({ baseUrl, token, requestTimeoutMs, connections: concurrency, env: surroundings.env })
  let isUsed = before !== undefined
  const recording: Transport = {
    post(...given) {
      // An unknown outcome or a crashed run proves no token, yet another ledger would send the row again.
      if (!isUsed) recordBinding(undefined)
      isUsed = true
      return transport.post(...given)
    },
    close: () => transport.close(),
  }
  const client = createServiceClient({ transport: recording, token, policy })
  let remembering: Promise<void> | undefined
  return {
    context: {
      ledger,
      target,
      label,
      client,
      rememberToken() {
        remembering = fingerprint?.then((accepted) => {
          recordBinding(accepted)
          return ledger.targets.rememberToken(target, accepted)
        })
        // Callers that need the result await it.
        remembering?.catch(() => {})
      },
    },
    tokenStored: async () => remembering,
    close: () => client.close(),
  }

  function recordBinding(accepted: Fingerprint | undefined): void {
    recordUse(known, { ledger, target }, accepted, ports.logger)
  }
}
