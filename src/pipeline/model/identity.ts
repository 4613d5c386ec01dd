import type { Operation } from './operation.ts'

export interface Identified {
  request: Pick<Operation['request'], 'identity'>
  sheet: { fields: readonly Pick<Operation['sheet']['fields'][number], 'name' | 'since'>[] }
}

const versions = new Intl.Collator('en', { numeric: true })

/**
 * What a request is known by, and behind it what it was known by before later fields were part of that, the latest
 * first. Only fields that it has count. Pure.
 */
export function identitiesOf({ request: part, sheet }: Identified, request: object): [object, ...object[]] {
  const identities: [object, ...object[]] = [part.identity?.(request) ?? request]
  const later = sheet.fields.filter(({ name, since }) => since !== undefined && Object.hasOwn(identities[0], name))
  if (later.length === 0) return identities
  later.sort((one, other) => versions.compare(other.since ?? '', one.since ?? ''))
  const left: Record<string, unknown> = { ...identities[0] }
  for (const [index, { name, since }] of later.entries()) {
    delete left[name]
    if (later[index + 1]?.since !== since) identities.push({ ...left })
  }
  return identities
}
