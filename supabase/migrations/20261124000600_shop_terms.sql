-- The terms of the shop (tax, fee, times, limits) have one home, with a day from which each holds. All are as they were.
-- Written from supabase/schema by `npm run migration`; the table by hand.

set check_function_bodies = off;

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

alter table public.shop_terms enable row level security;

-- As they were before there was this table.
insert into public.shop_terms (from_day, gst_percent, fee_per_seat, hold_minutes, extension_minutes, retry_minutes, retries_a_day,
    held_minutes_an_hour, seats_per_line, lines_per_order, seats_per_customer, undecided_per_customer, low_stock_event,
    low_stock_category, order_days, name_days, device_days)
  values ('2020-01-01', 18, 30, 10, 5, 15, 3, 30, 10, 40, 40, 10, 100, 20, 45, 30, 365);

drop function private.asked_lines(jsonb);

drop function private.price_order(numeric[],integer[]);

drop function private.hold_budget(uuid,uuid,private.seat[]);

CREATE OR REPLACE FUNCTION private.guard_shop_terms()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
  -- What the new row names comes last, and wins.
  return jsonb_populate_record(new, to_jsonb(v_before) || jsonb_strip_nulls(to_jsonb(new)));
end
$function$;

CREATE OR REPLACE FUNCTION private.terms()
 RETURNS shop_terms
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_terms public.shop_terms;
begin
  select * into v_terms from public.shop_terms t where t.from_day <= (now() at time zone 'Asia/Kolkata')::date
    order by t.from_day desc limit 1;
  return v_terms;
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_terms()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table public.shop_terms from public, anon, authenticated;
  grant select on table public.shop_terms to anon, authenticated;
  revoke all on function private.guard_shop_terms(), private.terms(), private.grant_terms() from public, anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.read_lines(p_lines jsonb)
 RETURNS TABLE(line integer, ticket_category_id uuid, seats text[])
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_line private.order_line;
begin
  line := 0;
  foreach v_line in array (private.asked_lines(p_lines, private.terms())).lines loop
    line := line + 1;
    ticket_category_id := v_line.ticket_category_id;
    seats := v_line.seats;
    return next;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.hold_budget(p_user_id uuid, p_order_id uuid, p_seats private.seat[], p_allowed interval)
 RETURNS SETOF private.seat_budget
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
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
  v_prices numeric[];
  v_quantities integer[];
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

  foreach v_line in array v_placed.lines loop
    v_prices := v_prices || v_line.unit_price;
    v_quantities := v_quantities || cardinality(v_line.seats);
    v_answer := v_answer || jsonb_build_object('ticket_category_id', v_line.ticket_category_id,
      'unit_price', v_line.unit_price, 'quantity', cardinality(v_line.seats));
  end loop;
  v_price := private.price_order(v_prices, v_quantities, v_terms);
  -- The caller writes p_lines, and may write more into it than is read.
  if pg_column_size(p_lines) <= c_remembered then
    v_lines := p_lines;
  end if;
  if v_order.id is null then
    insert into private.orders (id, user_id, order_code, expires_at, lines, event_id, shares)
      values (p_order_id, v_user, private.order_code(p_order_id), v_expires, v_lines, v_placed.event_id, v_price.shares)
      on conflict do nothing returning * into v_order;
    if not found then
      -- Somebody else took the id a moment ago, or another order has its code; our own orders wait for the customer's lock.
      perform private.require_own_order(p_order_id, v_user);
      perform private.refuse(403, 'other_user', 'p_order_id', 'This order id is in use.');
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
$function$;

CREATE OR REPLACE FUNCTION public.extend_hold(p_order_id uuid DEFAULT NULL::uuid)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := private.require_user();
  v_terms public.shop_terms := private.terms();
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
$function$;

