-- What hold_seats and submit_payment are made of: the places of the seats, the time they may be held, the claims, the
-- prices and the lines of a payment.
-- Why: see the file before. place_seats has another type of answer, an array, and so is made anew under its name.

drop function private.place_seats(private.seat[]);
create function private.place_seats(p_asked private.seat[], out seats private.seat[], out not_on_sale private.seat[])
  language plpgsql stable set search_path = ''
as $$
declare
  v_seat private.seat;
  v_category uuid;
  v_event uuid;
  v_total integer;
  v_columns integer;
  v_has_layout boolean;
  v_on_sale boolean;
begin
  seats := '{}'::private.seat[];
  foreach v_seat in array p_asked loop
    -- The seats of a line follow each other.
    if v_category is distinct from v_seat.ticket_category_id then
      v_category := v_seat.ticket_category_id;
      select c.event_id, c.total_tickets, c.grid_columns, l.ticket_category_id is not null,
          coalesce(e.status = 'scheduled' and e.date > now(), false)
        into v_event, v_total, v_columns, v_has_layout, v_on_sale
        from public.ticket_categories c
        left join public.ticket_category_layouts l on l.ticket_category_id = c.id
        left join public.events e on e.id = c.event_id
        where c.id = v_category;
    end if;
    if v_on_sale is not true then
      not_on_sale := not_on_sale || v_seat;
    end if;
    v_seat.event_id := v_event;
    v_seat.place := case
      when v_has_layout then private.place_of(v_category, v_seat.seat)
      when private.grid_position(v_seat.seat, v_columns) <= v_total then v_category::text
    end;
    seats := seats || v_seat;
  end loop;
end
$$;
comment on function private.place_seats(private.seat[]) is
  'The asked seats in their order, with event and place; place is null for a seat its category does not sell. '
  'not_on_sale are those, as they were asked for, whose event is over, cancelled or gone; null when there is none.';

create or replace function private.lock_order_events(p_categories uuid[], p_order_id uuid) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_event uuid;
  v_category uuid;
begin
  -- Most orders are about one category, and all they hold is at its event. Looked up by one id, not by a list: a list is
  -- planned anew each time.
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
  -- A category cannot be deleted from here on. One that moved to another event while we waited is read anew.
  if cardinality(p_categories) > 1 then
    p_categories := array(select a from unnest(p_categories) as a order by a);
  end if;
  foreach v_category in array p_categories loop
    perform from public.ticket_categories c where c.id = v_category for key share;
  end loop;
end
$$;

create or replace function private.book_usage(p_user_id uuid, p_budget private.seat_budget[], p_expires_at timestamptz)
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

create or replace function private.return_usage(p_user_id uuid, p_seats private.seat[]) returns void
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

create function private.return_all_usage(p_user_id uuid) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  update private.hold_usage u
  set used = greatest(u.used - greatest(c.expires_at - greatest(now(), c.uncounted_until), interval '0'), interval '0')
  from public.seat_claims c
  where c.state = 'held' and c.expires_at > now() and c.user_id = p_user_id
    and u.user_id = p_user_id and u.event_id = c.event_id and u.place = c.place and u.seat = c.seat;
end
$$;
comment on function private.return_all_usage(uuid) is
  'return_usage of every seat the customer holds, which need not be looked for among others.';

create or replace function private.claim_seats(
  p_wanted private.seat[], p_released private.seat[], p_state text, p_user_id uuid, p_order_id uuid, p_payment_id uuid,
  p_expires_at timestamptz) returns private.seat[]
  language plpgsql volatile set search_path = ''
as $$
declare
  v_wanted integer := coalesce(cardinality(p_wanted), 0);
  v_released integer := coalesce(cardinality(p_released), 0);
  v_written integer;
begin
  -- One statement for wanted and released seats, in one order: releasing first, in a statement of its own, deadlocks.
  insert into public.seat_claims as c
    (event_id, place, seat, ticket_category_id, state, source, user_id, order_id, payment_id, expires_at)
  select s.event_id, s.place, s.seat, s.ticket_category_id,
    case when s.n <= v_wanted then p_state else 'held' end, 'order', p_user_id, p_order_id,
    case when s.n <= v_wanted then p_payment_id end,
    case when s.n <= v_wanted then p_expires_at else '-infinity' end
  from unnest(p_wanted || p_released) with ordinality as s (event_id, place, seat, ticket_category_id, n)
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
    else c.payment_id = p_payment_id end;
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

