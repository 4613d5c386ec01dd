// Plays its task in a process of its own and says what came of it; the sources are read as the tests read them.
import { createViteServer } from 'vitest/node'

process.once('message', async (/** @type {import('./play-seeds.ts').Task} */ task) => {
  const server = await createViteServer({
    root: new URL('../../..', import.meta.url).pathname,
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  const { playSeeds } = await server.ssrLoadModule('/test/prove/simulation/play-seeds.ts')
  const played = await playSeeds(task)
  await server.close()
  process.send?.(played, () => process.disconnect())
})
