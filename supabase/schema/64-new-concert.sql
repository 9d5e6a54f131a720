-- One form for a concert: a new one on one or several dates, and an edit with all that it sets off. Each is one
-- transaction. docs/decisions/0057-one-form.md

create function private.refuse_unknown_keys(p_object jsonb, p_known text[], p_path text) returns void
  language plpgsql immutable set search_path = ''
as $$
declare
  v_key text;
begin
  if jsonb_typeof(p_object) is distinct from 'object' then
    perform private.refuse(400, 'invalid', coalesce(nullif(p_path, ''), 'p_concert'), 'An object is expected here.');
  end if;
  select k into v_key from jsonb_object_keys(p_object) as k where k <> all (p_known) order by k limit 1;
  if found then
    perform private.refuse(400, 'invalid', private.path_of(p_path, v_key), 'There is no such field.');
  end if;
end
$$;

comment on function private.refuse_unknown_keys(jsonb, text[], text) is
  'PT400 invalid, detail the path, for anything but an object with these keys.';

create function private.category_of_date(p_event_id uuid, p_zone_id uuid) returns uuid
  language sql immutable set search_path = ''
as $$
  select overlay(overlay(md5(p_event_id::text || ' ' || p_zone_id::text) placing '4' from 13) placing '8' from 17)::uuid
$$;

comment on function private.category_of_date(uuid, uuid) is
  'Returns the id of a zone''s ticket category on one of several dates: the same for the same two ids.';

create function private.about_keys() returns text[] language sql immutable set search_path = ''
as $$ select array['description', 'line_up', 'listen_url', 'minimum_age', 'sung_in', 'rules', 'poster', 'poster_alt'] $$;

comment on function private.about_keys() is 'Returns the fields of what an event says about itself, but for its times.';

-- The fields of one price zone. A new column of ticket_categories that the form fills is listed here and written in
-- private.write_zone, nowhere else.
create function private.zone_keys() returns text[] language sql immutable set search_path = ''
as $$ select array['id', 'name', 'price', 'kind', 'total', 'section_ids', 'sale_from', 'sale_until', 'phases', 'is_free', 'is_hidden'] $$;

comment on function private.zone_keys() is 'Returns the fields of a price zone of a concert.';

create function private.phases_of(p_zone jsonb, p_later interval) returns jsonb
  language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(case when phase ->> 'until' is null then phase
      else phase || jsonb_build_object('until',
        to_char(((phase ->> 'until')::timestamptz + p_later) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) end order by n), '[]')
  from jsonb_array_elements(private.read_phases(coalesce(nullif(p_zone -> 'phases', 'null'), '[]'))) with ordinality as p(phase, n)
$$;

comment on function private.phases_of(jsonb, interval) is
  'Returns the phases of a zone, their ends p_later after those given. PT400 invalid (phases).';

create function private.write_zone(
    p_event_id uuid, p_id uuid, p_zone jsonb, p_layout_id uuid, p_later interval, p_path text) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_kind text := coalesce(private.field_text(p_zone, 'kind', p_path), 'seats');
  v_sections text[] := private.field_texts(p_zone, 'section_ids', p_path);
  v_detail text;
  v_hint text;
