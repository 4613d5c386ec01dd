import type { Variables } from './program.ts'

/** A text of the built program that is replaced while it is loaded. Where it is not found, the program ends with 70. */
export interface Alteration {
  from: string
  to: string
}

const preload = new URL('./alter.mjs', import.meta.url).href

/** For the environment of a program; `imports` are further modules that are loaded before it. */
export function altering(alterations: readonly Alteration[], imports: readonly string[] = []): Variables {
  const options = [preload, ...imports].map((module) => `--import=${module}`)
  return { NODE_OPTIONS: options.join(' '), RWA_ALTER: JSON.stringify(alterations) }
}

/** Leases and time-outs of a ledger in a database take about a seventh of their time. */
export const shortLeaseMs = 3_000
export const hurried: readonly Alteration[] = [
  { from: 'const leaseMs = 2e4', to: `const leaseMs = ${shortLeaseMs}` },
  { from: 'const briefMs = 15e3', to: 'const briefMs = 3e3' },
  { from: 'query_timeout: 15e3', to: 'query_timeout: 3e3' },
  { from: 'statement_timeout: 1e4', to: 'statement_timeout: 2e3' },
  { from: 'query_timeout: 6e4', to: 'query_timeout: 9e3' },
  { from: 'connectionTimeoutMillis: 1e4', to: 'connectionTimeoutMillis: 2e3' },
]
