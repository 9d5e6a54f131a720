import { formatDay } from '#platform/time/ist.ts'
import {
  type ChecklistFacts,
  type ChecklistName,
  type MissingContact,
  readSaleChecklist,
  type SaleChecklist,
} from '#shop/settings/checklist.api.ts'
import { bankName } from '#shop/proofs/banks.ts'
import { count, exactRupees } from '#ui/format.ts'
import { paths } from '#ui/paths.ts'
import { counted } from '../kit/words/counted.ts'
import { Link } from 'react-router-dom'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Note } from '#ui/display/note.tsx'
import { StateMark } from '#ui/display/state-mark.tsx'
import { toast } from '#ui/toast.tsx'
import { ListFailure, ListSkeleton, PageHead } from '../kit/list/list-parts.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { TextLink } from '../kit/text-link.tsx'

interface ItemWords {
  title: string
  /** Where it is done. */
  to: string
  done: (facts: ChecklistFacts) => string
  toDo: (facts: ChecklistFacts) => string
}

const contactWords: Readonly<Record<MissingContact, string>> = {
  email: 'an e-mail address',
  phone: 'a phone or WhatsApp number',
  address: 'the address',
  grievance_officer: 'the grievance officer',
  grievance_contact: 'the officer’s e-mail or phone',
}

export const checklistWords: Readonly<Record<ChecklistName, ItemWords>> = {
  payee: {
    title: 'Whom customers pay',
    to: paths.adminSettings,
    done: () => 'Account holder and UPI id are set.',
    toDo: () => 'Write the account holder and the UPI id into Settings, and scan the test QR there.',
  },
  upi_kind: {
    title: 'Merchant or personal UPI id',
    to: paths.adminSettings,
    done: ({ upiKind }) =>
      upiKind === 'personal'
        ? 'A personal one: customers copy it, because UPI apps refuse links to it.'
        : 'A merchant’s: links and QR codes work.',
    toDo: () => 'Say in Settings which it is: UPI apps refuse links to a personal one.',
  },
  own_account: {
    title: 'A bank account for this shop alone',
    to: paths.adminSettings,
    done: () => 'You have said that the account is for this shop alone.',
    toDo: () =>
      'One disputed credit can freeze a whole account. Open one for the concerts alone, and tick it in Settings.',
  },
  contacts: {
    title: 'Contacts and grievance officer',
    to: paths.adminSettings,
    done: () => 'Customers read them on the contact page.',
    toDo: ({ missing }) => `Missing in Settings: ${missing.map((one) => contactWords[one]).join(', ')}.`,
  },
  terms: {
    title: 'Tax and fee',
    to: paths.adminTax,
    done: ({ ownTermsFrom }) => (ownTermsFrom ? `Yours hold from ${formatDay(ownTermsFrom)}.` : ''),
    toDo: () => 'The shop still has the terms it came with. Look at them with your accountant, and save yours.',
  },
  proofs: {
    title: 'How payments are proved',
    to: paths.adminBank,
    done: ({ statement, sources }) =>
      [
        statement ? 'A bank statement was imported.' : null,
        sources.length > 0 ? `Credits come in by ${sources.join(', ')}.` : null,
      ]
        .filter(Boolean)
        .join(' '),
    toDo: ({ faults }) =>
      faults.length > 0
        ? `Something is wrong with ${faults.join(', ')}: see Automatic approval. Or import a bank statement.`
        : 'Import a bank statement once, so that you know it can be read. A gateway or the bank’s mails do as well.',
  },
  bank_seen: {
    title: 'Your bank, seen',
    to: paths.adminBankSetup,
    done: ({ bankSeen: { bank, read, gateways, statement } }) =>
      read > 0
        ? `${counted(read, 'mail')} of ${bank === null ? 'the bank' : bankName(bank)} ${read === 1 ? 'was' : 'were'} read.`
        : gateways.length > 0
          ? `Money was seen by ${gateways.join(', ')}.`
          : statement
            ? 'By statements alone: a payment waits until you import the next one.'
            : '',
    toDo: ({ bankSeen: { bank, mailbox, unread } }) => {
      const name = bank === null ? 'a bank' : bankName(bank)
      if (unread > 0)
        return `${counted(unread, 'mail')} of ${name} came, and no wording reads them. Send us a redacted sample.`
      if (mailbox) return `Mails can come, and none of ${name} was read so far. Pay yourself ₹1 and look.`
      return 'The shop has never seen your bank, so no payment is approved by itself. Say which bank, and open its mailbox.'
    },
  },
  concert: {
    title: 'A concert on sale',
    to: paths.adminEvents,
    done: ({ concert }) => (concert ? `${concert.singerName}, ${concert.city}, ${formatDay(concert.date)}.` : ''),
    toDo: () => 'Publish a concert that has tickets.',
  },
  order_limit: {
    title: 'No order above ₹1,00,000',
    to: paths.adminTickets,
    done: () => 'No order of the next concerts comes to more than most UPI apps send in a day.',
    toDo: ({ concert, dear }) =>
      concert
        ? `Most UPI apps send at most ₹1,00,000 a day, and one order can come to more: ${dear
            .map((one) => `${one.categoryName} of ${one.singerName}, ${one.city}, up to ${exactRupees(one.total)}`)
            .join('; ')}. Customers are told to make two orders.`
        : 'Known once a concert is on sale.',
  },
  gate: {
    title: 'Staff at the gate',
    to: paths.adminUsers,
    done: ({ admins, gate }) =>
      `${[gate > 0 ? `${count(gate)} of the gate staff` : null, admins > 0 ? counted(admins, 'admin', 'admins') : null]
        .filter(Boolean)
        .join(' and ')} may scan at the next concert.`,
    toDo: ({ concert }) =>
      concert ? 'No role lasts until the next concert. Invite staff.' : 'Known once a concert is on sale.',
  },
  first_payment: {
    title: 'A first payment',
    to: paths.events,
    done: ({ tests, credits }) =>
      [tests ? 'A test purchase was made.' : null, credits ? 'A credit was seen.' : null].filter(Boolean).join(' '),
    toDo: () =>
      'Choose seats as a customer does and mark the order as a test: nothing is counted, and you may approve it yourself. Or pay ₹1 to the test QR in Settings, and look for it in the statement.',
  },
  registration: {
    title: 'Registration for GST',
    to: paths.adminBooks,
    done: ({ turnover, limit }) =>
      `${exactRupees(turnover)} turnover in this financial year; above ${exactRupees(limit)} a GSTIN is needed.`,
    toDo: ({ turnover, limit }) =>
      `${exactRupees(turnover)} turnover in this financial year: above ${exactRupees(limit)} the shop has to register. Ask your accountant, then write the GSTIN into Settings.`,
  },
}

