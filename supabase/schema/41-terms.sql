-- Terms of the shop: the numbers for money, time and limits, and the price that they make. To change one, insert a row.

create table public.shop_terms (
  from_day date primary key,
  gst_percent numeric(5, 2) not null,
  fee_per_seat numeric(12, 2) not null,
  hold_minutes integer not null,
  extension_minutes integer not null,
  retry_minutes integer not null,
  retries_a_day integer not null,
  held_minutes_an_hour integer not null,
  seats_per_line integer not null,
  lines_per_order integer not null,
  seats_per_customer integer not null,
  undecided_per_customer integer not null,
  low_stock_event integer not null,
  low_stock_category integer not null,
  order_days integer not null,
  late_minutes integer not null,
  wheelchair_hours integer not null,
  name_days integer not null,
  device_days integer not null,
  created_at timestamptz not null default clock_timestamp(),
  gst_by text not null,
  fee_gst_percent numeric(5, 2) not null,
  prices_include_gst boolean not null,
  round_to_rupee boolean not null,
  constraint shop_terms_tax_possible check (gst_by in ('flat', 'rules') and fee_gst_percent between 0 and 100),
  constraint shop_terms_possible check (
    gst_percent between 0 and 100 and fee_per_seat between 0 and 100000
    and hold_minutes between 1 and 60 and extension_minutes between 0 and 60 and retry_minutes between 0 and 1440
    and retries_a_day between 0 and 100 and held_minutes_an_hour between 1 and 60
    and hold_minutes + extension_minutes <= held_minutes_an_hour
    and seats_per_line between 1 and 10 and lines_per_order between 1 and 40
    and seats_per_customer between seats_per_line and 1000 and undecided_per_customer between 1 and 1000
    and low_stock_event between 0 and 100000 and low_stock_category between 0 and 100000
    and late_minutes between 0 and 1440 and wheelchair_hours between 0 and 8760
    and order_days between 1 and 3650 and name_days between 1 and 3650 and device_days between 1 and 3650)
);

comment on table public.shop_terms is
  'The terms of the shop. A row holds from midnight (IST) of its day until the next row''s. A new row needs its day '
  'and what changes; the rest is copied from the row before. Rows of past days never change.';

comment on column public.shop_terms.gst_percent is
  'Goods and services tax on the price of the tickets, in percent, while gst_by is flat.';

comment on column public.shop_terms.fee_per_seat is 'Rupees: the convenience fee of one seat, before its own tax.';

comment on column public.shop_terms.hold_minutes is 'Minutes that seats are held once checkout opens.';

comment on column public.shop_terms.extension_minutes is 'Minutes by which a customer may extend a hold, once.';

comment on column public.shop_terms.retry_minutes is 'Minutes that the seats of a rejected payment stay held for its customer.';

comment on column public.shop_terms.retries_a_day is
  'After this many rejections within 24 hours the seats are free at once.';

comment on column public.shop_terms.held_minutes_an_hour is
  'Minutes that one customer may hold one seat within an hour from its first hold, over all orders.';

comment on column public.shop_terms.seats_per_line is
  'Most seats of one ticket category in an order, ten at most: a ticket has at most ten passes (55-passes.sql).';

comment on column public.shop_terms.lines_per_order is 'Most ticket categories in an order.';

comment on column public.shop_terms.seats_per_customer is 'Most seats of one customer that are held or under review.';

comment on column public.shop_terms.undecided_per_customer is 'Most undecided payments of one customer that keep seats.';

comment on column public.shop_terms.low_stock_event is 'An event shows its free seats from this number down.';

comment on column public.shop_terms.low_stock_category is
  'A ticket category shows its free seats from this number down.';

comment on column public.shop_terms.order_days is
  'Days that an unsubmitted order is kept, so that a late credit finds it.';

comment on column public.shop_terms.late_minutes is
  'Minutes after the end of its hold in which a payment still keeps exactly the held places at the held price, if no one else has them.';

comment on column public.shop_terms.wheelchair_hours is
  'Hours before an event begins until which wheelchair places and their companion seats are kept for those who need them; then they are '
  'open to all.';

comment on column public.shop_terms.name_days is
  'Days that a changed name is kept, after the change and after the gate of its last event closed. A gate that has '
  'not synced for longer downloads its whole list.';

comment on column public.shop_terms.device_days is 'Days that a gate device is kept after its event''s gate closed.';

