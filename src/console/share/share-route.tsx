import { QRCodeCanvas } from 'qrcode.react'
import { useRef } from 'react'
import { readCategories } from '#shop/catalogue/admin/categories-admin.api.ts'
import type { CategoryListRow } from '#shop/catalogue/admin/category-rows.ts'
import type { EventListRow } from '#shop/catalogue/admin/events-admin.api.ts'
import { allInPrice } from '#shop/prices/rates.ts'
import { watchShopSettings } from '#shop/settings/shop-settings.store.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { savePicture } from '#ui/browser/save-file.ts'
import { share } from '#ui/browser/share.ts'
import { Button } from '#ui/controls/button.tsx'
import { useNow } from '#ui/hooks/use-time.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { paths } from '#ui/paths.ts'
import { ScreenQr } from '#ui/screen-qr.tsx'
import { terms } from '#ui/terms.ts'
import { toast } from '#ui/toast.tsx'
import { NoPayee } from '../events/publishing/no-payee.tsx'
import { saleStateOf } from '../events/publishing/publish-checks.ts'
import { whatsappUrl } from '../guests/guest-words.ts'
import { useConcert, type Concert } from '../kit/concert.ts'
import { copyText, CopyText } from '../kit/fact.tsx'
import { Section } from '../kit/list/list-parts.tsx'
import { WhenLoaded } from '../kit/list/when-loaded.tsx'
import { TextLink } from '../kit/text-link.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { PosterSheet } from './poster-sheet.tsx'
import { isShared, languages, offerOf, offerWords, shareState, shareText, type Offer } from './share-words.ts'

const MINUTE_MS = 60_000
const QR_PIXELS = 1024

/** Shows what makes a concert known: its link, its QR code, a poster to print, and texts for chats. */
export function ShareRoute() {
  usePageTitle('Share', 'admin')
  const concert = useConcert()
  const id = concert?.id ?? ''
  const categories = useLoaded(`categories ${id}`, () => readCategories(id))
  return concert?.event ? (
    <WhenLoaded of={categories} message="Error loading the places">
      {(all) => <Share concert={concert} event={concert.event!} categories={all} />}
    </WhenLoaded>
  ) : null
}

function Share({
  concert,
  event,
  categories,
}: {
  concert: Concert
  event: EventListRow
  categories: readonly CategoryListRow[]
}) {
  const now = useNow(MINUTE_MS)
  const { value: shop } = useWatched(watchShopSettings, [])
  const hasPayee = shop?.upiId !== ''
  const offer = offerOf(saleStateOf(event, now), categories, {
    hasPayee,
    allIn: (price) => allInPrice(price, terms(), event.state),
    now,
  })
  const { head, why } = shareState(event, offer, now)
  const link = location.origin + paths.event(event.id)
  const [english] = languages
  return (
    <div className="grid gap-8">
      <div>
        <h2 className="head-5">{head}</h2>
        {why ? <p className="mt-1">{why}</p> : null}
        {isShared(event, now) && !hasPayee && categories.some(({ free }) => !free) ? (
          <NoPayee className="mt-3" />
        ) : null}
      </div>
      {isShared(event, now) ? (
        <>
          <div className="grid gap-8 desk:grid-cols-2">
            <Section title="Link and QR code">
              <p className="py-3">
                <CopyText text={link} what="the address" />
              </p>
              <Qr link={link} name={`${event.singerName} ${event.city}`} />
            </Section>
            <Section title="Poster to print">
              <p className="py-3 text-2 text-muted">An A4 page with the poster, date, place, price and QR code.</p>
              <Button kind="line" small onClick={() => globalThis.print()}>
                Print the poster
              </Button>
              {concert.about && concert.about.poster === null ? (
                <p className="mt-3 text-2">
                  It has no poster of its own: <TextLink to={paths.adminEventAbout(event.id)}>add a poster</TextLink>.
                </p>
              ) : null}
            </Section>
          </div>
          <Section title="Text for WhatsApp">
            <Texts event={event} offer={offer} link={link} />
          </Section>
          <PosterSheet
            event={event}
            poster={concert.about?.poster ?? null}
            link={link}
            tickets={offer && english ? offerWords(offer, english) : null}
          />
        </>
      ) : null}
      {isShared(event, now) ? (
        <p>
          Who scans the tickets, and who sells at the door:{' '}
          <TextLink to={paths.adminEventGate(event.id)}>Door</TextLink>.
        </p>
      ) : null}
    </div>
  )
}

function Qr({ link, name }: { link: string; name: string }) {
  const picture = useRef<HTMLCanvasElement>(null)
  const save = async () => {
    if ((await savePicture(picture.current, `${name}.png`)) === 'failed') toast.error('The picture was not made')
  }
  return (
    <>
      <ScreenQr value={link} title="QR code of the concert’s page" className="w-44" />
      <QRCodeCanvas ref={picture} value={link} level="M" marginSize={4} size={QR_PIXELS} className="hidden" />
      <Button kind="line" small className="mt-3" onClick={() => void save()}>
        Download the QR code
      </Button>
    </>
  )
}

function Texts({ event, offer, link }: { event: EventListRow; offer: Offer | null; link: string }) {
  return (
    <ul className="rows">
      {languages.map((said) => {
        const text = shareText(event, offer, link, said)
        return (
          <li key={said.lang} className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-3">
            <div className="min-w-0 flex-1 basis-64 [font-family:'Anek_Latin','Anek_Deva_Text',sans-serif]">
              <h3 className="text-2 text-muted" lang={said.lang}>
                {said.name}
              </h3>
              <p className="wrap-anywhere whitespace-pre-line" lang={said.lang}>
                {text}
              </p>
            </div>
            <div className="flex flex-wrap items-center gap-4 text-2">
              {'share' in navigator ? (
                <button
                  type="button"
                  className="link min-h-6"
                  onClick={() => void share({ title: event.singerName, text })}
                >
                  Share<span className="sr-only"> the text, {said.name}</span>
                </button>
              ) : (
                <a
                  className="link"
                  href={whatsappUrl(null, text)}
                  target="_blank"
                  rel="noopener noreferrer"
                  aria-label={`WhatsApp: ${said.name}`}
                >
                  WhatsApp
                </a>
              )}
              <button type="button" className="link min-h-6" onClick={() => void copyText(text)}>
                Copy<span className="sr-only"> the text, {said.name}</span>
              </button>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
