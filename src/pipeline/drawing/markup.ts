import { showCodes } from '../../messages/show-codes.ts'
import { escapeXml } from '../../sheet/package/xml-entities.ts'

/** HTML with all values escaped. */
export type Html = string

/** Without markup: texts come from sheets and the service. */
export function escapeHtml(text: string): Html {
  return escapeXml(showCodes(text).replace(/[\p{Surrogate}\ufffe\uffff]/gu, '\ufffd')).replaceAll("'", '&#39;')
}

/** For texts of unlimited length from outside. */
export function escapeShort(text: string, longest = 120): Html {
  return escapeHtml(text.length > longest ? `${text.slice(0, longest - 1)}…` : text)
}

export function wholeNumber(value: number): string {
  return Math.round(value).toLocaleString('en')
}

/** Rounds as spreadsheet programs do: 4.35 counts as its decimal text, not as the binary number below it. */
export function oneDecimal(value: number): string {
  return (Math.round(Number((value * 10).toPrecision(12))) / 10).toFixed(1)
}

/** Screen readers get the description; the figures stand in the table beside the picture. */
export function picture(width: number, height: number, description: string, content: Html): Html {
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeShort(description, 200)}">${content}</svg>`
}

export function svgText(x: number, y: number, text: string, classes = ''): Html {
  return `<text x="${round(x)}" y="${round(y)}"${classes === '' ? '' : ` class="${classes}"`}>${escapeShort(text, 22)}</text>`
}

export function svgBar(x: number, y: number, width: number, height: number, classes: string, title: string): Html {
  const box = `x="${round(x)}" y="${round(y)}" width="${round(Math.max(0, width))}" height="${round(Math.max(0, height))}"`
  return `<rect ${box} class="${classes}"><title>${escapeShort(title)}</title></rect>`
}

export function round(value: number): number {
  return Math.round(value * 10) / 10
}

/** A round number that is not below any of `values`, for the end of a scale. */
export function endOfScale(values: readonly number[]): number {
  const most = values.reduce((sum, value) => Math.max(sum, value), 1)
  const power = 10 ** Math.floor(Math.log10(most))
  return [1, 2, 5, 10].map((factor) => factor * power).find((end) => end >= most) ?? most
}
