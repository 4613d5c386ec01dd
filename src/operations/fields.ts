import type { Field } from '../pipeline/operation.ts'
import { readChoice, readListed } from '../sheet/values/choice.ts'
import { readDateTime } from '../sheet/values/date-time.ts'
import { readEmail } from '../sheet/values/email.ts'
import { readId } from '../sheet/values/id.ts'
import { readInteger } from '../sheet/values/integer.ts'
import { readText } from '../sheet/values/text.ts'
import { createValueList } from '../sheet/values/value-list.ts'

export interface Naming {
  /** Headings in use for the field, besides its own name. */
  aliases: readonly string[]
}

export interface ChoiceNaming extends Naming {
  /** What people write → the value they mean. */
  synonyms?: Readonly<Record<string, string>>
}

const needed = { isRequiredColumn: true, isNeeded: true } as const

export function choiceField(name: string, values: readonly string[], { aliases, synonyms }: ChoiceNaming): Field {
  const list = createValueList(values, new Map(Object.entries(synonyms ?? {})))
  return { name, aliases, ...needed, read: (cell) => readChoice(cell, list) }
}

/** A value of one of the company's lists, as far as they are known. */
export function listedField(name: string, { aliases }: Naming): Field {
  return { name, aliases, ...needed, read: (cell, { lists }) => readListed(cell, lists.get(name)) }
}

export function idField(name: string, { aliases }: Naming): Field {
  return { name, aliases, ...needed, read: readId }
}

export function textField(name: string, { aliases }: Naming): Field {
  return { name, aliases, ...needed, read: readText }
}

export function emailField(name: string, { aliases }: Naming): Field {
  return { name, aliases, ...needed, read: readEmail }
}

/** A whole number of 0 or more. */
export function integerField(name: string, { aliases }: Naming): Field {
  return { name, aliases, ...needed, read: (cell) => readInteger(cell, { min: 0 }) }
}

export function dateField(name: string, { aliases }: Naming): Field {
  return { name, aliases, ...needed, read: (cell, { datePattern }) => readDateTime(cell, { pattern: datePattern }) }
}

export function optional(field: Field): Field {
  return { ...field, isRequiredColumn: false, isNeeded: false }
}