comment on column public.shop_terms.gst_by is
  'flat: gst_percent on every price, with or without a GSTIN, as in the demo. rules: tax_rules by price, and '
  'no GST at all while shop_settings has no GSTIN.';

comment on column public.shop_terms.fee_gst_percent is
  'GST on the convenience fee, in percent; with gst_by rules only while there is a GSTIN.';

comment on column public.shop_terms.prices_include_gst is
  'True: the price of a ticket as typed contains its GST, if there is one. Discounts, phases and codes act on the typed price; local '
  'tax and fee come on top.';

comment on column public.shop_terms.round_to_rupee is
  'True: the total of an order is a whole rupee, half a rupee up (CGST Act 2017, section 170); what that adds or takes off is apart from '
  'price, taxes and fee.';

alter table public.shop_terms enable row level security;

create policy "Everyone reads the shop's terms" on public.shop_terms
  for select to anon, authenticated using (true);

create function private.guard_shop_terms() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  v_today date := (now() at time zone 'Asia/Kolkata')::date;
  v_before public.shop_terms;
begin
  if tg_op <> 'INSERT' and old.from_day < v_today or tg_op <> 'DELETE' and new.from_day < v_today then
    perform private.refuse(400, 'invalid', 'from_day',
      'Orders were priced by the terms of that day; say from which day on others hold.');
  end if;
  if tg_op <> 'INSERT' then
    return coalesce(new, old);
  end if;
  select * into v_before from public.shop_terms t where t.from_day < new.from_day order by t.from_day desc limit 1;
  return jsonb_populate_record(new, to_jsonb(v_before) || jsonb_strip_nulls(to_jsonb(new)));
end
$$;

comment on function private.guard_shop_terms() is
  'Trigger 20_values: a new row copies what it does not name from the row before. Refusal: PT400 invalid for a past '
  'day.';

insert into public.shop_terms (from_day, gst_percent, fee_per_seat, hold_minutes, extension_minutes, retry_minutes, retries_a_day,
    held_minutes_an_hour, seats_per_line, lines_per_order, seats_per_customer, undecided_per_customer, low_stock_event,
    low_stock_category, order_days, late_minutes, wheelchair_hours, name_days, device_days, gst_by, fee_gst_percent, prices_include_gst, round_to_rupee)
  values ('2020-01-01', 18, 30, 10, 5, 15, 3, 30, 10, 40, 40, 10, 100, 20, 45, 60, 48, 30, 365, 'rules', 0, false, false);

create trigger "20_values" before insert or update or delete on public.shop_terms
  for each row execute function private.guard_shop_terms();

create trigger audit after insert or update or delete on public.shop_terms
  for each row execute function private.audit_row('from_day');

create function private.terms() returns public.shop_terms
  language plpgsql stable
as $$
declare
  v_terms public.shop_terms;
begin
  select * into v_terms from public.shop_terms t where t.from_day <= (now() at time zone 'Asia/Kolkata')::date
    order by t.from_day desc limit 1;
  return v_terms;
end
$$;

comment on function private.terms() is 'Returns the terms of today, in India.';

create function private.states() returns text[]
  language sql immutable parallel safe set search_path = ''
as $$
  select array['Andaman and Nicobar Islands', 'Andhra Pradesh', 'Arunachal Pradesh', 'Assam', 'Bihar', 'Chandigarh',
    'Chhattisgarh', 'Dadra and Nagar Haveli and Daman and Diu', 'Delhi', 'Goa', 'Gujarat', 'Haryana',
    'Himachal Pradesh', 'Jammu and Kashmir', 'Jharkhand', 'Karnataka', 'Kerala', 'Ladakh', 'Lakshadweep',
    'Madhya Pradesh', 'Maharashtra', 'Manipur', 'Meghalaya', 'Mizoram', 'Nagaland', 'Odisha', 'Puducherry', 'Punjab',
    'Rajasthan', 'Sikkim', 'Tamil Nadu', 'Telangana', 'Tripura', 'Uttar Pradesh', 'Uttarakhand', 'West Bengal']
$$;

comment on function private.states() is
  'Returns India''s states and union territories, as src/shop/terms/states.ts.';

