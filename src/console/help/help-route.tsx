import { useMay } from '#account/session/use-may.ts'
import { roleRights } from '#shop/staff/role-rights.ts'
import { countWaitingMessages } from '#shop/enquiries/enquiries-admin.api.ts'
import { Chip } from '#ui/controls/chip.tsx'
import { count } from '#ui/format.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { PageHead } from '../kit/list/list-parts.tsx'
import { useListState, type Sort } from '../kit/list/list-state.ts'
import { useLoaded } from '../kit/use-loaded.ts'
import { Messages } from './enquiries.tsx'
import { watchShopSettings } from '#shop/settings/shop-settings.store.ts'
import { Icon } from '#ui/controls/icon.tsx'
import { Cell } from '#ui/display/table.tsx'
import { ListTable } from '../kit/list/list-table.tsx'
import { roleNames } from '../users/roles.ts'
import { paths, withQuery } from '#ui/paths.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { concertTopics } from './concert-topics.tsx'
import { eveningTopics } from './evening-topics.tsx'
import { to } from './topic.tsx'

const newest: Sort = { column: 'created_at', ascending: false }
const sorts = ['created_at'] as const

export function HelpRoute() {
  usePageTitle('Help', 'admin')
  const list = useListState(sorts, newest)
  const admin = useMay()()
  const waiting = useLoaded(admin ? 'waiting' : '', countWaitingMessages)
  const messages = admin && list.get('tab') === 'messages'
  return (
    <>
      <PageHead title="Help" />
      {admin ? (
        <div role="group" aria-label="Show" className="mt-4 flex flex-wrap gap-2">
          <Chip on={!messages} onClick={() => list.set({ tab: null, show: null, q: null })}>
            Guide
          </Chip>
          <Chip on={messages} onClick={() => list.set({ tab: 'messages' })}>
            Messages{waiting.value ? ` ${count(waiting.value)}` : ''}
            {waiting.value ? <span className="sr-only"> waiting</span> : null}
          </Chip>
        </div>
      ) : null}
      {messages ? <Messages list={list} onChanged={waiting.reload} /> : <Guide />}
    </>
  )
}

const topics = [...concertTopics, ...eveningTopics]

function Guide() {
  return (
    <>
      <Contacts />
      <section aria-labelledby="guide-title" className="mt-8 max-w-[68ch]">
        <h2 id="guide-title" className="head-4">
          How things are done
        </h2>
        {topics.map(({ title, text }) => (
          <details key={title} className="group border-b border-rule">
            <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-4 py-2 font-strong">
              {title}
              <Icon name="chevron" className="group-open:rotate-180" />
            </summary>
            <p className="pb-4 text-muted">{text}</p>
          </details>
        ))}
      </section>
      <RolesTable />
    </>
  )
}

function Contacts() {
  const { value: shop } = useWatched(watchShopSettings, [])
  const whatsapp = shop?.whatsapp.replace(/\D/g, '')
  const messages = to(withQuery(paths.adminHelp, { tab: 'messages' }), 'Messages')
  return (
    <section aria-labelledby="contacts-title" className="mt-6 max-w-[68ch]">
      <h2 id="contacts-title" className="head-4">
        Support
      </h2>
      {shop && !shop.email && !whatsapp ? (
        <p className="mt-2 text-muted">
          No support contacts are set. Write them into {to(paths.adminSettings, 'Settings')}: customers see them too.
        </p>
      ) : (
        <>
          <ul className="mt-2 grid gap-1">
            {shop?.email ? (
              <li>
                Support e-mail:{' '}
                <a className="link wrap-anywhere" href={`mailto:${shop.email}`}>
                  {shop.email}
                </a>
              </li>
            ) : null}
            {whatsapp ? (
              <li>
                <a className="link" href={`https://wa.me/${whatsapp}`} target="_blank" rel="noreferrer">
                  WhatsApp Support
                </a>{' '}
                <span className="text-muted">{shop?.whatsapp}</span>
              </li>
            ) : null}
          </ul>
          <p className="mt-2 text-2 text-muted">
            Customers reach you there and through the contact form, which arrives under {messages}.
          </p>
        </>
      )}
    </section>
  )
}

/** Shows what each role may do. */
const RolesTable = () => (
  <section aria-labelledby="roles-title" className="mt-8">
    <h2 id="roles-title" className="head-4">
      Who may do what
    </h2>
    <p className="mt-2 max-w-[68ch] text-muted">
      A person may have several roles, and then may do what each of them may. Admins may do everything.
    </p>
    <ListTable caption="What each role may do" columns={['What', 'Who']}>
      {roleRights.map(({ what, roles }) => (
        <tr key={what}>
          <Cell>{what}</Cell>
          <Cell>{roles.map((role) => roleNames[role]).join(', ') || 'Admins alone'}</Cell>
        </tr>
      ))}
    </ListTable>
  </section>
)
