import type { ChangeAnswers } from '../../ledger/change-answers.ts'
import { isBlank } from '../../sheet/cell.ts'
import { readChoice } from '../../sheet/values/choice.ts'
import { displayCell } from '../../sheet/values/display.ts'
import { createValueList } from '../../sheet/values/value-list.ts'
import type { RunPorts } from '../terms/options.ts'
import { type AnswerSheet, readAnswers } from './read-answers.ts'

/** The sheet of our own workbooks in which a person says which changed rows are to be sent. */
export const changedSheet: AnswerSheet = { sheet: 'Changed', reference: 'reference', answer: 'send' }
export const changeAnswers = ['yes', 'no'] as const

const yesNo = createValueList(['Yes', 'No'])

/** What a person wrote into the sheet `Changed`; each answer counts for the row as it was when it was held. */
export async function readChanges(
  files: readonly string[],
  { logger }: Pick<RunPorts, 'logger'>,
): Promise<ChangeAnswers> {
  const answers = new Map<string, boolean>()
  for await (const { reference, written, at } of readAnswers(files, changedSheet)) {
    if (isBlank(written) || reference === '') continue
    const reading = readChoice(written, yesNo)
    if (reading.ok) answers.set(reference, reading.value === 'Yes')
    else logger.warn(`${at}: “${displayCell(written)}” is not understood; expected yes or no`)
  }
  return answers
}
