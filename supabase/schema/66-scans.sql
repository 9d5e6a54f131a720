-- Scans: what happened at the gates. Devices decide offline and send their scans, which are kept whatever is wrong with
-- them; seats let in twice and admissions without a ticket are shown. scanned_at and sent_at are the device's own
-- clock: the difference of sent_at to the server's clock corrects scanned_at.

create table public.ticket_scans (
  id uuid primary key,
  event_id uuid not null references public.events (id) on delete restrict,
  ticket_id text not null check (char_length(ticket_id) <= 512),
  known_ticket uuid,
  place text not null,
  seats text[] not null default '{}',
  verdict text not null check (verdict in ('ENTER', 'ALREADY IN', 'NOT VALID', 'CHECK', 'UNDO')),
  reason text,
  gate text not null,
  device text not null,
  staff_id uuid not null,
  scanned_at timestamptz,
  corrected_at timestamptz not null,
  received_at timestamptz not null,
  undoes uuid,
  problem text check (problem in ('unknown_ticket', 'revoked_ticket', 'void_code', 'too_early', 'too_late', 'undo_refused')),
  claimed_seats text[],
  refused_undo uuid,
  pass smallint check (pass between 1 and 10),
  issue integer check (issue between 0 and 65535),
  constraint ticket_scans_undo check ((verdict = 'UNDO') = (coalesce(undoes, refused_undo) is not null)),
  constraint ticket_scans_admission check (cardinality(seats) = 0 or verdict in ('ENTER', 'CHECK')),
  constraint ticket_scans_corrected check (corrected_at <= received_at),
  constraint ticket_scans_refused_undo check (((problem = 'undo_refused') is true) = (refused_undo is not null)),
  constraint ticket_scans_claimed check (((problem in ('too_early', 'too_late')) is true) = (claimed_seats is not null))
);

comment on table public.ticket_scans is
  'Every scan of every gate device, under the device''s own id for it. Only record_scans writes it; rows never '
  'change, except an UNDO that arrived before its scan and turns out not to belong to it.';

comment on column public.ticket_scans.ticket_id is
  'The ticket''s id as read, or the first 512 characters of anything else.';

comment on column public.ticket_scans.known_ticket is
  'The ticket of this event that ticket_id names; null for anything else.';

comment on column public.ticket_scans.place is
  'Identifies the seat together with its label: the ticket''s category, or ticket_id where no ticket is known.';

comment on column public.ticket_scans.seats is 'Seats that this scan let in.';

comment on column public.ticket_scans.issue is
  'Number (pass) and issue of the code that was shown; null of look-ups.';

comment on column public.ticket_scans.staff_id is
  'Who made the scan: the sender, or the member of staff whom the device names (then private.relayed_scans has the '
  'sender).';

comment on column public.ticket_scans.scanned_at is 'The device''s clock; null when that was no time.';

comment on column public.ticket_scans.corrected_at is
  'scanned_at, corrected by the difference of the device''s clock to the server''s; never later than received_at.';

comment on column public.ticket_scans.problem is
  'Problem of an admission: no such ticket, revoked before, or outside the key''s window; of an UNDO: it takes '
  'nothing back. Shown as prominently as a conflict.';

comment on column public.ticket_scans.claimed_seats is
  'Seats that the device let in outside the key''s window: then seats is empty.';

comment on column public.ticket_scans.undoes is 'The scan that this UNDO takes back.';

comment on column public.ticket_scans.refused_undo is
  'The scan that this UNDO fails to take back: of another device or person, or too old.';

create index ticket_scans_event_received on public.ticket_scans (event_id, received_at);

create index ticket_scans_event_ticket on public.ticket_scans (event_id, known_ticket);

create index ticket_scans_event_problem on public.ticket_scans (event_id, corrected_at desc) where problem is not null;

create index ticket_scans_undoes on public.ticket_scans (undoes) where undoes is not null;

create index ticket_scans_staff_id on public.ticket_scans (staff_id);

alter table public.ticket_scans enable row level security;

create policy "Staff of an event read its scans, payments staff every one" on public.ticket_scans
  for select to authenticated using (
    (select private.may('payments')) or event_id in (select private.my_gate_events()));

