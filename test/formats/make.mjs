// `node test/formats/make.mjs`: keeps what this build writes in the folder of its version, for every later build to read.
// A version that is released is never made again; until then, `--again`.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { version } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))
if (existsSync(`${root}/test/formats/${version}`) && !process.argv.includes('--again')) {
  throw new Error(`${version} has its files; if it is not released: node test/formats/make.mjs --again`)
}
const tag = spawnSync('git', ['tag', '--list', `v${version}`], { cwd: root, encoding: 'utf8' }).stdout?.trim()
if (tag) throw new Error(`${tag} is released: give package.json the next version`)
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/vitest.config.ts', '--maxWorkers=1']
const { status } = spawnSync(process.execPath, [...vitest, '--project', 'quick', 'test/formats'], {
  cwd: root,
  env: {
    ...process.env,
    RWA_MAKE_FORMATS: version,
    NODE_OPTIONS: `--import=${new URL('as-ann.mjs', import.meta.url)}`,
  },
  stdio: 'inherit',
})
process.exitCode = status ?? 1
