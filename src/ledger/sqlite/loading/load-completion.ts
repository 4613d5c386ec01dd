import type { Database } from '../../../support/sqlite.ts'
import type { ForgetKey } from '../../forgetting/forget-key.ts'
import type { LoadParts } from '../../store/loading/load-completion.ts'
import type { Reader } from '../../store/store.ts'
import type { AddSubmissions } from './add-submissions.ts'
import { prepareFreeId } from './submission-lookup.ts'

/** The parts of a load's end, and of a release, in a transaction. */
export function createLoadParts(
  db: Database,
  addSubmissions: AddSubmissions,
  ledgerId: string,
  key: ForgetKey,
): (statements: Reader) => LoadParts {
  const selectFreeId = prepareFreeId(db)
  const parts = {
    ledgerId,
    key,
    findFreeId: async () => selectFreeId.get() ?? 1,
    async add(settings, added) {
      addSubmissions(settings, added)
      return (id) => id
    },
  } satisfies LoadParts
  return () => parts
}
