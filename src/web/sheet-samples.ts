import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTemplate } from '../app/create-template.ts'
import { findOperation } from '../operations/all.ts'
import type { PageSettings } from './page-settings.ts'
import type { Task } from './protocol/protocol.ts'

/** An empty workbook to fill in, with the lists of the company. */
export async function makeTemplate(task: Task, { kept }: Pick<PageSettings, 'kept'>): Promise<Uint8Array<ArrayBuffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'rwa-template-'))
  try {
    const { lists } = kept.reading(findOperation(task))
    return new Uint8Array(
      await readFile(await createTemplate(task, { output: join(folder, nameTemplate(task)), lists })),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export function nameTemplate(task: Task): string {
  return `${task}.template.xlsx`
}
