import { expect, it } from 'vitest'
import { settingGroups } from '../../src/settings/all.ts'
import { makeOptionTypes } from './make-option-types.ts'

it('the types of the library and of the profile are those of the table', async () => {
  await expect(makeOptionTypes(settingGroups)).toMatchFileSnapshot('../../src/settings/option-types.ts')
})
