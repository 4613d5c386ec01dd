import type { RunPorts } from '../../../pipeline/model/options.ts'
import type { Host } from '../../host.ts'
import { createMessages } from '../messages.ts'
import { createProgressDisplay } from './progress.ts'

export async function withProgress<Result>(
  host: Host,
  { quiet }: { quiet: boolean },
  use: (ports: Pick<RunPorts, 'logger' | 'onEvent'>) => Promise<Result>,
): Promise<Result> {
  const logger = createMessages(host, { quiet, pauseDisplay: () => display.pause() })
  const display = await createProgressDisplay(host, { isQuiet: quiet, onLine: () => {} })
  try {
    return await use({
      logger,
      onEvent(event) {
        if (event.kind === 'progress') display.update(event)
      },
    })
  } finally {
    display.end()
  }
}
