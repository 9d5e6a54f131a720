-- What a stolen gate phone, a leaked key or a gate account can do is bounded by the key's window (48 hours before the start
-- to 24 hours after it), and every use beyond it is kept and shown.
--
--   gate_roster: outside the window it has no rows, only the event and the total; `sig` is the hash of a ticket's signature
--   record_scans: an admission outside the window has `problem` too_early or too_late and lets nobody in; an UNDO that is
--     not one's own, or not fresh, has `problem` undo_refused and takes nothing back
--   lose_gate_device(p_event_id, p_device) -> {device, staff_id, staff_name, role_taken, events: [{event_id, name,
--     key_number, resigned}]}
--   change_ticket_seats(p_ticket_id, p_seats, p_reason): what reassign_seats answers
--   note_export(p_what, p_rows): one line of the history for each backup and exported file

alter table public.ticket_scans
  add column claimed_seats text[],
  add column refused_undo uuid,
  drop constraint ticket_scans_problem_check,
  drop constraint ticket_scans_undo,
  add constraint ticket_scans_problem_check
    check (problem in ('unknown_ticket', 'revoked_ticket', 'too_early', 'too_late', 'undo_refused')),
  add constraint ticket_scans_undo check ((verdict = 'UNDO') = (coalesce(undoes, refused_undo) is not null)),
  add constraint ticket_scans_refused_undo check (((problem = 'undo_refused') is true) = (refused_undo is not null)),
  add constraint ticket_scans_claimed check (((problem in ('too_early', 'too_late')) is true) = (claimed_seats is not null));
comment on column public.ticket_scans.claimed_seats is
  'Seats that the device says it let in, where the scan was outside the key''s window: then seats is empty.';
comment on column public.ticket_scans.undoes is 'The scan that this UNDO takes back.';
comment on column public.ticket_scans.refused_undo is
  'The scan that this UNDO does not take back: another device''s or person''s, or older than an UNDO may be.';
comment on column public.ticket_scans.problem is
  'Of an admission: the event has no such ticket, it had been taken back before, or it was outside the key''s window. Of an '
  'UNDO: it takes nothing back. To be shown as loudly as a conflict.';
comment on table public.ticket_scans is
  'Every scan of every gate device, under the id that the device gave it. Written by record_scans only; never changed, but '
  'for an UNDO that came before its scan and turns out not to be one of it.';

-- ---------------------------------------------------------------------------------------------------------------
-- The window

create function private.outside_gate(p_date timestamptz, p_previous_date timestamptz, p_at timestamptz) returns text
  language sql immutable set search_path = ''
as $$
  -- A gate that opens or closes at the very second, and a clock that is a little wrong.
  select case
    when p_at between private.gate_opens(p_date) - slack and private.gate_closes(p_date) + slack then null
    when p_at between private.gate_opens(p_previous_date) - slack and private.gate_closes(p_previous_date) + slack then null
    when p_at < private.gate_opens(p_date) then 'too_early'
    else 'too_late'
  end
  from (select interval '5 minutes' as slack) as tolerance
$$;
comment on function private.outside_gate(timestamptz, timestamptz, timestamptz) is
  'too_early or too_late when a scan of this time lies outside the window of an event on this date, five minutes allowed; '
  'else null. Of a moved event the window of its date before is good as well: a gate may have been at work.';

create function private.undo_counts(p_undo public.ticket_scans, p_scan public.ticket_scans) returns boolean
  language sql stable set search_path = ''
as $$
  -- The scanner offers 'Undo' for 10 seconds, and whoever opened the question may answer it for 60 more.
  select p_scan.event_id = p_undo.event_id and p_scan.verdict <> 'UNDO'
    and p_scan.device = p_undo.device and p_scan.staff_id = p_undo.staff_id
    and least(abs(extract(epoch from p_undo.scanned_at - p_scan.scanned_at)),
      abs(extract(epoch from p_undo.corrected_at - p_scan.corrected_at))) <= 75
    -- That somebody else made it is only said: then they must have sent the scan itself as well.
    and not exists (
      select from private.relayed_scans u where u.scan_id = p_undo.id and not exists (
        select from private.relayed_scans s where s.scan_id = p_scan.id and s.sent_by = u.sent_by))
$$;
comment on function private.undo_counts(public.ticket_scans, public.ticket_scans) is
  'Whether an UNDO takes the scan back: the same person''s, on the same device, at most 75 seconds apart by the device''s own '
  'clock or by the corrected times. When they were received does not matter: a device may have been offline.';

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
  'Notes that an UNDO does not take the scan back, and returns that problem; null when it does.';

