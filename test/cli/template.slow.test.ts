import { it } from 'vitest'
import { hasLibreOffice, typeInto } from '../support/libre-office.ts'
import { expectToBeRead } from './filled-templates.ts'

it.skipIf(!hasLibreOffice)(
  'a template for each operation is filled in by LibreOffice and read without any option',
  () => expectToBeRead(typeInto),
)
