import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { normalizePerson } from '../../ledger/forgetting/forgotten-trip.ts'
import { findPagesFolder } from '../../ledger/ledger-location.ts'
import { formatOperator } from '../../ledger/operator.ts'
import type { ForgetChoice, ForgetSurvey, OpenTrip, SettledChoice } from '../../ledger/port/forgetting.ts'
import type { RecordedRules, RetentionPeriods, TargetRules } from '../../ledger/port/rules.ts'
import type { Ledger } from '../../ledger/port.ts'
import { addSurvey, emptySurvey } from '../../ledger/store/forgetting/forgetting.ts'
import type { DisclosedFile } from '../../ledger/user-register.ts'
import { find } from '../../messages/catalogue.ts'
import { readSpan } from '../../pipeline/figures/calendar.ts'
import type { SettingValues } from '../../settings/all.ts'
import { parsePeriod, startOfPeriod } from '../../settings/calendar-period.ts'
import { foldEmployeeId } from '../../sheet/fold-text.ts'
import { dayMs } from '../../support/clock.ts'
import { BatchError } from '../../support/errors.ts'
import type { Logger } from '../../support/logger.ts'
import { explainFailure } from '../explain-failure.ts'
import { combineRules, ruleTable } from '../ledger/company-rules.ts'
import { findTarget, isOfTarget } from '../ledger/find-target.ts'
import { findStore, type LedgerPorts, type LedgerSettings, withLedger } from '../ledger/ledger-access.ts'
import { openRegister } from '../ledger/rollback-check.ts'
import { readOptionFile } from '../option-files.ts'
import type { FoundProfile } from '../profile/profile.ts'
import { locateTarget, readDemands } from '../profile/profile-demands.ts'
import { findNamingFiles, listSandboxData, type NamingFiles } from './naming-files.ts'
import { readAnyCells } from './read-named-cells.ts'

const mostNamed = 10

export interface ForgetTripsRequest
  extends Pick<SettingValues, 'byRetention' | 'outputs' | 'dryRun'>,
    Partial<Pick<SettingValues, 'employee' | 'employees' | 'before' | 'reason'>> {
  /** An agreed one: what it demands is recorded first. */
  profile: FoundProfile | undefined
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
  /** Whom nothing forgets, as the sheets write them. */
  held: readonly string[]
  /** Of the list of holds. */
  heldUnseen: readonly string[]
  /** Named ones, each with how the ledger spells an ID like it. */
  unseen: readonly { person: string; alike: readonly string[] }[]
}

/** `files`: to be deleted. */
export type ForgetQuestion = Omit<ForgetResult, 'files'> & { files: NamingFiles | undefined }

/**
 * Erases the content of persons or old trips from a ledger. `confirm` gets the counts before anything is changed.
 * @throws BatchError `usage` for a choice that cannot be used, `ledger` when there is no ledger.
 */
export async function forgetTrips(
  request: ForgetTripsRequest,
  settings: LedgerSettings,
  { clock, logger }: LedgerPorts,
  confirm: (asked: ForgetQuestion) => Promise<boolean>,
): Promise<ForgetResult> {
  const demands = readDemands(request.profile)
  const wanted = request.byRetention ? undefined : readChoice(request)
  const store = findStore(settings)
  if (!(await store.exists()))
    throw new BatchError('ledger', find('ledger-missing', { file: store.name, here: 'there' }))
  try {
    return await withLedger(settings, { clock, logger }, async (ledger) => {
      const { forgetting } = ledger
      const rules = await readRules(ledger, demands, request, settings, { clock, logger })
      const people = wanted !== undefined && 'people' in wanted ? wanted.people : []
      const { held, ...strangers } = await recognise(ledger, rules, demands, people)
      const except = { people: held, readCells: readAnyCells }
      const choices =
        wanted === undefined
          ? chooseByRetention(rules, except, clock.now(), logger)
          : ['people' in wanted ? wanted : { ...wanted, except }]
      const survey = await sumOf(choices, forgetting.survey)
      const { deleteNaming, ...files } = await findFiles(people, ledger, settings)
      const dryRun = { survey, isErased: false, isScrubbed: true, files, areDeleted: false, held, ...strangers }
      if (request.dryRun) return dryRun
      const hasContent = survey.submissions + survey.rows + survey.answers > 0
      if (hasContent) await forgetting.requireKey()
      const deletes = request.outputs === 'delete' && files.naming.length > 0
      if ((hasContent || deletes) && !(await confirm({ ...dryRun, files: deletes ? files : undefined }))) return dryRun
      const erasure = { reason: request.reason ?? '', by: formatOperator(), now: clock.now() }
      const erased = hasContent ? await sumOf(choices, (each) => forgetting.erase(each, erasure)) : survey
      // A person who is left whole needs the outputs.
      const areDeleted = deletes && erased.openCount === 0
      const result = { ...dryRun, survey: erased, isErased: hasContent, areDeleted }
      if (areDeleted) result.files = deleteNaming()
      dropMissing(ledger, settings)
      // Also after an erasure that was broken off.
      return { ...result, isScrubbed: await forgetting.scrub() }
    })
  } catch (error) {
    throw explainFailure(error)
  }
}

