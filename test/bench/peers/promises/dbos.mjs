// DBOS on PostgreSQL, a workflow a row on a queue, the trip's key as the workflow's identifier, create and retrieve as its
// steps. Started again, it recovers what was going on by itself, and what failed is rewound.
// Strict: what failed is in doubt; each machine has an identifier; and a create does not run in a workflow that is recovered.
// No setting says the last: `maxRecoveryAttempts` of 0 counts as not given (100), and 1 allows the second create.
import { hostname } from 'node:os'
import { DBOS } from '@dbos-inc/dbos-sdk'
import { create, describe, inFlight, isStrict, readTrips, retrieve, state, writeResults } from './rows.mjs'

const assess = DBOS.registerWorkflow(runRow, { name: 'assess' })
DBOS.setConfig({
  name: 'trips',
  systemDatabaseUrl: state,
  logLevel: 'error',
  ...(isStrict && { executorID: process.env['MACHINE'] ?? hostname() }),
})
await DBOS.launch()
process.on('SIGTERM', async () => {
  await DBOS.shutdown({ workflowCompletionTimeoutMS: 30_000 })
  process.exit(3)
})
const queueName = 'trips'
await DBOS.registerQueue(queueName, { workerConcurrency: inFlight })

const trips = readTrips()
if (!isStrict) {
  const failed = await DBOS.listWorkflows({ workflowName: 'assess', status: 'ERROR' })
  for (const { workflowID } of failed) await DBOS.rewindWorkflow(workflowID, { queueName })
}
/** @type {Map<string, import('./rows.mjs').Outcome>} */
const outcomes = new Map()
await Promise.all(
  trips.map(async ({ key, input }) => {
    const handle = await DBOS.startWorkflow(assess, { workflowID: key, queueName })(input)
    try {
      outcomes.set(key, await handle.getResult({ pollingIntervalMs: 100 }))
    } catch (error) {
      outcomes.set(key, isStrict ? { inDoubt: describe(error) } : { failed: describe(error) })
    }
  }),
)
await DBOS.shutdown()
writeResults(trips, ({ key }) => outcomes.get(key))

/** @param {Record<string, string | number>} input */
async function runRow(input) {
  const assessmentId = await DBOS.runStep(() => createOnce(input), { name: 'create' })
  const scores = await DBOS.runStep(() => retrieve(assessmentId), { name: 'retrieve', retriesAllowed: true })
  return { assessmentId, scores }
}

/** @param {Record<string, string | number>} input */
async function createOnce(input) {
  const status = isStrict ? await DBOS.getWorkflowStatus(String(DBOS.workflowID)) : null
  if ((status?.recoveryAttempts ?? 0) > 1) throw new Error('it was being sent when the process ended')
  return create(input)
}
