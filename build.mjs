// Compiles `src` for the tests, and packs the program, the library and the page out of it into a few files, because
// Node.js takes longer to find some hundred modules than to run them. `node build.mjs [folder]`, `dist` by default.
import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { rollup } from 'rollup'
import { dts } from 'rollup-plugin-dts'
import { buildPage } from './build-page.mjs'
import { makeRooms } from './test/support/make-rooms.mjs'

const root = fileURLToPath(new URL('.', import.meta.url))
const folder = process.argv[2] ?? join(root, 'dist')
await makeTypes()
makeTexts()
makeRooms()
const compiler = join(root, 'node_modules/typescript/bin/tsc')
const compiled = spawnSync(process.execPath, [compiler, '-p', root, '--outDir', folder], { stdio: 'inherit' })

/**
 * What is loaded before anything can be done, and what would bring far more along than is needed of it. All else stays a
 * package.
 */
const packed = ['bullmq', 'commander', 'log-update', 'numfmt', 'p-queue', 'p-retry', 'undici', 'zod']

/** Of undici only what connects: the rest of it (fetch, WebSocket, mocks) takes twice as long to load. */
const leanUndici = {
  name: 'lean-undici',
  resolveId: (/** @type {string} */ id) => (id === 'undici' ? '\0undici' : undefined),
  load: (/** @type {string} */ id) =>
    id === '\0undici'
      ? `import Dispatcher from 'undici/lib/dispatcher/dispatcher.js'
         import connect from 'undici/lib/api/api-connect.js'
         // What undici's own entry gives every dispatcher: without it no tunnel through a proxy is ever asked for.
         Dispatcher.prototype.connect = connect
         export { default as Pool } from 'undici/lib/dispatcher/pool.js'
         export { default as EnvHttpProxyAgent } from 'undici/lib/dispatcher/env-http-proxy-agent.js'`
      : undefined,
}

/** Of commander not what starts other programs: loading that takes longer than all else of it. */
const leanCommander = {
  name: 'lean-commander',
  resolveId: (/** @type {string} */ id, /** @type {string | undefined} */ importer) =>
    id === 'node:child_process' && importer?.includes('commander') ? '\0no-child-process' : undefined,
  load: (/** @type {string} */ id) => (id === '\0no-child-process' ? 'export {}' : undefined),
}

/** Of BullMQ only what speaks with PostgreSQL: what is for Redis, or for a calendar of jobs, is twice as much. */
const leanBullmq = {
  name: 'lean-bullmq',
  load: (/** @type {string} */ id) =>
    /[\\/]node_modules[\\/](?:bullmq[\\/]dist[\\/]cjs[\\/]scripts[\\/]index|msgpackr[\\/]|cron-parser[\\/])/.test(id)
      ? { code: 'exports.Packr = class {}', moduleType: /** @type {const} */ ('js') }
      : undefined,
}

/** What comes with the package all the same, or is for others. */
const neverPacked = /^(?:pg|ioredis|redis|bullmq-otel|@valkey\/valkey-glide)$/

/** @param {string} id @param {string | undefined} importer */
function isLeftOut(id, importer) {
  if (neverPacked.test(id)) return true
  const name = /^(?:@[^/:]+\/)?\w[^/:]*(?=\/|$)/.exec(id)?.[0]
  return name !== undefined && !packed.includes(name) && importer?.includes('node_modules') !== true
}

const comments = { legal: true, annotation: false, jsdoc: false }

const program = await rolldown({
  input: { 'rwa-batch': join(folder, 'cli/start.js') },
  platform: 'node',
  external: isLeftOut,
  plugins: [leanUndici, leanCommander, leanBullmq],
})
const programFiles = await program.write({
  // ES modules are looked for one after another, and their loader alone takes milliseconds.
  format: 'cjs',
  entryFileNames: '[name].cjs',
  chunkFileNames: '[name].cjs',
  cleanDir: true,
  comments,
  dir: join(folder, 'bin'),
  // What every command needs, `--help` too, is one file.
  codeSplitting: { groups: [{ name: 'rwa-batch', test: /[\\/]cli[\\/](start|main|program)\.js$/ }] },
})
await program.close()
chmodSync(join(folder, 'bin/rwa-batch.cjs'), 0o755)

/** Only the door is loaded at once; the first run loads its parts. */
const library = await rolldown({
  input: { index: join(folder, 'index.js') },
  platform: 'node',
  external: isLeftOut,
  plugins: [leanUndici],
  // What the command line loads late, the door has at once.
  checks: { ineffectiveDynamicImport: false },
})
const libraryFiles = await library.write({
  format: 'es',
  chunkFileNames: '[name].js',
  cleanDir: true,
  comments,
  dir: join(folder, 'library'),
})
await library.close()

/** The types of the door, and of no package. */
const types = await rollup({ input: join(folder, 'index.d.ts'), external: (id) => !/^[./]/.test(id), plugins: [dts()] })
await types.write({ file: join(folder, 'library/index.d.ts') })
await types.close()

