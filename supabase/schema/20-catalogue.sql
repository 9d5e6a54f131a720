-- Catalogue: singers, events, ticket categories. World-readable once published and synced to every device; admins
-- write it. Deleting cascades downwards; the guards of 59-event-changes.sql refuse rows in use.

create table public.singers (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint singers_name_filled check (name = private.clean_text(name) and name <> '')
);

comment on table public.singers is 'Artists. Names are unique, trimmed and case-folded.';

create unique index singers_name_key on public.singers (private.fold_text(name));

create index singers_updated_at on public.singers (updated_at);

create table public.events (
  id uuid primary key default gen_random_uuid(),
  singer_id uuid not null references public.singers (id) on delete cascade,
  city text not null,
  venue text not null,
  date timestamptz not null,
  previous_date timestamptz,
  status text not null default 'scheduled',
  cancelled_reason text,
  genre text,
  revision integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  moved_at timestamptz,
  description text,
  line_up text[],
  listen_url text,
  doors_at timestamptz,
  ends_at timestamptz,
  minimum_age smallint,
  sung_in text[],
  rules text,
  poster text,
  poster_alt text,
  published_at timestamptz default now(),
  paused_at timestamptz,
  screen_only boolean not null default false,
  state text,
  constraint events_status_known check (status in ('scheduled', 'cancelled')),
  constraint events_genre_known check (genre in ('Rock', 'Pop', 'Classical', 'Jazz', 'Folk', 'Electronic')),
  constraint events_city_filled check (city <> ''),
  constraint events_venue_filled check (venue <> ''),
  constraint events_doors_in_time check (doors_at <= date and doors_at >= date - interval '1 day'),
  constraint events_end_in_time check (ends_at > date and ends_at <= date + interval '3 days'),
  constraint events_age_possible check (minimum_age between 1 and 99),
  constraint events_poster_described check ((poster is null) = (poster_alt is null))
);

comment on table public.events is 'Concerts, on sale while scheduled and not begun.';

comment on column public.events.date is 'When the event begins.';

comment on column public.events.previous_date is
  'The start before the last move that came after a customer asked for tickets.';

comment on column public.events.status is 'scheduled or cancelled; only cancel_event changes it.';

comment on column public.events.revision is 'Raised when staff change the event; an edit sends the one it saw.';

comment on column public.events.moved_at is
  'When the event last got another date after a customer asked for tickets; only a trigger sets it.';

comment on column public.events.description is
  'What the concert is, for customers: paragraphs, lists, bold, links in Markdown; null without.';

comment on column public.events.line_up is 'Who plays, in order; null without.';

comment on column public.events.listen_url is 'Where one hears or sees them: an https address at another site; null without.';

comment on column public.events.doors_at is 'When doors open; a move of the start moves it along.';

comment on column public.events.ends_at is 'When the event ends; a move of the start moves it along.';

comment on column public.events.sung_in is 'Languages of the songs, by their English names; null without.';

comment on column public.events.rules is 'House rules of this event, in the same Markdown as the description.';

comment on column public.events.poster is
  'Beginning of the names of the poster''s files in the bucket posters: <event id>/<hash>-<width>x<height>-<format>; '
  'null shows a drawn one.';

comment on column public.events.poster_alt is 'What the poster shows, for those who do not see it.';
comment on column public.events.published_at is
  'When the event was last published; null for a draft, which only admins and gate staff see. Never in the future.';

comment on column public.events.paused_at is 'Since when nothing new of the event is sold; null while it sells.';

comment on column public.events.screen_only is
  'Codes are bound to the holder''s device and change with the time; others, on paper too, are to be checked at the gate. Only '
  'set_pass_rules writes it.';
comment on column public.events.state is
  'The state or union territory of the venue, of private.states(), for its local tax; null when unknown.';

create index events_singer_id on public.events (singer_id);

create index events_date on public.events (date);

create index events_updated_at on public.events (updated_at);

create index events_drafts on public.events (id) where published_at is null;

