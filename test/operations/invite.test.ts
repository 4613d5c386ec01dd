import { describe, expect, it } from 'vitest'
import { invite } from '../rooms/operations.ts'
import { wordsOf } from '../support/words.ts'
import { createClient } from './service-client.ts'

const ann = { first_name: 'Ann', last_name: 'Lee', email: 'Ann.Lee@Example.com', staff_id: 'C-017' }

describe('a person to invite', () => {
  it('is told from others by staff ID and by address, whatever the case of its letters', () => {
    expect(invite.request.uniqueKeys?.(ann)).toEqual(['staff_id C-017', 'email ann.lee@example.com'])
  })

  it('is the same one after any edit but that of the staff ID', () => {
    const edited = { ...ann, first_name: 'Anne', last_name: 'Li', email: 'a@example.com' }
    expect(invite.request.similarityKey?.(edited)).toEqual(invite.request.similarityKey?.(ann))
    expect(invite.request.similarityKey?.({ ...ann, staff_id: 'C-018' })?.subject).not.toBe(
      invite.request.similarityKey?.(ann)?.subject,
    )
  })

  it('is sent as the row has it, with nothing added', async () => {
    const client = createClient({ write: { kind: 'done', identifier: 'U-1', reportUrl: '' } })
    await invite.send.call(client, invite.request.build(new Map(Object.entries(ann))), () => '')
    expect(client.told).toEqual([ann])
    expect(invite.send.eventId?.(ann, () => 'derived')).toBeUndefined()
  })

  it.each(['first_name', 'last_name', 'email', 'staff_id'])('must have a %s', (field) => {
    expect(() => invite.request.build(new Map(Object.entries({ ...ann, [field]: '' })))).toThrow(field)
    expect(invite.sheet.fields.find(({ name }) => name === field)).toMatchObject({
      isRequiredColumn: true,
      isNeeded: true,
    })
  })
})

describe('the hint about a refusal', () => {
  it.each([
    ['', 'Could not create pending user', 'whether this person already has an account'],
    ['email', 'anything else', 'Correct email as the service says'],
    ['', 'anything else', 'Correct the row as the service says'],
  ])('of %j: %j says what to do', (field, message, words) => {
    expect(wordsOf(invite.output.hintFor(field, message))).toContain(words)
  })
})
