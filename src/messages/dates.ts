import type { Face } from './face.ts'
import type { Sentences } from './message.ts'

export interface TextDates {
  count: number
  fields: readonly string[]
  /** `torn`: cells prove patterns that exclude each other; `open`: no cell decides. */
  kind: 'proven' | 'open' | 'torn' | 'several'
  /** Cells that only this pattern can read. */
  proofs: readonly { pattern: string; cells: readonly string[] }[]
  /** Patterns that read all of them together: one choice, or several to choose from. */
  choices: readonly (readonly string[])[]
}

export interface DateFacts {
  /** Of all text dates of a sheet. */
  'text-dates': TextDates
  'text-dates-note': TextDates
}

export const dateSentences: Sentences<DateFacts> = {
  'text-dates': {
    text: (found) => `must be dates that can be read; these are text, and ${describeProofs(found)}`,
    hint: (found, face) => `To read them ${advise(found, face)}.`,
  },
  'text-dates-note': {
    text: (found, face) =>
      `${found.count.toLocaleString('en')} text dates in ${found.fields.map(face.field).join(', ')}; ${describeProofs(found)}; ${advise(found, face)}`,
  },
}

function describeProofs({ proofs, kind }: TextDates): string {
  if (kind === 'open') return 'no cell proves which number is the day'
  if (kind === 'several') return 'they may be read in several ways'
  return proofs
    .map(({ pattern, cells }) => `${cells.join(' and ')} ${cells.length === 1 ? 'proves' : 'prove'} ${pattern}`)
    .join(', ')
}

function advise({ kind, choices }: TextDates, face: Face): string {
  if (kind === 'torn') return 'correct them in the sheet'
  if (kind === 'several') return `say with ${face.option('dateFormat')} how they are written`
  const named = choices.map((patterns) => patterns.map((pattern) => namePattern(pattern, face)).join(' '))
  return `add ${named.join(' or ')}`
}

/** Quoted for a shell. */
function namePattern(pattern: string, { option }: Pick<Face, 'option'>): string {
  return `${option('dateFormat')} ${pattern.includes(' ') ? `"${pattern}"` : pattern}`
}
