-- Kept seats: what staff keep from the sale (sponsors, artists, sight lines), and the hall as staff see it. Standing places
-- have no seats: fewer places are sold by lowering the total.

create function private.chosen_seats(p_ticket_category_id uuid, p_seats text[]) returns private.seat[]
  language plpgsql volatile set search_path = ''
as $$
declare
  c_most_seats constant integer := 500;
  v_event uuid;
  v_standing boolean;
  v_seats private.seat[];
  v_unknown private.seat[];
begin
  if coalesce(cardinality(p_seats), 0) not between 1 and c_most_seats or array_position(p_seats, null) is not null then
    perform private.refuse(400, 'invalid', 'p_seats', format('1 to %s seat labels.', c_most_seats));
  end if;
  select c.event_id, c.is_standing into v_event, v_standing from public.ticket_categories c where c.id = p_ticket_category_id;
  if not found then
    perform private.refuse(404, 'not_found', 'p_ticket_category_id', 'There is no such ticket category.');
  end if;
  if v_standing then
    perform private.refuse(400, 'invalid', 'p_ticket_category_id', 'Standing places have no seats to keep: lower their number.');
  end if;
  perform private.share_event(v_event);
  perform from public.ticket_categories c where c.id = p_ticket_category_id and c.event_id = v_event for no key update;
  if not found then
    perform private.refuse(409, 'changed_meanwhile', '', 'The ticket category moved or was deleted meanwhile.');
  end if;

  if exists (select from public.ticket_category_layouts l where l.ticket_category_id = p_ticket_category_id) then
    -- Not place_of: it would read the whole layout once a seat.
    select array_agg(row (v_event, s.place, w.seat, p_ticket_category_id)::private.seat) into v_seats
      from (select distinct seat from unnest(p_seats) as seat) as w
      left join (
        select section ->> 'code' as place, s.seat
        from public.ticket_category_layouts l
        join public.seating_layouts y on y.id = l.seating_layout_id,
          lateral jsonb_array_elements(y.layout_data -> 'sections') as section,
          lateral private.section_seats(section) as s
        where l.ticket_category_id = p_ticket_category_id and section ->> 'code' = any (l.section_ids)
      ) as s on s.seat = w.seat;
  else
    select array_agg(row (v_event, private.place_of(p_ticket_category_id, w.seat), w.seat, p_ticket_category_id)::private.seat)
      into v_seats
      from (select distinct seat from unnest(p_seats) as seat) as w;
  end if;
  select array_agg(s) into v_unknown from unnest(v_seats) as s where s.place is null;
  if v_unknown is not null then
    perform private.refuse(400, 'unknown_seat', private.seats_as_lines(v_unknown), 'The category sells no such seats.');
  end if;
  return v_seats;
end
$$;

comment on function private.chosen_seats(uuid, text[]) is
  'Returns these seats of the category, each once, after sharing its event and locking it. Refusals: PT400 invalid, '
  'unknown_seat, PT404 not_found, PT409 changed_meanwhile.';

create function public.keep_seats(
    p_ticket_category_id uuid default null, p_seats text[] default null, p_reason text default null) returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_longest_reason constant integer := 200;
  v_admin uuid := private.require_role('events');
  v_reason text := private.require_text(p_reason, 'p_reason', c_longest_reason);
  v_seats private.seat[] := private.chosen_seats(p_ticket_category_id, p_seats);
  v_new text[];
  v_taken private.seat[];
  v_named jsonb;
begin
  with written as (
    insert into public.seat_claims as c
      (event_id, place, seat, ticket_category_id, state, source, kept_reason, kept_by)
    select s.event_id, s.place, s.seat, s.ticket_category_id, 'kept', 'staff', v_reason, v_admin
    from unnest(v_seats) as s order by s.event_id, s.place, s.seat
    on conflict (event_id, place, seat) do update
    set ticket_category_id = excluded.ticket_category_id, state = 'kept', source = 'staff', user_id = null,
      order_id = null, payment_id = null, expires_at = null, uncounted_until = null, review_until = null,
      kept_reason = excluded.kept_reason, kept_by = excluded.kept_by
    where c.state = 'held' and c.expires_at <= now()
      or c.state = 'under_review' and c.review_until <= now()
      or c.state = 'kept' and c.kept_reason <> excluded.kept_reason
    returning c.seat
  )
  select array_agg(w.seat order by private.seat_order(w.seat) collate "C") into v_new from written w;

  select array_agg(s) into v_taken from unnest(v_seats) as s
    where not exists (
      select from public.seat_claims c
      where c.event_id = s.event_id and c.place = s.place and c.seat = s.seat and c.state = 'kept');
  if v_taken is not null then
    perform private.refuse(409, 'seats_taken', private.seats_as_lines(v_taken),
      'Detail has the seats that are held, under review or sold.');
  end if;
  if v_new is not null then
    select jsonb_build_object('name', c.name) into v_named from public.ticket_categories c where c.id = p_ticket_category_id;
    perform private.record_audit('keep_seats', 'ticket_categories', p_ticket_category_id::text, v_named,
      v_named || jsonb_build_object('seats', v_new, 'reason', v_reason));
  end if;
  return coalesce(cardinality(v_new), 0);
