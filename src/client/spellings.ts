/** Fewer characters than these stand in honest texts by chance. */
const shortestSpelling = 8

/**
 * How a secret looks where all of it, and perhaps what stands around it, was written in another alphabet: in hexadecimal, and in
 * base64 or base64url, wherever in a group of three bytes it began. In base64 the characters that hold bits of its
 * neighbours too are not part of a spelling: at most six bits of the secret at either end are in those.
 */
export function listSpellings(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const hex = bytes.toString('hex')
  const base64 = [0, 1, 2].map((offset) => {
    const whole = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64')
    return whole.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6))
  })
  return [hex, hex.toUpperCase(), ...base64, ...base64.map(toUrlAlphabet)].filter(
    ({ length }) => length >= shortestSpelling,
  )
}

function toUrlAlphabet(base64: string): string {
  return base64.replaceAll('+', '-').replaceAll('/', '_')
}
