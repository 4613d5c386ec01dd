import { expect, it } from 'vitest'
import { terminalFace } from '../rooms/cli/output.ts'
import {
  catalogue,
  type FactsOf,
  identifyProblem,
  type MessageCode,
  ownFactsOf,
  wordMany,
  wordMessage,
} from '../rooms/messages.ts'
import { pageFace } from '../rooms/web.ts'
import { commandLine, expectWorded } from './expect-worded.ts'

const reading = { pattern: 'DD/MM/YYYY', long: '3 April 2026', iso: '2026-04-03' }
const other = { pattern: 'MM/DD/YYYY', long: '4 March 2026', iso: '2026-03-04' }
const two = { text: '03/04/2026', first: reading, second: other }
const min = 0
const values = ['Yes', 'No']
const letters = ['“о” is Cyrillic']
const version = { differences: [{ field: 'startDate', before: 'a', now: 'b' }], table: 'the sheet Changed' }
const proven = { proofs: [{ pattern: 'DD.MM.YYYY', cells: ['G4', 'H5'] }], choices: [['DD.MM.YYYY', 'D MMM YYYY']] }
const dates = { count: 4, fields: ['startDate', 'endDate'], kind: 'proven', ...proven } as const
const nearest = { heading: 'Host town', cell: 'E4' }
const own = { name: '/data/one.sqlite', address: 'https://a.example', company: 'default', lines: 5 }
const target = { company: 'one', address: 'https://a.example' }
const output = 'out.xlsx'
const file = 'trips.xlsx'
const ledger = '/data/one.sqlite'
const none = {}

