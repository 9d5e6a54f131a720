import { useState } from 'react'
import { listRefunds } from '#shop/refunds/refunds-admin.api.ts'
import type { RefundRow } from '#shop/refunds/refund-rows.ts'
import type { ListQuery } from '#platform/supabase/list-query.ts'
import { ok } from '#platform/failure/failure.ts'
import { Button } from '#ui/controls/button.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { counted } from '../../kit/words/counted.ts'
import { MakePayout } from './make-payout.tsx'
import { sumWords } from './payout-words.ts'

/** As many transfers as a file may have: make_payout's limit. */
const MOST_LINES = 500

/** Why a refund goes into no file: null where it may. */
export const whyNotPicked = ({ payoutId, admitted }: Pick<RefundRow, 'payoutId' | 'admitted'>): string | null =>
  payoutId !== null ? 'In a file' : admitted !== null ? 'Let in: pay it by itself' : null

/** The refunds that were chosen on any page of the list, by id. */
export type Picked = ReadonlyMap<string, RefundRow>

/** Says what is chosen, adds all that have a UPI id, and makes the file of it. `onPick` adds refunds. */
export function PickRefunds({
  picked,
  of,
  onPick,
  onDone,
  onStop,
}: {
  picked: Picked
  /** What the list shows. */
  of: Pick<ListQuery, 'search' | 'event'>
  onPick: (refunds: readonly RefundRow[]) => void
  onDone: () => Promise<unknown>
  onStop: () => void
}) {
  const [making, setMaking] = useState(false)
  const all = useAction(
    async () => {
      const sort = { column: 'requested_at', ascending: true }
      const page = await listRefunds({ ...of, sort, page: 1, pageSize: MOST_LINES }, 'requested')
      if (!page.ok) return page
      const ready = page.value.rows.filter((refund) => refund.upiId !== null && whyNotPicked(refund) === null)
      onPick(ready)
      return ok(ready.length)
    },
    { failed: 'Error loading refunds' },
  )
  const chosen = [...picked.values()]
  return (
    <section
      aria-label="Pay several"
      className="sticky top-0 z-10 mt-4 flex flex-wrap items-center gap-3 border-y border-rule bg-(--paper) py-3"
    >
      <p role="status" className="flex-1 tabular-nums max-desk:min-w-[60%]">
        {chosen.length === 0 ? 'Tick what you pay, with one file for the bank.' : `Chosen: ${sumWords(chosen)}`}
      </p>
      <Button kind="line" small onClick={onStop}>
        Stop
      </Button>
      <Button kind="line" small busy={all.busy} busyLabel="Loading..." onClick={() => void all.run()}>
        All with a UPI id
      </Button>
      <Button small disabled={chosen.length === 0 || chosen.length > MOST_LINES} onClick={() => setMaking(true)}>
        Make the bank file
      </Button>
      {chosen.length > MOST_LINES ? (
        <p className="text-2">A file has at most {counted(MOST_LINES, 'payment')}.</p>
      ) : null}
      {making ? (
        <MakePayout
          refunds={chosen}
          onClose={() => setMaking(false)}
          onDone={async () => {
            await onDone()
            onStop()
          }}
        />
      ) : null}
    </section>
  )
}
