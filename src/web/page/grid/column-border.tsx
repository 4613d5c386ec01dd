import { texts } from '../texts/texts.ts'
import { type ColumnWidths, findTargetWidth, narrowest, widest } from './column-widths.ts'

interface ColumnBorderProps {
  heading: string
  column: number
  widths: ColumnWidths
  /** One border at a time can take the focus: that of the active column. */
  isActive: boolean
}

/** The right border of a heading: dragged, or moved by arrow keys. A double click or Enter brings the usual width back. */
export function ColumnBorder({ heading, column, widths, isActive }: ColumnBorderProps) {
  const rem = widths.remOf(column)
  function drag(event: PointerEvent & { currentTarget: HTMLElement }): void {
    if (event.button !== 0) return
    const border = event.currentTarget
    const remPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
    const move = ({ clientX }: PointerEvent): void => widths.set(column, rem + (clientX - event.clientX) / remPx)
    border.setPointerCapture(event.pointerId)
    border.addEventListener('pointermove', move)
    border.addEventListener('lostpointercapture', () => border.removeEventListener('pointermove', move), { once: true })
  }
  function onKeyDown(event: KeyboardEvent): void {
    const target = findTargetWidth(event.key, rem)
    if (event.key !== 'Tab') event.stopPropagation()
    if (target === undefined && event.key !== 'Enter') return
    event.preventDefault()
    widths.set(column, target)
  }
  return (
    <span
      role="separator"
      class="border"
      aria-orientation="vertical"
      aria-label={isActive ? texts.width(heading) : undefined}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      aria-valuenow={Math.round(rem)}
      aria-hidden={!isActive}
      tabIndex={isActive ? 0 : undefined}
      title={texts.width(heading)}
      onPointerDown={drag}
      onDblClick={() => widths.set(column, undefined)}
      onKeyDown={onKeyDown}
    />
  )
}
