import type { StaffRole } from '#shop/people/role.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { Button } from '#ui/controls/button.tsx'
import { share } from '#ui/browser/share.ts'
import { paths } from '#ui/paths.ts'
import { shopName } from '#ui/shop.ts'
import { toast } from '#ui/toast.tsx'
import { ScreenQr } from '#ui/screen-qr.tsx'
import { CopyText } from '../kit/copy-text.tsx'
import { roleNames } from './roles.ts'

/** Shows the link once: the server keeps only a digest of its secret. */
export function InviteLink({
  secret,
  expiresAt,
  name,
  role,
}: {
  secret: string
  expiresAt: string
  name: string
  role: StaffRole
}) {
  const url = `${location.origin}${paths.invitation}#${secret}`
  const send = async () => {
    const title = `${shopName}: ${roleNames[role]}`
    const shared = await share({ title, text: `${name}, you are invited to work for ${shopName}.`, url })
    if (shared === 'copied') toast.success('Copied')
    if (shared === 'failed') toast.error('This browser does not let the page share. Copy the link.')
  }
  return (
    <div className="grid gap-4">
      <p>
        Send this link to {name}. It works once, until {formatDayTime(expiresAt)}, and is not shown again: make a new
        one if it gets lost.
      </p>
      <p className="border-y border-rule py-3 font-strong">
        <CopyText text={url} what="the link" />
      </p>
      <ScreenQr value={url} title={`QR code of the invitation for ${name}`} className="w-44" />
      <p className="text-2 text-muted">They can scan the code from your screen.</p>
      <div>
        <Button kind="line" onClick={send}>
          Share
        </Button>
      </div>
    </div>
  )
}
