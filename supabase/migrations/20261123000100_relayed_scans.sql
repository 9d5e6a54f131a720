-- A change of shift at a gate: scans that somebody made and did not send are sent by whoever works on that device after
-- them. The record says who made each, and who sent it.
--
-- One scan as the device sends it has `scanned_by` as well: who was signed in when it was made, where that is not the sender.

create table private.relayed_scans (
  scan_id uuid primary key references public.ticket_scans (id) on delete cascade,
  sent_by uuid not null
);
comment on table private.relayed_scans is
  'Scans that another member of staff sent than made them. That somebody sent them is proven by their session; who made '
  'them is what the device says. Written by record_scan only.';
create index relayed_scans_sent_by on private.relayed_scans (sent_by);
alter table private.relayed_scans enable row level security;

comment on column public.ticket_scans.staff_id is
  'Who made the scan: whoever sent it, or, where the device says so, the member of staff who was signed in when it was made '
  '(then private.relayed_scans has the sender).';

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
    v_scan.problem := case
      when v_scan.known_ticket is null then 'unknown_ticket'
      when v_revoked_at <= v_scan.corrected_at then 'revoked_ticket'
    end;
  end if;

  insert into public.ticket_scans select v_scan.* on conflict (id) do nothing;
  if not found then
    select * into v_known from public.ticket_scans s where s.id = v_scan.id;
    if (v_known.event_id, v_known.ticket_id, v_known.verdict, v_known.seats, v_known.undoes)
       is distinct from (v_scan.event_id, v_scan.ticket_id, v_scan.verdict, v_scan.seats, v_scan.undoes) then
      return jsonb_build_object('ok', false, 'code', 'id_used', 'field', 'id');
    end if;
    return jsonb_build_object('ok', true, 'corrected_at', v_known.corrected_at, 'problem', v_known.problem);
  end if;

  if v_scan.staff_id <> p_staff then
    insert into private.relayed_scans (scan_id, sent_by) values (v_scan.id, p_staff);
  end if;
  if v_scan.verdict = 'UNDO' then
    delete from private.admitted_seats a where a.scan_id = v_scan.undoes and a.event_id = v_scan.event_id;
  elsif not exists (select from public.ticket_scans u where u.undoes = v_scan.id and u.event_id = v_scan.event_id) then
    insert into private.admitted_seats (event_id, place, seat, scan_id, corrected_at)
      select v_scan.event_id, v_scan.place, s, v_scan.id, v_scan.corrected_at from unnest(v_scan.seats) as s;
  end if;
  return jsonb_build_object('ok', true, 'corrected_at', v_scan.corrected_at, 'problem', v_scan.problem);
end
$$;
comment on function private.record_scan(json, uuid, timestamptz) is
  'Keeps one scan and says what became of it: {ok: true, corrected_at, problem}, or {ok: false, code, field} with code '
  'invalid, forbidden (not staff of that event) or id_used (another scan has this id). The same scan again changes nothing. '
  'scanned_by names who made it, where that is another member of staff than the sender; anybody else is not believed.';

create function private.grant_relayed_scans() returns void
  language plpgsql set search_path = ''
as $$
begin
  revoke all on table private.relayed_scans from public, anon, authenticated;
  revoke all on function private.grant_relayed_scans() from public, anon, authenticated;
end
$$;
comment on function private.grant_relayed_scans() is 'All privileges of this file; can be repeated.';
select private.grant_relayed_scans();
