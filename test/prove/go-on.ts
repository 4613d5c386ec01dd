import { appendFileSync, readFileSync } from 'node:fs'
import { beforeEach } from 'vitest'

/** Where `npm run prove` notes what it has seen, and of which build. */
const { RWA_PROOF: file = '', RWA_PROOF_BUILD: build } = process.env
const notes = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
const passed = new Set(notes.map((line) => JSON.parse(line).passed))

// What has passed is not run again: a proof of hours can be interrupted.
beforeEach(({ task, skip, onTestFinished }) => {
  const test = `${task.file.name} > ${task.fullTestName}`
  skip(passed.has(test), 'has passed with this build')
  onTestFinished(({ task: { result } }) => {
    if (result?.state === 'pass') appendFileSync(file, `${JSON.stringify({ build, passed: test })}\n`)
    // Said at once: the runner says it after hours, when all has ended, and not at all when it is broken off.
    for (const { message } of result?.errors ?? []) process.stderr.write(`${test}: ${message}\n`)
  })
})