create or replace function private.record_scan(p_scan json, p_staff uuid, p_received_at timestamptz) returns jsonb
  language plpgsql volatile set search_path = ''
as $$
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
  -- Another member of staff may have made it, and have left the device before it was sent.
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
     or exists (select from unnest(v_scan.seats) as s where s is null or s !~ '^([A-Z0-9]{1,4}-)?[A-Z]{1,2}[1-9][0-9]{0,2}$')
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
  -- An UNDO and its scan may come in any order.
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
  'Keeps one scan and says what became of it: {ok: true, corrected_at, problem}, or {ok: false, code, field} with code '
  'invalid, forbidden (not staff of that event) or id_used (another scan has this id). The same scan again changes nothing. '
  'scanned_by names who made it, where that is another member of staff than the sender; anybody else is not believed. An '
  'admission outside the key''s window lets nobody in, and an UNDO that is not fresh and one''s own takes nothing back: both '
  'are kept, with their problem.';

alter table private.gate_devices add column lost_at timestamptz;
comment on column private.gate_devices.lost_at is 'When an admin said that it is lost; null again once it is heard of.';

create or replace function public.record_scans(p_scans json default null) returns jsonb
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

  -- One batch of an event at a time, so that of two that conflict the second hears of it.
  v_events := array(
    select distinct e from json_array_elements(p_scans) as s, lateral (select private.scan_uuid(private.readable_scan(s), 'event_id') as e) as x
    -- Only of events at which the caller works: nobody else may keep their gates waiting.
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
      -- Whatever is wrong with the row must not hold up the others; whatever is wrong with the database must.
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

create or replace function public.report_gate_device(
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

-- ---------------------------------------------------------------------------------------------------------------
-- What is shown

create or replace function public.gate_trouble(p_event_id uuid default null) returns jsonb
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
  'What staff of the event must look at: seats let in twice (the scan that wins and the later one), admissions without a '
  'good ticket or outside the key''s window, and UNDOs that took nothing back, newest first, at most 500 of each, with the '
  'true counts. What was undone is not in it. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 '
  'not_found. Security definer: the same for every member of staff.';

create or replace function public.gate_counters(p_event_id uuid default null) returns jsonb
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
      from public.ticket_scans s where s.event_id = p_event_id and s.verdict <> 'UNDO'),
    -- A CHECK is kept when it is shown, and letting in after it is a scan of its own: that device's next of the ticket.
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
        where t.event_id = p_event_id and t.payment_status = 'completed'),
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

create or replace view private.roster_rows with (security_invoker = true) as
  select t.event_id, t.id, t.updated_at, t.code, p.order_code, t.user_id, t.ticket_category_id, t.seats,
    case when p.status = 'rejected' then 'rejected'
      -- Asked back: who gets the money does not come in.
      when t.payment_status = 'failed' or r.id is not null then 'revoked' else 'valid' end as state,
    coalesce(t.revoked_reason, case when p.status = 'rejected' then p.review_note when r.id is not null then 'Refund asked for' end)
      as reason,
    -- The hash and not the signature: a list that is copied from a device must not have what a ticket shows.
    left(encode(sha256(decode(t.signature, 'hex')), 'hex'), 32) as sig
  from public.user_tickets t
  join public.payments p on p.id = t.payment_id
  left join public.refunds r on r.ticket_id = t.id
  union all
  select l.event_id, l.id, l.updated_at, null, p.order_code, l.user_id, l.ticket_category_id, l.seats,
    case when t.id is not null then 'gone' when l.payment_status = 'failed' then 'rejected' else 'pending' end,
    p.review_note, null
  from public.payment_lines l
  join public.payments p on p.id = l.payment_id
  left join public.user_tickets t on t.payment_line_id = l.id
  where l.event_id is not null;

create or replace function public.gate_roster(p_event_id uuid default null, p_after uuid default null, p_since timestamptz default null)
  returns jsonb language plpgsql stable security definer set search_path = ''
