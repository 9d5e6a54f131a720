import { QRCodeSVG } from 'qrcode.react'
import { useMemo } from 'react'
import { saidSeats } from '#ui/seat-map/said-seats.ts'
import { encodeTicketCode, formatTypedCode, qrLevel } from '#shop/tickets/ticket-code.ts'
import type { MyTicket } from '#shop/device/schema.ts'
import { t } from '#ui/messages/messages.ts'
import { Note } from '#ui/display/note.tsx'

/** The signed code as QR, on white in every theme, and the code to type. Nothing may lie over it. */
export function TicketQr({ ticket, hero = false }: { ticket: MyTicket; hero?: boolean }) {
  const text = useMemo(() => textOf(ticket), [ticket])
  const code = formatTypedCode(ticket.code)
  return (
    <div className="break-inside-avoid rounded-[6px] border border-rule bg-qr-paper text-qr-ink print:border-0">
      {text === null ? (
        <Note kind="warn" className="m-4">
          {t('wallet.noQr')}
        </Note>
      ) : (
        <QRCodeSVG
          value={text}
          level={qrLevel(text)}
          boostLevel={false}
          marginSize={4}
          title={t('wallet.qr', { code, seats: saidSeats(ticket).list })}
          bgColor="var(--qr-paper)"
          fgColor="var(--qr-ink)"
          className={hero ? 'mx-auto block h-auto w-full max-w-[360px]' : 'mx-auto block h-auto w-full max-w-[312px]'}
        />
      )}
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 pb-3">
        <p className="head-4 tracking-[.06em] tabular-nums">
          <span className="sr-only">{t('wallet.code')} </span>
          {code}
        </p>
        <p className="text-2">{t('wallet.people', { n: ticket.seats.length })}</p>
      </div>
    </div>
  )
}

/** Null for a ticket that cannot be encoded; its typed code still works. */
function textOf(ticket: MyTicket): string | null {
  try {
    return encodeTicketCode({
      keyNumber: ticket.keyNumber,
      ticketId: ticket.id,
      userId: ticket.userId,
      eventId: ticket.eventId,
      seats: ticket.seats,
      signature: ticket.signature,
    })
  } catch {
    return null
  }
}
