import type { StaffRole } from '#shop/people/role.ts'

export interface RoleRight {
  /** What is done, as Help says it. */
  what: string
  /** Who may do it beside admins. */
  roles: readonly StaffRole[]
  /** The database's functions that do it: each asks for one of these roles. */
  calls: readonly string[]
}

const words = (text: string): string[] => text.trim().split(/\s+/)

/** What each role may do: Help shows it, and supabase/tests/roles.test.ts holds the database to it. */
export const roleRights: readonly RoleRight[] = [
  {
    what: 'Add and change concerts, singers, halls, categories and prices; publish, pause and preview',
    roles: ['events'],
    calls:
      words(`save_concert change_concert edit_concerns add_ticket_category assign_layout publish_event unpublish_event
      pause_event resume_event make_event_preview end_event_preview`),
  },
  { what: 'Take seats off sale, and put them back', roles: ['events'], calls: ['keep_seats', 'give_back_seats'] },
  { what: 'Guest lists', roles: ['events'], calls: ['add_guests', 'list_guests'] },
  { what: 'A new link for a ticket without an account', roles: ['events', 'box_office'], calls: ['new_ticket_link'] },
  {
    what: 'Write to the buyers of a concert',
    roles: ['events'],
    calls: ['count_audience', 'send_announcement', 'stop_announcement'],
  },
  {
    what: 'See which seats are free, off sale or sold, and how a concert sells',
    roles: ['events', 'payments'],
    calls: ['seats_of_event', 'event_sales'],
  },
  {
    what: 'Approve and reject payments, give other seats to one, see who bought what',
    roles: ['payments'],
    calls:
      words(`review_payment review_payments reject_payments reassign_seats watch_payments count_payments who_has_seat
      count_listed read_file_rows`),
  },
  {
    what: 'Bank statements and credits',
    roles: ['payments'],
    calls: words(`import_bank_rows list_bank_imports take_back_bank_import match_bank_rows payment_bank_states
      find_payment_credits find_credits give_credit share_credit set_credit_aside return_credit list_proof_approvals
      proof_state received_today`),
  },
  {
    what: 'Refunds and payouts',
    roles: ['payments'],
    calls: words(`start_refund drop_refund mark_refunded find_refundable make_payout mark_payout_sent cancel_payout
      list_payouts`),
  },
  {
    what: 'Home’s figures, books, papers, months and settlements',
    roles: ['payments'],
    calls:
      words(`dashboard_stats dashboard_days dashboard_due event_nets sold_by_price trial_balance explain_money event_settlement
      set_settlement close_settlement reopen_settlement list_months close_month month_file gstr1 year_turnover
      list_e_invoices set_irn`),
  },
  { what: 'Save the lists that one may see as files', roles: ['events', 'payments'], calls: ['note_export'] },
  {
    what: 'Sell at the door of assigned concerts, with a till of one’s own',
    roles: ['box_office'],
    calls: words(`box_office_events price_at_door sell_at_door taken_at_door undo_door_sale open_till close_till
      move_till_cash my_till till_book`),
  },
  { what: 'Read the invoice of what one sold at the door', roles: ['box_office', 'payments'], calls: ['read_papers'] },
  {
    what: 'Scan tickets of assigned concerts',
    roles: ['gate'],
    calls: words(`gate_events gate_key gate_roster gate_counters gate_trouble report_gate_device record_scans
      find_gate_tickets`),
  },
  {
    what: 'Move or cancel a concert that has sold, revoke tickets, change their seats',
    roles: [],
    calls: words('move_event cancel_event revoke_tickets change_ticket_seats release_customer_seats forget_guests'),
  },
  {
    what: 'Waiting lists, queues, hand-over, gate keys and devices, other people’s tills',
    roles: [],
    calls: words(`waiting_list save_queue end_queue drop_queue set_pass_rules rotate_event_key lose_gate_device
      list_tills get_single_notices`),
  },
  {
    what: 'Staff, invitations and accounts',
    roles: [],
    calls: words(`set_staff_role set_staff_roles set_staff_events set_works_at event_staff invite_staff list_invitations
      revoke_invitation close_account reopen_account closed_accounts`),
  },
  {
    what: 'Settings, UPI id, tax, codes, import, automatic approval, history, backup, test orders, customers’ messages',
    roles: [],
    calls:
      words(`shop_notices set_tax_terms import_catalogue bank_setup save_bank_setup renew_inbound_secret change_shift
      sale_checklist find_unused_posters mark_test_order end_test_order`),
  },
]
