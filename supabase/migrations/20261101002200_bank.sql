-- Bank statement: credits of the shop's account, laid beside what customers claim to have paid.
--
--   import_bank_rows(p_rows) -> {added, known}
--     p_rows: [{booked_on, amount, narration, utrs, balance, occurrence}], 1 to 1,000 credits. occurrence tells rows
--     apart that a statement holds twice with the same contents: 1 for the first.
--   match_bank_rows() -> {rows, first_on, last_on,
--     exact | to_check | amount_differs | two_claims | not_found: {count, sum, payments: [{payment_id, order_code,
--       user_name, transaction_id, expected, amount, created_at, credit, credited_on, others}]},
--     unclaimed: {count, sum, credits: [{id, booked_on, amount, narration, utrs}]}}
--   Counts and sums are of all; the lists hold the oldest 200 of each, unclaimed credits the newest 200.

create table public.bank_rows (
  id uuid primary key default gen_random_uuid(),
  row_key text not null unique check (row_key ~ '^[0-9a-f]{64}$'),
  booked_on date not null,
  amount numeric(12, 2) not null check (amount > 0),
  narration text not null,
  utrs text[] not null,
  balance numeric(14, 2),
  imported_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.bank_rows is
  'Credits as the bank''s statement has them, each once however often a period is imported. Written by import_bank_rows only.';
comment on column public.bank_rows.row_key is 'SHA-256 of what the bank says of the row (day, amount, narration, balance, occurrence) in hexadecimal.';
comment on column public.bank_rows.amount is 'Rupees that came in.';
comment on column public.bank_rows.utrs is 'Every run of twelve digits in narration and reference: what may be the payment''s UTR.';
create index bank_rows_utrs on public.bank_rows using gin (utrs);
create index bank_rows_booked_on on public.bank_rows (booked_on desc);

create trigger "90_stamp" before insert or update on public.bank_rows
  for each row execute function private.stamp_row();

alter table public.bank_rows enable row level security;
create policy "Admins read the bank's rows" on public.bank_rows
  for select to authenticated using ((select private.is_admin()));

create function private.bank_rows_of(p_rows jsonb)
  returns table (n bigint, booked_on date, amount numeric, narration text, utrs text[], balance numeric, occurrence integer)
  language plpgsql stable set search_path = ''
as $$
declare
  c_most_rows constant integer := 1000;
  c_longest_narration constant integer := 500;
  v_row jsonb;
  v_bad text;
begin
  if jsonb_typeof(p_rows) is distinct from 'array' or jsonb_array_length(p_rows) not between 1 and c_most_rows then
    perform private.refuse(400, 'invalid', 'p_rows', format('1 to %s rows.', c_most_rows));
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
      perform private.refuse(400, 'invalid', format('p_rows[%s].%s', n - 1, v_bad), 'The row cannot be read.');
    end if;
    amount := (v_row ->> 'amount')::numeric(12, 2);
    narration := left(regexp_replace(private.clean_text(v_row ->> 'narration'), '\s+', ' ', 'g'), c_longest_narration);
    utrs := array(select distinct u from jsonb_array_elements_text(v_row -> 'utrs') as u order by u);
    balance := (v_row ->> 'balance')::numeric(14, 2);
    occurrence := (v_row ->> 'occurrence')::integer;
    return next;
  end loop;
end
$$;
comment on function private.bank_rows_of(jsonb) is 'The rows of import_bank_rows, or PT400 invalid naming the first that cannot be read.';

create function public.import_bank_rows(p_rows jsonb default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_importer uuid := private.require_admin();
  v_given bigint;
  v_added bigint;
begin
  with given as materialized (select * from private.bank_rows_of(p_rows)),
  added as (
    insert into public.bank_rows (row_key, booked_on, amount, narration, utrs, balance, imported_by)
      select encode(sha256(convert_to(concat_ws(E'\x1f', g.booked_on, g.amount, upper(g.narration),
          coalesce(g.balance::text, '-'), g.occurrence), 'UTF8')), 'hex'),
        g.booked_on, g.amount, g.narration, g.utrs, g.balance, v_importer
      from given g order by 1
      on conflict (row_key) do nothing
      returning 1)
  select (select count(*) from given), (select count(*) from added) into v_given, v_added;
  if v_added > 0 then
    perform private.record_audit('import', 'bank_rows', v_importer::text, null, jsonb_build_object('added', v_added));
  end if;
  return jsonb_build_object('added', v_added, 'known', v_given - v_added);
end
$$;
comment on function public.import_bank_rows(jsonb) is
  'Keeps the credits of a bank statement; a row that is there already is known, not added. Admins only. Refusals: PT401 '
  'not_signed_in, PT403 forbidden, PT400 invalid (detail names row and field). Security definer: nobody writes bank_rows '
  'directly.';

create view private.bank_matches with (security_invoker = true) as
  select p.id as payment_id, p.user_id, p.order_code, p.transaction_id, p.amount, p.created_at, e.expected,
    c.credit, c.credited_on, k.others,
    case
      when k.others > 0 and c.credits > 0 then 'two_claims'
      when c.credits = 0 then 'not_found'
      when c.credits = 1 and c.credit = e.expected and p.amount = e.expected then 'exact'
      else 'amount_differs'
    end as kind
  from public.payments p
  cross join lateral (
    select sum(l.total_amount) as expected from public.payment_lines l where l.payment_id = p.id) as e
  -- The same credit in two files whose wording differs is one: a UTR is the bank's name of one transfer.
  cross join lateral (
    select count(*) as credits, sum(d.amount) as credit, max(d.booked_on) as credited_on
    from (select distinct b.amount, b.booked_on from public.bank_rows b where b.utrs @> array[p.transaction_id]) as d) as c
  cross join lateral (
    select count(*) as others from public.payments o
    where o.transaction_id = p.transaction_id and o.id <> p.id and o.status <> 'rejected') as k
  where p.status = 'pending' and (select private.is_admin());
comment on view private.bank_matches is
  'What the bank says of each payment that waits. two_claims: another pending or approved payment names the same credit.';

create function public.match_bank_rows() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
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
    into v_answer from public.bank_rows b;

  with found as materialized (
    select m.*, case
        -- Right by the bank, but something else wants a look: never among those that are approved together.
        when m.kind = 'exact' and (w.warnings <> '[]'::jsonb or m.user_id = private.uid()) then 'to_check'
        else m.kind
      end as shown
    from private.bank_matches m
    left join lateral (
      select v.warnings from private.payment_warnings v where m.kind = 'exact' and v.payment_id = m.payment_id) as w on true),
  ranked as (select f.*, row_number() over (partition by f.shown order by f.created_at, f.payment_id) as n from found f)
  select jsonb_object_agg(k.shown, k.found) into v_kinds from (
    select r.shown, jsonb_build_object('count', count(*), 'sum', coalesce(sum(r.amount), 0)::numeric(14, 2)::text,
      'payments', coalesce(jsonb_agg(jsonb_build_object(
        'payment_id', r.payment_id, 'order_code', r.order_code, 'transaction_id', r.transaction_id,
        'user_name', (select coalesce(f.name, f.email) from public.profiles f where f.id = r.user_id),
        'expected', r.expected, 'amount', r.amount, 'created_at', r.created_at, 'credit', r.credit,
        'credited_on', r.credited_on, 'others', r.others) order by r.n) filter (where r.n <= c_listed), '[]')) as found
    from ranked r group by r.shown) as k;

  return v_answer || coalesce(v_kinds, '{}') || jsonb_build_object('unclaimed', (
    with free as materialized (
      select b.* from public.bank_rows b
      where not exists (
        select from public.payments p where p.transaction_id = any (b.utrs) and p.status <> 'rejected'))
    select jsonb_build_object('count', (select count(*) from free),
      'sum', (select coalesce(sum(f.amount), 0)::numeric(14, 2)::text from free f),
      'credits', coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'booked_on', f.booked_on, 'amount', f.amount,
        'narration', f.narration, 'utrs', f.utrs) order by f.booked_on desc, f.id), '[]'))
    from (select * from free order by booked_on desc, id limit c_listed) as f));