export function ChecklistRoute() {
  usePageTitle('Before the first sale', 'admin')
  const { value, failure, loading, reload } = useLoaded('checklist', readSaleChecklist, {
    onFailure: () => toast.error('Error loading the checklist', { id: 'checklist' }),
  })
  return (
    <>
      <PageHead title="Before the first sale">
        <ButtonLink kind="line" small to={paths.adminSettings}>
          Settings
        </ButtonLink>
      </PageHead>
      <ListFailure message="Error loading the checklist" failure={failure} onRetry={reload} />
      {value ? <Items checklist={value} /> : loading ? <ListSkeleton /> : null}
    </>
  )
}

function Items({ checklist: { sold, items, facts } }: { checklist: SaleChecklist }) {
  const left = items.filter((item) => !item.done).length
  return (
    <div className="max-w-[860px]">
      {left === 0 ? (
        <Note kind="ok" role="status" className="mt-4">
          <b className="font-strong">Everything here is done.</b>{' '}
          {sold ? 'And the shop has sold.' : 'The shop can sell.'}
        </Note>
      ) : (
        <p role="status" className="mt-2 text-muted">
          {items.length - left} of {items.length} done.{' '}
          {items.some((item) => item.name === 'payee' && !item.done)
            ? 'Without a UPI id the shop sells only free tickets.'
            : 'Nothing here keeps the shop from selling.'}
        </p>
      )}
      <ul aria-label="Checklist" className="rows mt-4 border-t-2 border-rule-strong">
        {items.map(({ name, done }) => {
          const words = checklistWords[name]
          return (
            <li key={name} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 py-2.5">
              <div className="min-w-0">
                <Link className="link font-strong" to={words.to}>
                  {words.title}
                </Link>
                <p className="mt-0.5 max-w-[68ch] text-2 wrap-anywhere text-muted">
                  {(done ? words.done : words.toDo)(facts)}
                </p>
              </div>
              <StateMark kind={done ? 'ok' : 'off'} className="pt-0.5 whitespace-nowrap">
                {done ? 'Done' : 'To do'}
              </StateMark>
            </li>
          )
        })}
      </ul>
      <p className="mt-4 max-w-[68ch] text-2 text-muted">
        Mail and backups are the operator’s: docs/deploy.md says how. Whether mail is sent is under{' '}
        <TextLink to={paths.adminSettings}>Settings</TextLink>, Notifications.
      </p>
    </div>
  )
}
