-- Queues: at the opening of a sale people are let in by places that a draw gave. The hash of the seed is public before anyone can
-- join, the hash of the list of codes before the seed, so that everyone can recompute the order. hold_seats asks for one's turn.
-- Locks: lock_queue or share_queue before the row of event_queues, which is the last lock of all that take it.
-- docs/decisions/0071-queue.md

create table public.event_queues (
  event_id uuid primary key references public.events (id) on delete cascade,
  joins_from timestamptz not null,
  opens_at timestamptz not null,
  per_minute integer check (per_minute between 1 and 100000),
  rate integer not null check (rate between 0 and 100000),
  seed_hash text not null,
  list_hash text,
  listed_at timestamptz,
  seed text,
  drawn_at timestamptz,
  joined integer not null default 0,
  drawn integer,
  last_place integer not null default 0,
  let_in numeric(16, 6) not null default 0,
  let_in_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  constraint event_queues_times check (joins_from < opens_at),
  constraint event_queues_listed check ((listed_at is null) = (list_hash is null)),
  constraint event_queues_drawn check (
    num_nulls(seed, drawn_at, drawn, let_in_at) in (0, 4) and (drawn_at is null or listed_at < drawn_at))
);

comment on table public.event_queues is
  'The queue of an event: who joins from joins_from until the list is closed at opens_at is drawn, who comes later follows. Only '
  'functions of 49-queues.sql write it; visitors read queue_state.';

comment on column public.event_queues.per_minute is 'People let in a minute, as an admin says; null: as the server says, in rate.';

comment on column public.event_queues.rate is 'People let in a minute now.';

comment on column public.event_queues.seed_hash is 'SHA-256 of the seed''s text, in hexadecimal digits as every hash here.';

comment on column public.event_queues.list_hash is 'SHA-256 of queue_list.';

comment on column public.event_queues.seed is 'The seed, 64 hexadecimal digits; null until the draw.';

comment on column public.event_queues.joined is 'Entries when work_queues looked last, before the draw.';

comment on column public.event_queues.drawn is 'Entries in the list; places after them are of people who came later.';

comment on column public.event_queues.let_in is
  'Up to which place the rate had let in at let_in_at, with fractions, so that frequent changes of the rate lose no one; private.let_in '
  'counts on from there.';

alter table public.event_queues enable row level security;

create policy "Admins read queues" on public.event_queues
  for select to authenticated using ((select private.is_admin()));

create table private.queue_draws (
  event_id uuid primary key references public.event_queues (event_id) on delete cascade,
  seed bytea not null check (length(seed) = 32),
  list text
);

comment on table private.queue_draws is
  'The secret seed of each queue, from the beginning, and its closed list: stored, because every visitor may fetch it, and because it '
  'outlives the entries.';

alter table private.queue_draws enable row level security;

create table private.queue_entries (
  event_id uuid not null,
  user_id uuid not null,
  code text not null check (code ~ '^[0-9A-HJKMNP-TV-Z]{10}$'),
  joined_at timestamptz not null default clock_timestamp(),
  late boolean not null default false,
  place integer check (place > 0),
  primary key (user_id, event_id)
) with (fillfactor = 45);

comment on table private.queue_entries is
  'Who is in a queue, once an account. No foreign key to the queue, which every entry would lock. An entry stays when its account '
  'goes: the list and its places are public. Half of a page is free and no index has the place, so that a draw writes each entry '
  'beside itself and no index: a third of the time.';

comment on column private.queue_entries.code is
  'Ten random characters of Crockford''s base 32, by which the public list names the entry; chosen by the database, so that no one '
  'tries codes until one wins.';

comment on column private.queue_entries.late is 'Joined after the list was closed.';

comment on column private.queue_entries.place is 'From 1, unique and without gaps, by the lock of the queue''s row; null until the draw, and for a moment when late.';

create unique index queue_entries_code on private.queue_entries (event_id, code);

create index queue_entries_late on private.queue_entries (event_id, joined_at) where late;

alter table private.queue_entries enable row level security;

create function private.forget_queue() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.queue_entries e where e.event_id = old.event_id;
  return null;
end
$$;

comment on function private.forget_queue() is
  'Trigger: deletes the entries of a deleted queue. Security definer: no role may use them.';

create trigger forget_queue after delete on public.event_queues
  for each row execute function private.forget_queue();

create function private.share_queue(p_event_id uuid) returns void language sql volatile
as $$ select pg_catalog.pg_advisory_xact_lock_shared(pg_catalog.hashtextextended('queue:' || p_event_id::text, 0)) $$;

