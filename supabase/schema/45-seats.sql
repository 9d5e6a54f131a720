-- Seats: claims, orders with holds and frozen prices, the box office. The primary key (event, place, seat) of
-- seat_claims prevents double sales. Tables have a foreign key to the category alone: a second one makes PostgREST's
-- embedding ambiguous. Lock order everywhere: customer, event (advisory; shared to hold and submit), payments,
-- categories by id (lock_waiting where there is a waiting list), claims by (event, place, seat), tickets.

create type private.seat_budget as (
  event_id uuid, place text, seat text, ticket_category_id uuid,
  counts_from timestamptz, since timestamptz, spent interval, may_hold_until timestamptz);

comment on type private.seat_budget is 'What private.hold_budget returns for one seat.';

create type private.order_line as (
  ticket_category_id uuid, seats text[], event_id uuid, unit_price numeric, is_frozen boolean, category_name text,
  singer_id uuid, city text, event_date timestamptz, venue text, on_sale boolean, total_tickets integer, grid_columns integer,
  in_order boolean, places integer, is_standing boolean);

comment on type private.order_line is
  'One line of an order. asked_lines fills the category and the labels as requested, place_lines the rest: event_id '
  'is null when the category is gone; unit_price is the order''s frozen price, or today''s; in_order: the labels are '
  'known to be in seat order. places: how many standing places are asked for, instead of labels.';

create function private.is_sound_claim(
  p_state text, p_source text, p_user_id uuid, p_order_id uuid, p_payment_id uuid, p_ticket_id uuid, p_expires_at timestamptz)
  returns boolean language plpgsql immutable parallel safe
as $$
begin
  if p_state = 'held' then
    return p_source = 'order' and p_ticket_id is null
      and (num_nulls(p_user_id, p_order_id, p_expires_at) = 0
        or num_nonnulls(p_user_id, p_order_id, p_payment_id) = 0 and p_expires_at = '-infinity');
  elsif p_state = 'under_review' then
    return p_source = 'order' and num_nulls(p_user_id, p_order_id, p_payment_id) = 0
      and num_nonnulls(p_ticket_id, p_expires_at) = 0;
  elsif p_state = 'kept' then
    return p_source = 'staff' and num_nonnulls(p_user_id, p_order_id, p_payment_id, p_ticket_id, p_expires_at) = 0;
  end if;
  return p_state = 'sold' and p_expires_at is null and case p_source
    when 'order' then num_nulls(p_user_id, p_order_id, p_payment_id, p_ticket_id) = 0
    when 'box_office' then num_nulls(p_user_id, p_order_id) > 0 and p_ticket_id is null
    else false end;
end
$$;

comment on function private.is_sound_claim(text, text, uuid, uuid, uuid, uuid, timestamptz) is
  'A claim is held (until expires_at), under review (with a payment), sold (with a ticket) or kept (by staff, '
  'without a customer). A claim of an order has its customer; the box office only sells. A hold without a customer that '
  'expired at -infinity is a free standing place.';

create table private.orders (
  id uuid primary key,
  user_id uuid not null,
  order_code text not null,
  expires_at timestamptz not null default '-infinity',
  extended boolean not null default false,
  submitted_at timestamptz,
  created_at timestamptz not null default now(),
  lines jsonb,
  event_id uuid,
  shares numeric[],
  parts numeric[],
  is_test boolean not null default false,
  code_id uuid
);

comment on table private.orders is
  'Orders, which outlive their claims: the customer, the end of the hold, whether it was extended and submitted.';

comment on column private.orders.order_code is
  'MF and the first 40 bits of the id in Crockford''s base 32, unique among orders.';

comment on column private.orders.lines is
  'p_lines of the last hold; null when never held or too long to keep.';

comment on column private.orders.event_id is 'The event of all lines at the last hold; null when there are several.';

comment on column private.orders.shares is 'Shares of the lines in the price at the last hold, from price_lines.';

comment on column private.orders.is_test is 'A trial by an admin, marked before the hold: no sum has it.';

comment on column private.orders.parts is
  'Tax and fee of the lines at the last hold, from price_lines.';

comment on column private.orders.code_id is
  'The discount or access code of the last hold, when it lowered a price or opened a category; its use (46-code-uses.sql). No foreign key: a used code is not deleted.';

create index orders_user_id on private.orders (user_id);

create index orders_code_id on private.orders (code_id) where code_id is not null;

create unique index orders_order_code on private.orders (order_code);

create index orders_created_at on private.orders using brin (created_at);

alter table private.orders enable row level security;

create table private.order_prices (
  order_id uuid not null references private.orders (id) on delete cascade,
  ticket_category_id uuid not null references public.ticket_categories (id) on delete restrict,
  unit_price numeric(12, 2) not null check (unit_price >= 0),
  gst_percent numeric(5, 2) not null,
  local_percent numeric(5, 2) not null,
  fee numeric(12, 2) not null,
  fee_gst_percent numeric(5, 2) not null,
  full_price numeric(12, 2),
  includes_gst boolean not null,
  rounds boolean not null,
  primary key (order_id, ticket_category_id)
);

comment on table private.order_prices is
  'The categories of an order, each at its price and rates (private.priced_line) when the current or last hold began; '
  'later edits of prices, terms, GSTIN or state do not change it.';

comment on column private.order_prices.includes_gst is 'True: unit_price contains its GST.';

comment on column private.order_prices.rounds is 'True: the total of the order is a whole rupee.';

comment on column private.order_prices.full_price is 'The price before the order''s code; null when no code lowers it.';

create index order_prices_ticket_category_id on private.order_prices (ticket_category_id);

alter table private.order_prices enable row level security;

create table private.hold_usage (
  user_id uuid not null,
  event_id uuid not null,
  place text not null,
  seat text not null,
  since timestamptz not null,
  used interval not null,
  primary key (user_id, event_id, place, seat)
);

comment on table private.hold_usage is
  'How long a customer has held a seat in the hour that began at since. A hold is booked in full when it begins, and '
  'the rest is given back when it ends early.';

alter table private.hold_usage enable row level security;

create table public.seat_claims (
  event_id uuid not null,
  place text not null,
  seat text not null,
  ticket_category_id uuid not null references public.ticket_categories (id) on delete restrict,
  state text not null,
  source text not null default 'order',
  user_id uuid,
  order_id uuid references private.orders (id) on delete restrict,
  payment_id uuid,
  ticket_id uuid,
  expires_at timestamptz,
  uncounted_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default clock_timestamp(),
  review_until timestamptz,
  kept_reason text,
  kept_by uuid,
  primary key (event_id, place, seat),
  constraint seat_claims_sound
    check (private.is_sound_claim(state, source, user_id, order_id, payment_id, ticket_id, expires_at)),
  constraint seat_claims_kept
    check ((state = 'kept') = (kept_reason is not null) and (kept_by is null or state = 'kept'))
);

comment on table public.seat_claims is
  'Who has a seat: held (until expires_at), under review (payment), sold (ticket, or box office) or kept from the sale '
  'by staff. Each standing place has a row, also while it is free. Only functions write it.';

comment on column public.seat_claims.payment_id is
  'The payment under review or approved; on a held seat the rejected payment it came from.';

comment on column public.seat_claims.ticket_id is 'The ticket of a sold seat; null when the box office sold it.';

comment on column public.seat_claims.uncounted_until is
  'End of the quarter hour after a rejection, which does not count as held time.';

