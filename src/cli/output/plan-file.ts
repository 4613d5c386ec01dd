import { writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { showOnOneLine } from '../../messages/show-codes.ts'
import type { Plan } from '../../pipeline/model/events.ts'
import { type Clock, toIsoTime } from '../../support/clock.ts'
import { describePlan } from './format-plan.ts'

/** The whole plan as a text beside the output, to be read before it is confirmed; for this account alone. */
export async function writePlanFile(output: string, plan: Plan, clock: Pick<Clock, 'now'>): Promise<string> {
  const at = toIsoTime(clock.now())
  const name = `${basename(output, extname(output))}.plan-${at.replace(/\.\d+/, '').replace(/[-:]/g, '')}.txt`
  const file = join(dirname(output), name)
  const lines = [`What was asked about at ${at} (UTC)`, '', ...describePlan(plan)]
  await writeFile(file, `${lines.map(showOnOneLine).join('\n')}\n`, { mode: 0o600 })
  return file
}
