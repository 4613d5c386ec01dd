import type { Sandbox, SandboxOptions } from './server.ts'

/**
 * Serves the embedded copy of the service on the loopback interface until it is closed. Its scores are simulated.
 * @throws BatchError when the port is taken, or the data file, the faults or the mail server's address cannot be used
 */
export async function startSandbox({ faults, ...options }: SandboxOptions = {}): Promise<Sandbox> {
  const [{ openSandbox }, { parseFaultPlan }] = await Promise.all([import('./server.ts'), import('./faults/plan.ts')])
  return openSandbox(faults === undefined ? options : { ...options, faults: parseFaultPlan(faults) })
}