create table public.tax_rules (
  id uuid primary key default gen_random_uuid(),
  from_day date not null,
  kind text not null,
  state text,
  up_to_price numeric(12, 2),
  percent numeric(5, 2) not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint tax_rules_possible check (
    kind in ('gst', 'local') and (kind = 'local') = (state is not null) and percent between 0 and 100
    and (up_to_price is null or up_to_price between 0 and 9999999.99)),
  constraint tax_rules_once unique nulls not distinct (from_day, kind, state, up_to_price)
);

comment on table public.tax_rules is
  'Taxes by the price of a seat. All rules of a day together replace those before it from midnight (IST). Of a kind, '
  'the rule with the lowest up_to_price that is not below the price without GST applies. Rows of past days never change.';

comment on column public.tax_rules.kind is
  'gst: everywhere, while shop_terms.gst_by is rules and the shop has a GSTIN. local: a tax of the event''s state.';

comment on column public.tax_rules.state is 'The state of a local tax, of private.states(); null for GST.';

comment on column public.tax_rules.up_to_price is 'Rupees for one seat, the last price without GST with this rate; null without a bound.';

comment on column public.tax_rules.percent is 'Percent of the price of a seat without GST.';

alter table public.tax_rules enable row level security;

create policy "Everyone reads the rules of tax" on public.tax_rules
  for select to anon, authenticated using (true);

-- Concerts up to Rs 500 a person are exempt (docs/deploy.md has the sources).
insert into public.tax_rules (from_day, kind, up_to_price, percent)
  values ('2020-01-01', 'gst', 500, 0), ('2020-01-01', 'gst', null, 18);

create view public.terms_by_day with (security_invoker = true) as
  select d.from_day, t.gst_percent, t.fee_per_seat, t.hold_minutes, t.extension_minutes, t.retry_minutes,
    t.held_minutes_an_hour, t.seats_per_line, t.seats_per_customer, t.low_stock_event, t.low_stock_category, t.gst_by,
    t.fee_gst_percent,
    (select coalesce(jsonb_agg(jsonb_build_object('kind', r.kind, 'state', r.state, 'up_to_price', r.up_to_price,
        'percent', r.percent) order by r.kind, r.state, r.up_to_price nulls last), '[]')
      from public.tax_rules r
      where r.from_day = (select max(x.from_day) from public.tax_rules x where x.from_day <= d.from_day)) as tax_rules,
    exists (select from public.shop_settings s where s.id = 1 and s.gstin is not null) as has_gstin,
    t.prices_include_gst, t.round_to_rupee, t.wheelchair_hours
  from (select s.from_day from public.shop_terms s union select r.from_day from public.tax_rules r) d
  join lateral (
    select s.* from public.shop_terms s where s.from_day <= d.from_day order by s.from_day desc limit 1) t on true;

comment on view public.terms_by_day is
  'The terms that devices use, for each day on which some change, with all rules of tax of that day.';

create function private.guard_tax_rules() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  v_today date := (now() at time zone 'Asia/Kolkata')::date;
begin
  if tg_op <> 'INSERT' and old.from_day < v_today or tg_op <> 'DELETE' and new.from_day < v_today then
    perform private.refuse(400, 'invalid', 'from_day',
      'Orders were priced by the rules of that day; say from which day on others hold.');
  end if;
  if tg_op <> 'DELETE' and new.state <> all (private.states()) then
    perform private.refuse(400, 'invalid', 'state', 'state is a state or union territory of India.');
  end if;
  return coalesce(new, old);
end
$$;

comment on function private.guard_tax_rules() is
  'Trigger 20_values. Refusals: PT400 invalid for a past day and an unknown state.';

create trigger "20_values" before insert or update or delete on public.tax_rules
  for each row execute function private.guard_tax_rules();

create trigger audit after insert or update or delete on public.tax_rules
  for each row execute function private.audit_row('from_day');

