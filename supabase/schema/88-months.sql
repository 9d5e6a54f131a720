-- Months: the files of a month for the accountant, and its closing. Entries of the ledger and papers carry the day on which they were
-- booked, in India, never an earlier one: a month that is over changes by itself no more. Closing says so, and keeps its figures.
-- What each rule is, with its source: docs/decisions/0084-months.md

create table public.closed_months (
  month date primary key check (extract(day from month) = 1),
  closed_by uuid not null,
  closed_at timestamptz not null default clock_timestamp(),
  totals jsonb not null
);

comment on table public.closed_months is 'Months that an admin closed, with what month_figures said of them then. Nothing changes or leaves it.';

create trigger append_only before update or delete or truncate on public.closed_months
  for each statement execute function private.refuse_change();

alter table public.closed_months enable row level security;

create policy "Payments staff read closed months" on public.closed_months
  for select to authenticated using ((select private.may('payments')));

create function private.month_of(p_day date) returns date
  language sql immutable parallel safe set search_path = ''
as $$ select date_trunc('month', p_day::timestamp)::date $$;

comment on function private.month_of(date) is 'Returns the first day of the month of a day.';

create function private.today() returns date
  language sql stable set search_path = ''
as $$ select (clock_timestamp() at time zone 'Asia/Kolkata')::date $$;

comment on function private.today() is 'Returns the day it is in India.';

create function private.month_figures() returns table (month date, figures jsonb)
  language sql stable set search_path = ''
as $$
  with entries as (
    -- By day first: month_of would be called for every entry.
    select private.month_of(d.day) as month, d.account, d.back, sum(d.amount) as amount
    from (select l.day, l.account, l.kind = 'refund' as back, sum(l.amount) as amount from public.ledger l group by 1, 2, 3) as d
    group by 1, 2, 3
  ), papers as (
    select private.month_of(x.day) as month, count(*) filter (where x.kind <> 'credit_note') as invoices,
      count(*) filter (where x.kind = 'credit_note') as credit_notes,
      sum(s.sign * (x.totals ->> 'cgst')::numeric) as cgst, sum(s.sign * (x.totals ->> 'sgst')::numeric) as sgst,
      sum(s.sign * (x.totals ->> 'igst')::numeric) as igst, sum(s.sign * (x.totals ->> 'total')::numeric) as total
    from public.papers x, lateral (select case x.kind when 'credit_note' then -1 else 1 end as sign) as s
    group by 1
  ), months as (
    select e.month, -sum(e.amount) filter (where e.account in ('sales', 'fee')) as turnover,
      -sum(e.amount) filter (where e.account = 'rounding') as rounding,
      -sum(e.amount) filter (where e.account = 'gst') as gst, -sum(e.amount) filter (where e.account = 'local_tax') as local_tax,
      -sum(e.amount) filter (where e.back and e.account in ('bank', 'sent', 'till', 'card', 'otherwise')) as refunds
    from entries e group by e.month
  )
  select m.month, jsonb_build_object('turnover', coalesce(m.turnover, 0)::numeric(14, 2)::text,
    'gst', coalesce(m.gst, 0)::numeric(14, 2)::text, 'cgst', coalesce(p.cgst, 0)::numeric(14, 2)::text,
    'sgst', coalesce(p.sgst, 0)::numeric(14, 2)::text, 'igst', coalesce(p.igst, 0)::numeric(14, 2)::text,
    'local_tax', coalesce(m.local_tax, 0)::numeric(14, 2)::text, 'refunds', coalesce(m.refunds, 0)::numeric(14, 2)::text,
    'invoices', coalesce(p.invoices, 0), 'credit_notes', coalesce(p.credit_notes, 0),
    'without_paper', (coalesce(m.turnover, 0) + coalesce(m.gst, 0) + coalesce(m.local_tax, 0) + coalesce(m.rounding, 0)
      - coalesce(p.total, 0))::numeric(14, 2)::text,
    'unexplained', coalesce(-(b.balances ->> 'unexplained')::numeric, 0)::numeric(14, 2)::text,
    'owed', coalesce(-(b.balances ->> 'owed')::numeric, 0)::numeric(14, 2)::text,
    'balances', b.balances)
  from months m
  left join papers p on p.month = m.month
  cross join lateral (
    select jsonb_object_agg(a.account, a.balance::numeric(14, 2)::text) as balances
    from (select e.account, sum(e.amount) as balance from entries e where e.month <= m.month group by e.account) as a) as b
