import { dayMs, parseDurationMs } from '../support/clock.ts'
import { BatchError } from '../support/errors.ts'
import type { SettingKind } from './setting.ts'

const longestDurationMs = dayMs

/**
 * Reads the text of an option. `before`: the value so far of an option that may be repeated.
 * @throws BatchError `usage` with the expected form
 */
export function parseValue(kind: SettingKind, text: string, before?: unknown): unknown {
  switch (kind.type) {
    case 'texts':
      return [...((before as readonly string[] | undefined) ?? []), text]
    case 'sheets':
      return text === 'all' || before === 'all' ? 'all' : parseValue({ type: 'texts' }, text, before)
    case 'pairs':
      return parsePair(text, (before as Readonly<Record<string, string>> | undefined) ?? {})
    case 'filters':
      return parseFilter(text, (before as Readonly<Record<string, readonly string[]>> | undefined) ?? {})
    case 'count':
      return parseCount(kind.least)(text)
    case 'duration':
      return parseDuration(kind.leastMs)(text)
    case 'statuses':
      return parseStatuses(text)
    case 'rate':
      return parseRate(text)
    case 'delimiter':
      return parseDelimiter(text)
    case 'port':
      return parsePort(text)
    case 'rowCount':
      return parseRowCount(text)
    case 'timeRange':
      return parseReadyAfter(text)
    default:
      return text
  }
}

/** `45s`, `10m`, `1h`, `250ms`, in milliseconds: at least `leastMs`, at most 24 hours. */
export function parseDuration(leastMs: number): (text: string) => number {
  return (text) => {
    const ms = parseDurationMs(text)
    if (ms === undefined) throw refuse('Expected a time such as 45s, 10m or 1h.')
    if (ms < leastMs) throw refuse(`Expected ${leastMs / 1000} s or more.`)
    if (ms > longestDurationMs) throw refuse('Expected 24h or less.')
    return ms
  }
}

export function parseCount(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (!/^\d+$/.test(text.trim()) || value < least) throw refuse(`Expected a whole number of ${least} or more.`)
    return value
  }
}

/** 0: the system chooses one. */
export function parsePort(text: string): number {
  const port = parseCount(0)(text)
  if (port > 65_535) throw refuse('Expected a port, from 0 (any free one) to 65535.')
  return port
}

export function parseRate(text: string): number {
  const value = Number(text)
  if (!(value > 0)) throw refuse('Expected a number of requests a second, above 0.')
  return value
}

/** `503,520` */
export function parseStatuses(text: string): ReadonlySet<number> {
  const statuses = text.split(',').map(Number)
  if (!statuses.every((status) => Number.isInteger(status) && status >= 400 && status <= 599)) {
    throw refuse('Expected HTTP statuses from 400 to 599 with commas between, such as 503,520.')
  }
  return new Set(statuses)
}

/** One more `field=value`. */
export function parsePair(text: string, before: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const pair = splitPair(text, 'field=value, such as purpose="Work From Anywhere"')
  return Object.fromEntries([...Object.entries(before), pair])
}

/** One more `heading=value`. */
function parseFilter(
  text: string,
  before: Readonly<Record<string, readonly string[]>>,
): Readonly<Record<string, readonly string[]>> {
  const [heading, value] = splitPair(text, 'heading=value, such as COMPANY_CODE=ACME')
  const others = Object.entries(before).filter(([other]) => other !== heading)
  const values = Object.hasOwn(before, heading) ? (before[heading] ?? []) : []
  return Object.fromEntries([...others, [heading, [...values, value]]])
}

function splitPair(text: string, expected: string): [name: string, value: string] {
  const at = text.indexOf('=')
  if (at < 1) throw refuse(`Expected ${expected}.`)
  return [text.slice(0, at).trim(), text.slice(at + 1)]
}

export function parseDelimiter(text: string): string {
  const named: Readonly<Record<string, string>> = { comma: ',', semicolon: ';', tab: '\t', '\\t': '\t', pipe: '|' }
  const delimiter = named[text] ?? text
  if (delimiter.length !== 1) throw refuse('Expected one character, or comma, semicolon, tab or pipe.')
  return delimiter
}

/** A whole number or `all`. */
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
    throw refuse('Expected two times with the shorter one first, such as 1s-5s.')
  }
  return range
}

function refuse(expected: string): BatchError {
  return new BatchError('usage', expected)
}
