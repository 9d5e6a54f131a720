-- Settlement of a concert: what it sold, what went back, and what is left for whom. Computed from payments, their lines, refunds and
-- credits; supabase/tests/settlement.test.sql compares it with the ledger. A closed settlement keeps its figures.
-- docs/decisions/0081-settlement.md

create table public.settlements (
  event_id uuid primary key references public.events (id) on delete cascade,
  shares jsonb not null default '[]',
  costs jsonb not null default '[]',
  revision integer not null default 0,
  closed_at timestamptz,
  closed_by uuid,
  closed jsonb,
  constraint settlements_closed check (num_nulls(closed_at, closed_by, closed) in (0, 3))
);

comment on table public.settlements is
  'How the money of a concert is divided. Only set_settlement, close_settlement and reopen_settlement write it; a concert without a row '
  'has no shares and no costs.';

comment on column public.settlements.shares is
  '[{name, percent, of}] or [{name, amount}]: who gets what. of: sales (tickets without taxes and fee, less refunds) or after_costs '
  '(that less the costs). What is left is the organiser''s.';

comment on column public.settlements.costs is '[{label, amount}], in rupees.';

comment on column public.settlements.closed is 'The figures as they were when it was closed (settlement_figures).';

alter table public.settlements enable row level security;

create policy "Payments staff read settlements" on public.settlements
  for select to authenticated using ((select private.may('payments')));

create function private.settled_lines(p_event_id uuid)
  returns table (payment_id uuid, ticket_category_id uuid, price numeric, method text, code text, day date, tickets integer, back integer,
    discount numeric, sales numeric, gst numeric, local_tax numeric, fee numeric, rounding numeric, refunded numeric, owed numeric,
    back_sales numeric, back_gst numeric, back_local_tax numeric, back_fee numeric, back_rounding numeric)
  language sql stable rows 2000 set search_path = ''
as $$
  select l.payment_id, l.ticket_category_id, round(l.unit_price + coalesce(l.discount_amount / l.quantity, 0), 2), p.method,
    p.discount_code, (p.reviewed_at at time zone 'Asia/Kolkata')::date,
    -- A guest whose ticket was taken back is no guest.
    case when l.total_amount = 0 and t.is_back then 0 else l.quantity end,
    case when l.total_amount > 0 and t.is_back then l.quantity else 0 end,
    v.discount, v.sales, l.gst_amount + l.fee_gst_amount, l.local_tax_amount, l.fee_amount, l.rounding_amount,
    b.refunded, b.owed, b.sales, b.gst, b.local_tax, b.fee, b.rounding
  from public.payment_lines l
  cross join lateral (
    select l.total_amount - l.gst_amount - l.local_tax_amount - l.fee_amount - l.fee_gst_amount - l.rounding_amount as sales) as a
  -- Of a price with GST in it, what a code took off had GST in it as well.
  cross join lateral (
    select a.sales, round(coalesce(l.discount_amount * coalesce(a.sales / nullif(l.unit_price * l.quantity, 0), 1), 0), 2) as discount) as v
  -- One by one: joined, all approved payments would be read for those of one event.
  cross join lateral (
    select p.method, p.discount_code, p.reviewed_at from public.payments p
    where p.id = l.payment_id and p.status = 'approved' and not p.is_test offset 0) as p
  cross join lateral (
    select coalesce(bool_or(t.revoked_at is not null or exists (select from public.refunds r where r.ticket_id = t.id)), false) as is_back
    from public.user_tickets t where t.payment_line_id = l.id) as t
  cross join lateral (
    select coalesce(sum(s.taxable + s.gst + s.local_tax + s.fee + s.fee_gst + s.rounding) filter (where r.status = 'refunded'), 0) as refunded,
      coalesce(sum(s.taxable + s.gst + s.local_tax + s.fee + s.fee_gst + s.rounding) filter (where r.status = 'requested'), 0) as owed,
      coalesce(sum(s.taxable), 0) as sales, coalesce(sum(s.gst + s.fee_gst), 0) as gst,
      coalesce(sum(s.local_tax), 0) as local_tax, coalesce(sum(s.fee), 0) as fee, coalesce(sum(s.rounding), 0) as rounding
    from public.refund_shares s join public.refunds r on r.id = s.refund_id where s.payment_line_id = l.id) as b
  where l.event_id = p_event_id
