import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { program, Workspace } from '../support/program.ts'

const hasOwn = process.getBuiltinModule('node:sqlite') !== undefined
const standIn = 'node_modules/@photostructure/sqlite'

/** Runs `status` of the program where no package is to be found but what was put into its folder. */
function status(space: Workspace): { code: number | null; stderr: string } {
  cpSync(dirname(program), space.path('dist/bin'), { recursive: true })
  space.write('package.json', '{"version":"0.0.0"}')
  space.write('some.sqlite', 'not empty')
  const args = [space.path('dist/bin/rwa-batch.cjs'), 'status', '--ledger', 'some.sqlite']
  const { status: code, stderr } = spawnSync(process.execPath, args, { cwd: space.folder, encoding: 'utf8' })
  return { code, stderr }
}

describe('where the package for SQLite cannot be used', () => {
  it.skipIf(hasOwn)('says what is missing, for which Node.js, and what mends it', () => {
    const { code, stderr } = status(new Workspace())
    expect(code).toBe(1)
    expect(stderr).toContain(`SQLite is missing: for Node.js ${process.version} on ${process.platform}-${process.arch}`)
    expect(stderr).toContain('is not installed')
    expect(stderr).toContain('npm install --no-save --force @photostructure/sqlite@1.2.1')
    expect(stderr).not.toMatch(/\n {4}at /)
  })

  it.skipIf(hasOwn)('says so when it was made for another machine', () => {
    const space = new Workspace()
    mkdirSync(space.path(standIn), { recursive: true })
    space.write(
      `${standIn}/index.js`,
      "throw Object.assign(new Error('wrong ELF class'), { code: 'ERR_DLOPEN_FAILED' })",
    )
    const { code, stderr } = status(space)
    expect([code, stderr]).toEqual([1, expect.stringContaining('has no part that fits')])
  })

  it.runIf(hasOwn)('nobody notices, since Node.js brings its own: it is used, without its warning', () => {
    const { code, stderr } = status(new Workspace())
    expect([code, stderr]).toEqual([1, expect.stringContaining('not a ledger at all')])
    expect(stderr).not.toContain('Warning')
  })
})
