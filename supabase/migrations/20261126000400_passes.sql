-- docs/decisions/0066-pass-codes.md: each seat of a ticket has a code of its own, signed with Ed25519.

create table private.ed25519_multiples (
  id boolean primary key default true check (id),
  sums numeric[] not null,
  differences numeric[] not null,
  products numeric[] not null
);

alter table private.ed25519_multiples enable row level security;

alter table private.event_keys
  add column secret bytea check (octet_length(secret) = 32),
  add column public_key bytea check (octet_length(public_key) = 32);

create table public.passes (
  ticket_id uuid not null references public.user_tickets (id) on delete cascade,
  number smallint not null check (number between 1 and 10),
  seat text not null,
  issue integer not null default 0 check (issue between 0 and 65535),
  void_before integer not null default 0 check (void_before between 0 and issue),
  key_number smallint not null check (key_number between 1 and 255),
  signature text not null check (signature ~ '^[0-9a-f]{128}$'),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (ticket_id, number)
);

alter table public.passes enable row level security;

-- A function may call one that comes after it.
set check_function_bodies = off;

drop view private.roster_rows;

CREATE OR REPLACE FUNCTION private.ed25519_inverse(p_value numeric)
 RETURNS numeric
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
declare
  c_p constant numeric := 57896044618658097711785492504343953926634992332820282019728792003956564819949;
  -- Euclid's algorithm on numerics takes fewer steps than a power.
  v_a numeric := ((p_value % c_p) + c_p) % c_p;
  v_b numeric := c_p;
  v_u numeric := 1;
  v_v numeric := 0;
  v_times numeric;
  v_kept numeric;
begin
  while v_a <> 0 loop
    v_times := div(v_b, v_a);
    v_kept := v_b - v_times * v_a;
    v_b := v_a;
    v_a := v_kept;
    v_kept := v_v - v_times * v_u;
    v_v := v_u;
    v_u := v_kept;
  end loop;
  return case when v_v < 0 then v_v + c_p else v_v end;
end
$function$;

CREATE OR REPLACE FUNCTION private.fill_ed25519_multiples()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  c_p constant numeric := 57896044618658097711785492504343953926634992332820282019728792003956564819949;
  c_d constant numeric := 37095705934669439343138083508754565189542113879843219016388785533085940283555;
  -- The base point; doubled four times after each window.
  v_bx numeric := 15112221349535400772501151409588531511454012693041857206046113283949847762202;
  v_by numeric := 46316835694926478169428394003475163141307993866256225615783033603165251855960;
  v_x numeric;
  v_y numeric;
  v_k numeric;
  v_next numeric;
  v_sums numeric[] := '{}';
  v_differences numeric[] := '{}';
  v_products numeric[] := '{}';
begin
  for v_window in 0 .. 63 loop
    v_x := 0;
    v_y := 1;
    for v_times in 0 .. 15 loop
      v_sums := v_sums || (v_y + v_x) % c_p;
      v_differences := v_differences || (v_y - v_x + c_p) % c_p;
      v_products := v_products || 2 * c_d * (v_x * v_y % c_p) % c_p;
      v_k := c_d * (v_x * v_bx % c_p) % c_p * (v_y * v_by % c_p) % c_p;
      v_next := (v_x * v_by + v_y * v_bx) % c_p * private.ed25519_inverse(1 + v_k) % c_p;
      v_y := (v_y * v_by + v_x * v_bx) % c_p * private.ed25519_inverse(1 - v_k) % c_p;
      v_x := v_next;
    end loop;
    -- The last sum is 16 times the base.
    v_bx := v_x;
    v_by := v_y;
  end loop;
  insert into private.ed25519_multiples (sums, differences, products) values (v_sums, v_differences, v_products)
    on conflict (id) do nothing;
end
$function$;

CREATE OR REPLACE FUNCTION private.little_endian(p_bytes bytea)
 RETURNS numeric
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
declare
  v_number numeric := 0;
