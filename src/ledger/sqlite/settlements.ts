import { inDoubtStates } from '../../contract/states.ts'
import type { Database } from '../../support/sqlite.ts'
import type { AttemptFacts } from '../port/attempts.ts'
import type { Settlement } from '../port/submissions.ts'
import { listOf } from '../state-sql.ts'
import { checksumOf, setState, sumOfTime } from './schema/checksum.ts'

/** The states in which a sending ends: a late outcome still counts after its claim expired. */
const ofClaim = `holder = ? AND claim = ? AND id = ? AND state IN ${listOf(inDoubtStates)}`

/** Surely not processed: only the earlier sending may count, with its own turn. */
const earlierTurn = 'turn = COALESCE(doubted_turn, turn)'

/** The changes that end a claim; the submission is bound last. */
const settlements: Readonly<Record<Settlement['to'], string>> = {
  accepted: `identifier = ?, report_url = ?, names_sum = ?, accepted_at = ?, accepted_sum = ?,
             next_poll_at = CAST(? AS INTEGER), problem = NULL`,
  done: 'identifier = ?, names_sum = ?, done_at = ?, done_sum = ?, problem = NULL',
  rejected: `problem_field = ?, problem = ?, raw_answer = ?, ${earlierTurn}`,
  failed: `problem = ?, ${earlierTurn}`,
  ready: `problem = ?, ${earlierTurn}`,
  unknown: 'problem = ?, raw_answer = ?',
}

function valuesOf(
  settlement: Settlement,
  { answeredAt, sentAt }: AttemptFacts,
  id: number,
): (string | number | null)[] {
  switch (settlement.to) {
    case 'accepted': {
      const { identifier, reportUrl, nextPollAt } = settlement
      const at = answeredAt ?? sentAt ?? 0
      return [identifier, reportUrl, checksumOf(id, identifier, reportUrl), at, sumOfTime(at), nextPollAt]
    }
    case 'done': {
      const at = answeredAt ?? null
      return [settlement.identifier, checksumOf(id, settlement.identifier, null), at, sumOfTime(at)]
    }
    case 'rejected':
      return [settlement.field, settlement.message, settlement.rawAnswer]
    case 'unknown':
      return [settlement.reason, settlement.rawAnswer]
    default:
      return [settlement.reason]
  }
}

/** Takes holder, number of the claim, and submission; false when another run has moved the submission on. */
export type EndClaim = (
  settlement: Settlement,
  attempt: AttemptFacts,
  claim: readonly [number, number, number],
) => boolean

export function prepareEnds(db: Database): EndClaim {
  const prepareEnd = (to: Settlement['to']) =>
    db.prepare<unknown[]>(`UPDATE submissions SET ${setState(to)}, holder = NULL, ${settlements[to]} WHERE ${ofClaim}`)
  const ends = {
    accepted: prepareEnd('accepted'),
    done: prepareEnd('done'),
    rejected: prepareEnd('rejected'),
    failed: prepareEnd('failed'),
    ready: prepareEnd('ready'),
    unknown: prepareEnd('unknown'),
  }
  return (settlement, attempt, claim) =>
    ends[settlement.to].run(...valuesOf(settlement, attempt, claim[2]), ...claim).changes === 1
}
