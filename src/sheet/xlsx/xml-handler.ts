import type { XmlTag } from './xml-tag.ts'

/** Element names come without their prefix. */
export interface XmlHandler {
  /** Text is cut out and decoded only while this is true. */
  wantsText: boolean
  open(name: string, tag: XmlTag): void
  /** May come in several pieces. */
  text(text: string): void
  close(name: string): void
  /** For elements that come by the million. */
  readonly fastPath?: FastPath
  /** Asks for a pause at the next end tag, so that what was gathered can be taken. */
  readonly isFull?: boolean
}

/** Reads plain elements in one go, past the scanner. What it may rely on, and must keep to, is in the README beside. */
export interface FastPath {
  /** It is asked only where this stands ahead in the bytes: its loops stop there and need not look for the end of the bytes. */
  readonly terminator: string
  /** Reads the whole element that starts at this place; gives the place behind it, or -1 to leave it to the scanner. */
  parse(bytes: Buffer, text: string, at: number): number
}
