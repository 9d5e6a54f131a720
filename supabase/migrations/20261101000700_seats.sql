-- Seats: claims on seats, orders with their holds and frozen prices, and the box office.
--
-- A claim goes held -> under_review -> sold; freeing it deletes the row. Every live claim is one row of seat_claims, whose
-- primary key (event, place, seat) is what makes a seat impossible to give twice. An expired hold counts as free
-- everywhere and is taken over inside the claiming statement, so nothing depends on a sweeper.
--
-- Foreign keys. The embedded backend takes every table with two foreign keys for a link between their targets, and then
-- finds 'ticket_categories with their events' ambiguous. So claims, payment lines and tickets have one to the category,
-- whose own leads to the event (and keeps it from being deleted), and none to the event itself; nor has a claim one to its
-- ticket, or a ticket one to its line. Functions alone write those columns, and none of the targets is ever deleted.
--
-- Locks, in this order everywhere: customer (advisory), event (advisory: shared to hold and submit, exclusive to cancel
-- and to change seats), payments, categories by id, claims by (event, place, seat).

create type private.seat as (event_id uuid, place text, seat text, ticket_category_id uuid);
comment on type private.seat is 'One seat of one event; place is the section code, or the category''s id.';

create type private.seat_budget as (
  event_id uuid, place text, seat text, ticket_category_id uuid,
  counts_from timestamptz, since timestamptz, spent interval, may_hold_until timestamptz);
comment on type private.seat_budget is 'What private.hold_budget says of one seat.';

create table private.orders (
  id uuid primary key,
  user_id uuid not null,
  order_code text not null,
  expires_at timestamptz not null default '-infinity',
  extended boolean not null default false,
  submitted_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table private.orders is
  'What outlives the claims of an order: whose it is, until when it may hold, whether it was extended and submitted.';
comment on column private.orders.order_code is 'MF and the first 40 bits of the id in Crockford''s base 32; not unique.';
create index orders_user_id on private.orders (user_id);
create index orders_order_code on private.orders (order_code);
alter table private.orders enable row level security;

create table private.order_prices (
  order_id uuid not null references private.orders (id) on delete cascade,
  ticket_category_id uuid not null references public.ticket_categories (id) on delete restrict,
  unit_price numeric(12, 2) not null check (unit_price >= 0),
  primary key (order_id, ticket_category_id)
);
comment on table private.order_prices is
  'The categories of an order, each at the price of the moment it was first held: what staff change later does not touch it.';
create index order_prices_ticket_category_id on private.order_prices (ticket_category_id);
alter table private.order_prices enable row level security;

create table private.hold_usage (
  user_id uuid not null,
  event_id uuid not null references public.events (id) on delete cascade,
  place text not null,
  seat text not null,
  since timestamptz not null,
  used interval not null,
  primary key (user_id, event_id, place, seat)
);
comment on table private.hold_usage is
  'How long a customer has held a seat in the hour that began at since. A hold is booked in full when it is given, and '
  'what is left of it is given back when it ends early.';
create index hold_usage_event_id on private.hold_usage (event_id);
alter table private.hold_usage enable row level security;

create table public.seat_claims (
  event_id uuid not null,
  place text not null,
  seat text not null,
  ticket_category_id uuid not null references public.ticket_categories (id) on delete restrict,
  state text not null check (state in ('held', 'under_review', 'sold')),
  source text not null default 'order' check (source in ('order', 'box_office')),
  user_id uuid,
  order_id uuid references private.orders (id) on delete restrict,
  payment_id uuid,
  ticket_id uuid,
  expires_at timestamptz,
  uncounted_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (event_id, place, seat),
  constraint seat_claims_owner check ((source = 'order') = (user_id is not null and order_id is not null)),
  constraint seat_claims_held_expires check ((state = 'held') = (expires_at is not null)),
  constraint seat_claims_paid check (state = 'held' or source = 'box_office' or payment_id is not null),
  constraint seat_claims_ticket check ((ticket_id is not null) = (state = 'sold' and source = 'order')),
  constraint seat_claims_box_office_sold check (source = 'order' or state = 'sold')
);
comment on table public.seat_claims is
  'Who has a seat: held (until expires_at), under review (payment) or sold (ticket, or box office). Written by functions only.';
comment on column public.seat_claims.payment_id is
  'The payment under review or approved; on a held seat the rejected payment it came back from.';
comment on column public.seat_claims.ticket_id is 'The ticket of a sold seat; null when the box office sold it.';
comment on column public.seat_claims.uncounted_until is
  'End of the quarter hour after a rejection, which does not count as held time.';
create index seat_claims_ticket_category_id on public.seat_claims (ticket_category_id);
create index seat_claims_user_id on public.seat_claims (user_id);
create index seat_claims_order_id on public.seat_claims (order_id);
create index seat_claims_payment_id on public.seat_claims (payment_id);
create index seat_claims_ticket_id on public.seat_claims (ticket_id) where ticket_id is not null;

create trigger "90_stamp" before insert or update on public.seat_claims
  for each row execute function private.stamp_row();

alter table public.seat_claims enable row level security;
create policy "Customers read their own seat claims" on public.seat_claims
  for select to authenticated using (user_id = (select private.uid()));
create policy "Admins read seat claims" on public.seat_claims
  for select to authenticated using ((select private.is_admin()));

-- ---------------------------------------------------------------------------------------------------------------
-- Reading an order

create function private.order_code(p_order_id uuid) returns text
  language sql immutable strict parallel safe set search_path = ''
as $$
  select 'MF' || string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((bits >> (35 - 5 * n)) & 31)::integer + 1, 1), '' order by n)
  from (select ('x' || left(replace(p_order_id::text, '-', ''), 10))::bit(40)::bigint as bits) as head,
    generate_series(0, 7) as n
