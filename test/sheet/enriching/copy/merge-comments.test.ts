import { describe, expect, it } from 'vitest'
import { emptyComments, mergeComments, readCommentTexts } from '../../../../src/sheet/enriching/copy/merge-comments.ts'
import { UnsupportedWorkbookError } from '../../../../src/sheet/package/unsupported-workbook-error.ts'

const note = { row: 4, column: 1, text: 'must be whole' }
const block = 'rwa-batch check:\nmust be whole\n(end of rwa-batch check)'

function part(...comments: string[]): string {
  return `<comments><authors><author>Eva</author></authors><commentList>${comments.join('')}</commentList></comments>`
}

function comment(text: string, cell = 'B4'): string {
  return `<comment ref="${cell}" authorId="0"><text>${text}</text></comment>`
}

describe('what we say in comments', () => {
  it('is told from what others say, whoever wrote the file since', () => {
    const { text } = mergeComments(part(comment('<t>see Eva</t>'), comment('<t>later</t>', 'C9')), [note])
    const said = readCommentTexts(text ?? '')
    expect([...said.ownTexts]).toEqual([['B4', block]])
    expect(said.foreignTexts).toEqual([`Eva: ${comment('<t>see Eva</t>')}`, `Eva: ${comment('<t>later</t>', 'C9')}`])
    expect(said.ownCells.size).toBe(0)
  })

  it.each([
    ['as it was written', `<t>see Eva\n\n${block}</t>`, '<t>see Eva</t>'],
    ['with entities', `<t>see Eva&#10;&#xA;${block.replaceAll('\n', '&#10;')}</t>`, '<t>see Eva</t>'],
    [
      'in pieces',
      `<r><t>see Eva\n\n</t></r><r><t>rwa-batch check:\nmust</t></r><r><t> be\n(end of rwa-batch check)</t></r>`,
      '<r><t>see Eva</t></r><r><t></t></r><r><t></t></r>',
    ],
    ['with words behind it', `<t>see Eva\n\n${block}\nno!</t>`, '<t>see Eva\nno!</t>'],
    ['without its end', '<t>see Eva\n\nrwa-batch check:\nmust</t>', '<t>see Eva\n\nrwa-batch check:\nmust</t>'],
  ])('goes, %s, and theirs stays', (_, before, after) => {
    expect(mergeComments(part(comment(before)), []).text).toBe(part(comment(after)))
  })

  it('takes its comment along where nobody else says anything, and the part with the last one', () => {
    const { text } = mergeComments(emptyComments, [note])
    expect(mergeComments(text ?? '', [])).toEqual({ text: undefined, removed: new Set(['B4']), added: [], skipped: [] })
    expect(mergeComments(emptyComments, []).text).toBe(emptyComments)
  })

  it('is as XML demands', () => {
    const { text } = mergeComments('<comments><authors/><commentList/></comments>', [
      { ...note, text: 'a < b & "c"\u0001' },
    ])
    expect(text).toContain('<authors><author>rwa-batch</author></authors>')
    expect(text).toContain('<t xml:space="preserve">rwa-batch check:\na &lt; b &amp; &quot;c&quot;_x0001_\n(end')
  })

  it.each([
    ['a conversation', part(comment('<t>[Threaded]</t>')).replace('Eva', 'tc={1}')],
    ['one that has no text', part(comment(''))],
    ['one that is full', part(comment(`<t>${'x'.repeat(32_760)}</t>`))],
  ])('is not added to %s', (_, before) => {
    expect(mergeComments(before, [note])).toMatchObject({ text: before, skipped: [note], added: [] })
  })

  it('is not added to what is no part of comments', () => {
    expect(() => mergeComments('<comments><authors/></comments>', [note])).toThrow(UnsupportedWorkbookError)
  })
})
