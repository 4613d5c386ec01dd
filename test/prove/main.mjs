// Runs every test that proves a claim (*.proof.slow.test.ts) at full size and prints what was measured as a table.
// With --continue, what has passed with this build in an earlier run, perhaps a broken-off one, is not run again.
// With --left it only says what that would run, of the program as it is built.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join, relative, resolve } from 'node:path'

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

// Kept in the repository: it takes hours, and can be gone on with on another machine.
const file = resolve('test/prove/proven.jsonl')
const isAsked = process.argv.includes('--left')
// A question is answered of what is built: a proof may be starting the program just now.
if (!isAsked && spawnSync(process.execPath, ['build.mjs'], { stdio: 'inherit' }).status !== 0) process.exit(1)
const build = identifyBuild()
if (isAsked) {
  tellLeft()
  process.exit()
}
const earlier = process.argv.includes('--continue') ? readNotes() : []
writeFileSync(file, earlier.map((note) => `${JSON.stringify(note)}\n`).join(''))

const startedAt = Date.now()
const failed = rounds.filter(({ files, options }) => {
  const args = ['vitest', 'run', '--config', 'test/vitest.config.ts', ...options, ...files]
  const env = { ...process.env, RWA_TEST_SLOW: 'full', RWA_PROOF: file, RWA_PROOF_BUILD: build }
  return spawnSync('npx', args, { stdio: 'inherit', env }).status !== 0
})
// Of a test that was broken off and run again, what it measured last.
const lines = [...new Map(readNotes().map((note) => [`${note.area}: ${note.claim}`, note])).values()].filter(
  ({ area }) => area !== undefined,
)
const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1)
const before = earlier.length === 0 ? '' : `, and what had passed before`
console.log(
  `\nNode ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}; build ${build}; ${minutes} minutes${before}\n`,
)
console.log('| what | must hold | measured | kept |\n|---|---|---|---|')
for (const { area, claim, measured, isKept } of lines) {
  console.log(`| ${area} | ${claim} | ${measured} | ${isKept ? 'yes' : '**no**'} |`)
}
process.exitCode = failed.length === 0 && lines.length > 0 && lines.every(({ isKept }) => isKept) ? 0 : 1

function tellLeft() {
  const args = ['vitest', 'list', '--json', '--config', 'test/vitest.config.ts', ...proofs]
  const { stdout } = spawnSync('npx', args, { encoding: 'utf8', env: { ...process.env, RWA_TEST_SLOW: 'full' } })
  /** @type {{ file: string, name: string }[]} */
  const all = JSON.parse(stdout.slice(stdout.indexOf('[\n')))
  const passed = new Set(readNotes().map((note) => note.passed))
  const left = all.map(({ file: path, name }) => `${relative('.', path)} > ${name}`).filter((test) => !passed.has(test))
  console.log([...left, `${left.length} of ${all.length} are left with build ${build}`].join('\n'))
}

/** Of this build: what another one has shown says nothing of it. */
function readNotes() {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const notes = text.split('\n').filter((line) => line !== '')
  return notes.map((line) => JSON.parse(line)).filter((note) => note.build === build)
}

/** By what is packed, which has no comments: to correct one makes no other program. */
function identifyBuild() {
  const hash = createHash('sha256')
  const built = readdirSync('dist', { recursive: true, encoding: 'utf8' }).sort()
  for (const name of built.filter((each) => /^(?:bin.|library.|web.page\.).*(?:js|css|html)$/.test(each))) {
    hash.update(name).update(readFileSync(join('dist', name)))
  }
  return hash.digest('hex').slice(0, 12)
}
