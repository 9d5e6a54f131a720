-- Waiting lists: people wait for seats of a category that is sold out, and freed seats are offered to the first whose wish they
-- fit. An offer is an order whose hold the database began; 76-returns.sql has the seats that holders give back. Who holds or
-- offers seats of a category with a list has lock_waiting of it, so that nothing is held past the list.
-- docs/decisions/0068-waiting-list.md

create type private.spot as (
  place text, seat text, line integer, col integer, from_stage integer, middle numeric, return_id uuid, given_at timestamptz);

comment on type private.spot is
  'A seat that can be offered: its row (line, counted over the category) and position in it, the row''s distance from the '
  'stage and its position that faces the middle, as fromTheFront in src/shop/seats/seat-picking.ts; return_id: its holder '
  'gives it back. Standing places have row 0.';

create table public.waits (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  ticket_category_id uuid not null references public.ticket_categories (id) on delete cascade,
  seats integer not null check (seats between 1 and 100),
  together boolean not null,
  joined_at timestamptz not null default clock_timestamp(),
  outcome text check (outcome in ('bought', 'left', 'declined', 'lapsed', 'rejected', 'over')),
  ended_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint waits_ended check ((outcome is null) = (ended_at is null))
);

comment on table public.waits is
  'Who waits for how many seats of a category; without an outcome still waiting. The list is by joined_at. Only functions of '
  '75-waiting.sql and 76-returns.sql write it.';

comment on column public.waits.together is 'Side by side or not at all; nothing else for standing places.';

comment on column public.waits.outcome is
  'bought; left; declined: an offer; lapsed: an offer was not paid in time; rejected: its payment; over: the event began or was '
  'cancelled.';

create unique index waits_open on public.waits (user_id, ticket_category_id) where outcome is null;

create index waits_list on public.waits (ticket_category_id, joined_at, id) where outcome is null;

create index waits_ticket_category_id on public.waits (ticket_category_id);

create index waits_user_id on public.waits (user_id);

create trigger "90_stamp" before insert or update on public.waits
  for each row execute function private.stamp_row();

alter table public.waits enable row level security;

create policy "People read their own waits, admins every one" on public.waits
  for select to authenticated using (user_id = (select private.uid()) or (select private.is_admin()));

create table public.offers (
  id uuid primary key references private.orders (id) on delete cascade,
  wait_id uuid not null references public.waits (id) on delete cascade,
  user_id uuid not null,
  ticket_category_id uuid not null,
  seats text[] not null check (cardinality(seats) > 0),
  state text not null default 'open' check (state in ('open', 'submitted', 'bought', 'declined', 'lapsed', 'withdrawn', 'rejected')),
  expires_at timestamptz not null,
  ended_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint offers_ended check ((state in ('open', 'submitted')) = (ended_at is null))
);

comment on table public.offers is
  'Seats offered to the first of a waiting list whose wish they fit. Its id is that of an order with these seats at a frozen '
  'price, which its person pays as any other. Only functions of 75-waiting.sql and 76-returns.sql write it.';

comment on column public.offers.ticket_category_id is
  'That of its wait. No foreign key: a second link of waits to categories would make embedding ambiguous.';

comment on column public.offers.seats is 'Labels in seat order. Free ones are held; those given back stay their holder''s until the payment.';

comment on column public.offers.state is
  'open: until expires_at; submitted: its payment is under review; bought, rejected: by its decision; declined, lapsed: the wait '
  'ended, too; withdrawn: a seat of it is to be had no more, the wait goes on.';

create unique index offers_live on public.offers (wait_id) where state in ('open', 'submitted');

create index offers_wait_id on public.offers (wait_id);

create index offers_user_id on public.offers (user_id);

create index offers_ticket_category_id on public.offers (ticket_category_id, state);

create trigger "90_stamp" before insert or update on public.offers
  for each row execute function private.stamp_row();

alter table public.offers enable row level security;

create policy "People read their own offers, admins every one" on public.offers
  for select to authenticated using (user_id = (select private.uid()) or (select private.is_admin()));

create function private.lock_waiting(p_categories uuid[]) returns void
  language plpgsql volatile
as $$
begin
  -- As in share_order_events: phases before categories.
  perform private.lock_phase(o.c) from (
    select c from public.ticket_categories c where c.id = any (p_categories) and c.phases <> '[]' order by c.id offset 0) as o;
  perform from public.ticket_categories c where c.id = any (p_categories) order by c.id for no key update;
end
$$;

comment on function private.lock_waiting(uuid[]) is
  'Locks categories as sales at the door and decisions about payments do, in the place of categories in the lock order: one at a '
  'time offers or holds what their waiting lists may want. The caller shares their events.';

create function private.is_waited_for(p_ticket_category_id uuid) returns boolean
  language plpgsql stable
as $$
begin
  return exists (select from public.waits w where w.ticket_category_id = p_ticket_category_id and w.outcome is null);
end
$$;

comment on function private.is_waited_for(uuid) is 'True when the category has a waiting list. One probe of an index: every hold calls it.';

create function private.sells_now(p_category public.ticket_categories) returns boolean
  language sql stable set search_path = ''
as $$
  select not p_category.is_hidden and coalesce(p_category.sale_from <= now(), true) and coalesce(p_category.sale_until > now(), true)
    and exists (
      select from public.events e
      where e.id = p_category.event_id and e.status = 'scheduled' and e.date > now() and e.published_at is not null
        and e.paused_at is null)
