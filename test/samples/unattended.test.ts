import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { findRegisterFile, findSpoolFolder } from '../rooms/ledger.ts'
import { describeExitCodes } from '../rooms/settings.ts'
import { createWholeProgram } from '../support/whole-program.ts'

const files = ['Dockerfile', 'README.md', 'crontab', 'rwa-batch.service', 'rwa-batch-worker.service'] as const

function read(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
}

function sample(name: (typeof files)[number]): string {
  return read(`samples/unattended/${name}`)
}

/** The codes of a table that has one in each line. */
function codesOf(text: string): string[] {
  return [...text.matchAll(/^\| (\d+) \|/gm)].map(([, code = '']) => code).toSorted()
}

/** Those that a setting of a systemd unit names. */
function setting(name: string, unit: (typeof files)[number]): string[] {
  return new RegExp(`^${name}=(.*)$`, 'm').exec(sample(unit))?.[1]?.split(' ') ?? []
}

it('the exit codes of the guide, of the samples and of every help are the same', () => {
  const known = [...describeExitCodes().matchAll(/^ {2}(\d+) /gm)].map(([, code = '']) => code).toSorted()
  expect(known).toContain('75')
  expect(codesOf(read('src/help/unattended.md'))).toEqual(known)
  expect(codesOf(sample('README.md'))).toEqual(known)
})

it('systemd starts it again when the service was away, and not where a person is needed', () => {
  const needsPerson = [...sample('README.md').matchAll(/^\| (\d+) \|[^|]*\| a person/gm)].map(([, code]) => code)
  expect(needsPerson).toEqual(['2', '3', '4'])
  for (const unit of ['rwa-batch.service', 'rwa-batch-worker.service'] as const) {
    expect(setting('RestartPreventExitStatus', unit)).toEqual(needsPerson)
    expect([setting('SuccessExitStatus', unit), setting('Restart', unit)]).toEqual([['130'], ['on-failure']])
  }
})

it('no sample asks a package registry for the program: npx would install whatever has its name', () => {
  const texts = readdirSync(new URL('../../samples', import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?:^|[/\\])(?:Dockerfile|crontab|.*\.(?:mjs|yaml|service|md))$/.test(name))
    .map((name) => [name, read(`samples/${name}`).replaceAll(/^#.*$/gm, '')] as const)
  expect(texts.length).toBeGreaterThan(files.length)
  for (const [name, text] of texts) expect(text, name).not.toMatch(/\bnpx\b|npm (?:install|exec|i)\b/)
})

it('each container keeps spool and register on a volume of its own, which outlives it', () => {
  const compose = read('samples/compose.yaml')
  const [, settings = ''] = /^ENV (.*)$/m.exec(sample('Dockerfile')) ?? []
  const env = Object.fromEntries(settings.split(' ').map((setting) => setting.split('=')))
  const host = { platform: 'linux', env } as const
  const kept = [findSpoolFolder(host), findRegisterFile(host)].map((path) => path ?? '')
  const isBelow = (folder: string): boolean => kept.some((path) => path.startsWith(`${folder}/`))
  const mounts = [...compose.matchAll(/^\s*tmpfs: \[(.*)\]$/gm)].flatMap(([, list = '']) => list.split(', '))
  const temporary = [...mounts, ...[...sample('Dockerfile').matchAll(/--tmpfs (\S+)/g)].map(([, path = '']) => path)]
  expect(temporary).toEqual(['/tmp', '/tmp'])
  expect(temporary.filter(isBelow)).toEqual([])
  const [, services = '', volumes = ''] = /^services:\n([\s\S]*)^volumes:\n([\s\S]*)/m.exec(compose) ?? []
  const workers = services.split(/^(?= {2}[\w-]+:$)/m).filter((service) => service.includes('<<: *worker'))
  expect([workers.length, compose.includes('replicas')]).toEqual([2, false])
  const ofWorkers = workers.map((worker) => /"([\w-]+):(\/\w+)"/.exec(worker)?.slice(1) ?? [])
  expect(ofWorkers.map(([, folder = '']) => kept.every((path) => path.startsWith(`${folder}/`)))).toEqual([true, true])
  expect(new Set(ofWorkers.map(([name]) => name)).size).toBe(2)
  for (const [name = ''] of ofWorkers) expect(volumes).toMatch(new RegExp(`^  ${name}:$`, 'm'))
})

it.each(files)('%s names only options that there are', (name) => {
  const program = createWholeProgram()
  const known = program.commands.flatMap(({ options }) => options.map(({ long }) => long))
  // Of docker and npm, not ours.
  const others = [
    '--no-install-recommends',
    '--interval',
    '--timeout',
    '--read-only',
    '--tmpfs',
    '--cap-drop',
    '--security-opt',
    '--user',
    '--rm',
    '--omit',
    '--now',
    '--restart',
    '--build-arg',
  ]
  const named = [...sample(name).matchAll(/(?<![\w-])--[a-z][a-z-]+/g)].map(([option]) => option)
  expect(named.filter((option) => !others.includes(option) && !known.includes(option))).toEqual([])
})

it('the image is built on a digest only: none is given by default, and a tag alone ends the build', () => {
  expect(sample('Dockerfile')).toMatch(/^ARG BASE_IMAGE\nFROM \$\{BASE_IMAGE\}\nARG BASE_IMAGE\n/m)
  const [, check = ''] = /^RUN (case "\$BASE_IMAGE" .*)$/m.exec(sample('Dockerfile')) ?? []
  const build = (image: string): number | null => spawnSync('sh', ['-c', check], { env: { BASE_IMAGE: image } }).status
  expect(['debian@sha256:4af', 'debian:12-slim@sha256:4af'].map(build)).toEqual([0, 0])
  expect(['', 'debian:12-slim', 'debian', 'sha256:4af'].map(build)).toEqual([1, 1, 1, 1])
  for (const file of ['samples/compose.yaml', '.github/workflows/release.yml']) expect(read(file)).toMatch(/BASE_IMAGE/)
})