comment on column public.seat_claims.review_until is
  'For a seat under review: when it may be taken over like an expired hold; null until the decision, and in every '
  'other state.';

comment on column public.seat_claims.kept_reason is 'Why staff keep the seat from the sale; null in every other state.';

comment on column public.seat_claims.kept_by is 'Who kept the seat last; updated_at says when.';

create index seat_claims_ticket_category_id on public.seat_claims (ticket_category_id);

create index seat_claims_user_id on public.seat_claims (user_id);

create index seat_claims_order_id on public.seat_claims (order_id);

create index seat_claims_payment_id on public.seat_claims (payment_id);

create index seat_claims_ticket_id on public.seat_claims (ticket_id) where ticket_id is not null;

-- Standing places by the time from which they are free; their labels are numbers, those of seats have letters.
create index seat_claims_standing on public.seat_claims (ticket_category_id, coalesce(expires_at, review_until))
  where seat collate "C" < 'A';

alter table public.seat_claims enable row level security;

create policy "Customers read their own seat claims, payments staff every one" on public.seat_claims
  for select to authenticated using (user_id = (select private.uid()) or (select private.may('payments')));

create function private.order_code(p_order_id uuid) returns text
  language plpgsql immutable strict parallel safe
as $$
declare
  c_digits constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  v_bits bigint := ('x' || left(replace(p_order_id::text, '-', ''), 10))::bit(40)::bigint;
  v_code text := 'MF';
begin
  for n in 0 .. 7 loop
    v_code := v_code || substr(c_digits, ((v_bits >> (35 - 5 * n)) & 31)::integer + 1, 1);
  end loop;
  return v_code;
end
$$;

comment on function private.order_code(uuid) is
  'Returns MF and 8 characters of Crockford''s base 32: the first 40 bits of the id.';

create function private.new_order_id() returns uuid
  language plpgsql volatile set search_path = ''
as $$
declare
  v_id uuid;
begin
  loop
    v_id := gen_random_uuid();
    -- No word, no number, no beginning of an IFSC and no masked account, also when a bank keeps five signs of it.
    if private.order_code(v_id) ~ '^MF(?=.{0,4}[0-9])(?=.{0,4}[A-Z])(?![A-Z]{4}0)(?!X+[0-9]+$)' then
      return v_id;
    end if;
  end loop;
end
$$;

comment on function private.new_order_id() is
  'Returns the id of an order that the database makes, whose code a bank''s narration shows to be one (private.codes_in), as '
  'newOrderId in src/shop/orders/order.ts does on a device.';

create function private.read_lines(p_lines jsonb)
  returns table (line integer, ticket_category_id uuid, seats text[], places integer)
  language plpgsql stable set search_path = ''
as $$
declare
  v_line private.order_line;
begin
  line := 0;
  foreach v_line in array (private.asked_lines(p_lines, private.terms())).lines loop
    line := line + 1;
    ticket_category_id := v_line.ticket_category_id;
    seats := v_line.seats;
    places := v_line.places;
    return next;
  end loop;
end
$$;

comment on function private.read_lines(jsonb) is 'Returns the lines of an order, in order. Refusals: as asked_lines.';

create function private.lock_order_events(p_categories uuid[], p_order_id uuid) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  perform private.share_order_events(p_categories, p_order_id);
  -- Keeps the categories from being deleted; a category that moved meanwhile is read again.
  perform from public.ticket_categories c where c.id = any (p_categories) order by c.id for key share;
end
$$;

comment on function private.lock_order_events(uuid[], uuid) is
  'Shares the events of an order, including those of seats it is about to give back, and locks its categories against '
  'deletion.';

create function private.hold_budget(p_user_id uuid, p_order_id uuid, p_seats private.seat[], p_allowed interval)
  returns setof private.seat_budget
  language sql stable set search_path = ''
as $$
  select b.event_id, b.place, b.seat, b.ticket_category_id, b.counts_from, b.since, b.spent,
    b.counts_from + (p_allowed - b.spent)
  from (
    select s.event_id, s.place, s.seat, s.ticket_category_id,
      greatest(now(), c.uncounted_until) as counts_from,
      case when u.since > now() - interval '1 hour' then u.since else now() end as since,
      case when u.since > now() - interval '1 hour'
        -- A hold that ends now gives back the rest of its booked time.
        then greatest(u.used - coalesce(greatest(c.expires_at - greatest(now(), c.uncounted_until), '0'), '0'), '0')
        else interval '0' end as spent
    from unnest(p_seats) as s
    left join public.seat_claims c
      on c.event_id = s.event_id and c.place = s.place and c.seat = s.seat
      and c.state = 'held' and c.expires_at > now()
      and c.user_id = p_user_id and (c.order_id = p_order_id or c.payment_id is not null)
    left join private.hold_usage u
      on u.user_id = p_user_id and u.event_id = s.event_id and u.place = s.place and u.seat = s.seat
  ) as b
$$;

comment on function private.hold_budget(uuid, uuid, private.seat[], interval) is
  'For each seat: how much of p_allowed (shop_terms.held_minutes_an_hour) this customer has spent within the hour '
  'from the first hold, from when holding counts, and until when the seat may be held.';

create function private.book_usage(p_user_id uuid, p_budget private.seat_budget[], p_expires_at timestamptz)
  returns void language plpgsql volatile set search_path = ''
as $$
begin
  insert into private.hold_usage as u (user_id, event_id, place, seat, since, used)
  select p_user_id, b.event_id, b.place, b.seat, b.since,
    b.spent + greatest(p_expires_at - b.counts_from, interval '0')
  from unnest(p_budget) as b
  on conflict (user_id, event_id, place, seat) do update set since = excluded.since, used = excluded.used;
end
$$;

comment on function private.book_usage(uuid, private.seat_budget[], timestamptz) is
  'Books the held time of these seats up to p_expires_at. Call it before writing the claims.';

create function private.return_usage(p_user_id uuid, p_seats private.seat[]) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  update private.hold_usage u
  set used = greatest(u.used - greatest(c.expires_at - greatest(now(), c.uncounted_until), interval '0'), interval '0')
  from unnest(p_seats) as s
  join public.seat_claims c on c.event_id = s.event_id and c.place = s.place and c.seat = s.seat
  where c.state = 'held' and c.expires_at > now() and c.user_id = p_user_id
    and u.user_id = p_user_id and u.event_id = s.event_id and u.place = s.place and u.seat = s.seat;
end
$$;

comment on function private.return_usage(uuid, private.seat[]) is
  'Gives back the rest of these holds. Call it before they are released or go under review.';

create function private.claim_seats(
  p_wanted private.seat[], p_released private.seat[], p_state text, p_user_id uuid, p_order_id uuid, p_payment_id uuid,
  p_expires_at timestamptz) returns private.seat[]
  language plpgsql volatile
as $$
declare
  v_wanted integer := coalesce(cardinality(p_wanted), 0);
  v_released integer := coalesce(cardinality(p_released), 0);
  v_written integer;
