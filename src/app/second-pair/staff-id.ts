import { foldText, trimText } from '../../sheet/fold.ts'
import { BatchError } from '../../support/errors.ts'

const longest = 200

/** Who somebody says they are. @throws BatchError `usage` when nobody is named. */
export function requireStaffId(by: string | undefined): string {
  const id = trimText(by ?? '')
  if (id !== '' && id.length <= longest) return id
  throw new BatchError('usage', id === '' ? 'it is not said who does it' : 'that is no staff ID', {
    hint: 'Give the staff ID of the person who seals or releases with ‹by›. Nothing was sent.',
  })
}

/** Written in another way it is the same person. @throws BatchError `usage` when one person is to be both. */
export function requireAnother(by: string, sealedBy: string): void {
  if (foldText(by) !== foldText(sealedBy)) return
  throw new BatchError('usage', `${sealedBy} has sealed this plan, and cannot release it as well`, {
    hint: 'Have somebody else read the plan and release it under their own staff ID. Nothing was sent.',
  })
}
