import { breakSeal } from '../../rooms/ledger/sqlite.ts'
import { realParts } from './parts.ts'
import type { Twin } from './twins.ts'

/** Guards of what is kept between runs; more are in `../guards.test.ts` and `../surroundings/`. */
export const ledgerTwins: readonly Twin[] = [
  {
    name: 'the register is not asked',
    breaks: 'created twice',
    parts: { tellEnvironment: () => ({}) },
  },
  {
    name: 'no workbook is asked',
    breaks: 'created twice',
    parts: { tellFolders: () => [] },
  },
  {
    name: 'the seal is not compared',
    breaks: 'what may not know all is refused',
    parts: {
      openLedger(file, clock) {
        breakSeal(file)
        return realParts.openLedger(file, clock)
      },
    },
  },
]
