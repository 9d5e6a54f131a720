-- Reports as proofs of their own, too much that is owed back, and what to settle before the first sale. The part before the
-- functions is by hand, the rest is written from supabase/schema by `npm run migration`.

alter table public.shop_settings
  add column upi_kind text,
  add column day_limit numeric,
  add column own_account boolean not null default false,
  add constraint shop_settings_account_possible
    check (upi_kind in ('merchant', 'personal') and day_limit between 1 and 999999999);

-- An import that only proves known credits is one, too.
alter table public.credit_proofs
  add column import_id uuid,
  add column import_file text constraint credit_proofs_file_short check (length(import_file) <= 200),
  add column imported_by uuid;
update public.credit_proofs o
  set import_id = (o.content ->> 'import_id')::uuid, content = o.content - 'import_id'
  where o.source = 'statement' and o.content ? 'import_id';
-- A gateway's message has the payer's telephone and mail address: its digest is kept in its place.
update public.credit_proofs o
  set content = o.content - 'body'
    || jsonb_build_object('body_sha256', encode(sha256(convert_to(o.content ->> 'body', 'UTF8')), 'hex'))
  where o.source = 'gateway' and o.content ? 'body';
create index credit_proofs_import_id on public.credit_proofs (import_id) where import_id is not null;

create view private.imported_credits with (security_invoker = true) as
  select b.import_id, b.import_file, b.imported_by, b.source, b.created_at as imported_at, b.id as credit_id, b.amount,
    null::timestamptz as joined_at
  from public.credits b where b.source = 'statement' or b.imported_by is not null
  union all
  select o.import_id, o.import_file, o.imported_by, o.source, o.created_at, b.id, b.amount, o.created_at
  from public.credit_proofs o join public.credits b on b.id = o.credit_id where o.import_id is not null;

comment on view private.imported_credits is
  'The credits of each import: those that it added, and (joined_at: when) those that another source knew before.';

-- A function may call one that comes after it.
set check_function_bodies = off;

drop trigger "40_joined" on credits;

drop function list_bank_imports();

drop function private.join_proven(jsonb,uuid);

drop function private.joining(jsonb);

drop function private.credits_of(jsonb);

drop function import_bank_rows(jsonb,uuid,text);

drop function mark_refunded(uuid,text,text,boolean);

