import { dayMs, parseDurationMs } from '../support/clock.ts'
import { BatchError } from '../support/errors.ts'
import { type SettingName, settings } from './all.ts'
import { kindOf, type SettingKind } from './setting.ts'

const longestDurationMs = dayMs
const delimiters: Readonly<Record<string, string>> = { comma: ',', semicolon: ';', tab: '\t', '\\t': '\t', pipe: '|' }

type Texts = Readonly<Record<string, string>>
type TextLists = Readonly<Record<string, readonly string[]>>

/** `before`: the value so far of an option that may be repeated. @throws BatchError `usage` with the expected form */
export function parseValue(kind: SettingKind, text: string, before?: unknown): unknown {
  switch (kind.type) {
    case 'texts':
      return [...((before as readonly string[] | undefined) ?? []), text]
    case 'sheets':
      return text === 'all' || before === 'all' ? 'all' : parseValue({ type: 'texts' }, text, before)
    case 'pairs': {
      const pair = splitPair(text, 'field=value, such as purpose="Work From Anywhere"')
      return Object.fromEntries([...Object.entries((before as Texts | undefined) ?? {}), pair])
    }
    case 'filters':
      return parseFilter(text, (before as TextLists | undefined) ?? {})
    case 'count':
      return parseCount(text, kind.least)
    case 'duration':
      return parseDuration(text, kind.leastMs)
    case 'statuses': {
      const statuses = text.split(',').map(Number)
      const areErrors = statuses.every((status) => Number.isInteger(status) && status >= 400 && status <= 599)
      expect(areErrors, 'HTTP statuses from 400 to 599 with commas between, such as 503,520')
      return new Set(statuses)
    }
    case 'rate':
      expect(Number(text) > 0, 'a number of requests a second, above 0')
      return Number(text)
    case 'delimiter': {
      const delimiter = delimiters[text] ?? text
      expect(delimiter.length === 1, 'one character, or comma, semicolon, tab or pipe')
      return delimiter
    }
    case 'port': {
      const port = parseCount(text, 0)
      expect(port <= 65_535, 'a port, from 0 (any free one) to 65535')
      return port
    }
    case 'rowCount':
      return text === 'all' ? 'all' : parseCount(text, 0)
    case 'timeRange':
      return parseTimeRange(text)
    default:
      return text
  }
}

/** `45s`, `10m`, `1h`, `250ms`, in milliseconds: at least `leastMs`, at most 24 hours. */
function parseDuration(text: string, leastMs: number): number {
  const ms = parseDurationMs(text) ?? Number.NaN
  expect(!Number.isNaN(ms), 'a time such as 45s, 10m or 1h')
  expect(ms >= leastMs, `${leastMs / 1000} s or more`)
  expect(ms <= longestDurationMs, '24h or less')
  return ms
}

function parseCount(text: string, least: number): number {
  expect(/^\d+$/.test(text.trim()) && Number(text) >= least, `a whole number of ${least} or more`)
  return Number(text)
}

function parseFilter(text: string, before: TextLists): TextLists {
  const [heading, value] = splitPair(text, 'heading=value, such as COMPANY_CODE=ACME')
  const others = Object.entries(before).filter(([other]) => other !== heading)
  const values = Object.hasOwn(before, heading) ? (before[heading] ?? []) : []
  return Object.fromEntries([...others, [heading, [...values, value]]])
}

function splitPair(text: string, expected: string): [name: string, value: string] {
  const at = text.indexOf('=')
  expect(at >= 1, expected)
  return [text.slice(0, at).trim(), text.slice(at + 1)]
}

/** `500ms-3s`, in milliseconds; bare numbers are seconds. */
function parseTimeRange(text: string): { min: number; max: number } {
  const [first = '', second = first, ...others] = text.split('-')
  const toMs = (part: string): number => {
    return /^0+(\.0+)?$/.test(part) ? 0 : parseDuration(/^\d+(\.\d+)?$/.test(part) ? `${part}s` : part, 1)
  }
  const range = { min: toMs(first), max: toMs(second) }
  expect(range.max >= range.min && others.length === 0, 'two times with the shorter one first, such as 1s-5s')
  return range
}

function expect(isMet: boolean, form: string): void {
  if (!isMet) throw new BatchError('usage', `Expected ${form}.`)
}

/** For values that no parser has read. @throws BatchError `usage` for a number that cannot be used. */
export function requireUsableNumbers(values: Partial<Record<SettingName, unknown>>): void {
  for (const [name, value] of Object.entries(values)) {
    const expected = typeof value === 'number' ? explainNumber(name as SettingName, value) : undefined
    if (expected !== undefined) throw new BatchError('usage', `${name} must be ${expected}, not ${value}`)
  }
}

/** The expected number; undefined for a valid one. */
function explainNumber(name: SettingName, value: number): string | undefined {
  const kind = kindOf(settings[name])
  if (kind.type === 'rate') return value > 0 ? undefined : 'more than 0'
  if (kind.type !== 'count' && kind.type !== 'duration') return undefined
  // Infinity is not a whole number.
  if (kind.type === 'duration' && kind.canBeEndless === true && value === Number.POSITIVE_INFINITY) return undefined
  const least = kind.type === 'count' ? kind.least : 0
  return Number.isInteger(value) && value >= least ? undefined : `a whole number of ${least} or more`
}