$$;

comment on function private.month_figures() is
  'Returns the figures of each month that has entries, rupees as text: of the month turnover (prices and fee without tax, less credit notes), '
  'gst and its parts, local_tax, refunds (money that went back), counts of papers, without_paper (what the ledger has and no paper); at its '
  'end unexplained, owed and the balance of every account. Reads days alone, so that a later entry never changes an earlier month.';

create function public.close_month(p_month date) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_figures jsonb;
  v_before date;
begin
  perform private.require_role('payments');
  if p_month is null or p_month <> private.month_of(p_month) then
    perform private.refuse(400, 'invalid', 'p_month', 'A month is its first day.');
  end if;
  if private.today() < p_month + interval '1 month' then
    perform private.refuse(409, 'too_soon', p_month::text, 'The month is not over.');
  end if;
  -- Waits for transactions that booked before midnight, and for another closing.
  lock table public.ledger, private.paper_series in share row exclusive mode;
  if exists (select from public.closed_months c where c.month = p_month) then
    perform private.refuse(409, 'already_decided', p_month::text, 'The month is closed.');
  end if;
  select f.figures into v_figures from private.month_figures() f where f.month = p_month;
  if not found then
    perform private.refuse(404, 'not_found', p_month::text, 'The month has no entry.');
  end if;
  select min(f.month) into v_before from private.month_figures() f
    where f.month < p_month and not exists (select from public.closed_months c where c.month = f.month);
  if v_before is not null then
    perform private.refuse(409, 'too_soon', v_before::text, 'An earlier month is not closed; detail is the first one.');
  end if;
  insert into public.closed_months (month, closed_by, totals) values (p_month, private.uid(), v_figures);
end
$$;

comment on function public.close_month(date) is
  'Closes a month (its first day) that is over in India, once, and keeps its figures. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 '
  'invalid, PT404 not_found (no entry), PT409 too_soon (not over, or an earlier one with entries is not closed: detail is that month), PT409 '
  'already_decided. Security definer: no role may write closed_months.';

create function public.list_months() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_role('payments');
  return (
    select coalesce(jsonb_agg(jsonb_build_object('month', f.month,
      'state', case when c.month is not null then 'closed' when private.today() < f.month + interval '1 month' then 'running' else 'over' end,
      'closed_at', c.closed_at, 'closed_by_name', (select coalesce(p.name, p.email) from public.profiles p where p.id = c.closed_by))
      || coalesce(c.totals, f.figures) - 'balances' order by f.month desc), '[]')
    from private.month_figures() f left join public.closed_months c on c.month = f.month);
end
$$;

comment on function public.list_months() is
  'Returns the months with entries, the newest first: {month, state: running, over or closed, closed_at, closed_by_name} and month_figures, of a '
  'closed month as they were kept. Admins and payments staff. Refusals: PT401 not_signed_in, PT403 forbidden. Security definer: as trial_balance.';

create table public.irns (
  paper_id uuid primary key references public.papers (id) on delete cascade,
  irn text not null unique check (irn ~ '^[0-9a-f]{64}$'),
  set_by uuid not null,
  set_at timestamptz not null default clock_timestamp()
);

comment on table public.irns is 'Invoice reference numbers that staff typed from the invoice registration portal: papers themselves never change.';

alter table public.irns enable row level security;

create policy "Payments staff read invoice reference numbers" on public.irns
  for select to authenticated using ((select private.may('payments')));

create function private.year_begins(p_day date) returns date
  language sql immutable parallel safe set search_path = ''
as $$ select (date_trunc('year', p_day - interval '3 months') + interval '3 months')::date $$;

comment on function private.year_begins(date) is 'Returns the 1 April with which the financial year of a day begins.';

create function private.turnover(p_from date, p_to date) returns numeric
  language sql stable set search_path = ''
as $$
  select coalesce(-sum(l.amount), 0)::numeric(14, 2) from public.ledger l
  where l.account in ('sales', 'fee') and l.day >= p_from and l.day < p_to
$$;