comment on function private.share_queue(uuid) is 'For joining: many at a time, none while the list is closed or drawn.';

create function private.lock_queue(p_event_id uuid) returns void language sql volatile
as $$ select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('queue:' || p_event_id::text, 0)) $$;

comment on function private.lock_queue(uuid) is 'For closing, drawing and changing a queue: waits for everyone who is joining.';

create function private.is_queued_for(p_ticket_category_id uuid) returns boolean
  language plpgsql stable
as $$
begin
  return exists (
    select from public.ticket_categories c join public.event_queues q on q.event_id = c.event_id
    where c.id = p_ticket_category_id and q.ended_at is null);
end
$$;

comment on function private.is_queued_for(uuid) is
  'True when the category''s event has a queue that has not ended. One probe of an index more than the category: every hold calls it.';

create function private.counted_in(p_queue public.event_queues) returns numeric
  language sql stable
as $$
  select p_queue.let_in + p_queue.rate * greatest(extract(epoch from
    least(now(), (select e.paused_at from public.events e where e.id = p_queue.event_id)) - p_queue.let_in_at), 0) / 60
$$;

comment on function private.counted_in(public.event_queues) is
  'Returns up to which place the rate lets in by now, with fractions, also beyond the places that are given; null before the draw. While '
  'the event is paused no one more is let in: resume_event goes on from there.';

create function private.let_in(p_queue public.event_queues) returns integer
  language sql stable
as $$ select coalesce(least(p_queue.last_place, floor(private.counted_in(p_queue))), 0)::integer $$;

comment on function private.let_in(public.event_queues) is 'Returns the last place that may hold now; 0 before the draw. Never goes back.';

create function private.has_room(p_queue public.event_queues) returns boolean
  language sql stable
as $$ select coalesce(floor(private.counted_in(p_queue)) > p_queue.last_place, false) $$;

comment on function private.has_room(public.event_queues) is
  'True when no one waits and the rate lets one more in at once; false before the draw.';

create function private.bounded_in(p_queue public.event_queues) returns numeric
  language sql stable
as $$ select least(private.counted_in(p_queue), p_queue.last_place + greatest(1, p_queue.rate / 6)) $$;

comment on function private.bounded_in(public.event_queues) is
  'Returns counted_in, at most ten seconds'' people (one at least) beyond the last place: after an hour in which no one came not an '
  'hour''s people come in together.';

create function private.next_place(p_event_id uuid) returns integer
  language plpgsql volatile
as $$
declare
  v_place integer;
begin
  update public.event_queues q
    set last_place = q.last_place + 1, let_in = private.bounded_in(q), let_in_at = greatest(q.let_in_at, now())
    where q.event_id = p_event_id and private.has_room(q)
    returning q.last_place into v_place;
  return v_place;
end
$$;

comment on function private.next_place(uuid) is
  'Gives the next place of a queue in which no one waits, which is let in at once; null when the rate does not allow it. Locks the '
  'queue''s row until the end of the transaction, so it comes last.';

create function private.place_late(p_event_id uuid, p_user_id uuid default null) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  c_back constant interval := interval '1 hour';
  v_last integer;
  v_placed integer;
begin
  -- Who joins waits for no other: what is locked is placed by its user's next call or within a second.
  select q.last_place into v_last from public.event_queues q
    where q.event_id = p_event_id and q.drawn_at is not null for no key update skip locked;
  if not found then
    return;
  end if;
  update private.queue_entries e set place = v_last + o.n
    from (
      select k.user_id, row_number() over (order by k.joined_at, k.code) as n from private.queue_entries k
      where k.event_id = p_event_id and k.late and k.place is null
        and case when p_user_id is null then k.joined_at > now() - c_back else k.user_id = p_user_id end) as o
    where e.event_id = p_event_id and e.late and e.place is null and e.user_id = o.user_id;
  get diagnostics v_placed = row_count;
  if v_placed > 0 then
    update public.event_queues q
      set last_place = v_last + v_placed, let_in = private.bounded_in(q), let_in_at = greatest(q.let_in_at, now())
      where q.event_id = p_event_id;
  end if;
end
$$;

comment on function private.place_late(uuid, uuid) is
  'After the draw: gives the next places to an account that is late, or to everyone who joined within the hour and has none. Does '
  'nothing while another transaction gives places: the lock of a queue''s row lasts until its commit, and who joins does not wait for it.';

