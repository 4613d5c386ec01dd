import type { Submission } from '../../ledger/port/outcomes.ts'
import { classifyEnd } from '../engine/classify-proof.ts'
import type { RunContext } from '../engine/context.ts'
import { priorities } from '../engine/gate.ts'
import { TaskPool } from '../engine/task-pool.ts'
import { readPages } from '../rows/paginate.ts'
import { parseFields } from '../rows/row-outcome.ts'

const pageSize = 200
const lookedAt = 'looked at'

/** After an unknown outcome, reads at the service without sending anything again. */
export async function inquireUnknown(context: RunContext, id: number, request: object, isLater = false): Promise<void> {
  const { operation, ledger, gate, client, ports, runId } = context
  const ask = operation.send.inquire
  if (ask === undefined) return
  let sentAt: number | undefined
  const inquiry = await gate.pass(
    priorities.poll,
    async () => {
      sentAt = ports.clock.now()
      const inquiry = await ask(client, request)
      // A token that is refused here is refused for all rows.
      const { proof } = inquiry.answer
      if (proof.kind === 'stop') gate.see({ kind: 'read', proof })
      return inquiry
    },
    ({ answer }) => classifyEnd(answer.proof, answer.status),
  )
  if (inquiry === undefined) return
  const { seen, answer } = inquiry
  const isInVain = answer.proof.kind === 'retry' || answer.proof.kind === 'stop'
  if (isInVain && isLater) return
  const facts = { runId, operation: 'retrieve', sentAt, answeredAt: ports.clock.now(), httpStatus: undefined }
  const outcome = isInVain ? 'not seen' : lookedAt
  await ledger.submissions.annotateUnknown(id, seen, { ...facts, outcome, detail: seen })
}

/** The same for those of a run that was stopped before the service had answered. */
export async function inquireLeft(context: RunContext): Promise<void> {
  const { ledger, operation, runId, options, gate } = context
  if (operation.send.inquire === undefined || !(await ledger.runs.mayAsk(runId))) return
  // Of several about one thing, one: its answer is the same for all.
  const left = new Map<string, Submission>()
  for await (const page of readPages((after) => ledger.runs.openPage(runId, after, pageSize), 'seq')) {
    for (const { submission } of page) {
      if (submission?.state !== 'unknown' || submission.isForgotten === true) continue
      const attempts = await ledger.attempts.of(submission.id)
      const hasSeen = attempts.some(
        ({ outcome, sentAt = 0 }) => outcome === lookedAt && sentAt >= (submission.sentAt ?? 0),
      )
      const { request } = submission
      const thing = String(parseFields(request)[operation.fourEyes?.aboutField ?? ''] ?? request)
      if (!hasSeen) left.set(thing, submission)
    }
  }
  const pool = new TaskPool(options.concurrency)
  const ask = async (): Promise<void> => {
    for (const { id, request } of left.values())
      await pool.add(() => inquireUnknown(context, id, parseFields(request), true))
  }
  await gate.guard(ask).finally(() => pool.finish())
}
