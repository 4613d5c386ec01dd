import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { planShortcut, writeShortcut } from '../rooms/cli.ts'

const command = ['/usr/bin/node', '/opt/rwa batch/rwa-batch.cjs', 'web']

/** The words of a line `Exec`, as whoever starts such a file reads them. */
function readExec(content: string): string[] {
  const [, value = ''] = /^Exec=(.*)$/m.exec(content) ?? []
  const line = value.replaceAll(/\\(.)/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped))
  return [...line.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, word = '']) =>
    word.replaceAll(/\\(.)/g, '$1').replaceAll('%%', '%'),
  )
}

describe('an icon that starts the page', () => {
  it.each([['/plain/path'], ['with space'], ['100%'], ['a"b`c$d\\e'], ["it's"], ['größe 🌍']])(
    'on Linux: %s is read back as it was',
    (word) => {
      const [entry] = planShortcut({
        platform: 'linux',
        env: { HOME: '/home/ann' },
        command: [...command, word],
        folder: '/w',
      })
      expect(entry?.file).toBe('/home/ann/.local/share/applications/rwa-batch.desktop')
      expect(readExec(entry?.content ?? '')).toEqual([...command, word])
    },
  )

  it.skipIf(process.platform === 'win32').each([['with space'], ["it's"], ['$HOME `x`']])(
    'on macOS: a shell reads %s back as it was',
    (word) => {
      const wishes = {
        platform: 'darwin',
        env: { HOME: '/Users/ann' },
        command: ['printf', '%s', word],
        folder: '/',
      } as const
      const [script] = planShortcut(wishes)
      expect(script).toMatchObject({ file: '/Users/ann/Applications/Risk assessments.command', mode: 0o755 })
      expect(execFileSync('sh', ['-c', script?.content ?? ''], { encoding: 'utf8' })).toBe(word)
    },
  )

  it('on Windows: in the menu, with the percent sign doubled', () => {
    const [batch] = planShortcut({
      platform: 'win32',
      env: { APPDATA: 'C:\\Users\\ann\\AppData\\Roaming' },
      command: ['C:\\Program Files\\node.exe', '100%.cjs', 'web'],
      folder: 'C:\\Trips',
    })
    expect(batch?.file).toBe(
      'C:\\Users\\ann\\AppData\\Roaming\\Microsoft\\Windows\\Start Menu\\Programs\\Risk assessments.cmd',
    )
    expect(batch?.content).toContain(
      'cd /d "C:\\Trips"\r\nstart "Risk assessments" /min "C:\\Program Files\\node.exe" "100%%.cjs" "web"\r\n',
    )
  })

  it('says which variable is missing', () => {
    expect(() => planShortcut({ platform: 'win32', env: {}, command, folder: '/' })).toThrow('APPDATA')
  })

  it.skipIf(process.platform === 'win32')(
    'is put where the system looks, on the desktop only where there is one',
    () => {
      const home = mkdtempSync(join(tmpdir(), 'rwa-icon-'))
      onTestFinished(() => rmSync(home, { recursive: true, force: true }))
      const wishes = { platform: 'linux', env: { HOME: home }, command, folder: home } as const
      expect(writeShortcut(wishes)).toHaveLength(1)
      mkdirSync(join(home, 'Desktop'))
      const [menu = '', desktop = ''] = writeShortcut(wishes)
      expect(readFileSync(desktop)).toEqual(readFileSync(menu))
      expect(statSync(menu).mode & 0o111).not.toBe(0)
    },
  )
})
