import { escapeXml } from '../../sheet/writing/safe-text.ts'

/** HTML whose values were escaped. */
export type Html = string

const notForPages =
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\p{Surrogate}\ufffe\uffff]/gu

/** Text as a page shows it, whatever a sheet or a service put into it: no markup, nothing that turns the order of letters around. */
export function escapeHtml(text: string): Html {
  return escapeXml(text.replace(notForPages, '\ufffd')).replaceAll("'", '&#39;')
}

/** A text of others, which may be as long as they like. */
export function escapeShort(text: string, longest = 120): Html {
  return escapeHtml(text.length > longest ? `${text.slice(0, longest - 1)}…` : text)
}

export function wholeNumber(value: number): string {
  return Math.round(value).toLocaleString('en')
}

/** As spreadsheet programs show it, which take 4.35 for what it says and not for the binary number below it. */
export function oneDecimal(value: number): string {
  return (Math.round(Number((value * 10).toPrecision(12))) / 10).toFixed(1)
}

/** A picture that is read as its description; the figures stand in the table beside it. */
export function picture(width: number, height: number, description: string, content: Html): Html {
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeShort(description, 200)}">${content}</svg>`
}

export function svgText(x: number, y: number, text: string, classes = ''): Html {
  return `<text x="${round(x)}" y="${round(y)}"${classes === '' ? '' : ` class="${classes}"`}>${escapeShort(text, 22)}</text>`
}

export function svgBar(x: number, y: number, width: number, height: number, classes: string, title: string): Html {
  const place = `x="${round(x)}" y="${round(y)}" width="${round(Math.max(0, width))}" height="${round(Math.max(0, height))}"`
  return `<rect ${place} class="${classes}"><title>${escapeShort(title)}</title></rect>`
}

export function round(value: number): number {
  return Math.round(value * 10) / 10
}

/** A round number that none of these is above, for the end of a scale. */
export function endOfScale(values: readonly number[]): number {
  const most = values.reduce((sum, value) => Math.max(sum, value), 1)
  const power = 10 ** Math.floor(Math.log10(most))
  return [1, 2, 5, 10].map((factor) => factor * power).find((end) => end >= most) ?? most
}
