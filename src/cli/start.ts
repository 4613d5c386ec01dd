#!/usr/bin/env node
import { createProcessHost } from './host.ts'
import { main } from './main.ts'

const host = createProcessHost()
// Not awaited at the top level: bundled commands import from this file, so loading them would wait for its end.
void main(host).then((exitCode) => {
  process.exitCode = exitCode
})