const samples: { readonly [Code in MessageCode]: FactsOf<Code> } = {
  uncomputed: none,
  'rule-recorded': { name: 'fourEyes', about: 'every decision needs two people', shown: 'true', ...target },
  'rule-unknown': { name: 'holdz', known: ['fourEyes', 'holds'] },
  'rule-unreadable': { name: 'waiting', text: 'soon', expected: 'a period such as P7Y, P18M or P90D' },
  'rule-needs-two': { name: 'retention' },
  'rule-overtaken': { name: 'retention' },
  'rule-run-unknown': { reference: '7' },
  'note-missing': { status: 'Rejected' },
  empty: none,
  invisible: none,
  'error-value': { error: '#N/A' },
  'too-long': { most: 32_767, length: 40_000 },
  'character-damaged': { character: 'FFFD', position: 3 },
  unlisted: { values },
  'unlisted-near': { values: 195, near: 'Spain', why: '“ES” is a code' },
  'unlisted-alike': { values, meant: 'No', letters },
  'no-text': { shown: 'TRUE' },
  'letters-alike': { text: 'Nо', letters },
  'country-digits': none,
  'refused-value': { text: 'HR', count: 279, on: '28 November 2026', near: 'Human Resources', isAccepted: true },
  'country-unlisted': { text: 'ES', english: ['Spain'] },
  'id-date': { shown: '2026-03-01' },
  'no-id': { shown: 'TRUE' },
  'id-lines': none,
  'id-placeholder': none,
  'id-rounded': { seen: '1.23E+15' },
  'id-like-date': { id: 'Mar-01' },
  'id-like-number': { id: '12.0' },
  'id-like-placeholder': { id: 'na' },
  'id-letters-alike': { id: 'С-001', found: letters },
  'id-unseen-dropped': { id: 'E-321', found: ['U+202E', 'U+202C'] },
  'id-unseen-sent': { id: 'E-1', found: ['U+FE0F'] },
  'id-fraction': { id: '1.5' },
  'no-whole': { min },
  'whole-inexact': { min },
  'whole-shown-otherwise': { min, shown: '2', held: '1.5' },
  'whole-duration': { min },
  'whole-date': { min, shown: '2026-03-01', number: '46082' },
  'whole-ambiguous': { min, text: '1.234', digits: '1234', decimal: '1.234' },
  'whole-inside': { min, inside: '5' },
  'no-email': none,
  'email-spaces': none,
  'email-named': { address: 'a@b.example' },
  'no-date': none,
  'date-zero': none,
  'date-time-only': { time: '07:30' },
  'date-number': { shown: '5' },
  'date-day-number': { shown: '46000', number: '46000', date: '9 December 2025' },
  'date-time-range': none,
  'date-offset': { zone: '+19:00' },
  'date-impossible': { fault: 'there is no month 13' },
  'date-impossible-by-pattern': { pattern: 'DD/MM/YYYY', fault: 'there is no month 13', other },
  'date-ambiguous': two,
  'date-other-pattern': { pattern: 'DD/MM/YYYY', other },
  'date-text': none,
  'date-text-clear': { pattern: 'D MMM YYYY', date: '3 April 2026' },
  'date-text-ambiguous': two,
  'text-dates': dates,
  'text-dates-note': dates,
  'date-contradicted': { pattern: 'DD/MM/YYYY', cell: 'G4', written: 'MM/DD/YYYY' },
  'time-left-out': { time: '07:30' },
  merged: { range: 'A2:A5' },
  missing: { field: 'startDate' },
  'missing-column': { field: 'startDate', title: 'Start date' },
  'text-long': { most: 32_767 },
  'values-extra': { values: 14, columns: 13 },
  'values-cut': { values: 12, columns: 13 },
  'values-few': { values: 12, columns: 13 },
  'row-part': { missing: 9, isTotal: true },
  'looks-cancelled': none,
  schema: { message: 'Invalid input' },
  'end-first': { start: '2026-03-01' },
  'days-over-trip': { days: 12 },
  'far-away': none,
  'actor-missing': { message: 'Manager ID is required', actors: ['managerId'], field: 'managerId' },
  'cancel-only': { field: 'status', value: 'Canceled', heading: 'cancel' },
  'stands-elsewhere': { row: 5, file, sheet: 'EMEA' },
  'of-another-row': { created: { employeeId: 'E1', startDate: '2026-03-01' } },
  example: none,
  'headings-again': none,
  totals: none,
  note: none,
  hidden: none,
  filtered: { heading: 'Region', shown: 'EMEA' },
  'left-out': none,
  'cancelled-unanswered': { count: 59 },
  'left-out-elsewhere': { file },
  'cancel-empty': { heading: 'cancel' },
  'cancel-no': { heading: 'cancel' },
  'no-status': none,
  'no-identifier': none,
  waits: { row: 'row 5', state: 'unknown' },
  'country-unknown': none,
  'staff-id-missing': none,
  'past-days-missing': none,
  'hires-missing': none,
  'account-not-set-up': none,
  'of-another-company': none,
  'account-exists': none,
  refused: { field: 'startDate', operation: 'assess' },
  invalid: none,
  'duplicate-key': { shared: 'email a@b.example', of: 'row 4' },
  duplicate: { of: 'row 4' },
  superseded: { later: 'Rejected by M-2', at: '2026-11-09 09:08', isUnknown: false },
  changed: { ...version, identifier: 'A-1', isDeclined: false, orphans: 'the sheet Orphans' },
  kept: { ...version, identifier: 'A-1', isPending: true },
  ready: { reason: 'HTTP 429' },
  accepted: none,
  'accepted-doubtful': { message: 'Not Found' },
  pending: { message: undefined },
  rejected: { field: 'startDate', message: 'It is wrong' },
  'rejected-before': { message: 'It is wrong' },
  failed: { reason: 'connection refused' },
  unknown: { reason: 'no answer within 45 s', sentAt: '2026-03-01', table: 'the sheet Unknown' },
  'headings-none': {
    where: file,
    searched: 20,
    required: ['startDate'],
    fullest: { row: 4, headings: ['A', 'B'], hasMore: true },
    uncomputed: 'A1',
  },
  'headings-unfit': {
    where: file,
    row: 4,
    firstLine: 3,
    missing: [{ field: 'destination', nearest, usual: 'Spain', choices: [] }],
    toMap: { heading: 'Host town', field: 'destination' },
    doubled: [{ field: 'startDate', columns: [nearest, nearest], more: 2 }],
    toName: { heading: 'Start', field: 'startDate' },
    unknownHeadings: [{ heading: 'Land', nearest }],
    unknownFields: [{ heading: 'Heimat', field: 'residenz', nearest: 'residency' }],
    uncomputed: '',
  },
  'sheet-in-csv': { file, sheet: 'EMEA' },
  'csv-columns': { file, most: 16_384, record: 2 },
  'encoding-unsound': { file, encoding: 'utf-16le' },
  'utf8-unsound': { file },
  'worksheets-hidden': { file, list: '"A" (hidden)' },
  'read-interrupted': { file },
  'sheets-several': { file, count: 2, list: '“A”, “B”', first: '“A”' },
  'rows-hidden': { file, count: 2, shown: '3, 4' },
  'rows-none': { file, where: 'in row 1' },
  'rows-simulated': { file, count: 2, first: 'row 2: sandbox-1', address: 'https://a.example' },
  'rows-too-many': { rows: 200_000, most: 100_000 },
  'rows-wrong': { count: 2, places: 'row 2: it is wrong' },
  'lists-several': { file, names: '“A”, “B”' },
  'output-kind': { output, kinds: ['.xlsx', '.csv'], option: 'output' },
  'output-is-input': { output },
  'output-is-device': { output },
  'output-folder-missing': { folder: 'gone' },
  'output-of-other-runs': { output, tried: 99 },
  'sidecars-taken': { file: 'out.unknown.csv', tried: 98 },
  'output-exists': { output, option: 'output' },
  'not-written': { output, code: 'ENOSPC' },
  'log-file-taken': { file: 'log.txt', taken: 'the input' },
  'date-unreadable': { option: 'from', written: 'soon' },
  'faults-without-sandbox': none,
  'no-address': none,
  'secret-command-failed': { printed: 'token', ending: 'exit code 1' },
  'node-untested': { version: '18.20.0', tested: '^20.19.0 || ^22.12.0' },
  'disk-short': { folder: '/data', freeMegabytes: 3, leastMegabytes: 32 },
  'folder-closed': { folder: '/data', name: '/data/one.sqlite' },
  'clock-off': { difference: '2 hours', direction: 'behind', reference: 'the service’s' },
  'authority-unusable': { file: '/etc/ca.pem', reason: 'holds no certificate' },
  'certificate-refused': { host: 'a.example', reason: 'the certificate of the host was not accepted (X)' },
  'proxy-failed': { proxy: 'proxy.example:3128', reason: 'the connection was refused' },
  'service-unreachable': { host: 'a.example', reason: 'the connection was refused' },
  'service-foreign': { address: 'https://a.example', answer: 'HTTP 404 (Not Found)' },
  'service-redirects': { address: 'https://a.example', answer: 'HTTP 302 (Found)' },
  'service-unavailable': { address: 'https://a.example', answer: 'HTTP 503 (Service Unavailable)' },
  'status-not-distrusted': { status: 500, known: [421, 429] },
  'status-in-both': { status: 503 },
  'no-field': { option: 'set', name: 'start', nearest: 'startDate', fields: ['startDate', 'endDate'] },
  'where-repeated': { heading: 'Region', place: 'the sheet', times: 2 },
  'where-no-column': { heading: 'Regoin', place: 'the sheet', nearest: 'Region', headings: ['Region', 'Staff'] },
  'values-two-meanings': { field: 'seniority', earlier: 'x', was: 'Low', written: 'X', meant: 'Mid' },
  'value-not-taken': { field: 'seniority', written: 'x', meant: 'Boss', rule: 'must be Low', hint: 'Choose one.' },
  'date-pattern': { pattern: 'YY', fault: 'the day is missing' },
  'database-asks-password': { server: '127.0.0.1:5432' },
  'statuses-promised': { statuses: [500, 502], profile: '/home/x/rwa-batch.json' },
  'profile-not-agreed': {
    file: '/home/x/mail/rwa-batch.json',
    isChanged: false,
    values: [
      { key: 'baseUrl', value: 'https://attacker.example/\u202ex', about: 'the base address of the service' },
      { key: 'tokenFile', value: '/home/x/.vault-token', about: 'a file with the API token' },
    ],
  },
  'profile-of-another': { file: '/home/x/rwa-batch.json', where: 'above this folder' },
  'profile-faulty': { file: 'rwa-batch.json', faults: '"set": expected an object' },
  'company-empty': none,
  'company-unknown': { company: 'two', known: ['one'] },
  'token-empty': none,
  'token-missing': none,
  'token-pipe': { file: 'token' },
  'token-folder': { file: 'token' },
  'token-long': { name: 'standard input' },
  'token-elsewhere': { known: 'https://a.example', address: 'https://b.example' },
  'token-other': target,
  'token-used': { used: target, now: { company: 'two', address: 'https://b.example' } },
  'ledger-rolled-back': { name: ledger, loss: 'it lacks 5 changes' },
  'ledger-other': { ...own, found: '/data/two.sqlite' },
  'ledger-replaced': { ...own, state: 'is gone' },
  'ledger-of-folder': { file: ledger, own: '/home/ada/own.sqlite' },
  'ledger-moved': { name: ledger, to: 'postgres://host/db' },
  'ledger-no-folder': { variables: 'HOME' },
  'ledger-newer': { name: ledger, version: 9, latest: 8 },
  'ledger-missing': { file: ledger, here: 'here' },
  'ledger-link': { path: `${ledger}.mark` },
  'ledger-mounted': { file: ledger },
  'ledger-on-network': { file: ledger },
  'ledger-ephemeral': { file: ledger, place: 'layer' },
  'ledger-emptied': { file: ledger, what: 'is empty' },
  'ledger-older-copy': { file: ledger, lost: 2, commits: 9 },
  'ledger-unsafe': { file: ledger, journal: 'delete', synchronous: '1' },
  'ledger-other-database': { file: ledger },
  'ledger-before-release': { file: ledger },
  'ledger-older': { name: ledger },
  'file-unrecorded': { file: 'person.xlsx', reason: 'it is in use' },
  'disclosure-unrecorded': { name: ledger, reason: 'it is in use' },
  'ledger-in-use': { file: ledger, holder: 'process 5' },
  'ledger-unlocked': { file: `${ledger}.lock` },
  'ledger-displaced': { loss: 'the ledger was deleted', file: ledger, copy: 'copy.sqlite', isGone: false },
  'ledger-unreachable': { shown: 'postgres://host/db', reason: 'ECONNREFUSED' },
  'database-unusable': { shown: 'postgres://host/db', reason: 'no-right' },
  'storage-failed': { what: 'the ledger cannot be opened', fault: 'no-ledger', code: 'SQLITE_NOTADB' },
  'ledger-damaged': { name: ledger, finding: 'a row is missing' },
  'stored-unreadable': { what: 'row' },
  'ledger-not-as-sealed': { file: ledger },
  'not-confirmed': { asksForCount: false },
  'output-of-other-ledger': { output, identifier: 'A-1', ledger },
  'answer-of-other-ledger': { output, identifier: 'A-1', ledger, where: 'its sheet Unknown' },
  'run-replaced': { ledger },
  'rows-changed': { ledger, found: 5, rows: 6 },
  'nothing-to-refresh': { file },
  'run-not-found': { ledger, input: file },
  'ledger-not-shared': { ledger },
  'files-too-few': none,
  'folder-gone': none,
  'plan-not-sealed': { file },
  'of-another-trip': { assessment: 'A-1', known: 'E2, Portugal, 2026-03-01' },
  'waiting-run-unknown': { reference: '7' },
  'rows-differ': { count: 12, first: ['row 2 is new'] },
  'release-refused': { refusal: 'overtaken' },
  'sealed-sheet-changed': { input: file },
  'seal-over': { ending: 'replaced by run 3' },
  'seal-unrecorded': { ledger, seal: 'abcd', file },
  'seal-of-other-target': { sealed: target, now: { company: 'two', address: 'https://b.example' } },
  'nothing-to-seal': { input: file },
  'staff-ids-alike': { by: 'ALI', sealedBy: 'AL1' },
  'staff-id-refused': { reason: 'the staff ID is missing' },
  'four-eyes-required': { reason: 'the profile requires four-eyes' },
  'ledger-new': { name: ledger },
  'again-unfinished': none,
  'encoding-guessed': { file },
  'defaults-fill': { field: 'startDate', value: 'x', count: 1_200 },
  'defaults-recalled': { field: 'startDate', value: 'x', input: file },
  'heading-passed-over': { heading: 'Beginn', read: 'Trip start', field: 'startDate' },
  'column-unread': { heading: 'Start', field: 'startDate' },
  'sheets-unread': { list: '“A”', isAll: true },
  'fixes-idle': { entries: [{ field: 'startDate', written: 'x' }], hasMore: true },
  'rows-cancelled': { count: 2, shown: ['O2 “storniert”'] },
  'rows-example': { file: 'trips.xlsx', count: 2 },
  'rows-hidden-read': { count: 2, isSkipped: false, where: '' },
  'lists-not-given': { fields: ['destination'] },
  'ledger-unread': { operation: 'assess' },
  'forgotten-version': {},
  'forget-key-nowhere': {},
  'forget-key-missing': { ledger: '/l.sqlite', file: '/k.key', name: '0a1b2c3d' },
  'forget-key-other': { ledger: '/l.sqlite', file: '/k.key', name: '0a1b2c3d' },
  'forget-key-unreadable': { file: '/k.key' },
  'forgotten-rows': { rows: 2 },
  'forgotten-edited': { count: 2 },
  'forget-nobody': {},
  'forget-both': {},
  'forget-no-retention': {},
  'forget-held': { people: ['E-001', 'E-002'] },
  'holds-unreadable': { file: 'holds.csv', reason: 'ENOENT' },
  'forget-unconfirmed': { requests: 2, rows: 2 },
}

