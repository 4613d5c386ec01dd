import type { Field } from '../pipeline/operation.ts'
import { assess } from './assess.ts'
import { decide } from './decide.ts'
import { invite } from './invite.ts'

/** Every operation, by what is common to all. */
export const operations: readonly { name: string; fields: readonly Field[] }[] = [assess, decide, invite]