as $$
declare
  c_page constant integer := 1000;
  -- A row that was written before this page was read may become visible after it.
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

  select v_at between private.gate_opens(e.date) and private.gate_closes(e.date) into v_open
    from public.events e where e.id = p_event_id;
  if not v_open then
    v_ids := '{}';
  elsif p_since is null then
    v_ids := array(
      select i.id from (
        (select t.id from public.user_tickets t
          where t.event_id = p_event_id and (p_after is null or t.id > p_after) order by t.id limit c_page + 1)
        union all
        (select l.id from public.payment_lines l
          where l.event_id = p_event_id and l.payment_status <> 'completed' and (p_after is null or l.id > p_after)
            -- Failed with a ticket: that was taken back, and the ticket says so.
            and not exists (select from public.user_tickets t where t.payment_line_id = l.id)
          order by l.id limit c_page + 1)
      ) as i order by i.id limit c_page + 1);
  else
    v_ids := array(
      select i.id from (
        select t.id from public.user_tickets t where t.event_id = p_event_id and t.updated_at >= p_since
        union
        select l.id from public.payment_lines l where l.event_id = p_event_id and l.updated_at >= p_since
        union
        -- Let in, or let out again, since then.
        select s.known_ticket from public.ticket_scans s
        where s.event_id = p_event_id and s.received_at >= p_since and s.known_ticket is not null
        union
        select t.id from private.name_changes n join public.user_tickets t on t.user_id = n.user_id
        where n.at >= p_since and t.event_id = p_event_id
        union
        select l.id from private.name_changes n join public.payment_lines l on l.user_id = n.user_id
        where n.at >= p_since and l.event_id = p_event_id and l.payment_status <> 'completed'
          and not exists (select from public.user_tickets t where t.payment_line_id = l.id)
      ) as i where p_after is null or i.id > p_after order by i.id limit c_page + 1);
  end if;
  v_more := cardinality(v_ids) > c_page;
  v_ids := v_ids[1 : c_page];

  select jsonb_build_object(
      'rows', coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'id', r.id, 'code', r.code, 'order', r.order_code, 'name', private.short_name(f.name),
        'category', r.ticket_category_id, 'seats', to_jsonb(r.seats), 'state', r.state, 'reason', r.reason, 'sig', r.sig,
        'in', a.admissions)) order by r.id) filter (where r.state <> 'gone'), '[]'),
      'gone', coalesce(jsonb_agg(r.id order by r.id) filter (where r.state = 'gone'), '[]'))
    into v_answer
    from private.roster_rows r
    left join public.profiles f on f.id = r.user_id
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
      select jsonb_build_object('id', e.id, 'name', private.gate_event_name(e.id), 'date', e.date, 'status', e.status)
      from public.events e where e.id = p_event_id),
    'categories', (
      select coalesce(jsonb_object_agg(c.id, c.name), '{}') from public.ticket_categories c where c.event_id = p_event_id),
    -- Counting takes longer than reading a page.
    'total', case when p_since is null and p_after is null then (
      select (select count(*) from public.user_tickets t where t.event_id = p_event_id)
        + (select count(*) from public.payment_lines l
           where l.event_id = p_event_id and l.payment_status <> 'completed'
             and not exists (select from public.user_tickets t where t.payment_line_id = l.id))) end,
    'next', case when v_more then v_ids[c_page] end,
    -- What changed while the gate was closed has yet to be brought.
    'next_since', case when v_open then v_at - c_overlap else coalesce(p_since, 'epoch') end);
end
$$;
comment on function public.gate_roster(uuid, uuid, timestamptz) is
  'One page, of at most 1,000 rows, of everything the gate has to know about the event''s tickets; p_after is next of the '
  'page before. With p_since (next_since of the first page of the download before) only what changed: tickets sold, moved '
  'to other seats, taken back, let in or out, its owner''s name changed or gone. Revoked tickets never leave it. The event, '
  'its date and its status stand in every page, the total in the first of a whole roster. Outside the window in which the '
  'key is handed out there are no rows. sig is the first half of the SHA-256 of a ticket''s signature: a code is this '
  'ticket''s only with it. One JSON value, since row sets are cut at 1,000. For admins and the event''s gate staff. '
  'Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found. Security definer: gate staff read no '
  'tickets or names but these.';

-- ---------------------------------------------------------------------------------------------------------------
-- Keys

create function private.note_hand_out(p_event_id uuid, p_numbers jsonb) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_quiet constant interval := interval '5 minutes';
  v_numbers jsonb := jsonb_build_object('key_numbers', p_numbers);
begin
  -- Of several at once one writes.
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
  'Writes to the history that the caller was given these keys of the event: one line for the same keys in five minutes. '
  'Security definer: nobody writes audit_log.';

