import { describe, expect, it } from 'vitest'
import { EncodingWitness } from '../../rooms/sheet/csv.ts'
import { decodeBytes } from '../../rooms/sheet/package.ts'

const allBytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))

function encode(text: string, encoding: string): Buffer {
  const letters = decodeBytes(allBytes, encoding)
  return Buffer.from(Array.from(text, (letter) => letters.indexOf(letter)))
}

function judge(texts: readonly string[], encoding: string, chunkBytes = 1_000): EncodingWitness['doubt'] {
  const bytes = encode(`Name;Country\r\n${texts.map((text) => `${text};Spain\r\n`).join('')}`, encoding)
  const witness = new EncodingWitness()
  for (let at = 0; at < bytes.length; at += chunkBytes) witness.observe(bytes.subarray(at, at + chunkBytes))
  return witness.doubt
}

const german = ['Jürgen Weiß', 'Käthe Groß', 'Björn Müller']
const french = ['Zoë Lefèvre', 'François Noël', 'Hélène Dupré', 'Benoît Château']
const spanish = ['José Núñez', 'Begoña Álvarez', 'Ángel Ibáñez']
const portuguese = ['João Conceição', 'Inês Magalhães', 'Antônio Gonçalves']
const swedish = ['Åsa Öberg', 'Jörgen Sjögren', 'Märta Lindström']
const danish = ['Søren Ærø', 'Kåre Østergård', 'Bjørn Nygård']
const western = { german, french, spanish, portuguese, swedish, danish }

describe('names of people alone', () => {
  it.each(Object.entries(western))('%s', (_, names) => {
    expect(judge(names, 'windows-1252')).toBeUndefined()
    expect(judge(names, 'macintosh')?.encoding).toBe('macintosh')
    expect(judge(names, 'cp850')?.encoding).toBe('cp850')
  })

  it.each([
    ['windows-1250', ['Łukasz Wałęsa', 'Paweł Łęcki']],
    ['windows-1251', ['Иван Петров', 'Ольга Щукина']],
  ])('in %s', (encoding, names) => {
    expect(judge(names, encoding)?.encoding).toBe(encoding)
    // However the file is cut while it is read.
    for (const bytes of [1, 2, 7, 30]) expect(judge(names, encoding, bytes)).toEqual(judge(names, encoding))
  })
})

it.each([
  ...['D’Arcy – Müller', 'L’été… c’est fini', '5 € – „gut“', 'Acme™ GmbH', 'Café ‹Zoë›', 'naïve façade', 'Œuvre d’art'],
  ...['Škoda Žilina', 'Paris–Lyon', '½ Tag', 'Straße 5°C', '†1999', '• Punkt', 'ŒUVRE', '“quoted” text', 'über…und'],
  ...['Nº 5 – 1ª', 'Peña & Söhne®', 'A×B µm', 'l’Île-d’Yeu', 'O‘Neill', '»Zitat«', '5‰', 'SØREN ÅÆØ', 'ÄÖÜSS'],
])('%s is no doubt about Windows-1252', (text) => {
  expect(judge([text], 'windows-1252')).toBeUndefined()
})

it('a country that only another reading knows decides, and is the example', () => {
  expect(judge(['Müller', 'Węgry'], 'windows-1250')).toEqual({
    encoding: 'windows-1250',
    shown: 'Wêgry',
    meant: 'Węgry',
  })
})

it('a file of a hundred thousand equal names costs no more than a look at each byte', () => {
  const witness = new EncodingWitness()
  const chunk = encode('E-1;Jürgen;Spain;x;y;z\r\n'.repeat(40_000), 'macintosh')
  for (let chunks = 0; chunks < 5; chunks += 1) witness.observe(chunk)
  expect(witness.doubt?.meant).toBe('Jürgen')
})