create table public.ticket_categories (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  name text not null,
  price numeric(12, 2) not null,
  total_tickets integer not null,
  tickets_sold integer not null default 0,
  grid_columns integer,
  revision integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  is_standing boolean not null default false,
  sale_from timestamptz,
  sale_until timestamptz,
  tickets_kept integer not null default 0,
  phases jsonb not null default '[]',
  is_free boolean not null default false,
  is_hidden boolean not null default false,
  constraint ticket_categories_name_filled check (name <> ''),
  constraint ticket_categories_price_possible check (price >= 0 and price <= 9999999.99),
  constraint ticket_categories_total_positive check (total_tickets >= 1),
  constraint ticket_categories_sold_possible check (tickets_sold >= 0 and tickets_sold <= total_tickets),
  constraint ticket_categories_window_possible check (sale_until > sale_from),
  constraint ticket_categories_kept_possible check (tickets_kept >= 0 and tickets_sold + tickets_kept <= total_tickets),
  constraint ticket_categories_free_possible check (jsonb_typeof(phases) = 'array' and (not is_free or price = 0 and phases = '[]'))
);

comment on table public.ticket_categories is 'What an event sells, at which price.';

comment on column public.ticket_categories.price is 'Rupees for one seat, before GST and fee.';

comment on column public.ticket_categories.total_tickets is
  'Number of seats: typed by staff, or with a layout the number of sellable seats of its sections.';

comment on column public.ticket_categories.tickets_sold is
  'The number of sold seat claims, box office included; the database keeps it.';

comment on column public.ticket_categories.tickets_kept is
  'The number of seats that staff keep from the sale; the database keeps it.';

comment on column public.ticket_categories.grid_columns is
  'Seats in a row of the specified grid, frozen by the first claim; null with a layout and for standing places.';

comment on column public.ticket_categories.is_standing is
  'True for places without seat numbers: customers choose how many, and the database gives each a number.';

comment on column public.ticket_categories.is_hidden is
  'True for a category that is seen and sold only with an access code that opens it (42-codes.sql).';

comment on column public.ticket_categories.revision is
  'Raised when staff change the category, not when seats are sold; an edit sends the one it saw.';

comment on column public.ticket_categories.sale_from is 'The first moment at which it is sold; null: no bound.';

comment on column public.ticket_categories.sale_until is 'The moment from which it is sold no more; null: no bound.';

comment on column public.ticket_categories.phases is
  'At most 10 {name, price, until, until_sold}, in order: the first that has not ended, at a moment or when so many are '
  'sold, sets the price instead of price (44-phases.sql).';

comment on column public.ticket_categories.is_free is
  'True for tickets that cost nothing, without fee and tax; a price of 0 alone keeps its fee.';

create index ticket_categories_event_id on public.ticket_categories (event_id);

create index ticket_categories_updated_at on public.ticket_categories (updated_at);

create index ticket_categories_hidden on public.ticket_categories (id) where is_hidden;

create function private.guard_singer() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.name := private.require_text(new.name, 'name', 120);
  if exists (select from public.singers s
             where private.fold_text(s.name) = private.fold_text(new.name) and s.id is distinct from new.id) then
    perform private.refuse(409, 'name_taken', 'name', 'There is a singer of this name.');
  end if;
  return new;
end
$$;

comment on function private.guard_singer() is
  'Trigger 20_values. Security definer: its result must not depend on which singers the writer may read.';

create function private.require_event(p_event_id uuid) returns void
  language plpgsql stable set search_path = ''
as $$
begin
  if not exists (select from public.events e where e.id = p_event_id) then
    perform private.refuse(404, 'not_found', 'p_event_id', 'There is no such event.');
  end if;
end
$$;

comment on function private.require_event(uuid) is 'PT404 not_found for anything but an event''s id.';

create function private.guard_event() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.city := private.canonical_city(private.require_text(new.city, 'city', 80));
  new.venue := private.require_text(new.venue, 'venue', 160);
  if new.date is null or not isfinite(new.date)
     or new.date < '2000-01-01 00:00+00' or new.date >= '2100-01-01 00:00+00' then
    perform private.refuse(400, 'invalid', 'date', 'date must be a time in this century.');
  end if;
  if new.genre is not null
     and new.genre not in ('Rock', 'Pop', 'Classical', 'Jazz', 'Folk', 'Electronic') then
    perform private.refuse(400, 'invalid', 'genre', 'genre is one of the six, or null.');
  end if;
  if new.state <> all (private.states()) then
    perform private.refuse(400, 'invalid', 'state', 'state is a state or union territory of India, or null.');
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

  -- Who asked for seats sees the earlier date, as after move_event.
  if new.date is distinct from old.date and new.previous_date is not distinct from old.previous_date
     and private.is_asked_for(old.id) then
    new.previous_date := old.date;
  end if;

  new.revision := old.revision;
  if (new.singer_id, new.city, new.venue, new.date, new.genre, new.status, new.cancelled_reason, new.state)
     is distinct from
     (old.singer_id, old.city, old.venue, old.date, old.genre, old.status, old.cancelled_reason, old.state) then
    new.revision := old.revision + 1;
  end if;
  return new;
