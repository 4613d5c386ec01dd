import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const inMemory = '/dev/shm'
/** Containers often have 64 MB there: too little for one server. */
const leastBytes = 1e9

/** Where folders of tests are made that are not about durability: in memory, where the system has such a place. */
export const memoryFolder = existsSync(inMemory) && hasRoom() ? inMemory : tmpdir()

function hasRoom() {
  const { bavail, bsize } = statfsSync(inMemory)
  return bavail * bsize > leastBytes
}