begin
  if v_kind not in ('seats', 'sections', 'standing') then
    perform private.refuse(400, 'invalid', p_path || '.kind', 'kind is seats, sections or standing.');
  end if;
  if v_kind = 'sections' and p_layout_id is null then
    perform private.refuse(400, 'invalid', p_path || '.section_ids', 'Sections need a hall.');
  end if;
  if v_kind = 'sections' and cardinality(v_sections) = 0 then
    perform private.refuse(400, 'invalid', p_path || '.section_ids', 'A zone has at least one section.');
  end if;
  if v_kind <> 'sections' and cardinality(v_sections) > 0 then
    perform private.refuse(400, 'invalid', p_path || '.section_ids', 'Only a zone of the kind sections has some.');
  end if;
  begin
    insert into public.ticket_categories (id, event_id, name, price, total_tickets, tickets_sold, is_standing, sale_from, sale_until,
        phases, is_free, is_hidden)
      values (p_id, p_event_id, private.field_text(p_zone, 'name', p_path), private.field_number(p_zone, 'price', p_path, false),
        -- With a layout the number follows below.
        case when v_kind = 'sections' then 1 else private.field_number(p_zone, 'total', p_path, true) end,
        0, v_kind = 'standing', private.field_instant(p_zone, 'sale_from', p_path),
        private.field_instant(p_zone, 'sale_until', p_path) + p_later,
        private.phases_of(p_zone, p_later), private.field_flag(p_zone, 'is_free', p_path),
        private.field_flag(p_zone, 'is_hidden', p_path));
    if v_kind = 'sections' then
      insert into public.ticket_category_layouts (ticket_category_id, seating_layout_id, section_ids)
        values (p_id, p_layout_id, v_sections);
    end if;
  exception when sqlstate 'PT400' then
    get stacked diagnostics v_detail = pg_exception_detail, v_hint = pg_exception_hint;
    perform private.refuse(400, 'invalid', private.zone_path(p_path, v_detail), v_hint);
  end;
end
$$;

comment on function private.write_zone(uuid, uuid, jsonb, uuid, interval, text) is
  'Adds a price zone to an event; its end is p_later after the one given. PT400 invalid with the path, PT409 '
  'section_taken, other_layout.';

create function private.zone_path(p_path text, p_detail text) returns text
  language sql immutable set search_path = ''
as $$
  select case when starts_with(p_detail, p_path) then p_detail
    else p_path || '.' || case p_detail when 'total_tickets' then 'total' when 'is_standing' then 'kind' else p_detail end end
$$;

comment on function private.zone_path(text, text) is 'Returns the path of what a trigger of ticket_categories refused.';

create function private.singer_of(p_singer jsonb) returns uuid
  language plpgsql volatile set search_path = ''
as $$
declare
  v_id uuid;
  v_name text;
begin
  perform private.refuse_unknown_keys(p_singer, array['id', 'name'], 'singer');
  v_id := private.field_id(p_singer, 'id', 'singer');
  if v_id is not null then
    if not exists (select from public.singers s where s.id = v_id) then
      perform private.refuse(400, 'invalid', 'singer.id', 'There is no such singer.');
    end if;
    return v_id;
  end if;
  v_name := private.require_text(private.field_text(p_singer, 'name', 'singer'), 'singer.name', 120);
  -- Two admins may add one singer at once.
  perform pg_advisory_xact_lock(hashtextextended('singer:' || private.fold_text(v_name), 0));
  select s.id into v_id from public.singers s where private.fold_text(s.name) = private.fold_text(v_name);
  if not found then
    insert into public.singers (name) values (v_name) returning id into v_id;
  end if;
  return v_id;
end
$$;

comment on function private.singer_of(jsonb) is
  'Returns the singer of {id} or {name}, added when there is none of this name. PT400 invalid with the path.';

create function private.hall_of(p_hall jsonb) returns uuid
  language plpgsql volatile set search_path = ''
as $$
declare
  v_id uuid;
  v_detail text;
  v_hint text;
begin
  if coalesce(p_hall, 'null') = 'null' then
    return null;
  end if;
  perform private.refuse_unknown_keys(p_hall, array['id', 'name', 'layout_data'], 'hall');
  v_id := private.field_id(p_hall, 'id', 'hall');
  if v_id is null then
    perform private.refuse(400, 'invalid', 'hall.id', 'A hall has an id, a new one that of its caller.');
  end if;
  if not p_hall ? 'layout_data' then
    if not exists (select from public.seating_layouts l where l.id = v_id) then
      perform private.refuse(400, 'invalid', 'hall.id', 'There is no such hall.');
    end if;
    return v_id;
  end if;
  begin
    insert into public.seating_layouts (id, name, layout_data)
      values (v_id, private.field_text(p_hall, 'name', 'hall'), p_hall -> 'layout_data');
  exception
    when sqlstate 'PT400' then
      get stacked diagnostics v_detail = pg_exception_detail, v_hint = pg_exception_hint;
      perform private.refuse(400, 'invalid', private.zone_path('hall', v_detail), v_hint);
    when unique_violation then
      perform private.refuse(400, 'invalid', 'hall.id', 'Another hall has this id.');
  end;
  return v_id;
