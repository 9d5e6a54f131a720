-- Sales by staff at the door, guest lists, and links that open tickets of people without an account.
-- Written from supabase/schema by `npm run migration`; tables, columns and indexes by hand.

alter table public.profiles add column is_guest boolean not null default false;

create index profiles_accounts on public.profiles (created_at) where not is_guest;

create table public.tills (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 80),
  opened_by uuid not null,
  opened_at timestamptz not null default clock_timestamp(),
  opening_cash numeric(12, 2) not null check (opening_cash >= 0),
  closed_at timestamptz,
  closed_by uuid,
  counted_cash numeric(12, 2) check (counted_cash >= 0),
  note text check (char_length(note) <= 500),
  constraint tills_closed check (num_nulls(closed_at, closed_by, counted_cash) in (0, 3) and (note is null or closed_at is not null))
);

create unique index tills_open on public.tills (opened_by) where closed_at is null;

create index tills_opened_at on public.tills (opened_at desc);

alter table public.tills enable row level security;

create table public.till_moves (
  id uuid primary key,
  till_id uuid not null references public.tills (id) on delete cascade,
  amount numeric(12, 2) not null check (amount <> 0),
  reason text not null check (char_length(reason) between 1 and 200),
  made_by uuid not null,
  made_at timestamptz not null default clock_timestamp()
);

create index till_moves_till_id on public.till_moves (till_id, made_at);

alter table public.till_moves enable row level security;

alter table public.payments
  add column if not exists method text not null default 'upi',
  add column till_id uuid,
  add column made_by uuid,
  drop constraint if exists payments_method_known,
  add constraint payments_method_known check (method in ('upi', 'cash', 'card', 'complimentary', 'free')),
  add constraint payments_of_staff check (made_by is not null or till_id is null and method in ('upi', 'free'));

create index payments_till_id on public.payments (till_id, created_at desc) where till_id is not null;

create index payments_given on public.payments (method, created_at) where method in ('complimentary', 'free');

create index user_tickets_given on public.user_tickets (event_id, ticket_category_id) include (quantity)
  where total_amount = 0 and revoked_at is null;

create table public.guest_tickets (
  ticket_id uuid primary key references public.user_tickets (id) on delete cascade,
  list text check (char_length(list) <= 80),
  contact text check (char_length(contact) between 1 and 120),
  secret_hash text not null check (secret_hash ~ '^[0-9a-f]{64}$'),
  made_by uuid not null,
  made_at timestamptz not null default clock_timestamp(),
  opened_at timestamptz,
  device_hash text check (device_hash ~ '^[0-9a-f]{64}$'),
  constraint guest_tickets_opened check ((opened_at is null) = (device_hash is null))
);

create index guest_tickets_secret_hash on public.guest_tickets (secret_hash);

alter table public.guest_tickets enable row level security;

set check_function_bodies = off;

drop view ticket_category_list;

drop view event_list;

drop view private.ticket_list;

drop view private.payment_list;

drop view private.refund_list;

drop function search_payments(text,text,uuid,uuid);

drop function get_payment_details();

drop function search_tickets(text,text,uuid,uuid);

drop function get_all_tickets();

drop function search_refunds(text,text,uuid);

drop function get_refunds();

CREATE OR REPLACE FUNCTION public.export_my_data()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := private.require_user();
begin
  return jsonb_build_object(
    'exported_at', now(),
    'account', (
      select jsonb_build_object('id', u.id, 'email', u.email, 'created_at', u.created_at,
        'last_sign_in_at', u.last_sign_in_at)
      from auth.users u where u.id = v_user),
    'profile', (select to_jsonb(p) from public.profiles p where p.id = v_user),
    'role', (select s.role from public.staff s where s.user_id = v_user),
    'role_ends_at', (select s.ends_at from public.staff s where s.user_id = v_user),
    'invitations', (
      select coalesce(jsonb_agg(to_jsonb(i) - array['secret_hash', 'made_by', 'updated_at'] order by i.created_at), '[]')
      from public.staff_invitations i where i.used_by = v_user),
    'orders', (
      select coalesce(jsonb_agg(to_jsonb(o)), '[]') from private.orders o where o.user_id = v_user),
    'payments', (
      select coalesce(jsonb_agg(
        to_jsonb(p) - 'reviewed_by' || jsonb_build_object('lines', (
          select coalesce(jsonb_agg(to_jsonb(l)), '[]') from public.payment_lines l where l.payment_id = p.id))
        order by p.created_at), '[]')
      from public.payments p where p.user_id = v_user),
    'tickets', (
      select coalesce(jsonb_agg(to_jsonb(t) order by t.created_at), '[]')
      from public.user_tickets t where t.user_id = v_user),
    -- The caller's tickets at the gate; for staff, their shifts and scans too.
    'scans', (
      select coalesce(jsonb_agg(to_jsonb(s) - 'staff_id' order by s.received_at), '[]')
      from public.ticket_scans s join public.user_tickets t on t.id = s.known_ticket where t.user_id = v_user),
    'staff_events', (
      select coalesce(jsonb_agg(to_jsonb(w) order by w.created_at), '[]')
      from public.staff_events w where w.user_id = v_user),
    'tills', (
      select coalesce(jsonb_agg(to_jsonb(t) || jsonb_build_object('moves', (
          select coalesce(jsonb_agg(to_jsonb(v) order by v.made_at), '[]') from public.till_moves v where v.till_id = t.id))
        order by t.opened_at), '[]')
      from public.tills t where t.opened_by = v_user),
    'staff_scans', (
      select coalesce(jsonb_agg(to_jsonb(s) order by s.received_at), '[]')
      from public.ticket_scans s where s.staff_id = v_user),
    'refunds', (
      select coalesce(jsonb_agg(to_jsonb(r) order by r.requested_at), '[]')
      from public.refunds r where r.user_id = v_user),
    'messages', (
      select coalesce(jsonb_agg(to_jsonb(m) - 'handled_by' order by m.created_at), '[]')
      from public.contact_messages m where m.user_id = v_user),
    'notices', (
      select coalesce(jsonb_agg(to_jsonb(n) || jsonb_strip_nulls(jsonb_build_object('subject', a.subject, 'message', a.message))
        order by n.created_at), '[]')
      from public.notices n left join public.announcements a on a.id = n.announcement_id where n.user_id = v_user));
end
$function$;

CREATE OR REPLACE FUNCTION private.find_accounts(p_text text, p_staff boolean DEFAULT false, p_after uuid DEFAULT NULL::uuid)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  v_pattern text := private.search_pattern(p_text);
  v_word text := private.search_pattern(p_text, true);
