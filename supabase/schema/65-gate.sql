-- Gate: who works at which event, the keys that prove a ticket, and the list of tickets on a gate device
-- (docs/decisions/0005-gate-device.md). Scans are in 66-scans.sql.

create table public.staff_events (
  user_id uuid not null,
  role text not null check (role in ('gate', 'box_office')),
  event_id uuid not null references public.events (id) on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (user_id, role, event_id),
  foreign key (user_id, role) references public.staff (user_id, role) on delete cascade
);

comment on table public.staff_events is
  'Who works at which event, by role: at the gate, at the box office. Admins need no row. Deleted with the role. Only '
  'set_staff_events, set_works_at and accept_invitation write it.';

create index staff_events_event_id on public.staff_events (event_id);

create trigger "90_stamp" before insert or update on public.staff_events
  for each row execute function private.stamp_row();

create trigger audit after insert or update or delete on public.staff_events
  for each row execute function private.audit_row('user_id');

alter table public.staff_events enable row level security;

create policy "Staff read their own events, admins everybody's" on public.staff_events
  for select to authenticated using (user_id = (select private.uid()) or (select private.is_admin()));

create view private.works_at with (security_invoker = true) as
  select w.user_id, w.role, w.event_id from public.staff_events w
  union
  select s.user_id, s.role, e.id from public.staff s
  join public.events e on e.published_at is not null and e.date > s.all_from;

comment on view private.works_at is
  'Who works at which event: those of staff_events, and with all_from every published event that begins later, also one '
  'published later. The only answer to this question. Invoker: security definer functions read it.';

create function private.my_gate_events() returns setof uuid
  language sql stable security definer set search_path = ''
as $$
  select w.event_id from private.works_at w
  join public.staff s on s.user_id = w.user_id and s.role = w.role
  where w.user_id = auth.uid() and w.role = 'gate' and private.role_holds(s.ends_at)
$$;

comment on function private.my_gate_events() is
  'Returns the events at which the caller works as gate staff. Security definer: policies call it, whatever the '
  'caller may read.';

create function private.require_gate(p_event_id uuid) returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
begin
  if not private.is_admin() and not private.is_gate() then
    perform private.refuse(403, 'forbidden', '', 'This is for staff.');
  end if;
  if p_event_id is null then
    perform private.refuse(400, 'invalid', 'p_event_id', 'Which event?');
  end if;
  if private.is_admin() then
    perform private.require_event(p_event_id);
  elsif not exists (select from private.my_gate_events() as w where w = p_event_id) then
    perform private.refuse(403, 'forbidden', 'p_event_id', 'This is for the staff of that event.');
  end if;
  return v_user;
end
$$;

comment on function private.require_gate(uuid) is
  'Returns the caller, an admin or gate staff of that event; or PT401 not_signed_in, PT403 forbidden, PT400 invalid, '
  'and for admins PT404 not_found. Security definer: its result must not depend on what the caller may read.';

create function private.gate_opens(p_date timestamptz) returns timestamptz
  language sql immutable strict set search_path = ''
as $$ select p_date - interval '48 hours' $$;

comment on function private.gate_opens(timestamptz) is
  'Returns from when gate_key returns the keys of an event of this start.';

create function private.gate_closes(p_date timestamptz) returns timestamptz
  language sql immutable strict set search_path = ''
as $$ select p_date + interval '24 hours' $$;

comment on function private.gate_closes(timestamptz) is
  'Returns until when gate_key returns the keys of an event of this start.';

create function private.all_from_now() returns timestamptz
  language sql stable set search_path = ''
as $$ select now() - (private.gate_closes(now()) - now()) $$;

comment on function private.all_from_now() is
  'Returns the all_from of a person who is set at all events now: those whose gate is not closed yet.';

create function private.gate_event_name(p_event_id uuid) returns text
  language sql stable set search_path = ''
as $$
  select s.name || ', ' || e.city from public.events e join public.singers s on s.id = e.singer_id where e.id = p_event_id
