import { firstRowBelow, firstRowFrom, zoneOfRow, type DrawnRow } from '#shop/seats/seat-geometry.ts'
import { gapAt, letterColumn } from '../pane/pane-zoom.ts'
import { changedParts, paintFreeSeats } from './free-painter.ts'
import { marksOf, smallestDrawnSeat, type Area, type Scene } from './seat-scene.ts'
import { seatStates } from './seat-drawing.ts'
import type { SeatSprites } from './seat-sprites.ts'

/** Paints a scene, or a part whose edges are whole device pixels, over what was there. */
export function paintSeats(
  context: CanvasRenderingContext2D,
  scene: Scene,
  sprites: SeatSprites,
  part: Area = scene,
): void {
  const { ratio } = scene
  const x = Math.round((part.left - scene.left) * ratio)
  const y = Math.round((part.top - scene.top) * ratio)
  const width = Math.round(part.width * ratio)
  const height = Math.round(part.height * ratio)
  context.save()
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.clearRect(x, y, width, height)
  if (part !== scene) {
    context.beginPath()
    context.rect(x, y, width, height)
    context.clip()
  }
  if (scene.geometry.free) paintFreeSeats(context, scene, sprites, scene.geometry.free, part)
  else paintSeatsOf(context, scene, sprites, part)
  context.restore()
}

/** Copies what two scenes share and paints the rest. Only `left` and `top` may differ, by whole device pixels. */
export function moveSeats(context: CanvasRenderingContext2D, from: Scene, to: Scene, sprites: SeatSprites): void {
  const { left, top, width, height, ratio } = to
  const right = left + width
  const bottom = top + height
  const dx = left - from.left
  const dy = top - from.top
  if (Math.abs(dx) >= width || Math.abs(dy) >= height) return paintSeats(context, to, sprites)
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.globalCompositeOperation = 'copy'
  context.drawImage(context.canvas, Math.round(-dx * ratio), Math.round(-dy * ratio))
  context.globalCompositeOperation = 'source-over'
  if (dx !== 0) {
    const strip = { left: dx > 0 ? right - dx : left, top, width: Math.abs(dx), height }
    paintSeats(context, to, sprites, strip)
  }
  if (dy !== 0) {
    const strip = { left, top: dy > 0 ? bottom - dy : top, width, height: Math.abs(dy) }
    paintSeats(context, to, sprites, strip)
  }
}

const MAX_CHANGED_ROWS = 8

/** Paints the rows in which a seat's state has changed. The scenes may differ in `states` only. */
export function changeSeats(context: CanvasRenderingContext2D, from: Scene, to: Scene, sprites: SeatSprites): void {
  const { geometry, content, pitch, ratio, top, height } = to
  if (geometry.free) {
    const parts = changedParts(from, to, geometry.free)
    if (parts) for (const part of parts) paintSeats(context, to, sprites, part)
    else paintSeats(context, to, sprites)
    return
  }
  const rows: number[] = []
  const first = firstRowBelow(geometry, (top - content.originY) / pitch)
  const end = firstRowFrom(geometry, (top + height - content.originY) / pitch)
  for (let index = first; index < end; index += 1) {
    const row = geometry.rows[index]!
    for (let seat = row.first; seat < row.end; seat += 1)
      if (from.states[seat] !== to.states[seat]) {
        rows.push(index)
        break
      }
  }
  if (rows.length > MAX_CHANGED_ROWS) return paintSeats(context, to, sprites)
  for (const index of rows) {
    // A thick border overlaps the next row: the neighbours' part of the strip is painted again too.
    const y = content.originY + geometry.rows[index]!.y * pitch
    const stripTop = Math.max(top, Math.floor((y - 2) * ratio) / ratio)
    const stripBottom = Math.min(top + height, Math.ceil((y + pitch) * ratio) / ratio)
    if (stripBottom > stripTop)
      paintSeats(context, to, sprites, { ...to, top: stripTop, height: stripBottom - stripTop })
  }
}

