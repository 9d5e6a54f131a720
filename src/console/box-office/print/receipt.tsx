import { QRCodeSVG } from 'qrcode.react'
import { QR_LEVEL } from '#shop/tickets/passes/pass-code.ts'
import type { ReceiptLines } from './receipt-lines.ts'

export function Receipt({ lines }: { lines: ReceiptLines }) {
  return (
    <article className="print-page">
      <p className="print-shop">{lines.shop}</p>
      <p className="print-event">{lines.event}</p>
      <p>{lines.when}</p>
      <p>{lines.venue}</p>
      <p className="print-seats">
        {lines.category}
        <br />
        {lines.seats}
      </p>
      <p>{lines.price}</p>
      {lines.qr === null ? null : (
        <QRCodeSVG
          value={lines.qr}
          level={QR_LEVEL}
          boostLevel={false}
          marginSize={2}
          bgColor="#ffffff"
          fgColor="#000000"
          className="print-qr"
        />
      )}
      <p className="print-code">{lines.code}</p>
      <p className="print-small">
        Order {lines.order}, sold {lines.sold}
        {lines.gstin === '' ? null : (
          <>
            <br />
            GSTIN {lines.gstin}
          </>
        )}
      </p>
    </article>
  )
}
