-- Written from supabase/schema by `npm run migration`.

alter table public.events add column published_at timestamptz default now(), add column paused_at timestamptz;

create index events_drafts on public.events (id) where published_at is null;

alter table public.ticket_categories add column sale_from timestamptz, add column sale_until timestamptz,
  add constraint ticket_categories_window_possible check (sale_until > sale_from);

create table private.event_previews (
  event_id uuid primary key references public.events (id) on delete cascade,
  secret text not null,
  made_by uuid,
  made_at timestamptz not null default now(),
  ends_at timestamptz not null
);

create unique index event_previews_secret on private.event_previews (secret);

alter table private.event_previews enable row level security;

-- A function may call one that comes after it.
set check_function_bodies = off;

drop policy "Everyone reads which category uses which layout" on public.ticket_category_layouts;

drop policy "Everyone reads ticket categories" on public.ticket_categories;

drop policy "Everyone reads events" on public.events;

drop view ticket_category_list;

drop view event_list;

drop function add_ticket_category(uuid,uuid,text,numeric,integer,uuid,text[]);

CREATE OR REPLACE FUNCTION private.guard_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.city := private.require_text(new.city, 'city', 80);
  new.venue := private.require_text(new.venue, 'venue', 160);
  if new.date is null or not isfinite(new.date)
     or new.date < '2000-01-01 00:00+00' or new.date >= '2100-01-01 00:00+00' then
    perform private.refuse(400, 'invalid', 'date', 'date must be a time in this century.');
  end if;
  if new.genre is not null
     and new.genre not in ('Rock', 'Pop', 'Classical', 'Jazz', 'Folk', 'Electronic') then
    perform private.refuse(400, 'invalid', 'genre', 'genre is one of the six, or null.');
  end if;
  if new.status is null or new.status not in ('scheduled', 'cancelled') then
    perform private.refuse(400, 'invalid', 'status', 'status is scheduled or cancelled.');
  end if;
  if new.singer_id is null or not exists (select from public.singers s where s.id = new.singer_id) then
    perform private.refuse(400, 'invalid', 'singer_id', 'There is no such singer.');
  end if;
  -- docs/decisions/0047-drafts-and-windows.md
  if new.published_at > clock_timestamp() then
    perform private.refuse(400, 'invalid', 'published_at', 'An event is published by now, or a draft.');
  end if;

  if tg_op = 'INSERT' then
    new.revision := 1;
    return new;
  end if;

  -- A plain edit leaves the same trace as move_event once a customer has bought or asked.
  if new.date is distinct from old.date and new.previous_date is not distinct from old.previous_date
     and exists (select from public.seat_claims c
                 where c.event_id = old.id and c.state in ('under_review', 'sold') and c.user_id is not null) then
    new.previous_date := old.date;
  end if;

  new.revision := old.revision;
  if (new.singer_id, new.city, new.venue, new.date, new.genre, new.status, new.cancelled_reason)
     is distinct from
     (old.singer_id, old.city, old.venue, old.date, old.genre, old.status, old.cancelled_reason) then
    new.revision := old.revision + 1;
  end if;
  return new;
end
$function$;

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
  if new.tickets_sold > new.total_tickets then
    perform private.refuse(409, 'sold_exceeds_total', new.total_tickets::text,
      'Tickets sold cannot exceed total tickets.');
  end if;
  if new.event_id is null or not exists (select from public.events e where e.id = new.event_id) then
    perform private.refuse(400, 'invalid', 'event_id', 'There is no such event.');
  end if;
  if not isfinite(new.sale_from) or not isfinite(new.sale_until) or new.sale_until <= new.sale_from then
    perform private.refuse(400, 'invalid', 'sale_until', 'The sale ends after it begins.');
  end if;

  if tg_op = 'INSERT' then
    new.revision := 1;
    return new;
  end if;

  -- Devices learn of a published event with all its categories at once.
  if new.event_id <> old.event_id
     and (select count(distinct e.published_at is null) from public.events e where e.id in (old.event_id, new.event_id)) > 1 then
    perform private.refuse(400, 'invalid', 'event_id', 'A category stays with drafts, or with published events.');
  end if;

  new.revision := old.revision;
  if (new.event_id, new.name, new.price, new.total_tickets, new.sale_from, new.sale_until)
     is distinct from (old.event_id, old.name, old.price, old.total_tickets, old.sale_from, old.sale_until) then
    new.revision := old.revision + 1;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.hidden_events()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
declare
  v_user uuid := auth.uid();
