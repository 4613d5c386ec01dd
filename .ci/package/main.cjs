// The first script of the single executable. Double-clicked, or called without arguments, it opens the page.
if (process.argv.length === 2) process.argv.push('web')
require('./dist/bin/rwa-batch.cjs')
