/** A fenced block of code. */
export interface CodeBlock {
  language: string
  code: string
}

export function listBlocks(text: string): CodeBlock[] {
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = '', code = '']) => ({ language, code }))
}

/** The commands of a page in their order: the lines of its blocks of `sh`. */
export function listCommands(text: string): string[] {
  return listBlocks(text)
    .filter(({ language }) => language === 'sh')
    .flatMap(({ code }) => code.split('\n').filter((line) => line !== ''))
}

export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length
}

/** The sentences of paragraphs and lists; headings, tables, pictures and code have none. */
export function listSentences(text: string): string[] {
  const prose = text.replace(/^```\w*\n[\s\S]*?^```$/gm, '\n\n').replace(/!\[[^\]]*\]\([^)]*\)/g, '')
  const blocks = prose.split(/\n\s*\n|\n(?=(?:[-#|>]|\d+\.) ?)/).map((block) => block.trim())
  return blocks
    .filter((block) => block !== '' && !/^[#|]/.test(block))
    .flatMap((block) => block.replace(/^(?:-|\d+\.) /, '').split(/(?<=[.!?][*”"]{0,2})\s+(?=[^a-z])/))
    .filter((sentence) => /\p{L}/u.test(sentence))
}

export function meanSentence(text: string): number {
  const sentences = listSentences(text)
  return sentences.reduce((sum, sentence) => sum + countWords(sentence), 0) / Math.max(1, sentences.length)
}

/** Where the links and pictures of a text lead; addresses of the web are left out. */
export function listLinks(text: string): string[] {
  return [...text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, target = '']) => target)
}

/** What can be linked to in a page, as web sites make it of headings. */
export function listAnchors(text: string): string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** Options that a text names, with one dash or two. */
export function listOptions(text: string): string[] {
  return [...text.matchAll(/(?<![\w-])(--[a-z][a-z-]+|-[a-z])(?![\w-])/g)].map(([, option = '']) => option)
}