end
$$;

comment on function public.keep_seats(uuid, text[], text) is
  'Keeps 1 to 500 seats of a category from the sale, all or none, and returns how many changed. Takes over expired '
  'holds and ended reviews; a seat that is kept already gets the new reason. Admins and events staff. Refusals: PT401 '
  'not_signed_in, PT403 forbidden, PT400 invalid, unknown_seat, PT404 not_found, PT409 seats_taken (detail: the '
  'seats, shaped like lines), changed_meanwhile. Security definer: no role may write claims.';

create function public.give_back_seats(p_ticket_category_id uuid default null, p_seats text[] default null) returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_seats private.seat[];
  v_back jsonb;
  v_named jsonb;
begin
  perform private.require_role('events');
  v_seats := private.chosen_seats(p_ticket_category_id, p_seats);
  perform from public.seat_claims c join unnest(v_seats) as s on s.event_id = c.event_id and s.place = c.place and s.seat = c.seat
    where c.state = 'kept' order by c.event_id, c.place, c.seat for update of c;
  with gone as (
    delete from public.seat_claims c using unnest(v_seats) as s
    where c.event_id = s.event_id and c.place = s.place and c.seat = s.seat and c.state = 'kept'
    returning c.seat, c.kept_reason
  )
  select jsonb_build_object('seats', jsonb_agg(g.seat order by private.seat_order(g.seat) collate "C"),
      'reason', string_agg(distinct g.kept_reason, '; ')) into v_back
    from gone g having count(*) > 0;
  if v_back is null then
    return 0;
  end if;
  select jsonb_build_object('name', c.name) into v_named from public.ticket_categories c where c.id = p_ticket_category_id;
  perform private.record_audit('give_back_seats', 'ticket_categories', p_ticket_category_id::text, v_named || v_back, v_named);
  return jsonb_array_length(v_back -> 'seats');
end
$$;

comment on function public.give_back_seats(uuid, text[]) is
  'Puts kept seats of a category on sale again and returns how many. Seats that are not kept stay as they are, so '
  'that a repeat does nothing. Admins and events staff. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, '
  'unknown_seat, PT404 not_found, PT409 changed_meanwhile. Security definer: no role may write claims.';

-- Without a set clause PostgreSQL inlines it: it runs for every claim of an event.
create function private.seat_state(p_claim public.seat_claims) returns text
  language sql stable
as $$
  select case
    when p_claim.state = 'held' and p_claim.expires_at <= now() or p_claim.review_until <= now() then 'free'
    when p_claim.state = 'sold' and p_claim.ticket_id is null then 'sold_elsewhere'
    else coalesce(p_claim.state, 'free') end
$$;

comment on function private.seat_state(public.seat_claims) is
  'Returns free (also for an expired hold or an ended review), held, under_review, sold, sold_elsewhere (without a '
  'ticket of this shop) or kept.';

create function public.seats_of_event(p_event_id uuid default null) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_role('events', 'payments');
  perform private.require_event(p_event_id);
  return jsonb_build_object('at', now(), 'categories', (
    select coalesce(jsonb_agg(jsonb_build_object('ticket_category_id', c.id, 'name', c.name, 'price', c.price,
        'total_tickets', c.total_tickets, 'held', s.held, 'under_review', s.under_review, 'sold', s.sold,
        'sold_elsewhere', s.sold_elsewhere, 'kept', s.kept) order by c.price desc, c.name, c.id), '[]')
    from public.ticket_categories c,
    lateral (
      select
        coalesce(jsonb_object_agg(g.reason, g.seats) filter (where g.state = 'kept'), '{}') as kept,
        coalesce(min(g.seats) filter (where g.state = 'held'), '') as held,
        coalesce(min(g.seats) filter (where g.state = 'under_review'), '') as under_review,
        coalesce(min(g.seats) filter (where g.state = 'sold'), '') as sold,
        coalesce(min(g.seats) filter (where g.state = 'sold_elsewhere'), '') as sold_elsewhere
      from (
        -- Text, not lists: PostgreSQL writes it ten times as fast.
        select private.seat_state(k) as state, coalesce(k.kept_reason, '') as reason, string_agg(k.seat, ',') as seats
        from public.seat_claims k where k.ticket_category_id = c.id group by 1, 2
      ) as g
    ) as s
    where c.event_id = p_event_id and not c.is_standing));