create table private.admitted_seats (
  event_id uuid not null,
  place text not null,
  seat text not null,
  scan_id uuid not null references public.ticket_scans (id) on delete cascade,
  corrected_at timestamptz not null,
  primary key (event_id, place, seat, scan_id)
);

comment on table private.admitted_seats is
  'The seats of every admission that was not undone, derived from ticket_scans, with a key that finds seats let in '
  'twice. Two rows of one seat are a conflict: the earliest corrected_at wins, then the smaller scan id.';

create index admitted_seats_scan_id on private.admitted_seats (scan_id);

alter table private.admitted_seats enable row level security;

create table private.gate_devices (
  event_id uuid not null references public.events (id) on delete cascade,
  device text not null,
  gate text not null,
  staff_id uuid not null,
  last_sync_at timestamptz not null,
  waiting integer check (waiting >= 0),
  roster_at timestamptz,
  lost_at timestamptz,
  primary key (event_id, device)
);

comment on table private.gate_devices is 'The devices that work at an event, and when each last reported.';

comment on column private.gate_devices.lost_at is
  'When an admin marked the device as lost; null again once it reports.';

alter table private.gate_devices enable row level security;

create function private.keep_scanned_events() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.ticket_scans s where s.event_id = old.id) then
    perform private.refuse(409, 'in_use', 'ticket_scans', 'Scans hang on it.');
  end if;
  return old;
end
$$;

comment on function private.keep_scanned_events() is
  'Trigger 15_keep_scanned. Security definer: reads scans whatever the writer may read.';

create trigger "15_keep_scanned" before delete on public.events
  for each row execute function private.keep_scanned_events();

create function private.scan_text(p_scan jsonb, p_key text, p_longest integer) returns text
  language sql immutable set search_path = ''
as $$
  select private.strip_hidden(left(
    case jsonb_typeof(p_scan -> p_key) when 'string' then p_scan ->> p_key when 'null' then null else (p_scan -> p_key)::text end, p_longest))
$$;

comment on function private.scan_text(jsonb, text, integer) is
  'Returns the value under the key as text, cut to its longest, without invisible characters, so that a gate has one '
  'name in scans and reports.';

create function private.scan_uuid(p_scan jsonb, p_key text) returns uuid
  language sql immutable set search_path = ''
as $$
  select case when p_scan ->> p_key ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (p_scan ->> p_key)::uuid end
$$;

comment on function private.scan_uuid(jsonb, text) is 'Returns the uuid under the key; null for anything else.';

create function private.scan_time(p_scan jsonb, p_key text) returns timestamptz
  language plpgsql stable set search_path = ''
as $$
declare
  v_time timestamptz;
begin
  -- Requires a zone: without one it is no point in time.
  if p_scan ->> p_key ~ '^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d(:?\d\d)?)$' then
    v_time := (p_scan ->> p_key)::timestamptz;
  end if;
  return v_time;
exception when data_exception then
  return null;
end
$$;

comment on function private.scan_time(jsonb, text) is 'Returns the ISO instant under the key; null for anything else.';

create function private.scan_number(p_scan jsonb, p_key text, p_least integer, p_most integer) returns integer
  language sql immutable set search_path = ''
as $$
  select case when jsonb_typeof(p_scan -> p_key) = 'number' and (p_scan ->> p_key)::numeric between p_least and p_most
    then (p_scan ->> p_key)::numeric::integer end
$$;

comment on function private.scan_number(jsonb, text, integer, integer) is
  'Returns the number under the key; null for anything else, and outside its range.';

create function private.readable_scan(p_scan json) returns jsonb
  language plpgsql immutable set search_path = ''
as $$
begin
  return p_scan::jsonb;
exception when data_exception then
  -- PostgreSQL text cannot hold U+0000 and halves of surrogate pairs.
  begin
    return regexp_replace(p_scan::text, '(?<!\\)((?:\\\\)*)\\u(?:0000|[dD][89a-fA-F][0-9a-fA-F]{2})', '\1\\ufffd', 'g')::jsonb;
  exception when data_exception then
    return null;
  end;
end
$$;

comment on function private.readable_scan(json) is
  'Returns the scan with U+FFFD for characters that the database cannot store; null when it is still unreadable.';

