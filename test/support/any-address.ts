import fc from 'fast-check'

const part = fc.string({ unit: fc.constantFrom(...'aZ09-._~!$&()*+,;=:@', "'", '%20', '%C3%A9') })
const [path, query, fragment] = [fc.array(part), part, part]

/** Addresses of the web. `fc.webUrl` takes a second of processor time to be made. */
export const anyAddress: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('http', 'https'),
    fc.domain(),
    path,
    fc.option(query, { nil: undefined }),
    fc.option(fragment, { nil: undefined }),
  )
  .map(([scheme, host, parts, asked, place]) =>
    [
      `${scheme}://${host}`,
      ...parts.map((one) => `/${one}`),
      asked === undefined ? '' : `?${asked}`,
      place === undefined ? '' : `#${place}`,
    ].join(''),
  )
