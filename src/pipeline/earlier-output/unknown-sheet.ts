import type { Resolution } from '../../ledger/port/resolutions.ts'
import type { Ledger } from '../../ledger/port.ts'
import { type Cell, isBlank } from '../../sheet/cell.ts'
import { displayCell } from '../../sheet/values/display.ts'
import { readId } from '../../sheet/values/id.ts'
import type { Operation } from '../terms/operation.ts'
import type { RunPorts } from '../terms/options.ts'
import { type Answer, type AnswerSheet, readAnswers } from './read-answers.ts'

/** The sheet of our own workbooks in which a person says what became of unknown outcomes. */
export const unknownSheet: AnswerSheet = { sheet: 'Unknown', reference: 'reference', answer: 'resolution' }

/** Where no identifier tells that it was done. */
const resolutionWords = { decided: 'recorded', invited: 'invited' } as const

/**
 * Takes in what a person wrote into the sheet `Unknown` of a workbook of ours: the input itself, or the output of an
 * earlier run of the same command. Each answer counts for the one sending it was given for.
 */
export async function readResolutions<Request extends object>(
  files: readonly string[],
  operation: Operation<Request>,
  ledger: Ledger,
  ports: Pick<RunPorts, 'clock' | 'logger'>,
): Promise<void> {
  const applied = new Map<string, number>()
  for await (const answer of readAnswers(files, unknownSheet)) {
    if (isBlank(answer.written) || !applyOne(answer, operation, ledger, ports)) continue
    applied.set(answer.file, (applied.get(answer.file) ?? 0) + 1)
  }
  for (const [file, count] of applied) {
    ports.logger.info(`${count} unknown ${count === 1 ? 'row' : 'rows'} moved on as ${file} says`)
  }
}

function applyOne<Request extends object>(
  { reference, written, at }: Answer,
  operation: Operation<Request>,
  ledger: Ledger,
  ports: Pick<RunPorts, 'clock' | 'logger'>,
): boolean {
  const { resolutions } = ledger
  const standing = resolutions.standingOf(operation.name, reference)
  if (standing === 'moot') return false
  const shown = displayCell(written)
  if (standing === 'stale') {
    ports.logger.warn(`${at}: “${shown}” was said of an earlier sending; the row was sent again and stays unknown`)
    return false
  }
  const resolution = readResolution(written, operation.doneState)
  if (resolution === undefined) {
    ports.logger.warn(`${at}: “${shown}” is not understood; expected ${expectedResolutions(operation.doneState)}`)
    return false
  }
  const end = resolutions.apply(operation.name, reference, resolution, ports.clock.now())
  if (end === 'taken') ports.logger.warn(`${at}: ${shown} belongs to another row already; the row stays unknown`)
  return end === 'applied'
}

/** An identifier is never taken back, so a word such as “yes” must not become one. */
const identifierPattern = /^(?=.*\d)\S+$/

/** What a person may write: `not created`, or what shows that it was. Undefined when it is neither. */
export function readResolution(written: Cell, doneState: 'accepted' | 'decided' | 'invited'): Resolution | undefined {
  const reading = readId(written)
  if (!reading.ok) return undefined
  const text = reading.value
  if (/^not[ -]?(created|recorded|invited|sent)$/i.test(text)) return { kind: 'not-created' }
  const isDoneWord = doneState !== 'accepted' && text.toLowerCase() === resolutionWords[doneState]
  if (isDoneWord) return { kind: 'created', state: doneState, identifier: undefined }
  if (doneState === 'decided' || !identifierPattern.test(text)) return undefined
  return { kind: 'created', state: doneState, identifier: text }
}

export function expectedResolutions(doneState: 'accepted' | 'decided' | 'invited'): string {
  if (doneState === 'accepted') return '“not created” or the assessment id'
  return doneState === 'decided' ? '“not recorded” or “recorded”' : '“not invited”, “invited” or the user id'
}
