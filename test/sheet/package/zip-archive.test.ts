import { expect, it } from 'vitest'
import { readAll, workbookParts, zip } from '../reading/workbook-parts.ts'

const parts = workbookParts('<row><c><v>1</v></c></row>')
const whole = zip(parts)

it('reads an archive with bytes behind its end', async () => {
  expect((await readAll(Buffer.concat([whole, Buffer.from('\r\n<!-- added by a gateway -->')]))).rows).toHaveLength(1)
})

it.each([
  ['is cut off', whole.subarray(0, whole.length - 40)],
  [
    'has a broken table of contents',
    Buffer.from(whole.toString('latin1').replace('PK\x01\x02', 'PK\x01\x07'), 'latin1'),
  ],
  ['says other sizes than it has', zip(parts, { claimedBytes: 10 })],
  ['promises more than it has', zip(parts, { claimedBytes: 100_000 })],
  ['does not fit its checksums', zip(parts, { claimedChecksum: 1 })],
  ['unpacks to more than 1 GiB', zip(parts, { claimedBytes: 300 * 1024 * 1024 })],
  ['looks like a bomb', zip({ ...parts, 'xl/media/a.bin': Buffer.alloc(70 * 1024 * 1024) })],
  ['holds a part twice', zip({ ...parts, 'XL/Workbook.xml': '<workbook/>' })],
  [
    'holds too many parts',
    zip({ ...parts, ...Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`p${n}`, ''])) }),
  ],
])('refuses one that %s', async (_, bytes) => {
  await expect(readAll(bytes)).rejects.toMatchObject({ code: 'input', hint: expect.stringMatching(/\.$/) })
})