create function private.corrected_time(
  p_scanned_at timestamptz, p_sent_at timestamptz, p_received_at timestamptz, p_earliest timestamptz)
  returns timestamptz language sql immutable set search_path = ''
as $$
  select case when mended >= p_earliest then least(mended, p_received_at) else p_received_at end
  from (select p_scanned_at + coalesce(p_received_at - p_sent_at, interval '0') as mended) as clock
$$;

comment on function private.corrected_time(timestamptz, timestamptz, timestamptz, timestamptz) is
  'Returns when a scan happened: the device''s time, corrected by its clock''s difference at sending, never later '
  'than received. An impossible time (none, or before gates existed) becomes the time of receiving: such a clock must '
  'not win a conflict.';

create function private.holder_of_code(p_ticket_id uuid, p_number integer, p_issue integer) returns uuid
  language sql stable set search_path = ''
as $$
  select coalesce(x.to_id, t.user_id)
  from public.user_tickets t
  left join lateral (
    select x.to_id from public.pass_transfers x
    where x.ticket_id = t.id and x.number = p_number and x.outcome = 'accepted' and x.first_issue <= p_issue
    order by x.first_issue desc limit 1) as x on true
  where t.id = p_ticket_id
$$;

comment on function private.holder_of_code(uuid, integer, integer) is
  'Returns who held a pass with a code of this issue; without a number the ticket''s customer.';

create function private.person_of_code(p_ticket_id uuid, p_number integer, p_issue integer) returns text
  language sql stable set search_path = ''
as $$
  select private.short_name(f.name) from public.profiles f where f.id = private.holder_of_code(p_ticket_id, p_number, p_issue)
$$;

comment on function private.person_of_code(uuid, integer, integer) is
  'Returns the short name of who held a pass with a code of this issue; without a number the ticket''s customer. Null without '
  'a name.';

create function private.scan_brief(p_scan_id uuid) returns jsonb
  language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'scan_id', s.id, 'ticket_id', s.ticket_id, 'person', private.person_of_code(s.known_ticket, s.pass, s.issue), 'gate', s.gate, 'device', s.device,
    'staff_name', (select private.short_name(f.name) from public.profiles f where f.id = s.staff_id), 'at', s.corrected_at)
  from public.ticket_scans s where s.id = p_scan_id
$$;

comment on function private.scan_brief(uuid) is 'Returns which scan, of whose code, at which gate, by whom, when.';

create function private.contested_seats(p_event_id uuid)
  returns table (place text, seat text, first_scan uuid, later_scan uuid, later_at timestamptz)
  language sql stable set search_path = ''
as $$
  select r.place, r.seat, r.first_scan, r.scan_id, r.corrected_at
  from (
    select a.place, a.seat, a.scan_id, a.corrected_at,
      first_value(a.scan_id) over (partition by a.place, a.seat order by a.corrected_at, a.scan_id) as first_scan
    from private.admitted_seats a
    join (
      select d.place, d.seat from private.admitted_seats d where d.event_id = p_event_id
      group by d.place, d.seat having count(*) > 1
    ) as twice on twice.place = a.place and twice.seat = a.seat
    where a.event_id = p_event_id
  ) as r
  where r.scan_id <> r.first_scan
$$;

comment on function private.contested_seats(uuid) is
  'Returns every seat of the event let in by several scans that were not undone: the winner (earliest corrected_at, '
  'then the smaller id), and each of the others.';

create function private.record_scan(p_scan json, p_staff uuid, p_received_at timestamptz) returns jsonb
  language plpgsql volatile set search_path = ''
