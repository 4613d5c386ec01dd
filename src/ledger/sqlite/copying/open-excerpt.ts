import type { Clock } from '../../../support/clock.ts'
import { ForgetKey, type KeyLocator } from '../../forgetting/forget-key.ts'
import { hashRow, identifierOf } from '../../matching/lookup.ts'
import type { LoadedRow, LoadSettings } from '../../port/loaded-row.ts'
import type { Scope } from '../../port/targets.ts'
import type { Ledger } from '../../port.ts'
import { parseSending } from '../../sending-reference.ts'
import { Excerpt, type Interest } from '../../store/copy-tables.ts'
import { createForgetting } from '../../store/forgetting/forgetting.ts'
import { readLedgerId } from '../../store/overview.ts'
import { findUnfinishedEpochs } from '../../store/runs.ts'
import type { ReadingStore } from '../../store/store.ts'
import { createSubmissionReads } from '../../store/submission-reads.ts'
import { ScratchFile } from './scratch-file.ts'

/**
 * A private ledger in a folder that the caller deletes. It answers as a copy of the other one would, but holds only
 * what it was asked about: of other people's trips none but those that its rows meet.
 */
export async function openExcerpt(
  read: ReadingStore | undefined,
  folder: string,
  clock: Clock,
  findForgetKey?: KeyLocator,
): Promise<Ledger> {
  if (read === undefined) {
    const scratch = await ScratchFile.create(folder, clock)
    return { ...scratch.ledger, close: () => scratch.close() }
  }
  try {
    const { store } = read
    const key = new ForgetKey(read.name, findForgetKey?.(await readLedgerId(store)))
    const excerpt = new Excerpt(store, key)
    const scratch = await ScratchFile.create(folder, clock, {
      findForgetKey,
      read: (columnsOf) => excerpt.readBookkeeping(columnsOf),
    })
    const close = () => scratch.close().finally(() => read.close())
    return { ...scratch.ledger, ...fetchFirst(scratch.ledger, new Fetching(scratch, excerpt), excerpt, clock), close }
  } catch (error) {
    await read.close()
    throw error
  }
}

/** The parts of the port that ask about more than the run itself. */
function fetchFirst(
  { id: ledgerId, rowLoader, runs, submissions, order, resolutions, forgetting }: Ledger,
  fetching: Fetching,
  excerpt: Excerpt,
  clock: Clock,
): Pick<Ledger, 'rowLoader' | 'runs' | 'submissions' | 'order' | 'resolutions' | 'forgetting'> {
  const { store } = excerpt
  const { identifierPage, standingRows } = createSubmissionReads(store)
  // Only its own key counts: the scratch ledger has another.
  const theirs = createForgetting(store, excerpt.key, async () => false, clock)
  const ofSending = (reference: string): Interest => {
    const sending = parseSending(ledgerId, reference)
    return sending === undefined ? {} : { ids: [sending.id] }
  }
  return {
    rowLoader: {
      add: (settings, firstSeq, rows) =>
        fetching.about(interestOf(rows), () => rowLoader.add(settings, firstSeq, rows), settings),
    },
    runs: {
      ...runs,
      async begin(run) {
        const { id, epoch } = await runs.begin(run)
        if (epoch === undefined) return { id, epoch }
        return { id, epoch: { id, unfinished: await findUnfinishedEpochs(store, run.operation, run.target.id) } }
      },
      completeLoad: (settings, completion) =>
        fetching.after(
          () => fetching.addInputs(settings),
          () => runs.completeLoad(settings, completion),
        ),
      recognised: (runId, identifiers) => fetching.about({ identifiers }, () => runs.recognised(runId, identifiers)),
    },
    submissions: {
      ...submissions,
      requestsOf: (operation, target, identifiers) =>
        fetching.about({ identifiers }, () => submissions.requestsOf(operation, target, identifiers)),
      resultsOf: (operation, target, identifiers) =>
        fetching.about({ identifiers }, () => submissions.resultsOf(operation, target, identifiers)),
      identifierPage,
      standingRows,
      named: (identifiers) => fetching.about({ identifiers }, () => submissions.named(identifiers)),
      simulated: (identifiers) => fetching.about({ identifiers }, () => submissions.simulated(identifiers)),
    },
    order: {
      ...order,
      findLatest: (of, orderKeys) => fetching.about({ orderKeys }, () => order.findLatest(of, orderKeys)),
    },
    forgetting: {
      ...forgetting,
      count: theirs.count,
      requireKey: () => theirs.requireKey().then(() => forgetting.requireKey()),
    },
    resolutions: {
      async listUnknown(operation, targetId) {
        const unknown = await excerpt.listUnknown(operation, targetId)
        const here = await Promise.all(unknown.map(({ id }) => submissions.get(id)))
        return unknown.filter((_, index) => (here[index]?.state ?? 'unknown') === 'unknown')
      },
      readStatus: (operation, reference) =>
        fetching.about(ofSending(reference), () => resolutions.readStatus(operation, reference)),
      apply: (operation, reference, resolution, now) => {
        const identifier = resolution.kind === 'created' ? resolution.identifier : undefined
        const interest = { ...ofSending(reference), identifiers: identifier === undefined ? [] : [identifier] }
        return fetching.about(interest, () => resolutions.apply(operation, reference, resolution, now))
      },
    },
  }
}

