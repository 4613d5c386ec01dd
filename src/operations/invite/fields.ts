import type { Field } from '../../pipeline/operation.ts'
import { emailField, idField, textField } from '../fields.ts'

/** interface.md, "Staff member". */
export const inviteFields: readonly Field[] = [
  textField('first_name', { aliases: ['First name', 'Given name', 'Forename', 'Christian name'] }),
  textField('last_name', { aliases: ['Last name', 'Surname', 'Family name'] }),
  emailField('email', { aliases: ['E-mail', 'E-mail address', 'Email address', 'Mail', 'Work e-mail', 'Work email'] }),
  idField('staff_id', {
    aliases: ['Staff ID', 'Staff number', 'Employee ID', 'Employee number', 'Personnel number', 'Personnel ID'],
  }),
]