as $$
declare
  c_most_seats constant integer := 40;
  v jsonb := private.readable_scan(p_scan);
  v_scan public.ticket_scans;
  v_known public.ticket_scans;
  v_event public.events;
  v_revoked_at timestamptz;
  v_is_test boolean;
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
  v_scan.pass := private.scan_number(v, 'pass', 1, 10);
  v_scan.issue := case when v_scan.pass is not null then private.scan_number(v, 'issue', 0, 65535) end;

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
  select t.id, t.ticket_category_id::text, t.revoked_at, t.is_test into v_scan.known_ticket, v_scan.place, v_revoked_at, v_is_test
    from public.user_tickets t
    where t.id = private.scan_uuid(jsonb_build_object('id', v_scan.ticket_id), 'id') and t.event_id = v_scan.event_id;
  if v_scan.known_ticket is not null then
    v_scan.ticket_id := v_scan.known_ticket::text;
    if v_is_test then
      v_scan.seats := '{}';
    end if;
  else
    v_scan.place := v_scan.ticket_id;
  end if;
  v_scan.corrected_at := private.corrected_time(v_scan.scanned_at, private.scan_time(v, 'sent_at'), p_received_at,
    least(private.gate_opens(v_event.date), private.gate_opens(v_event.previous_date), v_event.created_at) - interval '24 hours');
  if cardinality(v_scan.seats) > 0 then
    v_scan.problem := coalesce(private.outside_gate(v_event.date, v_event.previous_date, v_scan.corrected_at), case
      when v_scan.known_ticket is null then 'unknown_ticket'
      when v_revoked_at <= v_scan.corrected_at then 'revoked_ticket'
      when exists (
        select from public.pass_transfers x
        where x.ticket_id = v_scan.known_ticket and x.number = v_scan.pass and x.first_issue > v_scan.issue
          and x.ended_at <= v_scan.corrected_at)
        or exists (
          select from public.returns r
          where r.ticket_id = v_scan.known_ticket and r.number = v_scan.pass and r.state = 'sold' and r.ended_at <= v_scan.corrected_at)
        then 'void_code'
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
  if v_scan.problem = 'void_code' then
    perform private.tell_old_code(v_scan);
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
$$;

comment on function private.record_scan(json, uuid, timestamptz) is
  'Stores one scan and returns {ok: true, corrected_at, problem}, or {ok: false, code, field} with code invalid, '
  'forbidden (not staff of that event) or id_used (another scan has this id). Idempotent. scanned_by names another '
  'member of staff who made it; other accounts are ignored. An admission outside the key''s window admits no seat, '
  'and an old UNDO or one of another person takes nothing back: both are stored with their problem, as is an admission with '
  'the code of a pass that was handed over, or given back and sold, before, of which both persons are notified (tell_old_code). A test '
  'ticket admits no seat.';

create function public.record_scans(p_scans json default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_most_scans constant integer := 1000;
  v_staff uuid := private.require_user();
  v_item json;
  v_index integer := 0;
  v_answer jsonb;
  v_answers jsonb[] := '{}'::jsonb[];
  v_kept uuid[] := '{}'::uuid[];
  v_events uuid[];
  v_event uuid;
  v_at timestamptz;
  v_state text;
begin
  if not private.is_admin() and not private.is_gate() then
    perform private.refuse(403, 'forbidden', '', 'This is for staff.');
  end if;
  if p_scans is null or json_typeof(p_scans) <> 'array' then
    perform private.refuse(400, 'invalid', 'p_scans', format('A list of at most %s scans.', c_most_scans));
  elsif json_array_length(p_scans) > c_most_scans then
    perform private.refuse(400, 'invalid', 'p_scans', format('A list of at most %s scans.', c_most_scans));
  end if;

  -- One batch of an event at a time, so that the second of two conflicting ones returns the conflict.
  v_events := array(
    select distinct e from json_array_elements(p_scans) as s, lateral (select private.scan_uuid(private.readable_scan(s), 'event_id') as e) as x
    -- Only the caller's events: others must not block their gates.
    where e is not null
      and ((select private.is_admin()) and exists (select from public.events w where w.id = e)
        or e in (select private.my_gate_events()))
    order by 1);
  foreach v_event in array v_events loop
    perform pg_advisory_xact_lock(hashtextextended('scans:' || v_event::text, 0));
  end loop;
  v_at := clock_timestamp();

  for v_item in select s from json_array_elements(p_scans) as s loop
    begin
      v_answer := private.record_scan(v_item, v_staff, v_at);
    exception when others then
      get stacked diagnostics v_state = returned_sqlstate;
      -- An error in the row must not block the others; an error of the database must.
      if v_state !~ '^(22|23|P0|PT|42)' then
        raise;
      end if;
      v_answer := jsonb_build_object('ok', false, 'code', 'invalid', 'field', null);
    end;
    v_answer := v_answer || jsonb_build_object('index', v_index, 'id', private.scan_text(private.readable_scan(v_item), 'id', 64));
    v_answers := v_answers || v_answer;
    if (v_answer ->> 'ok')::boolean then
      v_kept := v_kept || (v_answer ->> 'id')::uuid;
    end if;
    v_index := v_index + 1;
  end loop;

  insert into private.gate_devices as d (event_id, device, gate, staff_id, last_sync_at)
    select distinct on (s.event_id, s.device) s.event_id, s.device, s.gate, v_staff, v_at
    from public.ticket_scans s where s.id = any (v_kept) and s.device <> ''
    order by s.event_id, s.device, s.corrected_at desc
    on conflict (event_id, device) do update
      set gate = excluded.gate, staff_id = excluded.staff_id, last_sync_at = excluded.last_sync_at, lost_at = null;

  return jsonb_build_object(
    'at', v_at,
    'answers', to_jsonb(v_answers),
    'conflicts', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'event_id', e, 'seat', c.seat, 'first', private.scan_brief(c.first_scan), 'later', private.scan_brief(c.later_scan))
        order by c.later_at, c.later_scan, private.seat_order(c.seat) collate "C"), '[]')
      from unnest(v_events) as e, lateral private.contested_seats(e) as c
      where c.first_scan = any (v_kept) or c.later_scan = any (v_kept)));
