import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { keysAt, toJsonSchema } from '../../rooms/app/profile.ts'

describe('the schema of the profile', () => {
  it('is published with the package, for editors', () => {
    const published = readFileSync(new URL('../../../dist/profile.schema.json', import.meta.url), 'utf8')
    expect(JSON.parse(published)).toEqual(toJsonSchema())
    const { exports } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
    expect(exports['./profile.schema.json']).toBe('./dist/profile.schema.json')
  })

  it('names every field, takes guesses, and nothing that it does not know', () => {
    expect(toJsonSchema()).toMatchObject({
      additionalProperties: false,
      properties: {
        assess: {
          additionalProperties: false,
          properties: {
            columns: {
              additionalProperties: {
                anyOf: [
                  { enum: expect.arrayContaining(['destination', 'legalRight']) },
                  { pattern: expect.stringMatching(/^\^\\\? \(.*destination/) },
                  { const: '?' },
                  { const: '' },
                ],
              },
            },
            set: { additionalProperties: false, properties: { destination: { type: 'string' } } },
          },
        },
      },
    })
  })

  it('knows four-eyes under both names', () => {
    const setting = expect.objectContaining({ type: 'boolean' })
    expect(toJsonSchema()).toMatchObject({ properties: { fourEyes: setting, secondPair: setting } })
  })

  it.each([
    [[], 'baseUrl'],
    [[], 'fourEyes'],
    [['assess'], 'dateFormats'],
    [['decide'], 'values'],
    [['decide', 'values'], 'status'],
  ])('knows the keys at %j', (path, key) => {
    expect(keysAt(path)).toContain(key)
  })

  it('knows none where any may stand, and no dates where none are sent', () => {
    expect(keysAt(['assess', 'columns'])).toBeUndefined()
    expect(keysAt(['decide'])).not.toContain('dateFormats')
  })
})
