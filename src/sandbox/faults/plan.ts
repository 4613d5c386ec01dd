import type { EndpointName } from '../../contract/envelope.ts'
import { parseDurationMs } from '../../support/clock.ts'
import { BatchError } from '../../support/errors.ts'
import { fractionOf } from '../../support/random.ts'

interface KindFacts {
  kind: string
  /** `either`: the seed chooses, half and half. */
  processes: 'yes' | 'no' | 'either'
  /** Used when the plan names no time; absent where a time means nothing. */
  defaultMs?: number
  about: string
}

/** In drawing order: a plan means the same in any order of its parts. */
export const faultKinds = [
  {
    kind: 'refuse',
    processes: 'yes',
    defaultMs: 300,
    about: 'answered; then new connections are refused for a while (:300ms), and open ones end with their next answer',
  },
  { kind: 'reset-before', processes: 'no', about: 'the connection is reset; not processed' },
  { kind: 'reset-after', processes: 'yes', about: 'processed, then the connection is reset' },
  { kind: 'hang', processes: 'yes', about: 'processed, never answered: waits for --request-timeout' },
  { kind: 'hang-before', processes: 'no', about: 'neither processed nor answered: waits for --request-timeout' },
  { kind: 'cut', processes: 'yes', about: 'processed; half of the answer comes, with a length or without' },
  { kind: 'bad-json', processes: 'yes', about: 'processed; the answer is not quite JSON' },
  { kind: 'html', processes: 'either', about: 'an HTML page with 200 or 502; processed or not' },
  { kind: '429', processes: 'no', defaultMs: 1000, about: 'not processed, with Retry-After (:1s)' },
  { kind: '429-bare', processes: 'no', about: 'not processed, without Retry-After' },
  { kind: '503', processes: 'no', defaultMs: 1000, about: 'not processed, with Retry-After (:1s)' },
  { kind: '503-bare', processes: 'either', about: 'without Retry-After; processed or not' },
  { kind: '500-before', processes: 'no', about: 'an error; not processed' },
  { kind: '500-after', processes: 'yes', about: 'an error; processed all the same' },
  { kind: 'slow', processes: 'yes', defaultMs: 2000, about: 'processed, answered late (:2s)' },
  { kind: 'huge', processes: 'yes', about: 'processed; an answer of more than 1 MiB' },
  { kind: 'no-id', processes: 'yes', about: 'processed; a success without an identifier' },
] as const satisfies readonly KindFacts[]

export type FaultKind = (typeof faultKinds)[number]['kind']

function findKind(name: string): (KindFacts & { kind: FaultKind }) | undefined {
  return faultKinds.find(({ kind }) => kind === name)
}

export interface FaultShare {
  kind: FaultKind
  /** Share of the requests to one operation, 0 to 1. */
  share: number
  /** Duration of a refusal or a delay, or the Retry-After; 0 where a time means nothing. */
  ms: number
}

/** Limits of the whole service that no answer names. */
export interface HiddenLimits {
  /** Requests a second, and the size of a burst; beyond: 429 with Retry-After. */
  rate: { perSecond: number; burst: number } | undefined
  /** Requests in flight; beyond: 429 without Retry-After. */
  inFlight: number | undefined
}

export interface FaultPlan {
  seed: number
  shares: Readonly<Record<EndpointName, readonly FaultShare[]>>
  limits: HiddenLimits
}

/** Not read from the endpoints: with them every `--help` would load their schemas. */
export const operationNames: readonly EndpointName[] = ['create', 'retrieve', 'update', 'invite']

const defaultSeed = 1

const ofTheWholeService: readonly string[] = ['rate', 'in-flight', 'seed']

/** One part of a plan, e.g. `create.slow=5%:2s`. */
interface Entry {
  text: string
  name: string
  operation: EndpointName | undefined
  value: string
}

/**
 * Reads a plan such as `reset-after=1%,create.slow=5%:2s,rate=20,seed=7`. A kind for one operation replaces the
 * general kind there.
 * @throws BatchError `usage` that says what was expected and what came
 */
export function parseFaultPlan(text: string): FaultPlan {
  const entries = text.split(',').map(readEntry)
  rejectDuplicates(entries)
  const valueFor = (name: string): string | undefined => entries.find((entry) => entry.name === name)?.value
  const shares = entries.flatMap((entry) => {
    const facts = findKind(entry.name)
    return facts === undefined ? [] : [{ operation: entry.operation, ...readShare(entry, facts) }]
  })
  const sharesOf = (operation: EndpointName): readonly FaultShare[] => {
    const own = faultKinds.flatMap(({ kind }) => {
      const ofKind = shares.filter((share) => share.kind === kind)
      const general = ofKind.find((share) => share.operation === undefined)
      const found = ofKind.find((share) => share.operation === operation) ?? general
      return found === undefined ? [] : [{ kind, share: found.share, ms: found.ms }]
    })
    refuseTooMuch(operation, own)
    return own
  }
  return {
    seed: readSeed(valueFor('seed')),
    shares: Object.fromEntries(operationNames.map((name) => [name, sharesOf(name)])) as FaultPlan['shares'],
    limits: { rate: readRate(valueFor('rate')), inFlight: readInFlight(valueFor('in-flight')) },
  }
}

