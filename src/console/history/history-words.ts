import type { HistoryEntry } from '#shop/history/history.api.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { toPaise } from '#shop/prices/money.ts'
import { formatTypedCode } from '#shop/tickets/ticket-code.ts'
import { count, exactRupees } from '#ui/format.ts'
import { partText } from '../settlement/settlement-words.ts'
import { seatsText } from '../bookings/ticket-state.tsx'
import { isByProof, proofTitle, saidInTitle } from './proof-history.ts'

export const historyNouns: Readonly<Record<string, string>> = {
  singers: 'Singer',
  events: 'Event',
  ticket_categories: 'Ticket category',
  seating_layouts: 'Layout',
  discount_codes: 'Code',
  ticket_category_layouts: 'Layout of a ticket category',
  payments: 'Payment',
  payment_lines: 'Order line',
  user_tickets: 'Ticket',
  refunds: 'Refund',
  payouts: 'Bank file of refunds',
  announcements: 'Announcement',
  profiles: 'Account',
  staff: 'Staff role',
  staff_events: 'Assignment of staff',
  staff_invitations: 'Invitation of',
  tills: 'Till',
  till_moves: 'Cash move',
  shop_settings: 'Settings',
  shop_terms: 'Terms',
  tax_rules: 'Rule of tax',
  credits: 'Credit',
  // Before credits had other sources.
  bank_rows: 'Bank statement',
  proof_rules: 'Rules of proofs',
  bank_setup: 'How money is seen',
  settlements: 'Settlement of',
  event_keys: 'Gate key',
  event_queues: 'Queue',
  pass_rules: 'Rules of tickets',
  returns: 'Ticket given back',
  gate_devices: 'Gate device',
}

const actions: Readonly<Record<string, string>> = {
  insert: 'added',
  update: 'changed',
  delete: 'deleted',
  import: 'imported',
  take_back: 'import taken back',
  hand_out: 'handed out',
  rotate: 'replaced',
  lose: 'reported lost',
  change_seats: 'given other seats',
  send_announcement: 'sent',
  stop_announcement: 'stopped',
  keep_seats: 'seats taken off sale',
  give_back_seats: 'seats put back on sale',
  export: 'saved as a file',
  preview: 'shown by a preview link',
  end_preview: 'no longer shown by a preview link',
  invite: 'made',
  accept: 'accepted',
  revoke: 'taken back',
  close_account: 'closed',
  reopen_account: 'opened again',
  release_seats: 'seats freed',
  undo_sale: 'undone at the box office',
  add_guests: 'guests added',
  new_link: 'given a new link',
  forget_guests: 'names of guests deleted',
  set_settlement: 'changed',
  close_settlement: 'closed',
  reopen_settlement: 'opened again',
  save_queue: 'saved',
  end_queue: 'ended',
  drop_queue: 'removed',
  hand_over: 'passed on',
  bind: 'bound to a phone',
}

/** Columns left out: ids, hashes, clocks, and what follows from other columns. */
const unread =
  /^(id|(?!upi_id$).*_id|(?!gst_by$).*_by|.*_key|revision|updated_at|created_at|key_number|user_id|screenshot_sha256|screenshot_url)$/
const money =
  /^(price|day_limit|unit_price|amount|total_amount|expected_amount|fee_per_seat|up_to_price|.*_amount|.*_cash)$/
const labels: Readonly<Record<string, string>> = {
  all_events: 'All concerts',
  all_from: 'All concerts from',
  date: 'Date',
  previous_date: 'Date before',
  published_at: 'Published',
  paused_at: 'Paused',
  transaction_id: 'UTR',
  utr: 'UTR of the refund',
  upi_id: 'UPI id',
  upi_kind: 'Kind of UPI id',
  upi_mcc: 'Merchant category',
  paid_to: 'UPI id',
  asked_at: 'Asked for',
  gstin: 'GSTIN',
  gst_percent: 'GST in percent',
  prices_include_gst: 'Prices include GST',
  round_to_rupee: 'Totals are whole rupees',
  gst_amount: 'GST',
  local_tax_amount: 'Local tax',
  fee_amount: 'Fee',
  fee_gst_amount: 'GST on the fee',
  fee_gst_percent: 'GST on the fee in percent',
  up_to_price: 'Up to',
  layout_data: 'Seats',
  section_ids: 'Sections',
  review_note: 'Note to the customer',
  reviewed_at: 'Decided',
  total_tickets: 'Total tickets',
  tickets_sold: 'Tickets sold',
  joins_from: 'Joining opens',
  opens_at: 'The sale opens',
  per_minute: 'People a minute',
  ended_at: 'Ended',
  left_amount: 'Left for the organiser',
  net_amount: 'Net ticket sales',
}

