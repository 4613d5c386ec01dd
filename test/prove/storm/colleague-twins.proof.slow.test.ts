import { describe, it } from 'vitest'
import { hasOwnPostgres, type OwnPostgresServer, useOwnPostgres } from '../../support/postgres.ts'
import { prove } from '../../support/proof.ts'
import { scale } from '../../support/scale.ts'
import { runRound } from './colleagues/round.ts'
import { type Twin, twins } from './colleagues/twins.ts'

const mostRounds = 5
/** What is found by chance says nothing in a short form; the simulation has twins that every run finds. */
const isTried = scale({ full: hasOwnPostgres, short: false })

describe.skipIf(!isTried)('colleagues over one memory find what a guard is for', () => {
  const usual = useOwnPostgres()
  const lazy = useOwnPostgres(['wal_writer_delay=10s', 'wal_writer_flush_after=1GB'])

  /** In how many rounds it was found, and what. */
  async function look(server: OwnPostgresServer, { plan, guardless: twin, isAboutLocks = false }: Twin) {
    for (let seed = 1; seed <= mostRounds; seed += 1) {
      const { twice, lost, deadlocks } = await runRound(server, { ...plan, seed, twin })
      const found = isAboutLocks ? deadlocks : twice.length + lost.length
      if (found > 0)
        return { rounds: seed, words: `${twice.length} twice, ${lost.length} lost, ${deadlocks} deadlocks` }
    }
    return { rounds: mostRounds, words: undefined }
  }

  it.each(twins)('$name', { timeout: 1_800_000 }, async (twin) => {
    const { rounds, words } = await look(twin.isLazy ? lazy : usual, twin)
    prove({
      area: `One memory for a team: twin, ${twin.name}`,
      claim: `found within ${mostRounds} rounds`,
      measured: `${words ?? 'nothing'}, in round ${rounds}`,
      isKept: words !== undefined,
    })
  })
})
