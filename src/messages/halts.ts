import type { Face } from './face.ts'

export type HaltReason =
  | { kind: 'interrupted' }
  | { kind: 'authorisation'; message: string }
  | { kind: 'redirect'; message: string }
  /** The answer does not fit the interface: `address` is most likely not the service's. */
  | { kind: 'address'; address: string; message: string }
  | { kind: 'unreachable'; message: string }
  | { kind: 'held-off'; message: string }
  | { kind: 'unknowns'; count: number }
  /** Consecutive answers about another row. */
  | { kind: 'mixed-up'; count: number }
  | { kind: 'errors'; count: number }
  | { kind: 'rejections'; field: string; message: string }
  | { kind: 'broken'; error: unknown }

interface HaltWords<Halt> {
  terminal(halt: Halt, option: Face['option']): string
  page(halt: Halt): string
}

/** For problems that the page's user cannot solve. */
const askForHelp = 'Nothing more was sent. Ask the person who set this program up'

const halts: { readonly [Kind in HaltReason['kind']]: HaltWords<Extract<HaltReason, { kind: Kind }>> } = {
  interrupted: {
    terminal: () => 'interrupted; requests in flight were finished.',
    page: () => 'You stopped it. What was on its way was finished.',
  },
  authorisation: {
    terminal: ({ message }) => `the service refuses the token (${message}). Nothing more was sent.`,
    page: ({ message }) =>
      `The service refuses the access of this program (${message}). ${askForHelp} for a new token.`,
  },
  redirect: {
    terminal: ({ message }, option) =>
      `${message} The token goes to no other address: give the final one with ${option('baseUrl')}.`,
    page: () => `The address of the service leads somewhere else. ${askForHelp}.`,
  },
  address: {
    terminal: ({ message, address }) =>
      `no endpoint of the interface gives the answer that came: ${message}. Expected was JSON with the status “success” or “error”. Most likely ${address} is not the base address of the service. Nothing more was sent.`,
    page: () => `The answer did not come from the service. Most likely the address is wrong. ${askForHelp}.`,
  },
  unreachable: {
    terminal: ({ message }, option) =>
      `the service cannot be reached: ${message}. No row has failed for it; ${option('waitForService')} waits longer.`,
    page: ({ message }) =>
      `The service cannot be reached: ${message}. No row failed because of it: go on when it can be reached.`,
  },
  'held-off': {
    terminal: ({ message }) => `${message}, which is longer than a run waits.`,
    page: ({ message }) => `${message}, which is longer than this program waits.`,
  },
  unknowns: {
    terminal: ({ count }, option) =>
      `${count} outcomes in a row are unknown (${option('maxUnknown')}). Find out what is wrong before going on.`,
    page: ({ count }) =>
      `The outcome of ${countRows(count)} in succession is unknown. Find out what is wrong with the service before you go on.`,
  },
  'mixed-up': {
    terminal: ({ count }) =>
      `${count} answers in a row were for another request (see the column Problem): identifiers may be in the wrong rows. Ask the service's owner before going on.`,
    page: ({ count }) =>
      `${countRows(count)} in succession got the answer to another request. Ask the owner of the service before you go on.`,
  },
  errors: {
    terminal: ({ count }, option) => `${count} rows failed or were rejected (${option('maxErrors')}).`,
    page: ({ count }) => `${countRows(count)} failed or were refused, which is the limit that was set.`,
  },
  rejections: {
    terminal: ({ field, message }) =>
      `row after row is refused with “${field === '' ? '' : `${field}: `}${message}”. Is that column mapped right?`,
    page: ({ message }) => `Row after row was refused with “${message}”. Is that column understood rightly?`,
  },
  broken: {
    terminal: () => 'the surroundings broke.',
    page: () => 'Something on this computer failed, such as the disk.',
  },
}

export function describeHalt(halt: HaltReason, { kind, option }: Pick<Face, 'kind' | 'option'>): string {
  const words: HaltWords<never> = halts[halt.kind]
  return kind === 'page' ? words.page(halt as never) : words.terminal(halt as never, option)
}

function countRows(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}`
}
