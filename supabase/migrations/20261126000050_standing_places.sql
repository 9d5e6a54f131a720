-- Written from supabase/schema by `npm run migration`.

alter table public.ticket_categories add column is_standing boolean not null default false;

alter type private.order_line add attribute places integer;

alter type private.order_line add attribute is_standing boolean;

-- Standing places by the time from which they are free; their labels are numbers, those of seats have letters.
create index seat_claims_standing on public.seat_claims (ticket_category_id, coalesce(expires_at, review_until))
  where seat collate "C" < 'A';

-- A function may call one that comes after it.
set check_function_bodies = off;

drop trigger "30_shape" on ticket_categories;

drop view ticket_category_list;

drop function private.read_lines(jsonb);

drop function add_ticket_category(uuid,uuid,text,numeric,integer,uuid,text[]);

drop function private.place_lines(private.order_line[],uuid);

CREATE OR REPLACE FUNCTION private.seat_order(p_seat text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
declare
  v_row text := rtrim(p_seat, '0123456789');
  v_number text := substr(p_seat, length(v_row) + 1);
  m text[];
begin
  -- ^[A-Z]{1,2}[1-9][0-9]{0,2}$ by hand, as in grid_position.
  if length(v_row) between 1 and 2 and translate(v_row, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '') = ''
     and length(v_number) between 1 and 3 and not starts_with(v_number, '0') then
    return '     ' || length(v_row)::text || rpad(v_row, 2) || lpad(v_number, 3, '0');
  end if;
  -- A standing place: ^[1-9][0-9]{0,5}$.
  if v_row = '' and length(v_number) between 1 and 6 and not starts_with(v_number, '0') then
    return '     0' || lpad(v_number, 6, '0');
  end if;
  m := regexp_match(p_seat, '^(?:([A-Z0-9]{1,4})-)?([A-Z]{1,2})([1-9][0-9]{0,2})$');
  if m is null then
    return '~' || p_seat;
  end if;
  return rpad(coalesce(m[1], ''), 5) || length(m[2])::text || rpad(m[2], 2) || lpad(m[3], 3, '0');
end
$function$;

CREATE OR REPLACE FUNCTION private.place_of(p_category_id uuid, p_seat text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_total integer;
  v_columns integer;
  v_layout uuid;
  v_sections text[];
  v_standing boolean;
  v_parts text[];
  v_row jsonb;
begin
  select c.total_tickets, c.grid_columns, l.seating_layout_id, l.section_ids, c.is_standing
    into v_total, v_columns, v_layout, v_sections, v_standing
    from public.ticket_categories c
    left join public.ticket_category_layouts l on l.ticket_category_id = c.id
    where c.id = p_category_id;
  if not found or p_seat is null then
    return null;
  end if;

  if v_standing then
    return (select s.place from public.seat_claims s where s.ticket_category_id = p_category_id and s.seat = p_seat);
  end if;
  if v_layout is null then
    return case when private.grid_position(p_seat, v_columns) <= v_total then p_category_id::text end;
  end if;

  v_parts := regexp_match(p_seat, '^([A-Z0-9]{1,4})-([A-Z]{1,2})([1-9][0-9]{0,2})$');
  if v_parts is null or v_parts[1] <> all (v_sections) then
    return null;
  end if;
  select r into v_row
    from public.seating_layouts s,
      lateral jsonb_array_elements(s.layout_data -> 'sections') as section,
      lateral jsonb_array_elements(section -> 'rows') as r
    where s.id = v_layout and section ->> 'code' = v_parts[1] and r ->> 'label' = v_parts[2];
  if v_row -> 'seats' @> to_jsonb(v_parts[3]::integer)
     and not coalesce(v_row -> 'blocked', '[]'::jsonb) @> to_jsonb(v_parts[3]::integer) then
    return v_parts[1];
  end if;
  return null;
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

  if tg_op = 'INSERT' then
    new.revision := 1;
    return new;
  end if;

  new.revision := old.revision;
  if (new.event_id, new.name, new.price, new.total_tickets, new.is_standing)
     is distinct from (old.event_id, old.name, old.price, old.total_tickets, old.is_standing) then
    new.revision := old.revision + 1;
  end if;
  return new;
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
  grant insert (id, singer_id, city, venue, date, genre), update (singer_id, city, venue, date, genre, revision) on table public.events
    to authenticated;
  -- Clients send the updated_at that an edit of tickets_sold saw; it is never stored.
  grant insert (id, event_id, name, price, total_tickets, tickets_sold, is_standing), update (event_id, name, price, total_tickets, tickets_sold, is_standing, revision, updated_at) on table public.ticket_categories
    to authenticated;
  revoke all on function private.guard_singer(), private.guard_event(), private.guard_ticket_category(),
    private.refuse_direct_edit(), private.grant_catalogue() from public, anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.seats_of(p_category_id uuid)
 RETURNS TABLE(place text, seat text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select seats.place, seats.seat
  from (
    select c.id::text as place, private.grid_seat(n, c.grid_columns) as seat
    from public.ticket_categories c, lateral generate_series(1, c.total_tickets) as n
    where c.id = p_category_id and not c.is_standing
      and not exists (select from public.ticket_category_layouts l where l.ticket_category_id = c.id)
    union all
    select s.place, s.seat
    from public.seat_claims s join public.ticket_categories c on c.id = s.ticket_category_id and c.is_standing
    where s.ticket_category_id = p_category_id
    union all
    select section ->> 'code', s.seat
    from public.ticket_category_layouts l
    join public.seating_layouts layout on layout.id = l.seating_layout_id,
      lateral jsonb_array_elements(layout.layout_data -> 'sections') as section,
      lateral private.section_seats(section) as s
    where l.ticket_category_id = p_category_id and section ->> 'code' = any (l.section_ids)
  ) as seats
  order by private.seat_order(seats.seat) collate "C"
$function$;

CREATE OR REPLACE FUNCTION private.guard_layout_link()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_category uuid := case when tg_op = 'INSERT' then new.ticket_category_id else old.ticket_category_id end;
  v_event uuid;
  v_standing boolean;
  v_data jsonb;
  v_codes text[];
begin
  select c.event_id, c.is_standing into v_event, v_standing from public.ticket_categories c where c.id = v_category;
  if not found then
    if tg_op = 'DELETE' then
      return old; -- the category itself is being deleted
    end if;
    perform private.refuse(404, 'not_found', 'ticket_category_id', 'There is no such ticket category.');
  end if;
  perform private.lock_event_soon(v_event);
  perform from public.ticket_categories c where c.id = v_category for no key update;

  if tg_op = 'DELETE' then
    if private.has_claims(v_category) then
      perform private.refuse(409, 'seats_claimed', v_category::text, 'Seats of this ticket category are held or sold.');
    end if;
    return old;
  end if;
  if new.ticket_category_id is distinct from v_category then
    perform private.refuse(400, 'invalid', 'ticket_category_id', 'A link stays with its category.');
  end if;
  if v_standing then
    perform private.refuse(400, 'invalid', 'seating_layout_id', 'Standing places have no layout.');
  end if;
  select s.layout_data into v_data from public.seating_layouts s where s.id = new.seating_layout_id for share;
  if not found then
    perform private.refuse(404, 'not_found', 'seating_layout_id', 'There is no such seating layout.');
  end if;

  v_codes := array(
    select section ->> 'code' from jsonb_array_elements(v_data -> 'sections') with ordinality as s(section, n)
    order by n);
  if coalesce(cardinality(new.section_ids), 0) = 0 or array_position(new.section_ids, null) is not null
     or not new.section_ids <@ (v_codes || 'all'::text) then
    perform private.refuse(400, 'invalid', 'section_ids', 'section_ids lists codes of the layout, or ''all''.');
  end if;
  if 'all' = any (new.section_ids) then
    -- Check the layout first: section codes of another layout say nothing about this one.
    perform private.refuse_shared_sections(v_category, v_event, new.seating_layout_id, '{}');
    new.section_ids := array(
      select code from unnest(v_codes) with ordinality as s(code, n)
      where code <> all (private.taken_sections(v_category, v_event)) order by n);
    if cardinality(new.section_ids) = 0 then
      perform private.refuse(409, 'section_taken', to_json(v_codes)::text, 'No section of the layout is free.');
    end if;
  else
    new.section_ids := array(
      select code from unnest(v_codes) with ordinality as s(code, n) where code = any (new.section_ids) order by n);
    perform private.refuse_shared_sections(v_category, v_event, new.seating_layout_id, new.section_ids);
  end if;
  if exists (select from unnest(new.section_ids) as code where private.count_layout_seats(v_data, array[code]) = 0) then
    perform private.refuse(400, 'invalid', 'section_ids', 'Each section has at least one seat that is not blocked.');
  end if;

  -- Repeating the stored link changes nothing and is allowed under claims.
  if private.has_claims(v_category) and not exists (
    select from public.ticket_category_layouts l
    where l.ticket_category_id = v_category
      and l.seating_layout_id = new.seating_layout_id and l.section_ids = new.section_ids
  ) then
    perform private.refuse(409, 'seats_claimed', v_category::text, 'Seats of this ticket category are held or sold.');
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_ticket_category_shape()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_most_rows constant integer := 702; -- ZZ
  c_most_standing constant integer := 100000;
  v_layout uuid;
  v_sections text[];
  v_seats integer;
  v_claimed boolean := false;
  v_last integer;
begin
  if tg_op = 'UPDATE' then
    if new.event_id = old.event_id and new.total_tickets = old.total_tickets and new.is_standing = old.is_standing
       and (new.grid_columns is null) = (new.is_standing or exists (
         select from public.ticket_category_layouts l where l.ticket_category_id = new.id)) then
      new.grid_columns := old.grid_columns;
      return new;
    end if;
    perform private.lock_event_soon(e) from (
      select unnest(array[old.event_id, new.event_id]) as e order by 1) as both_events;
    v_claimed := private.has_claims(old.id);
    select l.seating_layout_id, l.section_ids into v_layout, v_sections
      from public.ticket_category_layouts l where l.ticket_category_id = new.id;
    if new.event_id <> old.event_id or new.is_standing <> old.is_standing then
      if v_claimed then
        perform private.refuse(409, 'seats_claimed', old.id::text, 'Seats of this ticket category are held or sold.');
      end if;
      if v_layout is not null and new.is_standing then
        perform private.refuse(409, 'in_use', 'is_standing', 'Take the layout from the category first.');
      elsif v_layout is not null then
        perform private.refuse_shared_sections(new.id, new.event_id, v_layout, v_sections);
      end if;
    end if;
  end if;

  if new.is_standing then
    new.grid_columns := null;
    if new.total_tickets > c_most_standing then
      perform private.refuse(400, 'invalid', 'total_tickets', format('There are at most %s standing places.', c_most_standing));
    end if;
    return new;
  end if;
  if v_layout is not null then
    select private.count_layout_seats(s.layout_data, v_sections) into v_seats
      from public.seating_layouts s where s.id = v_layout;
    if new.total_tickets <> v_seats then
      perform private.refuse(400, 'invalid', 'total_tickets',
        format('The layout gives this category %s seats; the number is not typed.', v_seats));
    end if;
    new.grid_columns := null;
    return new;
  end if;

  if v_claimed then
    new.grid_columns := old.grid_columns;
    select max(private.grid_position(c.seat, old.grid_columns)) into v_last
      from public.seat_claims c
      where c.ticket_category_id = old.id and (c.state <> 'held' or c.expires_at > now());
    if new.total_tickets < v_last then
      perform private.refuse(409, 'seats_claimed', private.grid_seat(v_last, old.grid_columns),
        'Seats beyond the new last one are held or sold; detail is the last of them.');
    end if;
  else
    new.grid_columns := private.grid_columns(new.total_tickets);
  end if;
  if new.total_tickets > c_most_rows * new.grid_columns then
    perform private.refuse(400, 'invalid', 'total_tickets',
      format('Without a layout there are at most %s seats: rows go from A to ZZ.', c_most_rows * new.grid_columns));
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.add_ticket_category(p_id uuid DEFAULT NULL::uuid, p_event_id uuid DEFAULT NULL::uuid, p_name text DEFAULT NULL::text, p_price numeric DEFAULT NULL::numeric, p_total_tickets integer DEFAULT NULL::integer, p_seating_layout_id uuid DEFAULT NULL::uuid, p_section_ids text[] DEFAULT NULL::text[], p_is_standing boolean DEFAULT false)
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
  insert into public.ticket_categories (id, event_id, name, price, total_tickets, tickets_sold, is_standing)
    values (p_id, p_event_id, p_name, p_price, case when p_seating_layout_id is null then p_total_tickets else 1 end, 0,
      coalesce(p_is_standing, false));
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
  revoke all on function public.add_ticket_category(uuid, uuid, text, numeric, integer, uuid, text[], boolean),
    private.row_letters(integer), private.row_index(text), private.grid_columns(integer),
    private.grid_seat(integer, integer), private.has_claims(uuid), private.section_seats(jsonb),
    private.count_layout_seats(jsonb, text[]), private.places_of(uuid), private.is_seat(uuid, text),
    private.seats_of(uuid), private.check_layout_data(jsonb), private.lock_events_of_layout(uuid),
    private.guard_layout(), private.count_layout_again(), private.refuse_shared_sections(uuid, uuid, uuid, text[]),
    private.taken_sections(uuid, uuid), private.guard_layout_link(), private.apply_layout_link(),
    private.guard_ticket_category_shape(), public.assign_layout(uuid, uuid, text[]), private.grant_layouts()
    from public, anon, authenticated;
  grant execute on function public.add_ticket_category(uuid, uuid, text, numeric, integer, uuid, text[], boolean),
    public.assign_layout(uuid, uuid, text[]) to anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_sound_claim(p_state text, p_source text, p_user_id uuid, p_order_id uuid, p_payment_id uuid, p_ticket_id uuid, p_expires_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
begin
  if p_state = 'held' then
    return p_source = 'order' and p_ticket_id is null
      and (num_nulls(p_user_id, p_order_id, p_expires_at) = 0
        or num_nonnulls(p_user_id, p_order_id, p_payment_id) = 0 and p_expires_at = '-infinity');
  elsif p_state = 'under_review' then
    return p_source = 'order' and num_nulls(p_user_id, p_order_id, p_payment_id) = 0
      and num_nonnulls(p_ticket_id, p_expires_at) = 0;
  end if;
  return p_state = 'sold' and p_expires_at is null and case p_source
    when 'order' then num_nulls(p_user_id, p_order_id, p_payment_id, p_ticket_id) = 0
    when 'box_office' then num_nulls(p_user_id, p_order_id) > 0 and p_ticket_id is null
    else false end;
end
$function$;

CREATE OR REPLACE FUNCTION private.read_lines(p_lines jsonb)
 RETURNS TABLE(line integer, ticket_category_id uuid, seats text[], places integer)
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
    places := v_line.places;
    return next;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_places()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_extra integer;
  v_gone integer;
begin
  if tg_op = 'UPDATE' and (old.is_standing and not new.is_standing or old.event_id <> new.event_id) then
    -- Nothing is claimed: 30_shape has checked it.
    delete from public.seat_claims c where c.ticket_category_id = new.id;
    delete from public.seat_claims c where c.ticket_category_id = new.id;
  end if;
  if not new.is_standing then
    return null;
  end if;
  select count(*) - new.total_tickets into v_extra from public.seat_claims c where c.ticket_category_id = new.id;
  if v_extra < 0 then
    insert into public.seat_claims (event_id, place, seat, ticket_category_id, state, source, expires_at)
      select new.event_id, new.id::text, n::text, new.id, 'held', 'order', '-infinity'
      from generate_series(1, new.total_tickets) as n
      where not exists (
        select from public.seat_claims c where c.event_id = new.event_id and c.place = new.id::text and c.seat = n::text)
      order by n limit -v_extra;
  elsif v_extra > 0 then
    -- An expired hold that is deleted leaves a free place, which goes next.
    for v_round in 1 .. 2 loop
      exit when v_extra = 0;
      delete from public.seat_claims c using (
        select k.event_id, k.place, k.seat from public.seat_claims k
        where k.ticket_category_id = new.id and coalesce(k.expires_at, k.review_until) <= now() and (v_round = 2 or k.user_id is null)
        order by length(k.seat) desc, k.seat desc limit v_extra for update skip locked) as free
        where c.event_id = free.event_id and c.place = free.place and c.seat = free.seat;
      get diagnostics v_gone = row_count;
      v_extra := v_extra - v_gone;
      if v_round = 2 then
        delete from public.seat_claims c using (
          select k.event_id, k.place, k.seat from public.seat_claims k
          where k.ticket_category_id = new.id and k.user_id is null and k.state = 'held'
          order by length(k.seat) desc, k.seat desc limit v_gone for update) as free
          where c.event_id = free.event_id and c.place = free.place and c.seat = free.seat;
      end if;
    end loop;
    if v_extra > 0 then
      perform private.refuse(409, 'seats_claimed', (new.total_tickets + v_extra)::text,
        'So many places are held or sold; detail is the lowest number possible.');
    end if;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.free_places()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from old_claims o where o.seat collate "C" < 'A' and (o.user_id is not null or o.state = 'sold')) then
    return null;
  end if;
  insert into public.seat_claims (event_id, place, seat, ticket_category_id, state, source, expires_at)
    select o.event_id, o.place, o.seat, o.ticket_category_id, 'held', 'order', '-infinity'
    from old_claims o
    where o.seat collate "C" < 'A' and (o.user_id is not null or o.state = 'sold')
    order by o.event_id, o.place, o.seat;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.take_places(p_ticket_category_id uuid, p_count integer, p_user_id uuid, p_order_id uuid)
 RETURNS text[]
 LANGUAGE plpgsql
AS $function$
declare
  v_places text[];
begin
  -- The order's own; then those that this customer had within the hour, so that held time adds up.
  v_places := array(
    select c.seat from public.seat_claims c
    where c.user_id = p_user_id and c.ticket_category_id = p_ticket_category_id and c.state = 'held' and c.expires_at > now()
      and (c.order_id = p_order_id or c.payment_id is not null)
    order by c.order_id = p_order_id desc, length(c.seat), c.seat limit p_count);
  if cardinality(v_places) < p_count then
    v_places := v_places || array(
      select c.seat from private.hold_usage u
      join public.seat_claims c on c.event_id = u.event_id and c.place = u.place and c.seat = u.seat
      where u.user_id = p_user_id and u.place = p_ticket_category_id::text
        and c.seat collate "C" < 'A' and coalesce(c.expires_at, c.review_until) <= now()
      limit p_count - cardinality(v_places) for update of c skip locked);
  end if;
  if cardinality(v_places) < p_count then
    v_places := v_places || array(
      select c.seat from public.seat_claims c
      where c.ticket_category_id = p_ticket_category_id and c.seat collate "C" < 'A'
        and coalesce(c.expires_at, c.review_until) <= now() and c.seat <> all (v_places)
      order by coalesce(c.expires_at, c.review_until) limit p_count - cardinality(v_places) for update skip locked);
  end if;
  return v_places;
end
$function$;

CREATE OR REPLACE FUNCTION private.claim_places(p_ticket_category_id uuid, p_count integer, p_user_id uuid, p_order_id uuid, p_expires_at timestamp with time zone)
 RETURNS text[]
 LANGUAGE plpgsql
AS $function$
declare
  v_places text[];
begin
  -- One statement that skips what others lock: picking first and claiming after costs twice as much.
  with taken as (
    update public.seat_claims c
      set state = 'held', user_id = p_user_id, order_id = p_order_id, payment_id = null, expires_at = p_expires_at,
        uncounted_until = null, review_until = null
      from (
        select k.ctid from public.seat_claims k
        where k.ticket_category_id = p_ticket_category_id and k.seat collate "C" < 'A'
          and coalesce(k.expires_at, k.review_until) <= now()
        order by coalesce(k.expires_at, k.review_until) limit p_count for update skip locked) as free
      where c.ctid = free.ctid
      returning c.seat)
  select coalesce(array_agg(t.seat), '{}') into v_places from taken t;
  return v_places;
end
$function$;

CREATE OR REPLACE FUNCTION public.taken_seats(p_ticket_category_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_most_counted constant integer := 100;
  v_user uuid := private.uid();
  v_standing boolean;
  v_answer jsonb;
begin
  if p_ticket_category_id is null then
    perform private.refuse(400, 'invalid', 'p_ticket_category_id', 'Which ticket category?');
  end if;
  select c.is_standing into v_standing from public.ticket_categories c where c.id = p_ticket_category_id;
  if not found then
    perform private.refuse(404, 'not_found', 'p_ticket_category_id', 'There is no such ticket category.');
  end if;
  if v_standing then
    return jsonb_build_object('at', now(), 'taken', '[]'::jsonb,
      'mine', (select coalesce(jsonb_agg(c.seat order by length(c.seat), c.seat), '[]') from public.seat_claims c
        where c.user_id = v_user and c.ticket_category_id = p_ticket_category_id and c.state = 'held' and c.expires_at > now()),
      'free', (select count(*) from (select from public.seat_claims c
        where c.ticket_category_id = p_ticket_category_id and c.seat collate "C" < 'A'
          and coalesce(c.expires_at, c.review_until) <= now() limit c_most_counted) as f));
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
  v_places text[];
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
  -- Most customers are new: nothing held, no time spent.
  v_known := exists (select from public.seat_claims c where c.user_id = v_user and c.state <> 'sold')
    or exists (select from private.hold_usage u where u.user_id = v_user);
  -- Prices are frozen while the hold runs. Without the order's id place_lines reads today's.
  v_placed := private.place_lines(v_asked.lines, case when v_running then p_order_id end, case when v_known then v_user end, p_order_id);
  v_wanted := coalesce(v_placed.seats, '{}');
  if v_placed.not_on_sale is not null then
    perform private.refuse(409, 'not_on_sale', private.seats_as_lines(v_placed.not_on_sale),
      'The event is over, cancelled or gone; detail has the lines.');
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

  foreach v_line in array v_placed.lines loop
    v_prices := v_prices || v_line.unit_price;
    v_quantities := v_quantities || coalesce(v_line.places, cardinality(v_line.seats));
    v_answer := v_answer || jsonb_build_object('ticket_category_id', v_line.ticket_category_id,
      'unit_price', v_line.unit_price, 'quantity', coalesce(v_line.places, cardinality(v_line.seats)));
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
  -- Casts nothing before its shape is known: the caller writes p_lines.
  if jsonb_typeof(p_lines) is distinct from 'array' or jsonb_array_length(p_lines) not between 1 and p_terms.lines_per_order then
    perform private.refuse(400, 'invalid', 'p_lines', format('p_lines is a list of 1 to %s lines.', p_terms.lines_per_order));
  end if;
  for v_number in 0 .. jsonb_array_length(p_lines) - 1 loop
    v_line := p_lines -> v_number;
    if jsonb_typeof(v_line) is distinct from 'object'
       or jsonb_typeof(v_line -> 'ticket_category_id') is distinct from 'string'
       -- A UUID's shape by hand: counts in a regular expression cost ten times as much.
       or v_line ->> 'ticket_category_id' not like '________-____-____-____-____________'
       or translate(v_line ->> 'ticket_category_id', '0123456789abcdefABCDEF', '') <> '----'
       or jsonb_typeof(v_line -> 'seats') is distinct from 'array' and jsonb_typeof(v_line -> 'count') is distinct from 'number' then
      perform private.refuse(400, 'invalid', 'p_lines',
        'A line is {"ticket_category_id": uuid, "seats": [label, …]}, or has "count": the number of standing places.');
    end if;
    v_category := v_line ->> 'ticket_category_id';
    if v_category = any (categories) then
      perform private.refuse(400, 'invalid', 'p_lines', 'A ticket category is in one line only.');
    end if;
    categories := categories || v_category;
    if jsonb_typeof(v_line -> 'count') = 'number' then
      if v_line ? 'seats' or (v_line ->> 'count') !~ '^[1-9][0-9]{0,8}$' then
        perform private.refuse(400, 'invalid', 'p_lines', 'count is a whole number from 1, instead of seats.');
      end if;
      if (v_line ->> 'count')::integer > p_terms.seats_per_line then
        perform private.refuse(400, 'too_many_seats', p_terms.seats_per_line::text,
          'At most this many seats of a ticket category in an order.');
      end if;
      lines := lines || row (v_category, '{}', null, null, null, null, null, null, null, null, null, null, null, null,
        v_line ->> 'count', null)::private.order_line;
      continue;
    end if;
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
        v_fault := coalesce(v_fault, 'A seat is in a line once.');
      elsif v_label !~ '^([A-Z0-9]{1,4}-)?[A-Z]{1,2}[1-9][0-9]{0,2}$' then
        v_unknown := v_unknown || row (null, null, left(v_label, 32), v_category)::private.seat;
      end if;
      v_of_line := v_of_line || v_label;
    end loop;
    if v_fault is not null then
      perform private.refuse(400, 'invalid', 'p_lines', v_fault);
    end if;
    lines := lines || row (v_category, v_of_line, null, null, null, null, null, null, null, null, null, null, null, null, null, null)::private.order_line;
  end loop;
  if v_unknown is not null then
    perform private.refuse(400, 'unknown_seat', private.seats_as_lines(v_unknown),
      'A seat label is A1, or BALC-A1 in a layout, exactly so.');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.known_lines(p_lines jsonb)
 RETURNS private.order_line[]
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
declare
  v_line jsonb;
  v_lines private.order_line[];
begin
  for v_at in 0 .. jsonb_array_length(p_lines) - 1 loop
    v_line := p_lines -> v_at;
    -- Labels are letters, digits and hyphens, so the JSON list can be read as text.
    v_lines[v_at + 1] := row ((v_line ->> 'ticket_category_id')::uuid,
      string_to_array(translate(v_line ->> 'seats', '[]" ', ''), ','),
      null, null, null, null, null, null, null, null, null, null, null, null, v_line ->> 'count', null)::private.order_line;
  end loop;
  return v_lines;
end
$function$;

CREATE OR REPLACE FUNCTION private.place_lines(p_lines private.order_line[], p_order_id uuid, p_user_id uuid, p_held_by uuid, OUT lines private.order_line[], OUT seats private.seat[], OUT unknown private.seat[], OUT not_on_sale private.seat[], OUT short private.seat[], OUT unpicked integer, OUT event_id uuid)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  v_line private.order_line;
  v_category uuid;
  v_labels text[];
  v_places integer;
  v_label text;
  v_place text;
  v_position integer;
  v_last integer;
begin
  unpicked := 0;
  foreach v_line in array p_lines loop
    v_category := v_line.ticket_category_id;
    v_labels := v_line.seats;
    v_places := v_line.places;
    -- Keeps the category from being deleted, and reads where it is now.
    select c.id, v_labels, c.event_id, coalesce(p.unit_price, c.price), p.unit_price is not null,
        c.name, e.singer_id, e.city, e.date, e.venue, e.status = 'scheduled' and e.date > now(), c.total_tickets,
        c.grid_columns, c.grid_columns is not null, v_places, c.is_standing
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
    if v_places is not null and v_line.is_standing and p_user_id is null then
      unpicked := unpicked + v_places;
    elsif v_places is not null then
      v_labels := case when v_line.is_standing
        then private.take_places(v_category, v_places, p_user_id, p_held_by) else '{}'::text[] end;
      foreach v_label in array v_labels loop
        seats := seats || row (v_line.event_id, v_category::text, v_label, v_category)::private.seat;
      end loop;
      -- Numbers that stand for places which could not be had: nothing is claimed under them for this order.
      for v_number in 1 .. v_places + cardinality(v_labels) loop
        exit when cardinality(v_labels) = v_places;
        if v_number::text <> all (v_labels) then
          v_labels := v_labels || v_number::text;
          if v_line.is_standing then
            short := short || row (v_line.event_id, null, v_number::text, v_category)::private.seat;
          else
            unknown := unknown || row (v_line.event_id, null, v_number::text, v_category)::private.seat;
          end if;
        end if;
      end loop;
      v_line.seats := v_labels;
      v_line.in_order := false;
    end if;
    if v_places is not null then
      if v_line.on_sale is not true then
        not_on_sale := not_on_sale || row (null, null, null, v_category)::private.seat;
      end if;
      event_id := case when lines is null or event_id = v_line.event_id then v_line.event_id end;
      lines := lines || v_line;
      continue;
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
    private.read_lines(jsonb), private.lock_order_events(uuid[], uuid), private.share_order_events(uuid[], uuid),
    private.asked_lines(jsonb, public.shop_terms), private.place_lines(private.order_line[], uuid, uuid, uuid),
    private.take_places(uuid, integer, uuid, uuid), private.claim_places(uuid, integer, uuid, uuid, timestamptz), private.keep_places(), private.free_places(),
    private.hold_budget(uuid, uuid, private.seat[], interval),
    private.book_usage(uuid, private.seat_budget[], timestamptz), private.return_usage(uuid, private.seat[]),
    private.claims_besides(uuid, uuid, private.seat[]),
    private.claim_seats(private.seat[], private.seat[], text, uuid, uuid, uuid, timestamptz),
    private.missing_seats(private.seat[], private.seat[]), private.count_sold_claims(),
    private.require_own_order(uuid, uuid), private.refuse_stale_sold(), private.sell_at_box_office(),
    private.box_office_rank(uuid, text), public.taken_seats(uuid), public.hold_seats(uuid, jsonb),
    public.extend_hold(uuid), public.release_seats(uuid), public.release_customer_seats(uuid), private.grant_seats()
    from public, anon, authenticated;
  -- Constraints run as the role that writes the table: of the API's roles only this one.
  grant execute on function private.is_sound_claim(text, text, uuid, uuid, uuid, uuid, timestamptz) to service_role;
  grant execute on function public.taken_seats(uuid), public.hold_seats(uuid, jsonb), public.extend_hold(uuid),
    public.release_seats(uuid), public.release_customer_seats(uuid) to anon, authenticated;
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
  -- A second tab waits here and then returns the first one's payment.
  perform private.lock_customer(v_user);
  -- Reads and marks in one statement; a refusal below rolls it back.
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
  -- Compares instead of matching: a regular expression with ids would be compiled for every payment.
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

  -- From here on the payment will be recorded.
  v_placed := private.place_lines(v_lines, p_order_id, v_user, p_order_id);
  if v_as_held and v_placed.event_id is distinct from v_order.event_id then
    v_as_held := false;
    perform private.share_order_events(array(select l.ticket_category_id from unnest(v_lines) as l), p_order_id);
    v_placed := private.place_lines(v_lines, p_order_id, v_user, p_order_id);
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
    -- Recorded, but keeps no seats.
    insert into public.payment_flags (payment_id, flag) values (v_payment.id, 'beyond_undecided');
    perform private.return_usage(v_user, v_held);
    perform private.claim_seats(null, v_held, 'under_review', v_user, p_order_id, v_payment.id, null);
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

CREATE OR REPLACE FUNCTION private.seat_list(p_seats text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  with seats as (
    select distinct s as seat, coalesce(m[1], '') as section, coalesce(m[2], '') as letters,
      coalesce(m[3], m[4])::integer as number, private.seat_order(s) collate "C" as place
    from unnest(p_seats) as s,
      lateral regexp_match(s, '^(?:(?:([A-Z0-9]{1,4})-)?([A-Z]{1,2})([1-9][0-9]{0,2})|([1-9][0-9]{0,5}))$') as m
  ), runs as (
    select section, letters, min(number) as first, max(number) as last, min(place) as place
    from (
      select s.*, s.number - row_number() over (partition by s.section, s.letters order by s.number) as run from seats s
    ) as numbered
    group by section, letters, run
  ), sections as (
    select section, min(place) as place,
      string_agg(letters || first || case when last > first then '-' || last else '' end, ',' order by place collate "C") as text
    from runs group by section
  )
  select string_agg(case when section = '' then text else section || ':' || text end, ';' order by place collate "C")
  from sections
$function$;

CREATE OR REPLACE FUNCTION private.places_for(p_payment payments, p_ticket_category_id uuid, p_count integer)
 RETURNS text[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_places text[] := array(
    select c.seat from public.seat_claims c
    where c.payment_id = p_payment.id and c.ticket_category_id = p_ticket_category_id and c.state <> 'held'
    order by length(c.seat), c.seat limit p_count);
begin
  return v_places || private.take_places(
    p_ticket_category_id, p_count - cardinality(v_places), p_payment.user_id, p_payment.order_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.reassign_seats(p_payment_id uuid DEFAULT NULL::uuid, p_lines jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_payment public.payments;
  v_categories uuid[];
  v_wanted private.seat[];
  v_released private.seat[];
  v_unknown private.seat[];
  v_missing private.seat[];
  v_ticket public.user_tickets;
  v_key private.event_keys;
begin
  perform private.require_admin();
  if p_payment_id is null then
    perform private.refuse(400, 'invalid', 'p_payment_id', 'Invalid payment ID');
  end if;
  select array_agg(l.ticket_category_id) into v_categories from private.read_lines(p_lines) as l;
  perform private.lock_payments(array[p_payment_id]);
  select * into v_payment from public.payments p where p.id = p_payment_id;
  if not found then
    perform private.refuse(404, 'not_found', 'p_payment_id', 'There is no such payment.');
  end if;
  if v_payment.status = 'rejected' then
    perform private.refuse_decided(v_payment);
  end if;
  if exists (
    select from private.read_lines(p_lines) as n
    left join public.payment_lines l on l.payment_id = p_payment_id and l.ticket_category_id = n.ticket_category_id
    where l.quantity is distinct from coalesce(n.places, cardinality(n.seats))) then
    perform private.refuse(400, 'invalid', 'p_lines', 'Each line is one of the payment''s, with as many seats as were paid for.');
  end if;
  if exists (select from public.user_tickets t
             where t.payment_id = p_payment_id and t.ticket_category_id = any (v_categories) and t.revoked_at is not null) then
    perform private.refuse(409, 'already_decided', jsonb_build_object('status', 'revoked')::text, 'The ticket was taken back.');
  end if;

  select array_agg(row (c.event_id, private.place_of(c.id, s), s, c.id)::private.seat order by n.line) into v_wanted
    from private.read_lines(p_lines) as n
    join public.ticket_categories c on c.id = n.ticket_category_id,
    lateral unnest(case when n.places is null then n.seats else private.places_for(v_payment, c.id, n.places) end) as s;
  select array_agg(row (c.event_id, null, '', c.id)::private.seat) into v_missing
    from private.read_lines(p_lines) as n
    join public.ticket_categories c on c.id = n.ticket_category_id,
    lateral generate_series(1, n.places - (select count(*) from unnest(v_wanted) as w where w.ticket_category_id = c.id));
  if v_missing is not null then
    perform private.refuse(409, 'seats_taken', private.seats_as_lines(v_missing), 'Detail has as many entries as places are missing.');
  end if;
  select array_agg(w) into v_unknown from unnest(v_wanted) as w where w.place is null;
  if v_unknown is not null then
    perform private.refuse(400, 'unknown_seat', private.seats_as_lines(v_unknown), 'The category sells no such seats.');
  end if;
  select array_agg(row (c.event_id, c.place, c.seat, c.ticket_category_id)::private.seat) into v_released
    from public.seat_claims c
    where c.payment_id = p_payment_id and c.state <> 'held' and c.ticket_category_id = any (v_categories)
      and not exists (select from unnest(v_wanted) as w
                      where w.event_id = c.event_id and w.place = c.place and w.seat = c.seat);

  v_missing := private.missing_seats(v_wanted, private.claim_seats(
    v_wanted, v_released, 'under_review', v_payment.user_id, v_payment.order_id, p_payment_id,
    case when v_payment.status = 'pending' then now() + (private.review_end(v_payment) - v_payment.created_at) end));
  if cardinality(v_missing) > 0 then
    perform private.refuse(409, 'seats_taken', private.seats_as_lines(v_missing), 'Detail has the seats that are taken.');
  end if;
  update public.payment_lines l
    set seats = array(
        select w.seat from unnest(v_wanted) as w where w.ticket_category_id = c.id order by private.seat_order(w.seat) collate "C"),
      event_id = c.event_id
    from private.read_lines(p_lines) as n join public.ticket_categories c on c.id = n.ticket_category_id
    where l.payment_id = p_payment_id and l.ticket_category_id = n.ticket_category_id;

  for v_ticket in
    select * from public.user_tickets t
    where t.payment_id = p_payment_id and t.ticket_category_id = any (v_categories) order by t.id
  loop
    update public.seat_claims c set state = 'sold', ticket_id = v_ticket.id, review_until = null
      where c.payment_id = p_payment_id and c.ticket_category_id = v_ticket.ticket_category_id;
    v_key := private.signing_key(v_ticket.event_id);
    update public.user_tickets t
      set seats = l.seats, key_number = v_key.key_number,
        signature = private.ticket_signature(v_key.key, v_key.key_number, t.id, t.user_id, t.event_id, l.seats)
      from public.payment_lines l
      where t.id = v_ticket.id and l.id = t.payment_line_id and l.seats <> t.seats;
  end loop;
  return private.decision(p_payment_id);
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_review()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table private.payment_watchers, private.payment_warnings, private.payment_list, private.ticket_list
    from public, anon, authenticated;
  grant select on table private.payment_warnings, private.payment_list, private.ticket_list to authenticated;
  revoke all on function public.watch_payments(uuid, uuid), private.lock_payments(uuid[]), private.prepare_keys(uuid[]),
    private.lost_seats(uuid), private.decision(uuid), private.refuse_decided(public.payments),
    private.approve_payment(public.payments, text, uuid), private.reject_payment(public.payments, text, uuid),
    private.decide_payment(uuid, text, text, uuid), public.review_payment(uuid, text, text), public.review_payments(uuid[]),
    public.reassign_seats(uuid, jsonb), private.places_for(public.payments, uuid, integer),
    private.find_payments(text, text, uuid), private.find_lines(text, text, uuid),
    public.get_payment_details(), public.search_payments(text, text, uuid), public.get_all_tickets(),
    public.search_tickets(text, text, uuid), private.decision_note(text), public.reject_payments(uuid[], text),
    private.grant_review() from public, anon, authenticated;
  grant execute on function public.watch_payments(uuid, uuid), public.review_payment(uuid, text, text),
    public.review_payments(uuid[]), public.reassign_seats(uuid, jsonb), public.reject_payments(uuid[], text)
    to anon, authenticated;
  grant execute on function public.get_payment_details(), public.search_payments(text, text, uuid), public.get_all_tickets(),
    public.search_tickets(text, text, uuid), private.find_payments(text, text, uuid), private.find_lines(text, text, uuid)
    to authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_deletion()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_categories uuid[];
begin
  v_categories := case tg_table_name
    when 'ticket_categories' then array[old.id]
    when 'events' then array(select c.id from public.ticket_categories c where c.event_id = old.id)
    when 'singers' then array(
      select c.id from public.ticket_categories c join public.events e on e.id = c.event_id where e.singer_id = old.id)
    when 'seating_layouts' then array(
      select l.ticket_category_id from public.ticket_category_layouts l where l.seating_layout_id = old.id)
  end;
  -- Waits for sales in progress, which lock the category they sell from.
  perform from public.ticket_categories c where c.id = any (v_categories) order by c.id for update;
  if exists (select from unnest(v_categories) as c where private.category_in_use(c)) then
    perform private.refuse(409, 'in_use', tg_table_name, 'Seats, payments, tickets or recent orders hang on it.');
  end if;
  if tg_table_name = 'ticket_categories' then
    -- Only expired holds and unfinished orders are left.
    perform from public.seat_claims c where c.ticket_category_id = old.id
      order by c.event_id, c.place, c.seat for update;
    delete from public.seat_claims c where c.ticket_category_id = old.id;
    -- The standing places that the deleted claims left.
    delete from public.seat_claims c where c.ticket_category_id = old.id;
    delete from private.order_prices p where p.ticket_category_id = old.id;
  end if;
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION private.record_scan(p_scan json, p_staff uuid, p_received_at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  c_most_seats constant integer := 40;
  v jsonb := private.readable_scan(p_scan);
  v_scan public.ticket_scans;
  v_known public.ticket_scans;
  v_event public.events;
  v_revoked_at timestamptz;
  v_made_by uuid;
  v_undo public.ticket_scans;
begin
  if jsonb_typeof(v) is distinct from 'object' then
    return jsonb_build_object('ok', false, 'code', 'invalid', 'field', null);
  end if;
  v_scan.id := private.scan_uuid(v, 'id');
  v_scan.event_id := private.scan_uuid(v, 'event_id');
  v_scan.undoes := private.scan_uuid(v, 'undoes');
  v_scan.verdict := upper(translate(coalesce(v ->> 'verdict', case when v_scan.undoes is not null then 'UNDO' end), '_', ' '));
  v_scan.ticket_id := coalesce(private.scan_text(v, 'ticket_id', 512), '');
  v_scan.gate := coalesce(private.scan_text(v, 'gate', 80), '');
  v_scan.device := coalesce(private.scan_text(v, 'device', 128), '');
  v_scan.reason := private.scan_text(v, 'reason', 500);
  v_scan.scanned_at := private.scan_time(v, 'scanned_at');
  -- Another member of staff may have made it and left the device before it was sent.
  v_made_by := private.scan_uuid(v, 'scanned_by');
  if v_made_by <> p_staff and not exists (select from public.staff s where s.user_id = v_made_by) then
    v_made_by := null;
  end if;
  v_scan.staff_id := coalesce(v_made_by, p_staff);
  v_scan.received_at := p_received_at;

  if v_scan.id is null then
    return jsonb_build_object('ok', false, 'code', 'invalid', 'field', 'id');
  elsif v_scan.event_id is null then
    return jsonb_build_object('ok', false, 'code', 'invalid', 'field', 'event_id');
  elsif not private.is_admin() and not exists (select from private.my_gate_events() as w where w = v_scan.event_id) then
    return jsonb_build_object('ok', false, 'code', 'forbidden', 'field', 'event_id');
  end if;
  select * into v_event from public.events e where e.id = v_scan.event_id;
  if not found then
    return jsonb_build_object('ok', false, 'code', 'invalid', 'field', 'event_id');
  elsif v_scan.verdict is null or v_scan.verdict not in ('ENTER', 'ALREADY IN', 'NOT VALID', 'CHECK', 'UNDO') then
    return jsonb_build_object('ok', false, 'code', 'invalid', 'field', 'verdict');
  elsif (v_scan.verdict = 'UNDO') <> (v_scan.undoes is not null) or v_scan.undoes = v_scan.id then
    return jsonb_build_object('ok', false, 'code', 'invalid', 'field', 'undoes');
  end if;

  if jsonb_typeof(coalesce(nullif(v -> 'seats', 'null'), '[]')) <> 'array' then
    return jsonb_build_object('ok', false, 'code', 'invalid', 'field', 'seats');
  end if;
  v_scan.seats := array(
    select s from jsonb_array_elements_text(coalesce(nullif(v -> 'seats', 'null'), '[]')) as s
    group by s order by private.seat_order(s) collate "C");
  if cardinality(v_scan.seats) > c_most_seats
     or exists (select from unnest(v_scan.seats) as s where s is null or s !~ '^(([A-Z0-9]{1,4}-)?[A-Z]{1,2}[1-9][0-9]{0,2}|[1-9][0-9]{0,5})$')
     or (cardinality(v_scan.seats) > 0 and v_scan.verdict not in ('ENTER', 'CHECK')) then
    return jsonb_build_object('ok', false, 'code', 'invalid', 'field', 'seats');
  end if;

  if v_scan.verdict = 'UNDO' and v_scan.ticket_id = '' then
    select s.ticket_id into v_scan.ticket_id from public.ticket_scans s where s.id = v_scan.undoes and s.event_id = v_scan.event_id;
    v_scan.ticket_id := coalesce(v_scan.ticket_id, '');
  end if;
  select t.id, t.ticket_category_id::text, t.revoked_at into v_scan.known_ticket, v_scan.place, v_revoked_at
    from public.user_tickets t
    where t.id = private.scan_uuid(jsonb_build_object('id', v_scan.ticket_id), 'id') and t.event_id = v_scan.event_id;
  if v_scan.known_ticket is not null then
    v_scan.ticket_id := v_scan.known_ticket::text;
  else
    v_scan.place := v_scan.ticket_id;
  end if;
  v_scan.corrected_at := private.corrected_time(v_scan.scanned_at, private.scan_time(v, 'sent_at'), p_received_at,
    least(private.gate_opens(v_event.date), private.gate_opens(v_event.previous_date), v_event.created_at) - interval '24 hours');
  if cardinality(v_scan.seats) > 0 then
    v_scan.problem := coalesce(private.outside_gate(v_event.date, v_event.previous_date, v_scan.corrected_at), case
      when v_scan.known_ticket is null then 'unknown_ticket'
      when v_revoked_at <= v_scan.corrected_at then 'revoked_ticket'
    end);
    if v_scan.problem in ('too_early', 'too_late') then
      v_scan.claimed_seats := v_scan.seats;
      v_scan.seats := '{}';
    end if;
  end if;

  insert into public.ticket_scans select v_scan.* on conflict (id) do nothing;
  if not found then
    select * into v_known from public.ticket_scans s where s.id = v_scan.id;
    if (v_known.event_id, v_known.ticket_id, v_known.verdict, coalesce(v_known.claimed_seats, v_known.seats),
        coalesce(v_known.undoes, v_known.refused_undo))
       is distinct from (v_scan.event_id, v_scan.ticket_id, v_scan.verdict, coalesce(v_scan.claimed_seats, v_scan.seats),
        v_scan.undoes) then
      return jsonb_build_object('ok', false, 'code', 'id_used', 'field', 'id');
    end if;
    return jsonb_build_object('ok', true, 'corrected_at', v_known.corrected_at, 'problem', v_known.problem);
  end if;

  if v_scan.staff_id <> p_staff then
    insert into private.relayed_scans (scan_id, sent_by) values (v_scan.id, p_staff);
  end if;
  -- An UNDO and its scan may arrive in any order.
  if v_scan.verdict = 'UNDO' then
    select * into v_known from public.ticket_scans s where s.id = v_scan.undoes;
    if found then
      v_scan.problem := private.refuse_undo(v_scan, v_known);
    end if;
  else
    for v_undo in select u.* from public.ticket_scans u where u.undoes = v_scan.id loop
      perform private.refuse_undo(v_undo, v_scan);
    end loop;
  end if;
  if v_scan.verdict = 'UNDO' and v_scan.problem is null then
    delete from private.admitted_seats a where a.scan_id = v_scan.undoes and a.event_id = v_scan.event_id;
  elsif not exists (select from public.ticket_scans u where u.undoes = v_scan.id) then
    insert into private.admitted_seats (event_id, place, seat, scan_id, corrected_at)
      select v_scan.event_id, v_scan.place, s, v_scan.id, v_scan.corrected_at from unnest(v_scan.seats) as s;
  end if;
  return jsonb_build_object('ok', true, 'corrected_at', v_scan.corrected_at, 'problem', v_scan.problem);
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
  delete from private.gate_devices d using (
    select k.event_id, k.device from private.gate_devices k join public.events e on e.id = k.event_id
    where private.gate_closes(e.date) < now() - v_devices_kept and k.last_sync_at < now() - v_devices_kept
    limit c_at_once for update of k skip locked) as gone
    where d.event_id = gone.event_id and d.device = gone.device;
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
    c.is_standing
   FROM ((((ticket_categories c
     JOIN events e ON ((e.id = c.event_id)))
     JOIN singers s ON ((s.id = e.singer_id)))
     LEFT JOIN ticket_category_layouts l ON ((l.ticket_category_id = c.id)))
     LEFT JOIN seating_layouts y ON ((y.id = l.seating_layout_id)));

CREATE TRIGGER "30_shape" BEFORE INSERT OR UPDATE OF total_tickets, event_id, grid_columns, is_standing ON public.ticket_categories FOR EACH ROW EXECUTE FUNCTION private.guard_ticket_category_shape();

CREATE TRIGGER "35_places_open" AFTER INSERT ON public.ticket_categories FOR EACH ROW WHEN (new.is_standing) EXECUTE FUNCTION private.keep_places();

CREATE TRIGGER "35_places" AFTER UPDATE OF total_tickets, is_standing, event_id ON public.ticket_categories FOR EACH ROW WHEN ((new.is_standing OR old.is_standing)) EXECUTE FUNCTION private.keep_places();

CREATE TRIGGER free_places AFTER DELETE ON public.seat_claims REFERENCING OLD TABLE AS old_claims FOR EACH STATEMENT EXECUTE FUNCTION private.free_places();

comment on type private.order_line is 'One line of an order. asked_lines fills the category and the labels as requested, place_lines the rest: event_id is null when the category is gone; unit_price is the order''s frozen price, or today''s; in_order: the labels are known to be in seat order. places: how many standing places are asked for, instead of labels.';

comment on function private.seat_order(pg_catalog.text) is 'Sort key: section, then row with A to Z before AA, then number as a number; standing places (1, 2, …) come first. Order by it collate "C".';

comment on function private.seats_of(pg_catalog.uuid) is 'Returns every sellable seat or standing place of the category in order. Security definer: the same for every caller.';

comment on function private.guard_ticket_category_shape() is 'Trigger 30_shape: the first claim freezes the grid''s columns, and the number never falls below the last claimed seat; with a layout the number follows the layout; a category with claims stays with its event and its kind. Security definer: reads claims and links whatever the writer may read.';

comment on function public.add_ticket_category(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.text,numeric,integer,pg_catalog.uuid,pg_catalog.text[],boolean) is 'Adds a ticket category and its seats in one transaction, or neither. Idempotent. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found (layout), PT409 other_layout, section_taken. Security definer: locks the event.';

comment on function private.is_sound_claim(pg_catalog.text,pg_catalog.text,pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid,timestamp with time zone) is 'A claim is held (until expires_at), under review (with a payment) or sold (with a ticket). A claim of an order has its customer; the box office only sells. A hold without a customer, expired since ever, is a free standing place.';

comment on function private.read_lines(pg_catalog.jsonb) is 'Returns the lines of an order, in order. Refusals: as asked_lines.';

comment on function private.keep_places() is 'Trigger 35_places: a standing category has exactly total_tickets places, free ones included. Refusal: PT409 seats_claimed. Security definer: no role may write claims.';

comment on function private.free_places() is 'Trigger: the deleted claim of a standing place leaves a free place; a free place that is deleted is gone. Security definer: no role may write claims.';

comment on function private.take_places(pg_catalog.uuid,integer,pg_catalog.uuid,pg_catalog.uuid) is 'Returns the numbers of up to p_count standing places that this order holds or may take, and locks the free ones: never waits for another customer, who gets others.';

comment on function private.claim_places(pg_catalog.uuid,integer,pg_catalog.uuid,pg_catalog.uuid,timestamp with time zone) is 'Holds up to p_count free standing places for a new order, and returns their numbers. Never waits for others.';

comment on function public.taken_seats(pg_catalog.uuid) is 'Returns {at, taken, mine} as one value, so that no row limit cuts it. mine are the seats the caller holds; taken is every other seat that is held, under review or sold, including the caller''s purchases. For standing places taken is empty, and free counts the free ones up to 100. Refusals: PT400 invalid, PT404 not_found. Security definer: only their owner may read claims.';

comment on function private.place_lines(private.order_line[],pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid) is 'Completes the asked lines as order_line describes, with event and place of each seat; p_order_id: whose frozen prices, p_held_by: whose standing places, picked and locked for p_user_id; without one they are counted in unpicked. unknown: seats that their category does not sell; not_on_sale: seats whose event is over, cancelled or gone; short: standing places that could not be had; null when there is none. event_id is the event of all lines, null when they are at several or a category is gone. Locks the categories against deletion; the caller has shared their events.';

comment on function private.seat_list(pg_catalog.text[]) is 'Returns seats as canonical text: by section, ascending, runs joined: ''BALC:A1-4,B7;STAL:C2'', ''A1-4,B7'', or for standing places ''17-20,33''.';

comment on function private.places_for(public.payments,pg_catalog.uuid,integer) is 'Returns up to p_count standing places for a payment: those it has, then free ones, which it locks.';

comment on column public.ticket_categories.grid_columns is 'Seats in a row of the specified grid, frozen by the first claim; null with a layout and for standing places.';

comment on column public.ticket_categories.is_standing is 'True for places without seat numbers: customers choose how many, and the database gives each a number.';

comment on table public.seat_claims is 'Who has a seat: held (until expires_at), under review (payment) or sold (ticket, or box office). Each standing place has a row, also while it is free. Only functions write it.';

comment on view public.ticket_category_list is 'Ticket categories with their event, singer and layout, and for admins how many seats are held and under review now.';

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
