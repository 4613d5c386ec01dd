import type { Ledger } from '../../rooms/ledger.ts'
import { type Parts, realParts } from './parts.ts'
import type { Rule } from './verdict.ts'

/** An undo with one of its questions taken out, and the rule that is broken without it. */
export const undoTwins: readonly { name: string; breaks: Rule; parts: Partial<Parts> }[] = [
  {
    name: 'an undo does not ask what was decided since',
    breaks: 'an undo keeps what was decided or handed in since',
    parts: withUndo(() => ({ recordedOf: async () => new Map() })),
  },
  {
    name: 'an undo does not ask for other sheets',
    breaks: 'an undo keeps what was decided or handed in since',
    parts: withUndo(({ sentIn }) => ({
      sentIn: async (...asked) => (await sentIn(...asked)).map((each) => ({ ...each, isShared: false })),
    })),
  },
  {
    name: 'an undo takes what its sheet created for what its run did',
    breaks: 'an undo takes back what its run made, and no other',
    parts: withUndo(({ sentIn }) => ({
      sentIn: async (runId, ...asked) => {
        const earlier = await Promise.all(Array.from({ length: runId }, (_, at) => sentIn(at + 1, ...asked)))
        return [...new Map(earlier.flat().map((each) => [each.id, each])).values()]
      },
    })),
  },
  {
    name: 'an undo takes what is unknown for not made',
    breaks: 'the numbers of an undo add up',
    parts: withUndo(({ sentIn }) => ({
      sentIn: async (...asked) => (await sentIn(...asked)).filter(({ identifier, orderKey }) => identifier ?? orderKey),
    })),
  },
]

function withUndo(replace: (undo: Ledger['undo']) => Partial<Ledger['undo']>): Pick<Parts, 'openLedger'> {
  return {
    openLedger(...given) {
      const ledger = realParts.openLedger(...given)
      return { ...ledger, undo: { ...ledger.undo, ...replace(ledger.undo) } }
    },
  }
}
