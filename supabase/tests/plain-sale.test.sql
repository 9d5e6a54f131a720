-- Compares hold_seats and submit_payment, written for speed, with plain versions on hundreds of random calls: same
-- answers, refusals and rows.

create table tests.wanted (
  n bigint, line bigint, category uuid, label text, event_id uuid, place text, price numeric, frozen boolean, on_sale boolean, date timestamptz,
  rated private.priced_line, state text, is_free boolean, hidden boolean, fits boolean, full_price numeric);

create function tests.check_lines(p_lines jsonb) returns void language plpgsql security definer set search_path = '' as $$
declare
  v_line jsonb;
  v_seen text[] := '{}';
  v_strange private.seat[];
begin
  if jsonb_typeof(p_lines) is distinct from 'array' or jsonb_array_length(p_lines) not between 1 and 40 then
    perform private.refuse(400, 'invalid', 'p_lines');
  end if;
  for v_line in select * from jsonb_array_elements(p_lines) loop
    if v_line ->> 'ticket_category_id' !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' or jsonb_typeof(v_line -> 'seats') <> 'array'
       or v_line ->> 'ticket_category_id' = any (v_seen) then
      perform private.refuse(400, 'invalid', 'p_lines');
    end if;
    v_seen := v_seen || (v_line ->> 'ticket_category_id');
    if jsonb_array_length(v_line -> 'seats') > 10 then
      perform private.refuse(400, 'too_many_seats', '10');
    end if;
    if (select count(*) = 0 or count(*) > count(distinct s) from jsonb_array_elements_text(v_line -> 'seats') as s) then
      perform private.refuse(400, 'invalid', 'p_lines');
    end if;
    v_strange := v_strange || array(
      select row (null, null, left(s, 32), (v_line ->> 'ticket_category_id')::uuid)::private.seat
      from jsonb_array_elements_text(v_line -> 'seats') as s where s !~ '^([A-Z0-9]{1,4}-)?[A-Z]{1,2}[1-9][0-9]{0,2}$');
  end loop;
  if cardinality(v_strange) > 0 then
    perform private.refuse(400, 'unknown_seat', private.seats_as_lines(v_strange));
  end if;
end
$$;

-- Records the requested seats with their place, event and price.
create function tests.read_wanted(p_order_id uuid, p_lines jsonb) returns void language sql security definer set search_path = '' as $$
  delete from tests.wanted;
  insert into tests.wanted
    select row_number() over (order by l.n, s.n), l.n, (l.line ->> 'ticket_category_id')::uuid, s.label, c.event_id,
      private.place_of(c.id, s.label), coalesce(p.unit_price, private.price_now(c)), p.unit_price is not null,
      coalesce(e.status = 'scheduled' and e.date > now() and (p.unit_price is not null or e.published_at is not null and e.paused_at is null
        and coalesce(c.sale_from <= now(), true) and coalesce(c.sale_until > now(), true)), false), e.date,
      case when c.id is null then null
        when p.unit_price is not null then row (p.unit_price, 1, p.gst_percent, p.local_percent, p.fee, p.fee_gst_percent, p.includes_gst, p.rounds)::private.priced_line
        when c.is_free then row (0.00, 1, 0.00, 0.00, 0.00, 0.00, false, false)::private.priced_line
        else private.rate_line(private.price_now(c), 1, e.state, private.terms()) end,
      e.state, c.is_free, coalesce(c.is_hidden, false), false, null
    from jsonb_array_elements(p_lines) with ordinality as l (line, n)
    cross join lateral jsonb_array_elements_text(l.line -> 'seats') with ordinality as s (label, n)
    left join public.ticket_categories c on c.id = (l.line ->> 'ticket_category_id')::uuid
    left join public.events e on e.id = c.event_id
    left join private.order_prices p on p.order_id = p_order_id and p.ticket_category_id = c.id
$$;

create function tests.wanted_seats() returns private.seat[] language sql security definer set search_path = '' as $$
  select coalesce(array_agg(row (w.event_id, w.place, w.label, w.category)::private.seat order by w.n), '{}') from tests.wanted w where w.place is not null
$$;

-- Returns the code for a hold, or refuses it. What a running hold has, it keeps.
create function tests.plain_code(p_code text, p_user_id uuid, p_order private.orders, p_running boolean) returns public.discount_codes
  language plpgsql security definer set search_path = '' as $$
declare
  v_code public.discount_codes;
  v_uses record;
begin
  select d.* into v_code from public.discount_codes d
    where d.code = upper(p_code) and d.id in (select g.code_id from private.code_grants g where g.user_id = p_user_id);
  if not found then
    perform private.refuse(400, 'code_unknown', upper(p_code));
  end if;
  if p_running and v_code.id = p_order.code_id then
    return v_code;
  end if;
  if v_code.paused_at is not null or v_code.until_at <= now() or v_code.from_at > now() then
    perform private.refuse(409, 'code_ended', v_code.code);
  end if;
  select count(*) as in_all, count(*) filter (where o.user_id = p_user_id) as own into v_uses
    from private.orders o left join public.payments p on p.order_id = o.id
    where o.code_id = v_code.id and o.id is distinct from p_order.id
      and (case when p.id is null then o.expires_at > now() else p.status <> 'rejected' or o.expires_at > now() end);
  if v_uses.in_all >= v_code.uses_total or v_uses.own >= v_code.uses_per_person then
    perform private.refuse(409, 'code_used_up', v_code.code);
  end if;
  return v_code;
