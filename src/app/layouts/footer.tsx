import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { contactLinks } from '#account/support-ways.tsx'
import { watchShopSettings } from '#shop/settings/shop-settings.store.ts'
import { LanguageSelect } from '#ui/language-choice.tsx'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/app/site.ts'
import { paths } from '#ui/paths.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { Wordmark } from '#ui/display/wordmark.tsx'

const networkNames: Readonly<Record<string, string>> = { youtube: 'YouTube', linkedin: 'LinkedIn' }

const item = 'block py-1 text-muted hover:text-ink'

/** Fills ShopLayout's footer, loaded after the page. */
export function FooterContent() {
  const { value: shop } = useWatched(watchShopSettings, [])
  const social = Object.entries(shop?.socialLinks ?? {}).filter(([, address]) => /^https?:\/\//.test(address))
  return (
    <div className="wrap grid grid-cols-2 gap-6 desk:grid-cols-[248px_1fr_1fr_1.4fr] desk:gap-10">
      <div className="max-desk:col-span-2">
        <Wordmark both className="h-7 desk:h-[34px]" />
        <p className="mt-3 max-w-[26ch] text-muted">{t('app.footer.line')}</p>
        <LanguageSelect className="mt-2 min-h-11" />
      </div>
      <Group title={t('app.footer.quick')}>
        <PageLink to={paths.home}>{t('app.home')}</PageLink>
        <PageLink to={paths.concerts}>{t('app.concerts')}</PageLink>
        <PageLink to={paths.events}>{t('app.footer.events')}</PageLink>
        <PageLink to={paths.about}>{t('app.about')}</PageLink>
        <PageLink to={paths.contact}>{t('app.contact')}</PageLink>
      </Group>
      <Group title={t('app.footer.support')}>
        <PageLink to={paths.help}>{t('app.helpCenter')}</PageLink>
        <PageLink to={paths.faq}>{t('app.footer.faq')}</PageLink>
        <PageLink to={paths.support}>{t('app.footer.supportPage')}</PageLink>
        <PageLink to={paths.terms}>{t('app.footer.terms')}</PageLink>
        <PageLink to={paths.privacy}>{t('app.footer.privacy')}</PageLink>
        <PageLink to={paths.refund}>{t('app.footer.refunds')}</PageLink>
        <PageLink to={paths.accessibility}>{t('app.footer.accessibility')}</PageLink>
        <PageLink to={paths.noTricks}>{t('app.footer.noTricks')}</PageLink>
      </Group>
      <Group title={t('app.footer.contact')} className="max-desk:col-span-2">
        {contactLinks(shop).map(({ href, text }) => (
          <li key={href}>
            <a className={item} href={href} rel="noreferrer">
              {text ?? t('app.footer.whatsapp')}
            </a>
          </li>
        ))}
        {shop?.grievanceOfficer && (
          <li className="py-1 text-muted">{t('app.footer.grievance', { name: shop.grievanceOfficer })}</li>
        )}
        {social.length > 0 && (
          <li className="flex flex-wrap gap-x-4">
            <span className="sr-only">{t('app.footer.social')}</span>
            {social.map(([name, address]) => (
              <a key={name} className={item} href={address} rel="me noreferrer">
                {networkNames[name] ?? name.charAt(0).toUpperCase() + name.slice(1)}
              </a>
            ))}
          </li>
        )}
      </Group>
    </div>
  )
}

function Group({ title, className, children }: { title: string; className?: string; children: ReactNode }) {
  return (
    <section className={className}>
      <h2 className="mb-1.5 font-strong">{title}</h2>
      <ul>{children}</ul>
    </section>
  )
}

function PageLink({ to, children }: { to: string; children: string }) {
  return (
    <li>
      <Link className={item} to={to}>
        {children}
      </Link>
    </li>
  )
}
