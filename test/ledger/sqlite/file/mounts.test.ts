import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { explainMount } from '../../../../src/ledger/sqlite/file/mounts.ts'
import { Workspace } from '../../../support/program.ts'
import { startService } from '../../../support/service.ts'
import { toCsv, trips } from '../../../support/trips.ts'

const mountinfo = [
  '22 27 0:21 / / rw,relatime - ext4 /dev/sda1 rw',
  '30 22 0:40 / /home rw,relatime shared:5 - nfs4 server:/home rw',
  '31 30 0:41 / /home/ann/local rw,relatime - tmpfs tmpfs rw',
  '32 22 8:1 /data/l.sqlite /srv/ledger.sqlite rw,relatime - ext4 /dev/sda1 rw',
  '33 22 0:42 / /mnt/my\\040share rw,relatime - cifs //server/share rw',
  '34 22 0:43 / /mnt/twice rw,relatime - nfs server:/a rw',
  '35 22 0:44 / /mnt/twice rw,relatime - xfs /dev/sdb1 rw',
  '',
].join('\n')

describe('a ledger by its mounts', () => {
  it.each([
    ['/var/lib/rwa-batch/ledger.sqlite', undefined],
    ['/home/ann/ledger.sqlite', 'network'],
    ['/home/ann/local/ledger.sqlite', undefined],
    ['/homeless/ledger.sqlite', undefined],
    ['/srv/ledger.sqlite', 'mount'],
    ['/srv/ledger.sqlite.other', undefined],
    ['/mnt/my share/ledger.sqlite', 'network'],
    ['/mnt/twice/ledger.sqlite', undefined],
  ])('at %s: %s', (file, reason) => {
    expect(explainMount(file, mountinfo)).toBe(reason)
    expect(explainMount(file, '')).toBeUndefined()
  })

  const canMount = spawnSync('unshare', ['-m', 'true']).status === 0

  it.skipIf(!canMount)(
    'is refused where the file itself is mounted, and nothing is sent (skipped where nobody may mount)',
    async () => {
      const service = await startService()
      const space = new Workspace(service.variables)
      space.write('trips.csv', toCsv(trips(2)))
      const first = await space.assess('trips.csv', '--no-wait', '--ledger', 'm/l.sqlite', '-o', 'a.csv')
      expect([first.code, service.created().length]).toEqual([0, 2])
      const script = 'mkdir k && touch k/l.sqlite && mount --bind m/l.sqlite k/l.sqlite && exec "$@"'
      const mounted = ['unshare', '-m', 'sh', '-c', script, 'sh']
      const again = ['assess', 'trips.csv', '--no-wait', '--ledger', 'k/l.sqlite', '-o', 'b.csv', '--new-ledger']
      const { code, stderr } = await space.spawn(again, {}, mounted)
      expect([code, service.created().length], stderr).toEqual([1, 2])
      expect(stderr).toContain('is mounted by itself')
    },
  )
})
