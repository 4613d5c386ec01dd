/** The reason for not changing a workbook: a clause that follows "because". */
export class UnsupportedWorkbookError extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'NotSafe'
  }
}