$$;

comment on function private.sells_now(public.ticket_categories) is
  'True when customers may hold seats of the category now without a code. What a code opens has no waiting list.';

create function private.spots_of(p_ticket_category_id uuid) returns setof private.spot
  language sql stable set search_path = ''
as $$
  -- grid_seat, inlined by hand: calls for each seat of a hall take most of the time.
  select c.id::text,
    case when g.line < 26 then chr(65 + g.line) else chr(64 + g.line / 26) || chr(65 + g.line % 26) end || (g.col + 1)::text,
    g.line, g.col, g.line, (least(c.grid_columns, c.total_tickets) - 1) / 2.0, null::uuid, null::timestamptz
  from public.ticket_categories c, lateral generate_series(0, c.total_tickets - 1) as n,
    lateral (select n / c.grid_columns as line, n % c.grid_columns as col) as g
  where c.id = p_ticket_category_id and c.grid_columns is not null
  union all
  select r.place, r.place || '-' || r.label || (s.seat #>> '{}'), r.line, s.n::integer - 1,
    case when r.stage = 'bottom' then r.lines - 1 - r.line else r.line end, r.middle, null, null
  from (
    select section ->> 'code' as place, y.layout_data ->> 'stage' as stage, b.of_row ->> 'label' as label, b.of_row -> 'seats' as seats,
      coalesce(b.of_row -> 'blocked', '[]') as blocked, coalesce(b.of_row -> 'wheelchair', '[]') as wheelchair,
      case when b.of_row ? 'wheelchair' and e.date > now() + make_interval(hours => (private.terms()).wheelchair_hours)
        then array(select p.seat from private.companions(b.of_row) as p) else '{}' end as companions,
      (row_number() over (order by a.n, b.n) - 1)::integer as line, (count(*) over ())::integer as lines,
      (max(jsonb_array_length(b.of_row -> 'seats')) over (partition by a.n) - 1) / 2.0 as middle
    from public.ticket_category_layouts l
    join public.ticket_categories c on c.id = l.ticket_category_id
    join public.events e on e.id = c.event_id
    join public.seating_layouts y on y.id = l.seating_layout_id,
      lateral jsonb_array_elements(y.layout_data -> 'sections') with ordinality as a (section, n),
      lateral jsonb_array_elements(section -> 'rows') with ordinality as b (of_row, n)
    where l.ticket_category_id = p_ticket_category_id and section ->> 'code' = any (l.section_ids)
  ) as r, lateral jsonb_array_elements(r.seats) with ordinality as s (seat, n)
  where jsonb_typeof(s.seat) = 'number' and not r.blocked @> s.seat and not r.wheelchair @> s.seat
    and s.seat #>> '{}' <> all (r.companions)
$$;

comment on function private.spots_of(uuid) is
  'Returns where each numbered seat of the category is; no aisle, blocked or wheelchair place, and no kept companion seat, as bestTogether in '
  'src/shop/seats/seat-picking.ts chooses them.';

create function private.open_spots(p_category public.ticket_categories, p_returned boolean) returns private.spot[]
  language plpgsql stable set search_path = ''
as $$
declare
  c_most_places constant integer := 200;
  v_spots private.spot[];
  v_returned private.spot[];
  v_taken integer;
begin
  if p_returned then
    select array_agg(row (r.place, r.seat, 0, 0, 0, 0, r.return_id, r.given_at)::private.spot) into v_returned
      from private.returned_seats(p_category.id) as r;
  end if;
  if p_category.is_standing then
    select array_agg(row (f.place, f.seat, 0, 0, 0, 0, null, null)::private.spot) into v_spots
      from (
        select c.place, c.seat from public.seat_claims c
        where c.ticket_category_id = p_category.id and c.seat collate "C" < 'A' and coalesce(c.expires_at, c.review_until) <= now()
        order by coalesce(c.expires_at, c.review_until), length(c.seat), c.seat limit c_most_places) as f;
    return v_spots || v_returned;
  end if;
  select count(*) into v_taken from public.seat_claims c
    where c.ticket_category_id = p_category.id and private.seat_state(c) <> 'free';
  if v_taken >= p_category.total_tickets and v_returned is null then
    return null;
  end if;
  select array_agg(row (s.place, s.seat, s.line, s.col, s.from_stage, s.middle, r.return_id, r.given_at)::private.spot) into v_spots
    from private.spots_of(p_category.id) as s
    left join unnest(v_returned) as r on r.place = s.place and r.seat = s.seat
    left join public.seat_claims c on c.event_id = p_category.event_id and c.place = s.place and c.seat = s.seat
    where r.return_id is not null or c.seat is null or private.seat_state(c) = 'free';
  return v_spots;
end
$$;

comment on function private.open_spots(public.ticket_categories, boolean) is
  'Returns the seats of the category that can be offered: free ones and, with p_returned, those given back. Of standing places '
  'at most 200 free ones.';

create function private.most_together(p_spots private.spot[]) returns integer
  language sql immutable set search_path = ''
as $$
  select coalesce(max(r.run), 0)::integer from (
    select count(*) as run from (
      select s.line, s.col - row_number() over (partition by s.line order by s.col) as island from unnest(p_spots) as s) as i
    group by i.line, i.island) as r
$$;

comment on function private.most_together(private.spot[]) is 'Returns how many of these seats are side by side at most.';

create function private.choose_spots(p_spots private.spot[], p_seats integer) returns private.spot[]
  language plpgsql immutable set search_path = ''
as $$
declare
  v_chosen private.spot[];
begin
  -- Seats that cost no refund first, then those nearest to the middle of the front.
  select array_agg(row (s.place, s.seat, s.line, s.col, s.from_stage, s.middle, s.return_id, s.given_at)::private.spot order by s.col)
    into v_chosen
    from (
      select t.line, t.col from (
        select s.line, s.col, s.from_stage, lead(s.col, p_seats - 1) over row_of as last,
          count(s.return_id) over (partition by s.line order by s.col rows between current row and p_seats - 1 following) as returned,
          s.from_stage * s.from_stage + (s.col + (p_seats - 1) / 2.0 - s.middle) ^ 2 as distance
        from unnest(p_spots) as s window row_of as (partition by s.line order by s.col)) as t
      where t.last = t.col + p_seats - 1
      order by t.returned, t.distance, t.from_stage, t.col limit 1) as best
    join unnest(p_spots) as s on s.line = best.line and s.col between best.col and best.col + p_seats - 1;
  if cardinality(v_chosen) = p_seats then
    return v_chosen;
  end if;
  return array(
    select row (s.place, s.seat, s.line, s.col, s.from_stage, s.middle, s.return_id, s.given_at)::private.spot
    from unnest(p_spots) as s
    order by s.return_id is not null, s.given_at, s.from_stage * s.from_stage + (s.col - s.middle) ^ 2, s.from_stage, s.col,
      length(s.seat), s.seat
    limit p_seats);
end
$$;

comment on function private.choose_spots(private.spot[], integer) is
  'Returns so many of these seats, side by side when some are; free before given back, then nearest to the front middle, as '
  'bestTogether in src/shop/seats/seat-picking.ts. The caller knows whether they must be together.';

create function private.offer_words(p_offer public.offers) returns jsonb
  language sql stable set search_path = ''
as $$
  select private.event_words(c.event_id) || jsonb_build_object('category', c.name, 'ticket_category_id', c.id,
    'count', cardinality(p_offer.seats), 'seats', case when not c.is_standing then to_jsonb(p_offer.seats) end,
    'sections', private.section_names(c.id), 'order_id', p_offer.id, 'until', p_offer.expires_at)
  from public.ticket_categories c where c.id = p_offer.ticket_category_id
$$;

comment on function private.offer_words(public.offers) is 'Returns what notices about an offer keep.';

create function private.make_offer(p_wait public.waits, p_category public.ticket_categories, p_spots private.spot[]) returns boolean
  language plpgsql volatile
as $$
declare
  v_offer public.offers;
  v_labels text[] := array(select s.seat from unnest(p_spots) as s order by private.seat_order(s.seat) collate "C");
  v_lines jsonb := jsonb_build_array(jsonb_build_object('ticket_category_id', p_category.id) || case when p_category.is_standing
    then jsonb_build_object('count', cardinality(v_labels)) else jsonb_build_object('seats', to_jsonb(v_labels)) end);
  v_until timestamptz;
  v_placed record;
  v_rated private.priced_line[];
  v_price record;
  v_free private.seat[];
begin
  select least(now() + make_interval(mins => coalesce(r.offer_minutes, private.first_offer_minutes())), e.date) into v_until
    from public.events e left join public.pass_rules r on r.event_id = e.id where e.id = p_category.event_id;
  v_placed := private.place_lines(private.known_lines(v_lines), null, null, null);
  v_rated := private.rate_lines(v_placed.lines, null, private.terms());
  v_price := private.price_lines(v_rated);
  loop
    v_offer.id := private.new_order_id();
    insert into private.orders (id, user_id, order_code, expires_at, extended, lines, event_id, shares, parts)
      values (v_offer.id, p_wait.user_id, private.order_code(v_offer.id), v_until, true, v_lines, v_placed.event_id, v_price.shares,
        v_price.parts)
      on conflict do nothing;
    exit when found;
  end loop;
  insert into private.order_prices (order_id, ticket_category_id, unit_price, gst_percent, local_percent, fee, fee_gst_percent, includes_gst, rounds)
    values (v_offer.id, p_category.id, v_rated[1].unit_price, v_rated[1].gst_percent, v_rated[1].local_percent, v_rated[1].fee,
      v_rated[1].fee_gst_percent, v_rated[1].includes_gst, v_rated[1].rounds);
  select array_agg(row (p_category.event_id, s.place, s.seat, p_category.id)::private.seat) into v_free
    from unnest(p_spots) as s where s.return_id is null;
  if v_free is not null
     and cardinality(private.claim_seats(v_free, null, 'held', p_wait.user_id, v_offer.id, null, v_until)) < cardinality(v_free) then
    -- Another got one of them without the lock; the next minute tries again.
    delete from public.seat_claims c where c.order_id = v_offer.id;
    delete from private.orders o where o.id = v_offer.id;
    return false;
  end if;
  insert into public.offers (id, wait_id, user_id, ticket_category_id, seats, expires_at)
    values (v_offer.id, p_wait.id, p_wait.user_id, p_category.id, v_labels, v_until) returning * into v_offer;
  perform private.offer_returns(v_offer.id, array(select s.return_id from unnest(p_spots) as s where s.return_id is not null));
  perform private.tell(p_wait.user_id, p_category.event_id, null, 'offer',
    private.offer_words(v_offer) || jsonb_build_object('total', v_price.total));
  return true;
end
$$;

comment on function private.make_offer(public.waits, public.ticket_categories, private.spot[]) is
  'Offers seats: makes the order with its frozen price, holds those that are free, and tells the person. False when one was taken '
  'meanwhile. The caller has lock_waiting of the category.';

create function private.end_offer(p_offer public.offers, p_state text) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  perform from public.seat_claims c where c.order_id = p_offer.id order by c.event_id, c.place, c.seat for no key update;
  delete from public.seat_claims c where c.order_id = p_offer.id and c.state = 'held';
  update private.orders o set expires_at = least(o.expires_at, now()) where o.id = p_offer.id;
  perform private.free_returns(p_offer.id);
  update public.offers f set state = p_state, ended_at = clock_timestamp() where f.id = p_offer.id;
  if p_state <> 'withdrawn' then
    update public.waits w set outcome = p_state, ended_at = clock_timestamp() where w.id = p_offer.wait_id and w.outcome is null;
  end if;
  if p_state in ('lapsed', 'withdrawn') then
    perform private.tell(p_offer.user_id, c.event_id, null, 'offer_lapsed',
      private.offer_words(p_offer) || jsonb_build_object('waits',
        exists (select from public.waits w where w.id = p_offer.wait_id and w.outcome is null)))
      from public.ticket_categories c where c.id = p_offer.ticket_category_id;
  end if;
end
$$;

comment on function private.end_offer(public.offers, text) is
  'Ends an open offer as declined, lapsed or withdrawn: its seats are for the next. The caller has lock_waiting of the category.';

create function private.lock_order(p_order_id uuid) returns boolean
  language plpgsql volatile set search_path = ''
as $$
begin
  perform from private.orders o where o.id = p_order_id for no key update skip locked;
  return found;
end
$$;

comment on function private.lock_order(uuid) is
  'Locks an order without waiting; false while it is being submitted: submit_payment has locked it and waits for the category.';

create function private.end_old_offers(p_ticket_category_id uuid) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_offer public.offers;
begin
  for v_offer in
    select * from public.offers f where f.ticket_category_id = p_ticket_category_id and f.state = 'open' order by f.id
  loop
    continue when not private.lock_order(v_offer.id);
    if v_offer.expires_at <= now() then
      perform private.end_offer(v_offer, 'lapsed');
    elsif private.seats_of_offer(v_offer.id) < cardinality(v_offer.seats) then
      perform private.end_offer(v_offer, 'withdrawn');
    end if;
  end loop;
end
$$;

comment on function private.end_old_offers(uuid) is
  'Ends offers of the category whose time is over, and those of which a seat is to be had no more, unless they are being '
  'submitted. The caller has lock_waiting.';

create function private.end_list(p_ticket_category_id uuid) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  update public.waits w set outcome = 'over', ended_at = clock_timestamp()
    where w.ticket_category_id = p_ticket_category_id and w.outcome is null
      and not exists (select from public.offers f where f.wait_id = w.id and f.state = 'submitted');
  perform private.end_offer(f, 'withdrawn') from public.offers f
    where f.ticket_category_id = p_ticket_category_id and f.state = 'open' and private.lock_order(f.id);
  update public.returns r set state = 'ended', ended_at = clock_timestamp()
    where r.ticket_category_id = p_ticket_category_id and r.state in ('open', 'offered');
end
$$;

comment on function private.end_list(uuid) is
  'Ends the waiting list, open offers and returns of a category whose event began or was cancelled. What is under review is '
  'decided as ever. The caller has lock_waiting or lock_event.';

create function private.serve_waits(p_ticket_category_id uuid) returns integer
  language plpgsql volatile
as $$
declare
  v_category public.ticket_categories;
  v_spots private.spot[];
  v_wait public.waits;
  v_offers integer := 0;
begin
  perform private.end_lost_returns(p_ticket_category_id);
  perform private.end_old_offers(p_ticket_category_id);
  select * into v_category from public.ticket_categories c where c.id = p_ticket_category_id;
  if not private.sells_now(v_category) or not private.is_waited_for(p_ticket_category_id) then
    return 0;
  end if;
  loop
    -- Looking through a hall costs more than through its list.
    exit when not exists (
      select from public.waits w
      where w.ticket_category_id = p_ticket_category_id and w.outcome is null
        and not exists (select from public.offers f where f.wait_id = w.id and f.state in ('open', 'submitted')));
    v_spots := private.open_spots(v_category, true);
    exit when v_spots is null;
    select w.* into v_wait from public.waits w
      where w.ticket_category_id = p_ticket_category_id and w.outcome is null
        and w.seats <= case when w.together and not v_category.is_standing then private.most_together(v_spots) else cardinality(v_spots) end
        and not exists (select from public.offers f where f.wait_id = w.id and f.state in ('open', 'submitted'))
      order by w.joined_at, w.id limit 1;
    exit when not found or not private.make_offer(v_wait, v_category, private.choose_spots(v_spots, v_wait.seats));
    v_offers := v_offers + 1;
  end loop;
  return v_offers;
end
$$;

comment on function private.serve_waits(uuid) is
  'Offers what is free or given back of a category to its waiting list, each time to the first whose wish it fits, after ending '
  'what is over; returns how many offers it made. What fits no wish stays free. The caller has lock_waiting.';

create function private.freed_lists(p_order_id uuid, p_user_id uuid default null) returns uuid[]
  language sql stable set search_path = ''
as $$
  select array(
    select distinct c.ticket_category_id from public.seat_claims c
    where (c.order_id = p_order_id or c.user_id = p_user_id) and c.state in ('held', 'under_review')
      and exists (select from public.waits w where w.ticket_category_id = c.ticket_category_id and w.outcome is null))
$$;

comment on function private.freed_lists(uuid, uuid) is
  'Returns the categories with a waiting list of which an order, or a customer, holds seats that are about to be free: their '
  'lists are locked first, so that no hold takes a seat that was freed after it served the list.';

create function private.serve_first(p_lines private.order_line[], p_order_id uuid, p_late boolean) returns void
  language plpgsql volatile
as $$
declare
  v_line private.order_line;
  v_waited uuid[] := private.freed_lists(p_order_id);
  v_short uuid[] := '{}';
  v_own bigint;
begin
  foreach v_line in array p_lines loop
    continue when not private.is_waited_for(v_line.ticket_category_id);
    v_waited := v_waited || v_line.ticket_category_id;
    select count(*) into v_own from public.seat_claims c
      where c.order_id = p_order_id and c.ticket_category_id = v_line.ticket_category_id
        and (v_line.places is not null or c.seat = any (v_line.seats)) and (p_late or c.expires_at > now());
    if v_own < coalesce(v_line.places, cardinality(v_line.seats)) then
      v_short := v_short || v_line.ticket_category_id;
    end if;
  end loop;
  if v_waited <> '{}' then
    perform private.lock_waiting(v_waited);
    perform private.serve_waits(c) from (select c from unnest(v_short) as c order by c offset 0) as o;
  end if;
end
$$;

comment on function private.serve_first(private.order_line[], uuid, boolean) is
  'Before an order takes or frees seats of categories with a waiting list: locks these lists, and offers what they want unless the '
  'order holds all its seats; p_late, for money that was sent: also by a hold that ran out and that no other took over. The caller '
  'shares the events.';

create function private.is_offered(p_offer public.offers, p_lines private.order_line[]) returns boolean
  language sql immutable set search_path = ''
as $$
  select cardinality(p_lines) = 1 and (p_lines[1]).ticket_category_id = p_offer.ticket_category_id
    and case when (p_lines[1]).places is not null then (p_lines[1]).places = cardinality(p_offer.seats)
      else (p_lines[1]).seats <@ p_offer.seats and p_offer.seats <@ (p_lines[1]).seats end
$$;

comment on function private.is_offered(public.offers, private.order_line[]) is 'True when the lines are exactly the offer''s seats.';

create function private.hold_of_offer(p_order private.orders, p_lines private.order_line[]) returns jsonb
  language plpgsql volatile
as $$
declare
  v_offer public.offers;
  v_placed record;
  v_rated private.priced_line[];
  v_price record;
begin
  select * into v_offer from public.offers f where f.id = p_order.id;
  if v_offer.state <> 'open' or v_offer.expires_at <= now() then
    perform private.refuse(409, 'hold_expired', p_order.order_code, 'The offer is over.');
  elsif not private.is_offered(v_offer, p_lines) then
    perform private.refuse(409, 'in_use', p_order.order_code, 'An offer is of its own seats; start another order for others.');
  end if;
  v_placed := private.place_lines(p_lines, p_order.id, null, p_order.id);
  v_rated := private.rate_lines(v_placed.lines, p_order.id, private.terms());
  v_price := private.price_lines(v_rated);
  return jsonb_build_object(
    'order_id', p_order.id, 'order_code', p_order.order_code, 'expires_at', v_offer.expires_at, 'server_time', clock_timestamp(),
    'extended', true, 'lines', jsonb_build_array(jsonb_build_object('ticket_category_id', v_offer.ticket_category_id,
      'unit_price', v_rated[1].unit_price, 'quantity', v_rated[1].quantity, 'gst_percent', v_rated[1].gst_percent,
      'local_percent', v_rated[1].local_percent, 'fee', v_rated[1].fee, 'fee_gst_percent', v_rated[1].fee_gst_percent,
      'includes_gst', v_rated[1].includes_gst)),
    'subtotal', v_price.subtotal, 'gst', v_price.gst, 'local_tax', v_price.local_tax, 'fee', v_price.fee,
    'fee_gst', v_price.fee_gst, 'total', v_price.total);
end
$$;

comment on function private.hold_of_offer(private.orders, private.order_line[]) is
  'What hold_seats returns for the order of an offer: its seats, price and end as they are. Refusals: PT409 hold_expired (over), '
  'in_use (other lines).';

create function private.most_waits() returns integer
  language sql immutable parallel safe set search_path = ''
as $$ select 20 $$;

comment on function private.most_waits() is
  'On how many lists one customer may be, and how many of their waits that ended are shown and, after a day, kept.';

create function private.show_wait(p_wait public.waits) returns jsonb
  language sql stable set search_path = ''
as $$
  select jsonb_build_object('wait_id', p_wait.id, 'event_id', c.event_id, 'ticket_category_id', c.id, 'category', c.name,
      'is_standing', c.is_standing, 'seats', p_wait.seats, 'together', p_wait.together, 'joined_at', p_wait.joined_at,
      'outcome', p_wait.outcome, 'ended_at', p_wait.ended_at,
      'before', case when p_wait.outcome is null then (
        select count(*) from public.waits o
        where o.ticket_category_id = p_wait.ticket_category_id and o.outcome is null
          and (o.joined_at, o.id) < (p_wait.joined_at, p_wait.id)) end,
      'offer', (
        select jsonb_build_object('order_id', f.id, 'order_code', o.order_code, 'state', f.state, 'seats', to_jsonb(f.seats),
          'until', f.expires_at, 'lines', o.lines, 'total', (select sum(s) from unnest(o.shares) as s))
        from public.offers f join private.orders o on o.id = f.id
        where f.wait_id = p_wait.id and f.state in ('open', 'submitted')))
    || private.event_words(c.event_id)
  from public.ticket_categories c where c.id = p_wait.ticket_category_id
$$;

comment on function private.show_wait(public.waits) is 'Returns a wait as my_waits does.';

create function public.my_waits() returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(private.show_wait(w) order by w.outcome is not null, w.joined_at, w.id), '[]')
  from (
    select * from public.waits o where o.user_id = (select private.uid()) and o.outcome is null
    union all
    (select * from public.waits e
      where e.user_id = (select private.uid()) and e.outcome is not null and e.ended_at > now() - interval '7 days'
      order by e.ended_at desc, e.id limit private.most_waits())) as w
