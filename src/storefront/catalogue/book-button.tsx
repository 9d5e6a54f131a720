import { useNavigate } from 'react-router-dom'
import { useIdentity } from '#account/session/identity.ts'
import type { LoginState } from '#account/form/account-state.ts'
import type { CatalogueEvent } from '#shop/catalogue/catalogue.ts'
import { formatDay } from '#platform/time/ist.ts'
import { Button } from '#ui/controls/button.tsx'
import type { ButtonProps } from '#ui/controls/button.tsx'
import { t } from '#ui/messages/messages.ts'
import { paths } from '#ui/paths.ts'
import { toast } from '#ui/toast.tsx'

export function BookButton({
  event,
  ...look
}: { event: CatalogueEvent } & Pick<ButtonProps, 'kind' | 'small' | 'className'>) {
  const identity = useIdentity()
  const navigate = useNavigate()
  const book = async (): Promise<void> => {
    const place = paths.event(event.id)
    if (identity.status !== 'signed-out') return void navigate(place)
    toast.error(t('catalogue.signInToBook'))
    // Without this code (offline) signing in still works; it only does not return here.
    await import('#account/session/sign-in.ts')
      .then(({ rememberReturn }) => rememberReturn(place))
      .catch(() => undefined)
    await navigate(paths.login, { state: { reason: 'book' } satisfies LoginState })
  }
  return (
    <Button
      {...look}
      onClick={() => void book()}
      aria-label={t('catalogue.bookEvent', { name: event.singer.name, day: formatDay(event.date) })}
    >
      {t('catalogue.book')}
    </Button>
  )
}
