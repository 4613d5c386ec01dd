import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { rowStates } from '../rooms/contract.ts'
import {
  catalogue,
  describePlannedLine,
  describeShownLine,
  fillPattern,
  labelState,
  resultTitles,
} from '../rooms/messages.ts'
import { operations } from '../rooms/operations.ts'

type Json = string | readonly Json[] | { readonly [name: string]: Json }

const src = new URL('../../src/', import.meta.url)
const read = (file: string): Json => JSON.parse(readFileSync(new URL(file, src), 'utf8'))
const languages = ['german', 'french']

function listTexts(part: Json, path = ''): [path: string, text: string][] {
  if (typeof part === 'string') return [[path, part]]
  return Object.entries(part).flatMap(([name, each]) => listTexts(each, path === '' ? name : `${path}.${name}`))
}

/** The facts that a pattern names, those of its forms as well. */
function namesIn(pattern: string): string {
  const names = [...pattern.matchAll(/\{(?:field )?(\w+)/g)].map(([, name = '']) => name)
  return [...new Set(names)].toSorted().join()
}

/** Words that are the same in both languages, by their path. */
const same =
  /^(?:check\.times|columns\.(?:filledOf|moved|encodings\..*)|dates|environments\.(?:test|sandbox)|headings\..*|jobs\.|limits|plan\.(?:at|span)|quoted|run\.(?:pause|ended)|runs\.(?:pictures\.(?:high|destination)|operations\.invite)|settings\.(?:give|value)|start\.templates\..*|decisions\.(?:type|limits\..*|waitingHeadings\..*)|steps\.invitations|jobs\.(?:invitations|decisions))$/

describe.each(languages)('the texts of the page in %s', (language) => {
  const english = new Map(listTexts(read('web/page/texts/english.json')))
  const own = new Map(listTexts(read(`web/page/texts/${language}.json`)))

  it('are all there; each missing one is listed with its English text', () => {
    const missing = [...english].filter(([path]) => !own.has(path)).map((each) => each.join(': '))
    expect(missing).toEqual([])
    expect([...own.keys()].filter((path) => !english.has(path))).toEqual([])
  })

  it('name the same facts as in English', () => {
    const other = [...english].filter(([path, text]) => namesIn(own.get(path) ?? text) !== namesIn(text))
    // A form that English needs may be the same here.
    expect(other.map((each) => each.join(': '))).toEqual([])
  })

  it('are translated', () => {
    const left = [...english].filter(
      ([path, text]) =>
        path !== 'language' &&
        !same.test(path) &&
        /\p{L}{3}/u.test(text.replaceAll(/\{\w+\}/g, '')) &&
        own.get(path) === text,
    )
    expect(left.map((each) => each.join(': '))).toEqual([])
  })
})

/** What only a terminal says, or the person who set the program up reads: it stays English on the page as well. */
const stayEnglish: readonly string[] = [
  ...['schema', 'statuses-promised', 'again-unfinished', 'read-interrupted', 'sheet-in-csv', 'rows-wrong'],
  ...['lists-several', 'date-unreadable', 'faults-without-sandbox', 'secret-command-failed', 'no-address'],
  ...['status-not-distrusted', 'status-in-both', 'no-field', 'where-repeated', 'where-no-column', 'company-empty'],
  ...['company-unknown', 'token-pipe', 'token-folder', 'token-long', 'token-used', 'output-kind', 'output-is-input'],
  ...['output-is-device', 'output-folder-missing', 'output-of-other-runs', 'sidecars-taken', 'not-written'],
  ...['log-file-taken', 'profile-not-agreed', 'profile-of-another', 'profile-faulty', 'output-of-other-ledger'],
  ...['answer-of-other-ledger', 'run-replaced', 'rows-changed', 'nothing-to-refresh', 'run-not-found'],
  ...['ledger-not-shared', 'files-too-few', 'folder-gone', 'waiting-run-unknown', 'sealed-sheet-changed'],
  ...['staff-id-refused', 'four-eyes-required', 'rule-recorded', 'rule-unknown', 'rule-unreadable'],
  ...['rule-needs-two', 'rule-overtaken', 'rule-run-unknown', 'database-unusable', 'database-asks-password'],
  ...['storage-failed', 'stored-unreadable', 'node-untested', 'clock-off', 'authority-unusable'],
  ...['certificate-refused', 'proxy-failed', 'service-foreign', 'service-redirects', 'disclosure-unrecorded'],
  ...['file-unrecorded', 'forget-nobody', 'forget-no-retention', 'forget-held', 'holds-unreadable', 'forget-both'],
  ...['encoding-asked', 'encoding-unanswered', 'share-of-no-run'],
  ...['forget-unconfirmed', 'forget-key-nowhere', 'forget-key-missing', 'forget-key-other', 'forget-key-unreadable'],
]
const isOfTerminal = (code: string): boolean =>
  stayEnglish.includes(code) ||
  (code.startsWith('ledger-') && !['ledger-in-use', 'ledger-unreachable', 'ledger-new', 'ledger-unread'].includes(code))

interface Pack {
  language: string
  messages: Readonly<Record<string, { text: string; hint?: string; many?: { text?: string; hint?: string } }>>
  fields: Readonly<Record<string, string>>
  titles: Readonly<Record<string, string>>
  states: Readonly<Record<string, { label: string; text: string; named?: string; planned?: string }>>
}

describe.each(languages)('the messages that the page shows, in %s', (language) => {
  const pack = read(`messages/languages/${language}.json`) as unknown as Pack

  it('are all there, and none of them for a code that is gone', () => {
    const shown = Object.keys(catalogue).filter((code) => !isOfTerminal(code))
    expect(shown.filter((code) => !(code in pack.messages))).toEqual([])
    const others = Object.keys(pack.messages).filter((code) => !shown.includes(code) && !code.startsWith('halt-'))
    expect(others).toEqual([])
    expect(stayEnglish.filter((code) => !(code in catalogue))).toEqual([])
  })

  it('name options, commands and facts only as English does', () => {
    const faults = Object.entries(pack.messages).flatMap(([code, { text, hint = '', many }]) => {
      const said = [text, hint, many?.text ?? '', many?.hint ?? ''].join(' ')
      const entry: unknown = (catalogue as Readonly<Record<string, object>>)[code]
      const words = entry as { text?: unknown; hint?: unknown; many?: object } | undefined
      const isPattern = [words?.text, words?.hint ?? ''].every((each) => typeof each === 'string')
      const known = namesIn(JSON.stringify(words ?? '')).split(',')
      const foreign = namesIn(said)
        .split(',')
        .filter((name) => name !== 'name' && !known.includes(name))
      const isOdd = isPattern && words !== undefined && foreign.join('') !== ''
      return /‹|rwa-batch/.test(said) || (isOdd && !/\{(?:message|field field)\}/.test(said))
        ? [`${code}: ${foreign.join()}`]
        : []
    })
    expect(faults).toEqual([])
  })

  it('name every field, every state and every title of a result', () => {
    const fields = operations.flatMap(({ sheet }) => sheet.fields.map(({ name }) => name))
    expect(fields.filter((name) => !(name in pack.fields))).toEqual([])
    expect(Object.keys(resultTitles).filter((name) => !(name in pack.titles))).toEqual([])
    const states = [...rowStates, 'scored', 'decided', 'invited', 'warning'].filter((state) => labelState(state) !== '')
    expect(states.filter((state) => !(state in pack.states))).toEqual([])
    const isPlanned = (state: string): boolean => {
      const line = { state, wasDone: false }
      return describePlannedLine(line) !== describeShownLine(line).replace(/^not sent/, 'would not be sent')
    }
    expect(states.filter((state) => isPlanned(state) && !pack.states[state]?.planned)).toEqual([])
  })
})

describe('a pattern', () => {
  const style = (language: string) => ({ language, field: (name: string) => name.toUpperCase() })

  it.each([
    ['en', '{n # row|# rows}', { n: 0 }, '0 rows'],
    ['fr', '{n # ligne|# lignes}', { n: 0 }, '0 ligne'],
    ['de', '{n # Zeile|# Zeilen}', { n: 1234 }, '1.234 Zeilen'],
    ['pl', '{n # wiersz|# wiersze|# wierszy}', { n: 3 }, '3 wiersze'],
    ['pl', '{n # wiersz|# wiersze|# wierszy}', { n: 5 }, '5 wierszy'],
    ['en', '{name a #|nothing}', { name: '' }, 'nothing'],
    ['en', '{name a #|nothing}', { name: 'pen {x}' }, 'a pen {x}'],
    ['en', '{kind a=first|b=second {x}|other}', { kind: 'b', x: 1 }, 'second 1'],
    ['en', '{kind a=first|b=second|other}', { kind: 'c' }, 'other'],
    ['en', '{field {field field}: |}{x}', { field: 'note', x: 'no' }, 'NOTE: no'],
    ['de', '{names or}', { names: ['A', 'B', 'C'] }, 'A, B oder C'],
    [
      'fr',
      '{day date}, {near.iso date}',
      { day: '1 March 2026', near: { iso: '2026-03-02' } },
      '1 mars 2026, 2 mars 2026',
    ],
    ['fr', '{of row la ligne}', { of: 'row 5' }, 'la ligne 5'],
    [
      'en',
      '{list {field field} “{now}”}',
      {
        list: [
          { field: 'a', now: 1 },
          { field: 'b', now: 2 },
        ],
      },
      'A “1”; B “2”',
    ],
  ])('in %s: %s', (language, pattern, facts, said) => {
    expect(fillPattern(pattern, facts, style(language))).toBe(said)
  })
})