$$;

comment on function public.my_waits() is
  'Returns the caller''s waits, also the last most_waits() that ended within seven days: [{wait_id, event_id, event_name, event_date, '
  'ticket_category_id, category, is_standing, seats, together, joined_at, outcome, ended_at, before: how many wait before, offer: '
  '{order_id, order_code, state: open or submitted, seats, until, lines: for hold_seats and submit_payment, total} or null}]. '
  'Security definer: the list of others is not the caller''s to read.';

create function public.join_waiting_list(
  p_ticket_category_id uuid default null, p_seats integer default null, p_together boolean default true) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_most_an_hour constant integer := 40;
  v_user uuid := private.require_user();
  v_most integer := (private.terms()).seats_per_line;
  v_together boolean := coalesce(p_together, true);
  v_category public.ticket_categories;
  v_spots private.spot[];
  v_wait public.waits;
begin
  if p_seats is null or p_seats not between 1 and v_most then
    perform private.refuse(400, 'invalid', 'p_seats', format('1 to %s seats.', v_most));
  end if;
  perform private.lock_customer(v_user);
  if not private.session_lives(v_user) or exists (select from private.closed_accounts a where a.user_id = v_user) then
    perform private.refuse(401, 'not_signed_in', '', 'This session has ended, or staff closed this account.');
  end if;
  perform private.share_event(c.event_id) from public.ticket_categories c where c.id = p_ticket_category_id;
  -- Freed seats go to the list first: it is no way past the queue.
  if private.is_queued_for(p_ticket_category_id) and not exists (
      select from public.waits w where w.user_id = v_user and w.ticket_category_id = p_ticket_category_id and w.outcome is null) then
    perform private.require_turn(v_user, null, array[p_ticket_category_id], null);
  end if;
  perform private.lock_waiting(array[p_ticket_category_id]);
  select * into v_category from public.ticket_categories c
    where c.id = p_ticket_category_id and c.event_id not in (select h from private.hidden_events() as h) and not c.is_hidden;
  if not found then
    perform private.refuse(404, 'not_found', 'p_ticket_category_id', 'There is no such ticket category.');
  elsif not private.sells_now(v_category) then
    perform private.refuse(409, 'not_on_sale', p_ticket_category_id::text, 'Not sold now: over, cancelled, paused or outside its window.');
  end if;
  select * into v_wait from public.waits w
    where w.user_id = v_user and w.ticket_category_id = p_ticket_category_id and w.outcome is null;
  if found then
    if (v_wait.seats, v_wait.together) <> (p_seats, v_together) then
      perform private.refuse(409, 'in_use', v_wait.id::text, 'You wait for other seats here; detail is that wait. Leave first.');
    end if;
    return private.show_wait(v_wait);
  end if;
  if (select count(*) from public.waits w where w.user_id = v_user and w.outcome is null) >= private.most_waits() then
    perform private.refuse(429, 'too_many', private.most_waits()::text, 'On so many lists may one customer be.');
  elsif (select count(*) from public.waits w where w.user_id = v_user and w.joined_at > now() - interval '1 hour') >= c_most_an_hour then
    perform private.refuse(429, 'too_many', 'hour', format('A customer joins at most %s lists within an hour.', c_most_an_hour));
  end if;
  perform private.serve_waits(p_ticket_category_id);
  v_spots := private.open_spots(v_category, false);
  if p_seats <= (case when v_together and not v_category.is_standing then private.most_together(v_spots)
      else coalesce(cardinality(v_spots), 0) end) then
    perform private.refuse(409, 'not_sold_out', p_ticket_category_id::text, 'Such seats are free: hold them.');
  end if;
  insert into public.waits (user_id, ticket_category_id, seats, together)
    values (v_user, p_ticket_category_id, p_seats, v_together) returning * into v_wait;
  perform private.serve_waits(p_ticket_category_id);
  return private.show_wait(v_wait);