$$;

comment on function private.settled_lines(uuid) is
  'Returns the lines of approved payments for an event, without tests. price: of one seat before a code lowered it. sales: without taxes '
  'and fee; gst: with that of the fee. back: seats that were taken back or are refunded; back_…: what refunds, paid and owed, take from '
  'each. day: of the approval, in India. Rupees.';

create function private.settlement_money(p_event_id uuid) returns jsonb
  language sql stable set search_path = ''
as $$
  select jsonb_build_object('bank', m.bank::text, 'cash', m.cash::text, 'card', m.card::text, 'missing', (m.due - m.bank - m.cash - m.card)::text)
  from (
    select coalesce(sum(c.part), 0)::numeric(14, 2) as due,
      coalesce(sum(c.came) filter (where c.method = 'upi'), 0)::numeric(14, 2) as bank,
      coalesce(sum(c.came) filter (where c.method = 'cash'), 0)::numeric(14, 2) as cash,
      coalesce(sum(c.came) filter (where c.method = 'card'), 0)::numeric(14, 2) as card
    from (
      -- What came short is short for each event of the order.
      select p.method, l.part, case when p.came >= d.due then l.part else round(p.came * l.part / d.due, 2) end as came
      from (
        select l.payment_id, sum(l.total_amount) as part from public.payment_lines l
        where l.event_id = p_event_id group by l.payment_id having sum(l.total_amount) > 0) as l
      cross join lateral (
        select p.method, case when p.method <> 'upi' then p.amount else coalesce((
          select sum(b.amount) from public.credits b where b.payment_id = p.id and b.set_aside_at is null), 0) end as came
        from public.payments p where p.id = l.payment_id and p.status = 'approved' and not p.is_test offset 0) as p
      cross join lateral (
        select sum(o.total_amount) as due from public.payment_lines o where o.payment_id = l.payment_id) as d) as c) as m
$$;

comment on function private.settlement_money(uuid) is
  'Returns what was seen of an event''s sales, in rupees as text: {bank: in credits, cash: at tills, card: at card machines, missing: '
  'approved, and not seen}. What came beyond an order''s price is not the event''s.';

create function private.settlement_figures(p_event_id uuid) returns jsonb
  language sql stable set search_path = ''
as $$
  with lines as materialized (
    select * from private.settled_lines(p_event_id)),
  sums as materialized (
    select grouping(x.ticket_category_id, x.method, x.code, x.day) as level, x.ticket_category_id, x.price, x.method, x.code, x.day,
      jsonb_build_object('tickets', coalesce(sum(x.tickets), 0), 'back', coalesce(sum(x.back), 0)) || (
        select jsonb_object_agg(v.name, coalesce(v.amount, 0)::numeric(14, 2)::text)
        from (values ('gross', sum(x.sales + x.discount)), ('discount', sum(x.discount)), ('sales', sum(x.sales)), ('gst', sum(x.gst)),
          ('local_tax', sum(x.local_tax)), ('fee', sum(x.fee)), ('rounding', sum(x.rounding)),
          ('total', sum(x.sales + x.gst + x.local_tax + x.fee + x.rounding)),
          ('refunded', sum(x.refunded)), ('owed', sum(x.owed)), ('net', sum(x.sales - x.back_sales)), ('net_gst', sum(x.gst - x.back_gst)),
          ('net_local_tax', sum(x.local_tax - x.back_local_tax)), ('net_fee', sum(x.fee - x.back_fee)),
          ('net_rounding', sum(x.rounding - x.back_rounding))) as v (name, amount)) as figures
    from lines x group by grouping sets ((), (x.ticket_category_id, x.price), (x.method), (x.code), (x.day)))
  select jsonb_build_object(
    'total', (select s.figures from sums s where s.level = 15),
    'zones', (
      select coalesce(jsonb_agg(s.figures || jsonb_build_object('category', c.name, 'price', s.price::text,
          'phase', (
            select p.phase ->> 'name' from jsonb_array_elements(c.phases) with ordinality as p (phase, n)
            where (p.phase ->> 'price')::numeric = s.price order by p.n limit 1))
        order by c.price desc, c.name, c.id, s.price desc), '[]')
      from sums s join public.ticket_categories c on c.id = s.ticket_category_id where s.level = 7),
    'methods', (
      select coalesce(jsonb_agg(s.figures || jsonb_build_object('method', s.method)
        order by array_position(array['upi', 'cash', 'card', 'complimentary', 'free'], s.method)), '[]') from sums s where s.level = 11),
    'codes', (
      select coalesce(jsonb_agg(s.figures || jsonb_build_object('code', s.code) order by s.code), '[]') from sums s where s.level = 13),
    'days', (
      select coalesce(jsonb_agg(s.figures || jsonb_build_object('day', s.day) order by s.day), '[]') from sums s where s.level = 14),
    'money', private.settlement_money(p_event_id),
    'undecided', (
      select jsonb_build_object('payments', count(distinct l.payment_id), 'amount', coalesce(sum(l.total_amount), 0)::numeric(14, 2)::text)
      from public.payment_lines l
      cross join lateral (
        select from public.payments p where p.id = l.payment_id and p.status = 'pending' and not p.is_test offset 0) as p
      where l.event_id = p_event_id and l.payment_status = 'pending'))
