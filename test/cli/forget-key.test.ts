import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createPlantedScene, person } from '../support/planted.ts'
import { ledgerFile } from '../support/program.ts'
import { toCsv } from '../support/trips.ts'

const toCsvFile = ['-o', 'out.csv']
const forget = ['ledger', 'forget', '--employee', person]

describe('the key of forgotten trips', () => {
  it('is refused where the key is lost or another one, before anything is read or sent: in runs and plans alike', async () => {
    const { service, space } = await createPlantedScene()
    await space.assess('trips.csv', ...toCsvFile)
    await space.run([...forget, '--yes'])
    const requests = service.requests.length
    const named = { RWA_FORGET_KEY_FILE: space.path('other.key') }
    // Whoever reads this first says something else.
    space.write('trips.csv', 'Heading\nx\n')
    expect((await space.run(['assess', 'trips.csv', ...toCsvFile])).stderr).not.toContain('has forgotten trips')
    for (const args of [
      ['assess', 'trips.csv'],
      ['assess', 'trips.csv', '--dry-run'],
      ['decide', 'trips.csv', '--yes'],
      ['decide', 'trips.csv', '--seal', 'plan.xlsx', '--by', 'C-001'],
    ]) {
      const lost = await space.run(args, named)
      expect(lost.code).toBe(2)
      expect(lost.stderr).toMatch(
        /^.*has forgotten trips, and their key [0-9a-f]{8} is not at .*other\.key: without it/,
      )
      expect(lost.stderr).toContain(`the ledger ${space.path(ledgerFile)} has forgotten trips`)
      expect(lost.stderr).toContain('Without it this ledger takes in no sheet. Nothing was read or sent.')
      expect(lost.stderr.trimEnd().split('\n')).toHaveLength(2)
    }
    const unasked = await space.run(['ledger', 'forget', '--employee', 'E-1', '--yes'], named)
    expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringMatching(/^error: .*has forgotten trips/m)])
    expect(unasked.stderr).not.toContain('To be erased')
    writeFileSync(space.path('other.key'), 'a'.repeat(64))
    const other = await space.run(['assess', 'trips.csv', ...toCsvFile], named)
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('is another key')])
    expect(service.requests).toHaveLength(requests)
  })

  it('may come from a command, which is asked once a run and only where it is needed, and gets no token', async () => {
    const { service, space, rows } = await createPlantedScene()
    const vault = 'b7'.repeat(32)
    space.write('vault', `${vault}\n`)
    const variables = { RWA_FORGET_KEY_COMMAND: 'echo "asked $RWA_API_TOKEN" >> asked.txt; cat vault' }
    const asked = () => readFileSync(space.path('asked.txt'), 'utf8').split('\n').slice(0, -1)
    expect((await space.run(['assess', 'trips.csv', ...toCsvFile], variables)).code).toBe(3)
    expect(readdirSync(space.folder)).not.toContain('asked.txt')
    expect((await space.run([...forget, '--yes'], variables)).code).toBe(0)
    expect(asked()).toHaveLength(1)
    const state = readdirSync(space.path('.local/state/rwa-batch'))
    expect(state.filter((name) => name.endsWith('.key'))).toEqual([])

    const created = service.created().length
    rmSync(space.path('out.csv'))
    space.write('trips.csv', toCsv(rows.slice(0, 4)))
    const plan = await space.run(['assess', 'trips.csv', ...toCsvFile, '--dry-run', '--json'], variables)
    expect(plan).toMatchObject({ code: 0, summary: { toSend: 0 } })
    const again = await space.run(['assess', 'trips.csv', ...toCsvFile, '--json'], variables)
    expect(again).toMatchObject({ code: 0, summary: { alreadyDone: 4 } })
    expect(asked()).toEqual(['asked ', 'asked ', 'asked '])
    expect(service.created()).toHaveLength(created)

    for (const [command, said] of [
      ['tr b c < vault', 'and what its command prints is another key'],
      ['echo rubbish', 'what its command prints is not a key of forgotten trips'],
      ['cat vault; exit 3', 'the key command failed (exit code 3)'],
    ] as const) {
      const refused = await space.run(['assess', 'trips.csv', ...toCsvFile], { RWA_FORGET_KEY_COMMAND: command })
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(said)])
      expect(refused.stderr).not.toContain(vault)
    }
  })
})
