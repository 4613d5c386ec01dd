import { realpathSync } from 'node:fs'
import { writeShortcut } from '../../app/desktop-shortcut.ts'
import type { ExitCode } from '../exit-code.ts'
import type { Host } from '../host.ts'
import { printLines } from '../output/print.ts'
import { dropOptions } from '../quote-command.ts'

/** `web --shortcut`: a desktop icon that starts the page in this folder, with the options of this command line. */
export function createShortcut(host: Host): ExitCode {
  const { platform, env, folder, program, argv } = host
  const [node = '', ...script] = program
  const command = [
    node,
    ...script.map((file) => realpathSync(file)),
    ...dropOptions(argv, (_, name) => name === 'shortcut'),
  ]
  const files = writeShortcut({ platform, env, command, folder })
  printLines(host, [`An icon that starts the page in ${folder}:`, ...files])
  if (platform === 'win32' || platform === 'darwin') {
    printLines(host, ['It is made as the documentation of this system says, and was not tried there.'])
  }
  return 0
}