CREATE OR REPLACE FUNCTION private.guard_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.upi_kind := nullif(private.clean_text(new.upi_kind), '');
  if new.upi_kind not in ('merchant', 'personal') then
    perform private.refuse(400, 'invalid', 'upi_kind', 'upi_kind is merchant, personal or null.');
  end if;
  -- NaN is greater than every number.
  if new.day_limit not between 1 and 999999999 then
    perform private.refuse(400, 'invalid', 'day_limit', 'day_limit is 1 to 999999999 rupees, or null.');
  end if;
  new.day_limit := round(new.day_limit, 2);
  if new.own_account is null then
    perform private.refuse(400, 'invalid', 'own_account', 'own_account is true or false.');
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_settings()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table public.shop_settings, private.shop_notices from public, anon, authenticated;
  grant select on table public.shop_settings to anon, authenticated;
  grant update (payee_name, upi_id, email, phone, whatsapp, address, gstin, grievance_officer, grievance_email, grievance_phone, social_links, screenshot_days, revision) on table public.shop_settings
    to authenticated;
  grant update (review_hours, review_minutes, upi_kind, day_limit, own_account) on table public.shop_settings to authenticated;
  revoke all on function private.settings_text(text, text, integer, text), private.guard_shop_settings(),
    private.guard_review_terms(), private.guard_account(), public.shop_notices(), private.grant_settings() from public, anon, authenticated;
  grant execute on function private.settings_text(text, text, integer, text) to authenticated, service_role;
  grant execute on function public.shop_notices() to anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION public.import_bank_rows(p_rows jsonb DEFAULT NULL::jsonb, p_import uuid DEFAULT NULL::uuid, p_file text DEFAULT NULL::text, p_source text DEFAULT 'statement'::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_longest_name constant integer := 200;
  v_importer uuid := private.require_admin();
  v_import uuid := coalesce(p_import, gen_random_uuid());
  v_file text := nullif(left(private.clean_text(p_file), c_longest_name), '');
  v_given bigint;
  v_added bigint;
  v_joined bigint := 0;
  v_proven bigint;
begin
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
  if v_added + v_joined > 0 then
    perform private.record_audit('import', 'credits', v_import::text, null, jsonb_strip_nulls(jsonb_build_object(
      'added', v_added, 'joined', nullif(v_joined, 0), 'source', nullif(p_source, 'statement'))));
  end if;
  return jsonb_build_object('added', v_added, 'known', v_given - v_added);
end
$function$;

CREATE OR REPLACE FUNCTION public.list_bank_imports()
 RETURNS TABLE(id uuid, file text, source text, imported_at timestamp with time zone, imported_by text, credits bigint, sum text, used bigint)
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
    select i.import_id, i.file, i.source, i.imported_at,
      (select coalesce(f.name, f.email) from public.profiles f where f.id = i.importer), i.credits, i.sum::text,
      (select count(*) from private.imported_credits m join public.credits b on b.id = m.credit_id
        where m.import_id = i.import_id and case
          when m.joined_at is null then private.backs_payment(b) else private.is_decided_after(b, m.joined_at) end)
    from (
      select m.import_id, max(m.import_file) as file, max(m.source) as source, min(m.imported_at) as imported_at,
        (array_agg(m.imported_by))[1] as importer, count(*) as credits, sum(m.amount)::numeric(14, 2) as sum
      from private.imported_credits m group by m.import_id order by 4 desc, 1 limit c_listed) as i
    order by 4 desc, 1;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_decided_after(p_credit credits, p_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (
    select from public.payments p where p.id = p_credit.payment_id and p.status = 'approved' and p.reviewed_at >= p_at)
$function$;

CREATE OR REPLACE FUNCTION private.without_last(p_text text, p_part text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when p.place = 0 or p_part = '' then p_text else nullif(regexp_replace(btrim(
      left(p_text, length(p_text) - p.place - length(p_part) + 1) || right(p_text, p.place - 1)), '\s+', ' ', 'g'), '') end
  from (select strpos(reverse(p_text), reverse(p_part)) as place) as p
$function$;

CREATE OR REPLACE FUNCTION public.take_back_bank_import(p_import uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_source text;
  v_order text;
  v_utrs text[];
  v_paid uuid[];
  v_removed bigint;
  v_kept bigint;
  v_left bigint;
begin
  perform private.require_admin();
  -- An approval either ran before this or finds the credits deleted.
  perform private.lock_credits();
  perform from public.credits b
    where b.id in (select m.credit_id from private.imported_credits m where m.import_id = p_import) order by b.id for update;
  if not found then
    perform private.refuse(404, 'not_found', '', 'There is no such import.');
  end if;
  select max(m.source) into v_source from private.imported_credits m where m.import_id = p_import;
  select min(p.order_code) into v_order from private.imported_credits m join public.credits b on b.id = m.credit_id
    join public.payments p on p.status = 'approved' and case when m.joined_at is null
      then p.id = b.payment_id or p.reference_key = any (b.utrs)
      else p.id = b.payment_id and private.is_decided_after(b, m.joined_at) end
    where m.import_id = p_import
      -- Other credits pay for all of it: this one was extra.
      and coalesce((
          select sum(o.amount) from public.credits o
          where o.payment_id = p.id
            and o.id not in (select x.credit_id from private.imported_credits x where x.import_id = p_import)), 0)
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
  delete from public.credit_proofs o using public.credits b
    where b.id = o.credit_id and o.import_id is not null and o.source = b.source and o.external_id = b.row_key;
  delete from public.credits b where b.import_id = p_import;
  get diagnostics v_removed = row_count;
  v_removed := v_removed + v_kept + v_left;
  -- No statement says any more that their money came in.
  delete from public.refunds r using public.payments p
    where p.id = r.payment_id and p.status = 'rejected' and p.reference_key = any (v_utrs)
      and r.ticket_id is null and r.status = 'requested' and r.reason = 'rejected'
      and not exists (select from public.credits b where b.utrs @> array[p.reference_key]);
  perform private.owe_less(v_paid);
  perform private.record_audit('take_back', 'credits', p_import::text,
    jsonb_strip_nulls(jsonb_build_object('credits', v_removed, 'source', nullif(v_source, 'statement'))), null);
  return jsonb_build_object('removed', v_removed);
end
$function$;

CREATE OR REPLACE FUNCTION private.credits_of(p_rows jsonb, p_source text)
 RETURNS TABLE(row_key text, booked_on date, amount numeric, narration text, utrs text[], balance numeric)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when p_source = 'statement' then k.row_key else private.proof_row_key(p_source, k.row_key) end,
    k.booked_on, k.amount, k.narration, k.utrs, k.balance
  from (
    select private.bank_row_key(g.booked_on, g.amount, g.narration, g.balance, case
        when g.balance is null then g.occurrence
        -- Earlier pages count occurrences by the wording too, so two rows with one number are two credits.
        else min(g.occurrence) over alike + row_number() over (alike order by g.occurrence, g.n) - 1 end) as row_key,
      g.booked_on, g.amount, g.narration, g.utrs, g.balance
    from private.bank_rows_of(p_rows) as g
    window alike as (partition by g.booked_on, g.amount, g.balance)) as k
$function$;

CREATE OR REPLACE FUNCTION private.joining(p_rows jsonb, p_source text)
 RETURNS TABLE(id uuid, utrs text[])
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select distinct on (b.id) b.id, g.utrs
  from private.credits_of(p_rows, p_source) as g
  join public.credits b on b.row_key = g.row_key
  where not g.utrs <@ b.utrs
    and not exists (
      select from public.credits o
      where o.booked_on = g.booked_on and o.amount = g.amount and o.balance = g.balance and o.utrs && g.utrs)
  order by b.id, g.utrs
$function$;

CREATE OR REPLACE FUNCTION private.credit_joined()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.grant_bank()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table public.credits, private.bank_matches, private.credit_matches from public, anon, authenticated;
  grant select on table public.credits, private.bank_matches, private.credit_matches to authenticated;
  revoke all on function private.bank_rows_of(jsonb), public.import_bank_rows(jsonb, uuid, text, text),
    public.match_bank_rows(), public.find_bank_rows(text), public.list_bank_imports(),
    public.take_back_bank_import(uuid), public.payment_bank_states(uuid[]), private.backs_payment(public.credits),
    private.is_decided_after(public.credits, timestamptz), private.without_last(text, text),
    private.bank_row_key(date, numeric, text, numeric, bigint), private.credits_of(jsonb, text), private.joining(jsonb, text),
    private.join_bank_rows(), private.credit_joined(), private.credits_imported(), private.credit_used_by(uuid, text),
    private.is_credit_of(public.credits, public.payments),
    private.is_common(private.orders), private.in_statement(public.credits), private.statement_span(),
    private.grant_bank() from public, anon, authenticated;
  grant execute on function public.import_bank_rows(jsonb, uuid, text, text), public.match_bank_rows(), public.find_bank_rows(text),
    public.list_bank_imports(), public.take_back_bank_import(uuid), public.payment_bank_states(uuid[]) to anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.sure_credits(p_payment payments)
 RETURNS SETOF credits
 LANGUAGE sql
 STABLE ROWS 2
 SET search_path TO ''
AS $function$
  with named as (
    select b.*, p_payment.order_code = any (b.keys) as by_code
    from public.credits b
    where (b.is_certain or b.given_by is not null)
      and (b.payment_id = p_payment.id
        or b.payment_id is null and b.set_aside_at is null and b.returned_at is null
          and b.keys && array[p_payment.reference_key, p_payment.order_code]))
  select b.* from public.credits b join named n on n.id = b.id
  where not exists (
      select from private.orders o
      where o.order_code = any (b.keys) and case
        when o.order_code = p_payment.order_code then b.given_by is null and private.is_common(o)
        else not private.is_common(o) end)
    and case when n.by_code then true
      -- A typed reference may be another's.
      else not exists (select from named m where m.by_code) and not exists (
        select from public.payments o
        where o.reference_key = any (b.utrs) and o.id <> p_payment.id and o.status <> 'rejected') end
    -- Without a UTR it may be the same credit from another source.
    and not exists (
      select from named m
      where m.amount = b.amount and (m.created_at, m.id) < (b.created_at, b.id)
        and (m.utrs && b.utrs
          or (m.utrs = '{}' or b.utrs = '{}') and m.booked_on between b.booked_on - 1 and b.booked_on + 1))
$function$;

CREATE OR REPLACE FUNCTION private.beyond_price(p_payment payments, OUT beyond numeric, OUT owed numeric, OUT payer text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_price numeric := (select sum(l.total_amount) from public.payment_lines l where l.payment_id = p_payment.id);
  v_most numeric := coalesce((select sum(b.amount) from public.credits b where b.payment_id = p_payment.id), 0)
    + coalesce((
      select sum(b.amount) from public.credits b
      where b.keys && array[p_payment.reference_key, p_payment.order_code] and b.payment_id is null), 0);
begin
  -- Nearly always: the rest is slow.
  if v_most <= v_price or p_payment.status <> 'approved' or p_payment.method <> 'upi' or p_payment.is_test then
    return;
  end if;
  beyond := (select sum(c.amount) from private.sure_credits(p_payment) as c) - v_price;
  if coalesce(beyond, 0) <= 0 then
    beyond := null;
    return;
  end if;
  owed := beyond - (
    select coalesce(sum(r.amount), 0) from public.refunds r
    where r.payment_id = p_payment.id and r.ticket_id is null and r.status = 'refunded');
  -- The first credit of the exact price paid it; the others are too much.
  select min(c.payer_vpa) into payer
    from (
      select c.payer_vpa,
        c.amount = v_price and row_number() over (order by c.amount <> v_price, c.payment_id is null, c.created_at, c.id) = 1 as is_price
      from private.sure_credits(p_payment) as c) as c
    where not c.is_price
    having count(*) = count(c.payer_vpa) and count(distinct c.payer_vpa) = 1;
  if payer !~ '^[A-Za-z0-9._-]{2,80}@[A-Za-z][A-Za-z0-9.-]{1,38}$' then
    payer := null;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.owe_beyond(p_payment_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_payment public.payments;
  v_beyond record;
begin
  for v_payment in
    select * from public.payments p
    where p.id = any (p_payment_ids) and p.status = 'approved' and p.method = 'upi' and not p.is_test order by p.id
  loop
    v_beyond := private.beyond_price(v_payment);
    continue when v_beyond.beyond is null;
    insert into public.refunds as r (payment_id, user_id, amount, upi_id, reason)
      select v_payment.id, v_payment.user_id, v_beyond.owed,
        coalesce(v_beyond.payer, (select f.refund_upi_id from public.profiles f where f.id = v_payment.user_id)), 'overpaid'
      where v_beyond.owed > 0
      on conflict (payment_id) where ticket_id is null and status = 'requested'
      do update set amount = excluded.amount where r.reason = 'overpaid' and r.amount < excluded.amount;
    -- No longer free: staff would send it back a second time.
    update public.credits c
      set payment_id = v_payment.id, matched_by = coalesce(c.matched_by, case
        when c.given_code = v_payment.order_code then 'hand' when v_payment.order_code = any (c.keys) then 'code' else 'utr' end)
      from private.sure_credits(v_payment) as s where c.id = s.id and c.payment_id is null;
  end loop;
  if exists (select from public.payments p where p.id = any (p_payment_ids) and p.status = 'rejected') then
    insert into public.refunds (payment_id, user_id, amount, upi_id, reason)
      select d.id, d.user_id, d.owed, d.refund_upi_id, 'rejected'
      from (
        select p.id, p.user_id, p.status, o.owed, f.refund_upi_id,
          row_number() over (partition by m.credit_key, p.status order by p.created_at, p.id) as n
        from public.payments p
        join private.payment_money m on m.payment_id = p.id
        left join public.profiles f on f.id = p.user_id,
        lateral (select least(m.credits, m.received) - m.promised as owed) as o
        where p.id = any (p_payment_ids) and p.status = 'rejected' and m.credits is not null and o.owed > 0
          and exists (
            select from public.payment_lines l join public.events e on e.id = l.event_id
            where l.payment_id = p.id and e.status = 'cancelled')) as d
      -- Of payments that name one credit only the first is owed it.
      where d.n = 1
      on conflict (payment_id) where ticket_id is null and status = 'requested' do nothing;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.owe_less(p_payment_ids uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with left_over as materialized (
    select r.id, r.amount, coalesce(m.credits, 0) - m.due - (
        select coalesce(sum(o.amount), 0) from public.refunds o
        where o.payment_id = r.payment_id and o.ticket_id is null and o.status = 'refunded') as owed
    from public.refunds r join private.payment_money m on m.payment_id = r.payment_id
    where r.payment_id = any (p_payment_ids) and r.ticket_id is null and r.status = 'requested' and r.reason = 'overpaid'),
  gone as (
    delete from public.refunds r using left_over o where r.id = o.id and o.owed <= 0 and r.status = 'requested')
  update public.refunds r set amount = o.owed
    from left_over o where r.id = o.id and o.owed > 0 and o.owed < o.amount and r.status = 'requested'
$function$;

CREATE OR REPLACE FUNCTION public.mark_refunded(p_refund_id uuid DEFAULT NULL::uuid, p_utr text DEFAULT NULL::text, p_upi_id text DEFAULT NULL::text, p_admitted boolean DEFAULT false, p_amount numeric DEFAULT NULL::numeric)
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
  -- No credit changes the amount meanwhile.
  perform private.share_credits();
  -- Cash and cards give back without a transfer: the order's code takes the place of its reference.
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
  -- An amount that may grow is marked as staff read it; a page that does not say is too old.
  if p_amount <> v_refund.amount or p_amount is null and v_refund.reason = 'overpaid' then
    perform private.refuse(409, 'amount_changed', v_refund.amount::text, 'More or less is owed than was sent; detail is what is owed now.');
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

CREATE OR REPLACE FUNCTION private.owe_decided()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.credits b where b.keys && array[new.reference_key, new.order_code]) then
    perform private.owe_beyond(array[new.id]);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_refunds()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table public.refunds, private.payment_money, private.refund_list from public, anon, authenticated;
  grant select on table public.refunds, private.refund_list to authenticated;
  revoke all on function public.request_refund(uuid), public.claim_refund(uuid), private.note_move(), private.audit_refund(),
    private.forget_upi_id(), private.give_upi_id(), private.fill_refund(), private.mark_ticket_of_refund(),
    private.ticket_money(public.user_tickets), private.masked_upi_id(text), private.sure_credits(public.payments),
    private.beyond_price(public.payments), private.owe_beyond(uuid[]), private.owe_less(uuid[]),
    private.owe_event(uuid), private.owe_decided(), private.owe_ticket(), private.owe_credit(),
    private.kept_by_tickets(uuid), private.beyond_tickets(uuid), public.mark_refunded(uuid, text, text, boolean, numeric),
    public.start_refund(uuid, uuid, numeric, text), public.drop_refund(uuid), private.ticket_admissions(uuid),
    private.find_refunds(text, text, uuid), public.get_refunds(), public.search_refunds(text, text, uuid),
    public.find_refundable(uuid), private.grant_refunds() from public, anon, authenticated;
  grant execute on function public.request_refund(uuid), public.claim_refund(uuid),
    public.mark_refunded(uuid, text, text, boolean, numeric), public.start_refund(uuid, uuid, numeric, text),
    public.drop_refund(uuid), public.find_refundable(uuid) to anon, authenticated;
  grant execute on function public.get_refunds(), public.search_refunds(text, text, uuid),
    private.find_refunds(text, text, uuid), private.ticket_admissions(uuid) to authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_payments(p_payment_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.share_credits();
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
  perform private.share_credits();
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

CREATE OR REPLACE FUNCTION private.share_credits()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select pg_advisory_xact_lock_shared(hashtextextended('credits', 0)) $function$;

CREATE OR REPLACE FUNCTION private.join_proven(p_rows jsonb, p_source text, p_import uuid, p_file text, p_importer uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
  -- Staff cannot prove their own payment.
  if exists (
    select from public.credits b
    where b.keys && array[p_payment.reference_key, p_payment.order_code] and b.set_aside_at is null and b.returned_at is null
      and (b.imported_by = p_payment.user_id or b.given_by = p_payment.user_id or not b.is_certain
        or exists (select from public.credit_proofs o where o.credit_id = b.id and o.imported_by = p_payment.user_id))) then
    return 'own';
  end if;
  -- Without a UTR it may be a credit that another source brought.
  if exists (
    select from public.credits b join public.credits o
      on o.id <> b.id and o.source <> b.source and o.amount = b.amount and o.booked_on between b.booked_on - 1 and b.booked_on + 1
        and (o.utrs = '{}' or b.utrs = '{}')
        and o.set_aside_at is null and o.returned_at is null
    where b.keys && array[p_payment.reference_key, p_payment.order_code] and b.set_aside_at is null and b.returned_at is null
      and (b.id = p_credit.id or not v_beside)) then
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
$function$;

CREATE OR REPLACE FUNCTION private.has_live_source()
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select exists (select from private.proof_sources s where s.fault is null and s.seen_at > now() - interval '10 minutes') $function$;

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
          = (select sum(l.quantity) from public.payment_lines l where l.payment_id = p.id),
        'kept_until', (select min(c.review_until) from public.seat_claims c where c.payment_id = p.id))
      from public.payments p where p.order_id = p_order_id and p.user_id = v_user));
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_proofs()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table public.credit_proofs, public.proof_rules, private.shifts, private.proof_sources, private.imported_credits
    from public, anon, authenticated;
  grant select on table public.credit_proofs to authenticated;
  grant select, update on table public.proof_rules to authenticated;
  revoke all on function private.guard_proof_rules(), private.shift_end(), private.is_on_shift(), public.change_shift(integer), private.lock_credits(), private.share_credits(),
    private.join_proven(jsonb, text, uuid, text, uuid), private.proof_row_key(text, text), private.code_beginnings(text),
    private.near_references(text), private.cut_code_key(public.credits, text), private.near_orders(public.credits), private.order_of_credit(public.credits),
    private.doubt_of_time(public.credits, uuid), private.claim_by_credit(uuid),
    private.doubt_of_proof(public.credits, public.payments), private.credit_state(uuid), public.settle_credit(uuid),
    private.open_credits(boolean), public.settle_open_credits(), private.read_proof(jsonb), public.take_proof(jsonb),
    private.has_live_source(), public.find_order_payment(uuid), private.note_proof_source(text, text, jsonb), private.grant_proofs()
    from public, anon, authenticated;
  grant execute on function public.change_shift(integer), public.find_order_payment(uuid) to anon, authenticated;
  grant execute on function public.settle_credit(uuid), public.settle_open_credits(), public.take_proof(jsonb) to service_role;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_made_payments(p_credit_id uuid)
 RETURNS uuid[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_ids uuid[] := array(
    select p.id from public.credits b join public.payments p on p.order_code = any (b.keys)
    where b.id = p_credit_id and p.status = 'pending' and p.screenshot_url = '' and p.method = 'upi' and p.made_by is null
      and not p.is_test order by 1);
begin
  perform private.lock_payments(v_ids);
  return v_ids;
end
$function$;

CREATE OR REPLACE FUNCTION private.withdraw_payments(p_payment_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_payment public.payments;
begin
  for v_payment in
    select * from public.payments p
    where p.id = any (p_payment_ids) and p.status = 'pending' and p.screenshot_url = '' and (
        select coalesce(sum(b.amount), 0) from public.credits b
        where b.keys @> array[p.order_code] and b.payment_id is null and b.set_aside_at is null and b.returned_at is null
          and (b.is_certain or b.given_by is not null))
      < (select sum(l.total_amount) from public.payment_lines l where l.payment_id = p.id)
    order by p.id
  loop
    delete from public.seat_claims c where c.payment_id = v_payment.id;
    delete from public.payment_lines l where l.payment_id = v_payment.id;
    delete from public.payments p where p.id = v_payment.id;
    update private.orders o set submitted_at = null where o.id = v_payment.order_id;
  end loop;
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
  v_made uuid[];
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
  else
    v_made := private.lock_made_payments(p_credit_id);
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
    perform private.withdraw_payments(v_made);
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
  v_credit public.credits;
  v_made uuid[];
begin
  perform private.lock_credits();
  v_made := private.lock_made_payments(p_credit_id);
  v_credit := private.lock_free_credit(p_credit_id);
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
    perform private.withdraw_payments(v_made);
    perform private.owe_beyond(array(
      select p.id from public.payments p
      where (p.reference_key = any (v_credit.utrs) or p.order_code = any (v_credit.keys)) and p.status <> 'pending'));
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
  v_credit public.credits;
  v_utr text := private.normal_reference(p_utr);
  v_upi_id text := private.settings_text(p_upi_id, 'p_upi_id', 120, '^[A-Za-z0-9._-]{2,80}@[A-Za-z][A-Za-z0-9.-]{1,38}$');
begin
  if v_utr is null or v_utr !~ '^[0-9]{12}$' then
    perform private.refuse(400, 'invalid', 'p_utr', 'A UPI reference has 12 digits.');
  end if;
  if v_upi_id is null then
    perform private.refuse(400, 'invalid', 'p_upi_id', 'Where was it sent?');
  end if;
  perform private.lock_credits();
  v_credit := private.lock_free_credit(p_credit_id);
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
    left join lateral (
      select b.* from public.credits b where b.payment_id = p.id order by b.amount desc, b.created_at limit 1) as b on true
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
    and (p_credit.source = 'mail' or exists (
      select from public.credit_proofs o where o.credit_id = p_credit.id and o.source = 'mail'))
  from private.statement_span() as s
$function$;

CREATE OR REPLACE FUNCTION private.grant_unclaimed_credits()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on function public.find_credits(text, text, uuid), private.likely_orders(public.credits),
    private.lock_free_credit(uuid), private.lock_made_payments(uuid), private.withdraw_payments(uuid[]), public.give_credit(uuid, text), public.set_credit_aside(uuid, text),
    public.return_credit(uuid, text, text), public.list_proof_approvals(date), private.is_unknown_to_statement(public.credits),
    public.proof_state(), private.grant_unclaimed_credits() from public, anon, authenticated;
  grant execute on function public.find_credits(text, text, uuid), public.give_credit(uuid, text),
    public.set_credit_aside(uuid, text), public.return_credit(uuid, text, text), public.list_proof_approvals(date),
    public.proof_state() to anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.has_sold()
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (
    select from public.payment_lines l join public.payments p on p.id = l.payment_id
    -- Beside MARKED_ID of server/demo/demo-mark.ts, in two ranges of the index.
    where l.event_id < 'de300000-0000-0000-0000-000000000000'
      and p.status = 'approved' and not p.is_test and p.amount > 0 and p.method <> 'complimentary')
  or exists (
    select from public.payment_lines l join public.payments p on p.id = l.payment_id
    where l.event_id > 'de300000-ffff-ffff-ffff-ffffffffffff'
      and p.status = 'approved' and not p.is_test and p.amount > 0 and p.method <> 'complimentary')
$function$;

CREATE OR REPLACE FUNCTION private.next_concerts()
 RETURNS SETOF events
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select e.* from public.events e
  where e.published_at is not null and e.status = 'scheduled' and e.date > now()
    and exists (select from public.ticket_categories c where c.event_id = e.id and c.total_tickets > 0)
  order by e.date, e.id limit 12
$function$;

CREATE OR REPLACE FUNCTION private.dear_categories()
 RETURNS TABLE(event_id uuid, singer_name text, city text, category_name text, total numeric)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with terms as (select t.* from private.terms() as t),
  dearest as (
    -- A phase may cost more than what follows it.
    select e.id as event_id, e.singer_id, e.city, e.state, e.date, c.id, c.name,
      greatest(c.price, (select max((p ->> 'price')::numeric) from jsonb_array_elements(c.phases) as p)) as price,
      least(c.total_tickets, t.seats_per_line) as seats
    from private.next_concerts() as e
    join public.ticket_categories c on c.event_id = e.id
    cross join terms as t
    where c.total_tickets > 0 and not c.is_free),
  filled as (
    select d.*, coalesce(sum(d.seats) over (partition by d.event_id order by d.price desc, d.id
      rows between unbounded preceding and 1 preceding), 0) as seats_before
    from dearest as d),
  priced as (
    select f.*, a.total, a.total * greatest(0, least(f.seats, t.seats_per_customer - f.seats_before)) / f.seats as in_order
    from filled as f cross join terms as t
    cross join lateral private.price_lines(array[private.rate_line(f.price, f.seats, f.state, t::public.shop_terms)]) as a),
  summed as (
    select p.*, sum(p.in_order) over (partition by p.event_id order by p.price desc, p.id) as so_far,
      sum(p.in_order) over (partition by p.event_id) as of_event
    from priced as p)
  select s.event_id, g.name, s.city, s.name, s.total::numeric(14, 2)
  from summed as s join public.singers g on g.id = s.singer_id
  where s.total > 100000 or s.of_event > 100000 and s.so_far - s.in_order <= 100000
  order by s.date, s.event_id, s.price desc, s.id
$function$;

CREATE OR REPLACE FUNCTION public.sale_checklist()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shop public.shop_settings;
  v_next public.events;
  v_missing text[];
  v_credits boolean;
  v_tests boolean;
  v_statement boolean;
  v_sources jsonb;
  v_faults jsonb;
  v_dear jsonb;
  v_own_terms date;
  v_gate bigint := 0;
  v_admins bigint := 0;
begin
  perform private.require_admin();
  select * into v_shop from public.shop_settings s where s.id = 1;
  select * into v_next from private.next_concerts() limit 1;

  v_credits := exists (select from public.credits);
  v_tests := exists (select from public.payments p where p.is_test);
  v_statement := exists (select from public.credits b where private.in_statement(b));
  -- The demo's pretended bank proves nothing.
  select coalesce(jsonb_agg(s.name order by s.name) filter (where s.fault is null and s.seen_at is not null), '[]'),
      coalesce(jsonb_agg(s.name order by s.name) filter (where s.fault is not null), '[]')
    into v_sources, v_faults from private.proof_sources s where s.name <> 'demo-bank';
  v_missing := array_remove(array[
    case when v_shop.email is null then 'email' end,
    case when coalesce(v_shop.phone, v_shop.whatsapp) is null then 'phone' end,
    case when v_shop.address is null then 'address' end,
    case when v_shop.grievance_officer is null then 'grievance_officer' end,
    case when coalesce(v_shop.grievance_email, v_shop.grievance_phone) is null then 'grievance_contact' end], null);
  -- The first row came with the shop.
  select max(t.from_day) into v_own_terms from public.shop_terms t
    where t.from_day > (select min(f.from_day) from public.shop_terms f);
  select coalesce(jsonb_agg(to_jsonb(d)), '[]') into v_dear from private.dear_categories() as d;
  if v_next.id is not null then
    select count(*) filter (where s.role = 'admin'),
        count(*) filter (where s.role = 'gate' and exists (
          select from public.staff_events w where w.user_id = s.user_id and w.event_id = v_next.id))
      into v_admins, v_gate from public.staff s where coalesce(s.ends_at > v_next.date, true);
  end if;

  return jsonb_build_object('sold', private.has_sold(), 'items', jsonb_build_array(
    jsonb_build_object('name', 'payee', 'done', v_shop.payee_name is not null and v_shop.upi_id is not null, 'detail', '{}'::jsonb),
    jsonb_build_object('name', 'upi_kind', 'done', v_shop.upi_kind is not null, 'detail', jsonb_build_object('kind', v_shop.upi_kind)),
    jsonb_build_object('name', 'own_account', 'done', v_shop.own_account, 'detail', '{}'::jsonb),
    jsonb_build_object('name', 'contacts', 'done', v_missing = '{}', 'detail', jsonb_build_object('missing', to_jsonb(v_missing))),
    jsonb_build_object('name', 'terms', 'done', v_own_terms is not null, 'detail', jsonb_build_object('from_day', v_own_terms)),
    jsonb_build_object('name', 'proofs', 'done', v_statement or v_sources <> '[]',
      'detail', jsonb_build_object('statement', v_statement, 'sources', v_sources, 'faults', v_faults)),
    jsonb_build_object('name', 'concert', 'done', v_next.id is not null, 'detail', jsonb_build_object('event_id', v_next.id,
      'singer_name', (select g.name from public.singers g where g.id = v_next.singer_id), 'city', v_next.city, 'date', v_next.date)),
    jsonb_build_object('name', 'order_limit', 'done', v_next.id is not null and v_dear = '[]',
      'detail', jsonb_build_object('categories', v_dear)),
    jsonb_build_object('name', 'gate', 'done', v_admins + v_gate > 0,
      'detail', jsonb_build_object('event_id', v_next.id, 'admins', v_admins, 'gate', v_gate)),
    jsonb_build_object('name', 'first_payment', 'done', v_tests or v_credits,
      'detail', jsonb_build_object('tests', v_tests, 'credits', v_credits))));
end
$function$;

CREATE OR REPLACE FUNCTION public.received_today()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_zone constant text := 'Asia/Kolkata';
  v_today date := (now() at time zone c_zone)::date;
  v_live boolean := private.has_live_source();
  v_sum numeric;
begin
  perform private.require_admin();
  if v_live then
    select sum(b.amount) into v_sum from public.credits b where b.booked_on = v_today;
  else
    select sum(p.amount) into v_sum from public.payments p
      where p.created_at >= v_today::timestamp at time zone c_zone and p.created_at < (v_today + 1)::timestamp at time zone c_zone
        and p.status <> 'rejected' and p.method = 'upi' and not p.is_test;
  end if;
  return jsonb_build_object('day', v_today,
    'limit', (select s.day_limit::numeric(14, 2)::text from public.shop_settings s where s.id = 1),
    'received', coalesce(v_sum, 0)::numeric(14, 2)::text, 'counted', case when v_live then 'credits' else 'payments' end);
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_checklist()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on function private.has_sold(), private.next_concerts(), private.dear_categories(), public.sale_checklist(),
    public.received_today(), private.grant_checklist() from public, anon, authenticated;
  grant execute on function public.sale_checklist(), public.received_today() to anon, authenticated;
end
$function$;

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
                  WHERE ((b.payment_id = p.id) OR ((b.payment_id IS NULL) AND (b.keys && ARRAY[p.reference_key, p.order_code]) AND (b.set_aside_at IS NULL) AND (b.returned_at IS NULL) AND private.is_credit_of(b.*, p.*) AND ((p.order_code = ANY (b.keys)) OR (NOT (EXISTS ( SELECT
                           FROM payments o
                          WHERE ((o.status = 'approved'::text) AND (o.id <> p.id) AND (o.reference_key = ANY (b.utrs)))))))))) d) c);

CREATE TRIGGER "40_account" BEFORE UPDATE ON public.shop_settings FOR EACH ROW EXECUTE FUNCTION private.guard_account();

CREATE TRIGGER "40_joined" AFTER UPDATE ON public.credits FOR EACH ROW WHEN (((new.utrs IS DISTINCT FROM old.utrs) OR (new.note IS DISTINCT FROM old.note) OR (new.given_code IS DISTINCT FROM old.given_code) OR (new.is_certain AND (NOT old.is_certain)))) EXECUTE FUNCTION private.credit_joined();

CREATE TRIGGER tell_more AFTER UPDATE OF amount ON public.refunds FOR EACH ROW WHEN (((new.status = 'requested'::text) AND (new.amount > old.amount))) EXECUTE FUNCTION private.tell_refund();

comment on function private.guard_account() is 'Trigger 40_account.';

comment on function private.statement_span() is 'Returns the days (IST) that imported statements reach, and when the last of them came; null without a statement. Credits that only a mail, a report or a gateway brought prove nothing about the others of their day.';

comment on function public.import_bank_rows(pg_catalog.jsonb,pg_catalog.uuid,pg_catalog.text,pg_catalog.text) is 'Stores the credits of a bank statement or (p_source: report) of a payment app''s report and returns {added, known}. A known credit stays with its first import and gets the UTR that this export reads; one of the same UTR and amount that another source brought gets a further proof. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid (detail names row and field). Security definer: no role may write credits.';

comment on function public.list_bank_imports() is 'Returns the last ten imports, newest first: whether a statement or a report, the credits that each added or proved, and how many of them paid for an order; for admins (PT401 not_signed_in, PT403 forbidden). Security definer: as match_bank_rows.';

comment on function private.is_decided_after(public.credits,timestamp with time zone) is 'True when a payment was approved by this credit at that time or later: what was said of it before may have led to that.';

comment on function private.without_last(pg_catalog.text,pg_catalog.text) is 'Returns a text without the last occurrence of a part; null for none left.';

comment on function public.take_back_bank_import(pg_catalog.uuid) is 'Takes back what a statement or a report said: the credits that only it knows, its proofs of the others, and what is owed only because of it, unless a payment was approved by one of them, and no other credits pay for it, or their money was sent back. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT404 not_found, PT409 in_use (detail: the order). Security definer: no role may write credits.';

comment on function private.credits_of(pg_catalog.jsonb,pg_catalog.text) is 'Returns the rows of import_bank_rows with their keys, or PT400 invalid as bank_rows_of. A report''s row never has the key of a statement''s.';

comment on function private.joining(pg_catalog.jsonb,pg_catalog.text) is 'Returns the known credits for which this export names a UTR that no earlier one did.';

comment on function private.credit_joined() is 'Trigger 40_joined on credits: applies a credit also to payments that another wording of it, or staff, name. Security definer: no role may write claims and refunds.';

comment on function private.sure_credits(public.payments) is 'Returns the credits of which nothing is doubtful that they came for this payment alone, each transfer once: certain, naming no other order, by the order''s code or, where none has it, by a reference that nobody else sent.';

comment on function private.beyond_price(public.payments) is 'Returns, in rupees, by how much the sure_credits of an approved payment by UPI exceed its price (beyond), how much of it was not sent back (owed), and the UPI id that all of it came from, where the credits have it (payer). Null when they do not, for other payments and for tests.';

comment on function private.owe_beyond(pg_catalog.uuid[]) is 'Records as owed what credits show beyond the tickets of decided payments: of approved ones what exceeds the price (beyond_price), whose credits then are the payment''s; of rejected ones of a cancelled event everything. What is recorded grows when more came, and nothing is recorded twice or without a credit. The caller has lock_credits or, deciding, lock_payments.';

comment on function private.owe_less(pg_catalog.uuid[]) is 'Lowers or removes what is recorded as overpaid and not sent back of these payments, after some of their credits were deleted. The caller has lock_credits.';

comment on function private.owe_credit() is 'Trigger owe on credits, for those that come after the decision: a second payment with one code, or a statement after the event was cancelled. Security definer: no role may write refunds.';

comment on function public.mark_refunded(pg_catalog.uuid,pg_catalog.text,pg_catalog.text,boolean,numeric) is 'Records that the money, p_amount in rupees, was sent to p_upi_id, with the bank''s reference of the transfer, and revokes the ticket. p_amount may be null where the amount cannot change: unless the customer paid too much. One transfer may pay several refunds of one customer. Of a sale at the door p_upi_id may be null, and p_utr too where it was paid in cash or by card. Idempotent. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found, PT409 already_decided (detail: status, reviewed_at, utr), no_upi_id, changed_meanwhile (detail: the UPI id now), amount_changed (detail: rupees now), admitted (detail: seats, at) unless p_admitted, not_refundable (nothing: less was received; tickets: it bought valid tickets), transaction_used (detail: the other customer''s order). Security definer: no role may write refunds.';

comment on function private.owe_decided() is 'Trigger owe on payments: records as owed what credits show beyond an approved payment''s price, and all of a payment that is rejected after its event was cancelled. Security definer: no role may write refunds.';

comment on function private.lock_payments(pg_catalog.uuid[]) is 'Locks everything that these decisions touch, in the one lock order, before the first payment is decided. No credit is added meanwhile: a decision sees it, or the credit sees the decision.';

comment on function private.tell_refund() is 'Trigger tell on refunds: money is owed, or more than before (unless the customer asked for it, or the event was cancelled, which says it) or was sent. Security definer: as tell_ticket.';

comment on function private.share_credits() is 'Waits for lock_credits and keeps it away until the end of the transaction; others that share it do not wait.';

comment on function private.join_proven(pg_catalog.jsonb,pg_catalog.text,pg_catalog.uuid,pg_catalog.text,pg_catalog.uuid) is 'Adds the rows of a statement or a report as proofs to credits that another source brought before: same UTR and amount. Returns how many. The caller holds lock_credits.';

comment on function private.doubt_of_proof(public.credits,public.payments) is 'Returns why a credit may not approve this payment without a person: the rules (off, on_shift, amount, rate), or what is doubtful (uncertain, a kind of credit_matches, own, same, old, before_order, a warning); null when it may. Beside one credit of the exact price that has the order''s whole code, further ones with the code are extra: owe_beyond owes them.';

comment on function private.has_live_source() is 'True when a source of proofs worked within the last ten minutes.';

comment on function private.lock_made_payments(pg_catalog.uuid) is 'Locks and returns the undecided payments that a credit names by their code and that claim_by_credit made: their customers submitted nothing.';

comment on function private.withdraw_payments(pg_catalog.uuid[]) is 'Deletes those of lock_made_payments whose credits are now less than their price: their seats are free, and the orders can be held, paid and submitted as if no credit had been theirs. The history keeps them.';

comment on function public.give_credit(pg_catalog.uuid,pg_catalog.text) is 'Gives a free credit to an order by its code (null: takes it back) and returns credit_state. The order of a customer who never submitted becomes a payment once the credits given to it reach its price, and is none again when they no longer do before it was decided or submitted. Approving stays a decision. Idempotent. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, own_payment, PT404 not_found, unknown_order, PT409 credit_used (detail: the order), already_decided. Security definer: no role may write credits.';

comment on function public.set_credit_aside(pg_catalog.uuid,pg_catalog.text) is 'Sets a free credit aside with a reason, such as a transfer that is no sale (null: takes that back); it then backs no payment, and one that it made by itself is withdrawn. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found, PT409 credit_used. Security definer: no role may write credits.';

comment on function public.list_proof_approvals(pg_catalog.date) is 'Returns the payments that were approved without a person on a day (IST; null: today), newest first, with the largest credit of each. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden. Security definer: as match_bank_rows.';

comment on function private.is_unknown_to_statement(public.credits) is 'True when the bank''s mail told of the credit, and imported statements cover its day and the day after and do not have it. Payment apps and gateways settle in sums: no statement has their payments one by one.';

comment on function private.has_sold() is 'True when a payment for a concert was approved that is neither a test, a gift, nor the demo''s.';

comment on function private.next_concerts() is 'Returns the next twelve published concerts with tickets, the first one first.';

comment on function private.dear_categories() is 'Returns the categories of the next concerts by which one order can come to more than ₹1,00,000, with what the most seats of each cost in rupees, tax and fee included: each that does so alone, and as many of the dearest as do so together. ₹1,00,000 is what UPI carries in most payments (NPCI''s general limit: taxupdates.cagurujiclasses.com/upi-transaction-limits-factors-influencing-maximum-transfer-amounts); verified merchants of few kinds, which concerts are not among, have more.';

comment on function public.sale_checklist() is 'Returns {sold, items: [{name, done, detail}]}, in the order in which a shop does them: payee (name and UPI id), upi_kind, own_account, contacts (missing: what customers have to be shown, Consumer Protection (E-Commerce) Rules 2020, rule 4), terms (from_day: the shop''s own), proofs (statement: one was imported; sources that work; faults), concert (the next one), order_limit (categories: as dear_categories), gate (admins and gate staff whose role lasts until the next concert begins), first_payment (a test, or any credit). sold: as has_sold. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden. Security definer: no role may read the sources of proofs.';

comment on function public.received_today() is 'Returns {day, limit, received, counted} of today in India, amounts as text in rupees; limit is shop_settings.day_limit or null. counted: credits, while a source of proofs works, all credits booked today, whatever they paid for; otherwise payments, those by UPI that were submitted today and are not rejected, tests left out. A statement alone is no such source: it ends before today does. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden. Security definer: as sale_checklist.';

comment on function private.grant_checklist() is 'All privileges of this file; can be repeated.';

comment on column public.shop_settings.upi_kind is 'merchant: a verified merchant''s UPI id. personal: a person''s, which links to UPI apps do not reach, and a shared QR code only up to ₹2,000 (NPCI/UPI/OC-76C/2025-26 of 8 April 2025, which repeats NPCI/UPI/2023-24/OC/76A of 12 March 2024: taxguru.in/finance/npci-circular-revision-transaction-limits-upi-merchants.html). null: staff have not said.';

comment on column public.shop_settings.day_limit is 'Rupees that the account may receive by UPI on one day; null while none is known. Banks set it: NPCI/UPI/OC 192/2023-24 of 28 March 2024 has them limit what small merchants receive a payment, a day and a month (taxguru.in/finance/implementation-maximum-upi-credit-limits-p2pm-merchants.html).';

comment on column public.shop_settings.own_account is 'Staff say that the account is for this shop alone. Police have banks freeze a whole account for one disputed credit (the420.in: ₹150 to a nursery in Faridabad), and a private one would be frozen with it.';

comment on column public.credits.import_id is 'The import that first added the row; old imports have one id for each part. Meaningless for a credit that no import added.';

comment on table public.refunds is 'Money that goes back: requested by customers, or owed because the event was cancelled, too much came or staff started it. One per ticket, and at most one unpaid without a ticket per payment (rejected, overpaid).';

comment on column public.refunds.upi_id is 'The UPI id to pay to: of too much the payer''s own, where the credit has it, until the customer asks; else that of the customer''s profile; null until given. Deleted with the account once the money was sent.';

comment on column public.refunds.payment_id is 'No foreign key: a second link between tickets and payments would make embedding ambiguous. Only functions write it, and decided payments are never deleted.';

comment on table public.credit_proofs is 'What said that a credit came in, each proof once; a row of a statement or an imported report only where another source was first.';

comment on column public.credit_proofs.import_id is 'The import that the row is of; null for what came by itself.';

reset check_function_bodies;

select private.grant_announcements();
select private.grant_bank();
select private.grant_box_office();
select private.grant_catalogue();
select private.grant_catalogue_lists();
select private.grant_checklist();
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
