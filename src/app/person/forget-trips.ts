import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { findPagesFolder } from '../../ledger/ledger-location.ts'
import { formatOperator } from '../../ledger/operator.ts'
import type { ForgetChoice, ForgetSurvey, OpenTrip, SettledChoice } from '../../ledger/port/forgetting.ts'
import type { Ledger } from '../../ledger/port.ts'
import type { DisclosedFile } from '../../ledger/user-register.ts'
import { find } from '../../messages/catalogue.ts'
import { readSpan } from '../../pipeline/figures/calendar.ts'
import { type Clock, dayMs } from '../../support/clock.ts'
import { BatchError } from '../../support/errors.ts'
import type { Logger } from '../../support/logger.ts'
import { explainFailure } from '../explain-failure.ts'
import { findStore } from '../ledger/ledger-access.ts'
import { openRegister } from '../ledger/rollback-check.ts'
import { type LedgerSettings, withLedger } from '../ledger/with-ledger.ts'
import { readOptionFile } from '../option-files.ts'
import { isHeld, type KeepingRules } from './keeping-rules.ts'
import { type FoundFiles, findNamingFiles, type NamingFiles } from './naming-files.ts'
import { readAnyCells } from './read-named-cells.ts'
import { type ChosenPeriods, choosePeriods, describePeriods, startOfKeeping } from './retention.ts'
import { listSandboxData } from './sandbox-files.ts'

export interface ForgetTripsRequest {
  employee: readonly string[]
  employees?: string | undefined
  before?: string | undefined
  byRetention: boolean
  keeping: KeepingRules
  reason?: string | undefined
  outputs: 'list' | 'delete'
  dryRun: boolean
}

export interface ForgetResult {
  survey: ForgetSurvey
  /** Raw answers, of trips that keep the rest of their content. */
  answers: number
  /** False after a dry run, or when a person said no. */
  isErased: boolean
  /** False when erased content may still be on the disk. */
  isScrubbed: boolean
  /** Outputs and copies that name the persons; deleted where that was wanted. */
  files: NamingFiles
  areDeleted: boolean
  /** Those of a choice by retention. */
  periods: ChosenPeriods
}

/**
 * Erases the content of persons or old trips from a ledger. `confirm` gets the counts before anything is changed.
 * @throws BatchError `usage` for a choice that cannot be used, `ledger` when there is no ledger.
 */
export async function forgetTrips(
  request: ForgetTripsRequest,
  settings: LedgerSettings,
  { clock, logger }: { clock: Clock; logger: Logger },
  confirm: (survey: ForgetSurvey, answers: number, toDelete: NamingFiles | undefined) => Promise<boolean>,
): Promise<ForgetResult> {
  const named = request.byRetention ? undefined : readChoice(request)
  const store = findStore(settings)
  if (!(await store.exists()))
    throw new BatchError('ledger', find('ledger-missing', { file: store.name, here: 'there' }))
  try {
    return await withLedger(settings, { clock, logger }, async (ledger) => {
      const { forgetting, retention } = ledger
      const periods = request.byRetention ? choosePeriods(request.keeping.retention, await retention.read()) : {}
      const { trips, answersOf } = named ?? chooseByRetention(periods, request.keeping, clock.now())
      if (request.byRetention) for (const line of describePeriods(periods)) logger.info(line)
      const survey = trips === undefined ? nothing : await forgetting.survey(trips)
      const answers = answersOf === undefined ? 0 : await forgetting.countAnswers(answersOf)
      const people = trips !== undefined && 'people' in trips ? trips.people : []
      const { deleteNaming, ...files } = await findFiles(people, ledger, settings)
      const unchanged = { survey, answers, isErased: false, isScrubbed: true, files, areDeleted: false, periods }
      if (request.dryRun) return unchanged
      const isSome = survey.submissions + survey.rows + answers > 0
      if (isSome) await forgetting.requireKey()
      const deletes = request.outputs === 'delete' && files.naming.length > 0
      if ((isSome || deletes) && !(await confirm(survey, answers, deletes ? files : undefined))) return unchanged
      const erasure = { reason: request.reason ?? '', by: formatOperator(), now: clock.now() }
      const erased = trips === undefined || !isSome ? survey : await forgetting.erase(trips, erasure)
      const emptied = answersOf === undefined ? 0 : await forgetting.eraseAnswers(answersOf, erasure)
      // A person who is left whole needs the outputs.
      const areDeleted = deletes && erased.openCount === 0
      const left = areDeleted ? deleteNaming() : files
      dropMissing(ledger, settings)
      // Also after an erasure that was broken off.
      const isScrubbed = await forgetting.scrub()
      return { survey: erased, answers: emptied, isErased: isSome, isScrubbed, files: left, areDeleted, periods }
    })
  } catch (error) {
    throw explainFailure(error)
  }
}

