-- Credits of the shop's account: what a statement's rows, a payment app's report or other proofs (77-proofs.sql) say, matched
-- with payments. p_rows of import_bank_rows: [{booked_on,
-- amount, narration, utrs, balance, occurrence}], up to 1,000 credits; occurrence numbers equal rows of one statement
-- from 1. Counts and sums of match_bank_rows include all; its lists hold the oldest 200 payments of each kind and the
-- newest 200 unclaimed credits.

create table public.credits (
  id uuid primary key default gen_random_uuid(),
  row_key text not null unique check (row_key ~ '^[0-9a-f]{64}$'),
  booked_on date not null,
  amount numeric(12, 2) not null check (amount > 0),
  narration text not null,
  utrs text[] not null,
  balance numeric(14, 2),
  imported_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  payment_id uuid references public.payments (id) on delete restrict,
  import_id uuid not null default gen_random_uuid(),
  import_file text check (length(import_file) <= 200),
  source text not null default 'statement' constraint credits_source_known check (source in ('statement', 'report', 'mail', 'gateway')),
  credited_at timestamptz,
  payer_vpa text constraint credits_payer_short check (length(payer_vpa) <= 120),
  note text constraint credits_note_short check (length(note) <= 1000),
  is_certain boolean not null default true,
  given_code text,
  given_by uuid,
  matched_by text constraint credits_match_known check (matched_by in ('code', 'prefix', 'utr', 'near_utr', 'hand')),
  set_aside_at timestamptz,
  set_aside_by uuid,
  set_aside_reason text,
  returned_at timestamptz,
  returned_by uuid,
  returned_to text,
  returned_utr text,
  part_of uuid references public.credits (id) on delete cascade,
  is_shared boolean not null default false constraint credits_shared_is_aside check (not is_shared or set_aside_at is not null),
  keys text[] not null generated always as (
    utrs || private.codes_in(narration || ' ' || coalesce(note, ''))
      || case when given_code is null then '{}'::text[] else array[given_code] end) stored
);

comment on table public.credits is
  'Money that came into the shop''s account, each credit once however many proofs say it. Only import_bank_rows, '
  'take_proof and the functions of 77-proofs.sql write it.';

comment on column public.credits.source is 'What said it first; further proofs are in credit_proofs.';

comment on column public.credits.credited_at is 'When the money came, where the proof says it; a statement has the day alone.';

comment on column public.credits.note is 'What further proofs of the same credit say beside the narration.';

comment on column public.credits.is_certain is 'False: it never approves by itself.';

comment on column public.credits.given_code is 'The order that staff, or a near match, gave it to.';

comment on column public.credits.matched_by is 'Which key led to payment_id; null while it is free.';

comment on column public.credits.part_of is
  'The transfer that this is a part of (79-shared-credits.sql): it names no reference, for the whole has it.';

comment on column public.credits.is_shared is 'True once it was shared: it is set aside, and its parts replace it.';

comment on column public.credits.keys is 'UTRs and order codes: what a payment is matched by.';

comment on column public.credits.row_key is
  'SHA-256, in hexadecimal, of what identifies the credit: private.bank_row_key.';

comment on column public.credits.amount is 'Rupees received.';

comment on column public.credits.utrs is
  'Possible UTRs of the transfer, as the console read them (src/shop/bank/bank-statement-utr.ts), at most one per '
  'export.';

comment on column public.credits.payment_id is
  'The payment that this credit was accepted for; null while it is open. An approval writes it, once.';

comment on column public.credits.import_id is
  'The import that first added the row. Meaningless for a credit that no import added.';

comment on column public.credits.import_file is 'Name of the imported file; null where no file was.';

comment on column public.credits.narration is 'The narration in the export that first added the credit.';

create index credits_utrs on public.credits using gin (utrs);

create index credits_keys on public.credits using gin (keys);

create index credits_booked_on on public.credits (booked_on desc);

create index credits_part_of on public.credits (part_of);

create index credits_open on public.credits (amount, booked_on)
  where payment_id is null and set_aside_at is null and returned_at is null;

create trigger "90_stamp" before insert or update on public.credits
  for each row execute function private.stamp_row();

alter table public.credits enable row level security;

create policy "Payments staff read credits" on public.credits
  for select to authenticated using ((select private.may('payments')));

