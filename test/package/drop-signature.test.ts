import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { dropSignature } from '../../.ci/package/drop-signature.mjs'

const header = 0x80
const code = Buffer.alloc(0x200, 7)

describe('an executable for Windows', () => {
  it('loses its signature and nothing else: what is added to it would make the signature invalid', () => {
    const bytes = drop(createExecutable({ start: code.length, size: 64 }))
    const expected = createExecutable({ start: 0, size: 0 })
    expected.writeUInt32LE(0, header + 88)
    expect(bytes).toEqual(expected)
  })

  it('without one stays as it is, but for its checksum, which nothing reads', () => {
    expect(drop(createExecutable({ start: 0, size: 0 })).length).toBe(code.length)
  })

  it.each<[string, Buffer, RegExp]>([
    [
      'that something was added to',
      Buffer.concat([createExecutable({ start: code.length, size: 64 }), code]),
      /not at its end/,
    ],
    ['of another system', Buffer.alloc(0x200), /no 64-bit executable for Windows/],
  ])('%s is refused', (_, bytes, said) => {
    expect(() => drop(bytes)).toThrow(said)
  })
})

function createExecutable({ start, size }: { start: number; size: number }): Buffer {
  const bytes = Buffer.concat([code, Buffer.alloc(size, 9)])
  bytes.writeUInt32LE(header, 0x3c)
  bytes.write('PE\0\0', header, 'latin1')
  bytes.writeUInt16LE(0x20b, header + 24)
  bytes.writeUInt32LE(start, header + 168)
  bytes.writeUInt32LE(size, header + 172)
  return bytes
}

function drop(bytes: Buffer): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'rwa-signature-'))
  const file = join(folder, 'node.exe')
  writeFileSync(file, bytes)
  return readFileSync(dropSignature(file, join(folder, 'unsigned.exe')))
}