end
$$;

-- Prices the requested seats by a code, or without one. Returns whether any of them needs it.
create function tests.fit_wanted(p_order_id uuid, p_code public.discount_codes, p_same boolean) returns boolean
  language plpgsql security definer set search_path = '' as $$
declare
  v_line record;
  v_full numeric;
  v_price numeric;
begin
  for v_line in select distinct w.category, w.event_id, w.price, w.frozen, w.state, w.is_free from tests.wanted w where w.event_id is not null loop
    update tests.wanted w set fits = p_code.id is not null and coalesce(p_code.event_id = v_line.event_id, true)
        and coalesce(v_line.category = any (p_code.ticket_category_ids), true)
      where w.category = v_line.category;
    v_full := (select p.full_price from private.order_prices p where p.order_id = p_order_id and p.ticket_category_id = v_line.category and v_line.frozen);
    v_price := v_line.price;
    if not (v_line.frozen and p_same) then
      v_full := coalesce(v_full, v_price);
      v_price := v_full;
      if (select bool_and(w.fits) from tests.wanted w where w.category = v_line.category) then
        v_price := greatest(0, case when p_code.percent is not null then round(v_full * (100 - p_code.percent) / 100, 2)
          else v_full - coalesce(p_code.amount, 0) end);
      end if;
      if v_full = v_price then
        v_full := null;
      end if;
    end if;
    update tests.wanted w set price = v_price, full_price = v_full where w.category = v_line.category;
    if not v_line.frozen or v_price <> v_line.price or v_price = 0 then
      update tests.wanted w set frozen = false, rated = case
          when v_line.is_free and v_price = 0 then row (0.00, 1, 0.00, 0.00, 0.00, 0.00, false, false)::private.priced_line
          else private.rate_line(v_price, 1, v_line.state, private.terms()) end
        where w.category = v_line.category;
    end if;
  end loop;
  if exists (select from tests.wanted w where w.full_price is not null) and not exists (select from tests.wanted w where w.price > 0) then
    update tests.wanted w set rated = row ((w.rated).unit_price, 1, (w.rated).gst_percent, (w.rated).local_percent, 0, (w.rated).fee_gst_percent,
      (w.rated).includes_gst, (w.rated).rounds)::private.priced_line;
  end if;
  return exists (select from tests.wanted w where w.full_price is not null or w.hidden and w.fits and p_code.opens_hidden);
end
$$;

-- The lines with their rates, in order; those of deleted categories are left out.
create function tests.rated_lines() returns private.priced_line[] language sql security definer set search_path = '' as $$
  select array_agg(row ((l.rated).unit_price, l.quantity, (l.rated).gst_percent, (l.rated).local_percent, (l.rated).fee,
    (l.rated).fee_gst_percent, (l.rated).includes_gst, (l.rated).rounds)::private.priced_line order by l.line)
  from (select w.line, w.rated, count(*)::integer as quantity from tests.wanted w where w.event_id is not null group by 1, 2) as l
$$;

-- Seats of other orders that count towards the customer's limit: under review, or held for another order.
create function tests.others(p_user_id uuid, p_order_id uuid) returns bigint language sql security definer set search_path = '' as $$
  select count(*) from public.seat_claims c
  where c.user_id = p_user_id and (
    c.state = 'under_review' and (c.review_until is null or c.review_until > now())
    -- A seat of a rejected payment moves to the order that wants it.
    or c.state = 'held' and c.expires_at > now() and c.order_id <> p_order_id and not (c.payment_id is not null and exists (
      select from tests.wanted w where w.event_id = c.event_id and w.place = c.place and w.label = c.seat)))
$$;

-- Gives back the booked time that was not used.
create function tests.give_time_back(p_user_id uuid, p_seats private.seat[]) returns void language sql security definer set search_path = '' as $$
  update private.hold_usage u
    set used = greatest('0', u.used - greatest('0', c.expires_at - greatest(now(), c.uncounted_until)))
    from unnest(p_seats) as s
    join public.seat_claims c on c.event_id = s.event_id and c.place = s.place and c.seat = s.seat
    where c.state = 'held' and c.expires_at > now() and c.user_id = p_user_id
      and u.user_id = p_user_id and u.event_id = s.event_id and u.place = s.place and u.seat = s.seat
$$;

create function tests.unwanted(p_order_id uuid) returns private.seat[] language sql security definer set search_path = '' as $$
  select coalesce(array_agg(row (c.event_id, c.place, c.seat, c.ticket_category_id)::private.seat), '{}') from public.seat_claims c
  where c.order_id = p_order_id and c.state = 'held' and not exists (
    select from tests.wanted w where w.event_id = c.event_id and w.place = c.place and w.label = c.seat)
$$;

