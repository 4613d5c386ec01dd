import { isDeepStrictEqual } from 'node:util'
import { findStore } from '../app/ledger/ledger-access.ts'
import { describeOpenTrip, type ForgetResult, forgetTrips } from '../app/person/forget-trips.ts'
import type { NamingFiles } from '../app/person/naming-files.ts'
import { mentionsOf, readNamedCells } from '../app/person/read-named-cells.ts'
import { writePerson } from '../app/person/write-person.ts'
import { isDatabaseAddress } from '../ledger/database-address.ts'
import type { ForgetSurvey } from '../ledger/port/forgetting.ts'
import { BatchError } from '../support/errors.ts'
import { handOutRecords, type PageSettings } from './page-settings.ts'
import type { ErasureRequest } from './request-schemas.ts'

type Settings = Pick<PageSettings, 'kept' | 'run' | 'clock' | 'logger'>
type PersonCounts = Record<'requests' | 'rows' | 'lines', number>

export interface PersonState {
  person: string
  known: PersonCounts
  /** What forgetting erases; null for a person who must not be forgotten. */
  erasable: PersonCounts | null
  /** Not settled: with one of these, the person is left whole. The first of them. */
  open: readonly ReturnType<typeof describeOpenTrip>[]
  openCount: number
  files: NamingFiles
  /** Set once the person was forgotten. `isScrubbed`: nothing of it is left on the disk. */
  forgotten: (PersonCounts & { isScrubbed: boolean; isDatabase: boolean }) | null
  notes: readonly string[]
}

type Confirm = Parameters<typeof forgetTrips>[3]

/** Shows, exports and forgets what the ledger holds of one person. */
export class PersonController {
  readonly #settings: Settings
  state: PersonState | null = null

  constructor(settings: Settings) {
    this.#settings = settings
  }

  async show(person: string): Promise<void> {
    this.state = null
    this.state = await this.#survey(person)
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
    const { survey, isErased, isScrubbed, files } = await this.#forgetTrips(
      { person: shown.person, reason },
      async (asked) => {
        if (isDeepStrictEqual(toCounts(asked.survey), shown.erasable)) return true
        throw new BatchError('usage', 'what is known of this person has changed since you saw it', {
          hint: 'Show it again. Nothing was changed.',
        })
      },
    )
    const isDatabase = isDatabaseAddress(this.#settings.run.ledger)
    // In a database, a colleague's run may have begun meanwhile.
    const isDone = isErased && survey.openCount === 0
    const erased = isDone ? toCounts(survey) : shown.forgotten
    const forgotten = erased && { ...erased, isScrubbed, isDatabase }
    // After an erasure nothing is left, and a second look might fail.
    const now = isDone ? { ...shown, known: nothing, erasable: nothing } : await this.#survey(shown.person)
    this.state = { ...now, files, forgotten }
  }

  async #survey(person: string): Promise<PersonState> {
    const known = await findStore(this.#settings.run).person(person, readNamedCells, mentionsOf(person))
    const { survey, files } = await this.#forgetTrips({ person, dryRun: true }).catch((error: unknown) => {
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
      erasable: survey === undefined ? null : toCounts(survey),
      open: survey?.open.map(describeOpenTrip) ?? [],
      openCount: survey?.openCount ?? 0,
      files,
      forgotten: null,
      notes: [],
    }
  }

  #forgetTrips(
    { person, ...more }: { person: string; dryRun?: boolean; reason?: string },
    confirm: Confirm = async () => false,
  ): Promise<ForgetResult> {
    const { run, kept, clock, logger } = this.#settings
    kept.refresh()
    const request = {
      employee: [person],
      byRetention: false,
      outputs: 'list',
      dryRun: false,
      profile: kept.found,
      ...more,
    } as const
    return forgetTrips(request, run, { clock, logger }, confirm)
  }
}

const nothing: PersonCounts = { requests: 0, rows: 0, lines: 0 }

const unsurveyed = { survey: undefined, files: { naming: [], unread: [], sandboxes: [] } }

function toCounts({ submissions, rows, lines }: ForgetSurvey): PersonCounts {
  return { requests: submissions, rows, lines }
}