comment on function private.turnover(date, date) is
  'Returns the prices and fees without tax, less credit notes, of the days from p_from until before p_to: of this shop alone. CGST Act 2017, '
  'section 2 (6), means all of a PAN.';

create function private.issues_e_invoices(p_day date) returns boolean
  language sql stable set search_path = ''
as $$
  select coalesce(max(y.turnover) > 50000000, false)
  from (
    select -sum(d.amount) as turnover
    -- By day first: year_begins would be called for every entry.
    from (select l.day, sum(l.amount) as amount from public.ledger l
      where l.account in ('sales', 'fee') and l.day < (select private.year_begins(p_day)) group by l.day) as d
    group by private.year_begins(d.day)) as y
$$;

comment on function private.issues_e_invoices(date) is
  'True when the shop''s turnover of a financial year before the day''s was above ₹5 crore: its papers to a GSTIN then need an IRN '
  '(notification 13/2020 Central Tax as amended by 10/2023, since 1 August 2023; CGST Rules 2017, rule 48 (4)).';

create function public.year_turnover() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_from date := private.year_begins(private.today());
  v_turnover numeric := private.turnover(v_from, (v_from + interval '1 year')::date);
  v_gstin boolean := exists (select from public.shop_settings s where s.id = 1 and s.gstin is not null);
  v_limit numeric := 2000000;
begin
  perform private.require_role('payments');
  if exists (
    select from public.events e
    where e.state in ('Manipur', 'Mizoram', 'Nagaland', 'Tripura')
      and exists (select from public.ledger l where l.event_id = e.id and l.account = 'sales' and l.day >= v_from)) then
    v_limit := 1000000;
  end if;
  return jsonb_build_object('from', v_from, 'turnover', v_turnover::text, 'limit', v_limit::text, 'has_gstin', v_gstin,
    'warning', case when v_gstin then null when v_turnover > v_limit then 'register' when v_turnover >= v_limit * 0.75 then 'soon' end,
    'e_invoices', private.issues_e_invoices(private.today()));
end
$$;

comment on function public.year_turnover() is
  'Returns {from, turnover, limit, has_gstin, warning, e_invoices} of the financial year of today in India, rupees as text. limit: above it a '
  'shop has to register, ₹20 lakh, or ₹10 lakh where it sells in Manipur, Mizoram, Nagaland or Tripura (CGST Act 2017, section 22 (1) and its '
  'explanation (iii)). warning, without a GSTIN: soon from three quarters of it (₹15 lakh), register above it. Admins and payments staff. Refusals: PT401 '
  'not_signed_in, PT403 forbidden. Security definer: as trial_balance.';

create function public.list_e_invoices() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_role('payments');
  return (
    with open_papers as materialized (
      select x.* from public.papers x
      where x.gstin is not null and x.buyer ->> 'gstin' is not null and x.kind <> 'bill_of_supply'
        and not exists (select from public.irns i where i.paper_id = x.id)
    ), years as materialized (
      select y.begins from (select distinct private.year_begins(x.day) as begins from open_papers x offset 0) as y
      where private.issues_e_invoices(y.begins)
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'number', x.number, 'day', x.day,
      'company', coalesce(x.buyer ->> 'company', x.buyer ->> 'name'), 'gstin', x.buyer ->> 'gstin', 'total', x.totals ->> 'total')
      order by x.day, x.number), '[]')
    from open_papers x where private.year_begins(x.day) in (select y.begins from years y));
end
$$;

comment on function public.list_e_invoices() is
  'Returns the papers to a GSTIN that need an IRN and have none: [{id, number, day, company, gstin, total}], the oldest first. Admins and payments staff. '
  'Refusals: PT401 not_signed_in, PT403 forbidden. Security definer: as trial_balance.';

create function public.set_irn(p_paper_id uuid, p_irn text) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_paper public.papers;
  v_irn text := lower(btrim(p_irn));
