-- Credits: money that one or more proofs say came in. Rows of bank statements become credits, where they were; the rest is
-- written from supabase/schema by `npm run migration`.

create function private.codes_in(p_text text) returns text[]
  language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  v_text text := regexp_replace(upper(p_text), '[A-Z0-9._-]+@[A-Z0-9.]*', ' ', 'g');
begin
  return array(
    select distinct 'MF' || translate(m[2], 'OIL', '011')
    from regexp_matches(v_text, '(?<![A-Z0-9])(?:TICKETS)?(MF)?([0-9A-TV-Z]{8})(?![A-Z0-9])', 'g') as m
    where m[1] is not null
      -- No word, no date, no bank's code (HDFC0001), no masked account.
      or m[2] ~ '[0-9]' and m[2] ~ '[A-Z]' and m[2] !~ '^([A-Z]{4}0|X+[0-9]+$)'
    order by 1);
end
$$;

comment on function private.codes_in(text) is
  'Returns what may be order codes in a bank''s narration: MF and eight signs, or the eight signs alone when they have a '
  'digit and a letter, as no word and no date has; O reads as 0, I and L as 1. UPI ids and the beginnings of IFSC are left '
  'out: an order''s id is made on a device, and a chosen one could spell what other payers'' narrations have.';

drop policy "Admins read the bank's rows" on public.bank_rows;
alter table public.bank_rows rename to credits;
create policy "Admins read credits" on public.credits
  for select to authenticated using ((select private.is_admin()));
alter table public.credits rename constraint bank_rows_row_key_check to credits_row_key_check;
alter table public.credits rename constraint bank_rows_amount_check to credits_amount_check;
alter table public.credits rename constraint bank_rows_pkey to credits_pkey;
alter table public.credits rename constraint bank_rows_row_key_key to credits_row_key_key;
alter table public.credits rename constraint bank_rows_payment_id_fkey to credits_payment_id_fkey;
alter table public.credits rename constraint bank_rows_import_file_check to credits_import_file_check;
alter index public.bank_rows_utrs rename to credits_utrs;
alter index public.bank_rows_booked_on rename to credits_booked_on;
alter index public.bank_rows_payment_id rename to credits_payment_id;
alter index public.bank_rows_import rename to credits_import;

alter table public.credits
  add column source text not null default 'statement' constraint credits_source_known check (source in ('statement', 'report', 'mail', 'gateway')),
  add column credited_at timestamptz,
  add column payer_vpa text constraint credits_payer_short check (length(payer_vpa) <= 120),
  add column note text constraint credits_note_short check (length(note) <= 1000),
  add column is_certain boolean not null default true,
  add column given_code text,
  add column given_by uuid,
  add column matched_by text constraint credits_match_known check (matched_by in ('code', 'prefix', 'utr', 'near_utr', 'hand')),
  add column set_aside_at timestamptz,
  add column set_aside_by uuid,
  add column set_aside_reason text,
  add column returned_at timestamptz,
  add column returned_by uuid,
  add column returned_to text,
  add column returned_utr text,
  add column keys text[] not null generated always as ( utrs || private.codes_in(narration || ' ' || coalesce(note, '')) || case when given_code is null then '{}'::text[] else array[given_code] end) stored;
create index credits_keys on public.credits using gin (keys);

alter table public.payments add column approved_by_proof boolean not null default false;
create index payments_order_code on public.payments (order_code);
create index payments_by_proof on public.payments (reviewed_at desc) where approved_by_proof;

create table public.credit_proofs (
  id uuid primary key default gen_random_uuid(),
  credit_id uuid not null references public.credits (id) on delete cascade,
  source text not null check (source in ('statement', 'report', 'mail', 'gateway')),
  external_id text not null check (length(external_id) between 1 and 200),
  content jsonb not null default '{}',
  created_at timestamptz not null default now(),
  unique (source, external_id)
);

create table public.proof_rules (
  id smallint primary key default 1 check (id = 1),
  approve text not null default 'off' check (approve in ('off', 'on_shift', 'always')),
  most_amount numeric(12, 2) not null default 10000 check (most_amount > 0),
  most_a_minute integer not null default 60 check (most_a_minute between 1 and 1000),
  reject_hours integer not null default 72 check (reject_hours between 1 and 720),
  revision integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);

create table private.shifts (
  user_id uuid primary key,
  ends_at timestamptz not null
);

create table private.proof_sources (
  name text primary key check (length(name) between 1 and 60),
  seen_at timestamptz,
  fault text,
  "position" jsonb
);

create index credit_proofs_credit_id on public.credit_proofs (credit_id);

insert into public.proof_rules default values;

alter table public.credit_proofs enable row level security;
alter table public.proof_rules enable row level security;
alter table private.shifts enable row level security;
alter table private.proof_sources enable row level security;

create function private.is_common(p_order private.orders) returns boolean
  language sql stable set search_path = ''
as $$
  select exists (
    select from public.credits b
    where b.keys @> array[p_order.order_code] and b.given_code is distinct from p_order.order_code
      and coalesce(b.credited_at < p_order.created_at - interval '2 minutes',
        b.booked_on < (p_order.created_at at time zone 'Asia/Kolkata')::date))
$$;

comment on function private.is_common(private.orders) is
  'True when a credit had the order''s code before the order was begun: the code is a word of narrations, chosen on purpose, '
  'and names nothing.';

create function private.is_credit_of(p_credit public.credits, p_payment public.payments) returns boolean
  language sql stable set search_path = ''
as $$
  select p_payment.order_code = any (p_credit.keys) or not exists (
    select from private.orders o
    where o.order_code = any (p_credit.keys) and o.order_code <> p_payment.order_code and not private.is_common(o)
      -- A customer whose payment was rejected sends the same money with another order.
      and not (o.user_id = p_payment.user_id and exists (
        select from public.payments r where r.order_id = o.id and r.status = 'rejected')))
$$;

comment on function private.is_credit_of(public.credits, public.payments) is
  'True unless a credit that names this payment by its reference names another order by its code: the code decides.';

create view private.credit_matches with (security_invoker = true) as
  select p.id as payment_id, p.user_id, p.order_code, p.transaction_id, p.amount, p.created_at, e.expected,
    c.credit, c.credited_on, k.others,
    case
      when k.others > 0 and c.credits > 0 then 'two_claims'
      when c.credits = 0 then 'not_found'
      when c.by_code and c.credit = e.expected then 'exact'
      when c.credits = 1 and c.credit = e.expected and p.amount = e.expected then 'exact'
      else 'amount_differs'
    end as kind, c.credits, p.status, coalesce(c.by_code, false) as by_code
  from public.payments p
  cross join lateral (
    select sum(l.total_amount) as expected from public.payment_lines l where l.payment_id = p.id) as e
  -- A UTR identifies one transfer, so a credit worded differently in two files counts once.
  cross join lateral (
    select count(*) as credits, sum(d.amount) as credit, max(d.booked_on) as credited_on, bool_and(d.by_code) as by_code
    from (
      select distinct b.amount, b.booked_on, p.order_code = any (b.keys) as by_code,
        case when b.utrs @> array[p.reference_key] then p.reference_key else coalesce(b.utrs[1], b.id::text) end as transfer
      from public.credits b
      where b.keys && array[p.reference_key, p.order_code] and b.set_aside_at is null and b.returned_at is null) as d) as c
  cross join lateral (
    select (
      select count(*) from public.payments o
      where o.reference_key = any (array(
          select p.reference_key union all
          select u from public.credits b, unnest(b.utrs) as u where b.utrs @> array[p.reference_key]))
        and o.id <> p.id and o.status <> 'rejected' and c.by_code is not true)
      + (
        select count(*) from private.orders o
        where o.order_code <> p.order_code and not private.is_common(o)
          and o.order_code = any (array(
            select k from public.credits b, unnest(b.keys) as k
            where b.keys && array[p.reference_key, p.order_code] and b.set_aside_at is null and b.returned_at is null))
          and not exists (select from public.payments r where r.order_id = o.id and (
            r.status = 'rejected' and r.user_id = p.user_id
            or c.by_code is not true and r.status <> 'rejected' and r.reference_key = p.reference_key))) as others) as k
  where p.status in ('pending', 'approved') and not p.is_test
    -- What was paid without UPI, or has no typed reference, is in no statement.
    and p.method = 'upi' and (p.made_by is null or p.transaction_id <> p.order_code);

comment on view private.credit_matches is
  'The credits of each pending or approved payment by UPI that is no test. by_code: all of them name the order''s code, '
  'which decides before a reference. two_claims: they name the code of another order, or, unless by_code, another pending '
  'or approved payment has the same reference or names the same credit. credits: number of different credits; credit: '
  'their sum, part payments added up.';



-- A function may call one that comes after it.
set check_function_bodies = off;

drop trigger owe on credits;

drop trigger "40_joined" on credits;

drop view private.bank_matches;

drop function private.decide_payment(uuid,text,text,uuid);

drop function private.approve_payment(payments,text,uuid);

CREATE OR REPLACE FUNCTION private.place_payment(p_payment payments, p_order private.orders, p_lines private.order_line[], p_as_held boolean, p_terms shop_terms)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_as_held boolean := p_as_held;
  v_placed record;
  v_mine record;
  v_held private.seat[];
  v_wanted private.seat[];
  v_other_seats integer;
  v_flag text;
  v_until timestamptz;
