import type { Result } from '#platform/failure/failure.ts'
import { instant, number, orNull, row, text, type Of } from '#platform/text/wire.ts'
import { asStaff } from '#platform/supabase/ask.ts'

const parsePass = row({
  number,
  seat: text,
  /** Of a pass that is bound to a phone, since when (ISO instant) and the how manyth of its holder it is. */
  boundAt: orNull(instant),
  bindings: number,
  /** ISO instant: a code of an earlier holder was let in then. */
  oldCodeAt: orNull(instant),
})
/** One person's part of a ticket, as staff see it. */
export interface TicketPass extends Of<typeof parsePass> {
  /** Hand-overs that were accepted, oldest first; the last one has it. */
  handed: { name: string | null; at: string }[]
  /** The open link: for whom the giver said it is, and since when. */
  link: { name: string | null; at: string } | null
}

/** Returns the passes of a ticket by number; empty unless the caller is an admin. */
export async function readPasses(ticketId: string): Promise<Result<TicketPass[]>> {
  const passes = await asStaff.rows(
    (client) =>
      client
        .from('passes')
        .select('number,seat,bound_at,bindings,old_code_at')
        .eq('ticket_id', ticketId)
        .order('number'),
    (rows) => rows.map(parsePass),
  )
  if (!passes.ok) return passes
  return asStaff.rows(
    (client) =>
      client
        .from('pass_transfers')
        .select('number,name,to_name,outcome,created_at,ended_at')
        .eq('ticket_id', ticketId)
        .order('created_at'),
    (rows) =>
      passes.value.map((pass) => {
        const its = rows.filter((link) => link.number === pass.number)
        const open = its.find((link) => link.outcome === null)
        return {
          ...pass,
          handed: its
            .filter((link) => link.outcome === 'accepted')
            .map((link) => ({ name: link.to_name, at: instant(link.ended_at) })),
          link: open ? { name: open.name, at: instant(open.created_at) } : null,
        }
      }),
  )
}
