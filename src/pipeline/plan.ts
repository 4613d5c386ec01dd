import type { Ledger } from '../ledger/ledger.ts'
import type { Operation } from './operation.ts'
import type { BatchOptions, Plan } from './options.ts'
import { RowPlaces } from './row-places.ts'

const pageSize = 500
const shownFirst = 3

/** What a run is about to send: counted by the operation's own labels. Rows that surely must wait are left out. */
export function planSending<Request extends object>(
  operation: Pick<Operation<Request>, 'name' | 'planLabel'>,
  ledger: Ledger,
  runId: number,
  options: Pick<BatchOptions, 'targetLabel' | 'isTestTarget'>,
): Plan {
  const counts = new Map<string, number>()
  const places = new RowPlaces(ledger.runs.sheetsOf(runId).map(({ name }) => name))
  const first: { row: string; request: string }[] = []
  let total = 0
  let afterSeq = -1
  for (;;) {
    const page = ledger.submissions.readyPage(runId, afterSeq, pageSize)
    for (const { seq, sheet, rowNumber, request, orderKey } of page) {
      if (orderKey !== null && isHeldBackForGood(ledger, runId, seq)) continue
      const label = operation.planLabel(JSON.parse(request))
      counts.set(label, (counts.get(label) ?? 0) + 1)
      total += 1
      if (first.length < shownFirst) first.push({ row: places.row(sheet, rowNumber), request })
    }
    const last = page.at(-1)
    if (last === undefined) break
    afterSeq = last.seq
  }
  const { targetLabel, isTestTarget } = options
  return { operation: operation.name, targetLabel, isTestTarget, counts, total, first }
}

/** Behind a row that this run does not send, either: it waits for somebody to mend that one. */
function isHeldBackForGood(ledger: Ledger, runId: number, seq: number): boolean {
  const blocker = ledger.order.findBlocker(runId, seq)
  return blocker !== undefined && blocker.state !== 'ready'
}
