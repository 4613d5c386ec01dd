import { createServiceClient, type ServiceClient } from '../client/service.ts'
import type { Token } from '../client/token.ts'
import { createTransport } from '../client/transport.ts'
import { openLedger } from '../ledger/open.ts'
import type { Operation } from '../pipeline/operation.ts'
import type { BatchOptions, RunPorts, RunReport } from '../pipeline/options.ts'
import { runBatch } from '../pipeline/run.ts'
import { announceMemory } from './memory.ts'
import { type RowReport, reportRows } from './row-report.ts'
import { requireSameToken } from './same-token.ts'

/** What a run remembers with, and whom it speaks to. */
export interface RunSettings {
  /** File of the ledger. */
  ledger: string
  company: string
  tokenRotated: boolean
  destination: {
    /** As the ledger knows it. */
    address: string
    baseUrl: string
    token: Token
  }
  requestTimeoutMs: number
  retryStatuses: ReadonlySet<number>
  /** One line of JSON, without the token, of what the ledger could not take and must not be lost. */
  onSpill(line: string): void
  /** Told each row of the input, in its order, once the output is written. */
  onRow?: ((row: RowReport) => void) | undefined
}

/**
 * One run with the ledger open, whoever asks for it: the ledger, the connection and the run meet here.
 * @throws BatchError when nothing could be done; what stopped a run midway is `halt` in the report.
 */
export async function startRun<Request extends object>(
  operation: Operation<Request>,
  options: BatchOptions,
  settings: RunSettings,
  ports: RunPorts,
): Promise<RunReport> {
  const { address, baseUrl, token } = settings.destination
  const ledger = openLedger({
    file: settings.ledger,
    clock: ports.clock,
    onSpill: (record) => settings.onSpill(token.redact(JSON.stringify(record))),
  })
  let client: ServiceClient | undefined
  try {
    announceMemory(ledger, ports.logger)
    if (ledger.recovered > 0) {
      ports.logger.warn(
        `an earlier run ended while ${ledger.recovered} requests were on their way; their outcome is unknown`,
      )
    }
    const target = ledger.targets.find(address, settings.company)
    // It takes a tenth of a second; the sheet is read meanwhile.
    const isKnown = await requireSameToken(ledger.targets, target, token, settings.tokenRotated)
    const fingerprint = isKnown ? undefined : token.fingerprint()
    const transport = createTransport({
      baseUrl,
      token,
      requestTimeoutMs: settings.requestTimeoutMs,
      connections: options.send.concurrency,
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
    const report = await runBatch(operation, place, options, ports)
    await remembering
    const { onRow } = settings
    if (onRow !== undefined) for (const row of reportRows(operation, ledger, report)) onRow(row)
    return report
  } finally {
    await client?.close()
    ledger.close()
  }
}
