import { join } from 'node:path'
import type { Clock } from '../../../support/clock.ts'
import { ForgetKey, type KeyLocator } from '../../forgetting/forget-key.ts'
import { hashRow, identifierOf } from '../../matching/lookup.ts'
import type { LoadedRow } from '../../port/loaded-row.ts'
import type { Ledger } from '../../port.ts'
import { parseSending } from '../../sending-reference.ts'
import { Excerpt, type Interest } from '../../store/copy-tables.ts'
import { createForgetting } from '../../store/forgetting/forgetting.ts'
import { readLedgerId } from '../../store/overview.ts'
import { findUnfinishedEpochs } from '../../store/runs.ts'
import type { ReadingStore } from '../../store/store.ts'
import { createSubmissionReads } from '../../store/submission-reads.ts'
import { forgoDurability, openLedger } from '../open.ts'
import { importIntoFile } from './move-file.ts'
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
  const file = join(folder, 'ledger.sqlite')
  const open = () => openLedger({ file, clock, onSpill() {}, isScratch: true, findForgetKey })
  if (read === undefined) return open()
  try {
    const { store } = read
    const key = new ForgetKey(read.name, findForgetKey?.(await readLedgerId(store)))
    const excerpt = new Excerpt(store, key)
    await importIntoFile(file, clock.now(), (columnsOf) => excerpt.readBookkeeping(columnsOf), forgoDurability)
    const ledger = open()
    const scratch = new ScratchFile(ledger, excerpt, clock)
    const close = () => scratch.close().finally(() => read.close())
    return { ...ledger, ...fetchFirst(scratch, excerpt, clock), close }
  } catch (error) {
    await read.close()
    throw error
  }
}

/** The parts of the port that ask about more than the run itself. */
function fetchFirst(
  fetching: ScratchFile,
  excerpt: Excerpt,
  clock: Clock,
): Pick<Ledger, 'rowLoader' | 'runs' | 'submissions' | 'order' | 'resolutions' | 'forgetting'> {
  const { id: ledgerId, rowLoader, runs, submissions, order, resolutions, forgetting } = fetching.ledger
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
