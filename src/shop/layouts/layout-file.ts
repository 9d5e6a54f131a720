import type { LayoutData, LayoutRow, LayoutSection, StagePlace } from '#shop/layouts/layout.ts'
import { hasHiddenSigns } from '#platform/text/hidden-characters.ts'
import { MAX_CURVE, MAX_ROW_CELLS, MAX_ROWS, MAX_SEATS, MAX_SECTIONS } from './layout-draft.ts'

/** A layout as a JSON file; described in docs/layout-schema.md and docs/layout.schema.json. */
export interface LayoutFile extends LayoutData {
  format: (typeof LAYOUT_FORMATS)[number]
  name: string
  description?: string
}

/** The second may say where sections are and how rows are bent; a layout without both is written as the first. */
export const LAYOUT_FORMATS = ['mehfil-layout/1', 'mehfil-layout/2'] as const
/** Bytes; a layout of 40,000 seats has a fifth of it. */
export const MAX_LAYOUT_FILE_BYTES = 2 * 1024 * 1024
export const MAX_LAYOUT_NAME_CHARACTERS = 120
export const MAX_LAYOUT_DESCRIPTION_CHARACTERS = 2000
const SECTION_NAME_MAX = 60
/** Lengths in seat widths, turns in degrees. */
const RANGES = {
  x: [-500, 500],
  y: [-500, 500],
  turn: [-180, 180],
  shift: [-200, 200],
  gap: [0, 20],
  width: [1, 200],
  height: [1, 200],
} as const

type Raw = Record<string, unknown>
const isObject = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown, longest: number): value is string =>
  typeof value === 'string' && value.trim() !== '' && [...value].length <= longest

const isPlaced = (section: unknown): boolean =>
  isObject(section) && (section.x !== undefined || section.y !== undefined || section.turn !== undefined)

/** Adds a problem for each of these fields that is neither missing nor a number in its range. */
function checkNumbers(at: string, of: Raw, names: readonly (keyof typeof RANGES)[], problems: string[]): void {
  for (const name of names) {
    const [low, high] = RANGES[name]
    const value = of[name]
    if (value !== undefined && !(typeof value === 'number' && value >= low && value <= high))
      problems.push(`${at}.${name}: not a number from ${low} to ${high}`)
  }
}

function checkPlatform(platform: unknown, placed: boolean, problems: string[]): void {
  if (!isObject(platform) || !placed) {
    problems.push('platform: not an object beside sections that have places')
    return
  }
  const names = ['x', 'y', 'width', 'height'] as const
  for (const name of names) if (platform[name] === undefined) problems.push(`platform.${name}: missing`)
  checkNumbers('platform', platform, names, problems)
}

/** Returns each problem with its path: 'sections[0].rows[2].seats: a number twice'. The database checks the same, but
 * takes any word for `stage`: what is not 'bottom' is drawn at the top. */
export function checkLayout(data: unknown): string[] {
  if (!isObject(data)) return ['The plan: not an object']
  const problems: string[] = []
  if (data.stage !== 'top' && data.stage !== 'bottom') problems.push('stage: neither "top" nor "bottom"')
  if (!Array.isArray(data.sections) || data.sections.length < 1 || data.sections.length > MAX_SECTIONS)
    return [...problems, `sections: not a list of 1 to ${MAX_SECTIONS}`]
  const placed = data.sections.some(isPlaced)
  if (data.platform !== undefined) checkPlatform(data.platform, placed, problems)
  const codes = new Set<unknown>()
  let seats = 0
  for (const [index, section] of data.sections.entries()) {
    const at = `sections[${index}]`
    if (!isObject(section)) {
      problems.push(`${at}: not an object`)
      continue
    }
    if (typeof section.code !== 'string' || !/^[A-Z0-9]{1,4}$/.test(section.code))
      problems.push(`${at}.code: not 1 to 4 of A-Z and 0-9`)
    else if (codes.has(section.code)) problems.push(`${at}.code: another section has it`)
    codes.add(section.code)
    if (!isText(section.name, SECTION_NAME_MAX) || hasHiddenSigns(section.name))
      problems.push(`${at}.name: not text of 1 to ${SECTION_NAME_MAX} characters`)
    if (placed && (section.x === undefined || section.y === undefined))
      problems.push(`${at}: no x and y, which another section has`)
    checkNumbers(at, section, ['x', 'y', 'turn'], problems)
    if (!Array.isArray(section.rows) || section.rows.length < 1 || section.rows.length > MAX_ROWS) {
      problems.push(`${at}.rows: not a list of 1 to ${MAX_ROWS}`)
      continue
    }
    const labels = new Set<unknown>()
    for (const [nth, row] of section.rows.entries()) {
      seats += checkRow(`${at}.rows[${nth}]`, row, labels, problems)
    }
  }
  if (seats > MAX_SEATS) problems.push(`The plan: more than ${MAX_SEATS} seats`)
  return problems
}