$$;

comment on function private.gate_event_name(uuid) is 'Returns the name of an event at the gate.';

create function private.door_roles(p_user_id uuid, p_role text, p_argument text) returns setof text
  language plpgsql stable set search_path = ''
as $$
begin
  return query select s.role from public.staff s
    where s.user_id = p_user_id and s.role in ('gate', 'box_office') and (p_role is null or s.role = p_role);
  if not found then
    perform private.refuse(404, 'not_found', p_argument, 'This account is neither gate nor box office staff.');
  end if;
end
$$;

comment on function private.door_roles(uuid, text, text) is
  'Returns which of gate and box_office this person has, or p_role alone; PT404 not_found for a person without.';

create function public.set_staff_events(
    p_user_id uuid default null, p_event_ids uuid[] default null, p_role text default null) returns uuid[]
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_most_events constant integer := 500;
  v_roles text[];
begin
  perform private.require_admin();
  if p_event_ids is null or array_position(p_event_ids, null) is not null or cardinality(p_event_ids) > c_most_events then
    perform private.refuse(400, 'invalid', 'p_event_ids', format('A list of at most %s event ids, maybe empty.', c_most_events));
  end if;
  -- The lock of set_staff_roles: the roles must not change meanwhile.
  perform pg_advisory_xact_lock(hashtextextended('staff', 0));
  perform private.require_admin();
  v_roles := array(select private.door_roles(p_user_id, p_role, 'p_user_id'));
  if exists (select from unnest(p_event_ids) as i where not exists (select from public.events e where e.id = i)) then
    perform private.refuse(404, 'not_found', 'p_event_ids', 'Not all of these events exist.');
  end if;
  delete from public.staff_events w where w.user_id = p_user_id and w.role = any (v_roles) and w.event_id <> all (p_event_ids);
  insert into public.staff_events (user_id, role, event_id)
    select distinct p_user_id, r, i from unnest(v_roles) as r, unnest(p_event_ids) as i
    on conflict (user_id, role, event_id) do nothing;
  return array(select distinct w.event_id from public.staff_events w
    where w.user_id = p_user_id and w.role = any (v_roles) order by w.event_id);
end
$$;

comment on function public.set_staff_events(uuid, uuid[], text) is
  'Sets the events at which a person works as p_role (null: as gate and as box office staff, whichever they are) to exactly '
  'these, and returns them. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found (no such '
  'staff, or no such event). Security definer: no role may write staff_events.';

create function public.set_works_at(
    p_event_id uuid default null, p_user_id uuid default null, p_works boolean default null, p_role text default null,
    p_all boolean default false)
  returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_roles text[];
begin
  perform private.require_admin();
  if p_works is null then
    perform private.refuse(400, 'invalid', 'p_works', 'True or false.');
  end if;
  -- The lock of set_staff_roles: the roles must not change meanwhile.
  perform pg_advisory_xact_lock(hashtextextended('staff', 0));
  perform private.require_admin();
  if p_all is not true then
    perform private.require_event(p_event_id);
  end if;
  v_roles := array(select private.door_roles(p_user_id, p_role, 'p_user_id'));
  if p_all then
    update public.staff s set all_from = case when p_works then private.all_from_now() end
      where s.user_id = p_user_id and s.role = any (v_roles) and (s.all_from is not null) <> p_works;
  elsif p_works then
    insert into public.staff_events (user_id, role, event_id) select p_user_id, r, p_event_id from unnest(v_roles) as r
      on conflict (user_id, role, event_id) do nothing;
  else
    delete from public.staff_events w where w.user_id = p_user_id and w.role = any (v_roles) and w.event_id = p_event_id;
  end if;
end
$$;