begin
  -- One statement for wanted and released seats, in one order: two statements deadlock.
  insert into public.seat_claims as c
    (event_id, place, seat, ticket_category_id, state, source, user_id, order_id, payment_id, expires_at, review_until)
  select s.event_id, s.place, s.seat, s.ticket_category_id,
    case when s.n <= v_wanted then p_state else 'held' end, 'order', p_user_id, p_order_id,
    case when s.n <= v_wanted then p_payment_id end,
    case when s.n > v_wanted then '-infinity' when p_state = 'held' then p_expires_at end,
    case when s.n <= v_wanted and p_state = 'under_review' then p_expires_at end
  from unnest(p_wanted || p_released) with ordinality as s (event_id, place, seat, ticket_category_id, n)
  order by s.event_id, s.place, s.seat
  on conflict (event_id, place, seat) do update
  set ticket_category_id = excluded.ticket_category_id,
    state = excluded.state,
    source = 'order',
    user_id = excluded.user_id,
    order_id = excluded.order_id,
    payment_id = case
      when excluded.state = 'held' and c.state = 'held' and c.expires_at > now() then c.payment_id
      else excluded.payment_id end,
    uncounted_until = case
      when excluded.state = 'held' and c.state = 'held' and c.expires_at > now() then c.uncounted_until end,
    ticket_id = null,
    expires_at = excluded.expires_at,
    review_until = excluded.review_until
  where case
    when c.state = 'held' then
      c.expires_at <= now()
      or c.user_id = p_user_id and (c.order_id = p_order_id or c.payment_id is not null)
    else c.payment_id = p_payment_id or c.review_until <= now() end;
  get diagnostics v_written = row_count;

  if v_released > 0 then
    delete from public.seat_claims c
      where c.order_id = p_order_id and c.state = 'held' and c.expires_at = '-infinity';
  end if;
  if v_written = v_wanted + v_released then
    return coalesce(p_wanted, '{}');
  end if;
  return array(
    select row (c.event_id, c.place, c.seat, c.ticket_category_id)::private.seat
    from unnest(p_wanted) as w
    join public.seat_claims c on c.event_id = w.event_id and c.place = w.place and c.seat = w.seat
    where c.order_id = p_order_id and c.state = p_state and (p_payment_id is null or c.payment_id = p_payment_id));
end
$$;

comment on function private.claim_seats(private.seat[], private.seat[], text, uuid, uuid, uuid, timestamptz) is
  'Claims the wanted seats that are free, held by the same order or under review for the same payment, takes over expired '
  'holds and ended reviews, and frees the released seats. p_expires_at is the end of the hold or of the review; null: '
  'no end. Returns the seats it got.';

create function private.missing_seats(p_wanted private.seat[], p_got private.seat[]) returns private.seat[]
  language sql immutable set search_path = ''
as $$
  select coalesce(array_agg(m.missing order by m.n), '{}') from (
    select row (s.event_id, s.place, s.seat, s.ticket_category_id)::private.seat as missing, s.n
    from unnest(p_wanted) with ordinality as s (event_id, place, seat, ticket_category_id, n)
    where not exists (
      select from unnest(p_got) as g where g.event_id = s.event_id and g.place = s.place and g.seat = s.seat)
  ) as m
$$;

comment on function private.missing_seats(private.seat[], private.seat[]) is
  'Returns the wanted seats that are not among the others.';

create function private.count_sold_claims() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  -- In the box-office trigger the category already has its new number.
  if pg_trigger_depth() > 1 then
    return null;
  end if;
  if tg_op = 'INSERT' then
    if not exists (select from new_claims n where n.state in ('sold', 'kept')) then
      return null;
    end if;
    update public.ticket_categories c set tickets_sold = c.tickets_sold + d.sold, tickets_kept = c.tickets_kept + d.kept
      from (select n.ticket_category_id, count(*) filter (where n.state = 'sold') as sold,
          count(*) filter (where n.state = 'kept') as kept
        from new_claims n group by 1) as d
      where c.id = d.ticket_category_id and d.sold + d.kept > 0;
  elsif tg_op = 'DELETE' then
    if not exists (select from old_claims o where o.state in ('sold', 'kept')) then
      return null;
    end if;
    update public.ticket_categories c set tickets_sold = c.tickets_sold - d.sold, tickets_kept = c.tickets_kept - d.kept
      from (select o.ticket_category_id, count(*) filter (where o.state = 'sold') as sold,
          count(*) filter (where o.state = 'kept') as kept
        from old_claims o group by 1) as d
      where c.id = d.ticket_category_id and d.sold + d.kept > 0;
  else
    if not exists (select from new_claims n where n.state in ('sold', 'kept'))
       and not exists (select from old_claims o where o.state in ('sold', 'kept')) then
      return null;
    end if;
    update public.ticket_categories c set tickets_sold = c.tickets_sold + d.sold, tickets_kept = c.tickets_kept + d.kept
      from (
        select both_claims.ticket_category_id,
          coalesce(sum(both_claims.n) filter (where both_claims.state = 'sold'), 0) as sold,
          coalesce(sum(both_claims.n) filter (where both_claims.state = 'kept'), 0) as kept from (
          select n.ticket_category_id, n.state, 1 as n from new_claims n
          union all
          select o.ticket_category_id, o.state, -1 from old_claims o
        ) as both_claims group by 1
      ) as d
      where c.id = d.ticket_category_id and (d.sold <> 0 or d.kept <> 0);
  end if;
  return null;
end
$$;

comment on function private.count_sold_claims() is
  'Keeps tickets_sold and tickets_kept equal to the number of the category''s sold and kept claims. Functions that '
  'sell or keep lock their categories by id first. Security definer: writes for the shop.';

create trigger count_inserted after insert on public.seat_claims
  referencing new table as new_claims for each statement execute function private.count_sold_claims();

create trigger count_updated after update on public.seat_claims
  referencing old table as old_claims new table as new_claims for each statement execute function private.count_sold_claims();

create trigger count_deleted after delete on public.seat_claims
  referencing old table as old_claims for each statement execute function private.count_sold_claims();

create function private.keep_places() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_extra integer;
  v_gone integer;
begin
  if tg_op = 'UPDATE' and (old.is_standing <> new.is_standing or old.event_id <> new.event_id) then
    -- Nothing is claimed: 30_shape has checked it.
    delete from public.seat_claims c where c.ticket_category_id = new.id;
  end if;
  if not new.is_standing then
    return null;
  end if;
  select count(*) - new.total_tickets into v_extra from public.seat_claims c where c.ticket_category_id = new.id;
  if v_extra < 0 then
    insert into public.seat_claims (event_id, place, seat, ticket_category_id, state, source, expires_at)
      select new.event_id, new.id::text, n::text, new.id, 'held', 'order', '-infinity'
      from generate_series(1, new.total_tickets) as n
      where not exists (
        select from public.seat_claims c where c.event_id = new.event_id and c.place = new.id::text and c.seat = n::text)
      order by n limit -v_extra;
  elsif v_extra > 0 then
    -- An expired hold that is deleted leaves a free place, which goes next.
    for v_round in 1 .. 2 loop
      exit when v_extra = 0;
      delete from public.seat_claims c using (
        select k.event_id, k.place, k.seat from public.seat_claims k
        where k.ticket_category_id = new.id and coalesce(k.expires_at, k.review_until) <= now() and (v_round = 2 or k.user_id is null)
        order by length(k.seat) desc, k.seat desc limit v_extra for update skip locked) as free
        where c.event_id = free.event_id and c.place = free.place and c.seat = free.seat;
      get diagnostics v_gone = row_count;
      v_extra := v_extra - v_gone;
      if v_round = 2 then
        delete from public.seat_claims c using (
          select k.event_id, k.place, k.seat from public.seat_claims k
          where k.ticket_category_id = new.id and k.user_id is null and k.state = 'held'
          order by length(k.seat) desc, k.seat desc limit v_gone for update) as free
          where c.event_id = free.event_id and c.place = free.place and c.seat = free.seat;
      end if;
    end loop;
    if v_extra > 0 then
      perform private.refuse(409, 'seats_claimed', (new.total_tickets + v_extra)::text,
        'So many places are held or sold; detail is the lowest number possible.');
    end if;
  end if;
  return null;
