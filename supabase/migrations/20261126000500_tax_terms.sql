-- Tax by the price of a seat and by state, a tax on the fee, and what an accountant needs of each line. A shop that has
-- concerts, payments or people keeps its tax (flat); a new one charges none until it has a GSTIN.
-- Written from supabase/schema by `npm run migration`; tables and columns by hand.

-- A function may call one that comes after it.
set check_function_bodies = off;

-- The defaults fill the rows that are there; rows to come copy what they do not name (guard_shop_terms).
alter table public.shop_terms
  add column gst_by text not null default 'flat',
  add column fee_gst_percent numeric(5, 2) not null default 0,
  add constraint shop_terms_tax_possible check (gst_by in ('flat', 'rules') and fee_gst_percent between 0 and 100);
alter table public.shop_terms alter column gst_by drop default, alter column fee_gst_percent drop default;

alter table public.shop_terms disable trigger user;
update public.shop_terms set gst_by = 'rules'
  where not exists (select from public.events) and not exists (select from public.payments)
    and not exists (select from public.profiles);
alter table public.shop_terms enable trigger user;

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
alter table public.tax_rules enable row level security;
insert into public.tax_rules (from_day, kind, up_to_price, percent)
  values ('2020-01-01', 'gst', 500, 0), ('2020-01-01', 'gst', null, 18);

alter table public.events add column state text;
alter table private.orders add column parts numeric[];
alter table private.order_prices
  add column gst_percent numeric(5, 2),
  add column local_percent numeric(5, 2),
  add column fee numeric(12, 2),
  add column fee_gst_percent numeric(5, 2);
alter table public.payment_lines
  add column gst_amount numeric(12, 2),
  add column local_tax_amount numeric(12, 2),
  add column fee_amount numeric(12, 2),
  add column fee_gst_amount numeric(12, 2);

create type private.priced_line as (
  unit_price numeric, quantity integer, gst_percent numeric, local_percent numeric, fee numeric, fee_gst_percent numeric);


drop view private.ticket_list;

drop function search_tickets(text,text,uuid);

drop function get_all_tickets();

drop function private.price_order(numeric[],integer[],shop_terms);

drop function private.record_lines(uuid,uuid,uuid,private.order_line[],numeric[]);

CREATE OR REPLACE FUNCTION private.guard_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.city := private.require_text(new.city, 'city', 80);
  new.venue := private.require_text(new.venue, 'venue', 160);
  if new.date is null or not isfinite(new.date)
     or new.date < '2000-01-01 00:00+00' or new.date >= '2100-01-01 00:00+00' then
    perform private.refuse(400, 'invalid', 'date', 'date must be a time in this century.');
  end if;
  if new.genre is not null
     and new.genre not in ('Rock', 'Pop', 'Classical', 'Jazz', 'Folk', 'Electronic') then
    perform private.refuse(400, 'invalid', 'genre', 'genre is one of the six, or null.');
  end if;
  if new.state <> all (private.states()) then
    perform private.refuse(400, 'invalid', 'state', 'state is a state or union territory of India, or null.');
  end if;
  if new.status is null or new.status not in ('scheduled', 'cancelled') then
    perform private.refuse(400, 'invalid', 'status', 'status is scheduled or cancelled.');
  end if;
  if new.singer_id is null or not exists (select from public.singers s where s.id = new.singer_id) then
    perform private.refuse(400, 'invalid', 'singer_id', 'There is no such singer.');
  end if;

  if tg_op = 'INSERT' then
    new.revision := 1;
    return new;
  end if;

  -- A plain edit leaves the same trace as move_event once a customer has bought or asked.
  if new.date is distinct from old.date and new.previous_date is not distinct from old.previous_date
     and exists (select from public.seat_claims c
                 where c.event_id = old.id and c.state in ('under_review', 'sold') and c.user_id is not null) then
    new.previous_date := old.date;
  end if;

  new.revision := old.revision;
  if (new.singer_id, new.city, new.venue, new.date, new.genre, new.status, new.cancelled_reason, new.state)
     is distinct from
     (old.singer_id, old.city, old.venue, old.date, old.genre, old.status, old.cancelled_reason, old.state) then
    new.revision := old.revision + 1;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_catalogue()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table public.singers, public.events, public.ticket_categories from public, anon, authenticated;
  grant select on table public.singers, public.events, public.ticket_categories to anon, authenticated;
  grant delete on table public.singers, public.events, public.ticket_categories to authenticated;
  grant insert (id, name), update (name) on table public.singers to authenticated;
  grant insert (id, singer_id, city, venue, date, genre, state), update (singer_id, city, venue, date, genre, revision, state) on table public.events
    to authenticated;
  -- Clients send the updated_at that an edit of tickets_sold saw; it is never stored.
  grant insert (id, event_id, name, price, total_tickets, tickets_sold), update (event_id, name, price, total_tickets, tickets_sold, revision, updated_at) on table public.ticket_categories
    to authenticated;
  revoke all on function private.guard_singer(), private.guard_event(), private.guard_ticket_category(),
    private.refuse_direct_edit(), private.grant_catalogue() from public, anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.states()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select array['Andaman and Nicobar Islands', 'Andhra Pradesh', 'Arunachal Pradesh', 'Assam', 'Bihar', 'Chandigarh',
    'Chhattisgarh', 'Dadra and Nagar Haveli and Daman and Diu', 'Delhi', 'Goa', 'Gujarat', 'Haryana',
    'Himachal Pradesh', 'Jammu and Kashmir', 'Jharkhand', 'Karnataka', 'Kerala', 'Ladakh', 'Lakshadweep',
    'Madhya Pradesh', 'Maharashtra', 'Manipur', 'Meghalaya', 'Mizoram', 'Nagaland', 'Odisha', 'Puducherry', 'Punjab',
    'Rajasthan', 'Sikkim', 'Tamil Nadu', 'Telangana', 'Tripura', 'Uttar Pradesh', 'Uttarakhand', 'West Bengal']
$function$;

