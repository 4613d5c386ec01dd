import { z } from 'zod'
import type { DraftState } from '../protocol/protocol.ts'
import { reading, task } from '../request-schemas.ts'

const text = z.string()
const field = reading.shape.columns.unwrap().valueType.unwrap()

/** What a person did to a sheet and has not sent yet: kept on disk after each step. */
export const draft = z.strictObject({
  task,
  upload: z.strictObject({ file: text, label: text }),
  /** Of the file: a changed one has other cells. */
  digest: text,
  at: z.int(),
  options: reading.pick({ sheets: true, hidden: true }),
  answers: z.strictObject({
    columns: z.record(text, field),
    set: z.record(text, text),
    dateFormats: z.array(text),
  }),
  /** Edits by step, each undone as one. */
  steps: z.array(z.array(z.strictObject({ sheet: text, row: z.int(), column: z.int(), text }))),
  /** Typed beside a problem and not used yet. */
  typed: z.record(text, text),
})
export type SheetDraft = z.infer<typeof draft>

export function isEmptyDraft({ answers, steps, typed }: Omit<SheetDraft, 'at'>): boolean {
  const { columns, set, dateFormats } = answers
  return [columns, set, dateFormats, steps, typed].every((entries) => Object.keys(entries).length === 0)
}

export function draftKeyOf({ task, digest }: Pick<SheetDraft, 'task' | 'digest'>): string {
  return `${task}-${digest.slice(0, 32)}`
}

export function describeDraft({ steps, upload, at, ...about }: SheetDraft): DraftState {
  const cells = new Set(steps.flat().map(({ sheet, row, column }) => JSON.stringify([sheet, row, column])))
  return { key: draftKeyOf(about), label: upload.label, at, cells: cells.size }
}
