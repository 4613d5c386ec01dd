// Runs every test that proves a claim (*.proof.slow.test.ts) at full size and prints what was measured as a table.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { cpus } from 'node:os'
import { join, resolve } from 'node:path'

/** What only counts may share the machine, and takes half the time then. */
const counting = /^test.prove.(?:crash|simulation|surroundings).(?!syncs)/
const proofs = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.proof.slow.test.ts'))
  .map((name) => join('test', name))
const rounds = [
  { files: proofs.filter((name) => counting.test(name)), options: ['--maxWorkers=2'] },
  // One after another: they measure time, and must not measure each other.
  { files: proofs.filter((name) => !counting.test(name)), options: ['--no-file-parallelism'] },
]

const file = resolve('output/proof.jsonl')
mkdirSync('output', { recursive: true })
rmSync(file, { force: true })
const startedAt = Date.now()
const failed = rounds.filter(({ files, options }) => {
  const args = ['vitest', 'run', '--config', 'test/vitest.config.ts', ...options, ...files]
  const env = { ...process.env, RWA_TEST_SLOW: 'full', RWA_PROOF: file }
  return spawnSync('npx', args, { stdio: 'inherit', env }).status !== 0
})
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
process.exitCode = failed.length === 0 && lines.length > 0 && lines.every(({ isKept }) => isKept) ? 0 : 1
