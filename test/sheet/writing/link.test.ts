import { describe, expect, it } from 'vitest'
import { linkToCell, linkToWeb } from '../../rooms/sheet/writing.ts'

describe('a link to the web', () => {
  it('is found after many others too, whatever its letters', () => {
    for (let count = 0; count < 50_000; count += 1) linkToWeb(`https://a.test/${count}`)
    expect(linkToWeb('https://ä.test/')).toEqual({ kind: 'web', href: 'https://xn--4ca.test/' })
  })

  it.each([
    ['https://a.test/r?b=1&c=2#d', 'https://a.test/r?b=1&c=2#d'],
    ['HTTP://A.test', 'http://a.test/'],
    ['https://a.test/a b/"c"', 'https://a.test/a%20b/%22c%22'],
    ['https://a.test/ä?東=京', 'https://a.test/%C3%A4?%E6%9D%B1=%E4%BA%AC'],
    ['https://ä.test/', 'https://xn--4ca.test/'],
    ['https://a.test/?q=[a]|b^c`d{e}', 'https://a.test/?q=%5Ba%5D%7Cb%5Ec%60d%7Be%7D'],
    ['https://[::1]:80/[x]', 'https://[::1]:80/%5Bx%5D'],
    ['https://a.test/%zz', 'https://a.test/%zz'],
  ])('to %j is %j', (address, href) => {
    expect(linkToWeb(address)).toEqual({ kind: 'web', href })
  })

  it('is the address as browsers write it, also behind others of its origin', () => {
    linkToWeb('https://a.test/')
    const ends = [
      '',
      '/r-1_2/x?a=b&c-d',
      '/a/../b',
      '/./b',
      '/a b',
      '/%zz',
      '/?a?b',
      '/r?#',
      '//x',
      '\\x',
      '/x\ty ',
      '/ä',
    ]
    const others = ['.evil.test/a', ':81/a', ':443/a', '@evil.test/a', 'x/']
    for (const end of [...ends, ...others]) {
      expect(linkToWeb(`https://a.test${end}`)).toEqual({ kind: 'web', href: new URL(`https://a.test${end}`).href })
    }
  })

  it.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'ftp://a.test/',
    'mailto:a@a.test',
    'a.test',
    '',
    undefined,
    {},
  ])('is not made to %j', (address) => {
    expect(linkToWeb(address)).toBeUndefined()
  })

  it('is as long as Excel allows', () => {
    const base = 'https://a.test/'
    expect(linkToWeb(base + 'x'.repeat(2079 - base.length))).toBeDefined()
    expect(linkToWeb(base + 'x'.repeat(2080 - base.length))).toBeUndefined()
    expect(linkToWeb(`${base}${'ä'.repeat(400)}`)).toBeUndefined()
  })
})

describe('a link to a cell', () => {
  it('quotes the name of the sheet', () => {
    expect(linkToCell("Bob's (2)", 'A7')).toEqual({ kind: 'cell', location: "'Bob''s (2)'!A7" })
  })
})
