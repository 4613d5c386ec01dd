import { describe, expect, it } from 'vitest'
import { layerOf, readSources, readWords, type Source } from '../support/source-tree.ts'

const words = readWords()

const declaration = /^ {4}"([\w-]+)": \{/gm
const use = /\b(?:find|message)\(\s*'([\w-]+)'/g

function isCatalogue({ path }: Source): boolean {
  return layerOf(path) === 'messages'
}

/** How often each message is worded; why a run halted has names of its own. */
function countWordings(sources: readonly Source[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { text } of sources.filter(({ path }) => path === words.path)) {
    const codes = [...text.slice(text.indexOf('"messages": {')).matchAll(declaration)].map(([, code = '']) => code)
    for (const code of codes.filter((each) => !each.startsWith('halt-'))) counts.set(code, (counts.get(code) ?? 0) + 1)
  }
  return counts
}

function findRepeated(sources: readonly Source[]): string[] {
  return [...countWordings(sources)].filter(([, count]) => count > 1).map(([code]) => code)
}

/** Messages that nothing says. */
function findUnused(sources: readonly Source[]): string[] {
  const said = new Set(
    sources
      .filter((source) => !isCatalogue(source))
      .flatMap(({ text }) => [...text.matchAll(use)].map(([, code = '']) => code)),
  )
  // `cond ? find('a') : find('b')` and maps of codes are found as well; a code may also stand alone in quotes.
  const texts = sources.filter((source) => !isCatalogue(source)).map(({ text }) => text)
  return [...countWordings(sources).keys()].filter(
    (code) => !said.has(code) && !texts.some((text) => text.includes(`'${code}'`)),
  )
}

/** What is read in one form only: reports, what workers say, the help of options. */
const ownWords: ReadonlySet<string> = new Set([
  'pipeline/report/ledger-tables.ts',
  'jobs/bullmq.ts',
  'settings/sending.ts',
  'settings/exit-codes.ts',
])

/** Texts that only one face could show: they name an option, or the command line. */
function findFaceWords(sources: readonly Source[]): string[] {
  const terms = /‹[a-zA-Z]+›|\bsame command\b/
  return sources
    .filter(({ path }) => !['cli', 'messages', 'sandbox'].includes(layerOf(path)) && !ownWords.has(path))
    .filter(({ text }) => terms.test(text.replaceAll(/^\s*(?:\/?\*|\/\/).*$/gm, '')))
    .map(({ path }) => path)
}

/** Texts that call the ledger a memory. */
function findOtherWords(sources: readonly Source[]): string[] {
  const term = /['"`][^'"`\n]*\b(?:this|the|your|another|new|their|own) memory\b/i
  return sources.filter(({ text }) => term.test(text.replaceAll(/^\s*(?:\/?\*|\/\/).*$/gm, ''))).map(({ path }) => path)
}

describe('messages', () => {
  const sources = [...readSources(), words]

  it('are worded once each', () => {
    expect(countWordings(sources).size).toBeGreaterThan(150)
    expect(findRepeated(sources)).toEqual([])
  })

  it('are all said', () => {
    expect(findUnused(sources)).toEqual([])
  })

  it('are words of the faces: below them nothing names an option or a command', () => {
    expect(findFaceWords(sources)).toEqual([])
  })

  it('have one word for the ledger', () => {
    expect(findOtherWords(sources)).toEqual([])
  })
})

describe('the checks of the messages can fail', () => {
  const line = '    "a-b": { "text": "x" }'
  const one = { path: words.path, text: `{\n  "messages": {\n${line}\n  }\n}` }

  it('on a message that is worded twice', () => {
    expect(findRepeated([one])).toEqual([])
    expect(findRepeated([{ ...one, text: one.text.replace(line, `${line},\n${line}`) }])).toEqual(['a-b'])
  })

  it('on a message that nothing says', () => {
    expect(findUnused([one])).toEqual(['a-b'])
    expect(findUnused([one, { path: 'sheet/a.ts', text: "find('a-b', {})" }])).toEqual([])
  })

  it('on another word for the ledger', () => {
    const text = "'Your data in the memory of rwa-batch'"
    expect(findOtherWords([{ path: 'app/a.ts', text }])).toEqual(['app/a.ts'])
    expect(findOtherWords([{ path: 'app/a.ts', text: `// ${text}` }])).toEqual([])
  })

  it.each(["hint: 'Name it with ‹ledger›.'", '`Start the same command again.`'])('on %s below the faces', (text) => {
    expect(findFaceWords([{ path: 'sheet/a.ts', text }])).toEqual(['sheet/a.ts'])
    expect(findFaceWords([{ path: 'messages/a.ts', text }])).toEqual([])
    expect(findFaceWords([{ path: 'sheet/a.ts', text: `  // ${text}` }])).toEqual([])
  })
})
