import type { LayoutData, LayoutRow, LayoutSection, StagePlace } from '#shop/layouts/layout.ts'
import { hasHiddenSigns } from '#platform/text/hidden-characters.ts'
import { rowLetters } from '#shop/seats/seat-map.ts'
import { curveWithin } from '../layout-draft.ts'
import { linesOf, seatWidth, type Fit } from './plan-lines.ts'
import { columnsOf, sectionsOf, type PlanSection, type SectionRow } from './plan-sections.ts'
import { readPlan, type Plan, type PlanArea } from './read-plan.ts'

/** A pretix plan as a layout, and what of it cannot be kept, in sentences. */
export interface ConvertedPlan {
  name: string
  data: LayoutData
  notes: string[]
}

const STAGE_WORDS = /stage|bühne|podium|podest|scène|मंच/i
const MAX_NAMED = 5
/** Lengths below this are drawing errors. */
const LEAST_SHAPE = 0.1
const SECTION_NAME_CHARACTERS = 60

/** Converts the content of a seating plan of pretix; null for anything else. */
export function convertPlan(content: unknown): ConvertedPlan | null {
  const read = readPlan(content)
  if (!read) return null
  const plan = inSeatWidths(read)
  const stage = plan.areas.find(({ text }) => STAGE_WORDS.test(text)) ?? null
  const cut = plan.rows.map((row) => ({ row, lines: linesOf(row) }))
  const sections = sectionsOf(
    cut.flatMap(({ lines }) => lines),
    stage ? { x: stage.x + stage.width / 2, y: stage.y + stage.height / 2 } : before(plan),
  )
  const platform = stage && isAmong(stage, plan) ? stage : null
  const origin = originOf(plan, platform)
  const notes: string[] = []
  const drawn = namesOf(sections, plan.zones).map(({ code, name }, index): LayoutSection => {
    const { rows, ...place } = placed(sections[index]!, origin)
    return { code, name, ...place, rows: labelled(name, sections[index]!, rows, notes) }
  })
  const tables = cut.filter(({ lines }) => lines.length > 1).map(({ row }) => row.label)
  if (tables.length > 0) notes.push(`${said('Row', tables)}: not a line, so its seats are in several rows here.`)
  const mixed = cut.flatMap(({ lines }) =>
    lines.filter(({ seats, category }) => seats.some((seat) => seat.category !== category)).map(({ label }) => label),
  )
  if (mixed.length > 0)
    notes.push(
      `${said('Row', mixed)}: seats of several price categories. A section has one price, so they get the same.`,
    )
  const left = plan.areas.filter((area) => area !== platform && area !== stage)
  if (left.length > 0) {
    const texts = left.map(({ text }) => text).filter(Boolean)
    notes.push(`Not drawn here: ${said('area', texts.length > 0 ? texts : left.map(() => '(no text)'))}.`)
  }
  return {
    name: plan.name,
    data: { stage: edgeOf(stage, plan), ...(platform ? { platform: stageAt(platform, origin) } : {}), sections: drawn },
    notes,
  }
}

function inSeatWidths(plan: Plan): Plan {
  const unit = seatWidth(plan.rows)
  return {
    ...plan,
    rows: plan.rows.map((row) => ({
      ...row,
      seats: row.seats.map((seat) => ({ ...seat, x: seat.x / unit, y: seat.y / unit })),
    })),
    areas: plan.areas.map(({ text, x, y, width, height }) => ({
      ...{ text, x: x / unit, y: y / unit, width: width / unit, height: height / unit },
    })),
  }
}

function boundsOf({ rows }: Plan) {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const { seats } of rows)
    for (const { x, y } of seats)
      [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)]
  return { left, right, top, bottom }
}

/** False for a stage beyond the first or last row, which is drawn at that edge of the hall. */
function isAmong({ x, y, width, height }: PlanArea, plan: Plan): boolean {
  const { left, right, top, bottom } = boundsOf(plan)
  return y + height > top + 1 && y < bottom - 1 && x < right && x + width > left && width >= 1 && height >= 1
}

const edgeOf = (stage: PlanArea | null, plan: Plan): LayoutData['stage'] =>
  stage && stage.y > boundsOf(plan).bottom - 1 ? 'bottom' : 'top'

/** Without a stage all face the middle of the upper edge. */
function before(plan: Plan): { x: number; y: number } {
  const { left, right, top } = boundsOf(plan)
  return { x: (left + right) / 2, y: top - 3 }
}

function originOf(plan: Plan, platform: PlanArea | null): { x: number; y: number } {
  if (platform) return { x: platform.x + platform.width / 2, y: platform.y }
  const { left, right, top } = boundsOf(plan)
  return { x: (left + right) / 2, y: top - 0.5 }
}

const short = (value: number): number => Math.round(value * 100) / 100

const stageAt = ({ x, y, width, height }: PlanArea, origin: { x: number; y: number }): StagePlace => ({
  ...{ x: short(x + width / 2 - origin.x), y: short(y - origin.y) },
  ...{ width: Math.min(200, short(width)), height: Math.min(200, short(height)) },
})

interface Placed {
  x: number
  y: number
  turn?: number
  rows: Omit<LayoutRow, 'label'>[]
}

