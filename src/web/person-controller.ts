import { isDeepStrictEqual } from 'node:util'
import { findStore } from '../app/ledger/ledger-access.ts'
import {
  describeOpenTrip,
  type ForgetResult,
  type ForgetTripsRequest,
  forgetTrips,
} from '../app/person/forget-trips.ts'
import { mentionsOf, readNamedCells } from '../app/person/read-named-cells.ts'
import { writePerson } from '../app/person/write-person.ts'
import { isDatabaseAddress } from '../ledger/database-address.ts'
import type { ForgetSurvey } from '../ledger/port/forgetting.ts'
import { BatchError } from '../support/errors.ts'
import { handOutRecords, type PageSettings } from './page-settings.ts'
import type { ErasureRequest } from './request-schemas.ts'

type PersonCounts = Record<'requests' | 'rows' | 'lines', number>
/** Once the person was forgotten. `isScrubbed`: nothing of it is left on the disk. */
type Forgotten = PersonCounts & { isScrubbed: boolean; isDatabase: boolean }
export type PersonState = Awaited<ReturnType<typeof surveyPerson>>

/** Shows, exports and forgets what the ledger holds of one person. */
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

  /** A workbook about the shown person; undefined when there is none. */
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
      ? { ...shown, known: nothing, erasable: nothing }
      : await surveyPerson(this.#settings, shown.person)
    this.state = { ...now, files, forgotten }
  }
}

async function surveyPerson(settings: PageSettings, person: string) {
  const known = await findStore(settings.run).person(person, readNamedCells, mentionsOf(person))
  const wanted = { employee: [person], dryRun: true }
  const { survey, files } = await forget(settings, wanted, async () => false).catch((error: unknown) => {
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
    /** What forgetting erases; null for a person who must not be forgotten. */
    erasable: survey === undefined ? null : toCounts(survey),
    /** Not settled: with one of these, the person is left whole. The first of them. */
    open: survey?.open.map(describeOpenTrip) ?? [],
    openCount: survey?.openCount ?? 0,
    files,
    forgotten: null as Forgotten | null,
    notes: [] as readonly string[],
  }
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

const unsurveyed = { survey: undefined, files: { naming: [], unread: [], sandboxes: [] } }

function toCounts({ submissions, rows, lines }: ForgetSurvey): PersonCounts {
  return { requests: submissions, rows, lines }
}