/** They choose the words. */
const silent = new Set([
  'text-dates kind',
  'text-dates-note kind',
  'refused operation',
  'not-written code',
  'database-unusable reason',
  'storage-failed fault',
  'storage-failed code',
  'release-refused refusal',
])

/** What only a check at a terminal says. */
const terminalOnly = new Set(['lists-not-given', 'ledger-unread', 'faults-without-sandbox', 'date-unreadable'])
const sayings = Object.entries(samples).map(([code, facts]) => ({ code, facts }))
/** The page says nothing of them. */
const unsaid = new Set(['again-unfinished'])

it.each(sayings.filter(({ code }) => !terminalOnly.has(code) && !unsaid.has(code)))(
  'each face says what happened and what to do: $code',
  (said) => expectWorded(said),
)

it.each(sayings)('no fact is left out at a terminal: $code', ({ code, facts }) => {
  const { text = '', hint = '' } = wordMessage({ code, facts }, terminalFace) ?? {}
  const said = `${text} ${hint}`
  const told = Object.entries(facts).filter(
    ([name, fact]) => typeof fact === 'string' && !silent.has(`${code} ${name}`),
  )
  for (const [name, fact] of told) expect(said, name).toContain(fact)
})

it('the page names no option, command or variable', () => {
  const found = sayings.filter((said) => {
    const { text = '', hint = '' } = wordMessage(said, pageFace) ?? {}
    return !terminalOnly.has(said.code) && commandLine.test(`${text} ${hint}`)
  })
  expect(found.map(({ code }) => code)).toEqual([])
})

it('what is said of many rows holds nothing of a single one', () => {
  const told = sayings.flatMap(({ code, facts }) => {
    const own = ownFactsOf(catalogue[code as MessageCode] as Parameters<typeof ownFactsOf>[0])
    const marked = { ...facts, ...Object.fromEntries(own.map((name) => [name, `<${String(name)}>`])) }
    const { text = '', hint = '' } = wordMany({ code, facts: marked }, terminalFace) ?? {}
    return own
      .filter((name) => `${text} ${hint}`.includes(`<${String(name)}>`))
      .map((name) => `${code}: ${String(name)}`)
  })
  expect(told).toEqual([])
  expect(identifyProblem({ code: 'no-text', facts: { shown: 'a' } })).toBe(
    identifyProblem({ code: 'no-text', facts: {} }),
  )
})