$$;

comment on function private.settlement_figures(uuid) is
  'Returns {total, zones: by category and price, methods, codes (null: without one), days: of the approval, in India, money: '
  'settlement_money, undecided: {payments, amount} under review}. total and the rows have {tickets, back, gross: at full price, discount, '
  'sales: without taxes and fee, gst: with that of the fee, local_tax, fee, rounding, total, refunded, owed, net, net_gst, net_local_tax, '
  'net_fee, net_rounding: what refunds, paid and owed, leave of each}; rupees as text.';

create function private.split_settlement(p_total jsonb, p_shares jsonb, p_costs jsonb) returns jsonb
  language sql immutable set search_path = ''
as $$
  with base as (
    select (p_total ->> 'net')::numeric as sales, (p_total ->> 'net_fee')::numeric as fee, coalesce((p_total ->> 'net_rounding')::numeric, 0) as rounding, (
      select coalesce(sum((c ->> 'amount')::numeric), 0) from jsonb_array_elements(p_costs) as c) as costs),
  parts as (
    select s.share, s.n, coalesce((s.share ->> 'amount')::numeric, round((s.share ->> 'percent')::numeric / 100
      -- No one pays for a loss by a percentage.
      * greatest(0, b.sales - case s.share ->> 'of' when 'after_costs' then b.costs else 0 end), 2))::numeric(14, 2) as amount
    from base b, jsonb_array_elements(p_shares) with ordinality as s (share, n))
  select jsonb_build_object('sales', b.sales::text, 'fee', b.fee::text, 'costs', b.costs::numeric(14, 2)::text,
    'shares', (
      select coalesce(jsonb_agg(jsonb_build_object('name', p.share ->> 'name', 'percent', p.share ->> 'percent', 'of', p.share ->> 'of',
        'amount', p.amount::text) order by p.n), '[]') from parts p),
    'left', (b.sales + b.fee + b.rounding - b.costs - (select coalesce(sum(p.amount), 0) from parts p))::numeric(14, 2)::text)
  from base b
$$;

comment on function private.split_settlement(jsonb, jsonb, jsonb) is
  'Divides what is left after taxes, in rupees as text: {sales, fee, costs, shares: [{name, percent, of, amount}], left: the '
  'organiser''s with fee and rounding, below 0 for a loss}.';

create function public.event_settlement(p_event_id uuid default null) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_settlement public.settlements;
  v_now jsonb;
