-- hold_seats and submit_payment, out of the parts of the file before. Why: see the file before that. New in their order:
-- the customer's lock comes first, before the arguments are read, so that whose an order is and how far it has come is
-- read once; and the customer's own index says that a reference was used. The locks follow each other as ever.

create or replace function public.hold_seats(p_order_id uuid default null, p_lines jsonb default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_hold constant interval := interval '10 minutes';
  c_most_seats constant integer := 40; -- held and under review, of one customer
  v_user uuid := auth.uid();
  v_order private.orders;
  v_asked record;
  v_placed record;
  v_line private.order_line;
  v_mine record;
  v_wanted private.seat[];
  v_released private.seat[];
  v_refused private.seat[];
  v_other_seats integer := 0;
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

  v_placed := private.place_lines(v_asked.lines, p_order_id);
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
  v_expires := case when v_order.expires_at > now() then v_order.expires_at else now() + c_hold end;
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
    delete from private.order_prices p where p.order_id = p_order_id and p.ticket_category_id <> all (v_asked.categories);
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
    v_prices := v_prices || v_line.unit_price;
    v_quantities := v_quantities || cardinality(v_line.seats);
    v_answer := v_answer || jsonb_build_object('ticket_category_id', v_line.ticket_category_id,
      'unit_price', v_line.unit_price, 'quantity', cardinality(v_line.seats));
  end loop;
  v_price := private.price_order(v_prices, v_quantities);
  return jsonb_build_object(
    'order_id', p_order_id, 'order_code', v_order.order_code, 'expires_at', v_expires, 'server_time', clock_timestamp(),
    'extended', v_order.extended, 'lines', v_answer,
    'subtotal', v_price.subtotal, 'gst', v_price.gst, 'fee', v_price.fee, 'total', v_price.total);
end
$$;

create or replace function public.submit_payment(
  p_order_id uuid default null, p_transaction_id text default null, p_amount numeric default null,
  p_screenshot_path text default null, p_lines jsonb default null, p_screenshot_sha256 text default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_longest_reference constant integer := 64;
  c_least_amount constant numeric := 1000000000; -- rupees, the first that is too much
  c_most_seats constant integer := 40; -- held and under review, of one customer
  v_user uuid := auth.uid();
  v_answer jsonb;
  v_reference text := private.normal_reference(p_transaction_id);
  v_hash text := lower(p_screenshot_sha256);
  v_name text := substr(p_screenshot_path, 38); -- after the user's id
  v_taken_at text := split_part(v_name, '-', 1);
  v_amount numeric;
  v_order private.orders;
  v_payment public.payments;
  v_asked record;
  v_placed record;
  v_mine record;
  v_held private.seat[];
  v_wanted private.seat[];
  v_other_seats integer;
  v_used text;
begin
  if v_user is null then
    perform private.require_user();
  end if;
  -- A second tab waits here, and then finds what the first one sent.
  perform private.lock_customer(v_user);
  v_order := private.require_own_order(p_order_id, v_user);
  if v_order.submitted_at is not null then
    v_answer := private.find_submission(p_order_id, v_user);
    if v_answer is not null then
      return v_answer;
    end if;
  end if;

  v_asked := private.asked_lines(p_lines);
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
  if p_screenshot_path is null
     -- In pieces: a regular expression with the ids in it would be compiled anew for every payment.
     or not starts_with(p_screenshot_path, v_user::text || '/')
     or length(v_taken_at) not between 1 and 16 or translate(v_taken_at, '0123456789', '') <> ''
     or not starts_with(substr(v_name, length(v_taken_at) + 1), '-' || p_order_id::text || '.')
     or substr(v_name, length(v_taken_at) + 39) not in ('png', 'jpg', 'jpeg', 'webp') then
    perform private.refuse(400, 'invalid', 'p_screenshot_path',
      'The path is <user id>/<milliseconds>-<order id>.<png, jpg, jpeg or webp>.');
  end if;

  perform private.share_order_events(v_asked.categories, p_order_id);
  if v_order.id is null then
    insert into private.orders (id, user_id, order_code) values (p_order_id, v_user, private.order_code(p_order_id))
      on conflict (id) do nothing;
    v_order := private.require_own_order(p_order_id, v_user);
  end if;
  insert into public.payments (user_id, order_id, order_code, transaction_id, amount, screenshot_url, screenshot_sha256)
    values (v_user, p_order_id, v_order.order_code, v_reference, v_amount, p_screenshot_path, v_hash)
    on conflict (user_id, transaction_id) where status in ('pending', 'approved') do nothing
    returning * into v_payment;
  if not found then
    select p.order_code into v_used from public.payments p
      where p.user_id = v_user and p.transaction_id = v_reference and p.status in ('pending', 'approved');
    perform private.refuse(409, 'transaction_used', v_used, 'The customer sent this reference with the order in detail.');
  end if;

  -- From here on it is a payment and will be recorded.
  v_placed := private.place_lines(v_asked.lines, p_order_id);
  perform private.record_lines(v_payment.id, v_user, p_order_id, v_placed.lines);

  -- A seat that a changed layout no longer has is lost like any other.
  v_wanted := v_placed.seats;
  select array_agg(row (c.event_id, c.place, c.seat, c.ticket_category_id)::private.seat)
        filter (where c.order_id = p_order_id and c.state = 'held'),
      count(*) filter (where c.state = 'under_review' or c.expires_at > now() and c.order_id <> p_order_id)
    into v_held, v_other_seats
    from public.seat_claims c
    where c.user_id = v_user and c.state <> 'sold';
  -- Nearly always the order holds just what was paid for.
  if v_wanted <@ v_held and cardinality(v_held) = cardinality(v_wanted)
     and v_other_seats + cardinality(v_wanted) <= c_most_seats then
    perform private.review_held(p_order_id, v_payment.id);
  else
    v_mine := private.claims_besides(v_user, p_order_id, v_wanted);
    if v_mine.other_seats + coalesce(cardinality(v_wanted), 0) > c_most_seats then
      insert into public.payment_flags (payment_id, flag) values (v_payment.id, 'beyond_limit');
      v_wanted := null;
      v_mine.released := v_held;
    end if;
    perform private.return_usage(v_user, v_wanted || v_mine.released);
    perform private.claim_seats(v_wanted, v_mine.released, 'under_review', v_user, p_order_id, v_payment.id, null);
  end if;
  update private.orders o set submitted_at = now(), expires_at = least(o.expires_at, now()) where o.id = p_order_id;
  return private.submission(v_payment);
end
$$;
