import { fork } from 'node:child_process'
import { addCounts, type Played, type Task } from './play-seeds.ts'

const worker = new URL('./worker.mjs', import.meta.url)

/** Plays the seeds from 1 on in so many processes at once. */
export async function playInParallel(seeds: number, processes: number, play?: Task['play']): Promise<Played> {
  const tasks = Array.from(
    { length: processes },
    (_, index): Task => ({
      from: index + 1,
      to: seeds,
      step: processes,
      ...(play === undefined ? {} : { play }),
    }),
  )
  const [first, ...others] = await Promise.all(tasks.map(playApart))
  if (first === undefined) throw new Error('there is no seed to play')
  for (const other of others) {
    first.seeds += other.seeds
    first.cpuMs += other.cpuMs
    addCounts(first.counts, other.counts)
    first.breaches.push(...other.breaches)
  }
  return first
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
