-- Proofs: what says that money came besides a statement's row (a bank's mail, a report, a gateway's message), the rules by
-- which a credit decides alone, and what staff do with unclaimed credits. take_proof stores a credit and makes
-- the payment of an order that was paid and never submitted; settle_credit approves. Both are repeated until they
-- succeed: the server stopping between them loses nothing.

create table public.credit_proofs (
  id uuid primary key default gen_random_uuid(),
  credit_id uuid not null references public.credits (id) on delete cascade,
  source text not null check (source in ('statement', 'report', 'mail', 'gateway')),
  external_id text not null check (length(external_id) between 1 and 200),
  content jsonb not null default '{}',
  created_at timestamptz not null default now(),
  import_id uuid,
  import_file text constraint credit_proofs_file_short check (length(import_file) <= 200),
  imported_by uuid,
  unique (source, external_id)
);

comment on table public.credit_proofs is
  'What said that a credit came in, each proof once; a row of a statement or an imported report only where another source was first.';

comment on column public.credit_proofs.content is
  'The proof as it came, with what is needed to check it again; empty once forget_payers deleted it.';

comment on column public.credit_proofs.import_id is 'The import that the row is of; null for what came by itself.';

create index credit_proofs_credit_id on public.credit_proofs (credit_id);

create index credit_proofs_import_id on public.credit_proofs (import_id) where import_id is not null;

alter table public.credit_proofs enable row level security;

create policy "Payments staff read proofs" on public.credit_proofs
  for select to authenticated using ((select private.may('payments')));

create view private.imported_credits with (security_invoker = true) as
  select b.import_id, b.import_file, b.imported_by, b.source, b.created_at as imported_at, b.id as credit_id, b.amount,
    null::timestamptz as joined_at
  from public.credits b where (b.source = 'statement' or b.imported_by is not null) and b.part_of is null
  union all
  select o.import_id, o.import_file, o.imported_by, o.source, o.created_at, b.id, b.amount, o.created_at
  from public.credit_proofs o join public.credits b on b.id = o.credit_id where o.import_id is not null;

comment on view private.imported_credits is
  'The credits of each import: those that it added, and (joined_at: when) those that another source knew before.';

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

comment on table public.proof_rules is
  'One row: whether a credit approves a payment without a person. Apart from shop_settings, which everybody reads.';

comment on column public.proof_rules.approve is 'off, on_shift (only while an admin is on shift), or always.';
comment on column public.proof_rules.most_amount is 'Rupees: the largest payment that is approved without a person.';
comment on column public.proof_rules.most_a_minute is 'Approvals without a person in a minute; more wait.';
comment on column public.proof_rules.reject_hours is 'Hours after which a payment that no proof knows is listed for rejection.';

insert into public.proof_rules default values;

alter table public.proof_rules enable row level security;

create policy "Admins read the rules" on public.proof_rules
  for select to authenticated using ((select private.is_admin()));

create policy "Admins change the rules" on public.proof_rules
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));

create function private.guard_proof_rules() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if new.id is distinct from old.id then
    perform private.refuse(400, 'invalid', 'id', 'There is one row of rules.');
  end if;
  new.revision := old.revision + 1;
  return new;
end
$$;

comment on function private.guard_proof_rules() is 'Trigger 20_values; each edit raises the revision.';

create trigger "10_refuse_stale" before update on public.proof_rules
  for each row when (new.revision is distinct from old.revision) execute function private.refuse_stale_edit();

create trigger "20_values" before update on public.proof_rules
  for each row execute function private.guard_proof_rules();

create trigger "90_stamp" before update on public.proof_rules
  for each row execute function private.stamp_row();

create trigger audit after update on public.proof_rules
  for each row execute function private.audit_row('id');

create table private.shifts (
  user_id uuid primary key,
  ends_at timestamptz not null
);

comment on table private.shifts is 'Admins who are on shift, and until when.';

alter table private.shifts enable row level security;

create table private.proof_sources (
  name text primary key check (length(name) between 1 and 60),
  seen_at timestamptz,
  fault text,
  "position" jsonb,
  set_aside integer not null default 0,
  set_aside_at timestamptz
);

comment on table private.proof_sources is
  'Where proofs come from: when the source last worked, what is wrong with it, how far it was read, and how many of its messages '
  'could not be judged.';

