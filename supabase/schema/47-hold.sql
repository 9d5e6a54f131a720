-- A hold has six steps, which hand on one private.hold: admit, place, limit, price, claim, write. A new rule belongs to the first
-- step that knows what it needs: who asks, with which order and code, and whose turn it is to admit; where the seats are and whether
-- they are sold to place; how many and how long to limit; money to price. The order, its held times and its claims are written
-- in claim, its prices in write. Written for speed: supabase/tests/plain-sale.test.sql has a plain version and compares both
-- on hundreds of random calls.

create type private.hold as (
  user_id uuid, order_id uuid, terms public.shop_terms, order_code text, had_code_id uuid, is_running boolean, extended boolean,
  is_test boolean, is_offer boolean, asked jsonb, lines private.order_line[], categories uuid[], entering uuid[],
  code public.discount_codes, is_known boolean, seats private.seat[], unpicked integer, short private.seat[], event_id uuid,
  full_prices numeric[], code_id uuid, expires_at timestamptz, released private.seat[], budget private.seat_budget[],
  rated private.priced_line[], shares numeric[], parts numeric[], answer jsonb);

comment on type private.hold is
  'What the steps of hold_seats know. admit_hold: who asks, with which terms; the order (order_code null: never held; had_code_id; '
  'is_running with its expires_at; extended; is_test; is_offer), the lines (asked: as remembered), the events to enter by a queue, and '
  'the opened code. place_hold: is_known when the customer has held something; the lines with places and prices (full_prices, '
  'code_id: by a code), the seats, standing places not yet picked or short. limit_hold: expires_at, seats released, budget spent. '
  'price_hold: rated lines, shares, parts, and the prices of the answer.';

create function private.admit_hold(p_order_id uuid, p_lines jsonb, p_code text) returns private.hold
  language plpgsql volatile
as $$
declare
  c_remembered constant integer := 2000; -- bytes of p_lines; a line of ten seats has some 200
  v_hold private.hold;
  v_order private.orders;
  v_asked record;
  v_category uuid;
  v_waited boolean;
  v_queued boolean := false;
begin
  v_hold.user_id := auth.uid();
  if v_hold.user_id is null then
    perform private.require_user();
  end if;
  perform private.lock_customer(v_hold.user_id);
  if exists (select from private.closed_accounts a where a.user_id = v_hold.user_id) then
    perform private.refuse(401, 'not_signed_in', '', 'Staff closed this account.');
  end if;
  v_order := private.require_own_order(p_order_id, v_hold.user_id);
  v_hold.terms := private.terms();
  v_asked := private.asked_lines(p_lines, v_hold.terms);
  perform private.share_order_events(v_asked.categories, p_order_id);
  if v_order.submitted_at is not null then
    perform private.refuse(409, 'order_submitted', v_order.order_code, 'This order was submitted; start another.');
  end if;
  v_hold.order_id := p_order_id;
  v_hold.lines := v_asked.lines;
  v_hold.categories := v_asked.categories;
  if v_order.id is not null and exists (select from public.offers f where f.id = p_order_id) then
    v_hold.is_offer := true;
    return v_hold;
  end if;
  v_waited := v_order.id is not null and private.freed_lists(p_order_id) <> '{}';
  foreach v_category in array v_asked.categories loop
    v_waited := v_waited or private.is_waited_for(v_category);
    v_queued := v_queued or private.is_queued_for(v_category);
  end loop;
  if v_queued and v_order.is_test is not true then
    v_hold.entering := private.require_turn(v_hold.user_id, p_order_id, v_asked.categories, v_asked.lines);
  end if;
  if v_waited then
    perform private.serve_first(v_asked.lines, p_order_id, false);
  end if;
  v_hold.is_running := coalesce(v_order.expires_at > now(), false);
  if p_code is not null then
    v_hold.code := private.code_of_hold(p_code, v_hold.user_id, p_order_id, case when v_hold.is_running then v_order.code_id end);
  end if;
  if v_order.id is not null then
    v_hold.order_code := v_order.order_code;
    v_hold.had_code_id := v_order.code_id;
    v_hold.extended := v_order.extended;
    v_hold.is_test := v_order.is_test;
    v_hold.expires_at := v_order.expires_at;
  end if;
  v_hold.asked := case when pg_column_size(p_lines) <= c_remembered then p_lines end;
  return v_hold;
end
$$;

comment on function private.admit_hold(uuid, jsonb, text) is
  'The first step of a hold: who may hold, with which order, in their turn, after those who wait. Locks the customer, the order''s '
  'events, the waiting lists and the code, in this order. Refusals: PT401 not_signed_in, PT400 invalid, too_many_seats, unknown_seat, '
  'code_unknown, PT403 other_user, not_your_turn, PT409 order_submitted, code_used_up, code_ended.';