comment on function public.set_works_at(uuid, uuid, boolean, text, boolean) is
  'Says that a person works at an event as p_role (null: as set_staff_events), or no longer does; their other events stay, which '
  'two admins at once cannot take from each other. p_all: at every event, also of those published later, until it is taken back; '
  'p_event_id is not read then, and staff_events stays. Idempotent. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 '
  'invalid, PT404 not_found (no such staff, or no such event). Security definer: as set_staff_events.';

create function public.event_staff(p_event_id uuid default null) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  perform private.require_event(p_event_id);
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
        'user_id', s.user_id, 'name', p.name, 'email', p.email, 'role', s.role, 'ends_at', s.ends_at,
        'works', w.event_id is not null or a.holds, 'all', a.holds) order by p.name, s.user_id, s.role), '[]')
    from public.staff s
    join public.profiles p on p.id = s.user_id
    join public.events e on e.id = p_event_id
    cross join lateral (select coalesce(e.date > s.all_from, false)) as a (holds)
    left join public.staff_events w on w.user_id = s.user_id and w.role = s.role and w.event_id = p_event_id
    where s.role in ('gate', 'box_office') and (w.event_id is not null or a.holds or private.role_holds(s.ends_at)));
end
$$;

comment on function public.event_staff(uuid) is
  'Returns [{user_id, name, email, role, ends_at, works, all}] of the people of gate and box office, by name, once for each of these '
  'roles: those who work at the event, also with a role that has ended, and those who may be set to. Admins only. Refusals: PT401 '
  'not_signed_in, PT403 forbidden, PT404 not_found. Security definer: as gate_events.';

create function public.gate_events() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_user();
  if not private.is_admin() and not private.is_gate() then
    perform private.refuse(403, 'forbidden', '', 'This is for staff.');
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
        'event_id', e.id, 'name', private.gate_event_name(e.id), 'city', e.city, 'venue', e.venue, 'date', e.date,
        'status', e.status, 'opens_at', private.gate_opens(e.date), 'closes_at', private.gate_closes(e.date),
        'tickets', (select count(*) from public.user_tickets t where t.event_id = e.id and not t.is_test)
      ) order by e.date, e.id), '[]')
    from public.events e
    where private.gate_closes(e.date) > now()
      and ((select private.is_admin()) or e.id in (select private.my_gate_events())));
end
$$;

comment on function public.gate_events() is
  'Returns [{event_id, name, city, venue, date, status, opens_at, closes_at, tickets}] of the caller''s events, until '
  '24 hours after their start: all for admins, their own for gate staff. Refusals: PT401 not_signed_in, PT403 '
  'forbidden. Security definer: gate staff may not read tickets, not even to count them.';