comment on column private.proof_sources.set_aside is
  'Messages that were tried some times and set aside, until none was for a week; set_aside_at: when the last one.';

alter table private.proof_sources enable row level security;

create function private.shift_end() returns timestamptz
  language sql stable set search_path = ''
as $$
  select max(s.ends_at) from private.shifts s
  join public.staff a on a.user_id = s.user_id and a.role = 'admin' and private.role_holds(a.ends_at)
  where s.ends_at > now()
$$;

comment on function private.shift_end() is 'Returns until when an admin is on shift; null when none is.';

create function private.is_on_shift() returns boolean
  language sql stable set search_path = ''
as $$ select private.shift_end() is not null $$;

comment on function private.is_on_shift() is 'True while an admin is on shift.';

create function public.change_shift(p_hours integer default null) returns timestamptz
  language plpgsql volatile security definer set search_path = ''
as $$
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
$$;

comment on function public.change_shift(integer) is
  'Puts the caller on shift for so many hours (0: ends it, null: changes nothing) and returns until when an admin is; '
  'null when none is. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid. Security definer: no '
  'role may write private.shifts.';

create function private.lock_credits() returns void
  language sql volatile set search_path = ''
as $$ select pg_advisory_xact_lock(hashtextextended('credits', 0)) $$;

comment on function private.lock_credits() is
  'Locks the adding of credits until the end of the transaction, before any other lock: two sources may bring one credit '
  'at the same time.';

create function private.share_credits() returns void
  language sql volatile set search_path = ''
as $$ select pg_advisory_xact_lock_shared(hashtextextended('credits', 0)) $$;

comment on function private.share_credits() is
  'Waits for lock_credits and keeps it away until the end of the transaction; others that share it do not wait.';

create function private.join_proven(p_rows jsonb, p_source text, p_import uuid, p_file text, p_importer uuid) returns bigint
  language plpgsql volatile set search_path = ''
as $$
declare
  v_row record;
  v_joined bigint := 0;
begin
  for v_row in
    select g.row_key, g.narration, b.id from private.credits_of(p_rows, p_source) as g
    join public.credits b on b.utrs && g.utrs and b.amount = g.amount and b.source <> p_source
    where not exists (select from public.credits o where o.row_key = g.row_key)
      and not exists (select from public.credit_proofs o where o.credit_id = b.id and o.source = p_source)
    order by b.id, g.row_key
  loop
    insert into public.credit_proofs (credit_id, source, external_id, content, import_id, import_file, imported_by)
      values (v_row.id, p_source, v_row.row_key, jsonb_build_object('narration', v_row.narration), p_import, p_file, p_importer)
      on conflict (source, external_id) do nothing;
    if found then
      update public.credits b set note = left(concat_ws(' ', b.note, v_row.narration), 1000) where b.id = v_row.id;
      v_joined := v_joined + 1;
    end if;
  end loop;
  return v_joined;
end
$$;

comment on function private.join_proven(jsonb, text, uuid, text, uuid) is
  'Adds the rows of a statement or a report as proofs to credits that another source brought before: same UTR and '
  'amount. Returns how many. The caller holds lock_credits.';

create function private.proof_row_key(p_source text, p_external_id text) returns text
  language sql immutable set search_path = ''
as $$ select encode(sha256(convert_to(concat_ws(E'\x1f', 'proof', p_source, p_external_id), 'UTF8')), 'hex') $$;

comment on function private.proof_row_key(text, text) is 'Returns credits.row_key of a credit that no statement brought.';

create function private.code_beginnings(p_text text) returns text[]
  language sql immutable set search_path = ''
as $$
  select array(
    select distinct m[1]
    from regexp_matches(regexp_replace(upper(p_text), '[A-Z0-9._-]+@[A-Z0-9.]*', ' ', 'g'),
      '(?<![A-Z0-9])(?:MF)?([0-9A-HJKMNP-TV-Z]{3,7})(?![A-Z0-9])', 'g') as m order by 1)
$$;

comment on function private.code_beginnings(text) is
  'Returns the words of a narration that may be the beginning of an order code, without MF: banks cut notes.';

create function private.cut_code_key(p_credit public.credits, p_order_code text) returns text
  language sql stable set search_path = ''
as $$
  select case when bool_or(length(t) >= 5 and t ~ '[0-9]' and t ~ '[A-Z]') then 'prefix' else 'short_prefix' end
  from unnest(private.code_beginnings(p_credit.narration || ' ' || coalesce(p_credit.note, ''))) as t
  where substr(p_order_code, 3, length(t)) = t
  having count(*) > 0
