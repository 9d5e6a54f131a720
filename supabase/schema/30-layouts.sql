-- Layouts: seating layouts, their link to ticket categories, and the arithmetic of seats. A seat label is what the
-- customer reads: 'B7', or in a layout 'BALC-B7'; seat_claims.seat holds the whole label.

create table public.seating_layouts (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  description text,
  layout_data jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint seating_layouts_name_filled check (name <> ''),
  constraint seating_layouts_data_object check (jsonb_typeof(layout_data) = 'object')
);

comment on table public.seating_layouts is 'Plans of halls, shared by many events.';

comment on column public.seating_layouts.layout_data is
  '{"stage": text, "platform": {"x", "y", "width", "height"}, "sections": [{"code", "name", "x", "y", "turn", "rows": '
  '[{"label", "curve", "shift", "gap", "seats": [1, null, 2], "blocked": [2], "wheelchair": [1]}]}]}; null is an aisle. '
  'docs/layout-schema.md says what is optional.';

create index seating_layouts_updated_at on public.seating_layouts (updated_at);

create table public.ticket_category_layouts (
  ticket_category_id uuid primary key references public.ticket_categories (id) on delete cascade,
  seating_layout_id uuid not null references public.seating_layouts (id) on delete cascade,
  section_ids text[] not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint ticket_category_layouts_sections_given check (cardinality(section_ids) > 0)
);

comment on table public.ticket_category_layouts is
  'The sections of a layout that a ticket category sells: the only link between the two.';

comment on column public.ticket_category_layouts.section_ids is
  'Section codes in the order of the layout; ''all'' is replaced by the codes still free when it is stored.';

create index ticket_category_layouts_layout on public.ticket_category_layouts (seating_layout_id);

create index ticket_category_layouts_updated_at on public.ticket_category_layouts (updated_at);

create function private.row_letters(p_index integer) returns text
  language sql immutable strict parallel safe set search_path = ''
as $$
  select case
    when p_index between 1 and 26 then chr(64 + p_index)
    when p_index between 27 and 702 then chr(64 + (p_index - 1) / 26) || chr(65 + (p_index - 1) % 26)
  end
$$;

comment on function private.row_letters(integer) is '1 is A, 26 Z, 27 AA, 702 ZZ; null beyond.';

create function private.row_index(p_letters text) returns integer
  language sql immutable strict parallel safe set search_path = ''
as $$
  select case
    when p_letters ~ '^[A-Z]$' then ascii(p_letters) - 64
    when p_letters ~ '^[A-Z]{2}$' then (ascii(p_letters) - 64) * 26 + ascii(substr(p_letters, 2)) - 64
  end
$$;

comment on function private.row_index(text) is 'A is 1, Z 26, AA 27; null for anything else.';

create function private.grid_columns(p_total integer) returns integer
  language sql immutable strict parallel safe set search_path = ''
as $$ select least(10, ceil(sqrt(p_total::double precision))::integer) $$;

comment on function private.grid_columns(integer) is 'Seats in a row of the grid of p_total seats.';

create function private.grid_seat(p_position integer, p_columns integer) returns text
  language sql immutable strict parallel safe set search_path = ''
as $$
  select private.row_letters((p_position - 1) / p_columns + 1) || ((p_position - 1) % p_columns + 1)::text
$$;

comment on function private.grid_seat(integer, integer) is 'Returns the label of the p_position-th seat of the grid.';

create function private.has_claims(p_category_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.seat_claims c
    where c.ticket_category_id = p_category_id and (c.state <> 'held' or c.expires_at > now()));
end
$$;

comment on function private.has_claims(uuid) is
  'True when any seat of the category is held, under review, sold or kept; an expired hold counts as free. Security '
  'definer: no role may read seat_claims.';

create function private.section_seats(p_section jsonb) returns table (seat text)
  language sql immutable strict parallel safe set search_path = ''
