/** How Indian banks word the mail about a credit. Data alone: `read-bank-mail.ts` reads, the server checks who signed. */

export interface BankMailTemplate {
  /** Named in the operator's list of confirmed templates. */
  id: string
  /** Short name of the bank: the same credit told by two of its domains is one. */
  bank: string
  name: string
  /** Domains that the bank writes from and signs with, exactly. */
  domains: readonly string[]
  /** The bank's sentence: a space fits any white space. Groups: amount, account, day; and time, utr, vpa, name, note. */
  sentence: RegExp
  /** Words of the bank that are in the mail once: a second time another person wrote them. */
  once: RegExp
  /** Where the wording is from. */
  source: string
  /** True once seen on a real mail: only then may it approve by itself. */
  confirmed: boolean
}

const words = (text: string): RegExp => new RegExp(text.replaceAll(' ', String.raw`\s+`), 'dgi')

const RUPEES = String.raw`(?<![\w\u2212-])(?:Rs\.?|INR\.?|₹)\s*(?<amount>[\d,.]{0,15}\d)(?!\d)`
const ACCOUNT = String.raw`(?<account>[Xx*•●]{0,14}\d{3,6})`
const DAY = String.raw`(?<day>\d{1,2}[-/\s](?:\d{1,2}|[A-Za-z]{3})[-/\s]\d{2,4})`
const TIME = String.raw`(?<time>\d{1,2}:\d{2}(?::\d{2})?)`
const VPA = String.raw`(?<vpa>[A-Za-z0-9._-]{2,256}@[A-Za-z][A-Za-z0-9]{1,63})`
/** The payer's name, as the payer's bank knows it: on one line, with an @ only by itself. */
const NAME = String.raw`(?<name>(?:[^\n@:]|(?<= )@(?= )){0,80}?)`
/** Not every bank gives twelve digits: those that are not twelve are no UTR. */
const UTR = String.raw`(?<utr>\d{6,22})(?![A-Za-z0-9])`

const PARSER = 'https://github.com/akhilnarang/bank-email-parser/blob/462173abf8725ce9cb7c6706dab053e7b737d02c'
const HDFC = ['hdfcbank.net', 'hdfcbank.bank.in', 'hdfcbank.com', 'hdfc.bank.in']
const AXIS = ['axisbank.com', 'axis.bank.in']
const KOTAK = ['kotak.com', 'kotak.bank.in']
const SBI = ['alerts.sbi.co.in', 'sbi.co.in', 'alerts.sbi.bank.in', 'sbi.bank.in']
const IDFC = ['idfcfirstbank.com', 'idfcfirst.bank.in']

/** Signs the mail of the demo's pretended bank; no one can own a name that ends in `.example`. */
export const DEMO_BANK_DOMAIN = 'demo-bank.mehfil.example'

