/** The service's own refusal of a field. */
import type { Proof } from '../rooms/client.ts'
export const refused = {
  kind: 'refused',
  field: 'destination',
  message: 'Incorrect Country',
  isInContract: true,
  raw: '{}',
  saysMore: false,
} satisfies Proof
