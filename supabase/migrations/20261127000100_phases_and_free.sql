-- Written from supabase/schema by `npm run migration`.

alter table public.ticket_categories
  add column phases jsonb not null default '[]',
  add column is_free boolean not null default false,
  add constraint ticket_categories_free_possible check (jsonb_typeof(phases) = 'array' and (not is_free or price = 0 and phases = '[]'));

alter table public.payments
  add column if not exists method text not null default 'upi',
  drop constraint if exists payments_method_known,
  add constraint payments_method_known check (method in ('upi', 'cash', 'card', 'complimentary', 'free'));

-- A function may call one that comes after it.
set check_function_bodies = off;

drop view ticket_category_list;

drop function add_ticket_category(uuid,uuid,text,numeric,integer,uuid,text[],boolean,timestamp with time zone,timestamp with time zone);

CREATE OR REPLACE FUNCTION public.add_ticket_category(p_id uuid DEFAULT NULL::uuid, p_event_id uuid DEFAULT NULL::uuid, p_name text DEFAULT NULL::text, p_price numeric DEFAULT NULL::numeric, p_total_tickets integer DEFAULT NULL::integer, p_seating_layout_id uuid DEFAULT NULL::uuid, p_section_ids text[] DEFAULT NULL::text[], p_is_standing boolean DEFAULT false, p_sale_from timestamp with time zone DEFAULT NULL::timestamp with time zone, p_sale_until timestamp with time zone DEFAULT NULL::timestamp with time zone, p_phases jsonb DEFAULT NULL::jsonb, p_is_free boolean DEFAULT false)
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
  insert into public.ticket_categories (id, event_id, name, price, total_tickets, tickets_sold, is_standing, sale_from, sale_until,
      phases, is_free)
    values (p_id, p_event_id, p_name, p_price, case when p_seating_layout_id is null then p_total_tickets else 1 end, 0,
      coalesce(p_is_standing, false), p_sale_from, p_sale_until, coalesce(p_phases, '[]'), coalesce(p_is_free, false));
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
  revoke all on function public.add_ticket_category(uuid, uuid, text, numeric, integer, uuid, text[], boolean, timestamptz, timestamptz, jsonb, boolean),
    private.row_letters(integer), private.row_index(text), private.grid_columns(integer),
    private.grid_seat(integer, integer), private.has_claims(uuid), private.section_seats(jsonb),
    private.count_layout_seats(jsonb, text[]), private.places_of(uuid), private.is_seat(uuid, text),
    private.seats_of(uuid), private.check_layout_data(jsonb), private.lock_events_of_layout(uuid),
    private.guard_layout(), private.count_layout_again(), private.refuse_shared_sections(uuid, uuid, uuid, text[]),
    private.taken_sections(uuid, uuid), private.guard_layout_link(), private.apply_layout_link(),
    private.guard_ticket_category_shape(), public.assign_layout(uuid, uuid, text[]), private.grant_layouts()
    from public, anon, authenticated;
  grant execute on function public.add_ticket_category(uuid, uuid, text, numeric, integer, uuid, text[], boolean, timestamptz, timestamptz, jsonb, boolean),
    public.assign_layout(uuid, uuid, text[]) to anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.read_phases(p_phases jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  c_most constant integer := 10;
  c_longest_name constant integer := 40;
  c_most_sold constant integer := 100000;
  v_phase jsonb;
  v_until timestamptz;
  v_phases jsonb := '[]';
begin
  if jsonb_typeof(p_phases) is distinct from 'array' or jsonb_array_length(p_phases) > c_most then
    perform private.refuse(400, 'invalid', 'phases', format('phases is a list of at most %s.', c_most));
  end if;
  for v_phase in select p.phase from jsonb_array_elements(p_phases) as p (phase) loop
    if jsonb_typeof(v_phase) <> 'object' or jsonb_typeof(v_phase -> 'name') is distinct from 'string'
       or jsonb_typeof(v_phase -> 'price') is distinct from 'number'
       or coalesce(jsonb_typeof(v_phase -> 'until'), 'null') not in ('string', 'null')
       or coalesce(jsonb_typeof(v_phase -> 'until_sold'), 'null') not in ('number', 'null') then
      perform private.refuse(400, 'invalid', 'phases',
        'A phase is {"name", "price", "until": a time or null, "until_sold": a number or null}.');
    end if;
    if (v_phase ->> 'price')::numeric not between 0 and 9999999.99
       or (v_phase ->> 'price')::numeric <> round((v_phase ->> 'price')::numeric, 2)
       or (v_phase ->> 'until_sold')::numeric not between 1 and c_most_sold
       or (v_phase ->> 'until_sold')::numeric <> trunc((v_phase ->> 'until_sold')::numeric) then
      perform private.refuse(400, 'invalid', 'phases',
        format('A price is 0 to 9999999.99 rupees, a number sold is whole, 1 to %s.', c_most_sold));
    end if;
    v_until := null;
    if v_phase ->> 'until' is not null then
      -- One shape of ISO 8601, so that no other word for a time is read.
      if v_phase ->> 'until' !~ '^2[0-9]{3}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,6})?)?(Z|[+-][0-9]{2}:[0-9]{2})$' then
        perform private.refuse(400, 'invalid', 'phases', 'until is a time such as 2026-12-01T18:00:00Z.');
      end if;
      begin
        v_until := (v_phase ->> 'until')::timestamptz;
      exception when others then
        perform private.refuse(400, 'invalid', 'phases', 'until is a time such as 2026-12-01T18:00:00Z.');
      end;
    end if;
    if v_until is null and v_phase ->> 'until_sold' is null then
      perform private.refuse(400, 'invalid', 'phases', 'A phase ends at a time, with a number sold, or with either.');
    end if;
    v_phases := v_phases || jsonb_build_object(
      'name', private.require_text(v_phase ->> 'name', 'phases', c_longest_name),
      'price', (v_phase ->> 'price')::numeric(12, 2),
      'until', to_char(v_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      'until_sold', (v_phase ->> 'until_sold')::numeric::integer);
  end loop;
  return v_phases;
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_phases()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.phases <> '[]' then
    new.phases := private.read_phases(new.phases);
  elsif new.phases is null then
    perform private.refuse(400, 'invalid', 'phases', 'phases is a list.');
  end if;
  if new.is_free is null or new.is_free and (new.price <> 0 or new.phases <> '[]') then
    perform private.refuse(400, 'invalid', 'is_free', 'A free category has the price 0 and no phases.');
  end if;
  if tg_op = 'UPDATE' and new.revision = old.revision
     and (new.phases, new.is_free) is distinct from (old.phases, old.is_free) then
    new.revision := old.revision + 1;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.sold_at_most(p_category ticket_categories, p_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_sold integer;
begin
  if p_category.is_standing then
    -- Each free place has a row too; the index finds the others without reading those.
    select count(*) into v_sold from (
      (select from public.seat_claims c
        where c.ticket_category_id = p_category.id and c.seat collate "C" < 'A' and coalesce(c.expires_at, c.review_until) > now()
          and c.user_id is not null limit p_most)
      union all
      (select from public.seat_claims c
        where c.ticket_category_id = p_category.id and c.seat collate "C" < 'A' and coalesce(c.expires_at, c.review_until) is null
          and c.user_id is not null limit p_most)) as s;
  else
    select count(*) into v_sold from (
      select from public.seat_claims c
        where c.ticket_category_id = p_category.id and c.user_id is not null
          and (c.state <> 'held' or c.expires_at > now()) and (c.review_until is null or c.review_until > now())
        limit p_most) as s;
  end if;
  return least(v_sold, p_most);
end
$function$;

CREATE OR REPLACE FUNCTION private.phase_now(p_category ticket_categories)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_phase jsonb;
begin
  for v_at in 0 .. jsonb_array_length(p_category.phases) - 1 loop
    v_phase := p_category.phases -> v_at;
    continue when (v_phase ->> 'until')::timestamptz <= now();
    continue when private.sold_at_most(p_category, (v_phase ->> 'until_sold')::integer) >= (v_phase ->> 'until_sold')::integer;
    return v_phase;
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.price_now(p_category ticket_categories)
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  if p_category.phases = '[]' then
    return p_category.price;
  end if;
  return coalesce((private.phase_now(p_category) ->> 'price')::numeric(12, 2), p_category.price);
end
$function$;

CREATE OR REPLACE FUNCTION private.price_to_hold(p_category ticket_categories)
 RETURNS numeric
 LANGUAGE plpgsql
AS $function$
begin
  perform private.lock_phase(p_category);
  return private.price_now(p_category);
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_phase(p_category ticket_categories)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if private.phase_now(p_category) ->> 'until_sold' is not null then
    perform pg_advisory_xact_lock(hashtextextended('phase:' || p_category.id, 0));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_price_of(p_category ticket_categories, p_price numeric)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
begin
  return p_price = p_category.price
    or exists (select from jsonb_array_elements(p_category.phases) as p (phase) where (p.phase ->> 'price')::numeric = p_price);
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_phases()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  grant insert (phases, is_free), update (phases, is_free) on table public.ticket_categories to authenticated;
  revoke all on function private.read_phases(jsonb), private.guard_phases(),
    private.sold_at_most(public.ticket_categories, integer), private.phase_now(public.ticket_categories),
    private.price_now(public.ticket_categories), private.price_to_hold(public.ticket_categories),
    private.lock_phase(public.ticket_categories), private.is_price_of(public.ticket_categories, numeric),
    private.grant_phases() from public, anon, authenticated;
  -- For the lists of staff, which run with their own rights.
  grant execute on function private.sold_at_most(public.ticket_categories, integer), private.phase_now(public.ticket_categories),
    private.price_now(public.ticket_categories), private.is_price_of(public.ticket_categories, numeric) to authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.share_order_events(p_categories uuid[], p_order_id uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_event uuid;
begin
  -- One category is the usual case. PostgreSQL plans a lookup by list again each time, so look it up by id.
  if cardinality(p_categories) = 1 then
    select c.event_id into v_event from public.ticket_categories c
      where c.id = p_categories[1]
        and not exists (select from public.seat_claims s where s.order_id = p_order_id and s.event_id <> c.event_id);
  end if;
  if v_event is not null then
    perform private.share_event(v_event);
  else
    perform private.share_event(e.event_id) from (
      select c.event_id from public.ticket_categories c where c.id = any (p_categories)
      union
      select s.event_id from public.seat_claims s where s.order_id = p_order_id
      order by 1
    ) as e;
  end if;
  if cardinality(p_categories) > 1 then
    perform private.lock_phase(o.c) from (
      select c from public.ticket_categories c where c.id = any (p_categories) and c.phases <> '[]' order by c.id offset 0) as o;
    perform from public.ticket_categories c where c.id = any (p_categories) order by c.id for key share;
  end if;
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
    select c.id, v_labels, c.event_id, 
        coalesce(p.unit_price, case when c.phases = '[]' then c.price else private.price_to_hold(c) end), p.unit_price is not null,
        c.name, e.singer_id, e.city, e.date, e.venue,
        e.status = 'scheduled' and e.date > now() and (p.unit_price is not null
          or e.published_at is not null and e.paused_at is null
            and (c.sale_from is null or c.sale_from <= now()) and (c.sale_until is null or c.sale_until > now())),
        c.total_tickets, c.grid_columns, c.grid_columns is not null, v_places, c.is_standing
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

CREATE OR REPLACE FUNCTION private.rate_lines(p_lines private.order_line[], p_order_id uuid, p_terms shop_terms)
 RETURNS private.priced_line[]
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_line private.order_line;
  v_rated private.priced_line;
  v_lines private.priced_line[];
begin
  foreach v_line in array p_lines loop
    continue when v_line.event_id is null;
    v_rated := null;
    if v_line.is_frozen then
      select p.unit_price, coalesce(v_line.places, cardinality(v_line.seats)), p.gst_percent, p.local_percent, p.fee, p.fee_gst_percent into v_rated
        from private.order_prices p
        where p.order_id = p_order_id and p.ticket_category_id = v_line.ticket_category_id and p.gst_percent is not null;
    end if;
    if v_rated.unit_price is null then
      v_rated := private.rate_line(v_line.unit_price, coalesce(v_line.places, cardinality(v_line.seats)),
        (select e.state from public.events e where e.id = v_line.event_id), p_terms);
      if v_line.unit_price = 0 and exists (
          select from public.ticket_categories c where c.id = v_line.ticket_category_id and c.is_free) then
        v_rated := row (0.00, v_rated.quantity, 0.00, 0.00, 0.00, 0.00)::private.priced_line;
      end if;
    end if;
    v_lines := v_lines || v_rated;
  end loop;
  return v_lines;
end
$function$;

CREATE OR REPLACE FUNCTION public.take_free_order(p_order_id uuid DEFAULT NULL::uuid, p_lines jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := private.require_user();
  v_terms public.shop_terms := private.terms();
  v_order private.orders;
  v_payment public.payments;
  v_asked record;
  v_placed record;
  v_price record;
  v_held private.seat[];
  v_shares numeric[];
  v_parts numeric[];
  v_used text;
begin
  perform private.lock_customer(v_user);
  if exists (select from private.closed_accounts a where a.user_id = v_user) then
    perform private.refuse(401, 'not_signed_in', '', 'Staff closed this account.');
  end if;
  v_order := private.require_own_order(p_order_id, v_user);
  if v_order.submitted_at is not null then
    select * into v_payment from public.payments p where p.order_id = p_order_id and p.method = 'free';
    if not found then
      perform private.refuse(409, 'order_submitted', v_order.order_code, 'This order was submitted; start another.');
    end if;
    return private.free_order(v_payment.id);
  end if;

  v_asked := private.asked_lines(p_lines, v_terms);
  perform private.share_order_events(v_asked.categories, p_order_id);
  if v_order.id is null or v_order.expires_at <= now() then
    perform private.refuse(409, 'hold_expired', coalesce(v_order.order_code, ''), 'The hold ran out; hold again.');
  end if;
  -- Approving counts what is sold, so the categories are locked for it before any claim.
  perform from public.ticket_categories c where c.id = any (v_asked.categories) order by c.id for no key update;
  v_placed := private.place_lines(v_asked.lines, p_order_id, v_user, p_order_id);
  if v_placed.not_on_sale is not null then
    perform private.refuse(409, 'not_on_sale', private.seats_as_lines(v_placed.not_on_sale),
      'Over, cancelled or gone; detail has the lines.');
  end if;
  select array_agg(row (c.event_id, c.place, c.seat, c.ticket_category_id)::private.seat) into v_held
    from public.seat_claims c where c.order_id = p_order_id and c.state = 'held' and c.expires_at > now();
  if v_placed.unknown is not null or v_placed.short is not null
     or not coalesce(v_placed.seats <@ v_held and v_held <@ v_placed.seats, false) then
    perform private.refuse(409, 'hold_expired', v_order.order_code, 'The order holds other seats; hold again.');
  end if;

  if p_lines = v_order.lines then
    v_shares := v_order.shares;
    v_parts := v_order.parts;
  else
    v_price := private.price_lines(private.rate_lines(v_placed.lines, p_order_id, v_terms));
    v_shares := v_price.shares;
    v_parts := v_price.parts;
  end if;
  if (select sum(s) from unnest(v_shares) as s) is distinct from 0 then
    perform private.refuse(409, 'not_free', v_order.order_code, 'This order has a price; submit its payment.');
  end if;
  if exists (
    select from unnest(v_placed.lines) as l
    where cardinality(l.seats) + (
      select coalesce(sum(t.quantity), 0) from public.user_tickets t
      where t.user_id = v_user and t.ticket_category_id = l.ticket_category_id and t.revoked_at is null and t.total_amount = 0)
      > v_terms.seats_per_line) then
    perform private.refuse(429, 'too_many', v_terms.seats_per_line::text,
      'So many free places of a category may one customer have.');
  end if;

  update private.orders o set submitted_at = now(), expires_at = least(o.expires_at, now()) where o.id = p_order_id;
  insert into public.payments (user_id, order_id, order_code, transaction_id, amount, screenshot_url, screenshot_sha256,
      picture_digest, method)
    values (v_user, p_order_id, v_order.order_code, v_order.order_code, 0, '', '', '', 'free')
    on conflict do nothing returning * into v_payment;
  if not found then
    select p.order_code into v_used from public.payments p
      where p.user_id = v_user and p.transaction_id = v_order.order_code and p.status in ('pending', 'approved');
    perform private.refuse(409, 'transaction_used', coalesce(v_used, ''), 'The customer sent this code as a reference.');
  end if;
  perform private.record_lines(v_payment.id, v_user, p_order_id, v_placed.lines, v_shares, v_parts);
  perform private.review_held(p_order_id, v_payment.id, null);
  perform private.prepare_keys(array[v_payment.id]);
  perform private.decide_payment(v_payment.id, 'approved', null, null);
  return private.free_order(v_payment.id);
end
$function$;

CREATE OR REPLACE FUNCTION private.free_order(p_payment_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select private.submission(p) || jsonb_build_object('tickets', private.decision(p.id) -> 'tickets')
  from public.payments p where p.id = p_payment_id
$function$;

CREATE OR REPLACE FUNCTION private.grant_free_orders()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on function public.take_free_order(uuid, jsonb), private.free_order(uuid), private.grant_free_orders()
    from public, anon, authenticated;
  grant execute on function public.take_free_order(uuid, jsonb) to anon, authenticated;
end
$function$;

create or replace view private.bank_matches with (security_invoker=true) as
 SELECT p.id AS payment_id,
    p.user_id,
    p.order_code,
    p.transaction_id,
    p.amount,
    p.created_at,
    e.expected,
    c.credit,
    c.credited_on,
    k.others,
        CASE
            WHEN ((k.others > 0) AND (c.credits > 0)) THEN 'two_claims'::text
            WHEN (c.credits = 0) THEN 'not_found'::text
            WHEN ((c.credits = 1) AND (c.credit = e.expected) AND (p.amount = e.expected)) THEN 'exact'::text
            ELSE 'amount_differs'::text
        END AS kind,
    c.credits,
    p.status
   FROM (((payments p
     CROSS JOIN LATERAL ( SELECT sum(l.total_amount) AS expected
           FROM payment_lines l
          WHERE (l.payment_id = p.id)) e)
     CROSS JOIN LATERAL ( SELECT count(*) AS credits,
            sum(d.amount) AS credit,
            max(d.booked_on) AS credited_on
           FROM ( SELECT DISTINCT b.amount,
                    b.booked_on
                   FROM bank_rows b
                  WHERE (b.utrs @> ARRAY[p.reference_key])) d) c)
     CROSS JOIN LATERAL ( SELECT count(*) AS others
           FROM payments o
          WHERE ((o.reference_key = ANY (ARRAY( SELECT p.reference_key
                UNION ALL
                 SELECT u.u
                   FROM bank_rows b,
                    LATERAL unnest(b.utrs) u(u)
                  WHERE (b.utrs @> ARRAY[p.reference_key])))) AND (o.id <> p.id) AND (o.status <> 'rejected'::text))) k)
  WHERE ((p.status = ANY (ARRAY['pending'::text, 'approved'::text])) AND (p.method = 'upi'::text) AND ( SELECT private.is_admin() AS is_admin));

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
                                  WHERE ((c.payment_id = l_1.payment_id) AND (c.ticket_category_id = l_1.ticket_category_id) AND (c.seat = s.seat) AND (c.state <> 'held'::text))))))
                          GROUP BY l_1.line, l_1.ticket_category_id) l
                 HAVING (count(*) > 0)
                UNION ALL
                 SELECT 3,
                    jsonb_build_object('code', 'price_changed', 'lines', jsonb_agg(jsonb_build_object('ticket_category_id', l.ticket_category_id, 'unit_price', l.unit_price, 'price_now', private.price_now(c.*)) ORDER BY l.line)) AS jsonb_build_object
                   FROM (payment_lines l
                     JOIN ticket_categories c ON ((c.id = l.ticket_category_id)))
                  WHERE ((l.payment_id = p.id) AND (p.status = 'pending'::text) AND (NOT private.is_price_of(c.*, l.unit_price)))
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
                  WHERE ((p.reference_key !~ '^[0-9]{12}$'::text) AND (p.method = 'upi'::text))
                UNION ALL
                 SELECT 10,
                    jsonb_build_object('code', 'beyond_limit') AS jsonb_build_object
                   FROM payment_flags g
                  WHERE ((g.payment_id = p.id) AND (g.flag = 'beyond_limit'::text))
                UNION ALL
                 SELECT 11,
                    jsonb_build_object('code', 'no_screenshot') AS jsonb_build_object
                  WHERE ((p.status = 'pending'::text) AND (p.picture_digest IS NULL))
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
                 HAVING (count(*) > 0)) w) AS warnings
   FROM payments p;