create function private.place_hold(inout hold private.hold)
  language plpgsql volatile
as $$
declare
  v_placed record;
  v_fitted record;
  v_lone private.seat[];
begin
  -- Most customers are new: nothing held, no time spent.
  hold.is_known := exists (select from public.seat_claims c where c.user_id = hold.user_id and c.state <> 'sold')
    or exists (select from private.hold_usage u where u.user_id = hold.user_id);
  -- Prices are frozen while the hold runs. Without the order's id place_lines reads today's.
  v_placed := private.place_lines(hold.lines, case when hold.is_running then hold.order_id end,
    case when hold.is_known then hold.user_id end, hold.order_id);
  hold.seats := coalesce(v_placed.seats, '{}');
  if (hold.code).id is not null and not private.code_covers(hold.code, v_placed.lines) then
    perform private.refuse(409, 'code_seats',
      jsonb_build_object('code', (hold.code).code, 'seats', (hold.code).seats_per_order)::text,
      'The code is for fewer seats of one order.');
  end if;
  if (hold.code).id is not null or hold.had_code_id is not null then
    v_fitted := private.fit_code(hold.code, hold.order_id, hold.is_running and (hold.code).id = hold.had_code_id, v_placed.lines,
      v_placed.not_on_sale);
    v_placed.lines := v_fitted.lines;
    v_placed.not_on_sale := v_fitted.not_on_sale;
    hold.full_prices := v_fitted.full_prices;
    hold.code_id := v_fitted.used_id;
  end if;
  if v_placed.not_on_sale is not null then
    perform private.refuse(409, 'not_on_sale', private.seats_as_lines(v_placed.not_on_sale),
      'Not sold now: over, cancelled, gone, paused, a draft or outside its window; detail has the lines.');
  end if;
  if v_placed.unknown is not null then
    perform private.refuse(400, 'unknown_seat', private.seats_as_lines(v_placed.unknown),
      'The category sells no such seats.');
  end if;
  v_lone := private.lone_companions(hold.seats, (hold.terms).wheelchair_hours, hold.order_id);
  if v_lone is not null then
    perform private.refuse(409, 'companion_seat', private.seats_as_lines(v_lone),
      'Kept for companions of wheelchair users: held with the wheelchair place beside, or from wheelchair_hours before the event.');
  end if;
  hold.lines := v_placed.lines;
  hold.unpicked := v_placed.unpicked;
  hold.short := v_placed.short;
  hold.event_id := v_placed.event_id;
end
$$;

comment on function private.place_hold(private.hold) is
  'The second step of a hold: where its seats are, and whether they are sold now, with its code. Locks the categories against '
  'deletion, and standing places of a customer who has held before. Refusals: PT409 code_seats, not_on_sale, companion_seat (detail: the seats), PT400 unknown_seat.';

create function private.limit_hold(inout hold private.hold)
  language plpgsql volatile
as $$
declare
  v_mine record;
  v_other_seats integer := 0;
  v_refused private.seat[];
  v_budget private.seat_budget[];
  v_until timestamptz;
begin
  -- Holding again never lengthens a running hold.
  if not hold.is_running then
    hold.expires_at := now() + make_interval(mins => (hold.terms).hold_minutes);
  end if;
  if hold.is_known then
    v_mine := private.claims_besides(hold.user_id, hold.order_id, hold.seats);
    hold.released := v_mine.released;
    v_other_seats := v_mine.other_seats;
    if not hold.is_running and hold.unpicked = 0 then
      hold.expires_at := greatest(hold.expires_at, private.promised_until(hold.user_id, hold.seats));
    end if;
  end if;
  if v_other_seats + cardinality(hold.seats) + hold.unpicked > (hold.terms).seats_per_customer then
    perform private.refuse(429, 'too_many', (hold.terms).seats_per_customer::text,
      'So many seats of one customer may be held and under review at a time.');
  end if;
  if hold.is_known then
    select array_agg(b),
        array_agg(row (b.event_id, b.place, b.seat, b.ticket_category_id)::private.seat) filter (where b.may_hold_until <= now()),
        min(b.may_hold_until)
      into v_budget, v_refused, v_until
      from private.hold_budget(
        hold.user_id, hold.order_id, hold.seats, make_interval(mins => (hold.terms).held_minutes_an_hour)) as b;
    if v_refused is not null then
      perform private.refuse(429, 'held_too_long', private.seats_as_lines(v_refused),
        'These seats were held within the last hour for as long as one customer may.');
    end if;
    hold.budget := v_budget;
    hold.expires_at := least(hold.expires_at, v_until);
  end if;
end
$$;

comment on function private.limit_hold(private.hold) is
  'The third step of a hold: until when, how many seats of a customer, and how long within an hour. Locks nothing. Refusals: PT429 '
  'too_many (detail: the most seats), held_too_long.';