/** Labels of one kind of record; they are used before the labels of all kinds. */
const labelsOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  credits: { utr: 'UTR of the transfer', upi_id: 'To the UPI id', added: 'Credits added', joined: 'Credits joined' },
  bank_setup: {
    mail_to: 'Address that the bank writes to',
    account: 'Last digits of the account',
    mail_hours: 'Hours that a mail may be old',
    confirmed: 'Confirmed wordings',
    imap_host: 'Mail server',
    imap_port: 'Port',
    imap_user: 'User',
    imap_folder: 'Folder',
    imap_password: 'Password',
    inbound_secret: 'Secret for posting',
    has_password: 'Password stored',
    has_secret: 'Mails may be posted',
  },
  proof_rules: {
    approve: 'Automatic approval',
    most_amount: 'Largest payment',
    most_a_minute: 'Approvals in a minute',
    reject_hours: 'Hours to wait for the money',
  },
}

export interface HistoryChange {
  label: string
  before: string | null
  after: string | null
}

export interface HistoryWords {
  /** 'Payment MF1234ABCD changed' */
  title: string
  changes: HistoryChange[]
}

export function historyText(
  entry: Pick<HistoryEntry, 'action' | 'noun' | 'before' | 'after'> & { ofName?: string | null },
): HistoryWords {
  // An export is named after its list: 'Check-ins saved as a file'.
  const noun = (entry.action === 'export' ? undefined : historyNouns[entry.noun]) ?? sentence(entry.noun)
  const name = entry.ofName ? `of ${entry.ofName}` : nameOf(entry.noun, entry.after ?? entry.before ?? {})
  const action = actions[entry.action] ?? entry.action.replaceAll('_', ' ')
  return {
    title: proofTitle(entry) ?? [noun, name, action].filter(Boolean).join(' '),
    changes: changesOf(entry),
  }
}

export function actorText(entry: Pick<HistoryEntry, 'actorId' | 'actorName' | 'noun' | 'before' | 'after'>): string {
  if (entry.actorName !== null) return entry.actorName
  if (entry.actorId !== null) return 'A deleted account'
  return isByProof(entry) ? 'By its proof' : 'The shop itself'
}

function changesOf({ noun, before, after }: Pick<HistoryEntry, 'noun' | 'before' | 'after'>): HistoryChange[] {
  const said = saidInTitle[noun] ?? []
  const columns = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return columns
    .filter((column) => !unread.test(column) && !said.includes(column))
    .filter((column) => JSON.stringify(before?.[column] ?? null) !== JSON.stringify(after?.[column] ?? null))
    .map((column) => ({
      label: labelsOf[noun]?.[column] ?? labels[column] ?? sentence(column),
      before: valueOf(column, before?.[column]),
      after: valueOf(column, after?.[column]),
    }))
    .filter((change) => change.before !== change.after)
}

function nameOf(noun: string, row: Record<string, unknown>): string {
  const text = (column: string): string => (typeof row[column] === 'string' ? row[column] : '')
  switch (noun) {
    case 'payments':
      return text('order_code')
    case 'user_tickets':
      return text('code') && formatTypedCode(text('code'))
    case 'events':
      return [text('city'), text('venue')].filter(Boolean).join(', ')
    case 'payment_lines':
      return [text('event_name'), text('category_name')].filter(Boolean).join(', ')
    case 'shop_terms':
    case 'tax_rules':
      return [text('state'), `from ${text('from_day')}`].filter(Boolean).join(' ')
    default:
      return text('name')
  }
}

function valueOf(column: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (money.test(column) && (typeof value === 'number' || typeof value === 'string')) return exactRupees(toPaise(value))
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return count(value)
  if (Array.isArray(value) && (column === 'shares' || column === 'costs')) return value.map(partText).join(', ') || null
  if (Array.isArray(value))
    return column === 'seats' && value.every((one) => typeof one === 'string')
      ? seatsText(value)
      : value.map((one) => (typeof one === 'object' ? JSON.stringify(one) : String(one))).join(', ')
  if (typeof value === 'object') return column === 'layout_data' ? 'another plan' : JSON.stringify(value)
  // The names of a picture's files have a hash and its size.
  const [, size] = column === 'logo' || column === 'poster' ? (/-(\d+x\d+)-\w+$/.exec(String(value)) ?? []) : []
  if (size) return `a picture, ${size.replace('x', ' × ')}`
  const text = column === 'approve' ? String(value).replaceAll('_', ' ') : String(value)
  return /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text) && !Number.isNaN(Date.parse(text)) ? formatDayTime(text) : text
}

/** 'cancelled_reason' → 'Cancelled reason' */
const sentence = (name: string): string => {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
