// Loaded into the program with `--import`: it dies before it records its ledger in the register a second time.
const start = globalThis.setInterval
/** @param {() => void} act @param {number} everyMs */
const never = (act, everyMs) => start(act, everyMs === 5_000 ? 2 ** 31 - 1 : everyMs)
Object.assign(globalThis, { setInterval: never })
