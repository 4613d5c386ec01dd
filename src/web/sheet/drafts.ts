import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { LedgerLocation } from '../../app/ledger/ledger-access.ts'
import { wasReleased } from '../../app/profile/recall-answers.ts'
import { writeDurably } from '../../ledger/durable-file.ts'
import { digestOf } from '../../pipeline/earlier-output/edited-output.ts'
import { toWriteError } from '../../sheet/writing/temporary-files.ts'
import type { Clock } from '../../support/clock.ts'
import { BatchError } from '../../support/errors.ts'
import { reading, task } from '../request-schemas.ts'

const text = z.string()
const rowNumbers = z.record(text, z.array(z.int()).readonly()).default({})
const field = reading.shape.columns.unwrap().valueType.unwrap()

const answers = z.strictObject({
  /** Fields by heading; an empty one is not sent. */
  columns: z.record(text, field),
  /** One value for all rows, by field. */
  set: z.record(text, text),
  /** Those of a sheet replace the profile's list, where they are not empty. */
  dateFormats: z.array(text).readonly(),
  /** Rows that a person left out, by worksheet: their numbers in the file with this content. */
  leftOut: rowNumbers,
  /** Rows that a person sends although they look cancelled, or were left out before. */
  sendAnyway: rowNumbers,
  /** Meanings of texts, by field: of a run. */
  values: z.record(text, z.record(text, text)).optional(),
})
export type SheetAnswers = z.infer<typeof answers>

/** What a person did to a sheet and has not sent yet: kept on disk after each step. */
const draft = z.strictObject({
  task,
  upload: z.strictObject({ file: text, label: text }),
  /** Of the file: a changed one has other cells. */
  digest: text,
  at: z.int(),
  options: reading.pick({ sheets: true, hidden: true, encoding: true, delimiter: true, headingRow: true }),
  answers,
  /** Edits by step, each undone as one. */
  steps: z.array(z.array(z.strictObject({ sheet: text, row: z.int(), column: z.int(), text }))),
  /** Typed beside a problem and not used yet. */
  typed: z.record(text, text),
})
export type SheetDraft = z.infer<typeof draft>

function isEmptyDraft({ answers, steps, typed }: Omit<SheetDraft, 'at'>): boolean {
  const { values: _, ...own } = answers
  return [...Object.values(own), steps, typed].every((entries) => Object.keys(entries).length === 0)
}

export function draftKeyOf({ task, digest }: Pick<SheetDraft, 'task' | 'digest'>): string {
  return `${task}-${digest.slice(0, 32)}`
}

export type DraftState = ReturnType<typeof describeDraft>

export function describeDraft({ steps, upload, at, ...about }: SheetDraft) {
  const cells = new Set(steps.flat().map(({ sheet, row, column }) => JSON.stringify([sheet, row, column])))
  return { key: draftKeyOf(about), label: upload.label, at, cells: cells.size }
}

/** They hold what people typed: old ones go. */
const mostDrafts = 10
const ending = '.draft.json'

/** Drafts of a page, as files for this user only. They outlive a killed program. */
export class Drafts {
  /** Undefined: this user has no folder for them, and they live as long as the program. */
  readonly #folder: string | undefined
  readonly #clock: Clock
  /** The latest last. */
  readonly #drafts = new Map<string, SheetDraft>()

  constructor(folder: string | undefined, clock: Clock) {
    this.#folder = folder
    this.#clock = clock
    if (folder === undefined || !existsSync(folder)) return
    const names = readdirSync(folder).filter((name) => name.endsWith(ending))
    const found = names.flatMap((name) => readDraft(join(folder, name)) ?? [])
    for (const each of found.sort((one, other) => one.at - other.at)) this.#drafts.set(draftKeyOf(each), each)
  }

  /** What was released is in the file of its run, here or on another computer. */
  async removeReleased(ledger: LedgerLocation): Promise<void> {
    for (const [key, { task, digest, at }] of [...this.#drafts])
      if (await wasReleased(task, { digest, since: at }, ledger)) this.remove(key)
  }

  get(key: string): SheetDraft | undefined {
    return this.#drafts.get(key)
  }

  /** @throws BatchError `input` when its sheet is not what was corrected */
  async requireUnchanged(key: string): Promise<SheetDraft | undefined> {
    const found = this.get(key)
    if (found === undefined || (await digestOf(found.upload.file)) === found.digest) return found
    throw new BatchError('input', `${found.upload.label} was changed or moved since it was corrected here`, {
      hint: 'Open it again from where it is now. These corrections are about the earlier one.',
    })
  }

  /** The latest first. */
  list() {
    return [...this.#drafts.values()].reverse().map(describeDraft)
  }

  /** As the page shows them beside the open sheet. */
  describe(open: { key: string; restored: DraftState | null } | undefined) {
    const all = this.list()
    return {
      /** Those of other sheets, the latest first. */
      drafts: all.filter(({ key }) => key !== open?.key),
      /** The open one has corrections from an earlier opening. Once they are sent, they are in the file of the run. */
      restored: all.some(({ key }) => key === open?.key) ? (open?.restored ?? null) : null,
    }
  }

  /** Dropped sheets that a draft is about. */
  get files(): string[] {
    return [...this.#drafts.values()].map(({ upload }) => upload.file)
  }

  /** On disk when this returns. An empty draft is removed. @throws BatchError when it cannot be written. */
  save(current: Omit<SheetDraft, 'at'>): void {
    const key = draftKeyOf(current)
    if (isEmptyDraft(current)) {
      this.remove(key)
      return
    }
    const kept = { ...current, at: this.#clock.now() }
    this.#drafts.delete(key)
    this.#drafts.set(key, kept)
    for (const { key: old } of this.list().slice(mostDrafts)) this.remove(old)
    if (this.#folder === undefined) return
    const file = join(this.#folder, key + ending)
    const partial = `${file}.partial`
    // A kill or a power cut leaves the earlier content or this one; what is left half written, the next step replaces.
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
      writeDurably(partial, 'w', JSON.stringify(kept))
      renameSync(partial, file)
    } catch (error) {
      throw toWriteError(error, file)
    } finally {
      rmSync(partial, { force: true })
    }
  }

  remove(key: string): void {
    this.#drafts.delete(key)
    if (this.#folder !== undefined) rmSync(join(this.#folder, key + ending), { force: true })
  }
}

/** Undefined for a file of another version. */
function readDraft(file: string): SheetDraft | undefined {
  try {
    return draft.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data
  } catch {
    return undefined
  }
}
