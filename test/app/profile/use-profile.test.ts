import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { mergeReading, type Profile, readOperationOptions } from '../../rooms/app/profile.ts'
import { assess, decide } from '../../rooms/operations.ts'
import { createFolder } from './folder.ts'

function find(profile: Profile, lists: object = {}) {
  return { file: join(createFolder({ 'lists.json': lists }), 'rwa-batch.json'), profile }
}

describe('what a profile says of sheets', () => {
  it('is said of one operation; its paths count from its folder', () => {
    const found = find(
      {
        lists: 'lists.json',
        assess: { sheets: ['EMEA'], dateFormats: 'DD.MM.YYYY', columns: { Ziel: 'destination' } },
      },
      { destination: ['Spain'] },
    )
    expect(readOperationOptions(found, assess)).toEqual({
      sheets: ['EMEA'],
      dateFormat: 'DD.MM.YYYY',
      columns: { Ziel: 'destination' },
      lists: { destination: ['Spain'] },
    })
    expect(readOperationOptions(found, decide)).toMatchObject({ sheets: undefined, lists: { destination: ['Spain'] } })
  })

  it.each<[string, Profile, string]>([
    [
      'a value that is not taken',
      { assess: { values: { legalRight: { x: 'Jes' } } } },
      '“x” → “Jes” cannot be used (‹values›): it must be Yes, No',
    ],
    ['a pattern that is none', { assess: { dateFormats: 'TT.MM.JJJJ' } }, 'TT.MM.JJJJ'],
  ])('is refused with the file for %s', (_, profile, message) => {
    const found = find(profile)
    expect(() => readOperationOptions(found, assess)).toThrow(`${found.file}, assess: `)
    expect(() => readOperationOptions(found, assess)).toThrow(message)
  })

  it('is not used as long as it is guessed, or only without the guesses', () => {
    const found = find({ assess: { columns: { Ziel: '? destination', Heimat: 'residency' } } })
    expect(() => readOperationOptions(found, assess)).toThrow('1 guess for assess (')
    expect(readOperationOptions(found, assess, { leavesGuesses: true }).columns).toEqual({ Heimat: 'residency' })
  })
})

describe('what is said for one run', () => {
  const own = {
    sheets: 'all',
    columns: { Ziel: 'destination', Heimat: 'residency' },
    set: { purpose: 'trip', legalRight: 'Yes' },
    values: { destination: { UK: 'United Kingdom', DE: 'Germany' }, legalRight: { x: 'Yes' } },
    dateFormat: ['DD.MM.YYYY'],
    hidden: 'skip',
  } as const

  it('goes before the profile: field by field, text by text', () => {
    const given = {
      sheets: ['EMEA'],
      columns: { Zielland: 'destination' },
      set: { legalRight: 'No' },
      values: { destination: { uk: 'Ukraine' } },
      dateFormat: ['YYYY/MM/DD'],
      hidden: 'include',
    } as const
    expect(mergeReading(own, given)).toMatchObject({
      sheets: ['EMEA'],
      columns: { Heimat: 'residency', Zielland: 'destination' },
      set: { purpose: 'trip', legalRight: 'No' },
      values: { destination: { DE: 'Germany', uk: 'Ukraine' }, legalRight: { x: 'Yes' } },
      dateFormat: ['YYYY/MM/DD'],
      hidden: 'include',
    })
    expect(mergeReading(own, given).columns).not.toHaveProperty('Ziel')
  })

  it('changes nothing where nothing is said', () => {
    const nothing = { columns: undefined, set: {}, values: undefined, dateFormat: [], sheets: undefined }
    expect(mergeReading(own, nothing)).toMatchObject(own)
  })
})
