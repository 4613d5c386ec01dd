import type { RowRecord } from '../../rooms/ledger/port.ts'
import type { PlannedDecisions } from './decision-scenario.ts'
import { contentOfLine, isOfAnother, isRefused } from './decision-sheets.ts'
import type { SeenSubmission } from './ledger-view.ts'
import type { EndedRun } from './run-rules.ts'
import type { ServiceModel } from './service-model.ts'
import type { Sheet } from './trips.ts'
import type { Verdict } from './verdict.ts'
import type { SentRequest } from './wire.ts'

interface Sending {
  officer: 0 | 1 | undefined
  assessmentId: string
  content: string
  submission: number | undefined
  /** Undefined where the process died between the intent and the request. */
  request: SentRequest | undefined
}

/** What the ledger and the rows say of decisions against the order in which the service recorded them. */
export class DecisionRules {
  readonly #verdict: Verdict
  readonly #service: ServiceModel
  /** Every update that was ever sent, in the order of sending, by assessment. */
  readonly #sent: Sending[] = []
  /** Of them those whose outcome did not get into the ledger. */
  readonly #doubted = new Set<Sending>()
  readonly #assessmentOf = new Map<string, string>()
  #unknown = new Set<number>()
  /** Of them those that this process is to send again. */
  readonly #reopened = new Set<number>()
  /** How often they had been sent when they became unknown. */
  readonly #triesOfUnknown = new Map<number, number>()
  /** How often a content was allowed to be sent although its outcome was unknown. */
  readonly #retried = new Map<string, number>()
  #planned: PlannedDecisions | undefined
  #isFirstLook = false
  #sheet: Sheet | undefined
  #owner: 0 | 1 = 0
  /** By officer: how many had been sent when the sheet was last edited. */
  readonly #editedAt = [0, 0]

  constructor(verdict: Verdict, service: ServiceModel) {
    this.#verdict = verdict
    this.#service = service
  }

  /** `owner`: whose sheet it is. */
  begin(planned: PlannedDecisions, sheet: Sheet, owner: 0 | 1): void {
    this.#planned = planned
    this.#owner = owner
    this.#sheet = sheet
    if (planned.isEdited) this.#editedAt[owner] = this.#sent.length
    for (const line of sheet.lines)
      if (contentOfLine(line) !== undefined) this.#assessmentOf.set(contentOfLine(line) ?? '', line[0] ?? '')
    this.#isFirstLook = true
  }