async function findFiles(people: readonly string[], ledger: Ledger, settings: LedgerSettings) {
  const { surroundings } = settings
  return findNamingFiles(people, {
    outputs: await ledger.outputs.listAll(),
    inputs: await ledger.outputs.listInputs(),
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

/** Of every target; in a dry run also what the profile would add. */
async function readRules(
  ledger: Ledger,
  demands: RecordedRules,
  { profile, dryRun }: ForgetTripsRequest,
  { surroundings }: LedgerSettings,
  ports: LedgerPorts,
): Promise<TargetRules[]> {
  const named = profile && locateTarget(profile, surroundings)
  if (named !== undefined && !dryRun)
    await findTarget(ledger, { company: named.company, destination: named, demands, surroundings }, ports)
  const isMeant = ({ target }: TargetRules): boolean => named === undefined || isOfTarget(named, target)
  const all = await ledger.rules.all()
  return all.map((each) => (isMeant(each) ? { ...each, rules: combineRules(each.rules, demands) } : each))
}

/** @throws BatchError `usage` when one of the people is on hold, in whatever spelling. */
async function recognise(
  { forgetting }: Ledger,
  all: readonly TargetRules[],
  demands: RecordedRules,
  people: readonly string[],
): Promise<Pick<ForgetResult, 'held' | 'heldUnseen' | 'unseen'>> {
  const holds = [...all.map(({ rules }) => rules), demands].flatMap(({ holds = [] }) => holds)
  const folded = new Set(holds.map(foldEmployeeId))
  const refused = people.filter((person) => folded.has(foldEmployeeId(person)))
  const named = refused.length > mostNamed ? [...refused.slice(0, mostNamed), '…'] : refused
  if (refused.length > 0) throw new BatchError('usage', find('forget-held', { people: named }))
  const spellings = await forgetting.spellings([...holds, ...people], readAnyCells, foldEmployeeId)
  const spelled = (id: string): readonly string[] => spellings.get(id) ?? []
  const isExact = (person: string): boolean =>
    spelled(person).some((each) => normalizePerson(each) === normalizePerson(person))
  return {
    held: [...new Set(holds.flatMap(spelled))],
    heldUnseen: [...new Set(holds.filter((id) => spelled(id).length === 0))],
    unseen: people.filter((person) => !isExact(person)).map((person) => ({ person, alike: spelled(person) })),
  }
}

async function sumOf(
  choices: readonly ForgetChoice[],
  forget: (choice: ForgetChoice) => Promise<ForgetSurvey>,
): Promise<ForgetSurvey> {
  const sum = emptySurvey()
  for (const choice of choices) addSurvey(sum, await forget(choice))
  return sum
}

/** @throws BatchError `usage` without a period; `ledger` for one that this program does not know. */
function chooseByRetention(
  all: readonly TargetRules[],
  except: SettledChoice['except'],
  now: number,
  logger: Logger,
): SettledChoice[] {
  const kept = all.filter(({ rules: { retention = {} } }) => Object.keys(retention).length > 0)
  if (kept.length === 0) throw new BatchError('usage', find('forget-no-retention'))
  for (const { target, rules } of kept) {
    const shown = ruleTable.retention.show(rules.retention ?? {})
    logger.info(`Retention for company “${target.company}” at ${target.address}: ${shown}`)
  }
  const choose = (name: keyof RetentionPeriods): SettledChoice[] =>
    kept.flatMap(({ target: { id: targetId }, rules: { retention = {} } }) => {
      if (retention[name] === undefined) return []
      const period = parsePeriod(retention[name])
      if (period === undefined) throw new BatchError('ledger', find('stored-unreadable', { what: 'period' }))
      const settledBefore = startOfPeriod(now, period)
      return settledBefore === undefined ? [] : [{ settledBefore, targetId, except, isOfAnswers: name === 'answers' }]
    })
  return [...choose('trips'), ...choose('answers')]
}

function readChoice({ employee = [], employees, before }: ForgetTripsRequest): ForgetChoice {
  const text = employees && readOptionFile(employees, 'A text file with the ID of one person on each line.')
  const listed = (text ?? '').split(/\r?\n/).map((line) => line.trim())
  const people = [...employee, ...listed.filter((line) => line !== '')]
  if (before === undefined) {
    if (people.length === 0) throw new BatchError('usage', find('forget-nobody'))
    return { people, readCells: readAnyCells }
  }
  if (people.length > 0) throw new BatchError('usage', find('forget-both'))
  const span = readSpan(before)
  if (span === undefined) throw new BatchError('usage', find('date-unreadable', { option: 'before', written: before }))
  return { settledBefore: span.first * dayMs }
}

export function describeOpenTrip(trip: OpenTrip): { place: string; state: string } {
  const { identifier, file, sheet, rowNumber, waitsIn } = trip
  const inSheet = sheet === undefined || sheet === '' ? '' : ` of “${sheet}”`
  return {
    place: file === undefined ? (identifier ?? 'a request without a row') : `row ${rowNumber}${inSheet} in ${file}`,
    state: typeof waitsIn === 'number' ? `waiting in run ${waitsIn} for its release` : trip.state,
  }
}
