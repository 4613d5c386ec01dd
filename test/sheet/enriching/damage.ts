import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { entryName, partKey, ZipArchive, ZipWriter } from '../../rooms/sheet/package.ts'

/** What becomes of the bytes of a part; undefined takes it away. */
export type Damage = (text: string) => string | undefined

/** Copies a workbook with one part changed; all others stay as they are packed. */
export async function damagePart(from: string, to: string, part: string, damage: Damage): Promise<void> {
  const archive = await ZipArchive.open(from)
  const zip = await ZipWriter.create(to)
  let isChanged = false
  for (const entry of archive.entries) {
    const name = partKey(entryName(entry))
    if (name !== partKey(part)) {
      await zip.copy(entry, archive.readPacked(entry))
      continue
    }
    const text = (await buffer(Readable.from(archive.read(name)))).toString('latin1')
    const damaged = damage(text)
    isChanged = damaged !== text
    if (damaged !== undefined) await zip.add(name, [Buffer.from(damaged, 'latin1')], entry)
  }
  await zip.finish()
  await archive.close()
  if (!isChanged) throw new Error(`nothing was damaged in ${part}`)
}
