import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { program as builtProgram, Workspace } from '../support/program.ts'
import { createWholeProgram } from '../support/whole-program.ts'

function isThere(shell: string): boolean {
  return spawnSync(shell, ['--version']).status === 0
}

function shellIn(space: Workspace, shell: string, args: readonly string[]): string {
  const env = { PATH: `${space.folder}:${process.env['PATH']}`, HOME: space.folder, TERM: 'dumb' }
  const { stdout, stderr } = spawnSync(shell, args, { cwd: space.folder, env, encoding: 'utf8' })
  expect(stderr).toBe('')
  return stdout
}

/** The words that a shell offers for the last one of a line, sorted. */
type Offer = (space: Workspace, script: string, line: string) => string[]

const offers: Readonly<Record<string, Offer>> = {
  bash(space, script, line) {
    // As bash breaks words.
    const words = line.split(/ |(?==)|(?<==)/)
    const quoted = words.map((word) => `'${word}'`).join(' ')
    // What is left to the file names of bash is a line for itself, as bash would complete it.
    const ask = `source ./${script}; COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}
      compopt() { isClosed=1; }
      _rwa_batch rwa-batch; printf '%s\\n' "\${COMPREPLY[@]}"
      if [[ \${#COMPREPLY[@]} = 0 && -z $isClosed ]]; then compgen -f -- '${words.at(-1)}'; fi`
    return toWords(shellIn(space, 'bash', ['--norc', '-c', ask]))
  },
  zsh(space, script, line) {
    // The real thing: a terminal in which the tabulator is pressed; its answers go to a file.
    const ask = `zmodload zsh/zpty zsh/zselect
      await() { while [[ ! -e $1 ]]; do zselect -t 1; done; rm $1 }
      zpty z zsh -f -i
      zpty -w z 'autoload -U compinit; compinit -u -d ./dump; source ./${script}'
      zpty -w z 'compadd() { if [[ " $* " == *" -"[OAD]" "* ]]; then builtin compadd "$@"; else
        local -a seen; builtin compadd -A seen "$@"; print -rl -- $seen >> ./offered; builtin compadd "$@"; fi }'
      zpty -w z 'answer() { _main_complete "$@"; touch ./answered }; zle -C expand-or-complete expand-or-complete answer'
      zpty -w z 'touch ready'; await ready
      zpty -n -w z '${line}'$'\\t'; await answered
      zpty -d z; touch offered; cat offered; rm offered`
    return toWords(shellIn(space, 'zsh', ['-f', '-c', ask]))
  },
  fish: (space, script, line) =>
    toWords(shellIn(space, 'fish', ['--no-config', '-c', `source ./${script}; complete -C '${line}'`])),
  pwsh(space, script, line) {
    const ask = `Get-Content -Raw ./${script} | Invoke-Expression
      (TabExpansion2 '${line}' ${line.length}).CompletionMatches.CompletionText`
    return toWords(shellIn(space, 'pwsh', ['-NoProfile', '-Command', ask]))
  },
}

/** Descriptions stand behind a tabulator; zsh offers a file without its folder, and quoted. */
function toWords(text: string): string[] {
  const words = text.split('\n').map((line) =>
    line
      .replace(/\t.*|\\/g, '')
      .replace(/^.*\//, '')
      .trim(),
  )
  return [...new Set(words.filter((word) => word !== ''))].toSorted()
}

const program = createWholeProgram()
const commands = program.commands.map((command) => command.name()).toSorted()

describe.each(Object.entries(offers))('completion in %s', (shell, offer) => {
  it.runIf(isThere(shell))('offers commands, options, values and files', async () => {
    const space = new Workspace()
    const { code, stdout } = await space.run(['completion', shell])
    expect(code).toBe(0)
    expect(stdout.split('\n').length).toBeLessThanOrEqual(13)
    space.write('script', stdout)
    symlinkSync(builtProgram, space.path('rwa-batch'))
    mkdirSync(space.path('data'))
    writeFileSync(space.path('data/trips.csv'), '')
    writeFileSync(space.path('data/some hires.csv'), '')
    const complete = (line: string): string[] => offer(space, 'script', line)

    expect(complete('rwa-batch ')).toEqual(commands)
    expect(complete('rwa-batch ass')).toEqual(['assess'])
    expect(complete('rwa-batch assess --token')).toEqual(['--token-command', '--token-file', '--token-rotated'])
    expect(complete('rwa-batch ledger ')).toEqual(['export', 'forget', 'init', 'move', 'rules', 'status'])
    expect(complete('rwa-batch ledger init --acc')).toEqual(['--accept-restored'])
    expect(complete('rwa-batch check ')).toEqual(['assess', 'decide', 'invite'])
    expect(complete('rwa-batch assess data/')).toEqual(['some hires.csv', 'trips.csv'])
    expect(complete('rwa-batch check assess data/s')).toEqual(['some hires.csv'])
    expect(complete('rwa-batch assess data/trips.csv --lists data/t')).toEqual(['trips.csv'])
    expect(complete('rwa-batch assess --hidden ')).toEqual(['include', 'skip'])
    expect(complete('rwa-batch assess --hidden skip --yes data/t')).toEqual(['trips.csv'])
    expect(complete('rwa-batch assess --hidden=s')).toEqual([shell === 'bash' ? 'skip' : '--hidden=skip'])
    if (shell !== 'pwsh') expect(complete('rwa-batch assess --lists=data/t')).toEqual(['trips.csv'])
    // PowerShell offers files where a script offers nothing.
    if (shell !== 'pwsh') expect(complete('rwa-batch assess --rate ')).toEqual([])
    expect(complete('rwa-batch decide --zqx')).toEqual([])
    expect(complete('rwa-batch help pri')).toEqual(['privacy'])
    expect(complete('rwa-batch completion ')).toEqual(['bash', 'fish', 'pwsh', 'zsh'])
  })
})