begin
  perform private.require_role('payments');
  perform private.require_event(p_event_id);
  select * into v_settlement from public.settlements s where s.event_id = p_event_id;
  v_now := private.settlement_figures(p_event_id);
  return (
    select jsonb_build_object('event_id', e.id, 'singer_name', g.name, 'city', e.city, 'venue', e.venue, 'date', e.date, 'status', e.status,
      'at', now(), 'may_close', e.status = 'cancelled' or e.date <= now(), 'revision', coalesce(v_settlement.revision, 0),
      'costs', (
        select coalesce(jsonb_agg(jsonb_build_object('label', c ->> 'label', 'amount', c ->> 'amount') order by n), '[]')
        from jsonb_array_elements(v_settlement.costs) with ordinality as x (c, n)),
      'closed_at', v_settlement.closed_at,
      'closed_by', (select coalesce(f.name, f.email) from public.profiles f where f.id = v_settlement.closed_by),
      'since', case when v_settlement.closed is not null then (
        select jsonb_object_agg(n.key, (n.value::numeric - (v_settlement.closed -> 'total' ->> n.key)::numeric)::text)
        from jsonb_each_text(v_now -> 'total') as n
        where n.value::numeric <> (v_settlement.closed -> 'total' ->> n.key)::numeric) end)
      || coalesce(v_settlement.closed, v_now || jsonb_build_object('split',
        private.split_settlement(v_now -> 'total', coalesce(v_settlement.shares, '[]'), coalesce(v_settlement.costs, '[]'))))
    from public.events e join public.singers g on g.id = e.singer_id where e.id = p_event_id);
end
$$;

comment on function public.event_settlement(uuid) is
  'Returns an event''s settlement: {event_id, singer_name, city, venue, date, status, at, may_close, revision, costs, closed_at, '
  'closed_by: a name, since: by how much each figure of total changed after it was closed, null for none}, with the figures of '
  'settlement_figures and split: split_settlement, of now or, once it is closed, of then. Admins and payments staff. Refusals: PT401 not_signed_in, '
  'PT403 forbidden, PT404 not_found. Security definer: as dashboard_stats.';

create function private.read_shares(p_shares jsonb) returns jsonb
  language plpgsql immutable set search_path = ''
as $$
declare
  c_most constant integer := 12;
  v_share jsonb;
  v_shares jsonb := '[]';
  v_percent numeric;
  v_all numeric := 0;
begin
  if jsonb_typeof(p_shares) is distinct from 'array' or jsonb_array_length(p_shares) > c_most then
    perform private.refuse(400, 'invalid', 'p_shares', format('At most %s shares.', c_most));
  end if;
  for v_share in select s from jsonb_array_elements(p_shares) as s loop
    if jsonb_typeof(v_share) <> 'object' or (v_share ? 'amount') = (v_share ? 'percent')
       or jsonb_typeof(coalesce(v_share -> 'amount', v_share -> 'percent')) <> 'number'
       or v_share ? 'percent' and coalesce(v_share ->> 'of', '') not in ('sales', 'after_costs') then
      perform private.refuse(400, 'invalid', 'p_shares',
        'A share is {"name", "percent", "of": "sales" or "after_costs"} or {"name", "amount"}.');
    end if;
    if v_share ? 'percent' then
      v_percent := (v_share ->> 'percent')::numeric;
      v_all := v_all + v_percent;
      if v_percent <= 0 or v_percent <> round(v_percent, 2) or v_all > 100 then
        perform private.refuse(400, 'invalid', 'p_shares', 'A percent is above 0, and all together are at most 100.');
      end if;
      v_shares := v_shares || jsonb_build_object('name', private.require_text(v_share ->> 'name', 'p_shares', 80),
        'percent', trim_scale(v_percent), 'of', v_share ->> 'of');
    else
      v_shares := v_shares || jsonb_build_object('name', private.require_text(v_share ->> 'name', 'p_shares', 80),
        'amount', private.require_price((v_share ->> 'amount')::numeric, 'p_shares'));
    end if;
  end loop;
  return v_shares;
end
$$;

comment on function private.read_shares(jsonb) is 'Returns shares as they are stored. Refusal: PT400 invalid (p_shares).';

create function private.read_costs(p_costs jsonb) returns jsonb
  language plpgsql immutable set search_path = ''
as $$
declare
  c_most constant integer := 50;
