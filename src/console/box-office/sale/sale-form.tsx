import { useLayoutEffect, useMemo, useRef, useState, type FormEvent } from 'react'
import type { DoorCategory } from '#shop/box-office/box-office.api.ts'
import { readAmount } from '#shop/box-office/cash.ts'
import {
  missingIn,
  seatsIn,
  ticketsIn,
  type DoorMethod,
  type DoorSale,
  type Missing,
} from '#shop/box-office/door-sale.ts'
import type { SaleKey } from '#shop/box-office/sale-keys.ts'
import { announce } from '#ui/announce.tsx'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { Note } from '#ui/display/note.tsx'
import { exactRupees } from '#ui/format.ts'
import { toast } from '#ui/toast.tsx'
import { useUnsavedWork } from '../../kit/unsaved-work.ts'
import { numberId } from './category-row.tsx'
import { TicketChoice } from './ticket-choice.tsx'
import { PayPanel, type Payee } from './pay-panel.tsx'
import { SaleSummary, missingWords } from './sale-summary.tsx'
import type { DoorDraftState } from './use-door-draft.ts'
import { type DoorTotal, useSaleKeys } from './use-door-price.ts'

const SELL_ID = 'door-sell'

const fieldOf: Partial<Record<Missing, string>> = {
  given: 'door-given',
  reason: 'door-reason',
  phone: 'door-phone',
  price: SELL_ID,
}

/** The field that takes the next key once a method is chosen. */
const afterMethod: Record<DoorMethod, string> = {
  cash: 'door-given',
  complimentary: 'door-reason',
  upi: SELL_ID,
  card: SELL_ID,
}

