import type { Exchange, Transport } from '../../rooms/client.ts'
import { endpoints } from '../../rooms/contract.ts'
import type { Dice } from './dice.ts'
import {
  connectionRefused,
  createFaults,
  type Fault,
  type Meaning,
  noFault,
  requestTimeoutMs,
  retrieveFaults,
  tokenRefused,
  updateFaults,
} from './faults.ts'
import type { SimulatedProcess } from './process.ts'
import type { HonestAnswer, ServiceModel } from './service-model.ts'
import { contentOf } from './trips.ts'
import type { VirtualLoop } from './virtual-loop.ts'

type RequestKind = 'create' | 'retrieve' | 'update'

/** One request as an observer on the wire sees it; times are those of the simulation. */
export interface SentRequest {
  number: number
  kind: RequestKind
  /** The content of a create or an update, the identifier of a retrieve. */
  subject: string
  /** Of an update; empty for others. */
  event: string
  assessmentId: string
  fault: string
  startedAtMs: number
  endedAtMs: number | undefined
  /** What its answer may be taken for; undefined until it has ended. */
  means: Meaning | undefined
  /** Whether words of the service came through, with whatever status. */
  isInContract: boolean
  holdMs: number | undefined
  /** What a whole answer to a create named. */
  told: string | undefined
}

export interface WireListener {
  onStart(request: SentRequest): void
  onEnd(request: SentRequest): void
}

export interface WireParts {
  loop: VirtualLoop
  process: SimulatedProcess
  service: ServiceModel
  dice: Dice
  weather: Weather
  listener: WireListener
}

/** What requests meet on their way. */
export interface Weather {
  /** Share of the requests that go wrong. */
  faultShare: number
  /** When the service cannot be reached at all, in time since the run began. */
  outage: { fromMs: number; toMs: number } | undefined
  /** The token is refused after so many requests. */
  tokenLasts: number
}

interface Flight {
  request: SentRequest
  /** Lets the service get to work on it, once. */
  arrive(): HonestAnswer | undefined
}

/** The way of one process to the service: loses, delays and spoils what the dice say, and tells the listener the truth. */
export class Wire implements Transport {
  readonly requests: SentRequest[] = []
  readonly #parts: WireParts
  readonly #flights = new Set<Flight>()
  readonly #openedAtMs: number

  constructor(parts: WireParts) {
    this.#parts = parts
    this.#openedAtMs = parts.loop.elapsedMs
  }

  get inFlight(): number {
    return this.#flights.size
  }

  async post(path: string, body: string): Promise<Exchange> {
    const { process, loop, dice, listener } = this.#parts
    process.pass('send')
    const kind = kindOf(path)
    const fault = this.#drawFault(kind)
    const flight = this.#begin(kind, body, fault)
    const sentAtMs = process.clock.now()
    listener.onStart(flight.request)
    const delayMs = 50 * dice.int(0, 30)
    await process.clock.sleep(delayMs)
    const isReached = fault.reaches === 'yes' || (fault.reaches === 'either' && dice.chance(0.5))
    const honest = isReached ? flight.arrive() : undefined
    await process.clock.sleep(fault.hangs === true ? requestTimeoutMs - delayMs : 50 * dice.int(0, 30))
    this.#flights.delete(flight)
    const { holdMs, ...shape } = fault.shape(honest, dice, process.clock.now())
    flight.request.holdMs = holdMs
    const isShown = honest !== undefined && (shape.body ?? honest.body) === honest.body
    flight.request.isInContract = isShown || fault.isInContract === true
    this.#end(flight.request, fault, honest, loop.elapsedMs)
    process.pass('answer')
    const isLost = shape.failure !== undefined
    return {
      isStarted: true,
      status: isLost ? undefined : 200,
      retryAfter: undefined,
      location: undefined,
      body: isLost ? '' : (honest?.body ?? ''),
      isWhole: !isLost,
      failure: undefined,
      ...shape,
      sentAtMs,
      answeredAtMs: process.clock.now(),
    }
  }

  async close(): Promise<void> {}

  /** The client is gone: of what was on its way, the service still gets some. */
  abandon(): void {
    for (const { arrive } of this.#flights) if (this.#parts.dice.chance(0.5)) arrive()
    this.#flights.clear()
  }

  #drawFault(kind: SentRequest['kind']): Fault {
    const { dice, loop } = this.#parts
    const { faultShare, outage, tokenLasts } = this.#parts.weather
    const sinceMs = loop.elapsedMs - this.#openedAtMs
    if (outage !== undefined && sinceMs >= outage.fromMs && sinceMs < outage.toMs) return connectionRefused
    if (this.requests.length >= tokenLasts) return tokenRefused
    if (!dice.chance(faultShare)) return noFault
    return dice.weighted(faultsOf[kind])
  }

  #begin(kind: SentRequest['kind'], body: string, fault: Fault): Flight {
    const { service, loop } = this.#parts
    const { externalEventId: event, ...sent } = JSON.parse(body)
    const request: SentRequest = {
      number: this.requests.length + 1,
      kind,
      subject: kind === 'retrieve' ? JSON.parse(body).assessmentId : contentOf(sent),
      event: String(event ?? ''),
      assessmentId: String(sent.assessmentId ?? ''),
      fault: fault.name,
      startedAtMs: loop.elapsedMs,
      endedAtMs: undefined,
      means: undefined,
      isInContract: false,
      holdMs: undefined,
      told: undefined,
    }
    let answer: HonestAnswer | undefined
    const flight: Flight = {
      request,
      arrive: () => {
        if (fault.reaches === 'no') return undefined
        answer ??= service[kind](body, loop.elapsedMs)
        return answer
      },
    }
    this.requests.push(request)
    this.#flights.add(flight)
    return flight
  }

  #end(request: SentRequest, fault: Fault, honest: HonestAnswer | undefined, nowMs: number): void {
    request.endedAtMs = nowMs
    request.means = fault.means(honest?.kind)
    if (request.kind === 'create' && request.means === 'created') request.told = honest?.creation?.identifier
    this.#parts.listener.onEnd(request)
  }
}

const faultsOf = { create: createFaults, retrieve: retrieveFaults, update: updateFaults } as const

function kindOf(path: string): RequestKind {
  if (path === endpoints.create) return 'create'
  return path === endpoints.update ? 'update' : 'retrieve'
}
