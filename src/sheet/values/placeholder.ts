import { foldText } from '../fold-text.ts'

/** What people write where they do not know a value, without case and accents. */
const words = new Set(
  [
    'none,null,undefined,unknown,not known,not available,not applicable,pending,to be confirmed,to be determined',
    'to be defined,to be decided,to be announced,kein,keine,keiner,keines,keine angabe,k.a.,k. a.,unbekannt',
    'nicht bekannt,nicht vorhanden,nicht zutreffend,entfallt,offen,noch offen,folgt,aucun,aucune,inconnu,inconnue',
    'neant,sans objet,s.o.,non applicable,non disponible,a definir,a determiner,a confirmer,en attente',
    'ninguno,ninguna,desconocido,desconocida,por definir,por confirmar,por determinar,no aplica,no disponible',
    'pendiente,nessuno,nessuna,sconosciuto,sconosciuta,da definire,da confermare,non applicabile,non disponibile',
    'n.d.,nenhum,nenhuma,desconhecido,desconhecida,nao aplicavel,nao disponivel,pendente,geen,onbekend',
    'nog onbekend,niet van toepassing,niet beschikbaar,n.v.t.,nvt,nog te bepalen',
  ].flatMap((line) => line.split(',')),
)
const signs = /^(?:[-–—?.*_/\s]+|n[./\\]\s?a\.?)$/i
/** An id may have them as initials. */
const initials = /^(?:na|nan|nil|t\.?b\.?[acd]\.?)$/i
const longest = 30

/** Whether the text stands for an unknown or missing value; `initials`: it may be an id. */
export function findPlaceholder(text: string): 'sure' | 'initials' | undefined {
  if (text.length > longest || /\d/.test(text)) return undefined
  if (initials.test(text)) return 'initials'
  return signs.test(text) || words.has(foldText(text)) ? 'sure' : undefined
}
