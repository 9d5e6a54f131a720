-- No single request costs more than it should: how long a statement of the API may take, and lengths that are looked at
-- before anything reads what is long.

-- ---------------------------------------------------------------------------------------------------------------
-- How long a statement may take

-- PostgREST ends a statement when the time of its role is over. Hosted Supabase gives these times; a PostgreSQL of one's
-- own has none. A time that an operator has set stays. The embedded database has no clock, and the program that answers
-- for it says the times itself.
do $$
declare
  v_role text;
  v_time text;
begin
  for v_role, v_time in values ('anon', '3s'), ('authenticated', '8s') loop
    if exists (select from pg_catalog.pg_roles r where r.rolname = v_role)
       and not exists (
         select from pg_catalog.pg_db_role_setting s
         join pg_catalog.pg_roles r on r.oid = s.setrole
         cross join unnest(s.setconfig) as c (line)
         where r.rolname = v_role and c.line like 'statement_timeout=%')
    then
      begin
        execute format('alter role %I set statement_timeout = %L', v_role, v_time);
      exception when insufficient_privilege then
        raise notice 'The role % keeps its time for statements: this user may not change it.', v_role;
      end;
    end if;
  end loop;
end
$$;

-- ---------------------------------------------------------------------------------------------------------------
-- Lengths first. Cleaning reads a text sign by sign, and one of megabytes takes seconds. A sign has at most four bytes,
-- and three signs at most become one; white space around a text may be long, within a kilobyte.

create or replace function private.require_text(p_value text, p_argument text, p_longest integer) returns text
  language plpgsql immutable set search_path = ''
as $$
declare
  v_text text;
begin
  if octet_length(p_value) <= 12 * p_longest + 1024 then
    v_text := private.clean_text(p_value);
  end if;
  if coalesce(v_text, '') = '' or char_length(v_text) > p_longest or v_text ~ '[\x01-\x1f\x7f]' then
    perform private.refuse(400, 'invalid', p_argument,
      format('%s must be text of 1 to %s characters on one line.', p_argument, p_longest));
  end if;
  return v_text;
end
$$;

create or replace function private.profile_text(p_profile jsonb, p_key text, p_now text, p_longest integer, p_pattern text)
  returns text language plpgsql immutable set search_path = ''
as $$
declare
  v_text text;
begin
  if not p_profile ? p_key then
    return p_now;
  end if;
  if octet_length(p_profile ->> p_key) <= 12 * p_longest + 1024 then
    v_text := nullif(private.clean_text(p_profile ->> p_key), '');
  end if;
  if octet_length(p_profile ->> p_key) > 12 * p_longest + 1024 or jsonb_typeof(p_profile -> p_key) not in ('string', 'null')
     or char_length(v_text) > p_longest or v_text ~ '[\x01-\x1f\x7f]' or v_text !~ p_pattern then
    perform private.refuse(400, 'invalid', p_key, format('%s has a form or length it cannot have.', p_key));
  end if;
  return v_text;
end
$$;

create or replace function private.normal_reference(p_transaction_id text) returns text
  language plpgsql immutable parallel safe
as $$
declare
  c_most_bytes constant integer := 2048; -- 64 signs are a reference
  v_plain text := p_transaction_id;
  v_bare text;
begin
  -- Counts and classes of a regular expression cost more than the rest of this: most references are twelve bare digits.
  if length(v_plain) = 12 and translate(v_plain, '0123456789', '') = '' then
    return v_plain;
  end if;
  if octet_length(v_plain) > c_most_bytes then
    return '';
  end if;
  -- Signs that nobody sees make two references that look alike; the shop's pages take them out before they send.
  if v_plain ~ '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb]' then
    return '';
  end if;
  v_plain := private.plain_digits(v_plain);
  v_bare := regexp_replace(v_plain, '[[:space:].,_\u2010-\u2015-]', '', 'g');
  if v_bare ~ '^[0-9]{12}$' then
    return v_bare;
  end if;
  return upper(private.clean_text(v_plain));
end
$$;
comment on function private.normal_reference(text) is
  'A reference as it is stored: twelve digits without their grouping, anything else trimmed and in upper case. Empty, and '
  'so refused, when it has signs that nobody sees or is far too long.';

-- ---------------------------------------------------------------------------------------------------------------
-- Scans wait for the gates of their own events alone

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

  -- One batch of an event at a time, so that of two that conflict the second hears of it. Only of events at which the
  -- caller works: nobody else may keep their gates waiting.
  v_events := array(
    select distinct e from json_array_elements(p_scans) as s, lateral (select private.scan_uuid(private.readable_scan(s), 'event_id') as e) as x
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
      set gate = excluded.gate, staff_id = excluded.staff_id, last_sync_at = excluded.last_sync_at;

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
