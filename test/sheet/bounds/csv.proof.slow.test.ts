import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { it } from 'vitest'
import { prove } from '../../support/proof.ts'
import { scale } from '../../support/scale.ts'
import { mebibytes, median, readInChild, type SheetReading, temporaryFolder } from './in-child.ts'

const columns = 18

/** Lines of 18 texts; every second one shorter or longer where they are ragged. */
function* lines(rows: number, isRagged: boolean): Generator<string> {
  for (let row = 0; row < rows; row += 1) {
    const length = isRagged && row % 2 === 1 ? columns - 1 + (row % 4) : columns
    yield `${Array.from({ length }, (_, column) => `value ${row} ${column}`).join(',')}\n`
  }
}

async function measure(rows: number, isRagged: boolean): Promise<SheetReading> {
  const file = join(await temporaryFolder(), 'rows.csv')
  await pipeline(Readable.from(lines(rows, isRagged)), createWriteStream(file))
  return readInChild('read-with-ours', file)
}

it('reads ragged lines as fast as even ones, in flat memory', async () => {
  const { few, many } = scale({ full: { few: 50_000, many: 500_000 }, short: { few: 50_000, many: 100_000 } })
  const slower: number[] = []
  // When garbage is collected is chance: the least of several peaks is what it takes.
  let peaks: [few: number, many: number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let pair = 0; pair < 3; pair += 1) {
    const even = await measure(many, false)
    const ragged = await measure(many, true)
    slower.push(ragged.processorMs / even.processorMs)
    const [fewest, most] = peaks
    peaks = [Math.min(fewest, (await measure(few, true)).peakBytes), Math.min(most, ragged.peakBytes)]
  }
  const times = median(slower)
  prove({
    area: 'Reading CSV',
    claim: `${many} ragged rows take at most 1.5 times the processor time of even ones, and at most 1.3 times the memory of ${few}`,
    measured: `${times.toFixed(2)} times; ${mebibytes(peaks[1])} MB against ${mebibytes(peaks[0])} MB`,
    isKept: times <= 1.5 && peaks[1] <= 1.3 * peaks[0],
  })
})
