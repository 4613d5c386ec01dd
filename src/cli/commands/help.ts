import type { Command } from 'commander'
import type { ExitCode } from '../../settings/exit-codes.ts'
import { nearestMatch } from '../../sheet/nearest-match.ts'
import { BatchError } from '../../support/errors.ts'
import { readHelpFile, topics } from '../guide-pages.ts'
import type { Host } from '../host.ts'
import { printLines, printToStderr } from '../output/print.ts'

/**
 * `help`: the topics, a page of the guide, or the help of a command; the nearest one for a name that is misspelt.
 * @throws BatchError `usage` for a name that is near to none.
 */
export function showHelp(host: Host, program: Command, [word, inner]: readonly string[]): ExitCode {
  if (word === undefined) {
    printLines(host, [...listTopics(), '', 'A topic: rwa-batch help <topic>', 'The commands: rwa-batch --help'])
    return 0
  }
  const commands = program.commands.map((command) => command.name())
  const sought = word.toLowerCase()
  const names = [...topics, ...commands]
  const name = names.includes(sought) ? sought : nearestMatch(word, names)
  if (name === undefined) {
    throw new BatchError('usage', `no topic and no command is called “${word}”`, {
      hint: `The topics are ${topics.join(', ')}; the commands ${commands.join(', ')}.`,
    })
  }
  if (name !== sought) printToStderr(host, [`There is no topic “${word}”. This is “${name}”:`, ''])
  const command = program.commands.find((each) => each.name() === name)
  const innermost = command?.commands.find((each) => each.name() === inner)
  if (innermost !== undefined) innermost.outputHelp()
  else if (command !== undefined && !topics.includes(name)) command.outputHelp()
  else {
    printLines(host, toTerminalLines(readHelpFile(`${name}.md`)))
    // Some pages are called like a command.
    if (command !== undefined) printLines(host, ['', `All options: rwa-batch ${name} --help`])
  }
  return 0
}

function listTopics(): string[] {
  const width = Math.max(...topics.map((topic) => topic.length))
  return topics.map((topic) => {
    const [title = ''] = readHelpFile(`${topic}.md`).split('\n', 1)
    return `  ${topic.padEnd(width)}  ${title.replace(/^# /, '')}`
  })
}

/** A page of the guide as a terminal shows it: without the marks of Markdown. Pure. */
export function toTerminalLines(markdown: string): string[] {
  let isCode = false
  return markdown
    .trimEnd()
    .split('\n')
    .flatMap((line) => {
      if (line.startsWith('```')) {
        isCode = !isCode
        return []
      }
      if (isCode) return [`    ${line}`]
      if (/^\|[-|\s]+\|$/.test(line)) return []
      const text = withoutMarks(line)
      const heading = /^(#+) (.*)$/.exec(text)
      if (heading !== null) return [heading[2] ?? '', (heading[1] === '#' ? '=' : '-').repeat(heading[2]?.length ?? 0)]
      return [text.startsWith('|') ? toPlainRow(text) : text]
    })
}

function withoutMarks(line: string): string {
  return line
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '(Picture: $1)')
    .replace(/\[([^\]]*)\]\((?:src\/help\/)?([a-z]+)\.md(?:#[^)]*)?\)/g, '$1 (rwa-batch help $2)')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('**', '')
    .replaceAll('`', '')
}

function toPlainRow(row: string): string {
  const [first = '', ...rest] = row
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim())
  return `  ${first}: ${rest.filter((cell) => cell !== '').join('; ')}`
}
