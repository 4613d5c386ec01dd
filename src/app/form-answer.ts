import type { Ledger } from '../ledger/port.ts'
import { type AnswerResult, answerUnknown, describeAnswerResult } from '../pipeline/earlier-output/unknown-sheet.ts'
import type { Operation } from '../pipeline/model/operation.ts'
import type { Clock } from '../support/clock.ts'

/** What a person says in a form of a row that is `unknown`: `not created`, its identifier, or that it was done. */
export interface FormAnswer {
  /** Of the sending that the form showed; the row may have been sent again since. */
  reference: string
  text: string
}

/** By the rule of the sheet `Unknown`. `problem` says why nothing was moved; undefined when the answer counts. */
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
