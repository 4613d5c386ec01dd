import { copyFileSync, existsSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seededRandom } from '../../src/support/random.ts'
import { audit } from '../support/audit.ts'
import { readOutput } from '../support/outputs.ts'
import { Workspace } from '../support/program.ts'
import { SandboxProcess } from '../support/sandbox-process.ts'
import { scale } from '../support/scale.ts'

const sample = new URL('../../samples/historical-trips.csv', import.meta.url).pathname

let sandbox: SandboxProcess
beforeAll(async () => {
  sandbox = await SandboxProcess.start()
})
afterAll(() => sandbox.close())

it.runIf(existsSync(sample))(
  'killed again and again in the middle of 5,000 rows, it creates no trip twice, loses no identifier and keeps every name',
  async () => {
    const random = seededRandom(11)
    const space = new Workspace(sandbox.variables)
    copyFileSync(sample, space.path('trips.csv'))
    for (let round = 0; round < scale({ full: 6, short: 3 }); round++) {
      const goal = sandbox.count() + 100 + Math.floor(random() * 700)
      const run = space.start(['assess', 'trips.csv'])
      await run.until(() => sandbox.count() >= goal || run.child.exitCode !== null)
      run.child.kill('SIGKILL')
      await run.ended
    }
    const killedAt = sandbox.count()
    expect(killedAt).toBeLessThan(5_000)

    const { summary, stderr } = await space.assess('trips.csv')

    const { scored = 0, unknown = 0, rejected = 0, invalid = 0, duplicate = 0 } = summary.outcomes
    expect(scored + unknown + rejected + invalid + duplicate, stderr).toBe(summary.rows)
    const { results } = await readOutput(space.path(String(summary.output)))
    const names = results.map((row) => String(row['Employee name']))
    expect(names).toEqual(expect.arrayContaining(['Željko Weiß', 'Zoë O’Brien', 'Søren Šimek']))
    expect(names.filter((name) => /[^\p{L} ’'-]/u.test(name))).toEqual([])
    expect(audit(sandbox.created(), results, 'Employee ID')).toEqual({ twice: [], lost: [] })
  },
)