begin
  if v_pattern is null or not private.is_admin() then
    return;
  end if;
  if p_after is not null then
    return query select f.id from public.profiles f
      where (f.name ilike v_pattern or f.name ilike v_word or f.email ilike v_pattern or f.phone ilike v_pattern
          or f.location ilike v_pattern or f.location ilike v_word) and not f.is_guest
        and (not p_staff or f.id in (select t.user_id from public.staff t)) and f.id > p_after
      order by f.id limit private.most_found();
  else
    return query select f.id from public.profiles f
      where (f.name ilike v_pattern or f.name ilike v_word or f.email ilike v_pattern or f.phone ilike v_pattern
          or f.location ilike v_pattern or f.location ilike v_word) and not f.is_guest
        and (not p_staff or f.id in (select t.user_id from public.staff t))
      order by f.created_at desc limit private.most_found() + 1;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- Staff sell to people without an account.
  if new.made_by is not null then
    return new;
  end if;
  if not (case when new.user_id = auth.uid() then private.session_lives(new.user_id)
      else exists (select from auth.users u where u.id = new.user_id) end) then
    perform private.refuse(401, 'not_signed_in', '',
      'The session has ended, or the account is gone: it was deleted, or a restored backup does not have it.');
  end if;
  if exists (select from private.closed_accounts a where a.user_id = new.user_id) then
    perform private.refuse(401, 'not_signed_in', '', 'Staff closed this account.');
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.revoke(p_ticket_ids uuid[], p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.lock_customer(t.user_id) from (
    select distinct t.user_id from public.user_tickets t where t.id = any (p_ticket_ids) order by 1) as t;
  perform private.share_event(t.event_id) from (
    select distinct t.event_id from public.user_tickets t where t.id = any (p_ticket_ids) order by 1) as t;
  perform from public.payments p
    where p.id in (select t.payment_id from public.user_tickets t where t.id = any (p_ticket_ids))
    order by p.id for no key update;
  perform from public.ticket_categories c
    where c.id in (select t.ticket_category_id from public.user_tickets t where t.id = any (p_ticket_ids))
    order by c.id for no key update;
  perform from public.seat_claims c where c.ticket_id = any (p_ticket_ids)
    order by c.event_id, c.place, c.seat for no key update;
  if (select count(*) from public.user_tickets t where t.id = any (p_ticket_ids))
     <> (select count(distinct i) from unnest(p_ticket_ids) as i) then
    perform private.refuse(404, 'not_found', 'p_ticket_ids', 'Not all of these tickets exist.');
  end if;

  delete from public.seat_claims c where c.ticket_id = any (p_ticket_ids);
  update public.user_tickets t set payment_status = 'failed', revoked_at = now(), revoked_reason = p_reason
    where t.id = any (p_ticket_ids) and t.revoked_at is null;
  update public.payment_lines l set payment_status = 'failed'
    from public.user_tickets t
    where t.id = any (p_ticket_ids) and l.id = t.payment_line_id and l.payment_status <> 'failed';
end
$function$;

CREATE OR REPLACE FUNCTION public.revoke_tickets(p_ticket_ids uuid[] DEFAULT NULL::uuid[], p_reason text DEFAULT NULL::text)
 RETURNS SETOF user_tickets
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_most_tickets constant integer := 100;
  c_longest_reason constant integer := 500;
  v_reason text;
begin
  perform private.require_admin();
  if coalesce(cardinality(p_ticket_ids), 0) not between 1 and c_most_tickets or array_position(p_ticket_ids, null) is not null then
    perform private.refuse(400, 'invalid', 'p_ticket_ids', format('1 to %s ticket ids.', c_most_tickets));
  end if;
  v_reason := private.require_text(p_reason, 'p_reason', c_longest_reason);

  perform private.revoke(p_ticket_ids, v_reason);
  return query select t.* from public.user_tickets t where t.id = any (p_ticket_ids) order by t.created_at, t.id;
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_tickets()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table private.event_keys, public.user_tickets from public, anon, authenticated;
  grant select on table public.user_tickets to authenticated;
  revoke all on function public.change_ticket_seats(uuid, text[], text), private.check_character(text),
    private.new_ticket_code(), private.seat_list(text[]),
    private.ticket_signature(bytea, integer, uuid, uuid, uuid, text[]), private.signing_key(uuid),
    public.confirm_tickets(text), private.revoke(uuid[], text), public.revoke_tickets(uuid[], text), private.grant_tickets()
    from public, anon, authenticated;
  grant execute on function public.change_ticket_seats(uuid, text[], text), public.revoke_tickets(uuid[], text)
    to anon, authenticated;
  grant execute on function public.confirm_tickets(text) to authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION public.mark_refunded(p_refund_id uuid DEFAULT NULL::uuid, p_utr text DEFAULT NULL::text, p_upi_id text DEFAULT NULL::text, p_admitted boolean DEFAULT false)
 RETURNS refunds
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_utr text;
  v_key text;
  v_refund public.refunds;
  v_payment public.payments;
  v_admitted jsonb;
  v_used text;
begin
  perform private.require_admin();
  -- Cash and cards give back without a transfer: the order's code stands for its reference.
  v_utr := coalesce(nullif(private.clean_text(p_utr), ''), (
    select p.order_code from public.refunds r join public.payments p on p.id = r.payment_id
    where r.id = p_refund_id and p.method in ('cash', 'card')));
  v_utr := regexp_replace(private.normal_reference(private.require_text(v_utr, 'p_utr', 64)), '[[:space:]]', '', 'g');
  if v_utr !~ '^[A-Z0-9][A-Z0-9/-]{5,63}$' then
    perform private.refuse(400, 'invalid', 'p_utr', 'A bank''s reference has at least 6 letters and digits.');
  end if;
  v_key := private.reference_key(v_utr);
  select * into v_refund from public.refunds r where r.id = p_refund_id;
  if not found then
    perform private.refuse(404, 'not_found', 'p_refund_id', 'There is no such refund.');
  end if;

  -- Serializes transfers, so that one reference cannot pay two customers at once.
  perform pg_advisory_xact_lock(hashtextextended('refund:' || v_key, 0));
  perform private.lock_customer(v_refund.user_id);
  perform private.share_event(t.event_id) from public.user_tickets t where t.id = v_refund.ticket_id;
  select p.* into strict v_payment from public.payments p where p.id = v_refund.payment_id for no key update;
  if v_refund.ticket_id is null then
    perform private.lock_reference(v_payment.reference_key);
  end if;
  select * into v_refund from public.refunds r where r.id = p_refund_id for no key update;
  if not found then
    perform private.refuse(404, 'not_found', 'p_refund_id', 'It is owed no longer.');
  end if;
  if v_refund.status = 'refunded' then
    if v_refund.utr = v_utr then
      return v_refund;
    end if;
    perform private.refuse(409, 'already_decided',
      jsonb_build_object('status', 'refunded', 'reviewed_at', v_refund.refunded_at, 'utr', v_refund.utr)::text,
      'The refund was marked with another reference.');
  end if;
  -- Who bought at the door has no account to say where money goes.
  if v_refund.upi_id is null and v_payment.made_by is null then
    perform private.refuse(409, 'no_upi_id', '', 'The customer has not said where the money goes.');
  end if;
  if v_refund.upi_id is not null and private.clean_text(p_upi_id) is distinct from v_refund.upi_id then
    perform private.refuse(409, 'changed_meanwhile', v_refund.upi_id, 'The customer changed the UPI id; detail is the one now.');
  end if;
  v_admitted := private.ticket_admissions(v_refund.ticket_id);
  if v_admitted is not null and p_admitted is not true then
    perform private.refuse(409, 'admitted', v_admitted::text, 'The ticket was let in; detail says how many seats and when.');
  end if;
  -- A later statement may show less than was believed when the refund was recorded.
  if v_refund.amount > (
      select m.received - m.returned from private.payment_money m where m.payment_id = v_refund.payment_id) then
    perform private.refuse(409, 'not_refundable', 'nothing', 'Less came in than this, or it paid for another order.');
  end if;
  -- Money of tickets that are valid, or valid again, stays with them.
  if v_refund.ticket_id is null and v_payment.status = 'approved' and v_refund.amount > (
      select m.received - m.returned - private.kept_by_tickets(m.payment_id)
      from private.payment_money m where m.payment_id = v_refund.payment_id) then
    perform private.refuse(409, 'not_refundable', 'tickets', 'Its tickets are valid: their money goes back with them.');
  end if;
  select p.order_code into v_used
    from public.refunds r
    join public.payments p on p.id = r.payment_id
    where r.utr_key = v_key and r.user_id <> v_refund.user_id
    limit 1;
  if found then
    perform private.refuse(409, 'transaction_used', v_used, 'This transfer went to another customer, for the order in detail.');
  end if;

  -- A refunded ticket does not admit: frees its seats.
  if v_refund.ticket_id is not null then
    perform public.revoke_tickets(array[v_refund.ticket_id], 'Refunded');
  end if;
  update public.refunds r set status = 'refunded', utr = v_utr, refunded_at = now()
    where r.id = p_refund_id returning * into v_refund;
  return v_refund;
end
$function$;

CREATE OR REPLACE FUNCTION public.get_refunds()
 RETURNS TABLE(refund_id uuid, ticket_id uuid, user_id uuid, user_name text, user_email text, amount numeric, upi_id text, reason text, status text, utr text, requested_at timestamp with time zone, refunded_at timestamp with time zone, asked_at timestamp with time zone, note text, payment_id uuid, order_code text, transaction_id text, event_id uuid, event_name text, event_date timestamp with time zone, ticket_category text, seats text[], quantity integer, payment_line_id uuid, admitted jsonb, method text)
 LANGUAGE sql
 STABLE
AS $function$
  select l.refund_id, l.ticket_id, l.user_id, l.user_name, l.user_email, l.amount, l.upi_id, l.reason, l.status, l.utr,
    l.requested_at, l.refunded_at, l.asked_at, l.note, l.payment_id, l.order_code, l.transaction_id, l.event_id, l.event_name,
    l.event_date, l.ticket_category, l.seats, l.quantity, l.payment_line_id, l.admitted, l.method
  from private.refund_list l
$function$;

CREATE OR REPLACE FUNCTION public.search_refunds(p_search text DEFAULT NULL::text, p_status text DEFAULT NULL::text, p_after uuid DEFAULT NULL::uuid)
 RETURNS TABLE(refund_id uuid, ticket_id uuid, user_id uuid, user_name text, user_email text, amount numeric, upi_id text, reason text, status text, utr text, requested_at timestamp with time zone, refunded_at timestamp with time zone, asked_at timestamp with time zone, note text, payment_id uuid, order_code text, transaction_id text, event_id uuid, event_name text, event_date timestamp with time zone, ticket_category text, seats text[], quantity integer, payment_line_id uuid, admitted jsonb, method text)
 LANGUAGE sql
 STABLE
AS $function$
  select l.refund_id, l.ticket_id, l.user_id, l.user_name, l.user_email, l.amount, l.upi_id, l.reason, l.status, l.utr,
    l.requested_at, l.refunded_at, l.asked_at, l.note, l.payment_id, l.order_code, l.transaction_id, l.event_id, l.event_name,
    l.event_date, l.ticket_category, l.seats, l.quantity, l.payment_line_id, l.admitted, l.method
  from private.find_refunds(p_search, p_status, p_after) as i join private.refund_list l on l.refund_id = i
$function$;

CREATE OR REPLACE FUNCTION public.get_all_tickets()
 RETURNS TABLE(ticket_id uuid, payment_line_id uuid, payment_id uuid, order_code text, transaction_id text, user_id uuid, user_name text, user_email text, singer_name text, event_id uuid, event_name text, event_date timestamp with time zone, ticket_category_id uuid, ticket_category text, quantity integer, seats text[], total_amount numeric, payment_status text, code text, revoked_at timestamp with time zone, revoked_reason text, created_at timestamp with time zone, issued_at timestamp with time zone, gst_amount numeric, local_tax_amount numeric, fee_amount numeric, fee_gst_amount numeric, method text)
 LANGUAGE sql
 STABLE
AS $function$
  select l.ticket_id, l.payment_line_id, l.payment_id, l.order_code, l.transaction_id, l.user_id, l.user_name, l.user_email,
    l.singer_name, l.event_id, l.event_name, l.event_date, l.ticket_category_id, l.ticket_category, l.quantity, l.seats,
    l.total_amount, l.payment_status, l.code, l.revoked_at, l.revoked_reason, l.created_at, l.issued_at,
    l.gst_amount, l.local_tax_amount, l.fee_amount, l.fee_gst_amount, l.method
  from private.ticket_list l
$function$;

CREATE OR REPLACE FUNCTION public.search_tickets(p_search text DEFAULT NULL::text, p_status text DEFAULT NULL::text, p_after uuid DEFAULT NULL::uuid, p_event uuid DEFAULT NULL::uuid)
 RETURNS TABLE(ticket_id uuid, payment_line_id uuid, payment_id uuid, order_code text, transaction_id text, user_id uuid, user_name text, user_email text, singer_name text, event_id uuid, event_name text, event_date timestamp with time zone, ticket_category_id uuid, ticket_category text, quantity integer, seats text[], total_amount numeric, payment_status text, code text, revoked_at timestamp with time zone, revoked_reason text, created_at timestamp with time zone, issued_at timestamp with time zone, gst_amount numeric, local_tax_amount numeric, fee_amount numeric, fee_gst_amount numeric, method text)
 LANGUAGE sql
 STABLE
AS $function$
  select l.ticket_id, l.payment_line_id, l.payment_id, l.order_code, l.transaction_id, l.user_id, l.user_name, l.user_email,
    l.singer_name, l.event_id, l.event_name, l.event_date, l.ticket_category_id, l.ticket_category, l.quantity, l.seats,
    l.total_amount, l.payment_status, l.code, l.revoked_at, l.revoked_reason, l.created_at, l.issued_at,
    l.gst_amount, l.local_tax_amount, l.fee_amount, l.fee_gst_amount, l.method
  from private.find_lines(p_search, p_status, p_after, p_event) as i join private.ticket_list l on l.payment_line_id = i
$function$;

CREATE OR REPLACE FUNCTION public.get_payment_details()
 RETURNS TABLE(payment_id uuid, user_id uuid, user_name text, email text, amount numeric, transaction_id text, status text, screenshot_url text, screenshot_sha256 text, order_id uuid, order_code text, created_at timestamp with time zone, reviewed_at timestamp with time zone, reviewed_by uuid, reviewed_by_name text, review_note text, expected_amount numeric, lines jsonb, warnings jsonb, kept_until timestamp with time zone, collapsed boolean, more_of_customer bigint, method text, till_id uuid, made_by uuid, made_by_name text)
 LANGUAGE sql
 STABLE
AS $function$
  select l.payment_id, l.user_id, l.user_name, l.email, l.amount, l.transaction_id, l.status, l.screenshot_url,
    l.screenshot_sha256, l.order_id, l.order_code, l.created_at, l.reviewed_at, l.reviewed_by, l.reviewed_by_name,
    l.review_note, l.expected_amount, l.lines, l.warnings,
    l.kept_until, l.collapsed, l.more_of_customer, l.method, l.till_id, l.made_by, l.made_by_name
  from private.payment_list l
$function$;

CREATE OR REPLACE FUNCTION public.search_payments(p_search text DEFAULT NULL::text, p_status text DEFAULT NULL::text, p_after uuid DEFAULT NULL::uuid, p_event uuid DEFAULT NULL::uuid)
 RETURNS TABLE(payment_id uuid, user_id uuid, user_name text, email text, amount numeric, transaction_id text, status text, screenshot_url text, screenshot_sha256 text, order_id uuid, order_code text, created_at timestamp with time zone, reviewed_at timestamp with time zone, reviewed_by uuid, reviewed_by_name text, review_note text, expected_amount numeric, lines jsonb, warnings jsonb, kept_until timestamp with time zone, collapsed boolean, more_of_customer bigint, method text, till_id uuid, made_by uuid, made_by_name text)
 LANGUAGE sql
 STABLE
AS $function$
  select l.payment_id, l.user_id, l.user_name, l.email, l.amount, l.transaction_id, l.status, l.screenshot_url,
    l.screenshot_sha256, l.order_id, l.order_code, l.created_at, l.reviewed_at, l.reviewed_by, l.reviewed_by_name,
    l.review_note, l.expected_amount, l.lines, l.warnings,
    l.kept_until, l.collapsed, l.more_of_customer, l.method, l.till_id, l.made_by, l.made_by_name
  from private.find_payments(p_search, p_status, p_after, p_event) as i join private.payment_list l on l.payment_id = i
$function$;

CREATE OR REPLACE FUNCTION private.require_seller()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_user uuid := private.require_user();
begin
  if not private.is_admin() and not private.is_box_office() then
    perform private.refuse(403, 'forbidden', '', 'This is for the box office.');
  end if;
  return v_user;
end
$function$;

CREATE OR REPLACE FUNCTION private.may_sell(p_event_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select private.is_admin() or p_event_id in (select private.my_box_office_events()) $function$;

CREATE OR REPLACE FUNCTION private.require_money(p_amount numeric, p_argument text)
 RETURNS numeric
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  -- NaN and Infinity are greater than every number.
  if p_amount is null or abs(p_amount) > 9999999.99 or p_amount <> round(p_amount, 2) then
    perform private.refuse(400, 'invalid', p_argument, 'An amount is at most 9999999.99 rupees, in whole paise.');
  end if;
  return round(p_amount, 2);
end
$function$;

CREATE OR REPLACE FUNCTION private.door_price(p_ticket_category_id uuid)
 RETURNS numeric
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select private.price_now(c) from public.ticket_categories c where c.id = p_ticket_category_id $function$;

CREATE OR REPLACE FUNCTION private.door_rates(p_lines private.order_line[], p_method text, p_terms shop_terms)
 RETURNS private.priced_line[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_line private.order_line;
  v_rated private.priced_line;
  v_lines private.priced_line[];
begin
  foreach v_line in array p_lines loop
    v_rated := private.rate_line(
      case when p_method = 'complimentary' then 0 else private.door_price(v_line.ticket_category_id) end,
      coalesce(v_line.places, cardinality(v_line.seats)), (
        select e.state from public.ticket_categories c join public.events e on e.id = c.event_id
        where c.id = v_line.ticket_category_id), p_terms);
    v_rated.fee := 0;
    v_rated.fee_gst_percent := 0;
    v_lines := v_lines || v_rated;
  end loop;
  return v_lines;
end
$function$;

CREATE OR REPLACE FUNCTION private.refuse_unsold(p_categories uuid[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_gone jsonb;
begin
  if exists (select from public.ticket_categories c where c.id = any (p_categories) and not private.may_sell(c.event_id)) then
    perform private.refuse(403, 'forbidden', 'p_lines', 'You do not sell for this event.');
  end if;
  select jsonb_agg(jsonb_build_object('ticket_category_id', w.id, 'seats', '[]'::jsonb) order by w.n) into v_gone
    from unnest(p_categories) with ordinality as w (id, n)
    where not exists (
      select from public.ticket_categories c join public.events e on e.id = c.event_id
      where c.id = w.id and e.status = 'scheduled' and e.published_at is not null and e.date > now() - interval '6 hours');
  if v_gone is not null then
    perform private.refuse(409, 'not_on_sale', v_gone::text,
      'Gone, a draft, cancelled, or begun six hours ago; detail has the lines.');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.sell(p_order_id uuid, p_holder uuid, p_lines jsonb, p_method text, p_till_id uuid, p_made_by uuid, p_reference text, p_note text, p_total numeric)
 RETURNS payments
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_terms public.shop_terms := private.terms();
  v_asked record;
  v_placed record;
  v_lines private.order_line[];
  v_line private.order_line;
  v_rated private.priced_line[];
  v_price record;
  v_code text := private.order_code(p_order_id);
  v_missing private.seat[];
  v_payment public.payments;
begin
  v_asked := private.asked_lines(p_lines, v_terms);
  perform private.share_order_events(v_asked.categories, p_order_id);
  perform from public.ticket_categories c where c.id = any (v_asked.categories) order by c.id for no key update;
  -- A category may have moved before it was locked.
  perform private.share_order_events(v_asked.categories, p_order_id);
  perform private.refuse_unsold(v_asked.categories);

  v_placed := private.place_lines(v_asked.lines, null, p_holder, p_order_id);
  if v_placed.unknown is not null then
    perform private.refuse(400, 'unknown_seat', private.seats_as_lines(v_placed.unknown), 'The category sells no such seats.');
  end if;
  v_rated := private.door_rates(v_placed.lines, p_method, v_terms);
  v_price := private.price_lines(v_rated);
  if v_price.total <> p_total then
    perform private.refuse(409, 'price_changed', v_price.total::text, 'Detail is the price now.');
  end if;
  v_lines := v_placed.lines;
  for n in 1 .. cardinality(v_lines) loop
    v_line := v_lines[n];
    v_line.unit_price := v_rated[n].unit_price;
    -- Nothing is left to freeze: the order ends here.
    v_line.is_frozen := true;
    v_lines[n] := v_line;
  end loop;

  insert into private.orders (id, user_id, order_code, submitted_at) values (p_order_id, p_holder, v_code, now())
    on conflict do nothing;
  if not found then
    perform private.refuse(403, 'other_user', 'p_order_id', 'This order id is in use.');
  end if;
  insert into public.payments (user_id, order_id, order_code, transaction_id, amount, screenshot_url, screenshot_sha256,
      method, till_id, made_by)
    values (p_holder, p_order_id, v_code, coalesce(p_reference, v_code), v_price.total, '', '', p_method, p_till_id, p_made_by)
    returning * into v_payment;
  perform private.record_lines(v_payment.id, p_holder, p_order_id, v_lines, v_price.shares, v_price.parts);
  v_missing := private.missing_seats(v_placed.seats, private.claim_seats(
    v_placed.seats, null, 'under_review', p_holder, p_order_id, v_payment.id, null)) || v_placed.short;
  if cardinality(v_missing) > 0 then
    perform private.refuse(409, 'seats_taken', private.seats_as_lines(v_missing),
      'Detail has the seats that are taken, and as many numbers as standing places are missing.');
  end if;

  perform private.lock_payments(array[v_payment.id]);
  perform private.prepare_keys(array[v_payment.id]);
  perform private.approve_payment(v_payment, p_note, p_made_by);
  select * into strict v_payment from public.payments p where p.id = v_payment.id;
  return v_payment;
end
$function$;

CREATE OR REPLACE FUNCTION private.make_guest(p_name text, p_phone text)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_id uuid := gen_random_uuid();
begin
  insert into public.profiles (id, name, phone, notify_email, is_guest) values (v_id, p_name, p_phone, false, true);
  return v_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.new_link(p_payment_id uuid, p_made_by uuid)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_secret text := translate(encode(extensions.gen_random_bytes(16), 'base64'), '+/=', '-_');
begin
  insert into public.guest_tickets as g (ticket_id, secret_hash, made_by)
    select t.id, encode(sha256(convert_to(v_secret, 'UTF8')), 'hex'), p_made_by
    from public.user_tickets t where t.payment_id = p_payment_id order by t.id
    on conflict (ticket_id) do update
    set secret_hash = excluded.secret_hash, made_by = excluded.made_by, made_at = clock_timestamp(), opened_at = null,
      device_hash = null;
  return v_secret;
end
$function$;

CREATE OR REPLACE FUNCTION private.repeat_link(p_payment payments, p_made_by uuid)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p_payment.created_at > now() - interval '5 minutes'
     and not exists (select from public.guest_tickets g join public.user_tickets t on t.id = g.ticket_id
       where t.payment_id = p_payment.id and (g.opened_at is not null or t.revoked_at is not null)) then
    return private.new_link(p_payment.id, p_made_by);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.door_sale(p_payment payments, p_secret text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'order_id', p_payment.order_id, 'order_code', p_payment.order_code, 'payment_id', p_payment.id,
    'method', p_payment.method, 'total', p_payment.amount, 'at', p_payment.created_at,
    'name', (select f.name from public.profiles f where f.id = p_payment.user_id),
    'lines', (
      select jsonb_agg(jsonb_build_object(
          'ticket_category_id', l.ticket_category_id, 'event_id', l.event_id, 'event_name', l.event_name,
          'category_name', l.category_name, 'event_date', l.event_date, 'venue', l.venue, 'seats', l.seats,
          'quantity', l.quantity, 'unit_price', l.unit_price, 'gst_amount', l.gst_amount,
          'local_tax_amount', l.local_tax_amount, 'total_amount', l.total_amount) order by l.line)
      from public.payment_lines l where l.payment_id = p_payment.id),
    'tickets', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'ticket_id', t.id, 'code', t.code, 'key_number', t.key_number, 'signature', t.signature, 'seats', t.seats,
          'quantity', t.quantity, 'ticket_category_id', t.ticket_category_id, 'user_id', t.user_id, 'event_id', t.event_id,
          'total_amount', t.total_amount) order by l.line), '[]')
      from public.user_tickets t join public.payment_lines l on l.id = t.payment_line_id where t.payment_id = p_payment.id),
    'secret', p_secret)
$function$;

CREATE OR REPLACE FUNCTION public.price_at_door(p_lines jsonb DEFAULT NULL::jsonb, p_method text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_terms public.shop_terms := private.terms();
  v_asked record;
  v_rated private.priced_line[];
  v_price record;
begin
  perform private.require_seller();
  if p_method is null or p_method not in ('upi', 'cash', 'card', 'complimentary') then
    perform private.refuse(400, 'invalid', 'p_method', 'p_method is upi, cash, card or complimentary.');
  end if;
  v_asked := private.asked_lines(p_lines, v_terms);
  perform private.refuse_unsold(v_asked.categories);
  v_rated := private.door_rates(v_asked.lines, p_method, v_terms);
  v_price := private.price_lines(v_rated);
  return jsonb_build_object(
    'lines', (
      select jsonb_agg(jsonb_build_object('ticket_category_id', v_asked.categories[r.n], 'unit_price', r.unit_price,
        'quantity', r.quantity, 'gst_percent', r.gst_percent, 'local_percent', r.local_percent,
        'total', v_price.shares[r.n]) order by r.n)
      from unnest(v_rated) with ordinality as r (unit_price, quantity, gst_percent, local_percent, fee, fee_gst_percent, n)),
    'subtotal', v_price.subtotal, 'gst', v_price.gst, 'local_tax', v_price.local_tax, 'total', v_price.total);
end
$function$;

CREATE OR REPLACE FUNCTION private.use_till(p_till_id uuid, p_user_id uuid)
 RETURNS tills
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_till public.tills;
begin
  -- Closing waits for what is written with it, and what comes later finds it closed.
  select * into v_till from public.tills t where t.id = p_till_id for share;
  if not found then
    perform private.refuse(404, 'not_found', 'p_till_id', 'There is no such till.');
  end if;
  if v_till.opened_by <> p_user_id then
    perform private.refuse(403, 'forbidden', 'p_till_id', 'This till is another person''s.');
  end if;
  if v_till.closed_at is not null then
    perform private.refuse(409, 'till_closed', v_till.closed_at::text, 'This till is closed; open another.');
  end if;
  return v_till;
end
$function$;

CREATE OR REPLACE FUNCTION public.sell_at_door(p_order_id uuid DEFAULT NULL::uuid, p_till_id uuid DEFAULT NULL::uuid, p_lines jsonb DEFAULT NULL::jsonb, p_method text DEFAULT NULL::text, p_total numeric DEFAULT NULL::numeric, p_name text DEFAULT NULL::text, p_phone text DEFAULT NULL::text, p_reference text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_longest_reference constant integer := 64;
  v_seller uuid := private.require_seller();
  v_name text;
  v_phone text;
  v_reference text := nullif(private.normal_reference(p_reference), '');
  v_total numeric;
  v_payment public.payments;
begin
  if p_order_id is null then
    perform private.refuse(400, 'invalid', 'p_order_id', 'Which order?');
  end if;
  perform private.lock_customer(p_order_id);
  select * into v_payment from public.payments p where p.order_id = p_order_id;
  if found then
    if v_payment.made_by is distinct from v_seller or v_payment.till_id is null then
      perform private.refuse(403, 'other_user', 'p_order_id', 'This order id is in use.');
    end if;
    if v_payment.status <> 'approved' then
      perform private.refuse(409, 'order_submitted', v_payment.order_code, 'This sale was undone; start another.');
    end if;
    return private.door_sale(v_payment, private.repeat_link(v_payment, v_seller));
  end if;

  if p_method is null or p_method not in ('upi', 'cash', 'card', 'complimentary') then
    perform private.refuse(400, 'invalid', 'p_method', 'p_method is upi, cash, card or complimentary.');
  end if;
  v_total := private.require_money(p_total, 'p_total');
  if coalesce(private.clean_text(p_name), '') <> '' then
    v_name := private.require_text(p_name, 'p_name', 120);
  end if;
  v_phone := private.profile_text(jsonb_build_object('p_phone', p_phone), 'p_phone', null, 24, '^[+]?[0-9][0-9 ()-]{5,22}$');
  if char_length(v_reference) > c_longest_reference or v_reference ~ '[\u0001-\u001f\u007f-\u009f]'
     or (v_reference is null and coalesce(private.clean_text(p_reference), '') <> '')
     or (v_reference is not null and p_method not in ('upi', 'card')) then
    perform private.refuse(400, 'invalid', 'p_reference', 'A reference of UPI or a card has 1 to 64 printable characters.');
  end if;
  perform private.use_till(p_till_id, v_seller);
  v_payment := private.sell(p_order_id, private.make_guest(v_name, v_phone), p_lines, p_method, p_till_id, v_seller,
    case when p_method = 'upi' then v_reference end, case when p_method = 'card' then v_reference end, v_total);
  return private.door_sale(v_payment, private.new_link(v_payment.id, v_seller));
end
$function$;

CREATE OR REPLACE FUNCTION public.undo_door_sale(p_order_id uuid DEFAULT NULL::uuid, p_reason text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := private.require_seller();
  v_admin boolean := private.is_admin();
  v_reason text := private.require_text(p_reason, 'p_reason', 200);
  v_payment public.payments;
  v_closed timestamptz;
  v_tickets uuid[];
  v_admitted jsonb;
begin
  select * into v_payment from public.payments p where p.order_id = p_order_id and p.till_id is not null;
  if not found then
    perform private.refuse(404, 'not_found', 'p_order_id', 'There is no such sale.');
  end if;
  if v_payment.made_by <> v_user and not v_admin then
    perform private.refuse(403, 'forbidden', 'p_order_id', 'Another person sold this.');
  end if;
  perform private.lock_customer(v_payment.user_id);
  select t.closed_at into v_closed from public.tills t where t.id = v_payment.till_id for share;
  perform private.lock_payments(array[v_payment.id]);
  select * into strict v_payment from public.payments p where p.id = v_payment.id;
  if v_payment.status = 'rejected' then
    return private.door_sale(v_payment, null);
  end if;
  if v_closed is not null then
    perform private.refuse(409, 'too_late', 'till_closed', 'Its till is closed.');
  end if;
  if not v_admin and v_payment.created_at < now() - interval '5 minutes' then
    perform private.refuse(409, 'too_late', 'minutes', 'A sale is undone within five minutes.');
  end if;
  if v_payment.created_at < now() - interval '5 minutes' and exists (
      select from public.payment_lines l join public.events e on e.id = l.event_id
      where l.payment_id = v_payment.id and e.date <= now())
     or exists (select from public.refunds r where r.payment_id = v_payment.id) then
    perform private.refuse(409, 'too_late', 'begun', 'The event has begun, or money is owed for it.');
  end if;
  v_tickets := array(select t.id from public.user_tickets t where t.payment_id = v_payment.id order by t.id);
  select a.seats into v_admitted
    from unnest(v_tickets) as i, lateral (select private.ticket_admissions(i) as seats) as a where a.seats is not null limit 1;
  if v_admitted is not null then
    perform private.refuse(409, 'admitted', v_admitted::text, 'The ticket was let in; detail says how many seats and when.');
  end if;

  perform private.revoke(v_tickets, v_reason);
  update public.payments p
    set status = 'rejected', reviewed_by = v_user, reviewed_at = now(), review_note = 'Undone at the box office'
    where p.id = v_payment.id returning * into v_payment;
  update public.bank_rows b set payment_id = null where b.payment_id = v_payment.id;
  perform private.record_audit('undo_sale', 'payments', v_payment.id::text, null,
    jsonb_build_object('order_code', v_payment.order_code, 'amount', v_payment.amount, 'method', v_payment.method, 'reason', v_reason));
  return private.door_sale(v_payment, null);
end
$function$;

CREATE OR REPLACE FUNCTION private.till_book(p_till tills, p_whole boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  c_listed constant integer := 200;
  v_answer jsonb;
  v_cash numeric;
begin
  select jsonb_object_agg(m.method, jsonb_build_object('n', m.n, 'amount', m.amount)), max(m.amount) filter (where m.method = 'cash')
    into v_answer, v_cash
    from (
      select k.method, count(p.id) as n, coalesce(sum(p.amount), 0)::numeric(14, 2) as amount
      from unnest(array['cash', 'upi', 'card', 'complimentary']) as k (method)
      left join public.payments p on p.till_id = p_till.id and p.method = k.method and p.status = 'approved'
      group by k.method) as m;
  v_cash := p_till.opening_cash + v_cash + (select coalesce(sum(v.amount), 0) from public.till_moves v where v.till_id = p_till.id);
  v_answer := jsonb_build_object(
    'till', jsonb_build_object('id', p_till.id, 'name', p_till.name), 'opened_at', p_till.opened_at,
    'opened_by', p_till.opened_by,
    'opened_by_name', (select coalesce(f.name, f.email) from public.profiles f where f.id = p_till.opened_by),
    'opening_cash', p_till.opening_cash, 'by_method', v_answer,
    'undone', (
      select jsonb_build_object('n', count(*), 'amount', coalesce(sum(p.amount), 0)::numeric(14, 2))
      from public.payments p where p.till_id = p_till.id and p.status = 'rejected'),
    'expected_cash', v_cash, 'counted_cash', p_till.counted_cash, 'difference', p_till.counted_cash - v_cash,
    'closed_at', p_till.closed_at,
    'closed_by_name', (select coalesce(f.name, f.email) from public.profiles f where f.id = p_till.closed_by),
    'note', p_till.note);
  if not p_whole then
    return v_answer;
  end if;
  return v_answer || jsonb_build_object(
    'moves', (
      select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'amount', v.amount, 'reason', v.reason, 'at', v.made_at,
        'by_name', (select coalesce(f.name, f.email) from public.profiles f where f.id = v.made_by)) order by v.made_at, v.id), '[]')
      from public.till_moves v where v.till_id = p_till.id),
    'sales', (
      select coalesce(jsonb_agg(jsonb_build_object('order_id', s.order_id, 'order_code', s.order_code, 'payment_id', s.id,
        'method', s.method, 'total', s.amount, 'at', s.created_at, 'undone', s.status = 'rejected',
        'undone_at', case when s.status = 'rejected' then s.reviewed_at end,
        'name', (select f.name from public.profiles f where f.id = s.user_id),
        'lines', (
          select jsonb_agg(jsonb_build_object('event_name', l.event_name, 'category_name', l.category_name, 'seats', l.seats,
            'quantity', l.quantity, 'total_amount', l.total_amount) order by l.line)
          from public.payment_lines l where l.payment_id = s.id)) order by s.created_at desc, s.id), '[]')
      from (select * from public.payments p where p.till_id = p_till.id order by p.created_at desc, p.id limit c_listed) as s));
end
$function$;

CREATE OR REPLACE FUNCTION private.find_till(p_till_id uuid, p_user_id uuid)
 RETURNS tills
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_till public.tills;
begin
  select * into v_till from public.tills t where t.id = p_till_id;
  if not found then
    perform private.refuse(404, 'not_found', 'p_till_id', 'There is no such till.');
  end if;
  if v_till.opened_by <> p_user_id and not private.is_admin() then
    perform private.refuse(403, 'forbidden', 'p_till_id', 'This till is another person''s.');
  end if;
  return v_till;
end
$function$;

CREATE OR REPLACE FUNCTION public.open_till(p_id uuid DEFAULT NULL::uuid, p_name text DEFAULT NULL::text, p_cash numeric DEFAULT NULL::numeric)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := private.require_seller();
  v_name text;
  v_cash numeric;
  v_till public.tills;
begin
  if p_id is null then
    perform private.refuse(400, 'invalid', 'p_id', 'p_id is a uuid made by the device.');
  end if;
  perform private.lock_customer(v_user);
  select * into v_till from public.tills t where t.id = p_id;
  if found then
    return private.till_book(private.find_till(p_id, v_user), true);
  end if;
  v_name := private.require_text(p_name, 'p_name', 80);
  v_cash := private.require_money(p_cash, 'p_cash');
  if v_cash < 0 then
    perform private.refuse(400, 'invalid', 'p_cash', 'The cash is 0 rupees or more.');
  end if;
  select * into v_till from public.tills t where t.opened_by = v_user and t.closed_at is null;
  if found then
    perform private.refuse(409, 'till_open', v_till.id::text, 'Detail is the till that is still open: close it first.');
  end if;
  insert into public.tills (id, name, opened_by, opening_cash) values (p_id, v_name, v_user, v_cash)
    on conflict (id) do nothing returning * into v_till;
  if not found then
    perform private.refuse(403, 'forbidden', 'p_id', 'This till is another person''s.');
  end if;
  return private.till_book(v_till, true);
end
$function$;

CREATE OR REPLACE FUNCTION public.close_till(p_id uuid DEFAULT NULL::uuid, p_counted numeric DEFAULT NULL::numeric, p_note text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := private.require_seller();
  v_counted numeric := private.require_money(p_counted, 'p_counted');
  v_note text;
  v_till public.tills;
begin
  if v_counted < 0 then
    perform private.refuse(400, 'invalid', 'p_counted', 'The cash is 0 rupees or more.');
  end if;
  if coalesce(private.clean_text(p_note), '') <> '' then
    v_note := private.require_text(p_note, 'p_note', 500);
  end if;
  perform private.find_till(p_id, v_user);
  -- Waits for sales that are being written.
  select * into strict v_till from public.tills t where t.id = p_id for update;
  if v_till.closed_at is null then
    update public.tills t set closed_at = clock_timestamp(), closed_by = v_user, counted_cash = v_counted, note = v_note
      where t.id = p_id returning * into v_till;
  elsif v_till.counted_cash <> v_counted then
    perform private.refuse(409, 'till_closed', v_till.closed_at::text, 'This till was closed with another count.');
  end if;
  return private.till_book(v_till, true);
end
$function$;

CREATE OR REPLACE FUNCTION public.move_till_cash(p_id uuid DEFAULT NULL::uuid, p_till_id uuid DEFAULT NULL::uuid, p_amount numeric DEFAULT NULL::numeric, p_reason text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := private.require_seller();
  v_amount numeric := private.require_money(p_amount, 'p_amount');
  v_reason text := private.require_text(p_reason, 'p_reason', 200);
  v_till public.tills;
begin
  if p_id is null then
    perform private.refuse(400, 'invalid', 'p_id', 'p_id is a uuid made by the device.');
  end if;
  if v_amount = 0 then
    perform private.refuse(400, 'invalid', 'p_amount', 'Cash goes in or out.');
  end if;
  if exists (select from public.till_moves v where v.id = p_id and v.till_id = p_till_id and v.made_by = v_user) then
    return private.till_book(private.find_till(p_till_id, v_user), true);
  end if;
  v_till := private.use_till(p_till_id, v_user);
  insert into public.till_moves (id, till_id, amount, reason, made_by) values (p_id, p_till_id, v_amount, v_reason, v_user)
    on conflict (id) do nothing;
  if not found and not exists (
      select from public.till_moves v where v.id = p_id and v.till_id = p_till_id and v.made_by = v_user) then
    perform private.refuse(403, 'forbidden', 'p_id', 'This id is in use.');
  end if;
  return private.till_book(v_till, true);
end
$function$;

CREATE OR REPLACE FUNCTION public.my_till()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := private.require_seller();
  v_till public.tills;
begin
  select * into v_till from public.tills t where t.opened_by = v_user and t.closed_at is null;
  if not found then
    return null;
  end if;
  return private.till_book(v_till, true);
end
$function$;

CREATE OR REPLACE FUNCTION public.till_book(p_till_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.till_book(private.find_till(p_till_id, private.require_seller()), true);
end
$function$;

CREATE OR REPLACE FUNCTION public.list_tills()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_listed constant integer := 200;
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(private.till_book(t, false) order by t.closed_at is not null, t.opened_at desc, t.id), '[]')
    from (select * from public.tills o order by o.closed_at is not null, o.opened_at desc, o.id limit c_listed) as t);
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_door()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table public.tills, public.till_moves, public.guest_tickets from public, anon, authenticated;
  grant select on table public.tills, public.till_moves, public.guest_tickets to authenticated;
  revoke all on function private.require_seller(), private.may_sell(uuid), private.require_money(numeric, text),
    private.door_price(uuid), private.door_rates(private.order_line[], text, public.shop_terms), private.refuse_unsold(uuid[]),
    private.sell(uuid, uuid, jsonb, text, uuid, uuid, text, text, numeric), private.make_guest(text, text),
    private.new_link(uuid, uuid), private.repeat_link(public.payments, uuid), private.door_sale(public.payments, text),
    private.use_till(uuid, uuid), private.till_book(public.tills, boolean), private.find_till(uuid, uuid),
    public.price_at_door(jsonb, text), public.sell_at_door(uuid, uuid, jsonb, text, numeric, text, text, text),
    public.undo_door_sale(uuid, text), public.open_till(uuid, text, numeric), public.close_till(uuid, numeric, text),
    public.move_till_cash(uuid, uuid, numeric, text), public.my_till(), public.till_book(uuid), public.list_tills(),
    private.grant_door() from public, anon, authenticated;
  -- Visitors get not_signed_in from these.
  grant execute on function public.price_at_door(jsonb, text),
    public.sell_at_door(uuid, uuid, jsonb, text, numeric, text, text, text), public.undo_door_sale(uuid, text),
    public.open_till(uuid, text, numeric), public.close_till(uuid, numeric, text),
    public.move_till_cash(uuid, uuid, numeric, text), public.my_till(), public.till_book(uuid), public.list_tills()
    to anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.audience(p_event_id uuid, p_category_id uuid, p_audience text, p_after uuid DEFAULT NULL::uuid, p_most integer DEFAULT NULL::integer)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select a.user_id from (
    select t.user_id from public.user_tickets t
    where p_audience in ('holders', 'everyone') and t.event_id = p_event_id and t.revoked_at is null
      and (p_category_id is null or t.ticket_category_id = p_category_id)
    union
    select l.user_id from public.ticket_categories c join public.payment_lines l on l.ticket_category_id = c.id
    where p_audience in ('waiting', 'everyone') and c.event_id = p_event_id and l.payment_status = 'pending'
      and (p_category_id is null or c.id = p_category_id)) as a
  where (p_after is null or a.user_id > p_after) and exists (select from public.profiles p where p.id = a.user_id and not p.is_guest)
  order by a.user_id limit p_most
$function$;

CREATE OR REPLACE FUNCTION private.tell(p_user_id uuid, p_event_id uuid, p_ticket_id uuid, p_kind text, p_content jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_notice uuid;
begin
  insert into public.notices (user_id, event_id, ticket_id, kind, content)
    select p.id, p_event_id, p_ticket_id, p_kind, jsonb_strip_nulls(p_content)
    from public.profiles p where p.id = p_user_id and not p.is_guest
    returning id into v_notice;
  insert into public.outgoing_mail (user_id, email, kind, content, notice_id)
    select p.id, p.email, p_kind, jsonb_build_object('name', p.name), v_notice
    from public.profiles p where p.id = p_user_id and v_notice is not null and p.notify_email and p.email is not null;
end
$function$;

CREATE OR REPLACE FUNCTION public.add_guests(p_ticket_category_id uuid DEFAULT NULL::uuid, p_guests jsonb DEFAULT NULL::jsonb, p_list text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_most_guests constant integer := 200;
  c_contact_longest constant integer := 120;
  v_admin uuid := private.require_admin();
  v_list text := '';
  v_event uuid;
  v_ids uuid[];
  v_guest jsonb;
  v_place jsonb;
  v_id uuid;
  v_names text[];
  v_contacts text[];
  v_payment public.payments;
  v_secret text;
  v_at integer := 0;
  v_added integer := 0;
  v_answer jsonb := '[]';
begin
  if jsonb_typeof(p_guests) is distinct from 'array' or jsonb_array_length(p_guests) not between 1 and c_most_guests then
    perform private.refuse(400, 'invalid', 'p_guests', format('1 to %s guests.', c_most_guests));
  end if;
  if coalesce(private.clean_text(p_list), '') <> '' then
    v_list := private.require_text(p_list, 'p_list', 80);
  end if;
  for v_guest in select g from jsonb_array_elements(p_guests) as g loop
    if jsonb_typeof(v_guest) <> 'object'
       or coalesce(v_guest ->> 'id', '') !~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'
       or (v_guest ->> 'id')::uuid = any (v_ids)
       or jsonb_typeof(v_guest -> 'name') is distinct from 'string'
       or coalesce(jsonb_typeof(v_guest -> 'contact'), 'null') not in ('string', 'null') then
      perform private.refuse(400, 'invalid', format('p_guests[%s]', v_at),
        'A guest is {"id": uuid, once, "name": text, "contact": text or null, "seats": [label, …] or "count": number}.');
    end if;
    v_ids := v_ids || (v_guest ->> 'id')::uuid;
    v_names := v_names || private.require_text(v_guest ->> 'name', format('p_guests[%s].name', v_at), 120);
    v_contacts := v_contacts || case when coalesce(private.clean_text(v_guest ->> 'contact'), '') <> ''
      then private.require_text(v_guest ->> 'contact', format('p_guests[%s].contact', v_at), c_contact_longest) end;
    v_at := v_at + 1;
  end loop;

  perform private.lock_customer(i) from unnest(v_ids) as i order by i;
  select c.event_id into v_event from public.ticket_categories c where c.id = p_ticket_category_id;
  if not found then
    perform private.refuse(404, 'not_found', 'p_ticket_category_id', 'There is no such ticket category.');
  end if;
  -- Claims of many guests are in no order, so nobody may claim meanwhile.
  perform private.lock_event(v_event);

  for n in 1 .. cardinality(v_ids) loop
    v_id := v_ids[n];
    v_guest := p_guests -> (n - 1);
    select * into v_payment from public.payments p where p.order_id = v_id;
    if found then
      if v_payment.method <> 'complimentary' or v_payment.till_id is not null then
        perform private.refuse(403, 'other_user', format('p_guests[%s].id', n - 1), 'This id is in use.');
      end if;
      v_secret := private.repeat_link(v_payment, v_admin);
    else
      v_place := jsonb_build_object('ticket_category_id', p_ticket_category_id)
        || jsonb_strip_nulls(jsonb_build_object('seats', v_guest -> 'seats', 'count', v_guest -> 'count'));
      -- Seats kept for guests are given to them; a refusal below keeps them.
      if jsonb_typeof(v_guest -> 'seats') = 'array' then
        delete from public.seat_claims c
          where c.ticket_category_id = p_ticket_category_id and c.state = 'kept'
            and c.seat in (select s from jsonb_array_elements_text(v_guest -> 'seats') as s);
      end if;
      v_payment := private.sell(v_id, private.make_guest(v_names[n], null), jsonb_build_array(v_place), 'complimentary',
        null, v_admin, null, null, null);
      v_secret := private.new_link(v_payment.id, v_admin);
      update public.guest_tickets g set list = v_list, contact = v_contacts[n]
        from public.user_tickets t where t.payment_id = v_payment.id and g.ticket_id = t.id;
      v_added := v_added + 1;
    end if;
    v_answer := v_answer || (
      select jsonb_build_object('guest_id', v_id, 'order_id', v_id, 'order_code', v_payment.order_code, 'ticket_id', t.id,
        'code', t.code, 'seats', t.seats, 'secret', v_secret)
      from public.user_tickets t where t.payment_id = v_payment.id);
  end loop;
  if v_added > 0 then
    perform private.record_audit('add_guests', 'ticket_categories', p_ticket_category_id::text, null, (
      select jsonb_build_object('name', c.name, 'list', v_list, 'guests', v_added)
      from public.ticket_categories c where c.id = p_ticket_category_id));
  end if;
  return v_answer;
end
$function$;

CREATE OR REPLACE FUNCTION public.list_guests(p_event_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  if not exists (select from public.events e where e.id = p_event_id) then
    perform private.refuse(404, 'not_found', 'p_event_id', 'There is no such event.');
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
        'guest_id', p.order_id, 'order_id', p.order_id, 'order_code', p.order_code, 'ticket_id', t.id, 'user_id', t.user_id,
        'name', f.name, 'contact', g.contact, 'list', g.list, 'ticket_category_id', t.ticket_category_id, 'category', c.name,
        'seats', t.seats, 'quantity', t.quantity, 'code', t.code,
        'link', case when t.revoked_at is not null then 'revoked' when g.opened_at is not null then 'opened' else 'new' end,
        'link_made_at', g.made_at, 'opened_at', g.opened_at, 'revoked_at', t.revoked_at, 'revoked_reason', t.revoked_reason,
        'let_in', coalesce((private.ticket_admissions(t.id) ->> 'seats')::integer, 0), 'made_at', p.created_at)
      order by g.list, f.name, t.id), '[]')
    from public.guest_tickets g
    join public.user_tickets t on t.id = g.ticket_id
    join public.payments p on p.id = t.payment_id
    join public.ticket_categories c on c.id = t.ticket_category_id
    left join public.profiles f on f.id = t.user_id
    where t.event_id = p_event_id and g.list is not null);
end
$function$;

CREATE OR REPLACE FUNCTION public.new_ticket_link(p_ticket_id uuid DEFAULT NULL::uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := private.require_seller();
  v_payment public.payments;
  v_revoked timestamptz;
  v_secret text;
begin
  select p.* into v_payment from public.guest_tickets g
    join public.user_tickets t on t.id = g.ticket_id join public.payments p on p.id = t.payment_id
    where g.ticket_id = p_ticket_id and (private.is_admin() or p.made_by = v_user and private.may_sell(t.event_id));
  if not found then
    perform private.refuse(404, 'not_found', 'p_ticket_id', 'No such ticket has a link, or another person sold it.');
  end if;
  perform private.lock_customer(v_payment.order_id);
  select t.revoked_at into v_revoked from public.user_tickets t where t.id = p_ticket_id;
  if v_revoked is not null then
    perform private.refuse(409, 'already_decided', jsonb_build_object('status', 'revoked')::text, 'The ticket was taken back.');
  end if;
  v_secret := private.new_link(v_payment.id, v_user);
  perform private.record_audit('new_link', 'user_tickets', p_ticket_id::text, null,
    jsonb_build_object('code', (select t.code from public.user_tickets t where t.id = p_ticket_id)));
  return v_secret;
end
$function$;

CREATE OR REPLACE FUNCTION private.hash_of_secret(p_secret text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if p_secret is null or p_secret !~ '^[A-Za-z0-9_-]{22}$' then
    perform private.refuse(404, 'not_found', 'p_secret', 'There is no such link.');
  end if;
  return encode(sha256(convert_to(p_secret, 'UTF8')), 'hex');
end
$function$;

CREATE OR REPLACE FUNCTION private.link_state(p_secret_hash text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case
    when bool_and(t.revoked_at is not null) then 'revoked'
    when bool_and(e.status = 'cancelled' or private.gate_closes(e.date) < now()) then 'over'
    when bool_or(g.opened_at is not null) then 'opened'
    else 'new' end
  from public.guest_tickets g join public.user_tickets t on t.id = g.ticket_id join public.events e on e.id = t.event_id
  where g.secret_hash = p_secret_hash
  having count(*) > 0
$function$;

CREATE OR REPLACE FUNCTION public.peek_ticket_link(p_secret text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_hash text := private.hash_of_secret(p_secret);
  v_state text := private.link_state(v_hash);
begin
  if v_state is null then
    perform private.refuse(404, 'not_found', 'p_secret', 'There is no such link.');
  end if;
  return (
    select jsonb_build_object('state', v_state, 'event', private.gate_event_name(f.event_id), 'event_id', f.event_id,
      'venue', e.venue, 'city', e.city, 'date', e.date, 'status', e.status, 'previous_date', e.previous_date,
      'category', f.category, 'people', f.people)
    from (
      select (array_agg(t.event_id order by v.date, t.id))[1] as event_id, sum(t.quantity) as people,
        string_agg(c.name, ', ' order by v.date, t.id) as category
      from public.guest_tickets g
      join public.user_tickets t on t.id = g.ticket_id
      join public.ticket_categories c on c.id = t.ticket_category_id
      join public.events v on v.id = t.event_id
      where g.secret_hash = v_hash) as f
    join public.events e on e.id = f.event_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.open_ticket_link(p_secret text DEFAULT NULL::text, p_device text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_hash text := private.hash_of_secret(p_secret);
  v_device text;
  v_link public.guest_tickets;
  v_state text;
begin
  if p_device is null or p_device !~ '^([A-Za-z0-9_-]{43}|[0-9a-f]{64})$' then
    perform private.refuse(400, 'invalid', 'p_device', 'A device is 32 random bytes in base64url or hexadecimal.');
  end if;
  v_device := encode(sha256(convert_to(p_device, 'UTF8')), 'hex');
  -- The second of two devices waits here, and then finds it used.
  perform from public.guest_tickets g where g.secret_hash = v_hash order by g.ticket_id for update;
  select * into v_link from public.guest_tickets g where g.secret_hash = v_hash order by g.ticket_id limit 1;
  v_state := private.link_state(v_hash);
  if v_state is null then
    perform private.refuse(404, 'not_found', 'p_secret', 'There is no such link.');
  end if;
  if v_link.device_hash is distinct from v_device then
    if v_link.device_hash is not null then
      perform private.refuse(409, 'link_used', v_link.opened_at::text, 'Another device has the ticket; detail says since when.');
    elsif v_state = 'revoked' then
      perform private.refuse(409, 'already_decided', jsonb_build_object('status', 'revoked')::text, 'The ticket was taken back.');
    elsif v_state = 'over' then
      perform private.refuse(409, 'too_late', 'over', 'The event is over or cancelled.');
    end if;
    v_link.opened_at := clock_timestamp();
    update public.guest_tickets g set opened_at = v_link.opened_at, device_hash = v_device where g.secret_hash = v_hash;
  end if;
  return jsonb_build_object('opened_at', v_link.opened_at, 'tickets', (
    select jsonb_agg(jsonb_build_object(
        'ticket_id', t.id, 'user_id', t.user_id, 'event_id', t.event_id, 'ticket_category_id', t.ticket_category_id,
        'payment_id', t.payment_id, 'payment_line_id', t.payment_line_id, 'order_id', p.order_id, 'order_code', p.order_code,
        'method', p.method, 'name', f.name, 'seats', t.seats, 'quantity', t.quantity, 'total_amount', t.total_amount,
        'payment_status', t.payment_status, 'code', t.code, 'key_number', t.key_number, 'signature', t.signature,
        'revoked_at', t.revoked_at, 'revoked_reason', t.revoked_reason, 'created_at', t.created_at, 'updated_at', t.updated_at,
        'event_name', l.event_name, 'category_name', c.name,
        'event', to_jsonb(e) - 'updated_at' - 'revision',
        'singer', jsonb_build_object('id', s.id, 'name', s.name),
        'category', jsonb_build_object('id', c.id, 'name', c.name, 'price', c.price, 'is_standing', c.is_standing),
        'sections', private.section_names(c.id)) order by e.date, t.id)
    from public.guest_tickets g
    join public.user_tickets t on t.id = g.ticket_id
    join public.payments p on p.id = t.payment_id
    join public.payment_lines l on l.id = t.payment_line_id
    join public.ticket_categories c on c.id = t.ticket_category_id
    join public.events e on e.id = t.event_id
    join public.singers s on s.id = e.singer_id
    left join public.profiles f on f.id = t.user_id
    where g.secret_hash = v_hash));
end
$function$;

CREATE OR REPLACE FUNCTION private.forget_guests_of(p_event_ids uuid[])
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_gone integer;
begin
  update public.guest_tickets g set contact = null
    from public.user_tickets t where t.event_id = any (p_event_ids) and g.ticket_id = t.id and g.contact is not null;
  -- A sale of several events keeps its name until the last of them.
  delete from public.profiles f
    where f.is_guest
      and f.id in (select t.user_id from public.user_tickets t where t.event_id = any (p_event_ids))
      and not exists (select from public.user_tickets t where t.user_id = f.id and t.event_id <> all (p_event_ids));
  get diagnostics v_gone = row_count;
  return v_gone;
end
$function$;

CREATE OR REPLACE FUNCTION public.forget_guests(p_event_id uuid DEFAULT NULL::uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_gone integer;
begin
  perform private.require_admin();
  if not exists (select from public.events e where e.id = p_event_id) then
    perform private.refuse(404, 'not_found', 'p_event_id', 'There is no such event.');
  end if;
  v_gone := private.forget_guests_of(array[p_event_id]);
  if v_gone > 0 then
    perform private.record_audit('forget_guests', 'events', p_event_id::text, null, (
      select jsonb_build_object('city', e.city, 'venue', e.venue, 'guests', v_gone) from public.events e where e.id = p_event_id));
  end if;
  return v_gone;
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_guests()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on function public.add_guests(uuid, jsonb, text), public.list_guests(uuid), public.new_ticket_link(uuid),
    private.hash_of_secret(text), private.link_state(text), public.peek_ticket_link(text),
    public.open_ticket_link(text, text), private.forget_guests_of(uuid[]), public.forget_guests(uuid), private.grant_guests()
    from public, anon, authenticated;
  grant execute on function public.add_guests(uuid, jsonb, text), public.list_guests(uuid), public.new_ticket_link(uuid),
    public.peek_ticket_link(text), public.open_ticket_link(text, text), public.forget_guests(uuid) to anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.given_tickets(p_method text)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(sum(t.quantity), 0)
  from public.payments p join public.user_tickets t on t.payment_id = p.id
  where p.method = p_method and p.status = 'approved' and t.revoked_at is null
$function$;

CREATE OR REPLACE FUNCTION public.dashboard_stats()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_now timestamptz := now();
  v_events bigint;
  v_sold bigint;
begin
  perform private.require_user();
  if not private.is_admin() then
    perform private.refuse(403, 'forbidden', '', 'This is for admins.');
  end if;
  select count(*) into v_events from public.events;
  select coalesce(sum(c.tickets_sold), 0) into v_sold from public.ticket_categories c;
  return jsonb_build_object(
    'at', v_now,
    'total_singers', (select count(*) from public.singers),
    'total_events', v_events,
    'upcoming_events', (select count(*) from public.events e where e.date >= v_now),
    'next_event_at',
      (select min(e.date) from public.events e where e.date >= v_now and e.status = 'scheduled'),
    'tickets_sold', v_sold,
    -- Text, so that no client reads rupees as a binary fraction.
    'revenue',
      (select coalesce(sum(p.amount), 0)::numeric(14, 2)::text from public.payments p where p.status = 'approved'),
    'recent_bookings',
      (select count(*) from public.user_tickets t where t.created_at >= v_now - interval '24 hours'),
    'complimentary_tickets', private.given_tickets('complimentary'),
    'free_tickets', private.given_tickets('free'),
    'average_tickets_per_event', case when v_events = 0 then 0 else round(v_sold::numeric / v_events) end,
    'completed_events', (select count(*) from public.events e where e.date < v_now),
    'pending_payments', (select count(*) from public.payments p where p.status = 'pending'),
    'oldest_pending_at', (select min(p.created_at) from public.payments p where p.status = 'pending')
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.count_payments(p_since timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_most_arrived constant integer := 100;
  v_most integer := private.most_found() + 1;
begin
  perform private.require_user();
  if not private.is_admin() then
    perform private.refuse(403, 'forbidden', '', 'This is for admins.');
  end if;
  return jsonb_build_object(
    'pending', (select count(*) from (select from public.payments p where p.status = 'pending' limit v_most) as c),
    'approved', (select count(*) from (select from public.payments p where p.status = 'approved' limit v_most) as c),
    'rejected', (select count(*) from (select from public.payments p where p.status = 'rejected' limit v_most) as c),
    'arrived', (
      select count(*) from (select from public.payments p where p.created_at > p_since and p.made_by is null and p.method <> 'free' limit c_most_arrived) as c),
    'newest_at', (select coalesce(max(p.created_at), now()) from public.payments p));
end
$function$;

CREATE OR REPLACE FUNCTION public.dashboard_days(p_days integer DEFAULT 30)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_most_days constant integer := 92;
  c_events constant integer := 12;
  c_zone constant text := 'Asia/Kolkata';
  v_today date := (now() at time zone c_zone)::date;
begin
  perform private.require_user();
  if not private.is_admin() then
    perform private.refuse(403, 'forbidden', '', 'This is for admins.');
  end if;
  if p_days is null or p_days not between 1 and c_most_days then
    perform private.refuse(400, 'invalid', 'p_days', format('1 to %s days.', c_most_days));
  end if;
  return jsonb_build_object(
    'days', (
      select jsonb_agg(jsonb_build_object('day', d.day, 'revenue', (
          select coalesce(sum(p.amount), 0)::numeric(14, 2)::text from public.payments p
          where p.status = 'approved' and p.reviewed_at >= d.from_at and p.reviewed_at < d.to_at),
        'tickets', (
          select coalesce(sum(t.quantity), 0) from public.user_tickets t
          where t.created_at >= d.from_at and t.created_at < d.to_at),
        'given', (
          -- Their tickets are made with them.
          select coalesce(sum(t.quantity), 0) from public.payments p join public.user_tickets t on t.payment_id = p.id
          where p.method in ('complimentary', 'free') and p.created_at >= d.from_at and p.created_at < d.to_at)) order by d.day)
      from (
        select v_today - n as day, (v_today - n)::timestamp at time zone c_zone as from_at,
          (v_today - n + 1)::timestamp at time zone c_zone as to_at
        from generate_series(0, p_days - 1) as n) as d),
    'events', (
      select coalesce(jsonb_agg(to_jsonb(e) order by e.date, e.event_id), '[]') from (
        select v.id as event_id, g.name as singer_name, v.city, v.venue, v.date,
          (select coalesce(sum(c.total_tickets), 0) from public.ticket_categories c where c.event_id = v.id) as total_tickets,
          (select coalesce(sum(c.tickets_sold), 0) from public.ticket_categories c where c.event_id = v.id) as tickets_sold,
          (select coalesce(sum(t.quantity), 0) from public.user_tickets t
            where t.event_id = v.id and t.total_amount = 0 and t.revoked_at is null) as given,
          case when (v.date at time zone c_zone)::date = v_today then (
            select count(distinct (s.place, seat)) from public.ticket_scans s, lateral unnest(s.seats) as seat
            where s.event_id = v.id and not exists (select from public.ticket_scans u where u.undoes = s.id))
          end as admitted
        from public.events v join public.singers g on g.id = v.singer_id
        where v.status = 'scheduled' and v.date >= v_today::timestamp at time zone c_zone
        order by v.date, v.id limit c_events) as e),
    'refunds_due', (select count(*) from public.refunds r where r.status = 'requested'),
    'refunds_sum', (select coalesce(sum(r.amount), 0)::numeric(14, 2)::text from public.refunds r where r.status = 'requested'),
    'unread_messages', (select count(*) from public.contact_messages m where m.handled_at is null));
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_dashboard()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on function public.dashboard_stats(), public.count_payments(timestamptz), public.dashboard_days(integer),
    private.given_tickets(text), private.grant_dashboard() from public, anon, authenticated;
  grant execute on function public.dashboard_stats(), public.count_payments(timestamptz), public.dashboard_days(integer)
    to anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION public.count_listed(p_list text DEFAULT NULL::text, p_filter text DEFAULT NULL::text)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_lists constant jsonb := jsonb '{
    "payments": "public.payments r", "payments/status": "public.payments r where r.status = $2",
    "bookings": "public.payment_lines r", "bookings/status": "public.payment_lines r where r.payment_status = $2",
    "bookings/recent": "public.user_tickets r where r.created_at >= now() - interval ''24 hours''",
    "refunds": "public.refunds r", "refunds/status": "public.refunds r where r.status = $2",
    "users": "public.profiles r where not r.is_guest", "users/staff": "public.staff r",
    "messages/waiting": "public.contact_messages r where r.handled_at is null",
    "messages/handled": "public.contact_messages r where r.handled_at is not null"}';
  v_rows text := coalesce(c_lists ->> concat_ws('/', p_list, p_filter),
    case when p_filter is not null then c_lists ->> (p_list || '/status') end);
  v_count integer;
begin
  perform private.require_user();
  if not private.is_admin() then
    perform private.refuse(403, 'forbidden', '', 'This is for admins.');
  end if;
  if v_rows is null then
    perform private.refuse(400, 'invalid', 'p_list', 'There is no such list.');
  end if;
  execute format('select count(*) from (select from %s limit $1) as c', v_rows)
    into v_count using private.most_found() + 1, p_filter;
  return v_count;
end
$function$;

CREATE OR REPLACE FUNCTION private.tidy_sale()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_at_once constant integer := 10000;
  v_terms public.shop_terms := private.terms();
  v_names_kept interval := make_interval(days => v_terms.name_days);
  v_devices_kept interval := make_interval(days => v_terms.device_days);
  c_guests_kept constant interval := interval '30 days';
  c_events constant integer := 100;
  c_most_unsubmitted constant integer := 20; -- of one customer, older than a day
begin
  perform private.note_picture(p.screenshot_url, d.digest) from (
    select p.screenshot_url from public.payments p where p.status = 'pending' and p.picture_digest is null) as p,
    lateral (select private.stored_digest(p.screenshot_url) as digest) as d
    where d.digest is not null;

  delete from private.hold_usage u where u.since < now() - interval '2 hours';
  delete from public.seat_claims c using (
    select k.event_id, k.place, k.seat from public.seat_claims k
    where k.state = 'held' and k.expires_at < now() - interval '1 day' and k.user_id is not null
    order by k.event_id, k.place, k.seat limit c_at_once for update skip locked) as gone
    where c.event_id = gone.event_id and c.place = gone.place and c.seat = gone.seat;
  delete from private.orders o using (
    select k.id from (
      select u.id, u.created_at, row_number() over (partition by u.user_id order by u.created_at desc, u.id) as n
      from private.orders u
      where u.submitted_at is null and u.expires_at < now() and u.created_at < now() - interval '1 day') as k
    where (k.created_at < now() - make_interval(days => v_terms.order_days) or k.n > c_most_unsubmitted)
      and not exists (select from public.seat_claims c where c.order_id = k.id)
    limit c_at_once) as gone
    where o.id = gone.id and o.submitted_at is null
      and not exists (select from public.payments p where p.order_id = o.id);

  -- gate_roster reads it: a list at a gate may have the earlier name, of a ticket or of an order.
  delete from private.name_changes n using (
    select k.user_id from private.name_changes k
    where k.at < now() - v_names_kept
      and not exists (
        select from public.user_tickets t join public.events e on e.id = t.event_id
        where t.user_id = k.user_id and private.gate_closes(e.date) > now() - v_names_kept)
      and not exists (
        select from public.payment_lines l join public.events e on e.id = l.event_id
        where l.user_id = k.user_id and private.gate_closes(e.date) > now() - v_names_kept)
    limit c_at_once for update skip locked) as gone
    where n.user_id = gone.user_id and n.at < now() - v_names_kept;
  perform private.forget_guests_of(array(
    select distinct t.event_id from public.guest_tickets g
    join public.user_tickets t on t.id = g.ticket_id
    join public.events e on e.id = t.event_id
    join public.profiles f on f.id = t.user_id and f.is_guest
    where e.date < now() - c_guests_kept limit c_events));
  delete from private.gate_devices d using (
    select k.event_id, k.device from private.gate_devices k join public.events e on e.id = k.event_id
    where private.gate_closes(e.date) < now() - v_devices_kept and k.last_sync_at < now() - v_devices_kept
    limit c_at_once for update of k skip locked) as gone
    where d.event_id = gone.event_id and d.device = gone.device;
end
$function$;

create or replace view private.profile_list with (security_invoker=true) as
 SELECT p.id AS profile_id,
    p.name,
    p.email,
    p.phone,
    p.location,
    s.role,
    p.marketing_consented_at,
    p.created_at,
    p.updated_at,
    s.ends_at AS role_ends_at
   FROM (profiles p
     LEFT JOIN staff s ON ((s.user_id = p.id)))
  WHERE (( SELECT private.is_admin() AS is_admin) AND (NOT p.is_guest));

create or replace view private.bank_matches with (security_invoker=true) as
 SELECT p.id AS payment_id,
    p.user_id,
    p.order_code,
    p.transaction_id,
    p.amount,
    p.created_at,
    e.expected,
    c.credit,
    c.credited_on,
    k.others,
        CASE
            WHEN ((k.others > 0) AND (c.credits > 0)) THEN 'two_claims'::text
            WHEN (c.credits = 0) THEN 'not_found'::text
            WHEN ((c.credits = 1) AND (c.credit = e.expected) AND (p.amount = e.expected)) THEN 'exact'::text
            ELSE 'amount_differs'::text
        END AS kind,
    c.credits,
    p.status
   FROM (((payments p
     CROSS JOIN LATERAL ( SELECT sum(l.total_amount) AS expected
           FROM payment_lines l
          WHERE (l.payment_id = p.id)) e)
     CROSS JOIN LATERAL ( SELECT count(*) AS credits,
            sum(d.amount) AS credit,
            max(d.booked_on) AS credited_on
           FROM ( SELECT DISTINCT b.amount,
                    b.booked_on
                   FROM bank_rows b
                  WHERE (b.utrs @> ARRAY[p.reference_key])) d) c)
     CROSS JOIN LATERAL ( SELECT count(*) AS others
           FROM payments o
          WHERE ((o.reference_key = ANY (ARRAY( SELECT p.reference_key
                UNION ALL
                 SELECT u.u
                   FROM bank_rows b,
                    LATERAL unnest(b.utrs) u(u)
                  WHERE (b.utrs @> ARRAY[p.reference_key])))) AND (o.id <> p.id) AND (o.status <> 'rejected'::text))) k)
  WHERE ((p.status = ANY (ARRAY['pending'::text, 'approved'::text])) AND ( SELECT private.is_admin() AS is_admin) AND (p.method = 'upi'::text) AND ((p.made_by IS NULL) OR (p.transaction_id <> p.order_code)));

create or replace view private.payment_money with (security_invoker=true) as
 SELECT p.id AS payment_id,
    c.credits,
        CASE
            WHEN ((p.status = 'rejected'::text) AND (p.method = ANY (ARRAY['cash'::text, 'card'::text, 'complimentary'::text]))) THEN (0)::numeric
            WHEN ((p.status <> 'approved'::text) AND ((EXISTS ( SELECT
               FROM payments o
              WHERE ((o.status = 'approved'::text) AND (o.reference_key = p.reference_key) AND (o.id <> p.id)))) OR (private.credit_used_by(p.id, p.reference_key) IS NOT NULL))) THEN (0)::numeric
            ELSE COALESCE(c.credits, p.amount)
        END AS received,
    ( SELECT sum(l.total_amount) AS sum
           FROM payment_lines l
          WHERE (l.payment_id = p.id)) AS due,
    ( SELECT COALESCE(sum(r.amount), (0)::numeric) AS "coalesce"
           FROM (payments o
             JOIN refunds r ON ((r.payment_id = o.id)))
          WHERE (o.reference_key = ANY (k.keys))) AS promised,
    ( SELECT COALESCE(sum(r.amount), (0)::numeric) AS "coalesce"
           FROM (payments o
             JOIN refunds r ON ((r.payment_id = o.id)))
          WHERE ((o.reference_key = ANY (k.keys)) AND (r.status = 'refunded'::text))) AS returned,
    k.keys[1] AS credit_key
   FROM ((payments p
     CROSS JOIN LATERAL ( SELECT ARRAY( SELECT p.reference_key
                UNION
                 SELECT unnest(b.utrs) AS unnest
                   FROM bank_rows b
                  WHERE (b.utrs @> ARRAY[p.reference_key])
          ORDER BY 1) AS keys) k)
     CROSS JOIN LATERAL ( SELECT sum(d.amount) AS credits
           FROM ( SELECT DISTINCT b.amount,
                    b.booked_on
                   FROM bank_rows b
                  WHERE ((b.payment_id = p.id) OR ((b.payment_id IS NULL) AND (b.utrs @> ARRAY[p.reference_key]) AND (NOT (EXISTS ( SELECT
                           FROM payments o
                          WHERE ((o.status = 'approved'::text) AND (o.id <> p.id) AND (o.reference_key = ANY (b.utrs))))))))) d) c);

create or replace view private.refund_list with (security_invoker=true) as
 SELECT r.id AS refund_id,
    r.ticket_id,
    r.user_id,
    f.name AS user_name,
    f.email AS user_email,
    r.amount,
    r.upi_id,
    r.reason,
    r.status,
    r.utr,
    r.requested_at,
    r.refunded_at,
    r.asked_at,
    r.note,
    r.payment_id,
    p.order_code,
    p.transaction_id,
    t.event_id,
    COALESCE(l.event_name, ( SELECT string_agg(DISTINCT o.event_name, ', '::text) AS string_agg
           FROM payment_lines o
          WHERE (o.payment_id = r.payment_id))) AS event_name,
    e.date AS event_date,
    l.category_name AS ticket_category,
    COALESCE(t.seats, '{}'::text[]) AS seats,
    COALESCE(t.quantity, 0) AS quantity,
    t.payment_line_id,
    private.ticket_admissions(r.ticket_id) AS admitted,
    p.method
   FROM (((((refunds r
     LEFT JOIN payments p ON ((p.id = r.payment_id)))
     LEFT JOIN user_tickets t ON ((t.id = r.ticket_id)))
     LEFT JOIN payment_lines l ON ((l.id = t.payment_line_id)))
     LEFT JOIN profiles f ON ((f.id = r.user_id)))
     LEFT JOIN events e ON ((e.id = t.event_id)))
  WHERE ( SELECT private.is_admin() AS is_admin);

create or replace view private.payment_warnings with (security_invoker=true) as
 SELECT id AS payment_id,
    ( SELECT COALESCE(jsonb_agg(w.warning ORDER BY w.n), '[]'::jsonb) AS "coalesce"
           FROM ( SELECT 1 AS n,
                    jsonb_build_object('code', 'amount_differs', 'expected', sum(l.total_amount), 'amount', p.amount) AS warning
                   FROM payment_lines l
                  WHERE (l.payment_id = p.id)
                 HAVING (sum(l.total_amount) <> p.amount)
                UNION ALL
                 SELECT 2,
                    jsonb_build_object('code', 'seats_lost', 'lines', jsonb_agg(jsonb_build_object('ticket_category_id', l.ticket_category_id, 'seats', l.lost) ORDER BY l.line)) AS jsonb_build_object
                   FROM ( SELECT l_1.line,
                            l_1.ticket_category_id,
                            jsonb_agg(s.seat ORDER BY s.n) AS lost
                           FROM (payment_lines l_1
                             LEFT JOIN user_tickets t ON ((t.payment_line_id = l_1.id))),
                            LATERAL unnest(l_1.seats) WITH ORDINALITY s(seat, n)
                          WHERE ((l_1.payment_id = p.id) AND (p.status <> 'rejected'::text) AND (t.revoked_at IS NULL) AND (NOT (EXISTS ( SELECT
                                   FROM seat_claims c
                                  WHERE ((c.payment_id = l_1.payment_id) AND (c.ticket_category_id = l_1.ticket_category_id) AND (c.seat = s.seat) AND (c.state <> 'held'::text))))))
                          GROUP BY l_1.line, l_1.ticket_category_id) l
                 HAVING (count(*) > 0)
                UNION ALL
                 SELECT 3,
                    jsonb_build_object('code', 'price_changed', 'lines', jsonb_agg(jsonb_build_object('ticket_category_id', l.ticket_category_id, 'unit_price', l.unit_price, 'price_now', private.price_now(c.*)) ORDER BY l.line)) AS jsonb_build_object
                   FROM (payment_lines l
                     JOIN ticket_categories c ON ((c.id = l.ticket_category_id)))
                  WHERE ((l.payment_id = p.id) AND (p.status = 'pending'::text) AND (NOT private.is_price_of(c.*, l.unit_price)))
                 HAVING (count(*) > 0)
                UNION ALL
                 SELECT 4,
                    jsonb_build_object('code', 'event_cancelled', 'ticket_category_ids', jsonb_agg(l.ticket_category_id ORDER BY l.line)) AS jsonb_build_object
                   FROM (payment_lines l
                     JOIN events e ON ((e.id = l.event_id)))
                  WHERE ((l.payment_id = p.id) AND (p.status = 'pending'::text) AND (e.status = 'cancelled'::text))
                 HAVING (count(*) > 0)
                UNION ALL
                 SELECT 5,
                    jsonb_build_object('code', 'event_over', 'ticket_category_ids', jsonb_agg(l.ticket_category_id ORDER BY l.line)) AS jsonb_build_object
                   FROM (payment_lines l
                     JOIN events e ON ((e.id = l.event_id)))
                  WHERE ((l.payment_id = p.id) AND (p.status = 'pending'::text) AND (e.date <= now()))
                 HAVING (count(*) > 0)
                UNION ALL
                 SELECT 6,
                    jsonb_build_object('code', 'category_gone', 'ticket_category_ids', jsonb_agg(l.gone_category_id ORDER BY l.line)) AS jsonb_build_object
                   FROM payment_lines l
                  WHERE ((l.payment_id = p.id) AND (l.gone_category_id IS NOT NULL))
                 HAVING (count(*) > 0)
                UNION ALL
                 SELECT 7,
                    jsonb_build_object('code', 'reference_used', 'payments', jsonb_agg(o.payment ORDER BY o.created_at)) AS jsonb_build_object
                   FROM ( SELECT o_1.created_at,
                            jsonb_build_object('payment_id', o_1.id, 'order_code', o_1.order_code, 'status', o_1.status, 'created_at', o_1.created_at, 'same_customer', (o_1.user_id = p.user_id), 'user_name', ( SELECT COALESCE(f.name, f.email) AS "coalesce"
                                   FROM profiles f
                                  WHERE (f.id = o_1.user_id))) AS payment
                           FROM payments o_1
                          WHERE ((o_1.reference_key = p.reference_key) AND (o_1.id <> p.id))
                          ORDER BY o_1.created_at DESC
                         LIMIT 5) o
                 HAVING (count(*) > 0)
                UNION ALL
                 SELECT 8,
                    jsonb_build_object('code', 'screenshot_seen', 'payments', jsonb_agg(o.payment ORDER BY o.created_at)) AS jsonb_build_object
                   FROM ( SELECT o_1.created_at,
                            jsonb_build_object('payment_id', o_1.id, 'order_code', o_1.order_code, 'status', o_1.status, 'created_at', o_1.created_at, 'same_customer', (o_1.user_id = p.user_id), 'user_name', ( SELECT COALESCE(f.name, f.email) AS "coalesce"
                                   FROM profiles f
                                  WHERE (f.id = o_1.user_id))) AS payment
                           FROM payments o_1
                          WHERE ((o_1.picture_digest = p.picture_digest) AND (p.picture_digest <> ''::text) AND (o_1.id <> p.id))
                          ORDER BY o_1.created_at DESC
                         LIMIT 5) o
                 HAVING (count(*) > 0)
                UNION ALL
                 SELECT 9,
                    jsonb_build_object('code', 'reference_not_12_digits') AS jsonb_build_object
                  WHERE ((p.reference_key !~ '^[0-9]{12}$'::text) AND (p.method = 'upi'::text) AND ((p.made_by IS NULL) OR (p.transaction_id <> p.order_code)))
                UNION ALL
                 SELECT 10,
                    jsonb_build_object('code', 'beyond_limit') AS jsonb_build_object
                   FROM payment_flags g
                  WHERE ((g.payment_id = p.id) AND (g.flag = 'beyond_limit'::text))
                UNION ALL
                 SELECT 11,
                    jsonb_build_object('code', 'no_screenshot') AS jsonb_build_object
                  WHERE ((p.status = 'pending'::text) AND (p.picture_digest IS NULL))
                UNION ALL
                 SELECT 12,
                    jsonb_build_object('code', 'beyond_undecided') AS jsonb_build_object
                   FROM payment_flags g
                  WHERE ((g.payment_id = p.id) AND (g.flag = 'beyond_undecided'::text))
                UNION ALL
                 SELECT 13,
                    jsonb_build_object('code', 'reference_of_refund', 'refunds', jsonb_agg(o.refund ORDER BY o.refunded_at)) AS jsonb_build_object
                   FROM ( SELECT max(r.refunded_at) AS refunded_at,
                            jsonb_build_object('order_code', q.order_code, 'amount', sum(r.amount), 'refunded_at', max(r.refunded_at), 'same_customer', (r.user_id = p.user_id), 'user_name', ( SELECT COALESCE(f.name, f.email) AS "coalesce"
                                   FROM profiles f
                                  WHERE (f.id = r.user_id))) AS refund
                           FROM (refunds r
                             JOIN payments q ON ((q.id = r.payment_id)))
                          WHERE ((r.utr_key = p.reference_key) AND (r.payment_id <> p.id))
                          GROUP BY q.id, q.order_code, r.user_id
                          ORDER BY (max(r.refunded_at)) DESC
                         LIMIT 5) o
                 HAVING (count(*) > 0)) w) AS warnings
   FROM payments p;

create or replace view private.payment_list with (security_invoker=true) as
 SELECT p.id AS payment_id,
    p.user_id,
    f.name AS user_name,
    f.email,
    p.amount,
    p.transaction_id,
    p.status,
    p.screenshot_url,
    p.screenshot_sha256,
    p.order_id,
    p.order_code,
    p.created_at,
    p.reviewed_at,
    p.reviewed_by,
    ( SELECT COALESCE(r.name, r.email) AS "coalesce"
           FROM profiles r
          WHERE (r.id = p.reviewed_by)) AS reviewed_by_name,
    p.review_note,
    ( SELECT sum(l.total_amount) AS sum
           FROM payment_lines l
          WHERE (l.payment_id = p.id)) AS expected_amount,
    ( SELECT jsonb_agg(jsonb_build_object('payment_line_id', l.id, 'ticket_category_id', COALESCE(l.ticket_category_id, l.gone_category_id), 'event_id', l.event_id, 'event_name', l.event_name, 'category_name', l.category_name, 'seats', l.seats, 'quantity', l.quantity, 'unit_price', l.unit_price, 'total_amount', l.total_amount, 'gst_amount', l.gst_amount, 'local_tax_amount', l.local_tax_amount, 'fee_amount', l.fee_amount, 'fee_gst_amount', l.fee_gst_amount, 'price_now',
                CASE
                    WHEN (c.phases = '[]'::jsonb) THEN c.price
                    ELSE private.price_now(c.*)
                END, 'event_date', e.date, 'venue', e.venue, 'event_status', e.status, 'lost_seats',
                CASE
                    WHEN ((p.status = 'rejected'::text) OR (t.revoked_at IS NOT NULL)) THEN '[]'::jsonb
                    ELSE ( SELECT COALESCE(jsonb_agg(s.seat ORDER BY s.n), '[]'::jsonb) AS "coalesce"
                       FROM unnest(l.seats) WITH ORDINALITY s(seat, n)
                      WHERE (NOT (EXISTS ( SELECT
                               FROM seat_claims k
                              WHERE ((k.payment_id = l.payment_id) AND (k.ticket_category_id = l.ticket_category_id) AND (k.seat = s.seat) AND (k.state <> 'held'::text))))))
                END, 'ticket_id', t.id, 'ticket_code', t.code, 'revoked_at', t.revoked_at, 'revoked_reason', t.revoked_reason) ORDER BY l.line) AS jsonb_agg
           FROM (((payment_lines l
             LEFT JOIN ticket_categories c ON ((c.id = l.ticket_category_id)))
             LEFT JOIN events e ON ((e.id = l.event_id)))
             LEFT JOIN user_tickets t ON ((t.payment_line_id = l.id)))
          WHERE (l.payment_id = p.id)) AS lines,
    ( SELECT w.warnings
           FROM private.payment_warnings w
          WHERE (w.payment_id = p.id)) AS warnings,
    ( SELECT min(k.review_until) AS min
           FROM seat_claims k
          WHERE (k.payment_id = p.id)) AS kept_until,
    ((p.status = 'pending'::text) AND (EXISTS ( SELECT
           FROM payments o
          WHERE ((o.user_id = p.user_id) AND (o.status = 'pending'::text) AND (ROW(o.created_at, o.id) < ROW(p.created_at, p.id)))
         OFFSET 9))) AS collapsed,
        CASE
            WHEN (p.status = 'pending'::text) THEN ( SELECT
                    CASE
                        WHEN (count(*) FILTER (WHERE (ROW(o.created_at, o.id) < ROW(p.created_at, p.id))) = 9) THEN (count(*) - 10)
                        ELSE (0)::bigint
                    END AS "case"
               FROM payments o
              WHERE ((o.user_id = p.user_id) AND (o.status = 'pending'::text)))
            ELSE (0)::bigint
        END AS more_of_customer,
    p.method,
    p.till_id,
    p.made_by,
    ( SELECT COALESCE(m.name, m.email) AS "coalesce"
           FROM profiles m
          WHERE (m.id = p.made_by)) AS made_by_name
   FROM (payments p
     LEFT JOIN profiles f ON ((f.id = p.user_id)))
  WHERE ( SELECT private.is_admin() AS is_admin);

create or replace view private.ticket_list with (security_invoker=true) as
 SELECT l.id AS payment_line_id,
    t.id AS ticket_id,
    t.code,
    l.payment_id,
    p.order_code,
    p.transaction_id,
    l.user_id,
    f.name AS user_name,
    f.email AS user_email,
    g.name AS singer_name,
    l.event_id,
    l.event_name,
    COALESCE(e.date, l.event_date) AS event_date,
    l.ticket_category_id,
    l.category_name AS ticket_category,
    l.quantity,
    l.seats,
    l.total_amount,
    l.payment_status,
    t.revoked_at,
    t.revoked_reason,
    l.created_at,
    t.created_at AS issued_at,
    l.gst_amount,
    l.local_tax_amount,
    l.fee_amount,
    l.fee_gst_amount,
    p.method
   FROM (((((payment_lines l
     LEFT JOIN payments p ON ((p.id = l.payment_id)))
     LEFT JOIN user_tickets t ON ((t.payment_line_id = l.id)))
     LEFT JOIN profiles f ON ((f.id = l.user_id)))
     LEFT JOIN events e ON ((e.id = l.event_id)))
     LEFT JOIN singers g ON ((g.id = e.singer_id)))
  WHERE ( SELECT private.is_admin() AS is_admin);

create or replace view event_list with (security_invoker=true) as
 SELECT e.id,
    e.singer_id,
    s.name AS singer_name,
    e.city,
    e.venue,
    e.date,
    e.previous_date,
    e.status,
    e.cancelled_reason,
    e.genre,
    e.revision,
    e.created_at,
    e.updated_at,
    COALESCE(c.categories, (0)::bigint) AS categories,
    COALESCE(c.total_tickets, (0)::bigint) AS total_tickets,
    COALESCE(c.tickets_sold, (0)::bigint) AS tickets_sold,
    e.published_at,
    e.paused_at,
    COALESCE(c.unpriced, (0)::bigint) AS unpriced,
    c.sale_from,
    e.state,
    ( SELECT COALESCE(sum(t.quantity), (0)::bigint) AS "coalesce"
           FROM user_tickets t
          WHERE ((t.event_id = e.id) AND (t.total_amount = (0)::numeric) AND (t.revoked_at IS NULL))) AS tickets_given
   FROM ((events e
     JOIN singers s ON ((s.id = e.singer_id)))
     LEFT JOIN LATERAL ( SELECT count(*) AS categories,
            sum(c_1.total_tickets) AS total_tickets,
            sum(c_1.tickets_sold) AS tickets_sold,
            count(*) FILTER (WHERE ((c_1.price = (0)::numeric) AND (NOT c_1.is_free))) AS unpriced,
                CASE
                    WHEN bool_and((c_1.sale_from IS NOT NULL)) THEN min(c_1.sale_from)
                    ELSE NULL::timestamp with time zone
                END AS sale_from
           FROM ticket_categories c_1
          WHERE (c_1.event_id = e.id)) c ON (true));

create or replace view ticket_category_list with (security_invoker=true) as
 SELECT c.id,
    c.event_id,
    e.singer_id,
    s.name AS singer_name,
    e.city,
    e.venue,
    e.date,
    e.status AS event_status,
    c.name,
    c.price,
    c.total_tickets,
    c.tickets_sold,
    c.grid_columns,
    c.revision,
    c.created_at,
    c.updated_at,
    l.seating_layout_id,
    y.name AS layout_name,
    l.section_ids,
    ( SELECT count(*) AS count
           FROM seat_claims h
          WHERE ((h.ticket_category_id = c.id) AND (h.state = 'held'::text) AND (h.expires_at > now()))) AS held,
    ( SELECT count(*) AS count
           FROM seat_claims h
          WHERE ((h.ticket_category_id = c.id) AND (h.state = 'under_review'::text) AND ((h.review_until IS NULL) OR (h.review_until > now())))) AS under_review,
    c.is_standing,
    c.sale_from,
    c.sale_until,
    e.state,
    c.tickets_kept,
    c.phases,
    c.is_free,
    ( SELECT COALESCE(sum(t.quantity), (0)::bigint) AS "coalesce"
           FROM user_tickets t
          WHERE ((t.event_id = c.event_id) AND (t.ticket_category_id = c.id) AND (t.total_amount = (0)::numeric) AND (t.revoked_at IS NULL))) AS tickets_given
   FROM ((((ticket_categories c
     JOIN events e ON ((e.id = c.event_id)))
     JOIN singers s ON ((s.id = e.singer_id)))
     LEFT JOIN ticket_category_layouts l ON ((l.ticket_category_id = c.id)))
     LEFT JOIN seating_layouts y ON ((y.id = l.seating_layout_id)));

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.tills FOR EACH ROW EXECUTE FUNCTION private.audit_row('id');

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.till_moves FOR EACH ROW EXECUTE FUNCTION private.audit_row('id');

create policy "Admins read the guests' tickets" on public.guest_tickets as PERMISSIVE for SELECT to authenticated using (( SELECT private.is_admin() AS is_admin));

create policy "Admins read the cash moves" on public.till_moves as PERMISSIVE for SELECT to authenticated using (( SELECT private.is_admin() AS is_admin));

create policy "Admins read the tills" on public.tills as PERMISSIVE for SELECT to authenticated using (( SELECT private.is_admin() AS is_admin));

comment on function private.require_account() is 'Trigger 20_account: a token outlives its session and its account for up to an hour. Refuses payments whose account is deleted or closed or whose session has ended; the device keeps them and prompts for a sign-in. Sales of staff have no account.';

comment on function private.revoke(pg_catalog.uuid[],pg_catalog.text) is 'Revokes tickets as revoke_tickets does; the caller has checked who asks and the reason. Refusal: PT404 not_found.';

comment on function public.payment_bank_states(pg_catalog.uuid[]) is 'Returns what the bank''s statements say of up to 200 payments: the kind of bank_matches, and not_covered in place of not_found while no imported statement reaches the payment''s day. Leaves out rejected payments and those without UPI or, sold at the door, without a reference. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid. Security definer: as match_bank_rows.';

comment on function public.mark_refunded(pg_catalog.uuid,pg_catalog.text,pg_catalog.text,boolean) is 'Records that the money was sent to p_upi_id, with the bank''s reference of the transfer, and revokes the ticket. One transfer may pay several refunds of one customer. Of a sale at the door p_upi_id may be null, and p_utr too where it was paid in cash or by card. Idempotent. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found, PT409 already_decided (detail: status, reviewed_at, utr), no_upi_id, changed_meanwhile (detail: the UPI id now), admitted (detail: seats, at) unless p_admitted, not_refundable (nothing: less was received; tickets: it bought valid tickets), transaction_used (detail: the other customer''s order). Security definer: no role may write refunds.';

comment on function public.get_refunds() is 'Returns every refund with its customer and purpose, for admins. admitted: {seats, at} of a ticket that was let in. Invoker and without a set clause, as get_payment_details.';

comment on function public.search_refunds(pg_catalog.text,pg_catalog.text,pg_catalog.uuid) is 'Returns the rows of get_refunds that find_refunds finds, for admins. Separate from it because one function for both gets a bad plan. Invoker and without a set clause: inlined.';

comment on function public.get_all_tickets() is 'Returns bookings, one per order line, for admins: pending while under review (ticket_id null), failed when rejected or revoked, completed with a ticket. Invoker and without a set clause, as get_payment_details.';

comment on function public.search_tickets(pg_catalog.text,pg_catalog.text,pg_catalog.uuid,pg_catalog.uuid) is 'Returns the rows of get_all_tickets that find_lines finds, for admins. Separate from it because one function for both gets a bad plan. Invoker and without a set clause: inlined.';

comment on function public.get_payment_details() is 'Returns every payment with its lines, expected price and warnings, for admins. Invoker and without a set clause, so that it is inlined and PostgREST can filter, order, page and count it at the speed of the view.';

comment on function public.search_payments(pg_catalog.text,pg_catalog.text,pg_catalog.uuid,pg_catalog.uuid) is 'Returns the rows of get_payment_details that find_payments finds, for admins. Separate from it because one function for both gets a bad plan. Invoker and without a set clause: inlined.';

comment on function private.require_seller() is 'Returns the caller, an admin or box office staff; or PT401 not_signed_in, PT403 forbidden.';

comment on function private.may_sell(pg_catalog.uuid) is 'True when the caller sells for this event: admins for every one, box office staff for theirs. Security definer: as my_box_office_events.';

comment on function private.require_money(numeric,pg_catalog.text) is 'Returns an amount in rupees, or PT400 invalid naming p_argument.';

comment on function private.door_price(pg_catalog.uuid) is 'Returns the price of one seat at the door now, in rupees, before tax.';

comment on function private.door_rates(private.order_line[],pg_catalog.text,public.shop_terms) is 'Returns lines with the price and taxes of now, without a convenience fee; all 0 for complimentary ones.';

comment on function private.refuse_unsold(pg_catalog.uuid[]) is 'Passes categories that staff may sell now: of published events, also paused and outside the categories'' window, until six hours after the start. Refusals: PT403 forbidden, PT409 not_on_sale (detail: lines).';

comment on function private.sell(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.text,pg_catalog.uuid,pg_catalog.uuid,pg_catalog.text,pg_catalog.text,numeric) is 'Sells lines to a person without an account, all or none, and returns the approved payment. Without p_reference the order''s code stands for one. p_total: rupees that must be the price (null: any). The caller has locked the order''s id as a customer. Refusals: as asked_lines and approve_payment, PT403 forbidden, other_user, PT400 unknown_seat, PT409 not_on_sale, price_changed (detail: the price now), seats_taken (detail: lines).';

comment on function private.make_guest(pg_catalog.text,pg_catalog.text) is 'Stores a person without an account and returns their id.';

comment on function private.new_link(pg_catalog.uuid,pg_catalog.uuid) is 'Makes the link of a payment''s tickets and returns its secret, 128 random bits, which is not stored. An earlier link ends.';

comment on function private.repeat_link(public.payments,pg_catalog.uuid) is 'Returns a new secret for a repeated request, whose answer was lost: within five minutes, while nobody opened the link; else null.';

comment on function private.door_sale(public.payments,pg_catalog.text) is 'Returns what sell_at_door returns.';

comment on function public.price_at_door(pg_catalog.jsonb,pg_catalog.text) is 'Returns what lines (as hold_seats takes them) cost at the door now, in rupees: {lines: [{ticket_category_id, unit_price, quantity, gst_percent, local_percent, total}], subtotal, gst, local_tax, total}, without a convenience fee. Does not look whether seats are free. Admins and box office staff of the event. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, too_many_seats, unknown_seat, PT409 not_on_sale. Security definer: reads what its staff may not.';

comment on function private.use_till(pg_catalog.uuid,pg_catalog.uuid) is 'Returns the person''s open till and keeps it from being closed. Refusals: PT404 not_found, PT403 forbidden, PT409 till_closed.';

comment on function public.sell_at_door(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.text,numeric,pg_catalog.text,pg_catalog.text,pg_catalog.text) is 'Sells lines (as hold_seats takes them) from the caller''s open till, all or none, and returns {order_id, order_code, payment_id, method, total, at, name, lines, tickets, secret}: the secret of the link that gives the tickets to the buyer''s phone, 128 random bits, returned here alone. p_total: rupees that the clerk saw. Sells until six hours after the start, also while paused and outside a category''s window. Idempotent by order id; a repeat within five minutes makes a new secret unless the link was opened, later ones have none. Admins and box office staff of the event. Refusals: PT401 not_signed_in, PT403 forbidden, other_user, PT400 invalid, unknown_seat, too_many_seats, PT404 not_found (the till), PT409 till_closed, not_on_sale, price_changed (detail: the price now), seats_taken (detail: lines), order_submitted (undone), and for a typed UPI reference reference_approved, reference_of_refund, credit_used (detail: that order''s code). Security definer: no role may write payments, claims and tickets.';

comment on function public.undo_door_sale(pg_catalog.uuid,pg_catalog.text) is 'Takes a sale of an open till back: its tickets are revoked, its seats free, its money no longer in the till''s book; what was paid goes back by hand. By its seller within five minutes, by admins until the event begins. Idempotent. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found, PT409 too_late (detail: minutes, till_closed or begun), admitted (detail: seats, at). Security definer: no role may write payments, claims and tickets.';

comment on function private.till_book(public.tills,boolean) is 'Returns a till''s book, with its moves and sales when p_whole. Amounts in rupees. expected_cash: opening cash, cash sales that were not undone, and moves.';

comment on function private.find_till(pg_catalog.uuid,pg_catalog.uuid) is 'Returns a till that the person may read: their own, admins every one. Refusals: PT404 not_found, PT403 forbidden.';

comment on function public.open_till(pg_catalog.uuid,pg_catalog.text,numeric) is 'Opens a till with p_cash rupees in it and returns its book (till_book). A person has one open till. Idempotent by id. Admins and box office staff. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT409 till_open (detail: the open till''s id). Security definer: no role may write tills.';

comment on function public.close_till(pg_catalog.uuid,numeric,pg_catalog.text) is 'Closes a till with the cash that was counted, in rupees, and returns its book (till_book). From then on it sells nothing and its book never changes. Idempotent for the same count. Its own person, and admins. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found, PT409 till_closed. Security definer: no role may write tills.';

comment on function public.move_till_cash(pg_catalog.uuid,pg_catalog.uuid,numeric,pg_catalog.text) is 'Records cash put into the caller''s open till (above 0 rupees) or taken out of it (below 0), and returns its book (till_book). Idempotent by id. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found, PT409 till_closed. Security definer: no role may write till_moves.';

comment on function public.my_till() is 'Returns the book (till_book) of the caller''s open till, or null. Admins and box office staff. Refusals: PT401 not_signed_in, PT403 forbidden. Security definer: box office staff read payments through functions alone.';

comment on function public.till_book(pg_catalog.uuid) is 'Returns {till: {id, name}, opened_at, opened_by, opened_by_name, opening_cash, by_method: {cash, upi, card, complimentary: {n, amount}}, undone: {n, amount}, moves: [{id, amount, reason, at, by_name}], expected_cash, counted_cash, difference, closed_at, closed_by_name, note, sales: newest 200 of [{order_id, order_code, payment_id, method, total, at, undone, undone_at, name, lines}]}, in rupees. by_method leaves out what was undone. One''s own, admins every one. Refusals: PT401 not_signed_in, PT403 forbidden, PT404 not_found. Security definer: as my_till.';

comment on function public.list_tills() is 'Returns the books of the tills without moves and sales, open ones first, then the newest, at most 200, for admins (PT401 not_signed_in, PT403 forbidden). Security definer: as my_till.';

comment on function private.grant_door() is 'All privileges of this file; can be repeated.';

comment on function private.tell(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid,pg_catalog.text,pg_catalog.jsonb) is 'Tells one customer: a notice, and a mail if wanted. Nothing for a deleted account and a guest. For security definer triggers.';

comment on function public.add_guests(pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.text) is 'Gives complimentary tickets of a category to 1 to 200 guests, [{id: uuid made by the caller, name, contact or null, seats: [label, …] or count: of standing places}], all or none, and returns [{guest_id, order_id, order_code, ticket_id, code, seats, secret}] in their order: secret is of the link that opens the ticket, once, and returned here alone. Seats that staff keep may be given. Idempotent by id; a repeat within five minutes makes new secrets, later ones have none. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, other_user, PT400 invalid, unknown_seat, too_many_seats, PT404 not_found, PT409 not_on_sale (a draft, cancelled, over), seats_taken (detail: lines). Security definer: no role may write payments, claims and tickets.';

comment on function public.list_guests(pg_catalog.uuid) is 'Returns the guests of an event, by list and name, as one value, so that no row limit cuts it: [{guest_id, order_id, order_code, ticket_id, user_id, name (null once forgotten), contact, list, ticket_category_id, category, seats, quantity, code, link: new, opened or revoked, link_made_at, opened_at, revoked_at, revoked_reason, let_in: seats, made_at}]. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT404 not_found. Security definer: reads names and scans without a policy check a row.';

comment on function public.new_ticket_link(pg_catalog.uuid) is 'Makes a new link for a guest''s or a door sale''s ticket (and the others of that sale) and returns its secret; the earlier link ends, a device that has the ticket keeps it. Admins, and who sold it. Refusals: PT401 not_signed_in, PT403 forbidden, PT404 not_found, PT409 already_decided (revoked). Security definer: no role may write guest_tickets.';

comment on function private.hash_of_secret(pg_catalog.text) is 'Returns the hash under which a link is stored, or PT404 not_found: what is no secret costs no look-up; guessing one takes 2^127 of them on average.';

comment on function private.link_state(pg_catalog.text) is 'Returns new, opened, revoked (every ticket of the link) or over (24 hours after the start, or cancelled); null for an unknown link.';

comment on function public.peek_ticket_link(pg_catalog.text) is 'Returns {state: new, opened, revoked or over, event, event_id, venue, city, date, status, previous_date, category, people} of a ticket''s link to anyone who has it: nothing personal, and nothing that opens a gate. Changes nothing. Refusals: PT404 not_found. Security definer: visitors read no tickets.';

comment on function public.open_ticket_link(pg_catalog.text,pg_catalog.text) is 'Gives the tickets of a link to the first device that asks, whole, so that it can keep and show them offline: {opened_at, tickets: [{ticket_id, user_id, event_id, ticket_category_id, payment_id, payment_line_id, order_id, order_code, method, name, seats, quantity, total_amount, payment_status, code, key_number, signature, revoked_at, revoked_reason, created_at, updated_at, event_name, category_name, event, singer, category, sections}]}. p_device: 32 random bytes that the device keeps, in base64url or hexadecimal; the same device may repeat, and learns of revoked tickets and of moved or cancelled events. For anyone who has the link. Refusals: PT404 not_found, PT400 invalid, PT409 link_used (detail: since when), already_decided (revoked), too_late (over or cancelled). Security definer: visitors read no tickets.';

comment on function private.forget_guests_of(pg_catalog.uuid[]) is 'Deletes names, phone numbers and contacts of people without an account who have tickets of these events alone, and returns how many they were.';

comment on function public.forget_guests(pg_catalog.uuid) is 'Deletes the names, phone numbers and contacts of an event''s guests and buyers at the door, and returns how many they were; their tickets stay valid, without a name. The shop does it by itself thirty days after the event. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT404 not_found. Security definer: no role may write profiles.';

comment on function private.grant_guests() is 'All privileges of this file; can be repeated.';

comment on function private.given_tickets(pg_catalog.text) is 'Counts the people on valid tickets that cost nothing: complimentary or free.';

comment on function public.dashboard_stats() is 'Returns all figures of the dashboard at once, for admins (PT401 not_signed_in, PT403 forbidden). Recent bookings are tickets made in the last 24 hours. tickets_sold counts complimentary and free tickets too. Security definer: with row policies each figure would read its whole table instead of an index.';

comment on function public.count_payments(timestamp with time zone) is 'Counts payments by state up to most_found() and one more, with when the newest came (now without any) and how many customers sent after p_since (at most 100; none for null), for admins (PT401 not_signed_in, PT403 forbidden). Security definer: as dashboard_stats.';

comment on function public.dashboard_days(integer) is 'For admins (PT401 not_signed_in, PT403 forbidden, PT400 invalid): revenue (approved payments by the day of the decision), tickets made and (given) how many of them were complimentary or free, on each of the last days in India, today last; the next twelve events (from the beginning of today) with seats sold, given ones among them and, on their day, let in; refunds due; unhandled messages. Security definer: as dashboard_stats.';

comment on function private.tidy_sale() is 'Runs once a day: deletes held times, holds that expired a day ago, orders unsubmitted for order_days of shop_terms (of one customer all but the newest twenty and those of the last day), changed names name_days after the change and after the gate of their last event closed, and gate devices device_days after it. Stores the digests of late pictures. Deletes names of guests thirty days after their event. Security definer: the shop''s own server or pg_cron calls it.';

comment on table public.profiles is 'One row per account, made by a trigger on auth.users, and per guest (is_guest). No foreign key to auth.users: an account may be deleted while its payments stay.';

comment on column public.profiles.is_guest is 'A person without an account, to whom staff sold or gave tickets: never in lists of accounts, never told anything.';

comment on table public.payments is 'Payments as customers submitted them, and sales of staff; one per order. Only submit_payment, review_payment and the functions of 64-door.sql and 66-guests.sql write it.';

comment on column public.payments.transaction_id is 'The UPI reference, in upper case, twelve digits without their grouping; the order''s code where there is none.';

comment on column public.payments.screenshot_url is 'Path in the bucket payments; empty where no picture belongs to it.';

comment on column public.payments.screenshot_sha256 is 'Hash of the bytes that the customer chose, before they were re-encoded; empty as screenshot_url.';

comment on column public.payments.method is 'How it was paid. Without UPI the reference is the order''s code, there is no screenshot, and no statement has it.';

comment on column public.payments.till_id is 'The till that sold it; null for guests and online orders. No foreign key: its index would cost each online payment. Tills are never deleted.';

comment on column public.payments.made_by is 'Who of the staff sold or gave it to a person without an account; null for online orders.';

comment on view private.bank_matches is 'The bank''s credits for each pending or approved payment by UPI. two_claims: another pending or approved payment has the same reference, or names the same credit. credits: number of different credits that name the reference; credit: their sum.';

comment on view private.refund_list is 'What get_refunds returns; empty unless the caller is an admin.';

comment on view private.payment_list is 'What get_payment_details returns; empty unless the caller is an admin. collapsed: an undecided payment after ten older undecided ones of its customer; more_of_customer: how many such follow this one, the tenth.';

comment on view private.ticket_list is 'What get_all_tickets returns; empty unless the caller is an admin.';

comment on view public.event_list is 'Events with their singer and the sums of their ticket categories; for admins tickets_given: how many of the sold ones are complimentary or free.';

comment on view public.ticket_category_list is 'Ticket categories with their event, singer and layout, and for admins how many seats are held and under review now, and how many of the sold ones are complimentary or free.';

comment on table public.tills is 'Tills: one shift of one person at a drawer of cash. Only open_till and close_till write it; a closed till never changes.';

comment on column public.tills.id is 'Made on the device, so that a repeated request opens one till.';

comment on column public.tills.opening_cash is 'Rupees in the drawer when it was opened.';

comment on column public.tills.counted_cash is 'Rupees counted when it was closed.';

comment on table public.till_moves is 'Cash that went into a till or out of it without a sale. Only move_till_cash writes it.';

comment on column public.till_moves.amount is 'Rupees: above 0 into the till, below 0 out of it.';

comment on table public.guest_tickets is 'Tickets of people without an account, each with the link that opens it, once (66-guests.sql). Tickets of one sale share a link.';

comment on column public.guest_tickets.list is 'The guest list; null for a ticket sold at the door.';

comment on column public.guest_tickets.contact is 'How to reach the guest, in the words of staff; nothing signs in by it.';

comment on column public.guest_tickets.secret_hash is 'SHA-256, in hexadecimal, of the secret in the link; the secret itself is not stored.';

comment on column public.guest_tickets.made_at is 'When the link was made.';

comment on column public.guest_tickets.device_hash is 'SHA-256 of what the device that opened the link said it is; only that device may repeat.';

reset check_function_bodies;

select private.grant_announcements();
select private.grant_bank();
select private.grant_box_office();
select private.grant_catalogue();
select private.grant_catalogue_lists();
select private.grant_dashboard();
select private.grant_door();
select private.grant_enquiries();
select private.grant_event_changes();
select private.grant_foundation();
select private.grant_free_orders();
select private.grant_gate();
select private.grant_guests();
select private.grant_history();
select private.grant_import();
select private.grant_invitations();
select private.grant_jobs();
select private.grant_kept_seats();
select private.grant_layouts();
select private.grant_payments();
select private.grant_people();
select private.grant_phases();
select private.grant_publishing();
select private.grant_refunds();
select private.grant_review();
select private.grant_scans();
select private.grant_seats();
select private.grant_settings();
select private.grant_storage_auth();
select private.grant_sync();
select private.grant_terms();
select private.grant_tickets();
