/** Another language than English, in which the page words messages. A code that it lacks stays English. */
export interface Translation {
  language: string
  messages: Readonly<Record<string, TranslatedWords | undefined>>
  /** Titles of fields by name. */
  fields: Readonly<Record<string, string | undefined>>
}

interface TranslatedWords {
  text: string
  hint?: string
  many?: { text?: string; hint?: string }
}

/** Where a message is read, and the names that are used there. */
export interface Face {
  kind: 'terminal' | 'page' | 'library'
  /** The name of a setting, e.g. `--date-format` for `dateFormat`. */
  option(name: string): string
  /** The name of a field: its title where the sheet's own headings are not shown. */
  field(name: string): string
  translation?: Translation | undefined
}

/** Also for workbooks and logs whose caller names no face. */
export const libraryFace: Face = { kind: 'library', option: (name) => `‹${name}›`, field: (name) => name }