/** Returns the section's place, and its rows with seats that are numbered from the left. */
function placed({ angle, rows }: PlanSection, origin: { x: number; y: number }): Placed {
  const columns = rows.map(({ fitted }) => columnsOf(fitted))
  const lengths = columns.map((all) => all.at(-1)! + 1)
  const width = Math.max(...lengths)
  const starts = rows.map(({ fitted }) => fitted.along[0]!.u)
  const stops = rows.map(({ fitted }) => fitted.along.at(-1)!.u)
  const u = (Math.min(...starts) + Math.max(...stops)) / 2
  const v = rows[0]!.fitted.v - 0.5
  const turn = Math.round((angle * 1800) / Math.PI) / 10
  let level = rows[0]!.fitted.v
  return {
    x: short(u * Math.cos(angle) - v * Math.sin(angle) - origin.x),
    y: short(u * Math.sin(angle) + v * Math.cos(angle) - origin.y),
    ...(turn === 0 ? {} : { turn }),
    rows: rows.map(({ fitted }, index) => {
      const length = lengths[index]!
      const gap = index === 0 ? 0 : Math.max(0, fitted.v - level - 1)
      level = index === 0 ? level : level + 1 + gap
      const shift = fitted.u - u + (width - length) / 2
      return { ...shapeOf({ curve: curveOf(fitted, length), shift, gap }), seats: spread(columns[index]!) }
    }),
  }
}

const curveOf = ({ bend }: Fit, places: number): number => curveWithin(-bend * (places / 2) ** 2, places)

const shapeOf = (shape: { curve: number; shift: number; gap: number }) =>
  Object.fromEntries(
    Object.entries(shape).flatMap(([name, value]) =>
      Math.abs(value) < LEAST_SHAPE ? [] : [[name, towardsZero(value)]],
    ),
  )

/** Of two digits: a rounded curve stays within its limit. */
const towardsZero = (value: number): number => Math.trunc(value * 100) / 100

/** Returns the row's places with the seats' positions in it, from 1, and null between them. */
function spread(columns: readonly number[]): (number | null)[] {
  const places = Array<number | null>(columns.at(-1)! + 1).fill(null)
  for (const [at, column] of columns.entries()) places[column] = at + 1
  return places
}

function labelled(
  section: string,
  { rows }: PlanSection,
  drawn: readonly Omit<LayoutRow, 'label'>[],
  notes: string[],
): LayoutRow[] {
  const labels = rows.map(({ label }) => label.toUpperCase())
  const kept = labels.every((label) => /^[A-Z]{1,2}$/.test(label)) && new Set(labels).size === labels.length
  if (!kept) {
    const to = rows.length > 1 ? `A to ${rowLetters(rows.length - 1)}` : 'A'
    const old = rows.map(({ label }) => label || '(no name)')
    notes.push(`${section}: ${said('row', old)} ${rows.length > 1 ? 'are' : 'is'} called ${to} here, from the front.`)
  }
  const renumbered: string[] = []
  const result = drawn.map((row, index) => {
    const label = kept ? labels[index]! : rowLetters(index)
    const numbers = numbersOf(rows[index]!)
    if (!numbers) renumbered.push(label)
    return { label, ...row, seats: row.seats.map((at) => (at === null || !numbers ? at : numbers[at - 1]!)) }
  })
  if (renumbered.length > 0)
    notes.push(
      `${section}: seats of ${said('row', renumbered)} are numbered 1, 2, 3 … from the left here: in the file two have one number, or one is no whole number from 1 to 999.`,
    )
  return result
}

/** Null unless all are different whole numbers that a seat may have. */
function numbersOf({ fitted }: SectionRow): number[] | null {
  const written = fitted.along.map(({ seat }) => seat.number)
  const right = written.every((number) => /^[1-9]\d{0,2}$/.test(number)) && new Set(written).size === written.length
  return right ? written.map(Number) : null
}

const visible = (text: string): string =>
  [...text]
    .filter((sign) => !hasHiddenSigns(`a${sign}`))
    .join('')
    .trim()

/** Names a section after its zone, and after its price category where the zone has several; no code twice. */
function namesOf(sections: readonly PlanSection[], zones: readonly string[]): { code: string; name: string }[] {
  const codes = new Set<string>()
  const base = sections.map(({ zone, category }) => {
    const several = sections.some((one) => one.zone === zone && one.category !== category)
    return [zones[zone] ?? '', several ? category : ''].map(visible).filter(Boolean).join(', ')
  })
  return base.map((called, index) => {
    const nth = base.slice(0, index).filter((other) => other === called).length + 1
    const alone = base.filter((other) => other === called).length === 1
    const tail = alone && called !== '' ? '' : ` ${nth}`
    const name = `${(called || 'Section').slice(0, SECTION_NAME_CHARACTERS - tail.length)}${tail}`
    const letters = called.toUpperCase().replace(/[^A-Z0-9]/g, '')
    let code = letters.slice(0, 4) || `S${index + 1}`
    for (let n = 2; codes.has(code); n += 1) code = `${letters.slice(0, 4 - String(n).length)}${n}`
    codes.add(code)
    return { code, name }
  })
}

/** Returns 'rows 1, 2, 3, 4, 5 and 7 more', 'row 1'. */
function said(noun: string, names: readonly string[]): string {
  const more = names.length - MAX_NAMED
  const list = names.slice(0, MAX_NAMED).join(', ')
  return `${noun}${names.length === 1 ? '' : 's'} ${list}${more > 0 ? ` and ${more} more` : ''}`
}
