// `node .ci/package/archive.mjs <folder>`: signs the executables that `make.mjs --unpacked` has made there, packs each with its
// texts, and writes SHA256SUMS. It needs no package, so nothing of others runs beside the keys: RWA_SIGN is a program that
// signs, such as .ci/package/sign.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { targets } from './node-binaries.mjs'

const largestArchive = 50_000_000

/** @param {string} output */
export function archiveAll(output) {
  const folders = readdirSync(output, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  for (const { name } of folders) console.log(archive(output, name))
  const files = readdirSync(output).filter((file) => /\.(?:xz|zip|json|txt|tgz)$/.test(file))
  writeFileSync(join(output, 'SHA256SUMS'), files.map((file) => `${digest(join(output, file))}  ${file}\n`).join(''))
}

/** Of `rwa-batch-0.1.0-darwin-x64`, which ends as one for Windows does. @param {string} inner */
export function findTarget(inner) {
  const target = Object.keys(targets).find((name) => inner.endsWith(`-${name}`))
  if (target === undefined) throw new Error(`${inner} is of no known system`)
  return target
}

/** @param {string} output @param {string} inner */
function archive(output, inner) {
  const target = findTarget(inner)
  const isForWindows = target.startsWith('win')
  const executable = join(output, inner, isForWindows ? 'rwa-batch.exe' : 'rwa-batch')
  // What stores a build between two jobs drops it.
  chmodSync(executable, 0o755)
  const { RWA_SIGN } = process.env
  if (RWA_SIGN !== undefined) execFileSync(resolve(RWA_SIGN), [target, executable], { stdio: 'inherit' })
  const file = `${join(output, inner)}.${isForWindows ? 'zip' : 'tar.xz'}`
  rmSync(file, { force: true })
  if (isForWindows) execFileSync('zip', ['-q', '-9', '-r', file, inner], { cwd: output })
  else execFileSync('tar', ['--owner=0', '--group=0', '-cJf', file, inner], { cwd: output, env: { ...process.env, XZ_OPT: '-2 -T0' } })
  const { size } = statSync(file)
  if (size > largestArchive) throw new Error(`${file} has ${size} bytes; ${largestArchive} are the most`)
  return `${file}  ${(size / 1e6).toFixed(1)} MB`
}

/** @param {string} file */
function digest(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) archiveAll(resolve(process.argv[2] ?? 'output/package'))
