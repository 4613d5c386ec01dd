import { limits } from '../limits.ts'

/** A fault in an XML part; `toInputError` adds the file and the words for the user. */
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