end
$$;

comment on function public.record_scans(json) is
  'Stores up to 1,000 scans and returns {at, answers: [{index, id, ok: true, corrected_at, problem} | {index, id, ok: '
  'false, code, field}], conflicts: [{event_id, seat, first: scan, later: scan}]} in order; a bad scan never blocks '
  'the others. Idempotent. conflicts are those that touch these scans. Only staff of a scan''s event may send it. '
  'Refusals of the whole call: PT401 not_signed_in, PT403 forbidden (no staff), PT400 invalid (no list, or too long). '
  'json and not jsonb: one unreadable character would make the whole batch unreadable. Security definer: no role may '
  'write scans.';

create function public.report_gate_device(
  p_event_id uuid default null, p_device text default null, p_gate text default null, p_waiting integer default null,
  p_roster_at timestamptz default null)
  returns void language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_staff uuid := private.require_gate(p_event_id);
  v_device text := private.require_text(p_device, 'p_device', 128);
  v_gate text := private.require_text(p_gate, 'p_gate', 80);
begin
  if p_waiting < 0 then
    perform private.refuse(400, 'invalid', 'p_waiting', 'How many scans wait is no negative number.');
  end if;
  insert into private.gate_devices as d (event_id, device, gate, staff_id, last_sync_at, waiting, roster_at)
    values (p_event_id, v_device, v_gate, v_staff, clock_timestamp(), p_waiting, least(p_roster_at, clock_timestamp()))
    on conflict (event_id, device) do update
      set gate = excluded.gate, staff_id = excluded.staff_id, last_sync_at = excluded.last_sync_at,
        waiting = excluded.waiting, roster_at = excluded.roster_at, lost_at = null;
end
$$;

comment on function public.report_gate_device(uuid, text, text, integer, timestamptz) is
  'Records that a device is working, how many scans it has yet to send and how fresh its list is; gate_counters shows '
  'it. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found. Security definer: no role may '
  'write devices.';

create function public.gate_trouble(p_event_id uuid default null) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  c_most_shown constant integer := 500;
begin
  perform private.require_gate(p_event_id);
  return (
    with conflicts as materialized (select * from private.contested_seats(p_event_id)),
    problems as materialized (
      select s.id, s.problem, s.corrected_at,
        coalesce(s.claimed_seats, (select x.seats from public.ticket_scans x where x.id = s.refused_undo), s.seats) as seats
      from public.ticket_scans s
      where s.event_id = p_event_id and s.problem is not null
        and not exists (select from public.ticket_scans u where u.undoes = s.id and u.event_id = s.event_id))
    select jsonb_build_object(
      'conflict_count', (select count(*) from conflicts),
      'problem_count', (select count(*) from problems),
      'conflicts', (
        select coalesce(jsonb_agg(jsonb_build_object('event_id', p_event_id, 'seat', c.seat,
            'first', private.scan_brief(c.first_scan), 'later', private.scan_brief(c.later_scan))
          order by c.later_at desc, c.later_scan, private.seat_order(c.seat) collate "C"), '[]')
        from (select * from conflicts order by later_at desc, later_scan, seat limit c_most_shown) as c),
      'problems', (
        select coalesce(jsonb_agg(private.scan_brief(p.id) || jsonb_build_object(
            'event_id', p_event_id, 'problem', p.problem, 'seats', to_jsonb(p.seats)) order by p.corrected_at desc, p.id), '[]')
        from (select * from problems order by corrected_at desc, id limit c_most_shown) as p)));
