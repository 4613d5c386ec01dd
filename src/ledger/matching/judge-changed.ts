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

/** `note`: a person's answer, for the log of attempts. */
export type ChangeJudgement = { note: { outcome: 'ready' | 'kept'; detail: string } | undefined } & (
  | { kind: 'send' }
  /** `detail` is JSON; see `orphanOf`. */
  | { kind: 'hold'; state: 'changed' | 'kept'; kept: 0 | 1; detail: string }
)

/**
 * Names a row by its content and by the submission it was held against. An answer never counts for a row that was
 * edited since, nor in another ledger.
 */
export function referToChange(ledgerId: string, requestHash: Uint8Array, orphan: number): string {
  return `${ledgerId.slice(0, 8)}-${Buffer.from(requestHash).toString('hex').slice(0, 16)}-${orphan}`
}

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
  const version = earlier.identifier ?? 'a version that may exist already'
  const answer = answers?.get(referToChange(ledgerId, row.requestHash, earlier.id))
  const wasKept = row.kept === 1 && row.heldAgainst === earlier.id
  const isDeclined = answer === undefined ? wasKept : !answer
  if (!isDeclined && (sendChanged || answer === true)) {
    const note = { outcome: 'ready', detail: `a person says that it is to be sent, in place of ${version}` } as const
    return { kind: 'send', note: answer === true ? note : undefined }
  }
  const note = { outcome: 'kept', detail: `a person says that it is not to be sent: ${version} stands` } as const
  return {
    kind: 'hold',
    state: isDeclined && earlier.isCreated ? 'kept' : 'changed',
    kept: isDeclined ? 1 : 0,
    detail: JSON.stringify({ orphan: earlier.id, isDeclined }),
    note: isDeclined && !wasKept ? note : undefined,
  }
}
