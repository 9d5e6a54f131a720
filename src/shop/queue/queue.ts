const SECOND_MS = 1_000
const MINUTE_MS = 60_000

/** An event's queue, the same for everyone; times in the server's. */
export interface QueueState {
  eventId: string
  /** ISO instants. */
  joinsFrom: string
  opensAt: string
  /** When the rest was so, ms. */
  at: number
  /** SHA-256 in hexadecimal digits; the list's is null until the list is closed, the seed until the draw. */
  seedHash: string
  listHash: string | null
  seed: string | null
  /** ISO instant; null before the draw. */
  drawnAt: string | null
  joined: number
  /** People in the closed list; places after them are of people who came later. Null before the draw. */
  drawn: number | null
  lastPlace: number
  /** The last place that may hold; never goes back. */
  letIn: number
  /** People let in a minute. */
  rate: number
  /** ISO instant; null while the queue goes on. */
  endedAt: string | null
  /** When to ask again, s. */
  again: number
}

/** An account's entry in a queue. */
export interface QueueEntry {
  /** Names the entry in the public list. */
  code: string
  /** From 1; null until the draw, and for about a second for who joined after it. */
  place: number | null
  /** Joined after the list was closed. */
  late: boolean
  /** ISO instant. */
  joinedAt: string
}

/** What a queue is for one person now. */
export type QueuePhase =
  /** `none`: there is no queue; `ended`: everyone may book. */
  | { kind: 'none' | 'ended' | 'turn' }
  /** Joining has not opened. */
  | { kind: 'before' }
  /** Can be joined; `late`: after the sale has opened, for the next place. */
  | { kind: 'open'; late: boolean }
  /** Joined, before the sale opens. */
  | { kind: 'joined' }
  /** Joined, and the place is not known yet; `late`: the next one. */
  | { kind: 'drawing'; late: boolean }
  | { kind: 'line'; place: number; ahead: number; minutes: number | null }

/**
 * Returns the phase in which a person finds a queue. `now` in ms of the server. A person's turn is only what the server
 * has said: an estimate never begins it.
 */
export function queuePhase(state: QueueState | null, entry: QueueEntry | null, now: number): QueuePhase {
  if (!state) return { kind: 'none' }
  if (state.endedAt !== null) return { kind: 'ended' }
  if (!entry) {
    if (now < Date.parse(state.joinsFrom)) return { kind: 'before' }
    return { kind: 'open', late: state.listHash !== null || now >= Date.parse(state.opensAt) }
  }
  const { place } = entry
  if (place === null) {
    const opened = state.listHash !== null || now >= Date.parse(state.opensAt)
    return opened ? { kind: 'drawing', late: entry.late } : { kind: 'joined' }
  }
  if (place <= state.letIn) return { kind: 'turn' }
  return { kind: 'line', place, ahead: peopleAhead(state, place, now), minutes: minutesUntil(state, place, now) }
}

/** True while this person may not hold seats. */
export const mustWait = ({ kind }: QueuePhase): boolean => kind !== 'none' && kind !== 'ended' && kind !== 'turn'

/** Up to which place the rate has let in by now, with fractions, as far as the last answer allows to say. */
const letInBy = ({ drawnAt, letIn, rate, at }: QueueState, now: number): number =>
  drawnAt === null ? 0 : letIn + (rate * Math.max(0, now - at)) / MINUTE_MS

/** Returns how many people are before a place and not let in. */
const peopleAhead = (state: QueueState, place: number, now: number): number =>
  Math.max(0, place - 1 - Math.floor(letInBy(state, now)))

/** Returns when a place is let in at the present rate (server's ms); null before the draw and while no one is let in. */
function turnAt({ drawnAt, letIn, rate, at }: QueueState, place: number): number | null {
  return drawnAt === null || rate <= 0 ? null : at + ((place - letIn) / rate) * MINUTE_MS
}

/** Whole minutes until a place is let in, rounded up; null while no one is let in. A clock behind the answer adds nothing. */
function minutesUntil(state: QueueState, place: number, now: number): number | null {
  const at = turnAt(state, place)
  return at === null ? null : Math.max(0, Math.ceil((at - Math.max(now, state.at)) / MINUTE_MS))
}

