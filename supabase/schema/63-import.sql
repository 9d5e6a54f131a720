-- Import: events of a file, singer → city → {date, venue, tickets: {name: rupees}, time?, genre?, state?}, or a list of these
-- for several nights in one city, all or none.
-- src/shop/catalogue/import/bulk-import.ts checks the same rules with the same messages first.

create function private.import_step(p_name text) returns text
  language sql immutable set search_path = ''
as $$
  select case
    when private.clean_text(p_name) = '' then '(empty)'
    when char_length(p_name) > 80 then left(p_name, 80) || '…'
    else p_name
  end
$$;

comment on function private.import_step(text) is 'Returns a name as the path of a problem shows it.';

create function private.is_line(p_value jsonb, p_longest integer) returns boolean
  language sql immutable set search_path = ''
as $$
  select jsonb_typeof(p_value) is not distinct from 'string'
    and char_length(private.clean_text(p_value #>> '{}')) between 1 and p_longest
    and private.clean_text(p_value #>> '{}') !~ '[\x01-\x1f\x7f]'
    and private.strip_hidden(private.clean_text(p_value #>> '{}')) = private.clean_text(p_value #>> '{}')
$$;

comment on function private.is_line(jsonb, integer) is
  'True for one line of 1 to p_longest characters after trimming, without invisible characters.';

create function private.import_instant(p_date jsonb, p_time jsonb) returns timestamptz
  language plpgsql immutable set search_path = ''
as $$
declare
  v_date text := p_date #>> '{}';
  v_time text := coalesce(p_time #>> '{}', '19:00');
  v_first date;
begin
  if jsonb_typeof(p_date) is distinct from 'string' or v_date !~ '^20[0-9]{2}-(0[1-9]|1[0-2])-[0-9]{2}$'
     or (p_time is not null and jsonb_typeof(p_time) <> 'string') or v_time !~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' then
    return null;
  end if;
  v_first := (left(v_date, 7) || '-01')::date;
  if right(v_date, 2)::integer not between 1 and extract(day from v_first + interval '1 month' - interval '1 day') then
    return null;
  end if;
  -- India has one offset without daylight saving, so this needs no zone data.
  return (v_first + right(v_date, 2)::integer - 1 + v_time::time - interval '330 minutes') at time zone 'UTC';
end
$$;

comment on function private.import_instant(jsonb, jsonb) is
  'Returns when a concert begins: YYYY-MM-DD and HH:MM (19:00 by default) in India; null when there is no such '
  'moment.';

create function private.nights_of(p_city jsonb) returns table (concert jsonb, step text)
  language sql immutable set search_path = ''
as $$
  select p_city, '' where jsonb_typeof(p_city) <> 'array'
  union all
  select value, '/' || ordinality
  from jsonb_array_elements(case when jsonb_typeof(p_city) = 'array' then p_city else '[]' end) with ordinality
$$;

comment on function private.nights_of(jsonb) is 'Returns the concerts of a city of the file, with what the path of each adds to the city''s.';

create function private.check_tickets(p_at text, p_tickets jsonb) returns setof text
  language sql immutable set search_path = ''
as $$
  select p_at || '/tickets: missing' where p_tickets is null
  union all
  select p_at || '/tickets: not an object of prices' where jsonb_typeof(p_tickets) <> 'object'
  union all
  select p_at || '/tickets: no ticket type' where p_tickets = '{}'
  union all
  select format('%s/tickets/%s: %s', p_at, private.import_step(t.name), problem)
  from (
    select key as name, value as price, row_number() over (partition by private.fold_text(key) order by ordinality) as nth
    from jsonb_each(case when jsonb_typeof(p_tickets) = 'object' then p_tickets else '{}' end) with ordinality
  ) as t,
  lateral (values
    (case
      when not private.is_line(to_jsonb(t.name), 80) then 'not a name of 1 to 80 characters'
      when t.nth > 1 then 'is listed twice'
    end),
    (case when not coalesce(
      jsonb_typeof(t.price) = 'number' and (t.price #>> '{}')::numeric between 0 and 9999999.99
        and (t.price #>> '{}')::numeric = round((t.price #>> '{}')::numeric, 2), false) then 'not a price' end)
  ) as found(problem)
  where problem is not null
$$;

comment on function private.check_tickets(text, jsonb) is 'Returns the problems of the ticket types of one concert.';

create function private.check_concert(p_at text, p_concert jsonb) returns setof text
  language plpgsql immutable set search_path = ''
as $$
begin
  if jsonb_typeof(p_concert) <> 'object' then
    return next p_at || ': not an object with date, venue and tickets';
    return;
  end if;
  if not p_concert ? 'date' then
    return next p_at || '/date: missing';
  elsif private.import_instant(p_concert -> 'date', null) is null then
    return next p_at || '/date: not a date';
  end if;
  if not p_concert ? 'venue' then
    return next p_at || '/venue: missing';
  elsif not private.is_line(p_concert -> 'venue', 160) then
    return next p_at || '/venue: not text of 1 to 160 characters';
  end if;
  if p_concert ? 'time' and (jsonb_typeof(p_concert -> 'time') <> 'string'
     or private.import_instant('"2026-01-01"', p_concert -> 'time') is null) then
    return next p_at || '/time: not a time';
  end if;
  if p_concert ->> 'genre' not in ('Rock', 'Pop', 'Classical', 'Jazz', 'Folk', 'Electronic') then
    return next p_at || '/genre: not one of Rock, Pop, Classical, Jazz, Folk, Electronic';
  end if;
  if p_concert ->> 'state' <> all (private.states()) then
    return next p_at || '/state: not a state or union territory of India';
  end if;
  return query
    select format('%s/%s: not a known field', p_at, private.import_step(name))
    from jsonb_object_keys(p_concert) as name
    where name not in ('date', 'venue', 'tickets', 'time', 'genre', 'state');
  return query select private.check_tickets(p_at, p_concert -> 'tickets');
end
$$;

comment on function private.check_concert(text, jsonb) is 'Returns the problems of one concert of the file.';

create function private.check_catalogue(p_catalogue jsonb) returns setof text
  language plpgsql immutable set search_path = ''
as $$
declare
  v_singer record;
begin
  if jsonb_typeof(p_catalogue) is distinct from 'object' then
    return next 'The file: not an object of singers';
    return;
  end if;
  if p_catalogue = '{}' then
    return next 'The file: nothing in it';
  end if;
  for v_singer in select key as name, private.import_step(key) as at, value as cities from jsonb_each(p_catalogue) loop
    if not private.is_line(to_jsonb(v_singer.name), 120) then
      return next v_singer.at || ': not a name of 1 to 120 characters';
    end if;
    if jsonb_typeof(v_singer.cities) <> 'object' then
      return next v_singer.at || ': not an object of cities';
      continue;
    end if;
    if v_singer.cities = '{}' then
      return next v_singer.at || ': no city';
    end if;
    return query
      select problem
      from jsonb_each(v_singer.cities) as city(name, nights),
        lateral (select v_singer.at || '/' || private.import_step(city.name)) as place(at),
        lateral (
          select place.at || ': not a city of 1 to 80 characters' where not private.is_line(to_jsonb(city.name), 80)
          union all
          select place.at || ': no concert' where city.nights = '[]'
          union all
          select private.check_concert(place.at || night.step, night.concert) from private.nights_of(city.nights) as night
        ) as found(problem);
  end loop;
  return query
    select concerts.at || ': is listed twice'
    from (
      select private.import_step(singer.name) || '/' || private.import_step(city.name) || night.step as at,
        row_number() over (
          partition by private.fold_text(singer.name), private.fold_text(private.canonical_city(city.name)),
            private.fold_text(night.concert ->> 'venue'),
            private.import_instant(night.concert -> 'date', night.concert -> 'time')
          order by singer.nth, city.nth, length(night.step), night.step) as nth
      from jsonb_each(p_catalogue) with ordinality as singer(name, cities, nth),
        lateral jsonb_each(case when jsonb_typeof(singer.cities) = 'object' then singer.cities else '{}' end)
          with ordinality as city(name, nights, nth),
        lateral private.nights_of(city.nights) as night
      where jsonb_typeof(night.concert) = 'object'
    ) as concerts
    where concerts.nth > 1;
end
$$;

comment on function private.check_catalogue(jsonb) is
  'Returns every problem of a file of concerts with its path: ''Arijit/Mumbai/date: not a date''.';

create function public.import_catalogue(p_catalogue jsonb, p_dry_run boolean default true) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_tickets constant integer := 100;
  c_most_concerts constant integer := 10000;
  v_problems jsonb;
  v_concert record;
  v_ticket record;
  v_singer uuid;
  v_event uuid;
  v_category uuid;
  v_status text;
  v_genre text;
  v_price numeric;
  v_new_singer boolean;
  v_new_event boolean;
  v_known text[] := '{}'::text[];
  v_tickets jsonb;
  v_events jsonb[] := '{}'::jsonb[];
  v_differences jsonb[] := '{}'::jsonb[];
  v_singers integer := 0;
  v_created integer := 0;
  v_categories integer := 0;
begin
  perform private.require_admin();
  if p_dry_run is null then
    perform private.refuse(400, 'invalid', 'p_dry_run', 'p_dry_run is true or false.');
  end if;
  v_problems := coalesce((select jsonb_agg(problem) from private.check_catalogue(p_catalogue) as problem), '[]');
  if v_problems = '[]' and (
      select count(*) from jsonb_each(p_catalogue) as singer, jsonb_each(singer.value) as city, private.nights_of(city.value))
     > c_most_concerts then
    v_problems := jsonb_build_array(format('The file: more than %s concerts', c_most_concerts));
  end if;
  if v_problems <> '[]' then
    if not p_dry_run then
      perform private.refuse(400, 'invalid', v_problems::text, 'The file has problems; detail lists them, nothing was imported.');
    end if;
    return jsonb_build_object('problems', v_problems, 'differences', '[]'::jsonb, 'events', '[]'::jsonb,
      'created', jsonb_build_object('singers', 0, 'events', 0, 'ticket_categories', 0));
  end if;

  -- Serializes imports: two of the same file would otherwise both find nothing.
  perform pg_advisory_xact_lock(hashtextextended('import_catalogue', 0));
  for v_concert in
    select private.clean_text(singer.name) as singer, private.clean_text(city.name) as city,
      private.clean_text(night.concert ->> 'venue') as venue, night.concert ->> 'genre' as genre,
      night.concert ->> 'state' as state,
      private.import_instant(night.concert -> 'date', night.concert -> 'time') as date, night.concert -> 'tickets' as tickets,
      private.import_step(singer.name) || '/' || private.import_step(city.name) || night.step as at
    from jsonb_each(p_catalogue) as singer(name, cities), lateral jsonb_each(singer.cities) as city(name, nights),
      lateral private.nights_of(city.nights) as night
    order by 1, 6, 2, 3
  loop
    v_new_event := true;
    v_event := null;
    v_status := 'scheduled';
    select s.id into v_singer from public.singers s where private.fold_text(s.name) = private.fold_text(v_concert.singer);
    v_new_singer := not found and private.fold_text(v_concert.singer) <> all (v_known);
    if v_new_singer then
      v_singers := v_singers + 1;
      v_known := v_known || private.fold_text(v_concert.singer);
      if not p_dry_run then
        insert into public.singers (name) values (v_concert.singer) returning id into v_singer;
      end if;
    end if;
    if v_singer is not null then
      select e.id, e.status, e.genre into v_event, v_status, v_genre
        from public.events e
        where e.singer_id = v_singer and e.date = v_concert.date
          and private.fold_text(e.city) = private.fold_text(private.canonical_city(v_concert.city))
          and private.fold_text(e.venue) = private.fold_text(v_concert.venue)
        order by e.status desc, e.id limit 1;
      v_new_event := not found;
    end if;
    if v_new_event then
      v_created := v_created + 1;
      v_status := 'scheduled';
      if not p_dry_run then
        insert into public.events (singer_id, city, venue, date, genre, state)
          values (v_singer, v_concert.city, v_concert.venue, v_concert.date, v_concert.genre, v_concert.state)
          returning id into v_event;
      end if;
    elsif v_status = 'cancelled' then
      v_differences := v_differences || jsonb_build_object('path', v_concert.at, 'stored', 'cancelled', 'given', 'scheduled');
    elsif v_concert.genre is not null and v_concert.genre is distinct from v_genre then
      v_differences := v_differences
        || jsonb_build_object('path', v_concert.at || '/genre', 'stored', v_genre, 'given', v_concert.genre);
    end if;

    v_tickets := '[]'::jsonb;
    for v_ticket in
      select private.clean_text(key) as name, (value #>> '{}')::numeric as price, private.import_step(key) as at
      from jsonb_each(v_concert.tickets) order by 2 desc, 1
    loop
      v_category := null;
      v_price := null;
      if not v_new_event then
        select c.id, c.price into v_category, v_price
          from public.ticket_categories c
          where c.event_id = v_event and private.fold_text(c.name) = private.fold_text(v_ticket.name)
          order by c.created_at, c.id limit 1;
        if v_category is not null and v_price <> v_ticket.price then
          v_differences := v_differences || jsonb_build_object(
            'path', v_concert.at || '/tickets/' || v_ticket.at, 'stored', v_price, 'given', v_ticket.price);
        end if;
      end if;
      if v_category is null and v_status = 'scheduled' then
        v_categories := v_categories + 1;
        if not p_dry_run then
          insert into public.ticket_categories (event_id, name, price, total_tickets)
            values (v_event, v_ticket.name, v_ticket.price, c_tickets);
        end if;
      end if;
      v_tickets := v_tickets || jsonb_build_object('name', v_ticket.name, 'price', coalesce(v_price, v_ticket.price),
        'new', v_category is null and v_status = 'scheduled');
    end loop;
    v_events := v_events || jsonb_build_object('singer', v_concert.singer, 'city', v_concert.city, 'venue', v_concert.venue,
      'date', v_concert.date, 'genre', v_concert.genre, 'state', v_concert.state, 'new_singer', v_new_singer, 'new', v_new_event, 'tickets', v_tickets);
  end loop;
  return jsonb_build_object('problems', '[]'::jsonb, 'differences', to_jsonb(v_differences), 'events', to_jsonb(v_events),
    'created', jsonb_build_object('singers', v_singers, 'events', v_created, 'ticket_categories', v_categories));
end
$$;

comment on function public.import_catalogue(jsonb, boolean) is
  'Imports a file of concerts in one transaction: missing singers, events and ticket categories of 100 tickets, none '
  'sold. Returns {problems: ["Arijit/Mumbai/date: not a date"], differences: [{path, stored, given}], events: '
  '[{singer, city, venue, date, genre, state, new_singer, new, tickets: [{name, price, new}]}], created: {singers, events, '
  'ticket_categories}}; with p_dry_run it writes nothing. Same singer, city, venue and instant is the same event: '
  'importing again creates nothing, a different price or genre is a difference and stays as stored. A name that comes twice in one object '
  'keeps its last here: jsonb does that before, so who sends a file looks for it (src/platform/text/json-keys.ts, the shop''s own server). '
  'PT400 invalid, '
  'detail the problems, imports nothing. Admins only. Security definer: writes columns that clients may not insert.';

insert into private.rights (roles, privileges, object) values
  ('anon, authenticated', 'execute', 'function public.import_catalogue(jsonb, boolean)');