end
$$;

comment on function public.join_waiting_list(uuid, integer, boolean) is
  'Puts the caller at the end of a category''s waiting list, for so many seats, side by side or not at all with p_together, and '
  'returns the wait as my_waits does; what is given back and fits is offered at once. A repeat returns the same wait. Refusals: '
  'PT401 not_signed_in, PT400 invalid, PT403 not_your_turn (as hold_seats), PT404 not_found (also what a code opens), PT409 not_on_sale, not_sold_out (such seats are '
  'free), in_use (another wish; detail: its id), PT429 too_many (on 20 lists, or detail hour: joined 40 within an hour). Security definer: no role may write waits.';

create function private.leave_list(p_wait public.waits) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  perform private.end_offer(f, 'declined') from public.offers f where f.wait_id = p_wait.id and f.state = 'open';
  update public.waits w set outcome = 'left', ended_at = coalesce(w.ended_at, clock_timestamp())
    where w.id = p_wait.id and coalesce(w.outcome, 'declined') = 'declined'
      and not exists (select from public.offers f where f.wait_id = w.id and f.state = 'submitted');
end
$$;

comment on function private.leave_list(public.waits) is
  'Ends a wait and its open offer; one whose payment is under review stays. The caller has lock_waiting of the category.';

create function public.leave_waiting_list(p_wait_id uuid default null) returns text
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
  v_wait public.waits;
