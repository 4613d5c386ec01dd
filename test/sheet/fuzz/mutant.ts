import { seededRandom } from '../../support/seeded-random.mjs'
import { pick } from './choose.ts'
import { mutateCsv } from './mutate-csv.ts'
import { mutateWorkbook } from './mutate-workbook.ts'
import type { Seeds } from './seeds.ts'

/** The file that this number stands for: the same for the same seeds. */
export function makeMutant(number: number, { workbooks, texts }: Seeds): Buffer {
  const random = seededRandom(number)
  return random() < 0.75 ? mutateWorkbook(pick(random, workbooks), random) : mutateCsv(pick(random, texts), random)
}

/** The same, and always a workbook. */
export function makeWorkbookMutant(number: number, { workbooks }: Seeds): Buffer {
  const random = seededRandom(number)
  return mutateWorkbook(pick(random, workbooks), random)
}
