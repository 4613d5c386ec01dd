import type { XmlTag } from './xml-tag.ts'

/** Element names come without their prefix. */
export interface XmlHandler {
  /** Text is decoded only while this is true. */
  wantsText: boolean
  open(name: string, tag: XmlTag): void
  /** One text may come in several calls. */
  text(text: string): void
  close(name: string): void
  /** @throws XmlError when something was missing. */
  end?(): void
  /** For elements that occur millions of times. */
  readonly fastPath?: FastPath
  /** Asks for a pause at the next end tag. */
  readonly isFull?: boolean
}

/** Reads plain elements without the scanner. README.md lists its preconditions and duties. */
export interface FastPath {
  /**
   * `parse` is called only when this string follows in the bytes: its loops stop there without checking for the end.
   */
  readonly terminator: string
  /** Reads the element that starts at `at`. Returns the offset after it, or -1 to leave it to the scanner. */
  parse(bytes: Buffer, text: string, at: number): number
}
