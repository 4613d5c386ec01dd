import { existsSync, readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { profileSchema } from '../rooms/app/profile.ts'
import { guidePages } from '../rooms/cli.ts'
import { createWholeProgram } from '../support/whole-program.ts'
import { makeReference } from './make-reference.ts'
import {
  countWords,
  listAnchors,
  listCommands,
  listLinks,
  listOptions,
  listSentences,
  meanSentence,
} from './markdown.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8')
const pathOf = (page: string): string => `src/help/${page}.md`

const program = createWholeProgram()
const commands = program.commands.flatMap((command) => [command, ...command.commands])
/** Written by people, each for its readers. */
const pages = ['README.md', 'SECURITY.md', ...guidePages.map(pathOf)]
const reference = pathOf('reference')

/** Of the program itself. */
const ofEveryCommand = ['--help', '-h', '--version', '-V']

function optionsOf(command: Command): string[] {
  return command.options.flatMap(({ long, short, hidden }) =>
    hidden ? [] : [long, short].filter((name) => name !== undefined && name !== null),
  )
}

const known = [...ofEveryCommand, ...commands.flatMap(optionsOf)]

/** Options of npm are others. */
function findUnknownOptions(text: string): string[] {
  return listOptions(text.replaceAll(/`np[mx] [^`]*`/g, '')).filter((option) => !known.includes(option))
}

/** Those that no page names, by neither of their names. */
function findUnnamed(text: string): string[] {
  const named = listOptions(text)
  const options = commands.flatMap((command) => command.options).filter(({ hidden }) => !hidden)
  const unnamed = options.filter(({ long, short }) => ![long, short].some((name) => name && named.includes(name)))
  return [...new Set(unnamed.map(({ flags }) => flags))]
}

function findUnknownCommands(text: string): string[] {
  const names = program.commands.map((command) => command.name())
  return listCommands(text)
    .flatMap((line) => /\brwa-batch ([a-z]+)/.exec(line)?.[1] ?? [])
    .filter((name) => !names.includes(name))
}

/** Links of a page at `path` that lead nowhere. */
function findBroken(path: string, text: string): string[] {
  return listLinks(text).filter((target) => {
    const [file = '', anchor] = target.split('#')
    const url = file === '' ? new URL(path, root) : new URL(file, new URL(path, root))
    if (!existsSync(url)) return true
    return anchor !== undefined && !listAnchors(readFileSync(url, 'utf8')).includes(anchor)
  })
}

function findMissingTests(text: string): string[] {
  const paths = [...text.matchAll(/`(test\/[^`]+)`/g)].map(([, path = '']) => path)
  return paths.filter((path) => !existsSync(new URL(path, root)))
}

describe.each(pages)('%s', (path) => {
  const text = read(path)

  it('is short, and so are its sentences', () => {
    expect(countWords(text)).toBeLessThanOrEqual(path === 'README.md' ? 700 : 900)
    expect(meanSentence(text)).toBeLessThanOrEqual(16)
  })

  it('names only options and commands that exist', () => {
    expect(findUnknownOptions(text)).toEqual([])
    expect(findUnknownCommands(text)).toEqual([])
  })

  it('names the program so that no registry is asked for what has its name', () => {
    expect(text).not.toMatch(/npx (?!--no -- )/)
  })

  it('links to files and headings that exist', () => {
    expect(findBroken(path, text)).toEqual([])
  })
})

describe('the guide', () => {
  const all = pages.map(read).join('\n')

  it('names every option on a page for a reader', () => {
    expect(findUnnamed(all)).toEqual([])
  })

  it('names no option on the page for people without a terminal', () => {
    expect(listOptions(read(pathOf('page')))).toEqual([])
  })

  it('is linked from README, page by page', () => {
    expect(listLinks(read('README.md'))).toEqual(expect.arrayContaining([...guidePages.map(pathOf), reference]))
    expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(130)
  })

  it('names every key of a profile', () => {
    const text = read(pathOf('profile'))
    const { assess } = profileSchema.toJSONSchema({ io: 'input' }).properties as Record<string, { properties: object }>
    const keys = [...Object.keys(profileSchema.shape), ...Object.keys(assess?.properties ?? {})]
    expect(keys.filter((key) => !text.includes(`\`${key}\``) && !text.includes(`"${key}"`))).toEqual([])
  })

  it('gives each answer about security with a test that exists', () => {
    const answers = read(pathOf('security'))
      .split('\n\n')
      .filter((part) => part.startsWith('**'))
    const tests = answers.map((answer) => [...answer.matchAll(/`(test\/[^`]+)`/g)].map(([, path = '']) => path))
    const withoutTest = answers.filter((_, index) => tests[index]?.length === 0)
    // What is not promised needs none.
    expect(withoutTest.map((answer) => answer.split('**')[1])).toEqual(['Is it encrypted?'])
  })

  it.each(pages)('names tests that exist: %s', (path) => {
    expect(findMissingTests(read(path))).toEqual([])
  })

  it('has a reference that is made from the program', async () => {
    await expect(makeReference(program)).toMatchFileSnapshot(new URL(reference, root).pathname)
  })
})

describe('the checks of the guide can fail', () => {
  it('on an option that does not exist, and on one that no page names', () => {
    expect(findUnknownOptions('Say `--frobnicate`, or `-z`.')).toEqual(['--frobnicate', '-z'])
    expect(findUnnamed('`-o`')).toContain('--ledger <file>')
    expect(findUnnamed('`-o`')).not.toContain('-o, --output <file>')
  })

  it('on a command that does not exist', () => {
    expect(findUnknownCommands('```sh\nrwa-batch forget x\n```\n')).toEqual(['forget'])
  })

  it('on a link or an anchor that leads nowhere', () => {
    const text = '[a](gone.md) [b](sheets.md#gone) [c](#gone) [d](sheets.md#dates)'
    expect(findBroken(pathOf('page'), text)).toEqual(['gone.md', 'sheets.md#gone', '#gone'])
  })

  it('on a test that is not there', () => {
    expect(findMissingTests('`test/gone.test.ts`, `test/help/pages.test.ts`')).toEqual(['test/gone.test.ts'])
  })

  it('on long sentences, in paragraphs and lists', () => {
    const sentence = `${'word '.repeat(20)}end.`
    expect(meanSentence(`# T\n\n${sentence}\n\n- ${sentence} Short.\n`)).toBeCloseTo(43 / 3)
    expect(listSentences(`${sentence}\n\n| a | b |\n\n\`\`\`sh\nx\n\`\`\`\n`)).toEqual([sentence])
  })
})
