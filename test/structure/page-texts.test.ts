import { readFileSync } from 'node:fs'
import { parseAst } from 'rolldown/parseAst'
import { describe, expect, it } from 'vitest'
import { readSources, type Source } from '../support/source-tree.ts'

/** A text, a list of texts, or texts by name. */
type Texts = string | readonly string[] | { readonly [name: string]: Texts }
type Path = readonly string[]

const english: Texts = JSON.parse(
  readFileSync(new URL('../../src/web/page/texts/english.json', import.meta.url), 'utf8'),
)
const language = 'language'

function listTexts(texts: Texts, path: Path = []): (readonly [path: string, text: string])[] {
  if (typeof texts === 'string') return [[path.join('.'), texts]]
  if (Array.isArray(texts)) return texts.map((text) => [path.join('.'), text])
  return Object.entries(texts).flatMap(([name, part]) => listTexts(part, [...path, name]))
}

/** The facts that a pattern names. */
function namesIn(pattern: string): string[] {
  return [...pattern.matchAll(/\{(\w+)/g)].map(([, name = '']) => name)
}

/** Texts at a path, whose `*` is any name; what follows a text or a list belongs to it. */
function findTexts(texts: Texts, [name, ...rest]: Path, at: Path = []): ReturnType<typeof listTexts> {
  if (name === undefined || typeof texts === 'string' || Array.isArray(texts)) return listTexts(texts, at)
  return Object.entries(texts)
    .filter(([each]) => name === '*' || each === name)
    .flatMap(([each, part]) => findTexts(part, rest, [...at, each]))
}

interface Node {
  type: string
  [property: string]: unknown
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

function listChildren(node: Node): Node[] {
  return Object.values(node).flat().filter(isNode)
}

function listNodes(node: Node): Node[] {
  return [node, ...listChildren(node).flatMap(listNodes)]
}

/** What an expression may be of the texts, by the names that a file gives to parts of them; nothing for other ones. */
function pathsOf(node: unknown, names: ReadonlyMap<string, readonly Path[]>): readonly Path[] {
  if (!isNode(node)) return []
  if (node.type === 'Identifier') return names.get(String(node['name'])) ?? []
  if (node.type === 'ConditionalExpression') {
    const branches = [node['consequent'], node['alternate']].map((branch) => pathsOf(branch, names))
    return branches.every(({ length }) => length > 0) ? branches.flat() : []
  }
  if (node.type === 'LogicalExpression') return pathsOf(node['left'], names)
  if (node.type !== 'MemberExpression' || !isNode(node['property'])) return []
  const name = node['computed'] ? '*' : String(node['property']['name'])
  return pathsOf(node['object'], names).map((path) => [...path, name])
}

function nameParts(nodes: readonly Node[]): ReadonlyMap<string, readonly Path[]> {
  const names = new Map<string, readonly Path[]>([['texts', [[]]]])
  for (const { type, id, init } of nodes) {
    if (type !== 'VariableDeclarator' || !isNode(id)) continue
    const paths = pathsOf(init, names)
    if (paths.length === 0) continue
    if (id.type === 'Identifier') names.set(String(id['name']), paths)
    for (const { type: kind, value } of listChildren(id))
      if (kind === 'Property' && isNode(value))
        names.set(
          String(value['name']),
          paths.map((path) => [...path, String(value['name'])]),
        )
  }
  return names
}

function isSay({ type, callee }: Node): boolean {
  return type === 'CallExpression' && isNode(callee) && callee['name'] === 'say'
}

/** Facts that a pattern names and its call does not give, or the other way; patterns that are shown as they are; unused texts. */
function findFaults(texts: Texts, sources: readonly Source[]): string[] {
  const faults: string[] = []
  const used = new Set([language])
  for (const { path, text } of sources) {
    const root: unknown = parseAst(text, { lang: 'tsx' })
    if (!isNode(root)) continue
    const names = nameParts(listNodes(root))
    const check = (call: Node): void => {
      const [pattern, facts] = call['arguments'] as Node[]
      const found = pathsOf(pattern, names).flatMap((each) => findTexts(texts, each))
      for (const [each] of found) used.add(each)
      const needed = [...new Set(found.flatMap(([, each]) => namesIn(each)))].toSorted()
      const given = ((facts?.['properties'] ?? []) as Node[]).map(({ key }) =>
        isNode(key) ? String(key['name']) : '…',
      )
      if (found.length === 0 || needed.join() !== given.toSorted().join())
        faults.push(`${path}: ${found.map(([each]) => each).join()} needs ${needed.join()}; given: ${given.join()}`)
    }
    const visit = (node: Node): void => {
      if (isSay(node)) {
        check(node)
        const [, facts] = node['arguments'] as Node[]
        if (facts !== undefined) visit(facts)
        return
      }
      const isPart = node.type === 'VariableDeclarator' && pathsOf(node['init'], names).length > 0
      const shown = node.type === 'MemberExpression' ? pathsOf(node, names) : []
      for (const [each, words] of shown.flatMap((one) => findTexts(texts, one))) {
        used.add(each)
        if (namesIn(words).length > 0) faults.push(`${path}: ${each} is shown with its braces`)
      }
      if (shown.length === 0 && !isPart) for (const child of listChildren(node)) visit(child)
    }
    visit(root)
  }
  const unused = listTexts(texts).filter(([each]) => !used.has(each))
  return [...faults, ...unused.map(([each]) => `${each} is not used`)]
}

describe('the texts of the page', () => {
  const sources = readSources().filter(({ path }) => path.startsWith('web/page/'))

  it('are all used, each with the facts that it names', () => {
    expect(listTexts(english).length).toBeGreaterThan(300)
    expect(findFaults(english, sources)).toEqual([])
  })

  it.each([
    ['say(texts.a.one, { count: 1 })', []],
    ['const labels = texts.a\nsay(labels.one, { count })', []],
    ['const pattern = is ? texts.a.one : texts.a.one\nsay(pattern, { count })', []],
    ["const { a } = texts\nsay(a[name] ?? '', { count })", []],
    ['say(texts.a.one, {})', ['x.tsx: a.one needs count; given: ']],
    ['say(texts.a.one, { count, more })', ['x.tsx: a.one needs count; given: count,more']],
    ['say(texts.a.one, { ...facts })', ['x.tsx: a.one needs count; given: …']],
    ['say(other, { count })', ['x.tsx:  needs ; given: count', 'a.one is not used']],
    ['const x = <p>{texts.a.one}</p>', ['x.tsx: a.one is shown with its braces']],
    ['', ['a.one is not used']],
  ])('are not as they should be in: %s', (text, faults) => {
    expect(findFaults({ a: { one: '{count # row|# rows}' } }, [{ path: 'x.tsx', text }])).toEqual(faults)
  })
})
