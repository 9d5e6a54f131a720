import { watchShopSettings, type ShopSettings } from '#shop/settings/shop-settings.store.ts'
import { t } from '#ui/messages/messages.ts'
import { Note } from '#ui/display/note.tsx'
import { useWatched } from '#ui/hooks/use-watched.ts'

/** Returns the ways to reach the shop. Without `text` the page has a word for it. */
export function contactLinks(shop: ShopSettings | null | undefined): { href: string; text?: string }[] {
  const email = shop?.email.trim()
  const phone = shop?.phone.trim()
  const whatsapp = shop?.whatsapp.replace(/\D/g, '')
  return [
    ...(email ? [{ href: `mailto:${email}`, text: email }] : []),
    ...(phone ? [{ href: `tel:${phone.replace(/[^\d+]/g, '')}`, text: phone }] : []),
    ...(whatsapp ? [{ href: `https://wa.me/${whatsapp}` }] : []),
  ]
}

export function SupportWays({ intro, without }: { intro: string; without: string }) {
  const links = contactLinks(useWatched(watchShopSettings, []).value)
  if (links.length === 0) return <Note kind="info">{without}</Note>
  return (
    <Note kind="info">
      <p>{intro}</p>
      <ul className="mt-2 grid gap-1" aria-label={t('account.reset.support')}>
        {links.map(({ href, text }) => (
          <li key={href}>
            <a className="link" href={href}>
              {text ?? t('account.reset.whatsapp')}
            </a>
          </li>
        ))}
      </ul>
    </Note>
  )
}
