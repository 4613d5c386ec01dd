import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { anyTrip } from '../support/any-trip.ts'
import { readOutput } from '../support/outputs.ts'
import { assessed } from '../support/program.ts'
import { sendAsFlow, type Tally, tally } from './flow.ts'

// The figures of the page `flows`: the same sheet against the same seeded faults, sent by a flow and by the program.

const rows = 1_000
/** A twentieth of the creates goes wrong; half of that is processed all the same. */
const faults =
  'create.500-before=1%,create.500-after=1%,create.reset-before=0.5%,create.reset-after=0.5%,create.503-bare=1%,create.429=1%:10ms,seed=7'

const page = readFileSync(new URL('../../src/help/flows.md', import.meta.url), 'utf8')

function input(index: number): object {
  return { ...anyTrip, employeeId: `E-${String(index + 1).padStart(3, '0')}` }
}

/** As the table of the page has it. */
function toRow(title: string, { created, duplicates, unnamed, open }: Tally): string {
  return `| ${title} | ${created} | ${duplicates} | ${unnamed} | ${open} |`
}

it('a flow that retries creates trips twice, as often as the page says', async () => {
  const inputs = Array.from({ length: rows }, (_, index) => input(index))
  const flow = await tally(rows, faults, (baseUrl, token) => sendAsFlow(baseUrl, token, inputs))
  expect(page).toContain(toRow('flow', flow))
  expect(flow.duplicates).toBeGreaterThan(5)
})

it('the program creates none twice, and names what it does not know, as the page says', async () => {
  const own = await tally(rows, faults, async (baseUrl, token, space) => {
    const args = ['assess', 'trips.csv', '--no-wait', '--json', '--concurrency', '1']
    const { summary, stderr } = await space.run(args, { RWA_BASE_URL: baseUrl, RWA_API_TOKEN: token })
    const { accepted = 0, unknown = 0 } = summary.outcomes
    expect(accepted + unknown, stderr).toBe(rows)
    const names = (await readOutput(space.path(assessed('trips')))).column('assessmentId').map(String)
    return { names, open: unknown }
  })
  expect(page).toContain(toRow('rwa-batch', own))
  expect([own.duplicates, own.unnamed <= own.open]).toEqual([0, true])
})