end
$$;

comment on function private.keep_places() is
  'Trigger 35_places: a standing category has exactly total_tickets places, free ones included. Refusal: PT409 '
  'seats_claimed. Security definer: no role may write claims.';

create trigger "35_places_open" after insert on public.ticket_categories
  for each row when (new.is_standing) execute function private.keep_places();

create trigger "35_places" after update of total_tickets, is_standing, event_id on public.ticket_categories
  for each row when (new.is_standing or old.is_standing) execute function private.keep_places();

create function private.free_places() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from old_claims o where o.seat collate "C" < 'A' and (o.user_id is not null or o.state <> 'held')) then
    return null;
  end if;
  insert into public.seat_claims (event_id, place, seat, ticket_category_id, state, source, expires_at)
    select o.event_id, o.place, o.seat, o.ticket_category_id, 'held', 'order', '-infinity'
    from old_claims o
    where o.seat collate "C" < 'A' and (o.user_id is not null or o.state <> 'held')
    order by o.event_id, o.place, o.seat;
  return null;
end
$$;

comment on function private.free_places() is
  'Trigger: the deleted claim of a standing place leaves a free place; a free place that is deleted is gone. Security '
  'definer: no role may write claims.';

create trigger free_places after delete on public.seat_claims
  referencing old table as old_claims for each statement execute function private.free_places();

create function private.take_places(
  p_ticket_category_id uuid, p_count integer, p_user_id uuid, p_order_id uuid) returns text[]
  language plpgsql volatile
as $$
declare
  v_places text[];
begin
  -- The order's own; then those that this customer had within the hour, so that held time adds up. A hold may end in between:
  -- what has been picked is not picked again.
  v_places := array(
    select c.seat from public.seat_claims c
    where c.user_id = p_user_id and c.ticket_category_id = p_ticket_category_id and c.state = 'held' and c.expires_at > now()
      and (c.order_id = p_order_id or c.payment_id is not null)
    order by c.order_id = p_order_id desc, length(c.seat), c.seat limit p_count);
  if cardinality(v_places) < p_count then
    v_places := v_places || array(
      select c.seat from private.hold_usage u
      join public.seat_claims c on c.event_id = u.event_id and c.place = u.place and c.seat = u.seat
      where u.user_id = p_user_id and u.place = p_ticket_category_id::text
        and c.seat collate "C" < 'A' and coalesce(c.expires_at, c.review_until) <= now() and c.seat <> all (v_places)
      limit p_count - cardinality(v_places) for update of c skip locked);
  end if;
  if cardinality(v_places) < p_count then
    v_places := v_places || array(
      select c.seat from public.seat_claims c
      where c.ticket_category_id = p_ticket_category_id and c.seat collate "C" < 'A'
        and coalesce(c.expires_at, c.review_until) <= now() and c.seat <> all (v_places)
      order by coalesce(c.expires_at, c.review_until) limit p_count - cardinality(v_places) for update skip locked);
  end if;
  return v_places;
end
$$;

comment on function private.take_places(uuid, integer, uuid, uuid) is
  'Returns the numbers of up to p_count standing places that this order holds or may take, and locks the free ones: '
  'never waits for another customer, who gets others.';

create function private.claim_places(
  p_ticket_category_id uuid, p_count integer, p_user_id uuid, p_order_id uuid, p_expires_at timestamptz) returns text[]
  language plpgsql volatile
as $$
declare
  v_places text[];
begin
  -- One statement that skips what others lock: picking first and claiming after costs twice as much.
  with taken as (
    update public.seat_claims c
      set state = 'held', user_id = p_user_id, order_id = p_order_id, payment_id = null, expires_at = p_expires_at,
        uncounted_until = null, review_until = null
      from (
        select k.ctid from public.seat_claims k
        where k.ticket_category_id = p_ticket_category_id and k.seat collate "C" < 'A'
          and coalesce(k.expires_at, k.review_until) <= now()
        order by coalesce(k.expires_at, k.review_until) limit p_count for update skip locked) as free
      where c.ctid = free.ctid
      returning c.seat)
  select coalesce(array_agg(t.seat), '{}') into v_places from taken t;
  return v_places;
end
$$;

comment on function private.claim_places(uuid, integer, uuid, uuid, timestamptz) is
  'Holds up to p_count free standing places for a new order, and returns their numbers. Never waits for others.';

create function public.taken_seats(p_ticket_category_id uuid default null) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  c_most_counted constant integer := 100;
  v_user uuid := private.uid();
  v_standing boolean;
  v_answer jsonb;
begin
  if p_ticket_category_id is null then
    perform private.refuse(400, 'invalid', 'p_ticket_category_id', 'Which ticket category?');
  end if;
  select c.is_standing into v_standing from public.ticket_categories c
    where c.id = p_ticket_category_id and c.event_id not in (select h from private.hidden_events() as h)
      and (not c.is_hidden or private.may_see_hidden(c.id, c.event_id, v_user));
  if not found then
    perform private.refuse(404, 'not_found', 'p_ticket_category_id', 'There is no such ticket category.');
  end if;
  if v_standing then
    return jsonb_build_object('at', now(), 'taken', '[]'::jsonb,
      'mine', (select coalesce(jsonb_agg(c.seat order by length(c.seat), c.seat), '[]') from public.seat_claims c
        where c.user_id = v_user and c.ticket_category_id = p_ticket_category_id and c.state = 'held' and c.expires_at > now()),
      'free', (select count(*) from (select from public.seat_claims c
        where c.ticket_category_id = p_ticket_category_id and c.seat collate "C" < 'A'
          and coalesce(c.expires_at, c.review_until) <= now() limit c_most_counted) as f));
  end if;
  select jsonb_build_object(
      'at', now(),
      'taken', coalesce(jsonb_agg(c.seat order by c.place, c.seat) filter (where not c.mine), '[]'),
      'mine', coalesce(jsonb_agg(c.seat order by c.place, c.seat) filter (where c.mine), '[]'))
    into v_answer
    from (
      select s.place, s.seat,
        -- is not distinct from: for a visitor `=` is null, and held seats would look free.
        s.state = 'held' and s.user_id is not distinct from v_user as mine
      from public.seat_claims s
      where s.ticket_category_id = p_ticket_category_id
        and (s.state <> 'held' or s.expires_at > now()) and (s.review_until is null or s.review_until > now())
    ) as c;
  return v_answer;
end
$$;

comment on function public.taken_seats(uuid) is
  'Returns {at, taken, mine} as one value, so that no row limit cuts it. mine are the seats the caller holds; taken '
  'is every other seat that is held, under review, sold or kept, including the caller''s purchases. For standing places '
  'taken is empty, and free counts the free ones up to 100. Refusals: PT400 invalid, PT404 not_found. Security '
  'definer: only their owner may read claims.';

create function private.require_own_order(p_order_id uuid, p_user_id uuid) returns private.orders
  language plpgsql stable
as $$
declare
  v_order private.orders;
