import { readNames } from '../contract/json-names.ts'

/** A name of our contract may be written as one word; `paid` and `valid` end in no word. */
const joinedId = /^(?:assessment|employee|manager|member|record|staff|user)ids?$/
/** They name the exchange, not what it made. */
const ofExchange: ReadonlySet<string> = new Set(['request', 'trace', 'correlation'])
const contents = ['response', 'data']

/** Why an answer proves nothing, whatever else it says. `text` is JSON. Pure. */
export function findRepetition(text: string): string | undefined {
  const { twice } = readNames(text)
  return twice === undefined ? undefined : `an answer that has “${twice}” twice`
}

/**
 * Why an answer that is no success does not prove that nothing was done: it says success as well, or names a thing that
 * `request` did not name. Pure.
 */
export function findContradiction(json: unknown, request: unknown): string | undefined {
  if (!isObject(json)) return undefined
  const { success } = json
  if (json['status'] === 'error' && success !== undefined && success !== null && success !== false) {
    return 'an error that says success too'
  }
  const full = contents.find((name) => listLeaves(json[name]).length > 0)
  if (full !== undefined) return `a refusal with a “${full}”`
  const said = new Set(listLeaves(request).map(({ text }) => text))
  const named = listLeaves(json).find(({ id, text }) => id !== undefined && !said.has(text))
  return named && `a refusal that names something (“${named.id}”)`
}

interface Leaf {
  /** Key of an identifier that it stands under. */
  id: string | undefined
  text: string
}

/** Texts and numbers that say something. One pass without recursion: an answer may be nested more deeply than the stack. */
function listLeaves(json: unknown): Leaf[] {
  const leaves: Leaf[] = []
  const open: { at: unknown; id: string | undefined }[] = [{ at: json, id: undefined }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { at, id } = next
    if (isObject(at)) {
      const isList = Array.isArray(at)
      for (const [key, value] of Object.entries(at)) {
        open.push({ at: value, id: id ?? (!isList && isIdName(key) ? key : undefined) })
      }
    } else if (typeof at === 'number' ? at !== 0 : typeof at === 'string' && at.trim() !== '') {
      leaves.push({ id, text: String(at) })
    }
  }
  return leaves
}

function isIdName(name: string): boolean {
  const words = name
    .replaceAll(/(\p{Lowercase}|\d)(\p{Uppercase})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{Letter}\d]+/u)
    .filter(Boolean)
  const last = words.at(-1) ?? ''
  if (last === 'id' || last === 'ids') return !ofExchange.has(words.at(-2) ?? '')
  return joinedId.test(last)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
