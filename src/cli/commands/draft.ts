import { draftSettings, saveDraft } from '../../app/profile/draft-profile.ts'
import { guessHint } from '../../app/profile/profile.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import type { ReadOptions } from '../../settings/option-types.ts'
import type { Logger } from '../../support/logger.ts'
import type { Host } from '../host.ts'
import { exitOnInterrupt } from '../interrupts.ts'
import { withProgress } from '../output/progress/with-progress.ts'
import type { Arguments } from '../setting-options.ts'

/** `inspect --draft`: writes a draft of the profile, with instructions. */
export async function writeDraft(
  host: Host,
  operation: Operation,
  input: string,
  reading: ReadOptions,
  { lists, profile: found }: Pick<Arguments, 'lists' | 'profile'>,
  logger: Logger,
): Promise<string | undefined> {
  const { guesses, carried, isReadable } = await withProgress(host, { quiet: false }, ({ onEvent }) =>
    draftSettings(operation, { input, reading, ...(onEvent && { onEvent }) }, exitOnInterrupt(host)),
  )
  const baseUrl = host.env['RWA_BASE_URL'] || undefined
  const kept = saveDraft(operation, guesses, { reading, lists, baseUrl }, found, host)
  if (carried.length > 0) {
    logger.info(`no field for ${carried.map((heading) => `“${heading}”`).join(', ')}: these columns are copied`)
  }
  if (kept.file === undefined) {
    if (!isReadable) logger.warn(`${input}: no draft was written: there is no row with headings to guess`)
    else if (found !== undefined) logger.info(`nothing to add to ${found.file}`)
    else logger.info('everything is understood: no profile is needed')
    return undefined
  }
  logger.info(
    `draft of a profile: ${kept.file}, with ${kept.guesses} guesses. ${kept.guesses === 0 ? '' : guessHint}`.trim(),
  )
  if (!isReadable) {
    logger.warn(
      'the sheet cannot be read yet: once its headings are decided, the same command guesses the meaning of its values',
    )
  }
  if (found !== undefined) {
    logger.info(`${found.file} is unchanged; replace it with the draft once all guesses are decided`)
  } else {
    const further = baseUrl === undefined ? '"baseUrl" and "tokenFile"' : '"tokenFile"'
    logger.info(`with ${further} in it the next run needs no options`)
  }
  return kept.file
}
