import type { Field } from '../pipeline/operation.ts'
import { assess } from './assess.ts'

/** Every operation, by what is common to all. */
export const operations: readonly { name: string; fields: readonly Field[] }[] = [assess]
