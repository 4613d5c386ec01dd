import { find } from '../messages/catalogue.ts'
import type { Field, FieldKind, FieldValues, ReadSettings } from '../pipeline/model/operation.ts'
import type { Cell } from '../sheet/cell.ts'
import { toOneLine } from '../sheet/fold-text.ts'
import { readDateTime } from '../sheet/values/date-time.ts'
import { readExactId, readId } from '../sheet/values/id.ts'
import { readInteger } from '../sheet/values/integer.ts'
import { findPlaceholder } from '../sheet/values/placeholder.ts'
import { type ReadResult, type Refusal, readEmail, readText, refuseValue } from '../sheet/values/text.ts'
import {
  createValueList,
  findValue,
  type GuessValue,
  guessBySpelling,
  readChoice,
  readListed,
} from '../sheet/values/value-list.ts'
import { guessCountry, guessOtherName, suggestEnglish, suggestListed } from './countries.ts'
import { type HeadedOperation, namesOf, synonymsFor } from './languages/all.ts'

/** The heading in templates (the name or an alias), the meaning, and an example. */
type Naming = readonly [title: string, meaning: string, example: string]

/** Each language has its words for values such as Yes. */
export function choiceField(name: string, values: readonly string[], ...naming: Naming): Field {
  return {
    ...describe(name, naming, 'choice', `One of: ${values.join(', ')}.`, { values }),
    read: choiceReader(values),
  }
}

/** `synonyms`: text → value, beside the words of each language. */
export function choiceReader(
  values: readonly string[],
  synonyms: Readonly<Record<string, string>> = {},
): Field['read'] {
  const list = createValueList(values, new Map([...synonymsFor(values), ...Object.entries(synonyms)]))
  return (cell) => readChoice(cell, list)
}

/** A value of a company's list, where the list is known. */
export function listedField(name: string, ...naming: Naming): Field {
  return {
    ...describe(name, naming, 'listed', 'A value of the service’s list, written exactly as there.'),
    read: (cell, settings) =>
      refusePlaceholder(name, cell, settings) ??
      doubtRefused(name, readListed(cell, settings.lists.get(name)), settings, guessBySpelling),
  }
}

/** Unless it stands on the list, or the address accepted it: “NA” may be a value. */
function refusePlaceholder(name: string, cell: Cell, { lists, taught }: ReadSettings): Refusal | undefined {
  const text = cell.t === 's' ? toOneLine(cell.v) : ''
  if (findPlaceholder(text) === undefined) return undefined
  const known = lists.get(name) ?? taught?.get(name)?.accepted
  const isValue = known !== undefined && findValue(text, known) !== undefined
  return isValue ? undefined : refuseValue(find('placeholder', { text }))
}

/** A text that the address refused before is sent as written, with a warning; one that it accepted is not doubted. */
function doubtRefused(
  name: string,
  reading: ReadResult<string>,
  { lists, taught }: ReadSettings,
  guess: GuessValue,
): ReadResult<string> {
  const known = taught?.get(name)
  if (known === undefined || !reading.ok || lists.has(name)) return reading
  const text = reading.value
  const refused = known.refused.get(text)
  if (refused === undefined) return reading
  const { accepted } = known
  const near = accepted.byKey.has(text) ? undefined : guess(text, accepted)?.value
  const warning = find('refused-value', { text, ...refused, near, isAccepted: accepted.values.includes(near ?? '') })
  return { ...reading, warning, ...(near !== undefined && { remedy: { kind: 'use', value: near } }) }
}

/** A country of the company's list. Without a list the text is taken as written, but never a passport number. */
export function countryField(name: string, ...naming: Naming): Field {
  const field = listedField(name, ...naming)
  return {
    ...field,
    about: { ...field.about, isCountry: true },
    read(cell, settings) {
      const { lists, taught } = settings
      const refused = refusePlaceholder(name, cell, settings)
      if (refused !== undefined) return refused
      const reading = readListed(cell, lists.get(name), guessCountry)
      if (!reading.ok || lists.has(name)) return reading
      const text = reading.value
      if (/\d/.test(text)) return refuseValue(find('country-digits'), { kind: 'map', field: name })
      const { accepted } = taught?.get(name) ?? {}
      if (accepted?.values.includes(text)) return reading
      const doubted = doubtRefused(name, reading, settings, guessOtherName)
      if (doubted !== reading) return doubted
      const listed = accepted && suggestListed(text, accepted.values)?.value
      const english = listed === undefined ? suggestEnglish(text) : [listed]
      const [only] = english
      if (only === undefined) return reading
      const warning = find('country-unlisted', { text, english })
      return { ...reading, warning, ...(english.length > 1 ? {} : { remedy: { kind: 'use', value: only } }) }
    },
  }
}

export function idField(name: string, ...naming: Naming): Field {
  return { ...describe(name, naming, 'id', 'Text; zeros at the start are kept.'), read: readId }
}

/** An identifier that is sent as it is written. */
export function exactIdField(name: string, ...naming: Naming): Field {
  return { ...describe(name, naming, 'id', 'Text.'), read: readExactId }
}

export function textField(name: string, ...naming: Naming): Field {
  return { ...describe(name, naming, 'text', 'Text.'), read: readText }
}

export function emailField(name: string, ...naming: Naming): Field {
  return { ...describe(name, naming, 'email', 'One e-mail address.'), read: readEmail }
}

/** A whole number of 0 or more. */
export function integerField(name: string, ...naming: Naming): Field {
  const read: Field['read'] = (cell) => readInteger(cell, { min: 0 })
  return { ...describe(name, naming, 'integer', 'A whole number, 0 or more.'), read }
}

/** `notBefore`: name of the date field that must not be later. */
export function dateField(name: string, order: { notBefore?: string }, ...naming: Naming): Field {
  const read: Field['read'] = (cell, { datePattern }) => readDateTime(cell, { pattern: datePattern })
  return { ...describe(name, naming, 'date', 'A date: year, month, day.', order), read }
}

/** With the headings that each language has for the fields of an operation. */
export function withHeadings(operation: HeadedOperation, fields: readonly Field[]): Field[] {
  const named = namesOf(operation)
  return fields.map((field) => ({ ...field, ...named(field.name) }))
}

export function optional(field: Field): Field {
  const about = { ...field.about, needed: 'May stay empty.' }
  return { ...field, isRequiredColumn: false, isNeeded: false, about }
}

/** A field of some rows only; `needed` names those rows in words. */
export function neededWhen(appliesTo: (values: FieldValues) => boolean, needed: string, field: Field): Field {
  return { ...field, isRequiredColumn: false, appliesTo, about: { ...field.about, needed } }
}

function describe(
  name: string,
  [title, meaning, example]: Naming,
  kind: FieldKind,
  expects: string,
  more: Partial<Field['about']> = {},
): Omit<Field, 'read'> {
  const about = { title, kind, meaning, expects, needed: 'Always needed.', example, values: [], ...more }
  return { name, aliases: [], translations: [], isRequiredColumn: true, isNeeded: true, about }
}
