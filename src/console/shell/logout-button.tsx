import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { signOut } from '#account/session/sign-in.ts'
import { Button } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/controls/confirm.tsx'
import { paths } from '#ui/paths.ts'
import { toast } from '#ui/toast.tsx'
import { sendRejections } from '../payments/decision/rejections.ts'
import { leaveOrAsk } from '../kit/unsaved-work.ts'

/** Signs out and leads to the staff's sign-in. Asks first when something made on this device still waits to be sent. */
export function LogoutButton() {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)

  const leave = async (keepUnsent?: boolean) => {
    if (busy) return
    setBusy(true)
    try {
      // Nobody else could send them in the name of this admin.
      await sendRejections()
      const outcome = await signOut(keepUnsent === undefined ? undefined : { keepUnsent })
      if (outcome === 'unsent') setAsking(true)
      else {
        setAsking(false)
        void navigate(paths.adminLogin, { replace: true })
      }
    } catch {
      toast.error('Failed to sign out. Please try again.')
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Button kind="line" small busy={busy && !asking} onClick={() => leaveOrAsk(() => void leave())}>
        Logout
      </Button>
      <ConfirmDialog
        open={asking}
        question="A payment or scans made on this device are not sent yet"
        confirmLabel="Keep them and log out"
        kind="solid"
        busy={busy}
        onConfirm={() => leave(true)}
        onCancel={() => setAsking(false)}
      >
        <p>
          They stay on this device, hidden. Payments are sent when you sign in here again, scans when you open the gate.
        </p>
      </ConfirmDialog>
    </>
  )
}