const pageFiles = await buildPage(join(folder, 'web'))
writeFileSync(join(folder, 'THIRD-PARTY.txt'), licencesOf([...programFiles.output, ...libraryFiles.output, ...pageFiles.output]))
// By it editors complete a profile, and underline what is wrong in it.
const { toJsonSchema } = await import(pathToFileURL(join(folder, 'app/profile/schema.js')).href)
writeSchema('profile', toJsonSchema())
// For programs that read what the command line prints.
const { toSummaryJsonSchema, toEventsJsonSchema } = await importTypeScript('test/help/event-schema.ts')
writeSchema('summary', toSummaryJsonSchema())
writeSchema('events', toEventsJsonSchema())
process.exitCode = compiled.status ?? 1

/** The types of the options, from the table of settings, and of the facts of messages; compiler and tests need them. */
async function makeTypes() {
  const { makeOptionTypes } = await importTypeScript('test/settings/make-option-types.ts')
  writeSource(join(root, 'src/settings/option-types.ts'), makeOptionTypes())
  const { makeMessageFacts } = await importTypeScript('test/messages/make-message-facts.ts')
  const english = readFileSync(join(root, 'src/messages/languages/english.json'), 'utf8')
  writeSource(join(root, 'src/messages/message-facts.ts'), makeMessageFacts(JSON.parse(english).messages))
}

/**
 * What has a format of its own and travels within the program: beside each file, the same as a module. Of the steps of a
 * schema, one module a room, in the order of their numbers.
 */
function makeTexts() {
  const sources = {
    'pipeline/drawing/report.css': 'reportRules',
    'sandbox/pages/page.css': 'pageStyle',
    'sandbox/pages/page.html': 'wholePage',
    'sandbox/pages/setup-form.html': 'setupForm',
    'sandbox/pages/setup-done.html': 'setupDone',
    'sandbox/pages/scores.html': 'scoresSection',
    'sandbox/mail/invitation.html': 'invitationHtml',
    'sandbox/mail/invitation.txt': 'invitationText',
  }
  for (const [file, name] of Object.entries(sources)) {
    const text = readFileSync(join(root, 'src', file), 'utf8')
    const made = file.endsWith('.css')
      ? `export const ${name} = ${JSON.stringify(text.replaceAll(/\/\*.*?\*\/|\n\s*/gs, ''))}\n`
      : makeTemplate(name, text, file.endsWith('.html'))
    writeSource(join(root, 'src', `${file}.ts`), made)
  }
  const steps = {
    'ledger/sqlite/schema': 'sqliteSteps',
    'ledger/postgres/schema': 'postgresSteps',
    'sandbox/store': 'sandboxSteps',
  }
  for (const [room, name] of Object.entries(steps)) {
    const numbered = readdirSync(join(root, 'src', room)).filter((file) => file.endsWith('.sql'))
    const files = numbered.sort((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10))
    const texts = files.map((file) => [file.slice(0, -4), readFileSync(join(root, 'src', room, file), 'utf8')])
    const made = `export const ${name} = ${JSON.stringify(Object.fromEntries(texts), undefined, 2)} as const\n`
    writeSource(join(root, 'src', room, 'steps.sql.ts'), made)
  }
}

/**
 * A function of its `{names}`: the compiler refuses one that is missing, and HTML escapes what is no markup.
 * @param {string} name @param {string} text @param {boolean} isHtml
 */
function makeTemplate(name, text, isHtml) {
  const names = [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, each]) => `'${each}'`))].join(' | ')
  const value = isHtml ? 'HtmlEscapedString | Promise<HtmlEscapedString> | string | null | undefined' : 'string'
  return [
    ...(isHtml ? ["import { html } from 'hono/html'", "import type { HtmlEscapedString } from 'hono/utils/html'", ''] : []),
    `export function ${name}(values: Readonly<Record<${names}, ${value}>>) {`,
    `  return ${isHtml ? 'html' : ''}\`${text.replaceAll(/[\\`$]/g, '\\$&').replaceAll(/\{(\w+)\}/g, '${values.$1}')}\``,
    '}',
    '',
  ].join('\n')
}

/** Written only where it differs: whoever watches it is not disturbed. @param {string} place @param {string} text */
function writeSource(place, text) {
  if (!existsSync(place) || readFileSync(place, 'utf8') !== text) writeFileSync(place, text)
}

/** @param {string} file */
async function importTypeScript(file) {
  const maker = await rolldown({ input: join(root, file), platform: 'node' })
  const { output } = await maker.generate({ format: 'es' })
  await maker.close()
  return await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`)
}

/** @param {string} name @param {object} schema */
function writeSchema(name, schema) {
  writeFileSync(join(folder, `${name}.schema.json`), `${JSON.stringify(schema, null, 2)}\n`)
}

/**
 * The licences of everything that was packed, which travel with it.
 * @param {readonly import('rolldown').OutputChunk[] | readonly any[]} files
 */
function licencesOf(files) {
  const modules = files.flatMap((file) => Object.keys(file.modules ?? {}))
  const found = modules.map((id) => /^.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id)?.[0])
  return [...new Set(found)]
    .filter((place) => place !== undefined && existsSync(join(place, 'package.json')))
    .sort()
    .map((place) => {
      const { name, version, license } = JSON.parse(readFileSync(`${place}${sep}package.json`, 'utf8'))
      const file = readdirSync(String(place)).find((entry) => /^licen[cs]e/i.test(entry))
      const text = file === undefined ? '' : readFileSync(join(String(place), file), 'utf8')
      return `${name} ${version} (${license})\n\n${text.trim()}\n`
    })
    .join('\n----------\n\n')
}
