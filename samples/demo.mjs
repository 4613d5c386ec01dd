// The main job on a sheet as a mobility team keeps it, against the embedded service. Six of its rows hold honest
// mistakes, so the run ends with exit code 3, "finished, and some rows need a person": expected here.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const command = ['dist/cli/main.js', 'assess', 'samples/quarterly-review.xlsx', '--sandbox']

console.log('$ npx rwa-batch assess samples/quarterly-review.xlsx --sandbox\n')
const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' })
if (status === 0 || status === 3) {
  console.log(`
Open output/quarterly-review.assessed.xlsx: the sheet Results has every row with its scores, report link or reason;
Problems says what to correct. Correct a row in samples/quarterly-review.xlsx and run the demo again: only that row is sent.`)
} else {
  process.exitCode = status ?? 1
}
