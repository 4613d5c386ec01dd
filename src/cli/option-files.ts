import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { createValueList, type ValueList } from '../sheet/values/value-list.ts'
import { BatchError, codeOf, messageOf } from '../support/errors.ts'

/** `--columns`: a JSON object of own heading → field. */
export function readColumnsFile(file: string): ReadonlyMap<string, string> {
  return readEntries(file, z.string(), '{"Your heading": "field", …}')
}

/** `--lists`: a JSON object of field → known values. */
export function readListsFile(file: string): ReadonlyMap<string, ValueList> {
  const lists = readEntries(file, z.array(z.string()), '{"destination": ["France", …], …}')
  return new Map([...lists].map(([field, values]) => [field, createValueList(values)]))
}

/** Entry by entry: a heading may be called `__proto__`, which a schema of the whole object would drop. */
function readEntries<T>(file: string, schema: z.ZodType<T>, shape: string): Map<string, T> {
  const hint = `Expected JSON such as ${shape}.`
  const content = parseJson(readOptionFile(file, hint), file, hint)
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw new BatchError('configuration', `${file} is not a JSON object`, { hint })
  }
  const entries = Object.entries(content).map(([name, value]): [string, T] => {
    const parsed = schema.safeParse(value)
    if (parsed.success) return [name, parsed.data]
    throw new BatchError('configuration', `${file}, “${name}”: ${parsed.error.issues[0]?.message ?? 'not valid'}`, {
      hint,
    })
  })
  return new Map(entries)
}

function readOptionFile(file: string, hint: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    const reason = codeOf(error) === 'ENOENT' ? 'does not exist' : `cannot be read (${codeOf(error) ?? 'error'})`
    throw new BatchError('configuration', `${file} ${reason}`, { hint })
  }
}

function parseJson(text: string, file: string, hint: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new BatchError('configuration', `${file} is not JSON: ${messageOf(error)}`, { hint })
  }
}