end
$$;

comment on function public.seats_of_event(uuid) is
  'Returns {at, categories: [{ticket_category_id, name, price, total_tickets, held, under_review, sold, '
  'sold_elsewhere, kept}]} as one value, so that no row limit cuts it: seat labels with commas, in no order, kept as '
  '{reason: labels}; every other seat is free. Admins and staff of events and payments. Refusals: PT401 not_signed_in, PT403 forbidden, PT404 '
  'not_found. Security definer: reads claims once, without a policy check a row.';

create function public.who_has_seat(p_ticket_category_id uuid default null, p_seat text default null) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_answer jsonb;
begin
  perform private.require_role('payments');
  if not private.is_seat(p_ticket_category_id, p_seat) then
    perform private.refuse(404, 'not_found', 'p_seat', 'The category has no such seat.');
  end if;
  select jsonb_build_object('state', private.seat_state(c), 'until', coalesce(c.expires_at, c.review_until),
      'user_id', c.user_id, 'name', f.name, 'email', f.email, 'phone', f.phone, 'made_by', p.made_by,
      'order_code', coalesce(p.order_code, o.order_code),
      'payment_id', p.id, 'payment_status', p.status, 'transaction_id', p.transaction_id, 'booking_id', l.id,
      'ticket_id', t.id, 'code', t.code, 'seats', t.seats, 'received', (
        select jsonb_build_object('name', h.name, 'email', h.email, 'at', x.ended_at)
        from public.passes g
        join public.profiles h on h.id = g.holder_id
        left join public.pass_transfers x on x.ticket_id = t.id and x.number = g.number and x.outcome = 'accepted'
          and x.to_id = g.holder_id
        where g.ticket_id = t.id and g.seat = c.seat and g.holder_id <> t.user_id
        order by x.ended_at desc limit 1),
      'let_in_at', (
        select min(a.corrected_at) from private.admitted_seats a join public.ticket_scans n on n.id = a.scan_id
        where a.event_id = c.event_id and a.place = c.place and a.seat = c.seat and n.known_ticket = t.id),
      'reason', c.kept_reason, 'kept_by', b.name, 'since', c.updated_at)
    into v_answer
    from public.seat_claims c
    left join private.orders o on o.id = c.order_id
    left join public.payments p on p.id = c.payment_id
    left join public.payment_lines l
      on l.payment_id = c.payment_id and l.ticket_category_id = c.ticket_category_id and l.split_from is null
    left join public.user_tickets t on t.id = c.ticket_id
    left join public.profiles f on f.id = c.user_id
    left join public.profiles b on b.id = c.kept_by
    where c.ticket_category_id = p_ticket_category_id and c.seat = p_seat and private.seat_state(c) <> 'free';
  return coalesce(v_answer, jsonb_build_object('state', 'free'));
end
$$;

comment on function public.who_has_seat(uuid, text) is
  'Returns who has this seat: {state} of seat_state, until (end of a hold or review), the person (user_id, name, '
  'email, phone), made_by (who of the staff sold it), order_code, payment (payment_id, payment_status, transaction_id), booking_id (the payment''s line), '
  'ticket (ticket_id, code, seats), received: {name, email, at} of who has the seat''s pass from that person, let_in_at, and of a kept seat reason and kept_by; since: the last change. Admins and payments staff. Refusals: PT401 '
  'not_signed_in, PT403 forbidden, PT404 not_found. Security definer: reads orders, which no role may read.';

insert into private.rights (roles, privileges, object) values
  ('anon, authenticated', 'execute', 'function public.keep_seats(uuid, text[], text)'),
  ('anon, authenticated', 'execute', 'function public.give_back_seats(uuid, text[])'),
  ('anon, authenticated', 'execute', 'function public.seats_of_event(uuid)'),
  ('anon, authenticated', 'execute', 'function public.who_has_seat(uuid, text)');