create function private.price_hold(inout hold private.hold)
  language plpgsql volatile
as $$
declare
  v_price record;
  v_rated private.priced_line[] := private.rate_lines(hold.lines, hold.order_id, hold.terms);
  v_line private.priced_line;
  v_lines jsonb := '[]';
begin
  if hold.code_id is not null then
    v_rated := private.without_fee(v_rated, hold.full_prices);
  end if;
  for n in 1 .. cardinality(v_rated) loop
    v_line := v_rated[n];
    v_lines := v_lines || jsonb_build_object('ticket_category_id', hold.lines[n].ticket_category_id,
      'unit_price', v_line.unit_price, 'quantity', v_line.quantity, 'gst_percent', v_line.gst_percent,
      'local_percent', v_line.local_percent, 'fee', v_line.fee, 'fee_gst_percent', v_line.fee_gst_percent,
      'includes_gst', v_line.includes_gst);
    if hold.full_prices[n] is not null then
      v_lines := jsonb_set(v_lines, array[(n - 1)::text, 'full_price'], to_jsonb(hold.full_prices[n]));
    end if;
  end loop;
  v_price := private.price_lines(v_rated);
  if v_price.total > 0 and not hold.is_running and hold.is_test is not true and not private.has_payee() then
    perform private.refuse(409, 'not_on_sale', private.seats_as_lines(hold.seats), 'The shop has no UPI id yet: it sells only what is free.');
  end if;
  if v_price.total > 0 and 0 = any (v_price.shares) then
    for n in 1 .. cardinality(v_price.shares) loop
      if v_price.shares[n] = 0
         and v_rated[n].quantity + private.free_places(hold.user_id, hold.lines[n].ticket_category_id)
           + private.free_places_held(hold.user_id, hold.lines[n].ticket_category_id, hold.order_id) > (hold.terms).seats_per_line then
        perform private.refuse(429, 'too_many', 'free', 'So many free places of a category may one customer have.');
      end if;
    end loop;
  end if;
  hold.rated := v_rated;
  hold.shares := v_price.shares;
  hold.parts := v_price.parts;
  hold.answer := jsonb_build_object('lines', v_lines, 'subtotal', v_price.subtotal, 'gst', v_price.gst,
    'local_tax', v_price.local_tax, 'fee', v_price.fee, 'fee_gst', v_price.fee_gst, 'total', v_price.total);
end
$$;

comment on function private.price_hold(private.hold) is
  'The fourth step of a hold: rates and fee of its lines, whether the shop can be paid, and how many free places may go with paid '
  'ones. Locks nothing. Refusals: PT409 not_on_sale, PT429 too_many (detail: free).';

create function private.claim_hold(inout hold private.hold)
  language plpgsql volatile
as $$
declare
  v_got private.seat[];
begin
  if hold.order_code is null then
    hold.order_code := private.order_code(hold.order_id);
    insert into private.orders (id, user_id, order_code, expires_at, lines, event_id, shares, parts, code_id)
      values (hold.order_id, hold.user_id, hold.order_code, hold.expires_at, hold.asked, hold.event_id, hold.shares, hold.parts,
        hold.code_id)
      on conflict do nothing;
    if not found then
      -- Another customer just took the id, or another order has its code; own orders wait for the customer's lock.
      perform private.require_own_order(hold.order_id, hold.user_id);
      perform private.refuse(403, 'other_user', 'p_order_id', 'This order id is in use.');
    end if;
  else
    update private.orders o
      set expires_at = hold.expires_at, lines = hold.asked, event_id = hold.event_id, shares = hold.shares, parts = hold.parts,
        code_id = hold.code_id
      where o.id = hold.order_id;
    delete from private.order_prices p
      where p.order_id = hold.order_id and (not hold.is_running or p.ticket_category_id <> all (hold.categories));
  end if;
  if hold.is_known then
    delete from private.hold_usage u where u.user_id = hold.user_id and u.since < now() - interval '2 hours';
    perform private.book_usage(hold.user_id, hold.budget, hold.expires_at);
  elsif hold.seats <> '{}' then
    insert into private.hold_usage (user_id, event_id, place, seat, since, used)
      select hold.user_id, w.event_id, w.place, w.seat, now(), hold.expires_at - now() from unnest(hold.seats) as w;
  end if;
  if hold.released is not null then
    perform private.return_usage(hold.user_id, hold.released);
  end if;
  if hold.unpicked > 0 then
    hold.short := private.claim_unpicked(hold);
  end if;
  v_got := hold.seats;
  if hold.seats <> '{}' or hold.released is not null then
    v_got := private.claim_seats(hold.seats, hold.released, 'held', hold.user_id, hold.order_id, null, hold.expires_at);
  end if;
  if cardinality(v_got) < cardinality(hold.seats) or hold.short is not null then
    perform private.refuse(409, 'seats_taken', private.seats_as_lines(private.missing_seats(hold.seats, v_got) || hold.short),
      'Detail has the seats that are taken, and as many numbers as standing places are missing.');
  end if;
