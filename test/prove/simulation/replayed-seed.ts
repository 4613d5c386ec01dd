import { expect, it } from 'vitest'

const replayed = process.env['RWA_SEED']

/** Then the seeds of every day are skipped. */
export const isReplaying = replayed !== undefined

/** Plays and prints one seed: `RWA_SEED=123 npx vitest run --config test/vitest.config.ts test/prove/simulation/ledgers`. */
export function replaySeed<Rule>(
  simulate: (seed: number) => Promise<{ broken: ReadonlyMap<Rule, string>; trace: readonly string[] }>,
): void {
  it.runIf(isReplaying)('the seed that is replayed breaks no rule', async () => {
    const { broken, trace } = await simulate(Number(replayed))
    console.log(trace.join('\n'))
    expect(broken).toEqual(new Map())
  })
}
