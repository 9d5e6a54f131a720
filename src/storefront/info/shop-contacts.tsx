import type { ReactNode } from 'react'
import { watchShopSettings } from '#shop/settings/shop-settings.store.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/shop/info.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'

const dial = (phone: string): string => `tel:${phone.replace(/[^+\d]/g, '')}`

export function ShopContacts() {
  const { value: shop } = useWatched(watchShopSettings, [])
  if (!shop) return null
  const rows: { label: string; value: ReactNode }[] = []
  const add = (label: string, value: ReactNode): void => void rows.push({ label, value })
  if (shop.email) add(t('info.contact.email'), <Out href={`mailto:${shop.email}`}>{shop.email}</Out>)
  if (shop.phone) add(t('info.contact.phone'), <Out href={dial(shop.phone)}>{shop.phone}</Out>)
  if (shop.whatsapp)
    add(
      t('info.contact.whatsapp'),
      <Out href={`https://wa.me/${shop.whatsapp.replace(/\D/g, '')}`}>{t('info.contact.whatsapp.open')}</Out>,
    )
  if (shop.address) add(t('info.contact.address'), <span className="whitespace-pre-line">{shop.address}</span>)
  if (shop.payeeName) add(t('info.contact.payee'), shop.payeeName)
  if (shop.gstin) add(t('info.contact.gstin'), <span className="tabular-nums">{shop.gstin}</span>)
  if (shop.grievanceOfficer || shop.grievanceEmail)
    add(
      t('info.contact.grievance'),
      <>
        {shop.grievanceOfficer && <span className="block">{shop.grievanceOfficer}</span>}
        {shop.grievanceEmail && (
          <span className="block">
            <Out href={`mailto:${shop.grievanceEmail}`}>{shop.grievanceEmail}</Out>
          </span>
        )}
        {shop.grievancePhone && (
          <span className="block">
            <Out href={dial(shop.grievancePhone)}>{shop.grievancePhone}</Out>
          </span>
        )}
      </>,
    )
  if (rows.length === 0) return <p className="text-muted">{t('info.contact.none')}</p>
  return (
    <dl className="rows">
      {rows.map(({ label, value }) => (
        <div key={label} className="grid grid-cols-[120px_minmax(0,1fr)] gap-3 py-2">
          <dt className="text-2 leading-6 text-muted">{label}</dt>
          <dd className="wrap-break-word">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Out({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className="link" href={href} rel="noreferrer">
      {children}
    </a>
  )
}
