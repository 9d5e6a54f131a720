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
