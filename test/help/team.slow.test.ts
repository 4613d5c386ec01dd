import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { hasPostgres, usePostgres } from '../support/postgres.ts'
import type { Running } from '../support/program.ts'
import { TestSandbox } from '../support/test-sandbox.ts'
import { toXlsx, trips } from '../support/trips.ts'
import { listCommands } from './markdown.ts'
import { argumentsOf, preparePage } from './scenarios.ts'

const root = new URL('../../', import.meta.url).pathname

describe.skipIf(!hasPostgres)('the page about teams', () => {
  const server = usePostgres()

  it('has commands that work as they stand there', async () => {
    const sandbox = await TestSandbox.spawn()
    onTestFinished(() => sandbox.close())
    const text = readFileSync(join(root, 'src/help/team.md'), 'utf8')
    const space = await preparePage(sandbox, text)
    const database = server.address()
    const variables = { RWA_LEDGER: database }
    space.write('worker.json', JSON.stringify({ companies: { default: 'acme.token' } }))
    space.write('other.xlsx', await toXlsx(trips(5).slice(3)))
    expect((await space.run(['assess', 'other.xlsx', '--ledger', 'own.sqlite'])).code).toBe(0)
    const workers: Running[] = []
    for (const line of listCommands(text)) {
      const args = argumentsOf(line, sandbox.baseUrl, database) ?? []
      if (args[0] === 'worker') {
        const worker = space.start(args, variables)
        await worker.until(() => worker.said().includes('worker: serves'))
        workers.push(worker)
        continue
      }
      // Workers have something to do.
      if (args.includes('--detach')) space.write('trips.xlsx', await toXlsx(trips(8)))
      const { code, stdout, stderr } = await space.spawn(args, variables)
      expect(code, `${line}\n${stdout}${stderr}`).toBe(0)
    }
    expect(sandbox.count()).toBe(8)
    for (const { child } of workers) child.kill('SIGTERM')
    expect((await Promise.all(workers.map(({ ended }) => ended))).map(({ code }) => code)).toEqual([0])
  })
})
