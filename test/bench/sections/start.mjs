import { assess, program } from '../assess.mjs'
import { makeInput } from '../inputs.mjs'
import { inWords, runPairs, summarise } from '../line.mjs'
import { runNode } from '../run.mjs'
import { startService } from '../service.mjs'

export const title = 'Start'

/** @param {import('../main.mjs').Bench} bench @returns {Promise<import('../line.mjs').Line[]>} */
export async function measure({ isQuick, folder, say }) {
  const help = await runPairs(
    isQuick ? 3 : 20,
    () => runNode([program, '--help'], folder),
    () => runNode(['-e', '0'], folder),
  )
  const ratios = help.map(({ ours, theirs }) => ours.seconds / theirs.seconds)
  const [ours, theirs] = [
    help.map((pair) => pair.ours.seconds * 1_000),
    help.map((pair) => pair.theirs.seconds * 1_000),
  ]
  say(`--help: ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}`)

  const input = await makeInput(folder, 10, 'inline.xlsx')
  const service = await startService({ delayMs: 0, folder })
  const runs = []
  for (let time = 0; time < (isQuick ? 1 : 5); time += 1) {
    runs.push(await assess({ input, rows: 10, output: 'xlsx', inFlight: 8, folder, service }))
  }
  await service.stop()
  return [
    {
      what: 'rwa-batch --help, against node -e 0',
      unit: '×',
      ...summarise(ratios),
      measured: `${inWords(ours, 'ms')} against ${inWords(theirs, 'ms')}`,
      isLessBetter: true,
      target: { atMost: 1.5 },
      raw: help.map((pair) => ({ ours: pair.ours.seconds, theirs: pair.theirs.seconds })),
    },
    {
      what: 'assess of 10 rows, workbook to workbook, from start to end',
      unit: 's',
      ...summarise(runs.map(({ seconds }) => seconds)),
      measured: `of it ${inWords(
        runs.map(({ conversationSeconds }) => conversationSeconds),
        's',
      )} in conversation`,
      isLessBetter: true,
      target: { atMost: 0.8 },
      raw: runs,
    },
  ]
}
