/** Every choice of a simulation comes from here: the same seed, the same choices. */
import type { Random } from '../../rooms/support.ts'
import { seededRandom } from '../../support/seeded-random.mjs'
export class Dice {
  readonly random: Random

  constructor(seed: number) {
    this.random = seededRandom(seed)
  }

  /** Dice of their own for one concern, so that one throw more there does not change everything else. */
  fork(): Dice {
    return new Dice(this.int(0, 4_294_967_295))
  }

  chance(probability: number): boolean {
    return this.random() < probability
  }

  /** Both ends included. */
  int(from: number, to: number): number {
    return from + Math.floor(this.random() * (to - from + 1))
  }

  pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[this.int(0, choices.length - 1)] ?? choices[0]
  }

  weighted<T extends { weight: number }>(choices: readonly [T, ...T[]]): T {
    let left = this.random() * choices.reduce((sum, { weight }) => sum + weight, 0)
    for (const choice of choices) {
      left -= choice.weight
      if (left < 0) return choice
    }
    return choices[0]
  }

  shuffle<T>(items: readonly T[]): T[] {
    return items
      .map((item) => ({ item, at: this.random() }))
      .sort((left, right) => left.at - right.at)
      .map(({ item }) => item)
  }
}