begin
  perform private.require_role('payments');
  select * into v_paper from public.papers x where x.id = p_paper_id;
  if not found then
    perform private.refuse(404, 'not_found', 'p_paper_id', 'There is no such paper.');
  end if;
  if v_paper.gstin is null or v_paper.buyer ->> 'gstin' is null or v_paper.kind = 'bill_of_supply' then
    perform private.refuse(400, 'invalid', 'p_paper_id', 'Only a tax invoice to a GSTIN, or a credit note to it, has an IRN.');
  end if;
  if v_irn is null or v_irn !~ '^[0-9a-f]{64}$' then
    perform private.refuse(400, 'invalid', 'irn', 'An IRN has 64 signs, 0 to 9 and a to f.');
  end if;
  if exists (select from public.irns i where i.irn = v_irn and i.paper_id <> p_paper_id) then
    perform private.refuse(400, 'invalid', 'irn', 'Another paper has this IRN.');
  end if;
  insert into public.irns as i (paper_id, irn, set_by) values (p_paper_id, v_irn, private.uid())
    on conflict on constraint irns_pkey do update set irn = excluded.irn, set_by = excluded.set_by, set_at = excluded.set_at;
end
$$;

comment on function public.set_irn(uuid, text) is
  'Keeps the IRN of a tax invoice or credit note to a GSTIN, or corrects it. Refusals: PT401 not_signed_in, PT403 forbidden, PT404 not_found, '
  'PT400 invalid (p_paper_id: it has none; irn: not 64 hexadecimal signs, or of another paper). Security definer: no role may write irns.';

create view private.register with (security_invoker = true) as
  select x.id as paper_id, x.day, x.number, x.kind, x.gstin, p.order_code, x.buyer, x.seller ->> 'state' as state, l.place, l.sac, l.rate,
    l.taxable, l.cgst, l.sgst, l.igst, l.local_tax, l.total, o.number as of_number, o.total as of_total, r.utr, i.irn
  from public.papers x
  join public.payments p on p.id = x.payment_id
  cross join lateral (
    select coalesce(e ->> 'place', x.seller ->> 'state') as place, e ->> 'sac' as sac, (e ->> 'rate')::numeric as rate,
      sum((e ->> 'taxable')::numeric) as taxable, sum((e ->> 'cgst')::numeric) as cgst, sum((e ->> 'sgst')::numeric) as sgst,
      sum((e ->> 'igst')::numeric) as igst, sum((e ->> 'local_tax')::numeric) as local_tax, sum((e ->> 'total')::numeric) as total
    from jsonb_array_elements(x.lines) as e group by 1, 2, 3) as l
  left join lateral (
    select n.number, (n.totals ->> 'total')::numeric as total from public.papers n
    where n.payment_id = x.payment_id and n.kind <> 'credit_note') as o on true
  left join public.refunds r on r.id = x.refund_id
  left join public.irns i on i.paper_id = x.id;

comment on view private.register is
  'Papers by place, SAC and rate: a row of the sales register, or of credit notes. of_number and of_total are of the order''s invoice.';

create view private.cash_book with (security_invoker = true) as
  select l.id, l.day, l.booked_at, t.id as till_id, coalesce(t.name, 'Without a till') as till, w.what, w.note,
    greatest(l.amount, 0) as came, greatest(-l.amount, 0) as went, sum(l.amount) over (partition by t.id order by l.id) as balance
  from public.ledger l
  left join public.payments p on l.kind in ('payment', 'refund') and p.id = l.payment_id
  left join lateral (
    select m.till_id from public.till_moves m where l.kind = 'refund' and m.refund_id = l.subject order by m.made_at limit 1) as b on true
  left join public.tills t on t.id = case l.kind when 'till' then l.subject when 'payment' then p.till_id else b.till_id end
  left join lateral (
    select m.reason from public.till_moves m
    where l.kind = 'till' and m.till_id = l.subject and m.refund_id is null and m.amount = l.amount and m.made_at <= l.booked_at
    order by m.made_at desc limit 1) as m on true
  cross join lateral (
    select case
        when l.kind = 'payment' then case when l.amount > 0 then 'sale' else 'sale undone' end
        when l.kind = 'refund' then 'refund'
        when t.closed_at <= l.booked_at then 'count'
        when m.reason is not null then 'move'
        else 'opening' end as what,
      case
        when l.kind <> 'till' then p.order_code
        when t.closed_at <= l.booked_at then 'Counted ' || t.counted_cash
        else m.reason end as note) as w
  where l.account = 'till';

