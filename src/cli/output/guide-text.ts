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