end
$$;

comment on function private.claim_hold(private.hold) is
  'The fifth step of a hold: writes its order, its held times and its claims. Refusals: PT403 other_user, PT409 seats_taken.';

create function private.claim_unpicked(p_hold private.hold) returns private.seat[]
  language plpgsql volatile
as $$
declare
  v_line private.order_line;
  v_places text[];
  v_short private.seat[] := p_hold.short;
begin
  foreach v_line in array p_hold.lines loop
    continue when v_line.places is null;
    v_places := private.claim_places(v_line.ticket_category_id, v_line.places, p_hold.user_id, p_hold.order_id, p_hold.expires_at);
    for v_number in cardinality(v_places) + 1 .. v_line.places loop
      v_short := v_short
        || row (v_line.event_id, null, (v_number - cardinality(v_places))::text, v_line.ticket_category_id)::private.seat;
    end loop;
    insert into private.hold_usage (user_id, event_id, place, seat, since, used)
      select p_hold.user_id, v_line.event_id, v_line.ticket_category_id::text, n, now(), p_hold.expires_at - now()
      from unnest(v_places) as n;
  end loop;
  return v_short;
end
$$;

comment on function private.claim_unpicked(private.hold) is
  'Claims the standing places that place_lines left unpicked, and returns those that are missing; null when none is.';

create function private.write_hold(p_hold private.hold) returns jsonb
  language plpgsql volatile
as $$
declare
  v_line private.order_line;
  v_rated private.priced_line;
begin
  for n in 1 .. cardinality(p_hold.rated) loop
    v_line := p_hold.lines[n];
    if not v_line.is_frozen then
      v_rated := p_hold.rated[n];
      insert into private.order_prices (order_id, ticket_category_id, unit_price, gst_percent, local_percent, fee, fee_gst_percent, full_price,
            includes_gst, rounds)
        values (p_hold.order_id, v_line.ticket_category_id, v_line.unit_price, v_rated.gst_percent, v_rated.local_percent,
          v_rated.fee, v_rated.fee_gst_percent, p_hold.full_prices[n], v_rated.includes_gst, v_rated.rounds);
    end if;
  end loop;
  if p_hold.entering <> '{}' then
    perform private.enter_queues(p_hold.user_id, p_hold.entering);
  end if;
  return p_hold.answer || jsonb_build_object('order_id', p_hold.order_id, 'order_code', p_hold.order_code,
    'expires_at', p_hold.expires_at, 'server_time', clock_timestamp(), 'extended', coalesce(p_hold.extended, false));
end
$$;

comment on function private.write_hold(private.hold) is
  'The last step of a hold: freezes its prices, gives the customer a place in the queues where no one waits, and returns what '
  'hold_seats returns. Refusal: PT403 not_your_turn.';

create function public.hold_seats(p_order_id uuid default null, p_lines jsonb default null, p_code text default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_hold private.hold := private.admit_hold(p_order_id, p_lines, p_code);
begin
  if v_hold.is_offer then
    return (select private.hold_of_offer(o, v_hold.lines) from private.orders o where o.id = p_order_id);
  end if;
  v_hold := private.place_hold(v_hold);
  v_hold := private.limit_hold(v_hold);
  v_hold := private.price_hold(v_hold);
  v_hold := private.claim_hold(v_hold);
  return private.write_hold(v_hold);
end
$$;

comment on function public.hold_seats(uuid, jsonb, text) is
  'Makes the order''s holds exactly these lines, all or none, for hold_minutes of shop_terms, at prices and rates '
  'frozen while the hold runs. Idempotent; never lengthens a running hold. A hold that expired or was released starts again at '
  'current prices; a refusal keeps the prices. Seats that a waiting list wants are offered to it first; for the order of an '
  'offer it returns what the offer has. p_code: a code that check_code has opened for the caller; null: without. '
  'An event with a queue sells to who is let in. '
  'Refusals: PT401 not_signed_in, PT400 invalid, too_many_seats, unknown_seat, code_unknown, PT403 other_user, not_your_turn (detail: '
  '{event_id, opens_at, drawn, place, let_in, rate}), PT409 order_submitted, not_on_sale, companion_seat, seats_taken, code_used_up, code_seats, code_ended, hold_expired and in_use (an offer: over, other lines), PT429 too_many (detail: the most seats, or free: '
  'the free places beside paid ones), held_too_long. '
  'Security definer: no role may write claims and orders.';

insert into private.rights (roles, privileges, object) values
  ('anon, authenticated', 'execute', 'function public.hold_seats(uuid, jsonb, text)');
