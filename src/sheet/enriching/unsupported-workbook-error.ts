/** Why a workbook is left alone: a clause that follows "because". */
export class UnsupportedWorkbookError extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'NotSafe'
  }
}
