import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { assessed, Workspace } from '../../support/program.ts'
import { startService } from '../../support/service.ts'
import { toCsv, trips } from '../../support/trips.ts'
import { nothingWrong, settle } from './surroundings.ts'

/** Runs the command behind it with its streams as the shell has them there. */
function shell(text: string): string[] {
  return ['bash', '-c', text, 'bash']
}

describe('a run whose streams are gone', () => {
  it.each([
    ['standard error closed', shell('exec "$@" 2>&-'), 0],
    ['standard output closed', shell('exec "$@" >&-'), 0],
    ['every stream closed', shell('exec "$@" <&- >&- 2>&-'), 0],
    ['a reader of both that has gone away', shell('"$@" > >(exec true) 2> >(exec true); echo $? > code'), 0],
    ['standard error on a full disk', shell('"$@" 2> /dev/full; echo $? > code'), 0],
    ['standard output on a full disk', shell('"$@" > /dev/full; echo $? > code'), 0],
  ])('%s: ends as ever, and nothing is lost', async (_title, via, expected) => {
    const service = await startService()
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(30)))
    const { code } = await space.spawn(['assess', 'trips.csv', '--json', '--verbose'], {}, via)
    const ended = existsSync(space.path('code')) ? Number(readFileSync(space.path('code'), 'utf8')) : code
    expect(ended).toBe(expected)
    expect(service.created()).toHaveLength(30)
    expect(await settle(service, space.path(assessed('trips')))).toEqual(nothingWrong)
  })

  it('a pipe for standard error that is full and not read only makes it wait', async () => {
    const service = await startService()
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(30)))
    // 64 KiB fill the pipe; what the program says first waits until somebody reads.
    const text =
      '(head -c 65536 /dev/zero >&2; exec "$@") 2> >(until [ -e read ]; do sleep 0.05; done; tail -c 2000 >&2)'
    const running = space.start(['assess', 'trips.csv', '--json', '--no-wait', '--verbose'], {}, shell(text))
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(running.child.exitCode).toBe(null)
    space.write('read', '')
    const { code, summary } = await running.ended
    expect([code, summary.outcomes, service.created().length]).toEqual([0, { accepted: 30 }, 30])
  })
})

it('a log file that cannot be kept is said once and stops nothing', async () => {
  const service = await startService()
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(trips(3)))
  const { code, stderr } = await space.spawnAssess('trips.csv', '--no-wait', '--log-file', '/dev/full')
  expect([code, service.created().length]).toEqual([0, 3])
  expect(
    stderr.match(/warning: \/dev\/full could not be written: the disk is full; the run goes on without it/g),
  ).toHaveLength(1)
})
