import { describe, expect, it } from 'vitest'
import countries from '../../src/sandbox/countries.json' with { type: 'json' }
import { defaultLists } from '../rooms/sandbox.ts'

describe('the default lists', () => {
  it.each(Object.entries(defaultLists))('name nothing twice, and nothing with outer spaces, in %s', (_name, values) => {
    expect(new Set(values.map((value: string) => value.trim().toLowerCase())).size).toBe(values.length)
    expect(values.every((value: string) => value === value.trim() && value === value.normalize('NFC'))).toBe(true)
  })

  it.each(Object.entries(defaultLists).slice(2))('are in alphabetical order: %s', (_name, values) => {
    expect(values).toEqual([...values].sort((a: string, b: string) => a.localeCompare(b, 'en')))
  })

  it('offer fewer destinations than citizenships, and no citizenship of a territory', () => {
    const { citizenship, destination } = defaultLists
    expect(destination.length).toBeLessThan(citizenship.length)
    expect(destination.filter((name) => !citizenship.includes(name))).toEqual(countries.territories)
  })
})
