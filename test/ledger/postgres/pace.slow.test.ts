import { describe, onTestFinished } from 'vitest'
import type { TargetPace } from '../../rooms/ledger/port.ts'
import { ledgerAt } from '../../rooms/ledger.ts'
import { hasPostgres, useOwnPostgres } from '../../support/postgres.ts'
import { promisesOfPace } from '../port/pace.ts'
import { stillClock } from '../workspace.ts'
import { ask } from './database.ts'

describe.skipIf(!hasPostgres)('the one pace of a target, in a database', () => {
  // What one ledger tells is heard in all schemas of its database.
  const server = useOwnPostgres()

  promisesOfPace(async () => {
    const address = server.address()
    const joined: TargetPace[] = []
    return {
      async join() {
        const ledger = await ledgerAt(address, {}).open({ clock: stillClock, onSpill() {} })
        onTestFinished(() => ledger.close())
        const pace = ledger.paceOf?.(await ledger.targets.find('https://service.example', 'default'))
        if (pace === undefined) throw new Error('others may send, and no pace is shared')
        joined.push(pace)
        return pace
      },
      async pass(ms) {
        const times = ['next_start_at', 'hold_until', 'probe_until', 'cut_at', 'used_at']
        const earlier = times.map((time) => `${time} = ${time} - make_interval(secs => ${ms / 1000})`)
        await ask(address, `UPDATE paces SET ${earlier.join(', ')}`)
      },
      // What was told before a question comes before its answer.
      async heard() {
        for (const pace of joined) {
          await pace.reserve({ started: 0, wanted: 0, growth: 1, cuts: 0, initial: undefined })
        }
      },
    }
  })
})