$$;
comment on function private.order_code(uuid) is 'MF and 8 characters of Crockford''s base 32: the first 40 bits of the id.';

create function private.seats_as_lines(p_seats private.seat[]) returns text
  language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('ticket_category_id', l.ticket_category_id, 'seats', l.seats) order by l.first), '[]')::text
  from (
    select s.ticket_category_id, min(s.n) as first,
      coalesce(jsonb_agg(s.seat order by private.seat_order(s.seat) collate "C") filter (where s.seat is not null), '[]') as seats
    from unnest(p_seats) with ordinality as s (event_id, place, seat, ticket_category_id, n)
    group by s.ticket_category_id
  ) as l
$$;
comment on function private.seats_as_lines(private.seat[]) is 'JSON text shaped like p_lines: how a refusal names seats.';

create function private.read_lines(p_lines jsonb)
  returns table (line integer, ticket_category_id uuid, seats text[])
  language plpgsql stable set search_path = ''
as $$
declare
  c_most_lines constant integer := 40;
  c_most_seats constant integer := 10;
  c_label constant text := '^([A-Z0-9]{1,4}-)?[A-Z]{1,2}[1-9][0-9]{0,2}$';
  c_uuid constant text := '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';
  v_line jsonb;
  v_unknown private.seat[] := '{}'::private.seat[];
  v_bad private.seat[];
  v_texts boolean;
  v_different integer;
  v_seen uuid[] := '{}'::uuid[];
begin
  -- The caller writes p_lines: nothing in it is cast before its shape is known.
  if jsonb_typeof(p_lines) is distinct from 'array' or jsonb_array_length(p_lines) not between 1 and c_most_lines then
    perform private.refuse(400, 'invalid', 'p_lines', format('p_lines is a list of 1 to %s lines.', c_most_lines));
  end if;
  line := 0;
  for v_line in select value from jsonb_array_elements(p_lines) loop
    line := line + 1;
    if jsonb_typeof(v_line) is distinct from 'object'
       or jsonb_typeof(v_line -> 'ticket_category_id') is distinct from 'string'
       or v_line ->> 'ticket_category_id' !~ c_uuid
       or jsonb_typeof(v_line -> 'seats') is distinct from 'array' then
      perform private.refuse(400, 'invalid', 'p_lines',
        'A line is {"ticket_category_id": uuid, "seats": [label, …]}.');
    end if;
    ticket_category_id := (v_line ->> 'ticket_category_id')::uuid;
    if ticket_category_id = any (v_seen) then
      perform private.refuse(400, 'invalid', 'p_lines', 'A ticket category stands in one line only.');
    end if;
    v_seen := v_seen || ticket_category_id;
    if jsonb_array_length(v_line -> 'seats') > c_most_seats then
      perform private.refuse(400, 'too_many_seats', c_most_seats::text,
        'At most this many seats of a ticket category in an order.');
    end if;
    -- One pass for all that is asked of the labels.
    select array_agg(l.seat order by l.n), bool_and(l.is_text), count(distinct l.seat),
        array_agg(row (null, null, left(l.seat, 32), ticket_category_id)::private.seat order by l.n) filter (where l.seat !~ c_label)
      into seats, v_texts, v_different, v_bad
      from (
        select s.value #>> '{}' as seat, jsonb_typeof(s.value) = 'string' as is_text, s.n
        from jsonb_array_elements(v_line -> 'seats') with ordinality as s (value, n)
      ) as l;
    if v_texts is not true then
      perform private.refuse(400, 'invalid', 'p_lines', 'seats is a list of 1 to 10 seat labels.');
    end if;
    if v_different <> cardinality(seats) then
      perform private.refuse(400, 'invalid', 'p_lines', 'A seat stands in a line once.');
    end if;
    v_unknown := v_unknown || v_bad;
    return next;
  end loop;
  if cardinality(v_unknown) > 0 then
    perform private.refuse(400, 'unknown_seat', private.seats_as_lines(v_unknown),
      'A seat label is A1, or BALC-A1 in a layout, exactly so.');
  end if;
