import { createHash } from 'node:crypto'

/** 128 bits of a hash of what a request says as JSON: equal for equal content, whatever the order of its fields. */
export function hashRequest(request: object): Buffer {
  const canonical = JSON.stringify(request, sortFields)
  return createHash('sha256').update(canonical).digest().subarray(0, 16)
}

function sortFields(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
}
