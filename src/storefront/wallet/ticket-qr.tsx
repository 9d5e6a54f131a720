import { useEffect, useRef, useState, type UIEvent } from 'react'
import { flushSync } from 'react-dom'
import { saidSeats } from '#ui/seat-map/said-seats.ts'
import type { ShownCode } from '#shop/tickets/passes/passes.ts'
import { formatTypedCode } from '#shop/tickets/ticket-code.ts'
import type { MyTicket } from '#shop/device/schema.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/buying/give.ts'
import '#ui/messages/en/buying/wallet.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { Icon } from '#ui/controls/icon.tsx'
import { Note } from '#ui/display/note.tsx'
import { BoundCode, PassQr } from './hand-over/bound-code.tsx'

/** Shows the passes of a ticket, beside one another to swipe through, each with its QR on white in every theme. */
export function TicketQr({
  ticket,
  codes,
  at,
  onAt,
}: {
  ticket: MyTicket
  codes: readonly ShownCode[]
  at: number
  onAt: (at: number) => void
}) {
  const printing = usePrinting()
  const strip = useRef<HTMLUListElement>(null)
  const of = codes.length
  const typed = formatTypedCode(ticket.code)
  const goTo = (next: number): void => {
    const list = strip.current
    list?.scrollTo({ left: next * list.clientWidth, behavior: 'instant' })
    onAt(next)
  }
  const follow = ({ currentTarget: list }: UIEvent<HTMLUListElement>): void => {
    const next = Math.round(list.scrollLeft / Math.max(1, list.clientWidth))
    if (next !== at && next < of) onAt(next)
  }
  return (
    <div role="group" aria-label={t('wallet.passes')}>
      <ul
        ref={strip}
        // The arrow keys scroll it, too.
        tabIndex={of > 1 ? 0 : undefined}
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
            className="w-full flex-none snap-center snap-always break-inside-avoid print:mb-4"
          >
            <Pass ticket={ticket} code={code} drawn={printing || Math.abs(n - at) <= 1} />
            {/* People may cut the paper apart; the last one has it below. */}
            {n < of - 1 && <p className="hidden px-4 print:block">{typed}</p>}
          </li>
        ))}
      </ul>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 bg-qr-paper pr-1 pl-4 text-qr-ink">
        <p className="head-4 tracking-[.06em] tabular-nums">
          {typed !== '' && <span className="sr-only">{t('wallet.code')} </span>}
          {typed}
        </p>
        {of > 1 && (
          <div className="no-print flex items-center">
            <IconButton
              label={t('wallet.pass.back')}
              aria-disabled={at === 0}
              onClick={() => goTo(Math.max(0, at - 1))}
            >
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
        )}
      </div>
    </div>
  )
}

const QR_SIZE = 'max-w-[360px]'

/** Nothing may lie over a code. `drawn`: an undrawn one keeps its place. */
function Pass({ ticket, code, drawn }: { ticket: MyTicket; code: ShownCode; drawn: boolean }) {
  const said = saidSeats({ seats: [code.seat], sections: ticket.sections })
  const title = t('wallet.qr', { code: formatTypedCode(ticket.code), seats: said.list })
  return (
    <>
      <p className="px-4 pb-1 wrap-anywhere font-head text-[2.5rem] leading-none tabular-nums [font-stretch:84%]">
        {said.list}
      </p>
      <div className="bg-qr-paper text-qr-ink">
        {ticket.screenOnly ? (
          <BoundCode ticket={ticket} code={code} title={title} size={QR_SIZE} />
        ) : code.text === null ? (
          <Note kind="warn" className="p-4">
            {t('wallet.noQr')}
          </Note>
        ) : (
          <PassQr text={drawn ? code.text : null} title={title} size={QR_SIZE} />
        )}
      </div>
    </>
  )
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