export const bankMailTemplates: readonly BankMailTemplate[] = [
  {
    id: 'hdfc-upi',
    bank: 'hdfc',
    name: 'HDFC Bank, UPI',
    domains: HDFC,
    sentence: words(
      `${RUPEES} is successfully credited to your account ${ACCOUNT} by VPA ${VPA}(?: ${NAME})? on ${DAY}\\. Your UPI transaction reference number is ${UTR}`,
    ),
    once: words('transaction reference number is|successfully credited'),
    source: `${PARSER}/bank_email_parser/parsers/hdfc.py; signed by two selectors, https://github.com/zkp2p/zkp2p-v1-monorepo/pull/207`,
    confirmed: false,
  },
  {
    id: 'hdfc-upi-details',
    bank: 'hdfc',
    name: 'HDFC Bank, UPI with details',
    domains: HDFC,
    sentence: words(
      `${RUPEES} has been successfully credited to your HDFC Bank account ending in ${ACCOUNT}\\. Transaction Details: a\\. Date: ${DAY} b\\. Sender: ${NAME} \\(VPA: ${VPA}\\) c\\. UPI Reference No\\.: ${UTR}`,
    ),
    once: words('UPI Reference No|successfully credited'),
    source: 'InstaAlerts of 2026 (alerts@hdfcbank.bank.in) as quoted by tests of public mail parsers',
    confirmed: false,
  },
  {
    id: 'axis-upi',
    bank: 'axis',
    name: 'Axis Bank, UPI summary',
    domains: AXIS,
    sentence: words(
      `Amount Credited: ${RUPEES} Account Number: ${ACCOUNT} Date & Time: ${DAY}, ${TIME} IST Transaction Info: UPI/(?:P2A|P2M)/${UTR}/(?<note>[^\\n]{1,120}?)(?=\\n| Feel free| If this| Call us|$)`,
    ),
    once: words('Transaction Info:|Amount Credited:'),
    source: 'Mails "INR … was credited to your A/c." of 2025 and 2026 (alerts@axis.bank.in), public mail parsers',
    confirmed: false,
  },
  {
    id: 'axis-upi-sentence',
    bank: 'axis',
    name: 'Axis Bank, UPI sentence',
    domains: AXIS,
    sentence: words(
      `your A/c no\\. ${ACCOUNT} has been credited with ${RUPEES} on ${DAY} at ${TIME} IST by UPI/(?:P2A|P2M)/${UTR}/(?<note>[^\\n]{1,120}?)\\.(?=\\s|$)`,
    ),
    once: words('has been credited with|A/c no'),
    source: 'Mails "Credit transaction alert for Axis Bank A/c" of 2026 (alerts@axis.bank.in), public mail parsers',
    confirmed: false,
  },
  {
    id: 'canara-upi',
    bank: 'canara',
    name: 'Canara Bank, UPI',
    domains: ['canarabank.com', 'canarabank.bank.in'],
    sentence: words(
      `An amount of ${RUPEES} has been CREDITED on ${DAY} to your account ${ACCOUNT} from ${NAME} with UPI Ref No\\.\\s*:\\s*${UTR}`,
    ),
    once: words('UPI Ref No|has been CREDITED'),
    source: 'Mails "UPI Transaction Alert" of 2026 (canarabank@canarabank.com), tests of public mail parsers',
    confirmed: false,
  },
  {
    id: 'slice-upi',
    bank: 'slice',
    name: 'slice small finance bank, UPI',
    domains: ['slice.bank.in', 'slicebank.com'],
    sentence: words(
      `You have received ${RUPEES} via (?:UPI|IMPS) in your slice (?:bank|savings) (?:a/c|account)(?: ending)? ${ACCOUNT}[.!][^\\n]{0,60} Transaction date ${DAY} From ${NAME} (?:RRN|IMPS ref no) ${UTR}`,
    ),
    once: words('\\bRRN\\b|IMPS ref no|You have received'),
    source: `${PARSER}/bank_email_parser/parsers/slice.py`,
    confirmed: false,
  },
  {
    id: 'kotak-imps',
    bank: 'kotak',
    name: 'Kotak Mahindra Bank, IMPS',
    domains: KOTAK,
    sentence: words(
      `your account ${ACCOUNT} is credited by ${RUPEES} on ${DAY} for IMPS transaction[^]{0,300}? IMPS Reference No\\s*:\\s*${UTR}`,
    ),
    once: words('IMPS Reference No|is credited by'),
    source: `${PARSER}/bank_email_parser/parsers/kotak/accounts.py`,
    confirmed: false,
  },
  {
    id: 'kotak-neft',
    bank: 'kotak',
    name: 'Kotak Mahindra Bank, NEFT',
    domains: KOTAK,
    sentence: words(`${RUPEES} has been credited to your Kotak Bank a/c ${ACCOUNT} on ${DAY} via NEFT transaction`),
    once: words('has been credited to'),
    source: `${PARSER}/bank_email_parser/parsers/kotak/accounts.py`,
    confirmed: false,
  },
  {
    id: 'sbi-transfer',
    bank: 'sbi',
    name: 'State Bank of India',
    domains: SBI,
    sentence: words(`Your A/C ${ACCOUNT} has a credit by (?:Transfer|UPI|IMPS|NEFT) of ${RUPEES} on ${DAY}`),
    once: words('has a credit by'),
    source: 'Mails "CBSSBI ALERT" (cbsalerts.sbi@alerts.sbi.co.in), public mail parsers; no reference in them',
    confirmed: false,
  },
  {
    id: 'idfc-credit',
    bank: 'idfc',
    name: 'IDFC FIRST Bank',
    domains: IDFC,
    sentence: words(
      `Your A/C ${ACCOUNT} has been credited with ${RUPEES} on ${DAY} ${TIME}(?:\\.| vide IMPS payment reference ${UTR})`,
    ),
    once: words('has been credited with'),
    source: `${PARSER}/bank_email_parser/parsers/idfc.py`,
    confirmed: false,
  },
  {
    id: 'icici-credit',
    bank: 'icici',
    name: 'ICICI Bank, NEFT and IMPS (no mail about UPI is known)',
    domains: ['icicibank.com', 'icici.bank.in'],
    sentence: words(
      `your ICICI Bank Account ${ACCOUNT} has been credited with ${RUPEES} on ${DAY}\\. Info:\\s*(?:NEFT|IMPS)[-/]`,
    ),
    once: words('has been credited with'),
    source: 'Alerts of ICICI Bank as quoted by public parsers; customernotification@icici.bank.in',
    confirmed: false,
  },
  {
    id: 'mahabank-neft',
    bank: 'mahabank',
    name: 'Bank of Maharashtra, NEFT',
    domains: ['mahabank.co.in', 'bankofmaharashtra.bank.in'],
    sentence: words(`Your A/c No ${ACCOUNT} has been credited by ${RUPEES} on ${DAY} [A-Z0-9]{6,16} NEFT`),
    once: words('has been credited by'),
    source: `${PARSER}/bank_email_parser/parsers/bom.py`,
    confirmed: false,
  },
]

/** Read only while the demo's pretended bank is on, and confirmed: its mail is the one that the demo sends. */
export const demoBankTemplate: BankMailTemplate = {
  id: 'demo',
  bank: 'demo',
  name: 'Demo bank',
  domains: [DEMO_BANK_DOMAIN],
  sentence: words(
    `${RUPEES} is successfully credited to your account ${ACCOUNT} by VPA ${VPA} on ${DAY} at ${TIME} IST\\. Your UPI transaction reference number is ${UTR}\\. Note: (?<note>[^\\n]{0,100})`,
  ),
  once: words('transaction reference number is|successfully credited'),
  source: 'server/proofs/mail/demo-bank.ts',
  confirmed: true,
}