export function SaleForm({
  categories,
  door,
  total,
  payee,
  busy,
  on,
  refused,
  onSell,
  onLast,
}: {
  categories: readonly DoorCategory[]
  door: DoorDraftState
  total: DoorTotal
  payee: Payee | null
  busy: boolean
  /** False while another part of the page is in front. */
  on: boolean
  /** Why the last sale was refused; null once something changed. */
  refused: string | null
  onSell: (sale: Omit<DoorSale, 'tillId' | 'eventId'>) => void
  /** Shows the last sale again; null without one. */
  onLast: (() => void) | null
}) {
  const { draft, activeId } = door
  const [missing, setMissing] = useState<Missing | null>(null)
  /** A new object moves the focus once what it needs is drawn. */
  const [focusOn, setFocusOn] = useState<{ id: string } | null>(null)
  const tickets = useRef<HTMLDivElement>(null)
  const byId = useMemo(() => new Map(categories.map((category) => [category.id, category])), [categories])
  const active = byId.get(activeId ?? '') ?? null
  const price = total.price
  useUnsavedWork(ticketsIn(draft.lines) > 0)

  const only = categories.length === 1 ? categories[0]!.id : null
  useLayoutEffect(() => {
    const start = only === null ? tickets.current : document.getElementById(numberId(only))
    if (on) start?.focus({ preventScroll: true })
  }, [on, only])
  useLayoutEffect(() => {
    const element = focusOn && document.getElementById(focusOn.id)
    element?.focus()
    if (element instanceof HTMLInputElement) element.select()
  }, [focusOn])

  const change = (part: Parameters<typeof door.change>[0]): void => {
    setMissing(null)
    door.change(part)
  }
  const chooseMethod = (method: DoorMethod): void => {
    change({ method })
    setFocusOn({ id: afterMethod[method] })
  }
  const startOver = (): void => {
    const before = draft
    door.startOver()
    setMissing(null)
    if (ticketsIn(before.lines) > 0)
      toast.show('Sale cleared', { action: { label: 'Bring it back', onClick: () => door.put(before) } })
  }
  const step = (by: 1 | -1): void => {
    const category = active ?? categories[0]
    if (category) door.step(category, by)
  }
  const act = (key: SaleKey): void => {
    switch (key.does) {
      case 'category': {
        const category = categories[key.index]
        if (!category) return
        door.setActiveId(category.id)
        if (seatsIn(draft.lines, category.id).length === 0) door.step(category, 1)
        return setFocusOn({ id: numberId(category.id) })
      }
      case 'more':
        return step(1)
      case 'fewer':
        return step(-1)
      case 'method':
        return chooseMethod(key.method)
      case 'map':
        return document.querySelector<HTMLElement>('#door-map [role=gridcell] [tabindex="0"]')?.focus()
      case 'name':
        return setFocusOn({ id: 'door-name' })
      case 'last':
        return onLast?.()
      case 'clear':
        return startOver()
    }
  }

  const sell = (): void => {
    if (busy) return
    const given = draft.given.trim() === '' ? null : (readAmount(draft.given) ?? ('wrong' as const))
    const lacks = missingIn({ ...draft, total: price?.total ?? null, given })
    setMissing(lacks)
    if (lacks !== null || !price) {
      announce(missingWords[lacks ?? 'price'])
      const field = fieldOf[lacks ?? 'price']
      if (field) setFocusOn({ id: field })
      else tickets.current?.focus()
      return
    }
    const { orderId, lines, method, name, phone, reference, reason } = draft
    onSell({
      ...{ orderId, lines, method, total: price.total, name: name.trim(), phone: phone.trim() },
      reference: method === 'complimentary' ? reason.trim() : method === 'cash' ? '' : reference.trim(),
      given: method === 'cash' && given !== 'wrong' ? given : null,
    })
  }
  useSaleKeys(on && !busy, act, sell)

  return (
    <form
      noValidate
      aria-label="Sale"
      className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 desk:grid-cols-[minmax(0,1fr)_352px] desk:grid-rows-[auto_1fr]"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        sell()
      }}
    >
      <TicketChoice
        ref={tickets}
        categories={categories}
        door={door}
        last={onLast !== null}
        onChange={() => setMissing(null)}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5">
        <SaleSummary lines={draft.lines} categories={byId} price={price} onRemove={door.remove} />
        <PayPanel
          draft={draft}
          total={price?.total ?? null}
          payee={payee}
          problem={missing === 'given' || missing === 'reason' ? missing : null}
          onMethod={chooseMethod}
          onChange={change}
        />
        <div className="grid gap-3 desk:grid-cols-2">
          <TextField
            id="door-name"
            label="Name"
            hint="Optional"
            value={draft.name}
            autoComplete="off"
            maxLength={120}
            onChange={(event) => change({ name: event.target.value })}
          />
          <TextField
            id="door-phone"
            label="Phone"
            hint="Optional"
            type="tel"
            value={draft.phone}
            error={missing === 'phone' ? missingWords.phone : undefined}
            autoComplete="off"
            maxLength={24}
            onChange={(event) => change({ phone: event.target.value })}
          />
        </div>
        {refused ? (
          <Note kind="bad" role="alert">
            {refused}
          </Note>
        ) : null}
        <div className="flex flex-wrap gap-x-5 gap-y-2">
          {ticketsIn(draft.lines) > 0 ? (
            <Button kind="bare" small onClick={startOver}>
              Start over
            </Button>
          ) : null}
          {onLast ? (
            <Button kind="bare" small onClick={onLast}>
              Last sale
            </Button>
          ) : null}
        </div>
      </div>
      {/* On a phone it stays in sight; the column beside the tickets has it at its end. */}
      <div className="sticky bottom-0 z-5 -mx-4 border-t border-rule bg-surface px-4 pt-3 pb-[calc(8px+env(safe-area-inset-bottom))] desk:static desk:col-start-2 desk:mx-0 desk:border-0 desk:p-0">
        <Button
          id={SELL_ID}
          type="submit"
          kind="lit"
          wide
          busy={busy}
          busyLabel="Selling..."
          aria-keyshortcuts="Enter"
          value={price ? exactRupees(price.total) : undefined}
        >
          Sell
        </Button>
        <p role="status" className="mt-1 text-1 text-muted desk:min-h-5">
          {missing === 'tickets' || missing === 'price' ? missingWords[missing] : ''}
        </p>
      </div>
    </form>
  )
}