create function private.write_tax_rules(p_from_day date, p_rules jsonb) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  c_most constant integer := 200;
begin
  if jsonb_typeof(p_rules) is distinct from 'array' or jsonb_array_length(p_rules) not between 1 and c_most
     or exists (select from jsonb_array_elements(p_rules) as r
       where jsonb_typeof(r) <> 'object' or coalesce(r ->> 'kind', '') not in ('gst', 'local')
         or jsonb_typeof(r -> 'percent') is distinct from 'number'
         or coalesce(jsonb_typeof(r -> 'up_to_price'), 'null') not in ('number', 'null')
         or coalesce(jsonb_typeof(r -> 'state'), 'null') <> case r ->> 'kind' when 'local' then 'string' else 'null' end) then
    perform private.refuse(400, 'invalid', 'p_rules',
      'Rules are [{"kind": "gst" or "local", "state": of a local tax, "up_to_price": rupees or null, "percent"}, …].');
  end if;
  if exists (select from jsonb_array_elements(p_rules) as r
      where (r ->> 'percent')::numeric not between 0 and 100 or (r ->> 'up_to_price')::numeric not between 0 and 9999999.99
        or r ->> 'state' <> all (private.states()))
     or (select count(*) > count(distinct (r ->> 'kind', r ->> 'state', round((r ->> 'up_to_price')::numeric, 2)))
       from jsonb_array_elements(p_rules) as r) then
    perform private.refuse(400, 'invalid', 'p_rules',
      'A percent is 0 to 100, a price at most 9999999.99, a state one of India, and each rule is there once.');
  end if;
  if not exists (select from jsonb_array_elements(p_rules) as r
      where r ->> 'kind' = 'gst' and coalesce(jsonb_typeof(r -> 'up_to_price'), 'null') = 'null') then
    perform private.refuse(400, 'invalid', 'p_rules', 'One rule of GST has no highest price.');
  end if;
  delete from public.tax_rules r where r.from_day = p_from_day;
  insert into public.tax_rules (from_day, kind, state, up_to_price, percent)
    select p_from_day, r ->> 'kind', r ->> 'state', (r ->> 'up_to_price')::numeric, (r ->> 'percent')::numeric
    from jsonb_array_elements(p_rules) as r;
end
$$;

comment on function private.write_tax_rules(date, jsonb) is
  'Replaces all rules of one day, which is not over. Refusals: PT400 invalid (p_rules, from_day).';

create function public.set_tax_terms(
  p_from_day date default null, p_gst_by text default null, p_gst_percent numeric default null,
  p_fee_per_seat numeric default null, p_fee_gst_percent numeric default null, p_rules jsonb default null,
  p_prices_include_gst boolean default null, p_round_to_rupee boolean default null) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  if p_from_day is null or p_from_day < (now() at time zone 'Asia/Kolkata')::date or p_from_day >= '2100-01-01' then
    perform private.refuse(400, 'invalid', 'p_from_day', 'The day is today or later, in this century.');
  end if;
  if p_gst_by is null or p_gst_by not in ('flat', 'rules') then
    perform private.refuse(400, 'invalid', 'p_gst_by', 'GST goes by flat or rules.');
  end if;
  -- NaN is greater than every number, so the upper bounds refuse it.
  if p_gst_percent is null or p_gst_percent < 0 or p_gst_percent > 100 then
    perform private.refuse(400, 'invalid', 'p_gst_percent', 'A percent is 0 to 100.');
  end if;
  if p_fee_per_seat is null or p_fee_per_seat < 0 or p_fee_per_seat > 100000 then
    perform private.refuse(400, 'invalid', 'p_fee_per_seat', 'The fee is 0 to 100000 rupees.');
  end if;
  if p_fee_gst_percent is null or p_fee_gst_percent < 0 or p_fee_gst_percent > 100 then
    perform private.refuse(400, 'invalid', 'p_fee_gst_percent', 'A percent is 0 to 100.');
  end if;
  insert into public.shop_terms as t (from_day, gst_by, gst_percent, fee_per_seat, fee_gst_percent, prices_include_gst, round_to_rupee)
    values (p_from_day, p_gst_by, p_gst_percent, p_fee_per_seat, p_fee_gst_percent, p_prices_include_gst, p_round_to_rupee)
    on conflict (from_day) do update
    set gst_by = excluded.gst_by, gst_percent = excluded.gst_percent, fee_per_seat = excluded.fee_per_seat,
      fee_gst_percent = excluded.fee_gst_percent,
      prices_include_gst = coalesce(p_prices_include_gst, t.prices_include_gst),
      round_to_rupee = coalesce(p_round_to_rupee, t.round_to_rupee);
  perform private.write_tax_rules(p_from_day, p_rules);
end
$$;