create function private.in_statement(p_credit public.credits) returns boolean
  language sql stable set search_path = ''
as $$
  select p_credit.source = 'statement' or exists (
    select from public.credit_proofs o where o.credit_id = coalesce(p_credit.part_of, p_credit.id) and o.source = 'statement')
$$;

comment on function private.in_statement(public.credits) is 'True when an imported statement has the credit.';

create function private.statement_span(out first_on date, out last_on date, out imported_at timestamptz)
  language plpgsql stable set search_path = ''
as $$
begin
  select b.booked_on into first_on from public.credits b where private.in_statement(b) order by b.booked_on limit 1;
  select b.booked_on into last_on from public.credits b where private.in_statement(b) order by b.booked_on desc limit 1;
  select max(coalesce(o.created_at, b.created_at)) into imported_at
    from public.credits b
    left join public.credit_proofs o on o.credit_id = b.id and o.source = 'statement'
    where b.booked_on = last_on and (b.source = 'statement' or o.id is not null);
end
$$;

comment on function private.statement_span() is
  'Returns the days (IST) that imported statements reach, and when the last of them came; null without a statement. '
  'Credits that only a mail, a report or a gateway brought prove nothing about the others of their day.';

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

create function private.bank_rows_of(p_rows jsonb, p_field text default 'p_rows')
  returns table (booked_on date, amount numeric, narration text, utrs text[], balance numeric, occurrence integer)
  language plpgsql stable set search_path = ''
as $$
declare
  c_most_rows constant integer := 1000;
  c_longest_narration constant integer := 500;
  n bigint;
  v_row jsonb;
  v_bad text;
begin
  if jsonb_typeof(p_rows) is distinct from 'array' or jsonb_array_length(p_rows) > c_most_rows then
    perform private.refuse(400, 'invalid', p_field, format('At most %s rows.', c_most_rows));
  end if;
  for n, v_row in select o.ordinality, o.value from jsonb_array_elements(p_rows) with ordinality as o loop
    v_bad := case
      when jsonb_typeof(v_row) <> 'object' then 'row'
      when coalesce(v_row ->> 'booked_on', '') !~ '^20\d\d-\d\d-\d\d$' then 'booked_on'
      when coalesce(v_row ->> 'amount', '') !~ '^\d{1,9}(\.\d{1,2})?$' or (v_row ->> 'amount')::numeric = 0 then 'amount'
      when jsonb_typeof(v_row -> 'narration') is distinct from 'string' then 'narration'
      when jsonb_typeof(v_row -> 'utrs') is distinct from 'array' or jsonb_array_length(v_row -> 'utrs') > 20 then 'utrs'
      when exists (select from jsonb_array_elements_text(v_row -> 'utrs') as u where u !~ '^\d{12}$') then 'utrs'
      when v_row ->> 'balance' !~ '^-?\d{1,12}(\.\d{1,2})?$' then 'balance'
      when coalesce(v_row ->> 'occurrence', '') !~ '^[1-9]\d{0,5}$' then 'occurrence'
    end;
    if v_bad is null then
      begin
        booked_on := (v_row ->> 'booked_on')::date;
      exception when datetime_field_overflow then
        v_bad := 'booked_on';
      end;
    end if;
    if v_bad is not null then
      perform private.refuse(400, 'invalid', format('%s[%s].%s', p_field, n - 1, v_bad), 'The row cannot be read.');
    end if;
    amount := (v_row ->> 'amount')::numeric(12, 2);
    narration := left(regexp_replace(private.clean_text(v_row ->> 'narration'), '\s+', ' ', 'g'), c_longest_narration);
    -- Banks fill empty references with zeros, so a run of one digit is no UTR.
    utrs := array(select distinct u from jsonb_array_elements_text(v_row -> 'utrs') as u
      where translate(u, left(u, 1), '') <> '' order by u);
    balance := (v_row ->> 'balance')::numeric(14, 2);
    occurrence := (v_row ->> 'occurrence')::integer;
    return next;
  end loop;
end
$$;

comment on function private.bank_rows_of(jsonb, text) is
  'Returns the rows of import_bank_rows, or PT400 invalid naming the first that cannot be read; p_field: the argument''s name.';

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

