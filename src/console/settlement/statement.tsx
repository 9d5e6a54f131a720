import type { ReactNode } from 'react'
import type { Settlement } from '#shop/settlement/settlement.ts'
import { classes } from '#ui/controls/classes.ts'
import { exactRupees } from '#ui/format.ts'
import { formatDay, fromIst } from '#platform/time/ist.ts'
import { methodNames } from '../box-office/box-office-words.ts'
import { Section } from '../kit/list/list-parts.tsx'
import { signed } from '../kit/words/counted.ts'
import { FiguresTable } from './figures-table.tsx'
import { seenLines, settledLines, soldLines, type MoneyLine } from './settlement-lines.ts'
import { guestsText } from './settlement-words.ts'

/** Shows the figures of a concert's settlement. `split`: what staff edit shares and costs with. */
export function Statement({ settlement, split }: { settlement: Settlement; split: ReactNode }) {
  const { zones } = settlement
  return (
    <div className="grid gap-8 print:gap-6">
      <div className="grid gap-8 desk:grid-cols-2 desk:gap-x-12 print:grid-cols-2 print:gap-x-8">
        <Sales settlement={settlement} />
        <Section title="Who gets what">
          <Lines of={settledLines(settlement)} />
          <p className="mt-1 text-2 text-muted">GST and local tax are not shared: they are paid to the state.</p>
        </Section>
      </div>
      {split === null ? null : <div className="print:hidden">{split}</div>}
      {zones.length === 0 ? <p className="text-muted">Nothing was sold so far.</p> : <Tables settlement={settlement} />}
    </div>
  )
}

function Tables({ settlement }: { settlement: Settlement }) {
  const { total, zones, methods, codes, days } = settlement
  return (
    <>
      <Section title="By zone and price" aside="in rupees">
        <FiguresTable
          caption="By zone and price"
          head="Zone"
          total={total}
          rows={zones.map(({ category, price, phase, ...figures }) => ({
            label: category,
            note: price === 0 ? 'at no charge' : [exactRupees(price), phase].filter(Boolean).join(', '),
            figures,
          }))}
        />
      </Section>
      <div className="grid gap-8 desk:grid-cols-2 desk:gap-x-12 print:grid-cols-2 print:gap-x-8">
        <Section title="By method">
          <FiguresTable
            caption="By method"
            head="Method"
            brief
            total={total}
            rows={methods.map(({ method, ...figures }) => ({ label: methodNames[method], figures }))}
          />
        </Section>
        <Section title="The money that was seen">
          <Lines of={seenLines(settlement)} />
        </Section>
        {codes.some(({ code }) => code !== null) ? (
          <Section title="By code">
            <FiguresTable
              caption="By code"
              head="Code"
              brief
              total={total}
              rows={codes.map(({ code, ...figures }) => ({
                label: code ?? 'Without a code',
                note: figures.discount === 0 ? null : `${exactRupees(figures.discount)} off`,
                figures,
              }))}
            />
          </Section>
        ) : null}
        <Section title="By day of approval">
          <FiguresTable
            caption="By day of approval"
            head="Day"
            brief
            total={total}
            rows={days.map(({ day, ...figures }) => ({ label: formatDay(fromIst(day)), figures }))}
          />
        </Section>
      </div>
    </>
  )
}

function Lines({ of }: { of: readonly MoneyLine[] }) {
  return (
    <dl>
      {of.map(({ label, note, amount, sum }, at) => (
        <div
          key={at}
          className={classes(
            'flex items-baseline justify-between gap-x-4 border-t pt-[7px] pb-[5px]',
            sum ? 'border-rule-strong font-strong' : 'border-rule first:border-t-0',
          )}
        >
          <dt className="min-w-0 wrap-anywhere">
            {label}
            {note === undefined ? null : <span className="block text-1 text-muted">{note}</span>}
          </dt>
          <dd className="whitespace-nowrap tabular-nums">{signed(amount)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Sales({ settlement }: { settlement: Settlement }) {
  const { total } = settlement
  const guests = guestsText(settlement)
  const back = [
    total.refunded === 0 ? null : `${exactRupees(total.refunded)} was refunded`,
    total.owed === 0 ? null : `${exactRupees(total.owed)} is owed to customers`,
  ].filter(Boolean)
  return (
    <Section title="What came in">
      <Lines of={soldLines(settlement)} />
      {back.length > 0 ? <p className="mt-1 text-2 text-muted">{back.join(', ')}, taxes and fee included.</p> : null}
      {guests === null ? null : <p className="mt-1 text-2 text-muted">{guests} at no charge.</p>}
    </Section>
  )
}