$$;

comment on function private.cut_code_key(public.credits, text) is
  'Returns prefix when a narration has five signs or more of the order''s code, with a digit and a letter; short_prefix for '
  'fewer, for a person; null otherwise.';

create function private.near_references(p_reference text) returns text[]
  language sql immutable set search_path = ''
as $$
  select array(
    select near from (
      select overlay(p_reference placing d::text from i for 1) as near
        from generate_series(1, length(p_reference)) as i, generate_series(0, 9) as d
      union all
      select overlay(p_reference placing substr(p_reference, i + 1, 1) || substr(p_reference, i, 1) from i for 2)
        from generate_series(1, length(p_reference) - 1) as i
      union all
      select overlay(p_reference placing '' from i for 1) from generate_series(1, length(p_reference)) as i
      union all
      select overlay(p_reference placing d::text from i for 0)
        from generate_series(1, length(p_reference) + 1) as i, generate_series(0, 9) as d) as n
    where p_reference ~ '^[0-9]{11,13}$' and near <> p_reference)
$$;

comment on function private.near_references(text) is 'Returns every reference that differs from this one by one digit wrong, missing or too many, or two neighbours swapped: '
  'some 270, a few of them twice.';

create function private.order_price(p_order private.orders) returns numeric
  language sql stable set search_path = ''
as $$
  select coalesce(
    (select sum(l.total_amount) from public.payments p join public.payment_lines l on l.payment_id = p.id where p.order_id = p_order.id),
    (select sum(s) from unnest(p_order.shares) as s))
$$;

comment on function private.order_price(private.orders) is
  'Returns the rupees that an order costs: of its payment''s lines, before there is one of its last hold; null without either.';

create function private.near_orders(p_credit public.credits)
  returns table (order_id uuid, order_code text, user_id uuid, payment_id uuid, key text)
  -- A plan for any credit reads all payments and orders.
  language sql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
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
$$;

comment on function private.near_orders(public.credits) is
  'Returns the undecided and unsubmitted orders of the credit''s amount and day (IST, a day to each side) that it nearly '
  'names.';

create function private.likely_credits(p_payment_id uuid) returns jsonb
  -- As near_orders.
  language sql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
  select jsonb_agg(jsonb_build_object('credit_id', c.id, 'booked_on', c.booked_on, 'amount', c.amount, 'narration', c.narration,
      'key', c.key) order by c.key, c.booked_on desc, c.id)
  from (
    select b.id, b.booked_on, b.amount, b.narration, n.key
    from public.payments p
    -- Computed once a payment, not once a credit.
    cross join lateral (
      select private.near_references(p.reference_key) as near, (p.created_at at time zone 'Asia/Kolkata')::date as paid_on,
        (select sum(l.total_amount) from public.payment_lines l where l.payment_id = p.id) as expected offset 0) as x
    join public.credits b on b.amount = any (array[p.amount, x.expected]) and b.booked_on between x.paid_on - 1 and x.paid_on + 1
      and b.payment_id is null and b.set_aside_at is null and b.returned_at is null and b.given_code is null
      -- What near_orders could find; it decides.
      and (b.utrs && x.near or strpos(upper(b.narration || ' ' || coalesce(b.note, '')), substr(p.order_code, 3, 3)) > 0)
    cross join lateral (
      select min(m.key) as key from private.near_orders(b) as m where m.payment_id = p.id) as n
    where p.id = p_payment_id and n.key is not null
      -- What names an order exactly is not likely another's, as in order_of_credit.
      and not exists (select from private.orders o where o.order_code = any (b.keys) and not private.is_common(o))
      and not exists (select from public.payments e where e.reference_key = any (b.utrs) and e.status <> 'rejected')
    order by n.key, b.booked_on desc, b.id limit 5) as c
$$;

comment on function private.likely_credits(uuid) is
  'Returns up to five open credits whose near_orders have this undecided payment and that name nothing exactly, as [{credit_id, '
  'booked_on, amount, narration, key}]; null without any. Every list of payments says by it that a credit is likely theirs.';

create function private.is_alone(p_credit public.credits, p_order_id uuid) returns boolean
  language sql stable set search_path = ''
