import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { SeatMap } from '../../../src/shop/seats/seat-map.ts'
import { toggled, zoomSteps } from './product-map.tsx'

const none: ReadonlySet<string> = new Set()
const WIDTH = 390
const HEIGHT = 600

/** The least a canvas can do: redraws every seat for each change, without numbers, sections or keyboard. */
export function BareCanvas({ map }: { map: SeatMap }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [chosen, setChosen] = useState(none)
  const [view, setView] = useState({ x: 0, y: 0, pitch: 32 })

  useLayoutEffect(() => {
    const ratio = devicePixelRatio
    const context = canvas.current!.getContext('2d')!
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    context.clearRect(0, 0, WIDTH, HEIGHT)
    context.strokeStyle = '#777'
    const side = view.pitch - 4
    let y = -view.y
    for (const section of map.sections)
      for (const row of section.rows) {
        let x = -view.x
        for (const seat of row.seats) {
          if (seat) {
            context.fillStyle = chosen.has(seat.label) ? '#222' : '#fff'
            context.fillRect(x, y, side, side)
            context.strokeRect(x, y, side, side)
          }
          x += view.pitch
        }
        y += view.pitch
      }
  }, [map, chosen, view])

  useEffect(() => {
    const element = canvas.current!
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault()
      setView((before) => ({ ...before, x: before.x + event.deltaX, y: before.y + event.deltaY }))
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [])

  const press = (event: React.MouseEvent<HTMLCanvasElement>): void => {
    const box = event.currentTarget.getBoundingClientRect()
    const column = Math.floor((event.clientX - box.left + view.x) / view.pitch)
    let row = Math.floor((event.clientY - box.top + view.y) / view.pitch)
    for (const section of map.sections) {
      const label = section.rows[row]?.seats[column]?.label
      if (label) return setChosen((before) => toggled(before, label))
      row -= section.rows.length
    }
  }
  return (
    <>
      <canvas
        ref={canvas}
        width={WIDTH * devicePixelRatio}
        height={HEIGHT * devicePixelRatio}
        style={{ width: WIDTH, height: HEIGHT }}
        onClick={press}
      />
      {zoomSteps.map(([label, step]) => (
        <button
          key={label}
          type="button"
          aria-label={label}
          onClick={() => setView((before) => ({ ...before, pitch: before.pitch * step }))}
        />
      ))}
    </>
  )
}