as $$
  select (p_section ->> 'code') || '-' || (r ->> 'label') || (s #>> '{}')
  from jsonb_array_elements(p_section -> 'rows') as r,
    lateral jsonb_array_elements(r -> 'seats') as s
  where jsonb_typeof(s) = 'number'
    and not coalesce(r -> 'blocked', '[]'::jsonb) @> s
$$;

comment on function private.section_seats(jsonb) is
  'Returns the labels of the sellable seats of one section of a valid layout.';

create function private.companions(p_row jsonb) returns table (seat text, of_place text)
  language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  v_seats jsonb := p_row -> 'seats';
  v_blocked jsonb := coalesce(p_row -> 'blocked', '[]');
  v_wheelchair jsonb := coalesce(p_row -> 'wheelchair', '[]');
  v_given jsonb := v_blocked || v_wheelchair || 'null';
  v_at integer;
  v_beside integer;
begin
  for v_at in
    select (s.n - 1)::integer from jsonb_array_elements(v_seats) with ordinality as s (seat, n)
    where v_wheelchair @> s.seat and not v_blocked @> s.seat order by s.n
  loop
    foreach v_beside in array array[v_at - 1, v_at + 1] loop
      -- -> counts negative numbers from the end, and is null beyond it.
      if v_beside >= 0 and not coalesce(v_given @> (v_seats -> v_beside), true) then
        v_given := v_given || (v_seats -> v_beside);
        seat := v_seats ->> v_beside;
        of_place := v_seats ->> v_at;
        return next;
        exit;
      end if;
    end loop;
  end loop;
end
$$;

comment on function private.companions(jsonb) is
  'Returns the companion seats of a row of a valid layout, each with its wheelchair place, without the row''s label: from left to right the '
  'seat on the place''s left, else on its right, that is neither blocked nor a wheelchair place nor another''s. Twin: companionsOf in '
  'src/shop/seats/seat-map.ts; companion-cases.json there tests both.';

create function private.count_layout_seats(p_layout_data jsonb, p_sections text[]) returns integer
  language sql immutable strict parallel safe set search_path = ''
as $$
  select count(*)::integer
  from jsonb_array_elements(p_layout_data -> 'sections') as section,
    lateral private.section_seats(section)
  where section ->> 'code' = any (p_sections)
$$;

comment on function private.count_layout_seats(jsonb, text[]) is 'Counts the sellable seats of these sections.';

create function private.places_of(p_category_id uuid) returns setof text
  language sql stable security definer set search_path = ''
as $$
  select coalesce(code, c.id::text)
  from public.ticket_categories c
  left join public.ticket_category_layouts l on l.ticket_category_id = c.id
  left join lateral unnest(l.section_ids) as code on true
  where c.id = p_category_id
$$;

comment on function private.places_of(uuid) is
  'Returns the category''s section codes, or its own id when it has no layout. Security definer: the same for every '
  'caller.';

create function private.is_seat(p_category_id uuid, p_seat text) returns boolean
  language sql stable set search_path = ''
as $$ select private.place_of(p_category_id, p_seat) is not null $$;

comment on function private.is_seat(uuid, text) is 'True when the category sells a seat of exactly this label.';

create function private.seats_of(p_category_id uuid) returns table (place text, seat text)
  language sql stable security definer set search_path = ''
as $$
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
$$;

comment on function private.seats_of(uuid) is
  'Returns every sellable seat or standing place of the category in order. Security definer: the same for every caller.';

create function private.check_layout_numbers(p_of jsonb, p_at text, p_names text[], p_low numeric, p_high numeric) returns void
  language plpgsql immutable set search_path = ''
as $$
declare
  v_name text;
begin
  foreach v_name in array p_names loop
    if p_of ? v_name
       and not (case when jsonb_typeof(p_of -> v_name) = 'number' then (p_of ->> v_name)::numeric between p_low and p_high else false end) then
      perform private.refuse(400, 'invalid', p_at || '.' || v_name, format('%s is a number from %s to %s.', v_name, p_low, p_high));
    end if;
  end loop;
end
$$;

comment on function private.check_layout_numbers(jsonb, text, text[], numeric, numeric) is
  'Refuses with PT400 invalid a field of these names that is not a number in the range, detail its path; a missing one is fine.';

create function private.check_layout_platform(p_data jsonb, p_placed boolean) returns void
  language plpgsql immutable set search_path = ''
as $$
declare
  v_platform constant jsonb := p_data -> 'platform';
begin
  if not p_data ? 'platform' then
    return;
  end if;
  if jsonb_typeof(v_platform) <> 'object' or not p_placed or not v_platform ?& array['x', 'y', 'width', 'height'] then
    perform private.refuse(400, 'invalid', 'layout_data.platform',
      'platform has x, y, width and height, beside sections that have places.');
  end if;
  perform private.check_layout_numbers(v_platform, 'layout_data.platform', array['x', 'y'], -500, 500);
  perform private.check_layout_numbers(v_platform, 'layout_data.platform', array['width', 'height'], 1, 200);
end
$$;

comment on function private.check_layout_platform(jsonb, boolean) is
  'Refuses with PT400 invalid a stage that cannot be drawn among sections, or that is beside sections without places.';

create function private.check_layout_data(p_data jsonb) returns void
  language plpgsql immutable set search_path = ''
as $$
declare
  c_most_sections constant integer := 60;
  c_most_rows constant integer := 702;
  c_most_cells constant integer := 400;
  c_most_seats constant integer := 40000;
  c_most_curve constant numeric := 0.3;
  c_place constant text[] := array['x', 'y', 'turn'];
  v_placed boolean;
  v_section jsonb;
  v_row jsonb;
  v_codes text[] := '{}'::text[];
  v_labels text[];
  v_at text;
  v_seats integer := 0;
  v_numbers jsonb;
  v_bad text;
begin
  if jsonb_typeof(p_data) is distinct from 'object' then
    perform private.refuse(400, 'invalid', 'layout_data', 'layout_data is an object.');
  end if;
  if jsonb_typeof(p_data -> 'stage') is distinct from 'string'
     or char_length(p_data ->> 'stage') not between 1 and 60 then
    perform private.refuse(400, 'invalid', 'layout_data.stage', 'stage is text of 1 to 60 characters.');
  end if;
  if jsonb_typeof(p_data -> 'sections') is distinct from 'array'
     or jsonb_array_length(p_data -> 'sections') not between 1 and c_most_sections then
    perform private.refuse(400, 'invalid', 'layout_data.sections',
      format('sections is a list of 1 to %s sections.', c_most_sections));
  end if;
  v_placed := exists (select from jsonb_array_elements(p_data -> 'sections') as s where s ?| c_place);
  perform private.check_layout_platform(p_data, v_placed);

  for v_section in select value from jsonb_array_elements(p_data -> 'sections') loop
    v_at := format('layout_data.sections[%s]', cardinality(v_codes));
    if jsonb_typeof(v_section) <> 'object'
       or jsonb_typeof(v_section -> 'code') is distinct from 'string'
       or v_section ->> 'code' !~ '^[A-Z0-9]{1,4}$' then
      perform private.refuse(400, 'invalid', v_at || '.code', 'A section code is 1 to 4 of A-Z and 0-9.');
    end if;
    if v_section ->> 'code' = any (v_codes) then
      perform private.refuse(400, 'invalid', v_at || '.code', 'Section codes are different from each other.');
    end if;
    if jsonb_typeof(v_section -> 'name') is distinct from 'string'
       or char_length(v_section ->> 'name') not between 1 and 60
       or v_section ->> 'name' ~ '[\x01-\x1f\x7f]' or private.strip_hidden(v_section ->> 'name') <> v_section ->> 'name' then
      perform private.refuse(400, 'invalid', v_at || '.name',
        'A section name is text of 1 to 60 characters on one line, without invisible characters.');
    end if;
    if v_placed and not v_section ?& array['x', 'y'] then
      perform private.refuse(400, 'invalid', v_at, 'All sections of a layout have x and y, or none.');
    end if;
    perform private.check_layout_numbers(v_section, v_at, array['x', 'y'], -500, 500);
    perform private.check_layout_numbers(v_section, v_at, array['turn'], -180, 180);
    if jsonb_typeof(v_section -> 'rows') is distinct from 'array'
       or jsonb_array_length(v_section -> 'rows') not between 1 and c_most_rows then
      perform private.refuse(400, 'invalid', v_at || '.rows', format('rows is a list of 1 to %s rows.', c_most_rows));
    end if;
    v_labels := '{}'::text[];

    for v_row in select value from jsonb_array_elements(v_section -> 'rows') loop
      v_bad := format('%s.rows[%s]', v_at, cardinality(v_labels));
      if jsonb_typeof(v_row) <> 'object'
         or jsonb_typeof(v_row -> 'label') is distinct from 'string'
         or v_row ->> 'label' !~ '^[A-Z]{1,2}$' then
        perform private.refuse(400, 'invalid', v_bad || '.label', 'A row label is one or two letters A-Z.');
      end if;
      if v_row ->> 'label' = any (v_labels) then
        perform private.refuse(400, 'invalid', v_bad || '.label', 'Row labels of a section differ from each other.');
      end if;
      if jsonb_typeof(v_row -> 'seats') is distinct from 'array'
         or jsonb_array_length(v_row -> 'seats') not between 1 and c_most_cells then
        perform private.refuse(400, 'invalid', v_bad || '.seats',
          format('seats is a list of 1 to %s seat numbers or nulls.', c_most_cells));
      end if;
      perform private.check_layout_numbers(v_row, v_bad, array['shift'], -200, 200);
      perform private.check_layout_numbers(v_row, v_bad, array['gap'], 0, 20);
      perform private.check_layout_numbers(v_row, v_bad, array['curve'],
        -c_most_curve * jsonb_array_length(v_row -> 'seats'), c_most_curve * jsonb_array_length(v_row -> 'seats'));
      select coalesce(jsonb_agg(value) filter (where jsonb_typeof(value) <> 'null'), '[]') into v_numbers
        from jsonb_array_elements(v_row -> 'seats');
      -- jsonb writes a whole number as digits alone: 1.5, 1.0 and -1 all fail.
      if exists (select from jsonb_array_elements(v_numbers)
                 where jsonb_typeof(value) <> 'number' or value::text !~ '^[1-9][0-9]{0,2}$') then
        perform private.refuse(400, 'invalid', v_bad || '.seats', 'A seat is a whole number from 1 to 999, or null.');
      end if;
      if jsonb_array_length(v_numbers) = 0
         or jsonb_array_length(v_numbers) > (select count(distinct value) from jsonb_array_elements(v_numbers)) then
        perform private.refuse(400, 'invalid', v_bad || '.seats',
          'A row has at least one seat and no number twice.');
      end if;
      if exists (
        select from unnest(array['blocked', 'wheelchair']) as mark
        where v_row ? mark
          and case when jsonb_typeof(v_row -> mark) = 'array' then not v_numbers @> (v_row -> mark) else true end
      ) then
        perform private.refuse(400, 'invalid', v_bad, 'blocked and wheelchair list seat numbers of their row.');
      end if;
      v_seats := v_seats + jsonb_array_length(v_numbers);
      v_labels := v_labels || (v_row ->> 'label');
    end loop;
    v_codes := v_codes || (v_section ->> 'code');
  end loop;

  if v_seats > c_most_seats then
    perform private.refuse(400, 'invalid', 'layout_data', format('A layout has at most %s seats.', c_most_seats));
  end if;
end
$$;

comment on function private.check_layout_data(jsonb) is
  'Refuses an invalid layout with PT400 invalid, detail the path of the error. Ignores unknown keys.';

create function private.lock_events_of_layout(p_layout_id uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_event uuid;
begin
  for v_event in
    select distinct c.event_id
    from public.ticket_category_layouts l
    join public.ticket_categories c on c.id = l.ticket_category_id
    where l.seating_layout_id = p_layout_id
    order by c.event_id
  loop
    perform private.lock_event_soon(v_event);
  end loop;
end
$$;

comment on function private.lock_events_of_layout(uuid) is
  'Locks every event that uses the layout. Security definer: the same for every caller.';

create function private.guard_layout() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_missing text;
begin
  new.name := private.require_text(new.name, 'name', 120);
  new.description := nullif(private.clean_text(new.description), '');
  if char_length(new.description) > 2000 then
    perform private.refuse(400, 'invalid', 'description', 'description has at most 2000 characters.');
  end if;
  if tg_op = 'UPDATE' and new.layout_data is not distinct from old.layout_data then
    return new;
  end if;
  perform private.check_layout_data(new.layout_data);
  if tg_op = 'INSERT' then
    return new;
  end if;

  perform private.lock_events_of_layout(old.id);
  if exists (select from public.ticket_category_layouts l
             where l.seating_layout_id = old.id and private.has_claims(l.ticket_category_id)) then
    perform private.refuse(409, 'seats_claimed', old.id::text, 'Seats of this layout are held or sold.');
  end if;
  select code into v_missing
    from public.ticket_category_layouts l, lateral unnest(l.section_ids) as code
    where l.seating_layout_id = old.id
      and private.count_layout_seats(new.layout_data, array[code]) = 0
    limit 1;
  if v_missing is not null then
    perform private.refuse(409, 'in_use', v_missing, 'A ticket category sells a section that would have no seat.');
  end if;
  return new;
end
$$;

comment on function private.guard_layout() is
  'Trigger 20_values: a layout keeps claimed seats and sold sections. Security definer: reads links and claims '
  'whatever the writer may read.';

create function private.count_layout_again() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.ticket_categories c
    set total_tickets = private.count_layout_seats(new.layout_data, l.section_ids)
    from public.ticket_category_layouts l
    where l.ticket_category_id = c.id and l.seating_layout_id = new.id
      and c.total_tickets <> private.count_layout_seats(new.layout_data, l.section_ids);
  -- Devices keep the layout inside the category that uses it, so its row must change too.
  update public.ticket_category_layouts l set section_ids = l.section_ids where l.seating_layout_id = new.id;
  return null;
end
$$;

comment on function private.count_layout_again() is
  'Trigger after a layout changes: updates the totals of the categories that use it. Security definer: writes for the '
  'shop.';

create function private.refuse_shared_sections(p_category_id uuid, p_event_id uuid, p_layout_id uuid, p_sections text[])
  returns void language plpgsql stable security definer set search_path = ''
as $$
declare
  v_other uuid;
  v_taken text[];
begin
  select l.seating_layout_id into v_other
    from public.ticket_category_layouts l
    join public.ticket_categories c on c.id = l.ticket_category_id
    where c.event_id = p_event_id and c.id <> p_category_id and l.seating_layout_id <> p_layout_id
    limit 1;
  if v_other is not null then
    perform private.refuse(409, 'other_layout', v_other::text,
      'All categories of an event use one layout; detail is the one in use.');
  end if;
  v_taken := array(
    select code from unnest(p_sections) with ordinality as s(code, n)
    where code = any (private.taken_sections(p_category_id, p_event_id)) order by n);
  if cardinality(v_taken) > 0 then
    perform private.refuse(409, 'section_taken', to_json(v_taken)::text,
      'A section belongs to one category of an event; detail lists those of another.');
  end if;
end
$$;

comment on function private.refuse_shared_sections(uuid, uuid, uuid, text[]) is
  'Refuses with PT409 other_layout or section_taken. Security definer: the same for every caller.';

create function private.taken_sections(p_category_id uuid, p_event_id uuid) returns text[]
  language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(code), '{}')
  from public.ticket_category_layouts l
  join public.ticket_categories c on c.id = l.ticket_category_id, lateral unnest(l.section_ids) as code
  where c.event_id = p_event_id and c.id <> p_category_id
$$;

comment on function private.taken_sections(uuid, uuid) is
  'Returns section codes that other categories of the event sell. Security definer: the same for every caller.';

create function private.guard_layout_link() returns trigger
  language plpgsql security definer set search_path = ''
as $$
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
$$;

comment on function private.guard_layout_link() is
  'Trigger 20_values of ticket_category_layouts: one layout per event, each section once, no change under claimed '
  'seats. Security definer: reads claims and locks categories whatever the writer may.';

create function private.apply_layout_link() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    -- Naming the column makes 30_shape compute the grid again.
    update public.ticket_categories c set total_tickets = c.total_tickets where c.id = old.ticket_category_id;
  else
    update public.ticket_categories c
      set total_tickets = private.count_layout_seats(s.layout_data, new.section_ids)
      from public.seating_layouts s
      where c.id = new.ticket_category_id and s.id = new.seating_layout_id
        and (c.total_tickets <> private.count_layout_seats(s.layout_data, new.section_ids)
             or c.grid_columns is not null);
  end if;
  return null;
end
$$;

comment on function private.apply_layout_link() is
  'Trigger after linking: updates the category''s number of tickets. Security definer: writes for the shop.';

create function private.guard_ticket_category_shape() returns trigger
  language plpgsql security definer set search_path = ''
as $$
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
$$;

comment on function private.guard_ticket_category_shape() is
  'Trigger 30_shape: the first claim freezes the grid''s columns, and the number never falls below the last claimed '
  'seat; with a layout the number follows the layout; a category with claims stays with its event and its kind. '
  'Security definer: reads claims and links whatever the writer may read.';

create trigger "20_values" before insert or update on public.seating_layouts
  for each row execute function private.guard_layout();

create trigger "90_stamp" before insert or update on public.seating_layouts
  for each row execute function private.stamp_row();

create trigger count_again after update of layout_data on public.seating_layouts
  for each row when (new.layout_data is distinct from old.layout_data) execute function private.count_layout_again();

create trigger note_deletion before insert or delete on public.seating_layouts
  for each row execute function private.note_deletion('id');

create trigger audit after insert or update or delete on public.seating_layouts
  for each row execute function private.audit_row('id');

create trigger "20_values" before insert or update or delete on public.ticket_category_layouts
  for each row execute function private.guard_layout_link();

create trigger "90_stamp" before insert or update on public.ticket_category_layouts
  for each row execute function private.stamp_row();

create trigger apply_link after insert or update or delete on public.ticket_category_layouts
  for each row execute function private.apply_layout_link();

create trigger note_deletion before insert or delete on public.ticket_category_layouts
  for each row execute function private.note_deletion('ticket_category_id');

create trigger audit after insert or update or delete on public.ticket_category_layouts
  for each row execute function private.audit_row('ticket_category_id');

create trigger "30_shape" before insert or update of total_tickets, event_id, grid_columns, is_standing on public.ticket_categories
  for each row execute function private.guard_ticket_category_shape();

create function public.assign_layout(p_ticket_category_id uuid, p_seating_layout_id uuid, p_section_ids text[])
  returns public.ticket_category_layouts
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_event uuid;
  v_link public.ticket_category_layouts;
begin
  perform private.require_role('events');
  select c.event_id into v_event from public.ticket_categories c where c.id = p_ticket_category_id;
  if not found then
    perform private.refuse(404, 'not_found', 'p_ticket_category_id', 'There is no such ticket category.');
  end if;
  perform private.lock_event(v_event);
  if p_seating_layout_id is null then
    delete from public.ticket_category_layouts l where l.ticket_category_id = p_ticket_category_id;
    return null;
  end if;
  insert into public.ticket_category_layouts as l (ticket_category_id, seating_layout_id, section_ids)
    values (p_ticket_category_id, p_seating_layout_id, coalesce(p_section_ids, array['all']))
    on conflict (ticket_category_id) do update
      set seating_layout_id = excluded.seating_layout_id, section_ids = excluded.section_ids
    returning * into v_link;
  return v_link;
end
$$;

comment on function public.assign_layout(uuid, uuid, text[]) is
  'Gives the category these sections of the layout (''all'': those still free) and returns the link; a null layout '
  'removes it. Idempotent. Admins and events staff. Refusals: PT404 not_found, PT400 invalid, PT409 seats_claimed, other_layout, '
  'section_taken. Security definer: locks the event and its category.';

alter table public.seating_layouts enable row level security;

create function private.hidden_layouts() returns setof uuid
  language plpgsql stable security definer rows 20 set search_path = ''
as $$
declare
  v_drafts uuid[];
begin
  if private.living_user() is not null and private.may('events', 'payments', 'gate') then
    return;
  end if;
  v_drafts := array(select h from private.hidden_events() as h);
  return query
    select y.id from public.seating_layouts y
    where not exists (
      select from public.ticket_category_layouts l join public.ticket_categories c on c.id = l.ticket_category_id
      where l.seating_layout_id = y.id and c.event_id <> all (v_drafts));
end
$$;

comment on function private.hidden_layouts() is
  'Returns the layouts that the caller may not see: those that no event uses which the caller sees; a code may open a hidden '
  'category, so its layout is seen. None for staff but the box office''s. Security definer: as hidden_events.';

create policy "Everyone reads seating layouts of published events" on public.seating_layouts
  for select to anon, authenticated using (id not in (select h from private.hidden_layouts() as h));

create policy "Events staff add seating layouts" on public.seating_layouts
  for insert to authenticated with check ((select private.may('events')));

create policy "Events staff change seating layouts" on public.seating_layouts
  for update to authenticated using ((select private.may('events'))) with check ((select private.may('events')));

create policy "Events staff delete seating layouts" on public.seating_layouts
  for delete to authenticated using ((select private.may('events')));

alter table public.ticket_category_layouts enable row level security;

create policy "Everyone reads which published category uses which layout" on public.ticket_category_layouts
  for select to anon, authenticated using (ticket_category_id not in (select h from private.hidden_categories() as h));

create policy "Events staff link categories to layouts" on public.ticket_category_layouts
  for insert to authenticated with check ((select private.may('events')));

create policy "Events staff change links to layouts" on public.ticket_category_layouts
  for update to authenticated using ((select private.may('events'))) with check ((select private.may('events')));

create policy "Events staff remove links to layouts" on public.ticket_category_layouts
  for delete to authenticated using ((select private.may('events')));

-- p_total_tickets seats of a grid or standing places; with p_seating_layout_id the sections p_section_ids, or all that
-- are free.
create function public.add_ticket_category(
    p_id uuid default null, p_event_id uuid default null, p_name text default null, p_price numeric default null,
    p_total_tickets integer default null, p_seating_layout_id uuid default null, p_section_ids text[] default null,
    p_is_standing boolean default false, p_sale_from timestamptz default null, p_sale_until timestamptz default null,
    p_phases jsonb default null, p_is_free boolean default false, p_is_hidden boolean default false)
  returns public.ticket_categories
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_category public.ticket_categories;
begin
  perform private.require_role('events');
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
      phases, is_free, is_hidden)
    values (p_id, p_event_id, p_name, p_price, case when p_seating_layout_id is null then p_total_tickets else 1 end, 0,
      coalesce(p_is_standing, false), p_sale_from, p_sale_until, coalesce(p_phases, '[]'), coalesce(p_is_free, false),
      coalesce(p_is_hidden, false));
  if p_seating_layout_id is not null then
    insert into public.ticket_category_layouts (ticket_category_id, seating_layout_id, section_ids)
      values (p_id, p_seating_layout_id, coalesce(p_section_ids, array['all']));
  end if;
  select * into v_category from public.ticket_categories c where c.id = p_id;
  return v_category;
