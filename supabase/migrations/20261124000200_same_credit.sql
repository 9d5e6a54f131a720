-- One transfer is one credit, however many exports of the account word it.
--
--   import_bank_rows: a credit with a balance is known by its day, amount and balance, and by which one it is among those of
--     its file that are alike in these. Its wording no longer counts: what another export reads as its UTR joins it.
--   match_bank_rows: of each payment also credits, how many different ones name its reference.

-- ---------------------------------------------------------------------------------------------------------------
-- What makes a credit

create function private.bank_row_key(p_booked_on date, p_amount numeric, p_narration text, p_balance numeric, p_occurrence bigint)
  returns text
  language sql stable set search_path = ''
as $$
  select encode(sha256(convert_to(case
    when p_balance is null then concat_ws(E'\x1f', p_booked_on, p_amount, upper(p_narration), '-', p_occurrence)
    else concat_ws(E'\x1f', 'balance', p_booked_on, p_amount, p_balance, p_occurrence) end, 'UTF8')), 'hex')
$$;
comment on function private.bank_row_key(date, numeric, text, numeric, bigint) is
  'bank_rows.row_key. Two credits of one amount leave two balances, unless as much went out between them: p_occurrence tells '
  'these apart. Without a balance only the wording says which credit it is.';
comment on column public.bank_rows.row_key is
  'SHA-256, in hexadecimal, of what makes the credit: private.bank_row_key. Rows that paid for two orders before keep an older one.';
comment on column public.bank_rows.narration is 'As the export words it that brought the credit first.';
comment on column public.bank_rows.utrs is
  'What the transfer''s UTR may be: what the console read (src/domain/bank-statement-utr.ts), at most one of each export; of '
  'rows imported by earlier versions every run of twelve digits.';

create function private.credits_of(p_rows jsonb)
  returns table (row_key text, booked_on date, amount numeric, narration text, utrs text[], balance numeric)
  language sql stable set search_path = ''
as $$
  select private.bank_row_key(g.booked_on, g.amount, g.narration, g.balance, case
      when g.balance is null then g.occurrence
      -- Pages of earlier versions count occurrences by the wording too: two rows with the same number are two credits.
      else min(g.occurrence) over alike + row_number() over (alike order by g.occurrence, g.n) - 1 end),
    g.booked_on, g.amount, g.narration, g.utrs, g.balance
  from private.bank_rows_of(p_rows) as g
  window alike as (partition by g.booked_on, g.amount, g.balance)
$$;
comment on function private.credits_of(jsonb) is 'The rows of import_bank_rows with their keys, or PT400 invalid as bank_rows_of.';

create function private.joining(p_rows jsonb) returns table (id uuid, utrs text[])
  language sql stable set search_path = ''
as $$
  select distinct on (b.id) b.id, g.utrs
  from private.credits_of(p_rows) as g
  join public.bank_rows b on b.row_key = g.row_key
  where not g.utrs <@ b.utrs
    -- Of two that leave one balance another may be meant.
    and not exists (
      select from public.bank_rows o
      where o.booked_on = g.booked_on and o.amount = g.amount and o.balance = g.balance and o.utrs && g.utrs)
  order by b.id, g.utrs
$$;
comment on function private.joining(jsonb) is
  'The credits that are there already and of which this export of them names a UTR that none did before.';

create function private.join_bank_rows() returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  with alike as materialized (
    select b.*, row_number() over (
        partition by b.booked_on, b.amount, b.balance, b.import_id order by b.created_at, b.id) as place
    from public.bank_rows b where b.balance is not null),
  ranked as materialized (
    select a.*, first_value(a.id) over (
        partition by a.booked_on, a.amount, a.balance, a.place order by a.payment_id is null, a.created_at, a.id) as first_id
    from alike a),
  gone as (
    delete from public.bank_rows b using ranked r where r.id = b.id and r.id <> r.first_id and r.payment_id is null)
  update public.bank_rows b
    set row_key = private.bank_row_key(b.booked_on, b.amount, b.narration, b.balance, r.place),
      utrs = array(
        select distinct u from ranked o, unnest(o.utrs) as u
        where o.first_id = b.id and (o.id = b.id or o.payment_id is null) order by u)
    from ranked r where r.id = b.id and r.first_id = b.id;
end
$$;
comment on function private.join_bank_rows() is
  'Makes one of the rows that different imports brought of one credit, the one that paid for an order or came first. Rows of '
  'one import are different credits; rows that paid for different orders stay as they are. For rows of earlier versions.';
select private.join_bank_rows();

create function private.credit_joined() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_new text[] := array(select u from unnest(new.utrs) as u except select u from unnest(old.utrs) as u);
begin
  perform private.lengthen_review(p.id) from (
    select p.id from public.payments p where p.reference_key = any (v_new) and p.status = 'pending' order by 1) as p;
  perform private.owe_beyond(array(
    select p.id from public.payments p where p.reference_key = any (v_new) and p.status <> 'pending'));
  return null;
