// `node .ci/skips.mjs`: fails when a test is skipped that the list of this system does not name. So a tool that could not be
// installed, or a condition that went wrong, is seen. What the list names may run: one machine has more tools than another.
// `--add` adds what is skipped here to the list, `skips/<system>.txt`. Tests are collected, not run.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createVitest } from 'vitest/node'

const root = fileURLToPath(new URL('..', import.meta.url))
const file = fileURLToPath(new URL(`skips/${process.platform}.txt`, import.meta.url))
const collected = [...(await collectAll('')), ...(await collectAll('short'))]
const there = new Set(collected.map(({ name }) => name))
const skipped = new Set(collected.filter(({ isSkipped }) => isSkipped).map(({ name }) => name))
const listed = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []

if (process.argv.includes('--add')) {
  const lines = [...new Set([...listed.filter((name) => there.has(name)), ...skipped])].sort()
  mkdirSync(new URL('skips', import.meta.url), { recursive: true })
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''))
} else {
  const known = new Set(listed)
  const news = [...skipped].filter((name) => !known.has(name)).map((name) => `skipped, not in the list: ${name}`)
  const gone = listed.filter((name) => !there.has(name)).map((name) => `in the list, but no test: ${name}`)
  const count = `${skipped.size} skipped of ${there.size}; the list is .ci/skips/${process.platform}.txt`
  console.log([...news, ...gone, count].join('\n'))
  if (news.length > 0) process.exitCode = 1
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
      [...each.children.allTests()].map(({ fullName, options: { mode } }) => ({
        name: `${relative(root, each.moduleId)} > ${fullName.replaceAll('\n', '\\n')}`,
        isSkipped: mode === 'skip' || mode === 'todo',
      })),
    )
  } finally {
    await vitest.close()
    // Of its temporary folder and its database.
    process.env = before
  }
}
