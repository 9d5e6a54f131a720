/** What Indian banks are known to mail about a credit by UPI, and how to switch it on. Data alone, each row with its source. */

export interface Bank {
  /** As `bank` of its templates. */
  id: string
  name: string
  /** `upi`: about credits by UPI, too; `other`: about NEFT or IMPS alone; `none`: no mail about a credit is known. */
  mails: 'upi' | 'other' | 'none'
  /** The mail about a credit by UPI has a UTR. Without one a credit approves nothing. */
  utr: boolean
  /** The payer's note, and with it the order's code, is in that mail. */
  code: boolean
  switchOn: string
  source: string
}

/** RBI's circular of 6 July 2017: text messages are a duty, mails come to who asks for them. */
const RBI =
  'https://thekashmirmonitor.net/sbi-internet-banking-facility-may-be-blocked-if-mobile-number-not-linked-before-december'
const ASK = 'Ask the bank for an e-mail about every credit, without a smallest amount, to the address above.'
const INSTEAD = 'Import statements, or connect a payment gateway.'
const PARSER = 'https://github.com/akhilnarang/bank-email-parser'

export const banks: readonly Bank[] = [
  {
    id: 'hdfc',
    name: 'HDFC Bank',
    mails: 'upi',
    utr: true,
    code: false,
    switchOn:
      'In NetBanking, Insta Alerts: choose the account, credits of any amount, by e-mail. Mails cost nothing; text messages do.',
    source:
      'https://www.businesstelegraph.co.uk/hdfc-bank-revises-fee-on-one-of-its-most-used-services-with-effect-from-jan-1/',
  },
  { id: 'axis', name: 'Axis Bank', mails: 'upi', utr: true, code: true, switchOn: ASK, source: RBI },
  { id: 'canara', name: 'Canara Bank', mails: 'upi', utr: true, code: false, switchOn: ASK, source: RBI },
  {
    id: 'slice',
    name: 'slice small finance bank',
    mails: 'upi',
    utr: true,
    code: false,
    switchOn: ASK,
    source: PARSER,
  },
  { id: 'sbi', name: 'State Bank of India', mails: 'upi', utr: false, code: false, switchOn: ASK, source: RBI },
  { id: 'idfc', name: 'IDFC FIRST Bank', mails: 'upi', utr: false, code: false, switchOn: ASK, source: PARSER },
  {
    id: 'kotak',
    name: 'Kotak Mahindra Bank',
    mails: 'other',
    utr: false,
    code: false,
    switchOn: `Its known mails are about IMPS and NEFT. ${INSTEAD}`,
    source: PARSER,
  },
  {
    id: 'icici',
    name: 'ICICI Bank',
    mails: 'other',
    utr: false,
    code: false,
    switchOn: `Its known mails are about NEFT and IMPS; text messages tell of ₹5,000 and more. ${INSTEAD}`,
    source: 'https://help.icicibank.com/Mobile-Banking/SMS-Banking/906637043/What-is-SMS-Alerts-facility.htm',
  },
  {
    id: 'mahabank',
    name: 'Bank of Maharashtra',
    mails: 'other',
    utr: false,
    code: false,
    switchOn: `Its known mails are about NEFT. ${INSTEAD}`,
    source: PARSER,
  },
  {
    id: 'bob',
    name: 'Bank of Baroda',
    mails: 'none',
    utr: false,
    code: false,
    switchOn: `No mail about a credit is known. ${INSTEAD}`,
    source: PARSER,
  },
]

/** Returns the bank's name; the id itself for a bank that is not listed. */
export const bankName = (id: string): string => banks.find((bank) => bank.id === id)?.name ?? id
