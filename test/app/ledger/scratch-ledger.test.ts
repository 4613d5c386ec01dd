import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createFolder } from '../../ledger/workspace.ts'
import { processTag } from '../../rooms/sheet/writing.ts'

const module = new URL('../../../dist/app/ledger/scratch-ledger.js', import.meta.url).href
const nobody = 65_534
/** The program is read as root; what it deletes, it deletes as somebody else. */
const script = `const { withScratchLedger } = await import(${JSON.stringify(module)})
process.setgid(${nobody})
process.setuid(${nobody})
await withScratchLedger(undefined, {}, async () => {})`

it.skipIf(process.getuid?.() !== 0)('what another account left behind keeps nothing else from being deleted', () => {
  const folder = createFolder()
  chmodSync(folder, 0o1777)
  const machine = processTag.split('-')[0]
  // In whatever order they are listed, one that cannot be deleted is before the one that can.
  for (const [name, owner] of [
    ['earlier', 0],
    ['mine123', nobody],
    ['theirs1', 0],
  ] as const) {
    const left = join(folder, `rwa-batch-${machine}-999999999-${name}`)
    mkdirSync(left)
    writeFileSync(join(left, 'trips'), '')
    chownSync(left, owner, owner)
  }
  const env = { ...process.env, TMPDIR: folder, NODE_OPTIONS: '' }
  execFileSync(process.execPath, ['--input-type=module', '-e', script], { env, stdio: 'pipe' })
  const left = readdirSync(folder).map((name) => name.split('-').at(-1))
  expect(left.toSorted()).toEqual(['earlier', 'theirs1'])
})