begin
  if p_order_id is null then
    perform private.refuse(400, 'invalid', 'p_order_id', 'Which order?');
  end if;
  if p_user_id = auth.uid() and not private.session_lives(p_user_id) then
    perform private.refuse(401, 'not_signed_in', '', 'This session has ended.');
  end if;
  select * into v_order from private.orders o where o.id = p_order_id;
  if found and v_order.user_id is distinct from p_user_id then
    perform private.refuse(403, 'other_user', 'p_order_id', 'This order is another customer''s.');
  end if;
  return v_order;
end
$$;

comment on function private.require_own_order(uuid, uuid) is
  'Returns the order, or null when it was never held. The customer''s lock also locks the order, whose customer never '
  'changes. Refusals: PT400 invalid, PT401 not_signed_in, PT403 other_user.';

create function private.promised_until(p_user uuid, p_seats private.seat[]) returns timestamptz
  language sql stable set search_path = ''
as $$
  select case when count(c.uncounted_until) = cardinality(p_seats) then min(c.uncounted_until) end
  from unnest(p_seats) as w
  join public.seat_claims c on c.event_id = w.event_id and c.place = w.place and c.seat = w.seat
  where c.user_id = p_user and c.state = 'held' and c.expires_at > now()
$$;

comment on function private.promised_until(uuid, private.seat[]) is
  'Returns until when all these seats are kept for the customer after a rejection; null when one of them is not.';

create function private.lock_own_order(p_order_id uuid, p_user_id uuid) returns private.orders
  language plpgsql volatile set search_path = ''
as $$
declare
  v_order private.orders;
begin
  perform private.require_own_order(p_order_id, p_user_id);
  perform private.lock_customer(p_user_id);
  perform private.lock_order_events('{}', p_order_id);
  v_order := private.require_own_order(p_order_id, p_user_id);
  if v_order.id is null then
    perform private.refuse(404, 'unknown_order', 'p_order_id', 'No seats were ever held for this order.');
  end if;
  return v_order;
end
$$;

comment on function private.lock_own_order(uuid, uuid) is
  'Returns an order that was held, after locking its customer and its events. Refusals: as require_own_order, PT404 unknown_order.';

create function public.extend_hold(p_order_id uuid default null) returns timestamptz
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
  v_terms public.shop_terms := private.terms();
  v_order private.orders;
  v_seats private.seat[];
  v_budget private.seat_budget[];
  v_expires timestamptz;
begin
  v_order := private.lock_own_order(p_order_id, v_user);
  if v_order.submitted_at is not null then
    perform private.refuse(409, 'order_submitted', v_order.order_code, 'This order was submitted.');
  end if;
  -- An offer ends when it says; seats that were given back are not held.
  if v_order.expires_at > now() and exists (select from public.offers f where f.id = p_order_id) then
    return v_order.expires_at;
  end if;
  perform from public.seat_claims c where c.order_id = p_order_id
    order by c.event_id, c.place, c.seat for no key update;
  select array_agg(row (c.event_id, c.place, c.seat, c.ticket_category_id)::private.seat) into v_seats
    from public.seat_claims c where c.order_id = p_order_id and c.state = 'held' and c.expires_at > now();
  if v_order.expires_at <= now() or v_seats is null then
    perform private.refuse(409, 'hold_expired', v_order.order_code, 'The hold ran out; hold again.');
  end if;
  if v_order.extended then
    return v_order.expires_at;
  end if;

  select array_agg(b), least(v_order.expires_at + make_interval(mins => v_terms.extension_minutes), min(b.may_hold_until))
      into v_budget, v_expires
    from private.hold_budget(v_user, p_order_id, v_seats, make_interval(mins => v_terms.held_minutes_an_hour)) as b;
  if v_expires <= v_order.expires_at then
    perform private.refuse(429, 'held_too_long', private.seats_as_lines(v_seats),
      'These seats are held within an hour for as long as one customer may.');
  end if;
  perform private.book_usage(v_user, v_budget, v_expires);
  update public.seat_claims c set expires_at = v_expires
    where c.order_id = p_order_id and c.state = 'held' and c.expires_at > now();
  update private.orders o set expires_at = v_expires, extended = true where o.id = p_order_id;
  return v_expires;
end
$$;

comment on function public.extend_hold(uuid) is
  'Adds extension_minutes of shop_terms to a running hold, once; a repeat returns the same time, and an offer its end. Refusals: PT401 '
  'not_signed_in, PT400 invalid, PT403 other_user, PT404 unknown_order, PT409 order_submitted, hold_expired, PT429 '
  'held_too_long. Security definer: no role may write claims and orders.';

create function public.release_seats(p_order_id uuid default null) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
  v_order private.orders;
  v_seats private.seat[];
begin
  v_order := private.lock_own_order(p_order_id, v_user);
  if exists (select from public.payments p where p.order_id = p_order_id and p.status <> 'rejected') then
    perform private.refuse(409, 'order_submitted', v_order.order_code, 'Its seats are under review or sold.');
  end if;
  if private.decline_offer(p_order_id) then
    return;
  end if;
  perform private.lock_waiting(private.freed_lists(p_order_id));
  perform from public.seat_claims c where c.order_id = p_order_id
    order by c.event_id, c.place, c.seat for no key update;
  select array_agg(row (c.event_id, c.place, c.seat, c.ticket_category_id)::private.seat) into v_seats
    from public.seat_claims c where c.order_id = p_order_id and c.state = 'held';
  perform private.return_usage(v_user, v_seats);
  delete from public.seat_claims c where c.order_id = p_order_id and c.state = 'held';
  update private.orders o set expires_at = least(o.expires_at, now()) where o.id = p_order_id;
end
$$;

comment on function public.release_seats(uuid) is
  'Frees what the order holds, also after its payment was rejected; declines an offer, which ends its wait. Idempotent. Refusals: PT401 not_signed_in, PT400 '
  'invalid, PT403 other_user, PT404 unknown_order, PT409 order_submitted. Security definer: no role may write claims.';

create function private.refuse_stale_sold() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  perform private.refuse(409, 'changed_meanwhile', old.tickets_sold::text,
    'Tickets were sold since the number was read; detail is the number now.');
  return null;
end
$$;

comment on function private.refuse_stale_sold() is
  'Trigger 10_refuse_stale_sold: an edit of tickets_sold sends the updated_at it saw.';

create trigger "10_refuse_stale_sold" before update of tickets_sold on public.ticket_categories
  for each row when (new.tickets_sold is distinct from old.tickets_sold and new.updated_at is distinct from old.updated_at)
  execute function private.refuse_stale_sold();

create function private.sell_at_box_office() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  c_rounds constant integer := 5;
  v_missing integer := new.tickets_sold;
  v_got integer;
