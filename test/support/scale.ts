/** How much of a test is run: all of it, the short form that CI runs, or what `npm test` has time for. */
export function scale<T>({ full, short, quick = full }: { full: T; short: T; quick?: T }): T {
  const form = process.env['RWA_TEST_SLOW'] ?? ''
  return form === '' ? quick : form === 'short' ? short : full
}
