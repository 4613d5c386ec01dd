import { createServiceClient, type ServiceClient } from '../client/service.ts'
import type { Token } from '../client/token.ts'
import { createTransport } from '../client/transport.ts'
import { ledgerAt } from '../ledger/open.ts'
import type { RunPlace } from '../pipeline/terms/run.ts'
import type { Clock } from '../support/clock.ts'
import type { Logger } from '../support/logger.ts'
import { type Addressee, findTarget } from './find-target.ts'
import { announceMemory } from './memory.ts'
import { requireSameToken } from './same-token.ts'

/** What a run remembers with, and whom it speaks to. */
export interface PlaceSettings {
  /** Address of the ledger. */
  ledger: string
  company: string
  tokenRotated: boolean
  destination: Addressee & {
    baseUrl: string
    token: Token
  }
  /** Most requests in flight. */
  concurrency: number
  requestTimeoutMs: number
  retryStatuses: ReadonlySet<number>
  /** One line of JSON, without the token, of what the ledger could not take and must not be lost. */
  onSpill(line: string): void
}

/**
 * Opens the ledger and the connection, lets `use` work with them, and closes both.
 * @throws BatchError when one of them cannot be had, or the token is another one than before.
 */
export async function withPlace<Result>(
  settings: PlaceSettings,
  { clock, logger }: { clock: Clock; logger: Logger },
  use: (place: RunPlace) => Promise<Result>,
): Promise<Result> {
  const { baseUrl, token } = settings.destination
  const ledger = await ledgerAt(settings.ledger).open({
    clock,
    onSpill: (record) => settings.onSpill(token.redact(JSON.stringify(record))),
  })
  let client: ServiceClient | undefined
  try {
    announceMemory(ledger, logger)
    if (ledger.recovered > 0) {
      logger.warn(`an earlier run ended while ${ledger.recovered} requests were on their way; their outcome is unknown`)
    }
    const target = await findTarget(ledger.targets, settings.destination, settings.company, { clock, logger })
    // It takes a tenth of a second; the sheet is read meanwhile.
    const isKnown = await requireSameToken(ledger.targets, target, token, settings.tokenRotated)
    const fingerprint = isKnown ? undefined : token.fingerprint()
    const transport = createTransport({
      baseUrl,
      token,
      requestTimeoutMs: settings.requestTimeoutMs,
      connections: settings.concurrency,
      env: process.env,
    })
    client = createServiceClient({ transport, token, policy: { retryStatuses: settings.retryStatuses } })
    let remembering: Promise<void> | undefined
    const place = {
      ledger,
      target,
      client,
      rememberToken() {
        remembering = fingerprint?.then((known) => ledger.targets.rememberToken(target, known))
        // It is awaited below.
        remembering?.catch(() => {})
      },
    }
    const result = await use(place)
    await remembering
    return result
  } finally {
    await client?.close()
    await ledger.close()
  }
}
