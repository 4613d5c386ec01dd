import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '../rooms/support.ts'
import { Workspace } from './program.ts'
import { isCreateOf, json, type Received, type Reply, refusal, scores, startService } from './service.ts'
import { type Row, toCsv, trip } from './trips.ts'

const names = ['Zoë Planted', 'Ζωή Φυτεμένη', 'Зоя Посаженная', '播種花子', 'زويا المزروعة']

/** All that is only said of one person: 50 values, in five alphabets. */
export const planted: readonly string[] = names.flatMap((name) =>
  Array.from({ length: 10 }, (_, index) => `${name} ${index * 7919 + 104_729}`),
)

export const person = 'P-4711-planted'

export const plantedTexts = [...planted, person]

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

/** Identifiers that name nobody; scores, links and refusals that do. */
function answerPlanted(): (received: Received) => Reply | undefined {
  let created = 0
  return (received) => {
    const { endpoint, fields } = received
    if (isCreateOf(person, received)) {
      if (String(fields['startDate']).startsWith('2026-05')) return refusal(`not for ${planted[40]}`)
      created += 1
      const response = { assessment_id: `A-${created}`, redirect_url: `https://reports.example/${person}/${created}` }
      return json({ status: 'success', response })
    }
    if (endpoint === 'rwa_create' || !/^A-\d+$/.test(String(fields['assessmentId']))) return undefined
    const whose = {
      assessmentId: fields['assessmentId'],
      employeeId: person,
      complianceTeamMemberId: '',
      managerId: '',
    }
    return json({ status: 'success', data: { ...scores, ...whose } })
  }
}

/** A person with scored, refused, unreadable and equal rows, beside another person. */
export async function createPlantedScene(whenOver?: (end: () => void | Promise<void>) => void) {
  const service = await startService(answerPlanted(), whenOver)
  const space = new Workspace(service.variables, whenOver)
  const rows = [
    ...plantedTrips(),
    trip(person, { Purpose: planted[44] ?? '' }),
    ...plantedTrips().slice(0, 1),
    trip('E-1'),
  ]
  space.write('trips.csv', toCsv(rows))
  return { service, space, rows, left: () => findTexts(space.path('.local'), plantedTexts) }
}

/** The texts of these that stand in any file of a folder, as UTF-8 or UTF-16, plain or as JSON escapes them. */
export function findTexts(folder: string, texts: readonly string[]): string[] {
  const found = new Set<string>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    if (!entry.isFile()) continue
    const bytes = readIfThere(file)
    for (const text of bytes === undefined ? [] : texts) {
      const spellings = [
        Buffer.from(text),
        Buffer.from(text, 'utf16le'),
        Buffer.from(JSON.stringify(text).slice(1, -1)),
      ]
      if (spellings.some((spelling) => bytes?.includes(spelling))) found.add(`${entry.name}: ${text}`)
    }
  }
  return [...found]
}

/** A server that runs may remove a file between the list and its reading. */
function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    return undefined
  }
}
