// `npm run package [linux-x64 …]`: the program as one executable for each system, which needs no Node.js, npm or compiler,
// in `output/package`; beside them archives, checksums, licences and a CycloneDX bill of materials. Expects `npm run build`.
// Two builds of one commit are equal byte for byte. `--unpacked` leaves archives and signatures to `archive.mjs`;
// `--output=<folder>` another folder.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { archiveAll } from './archive.mjs'
import { makeBillOfMaterials } from './bill-of-materials.mjs'
import { dropSignature } from './drop-signature.mjs'
import { findNode, nodeVersion, targets } from './node-binaries.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { values, positionals } = parseArgs({
  options: { unpacked: { type: 'boolean', default: false }, output: { type: 'string', default: 'output/package' } },
  allowPositionals: true,
})
const output = resolve(root, values.output)
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const wanted = positionals.length > 0 ? positionals : Object.keys(targets)

const unknown = wanted.filter((name) => !(name in targets))
if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: known are ${Object.keys(targets).join(', ')}`)
if (!existsSync(join(root, 'dist/bin/rwa-batch.cjs'))) throw new Error('dist is missing: npm run build')

rmSync(output, { recursive: true, force: true })
mkdirSync(output, { recursive: true })
const packages = listPackages()
const assets = listAssets()
// Built by the same version that runs it later.
const builder = findNode(`${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`)
writeFileSync(join(output, 'LICENSES.txt'), gatherLicences())
writeFileSync(join(output, `rwa-batch-${version}.cdx.json`), makeBillOfMaterials({ root, nodeVersion, packages }))
for (const name of wanted) console.log(relative(root, makeExecutable(name)))
if (!values.unpacked) archiveAll(output)

/** The packages that the program loads at run time, as the lock file has them. */
function listPackages() {
  const shown = npm('ls', '--omit=dev', '--omit=optional', '--all', '--parseable')
  return shown.split('\n').filter((place) => place.includes('node_modules'))
}

/** Path in the executable's file system → path on this disk: the tree of the installed package, without the library. */
function listAssets() {
  const own = ['dist/bin', 'dist/web', 'src/help', 'samples', 'package.json']
  const ownFiles = own.flatMap((place) => listFiles(join(root, place))).filter((file) => !/\.mjs$|historical/.test(file))
  const code = packages.flatMap((place) => listFiles(place).filter((file) => /\.(?:c?js|mjs|json|wasm)$/.test(file)))
  return Object.fromEntries([...ownFiles, ...code].sort().map((file) => [toKey(file), file]))
}

/** @param {string} file */
function toKey(file) {
  return relative(root, file).replaceAll('\\', '/')
}

/** A file or a folder's files; packages within packages are listed by npm. @param {string} place @returns {string[]} */
function listFiles(place) {
  if (!statSync(place).isDirectory()) return [place]
  return readdirSync(place, { withFileTypes: true }).flatMap((entry) =>
    entry.name === 'node_modules' || entry.isSymbolicLink() ? [] : listFiles(join(place, entry.name)),
  )
}

/** @param {string} name */
function makeExecutable(name) {
  const folder = join(output, `rwa-batch-${version}-${name}`)
  mkdirSync(folder)
  const file = join(folder, name.startsWith('win') ? 'rwa-batch.exe' : 'rwa-batch')
  const config = join(output, `${name}.json`)
  const node = findNode(name).file
  const settings = {
    // Its path is in the executable, and that of a machine must not be.
    main: '.ci/package/main.cjs',
    executable: name.startsWith('win') ? dropSignature(node, `${node}.unsigned`) : node,
    output: file,
    disableExperimentalSEAWarning: true,
    // Assets are read as files, so the program is the same as in the installed package.
    useVfs: true,
    execArgvExtension: 'none',
    // Of the file system within the executable, which Node.js calls experimental; its version is pinned.
    execArgv: ['--disable-warning=ExperimentalWarning'],
    assets,
  }
  writeFileSync(config, JSON.stringify(settings))
  execFileSync(builder.file, ['--build-sea', config], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  rmSync(config)
  for (const text of ['LICENSES.txt', `rwa-batch-${version}.cdx.json`]) cpSync(join(output, text), join(folder, text))
  for (const text of ['LICENSE', 'CHANGELOG.md']) cpSync(join(root, text), join(folder, text))
  return folder
}

function gatherLicences() {
  const parts = [`Node.js ${nodeVersion}\n\n${readFileSync(join(builder.folder, 'LICENSE'), 'utf8')}`]
  parts.push(readFileSync(join(root, 'dist/THIRD-PARTY.txt'), 'utf8'))
  for (const place of packages) {
    const { name, version: its, license } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'))
    const texts = readdirSync(place).filter((entry) => /^(?:licen[cs]e|notice)/i.test(entry))
    const text = texts.map((entry) => readFileSync(join(place, entry), 'utf8').trim()).join('\n\n')
    parts.push(`${name} ${its} (${license})\n\n${text}\n`)
  }
  return parts.join('\n----------\n\n')
}

/** @param {string[]} args */
function npm(...args) {
  return execFileSync('npm', args, { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' })
}