end
$$;

comment on function public.add_ticket_category(uuid, uuid, text, numeric, integer, uuid, text[], boolean, timestamptz, timestamptz, jsonb, boolean, boolean) is
  'Adds a ticket category and its seats in one transaction, or neither. Idempotent. Admins and events staff. Refusals: PT401 '
  'not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found (layout), PT409 other_layout, section_taken. '
  'Security definer: locks the event.';

insert into private.rights (roles, privileges, object) values
  ('anon, authenticated', 'select', 'table public.seating_layouts'),
  ('anon, authenticated', 'select', 'table public.ticket_category_layouts'),
  ('authenticated', 'delete', 'table public.seating_layouts'),
  ('authenticated', 'delete', 'table public.ticket_category_layouts'),
  ('authenticated', 'insert (id, name, description, layout_data), update (name, description, layout_data)',
    'table public.seating_layouts'),
  ('authenticated',
    'insert (ticket_category_id, seating_layout_id, section_ids), update (ticket_category_id, seating_layout_id, '
    'section_ids)',
    'table public.ticket_category_layouts'),
  ('anon, authenticated',
    'execute',
    'function public.add_ticket_category(uuid, uuid, text, numeric, integer, uuid, text[], boolean, timestamptz, timestamptz, jsonb, boolean, boolean)'),
  ('anon, authenticated', 'execute', 'function public.assign_layout(uuid, uuid, text[])'),
  -- For policies.
  ('anon, authenticated, service_role', 'execute', 'function private.hidden_layouts()');