comment on function public.set_tax_terms(date, text, numeric, numeric, numeric, jsonb, boolean, boolean) is
  'Sets tax and fee from a day on (IST): GST flat or by rules, in prices or on top (null: as it is), the fee and its tax, whether '
  'totals are whole rupees (null: as it is), and all rules of that day at once, as write_tax_rules takes them. The shop''s other terms stay. Running holds keep their prices. Admins only. Refusals: '
  'PT401 not_signed_in, PT403 forbidden, PT400 invalid (detail: the argument). Security definer: no role may write '
  'terms.';

create type private.priced_line as (
  unit_price numeric, quantity integer, gst_percent numeric, local_percent numeric, fee numeric, fee_gst_percent numeric,
  includes_gst boolean, rounds boolean);

comment on type private.priced_line is
  'A line of an order with all that its price depends on: the price and the fee of one seat in rupees, the percents '
  'of GST and local tax on the price and of GST on the fee, whether the price contains its GST, and whether the order''s total is a whole '
  'rupee, which one such line is enough for (null: no).';

create function private.tax_within(p_amount numeric, p_percent numeric) returns numeric
  language sql immutable parallel safe
as $$ select div(2 * p_amount * p_percent + 100 + p_percent, 2 * (100 + p_percent)) $$;

comment on function private.tax_within(numeric, numeric) is
  'Returns the tax of so many percent that whole paise contain, in paise, rounded half up (CGST Rules 2017, rule 35). The twin of '
  'taxWithin in src/shop/prices/money.ts.';

create function private.rate_line(
  p_unit_price numeric, p_quantity integer, p_state text, p_terms public.shop_terms) returns private.priced_line
  language plpgsql stable
as $$
declare
  v_line private.priced_line := row (p_unit_price, p_quantity, 0.00, 0.00, p_terms.fee_per_seat, 0.00, p_terms.prices_include_gst,
    p_terms.round_to_rupee);
  v_value numeric := p_unit_price;
  v_day date;
begin
  if p_terms.gst_by = 'flat' then
    v_line.gst_percent := p_terms.gst_percent;
    v_line.fee_gst_percent := p_terms.fee_gst_percent;
    if p_state is null then
      return v_line;
    end if;
  end if;
  select max(r.from_day) into v_day from public.tax_rules r
    where r.from_day <= (now() at time zone 'Asia/Kolkata')::date;
  if p_terms.gst_by = 'rules' and exists (select from public.shop_settings s where s.id = 1 and s.gstin is not null) then
    v_line.fee_gst_percent := p_terms.fee_gst_percent;
    -- A price with GST in it is tried without that of each rule's own rate, so that no rate depends on itself: 500 rupees are exempt
    -- and 550 are not, as without GST in it they would be the consideration (notification 12/2017 Central Tax (Rate), entry 81).
    select r.percent into v_line.gst_percent from public.tax_rules r
      where r.from_day = v_day and r.kind = 'gst' and (r.up_to_price is null or r.up_to_price >= case
        when p_terms.prices_include_gst then p_unit_price - private.tax_within(round(p_unit_price * 100), r.percent) / 100
        else p_unit_price end)
      order by r.up_to_price nulls last limit 1;
  end if;
  v_line.gst_percent := coalesce(v_line.gst_percent, 0.00);
  if p_state is not null then
    if p_terms.prices_include_gst then
      v_value := p_unit_price - private.tax_within(round(p_unit_price * 100), v_line.gst_percent) / 100;
    end if;
    select r.percent into v_line.local_percent from public.tax_rules r
      where r.from_day = v_day and r.kind = 'local' and r.state = p_state
        and (r.up_to_price is null or r.up_to_price >= v_value)
      order by r.up_to_price nulls last limit 1;
  end if;
  v_line.local_percent := coalesce(v_line.local_percent, 0.00);
  return v_line;
end
$$;

comment on function private.rate_line(numeric, integer, text, public.shop_terms) is
  'Returns a line with its rates of today: by the price of a seat after discounts and without GST, the event''s state (null: unknown, '
  'no local tax), the terms, today''s rules and whether the shop has a GSTIN. The twin of ratesOf in '
  'src/shop/prices/rates.ts.';

create function private.split_tax(p_bases numeric[], p_percents numeric[], p_within boolean[]) returns numeric[]
  language plpgsql immutable
