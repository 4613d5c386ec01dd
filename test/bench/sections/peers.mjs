import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { assess, checkOutput } from '../assess.mjs'
import { makeInput } from '../inputs.mjs'
import { inWords, runPairs, summarise } from '../line.mjs'
import { findPython, installPeers } from '../peers/install.mjs'
import { pathOf, runWithPeak } from '../run.mjs'
import { startService } from '../service.mjs'

export const title = 'Peers: the whole job, XLSX to XLSX, create and retrieve, 32 in flight, server answers at once'

/**
 * @typedef {object} Peer
 * @property {string} name
 * @property {string} command
 * @property {string} script
 * @property {number} timesAsFast
 * @property {boolean} isLeaner whether we promise to need less memory
 * @property {number} [mostPairs]
 */

/** @param {import('../main.mjs').Bench} bench @returns {Promise<(import('../line.mjs').Line | import('../line.mjs').NotRun)[]>} */
export async function measure({ isQuick, folder, say }) {
  const installed = await installPeers()
  const python = await findPython(folder)
  const node = { command: process.execPath, isLeaner: true, why: installed.why }
  const peers = [
    // A run of it takes two minutes: fewer of them.
    { name: 'Newman', script: 'peers/newman.mjs', timesAsFast: 40, ...node, mostPairs: 3 },
    { name: 'plain Python', script: 'peers/plain_python.py', timesAsFast: 4, isLeaner: false, ...python },
    { name: 'plain Node', script: 'peers/plain-node.mjs', timesAsFast: 2, ...node },
  ]
  const size = { rows: isQuick ? 200 : 5_000, pairs: isQuick ? 1 : 5 }
  const input = await makeInput(folder, size.rows, 'inline.xlsx')
  const service = await startService({ delayMs: 0, folder })
  const lines = []
  try {
    for (const { why, ...peer } of peers) {
      if (why !== undefined) lines.push({ what: `whole job, against ${peer.name}`, why })
      else lines.push(...(await measurePeer(peer, { ...size, input, folder, service, say })))
    }
  } finally {
    await service.stop()
  }
  return lines
}

/**
 * @param {Peer} peer
 * @param {Omit<import('../assess.mjs').Job, 'output' | 'inFlight'> & { pairs: number, say: (text: string) => void }} job
 * @returns {Promise<import('../line.mjs').Line[]>}
 */
async function measurePeer(
  { name, command, script, timesAsFast, isLeaner, mostPairs = Number.POSITIVE_INFINITY },
  { pairs, say, ...job },
) {
  const { input, rows, folder, service } = job
  const theirs = async () => {
    const place = mkdtempSync(join(folder, 'theirs-'))
    const output = join(place, 'out.xlsx')
    const args = [pathOf(script), input, output, service.baseUrl]
    const ended = await service.during(rows, () => runWithPeak(command, args, place))
    await checkOutput(output, rows, folder)
    rmSync(place, { recursive: true })
    return ended
  }
  const raw = await runPairs(Math.min(pairs, mostPairs), () => assess({ ...job, output: 'xlsx', inFlight: 32 }), theirs)
  const speeds = raw.map(({ ours, theirs }) => theirs.seconds / ours.seconds)
  const peaks = raw.map(({ ours, theirs }) => ours.peakBytes / theirs.peakBytes)
  say(`${name}: ${speeds.map((value) => value.toFixed(1)).join(' ')}`)
  const seconds = [raw.map(({ ours }) => ours.seconds), raw.map(({ theirs }) => theirs.seconds)]
  const megabytes = [raw.map(({ ours }) => ours.peakBytes / 1e6), raw.map(({ theirs }) => theirs.peakBytes / 1e6)]
  return [
    {
      what: `whole job, against ${name}`,
      unit: '×',
      ...summarise(speeds),
      measured: `${rows} rows: ${seconds.map((values) => inWords(values, 's')).join(' against ')}`,
      isLessBetter: false,
      target: { atLeast: timesAsFast },
      raw,
    },
    {
      what: `peak memory, against ${name}`,
      unit: '×',
      ...summarise(peaks),
      measured: megabytes.map((values) => inWords(values, 'MB')).join(' against '),
      isLessBetter: true,
      ...(isLeaner ? { target: { below: 1 } } : {}),
      raw: [],
    },
  ]
}
