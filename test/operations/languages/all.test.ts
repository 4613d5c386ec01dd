import { describe, expect, it } from 'vitest'
import {
  type HeadedOperation,
  type Language,
  languages,
  namesOf,
  strayWords,
  synonymsFor,
} from '../../rooms/operations/languages.ts'
import { operations } from '../../rooms/operations.ts'
import { createValueList, findValue } from '../../rooms/sheet/values.ts'
import { editDistance, foldHeading, foldText } from '../../rooms/sheet.ts'

const headed = operations.map((operation) => ({
  name: operation.name as HeadedOperation,
  fields: operation.sheet.fields,
}))

interface Name {
  folded: string
  field: string
  language: number
}

/** Every name of every field of an operation in all languages, folded. */
function listNames(fields: (typeof headed)[number]['fields']): Name[] {
  return fields.flatMap(({ name: field, aliases, translations }) =>
    [[field, ...aliases], ...translations].flatMap((list, language) =>
      list.map((heading) => ({ folded: foldHeading(heading), field, language })),
    ),
  )
}

/** "Du" and "au", "dal" and "al", "Anreise" and "Abreise": of one language's words for the two ends of a time none is a slip. */
function areOpposites(one: Name, other: Name): boolean {
  const fields = [one.field, other.field].toSorted().join()
  return one.language === other.language && fields === 'endDate,startDate'
}

/** The text, and what is left of it without each of its letters: texts one slip apart have one of these in common. */
function withoutEach(text: string): string[] {
  return [text, ...Array.from(text, (_, at) => text.slice(0, at) + text.slice(at + 1))]
}

describe.each(headed)('the headings of $name, over all languages', ({ name, fields }) => {
  const names = listNames(fields)

  it('name one field each', () => {
    const owners = new Map<string, Set<string>>()
    for (const { folded, field } of names) owners.set(folded, (owners.get(folded) ?? new Set()).add(field))
    expect([...owners].filter(([, owner]) => owner.size > 1)).toEqual([])
  })

  it('are none that a single slip makes the name of another field', () => {
    const shortest = 4
    const near = new Map<string, Name[]>()
    const found = new Set<string>()
    for (const name of names.filter(({ folded }) => folded.length >= shortest)) {
      for (const part of withoutEach(name.folded)) {
        const others = near.get(part) ?? []
        for (const other of others) {
          if (other.field === name.field || areOpposites(name, other)) continue
          if (editDistance(name.folded, other.folded, 1) === undefined) continue
          found.add(`${name.field} ${name.folded} – ${other.field} ${other.folded}`)
        }
        near.set(part, [...others, name])
      }
    }
    expect([...found]).toEqual([])
  })

  it('are all of fields that exist, and each language has some for each of them', () => {
    const expected = fields.map((field) => field.name).toSorted()
    for (const { code, headings } of languages) {
      const own = Object.keys(headings[name]).toSorted()
      expect({ code, own }).toEqual({ code, own: expected })
      for (const listed of Object.values(headings[name])) expect(listed).not.toEqual([])
    }
  })

  it('stand once in each list, without brackets, which are remarks', () => {
    for (const { name: field } of fields) {
      const { aliases, translations } = namesOf(name)(field)
      for (const list of [aliases, ...translations]) {
        const folded = list.map(foldHeading)
        expect(folded.filter((heading, index) => heading === '' || folded.indexOf(heading) !== index)).toEqual([])
        expect(list.filter((heading) => /[()[\]{}]/.test(heading))).toEqual([])
      }
    }
  })
})

it('each language has the parts of the first and no others, and its texts have no space too many', () => {
  const shape = ({ headings, people, decisions, values, rows }: Language): unknown =>
    [headings, people, decisions, values, rows].map((part) => Object.keys(part))
  const [english] = languages
  for (const language of languages) {
    const { code, headings, people, decisions, values, rows, spellings = {}, ...others } = language
    expect([code, others]).toEqual([expect.stringMatching(/^[a-z]{2}$/), {}])
    expect({ code, shape: shape(language) }).toEqual({ code, shape: english && shape(english) })
    const texts = [...Object.values(headings), people, { ...decisions }, values, { ...rows }].flatMap((part) =>
      Object.values(part).flat(),
    )
    expect(texts.filter((text) => text === '' || text !== text.trim() || /\s\s|\n/.test(text))).toEqual([])
    expect(Object.keys(spellings).filter((letter) => letter.length !== 1)).toEqual([])
  }
})

