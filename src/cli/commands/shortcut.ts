import { realpathSync } from 'node:fs'
import { placeIcon } from '../../app/start-icon.ts'
import type { ExitCode } from '../exit-code.ts'
import { printLines } from '../output/print.ts'
import { toPageStart } from '../quote-command.ts'

/** `web --shortcut`: an icon that starts the page in this folder, as this command line would. */
export function placeShortcut(): ExitCode {
  const { platform, env, execPath, argv } = process
  const [, program = '', ...args] = argv
  const command = [execPath, realpathSync(program), ...toPageStart(args)]
  const files = placeIcon({ platform, env, command, folder: process.cwd() })
  printLines([`An icon that starts the page in ${process.cwd()}:`, ...files])
  if (platform === 'win32' || platform === 'darwin') {
    printLines(['It is made as the documentation of this system says, and was not tried there.'])
  }
  return 0
}
