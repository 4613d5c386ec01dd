import type { ServiceClient } from '../client/service.ts'
import type { Chunk, DetachedRun, TeamWork } from '../ledger/port/team.ts'
import type { Ledger } from '../ledger/port.ts'
import type { Conversation, ConversationLimits } from './conversation.ts'
import { type RunContext, WakeableSleep } from './engine/context.ts'
import type { Tally } from './engine/tally.ts'
import { askWhatIsDue } from './poll/poll-scores.ts'
import { RowPlaces } from './rows/row-places.ts'
import { sendRows } from './send/send-rows.ts'
import { readDetached } from './terms/detached.ts'
import type { Operation } from './terms/operation.ts'
import type { RunPorts } from './terms/options.ts'

/** What a worker does parts of runs with. */
export interface ChunkParts {
  ledger: Ledger
  team: TeamWork
  client: ServiceClient
  conversation: Conversation
  /** What does not come with the run. */
  options: ConversationLimits
  tally: Tally
  ports: RunPorts
}

/** Sends the rows of a chunk that are ready; what others are sending is left to them. */
export async function sendChunk(
  run: DetachedRun,
  operation: Operation,
  chunk: Chunk,
  parts: ChunkParts,
): Promise<void> {
  await sendRows(contextOf(run, operation, chunk, parts))
}

/**
 * Asks once for the scores of what is due in a chunk. When there is more to ask; undefined when nothing is waited for.
 */
export async function askForChunk(
  run: DetachedRun,
  operation: Operation,
  chunk: Chunk,
  parts: ChunkParts,
): Promise<number | undefined> {
  return askWhatIsDue(contextOf(run, operation, chunk, parts))
}

/** As of a run that has these rows only. */
function contextOf(
  { id, sheets, how }: DetachedRun,
  operation: Operation,
  chunk: Chunk,
  { ledger, team, client, conversation, options, tally, ports }: ChunkParts,
): RunContext {
  const { waits, tries, pollTimeoutMs } = readDetached(how)
  const { halt, gate, health, schedule, watch } = conversation
  return {
    runId: id,
    operation,
    client,
    ledger: {
      ...ledger,
      submissions: {
        ...ledger.submissions,
        readyPage: (_, afterSeq, limit) => team.readyPage(chunk, Math.max(afterSeq, chunk.from - 1), limit),
        // Nobody waits for it here: the run is looked at again.
        openRows: async () => ({ isReady: (await team.readyPage(chunk, chunk.from - 1, 1)).length > 0, senders: [] }),
        duePolls: (_, now, limit) => team.duePolls(chunk, now, limit),
        nextPollAt: () => team.nextPollAt(chunk),
      },
    },
    options: { ...options, waits, tries, pollTimeoutMs },
    ports,
    halt,
    gate,
    health,
    schedule,
    tally,
    places: new RowPlaces(sheets),
    traffic: watch.traffic,
    pollWait: new WakeableSleep(),
  }
}