-- Claims each wanted seat that is free (unclaimed, expired, the order's own, rejected or lapsed) and frees unwanted
-- ones.
create function tests.take(p_user_id uuid, p_order_id uuid, p_state text, p_payment_id uuid, p_until timestamptz) returns private.seat[]
  language plpgsql security definer set search_path = '' as $$
declare
  v_seat record;
  v_old public.seat_claims;
  v_lost private.seat[] := '{}';
begin
  delete from public.seat_claims c using unnest(tests.unwanted(p_order_id)) as u
    where c.event_id = u.event_id and c.place = u.place and c.seat = u.seat;
  for v_seat in select * from tests.wanted w where w.place is not null order by w.n loop
    select * into v_old from public.seat_claims c
      where c.event_id = v_seat.event_id and c.place = v_seat.place and c.seat = v_seat.label;
    if v_old.state = 'held' and v_old.expires_at > now() and not (
         v_old.user_id = p_user_id and (v_old.order_id = p_order_id or v_old.payment_id is not null))
       or v_old.state in ('under_review', 'sold') and (v_old.review_until is null or v_old.review_until > now()) then
      v_lost := v_lost || row (v_seat.event_id, v_seat.place, v_seat.label, v_seat.category)::private.seat;
      continue;
    end if;
    delete from public.seat_claims c
      where c.event_id = v_seat.event_id and c.place = v_seat.place and c.seat = v_seat.label;
    insert into public.seat_claims (event_id, place, seat, ticket_category_id, state, source, user_id, order_id, payment_id,
        expires_at, uncounted_until, review_until)
      values (v_seat.event_id, v_seat.place, v_seat.label, v_seat.category, p_state, 'order', p_user_id, p_order_id,
        -- Keeps its rejected payment and uncounted time while it is held.
        case when p_state = 'held' and v_old.state = 'held' and v_old.expires_at > now() then v_old.payment_id else p_payment_id end,
        case when p_state = 'held' then p_until end,
        case when p_state = 'held' and v_old.state = 'held' and v_old.expires_at > now() then v_old.uncounted_until end,
        case when p_state = 'under_review' then p_until end);
  end loop;
  return v_lost;
end
$$;

create function tests.plain_hold(p_order_id uuid, p_lines jsonb, p_code text) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := auth.uid();
  v_order private.orders := private.require_own_order(p_order_id, auth.uid());
  v_running boolean := coalesce(v_order.expires_at > now(), false);
  v_expires timestamptz;
  v_budget private.seat_budget[];
  v_faulty private.seat[];
  v_price record;
  v_code public.discount_codes;
  v_code_id uuid;
begin
  perform tests.check_lines(p_lines);
  if v_order.submitted_at is not null then
    perform private.refuse(409, 'order_submitted', v_order.order_code);
  end if;
  if p_code is not null then
    v_code := tests.plain_code(p_code, v_user, v_order, v_running);
  end if;
  perform tests.read_wanted(case when v_running then p_order_id end, p_lines);
  if v_code.id is not null or v_order.code_id is not null then
    if tests.fit_wanted(p_order_id, v_code, v_running and coalesce(v_code.id = v_order.code_id, false)) then
      v_code_id := v_code.id;
    end if;
  end if;
  select array_agg(row (null, null, w.label, w.category)::private.seat order by w.n) into v_faulty from tests.wanted w
    where not w.on_sale or w.hidden and not (w.fits and v_code.opens_hidden);
  if v_faulty is not null then
    perform private.refuse(409, 'not_on_sale', private.seats_as_lines(v_faulty));
  end if;
  select array_agg(row (null, null, w.label, w.category)::private.seat order by w.n) into v_faulty from tests.wanted w where w.place is null;
  if v_faulty is not null then
    perform private.refuse(400, 'unknown_seat', private.seats_as_lines(v_faulty));
  end if;
  if tests.others(v_user, p_order_id) + (select count(*) from tests.wanted) > 40 then
    perform private.refuse(429, 'too_many', '40');
  end if;
  select array_agg(b), array_agg(row (b.event_id, b.place, b.seat, b.ticket_category_id)::private.seat) filter (where b.may_hold_until <= now()),
      least(case when v_running then v_order.expires_at else greatest(now() + interval '10 minutes', (
          select min(s.uncounted_until) from tests.wanted w
          left join public.seat_claims s on s.event_id = w.event_id and s.place = w.place and s.seat = w.label and s.user_id = v_user
            and s.state = 'held' and s.expires_at > now()
          having count(s.uncounted_until) = count(*))) end, min(b.may_hold_until))
    into v_budget, v_faulty, v_expires
    from private.hold_budget(v_user, p_order_id, tests.wanted_seats(), '30 minutes') as b;
  if v_faulty is not null then
    perform private.refuse(429, 'held_too_long', private.seats_as_lines(v_faulty));
  end if;
  v_price := private.price_lines(tests.rated_lines());
  if v_price.total > 0 and exists (
    select from tests.wanted w where (w.rated).unit_price + (w.rated).fee = 0
    group by w.category having count(*) + private.free_places(v_user, w.category)
      + private.free_places_held(v_user, w.category, p_order_id) > 10) then
    perform private.refuse(429, 'too_many', 'free');
  end if;

  insert into private.orders as o (id, user_id, order_code, expires_at, code_id)
    values (p_order_id, v_user, private.order_code(p_order_id), v_expires, v_code_id)
    on conflict (id) do update set expires_at = v_expires, code_id = v_code_id returning * into v_order;
  if not v_running then
    delete from private.order_prices p where p.order_id = p_order_id;
  end if;
  delete from private.order_prices p where p.order_id = p_order_id and p.ticket_category_id not in (select w.category from tests.wanted w where w.frozen);
  insert into private.order_prices (order_id, ticket_category_id, unit_price, gst_percent, local_percent, fee, fee_gst_percent, full_price, includes_gst, rounds)
    select distinct p_order_id, w.category, (w.rated).unit_price, (w.rated).gst_percent, (w.rated).local_percent, (w.rated).fee,
      (w.rated).fee_gst_percent, w.full_price, (w.rated).includes_gst, (w.rated).rounds from tests.wanted w where not w.frozen;

  delete from private.hold_usage u where u.user_id = v_user and u.since < now() - interval '2 hours';
  insert into private.hold_usage as u (user_id, event_id, place, seat, since, used)
    select v_user, b.event_id, b.place, b.seat, b.since, b.spent + greatest('0', v_expires - b.counts_from) from unnest(v_budget) as b
    on conflict (user_id, event_id, place, seat) do update set since = excluded.since, used = excluded.used;
  perform tests.give_time_back(v_user, tests.unwanted(p_order_id));
  v_faulty := tests.take(v_user, p_order_id, 'held', null, v_expires);
  if cardinality(v_faulty) > 0 then
    perform private.refuse(409, 'seats_taken', private.seats_as_lines(v_faulty));
  end if;

  return jsonb_build_object('order_id', p_order_id, 'order_code', v_order.order_code, 'expires_at', v_expires, 'extended', v_order.extended,
    'lines', (select jsonb_agg(jsonb_build_object('ticket_category_id', l.category, 'quantity', l.quantity) || to_jsonb(l.rated) - 'quantity' - 'rounds'
        || jsonb_build_object('quantity', l.quantity)
        || case when l.full_price is null then '{}' else jsonb_build_object('full_price', l.full_price) end order by l.line)
      from (select w.line, w.category, w.rated, w.full_price, count(*) as quantity from tests.wanted w group by 1, 2, 3, 4) as l),
    'subtotal', v_price.subtotal, 'gst', v_price.gst, 'local_tax', v_price.local_tax, 'fee', v_price.fee, 'fee_gst', v_price.fee_gst,
    'total', v_price.total);
end
$$;

-- Why the wanted seats are kept for no payment: of each line that its order has not held within the hour, what a new hold would say.
create function tests.reasons(p_order private.orders) returns setof text language sql security definer set search_path = '' as $$
  with late as (
    select w.line, w.category, min(w.price) as price,
      coalesce(array_agg(row (w.event_id, w.place, w.label, w.category)::private.seat) filter (where w.place is not null), '{}') as seats
    from tests.wanted w where w.event_id is not null
    group by w.line, w.category
    having not bool_and(w.frozen and exists (
      select from public.seat_claims s where s.order_id = p_order.id and s.ticket_category_id = w.category and s.seat = w.label
        and s.state = 'held' and s.expires_at > now() - interval '1 hour')))
  select distinct f
  from late l join public.ticket_categories c on c.id = l.category join public.events e on e.id = c.event_id
  left join public.discount_codes d on d.id = p_order.code_id and private.code_is_for(d, e.id, c.id)
    and private.code_refusal(d, p_order.user_id, p_order.id) is null,
  lateral unnest(array[
    case when l.price <> case when d.id is null then private.price_now(c) else private.price_with_code(private.price_now(c), d.percent, d.amount) end
      then 'price_changed' end,
    case when c.is_hidden and d.opens_hidden is not true then 'without_code' end,
    case when e.status <> 'scheduled' or e.date <= now() or e.published_at is null or e.paused_at is not null
      or c.sale_from > now() or c.sale_until <= now() then 'not_on_sale' end,
    case when exists (select from private.hold_budget(p_order.user_id, p_order.id, l.seats, interval '30 minutes') as b where b.may_hold_until <= now())
      then 'not_held' end]) as f
  where f is not null
$$;

create function tests.plain_submit(p_order_id uuid, p_reference text, p_amount numeric, p_path text, p_lines jsonb, p_hash text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := auth.uid();
  v_order private.orders := private.require_own_order(p_order_id, auth.uid());
  v_payment public.payments;
  v_used text;
  v_line record;
  v_price record;
  v_known integer := 0;
  v_until timestamptz;
begin
  if v_order.submitted_at is not null then
    return private.find_submission(p_order_id, v_user);
  end if;
  perform tests.check_lines(p_lines);
  select p.order_code into v_used from public.payments p
    where p.user_id = v_user and p.transaction_id = p_reference and p.status <> 'rejected';
  if found then
    perform private.refuse(409, 'transaction_used', v_used);
  end if;
  insert into private.orders as o (id, user_id, order_code, submitted_at) values (p_order_id, v_user, private.order_code(p_order_id), now())
    on conflict (id) do update set submitted_at = now(), expires_at = least(o.expires_at, now()) returning * into v_order;
  insert into public.payments (user_id, order_id, order_code, transaction_id, amount, screenshot_url, screenshot_sha256, picture_digest, discount_code)
    select v_user, p_order_id, v_order.order_code, p_reference, p_amount, p_path, p_hash, private.stored_digest(p_path),
      (select d.code from public.discount_codes d where d.id = v_order.code_id)
    returning * into v_payment;

  -- Late money is not short because a price rose; what it keeps is another question.
  perform tests.read_wanted(p_order_id, p_lines);
  insert into public.payment_flags (payment_id, flag) select v_payment.id, f from tests.reasons(v_order) as f;
  insert into private.order_prices (order_id, ticket_category_id, unit_price, gst_percent, local_percent, fee, fee_gst_percent, includes_gst, rounds)
    select distinct p_order_id, w.category, (w.rated).unit_price, (w.rated).gst_percent, (w.rated).local_percent, (w.rated).fee,
      (w.rated).fee_gst_percent, (w.rated).includes_gst, (w.rated).rounds from tests.wanted w where w.event_id is not null and not w.frozen;
  v_price := private.price_lines(tests.rated_lines());
  for v_line in
    select w.line, w.category, w.event_id, w.price, count(*)::integer as quantity,
      array_agg(w.label order by private.seat_order(w.label) collate "C") as seats
    from tests.wanted w group by 1, 2, 3, 4 order by w.line
  loop
    if v_line.event_id is null then
      insert into public.payment_lines (payment_id, user_id, line, gone_category_id, seats, quantity, unit_price, total_amount, event_name, category_name)
        values (v_payment.id, v_user, v_line.line, v_line.category, '{}', v_line.quantity, 0, 0, '', coalesce(private.deleted_name(v_line.category), ''));
      continue;
    end if;
    v_known := v_known + 1;
    insert into public.payment_lines (payment_id, user_id, line, ticket_category_id, event_id, seats, quantity, unit_price, total_amount,
        event_name, category_name, event_date, venue, gst_amount, local_tax_amount, fee_amount, fee_gst_amount,
        rounding_amount, discount_amount)
      select v_payment.id, v_user, v_line.line, v_line.category, e.id, v_line.seats, v_line.quantity, v_line.price, v_price.shares[v_known],
        g.name || ' - ' || e.city, c.name, e.date, e.venue, v_price.parts[v_known][1], v_price.parts[v_known][2],
        v_price.parts[v_known][3], v_price.parts[v_known][4], v_price.parts[v_known][5],
        (select (p.full_price - p.unit_price) * v_line.quantity from private.order_prices p
          where p.order_id = p_order_id and p.ticket_category_id = c.id and v_payment.discount_code is not null)
      from public.events e join public.singers g on g.id = e.singer_id join public.ticket_categories c on c.id = v_line.category
      where e.id = v_line.event_id;
  end loop;

  v_until := private.review_end(v_payment);
  if (select count(*) from public.payments p where p.user_id = v_user and p.status = 'pending') > 10 then
    insert into public.payment_flags (payment_id, flag) values (v_payment.id, 'beyond_undecided');
  elsif exists (
    select from public.payment_lines l where l.payment_id = v_payment.id and l.ticket_category_id is not null and l.total_amount = 0
      and private.free_places(v_user, l.ticket_category_id) > 10)
    or not private.kept_nothing(v_payment.id)
      and tests.others(v_user, p_order_id) + (select count(*) from tests.wanted w where w.place is not null) > 40 then
    insert into public.payment_flags (payment_id, flag) values (v_payment.id, 'beyond_limit');
  end if;
  delete from tests.wanted where private.kept_nothing(v_payment.id);
  perform tests.give_time_back(v_user, tests.wanted_seats() || tests.unwanted(p_order_id));
  perform tests.take(v_user, p_order_id, 'under_review', v_payment.id, v_until);
  return private.submission(v_payment);
end
$$;

-- The rows of the sale, without random and time-dependent values.
create function tests.sale_rows() returns text language sql security definer set search_path = '' as $$
  select concat_ws(E'\n',
    (select string_agg(concat_ws(' ', 'claim', c.place, c.seat, c.state, c.source, c.user_id, c.order_id, p.order_code, c.expires_at, c.uncounted_until, c.review_until),
      E'\n' order by c.event_id, c.place, c.seat) from public.seat_claims c left join public.payments p on p.id = c.payment_id),
    (select string_agg(concat_ws(' ', 'order', o.id, o.user_id, o.order_code, o.expires_at, o.extended, o.submitted_at,
      (select d.code from public.discount_codes d where d.id = o.code_id)), E'\n' order by o.id) from private.orders o),
    (select string_agg(concat_ws(' ', 'price', p.order_id, p.ticket_category_id, p.unit_price, p.gst_percent, p.local_percent, p.fee, p.fee_gst_percent, p.includes_gst, p.rounds, 'of', p.full_price), E'\n' order by p.order_id, p.ticket_category_id) from private.order_prices p),
    (select string_agg(concat_ws(' ', 'usage', u.user_id, u.place, u.seat, u.since, u.used), E'\n' order by u.user_id, u.event_id, u.place, u.seat) from private.hold_usage u),
    (select string_agg(concat_ws(' ', 'payment', p.order_code, p.user_id, p.transaction_id, p.amount, p.status, p.picture_digest, p.discount_code), E'\n' order by p.order_id) from public.payments p),
    (select string_agg((to_jsonb(l) - 'id' - 'payment_id' - 'created_at' - 'updated_at')::text, E'\n' order by p.order_id, l.line) from public.payment_lines l join public.payments p on p.id = l.payment_id),
    (select string_agg(concat_ws(' ', 'flag', p.order_code, f.flag), E'\n' order by p.order_id, f.flag) from public.payment_flags f join public.payments p on p.id = f.payment_id))
$$;

-- The result of a call: its answer or refusal, and the rows after it. Commits it when p_stays.
create function tests.outcome(p_call text, p_stays boolean) returns jsonb language plpgsql as $$
declare
  v_answer jsonb;
  v_refusal jsonb;
  v_rows text;
  v_state text; v_message text; v_detail text;
begin
  begin
    begin
      execute 'select ' || p_call into v_answer;
    exception when others then
      get stacked diagnostics v_state = returned_sqlstate, v_message = message_text, v_detail = pg_exception_detail;
      v_refusal := jsonb_build_object('state', v_state, 'code', v_message, 'detail', v_detail);
    end;
    v_rows := tests.sale_rows();
    if not p_stays then
      raise exception using errcode = 'UNDO1';
    end if;
  exception when sqlstate 'UNDO1' then null;
  end;
  return jsonb_build_object('answer', v_answer - 'server_time' - 'payment_id' - 'created_at', 'refusal', v_refusal, 'rows', v_rows);
end
$$;

-- Ages everything that has a time.
create function tests.later(p_time interval) returns void language sql security definer set search_path = '' as $$
  update public.seat_claims set expires_at = expires_at - p_time, uncounted_until = uncounted_until - p_time, review_until = review_until - p_time;
  update private.orders set expires_at = expires_at - p_time;
  update private.hold_usage set since = since - p_time
$$;

create table tests.calls (kind text, code text);
create table tests.differences (call text, fast jsonb, plain jsonb);

select tests.create_staff('admin@example.in', 'admin');
select tests.create_user(u || '@example.in') from unnest(array['asha', 'ravi', 'meera']) as u;
select tests.create_event('Pune'), tests.create_event('Goa');
select tests.create_category('Pune', 'Gold', 1500, 80), tests.create_category('Pune', 'Silver', 700.50, 30), tests.create_category('Pune', 'Bronze', 333.33, 60),
  tests.create_category('Goa', 'Lawn', 1000, 20), tests.create_category('Goa', 'Deck', 99.99, 80);
-- A phase that ends by number, and a free category.
update public.ticket_categories set phases = '[{"name": "First", "price": 450.25, "until_sold": 12}, {"name": "Next", "price": 600, "until_sold": 20}]' where name = 'Silver';
update public.ticket_categories set price = 0, is_free = true where name = 'Bronze';
-- Tax by price, a tax of one state and one on the fee: rates that differ within an order, and change.
insert into public.shop_terms (from_day, gst_by, fee_gst_percent) select (now() at time zone 'Asia/Kolkata')::date, 'rules', 18;
select private.write_tax_rules((now() at time zone 'Asia/Kolkata')::date, '[{"kind": "gst", "up_to_price": 500, "percent": 0},
  {"kind": "gst", "percent": 18}, {"kind": "local", "state": "Goa", "percent": 7.5}]');
update public.shop_settings set gstin = '27AAPFU0939F1ZV';
-- Codes: a percent that opens a hidden category, an amount for two categories of an event, everything for nothing, access
-- alone, and one that not all customers have.
select tests.create_category('Goa', 'Club', 1200.50, 80);
update public.ticket_categories set is_hidden = true where name = 'Club';
insert into public.discount_codes (id, code, event_id, ticket_category_ids, percent, amount, opens_hidden, uses_total, uses_per_person)
  select tests.order_id(code), code, tests.event_id(city), (select array_agg(tests.category_id(n)) from unnest(of) as n), percent, amount, opens, total, each
  from (values ('HALF', null, null, 33, null, true, null, null), ('LESS', 'Pune', array['Gold', 'Silver'], null, 150.25, false, null, 1),
    ('GIFT', null, null, 100, null, false, 3, null), ('DOOR', 'Goa', array['Club'], null, null, true, 4, 1),
    ('RARE', 'Goa', null, 10, null, false, null, null)) as x (code, city, of, percent, amount, opens, total, each);
insert into private.code_grants (user_id, code_id) select tests.user_id(u || '@example.in'), tests.order_id(code)
  from unnest(array['asha', 'ravi', 'meera']) as u, unnest(array['HALF', 'LESS', 'GIFT', 'DOOR', 'RARE']) as code where (u, code) <> ('asha', 'RARE');

do $$
declare
  c_calls constant integer := 700;
  v_seed constant double precision := 0.20261123;
  v_people text[] := array['asha@example.in', 'ravi@example.in', 'meera@example.in'];
  v_categories text[] := array['Gold', 'Silver', 'Bronze', 'Lawn', 'Deck', 'Club'];
  v_codes text[] := array['half', 'LESS', 'Gift', 'DOOR', 'RARE', 'NONE'];
  v_last jsonb := '{}'; -- what an order held last
  v_who text; v_order uuid; v_lines jsonb; v_call text; v_kind text; v_dice double precision; v_fast jsonb; v_plain jsonb; v_payment uuid; v_next integer := 0; v_insists boolean; v_coded boolean; v_steady boolean;
begin
  perform setseed(v_seed);
  for n in 1 .. c_calls loop
    v_dice := random();
    -- Some customers hold the same two seats repeatedly.
    v_insists := n % 60 < 10;
    -- Some orders go from their code to their payment.
    v_coded := n % 20 in (13, 14, 15);
    v_steady := v_insists or v_coded;
    if not v_coded and v_dice < 0.10 or v_insists and n % 2 = 1 then
      perform tests.later(make_interval(mins => case when v_insists then 11 else (random() * 25)::integer end));
      -- A pause and a closed window end soon, so that most calls find something on sale.
      update public.events e set paused_at = null, date = greatest(e.date, now() + interval '30 days') where random() < 0.4;
      update public.ticket_categories c set sale_from = null, sale_until = null where c.sale_from is not null and random() < 0.4;
      update public.discount_codes d set paused_at = null where d.paused_at is not null and random() < 0.4;
      continue;
    elsif not v_steady and v_dice < 0.15 then
      select p.id into v_payment from public.payments p where p.status = 'pending' order by md5(p.order_id::text || n) limit 1;
      if found then
        perform tests.act_as('admin@example.in');
        perform tests.refusal(format('select public.review_payment(%L, %L, %L)', v_payment, case when random() < 0.7 then 'rejected' else 'approved' end, 'No'));
        perform tests.act_as_owner();
      end if;
      continue;
    elsif not v_steady and v_dice < 0.17 then
      update public.ticket_categories c set price = round((random() * 2000)::numeric, 2), is_free = false where c.name = v_categories[1 + floor(random() * 6)::integer];
      update public.shop_settings set gstin = case when n % 3 > 0 then '27AAPFU0939F1ZV' end;
      update public.events e set state = case when n % 2 > 0 then 'Goa' end where e.city = 'Goa';
      update public.shop_terms t set prices_include_gst = not t.prices_include_gst, round_to_rupee = n % 2 > 0 where t.from_day = (now() at time zone 'Asia/Kolkata')::date;
      continue;
    elsif not v_steady and v_dice < 0.18 then
      update public.events e set date = case when e.date > now() then now() - interval '1 hour' else now() + interval '30 days' end where e.city = 'Goa';
      continue;
    elsif not v_steady and v_dice < 0.19 then
      update public.events e set paused_at = case when e.paused_at is null then now() end where e.city = 'Pune';
      continue;
    elsif not v_steady and v_dice < 0.20 then
      update public.ticket_categories c set sale_from = now() + interval '1 hour' * round(random() - 1.5),
        sale_until = case when random() < 0.5 then now() + interval '1 day' end where c.name in ('Silver', 'Deck');
      continue;
    elsif not v_steady and v_dice < 0.22 then
      update public.discount_codes d set paused_at = case when d.paused_at is null and random() < 0.5 then now() end,
        percent = case when d.percent between 10 and 90 then 10 + floor(random() * 80) else d.percent end
        where d.code = upper(v_codes[1 + floor(random() * 5)::integer]);
      update public.ticket_categories c set is_hidden = not c.is_hidden where c.name = 'Club' and random() < 0.2;
      continue;
    end if;
    v_who := v_people[1 + floor(random() * 3)::integer];
    if random() < 0.3 then v_next := v_next + 1; end if;
    v_order := tests.order_id(v_who || greatest(0, v_next - floor(random() * 4)::integer));
    select jsonb_agg(jsonb_build_object('ticket_category_id', tests.category_id(l.name), 'seats', l.seats)) into v_lines from (
      select c.name, (
          select jsonb_agg(to_jsonb(case when random() < 0.003 then 'a1' when random() < 0.003 then 'ZZ99' when random() < 0.003 then 'A1'
              else chr(65 + (f.first + i - 1) / 6) || 1 + (f.first + i - 1) % 6 end))
          from generate_series(1, f.many) as i) as seats
      from unnest(v_categories) as c (name),
        lateral (select floor(random() * 40 + length(c.name) * 0)::integer as first,
          case when random() < 0.01 or n % 60 = 11 then 11 when random() < 0.4 then 10 else 1 + floor(random() * 4 + length(c.name) * 0)::integer end as many) as f
      where random() < case when c.name = 'Club' then 0.1 else 0.55 end) as l;
    if random() < 0.01 then v_lines := v_lines || v_lines; end if;
    -- Another customer's order, to hold and to submit.
    if random() < 0.02 or n % 35 in (8, 26) then
      select o.id into v_order from private.orders o
        where n % 35 not in (8, 26) or o.user_id <> tests.user_id(v_who) order by md5(o.id::text || n) limit 1;
      v_dice := case n % 35 when 8 then 0.5 when 26 then 0.9 else v_dice end;
    end if;
    if v_insists then
      v_who := v_people[1];
      v_order := tests.order_id('insists' || n / 60);
      v_lines := tests.lines('Bronze:H1,H2');
      v_dice := 0.5;
    end if;
    if v_coded then
      v_who := v_people[1 + n / 20 % 3];
      v_order := tests.order_id('coded' || n / 20);
      v_lines := case n / 20 % 3 when 0 then tests.lines('Club:' || chr(65 + n / 60 % 13) || '1', 'Deck:' || chr(65 + n / 60 % 13) || '2')
        when 1 then tests.lines('Gold:' || chr(65 + n / 60 % 13) || '6') else tests.lines('Club:' || chr(65 + n / 60 % 13) || '3') end;
      v_dice := case n % 20 when 15 then 0.9 else 0.5 end;
    end if;
    -- One call in sixty submits eleven seats of a category.
    if v_dice < 0.62 and n % 60 <> 11 then
      v_kind := 'hold';
      if not v_coded and random() < 0.4 then v_lines := coalesce(v_last -> v_order::text, v_lines); end if;
      -- An order mostly goes on with its own code, or with none.
      v_call := format('(%L, %L, %L)', v_order, v_lines, case
        when v_insists then null when v_coded then v_codes[1 + (n / 20 + case n % 60 when 14 then 2 else 0 end) % 4] when random() < 0.45 then null
        when random() < 0.8 then v_codes[1 + ('x' || left(v_order::text, 4))::bit(16)::integer % 5]
        else v_codes[1 + floor(random() * 6)::integer] end);
      v_last := v_last || jsonb_build_object(v_order::text, v_lines);
    else
      v_kind := 'submit';
      v_lines := case when random() < 0.75 and n % 60 <> 11 then coalesce(v_last -> v_order::text, v_lines) else v_lines end;
      if random() < 0.5 then
        perform tests.store_picture(tests.user_id(v_who) || '/1764000000000-' || v_order || '.png', n::text);
      end if;
      v_call := format('(%L, %L, %s, %L, %L, %L)', v_order, 412345670000 + floor(random() * 90), round((random() * 5000)::numeric, 2),
        tests.user_id(v_who) || '/1764000000000-' || v_order || '.png', v_lines, repeat('a', 64));
    end if;
    perform tests.act_as(v_who);
    v_plain := tests.outcome(case v_kind when 'hold' then 'tests.plain_hold' else 'tests.plain_submit' end || v_call, false);
    v_fast := tests.outcome(case v_kind when 'hold' then 'public.hold_seats' else 'public.submit_payment' end || v_call, true);
    perform tests.act_as_owner();
    insert into tests.calls values (v_kind, coalesce(v_fast #>> '{refusal,code}', 'ok'));
    if v_fast is distinct from v_plain then
      insert into tests.differences values (n || ' ' || v_kind || v_call, v_fast, v_plain);
      exit;
    end if;
  end loop;
end
$$;

select is((select concat_ws(E'\n', d.call, d.fast - 'rows', d.plain - 'rows',
    (select string_agg('fast  ' || r, E'\n') from (select unnest(string_to_array(d.fast ->> 'rows', E'\n')) except select unnest(string_to_array(d.plain ->> 'rows', E'\n'))) as x (r)),
    (select string_agg('plain ' || r, E'\n') from (select unnest(string_to_array(d.plain ->> 'rows', E'\n')) except select unnest(string_to_array(d.fast ->> 'rows', E'\n'))) as x (r)))
  from tests.differences d), null, 'Both versions give the same answers, refusals and rows');
select is((select string_agg(distinct c.kind || ' ' || c.code, ', ' order by c.kind || ' ' || c.code) from tests.calls c),
  'hold code_ended, hold code_unknown, hold code_used_up, hold held_too_long, hold invalid, hold not_on_sale, hold ok, hold order_submitted, hold other_user, hold seats_taken, hold too_many, '
  'hold too_many_seats, hold unknown_seat, submit invalid, submit ok, submit other_user, submit too_many_seats, submit transaction_used, '
  'submit unknown_seat', 'Every outcome of a call occurred');
select is((select string_agg(distinct f.flag, ' ' order by f.flag) from public.payment_flags f), 'beyond_limit beyond_undecided not_on_sale price_changed without_code', 'including payments that keep no seats');
select is((select string_agg(distinct concat_ws(' ', p.discount_code, case when l.discount_amount > 0 then 'off' end, case when c.name = 'Club' then 'Club' end), ', '
    order by concat_ws(' ', p.discount_code, case when l.discount_amount > 0 then 'off' end, case when c.name = 'Club' then 'Club' end))
    from public.payments p join public.payment_lines l on l.payment_id = p.id join public.ticket_categories c on c.id = l.ticket_category_id
    where p.discount_code is not null and (l.discount_amount > 0 or c.is_hidden)), 'DOOR Club, GIFT off, HALF off, HALF off Club, LESS off',
  'Each code was sold with');
select ok((select count(*) > 20 from public.seat_claims c where c.state = 'under_review') and (select count(*) > 50 from public.payments), 'and many sales');
