import { apart, fit, type Fit, type Line } from './plan-lines.ts'

export interface SectionRow {
  label: string
  fitted: Fit
  lines: Line[]
}

/** Rows that are parallel, one behind the other. */
export interface PlanSection {
  zone: number
  category: string
  angle: number
  rows: SectionRow[]
}

const MAX_TURN = (4 * Math.PI) / 180
/** Rows of a section are no further from each other, and no nearer. */
const MAX_ROOM = 4
const LEAST_ROOM = 0.6
const SAME_LEVEL = 0.4

/** Groups lines of one zone and category that are parallel and behind each other, facing the stage. */
export function sectionsOf(lines: readonly Line[], stage: { x: number; y: number }): PlanSection[] {
  const sections: PlanSection[] = []
  for (const line of lines) {
    const angle = facing(line, stage)
    const section = sections.findLast((one) => accepts(one, line, angle))
    if (!section) {
      const fitted = fit(line.seats, angle)
      const row = { label: line.label, fitted, lines: [line] }
      sections.push({ zone: line.zone, category: line.category, angle, rows: [row] })
      continue
    }
    const fitted = fit(line.seats, section.angle)
    const same = sameRow(section, line, fitted)
    if (!same) section.rows.push({ label: line.label, fitted, lines: [line] })
    else {
      same.lines.push(line)
      same.fitted = fit(
        same.lines.flatMap(({ seats }) => seats),
        section.angle,
      )
    }
  }
  for (const { rows } of sections) rows.sort((a, b) => a.fitted.v - b.fitted.v)
  return sections
}

/** Returns the line's angle, turned so that its stage is in front. */
function facing({ seats, angle }: Line, stage: { x: number; y: number }): number {
  if (angle === null) return 0
  const middle = fit(seats, 0).along[Math.floor(seats.length / 2)]!.seat
  const to = { x: stage.x - middle.x, y: stage.y - middle.y }
  const ahead = Math.sin(angle) * to.x - Math.cos(angle) * to.y
  if (ahead >= -0.001) return angle
  return angle > 0 ? angle - Math.PI : angle + Math.PI
}

const ends = ({ along }: Fit): [number, number] => [along[0]!.u, along.at(-1)!.u]

function sameRow(section: PlanSection, line: Line, fitted: Fit): SectionRow | undefined {
  const [from, to] = ends(fitted)
  return section.rows.find((row) => {
    const [first, last] = ends(row.fitted)
    const apartFrom = to < first - 0.5 || from > last + 0.5
    return row.label === line.label && Math.abs(row.fitted.v - fitted.v) < SAME_LEVEL && apartFrom
  })
}

function accepts(section: PlanSection, line: Line, angle: number): boolean {
  if (section.zone !== line.zone || section.category !== line.category) return false
  const turn = Math.abs(((angle - section.angle + 3 * Math.PI) % (2 * Math.PI)) - Math.PI)
  if (line.angle !== null && turn > MAX_TURN) return false
  const fitted = fit(line.seats, section.angle)
  if (sameRow(section, line, fitted)) return true
  const rooms = section.rows.map((row) => Math.abs(row.fitted.v - fitted.v))
  const least = Math.min(...rooms)
  if (least < LEAST_ROOM || least > MAX_ROOM) return false
  const [from, to] = ends(fitted)
  const [first, last] = ends(section.rows[rooms.indexOf(least)]!.fitted)
  return Math.min(to, last) + 1 > Math.max(from, first)
}

/** Returns the column of each seat of a row, from 0: seats keep their distances, rounded to whole places. */
export function columnsOf({ along }: Fit): number[] {
  const columns: number[] = []
  for (const [at, { seat }] of along.entries()) {
    const before = along[at - 1]
    columns.push(before ? columns[at - 1]! + Math.max(1, Math.round(apart(before.seat, seat))) : 0)
  }
  return columns
}
