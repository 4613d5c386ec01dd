import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { hasPostgres } from '../support/postgres.ts'

const demo = fileURLToPath(new URL('../../samples/demo-team.mjs', import.meta.url))

it.skipIf(!hasPostgres || process.env['RWA_TEST_POSTGRES'] !== undefined)(
  'the demo of a team shows each trip created once, though one of the workers is killed',
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [demo])
    const [, have, different] = /: (\d+) have an identifier, (\d+) of them different; 0 trips differ/.exec(stdout) ?? []
    expect(have, stdout).toBe(different)
    expect(Number(have)).toBeGreaterThan(350)
  },
  180_000,
)