end
$$;

comment on function private.guard_event() is
  'Trigger 20_values. Security definer: reads singers and seat_claims whatever the writer may read.';

create function private.goes_on_for() returns interval
  language sql immutable parallel safe set search_path = ''
as $$ select interval '6 hours' $$;

comment on function private.goes_on_for() is
  'Returns for how long after its start an event goes on: it is sold at the door, its people are told of changes, and its '
  'tickets are upcoming. As SELLS_AFTER_START_MS in src/shop/box-office/door-sale.ts.';

create function private.require_paragraphs(p_value text, p_argument text, p_longest integer) returns text
  language plpgsql immutable set search_path = ''
as $$
declare
  v_text text;
begin
  if p_value is null then
    return null;
  end if;
  if octet_length(p_value) <= 12 * p_longest + 1024 then
    v_text := private.clean_text(private.strip_hidden(translate(replace(p_value, E'\r\n', E'\n'), E'\r\t', E'\n ')));
  end if;
  if v_text is null or char_length(v_text) > p_longest or v_text ~ '[\x01-\x09\x0b-\x1f\x7f]' then
    perform private.refuse(400, 'invalid', p_argument,
      format('%s must be text of at most %s characters.', p_argument, p_longest));
  end if;
  return nullif(v_text, '');
end
$$;

comment on function private.require_paragraphs(text, text, integer) is
  'Returns cleaned lines of at most p_longest characters, null for none, or PT400 invalid naming p_argument.';

create function private.require_names(p_names text[], p_argument text, p_most integer, p_longest integer) returns text[]
  language plpgsql immutable set search_path = ''
as $$
begin
  if p_names is null or cardinality(p_names) = 0 then
    return null;
  end if;
  if array_ndims(p_names) > 1 or cardinality(p_names) > p_most then
    perform private.refuse(400, 'invalid', p_argument, format('%s has at most %s names.', p_argument, p_most));
  end if;
  return (select array_agg(private.require_text(n.name, p_argument, p_longest) order by n.at)
          from unnest(p_names) with ordinality as n(name, at));
end
$$;

comment on function private.require_names(text[], text, integer, integer) is
  'Returns at most p_most cleaned names of 1 to p_longest characters in their order, null for none, or PT400 invalid '
  'naming p_argument.';

create function private.guard_event_about() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  c_longest_description constant integer := 6000;
  c_longest_rules constant integer := 3000;
  c_longest_link constant integer := 300;
begin
  new.description := private.require_paragraphs(new.description, 'description', c_longest_description);
  new.rules := private.require_paragraphs(new.rules, 'rules', c_longest_rules);
  new.line_up := private.require_names(new.line_up, 'line_up', 30, 120);
  new.sung_in := private.require_names(new.sung_in, 'sung_in', 10, 40);
  if length(new.listen_url) > c_longest_link or new.listen_url !~ '^https://[a-z0-9-]+([.][a-z0-9-]+)+[/?#][!-~]*$' then
    perform private.refuse(400, 'invalid', 'listen_url', 'listen_url is an https address at a named host, or null.');
  end if;
  if new.minimum_age not between 1 and 99 then
    perform private.refuse(400, 'invalid', 'minimum_age', 'minimum_age is 1 to 99, or null.');
  end if;
  if tg_op = 'UPDATE' and new.date is distinct from old.date then
    if new.doors_at is not distinct from old.doors_at then
      new.doors_at := old.doors_at + (new.date - old.date);
    end if;
    if new.ends_at is not distinct from old.ends_at then
      new.ends_at := old.ends_at + (new.date - old.date);
    end if;
  end if;
  if new.doors_at > new.date or new.doors_at < new.date - interval '1 day' then
    perform private.refuse(400, 'invalid', 'doors_at', 'Doors open at most a day before the start, never after it.');
  end if;
  if new.ends_at <= new.date or new.ends_at > new.date + interval '3 days' then
    perform private.refuse(400, 'invalid', 'ends_at', 'The end comes after the start, within three days.');
  end if;
  if new.poster !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{16}-[1-9][0-9]{2,3}x[1-9][0-9]{2,3}-(jpg|webp|avif)$' then
    perform private.refuse(400, 'invalid', 'poster', 'poster is a name in the bucket posters, or null.');
  end if;
  new.poster_alt := case when new.poster is not null then private.require_text(new.poster_alt, 'poster_alt', 300) end;
  if tg_op = 'UPDATE' and new.revision = old.revision
     and (new.description, new.line_up, new.listen_url, new.doors_at, new.ends_at, new.minimum_age, new.sung_in, new.rules, new.poster,
          new.poster_alt)
       is distinct from
       (old.description, old.line_up, old.listen_url, old.doors_at, old.ends_at, old.minimum_age, old.sung_in, old.rules, old.poster,
        old.poster_alt) then
    new.revision := old.revision + 1;
  end if;
  return new;
