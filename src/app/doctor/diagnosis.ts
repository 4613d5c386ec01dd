import { BatchError, type ErrorCode } from '../../support/errors.ts'
import { explainFailure } from '../explain-failure.ts'

/** `warning`: nothing is in the way of a run. `unreachable`: the same later may work. `skipped`: it cannot be told. */
export type CheckResult =
  | { state: 'ok' | 'skipped'; text: string }
  | { state: 'warning' | 'failed' | 'unreachable'; error: BatchError }

export type Diagnosis = CheckResult & { check: string }

export const ok = (text: string): CheckResult => ({ state: 'ok', text })
export const skipped = (text: string): CheckResult => ({ state: 'skipped', text })

export function failedCheck(code: ErrorCode, said: ConstructorParameters<typeof BatchError>[1]): CheckResult {
  return { state: 'failed', error: new BatchError(code, said) }
}

/** A check ends with its result, also where a run would end with an error, and with what it found. @throws defects */
export async function examine<Found>(
  find: () => Found | Promise<Found>,
  judge: (found: Found) => CheckResult,
): Promise<[result: CheckResult, found?: Found]> {
  try {
    const found = await find()
    return [judge(found), found]
  } catch (error) {
    const explained = explainFailure(error)
    if (explained instanceof BatchError && explained.code !== 'defect') return [{ state: 'failed', error: explained }]
    throw error
  }
}