begin
  perform private.lock_customer(v_user);
  select * into v_wait from public.waits w where w.id = p_wait_id and w.user_id = v_user;
  if not found then
    perform private.refuse(404, 'not_found', 'p_wait_id', 'You have no such wait.');
  end if;
  perform private.share_event(c.event_id) from public.ticket_categories c where c.id = v_wait.ticket_category_id;
  perform private.lock_waiting(array[v_wait.ticket_category_id]);
  select * into v_wait from public.waits w where w.id = p_wait_id;
  if v_wait.outcome is not null then
    return v_wait.outcome;
  elsif exists (select from public.offers f where f.wait_id = p_wait_id and f.state = 'submitted') then
    perform private.refuse(409, 'order_submitted', p_wait_id::text, 'Its payment is under review.');
  end if;
  perform private.leave_list(v_wait);
  perform private.serve_waits(v_wait.ticket_category_id);
  return 'left';
end
$$;

comment on function public.leave_waiting_list(uuid) is
  'Ends the caller''s wait, and an open offer with it, whose seats go to the next; returns the outcome: left, or what it was. '
  'Refusals: PT401 not_signed_in, PT404 not_found, PT409 order_submitted. Security definer: no role may write waits.';

create function private.decline_offer(p_order_id uuid) returns boolean
  language plpgsql volatile set search_path = ''
