import type { MentionFinder } from '../../ledger/port/person.ts'
import { foldText } from '../../sheet/fold-text.ts'

const ascii = /^[\x20-\x7e]*$/

/** Whether a text of the ledger, as JSON, names a person by this ID: as a whole value, in whatever capitals. */
export function mentionsOf(person: string): MentionFinder {
  const wanted = foldText(person)
  const isPlain = ascii.test(wanted)
  return (json) => {
    // Most do not: parsing all of them would take most of the time.
    if (wanted === '' || (isPlain && ascii.test(json) && !json.toLowerCase().includes(wanted))) return false
    return isIn(parseIfJson(json))
  }

  function isIn(value: unknown): boolean {
    if (typeof value === 'string') return foldText(value) === wanted
    if (typeof value === 'number') return String(value) === wanted
    return typeof value === 'object' && value !== null && Object.values(value).some(isIn)
  }
}

function parseIfJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
