/** Draws a ticket's code as a gate's camera sees it on a bad evening; seeded. A scene has two frames of one sight. */

export const kinds = [
  'rotation',
  'perspective',
  'blur',
  'motion',
  'glare',
  'low contrast',
  'inverted',
  'noise',
  'everything',
] as const
export type SceneKind = (typeof kinds)[number]

export interface Frame {
  width: number
  height: number
  light: Uint8ClampedArray<ArrayBuffer>
}

interface Size {
  width: number
  height: number
}
/** The gate's camera request (src/gate/camera/camera.ts). */
const CAMERA: Size = { width: 1280, height: 720 }
/** Light modules around a code (ISO/IEC 18004). */
const QUIET = 4

/** mulberry32: seeded numbers from 0 to 1. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let x = Math.imul(state ^ (state >>> 15), 1 | state)
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x
    return ((x ^ (x >>> 14)) >>> 0) / 4_294_967_296
  }
}

interface Sight extends Size {
  /** Rotation in the picture and tilts out of it, in radians. */
  turn: number
  tiltX: number
  tiltY: number
  pixels: number
  /** Middle of the code, as a part of the picture's width and height. */
  x: number
  y: number
  paper: number
  ink: number
  wall: number
  blur: number
  /** Length in pixels, and direction. */
  motion: number
  towards: number
  /** Radius in modules, strength and place on the code from 0 to 1. */
  glare: { radius: number; strength: number; x: number; y: number } | null
  shadow: number
  noise: number
}

/** Draws two frames of one sight. `modules`: true is dark. */
export function sceneFrames(
  kind: SceneKind,
  seed: number,
  modules: readonly (readonly boolean[])[],
  size: Size = CAMERA,
): Frame[] {
  const random = randomOf(seed)
  const between = (from: number, to: number): number => from + (to - from) * random()
  const side = (): number => (random() < 0.5 ? -1 : 1)
  const sight: Sight = {
    ...size,
    turn: between(-0.12, 0.12),
    tiltX: between(-0.1, 0.1),
    tiltY: between(-0.1, 0.1),
    pixels: between(4, 7.5),
    x: between(0.42, 0.58),
    y: between(0.44, 0.56),
    paper: between(215, 245),
    ink: between(15, 50),
    wall: between(50, 180),
    blur: between(0.5, 0.9),
    motion: 0,
    towards: between(0, Math.PI),
    glare: null,
    shadow: between(0, 0.15),
    noise: between(2, 6),
  }
  const everything = kind === 'everything'
  if (kind === 'rotation' || everything) sight.turn = between(-Math.PI, Math.PI)
  if (kind === 'perspective') {
    sight.tiltX = side() * between(0.45, 0.85)
    sight.tiltY = side() * between(0.2, 0.6)
    sight.pixels = between(6, 9)
  }
  if (kind === 'blur') sight.blur = sight.pixels * between(0.35, 0.6)
  if (kind === 'motion') sight.motion = sight.pixels * between(0.8, 1.7)
  if (kind === 'glare' || everything) {
    const radius = everything ? between(3, 6) : between(5, 11)
    // Not on a corner mark: no decoder could read that.
    sight.glare = { radius, strength: between(0.7, 1), x: between(0.35, 0.95), y: between(0.35, 0.95) }
    sight.shadow = between(0.3, 0.6)
  }
  if (kind === 'low contrast') {
    sight.paper = between(90, 200)
    sight.ink = sight.paper - between(22, 45)
    sight.shadow = between(0.05, 0.3)
  }
  if (kind === 'inverted' || (everything && random() < 0.3)) [sight.paper, sight.ink] = [sight.ink, sight.paper]
  if (kind === 'noise') sight.noise = between(28, 55)
  if (everything) {
    sight.tiltX = side() * between(0.1, 0.4)
    sight.tiltY = side() * between(0.1, 0.4)
    sight.pixels = between(5, 7.5)
    sight.blur = sight.pixels * between(0.2, 0.35)
    sight.noise = between(8, 18)
  }
  return [0, 1].map((index) => {
    const moved = index === 0 ? 0 : 1
    const shaken: Sight = {
      ...sight,
      turn: sight.turn + moved * between(-0.015, 0.015),
      tiltX: sight.tiltX + moved * between(-0.015, 0.015),
      x: sight.x + (moved * between(-4, 4)) / size.width,
      y: sight.y + (moved * between(-4, 4)) / size.height,
      motion: sight.motion * (moved ? between(0.8, 1.05) : 1),
    }
    return photograph(shaken, modules, randomOf(seed * 7919 + index + 1))
  })
}

