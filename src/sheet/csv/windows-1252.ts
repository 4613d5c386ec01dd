/** What the bytes 0x80 to 0x9F are in Windows-1252; the five it leaves open stay control characters, as on the web. */
const upperControls = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

/** Ours, because some versions of Node read Windows-1252 as ISO 8859-1. */
export function decodeWindows1252(bytes: Buffer): string {
  const text = bytes.toString('latin1')
  return text.replace(/[\x80-\x9f]/g, (character) => upperControls.charAt(character.charCodeAt(0) - 0x80))
}