begin
  for n in reverse octet_length(p_bytes) / 4 - 1 .. 0 loop
    v_number := v_number * 4294967296 + (get_byte(p_bytes, 4 * n) + get_byte(p_bytes, 4 * n + 1) * 256
      + get_byte(p_bytes, 4 * n + 2) * 65536 + get_byte(p_bytes, 4 * n + 3)::bigint * 16777216);
  end loop;
  return v_number;
end
$function$;

CREATE OR REPLACE FUNCTION private.little_endian(p_number numeric)
 RETURNS bytea
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
declare
  v_bytes bytea := '';
  v_rest numeric := p_number;
  v_word bigint;
begin
  for n in 1 .. 8 loop
    v_word := (v_rest % 4294967296)::bigint;
    v_rest := div(v_rest, 4294967296);
    v_bytes := v_bytes || set_byte(set_byte(set_byte(set_byte('\x00000000'::bytea, 0, (v_word & 255)::integer),
      1, ((v_word >> 8) & 255)::integer), 2, ((v_word >> 16) & 255)::integer), 3, ((v_word >> 24) & 255)::integer);
  end loop;
  return v_bytes;
end
$function$;

CREATE OR REPLACE FUNCTION private.ed25519_point(p_times numeric)
 RETURNS bytea
 LANGUAGE plpgsql
 STABLE STRICT
 SET search_path TO ''
AS $function$
declare
  c_p constant numeric := 57896044618658097711785492504343953926634992332820282019728792003956564819949;
  v_table private.ed25519_multiples;
  v_rest numeric := p_times;
  v_word bigint;
  v_at integer := 0;
  v_digit integer;
  v_x numeric := 0;
  v_y numeric := 1;
  v_z numeric := 1;
  v_t numeric := 0;
  v_a numeric;
  v_b numeric;
  v_c numeric;
  v_inverse numeric;
  v_bytes bytea;
begin
  select * into strict v_table from private.ed25519_multiples;
  for v_words in 1 .. 8 loop
    v_word := (v_rest % 4294967296)::bigint;
    v_rest := div(v_rest, 4294967296);
    for v_digits in 1 .. 8 loop
      v_digit := (v_word & 15)::integer;
      v_word := v_word >> 4;
      if v_digit > 0 then
        -- RFC 8032, 5.1.4, with the table's point, whose Z is 1. Signs do not matter until the end.
        v_a := (v_y - v_x) * v_table.differences[v_at + v_digit + 1] % c_p;
        v_b := (v_y + v_x) * v_table.sums[v_at + v_digit + 1] % c_p;
        v_c := v_t * v_table.products[v_at + v_digit + 1] % c_p;
        v_x := (v_b - v_a) * (2 * v_z - v_c) % c_p;
        v_y := (2 * v_z + v_c) * (v_b + v_a) % c_p;
        v_t := (v_b - v_a) * (v_b + v_a) % c_p;
        v_z := (2 * v_z - v_c) * (2 * v_z + v_c) % c_p;
      end if;
      v_at := v_at + 16;
    end loop;
  end loop;
  v_inverse := private.ed25519_inverse(v_z);
  v_x := ((v_x * v_inverse) % c_p + c_p) % c_p;
  v_y := ((v_y * v_inverse) % c_p + c_p) % c_p;
  v_bytes := private.little_endian(v_y);
  return case when v_x % 2 = 1 then set_byte(v_bytes, 31, get_byte(v_bytes, 31) | 128) else v_bytes end;
end
$function$;

CREATE OR REPLACE FUNCTION private.ed25519_scalar(p_secret bytea)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  select private.little_endian(set_byte(set_byte(h.first, 0, get_byte(h.first, 0) & 248), 31, (get_byte(h.first, 31) & 127) | 64))
  from (select substring(sha512(p_secret) for 32) as first) as h
$function$;

CREATE OR REPLACE FUNCTION private.ed25519_public_key(p_secret bytea)
 RETURNS bytea
 LANGUAGE sql
 STABLE STRICT
 SET search_path TO ''
AS $function$ select private.ed25519_point(private.ed25519_scalar(p_secret)) $function$;