as $$
declare
  v_offer public.offers;
begin
  select * into v_offer from public.offers f where f.id = p_order_id;
  if not found then
    return false;
  end if;
  perform private.share_event(c.event_id) from public.ticket_categories c where c.id = v_offer.ticket_category_id;
  perform private.lock_waiting(array[v_offer.ticket_category_id]);
  select * into v_offer from public.offers f where f.id = p_order_id;
  if v_offer.state <> 'open' then
    return false;
  end if;
  perform private.end_offer(v_offer, 'declined');
  perform private.serve_waits(v_offer.ticket_category_id);
  return true;
end
$$;

comment on function private.decline_offer(uuid) is
  'Declines an open offer for release_seats: the wait ends, the seats go to the next. False when there is none.';

create function private.leave_all(p_user_id uuid) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_categories uuid[] := array(
    select w.ticket_category_id from public.waits w where w.user_id = p_user_id and w.outcome is null
    union
    select r.ticket_category_id from public.returns r where r.user_id = p_user_id and r.state in ('open', 'offered')
    union
    select unnest(private.freed_lists(null, p_user_id)));
begin
  if v_categories = '{}' then
    return;
  end if;
  perform private.share_event(e.event_id) from (
    select distinct c.event_id from public.ticket_categories c where c.id = any (v_categories) order by 1) as e;
  perform private.lock_waiting(v_categories);
  perform private.leave_list(w) from public.waits w where w.user_id = p_user_id and w.outcome is null;
  update public.returns r set state = 'ended', ended_at = clock_timestamp()
    where r.user_id = p_user_id and r.state in ('open', 'offered');