function paintSeatsOf(context: CanvasRenderingContext2D, scene: Scene, sprites: SeatSprites, part: Area): void {
  const { geometry, states, content, pitch, ratio, colours } = scene
  const mapLeft = (part.left - content.originX) / pitch
  const mapTop = (part.top - content.originY) / pitch
  const mapRight = mapLeft + part.width / pitch
  const mapBottom = mapTop + part.height / pitch
  const firstRow = firstRowBelow(geometry, mapTop)
  const seatSize = pitch - gapAt(pitch)
  const offsetX = content.originX - scene.left
  const offsetY = content.originY - scene.top

  if (pitch >= smallestDrawnSeat) {
    sprites.prepare(pitch, ratio, colours)
    const each = (act: (row: DrawnRow, column: number, end: number, y: number) => number): void => {
      for (let rowIndex = firstRow; rowIndex < geometry.rows.length; rowIndex += 1) {
        const row = geometry.rows[rowIndex]!
        if (row.y >= mapBottom) break
        const y = Math.round((offsetY + row.y * pitch) * ratio)
        const end = Math.min(row.at.length, Math.ceil(mapRight - row.x))
        let column = Math.max(0, Math.floor(mapLeft - row.x))
        while (column < end) column += row.at[column]! < 0 ? 1 : act(row, column, end, y)
      }
    }
    // Make all pictures before copying: a browser takes a new snapshot of a sheet that has changed.
    each((row, column) => {
      const seat = row.at[column]!
      sprites.make(states[seat]!, geometry.seats[seat]!, zoneOfRow(geometry, row))
      return 1
    })
    each((row, column, end, y) => {
      const seat = row.at[column]!
      const length = sprites.runOf(row, geometry, states, column, end)
      const x = Math.round((offsetX + (row.x + column) * pitch) * ratio)
      sprites.draw(context, [states[seat]!, geometry.seats[seat]!, zoneOfRow(geometry, row)], length, x, y)
      return length
    })
    return
  }

  // Far away: one pass per mark sets the colour a few times, not ten thousand times.
  for (const { state: name, colour, size } of marksOf(pitch, colours)) {
    const state = seatStates.indexOf(name)
    const side = Math.max(1, seatSize * size * ratio)
    const inset = ((1 - size) / 2) * seatSize
    if (typeof colour === 'string') context.fillStyle = colour
    for (let rowIndex = firstRow; rowIndex < geometry.rows.length; rowIndex += 1) {
      const row = geometry.rows[rowIndex]!
      if (row.y >= mapBottom) break
      if (typeof colour !== 'string') context.fillStyle = colour(zoneOfRow(geometry, row))
      const y = (offsetY + row.y * pitch + inset) * ratio
      const x0 = (offsetX + row.x * pitch + inset) * ratio
      const end = Math.min(row.at.length, Math.ceil(mapRight - row.x))
      for (let column = Math.max(0, Math.floor(mapLeft - row.x)); column < end; column += 1) {
        const seat = row.at[column]!
        if (seat >= 0 && states[seat] === state) context.fillRect(x0 + column * pitch * ratio, y, side, side)
      }
    }
  }
}

/** Paints the row letters, on the pane's ground, into a column that begins at `left` in the scene's CSS pixels. */
export function paintLetters(context: CanvasRenderingContext2D, scene: Scene, left: number): void {
  const { geometry, content, pitch, ratio, colours } = scene
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.fillStyle = colours.sunk
  context.fillRect(Math.round(left * ratio), 0, Math.round(letterColumn * ratio), context.canvas.height)
  context.fillStyle = colours.muted
  context.font = `580 ${13 * ratio}px ${colours.font}`
  context.textAlign = 'left'
  context.textBaseline = 'middle'
  // Leave out letters that would touch: paint every second, every fourth …
  let every = 1
  while (pitch * every < 14) every *= 2
  let last = -Infinity
  const seatSize = pitch - gapAt(pitch)
  const first = firstRowBelow(geometry, (scene.top - content.originY) / pitch)
  for (let index = first; index < geometry.rows.length; index += 1) {
    const row = geometry.rows[index]!
    const y = content.originY + row.y * pitch - scene.top
    if (y > scene.height) break
    const inSection = index - geometry.sections[row.section]!.firstRow
    if (inSection % every !== 0 || y < last + 14) continue
    last = y
    context.fillText(row.label, (left + 6) * ratio, (y + seatSize / 2 + 1) * ratio)
  }
}
