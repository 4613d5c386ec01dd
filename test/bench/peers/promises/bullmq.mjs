// BullMQ on PostgreSQL, a job a row, the trip's key as the job's identifier: a job that is there is not added again. The job
// keeps the identifier of the assessment as soon as it has it, as the documentation's pattern of step jobs does.
// Started again, failed jobs are retried. Strict: they are in doubt, and neither a stalled job nor a started one runs again.
import { createPostgresBackend, withBackend } from 'bullmq'
import { create, inFlight, isStrict, readTrips, retrieve, stalledMs, state, writeResults } from './rows.mjs'

const { Queue, Worker } = withBackend(createPostgresBackend)
const connection = { connectionString: state, migrate: true }
const trips = readTrips()
const queue = new Queue('trips', { connection })
await queue.addBulk(trips.map(({ key, input }) => ({ name: 'assess', data: { input }, opts: { jobId: key } })))
if (!isStrict) await queue.retryJobs()

const worker = new Worker('trips', assess, {
  connection,
  concurrency: inFlight,
  lockDuration: stalledMs,
  stalledInterval: stalledMs,
  ...(isStrict && { maxStalledCount: 0, maxStartedAttempts: 1 }),
})
worker.on('error', (error) => console.error(error.message))
let isStopping = false
process.on('SIGTERM', async () => {
  isStopping = true
  await worker.close()
})
const unfinished = /** @type {const} */ (['waiting', 'active', 'delayed', 'prioritized'])
while (!isStopping) {
  const counts = await queue.getJobCounts(...unfinished)
  if (Object.values(counts).every((count) => count === 0)) break
  await new Promise((resolve) => setTimeout(resolve, 100))
}
await worker.close()

const jobs = new Map((await queue.getJobs(['completed', 'failed'])).map((job) => [job.id, job]))
writeResults(trips, ({ key }) => {
  const job = jobs.get(key)
  if (job === undefined) return undefined
  if (job.data.assessmentId !== undefined) return { assessmentId: job.data.assessmentId }
  return isStrict ? { inDoubt: job.failedReason } : { failed: job.failedReason }
})
await queue.close()

/** @param {import('bullmq').Job} job */
async function assess(job) {
  if (job.data.assessmentId === undefined) {
    await job.updateData({ ...job.data, assessmentId: await create(job.data.input) })
  }
  return retrieve(job.data.assessmentId)
}