create view private.bank_matches with (security_invoker = true) as
  select m.payment_id, m.user_id, m.order_code, m.transaction_id, m.amount, m.created_at, m.expected, m.credit, m.credited_on,
    m.others, m.kind, m.credits, m.status, m.by_code
  from private.credit_matches m where (select private.may('payments'));

comment on view private.bank_matches is 'credit_matches for payments staff; empty for others.';

create function public.match_bank_rows() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  c_listed constant integer := 200;
  v_answer jsonb;
  v_kinds jsonb;
  v_near uuid[];
begin
  perform private.require_user();
  if not private.may('payments') then
    perform private.refuse(403, 'forbidden', '', 'This is for payments staff.');
  end if;
  select jsonb_build_object('rows', count(*), 'first_on', min(b.booked_on), 'last_on', max(b.booked_on))
    into v_answer from public.credits b where b.part_of is null;

  with found as materialized (
    select m.*, case
        -- Keeps payments with warnings, and one's own, out of the bulk approval.
        when m.kind = 'exact' and (w.warnings <> '[]'::jsonb or m.user_id = private.uid()) then 'to_check'
        when c.near is not null then 'likely'
        else m.kind
      end as shown, c.near, w.warnings
    from private.bank_matches m
    left join lateral (
      select v.warnings from private.payment_warnings v where m.kind = 'exact' and v.payment_id = m.payment_id) as w on true
    left join lateral (
      select private.likely_credits(m.payment_id) as near where m.kind = 'not_found') as c on true
    where m.status = 'pending'),
  ranked as (select f.*, row_number() over (partition by f.shown order by f.created_at, f.payment_id) as n from found f)
  select jsonb_object_agg(k.shown, k.found),
      (select array_agg((c ->> 'credit_id')::uuid) from found f, jsonb_array_elements(f.near) as c)
    into v_kinds, v_near from (
    select r.shown, jsonb_build_object('count', count(*), 'sum', coalesce(sum(r.amount), 0)::numeric(14, 2)::text,
      'payments', coalesce(jsonb_agg(jsonb_build_object(
        'payment_id', r.payment_id, 'order_code', r.order_code, 'transaction_id', r.transaction_id,
        'user_name', (select coalesce(f.name, f.email) from public.profiles f where f.id = r.user_id),
        'expected', r.expected, 'amount', r.amount, 'created_at', r.created_at, 'credit', r.credit,
        'credited_on', r.credited_on, 'credits', r.credits, 'others', r.others, 'near', coalesce(r.near, '[]'),
        'warnings', coalesce(r.warnings, '[]'), 'is_own', r.user_id = private.uid()) order by r.n) filter (where r.n <= c_listed), '[]')) as found
    from ranked r group by r.shown) as k;

  return v_answer || coalesce(v_kinds, '{}') || jsonb_build_object('unclaimed', (
    with free as materialized (
      select b.* from public.credits b
      where b.payment_id is null and b.set_aside_at is null and b.returned_at is null and not exists (
        select from public.payments p
        where (p.reference_key = any (b.utrs) or p.order_code = any (b.keys)) and p.status <> 'rejected')
        and b.id <> all (coalesce(v_near, '{}')))
    select jsonb_build_object('count', (select count(*) from free),
      'sum', (select coalesce(sum(f.amount), 0)::numeric(14, 2)::text from free f),
      'credits', coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'booked_on', f.booked_on, 'amount', f.amount,
        'narration', f.narration, 'utrs', f.utrs) order by f.booked_on desc, f.id), '[]'))
    from (select * from free order by booked_on desc, id limit c_listed) as f));
end
$$;

comment on function public.match_bank_rows() is
  'Matches pending payments with the bank''s credits by reference and amount, for payments staff (PT401 not_signed_in, PT403 '
  'forbidden): exact (one credit of the expected amount, nothing to check), to_check (the same with warnings, or '
  'one''s own: is_own), amount_differs, two_claims, likely (near: as likely_credits), not_found, as {count, sum, payments}; and the credits '
  'that no payment names or is likely to mean (unclaimed). A kind '
  'without payments is absent. Security definer: behind row security no index finds the credits that name a '
  'reference.';

create function public.payment_bank_states(p_payment_ids uuid[] default null)
  returns table (payment_id uuid, kind text, credit numeric, credited_on date, near jsonb)
  language plpgsql stable security definer rows 25 set search_path = '' set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  c_most_payments constant integer := 200;
  v_first date;
  v_last date;
  v_imported_at timestamptz;
