import { useState } from 'react'
import { ok } from '#platform/failure/failure.ts'
import { signOut } from '#account/session/sign-in.ts'
import { owner, unreportedOf, unsentOf, unsentScansOf } from '#shop/people/session.store.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/controls/dialog.tsx'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/app/site.ts'
import '#ui/messages/en/account/leaving.ts'
import { useAction } from '#ui/hooks/use-action.ts'
import { toast } from '#ui/toast.tsx'

interface Unsent {
  scans: number
  begun: number
  others: number
}

async function countUnsent(): Promise<Unsent> {
  const me = await owner()
  if (me === null) return { scans: 0, begun: 0, others: 0 }
  const [scans, begun, all] = await Promise.all([unsentScansOf(me), unreportedOf(me), unsentOf(me)])
  return { scans, begun, others: all - scans - begun }
}

export function SignOutButton({ className, onDone }: { className?: string; onDone: () => void }) {
  const [unsent, setUnsent] = useState<Unsent | null>(null)
  const { busy, run } = useAction(
    async (keepUnsent?: boolean) => {
      const outcome = await signOut(keepUnsent === undefined ? {} : { keepUnsent })
      if (outcome === 'unsent') return ok(setUnsent(await countUnsent()))
      setUnsent(null)
      toast.success(t('leaving.done'))
      return ok(onDone())
    },
    { failed: () => t('leaving.failed') },
  )

  return (
    <>
      <button type="button" className={className} aria-disabled={busy} onClick={() => void run()}>
        {t('app.signOut')}
      </button>
      <Dialog
        open={unsent !== null}
        onClose={() => setUnsent(null)}
        size="narrow"
        title={t('leaving.unsent.question')}
        footer={
          <div className="grid gap-3">
            <Button kind="lit" wide onClick={() => void run(true)} disabled={busy} data-autofocus="">
              {t('leaving.unsent.keep')}
            </Button>
            <Button kind="no" wide onClick={() => void run(false)} disabled={busy}>
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