create function private.freeze_price(p_order_id uuid, p_ticket_category_id uuid, p_is_new boolean) returns numeric
  language plpgsql volatile set search_path = ''
as $$
declare
  v_price numeric;
begin
  if not p_is_new then
    select p.unit_price into v_price from private.order_prices p
      where p.order_id = p_order_id and p.ticket_category_id = p_ticket_category_id;
  end if;
  if v_price is null then
    insert into private.order_prices (order_id, ticket_category_id, unit_price)
      select p_order_id, c.id, c.price from public.ticket_categories c where c.id = p_ticket_category_id
      returning unit_price into v_price;
  end if;
  return v_price;
end
$$;
comment on function private.freeze_price(uuid, uuid, boolean) is
  'The price of the category in this order: that of the moment it was first asked for. Null when the category is gone. '
  'p_is_new: the order was made a moment ago and has none. The caller holds the customer''s lock.';

create or replace function private.record_lines(p_payment public.payments, p_asked private.seat[]) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_seat private.seat;
  v_lines integer := 0;
  v_categories uuid[] := '{}'::uuid[];
  v_quantities integer[] := '{}'::integer[];
  v_prices numeric[] := '{}'::numeric[];
  v_known integer := 0;
  v_known_prices numeric[] := '{}'::numeric[];
  v_known_quantities integer[] := '{}'::integer[];
  v_shares numeric[];
begin
  foreach v_seat in array p_asked loop
    if v_lines > 0 and v_categories[v_lines] = v_seat.ticket_category_id then
      v_quantities[v_lines] := v_quantities[v_lines] + 1;
    else
      v_lines := v_lines + 1;
      v_categories[v_lines] := v_seat.ticket_category_id;
      v_quantities[v_lines] := 1;
    end if;
  end loop;
  for v_line in 1 .. v_lines loop
    v_prices[v_line] := private.freeze_price(p_payment.order_id, v_categories[v_line], false);
    if v_prices[v_line] is not null then
      v_known := v_known + 1;
      v_known_prices[v_known] := v_prices[v_line];
      v_known_quantities[v_known] := v_quantities[v_line];
    end if;
  end loop;
  -- The shares are those of the lines whose category exists, in their order.
  v_shares := (private.price_order(v_known_prices, v_known_quantities)).shares;

  v_known := 0;
  for v_line in 1 .. v_lines loop
    if v_prices[v_line] is null then
      insert into public.payment_lines (payment_id, user_id, line, gone_category_id, seats, quantity, unit_price, total_amount,
          event_name, category_name)
        values (p_payment.id, p_payment.user_id, v_line, v_categories[v_line], '{}', v_quantities[v_line], 0, 0, '',
          coalesce(private.deleted_name(v_categories[v_line]), ''));
      continue;
    end if;
    v_known := v_known + 1;
    insert into public.payment_lines (payment_id, user_id, line, ticket_category_id, event_id, seats, quantity, unit_price,
        total_amount, event_name, category_name, event_date, venue)
      select p_payment.id, p_payment.user_id, v_line, c.id, c.event_id,
        array(select a.seat from unnest(p_asked) as a where a.ticket_category_id = c.id
              order by private.seat_order(a.seat) collate "C"),
        v_quantities[v_line], v_prices[v_line], v_shares[v_known],
        coalesce(g.name || ' - ' || e.city, ''), coalesce(c.name, ''), e.date, e.venue
      from public.ticket_categories c
      left join public.events e on e.id = c.event_id
      left join public.singers g on g.id = e.singer_id
      where c.id = v_categories[v_line];
  end loop;
end
$$;

create function private.grant_sale() returns void
  language plpgsql set search_path = ''
as $$
begin
  revoke all on function private.freeze_price(uuid, uuid, boolean), private.return_all_usage(uuid), private.grant_sale() from public, anon, authenticated;
end
$$;
comment on function private.grant_sale() is 'All privileges of this file; can be repeated.';
select private.grant_sale();
-- For the function that was made anew under its name.
select private.grant_seats();