function interestOf(rows: readonly LoadedRow[]): Interest {
  const hashes = new Set(rows.flatMap((row) => hashRow(row).hash ?? []))
  const identifiers = rows.flatMap(({ content }) => identifierOf(content) ?? [])
  const orderKeys = new Set(rows.flatMap(({ orderKey }) => orderKey ?? []))
  return { hashes: [...hashes], identifiers, orderKeys: [...orderKeys] }
}

/** Fetches one thing after another; each submission once. */
class Fetching {
  readonly #scratch: ScratchFile
  readonly #excerpt: Excerpt
  readonly #known = new Set<number>()
  /** Identifiers and order keys: a submission once found does not change here. */
  readonly #asked = { identifiers: new Set<string>(), orderKeys: new Set<string>() }
  #last: Promise<unknown> = Promise.resolve()

  constructor(scratch: ScratchFile, excerpt: Excerpt) {
    this.#scratch = scratch
    this.#excerpt = excerpt
  }

  /** `use` runs before anything else is fetched. */
  after<Result>(fetch: () => Promise<unknown>, use: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(fetch).then(use)
    this.#last = result.catch(() => {})
    return result
  }

  about<Result>(interest: Interest, use: () => Promise<Result>, scope?: Scope): Promise<Result> {
    return this.after(() => this.add(interest, scope), use)
  }

  async add(wanted: Interest, scope?: Scope): Promise<void> {
    const interest = { ...wanted, ...this.#leaveAsked(wanted) }
    const found = await this.#excerpt.findSubmissions(interest, scope)
    const byId = new Map(found.map((each) => [Number(each['id']), each]))
    const fresh = [...byId].flatMap<Record<string, unknown>>(([id, each]) => (this.#known.has(id) ? [] : each))
    if (fresh.length === 0) return
    for (const { id } of fresh) this.#known.add(Number(id))
    const ordered = fresh.filter(({ order_key }) => order_key !== null)
    const sendings = ordered.length === 0 ? [] : await this.#excerpt.readSendings(ordered.map(({ id }) => Number(id)))
    this.#scratch.addSubmissions(fresh, sendings)
    // What a state replaces is looked up by its order key, however its own submission was found.
    const orderKeys = new Set(ordered.map(({ order_key }) => String(order_key)))
    if (orderKeys.size > 0) await this.add({ orderKeys: [...orderKeys] })
  }

  #leaveAsked(wanted: Interest): Required<Pick<Interest, 'identifiers' | 'orderKeys'>> {
    const leave = (kind: 'identifiers' | 'orderKeys'): string[] => {
      const fresh = (wanted[kind] ?? []).filter((each) => !this.#asked[kind].has(each))
      for (const each of fresh) this.#asked[kind].add(each)
      return fresh
    }
    return { identifiers: leave('identifiers'), orderKeys: leave('orderKeys') }
  }

  /** What the end of a load asks about: whose earlier version a sheet is, and what that one leaves without a row. */
  async addInputs(settings: LoadSettings): Promise<void> {
    const { runId } = settings
    const most = 2 * (await this.#scratch.ledger.runs.countRows(runId))
    for (const { input, isByName } of this.#scratch.findInputs(settings)) {
      const sheet = this.#scratch.findLatestSheet(input)
      // Of another file one more than an input may have that is the same: that it has more is all that counts.
      const limit = isByName === 1 ? Number.MAX_SAFE_INTEGER : most + 1
      const places = sheet === undefined ? [] : await this.#excerpt.readPlaces(sheet.runId, sheet.position, limit)
      this.#scratch.addRows(places)
      if (isByName === 0 && places.length > most) continue
      const ids = await this.#excerpt.listPossiblyCreated(input)
      await this.add({ ids: ids.filter((id) => !this.#known.has(id)) })
      await this.#follow(input, settings)
    }
  }

  /** Later versions of what is left over, and decisions on it. */
  async #follow(input: number, settings: LoadSettings): Promise<void> {
    const leftOvers = this.#scratch.findLeftOvers(input, settings.runId)
    const ids = leftOvers.flatMap(({ supersededBy }) => supersededBy ?? [])
    const orderKeys = leftOvers.flatMap(({ identifier }) => identifier ?? [])
    await this.add({ ids, orderKeys, hashes: leftOvers.map(({ hash }) => hash) }, settings)
    // One that was never sent is forgotten unless a row stands for it, in whatever sheet.
    if (ids.length > 0) this.#scratch.addRows(await this.#excerpt.readPlacesOf(ids))
  }
}