end
$$;

comment on function private.guard_event_about() is
  'Trigger 22_about, after 20_values: what an event says about itself. PT400 invalid with the column. Security '
  'definer: the writer may not call the functions that check it.';

create function private.guard_ticket_category() returns trigger
  language plpgsql security definer set search_path = ''
as $$
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
  if (new.event_id, new.name, new.price, new.total_tickets, new.is_standing, new.sale_from, new.sale_until, new.is_hidden)
     is distinct from (old.event_id, old.name, old.price, old.total_tickets, old.is_standing, old.sale_from, old.sale_until, old.is_hidden) then
    new.revision := old.revision + 1;
  end if;
  return new;
end
$$;

comment on function private.guard_ticket_category() is
  'Trigger 20_values. Security definer: reads events whatever the writer may read. tickets_sold does not raise the '
  'revision; updated_at detects a stale edit of it.';

create function private.is_known_by_payment(p_payment_id uuid, p_ticket_category_id uuid) returns boolean
  language plpgsql stable set search_path = ''
as $$
begin
  return not exists (
      select from public.payment_flags g where g.payment_id = p_payment_id and g.flag in ('not_on_sale', 'without_code'))
    or exists (
      select from public.payments p join private.orders o on o.id = p.order_id
      where p.id = p_payment_id
        and o.lines @> jsonb_build_array(jsonb_build_object('ticket_category_id', p_ticket_category_id)));
end
$$;

comment on function private.is_known_by_payment(uuid, uuid) is
  'True when the customer of this payment knows the category: it was on sale, or the order held it once. Money sent for an id that was '
  'found or guessed shows nothing.';

create function private.living_user() returns uuid
  language plpgsql stable set search_path = ''
as $$
declare
  v_user uuid := auth.uid();
begin
  return case when v_user is not null and private.session_lives(v_user) then v_user end;
end
$$;

comment on function private.living_user() is
  'Returns the caller; null for a visitor and for a session that has ended, which reads as a visitor does.';

create function private.hidden_events() returns setof uuid
  language plpgsql stable security definer rows 20 set search_path = ''
as $$
declare
  v_user uuid;
begin
  -- Nearly always: no draft at all.
  if not exists (select from public.events e where e.published_at is null) then
    return;
  end if;
  v_user := private.living_user();
  if v_user is not null and private.may('events', 'payments', 'gate') then
    return;
  end if;
  return query
    select e.id from public.events e
    where e.published_at is null
      -- A late payment can be recorded after an event went back to draft; its customer still reads the event.
      and not exists (select from public.user_tickets t where t.user_id = v_user and t.event_id = e.id)
      and not exists (select from public.payment_lines l
        where l.user_id = v_user and l.event_id = e.id and private.is_known_by_payment(l.payment_id, l.ticket_category_id));
end
$$;

comment on function private.hidden_events() is
  'Returns the drafts that the caller may not see: all for a visitor and for a session that has ended, none for '
  'staff but the box office''s. Policies evaluate it once a statement. Security definer: reads sessions, tickets and lines for every caller.';

create function private.hidden_categories() returns setof uuid
  language plpgsql stable security definer rows 100 set search_path = ''
as $$
declare
  v_user uuid;
begin
  if exists (select from public.events e where e.published_at is null) then
    return query
      select c.id from private.hidden_events() as h join public.ticket_categories c on c.event_id = h;
  end if;
  -- Nearly always: no category needs a code.
  if not exists (select from public.ticket_categories c where c.is_hidden) then
    return;
  end if;
  v_user := private.living_user();
  if v_user is not null and private.may('events', 'payments', 'gate', 'box_office') then
    return;
  end if;
  return query
    select c.id from public.ticket_categories c
    where c.is_hidden
      and not exists (select from public.user_tickets t where t.user_id = v_user and t.ticket_category_id = c.id)
      and not exists (select from public.payment_lines l
        where l.user_id = v_user and l.ticket_category_id = c.id and private.is_known_by_payment(l.payment_id, c.id));
