import type { EndpointName } from '../../contract/envelope.ts'
import { fractionOf } from '../text-hash.ts'
import { type FaultKind, findKind } from './kinds.ts'
import type { FaultPlan } from './plan.ts'

export interface Fault {
  kind: FaultKind
  ms: number
  isProcessed: boolean
  /** Selects between the two forms of a fault that has two. */
  isOtherForm: boolean
}

/** The fault of the n-th request to an operation, from 0. Depends on the seed only, so a plan replays. */
export function chooseFault(plan: FaultPlan, operation: EndpointName, sequence: number): Fault | undefined {
  const draw = (what: string): number => fractionOf(`${what} ${plan.seed} ${operation} ${sequence}`)
  const at = draw('fault')
  let upTo = 0
  for (const { kind, share, ms } of plan.shares[operation]) {
    upTo += share
    if (at >= upTo) continue
    const processes = findKind(kind)?.processes
    const isProcessed = processes === 'either' ? draw('processed') < 0.5 : processes === 'yes'
    return { kind, ms, isProcessed, isOtherForm: draw('form') < 0.5 }
  }
  return undefined
}