create or replace view private.payment_list with (security_invoker=true) as
 SELECT p.id AS payment_id,
    p.user_id,
    f.name AS user_name,
    f.email,
    p.amount,
    p.transaction_id,
    p.status,
    p.screenshot_url,
    p.screenshot_sha256,
    p.order_id,
    p.order_code,
    p.created_at,
    p.reviewed_at,
    p.reviewed_by,
    ( SELECT COALESCE(r.name, r.email) AS "coalesce"
           FROM profiles r
          WHERE (r.id = p.reviewed_by)) AS reviewed_by_name,
    p.review_note,
    ( SELECT sum(l.total_amount) AS sum
           FROM payment_lines l
          WHERE (l.payment_id = p.id)) AS expected_amount,
    ( SELECT jsonb_agg(jsonb_build_object('payment_line_id', l.id, 'ticket_category_id', COALESCE(l.ticket_category_id, l.gone_category_id), 'event_id', l.event_id, 'event_name', l.event_name, 'category_name', l.category_name, 'seats', l.seats, 'quantity', l.quantity, 'unit_price', l.unit_price, 'total_amount', l.total_amount, 'gst_amount', l.gst_amount, 'local_tax_amount', l.local_tax_amount, 'fee_amount', l.fee_amount, 'fee_gst_amount', l.fee_gst_amount, 'price_now',
                CASE
                    WHEN (c.phases = '[]'::jsonb) THEN c.price
                    ELSE private.price_now(c.*)
                END, 'event_date', e.date, 'venue', e.venue, 'event_status', e.status, 'lost_seats',
                CASE
                    WHEN ((p.status = 'rejected'::text) OR (t.revoked_at IS NOT NULL)) THEN '[]'::jsonb
                    ELSE ( SELECT COALESCE(jsonb_agg(s.seat ORDER BY s.n), '[]'::jsonb) AS "coalesce"
                       FROM unnest(l.seats) WITH ORDINALITY s(seat, n)
                      WHERE (NOT (EXISTS ( SELECT
                               FROM seat_claims k
                              WHERE ((k.payment_id = l.payment_id) AND (k.ticket_category_id = l.ticket_category_id) AND (k.seat = s.seat) AND (k.state <> 'held'::text))))))
                END, 'ticket_id', t.id, 'ticket_code', t.code, 'revoked_at', t.revoked_at, 'revoked_reason', t.revoked_reason) ORDER BY l.line) AS jsonb_agg
           FROM (((payment_lines l
             LEFT JOIN ticket_categories c ON ((c.id = l.ticket_category_id)))
             LEFT JOIN events e ON ((e.id = l.event_id)))
             LEFT JOIN user_tickets t ON ((t.payment_line_id = l.id)))
          WHERE (l.payment_id = p.id)) AS lines,
    ( SELECT w.warnings
           FROM private.payment_warnings w
          WHERE (w.payment_id = p.id)) AS warnings,
    ( SELECT min(k.review_until) AS min
           FROM seat_claims k
          WHERE (k.payment_id = p.id)) AS kept_until,
    ((p.status = 'pending'::text) AND (EXISTS ( SELECT
           FROM payments o
          WHERE ((o.user_id = p.user_id) AND (o.status = 'pending'::text) AND (ROW(o.created_at, o.id) < ROW(p.created_at, p.id)))
         OFFSET 9))) AS collapsed,
        CASE
            WHEN (p.status = 'pending'::text) THEN ( SELECT
                    CASE
                        WHEN (count(*) FILTER (WHERE (ROW(o.created_at, o.id) < ROW(p.created_at, p.id))) = 9) THEN (count(*) - 10)
                        ELSE (0)::bigint
                    END AS "case"
               FROM payments o
              WHERE ((o.user_id = p.user_id) AND (o.status = 'pending'::text)))
            ELSE (0)::bigint
        END AS more_of_customer
   FROM (payments p
     LEFT JOIN profiles f ON ((f.id = p.user_id)))
  WHERE ( SELECT private.is_admin() AS is_admin);

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
    c.sale_from,
    e.state
   FROM ((events e
     JOIN singers s ON ((s.id = e.singer_id)))
     LEFT JOIN LATERAL ( SELECT count(*) AS categories,
            sum(c_1.total_tickets) AS total_tickets,
            sum(c_1.tickets_sold) AS tickets_sold,
            count(*) FILTER (WHERE ((c_1.price = (0)::numeric) AND (NOT c_1.is_free))) AS unpriced,
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
    c.is_standing,
    c.sale_from,
    c.sale_until,
    e.state,
    c.tickets_kept,
    c.phases,
    c.is_free
   FROM ((((ticket_categories c
     JOIN events e ON ((e.id = c.event_id)))
     JOIN singers s ON ((s.id = e.singer_id)))
     LEFT JOIN ticket_category_layouts l ON ((l.ticket_category_id = c.id)))
     LEFT JOIN seating_layouts y ON ((y.id = l.seating_layout_id)));

CREATE TRIGGER "22_phases" BEFORE INSERT OR UPDATE OF price, phases, is_free ON public.ticket_categories FOR EACH ROW EXECUTE FUNCTION private.guard_phases();

comment on function public.add_ticket_category(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.text,numeric,integer,pg_catalog.uuid,pg_catalog.text[],boolean,timestamp with time zone,timestamp with time zone,pg_catalog.jsonb,boolean) is 'Adds a ticket category and its seats in one transaction, or neither. Idempotent. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found (layout), PT409 other_layout, section_taken. Security definer: locks the event.';

comment on function private.read_phases(pg_catalog.jsonb) is 'Returns phases as they are stored, with cleaned names and times in UTC to the second. Refusal: PT400 invalid (phases).';

comment on function private.guard_phases() is 'Trigger 22_phases, after 20_values. PT400 invalid with the column. Security definer: the writer may not call the functions that check phases.';

comment on function private.sold_at_most(public.ticket_categories,integer) is 'Returns how many seats of the category customers hold, have under review or have bought, and stops at p_most.';

comment on function private.phase_now(public.ticket_categories) is 'Returns the first phase that has not ended, by time and by number; null after the last, when the category''s own price holds.';

comment on function private.price_now(public.ticket_categories) is 'Returns the rupees for one seat of the category now. Its twin for devices is priceNow in src/shop/catalogue/phases.ts.';

comment on function private.price_to_hold(public.ticket_categories) is 'price_now for a hold that begins: while a phase by number is in force, holds of the category wait for one another, so that its last ticket is counted before the next is priced.';

comment on function private.lock_phase(public.ticket_categories) is 'Locks the category''s phase until the end of the transaction if one by number is in force. Callers with several categories lock them by id.';

comment on function private.is_price_of(public.ticket_categories,numeric) is 'True when the category sells at this price now, before or later: in one of its phases or after them.';

comment on function private.grant_phases() is 'All privileges of this file; can be repeated.';

comment on function public.take_free_order(pg_catalog.uuid,pg_catalog.jsonb) is 'Turns the caller''s running hold, whose frozen price is 0, into tickets at once: a payment of method free, approved by nobody, whose reference is the order''s code. Returns what submit_payment does, and the tickets as review_payment. Idempotent by order. Refusals: PT401 not_signed_in, PT400 invalid, too_many_seats, unknown_seat, PT403 other_user, PT409 hold_expired, not_on_sale, not_free, order_submitted, transaction_used, PT429 too_many (free places of a category that one customer may have). Security definer: no role may write payments, claims and tickets.';

comment on function private.free_order(pg_catalog.uuid) is 'Returns what take_free_order returns.';

comment on function private.grant_free_orders() is 'All privileges of this file; can be repeated.';

comment on column public.ticket_categories.phases is 'At most 10 {name, price, until, until_sold}, in order: the first that has not ended, at a moment or when so many are sold, sets the price instead of price (49-phases.sql).';

comment on column public.ticket_categories.is_free is 'True for tickets that cost nothing, without fee and tax; a price of 0 alone keeps its fee.';

comment on column public.payments.method is 'How it was paid. Without UPI the reference is the order''s code, and there is no screenshot.';

comment on view public.ticket_category_list is 'Ticket categories with their event, singer and layout, and for admins how many seats are held and under review now.';

reset check_function_bodies;

select private.grant_announcements();
select private.grant_bank();
select private.grant_box_office();
select private.grant_catalogue();
select private.grant_catalogue_lists();
select private.grant_dashboard();
select private.grant_enquiries();
select private.grant_event_changes();
select private.grant_foundation();
select private.grant_free_orders();
select private.grant_gate();
select private.grant_history();
select private.grant_import();
select private.grant_invitations();
select private.grant_jobs();
select private.grant_kept_seats();
select private.grant_layouts();
select private.grant_payments();
select private.grant_people();
select private.grant_phases();
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
