import type { EditedRow } from '../app/check-edited.ts'
import { type KnownThing, lookUpThings } from '../app/second-pair/look-up-things.ts'
import { namedActors } from '../contract/decision.ts'
import { sayStatus } from '../pipeline/figures/trip.ts'
import { parseFields } from '../pipeline/rows/row-outcome.ts'
import type { UnitedColumn } from '../pipeline/tables/united-columns.ts'
import type { Operation } from '../pipeline/terms/operation.ts'
import { foldHeading } from '../sheet/fold.ts'
import type { PageSettings } from './settings.ts'

/** What is in force now, by whom, since when: a column that no sheet has. */
const inForce = 'Recorded now, by, on'
/** Whom a decision is about, and what is recorded of it: shown before what is filled in; the rest of what is known behind. */
const telling = ['employeeId', 'name', 'destination', 'overallTrip', inForce]
const further = ['cumulativePeRiskLevel']

/** What is known of the things that a sheet sets the state of, to be shown beside them. */
export class InForce {
  readonly #operation: Operation
  readonly #settings: Pick<PageSettings, 'run' | 'clock' | 'cleaningUp'>
  #known: ReadonlyMap<string, KnownThing> = new Map()

  constructor(operation: Operation, settings: Pick<PageSettings, 'run' | 'clock' | 'cleaningUp'>) {
    this.#operation = operation
    this.#settings = settings
  }

  /** Looks up what is so now; nothing is held. */
  async look(rows: readonly EditedRow[], columns: readonly UnitedColumn[]): Promise<void> {
    const { run, clock, cleaningUp } = this.#settings
    const things = new Set(rows.map((row) => this.#thingOf(row, columns)))
    this.#known = await lookUpThings(this.#operation, [...things], run, { clock, cleaningUp })
  }

  /** What is known of a row under a heading that its sheet does not have; empty for anything else. */
  tell(row: EditedRow, columns: readonly UnitedColumn[], heading: string): string {
    const known = this.#known.get(this.#thingOf(row, columns))
    if (heading !== inForce) return String({ ...known?.created, ...known?.result }[heading] ?? '')
    if (known?.latest === undefined) return ''
    const request = parseFields(known.latest.request)
    const { at, state } = known.latest
    const day = at === null ? '' : new Date(at).toISOString().slice(0, 10)
    const status = sayStatus(String(request['status'] ?? ''), state)
    return [status, namedActors(request), day].filter((text) => text !== '').join(' · ')
  }

  /** What is filled in beside whom it is about and what is recorded; then all else that the sheet has. */
  arrange(columns: readonly UnitedColumn[]): UnitedColumn[] {
    const find = (heading: string): UnitedColumn | [] => {
      const found = columns.find((column) => foldHeading(column.heading) === foldHeading(heading))
      return found ?? (heading === 'name' ? [] : { heading, field: undefined, indexes: [] })
    }
    const { fields } = this.#operation.sheet
    const filled = fields.slice(1).flatMap(({ name }) => columns.find(({ field }) => field === name) ?? [])
    const first = new Set([...telling.flatMap(find), ...filled, ...further.flatMap(find)])
    return [...first, ...columns.filter((column) => !first.has(column))]
  }

  #thingOf({ sheet, texts }: EditedRow, columns: readonly UnitedColumn[]): string {
    const column = columns.find(({ field }) => field === this.#operation.secondPair?.aboutField)
    return texts[column?.indexes[sheet] ?? -1] ?? ''
  }
}
