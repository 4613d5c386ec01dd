import type { SheetColumns } from '../pipeline/rows/loaded-input.ts'
import type { RowView } from '../pipeline/rows/row-view.ts'
import { emptyCell } from '../sheet/cell.ts'
import { foldText } from '../sheet/fold-text.ts'
import { displayCell } from '../sheet/values/display.ts'

/** Headings in all known languages; no request needs these columns. */
const headings = {
  whole:
    'Name | Full name | Employee name | Name of employee | Employee | Traveller | Traveler | Traveller name | Mitarbeiter | Mitarbeitername | ' +
    'Vollständiger Name | Nom | Nom complet | Nom et prénom | Salarié | Nombre | Nombre completo | Nombre y apellidos | Empleado | Nome | ' +
    'Nome completo | Nome e cognome | Dipendente | Naam | Volledige naam | Medewerker | Colaborador',
  first: 'First name | Given name | Forename | Vorname | Prénom | Nombre | Nome | Voornaam',
  last: 'Last name | Surname | Family name | Nachname | Familienname | Nom | Nom de famille | Apellido | Apellidos | Cognome | Achternaam | Apelido | Sobrenome',
}

const folded = { whole: fold(headings.whole), first: fold(headings.first), last: fold(headings.last) }

function fold(names: string): ReadonlySet<string> {
  return new Set(names.split('|').map(foldText))
}

export function namesPerson(heading: string): boolean {
  const name = foldText(heading)
  return Object.values(folded).some((names) => names.has(name))
}

interface Headed {
  headings: readonly string[]
  fields: Readonly<Record<string, number>>
}

/** A column that no field claims names the person. */
export function hasPersonName({ headings, fields }: Headed): boolean {
  const read = new Set(Object.values(fields))
  return headings.some((heading, at) => !read.has(at) && namesPerson(heading))
}

/** The person's name from the sheet; empty where there is none. */
export function nameOfPerson({ cells }: Pick<RowView, 'cells'>, columns: SheetColumns | undefined): string {
  return nameInTexts((index) => displayCell(cells[index] ?? emptyCell), columns)
}

/** The person's name from the texts of a row; empty where there is none. */
export function nameInTexts(textAt: (index: number) => string, columns: Headed | undefined): string {
  const read = new Set(Object.values(columns?.fields ?? {}))
  const textUnder = (names: ReadonlySet<string>): string => {
    const index = columns?.headings.findIndex((heading, at) => !read.has(at) && names.has(foldText(heading))) ?? -1
    return index < 0 ? '' : textAt(index).trim()
  }
  const [first, last] = [textUnder(folded.first), textUnder(folded.last)]
  return first !== '' && last !== '' ? `${first} ${last}` : textUnder(folded.whole) || last || first
}

const latin = /^[\p{Script=Latin}\p{N}\p{P}\p{Z}]*$/u

/** They share a word, in whatever order; also where their scripts differ: then nothing is proved. */
export function isSameName(one: string, other: string): boolean {
  const [first, second] = [one, other].map((name): string[] => foldText(name).match(/[\p{L}\p{N}]+/gu) ?? [])
  if (first === undefined || second === undefined || first.length === 0 || second.length === 0) return true
  return !latin.test(one) || !latin.test(other) || first.some((word) => second.includes(word))
}
