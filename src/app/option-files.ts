import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { readNames } from '../contract/json-names.ts'
import type { ReadOptions } from '../settings/option-types.ts'
import { BatchError, codeOf, messageOf } from '../support/errors.ts'

/** A JSON object of own heading → field. This one and the next ones: undefined without a file. */
export function readColumnsFile(file: string | undefined): ReadOptions['columns'] {
  return readEntries(file, z.string(), '{"Your heading": "field", …}')
}

/** A JSON object of field → known values. */
export function readListsFile(file: string | undefined): ReadOptions['lists'] {
  return readEntries(file, z.array(z.string()), '{"destination": ["France", …], …}')
}

/** A JSON object of field → written text → meaning. */
export function readValuesFile(file: string | undefined): ReadOptions['values'] {
  return readEntries(file, fixes, '{"legalRight": {"Ja": "Yes", "x": "Yes", "": "No"}, …}')
}

const rowNumbers = z.record(z.string(), z.array(z.int().min(1)))
const leaveOut = z.strictObject({ rows: rowNumbers, sent: rowNumbers.exactOptional(), of: z.string().exactOptional() })

/** Rows that are not sent, as the page writes them; undefined without a file. */
export function readLeaveOutFile(file: string | undefined): ReadOptions['leaveOut'] {
  if (file === undefined) return undefined
  const hint = 'Expected JSON such as {"rows": {"Trips": [12, 15]}, "of": "SHA-256 of the sheet"}.'
  const parsed = leaveOut.safeParse(readJsonObject(file, hint))
  if (parsed.success) return parsed.data
  throw refuseFile(`${file}: ${parsed.error.issues[0]?.message ?? 'not valid'}`, hint)
}

/** Entry by entry, because a text may be `__proto__`. */
const fixes = z.custom<Readonly<Record<string, string>>>().superRefine((list, context) => {
  if (typeof list !== 'object' || list === null || Array.isArray(list)) {
    return context.addIssue('Invalid input: expected an object of texts')
  }
  for (const [written, meant] of Object.entries<unknown>(list)) {
    if (typeof meant !== 'string') context.addIssue(`“${written}”: expected a text, received ${JSON.stringify(meant)}`)
  }
})

/** Entry by entry: a heading may be called `__proto__`, which a schema of the whole object would drop. */
function readEntries<T>(file: string | undefined, schema: z.ZodType<T>, shape: string): Record<string, T> | undefined {
  if (file === undefined) return undefined
  const hint = `Expected JSON such as ${shape}.`
  const entries = Object.entries(readJsonObject(file, hint)).map(([name, value]): [string, T] => {
    const parsed = schema.safeParse(value)
    if (parsed.success) return [name, parsed.data]
    throw refuseFile(`${file}, “${name}”: ${parsed.error.issues[0]?.message ?? 'not valid'}`, hint)
  })
  return Object.fromEntries(entries)
}

function refuseFile(reason: string, hint: string): BatchError {
  return new BatchError('configuration', reason, { hint })
}

/** `hint` says what was expected; `mask` changes the reason of the JSON parser. @throws BatchError `configuration` */
export function readJsonObject(file: string, hint: string, mask = (reason: string): string => reason): object {
  const text = readOptionFile(file, hint)
  if (countLevels(text) > mostLevels)
    throw refuseFile(`${file} nests objects or lists more than ${mostLevels} levels deep`, hint)
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch (error) {
    throw refuseFile(`${file} is not JSON: ${mask(messageOf(error))}`, hint)
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw refuseFile(`${file} is not a JSON object`, hint)
  const { most, twice } = readNames(text)
  if (most > mostNames) throw refuseFile(`${file} has more than ${mostNames} names in one object`, hint)
  if (twice === undefined) return content
  const reason = `${file} has ${JSON.stringify(twice)} twice in one object: only the last would count`
  throw refuseFile(reason, 'Merge the two into one.')
}

/** Deeper files are not written by people, and readers need not support them. */
const mostLevels = 64
/** As many as a worksheet has columns. */
const mostNames = 16_384
const mostBytes = 4 * 1024 * 1024

function countLevels(json: string): number {
  let levels = 0
  let most = 0
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (token === '{' || token === '[') levels += 1
    else if (token === '}' || token === ']') levels -= 1
    most = Math.max(most, levels)
  }
  return most
}

/** The text of a regular file of at most 4 MiB. @throws BatchError `configuration` with `hint` */
export function readOptionFile(file: string, hint: string): string {
  let handle: number | undefined
  try {
    // Do not wait for a pipe.
    handle = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    const stat = fstatSync(handle)
    if (!stat.isFile()) throw refuseFile(`${file} is not a regular file`, hint)
    if (stat.size > mostBytes) throw refuseFile(`${file} has more than ${mostBytes / 1024 / 1024} MiB`, hint)
    return readFileSync(handle, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    if (error instanceof BatchError) throw error
    const reason = codeOf(error) === 'ENOENT' ? 'does not exist' : `cannot be read (${codeOf(error) ?? 'error'})`
    throw refuseFile(`${file} ${reason}`, hint)
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}
