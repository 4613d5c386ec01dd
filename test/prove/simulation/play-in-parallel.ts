import { fork } from 'node:child_process'
import { addCounts } from './counts.ts'
import type { Played, Task } from './play-seeds.ts'

const worker = new URL('./worker.mjs', import.meta.url)

/** Plays so many seeds, from `first` on, in so many processes at once. */
export async function playInParallel(
  seeds: number,
  processes: number,
  play?: Task['play'],
  first = 1,
): Promise<Played> {
  const tasks = Array.from(
    { length: processes },
    (_, index): Task => ({
      from: first + index,
      to: first + seeds - 1,
      step: processes,
      ...(play === undefined ? {} : { play }),
    }),
  )
  const [sum, ...others] = await Promise.all(tasks.map(playApart))
  if (sum === undefined) throw new Error('there is no seed to play')
  for (const other of others) {
    sum.seeds += other.seeds
    sum.cpuMs += other.cpuMs
    addCounts(sum.counts, other.counts)
    sum.breaches.push(...other.breaches)
  }
  return sum
}

function playApart(task: Task): Promise<Played> {
  return new Promise((resolve, reject) => {
    const child = fork(worker, { env: { ...process.env, NODE_OPTIONS: '' }, execArgv: [] })
    child.once('message', (played) => resolve(played as Played))
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`a process that played seeds ended with ${code}`)))
    child.send(task)
  })
}