as $$
begin
  return (
    with taxed as (
      select b.*, sum(b.base) over w as all_of_rate, case
          when b.within then private.tax_within(sum(b.base) over w, b.percent)
          else floor((sum(b.base) over w * b.percent + 50) / 100) end as amount
      from unnest(p_bases, p_percents, p_within) with ordinality as b (base, percent, within, n)
      window w as (partition by b.percent, b.within)
    ), portions as (
      -- All free: no tax, nothing to split.
      select t.*, div(t.amount * t.base, greatest(t.all_of_rate, 1)) as whole,
        mod(t.amount * t.base, greatest(t.all_of_rate, 1)) as remainder
      from taxed t
    ), ranked as (
      select p.*, p.amount - sum(p.whole) over w as left_over,
        row_number() over (partition by p.percent, p.within order by p.remainder desc, p.n) as rank
      from portions p window w as (partition by p.percent, p.within)
    )
    select array_agg(r.whole + (r.rank <= r.left_over)::integer order by r.n) from ranked r);
end
$$;

comment on function private.split_tax(numeric[], numeric[], boolean[]) is
  'Returns the tax of each of these amounts, in paise: rounded once a rate, half up, and split by largest remainder among the amounts of '
  'that rate, in their order. Amounts that are p_within contain it and are a rate of their own. Null without amounts.';

create function private.rounding_of(p_total numeric, p_most numeric) returns numeric
  language sql immutable parallel safe set search_path = ''
as $$ select case when p_most > p_total - round(p_total) then round(p_total) - p_total else 0.00 end $$;

comment on function private.rounding_of(numeric, numeric) is
  'Returns what makes a total the nearest whole rupee, half a rupee up (CGST Act 2017, section 170); 0 where p_most, the largest share in '
  'it, would be nothing or less by it. The twin of roundingOf in src/shop/prices/money.ts.';

create function private.price_several_lines(
  p_lines private.priced_line[], out subtotal numeric, out gst numeric, out local_tax numeric, out fee numeric,
  out fee_gst numeric, out rounding numeric, out total numeric, out shares numeric[], out parts numeric[])
  language plpgsql immutable set search_path = ''
as $$
declare
  v_values numeric[];
  v_fees numeric[];
  v_within boolean[];
  v_gst_percents numeric[];
  v_local_percents numeric[];
  v_fee_percents numeric[];
  v_gst numeric[];
  v_largest integer;
begin
  rounding := 0.00;
  select array_agg(round(l.unit_price * 100) * l.quantity order by l.n), array_agg(round(l.fee * 100) * l.quantity order by l.n),
      array_agg(coalesce(l.includes_gst, false) order by l.n), array_agg(l.gst_percent order by l.n),
      array_agg(l.local_percent order by l.n), array_agg(l.fee_gst_percent order by l.n)
    into v_values, v_fees, v_within, v_gst_percents, v_local_percents, v_fee_percents
    from unnest(p_lines) with ordinality as l (unit_price, quantity, gst_percent, local_percent, fee, fee_gst_percent, includes_gst, rounds, n);
  v_gst := private.split_tax(v_values, v_gst_percents, v_within);
  -- Local tax is on the price without GST.
  if true = any (v_within) then
    v_values := array(
      select v.value - case when v.within then v.gst else 0 end
      from unnest(v_values, v_gst, v_within) with ordinality as v (value, gst, within, n) order by v.n);
  end if;
  select (coalesce(sum(s.value), 0) / 100)::numeric(14, 2), (coalesce(sum(s.gst), 0) / 100)::numeric(14, 2),
      (coalesce(sum(s.local_tax), 0) / 100)::numeric(14, 2), (coalesce(sum(s.fee), 0) / 100)::numeric(14, 2),
      (coalesce(sum(s.fee_gst), 0) / 100)::numeric(14, 2),
      coalesce(array_agg(((s.value + s.gst + s.local_tax + s.fee + s.fee_gst) / 100)::numeric(14, 2) order by s.n), '{}'),
      coalesce(array_agg(array[(s.gst / 100)::numeric(14, 2), (s.local_tax / 100)::numeric(14, 2),
        (s.fee / 100)::numeric(14, 2), (s.fee_gst / 100)::numeric(14, 2), 0.00] order by s.n), '{}')
    into subtotal, gst, local_tax, fee, fee_gst, shares, parts
    from unnest(v_values, v_gst, private.split_tax(v_values, v_local_percents, null), v_fees,
      private.split_tax(v_fees, v_fee_percents, null)) with ordinality as s (value, gst, local_tax, fee, fee_gst, n);
  total := subtotal + gst + local_tax + fee + fee_gst;
  if exists (select from unnest(p_lines) as l where l.rounds) then
    select s.n into v_largest from unnest(shares) with ordinality as s (share, n) order by s.share desc, s.n limit 1;
    rounding := private.rounding_of(total, shares[v_largest]);
    shares[v_largest] := shares[v_largest] + rounding;
    parts[v_largest][5] := rounding;
    total := total + rounding;
  end if;
