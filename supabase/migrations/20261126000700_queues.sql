-- Written from supabase/schema by `npm run migration`.

alter table public.payment_flags drop constraint payment_flags_flag_check;
alter table public.payment_flags add constraint payment_flags_flag_check
  check (flag in ('beyond_limit', 'beyond_undecided', 'before_turn'));

create table public.event_queues (
  event_id uuid primary key references public.events (id) on delete cascade,
  joins_from timestamptz not null,
  opens_at timestamptz not null,
  per_minute integer check (per_minute between 1 and 100000),
  rate integer not null default 600 check (rate between 0 and 100000),
  seed_hash text not null,
  list_hash text,
  listed_at timestamptz,
  seed text,
  drawn_at timestamptz,
  joined integer not null default 0,
  drawn integer,
  last_place integer not null default 0,
  let_in numeric(16, 6) not null default 0,
  let_in_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  constraint event_queues_times check (joins_from < opens_at),
  constraint event_queues_listed check ((listed_at is null) = (list_hash is null)),
  constraint event_queues_drawn check (
    num_nulls(seed, drawn_at, drawn, let_in_at) in (0, 4) and (drawn_at is null or listed_at < drawn_at))
);

alter table public.event_queues enable row level security;

create table private.queue_draws (
  event_id uuid primary key references public.event_queues (event_id) on delete cascade,
  seed bytea not null check (length(seed) = 32),
  list text
);

alter table private.queue_draws enable row level security;

create table private.queue_entries (
  event_id uuid not null,
  user_id uuid not null,
  code text not null check (code ~ '^[0-9A-HJKMNP-TV-Z]{10}$'),
  joined_at timestamptz not null default clock_timestamp(),
  late boolean not null default false,
  place integer check (place > 0),
  primary key (user_id, event_id)
) with (fillfactor = 45);

create unique index queue_entries_code on private.queue_entries (event_id, code);

create index queue_entries_late on private.queue_entries (event_id, joined_at) where late;

alter table private.queue_entries enable row level security;

-- A function may call one that comes after it.
set check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.export_my_data()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := private.require_user();
begin
  return jsonb_build_object(
    'exported_at', now(),
    'account', (
      select jsonb_build_object('id', u.id, 'email', u.email, 'created_at', u.created_at,
        'last_sign_in_at', u.last_sign_in_at)
      from auth.users u where u.id = v_user),
    'profile', (select to_jsonb(p) from public.profiles p where p.id = v_user),
    'role', (select s.role from public.staff s where s.user_id = v_user),
    'role_ends_at', (select s.ends_at from public.staff s where s.user_id = v_user),
    'invitations', (
      select coalesce(jsonb_agg(to_jsonb(i) - array['secret_hash', 'made_by', 'updated_at'] order by i.created_at), '[]')
      from public.staff_invitations i where i.used_by = v_user),
    'orders', (
      select coalesce(jsonb_agg(to_jsonb(o)), '[]') from private.orders o where o.user_id = v_user),
    'payments', (
      select coalesce(jsonb_agg(
        to_jsonb(p) - 'reviewed_by' || jsonb_build_object('lines', (
          select coalesce(jsonb_agg(to_jsonb(l)), '[]') from public.payment_lines l where l.payment_id = p.id))
        order by p.created_at), '[]')
      from public.payments p where p.user_id = v_user),
    'tickets', (
      select coalesce(jsonb_agg(to_jsonb(t) order by t.created_at), '[]')
      from public.user_tickets t where t.user_id = v_user),
    'passes', (
      select coalesce(jsonb_agg(to_jsonb(p) order by p.created_at, p.number), '[]')
      from public.passes p where p.holder_id = v_user),
    'hand_overs', (
      select coalesce(jsonb_agg(to_jsonb(x) - array['from_id', 'to_id'] || jsonb_build_object('gave', x.from_id = v_user)
        order by x.created_at), '[]')
      from public.pass_transfers x where v_user in (x.from_id, x.to_id)),
    'waits', (
      select coalesce(jsonb_agg(to_jsonb(w) order by w.joined_at), '[]') from public.waits w where w.user_id = v_user),
    'offers', (
      select coalesce(jsonb_agg(to_jsonb(f) order by f.created_at), '[]') from public.offers f where f.user_id = v_user),
    'returns', (
      select coalesce(jsonb_agg(to_jsonb(r) order by r.created_at), '[]') from public.returns r where r.user_id = v_user),
    'queues', (
      select coalesce(jsonb_agg(to_jsonb(q) order by q.joined_at), '[]') from private.queue_entries q where q.user_id = v_user),
    -- The caller's tickets at the gate; for staff, their shifts and scans too.
    'scans', (
      select coalesce(jsonb_agg(to_jsonb(s) - 'staff_id' order by s.received_at), '[]')
      from public.ticket_scans s join public.user_tickets t on t.id = s.known_ticket where t.user_id = v_user),
    'staff_events', (
      select coalesce(jsonb_agg(to_jsonb(w) order by w.created_at), '[]')
      from public.staff_events w where w.user_id = v_user),
    'tills', (
      select coalesce(jsonb_agg(to_jsonb(t) || jsonb_build_object('moves', (
          select coalesce(jsonb_agg(to_jsonb(v) order by v.made_at), '[]') from public.till_moves v where v.till_id = t.id))
        order by t.opened_at), '[]')
      from public.tills t where t.opened_by = v_user),
    'staff_scans', (
      select coalesce(jsonb_agg(to_jsonb(s) order by s.received_at), '[]')
      from public.ticket_scans s where s.staff_id = v_user),
    'refunds', (
      select coalesce(jsonb_agg(to_jsonb(r) order by r.requested_at), '[]')
      from public.refunds r where r.user_id = v_user),
    'messages', (
      select coalesce(jsonb_agg(to_jsonb(m) - 'handled_by' order by m.created_at), '[]')
      from public.contact_messages m where m.user_id = v_user),
    'codes', (
      select coalesce(jsonb_agg(jsonb_build_object('code', d.code, 'typed_at', g.at) order by g.at), '[]')
      from private.code_grants g join public.discount_codes d on d.id = g.code_id where g.user_id = v_user),
    'notices', (
      select coalesce(jsonb_agg(to_jsonb(n) || jsonb_strip_nulls(jsonb_build_object('subject', a.subject, 'message', a.message))
        order by n.created_at), '[]')
      from public.notices n left join public.announcements a on a.id = n.announcement_id where n.user_id = v_user));
end
$function$;

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
    v_entering := private.require_turn(v_user, p_order_id, v_asked.categories);
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

