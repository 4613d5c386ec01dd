import { isDeepStrictEqual } from 'node:util'
import { findStore } from '../app/ledger/ledger-access.ts'
import { type ForgetResult, type ForgetTripsRequest, forgetTrips } from '../app/person/forget-trips.ts'
import { mentionsOf, readNamedCells } from '../app/person/read-named-cells.ts'
import { writePerson } from '../app/person/write-person.ts'
import { namedActors } from '../contract/decision.ts'
import { isDatabaseAddress } from '../ledger/database-address.ts'
import type { ForgetSurvey, OpenTrip, PersonSubmission } from '../ledger/port/forgetting.ts'
import { parseFields } from '../pipeline/rows/row-outcome.ts'
import { BatchError } from '../support/errors.ts'
import { handOutRecords, type PageSettings } from './page-settings.ts'
import type { ErasureRequest } from './request-schemas.ts'

type PersonCounts = Record<'requests' | 'rows' | 'lines', number>
/** Once the person was forgotten. `isScrubbed`: nothing of it is left on the disk. */
type Forgotten = PersonCounts & { isScrubbed: boolean; isDatabase: boolean }
export type PersonState = Awaited<ReturnType<typeof surveyPerson>>

export class PersonController {
  readonly #settings: PageSettings
  state: PersonState | null = null

  constructor(settings: PageSettings) {
    this.#settings = settings
  }

  async show(person: string): Promise<void> {
    this.state = null
    this.state = await surveyPerson(this.#settings, person)
  }

  async export(): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const shown = this.state
    if (shown === null) return undefined
    const { run, clock } = this.#settings
    const { content, notes } = await handOutRecords('person.xlsx', this.#settings, (output, record) =>
      writePerson({
        store: findStore(run),
        person: shown.person,
        output,
        now: clock.now(),
        onVerified: (lines) => record('export', `${lines} lines about one person`),
      }),
    )
    this.state = { ...shown, notes }
    return content
  }

  /** Only what was shown, and only with its ID typed. */
  async forget({ typed, reason }: ErasureRequest): Promise<void> {
    const shown = this.state
    if (shown === null) throw new BatchError('usage', 'no person is shown yet')
    if (typed.trim() !== shown.person) {
      throw new BatchError('usage', 'the typed ID is not the ID of the shown person', {
        hint: 'Nothing was changed.',
      })
    }
    const wanted = { employee: [shown.person], dryRun: false, reason }
    const { survey, isErased, isScrubbed, files } = await forget(this.#settings, wanted, async (asked) => {
      if (isDeepStrictEqual(toCounts(asked.survey), shown.erasable)) return true
      throw new BatchError('usage', 'what is known of this person has changed since you saw it', {
        hint: 'Show it again. Nothing was changed.',
      })
    })
    const isDatabase = isDatabaseAddress(this.#settings.run.ledger)
    // In a database, a colleague's run may have begun meanwhile.
    const isDone = isErased && survey.openCount === 0
    const erased = isDone ? toCounts(survey) : shown.forgotten
    const forgotten = erased && { ...erased, isScrubbed, isDatabase }
    // After an erasure nothing is left, and a second look might fail.
    const now = isDone
      ? { ...shown, known: nothing, trips: [], erasable: nothing }
      : await surveyPerson(this.#settings, shown.person)
    this.state = { ...now, files, forgotten }
  }
}

async function surveyPerson(settings: PageSettings, person: string) {
  const known = await findStore(settings.run).person(person, readNamedCells, mentionsOf(person))
  const wanted = { employee: [person], dryRun: true }
  const { survey, files, unseen } = await forget(settings, wanted, async () => false).catch((error: unknown) => {
    if (error instanceof BatchError && error.said?.code === 'forget-held') return unsurveyed
    throw error
  })
  return {
    person,
    known: {
      requests: known.submissions.length + known.acts.submissions.length,
      rows: known.rows.length + known.acts.rows.length,
      lines: known.lines.length + known.acts.statements.length,
    },
    /** Spellings of IDs like this one, where the ledger has no traveller of this ID. */
    alike: unseen.flatMap(({ alike }) => alike),
    trips: listTrips(known.submissions),
    /** What forgetting erases; null for a person who must not be forgotten. */
    erasable: survey === undefined ? null : toCounts(survey),
    /** Not settled: with one of these, the person is left whole. The first of them. */
    open: survey?.open.map(placeOpen) ?? [],
    openCount: survey?.openCount ?? 0,
    files,
    forgotten: null as Forgotten | null,
    notes: [] as readonly string[],
  }
}

export type KnownTrip = ReturnType<typeof listTrips>[number]

/** The newest first, each with its last recorded decision. */
function listTrips(submissions: readonly PersonSubmission[]) {
  const of = (name: string) => submissions.filter(({ operation }) => operation === name)
  const decisions = of('decide').flatMap(({ request, doneAt }) =>
    doneAt === null ? [] : { at: doneAt, of: parseFields(request) },
  )
  return of('assess')
    .map(({ request, result, identifier, state, sentAt }) => {
      const { destination, startDate, endDate } = parseFields(request)
      const own = decisions.filter((each) => textOf(each.of['assessmentId']) === identifier)
      const [last] = own.toSorted((one, other) => other.at - one.at)
      return {
        place: textOf(destination),
        days: [startDate, endDate].map((day) => textOf(day).slice(0, 10)),
        sentAt,
        state,
        score: textOf(parseFields(result ?? undefined)['overallTrip']),
        decision:
          last === undefined ? null : { status: textOf(last.of['status']), by: namedActors(last.of), at: last.at },
      }
    })
    .toSorted((one, other) => (other.days[0] ?? '').localeCompare(one.days[0] ?? ''))
}

const textOf = (value: unknown): string => String(value ?? '')

/** Where it can be settled. */
function placeOpen({ file = '', sheet = '', rowNumber = 0, identifier, state, waitsIn }: OpenTrip) {
  return { file, sheet, row: rowNumber, identifier, state, waitsIn: waitsIn ?? null }
}

function forget(
  { run, kept, clock, logger }: PageSettings,
  wanted: Pick<ForgetTripsRequest, 'employee' | 'dryRun' | 'reason'>,
  confirm: Parameters<typeof forgetTrips>[3],
): Promise<ForgetResult> {
  kept.refresh()
  const request = { ...wanted, byRetention: false, outputs: 'list', profile: kept.found } as const
  return forgetTrips(request, run, { clock, logger }, confirm)
}

const nothing: PersonCounts = { requests: 0, rows: 0, lines: 0 }

const unsurveyed = { survey: undefined, unseen: [], files: { naming: [], unread: [], sandboxes: [], inputs: [] } }

function toCounts({ submissions, rows, lines }: ForgetSurvey): PersonCounts {
  return { requests: submissions, rows, lines }
}
