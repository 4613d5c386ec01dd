import { formatOperator } from '../../ledger/operator.ts'
import type { ForgetChoice, ForgetSurvey } from '../../ledger/port/forgetting.ts'
import { find } from '../../messages/catalogue.ts'
import { readSpan } from '../../pipeline/figures/calendar.ts'
import { type Clock, dayMs } from '../../support/clock.ts'
import { BatchError } from '../../support/errors.ts'
import type { Logger } from '../../support/logger.ts'
import { explainFailure } from '../explain-failure.ts'
import { readOptionFile } from '../option-files.ts'
import { findStore } from './ledger-access.ts'
import { deleteFiles, findNamingFiles, type NamingFiles } from './naming-files.ts'
import { type LedgerSettings, withLedger } from './with-ledger.ts'

export interface ForgetTripsRequest {
  employee: readonly string[]
  employees?: string | undefined
  before?: string | undefined
  reason?: string | undefined
  outputs: 'list' | 'delete'
  dryRun: boolean
}

export interface ForgetResult {
  survey: ForgetSurvey
  /** False after a dry run, or when a person said no. */
  isErased: boolean
  /** False when erased content may still be on the disk. */
  isScrubbed: boolean
  /** Outputs and copies that name the persons; deleted where that was wanted. */
  files: NamingFiles
  areDeleted: boolean
}

/**
 * Erases the content of persons or old trips from a ledger. `confirm` gets the counts before anything is changed.
 * @throws BatchError `usage` for a choice that cannot be used, `ledger` when there is no ledger.
 */
export async function forgetTrips(
  request: ForgetTripsRequest,
  settings: LedgerSettings,
  { clock, logger }: { clock: Clock; logger: Logger },
  confirm: (survey: ForgetSurvey, toDelete: NamingFiles | undefined) => Promise<boolean>,
): Promise<ForgetResult> {
  const choice = readChoice(request)
  const store = findStore(settings)
  if (!(await store.exists()))
    throw new BatchError('ledger', find('ledger-missing', { file: store.name, here: 'there' }))
  try {
    return await withLedger(settings, { clock, logger }, async ({ forgetting, outputs }) => {
      const survey = await forgetting.survey(choice)
      const people = 'people' in choice ? choice.people : []
      const files =
        people.length === 0
          ? { naming: [], unread: [] }
          : await findNamingFiles(await outputs.listAll(), people, settings.ledger)
      const unchanged = { survey, isErased: false, isScrubbed: true, files, areDeleted: false }
      if (request.dryRun) return unchanged
      const isSome = survey.submissions + survey.rows > 0
      const deletes = request.outputs === 'delete' && files.naming.length > 0
      if ((isSome || deletes) && !(await confirm(survey, deletes ? files : undefined))) return unchanged
      const erasure = { reason: request.reason ?? '', by: formatOperator(), now: clock.now() }
      const erased = isSome ? await forgetting.erase(choice, erasure) : survey
      // A person who is left whole needs the outputs.
      const areDeleted = deletes && erased.openCount === 0
      if (areDeleted) deleteFiles(files.naming)
      // Also after an erasure that was broken off.
      const isScrubbed = await forgetting.scrub()
      return { survey: erased, isErased: isSome, isScrubbed, files, areDeleted }
    })
  } catch (error) {
    throw explainFailure(error)
  }
}

function readChoice({ employee, employees, before }: ForgetTripsRequest): ForgetChoice {
  const people = [...employee, ...(employees === undefined ? [] : readPeople(employees))]
  if (before === undefined) {
    if (people.length === 0) throw new BatchError('usage', find('forget-nobody'))
    return { people }
  }
  if (people.length > 0) throw new BatchError('usage', find('forget-both'))
  const span = readSpan(before)
  if (span === undefined) throw new BatchError('usage', find('date-unreadable', { option: 'before', written: before }))
  return { settledBefore: span.first * dayMs }
}

function readPeople(file: string): string[] {
  const lines = readOptionFile(file, 'A text file with the ID of one person on each line.').split(/\r?\n/)
  return lines.map((line) => line.trim()).filter((line) => line !== '')
}
