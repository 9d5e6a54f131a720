import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths, withQuery } from '#ui/paths.ts'
import { PageHead } from '../../kit/list/list-parts.tsx'
import { SubPages } from '../../shell/sub-pages.tsx'
import { TextLink } from '../../kit/text-link.tsx'

const pages = [
  { to: paths.adminBank, label: 'Statement' },
  { to: paths.adminCredits, label: 'Credits' },
  { to: paths.adminProofs, label: 'Automatic approval' },
]

/** Heads the bank's pages, with links between them. */
export function BankHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <>
      <PageHead title={title}>
        {children}
        <Link className="link text-2" to={paths.adminPayments}>
          All payments
        </Link>
      </PageHead>
      <SubPages label="Bank" pages={pages} />
    </>
  )
}

/** Leads to a payment's dialog, whatever its state. */
export function PaymentLink({ id, orderCode }: { id: string; orderCode: string }) {
  return (
    <TextLink to={withQuery(paths.adminPayments, { status: 'all', q: orderCode, payment: id })}>{orderCode}</TextLink>
  )
}
