#!/usr/bin/env node
import { createProcessHost } from './host.ts'
import { main } from './main.ts'

const host = createProcessHost()
// Not awaited up here: what the commands share with this file could not be loaded before it has ended.
void main(host).then((exitCode) => {
  process.exitCode = exitCode
})
