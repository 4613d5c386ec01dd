import { spawn, spawnSync } from 'node:child_process'
import { onTestFinished } from 'vitest'
import { program, type Variables } from './program.ts'

/** Whether there is a program that gives another one a terminal: `script` of util-linux. */
export const hasTerminal = String(spawnSync('script', ['--version']).stdout).includes('util-linux')

export interface Session {
  /** What stands on the screen so far. */
  said(): string
  type(keys: string): void
  /** Waits for something to stand there; the test's time-out is its bound. */
  until(text: string): Promise<void>
  /** The exit code. */
  ended: Promise<number | null>
}

export const keys = { enter: '\r', endOfInput: '\u0004', interrupt: '\u0003' } as const

/** Runs the program as somebody at a terminal does. */
export function startOnTerminal(folder: string, args: readonly string[], variables: Variables): Session {
  const command = [process.execPath, program, ...args].map((word) => `'${word}'`).join(' ')
  const child = spawn('script', ['--quiet', '--return', '--flush', '--command', command, '/dev/null'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, TERM: 'xterm', NO_COLOR: '1', ...variables },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let screen = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text
  })
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve)
  })
  const until = async (text: string): Promise<void> => {
    while (!screen.includes(text)) {
      if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode} before: ${screen}`)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  return { said: () => screen, type: (typed) => void child.stdin.write(typed), until, ended }
}
