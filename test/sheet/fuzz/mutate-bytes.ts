import type { Random } from '../../rooms/support.ts'
import { below, pick, stretch } from './choose.ts'

type Mutation = (bytes: Buffer, random: Random) => Buffer

const mutations: readonly Mutation[] = [flipBytes, cutEnd, cutOut, repeat, zero, insertNoise, move]

/** Changes bytes without knowing what they mean. */
export function mutateBytes(bytes: Buffer, random: Random): Buffer {
  return pick(random, mutations)(bytes, random)
}

function flipBytes(bytes: Buffer, random: Random): Buffer {
  const changed = Buffer.from(bytes)
  for (let times = 1 + below(random, 8); times > 0; times -= 1) {
    const at = below(random, changed.length)
    changed[at] = random() < 0.5 ? below(random, 256) : (changed[at] ?? 0) ^ (1 << below(random, 8))
  }
  return changed
}

function cutEnd(bytes: Buffer, random: Random): Buffer {
  return Buffer.from(bytes.subarray(0, below(random, bytes.length + 1)))
}

function cutOut(bytes: Buffer, random: Random): Buffer {
  const { start, end } = stretch(random, bytes.length)
  return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)])
}

function repeat(bytes: Buffer, random: Random): Buffer {
  const { start, end } = stretch(random, bytes.length)
  return Buffer.concat([bytes.subarray(0, end), bytes.subarray(start)])
}

function zero(bytes: Buffer, random: Random): Buffer {
  const { start, end } = stretch(random, bytes.length)
  return Buffer.from(bytes).fill(random() < 0.7 ? 0 : 255, start, end)
}

function insertNoise(bytes: Buffer, random: Random): Buffer {
  const at = below(random, bytes.length + 1)
  const noise = Buffer.from(Array.from({ length: 1 + below(random, 64) }, () => below(random, 256)))
  return Buffer.concat([bytes.subarray(0, at), noise, bytes.subarray(at)])
}

function move(bytes: Buffer, random: Random): Buffer {
  const { start, end } = stretch(random, bytes.length)
  const rest = Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)])
  const at = below(random, rest.length + 1)
  return Buffer.concat([rest.subarray(0, at), bytes.subarray(start, end), rest.subarray(at)])
}