comment on view private.cash_book is
  'The cash of tills, entry by entry: opening, sale, sale undone, refund, move and count, which takes out all that has to be there. balance '
  'is the till''s after it.';

create function public.month_file(p_month date, p_file text, p_after text default null, p_event uuid default null) returns text
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  v_most constant integer := 2000;
  v_end date := p_month + interval '1 month';
  v_columns text;
  v_keys text[];
  v_rows json;
  v_total bigint;
begin
  perform private.require_role('payments');
  if p_month is null and p_event is null or p_month <> private.month_of(p_month) then
    perform private.refuse(400, 'invalid', 'p_month', 'A month is its first day.');
  end if;
  if p_file in ('register', 'credit_notes') then
    -- A number is unique in its GSTIN alone.
    v_keys := array(
      select k.key from (
        select x.day || ' ' || x.number || ' ' || x.id as key from public.papers x
        where x.day >= p_month and x.day < v_end and (x.kind = 'credit_note') = (p_file = 'credit_notes')) as k
      where k.key collate "C" > coalesce(p_after, '') order by k.key collate "C" limit v_most);
    v_columns := 'day, number, kind, order_code, buyer, company, gstin, place_of_supply, sac, rate, taxable, cgst, sgst, igst, local_tax, total, '
      || case p_file when 'register' then 'irn' else 'of_number, utr' end;
    execute format('select json_agg(json_build_array(r.day, r.number, r.kind, r.order_code, r.buyer ->> ''name'', r.buyer ->> ''company'', '
      'r.buyer ->> ''gstin'', r.place, r.sac, r.rate, r.taxable, r.cgst, r.sgst, r.igst, r.local_tax, r.total, %s) '
      'order by r.day, r.number, r.paper_id, r.place, r.sac desc, r.rate) from private.register r where r.paper_id = any ($1)',
      case p_file when 'register' then 'r.irn' else 'r.of_number, r.utr' end)
      into v_rows using array(select right(k, 36)::uuid from unnest(v_keys) as k);
    if p_after is null then
      select count(*) into v_total from public.papers x
        where x.day >= p_month and x.day < v_end and (x.kind = 'credit_note') = (p_file = 'credit_notes');
    end if;
  elsif p_file = 'refunds' then
    v_columns := 'day, order_code, amount, way, reference, why, note, credit_note';
    select json_agg(json_build_array(w.day, p.order_code, w.amount, r.way, r.utr, r.reason, r.note,
        (select x.number from public.papers x where x.payment_id = w.payment_id and x.refund_id = w.subject)) order by w.day, p.order_code, w.subject)
      into v_rows
      from (
        select l.day, l.subject, l.payment_id, -sum(l.amount) as amount from public.ledger l
        where l.day >= p_month and l.day < v_end and l.kind = 'refund' and l.account in ('bank', 'sent', 'till', 'card', 'otherwise')
        group by l.day, l.subject, l.payment_id having sum(l.amount) <> 0) as w
      left join public.refunds r on r.id = w.subject
      left join public.payments p on p.id = w.payment_id;
  elsif p_file = 'cash' then
    v_columns := 'day, time, till, what, note, in, out, balance';
    select json_agg(json_build_array(c.day, to_char(c.booked_at at time zone 'Asia/Kolkata', 'HH24:MI'), c.till, c.what, c.note, c.came, c.went,
        c.balance) order by c.id)
      into v_rows from private.cash_book c where c.day >= p_month and c.day < v_end;
  elsif p_file = 'money' then
    v_columns := 'day, kind, account, amount';
    select json_agg(json_build_array(m.day, m.kind, m.account, m.amount) order by m.day, m.kind, m.account)
      into v_rows
      from (
        select l.day, l.kind, l.account, sum(l.amount) as amount from public.ledger l
        where l.day >= p_month and l.day < v_end group by l.day, l.kind, l.account having sum(l.amount) <> 0) as m;
  elsif p_file = 'tickets' then
    v_columns := 'concert, date, venue, state, category, price, tickets, free, returned, taxable, gst, local_tax, gross';
    select json_agg(json_build_array(s.event_name, s.day, s.venue, s.state, s.category_name, s.unit_price, s.tickets, s.free, s.returned, s.taxable,
        s.gst, s.local_tax, s.taxable + s.gst + s.local_tax) order by s.day, s.event_id, s.unit_price desc, s.category_name)
      into v_rows
      from (
        select e.id as event_id, min(l.event_name) as event_name, (e.date at time zone 'Asia/Kolkata')::date as day, e.venue, e.state,
          l.category_name, l.unit_price, coalesce(sum(l.quantity) filter (where t.revoked_at is null), 0) as tickets,
          coalesce(sum(l.quantity) filter (where t.revoked_at is null and l.total_amount = 0), 0) as free,
          coalesce(sum(l.quantity) filter (where t.revoked_at is not null), 0) as returned,
          sum(l.total_amount - l.gst_amount - l.local_tax_amount - l.fee_amount - l.fee_gst_amount - l.rounding_amount - r.taxable) as taxable,
          sum(l.gst_amount - r.gst) as gst, sum(l.local_tax_amount - r.local_tax) as local_tax
        from public.events e
        join public.payment_lines l on l.event_id = e.id
        join public.payments p on p.id = l.payment_id and p.status = 'approved' and not p.is_test
        left join public.user_tickets t on t.payment_line_id = l.id
        cross join lateral (
          select coalesce(sum(s.taxable), 0) as taxable, coalesce(sum(s.gst), 0) as gst, coalesce(sum(s.local_tax), 0) as local_tax
          from public.refund_shares s join public.refunds b on b.id = s.refund_id and b.status = 'refunded'
          where s.payment_line_id = l.id) as r
        where e.id = p_event or p_event is null and (e.date at time zone 'Asia/Kolkata')::date >= p_month
          and (e.date at time zone 'Asia/Kolkata')::date < v_end
        group by e.id, l.category_name, l.unit_price) as s;
  else
    perform private.refuse(400, 'invalid', 'p_file', 'The file is register, credit_notes, refunds, cash, money or tickets.');
  end if;
  return json_build_object('columns', string_to_array(v_columns, ', '), 'rows', coalesce(v_rows, '[]'),
    'next', case when cardinality(v_keys) = v_most then v_keys[v_most] end, 'total', coalesce(v_total, json_array_length(v_rows), 0));
