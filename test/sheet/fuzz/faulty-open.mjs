// Stands for a reader with every fault that the fuzz test looks for, one per file.

/** @type {Buffer[]} */
const kept = []

/**
 * @param {string} file
 * @returns {Promise<object>}
 */
export async function openSheet(file) {
  switch (Number(/\d+$/.exec(file)?.[0])) {
    case 0:
      throw new TypeError('undefined is not a function')
    case 1:
      for (;;) kept.length = 0
    case 2:
      return sheetOf(0)
    case 3:
      kept.push(Buffer.alloc(400 * 1_048_576, 1))
      return sheetOf(1)
    case 4:
      return process.exit(134)
    case 5:
      throw Object.assign(new Error('two\nlines about a file'), { code: 'input', hint: 'Do something about it.' })
    case 6:
      return new Promise(() => {})
    default:
      return sheetOf(1)
  }
}

/** @param {number} rows */
function sheetOf(rows) {
  return {
    sheet: 'Trips',
    sheets: [],
    async *rows() {
      for (let number = 1; number <= rows; number += 1) yield { number, cells: [{ t: 'n', v: 1 }], isHidden: false }
    },
    async close() {},
  }
}