end
$$;

comment on function private.leave_all(uuid) is
  'Ends all waits, offers and returns of an account that goes, apart from what is under review, and locks the lists that want '
  'what it holds. The caller has its customer''s lock.';

create function private.work_waiting(p_most integer default 200) returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_category public.ticket_categories;
  v_event public.events;
  v_worked integer := 0;
begin
  -- Waits for no lock: what is in use is served by its user or a minute later.
  for v_category in
    select c.* from (
      select k.ticket_category_id as id from (
        select w.ticket_category_id from public.waits w where w.outcome is null
        union select f.ticket_category_id from public.offers f where f.state = 'open'
        union select r.ticket_category_id from public.returns r where r.state in ('open', 'offered', 'buying')) as k
      order by random() limit p_most) as i
    join public.ticket_categories c on c.id = i.id order by c.event_id, c.id
  loop
    continue when not pg_try_advisory_xact_lock_shared(hashtextextended('event:' || v_category.event_id::text, 0));
    continue when v_category.phases <> '[]' and private.phase_now(v_category) ->> 'until_sold' is not null
      and not pg_try_advisory_xact_lock(hashtextextended('phase:' || v_category.id, 0));
    perform from public.ticket_categories c where c.id = v_category.id for no key update skip locked;
    continue when not found;
    select * into v_event from public.events e where e.id = v_category.event_id;
    if v_event.date <= now() or v_event.status = 'cancelled' then
      perform private.end_list(v_category.id);
    else
      perform private.serve_waits(v_category.id);
    end if;
    v_worked := v_worked + 1;
  end loop;
  return v_worked;