begin
  perform private.require_role('payments');
  if p_payment_ids is null or cardinality(p_payment_ids) > c_most_payments then
    perform private.refuse(400, 'invalid', 'p_payment_ids', format('At most %s payment ids.', c_most_payments));
  end if;
  select s.first_on, s.last_on, s.imported_at into v_first, v_last, v_imported_at from private.statement_span() as s;
  return query
    select m.payment_id, case
        when c.near is not null then 'likely'
        when m.kind = 'not_found' and not coalesce(d.paid_on >= v_first
          and (d.paid_on < v_last or (d.paid_on = v_last and m.created_at < v_imported_at)), false) then 'not_covered'
        else m.kind
      end, m.credit, m.credited_on, coalesce(c.near, '[]')
    from private.bank_matches m
    cross join lateral (select (m.created_at at time zone 'Asia/Kolkata')::date as paid_on) as d
    left join lateral (
      select private.likely_credits(m.payment_id) as near where m.kind = 'not_found' and m.status = 'pending') as c on true
    where m.payment_id = any (p_payment_ids);
end
$$;

comment on function public.payment_bank_states(uuid[]) is
  'Returns what the bank''s statements say of up to 200 payments: the kind of bank_matches, but likely in place of not_found '
  'where credits nearly name it (near: as likely_credits), and not_covered while no imported statement reaches its day. Leaves out rejected payments and those without UPI '
  'or, sold at the door, without a reference. Admins and payments staff. '
  'Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid. Security definer: as match_bank_rows.';

create unique index payments_approved_reference on public.payments (reference_key)
  where status = 'approved';

create index payments_reference_key on public.payments (reference_key);

create index credits_payment_id on public.credits (payment_id) include (amount, set_aside_at);

create function private.credit_used_by(p_payment_id uuid, p_reference_key text) returns text
  language sql stable set search_path = ''
as $$
  select min(c.order_code) from (
    select (
      select min(p.order_code) from public.payments p
      where p.status = 'approved' and p.id <> p_payment_id and (p.id = b.payment_id
        or b.is_shared and p.id in (select c.payment_id from public.credits c where c.part_of = b.id)
        or b.payment_id is null and p.reference_key = any (b.utrs) and m.order_code <> all (b.keys))) as order_code
    from public.payments m, lateral (select * from public.credits k where k.keys && array[p_reference_key, m.order_code]) as b
    where m.id = p_payment_id) as c
  having count(*) > 0 and count(*) = count(c.order_code)
$$;

comment on function private.credit_used_by(uuid, text) is
  'Returns the order that every credit with this reference or order code already paid for; null when one of them is free '
  'for the payment, or there is none.';

create function public.find_payment_credits(p_payment_id uuid default null)
  returns table (id uuid, booked_on date, amount numeric, narration text, order_code text, near text)
  language plpgsql stable security definer rows 1 set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_role('payments');
  return query
    select b.id, b.booked_on, b.amount, coalesce((select w.narration from public.credits w where w.id = b.part_of), b.narration), (
        select min(o.order_code) from public.payments o
        where o.status = 'approved' and (o.id = b.payment_id or b.payment_id is null and o.reference_key = any (b.utrs))), null::text
      from public.payments p
      join public.credits b on b.keys && array[p.reference_key, p.order_code]
      where p.id = p_payment_id and b.set_aside_at is null and b.returned_at is null order by b.booked_on desc, b.id;
  if not found then
    return query
      select (c ->> 'credit_id')::uuid, (c ->> 'booked_on')::date, (c ->> 'amount')::numeric, c ->> 'narration', null::text, c ->> 'key'
      from jsonb_array_elements(private.likely_credits(p_payment_id)) as c;
  end if;
end
$$;

comment on function public.find_payment_credits(uuid) is
  'Returns the credits that name a payment by its reference or its order''s code and prove something, newest first, each with '
  'the order that it paid for, if any; without any, those that nearly name it (near: the key of likely_credits). Admins and payments staff. '
  'Refusals: PT401 not_signed_in, PT403 forbidden. Security definer: as match_bank_rows.';

