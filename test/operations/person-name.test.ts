import { expect, it } from 'vitest'
import { nameOfPerson } from '../rooms/operations.ts'

it.each<[string[], string[], string]>([
  [['Staff ID', 'Name'], ['E1', 'Ann Lee'], 'Ann Lee'],
  [['Staff ID', 'FIRST NAME', 'Surname'], ['E1', ' Ann ', 'Lee'], 'Ann Lee'],
  [['Staff ID', 'Prénom', 'Nom'], ['E1', 'Zoé', 'Petit'], 'Zoé Petit'],
  [['Staff ID', 'Nom'], ['E1', 'Petit'], 'Petit'],
  [['Staff ID', 'Nachname'], ['E1', 'Müller'], 'Müller'],
  [['Name', 'Line manager'], ['E1', 'Max'], ''],
  [['Staff ID', 'Line manager'], ['E1', 'Max'], ''],
  [['Staff ID', 'Name'], ['E1'], ''],
])('of the columns %j with %j the name is “%s”', (headings, texts, name) => {
  const cells = texts.map((v) => ({ t: 's', v }) as const)
  expect(nameOfPerson({ cells }, { headings, fields: { employeeId: 0 } })).toBe(name)
  expect(nameOfPerson({ cells }, undefined)).toBe('')
})