end
$$;

comment on function private.hall_of(jsonb) is
  'Returns the layout of {id}, or of {id, name, layout_data} which it adds; null for none. PT400 invalid with the path.';

create function public.save_concert(p_concert jsonb default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_most_dates constant integer := 60;
  c_most_zones constant integer := 60;
  v_publish text;
  v_dates jsonb;
  v_zones jsonb;
  v_ids uuid[] := '{}';
  v_zone_ids uuid[] := '{}';
  v_starts timestamptz[] := '{}';
  v_here integer;
  v_singer uuid;
  v_layout uuid;
  v_date jsonb;
  v_path text;
  v_detail text;
  v_hint text;
begin
  perform private.require_role('events');
  perform private.refuse_unknown_keys(p_concert, private.about_keys()
    || array['singer', 'city', 'state', 'venue', 'genre', 'dates', 'hall', 'categories', 'publish'], '');
  v_publish := coalesce(private.field_text(p_concert, 'publish', ''), 'draft');
  if v_publish not in ('draft', 'now') then
    perform private.refuse(400, 'invalid', 'publish', 'publish is draft or now.');
  end if;
  v_dates := private.field_list(p_concert, 'dates', '', c_most_dates);
  v_zones := private.field_list(p_concert, 'categories', '', c_most_zones);
  if v_dates = '[]' then
    perform private.refuse(400, 'invalid', 'dates', 'A concert has a date.');
  end if;
  for v_here in 0 .. jsonb_array_length(v_dates) - 1 loop
    v_path := format('dates[%s]', v_here);
    v_date := v_dates -> v_here;
    perform private.refuse_unknown_keys(v_date, array['id', 'date', 'doors_at', 'ends_at'], v_path);
    v_ids := v_ids || private.field_id(v_date, 'id', v_path);
    v_starts := v_starts || private.field_instant(v_date, 'date', v_path);
    if v_ids[v_here + 1] is null or v_ids[v_here + 1] = any (v_ids[:v_here]) then
      perform private.refuse(400, 'invalid', v_path || '.id', 'Each date has an id of its own, made by the caller.');
    end if;
    if v_starts[v_here + 1] = any (v_starts[:v_here]) then
      perform private.refuse(400, 'invalid', v_path || '.date', 'Each date is there once.');
    end if;
  end loop;
  for v_here in 0 .. jsonb_array_length(v_zones) - 1 loop
    v_path := format('categories[%s]', v_here);
    perform private.refuse_unknown_keys(v_zones -> v_here, private.zone_keys(), v_path);
    v_zone_ids := v_zone_ids || private.field_id(v_zones -> v_here, 'id', v_path);
    if v_zone_ids[v_here + 1] is null or v_zone_ids[v_here + 1] = any (v_zone_ids[:v_here]) then
      perform private.refuse(400, 'invalid', v_path || '.id', 'Each zone has an id of its own, made by the caller.');
    end if;
  end loop;

  perform private.lock_event(id) from (select id from unnest(v_ids) as id order by id) as in_order;
  select count(*) into v_here from public.events e where e.id = any (v_ids);
  if v_here = cardinality(v_ids) then
    return private.saved_concert(v_ids, true);
  elsif v_here > 0 then
    perform private.refuse(409, 'changed_meanwhile', 'dates', 'Some of these dates are stored already, others are not.');
  end if;

  v_singer := private.singer_of(coalesce(p_concert -> 'singer', '{}'));
  v_layout := private.hall_of(p_concert -> 'hall');
  for v_here in 0 .. jsonb_array_length(v_dates) - 1 loop
    v_path := format('dates[%s]', v_here);
    v_date := v_dates -> v_here;
    if v_starts[v_here + 1] <= now() then
      perform private.refuse(400, 'invalid', v_path || '.date', 'A new concert begins in the future.');
    end if;
    begin
      insert into public.events (id, singer_id, city, venue, date, genre, state, published_at, doors_at, ends_at,
          description, line_up, listen_url, minimum_age, sung_in, rules, poster, poster_alt)
        values (v_ids[v_here + 1], v_singer, private.field_text(p_concert, 'city', ''), private.field_text(p_concert, 'venue', ''),
          v_starts[v_here + 1], private.field_text(p_concert, 'genre', ''), private.field_text(p_concert, 'state', ''),
          case v_publish when 'now' then now() end,
          private.field_instant(v_date, 'doors_at', v_path), private.field_instant(v_date, 'ends_at', v_path),
          private.field_text(p_concert, 'description', ''), private.field_texts(p_concert, 'line_up', ''),
          private.field_text(p_concert, 'listen_url', ''),
          private.field_number(p_concert, 'minimum_age', '', true), private.field_texts(p_concert, 'sung_in', ''),
          private.field_text(p_concert, 'rules', ''), private.field_text(p_concert, 'poster', ''),
          private.field_text(p_concert, 'poster_alt', ''));
    exception
      when sqlstate 'PT400' then
        get stacked diagnostics v_detail = pg_exception_detail, v_hint = pg_exception_hint;
        perform private.refuse(400, 'invalid',
          case when v_detail in ('date', 'doors_at', 'ends_at') then v_path || '.' || v_detail else v_detail end, v_hint);
      when numeric_value_out_of_range then
        perform private.refuse(400, 'invalid', 'minimum_age', 'minimum_age is 1 to 99, or null.');
    end;
    for v_zone in 0 .. jsonb_array_length(v_zones) - 1 loop
      perform private.write_zone(v_ids[v_here + 1],
        case when v_here = 0 then v_zone_ids[v_zone + 1]
          else private.category_of_date(v_ids[v_here + 1], v_zone_ids[v_zone + 1]) end,
        v_zones -> v_zone, v_layout, v_starts[v_here + 1] - v_starts[1], format('categories[%s]', v_zone));
    end loop;
  end loop;
  return private.saved_concert(v_ids, false);
end
$$;

comment on function public.save_concert(jsonb) is
  'Adds a concert in one transaction, or nothing: {singer: {id} or {name}, city, state, venue, genre, description, '
  'line_up, listen_url, minimum_age, sung_in, rules, poster, poster_alt, dates: [{id, date, doors_at, ends_at}], hall: {id}, {id, '
  'name, layout_data} or null, categories: [{id, name, price, kind: seats, sections or standing, total, section_ids, '
  'sale_from, sale_until, phases, is_free, is_hidden}], publish: draft (the default) or now}. Each date is an event '
  'with all categories; their ids are those given on the first date and derived on the others, and the ends of sale and phases move with the date. Returns {events: '
  '[{id, date, published}], repeated}: events that are stored under all these ids are left as they are. Admins and events staff. '
  'Refusals: PT400 invalid (detail: the path, such as categories[1].price), PT401 not_signed_in, PT403 forbidden, '
  'PT409 section_taken, changed_meanwhile (only some of the dates are stored). Security definer: locks events.';

create function private.saved_concert(p_ids uuid[], p_repeated boolean) returns jsonb
  language sql stable set search_path = ''
as $$
  select jsonb_build_object('repeated', p_repeated, 'events',
    jsonb_agg(jsonb_build_object('id', e.id, 'date', e.date, 'published', e.published_at is not null) order by e.date, e.id))
  from public.events e where e.id = any (p_ids)
$$;

comment on function private.saved_concert(uuid[], boolean) is 'Returns what save_concert answers.';

create function private.changed_event(p_event public.events, p_change jsonb) returns public.events
  language plpgsql stable set search_path = ''
as $$
declare
  v_event public.events := p_event;
  v_shift interval := '0';
begin
  perform private.refuse_unknown_keys(p_change, private.about_keys()
    || array['singer', 'city', 'state', 'venue', 'genre', 'date', 'doors_at', 'ends_at', 'hall', 'categories', 'publish'], '');
  if p_change ? 'date' then
    v_event.date := private.field_instant(p_change, 'date', '');
    v_shift := v_event.date - p_event.date;
  end if;
  v_event.doors_at := case when p_change ? 'doors_at' then private.field_instant(p_change, 'doors_at', '') else p_event.doors_at + v_shift end;
  v_event.ends_at := case when p_change ? 'ends_at' then private.field_instant(p_change, 'ends_at', '') else p_event.ends_at + v_shift end;
  if p_change ? 'city' then v_event.city := private.field_text(p_change, 'city', ''); end if;
  if p_change ? 'venue' then v_event.venue := private.field_text(p_change, 'venue', ''); end if;
  if p_change ? 'state' then v_event.state := private.field_text(p_change, 'state', ''); end if;
  if p_change ? 'genre' then v_event.genre := private.field_text(p_change, 'genre', ''); end if;
  if p_change ? 'description' then v_event.description := private.field_text(p_change, 'description', ''); end if;
  if p_change ? 'line_up' then v_event.line_up := nullif(private.field_texts(p_change, 'line_up', ''), '{}'); end if;
  if p_change ? 'listen_url' then v_event.listen_url := private.field_text(p_change, 'listen_url', ''); end if;
  if p_change ? 'minimum_age' then
    if abs(private.field_number(p_change, 'minimum_age', '', true)) > 99 then
      perform private.refuse(400, 'invalid', 'minimum_age', 'minimum_age is 1 to 99, or null.');
    end if;
    v_event.minimum_age := private.field_number(p_change, 'minimum_age', '', true);
  end if;
  if p_change ? 'sung_in' then v_event.sung_in := nullif(private.field_texts(p_change, 'sung_in', ''), '{}'); end if;
  if p_change ? 'rules' then v_event.rules := private.field_text(p_change, 'rules', ''); end if;
  if p_change ? 'poster' then v_event.poster := private.field_text(p_change, 'poster', ''); end if;
  if p_change ? 'poster_alt' then v_event.poster_alt := private.field_text(p_change, 'poster_alt', ''); end if;
  return v_event;
end
$$;

comment on function private.changed_event(public.events, jsonb) is
  'Returns the event as it would be after a change, but for its singer; doors and end move with the date. PT400 invalid '
  'with the path.';

create function private.sells_at(p_event public.events, p_from timestamptz, p_until timestamptz) returns boolean
  language sql stable set search_path = ''
as $$
  select p_event.published_at is not null and p_event.paused_at is null and p_event.status = 'scheduled'
    and now() < p_event.date and coalesce(p_from <= now(), true) and coalesce(p_until > now(), true)
$$;

comment on function private.sells_at(public.events, timestamptz, timestamptz) is
  'True when a category of the event with this window sells now.';

create function public.edit_concerns(p_event_id uuid default null, p_change jsonb default null) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_was public.events;
  v_event public.events;
  v_category public.ticket_categories;
  v_zones jsonb;
  v_zone jsonb;
  v_path text;
  v_asked boolean;
  v_people bigint;
  v_mails bigint;
  v_from timestamptz;
  v_until timestamptz;
  v_will text[] := '{}';
  v_refused jsonb := '[]';
begin
  perform private.require_role('events');
  select * into v_was from public.events e where e.id = p_event_id;
  if not found then
    perform private.refuse(404, 'not_found', 'p_event_id', 'There is no such event.');
  end if;
  v_event := private.changed_event(v_was, p_change);
  v_asked := private.is_asked_for(p_event_id);
  select count(*), count(*) filter (where p.notify_email and p.email is not null) into v_people, v_mails
    from private.audience(p_event_id, null, 'everyone') as u join public.profiles p on p.id = u;

  if p_change ? 'singer' and v_asked and not exists (
    select from public.singers s where s.id = v_was.singer_id
      and (s.id::text = p_change -> 'singer' ->> 'id' or private.fold_text(s.name) = private.fold_text(p_change -> 'singer' ->> 'name')))
  then
    v_refused := v_refused || jsonb_build_object('path', 'singer', 'code', 'in_use');
  end if;
  if (v_event.date, v_event.city, v_event.venue) is distinct from (v_was.date, v_was.city, v_was.venue) then
    if v_was.status = 'cancelled' then
      v_refused := v_refused || jsonb_build_object('path', 'date', 'code', 'not_on_sale');
    elsif v_asked and not private.is_admin() then
      v_refused := v_refused || jsonb_build_object('path', 'date', 'code', 'forbidden');
    elsif v_asked then
      v_will := v_will || 'moves'::text;
      if v_event.date <> v_was.date and v_people > 0 then
        v_will := v_will || 'opens_refunds'::text;
      end if;
      if v_people > 0 and v_event.date > now() - private.goes_on_for() then
        v_will := v_will || 'tells_people'::text;
      end if;
    end if;
  end if;

  v_zones := private.field_list(p_change, 'categories', '', 60);
  for v_here in 0 .. jsonb_array_length(v_zones) - 1 loop
    v_path := format('categories[%s]', v_here);
    v_zone := v_zones -> v_here;
    perform private.refuse_unknown_keys(v_zone, private.zone_keys() || array['remove', 'revision'], v_path);
    select * into v_category from public.ticket_categories c
      where c.id = private.field_id(v_zone, 'id', v_path) and c.event_id = p_event_id;
    if not found then
      v_from := private.field_instant(v_zone, 'sale_from', v_path);
      v_until := private.field_instant(v_zone, 'sale_until', v_path);
      v_will := v_will || case when private.sells_at(v_event, v_from, v_until) then array['adds_zone', 'opens_sale'] else array['adds_zone'] end;
      continue;
    end if;
    if v_zone -> 'remove' = 'true' then
      v_will := v_will || 'removes_zone'::text;
      if private.category_in_use(v_category.id) then
        v_refused := v_refused || jsonb_build_object('path', v_path, 'code', 'in_use');
      end if;
      continue;
    end if;
    if private.has_claims(v_category.id) and (
      v_zone ? 'price' and private.field_number(v_zone, 'price', v_path, false) is distinct from v_category.price
      or v_zone ? 'phases' and private.phases_of(v_zone, '0') is distinct from v_category.phases
      or v_zone ? 'is_free' and private.field_flag(v_zone, 'is_free', v_path) is distinct from v_category.is_free)
    then
      v_will := v_will || 'price_of_next'::text;
    end if;
    if v_zone ? 'is_hidden' and private.field_flag(v_zone, 'is_hidden', v_path) <> v_category.is_hidden then
      v_will := v_will || case when v_category.is_hidden then 'shows_zone'::text else 'hides_zone' end;
    end if;
    if v_zone ? 'total' and private.field_number(v_zone, 'total', v_path, true) < v_category.tickets_sold + v_category.tickets_kept then
      v_refused := v_refused || jsonb_build_object('path', v_path || '.total', 'code', 'seats_claimed');
    end if;
    v_from := case when v_zone ? 'sale_from' then private.field_instant(v_zone, 'sale_from', v_path) else v_category.sale_from end;
    v_until := case when v_zone ? 'sale_until' then private.field_instant(v_zone, 'sale_until', v_path) else v_category.sale_until end;
    if private.sells_at(v_event, v_from, v_until) <> private.sells_at(v_was, v_category.sale_from, v_category.sale_until) then
      v_will := v_will || case when private.sells_at(v_event, v_from, v_until) then 'opens_sale'::text else 'stops_sale' end;
    end if;
  end loop;
  if p_change ->> 'publish' = 'now' and v_was.published_at is null then
    v_will := v_will || 'publishes'::text;
  end if;

  return jsonb_build_object(
    'tickets', (select coalesce(sum(t.quantity), 0) from public.user_tickets t where t.event_id = p_event_id and t.revoked_at is null),
    'people', v_people,
    'mails', v_mails,
    'pending', (
      select count(distinct l.payment_id) from public.payment_lines l
      where l.event_id = p_event_id and l.payment_status = 'pending'),
    'held', (
      select count(*) from public.seat_claims c
      where c.event_id = p_event_id and c.state = 'held' and c.expires_at > now()),
    'will', (select coalesce(jsonb_agg(w order by n), '[]') from (
      select w, min(n) as n from unnest(v_will) with ordinality as u(w, n) group by w) as once),
    'refused', v_refused);
end
$$;

comment on function public.edit_concerns(uuid, jsonb) is
  'Returns whom a change of change_concert concerns and what it sets off, and changes nothing: {tickets: seats that are '
  'sold with a ticket, people: who has or waits for some, mails: of these by mail, pending: payments under review, held: '
  'seats, will: [moves, opens_refunds, tells_people, price_of_next (what is sold keeps its price), opens_sale, '
  'stops_sale, hides_zone, shows_zone, adds_zone, removes_zone, publishes], refused: [{path, code}] of what change_concert would refuse}. Admins '
  'and events staff. Refusals: PT400 invalid, PT401 not_signed_in, PT403 forbidden, PT404 not_found. Security definer: reads claims '
  'and tickets of all.';

create function private.change_zone(p_event_id uuid, p_zone jsonb, p_layout_id uuid, p_path text) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_id uuid := private.field_id(p_zone, 'id', p_path);
  v_was public.ticket_categories;
  v_detail text;
  v_hint text;
begin
  if v_id is null then
    perform private.refuse(400, 'invalid', p_path || '.id', 'Each zone has an id.');
  end if;
  select * into v_was from public.ticket_categories c where c.id = v_id for update;
  if not found then
    if coalesce(p_zone -> 'remove', 'false') <> 'true' then
      perform private.write_zone(p_event_id, v_id, p_zone, p_layout_id, '0', p_path);
    end if;
    return;
  end if;
  if v_was.event_id <> p_event_id then
    perform private.refuse(400, 'invalid', p_path || '.id', 'This zone is of another event.');
  end if;
  if p_zone ? 'kind' or p_zone ? 'section_ids' then
    perform private.refuse(400, 'invalid', p_path || '.kind', 'Seats of a stored zone change on the page Tickets.');
  end if;
  if p_zone -> 'remove' = 'true' then
    delete from public.ticket_categories c where c.id = v_id;
    return;
  end if;
  begin
    update public.ticket_categories c set
        name = case when p_zone ? 'name' then private.field_text(p_zone, 'name', p_path) else c.name end,
        price = case when p_zone ? 'price' then private.field_number(p_zone, 'price', p_path, false) else c.price end,
        total_tickets = case when p_zone ? 'total' then private.field_number(p_zone, 'total', p_path, true) else c.total_tickets end,
        sale_from = case when p_zone ? 'sale_from' then private.field_instant(p_zone, 'sale_from', p_path) else c.sale_from end,
        sale_until = case when p_zone ? 'sale_until' then private.field_instant(p_zone, 'sale_until', p_path) else c.sale_until end,
        phases = case when p_zone ? 'phases' then private.phases_of(p_zone, '0') else c.phases end,
        is_free = case when p_zone ? 'is_free' then private.field_flag(p_zone, 'is_free', p_path) else c.is_free end,
        is_hidden = case when p_zone ? 'is_hidden' then private.field_flag(p_zone, 'is_hidden', p_path) else c.is_hidden end,
        revision = coalesce(private.field_number(p_zone, 'revision', p_path, true), c.revision)
      where c.id = v_id;
  exception when sqlstate 'PT400' then
    get stacked diagnostics v_detail = pg_exception_detail, v_hint = pg_exception_hint;
    perform private.refuse(400, 'invalid', private.zone_path(p_path, v_detail), v_hint);
  end;
end
$$;

comment on function private.change_zone(uuid, jsonb, uuid, text) is
  'Changes, adds or removes one price zone of an event. PT400 invalid with the path, PT409 as direct edits.';

create function public.change_concert(p_event_id uuid default null, p_revision integer default null, p_change jsonb default null)
  returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_was public.events := private.lock_own_event(p_event_id);
  v_event public.events;
  v_zones jsonb;
  v_layout uuid;
begin
  if p_revision is distinct from v_was.revision then
    perform private.refuse(409, 'changed_meanwhile', v_was.revision::text,
      'The row was changed since it was read; detail is its revision now.');
  end if;
  v_event := private.changed_event(v_was, p_change);
  if coalesce(private.field_text(p_change, 'publish', ''), 'now') <> 'now' then
    perform private.refuse(400, 'invalid', 'publish', 'publish is now, or missing.');
  end if;
  if p_change ? 'singer' then
    v_event.singer_id := private.singer_of(p_change -> 'singer');
  end if;
  if v_event.singer_id <> v_was.singer_id and (v_was.status = 'cancelled' or private.is_asked_for(p_event_id)) then
    perform private.refuse_other_singer();
  end if;
  if (v_event.date, v_event.city, v_event.venue) is distinct from (v_was.date, v_was.city, v_was.venue) then
    if private.is_asked_for(p_event_id) then
      -- It opens refunds.
      perform private.require_admin();
    end if;
    perform private.check_move(v_was, v_event.date, 'date');
  end if;
  update public.events e set
      singer_id = v_event.singer_id, city = v_event.city, venue = v_event.venue, date = v_event.date, genre = v_event.genre,
      state = v_event.state, doors_at = v_event.doors_at, ends_at = v_event.ends_at, description = v_event.description,
      line_up = v_event.line_up, listen_url = v_event.listen_url, minimum_age = v_event.minimum_age, sung_in = v_event.sung_in, rules = v_event.rules,
      poster = v_event.poster, poster_alt = v_event.poster_alt
    where e.id = p_event_id;
  v_zones := private.field_list(p_change, 'categories', '', 60);
  v_layout := private.hall_of(p_change -> 'hall');
  for v_here in 0 .. jsonb_array_length(v_zones) - 1 loop
    perform private.refuse_unknown_keys(v_zones -> v_here, private.zone_keys() || array['remove', 'revision'], format('categories[%s]', v_here));
    perform private.change_zone(p_event_id, v_zones -> v_here, v_layout, format('categories[%s]', v_here));
  end loop;
  if p_change ? 'publish' then
    perform public.publish_event(p_event_id);
  end if;
  return private.saved_concert(array[p_event_id], false)
    || jsonb_build_object('revision', (select e.revision from public.events e where e.id = p_event_id));
end
$$;

comment on function public.change_concert(uuid, integer, jsonb) is
  'Changes an event and its zones in one transaction, or nothing. p_change has the fields of save_concert, with date, '
  'doors_at and ends_at beside them; a missing field stays, null empties it, and publish is now or missing. Of the '
  'zones those listed change: {id, name, price, total, sale_from, sale_until, phases, is_free, is_hidden, '
  'revision}, {id, remove: true}, or a new id with the fields of save_concert. Another date or place moves what is sold, as move_event does. Returns {events, '
  'repeated: false, revision}. Admins and events staff. Refusals: PT400 invalid (detail: the path), PT401 not_signed_in, PT403 '
  'forbidden (also for events staff who move what is sold), PT404 not_found, PT409 changed_meanwhile, in_use (the singer of what is sold, or a zone in use), '
  'not_on_sale (a cancelled event moves), seats_claimed, section_taken, sold_exceeds_total, other_layout. Security '
  'definer: locks the event.';

insert into private.rights (roles, privileges, object) values
  ('anon, authenticated', 'execute', 'function public.save_concert(jsonb)'),
  ('anon, authenticated', 'execute', 'function public.edit_concerns(uuid, jsonb)'),
  ('anon, authenticated', 'execute', 'function public.change_concert(uuid, integer, jsonb)');