create function private.credits_imported() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lengthen_review(p.id) from (
    select distinct p.id from new_rows r, unnest(r.keys) as k
    join public.payments p on (p.reference_key = k or p.order_code = k) and p.status = 'pending' order by 1) as p;
  return null;
end
$$;

comment on function private.credits_imported() is
  'Trigger 40_backed: payments that a new credit backs keep their seats until the decision. Security definer: no role '
  'may write claims.';

create trigger "40_backed" after insert on public.credits
  referencing new table as new_rows for each statement execute function private.credits_imported();

create index credits_import on public.credits (import_id);

create function public.import_bank_rows(
  p_rows jsonb default null, p_import uuid default null, p_file text default null, p_source text default 'statement',
  p_debits jsonb default null)
  returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_longest_name constant integer := 200;
  v_importer uuid := private.require_role('payments');
  v_import uuid := coalesce(p_import, gen_random_uuid());
  v_file text := nullif(left(private.clean_text(p_file), c_longest_name), '');
  v_given bigint;
  v_added bigint;
  v_joined bigint := 0;
  v_proven bigint;
  v_reversed bigint;
begin
  if p_rows = '[]' and coalesce(p_debits, '[]') = '[]' then
    perform private.refuse(400, 'invalid', 'p_rows', 'There is nothing to import.');
  end if;
  if p_source is null or p_source not in ('statement', 'report') then
    perform private.refuse(400, 'invalid', 'p_source', 'An import is a statement or a report.');
  end if;
  if exists (
    select from private.imported_credits i
    where i.import_id = v_import and (i.imported_by is distinct from v_importer or i.source <> p_source)) then
    perform private.refuse(400, 'invalid', 'p_import', 'Another import has this id.');
  end if;
  -- Two sources may bring one credit at the same time.
  perform private.lock_credits();
  v_reversed := (select count(*) from public.credits b where b.set_aside_at is not null and b.set_aside_by is null and not b.is_shared);
  if p_debits is not null then
    perform private.take_debits(p_debits, p_source, v_import, v_file, v_importer);
  end if;
  v_proven := private.join_proven(p_rows, p_source, v_import, v_file, v_importer);
  with given as materialized (select * from private.credits_of(p_rows, p_source)),
  added as (
    insert into public.credits (row_key, booked_on, amount, narration, utrs, balance, imported_by, import_id, import_file, source)
      select g.row_key, g.booked_on, g.amount, g.narration, g.utrs, g.balance, v_importer, v_import, v_file, p_source
      from given g
      where not exists (select from public.credit_proofs o where o.source = p_source and o.external_id = g.row_key)
      order by 1
      on conflict (row_key) do nothing
      returning 1)
  select (select count(*) from given), (select count(*) from added) into v_given, v_added;
  if v_added < v_given then
    -- Locks in the order of an approval, and only rows that change: re-importing known rows waits for no lock.
    perform from public.credits b
      where b.id in (select j.id from private.joining(p_rows, p_source) as j) order by b.id for no key update;
    update public.credits b
      set utrs = array(select distinct u from unnest(b.utrs || j.utrs) as u order by u)
      from private.joining(p_rows, p_source) as j where b.id = j.id;
    get diagnostics v_joined = row_count;
  end if;
  v_joined := v_joined + v_proven;
  perform private.apply_debits();
  v_reversed := (select count(*) from public.credits b where b.set_aside_at is not null and b.set_aside_by is null and not b.is_shared) - v_reversed;
  if v_added + v_joined > 0 then
    perform private.record_audit('import', 'credits', v_import::text, null, jsonb_strip_nulls(jsonb_build_object(
      'added', v_added, 'joined', nullif(v_joined, 0), 'source', nullif(p_source, 'statement'))));
  end if;
  return jsonb_strip_nulls(jsonb_build_object('added', v_added, 'known', v_given - v_added,
    'reversed', case when p_debits is not null then v_reversed end));
end
$$;

comment on function public.import_bank_rows(jsonb, uuid, text, text, jsonb) is
  'Stores the credits of a bank statement or (p_source: report) of a payment app''s report, takes those out of matching that '
  'its debits (p_debits) took back, and returns {added, known} and, with p_debits, reversed. A '
  'known credit stays with its first import and gets the UTR that this export reads; one of the same UTR and amount that '
  'another source brought gets a further proof. Admins and payments staff. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid '
  '(detail names row and field). Security definer: no role may write credits.';

