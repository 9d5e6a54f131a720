-- Written from supabase/schema by `npm run migration`.

-- A function may call one that comes after it.
set check_function_bodies = off;

drop function private.require_turn(uuid,uuid,uuid[]);

CREATE OR REPLACE FUNCTION public.hold_seats(p_order_id uuid DEFAULT NULL::uuid, p_lines jsonb DEFAULT NULL::jsonb, p_code text DEFAULT NULL::text)
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
  v_category uuid;
  v_waited boolean;
  v_queued boolean := false;
  v_entering uuid[];
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
  v_places text[];
  v_rated private.priced_line[];
  v_price record;
  v_code public.discount_codes;
  v_fitted record;
  v_code_id uuid;
  v_full numeric[];
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
  if v_order.id is not null and exists (select from public.offers f where f.id = p_order_id) then
    return private.hold_of_offer(v_order, v_asked.lines);
  end if;
  v_waited := v_order.id is not null and private.freed_lists(p_order_id) <> '{}';
  foreach v_category in array v_asked.categories loop
    v_waited := v_waited or private.is_waited_for(v_category);
    v_queued := v_queued or private.is_queued_for(v_category);
  end loop;
  if v_queued and v_order.is_test is not true then
    v_entering := private.require_turn(v_user, p_order_id, v_asked.categories, v_asked.lines);
  end if;
  if v_waited then
    perform private.serve_first(v_asked.lines, p_order_id, false);
  end if;

  v_running := v_order.expires_at > now();
  if p_code is not null then
    v_code := private.code_of_hold(p_code, v_user, p_order_id, case when v_running then v_order.code_id end);
  end if;
  -- Most customers are new: nothing held, no time spent.
  v_known := exists (select from public.seat_claims c where c.user_id = v_user and c.state <> 'sold')
    or exists (select from private.hold_usage u where u.user_id = v_user);
  -- Prices are frozen while the hold runs. Without the order's id place_lines reads today's.
  v_placed := private.place_lines(v_asked.lines, case when v_running then p_order_id end, case when v_known then v_user end, p_order_id);
  v_wanted := coalesce(v_placed.seats, '{}');
  if v_code.id is not null or v_order.code_id is not null then
    v_fitted := private.fit_code(v_code, p_order_id, v_running and v_code.id = v_order.code_id, v_placed.lines, v_placed.not_on_sale);
    v_placed.lines := v_fitted.lines;
    v_placed.not_on_sale := v_fitted.not_on_sale;
    v_full := v_fitted.full_prices;
    v_code_id := v_fitted.used_id;
  end if;
  if v_placed.not_on_sale is not null then
    perform private.refuse(409, 'not_on_sale', private.seats_as_lines(v_placed.not_on_sale),
      'Not sold now: over, cancelled, gone, paused, a draft or outside its window; detail has the lines.');
  end if;
  if v_placed.unknown is not null then
    perform private.refuse(400, 'unknown_seat', private.seats_as_lines(v_placed.unknown),
      'The category sells no such seats.');
  end if;

  -- Holding again never lengthens a running hold.
  v_expires := case when v_running then v_order.expires_at else now() + make_interval(mins => v_terms.hold_minutes) end;
  if v_known then
    v_mine := private.claims_besides(v_user, p_order_id, v_wanted);
    v_released := v_mine.released;
    v_other_seats := v_mine.other_seats;
  end if;
  if v_other_seats + cardinality(v_wanted) + v_placed.unpicked > v_terms.seats_per_customer then
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
  if v_code_id is not null then
    v_rated := private.without_fee(v_rated, v_full);
  end if;
  for n in 1 .. cardinality(v_rated) loop
    v_answer := v_answer || jsonb_build_object('ticket_category_id', v_placed.lines[n].ticket_category_id,
      'unit_price', v_rated[n].unit_price, 'quantity', v_rated[n].quantity, 'gst_percent', v_rated[n].gst_percent,
      'local_percent', v_rated[n].local_percent, 'fee', v_rated[n].fee, 'fee_gst_percent', v_rated[n].fee_gst_percent);
    if v_full[n] is not null then
      v_answer := jsonb_set(v_answer, array[(n - 1)::text, 'full_price'], to_jsonb(v_full[n]));
    end if;
  end loop;
  v_price := private.price_lines(v_rated);
  if v_price.total > 0 and 0 = any (v_price.shares) then
    for n in 1 .. cardinality(v_price.shares) loop
      if v_price.shares[n] = 0
         and v_rated[n].quantity + private.free_places(v_user, v_placed.lines[n].ticket_category_id) > v_terms.seats_per_line then
        perform private.refuse(429, 'too_many', 'free', 'So many free places of a category may one customer have.');
      end if;
    end loop;
  end if;
  if pg_column_size(p_lines) <= c_remembered then
    v_lines := p_lines;
  end if;
  if v_order.id is null then
    insert into private.orders (id, user_id, order_code, expires_at, lines, event_id, shares, parts, code_id)
      values (p_order_id, v_user, private.order_code(p_order_id), v_expires, v_lines, v_placed.event_id, v_price.shares,
        v_price.parts, v_code_id)
      on conflict do nothing returning * into v_order;
    if not found then
      -- Another customer just took the id, or another order has its code; own orders wait for the customer's lock.
      perform private.require_own_order(p_order_id, v_user);
      perform private.refuse(403, 'other_user', 'p_order_id', 'This order id is in use.');
    end if;
  else
    update private.orders o
      set expires_at = v_expires, lines = v_lines, event_id = v_placed.event_id, shares = v_price.shares, parts = v_price.parts,
        code_id = v_code_id
      where o.id = p_order_id;
    delete from private.order_prices p
      where p.order_id = p_order_id and (not v_running or p.ticket_category_id <> all (v_asked.categories));
  end if;
  if v_known then
    delete from private.hold_usage u where u.user_id = v_user and u.since < now() - interval '2 hours';
    perform private.book_usage(v_user, v_budget, v_expires);
  elsif v_wanted <> '{}' then
    insert into private.hold_usage (user_id, event_id, place, seat, since, used)
      select v_user, w.event_id, w.place, w.seat, now(), v_expires - now() from unnest(v_wanted) as w;
  end if;
  if v_released is not null then
    perform private.return_usage(v_user, v_released);
  end if;
  if v_placed.unpicked > 0 then
    foreach v_line in array v_placed.lines loop
      continue when v_line.places is null;
      v_places := private.claim_places(v_line.ticket_category_id, v_line.places, v_user, p_order_id, v_expires);
      for v_number in cardinality(v_places) + 1 .. v_line.places loop
        v_placed.short := v_placed.short
          || row (v_line.event_id, null, (v_number - cardinality(v_places))::text, v_line.ticket_category_id)::private.seat;
      end loop;
      insert into private.hold_usage (user_id, event_id, place, seat, since, used)
        select v_user, v_line.event_id, v_line.ticket_category_id::text, n, now(), v_expires - now() from unnest(v_places) as n;
    end loop;
  end if;
  v_got := v_wanted;
  if v_wanted <> '{}' or v_released is not null then
    v_got := private.claim_seats(v_wanted, v_released, 'held', v_user, p_order_id, null, v_expires);
  end if;
  if cardinality(v_got) < cardinality(v_wanted) or v_placed.short is not null then
    perform private.refuse(409, 'seats_taken', private.seats_as_lines(private.missing_seats(v_wanted, v_got) || v_placed.short),
      'Detail has the seats that are taken, and as many numbers as standing places are missing.');
  end if;

  for n in 1 .. cardinality(v_rated) loop
    v_line := v_placed.lines[n];
    if not v_line.is_frozen then
      insert into private.order_prices (order_id, ticket_category_id, unit_price, gst_percent, local_percent, fee, fee_gst_percent, full_price)
        values (p_order_id, v_line.ticket_category_id, v_line.unit_price, v_rated[n].gst_percent, v_rated[n].local_percent,
          v_rated[n].fee, v_rated[n].fee_gst_percent, v_full[n]);
    end if;
  end loop;
  if v_entering <> '{}' then
    perform private.enter_queues(v_user, v_entering);
  end if;
  return jsonb_build_object(
    'order_id', p_order_id, 'order_code', v_order.order_code, 'expires_at', v_expires, 'server_time', clock_timestamp(),
    'extended', v_order.extended, 'lines', v_answer,
    'subtotal', v_price.subtotal, 'gst', v_price.gst, 'local_tax', v_price.local_tax, 'fee', v_price.fee,
    'fee_gst', v_price.fee_gst, 'total', v_price.total);