  /** Nothing is sent without a cause: as it is in force, or as nobody knows whether it is. */
  onSend(request: SentRequest, assessmentId: string, submissions: readonly SeenSubmission[]): void {
    const { subject, number } = request
    const { again = false, retryUnknown = false, allowDuplicates = false } = this.#planned?.resend ?? {}
    const last = this.#sent.findLast((one) => one.assessmentId === assessmentId && this.#mayCount(one))
    const isInForce = last?.content === subject && !this.#isDoubtful(last)
    this.#verdict.check(
      'what is in force is not sent again',
      !isInForce || again || allowDuplicates || retryUnknown,
      () => `request ${number}: ${subject} was recorded last for ${assessmentId}`,
    )
    const rows = this.#sheet?.lines.filter((line) => line[0] === assessmentId) ?? []
    this.#verdict.check(
      'a decision is about the trip that its row shows',
      rows.some((line) => contentOfLine(line) === subject && !isOfAnother(line)),
      () => `request ${number}: ${subject} for ${assessmentId}; rows ${rows.map((line) => line.join(' ')).join('; ')}`,
    )
    this.#checkReplaced(request, last, rows.length === 1)
    const isUnknown = submissions.some(
      ({ id, content, state }) => content === subject && (state === 'unknown' || this.#unknown.has(id)),
    )
    this.#verdict.check(
      'what is unknown is not sent by itself',
      !isUnknown || retryUnknown,
      () => `request ${number}: ${subject} may have been recorded for ${assessmentId}`,
    )
    const own = submissions.find(({ content, state }) => content === subject && state === 'sending')
    this.#sent.push({ officer: this.#owner, assessmentId, content: subject, submission: own?.id, request })
  }

  /** Where the row is the only one of its assessment, and its officer has left the sheet as it is since. */
  #checkReplaced({ subject, number }: SentRequest, last: Sending | undefined, isOnly: boolean): void {
    const { way, resend } = this.#planned ?? {}
    const officer = this.#owner
    const isAsked = resend?.sendChanged || resend?.again || resend?.retryUnknown
    if (way !== 'run' || isAsked || !isOnly || last === undefined || this.#isDoubtful(last)) return
    const since = this.#sent.slice(this.#editedAt[officer])
    const isOwn = since.some(
      (one) => one.officer === officer && one.content === subject && !this.#isDoubtful(one) && this.#mayCount(one),
    )
    this.#verdict.check(
      'what another has decided since is not replaced by itself',
      !isOwn || last.officer === undefined || last.officer === officer || last.content === subject,
      () => `request ${number}: ${subject} was recorded before, and ${last.content} since, by the other`,
    )
  }

  /** Holds after every commit, and whatever dies. */
  look(submissions: readonly SeenSubmission[], concurrency: number): void {
    if (this.#isFirstLook) this.#noteDoubts(submissions)
    this.#isFirstLook = false
    this.#noteRetries(submissions)
    const { decisions } = this.#service
    const recorded = countBy(decisions, ({ content }) => content)
    const events = countBy(decisions, ({ content, event }) => `${content} ${event}`)
    for (const [name, count] of events) {
      const most = 1 + (this.#retried.get(name.split(' ')[0] ?? '') ?? 0)
      this.#verdict.check('an event is recorded once', count <= most, () => `${name} is recorded ${count} times`)
    }
    const known = countBy(submissions, ({ content, state }) => `${content} ${state}`)
    const contents = new Set([...recorded.keys(), ...submissions.map(({ content }) => content)])
    for (const content of contents) {
      const is = (state: string): number => known.get(`${content} ${state}`) ?? 0
      const there = recorded.get(content) ?? 0
      const most = is('done') + is('unknown') + is('sending') + (this.#retried.get(content) ?? 0)
      const detail = (): string => `${content} is recorded ${there} times, and ${is('done')} times decided`
      this.#verdict.check('what exists is known or unknown', there <= most, detail)
      this.#verdict.check('what is decided is recorded', is('done') <= there, detail)
    }
    const sending = submissions.filter(({ state }) => state === 'sending').length
    this.#verdict.check('in doubt at most the requests in flight', sending <= concurrency, () => `${sending} in doubt`)
  }

  /** What the rows say when a run has come to its end by itself. */
  async judge({ report, ledger }: Omit<EndedRun, 'sheet'>, sheet: Sheet, isLast: boolean): Promise<void> {
    const rows = await ledger.runs.rowPage(report.runId, -1, 1000)
    const lines = rows.map((row, index) => ({ row, line: sheet.lines[index] ?? [] }))
    this.#verdict.check('the balance adds up', rows.length === sheet.lines.length, () => `${rows.length} rows`)
    for (const { row, line } of lines) {
      const isFit = (contentOfLine(line) === undefined) === (row.state === 'invalid')
      this.#verdict.check('a row stands for its content', isFit, () => `row ${row.rowNumber} is ${row.state}`)
      if (isRefused(line)) this.#verdict.check('what is decided is recorded', row.state !== 'done', () => line.join())
    }
    for (const assessmentId of new Set(sheet.lines.map(([id]) => id ?? ''))) {
      const own = lines.filter(({ line }) => line[0] === assessmentId)
      this.#judgeAssessment(assessmentId, own)
      this.#judgeWaiting(own, isLast && report.halt === undefined)
    }
    if (isLast) {
      const left = rows.filter(({ state }) => ['ready', 'sending', 'failed'].includes(state))
      this.#verdict.check('all is done at last', left.length === 0 && report.halt === undefined, () => {
        return `${report.halt?.kind ?? 'no halt'}; row ${left[0]?.rowNumber} is ${left[0]?.state}`
      })
    }
  }

  /** Where nothing is unknown, the last that is called decided is what the service recorded last. */
  #judgeAssessment(assessmentId: string, own: readonly { row: RowRecord; line: readonly string[] }[]): void {
    const last = own.findLast(({ row }) => row.state === 'done')
    // What a sealed run had done before is not matched again when it is taken up.
    if (last?.row.wasDone === true && this.#planned?.way === 'release') return
    if (last === undefined || own.some(({ row, line }) => this.#isInDoubt(row, line))) return
    const recorded = this.#service.decisions.filter((decision) => decision.assessmentId === assessmentId)
    const content = contentOfLine(last.line)
    const isInForce = recorded.at(-1)?.content === content
    this.#verdict.check('what is called decided is in force', isInForce, () => {
      const history = recorded.map((decision) => decision.content).join(', ')
      return `row ${last.row.rowNumber} (${content}) of ${assessmentId}; recorded were ${history}`
    })
  }

  /** Also what was to be sent again and was not, or in vain, and what is said to be in force perhaps. */
  #isInDoubt({ state, detail = '', other }: RowRecord, line: readonly string[]): boolean {
    if (state === 'superseded' && other?.state !== 'done') return true
    const isOpen = this.#retried.has(contentOfLine(line) ?? '') || detail.includes('mayBeInForce')
    return state === 'unknown' || (isOpen && state !== 'done' && state !== 'duplicate')
  }

  /** A row waits for one that is in its way, and for nothing else. */
  #judgeWaiting(own: readonly { row: RowRecord }[], isAtEnd: boolean): void {
    let isBlocked = false
    for (const { row } of own) {
      const { state, wasDone, rowNumber } = row
      const isTooEarly = isBlocked && state === 'done' && !wasDone
      this.#verdict.check('the order of the sheet is kept', !isTooEarly, () => `row ${rowNumber} did not wait`)
      const isIdle = isAtEnd && state === 'skipped' && !isBlocked
      this.#verdict.check('all is done at last', !isIdle, () => `row ${rowNumber} waits for nothing`)
      if (isBlocked && state === 'skipped') this.#verdict.reach('I15')
      isBlocked ||= !['done', 'duplicate', 'superseded'].includes(state)
    }
  }

  /** The decisions of a run on one assessment are sent in the order of the sheet. */
  judgeOrder(requests: readonly SentRequest[], sheet: Sheet): void {
    const own = requests.filter(({ kind }) => kind === 'update')
    for (const assessmentId of new Set(own.map((one) => one.assessmentId))) {
      const wanted = sheet.lines.filter(([id]) => id === assessmentId).map(contentOfLine)
      let at = -1
      let event = ''
      for (const request of own.filter((one) => one.assessmentId === assessmentId)) {
        // Tried again.
        if (request.event === event) continue
        at = wanted.indexOf(request.subject, at + 1)
        event = request.event
        this.#verdict.check('the order of the sheet is kept', at >= 0, () => `${request.subject} of ${assessmentId}`)
        if (at < 0) break
      }
    }
  }

  /** What the dead process could not write down is unknown to the next. */
  #noteDoubts(submissions: readonly SeenSubmission[]): void {
    const unknown = submissions.filter(({ state }) => state === 'unknown')
    for (const { id, content, tries } of unknown) {
      if (this.#triesOfUnknown.get(id) === tries) continue
      this.#triesOfUnknown.set(id, tries)
      const sendings = this.#sent.filter((one) => one.submission === id)
      const last = sendings.at(-1)
      if (last !== undefined && sendings.length >= tries) this.#doubted.add(last)
      else {
        const assessmentId = this.#assessmentOf.get(content) ?? ''
        this.#sent.push({ officer: undefined, assessmentId, content, submission: id, request: undefined })
      }
    }
    this.#unknown = new Set(unknown.map(({ id }) => id))
    this.#reopened.clear()
  }

  /** Only a run that was released may ask for what is unknown; the diagram says which. */
  #noteRetries(submissions: readonly SeenSubmission[]): void {
    for (const { id, content, state } of submissions) {
      if (state !== 'ready' || !this.#unknown.has(id) || this.#reopened.has(id)) continue
      this.#reopened.add(id)
      this.#retried.set(content, (this.#retried.get(content) ?? 0) + 1)
    }
  }

  #isDoubtful(sending: Sending): boolean {
    const means = sending.request?.means
    return this.#doubted.has(sending) || means === undefined || means === 'unknown' || means === 'stop-unknown'
  }

  #mayCount(sending: Sending): boolean {
    return sending.request?.means === 'created' || this.#isDoubtful(sending)
  }
}

function countBy<T>(items: readonly T[], nameOf: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(nameOf(item), (counts.get(nameOf(item)) ?? 0) + 1)
  return counts
}
