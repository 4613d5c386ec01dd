import type { StatedPerson } from '../../ledger/port/waiting.ts'
import { find } from '../../messages/catalogue.ts'
import { foldId, listUnseen, nameCharacter } from '../../sheet/fold-text.ts'
import { BatchError } from '../../support/errors.ts'

const longest = 200
const controls = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u

/** @throws BatchError `usage` when the ID is missing, or contains invisible characters: it would be two of one person. */
export function requireStaffId(by: string | undefined): string {
  const id = (by ?? '').trim()
  const [hidden] = [...(controls.exec(id) ?? []).map(nameCharacter), ...listUnseen(id)]
  if (hidden === undefined && id !== '' && id.length <= longest) return id
  throw new BatchError('usage', find('staff-id-refused', { reason: explainRefusal(id, hidden) }))
}

/** With the form in which two spellings of one ID are equal. @throws BatchError as above. */
export function statePerson(by: string | undefined): StatedPerson {
  const id = requireStaffId(by)
  return { id, key: foldId(id) }
}

function explainRefusal(id: string, hidden: string | undefined): string {
  if (id === '') return 'the staff ID is missing'
  if (hidden === undefined) return `this is not a staff ID: it has more than ${longest} characters`
  return `this is not a staff ID: it has an invisible character (${hidden}); type it instead of pasting it`
}

/** Compares folded: another spelling is the same person. @throws BatchError `usage` when both are one person. */
export function requireOtherStaffId(by: string, sealedBy: string): void {
  if (foldId(by) !== foldId(sealedBy)) return
  throw new BatchError('usage', `${sealedBy} has sealed this plan, and cannot release it as well`, {
    hint: 'Another person must read the plan and release it under their own staff ID. Nothing was sent.',
  })
}

/** Cyrillic and Greek letters, each before the Latin one that it looks like; l and i stand for 1, o for 0. */
const pairs = 'аaвbеeкkмmнhоoрpсcтtуyхxіiјjѕsԁdԛqԝwαaβbεeζzηhιiκkμmνnοoρpτtυyχx'.match(/../gu) ?? []
const lookAlikes = new Map([...pairs.map(([one = '', other = '']) => [one, other] as const)])

/** Two people, as far as their IDs go, that a reader may take for one: `AL1` and `ALI`, or a Cyrillic letter. Pure. */
export function lookAlike(one: string, other: string): boolean {
  const [first, second] = [one, other].map((id) =>
    [...foldId(id)]
      .map((letter) => lookAlikes.get(letter) ?? letter)
      .join('')
      .replace(/[^\p{L}\p{N}]/gu, '')
      .replace(/o/g, '0')
      .replace(/[il|]/g, '1'),
  )
  return first === second
}
