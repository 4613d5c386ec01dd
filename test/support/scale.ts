/** How much of a slow test is run: all of it, or the short form that CI runs. */
export function scale<T>({ full, short }: { full: T; short: T }): T {
  return process.env['RWA_TEST_SLOW'] === 'short' ? short : full
}
