import { useEffect, useMemo, useRef, useState, type UIEvent } from 'react'
import { flushSync } from 'react-dom'
import { saidSeats } from '#ui/seat-map/said-seats.ts'
import { codesOf, type ShownCode } from '#shop/tickets/passes/passes.ts'
import { formatTypedCode } from '#shop/tickets/ticket-code.ts'
import type { MyTicket } from '#shop/device/schema.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/buying/give.ts'
import '#ui/messages/en/buying/wallet.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { Icon } from '#ui/controls/icon.tsx'
import { Note } from '#ui/display/note.tsx'
import { BoundCode, PassQr } from './hand-over/bound-code.tsx'
import { useCodesHere } from './hand-over/use-codes-here.ts'
import { PassOwner } from './hand-over/pass-owner.tsx'

/** Shows the codes of a ticket as QR, on white in every theme: one a person, beside one another to swipe through. */
export function TicketQr({
  ticket,
  hero = false,
  givesAway = false,
  givesBack = false,
}: {
  ticket: MyTicket
  /** On a page of its own. */
  hero?: boolean
  /** Its passes may still be handed over. */
  givesAway?: boolean
  /** Its passes may still be given back for their price. */
  givesBack?: boolean
}) {
  const codes = useMemo(() => codesOf(ticket), [ticket])
  const [at, setAt] = useState(0)
  const printing = usePrinting()
  const strip = useRef<HTMLUListElement>(null)
  const of = codes.length
  const goTo = (next: number): void => {
    const list = strip.current
    list?.scrollTo({ left: next * list.clientWidth, behavior: 'instant' })
    setAt(next)
  }
  const follow = ({ currentTarget: list }: UIEvent<HTMLUListElement>): void => {
    const next = Math.round(list.scrollLeft / Math.max(1, list.clientWidth))
    if (next !== at && next < of) setAt(next)
  }
  const current = codes[Math.min(at, of - 1)]
  if (!current) return null
  const owner =
    hero && givesAway ? <PassOwner key={current.number} ticket={ticket} code={current} mayReturn={givesBack} /> : null
  if (of === 1)
    return (
      <>
        <CodeCard ticket={ticket} code={current} hero={hero} drawn />
        {owner}
      </>
    )
  return (
    <div
      role="group"
      aria-label={t('wallet.passes')}
      className={hero ? 'mx-auto w-full max-w-[400px]' : 'max-w-[312px]'}
    >
      <div className="no-print flex items-center justify-between">
        <IconButton label={t('wallet.pass.back')} aria-disabled={at === 0} onClick={() => goTo(Math.max(0, at - 1))}>
          <Icon name="chevron" className="rotate-90" />
        </IconButton>
        <p aria-live="polite" className="font-strong tabular-nums">
          {t('wallet.pass.of', { n: at + 1, of })}
        </p>
        <IconButton
          label={t('wallet.pass.next')}
          aria-disabled={at === of - 1}
          onClick={() => goTo(Math.min(of - 1, at + 1))}
        >
          <Icon name="chevron" className="-rotate-90" />
        </IconButton>
      </div>
      <ul
        ref={strip}
        // The arrow keys scroll it, too.
        tabIndex={0}
        onScroll={follow}
        // relative: it clips what is for screen readers alone, too.
        className="relative flex [scrollbar-width:none] snap-x snap-mandatory overflow-x-auto overscroll-x-contain print:block print:overflow-visible"
      >
        {codes.map((code, n) => (
          <li
            key={code.seat}
            inert={n !== at && !printing}
            // For browsers without inert (Safari before 15.5).
            aria-hidden={n !== at && !printing ? true : undefined}
            className="w-full flex-none snap-center snap-always print:mb-4"
          >
            <CodeCard ticket={ticket} code={code} hero={hero} drawn={printing || Math.abs(n - at) <= 1} />
          </li>
        ))}
      </ul>
      {owner}
    </div>
  )
}

/** Nothing may lie over a code. `drawn`: an undrawn one keeps its place. */
function CodeCard({ ticket, code, hero, drawn }: { ticket: MyTicket; code: ShownCode; hero: boolean; drawn: boolean }) {
  const { seat, text } = code
  const typed = formatTypedCode(ticket.code)
  const said = saidSeats({ seats: [seat], sections: ticket.sections })
  const title = t('wallet.qr', { code: typed, seats: said.list })
  const size = hero ? 'max-w-[360px]' : 'max-w-[312px]'
  return (
    <div className="break-inside-avoid rounded-[6px] border border-rule bg-qr-paper text-qr-ink print:border-0">
      {ticket.screenOnly ? (
        hero ? (
          <BoundCode ticket={ticket} code={code} title={title} size={size} />
        ) : (
          <BoundElsewhere ticket={ticket} />
        )
      ) : text === null ? (
        <Note kind="warn" className="m-4">
          {t('wallet.noQr')}
        </Note>
      ) : (
        <PassQr text={drawn ? text : null} title={title} size={size} />
      )}
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 pb-3">
        {typed !== '' && (
          <p className="head-4 tracking-[.06em] tabular-nums">
            <span className="sr-only">{t('wallet.code')} </span>
            {typed}
          </p>
        )}
        <p className="text-2">{t('wallet.seats', said)}</p>
      </div>
    </div>
  )
}

/** In a list, which shows no changing code. */
function BoundElsewhere({ ticket }: { ticket: MyTicket }) {
  const here = useCodesHere(ticket)
  return <p className="p-4">{here !== undefined && t(here ? 'bound.ready' : 'bound.open')}</p>
}

/** True while the page is laid out for paper, which shows every code. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    const begin = (): void => flushSync(() => setPrinting(true))
    const end = (): void => setPrinting(false)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return printing
}
