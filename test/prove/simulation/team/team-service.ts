import type { Exchange, Transport } from '../../../rooms/client.ts'
import type { Dice } from '../dice.ts'
import type { VirtualLoop } from '../virtual-loop.ts'
import type { TeamProcess } from './team-process.ts'

interface Fate {
  fate: 'answered' | 'not sent' | 'too many' | 'answer lost'
  weight: number
}

const fates: readonly [Fate, ...Fate[]] = [
  { fate: 'answered', weight: 88 },
  { fate: 'not sent', weight: 4 },
  { fate: 'too many', weight: 3 },
  { fate: 'answer lost', weight: 5 },
]

/** Creates whatever it is asked to, as often as it is asked. */
export class TeamService {
  readonly creations: { employeeId: string; identifier: string }[] = []
  readonly #loop: VirtualLoop

  constructor(loop: VirtualLoop) {
    this.#loop = loop
  }

  /** The way of one process to it. */
  wayOf(process: TeamProcess, dice: Dice, isCalm: () => boolean): Transport {
    return {
      post: async (_path, body, mayStart) => {
        const { fate } = isCalm() ? fates[0] : dice.weighted(fates)
        // A connection is made; then it would leave.
        await process.clock.sleep(dice.int(0, 300))
        const sentAtMs = process.clock.now()
        const end = (answer: Partial<Exchange>): Exchange => ({
          ...nothing,
          sentAtMs,
          answeredAtMs: process.clock.now(),
          ...answer,
        })
        if (mayStart?.() === false)
          return end({ isStarted: false, failure: { code: 'LAPSED', message: 'it stood still' } })
        if (fate === 'not sent') return end({ isStarted: false, failure: { code: 'ECONNREFUSED', message: 'refused' } })
        // What has left arrives, whatever becomes of who sent it.
        const arrived = this.#loop
          .sleep(dice.int(0, 700))
          .then(() => (fate === 'too many' ? undefined : this.#create(body)))
        const identifier = await arrived
        await process.clock.sleep(dice.int(0, 700))
        if (fate === 'answer lost') return end({ failure: { code: 'ECONNRESET', message: 'reset' } })
        if (identifier === undefined) return end({ status: 429, retryAfter: '1', isWhole: true })
        process.told.push(identifier)
        const response = { assessment_id: identifier, redirect_url: `https://reports.example/${identifier}` }
        return end({ status: 200, isWhole: true, body: JSON.stringify({ status: 'success', response }) })
      },
      close: async () => {},
    }
  }

  #create(body: string): string {
    const { employeeId }: { employeeId: string } = JSON.parse(body)
    const identifier = `A${this.creations.length + 1}-${employeeId}`
    this.creations.push({ employeeId, identifier })
    return identifier
  }
}

const nothing: Exchange = {
  isStarted: true,
  status: undefined,
  retryAfter: undefined,
  location: undefined,
  body: '',
  isWhole: false,
  failure: undefined,
  sentAtMs: 0,
  answeredAtMs: 0,
}
