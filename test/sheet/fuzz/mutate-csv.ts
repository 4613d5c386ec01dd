import type { Random } from '../../rooms/support.ts'
import { below, pick } from './choose.ts'
import { mutateBytes } from './mutate-bytes.ts'

const pieces = [
  '"',
  '""',
  '\\"',
  ',',
  ';',
  '\t',
  '|',
  '\r',
  '\n',
  '\r\n',
  '\n\n\n',
  '\u0000',
  '\ufeff',
  'sep=;\r\n',
  '\u001a',
  'é漢😀',
  '=1+1',
  '"a\nb"',
  ' ',
  '\u00a0',
  'x'.repeat(40_000),
  ','.repeat(17_000),
  'a,'.repeat(500),
] as const

/** Changes a text file: what stands in it, its encoding, its bytes. */
export function mutateCsv(bytes: Buffer, random: Random): Buffer {
  const kind = random()
  if (kind < 0.3) return mutateBytes(bytes, random)
  let text = bytes.toString('utf8')
  for (let times = 1 + below(random, 5); times > 0; times -= 1) text = change(text, random)
  if (kind < 0.8) return Buffer.from(text)
  return pick(random, [
    () => Buffer.from(text, 'latin1'),
    () => Buffer.from(text, 'utf16le'),
    () => Buffer.from(`\ufeff${text}`, 'utf16le'),
    () => Buffer.from(text, 'utf16le').swap16(),
    () => Buffer.from(`\ufeff${text}`),
    () => mutateBytes(Buffer.from(text, 'utf16le'), random),
  ])()
}

function change(text: string, random: Random): string {
  const at = below(random, text.length + 1)
  const end = Math.min(text.length, at + below(random, 30))
  return pick(random, [
    () => text.slice(0, at) + pick(random, pieces) + text.slice(at),
    () => text.slice(0, at) + text.slice(end),
    () => text.slice(0, end) + text.slice(at),
    () => text.slice(0, at) + text.slice(at, end).replaceAll(',', ';') + text.slice(end),
    () => text.replaceAll('\n', pick(random, ['\r', '\r\n', '\n\r', ''])),
    () => text.replaceAll(',', pick(random, [';', '\t', '|', '","'])),
    () => text.slice(0, at),
  ])()
}
