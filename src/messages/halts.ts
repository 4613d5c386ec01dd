import type { Face } from './face.ts'
import { type Entry, wordFor } from './message.ts'

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

/** For problems that the page's user cannot solve. */
const page = { hint: 'Ask the person who set this program up.' }

const halts: { readonly [Kind in HaltReason['kind']]: Entry<Extract<HaltReason, { kind: Kind }>> } = {
  interrupted: { text: 'interrupted; requests in flight were finished.' },
  authorisation: {
    text: 'the service refuses the token ({message}). Nothing more was sent.',
    page,
  },
  redirect: {
    text: '{message} The token goes to no other address; give the final one with ‹baseUrl›.',
    page,
  },
  address: {
    text: 'no endpoint of the interface gives the answer that came: {message}. Expected was JSON with the status “success” or “error”. Most likely {address} is not the base address of the service. Nothing more was sent.',
    page,
  },
  unreachable: {
    text: 'the service cannot be reached: {message}. No row has failed for it; ‹waitForService› waits longer.',
    page: { hint: 'Go on when it can be reached.' },
  },
  'held-off': { text: '{message}, which is longer than a run waits.' },
  unknowns: {
    text: '{count} outcomes in a row are unknown (‹maxUnknown›). Find out what is wrong before going on.',
  },
  'mixed-up': {
    text: "{count} answers in a row were for another request (see the column Problem): identifiers may be in the wrong rows. Ask the service's owner before going on.",
  },
  errors: { text: '{count # row failed or was|# rows failed or were} rejected (‹maxErrors›).' },
  rejections: {
    text: 'row after row is refused with “{field {field field}: |}{message}”. Is that column mapped right?',
  },
  broken: { text: 'something on this computer failed, such as the disk.' },
}

/** One or more sentences: why a run has stopped. */
export function describeHalt(halt: HaltReason, face: Face): string {
  const { text, hint } = wordFor(
    face,
    (face.translation?.messages[`halt-${halt.kind}`] ?? halts[halt.kind]) as Entry<never>,
    halt,
  )
  const said = hint === '' ? text : `${text} ${hint}`
  return face.kind === 'page' ? said.replace(/^[a-z](?![a-z]*:\/\/)/, (letter) => letter.toUpperCase()) : said
}
