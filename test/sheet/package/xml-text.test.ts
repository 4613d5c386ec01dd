import { expect, it } from 'vitest'
import { toUtf8 } from '../../rooms/sheet/package.ts'

async function decode(bytes: Buffer, step = 3): Promise<string> {
  async function* pieces(): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step)
  }
  let text = ''
  for await (const chunk of toUtf8(pieces())) text += chunk.toString('utf8')
  return text
}

const xml = `<?xml version="1.0"?><a>${'Größe 漢字 😀 '.repeat(40)}</a>`

it.each([
  ['UTF-8', Buffer.from(xml)],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${xml}`)],
  ['UTF-16 little-endian with a mark', Buffer.from(`\ufeff${xml}`, 'utf16le')],
  ['UTF-16 little-endian', Buffer.from(xml, 'utf16le')],
  ['UTF-16 big-endian', Buffer.from(xml, 'utf16le').swap16()],
])('%s is read whole, however it is cut', async (_, bytes) => {
  expect((await decode(bytes)).replace(/^\ufeff/, '')).toBe(xml)
})

it('follows the declaration, but not one that claims UTF-16 for single bytes', async () => {
  const latin = '<?xml version="1.0" encoding="ISO-8859-1"?><a>Größe</a>'
  expect(await decode(Buffer.from(latin, 'latin1'))).toBe(latin)
  const claim = '<?xml version="1.0" encoding="UTF-16"?><a>Größe</a>'
  expect(await decode(Buffer.from(claim))).toBe(claim)
})

it.each([
  ['broken UTF-8', Buffer.from('<a>\xff\xff</a>', 'latin1')],
  ['a character cut off at the end', Buffer.from('<a>\xc3', 'latin1')],
  ['an unknown encoding', Buffer.from('<?xml version="1.0" encoding="klingon"?><a/>')],
])('refuses %s', async (_, bytes) => {
  await expect(decode(bytes)).rejects.toThrow('it is not')
})
