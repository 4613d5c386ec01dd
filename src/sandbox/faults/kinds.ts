interface KindFacts {
  kind: string
  /** `either`: the seed chooses, half and half. */
  processes: 'yes' | 'no' | 'either'
  /** Used when the plan names no time; absent where a time means nothing. */
  defaultMs?: number
  about: string
}

/** In drawing order: a plan means the same in any order of its parts. */
export const faultKinds = [
  {
    kind: 'refuse',
    processes: 'yes',
    defaultMs: 300,
    about: 'answered; then new connections are refused for a while (:300ms), and open ones end with their next answer',
  },
  { kind: 'reset-before', processes: 'no', about: 'the connection is reset; not processed' },
  { kind: 'reset-after', processes: 'yes', about: 'processed, then the connection is reset' },
  { kind: 'hang', processes: 'yes', about: 'processed, never answered: waits for --request-timeout' },
  { kind: 'hang-before', processes: 'no', about: 'neither processed nor answered: waits for --request-timeout' },
  { kind: 'cut', processes: 'yes', about: 'processed; half of the answer comes, with a length or without' },
  { kind: 'bad-json', processes: 'yes', about: 'processed; the answer is not quite JSON' },
  { kind: 'html', processes: 'either', about: 'an HTML page with 200 or 502; processed or not' },
  { kind: '429', processes: 'no', defaultMs: 1000, about: 'not processed, with Retry-After (:1s)' },
  { kind: '429-bare', processes: 'no', about: 'not processed, without Retry-After' },
  { kind: '503', processes: 'no', defaultMs: 1000, about: 'not processed, with Retry-After (:1s)' },
  { kind: '503-bare', processes: 'either', about: 'without Retry-After; processed or not' },
  { kind: '500-before', processes: 'no', about: 'an error; not processed' },
  { kind: '500-after', processes: 'yes', about: 'an error; processed all the same' },
  { kind: 'slow', processes: 'yes', defaultMs: 2000, about: 'processed, answered late (:2s)' },
  { kind: 'huge', processes: 'yes', about: 'processed; an answer of more than 1 MiB' },
  { kind: 'no-id', processes: 'yes', about: 'processed; a success without an identifier' },
] as const satisfies readonly KindFacts[]

export type FaultKind = (typeof faultKinds)[number]['kind']

export function findKind(name: string): (KindFacts & { kind: FaultKind }) | undefined {
  return faultKinds.find(({ kind }) => kind === name)
}