begin
  -- Nearly always: no draft at all.
  if not exists (select from public.events e where e.published_at is null) then
    return;
  end if;
  if v_user is not null and not private.session_lives(v_user) then
    v_user := null;
  end if;
  if v_user is not null and (private.is_admin() or private.is_gate()) then
    return;
  end if;
  return query
    select e.id from public.events e
    where e.published_at is null
      -- A late payment can be recorded after an event went back to draft; its customer still reads the event.
      and not exists (select from public.user_tickets t where t.user_id = v_user and t.event_id = e.id)
      and not exists (select from public.payment_lines l where l.user_id = v_user and l.event_id = e.id);
end
$function$;

CREATE OR REPLACE FUNCTION private.hidden_categories()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.events e where e.published_at is null) then
    return query
      select c.id from private.hidden_events() as h join public.ticket_categories c on c.event_id = h;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_catalogue()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table public.singers, public.events, public.ticket_categories from public, anon, authenticated;
  grant select on table public.singers, public.events, public.ticket_categories to anon, authenticated;
  grant delete on table public.singers, public.events, public.ticket_categories to authenticated;
  grant insert (id, name), update (name) on table public.singers to authenticated;
  -- published_at: null makes a draft; afterwards publish_event and unpublish_event change it.
  grant insert (id, singer_id, city, venue, date, genre, published_at), update (singer_id, city, venue, date, genre, revision) on table public.events
    to authenticated;
  -- Clients send the updated_at that an edit of tickets_sold saw; it is never stored.
  grant insert (id, event_id, name, price, total_tickets, tickets_sold, sale_from, sale_until), update (event_id, name, price, total_tickets, tickets_sold, revision, updated_at, sale_from, sale_until) on table public.ticket_categories
    to authenticated;
  revoke all on function private.guard_singer(), private.guard_event(), private.guard_ticket_category(),
    private.refuse_direct_edit(), private.hidden_events(), private.hidden_categories(), private.grant_catalogue()
    from public, anon, authenticated;
  -- For policies.
  grant execute on function private.hidden_events(), private.hidden_categories() to anon, authenticated, service_role;
end
$function$;