function checkRow(at: string, row: unknown, labels: Set<unknown>, problems: string[]): number {
  if (!isObject(row)) {
    problems.push(`${at}: not an object`)
    return 0
  }
  if (typeof row.label !== 'string' || !/^[A-Z]{1,2}$/.test(row.label))
    problems.push(`${at}.label: not one or two of A-Z`)
  else if (labels.has(row.label)) problems.push(`${at}.label: another row of the section has it`)
  labels.add(row.label)
  if (!Array.isArray(row.seats) || row.seats.length < 1 || row.seats.length > MAX_ROW_CELLS) {
    problems.push(`${at}.seats: not a list of 1 to ${MAX_ROW_CELLS}`)
    return 0
  }
  checkNumbers(at, row, ['shift', 'gap'], problems)
  const { curve } = row
  if (curve !== undefined && !(typeof curve === 'number' && Math.abs(curve) <= MAX_CURVE * row.seats.length))
    problems.push(`${at}.curve: not a number within ${MAX_CURVE} of the row's places`)
  const numbers = row.seats.filter((seat) => seat !== null)
  if (!numbers.every((seat) => Number.isInteger(seat) && seat >= 1 && seat <= 999))
    problems.push(`${at}.seats: not whole numbers from 1 to 999, or null for an aisle`)
  else if (numbers.length === 0) problems.push(`${at}.seats: no seat`)
  else if (new Set(numbers).size < numbers.length) problems.push(`${at}.seats: a number twice`)
  for (const mark of ['blocked', 'wheelchair']) {
    const marked = row[mark]
    if (marked !== undefined && !(Array.isArray(marked) && marked.every((seat) => numbers.includes(seat))))
      problems.push(`${at}.${mark}: not seats of this row`)
  }
  return numbers.length
}

export type LayoutRead = { ok: true; file: LayoutFile } | { ok: false; problems: string[] }

/** Drops keys that the schema does not know. */
export function readLayoutFile(text: string): LayoutRead {
  let content: unknown
  try {
    // Some editors write a byte order mark, which JSON.parse rejects.
    content = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    return { ok: false, problems: [`The file is not JSON: ${error instanceof Error ? error.message : String(error)}`] }
  }
  if (!isObject(content)) return { ok: false, problems: ['The file: not an object'] }
  const problems: string[] = []
  if (!LAYOUT_FORMATS.some((known) => known === content.format))
    problems.push(`format: neither "${LAYOUT_FORMATS.join('" nor "')}"`)
  if (!isText(content.name, MAX_LAYOUT_NAME_CHARACTERS))
    problems.push(`name: not text of 1 to ${MAX_LAYOUT_NAME_CHARACTERS} characters`)
  const { description } = content
  if (
    description !== undefined &&
    (typeof description !== 'string' || [...description].length > MAX_LAYOUT_DESCRIPTION_CHARACTERS)
  )
    problems.push(`description: not text of at most ${MAX_LAYOUT_DESCRIPTION_CHARACTERS} characters`)
  problems.push(...checkLayout(content))
  if (problems.length > 0) return { ok: false, problems }
  const { name, ...plan } = content as unknown as LayoutFile
  const data = plain(plan)
  return {
    ok: true,
    file: { format: formatOf(data), name, ...(description ? { description: String(description) } : {}), ...data },
  }
}

/** Returns text that reads back as the same layout, one row per line so that people can edit it. */
export function writeLayoutFile(name: string, description: string, data: LayoutData): string {
  const { sections, ...rest } = plain(data)
  const head = linesOf({ format: formatOf(data), name, ...(description ? { description } : {}), ...rest }, '  ')
  const written = sections.map(({ rows, ...section }) => {
    const list = rows.map((row) => `        ${JSON.stringify(row)}`).join(',\n')
    return `    {\n${linesOf(section, '      ')},\n      "rows": [\n${list}\n      ]\n    }`
  })
  return `{\n${head},\n  "sections": [\n${written.join(',\n')}\n  ]\n}\n`
}

const linesOf = (fields: object, indent: string): string =>
  Object.entries(fields)
    .map(([key, value]) => `${indent}${JSON.stringify(key)}: ${JSON.stringify(value)}`)
    .join(',\n')

const formatOf = ({ sections }: LayoutData): LayoutFile['format'] =>
  sections.some((section) => isPlaced(section) || section.rows.some(({ curve, shift, gap }) => curve || shift || gap))
    ? 'mehfil-layout/2'
    : 'mehfil-layout/1'

const plain = (data: LayoutData): LayoutData => ({
  stage: data.stage === 'bottom' ? 'bottom' : 'top',
  ...(data.platform ? { platform: plainPlatform(data.platform) } : {}),
  sections: data.sections.map(({ code, name, x, y, turn, rows }): LayoutSection => ({
    ...{ code, name },
    ...(x === undefined ? {} : { x }),
    ...(y === undefined ? {} : { y }),
    ...(turn ? { turn } : {}),
    rows: rows.map(({ label, curve, shift, gap, seats, blocked, wheelchair }): LayoutRow => ({
      label,
      ...(curve ? { curve } : {}),
      ...(shift ? { shift } : {}),
      ...(gap ? { gap } : {}),
      seats,
      ...(blocked?.length ? { blocked } : {}),
      ...(wheelchair?.length ? { wheelchair } : {}),
    })),
  })),
})

const plainPlatform = ({ x, y, width, height }: StagePlace): StagePlace => ({ x, y, width, height })
