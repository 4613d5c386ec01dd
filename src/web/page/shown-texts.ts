import { options } from 'preact'
import { showCodes } from '../../messages/show-codes.ts'

/** Attributes that people read or hear; the value of an input is what they edit. */
const readAttributes = ['title', 'aria-label', 'placeholder', 'label', 'alt']

const { vnode: before } = options

/** Every text of the page comes by here: what a sheet, a service or a ledger says is shown as a terminal shows it. */
options.vnode = (node) => {
  before?.(node)
  const { type, props } = node as { type: unknown; props: unknown }
  // A text is a node without a type, whose properties are the text.
  if (typeof props === 'string') node.props = showCodes(props) as never
  if (typeof type !== 'string') return
  const attributes = props as Record<string, unknown>
  for (const name of readAttributes) {
    const text = attributes[name]
    if (typeof text === 'string') attributes[name] = showCodes(text)
  }
}
