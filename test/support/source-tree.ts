import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

const root = new URL('../../src', import.meta.url).pathname

/** One source file; `path` is relative to `src`, with forward slashes. */
export interface Source {
  path: string
  text: string
}

/** Without the modules that the build makes of files in other formats. */
export function readSources(): Source[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.(?:css|html|txt|sql)\.ts$/.test(name))
    .map((name) => ({ path: name.replaceAll('\\', '/'), text: readFileSync(join(root, name), 'utf8') }))
    .toSorted((left, right) => (left.path < right.path ? -1 : 1))
}

/** What each message says in English. */
export function readWords(): Source {
  const path = 'messages/languages/english.json'
  return { path, text: readFileSync(join(root, path), 'utf8') }
}

/** The folders of `src`, however deep. */
export function listFolders(): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => posix.relative(root, posix.join(entry.parentPath, entry.name)))
    .toSorted()
}

/** What a file imports or re-exports of this project, types too, relative to `src`. */
export function importsOf({ path, text }: Source): string[] {
  const statements = /(?:\bfrom|\bimport)\s*\(?\s*['"](\.[^'"]+)['"]/g
  return [...text.matchAll(statements)].map(([, target = '']) => posix.join(posix.dirname(path), target))
}

/** The folder of `src` that a file belongs to; `index.ts` is one of its own. */
export function layerOf(path: string): string {
  return path.split('/')[0] ?? ''
}
