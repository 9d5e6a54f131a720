import { Link } from 'react-router-dom'
import { t } from '#ui/messages/messages.ts'
import { paths, withQuery } from '#ui/paths.ts'

export const orderHelpPath = (code: string): string => withQuery(paths.contact, { topic: 'payment', order: code })

/** Says where to ask about a payment that is not being checked. */
export function OrderHelp({ email, code }: { email: string | null; code: string }) {
  const [before, after] = t('checkout.status.write', { email: '\u0000', code }).split('\u0000')
  return (
    <>
      {email && (
        <>
          {before}
          <a className="link wrap-anywhere" href={`mailto:${email}?subject=${encodeURIComponent(code)}`}>
            {email}
          </a>
          {after}{' '}
        </>
      )}
      <Link className="link" to={orderHelpPath(code)}>
        {t('checkout.status.contact')}
      </Link>
    </>
  )
}
