import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { formatDay, formatDayTime } from '#platform/time/ist.ts'
import type { SectionNames } from '#shop/catalogue/catalogue.ts'
import { isCreditNote, isInvoice, taxesOf, type Paper, type PaperLine } from '#shop/papers/paper.ts'
import { Button } from '../controls/button.tsx'
import { Fact } from './fact.tsx'
import { exactRupees } from '../format.ts'
import { t } from '../messages/messages.ts'
import '../messages/en/buying/cart.ts'
import '../messages/en/buying/orders.ts'
import '../messages/en/buying/wallet.ts'
import { saidSeats } from '../seat-map/said-seats.ts'

const QUERY = 'paper'

type SectionsOf = (line: PaperLine) => SectionNames | null | undefined

const nameOf = (paper: Paper): string => `${t(`paper.${paper.kind}`)} ${paper.number}`

/** Shows one paper of an order, the one that the address names or the first, and links to the others; prints it. */
export function Papers({
  papers,
  orderCode,
  sectionsOf,
  children,
}: {
  papers: readonly Paper[]
  orderCode: string
  /** Without it seats have the codes of their sections. */
  sectionsOf?: SectionsOf
  /** The way back. */
  children: ReactNode
}) {
  const [query] = useSearchParams()
  const [invoice] = papers
  const paper = papers.find(({ number }) => number === query.get(QUERY)) ?? invoice
  return (
    <div className="mx-auto max-w-[560px] pt-3">
      <div className="no-print flex flex-wrap items-center justify-between gap-3 pb-3">
        {children}
        {paper && (
          <Button small kind="line" onClick={() => print()}>
            {t('wallet.print')}
          </Button>
        )}
      </div>
      {paper && (
        <Sheet
          paper={paper}
          of={isCreditNote(paper) ? invoice : undefined}
          orderCode={orderCode}
          sectionsOf={sectionsOf}
        />
      )}
      <ul className="no-print mt-4 grid gap-2">
        {papers
          .filter((other) => other !== paper)
          .map((other) => (
            <li key={other.number}>
              <Link to={{ search: `${QUERY}=${encodeURIComponent(other.number)}` }} replace className="link">
                {nameOf(other)}
              </Link>{' '}
              <span className="text-muted">
                {formatDay(other.day)} · {exactRupees(other.totals.total)}
              </span>
            </li>
          ))}
      </ul>
    </div>
  )
}

function Sheet({
  paper,
  of,
  orderCode,
  sectionsOf,
}: {
  paper: Paper
  of: Paper | undefined
  orderCode: string
  sectionsOf: SectionsOf | undefined
}) {
  const { seller, buyer, gstin, placeOfSupply, lines, totals } = paper
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-y-4">
      <div>
        <h1 className="head-5">{t(`paper.${paper.kind}`)}</h1>
        <p className="tabular-nums">
          <b className="font-strong">{paper.number}</b> · {formatDay(paper.day)}
        </p>
        <p className="text-2 text-muted">{t('orders.order', { code: orderCode })}</p>
      </div>
      <dl className="border-t-2 border-rule-strong">
        {of && (
          <Fact name={t('paper.of')}>
            {of.number} · {formatDay(of.day)}
          </Fact>
        )}
        <Fact name={t('orders.receipt.seller')}>
          <Lines of={[seller.name, seller.address, gstin && `GSTIN ${gstin}`]} />
        </Fact>
        <Fact name={t('paper.buyer')}>
          <Lines of={[buyer.company, buyer.name, buyer.address, buyer.gstin && `GSTIN ${buyer.gstin}`]} />
        </Fact>
        {placeOfSupply !== null && <Fact name={t('paper.place')}>{placeOfSupply}</Fact>}
        {isInvoice(paper) && <Fact name={t('paper.reverse')}>{t('paper.reverse.no')}</Fact>}
      </dl>
      <ul className="grid gap-3 border-t-2 border-rule-strong pt-3">
        {lines.map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a paper never changes
          <li key={index} className="break-inside-avoid">
            <What line={line} sections={sectionsOf?.(line)} />
            {line.what !== 'rounding' && <Amounts of={line} place={placeOfSupply === null ? line.place : null} />}
          </li>
        ))}
      </ul>
      <div className="break-inside-avoid border-t-2 border-rule-strong pt-1">
        <Amounts of={totals} place={null} />
        <p className="mt-1 flex justify-between gap-3 border-t-2 border-rule-strong pt-3 head-4 font-head tabular-nums">
          <span>{t('cart.total')}</span>
          <span>{exactRupees(totals.total)}</span>
        </p>
      </div>
    </article>
  )
}

const Lines = ({ of }: { of: readonly (string | null)[] }) => (
  <span className="whitespace-pre-line">{of.filter(Boolean).join('\n')}</span>
)

function What({ line, sections }: { line: PaperLine; sections: SectionNames | null | undefined }) {
  if (line.what === 'rounding')
    return (
      <p className="flex justify-between gap-3 text-2 tabular-nums">
        <span>{t('cart.rounding')}</span> <span>{exactRupees(line.total)}</span>
      </p>
    )
  const sac = `SAC ${line.sac}`
  if (line.what === 'fee')
    return (
      <p>
        <b className="font-strong">{t('cart.fee')}</b> <span className="text-2 text-muted">{sac}</span>
      </p>
    )
  return (
    <>
      <p>
        <b className="font-strong wrap-anywhere">{line.event}</b> <span className="text-2 text-muted">{sac}</span>
      </p>
      <p className="text-2 text-muted">
        {[line.date && formatDayTime(line.date), line.venue].filter(Boolean).join(' · ')}
      </p>
      <p className="text-2 tabular-nums">
        {line.category} · {saidSeats({ seats: line.seats, sections: sections ?? null }).list}
      </p>
    </>
  )
}

function Amounts({
  of,
  place,
}: {
  of: Pick<PaperLine, 'taxable' | 'cgst' | 'sgst' | 'igst' | 'localTax'> & { rate?: number }
  place: string | null
}) {
  const rows: [string, number][] = [[t('paper.taxable'), of.taxable], ...taxesOf(of)]
  if (of.localTax > 0) rows.push([t('cart.localTax', { percent: null, place: '' }), of.localTax])
  return (
    <dl className="text-2 tabular-nums">
      {place !== null && <Row name={t('paper.place')}>{place}</Row>}
      {rows.map(([name, amount]) => (
        <Row key={name} name={name}>
          {exactRupees(amount)}
        </Row>
      ))}
    </dl>
  )
}

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex justify-between gap-3 pt-1">
    <dt>{name}</dt>
    <dd className="whitespace-nowrap">{children}</dd>
  </div>
)