function photograph(sight: Sight, modules: readonly (readonly boolean[])[], random: () => number): Frame {
  const { width, height } = sight
  const sharp = draw(sight, modules)
  const soft = blurred(sharp, sight, sight.blur)
  const moved = smeared(soft, sight, sight.motion, sight.towards)
  const light = new Uint8ClampedArray(width * height)
  for (let at = 0; at < light.length; at += 1) light[at] = moved[at]! + sight.noise * normal(random)
  return { width, height, light }
}

/** Renders the card in front of a wall through a pinhole camera, four samples a pixel. */
function draw(sight: Sight, modules: readonly (readonly boolean[])[]): Float32Array {
  const { width, height } = sight
  const n = modules.length
  const half = n / 2 + QUIET
  const [ca, sa] = [Math.cos(sight.turn), Math.sin(sight.turn)]
  const [cx, sx] = [Math.cos(sight.tiltX), Math.sin(sight.tiltX)]
  const [cy, sy] = [Math.cos(sight.tiltY), Math.sin(sight.tiltY)]
  // The card's two directions in space, turned and tilted, seen from three of its widths.
  const u = turned(ca, sa)
  const v = turned(-sa, ca)
  function turned(x: number, y: number): [number, number, number] {
    const [y1, z1] = [y * cx, y * sx]
    return [x * cy + z1 * sy, y1, -x * sy + z1 * cy]
  }
  const distance = 6 * half
  const [middleX, middleY] = [sight.x * width, sight.y * height]
  const out = new Float32Array(width * height)
  const looks = [0.25, 0.75]
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      let sum = 0
      for (const dy of looks)
        for (const dx of looks) {
          const px = (column + dx - middleX) / sight.pixels
          const py = (row + dy - middleY) / sight.pixels
          const a1 = u[0] - (px * u[2]) / distance
          const b1 = v[0] - (px * v[2]) / distance
          const a2 = u[1] - (py * u[2]) / distance
          const b2 = v[1] - (py * v[2]) / distance
          const det = a1 * b2 - b1 * a2
          const a = (px * b2 - b1 * py) / det
          const b = (a1 * py - px * a2) / det
          sum += lightAt(a, b)
        }
      out[row * width + column] = sum / 4
    }
  }
  return out

  function lightAt(a: number, b: number): number {
    // The card is slightly larger than the quiet zone; the wall behind it has stripes.
    if (Math.abs(a) > half + 3 || Math.abs(b) > half + 3)
      return sight.wall + 25 * Math.sin(a * 0.31) * Math.cos(b * 0.23) + (Math.floor(a / 17) % 2 === 0 ? 12 : 0)
    const [x, y] = [Math.floor(a + n / 2), Math.floor(b + n / 2)]
    let light = modules[y]?.[x] ? sight.ink : sight.paper
    light *= 1 - sight.shadow * ((a + half) / (2 * half))
    if (sight.glare) {
      const { radius, strength, x: gx, y: gy } = sight.glare
      const [da, db] = [a + n / 2 - gx * n, b + n / 2 - gy * n]
      light += 255 * strength * Math.exp(-(da * da + db * db) / (radius * radius))
    }
    return light
  }
}

/** Gauss, one direction after the other. */
function blurred(picture: Float32Array, { width, height }: Size, deviation: number): Float32Array {
  const reach = Math.ceil(3 * deviation)
  const weights = Array.from({ length: 2 * reach + 1 }, (_, k) => Math.exp(-((k - reach) ** 2) / (2 * deviation ** 2)))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const once = (from: Float32Array, step: number, length: number, lines: number, lineStep: number): Float32Array => {
    const to = new Float32Array(from.length)
    for (let line = 0; line < lines; line += 1)
      for (let at = 0; at < length; at += 1) {
        let sum = 0
        for (let k = -reach; k <= reach; k += 1) {
          const other = Math.min(length - 1, Math.max(0, at + k))
          sum += weights[k + reach]! * from[line * lineStep + other * step]!
        }
        to[line * lineStep + at * step] = sum / total
      }
    return to
  }
  return once(once(picture, 1, width, height, width), width, height, width, 1)
}

function smeared(picture: Float32Array, { width, height }: Size, length: number, towards: number): Float32Array {
  if (length < 1) return picture
  const steps = Math.ceil(length) * 2 + 1
  const offsets = Array.from({ length: steps }, (_, k) => {
    const along = (k / (steps - 1) - 0.5) * length
    return [Math.round(Math.cos(towards) * along), Math.round(Math.sin(towards) * along)] as const
  })
  const out = new Float32Array(picture.length)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      let sum = 0
      for (const [dx, dy] of offsets) {
        const [px, py] = [Math.min(width - 1, Math.max(0, x + dx)), Math.min(height - 1, Math.max(0, y + dy))]
        sum += picture[py * width + px]!
      }
      out[y * width + x] = sum / steps
    }
  return out
}

const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