as $$
  select not exists (
      select from public.payments p
      where p.status = 'pending' and p.amount = p_credit.amount and p.order_id <> p_order_id and not p.is_test
        and (p.created_at at time zone 'Asia/Kolkata')::date between p_credit.booked_on - 1 and p_credit.booked_on + 1)
    and not exists (
      select from private.orders o
      where o.id <> p_order_id and o.submitted_at is null and not o.is_test
        and o.created_at >= (p_credit.booked_on - 1)::timestamp at time zone 'Asia/Kolkata'
        and o.created_at < (p_credit.booked_on + 2)::timestamp at time zone 'Asia/Kolkata'
        and (select sum(s) from unnest(o.shares) as s) = p_credit.amount)
    and not exists (
      select from public.credits b
      where b.id <> p_credit.id and b.amount = p_credit.amount and b.booked_on between p_credit.booked_on - 1 and p_credit.booked_on + 1
        and b.payment_id is null and b.set_aside_at is null and b.returned_at is null)
$$;

comment on function private.is_alone(public.credits, uuid) is
  'True when no other undecided payment, unsubmitted order or open credit of the amount is of the credit''s day (IST, a day to each side).';

create function private.order_of_credit(
  p_credit public.credits,
  out order_id uuid, out order_code text, out user_id uuid, out payment_id uuid, out key text, out doubt text)
  -- As near_orders.
  language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  -- In which the one who paid may still type the reference.
  c_claim_time constant interval := '30 minutes';
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
      elsif key = 'near_utr' and v_found = 1
         and (p_credit.created_at > now() - c_claim_time or not private.is_alone(p_credit, order_id)) then
        doubt := 'near_utr';
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
$$;

comment on function private.order_of_credit(public.credits) is
  'Returns the one order that a credit names, by key: code (or hand, prefix, near_utr where it was given), utr, prefix, '
  'near_utr. doubt: several (no order is returned), short_prefix, near_utr (a wrong digit tells a slip from a guess by nothing: a '
  'person decides, unless the credit waited half an hour for an exact claim and is_alone), test, rejected, paid. All null when it '
  'names none.';

create function private.doubt_of_time(p_credit public.credits, p_order_id uuid) returns text
  language sql stable set search_path = ''
as $$
  select case
    when p_credit.given_by is not null then null
    when p_credit.booked_on < (now() at time zone 'Asia/Kolkata')::date - 3 then 'old'
    -- Otherwise an order could be made to fit a credit that was seen.
    when coalesce(p_credit.credited_at < o.created_at - interval '2 minutes',
      p_credit.booked_on < (o.created_at at time zone 'Asia/Kolkata')::date) then 'before_order' end
  from private.orders o where o.id = p_order_id
$$;

comment on function private.doubt_of_time(public.credits, uuid) is
  'Returns old (the credit came more than three days ago) or before_order (before the order was begun); null for neither '
  'and for credits that staff gave to the order.';

create function private.claim_by_credit(p_credit_id uuid) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_credit public.credits;
  v_found record;
  v_order private.orders;
  v_payment public.payments;
  v_sent private.sent;
  v_sum numeric;
  v_utr text;
begin
  select * into v_credit from public.credits b where b.id = p_credit_id;
  v_found := private.order_of_credit(v_credit);
  if v_found.doubt = 'several' and v_found.key = 'code' and private.share_by_codes(v_credit) then
    perform private.claim_by_credit(c.id) from (
      select c.id from public.credits c join private.orders o on o.order_code = c.given_code
      where c.part_of = p_credit_id order by o.user_id, c.id) as c;
    return;
  end if;
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
  v_sent.lines := private.known_lines(v_order.lines);
  v_sent.as_held := v_order.event_id is not null;
  if v_sent.as_held then
    perform private.share_event(v_order.event_id);
  else
    perform private.share_order_events(array(select l.ticket_category_id from unnest(v_sent.lines) as l), v_order.id);
  end if;
  v_utr := v_credit.utrs[1];
  if v_utr is null or exists (select from public.payments p where p.reference_key = v_utr and p.status <> 'rejected') then
    v_utr := v_order.order_code;
  end if;
  insert into public.payments (user_id, order_id, order_code, transaction_id, amount, screenshot_url, screenshot_sha256, discount_code)
    values (v_order.user_id, v_order.id, v_order.order_code, v_utr, v_sum, '', '',
      (select d.code from public.discount_codes d where d.id = v_order.code_id))
    returning * into v_payment;
  v_sent.terms := private.terms();
  v_sent.order_row := v_order;
  v_sent.payment := v_payment;
  perform private.keep_payment(private.place_payment(v_sent));
  update public.credits b set given_code = v_order.order_code, matched_by = v_found.key
    where b.id = p_credit_id and v_found.key in ('prefix', 'near_utr');
