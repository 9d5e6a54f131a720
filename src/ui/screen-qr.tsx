import { QRCodeSVG } from 'qrcode.react'
import { classes } from './controls/classes.ts'

/** Shows a QR code that another device reads from this screen. `className` sets its width. */
export function ScreenQr({ value, title, className }: { value: string; title: string; className: string }) {
  return (
    <div className={classes('rounded-control bg-qr-paper', className)}>
      <QRCodeSVG
        value={value}
        level="M"
        marginSize={4}
        title={title}
        bgColor="var(--qr-paper)"
        fgColor="var(--qr-ink)"
        className="block h-auto w-full"
      />
    </div>
  )
}