async function findFiles(people: readonly string[], ledger: Ledger, settings: LedgerSettings): Promise<FoundFiles> {
  const { surroundings } = settings
  return findNamingFiles(people, {
    outputs: await ledger.outputs.listAll(),
    disclosed: openRegister(surroundings)?.disclosedFiles(ledger.id) ?? [],
    sandboxes: listSandboxData(await ledger.targets.addresses(), surroundings.folder),
    ledger: settings.ledger,
    pages: findPagesFolder(surroundings),
    folder: surroundings.folder,
  })
}

/** A disk that is not mounted today is not taken for one without the file. */
function dropMissing(ledger: Ledger, { surroundings }: LedgerSettings): void {
  const known = openRegister(surroundings)
  const isMissing = ({ file }: DisclosedFile): boolean => !existsSync(file) && existsSync(dirname(file))
  known?.dropFiles(known.disclosedFiles(ledger.id).filter(isMissing))
}

const nothing: ForgetSurvey = { people: 0, submissions: 0, rows: 0, lines: 0, open: [], openCount: 0, openPeople: 0 }

interface Choices {
  trips?: ForgetChoice
  answersOf?: SettledChoice
}

function chooseByRetention(periods: ChosenPeriods, { held }: KeepingRules, now: number): Choices {
  const except = { people: held, readCells: readAnyCells }
  const [tripsSince, answersSince] = [startOfKeeping(periods.trips, now), startOfKeeping(periods.answers, now)]
  if (tripsSince === undefined && answersSince === undefined) throw new BatchError('usage', find('forget-no-retention'))
  return {
    ...(tripsSince === undefined ? {} : { trips: { settledBefore: tripsSince, except } }),
    ...(answersSince === undefined ? {} : { answersOf: { settledBefore: answersSince, except } }),
  }
}

function readChoice({ employee, employees, before, keeping }: ForgetTripsRequest): Choices {
  const people = [...employee, ...(employees === undefined ? [] : readPeople(employees))]
  if (before === undefined) {
    if (people.length === 0) throw new BatchError('usage', find('forget-nobody'))
    const held = people.filter((person) => isHeld(keeping, person))
    if (held.length > 0) throw new BatchError('usage', find('forget-held', { people: held }))
    return { trips: { people, readCells: readAnyCells } }
  }
  if (people.length > 0) throw new BatchError('usage', find('forget-both'))
  const span = readSpan(before)
  if (span === undefined) throw new BatchError('usage', find('date-unreadable', { option: 'before', written: before }))
  const except = { people: keeping.held, readCells: readAnyCells }
  return { trips: { settledBefore: span.first * dayMs, except } }
}

function readPeople(file: string): string[] {
  const lines = readOptionFile(file, 'A text file with the ID of one person on each line.').split(/\r?\n/)
  return lines.map((line) => line.trim()).filter((line) => line !== '')
}

export function describeOpenTrip(trip: OpenTrip): { place: string; state: string } {
  const { identifier, file, sheet, rowNumber, waitsIn } = trip
  const inSheet = sheet === undefined || sheet === '' ? '' : ` of “${sheet}”`
  return {
    place: file === undefined ? (identifier ?? 'a request without a row') : `row ${rowNumber}${inSheet} in ${file}`,
    state: typeof waitsIn === 'number' ? `waiting in run ${waitsIn} for its release` : trip.state,
  }
}
