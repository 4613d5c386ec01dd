#!/usr/bin/env node
import { createProcessHost } from './host.ts'
import { main } from './main.ts'

const host = createProcessHost()
// Not awaited at the top level: bundled commands import code from this file, so their loading would wait for its end, a
// deadlock.
void main(host).then((exitCode) => {
  process.exitCode = exitCode
})
