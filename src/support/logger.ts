/** A message as a code with facts; `before` and `after` stand around its words. */
export interface CodedText {
  code: string
  facts: object
  before?: string
  after?: string
}

/**
 * Receives messages for people; the command line decides on their form. No message holds the token or personal data.
 * `said`: the same as a code with facts, where faces say it in different words.
 */
export interface Logger {
  debug(message: string, said?: CodedText): void
  info(message: string, said?: CodedText): void
  warn(message: string, said?: CodedText): void
  error(message: string, said?: CodedText): void
}

export const silentLogger: Logger = {
  debug() {},
  info() {},
  warn() {},
  error() {},
}