end
$$;
comment on function private.read_lines(jsonb) is
  'The lines of an order, in order, every value of the right shape; that categories and seats exist is not asked. '
  'Refusals: PT400 invalid, too_many_seats, unknown_seat.';

create function private.asked_seats(p_lines jsonb) returns private.seat[]
  language sql stable set search_path = ''
as $$
  select array_agg(row (null, null, s.seat, l.ticket_category_id)::private.seat order by l.line, s.n)
  from private.read_lines(p_lines) as l, lateral unnest(l.seats) with ordinality as s (seat, n)
$$;
comment on function private.asked_seats(jsonb) is
  'The seats of the lines, one after the other, without event and place. Refusals: those of read_lines.';

create function private.place_seats(p_asked private.seat[])
  returns table (n bigint, event_id uuid, place text, seat text, ticket_category_id uuid, on_sale boolean)
  language sql stable set search_path = ''
as $$
  select a.n, c.event_id,
    case
      when l.ticket_category_id is not null then private.place_of(c.id, a.seat)
      when private.grid_position(a.seat, c.grid_columns) <= c.total_tickets then c.id::text
    end,
    a.seat, a.ticket_category_id, coalesce(e.status = 'scheduled' and e.date > now(), false)
  from unnest(p_asked) with ordinality as a (event_id, place, seat, ticket_category_id, n)
  left join public.ticket_categories c on c.id = a.ticket_category_id
  left join public.ticket_category_layouts l on l.ticket_category_id = c.id
  left join public.events e on e.id = c.event_id
$$;
comment on function private.place_seats(private.seat[]) is
  'The asked seats with their event and place, in order n; place is null for a seat its category does not sell.';

create function private.lock_order_events(p_categories uuid[], p_order_id uuid) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  perform private.share_event(e.event_id) from (
    select c.event_id from public.ticket_categories c where c.id = any (p_categories)
    union
    select s.event_id from public.seat_claims s where s.order_id = p_order_id
    order by 1
  ) as e;
  -- A category cannot be deleted from here on. One that moved to another event while we waited is read anew.
  perform from public.ticket_categories c where c.id = any (p_categories) order by c.id for key share;
end
$$;
comment on function private.lock_order_events(uuid[], uuid) is
  'Shares the events that an order touches, those of seats it is about to give back included, and keeps its categories.';

create function private.hold_budget(p_user_id uuid, p_order_id uuid, p_seats private.seat[])
  returns setof private.seat_budget
  language sql stable set search_path = ''
as $$
  select b.event_id, b.place, b.seat, b.ticket_category_id, b.counts_from, b.since, b.spent,
    b.counts_from + (interval '30 minutes' - b.spent)
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
comment on function private.hold_budget(uuid, uuid, private.seat[]) is
  'For each seat: how much of its half hour this customer has really spent within the hour from the first hold, from '
  'when holding counts, and until when the seat may be held.';

create function private.book_usage(p_user_id uuid, p_budget private.seat_budget[], p_expires_at timestamptz)
  returns void language sql volatile set search_path = ''
