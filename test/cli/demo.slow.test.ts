import { existsSync, readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { Workspace } from '../support/program.ts'

it('the demo goes the whole way in a folder of its own, names its files, and a second one creates nothing', {
  timeout: 120_000,
}, async () => {
  const space = new Workspace()
  // Neither this profile nor these variables are used.
  space.write('rwa-batch.json', '{"secondPair": true, "baseUrl": "https://service.example/api"}')
  const first = await space.spawn(['demo'], { RWA_BASE_URL: 'https://service.example/api', RWA_API_TOKEN: 'secret' })
  expect(first.code, first.stderr).toBe(0)
  expect(first.stderr).toContain('54  scored     created, with scores')
  expect(first.stderr).toContain('7  decided    decision recorded')
  const named = [...first.stdout.matchAll(/^ {2}(output\/\S+\.xlsx)$/gm)].map(([, file = '']) => file)
  expect(named).toHaveLength(2)
  for (const file of named) expect(existsSync(space.path(`rwa-batch-demo/${file}`)), file).toBe(true)
  expect(readdirSync(space.folder).toSorted()).toEqual(['.local', 'rwa-batch-demo', 'rwa-batch.json'])
  // As the demo's last lines say.
  const next = await space.run(['assess', 'quarterly-review.xlsx', '--sandbox'], {}, space.path('rwa-batch-demo'))
  expect(next.stderr).toContain('54  scored     already done by an earlier run')

  const second = await space.spawn(['demo'])
  expect(second.code, second.stderr).toBe(0)
  expect(second.stderr).toContain('54  scored     already done by an earlier run')
  expect(second.stderr).toContain('7  decided    already done by an earlier run')
  expect(second.stderr).not.toContain('was changed')
})