/** Between the closing of the list and the draw lies a second, and both are looked for every second. */
const DRAW_MS = 2 * SECOND_MS
/** A missing `again`, s. */
export const AGAIN_S = 10
const MIN_AGAIN_MS = 1_500
const MAX_AGAIN_MS = 300 * SECOND_MS
/** Answers may be as old as this, because servers and caches keep them. */
const KEPT_MS = 1_500
/** A part of the time, so that those who asked together do not ask together again. */
const SPREAD = 0.1
/** A part of `again` over which all who wait ask after the opening: at once they would be many times what it allows. */
const RUSH = 1 / 6

/**
 * Returns after how many ms to ask for the state again: as the last answer says, ten per cent more or less, but soon after
 * joining opens, the draw or this person's turn; the more wait, the later at moments that they share. `now` in ms of the server; `chance` from 0 to 1.
 */
export function nextAsk(state: QueueState | null, entry: QueueEntry | null, now: number, chance: number): number {
  if (!state || state.endedAt !== null) return MAX_AGAIN_MS
  const again = state.again * SECOND_MS * (1 - SPREAD + 2 * SPREAD * chance)
  // Before the draw no place is let in; after it a place that is missing comes within a second.
  const waitsForPlace = state.drawnAt !== null && entry !== null && entry.place === null
  const rush = Math.max(KEPT_MS, state.again * SECOND_MS * RUSH)
  const shared = sharedAfter(state, entry, now) + KEPT_MS + chance * rush
  const due = waitsForPlace ? 0 : Math.min(shared, ownAfter(state, entry, now) + (1 + chance) * KEPT_MS)
  return Math.min(Math.max(Math.min(again, due), MIN_AGAIN_MS), MAX_AGAIN_MS)
}

/** Returns the ms until something changes for everybody; Infinity when nothing will. */
function sharedAfter(state: QueueState, entry: QueueEntry | null, now: number): number {
  const opens = Date.parse(state.opensAt)
  const moments = [
    ...(entry ? [] : [Date.parse(state.joinsFrom)]),
    ...(state.drawnAt === null ? [opens, opens + DRAW_MS] : []),
  ]
  return Math.min(Infinity, ...moments.filter((at) => at > now).map((at) => at - now))
}

/** Returns the ms until this person's turn; Infinity when it is past or unknown. */
function ownAfter(state: QueueState, entry: QueueEntry | null, now: number): number {
  const turn = entry?.place == null || entry.place <= state.letIn ? null : turnAt(state, entry.place)
  return turn === null || turn <= now ? Infinity : turn - now
}

/** A state that is older than this beyond its `again` is counted on without a network. */
const LATE_MS = 15 * SECOND_MS

/** True when what is shown is counted on from an old answer: the page says so. */
export const isEstimate = (state: QueueState, now: number): boolean =>
  now - state.at > state.again * (1 + SPREAD) * SECOND_MS + LATE_MS

/** An answer with an earlier time came from a cache, unless the clock of the server was set back. */
const MAX_OLDER_MS = 60 * SECOND_MS

/** Returns the newer one of two answers about the same queue. */
export function newerState(before: QueueState | null | undefined, next: QueueState): QueueState {
  if (!before || before.eventId !== next.eventId) return next
  const older = before.at - next.at
  return older > 0 && older < MAX_OLDER_MS ? before : next
}

/** Returns an entry as the server says it now: a known place stays, because an answer without it is older. */
export const newerEntry = (before: QueueEntry | null | undefined, next: QueueEntry): QueueEntry =>
  before?.code === next.code && next.place === null ? { ...next, place: before.place } : next

/** Why seats were not held: their event has a queue. */
export interface TurnRefusal {
  eventId: string
  drawn: boolean
  /** Null without an entry, and before the draw. */
  place: number | null
  letIn: number
}

/** Reads the detail of the refusal `not_your_turn`; null for anything else. */
export function turnRefusal(detail: unknown): TurnRefusal | null {
  if (typeof detail !== 'object' || detail === null) return null
  const { event_id: eventId, drawn, place, let_in: letIn } = detail as Record<string, unknown>
  if (typeof eventId !== 'string') return null
  return {
    eventId,
    drawn: drawn === true,
    place: typeof place === 'number' ? place : null,
    letIn: typeof letIn === 'number' ? letIn : 0,
  }
}