CREATE OR REPLACE FUNCTION private.ed25519_sign(p_secret bytea, p_public_key bytea, p_message bytea)
 RETURNS bytea
 LANGUAGE plpgsql
 STABLE STRICT
 SET search_path TO ''
AS $function$
declare
  c_order constant numeric := 7237005577332262213973186563042994240857116359379907606001950938285454250989;
  v_r numeric := private.little_endian(sha512(substring(sha512(p_secret) from 33) || p_message)) % c_order;
  v_point bytea := private.ed25519_point(v_r);
  v_k numeric := private.little_endian(sha512(v_point || p_public_key || p_message)) % c_order;
begin
  return v_point || private.little_endian((v_r + v_k * private.ed25519_scalar(p_secret)) % c_order);
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_ed25519()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table private.ed25519_multiples from public, anon, authenticated;
  revoke all on function private.ed25519_inverse(numeric), private.fill_ed25519_multiples(), private.little_endian(bytea),
    private.little_endian(numeric), private.ed25519_point(numeric), private.ed25519_scalar(bytea),
    private.ed25519_public_key(bytea), private.ed25519_sign(bytea, bytea, bytea), private.grant_ed25519()
    from public, anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.add_event_key(p_event_id uuid, p_key_number integer)
 RETURNS SETOF private.event_keys
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into private.event_keys (event_id, key_number, key, secret, public_key)
    select p_event_id, p_key_number, extensions.gen_random_bytes(32), s.secret, private.ed25519_public_key(s.secret)
    from (select extensions.gen_random_bytes(32) as secret) as s
    on conflict (event_id, key_number) do nothing
    returning *
$function$;

CREATE OR REPLACE FUNCTION private.signing_key(p_event_id uuid)
 RETURNS private.event_keys
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_key private.event_keys;
begin
  for v_attempt in 1 .. 2 loop
    select * into v_key from private.event_keys k
      where k.event_id = p_event_id and k.withdrawn_at is null order by k.key_number desc limit 1;
    if found then
      return v_key;
    end if;
    -- If another session is making the same key, this waits, inserts nothing, and the loop reads it.
    perform private.add_event_key(p_event_id, (
      select coalesce(max(k.key_number), 0) + 1 from private.event_keys k where k.event_id = p_event_id));
  end loop;
  select * into strict v_key from private.event_keys k
    where k.event_id = p_event_id and k.withdrawn_at is null order by k.key_number desc limit 1;
  return v_key;
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_tickets()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table private.event_keys, public.user_tickets from public, anon, authenticated;
  grant select on table public.user_tickets to authenticated;
  revoke all on function public.change_ticket_seats(uuid, text[], text), private.check_character(text),
    private.new_ticket_code(), private.seat_list(text[]),
    private.ticket_signature(bytea, integer, uuid, uuid, uuid, text[]), private.add_event_key(uuid, integer), private.signing_key(uuid),
    public.confirm_tickets(text), private.revoke(uuid[], text), public.revoke_tickets(uuid[], text), private.grant_tickets()
    from public, anon, authenticated;
  grant execute on function public.change_ticket_seats(uuid, text[], text), public.revoke_tickets(uuid[], text)
    to anon, authenticated;
  grant execute on function public.confirm_tickets(text) to authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.issued_bytes(p_ticket user_tickets, p_number integer, p_issue integer, p_key_number integer, p_seat text)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select '\x02'::bytea || set_byte(set_byte(set_byte('\x000000'::bytea,
        0, case when p_ticket.is_test then 2 else 0 end), 1, p_key_number), 2, p_number)
    || set_byte(set_byte('\x0000'::bytea, 0, p_issue / 256), 1, p_issue % 256)
    || uuid_send(p_ticket.id) || uuid_send(p_ticket.user_id) || uuid_send(p_ticket.event_id) || convert_to(p_seat, 'UTF8')
$function$;

CREATE OR REPLACE FUNCTION private.issue_passes(p_ticket user_tickets)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_key private.event_keys;
  v_left text[];
  v_kept public.passes;
  v_seat text;
