import { isDeepStrictEqual } from 'node:util'
import { decisionStatuses } from '../../contract/decision.ts'
import type { CompanyRules, RecordedRules, RuleChange, RuleName, TargetRules } from '../../ledger/port/rules.ts'
import { find } from '../../messages/catalogue.ts'
import { coversNoteRule, readNoteRule } from '../../operations/decide/note-rule.ts'
import { expectedPeriod, parsePeriod, startOfPeriod } from '../../settings/calendar-period.ts'
import { retentionNames } from '../../settings/memory.ts'
import { foldEmployeeId } from '../../sheet/fold-text.ts'
import { BatchError } from '../../support/errors.ts'

interface RuleSetting<Value> {
  about: string
  /** Without a word of the company. */
  none: Value
  /** A text of the command line; `part`: what stands behind the name's dot. Undefined for another text. */
  parse(text: string, before: Value, part: string | undefined): Value | undefined
  /** What `parse` takes. */
  expected: string
  /** The stricter of two; the first where they are alike. A change to what is not as strict as before loosens. */
  combine(one: Value, other: Value): Value
  /** In short, without a person. */
  show(value: Value): string
}

/** Any day: periods are compared by where they begin. */
const someDay = Date.UTC(2024, 0, 1)

function isAsLong(period: string | undefined, as: string): boolean {
  const [own, other] = [parsePeriod(period ?? ''), parsePeriod(as)]
  if (own === undefined || other === undefined) return other === undefined
  return (startOfPeriod(someDay, own) ?? -Infinity) <= (startOfPeriod(someDay, other) ?? -Infinity)
}

function listSetting(
  about: string,
  expected: string,
  covers: (one: string, other: string) => boolean,
  read = (each: string): string | undefined => each,
) {
  const has = (list: readonly string[], wanted: string): boolean => list.some((each) => covers(each, wanted))
  return {
    about,
    none: [],
    expected,
    parse(text) {
      const given = text === 'none' ? [] : text.split(',').map((each) => read(each.trim()))
      return given.includes(undefined) || given.includes('') ? undefined : [...new Set(given as string[])]
    },
    combine: (one, other) => [...one, ...other.filter((each) => !has(one, each))],
    show: (value) => (value.length === 0 ? 'none' : value.join(', ')),
  } satisfies RuleSetting<readonly string[]>
}

export const ruleTable: { readonly [Name in RuleName]: RuleSetting<CompanyRules[Name]> } = {
  fourEyes: {
    about: 'every decision needs two people',
    none: false,
    expected: 'true or false',
    parse: (text) => (text === 'true' ? true : text === 'false' || text === 'none' ? false : undefined),
    combine: (one, other) => one || other,
    show: String,
  },
  holds: {
    ...listSetting(
      'people who are not forgotten',
      'IDs with commas between, or none',
      (one, other) => foldEmployeeId(one) === foldEmployeeId(other),
    ),
    // A line of the log has only their number.
    show(value: readonly string[] | number) {
      const count = typeof value === 'number' ? value : value.length
      return `${count} ${count === 1 ? 'person' : 'people'}`
    },
  },
  // What is kept can be forgotten tomorrow, what was forgotten is gone: the longer of two periods is the stricter.
  retention: {
    about: 'how long content is kept',
    none: {},
    expected: `${expectedPeriod}, or none, for retention.trips or retention.answers`,
    parse(text, before, part) {
      const name = retentionNames.find((each) => each === part)
      if (name === undefined || (text !== 'none' && parsePeriod(text) === undefined)) return undefined
      const { [name]: _, ...others } = before
      return text === 'none' ? others : { ...others, [name]: text }
    },
    combine(one, other) {
      const longer = retentionNames.map((name) => [
        name,
        isAsLong(one[name], other[name] ?? '') ? one[name] : other[name],
      ])
      return Object.fromEntries(longer.filter(([, period]) => period !== undefined))
    },
    show: (value) =>
      retentionNames.flatMap((name) => (value[name] === undefined ? [] : `${name} ${value[name]}`)).join(', ') ||
      'none',
  },
  noteFor: listSetting(
    'decisions that need a note',
    `statuses with commas between (${decisionStatuses.join(', ')}), each as it is or from a score on (Compliance Approved>=7, or >=7 for all), or none`,
    coversNoteRule,
    readNoteRule,
  ),
  waiting: {
    about: 'how long a sealed run waits for its second person',
    none: 'P14D',
    expected: expectedPeriod,
    parse: (text) => (text === 'none' ? 'P14D' : parsePeriod(text) === undefined ? undefined : text),
    combine: (one, other) => (isAsLong(other, one) ? one : other),
    show: (value) => value,
  },
}

export const ruleNames = Object.keys(ruleTable) as readonly RuleName[]

/** For a change from the first value to the second. */
export function isLooser(name: RuleName, from: unknown, to: unknown): boolean {
  const { combine, none } = settingOf(name)
  return !isDeepStrictEqual(combine(to, from ?? none), to)
}

export function settingOf(name: RuleName): RuleSetting<unknown> {
  return ruleTable[name] as unknown as RuleSetting<unknown>
}

/** The stricter of both, rule by rule. Pure. */
export function combineRules(one: RecordedRules, other: RecordedRules): RecordedRules {
  const both = ruleNames.filter((name) => one[name] !== undefined && other[name] !== undefined)
  const combined = both.map((name) => [name, settingOf(name).combine(one[name], other[name])] as const)
  return { ...one, ...other, ...Object.fromEntries(combined) }
}

/** `retention.trips=P7Y`. @throws BatchError `usage` for another name or value. */
export function parseRule(key: string, text: string, before: RecordedRules): { name: RuleName; to: unknown } {
  const [given, part] = key.split('.')
  const name = ruleNames.find((each) => each === given && (part === undefined || each === 'retention'))
  if (name === undefined) throw new BatchError('usage', find('rule-unknown', { name: key, known: [...ruleNames] }))
  const { parse, none, expected } = settingOf(name)
  const to = parse(text.trim(), before[name] ?? none, part)
  if (to === undefined) throw new BatchError('usage', find('rule-unreadable', { name: key, text, expected }))
  return { name, to }
}

/** In one line for each target. */
export function describeTargetRules(all: readonly TargetRules[]): string[] {
  return all.flatMap(({ target: { company, address }, rules }) => {
    const shown = describeRules(rules)
    return shown.length === 0 ? [] : [`Rules of company “${company}” at ${address}: ${shown.join('; ')}`]
  })
}

export function describeRuleChange({ name, from, to }: RuleChange): string {
  const { show, none } = settingOf(name)
  return `${name}, ${show(from ?? none)} → ${show(to ?? none)}`
}

/** Who would no longer be on hold: for a person who releases that, not for a log. */
export function listLifted({ name, from, to }: RuleChange): string[] {
  if (name !== 'holds' || !Array.isArray(from) || !Array.isArray(to)) return []
  const kept = new Set(to.map(foldEmployeeId))
  return from.filter((id: string) => !kept.has(foldEmployeeId(id)))
}

/** Those that say something, in short. */
export function describeRules(rules: RecordedRules): string[] {
  return ruleNames.flatMap((name) => {
    const { about, show, none } = settingOf(name)
    const shown = show(rules[name] ?? none)
    return rules[name] === undefined || shown === show(none) ? [] : [`${name} (${about}): ${shown}`]
  })
}
