import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LedgerStore, ledgerAt } from '../../rooms/ledger.ts'
import { hasPostgres, usePostgres } from '../../support/postgres.ts'
import { scale } from '../../support/scale.ts'
import type { TestedStore } from '../port/suite.ts'
import { history, type Loaded, listed, play } from '../random-history.ts'
import { createFolder, listAudit, stillClock } from '../workspace.ts'
import { reuseSchemas } from './reused-schemas.ts'

/**
 * Not compared: ids (a file gives those of forgotten submissions again), the order of what is not ordered, the ledger's
 * own id and what is derived from it, logins, salts, leases and sizes.
 */
async function snapshotOf(store: LedgerStore, sheets: readonly Loaded[], isVerified: boolean): Promise<unknown> {
  const ledger = await store.open({ clock: stillClock, onSpill() {} })
  try {
    await play(ledger, sheets)
    const recorded: unknown[] = []
    for await (const page of store.recorded()) recorded.push(...page)
    const { runs } = await store.status({})
    const target = await ledger.targets.find('https://example.test/version-test', 'default')
    const identifiers = Array.from({ length: 20 }, (_, index) => `R-${index}`)
    const ofRuns = []
    for (const { id } of runs) {
      ofRuns.push({
        rows: await ledger.runs.rowPage(id, -1, 100),
        open: await ledger.runs.openPage(id, -1, 100),
        findings: await ledger.runs.findingsPage(id, -1, 100),
        ready: await ledger.submissions.readyPage(id, -1, 100),
        orphans: await ledger.runs.orphanPage(id, 0, 100),
        contested: await ledger.order.listContested(id, 9),
        latest: listed(await ledger.order.findLatest(id, identifiers)),
        recognised: [...(await ledger.runs.recognised(id, identifiers))].sort(),
        span: await ledger.runs.recordedSpan(id),
        owner: await ledger.outputs.ownerOf(id),
      })
    }
    const found = {
      runs: runs.map(({ isDetached: _, ...run }) => run),
      ofRuns,
      recorded,
      audit: (await listAudit(store)).map(({ login: _, eventId: __, salt: ___, ...line }) => line),
      states: (await store.overview()).states,
      standing: listed(await ledger.submissions.standingRows('assess', target, identifiers)),
      created: (await ledger.submissions.created('assess', target)).map(({ text, file }) => `${file} ${text}`).sort(),
      results: listed(await ledger.submissions.resultsOf('assess', target, identifiers)),
      unknown: (await ledger.resolutions.listUnknown('assess', target.id)).map(({ request }) => request).sort(),
    }
    return withoutIds(found, isVerified)
  } finally {
    await ledger.close()
  }
}

/** Ids are numbered in the order in which they appear. */
function withoutIds(found: unknown, isVerified: boolean): unknown {
  const names = new Map<number, number>()
  const nameOf = (id: number): number => {
    const name = names.get(id) ?? names.size
    names.set(id, name)
    return name
  }
  return JSON.parse(JSON.stringify(found), (key, value) => {
    // Bytes are another class in each driver.
    if (key === 'requestHash') return Object.values(value.data ?? value)
    // A database keeps no checksums of its own: there each request is hashed again before it is sent.
    if (key === 'isVerified') return value === isVerified
    if ((key === 'id' || key === 'supersededBy') && typeof value === 'number') return nameOf(value)
    if (key !== 'detail' || typeof value !== 'string') return value
    return value.replace(/"orphan":(\d+)/, (_, id) => `"orphan":${nameOf(Number(id))}`)
  })
}

describe.skipIf(!hasPostgres)('the same sheets, sent the same way', () => {
  const createStore: () => TestedStore = reuseSchemas(usePostgres())

  it('leave the same in a file and in a database', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(history, async (sheets) => {
        const database = createStore()
        const inFile = await snapshotOf(ledgerAt(join(createFolder(), 'ledger.sqlite'), {}), sheets, true)
        const inDatabase = await snapshotOf(database, sheets, false)
        database.leave?.()
        expect(inDatabase).toEqual(inFile)
      }),
      { numRuns: scale({ quick: 8, short: 16, full: 500 }), endOnFailure: true },
    )
  })
})