begin
  select * into strict v_key from private.event_keys k where k.event_id = p_ticket.event_id and k.key_number = p_ticket.key_number;
  -- A pass keeps its number with its seat; who was moved gets the seats that are left, in their order.
  select coalesce(array_agg(s.seat order by s.n), '{}') into v_left
    from unnest(p_ticket.seats) with ordinality as s (seat, n)
    where not exists (select from public.passes p where p.ticket_id = p_ticket.id and p.seat = s.seat);
  for v_number in 1 .. p_ticket.quantity loop
    select * into v_kept from public.passes p where p.ticket_id = p_ticket.id and p.number = v_number;
    if v_kept.seat = any (p_ticket.seats) then
      continue when v_kept.key_number = p_ticket.key_number;
      v_seat := v_kept.seat;
    else
      v_seat := v_left[1];
      v_left := v_left[2 :];
    end if;
    insert into public.passes as p (ticket_id, number, seat, issue, key_number, signature)
      values (p_ticket.id, v_number, v_seat, coalesce(v_kept.issue + 1, 0), p_ticket.key_number,
        encode(private.ed25519_sign(v_key.secret, v_key.public_key,
          private.issued_bytes(p_ticket, v_number, coalesce(v_kept.issue + 1, 0), p_ticket.key_number, v_seat)), 'hex'))
      on conflict (ticket_id, number) do update
        set seat = excluded.seat, issue = excluded.issue, key_number = excluded.key_number, signature = excluded.signature;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.issue_passes_of_ticket()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.issue_passes(new);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.passes_of(p_ticket_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_agg(jsonb_build_object('number', p.number, 'seat', p.seat, 'issue', p.issue, 'key_number', p.key_number,
    'signature', p.signature) order by p.number)
  from public.passes p where p.ticket_id = p_ticket_id
$function$;

CREATE OR REPLACE FUNCTION private.grant_passes()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table public.passes from public, anon, authenticated;
  grant select on table public.passes to authenticated;
  revoke all on function private.issued_bytes(public.user_tickets, integer, integer, integer, text), private.issue_passes(public.user_tickets),
    private.issue_passes_of_ticket(), private.passes_of(uuid), private.grant_passes() from public, anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION public.gate_key(p_event_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.rotate_event_key(p_event_id uuid DEFAULT NULL::uuid, p_withdraw boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  if not exists (select from public.events e where e.id = p_event_id) then
    perform private.refuse(404, 'not_found', 'p_event_id', 'There is no such event.');
  end if;
  select coalesce(max(k.key_number), 0) into v_last from private.event_keys k where k.event_id = p_event_id;
  if v_last >= c_most_keys then
    perform private.refuse(409, 'too_many', 'p_event_id', format('An event has at most %s keys.', c_most_keys));
  end if;
  select * into strict v_key from private.add_event_key(p_event_id, v_last + 1);
  if p_withdraw then
    update private.event_keys k set withdrawn_at = clock_timestamp()
      where k.event_id = p_event_id and k.key_number <> v_key.key_number and k.withdrawn_at is null;
    update public.user_tickets t
      set key_number = v_key.key_number,
        signature = private.ticket_signature(v_key.key, v_key.key_number, t.id, t.user_id, t.event_id, t.seats)
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
$function$;

CREATE OR REPLACE FUNCTION public.gate_roster(p_event_id uuid DEFAULT NULL::uuid, p_after uuid DEFAULT NULL::uuid, p_since timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_page constant integer := 1000;
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
            -- A failed line with a ticket was revoked, and the ticket says so.
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
        'id', r.id, 'name', private.short_name(f.name),
        'category', r.ticket_category_id, 'seats', to_jsonb(r.seats), 'state', r.state, 'reason', r.reason, 'sig', r.sig,
        'passes', r.passes, 'test', nullif(r.is_test, false), 'in', a.admissions)) order by r.id) filter (where r.state <> 'gone'), '[]'),
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
    -- Changes made while the gate is closed are still to be sent.
    'next_since', case when v_open then v_at - c_overlap else coalesce(p_since, 'epoch') end);
end
$function$;

