/** Drawn on 20 × 20. */
const paths = {
  start: 'M3 9l7-6 7 6v8h-5v-5H8v5H3z',
  trips: 'M10 18s6-5.5 6-10a6 6 0 1 0-12 0c0 4.5 6 10 6 10zM10 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  decisions: 'M4 3h12v14H4zM7 10l2 2 4-4',
  invitations: 'M8 9a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2 17c0-3 2.5-5 6-5s6 2 6 5M16 6v6M13 9h6',
  settings: 'M3 6h9M16 6h1M3 14h1M8 14h9M14 4v4M6 12v4',
  file: 'M5 2.5h6.5l4 4v11H5zM11.5 2.5v4h4M7.5 10h5M7.5 13h5',
  upload: 'M10 13V4M6.5 7.5L10 4l3.5 3.5M3.5 13.5v3h13v-3',
  download: 'M10 4v9M6.5 9.5L10 13l3.5-3.5M3.5 13.5v3h13v-3',
  test: 'M8 3h4M8.7 3v5l-4.4 7.2A1.3 1.3 0 0 0 5.4 17h9.2a1.3 1.3 0 0 0 1.1-1.8L11.3 8V3M6.5 12.5h7',
  real: 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15zM2.5 10h15M10 2.5c2.3 2.2 3.3 4.7 3.3 7.5s-1 5.3-3.3 7.5c-2.3-2.2-3.3-4.7-3.3-7.5s1-5.3 3.3-7.5z',
  good: 'M4 10.5l4 4 8-9',
  wait: 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15zM10 6v4.2l2.8 1.8',
  wrong: 'M6.8 2.5h6.4l4.3 4.3v6.4l-4.3 4.3H6.8l-4.3-4.3V6.8zM7.5 7.5l5 5M12.5 7.5l-5 5',
  doubt: 'M10 2.8l7.8 13.7H2.2zM10 8v4M10 14.3v.1',
  ask: 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15zM7.9 7.9a2.2 2.2 0 1 1 3.1 2c-.7.3-1 .7-1 1.5M10 13.9v.1',
  info: 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15zM10 9v5M10 6v.1',
  next: 'M4 10h12M11.5 5.5L16 10l-4.5 4.5',
  out: 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15zM6.5 10h7',
  turn: 'M7.5 4.5l5.5 5.5-5.5 5.5',
} as const

export type IconName = keyof typeof paths

/** Beside words that say the same. `kind`: further classes. */
export function Icon({ name, kind = '' }: { name: IconName; kind?: string }) {
  return (
    <svg class={`icon ${kind}`} viewBox="0 0 20 20" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
