import { classes } from './classes.ts'

/** Drawn on a 20 px square with 1.6 px strokes; a circle is [cx, cy, r]. */
const shapes = {
  alert: { d: 'M10 3 18 16.5H2zM10 8v4M10 14v.2' },
  arrow: { d: 'M4 10h12M11.5 5.5 16 10l-4.5 4.5' },
  back: { d: 'M12 4 6 10l6 6' },
  bag: { d: 'M4 7h12l-1 10H5zM7 7V5.5a3 3 0 0 1 6 0V7' },
  calendar: { d: 'M3.5 5h13v11.5h-13zM3.5 8.5h13M7 3v3M13 3v3' },
  camera: { d: 'M2.5 6h4L8 4h4l1.5 2h4v10h-15z', circle: [10, 11, 3] },
  check: { d: 'm4 10.5 4 4 8-9' },
  chevron: { d: 'm5 7.5 5 5 5-5' },
  close: { d: 'm5 5 10 10M15 5 5 15' },
  expand: { d: 'M3.5 8V3.5H8M12 3.5h4.5V8M16.5 12v4.5H12M8 16.5H3.5V12' },
  home: { d: 'M3.5 9 10 3.5 16.5 9v7.5H12v-5H8v5H3.5z' },
  list: { d: 'M3 5h4M3 10h4M3 15h4M10 5h7M10 10h7M10 15h7' },
  menu: { d: 'M3 6h14M3 10h14M3 14h14' },
  minus: { d: 'M4 10h12' },
  more: { d: 'M3.6 10h.8M9.6 10h.8M15.6 10h.8' },
  person: { d: 'M3.8 17c.6-3.4 3-5 6.2-5s5.6 1.6 6.2 5', circle: [10, 7, 3.2] },
  pin: { d: 'M10 17.5S4.5 12 4.5 8a5.5 5.5 0 0 1 11 0c0 4-5.5 9.5-5.5 9.5z', circle: [10, 8, 1.8] },
  'plus-box': { d: 'M3.5 3.5h13v13h-13zM10 7v6M7 10h6' },
  plus: { d: 'M10 4v12M4 10h12' },
  search: { d: 'M13.5 13.5 17 17', circle: [9, 9, 5.5] },
  share: { d: 'M10 12V3M6.5 6 10 2.7 13.5 6M5 9.5H4V17h12V9.5h-1' },
  ticket: { d: 'M3 6.5h14v2.3a1.7 1.7 0 0 0 0 3.2v2.5H3V12a1.7 1.7 0 0 0 0-3.2zM12.2 7v1M12.2 10v1M12.2 13v1' },
  torch: { d: 'M7 3h6v3l-1.5 2v9h-3V8L7 6zM10 10v2' },
  wheelchair: { d: 'M9 3.2v.1M9 6v5h4l2 4.5M9 8h3.5M7.5 9.5a4 4 0 1 0 4.8 5' },
} as const satisfies Record<string, { d: string; circle?: readonly [number, number, number] }>

export type IconName = keyof typeof shapes

export function Icon({ name, className }: { name: IconName; className?: string }) {
  const shape: { d: string; circle?: readonly [number, number, number] } = shapes[name]
  return (
    <svg
      viewBox="0 0 20 20"
      aria-hidden="true"
      className={classes('size-5 flex-none fill-none stroke-current', className)}
      strokeWidth="1.6"
      strokeLinecap="square"
    >
      {shape.circle && <circle cx={shape.circle[0]} cy={shape.circle[1]} r={shape.circle[2]} />}
      <path d={shape.d} />
    </svg>
  )
}