as $$
  insert into private.hold_usage as u (user_id, event_id, place, seat, since, used)
  select p_user_id, b.event_id, b.place, b.seat, b.since,
    b.spent + greatest(p_expires_at - b.counts_from, interval '0')
  from unnest(p_budget) as b
  on conflict (user_id, event_id, place, seat) do update set since = excluded.since, used = excluded.used
$$;
comment on function private.book_usage(uuid, private.seat_budget[], timestamptz) is
  'Books the held time of these seats up to p_expires_at. Called before the claims are written.';

create function private.return_usage(p_user_id uuid, p_seats private.seat[]) returns void
  language sql volatile set search_path = ''
as $$
  update private.hold_usage u
  set used = greatest(u.used - greatest(c.expires_at - greatest(now(), c.uncounted_until), interval '0'), interval '0')
  from unnest(p_seats) as s
  join public.seat_claims c on c.event_id = s.event_id and c.place = s.place and c.seat = s.seat
  where c.state = 'held' and c.expires_at > now() and c.user_id = p_user_id
    and u.user_id = p_user_id and u.event_id = s.event_id and u.place = s.place and u.seat = s.seat
$$;
comment on function private.return_usage(uuid, private.seat[]) is
  'Gives back the rest of these holds. Called before they are released or go under review.';

-- ---------------------------------------------------------------------------------------------------------------
-- Claiming

create function private.claim_seats(
  p_wanted private.seat[], p_released private.seat[], p_state text, p_user_id uuid, p_order_id uuid, p_payment_id uuid,
  p_expires_at timestamptz) returns private.seat[]
  language plpgsql volatile set search_path = ''
as $$
declare
  v_got private.seat[];
begin
  -- One statement for wanted and released seats, in one order: releasing first, in a statement of its own, deadlocks.
  with written as (
    insert into public.seat_claims as c
      (event_id, place, seat, ticket_category_id, state, source, user_id, order_id, payment_id, expires_at)
    select s.event_id, s.place, s.seat, s.ticket_category_id,
      case when s.wanted then p_state else 'held' end, 'order', p_user_id, p_order_id,
      case when s.wanted then p_payment_id end,
      case when s.wanted then p_expires_at else '-infinity' end
    from (
      select w.*, true as wanted from unnest(p_wanted) as w
      union all
      select r.*, false from unnest(p_released) as r
    ) as s
    order by s.event_id, s.place, s.seat
    on conflict (event_id, place, seat) do update
    set ticket_category_id = excluded.ticket_category_id,
      state = excluded.state,
      source = 'order',
      user_id = excluded.user_id,
      order_id = excluded.order_id,
      -- A seat that came back from a rejection keeps its payment while it is held: any order of its customer may take it.
      payment_id = case
        when excluded.state = 'held' and c.state = 'held' and c.expires_at > now() then c.payment_id
        else excluded.payment_id end,
      uncounted_until = case
        when excluded.state = 'held' and c.state = 'held' and c.expires_at > now() then c.uncounted_until end,
      ticket_id = null,
      expires_at = excluded.expires_at
    where case
      when c.state = 'held' then
        c.expires_at <= now()
        or c.user_id = p_user_id and (c.order_id = p_order_id or c.payment_id is not null)
      else c.payment_id = p_payment_id end
    returning c.event_id, c.place, c.seat, c.ticket_category_id, c.expires_at
  )
  select coalesce(array_agg(row (w.event_id, w.place, w.seat, w.ticket_category_id)::private.seat), '{}') into v_got
    from written w where w.expires_at is distinct from '-infinity';

  if cardinality(p_released) > 0 then
    delete from public.seat_claims c
      where c.order_id = p_order_id and c.state = 'held' and c.expires_at = '-infinity';
  end if;
  return v_got;
end
$$;
comment on function private.claim_seats(private.seat[], private.seat[], text, uuid, uuid, uuid, timestamptz) is
  'Gives the wanted seats that are free, expired or already this order''s (or this payment''s) to the order, frees the '
  'released ones, and returns the wanted seats it got. Whoever may not lose any must refuse when some are missing. The '
  'caller holds the customer''s and the events'' locks.';

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
comment on function private.missing_seats(private.seat[], private.seat[]) is 'The wanted seats that are not among the others.';

