// Runs every test that proves a claim (*.proof.slow.test.ts) at full size and prints what was measured as a table.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { cpus } from 'node:os'
import { resolve } from 'node:path'

const file = resolve('output/proof.jsonl')
mkdirSync('output', { recursive: true })
rmSync(file, { force: true })
const startedAt = Date.now()
// One after another: they measure time, and must not measure each other.
const { status } = spawnSync(
  'npx',
  ['vitest', 'run', '--config', 'test/vitest.config.ts', '--no-file-parallelism', 'proof.slow'],
  { stdio: 'inherit', env: { ...process.env, RWA_TEST_SLOW: 'full', RWA_PROOF: file } },
)
const lines = existsSync(file)
  ? readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
  : []
const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1)
console.log(`\nNode ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}; ${minutes} minutes\n`)
console.log('| what | must hold | measured | kept |\n|---|---|---|---|')
for (const { area, claim, measured, isKept } of lines) {
  console.log(`| ${area} | ${claim} | ${measured} | ${isKept ? 'yes' : '**no**'} |`)
}
process.exitCode = status === 0 && lines.length > 0 && lines.every(({ isKept }) => isKept) ? 0 : 1
