import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seededRandom } from '../../src/support/random.ts'
import { readOutput } from '../support/outputs.ts'
import { until, Workspace } from '../support/program.ts'
import { SandboxProcess } from '../support/sandbox-process.ts'

const sample = new URL('../../samples/historical-trips.csv', import.meta.url).pathname

let sandbox: SandboxProcess
beforeAll(async () => {
  sandbox = await SandboxProcess.start()
})
afterAll(() => sandbox.close())

it.runIf(existsSync(sample))(
  'killed again and again in the middle of 5,000 rows, it creates no trip twice and loses no identifier',
  async () => {
    const random = seededRandom(11)
    const space = new Workspace(sandbox.variables)
    copyFileSync(sample, space.path('trips.csv'))
    for (let round = 0; round < 6; round++) {
      const goal = sandbox.count() + 100 + Math.floor(random() * 700)
      const run = space.start(['assess', 'trips.csv'])
      await until(() => sandbox.count() >= goal || run.child.exitCode !== null)
      run.child.kill('SIGKILL')
      await run.ended
    }
    const killedAt = sandbox.count()
    expect(killedAt).toBeLessThan(5_000)

    const { summary, stderr } = await space.assess('trips.csv')

    const { scored = 0, unknown = 0, rejected = 0, invalid = 0, duplicate = 0 } = summary.outcomes
    expect(scored + unknown + rejected + invalid + duplicate, stderr).toBe(summary.rows)
    expect(summary.rows).toBe(readFileSync(sample, 'latin1').trimEnd().split(/\r?\n/).length - 1)
    const created = sandbox.created()
    const contents = created.map(({ input }) => JSON.stringify(Object.entries(input).toSorted()))
    expect(new Set(contents).size).toBe(created.length)
    const { results } = await readOutput(space.path(String(summary.output)))
    const identifiers = new Set(results.map(({ assessmentId }) => assessmentId))
    const unlisted = created.filter(({ id }) => !identifiers.has(id))
    expect(unlisted.length).toBeLessThanOrEqual(unknown)
    const doubted = new Set(results.filter(({ outcome }) => outcome === 'unknown').map((row) => row['Employee ID']))
    expect(unlisted.filter(({ input }) => !doubted.has(input['employeeId']))).toEqual([])
  },
)
