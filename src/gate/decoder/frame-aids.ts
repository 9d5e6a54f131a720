/** Luminance, 0 to 255, row by row. */
export interface Gray {
  width: number
  height: number
  light: Uint8ClampedArray<ArrayBuffer>
}

export type Picture = Pick<ImageData, 'data' | 'width' | 'height' | 'colorSpace'>

/** Converts by ITU-R BT.601, in whole numbers: every device gets the same result. */
export function grayOf({ data, width, height }: Picture): Gray {
  const light = new Uint8ClampedArray(width * height)
  for (let at = 0, from = 0; at < light.length; at += 1, from += 4)
    light[at] = (data[from]! * 77 + data[from + 1]! * 150 + data[from + 2]! * 29) >> 8
  return { width, height, light }
}

export function pictureOf({ light, width, height }: Gray): Picture {
  const data = new Uint8ClampedArray(light.length * 4)
  for (let at = 0, to = 0; at < light.length; at += 1, to += 4) {
    data[to] = data[to + 1] = data[to + 2] = light[at]!
    data[to + 3] = 255
  }
  return { data, width, height, colorSpace: 'srgb' }
}

/** Halves width and height; each pixel is the mean of four. Removes specks and makes later steps four times faster. */
export function halved({ light, width, height }: Gray): Gray {
  const [w, h] = [width >> 1, height >> 1]
  const out = new Uint8ClampedArray(w * h)
  for (let y = 0; y < h; y += 1) {
    const above = 2 * y * width
    const below = above + width
    for (let x = 0; x < w; x += 1) {
      const left = 2 * x
      out[y * w + x] =
        (light[above + left]! + light[above + left + 1]! + light[below + left]! + light[below + left + 1]! + 2) >> 2
    }
  }
  return { width: w, height: h, light: out }
}

/** Stretches contrast per tile: its darkest becomes black, its brightest white. A range below MIN_RANGE is noise. */
export function stretched({ light, width, height }: Gray): Gray {
  const [columns, rows] = [Math.ceil(width / TILE), Math.ceil(height / TILE)]
  const lows = new Float32Array(columns * rows).fill(255)
  const highs = new Float32Array(columns * rows)
  // Uses means of small cells: a single speck must not set the range.
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const at = row * columns + column
      const [x1, y1] = [Math.min(width, (column + 1) * TILE), Math.min(height, (row + 1) * TILE)]
      for (let y = row * TILE; y + CELL <= y1; y += CELL)
        for (let x = column * TILE; x + CELL <= x1; x += CELL) {
          let sum = 0
          for (let dy = 0; dy < CELL; dy += 1)
            for (let dx = 0; dx < CELL; dx += 1) sum += light[(y + dy) * width + x + dx]!
          const mean = sum / (CELL * CELL)
          if (mean < lows[at]!) lows[at] = mean
          if (mean > highs[at]!) highs[at] = mean
        }
    }
  const low = spread(lows, columns, rows, Math.min)
  const high = spread(highs, columns, rows, Math.max)
  const out = new Uint8ClampedArray(light.length)
  for (let y = 0; y < height; y += 1) {
    const fy = Math.min(rows - 1, Math.max(0, y / TILE - 0.5))
    const [y0, ty] = [Math.floor(fy), fy - Math.floor(fy)]
    const y1 = Math.min(rows - 1, y0 + 1)
    for (let x = 0; x < width; x += 1) {
      const fx = Math.min(columns - 1, Math.max(0, x / TILE - 0.5))
      const [x0, tx] = [Math.floor(fx), fx - Math.floor(fx)]
      const x1 = Math.min(columns - 1, x0 + 1)
      const between = (of: Float32Array): number =>
        (of[y0 * columns + x0]! * (1 - tx) + of[y0 * columns + x1]! * tx) * (1 - ty) +
        (of[y1 * columns + x0]! * (1 - tx) + of[y1 * columns + x1]! * tx) * ty
      const floor = between(low)
      const range = Math.max(MIN_RANGE, between(high) - floor)
      out[y * width + x] = ((light[y * width + x]! - floor) * 255) / range
    }
  }
  return { width, height, light: out }
}

/** Sides of a tile and of its cells, in pixels. */
const TILE = 32
const CELL = 2
const MIN_RANGE = 14

/** Includes the eight neighbours' extremes, so that a tile full of ink keeps its paper. */
function spread(of: Float32Array, columns: number, rows: number, pick: (a: number, b: number) => number): Float32Array {
  const out = of.slice()
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1)
      for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y += 1)
        for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x += 1)
          out[row * columns + column] = pick(out[row * columns + column]!, of[y * columns + x]!)
  return out
}

export function smoothed({ light, width, height }: Gray, reach: number): Gray {
  const size = 2 * reach + 1
  const across = new Uint16Array(light.length)
  for (let y = 0; y < height; y += 1) {
    const row = y * width
    let sum = 0
    for (let k = -reach; k <= reach; k += 1) sum += light[row + Math.min(width - 1, Math.max(0, k))]!
    for (let x = 0; x < width; x += 1) {
      across[row + x] = sum
      sum += light[row + Math.min(width - 1, x + reach + 1)]! - light[row + Math.max(0, x - reach)]!
    }
  }
  const out = new Uint8ClampedArray(light.length)
  const sums = new Float64Array(width)
  for (let k = -reach; k <= reach; k += 1) {
    const row = Math.min(height - 1, Math.max(0, k)) * width
    for (let x = 0; x < width; x += 1) sums[x]! += across[row + x]!
  }
  for (let y = 0; y < height; y += 1) {
    const [next, past] = [Math.min(height - 1, y + reach + 1) * width, Math.max(0, y - reach) * width]
    for (let x = 0; x < width; x += 1) {
      out[y * width + x] = sums[x]! / (size * size)
      sums[x]! += across[next + x]! - across[past + x]!
    }
  }
  return { width, height, light: out }
}

/** Sharpens edges: a difference from the surroundings becomes `1 + amount` times as large. */
export function sharpened(picture: Gray, reach: number, amount: number): Gray {
  const soft = smoothed(picture, reach).light
  const { light, width, height } = picture
  const out = new Uint8ClampedArray(light.length)
  for (let at = 0; at < light.length; at += 1) out[at] = light[at]! + amount * (light[at]! - soft[at]!)
  return { width, height, light: out }
}