end
$$;

comment on function public.gate_trouble(uuid) is
  'Returns {conflicts, problems, conflict_count, problem_count}: seats let in twice (the winning scan and the later '
  'one), admissions without a valid ticket or outside the key''s window, and UNDOs that took nothing back, newest '
  'first, at most 500 of each, with true counts. Excludes undone scans. Refusals: PT401 not_signed_in, PT403 '
  'forbidden, PT400 invalid, PT404 not_found. Security definer: the same for every member of staff.';

create function public.gate_counters(p_event_id uuid default null) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  c_shown constant interval := interval '3 hours';
  v_at timestamptz := clock_timestamp();
begin
  perform private.require_gate(p_event_id);
  return (
    with made as (
      select s.id, s.gate, s.device, s.ticket_id, s.verdict, s.reason, cardinality(s.seats) as seats, s.problem, s.corrected_at,
        exists (select from public.ticket_scans u where u.undoes = s.id and u.event_id = s.event_id) as undone
      from public.ticket_scans s where s.event_id = p_event_id and s.verdict <> 'UNDO'
        and (s.known_ticket in (
          select t.id from public.user_tickets t where t.event_id = p_event_id and t.is_test)) is not true),
    -- A CHECK is stored when it is shown; letting in after it is that device's next scan of the ticket.
    scans as materialized (
      select m.*, m.seats = 0 and m.verdict <> 'ENTER' and not m.undone and not (m.verdict = 'CHECK' and coalesce(
          lead(m.verdict = 'CHECK' and m.seats > 0 and not m.undone)
            over (partition by m.device, m.ticket_id order by m.corrected_at, m.id), false)) as refused
      from made m),
    -- Each seat once, by the scan that wins it.
    admitted as materialized (
      select distinct on (a.place, a.seat) s.gate, a.corrected_at
      from private.admitted_seats a join scans s on s.id = a.scan_id
      where a.event_id = p_event_id
      order by a.place, a.seat, a.corrected_at, a.scan_id),
    gates as (
      select s.gate, count(*) as scans, count(*) filter (where s.refused) as refused
      from scans s group by s.gate)
    select jsonb_build_object(
      'at', v_at,
      'expected', (
        select coalesce(sum(t.quantity), 0) from public.user_tickets t
        where t.event_id = p_event_id and t.payment_status = 'completed' and not t.is_test
          -- As in roster_rows: a ticket with a refund does not admit.
          and not exists (select from public.refunds r where r.ticket_id = t.id)),
      'admitted', (select count(*) from admitted),
      'gates', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'gate', g.gate, 'scans', g.scans, 'refused', g.refused,
          'admitted', (select count(*) from admitted a where a.gate = g.gate)) order by g.gate), '[]') from gates g),
      'minutes', (
        select coalesce(jsonb_agg(jsonb_build_object('minute', m.minute, 'gate', m.gate, 'admitted', m.admitted)
          order by m.minute, m.gate), '[]')
        from (select date_trunc('minute', a.corrected_at) as minute, a.gate, count(*) as admitted from admitted a
              where a.corrected_at > v_at - c_shown group by 1, 2) as m),
      'refused', (
        select coalesce(jsonb_agg(jsonb_build_object('verdict', r.verdict, 'reason', r.reason, 'count', r.count)
          order by r.count desc, r.verdict, r.reason), '[]')
        from (select s.verdict, s.reason, count(*) as count from scans s
              where s.refused group by s.verdict, s.reason) as r),
      'devices', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'device', d.device, 'gate', d.gate, 'last_sync_at', d.last_sync_at, 'waiting', d.waiting, 'roster_at', d.roster_at,
          'lost_at', d.lost_at,
          'staff_name', (select private.short_name(f.name) from public.profiles f where f.id = d.staff_id),
          'scans', (select count(*) from scans s where s.device = d.device)) order by d.gate, d.device), '[]')
        from private.gate_devices d where d.event_id = p_event_id),
      'conflicts', (select count(*) from private.contested_seats(p_event_id)),
      'problems', (select count(*) from scans s where s.problem is not null and not s.undone) + (
        select count(*) from public.ticket_scans s where s.event_id = p_event_id and s.refused_undo is not null)));
