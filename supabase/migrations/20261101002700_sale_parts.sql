-- What hold_seats and submit_payment are made of: the places of the seats, the time they may be held, the claims, the
-- prices and the lines of a payment.
-- Why: see the file before.

drop function private.place_seats(private.seat[]);
create function private.place_lines(
  p_lines private.order_line[], p_order_id uuid,
  out lines private.order_line[], out seats private.seat[], out unknown private.seat[], out not_on_sale private.seat[])
  language plpgsql volatile
as $$
declare
  v_line private.order_line;
  v_category uuid;
  v_labels text[];
  v_label text;
  v_place text;
  v_position integer;
  v_last integer;
begin
  foreach v_line in array p_lines loop
    v_category := v_line.ticket_category_id;
    v_labels := v_line.seats;
    -- It cannot be deleted from here on. One that moved to another event while we waited is read as it is now.
    select c.id, v_labels, c.event_id, coalesce(p.unit_price, c.price), p.unit_price is not null,
        c.name, e.singer_id, e.city, e.date, e.venue, e.status = 'scheduled' and e.date > now(), c.total_tickets,
        c.grid_columns, c.grid_columns is not null
      into v_line
      from public.ticket_categories c
      left join public.events e on e.id = c.event_id
      left join private.order_prices p on p.order_id = p_order_id and p.ticket_category_id = c.id
      where c.id = v_category
      for key share of c;
    if not found then
      v_line.ticket_category_id := v_category;
      v_line.seats := v_labels;
    end if;
    v_last := 0;
    foreach v_label in array v_labels loop
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
    lines := lines || v_line;
  end loop;
end
$$;
comment on function private.place_lines(private.order_line[], uuid) is
  'The asked lines with all that order_line has, and their seats with event and place. unknown are seats that their '
  'category does not sell, not_on_sale those whose event is over, cancelled or gone; either is null when there is none. '
  'The categories are kept until the end of the transaction; the caller has called share_order_events.';

create function private.share_order_events(p_categories uuid[], p_order_id uuid) returns void
  language plpgsql volatile
as $$
declare
  v_event uuid;
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
  if cardinality(p_categories) > 1 then
    perform from public.ticket_categories c where c.id = any (p_categories) order by c.id for key share;
  end if;
end
$$;
comment on function private.share_order_events(uuid[], uuid) is
  'lock_order_events, for callers that go on to place_lines: it keeps a single category while reading it.';

create or replace function private.lock_order_events(p_categories uuid[], p_order_id uuid) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  perform private.share_order_events(p_categories, p_order_id);
  -- A category cannot be deleted from here on. One that moved to another event while we waited is read anew.
  perform from public.ticket_categories c where c.id = any (p_categories) order by c.id for key share;
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

create function private.claims_besides(
  p_user_id uuid, p_order_id uuid, p_wanted private.seat[], out released private.seat[], out other_seats integer)
  language plpgsql stable set search_path = ''
as $$
begin
  select array_agg(row (c.event_id, c.place, c.seat, c.ticket_category_id)::private.seat)
        filter (where c.order_id = p_order_id and c.state = 'held' and w.seat is null),
      count(*) filter (where c.state = 'under_review'
        or c.expires_at > now() and c.order_id <> p_order_id and (c.payment_id is null or w.seat is null))
    into released, other_seats
    from public.seat_claims c
    left join unnest(p_wanted) as w on w.event_id = c.event_id and w.place = c.place and w.seat = c.seat
    where c.user_id = p_user_id and c.state <> 'sold';
end
$$;
comment on function private.claims_besides(uuid, uuid, private.seat[]) is
  'Beside the wanted seats: what the order holds and gives back now, and how many the customer has held or under review.';

create function private.review_held(p_order_id uuid, p_payment_id uuid) returns void
  language plpgsql volatile
as $$
begin
  -- Who else wants these seats locks them in this order, too.
  perform from public.seat_claims c
    where c.order_id = p_order_id and c.state = 'held'
    order by c.event_id, c.place, c.seat for no key update;
  update private.hold_usage u
    set used = greatest(u.used - greatest(c.expires_at - greatest(now(), c.uncounted_until), interval '0'), interval '0')
    from public.seat_claims c
    where c.order_id = p_order_id and c.state = 'held' and c.expires_at > now()
      and u.user_id = c.user_id and u.event_id = c.event_id and u.place = c.place and u.seat = c.seat;
  update public.seat_claims c
    set state = 'under_review', payment_id = p_payment_id, expires_at = null, uncounted_until = null
    where c.order_id = p_order_id and c.state = 'held';