begin
  if jsonb_typeof(p_costs) is distinct from 'array' or jsonb_array_length(p_costs) > c_most
     or exists (select from jsonb_array_elements(p_costs) as c
       where jsonb_typeof(c) <> 'object' or jsonb_typeof(c -> 'amount') is distinct from 'number') then
    perform private.refuse(400, 'invalid', 'p_costs', format('Costs are at most %s of {"label", "amount"}.', c_most));
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('label', private.require_text(c ->> 'label', 'p_costs', 80),
      'amount', private.require_price((c ->> 'amount')::numeric, 'p_costs')) order by n), '[]')
    from jsonb_array_elements(p_costs) with ordinality as x (c, n));
end
$$;

comment on function private.read_costs(jsonb) is 'Returns costs as they are stored. Refusal: PT400 invalid (p_costs).';

create function private.require_price(p_amount numeric, p_argument text) returns numeric
  language plpgsql immutable set search_path = ''
as $$
begin
  if p_amount <= 0 then
    perform private.refuse(400, 'invalid', p_argument, 'An amount is above 0.');
  end if;
  return private.require_money(p_amount, p_argument);
end
$$;

comment on function private.require_price(numeric, text) is 'Returns an amount above 0 in rupees, or PT400 invalid naming p_argument.';

create function private.lock_settlement(p_event_id uuid) returns public.settlements
  language plpgsql volatile set search_path = ''
as $$
declare
  v_settlement public.settlements;
begin
  perform private.require_role('payments');
  perform private.require_event(p_event_id);
  insert into public.settlements (event_id) values (p_event_id) on conflict do nothing;
  select * into strict v_settlement from public.settlements s where s.event_id = p_event_id for update;
  return v_settlement;
end
$$;

comment on function private.lock_settlement(uuid) is
  'Returns the settlement of an event, made when it has none, and keeps others from changing it. Refusals: PT401 not_signed_in, PT403 '
  'forbidden, PT404 not_found.';

create function private.note_settlement(p_action text, p_event_id uuid, p_before jsonb, p_after jsonb) returns void
  language sql volatile set search_path = ''
as $$
  select private.record_audit(p_action, 'settlements', p_event_id::text, n.name || p_before, n.name || p_after)
  from (select jsonb_build_object('name', private.gate_event_name(p_event_id)) as name) as n
$$;

comment on function private.note_settlement(text, uuid, jsonb, jsonb) is 'Adds a line about an event''s settlement, by its name, to the history.';