end
$$;

comment on function public.gate_counters(uuid) is
  'Returns {at, expected, admitted, gates: [{gate, admitted, refused, scans}], minutes: [{minute, gate, admitted}], '
  'refused: [{verdict, reason, count}], devices: [{device, gate, staff_name, last_sync_at, waiting, roster_at, '
  'scans}], conflicts, problems}: expected are seats of valid tickets that have no refund, minutes the last three hours. A CHECK after '
  'which the same device let in was no refusal. Undone scans count in scans only, those of test '
  'tickets nowhere. Refusals: PT401 not_signed_in, '
  'PT403 forbidden, PT400 invalid, PT404 not_found. Security definer: gate staff may not read tickets, not even to '
  'count them.';

create view private.check_ins with (security_invoker = true) as
  select t.id as ticket_id, t.event_id, t.code, p.order_code, f.name as user_name, f.email as user_email,
    t.ticket_category_id, c.name as ticket_category, t.seats, t.payment_status,
    coalesce(a.seats, '{}') as admitted_seats, a.first_in_at, a.last_in_at, coalesce(a.gates, '{}') as gates,
    r.status as refund_status,
    -- No coalesce in the name's condition: the planner holds it for leaky beside a policy, and reads every profile for each seat.
    (select jsonb_agg(jsonb_build_object('seat', x.seat,
        'name', (select h.name from public.profiles h where h.id = case when g.holder_id is null then t.user_id else g.holder_id end),
        'received', coalesce(g.holder_id <> t.user_id, false), 'in_at', i.corrected_at, 'gate', i.gate) order by x.n)
      from unnest(t.seats) with ordinality as x (seat, n)
      left join public.passes g on g.ticket_id = t.id and g.seat = x.seat
      left join lateral (
        select s.corrected_at, s.gate from public.ticket_scans s
        where s.event_id = t.event_id and s.known_ticket = t.id and x.seat = any (s.seats)
          and not exists (select from public.ticket_scans u where u.undoes = s.id and u.event_id = s.event_id)
        order by s.corrected_at, s.id limit 1) as i on true) as people
  from public.user_tickets t
  join public.payments p on p.id = t.payment_id
  join public.ticket_categories c on c.id = t.ticket_category_id
  left join public.profiles f on f.id = t.user_id
  left join public.refunds r on r.ticket_id = t.id
  left join lateral (
    select array_agg(distinct x.seat order by x.seat) filter (where x.seat is not null) as seats,
      min(s.corrected_at) as first_in_at, max(s.corrected_at) as last_in_at, array_agg(distinct s.gate order by s.gate) as gates
    from public.ticket_scans s, lateral unnest(s.seats) as x (seat)
    where s.event_id = t.event_id and s.known_ticket = t.id
      and not exists (select from public.ticket_scans u where u.undoes = s.id and u.event_id = s.event_id)
  ) as a on true
  where not t.is_test and (select private.is_admin());

comment on view private.check_ins is 'What get_check_ins returns; empty unless the caller is an admin.';

create table private.relayed_scans (
  scan_id uuid primary key references public.ticket_scans (id) on delete cascade,
  sent_by uuid not null
);

comment on table private.relayed_scans is
  'Scans sent by another member of staff than made them. The sender is proven by the session, the maker only named by '
  'the device. Only record_scan writes it.';

create index relayed_scans_sent_by on private.relayed_scans (sent_by);

alter table private.relayed_scans enable row level security;

create function private.outside_gate(p_date timestamptz, p_previous_date timestamptz, p_at timestamptz) returns text
  language sql immutable set search_path = ''
