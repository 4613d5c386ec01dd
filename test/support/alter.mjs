// Loaded into the program with `--import`: the same program with some of its text replaced.
import Module from 'node:module'

/** @typedef {{ from: string, to: string }} Alteration */

/** @type {Alteration[]} */
const alterations = JSON.parse(process.env['RWA_ALTER'] ?? '[]')
const left = new Set(alterations)
const modules = /** @type {any} */ (Module)
const compile = modules.prototype._compile
modules.prototype._compile = function altered(/** @type {string} */ content, /** @type {any[]} */ ...rest) {
  let text = content
  for (const alteration of alterations) {
    if (!text.includes(alteration.from)) continue
    text = text.replace(alteration.from, () => alteration.to)
    left.delete(alteration)
  }
  return compile.call(this, text, ...rest)
}
// A text that is not there any more would leave a twin with its guard.
process.on('exit', () => {
  if (left.size === 0) return
  process.stderr.write(`not in the program: ${[...left].map(({ from }) => from).join(' | ')}\n`)
  process.exitCode = 70
})