end
$$;
comment on function private.credit_joined() is
  'Trigger 40_joined on bank_rows: what a new credit does for the payments that it names, for those that another wording of it '
  'names. Security definer: nobody writes claims and refunds directly.';
create trigger "40_joined" after update of utrs on public.bank_rows
  for each row when (new.utrs is distinct from old.utrs) execute function private.credit_joined();

-- ---------------------------------------------------------------------------------------------------------------
-- Importing

create or replace function public.import_bank_rows(p_rows jsonb default null, p_import uuid default null, p_file text default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_longest_name constant integer := 200;
  v_importer uuid := private.require_admin();
  v_import uuid := coalesce(p_import, gen_random_uuid());
  v_given bigint;
  v_added bigint;
  v_joined bigint := 0;
begin
  if exists (select from public.bank_rows b where b.import_id = v_import and b.imported_by is distinct from v_importer) then
    perform private.refuse(400, 'invalid', 'p_import', 'Another person''s import has this id.');
  end if;
  with given as materialized (select * from private.credits_of(p_rows)),
  added as (
    insert into public.bank_rows (row_key, booked_on, amount, narration, utrs, balance, imported_by, import_id, import_file)
      select g.row_key, g.booked_on, g.amount, g.narration, g.utrs, g.balance, v_importer, v_import,
        nullif(left(private.clean_text(p_file), c_longest_name), '')
      from given g order by 1
      on conflict (row_key) do nothing
      returning 1)
  select (select count(*) from given), (select count(*) from added) into v_given, v_added;
  if v_added < v_given then
    -- In the order of an approval, and none but those that change: an import of what is known waits for nobody.
    perform from public.bank_rows b
      where b.id in (select j.id from private.joining(p_rows) as j) order by b.id for no key update;
    update public.bank_rows b
      set utrs = array(select distinct u from unnest(b.utrs || j.utrs) as u order by u)
      from private.joining(p_rows) as j where b.id = j.id;
    get diagnostics v_joined = row_count;
  end if;
  if v_added + v_joined > 0 then
    perform private.record_audit('import', 'bank_rows', v_import::text, null,
      jsonb_strip_nulls(jsonb_build_object('added', v_added, 'joined', nullif(v_joined, 0))));
  end if;
  return jsonb_build_object('added', v_added, 'known', v_given - v_added);
end
$$;
comment on function public.import_bank_rows(jsonb, uuid, text) is
  'Keeps the credits of a bank statement. One that is there already is known, not added, stays with the import that brought it '
  'first, and takes the UTR that this export reads. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 '
  'invalid (detail names row and field). Security definer: nobody writes bank_rows directly.';

-- ---------------------------------------------------------------------------------------------------------------
-- Matching

create or replace view private.bank_matches with (security_invoker = true) as
  select p.id as payment_id, p.user_id, p.order_code, p.transaction_id, p.amount, p.created_at, e.expected,
    c.credit, c.credited_on, k.others,
    case
      when k.others > 0 and c.credits > 0 then 'two_claims'
      when c.credits = 0 then 'not_found'
      when c.credits = 1 and c.credit = e.expected and p.amount = e.expected then 'exact'
      else 'amount_differs'
    end as kind, c.credits
  from public.payments p
  cross join lateral (
    select sum(l.total_amount) as expected from public.payment_lines l where l.payment_id = p.id) as e
  -- The same credit in two files whose wording differs is one: a UTR is the bank's name of one transfer.
  cross join lateral (
    select count(*) as credits, sum(d.amount) as credit, max(d.booked_on) as credited_on
    from (select distinct b.amount, b.booked_on from public.bank_rows b where b.utrs @> array[p.reference_key]) as d) as c
  cross join lateral (
    select count(*) as others from public.payments o
    where o.reference_key = any (array(
        select p.reference_key union all
        select u from public.bank_rows b, unnest(b.utrs) as u where b.utrs @> array[p.reference_key]))
      and o.id <> p.id and o.status <> 'rejected') as k
  where p.status = 'pending' and (select private.is_admin());
comment on view private.bank_matches is
  'What the bank says of each payment that waits. two_claims: another pending or approved payment has the same reference, or '
  'names the same credit. credits: how many different ones name the reference; credit: their sum.';

create or replace function public.match_bank_rows() returns jsonb
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
        'credited_on', r.credited_on, 'credits', r.credits, 'others', r.others) order by r.n) filter (where r.n <= c_listed), '[]')) as found
    from ranked r group by r.shown) as k;

  return v_answer || coalesce(v_kinds, '{}') || jsonb_build_object('unclaimed', (
    with free as materialized (
      select b.* from public.bank_rows b
      where not exists (
        select from public.payments p where p.reference_key = any (b.utrs) and p.status <> 'rejected'))
    select jsonb_build_object('count', (select count(*) from free),
      'sum', (select coalesce(sum(f.amount), 0)::numeric(14, 2)::text from free f),
      'credits', coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'booked_on', f.booked_on, 'amount', f.amount,
        'narration', f.narration, 'utrs', f.utrs) order by f.booked_on desc, f.id), '[]'))
    from (select * from free order by booked_on desc, id limit c_listed) as f));
