import type { judgeRun } from '../../rooms/app/four-eyes.ts'
import { countUndo } from '../../rooms/operations/decide.ts'
import type { Creation, ServiceModel } from './service-model.ts'
import { contentOf, expectationOf, type Sheet } from './trips.ts'
import type { Verdict } from './verdict.ts'
import type { SentRequest } from './wire.ts'

export const canceller = 'S-1'

/** What one released run of the ledger really did at the service. */
interface RunTruth {
  kind: 'trips' | 'decisions'
  file: string
  created: readonly Creation[]
  /** Places among the decisions of the service. */
  decided: readonly [from: number, to: number]
}

/** What an undo may send, by the service's own truth and by the sheets as they were handed in. */
export class UndoRules {
  readonly #verdict: Verdict
  readonly #service: ServiceModel
  readonly runs = new Map<number, RunTruth>()
  /** By file, as its last released run read it. */
  readonly sheets = new Map<string, Sheet>()

  constructor(verdict: Verdict, service: ServiceModel) {
    this.#verdict = verdict
    this.#service = service
  }

  /** As an undo of this run sends a decision. */
  onSend(runId: number, { assessmentId, subject, number }: SentRequest): void {
    const run = this.runs.get(runId)
    const detail = (why: string): string =>
      `request ${number}, undo of run ${runId}: ${subject}, ${assessmentId} ${why}`
    if (run?.kind === 'trips') this.#judgeCancel(run, { assessmentId, subject }, detail)
    else if (run !== undefined) this.#judgeReturn(run, { assessmentId, subject }, detail)
  }

  #judgeCancel(
    { file, created }: RunTruth,
    { assessmentId, subject }: Pick<SentRequest, 'assessmentId' | 'subject'>,
    detail: (why: string) => string,
  ): void {
    const own = created.find(({ identifier }) => identifier === assessmentId)
    const isCancel = subject === cancelOf(assessmentId)
    const rule = 'an undo takes back what its run made, and no other'
    this.#verdict.check(rule, own !== undefined && isCancel, () => detail('is of another run'))
    const touched = this.#service.decisions.some((decision) => decision.assessmentId === assessmentId)
    const kept = 'an undo keeps what was decided or handed in since'
    this.#verdict.check(kept, !touched, () => detail('was decided since'))
    const isShared = [...this.sheets].some(([name, sheet]) => {
      return name !== file && sheet.lines.some((line) => isOfContent(sheet, line, own?.content))
    })
    this.#verdict.check(kept, !isShared, () => detail('stands in another sheet'))
  }

  #judgeReturn(
    { decided: [from, to] }: RunTruth,
    { assessmentId, subject }: Pick<SentRequest, 'assessmentId' | 'subject'>,
    detail: (why: string) => string,
  ): void {
    const all = this.#service.decisions.flatMap((decision, at) =>
      decision.assessmentId === assessmentId ? [{ at, content: decision.content }] : [],
    )
    const isOwn = ({ at }: { at: number }): boolean => at >= from && at < to
    const last = all.at(-1)
    const rule = 'an undo takes back what its run made, and no other'
    this.#verdict.check('an undo keeps what was decided or handed in since', last !== undefined && isOwn(last), () =>
      detail('was decided since'),
    )
    const before = all.findLast((each) => !isOwn(each))
    this.#verdict.check(rule, before?.content === subject, () => detail(`had ${before?.content} before`))
  }

  /** The numbers of an undo against what its run really made. `known`: identifiers that the ledger has. */
  judgeNumbers(runId: number, { judged }: Awaited<ReturnType<typeof judgeRun>>, known: ReadonlySet<string>): void {
    const run = this.runs.get(runId)
    const { all, undone, open, decidedSince, shared, unknown } = countUndo(judged)
    const rule = 'the numbers of an undo add up'
    const detail = (): string => `run ${runId}: ${JSON.stringify(countUndo(judged))}`
    if (decidedSince + shared > 0) this.#verdict.reach('I21')
    this.#verdict.check(rule, all === undone + open + decidedSince + shared + unknown, detail)
    if (run?.kind !== 'trips') return
    const made = new Set(run.created.map(({ identifier }) => identifier))
    const named = judged.flatMap(({ thing }) => thing ?? [])
    this.#verdict.check(rule, named.every((thing) => made.has(thing)) && new Set(named).size === named.length, detail)
    const missing = [...made].filter((identifier) => known.has(identifier) && !named.includes(identifier))
    this.#verdict.check(rule, missing.length === 0, () => `${detail()}; ${missing.join(', ')} are missing`)
    const unnamed = judged.filter(({ thing }) => thing === undefined).length
    const lost = [...made].filter((identifier) => !known.has(identifier)).length
    this.#verdict.check(rule, lost <= unnamed, () => `${detail()}; ${lost} are not known`)
    for (const { thing, verdict } of judged) {
      if (verdict !== 'undone') continue
      const last = this.#service.decisions.findLast(({ assessmentId }) => assessmentId === thing)
      this.#verdict.check('what is decided is recorded', last?.content === cancelOf(thing ?? ''), () => `${thing}`)
    }
  }
}

export function cancelOf(assessmentId: string): string {
  return contentOf({ assessmentId, status: 'Canceled', cancelledByStaffId: canceller })
}

function isOfContent(sheet: Sheet, line: readonly string[], content: string | undefined): boolean {
  const expected = expectationOf(sheet, line)
  return expected.kind === 'request' && expected.content === content
}