end
$$;
comment on function private.review_held(uuid, uuid) is
  'return_usage and claim_seats for a payment whose seats are exactly those that the order holds. A seat that somebody '
  'took over meanwhile, its hold having run out, is not claimed. The caller holds the customer''s and the events'' locks.';

create or replace function private.claim_seats(
  p_wanted private.seat[], p_released private.seat[], p_state text, p_user_id uuid, p_order_id uuid, p_payment_id uuid,
  p_expires_at timestamptz) returns private.seat[]
  language plpgsql volatile
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

drop function private.record_lines(public.payments, private.seat[]);
create function private.record_lines(p_payment_id uuid, p_user_id uuid, p_order_id uuid, p_lines private.order_line[])
  returns void language plpgsql volatile
as $$
declare
  v_line private.order_line;
  v_number integer := 0;
  v_known integer := 0;
  v_prices numeric[];
  v_quantities integer[];
  v_shares numeric[];
begin
  -- The shares are those of the lines whose category exists, in their order.
  foreach v_line in array p_lines loop
    if v_line.event_id is not null then
      v_prices := v_prices || v_line.unit_price;
      v_quantities := v_quantities || cardinality(v_line.seats);
    end if;
  end loop;
  v_shares := (private.price_order(v_prices, v_quantities)).shares;

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
      insert into private.order_prices (order_id, ticket_category_id, unit_price)
        values (p_order_id, v_line.ticket_category_id, v_line.unit_price);
    end if;
    if not v_line.in_order then
      v_line.seats := array(select s from unnest(v_line.seats) as s order by private.seat_order(s) collate "C");
    end if;
    insert into public.payment_lines (payment_id, user_id, line, ticket_category_id, event_id, seats, quantity, unit_price,
        total_amount, event_name, category_name, event_date, venue)
      values (p_payment_id, p_user_id, v_number, v_line.ticket_category_id, v_line.event_id, v_line.seats,
        cardinality(v_line.seats), v_line.unit_price, v_shares[v_known],
        coalesce((select g.name || ' - ' || v_line.city from public.singers g where g.id = v_line.singer_id), ''),
        v_line.category_name, v_line.event_date, v_line.venue);
  end loop;
end
$$;
comment on function private.record_lines(uuid, uuid, uuid, private.order_line[]) is
  'Writes the lines of a new payment, as place_lines returned them, with the order''s frozen prices and the names of the '
  'moment. The caller holds the customer''s lock and keeps the categories.';

-- Of the first migration of seats, with the functions that were made anew under another name.
create or replace function private.grant_seats() returns void
  language plpgsql set search_path = ''
as $$
begin
  revoke all on table public.seat_claims, private.orders, private.order_prices, private.hold_usage
    from public, anon, authenticated;
  grant select on table public.seat_claims to authenticated;

  revoke all on function private.order_code(uuid), private.seats_as_lines(private.seat[]), private.read_lines(jsonb),
    private.lock_order_events(uuid[], uuid), private.share_order_events(uuid[], uuid), private.asked_lines(jsonb),
    private.place_lines(private.order_line[], uuid),
    private.hold_budget(uuid, uuid, private.seat[]), private.book_usage(uuid, private.seat_budget[], timestamptz),
    private.return_usage(uuid, private.seat[]), private.claims_besides(uuid, uuid, private.seat[]),
    private.claim_seats(private.seat[], private.seat[], text, uuid, uuid, uuid, timestamptz), private.review_held(uuid, uuid),
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
select private.grant_seats();

-- Of the migration of payments, likewise.
create or replace function private.grant_payments() returns void
  language plpgsql set search_path = ''
as $$
begin
  revoke all on table public.payments, public.payment_lines, public.payment_flags, public.outgoing_mail
    from public, anon, authenticated;
  grant select on table public.payments, public.payment_lines, public.payment_flags to authenticated;
  grant select, update on table public.outgoing_mail to service_role;

  revoke all on function private.price_order(numeric[], integer[]), private.normal_reference(text),
    private.submission(public.payments), private.find_submission(uuid, uuid), private.record_lines(uuid, uuid, uuid, private.order_line[]),
    private.deleted_name(uuid), private.grant_payments(),
    public.submit_payment(uuid, text, numeric, text, jsonb, text), public.check_payment_status(text)
    from public, anon, authenticated;
  grant execute on function private.normal_reference(text) to authenticated;
  -- Visitors may call submit_payment only to be told to sign in.
  grant execute on function public.submit_payment(uuid, text, numeric, text, jsonb, text) to anon, authenticated;
  grant execute on function public.check_payment_status(text) to authenticated;
end
$$;
select private.grant_payments();
