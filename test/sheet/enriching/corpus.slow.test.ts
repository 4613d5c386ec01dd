import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findNewFaults } from '../../support/open-xml-validator.ts'
import { scale } from '../../support/scale.ts'
import { isUsual, judge, type Verdict } from './judge.ts'
import { judgeMarks } from './judge-marks.ts'

// Real files; they stay where they are, beside the project.
const corpus = new URL('../../../../shared/corpus/xlsx/', import.meta.url).pathname
const isHere = existsSync(corpus)
describe.skipIf(!isHere)('real workbooks, enriched (skipped without ../shared/corpus)', () => {
  const verdicts: Verdict[] = []
  let folder = ''

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'enrich-corpus-'))
    for (const [index, name] of readdirSync(corpus).entries()) {
      const verdict = await judge(join(corpus, name), folder, { name, isRepeated: index % 8 === 0 })
      if (verdict !== undefined) verdicts.push(verdict)
    }
  }, 300_000)

  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('are given back at 97 in 100 or more of those in a usual form, the others with a reason', () => {
    const usual = verdicts.filter(isUsual)
    const refused = usual.filter(({ reason }) => reason !== undefined)
    expect(verdicts.length).toBeGreaterThan(70)
    expect(usual.length / verdicts.length).toBeGreaterThan(0.85)
    expect(refused.length / usual.length, JSON.stringify(refused)).toBeLessThanOrEqual(0.03)
  })

  it('keep everything that is theirs, and are filled again in place', () => {
    expect(verdicts.filter(({ faults }) => faults.length > 0)).toEqual([])
  })

  it('have no fault that they had not, as Microsoft judges it', { timeout: 600_000 }, async () => {
    const faults: string[] = []
    for (const [index, { name, enriched }] of verdicts.entries()) {
      if (enriched === undefined || index % scale({ full: 1, short: 20 }) !== 0) continue
      const found = await findNewFaults(enriched.file, enriched.output)
      faults.push(...found.map((fault) => `${name}: ${fault}`))
    }
    expect(faults).toEqual([])
  })

  it('keep everything that is theirs where cells are marked, and lose the marks again', {
    timeout: 300_000,
  }, async () => {
    const marked: Verdict[] = []
    for (const name of readdirSync(corpus)) {
      const verdict = await judgeMarks(join(corpus, name), folder, name)
      if (verdict !== undefined) marked.push(verdict)
    }
    expect(marked.filter(({ faults }) => faults.length > 0)).toEqual([])
    const usual = marked.filter(isUsual)
    const refused = usual.filter(({ reason }) => reason !== undefined)
    expect(refused.length / usual.length, JSON.stringify(refused)).toBeLessThanOrEqual(0.03)
  })
})
