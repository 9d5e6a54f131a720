import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { Icon } from '#ui/controls/icon.tsx'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/app/device.ts'
import { reloadPage } from './reloading.ts'
import { isBusyPage, workerUpdates } from './worker-update.ts'

/** Offers a new version and reloads once it is active, but never during checkout or scanning. */
export function UpdatePrompt({ controlledAtLoad }: { controlledAtLoad: boolean }) {
  const { pathname } = useLocation()
  const busy = isBusyPage(pathname)
  const { offer, changed } = useWatched(() => workerUpdates(controlledAtLoad), [controlledAtLoad]).value ?? {}

  useEffect(() => {
    if (changed && !busy) reloadPage()
  }, [busy, changed])

  if (!offer || busy) return null
  return (
    <div
      role="status"
      className="over-bars no-print fixed inset-x-4 z-40 flex items-center gap-3 rounded-control bg-inverse py-1 pr-1 pl-4 text-inverse-ink shadow-over desk:right-10 desk:left-auto desk:w-[360px]"
    >
      <span className="flex-1 pt-0.5">{t('device.update')}</span>
      <Button kind="bare" small onClick={offer.accept} className="focus-visible:outline-inverse-ink">
        {t('device.update.action')}
      </Button>
      <IconButton label={t('common.close')} onClick={offer.close} className="focus-visible:outline-inverse-ink">
        <Icon name="close" />
      </IconButton>
    </div>
  )
}
