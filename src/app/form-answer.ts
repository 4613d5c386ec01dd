import type { Ledger } from '../ledger/port.ts'
import {
  type AnswerResult,
  answerUnknown,
  describeAnswerResult,
  readResolution,
} from '../pipeline/earlier-output/unknown-sheet.ts'
import type { Operation } from '../pipeline/model/operation.ts'
import type { Clock } from '../support/clock.ts'

/** An answer in the form of an `unknown` row: `not created`, an identifier, or done. */
export interface FormAnswer {
  /** Identifies the sending that the form showed; the row may have been sent again since. */
  reference: string
  text: string
}

export interface FormAnswerEnd {
  end: AnswerResult
  /** Reason for a refusal; undefined when the answer counts. */
  problem: string | undefined
  /** It counts, and says that nothing was created: the row may be sent. */
  isDenial: boolean
}

/** Follows the rule of the worksheet `Unknown`. */
export async function applyFormAnswer(
  operation: Operation,
  ledger: Ledger,
  { reference, text }: FormAnswer,
  clock: Clock,
): Promise<FormAnswerEnd> {
  const written = { t: 's', v: text } as const
  const end = await answerUnknown(ledger, operation, { reference, written }, clock.now())
  const isDenial = end === 'applied' && readResolution(written, operation)?.kind === 'not-created'
  return { end, problem: describeAnswerResult(end, text, operation), isDenial }
}
