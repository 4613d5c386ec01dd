import { describe, expect, it } from 'vitest'
import {
  commentShapeCells,
  hasShapes,
  mergeShapes,
  otherShapes,
} from '../../../../src/sheet/enriching/copy/comment-shapes.ts'
import { UnsupportedWorkbookError } from '../../../../src/sheet/package/unsupported-workbook-error.ts'

const notes = [4, 5].map((row) => ({ row, column: 2, text: 'must be whole' }))
const nothing = { removed: new Set<string>(), added: [] }

function drawing(inner: string): string {
  return `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel">${inner}</xml>`
}

const button =
  '<v:shape id="b" o:spid="_x0000_s2000"><v:textbox><br>go</v:textbox><x:ClientData ObjectType="Button"/></v:shape>'
const line = '<v:shape id="line"/>'

describe('the drawing of comments', () => {
  it('has a shape for each, numbered behind those that are there, and one kind of them', () => {
    const merged = mergeShapes(drawing(line + button), { ...nothing, added: notes })
    expect(commentShapeCells(merged)).toEqual(['C4', 'C5'])
    expect(merged.match(/ id="_x0000_s\d+"/g)).toEqual([' id="_x0000_s2001"', ' id="_x0000_s2002"'])
    expect(merged.match(/<v:shapetype /g)).toHaveLength(1)
    expect(otherShapes(merged, new Set(['C4', 'C5']))).toEqual([line, button])
  })

  it('is as it was without the shapes that came, letter for letter but for their kind', () => {
    const merged = mergeShapes(drawing(line + button), { ...nothing, added: notes })
    const back = mergeShapes(merged, { removed: new Set(['C4', 'C5']), added: [] })
    expect(back.replace(/<v:shapetype .*<\/v:shapetype>/, '')).toBe(drawing(line + button))
    expect(mergeShapes(back, { ...nothing, added: notes })).toBe(merged)
    expect(mergeShapes(merged, nothing)).toBe(merged)
  })

  it('begins with nothing, and ends as such', () => {
    const fresh = mergeShapes(undefined, { ...nothing, added: notes })
    expect(commentShapeCells(fresh)).toEqual(['C4', 'C5'])
    expect(hasShapes(fresh)).toBe(true)
    expect(hasShapes(mergeShapes(fresh, { removed: new Set(['C4', 'C5']), added: [] }))).toBe(false)
  })

  it('gets the names that it lacks', () => {
    const merged = mergeShapes('<xml xmlns:v="urn:schemas-microsoft-com:vml"/>', { ...nothing, added: notes })
    expect(merged).toMatch(/^<xml xmlns:v="[^"]*" xmlns:o="[^"]*" xmlns:x="[^"]*"><v:shapetype .*<\/v:shape><\/xml>$/)
  })

  it('stays on the sheet at its last cell', () => {
    const merged = mergeShapes(undefined, { ...nothing, added: [{ row: 1_048_576, column: 16_383, text: 'x' }] })
    const [left = 0, , top = 0, , right = 0, , bottom = 0] = (/<x:Anchor>(.*?)</.exec(merged)?.[1] ?? '')
      .split(', ')
      .map(Number)
    expect([left < right, right < 16_384, top < bottom, bottom < 1_048_576]).toEqual([true, true, true, true])
  })

  it.each([
    ['no drawing', '<svg/>'],
    ['one that does not end', '<xml xmlns:v="urn:schemas-microsoft-com:vml">'],
    ['one with other names', '<xml xmlns:v="urn:other"></xml>'],
  ])('is left alone where it is %s', (_, text) => {
    expect(() => mergeShapes(text, { ...nothing, added: notes })).toThrow(UnsupportedWorkbookError)
  })
})
