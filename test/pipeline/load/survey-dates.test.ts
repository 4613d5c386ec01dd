import { describe, expect, it } from 'vitest'
import { assess } from '../../rooms/operations.ts'
import { loadInput } from '../../rooms/pipeline/load.ts'
import { parseDatePattern } from '../../rooms/sheet/values.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { loadDefaults, resendNothing } from '../../support/run-defaults.ts'
import { createFolder, createLedger, createLogger, headings, line } from '../stage.ts'
import { openText } from './sheets.ts'

/** Loads one row for each start date, all ending on a day that tells nothing. */
async function load(dates: readonly string[], pattern: string | undefined) {
  const lines = dates.map((date, index) =>
    line(`E${index}`).replace('2026-05-04', date).replace('2026-05-15', '2027-12-12'),
  )
  const clock = new ManualClock()
  const ledger = createLedger(createFolder(), clock)
  const { said, ...logger } = createLogger()
  const request = {
    operation: assess,
    target: await ledger.targets.find('https://example.test/version-test', 'default'),
    file: '/trips',
    load: { ...loadDefaults, datePattern: pattern === undefined ? undefined : parseDatePattern(pattern) },
    resend: resendNothing,
  }
  const source = await openText([headings, ...lines].join('\n'))
  const { runId } = await loadInput(source, request, ledger, { clock, logger })
  const rows = await ledger.runs.rowPage(runId, -1, 100)
  return {
    said: said.filter((text) => text.includes('start')),
    states: rows.map(({ state }) => state),
    starts: rows.map(({ submission }) => JSON.parse(submission?.request ?? '{}').startDate?.slice(0, 10)),
  }
}

describe('--date-format', () => {
  it('names the cell that proves it', async () => {
    const { said, starts } = await load(['03/04/2026', '23/04/2026'], 'DD/MM/YYYY')
    expect(starts).toEqual(['2026-04-03', '2026-04-23'])
    expect(said.join()).toMatch(/: [A-Z]3 proves that its dates are written as DD\/MM\/YYYY$/)
  })

  it('is said to be unproven where no date decides', async () => {
    const { said, states } = await load(['03/04/2026', '05/04/2026'], 'DD/MM/YYYY')
    expect(states).toEqual(['ready', 'ready'])
    expect(said.join()).toContain(
      'no cell proves that its dates are written as DD/MM/YYYY; 2 dates could be read otherwise',
    )
  })

  it('refuses every date that could be either, above and below, when one date can only be the other', async () => {
    const { said, states, starts } = await load(['03/04/2026', '04/23/2026', '05/04/2026', '23/04/2026'], 'DD/MM/YYYY')
    expect(states).toEqual(['invalid', 'invalid', 'invalid', 'ready'])
    expect(starts[3]).toBe('2026-04-23')
    expect(said.join()).toMatch(
      /[A-Z]3 can only be read as MM\/DD\/YYYY, not as DD\/MM\/YYYY; 2 dates that could be either are refused/,
    )
  })

  it('is not asked for a proof of dates that can be read in one way', async () => {
    const { said, states } = await load(['2026-04-03', '4 May 2026'], 'D MMM YYYY')
    expect([said, states]).toEqual([[], ['ready', 'ready']])
  })
})
