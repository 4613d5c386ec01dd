import { describe, expect, it } from 'vitest'
import { heatClass } from '../../rooms/messages.ts'
import {
  drawColumns,
  drawLines,
  drawStackedBars,
  endOfScale,
  escapeHtml,
  oneDecimal,
} from '../../rooms/pipeline/drawing.ts'

/** The height or width of every bar that has a class. */
function measure(svg: string, attribute: 'width' | 'height', name = ''): number[] {
  const bars = svg.match(new RegExp(`<rect[^>]*class="${name}[^>]*>`, 'g')) ?? []
  return bars.map((bar) => Number(new RegExp(` ${attribute}="([^"]*)"`).exec(bar)?.[1]))
}

describe('a picture', () => {
  it('of columns is as high as its values', () => {
    const columns = [0, 5, 10].map((value) => ({ label: `${value}`, value, classes: 'plain' }))
    expect(measure(drawColumns('x', columns), 'height', 'plain')).toEqual([0, 88, 176])
  })

  it('of bars is as long as its parts, which follow each other', () => {
    const svg = drawStackedBars(
      'x',
      ['one', 'two'],
      [
        { label: 'Spain', values: [30, 70] },
        { label: 'Peru', values: [0, 50] },
      ],
    )
    expect(measure(svg, 'width', 'part0').slice(1)).toEqual([130.8])
    expect(measure(svg, 'width', 'part1').slice(1)).toEqual([305.2, 218])
    expect(svg).toContain('x="280.8"')
  })

  it('of lines leaves out what there is not, and names each line at its end', () => {
    const svg = drawLines(
      'x',
      ['a', 'b', 'c'],
      [
        { name: 'mean', values: [0, undefined, 10] },
        { name: 'none', values: [undefined] },
      ],
      10,
    )
    expect(/points="([^"]*)"/.exec(svg)?.[1]).toBe('116.7,194 479.3,12')
    expect(svg).toContain('>mean 10.0</text>')
    expect(svg).not.toContain('none')
  })

  it.each([
    ['columns', () => drawColumns('x', [])],
    ['bars', () => drawStackedBars('x', [], [])],
    ['lines', () => drawLines('x', [], [{ name: 'mean', values: [] }], 10)],
  ])('of no %s is empty, not broken', (_, draw) => {
    expect(draw()).not.toMatch(/NaN|undefined|Infinity/)
  })

  it('holds what people wrote as text only', () => {
    const nasty = '"><script>&\u202e\u0000'
    const drawn = [
      drawColumns(nasty, [{ label: nasty, value: 1, classes: 'plain' }]),
      drawStackedBars(nasty, [nasty], [{ label: nasty, values: [1] }]),
      drawLines(nasty, [nasty], [{ name: nasty, values: [1] }], 10),
    ].join('')
    expect(drawn).not.toMatch(/<script|[\u202e\u0000]/)
    expect(escapeHtml(nasty)).toBe('&quot;&gt;&lt;script&gt;&amp;\\u{202e}\\u{0}')
  })

  it.each([
    [[], 1],
    [[0], 1],
    [[7], 10],
    [[11], 20],
    [[100], 100],
    [[301, 4], 500],
  ])('of %j ends its scale at %s', (values, end) => {
    expect(endOfScale(values)).toBe(end)
  })

  it.each([
    [0, 'heat0'],
    [5, 'heat5'],
    [10, 'heat9'],
    [-1, 'heat0'],
    [11, 'heat9'],
  ])('shows a score of %s as %s', (score, name) => {
    expect(heatClass(score)).toBe(name)
  })
})

it.each([
  [4.35, '4.4'],
  [8.45, '8.5'],
  [4.349, '4.3'],
  [0.04, '0.0'],
  [10, '10.0'],
])('%s is shown as %s, as in a spreadsheet', (value, shown) => {
  expect(oneDecimal(value)).toBe(shown)
})