end
$$;

comment on function private.work_waiting(integer) is
  'Runs every minute: ends offers whose time is over and the lists of events that began, and offers freed seats, in up to p_most '
  'categories; returns in how many. Security definer: the shop''s own server or pg_cron calls it.';

create function private.tidy_waits() returns void
  language sql volatile set search_path = ''
as $$
  delete from public.waits w using (
    select k.id from (
      select e.id, e.ended_at, row_number() over (partition by e.user_id order by e.ended_at desc, e.id) as n
      from public.waits e where e.ended_at < now() - interval '1 day' and e.outcome <> 'bought') as k
    where k.n > private.most_waits() or k.ended_at < now() - interval '30 days'
    limit 10000) as gone
  where w.id = gone.id and w.outcome <> 'bought'
$$;

comment on function private.tidy_waits() is
  'Deletes waits that ended and bought nothing, with their offers: 30 days after their end, of one customer all but the newest '
  'most_waits() after a day; at most 10,000 at once. Once a day, by tidy_sale.';

create function public.waiting_list(p_event_id uuid default null) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  c_most_shown constant integer := 500;
begin
  perform private.require_admin();
  perform private.require_event(p_event_id);
  return (
    select coalesce(jsonb_agg(jsonb_build_object('ticket_category_id', c.id, 'category', c.name,
        'people', (select count(*) from public.waits w where w.ticket_category_id = c.id and w.outcome is null),
        'seats', (select coalesce(sum(w.seats), 0) from public.waits w where w.ticket_category_id = c.id and w.outcome is null),
        'bought', (select coalesce(sum(w.seats), 0) from public.waits w where w.ticket_category_id = c.id and w.outcome = 'bought'),
        'offers', (select count(*) from public.offers f where f.ticket_category_id = c.id and f.state = 'open'),
        'submitted', (select count(*) from public.offers f where f.ticket_category_id = c.id and f.state = 'submitted'),
        'returns', (select count(*) from public.returns r where r.ticket_category_id = c.id and r.state in ('open', 'offered')),
        'buying', (select count(*) from public.returns r where r.ticket_category_id = c.id and r.state = 'buying'),
        'returns_sold', (select count(*) from public.returns r where r.ticket_category_id = c.id and r.state = 'sold'),
        'waits', (
          select coalesce(jsonb_agg(jsonb_build_object('wait_id', w.id, 'user_id', w.user_id, 'name', p.name, 'email', p.email,
              'seats', w.seats, 'together', w.together, 'joined_at', w.joined_at, 'offer', (
                select jsonb_build_object('order_id', f.id, 'order_code', private.order_code(f.id), 'state', f.state,
                  'seats', to_jsonb(f.seats), 'until', f.expires_at)
                from public.offers f where f.wait_id = w.id and f.state in ('open', 'submitted'))) order by w.joined_at, w.id), '[]')
          from (
            select * from public.waits o where o.ticket_category_id = c.id and o.outcome is null
            order by o.joined_at, o.id limit c_most_shown) as w
          left join public.profiles p on p.id = w.user_id)) order by c.price desc, c.name, c.id), '[]')
    from public.ticket_categories c
    where c.event_id = p_event_id and (
      exists (select from public.waits w where w.ticket_category_id = c.id)
      or exists (select from public.returns r where r.ticket_category_id = c.id)));
end
$$;

comment on function public.waiting_list(uuid) is
  'Returns an event''s categories that have, or had, a waiting list or returns: [{ticket_category_id, category, people, seats '
  '(wanted), bought, offers, submitted, returns, buying, returns_sold, waits: the first 500, [{wait_id, user_id, name, email, '
  'seats, together, joined_at, offer: {order_id, order_code, state, seats, until} or null}]}]. Admins only. Refusals: PT401 '
  'not_signed_in, PT403 forbidden, PT404 not_found. Security definer: reads each once, without a policy check a row.';

insert into private.rights (roles, privileges, object) values
  ('authenticated', 'select', 'table public.waits'),
  ('authenticated', 'select', 'table public.offers'),
  ('anon, authenticated', 'execute', 'function public.join_waiting_list(uuid, integer, boolean)'),
  ('anon, authenticated', 'execute', 'function public.leave_waiting_list(uuid)'),
  ('anon, authenticated', 'execute', 'function public.waiting_list(uuid)'),
  ('authenticated', 'execute', 'function public.my_waits()');
