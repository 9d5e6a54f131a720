import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { signOut } from '#account/session/sign-in.ts'
import { drainScans, tryRefusedAgain } from '#shop/gate/scans/outbox.store.ts'
import { owner, turnedBackScansOf, unsentScansOf } from '#shop/people/session.store.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/controls/dialog.tsx'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/with/account/leaving.ts'
import { paths } from '#ui/paths.ts'
import { toast } from '#ui/toast.tsx'

/** Signs out, which takes lists and keys off the device; asks first while scans have not been sent. */
export function LeaveButton() {
  const navigate = useNavigate()
  const [unsent, setUnsent] = useState<{ scans: number; turnedBack: number } | null>(null)
  const [busy, setBusy] = useState(false)

  const leave = async (keepUnsent?: boolean) => {
    if (busy) return
    setBusy(true)
    try {
      if (keepUnsent === undefined)
        await Promise.race([sendAll(), new Promise((done) => setTimeout(done, TRY_TO_SEND_MS))])
      const outcome = await signOut(keepUnsent === undefined ? {} : { keepUnsent })
      if (outcome === 'unsent') {
        const me = await owner()
        if (me === null) return setUnsent({ scans: 0, turnedBack: 0 })
        return setUnsent({ scans: await unsentScansOf(me), turnedBack: await turnedBackScansOf(me) })
      }
      void navigate(paths.adminLogin, { replace: true })
    } catch {
      toast.error(t('prepare.leave.failed'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Button kind="bare" busy={busy} busyLabel={t('prepare.leave.busy')} onClick={() => void leave()}>
        {t('prepare.leave')}
      </Button>
      <Dialog
        open={unsent !== null}
        onClose={() => setUnsent(null)}
        size="narrow"
        title={titleOf(unsent)}
        footer={
          <div className="grid gap-3">
            <Button kind="lit" wide data-autofocus="" onClick={() => setUnsent(null)}>
              {t('prepare.leave.stay')}
            </Button>
            <Button kind="line" wide onClick={() => void leave(true)}>
              {t('prepare.leave.keep')}
            </Button>
            <Button kind="no" wide onClick={() => void leave(false)}>
              {t('prepare.leave.delete')}
            </Button>
          </div>
        }
      >
        <div className="grid gap-3">
          <p>{t(unsent?.scans ? 'prepare.leave.text' : 'leaving.unsent.text')}</p>
          {unsent && unsent.turnedBack > 0 && <p>{t('prepare.leave.turnedBackText', { n: unsent.turnedBack })}</p>}
        </div>
      </Dialog>
    </>
  )
}

function titleOf(unsent: { scans: number; turnedBack: number } | null): string {
  if (!unsent?.scans) return t('prepare.leave.payment')
  const { scans, turnedBack } = unsent
  return scans > turnedBack ? t('prepare.leave.unsent', { n: scans }) : t('prepare.leave.turnedBack', { n: scans })
}

async function sendAll(): Promise<void> {
  await tryRefusedAgain()
  await drainScans({ now: true })
}

/** How long signing out tries to send what waits, in milliseconds. */
const TRY_TO_SEND_MS = 3_000
