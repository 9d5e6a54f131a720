import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { signOut } from '#account/sign-in.ts'
import { drainScans } from '#offline/gate-outbox.ts'
import { owner, unsentScansOf } from '#offline/session.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/with/leaving.ts'
import { paths } from '#ui/paths.ts'
import { toast } from '#ui/toast.tsx'

/** Signs out, which takes lists and keys off the device; asks first while scans have not been sent. */
export function LeaveButton() {
  const navigate = useNavigate()
  const [unsent, setUnsent] = useState<number | null>(null)
  const [busy, setBusy] = useState(false)

  const leave = async (keepUnsent?: boolean) => {
    if (busy) return
    setBusy(true)
    try {
      if (keepUnsent === undefined)
        await Promise.race([drainScans({ now: true }), new Promise((done) => setTimeout(done, TRY_TO_SEND_MS))])
      const outcome = await signOut(keepUnsent === undefined ? {} : { keepUnsent })
      if (outcome === 'unsent') {
        const me = await owner()
        return setUnsent(me === null ? 0 : await unsentScansOf(me))
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
        title={unsent ? t('prepare.leave.unsent', { n: unsent }) : t('prepare.leave.payment')}
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
        <p>{t(unsent ? 'prepare.leave.text' : 'leaving.unsent.text')}</p>
      </Dialog>
    </>
  )
}

/** How long signing out tries to send what waits, in milliseconds. */
const TRY_TO_SEND_MS = 3_000