CREATE OR REPLACE FUNCTION public.find_gate_tickets(p_event_ids uuid[] DEFAULT NULL::uuid[], p_code text DEFAULT NULL::text)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.grant_gate()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table public.staff_events, private.roster_rows, private.name_changes from public, anon, authenticated;
  grant select on table public.staff_events to authenticated;
  revoke all on function public.find_gate_tickets(uuid[], text), private.my_gate_events(), private.require_gate(uuid), private.gate_opens(timestamptz),
    private.gate_closes(timestamptz), private.gate_event_name(uuid), private.short_name(text), private.note_name_change(),
    public.set_staff_events(uuid, uuid[]), public.gate_events(), public.gate_key(uuid),
    public.rotate_event_key(uuid, boolean), public.gate_roster(uuid, uuid, timestamptz), private.note_hand_out(uuid, jsonb),
    public.lose_gate_device(uuid, text), private.grant_gate() from public, anon, authenticated;
  -- Policies call it.
  grant execute on function private.my_gate_events() to authenticated;
  grant execute on function public.find_gate_tickets(uuid[], text), public.set_staff_events(uuid, uuid[]), public.gate_events(), public.gate_key(uuid),
    public.rotate_event_key(uuid, boolean), public.gate_roster(uuid, uuid, timestamptz), public.lose_gate_device(uuid, text)
    to anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.door_sale(p_payment payments, p_secret text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'order_id', p_payment.order_id, 'order_code', p_payment.order_code, 'payment_id', p_payment.id,
    'method', p_payment.method, 'total', p_payment.amount, 'at', p_payment.created_at,
    'name', (select f.name from public.profiles f where f.id = p_payment.user_id),
    'lines', (
      select jsonb_agg(jsonb_build_object(
          'ticket_category_id', l.ticket_category_id, 'event_id', l.event_id, 'event_name', l.event_name,
          'category_name', l.category_name, 'event_date', l.event_date, 'venue', l.venue, 'seats', l.seats,
          'quantity', l.quantity, 'unit_price', l.unit_price, 'gst_amount', l.gst_amount,
          'local_tax_amount', l.local_tax_amount, 'total_amount', l.total_amount) order by l.line)
      from public.payment_lines l where l.payment_id = p_payment.id),
    'tickets', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'ticket_id', t.id, 'code', t.code, 'key_number', t.key_number, 'signature', t.signature, 'seats', t.seats,
          'passes', private.passes_of(t.id),
          'quantity', t.quantity, 'ticket_category_id', t.ticket_category_id, 'user_id', t.user_id, 'event_id', t.event_id,
          'total_amount', t.total_amount) order by l.line), '[]')
      from public.user_tickets t join public.payment_lines l on l.id = t.payment_line_id where t.payment_id = p_payment.id),
    'secret', p_secret)
$function$;