end
$$;

comment on function private.hidden_categories() is
  'Returns the ticket categories of hidden_events, and those that need a code and of which the caller has no ticket and '
  'no payment that is_known_by_payment; staff see all. Security definer: the same whatever the caller reads of them.';

create function private.hidden_singers() returns setof uuid
  language plpgsql stable security definer rows 20 set search_path = ''
as $$
declare
  v_drafts uuid[];
begin
  -- Nearly always: each singer has a published event.
  if not exists (
      select from public.singers s
      where not exists (select from public.events e where e.singer_id = s.id and e.published_at is not null))
     or private.living_user() is not null and private.may('events', 'payments', 'gate') then
    return;
  end if;
  v_drafts := array(select h from private.hidden_events() as h);
  return query
    select s.id from public.singers s
    where not exists (select from public.events e where e.singer_id = s.id and e.id <> all (v_drafts));
end
$$;

comment on function private.hidden_singers() is
  'Returns the singers that the caller may not see: those without an event that the caller sees; none for staff but the '
  'box office''s. Security definer: as hidden_events.';

create function private.forget_on_devices(p_table text, p_id uuid) returns void
  language sql volatile set search_path = ''
as $$
  insert into public.deleted_rows ("table", id, at)
    select p_table, p_id, clock_timestamp()
      where p_table = 'seating_layouts'
        or p_table = 'singers' and exists (select from public.events e where e.singer_id = p_id and e.published_at is not null)
        or p_table = 'events' and exists (select from public.events e where e.id = p_id and e.published_at is not null)
    union all
    select v."table", c.id, clock_timestamp()
      from public.ticket_categories c
      join public.events e on e.id = c.event_id
      cross join (values ('ticket_categories'), ('ticket_category_layouts')) as v ("table")
      where e.published_at is not null and not c.is_hidden
        and (p_table = 'events' and e.id = p_id or p_table in ('ticket_categories', v."table") and c.id = p_id)
        and (v."table" = 'ticket_categories'
          or exists (select from public.ticket_category_layouts l where l.ticket_category_id = c.id))
    on conflict ("table", id) do update set at = excluded.at
$$;

comment on function private.forget_on_devices(text, uuid) is
  'Tells devices to delete a row that is about to go or to become a draft, and what hangs on it: an event''s categories, a category''s '
  'layout. Names nothing of drafts, of hidden categories and of singers without a published event, which no device has.';

create function private.note_hidden_category() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.is_hidden then
    insert into public.deleted_rows ("table", id, at)
      select v."table", new.id, clock_timestamp() from (values ('ticket_categories'), ('ticket_category_layouts')) as v ("table")
      where exists (select from public.events e where e.id = new.event_id and e.published_at is not null)
      on conflict ("table", id) do update set at = excluded.at;
  else
    delete from public.deleted_rows d where d.id = new.id and d."table" in ('ticket_categories', 'ticket_category_layouts');
    -- Devices that have synced since it was written ask only for later changes.
    update public.ticket_category_layouts l set section_ids = l.section_ids where l.ticket_category_id = new.id;
  end if;
  return null;
end
$$;

comment on function private.note_hidden_category() is
  'Trigger note_hidden: devices forget a category that now needs a code, and get back one that no longer does. A draft''s are on '
  'none. Security definer: no role may write deleted_rows.';

create function private.refuse_direct_edit() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  perform private.refuse(403, 'forbidden', '', 'This column changes through a function only.');
  return null;
end
$$;

comment on function private.refuse_direct_edit() is
  'Trigger 10_refuse_direct: refuses a write by a client itself to a column that only functions change.';

create trigger "20_values" before insert or update on public.singers
  for each row execute function private.guard_singer();

create trigger "90_stamp" before insert or update on public.singers
  for each row execute function private.stamp_row();

create trigger note_deletion before insert or delete on public.singers
  for each row execute function private.note_deletion('id');

create trigger audit after insert or update or delete on public.singers
  for each row execute function private.audit_row('id');

create trigger "10_refuse_direct" before update on public.events
  for each row when (
    current_user in ('anon', 'authenticated')
    and (new.status, new.previous_date, new.cancelled_reason)
      is distinct from (old.status, old.previous_date, old.cancelled_reason)
  ) execute function private.refuse_direct_edit();

create trigger "10_refuse_stale" before update on public.events
  for each row when (new.revision is distinct from old.revision) execute function private.refuse_stale_edit();

