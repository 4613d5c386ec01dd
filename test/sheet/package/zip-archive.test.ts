import { createHash } from 'node:crypto'
import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it, vi } from 'vitest'
import { readDirectory, ZipArchive } from '../../rooms/sheet/package.ts'
import { inFolder } from '../enriching/enrich.ts'
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
  ['holds a part twice that is not read', zip({ ...parts, 'docProps/app.xml': '<a/>', 'DocProps/App.xml': '<b/>' })],
  [
    'holds too many parts',
    zip({ ...parts, ...Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`p${n}`, ''])) }),
  ],
])('refuses one that %s', async (_, bytes) => {
  await expect(readAll(bytes)).rejects.toMatchObject({ code: 'input', hint: expect.stringMatching(/\.$/) })
})

it('reads one that holds a folder twice', async () => {
  await expect(readAll(zip({ ...parts, 'xl/': '', 'XL/': '' }))).resolves.toMatchObject({ sheet: 'Trips' })
})

it('finds each part of a large archive, in whatever order, and reads its table of contents as a whole', async () => {
  // Beyond what is read at its end, and more than is unpacked at once.
  const content = new Map(Array.from({ length: 600 }, (_, n) => [`p${n}`, `${n} `.repeat(n % 7 === 0 ? 20_000 : 9)]))
  const noise = createHash('shake256', { outputLength: 300_000 }).update('noise').digest()
  await inFolder(async (folder) => {
    const file = join(folder, 'a.zip')
    await writeFile(file, zip({ ...Object.fromEntries(content), noise, last: 'end' }))
    const handle = await open(file, 'r')
    const read = vi.spyOn(handle, 'read')
    const { entries } = await readDirectory(file, handle)
    expect([entries.length, read.mock.calls.length]).toEqual([602, expect.toSatisfy((count) => count < 10)])
    await handle.close()
    const archive = await ZipArchive.open(file)
    for (const [name, parts] of [...content].reverse()) expect(await text(archive.read(name))).toBe(parts)
    expect(await text(archive.read('last'))).toBe('end')
    await archive.requireComplete()
    await archive.close()
  })
})