begin
  -- In nested triggers the number follows sold claims.
  if pg_trigger_depth() > 1 then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    v_missing := new.tickets_sold - old.tickets_sold;
  end if;
  perform private.share_event(new.event_id);

  if v_missing < 0 then
    perform from public.seat_claims c where c.ticket_category_id = new.id and c.source = 'box_office'
      order by c.event_id, c.place, c.seat for no key update;
    delete from public.seat_claims c using (
      select b.event_id, b.place, b.seat from public.seat_claims b
      where b.ticket_category_id = new.id and b.source = 'box_office'
      order by private.box_office_rank(b.ticket_category_id, b.seat) desc, b.seat desc limit -v_missing
    ) as back
      where c.event_id = back.event_id and c.place = back.place and c.seat = back.seat;
    get diagnostics v_got = row_count;
    if v_got < -v_missing then
      perform private.refuse(409, 'sold_to_customers', (new.tickets_sold - v_missing - v_got)::text,
        'Customers bought that many; detail is the lowest number possible.');
    end if;
    return null;
  end if;

  -- A customer may hold a chosen seat before it is claimed: then choose the next.
  for v_round in 1 .. c_rounds loop
    exit when v_missing = 0;
    with free as (
      select s.place, s.seat from private.seats_of(new.id) as s
      where not exists (
        select from public.seat_claims c
        where c.event_id = new.event_id and c.place = s.place and c.seat = s.seat
          and (c.state <> 'held' or c.expires_at > now()) and (c.review_until is null or c.review_until > now()))
      order by private.box_office_rank(new.id, s.seat), s.seat limit v_missing
    ), claimed as (
      insert into public.seat_claims as c (event_id, place, seat, ticket_category_id, state, source)
      select new.event_id, f.place, f.seat, new.id, 'sold', 'box_office' from free f order by f.place, f.seat
      on conflict (event_id, place, seat) do update
      set ticket_category_id = excluded.ticket_category_id, state = 'sold', source = 'box_office', user_id = null,
        order_id = null, payment_id = null, expires_at = null, uncounted_until = null, review_until = null
      where c.state = 'held' and c.expires_at <= now() or c.state = 'under_review' and c.review_until <= now()
      returning 1
    )
    select v_missing - count(*) into v_missing from claimed;
  end loop;
  if v_missing > 0 then
    perform private.refuse(409, 'not_enough_free_seats', (new.tickets_sold - v_missing)::text,
      'Not so many seats are free; detail is the highest number possible.');
  end if;
  return null;
end
$$;

comment on function private.sell_at_box_office() is
  'When staff raise tickets_sold, claims that many free seats for the box office, in an order fixed by category and '
  'seat, so that every visitor sees the same ones; lowering gives back the last ones claimed. Refusals: PT409 '
  'not_enough_free_seats, sold_to_customers. Security definer: no role may write claims.';

create function private.box_office_rank(p_ticket_category_id uuid, p_seat text) returns text
  language sql immutable strict parallel safe set search_path = ''
as $$ select md5(p_ticket_category_id::text || ' ' || p_seat) collate "C" $$;

comment on function private.box_office_rank(uuid, text) is
  'A fixed, even scatter: the order in which the box office takes seats.';

create trigger "40_box_office_opens" after insert on public.ticket_categories
  for each row when (new.tickets_sold > 0) execute function private.sell_at_box_office();

create trigger "40_box_office" after update of tickets_sold on public.ticket_categories
  for each row when (new.tickets_sold <> old.tickets_sold) execute function private.sell_at_box_office();

create function private.asked_seats(
  p_labels jsonb, p_category uuid, p_most integer, out labels text[], out unknown private.seat[])
  language plpgsql stable
as $$
declare
  v_count integer := jsonb_array_length(p_labels);
  v_label text;
  v_fault text;
begin
  if v_count > p_most then
    perform private.refuse(400, 'too_many_seats', p_most::text, 'At most this many seats of a ticket category in an order.');
  end if;
  labels := '{}';
  for v_at in 0 .. v_count - 1 loop
    v_label := p_labels ->> v_at;
    if jsonb_typeof(p_labels -> v_at) <> 'string' then
      v_fault := format('seats is a list of 1 to %s seat labels.', p_most);
    elsif v_label = any (labels) then
      v_fault := coalesce(v_fault, 'A seat is in a line once.');
    elsif v_label !~ '^([A-Z0-9]{1,4}-)?[A-Z]{1,2}[1-9][0-9]{0,2}$' then
      unknown := unknown || row (null, null, left(v_label, 32), p_category)::private.seat;
    end if;
    labels := labels || v_label;
  end loop;
  if v_fault is not null or v_count = 0 then
    perform private.refuse(400, 'invalid', 'p_lines', coalesce(v_fault, format('seats is a list of 1 to %s seat labels.', p_most)));
  end if;
end
$$;

comment on function private.asked_seats(jsonb, uuid, integer) is
  'Returns the labels of a line, and those that no seat has. Refusals: PT400 invalid, too_many_seats.';

create function private.asked_lines(
  p_lines jsonb, p_terms public.shop_terms, out lines private.order_line[], out categories uuid[])
  language plpgsql stable
as $$
declare
  v_line jsonb;
  v_category uuid;
  v_asked record;
  v_unknown private.seat[];
begin
  -- Casts nothing before its shape is known: the caller writes p_lines.
  if jsonb_typeof(p_lines) is distinct from 'array' or jsonb_array_length(p_lines) not between 1 and p_terms.lines_per_order then
    perform private.refuse(400, 'invalid', 'p_lines', format('p_lines is a list of 1 to %s lines.', p_terms.lines_per_order));
  end if;
  for v_number in 0 .. jsonb_array_length(p_lines) - 1 loop
    v_line := p_lines -> v_number;
    if jsonb_typeof(v_line) is distinct from 'object'
       or jsonb_typeof(v_line -> 'ticket_category_id') is distinct from 'string'
       -- A UUID's shape by hand: counts in a regular expression cost ten times as much.
       or v_line ->> 'ticket_category_id' not like '________-____-____-____-____________'
       or translate(v_line ->> 'ticket_category_id', '0123456789abcdefABCDEF', '') <> '----'
       or jsonb_typeof(v_line -> 'seats') is distinct from 'array' and jsonb_typeof(v_line -> 'count') is distinct from 'number' then
      perform private.refuse(400, 'invalid', 'p_lines',
        'A line is {"ticket_category_id": uuid, "seats": [label, …]}, or has "count": the number of standing places.');
    end if;
    v_category := v_line ->> 'ticket_category_id';
    if v_category = any (categories) then
      perform private.refuse(400, 'invalid', 'p_lines', 'A ticket category is in one line only.');
    end if;
    categories := categories || v_category;
    -- Whatever form it has: known_lines reads it without looking.
    if jsonb_typeof(v_line -> 'count') <> 'null' then
      if v_line ? 'seats' or (v_line ->> 'count') !~ '^[1-9][0-9]{0,8}$' then
        perform private.refuse(400, 'invalid', 'p_lines', 'count is a whole number from 1, instead of seats.');
      end if;
      if (v_line ->> 'count')::integer > p_terms.seats_per_line then
        perform private.refuse(400, 'too_many_seats', p_terms.seats_per_line::text,
          'At most this many seats of a ticket category in an order.');
      end if;
      lines := lines || row (v_category, '{}', null, null, null, null, null, null, null, null, null, null, null, null,
        v_line ->> 'count', null)::private.order_line;
      continue;
    end if;
    v_asked := private.asked_seats(v_line -> 'seats', v_category, p_terms.seats_per_line);
    v_unknown := v_unknown || v_asked.unknown;
    lines := lines || row (v_category, v_asked.labels, null, null, null, null, null, null, null, null, null, null, null, null, null, null)::private.order_line;
  end loop;
  if v_unknown is not null then
    perform private.refuse(400, 'unknown_seat', private.seats_as_lines(v_unknown),
      'A seat label is A1, or BALC-A1 in a layout, exactly so.');
  end if;
end
$$;

comment on function private.asked_lines(jsonb, public.shop_terms) is
  'Returns the lines of an order and their categories, in order, each value of the right shape; does not check that '
  'categories and seats exist. Refusals: PT400 invalid, too_many_seats, unknown_seat.';

create function private.share_order_events(p_categories uuid[], p_order_id uuid) returns void
  language plpgsql volatile
