import { InvalidArgumentError } from 'commander'
import { type FaultPlan, parseFaultPlan } from '../sandbox/faults/plan.ts'
import { dayMs, parseDurationMs } from '../support/clock.ts'
import { BatchError } from '../support/errors.ts'

const longestDurationMs = dayMs

/** `45s`, `10m`, `1h`, `250ms`, in milliseconds: at least `leastMs`, at most 24 hours. */
export function parseDuration(leastMs: number): (text: string) => number {
  return (text) => {
    const ms = parseDurationMs(text)
    if (ms === undefined) throw new InvalidArgumentError('Expected a time such as 45s, 10m or 1h.')
    if (ms < leastMs) throw new InvalidArgumentError(`Expected ${leastMs / 1000} s or more.`)
    if (ms > longestDurationMs) throw new InvalidArgumentError('Expected 24h or less.')
    return ms
  }
}

export function parseCount(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (!/^\d+$/.test(text.trim()) || value < least) {
      throw new InvalidArgumentError(`Expected a whole number of ${least} or more.`)
    }
    return value
  }
}

/** 0: the system chooses one. */
export function parsePort(text: string): number {
  const port = parseCount(0)(text)
  if (port > 65_535) throw new InvalidArgumentError('Expected a port, from 0 (any free one) to 65535.')
  return port
}

export function parseRate(text: string): number {
  const value = Number(text)
  if (!(value > 0)) throw new InvalidArgumentError('Expected a number of requests a second, above 0.')
  return value
}

/** `503,520` */
export function parseStatuses(text: string): ReadonlySet<number> {
  const statuses = text.split(',').map(Number)
  if (!statuses.every((status) => Number.isInteger(status) && status >= 400 && status <= 599)) {
    throw new InvalidArgumentError('Expected HTTP statuses from 400 to 599 with commas between, such as 503,520.')
  }
  return new Set(statuses)
}

/** `reset-after=1%,seed=7` */
export function parseFaults(text: string): FaultPlan {
  try {
    return parseFaultPlan(text)
  } catch (error) {
    throw error instanceof BatchError ? new InvalidArgumentError(error.message) : error
  }
}

/** Collects repeated `field=value`. */
export function collectDefault(text: string, before: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const at = text.indexOf('=')
  if (at < 1) throw new InvalidArgumentError('Expected field=value, such as purpose="Work From Anywhere".')
  return new Map([...before, [text.slice(0, at).trim(), text.slice(at + 1)]])
}

export function parseDelimiter(text: string): string {
  const named: Readonly<Record<string, string>> = { comma: ',', semicolon: ';', tab: '\t', '\\t': '\t', pipe: '|' }
  const delimiter = named[text] ?? text
  if (delimiter.length !== 1)
    throw new InvalidArgumentError('Expected one character, or comma, semicolon, tab or pipe.')
  return delimiter
}

/** `--rows`: a whole number or `all`. */
export function parseRowCount(text: string): number | 'all' {
  return text === 'all' ? 'all' : parseCount(0)(text)
}

/** `500ms-3s`, in milliseconds; bare numbers are seconds. */
export function parseReadyAfter(text: string): { min: number; max: number } {
  const [first = '', second = first, ...others] = text.split('-')
  const toMs = (part: string): number => {
    return /^0+(\.0+)?$/.test(part) ? 0 : parseDuration(1)(/^\d+(\.\d+)?$/.test(part) ? `${part}s` : part)
  }
  const range = { min: toMs(first), max: toMs(second) }
  if (range.max < range.min || others.length > 0) {
    throw new InvalidArgumentError('Expected two times with the shorter one first, such as 1s-5s.')
  }
  return range
}

/** One more name of an option that may be repeated. */
export function collectName(name: string, earlier: readonly string[]): readonly string[] {
  return [...earlier, name]
}
