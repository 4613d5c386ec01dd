import type { Field } from '../../pipeline/terms/operation.ts'
import { emailField, idField, textField } from '../fields.ts'

/** interface.md, "Staff member". */
export const inviteFields: readonly Field[] = [
  textField('first_name', {
    aliases: ['First name', 'Given name', 'Forename', 'Christian name'],
    title: 'First name',
    meaning: 'Of the person to invite.',
    example: 'Ada',
  }),
  textField('last_name', {
    aliases: ['Last name', 'Surname', 'Family name'],
    title: 'Last name',
    meaning: 'Of the person to invite.',
    example: 'Example',
  }),
  emailField('email', {
    aliases: ['E-mail', 'E-mail address', 'Email address', 'Mail', 'Work e-mail', 'Work email'],
    title: 'E-mail',
    meaning: 'Where the invitation goes; each address once.',
    example: 'ada@company.example',
  }),
  idField('staff_id', {
    aliases: ['Staff ID', 'Staff number', 'Employee ID', 'Employee number', 'Personnel number', 'Personnel ID'],
    title: 'Staff ID',
    meaning: 'Your company’s own ID of the person, by which decisions name them; each ID once.',
    example: 'C-017',
  }),
]
