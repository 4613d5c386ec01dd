import type { Chunk, DetachedRun, TeamWork } from '../ledger/port/team.ts'
import type { RunContext } from './engine/context.ts'
import type { Operation } from './model/operation.ts'
import { readStoredRun } from './model/stored-run.ts'
import { createRunContext, type ServiceSession } from './service-session.ts'

/** `options`: those that are not stored with the run. */
export interface ChunkContext extends Pick<RunContext, 'ledger' | 'client' | 'options' | 'tally' | 'ports'> {
  team: TeamWork
  session: ServiceSession
}

/** As if the run had only the chunk's rows; rows that others are sending are left to them. */
export function createChunkContext(
  { id, sheets, how }: DetachedRun,
  operation: Operation,
  chunk: Chunk,
  { ledger, team, client, session, options, tally, ports }: ChunkContext,
): RunContext {
  const { waits, tries, pollTimeoutMs } = readStoredRun(how)
  return createRunContext(session, sheets, {
    runId: id,
    operation,
    client,
    ledger: {
      ...ledger,
      submissions: {
        ...ledger.submissions,
        readyPage: (_, afterSeq, limit) => team.readyPage(chunk, Math.max(afterSeq, chunk.from - 1), limit),
        // The worker does not wait here: it looks at the run again later.
        openRows: async () => ({ isReady: (await team.readyPage(chunk, chunk.from - 1, 1)).length > 0, senders: [] }),
        duePolls: (_, now, limit, polling) => team.duePolls(chunk, now, limit, polling),
        nextPollAt: () => team.nextPollAt(chunk),
      },
    },
    options: { ...options, wait: waits, retries: tries, pollTimeoutMs },
    ports,
    tally,
  })
}
