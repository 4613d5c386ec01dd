export type Rgb = readonly [number, number, number]
export type Lab = readonly [number, number, number]

/** Linear light of `#c8681f`, each from 0 to 1. */
export function toLight(colour: string): Rgb {
  return [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb
}

/** As an eye without green cones sees it: Machado, Oliveira and Fernandes 2009, severity 1. */
export function asDeuteranope([red, green, blue]: Rgb): Rgb {
  return [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ].map(([r = 0, g = 0, b = 0]) => Math.min(1, Math.max(0, r * red + g * green + b * blue))) as unknown as Rgb
}

export function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export function asGrey(light: Rgb): Rgb {
  const grey = luminance(light)
  return [grey, grey, grey]
}

/** WCAG 2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [one, other].map((colour) => luminance(toLight(colour))).toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** CIE L*a*b* under D65. */
export function toLab([red, green, blue]: Rgb): Lab {
  const [x = 0, y = 0, z = 0] = [
    (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047,
    0.2126729 * red + 0.7151522 * green + 0.072175 * blue,
    (0.0193339 * red + 0.119192 * green + 0.9503041 * blue) / 1.08883,
  ].map((part) => (part > 216 / 24_389 ? Math.cbrt(part) : ((24_389 / 27) * part + 16) / 116))
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

/** CIEDE2000; names as in Sharma, Wu and Dalal 2005. */
export function deltaE([L1, a1, b1]: Lab, [L2, a2, b2]: Lab): number {
  const meanC = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2
  const G = 0.5 * (1 - Math.sqrt(meanC ** 7 / (meanC ** 7 + 25 ** 7)))
  const [C1, C2] = [Math.hypot(a1 * (1 + G), b1), Math.hypot(a2 * (1 + G), b2)]
  const [h1, h2] = [hueOf(a1 * (1 + G), b1), hueOf(a2 * (1 + G), b2)]
  const isGrey = C1 * C2 === 0
  const turn = isGrey ? 0 : ((h2 - h1 + 540) % 360) - 180
  const dH = 2 * Math.sqrt(C1 * C2) * sin(turn / 2)
  const [L, C] = [(L1 + L2) / 2, (C1 + C2) / 2]
  const h = isGrey ? h1 + h2 : (h1 + turn / 2 + 360) % 360
  const T = 1 - 0.17 * cos(h - 30) + 0.24 * cos(2 * h) + 0.32 * cos(3 * h + 6) - 0.2 * cos(4 * h - 63)
  const [SL, SC, SH] = [1 + (0.015 * (L - 50) ** 2) / Math.sqrt(20 + (L - 50) ** 2), 1 + 0.045 * C, 1 + 0.015 * C * T]
  const RT = -sin(60 * Math.exp(-(((h - 275) / 25) ** 2))) * 2 * Math.sqrt(C ** 7 / (C ** 7 + 25 ** 7))
  const [l, c, hue] = [(L2 - L1) / SL, (C2 - C1) / SC, dH / SH]
  return Math.sqrt(l ** 2 + c ** 2 + hue ** 2 + RT * c * hue)
}

function hueOf(a: number, b: number): number {
  return (Math.atan2(b, a) * (180 / Math.PI) + 360) % 360
}

function sin(degrees: number): number {
  return Math.sin(degrees * (Math.PI / 180))
}

function cos(degrees: number): number {
  return Math.cos(degrees * (Math.PI / 180))
}
