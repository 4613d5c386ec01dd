import { createdStates, inDoubtStates } from '../../contract/states.ts'
import type { Database } from '../../support/sqlite.ts'
import { findPlaces, type RowPlace } from '../done-beginning.ts'
import { parseKept } from '../kept-json.ts'
import { isOfEpoch, type LoadedRequest, type LoadSettings } from '../port/loaded-row.ts'
import type { AttemptLog } from './attempts.ts'
import { createKnownSubmissions, type KnownSubmission } from './known-submissions.ts'
import { createPlacedRows } from './placed-rows.ts'
import { createResumption } from './resumption.ts'

/**
 * Finds the submissions of rows that set the state of a thing, one after another. Which of them are done shows only when
 * all rows of that thing were read.
 */
export interface OrderedPlacing {
  /** Keeps the request of a row that stands in the run already, held for the time being. */
  keep(runId: number, seq: number, request: LoadedRequest): void
  /** Gives every row of the run that was kept its place; call it inside the transaction that completes the load. */
  placeAll(settings: LoadSettings): void
}

interface OrderedRow {
  seq: number
  sheet: number
  rowNumber: number
  hash: Uint8Array | null
  request: string | null
}

/** The service may have it, and may not: also what was to be sent again, and was surely not processed only that time. */
function isUncertain({ state, doubted }: KnownSubmission): boolean {
  return inDoubtStates.has(state) || (doubted === 1 && !createdStates.has(state))
}

export function createOrderedPlacing(db: Database, attempts: AttemptLog): OrderedPlacing {
  db.exec(
    `CREATE TEMP TABLE IF NOT EXISTS kept_requests (run_id INTEGER, seq INTEGER, request TEXT, PRIMARY KEY (run_id, seq))`,
  )
  const submissions = createKnownSubmissions(db)
  const placedRows = createPlacedRows(db)
  const resumption = createResumption(submissions, attempts)
  const keep = db.prepare('INSERT INTO temp.kept_requests (run_id, seq, request) VALUES (?, ?, ?)')
  const forget = db.prepare('DELETE FROM temp.kept_requests')
  const selectKey = db
    .prepare<[number, string], string | null>('SELECT MIN(order_key) FROM rows WHERE run_id = ? AND order_key > ?')
    .pluck()
  const selectRows = db.prepare<[number, string], OrderedRow>(
    `SELECT rows.seq, rows.sheet, rows.row_number AS rowNumber, rows.request_hash AS hash, kept.request
       FROM rows LEFT JOIN temp.kept_requests AS kept ON kept.run_id = rows.run_id AND kept.seq = rows.seq
      WHERE rows.run_id = ? AND rows.order_key = ? ORDER BY rows.seq`,
  )

  function placeKey(settings: LoadSettings, orderKey: string): void {
    const { runId, epoch } = settings
    const rows = selectRows.all(runId, orderKey)
    const known = submissions.listOrdered(settings, orderKey)
    const history = known
      .filter((submission) => createdStates.has(submission.state) || isUncertain(submission))
      .map((submission) => {
        const isCertain = createdStates.has(submission.state)
        const counts = epoch === undefined || !isCertain || isOfEpoch(epoch, submission)
        return { id: submission.id, content: nameOf(submission.request_hash), isCertain, counts }
      })
    const contents = rows.map(({ hash, request }) => (hash === null || request === null ? undefined : nameOf(hash)))
    const places = findPlaces(contents, history, settings.allowDuplicates)
    const unused = new UnusedSubmissions(known)
    const ids: (number | undefined)[] = []
    for (const [index, { seq, hash, request }] of rows.entries()) {
      const place = places[index]
      if (hash === null || request === null || place === undefined) continue
      ids[index] = find(settings, orderKey, place, { hash, request, unused, known, ids })
      const first = place.kind === 'repeat' ? rows[place.of] : undefined
      placedRows.settle(runId, seq, {
        submissionId: ids[index],
        held: first === undefined ? undefined : 'duplicate',
        detail: first === undefined ? undefined : JSON.stringify({ ofRow: first.rowNumber, ofSheet: first.sheet }),
        wasDone: place.kind === 'done',
      })
    }
  }

  interface RowParts {
    hash: Uint8Array
    request: string
    unused: UnusedSubmissions
    known: readonly KnownSubmission[]
    /** Of the rows before. */
    ids: readonly (number | undefined)[]
  }

  function find(settings: LoadSettings, orderKey: string, place: RowPlace, row: RowParts): number | undefined {
    if (place.kind === 'done') return place.id
    if (place.kind === 'repeat') return row.ids[place.of]
    if (place.kind === 'open') return open(settings, orderKey, row)
    const doubtful = row.known.find(({ id }) => id === place.id)
    if (doubtful === undefined) return place.id
    submissions.renew(doubtful.id, readRequest(row.request).json)
    resumption.resume(settings, doubtful)
    return place.id
  }

  /** One that was surely not processed is sent again as what it is; else the same content is recorded once more. */
  function open(settings: LoadSettings, orderKey: string, { hash, request, unused }: RowParts): number {
    const { json, likeness, isUnknownElsewhere } = readRequest(request)
    const content = nameOf(hash)
    const left = unused.take(content)
    if (left !== undefined) {
      submissions.renew(left.id, json)
      resumption.resume(settings, left)
      return left.id
    }
    const generation = unused.nextGeneration(content)
    const key = { hash, ordinal: 0, generation }
    const epoch = settings.epoch?.id
    const id = submissions.insert(settings, { key, epoch, request: json, likeness, orderKey, created: undefined })
    if (generation === 0 && isUnknownElsewhere === true && !settings.retryUnknown) resumption.doubt(settings, id)
    return id
  }

  return {
    keep(runId, seq, { json, likeness, isUnknownElsewhere }) {
      keep.run(runId, seq, JSON.stringify({ json, likeness, isUnknownElsewhere }))
    },
    placeAll(settings) {
      let key = selectKey.get(settings.runId, '')
      while (typeof key === 'string') {
        placeKey(settings, key)
        key = selectKey.get(settings.runId, key)
      }
      forget.run()
    },
  }
}

/** What was surely not processed, oldest first, and how often each content was recorded or tried. */
class UnusedSubmissions {
  readonly #left: KnownSubmission[]
  readonly #generations = new Map<string, number>()

  constructor(known: readonly KnownSubmission[]) {
    this.#left = known
      .filter((submission) => !createdStates.has(submission.state) && !isUncertain(submission))
      .toSorted((one, other) => one.generation - other.generation)
    for (const { request_hash, generation } of known) this.#count(nameOf(request_hash), generation)
  }

  take(content: string): KnownSubmission | undefined {
    const at = this.#left.findIndex(({ request_hash }) => nameOf(request_hash) === content)
    return at < 0 ? undefined : this.#left.splice(at, 1)[0]
  }

  nextGeneration(content: string): number {
    const generation = (this.#generations.get(content) ?? -1) + 1
    this.#generations.set(content, generation)
    return generation
  }

  #count(content: string, generation: number): void {
    this.#generations.set(content, Math.max(generation, this.#generations.get(content) ?? 0))
  }
}

function nameOf(hash: Uint8Array): string {
  return Buffer.from(hash).toString('hex')
}

/** As it was kept. */
function readRequest(request: string): Omit<LoadedRequest, 'identity' | 'claims'> {
  return parseKept(request, 'request')
}