create or replace function public.gate_key(p_event_id uuid default null) returns jsonb
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
  -- Before the first sale there is none; the device must know the one that will sign while it is offline.
  perform private.signing_key(p_event_id);
  select jsonb_build_object(
      'event_id', p_event_id,
      'keys', coalesce(jsonb_agg(jsonb_build_object('number', k.key_number, 'key', encode(k.key, 'hex')) order by k.key_number)
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
  'All keys of the event that are not withdrawn, for admins and the event''s gate staff, from 48 hours before its start to '
  '24 hours after it. Who was given which is in the audit log, once in five minutes, without the keys. Refusals: PT401 '
  'not_signed_in, PT403 forbidden, gate_closed (detail: opens_at, closes_at), PT400 invalid, PT404 not_found. Security '
  'definer: keys are nobody''s to read.';

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
    perform public.set_staff_role(v_device.staff_id, null);
  end if;
  -- Every event whose key may lie on it: it was at work there, or that account was given the key.
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
  'A gate device is lost: takes the role of the account that was last at work on it, and withdraws the keys of every event '
  'that is not over and whose key that device or account was given; tickets of these are signed again. Said again it takes '
  'and withdraws again. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found, PT409 '
  'own_device (the account is the caller''s), too_many (255 keys). Security definer: nobody writes staff or keys directly.';

-- ---------------------------------------------------------------------------------------------------------------
-- Another seat for a ticket that is out: a broken chair

create function public.change_ticket_seats(p_ticket_id uuid default null, p_seats text[] default null, p_reason text default null)
  returns jsonb language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_reason text;
  v_ticket public.user_tickets;
  v_answer jsonb;
  v_seats text[];
begin
  perform private.require_admin();
  v_reason := private.require_text(p_reason, 'p_reason', 500);
  select * into v_ticket from public.user_tickets t where t.id = p_ticket_id;
  if not found then
    perform private.refuse(404, 'not_found', 'p_ticket_id', 'There is no such ticket.');
  end if;
  v_answer := public.reassign_seats(v_ticket.payment_id, jsonb_build_array(jsonb_build_object(
    'ticket_category_id', v_ticket.ticket_category_id, 'seats', to_jsonb(p_seats))));
  select t.seats into v_seats from public.user_tickets t where t.id = p_ticket_id;
  perform private.record_audit('change_seats', 'user_tickets', p_ticket_id::text,
    jsonb_build_object('code', v_ticket.code, 'seats', v_ticket.seats),
    jsonb_build_object('code', v_ticket.code, 'seats', v_seats, 'reason', v_reason));
  return v_answer;
end
$$;
comment on function public.change_ticket_seats(uuid, text[], text) is
  'Gives a ticket other seats of its category, as many as it has, and writes why to the history; signs it again. Returns what '
  'reassign_seats does. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, unknown_seat, PT404 '
  'not_found, PT409 seats_taken (detail: the seats, shaped like lines), already_decided (taken back). Security definer as '
  'reassign_seats.';

-- ---------------------------------------------------------------------------------------------------------------
-- The history is never changed

create function private.keep_history() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  perform private.refuse(403, 'forbidden', 'audit_log', 'The history is never changed.');
  return null;
end
$$;
comment on function private.keep_history() is
  'Trigger kept: refuses to change or empty the history, whoever asks. Its owner alone can switch it off, as removing the '
  'demo does.';
create trigger kept before update or delete or truncate on public.audit_log
  for each statement execute function private.keep_history();

create function public.note_export(p_what text default null, p_rows integer default null) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  if coalesce(p_what, '') !~ '^[a-z][a-z0-9_-]{0,39}$' then
    perform private.refuse(400, 'invalid', 'p_what', 'What was exported, in small letters.');
  end if;
  perform private.record_audit('export', p_what, '', null, jsonb_build_object('rows', p_rows));
end
$$;
comment on function public.note_export(text, integer) is
  'Writes to the history that an admin saved a backup or a file, and how many rows. The pages call it; who reads tables by '
  'other means leaves no line. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid. Security definer: nobody '
  'writes audit_log.';

create function private.grant_gate_window() returns void
  language plpgsql set search_path = ''
as $$
begin
  revoke all on function private.outside_gate(timestamptz, timestamptz, timestamptz),
    private.undo_counts(public.ticket_scans, public.ticket_scans), private.refuse_undo(public.ticket_scans, public.ticket_scans),
    private.note_hand_out(uuid, jsonb), private.keep_history(), private.grant_gate_window(),
    public.lose_gate_device(uuid, text), public.change_ticket_seats(uuid, text[], text), public.note_export(text, integer)
    from public, anon, authenticated;
  -- Visitors may call these only to be told to sign in.
  grant execute on function public.lose_gate_device(uuid, text), public.change_ticket_seats(uuid, text[], text),
    public.note_export(text, integer) to anon, authenticated;
  -- Reads it; the functions write it.
  revoke insert, update, delete, truncate on table public.audit_log from service_role;
end
$$;
comment on function private.grant_gate_window() is 'All privileges of this file; can be repeated.';
select private.grant_gate_window();