end
$$;

comment on function private.claim_by_credit(uuid) is
  'Makes the payment of an order that a credit names and that was never submitted: its reference is the UTR, or the '
  'order''s code, and it has no picture. One that names several orders exactly is shared among them first. Nothing happens while the credits that name it are less than its price, or '
  'something is doubtful. Idempotent.';

create function private.doubt_of_source(p_credit public.credits, p_payment public.payments, p_beside boolean) returns text
  language plpgsql stable set search_path = ''
as $$
begin
  -- Staff cannot prove their own payment.
  if exists (
    select from public.credits b
    where b.keys && array[p_payment.reference_key, p_payment.order_code] and b.set_aside_at is null and b.returned_at is null
      and (b.imported_by = p_payment.user_id or b.given_by = p_payment.user_id or not b.is_certain
        or exists (select from public.credit_proofs o where o.credit_id = coalesce(b.part_of, b.id) and o.imported_by = p_payment.user_id))) then
    return 'own';
  end if;
  -- Without a UTR it may be a credit that another source brought.
  if exists (
    select from public.credits b join public.credits o
      on o.id <> b.id and o.source <> b.source and o.amount = b.amount and o.booked_on between b.booked_on - 1 and b.booked_on + 1
        and (o.utrs = '{}' or b.utrs = '{}') and o.part_of is null and b.part_of is null
        and o.set_aside_at is null and o.returned_at is null
    where b.keys && array[p_payment.reference_key, p_payment.order_code] and b.set_aside_at is null and b.returned_at is null
      and (b.id = p_credit.id or not p_beside)) then
    return 'same';
  end if;
  return null;
end
$$;

comment on function private.doubt_of_source(public.credits, public.payments, boolean) is
  'Returns own (a credit of the payment comes from its own customer, or is uncertain), same (it may be another source''s as well), or null. '
  'p_beside: the credit is looked at alone.';

create function private.doubt_of_proof(p_credit public.credits, p_payment public.payments) returns text
  language plpgsql stable set search_path = ''
as $$
declare
  v_rules public.proof_rules;
  v_match record;
  v_ignored text[];
  v_other text;
  v_beside boolean;
begin
  select * into v_rules from public.proof_rules r where r.id = 1;
  if v_rules.approve = 'off' or v_rules.approve = 'on_shift' and not private.is_on_shift() then
    return v_rules.approve;
  end if;
  if not p_credit.is_certain then
    return 'uncertain';
  end if;
  select * into v_match from private.credit_matches m where m.payment_id = p_payment.id;
  -- A rupee with another's code must not delay their payment. Money that only a typed reference names is no extra: it may be
  -- another's.
  v_beside := coalesce(v_match.kind = 'amount_differs' and v_match.by_code
    and p_payment.order_code = any (private.codes_in(p_credit.narration || ' ' || coalesce(p_credit.note, '')))
    and p_credit.amount = v_match.expected and not exists (
      select from public.credits b
      where b.keys @> array[p_payment.order_code] and b.id <> p_credit.id and b.amount = v_match.expected
        and b.set_aside_at is null and b.returned_at is null), false);
  if v_match.kind is distinct from 'exact' and not v_beside then
    return coalesce(v_match.kind, 'not_found');
  end if;
  if v_match.expected > v_rules.most_amount then
    return 'amount';
  end if;
  v_other := coalesce(private.doubt_of_source(p_credit, p_payment, v_beside), private.doubt_of_time(p_credit, p_payment.order_id));
  if v_other is not null then
    return v_other;
  end if;
  -- It kept no places: what a person may still give is not the credit's to take.
  select min(g.flag) into v_other from public.payment_flags g where g.payment_id = p_payment.id;
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
$$;

comment on function private.doubt_of_proof(public.credits, public.payments) is
  'Returns why a credit may not approve this payment without a person: the rules (off, on_shift, amount, rate), or what is '
  'doubtful (uncertain, a kind of credit_matches, own, same, old, before_order, a flag or a warning); null when it may. Beside one '
  'credit of the exact price that has the order''s whole code, further ones with the code are extra: owe_beyond owes them.';