begin
  v_placed := private.place_lines(p_lines, p_payment.order_id, p_payment.user_id, p_payment.order_id);
  if v_as_held and v_placed.event_id is distinct from p_order.event_id then
    v_as_held := false;
    perform private.share_order_events(array(select l.ticket_category_id from unnest(p_lines) as l), p_payment.order_id);
    v_placed := private.place_lines(p_lines, p_payment.order_id, p_payment.user_id, p_payment.order_id);
  end if;
  perform private.record_lines(
    p_payment.id, p_payment.user_id, p_payment.order_id, v_placed.lines, case when v_as_held then p_order.shares end,
    p_order.parts, p_order.code_id is not null);

  -- A seat that a changed layout no longer has is lost like any other.
  v_wanted := v_placed.seats;
  select array_agg(row (c.event_id, c.place, c.seat, c.ticket_category_id)::private.seat)
        filter (where c.order_id = p_payment.order_id and c.state = 'held'),
      count(*) filter (where c.state = 'under_review' and (c.review_until is null or c.review_until > now())
        or c.expires_at > now() and c.order_id <> p_payment.order_id)
    into v_held, v_other_seats
    from public.seat_claims c
    where c.user_id = p_payment.user_id and c.state <> 'sold';
  v_until := private.review_end(p_payment);
  if (select count(*) from (
        select from public.payments p where p.user_id = p_payment.user_id and p.status = 'pending' limit p_terms.undecided_per_customer + 1) as u)
      > p_terms.undecided_per_customer then
    v_flag := 'beyond_undecided';
  elsif (not v_as_held or 0 = any (p_order.shares)) and private.is_beyond_free_places(p_payment.id, p_terms) then
    v_flag := 'beyond_limit';
  end if;
  if v_flag is not null then
    -- Recorded, but keeps no seats.
    insert into public.payment_flags (payment_id, flag) values (p_payment.id, v_flag);
    perform private.return_usage(p_payment.user_id, v_held);
    perform private.claim_seats(null, v_held, 'under_review', p_payment.user_id, p_payment.order_id, p_payment.id, null);
  elsif v_wanted <@ v_held and cardinality(v_held) = cardinality(v_wanted)
     and v_other_seats + cardinality(v_wanted) <= p_terms.seats_per_customer then
    perform private.review_held(p_payment.order_id, p_payment.id, v_until);
  else
    v_mine := private.claims_besides(p_payment.user_id, p_payment.order_id, v_wanted);
    if v_mine.other_seats + coalesce(cardinality(v_wanted), 0) > p_terms.seats_per_customer then
      insert into public.payment_flags (payment_id, flag) values (p_payment.id, 'beyond_limit');
      v_wanted := null;
      v_mine.released := v_held;
    end if;
    perform private.return_usage(p_payment.user_id, v_wanted || v_mine.released);
    perform private.claim_seats(v_wanted, v_mine.released, 'under_review', p_payment.user_id, p_payment.order_id, p_payment.id, v_until);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.complete_payment(p_order_id uuid, p_user_id uuid, p_reference text, p_path text, p_hash text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p_path !~ ('^' || p_user_id || '/[0-9]{1,16}-' || p_order_id || '[.](png|jpg|jpeg|webp)$') or p_hash !~ '^[0-9a-f]{64}$' then
    return;
  end if;
  update public.payments p
    set screenshot_url = p_path, screenshot_sha256 = p_hash, picture_digest = private.stored_digest(p_path),
      transaction_id = case
        when p.status = 'pending' and p.transaction_id = p.order_code and char_length(p_reference) between 1 and 64
          and not exists (
            select from public.payments o
            where o.user_id = p_user_id and o.transaction_id = p_reference and o.status in ('pending', 'approved'))
        then p_reference else p.transaction_id end
    where p.order_id = p_order_id and p.user_id = p_user_id and p.screenshot_url = ''
      and p.method = 'upi' and p.made_by is null and not p.is_test;
end
$function$;

CREATE OR REPLACE FUNCTION public.submit_payment(p_order_id uuid DEFAULT NULL::uuid, p_transaction_id text DEFAULT NULL::text, p_amount numeric DEFAULT NULL::numeric, p_screenshot_path text DEFAULT NULL::text, p_lines jsonb DEFAULT NULL::jsonb, p_screenshot_sha256 text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_longest_reference constant integer := 64;
  c_least_amount constant numeric := 1000000000; -- rupees, the first that is too much
  v_user uuid := auth.uid();
  v_terms public.shop_terms := private.terms();
  v_answer jsonb;
  v_reference text := private.normal_reference(p_transaction_id);
  v_hash text := lower(p_screenshot_sha256);
  v_name text := substr(p_screenshot_path, 38); -- after the user's id
  v_taken_at text := split_part(v_name, '-', 1);
  v_type text := substr(v_name, length(v_taken_at) + 39); -- after a hyphen, the order's id and a dot
  v_amount numeric;
  v_order private.orders;
  v_payment public.payments;
  v_as_held boolean;
  v_asked record;
  v_lines private.order_line[];
  v_used text;
begin
  if v_user is null then
    perform private.require_user();
  end if;
  -- A second tab waits here and then returns the first one's payment.
  perform private.lock_customer(v_user);
  -- Reads and marks in one statement; a refusal below rolls it back.
  update private.orders o set submitted_at = now(), expires_at = least(o.expires_at, now())
    where o.id = p_order_id and o.user_id = v_user and o.submitted_at is null
    returning * into v_order;
  if not found then
    v_order := private.require_own_order(p_order_id, v_user);
    if v_order.submitted_at is not null then
      v_answer := private.find_submission(p_order_id, v_user);
      if v_answer is not null then
        perform private.complete_payment(p_order_id, v_user, v_reference, p_screenshot_path, v_hash);
        return private.find_submission(p_order_id, v_user);
      end if;
    end if;
  end if;

  v_as_held := v_order.event_id is not null and p_lines = v_order.lines;
  if v_as_held then
    v_lines := private.known_lines(p_lines);
  else
    v_asked := private.asked_lines(p_lines, v_terms);
    v_lines := v_asked.lines;
  end if;
  if coalesce(v_reference, '') = '' or char_length(v_reference) > c_longest_reference
     or v_reference ~ '[\u0001-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]' then
    perform private.refuse(400, 'invalid', 'p_transaction_id', 'A reference has 1 to 64 printable characters.');
  end if;
  -- NaN and Infinity are greater than every number.
  if p_amount is null or p_amount < 0 or p_amount >= c_least_amount or round(p_amount, 2) >= c_least_amount then
    perform private.refuse(400, 'invalid', 'p_amount', 'The amount is 0 to 999999999.99 rupees.');
  end if;
  v_amount := round(p_amount, 2);
  if v_hash is null or length(v_hash) <> 64 or v_hash ~ '[^0-9a-f]' then
    perform private.refuse(400, 'invalid', 'p_screenshot_sha256', 'The hash is 64 hexadecimal digits.');
  end if;
  -- Compares instead of matching: a regular expression with ids would be compiled for every payment.
  if p_screenshot_path is distinct from concat(v_user, '/', v_taken_at, '-', p_order_id, '.', v_type)
     or length(v_taken_at) not between 1 and 16 or translate(v_taken_at, '0123456789', '') <> ''
     or v_type not in ('png', 'jpg', 'jpeg', 'webp') then
    perform private.refuse(400, 'invalid', 'p_screenshot_path',
      'The path is <user id>/<milliseconds>-<order id>.<png, jpg, jpeg or webp>.');
  end if;

  if v_as_held then
    perform private.share_event(v_order.event_id);
  else
    perform private.share_order_events(v_asked.categories, p_order_id);
  end if;
  if v_order.id is null then
    insert into private.orders (id, user_id, order_code, submitted_at)
      values (p_order_id, v_user, private.order_code(p_order_id), now())
      on conflict do nothing;
    v_order := private.require_own_order(p_order_id, v_user);
    if v_order.id is null then
      -- Another order has its code.
      perform private.refuse(403, 'other_user', 'p_order_id', 'This order id is in use.');
    end if;
  end if;
  if v_order.is_test then
    -- Made-up digits must not block the reference of a real transfer.
    v_reference := v_order.order_code;
  end if;
  insert into public.payments
    (user_id, order_id, order_code, transaction_id, amount, screenshot_url, screenshot_sha256, picture_digest, is_test,
      discount_code)
    values (v_user, p_order_id, v_order.order_code, v_reference, v_amount, p_screenshot_path, v_hash,
      private.stored_digest(p_screenshot_path), v_order.is_test,
      case when v_order.code_id is not null then (select d.code from public.discount_codes d where d.id = v_order.code_id) end)
    on conflict (user_id, transaction_id) where status in ('pending', 'approved') do nothing
    returning * into v_payment;
  if not found then
    select p.order_code into v_used from public.payments p
      where p.user_id = v_user and p.transaction_id = v_reference and p.status in ('pending', 'approved');
    perform private.refuse(409, 'transaction_used', v_used, 'The customer sent this reference with the order in detail.');
  end if;

  perform private.place_payment(v_payment, v_order, v_lines, v_as_held, v_terms);
  return private.submission(v_payment);
end
$function$;

CREATE OR REPLACE FUNCTION private.is_backed(p_payment payments)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return exists (
      select from public.credits b
      where b.keys && array[p_payment.reference_key, p_payment.order_code] and b.payment_id is null
        and b.set_aside_at is null and b.returned_at is null and private.is_credit_of(b, p_payment)
        and b.amount >= (select sum(l.total_amount) from public.payment_lines l where l.payment_id = p_payment.id)
        and (p_payment.order_code = any (b.keys) or not exists (
          select from public.payments o
          where o.reference_key = p_payment.reference_key and o.id <> p_payment.id and o.status <> 'rejected')));
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_payments()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table public.payments, public.payment_lines, public.payment_flags, public.outgoing_mail
    from public, anon, authenticated;
  grant select on table public.payments, public.payment_lines, public.payment_flags to authenticated;
  grant select, update on table public.outgoing_mail to service_role;
  revoke all on function private.plain_digits(text), private.reference_key(text), private.normal_reference(text),
    private.submission(public.payments), private.find_submission(uuid, uuid), private.codes_in(text),
    private.place_payment(public.payments, private.orders, private.order_line[], boolean, public.shop_terms),
    private.complete_payment(uuid, uuid, text, text, text),
    private.record_lines(uuid, uuid, uuid, private.order_line[], numeric[], numeric[], boolean), private.deleted_name(uuid),
    public.submit_payment(uuid, text, numeric, text, jsonb, text), public.check_payment_status(text),
    private.lock_reference(text), private.settle_reference(), private.is_sound_payment(text, numeric, timestamptz),
    private.is_sound_line(text, uuid, uuid, uuid, text[], integer, numeric, numeric),
    private.review_held(uuid, uuid, timestamptz), private.look_alike_digits(text), private.require_account(),
    private.is_backed(public.payments), private.review_end(public.payments), private.lengthen_review(uuid),
    private.stored_digest(text), private.grant_payments() from public, anon, authenticated;
  -- check_payment_status and confirm_tickets run with the customer's own rights.
  grant execute on function private.plain_digits(text), private.normal_reference(text), public.check_payment_status(text)
    to authenticated;
  grant execute on function public.submit_payment(uuid, text, numeric, text, jsonb, text) to anon, authenticated;
  -- Constraints run as the role that writes the table: of the API's roles only this one.
  grant execute on function private.is_sound_payment(text, numeric, timestamptz),
    private.is_sound_line(text, uuid, uuid, uuid, text[], integer, numeric, numeric) to service_role;
end
$function$;

CREATE OR REPLACE FUNCTION private.in_statement(p_credit credits)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p_credit.source = 'statement' or exists (
    select from public.credit_proofs o where o.credit_id = p_credit.id and o.source = 'statement')
$function$;

CREATE OR REPLACE FUNCTION private.statement_span(OUT first_on date, OUT last_on date, OUT imported_at timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  select b.booked_on into first_on from public.credits b where private.in_statement(b) order by b.booked_on limit 1;
  select b.booked_on into last_on from public.credits b where private.in_statement(b) order by b.booked_on desc limit 1;
  select max(coalesce(o.created_at, b.created_at)) into imported_at
    from public.credits b
    left join public.credit_proofs o on o.credit_id = b.id and o.source = 'statement'
    where b.booked_on = last_on and (b.source = 'statement' or o.id is not null);
end
$function$;

CREATE OR REPLACE FUNCTION public.match_bank_rows()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_listed constant integer := 200;
  v_answer jsonb;
  v_kinds jsonb;
begin
  perform private.require_user();
  if not private.is_admin() then
    perform private.refuse(403, 'forbidden', '', 'This is for admins.');
  end if;
  select jsonb_build_object('rows', count(*), 'first_on', min(b.booked_on), 'last_on', max(b.booked_on))
    into v_answer from public.credits b;

  with found as materialized (
    select m.*, case
        -- Keeps payments with warnings, and one's own, out of the bulk approval.
        when m.kind = 'exact' and (w.warnings <> '[]'::jsonb or m.user_id = private.uid()) then 'to_check'
        else m.kind
      end as shown
    from private.bank_matches m
    left join lateral (
      select v.warnings from private.payment_warnings v where m.kind = 'exact' and v.payment_id = m.payment_id) as w on true
    where m.status = 'pending'),
  ranked as (select f.*, row_number() over (partition by f.shown order by f.created_at, f.payment_id) as n from found f)
  select jsonb_object_agg(k.shown, k.found) into v_kinds from (
    select r.shown, jsonb_build_object('count', count(*), 'sum', coalesce(sum(r.amount), 0)::numeric(14, 2)::text,
      'payments', coalesce(jsonb_agg(jsonb_build_object(
        'payment_id', r.payment_id, 'order_code', r.order_code, 'transaction_id', r.transaction_id,
        'user_name', (select coalesce(f.name, f.email) from public.profiles f where f.id = r.user_id),
        'expected', r.expected, 'amount', r.amount, 'created_at', r.created_at, 'credit', r.credit,
        'credited_on', r.credited_on, 'credits', r.credits, 'others', r.others) order by r.n) filter (where r.n <= c_listed), '[]')) as found
    from ranked r group by r.shown) as k;

  return v_answer || coalesce(v_kinds, '{}') || jsonb_build_object('unclaimed', (
    with free as materialized (
      select b.* from public.credits b
      where b.payment_id is null and b.set_aside_at is null and b.returned_at is null and not exists (
        select from public.payments p
        where (p.reference_key = any (b.utrs) or p.order_code = any (b.keys)) and p.status <> 'rejected'))
    select jsonb_build_object('count', (select count(*) from free),
      'sum', (select coalesce(sum(f.amount), 0)::numeric(14, 2)::text from free f),
      'credits', coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'booked_on', f.booked_on, 'amount', f.amount,
        'narration', f.narration, 'utrs', f.utrs) order by f.booked_on desc, f.id), '[]'))
    from (select * from free order by booked_on desc, id limit c_listed) as f));
end
$function$;

CREATE OR REPLACE FUNCTION public.payment_bank_states(p_payment_ids uuid[] DEFAULT NULL::uuid[])
 RETURNS TABLE(payment_id uuid, kind text, credit numeric, credited_on date)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 25
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
declare
  c_most_payments constant integer := 200;
  v_first date;
  v_last date;
  v_imported_at timestamptz;
begin
  perform private.require_admin();
  if p_payment_ids is null or cardinality(p_payment_ids) > c_most_payments then
    perform private.refuse(400, 'invalid', 'p_payment_ids', format('At most %s payment ids.', c_most_payments));
  end if;
  select s.first_on, s.last_on, s.imported_at into v_first, v_last, v_imported_at from private.statement_span() as s;
  return query
    select m.payment_id, case when m.kind = 'not_found' and not coalesce(d.paid_on >= v_first
        and (d.paid_on < v_last or (d.paid_on = v_last and m.created_at < v_imported_at)), false)
      then 'not_covered' else m.kind end, m.credit, m.credited_on
    from private.bank_matches m, lateral (select (m.created_at at time zone 'Asia/Kolkata')::date as paid_on) as d
    where m.payment_id = any (p_payment_ids);
end
$function$;

