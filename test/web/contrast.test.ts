import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const style = readFileSync(new URL('../../src/web/page/page.css', import.meta.url), 'utf8')
const tokens = new Map(
  [...style.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name, light, dark]) => [
    name ?? '',
    { light: light ?? '', dark: dark ?? '' },
  ]),
)

const planes = ['paper', 'card', 'sunken', 'chosen']
const papers = ['doubt-paper', 'wrong-paper']
/** What is read on what, and what is seen without being text: all that the rules put together. */
const pairs: readonly (readonly [least: number, ink: string, planes: readonly string[]])[] = [
  [4.5, 'ink', [...planes, ...papers, 'good-paper']],
  [4.5, 'quiet', [...planes, ...papers]],
  [4.5, 'action', planes],
  [4.5, 'on-action', ['action', 'action-strong']],
  [4.5, 'wrong', [...planes, 'wrong-paper']],
  [4.5, 'doubt', [...planes, 'doubt-paper']],
  [4.5, 'good', [...planes, 'good-paper']],
  [4.5, 'wait', ['card', 'sunken']],
  [4.5, 'off', ['sunken', 'card']],
  [4.5, 'card', ['ink']],
  [3, 'edge', [...planes, ...papers]],
  [3, 'action', papers],
]

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

it.each(['light', 'dark'] as const)(
  'in %s every text has a contrast of 4.5, and what means something one of 3',
  (mode) => {
    const low = pairs.flatMap(([least, ink, on]) =>
      on.flatMap((plane) => {
        const contrast = contrastOf(tokens.get(ink)?.[mode] ?? '', tokens.get(plane)?.[mode] ?? '')
        return contrast >= least ? [] : [`${ink} on ${plane}: ${contrast.toFixed(2)}`]
      }),
    )
    expect(low).toEqual([])
  },
)

it('no colour is written outside the tokens', () => {
  expect(style.slice(style.indexOf('\n}\n')).match(/#[0-9a-f]{3,6}\b/gi)).toBeNull()
})
