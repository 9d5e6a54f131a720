/** What the rule looks at: the scans of one event. */
export interface SeatScan {
  id: string
  /** With the label it says which seat: the ticket's category id, or what was read where no ticket is known. */
  place: string
  /** Seats let in; empty for every other verdict. */
  seats: readonly string[]
  /** Corrected time, milliseconds or any number that sorts like it. */
  correctedAt: number
  /** The scan that this one undoes. */
  undoes: string | null
}

export interface SeatConflict {
  place: string
  seat: string
  /** The scan that wins the seat. */
  first: string
  later: string
}

/**
 * Seats let in by two scans of which neither is undone: the earliest corrected time wins, then the smaller id; every other
 * scan of the seat conflicts with that one. By place, seat, time and id.
 *
 * The twin is `private.contested_seats` in the database; both are tested on scan-conflict-cases.json.
 */
export function findConflicts(scans: readonly SeatScan[]): SeatConflict[] {
  const undone = new Set(scans.map((scan) => scan.undoes))
  const live = scans
    .filter((scan) => !undone.has(scan.id))
    .sort((a, b) => a.correctedAt - b.correctedAt || compareText(a.id, b.id))
  const winners = new Map<string, string>()
  const conflicts: SeatConflict[] = []
  for (const { id, place, seats } of live) {
    for (const seat of new Set(seats)) {
      const key = JSON.stringify([place, seat])
      const first = winners.get(key)
      if (first === undefined) winners.set(key, id)
      else conflicts.push({ place, seat, first, later: id })
    }
  }
  return conflicts.sort((a, b) => compareText(a.place, b.place) || compareText(a.seat, b.seat))
}

/** Ids are lower case, so this is the database's order of uuids. */
const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
