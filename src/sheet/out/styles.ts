import type ExcelJS from 'exceljs'
import type { Mark } from './plan.ts'

export type StyleOf = (
  format: string | undefined,
  isWrapped: boolean,
  isLink: boolean,
  mark?: Mark,
) => Partial<ExcelJS.Style>

const fillOf: Readonly<Record<Mark, ExcelJS.FillPattern>> = {
  wrong: { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFFFC7CE' } },
  doubtful: { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFFFEB9C' } },
}

/** One shared style object for each combination: exceljs knows a style by its object, and making one per cell doubles the time. */
export function createStyles(): StyleOf {
  const styles = new Map<string, Partial<ExcelJS.Style>>()
  return (format, isWrapped, isLink, mark) => {
    const key = `${isWrapped ? 'w' : ''}${isLink ? 'l' : ''}${mark ?? ''}|${format ?? ''}`
    const known = styles.get(key)
    if (known !== undefined) return known
    const style: Partial<ExcelJS.Style> = {
      ...(format === undefined ? {} : { numFmt: format }),
      ...(isLink ? { font: { color: { argb: 'FF0563C1' }, underline: true } } : {}),
      ...(mark === undefined ? {} : { fill: fillOf[mark] }),
      alignment: { vertical: 'top', ...(isWrapped ? { wrapText: true } : {}) },
    }
    styles.set(key, style)
    return style
  }
}

export const headingStyle: Partial<ExcelJS.Style> = {
  font: { bold: true },
  fill: { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFE7E6E6' } },
  alignment: { vertical: 'middle' },
}

/** Green at 0, yellow at 5, red at 10, whatever the values in the column. */
export const scoreScale: ExcelJS.ColorScaleRuleType = {
  type: 'colorScale',
  priority: 1,
  cfvo: [
    { type: 'num', value: 0 },
    { type: 'num', value: 5 },
    { type: 'num', value: 10 },
  ],
  color: [{ argb: 'FF63BE7B' }, { argb: 'FFFFEB84' }, { argb: 'FFF8696B' }],
}
