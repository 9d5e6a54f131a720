import { useRef } from 'react'
import { ok } from '#platform/failure/failure.ts'
import { Button } from '#ui/controls/button.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { readPhoto } from './read-photo.ts'
import type { ShopQr } from './shop-qr.ts'

/** Reads a photo or a saved picture of the shop's printed QR, on this device alone. */
export function QrPhoto({ onRead }: { onRead: (read: ShopQr | string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const { busy, run } = useAction(async (file: Blob) => ok(await readPhoto(file)))
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 desk:col-span-2">
      <Button kind="line" small busy={busy} busyLabel="Reading..." onClick={() => input.current?.click()}>
        Read a photo of your QR
      </Button>
      <span className="text-1 text-muted">Or a saved picture of it. It stays on this device.</span>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        onChange={async (event) => {
          const file = event.target.files?.[0]
          // Lets the same file be chosen again.
          event.target.value = ''
          const read = file ? await run(file) : null
          if (read?.ok) onRead(read.value)
        }}
      />
    </div>
  )
}
