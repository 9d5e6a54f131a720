import { watchShopSettings } from '#shop/settings/shop-settings.store.ts'
import { t } from '#ui/messages/messages.ts'
import { Note } from '#ui/display/note.tsx'
import { useWatched } from '#ui/hooks/use-watched.ts'

export function SupportWays({ intro, without }: { intro: string; without: string }) {
  const { value: settings } = useWatched(watchShopSettings, [])
  const email = settings?.email.trim()
  const phone = settings?.phone.trim()
  const whatsapp = settings?.whatsapp.replace(/\D/g, '')
  if (!email && !phone && !whatsapp) return <Note kind="info">{without}</Note>
  return (
    <Note kind="info">
      <p>{intro}</p>
      <ul className="mt-2 grid gap-1" aria-label={t('account.reset.support')}>
        {email ? (
          <li>
            <a className="link" href={`mailto:${email}`}>
              {email}
            </a>
          </li>
        ) : null}
        {phone ? (
          <li>
            <a className="link" href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
              {phone}
            </a>
          </li>
        ) : null}
        {whatsapp ? (
          <li>
            <a className="link" href={`https://wa.me/${whatsapp}`}>
              {t('account.reset.whatsapp')}
            </a>
          </li>
        ) : null}
      </ul>
    </Note>
  )
}
