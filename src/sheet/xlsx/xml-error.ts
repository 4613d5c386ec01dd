import { limits } from '../limits.ts'

/** What is wrong with an XML part; whoever knows the file turns it into words for its user. */
export class XmlError extends Error {
  readonly kind: 'malformed' | 'dtd' | 'too-large'

  constructor(kind: 'malformed' | 'dtd' | 'too-large', detail: string) {
    super(detail)
    this.name = 'XmlProblem'
    this.kind = kind
  }
}

export function rowLimitError(): XmlError {
  return new XmlError('too-large', `a row past ${limits.rows}, the last a worksheet has`)
}
