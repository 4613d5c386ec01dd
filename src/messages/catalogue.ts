import type { CodedText, Logger } from '../support/logger.ts'
import { type Face, libraryFace } from './face.ts'
import type { HaltReason } from './halts.ts'
import english from './languages/english.json' with { type: 'json' }
import { type Entry, ownFactsOf, type Worded, wordFor, wordsOfMany } from './message.ts'
import type { MessageFacts } from './message-facts.ts'
import { fillPattern } from './pattern.ts'

export type MessageCode = keyof MessageFacts
export type FactsOf<Code extends MessageCode> = MessageFacts[Code]

export const catalogue: Readonly<Record<MessageCode | `halt-${HaltReason['kind']}`, Entry>> = english.messages

type FactsArgument<Code extends MessageCode> =
  object extends FactsOf<Code> ? [facts?: FactsOf<Code>] : [facts: FactsOf<Code>]

/** As it is stored: any code, as another version may have written it. */
export interface Message {
  code: string
  facts: object
}

export function message<Code extends MessageCode>(code: Code, ...[facts]: FactsArgument<Code>): Message {
  return { code, facts: facts ?? {} }
}

/** Texts that an earlier version stored name options in marks. */
export function wordStored(text: string, { option }: Pick<Face, 'option'>): string {
  return text.replaceAll(/‹(\w+)›/g, (_, name: string) => option(name))
}

/** Undefined for a code of another version. */
export function wordMessage(said: Partial<Message>, face: Face): Worded | undefined {
  const entry = entryOf(said, face)
  return entry && wordFor(face, entry, said.facts)
}

export function describeHalt(halt: HaltReason, face: Face): string {
  const { text = '', hint = '' } = wordMessage({ code: `halt-${halt.kind}`, facts: halt }, face) ?? {}
  const said = hint === '' ? text : `${text} ${hint}`
  return face.kind === 'page' ? said.replace(/^[a-z](?![a-z]*:\/\/)/, (letter) => letter.toUpperCase()) : said
}

/** A message in the library's words, beside its code and facts. */
export interface Finding extends Message {
  /** A sentence without its subject: "must be Yes or No". */
  rule: string
  hint: string
}

export function find<Code extends MessageCode>(code: Code, ...facts: FactsArgument<Code>): Finding {
  const said = message(code, ...facts)
  const { text: rule = '', hint = '' } = wordMessage(said, libraryFace) ?? {}
  return { ...said, rule, hint }
}

export function wordError(
  { message, hint, said }: { message: string; hint: string | undefined; said: Message | undefined },
  face: Face,
): Worded {
  return (said && wordMessage(said, face)) ?? { text: wordStored(message, face), hint: wordStored(hint ?? '', face) }
}

export function wordNote(text: string, said: CodedText | undefined, face: Face): string {
  const worded = said && wordMessage(said, face)?.text
  if (worded === undefined) return wordStored(text, face)
  return worded === '' ? '' : `${said?.before ?? ''}${worded}${said?.after ?? ''}`
}

export function logNote(logger: Logger, level: 'info' | 'warn', { rule, code, facts }: Finding, before = ''): void {
  logger[level](`${before}${rule}`, { code, facts, ...(before === '' ? {} : { before }) })
}

/** One code and facts other than a row's own: one problem. Undefined for a code of another version. */
export function identifyProblem(said: Partial<Message>): string | undefined {
  const entry = entryOf(said)
  if (entry === undefined) return undefined
  const own = ownFactsOf(entry)
  return JSON.stringify([said.code, Object.entries(said.facts ?? {}).filter(([name]) => !own.includes(name))])
}

/** The same for codes that have one cause. */
export function causeOf(said: Partial<Message>): string | undefined {
  const entry = entryOf(said)
  return entry && fillPattern(entry.cause ?? said.code ?? '', { ...said.facts }, { language: 'en' })
}

/** Of many rows whose own facts differ. */
export function wordMany(said: Partial<Message>, face: Face): Worded | undefined {
  const entry = entryOf(said, face)
  return entry && wordFor(face, wordsOfMany(entry), said.facts)
}

function entryOf({ code = '' }: Partial<Message>, { translation }: Partial<Face> = {}): Entry | undefined {
  return translation?.messages[code] ?? (Object.hasOwn(catalogue, code) ? catalogue[code as MessageCode] : undefined)
}