create function private.count_sold_claims() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  -- Inside the box-office trigger the category already carries its new number.
  if pg_trigger_depth() > 1 then
    return null;
  end if;
  -- Holding and submitting sell nothing.
  if tg_op = 'INSERT' then
    if not exists (select from new_claims n where n.state = 'sold') then
      return null;
    end if;
    update public.ticket_categories c set tickets_sold = c.tickets_sold + d.n
      from (select n.ticket_category_id, count(*) as n from new_claims n where n.state = 'sold' group by 1) as d
      where c.id = d.ticket_category_id;
  elsif tg_op = 'DELETE' then
    if not exists (select from old_claims o where o.state = 'sold') then
      return null;
    end if;
    update public.ticket_categories c set tickets_sold = c.tickets_sold - d.n
      from (select o.ticket_category_id, count(*) as n from old_claims o where o.state = 'sold' group by 1) as d
      where c.id = d.ticket_category_id;
  else
    if not exists (select from new_claims n where n.state = 'sold')
       and not exists (select from old_claims o where o.state = 'sold') then
      return null;
    end if;
    update public.ticket_categories c set tickets_sold = c.tickets_sold + d.n
      from (
        select both_claims.ticket_category_id, sum(both_claims.n) as n from (
          select n.ticket_category_id, 1 as n from new_claims n where n.state = 'sold'
          union all
          select o.ticket_category_id, -1 from old_claims o where o.state = 'sold'
        ) as both_claims group by 1
      ) as d
      where c.id = d.ticket_category_id and d.n <> 0;
  end if;
  return null;
end
$$;
comment on function private.count_sold_claims() is
  'tickets_sold of a category is the number of its sold claims, whoever wrote them. Functions that sell lock their '
  'categories by id first. Security definer: it acts for the shop.';

create trigger count_inserted after insert on public.seat_claims
  referencing new table as new_claims for each statement execute function private.count_sold_claims();
create trigger count_updated after update on public.seat_claims
  referencing old table as old_claims new table as new_claims for each statement execute function private.count_sold_claims();
create trigger count_deleted after delete on public.seat_claims
  referencing old table as old_claims for each statement execute function private.count_sold_claims();

-- ---------------------------------------------------------------------------------------------------------------
-- What customers call

create function public.taken_seats(p_ticket_category_id uuid default null) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := private.uid();
  v_answer jsonb;
begin
  if p_ticket_category_id is null then
    perform private.refuse(400, 'invalid', 'p_ticket_category_id', 'Which ticket category?');
  end if;
  if not exists (select from public.ticket_categories c where c.id = p_ticket_category_id) then
    perform private.refuse(404, 'not_found', 'p_ticket_category_id', 'There is no such ticket category.');
  end if;
  select jsonb_build_object(
      'at', now(),
      'taken', coalesce(jsonb_agg(c.seat order by c.place, c.seat) filter (where not c.mine), '[]'),
      'mine', coalesce(jsonb_agg(c.seat order by c.place, c.seat) filter (where c.mine), '[]'))
    into v_answer
    from (
      select s.place, s.seat,
        -- is not distinct from: for a visitor an equality would be null, and held seats would look free.
        s.state = 'held' and s.user_id is not distinct from v_user as mine
      from public.seat_claims s
      where s.ticket_category_id = p_ticket_category_id and (s.state <> 'held' or s.expires_at > now())
    ) as c;
  return v_answer;
end
$$;
comment on function public.taken_seats(uuid) is
  '{at, taken, mine}: one value, so that no row limit cuts it. mine are the seats the caller holds; taken is every other '
  'seat that is held, under review or sold, the caller''s own purchases included. Refusals: PT400 invalid, PT404 '
  'not_found. Security definer: claims say whose they are, which only their owner may read.';

create function private.require_own_order(p_order_id uuid, p_user_id uuid) returns private.orders
  language plpgsql stable set search_path = ''
as $$
declare
  v_order private.orders;
begin
  if p_order_id is null then
    perform private.refuse(400, 'invalid', 'p_order_id', 'Which order?');
  end if;
  select * into v_order from private.orders o where o.id = p_order_id;
  if found and v_order.user_id is distinct from p_user_id then
    perform private.refuse(403, 'other_user', 'p_order_id', 'This order is another customer''s.');
  end if;
  return v_order;
end
$$;
comment on function private.require_own_order(uuid, uuid) is
  'The order, or null when it was never held. Its customer''s lock is the lock of an order; whose it is never changes. '
  'Refusals: PT400 invalid, PT403 other_user.';

