import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { builtSources } from './support/built-sources.ts'
import { LongFirst } from './support/long-first.ts'

// Slow tests (crash storms, very large sheets) are named *.slow.test.ts and run only under `npm run test:slow`; CI runs
// their short form, `npm run test:slow:short`.
const isSlow = (process.env['RWA_TEST_SLOW'] ?? '') !== ''
const slow = 'test/**/*.slow.test.ts'
/** `vitest` without `run` watches, and what it watches are the sources. */
const plugins = process.argv.includes('run') ? [builtSources] : []
/** What measures the memory of its own process, or replaces a module for itself. */
const alone = ['test/sheet/fuzz/fuzz.test.ts', 'test/ledger/postgres/store.test.ts', 'test/prove/guards.test.ts']
const setupFiles = ['test/support/seeded-properties.ts', 'test/support/own-register.ts']
if (process.env['RWA_PROOF'] !== undefined) setupFiles.push('test/prove/go-on.ts')
/** Of the slow ones: it replaces a module, which must not be the built one. */
const replacing = 'test/ledger/postgres/store-of-sender.slow.test.ts'
/** What the bench installs there brings tests of its own. */
const peers = 'test/bench/peers/node_modules/**'
/** Quick ones that look at more among the slow ones. */
const longer = ['test/cli/echoed-token.test.ts', 'test/prove/simulation/company-rules.test.ts']

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    globalSetup: [
      'test/support/temporary-folder.ts',
      'test/support/build.ts',
      'test/support/missing-tools.ts',
      'test/support/start-postgres.ts',
    ],
    server: { deps: { external: [/\/dist\//] } },
    setupFiles,
    // For what hangs; a busy machine is no failure.
    testTimeout: isSlow ? 600_000 : 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 120_000 } },
    env: { NO_COLOR: '1' },
    sequence: { sequencer: LongFirst },
    // What was compiled for the run before: a third of what is done besides the tests.
    experimental: { fsModuleCache: true },
    reporters: ['default'],
    // Most of what a test makes dies young, and the modules of all files stay. Threads that collect it together, where the
    // workers keep all cores busy, take a tenth more for it.
    execArgv: [
      '--min-semi-space-size=32',
      '--max-semi-space-size=64',
      '--initial-heap-size=512',
      '--single-threaded-gc',
      // What was compiled and not called for a while is called again by a later file: a twentieth.
      '--no-flush-bytecode',
    ],
    // Quick files often wait for other processes: with a worker more a run takes a tenth less, with two more no less than that.
    maxWorkers: availableParallelism() + (isSlow ? 0 : 1),
    projects: isSlow
      ? [
          { extends: true, plugins, test: { name: 'slow', include: [slow, ...longer], exclude: [replacing] } },
          { extends: true, test: { name: 'alone', include: [replacing] } },
        ]
      : [
          // One process for many files: to start one for each took a quarter of the time.
          {
            extends: true,
            plugins,
            test: { name: 'quick', include: ['test/**/*.test.ts'], exclude: [slow, ...alone, peers], isolate: false },
          },
          { extends: true, test: { name: 'alone', include: alone } },
        ],
  },
})
