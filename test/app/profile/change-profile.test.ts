import { describe, expect, it } from 'vitest'
import { changeProfile, type Profile, type ProfileChange, reverseChange } from '../../rooms/app/profile.ts'

const assess = { name: 'assess' }
const before: Profile = {
  company: 'acme',
  assess: {
    columns: { Zielland: 'destination' },
    values: { destination: { UK: 'United Kingdom' } },
    dateFormats: 'DD.MM.YYYY',
    hidden: 'skip',
  },
  decide: { hidden: 'include' },
}

it.each<[string, ProfileChange, Profile['assess']]>([
  [
    'a text more',
    { values: { destination: { Deutschland: 'Germany' }, legalRight: { x: 'Yes', '': 'No' } } },
    {
      ...before.assess,
      values: {
        destination: { UK: 'United Kingdom', Deutschland: 'Germany' },
        legalRight: { x: 'Yes', '': 'No' },
      },
    },
  ],
  [
    'another meaning of a text, however it is written',
    { values: { destination: { uk: 'Ukraine' } } },
    { ...before.assess, values: { destination: { uk: 'Ukraine' } } },
  ],
  [
    'a heading, however it is written',
    { columns: { 'Ziel-Land': 'destination', Funktion: 'roleType' } },
    { ...before.assess, columns: { 'Ziel-Land': 'destination', Funktion: 'roleType' } },
  ],
  [
    'one value for all rows',
    { set: { purpose: 'Work From Anywhere' } },
    { ...before.assess, set: { purpose: 'Work From Anywhere' } },
  ],
  ['other dates', { dateFormats: ['MM/DD/YYYY'] }, { ...before.assess, dateFormats: ['MM/DD/YYYY'] }],
  [
    'what is taken away leaves nothing empty',
    { columns: { Zielland: null }, values: { destination: { UK: null } }, dateFormats: [] },
    { hidden: 'skip' },
  ],
])('a profile learns: %s; and what it was comes back', (_, change, after) => {
  const changed = changeProfile(before, assess, change)
  expect(changed.assess).toEqual(after)
  expect([changed.company, changed.decide]).toEqual([before.company, before.decide])
  const back = changeProfile(changed, assess, reverseChange(before, assess, change))
  const asList = (formats: unknown) => [formats ?? []].flat()
  expect({ ...back.assess, dateFormats: asList(back.assess?.dateFormats) }).toEqual({
    ...before.assess,
    dateFormats: asList(before.assess?.dateFormats),
  })
})

describe('a heading that is called as nothing else is', () => {
  it.each(['__proto__', 'constructor'])('%s', (heading) => {
    const changed = changeProfile({}, assess, { columns: JSON.parse(`{"${heading}": "destination"}`) })
    expect(Object.entries(changed.assess?.columns ?? {})).toEqual([[heading, 'destination']])
  })
})
