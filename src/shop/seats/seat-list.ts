import { compareSeats, positionOf, seatLabel } from './seat-map.ts'

/** Of a seat list in a ticket code, all ASCII. Ten seats never reach it. */
export const MAX_SEAT_LIST_BYTES = 110

/** Standing places of one ticket in a row. A forged '1-999999' must not fill the gate's memory. */
const MAX_STANDING_RUN = 1000

/** 'BALC:A1-4,B7;STAL:C2', standing '17-20,33': sorted, one text per set. Throws RangeError for a wrong label or more than 110 bytes. */
export function formatSeatList(labels: readonly string[]): string {
  const groups: { section: string | null; runs: { row: string; from: number; to: number }[] }[] = []
  for (const label of [...new Set(labels)].sort(compareSeats)) {
    const seat = positionOf(label)
    if (!seat) throw new RangeError(`not a seat label: ${JSON.stringify(label)}`)
    let group = groups.at(-1)
    if (!group || group.section !== seat.section) groups.push((group = { section: seat.section, runs: [] }))
    const run = group.runs.at(-1)
    if (run && run.row === seat.row && run.to + 1 === seat.number) run.to = seat.number
    else group.runs.push({ row: seat.row, from: seat.number, to: seat.number })
  }
  const text = groups
    .map(({ section, runs }) => {
      const seats = runs.map(({ row, from, to }) => (from === to ? `${row}${from}` : `${row}${from}-${to}`)).join(',')
      return section === null ? seats : `${section}:${seats}`
    })
    .join(';')
  if (text.length > MAX_SEAT_LIST_BYTES) throw new RangeError(`a seat list has at most ${MAX_SEAT_LIST_BYTES} bytes`)
  return text
}

const runPattern = /^([A-Z]{1,2}[1-9][0-9]{0,2})(?:-([1-9][0-9]{0,2}))?$/
const standingPattern = /^([1-9][0-9]{0,5})(?:-([1-9][0-9]{0,5}))?$/

/** Null unless `formatSeatList` would write exactly this text: a signed code has one form only. */
export function parseSeatList(text: string): string[] | null {
  if (text.length === 0 || text.length > MAX_SEAT_LIST_BYTES) return null
  const labels: string[] = []
  for (const group of text.split(';')) {
    const colon = group.indexOf(':')
    const section = colon < 0 ? null : group.slice(0, colon)
    for (const part of group.slice(colon + 1).split(',')) {
      const found = runPattern.exec(part) ?? (section === null ? standingPattern.exec(part) : null)
      const first = found && positionOf(section === null ? found[1]! : `${section}-${found[1]}`)
      if (!first) return null
      const last = found[2] === undefined ? first.number : Number(found[2])
      if (first.row === '' && last - first.number >= MAX_STANDING_RUN) return null
      for (let number = first.number; number <= last; number += 1) {
        labels.push(seatLabel(first.section, first.row, number))
      }
    }
  }
  // Wrong order, split runs, repetitions: readable, but not what we sign.
  try {
    return formatSeatList(labels) === text ? labels : null
  } catch {
    return null
  }
}
