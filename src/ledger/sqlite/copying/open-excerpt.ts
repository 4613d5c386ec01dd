import { join } from 'node:path'
import { inDoubtStates } from '../../../contract/states.ts'
import type { Clock } from '../../../support/clock.ts'
import { ForgetKey, type KeyLocator } from '../../forgetting/forget-key.ts'
import { hashRow, identifierOf } from '../../matching/lookup.ts'
import type { LoadedRow } from '../../port/loaded-row.ts'
import type { UnknownSending } from '../../port/resolutions.ts'
import type { Ledger } from '../../port.ts'
import { parseSending } from '../../sending-reference.ts'
import { listOf } from '../../state-sql.ts'
import { streamBookkeeping } from '../../store/copy-tables.ts'
import { createForgetting } from '../../store/forgetting/forgetting.ts'
import { readLedgerId } from '../../store/overview.ts'
import { findUnfinishedEpochs } from '../../store/runs.ts'
import type { ReadingStore, Store } from '../../store/store.ts'
import { createSubmissionReads } from '../../store/submission-reads.ts'
import { forgoDurability, openLedger } from '../open.ts'
import { Excerpt, type Interest } from './excerpt.ts'
import { importIntoFile } from './move-file.ts'

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
  const file = join(folder, 'ledger.sqlite')
  const open = () => openLedger({ file, clock, onSpill() {}, isScratch: true, findForgetKey })
  if (read === undefined) return open()
  try {
    const { store } = read
    const key = new ForgetKey(read.name, findForgetKey?.(await readLedgerId(store)))
    await importIntoFile(file, clock.now(), (columnsOf) => streamBookkeeping(store, columnsOf), forgoDurability)
    const excerpt = new Excerpt(open(), store, key, clock)
    const close = () => excerpt.close().finally(() => read.close())
    // Only its own key counts: the excerpt has another.
    const theirs = createForgetting(store, key, async () => false, clock)
    return { ...excerpt.ledger, ...fetchFirst(excerpt, store, theirs), close }
  } catch (error) {
    await read.close()
    throw error
  }
}

const selectInDoubt = `SELECT id, sent_at AS "sentAt", request FROM submissions
  WHERE operation = $1 AND target_id = $2 AND state IN ${listOf(inDoubtStates)} AND sent_at IS NOT NULL`

/** The parts of the port that ask about more than the run itself. */
function fetchFirst(
  excerpt: Excerpt,
  store: Store,
  theirs: Ledger['forgetting'],
): Pick<Ledger, 'rowLoader' | 'runs' | 'submissions' | 'order' | 'resolutions' | 'forgetting'> {
  const { id: ledgerId, rowLoader, runs, submissions, order, resolutions, forgetting } = excerpt.ledger
  const { created, identifierPage, standingRows } = createSubmissionReads(store)
  const ofSending = (reference: string): Interest => {
    const sending = parseSending(ledgerId, reference)
    return sending === undefined ? {} : { ids: [sending.id] }
  }
  /** What the other ledger knows of the last argument is fetched before. */
  const after =
    <Given extends unknown[], Asked, Answer>(
      ask: (...given: [...Given, Asked]) => Promise<Answer>,
      toInterest: (asked: Asked) => Interest,
    ) =>
    (...given: [...Given, Asked]): Promise<Answer> =>
      excerpt.about(toInterest(given.at(-1) as Asked), () => ask(...given))
  const ofIdentifiers = (identifiers: readonly string[]): Interest => ({ identifiers })
  return {
    rowLoader: {
      add: (settings, firstSeq, rows) =>
        excerpt.about(interestOf(rows), () => rowLoader.add(settings, firstSeq, rows), settings),
    },
    runs: {
      ...runs,
      async begin(run) {
        const { id, epoch } = await runs.begin(run)
        if (epoch === undefined) return { id, epoch }
        return { id, epoch: { id, unfinished: await findUnfinishedEpochs(store, run.operation, run.target.id) } }
      },
      completeLoad: (settings, completion) =>
        excerpt.after(
          () => excerpt.addInputs(settings),
          () => runs.completeLoad(settings, completion),
        ),
      recognised: after(runs.recognised, ofIdentifiers),
    },
    submissions: {
      ...submissions,
      requestsOf: after(submissions.requestsOf, ofIdentifiers),
      resultsOf: after(submissions.resultsOf, ofIdentifiers),
      created,
      identifierPage,
      standingRows,
      named: after(submissions.named, ofIdentifiers),
      simulated: after(submissions.simulated, ofIdentifiers),
    },
    order: { ...order, findLatest: after(order.findLatest, (orderKeys) => ({ orderKeys })) },
    forgetting: {
      ...forgetting,
      count: theirs.count,
      requireKey: () => theirs.requireKey().then(() => forgetting.requireKey()),
    },
    resolutions: {
      async listUnknown(operation, targetId) {
        const unknown = await store.query<UnknownSending>(selectInDoubt, [operation, targetId])
        const here = await Promise.all(unknown.map(({ id }) => submissions.get(id)))
        return unknown.filter((_, index) => (here[index]?.state ?? 'unknown') === 'unknown')
      },
      readStatus: after(resolutions.readStatus, ofSending),
      apply: (operation, reference, resolution, now) => {
        const identifier = resolution.kind === 'created' ? resolution.identifier : undefined
        const interest = { ...ofSending(reference), identifiers: identifier === undefined ? [] : [identifier] }
        return excerpt.about(interest, () => resolutions.apply(operation, reference, resolution, now))
      },
    },
  }
}

function interestOf(rows: readonly LoadedRow[]): Interest {
  const hashes = new Set(rows.map(hashRow).flatMap(({ hash, earlier }) => [hash ?? [], earlier].flat()))
  const identifiers = rows.flatMap(({ content }) => identifierOf(content) ?? [])
  const orderKeys = new Set(rows.flatMap(({ orderKey }) => orderKey ?? []))
  return { hashes: [...hashes], identifiers, orderKeys: [...orderKeys] }
}
