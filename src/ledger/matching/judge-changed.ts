import { describeNo, describeYes, referToChange } from '../change-answers.ts'
import type { LoadCompletion } from '../port/runs.ts'

/** A new row that is similar to a submission without a row. */
export interface ChangedRow {
  requestHash: Uint8Array
  heldAgainst: number | null
  /** 1: a person kept the earlier version. */
  kept: number
}

export interface EarlierVersion {
  id: number
  identifier: string | null
  /** The service surely has it. */
  isCreated: boolean
}

/** A person's answer, for the log of attempts. */
interface AnswerNote {
  outcome: 'ready' | 'kept'
  detail: string
}

export type ChangeJudgement = { note: AnswerNote | undefined } & (
  | { kind: 'send' }
  /** `detail` is JSON; see `orphanOf`. */
  | { kind: 'hold'; state: 'changed' | 'kept'; kept: 0 | 1; detail: string }
)

/**
 * An edited row is held as `changed` in every run until a person answers. After yes it is sent and replaces the earlier
 * version. After no it is `kept` until a later answer, and the earlier version surely exists.
 */
export function judgeChanged(
  row: ChangedRow,
  earlier: EarlierVersion,
  ledgerId: string,
  { sendChanged, answers }: LoadCompletion,
): ChangeJudgement {
  const answer = answers?.get(referToChange(ledgerId, row.requestHash, earlier.id))
  const wasKept = row.kept === 1 && row.heldAgainst === earlier.id
  const isDeclined = answer === undefined ? wasKept : !answer
  if (!isDeclined && (sendChanged || answer === true)) {
    const note = { outcome: 'ready', detail: describeYes(earlier.identifier) } as const
    return { kind: 'send', note: answer === true ? note : undefined }
  }
  const note = { outcome: 'kept', detail: describeNo(earlier.identifier) } as const
  return {
    kind: 'hold',
    state: isDeclined && earlier.isCreated ? 'kept' : 'changed',
    kept: isDeclined ? 1 : 0,
    detail: JSON.stringify({ orphan: earlier.id, isDeclined }),
    note: isDeclined && !wasKept ? note : undefined,
  }
}