end
$$;

-- ---------------------------------------------------------------------------------------------------------------
-- Money of a payment

create or replace view private.payment_money with (security_invoker = true) as
  select p.id as payment_id, c.credits,
    case
      when p.status <> 'approved' and (exists (
          select from public.payments o where o.status = 'approved' and o.reference_key = p.reference_key and o.id <> p.id)
        or private.credit_used_by(p.id, p.reference_key) is not null) then 0
      else coalesce(c.credits, p.amount) end as received,
    (select sum(l.total_amount) from public.payment_lines l where l.payment_id = p.id) as due,
    (select coalesce(sum(r.amount), 0) from public.payments o join public.refunds r on r.payment_id = o.id
      where o.reference_key = any (k.keys)) as promised,
    (select coalesce(sum(r.amount), 0) from public.payments o join public.refunds r on r.payment_id = o.id
      where o.reference_key = any (k.keys) and r.status = 'refunded') as returned,
    k.keys[1] as credit_key
  from public.payments p
  cross join lateral (
    -- A statement's row may have two numbers: references that name one credit share its money.
    select array(
      select p.reference_key
      union select unnest(b.utrs) from public.bank_rows b where b.utrs @> array[p.reference_key]
      order by 1) as keys) as k
  cross join lateral (
    -- The same credit in two files whose wording differs is one.
    select sum(d.amount) as credits from (
      select distinct b.amount, b.booked_on from public.bank_rows b
      where b.payment_id = p.id
        or b.payment_id is null and b.utrs @> array[p.reference_key]
          and not exists (
            select from public.payments o
            where o.status = 'approved' and o.id <> p.id and o.reference_key = any (b.utrs))) as d) as c;
comment on view private.payment_money is
  'Rupees of each payment. credits: what the bank''s statements say came in for it and for no other, null when they say '
  'nothing. received: that, else what its customer says and staff believe; nothing where its reference or its credit paid '
  'for another. due: the price of its lines. promised and returned: every refund of its credit, whichever of its numbers was '
  'given, and those that have been sent. credit_key: the same for payments that name one credit. A view and no function, '
  'so that it is planned once for an event''s thousands.';

create or replace function private.owe_beyond(p_payment_ids uuid[]) returns void
  language sql volatile set search_path = ''
as $$
  insert into public.refunds (payment_id, user_id, amount, upi_id, reason)
    select d.id, d.user_id, d.owed, d.refund_upi_id, case d.status when 'approved' then 'overpaid' else 'rejected' end
    from (
      select p.id, p.user_id, p.status, o.owed, f.refund_upi_id,
        row_number() over (partition by m.credit_key, p.status order by p.created_at, p.id) as n
      from public.payments p
      join private.payment_money m on m.payment_id = p.id
      left join public.profiles f on f.id = p.user_id,
      lateral (
        select case when p.status = 'rejected' then least(m.credits, m.received) - m.promised
          -- What its tickets cost is owed with them.
          else m.credits - m.due - (
            select coalesce(sum(r.amount), 0) from public.refunds r where r.payment_id = p.id and r.ticket_id is null) end as owed) as o
      where p.id = any (p_payment_ids) and p.status <> 'pending' and m.credits is not null and o.owed > 0
        and exists (
          select from public.payment_lines l join public.events e on e.id = l.event_id
          where l.payment_id = p.id and e.status = 'cancelled')) as d
    -- Of payments that name one credit the first is owed it.
    where d.n = 1
    on conflict (payment_id) where ticket_id is null and status = 'requested' do nothing
$$;

comment on function private.owe_beyond(uuid[]) is
  'Writes down what the bank''s statements say came in for decided payments of a cancelled event and bought no ticket: all of '
  'it when the payment was rejected, what is over when it was approved. Nothing where no statement says so, nothing twice.';

create function private.grant_same_credit() returns void
  language plpgsql set search_path = ''
as $$
begin
  revoke all on function private.bank_row_key(date, numeric, text, numeric, bigint), private.credits_of(jsonb),
    private.joining(jsonb), private.join_bank_rows(), private.credit_joined(), private.grant_same_credit()
    from public, anon, authenticated;
end
$$;
comment on function private.grant_same_credit() is 'All privileges of this file; can be repeated.';
select private.grant_same_credit();
