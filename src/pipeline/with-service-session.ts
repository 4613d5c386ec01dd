import type { Wait } from '../messages/waits.ts'
import { type RunContext, WakeableSleep } from './engine/context.ts'
import { StallDetector } from './engine/stall-detector.ts'
import { listWaits, type WaitSources } from './list-waits.ts'
import type { RunPorts, SendOptions } from './model/options.ts'
import type { RunConnection } from './model/run.ts'
import { RowAddresses } from './rows/row-addresses.ts'
import { openServiceSession, type ServiceSession, saveLearned, stopOnInterrupt } from './service-session.ts'

export interface SessionRequest extends Pick<WaitSources, 'findRuns'> {
  options: SendOptions
  /** Reported when nothing moves and nothing else is waited for. */
  idleWaits?: readonly Wait[]
}

/**
 * The life of a session with the service, for a run and for a worker: opened with what earlier ones learned, stopped by
 * an interrupt, closed, and what it learned is stored. `use` must listen for a halt before it awaits anything.
 */
export async function withServiceSession<Result>(
  connection: RunConnection,
  { findRuns, options, idleWaits = [] }: SessionRequest,
  ports: RunPorts,
  use: (session: ServiceSession, stallDetector: StallDetector) => Promise<Result>,
): Promise<Result> {
  const { ledger } = connection
  const { clock } = ports
  const session = await openServiceSession(connection, options, ports)
  const { halt, gate, health, monitor } = session
  const stallDetector = new StallDetector({
    clock,
    countAnswers: () => monitor.traffic.report.requests,
    async listWaits() {
      const waits = await listWaits({ gate, health, ledger, clock, findRuns })
      return waits.length === 0 ? [...idleWaits] : waits
    },
    onStalled: (forMs, waits) => ports.onEvent?.({ kind: 'still', forMs, waits }),
  })
  const using = use(session, stallDetector)
  const ignoreInterrupts = stopOnInterrupt(session, ports.interrupt)
  void stallDetector.watch()
  try {
    return await using
  } finally {
    ignoreInterrupts()
    stallDetector.stop()
    session.close()
    await ledger.flush()
    if (halt.reason?.kind !== 'broken') await saveLearned(connection, session, clock.now())
  }
}

type ContextFacts = Pick<RunContext, 'runId' | 'operation' | 'client' | 'ledger' | 'options' | 'ports' | 'tally'>

/** `sheets`: the names of the worksheets of the run. */
export function createRunContext(session: ServiceSession, sheets: readonly string[], facts: ContextFacts): RunContext {
  const { halt, gate, health, schedule, monitor } = session
  const { traffic } = monitor
  const own = { addresses: new RowAddresses(sheets), pollWait: new WakeableSleep() }
  return { ...facts, halt, gate, health, schedule, traffic, ...own }
}
