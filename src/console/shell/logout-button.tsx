import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { signOut } from '#account/session/sign-in.ts'
import { ok } from '#platform/failure/failure.ts'
import { Button } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/controls/confirm.tsx'
import { paths } from '#ui/paths.ts'
import { useAction } from '#ui/hooks/use-action.ts'
import { sendRejections } from '../payments/decision/rejections.ts'
import { leaveOrAsk } from '../kit/unsaved-work.ts'

/** Asks first when this device still has something to send. */
export function LogoutButton() {
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const { busy, run } = useAction(
    async (keepUnsent?: boolean) => {
      // Only this admin's session can send rejections.
      await sendRejections()
      return ok(await signOut(keepUnsent === undefined ? undefined : { keepUnsent }))
    },
    { failed: 'Failed to sign out. Please try again.' },
  )

  const leave = async (keepUnsent?: boolean) => {
    const result = await run(keepUnsent)
    if (!result?.ok) return
    const isUnsent = result.value === 'unsent'
    setAsking(isUnsent)
    if (!isUnsent) void navigate(paths.adminLogin, { replace: true })
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
