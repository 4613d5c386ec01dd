/** Where a message is read, and the names that are used there. */
export interface Face {
  kind: 'terminal' | 'page' | 'library'
  /** The name of a setting, e.g. `--date-format` for `dateFormat`. */
  option(name: string): string
  /** The name of a field: its title where the sheet's own headings are not shown. */
  field(name: string): string
}

/** Also for workbooks and logs whose caller names no face. */
export const libraryFace: Face = { kind: 'library', option: (name) => `‹${name}›`, field: (name) => name }