CREATE OR REPLACE FUNCTION public.add_ticket_category(p_id uuid DEFAULT NULL::uuid, p_event_id uuid DEFAULT NULL::uuid, p_name text DEFAULT NULL::text, p_price numeric DEFAULT NULL::numeric, p_total_tickets integer DEFAULT NULL::integer, p_seating_layout_id uuid DEFAULT NULL::uuid, p_section_ids text[] DEFAULT NULL::text[], p_sale_from timestamp with time zone DEFAULT NULL::timestamp with time zone, p_sale_until timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS ticket_categories
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_category public.ticket_categories;
begin
  perform private.require_admin();
  if p_id is null then
    perform private.refuse(400, 'invalid', 'p_id', 'The category has an id made by the caller.');
  end if;
  if p_event_id is not null then
    perform private.lock_event(p_event_id);
  end if;
  -- Repeated after a lost response.
  select * into v_category from public.ticket_categories c where c.id = p_id;
  if found then
    return v_category;
  end if;
  -- With a layout the number follows below, in the same transaction.
  insert into public.ticket_categories (id, event_id, name, price, total_tickets, tickets_sold, sale_from, sale_until)
    values (p_id, p_event_id, p_name, p_price, case when p_seating_layout_id is null then p_total_tickets else 1 end, 0,
      p_sale_from, p_sale_until);
  if p_seating_layout_id is not null then
    insert into public.ticket_category_layouts (ticket_category_id, seating_layout_id, section_ids)
      values (p_id, p_seating_layout_id, coalesce(p_section_ids, array['all']));
  end if;
  select * into v_category from public.ticket_categories c where c.id = p_id;
  return v_category;
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_layouts()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table public.seating_layouts, public.ticket_category_layouts from public, anon, authenticated;
  grant select on table public.seating_layouts, public.ticket_category_layouts to anon, authenticated;
  grant delete on table public.seating_layouts, public.ticket_category_layouts to authenticated;
  grant insert (id, name, description, layout_data), update (name, description, layout_data) on table public.seating_layouts
    to authenticated;
  grant insert (ticket_category_id, seating_layout_id, section_ids), update (ticket_category_id, seating_layout_id, section_ids) on table public.ticket_category_layouts
    to authenticated;
  revoke all on function public.add_ticket_category(uuid, uuid, text, numeric, integer, uuid, text[], timestamptz, timestamptz),
    private.row_letters(integer), private.row_index(text), private.grid_columns(integer),
    private.grid_seat(integer, integer), private.has_claims(uuid), private.section_seats(jsonb),
    private.count_layout_seats(jsonb, text[]), private.places_of(uuid), private.is_seat(uuid, text),
    private.seats_of(uuid), private.check_layout_data(jsonb), private.lock_events_of_layout(uuid),
    private.guard_layout(), private.count_layout_again(), private.refuse_shared_sections(uuid, uuid, uuid, text[]),
    private.taken_sections(uuid, uuid), private.guard_layout_link(), private.apply_layout_link(),
    private.guard_ticket_category_shape(), public.assign_layout(uuid, uuid, text[]), private.grant_layouts()
    from public, anon, authenticated;
  grant execute on function public.add_ticket_category(uuid, uuid, text, numeric, integer, uuid, text[], timestamptz, timestamptz),
    public.assign_layout(uuid, uuid, text[]) to anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION public.taken_seats(p_ticket_category_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := private.uid();
  v_answer jsonb;
begin
  if p_ticket_category_id is null then
    perform private.refuse(400, 'invalid', 'p_ticket_category_id', 'Which ticket category?');
  end if;
  if not exists (
    select from public.ticket_categories c
    where c.id = p_ticket_category_id and c.event_id not in (select h from private.hidden_events() as h))
  then
    perform private.refuse(404, 'not_found', 'p_ticket_category_id', 'There is no such ticket category.');
  end if;
  select jsonb_build_object(
      'at', now(),
      'taken', coalesce(jsonb_agg(c.seat order by c.place, c.seat) filter (where not c.mine), '[]'),
      'mine', coalesce(jsonb_agg(c.seat order by c.place, c.seat) filter (where c.mine), '[]'))
    into v_answer
    from (
      select s.place, s.seat,
        -- is not distinct from: for a visitor `=` is null, and held seats would look free.
        s.state = 'held' and s.user_id is not distinct from v_user as mine
      from public.seat_claims s
      where s.ticket_category_id = p_ticket_category_id
        and (s.state <> 'held' or s.expires_at > now()) and (s.review_until is null or s.review_until > now())
    ) as c;
  return v_answer;
end
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
  -- Prices are frozen while the hold runs. Without the order's id place_lines reads today's.
  v_placed := private.place_lines(v_asked.lines, case when v_running then p_order_id end);
  v_wanted := v_placed.seats;
  if v_placed.not_on_sale is not null then
    perform private.refuse(409, 'not_on_sale', private.seats_as_lines(v_placed.not_on_sale),
      'Not sold now: over, cancelled, gone, paused, a draft or outside its window; detail has the lines.');
  end if;
  if v_placed.unknown is not null then
    perform private.refuse(400, 'unknown_seat', private.seats_as_lines(v_placed.unknown),
      'The category sells no such seats.');
  end if;

  -- Most customers are new: nothing held, no time spent.
  v_known := exists (select from public.seat_claims c where c.user_id = v_user and c.state <> 'sold')
    or exists (select from private.hold_usage u where u.user_id = v_user);
  -- Holding again never lengthens a running hold.
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
  if pg_column_size(p_lines) <= c_remembered then
    v_lines := p_lines;
  end if;
  if v_order.id is null then
    insert into private.orders (id, user_id, order_code, expires_at, lines, event_id, shares)
      values (p_order_id, v_user, private.order_code(p_order_id), v_expires, v_lines, v_placed.event_id, v_price.shares)
      on conflict do nothing returning * into v_order;
    if not found then
      -- Another customer just took the id, or another order has its code; own orders wait for the customer's lock.
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
      'Detail has the seats that are taken.');
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

CREATE OR REPLACE FUNCTION private.place_lines(p_lines private.order_line[], p_order_id uuid, OUT lines private.order_line[], OUT seats private.seat[], OUT unknown private.seat[], OUT not_on_sale private.seat[], OUT event_id uuid)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
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
    -- Keeps the category from being deleted, and reads where it is now.
    select c.id, v_labels, c.event_id, coalesce(p.unit_price, c.price), p.unit_price is not null,
        c.name, e.singer_id, e.city, e.date, e.venue,
        e.status = 'scheduled' and e.date > now() and (p.unit_price is not null
          or e.published_at is not null and e.paused_at is null
            and (c.sale_from is null or c.sale_from <= now()) and (c.sale_until is null or c.sale_until > now())),
        c.total_tickets, c.grid_columns, c.grid_columns is not null
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
    event_id := case when lines is null or event_id = v_line.event_id then v_line.event_id end;
    lines := lines || v_line;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_own_event(p_event_id uuid)
 RETURNS events
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_event public.events;
begin
  perform private.require_admin();
  if p_event_id is null then
    perform private.refuse(400, 'invalid', 'p_event_id', 'Which event?');
  end if;
  perform private.lock_event(p_event_id);
  select * into v_event from public.events e where e.id = p_event_id for no key update;
  if not found then
    perform private.refuse(404, 'not_found', 'p_event_id', 'There is no such event.');
  end if;
  return v_event;
end
$function$;

CREATE OR REPLACE FUNCTION public.publish_event(p_event_id uuid DEFAULT NULL::uuid)
 RETURNS events
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_event public.events := private.lock_own_event(p_event_id);
begin
  if v_event.published_at is not null then
    return v_event;
  end if;
  update public.events e set published_at = now() where e.id = p_event_id returning * into v_event;
  delete from private.event_previews p where p.event_id = p_event_id;
  -- Devices that have synced since these rows were written ask only for later changes.
  delete from public.deleted_rows d
    where d."table" = 'events' and d.id = p_event_id
      or d."table" in ('ticket_categories', 'ticket_category_layouts')
        and d.id in (select c.id from public.ticket_categories c where c.event_id = p_event_id);
  update public.ticket_categories c set name = c.name where c.event_id = p_event_id;
  update public.ticket_category_layouts l set section_ids = l.section_ids
    where l.ticket_category_id in (select c.id from public.ticket_categories c where c.event_id = p_event_id);
  return v_event;
end
$function$;

CREATE OR REPLACE FUNCTION public.unpublish_event(p_event_id uuid DEFAULT NULL::uuid)
 RETURNS events
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_event public.events := private.lock_own_event(p_event_id);
begin
  if v_event.published_at is null then
    return v_event;
  end if;
  perform from public.ticket_categories c where c.event_id = p_event_id order by c.id for update;
  if exists (select from public.ticket_categories c where c.event_id = p_event_id and private.category_in_use(c.id)) then
    perform private.refuse(409, 'in_use', 'events', 'Seats, payments, tickets or recent orders hang on it.');
  end if;
  update public.events e set published_at = null where e.id = p_event_id returning * into v_event;
  insert into public.deleted_rows ("table", id, at)
    select 'events', p_event_id, clock_timestamp()
    union all
    select 'ticket_categories', c.id, clock_timestamp() from public.ticket_categories c where c.event_id = p_event_id
    union all
    select 'ticket_category_layouts', l.ticket_category_id, clock_timestamp()
      from public.ticket_category_layouts l join public.ticket_categories c on c.id = l.ticket_category_id
      where c.event_id = p_event_id
    on conflict ("table", id) do update set at = excluded.at;
  return v_event;
end
$function$;

CREATE OR REPLACE FUNCTION public.pause_event(p_event_id uuid DEFAULT NULL::uuid)
 RETURNS events
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_event public.events := private.lock_own_event(p_event_id);
begin
  if v_event.paused_at is null then
    update public.events e set paused_at = now() where e.id = p_event_id returning * into v_event;
  end if;
  return v_event;
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
    update public.events e set paused_at = null where e.id = p_event_id returning * into v_event;
  end if;
  return v_event;
end
$function$;

CREATE OR REPLACE FUNCTION public.make_event_preview(p_event_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_kept constant interval := interval '14 days';
  v_event public.events := private.lock_own_event(p_event_id);
  v_preview private.event_previews;
begin
  if v_event.published_at is not null then
    perform private.refuse(409, 'changed_meanwhile', 'p_event_id', 'A published event has its own page.');
  end if;
  select * into v_preview from private.event_previews p where p.event_id = p_event_id and p.ends_at > now();
  if not found then
    insert into private.event_previews as p (event_id, secret, made_by, ends_at)
      values (p_event_id, encode(extensions.gen_random_bytes(16), 'hex'), auth.uid(), now() + c_kept)
      on conflict (event_id) do update
        set secret = excluded.secret, made_by = excluded.made_by, made_at = now(), ends_at = excluded.ends_at
      returning * into v_preview;
    perform private.record_audit('preview', 'events', p_event_id::text, null, jsonb_build_object('ends_at', v_preview.ends_at));
  end if;
  return jsonb_build_object('key', v_preview.secret, 'ends_at', v_preview.ends_at);
end
$function$;

CREATE OR REPLACE FUNCTION public.end_event_preview(p_event_id uuid DEFAULT NULL::uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_own_event(p_event_id);
  delete from private.event_previews p where p.event_id = p_event_id;
  if not found then
    return false;
  end if;
  perform private.record_audit('end_preview', 'events', p_event_id::text, null, null);
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.preview_event(p_key text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_id uuid;
  v_answer jsonb;
begin
  select p.event_id into v_id from private.event_previews p where p.secret = p_key and p.ends_at > now();
  if not found then
    perform private.refuse(404, 'not_found', 'p_key', 'This link shows nothing, or no longer.');
  end if;
  select jsonb_build_object(
      'event', to_jsonb(e) - 'created_at' - 'revision',
      'singer', jsonb_build_object('id', s.id, 'name', s.name),
      'categories', (
        select coalesce(jsonb_agg(to_jsonb(c) - 'created_at' - 'revision'), '[]')
        from public.ticket_categories c where c.event_id = v_id),
      'links', (
        select coalesce(jsonb_agg(to_jsonb(l) - 'created_at'), '[]')
        from public.ticket_category_layouts l join public.ticket_categories c on c.id = l.ticket_category_id
        where c.event_id = v_id),
      'layouts', (
        select coalesce(jsonb_agg(jsonb_build_object('id', y.id, 'name', y.name, 'layout_data', y.layout_data)), '[]')
        from public.seating_layouts y
        where y.id in (
          select l.seating_layout_id
          from public.ticket_category_layouts l join public.ticket_categories c on c.id = l.ticket_category_id
          where c.event_id = v_id)))
    into v_answer
    from public.events e join public.singers s on s.id = e.singer_id where e.id = v_id;
  return v_answer;
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_publishing()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table private.event_previews from public, anon, authenticated;
  revoke all on function public.publish_event(uuid), public.unpublish_event(uuid), public.pause_event(uuid),
    public.resume_event(uuid), public.make_event_preview(uuid), public.end_event_preview(uuid),
    public.preview_event(text), private.lock_own_event(uuid), private.grant_publishing()
    from public, anon, authenticated;
  grant execute on function public.publish_event(uuid), public.unpublish_event(uuid), public.pause_event(uuid),
    public.resume_event(uuid), public.make_event_preview(uuid), public.end_event_preview(uuid),
    public.preview_event(text) to anon, authenticated;
end
$function$;

create or replace view event_list with (security_invoker=true) as
 SELECT e.id,
    e.singer_id,
    s.name AS singer_name,
    e.city,
    e.venue,
    e.date,
    e.previous_date,
    e.status,
    e.cancelled_reason,
    e.genre,
    e.revision,
    e.created_at,
    e.updated_at,
    COALESCE(c.categories, (0)::bigint) AS categories,
    COALESCE(c.total_tickets, (0)::bigint) AS total_tickets,
    COALESCE(c.tickets_sold, (0)::bigint) AS tickets_sold,
    e.published_at,
    e.paused_at,
    COALESCE(c.unpriced, (0)::bigint) AS unpriced,
    c.sale_from
   FROM ((events e
     JOIN singers s ON ((s.id = e.singer_id)))
     LEFT JOIN LATERAL ( SELECT count(*) AS categories,
            sum(c_1.total_tickets) AS total_tickets,
            sum(c_1.tickets_sold) AS tickets_sold,
            count(*) FILTER (WHERE (c_1.price = (0)::numeric)) AS unpriced,
                CASE
                    WHEN bool_and((c_1.sale_from IS NOT NULL)) THEN min(c_1.sale_from)
                    ELSE NULL::timestamp with time zone
                END AS sale_from
           FROM ticket_categories c_1
          WHERE (c_1.event_id = e.id)) c ON (true));

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
    c.sale_from,
    c.sale_until
   FROM ((((ticket_categories c
     JOIN events e ON ((e.id = c.event_id)))
     JOIN singers s ON ((s.id = e.singer_id)))
     LEFT JOIN ticket_category_layouts l ON ((l.ticket_category_id = c.id)))
     LEFT JOIN seating_layouts y ON ((y.id = l.seating_layout_id)));

create policy "Everyone reads published events" on public.events as PERMISSIVE for SELECT to anon, authenticated using ((NOT (id IN ( SELECT h.h
   FROM private.hidden_events() h(h)))));

create policy "Everyone reads ticket categories of published events" on public.ticket_categories as PERMISSIVE for SELECT to anon, authenticated using ((NOT (event_id IN ( SELECT h.h
   FROM private.hidden_events() h(h)))));

create policy "Everyone reads which published category uses which layout" on public.ticket_category_layouts as PERMISSIVE for SELECT to anon, authenticated using ((NOT (ticket_category_id IN ( SELECT h.h
   FROM private.hidden_categories() h(h)))));

comment on function private.hidden_events() is 'Returns the drafts that the caller may not see: all for a visitor and for a session that has ended, none for staff. Policies evaluate it once a statement. Security definer: reads sessions, tickets and lines for every caller.';

comment on function private.hidden_categories() is 'Returns the ticket categories of hidden_events. Security definer: the same whatever the caller reads of them.';

comment on function public.add_ticket_category(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.text,numeric,integer,pg_catalog.uuid,pg_catalog.text[],timestamp with time zone,timestamp with time zone) is 'Adds a ticket category and its seats in one transaction, or neither. Idempotent. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found (layout), PT409 other_layout, section_taken. Security definer: locks the event.';

comment on function private.place_lines(private.order_line[],pg_catalog.uuid) is 'Completes the asked lines as order_line describes, with event and place of each seat. unknown: seats that their category does not sell; not_on_sale: seats that are not sold now; null when there is none. What a running hold of the order has (its frozen price) is sold while paused and after its window, too, until the event begins. event_id is the event of all lines, null when they are at several or a category is gone. Locks the categories against deletion; the caller has shared their events.';

comment on function private.lock_own_event(pg_catalog.uuid) is 'Returns the event, locked, for an admin. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found.';

comment on function public.publish_event(pg_catalog.uuid) is 'Shows a draft to everyone, and ends its preview. It sells at once, unless it is paused or its categories have a window. A repeat returns the event as it is. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found. Security definer: only this changes published_at.';

comment on function public.unpublish_event(pg_catalog.uuid) is 'Makes an event a draft again, on devices too. A repeat returns the event as it is. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found, PT409 in_use (as for deleting it: seats, payments, tickets, or orders younger than a day). Security definer: only this changes published_at.';

comment on function public.pause_event(pg_catalog.uuid) is 'Sells nothing new of the event until resume_event; running holds go on, and their payments are recorded. A repeat keeps the first time. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found. Security definer: only this changes paused_at.';

comment on function public.resume_event(pg_catalog.uuid) is 'Ends a pause. Can be repeated. Admins only. Refusals: as pause_event. Security definer: only this changes paused_at.';

comment on function public.make_event_preview(pg_catalog.uuid) is 'Returns {key, ends_at} of the draft''s preview, the one that still runs or a new one of 14 days. Publishing ends it. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found, PT409 changed_meanwhile (published). Security definer: no role may read event_previews.';

comment on function public.end_event_preview(pg_catalog.uuid) is 'Ends the link that shows a draft; true when there was one. Admins only. Refusals: as pause_event. Security definer: no role may write event_previews.';

comment on function public.preview_event(pg_catalog.text) is 'Returns {event, singer, categories, links, layouts}, each with the columns of its table, of the draft that the key shows. For everyone who has the key. Refusal: PT404 not_found, also after its end. Security definer: no role may read event_previews, and drafts are for staff.';

comment on function private.grant_publishing() is 'All privileges of this file; can be repeated.';

comment on table public.deleted_rows is 'Rows deleted from synced tables or taken back to draft, so that devices delete them too. World-readable: it holds only ids.';

comment on column public.events.published_at is 'When the event was last published; null for a draft, which only staff see. Never in the future.';

comment on column public.events.paused_at is 'Since when nothing new of the event is sold; null while it sells.';

comment on column public.ticket_categories.sale_from is 'The first moment at which it is sold; null: no bound.';

comment on column public.ticket_categories.sale_until is 'The moment from which it is sold no more; null: no bound.';

comment on table private.event_previews is 'Links that show one draft each, to whoever has the link. secret: 128 random bits in hex. A link shows, and sells nothing.';

comment on view public.event_list is 'Events with their singer and the sums of their ticket categories.';

comment on view public.ticket_category_list is
  'Ticket categories with their event, singer and layout, and for admins how many seats are held and under review now.';

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
select private.grant_publishing();
select private.grant_refunds();
select private.grant_review();
select private.grant_scans();
select private.grant_seats();
select private.grant_settings();
select private.grant_storage_auth();
select private.grant_sync();
select private.grant_terms();
select private.grant_tickets();