describe('words for values', () => {
  const sets = [
    ['Yes', 'No', 'Unsure'],
    ['Low', 'Mid', 'Senior'],
    ['Work From Anywhere', 'Hire From Anywhere'],
  ]

  it.each(sets)('mean one thing each, in whichever language: %s …', (...values) => {
    const meanings = new Map<string, Set<string>>()
    for (const value of values) {
      for (const word of synonymsFor([value]).keys()) {
        const list = createValueList([value], new Map([[word, value]]))
        const key = [...list.byKey.keys()].at(-1) ?? ''
        expect(findValue(word, list)).toBe(value)
        meanings.set(key, (meanings.get(key) ?? new Set()).add(value))
        meanings.set(foldText(word), (meanings.get(foldText(word)) ?? new Set()).add(value))
      }
    }
    expect([...meanings].filter(([, meant]) => meant.size > 1)).toEqual([])
  })

  const yesNo = createValueList(['Yes', 'No', 'Unsure'], synonymsFor(['Yes', 'No', 'Unsure']))
  const seniority = createValueList(['Low', 'Mid', 'Senior'], synonymsFor(['Low', 'Mid', 'Senior']))

  it.each([
    ['Ja', 'Yes'],
    ['NEIN', 'No'],
    ['Oui', 'Yes'],
    ['Non', 'No'],
    ['Sí', 'Yes'],
    ['Sì', 'Yes'],
    ['SI', 'Yes'],
    ['no', 'No'],
    ['n', 'No'],
    ['Nee', 'No'],
    ['Sim', 'Yes'],
    ['Não', 'No'],
    ['nao', 'No'],
    ['WAHR', 'Yes'],
    ['FAUX', 'No'],
    ['j', 'Yes'],
    ['s', 'Yes'],
    ['Unklar', 'Unsure'],
    ['à confirmer', 'Unsure'],
    ['weiss nicht', 'Unsure'],
    // A mark, a letter that looks like a nought, an empty answer: nobody knows which of them is meant.
    ['x', undefined],
    ['o', undefined],
    ['-', undefined],
    ['n/a', undefined],
    ['ne', undefined],
  ])('“%s” is read as %s', (text, value) => {
    expect(findValue(text, yesNo)).toBe(value)
  })

  it.each([
    ['Junior', 'Low'],
    ['Mittel', 'Mid'],
    ['Confirmé', 'Mid'],
    ['Medior', 'Mid'],
    ['Pleno', 'Mid'],
    ['Sênior', 'Senior'],
    ['Hoch', 'Senior'],
    ['L3', undefined],
    ['Manager', undefined],
  ])('“%s” is the seniority %s', (text, value) => {
    expect(findValue(text, seniority)).toBe(value)
  })
})

describe('rows that are no data', () => {
  it.each([
    'Summe',
    'Gesamt EMEA',
    'Total général',
    'Suma total:',
    'Sub-Total',
    'Média',
    'Totaal',
    'Somme',
    'Totale',
    'Moyenne',
  ])('“%s” begins a row of totals', (text) => {
    expect(strayWords.totals.test(foldText(text))).toBe(true)
  })

  it.each(['Summer Lee', 'Totalmente', 'Mediano', 'E-1001', 'Anna'])('“%s” does not', (text) => {
    expect(strayWords.totals.test(foldText(text))).toBe(false)
  })

  it.each(['Quelle: HR', 'Stand 30.06.2026', 'Légende : x', 'Nota: x', 'Página 1 de 2', 'Opmerking: x', 'Source: x'])(
    '“%s” begins a note',
    (text) => {
      expect(strayWords.notes.test(foldText(text))).toBe(true)
    },
  )
})