CREATE OR REPLACE FUNCTION private.forget_queue()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.queue_entries e where e.event_id = old.event_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.share_queue(p_event_id uuid)
 RETURNS void
 LANGUAGE sql
AS $function$ select pg_catalog.pg_advisory_xact_lock_shared(pg_catalog.hashtextextended('queue:' || p_event_id::text, 0)) $function$;

CREATE OR REPLACE FUNCTION private.lock_queue(p_event_id uuid)
 RETURNS void
 LANGUAGE sql
AS $function$ select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('queue:' || p_event_id::text, 0)) $function$;

CREATE OR REPLACE FUNCTION private.is_queued_for(p_ticket_category_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return exists (
    select from public.ticket_categories c join public.event_queues q on q.event_id = c.event_id
    where c.id = p_ticket_category_id and q.ended_at is null);
end
$function$;

CREATE OR REPLACE FUNCTION private.counted_in(p_queue event_queues)
 RETURNS numeric
 LANGUAGE sql
 STABLE
AS $function$
  select p_queue.let_in + p_queue.rate * greatest(extract(epoch from now() - p_queue.let_in_at), 0) / 60
$function$;

CREATE OR REPLACE FUNCTION private.let_in(p_queue event_queues)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$ select coalesce(least(p_queue.last_place, floor(private.counted_in(p_queue))), 0)::integer $function$;

CREATE OR REPLACE FUNCTION private.has_room(p_queue event_queues)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$ select coalesce(floor(private.counted_in(p_queue)) > p_queue.last_place, false) $function$;

CREATE OR REPLACE FUNCTION private.bounded_in(p_queue event_queues)
 RETURNS numeric
 LANGUAGE sql
 STABLE
AS $function$ select least(private.counted_in(p_queue), p_queue.last_place + greatest(1, p_queue.rate / 6)) $function$;

CREATE OR REPLACE FUNCTION private.next_place(p_event_id uuid)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  v_place integer;
begin
  update public.event_queues q
    set last_place = q.last_place + 1, let_in = private.bounded_in(q), let_in_at = greatest(q.let_in_at, now())
    where q.event_id = p_event_id and private.has_room(q)
    returning q.last_place into v_place;
  return v_place;
end
$function$;

CREATE OR REPLACE FUNCTION private.place_late(p_event_id uuid, p_user_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  c_back constant interval := interval '1 hour';
  v_last integer;
  v_placed integer;
begin
  -- Who joins waits for no other: what is locked is placed by its user's next call or within a second.
  select q.last_place into v_last from public.event_queues q
    where q.event_id = p_event_id and q.drawn_at is not null for no key update skip locked;
  if not found then
    return;
  end if;
  update private.queue_entries e set place = v_last + o.n
    from (
      select k.user_id, row_number() over (order by k.joined_at, k.code) as n from private.queue_entries k
      where k.event_id = p_event_id and k.late and k.place is null
        and case when p_user_id is null then k.joined_at > now() - c_back else k.user_id = p_user_id end) as o
    where e.event_id = p_event_id and e.user_id = o.user_id;
  get diagnostics v_placed = row_count;
  if v_placed > 0 then
    update public.event_queues q
      set last_place = v_last + v_placed, let_in = private.bounded_in(q), let_in_at = greatest(q.let_in_at, now())
      where q.event_id = p_event_id;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_turn(p_user_id uuid, p_order_id uuid, p_categories uuid[])
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
    continue when exists (
      select from public.seat_claims c
      where c.user_id = p_user_id and c.event_id = v_queue.event_id and c.state = 'held' and c.expires_at > now()
        and (c.order_id = p_order_id or c.payment_id is not null));
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

CREATE OR REPLACE FUNCTION private.refuse_turn(p_queue event_queues, p_place integer)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  perform private.refuse(403, 'not_your_turn', jsonb_build_object('event_id', p_queue.event_id, 'opens_at', p_queue.opens_at,
      'drawn', p_queue.drawn_at is not null, 'place', p_place, 'let_in', private.let_in(p_queue), 'rate', p_queue.rate)::text,
    'The event has a queue: join it, and hold when let_in has reached the place.');
end
$function$;

CREATE OR REPLACE FUNCTION private.enter_queues(p_user_id uuid, p_events uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_event uuid;
  v_place integer;
begin
  foreach v_event in array p_events loop
    v_place := private.next_place(v_event);
    if v_place is null then
      perform private.refuse_turn(q, null) from public.event_queues q where q.event_id = v_event;
    end if;
    perform private.enter_queue(v_event, p_user_id, true, v_place);
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.new_queue_code()
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', get_byte(r.bytes, n) % 32 + 1, 1), '')
  from (select extensions.gen_random_bytes(10) as bytes) as r, generate_series(0, 9) as n
$function$;

CREATE OR REPLACE FUNCTION private.enter_queue(p_event_id uuid, p_user_id uuid, p_late boolean, p_place integer)
 RETURNS private.queue_entries
 LANGUAGE plpgsql
AS $function$
declare
  v_entry private.queue_entries;
begin
  loop
    -- The account has no entry, by its customer's lock: only a code that is taken leads to a second round.
    insert into private.queue_entries (event_id, user_id, code, late, place)
      values (p_event_id, p_user_id, private.new_queue_code(), p_late, p_place)
      on conflict (event_id, code) do nothing returning * into v_entry;
    if found then
      return v_entry;
    end if;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.show_entry(p_entry private.queue_entries)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select jsonb_build_object('code', p_entry.code, 'place', p_entry.place, 'late', p_entry.late, 'joined_at', p_entry.joined_at)
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
  perform private.share_queue(p_event_id);
  select * into v_queue from public.event_queues q where q.event_id = p_event_id;
  select * into v_event from public.events e where e.id = p_event_id and e.published_at is not null;
  if v_queue.event_id is null or v_event.id is null then
    perform private.refuse(404, 'not_found', 'p_event_id', 'There is no such event, or it has no queue.');
  end if;
  select * into v_entry from private.queue_entries e where e.event_id = p_event_id and e.user_id = v_user;
  if found then
    if v_entry.place is null and v_queue.drawn_at is not null then
      perform private.place_late(p_event_id, v_user);
    end if;
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

CREATE OR REPLACE FUNCTION public.my_queue_place(p_event_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := private.require_user();
begin
  return (select private.show_entry(e) from private.queue_entries e where e.event_id = p_event_id and e.user_id = v_user);
end
$function$;

CREATE OR REPLACE FUNCTION private.let_keep(p_event_id uuid, p_seconds integer)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  -- An admin's answer about a draft is not for others.
  if exists (select from public.events e where e.id = p_event_id and e.published_at is not null) then
    perform set_config('response.headers', format('[{"Cache-Control":"public, max-age=%s"}]', p_seconds), true);
  end if;
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
    'last_place', v_queue.last_place, 'let_in', private.let_in(v_queue), 'rate', v_queue.rate, 'ended_at', v_queue.ended_at);
end
$function$;

CREATE OR REPLACE FUNCTION public.queue_list(p_event_id uuid DEFAULT NULL::uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_kept constant integer := 86400; -- seconds; a closed list never changes
  v_list text;
begin
  select d.list into v_list from private.queue_draws d
    where d.event_id = p_event_id and d.event_id not in (select h from private.hidden_events() as h);
  perform private.let_keep(p_event_id, case when v_list is null then 1 else c_kept end);
  return v_list;
end
$function$;

CREATE OR REPLACE FUNCTION public.queue_place(p_event_id uuid DEFAULT NULL::uuid, p_code text DEFAULT NULL::text)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (select e.place from private.queue_entries e where e.event_id = p_event_id and e.code = upper(p_code));
end
$function$;

CREATE OR REPLACE FUNCTION private.queue_order(p_event_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select string_agg(e.code || e'\n', '' order by e.place) from private.queue_entries e
  where e.event_id = p_event_id and e.place is not null
$function$;

CREATE OR REPLACE FUNCTION private.try_queue(p_event_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  return pg_try_advisory_xact_lock(hashtextextended('queue work:' || p_event_id::text, 0));
end
$function$;

CREATE OR REPLACE FUNCTION private.open_queues()
 RETURNS SETOF event_queues
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select q.* from public.event_queues q join public.events e on e.id = q.event_id
  where q.drawn_at is null and q.ended_at is null and q.joins_from <= now()
    and e.status = 'scheduled' and e.date > now() and e.published_at is not null
  order by q.event_id
$function$;

CREATE OR REPLACE FUNCTION private.close_queue_lists()
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_event uuid;
  v_list text;
  v_closed integer := 0;
begin
  for v_event in select q.event_id from private.open_queues() as q where q.listed_at is null and q.opens_at <= now() loop
    continue when not private.try_queue(v_event);
    perform private.lock_queue(v_event);
    -- An admin may have moved or ended it while this waited.
    perform from public.event_queues q
      where q.event_id = v_event and q.listed_at is null and q.ended_at is null and q.opens_at <= now() for no key update;
    continue when not found;
    select coalesce(string_agg(e.code || e'\n', '' order by e.code collate "C"), '') into v_list
      from private.queue_entries e where e.event_id = v_event;
    update private.queue_draws d set list = v_list where d.event_id = v_event;
    update public.event_queues q set list_hash = encode(sha256(convert_to(v_list, 'UTF8')), 'hex'), listed_at = now()
      where q.event_id = v_event;
    v_closed := v_closed + 1;
  end loop;
  return v_closed;
end
$function$;

CREATE OR REPLACE FUNCTION private.draw_queues()
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  c_shown constant interval := interval '1 second';
  v_event uuid;
  v_key text; -- seed:list_hash:
  v_entries integer;
  v_drawn integer := 0;
begin
  for v_event in select q.event_id from private.open_queues() as q where q.listed_at <= now() - c_shown loop
    continue when not private.try_queue(v_event);
    perform private.lock_queue(v_event);
    select encode(d.seed, 'hex') || ':' || q.list_hash || ':' into v_key
      from public.event_queues q join private.queue_draws d on d.event_id = q.event_id
      where q.event_id = v_event and q.drawn_at is null and q.ended_at is null for no key update of q;
    continue when not found;
    update private.queue_entries e set place = o.place
      from (
        select k.user_id, row_number() over (
            order by k.late, case when not k.late then encode(sha256(convert_to(v_key || k.code, 'UTF8')), 'hex') end collate "C",
              k.joined_at, k.code) as place
        from private.queue_entries k where k.event_id = v_event) as o
      where e.event_id = v_event and e.user_id = o.user_id;
    get diagnostics v_entries = row_count;
    update public.event_queues q
      set seed = split_part(v_key, ':', 1), drawn_at = now(), last_place = v_entries, let_in = 0, let_in_at = now(),
        drawn = (select count(*) from private.queue_entries e where e.event_id = v_event and not e.late)
      where q.event_id = v_event;
    v_drawn := v_drawn + 1;
  end loop;
  return v_drawn;
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
    continue when v_queue.joined > c_counted_often and extract(second from now())::integer % 20 <> 0;
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

CREATE OR REPLACE FUNCTION private.set_queue_rate(p_event_id uuid, p_rate integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_rate integer;
begin
  update public.event_queues q
    set rate = p_rate, let_in = coalesce(private.bounded_in(q), 0),
      let_in_at = greatest(q.let_in_at, case when q.drawn_at is not null then now() end)
    where q.event_id = p_event_id and q.per_minute is null and q.ended_at is null and q.rate <> p_rate;
  select q.rate into v_rate from public.event_queues q where q.event_id = p_event_id;
  return v_rate;
end
$function$;

CREATE OR REPLACE FUNCTION public.save_queue(p_event_id uuid DEFAULT NULL::uuid, p_joins_from timestamp with time zone DEFAULT NULL::timestamp with time zone, p_opens_at timestamp with time zone DEFAULT NULL::timestamp with time zone, p_per_minute integer DEFAULT NULL::integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_most_a_minute constant integer := 100000;
  v_event public.events;
  v_old public.event_queues;
  v_new public.event_queues;
  v_seed bytea := extensions.gen_random_bytes(32);
  v_bad text;
begin
  perform private.require_admin();
  perform private.lock_queue(p_event_id);
  select * into v_event from public.events e where e.id = p_event_id;
  if not found then
    perform private.refuse(404, 'not_found', 'p_event_id', 'There is no such event.');
  elsif v_event.status <> 'scheduled' or v_event.date <= now() then
    perform private.refuse(409, 'not_on_sale', p_event_id::text, 'The event is over or cancelled.');
  end if;
  select * into v_old from public.event_queues q where q.event_id = p_event_id for no key update;
  if v_old.ended_at is not null then
    perform private.refuse(409, 'queue_ended', to_jsonb(v_old.ended_at) #>> '{}', 'The queue has ended.');
  elsif v_old.joins_from <= now() and p_joins_from is distinct from v_old.joins_from then
    perform private.refuse(409, 'too_late', 'p_joins_from', 'People can join already.');
  elsif v_old.listed_at is not null and p_opens_at is distinct from v_old.opens_at then
    perform private.refuse(409, 'too_late', 'p_opens_at', 'The list is closed.');
  elsif v_old.joins_from <= now() and p_opens_at < v_old.opens_at then
    perform private.refuse(409, 'too_late', 'p_opens_at', 'People count on having time to join until then: later only.');
  end if;
  v_bad := case
    when p_joins_from is null then 'p_joins_from'
    -- The hash of the seed is public before anyone can join.
    when p_joins_from <= now() and p_joins_from is distinct from v_old.joins_from then 'p_joins_from'
    when p_opens_at is null or p_opens_at <= p_joins_from then 'p_opens_at'
    when p_opens_at >= v_event.date and p_opens_at is distinct from v_old.opens_at then 'p_opens_at'
    when p_per_minute not between 1 and c_most_a_minute then 'p_per_minute' end;
  if v_bad is not null then
    perform private.refuse(400, 'invalid', v_bad, 'Joining opens after now, the sale after that and before the event; 1 to 100000 a minute.');
  end if;
  if v_old.event_id is null then
    insert into public.event_queues (event_id, joins_from, opens_at, per_minute, rate, seed_hash)
      values (p_event_id, p_joins_from, p_opens_at, p_per_minute, coalesce(p_per_minute, 600),
        encode(sha256(convert_to(encode(v_seed, 'hex'), 'UTF8')), 'hex'))
      returning * into v_new;
    insert into private.queue_draws (event_id, seed) values (p_event_id, v_seed);
  else
    update public.event_queues q
      set joins_from = p_joins_from, opens_at = p_opens_at, per_minute = p_per_minute, rate = coalesce(p_per_minute, q.rate),
        let_in = coalesce(private.bounded_in(q), 0),
        let_in_at = greatest(q.let_in_at, case when q.drawn_at is not null then now() end)
      where q.event_id = p_event_id
      returning * into v_new;
  end if;
  perform private.record_audit('save_queue', 'event_queues', p_event_id::text,
    case when v_old.event_id is not null then private.queue_settings(v_old) end, private.queue_settings(v_new));
  return to_jsonb(v_new);
end
$function$;

CREATE OR REPLACE FUNCTION private.queue_settings(p_queue event_queues)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select jsonb_build_object('joins_from', p_queue.joins_from, 'opens_at', p_queue.opens_at, 'per_minute', p_queue.per_minute,
    'seed_hash', p_queue.seed_hash, 'ended_at', p_queue.ended_at)
$function$;

CREATE OR REPLACE FUNCTION public.end_queue(p_event_id uuid DEFAULT NULL::uuid)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_old public.event_queues;
  v_new public.event_queues;
begin
  perform private.require_admin();
  perform private.lock_queue(p_event_id);
  select * into v_old from public.event_queues q where q.event_id = p_event_id for no key update;
  if not found then
    perform private.refuse(404, 'not_found', 'p_event_id', 'This event has no queue.');
  elsif v_old.ended_at is not null then
    return v_old.ended_at;
  end if;
  update public.event_queues q set ended_at = now() where q.event_id = p_event_id returning * into v_new;
  perform private.record_audit('end_queue', 'event_queues', p_event_id::text, private.queue_settings(v_old), private.queue_settings(v_new));
  return v_new.ended_at;
end
$function$;

CREATE OR REPLACE FUNCTION public.drop_queue(p_event_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_queue public.event_queues;
begin
  perform private.require_admin();
  perform private.lock_queue(p_event_id);
  select * into v_queue from public.event_queues q where q.event_id = p_event_id for update;
  if not found then
    perform private.refuse(404, 'not_found', 'p_event_id', 'This event has no queue.');
  elsif v_queue.joins_from <= now() then
    perform private.refuse(409, 'too_late', 'p_event_id', 'People can join already; end it instead.');
  end if;
  delete from public.event_queues q where q.event_id = p_event_id;
  perform private.record_audit('drop_queue', 'event_queues', p_event_id::text, private.queue_settings(v_queue), null);
end
$function$;

CREATE OR REPLACE FUNCTION private.is_before_turn(p_user_id uuid, p_order_id uuid, p_lines private.order_line[])
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_line private.order_line;
  v_queue public.event_queues;
  v_place integer;
begin
  foreach v_line in array p_lines loop
    continue when not private.is_queued_for(v_line.ticket_category_id);
    -- The order was held: it had its turn.
    continue when exists (
      select from private.order_prices p where p.order_id = p_order_id and p.ticket_category_id = v_line.ticket_category_id);
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
    private.next_place(uuid), private.place_late(uuid, uuid), private.require_turn(uuid, uuid, uuid[]), private.refuse_turn(public.event_queues, integer),
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

CREATE OR REPLACE FUNCTION private.place_payment(p_payment payments, p_order private.orders, p_lines private.order_line[], p_as_held boolean, p_terms shop_terms)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_as_held boolean := p_as_held;
  v_placed record;
  v_mine record;
  v_held private.seat[];
  v_wanted private.seat[];
  v_other_seats integer;
  v_flag text;
  v_until timestamptz;
  v_offered boolean := private.take_offered(p_payment, p_lines);
  -- An offer had its turn, and a test takes no one's.
  v_before_turn boolean := not v_offered and not p_payment.is_test
    and private.is_before_turn(p_payment.user_id, p_payment.order_id, p_lines);
begin
  if not v_offered then
    perform private.serve_first(p_lines, p_payment.order_id, true);
  end if;
  v_placed := private.place_lines(p_lines, p_payment.order_id, p_payment.user_id, p_payment.order_id);
  if v_as_held and v_placed.event_id is distinct from p_order.event_id then
    v_as_held := false;
    perform private.share_order_events(array(select l.ticket_category_id from unnest(p_lines) as l), p_payment.order_id);
    v_placed := private.place_lines(p_lines, p_payment.order_id, p_payment.user_id, p_payment.order_id);
  end if;
  perform private.record_lines(
    p_payment.id, p_payment.user_id, p_payment.order_id, v_placed.lines, case when v_as_held then p_order.shares end,
    p_order.parts, p_order.code_id is not null);

  -- A seat that a changed layout no longer has is lost like any other.
  v_wanted := v_placed.seats;
  select array_agg(row (c.event_id, c.place, c.seat, c.ticket_category_id)::private.seat)
        filter (where c.order_id = p_payment.order_id and c.state = 'held'),
      count(*) filter (where c.state = 'under_review' and (c.review_until is null or c.review_until > now())
        or c.expires_at > now() and c.order_id <> p_payment.order_id)
    into v_held, v_other_seats
    from public.seat_claims c
    where c.user_id = p_payment.user_id and c.state <> 'sold';
  v_until := private.review_end(p_payment);
  if (select count(*) from (
        select from public.payments p where p.user_id = p_payment.user_id and p.status = 'pending' limit p_terms.undecided_per_customer + 1) as u)
      > p_terms.undecided_per_customer then
    v_flag := 'beyond_undecided';
  elsif (not v_as_held or 0 = any (p_order.shares)) and private.is_beyond_free_places(p_payment.id, p_terms) then
    v_flag := 'beyond_limit';
  elsif v_before_turn then
    v_flag := 'before_turn';
  end if;
  if v_flag is not null then
    -- Recorded, but keeps no seats.
    insert into public.payment_flags (payment_id, flag) values (p_payment.id, v_flag);
    perform private.return_usage(p_payment.user_id, v_held);
    perform private.claim_seats(null, v_held, 'under_review', p_payment.user_id, p_payment.order_id, p_payment.id, null);
  elsif v_wanted <@ v_held and cardinality(v_held) = cardinality(v_wanted)
     and v_other_seats + cardinality(v_wanted) <= p_terms.seats_per_customer then
    perform private.review_held(p_payment.order_id, p_payment.id, v_until);
  else
    v_mine := private.claims_besides(p_payment.user_id, p_payment.order_id, v_wanted);
    if v_mine.other_seats + coalesce(cardinality(v_wanted), 0) > p_terms.seats_per_customer then
      insert into public.payment_flags (payment_id, flag) values (p_payment.id, 'beyond_limit');
      v_wanted := null;
      v_mine.released := v_held;
    end if;
    perform private.return_usage(p_payment.user_id, v_wanted || v_mine.released);
    perform private.claim_seats(v_wanted, v_mine.released, 'under_review', p_payment.user_id, p_payment.order_id, p_payment.id, v_until);
  end if;
  if v_offered then
    perform private.keep_offered(p_payment);
  end if;
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
    perform private.require_turn(v_user, null, array[p_ticket_category_id]);
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
  c_guests_kept constant interval := interval '30 days';
  c_entries_kept constant interval := interval '90 days';
  c_events constant integer := 100;
  c_most_unsubmitted constant integer := 20; -- of one customer, older than a day
begin
  perform private.note_picture(p.screenshot_url, d.digest) from (
    select p.screenshot_url from public.payments p where p.status = 'pending' and p.picture_digest is null) as p,
    lateral (select private.stored_digest(p.screenshot_url) as digest) as d
    where d.digest is not null;

  perform private.end_old_tests();
  delete from private.hold_usage u where u.since < now() - interval '2 hours';
  delete from private.code_tries t where t.at < now() - interval '1 hour';
  delete from public.seat_claims c using (
    select k.event_id, k.place, k.seat from public.seat_claims k
    where k.state = 'held' and k.expires_at < now() - interval '1 day' and k.user_id is not null
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

  -- gate_roster reads it: a list at a gate may have the earlier name, of a ticket or of an order.
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
  perform private.forget_guests_of(array(
    select distinct t.event_id from public.guest_tickets g
    join public.user_tickets t on t.id = g.ticket_id
    join public.events e on e.id = t.event_id
    join public.profiles f on f.id = t.user_id and f.is_guest
    where e.date < now() - c_guests_kept limit c_events));
  perform private.forget_guests_of(array(
    select distinct t.event_id from public.pass_transfers x
    join public.user_tickets t on t.id = x.ticket_id
    join public.events e on e.id = t.event_id
    where e.date < now() - c_guests_kept and (x.name is not null or x.to_name is not null) limit c_events));
  delete from private.gate_devices d using (
    select k.event_id, k.device from private.gate_devices k join public.events e on e.id = k.event_id
    where private.gate_closes(e.date) < now() - v_devices_kept and k.last_sync_at < now() - v_devices_kept
    limit c_at_once for update of k skip locked) as gone
    where d.event_id = gone.event_id and d.device = gone.device;
  delete from private.queue_entries q using (
    select k.event_id, k.user_id from private.queue_entries k join public.events e on e.id = k.event_id
    where e.date < now() - c_entries_kept limit c_at_once for update of k skip locked) as gone
    where q.event_id = gone.event_id and q.user_id = gone.user_id;
end
$function$;

create or replace view private.payment_warnings with (security_invoker=true) as
 SELECT id AS payment_id,
    ( SELECT COALESCE(jsonb_agg(w.warning ORDER BY w.n), '[]'::jsonb) AS "coalesce"
           FROM ( SELECT 1 AS n,
                    jsonb_build_object('code', 'amount_differs', 'expected', sum(l.total_amount), 'amount', p.amount) AS warning
                   FROM payment_lines l
                  WHERE (l.payment_id = p.id)
                 HAVING (sum(l.total_amount) <> p.amount)
                UNION ALL
                 SELECT 2,
                    jsonb_build_object('code', 'seats_lost', 'lines', jsonb_agg(jsonb_build_object('ticket_category_id', l.ticket_category_id, 'seats', l.lost) ORDER BY l.line)) AS jsonb_build_object
                   FROM ( SELECT l_1.line,
                            l_1.ticket_category_id,
                            jsonb_agg(s.seat ORDER BY s.n) AS lost
                           FROM (payment_lines l_1
                             LEFT JOIN user_tickets t ON ((t.payment_line_id = l_1.id))),
                            LATERAL unnest(l_1.seats) WITH ORDINALITY s(seat, n)
                          WHERE ((l_1.payment_id = p.id) AND (p.status <> 'rejected'::text) AND (t.revoked_at IS NULL) AND (NOT (EXISTS ( SELECT
                                   FROM seat_claims c
                                  WHERE ((c.payment_id = l_1.payment_id) AND (c.ticket_category_id = l_1.ticket_category_id) AND (c.seat = s.seat) AND (c.state <> 'held'::text))))) AND (NOT (EXISTS ( SELECT
                                   FROM passes g
                                  WHERE ((g.ticket_id = t.id) AND (g.seat = s.seat) AND (g.selling_since IS NOT NULL))))))
                          GROUP BY l_1.line, l_1.ticket_category_id) l
                 HAVING (count(*) > 0)
                UNION ALL
                 SELECT 3,
                    jsonb_build_object('code', 'price_changed', 'lines', jsonb_agg(jsonb_build_object('ticket_category_id', l.ticket_category_id, 'unit_price', l.unit_price, 'price_now', private.price_now(c.*)) ORDER BY l.line)) AS jsonb_build_object
                   FROM (payment_lines l
                     JOIN ticket_categories c ON ((c.id = l.ticket_category_id)))
                  WHERE ((l.payment_id = p.id) AND (p.status = 'pending'::text) AND (NOT private.is_price_of(c.*, (l.unit_price + COALESCE((l.discount_amount / (l.quantity)::numeric), (0)::numeric)))))
                 HAVING (count(*) > 0)
                UNION ALL
                 SELECT 4,
                    jsonb_build_object('code', 'event_cancelled', 'ticket_category_ids', jsonb_agg(l.ticket_category_id ORDER BY l.line)) AS jsonb_build_object
                   FROM (payment_lines l
                     JOIN events e ON ((e.id = l.event_id)))
                  WHERE ((l.payment_id = p.id) AND (p.status = 'pending'::text) AND (e.status = 'cancelled'::text))
                 HAVING (count(*) > 0)
                UNION ALL
                 SELECT 5,
                    jsonb_build_object('code', 'event_over', 'ticket_category_ids', jsonb_agg(l.ticket_category_id ORDER BY l.line)) AS jsonb_build_object
                   FROM (payment_lines l
                     JOIN events e ON ((e.id = l.event_id)))
                  WHERE ((l.payment_id = p.id) AND (p.status = 'pending'::text) AND (e.date <= now()))
                 HAVING (count(*) > 0)
                UNION ALL
                 SELECT 6,
                    jsonb_build_object('code', 'category_gone', 'ticket_category_ids', jsonb_agg(l.gone_category_id ORDER BY l.line)) AS jsonb_build_object
                   FROM payment_lines l
                  WHERE ((l.payment_id = p.id) AND (l.gone_category_id IS NOT NULL))
                 HAVING (count(*) > 0)
                UNION ALL
                 SELECT 7,
                    jsonb_build_object('code', 'reference_used', 'payments', jsonb_agg(o.payment ORDER BY o.created_at)) AS jsonb_build_object
                   FROM ( SELECT o_1.created_at,
                            jsonb_build_object('payment_id', o_1.id, 'order_code', o_1.order_code, 'status', o_1.status, 'created_at', o_1.created_at, 'same_customer', (o_1.user_id = p.user_id), 'user_name', ( SELECT COALESCE(f.name, f.email) AS "coalesce"
                                   FROM profiles f
                                  WHERE (f.id = o_1.user_id))) AS payment
                           FROM payments o_1
                          WHERE ((o_1.reference_key = p.reference_key) AND (o_1.id <> p.id))
                          ORDER BY o_1.created_at DESC
                         LIMIT 5) o
                 HAVING (count(*) > 0)
                UNION ALL
                 SELECT 8,
                    jsonb_build_object('code', 'screenshot_seen', 'payments', jsonb_agg(o.payment ORDER BY o.created_at)) AS jsonb_build_object
                   FROM ( SELECT o_1.created_at,
                            jsonb_build_object('payment_id', o_1.id, 'order_code', o_1.order_code, 'status', o_1.status, 'created_at', o_1.created_at, 'same_customer', (o_1.user_id = p.user_id), 'user_name', ( SELECT COALESCE(f.name, f.email) AS "coalesce"
                                   FROM profiles f
                                  WHERE (f.id = o_1.user_id))) AS payment
                           FROM payments o_1
                          WHERE ((o_1.picture_digest = p.picture_digest) AND (p.picture_digest <> ''::text) AND (o_1.id <> p.id))
                          ORDER BY o_1.created_at DESC
                         LIMIT 5) o
                 HAVING (count(*) > 0)
                UNION ALL
                 SELECT 9,
                    jsonb_build_object('code', 'reference_not_12_digits') AS jsonb_build_object
                  WHERE ((p.reference_key !~ '^[0-9]{12}$'::text) AND (p.method = 'upi'::text) AND (NOT p.is_test) AND (((p.made_by IS NULL) AND (p.screenshot_url <> ''::text)) OR (p.transaction_id <> p.order_code)))
                UNION ALL
                 SELECT 10,
                    jsonb_build_object('code', 'beyond_limit') AS jsonb_build_object
                   FROM payment_flags g
                  WHERE ((g.payment_id = p.id) AND (g.flag = 'beyond_limit'::text))
                UNION ALL
                 SELECT 11,
                    jsonb_build_object('code', 'no_screenshot') AS jsonb_build_object
                  WHERE ((p.status = 'pending'::text) AND (p.picture_digest IS NULL) AND (p.screenshot_url <> ''::text))
                UNION ALL
                 SELECT 12,
                    jsonb_build_object('code', 'beyond_undecided') AS jsonb_build_object
                   FROM payment_flags g
                  WHERE ((g.payment_id = p.id) AND (g.flag = 'beyond_undecided'::text))
                UNION ALL
                 SELECT 13,
                    jsonb_build_object('code', 'reference_of_refund', 'refunds', jsonb_agg(o.refund ORDER BY o.refunded_at)) AS jsonb_build_object
                   FROM ( SELECT max(r.refunded_at) AS refunded_at,
                            jsonb_build_object('order_code', q.order_code, 'amount', sum(r.amount), 'refunded_at', max(r.refunded_at), 'same_customer', (r.user_id = p.user_id), 'user_name', ( SELECT COALESCE(f.name, f.email) AS "coalesce"
                                   FROM profiles f
                                  WHERE (f.id = r.user_id))) AS refund
                           FROM (refunds r
                             JOIN payments q ON ((q.id = r.payment_id)))
                          WHERE ((r.utr_key = p.reference_key) AND (r.payment_id <> p.id))
                          GROUP BY q.id, q.order_code, r.user_id
                          ORDER BY (max(r.refunded_at)) DESC
                         LIMIT 5) o
                 HAVING (count(*) > 0)
                UNION ALL
                 SELECT 14,
                    jsonb_build_object('code', 'without_code', 'ticket_category_ids', jsonb_agg(l.ticket_category_id ORDER BY l.line)) AS jsonb_build_object
                   FROM (payment_lines l
                     JOIN ticket_categories c ON ((c.id = l.ticket_category_id)))
                  WHERE ((l.payment_id = p.id) AND (p.status = 'pending'::text) AND c.is_hidden AND (NOT (EXISTS ( SELECT
                           FROM deleted_rows h
                          WHERE ((h."table" = 'ticket_categories'::text) AND (h.id = c.id) AND (h.at > p.created_at))))) AND (NOT (EXISTS ( SELECT
                           FROM discount_codes d
                          WHERE ((d.code = p.discount_code) AND d.opens_hidden AND ((d.event_id IS NULL) OR (d.event_id = l.event_id)) AND ((d.ticket_category_ids IS NULL) OR (l.ticket_category_id = ANY (d.ticket_category_ids))))))))
                 HAVING (count(*) > 0)
                UNION ALL
                 SELECT 15,
                    jsonb_build_object('code', 'code_used_up', 'name', p.discount_code) AS jsonb_build_object
                  WHERE ((p.status = 'pending'::text) AND (p.discount_code IS NOT NULL) AND private.is_beyond_uses(p.id))
                UNION ALL
                 SELECT 16,
                    jsonb_build_object('code', 'before_turn') AS jsonb_build_object
                   FROM payment_flags g
                  WHERE ((g.payment_id = p.id) AND (g.flag = 'before_turn'::text))) w) AS warnings
   FROM payments p;

CREATE TRIGGER forget_queue AFTER DELETE ON public.event_queues FOR EACH ROW EXECUTE FUNCTION private.forget_queue();

create policy "Admins read queues" on public.event_queues as PERMISSIVE for SELECT to authenticated using (( SELECT private.is_admin() AS is_admin));

comment on function public.hold_seats(pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.text) is 'Makes the order''s holds exactly these lines, all or none, for hold_minutes of shop_terms, at prices and rates frozen while the hold runs. Idempotent; never lengthens a running hold. A hold that expired or was released starts again at current prices; a refusal keeps the prices. Seats that a waiting list wants are offered to it first; for the order of an offer it returns what the offer has. p_code: a code that check_code has opened for the caller; null: without. An event with a queue sells to who is let in. Refusals: PT401 not_signed_in, PT400 invalid, too_many_seats, unknown_seat, code_unknown, PT403 other_user, not_your_turn (detail: {event_id, opens_at, drawn, place, let_in, rate}), PT409 order_submitted, not_on_sale, seats_taken, code_used_up, code_ended, hold_expired and in_use (an offer: over, other lines), PT429 too_many (detail: the most seats, or free: the free places beside paid ones), held_too_long. Security definer: no role may write claims and orders.';

comment on function private.forget_queue() is 'Trigger: deletes the entries of a deleted queue. Security definer: no role may use them.';

comment on function private.share_queue(pg_catalog.uuid) is 'For joining: many at a time, none while the list is closed or drawn.';

comment on function private.lock_queue(pg_catalog.uuid) is 'For closing, drawing and changing a queue: waits for everyone who is joining.';

comment on function private.is_queued_for(pg_catalog.uuid) is 'True when the category''s event has a queue that has not ended. One probe of an index more than the category: every hold calls it.';

comment on function private.counted_in(public.event_queues) is 'Returns up to which place the rate lets in by now, with fractions, also beyond the places that are given; null before the draw.';

comment on function private.let_in(public.event_queues) is 'Returns the last place that may hold now; 0 before the draw. Never goes back.';

comment on function private.has_room(public.event_queues) is 'True when no one waits and the rate lets one more in at once; false before the draw.';

comment on function private.bounded_in(public.event_queues) is 'Returns counted_in, at most ten seconds'' people (one at least) beyond the last place: after an hour in which no one came not an hour''s people come in together.';

comment on function private.next_place(pg_catalog.uuid) is 'Gives the next place of a queue in which no one waits, which is let in at once; null when the rate does not allow it. Locks the queue''s row until the end of the transaction, so it comes last.';

comment on function private.place_late(pg_catalog.uuid,pg_catalog.uuid) is 'After the draw: gives the next places to an account that is late, or to everyone who joined within the hour and has none. Does nothing while another transaction gives places: the lock of a queue''s row lasts until its commit, and who joins does not wait for it.';

comment on function private.require_turn(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid[]) is 'Refuses with PT403 not_your_turn unless the customer is let in at every event of these categories that has a queue. A running hold of the order, or seats kept after a rejected payment, had their turn. Returns the events at which the customer has no place but no one waits: enter_queues gives one. Locks nothing.';

comment on function private.refuse_turn(public.event_queues,integer) is 'Refuses with PT403 not_your_turn, whose detail is {event_id, opens_at, drawn, place, let_in, rate}; place is null without one.';

comment on function private.enter_queues(pg_catalog.uuid,pg_catalog.uuid[]) is 'Gives a customer the next place at each of these events, which require_turn returned, unless others took what the rate allowed: PT403 not_your_turn. The last step of a hold: it locks the queues'' rows.';

comment on function private.new_queue_code() is 'Returns ten random characters of Crockford''s base 32.';

comment on function private.enter_queue(pg_catalog.uuid,pg_catalog.uuid,boolean,integer) is 'Writes an entry under a new code. The caller has the customer''s lock and has seen that there is none.';

comment on function private.show_entry(private.queue_entries) is 'Returns an entry as join_queue does.';

comment on function public.join_queue(pg_catalog.uuid) is 'Puts the caller into an event''s queue and returns {code, place, late, joined_at}: without a place until the draw, with the next one after it, which in a rush comes within a second. late: joined after the list was closed. A repeat returns the same entry. Refusals: PT401 not_signed_in, PT404 not_found (no such event, or without a queue), PT409 queue_not_open (detail: when it opens), queue_ended, not_on_sale (over or cancelled). Security definer: no role may write entries.';

comment on function public.my_queue_place(pg_catalog.uuid) is 'Returns the caller''s entry as join_queue does; null without one. Refusal: PT401 not_signed_in. Security definer: no role may read entries.';

comment on function private.let_keep(pg_catalog.uuid,integer) is 'Lets caches keep the answer about a published event so many seconds, by the header that PostgREST sends.';

comment on function public.queue_state(pg_catalog.uuid) is 'Returns an event''s queue to everyone, as {event_id, joins_from, opens_at, at (now), seed_hash, list_hash, seed, drawn_at, joined (before the draw as of the last second, of more than a thousand as of the last twenty), drawn, last_place, let_in (the last place that may hold), rate (a minute), ended_at}; null without a queue and for drafts. The order of the draw: ascending by the hexadecimal SHA-256 of seed:list_hash:code. Caches may keep it for a second. Security definer: no visitor may read queues.';

comment on function public.queue_list(pg_catalog.uuid) is 'Returns the closed list to everyone: the codes that are drawn, in ascending order, each followed by a newline; null before it is closed, without a queue and for drafts. Security definer: no role may read draws.';

comment on function public.queue_place(pg_catalog.uuid,pg_catalog.text) is 'Returns the place of a code to everyone; null before the draw and for unknown codes. Security definer: no role may read entries.';

comment on function private.queue_order(pg_catalog.uuid) is 'Returns the codes by place, each followed by a newline: line n has place n. Null before the draw. For the server.';

comment on function private.try_queue(pg_catalog.uuid) is 'True when no other caller closes or draws this queue; then none does until the end of the transaction. Waits for no one.';

comment on function private.open_queues() is 'Returns the queues that people may join and that are not drawn.';

comment on function private.close_queue_lists() is 'Closes the lists of the queues that are due, and returns how many: everyone who has joined is in the list, everyone after is late.';

comment on function private.draw_queues() is 'Draws the queues whose list''s hash was committed at least a second ago, and returns how many: places by the hexadecimal SHA-256 of seed:list_hash:code, ascending, then the late ones as they came. Makes the seed public and begins to let in.';

comment on function private.work_queues() is 'Runs every second: draws the queues that are listed, closes the lists that are due, which the next call draws, counts who has joined (more than a thousand three times a minute), and gives places to late ones who have none; returns how many it closed and drew. Any number of servers may call it. Security definer: the shop''s own server or pg_cron calls it.';

comment on function private.set_queue_rate(pg_catalog.uuid,integer) is 'Lets in so many people a minute from now on, 0 to 100000, where no admin says how many; returns the rate that holds. Who was let in stays so. Security definer: the shop''s own server calls it.';

comment on function public.save_queue(pg_catalog.uuid,timestamp with time zone,timestamp with time zone,integer) is 'Gives an event a queue, with a fresh secret seed, or changes it, and returns its row. p_per_minute: people let in a minute, 1 to 100000, changed at any time; null: as the database bears. Times change before joining opens; then p_opens_at may be moved later until the list is closed. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found, PT409 too_late (detail: which time), queue_ended, not_on_sale (the event is over or cancelled). Security definer: no role may write queues.';

comment on function private.queue_settings(public.event_queues) is 'Returns what the audit log keeps of a queue.';

comment on function public.end_queue(pg_catalog.uuid) is 'Ends an event''s queue: everyone may hold, also when it was not drawn. Returns since when; idempotent, and never taken back. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT404 not_found. Security definer: no role may write queues.';

comment on function public.drop_queue(pg_catalog.uuid) is 'Deletes a queue that no one can join yet. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT404 not_found, PT409 too_late. Security definer: no role may write queues.';

comment on function private.is_before_turn(pg_catalog.uuid,pg_catalog.uuid,private.order_line[]) is 'True when a payment is of a category that its order never held, of an event whose queue has not let the customer in: it is recorded, but keeps no seats. Call it before record_lines.';

comment on function private.grant_queues() is 'All privileges of this file; can be repeated.';

comment on function private.place_payment(public.payments,private.orders,private.order_line[],boolean,public.shop_terms) is 'Writes the lines of a payment that was just recorded and puts its seats under review: those that are free, the order''s own or its offer''s; none that a queue had not let the customer in for. What others want of a category with a waiting list is offered to the list first. p_as_held: the lines are those of the last hold. The caller holds the customer''s and the events'' locks.';

comment on function public.join_waiting_list(pg_catalog.uuid,integer,boolean) is 'Puts the caller at the end of a category''s waiting list, for so many seats, side by side or not at all with p_together, and returns the wait as my_waits does; what is given back and fits is offered at once. A repeat returns the same wait. Refusals: PT401 not_signed_in, PT400 invalid, PT403 not_your_turn (as hold_seats), PT404 not_found (also what a code opens), PT409 not_on_sale, not_sold_out (such seats are free), in_use (another wish; detail: its id), PT429 too_many. Security definer: no role may write waits.';

comment on function private.tidy_sale() is 'Runs once a day: deletes held times, wrong codes, holds that expired a day ago, orders unsubmitted for order_days of shop_terms (of one customer all but the newest twenty and those of the last day), changed names name_days after the change and after the gate of their last event closed, gate devices device_days after it, and who was in a queue 90 days after the event: its list and hashes stay. Stores the digests of late pictures, ends tests that are over, and deletes names of guests thirty days after their event. Security definer: the shop''s own server or pg_cron calls it.';

comment on table public.event_queues is 'The queue of an event: who joins from joins_from until the list is closed at opens_at is drawn, who comes later follows. Only functions of 51-queues.sql write it; visitors read queue_state.';

comment on column public.event_queues.per_minute is 'People let in a minute, as an admin says; null: as the server says, in rate.';

comment on column public.event_queues.rate is 'People let in a minute now.';

comment on column public.event_queues.seed_hash is 'SHA-256 of the seed''s text, in hexadecimal digits as every hash here.';

comment on column public.event_queues.list_hash is 'SHA-256 of queue_list.';

comment on column public.event_queues.seed is 'The seed, 64 hexadecimal digits; null until the draw.';

comment on column public.event_queues.joined is 'Entries when work_queues looked last, before the draw.';

comment on column public.event_queues.drawn is 'Entries in the list; places after them are of people who came later.';

comment on column public.event_queues.let_in is 'Up to which place the rate had let in at let_in_at, with fractions, so that frequent changes of the rate lose no one; private.let_in counts on from there.';

comment on table private.queue_draws is 'The secret seed of each queue, from the beginning, and its closed list: stored, because every visitor may fetch it, and because it outlives the entries.';

comment on table private.queue_entries is 'Who is in a queue, once an account. No foreign key to the queue, which every entry would lock. An entry stays when its account goes: the list and its places are public. Half of a page is free and no index has the place, so that a draw writes each entry beside itself and no index: a third of the time.';

comment on column private.queue_entries.code is 'Ten random characters of Crockford''s base 32, by which the public list names the entry; chosen by the database, so that no one tries codes until one wins.';

comment on column private.queue_entries.late is 'Joined after the list was closed.';

comment on column private.queue_entries.place is 'From 1, unique and without gaps, by the lock of the queue''s row; null until the draw, and for a moment when late.';

comment on table public.payment_flags is 'What was unusual when a payment arrived and cannot be computed later; for staff. All flags mean recorded without seats: beyond_limit (the customer had too many held and under review), beyond_undecided (ten of the customer''s payments were undecided), before_turn (the event has a queue, which had not let the customer in).';

comment on view private.payment_warnings is 'Warnings for staff about a payment, computed on read: [{code, …}] with code one of amount_differs, seats_lost, price_changed, event_cancelled, event_over, category_gone, reference_used, screenshot_seen (both with the other payments, newest five; the same bytes by storage''s digest), reference_not_12_digits, beyond_limit, no_screenshot, beyond_undecided, reference_of_refund (with the refunds paid by that transfer, newest five orders), without_code (categories that need a code which opens them, and the order had none), code_used_up (with its name: earlier payments have used it as often as it may be), before_turn (the event''s queue had not let the customer in). A view, so that the caller is checked once per page of rows.';

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
