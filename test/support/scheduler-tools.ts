import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Workspace } from './program.ts'

/**
 * A small `crontab` that keeps the file `table`, and a `systemctl` that writes down its `calls`, in the folder of a
 * workspace. Returns the variables with which they are found first: those of this user are never touched.
 */
export function createSchedulerTools(space: Workspace): { PATH: string } {
  const folder = space.path('bin')
  mkdirSync(folder)
  const tool = (name: string, script: string): void => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(folder, name), 0o755)
  }
  const table = space.path('table')
  tool(
    'crontab',
    `if [ "$1" = -l ]; then [ -f '${table}' ] && exec cat '${table}'; echo "no crontab for ann" >&2; exit 1; fi
echo written >>'${table}.writes'; exec cat >'${table}'`,
  )
  tool('systemctl', `echo "$@" >>'${space.path('calls')}'; [ ! -e '${space.path('broken')}' ]`)
  return { PATH: [folder, process.env['PATH']].join(delimiter) }
}