end
$function$;

CREATE OR REPLACE FUNCTION private.counted_in(p_queue event_queues)
 RETURNS numeric
 LANGUAGE sql
 STABLE
AS $function$
  select p_queue.let_in + p_queue.rate * greatest(extract(epoch from
    least(now(), (select e.paused_at from public.events e where e.id = p_queue.event_id)) - p_queue.let_in_at), 0) / 60
$function$;

CREATE OR REPLACE FUNCTION private.holds_all(p_user_id uuid, p_order_id uuid, p_line private.order_line, p_since timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return coalesce(p_line.places, cardinality(p_line.seats)) <= (
      select count(*) from public.seat_claims c
      where c.user_id = p_user_id and c.ticket_category_id = p_line.ticket_category_id and c.state = 'held' and c.expires_at > p_since
        and (c.order_id = p_order_id or c.payment_id is not null) and (p_line.places is not null or c.seat = any (p_line.seats)));
end
$function$;

CREATE OR REPLACE FUNCTION private.require_turn(p_user_id uuid, p_order_id uuid, p_categories uuid[], p_lines private.order_line[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_queue public.event_queues;
  v_place integer;
  v_entering uuid[] := '{}';
begin
  -- What is not sold now is refused for that reason.
  for v_queue in
    select q.* from public.event_queues q join public.events e on e.id = q.event_id
    where q.event_id in (select c.event_id from public.ticket_categories c where c.id = any (p_categories))
      and q.ended_at is null and e.status = 'scheduled' and e.date > now() and e.published_at is not null
    order by q.event_id
  loop
    -- Seats that are held already, and no other, need no turn.
    continue when p_lines is not null and not exists (
      select from unnest(p_lines) as l join public.ticket_categories c on c.id = l.ticket_category_id
      where c.event_id = v_queue.event_id and not private.holds_all(p_user_id, p_order_id, l, now()));
    select e.place into v_place from private.queue_entries e where e.event_id = v_queue.event_id and e.user_id = p_user_id;
    if not found and private.has_room(v_queue) then
      v_entering := v_entering || v_queue.event_id;
    elsif v_place is null or v_place > private.let_in(v_queue) then
      perform private.refuse_turn(v_queue, v_place);
    end if;
  end loop;
  return v_entering;
end
$function$;

CREATE OR REPLACE FUNCTION public.join_queue(p_event_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := private.require_user();
  v_queue public.event_queues;
  v_event public.events;
  v_entry private.queue_entries;
begin
  perform private.lock_customer(v_user);
  if not private.session_lives(v_user) or exists (select from private.closed_accounts a where a.user_id = v_user) then
    perform private.refuse(401, 'not_signed_in', '', 'This session has ended, or staff closed this account.');
  end if;
  select * into v_queue from public.event_queues q where q.event_id = p_event_id;
  select * into v_event from public.events e where e.id = p_event_id and e.published_at is not null;
  if v_queue.event_id is null or v_event.id is null then
    perform private.refuse(404, 'not_found', 'p_event_id', 'There is no such event, or it has no queue.');
  end if;
  -- A repeat waits for no draw.
  select * into v_entry from private.queue_entries e where e.event_id = p_event_id and e.user_id = v_user;
  if found and (v_entry.place is not null or v_queue.drawn_at is null) then
    return private.show_entry(v_entry);
  end if;
  perform private.share_queue(p_event_id);
  select * into v_queue from public.event_queues q where q.event_id = p_event_id;
  if v_entry.user_id is not null then
    perform private.place_late(p_event_id, v_user);
    return public.my_queue_place(p_event_id);
  elsif v_event.status <> 'scheduled' or v_event.date <= now() then
    perform private.refuse(409, 'not_on_sale', p_event_id::text, 'The event is over or cancelled.');
  elsif v_queue.ended_at is not null then
    perform private.refuse(409, 'queue_ended', to_jsonb(v_queue.ended_at) #>> '{}', 'The queue has ended: hold seats.');
  elsif v_queue.joins_from > now() then
    perform private.refuse(409, 'queue_not_open', to_jsonb(v_queue.joins_from) #>> '{}', 'Detail is when joining opens.');
  end if;
  v_entry := private.enter_queue(p_event_id, v_user, v_queue.listed_at is not null, null);
  if v_queue.drawn_at is not null then
    perform private.place_late(p_event_id, v_user);
    return public.my_queue_place(p_event_id);
  end if;
  return private.show_entry(v_entry);
end
$function$;

CREATE OR REPLACE FUNCTION public.queue_state(p_event_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_queue public.event_queues;
begin
  select * into v_queue from public.event_queues q
    where q.event_id = p_event_id and q.event_id not in (select h from private.hidden_events() as h);
  perform private.let_keep(p_event_id, 1);
  if v_queue.event_id is null then
    return null;
  end if;
  return jsonb_build_object('event_id', v_queue.event_id, 'joins_from', v_queue.joins_from, 'opens_at', v_queue.opens_at, 'at', now(),
    'seed_hash', v_queue.seed_hash, 'list_hash', v_queue.list_hash, 'seed', v_queue.seed, 'drawn_at', v_queue.drawn_at,
    'joined', case when v_queue.drawn_at is null then v_queue.joined else v_queue.last_place end, 'drawn', v_queue.drawn,
    'last_place', v_queue.last_place, 'let_in', private.let_in(v_queue), 'ended_at', v_queue.ended_at,
    'rate', case when exists (select from public.events e where e.id = p_event_id and e.paused_at is not null) then 0 else v_queue.rate end);
end
$function$;

CREATE OR REPLACE FUNCTION private.work_queues()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_counted_often constant integer := 1000;
  v_worked integer := private.draw_queues() + private.close_queue_lists();
  v_queue public.event_queues;
  v_joined integer;
begin
  for v_queue in select * from private.open_queues() loop
    -- Counting a hundred thousand each second would be the most of what waiting costs.
    continue when v_queue.joined > c_counted_often and extract(second from now())::integer % 20 > 1; -- pg_cron comes every two
    continue when not private.try_queue(v_queue.event_id);
    select count(*) into v_joined from private.queue_entries e where e.event_id = v_queue.event_id;
    if v_joined <> v_queue.joined then
      update public.event_queues q set joined = v_joined where q.event_id = v_queue.event_id and q.drawn_at is null;
    end if;
  end loop;
  perform private.place_late(q.event_id) from public.event_queues q
    where q.drawn_at is not null and q.ended_at is null and exists (
      select from private.queue_entries e
      where e.event_id = q.event_id and e.late and e.place is null and e.joined_at > now() - interval '1 hour');
  return v_worked;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_before_turn(p_user_id uuid, p_order_id uuid, p_lines private.order_line[])
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  c_late constant interval := interval '1 hour';
  v_line private.order_line;
  v_queue public.event_queues;
  v_place integer;
begin
  foreach v_line in array p_lines loop
    continue when not private.is_queued_for(v_line.ticket_category_id);
    -- What was held before there was a queue; else who held had a turn, which stays.
    continue when private.holds_all(p_user_id, p_order_id, v_line, now() - c_late);
    select q.* into v_queue from public.event_queues q join public.ticket_categories c on c.event_id = q.event_id
      where c.id = v_line.ticket_category_id;
    select e.place into v_place from private.queue_entries e where e.event_id = v_queue.event_id and e.user_id = p_user_id;
    if coalesce(v_place > private.let_in(v_queue), not private.has_room(v_queue)) then
      return true;
    end if;
  end loop;
  return false;
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_queues()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table public.event_queues, private.queue_draws, private.queue_entries from public, anon, authenticated;
  grant select on table public.event_queues to authenticated;
  revoke all on function private.forget_queue(), private.share_queue(uuid), private.lock_queue(uuid), private.is_queued_for(uuid),
    private.counted_in(public.event_queues), private.let_in(public.event_queues), private.has_room(public.event_queues),
    private.bounded_in(public.event_queues),
    private.next_place(uuid), private.place_late(uuid, uuid), private.require_turn(uuid, uuid, uuid[], private.order_line[]),
    private.holds_all(uuid, uuid, private.order_line, timestamptz), private.refuse_turn(public.event_queues, integer),
    private.enter_queues(uuid, uuid[]), private.new_queue_code(), private.enter_queue(uuid, uuid, boolean, integer),
    private.show_entry(private.queue_entries), public.join_queue(uuid), public.my_queue_place(uuid), private.let_keep(uuid, integer),
    public.queue_state(uuid), public.queue_list(uuid), public.queue_place(uuid, text), private.queue_order(uuid),
    private.try_queue(uuid), private.open_queues(), private.close_queue_lists(), private.draw_queues(), private.work_queues(),
    private.set_queue_rate(uuid, integer), public.save_queue(uuid, timestamptz, timestamptz, integer),
    private.queue_settings(public.event_queues), public.end_queue(uuid), public.drop_queue(uuid),
    private.is_before_turn(uuid, uuid, private.order_line[]), private.grant_queues() from public, anon, authenticated;
  grant execute on function public.join_queue(uuid), public.my_queue_place(uuid), public.queue_state(uuid), public.queue_list(uuid),
    public.queue_place(uuid, text), public.save_queue(uuid, timestamptz, timestamptz, integer), public.end_queue(uuid),
    public.drop_queue(uuid) to anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION public.resume_event(p_event_id uuid DEFAULT NULL::uuid)
 RETURNS events
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_event public.events := private.lock_own_event(p_event_id);
begin
  if v_event.paused_at is not null then
    -- Its queue goes on where it was paused.
    update public.event_queues q set let_in = private.bounded_in(q), let_in_at = greatest(q.let_in_at, now())
      where q.event_id = p_event_id and q.drawn_at is not null;
    update public.events e set paused_at = null where e.id = p_event_id returning * into v_event;
  end if;
  return v_event;
end
$function$;

CREATE OR REPLACE FUNCTION public.join_waiting_list(p_ticket_category_id uuid DEFAULT NULL::uuid, p_seats integer DEFAULT NULL::integer, p_together boolean DEFAULT true)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_most constant integer := 20;
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
  if (select count(*) from public.waits w where w.user_id = v_user and w.outcome is null) >= c_most then
    perform private.refuse(429, 'too_many', c_most::text, 'On so many lists may one customer be.');
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
$function$;

comment on function private.counted_in(public.event_queues) is 'Returns up to which place the rate lets in by now, with fractions, also beyond the places that are given; null before the draw. While the event is paused no one more is let in: resume_event goes on from there.';

comment on function private.holds_all(pg_catalog.uuid,pg_catalog.uuid,private.order_line,timestamp with time zone) is 'True when the customer holds every seat of a line, as part of this order or kept after a rejected payment, until after p_since.';

comment on function private.require_turn(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid[],private.order_line[]) is 'Refuses with PT403 not_your_turn unless the customer is let in at every event of these categories that has a queue, or asks only for seats that this order holds or that are kept after a rejected payment. p_lines null: no seats are asked for. Returns the events at which the customer has no place but no one waits: enter_queues gives one. Locks nothing.';

comment on function public.queue_state(pg_catalog.uuid) is 'Returns an event''s queue to everyone, as {event_id, joins_from, opens_at, at (now), seed_hash, list_hash, seed, drawn_at, joined (before the draw as of the last second, of more than a thousand as of the last twenty), drawn, last_place, let_in (the last place that may hold), rate (a minute; 0 while the event is paused), ended_at}; null without a queue and for drafts. The order of the draw: ascending by the hexadecimal SHA-256 of seed:list_hash:code. Caches may keep it for a second. Security definer: no visitor may read queues.';

comment on function private.is_before_turn(pg_catalog.uuid,pg_catalog.uuid,private.order_line[]) is 'True when a payment is for seats of an event whose queue has not let the customer in, unless they are seats that its order held within the last hour: it is recorded, but keeps no seats.';

reset check_function_bodies;

select private.grant_announcements();
select private.grant_availability();
select private.grant_bank();
select private.grant_box_office();
select private.grant_catalogue();
select private.grant_catalogue_lists();
select private.grant_checklist();
select private.grant_code_uses();
select private.grant_codes();
select private.grant_dashboard();
select private.grant_door();
select private.grant_ed25519();
select private.grant_enquiries();
select private.grant_event_changes();
select private.grant_foundation();
select private.grant_free_orders();
select private.grant_gate();
select private.grant_guests();
select private.grant_hand_over();
select private.grant_history();
select private.grant_import();
select private.grant_invitations();
select private.grant_jobs();
select private.grant_kept_seats();
select private.grant_layouts();
select private.grant_new_concert();
select private.grant_pass_devices();
select private.grant_passes();
select private.grant_payments();
select private.grant_people();
select private.grant_phases();
select private.grant_proofs();
select private.grant_publishing();
select private.grant_queues();
select private.grant_refunds();
select private.grant_returns();
select private.grant_review();
select private.grant_scans();
select private.grant_seats();
select private.grant_settings();
select private.grant_storage_auth();
select private.grant_sync();
select private.grant_terms();
select private.grant_test_orders();
select private.grant_tickets();
select private.grant_unclaimed_credits();
select private.grant_waiting();
