import { paths } from '#ui/paths.ts'
import { ScreenQr } from '#ui/screen-qr.tsx'

/** The link that puts the tickets on the buyer's phone, once. The secret is in its fragment, which no server sees. */
const takeOverLink = (secret: string): string => `${location.origin}${paths.ticketLink}#${secret}`

export function TakeOver({ secret, people }: { secret: string; people: number }) {
  return (
    <div className="flex flex-wrap items-center gap-5">
      <ScreenQr
        value={takeOverLink(secret)}
        title="Code for the buyer’s phone: it opens the tickets there"
        className="w-56 max-w-full flex-none"
      />
      <p className="max-w-[34ch] text-2 text-muted">
        The buyer scans it with the phone’s camera and keeps {people === 1 ? 'the ticket' : 'the tickets'} there, also
        without a network. It works on one phone.
      </p>
    </div>
  )
}
