import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { explainMount } from '../../../rooms/ledger/sqlite.ts'
import { altering } from '../../../support/altered.ts'
import { type Variables, Workspace } from '../../../support/program.ts'
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
  '36 22 0:45 / /box rw,relatime - overlay overlay rw,lowerdir=/l,upperdir=/u,workdir=/w',
  '37 36 8:2 / /box/volume rw,relatime - ext4 /dev/sdc1 rw',
  '38 22 0:46 / /initial rw - ramfs none rw',
  '',
].join('\n')

describe('a ledger by its mounts', () => {
  it.each([
    ['/var/lib/rwa-batch/ledger.sqlite', undefined],
    ['/home/ann/ledger.sqlite', 'network'],
    ['/home/ann/local/ledger.sqlite', 'memory'],
    ['/initial/ledger.sqlite', 'memory'],
    ['/box/root/ledger.sqlite', 'layer'],
    ['/box/volume/ledger.sqlite', undefined],
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

  describe.skipIf(!canMount)('new, in a place that ends with its container (skipped where nobody may mount)', () => {
    const places = {
      memory: ['mount -t tmpfs tmpfs box', 'lies in memory (tmpfs)'],
      layer: [
        'mount -t tmpfs tmpfs parts && mkdir parts/l parts/u parts/w && mount -t overlay overlay -o lowerdir=parts/l,upperdir=parts/u,workdir=parts/w box',
        'lies in a container’s own layer (overlay)',
      ],
    } as const
    const command = `"$@" --ledger box/l.sqlite -o`

    async function start(
      script: string,
      { address = '/api', variables = {} }: { address?: string; variables?: Variables } = {},
    ) {
      const service = await startService()
      const baseUrl = service.baseUrl.replace('/version-test/api', address)
      const space = new Workspace({ ...service.variables, RWA_BASE_URL: baseUrl })
      space.write('trips.csv', toCsv(trips(2)))
      for (const folder of ['box', 'parts']) mkdirSync(space.path(folder))
      const inContainer = ['unshare', '-m', 'sh', '-c', `set -e; ${script}`, 'sh']
      const ended = await space.spawn(['assess', 'trips.csv', '--no-wait'], variables, inContainer)
      return { ...ended, created: service.created().length }
    }

    it.each(Object.entries(places))('is refused for production: %s', async (_, [mount, says]) => {
      const refused = await start(`${mount}; ${command} a.csv`)
      expect([refused.code, refused.created], refused.stderr).toEqual([2, 0])
      expect(refused.stderr).toContain(says)
      expect(refused.stderr).toMatch(/volume[\s\S]*--ephemeral-ledger/)
      for (const more of ['--dry-run', '--new-ledger', '--limit 1']) {
        const other = await start(`${mount}; ${command} a.csv ${more}`)
        expect([other.code, other.created], more).toEqual([2, 0])
      }
    })

    it('would forget with each container what was sent, where nobody asks for the place', async () => {
      const twin = altering([{ from: 'store.requireLasting()', to: 'void 0' }])
      const umounted = `${command} a.csv; umount box; rm -rf .local`
      const { code, created } = await start(`${places.memory[0]}; ${umounted}; ${places.memory[0]}; ${command} b.csv`, {
        variables: twin,
      })
      expect([code, created]).toEqual([0, 4])
    })

    it('is refused also where a command before has made the file', async () => {
      const init = `"$1" "$2" ledger init box/l.sqlite`
      const refused = await start(`${places.memory[0]}; ${init}; ${command} a.csv`)
      expect([refused.code, refused.created], refused.stderr).toEqual([2, 0])
    })

    it('is used where its user says so, and from then on without a word', async () => {
      const script = `${command} a.csv --ephemeral-ledger; ${command} b.csv; ${command} c.csv --new-ledger`
      const { code, created, stderr } = await start(`${places.memory[0]}; ${script}`)
      expect([code, created], stderr).toEqual([0, 2])
    })

    it('is used for the test environment, and anywhere on a volume inside it', async () => {
      expect(await start(`${places.layer[0]}; ${command} a.csv`, { address: '/version-test/api' })).toMatchObject({
        created: 2,
      })
      const volume = 'mkdir box/v && mount --bind /var/tmp box/v'
      const file = '$(mktemp -d box/v/rwa-XXXXXX)'
      const onDisk = spawnSync('stat', ['-f', '-c', '%T', '/var/tmp'], { encoding: 'utf8' }).stdout.trim()
      if (['tmpfs', 'overlayfs'].includes(onDisk)) return
      const used = `d=${file}; "$@" --ledger $d/l.sqlite -o a.csv; e=$?; rm -r $d; exit $e`
      expect(await start(`${places.layer[0]}; ${volume}; ${used}`)).toMatchObject({ code: 0, created: 2 })
    })

    it('is said by doctor before', async () => {
      const doctor = `"$1" "$2" doctor --ledger box/l.sqlite`
      const { stdout, code } = await start(`${places.memory[0]}; ${doctor}`)
      expect([code, stdout]).toEqual([2, expect.stringContaining('lies in memory (tmpfs)')])
    })
  })
})
