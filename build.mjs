// Compiles `src`: the library as it is, and the program once more in a few files, because Node.js takes longer to find
// fifty modules than to run what most commands need of them. `node build.mjs [folder]`, `dist` by default.
import { spawnSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('.', import.meta.url))
const folder = process.argv[2] ?? join(root, 'dist')
const compiler = join(root, 'node_modules/typescript/bin/tsc')
const compiled = spawnSync(process.execPath, [compiler, '-p', root, '--outDir', folder], { stdio: 'inherit' })

const program = await rolldown({
  input: { 'rwa-batch': join(folder, 'cli/main.js') },
  platform: 'node',
  // Packages stay what the package manager installs; only what even `--help` needs is taken in.
  external: (id) => /^[\w@]/.test(id) && !id.startsWith('commander'),
})
await program.write({
  dir: join(folder, 'bin'),
  chunkFileNames: '[name].js',
  cleanDir: true,
  sourcemap: true,
  comments: false,
  codeSplitting: { groups: [{ name: 'start', test: /[\\/]cli[\\/](main|program)\.js$/ }] },
})
await program.close()
chmodSync(join(folder, 'bin/rwa-batch.js'), 0o755)
process.exitCode = compiled.status ?? 1
