/** PostgreSQL stores neither NUL nor half a surrogate pair in a text; an outcome must not be lost because of one. */
export function storable<Value>(value: Value): Value {
  return (typeof value === 'string' ? value.replace(/[\0\p{Surrogate}]/gu, '\uFFFD') : value) as Value
}

export function toJson(records: readonly object[]): string {
  const json = JSON.stringify(records)
  if (!/\\u(?:0000|d[89a-f])/.test(json)) return json
  return JSON.stringify(records, (_, value) => (typeof value === 'string' ? storable(value) : value))
}