create function public.set_settlement(
  p_event_id uuid default null, p_revision integer default null, p_shares jsonb default null, p_costs jsonb default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_settlement public.settlements := private.lock_settlement(p_event_id);
begin
  if v_settlement.closed_at is not null then
    perform private.refuse(409, 'already_decided', jsonb_build_object('status', 'closed')::text, 'It is closed; open it again first.');
  elsif p_revision is distinct from v_settlement.revision then
    perform private.refuse(409, 'changed_meanwhile', v_settlement.revision::text,
      'The row was changed since it was read; detail is its revision now.');
  end if;
  update public.settlements s
    set shares = private.read_shares(p_shares), costs = private.read_costs(p_costs), revision = s.revision + 1
    where s.event_id = p_event_id;
  perform private.note_settlement('set_settlement', p_event_id, jsonb_build_object('shares', v_settlement.shares, 'costs', v_settlement.costs), (
    select jsonb_build_object('shares', s.shares, 'costs', s.costs) from public.settlements s where s.event_id = p_event_id));
  return public.event_settlement(p_event_id);
end
$$;

comment on function public.set_settlement(uuid, integer, jsonb, jsonb) is
  'Replaces the shares and the costs of a concert over the revision that was read (0: none yet), and returns event_settlement. Admins only. '
  'Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found, PT409 changed_meanwhile (detail: the revision '
  'now), already_decided (closed). Security definer: no role may write settlements.';

create function public.close_settlement(p_event_id uuid default null, p_revision integer default null, p_left numeric default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_settlement public.settlements := private.lock_settlement(p_event_id);
  v_now jsonb;
begin
  if v_settlement.closed_at is not null then
    return public.event_settlement(p_event_id);
  elsif p_revision is distinct from v_settlement.revision then
    perform private.refuse(409, 'changed_meanwhile', v_settlement.revision::text,
      'The row was changed since it was read; detail is its revision now.');
  end if;
  v_now := public.event_settlement(p_event_id);
  if not (v_now ->> 'may_close')::boolean then
    perform private.refuse(409, 'too_soon', v_now ->> 'date', 'It closes once the concert has begun or is cancelled.');
  elsif p_left is distinct from (v_now -> 'split' ->> 'left')::numeric then
    perform private.refuse(409, 'amount_changed', v_now -> 'split' ->> 'left', 'The figures changed; detail is what is left now.');
  end if;
  update public.settlements s
    set closed_at = now(), closed_by = private.uid(), revision = s.revision + 1, closed = (
      select jsonb_object_agg(f.key, f.value) from jsonb_each(v_now) as f
      where f.key in ('total', 'zones', 'methods', 'codes', 'days', 'money', 'undecided', 'split'))
    where s.event_id = p_event_id;
  perform private.note_settlement('close_settlement', p_event_id, '{}',
    jsonb_build_object('net_amount', v_now -> 'total' ->> 'net', 'left_amount', v_now -> 'split' ->> 'left'));
  return public.event_settlement(p_event_id);
end
$$;

comment on function public.close_settlement(uuid, integer, numeric) is
  'Closes the settlement of a concert that has begun or is cancelled: its figures stay as they are, and event_settlement says what changed '
  'since. p_revision and p_left, what is left for the organiser in rupees, are those that staff saw. A repeat changes nothing. Admins only. '
  'Refusals: PT401 not_signed_in, PT403 forbidden, PT404 not_found, PT409 changed_meanwhile (detail: the revision now), too_soon (detail: '
  'when it begins), amount_changed (detail: what is left now). Security definer: no role may write settlements.';

create function public.reopen_settlement(p_event_id uuid default null, p_reason text default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_settlement public.settlements := private.lock_settlement(p_event_id);
  v_reason text := private.require_text(p_reason, 'p_reason', 200);
begin
  if v_settlement.closed_at is not null then
    update public.settlements s set closed_at = null, closed_by = null, closed = null, revision = s.revision + 1 where s.event_id = p_event_id;
    perform private.note_settlement('reopen_settlement', p_event_id, jsonb_build_object('closed_at', v_settlement.closed_at),
      jsonb_build_object('reason', v_reason));
  end if;
  return public.event_settlement(p_event_id);
end
$$;

comment on function public.reopen_settlement(uuid, text) is
  'Opens a closed settlement again, with a reason for the history. A repeat changes nothing. Admins only. Refusals: PT401 not_signed_in, '
  'PT403 forbidden, PT400 invalid, PT404 not_found. Security definer: no role may write settlements.';

create function public.event_nets(p_event_ids uuid[] default null) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_role('payments');
  return (
    select coalesce(jsonb_object_agg(n.event_id, n.net), '{}')
    from (
      select l.event_id, (-sum(l.amount))::text as net from public.ledger l
      where l.event_id = any (p_event_ids) and l.account = 'sales' group by l.event_id) as n);
end
$$;

comment on function public.event_nets(uuid[]) is
  'Returns {event_id: rupees as text}: net ticket sales of these events as their settlement has them, without taxes and fee and less what was '
  'refunded or is owed; events that sold nothing are left out. Admins and payments staff (PT401 not_signed_in, PT403 forbidden). Security '
  'definer: no role may read the ledger.';

insert into private.rights (roles, privileges, object) values
  ('authenticated', 'select', 'table public.settlements'),
  ('anon, authenticated', 'execute', 'function public.event_settlement(uuid)'),
  ('anon, authenticated', 'execute', 'function public.set_settlement(uuid, integer, jsonb, jsonb)'),
  ('anon, authenticated', 'execute', 'function public.close_settlement(uuid, integer, numeric)'),
  ('anon, authenticated', 'execute', 'function public.reopen_settlement(uuid, text)'),
  ('anon, authenticated', 'execute', 'function public.event_nets(uuid[])');
