import { countColour, edgeColour, heatRules, lineColours, partColours } from '../../messages/score-colours.ts'
import { reportRules } from './report.css.ts'

/** With the colours that pictures share with every face. */
export const reportStyle = [
  reportRules,
  `.axis{stroke:${edgeColour};stroke-width:1}.plain{fill:${countColour}}rect{stroke:${edgeColour};stroke-width:.6}`,
  ...lineColours.map(
    (colour, line) =>
      `.line${line}{stroke:${colour}}.dot${line}{fill:${colour}}svg text.name${line}{fill:${colour};font-weight:650}`,
  ),
  heatRules(),
  ...partColours.map((colour, part) => `.part${part}{fill:${colour}}`),
].join('\n')