create function public.list_bank_imports()
  returns table (id uuid, file text, source text, imported_at timestamptz, imported_by text, credits bigint, sum text, used bigint)
  language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  c_listed constant integer := 10;
begin
  perform private.require_user();
  if not private.may('payments') then
    perform private.refuse(403, 'forbidden', '', 'This is for payments staff.');
  end if;
  return query
    select i.import_id, i.file, i.source, i.imported_at,
      (select coalesce(f.name, f.email) from public.profiles f where f.id = i.importer), i.credits, i.sum::text,
      (select count(*) from private.imported_credits m join public.credits b on b.id = m.credit_id
        where m.import_id = i.import_id and case
          when m.joined_at is null then private.backs_payment(b) else private.is_decided_after(b, m.joined_at) end)
    from (
      select m.import_id, max(m.import_file) as file, max(m.source) as source, min(m.imported_at) as imported_at,
        (array_agg(m.imported_by))[1] as importer, count(m.credit_id) as credits, coalesce(sum(m.amount), 0)::numeric(14, 2) as sum
      from (
        select i.import_id, i.import_file, i.source, i.imported_at, i.imported_by, i.credit_id, i.amount from private.imported_credits i
        union all
        select d.import_id, d.import_file, d.source, d.created_at, d.imported_by, null, null from public.bank_debits d) as m group by m.import_id order by 4 desc, 1 limit c_listed) as i
    order by 4 desc, 1;
end
$$;

comment on function public.list_bank_imports() is
  'Returns the last ten imports, newest first: whether a statement or a report, the credits that each added or proved, and '
  'how many of them paid for an order; for payments staff (PT401 not_signed_in, PT403 forbidden). Security definer: as match_bank_rows.';

create function private.backs_payment(p_row public.credits) returns boolean
  language sql stable set search_path = ''
as $$
  select p_row.payment_id is not null
    or p_row.is_shared and exists (select from public.credits c where c.part_of = p_row.id and c.payment_id is not null)
    or exists (
    select from public.payments p where p.status = 'approved' and p.reference_key = any (p_row.utrs)
      and private.is_credit_of(p_row, p))
$$;

comment on function private.backs_payment(public.credits) is
  'True when a payment was approved by this credit or by a part of it: it keeps the credit, or has its reference.';

create function private.is_decided_after(p_credit public.credits, p_at timestamptz) returns boolean
  language sql stable set search_path = ''
as $$
  select exists (
    select from public.payments p where p.id = p_credit.payment_id and p.status = 'approved' and p.reviewed_at >= p_at)
$$;

comment on function private.is_decided_after(public.credits, timestamptz) is
  'True when a payment was approved by this credit at that time or later: what was said of it before may have led to that.';

create function private.without_last(p_text text, p_part text) returns text
  language sql immutable set search_path = ''
as $$
  select case when p.place = 0 or p_part = '' then p_text else nullif(regexp_replace(btrim(
      left(p_text, length(p_text) - p.place - length(p_part) + 1) || right(p_text, p.place - 1)), '\s+', ' ', 'g'), '') end
  from (select strpos(reverse(p_text), reverse(p_part)) as place) as p
$$;

comment on function private.without_last(text, text) is 'Returns a text without the last occurrence of a part; null for none left.';

create function private.require_unused_import(p_import uuid) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_order text;
begin
  select min(p.order_code) into v_order from private.imported_credits m join public.credits b on m.credit_id in (b.id, b.part_of)
    join public.payments p on p.status = 'approved' and case when m.joined_at is null
      then p.id = b.payment_id or p.reference_key = any (b.utrs)
      else p.id = b.payment_id and private.is_decided_after(b, m.joined_at) end
    where m.import_id = p_import
      -- Other credits pay for all of it: this one was extra.
      and coalesce((
          select sum(o.amount) from public.credits o
          where o.payment_id = p.id and o.set_aside_at is null
            and coalesce(o.part_of, o.id) not in (select x.credit_id from private.imported_credits x where x.import_id = p_import)), 0)
        < (select sum(l.total_amount) from public.payment_lines l where l.payment_id = p.id);
  if v_order is not null then
    perform private.refuse(409, 'in_use', v_order, 'The order in detail was approved by a credit of this import.');
  end if;
  select min(p.order_code) into v_order from public.credits b
    join public.payments p on p.status = 'rejected' and p.reference_key = any (b.utrs) or p.id = b.payment_id
    join public.refunds r on r.payment_id = p.id and r.status = 'refunded' and (p.status = 'rejected' or r.ticket_id is null)
    where b.import_id = p_import;
  if v_order is not null then
    perform private.refuse(409, 'in_use', v_order, 'A credit of this import was sent back, for the order in detail.');
  end if;