end
$$;

comment on function public.month_file(date, text, text, uuid) is
  'Returns the next rows of a file of a month (its first day), as read_file_rows does: {columns, rows, next, total} as JSON text; next is p_after '
  'of the next page, null at the end; total counts papers or rows. Files: register (invoices and bills of supply by place, SAC and rate), '
  'credit_notes, refunds (money that went back), cash (of tills), money (each account''s sum a day and kind), tickets (by concert, category '
  'and price, of the month''s concerts or of p_event alone: valid ones, free ones among them, returned ones, and the money less paid refunds). Amounts are rupees, days are in India. Admins and payments staff. Refusals: PT401 '
  'not_signed_in, PT403 forbidden, PT400 invalid. Security definer: as trial_balance.';

create function private.gstr1_rows(p_month date, p_gstin text) returns table (
    number text, day date, running integer, back boolean, buyer text, pos text, inter boolean, large boolean, sac text, rate numeric,
    taxable numeric, camt numeric, samt numeric, iamt numeric, total numeric, exempt boolean)
  language sql stable set search_path = ''
as $$
  select r.number, r.day, x.running, r.kind = 'credit_note', r.buyer ->> 'gstin', c.code, r.place is distinct from r.state,
    -- Invoice by invoice above ₹1 lakh to another state (CGST Rules 2017, rule 59 (4), since 1 August 2024: notification 12/2024).
    r.buyer ->> 'gstin' is null and r.place is distinct from r.state and r.rate > 0 and r.of_total > 100000,
    r.sac, r.rate, r.taxable, r.cgst, r.sgst, r.igst, (x.totals ->> 'total')::numeric, r.rate = 0
  from private.register r join public.papers x on x.id = r.paper_id
  left join (
    -- Of merged and divided states today's code.
    select private.state_of_gstin(n.code) as state, max(n.code) as code from (select lpad(n::text, 2, '0') as code from generate_series(1, 38) as n) as n
    group by 1) as c on c.state = r.place
  -- Rounding is no supply.
  where r.gstin = p_gstin and r.day >= p_month and r.day < p_month + interval '1 month' and r.sac <> ''