CREATE OR REPLACE FUNCTION private.guard_tax_rules()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.write_tax_rules(p_from_day date, p_rules jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.set_tax_terms(p_from_day date DEFAULT NULL::date, p_gst_by text DEFAULT NULL::text, p_gst_percent numeric DEFAULT NULL::numeric, p_fee_per_seat numeric DEFAULT NULL::numeric, p_fee_gst_percent numeric DEFAULT NULL::numeric, p_rules jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  insert into public.shop_terms (from_day, gst_by, gst_percent, fee_per_seat, fee_gst_percent)
    values (p_from_day, p_gst_by, p_gst_percent, p_fee_per_seat, p_fee_gst_percent)
    on conflict (from_day) do update
    set gst_by = excluded.gst_by, gst_percent = excluded.gst_percent, fee_per_seat = excluded.fee_per_seat,
      fee_gst_percent = excluded.fee_gst_percent;
  perform private.write_tax_rules(p_from_day, p_rules);
end
$function$;

CREATE OR REPLACE FUNCTION private.rate_line(p_unit_price numeric, p_quantity integer, p_state text, p_terms shop_terms)
 RETURNS private.priced_line
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_line private.priced_line := row (p_unit_price, p_quantity, 0.00, 0.00, p_terms.fee_per_seat, 0.00);
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
    select r.percent into v_line.gst_percent from public.tax_rules r
      where r.from_day = v_day and r.kind = 'gst' and (r.up_to_price is null or r.up_to_price >= p_unit_price)
      order by r.up_to_price nulls last limit 1;
  end if;
  if p_state is not null then
    select r.percent into v_line.local_percent from public.tax_rules r
      where r.from_day = v_day and r.kind = 'local' and r.state = p_state
        and (r.up_to_price is null or r.up_to_price >= p_unit_price)
      order by r.up_to_price nulls last limit 1;
  end if;
  v_line.gst_percent := coalesce(v_line.gst_percent, 0.00);
  v_line.local_percent := coalesce(v_line.local_percent, 0.00);
  return v_line;
end
$function$;

CREATE OR REPLACE FUNCTION private.price_lines(p_lines private.priced_line[], OUT subtotal numeric, OUT gst numeric, OUT local_tax numeric, OUT fee numeric, OUT fee_gst numeric, OUT total numeric, OUT shares numeric[], OUT parts numeric[])
 RETURNS record
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
declare
  v_line private.priced_line;
  v_price numeric;
  v_fee numeric;
begin
  if cardinality(p_lines) = 1 then
    v_line := p_lines[1];
    v_price := round(v_line.unit_price * 100) * v_line.quantity; -- paise
    v_fee := round(v_line.fee * 100) * v_line.quantity;
    subtotal := (v_price / 100)::numeric(14, 2);
    gst := (floor((v_price * v_line.gst_percent + 50) / 100) / 100)::numeric(14, 2);
    local_tax := (floor((v_price * v_line.local_percent + 50) / 100) / 100)::numeric(14, 2);
    fee := (v_fee / 100)::numeric(14, 2);
    fee_gst := (floor((v_fee * v_line.fee_gst_percent + 50) / 100) / 100)::numeric(14, 2);
    total := subtotal + gst + local_tax + fee + fee_gst;
    shares := array[total];
    parts := array[array[gst, local_tax, fee, fee_gst]];
    return;
  end if;

  with lines as (
    select l.n, round(l.unit_price * 100) * l.quantity as price, round(l.fee * 100) * l.quantity as fee,
      l.gst_percent, l.local_percent, l.fee_gst_percent
    from unnest(p_lines) with ordinality as l (unit_price, quantity, gst_percent, local_percent, fee, fee_gst_percent, n)
  ), bases as (
    select l.n, 'gst' as tax, l.price as base, l.gst_percent as percent from lines l
    union all select l.n, 'local', l.price, l.local_percent from lines l
    union all select l.n, 'fee', l.fee, l.fee_gst_percent from lines l
  ), taxed as (
    select b.*, sum(b.base) over w as all_of_rate, floor((sum(b.base) over w * b.percent + 50) / 100) as amount
    from bases b window w as (partition by b.tax, b.percent)
  ), portions as (
    -- All free: no tax, nothing to split.
    select t.*, div(t.amount * t.base, greatest(t.all_of_rate, 1)) as whole,
      mod(t.amount * t.base, greatest(t.all_of_rate, 1)) as remainder
    from taxed t
  ), ranked as (
    select p.*, p.amount - sum(p.whole) over (partition by p.tax, p.percent) as left_over,
      row_number() over (partition by p.tax, p.percent order by p.remainder desc, p.n) as rank
    from portions p
  ), split as (
    select l.n, l.price, l.fee,
      sum(r.whole + (r.rank <= r.left_over)::integer) filter (where r.tax = 'gst') as gst,
      sum(r.whole + (r.rank <= r.left_over)::integer) filter (where r.tax = 'local') as local_tax,
      sum(r.whole + (r.rank <= r.left_over)::integer) filter (where r.tax = 'fee') as fee_gst
    from lines l join ranked r on r.n = l.n group by l.n, l.price, l.fee
  )
  select coalesce(sum(s.price), 0) / 100, coalesce(sum(s.gst), 0) / 100, coalesce(sum(s.local_tax), 0) / 100,
      coalesce(sum(s.fee), 0) / 100, coalesce(sum(s.fee_gst), 0) / 100,
      coalesce(array_agg(((s.price + s.gst + s.local_tax + s.fee + s.fee_gst) / 100)::numeric(14, 2) order by s.n), '{}'),
      coalesce(array_agg(array[(s.gst / 100)::numeric(14, 2), (s.local_tax / 100)::numeric(14, 2),
        (s.fee / 100)::numeric(14, 2), (s.fee_gst / 100)::numeric(14, 2)] order by s.n), '{}')
    into subtotal, gst, local_tax, fee, fee_gst, shares, parts
    from split s;
  subtotal := subtotal::numeric(14, 2);
  gst := gst::numeric(14, 2);
  local_tax := local_tax::numeric(14, 2);
  fee := fee::numeric(14, 2);
  fee_gst := fee_gst::numeric(14, 2);
  total := subtotal + gst + local_tax + fee + fee_gst;
end
$function$;

CREATE OR REPLACE FUNCTION private.price_order(p_unit_prices numeric[], p_quantities integer[], p_terms shop_terms, OUT subtotal numeric, OUT gst numeric, OUT local_tax numeric, OUT fee numeric, OUT fee_gst numeric, OUT total numeric, OUT shares numeric[], OUT parts numeric[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_lines private.priced_line[];
begin
  for n in 1 .. coalesce(cardinality(p_quantities), 0) loop
    v_lines := v_lines || private.rate_line(p_unit_prices[n], p_quantities[n], null, p_terms);
  end loop;
  select * into subtotal, gst, local_tax, fee, fee_gst, total, shares, parts from private.price_lines(v_lines);
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_terms()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table public.shop_terms, public.tax_rules, public.terms_by_day from public, anon, authenticated;
  grant select on table public.shop_terms, public.tax_rules, public.terms_by_day to anon, authenticated;
  revoke all on function private.guard_shop_terms(), private.terms(),
    private.price_order(numeric[], integer[], public.shop_terms), private.grant_terms(), private.states(),
    private.guard_tax_rules(), private.write_tax_rules(date, jsonb), private.price_lines(private.priced_line[]),
    public.set_tax_terms(date, text, numeric, numeric, numeric, jsonb),
    private.rate_line(numeric, integer, text, public.shop_terms)
    from public, anon, authenticated;
  grant execute on function public.set_tax_terms(date, text, numeric, numeric, numeric, jsonb) to anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION public.hold_seats(p_order_id uuid DEFAULT NULL::uuid, p_lines jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_remembered constant integer := 2000; -- bytes of p_lines; a line of ten seats has some 200
  v_user uuid := auth.uid();
  v_terms public.shop_terms := private.terms();
  v_order private.orders;
  v_lines jsonb;
  v_asked record;
  v_placed record;
  v_line private.order_line;
  v_mine record;
  v_wanted private.seat[];
  v_released private.seat[];
  v_refused private.seat[];
  v_other_seats integer := 0;
  v_running boolean; -- null for an order that was never held
  v_known boolean;
  v_budget private.seat_budget[];
  v_expires timestamptz;
  v_until timestamptz;
  v_got private.seat[];
  v_rated private.priced_line[];
  v_price record;
  v_answer jsonb := '[]';
begin
  if v_user is null then
    perform private.require_user();
  end if;
  perform private.lock_customer(v_user);
  if exists (select from private.closed_accounts a where a.user_id = v_user) then
    perform private.refuse(401, 'not_signed_in', '', 'Staff closed this account.');
  end if;
  v_order := private.require_own_order(p_order_id, v_user);
  v_asked := private.asked_lines(p_lines, v_terms);
  perform private.share_order_events(v_asked.categories, p_order_id);
  if v_order.submitted_at is not null then
    perform private.refuse(409, 'order_submitted', v_order.order_code, 'This order was submitted; start another.');
  end if;

  v_running := v_order.expires_at > now();
  -- Prices are frozen while the hold runs. Without the order's id place_lines reads today's.
  v_placed := private.place_lines(v_asked.lines, case when v_running then p_order_id end);
  v_wanted := v_placed.seats;
  if v_placed.not_on_sale is not null then
    perform private.refuse(409, 'not_on_sale', private.seats_as_lines(v_placed.not_on_sale),
      'The event is over, cancelled or gone; detail has the lines.');
  end if;
  if v_placed.unknown is not null then
    perform private.refuse(400, 'unknown_seat', private.seats_as_lines(v_placed.unknown),
      'The category sells no such seats.');
  end if;

  -- Most customers are new: nothing held, no time spent.
  v_known := exists (select from public.seat_claims c where c.user_id = v_user and c.state <> 'sold')
    or exists (select from private.hold_usage u where u.user_id = v_user);
  -- Holding again never lengthens a running hold.
  v_expires := case when v_running then v_order.expires_at else now() + make_interval(mins => v_terms.hold_minutes) end;
  if v_known then
    v_mine := private.claims_besides(v_user, p_order_id, v_wanted);
    v_released := v_mine.released;
    v_other_seats := v_mine.other_seats;
  end if;
  if v_other_seats + cardinality(v_wanted) > v_terms.seats_per_customer then
    perform private.refuse(429, 'too_many', v_terms.seats_per_customer::text,
      'So many seats of one customer may be held and under review at a time.');
  end if;
  if v_known then
    select array_agg(b),
        array_agg(row (b.event_id, b.place, b.seat, b.ticket_category_id)::private.seat) filter (where b.may_hold_until <= now()),
        min(b.may_hold_until)
      into v_budget, v_refused, v_until
      from private.hold_budget(v_user, p_order_id, v_wanted, make_interval(mins => v_terms.held_minutes_an_hour)) as b;
    if v_refused is not null then
      perform private.refuse(429, 'held_too_long', private.seats_as_lines(v_refused),
        'These seats were held within the last hour for as long as one customer may.');
    end if;
    v_expires := least(v_expires, v_until);
  end if;

  v_rated := private.rate_lines(v_placed.lines, p_order_id, v_terms);
  for n in 1 .. cardinality(v_rated) loop
    v_answer := v_answer || jsonb_build_object('ticket_category_id', v_placed.lines[n].ticket_category_id,
      'unit_price', v_rated[n].unit_price, 'quantity', v_rated[n].quantity, 'gst_percent', v_rated[n].gst_percent,
      'local_percent', v_rated[n].local_percent, 'fee', v_rated[n].fee, 'fee_gst_percent', v_rated[n].fee_gst_percent);
  end loop;
  v_price := private.price_lines(v_rated);
  if pg_column_size(p_lines) <= c_remembered then
    v_lines := p_lines;
  end if;
  if v_order.id is null then
    insert into private.orders (id, user_id, order_code, expires_at, lines, event_id, shares, parts)
      values (p_order_id, v_user, private.order_code(p_order_id), v_expires, v_lines, v_placed.event_id, v_price.shares,
        v_price.parts)
      on conflict do nothing returning * into v_order;
    if not found then
      -- Another customer just took the id, or another order has its code; own orders wait for the customer's lock.
      perform private.require_own_order(p_order_id, v_user);
      perform private.refuse(403, 'other_user', 'p_order_id', 'This order id is in use.');
    end if;
  else
    update private.orders o
      set expires_at = v_expires, lines = v_lines, event_id = v_placed.event_id, shares = v_price.shares, parts = v_price.parts
      where o.id = p_order_id;
    delete from private.order_prices p
      where p.order_id = p_order_id and (not v_running or p.ticket_category_id <> all (v_asked.categories));
  end if;
  if v_known then
    delete from private.hold_usage u where u.user_id = v_user and u.since < now() - interval '2 hours';
    perform private.book_usage(v_user, v_budget, v_expires);
  else
    insert into private.hold_usage (user_id, event_id, place, seat, since, used)
      select v_user, w.event_id, w.place, w.seat, now(), v_expires - now() from unnest(v_wanted) as w;
  end if;
  if v_released is not null then
    perform private.return_usage(v_user, v_released);
  end if;
  v_got := private.claim_seats(v_wanted, v_released, 'held', v_user, p_order_id, null, v_expires);
  if cardinality(v_got) < cardinality(v_wanted) then
    perform private.refuse(409, 'seats_taken', private.seats_as_lines(private.missing_seats(v_wanted, v_got)),
      'Detail has the seats that are taken.');
  end if;

  for n in 1 .. cardinality(v_rated) loop
    v_line := v_placed.lines[n];
    if not v_line.is_frozen then
      insert into private.order_prices (order_id, ticket_category_id, unit_price, gst_percent, local_percent, fee, fee_gst_percent)
        values (p_order_id, v_line.ticket_category_id, v_line.unit_price, v_rated[n].gst_percent, v_rated[n].local_percent,
          v_rated[n].fee, v_rated[n].fee_gst_percent);
    end if;
  end loop;
  return jsonb_build_object(
    'order_id', p_order_id, 'order_code', v_order.order_code, 'expires_at', v_expires, 'server_time', clock_timestamp(),
    'extended', v_order.extended, 'lines', v_answer,
    'subtotal', v_price.subtotal, 'gst', v_price.gst, 'local_tax', v_price.local_tax, 'fee', v_price.fee,
    'fee_gst', v_price.fee_gst, 'total', v_price.total);
end
$function$;

CREATE OR REPLACE FUNCTION private.rate_lines(p_lines private.order_line[], p_order_id uuid, p_terms shop_terms)
 RETURNS private.priced_line[]
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_line private.order_line;
  v_rated private.priced_line;
  v_lines private.priced_line[];
begin
  foreach v_line in array p_lines loop
    continue when v_line.event_id is null;
    v_rated := null;
    if v_line.is_frozen then
      select p.unit_price, cardinality(v_line.seats), p.gst_percent, p.local_percent, p.fee, p.fee_gst_percent into v_rated
        from private.order_prices p
        where p.order_id = p_order_id and p.ticket_category_id = v_line.ticket_category_id and p.gst_percent is not null;
    end if;
    if v_rated.unit_price is null then
      v_rated := private.rate_line(v_line.unit_price, cardinality(v_line.seats),
        (select e.state from public.events e where e.id = v_line.event_id), p_terms);
    end if;
    v_lines := v_lines || v_rated;
  end loop;
  return v_lines;
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_seats()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table public.seat_claims, private.orders, private.order_prices, private.hold_usage
    from public, anon, authenticated;
  grant select on table public.seat_claims to authenticated;
  revoke all on function private.known_lines(jsonb), private.forget_held_times(),
    private.is_sound_claim(text, text, uuid, uuid, uuid, uuid, timestamptz), private.order_code(uuid),
    private.read_lines(jsonb), private.lock_order_events(uuid[], uuid), private.share_order_events(uuid[], uuid),
    private.asked_lines(jsonb, public.shop_terms), private.place_lines(private.order_line[], uuid),
    private.rate_lines(private.order_line[], uuid, public.shop_terms),
    private.hold_budget(uuid, uuid, private.seat[], interval),
    private.book_usage(uuid, private.seat_budget[], timestamptz), private.return_usage(uuid, private.seat[]),
    private.claims_besides(uuid, uuid, private.seat[]),
    private.claim_seats(private.seat[], private.seat[], text, uuid, uuid, uuid, timestamptz),
    private.missing_seats(private.seat[], private.seat[]), private.count_sold_claims(),
    private.require_own_order(uuid, uuid), private.refuse_stale_sold(), private.sell_at_box_office(),
    private.box_office_rank(uuid, text), public.taken_seats(uuid), public.hold_seats(uuid, jsonb),
    public.extend_hold(uuid), public.release_seats(uuid), public.release_customer_seats(uuid), private.grant_seats()
    from public, anon, authenticated;
  -- Constraints run as the role that writes the table: of the API's roles only this one.
  grant execute on function private.is_sound_claim(text, text, uuid, uuid, uuid, uuid, timestamptz) to service_role;
  grant execute on function public.taken_seats(uuid), public.hold_seats(uuid, jsonb), public.extend_hold(uuid),
    public.release_seats(uuid), public.release_customer_seats(uuid) to anon, authenticated;
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
  v_placed record;
  v_mine record;
  v_held private.seat[];
  v_wanted private.seat[];
  v_other_seats integer;
  v_used text;
  v_until timestamptz;
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
        return v_answer;
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
  insert into public.payments
    (user_id, order_id, order_code, transaction_id, amount, screenshot_url, screenshot_sha256, picture_digest)
    values (v_user, p_order_id, v_order.order_code, v_reference, v_amount, p_screenshot_path, v_hash,
      private.stored_digest(p_screenshot_path))
    on conflict (user_id, transaction_id) where status in ('pending', 'approved') do nothing
    returning * into v_payment;
  if not found then
    select p.order_code into v_used from public.payments p
      where p.user_id = v_user and p.transaction_id = v_reference and p.status in ('pending', 'approved');
    perform private.refuse(409, 'transaction_used', v_used, 'The customer sent this reference with the order in detail.');
  end if;

  -- From here on the payment will be recorded.
  v_placed := private.place_lines(v_lines, p_order_id);
  if v_as_held and v_placed.event_id is distinct from v_order.event_id then
    v_as_held := false;
    perform private.share_order_events(array(select l.ticket_category_id from unnest(v_lines) as l), p_order_id);
    v_placed := private.place_lines(v_lines, p_order_id);
  end if;
  perform private.record_lines(
    v_payment.id, v_user, p_order_id, v_placed.lines, case when v_as_held then v_order.shares end,
    v_order.parts);

  -- A seat that a changed layout no longer has is lost like any other.
  v_wanted := v_placed.seats;
  select array_agg(row (c.event_id, c.place, c.seat, c.ticket_category_id)::private.seat)
        filter (where c.order_id = p_order_id and c.state = 'held'),
      count(*) filter (where c.state = 'under_review' and (c.review_until is null or c.review_until > now())
        or c.expires_at > now() and c.order_id <> p_order_id)
    into v_held, v_other_seats
    from public.seat_claims c
    where c.user_id = v_user and c.state <> 'sold';
  v_until := private.review_end(v_payment);
  if (select count(*) from (
        select from public.payments p where p.user_id = v_user and p.status = 'pending' limit v_terms.undecided_per_customer + 1) as u)
      > v_terms.undecided_per_customer then
    -- Recorded, but keeps no seats.
    insert into public.payment_flags (payment_id, flag) values (v_payment.id, 'beyond_undecided');
    perform private.return_usage(v_user, v_held);
    perform private.claim_seats(null, v_held, 'under_review', v_user, p_order_id, v_payment.id, null);
  elsif v_wanted <@ v_held and cardinality(v_held) = cardinality(v_wanted)
     and v_other_seats + cardinality(v_wanted) <= v_terms.seats_per_customer then
    perform private.review_held(p_order_id, v_payment.id, v_until);
  else
    v_mine := private.claims_besides(v_user, p_order_id, v_wanted);
    if v_mine.other_seats + coalesce(cardinality(v_wanted), 0) > v_terms.seats_per_customer then
      insert into public.payment_flags (payment_id, flag) values (v_payment.id, 'beyond_limit');
      v_wanted := null;
      v_mine.released := v_held;
    end if;
    perform private.return_usage(v_user, v_wanted || v_mine.released);
    perform private.claim_seats(v_wanted, v_mine.released, 'under_review', v_user, p_order_id, v_payment.id, v_until);
  end if;
  return private.submission(v_payment);
end
$function$;

CREATE OR REPLACE FUNCTION private.record_lines(p_payment_id uuid, p_user_id uuid, p_order_id uuid, p_lines private.order_line[], p_shares numeric[], p_parts numeric[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_line private.order_line;
  v_number integer := 0;
  v_known integer := 0;
  v_rated private.priced_line[];
  v_price record;
  v_shares numeric[] := p_shares;
  v_parts numeric[] := p_parts;
begin
  if v_shares is null then
    v_rated := private.rate_lines(p_lines, p_order_id, private.terms());
    v_price := private.price_lines(v_rated);
    v_shares := v_price.shares;
    v_parts := v_price.parts;
  end if;

  foreach v_line in array p_lines loop
    v_number := v_number + 1;
    if v_line.event_id is null then
      insert into public.payment_lines (payment_id, user_id, line, gone_category_id, seats, quantity, unit_price, total_amount,
          event_name, category_name)
        values (p_payment_id, p_user_id, v_number, v_line.ticket_category_id, '{}', cardinality(v_line.seats), 0, 0, '',
          coalesce(private.deleted_name(v_line.ticket_category_id), ''));
      continue;
    end if;
    v_known := v_known + 1;
    if not v_line.is_frozen then
      insert into private.order_prices (order_id, ticket_category_id, unit_price, gst_percent, local_percent, fee, fee_gst_percent)
        values (p_order_id, v_line.ticket_category_id, v_line.unit_price, v_rated[v_known].gst_percent,
          v_rated[v_known].local_percent, v_rated[v_known].fee, v_rated[v_known].fee_gst_percent);
    end if;
    if not v_line.in_order then
      v_line.seats := array(select s from unnest(v_line.seats) as s order by private.seat_order(s) collate "C");
    end if;
    insert into public.payment_lines (payment_id, user_id, line, ticket_category_id, event_id, seats, quantity, unit_price,
        total_amount, event_name, category_name, event_date, venue, gst_amount, local_tax_amount, fee_amount, fee_gst_amount)
      values (p_payment_id, p_user_id, v_number, v_line.ticket_category_id, v_line.event_id, v_line.seats,
        cardinality(v_line.seats), v_line.unit_price, v_shares[v_known],
        coalesce((select g.name || ' - ' || v_line.city from public.singers g where g.id = v_line.singer_id), ''),
        v_line.category_name, v_line.event_date, v_line.venue, v_parts[v_known][1], v_parts[v_known][2], v_parts[v_known][3],
        v_parts[v_known][4]);
  end loop;
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
    private.submission(public.payments), private.find_submission(uuid, uuid),
    private.record_lines(uuid, uuid, uuid, private.order_line[], numeric[], numeric[]), private.deleted_name(uuid),
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

CREATE OR REPLACE FUNCTION public.get_all_tickets()
 RETURNS TABLE(ticket_id uuid, payment_line_id uuid, payment_id uuid, order_code text, transaction_id text, user_id uuid, user_name text, user_email text, singer_name text, event_id uuid, event_name text, event_date timestamp with time zone, ticket_category_id uuid, ticket_category text, quantity integer, seats text[], total_amount numeric, payment_status text, code text, revoked_at timestamp with time zone, revoked_reason text, created_at timestamp with time zone, issued_at timestamp with time zone, gst_amount numeric, local_tax_amount numeric, fee_amount numeric, fee_gst_amount numeric)
 LANGUAGE sql
 STABLE
AS $function$
  select l.ticket_id, l.payment_line_id, l.payment_id, l.order_code, l.transaction_id, l.user_id, l.user_name, l.user_email,
    l.singer_name, l.event_id, l.event_name, l.event_date, l.ticket_category_id, l.ticket_category, l.quantity, l.seats,
    l.total_amount, l.payment_status, l.code, l.revoked_at, l.revoked_reason, l.created_at, l.issued_at,
    l.gst_amount, l.local_tax_amount, l.fee_amount, l.fee_gst_amount
  from private.ticket_list l
$function$;

CREATE OR REPLACE FUNCTION public.search_tickets(p_search text DEFAULT NULL::text, p_status text DEFAULT NULL::text, p_after uuid DEFAULT NULL::uuid)
 RETURNS TABLE(ticket_id uuid, payment_line_id uuid, payment_id uuid, order_code text, transaction_id text, user_id uuid, user_name text, user_email text, singer_name text, event_id uuid, event_name text, event_date timestamp with time zone, ticket_category_id uuid, ticket_category text, quantity integer, seats text[], total_amount numeric, payment_status text, code text, revoked_at timestamp with time zone, revoked_reason text, created_at timestamp with time zone, issued_at timestamp with time zone, gst_amount numeric, local_tax_amount numeric, fee_amount numeric, fee_gst_amount numeric)
 LANGUAGE sql
 STABLE
AS $function$
  select l.ticket_id, l.payment_line_id, l.payment_id, l.order_code, l.transaction_id, l.user_id, l.user_name, l.user_email,
    l.singer_name, l.event_id, l.event_name, l.event_date, l.ticket_category_id, l.ticket_category, l.quantity, l.seats,
    l.total_amount, l.payment_status, l.code, l.revoked_at, l.revoked_reason, l.created_at, l.issued_at,
    l.gst_amount, l.local_tax_amount, l.fee_amount, l.fee_gst_amount
  from private.find_lines(p_search, p_status, p_after) as i join private.ticket_list l on l.payment_line_id = i
$function$;

create or replace view terms_by_day with (security_invoker=true) as
 SELECT d.from_day,
    t.gst_percent,
    t.fee_per_seat,
    t.hold_minutes,
    t.extension_minutes,
    t.retry_minutes,
    t.held_minutes_an_hour,
    t.seats_per_line,
    t.seats_per_customer,
    t.low_stock_event,
    t.low_stock_category,
    t.gst_by,
    t.fee_gst_percent,
    ( SELECT COALESCE(jsonb_agg(jsonb_build_object('kind', r.kind, 'state', r.state, 'up_to_price', r.up_to_price, 'percent', r.percent) ORDER BY r.kind, r.state, r.up_to_price), '[]'::jsonb) AS "coalesce"
           FROM tax_rules r
          WHERE (r.from_day = ( SELECT max(x.from_day) AS max
                   FROM tax_rules x
                  WHERE (x.from_day <= d.from_day)))) AS tax_rules,
    (EXISTS ( SELECT
           FROM shop_settings s
          WHERE ((s.id = 1) AND (s.gstin IS NOT NULL)))) AS has_gstin
   FROM (( SELECT s.from_day
           FROM shop_terms s
        UNION
         SELECT r.from_day
           FROM tax_rules r) d
     JOIN LATERAL ( SELECT s.from_day,
            s.gst_percent,
            s.fee_per_seat,
            s.hold_minutes,
            s.extension_minutes,
            s.retry_minutes,
            s.retries_a_day,
            s.held_minutes_an_hour,
            s.seats_per_line,
            s.lines_per_order,
            s.seats_per_customer,
            s.undecided_per_customer,
            s.low_stock_event,
            s.low_stock_category,
            s.order_days,
            s.name_days,
            s.device_days,
            s.created_at,
            s.gst_by,
            s.fee_gst_percent
           FROM shop_terms s
          WHERE (s.from_day <= d.from_day)
          ORDER BY s.from_day DESC
         LIMIT 1) t ON (true));

create or replace view private.payment_list with (security_invoker=true) as
 SELECT p.id AS payment_id,
    p.user_id,
    f.name AS user_name,
    f.email,
    p.amount,
    p.transaction_id,
    p.status,
    p.screenshot_url,
    p.screenshot_sha256,
    p.order_id,
    p.order_code,
    p.created_at,
    p.reviewed_at,
    p.reviewed_by,
    ( SELECT COALESCE(r.name, r.email) AS "coalesce"
           FROM profiles r
          WHERE (r.id = p.reviewed_by)) AS reviewed_by_name,
    p.review_note,
    ( SELECT sum(l.total_amount) AS sum
           FROM payment_lines l
          WHERE (l.payment_id = p.id)) AS expected_amount,
    ( SELECT jsonb_agg(jsonb_build_object('payment_line_id', l.id, 'ticket_category_id', COALESCE(l.ticket_category_id, l.gone_category_id), 'event_id', l.event_id, 'event_name', l.event_name, 'category_name', l.category_name, 'seats', l.seats, 'quantity', l.quantity, 'unit_price', l.unit_price, 'total_amount', l.total_amount, 'gst_amount', l.gst_amount, 'local_tax_amount', l.local_tax_amount, 'fee_amount', l.fee_amount, 'fee_gst_amount', l.fee_gst_amount, 'price_now', c.price, 'event_date', e.date, 'venue', e.venue, 'event_status', e.status, 'lost_seats',
                CASE
                    WHEN ((p.status = 'rejected'::text) OR (t.revoked_at IS NOT NULL)) THEN '[]'::jsonb
                    ELSE ( SELECT COALESCE(jsonb_agg(s.seat ORDER BY s.n), '[]'::jsonb) AS "coalesce"
                       FROM unnest(l.seats) WITH ORDINALITY s(seat, n)
                      WHERE (NOT (EXISTS ( SELECT
                               FROM seat_claims k
                              WHERE ((k.payment_id = l.payment_id) AND (k.ticket_category_id = l.ticket_category_id) AND (k.seat = s.seat) AND (k.state <> 'held'::text))))))
                END, 'ticket_id', t.id, 'ticket_code', t.code, 'revoked_at', t.revoked_at, 'revoked_reason', t.revoked_reason) ORDER BY l.line) AS jsonb_agg
           FROM (((payment_lines l
             LEFT JOIN ticket_categories c ON ((c.id = l.ticket_category_id)))
             LEFT JOIN events e ON ((e.id = l.event_id)))
             LEFT JOIN user_tickets t ON ((t.payment_line_id = l.id)))
          WHERE (l.payment_id = p.id)) AS lines,
    ( SELECT w.warnings
           FROM private.payment_warnings w
          WHERE (w.payment_id = p.id)) AS warnings,
    ( SELECT min(k.review_until) AS min
           FROM seat_claims k
          WHERE (k.payment_id = p.id)) AS kept_until,
    ((p.status = 'pending'::text) AND (EXISTS ( SELECT
           FROM payments o
          WHERE ((o.user_id = p.user_id) AND (o.status = 'pending'::text) AND (ROW(o.created_at, o.id) < ROW(p.created_at, p.id)))
         OFFSET 9))) AS collapsed,
        CASE
            WHEN (p.status = 'pending'::text) THEN ( SELECT
                    CASE
                        WHEN (count(*) FILTER (WHERE (ROW(o.created_at, o.id) < ROW(p.created_at, p.id))) = 9) THEN (count(*) - 10)
                        ELSE (0)::bigint
                    END AS "case"
               FROM payments o
              WHERE ((o.user_id = p.user_id) AND (o.status = 'pending'::text)))
            ELSE (0)::bigint
        END AS more_of_customer
   FROM (payments p
     LEFT JOIN profiles f ON ((f.id = p.user_id)))
  WHERE ( SELECT private.is_admin() AS is_admin);

create or replace view private.ticket_list with (security_invoker=true) as
 SELECT l.id AS payment_line_id,
    t.id AS ticket_id,
    t.code,
    l.payment_id,
    p.order_code,
    p.transaction_id,
    l.user_id,
    f.name AS user_name,
    f.email AS user_email,
    g.name AS singer_name,
    l.event_id,
    l.event_name,
    COALESCE(e.date, l.event_date) AS event_date,
    l.ticket_category_id,
    l.category_name AS ticket_category,
    l.quantity,
    l.seats,
    l.total_amount,
    l.payment_status,
    t.revoked_at,
    t.revoked_reason,
    l.created_at,
    t.created_at AS issued_at,
    l.gst_amount,
    l.local_tax_amount,
    l.fee_amount,
    l.fee_gst_amount
   FROM (((((payment_lines l
     LEFT JOIN payments p ON ((p.id = l.payment_id)))
     LEFT JOIN user_tickets t ON ((t.payment_line_id = l.id)))
     LEFT JOIN profiles f ON ((f.id = l.user_id)))
     LEFT JOIN events e ON ((e.id = l.event_id)))
     LEFT JOIN singers g ON ((g.id = e.singer_id)))
  WHERE ( SELECT private.is_admin() AS is_admin);

create or replace view event_list with (security_invoker=true) as
 SELECT e.id,
    e.singer_id,
    s.name AS singer_name,
    e.city,
    e.venue,
    e.date,
    e.previous_date,
    e.status,
    e.cancelled_reason,
    e.genre,
    e.revision,
    e.created_at,
    e.updated_at,
    COALESCE(c.categories, (0)::bigint) AS categories,
    COALESCE(c.total_tickets, (0)::bigint) AS total_tickets,
    COALESCE(c.tickets_sold, (0)::bigint) AS tickets_sold,
    e.state
   FROM ((events e
     JOIN singers s ON ((s.id = e.singer_id)))
     LEFT JOIN LATERAL ( SELECT count(*) AS categories,
            sum(c_1.total_tickets) AS total_tickets,
            sum(c_1.tickets_sold) AS tickets_sold
           FROM ticket_categories c_1
          WHERE (c_1.event_id = e.id)) c ON (true));

create or replace view ticket_category_list with (security_invoker=true) as
 SELECT c.id,
    c.event_id,
    e.singer_id,
    s.name AS singer_name,
    e.city,
    e.venue,
    e.date,
    e.status AS event_status,
    c.name,
    c.price,
    c.total_tickets,
    c.tickets_sold,
    c.grid_columns,
    c.revision,
    c.created_at,
    c.updated_at,
    l.seating_layout_id,
    y.name AS layout_name,
    l.section_ids,
    ( SELECT count(*) AS count
           FROM seat_claims h
          WHERE ((h.ticket_category_id = c.id) AND (h.state = 'held'::text) AND (h.expires_at > now()))) AS held,
    ( SELECT count(*) AS count
           FROM seat_claims h
          WHERE ((h.ticket_category_id = c.id) AND (h.state = 'under_review'::text) AND ((h.review_until IS NULL) OR (h.review_until > now())))) AS under_review,
    e.state
   FROM ((((ticket_categories c
     JOIN events e ON ((e.id = c.event_id)))
     JOIN singers s ON ((s.id = e.singer_id)))
     LEFT JOIN ticket_category_layouts l ON ((l.ticket_category_id = c.id)))
     LEFT JOIN seating_layouts y ON ((y.id = l.seating_layout_id)));

CREATE TRIGGER "20_values" BEFORE INSERT OR DELETE OR UPDATE ON public.tax_rules FOR EACH ROW EXECUTE FUNCTION private.guard_tax_rules();

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.tax_rules FOR EACH ROW EXECUTE FUNCTION private.audit_row('from_day');

create policy "Everyone reads the rules of tax" on public.tax_rules as PERMISSIVE for SELECT to anon, authenticated using (true);

comment on type private.priced_line is 'A line of an order with all that its price depends on: the price and the fee of one seat in rupees, and the percents of GST and local tax on the price and of GST on the fee.';

comment on function private.states() is 'Returns India''s states and union territories, as src/shop/terms/states.ts.';

comment on function private.guard_tax_rules() is 'Trigger 20_values. Refusals: PT400 invalid for a past day and an unknown state.';

comment on function private.write_tax_rules(pg_catalog.date,pg_catalog.jsonb) is 'Replaces all rules of one day, which is not over. Refusals: PT400 invalid (p_rules, from_day).';

comment on function public.set_tax_terms(pg_catalog.date,pg_catalog.text,numeric,numeric,numeric,pg_catalog.jsonb) is 'Sets tax and fee from a day on (IST): GST flat or by rules, the fee and its tax, and all rules of that day at once, as write_tax_rules takes them. The shop''s other terms stay. Running holds keep their prices. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid (detail: the argument). Security definer: no role may write terms.';

comment on function private.rate_line(numeric,integer,pg_catalog.text,public.shop_terms) is 'Returns a line with its rates of today: by the price of a seat after discounts, the event''s state (null: unknown, no local tax), the terms, today''s rules and whether the shop has a GSTIN. The twin of ratedLine in src/shop/prices/rates.ts.';

comment on function private.price_lines(private.priced_line[]) is 'Returns the price of an order in rupees. GST, local tax and the fee''s GST are each rounded once a rate, half up in paise, and split by largest remainder among that rate''s lines, in line order. shares, the lines'' parts, sum to the total; parts: GST, local tax, fee and fee''s GST of each line. The twin of priceRated in src/shop/prices/price.ts; src/shop/prices/price-cases.json tests both.';

comment on function private.price_order(numeric[],integer[],public.shop_terms) is 'Returns the price of lines by these terms and today''s rules, in no state.';

comment on function public.hold_seats(pg_catalog.uuid,pg_catalog.jsonb) is 'Makes the order''s holds exactly these lines, all or none, for hold_minutes of shop_terms, at prices and rates frozen while the hold runs. Idempotent; never lengthens a running hold. A hold that expired or was released starts again at current prices; a refusal keeps the prices. Refusals: PT401 not_signed_in, PT400 invalid, too_many_seats, unknown_seat, PT403 other_user, PT409 order_submitted, not_on_sale, seats_taken, PT429 too_many, held_too_long. Security definer: no role may write claims and orders.';

comment on function private.rate_lines(private.order_line[],pg_catalog.uuid,public.shop_terms) is 'Returns the lines of place_lines with their rates: frozen ones as the order keeps them, the others as of today. Leaves out lines whose category is gone; null when all are.';

comment on function private.record_lines(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid,private.order_line[],numeric[],numeric[]) is 'Writes the lines of a new payment, from place_lines, with the order''s frozen prices and current names. p_shares and p_parts are the lines'' shares of the price and of tax and fee, where known. The caller holds the customer''s lock and has locked the categories.';

comment on column public.events.state is 'The state or union territory of the venue, of private.states(), for its local tax; null when unknown.';

comment on column public.shop_terms.gst_percent is 'Goods and services tax on the price of the tickets, in percent, while gst_by is flat.';

comment on column public.shop_terms.fee_per_seat is 'Rupees: the convenience fee of one seat, before its own tax.';

comment on column public.shop_terms.gst_by is 'flat: gst_percent on every price, with or without a GSTIN, as before there were rules. rules: tax_rules by price, and no GST at all while shop_settings has no GSTIN.';

comment on column public.shop_terms.fee_gst_percent is 'GST on the convenience fee, in percent; with gst_by rules only while there is a GSTIN.';

comment on table public.tax_rules is 'Taxes by the price of a seat. All rules of a day together replace those before it from midnight (IST). Of a kind, the rule with the lowest up_to_price that is not below the price applies. Rows of past days never change.';

comment on column public.tax_rules.kind is 'gst: everywhere, while shop_terms.gst_by is rules and the shop has a GSTIN. local: a tax of the event''s state.';

comment on column public.tax_rules.state is 'The state of a local tax, of private.states(); null for GST.';

comment on column public.tax_rules.up_to_price is 'Rupees for one seat, the last price with this rate; null without a bound.';

comment on column public.tax_rules.percent is 'Percent of the price of a seat.';

comment on view public.terms_by_day is 'The terms that devices use, for each day on which some change, with all rules of tax of that day.';

comment on column private.orders.shares is 'Shares of the lines in the price at the last hold, from price_lines.';

comment on column private.orders.parts is 'Tax and fee of the lines at the last hold, from price_lines; null when held before this column existed.';

comment on table private.order_prices is 'The categories of an order, each at its price and rates (private.priced_line) when the current or last hold began; later edits of prices, terms, GSTIN or state do not change it. Rates are null when held before they were kept.';

comment on table public.payment_lines is 'The lines of a payment, one per ticket category, with names and price as submitted. total_amount is the line''s price, fee and shares of the taxes; the lines sum to the price of the order.';

comment on column public.payment_lines.gst_amount is 'Rupees: the line''s share of the GST on prices; null for a deleted category and in lines older than this column, as are the three below. total_amount less the four is the taxable value.';

comment on column public.payment_lines.local_tax_amount is 'Rupees: the line''s share of the local tax.';

comment on column public.payment_lines.fee_amount is 'Rupees: the line''s convenience fee, before its tax.';

comment on column public.payment_lines.fee_gst_amount is 'Rupees: the line''s share of the GST on the fee.';

comment on view private.ticket_list is 'What get_all_tickets returns; empty unless the caller is an admin.';

reset check_function_bodies;

select private.grant_bank();
select private.grant_catalogue();
select private.grant_catalogue_lists();
select private.grant_dashboard();
select private.grant_enquiries();
select private.grant_event_changes();
select private.grant_foundation();
select private.grant_gate();
select private.grant_history();
select private.grant_import();
select private.grant_jobs();
select private.grant_layouts();
select private.grant_payments();
select private.grant_people();
select private.grant_refunds();
select private.grant_review();
select private.grant_scans();
select private.grant_seats();
select private.grant_settings();
select private.grant_storage_auth();
select private.grant_sync();
select private.grant_terms();
select private.grant_tickets();

comment on function public.get_all_tickets() is
  'Returns bookings, one per order line, for admins: pending while under review (ticket_id null), failed when '
  'rejected or revoked, completed with a ticket. Invoker and without a set clause, as get_payment_details.';

comment on function public.search_tickets(text, text, uuid) is
  'Returns the rows of get_all_tickets that find_lines finds, for admins. Separate from it because one function for '
  'both gets a bad plan. Invoker and without a set clause: inlined.';