end
$$;
comment on function public.match_bank_rows() is
  'Pending payments beside the bank''s credits, by reference and amount, for admins (PT401 not_signed_in, PT403 '
  'forbidden): exact (one credit of the expected amount, nothing else to check), to_check (the same, but with warnings '
  'or one''s own), amount_differs, two_claims, not_found; and credits that no pending or approved payment names. A kind '
  'without payments is absent. Security definer: behind row security no index answers which credits name a reference.';

create function public.find_bank_rows(p_reference text default null)
  returns table (id uuid, booked_on date, amount numeric, narration text)
  language plpgsql stable security definer rows 1 set search_path = ''
as $$
begin
  perform private.require_user();
  if not private.is_admin() then
    perform private.refuse(403, 'forbidden', '', 'This is for admins.');
  end if;
  return query select b.id, b.booked_on, b.amount, b.narration from public.bank_rows b
    where b.utrs @> array[p_reference] order by b.booked_on desc, b.id;
end
$$;
comment on function public.find_bank_rows(text) is
  'The credits that name this UTR, newest first, for admins (PT401 not_signed_in, PT403 forbidden). Security definer: as '
  'match_bank_rows.';

create function private.grant_bank() returns void
  language plpgsql set search_path = ''
as $$
begin
  revoke all on table public.bank_rows, private.bank_matches from public, anon, authenticated;
  grant select on table public.bank_rows, private.bank_matches to authenticated;
  revoke all on function private.bank_rows_of(jsonb), public.import_bank_rows(jsonb), public.match_bank_rows(),
    public.find_bank_rows(text), private.grant_bank() from public, anon, authenticated;
  -- Visitors may call these only to be told to sign in.
  grant execute on function public.import_bank_rows(jsonb), public.match_bank_rows(), public.find_bank_rows(text) to anon, authenticated;
end
$$;
comment on function private.grant_bank() is 'All privileges of this file; can be repeated.';
select private.grant_bank();