create function public.hold_seats(p_order_id uuid default null, p_lines jsonb default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_hold constant interval := interval '10 minutes';
  c_most_seats constant integer := 40; -- held and under review, of one customer
  v_user uuid := private.require_user();
  v_order private.orders;
  v_asked private.seat[];
  v_categories uuid[];
  v_quantities integer[];
  v_wanted private.seat[];
  v_released private.seat[];
  v_refused private.seat[];
  v_other_seats integer;
  v_budget private.seat_budget[];
  v_expires timestamptz;
  v_until timestamptz;
  v_got private.seat[];
  v_prices numeric[];
  v_price record;
begin
  perform private.require_own_order(p_order_id, v_user);
  v_asked := private.asked_seats(p_lines);
  select array_agg(l.id order by l.first), array_agg(l.quantity order by l.first) into v_categories, v_quantities
    from (
      select a.ticket_category_id as id, min(a.n) as first, count(*)::integer as quantity
      from unnest(v_asked) with ordinality as a (event_id, place, seat, ticket_category_id, n) group by 1
    ) as l;

  perform private.lock_customer(v_user);
  perform private.lock_order_events(v_categories, p_order_id);
  v_order := private.require_own_order(p_order_id, v_user);
  if v_order.submitted_at is not null then
    perform private.refuse(409, 'order_submitted', v_order.order_code, 'This order was submitted; start another.');
  end if;

  select array_agg(row (a.event_id, a.place, a.seat, a.ticket_category_id)::private.seat order by a.n),
      array_agg(row (null, null, a.seat, a.ticket_category_id)::private.seat order by a.n) filter (where not a.on_sale)
    into v_wanted, v_refused
    from private.place_seats(v_asked) as a;
  if v_refused is not null then
    perform private.refuse(409, 'not_on_sale', private.seats_as_lines(v_refused),
      'The event is over, cancelled or gone; detail has the lines.');
  end if;
  select array_agg(w) into v_refused from unnest(v_wanted) as w where w.place is null;
  if v_refused is not null then
    perform private.refuse(400, 'unknown_seat', private.seats_as_lines(v_refused), 'The category sells no such seats.');
  end if;

  -- What this order holds and gives back now, and what the customer has besides.
  select array_agg(row (c.event_id, c.place, c.seat, c.ticket_category_id)::private.seat)
        filter (where c.order_id = p_order_id and c.state = 'held' and w.seat is null),
      count(*) filter (where c.state = 'under_review'
        or c.expires_at > now() and c.order_id <> p_order_id and (c.payment_id is null or w.seat is null))
    into v_released, v_other_seats
    from public.seat_claims c
    left join unnest(v_wanted) as w on w.event_id = c.event_id and w.place = c.place and w.seat = c.seat
    where c.user_id = v_user and c.state <> 'sold';
  if v_other_seats + cardinality(v_wanted) > c_most_seats then
    perform private.refuse(429, 'too_many', c_most_seats::text,
      'So many seats of one customer may be held and under review at a time.');
  end if;

  -- Holding again never lengthens; after the hold ran out it begins anew.
  v_expires := case when v_order.expires_at > now() then v_order.expires_at else now() + c_hold end;
  select array_agg(b),
      array_agg(row (b.event_id, b.place, b.seat, b.ticket_category_id)::private.seat) filter (where b.may_hold_until <= now()),
      min(b.may_hold_until)
    into v_budget, v_refused, v_until
    from private.hold_budget(v_user, p_order_id, v_wanted) as b;
  if v_refused is not null then
    perform private.refuse(429, 'held_too_long', private.seats_as_lines(v_refused),
      'These seats were held for half an hour within the last hour.');
  end if;
  v_expires := least(v_expires, v_until);

  if v_order.id is null then
    insert into private.orders (id, user_id, order_code, expires_at)
      values (p_order_id, v_user, private.order_code(p_order_id), v_expires)
      on conflict (id) do nothing returning * into v_order;
    if not found then
      -- Somebody else took the id a moment ago; our own orders wait for the customer's lock.
      perform private.require_own_order(p_order_id, v_user);
    end if;
  else
    update private.orders o set expires_at = v_expires where o.id = p_order_id;
    delete from private.order_prices p where p.order_id = p_order_id and p.ticket_category_id <> all (v_categories);
  end if;
  delete from private.hold_usage u where u.user_id = v_user and u.since < now() - interval '2 hours';
  perform private.book_usage(v_user, v_budget, v_expires);
  if v_released is not null then
    perform private.return_usage(v_user, v_released);
  end if;
  v_got := private.claim_seats(v_wanted, v_released, 'held', v_user, p_order_id, null, v_expires);
  if cardinality(v_got) < cardinality(v_wanted) then
    perform private.refuse(409, 'seats_taken', private.seats_as_lines(private.missing_seats(v_wanted, v_got)),
      'Detail has the seats somebody else has.');
  end if;

  insert into private.order_prices (order_id, ticket_category_id, unit_price)
    select p_order_id, c.id, c.price from public.ticket_categories c where c.id = any (v_categories) order by c.id
    on conflict (order_id, ticket_category_id) do nothing;
  v_prices := array(
    select p.unit_price from unnest(v_categories) with ordinality as l (id, n)
    join private.order_prices p on p.order_id = p_order_id and p.ticket_category_id = l.id order by l.n);
  select * into v_price from private.price_order(v_prices, v_quantities);
  return jsonb_build_object(
    'order_id', p_order_id, 'order_code', v_order.order_code, 'expires_at', v_expires, 'server_time', clock_timestamp(),
    'extended', v_order.extended,
    'lines', (select jsonb_agg(jsonb_build_object('ticket_category_id', l.id, 'unit_price', l.price, 'quantity', l.quantity) order by l.n)
              from unnest(v_categories, v_prices, v_quantities) with ordinality as l (id, price, quantity, n)),
    'subtotal', v_price.subtotal, 'gst', v_price.gst, 'fee', v_price.fee, 'total', v_price.total);
end
$$;
comment on function public.hold_seats(uuid, jsonb) is
  'Makes the order''s holds exactly these lines, all of them or none, for 10 minutes, at prices frozen for the order; '
  'repeating it changes nothing and never lengthens. Refusals: PT401 not_signed_in, PT400 invalid, too_many_seats, '
  'unknown_seat, PT403 other_user, PT409 order_submitted, not_on_sale, seats_taken, PT429 too_many, held_too_long. '
  'Security definer: nobody writes claims and orders directly.';

create function public.extend_hold(p_order_id uuid default null) returns timestamptz
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_extension constant interval := interval '5 minutes';
  v_user uuid := private.require_user();
  v_order private.orders;
  v_seats private.seat[];
  v_budget private.seat_budget[];
  v_expires timestamptz;
begin
  perform private.require_own_order(p_order_id, v_user);
  perform private.lock_customer(v_user);
  perform private.lock_order_events('{}', p_order_id);
  v_order := private.require_own_order(p_order_id, v_user);
  if v_order.id is null then
    perform private.refuse(404, 'unknown_order', 'p_order_id', 'No seats were ever held for this order.');
  end if;
  if v_order.submitted_at is not null then
    perform private.refuse(409, 'order_submitted', v_order.order_code, 'This order was submitted.');
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

  select array_agg(b), least(v_order.expires_at + c_extension, min(b.may_hold_until)) into v_budget, v_expires
    from private.hold_budget(v_user, p_order_id, v_seats) as b;
  if v_expires <= v_order.expires_at then
    perform private.refuse(429, 'held_too_long', private.seats_as_lines(v_seats),
      'These seats are held as long as the half hour within an hour allows.');
  end if;
  perform private.book_usage(v_user, v_budget, v_expires);
  update public.seat_claims c set expires_at = v_expires
    where c.order_id = p_order_id and c.state = 'held' and c.expires_at > now();
  update private.orders o set expires_at = v_expires, extended = true where o.id = p_order_id;
  return v_expires;
end
$$;
comment on function public.extend_hold(uuid) is
  'Adds 5 minutes to a running hold, once; again returns the same time. Refusals: PT401 not_signed_in, PT400 invalid, '
  'PT403 other_user, PT404 unknown_order, PT409 order_submitted, hold_expired, PT429 held_too_long. Security definer: '
  'nobody writes claims and orders directly.';

create function public.release_seats(p_order_id uuid default null) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
  v_order private.orders;
  v_seats private.seat[];
begin
  perform private.require_own_order(p_order_id, v_user);
  perform private.lock_customer(v_user);
  perform private.lock_order_events('{}', p_order_id);
  v_order := private.require_own_order(p_order_id, v_user);
  if v_order.id is null then
    perform private.refuse(404, 'unknown_order', 'p_order_id', 'No seats were ever held for this order.');
  end if;
  if exists (select from public.payments p where p.order_id = p_order_id and p.status <> 'rejected') then
    perform private.refuse(409, 'order_submitted', v_order.order_code, 'Its seats are under review or sold.');
  end if;
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
  'Frees what the order holds, also after its payment was rejected; again does nothing. Refusals: PT401 not_signed_in, '
  'PT400 invalid, PT403 other_user, PT404 unknown_order, PT409 order_submitted. Security definer: nobody writes claims '
  'directly.';

-- ---------------------------------------------------------------------------------------------------------------
-- Box office

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
  -- Deeper, the number follows sold claims instead of leading them.
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

  -- A seat may be held by somebody between being chosen and being claimed: then the next one is chosen.
  for v_round in 1 .. c_rounds loop
    exit when v_missing = 0;
    with free as (
      select s.place, s.seat from private.seats_of(new.id) as s
      where not exists (
        select from public.seat_claims c
        where c.event_id = new.event_id and c.place = s.place and c.seat = s.seat
          and (c.state <> 'held' or c.expires_at > now()))
      order by private.box_office_rank(new.id, s.seat), s.seat limit v_missing
    ), claimed as (
      insert into public.seat_claims as c (event_id, place, seat, ticket_category_id, state, source)
      select new.event_id, f.place, f.seat, new.id, 'sold', 'box_office' from free f order by f.place, f.seat
      on conflict (event_id, place, seat) do update
      set ticket_category_id = excluded.ticket_category_id, state = 'sold', source = 'box_office',
        user_id = null, order_id = null, payment_id = null, expires_at = null, uncounted_until = null
      where c.state = 'held' and c.expires_at <= now()
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
  'When staff raise tickets_sold, that many free seats are claimed for the box office, in an order fixed by category and '
  'seat, so that every visitor sees the same ones; lowering gives back the last ones claimed. Refusals: PT409 '
  'not_enough_free_seats, sold_to_customers. Security definer: nobody writes claims directly.';

create function private.box_office_rank(p_ticket_category_id uuid, p_seat text) returns text
  language sql immutable strict parallel safe set search_path = ''
as $$ select md5(p_ticket_category_id::text || ' ' || p_seat) collate "C" $$;
comment on function private.box_office_rank(uuid, text) is 'A fixed, even scatter: which seats the box office takes first.';

create trigger "40_box_office_opens" after insert on public.ticket_categories
  for each row when (new.tickets_sold > 0) execute function private.sell_at_box_office();
create trigger "40_box_office" after update of tickets_sold on public.ticket_categories
  for each row when (new.tickets_sold <> old.tickets_sold) execute function private.sell_at_box_office();

-- ---------------------------------------------------------------------------------------------------------------
-- Grants

create function private.grant_seats() returns void
  language plpgsql set search_path = ''
as $$
begin
  revoke all on table public.seat_claims, private.orders, private.order_prices, private.hold_usage
    from public, anon, authenticated;
  grant select on table public.seat_claims to authenticated;

  revoke all on function private.order_code(uuid), private.seats_as_lines(private.seat[]), private.read_lines(jsonb),
    private.lock_order_events(uuid[], uuid), private.asked_seats(jsonb), private.place_seats(private.seat[]),
    private.hold_budget(uuid, uuid, private.seat[]), private.book_usage(uuid, private.seat_budget[], timestamptz),
    private.return_usage(uuid, private.seat[]),
    private.claim_seats(private.seat[], private.seat[], text, uuid, uuid, uuid, timestamptz),
    private.missing_seats(private.seat[], private.seat[]), private.count_sold_claims(),
    private.require_own_order(uuid, uuid), private.refuse_stale_sold(), private.sell_at_box_office(),
    private.box_office_rank(uuid, text), private.grant_seats(),
    public.taken_seats(uuid), public.hold_seats(uuid, jsonb), public.extend_hold(uuid), public.release_seats(uuid)
    from public, anon, authenticated;
  -- Visitors may call the last three only to be told to sign in.
  grant execute on function public.taken_seats(uuid), public.hold_seats(uuid, jsonb), public.extend_hold(uuid),
    public.release_seats(uuid) to anon, authenticated;
end
$$;
comment on function private.grant_seats() is 'All privileges of this file; can be repeated.';
select private.grant_seats();
