import { hash } from 'node:crypto'

/** 128 bits of a hash of the request as JSON; equal for equal content, in any order of its fields. */
export function hashRequest(request: object): Buffer {
  // A replacer costs a call for each field, and most requests have no nested fields to sort.
  const isFlat = Object.values(request).every((value) => typeof value !== 'object')
  const canonical = JSON.stringify(sortFields('', request), isFlat ? undefined : sortFields)
  return hash('sha256', canonical, 'buffer').subarray(0, 16)
}

function sortFields(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
}
