import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useMay } from '#account/session/use-may.ts'
import { SELLS_AFTER_START_MS } from '#shop/box-office/door-sale.ts'
import { myTill } from '#shop/box-office/till.api.ts'
import { readShopSettings } from '#shop/settings/settings-admin.api.ts'
import { boxOfficeEvents, type SalesEvent } from '#shop/staff/invitations.api.ts'
import { readStored, writeStored } from '#platform/device/stored.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { Chip } from '#ui/controls/chip.tsx'
import { Empty } from '#ui/display/note.tsx'
import { usePolling } from '#ui/hooks/use-time.ts'
import { paths } from '#ui/paths.ts'
import { shopName } from '#ui/shop.ts'
import { findAmong } from '../kit/concerts/concert-choice.ts'
import { ConcertField } from '../kit/concerts/concert-field.tsx'
import { ListFailure, ListSkeleton } from '../kit/list/list-parts.tsx'
import { UnsavedQuestion } from '../kit/unsaved-question.tsx'
import { together, useLoaded } from '../kit/use-loaded.ts'
import { ConsoleHeader } from '../shell/console-header.tsx'
import { usePaper } from './print/print-sheet.tsx'
import { SaleScreen } from './sale/sale-screen.tsx'
import { pendingSale } from './sale/use-selling.ts'
import { TillPage } from './till/till-page.tsx'
import { TextLink } from '../kit/text-link.tsx'

const REFRESH_TILL_MS = 60_000

/** Where tickets are sold at the door. Box office staff land here. */
export function BoxOfficeRoute() {
  usePageTitle('Box office', 'admin')
  const admin = useMay()()
  const events = useLoaded('box office', boxOfficeEvents)
  const till = useLoaded('my till', myTill)
  const settings = useLoaded('shop settings', readShopSettings)
  usePolling(till.reload, REFRESH_TILL_MS)
  const [paper, setPaper] = usePaper()
  const [params, setParams] = useSearchParams()
  const [busy, setBusy] = useState(false)
  // A sale without an answer is shown with its own concert, also after that ended.
  const [pendingEvent] = useState(() => pendingSale()?.eventId)
  const [chosen, setChosen] = useState(() => pendingEvent ?? readStored('doorEvent'))

  const sellable = events.value?.filter((one) => isSold(one) || one.id === pendingEvent) ?? []
  const event = sellable.find(({ id }) => id === chosen) ?? sellable[0]
  const atTill = params.get('view') === 'till' || till.value === null
  const show = (view: 'till' | null) => setParams(view ? { view } : {}, { replace: true })
  const all = together({ events, till, settings })

  return (
    <div className="safe-x min-h-dvh">
      <ConsoleHeader />
      <main className="mx-auto max-w-[1120px] px-4 pt-4 pb-10 desk:px-8 desk:pt-6">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <h1 className="head-5 text-[1.75rem]">Box office</h1>
          {admin ? <TextLink to={paths.adminDashboard}>Home</TextLink> : null}
        </div>
        <ListFailure message="Error loading the box office" failure={all.failure} onRetry={all.reload} />
        {!events.value || till.value === undefined ? (
          all.failure ? null : (
            <ListSkeleton />
          )
        ) : (
          <>
            <div className="mt-3 mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
              {event ? (
                <ConcertField
                  label="Concert"
                  className="w-full max-w-[520px]"
                  value={event}
                  find={findAmong(sellable)}
                  disabled={busy}
                  hint={busy ? 'Sell or start over to change it.' : undefined}
                  onChoose={({ id }) => {
                    setChosen(id)
                    writeStored('doorEvent', id)
                  }}
                />
              ) : null}
              {till.value ? (
                <div role="group" aria-label="View" className="flex flex-wrap gap-2">
                  <Chip on={!atTill} onClick={() => show(null)}>
                    Sell
                  </Chip>
                  <Chip on={atTill} onClick={() => show('till')}>
                    Till
                  </Chip>
                </div>
              ) : null}
            </div>
            {sellable.length === 0 ? (
              <Empty title="No concert to sell">
                {admin
                  ? 'Publish a concert under Events: it is sold here until six hours after its start.'
                  : 'There is no concert for you so far. An admin chooses them under Users.'}
              </Empty>
            ) : null}
            {till.value === null && event ? (
              <p className="mb-4 font-strong">No till is open, so nothing can be sold.</p>
            ) : null}
            {atTill ? (
              <TillPage
                till={till.value}
                admin={admin}
                paper={paper}
                onPaper={setPaper}
                onChanged={till.reload}
                onOpened={async () => {
                  show(null)
                  await till.reload()
                }}
              />
            ) : null}
            {till.value && event ? (
              <div hidden={atTill}>
                <SaleScreen
                  key={event.id}
                  event={event}
                  tillId={till.value.id}
                  payee={
                    settings.value === undefined
                      ? null
                      : {
                          payee: settings.value?.payeeName || shopName(),
                          vpa: settings.value?.upiId ?? '',
                          mcc: settings.value?.upiMcc ?? '',
                        }
                  }
                  gstin={settings.value?.gstin ?? ''}
                  paper={paper}
                  on={!atTill}
                  onBusy={setBusy}
                  onChanged={till.reload}
                />
              </div>
            ) : null}
          </>
        )}
        <UnsavedQuestion />
      </main>
    </div>
  )
}

const isSold = ({ cancelled, date }: SalesEvent): boolean =>
  !cancelled && Date.parse(date) + SELLS_AFTER_START_MS > Date.now()
