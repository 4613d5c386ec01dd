import { sandboxPort } from '../../app/destination.ts'

/** The last line of a run against the embedded sandbox. Pure. */
export function describeSimulation(baseUrl: string): string {
  const { port } = new URL(baseUrl)
  if (port === String(sandboxPort)) {
    return 'The scores are simulated. Report links open while `npx rwa-batch sandbox` runs.'
  }
  return `The scores are simulated. Port ${sandboxPort} was taken: report links of this run open only while \`npx rwa-batch sandbox --port ${port}\` runs.`
}