function readEntry(part: string): Entry {
  const text = part.trim()
  const at = text.indexOf('=')
  if (at < 1) throw wrong(`expected name=value with commas between, such as reset-after=1%, not “${text}”`)
  const key = text.slice(0, at).trim()
  const value = text.slice(at + 1).trim()
  const dot = key.indexOf('.')
  const name = key.slice(dot + 1)
  if (findKind(name) !== undefined) {
    return { text, name, value, operation: dot < 0 ? undefined : readOperation(key.slice(0, dot)) }
  }
  if (!ofTheWholeService.includes(name)) {
    const kinds = faultKinds.map(({ kind }) => kind).join(', ')
    throw wrong(`there is no fault “${name}”; there are ${kinds}, and ${ofTheWholeService.join(', ')}`)
  }
  if (dot >= 0) throw wrong(`${name} is for the whole service: expected ${name}=…, not “${text}”`)
  return { text, name, value, operation: undefined }
}

function readOperation(prefix: string): EndpointName {
  const operation = operationNames.find((known) => known === prefix)
  if (operation !== undefined) return operation
  throw wrong(`there is no operation “${prefix}”; expected ${operationNames.join(', ')}, or no prefix for all`)
}

function readShare({ text, value }: Entry, { kind, defaultMs }: { kind: FaultKind; defaultMs?: number }): FaultShare {
  const [, percent, time] = /^(\d+(?:\.\d+)?)\s*%(?::(.*))?$/.exec(value) ?? []
  const example = defaultMs === undefined ? `${kind}=1%` : `${kind}=1% or ${kind}=1%:${defaultMs}ms`
  if (percent === undefined) throw wrong(`expected a share such as ${example}, not “${text}”`)
  if (Number(percent) > 100) throw wrong(`expected a share of at most 100%, not “${text}”`)
  if (time !== undefined && defaultMs === undefined)
    throw wrong(`${kind} takes no time: expected ${example}, not “${text}”`)
  const ms = time === undefined ? (defaultMs ?? 0) : parseDurationMs(time)
  if (ms === undefined) throw wrong(`expected a time such as 500ms or 2s after the share, not “${text}”`)
  return { kind, share: Number(percent) / 100, ms }
}

function readSeed(value: string | undefined): number {
  if (value === undefined) return defaultSeed
  if (/^\d{1,15}$/.test(value)) return Number(value)
  throw wrong(`expected a whole number of up to 15 digits for the seed, not “seed=${value}”`)
}

function readRate(value: string | undefined): HiddenLimits['rate'] {
  if (value === undefined) return undefined
  const [, perSecond, burst] = /^(\d+(?:\.\d+)?)(?::(\d+))?$/.exec(value) ?? []
  const rate = { perSecond: Number(perSecond), burst: Number(burst ?? Math.max(1, Math.round(Number(perSecond)))) }
  if (rate.perSecond > 0 && rate.burst >= 1) return rate
  throw wrong(
    `expected requests a second, and how many may come at once, such as rate=20 or rate=20:5, not “rate=${value}”`,
  )
}

function readInFlight(value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  if (/^\d+$/.test(value) && Number(value) > 0) return Number(value)
  throw wrong(`expected a whole number of requests, such as in-flight=8, not “in-flight=${value}”`)
}

function rejectDuplicates(entries: readonly Entry[]): void {
  const keyOf = ({ operation, name }: Entry): string => (operation === undefined ? name : `${operation}.${name}`)
  const keys = entries.map(keyOf)
  const twice = keys.find((key, index) => keys.indexOf(key) < index)
  if (twice !== undefined) throw wrong(`${twice} is given twice`)
}

function refuseTooMuch(operation: EndpointName, shares: readonly FaultShare[]): void {
  const percent = Math.round(shares.reduce((sum, { share }) => sum + share * 100, 0) * 1e6) / 1e6
  if (percent > 100) throw wrong(`the faults of ${operation} add up to ${percent}%; expected at most 100%`)
}

function wrong(message: string): BatchError {
  return new BatchError('usage', `the plan of faults: ${message}`)
}

export interface Fault {
  kind: FaultKind
  ms: number
  isProcessed: boolean
  /** Selects between the two forms of a fault that has two. */
  isOtherForm: boolean
}

/** The fault of the n-th request to an operation, from 0. Depends on the seed only, so a plan replays. */
export function chooseFault(plan: FaultPlan, operation: EndpointName, sequence: number): Fault | undefined {
  const draw = (what: string): number => fractionOf(`${what} ${plan.seed} ${operation} ${sequence}`)
  const at = draw('fault')
  let upTo = 0
  for (const { kind, share, ms } of plan.shares[operation]) {
    upTo += share
    if (at >= upTo) continue
    const processes = findKind(kind)?.processes
    const isProcessed = processes === 'either' ? draw('processed') < 0.5 : processes === 'yes'
    return { kind, ms, isProcessed, isOtherForm: draw('form') < 0.5 }
  }
  return undefined
}