create trigger "20_values" before insert or update on public.events
  for each row execute function private.guard_event();

create trigger "22_about" before insert or update on public.events
  for each row execute function private.guard_event_about();

create trigger "90_stamp" before insert or update on public.events
  for each row execute function private.stamp_row();

create trigger note_deletion before insert or delete on public.events
  for each row execute function private.note_deletion('id');

create trigger audit after insert or update or delete on public.events
  for each row execute function private.audit_row('id');

create trigger "10_refuse_stale" before update on public.ticket_categories
  for each row when (new.revision is distinct from old.revision) execute function private.refuse_stale_edit();

create trigger "20_values" before insert or update on public.ticket_categories
  for each row execute function private.guard_ticket_category();

create trigger "90_stamp" before insert or update on public.ticket_categories
  for each row execute function private.stamp_row();

create trigger note_deletion before insert or delete on public.ticket_categories
  for each row execute function private.note_deletion('id');

create trigger note_hidden after update of is_hidden on public.ticket_categories
  for each row when (new.is_hidden <> old.is_hidden) execute function private.note_hidden_category();

create trigger audit after insert or update or delete on public.ticket_categories
  for each row execute function private.audit_row('id');

alter table public.singers enable row level security;

create policy "Everyone reads singers of published events" on public.singers
  for select to anon, authenticated using (id not in (select h from private.hidden_singers() as h));

create policy "Events staff add singers" on public.singers
  for insert to authenticated with check ((select private.may('events')));

create policy "Events staff change singers" on public.singers
  for update to authenticated using ((select private.may('events'))) with check ((select private.may('events')));

create policy "Events staff delete singers" on public.singers
  for delete to authenticated using ((select private.may('events')));

alter table public.events enable row level security;

create policy "Everyone reads published events" on public.events
  for select to anon, authenticated using (id not in (select h from private.hidden_events() as h));

create policy "Events staff add events" on public.events
  for insert to authenticated with check ((select private.may('events')));

create policy "Events staff change events" on public.events
  for update to authenticated using ((select private.may('events'))) with check ((select private.may('events')));

create policy "Events staff delete events" on public.events
  for delete to authenticated using ((select private.may('events')));

alter table public.ticket_categories enable row level security;

create policy "Everyone reads ticket categories of published events" on public.ticket_categories
  for select to anon, authenticated using (id not in (select h from private.hidden_categories() as h));

create policy "Events staff add ticket categories" on public.ticket_categories
  for insert to authenticated with check ((select private.may('events')));

create policy "Events staff change ticket categories" on public.ticket_categories
  for update to authenticated using ((select private.may('events'))) with check ((select private.may('events')));

create policy "Events staff delete ticket categories" on public.ticket_categories
  for delete to authenticated using ((select private.may('events')));

insert into private.rights (roles, privileges, object) values
  ('anon, authenticated', 'select', 'table public.singers'),
  ('anon, authenticated', 'select', 'table public.events'),
  ('anon, authenticated', 'select', 'table public.ticket_categories'),
  ('authenticated', 'delete', 'table public.singers'),
  ('authenticated', 'delete', 'table public.events'),
  ('authenticated', 'delete', 'table public.ticket_categories'),
  ('authenticated', 'insert (id, name), update (name)', 'table public.singers'),
  -- published_at: null makes a draft; afterwards publish_event and unpublish_event change it.
  ('authenticated',
    'insert (id, singer_id, city, venue, date, genre, published_at, state), update (singer_id, city, venue, date, '
    'genre, revision, state)',
    'table public.events'),
  ('authenticated',
    'insert (description, line_up, listen_url, doors_at, ends_at, minimum_age, sung_in, rules, poster, poster_alt), update '
    '(description, line_up, listen_url, doors_at, ends_at, minimum_age, sung_in, rules, poster, poster_alt)',
    'table public.events'),
  -- Clients send the updated_at that an edit of tickets_sold saw; it is never stored.
  ('authenticated',
    'insert (id, event_id, name, price, total_tickets, tickets_sold, is_standing, sale_from, sale_until, '
    'is_hidden), update (event_id, name, price, total_tickets, tickets_sold, is_standing, revision, updated_at, '
    'sale_from, sale_until, is_hidden)',
    'table public.ticket_categories'),
  -- For policies.
  ('anon, authenticated, service_role', 'execute', 'function private.hidden_events()'),
  ('anon, authenticated, service_role', 'execute', 'function private.hidden_categories()'),
  ('anon, authenticated, service_role', 'execute', 'function private.hidden_singers()');
