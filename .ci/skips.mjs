// `node .ci/skips.mjs`: fails when a test is skipped on this system that the committed list does not name, or runs although it
// does. So a tool that could not be installed, or a condition that went wrong, is seen. `--write` writes the list of this
// system, `skips/<name>.txt`; RWA_SKIPS names another. Tests are collected, not run.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createVitest } from 'vitest/node'

const root = fileURLToPath(new URL('..', import.meta.url))
const system = process.env['RWA_SKIPS'] ?? `${process.platform}${process.getuid?.() === 0 ? '-root' : ''}`
const file = fileURLToPath(new URL(`skips/${system}.txt`, import.meta.url))
const found = [...new Set([...(await collectAll('')), ...(await collectAll('short'))])].sort()

if (process.argv.includes('--write')) {
  mkdirSync(new URL('skips', import.meta.url), { recursive: true })
  writeFileSync(file, found.map((line) => `${line}\n`).join(''))
} else {
  const listed = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  const news = found.filter((line) => !listed.includes(line)).map((line) => `skipped, not in the list: ${line}`)
  const gone = listed.filter((line) => line !== '' && !found.includes(line)).map((line) => `in the list, not skipped: ${line}`)
  console.log([...news, ...gone, `${found.length} skipped; the list is .ci/skips/${system}.txt`].join('\n'))
  if (news.length + gone.length > 0) process.exitCode = 1
}
process.exit()

/** @param {string} slow As RWA_TEST_SLOW says it. */
async function collectAll(slow) {
  const before = { ...process.env }
  process.env['RWA_TEST_SLOW'] = slow
  const vitest = await createVitest('test', { config: `${root}/test/vitest.config.ts`, root, watch: false, run: true })
  try {
    const { testModules } = await vitest.collect()
    const broken = testModules.flatMap((each) => each.errors().map(({ message }) => `${each.moduleId}: ${message}`))
    if (broken.length > 0) throw new Error(broken.join('\n'))
    return testModules.flatMap((each) =>
      [...each.children.allTests()]
        .filter(({ options }) => options.mode === 'skip' || options.mode === 'todo')
        .map(({ fullName }) => `${relative(root, each.moduleId)} > ${fullName.replaceAll('\n', '\\n')}`),
    )
  } finally {
    await vitest.close()
    // Of its temporary folder and its database.
    process.env = before
  }
}