CREATE OR REPLACE FUNCTION private.asked_lines(p_lines jsonb, p_terms shop_terms, OUT lines private.order_line[], OUT categories uuid[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  c_no_labels constant text := format('seats is a list of 1 to %s seat labels.', p_terms.seats_per_line);
  v_line jsonb;
  v_category uuid;
  v_labels jsonb;
  v_count integer;
  v_label text;
  v_of_line text[];
  v_fault text;
  v_unknown private.seat[];
begin
  -- The caller writes p_lines: nothing in it is cast before its shape is known.
  if jsonb_typeof(p_lines) is distinct from 'array' or jsonb_array_length(p_lines) not between 1 and p_terms.lines_per_order then
    perform private.refuse(400, 'invalid', 'p_lines', format('p_lines is a list of 1 to %s lines.', p_terms.lines_per_order));
  end if;
  for v_number in 0 .. jsonb_array_length(p_lines) - 1 loop
    v_line := p_lines -> v_number;
    if jsonb_typeof(v_line) is distinct from 'object'
       or jsonb_typeof(v_line -> 'ticket_category_id') is distinct from 'string'
       -- 8-4-4-4-12 hexadecimal digits. Counts in a regular expression cost ten times as much.
       or v_line ->> 'ticket_category_id' not like '________-____-____-____-____________'
       or translate(v_line ->> 'ticket_category_id', '0123456789abcdefABCDEF', '') <> '----'
       or jsonb_typeof(v_line -> 'seats') is distinct from 'array' then
      perform private.refuse(400, 'invalid', 'p_lines',
        'A line is {"ticket_category_id": uuid, "seats": [label, …]}.');
    end if;
    v_category := v_line ->> 'ticket_category_id';
    if v_category = any (categories) then
      perform private.refuse(400, 'invalid', 'p_lines', 'A ticket category stands in one line only.');
    end if;
    categories := categories || v_category;
    v_labels := v_line -> 'seats';
    v_count := jsonb_array_length(v_labels);
    if v_count > p_terms.seats_per_line then
      perform private.refuse(400, 'too_many_seats', p_terms.seats_per_line::text,
        'At most this many seats of a ticket category in an order.');
    end if;
    v_fault := case when v_count = 0 then c_no_labels end;
    v_of_line := '{}';
    for v_at in 0 .. v_count - 1 loop
      v_label := v_labels ->> v_at;
      if jsonb_typeof(v_labels -> v_at) <> 'string' then
        v_fault := c_no_labels;
      elsif v_label = any (v_of_line) then
        v_fault := coalesce(v_fault, 'A seat stands in a line once.');
      elsif v_label !~ '^([A-Z0-9]{1,4}-)?[A-Z]{1,2}[1-9][0-9]{0,2}$' then
        v_unknown := v_unknown || row (null, null, left(v_label, 32), v_category)::private.seat;
      end if;
      v_of_line := v_of_line || v_label;
    end loop;
    if v_fault is not null then
      perform private.refuse(400, 'invalid', 'p_lines', v_fault);
    end if;
    lines := lines || row (v_category, v_of_line, null, null, null, null, null, null, null, null, null, null, null, null)::private.order_line;
  end loop;
  if v_unknown is not null then
    perform private.refuse(400, 'unknown_seat', private.seats_as_lines(v_unknown),
      'A seat label is A1, or BALC-A1 in a layout, exactly so.');
  end if;
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
    private.seats_as_lines(private.seat[]), private.read_lines(jsonb), private.lock_order_events(uuid[], uuid),
    private.share_order_events(uuid[], uuid), private.asked_lines(jsonb, public.shop_terms), private.place_lines(private.order_line[], uuid),
    private.hold_budget(uuid, uuid, private.seat[], interval), private.book_usage(uuid, private.seat_budget[], timestamptz),
    private.return_usage(uuid, private.seat[]), private.claims_besides(uuid, uuid, private.seat[]),
    private.claim_seats(private.seat[], private.seat[], text, uuid, uuid, uuid, timestamptz),
    private.missing_seats(private.seat[], private.seat[]), private.count_sold_claims(),
    private.require_own_order(uuid, uuid), private.refuse_stale_sold(), private.sell_at_box_office(),
    private.box_office_rank(uuid, text), public.taken_seats(uuid), public.hold_seats(uuid, jsonb), public.extend_hold(uuid),
    public.release_seats(uuid), public.release_customer_seats(uuid), private.grant_seats() from public, anon, authenticated;
  -- Whoever may write the tables is asked; of the roles of the API that is this one.
  grant execute on function private.is_sound_claim(text, text, uuid, uuid, uuid, uuid, timestamptz) to service_role;
  -- Visitors may call the last three only to be told to sign in.
  grant execute on function public.taken_seats(uuid), public.hold_seats(uuid, jsonb), public.extend_hold(uuid),
    public.release_seats(uuid), public.release_customer_seats(uuid) to anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.price_order(p_unit_prices numeric[], p_quantities integer[], p_terms shop_terms, OUT subtotal numeric, OUT gst numeric, OUT fee numeric, OUT total numeric, OUT shares numeric[])
 RETURNS record
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
declare
  v_fee_per_seat numeric := p_terms.fee_per_seat * 100; -- paise
  v_gst numeric;
  v_subtotal numeric := 0;
  v_fee numeric := 0;
begin
  -- In paise, so that every step is a whole number.
  for n in 1 .. coalesce(cardinality(p_quantities), 0) loop
    v_subtotal := v_subtotal + coalesce(round(p_unit_prices[n] * 100) * p_quantities[n], 0);
    v_fee := v_fee + coalesce(v_fee_per_seat * p_quantities[n], 0);
  end loop;
  v_gst := floor((v_subtotal * p_terms.gst_percent + 50) / 100);

  subtotal := (v_subtotal / 100)::numeric(14, 2);
  gst := (v_gst / 100)::numeric(14, 2);
  fee := (v_fee / 100)::numeric(14, 2);
  total := subtotal + gst + fee;
  -- One line, as most orders are, has it all.
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
  -- A second tab waits here, and then finds what the first one sent.
  perform private.lock_customer(v_user);
  -- Read and marked in one; whoever refuses further down takes it back.
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

  -- Nearly always what is paid for was just held.
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
  -- Put together and compared: a regular expression with the ids in it would be compiled anew for every payment.
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

  -- From here on it is a payment and will be recorded.
  v_placed := private.place_lines(v_lines, p_order_id);
  if v_as_held and v_placed.event_id is distinct from v_order.event_id then
    -- The hold ran out, and staff moved or deleted a category since.
    v_as_held := false;
    perform private.share_order_events(array(select l.ticket_category_id from unnest(v_lines) as l), p_order_id);
    v_placed := private.place_lines(v_lines, p_order_id);
  end if;
  perform private.record_lines(
    v_payment.id, v_user, p_order_id, v_placed.lines, case when v_as_held then v_order.shares end);

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
    -- Recorded like any other, but it keeps no seats.
    insert into public.payment_flags (payment_id, flag) values (v_payment.id, 'beyond_undecided');
    perform private.return_usage(v_user, v_held);
    perform private.claim_seats(null, v_held, 'under_review', v_user, p_order_id, v_payment.id, null);
  -- Nearly always the order holds just what was paid for.
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

CREATE OR REPLACE FUNCTION private.record_lines(p_payment_id uuid, p_user_id uuid, p_order_id uuid, p_lines private.order_line[], p_shares numeric[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_line private.order_line;
  v_number integer := 0;
  v_known integer := 0;
  v_prices numeric[];
  v_quantities integer[];
  v_shares numeric[] := p_shares;
begin
  if v_shares is null then
    -- Of the lines whose category exists, in their order.
    foreach v_line in array p_lines loop
      if v_line.event_id is not null then
        v_prices := v_prices || v_line.unit_price;
        v_quantities := v_quantities || cardinality(v_line.seats);
      end if;
    end loop;
    v_shares := (private.price_order(v_prices, v_quantities, private.terms())).shares;
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
  revoke all on function private.plain_digits(text), private.reference_key(text), private.price_order(numeric[], integer[], public.shop_terms),
    private.normal_reference(text), private.submission(public.payments), private.find_submission(uuid, uuid),
    private.record_lines(uuid, uuid, uuid, private.order_line[], numeric[]), private.deleted_name(uuid),
    public.submit_payment(uuid, text, numeric, text, jsonb, text), public.check_payment_status(text),
    private.lock_reference(text), private.settle_reference(), private.is_sound_payment(text, numeric, timestamptz),
    private.is_sound_line(text, uuid, uuid, uuid, text[], integer, numeric, numeric),
    private.review_held(uuid, uuid, timestamptz), private.look_alike_digits(text), private.require_account(),
    private.is_backed(public.payments), private.review_end(public.payments), private.lengthen_review(uuid),
    private.grant_payments() from public, anon, authenticated;
  -- Customers ask by reference (check_payment_status, confirm_tickets), with their own rights.
  grant execute on function private.plain_digits(text), private.normal_reference(text), public.check_payment_status(text)
    to authenticated;
  -- Visitors may call submit_payment only to be told to sign in.
  grant execute on function public.submit_payment(uuid, text, numeric, text, jsonb, text) to anon, authenticated;
  -- Whoever may write the tables is asked; of the roles of the API that is this one.
  grant execute on function private.is_sound_payment(text, numeric, timestamptz),
    private.is_sound_line(text, uuid, uuid, uuid, text[], integer, numeric, numeric) to service_role;
end
$function$;

CREATE OR REPLACE FUNCTION private.reject_payment(p_payment payments, p_note text, p_reviewer uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_terms public.shop_terms := private.terms();
  v_retry_until timestamptz := now() + make_interval(mins => v_terms.retry_minutes);
  v_chance boolean := (
    select count(*) < v_terms.retries_a_day from public.payments p
    where p.user_id = p_payment.user_id and p.status = 'rejected' and p.reviewed_at > now() - interval '1 day');
begin
  update public.payments p
    set status = 'rejected', reviewed_by = p_reviewer, reviewed_at = now(), review_note = p_note where p.id = p_payment.id;
  if v_chance and not exists (select from private.closed_accounts a where a.user_id = p_payment.user_id) then
    update public.seat_claims c
      set state = 'held', expires_at = v_retry_until, uncounted_until = v_retry_until, review_until = null
      where c.payment_id = p_payment.id;
  else
    delete from public.seat_claims c where c.payment_id = p_payment.id;
  end if;
  update public.payment_lines l set payment_status = 'failed' where l.payment_id = p_payment.id;
end
$function$;

CREATE OR REPLACE FUNCTION private.tidy_sale()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_at_once constant integer := 10000;
  v_terms public.shop_terms := private.terms();
  v_names_kept interval := make_interval(days => v_terms.name_days);
  v_devices_kept interval := make_interval(days => v_terms.device_days);
  c_most_unsubmitted constant integer := 20; -- of one customer, older than a day
begin
  perform private.note_picture(p.screenshot_url, d.digest) from (
    select p.screenshot_url from public.payments p where p.status = 'pending' and p.picture_digest is null) as p,
    lateral (select private.stored_digest(p.screenshot_url) as digest) as d
    where d.digest is not null;

  delete from private.hold_usage u where u.since < now() - interval '2 hours';
  delete from public.seat_claims c using (
    select k.event_id, k.place, k.seat from public.seat_claims k
    where k.state = 'held' and k.expires_at < now() - interval '1 day'
    order by k.event_id, k.place, k.seat limit c_at_once for update skip locked) as gone
    where c.event_id = gone.event_id and c.place = gone.place and c.seat = gone.seat;
  delete from private.orders o using (
    select k.id from (
      select u.id, u.created_at, row_number() over (partition by u.user_id order by u.created_at desc, u.id) as n
      from private.orders u
      where u.submitted_at is null and u.expires_at < now() and u.created_at < now() - interval '1 day') as k
    where (k.created_at < now() - make_interval(days => v_terms.order_days) or k.n > c_most_unsubmitted)
      and not exists (select from public.seat_claims c where c.order_id = k.id)
    limit c_at_once) as gone
    where o.id = gone.id and o.submitted_at is null
      and not exists (select from public.payments p where p.order_id = o.id);

  -- Read by gate_roster: a list at a gate may have the name as it was, of a ticket or of an order.
  delete from private.name_changes n using (
    select k.user_id from private.name_changes k
    where k.at < now() - v_names_kept
      and not exists (
        select from public.user_tickets t join public.events e on e.id = t.event_id
        where t.user_id = k.user_id and private.gate_closes(e.date) > now() - v_names_kept)
      and not exists (
        select from public.payment_lines l join public.events e on e.id = l.event_id
        where l.user_id = k.user_id and private.gate_closes(e.date) > now() - v_names_kept)
    limit c_at_once for update skip locked) as gone
    where n.user_id = gone.user_id and n.at < now() - v_names_kept;
  -- Read by gate_counters and lose_gate_device. Scans and the history name their device themselves.
  delete from private.gate_devices d using (
    select k.event_id, k.device from private.gate_devices k join public.events e on e.id = k.event_id
    where private.gate_closes(e.date) < now() - v_devices_kept and k.last_sync_at < now() - v_devices_kept
    limit c_at_once for update of k skip locked) as gone
    where d.event_id = gone.event_id and d.device = gone.device;
end
$function$;

CREATE TRIGGER "20_values" BEFORE INSERT OR DELETE OR UPDATE ON public.shop_terms FOR EACH ROW EXECUTE FUNCTION private.guard_shop_terms();

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.shop_terms FOR EACH ROW EXECUTE FUNCTION private.audit_row('from_day');

create policy "Everyone reads the shop's terms" on public.shop_terms as PERMISSIVE for SELECT to anon, authenticated using (true);

comment on function private.guard_shop_terms() is 'Trigger 20_values: a new row takes what it does not name from the row before. Refusal: PT400 invalid, for a row of a day that is over.';

comment on function private.terms() is 'The terms that hold today, in India.';

comment on function private.grant_terms() is 'All privileges of this file; can be repeated.';

comment on function private.hold_budget(pg_catalog.uuid,pg_catalog.uuid,private.seat[],interval) is 'For each seat: how much of p_allowed (shop_terms.held_minutes_an_hour) this customer has really spent within the hour from the first hold, from when holding counts, and until when the seat may be held.';

comment on function public.hold_seats(pg_catalog.uuid,pg_catalog.jsonb) is 'Makes the order''s holds exactly these lines, all of them or none, for hold_minutes of shop_terms, at prices frozen while the hold runs; repeating it changes nothing and never lengthens. A hold that ran out or was released begins anew, at the prices of that moment; a refusal leaves the prices as they were. Refusals: PT401 not_signed_in, PT400 invalid, too_many_seats, unknown_seat, PT403 other_user, PT409 order_submitted, not_on_sale, seats_taken, PT429 too_many, held_too_long. Security definer: nobody writes claims and orders directly.';

comment on function public.extend_hold(pg_catalog.uuid) is 'Adds extension_minutes of shop_terms to a running hold, once; again returns the same time. Refusals: PT401 not_signed_in, PT400 invalid, PT403 other_user, PT404 unknown_order, PT409 order_submitted, hold_expired, PT429 held_too_long. Security definer: nobody writes claims and orders directly.';

comment on function private.asked_lines(pg_catalog.jsonb,public.shop_terms) is 'The lines of an order and their categories, in order, every value of the right shape; that categories and seats exist is not asked. Refusals: PT400 invalid, too_many_seats, unknown_seat.';

comment on function private.price_order(numeric[],integer[],public.shop_terms) is 'The price of an order in rupees: subtotal, its GST rounded once and half up in paise, the fee of each seat. shares are the lines'' parts, price and fee and GST split by largest remainder in line order, and sum to the total. The twin of priceOrder in src/domain/price.ts; both are tested on src/domain/price-cases.json.';

comment on function private.reject_payment(public.payments,pg_catalog.text,pg_catalog.uuid) is 'Leaves the seats held for the customer for retry_minutes of shop_terms, which are not counted as held time: retries_a_day times for one customer, then they are free at once.';

comment on function private.tidy_sale() is 'Once a day: held times, and holds that ran out a day ago, are deleted. Orders that nobody submitted stay order_days of shop_terms; of one customer the newest twenty, and those of the last day. Changed names stay name_days, and as long after the gate of their last event closed; devices of a gate device_days after it. Pictures that came after their payment are noted. Security definer: called by the shop''s own server or by pg_cron.';

comment on table public.shop_terms is 'The terms of the shop, each row from the midnight (IST) that its day begins with until the next row''s. A new row needs its day and what changes; the rest stays as the row before has it. Days that are over stay as they were.';

comment on column public.shop_terms.gst_percent is 'Goods and services tax on the price of the tickets, in percent.';

comment on column public.shop_terms.fee_per_seat is 'Rupees: the convenience fee of one seat. No GST is added to it.';

comment on column public.shop_terms.hold_minutes is 'How long seats are held once checkout opens.';

comment on column public.shop_terms.extension_minutes is 'How much longer a customer may hold them, once.';

comment on column public.shop_terms.retry_minutes is 'How long a customer keeps the seats of a rejected payment.';

comment on column public.shop_terms.retries_a_day is 'After so many rejections within 24 hours the seats are free at once.';

comment on column public.shop_terms.held_minutes_an_hour is 'How long one customer may hold one seat within an hour from its first hold, over all orders.';

comment on column public.shop_terms.seats_per_line is 'Most seats of one ticket category in an order.';

comment on column public.shop_terms.lines_per_order is 'Most ticket categories in an order.';

comment on column public.shop_terms.seats_per_customer is 'Most seats of one customer that are held or under review.';

comment on column public.shop_terms.undecided_per_customer is 'Most undecided payments of one customer that keep seats.';

comment on column public.shop_terms.low_stock_event is 'From so many seats left, a concert says how many.';

comment on column public.shop_terms.low_stock_category is 'From so many seats left, a ticket category says how many.';

comment on column public.shop_terms.order_days is 'Days that an order which was never submitted is kept, so that a late credit finds it.';

comment on column public.shop_terms.name_days is 'Days that a changed name is kept, and after the gate of its last event closed: a gate that has not asked for so long downloads its whole list.';

comment on column public.shop_terms.device_days is 'Days that a gate device is kept after its event''s gate closed.';

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
