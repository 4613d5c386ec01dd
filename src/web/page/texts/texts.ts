import { fillPattern } from '../../../messages/pattern.ts'
import { resultTitles } from '../../../messages/result-titles.ts'
import { labelState } from '../../../messages/states.ts'
import type { StateCount } from '../api.ts'
import english from './english.json' with { type: 'json' }

/**
 * All texts of the page. The program serves those of its language in the place of this file, with the engine's words: see
 * `build-page.mjs`.
 */
export const texts = english

export const columnTitles: Readonly<Record<string, string>> = { ...resultTitles, ...texts.headings }

/** Numbers and times as in the browser's region, where that has the page's language. */
const locale = navigator.languages.find((tag) => tag.startsWith(texts.language)) ?? texts.language
const numberFormat = new Intl.NumberFormat(locale)
const dayFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
const timeFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' })

export function say(pattern: string, facts: Readonly<Record<string, string | number>>): string {
  return fillPattern(pattern, facts, { language: texts.language, count: formatCount })
}

export function formatCount(value: number): string {
  return numberFormat.format(value)
}

export function formatCellText(text: string): string {
  return text || texts.empty
}

export function quoted(text: string): string {
  return formatCellText(text && say(texts.quoted, { text }))
}

export function formatTime(ms: number): string {
  return timeFormat.format(ms)
}

/** A day as a request has it; another text stays. */
export function formatDay(text: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(text) ? dayFormat.format(Date.parse(text)) : text
}

/** Days as a request has them, e.g. 11 Jan – 24 Apr 2027. */
export function formatDays(from: string, until: string): string {
  return dayFormat.formatRange(Date.parse(from), Date.parse(until))
}

export function baseName(path: string): string {
  return path.replace(/.*[\\/](?=.)/, '')
}

export function formatSeconds(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`
  return `${formatCount(Math.round(seconds / 60))} min`
}

const { items, send }: Readonly<Record<'items' | 'send', Readonly<Record<string, string>>>> = texts

/** E.g. 54 trips, 12 decisions, 3 people. */
export function formatItems(task: string, count: number): string {
  return say(items[task] ?? '', { count })
}

/** E.g. Assess 54 trips, Record 12 decisions, Invite 3 people. */
export function formatSending(task: string, count: number): string {
  return say(send[task] ?? '', { items: formatItems(task, count) })
}

/** E.g. 3 wrong, 50 assessed. */
export function formatStateCounts(counts: readonly Pick<StateCount, 'state' | 'count'>[], separator: string): string {
  return counts.map(({ state, count }) => `${formatCount(count)} ${labelState(state)}`).join(separator)
}
