import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Row, trip } from './trips.ts'

const names = ['Zoë Planted', 'Ζωή Φυτεμένη', 'Зоя Посаженная', '播種花子', 'زويا المزروعة']

/** All that is only said of one person: 50 values, in five alphabets. */
export const planted: readonly string[] = names.flatMap((name) =>
  Array.from({ length: 10 }, (_, index) => `${name} ${index * 7919 + 104_729}`),
)

export const person = 'P-4711-planted'

/** Five trips of a person with the planted values in columns that are read, sent or only carried along. */
export function plantedTrips(of = person): Row[] {
  return names.map((_, index) => {
    const values = planted.slice(index * 10, index * 10 + 10)
    return trip(of, {
      'Trip start': `2026-0${index + 1}-01`,
      'Trip end': `2026-0${index + 1}-20`,
      Role: values[0] ?? '',
      Team: values[1] ?? '',
      Name: values[2] ?? '',
      'Cost centre': values[3] ?? '',
      Note: values.slice(4).join(' / '),
    })
  })
}

/** The texts of these that stand in any file of a folder, as UTF-8 or UTF-16, plain or as JSON escapes them. */
export function findTexts(folder: string, texts: readonly string[], isMeant: (file: string) => boolean): string[] {
  const found = new Set<string>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    if (!entry.isFile() || !isMeant(file)) continue
    const bytes = readFileSync(file)
    for (const text of texts) {
      const spellings = [
        Buffer.from(text),
        Buffer.from(text, 'utf16le'),
        Buffer.from(JSON.stringify(text).slice(1, -1)),
      ]
      if (spellings.some((spelling) => bytes.includes(spelling))) found.add(`${entry.name}: ${text}`)
    }
  }
  return [...found]
}
