import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { Drafts, draftKeyOf, type SheetDraft } from '../rooms/web/sheet.ts'
import { ManualClock } from '../support/manual-clock.ts'

const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'rwa-test-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

function makeDraft(digest: string, changes: Partial<SheetDraft> = {}): Omit<SheetDraft, 'at'> {
  return {
    task: 'assess',
    upload: { file: '/nowhere/q3.csv', label: 'q3.csv' },
    digest,
    options: {},
    answers: { columns: { Zweck: 'purpose' }, set: {}, dateFormats: [], leftOut: {}, sendAnyway: {} },
    steps: [[{ sheet: '', row: 2, column: 1, text: 'Spain' }], [{ sheet: '', row: 2, column: 1, text: 'Peru' }]],
    typed: {},
    ...changes,
  }
}

it('a draft is on disk for this user only, and is there for the next program as it was', () => {
  const at = folder()
  const clock = new ManualClock()
  new Drafts(at, clock).save(makeDraft('d1'))
  expect(readdirSync(at).map((name) => statSync(join(at, name)).mode & 0o777)).toEqual([0o600])
  const next = new Drafts(at, clock)
  expect(next.get(draftKeyOf({ task: 'assess', digest: 'd1' }))).toEqual({ ...makeDraft('d1'), at: clock.now() })
  expect(next.list()).toEqual([{ key: 'assess-d1', label: 'q3.csv', at: clock.now(), cells: 1 }])
})

it('an empty draft leaves nothing, and the oldest of too many go', () => {
  const at = folder()
  const drafts = new Drafts(at, new ManualClock())
  for (let index = 0; index < 12; index += 1) drafts.save(makeDraft(`d${index}`))
  expect(readdirSync(at)).toHaveLength(10)
  drafts.save(
    makeDraft('d11', { steps: [], answers: { columns: {}, set: {}, dateFormats: [], leftOut: {}, sendAnyway: {} } }),
  )
  expect(drafts.get('assess-d11')).toBeUndefined()
  expect(readdirSync(at)).toHaveLength(9)
})

it('corrections of a sheet that was changed since are not put into other cells', async () => {
  const at = folder()
  const file = join(at, 'q3.csv')
  writeFileSync(file, 'changed')
  const drafts = new Drafts(at, new ManualClock())
  drafts.save(makeDraft('digest of the earlier content', { upload: { file, label: 'q3.csv' } }))
  const [found] = drafts.list()
  await expect(drafts.requireUnchanged(found?.key ?? '')).rejects.toThrow('q3.csv was changed or moved')
})

it('a file of another version is passed over', () => {
  const at = folder()
  writeFileSync(join(at, 'assess-x.draft.json'), '{"task":"assess","later":true}')
  expect(new Drafts(at, new ManualClock()).list()).toEqual([])
})
