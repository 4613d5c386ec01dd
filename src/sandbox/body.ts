export type RequestBody = Readonly<Record<string, unknown>>

/** Undefined for text that is not a JSON object. */
export function parseBody(text: string): RequestBody | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is RequestBody {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Empty when the field is missing, blank or not text. */
export function fieldText(body: RequestBody, field: string): string {
  const value = body[field]
  return typeof value === 'string' && value.trim() !== '' ? value : ''
}

/** True for a field that is absent, null or blank. */
export function isMissing(body: RequestBody, field: string): boolean {
  const value = body[field]
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}
