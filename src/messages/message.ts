import type { Face } from './face.ts'
import { fillPattern, oneOrMany } from './pattern.ts'

/** Patterns (`fillPattern`, `oneOrMany`) in which `‹name›` is an option besides, and `‹{name}›` one that a fact names. */
interface Words {
  /** The fact. Of a problem in a cell: the rule, a sentence without its subject. */
  text: string
  /** The next step; none when the text says it all. */
  hint?: string
}

/** What each face says of a code. English stands in `languages/english.json`, the other languages beside it. */
export interface Entry extends Words {
  /** Where the page says something else than the same without the clauses that name an option or a command. */
  page?: Partial<Words>
  /** Facts of a single row, where brackets do not tell. Problems that differ in nothing else are one problem of many rows. */
  own?: readonly string[]
  /** Of many rows whose own facts differ, where brackets do not tell. */
  many?: Partial<Words>
  /** A pattern that is the same for all that the page shows as one problem. @default the code */
  cause?: string
}

export interface Worded {
  text: string
  hint: string
}

/** A message on a face: one without options and commands leaves out what names them. */
export function wordFor(
  face: Face,
  { page, ...entry }: Pick<Entry, 'text' | 'hint' | 'page'>,
  facts: object = {},
): Worded {
  const { text, hint = '' } = face.kind === 'page' ? { ...entry, ...page } : entry
  if (face.kind !== 'page') return { text: saySentence(text, facts, face), hint: saySentence(hint, facts, face) }
  const marked = { ...face, option: (name: string) => mark + name }
  const fact = saySentence(text, facts, marked)
  // Names of files in it may look like a command.
  const shown = /\ufdd0|the same command/.test(fact) ? leaveOutOptions(fact) || fact.replaceAll(mark, '') : fact
  return { text: shown, hint: leaveOutOptions(saySentence(hint, facts, marked)) }
}

/** The words for many rows whose own facts differ. */
export function wordsOfMany(entry: Entry): Pick<Entry, 'text' | 'hint' | 'page'> {
  const { text, hint = '', page, many } = entry
  return { text: oneOrMany(text, 2), hint: oneOrMany(hint, 2), ...(page && { page }), ...many }
}

const ownFacts = new WeakMap<Entry, readonly string[]>()

/** Facts of a single row: those that many rows leave out. Asked for each problem, they are listed once. */
export function ownFactsOf(entry: Entry): readonly string[] {
  const own = ownFacts.get(entry) ?? entry.own ?? listOwnFacts(entry)
  ownFacts.set(entry, own)
  return own
}

function listOwnFacts(entry: Entry): readonly string[] {
  const { text, hint = '' } = wordsOfMany(entry)
  const namesIn = (pattern: string) => [...pattern.matchAll(/\{(?:field )?(\w+)/g)].map(([, name = '']) => name)
  const kept = new Set(namesIn(text + hint))
  return namesIn(entry.text + (entry.hint ?? '')).filter((name) => !kept.has(name))
}

function saySentence(sentence: string, facts: object, face: Face): string {
  const given: Readonly<Record<string, unknown>> = { ...facts }
  const said = oneOrMany(sentence, 1).replaceAll(/‹(\{?)(\w+)\}?›/g, (_, brace: string, name: string) =>
    face.option(brace === '' ? name : String(given[name])),
  )
  return fillPattern(said, given, { language: face.translation?.language ?? 'en', field: face.field }).trimEnd()
}

/** Stands before the name of an option while a message is worded for the page; no text has this character. */
const mark = '\ufdd0'
const ofTerminal =
  /\ufdd0|\b[Tt]he same command\b|\brwa-batch (?:ledger (?:init|move)|refresh|status)\b|\b(?:RWA_[A-Z_]+|PGPASSWORD)\b/

/** The page has neither options nor commands: a sentence, clause or parenthesis that names one is left out. */
function leaveOutOptions(said: string): string {
  return said
    .replaceAll(/ \([^()]*\ufdd0[^()]*\)|, then start the same command again/g, '')
    .split(/(?<=[.?!]) /)
    .map(leaveOutClauses)
    .filter((each) => each !== '')
    .join(' ')
}

function leaveOutClauses(sentence: string): string {
  if (!ofTerminal.test(sentence)) return sentence
  const [first = '', ...others] = sentence.split(/(?=; |, or |: name |: rwa-batch [^\ufdd0]*$|[.?!]$)/)
  return ofTerminal.test(first) ? '' : first + others.filter((each) => !ofTerminal.test(each)).join('')
}
