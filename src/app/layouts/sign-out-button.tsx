import { useState } from 'react'
import { signOut } from '#account/session/sign-in.ts'
import { owner, unreportedOf, unsentOf, unsentScansOf } from '#shop/people/session.store.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/controls/dialog.tsx'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/with/account/leaving.ts'
import { toast } from '#ui/toast.tsx'

/** Signs out. Asks first what to do with payments, begun orders, messages and gate scans that have not been sent. */
export function SignOutButton({ className, onDone }: { className?: string; onDone: () => void }) {
  const [unsent, setUnsent] = useState<{ scans: number; begun: number; others: number } | null>(null)
  const [busy, setBusy] = useState(false)

  const leave = async (keepUnsent?: boolean): Promise<void> => {
    setBusy(true)
    try {
      const outcome = await signOut(keepUnsent === undefined ? {} : { keepUnsent })
      if (outcome === 'unsent') {
        const me = await owner()
        if (me === null) return setUnsent({ scans: 0, begun: 0, others: 0 })
        const [scans, begun, all] = await Promise.all([unsentScansOf(me), unreportedOf(me), unsentOf(me)])
        return setUnsent({ scans, begun, others: all - scans - begun })
      }
      setUnsent(null)
      toast.success(t('leaving.done'))
      onDone()
    } catch {
      toast.error(t('leaving.failed'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <button
        type="button"
        className={className}
        aria-disabled={busy}
        onClick={() => (busy ? undefined : void leave())}
      >
        {t('app.signOut')}
      </button>
      <Dialog
        open={unsent !== null}
        onClose={() => setUnsent(null)}
        size="narrow"
        title={t('leaving.unsent.question')}
        footer={
          <div className="grid gap-3">
            <Button kind="lit" wide onClick={() => void leave(true)} disabled={busy} data-autofocus="">
              {t('leaving.unsent.keep')}
            </Button>
            <Button kind="no" wide onClick={() => void leave(false)} disabled={busy}>
              {t('leaving.unsent.discard')}
            </Button>
          </div>
        }
      >
        <div className="grid gap-3">
          {unsent && unsent.others > 0 && <p>{t('leaving.unsent.text')}</p>}
          {unsent && unsent.begun > 0 && <p>{t('leaving.unsent.begun', { n: unsent.begun })}</p>}
          {unsent && unsent.scans > 0 && <p>{t('leaving.unsent.scans', { n: unsent.scans })}</p>}
        </div>
      </Dialog>
    </>
  )
}