create function private.holds_all(p_user_id uuid, p_order_id uuid, p_line private.order_line, p_since timestamptz) returns boolean
  language plpgsql stable
as $$
begin
  return coalesce(p_line.places, cardinality(p_line.seats)) <= (
      select count(*) from public.seat_claims c
      where c.user_id = p_user_id and c.ticket_category_id = p_line.ticket_category_id and c.state = 'held' and c.expires_at > p_since
        and (c.order_id = p_order_id or c.payment_id is not null) and (p_line.places is not null or c.seat = any (p_line.seats)));
end
$$;

comment on function private.holds_all(uuid, uuid, private.order_line, timestamptz) is
  'True when the customer holds every seat of a line, as part of this order or after a rejected payment, until after p_since.';

create function private.require_turn(p_user_id uuid, p_order_id uuid, p_categories uuid[], p_lines private.order_line[]) returns uuid[]
  language plpgsql stable
as $$
declare
  v_queue public.event_queues;
  v_place integer;
  v_entering uuid[] := '{}';
begin
  -- What is not sold now is refused for that reason.
  for v_queue in
    select q.* from public.event_queues q join public.events e on e.id = q.event_id
    where q.event_id in (select c.event_id from public.ticket_categories c where c.id = any (p_categories))
      and q.ended_at is null and e.status = 'scheduled' and e.date > now() and e.published_at is not null
    order by q.event_id
  loop
    -- Seats that are held already, and no other, need no turn.
    continue when p_lines is not null and not exists (
      select from unnest(p_lines) as l join public.ticket_categories c on c.id = l.ticket_category_id
      where c.event_id = v_queue.event_id and not private.holds_all(p_user_id, p_order_id, l, now()));
    select e.place into v_place from private.queue_entries e where e.event_id = v_queue.event_id and e.user_id = p_user_id;
    if not found and private.has_room(v_queue) then
      v_entering := v_entering || v_queue.event_id;
    elsif v_place is null or v_place > private.let_in(v_queue) then
      perform private.refuse_turn(v_queue, v_place);
    end if;
  end loop;
  return v_entering;
end
$$;

comment on function private.require_turn(uuid, uuid, uuid[], private.order_line[]) is
  'Refuses with PT403 not_your_turn unless the customer is let in at every event of these categories that has a queue, or asks only '
  'for seats that are held for this order or after a rejected payment. p_lines null: no seats are asked for. Returns the '
  'events at which the customer has no place but no one waits: enter_queues gives one. Locks nothing.';

create function private.refuse_turn(p_queue public.event_queues, p_place integer) returns void
  language plpgsql stable
as $$
begin
  perform private.refuse(403, 'not_your_turn', jsonb_build_object('event_id', p_queue.event_id, 'opens_at', p_queue.opens_at,
      'drawn', p_queue.drawn_at is not null, 'place', p_place, 'let_in', private.let_in(p_queue), 'rate', p_queue.rate)::text,
    'The event has a queue: join it, and hold when let_in has reached the place.');
end
$$;

comment on function private.refuse_turn(public.event_queues, integer) is
  'Refuses with PT403 not_your_turn, whose detail is {event_id, opens_at, drawn, place, let_in, rate}; place is null without one.';

create function private.enter_queues(p_user_id uuid, p_events uuid[]) returns void
  language plpgsql volatile
as $$
declare
  v_event uuid;
  v_place integer;
begin
  foreach v_event in array p_events loop
    v_place := private.next_place(v_event);
    if v_place is null then
      perform private.refuse_turn(q, null) from public.event_queues q where q.event_id = v_event;
    end if;
    perform private.enter_queue(v_event, p_user_id, true, v_place);
  end loop;
end
$$;

comment on function private.enter_queues(uuid, uuid[]) is
  'Gives a customer the next place at each of these events, which require_turn returned, unless others took what the rate allowed: '
  'PT403 not_your_turn. The last step of a hold: it locks the queues'' rows.';

create function private.new_queue_code() returns text
  language sql volatile set search_path = ''
as $$
  select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', get_byte(r.bytes, n) % 32 + 1, 1), '')
  from (select extensions.gen_random_bytes(10) as bytes) as r, generate_series(0, 9) as n
$$;

comment on function private.new_queue_code() is 'Returns ten random characters of Crockford''s base 32.';

create function private.enter_queue(p_event_id uuid, p_user_id uuid, p_late boolean, p_place integer) returns private.queue_entries
  language plpgsql volatile
