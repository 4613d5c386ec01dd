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

/** What even `--help` needs, and what is only to be had as ES modules; and what these need. All else stays a package. */
const packed = ['commander', 'log-update', 'p-queue', 'p-retry']

const program = await rolldown({
  input: { 'rwa-batch': join(folder, 'cli/main.js') },
  platform: 'node',
  external: (id, importer) => /^[\w@][^:]*$/.test(id) && !packed.includes(id) && importer?.includes('node_modules') !== true,
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