end
$$;

comment on function private.require_unused_import(uuid) is
  'PT409 in_use (detail: the order) when a credit of the import approved a payment that no other credits pay for, or was sent back.';

create function public.take_back_bank_import(p_import uuid default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_source text;
  v_utrs text[];
  v_paid uuid[];
  v_removed bigint;
  v_kept bigint;
  v_left bigint;
begin
  perform private.require_role('payments');
  -- An approval either ran before this or finds the credits deleted.
  perform private.lock_credits();
  perform from public.credits b
    where b.id in (select m.credit_id from private.imported_credits m where m.import_id = p_import) order by b.id for update;
  if not found and not exists (select from public.bank_debits d where d.import_id = p_import) then
    perform private.refuse(404, 'not_found', '', 'There is no such import.');
  end if;
  select max(m.source) into v_source from private.imported_credits m where m.import_id = p_import;
  perform private.require_unused_import(p_import);
  select array_agg(distinct b.payment_id) into v_paid from public.credits b where b.import_id = p_import and b.payment_id is not null;
  select array_agg(u) into v_utrs from public.credits b, unnest(b.utrs) as u where b.import_id = p_import;
  -- Credits that others brought keep what the others say.
  update public.credits b set note = private.without_last(b.note, o.content ->> 'narration')
    from public.credit_proofs o where o.import_id = p_import and o.credit_id = b.id;
  get diagnostics v_left = row_count;
  delete from public.credit_proofs o where o.import_id = p_import;
  -- What another source says, too, stays: only this import was wrong.
  update public.credits b
    set source = o.source, narration = coalesce(b.note, ''), note = null, balance = null,
      row_key = case when o.import_id is null then private.proof_row_key(o.source, o.external_id) else o.external_id end,
      import_id = coalesce(o.import_id, gen_random_uuid()), import_file = o.import_file, imported_by = o.imported_by
    from (select distinct on (o.credit_id) o.* from public.credit_proofs o order by o.credit_id, o.created_at, o.id) as o
    where b.import_id = p_import and o.credit_id = b.id;
  get diagnostics v_kept = row_count;
  update public.credits c set source = b.source, import_id = b.import_id, import_file = b.import_file, imported_by = b.imported_by
    from public.credits b where c.part_of = b.id and c.import_id = p_import and b.import_id <> p_import;
  delete from public.credit_proofs o using public.credits b
    where b.id = o.credit_id and o.import_id is not null and o.source = b.source and o.external_id = b.row_key;
  delete from public.credits b where b.import_id = p_import and b.part_of is not null;
  delete from public.credits b where b.import_id = p_import;
  get diagnostics v_removed = row_count;
  v_removed := v_removed + v_kept + v_left;
  -- No statement says any more that their money came in.
  delete from public.refunds r using public.payments p
    where p.id = r.payment_id and p.status = 'rejected' and p.reference_key = any (v_utrs)
      and r.ticket_id is null and r.status = 'requested' and r.reason = 'rejected'
      and not exists (select from public.credits b where b.utrs @> array[p.reference_key]);
  perform private.owe_less(v_paid);
  perform private.forget_debits(p_import);
  perform private.record_audit('take_back', 'credits', p_import::text,
    jsonb_strip_nulls(jsonb_build_object('credits', v_removed, 'source', nullif(v_source, 'statement'))), null);
  return jsonb_build_object('removed', v_removed);
end
$$;

comment on function public.take_back_bank_import(uuid) is
  'Takes back what a statement or a report said: the credits that only it knows, its proofs of the others, and what is owed '
  'only because of it, unless a payment was approved by one of them, and no other credits pay for it, or their money was '
  'sent back. Admins and payments staff. Refusals: PT401 not_signed_in, PT403 forbidden, PT404 not_found, PT409 in_use (detail: the order). '
  'Security definer: no role may write credits.';

create function private.bank_row_key(p_booked_on date, p_amount numeric, p_narration text, p_balance numeric, p_occurrence bigint)
  returns text
  language sql stable set search_path = ''
as $$
  select encode(sha256(convert_to(case
    when p_balance is null then concat_ws(E'\x1f', p_booked_on, p_amount, upper(p_narration), '-', p_occurrence)
    else concat_ws(E'\x1f', 'balance', p_booked_on, p_amount, p_balance, p_occurrence) end, 'UTF8')), 'hex')
$$;

comment on function private.bank_row_key(date, numeric, text, numeric, bigint) is
  'Returns credits.row_key. Two credits of one amount leave two balances, unless the same amount went out between '
  'them: p_occurrence tells these apart. Without a balance only the wording identifies the credit.';

create function private.credits_of(p_rows jsonb, p_source text)
  returns table (row_key text, booked_on date, amount numeric, narration text, utrs text[], balance numeric)
  language sql stable set search_path = ''
as $$
  select case when p_source = 'statement' then k.row_key else private.proof_row_key(p_source, k.row_key) end,
    k.booked_on, k.amount, k.narration, k.utrs, k.balance
  from (
    select private.bank_row_key(g.booked_on, g.amount, g.narration, g.balance, g.occurrence) as row_key,
      g.booked_on, g.amount, g.narration, g.utrs, g.balance
    from private.bank_rows_of(p_rows) as g) as k
$$;

comment on function private.credits_of(jsonb, text) is
  'Returns the rows of import_bank_rows with their keys, or PT400 invalid as bank_rows_of. A report''s row never has the key '
  'of a statement''s.';

create function private.joining(p_rows jsonb, p_source text) returns table (id uuid, utrs text[])
  language sql stable set search_path = ''
as $$
  select distinct on (b.id) b.id, g.utrs
  from private.credits_of(p_rows, p_source) as g
  join public.credits b on b.row_key = g.row_key
  where not g.utrs <@ b.utrs
    and not exists (
      select from public.credits o
      where o.booked_on = g.booked_on and o.amount = g.amount and o.balance = g.balance and o.utrs && g.utrs)
  order by b.id, g.utrs
$$;

comment on function private.joining(jsonb, text) is
  'Returns the known credits for which this export names a UTR that no earlier one did.';

create function private.credit_joined() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_new text[] := array(select k from unnest(new.keys) as k except select k from unnest(old.keys) as k);
  -- What is certain now counts for all that it names.
  v_owed text[] := case when new.is_certain and not old.is_certain then new.keys else v_new end;
begin
  perform private.lengthen_review(p.id) from (
    select p.id from public.payments p
    where (p.reference_key = any (v_new) or p.order_code = any (v_new)) and p.status = 'pending' order by 1) as p;
  perform private.owe_beyond(array(
    select p.id from public.payments p
    where (p.reference_key = any (v_owed) or p.order_code = any (v_owed)) and p.status <> 'pending'));
  return null;
end
$$;

comment on function private.credit_joined() is
  'Trigger 40_joined on credits: applies a credit also to payments that another wording of it, or staff, name. Security '
  'definer: no role may write claims and refunds.';

create trigger "40_joined" after update on public.credits
  for each row
  when (new.utrs is distinct from old.utrs or new.note is distinct from old.note or new.given_code is distinct from old.given_code
    or new.is_certain and not old.is_certain)
  execute function private.credit_joined();

insert into private.rights (roles, privileges, object) values
  ('authenticated', 'select', 'table public.credits'),
  ('authenticated', 'select', 'table private.bank_matches'),
  ('authenticated', 'select', 'table private.credit_matches'),
  ('anon, authenticated', 'execute', 'function public.import_bank_rows(jsonb, uuid, text, text, jsonb)'),
  ('anon, authenticated', 'execute', 'function public.match_bank_rows()'),
  ('anon, authenticated', 'execute', 'function public.find_payment_credits(uuid)'),
  ('anon, authenticated', 'execute', 'function public.list_bank_imports()'),
  ('anon, authenticated', 'execute', 'function public.take_back_bank_import(uuid)'),
  ('anon, authenticated', 'execute', 'function public.payment_bank_states(uuid[])');
