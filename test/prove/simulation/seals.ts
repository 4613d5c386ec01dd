import { BatchError, messageOf } from '../../rooms/support.ts'
import type { PlannedDecisions } from './decision-scenario.ts'
import { contentOfLine } from './decision-sheets.ts'
import type { Dice } from './dice.ts'
import type { Parts } from './parts.ts'
import type { PlayedRun, Scene, Work } from './scene.ts'
import { releaseSealed, type SealedRun, sealSheet, sendUnreleased } from './sealed-run.ts'
import type { Sheet } from './trips.ts'
import type { Verdict } from './verdict.ts'

/** A planned run, and the sealed one that it is about. */
export interface ChosenRun extends PlannedDecisions {
  about: SealedRun | undefined
}

/** The runs that the officers have sealed, and what must be so of each release. */
export class Seals {
  brokenSeals = 0
  readonly #verdict: Verdict
  readonly #parts: Parts
  readonly #sealed: SealedRun[] = []
  /** Since the last run of all began. */
  #isFresh = false
  readonly #released = new Set<SealedRun>()
  #mayBeRefused = true
  #inForce: ReadonlyMap<string, string> = new Map()

  constructor(verdict: Verdict, parts: Parts) {
    this.#verdict = verdict
    this.#parts = parts
  }

  choose(planned: PlannedDecisions, dice: Dice): ChosenRun {
    const { way, isCalm, isAboutLast, officer } = planned
    const last = this.#sealed.at(-1)
    if (way !== 'release' && way !== 'drop') return { ...planned, about: undefined }
    // There was nothing to seal: the officer whose sheet it is sees to the rest.
    if (isCalm && !this.#isFresh) return { ...planned, way: 'run', officer: officer === 0 ? 1 : 0, about: undefined }
    if (last === undefined) return { ...planned, way: 'seal', about: undefined }
    const about = isAboutLast ? last : dice.pick(this.#sealed as [SealedRun, ...SealedRun[]])
    return { ...planned, resend: way === 'release' ? about.resend : planned.resend, about }
  }

  /** How the process goes about it. */
  begin(
    planned: ChosenRun,
    sheet: Sheet,
  ): Pick<Scene, 'work' | 'releases' | 'confirms' | 'onRefused' | 'isSendingOnly' | 'mayWaitForEver'> {
    const { way, officer, resend, about } = planned
    this.#isFresh = false
    this.#mayBeRefused = true
    const onRefused = (error: unknown): void => this.#judgeRefusal(planned, error)
    switch (way) {
      case 'run':
        return {}
      case 'refuse':
        return { confirms: false, onRefused }
      case 'around':
        return {
          confirms: false,
          onRefused,
          isSendingOnly: true,
          mayWaitForEver: true,
          work: (work) => sendUnreleased(work, this.#sealed.at(-1)),
        }
      case 'seal':
        return {
          onRefused,
          work: (work) =>
            sealSheet(work, { officer, sheet, resend }, (sealed) => {
              this.#sealed.push(sealed)
              this.#verdict.note(`sealed as run ${sealed.runId}: ${sealed.lines.map(([row]) => row).join(', ')}`)
              this.#isFresh = true
            }),
        }
      case 'release':
        return {
          onRefused,
          isSendingOnly: true,
          releases: about?.runId,
          work: (work) => this.#release(work, planned, about as SealedRun),
        }
      case 'drop':
        return { work: (work) => this.#drop(work, about as SealedRun) }
    }
  }

  judge({ way, about }: ChosenRun, { isReleased, requests }: PlayedRun): void {
    if (way === 'release' && about !== undefined && isReleased) this.#judgeRelease(about, requests)
    if (!isReleased) return
    for (const sealed of this.#sealed) sealed.isUndisturbed = false
  }

  #release(work: Work, { officer, hasPlan }: PlannedDecisions, about: SealedRun) {
    const { view, ports } = work
    this.#inForce = view.inForce()
    const run = view.runs().get(about.runId)
    const isWaiting = run?.waitsFor === 'second person' && run.endedAt === null && ports.clock.now() <= about.untilMs
    this.#mayBeRefused = !(isWaiting && about.isUndisturbed && officer !== about.officer)
    return releaseSealed(work, about, { officer, hasPlan, parts: this.#parts })
  }

  async #drop({ connection, ports }: Work, { runId }: SealedRun): Promise<undefined> {
    await connection.ledger.waiting.drop(runId, { now: ports.clock.now(), ending: 'dropped', by: 'C-9' })
  }

  #judgeRefusal({ way, hasPlan }: ChosenRun, error: unknown): void {
    const said = messageOf(error)
    const expected = { refuse: 'usage', seal: 'usage', release: 'input', around: undefined, run: '', drop: '' }[way]
    const isExpected = error instanceof BatchError && (expected === undefined || error.code === expected)
    this.#verdict.check('a run ends', isExpected, () => `it failed: ${said}`)
    if (way !== 'release') return
    const isBroken = said.startsWith('the seal is broken')
    if (isBroken) {
      this.brokenSeals += 1
      this.#verdict.reach('I5')
    }
    const rule = 'a release is refused for a reason'
    this.#verdict.check(rule, this.#mayBeRefused, () => `nothing has changed since: ${said}`)
    const isNamed = !isBroken || !hasPlan || /since the plan was sealed: .*\(.* for R\d\)/.test(said)
    this.#verdict.check(rule, isNamed, () => `no difference is named: ${said}`)
  }

  #judgeRelease(about: SealedRun, requests: PlayedRun['requests']): void {
    const rule = 'a release sends what was sealed'
    const sealed = about.lines.map(([row]) => about.sheet.lines[Number(row?.replace('row ', '')) - 2] ?? [])
    const contents = new Set(sealed.map(contentOfLine))
    for (const { subject, kind } of requests) {
      if (kind !== 'update') continue
      this.#verdict.check(rule, contents.has(subject), () => `run ${about.runId} sends ${subject}`)
    }
    // Its own decisions are in force where a release goes on.
    if (this.#released.has(about)) return
    this.#released.add(about)
    for (const assessmentId of new Set(sealed.map(([id]) => id ?? ''))) {
      const [then, now] = [about.inForce.get(assessmentId), this.#inForce.get(assessmentId)]
      this.#verdict.check(rule, then === now, () => `of ${assessmentId} ${then} was in force, and ${now} is`)
    }
  }
}
