/** Why a workbook is left alone: a clause that follows "because". */
export class NotSafe extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'NotSafe'
  }
}