$$;

comment on function private.gstr1_rows(date, text) is 'Returns the register''s rows of a GSTIN and a month as GSTR-1 divides them.';

create function public.gstr1(p_month date) returns jsonb
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  v_gstin text;
begin
  perform private.require_role('payments');
  if p_month is null or p_month <> private.month_of(p_month) then
    perform private.refuse(400, 'invalid', 'p_month', 'A month is its first day.');
  end if;
  select s.gstin into v_gstin from public.shop_settings s where s.id = 1;
  if v_gstin is null then
    perform private.refuse(400, 'invalid', 'gstin', 'The shop has no GSTIN.');
  end if;
  return (
    with g as materialized (
      select * from private.gstr1_rows(p_month, v_gstin)
    ), documents as materialized (
      -- One by one: to a GSTIN (b2b, cdnr), and large ones to other states (b2cl, cdnur).
        select d.section, d.buyer as party, d.pos, d.number,
          (case when d.back then jsonb_build_object('ntty', 'C', 'nt_num', d.number, 'nt_dt', to_char(d.day, 'DD-MM-YYYY'))
            else jsonb_build_object('inum', d.number, 'idt', to_char(d.day, 'DD-MM-YYYY')) end)
            || jsonb_build_object('val', d.total, 'itms', d.itms)
            || case d.section when 'b2cl' then '{}' else jsonb_build_object('pos', d.pos) end
            || case when d.buyer is null then '{}' else '{"rchrg": "N", "inv_typ": "R"}' end::jsonb
            || case d.section when 'cdnur' then '{"typ": "B2CL"}' else '{}' end::jsonb as document
        from (
          select i.section, i.buyer, i.pos, i.number, i.back, i.day, i.total, jsonb_agg(jsonb_build_object('num', i.num, 'itm_det',
              jsonb_build_object('rt', i.rate, 'txval', i.taxable, 'iamt', i.iamt, 'csamt', 0)
              || case when i.buyer is null then '{}' else jsonb_build_object('camt', i.camt, 'samt', i.samt) end) order by i.num) as itms
          from (
            select case when g.buyer is null then case when g.back then 'cdnur' else 'b2cl' end when g.back then 'cdnr' else 'b2b' end as section,
              g.buyer, g.pos, g.number, g.back, g.day, g.total, g.rate, sum(g.taxable) as taxable, sum(g.camt) as camt, sum(g.samt) as samt,
              sum(g.iamt) as iamt, row_number() over (partition by g.number, g.pos order by g.rate) as num
            from g
            where not g.exempt and (g.buyer is not null or g.large)
            group by g.buyer, g.pos, g.number, g.back, g.day, g.total, g.rate) as i
          group by i.section, i.buyer, i.pos, i.number, i.back, i.day, i.total) as d
    )
    select jsonb_build_object('gstin', v_gstin, 'fp', to_char(p_month, 'MMYYYY')) || jsonb_strip_nulls(jsonb_build_object(
    'b2b', (
      select jsonb_agg(jsonb_build_object('ctin', b.party, 'inv', b.documents) order by b.party) from (
        select d.party, jsonb_agg(d.document order by d.number, d.pos) as documents
        from documents d where d.section = 'b2b' group by d.party) as b),
    'b2cl', (
      select jsonb_agg(jsonb_build_object('pos', b.pos, 'inv', b.documents) order by b.pos) from (
        select d.pos, jsonb_agg(d.document order by d.number) as documents
        from documents d where d.section = 'b2cl' group by d.pos) as b),
    'cdnr', (
      select jsonb_agg(jsonb_build_object('ctin', b.party, 'nt', b.documents) order by b.party) from (
        select d.party, jsonb_agg(d.document order by d.number, d.pos) as documents
        from documents d where d.section = 'cdnr' group by d.party) as b),
    'cdnur', (
      select jsonb_agg(d.document order by d.number, d.pos) from documents d where d.section = 'cdnur'),
    'b2cs', (
      select jsonb_agg(jsonb_build_object('sply_ty', case when b.inter then 'INTER' else 'INTRA' end, 'typ', 'OE', 'pos', b.pos, 'rt', b.rate,
          'txval', b.taxable, 'iamt', b.iamt, 'camt', b.camt, 'samt', b.samt, 'csamt', 0) order by b.pos, b.rate)
      from (
        select g.inter, g.pos, g.rate, sum(case when g.back then -g.taxable else g.taxable end) as taxable,
          sum(case when g.back then -g.iamt else g.iamt end) as iamt, sum(case when g.back then -g.camt else g.camt end) as camt,
          sum(case when g.back then -g.samt else g.samt end) as samt
        from g where g.buyer is null and not g.large and not g.exempt
        group by g.inter, g.pos, g.rate) as b),
    'nil', (
      select jsonb_build_object('inv', jsonb_agg(jsonb_build_object('sply_ty', b.kind, 'expt_amt', b.taxable, 'nil_amt', 0, 'ngsup_amt', 0)
        order by b.kind))
      from (
        select case when g.inter then 'INTR' else 'INTRA' end || case when g.buyer is null then 'B2C' else 'B2B' end as kind,
          sum(case when g.back then -g.taxable else g.taxable end) as taxable
        from g where g.exempt group by 1) as b
      having count(*) > 0),
    'hsn', (
      select jsonb_object_agg(h.section, h.rows) from (
        select h.section, jsonb_agg(jsonb_build_object('num', h.num, 'hsn_sc', h.sac,
            'desc', case h.sac when '999622' then 'Event tickets' else 'Booking fee' end, 'uqc', 'NA', 'qty', 0, 'rt', h.rate, 'txval', h.taxable,
            'iamt', h.iamt, 'camt', h.camt, 'samt', h.samt, 'csamt', 0) order by h.num) as rows
        from (
          select case when g.buyer is null then 'hsn_b2c' else 'hsn_b2b' end as section, g.sac, g.rate, sum(g.sign * g.taxable) as taxable,
            sum(g.sign * g.iamt) as iamt, sum(g.sign * g.camt) as camt, sum(g.sign * g.samt) as samt,
            row_number() over (partition by g.buyer is null order by g.sac desc, g.rate) as num
          from (select r.*, case when r.back then -1 else 1 end as sign from g as r) as g
          group by g.buyer is null, 1, g.sac, g.rate) as h
        group by h.section) as h),
    'doc_issue', (
      select jsonb_build_object('doc_det', jsonb_agg(jsonb_build_object('doc_num', case when b.back then 5 else 1 end, 'docs', jsonb_build_array(
          jsonb_build_object('num', 1, 'from', b.numbers[1], 'to', b.numbers[b.n], 'totnum', b.n, 'cancel', 0, 'net_issue', b.n))) order by b.back))
      from (
        select x.kind = 'credit_note' as back, array_agg(x.number order by x.running) as numbers, count(*)::integer as n
        from public.papers x where x.gstin = v_gstin and x.day >= p_month and x.day < p_month + interval '1 month' group by 1) as b
      having count(*) > 0))));
