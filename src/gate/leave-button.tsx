import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { pause } from '#platform/device/wait.ts'
import { ok } from '#platform/failure/failure.ts'
import { signOut } from '#account/session/sign-in.ts'
import { drainScans, tryRefusedAgain } from '#shop/gate/scans/outbox.store.ts'
import { owner, turnedBackScansOf, unsentScansOf } from '#shop/people/session.store.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/controls/dialog.tsx'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/account/leaving.ts'
import { useAction } from '#ui/hooks/use-action.ts'
import { paths } from '#ui/paths.ts'

const SEND_WITHIN_MS = 3_000

interface Unsent {
  scans: number
  turnedBack: number
}

/** Signs out, which deletes lists and keys; asks first while scans are unsent. */
export function LeaveButton() {
  const navigate = useNavigate()
  const [unsent, setUnsent] = useState<Unsent | null>(null)
  const { busy, run } = useAction(
    async (keepUnsent?: boolean) => {
      if (keepUnsent === undefined) await Promise.race([sendAll(), pause(SEND_WITHIN_MS)])
      const outcome = await signOut(keepUnsent === undefined ? {} : { keepUnsent })
      if (outcome === 'unsent') return ok(setUnsent(await countUnsent()))
      return ok(void navigate(paths.adminLogin, { replace: true }))
    },
    { failed: () => t('prepare.leave.failed') },
  )

  return (
    <>
      <Button kind="bare" busy={busy} busyLabel={t('prepare.leave.busy')} onClick={() => void run()}>
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
            <Button kind="line" wide onClick={() => void run(true)}>
              {t('prepare.leave.keep')}
            </Button>
            <Button kind="no" wide onClick={() => void run(false)}>
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

async function countUnsent(): Promise<Unsent> {
  const me = await owner()
  if (me === null) return { scans: 0, turnedBack: 0 }
  return { scans: await unsentScansOf(me), turnedBack: await turnedBackScansOf(me) }
}

function titleOf(unsent: Unsent | null): string {
  if (!unsent?.scans) return t('prepare.leave.payment')
  const { scans, turnedBack } = unsent
  return scans > turnedBack ? t('prepare.leave.unsent', { n: scans }) : t('prepare.leave.turnedBack', { n: scans })
}

async function sendAll(): Promise<void> {
  await tryRefusedAgain()
  await drainScans({ now: true })
}
