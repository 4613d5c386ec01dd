import { hash } from 'node:crypto'

/** 128 bits of a hash of the request as JSON; equal for equal content, in any order of its fields. */
export function hashRequest(request: object): Buffer {
  // A function costs a call for each field. A list of names sorts too, and most requests have no nested fields.
  const isFlat = Object.values(request).every((value) => typeof value !== 'object' || value === null)
  const canonical = isFlat ? JSON.stringify(request, Object.keys(request).sort()) : JSON.stringify(request, sortFields)
  return hash('sha256', canonical, 'buffer').subarray(0, 16)
}

function sortFields(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
}