CREATE OR REPLACE FUNCTION public.open_ticket_link(p_secret text DEFAULT NULL::text, p_device text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_hash text := private.hash_of_secret(p_secret);
  v_device text;
  v_link public.guest_tickets;
  v_state text;
begin
  if p_device is null or p_device !~ '^([A-Za-z0-9_-]{43}|[0-9a-f]{64})$' then
    perform private.refuse(400, 'invalid', 'p_device', 'A device is 32 random bytes in base64url or hexadecimal.');
  end if;
  v_device := encode(sha256(convert_to(p_device, 'UTF8')), 'hex');
  -- The second of two devices waits here, and then finds it used.
  perform from public.guest_tickets g where g.secret_hash = v_hash order by g.ticket_id for update;
  select * into v_link from public.guest_tickets g where g.secret_hash = v_hash order by g.ticket_id limit 1;
  v_state := private.link_state(v_hash);
  if v_state is null then
    perform private.refuse(404, 'not_found', 'p_secret', 'There is no such link.');
  end if;
  if v_link.device_hash is distinct from v_device then
    if v_link.device_hash is not null then
      perform private.refuse(409, 'link_used', v_link.opened_at::text, 'Another device has the ticket; detail says since when.');
    elsif v_state = 'revoked' then
      perform private.refuse(409, 'already_decided', jsonb_build_object('status', 'revoked')::text, 'The ticket was taken back.');
    elsif v_state = 'over' then
      perform private.refuse(409, 'too_late', 'over', 'The event is over or cancelled.');
    end if;
    v_link.opened_at := clock_timestamp();
    update public.guest_tickets g set opened_at = v_link.opened_at, device_hash = v_device where g.secret_hash = v_hash;
  end if;
  return jsonb_build_object('opened_at', v_link.opened_at, 'tickets', (
    select jsonb_agg(jsonb_build_object(
        'ticket_id', t.id, 'user_id', t.user_id, 'event_id', t.event_id, 'ticket_category_id', t.ticket_category_id,
        'payment_id', t.payment_id, 'payment_line_id', t.payment_line_id, 'order_id', p.order_id, 'order_code', p.order_code,
        'method', p.method, 'name', f.name, 'seats', t.seats, 'quantity', t.quantity, 'total_amount', t.total_amount,
        'payment_status', t.payment_status, 'code', t.code, 'key_number', t.key_number, 'signature', t.signature,
        'passes', private.passes_of(t.id),
        'revoked_at', t.revoked_at, 'revoked_reason', t.revoked_reason, 'created_at', t.created_at, 'updated_at', t.updated_at,
        'event_name', l.event_name, 'category_name', c.name,
        'event', to_jsonb(e) - 'updated_at' - 'revision',
        'singer', jsonb_build_object('id', s.id, 'name', s.name),
        'category', jsonb_build_object('id', c.id, 'name', c.name, 'price', c.price, 'is_standing', c.is_standing),
        'sections', private.section_names(c.id)) order by e.date, t.id)
    from public.guest_tickets g
    join public.user_tickets t on t.id = g.ticket_id
    join public.payments p on p.id = t.payment_id
    join public.payment_lines l on l.id = t.payment_line_id
    join public.ticket_categories c on c.id = t.ticket_category_id
    join public.events e on e.id = t.event_id
    join public.singers s on s.id = e.singer_id
    left join public.profiles f on f.id = t.user_id
    where g.secret_hash = v_hash));
end
$function$;

create or replace view private.roster_rows with (security_invoker=true) as
 SELECT t.event_id,
    t.id,
    t.updated_at,
    t.user_id,
    t.ticket_category_id,
    t.seats,
        CASE
            WHEN (p.status = 'rejected'::text) THEN 'rejected'::text
            WHEN ((t.payment_status = 'failed'::text) OR (r.id IS NOT NULL)) THEN 'revoked'::text
            ELSE 'valid'::text
        END AS state,
    COALESCE(t.revoked_reason,
        CASE
            WHEN (p.status = 'rejected'::text) THEN p.review_note
            WHEN (r.id IS NOT NULL) THEN 'Refund asked for'::text
            ELSE NULL::text
        END) AS reason,
        CASE
            WHEN (NOT (EXISTS ( SELECT
               FROM passes s
              WHERE ((s.ticket_id = t.id) AND (s.void_before > 0))))) THEN "left"(encode(sha256(decode(t.signature, 'hex'::text)), 'hex'::text), 32)
            ELSE NULL::text
        END AS sig,
    t.is_test,
    ( SELECT jsonb_agg(jsonb_build_array(s.seat, s.issue, s.void_before) ORDER BY s.number) AS jsonb_agg
           FROM passes s
          WHERE (s.ticket_id = t.id)) AS passes
   FROM ((user_tickets t
     JOIN payments p ON ((p.id = t.payment_id)))
     LEFT JOIN refunds r ON ((r.ticket_id = t.id)))
UNION ALL
 SELECT l.event_id,
    l.id,
    l.updated_at,
    l.user_id,
    l.ticket_category_id,
    l.seats,
        CASE
            WHEN (t.id IS NOT NULL) THEN 'gone'::text
            WHEN (l.payment_status = 'failed'::text) THEN 'rejected'::text
            ELSE 'pending'::text
        END AS state,
    p.review_note AS reason,
    NULL::text AS sig,
    p.is_test,
    NULL::jsonb AS passes
   FROM ((payment_lines l
     JOIN payments p ON ((p.id = l.payment_id)))
     LEFT JOIN user_tickets t ON ((t.payment_line_id = l.id)))
  WHERE (l.event_id IS NOT NULL);

CREATE TRIGGER "90_stamp" BEFORE INSERT OR UPDATE ON public.passes FOR EACH ROW EXECUTE FUNCTION private.stamp_row();

CREATE TRIGGER issue_passes AFTER INSERT OR UPDATE OF seats, key_number ON public.user_tickets FOR EACH ROW EXECUTE FUNCTION private.issue_passes_of_ticket();

create policy "Admins read passes" on public.passes as PERMISSIVE for SELECT to authenticated using (( SELECT private.is_admin() AS is_admin));

create policy "Customers read the passes of their own tickets" on public.passes as PERMISSIVE for SELECT to authenticated using ((EXISTS ( SELECT
   FROM user_tickets t
  WHERE ((t.id = passes.ticket_id) AND (t.user_id = ( SELECT private.uid() AS uid))))));

comment on function private.ed25519_inverse(numeric) is 'Returns 1 / value modulo 2^255 - 19; 0 for 0.';

comment on function private.fill_ed25519_multiples() is 'Makes the row of private.ed25519_multiples, in about a second; changes nothing if it is there.';

comment on function private.little_endian(pg_catalog.bytea) is 'Returns bytes, a multiple of four, as a number, the lowest byte first.';

comment on function private.little_endian(numeric) is 'Returns a number below 2^256 as 32 bytes, the lowest first.';

comment on function private.ed25519_point(numeric) is 'Returns so many times (below 2^256) the base point, in the 32 bytes of RFC 8032, 5.1.2.';

comment on function private.ed25519_scalar(pg_catalog.bytea) is 'Returns the number that a secret of 32 bytes stands for (RFC 8032, 5.1.5).';

comment on function private.ed25519_public_key(pg_catalog.bytea) is 'Returns the 32 bytes that verify what this secret of 32 bytes signs.';

comment on function private.ed25519_sign(pg_catalog.bytea,pg_catalog.bytea,pg_catalog.bytea) is 'Returns the signature of a message, 64 bytes (RFC 8032, 5.1.6). The public key must be the secret''s: with another one two signatures would give the secret away.';

comment on function private.grant_ed25519() is 'All privileges of this file; can be repeated.';

comment on function private.add_event_key(pg_catalog.uuid,integer) is 'Makes a key of the event and returns it; no row if the number is in use.';

comment on function private.issued_bytes(public.user_tickets,integer,integer,integer,pg_catalog.text) is 'Returns what the event''s key signs for a pass of this ticket; src/shop/tickets/passes/pass-code.ts has the twin.';

comment on function private.issue_passes(public.user_tickets) is 'Gives a ticket one pass a seat, signed by the ticket''s key. A pass whose seat or key changed gets the next issue number, others stay as they are.';

comment on function private.issue_passes_of_ticket() is 'Trigger: private.issue_passes. Security definer: no role may write passes or read keys.';

comment on function private.passes_of(pg_catalog.uuid) is 'Returns [{number, seat, issue, key_number, signature}] of a ticket, by number; null if it has none.';

comment on function private.grant_passes() is 'All privileges of this file; can be repeated.';

comment on function public.gate_key(pg_catalog.uuid) is 'Returns {event_id, keys: [{number, key: the public key in 64 hexadecimal digits}], withdrawn: [number], opens_at, closes_at}, for admins and the event''s gate staff, from 48 hours before its start to 24 hours after it. The audit log records who got which, without the keys, once in five minutes. Refusals: PT401 not_signed_in, PT403 forbidden, gate_closed (detail: opens_at, closes_at), PT400 invalid, PT404 not_found. Security definer: no role may read keys.';

comment on function public.gate_roster(pg_catalog.uuid,pg_catalog.uuid,timestamp with time zone) is 'Returns one page, at most 1,000 rows, of the event''s tickets for the gate: {at, event: {id, name, date, status}, categories: {id: name}, total, rows: [{id, name, category, seats, state, reason, sig, passes: [[seat, issue, void_before]] by number, test (true of a test order), in: [{scan, seats, gate, at}]}], gone: [id], next, next_since}, without null values in a row and without any code that could be typed. p_after is next of the page before; p_since (next_since of the last download''s first page) returns only changes. Revoked tickets stay in. total is in the first page of a full list only; outside the key''s window there are no rows. sig is the first half of the SHA-256 of a ticket''s signature; a code is genuine only with it. For admins and the event''s gate staff. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found. Security definer: gate staff read no other tickets or names.';

comment on function public.find_gate_tickets(pg_catalog.uuid[],pg_catalog.text) is 'Returns the ids of roster rows of these events with this ticket or order code, exactly as stored, at most 40: a gate''s list has no codes, so that a copy of it opens nothing. Outside the key''s window it finds none. For admins and the events'' gate staff. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found. Security definer: gate staff read no tickets.';

comment on table private.ed25519_multiples is 'One row. Of the points j * 16^w * B (w 0 to 63, j 0 to 15), at 16 * w + j + 1: y + x, y - x, 2 * d * x * y modulo p. Saves a signature all doublings.';

comment on table private.event_keys is 'Keys that sign the passes of an event. The newest key that is not withdrawn signs; a pass is valid until its key is withdrawn. Gates get public_key alone.';

comment on column private.event_keys.key is 'Made the codes of version 1, which gates accept by the hash on their list only.';

comment on column private.event_keys.secret is 'Ed25519; leaves the database in backups alone.';

comment on table public.passes is 'One person''s part of a ticket: a seat or standing place, with its own code. Only the trigger on user_tickets writes them. updated_at of the ticket changes with theirs.';

comment on column public.passes.issue is 'Each new code of the pass (other seat, other key) has the next number; gates refuse the earlier ones.';

comment on column public.passes.void_before is 'The first issue of who has the pass now; gates refuse earlier codes for good.';

comment on column public.passes.signature is 'Ed25519 by the event''s key of this number, 128 hexadecimal digits.';

comment on view private.roster_rows is 'Every ticket ever issued, and every order line: pending and rejected lines explain at the gate a missing ticket; a line that became a ticket is gone. Only gate_roster reads it.';

reset check_function_bodies;

select private.grant_announcements();
select private.grant_bank();
select private.grant_box_office();
select private.grant_catalogue();
select private.grant_catalogue_lists();
select private.grant_checklist();
select private.grant_code_uses();
select private.grant_codes();
select private.grant_dashboard();
select private.grant_door();
select private.grant_ed25519();
select private.grant_enquiries();
select private.grant_event_changes();
select private.grant_foundation();
select private.grant_free_orders();
select private.grant_gate();
select private.grant_guests();
select private.grant_history();
select private.grant_import();
select private.grant_invitations();
select private.grant_jobs();
select private.grant_kept_seats();
select private.grant_layouts();
select private.grant_new_concert();
select private.grant_passes();
select private.grant_payments();
select private.grant_people();
select private.grant_phases();
select private.grant_proofs();
select private.grant_publishing();
select private.grant_refunds();
select private.grant_review();
select private.grant_scans();
select private.grant_seats();
select private.grant_settings();
select private.grant_storage_auth();
select private.grant_sync();
select private.grant_terms();
select private.grant_test_orders();
select private.grant_tickets();
select private.grant_unclaimed_credits();

-- Earlier keys get an Ed25519 pair, and tickets of coming events their passes; the others keep their codes of version 1.
select private.fill_ed25519_multiples();

update private.event_keys set secret = extensions.gen_random_bytes(32);

update private.event_keys set public_key = private.ed25519_public_key(secret);

alter table private.event_keys alter column secret set not null, alter column public_key set not null;

select private.issue_passes(t) from public.user_tickets t join public.events e on e.id = t.event_id
  where t.revoked_at is null and e.date > now() - interval '1 day' order by t.id;