as $$
declare
  v_event uuid;
begin
  -- One category is the usual case. PostgreSQL plans a lookup by list again each time, so look it up by id.
  if cardinality(p_categories) = 1 then
    select c.event_id into v_event from public.ticket_categories c
      where c.id = p_categories[1]
        and not exists (select from public.seat_claims s where s.order_id = p_order_id and s.event_id <> c.event_id);
  end if;
  if v_event is not null then
    perform private.share_event(v_event);
  else
    perform private.share_event(e.event_id) from (
      select c.event_id from public.ticket_categories c where c.id = any (p_categories)
      union
      select s.event_id from public.seat_claims s where s.order_id = p_order_id
      order by 1
    ) as e;
  end if;
  if cardinality(p_categories) > 1 then
    perform private.lock_phase(o.c) from (
      select c from public.ticket_categories c where c.id = any (p_categories) and c.phases <> '[]' order by c.id offset 0) as o;
    perform from public.ticket_categories c where c.id = any (p_categories) order by c.id for key share;
  end if;
end
$$;

comment on function private.share_order_events(uuid[], uuid) is
  'lock_order_events for callers that go on to place_lines, which locks a single category while reading it.';

create function private.claims_besides(
  p_user_id uuid, p_order_id uuid, p_wanted private.seat[], out released private.seat[], out other_seats integer)
  language plpgsql stable set search_path = ''
as $$
begin
  select array_agg(row (c.event_id, c.place, c.seat, c.ticket_category_id)::private.seat)
        filter (where c.order_id = p_order_id and c.state = 'held' and w.seat is null),
      count(*) filter (where c.state = 'under_review' and (c.review_until is null or c.review_until > now())
        or c.expires_at > now() and c.order_id <> p_order_id and (c.payment_id is null or w.seat is null))
    into released, other_seats
    from public.seat_claims c
    left join unnest(p_wanted) as w on w.event_id = c.event_id and w.place = c.place and w.seat = c.seat
    where c.user_id = p_user_id and c.state <> 'sold';
end
$$;

comment on function private.claims_besides(uuid, uuid, private.seat[]) is
  'Returns, apart from the wanted seats, what the order holds and now gives back, and how many seats the customer has '
  'held or under review.';

create function private.forget_held_times() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.hold_usage u where u.event_id = old.id or u.since < now() - interval '2 hours';
  return null;
end
$$;

comment on function private.forget_held_times() is
  'Trigger: deletes an event''s held times and expired ones with it. Security definer: no role may use them.';

create trigger forget_held_times after delete on public.events
  for each row execute function private.forget_held_times();

create trigger "90_stamp" before update on public.seat_claims for each row execute function private.stamp_row();

create function private.known_lines(p_lines jsonb) returns private.order_line[]
  language plpgsql immutable
as $$
declare
  v_line jsonb;
  v_lines private.order_line[];
begin
  for v_at in 0 .. jsonb_array_length(p_lines) - 1 loop
    v_line := p_lines -> v_at;
    -- Labels are letters, digits and hyphens, so the JSON list can be read as text.
    v_lines[v_at + 1] := row ((v_line ->> 'ticket_category_id')::uuid,
      string_to_array(translate(v_line ->> 'seats', '[]" ', ''), ','),
      null, null, null, null, null, null, null, null, null, null, null, null, v_line ->> 'count', null)::private.order_line;
  end loop;
  return v_lines;
end
$$;

comment on function private.known_lines(jsonb) is
  'Returns what asked_lines returns, without checks, for lines that it has checked before.';

create function private.found_line(p_line private.order_line, p_order_id uuid) returns private.order_line
  language plpgsql volatile
as $$
declare
  v_line private.order_line;
begin
  -- Keeps the category from being deleted, and reads where it is now.
  select c.id, p_line.seats, c.event_id,
      coalesce(p.unit_price, case when c.phases = '[]' then c.price else private.price_to_hold(c) end), p.unit_price is not null,
      c.name, e.singer_id, e.city, e.date, e.venue,
      e.status = 'scheduled' and e.date > now() and (p.unit_price is not null
        or e.published_at is not null and e.paused_at is null
          and (c.sale_from is null or c.sale_from <= now()) and (c.sale_until is null or c.sale_until > now()))
        and (not c.is_hidden or null),
      c.total_tickets, c.grid_columns, c.grid_columns is not null, p_line.places, c.is_standing
    into v_line
    from public.ticket_categories c
    left join public.events e on e.id = c.event_id
    left join private.order_prices p on p.order_id = p_order_id and p.ticket_category_id = c.id
    where c.id = p_line.ticket_category_id
    for key share of c;
  if not found then
    v_line.ticket_category_id := p_line.ticket_category_id;
    v_line.seats := p_line.seats;
  end if;
  return v_line;
end
$$;

comment on function private.found_line(private.order_line, uuid) is
  'Completes a line but for its standing places; p_order_id: whose frozen price. Locks the category against deletion.';

create function private.place_standing(
  p_line private.order_line, p_places integer, p_user_id uuid, p_held_by uuid,
  out labels text[], out seats private.seat[], out missing private.seat[])
  language plpgsql volatile
as $$
declare
  v_label text;
begin
  labels := '{}';
  if p_line.is_standing then
    labels := private.take_places(p_line.ticket_category_id, p_places, p_user_id, p_held_by);
  end if;
  foreach v_label in array labels loop
    seats := seats || row (p_line.event_id, p_line.ticket_category_id::text, v_label, p_line.ticket_category_id)::private.seat;
  end loop;
  -- A line has as many labels as people; the missing places get numbers under which this order claims nothing.
  for v_number in 1 .. p_places + cardinality(labels) loop
    exit when cardinality(labels) = p_places;
    if v_number::text <> all (labels) then
      labels := labels || v_number::text;
      missing := missing || row (p_line.event_id, null, v_number::text, p_line.ticket_category_id)::private.seat;
    end if;
  end loop;
end
$$;

comment on function private.place_standing(private.order_line, integer, uuid, uuid) is
  'Picks and locks the line''s standing places. missing: those that could not be had, all of them where places have no standing.';

create function private.place_lines(
  p_lines private.order_line[], p_order_id uuid, p_user_id uuid, p_held_by uuid,
  out lines private.order_line[], out seats private.seat[], out unknown private.seat[], out not_on_sale private.seat[],
  out short private.seat[], out unpicked integer, out event_id uuid)
  language plpgsql volatile
as $$
declare
  v_asked private.order_line;
  v_line private.order_line;
  v_category uuid;
  v_taken record;
  v_label text;
  v_place text;
  v_position integer;
  v_last integer;