end
$$;

comment on function private.price_several_lines(private.priced_line[]) is 'Returns what price_lines does, for any number of lines.';

create function private.price_lines(
  p_lines private.priced_line[], out subtotal numeric, out gst numeric, out local_tax numeric, out fee numeric,
  out fee_gst numeric, out rounding numeric, out total numeric, out shares numeric[], out parts numeric[])
  language plpgsql immutable
as $$
declare
  v_line private.priced_line;
  v_price numeric;
  v_fee numeric;
begin
  if cardinality(p_lines) = 1 then
    rounding := 0.00;
    v_line := p_lines[1];
    v_price := round(v_line.unit_price * 100) * v_line.quantity; -- paise
    v_fee := round(v_line.fee * 100) * v_line.quantity;
    if v_line.includes_gst then
      gst := private.tax_within(v_price, v_line.gst_percent);
      v_price := v_price - gst;
      gst := (gst / 100)::numeric(14, 2);
    else
      gst := (floor((v_price * v_line.gst_percent + 50) / 100) / 100)::numeric(14, 2);
    end if;
    subtotal := (v_price / 100)::numeric(14, 2);
    local_tax := (floor((v_price * v_line.local_percent + 50) / 100) / 100)::numeric(14, 2);
    fee := (v_fee / 100)::numeric(14, 2);
    fee_gst := (floor((v_fee * v_line.fee_gst_percent + 50) / 100) / 100)::numeric(14, 2);
    total := subtotal + gst + local_tax + fee + fee_gst;
    if v_line.rounds then
      rounding := private.rounding_of(total, total);
      total := total + rounding;
    end if;
    shares := array[total];
    parts := array[array[gst, local_tax, fee, fee_gst, rounding]];
    return;
  end if;

  select s.subtotal, s.gst, s.local_tax, s.fee, s.fee_gst, s.rounding, s.total, s.shares, s.parts
    into subtotal, gst, local_tax, fee, fee_gst, rounding, total, shares, parts
    from private.price_several_lines(p_lines) as s;
end
$$;

comment on function private.price_lines(private.priced_line[]) is
  'Returns the price of an order in rupees. GST, local tax and the fee''s GST are each rounded once a rate, half up in '
  'paise, and split by largest remainder among that rate''s lines, in line order. shares, the lines'' parts, sum to the '
  'total; parts: GST, local tax, fee, fee''s GST and rounding of each line, the last of the largest share alone; subtotal: the prices without GST, also where they contain it. The twin '
  'of priceRated in src/shop/prices/price.ts; src/shop/prices/price-cases.json tests both.';

create function private.price_order(
  p_unit_prices numeric[], p_quantities integer[], p_terms public.shop_terms,
  out subtotal numeric, out gst numeric, out local_tax numeric, out fee numeric, out fee_gst numeric, out rounding numeric, out total numeric,
  out shares numeric[], out parts numeric[])
  language plpgsql stable
as $$
declare
  v_lines private.priced_line[];
begin
  for n in 1 .. coalesce(cardinality(p_quantities), 0) loop
    v_lines := v_lines || private.rate_line(p_unit_prices[n], p_quantities[n], null, p_terms);
  end loop;
  select * into subtotal, gst, local_tax, fee, fee_gst, rounding, total, shares, parts from private.price_lines(v_lines);
end
$$;

comment on function private.price_order(numeric[], integer[], public.shop_terms) is
  'Returns the price of lines by these terms and today''s rules, in no state.';

insert into private.rights (roles, privileges, object) values
  ('anon, authenticated', 'select', 'table public.shop_terms'),
  ('anon, authenticated', 'select', 'table public.tax_rules'),
  ('anon, authenticated', 'select', 'table public.terms_by_day'),
  ('anon, authenticated', 'execute', 'function public.set_tax_terms(date, text, numeric, numeric, numeric, jsonb, boolean, boolean)');
