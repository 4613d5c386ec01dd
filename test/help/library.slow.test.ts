import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { readOutput } from '../support/outputs.ts'
import { TestSandbox } from '../support/test-sandbox.ts'
import { toCsv, toXlsx, trip } from '../support/trips.ts'
import { listBlocks } from './markdown.ts'

const root = new URL('../..', import.meta.url).pathname
/** TypeScript 7, and the last one that is written in JavaScript. */
const compilers = ['typescript/bin/tsc', '@typescript/typescript6/bin/tsc6'] as const
const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--skipLibCheck', 'false']
const target = ['--module', 'nodenext', '--target', 'es2023', '--types', 'node']

let folder: string

/** A project that has the built package installed. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rwa-consumer-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(root, join(folder, 'node_modules/rwa-batch'))
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
})

function readExamples(path: string): string[] {
  const blocks = listBlocks(readFileSync(join(root, path), 'utf8'))
  return blocks.filter(({ language }) => language === 'ts').map(({ code }) => code)
}

/** Compiles the examples of a page, as `0.ts` and so on; gives what the compiler says. */
function compile(examples: readonly string[], compiler: (typeof compilers)[number] = compilers[0]): string {
  const files = examples.map((_, index) => `${index}.ts`)
  examples.forEach((code, index) => {
    writeFileSync(join(folder, files[index] ?? ''), code)
  })
  const options = [...strict, ...target, '--typeRoots', join(root, 'node_modules/@types')]
  return spawnSync(process.execPath, [join(root, 'node_modules', compiler), ...options, ...files], {
    cwd: folder,
    encoding: 'utf8',
  }).stdout
}

function run(file: string, variables: Readonly<Record<string, string | undefined>> = {}) {
  return spawnSync(process.execPath, [file], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: folder, ...variables },
  })
}

describe('the examples of the guide', () => {
  it('compile with strict, and do what the page says', async () => {
    expect(compile(readExamples('src/help/library.md'))).toBe('')
    const rows = [trip('E1'), trip('E2', { Purpose: '' }), trip('E3', { Seniority: 'Boss' })]
    writeFileSync(join(folder, 'trips.csv'), toCsv(rows))
    const ended = run('0.js')
    expect(ended.stderr).toBe('')
    const { results } = await readOutput(join(folder, 'output/trips.assessed.xlsx'))
    const lines = results.map(({ outcome, overallTrip, problem, assessmentId }, index) => {
      return `${index + 2} ${outcome} ${overallTrip ?? problem} ${assessmentId ?? 'undefined'}`
    })
    expect(ended.stdout).toBe(`${[...lines, '1 invalid', '2 scored'].join('\n')}\n`)
    expect(run('1.js')).toMatchObject({ stderr: '', stdout: expect.stringMatching(/^input .*missing\.csv/) })
  })

  it('of README compiles with strict, and is a run', async () => {
    expect(compile(readExamples('README.md'))).toBe('')
    writeFileSync(join(folder, 'trips.xlsx'), await toXlsx([trip('E1')]))
    const sandbox = await TestSandbox.spawn()
    onTestFinished(() => sandbox.close())
    const { stdout, stderr } = run('0.js', sandbox.variables)
    expect([stdout, stderr]).toEqual([expect.stringMatching(/state: 'scored'[\s\S]*count: 1/), ''])
  })

  it.each(compilers)('compile with %s', (compiler) => {
    expect(compile([...readExamples('README.md'), ...readExamples('src/help/library.md')], compiler)).toBe('')
  })

  it('are refused by the compiler where they use what is not there', () => {
    const start = "import { runSheet, type SheetOptions } from 'rwa-batch'\ndeclare const options: SheetOptions\n"
    const said = compile([
      `${start}runSheet('assess', { input: 1 })\n`,
      `${start}for await (const row of runSheet('assess', options)) row.result?.overall\n`,
      `${start}for await (const row of runSheet('decide', { ...options, confirm: true })) row.result?.overallTrip\n`,
      `${start}runSheet('assess', { ...options, onRow: ({ result }) => result?.overall })\n`,
      `${start}runSheet('refresh', options)\n`,
      `${start}runSheet('decide', { input: 'd.csv', baseUrl: '', token: '' })\n`,
      `import { releaseRun } from 'rwa-batch'\n\nreleaseRun({ run: 7, by: 'M-042', baseUrl: '', token: '' })\n`,
      `import { sealDecisions } from 'rwa-batch'\n\nsealDecisions({ input: 'd.csv', baseUrl: '' })\n`,
    ])
    const errors = [...said.matchAll(/^(\d)\.ts\(3,\d+\): error (TS\d+)/gm)].map(([, file, code]) => `${file} ${code}`)
    expect(errors).toEqual([
      '0 TS2322',
      '1 TS2339',
      '2 TS2339',
      '3 TS2339',
      '4 TS2345',
      '5 TS2345',
      '6 TS2741',
      '7 TS2741',
    ])
  })
})
