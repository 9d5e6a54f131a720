-- Seats that staff keep from the sale.
-- Written from supabase/schema by `npm run migration`; columns and constraints by hand.

-- A function may call one that comes after it.
set check_function_bodies = off;

-- A kept seat has a state of its own and a reason; no claim is kept yet, so that every row is sound.
alter table public.seat_claims
  add column kept_reason text,
  add column kept_by uuid,
  add constraint seat_claims_kept
    check ((state = 'kept') = (kept_reason is not null) and (kept_by is null or state = 'kept'));

alter table public.ticket_categories
  add column tickets_kept integer not null default 0,
  add constraint ticket_categories_kept_possible check (tickets_kept >= 0 and tickets_sold + tickets_kept <= total_tickets);

drop view ticket_category_list;

CREATE OR REPLACE FUNCTION private.guard_ticket_category()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.name := private.require_text(new.name, 'name', 80);
  -- NaN is greater than every number, so the upper bound refuses it.
  if new.price is null or new.price < 0 or new.price > 9999999.99 then
    perform private.refuse(400, 'invalid', 'price', 'price is 0 to 9999999.99 rupees.');
  end if;
  if new.total_tickets is null or new.total_tickets < 1 then
    perform private.refuse(400, 'invalid', 'total_tickets', 'total_tickets is at least 1.');
  end if;
  if new.tickets_sold is null or new.tickets_sold < 0 then
    perform private.refuse(400, 'invalid', 'tickets_sold', 'tickets_sold is at least 0.');
  end if;
  if new.tickets_sold > new.total_tickets - new.tickets_kept then
    perform private.refuse(409, 'sold_exceeds_total', (new.total_tickets - new.tickets_kept)::text,
      'Tickets sold cannot exceed total tickets less those that are kept; detail is the highest number possible.');
  end if;
  if new.event_id is null or not exists (select from public.events e where e.id = new.event_id) then
    perform private.refuse(400, 'invalid', 'event_id', 'There is no such event.');
  end if;

  if tg_op = 'INSERT' then
    new.revision := 1;
    return new;
  end if;

  new.revision := old.revision;
  if (new.event_id, new.name, new.price, new.total_tickets)
     is distinct from (old.event_id, old.name, old.price, old.total_tickets) then
    new.revision := old.revision + 1;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_sound_claim(p_state text, p_source text, p_user_id uuid, p_order_id uuid, p_payment_id uuid, p_ticket_id uuid, p_expires_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
begin
  if p_state = 'held' then
    return p_source = 'order' and num_nulls(p_user_id, p_order_id, p_expires_at) = 0 and p_ticket_id is null;
  elsif p_state = 'under_review' then
    return p_source = 'order' and num_nulls(p_user_id, p_order_id, p_payment_id) = 0
      and num_nonnulls(p_ticket_id, p_expires_at) = 0;
  elsif p_state = 'kept' then
    return p_source = 'staff' and num_nonnulls(p_user_id, p_order_id, p_payment_id, p_ticket_id, p_expires_at) = 0;
  end if;
  return p_state = 'sold' and p_expires_at is null and case p_source
    when 'order' then num_nulls(p_user_id, p_order_id, p_payment_id, p_ticket_id) = 0
    when 'box_office' then num_nulls(p_user_id, p_order_id) > 0 and p_ticket_id is null
    else false end;
end
$function$;

CREATE OR REPLACE FUNCTION private.count_sold_claims()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- In the box-office trigger the category already has its new number.
  if pg_trigger_depth() > 1 then
    return null;
  end if;
  if tg_op = 'INSERT' then
    if not exists (select from new_claims n where n.state in ('sold', 'kept')) then
      return null;
    end if;
    update public.ticket_categories c set tickets_sold = c.tickets_sold + d.sold, tickets_kept = c.tickets_kept + d.kept
      from (select n.ticket_category_id, count(*) filter (where n.state = 'sold') as sold,
          count(*) filter (where n.state = 'kept') as kept
        from new_claims n group by 1) as d
      where c.id = d.ticket_category_id and d.sold + d.kept > 0;
  elsif tg_op = 'DELETE' then
    if not exists (select from old_claims o where o.state in ('sold', 'kept')) then
      return null;
    end if;
    update public.ticket_categories c set tickets_sold = c.tickets_sold - d.sold, tickets_kept = c.tickets_kept - d.kept
      from (select o.ticket_category_id, count(*) filter (where o.state = 'sold') as sold,
          count(*) filter (where o.state = 'kept') as kept
        from old_claims o group by 1) as d
      where c.id = d.ticket_category_id and d.sold + d.kept > 0;
  else
    if not exists (select from new_claims n where n.state in ('sold', 'kept'))
       and not exists (select from old_claims o where o.state in ('sold', 'kept')) then
      return null;
    end if;
    update public.ticket_categories c set tickets_sold = c.tickets_sold + d.sold, tickets_kept = c.tickets_kept + d.kept
      from (
        select both_claims.ticket_category_id,
          coalesce(sum(both_claims.n) filter (where both_claims.state = 'sold'), 0) as sold,
          coalesce(sum(both_claims.n) filter (where both_claims.state = 'kept'), 0) as kept from (
          select n.ticket_category_id, n.state, 1 as n from new_claims n
          union all
          select o.ticket_category_id, o.state, -1 from old_claims o
        ) as both_claims group by 1
      ) as d
      where c.id = d.ticket_category_id and (d.sold <> 0 or d.kept <> 0);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.chosen_seats(p_ticket_category_id uuid, p_seats text[])
 RETURNS private.seat[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  c_most_seats constant integer := 500;
  v_event uuid;
  v_seats private.seat[];
  v_unknown private.seat[];
begin
  if coalesce(cardinality(p_seats), 0) not between 1 and c_most_seats or array_position(p_seats, null) is not null then
    perform private.refuse(400, 'invalid', 'p_seats', format('1 to %s seat labels.', c_most_seats));
  end if;
  select c.event_id into v_event from public.ticket_categories c where c.id = p_ticket_category_id;
  if not found then
    perform private.refuse(404, 'not_found', 'p_ticket_category_id', 'There is no such ticket category.');
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
$function$;

CREATE OR REPLACE FUNCTION public.keep_seats(p_ticket_category_id uuid DEFAULT NULL::uuid, p_seats text[] DEFAULT NULL::text[], p_reason text DEFAULT NULL::text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_longest_reason constant integer := 200;
  v_admin uuid := private.require_admin();
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
$function$;

CREATE OR REPLACE FUNCTION public.give_back_seats(p_ticket_category_id uuid DEFAULT NULL::uuid, p_seats text[] DEFAULT NULL::text[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_seats private.seat[];
  v_back jsonb;
  v_named jsonb;
begin
  perform private.require_admin();
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
$function$;

CREATE OR REPLACE FUNCTION private.seat_state(p_claim seat_claims)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select case
    when p_claim.state = 'held' and p_claim.expires_at <= now() or p_claim.review_until <= now() then 'free'
    when p_claim.state = 'sold' and p_claim.ticket_id is null then 'sold_elsewhere'
    else coalesce(p_claim.state, 'free') end
$function$;

CREATE OR REPLACE FUNCTION public.seats_of_event(p_event_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  if not exists (select from public.events e where e.id = p_event_id) then
    perform private.refuse(404, 'not_found', 'p_event_id', 'There is no such event.');
  end if;
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
    where c.event_id = p_event_id));
end
$function$;

CREATE OR REPLACE FUNCTION public.who_has_seat(p_ticket_category_id uuid DEFAULT NULL::uuid, p_seat text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_answer jsonb;
begin
  perform private.require_admin();
  if not private.is_seat(p_ticket_category_id, p_seat) then
    perform private.refuse(404, 'not_found', 'p_seat', 'The category has no such seat.');
  end if;
  select jsonb_build_object('state', private.seat_state(c), 'until', coalesce(c.expires_at, c.review_until),
      'user_id', c.user_id, 'name', f.name, 'email', f.email, 'phone', f.phone,
      'order_code', coalesce(p.order_code, o.order_code),
      'payment_id', p.id, 'payment_status', p.status, 'transaction_id', p.transaction_id, 'booking_id', l.id,
      'ticket_id', t.id, 'code', t.code, 'seats', t.seats,
      'let_in_at', (
        select min(a.corrected_at) from private.admitted_seats a join public.ticket_scans n on n.id = a.scan_id
        where a.event_id = c.event_id and a.place = c.place and a.seat = c.seat and n.known_ticket = t.id),
      'reason', c.kept_reason, 'kept_by', b.name, 'since', c.updated_at)
    into v_answer
    from public.seat_claims c
    left join private.orders o on o.id = c.order_id
    left join public.payments p on p.id = c.payment_id
    left join public.payment_lines l on l.payment_id = c.payment_id and l.ticket_category_id = c.ticket_category_id
    left join public.user_tickets t on t.id = c.ticket_id
    left join public.profiles f on f.id = c.user_id
    left join public.profiles b on b.id = c.kept_by
    where c.ticket_category_id = p_ticket_category_id and c.seat = p_seat and private.seat_state(c) <> 'free';
  return coalesce(v_answer, jsonb_build_object('state', 'free'));
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_kept_seats()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on function private.chosen_seats(uuid, text[]), public.keep_seats(uuid, text[], text),
    public.give_back_seats(uuid, text[]), private.seat_state(public.seat_claims), public.seats_of_event(uuid),
    public.who_has_seat(uuid, text), private.grant_kept_seats() from public, anon, authenticated;
  grant execute on function public.keep_seats(uuid, text[], text), public.give_back_seats(uuid, text[]),
    public.seats_of_event(uuid), public.who_has_seat(uuid, text) to anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_event_edit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.date is distinct from old.date then
    if old.status = 'cancelled' then
      perform private.refuse(409, 'not_on_sale', 'date', 'A cancelled event does not move.');
    end if;
    if isfinite(new.date) and new.date <= now() and new.date >= '2000-01-01 00:00+00' then
      perform private.refuse(400, 'invalid', 'date', 'An event moves to a time to come.');
    end if;
  end if;
  perform private.lock_event_soon(old.id);
  if exists (
    -- A kept seat is nobody's yet, so that no customer is concerned.
    select from public.seat_claims c
    where c.event_id = old.id and (c.state in ('under_review', 'sold') or c.expires_at > now()))
  then
    if new.singer_id is distinct from old.singer_id then
      perform private.refuse(409, 'in_use', 'singer_id',
        'Seats are sold or held for this singer. A name is corrected by renaming the singer.');
    end if;
    perform private.refuse(409, 'move_only', old.id::text, 'Seats are sold or held: date, city and venue change by move_event.');
  end if;
  return new;
end
$function$;

create or replace view ticket_category_list with (security_invoker=true) as
 SELECT c.id,
    c.event_id,
    e.singer_id,
    s.name AS singer_name,
    e.city,
    e.venue,
    e.date,
    e.status AS event_status,
    c.name,
    c.price,
    c.total_tickets,
    c.tickets_sold,
    c.grid_columns,
    c.revision,
    c.created_at,
    c.updated_at,
    l.seating_layout_id,
    y.name AS layout_name,
    l.section_ids,
    ( SELECT count(*) AS count
           FROM seat_claims h
          WHERE ((h.ticket_category_id = c.id) AND (h.state = 'held'::text) AND (h.expires_at > now()))) AS held,
    ( SELECT count(*) AS count
           FROM seat_claims h
          WHERE ((h.ticket_category_id = c.id) AND (h.state = 'under_review'::text) AND ((h.review_until IS NULL) OR (h.review_until > now())))) AS under_review,
    c.tickets_kept
   FROM ((((ticket_categories c
     JOIN events e ON ((e.id = c.event_id)))
     JOIN singers s ON ((s.id = e.singer_id)))
     LEFT JOIN ticket_category_layouts l ON ((l.ticket_category_id = c.id)))
     LEFT JOIN seating_layouts y ON ((y.id = l.seating_layout_id)));

comment on function private.has_claims(pg_catalog.uuid) is 'True when any seat of the category is held, under review, sold or kept; an expired hold counts as free. Security definer: no role may read seat_claims.';

comment on function private.is_sound_claim(pg_catalog.text,pg_catalog.text,pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid,timestamp with time zone) is 'A claim is held (until expires_at), under review (with a payment), sold (with a ticket) or kept (by staff, for nobody). A claim of an order has its customer; the box office only sells.';

comment on function private.count_sold_claims() is 'Keeps tickets_sold and tickets_kept equal to the number of the category''s sold and kept claims. Functions that sell or keep lock their categories by id first. Security definer: writes for the shop.';

comment on function public.taken_seats(pg_catalog.uuid) is 'Returns {at, taken, mine} as one value, so that no row limit cuts it. mine are the seats the caller holds; taken is every other seat that is held, under review, sold or kept, including the caller''s purchases. Refusals: PT400 invalid, PT404 not_found. Security definer: only their owner may read claims.';

comment on function private.chosen_seats(pg_catalog.uuid,pg_catalog.text[]) is 'Returns these seats of the category, each once, after sharing its event and locking it. Refusals: PT400 invalid, unknown_seat, PT404 not_found, PT409 changed_meanwhile.';

comment on function public.keep_seats(pg_catalog.uuid,pg_catalog.text[],pg_catalog.text) is 'Keeps 1 to 500 seats of a category from the sale, all or none, and returns how many changed. Takes over expired holds and ended reviews; a seat that is kept already gets the new reason. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, unknown_seat, PT404 not_found, PT409 seats_taken (detail: the seats, shaped like lines), changed_meanwhile. Security definer: no role may write claims.';

comment on function public.give_back_seats(pg_catalog.uuid,pg_catalog.text[]) is 'Puts kept seats of a category on sale again and returns how many. Seats that are not kept stay as they are, so that a repeat does nothing. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, unknown_seat, PT404 not_found, PT409 changed_meanwhile. Security definer: no role may write claims.';

comment on function private.seat_state(public.seat_claims) is 'Returns free (also for an expired hold or an ended review), held, under_review, sold, sold_elsewhere (without a ticket of this shop) or kept.';

comment on function public.seats_of_event(pg_catalog.uuid) is 'Returns {at, categories: [{ticket_category_id, name, price, total_tickets, held, under_review, sold, sold_elsewhere, kept}]} as one value, so that no row limit cuts it: seat labels with commas, in no order, kept as {reason: labels}; every other seat is free. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT404 not_found. Security definer: reads claims once, without a policy check a row.';

comment on function public.who_has_seat(pg_catalog.uuid,pg_catalog.text) is 'Returns who has this seat: {state} of seat_state, until (end of a hold or review), the person (user_id, name, email, phone), order_code, payment (payment_id, payment_status, transaction_id), booking_id (the payment''s line), ticket (ticket_id, code, seats), let_in_at, and of a kept seat reason and kept_by; since: the last change. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT404 not_found. Security definer: reads orders, which no role may read.';

comment on function private.grant_kept_seats() is 'All privileges of this file; can be repeated.';

comment on function public.cancel_event(pg_catalog.uuid,pg_catalog.text) is 'Stops the sale for good, frees held seats, and records in refunds what is owed to whom; payments under review, tickets and kept seats stay. A repeat returns the event as it is, with its first reason. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found. Security definer: only this changes status, and no role may write claims or refunds.';

comment on function private.category_in_use(pg_catalog.uuid) is 'True when the category has a claim other than an expired hold (a kept seat is given back first), a line or a ticket, or an order younger than a day lists it.';

comment on column public.ticket_categories.tickets_kept is 'The number of seats that staff keep from the sale; the database keeps it.';

comment on table public.seat_claims is 'Who has a seat: held (until expires_at), under review (payment), sold (ticket, or box office) or kept from the sale by staff. Only functions write it.';

comment on column public.seat_claims.kept_reason is 'Why staff keep the seat from the sale; null in every other state.';

comment on column public.seat_claims.kept_by is 'Who kept the seat last; updated_at says when.';

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
select private.grant_kept_seats();
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

comment on view public.ticket_category_list is
  'Ticket categories with their event, singer and layout, and for admins how many seats are held and under review now.';
