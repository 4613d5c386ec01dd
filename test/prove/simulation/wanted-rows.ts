import type { Creation } from './service-model.ts'
import { expectationOf, type Sheet } from './trips.ts'

/** How many rows that name no identifier stand for each content. */
export function countWanted(sheet: Sheet): Map<string, number> {
  const wanted = new Map<string, number>()
  for (const line of sheet.lines) {
    const expected = expectationOf(sheet, line)
    if (expected.kind === 'request') wanted.set(expected.content, (wanted.get(expected.content) ?? 0) + 1)
  }
  return wanted
}

/** Every row that names no identifier stands for one of its content, and so does every identifier that rows name. */
export function countEqualRows(sheet: Sheet, creations: readonly Creation[]): Map<string, number> {
  const wanted = countWanted(sheet)
  const named = new Set<string>()
  for (const line of sheet.lines) {
    const expected = expectationOf(sheet, line)
    if (expected.kind === 'identified') named.add(expected.identifier)
  }
  for (const { identifier, content } of creations) {
    if (named.has(identifier)) wanted.set(content, (wanted.get(content) ?? 0) + 1)
  }
  return wanted
}