end
$$;

comment on function public.gstr1(date) is
  'Returns GSTR-1 of a month (its first day) in the JSON that the GST portal and its offline tool take: of the papers of the shop''s GSTIN as it '
  'is now, in rupees. b2b, cdnr: to a GSTIN; b2cl, cdnur: above ₹1 lakh to other states; b2cs: all else by place and rate, credit notes '
  'taken off; nil: exempt; hsn by SAC and rate; doc_issue. A section without rows is left out. Admins and payments staff. Refusals: PT401 not_signed_in, '
  'PT403 forbidden, PT400 invalid (p_month, gstin: the shop has none). Security definer: no role may read all papers.';

insert into private.rights (roles, privileges, object) values
  ('authenticated', 'select', 'table public.closed_months'),
  ('authenticated', 'select', 'table public.irns'),
  ('anon, authenticated', 'execute', 'function public.close_month(date)'),
  ('anon, authenticated', 'execute', 'function public.list_months()'),
  ('anon, authenticated', 'execute', 'function public.month_file(date, text, text, uuid)'),
  ('anon, authenticated', 'execute', 'function public.gstr1(date)'),
  ('anon, authenticated', 'execute', 'function public.year_turnover()'),
  ('anon, authenticated', 'execute', 'function public.list_e_invoices()'),
  ('anon, authenticated', 'execute', 'function public.set_irn(uuid, text)');