CREATE OR REPLACE FUNCTION private.credit_used_by(p_payment_id uuid, p_reference_key text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select min(c.order_code) from (
    select (
      select min(p.order_code) from public.payments p
      where p.status = 'approved' and p.id <> p_payment_id and (p.id = b.payment_id
        or b.payment_id is null and p.reference_key = any (b.utrs) and m.order_code <> all (b.keys))) as order_code
    from public.payments m, lateral (select * from public.credits k where k.keys && array[p_reference_key, m.order_code]) as b
    where m.id = p_payment_id) as c
  having count(*) > 0 and count(*) = count(c.order_code)
$function$;

CREATE OR REPLACE FUNCTION public.find_bank_rows(p_reference text DEFAULT NULL::text)
 RETURNS TABLE(id uuid, booked_on date, amount numeric, narration text, order_code text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
declare
  v_keys text[] := private.reference_key(p_reference) || private.codes_in(p_reference);
begin
  perform private.require_user();
  if not private.is_admin() then
    perform private.refuse(403, 'forbidden', '', 'This is for admins.');
  end if;
  return query select b.id, b.booked_on, b.amount, b.narration, (
      select min(p.order_code) from public.payments p
      where p.status = 'approved' and (p.id = b.payment_id or b.payment_id is null and p.reference_key = any (b.utrs)))
    from public.credits b
    where b.keys && v_keys order by b.booked_on desc, b.id;
end
$function$;

CREATE OR REPLACE FUNCTION private.credits_imported()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lengthen_review(p.id) from (
    select distinct p.id from new_rows r, unnest(r.keys) as k
    join public.payments p on (p.reference_key = k or p.order_code = k) and p.status = 'pending' order by 1) as p;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.import_bank_rows(p_rows jsonb DEFAULT NULL::jsonb, p_import uuid DEFAULT NULL::uuid, p_file text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_longest_name constant integer := 200;
  v_importer uuid := private.require_admin();
  v_import uuid := coalesce(p_import, gen_random_uuid());
  v_given bigint;
  v_added bigint;
  v_joined bigint := 0;
  v_proven bigint;
begin
  if exists (select from public.credits b where b.import_id = v_import and b.imported_by is distinct from v_importer) then
    perform private.refuse(400, 'invalid', 'p_import', 'Another person''s import has this id.');
  end if;
  -- Two sources may bring one credit at the same time.
  perform private.lock_credits();
  v_proven := private.join_proven(p_rows, v_import);
  with given as materialized (select * from private.credits_of(p_rows)),
  added as (
    insert into public.credits (row_key, booked_on, amount, narration, utrs, balance, imported_by, import_id, import_file)
      select g.row_key, g.booked_on, g.amount, g.narration, g.utrs, g.balance, v_importer, v_import,
        nullif(left(private.clean_text(p_file), c_longest_name), '')
      from given g
      where not exists (select from public.credit_proofs o where o.source = 'statement' and o.external_id = g.row_key)
      order by 1
      on conflict (row_key) do nothing
      returning 1)
  select (select count(*) from given), (select count(*) from added) into v_given, v_added;
  if v_added < v_given then
    -- Locks in the order of an approval, and only rows that change: re-importing known rows waits for no lock.
    perform from public.credits b
      where b.id in (select j.id from private.joining(p_rows) as j) order by b.id for no key update;
    update public.credits b
      set utrs = array(select distinct u from unnest(b.utrs || j.utrs) as u order by u)
      from private.joining(p_rows) as j where b.id = j.id;
    get diagnostics v_joined = row_count;
  end if;
  v_joined := v_joined + v_proven;
  if v_added + v_joined > 0 then
    perform private.record_audit('import', 'credits', v_import::text, null,
      jsonb_strip_nulls(jsonb_build_object('added', v_added, 'joined', nullif(v_joined, 0))));
  end if;
  return jsonb_build_object('added', v_added, 'known', v_given - v_added);
end
$function$;

CREATE OR REPLACE FUNCTION public.list_bank_imports()
 RETURNS TABLE(id uuid, file text, imported_at timestamp with time zone, imported_by text, credits bigint, sum text, used bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  c_listed constant integer := 10;
begin
  perform private.require_user();
  if not private.is_admin() then
    perform private.refuse(403, 'forbidden', '', 'This is for admins.');
  end if;
  return query
    select i.import_id, i.file, i.imported_at, (select coalesce(f.name, f.email) from public.profiles f where f.id = i.importer),
      i.credits, i.sum::text, (select count(*) from public.credits b where b.import_id = i.import_id and private.backs_payment(b))
    from (
      select b.import_id, max(b.import_file) as file, min(b.created_at) as imported_at,
        (array_agg(b.imported_by))[1] as importer, count(*) as credits, sum(b.amount)::numeric(14, 2) as sum
      from public.credits b group by b.import_id order by 3 desc, 1 limit c_listed) as i
    order by 3 desc, 1;
end
$function$;

CREATE OR REPLACE FUNCTION private.backs_payment(p_row credits)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p_row.payment_id is not null or exists (
    select from public.payments p where p.status = 'approved' and p.reference_key = any (p_row.utrs)
      and private.is_credit_of(p_row, p))
$function$;

CREATE OR REPLACE FUNCTION public.take_back_bank_import(p_import uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order text;
  v_utrs text[];
  v_removed bigint;
  v_kept bigint;
begin
  perform private.require_admin();
  -- An approval locks its credits: it either ran before this or finds them deleted.
  perform from public.credits b where b.import_id = p_import order by b.id for update;
  if not found then
    perform private.refuse(404, 'not_found', '', 'There is no such import.');
  end if;
  select min(p.order_code) into v_order from public.credits b
    join public.payments p on p.status = 'approved' and (p.id = b.payment_id or p.reference_key = any (b.utrs))
    where b.import_id = p_import;
  if v_order is not null then
    perform private.refuse(409, 'in_use', v_order, 'The order in detail was approved by a credit of this import.');
  end if;
  select min(p.order_code) into v_order from public.credits b
    join public.payments p on p.status = 'rejected' and p.reference_key = any (b.utrs)
    join public.refunds r on r.payment_id = p.id and r.status = 'refunded'
    where b.import_id = p_import;
  if v_order is not null then
    perform private.refuse(409, 'in_use', v_order, 'A credit of this import was sent back, for the order in detail.');
  end if;
  select array_agg(u) into v_utrs from public.credits b, unnest(b.utrs) as u where b.import_id = p_import;
  delete from public.credit_proofs o where o.source = 'statement' and o.content ->> 'import_id' = p_import::text;
  -- What a mail or a gateway says, too, stays: only the statement was wrong.
  update public.credits b
    set source = o.source, row_key = private.proof_row_key(o.source, o.external_id), narration = coalesce(b.note, ''), note = null,
      balance = null, import_id = gen_random_uuid(), import_file = null, imported_by = null
    from (select distinct on (o.credit_id) o.* from public.credit_proofs o order by o.credit_id, o.created_at, o.id) as o
    where b.import_id = p_import and o.credit_id = b.id;
  get diagnostics v_kept = row_count;
  delete from public.credits b where b.import_id = p_import;
  get diagnostics v_removed = row_count;
  v_removed := v_removed + v_kept;
  -- No statement says any more that their money came in.
  delete from public.refunds r using public.payments p
    where p.id = r.payment_id and p.status = 'rejected' and p.reference_key = any (v_utrs)
      and r.ticket_id is null and r.status = 'requested' and r.reason = 'rejected'
      and not exists (select from public.credits b where b.utrs @> array[p.reference_key]);
  perform private.record_audit('take_back', 'credits', p_import::text, jsonb_build_object('credits', v_removed), null);
  return jsonb_build_object('removed', v_removed);
end
$function$;

CREATE OR REPLACE FUNCTION private.joining(p_rows jsonb)
 RETURNS TABLE(id uuid, utrs text[])
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select distinct on (b.id) b.id, g.utrs
  from private.credits_of(p_rows) as g
  join public.credits b on b.row_key = g.row_key
  where not g.utrs <@ b.utrs
    and not exists (
      select from public.credits o
      where o.booked_on = g.booked_on and o.amount = g.amount and o.balance = g.balance and o.utrs && g.utrs)
  order by b.id, g.utrs
$function$;

CREATE OR REPLACE FUNCTION private.join_bank_rows()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  with alike as materialized (
    select b.*, row_number() over (
        partition by b.booked_on, b.amount, b.balance, b.import_id order by b.created_at, b.id) as place
    from public.credits b where b.balance is not null),
  ranked as materialized (
    select a.*, first_value(a.id) over (
        partition by a.booked_on, a.amount, a.balance, a.place order by a.payment_id is null, a.created_at, a.id) as first_id
    from alike a),
  gone as (
    delete from public.credits b using ranked r where r.id = b.id and r.id <> r.first_id and r.payment_id is null)
  update public.credits b
    set row_key = private.bank_row_key(b.booked_on, b.amount, b.narration, b.balance, r.place),
      utrs = array(
        select distinct u from ranked o, unnest(o.utrs) as u
        where o.first_id = b.id and (o.id = b.id or o.payment_id is null) order by u)
    from ranked r where r.id = b.id and r.first_id = b.id;
end
$function$;

CREATE OR REPLACE FUNCTION private.credit_joined()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_new text[] := array(select k from unnest(new.keys) as k except select k from unnest(old.keys) as k);
begin
  perform private.lengthen_review(p.id) from (
    select p.id from public.payments p
    where (p.reference_key = any (v_new) or p.order_code = any (v_new)) and p.status = 'pending' order by 1) as p;
  perform private.owe_beyond(array(
    select p.id from public.payments p
    where (p.reference_key = any (v_new) or p.order_code = any (v_new)) and p.status <> 'pending'));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_bank()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table public.credits, private.bank_matches, private.credit_matches from public, anon, authenticated;
  grant select on table public.credits, private.bank_matches, private.credit_matches to authenticated;
  revoke all on function private.bank_rows_of(jsonb), public.import_bank_rows(jsonb, uuid, text),
    public.match_bank_rows(), public.find_bank_rows(text), public.list_bank_imports(),
    public.take_back_bank_import(uuid), public.payment_bank_states(uuid[]), private.backs_payment(public.credits),
    private.bank_row_key(date, numeric, text, numeric, bigint), private.credits_of(jsonb), private.joining(jsonb),
    private.join_bank_rows(), private.credit_joined(), private.credits_imported(), private.credit_used_by(uuid, text),
    private.is_credit_of(public.credits, public.payments),
    private.is_common(private.orders), private.in_statement(public.credits), private.statement_span(),
    private.grant_bank() from public, anon, authenticated;
  grant execute on function public.import_bank_rows(jsonb, uuid, text), public.match_bank_rows(), public.find_bank_rows(text),
    public.list_bank_imports(), public.take_back_bank_import(uuid), public.payment_bank_states(uuid[]) to anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.owe_event(p_event_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into public.refunds (ticket_id, payment_id, user_id, amount, upi_id, reason)
    select s.id, s.payment_id, s.user_id, o.owed, f.refund_upi_id, 'cancelled'
    from (
      -- Each ticket reduces what is left of its payment for the next.
      select t.id, t.payment_id, t.user_id, t.share, t.received - t.promised - coalesce(
          sum(t.share) over (partition by t.payment_id order by t.id rows between unbounded preceding and 1 preceding), 0) as remaining
      from (
        select t.*, m.received, m.promised,
          least(t.total_amount, round(m.received * t.total_amount / nullif(m.due, 0), 2)) as share
        from public.user_tickets t join private.payment_money m on m.payment_id = t.payment_id
        where t.event_id = p_event_id and t.revoked_at is null
          and not exists (select from public.refunds r where r.ticket_id = t.id)
      ) as t
    ) as s
    left join public.profiles f on f.id = s.user_id,
    lateral (select least(s.share, s.remaining) as owed) as o
    where o.owed > 0
    -- Sorting reads all rows before the first insert, so that no read sees an inserted row.
    order by o.owed, s.id;
  perform private.owe_beyond(array(
    select distinct l.payment_id from public.payment_lines l
    where l.event_id = p_event_id and exists (
      select from public.payments p join public.credits b on b.payment_id = p.id or b.keys && array[p.reference_key, p.order_code]
      where p.id = l.payment_id)));
end
$function$;

CREATE OR REPLACE FUNCTION private.owe_credit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.owe_beyond(array(
    select p.id from public.payments p
    where (p.reference_key = any (new.utrs) or p.order_code = any (new.keys)) and p.status <> 'pending'));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_payments(p_payment_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.lock_customer(p.user_id) from (
    select distinct p.user_id from public.payments p where p.id = any (p_payment_ids) order by 1) as p;
  perform private.share_event(e.event_id) from (
    select l.event_id from public.payment_lines l where l.payment_id = any (p_payment_ids) and l.event_id is not null
    union
    select c.event_id from public.seat_claims c where c.payment_id = any (p_payment_ids)
    order by 1) as e;
  perform from public.payments p where p.id = any (p_payment_ids) order by p.id for update;
  perform from public.ticket_categories c
    where c.id in (select l.ticket_category_id from public.payment_lines l where l.payment_id = any (p_payment_ids))
    order by c.id for no key update;
  perform from public.seat_claims c where c.payment_id = any (p_payment_ids)
    order by c.event_id, c.place, c.seat for no key update;
  -- Two payments may name one credit: the second decision waits, and then finds it used.
  perform from public.credits b
    where b.keys && array(
      select k from public.payments p, unnest(array[p.reference_key, p.order_code]) as k where p.id = any (p_payment_ids))
    order by b.id for no key update;
end
$function$;

CREATE OR REPLACE FUNCTION private.approve_payment(p_payment payments, p_note text, p_reviewer uuid, p_by_proof boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_used text;
  v_lost private.seat[];
  v_line public.payment_lines;
  v_key private.event_keys;
  v_ticket uuid;
begin
  if p_payment.user_id = p_reviewer and not p_payment.is_test then
    perform private.refuse(403, 'own_payment', p_payment.order_code, 'You cannot decide about your own payment.');
  end if;
  select p.order_code into v_used from public.payments p
    where p.reference_key = p_payment.reference_key and p.status = 'approved' and p.id <> p_payment.id;
  if found then
    perform private.refuse(409, 'reference_approved', v_used, 'This reference was approved for the order in detail.');
  end if;
  select p.order_code into v_used from public.refunds r join public.payments p on p.id = r.payment_id
    where r.utr_key = p_payment.reference_key and r.payment_id <> p_payment.id order by r.refunded_at desc limit 1;
  if found then
    perform private.refuse(409, 'reference_of_refund', v_used, 'This transfer paid money back, for the order in detail.');
  end if;
  v_used := private.credit_used_by(p_payment.id, p_payment.reference_key);
  if v_used is not null then
    perform private.refuse(409, 'credit_used', v_used, 'The bank credit that this reference names paid for the order in detail.');
  end if;
  v_lost := private.lost_seats(p_payment.id);
  if v_lost is not null then
    perform private.refuse(409, 'seats_lost', private.seats_as_lines(v_lost), 'Give other seats first; detail has the lost ones.');
  end if;

  begin
    update public.payments p
      set status = 'approved', reviewed_by = p_reviewer, reviewed_at = now(), review_note = p_note,
        approved_by_proof = p_by_proof
      where p.id = p_payment.id;
  exception when unique_violation then -- the same reference was just approved for another customer
    select p.order_code into v_used from public.payments p
      where p.reference_key = p_payment.reference_key and p.status = 'approved';
    perform private.refuse(409, 'reference_approved', coalesce(v_used, ''), 'This reference was approved for the order in detail.');
  end;

  update public.credits b
    set payment_id = p_payment.id, matched_by = coalesce(b.matched_by, case
      when b.given_code = p_payment.order_code then 'hand' when p_payment.order_code = any (b.keys) then 'code' else 'utr' end)
    where b.keys && array[p_payment.reference_key, p_payment.order_code] and b.payment_id is null
      and b.set_aside_at is null and b.returned_at is null and private.is_credit_of(b, p_payment)
      and (p_payment.order_code = any (b.keys) or not exists (
        select from public.payments o
        where o.status = 'approved' and o.id <> p_payment.id and o.reference_key = any (b.utrs)));

  for v_line in select * from public.payment_lines l where l.payment_id = p_payment.id order by l.line loop
    v_key := private.signing_key(v_line.event_id);
    v_ticket := gen_random_uuid();
    insert into public.user_tickets (id, user_id, event_id, ticket_category_id, payment_id, payment_line_id, seats, quantity,
        total_amount, code, key_number, signature, is_test)
      values (v_ticket, v_line.user_id, v_line.event_id, v_line.ticket_category_id, p_payment.id, v_line.id, v_line.seats,
        v_line.quantity, v_line.total_amount, private.new_ticket_code(), v_key.key_number,
        private.ticket_signature(v_key.key, v_key.key_number, v_ticket, v_line.user_id, v_line.event_id, v_line.seats), p_payment.is_test);
    update public.seat_claims c set state = 'sold', ticket_id = v_ticket, review_until = null
      where c.payment_id = p_payment.id and c.ticket_category_id = v_line.ticket_category_id;
  end loop;
  update public.payment_lines l set payment_status = 'completed' where l.payment_id = p_payment.id;
end
$function$;

CREATE OR REPLACE FUNCTION private.decide_payment(p_payment_id uuid, p_decision text, p_note text, p_reviewer uuid, p_by_proof boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_payment public.payments;
begin
  select * into v_payment from public.payments p where p.id = p_payment_id;
  if not found then
    perform private.refuse(404, 'not_found', 'p_payment_id', 'There is no such payment.');
  end if;
  if v_payment.status = p_decision then
    return private.decision(p_payment_id);
  elsif v_payment.status <> 'pending' then
    perform private.refuse_decided(v_payment);
  end if;

  if p_decision = 'approved' then
    perform private.approve_payment(v_payment, p_note, p_reviewer, p_by_proof);
  else
    perform private.reject_payment(v_payment, p_note, p_reviewer);
  end if;

  insert into public.outgoing_mail (user_id, email, kind, payment_id, content)
    select f.id, f.email, 'payment_' || p_decision, p_payment_id, jsonb_build_object(
      'name', f.name, 'order_code', v_payment.order_code, 'transaction_id', v_payment.transaction_id,
      'amount', v_payment.amount, 'note', p_note, 'is_test', v_payment.is_test,
      'lines', (
        select jsonb_agg(jsonb_build_object(
          'event_name', l.event_name, 'category_name', l.category_name, 'seats', l.seats, 'event_date', e.date,
          'venue', e.venue, 'total_amount', l.total_amount) order by l.line)
        from public.payment_lines l left join public.events e on e.id = l.event_id where l.payment_id = p_payment_id))
    from public.profiles f
    where f.id = v_payment.user_id and f.notify_email and f.email is not null
    on conflict (payment_id, kind) do nothing;
  return private.decision(p_payment_id);
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_review()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table private.payment_watchers, private.payment_warnings, private.payment_list, private.ticket_list
    from public, anon, authenticated;
  grant select on table private.payment_warnings, private.payment_list, private.ticket_list to authenticated;
  revoke all on function public.watch_payments(uuid, uuid), private.lock_payments(uuid[]), private.prepare_keys(uuid[]),
    private.lost_seats(uuid), private.decision(uuid), private.refuse_decided(public.payments),
    private.approve_payment(public.payments, text, uuid, boolean), private.reject_payment(public.payments, text, uuid),
    private.decide_payment(uuid, text, text, uuid, boolean), public.review_payment(uuid, text, text), public.review_payments(uuid[]),
    public.reassign_seats(uuid, jsonb), private.places_for(public.payments, uuid, integer),
    private.find_payments(text, text, uuid, uuid), private.find_lines(text, text, uuid, uuid),
    public.get_payment_details(), public.search_payments(text, text, uuid, uuid), public.get_all_tickets(),
    public.search_tickets(text, text, uuid, uuid), private.decision_note(text), public.reject_payments(uuid[], text),
    private.grant_review() from public, anon, authenticated;
  grant execute on function public.watch_payments(uuid, uuid), public.review_payment(uuid, text, text),
    public.review_payments(uuid[]), public.reassign_seats(uuid, jsonb), public.reject_payments(uuid[], text)
    to anon, authenticated;
  grant execute on function public.get_payment_details(), public.search_payments(text, text, uuid, uuid), public.get_all_tickets(),
    public.search_tickets(text, text, uuid, uuid), private.find_payments(text, text, uuid, uuid), private.find_lines(text, text, uuid, uuid)
    to authenticated;
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
  update public.credits b set payment_id = null where b.payment_id = v_payment.id;
  perform private.record_audit('undo_sale', 'payments', v_payment.id::text, null,
    jsonb_build_object('order_code', v_payment.order_code, 'amount', v_payment.amount, 'method', v_payment.method, 'reason', v_reason));
  return private.door_sale(v_payment, null);
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_proof_rules()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if new.id is distinct from old.id then
    perform private.refuse(400, 'invalid', 'id', 'There is one row of rules.');
  end if;
  new.revision := old.revision + 1;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.shift_end()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select max(s.ends_at) from private.shifts s
  join public.staff a on a.user_id = s.user_id and a.role = 'admin' and private.role_holds(a.ends_at)
  where s.ends_at > now()
$function$;

CREATE OR REPLACE FUNCTION private.is_on_shift()
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select private.shift_end() is not null $function$;

CREATE OR REPLACE FUNCTION public.change_shift(p_hours integer DEFAULT NULL::integer)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_most_hours constant integer := 12;
  v_user uuid := private.require_admin();
begin
  if p_hours is not null and p_hours not between 0 and c_most_hours then
    perform private.refuse(400, 'invalid', 'p_hours', format('A shift has 1 to %s hours; 0 ends it.', c_most_hours));
  end if;
  if p_hours = 0 then
    delete from private.shifts s where s.user_id = v_user;
  elsif p_hours is not null then
    insert into private.shifts as s (user_id, ends_at) values (v_user, now() + make_interval(hours => p_hours))
      on conflict (user_id) do update set ends_at = excluded.ends_at;
  end if;
  if p_hours is not null then
    perform private.record_audit('change_shift', 'proof_rules', '1', null, jsonb_build_object('hours', p_hours));
  end if;
  return private.shift_end();
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_credits()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select pg_advisory_xact_lock(hashtextextended('credits', 0)) $function$;

CREATE OR REPLACE FUNCTION private.join_proven(p_rows jsonb, p_import uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_row record;
  v_joined bigint := 0;
begin
  for v_row in
    select g.row_key, g.narration, b.id from private.credits_of(p_rows) as g
    join public.credits b on b.utrs && g.utrs and b.amount = g.amount and b.source <> 'statement'
    where not exists (select from public.credits o where o.row_key = g.row_key)
      and not exists (select from public.credit_proofs o where o.credit_id = b.id and o.source = 'statement')
    order by b.id, g.row_key
  loop
    insert into public.credit_proofs (credit_id, source, external_id, content)
      values (v_row.id, 'statement', v_row.row_key, jsonb_build_object('narration', v_row.narration, 'import_id', p_import))
      on conflict (source, external_id) do nothing;
    if found then
      update public.credits b set note = left(concat_ws(' ', b.note, v_row.narration), 1000) where b.id = v_row.id;
      v_joined := v_joined + 1;
    end if;
  end loop;
  return v_joined;
end
$function$;

CREATE OR REPLACE FUNCTION private.proof_row_key(p_source text, p_external_id text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select encode(sha256(convert_to(concat_ws(E'\x1f', 'proof', p_source, p_external_id), 'UTF8')), 'hex') $function$;

CREATE OR REPLACE FUNCTION private.code_beginnings(p_text text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array(
    select distinct m[1]
    from regexp_matches(regexp_replace(upper(p_text), '[A-Z0-9._-]+@[A-Z0-9.]*', ' ', 'g'),
      '(?<![A-Z0-9])(?:MF)?([0-9A-HJKMNP-TV-Z]{3,7})(?![A-Z0-9])', 'g') as m order by 1)
$function$;

CREATE OR REPLACE FUNCTION private.cut_code_key(p_credit credits, p_order_code text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when bool_or(length(t) >= 5 and t ~ '[0-9]' and t ~ '[A-Z]') then 'prefix' else 'short_prefix' end
  from unnest(private.code_beginnings(p_credit.narration || ' ' || coalesce(p_credit.note, ''))) as t
  where substr(p_order_code, 3, length(t)) = t
  having count(*) > 0
$function$;

CREATE OR REPLACE FUNCTION private.near_references(p_reference text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array(
    select near from (
      select overlay(p_reference placing d::text from i for 1) as near
        from generate_series(1, length(p_reference)) as i, generate_series(0, 9) as d
      union
      select overlay(p_reference placing substr(p_reference, i + 1, 1) || substr(p_reference, i, 1) from i for 2)
        from generate_series(1, length(p_reference) - 1) as i
      union
      select overlay(p_reference placing '' from i for 1) from generate_series(1, length(p_reference)) as i
      union
      select overlay(p_reference placing d::text from i for 0)
        from generate_series(1, length(p_reference) + 1) as i, generate_series(0, 9) as d) as n
    where p_reference ~ '^[0-9]{11,13}$' and near <> p_reference)
$function$;

CREATE OR REPLACE FUNCTION private.near_orders(p_credit credits)
 RETURNS TABLE(order_id uuid, order_code text, user_id uuid, payment_id uuid, key text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select c.order_id, c.order_code, c.user_id, c.payment_id, c.key from (
    select p.order_id, p.order_code, p.user_id, p.id as payment_id, 'near_utr' as key, p.created_at
    from public.payments p
    where p.reference_key in (select r from unnest(p_credit.utrs) as u, unnest(private.near_references(u)) as r)
      and p.status = 'pending' and p.amount = p_credit.amount and p.method = 'upi' and not p.is_test and p.made_by is null
    union
    select o.id, o.order_code, o.user_id, p.id, private.cut_code_key(p_credit, o.order_code), o.created_at
    from unnest(private.code_beginnings(p_credit.narration || ' ' || coalesce(p_credit.note, ''))) as t
    join private.orders o on o.order_code between 'MF' || t and 'MF' || t || 'ZZZZZZZZ'
    left join public.payments p on p.order_id = o.id
    where not o.is_test and (p.id is null and o.submitted_at is null or p.status = 'pending')
      and coalesce((select sum(l.total_amount) from public.payment_lines l where l.payment_id = p.id),
        (select sum(s) from unnest(o.shares) as s)) = p_credit.amount) as c
  where c.key is not null
    and (c.created_at at time zone 'Asia/Kolkata')::date between p_credit.booked_on - 1 and p_credit.booked_on + 1
$function$;

CREATE OR REPLACE FUNCTION private.order_of_credit(p_credit credits, OUT order_id uuid, OUT order_code text, OUT user_id uuid, OUT payment_id uuid, OUT key text, OUT doubt text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_found integer;
begin
  select count(*), min(o.id::text)::uuid into v_found, order_id from private.orders o
    where o.order_code = any (p_credit.keys) and not private.is_common(o);
  if v_found > 0 then
    key := case when p_credit.given_code is null then 'code' else coalesce(p_credit.matched_by, 'hand') end;
  else
    select count(*), min(p.order_id::text)::uuid into v_found, order_id from public.payments p
      where p.reference_key = any (p_credit.utrs) and p.status <> 'rejected';
    if v_found > 0 then
      key := 'utr';
    else
      select count(distinct n.order_id), min(n.order_id::text)::uuid, min(n.key) into v_found, order_id, key
        from private.near_orders(p_credit) as n;
      if v_found = 1 and exists (
          select from private.orders o left join public.payments p on p.order_id = o.id,
          lateral (
            select from public.credits b
            where b.amount = p_credit.amount and b.booked_on between p_credit.booked_on - 1 and p_credit.booked_on + 1
              and b.id <> p_credit.id and b.payment_id is null and b.set_aside_at is null and b.returned_at is null
              and (private.cut_code_key(b, o.order_code) is not null or b.keys && array[o.order_code, p.reference_key]
                or b.utrs && private.near_references(p.reference_key))
            limit 1) as b
          where o.id = order_of_credit.order_id) then
        v_found := 2;
      end if;
      if v_found = 0 then
        key := null;
      elsif key = 'short_prefix' then
        doubt := 'short_prefix';
      end if;
    end if;
  end if;
  if v_found > 1 then
    order_id := null;
    doubt := 'several';
    return;
  end if;
  select o.order_code, o.user_id, p.id,
      coalesce(doubt, case
        when o.is_test then 'test'
        when p.status = 'rejected' then 'rejected'
        when p.status = 'approved' and p_credit.payment_id is distinct from p.id then 'paid' end)
    into order_code, user_id, payment_id, doubt
    from private.orders o left join public.payments p on p.order_id = o.id where o.id = order_of_credit.order_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.doubt_of_time(p_credit credits, p_order_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case
    when p_credit.given_by is not null then null
    when p_credit.booked_on < (now() at time zone 'Asia/Kolkata')::date - 3 then 'old'
    -- Otherwise an order could be made to fit a credit that was seen.
    when coalesce(p_credit.credited_at < o.created_at - interval '2 minutes',
      p_credit.booked_on < (o.created_at at time zone 'Asia/Kolkata')::date) then 'before_order' end
  from private.orders o where o.id = p_order_id
$function$;

CREATE OR REPLACE FUNCTION private.claim_by_credit(p_credit_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_credit public.credits;
  v_found record;
  v_order private.orders;
  v_payment public.payments;
  v_lines private.order_line[];
  v_sum numeric;
  v_utr text;
begin
  select * into v_credit from public.credits b where b.id = p_credit_id;
  v_found := private.order_of_credit(v_credit);
  if v_found.order_id is null or v_found.payment_id is not null or v_found.doubt is not null
     or not (v_credit.is_certain or v_credit.given_by is not null) or v_credit.payment_id is not null
     or v_credit.set_aside_at is not null or v_credit.returned_at is not null
     or private.doubt_of_time(v_credit, v_found.order_id) is not null then
    return;
  end if;
  perform private.lock_customer(v_found.user_id);
  select * into v_order from private.orders o where o.id = v_found.order_id;
  -- A rupee with another's code must not end their order.
  select coalesce(sum(b.amount), 0) into v_sum from public.credits b
    where (b.id = p_credit_id or b.keys @> array[v_order.order_code]) and b.payment_id is null and b.set_aside_at is null
      and b.returned_at is null and (b.is_certain or b.given_by is not null);
  if v_order.submitted_at is not null or v_order.lines is null
     or v_sum < coalesce((select sum(s) from unnest(v_order.shares) as s), 'Infinity')
     or not exists (select from auth.users u where u.id = v_order.user_id)
     or exists (select from private.closed_accounts a where a.user_id = v_order.user_id) then
    return;
  end if;
  update private.orders o set submitted_at = now(), expires_at = least(o.expires_at, now()) where o.id = v_order.id;
  v_lines := private.known_lines(v_order.lines);
  if v_order.event_id is not null then
    perform private.share_event(v_order.event_id);
  else
    perform private.share_order_events(array(select l.ticket_category_id from unnest(v_lines) as l), v_order.id);
  end if;
  v_utr := v_credit.utrs[1];
  if v_utr is null or exists (select from public.payments p where p.reference_key = v_utr and p.status <> 'rejected') then
    v_utr := v_order.order_code;
  end if;
  insert into public.payments
    (user_id, order_id, order_code, transaction_id, amount, screenshot_url, screenshot_sha256, discount_code)
    values (v_order.user_id, v_order.id, v_order.order_code, v_utr, v_sum, '', '',
      (select d.code from public.discount_codes d where d.id = v_order.code_id))
    returning * into v_payment;
  perform private.place_payment(v_payment, v_order, v_lines, v_order.event_id is not null, private.terms());
  if v_found.key in ('prefix', 'near_utr') then
    update public.credits b set given_code = v_order.order_code, matched_by = v_found.key where b.id = p_credit_id;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.doubt_of_proof(p_credit credits, p_payment payments)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_rules public.proof_rules;
  v_match record;
  v_ignored text[];
  v_other text;
begin
  select * into v_rules from public.proof_rules r where r.id = 1;
  if v_rules.approve = 'off' or v_rules.approve = 'on_shift' and not private.is_on_shift() then
    return v_rules.approve;
  end if;
  if not p_credit.is_certain then
    return 'uncertain';
  end if;
  select * into v_match from private.credit_matches m where m.payment_id = p_payment.id;
  if v_match.kind is distinct from 'exact' then
    return coalesce(v_match.kind, 'not_found');
  end if;
  if v_match.expected > v_rules.most_amount then
    return 'amount';
  end if;
  -- Staff cannot prove their own payment.
  if exists (
    select from public.credits b
    where b.keys && array[p_payment.reference_key, p_payment.order_code] and b.set_aside_at is null and b.returned_at is null
      and (b.imported_by = p_payment.user_id or b.given_by = p_payment.user_id or not b.is_certain)) then
    return 'own';
  end if;
  -- Without a UTR it may be a credit that another source brought.
  if exists (
    select from public.credits b join public.credits o
      on o.id <> b.id and o.source <> b.source and o.amount = b.amount and o.booked_on between b.booked_on - 1 and b.booked_on + 1
        and (o.utrs = '{}' or b.utrs = '{}')
        and o.set_aside_at is null and o.returned_at is null
    where b.keys && array[p_payment.reference_key, p_payment.order_code] and b.set_aside_at is null and b.returned_at is null) then
    return 'same';
  end if;
  v_other := private.doubt_of_time(p_credit, p_payment.order_id);
  if v_other is not null then
    return v_other;
  end if;
  v_ignored := case when v_match.by_code
    then '{no_screenshot,price_changed,amount_differs,reference_not_12_digits,reference_used,screenshot_seen}'::text[]
    else '{no_screenshot,price_changed}'::text[] end;
  select w.warning ->> 'code' into v_other
    from private.payment_warnings v, jsonb_array_elements(v.warnings) as w (warning)
    where v.payment_id = p_payment.id and w.warning ->> 'code' <> all (v_ignored) limit 1;
  if v_other is not null then
    return v_other;
  end if;
  if (select count(*) from public.payments p where p.approved_by_proof and p.reviewed_at > now() - interval '1 minute')
     >= v_rules.most_a_minute then
    return 'rate';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.credit_state(p_credit_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_credit public.credits;
  v_found record;
  v_status text;
begin
  select * into v_credit from public.credits b where b.id = p_credit_id;
  if v_credit.payment_id is not null then
    return (select jsonb_build_object('credit_id', p_credit_id, 'order_code', p.order_code, 'payment_id', p.id,
        'status', p.status, 'key', v_credit.matched_by) from public.payments p where p.id = v_credit.payment_id);
  end if;
  v_found := private.order_of_credit(v_credit);
  v_status := case
    when v_found.payment_id is not null and v_found.doubt is null then 'pending'
    when v_found.key is not null then 'likely'
    else 'unclaimed' end;
  return jsonb_build_object('credit_id', p_credit_id, 'order_code', v_found.order_code, 'payment_id', v_found.payment_id,
    'status', v_status, 'key', v_found.key);
end
$function$;

CREATE OR REPLACE FUNCTION public.settle_credit(p_credit_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_credit public.credits;
  v_found record;
  v_payment public.payments;
  v_doubt text;
begin
  -- Before any other lock: the number a minute is counted by one at a time.
  perform pg_advisory_xact_lock(hashtextextended('approval by proof', 0));
  select * into v_credit from public.credits b where b.id = p_credit_id;
  if not found then
    perform private.refuse(404, 'not_found', 'p_credit_id', 'There is no such credit.');
  end if;
  v_found := private.order_of_credit(v_credit);
  if v_credit.payment_id is null and v_credit.set_aside_at is null and v_credit.returned_at is null
     and v_found.payment_id is not null and v_found.doubt is null then
    perform private.lock_payments(array[v_found.payment_id]);
    select * into v_credit from public.credits b where b.id = p_credit_id for no key update;
    select * into v_payment from public.payments p where p.id = v_found.payment_id;
    if v_payment.status = 'pending' and v_credit.payment_id is null then
      begin
        if v_found.key in ('prefix', 'near_utr') and v_credit.given_code is null then
          update public.credits b set given_code = v_payment.order_code, matched_by = v_found.key where b.id = p_credit_id
            returning * into v_credit;
        end if;
        v_doubt := private.doubt_of_proof(v_credit, v_payment);
        if v_doubt is null then
          perform private.prepare_keys(array[v_payment.id]);
          perform private.decide_payment(v_payment.id, 'approved', null, null, true);
        else
          -- Takes back what a near match wrote.
          perform private.refuse(409, 'in_use', v_doubt, 'A person decides.');
        end if;
      exception when sqlstate 'PT409' or sqlstate 'PT403' then
        get stacked diagnostics v_doubt = pg_exception_detail;
      end;
    end if;
  end if;
  return private.credit_state(p_credit_id) || jsonb_build_object('doubt', coalesce(v_doubt, v_found.doubt));
end
$function$;

CREATE OR REPLACE FUNCTION private.open_credits(p_near boolean)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select b.id from public.credits b
  cross join (
    select r.approve = 'always' or r.approve = 'on_shift' and private.is_on_shift() as decides
    from public.proof_rules r where r.id = 1) as r
  where b.payment_id is null and b.set_aside_at is null and b.returned_at is null and b.is_certain
    and b.booked_on >= (now() at time zone 'Asia/Kolkata')::date - 3
    and (exists (
        select from private.orders o left join public.payments p on p.order_id = o.id
        where o.order_code = any (b.keys) and (p.id is null or r.decides and p.status = 'pending') and not private.is_common(o))
      or r.decides and exists (select from public.payments p where p.reference_key = any (b.utrs) and p.status = 'pending')
      or r.decides and p_near and exists (select from private.near_orders(b)))
  order by b.created_at, b.id limit 500
$function$;

CREATE OR REPLACE FUNCTION public.settle_open_credits()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_at_once constant integer := 50;
  v_id uuid;
  v_approved integer := 0;
begin
  for v_id in select i from private.open_credits(true) as i limit c_at_once loop
    perform private.claim_by_credit(v_id);
  end loop;
  for v_id in select i from private.open_credits(true) as i limit c_at_once loop
    if public.settle_credit(v_id) ->> 'status' = 'approved' then
      v_approved := v_approved + 1;
    end if;
  end loop;
  return v_approved;
end
$function$;

CREATE OR REPLACE FUNCTION private.read_proof(p_proof jsonb, OUT source text, OUT external_id text, OUT credited_at timestamp with time zone, OUT amount numeric, OUT utr text, OUT note text, OUT payer_vpa text, OUT certain boolean, OUT content jsonb)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  c_most_content constant integer := 100000; -- bytes
  v_bad text;
begin
  v_bad := case
    when jsonb_typeof(p_proof) is distinct from 'object' then 'p_proof'
    when coalesce(p_proof ->> 'source', '') not in ('report', 'mail', 'gateway') then 'source'
    when length(coalesce(p_proof ->> 'external_id', '')) not between 1 and 200 then 'external_id'
    when coalesce(p_proof ->> 'amount', '') !~ '^\d{1,9}(\.\d{1,2})?$' or (p_proof ->> 'amount')::numeric = 0 then 'amount'
    when p_proof ->> 'utr' !~ '^\d{12}$' then 'utr'
    when length(p_proof ->> 'note') > 500 then 'note'
    when length(p_proof ->> 'payer_vpa') > 120 then 'payer_vpa'
    when jsonb_typeof(p_proof -> 'certain') is distinct from 'boolean' then 'certain'
    when jsonb_typeof(coalesce(p_proof -> 'content', '{}')) <> 'object' or pg_column_size(p_proof -> 'content') > c_most_content then 'content'
  end;
  if v_bad is null then
    begin
      credited_at := (p_proof ->> 'credited_at')::timestamptz;
    exception when others then
      v_bad := 'credited_at';
    end;
    if credited_at is null or credited_at > now() + interval '10 minutes' or credited_at < now() - interval '400 days' then
      v_bad := coalesce(v_bad, 'credited_at');
    end if;
  end if;
  if v_bad is not null then
    perform private.refuse(400, 'invalid', v_bad, 'The proof cannot be read.');
  end if;
  source := p_proof ->> 'source';
  external_id := p_proof ->> 'external_id';
  amount := (p_proof ->> 'amount')::numeric(12, 2);
  utr := p_proof ->> 'utr';
  if translate(utr, left(utr, 1), '') = '' then
    utr := null;
  end if;
  note := coalesce(regexp_replace(private.clean_text(p_proof ->> 'note'), '\s+', ' ', 'g'), '');
  payer_vpa := nullif(private.clean_text(p_proof ->> 'payer_vpa'), '');
  certain := (p_proof ->> 'certain')::boolean;
  content := coalesce(p_proof -> 'content', '{}');
end
$function$;

CREATE OR REPLACE FUNCTION public.take_proof(p_proof jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_proof record := private.read_proof(p_proof);
  v_credit uuid;
  v_known boolean;
  v_customer uuid;
begin
  perform private.lock_credits();
  select o.credit_id into v_credit from public.credit_proofs o
    where o.source = v_proof.source and o.external_id = v_proof.external_id;
  v_known := found;
  if not v_known then
    select b.id into v_credit from public.credits b
      where b.utrs @> array[v_proof.utr] and b.amount = v_proof.amount and v_proof.utr is not null
        and not exists (select from public.credit_proofs o where o.credit_id = b.id and o.source = v_proof.source)
      order by b.created_at, b.id limit 1;
    if found then
      -- The lock order of an approval: its customer before the credit.
      select f.user_id into v_customer from public.credits b, private.order_of_credit(b) as f where b.id = v_credit;
      if v_customer is not null then
        perform private.lock_customer(v_customer);
      end if;
      update public.credits b
        set note = left(concat_ws(' ', b.note, nullif(v_proof.note, '')), 1000), payer_vpa = coalesce(b.payer_vpa, v_proof.payer_vpa),
          credited_at = coalesce(b.credited_at, v_proof.credited_at), is_certain = b.is_certain or v_proof.certain
        where b.id = v_credit;
    else
      insert into public.credits (row_key, booked_on, amount, narration, utrs, source, credited_at, payer_vpa, is_certain)
        values (private.proof_row_key(v_proof.source, v_proof.external_id),
          (v_proof.credited_at at time zone 'Asia/Kolkata')::date, v_proof.amount, v_proof.note,
          case when v_proof.utr is null then '{}' else array[v_proof.utr] end, v_proof.source, v_proof.credited_at,
          v_proof.payer_vpa, v_proof.certain)
        returning id into v_credit;
    end if;
    insert into public.credit_proofs (credit_id, source, external_id, content)
      values (v_credit, v_proof.source, v_proof.external_id, v_proof.content);
  end if;
  perform private.claim_by_credit(v_credit);
  return private.credit_state(v_credit) || jsonb_build_object('known', v_known);
end
$function$;

CREATE OR REPLACE FUNCTION public.find_order_payment(p_order_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_seen_for constant interval := interval '10 minutes';
  v_user uuid := private.require_user();
  v_order private.orders := private.require_own_order(p_order_id, v_user);
begin
  return jsonb_build_object(
    'live', exists (select from private.proof_sources s where s.fault is null and s.seen_at > now() - c_seen_for),
    'demo', exists (select from private.proof_sources s where s.name = 'demo-bank' and s.seen_at > now() - c_seen_for),
    'arrived', (
      select coalesce(sum(b.amount), 0) from public.credits b
      where b.keys @> array[v_order.order_code] and b.set_aside_at is null and b.returned_at is null and b.is_certain),
    'payment', (
      select jsonb_build_object('payment_id', p.id, 'order_id', p.order_id, 'order_code', p.order_code,
        'transaction_id', p.transaction_id, 'amount', p.amount, 'status', p.status, 'created_at', p.created_at,
        'reviewed_at', p.reviewed_at, 'review_note', p.review_note,
        'seats_held', (
          select count(*) from public.seat_claims c
          where c.payment_id = p.id and (c.review_until is null or c.review_until > now()))
          = (select sum(l.quantity) from public.payment_lines l where l.payment_id = p.id),
        'kept_until', (select min(c.review_until) from public.seat_claims c where c.payment_id = p.id))
      from public.payments p where p.order_id = p_order_id and p.user_id = v_user));
end
$function$;

CREATE OR REPLACE FUNCTION private.note_proof_source(p_name text, p_fault text DEFAULT NULL::text, p_position jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into private.proof_sources as s (name, seen_at, fault, "position")
    values (p_name, case when p_fault is null then now() end, p_fault, p_position)
    on conflict (name) do update
      set seen_at = coalesce(excluded.seen_at, s.seen_at), fault = excluded.fault, "position" = coalesce(excluded."position", s."position")
$function$;

CREATE OR REPLACE FUNCTION private.grant_proofs()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table public.credit_proofs, public.proof_rules, private.shifts, private.proof_sources from public, anon, authenticated;
  grant select on table public.credit_proofs to authenticated;
  grant select, update on table public.proof_rules to authenticated;
  revoke all on function private.guard_proof_rules(), private.shift_end(), private.is_on_shift(), public.change_shift(integer), private.lock_credits(),
    private.join_proven(jsonb, uuid), private.proof_row_key(text, text), private.code_beginnings(text),
    private.near_references(text), private.cut_code_key(public.credits, text), private.near_orders(public.credits), private.order_of_credit(public.credits),
    private.doubt_of_time(public.credits, uuid), private.claim_by_credit(uuid),
    private.doubt_of_proof(public.credits, public.payments), private.credit_state(uuid), public.settle_credit(uuid),
    private.open_credits(boolean), public.settle_open_credits(), private.read_proof(jsonb), public.take_proof(jsonb),
    public.find_order_payment(uuid), private.note_proof_source(text, text, jsonb), private.grant_proofs()
    from public, anon, authenticated;
  grant execute on function public.change_shift(integer), public.find_order_payment(uuid) to anon, authenticated;
  grant execute on function public.settle_credit(uuid), public.settle_open_credits(), public.take_proof(jsonb) to service_role;
end
$function$;

CREATE OR REPLACE FUNCTION public.find_credits(p_search text DEFAULT NULL::text, p_state text DEFAULT NULL::text, p_before uuid DEFAULT NULL::uuid)
 RETURNS TABLE(id uuid, booked_on date, credited_at timestamp with time zone, amount numeric, narration text, utrs text[], payer_vpa text, sources text[], is_certain boolean, state text, matched_by text, order_code text, payment_id uuid, likely jsonb, set_aside_reason text, returned_to text, returned_utr text, decided_by text, created_at timestamp with time zone, given_code text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 50
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
declare
  c_listed constant integer := 50;
  v_pattern text := private.search_pattern(p_search);
  v_keys text[] := private.reference_key(p_search) || private.codes_in(p_search);
  v_amount text := regexp_replace(p_search, '[₹,[:space:]]', '', 'g');
  v_rupees numeric := case when v_amount ~ '^[0-9]{1,9}([.][0-9]{1,2})?$' then v_amount::numeric end;
  v_last public.credits;
begin
  perform private.require_admin();
  if p_state is not null and p_state not in ('free', 'used', 'set_aside', 'returned') then
    perform private.refuse(400, 'invalid', 'p_state', 'The state is free, used, set_aside or returned.');
  end if;
  select * into v_last from public.credits b where b.id = p_before;
  return query
    select b.id, b.booked_on, b.credited_at, b.amount, concat_ws(' · ', nullif(b.narration, ''), b.note), b.utrs, b.payer_vpa,
      array(select distinct s from (
        select b.source as s union all select o.source from public.credit_proofs o where o.credit_id = b.id) as x order by s),
      b.is_certain, f.state, b.matched_by, p.order_code, p.id,
      case when f.state = 'free' then private.likely_orders(b) end,
      b.set_aside_reason, b.returned_to, b.returned_utr,
      (select coalesce(w.name, w.email) from public.profiles w where w.id = coalesce(b.set_aside_by, b.returned_by, b.given_by)),
      b.created_at, case when b.given_by is not null then b.given_code end
    from public.credits b
    cross join lateral (
      select case when b.returned_at is not null then 'returned' when b.set_aside_at is not null then 'set_aside'
        when private.backs_payment(b) then 'used' else 'free' end as state) as f
    left join lateral (
      select p.order_code, p.id from public.payments p
      where p.id = b.payment_id or b.payment_id is null and p.status = 'approved' and p.reference_key = any (b.utrs)
      limit 1) as p on true
    where (v_pattern is null or b.keys && v_keys or b.amount = v_rupees or b.narration ilike v_pattern or b.note ilike v_pattern
        or b.payer_vpa ilike v_pattern)
      and (p_state is null or f.state = p_state)
      and (v_last.id is null or (b.booked_on, b.created_at, b.id) < (v_last.booked_on, v_last.created_at, v_last.id))
    order by b.booked_on desc, b.created_at desc, b.id desc limit c_listed;
end
$function$;

CREATE OR REPLACE FUNCTION private.likely_orders(p_credit credits)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('order_code', n.order_code, 'payment_id', n.payment_id, 'key', n.key,
      'user_name', (select coalesce(f.name, f.email) from public.profiles f where f.id = n.user_id),
      'amount', coalesce((select sum(l.total_amount) from public.payment_lines l where l.payment_id = n.payment_id),
        (select sum(s) from private.orders o, unnest(o.shares) as s where o.id = n.order_id))) order by n.key, n.order_code), '[]')
  from (
    select * from (
      select o.id as order_id, o.order_code, o.user_id, p.id as payment_id, 'code' as key
      from private.orders o left join public.payments p on p.order_id = o.id
      where o.order_code = any (p_credit.keys)
      union
      select p.order_id, p.order_code, p.user_id, p.id, 'utr' from public.payments p
      where p.reference_key = any (p_credit.utrs) and p.status <> 'rejected'
      union
      select m.order_id, m.order_code, m.user_id, m.payment_id, m.key from private.near_orders(p_credit) as m) as a
    order by a.key limit 5) as n
$function$;

CREATE OR REPLACE FUNCTION private.lock_free_credit(p_credit_id uuid)
 RETURNS credits
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_credit public.credits;
begin
  select * into v_credit from public.credits b where b.id = p_credit_id for no key update;
  if not found then
    perform private.refuse(404, 'not_found', 'p_credit_id', 'There is no such credit.');
  end if;
  if private.backs_payment(v_credit) then
    perform private.refuse(409, 'credit_used', coalesce((
        select min(p.order_code) from public.payments p
        where p.id = v_credit.payment_id or p.status = 'approved' and p.reference_key = any (v_credit.utrs)), ''),
      'It paid for the order in detail.');
  end if;
  return v_credit;
end
$function$;

CREATE OR REPLACE FUNCTION public.give_credit(p_credit_id uuid DEFAULT NULL::uuid, p_order_code text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := private.require_admin();
  v_credit public.credits;
  v_order private.orders;
  v_code text := upper(regexp_replace(p_order_code, '[[:space:]-]', '', 'g'));
begin
  perform private.lock_credits();
  if v_code is not null then
    select * into v_order from private.orders o where o.order_code = v_code;
    if not found then
      perform private.refuse(404, 'unknown_order', 'p_order_code', 'There is no such order.');
    end if;
    if v_order.user_id = v_user then
      perform private.refuse(403, 'own_payment', v_order.order_code, 'You cannot decide about your own payment.');
    end if;
    if exists (select from public.payments p where p.order_id = v_order.id and p.status = 'rejected') then
      perform private.refuse(409, 'already_decided', v_order.order_code, 'This payment was rejected; its money is sent back.');
    end if;
    perform private.lock_customer(v_order.user_id);
  end if;
  v_credit := private.lock_free_credit(p_credit_id);
  if v_code is not null and (v_credit.set_aside_at is not null or v_credit.returned_at is not null) then
    perform private.refuse(409, 'credit_used', '', 'It was set aside or sent back.');
  end if;
  if v_credit.given_code is distinct from v_code then
    update public.credits b set given_code = v_code, given_by = case when v_code is not null then v_user end, matched_by = null
      where b.id = p_credit_id;
    perform private.record_audit('give_credit', 'credits', p_credit_id::text, jsonb_build_object('order_code', v_credit.given_code),
      jsonb_build_object('order_code', v_code, 'amount', v_credit.amount));
  end if;
  perform private.claim_by_credit(p_credit_id);
  return private.credit_state(p_credit_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.set_credit_aside(p_credit_id uuid DEFAULT NULL::uuid, p_reason text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := private.require_admin();
  v_reason text := private.decision_note(p_reason);
  v_credit public.credits := private.lock_free_credit(p_credit_id);
begin
  if v_credit.returned_at is not null then
    perform private.refuse(409, 'credit_used', '', 'It was sent back.');
  end if;
  if v_credit.set_aside_reason is distinct from v_reason then
    update public.credits b
      set set_aside_at = case when v_reason is not null then now() end, set_aside_by = case when v_reason is not null then v_user end,
        set_aside_reason = v_reason
      where b.id = p_credit_id;
    perform private.record_audit('set_aside', 'credits', p_credit_id::text, jsonb_build_object('reason', v_credit.set_aside_reason),
      jsonb_build_object('reason', v_reason, 'amount', v_credit.amount));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.return_credit(p_credit_id uuid DEFAULT NULL::uuid, p_upi_id text DEFAULT NULL::text, p_utr text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := private.require_admin();
  v_credit public.credits := private.lock_free_credit(p_credit_id);
  v_utr text := private.normal_reference(p_utr);
  v_upi_id text := private.settings_text(p_upi_id, 'p_upi_id', 120, '^[A-Za-z0-9._-]{2,80}@[A-Za-z][A-Za-z0-9.-]{1,38}$');
begin
  if v_utr is null or v_utr !~ '^[0-9]{12}$' then
    perform private.refuse(400, 'invalid', 'p_utr', 'A UPI reference has 12 digits.');
  end if;
  if v_upi_id is null then
    perform private.refuse(400, 'invalid', 'p_upi_id', 'Where was it sent?');
  end if;
  if v_credit.returned_at is not null then
    if v_credit.returned_utr = v_utr then
      return;
    end if;
    perform private.refuse(409, 'credit_used', v_credit.returned_utr, 'It was sent back with the reference in detail.');
  end if;
  if exists (select from public.payments p where p.status = 'pending' and (p.order_code = any (v_credit.keys) or p.reference_key = any (v_credit.utrs))) then
    perform private.refuse(409, 'in_use', '', 'A payment that waits names this credit: decide it first.');
  end if;
  if exists (select from public.refunds r where r.utr_key = v_utr) or exists (select from public.credits b where b.returned_utr = v_utr) then
    perform private.refuse(409, 'reference_of_refund', v_utr, 'This transfer paid other money back.');
  end if;
  update public.credits b
    set returned_at = now(), returned_by = v_user, returned_to = v_upi_id, returned_utr = v_utr where b.id = p_credit_id;
  perform private.record_audit('return_credit', 'credits', p_credit_id::text, null,
    jsonb_build_object('amount', v_credit.amount, 'upi_id', v_upi_id, 'utr', v_utr));
end
$function$;

CREATE OR REPLACE FUNCTION public.list_proof_approvals(p_day date DEFAULT NULL::date)
 RETURNS TABLE(payment_id uuid, order_code text, user_name text, amount numeric, approved_at timestamp with time zone, matched_by text, sources text[], credit_id uuid, narration text, unknown_to_statement boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  c_listed constant integer := 1000;
  v_from timestamptz := coalesce(p_day, (now() at time zone 'Asia/Kolkata')::date)::timestamp at time zone 'Asia/Kolkata';
begin
  perform private.require_admin();
  return query
    select p.id, p.order_code, (select coalesce(f.name, f.email) from public.profiles f where f.id = p.user_id), p.amount,
      p.reviewed_at, b.matched_by,
      array(select distinct s from (
        select b.source as s union all select o.source from public.credit_proofs o where o.credit_id = b.id) as x order by s),
      b.id, b.narration, coalesce(private.is_unknown_to_statement(b), b.id is null)
    from public.payments p
    left join lateral (select b.* from public.credits b where b.payment_id = p.id order by b.created_at limit 1) as b on true
    where p.approved_by_proof and p.reviewed_at >= v_from and p.reviewed_at < v_from + interval '1 day'
    order by p.reviewed_at desc, p.id limit c_listed;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_unknown_to_statement(p_credit credits)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  -- A statement reaches beyond its day, and the day after it, when banks book late.
  select not private.in_statement(p_credit) and p_credit.booked_on >= s.first_on and p_credit.booked_on + 1 < s.last_on
  from private.statement_span() as s
$function$;

CREATE OR REPLACE FUNCTION public.proof_state()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_listed constant integer := 50;
begin
  perform private.require_admin();
  return jsonb_build_object(
    'shift_until', private.shift_end(),
    'sources', (
      select coalesce(jsonb_agg(jsonb_build_object('name', s.name, 'seen_at', s.seen_at, 'fault', s.fault) order by s.name), '[]')
      from private.proof_sources s),
    'approved_today', (
      select count(*) from public.payments p
      where p.approved_by_proof and p.reviewed_at >= (now() at time zone 'Asia/Kolkata')::date::timestamp at time zone 'Asia/Kolkata'),
    'unknown', (
      select coalesce(jsonb_agg(jsonb_build_object('credit_id', u.id, 'order_code', u.order_code, 'payment_id', u.payment_id,
        'amount', u.amount, 'booked_on', u.booked_on) order by u.booked_on desc, u.id), '[]')
      from (
        select b.id, p.order_code, p.id as payment_id, b.amount, b.booked_on
        from public.payments p join public.credits b on b.payment_id = p.id
        where p.approved_by_proof and b.source <> 'statement' and private.is_unknown_to_statement(b)
        order by b.booked_on desc, b.id limit c_listed) as u),
    'unproven', (
      select jsonb_build_object('count', count(*), 'payments', coalesce(jsonb_agg(jsonb_build_object(
          'payment_id', x.payment_id, 'order_code', x.order_code, 'amount', x.amount, 'created_at', x.created_at,
          'user_name', (select coalesce(f.name, f.email) from public.profiles f where f.id = x.user_id)) order by x.created_at)
        filter (where x.n <= 100), '[]'))
      from (
        select m.*, row_number() over (order by m.created_at, m.payment_id) as n from private.credit_matches m
        where m.status = 'pending' and m.kind = 'not_found'
          and m.created_at < now() - make_interval(hours => (select r.reject_hours from public.proof_rules r where r.id = 1))
          -- Only where a statement reaches beyond its day.
          and (m.created_at at time zone 'Asia/Kolkata')::date + 1 < (select s.last_on from private.statement_span() as s)) as x));
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_unclaimed_credits()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on function public.find_credits(text, text, uuid), private.likely_orders(public.credits),
    private.lock_free_credit(uuid), public.give_credit(uuid, text), public.set_credit_aside(uuid, text),
    public.return_credit(uuid, text, text), public.list_proof_approvals(date), private.is_unknown_to_statement(public.credits),
    public.proof_state(), private.grant_unclaimed_credits() from public, anon, authenticated;
  grant execute on function public.find_credits(text, text, uuid), public.give_credit(uuid, text),
    public.set_credit_aside(uuid, text), public.return_credit(uuid, text, text), public.list_proof_approvals(date),
    public.proof_state() to anon, authenticated;
end
$function$;

create or replace view private.bank_matches with (security_invoker=true) as
 SELECT payment_id,
    user_id,
    order_code,
    transaction_id,
    amount,
    created_at,
    expected,
    credit,
    credited_on,
    others,
    kind,
    credits,
    status,
    by_code
   FROM private.credit_matches m
  WHERE ( SELECT private.is_admin() AS is_admin);

create or replace view private.payment_money with (security_invoker=true) as
 SELECT p.id AS payment_id,
    c.credits,
        CASE
            WHEN ((p.status = 'rejected'::text) AND (p.method = ANY (ARRAY['cash'::text, 'card'::text, 'complimentary'::text]))) THEN (0)::numeric
            WHEN p.is_test THEN (0)::numeric
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
                   FROM credits b
                  WHERE ((b.utrs @> ARRAY[p.reference_key]) AND private.is_credit_of(b.*, p.*))
          ORDER BY 1) AS keys) k)
     CROSS JOIN LATERAL ( SELECT sum(d.amount) AS credits
           FROM ( SELECT DISTINCT b.amount,
                    b.booked_on,
                        CASE
                            WHEN (b.utrs @> ARRAY[p.reference_key]) THEN p.reference_key
                            ELSE COALESCE(b.utrs[1], (b.id)::text)
                        END AS transfer
                   FROM credits b
                  WHERE ((b.payment_id = p.id) OR ((b.payment_id IS NULL) AND (b.keys && ARRAY[p.reference_key, p.order_code]) AND (b.returned_at IS NULL) AND private.is_credit_of(b.*, p.*) AND ((p.order_code = ANY (b.keys)) OR (NOT (EXISTS ( SELECT
                           FROM payments o
                          WHERE ((o.status = 'approved'::text) AND (o.id <> p.id) AND (o.reference_key = ANY (b.utrs)))))))))) d) c);

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
                  WHERE ((l.payment_id = p.id) AND (p.status = 'pending'::text) AND (NOT private.is_price_of(c.*, (l.unit_price + COALESCE((l.discount_amount / (l.quantity)::numeric), (0)::numeric)))))
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
                  WHERE ((p.reference_key !~ '^[0-9]{12}$'::text) AND (p.method = 'upi'::text) AND (NOT p.is_test) AND (((p.made_by IS NULL) AND (p.screenshot_url <> ''::text)) OR (p.transaction_id <> p.order_code)))
                UNION ALL
                 SELECT 10,
                    jsonb_build_object('code', 'beyond_limit') AS jsonb_build_object
                   FROM payment_flags g
                  WHERE ((g.payment_id = p.id) AND (g.flag = 'beyond_limit'::text))
                UNION ALL
                 SELECT 11,
                    jsonb_build_object('code', 'no_screenshot') AS jsonb_build_object
                  WHERE ((p.status = 'pending'::text) AND (p.picture_digest IS NULL) AND (p.screenshot_url <> ''::text))
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
                 HAVING (count(*) > 0)
                UNION ALL
                 SELECT 14,
                    jsonb_build_object('code', 'without_code', 'ticket_category_ids', jsonb_agg(l.ticket_category_id ORDER BY l.line)) AS jsonb_build_object
                   FROM (payment_lines l
                     JOIN ticket_categories c ON ((c.id = l.ticket_category_id)))
                  WHERE ((l.payment_id = p.id) AND (p.status = 'pending'::text) AND c.is_hidden AND (NOT (EXISTS ( SELECT
                           FROM deleted_rows h
                          WHERE ((h."table" = 'ticket_categories'::text) AND (h.id = c.id) AND (h.at > p.created_at))))) AND (NOT (EXISTS ( SELECT
                           FROM discount_codes d
                          WHERE ((d.code = p.discount_code) AND d.opens_hidden AND ((d.event_id IS NULL) OR (d.event_id = l.event_id)) AND ((d.ticket_category_ids IS NULL) OR (l.ticket_category_id = ANY (d.ticket_category_ids))))))))
                 HAVING (count(*) > 0)
                UNION ALL
                 SELECT 15,
                    jsonb_build_object('code', 'code_used_up', 'name', p.discount_code) AS jsonb_build_object
                  WHERE ((p.status = 'pending'::text) AND (p.discount_code IS NOT NULL) AND private.is_beyond_uses(p.id))) w) AS warnings
   FROM payments p;

CREATE TRIGGER "40_joined" AFTER UPDATE ON public.credits FOR EACH ROW WHEN (((new.utrs IS DISTINCT FROM old.utrs) OR (new.note IS DISTINCT FROM old.note) OR (new.given_code IS DISTINCT FROM old.given_code))) EXECUTE FUNCTION private.credit_joined();

CREATE TRIGGER owe AFTER INSERT ON public.credits FOR EACH ROW EXECUTE FUNCTION private.owe_credit();

CREATE TRIGGER "10_refuse_stale" BEFORE UPDATE ON public.proof_rules FOR EACH ROW WHEN ((new.revision IS DISTINCT FROM old.revision)) EXECUTE FUNCTION private.refuse_stale_edit();

CREATE TRIGGER "20_values" BEFORE UPDATE ON public.proof_rules FOR EACH ROW EXECUTE FUNCTION private.guard_proof_rules();

CREATE TRIGGER "90_stamp" BEFORE UPDATE ON public.proof_rules FOR EACH ROW EXECUTE FUNCTION private.stamp_row();

CREATE TRIGGER audit AFTER UPDATE ON public.proof_rules FOR EACH ROW EXECUTE FUNCTION private.audit_row('id');

create policy "Admins read proofs" on public.credit_proofs as PERMISSIVE for SELECT to authenticated using (( SELECT private.is_admin() AS is_admin));

create policy "Admins change the rules" on public.proof_rules as PERMISSIVE for UPDATE to authenticated using (( SELECT private.is_admin() AS is_admin)) with check (( SELECT private.is_admin() AS is_admin));

create policy "Admins read the rules" on public.proof_rules as PERMISSIVE for SELECT to authenticated using (( SELECT private.is_admin() AS is_admin));

comment on function private.place_payment(public.payments,private.orders,private.order_line[],boolean,public.shop_terms) is 'Writes the lines of a payment that was just recorded and puts its seats under review: those that are free or the order''s own. p_as_held: the lines are those of the last hold. The caller holds the customer''s and the events'' locks.';

comment on function private.complete_payment(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.text,pg_catalog.text,pg_catalog.text) is 'Adds picture and reference of a late submission to a payment that a credit made (70-proofs.sql). What cannot be read is left out: the money is known.';

comment on function private.is_backed(public.payments) is 'True when a free credit of at least the order''s price names the order''s code, or names this payment''s reference and no other payment does.';

comment on function private.in_statement(public.credits) is 'True when an imported statement has the credit.';

comment on function private.statement_span() is 'Returns the days (IST) that imported statements reach, and when the last of them came; null without a statement. Credits that only a mail or a gateway brought prove nothing about the others of their day.';

comment on function private.credit_used_by(pg_catalog.uuid,pg_catalog.text) is 'Returns the order that every credit with this reference or order code already paid for; null when one of them is free for the payment, or there is none.';

comment on function public.find_bank_rows(pg_catalog.text) is 'Returns the credits that name this reference or order code, newest first, each with the order that it paid for, if any, for admins (PT401 not_signed_in, PT403 forbidden). Security definer: as match_bank_rows.';

comment on function public.import_bank_rows(pg_catalog.jsonb,pg_catalog.uuid,pg_catalog.text) is 'Stores the credits of a bank statement and returns {added, known}. A known credit stays with its first import and gets the UTR that this export reads. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid (detail names row and field). Security definer: no role may write credits.';

comment on function public.take_back_bank_import(pg_catalog.uuid) is 'Deletes the credits that an import added and no other proof knows, and refunds owed only because of them, unless a payment was approved by one of them or their money was sent back. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT404 not_found, PT409 in_use (detail: the order). Security definer: no role may write credits.';

comment on function private.bank_row_key(pg_catalog.date,numeric,pg_catalog.text,numeric,bigint) is 'Returns credits.row_key. Two credits of one amount leave two balances, unless the same amount went out between them: p_occurrence tells these apart. Without a balance only the wording identifies the credit.';

comment on function private.credit_joined() is 'Trigger 40_joined on credits: applies a new credit also to payments named by another wording of it. Security definer: no role may write claims and refunds.';

comment on function private.owe_credit() is 'Trigger owe on credits, for statements imported after the event was cancelled. Security definer: no role may write refunds.';

comment on function private.approve_payment(public.payments,pg_catalog.text,pg_catalog.uuid,boolean) is 'Approves a pending payment that lock_payments has locked: sells its seats, makes its tickets, stores it with the bank''s credit. One''s own only when it is a test. Refusals: PT403 own_payment, PT409 reference_approved, reference_of_refund, credit_used (each: the order''s code), seats_lost.';

comment on function private.decide_payment(pg_catalog.uuid,pg_catalog.text,pg_catalog.text,pg_catalog.uuid,boolean) is 'Decides a payment that lock_payments has locked. Idempotent for the same decision.';

comment on function private.guard_proof_rules() is 'Trigger 20_values; each edit raises the revision.';

comment on function private.shift_end() is 'Returns until when an admin is on shift; null when none is.';

comment on function private.is_on_shift() is 'True while an admin is on shift.';

comment on function public.change_shift(integer) is 'Puts the caller on shift for so many hours (0: ends it, null: changes nothing) and returns until when an admin is; null when none is. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid. Security definer: no role may write private.shifts.';

comment on function private.lock_credits() is 'Locks the adding of credits until the end of the transaction, before any other lock: two sources may bring one credit at the same time.';

comment on function private.join_proven(pg_catalog.jsonb,pg_catalog.uuid) is 'Adds the rows of a statement, with the import''s id, as proofs to credits that a mail, a report or a gateway brought before: same UTR and amount. Returns how many. The caller holds lock_credits.';

comment on function private.proof_row_key(pg_catalog.text,pg_catalog.text) is 'Returns credits.row_key of a credit that no statement brought.';

comment on function private.code_beginnings(pg_catalog.text) is 'Returns the words of a narration that may be the beginning of an order code, without MF: banks cut notes.';

comment on function private.cut_code_key(public.credits,pg_catalog.text) is 'Returns prefix when a narration has five signs or more of the order''s code, with a digit and a letter; short_prefix for fewer, for a person; null otherwise.';

comment on function private.near_references(pg_catalog.text) is 'Returns every reference that differs from this one by one digit wrong, missing or too many, or two neighbours swapped: some 250.';

comment on function private.near_orders(public.credits) is 'Returns the undecided and unsubmitted orders of the credit''s amount and day (IST, a day to each side) that it nearly names.';

comment on function private.order_of_credit(public.credits) is 'Returns the one order that a credit names, by key: code (or hand, prefix, near_utr where it was given), utr, prefix, near_utr. doubt: several (no order is returned), short_prefix, test, rejected, paid. All null when it names none.';

comment on function private.doubt_of_time(public.credits,pg_catalog.uuid) is 'Returns old (the credit came more than three days ago) or before_order (before the order was begun); null for neither and for credits that staff gave to the order.';

comment on function private.claim_by_credit(pg_catalog.uuid) is 'Makes the payment of an order that a credit names and that was never submitted: its reference is the UTR, or the order''s code, and it has no picture. Nothing happens while the credits that name it are less than its price, or something is doubtful. Idempotent.';

comment on function private.doubt_of_proof(public.credits,public.payments) is 'Returns why a credit may not approve this payment without a person: the rules (off, on_shift, amount, rate), or what is doubtful (uncertain, a kind of credit_matches, own, same, old, before_order, a warning); null when it may.';

comment on function private.credit_state(pg_catalog.uuid) is 'Returns {credit_id, order_code, payment_id, status, key}; status: approved, pending (a person or settle_credit decides), likely (an order may fit), unclaimed.';

comment on function public.settle_credit(pg_catalog.uuid) is 'Approves the payment that a credit proves, by the rules of proof_rules and only when nothing is doubtful, and returns credit_state with doubt. Idempotent. For the server: service_role only. Refusal: PT404 not_found. Security definer: no role may write payments and credits.';

comment on function private.open_credits(boolean) is 'Returns up to 500 free credits of the last three days that name, or with p_near nearly name, an order that waits: for claim_by_credit and, where the rules let credits decide, settle_credit; after a statement, a late claim or the beginning of a shift.';

comment on function public.settle_open_credits() is 'claim_by_credit and settle_credit for up to fifty open credits; returns how many payments were approved. Every minute on a hosted shop (pg_cron); one''s own server does it credit by credit. Security definer as settle_credit.';

comment on function private.read_proof(pg_catalog.jsonb) is 'Returns the parts of take_proof''s argument, or PT400 invalid naming one.';

comment on function public.take_proof(pg_catalog.jsonb) is 'Stores what a bank''s mail, a report or a gateway says and returns credit_state with known. p_proof: {source: report, mail or gateway; external_id, unique in its source; credited_at; amount in rupees as text; utr (12 digits or null); note; payer_vpa; certain; content}. A repeat of source and external_id adds nothing; the same UTR and amount from another source is a further proof of one credit. Makes the payment of an order that was paid and never submitted. For the server: service_role only. Refusal: PT400 invalid (detail: the field). Security definer as settle_credit.';

comment on function public.find_order_payment(pg_catalog.uuid) is 'Returns {live, demo, arrived, payment} of the caller''s own order. live: the shop has a working source of proofs; demo: it is the demo''s pretended bank; arrived: rupees that came with the order''s code; payment: as a row of check_payment_status, null while there is none. Refusals: PT401 not_signed_in, PT400 invalid, PT403 other_user. Security definer: no role may read orders and credits.';

comment on function private.note_proof_source(pg_catalog.text,pg_catalog.text,pg_catalog.jsonb) is 'Stores that a source of proofs works, or what is wrong with it (p_fault), and how far it was read (null: unchanged).';

comment on function private.grant_proofs() is 'All privileges of this file; can be repeated.';

comment on function public.find_credits(pg_catalog.text,pg_catalog.text,pg_catalog.uuid) is 'Returns fifty credits, newest first, whose narration, UTR, order code, payer or amount is p_search (null: all), in a state (free, used, set_aside, returned; null: all), older than p_before. likely, of free ones: [{order_code, payment_id, user_name, amount, key}], the orders that they name or nearly name; given_code: what staff gave it to. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid. Security definer: as match_bank_rows.';

comment on function private.likely_orders(public.credits) is 'Returns up to five orders that a credit names or nearly names.';

comment on function private.lock_free_credit(pg_catalog.uuid) is 'Locks and returns a credit that paid for no order. Refusals: PT404 not_found, PT409 credit_used (detail: the order).';

comment on function public.give_credit(pg_catalog.uuid,pg_catalog.text) is 'Gives a free credit to an order by its code (null: takes it back) and returns credit_state. The order of a customer who never submitted becomes a payment once the credits given to it reach its price. Approving stays a decision. Idempotent. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, own_payment, PT404 not_found, unknown_order, PT409 credit_used (detail: the order), already_decided. Security definer: no role may write credits.';

comment on function public.set_credit_aside(pg_catalog.uuid,pg_catalog.text) is 'Sets a free credit aside with a reason, such as a transfer that is no sale (null: takes that back); it then backs no payment. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found, PT409 credit_used. Security definer: no role may write credits.';

comment on function public.return_credit(pg_catalog.uuid,pg_catalog.text,pg_catalog.text) is 'Records that a credit without an order was sent back to a UPI id by the transfer p_utr; it then backs no payment. Idempotent for one UTR. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found, PT409 credit_used, in_use, reference_of_refund. Security definer: no role may write credits.';

comment on function public.list_proof_approvals(pg_catalog.date) is 'Returns the payments that were approved without a person on a day (IST; null: today), newest first, with the credit that approved each. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden. Security definer: as match_bank_rows.';

comment on function private.is_unknown_to_statement(public.credits) is 'True when imported statements cover the credit''s day and the day after and do not have it.';

comment on function public.proof_state() is 'Returns {shift_until, sources: [{name, seen_at, fault}], approved_today, unknown: credits that approved a payment and that a later statement does not know, unproven: {count, payments}: the hundred oldest undecided payments that no proof knows after reject_hours}. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden. Security definer: as match_bank_rows.';

comment on function private.grant_unclaimed_credits() is 'All privileges of this file; can be repeated.';

comment on column public.payments.approved_by_proof is 'True when a credit approved it by itself, without a person (70-proofs.sql).';

comment on table public.credits is 'Money that came into the shop''s account, each credit once however many proofs say it. Only import_bank_rows, take_proof and the functions of 70-proofs.sql write it.';

comment on column public.credits.source is 'What said it first; further proofs are in credit_proofs.';

comment on column public.credits.credited_at is 'When the money came, where the proof says it; a statement has the day alone.';

comment on column public.credits.note is 'What further proofs of the same credit say beside the narration.';

comment on column public.credits.is_certain is 'False: it never approves by itself.';

comment on column public.credits.given_code is 'The order that staff, or a near match, gave it to.';

comment on column public.credits.matched_by is 'Which key led to payment_id; null while it is free.';

comment on column public.credits.keys is 'UTRs and order codes: what a payment is matched by.';

comment on view private.bank_matches is 'credit_matches for admins; empty for others.';

comment on table public.credit_proofs is 'What said that a credit came in, each proof once; a statement''s row only where another source was first.';

comment on column public.credit_proofs.content is 'The proof as it came, with what is needed to check it again.';

comment on table public.proof_rules is 'One row: whether a credit approves a payment without a person. Apart from shop_settings, which everybody reads.';

comment on column public.proof_rules.approve is 'off, on_shift (only while an admin is on shift), or always.';

comment on column public.proof_rules.most_amount is 'Rupees: the largest payment that is approved without a person.';

comment on column public.proof_rules.most_a_minute is 'Approvals without a person in a minute; more wait.';

comment on column public.proof_rules.reject_hours is 'Hours after which a payment that no proof knows is listed for rejection.';

comment on table private.shifts is 'Admins who are on shift, and until when.';

comment on table private.proof_sources is 'Where proofs come from: when the source last worked, what is wrong with it, and how far it was read.';

reset check_function_bodies;

select private.grant_announcements();
select private.grant_bank();
select private.grant_box_office();
select private.grant_catalogue();
select private.grant_catalogue_lists();
select private.grant_code_uses();
select private.grant_codes();
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
select private.grant_new_concert();
select private.grant_payments();
select private.grant_people();
select private.grant_phases();
select private.grant_proofs();
select private.grant_publishing();
select private.grant_refunds();
select private.grant_review();
select private.grant_scans();
select private.grant_seats();
select private.grant_settings();
select private.grant_storage_auth();
select private.grant_sync();
select private.grant_terms();
select private.grant_test_orders();
select private.grant_tickets();
select private.grant_unclaimed_credits();