begin
  unpicked := 0;
  foreach v_asked in array p_lines loop
    v_line := private.found_line(v_asked, p_order_id);
    v_category := v_asked.ticket_category_id;
    if v_asked.places is not null then
      if v_line.is_standing and p_user_id is null then
        unpicked := unpicked + v_asked.places;
      else
        v_taken := private.place_standing(v_line, v_asked.places, p_user_id, p_held_by);
        v_line.seats := v_taken.labels;
        v_line.in_order := false;
        seats := seats || v_taken.seats;
        short := short || case when v_line.is_standing then v_taken.missing end;
        unknown := unknown || case when v_line.is_standing is not true then v_taken.missing end;
      end if;
      if v_line.on_sale is not true then
        not_on_sale := not_on_sale || row (null, null, null, v_category)::private.seat;
      end if;
      event_id := case when lines is null or event_id = v_line.event_id then v_line.event_id end;
      lines := lines || v_line;
      continue;
    end if;
    v_last := 0;
    foreach v_label in array v_asked.seats loop
      if v_line.grid_columns is not null then
        v_position := private.grid_position(v_label, v_line.grid_columns);
        v_place := case when v_position <= v_line.total_tickets then v_category::text end;
        if v_position is null or v_position < v_last then
          v_line.in_order := false;
        end if;
        v_last := v_position;
      else
        v_place := private.place_of(v_category, v_label);
      end if;
      if v_place is not null then
        seats := seats || row (v_line.event_id, v_place, v_label, v_category)::private.seat;
      else
        unknown := unknown || row (v_line.event_id, null, v_label, v_category)::private.seat;
      end if;
      if v_line.on_sale is not true then
        not_on_sale := not_on_sale || row (null, null, v_label, v_category)::private.seat;
      end if;
    end loop;
    event_id := case when lines is null or event_id = v_line.event_id then v_line.event_id end;
    lines := lines || v_line;
  end loop;
end
$$;

comment on function private.place_lines(private.order_line[], uuid, uuid, uuid) is
  'Completes the asked lines as order_line describes, with event and place of each seat; p_order_id: whose frozen '
  'prices, p_held_by: whose standing places, picked and locked for p_user_id; without one they are counted in '
  'unpicked. unknown: seats that their category does not sell; not_on_sale: seats that are not sold now; short: standing '
  'places that could not be had; null when there is none. What a running hold of the order has (its frozen price) is '
  'sold while paused and after its window, too, until the event begins. on_sale is null for what is sold with a code. '
  'event_id is the event of all lines, null when they are at several or a category is gone. Locks the categories '
  'against deletion; the caller has shared their events.';

create function private.lone_companions(p_seats private.seat[], p_hours integer, p_order_id uuid) returns private.seat[]
  language plpgsql stable set search_path = ''
as $$
declare
  v_lone private.seat[];
begin
  if not exists (select from unnest(p_seats) as s where s.place <> s.ticket_category_id::text) then
    return null;
  end if;
  select array_agg(s) into v_lone
  from unnest(p_seats) as s
  join public.events e on e.id = s.event_id and e.date > now() + make_interval(hours => p_hours)
  join public.ticket_category_layouts l on l.ticket_category_id = s.ticket_category_id
  join public.seating_layouts y on y.id = l.seating_layout_id,
    lateral jsonb_array_elements(y.layout_data -> 'sections') as section,
    lateral jsonb_array_elements(section -> 'rows') as of_row,
    lateral (select concat(section ->> 'code', '-', of_row ->> 'label') as label) as r,
    lateral private.companions(of_row) as c
  -- The row of the seat alone is looked through.
  where section ->> 'code' = s.place and of_row ? 'wheelchair' and starts_with(s.seat, r.label) and s.seat = r.label || c.seat
    and not exists (select from unnest(p_seats) as p where p.event_id = s.event_id and p.seat = r.label || c.of_place)
    and (
      select count(*) filter (where h.seat = s.seat) = 0 or count(*) filter (where h.seat <> s.seat) > 0
      from public.seat_claims h
      where h.event_id = s.event_id and h.place = s.place and h.seat in (s.seat, r.label || c.of_place)
        and h.order_id = p_order_id and h.state = 'held');
  return v_lone;
end
$$;

comment on function private.lone_companions(private.seat[], integer, uuid) is
  'Returns the companion seats whose wheelchair place is not among the seats, until so many hours before their event; null for none. '
  'A companion seat that the order already holds without its place was open to all then, and stays so.';

create function private.rate_lines(
  p_lines private.order_line[], p_order_id uuid, p_terms public.shop_terms) returns private.priced_line[]
  language plpgsql stable
as $$
declare
  v_line private.order_line;
  v_rated private.priced_line;
  v_lines private.priced_line[];
begin
  foreach v_line in array p_lines loop
    continue when v_line.event_id is null;
    if v_line.is_frozen then
      select p.unit_price, coalesce(v_line.places, cardinality(v_line.seats)), p.gst_percent, p.local_percent, p.fee, p.fee_gst_percent,
          p.includes_gst, p.rounds
        into v_rated
        from private.order_prices p
        where p.order_id = p_order_id and p.ticket_category_id = v_line.ticket_category_id;
    else
      v_rated := private.rate_line(v_line.unit_price, coalesce(v_line.places, cardinality(v_line.seats)),
        (select e.state from public.events e where e.id = v_line.event_id), p_terms);
      if v_line.unit_price = 0 and exists (
          select from public.ticket_categories c where c.id = v_line.ticket_category_id and c.is_free) then
        v_rated := row (0.00, v_rated.quantity, 0.00, 0.00, 0.00, 0.00, false, false)::private.priced_line;
      end if;
    end if;
    v_lines := v_lines || v_rated;
  end loop;
  return v_lines;
end
$$;

comment on function private.rate_lines(private.order_line[], uuid, public.shop_terms) is
  'Returns the lines of place_lines with their rates: frozen ones as the order keeps them, the others as of today. Leaves '
  'out lines whose category is gone; null when all are.';

create function public.release_customer_seats(p_user_id uuid default null) returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_free integer;
begin
  perform private.require_admin();
  if p_user_id is null then
    perform private.refuse(400, 'invalid', 'p_user_id', 'Whose seats?');
  end if;
  perform private.lock_customer(p_user_id);
  perform private.share_event(e.event_id) from (
    select distinct c.event_id from public.seat_claims c where c.user_id = p_user_id and c.state <> 'sold' order by 1) as e;
  -- What others gave back is theirs again.
  perform private.lock_waiting(private.freed_lists(null, p_user_id) || array(
    select f.ticket_category_id from public.offers f where f.user_id = p_user_id and f.state = 'submitted'));
  perform private.restore_returns(f.id) from public.offers f where f.user_id = p_user_id and f.state = 'submitted';
  perform from public.seat_claims c where c.user_id = p_user_id and c.state <> 'sold'
    order by c.event_id, c.place, c.seat for no key update;
  delete from public.seat_claims c where c.user_id = p_user_id and c.state <> 'sold';
  get diagnostics v_free = row_count;
  update private.orders o set expires_at = least(o.expires_at, now()) where o.user_id = p_user_id and o.expires_at > now();
  if v_free > 0 then
    perform private.record_audit('release_seats', 'profiles', p_user_id::text, null, jsonb_build_object('seats', v_free));
  end if;
  return v_free;
end
$$;

comment on function public.release_customer_seats(uuid) is
  'Frees every seat that a customer holds or has under review, and returns how many. The payments stay undecided with '
  'a warning that their seats were lost; tickets stay, and seats given back are their holders'' again. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, '
  'PT400 invalid. Security definer: no role may write claims.';

insert into private.rights (roles, privileges, object) values
  ('authenticated', 'select', 'table public.seat_claims'),
  -- Constraints run as the role that writes the table: of the API's roles only this one.
  ('service_role', 'execute', 'function private.is_sound_claim(text, text, uuid, uuid, uuid, uuid, timestamptz)'),
  ('anon, authenticated', 'execute', 'function public.taken_seats(uuid)'),
  ('anon, authenticated', 'execute', 'function public.extend_hold(uuid)'),
  ('anon, authenticated', 'execute', 'function public.release_seats(uuid)'),
  ('anon, authenticated', 'execute', 'function public.release_customer_seats(uuid)');
