import { describe, expect, it } from 'vitest'
import { listGuesses, requireNoGuesses, warnOfGuesses, withoutGuesses } from '../../rooms/app/profile.ts'
import type { OperationProfile } from '../../rooms/settings.ts'

const settings: OperationProfile = {
  sheets: '? all',
  columns: { Zielland: '? destination', Heimat: 'residency' },
  set: { purpose: '? Work From Anywhere' },
  dateFormats: ['? DD.MM.YYYY', 'YYYY/MM/DD'],
  values: { legalRight: { Ja: 'Yes', x: '? Yes' }, seniority: { L3: '?' } },
  hidden: 'skip',
}
const found = { file: '/acme/rwa-batch.json', profile: { assess: settings } }

describe('guesses that nobody has kept', () => {
  it('are listed with their places', () => {
    expect(listGuesses(settings)).toEqual([
      { place: 'sheets', value: 'all' },
      { place: 'columns “Zielland”', value: 'destination' },
      { place: 'set “purpose”', value: 'Work From Anywhere' },
      { place: 'dateFormats', value: 'DD.MM.YYYY' },
      { place: 'values “legalRight” “x”', value: 'Yes' },
      { place: 'values “seniority” “L3”', value: '' },
    ])
  })

  it('are left out where that is wanted, and nothing else is', () => {
    expect(withoutGuesses(settings)).toEqual({
      columns: { Heimat: 'residency' },
      set: {},
      dateFormats: ['YYYY/MM/DD'],
      values: { legalRight: { Ja: 'Yes' }, seniority: {} },
      hidden: 'skip',
    })
  })

  it('are refused where something is sent', () => {
    const refusal = {
      code: 'configuration',
      message: '/acme/rwa-batch.json has 6 guesses for assess (first: sheets → all)',
      hint: expect.stringContaining('deleting the “? ” before it'),
    }
    expect(() => requireNoGuesses(found, { name: 'assess' })).toThrow(expect.objectContaining(refusal))
    expect(() => requireNoGuesses(found, { name: 'decide' })).not.toThrow()
  })

  it('are said where nothing is sent', () => {
    const said: string[] = []
    warnOfGuesses(found, { name: 'assess' }, { warn: (text) => said.push(text) })
    warnOfGuesses(found, { name: 'invite' }, { warn: (text) => said.push(text) })
    warnOfGuesses(undefined, { name: 'assess' }, { warn: (text) => said.push(text) })
    expect(said).toEqual([expect.stringMatching(/6 guesses for assess .*: they are ignored\. Accept a guess by/)])
  })
})