as $$
declare
  v_entry private.queue_entries;
begin
  loop
    -- The account has no entry, by its customer's lock: only a code that is taken leads to a second round.
    insert into private.queue_entries (event_id, user_id, code, late, place)
      values (p_event_id, p_user_id, private.new_queue_code(), p_late, p_place)
      on conflict (event_id, code) do nothing returning * into v_entry;
    if found then
      return v_entry;
    end if;
  end loop;
end
$$;

comment on function private.enter_queue(uuid, uuid, boolean, integer) is
  'Writes an entry under a new code. The caller has the customer''s lock and has seen that there is none.';

create function private.show_entry(p_entry private.queue_entries) returns jsonb
  language sql immutable
as $$
  select jsonb_build_object('code', p_entry.code, 'place', p_entry.place, 'late', p_entry.late, 'joined_at', p_entry.joined_at)
$$;

comment on function private.show_entry(private.queue_entries) is 'Returns an entry as join_queue does.';

create function public.join_queue(p_event_id uuid default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
  v_queue public.event_queues;
  v_event public.events;
  v_entry private.queue_entries;
begin
  perform private.lock_customer(v_user);
  if not private.session_lives(v_user) or exists (select from private.closed_accounts a where a.user_id = v_user) then
    perform private.refuse(401, 'not_signed_in', '', 'This session has ended, or staff closed this account.');
  end if;
  select * into v_queue from public.event_queues q where q.event_id = p_event_id;
  select * into v_event from public.events e where e.id = p_event_id and e.published_at is not null;
  if v_queue.event_id is null or v_event.id is null then
    perform private.refuse(404, 'not_found', 'p_event_id', 'There is no such event, or it has no queue.');
  end if;
  -- A repeat waits for no draw.
  select * into v_entry from private.queue_entries e where e.event_id = p_event_id and e.user_id = v_user;
  if found and (v_entry.place is not null or v_queue.drawn_at is null) then
    return private.show_entry(v_entry);
  end if;
  perform private.share_queue(p_event_id);
  select * into v_queue from public.event_queues q where q.event_id = p_event_id;
  if v_entry.user_id is not null then
    perform private.place_late(p_event_id, v_user);
    return public.my_queue_place(p_event_id);
  elsif v_event.status <> 'scheduled' or v_event.date <= now() then
    perform private.refuse(409, 'not_on_sale', p_event_id::text, 'The event is over or cancelled.');
  elsif v_queue.ended_at is not null then
    perform private.refuse(409, 'queue_ended', to_jsonb(v_queue.ended_at) #>> '{}', 'The queue has ended: hold seats.');
  elsif v_queue.joins_from > now() then
    perform private.refuse(409, 'queue_not_open', to_jsonb(v_queue.joins_from) #>> '{}', 'Detail is when joining opens.');
  end if;
  v_entry := private.enter_queue(p_event_id, v_user, v_queue.listed_at is not null, null);
  if v_queue.drawn_at is not null then
    perform private.place_late(p_event_id, v_user);
    return public.my_queue_place(p_event_id);
  end if;
  return private.show_entry(v_entry);
end
$$;

comment on function public.join_queue(uuid) is
  'Puts the caller into an event''s queue and returns {code, place, late, joined_at}: without a place until the draw, with the next '
  'one after it, which in a rush comes within a second. late: joined after the list was closed. A repeat returns the same entry. Refusals: PT401 not_signed_in, PT404 '
  'not_found (no such event, or without a queue), PT409 queue_not_open (detail: when it opens), queue_ended, not_on_sale (over or '
  'cancelled). Security definer: no role may write entries.';

create function public.my_queue_place(p_event_id uuid default null) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
begin
  return (select private.show_entry(e) from private.queue_entries e where e.event_id = p_event_id and e.user_id = v_user);
end
$$;

comment on function public.my_queue_place(uuid) is
  'Returns the caller''s entry as join_queue does; null without one. Refusal: PT401 not_signed_in. Security definer: no role may '
  'read entries.';

create function private.let_keep(p_event_id uuid, p_seconds integer) returns void
  language plpgsql stable set search_path = ''
as $$
begin
  -- An admin's answer about a draft is not for others.
  if exists (select from public.events e where e.id = p_event_id and e.published_at is not null) then
    perform set_config('response.headers', format('[{"Cache-Control":"public, max-age=%s"}]', p_seconds), true);
  end if;
end
$$;

comment on function private.let_keep(uuid, integer) is
  'Lets caches keep the answer about a published event so many seconds, by the header that PostgREST sends.';

create function private.events_with_queue(p_since timestamptz default null) returns setof uuid
  language sql stable security definer set search_path = ''
as $$
  select q.event_id from public.event_queues q
  where case when p_since is null then q.ended_at is null else greatest(q.created_at, q.ended_at) >= p_since end
$$;

comment on function private.events_with_queue(timestamptz) is
  'Returns the events whose queue has not ended; with p_since those whose queue was made or ended at or after it. Security definer: '
  'visitors read no queues, and that there is one is public.';

create function public.queue_state(p_event_id uuid default null) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_queue public.event_queues;
begin
  select * into v_queue from public.event_queues q
    where q.event_id = p_event_id and q.event_id not in (select h from private.hidden_events() as h);
  perform private.let_keep(p_event_id, 1);
  if v_queue.event_id is null then
    return null;
  end if;
  return jsonb_build_object('event_id', v_queue.event_id, 'joins_from', v_queue.joins_from, 'opens_at', v_queue.opens_at, 'at', now(),
    'seed_hash', v_queue.seed_hash, 'list_hash', v_queue.list_hash, 'seed', v_queue.seed, 'drawn_at', v_queue.drawn_at,
    'joined', case when v_queue.drawn_at is null then v_queue.joined else v_queue.last_place end, 'drawn', v_queue.drawn,
    'last_place', v_queue.last_place, 'let_in', private.let_in(v_queue), 'ended_at', v_queue.ended_at,
    'rate', case when exists (select from public.events e where e.id = p_event_id and e.paused_at is not null) then 0 else v_queue.rate end);
end
$$;

comment on function public.queue_state(uuid) is
  'Returns an event''s queue to everyone, as {event_id, joins_from, opens_at, at (now), seed_hash, list_hash, seed, drawn_at, joined '
  '(before the draw as of the last second, of more than a thousand as of the last twenty), drawn, last_place, let_in (the last place that may hold), rate (a minute; 0 while the event is paused), ended_at}; '
  'null without a queue and for drafts. The order of the draw: ascending by the hexadecimal SHA-256 of seed:list_hash:code. Caches may '
  'keep it for a second. Security definer: no visitor may read queues.';

create function public.queue_list(p_event_id uuid default null) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  c_kept constant integer := 86400; -- seconds; a closed list never changes
  v_list text;
begin
  select d.list into v_list from private.queue_draws d
    where d.event_id = p_event_id and d.event_id not in (select h from private.hidden_events() as h);
  perform private.let_keep(p_event_id, case when v_list is null then 1 else c_kept end);
  return v_list;
end
$$;

comment on function public.queue_list(uuid) is
  'Returns the closed list to everyone: the codes that are drawn, in ascending order, each followed by a newline; null before it is '
  'closed, without a queue and for drafts. Security definer: no role may read draws.';

create function public.queue_place(p_event_id uuid default null, p_code text default null) returns integer
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select e.place from private.queue_entries e where e.event_id = p_event_id and e.code = upper(p_code));
end
$$;

comment on function public.queue_place(uuid, text) is
  'Returns the place of a code to everyone; null before the draw and for unknown codes. Security definer: no role may read entries.';

create function private.queue_order(p_event_id uuid) returns text
  language sql stable set search_path = ''
as $$
  select string_agg(e.code || e'\n', '' order by e.place) from private.queue_entries e
  where e.event_id = p_event_id and e.place is not null
$$;

comment on function private.queue_order(uuid) is
  'Returns the codes by place, each followed by a newline: line n has place n. Null before the draw. For the server.';

create function private.try_queue(p_event_id uuid) returns boolean
  language plpgsql volatile set search_path = ''
as $$
begin
  return pg_try_advisory_xact_lock(hashtextextended('queue work:' || p_event_id::text, 0));
end
$$;

comment on function private.try_queue(uuid) is
  'True when no other caller closes or draws this queue; then none does until the end of the transaction. Waits for no one.';

create function private.open_queues() returns setof public.event_queues
  language sql stable set search_path = ''
as $$
  select q.* from public.event_queues q join public.events e on e.id = q.event_id
  where q.drawn_at is null and q.ended_at is null and q.joins_from <= now()
    and e.status = 'scheduled' and e.date > now() and e.published_at is not null
  order by q.event_id
$$;

comment on function private.open_queues() is 'Returns the queues that people may join and that are not drawn.';

create function private.close_queue_lists() returns integer
  language plpgsql volatile set search_path = ''
as $$
declare
  v_event uuid;
  v_list text;
  v_closed integer := 0;
begin
  for v_event in select q.event_id from private.open_queues() as q where q.listed_at is null and q.opens_at <= now() loop
    continue when not private.try_queue(v_event);
    perform private.lock_queue(v_event);
    -- An admin may have moved or ended it while this waited.
    perform from public.event_queues q
      where q.event_id = v_event and q.listed_at is null and q.ended_at is null and q.opens_at <= now() for no key update;
    continue when not found;
    select coalesce(string_agg(e.code || e'\n', '' order by e.code collate "C"), '') into v_list
      from private.queue_entries e where e.event_id = v_event;
    update private.queue_draws d set list = v_list where d.event_id = v_event;
    update public.event_queues q set list_hash = encode(sha256(convert_to(v_list, 'UTF8')), 'hex'), listed_at = now()
      where q.event_id = v_event;
    v_closed := v_closed + 1;
  end loop;
  return v_closed;
end
$$;

comment on function private.close_queue_lists() is
  'Closes the lists of the queues that are due, and returns how many: everyone who has joined is in the list, everyone after is late.';

-- Statistics know few of those who joined last: a nested loop would compare each with each, for hours where a hash takes seconds.
create function private.draw_queues() returns integer
  language plpgsql volatile set search_path = '' set enable_nestloop = off
as $$
declare
  c_shown constant interval := interval '1 second';
  v_event uuid;
  v_key text; -- seed:list_hash:
  v_entries integer;
  v_drawn integer := 0;
begin
  for v_event in select q.event_id from private.open_queues() as q where q.listed_at <= now() - c_shown loop
    continue when not private.try_queue(v_event);
    perform private.lock_queue(v_event);
    select encode(d.seed, 'hex') || ':' || q.list_hash || ':' into v_key
      from public.event_queues q join private.queue_draws d on d.event_id = q.event_id
      where q.event_id = v_event and q.drawn_at is null and q.ended_at is null for no key update of q;
    continue when not found;
    update private.queue_entries e set place = o.place
      from (
        select k.user_id, row_number() over (
            order by k.late, case when not k.late then encode(sha256(convert_to(v_key || k.code, 'UTF8')), 'hex') end collate "C",
              k.joined_at, k.code) as place
        from private.queue_entries k where k.event_id = v_event) as o
      where e.event_id = v_event and e.user_id = o.user_id;
    get diagnostics v_entries = row_count;
    update public.event_queues q
      set seed = split_part(v_key, ':', 1), drawn_at = now(), last_place = v_entries, let_in = 0, let_in_at = now(),
        drawn = (select count(*) from private.queue_entries e where e.event_id = v_event and not e.late)
      where q.event_id = v_event;
    v_drawn := v_drawn + 1;
  end loop;
  return v_drawn;
end
$$;

comment on function private.draw_queues() is
  'Draws the queues whose list''s hash was committed at least a second ago, and returns how many: places by the hexadecimal SHA-256 '
  'of seed:list_hash:code, ascending, then the late ones as they came. Makes the seed public and begins to let in.';

create function private.work_queues() returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_counted_often constant integer := 1000;
  v_worked integer := private.draw_queues() + private.close_queue_lists();
  v_queue public.event_queues;
  v_joined integer;
begin
  for v_queue in select * from private.open_queues() loop
    -- Counting a hundred thousand each second would be the most of what waiting costs.
    continue when v_queue.joined > c_counted_often and extract(second from now())::integer % 20 > 1; -- pg_cron comes every two
    continue when not private.try_queue(v_queue.event_id);
    select count(*) into v_joined from private.queue_entries e where e.event_id = v_queue.event_id;
    if v_joined <> v_queue.joined then
      update public.event_queues q set joined = v_joined where q.event_id = v_queue.event_id and q.drawn_at is null;
    end if;
  end loop;
  perform private.place_late(q.event_id) from public.event_queues q
    where q.drawn_at is not null and q.ended_at is null and exists (
      select from private.queue_entries e
      where e.event_id = q.event_id and e.late and e.place is null and e.joined_at > now() - interval '1 hour');
  return v_worked;
end
$$;

comment on function private.work_queues() is
  'Runs every second: draws the queues that are listed, closes the lists that are due, which the next call draws, counts who has '
  'joined (more than a thousand three times a minute), and gives places to late ones who have none; returns how many it closed and drew. Any number of servers may call it. Security definer: the shop''s own server or '
  'pg_cron calls it.';

create function private.set_queue_rate(p_event_id uuid, p_rate integer) returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_rate integer;
begin
  update public.event_queues q
    set rate = p_rate, let_in = coalesce(private.bounded_in(q), 0),
      let_in_at = greatest(q.let_in_at, case when q.drawn_at is not null then now() end)
    where q.event_id = p_event_id and q.per_minute is null and q.ended_at is null and q.rate <> p_rate;
  select q.rate into v_rate from public.event_queues q where q.event_id = p_event_id;
  return v_rate;
end
$$;

comment on function private.set_queue_rate(uuid, integer) is
  'Lets in so many people a minute from now on, 0 to 100000, where no admin says how many; returns the rate that holds. Who was let '
  'in stays so. Security definer: the shop''s own server calls it.';

create function public.save_queue(
  p_event_id uuid default null, p_joins_from timestamptz default null, p_opens_at timestamptz default null,
  p_per_minute integer default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_most_a_minute constant integer := 100000;
  v_event public.events;
  v_old public.event_queues;
  v_new public.event_queues;
  v_seed bytea := extensions.gen_random_bytes(32);
  v_bad text;
begin
  perform private.require_admin();
  perform private.lock_queue(p_event_id);
  select * into v_event from public.events e where e.id = p_event_id;
  if not found then
    perform private.refuse(404, 'not_found', 'p_event_id', 'There is no such event.');
  elsif v_event.status <> 'scheduled' or v_event.date <= now() then
    perform private.refuse(409, 'not_on_sale', p_event_id::text, 'The event is over or cancelled.');
  end if;
  select * into v_old from public.event_queues q where q.event_id = p_event_id for no key update;
  if v_old.ended_at is not null then
    perform private.refuse(409, 'queue_ended', to_jsonb(v_old.ended_at) #>> '{}', 'The queue has ended.');
  elsif v_old.joins_from <= now() and p_joins_from is distinct from v_old.joins_from then
    perform private.refuse(409, 'too_late', 'p_joins_from', 'People can join already.');
  elsif v_old.listed_at is not null and p_opens_at is distinct from v_old.opens_at then
    perform private.refuse(409, 'too_late', 'p_opens_at', 'The list is closed.');
  elsif v_old.joins_from <= now() and p_opens_at < v_old.opens_at then
    perform private.refuse(409, 'too_late', 'p_opens_at', 'People count on having time to join until then: later only.');
  end if;
  v_bad := case
    when p_joins_from is null then 'p_joins_from'
    -- The hash of the seed is public before anyone can join.
    when p_joins_from <= now() and p_joins_from is distinct from v_old.joins_from then 'p_joins_from'
    when p_opens_at is null or p_opens_at <= p_joins_from then 'p_opens_at'
    when p_opens_at >= v_event.date and p_opens_at is distinct from v_old.opens_at then 'p_opens_at'
    when p_per_minute not between 1 and c_most_a_minute then 'p_per_minute' end;
  if v_bad is not null then
    perform private.refuse(400, 'invalid', v_bad, 'Joining opens after now, the sale after that and before the event; 1 to 100000 a minute.');
  end if;
  if v_old.event_id is null then
    insert into public.event_queues (event_id, joins_from, opens_at, per_minute, rate, seed_hash)
      values (p_event_id, p_joins_from, p_opens_at, p_per_minute, coalesce(p_per_minute, 600),
        encode(sha256(convert_to(encode(v_seed, 'hex'), 'UTF8')), 'hex'))
      returning * into v_new;
    insert into private.queue_draws (event_id, seed) values (p_event_id, v_seed);
  else
    update public.event_queues q
      set joins_from = p_joins_from, opens_at = p_opens_at, per_minute = p_per_minute, rate = coalesce(p_per_minute, q.rate),
        let_in = coalesce(private.bounded_in(q), 0),
        let_in_at = greatest(q.let_in_at, case when q.drawn_at is not null then now() end)
      where q.event_id = p_event_id
      returning * into v_new;
  end if;
  perform private.record_audit('save_queue', 'event_queues', p_event_id::text,
    case when v_old.event_id is not null then private.queue_settings(v_old) end, private.queue_settings(v_new));
  return to_jsonb(v_new);
end
$$;

comment on function public.save_queue(uuid, timestamptz, timestamptz, integer) is
  'Gives an event a queue, with a fresh secret seed, or changes it, and returns its row. p_per_minute: people let in a minute, 1 to '
  '100000, changed at any time; null: as the database bears. Times change before joining opens; then p_opens_at may be moved later '
  'until the list is closed. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found, PT409 '
  'too_late (detail: which time), queue_ended, not_on_sale (the event is over or cancelled). Security definer: no role may write queues.';

create function private.queue_settings(p_queue public.event_queues) returns jsonb
  language sql immutable
as $$
  select jsonb_build_object('joins_from', p_queue.joins_from, 'opens_at', p_queue.opens_at, 'per_minute', p_queue.per_minute,
    'seed_hash', p_queue.seed_hash, 'ended_at', p_queue.ended_at)
$$;

comment on function private.queue_settings(public.event_queues) is 'Returns what the audit log keeps of a queue.';

create function public.end_queue(p_event_id uuid default null) returns timestamptz
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_old public.event_queues;
  v_new public.event_queues;
begin
  perform private.require_admin();
  perform private.lock_queue(p_event_id);
  select * into v_old from public.event_queues q where q.event_id = p_event_id for no key update;
  if not found then
    perform private.refuse(404, 'not_found', 'p_event_id', 'This event has no queue.');
  elsif v_old.ended_at is not null then
    return v_old.ended_at;
  end if;
  update public.event_queues q set ended_at = now() where q.event_id = p_event_id returning * into v_new;
  perform private.record_audit('end_queue', 'event_queues', p_event_id::text, private.queue_settings(v_old), private.queue_settings(v_new));
  return v_new.ended_at;
end
$$;

comment on function public.end_queue(uuid) is
  'Ends an event''s queue: everyone may hold, also when it was not drawn. Returns since when; idempotent, and never taken back. Admins '
  'only. Refusals: PT401 not_signed_in, PT403 forbidden, PT404 not_found. Security definer: no role may write queues.';

create function public.drop_queue(p_event_id uuid default null) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_queue public.event_queues;
begin
  perform private.require_admin();
  perform private.lock_queue(p_event_id);
  select * into v_queue from public.event_queues q where q.event_id = p_event_id for update;
  if not found then
    perform private.refuse(404, 'not_found', 'p_event_id', 'This event has no queue.');
  elsif v_queue.joins_from <= now() then
    perform private.refuse(409, 'too_late', 'p_event_id', 'People can join already; end it instead.');
  end if;
  delete from public.event_queues q where q.event_id = p_event_id;
  perform private.record_audit('drop_queue', 'event_queues', p_event_id::text, private.queue_settings(v_queue), null);
end
$$;

comment on function public.drop_queue(uuid) is
  'Deletes a queue that no one can join yet. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT404 not_found, PT409 '
  'too_late. Security definer: no role may write queues.';

create function private.is_before_turn(p_user_id uuid, p_ticket_category_id uuid) returns boolean
  language plpgsql stable
as $$
declare
  v_queue public.event_queues;
  v_place integer;
begin
  if not private.is_queued_for(p_ticket_category_id) then
    return false;
  end if;
  select q.* into v_queue from public.event_queues q join public.ticket_categories c on c.event_id = q.event_id
    where c.id = p_ticket_category_id;
  select e.place into v_place from private.queue_entries e where e.event_id = v_queue.event_id and e.user_id = p_user_id;
  return coalesce(v_place > private.let_in(v_queue), not private.has_room(v_queue));
end
$$;

comment on function private.is_before_turn(uuid, uuid) is
  'True when the category''s event has a queue that has not let the customer in.';

insert into private.rights (roles, privileges, object) values
  ('authenticated', 'select', 'table public.event_queues'),
  ('anon, authenticated', 'execute', 'function public.join_queue(uuid)'),
  ('anon, authenticated', 'execute', 'function public.my_queue_place(uuid)'),
  ('anon, authenticated', 'execute', 'function public.queue_state(uuid)'),
  ('anon, authenticated', 'execute', 'function public.queue_list(uuid)'),
  ('anon, authenticated', 'execute', 'function private.events_with_queue(timestamptz)'),
  ('anon, authenticated', 'execute', 'function public.queue_place(uuid, text)'),
  ('anon, authenticated', 'execute', 'function public.save_queue(uuid, timestamptz, timestamptz, integer)'),
  ('anon, authenticated', 'execute', 'function public.end_queue(uuid)'),
  ('anon, authenticated', 'execute', 'function public.drop_queue(uuid)');
