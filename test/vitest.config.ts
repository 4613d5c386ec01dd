import { defineConfig } from 'vitest/config'

// Slow tests (crash storms, very large sheets) are named *.slow.test.ts and run only under `npm run test:slow`; CI runs
// their short form, `npm run test:slow:short`.
const isSlow = (process.env['RWA_TEST_SLOW'] ?? '') !== ''

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    // Tests of the command line wait for child processes most of the time.
    maxWorkers: '150%',
    globalSetup: ['test/support/build.ts'],
    include: isSlow ? ['test/**/*.slow.test.ts'] : ['test/**/*.test.ts'],
    exclude: isSlow ? [] : ['test/**/*.slow.test.ts'],
    testTimeout: isSlow ? 600_000 : 30_000,
    hookTimeout: 60_000,
    env: { NO_COLOR: '1' },
    reporters: ['default'],
  },
})
