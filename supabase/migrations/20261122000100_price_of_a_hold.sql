-- The price of an order holds as long as its hold.
--
-- Prices were frozen at the first hold of an order and never again read: an order id made on the day of a low price bought
-- at it months later, and a customer whose hold had run out paid too much after a reduction. Now hold_seats prices anew
-- when the hold has run out or was released. submit_payment holds nothing and keeps the price last held: money that was
-- sent for it is not short. Decision record: docs/decisions/price.md. Only what v_running stands in differs from before.

create or replace function public.hold_seats(p_order_id uuid default null, p_lines jsonb default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_hold constant interval := interval '10 minutes';
  c_most_seats constant integer := 40; -- held and under review, of one customer
  c_remembered constant integer := 2000; -- bytes of p_lines; a line of ten seats has some 200
  v_user uuid := auth.uid();
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
  v_prices numeric[];
  v_quantities integer[];
  v_price record;
  v_answer jsonb := '[]';
begin
  if v_user is null then
    perform private.require_user();
  end if;
  perform private.lock_customer(v_user);
  v_order := private.require_own_order(p_order_id, v_user);
  v_asked := private.asked_lines(p_lines);
  perform private.share_order_events(v_asked.categories, p_order_id);
  if v_order.submitted_at is not null then
    perform private.refuse(409, 'order_submitted', v_order.order_code, 'This order was submitted; start another.');
  end if;

  v_running := v_order.expires_at > now();
  -- Prices are frozen while the hold runs. Without the order's id place_lines finds none and reads today's.
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

  -- Most customers come for the first time: nothing is held, and no time of holding spent.
  v_known := exists (select from public.seat_claims c where c.user_id = v_user and c.state <> 'sold')
    or exists (select from private.hold_usage u where u.user_id = v_user);
  -- Holding again never lengthens; after the hold ran out it begins anew.
  v_expires := case when v_running then v_order.expires_at else now() + c_hold end;
  if v_known then
    v_mine := private.claims_besides(v_user, p_order_id, v_wanted);
    v_released := v_mine.released;
    v_other_seats := v_mine.other_seats;
  end if;
  if v_other_seats + cardinality(v_wanted) > c_most_seats then
    perform private.refuse(429, 'too_many', c_most_seats::text,
      'So many seats of one customer may be held and under review at a time.');
  end if;
  if v_known then
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
  end if;

  foreach v_line in array v_placed.lines loop
    v_prices := v_prices || v_line.unit_price;
    v_quantities := v_quantities || cardinality(v_line.seats);
    v_answer := v_answer || jsonb_build_object('ticket_category_id', v_line.ticket_category_id,
      'unit_price', v_line.unit_price, 'quantity', cardinality(v_line.seats));
  end loop;
  v_price := private.price_order(v_prices, v_quantities);
  -- The caller writes p_lines, and may write more into it than is read.
  if pg_column_size(p_lines) <= c_remembered then
    v_lines := p_lines;
  end if;
  if v_order.id is null then
    insert into private.orders (id, user_id, order_code, expires_at, lines, event_id, shares)
      values (p_order_id, v_user, private.order_code(p_order_id), v_expires, v_lines, v_placed.event_id, v_price.shares)
      on conflict (id) do nothing returning * into v_order;
    if not found then
      -- Somebody else took the id a moment ago; our own orders wait for the customer's lock.
      perform private.require_own_order(p_order_id, v_user);
    end if;
  else
    update private.orders o
      set expires_at = v_expires, lines = v_lines, event_id = v_placed.event_id, shares = v_price.shares
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
      'Detail has the seats somebody else has.');
  end if;

  foreach v_line in array v_placed.lines loop
    if not v_line.is_frozen then
      insert into private.order_prices (order_id, ticket_category_id, unit_price)
        values (p_order_id, v_line.ticket_category_id, v_line.unit_price);
    end if;
  end loop;
  return jsonb_build_object(
    'order_id', p_order_id, 'order_code', v_order.order_code, 'expires_at', v_expires, 'server_time', clock_timestamp(),
    'extended', v_order.extended, 'lines', v_answer,
    'subtotal', v_price.subtotal, 'gst', v_price.gst, 'fee', v_price.fee, 'total', v_price.total);
end
$$;
comment on function public.hold_seats(uuid, jsonb) is
  'Makes the order''s holds exactly these lines, all of them or none, for 10 minutes, at prices frozen while the hold runs; '
  'repeating it changes nothing and never lengthens. A hold that ran out or was released begins anew, at the prices of that '
  'moment; a refusal leaves the prices as they were. Refusals: PT401 not_signed_in, PT400 invalid, too_many_seats, '
  'unknown_seat, PT403 other_user, PT409 order_submitted, not_on_sale, seats_taken, PT429 too_many, held_too_long. '
  'Security definer: nobody writes claims and orders directly.';
comment on table private.order_prices is
  'The categories of an order, each at the price of the moment it was first held in the hold that runs, or ran last: what '
  'staff change meanwhile does not touch it.';
