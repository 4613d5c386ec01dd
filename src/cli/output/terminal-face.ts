import type { Face } from '../../messages/face.ts'
import { formatOptionNames } from './format-option-names.ts'

/** Also for workbooks that the command line writes. */
export const terminalFace: Face = {
  kind: 'terminal',
  option: (name) => formatOptionNames(`‹${name}›`),
  field: (name) => name,
}
