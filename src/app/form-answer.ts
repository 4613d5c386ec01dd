import type { Ledger } from '../ledger/port.ts'
import { type AnswerResult, answerUnknown, describeAnswerResult } from '../pipeline/earlier-output/unknown-sheet.ts'
import type { Operation } from '../pipeline/model/operation.ts'
import type { Clock } from '../support/clock.ts'

/** An answer in the form of an `unknown` row: `not created`, an identifier, or done. */
export interface FormAnswer {
  /** Identifies the sending that the form showed; the row may have been sent again since. */
  reference: string
  text: string
}

/**
 * Follows the rule of the worksheet `Unknown`. `problem` is the reason for a refusal; undefined when the answer counts.
 */
export async function applyFormAnswer(
  operation: Operation,
  ledger: Ledger,
  { reference, text }: FormAnswer,
  clock: Clock,
): Promise<{ end: AnswerResult; problem: string | undefined }> {
  const written = { t: 's', v: text } as const
  const end = await answerUnknown(ledger, operation, { reference, written }, clock.now())
  return { end, problem: describeAnswerResult(end, text, operation) }
}