create function public.gate_key(p_event_id uuid default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_event public.events;
  v_answer jsonb;
begin
  perform private.require_gate(p_event_id);
  select * into v_event from public.events e where e.id = p_event_id;
  if now() not between private.gate_opens(v_event.date) and private.gate_closes(v_event.date) then
    perform private.refuse(403, 'gate_closed', jsonb_build_object(
        'opens_at', private.gate_opens(v_event.date), 'closes_at', private.gate_closes(v_event.date))::text,
      'Keys are handed out from 48 hours before the start to 24 hours after it.');
  end if;
  -- Makes the first key before the first sale: the device needs it offline.
  perform private.signing_key(p_event_id);
  select jsonb_build_object(
      'event_id', p_event_id,
      'keys', coalesce(jsonb_agg(jsonb_build_object('number', k.key_number, 'key', encode(k.public_key, 'hex')) order by k.key_number)
        filter (where k.withdrawn_at is null), '[]'),
      'withdrawn', coalesce(jsonb_agg(k.key_number order by k.key_number) filter (where k.withdrawn_at is not null), '[]'),
      'opens_at', private.gate_opens(v_event.date), 'closes_at', private.gate_closes(v_event.date))
    into v_answer
    from private.event_keys k where k.event_id = p_event_id;
  perform private.note_hand_out(p_event_id, (
    select jsonb_agg(k -> 'number') from jsonb_array_elements(v_answer -> 'keys') as k));
  return v_answer;
end
$$;

comment on function public.gate_key(uuid) is
  'Returns {event_id, keys: [{number, key: the public key in 64 hexadecimal digits}], withdrawn: [number], opens_at, closes_at}, for '
  'admins and the event''s gate staff, from 48 hours before its start to 24 hours after it. The audit log records who '
  'got which, without the keys, once in five minutes. Refusals: PT401 not_signed_in, PT403 forbidden, gate_closed '
  '(detail: opens_at, closes_at), PT400 invalid, PT404 not_found. Security definer: no role may read keys.';

create function public.rotate_event_key(p_event_id uuid default null, p_withdraw boolean default false) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_most_keys constant integer := 255;
  v_last integer;
  v_key private.event_keys;
  v_resigned bigint := 0;
begin
  perform private.require_admin();
  if p_event_id is null then
    perform private.refuse(400, 'invalid', 'p_event_id', 'Which event?');
  end if;
  if p_withdraw is null then
    perform private.refuse(400, 'invalid', 'p_withdraw', 'Whether the earlier keys are withdrawn.');
  end if;
  -- No ticket is signed, changed or revoked meanwhile.
  perform private.lock_event(p_event_id);
  perform private.require_event(p_event_id);
  select coalesce(max(k.key_number), 0) into v_last from private.event_keys k where k.event_id = p_event_id;
  if v_last >= c_most_keys then
    perform private.refuse(409, 'too_many', 'p_event_id', format('An event has at most %s keys.', c_most_keys));
  end if;
  select * into strict v_key from private.add_event_key(p_event_id, v_last + 1);
  if p_withdraw then
    update private.event_keys k set withdrawn_at = clock_timestamp()
      where k.event_id = p_event_id and k.key_number <> v_key.key_number and k.withdrawn_at is null;
    update public.user_tickets t set key_number = v_key.key_number
      where t.event_id = p_event_id and t.revoked_at is null;
    get diagnostics v_resigned = row_count;
  end if;
  perform private.record_audit('rotate', 'event_keys', p_event_id::text, null,
    jsonb_build_object('key_number', v_key.key_number, 'withdraw', p_withdraw, 'resigned', v_resigned));
  return jsonb_build_object(
    'event_id', p_event_id, 'key_number', v_key.key_number, 'resigned', v_resigned,
    'withdrawn', (select coalesce(jsonb_agg(k.key_number order by k.key_number), '[]')
      from private.event_keys k where k.event_id = p_event_id and k.withdrawn_at is not null));
end
$$;

comment on function public.rotate_event_key(uuid, boolean) is
  'Makes a new key, which signs new tickets from now on, and returns {event_id, key_number, withdrawn: [number], '
  'resigned}. Without p_withdraw earlier keys stay valid. With it they are withdrawn and every valid ticket is signed '
  'again, usable once its owner''s device has synced. Each call makes a key. Admins only. Refusals: PT401 '
  'not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found, PT409 too_many (255 keys). Security definer: no '
  'role may write keys.';

create function private.short_name(p_name text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  -- Of a list's names, each is one call: a function of ours in it would be planned again every time.
  select case when p_name ~ '\S\s+\S'
    then substring(p_name from '\S+') || ' ' || upper(substring(p_name from '(\S)\S*\s*$')) || '.'
    else substring(p_name from '\S+') end
$$;

comment on function private.short_name(text) is '''Farah Nadkarni'' becomes ''Farah N.''; null for no name.';

create index user_tickets_event_updated on public.user_tickets (event_id, updated_at);

create index payment_lines_event_updated on public.payment_lines (event_id, updated_at);

-- A page of the list begins where the last one ended.
create index user_tickets_event on public.user_tickets (event_id, id);

create index payment_lines_event_open on public.payment_lines (event_id, id) where payment_status <> 'completed';

create table private.name_changes (
  user_id uuid primary key,
  at timestamptz not null
);

comment on table private.name_changes is
  'When a customer''s name last changed or was deleted, for the gates'' next delta. The trigger on profiles writes '
  'it, only gate_roster reads it.';

alter table private.name_changes enable row level security;

create index name_changes_at on private.name_changes (at);

create function private.note_name_change() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.name_changes (user_id, at) values (old.id, clock_timestamp())
    on conflict (user_id) do update set at = excluded.at;
  return null;
end
$$;

comment on function private.note_name_change() is
  'Trigger: records that a name changed or was deleted. Security definer: no role may write name_changes.';

create trigger note_new_name after update of name on public.profiles
  for each row when (old.name is distinct from new.name) execute function private.note_name_change();

create trigger note_gone_name after delete on public.profiles
  for each row execute function private.note_name_change();

create view private.roster_rows with (security_invoker = true) as
  select t.event_id, t.id, t.updated_at, t.user_id, t.ticket_category_id, t.seats,
    case when p.status = 'rejected' then 'rejected'
      -- A ticket with a refund does not admit.
      when t.payment_status = 'failed' or r.id is not null then 'revoked' else 'valid' end as state,
    -- An undone sale's reason is the clerk's ('Wrong seat'), which a guest would hear as theirs.
    coalesce(case when p.status = 'rejected' and p.till_id is not null then p.review_note end, t.revoked_reason,
      case when p.status = 'rejected' then p.review_note when r.id is not null then 'Refund asked for' end) as reason,
    t.is_test,
    (select jsonb_agg(jsonb_build_array(s.seat, s.issue, s.void_before)
        || case when s.selling_since is not null then jsonb_build_array(case when s.holder_id = t.user_id then 'false'::jsonb
            else to_jsonb((select private.short_name(f.name) from public.profiles f where f.id = s.holder_id)) end,
            case when s.bindings > 1 then s.bound_at end, true)
          when s.holder_id <> t.user_id then jsonb_build_array(
            (select private.short_name(f.name) from public.profiles f where f.id = s.holder_id))
          when s.bindings > 1 then '[false]' else '[]' end
        || case when s.selling_since is null and s.bindings > 1 and s.bound_at is not null then jsonb_build_array(s.bound_at) else '[]' end order by s.number)
      from public.passes s where s.ticket_id = t.id) as passes
  from public.user_tickets t
  join public.payments p on p.id = t.payment_id
  left join public.refunds r on r.ticket_id = t.id
  union all
  select l.event_id, l.id, l.updated_at, l.user_id, l.ticket_category_id, l.seats,
    case when t.id is not null then 'gone' when l.payment_status = 'failed' then 'rejected' else 'pending' end,
    p.review_note, p.is_test, null
  from public.payment_lines l
  join public.payments p on p.id = l.payment_id
  left join public.user_tickets t on t.payment_line_id = l.id
  where l.event_id is not null;

comment on view private.roster_rows is
  'Every ticket ever issued, and every order line: pending and rejected lines explain at the gate a missing ticket; a '
  'line that became a ticket is gone. Only gate_roster reads it.';

create function public.gate_roster(
  p_event_id uuid default null, p_after uuid default null, p_since timestamptz default null, p_rows integer default 1000)
  returns jsonb language plpgsql stable security definer set search_path = ''
as $$
declare
  c_most_rows constant integer := 10000;
  -- A row written before this page was read may become visible after it.
  c_overlap constant interval := interval '2 minutes';
  v_at timestamptz := clock_timestamp();
  v_ids uuid[];
  v_more boolean;
  v_answer jsonb;
  v_open boolean;
begin
  perform private.require_gate(p_event_id);
  if p_since is not null and not isfinite(p_since) then
    perform private.refuse(400, 'invalid', 'p_since', 'p_since is a time that an earlier page gave.');
  end if;
  if p_rows is null or p_rows not between 1 and c_most_rows then
    perform private.refuse(400, 'invalid', 'p_rows', format('A page has 1 to %s rows.', c_most_rows));
  end if;

  select v_at between private.gate_opens(e.date) and private.gate_closes(e.date) into v_open
    from public.events e where e.id = p_event_id;
  if not v_open then
    v_ids := '{}';
  elsif p_since is null then
    v_ids := array(
      select i.id from (
        (select t.id from public.user_tickets t
          where t.event_id = p_event_id and (p_after is null or t.id > p_after) order by t.id limit p_rows + 1)
        union all
        (select l.id from public.payment_lines l
          where l.event_id = p_event_id and l.payment_status <> 'completed' and (p_after is null or l.id > p_after)
            -- A failed line with a ticket was revoked, and the ticket says so.
            and not exists (select from public.user_tickets t where t.payment_line_id = l.id)
          order by l.id limit p_rows + 1)
      ) as i order by i.id limit p_rows + 1);
  else
    v_ids := array(
      select i.id from (
        select t.id from public.user_tickets t where t.event_id = p_event_id and t.updated_at >= p_since
        union
        select l.id from public.payment_lines l where l.event_id = p_event_id and l.updated_at >= p_since
        union
        select s.known_ticket from public.ticket_scans s
        where s.event_id = p_event_id and s.received_at >= p_since and s.known_ticket is not null
        union
        select t.id from private.name_changes n join public.user_tickets t on t.user_id = n.user_id
        where n.at >= p_since and t.event_id = p_event_id
        union
        select t.id from private.name_changes n join public.passes s on s.holder_id = n.user_id
          join public.user_tickets t on t.id = s.ticket_id
        where n.at >= p_since and t.event_id = p_event_id
        union
        select l.id from private.name_changes n join public.payment_lines l on l.user_id = n.user_id
        where n.at >= p_since and l.event_id = p_event_id and l.payment_status <> 'completed'
          and not exists (select from public.user_tickets t where t.payment_line_id = l.id)
      ) as i where p_after is null or i.id > p_after order by i.id limit p_rows + 1);
  end if;
  v_more := cardinality(v_ids) > p_rows;
  v_ids := v_ids[1 : p_rows];

  select jsonb_build_object(
      'rows', coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        -- Not by a join: unaware of how many rows come, it may read all profiles for each of them.
        'id', r.id, 'name', (select private.short_name(f.name) from public.profiles f where f.id = r.user_id),
        'category', r.ticket_category_id, 'seats', to_jsonb(r.seats), 'state', r.state, 'reason', r.reason,
        'passes', r.passes, 'test', nullif(r.is_test, false), 'in', a.admissions)) order by r.id) filter (where r.state <> 'gone'), '[]'),
      'gone', coalesce(jsonb_agg(r.id order by r.id) filter (where r.state = 'gone'), '[]'))
    into v_answer
    from private.roster_rows r
    left join lateral (
      select jsonb_agg(jsonb_build_object('scan', s.id, 'seats', to_jsonb(s.seats), 'gate', s.gate, 'at', s.corrected_at)
        order by s.corrected_at, s.id) as admissions
      from public.ticket_scans s
      where s.event_id = p_event_id and s.known_ticket = r.id and cardinality(s.seats) > 0
        and not exists (select from public.ticket_scans u where u.undoes = s.id and u.event_id = s.event_id)
    ) as a on true
    where r.event_id = p_event_id and r.id = any (v_ids);

  return v_answer || jsonb_build_object(
    'at', v_at,
    'event', (
      select jsonb_build_object('id', e.id, 'name', private.gate_event_name(e.id), 'date', e.date, 'status', e.status,
        'screen_only', e.screen_only)
      from public.events e where e.id = p_event_id),
    'categories', (
      select coalesce(jsonb_object_agg(c.id, c.name), '{}') from public.ticket_categories c where c.event_id = p_event_id),
    -- Counting takes longer than reading a page.
    'total', case when p_since is null and p_after is null then (
      select (select count(*) from public.user_tickets t where t.event_id = p_event_id)
        + (select count(*) from public.payment_lines l
           where l.event_id = p_event_id and l.payment_status <> 'completed'
             and not exists (select from public.user_tickets t where t.payment_line_id = l.id))) end,
    'next', case when v_more then v_ids[p_rows] end,
    -- Changes made while the gate is closed are still to be sent.
    'next_since', case when v_open then v_at - c_overlap else coalesce(p_since, 'epoch') end);
end
$$;

comment on function public.gate_roster(uuid, uuid, timestamptz, integer) is
  'Returns one page of the event''s tickets for the gate, at most p_rows (1 to 10,000) rows: {at, event: {id, name, date, status, screen_only}, '
  'categories: {id: name}, total, rows: [{id, name, category, seats, state, reason, passes (of tickets): [[seat, issue, void_before, name of who has it or false if that is the customer, when it was bound to another '
  'device, true while a payment for the seat, which was given back, is under review: CHECK]] by number, the last three only where '
  'they say something, '
  'test (true of a test order), in: '
  '[{scan, seats, gate, at}]}], gone: [id], next, next_since}, without null values in a row and without any code that could be typed. p_after is next of the page '
  'before; p_since (next_since of the last download''s first page) returns only changes. Revoked tickets stay in. '
  'total is in the first page of a full list only; outside the key''s window there are no rows. For admins and the event''s '
  'gate staff. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found. Security definer: gate staff read '
  'no other tickets or names.';

create function public.find_gate_tickets(p_event_ids uuid[] default null, p_code text default null) returns uuid[]
  language plpgsql stable security definer set search_path = ''
as $$
declare
  c_most_events constant integer := 50;
  c_most_tickets constant integer := 40;
begin
  perform private.require_user();
  if not private.is_admin() and not private.is_gate() then
    perform private.refuse(403, 'forbidden', '', 'This is for staff.');
  end if;
  if coalesce(cardinality(p_event_ids), 0) not between 1 and c_most_events then
    perform private.refuse(400, 'invalid', 'p_event_ids', format('1 to %s event ids.', c_most_events));
  end if;
  perform private.require_gate(i) from unnest(p_event_ids) as i;
  return array(
    select r.id from private.roster_rows r join public.events e on e.id = r.event_id
    where r.event_id = any (p_event_ids) and r.state <> 'gone'
      and clock_timestamp() between private.gate_opens(e.date) and private.gate_closes(e.date)
      and r.id in (
        select t.id from public.user_tickets t where t.code = p_code
        union all
        select t.id from public.user_tickets t join public.payments p on p.id = t.payment_id where p.order_code = p_code
        union all
        select l.id from public.payment_lines l join public.payments p on p.id = l.payment_id where p.order_code = p_code)
    order by r.id limit c_most_tickets);
end
$$;

comment on function public.find_gate_tickets(uuid[], text) is
  'Returns the ids of roster rows of these events with this ticket or order code, exactly as stored, at most 40: a gate''s '
  'list has no codes, so that a copy of it opens nothing. Outside the key''s window it finds none. For admins and the '
  'events'' gate staff. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found. Security definer: '
  'gate staff read no tickets.';

create function private.note_hand_out(p_event_id uuid, p_numbers jsonb) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_quiet constant interval := interval '5 minutes';
  v_numbers jsonb := jsonb_build_object('key_numbers', p_numbers);
begin
  perform pg_advisory_xact_lock(hashtextextended('hand_out:' || coalesce(auth.uid()::text, '') || p_event_id::text, 0));
  if not exists (
    select from public.audit_log a
    where a."table" = 'event_keys' and a.row_id = p_event_id::text and a.at > clock_timestamp() - c_quiet
      and a.actor = auth.uid() and a.action = 'hand_out' and a.after = v_numbers) then
    perform private.record_audit('hand_out', 'event_keys', p_event_id::text, null, v_numbers);
  end if;
end
$$;

comment on function private.note_hand_out(uuid, jsonb) is
  'Records in the history that the caller received these keys of the event: one line for the same keys in five '
  'minutes. Security definer: no role may write audit_log.';

create function public.lose_gate_device(p_event_id uuid default null, p_device text default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_admin uuid;
  v_device private.gate_devices;
  v_events uuid[];
  v_event uuid;
  v_rotated jsonb[] := '{}'::jsonb[];
  v_had_role boolean;
begin
  perform private.require_admin();
  v_admin := private.require_user();
  if p_event_id is null then
    perform private.refuse(400, 'invalid', 'p_event_id', 'Which event?');
  end if;
  select * into v_device from private.gate_devices d where d.event_id = p_event_id and d.device = p_device;
  if not found then
    perform private.refuse(404, 'not_found', 'p_device', 'No such device was heard of at this event.');
  end if;
  if v_device.staff_id = v_admin then
    perform private.refuse(409, 'own_device', 'p_device',
      'It was last used with your own account. Change your password, then withdraw the keys.');
  end if;

  v_had_role := exists (select from public.staff s where s.user_id = v_device.staff_id);
  if v_had_role then
    perform public.set_staff_roles(v_device.staff_id, '{}');
  end if;
  -- Every event whose key may be on it: the device worked there, or that account got the key.
  v_events := array(
    select e.id from public.events e
    where clock_timestamp() <= private.gate_closes(e.date)
      and (exists (select from private.gate_devices d where d.event_id = e.id and d.device = p_device)
        or exists (select from public.audit_log a where a."table" = 'event_keys' and a.row_id = e.id::text
          and a.action = 'hand_out' and a.actor = v_device.staff_id))
    order by e.id);
  foreach v_event in array v_events loop
    v_rotated := v_rotated || (public.rotate_event_key(v_event, true) - 'withdrawn'
      || jsonb_build_object('name', private.gate_event_name(v_event)));
  end loop;
  update private.gate_devices d set lost_at = clock_timestamp() where d.device = p_device;
  perform private.record_audit('lose', 'gate_devices', p_device, null, jsonb_build_object(
    'event_id', p_event_id, 'gate', v_device.gate, 'staff_id', v_device.staff_id, 'role_taken', v_had_role, 'events', v_events));
  return jsonb_build_object(
    'device', p_device, 'staff_id', v_device.staff_id, 'role_taken', v_had_role, 'events', to_jsonb(v_rotated),
    'staff_name', (select private.short_name(f.name) from public.profiles f where f.id = v_device.staff_id));
end
$$;

comment on function public.lose_gate_device(uuid, text) is
  'Handles a lost gate device: removes the role of the account that last worked on it, withdraws the keys of every '
  'event that is not over and whose key that device or account got, and signs its tickets again. A repeat does so '
  'again. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found, PT409 '
  'own_device (the account is the caller''s), too_many (255 keys). Security definer: no role may write staff or keys.';

insert into private.rights (roles, privileges, object) values
  ('authenticated', 'select', 'table public.staff_events'),
  -- Policies call it.
  ('authenticated', 'execute', 'function private.my_gate_events()'),
  ('anon, authenticated', 'execute', 'function public.find_gate_tickets(uuid[], text)'),
  ('anon, authenticated', 'execute', 'function public.set_staff_events(uuid, uuid[], text)'),
  ('anon, authenticated', 'execute', 'function public.set_works_at(uuid, uuid, boolean, text, boolean)'),
  ('anon, authenticated', 'execute', 'function public.event_staff(uuid)'),
  ('anon, authenticated', 'execute', 'function public.gate_events()'),
  ('anon, authenticated', 'execute', 'function public.gate_key(uuid)'),
  ('anon, authenticated', 'execute', 'function public.rotate_event_key(uuid, boolean)'),
  ('anon, authenticated', 'execute', 'function public.gate_roster(uuid, uuid, timestamptz, integer)'),
  ('anon, authenticated', 'execute', 'function public.lose_gate_device(uuid, text)');
