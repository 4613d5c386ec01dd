import { find } from '../messages/catalogue.ts'
import type { Field, FieldKind, FieldValues } from '../pipeline/model/operation.ts'
import { type GuessValue, readChoice, readListed } from '../sheet/values/choice.ts'
import { readDateTime } from '../sheet/values/date-time.ts'
import { readExactId, readId } from '../sheet/values/id.ts'
import { readInteger } from '../sheet/values/integer.ts'
import { readEmail, readText, refuseValue } from '../sheet/values/text.ts'
import { createValueList } from '../sheet/values/value-list.ts'
import { guessCountry, suggestEnglish } from './countries.ts'
import { namesOf, synonymsFor } from './languages/all.ts'
import type { HeadedOperation } from './languages/language.ts'

export interface Naming {
  /** Headings in use for the field, besides its own name and those of the languages. */
  aliases?: readonly string[]
  /** The heading in templates: the name or an alias. */
  title: string
  meaning: string
  example: string
}

export interface ChoiceNaming extends Naming {
  /** Text → value; each language adds its words for values such as Yes. */
  synonyms?: Readonly<Record<string, string>>
  /** The usual value for all rows of a sheet without such a column. */
  usual?: string
}

export interface DateNaming extends Naming {
  /** Name of the date field that must not be later. */
  notBefore?: string
}

export function choiceField(name: string, values: readonly string[], naming: ChoiceNaming): Field {
  const list = createValueList(values, new Map([...synonymsFor(values), ...Object.entries(naming.synonyms ?? {})]))
  return {
    ...describe(name, naming, 'choice', `One of: ${values.join(', ')}.`, {
      values,
      ...(naming.usual === undefined ? {} : { usual: naming.usual }),
    }),
    read: (cell) => readChoice(cell, list),
  }
}

/** A value of a company's list, where the list is known. */
export function listedField(name: string, naming: Naming, guess?: GuessValue): Field {
  return {
    ...describe(name, naming, 'listed', 'A value of the service’s list, written exactly as there.'),
    read: (cell, { lists }) => readListed(cell, lists.get(name), guess),
  }
}

/** A country of the company's list. Without a list the text is taken as written, but never a passport number. */
export function countryField(name: string, naming: Naming): Field {
  const field = listedField(name, naming, guessCountry)
  return {
    ...field,
    about: { ...field.about, isCountry: true },
    read(cell, settings) {
      const reading = field.read(cell, settings)
      if (!reading.ok || settings.lists.has(name)) return reading
      const text = String(reading.value)
      if (/\d/.test(text)) {
        return refuseValue(find('country-digits'), { kind: 'map', field: name })
      }
      const english = suggestEnglish(text)
      const [only] = english
      if (only === undefined) return reading
      const warning = find('country-unlisted', { text, english })
      return { ...reading, warning, ...(english.length > 1 ? {} : { remedy: { kind: 'use', value: only } }) }
    },
  }
}

export function idField(name: string, naming: Naming): Field {
  return { ...describe(name, naming, 'id', 'Text; zeros at the start are kept.'), read: readId }
}

export function textField(name: string, naming: Naming, kind: 'text' | 'id' = 'text'): Field {
  return { ...describe(name, naming, kind, 'Text.'), read: kind === 'id' ? readExactId : readText }
}

export function emailField(name: string, naming: Naming): Field {
  return { ...describe(name, naming, 'email', 'One e-mail address.'), read: readEmail }
}

/** A whole number of 0 or more. */
export function integerField(name: string, naming: Naming): Field {
  return {
    ...describe(name, naming, 'integer', 'A whole number, 0 or more.'),
    read: (cell) => readInteger(cell, { min: 0 }),
  }
}

export function dateField(name: string, naming: DateNaming): Field {
  const { notBefore } = naming
  return {
    ...describe(name, naming, 'date', 'A date: year, month, day.', notBefore === undefined ? {} : { notBefore }),
    read: (cell, { datePattern }) => readDateTime(cell, { pattern: datePattern }),
  }
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
  { aliases = [], title, meaning, example }: Naming,
  kind: FieldKind,
  expects: string,
  more: { values?: readonly string[]; notBefore?: string; usual?: string } = {},
): Omit<Field, 'read'> {
  const about = { title, kind, meaning, expects, needed: 'Always needed.', example, values: [], ...more }
  return { name, aliases, translations: [], isRequiredColumn: true, isNeeded: true, about }
}
