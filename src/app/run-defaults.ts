/** Shared by the command line and the library. */
export const runDefaults = {
  concurrency: 8,
  requestTimeoutMs: 45_000,
  pollTimeoutMs: 600_000,
  retries: 5,
  maxUnknown: 10,
  waitForServiceMs: 120_000,
  company: 'default',
} as const
