import { formBar, patternPart } from '../../src/messages/pattern.ts'

type Words = Readonly<Record<string, string | readonly string[] | Readonly<Record<string, string>>>>

/** The text of `src/messages/message-facts.ts`, which the build writes: the facts that the English words of a code name. */
export function makeMessageFacts(messages: Readonly<Record<string, Words>>): string {
  const codes = Object.entries(messages).filter(([code]) => !code.startsWith('halt-'))
  const facts = codes.map(([code, words]) => `'${code}': ${describeFacts(words)}`)
  return [
    '// Made of the English messages by the build; not written by hand, and not kept in the repository.',
    'type Shown = string | number | readonly (string | number)[]',
    '/** By code. `unknown`: words stand for it, whatever it is. */',
    `export interface MessageFacts { ${facts.join('; ')} }`,
    '',
  ].join('\n')
}

/** What the words of a code tell of a fact; the first of these counts. */
const strengths = ['known', 'either', 'optional', 'shown', 'within'] as const
interface Use {
  strength: (typeof strengths)[number]
  type: string
}

function describeFacts({ own: _, ...words }: Words): string {
  const uses = new Map<string, Use>()
  for (const text of Object.values(words).flatMap((each) => Object.values(typeof each === 'string' ? [each] : each)))
    readPattern(text.replaceAll(/‹\{(\w+)\}›/g, '{$1}'), uses, false)
  const facts = [...uses].map(([name, { strength, type }]) => {
    return `${name}${strength === 'optional' || strength === 'within' ? '?' : ''}: ${type}`
  })
  return facts.length === 0 ? 'Record<never, never>' : `{ ${facts.join('; ')} }`
}

/** `isWithin`: in forms of a fact that may be absent. */
function readPattern(pattern: string, uses: Map<string, Use>, isWithin: boolean): void {
  for (const [, , path = '', form] of pattern.matchAll(patternPart)) {
    const [name = '', member] = path.split('.')
    const forms = form?.split(formBar) ?? []
    const use = member === undefined ? readUse(name, forms) : ({ strength: 'known', type: 'unknown' } as const)
    const found: Use = isWithin && use.strength === 'shown' ? { strength: 'within', type: 'unknown' } : use
    const before = uses.get(name)
    if (before === undefined || strengths.indexOf(found.strength) < strengths.indexOf(before.strength))
      uses.set(name, found)
    // Of a list of objects: the names are theirs.
    const isOfItems =
      forms.length === 1 && /^(?:[^{]*…|(?:or )?\{(?:field (?:name|field)\}|kind ))/.test(forms[0] ?? '')
    const mayLack = isWithin || use.strength === 'either' || use.strength === 'optional'
    for (const each of isOfItems ? [] : forms) readPattern(each, uses, mayLack)
  }
}

function readUse(name: string, forms: readonly string[]): Use {
  if (/^(?:is|asks|has)[A-Z]/.test(name)) return { strength: 'known', type: 'boolean' }
  const [first, second] = forms
  if (first === undefined || /^(?:date|shell|row .*)$/.test(first)) return { strength: 'shown', type: 'Shown' }
  if (/^(?:or|and)\b|^[^{]*…|^\{(?:field|kind) /.test(first)) return { strength: 'known', type: 'unknown' }
  const values = forms.map((form) => /^([\w -]*)=/.exec(form)?.[1])
  if (values.every((value) => value !== undefined)) {
    const type = values.map((value) => (value === 'undefined' ? value : `'${value}'`)).join(' | ')
    return { strength: 'known', type }
  }
  if (values[0] !== undefined && values[0] !== 'undefined') return { strength: 'shown', type: 'Shown' }
  if (second?.includes('#')) return { strength: 'known', type: 'number' }
  return { strength: second === undefined || second === '' ? 'optional' : 'either', type: 'unknown' }
}
