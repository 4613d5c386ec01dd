/** PostgreSQL keeps no NUL and no half of a pair in a text; an outcome must not be lost for one. */
export function storable(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/[\0\p{Surrogate}]/gu, '\uFFFD') : value
}

/** Records for `json_to_recordset`. */
export function toJson(records: readonly object[]): string {
  const json = JSON.stringify(records)
  if (!/\\u(?:0000|d[89a-f])/.test(json)) return json
  return JSON.stringify(records, (_, value) => (typeof value === 'string' ? `${storable(value)}` : value))
}
