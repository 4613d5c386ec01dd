import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeSheet } from './rooms/app/check.ts'
import { openSheet } from './rooms/sheet.ts'
import { BatchError } from './rooms/support.ts'

// Real files with an oracle of three independent readers; they stay where they are, beside the project.
const corpus = new URL('../../shared/corpus/', import.meta.url).pathname
const isHere = existsSync(join(corpus, 'compare.mjs'))

interface Verdict {
  file: string
  ok: boolean
  soft?: number
  why: string
}

describe.skipIf(!isHere)(
  'real spreadsheets (skipped without ../shared/corpus), judged by the oracle beside them',
  () => {
    let outFolder = ''

    beforeAll(async () => {
      outFolder = await mkdtemp(join(tmpdir(), 'corpus-'))
      for (const kind of ['xlsx', 'csv']) {
        for (const name of readdirSync(join(corpus, kind))) {
          await writeFile(join(outFolder, `${name}.json`), JSON.stringify(await readAll(join(corpus, kind, name))))
        }
      }
    })

    afterAll(() => rm(outFolder, { recursive: true, force: true }))

    it('reads or refuses every core file rightly, with no value of a coarser type', () => {
      expect(judge(outFolder, 'core').filter((verdict) => !verdict.ok || verdict.soft)).toEqual([])
    })

    it('reads or refuses at least 99 in 100 of all files rightly', () => {
      const verdicts = [...judge(outFolder, 'core'), ...judge(outFolder, 'extra')]
      const wrong = verdicts.filter((verdict) => !verdict.ok)
      expect(wrong.length, JSON.stringify(wrong)).toBeLessThanOrEqual(verdicts.length / 100)
    })
  },
)

async function readAll(file: string): Promise<object> {
  try {
    const source = await openSheet(file, {})
    try {
      return { ...(await describeSheet(source, 'all')), expect: 'rows' }
    } finally {
      await source.close()
    }
  } catch (error) {
    if (!(error instanceof BatchError && error.code === 'input')) throw error
    return { file, expect: 'error', error: `${error.message} ${error.hint}` }
  }
}

function judge(folder: string, set: 'core' | 'extra'): Verdict[] {
  const result = join(folder, `verdicts-${set}.json`)
  try {
    execFileSync(process.execPath, [join(corpus, 'compare.mjs'), folder, '--set', set, '--json', result, '--quiet'], {
      stdio: 'ignore',
    })
  } catch {
    // it leaves with 1 when a file misses; the verdicts say which
  }
  return JSON.parse(readFileSync(result, 'utf8'))
}
