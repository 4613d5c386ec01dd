import { readFileSync } from 'node:fs'
import { formatOperator } from '../../ledger/operator.ts'
import type { ForgetChoice, ForgetSurvey } from '../../ledger/port/forgetting.ts'
import { find } from '../../messages/catalogue.ts'
import { readSpan } from '../../pipeline/figures/calendar.ts'
import { type Clock, dayMs } from '../../support/clock.ts'
import { BatchError } from '../../support/errors.ts'
import type { Logger } from '../../support/logger.ts'
import { explainFailure } from '../explain-failure.ts'
import { findStore } from '../ledger/ledger-access.ts'
import { type LedgerSettings, withLedger } from '../ledger/with-ledger.ts'
import { readAnyCells } from './read-named-cells.ts'

export interface ForgetTripsRequest {
  employee: readonly string[]
  employees?: string | undefined
  before?: string | undefined
  reason?: string | undefined
  dryRun: boolean
}

export interface ForgetResult {
  survey: ForgetSurvey
  /** False after a dry run, or when a person said no. */
  isErased: boolean
  /** False when erased content may still be on the disk. */
  isScrubbed: boolean
}

/**
 * Erases the content of persons or old trips from a ledger. `confirm` gets the counts before anything is changed.
 * @throws BatchError `usage` for a choice that cannot be used, `ledger` when there is no ledger.
 */
export async function forgetTrips(
  request: ForgetTripsRequest,
  settings: LedgerSettings,
  { clock, logger }: { clock: Clock; logger: Logger },
  confirm: (survey: ForgetSurvey) => Promise<boolean>,
): Promise<ForgetResult> {
  const choice = readChoice(request)
  const store = findStore(settings)
  if (!(await store.exists()))
    throw new BatchError('ledger', find('ledger-missing', { file: store.name, here: 'there' }))
  try {
    return await withLedger(settings, { clock, logger }, async ({ forgetting }) => {
      const survey = await forgetting.survey(choice)
      if (request.dryRun) return { survey, isErased: false, isScrubbed: true }
      const isSome = survey.submissions + survey.rows > 0
      if (isSome && !(await confirm(survey))) return { survey, isErased: false, isScrubbed: true }
      const erasure = { reason: request.reason ?? '', by: formatOperator(), now: clock.now() }
      const erased = isSome ? await forgetting.erase(choice, erasure) : survey
      // Also after an erasure that was broken off.
      return { survey: erased, isErased: isSome, isScrubbed: await forgetting.scrub() }
    })
  } catch (error) {
    throw explainFailure(error)
  }
}

function readChoice({ employee, employees, before }: ForgetTripsRequest): ForgetChoice {
  const people = [...employee, ...(employees === undefined ? [] : readPeople(employees))]
  if (before === undefined) {
    if (people.length === 0) throw new BatchError('usage', find('forget-nobody'))
    return { people, readCells: readAnyCells }
  }
  if (people.length > 0) throw new BatchError('usage', find('forget-both'))
  const span = readSpan(before)
  if (span === undefined) throw new BatchError('usage', find('date-unreadable', { option: 'before', written: before }))
  return { settledBefore: span.first * dayMs }
}

function readPeople(file: string): string[] {
  const lines = readFileSync(file, 'utf8')
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
  return lines.map((line) => line.trim()).filter((line) => line !== '')
}
