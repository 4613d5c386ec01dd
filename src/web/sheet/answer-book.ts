import type { ProfileChange } from '../../app/profile/change-profile.ts'
import { settingsOf } from '../../app/profile/profile.ts'
import type { ProfileStore } from '../../app/profile/profile-store.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import type { OperationProfile, ReadOptions } from '../../settings/option-types.ts'
import type { SheetAnswers } from '../protocol/protocol.ts'
import type { ReadingRequest } from '../request-schemas.ts'
import type { UndoableSetting } from './incremental-checker.ts'
import { addAnswers, applyAnswers, noAnswers } from './sheet-answers.ts'

/** The answers about one sheet, and the profile with those for all sheets. */
export class AnswerBook {
  readonly #operation: Operation
  readonly #kept: ProfileStore
  #own: SheetAnswers

  constructor(operation: Operation, kept: ProfileStore, own = noAnswers) {
    this.#operation = operation
    this.#kept = kept
    this.#own = own
  }

  get own(): SheetAnswers {
    return this.#own
  }

  get kept(): OperationProfile {
    return settingsOf(this.#kept.profile, this.#operation)
  }

  reading(absent: ReadonlySet<string>): ReadOptions {
    return applyAnswers(this.#kept.reading(this.#operation), this.#own, absent)
  }

  createSetting(request: Omit<ReadingRequest, 'sheets' | 'hidden'>, headings: readonly string[]): UndoableSetting {
    const { own, change } = addAnswers(this.#own, request, headings, this.kept)
    return this.#toSetting(change, own)
  }

  createProfileSetting(change: ProfileChange): UndoableSetting {
    return this.#toSetting(change, this.#own)
  }

  /** Undone after later answers about headings, it leaves these. */
  #toSetting(change: ProfileChange, own: SheetAnswers): UndoableSetting {
    const before = this.#own
    const answer = (to: SheetAnswers, from: SheetAnswers): void => {
      this.#own = to.columns === from.columns ? { ...to, columns: this.#own.columns } : to
    }
    let reverse: ProfileChange = {}
    return {
      apply: () => {
        reverse = this.#kept.change(this.#operation, change)
        answer(own, before)
      },
      revert: () => {
        this.#kept.change(this.#operation, reverse)
        answer(before, own)
      },
    }
  }
}
