import { formatDay } from '#platform/time/ist.ts'
import type { ChecklistFacts, ChecklistName, MissingContact } from '#shop/settings/checklist.api.ts'
import { count, exactRupees } from '#ui/format.ts'
import { paths } from '#ui/paths.ts'
import { counted } from '../kit/words/counted.ts'

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
    title: 'An account of its own',
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
        ? `Something is wrong with ${faults.join(', ')}: see Approval by proof. Or import a bank statement.`
        : 'Import a bank statement once, so that you know it can be read. A gateway or the bank’s mails do as well.',
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
      'Make a test purchase in the shop. Or pay ₹1 to the test QR in Settings, and look for it in the statement.',
  },
}
