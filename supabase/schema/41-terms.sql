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
  name_days integer not null,
  device_days integer not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint shop_terms_possible check (
    gst_percent between 0 and 100 and fee_per_seat between 0 and 100000
    and hold_minutes between 1 and 60 and extension_minutes between 0 and 60 and retry_minutes between 0 and 1440
    and retries_a_day between 0 and 100 and held_minutes_an_hour between 1 and 60
    and seats_per_line between 1 and 100 and lines_per_order between 1 and 40
    and seats_per_customer between seats_per_line and 1000 and undecided_per_customer between 1 and 1000
    and low_stock_event between 0 and 100000 and low_stock_category between 0 and 100000
    and order_days between 1 and 3650 and name_days between 1 and 3650 and device_days between 1 and 3650)
);

comment on table public.shop_terms is
  'The terms of the shop. A row holds from midnight (IST) of its day until the next row''s. A new row needs its day '
  'and what changes; the rest is copied from the row before. Rows of past days never change.';

comment on column public.shop_terms.gst_percent is 'Goods and services tax on the price of the tickets, in percent.';

comment on column public.shop_terms.fee_per_seat is 'Rupees: the convenience fee of one seat. No GST is added to it.';

comment on column public.shop_terms.hold_minutes is 'Minutes that seats are held once checkout opens.';

comment on column public.shop_terms.extension_minutes is 'Minutes by which a customer may extend a hold, once.';

comment on column public.shop_terms.retry_minutes is 'Minutes that a customer keeps the seats of a rejected payment.';

comment on column public.shop_terms.retries_a_day is
  'After this many rejections within 24 hours the seats are free at once.';

comment on column public.shop_terms.held_minutes_an_hour is
  'Minutes that one customer may hold one seat within an hour from its first hold, over all orders.';

comment on column public.shop_terms.seats_per_line is 'Most seats of one ticket category in an order.';

comment on column public.shop_terms.lines_per_order is 'Most ticket categories in an order.';

comment on column public.shop_terms.seats_per_customer is 'Most seats of one customer that are held or under review.';

comment on column public.shop_terms.undecided_per_customer is 'Most undecided payments of one customer that keep seats.';

comment on column public.shop_terms.low_stock_event is 'An event shows its free seats from this number down.';

comment on column public.shop_terms.low_stock_category is
  'A ticket category shows its free seats from this number down.';

comment on column public.shop_terms.order_days is
  'Days that an unsubmitted order is kept, so that a late credit finds it.';

comment on column public.shop_terms.name_days is
  'Days that a changed name is kept, after the change and after the gate of its last event closed. A gate that has '
  'not synced for longer downloads its whole list.';

comment on column public.shop_terms.device_days is 'Days that a gate device is kept after its event''s gate closed.';

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
    low_stock_category, order_days, name_days, device_days)
  values ('2020-01-01', 18, 30, 10, 5, 15, 3, 30, 10, 40, 40, 10, 100, 20, 45, 30, 365);

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

create function private.price_order(
  p_unit_prices numeric[], p_quantities integer[], p_terms public.shop_terms,
  out subtotal numeric, out gst numeric, out fee numeric, out total numeric, out shares numeric[])
  language plpgsql immutable
as $$
declare
  v_fee_per_seat numeric := p_terms.fee_per_seat * 100; -- paise
  v_gst numeric;
  v_subtotal numeric := 0;
  v_fee numeric := 0;
begin
  for n in 1 .. coalesce(cardinality(p_quantities), 0) loop
    v_subtotal := v_subtotal + coalesce(round(p_unit_prices[n] * 100) * p_quantities[n], 0);
    v_fee := v_fee + coalesce(v_fee_per_seat * p_quantities[n], 0);
  end loop;
  v_gst := floor((v_subtotal * p_terms.gst_percent + 50) / 100);

  subtotal := (v_subtotal / 100)::numeric(14, 2);
  gst := (v_gst / 100)::numeric(14, 2);
  fee := (v_fee / 100)::numeric(14, 2);
  total := subtotal + gst + fee;
  if cardinality(p_quantities) = 1 then
    shares := array[total];
    return;
  end if;

  with lines as (
    select l.n, round(l.price * 100) * l.quantity as price, v_fee_per_seat * l.quantity as fee
    from unnest(p_unit_prices, p_quantities) with ordinality as l (price, quantity, n)
  ), parts as (
    select l.n, l.price + l.fee as before_tax,
      -- All free: no tax, nothing to split.
      div(v_gst * l.price, greatest(v_subtotal, 1)) as whole,
      mod(v_gst * l.price, greatest(v_subtotal, 1)) as remainder
    from lines l
  ), ranked as (
    select p.*, v_gst - sum(p.whole) over () as left_over, row_number() over (order by p.remainder desc, p.n) as rank
    from parts p
  )
  select coalesce(array_agg(((r.before_tax + r.whole + case when r.rank <= r.left_over then 1 else 0 end) / 100)::numeric(14, 2)
      order by r.n), '{}')
    into shares from ranked r;
end
$$;

comment on function private.price_order(numeric[], integer[], public.shop_terms) is
  'Returns the price of an order in rupees: subtotal, its GST rounded once and half up in paise, the fee per seat. '
  'shares, the lines'' parts, split GST by largest remainder in line order and sum to the total. The twin of '
  'priceOrder in src/shop/prices/price.ts; src/shop/prices/price-cases.json tests both.';

create function private.grant_terms() returns void
  language plpgsql set search_path = ''
as $$
begin
  revoke all on table public.shop_terms from public, anon, authenticated;
  grant select on table public.shop_terms to anon, authenticated;
  revoke all on function private.guard_shop_terms(), private.terms(),
    private.price_order(numeric[], integer[], public.shop_terms), private.grant_terms()
    from public, anon, authenticated;
end
$$;

comment on function private.grant_terms() is 'All privileges of this file; can be repeated.';
