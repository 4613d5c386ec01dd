/** Addresses for people: with the sheet where a run has read more than one. */
export class RowAddresses {
  readonly #names: readonly string[]

  constructor(names: readonly string[]) {
    this.#names = names
  }

  get hasManySheets(): boolean {
    return this.#names.length > 1
  }

  /** Undefined when there is only one. */
  sheet(position: number): string | undefined {
    return this.hasManySheets ? this.#names[position] : undefined
  }

  /** `row 5`, or `row 5 of EMEA`. */
  row(position: number, rowNumber: number): string {
    const sheet = this.sheet(position)
    return sheet === undefined ? `row ${rowNumber}` : `row ${rowNumber} of ${sheet}`
  }

  /** `H3`, or `EMEA!H3`; empty when there is no cell. */
  cell(position: number, address: string): string {
    const sheet = this.sheet(position)
    return sheet === undefined || address === '' ? address : `${quoteSheet(sheet)}!${address}`
  }
}

/** As spreadsheet programs write it: `'North America'!H3`. */
function quoteSheet(name: string): string {
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) ? name : `'${name.replaceAll("'", "''")}'`
}