as $$
  -- Tolerates a gate that opens or closes at the very second, and a clock that is a little wrong.
  select case
    when p_at between private.gate_opens(p_date) - slack and private.gate_closes(p_date) + slack then null
    when p_at between private.gate_opens(p_previous_date) - slack and private.gate_closes(p_previous_date) + slack then null
    when p_at < private.gate_opens(p_date) then 'too_early'
    else 'too_late'
  end
  from (select interval '5 minutes' as slack) as tolerance
$$;

comment on function private.outside_gate(timestamptz, timestamptz, timestamptz) is
  'Returns too_early or too_late when a scan of this time is outside the window of an event on this date, with five '
  'minutes'' tolerance; else null. A moved event also has the window of its earlier date: a gate may have been '
  'working.';

create function private.undo_counts(p_undo public.ticket_scans, p_scan public.ticket_scans) returns boolean
  language sql stable set search_path = ''
as $$
  -- The scanner offers 'Undo' for 10 seconds, and an opened question for 60 more.
  select p_scan.event_id = p_undo.event_id and p_scan.verdict <> 'UNDO'
    and p_scan.device = p_undo.device and p_scan.staff_id = p_undo.staff_id
    and least(abs(extract(epoch from p_undo.scanned_at - p_scan.scanned_at)),
      abs(extract(epoch from p_undo.corrected_at - p_scan.corrected_at))) <= 75
    -- A named maker is only a claim: then the same account must have sent the scan itself too.
    and not exists (
      select from private.relayed_scans u where u.scan_id = p_undo.id and not exists (
        select from private.relayed_scans s where s.scan_id = p_scan.id and s.sent_by = u.sent_by))
$$;

comment on function private.undo_counts(public.ticket_scans, public.ticket_scans) is
  'True when an UNDO takes the scan back: of the same person and device, at most 75 seconds apart by the device''s '
  'own clock or by the corrected times. Times of receiving do not matter: a device may have been offline.';

create function private.refuse_undo(p_undo public.ticket_scans, p_scan public.ticket_scans) returns text
  language plpgsql volatile set search_path = ''
as $$
begin
  if private.undo_counts(p_undo, p_scan) then
    return null;
  end if;
  update public.ticket_scans s set undoes = null, refused_undo = s.undoes, problem = 'undo_refused' where s.id = p_undo.id;
  return 'undo_refused';
end
$$;

comment on function private.refuse_undo(public.ticket_scans, public.ticket_scans) is
  'Records that an UNDO does not take the scan back, and returns that problem; null when it does.';

create function public.get_check_ins()
  returns table (ticket_id uuid, event_id uuid, code text, order_code text, user_name text, user_email text,
    ticket_category_id uuid, ticket_category text, seats text[], payment_status text, admitted_seats text[],
    first_in_at timestamptz, last_in_at timestamptz, gates text[], refund_status text, people jsonb)
  language sql stable
as $$
  select l.ticket_id, l.event_id, l.code, l.order_code, l.user_name, l.user_email, l.ticket_category_id, l.ticket_category,
    l.seats, l.payment_status, l.admitted_seats, l.first_in_at, l.last_in_at, l.gates, l.refund_status, l.people
  from private.check_ins l
$$;

comment on function public.get_check_ins() is
  'Returns every ticket, except of test orders, with who came in on it, when and where, and refund_status (requested: the gate refuses it; '
  'refunded; null), for admins. people: [{seat, name of who has the pass, received: from another, in_at, gate}] by seat. Filter by event_id. Invoker and without a set clause, so that it is inlined and '
  'PostgREST can filter, order, page and count it.';

insert into private.rights (roles, privileges, object) values
  ('authenticated', 'select', 'table public.ticket_scans'),
  ('authenticated', 'select', 'table private.check_ins'),
  ('authenticated', 'execute', 'function public.get_check_ins()'),
  ('anon, authenticated', 'execute', 'function public.record_scans(json)'),
  ('anon, authenticated', 'execute', 'function public.report_gate_device(uuid, text, text, integer, timestamptz)'),
  ('anon, authenticated', 'execute', 'function public.gate_trouble(uuid)'),
  ('anon, authenticated', 'execute', 'function public.gate_counters(uuid)');