create function private.credit_state(p_credit_id uuid) returns jsonb
  language plpgsql stable set search_path = ''
as $$
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
$$;

comment on function private.credit_state(uuid) is
  'Returns {credit_id, order_code, payment_id, status, key}; status: approved, pending (a person or settle_credit '
  'decides), likely (an order may fit), unclaimed.';

create function public.settle_credit(p_credit_id uuid default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_credit public.credits;
  v_found record;
  v_payment public.payments;
  v_doubt text;
begin
  perform private.require_server();
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
$$;

comment on function public.settle_credit(uuid) is
  'Approves the payment that a credit proves, by the rules of proof_rules and only when nothing is doubtful, and returns '
  'credit_state with doubt. Idempotent. For the server alone. Refusals: PT401 not_signed_in, PT403 forbidden, PT404 not_found. '
  'Security definer: no role may write payments and credits.';

create function private.open_credits(p_near boolean, p_turn bigint default extract(epoch from now())::bigint)
  returns setof uuid
  language sql stable set search_path = ''
as $$
  select b.id from public.credits b
  cross join (
    select r.approve = 'always' or r.approve = 'on_shift' and private.is_on_shift() as decides
    from public.proof_rules r where r.id = 1) as r
  where b.payment_id is null and b.set_aside_at is null and b.returned_at is null and b.is_certain
    and b.booked_on >= (now() at time zone 'Asia/Kolkata')::date - 3
    and (exists (
        select from private.orders o left join public.payments p on p.order_id = o.id
        where o.order_code = any (b.keys) and not private.is_common(o)
          and (p.id is null or r.decides and p.status = 'pending' and not private.kept_nothing(p.id)))
      or r.decides and exists (select from public.payments p
        where p.reference_key = any (b.utrs) and p.status = 'pending' and not private.kept_nothing(p.id))
      or r.decides and p_near and exists (select from private.near_orders(b) as n
        where n.payment_id is null or not private.kept_nothing(n.payment_id)))
  -- Not the oldest: many that only a person can decide would keep back what came after them.
  order by hashtextextended(b.id::text, p_turn), b.id limit 500
$$;

comment on function private.open_credits(boolean, bigint) is
  'Returns up to 500 open credits of the last three days that name, or with p_near nearly name, an order that waits: for '
  'claim_by_credit and, where the rules let credits decide, settle_credit; after a statement, a late claim or the '
  'beginning of a shift. Leaves out those of payments that kept nothing, which only a person decides. Each turn (by '
  'itself: each second) chooses others, so that every one comes.';

create function public.settle_open_credits() returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_at_once constant integer := 50;
  v_id uuid;
  v_approved integer := 0;
begin
  perform private.require_server();
  -- In the order of settle_credit, before the locks of claims.
  perform pg_advisory_xact_lock(hashtextextended('approval by proof', 0));
  perform private.lock_credits();
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
$$;

comment on function public.settle_open_credits() is
  'claim_by_credit and settle_credit for up to fifty open credits; returns how many payments were approved. Every minute '
  'on a hosted shop (pg_cron); one''s own server does it credit by credit. For the server alone. Refusals: PT401 '
  'not_signed_in, PT403 forbidden. Security definer as settle_credit.';

create function private.read_proof(p_proof jsonb,
  out source text, out external_id text, out credited_at timestamptz, out amount numeric, out utr text, out note text,
  out payer_vpa text, out certain boolean, out content jsonb)
  language plpgsql stable set search_path = ''
as $$
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
$$;

comment on function private.read_proof(jsonb) is 'Returns the parts of take_proof''s argument, or PT400 invalid naming one.';

create function public.take_proof(p_proof jsonb default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_proof record;
  v_credit uuid;
  v_known boolean;
  v_customer uuid;
begin
  perform private.require_server();
  v_proof := private.read_proof(p_proof);
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
$$;

comment on function public.take_proof(jsonb) is
  'Stores what a bank''s mail, a report or a gateway says and returns credit_state with known. p_proof: {source: report, '
  'mail or gateway; external_id, unique in its source; credited_at; amount in rupees as text; utr (12 digits or null); '
  'note; payer_vpa; certain; content}. A repeat of source and external_id adds nothing; the same UTR and amount from '
  'another source is a further proof of one credit. Makes the payment of an order that was paid and never submitted. '
  'For the server alone. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid (detail: the field). '
  'Security definer as settle_credit.';

create function private.forget_payers() returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  c_open_days constant integer := 400;
  c_at_once constant integer := 10000;
  v_today date := (now() at time zone 'Asia/Kolkata')::date;
  v_days integer := (select s.screenshot_days from public.shop_settings s where s.id = 1);
  v_due uuid[];
begin
  v_due := array(
    select b.id from public.credits b
    where b.booked_on < v_today - case
        when b.payment_id is null and b.set_aside_at is null and b.returned_at is null then c_open_days else v_days end
      and (b.payer_vpa is not null
        or exists (select from public.credit_proofs o where o.credit_id = b.id and o.import_id is null and o.content <> '{}'))
      -- Money that goes back needs to know where it came from.
      and not exists (select from public.refunds r where r.payment_id = b.payment_id and r.status = 'requested')
    limit c_at_once for no key update of b skip locked);
  update public.credits b set payer_vpa = null where b.id = any (v_due);
  update public.credit_proofs o set content = '{}' where o.credit_id = any (v_due) and o.import_id is null;
end
$$;

comment on function private.forget_payers() is
  'Deletes the payer''s UPI id and the message (a bank''s mail, a gateway''s) of credits screenshot_days after their day; of those that '
  'no person or payment has taken, 400 days after it; not while money of theirs is owed back. What was imported stays, as the books do. At '
  'most 10,000 at once. Once a day, by tidy_sale.';

create function public.find_order_payment(p_order_id uuid default null) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  c_seen_for constant interval := interval '10 minutes';
  v_user uuid := private.require_user();
  v_order private.orders := private.require_own_order(p_order_id, v_user);
begin
  return jsonb_build_object(
    'live', private.has_live_source(),
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
          = (select sum(l.quantity) from public.payment_lines l where l.payment_id = p.id and l.split_from is null),
        'kept_until', (select min(c.review_until) from public.seat_claims c where c.payment_id = p.id),
        'kept_nothing', private.kept_nothing(p.id))
      from public.payments p where p.order_id = p_order_id and p.user_id = v_user));
