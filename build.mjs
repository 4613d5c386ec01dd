// Compiles `src`: the library as it is, and the program once more in a few files, because Node.js takes longer to find
// some hundred modules than to run them. `node build.mjs [folder]`, `dist` by default.
import { spawnSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('.', import.meta.url))
const folder = process.argv[2] ?? join(root, 'dist')
const compiler = join(root, 'node_modules/typescript/bin/tsc')
const compiled = spawnSync(process.execPath, [compiler, '-p', root, '--outDir', folder], { stdio: 'inherit' })

/** What is loaded before anything can be done. All else stays a package. */
const packed = ['commander', 'log-update', 'p-queue', 'p-retry', 'undici', 'zod']

/** Of undici only what connects: the rest of it (fetch, WebSocket, mocks) takes twice as long to load. */
const leanUndici = {
  name: 'lean-undici',
  resolveId: (/** @type {string} */ id) => (id === 'undici' ? '\0undici' : undefined),
  load: (/** @type {string} */ id) =>
    id === '\0undici'
      ? `export { default as Pool } from 'undici/lib/dispatcher/pool.js'
         export { default as EnvHttpProxyAgent } from 'undici/lib/dispatcher/env-http-proxy-agent.js'`
      : undefined,
}

/** @param {string} id @param {string | undefined} importer */
function isLeftOut(id, importer) {
  const name = /^(?:@[^/:]+\/)?\w[^/:]*(?=\/|$)/.exec(id)?.[0]
  return name !== undefined && !packed.includes(name) && importer?.includes('node_modules') !== true
}

const program = await rolldown({
  input: { 'rwa-batch': join(folder, 'cli/main.js') },
  platform: 'node',
  external: isLeftOut,
  plugins: [leanUndici],
})
await program.write({
  dir: join(folder, 'bin'),
  // ES modules are looked for one after another, and their loader alone takes milliseconds.
  format: 'cjs',
  entryFileNames: '[name].cjs',
  chunkFileNames: '[name].cjs',
  cleanDir: true,
  comments: { legal: true, annotation: false, jsdoc: false },
  // What every command needs, `--help` too, is one file.
  codeSplitting: { groups: [{ name: 'rwa-batch', test: /[\\/]cli[\\/](main|program)\.js$/ }] },
})
await program.close()
chmodSync(join(folder, 'bin/rwa-batch.cjs'), 0o755)
process.exitCode = compiled.status ?? 1