end
$$;

comment on function public.find_order_payment(uuid) is
  'Returns {live, demo, arrived, payment} of the caller''s own order. live: the shop has a working source of proofs; demo: '
  'it is the demo''s pretended bank; arrived: '
  'rupees that came with the order''s code; payment: as a row of check_payment_status, null while there is none. Refusals: '
  'PT401 not_signed_in, PT400 invalid, PT403 other_user. Security definer: no role may read orders and credits.';

create function private.note_proof_source(p_name text, p_fault text default null, p_position jsonb default null) returns void
  language sql volatile set search_path = ''
as $$
  insert into private.proof_sources as s (name, seen_at, fault, "position")
    values (p_name, case when p_fault is null then now() end, p_fault, p_position)
    on conflict (name) do update
      set seen_at = coalesce(excluded.seen_at, s.seen_at), fault = excluded.fault, "position" = coalesce(excluded."position", s."position")
$$;

comment on function private.note_proof_source(text, text, jsonb) is
  'Stores that a source of proofs works, or what is wrong with it (p_fault), and how far it was read (null: unchanged).';

create function private.note_set_aside(p_name text) returns void
  language sql volatile set search_path = ''
as $$
  insert into private.proof_sources as s (name, set_aside, set_aside_at) values (p_name, 1, now())
    on conflict (name) do update
      set set_aside = 1 + case when s.set_aside_at > now() - interval '7 days' then s.set_aside else 0 end, set_aside_at = now()
$$;

comment on function private.note_set_aside(text) is 'Counts a message of a source that could not be judged and is tried no more.';

insert into private.rights (roles, privileges, object) values
  ('authenticated', 'select', 'table public.credit_proofs'),
  ('authenticated', 'select, update', 'table public.proof_rules'),
  ('anon, authenticated', 'execute', 'function public.change_shift(integer)'),
  ('anon, authenticated', 'execute', 'function public.find_order_payment(uuid)'),
  ('service_role', 'execute', 'function public.settle_credit(uuid)'),
  ('service_role', 'execute', 'function public.settle_open_credits()'),
  ('service_role', 'execute', 'function public.take_proof(jsonb)');
