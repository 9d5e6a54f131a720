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
  holder_id uuid not null,
  issue integer not null default 0 check (issue between 0 and 65535),
  void_before integer not null default 0 check (void_before between 0 and issue),
  key_number smallint not null check (key_number between 1 and 255),
  signature text not null check (signature ~ '^[0-9a-f]{128}$'),
  device_key text check (device_key ~ '^0[23][0-9a-f]{64}$'),
  bound_at timestamptz,
  bindings smallint not null default 0 check (bindings >= 0),
  old_code_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (ticket_id, number),
  constraint passes_bound check ((device_key is null) = (bound_at is null))
);

alter table public.passes enable row level security;

create index passes_holder_id on public.passes (holder_id);

create table public.pass_rules (
  event_id uuid primary key references public.events (id) on delete cascade,
  hand_over boolean not null default true,
  hand_over_until timestamptz,
  screen_only boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);

alter table public.pass_rules enable row level security;

create table public.pass_transfers (
  id uuid primary key default gen_random_uuid(),
  ticket_id uuid not null references public.user_tickets (id) on delete cascade,
  number smallint not null,
  seat text not null,
  from_id uuid not null,
  name text check (char_length(name) between 1 and 120),
  outcome text check (outcome in ('accepted', 'taken_back', 'replaced')),
  ended_at timestamptz,
  to_id uuid,
  to_name text,
  first_issue integer,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint pass_transfers_ended check ((outcome is null) = (ended_at is null)),
  constraint pass_transfers_accepted check ((outcome is not distinct from 'accepted') = (to_id is not null)
    and (to_id is null) = (first_issue is null))
);

create table private.pass_links (
  transfer_id uuid primary key references public.pass_transfers (id) on delete cascade,
  secret_hash text not null unique check (secret_hash ~ '^[0-9a-f]{64}$'),
  device_hash text check (device_hash ~ '^[0-9a-f]{64}$')
);

alter table private.pass_links enable row level security;

create unique index pass_transfers_open on public.pass_transfers (ticket_id, number) where outcome is null;

create index pass_transfers_pass on public.pass_transfers (ticket_id, number);

create index pass_transfers_from_id on public.pass_transfers (from_id);

create index pass_transfers_to_id on public.pass_transfers (to_id);

alter table public.pass_transfers enable row level security;

alter table public.ticket_scans
  add column pass smallint check (pass between 1 and 10),
  add column issue integer check (issue between 0 and 65535);

alter table public.ticket_scans drop constraint ticket_scans_problem_check;

alter table public.ticket_scans add constraint ticket_scans_problem_check
  check (problem in ('unknown_ticket', 'revoked_ticket', 'void_code', 'too_early', 'too_late', 'undo_refused'));

alter table public.notices drop constraint notices_kind_known;

alter table public.notices add constraint notices_kind_known check (kind in ('message', 'event_cancelled', 'event_moved',
  'event_changed', 'seats_changed', 'ticket_revoked', 'old_code_used', 'refund_owed', 'refunded'));

alter table public.outgoing_mail drop constraint outgoing_mail_kind_known;

alter table public.outgoing_mail add constraint outgoing_mail_kind_known check (kind in ('payment_approved',
  'payment_rejected', 'message', 'event_cancelled', 'event_moved', 'event_changed', 'seats_changed', 'ticket_revoked',
  'old_code_used', 'refund_owed', 'refunded'));

-- A function may call one that comes after it.
set check_function_bodies = off;

drop view private.check_ins;

drop view private.roster_rows;

drop function get_check_ins();

drop function open_ticket_link(text,text);

CREATE OR REPLACE FUNCTION public.export_my_data()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := private.require_user();
begin
  return jsonb_build_object(
    'exported_at', now(),
    'account', (
      select jsonb_build_object('id', u.id, 'email', u.email, 'created_at', u.created_at,
        'last_sign_in_at', u.last_sign_in_at)
      from auth.users u where u.id = v_user),
    'profile', (select to_jsonb(p) from public.profiles p where p.id = v_user),
    'role', (select s.role from public.staff s where s.user_id = v_user),
    'role_ends_at', (select s.ends_at from public.staff s where s.user_id = v_user),
    'invitations', (
      select coalesce(jsonb_agg(to_jsonb(i) - array['secret_hash', 'made_by', 'updated_at'] order by i.created_at), '[]')
      from public.staff_invitations i where i.used_by = v_user),
    'orders', (
      select coalesce(jsonb_agg(to_jsonb(o)), '[]') from private.orders o where o.user_id = v_user),
    'payments', (
      select coalesce(jsonb_agg(
        to_jsonb(p) - 'reviewed_by' || jsonb_build_object('lines', (
          select coalesce(jsonb_agg(to_jsonb(l)), '[]') from public.payment_lines l where l.payment_id = p.id))
        order by p.created_at), '[]')
      from public.payments p where p.user_id = v_user),
    'tickets', (
      select coalesce(jsonb_agg(to_jsonb(t) order by t.created_at), '[]')
      from public.user_tickets t where t.user_id = v_user),
    'passes', (
      select coalesce(jsonb_agg(to_jsonb(p) order by p.created_at, p.number), '[]')
      from public.passes p where p.holder_id = v_user),
    'hand_overs', (
      select coalesce(jsonb_agg(to_jsonb(x) - array['from_id', 'to_id'] || jsonb_build_object('gave', x.from_id = v_user)
        order by x.created_at), '[]')
      from public.pass_transfers x where v_user in (x.from_id, x.to_id)),
    -- The caller's tickets at the gate; for staff, their shifts and scans too.
    'scans', (
      select coalesce(jsonb_agg(to_jsonb(s) - 'staff_id' order by s.received_at), '[]')
      from public.ticket_scans s join public.user_tickets t on t.id = s.known_ticket where t.user_id = v_user),
    'staff_events', (
      select coalesce(jsonb_agg(to_jsonb(w) order by w.created_at), '[]')
      from public.staff_events w where w.user_id = v_user),
    'tills', (
      select coalesce(jsonb_agg(to_jsonb(t) || jsonb_build_object('moves', (
          select coalesce(jsonb_agg(to_jsonb(v) order by v.made_at), '[]') from public.till_moves v where v.till_id = t.id))
        order by t.opened_at), '[]')
      from public.tills t where t.opened_by = v_user),
    'staff_scans', (
      select coalesce(jsonb_agg(to_jsonb(s) order by s.received_at), '[]')
      from public.ticket_scans s where s.staff_id = v_user),
    'refunds', (
      select coalesce(jsonb_agg(to_jsonb(r) order by r.requested_at), '[]')
      from public.refunds r where r.user_id = v_user),
    'messages', (
      select coalesce(jsonb_agg(to_jsonb(m) - 'handled_by' order by m.created_at), '[]')
      from public.contact_messages m where m.user_id = v_user),
    'codes', (
      select coalesce(jsonb_agg(jsonb_build_object('code', d.code, 'typed_at', g.at) order by g.at), '[]')
      from private.code_grants g join public.discount_codes d on d.id = g.code_id where g.user_id = v_user),
    'notices', (
      select coalesce(jsonb_agg(to_jsonb(n) || jsonb_strip_nulls(jsonb_build_object('subject', a.subject, 'message', a.message))
        order by n.created_at), '[]')
      from public.notices n left join public.announcements a on a.id = n.announcement_id where n.user_id = v_user));
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_my_account(p_confirm boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := private.require_user();
  v_pending bigint;
  v_upcoming bigint;
begin
  perform private.lock_customer(v_user);
  perform pg_advisory_xact_lock(hashtextextended('staff', 0));
  if private.is_last_admin(v_user) then
    perform private.refuse(409, 'last_admin', '', 'Make someone else an admin first.');
  end if;
  select count(*) into v_pending from public.payments p where p.user_id = v_user and p.status = 'pending';
  v_upcoming := private.upcoming_tickets_of(v_user);
  if p_confirm is not true and v_pending + v_upcoming > 0 then
    perform private.refuse(409, 'pending_payment',
      jsonb_build_object('pending_payments', v_pending, 'upcoming_tickets', v_upcoming)::text,
      'A payment is under review or a ticket upcoming; call again with p_confirm.');
  end if;
  if not private.session_is_fresh(private.token_session(), v_user) then
    perform private.refuse(403, 'sign_in_again', '', 'Sign in again; then call this within five minutes.');
  end if;

  -- Frees held seats; seats under review or sold stay with their payment.
  perform from public.seat_claims c where c.user_id = v_user and c.state = 'held'
    order by c.event_id, c.place, c.seat for no key update;
  delete from public.seat_claims c where c.user_id = v_user and c.state = 'held';
  delete from public.contact_messages m where m.user_id = v_user;
  delete from public.outgoing_mail m where m.user_id = v_user;
  delete from public.staff_invitations i where i.used_by = v_user or (i.made_by = v_user and i.used_at is null);
  delete from public.notices n where n.user_id = v_user;
  update public.pass_transfers x set name = null, to_name = null where v_user in (x.from_id, x.to_id);
  delete from private.code_grants g where g.user_id = v_user;
  delete from private.code_tries t where t.user_id = v_user;
  delete from public.staff s where s.user_id = v_user;
  delete from public.profiles p where p.id = v_user;
  delete from auth.users u where u.id = v_user;
end
$function$;

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

CREATE OR REPLACE FUNCTION public.who_has_seat(p_ticket_category_id uuid DEFAULT NULL::uuid, p_seat text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_answer jsonb;
begin
  perform private.require_admin();
  if not private.is_seat(p_ticket_category_id, p_seat) then
    perform private.refuse(404, 'not_found', 'p_seat', 'The category has no such seat.');
  end if;
  select jsonb_build_object('state', private.seat_state(c), 'until', coalesce(c.expires_at, c.review_until),
      'user_id', c.user_id, 'name', f.name, 'email', f.email, 'phone', f.phone, 'made_by', p.made_by,
      'order_code', coalesce(p.order_code, o.order_code),
      'payment_id', p.id, 'payment_status', p.status, 'transaction_id', p.transaction_id, 'booking_id', l.id,
      'ticket_id', t.id, 'code', t.code, 'seats', t.seats, 'received', (
        select jsonb_build_object('name', h.name, 'email', h.email, 'at', x.ended_at)
        from public.passes g
        join public.profiles h on h.id = g.holder_id
        left join public.pass_transfers x on x.ticket_id = t.id and x.number = g.number and x.outcome = 'accepted'
          and x.to_id = g.holder_id
        where g.ticket_id = t.id and g.seat = c.seat and g.holder_id <> t.user_id
        order by x.ended_at desc limit 1),
      'let_in_at', (
        select min(a.corrected_at) from private.admitted_seats a join public.ticket_scans n on n.id = a.scan_id
        where a.event_id = c.event_id and a.place = c.place and a.seat = c.seat and n.known_ticket = t.id),
      'reason', c.kept_reason, 'kept_by', b.name, 'since', c.updated_at)
    into v_answer
    from public.seat_claims c
    left join private.orders o on o.id = c.order_id
    left join public.payments p on p.id = c.payment_id
    left join public.payment_lines l on l.payment_id = c.payment_id and l.ticket_category_id = c.ticket_category_id
    left join public.user_tickets t on t.id = c.ticket_id
    left join public.profiles f on f.id = c.user_id
    left join public.profiles b on b.id = c.kept_by
    where c.ticket_category_id = p_ticket_category_id and c.seat = p_seat and private.seat_state(c) <> 'free';
  return coalesce(v_answer, jsonb_build_object('state', 'free'));
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

CREATE OR REPLACE FUNCTION private.issued_bytes(p_ticket_id uuid, p_holder_id uuid, p_event_id uuid, p_is_test boolean, p_key_number integer, p_number integer, p_issue integer, p_seat text, p_device_key text)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select '\x02'::bytea || set_byte(set_byte(set_byte('\x000000'::bytea, 0,
      case when p_is_test then 2 else 0 end + case when p_device_key is not null then 1 else 0 end), 1, p_key_number), 2, p_number)
    || set_byte(set_byte('\x0000'::bytea, 0, p_issue / 256), 1, p_issue % 256)
    || uuid_send(p_ticket_id) || uuid_send(p_holder_id) || uuid_send(p_event_id) || convert_to(p_seat, 'UTF8')
    || coalesce(decode(p_device_key, 'hex'), ''::bytea)
$function$;

CREATE OR REPLACE FUNCTION private.sign_pass(p_ticket user_tickets, p_pass passes)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_key private.event_keys;
begin
  select * into strict v_key from private.event_keys k where k.event_id = p_ticket.event_id and k.key_number = p_ticket.key_number;
  p_pass.ticket_id := p_ticket.id;
  p_pass.key_number := v_key.key_number;
  p_pass.signature := encode(private.ed25519_sign(v_key.secret, v_key.public_key, private.issued_bytes(
    p_ticket.id, p_pass.holder_id, p_ticket.event_id, p_ticket.is_test, v_key.key_number, p_pass.number, p_pass.issue, p_pass.seat,
    p_pass.device_key)), 'hex');
  insert into public.passes as p (ticket_id, number, seat, holder_id, issue, void_before, key_number, signature, device_key,
      bound_at, bindings)
    values (p_pass.ticket_id, p_pass.number, p_pass.seat, p_pass.holder_id, p_pass.issue, p_pass.void_before, p_pass.key_number,
      p_pass.signature, p_pass.device_key, p_pass.bound_at, p_pass.bindings)
    on conflict (ticket_id, number) do update
      set seat = excluded.seat, holder_id = excluded.holder_id, issue = excluded.issue, void_before = excluded.void_before,
        key_number = excluded.key_number, signature = excluded.signature, device_key = excluded.device_key,
        bound_at = excluded.bound_at, bindings = excluded.bindings;
end
$function$;

CREATE OR REPLACE FUNCTION private.issue_passes(p_ticket user_tickets)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_left text[];
  v_pass public.passes;
begin
  -- A pass keeps its number and its holder with its seat; who was moved gets the seats that are left, in their order.
  select coalesce(array_agg(s.seat order by s.n), '{}') into v_left
    from unnest(p_ticket.seats) with ordinality as s (seat, n)
    where not exists (select from public.passes p where p.ticket_id = p_ticket.id and p.seat = s.seat);
  for v_number in 1 .. p_ticket.quantity loop
    select * into v_pass from public.passes p where p.ticket_id = p_ticket.id and p.number = v_number;
    if not found then
      v_pass.number := v_number;
      v_pass.holder_id := p_ticket.user_id;
      v_pass.issue := 0;
      v_pass.void_before := 0;
      v_pass.bindings := 0;
    elsif v_pass.seat = any (p_ticket.seats) and v_pass.key_number = p_ticket.key_number then
      continue;
    else
      v_pass.issue := v_pass.issue + 1;
    end if;
    if v_pass.seat is null or v_pass.seat <> all (p_ticket.seats) then
      v_pass.seat := v_left[1];
      v_left := v_left[2 :];
    end if;
    perform private.sign_pass(p_ticket, v_pass);
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

CREATE OR REPLACE FUNCTION private.passes_of(p_ticket_id uuid, p_holder_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_agg(jsonb_build_object('number', p.number, 'seat', p.seat, 'issue', p.issue, 'key_number', p.key_number,
    'signature', p.signature, 'device_key', p.device_key, 'old_code_at', p.old_code_at) order by p.number)
  from public.passes p where p.ticket_id = p_ticket_id and p.holder_id = p_holder_id
$function$;

CREATE OR REPLACE FUNCTION private.grant_passes()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table public.passes from public, anon, authenticated;
  grant select on table public.passes to authenticated;
  revoke all on function private.issued_bytes(uuid, uuid, uuid, boolean, integer, integer, integer, text, text),
    private.sign_pass(public.user_tickets, public.passes), private.issue_passes(public.user_tickets), private.issue_passes_of_ticket(),
    private.passes_of(uuid, uuid), private.grant_passes() from public, anon, authenticated;
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
        select t.id from private.name_changes n join public.passes s on s.holder_id = n.user_id
          join public.user_tickets t on t.id = s.ticket_id
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
      select jsonb_build_object('id', e.id, 'name', private.gate_event_name(e.id), 'date', e.date, 'status', e.status,
        'screen_only', coalesce((select r.screen_only from public.pass_rules r where r.event_id = e.id), false))
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

CREATE OR REPLACE FUNCTION private.scan_number(p_scan jsonb, p_key text, p_least integer, p_most integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when jsonb_typeof(p_scan -> p_key) = 'number' and (p_scan ->> p_key)::numeric between p_least and p_most
    then (p_scan ->> p_key)::numeric::integer end
$function$;

CREATE OR REPLACE FUNCTION private.holder_of_code(p_ticket_id uuid, p_number integer, p_issue integer)
 RETURNS uuid
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(x.to_id, t.user_id)
  from public.user_tickets t
  left join lateral (
    select x.to_id from public.pass_transfers x
    where x.ticket_id = t.id and x.number = p_number and x.outcome = 'accepted' and x.first_issue <= p_issue
    order by x.first_issue desc limit 1) as x on true
  where t.id = p_ticket_id
$function$;

CREATE OR REPLACE FUNCTION private.person_of_code(p_ticket_id uuid, p_number integer, p_issue integer)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.short_name(f.name) from public.profiles f where f.id = private.holder_of_code(p_ticket_id, p_number, p_issue)
$function$;

CREATE OR REPLACE FUNCTION private.scan_brief(p_scan_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'scan_id', s.id, 'ticket_id', s.ticket_id, 'person', private.person_of_code(s.known_ticket, s.pass, s.issue), 'gate', s.gate, 'device', s.device,
    'staff_name', (select private.short_name(f.name) from public.profiles f where f.id = s.staff_id), 'at', s.corrected_at)
  from public.ticket_scans s where s.id = p_scan_id
$function$;

CREATE OR REPLACE FUNCTION private.record_scan(p_scan json, p_staff uuid, p_received_at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
          and x.ended_at <= v_scan.corrected_at) then 'void_code'
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
$function$;

CREATE OR REPLACE FUNCTION public.get_check_ins()
 RETURNS TABLE(ticket_id uuid, event_id uuid, code text, order_code text, user_name text, user_email text, ticket_category_id uuid, ticket_category text, seats text[], payment_status text, admitted_seats text[], first_in_at timestamp with time zone, last_in_at timestamp with time zone, gates text[], refund_status text, people jsonb)
 LANGUAGE sql
 STABLE
AS $function$
  select l.ticket_id, l.event_id, l.code, l.order_code, l.user_name, l.user_email, l.ticket_category_id, l.ticket_category,
    l.seats, l.payment_status, l.admitted_seats, l.first_in_at, l.last_in_at, l.gates, l.refund_status, l.people
  from private.check_ins l
$function$;

CREATE OR REPLACE FUNCTION private.grant_scans()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table private.relayed_scans, public.ticket_scans, private.admitted_seats, private.gate_devices,
    private.check_ins from public, anon, authenticated;
  grant select on table public.ticket_scans, private.check_ins to authenticated;
  revoke all on function private.outside_gate(timestamptz, timestamptz, timestamptz),
    private.undo_counts(public.ticket_scans, public.ticket_scans),
    private.refuse_undo(public.ticket_scans, public.ticket_scans), private.keep_scanned_events(),
    private.scan_text(jsonb, text, integer), private.scan_uuid(jsonb, text), private.scan_time(jsonb, text),
    private.scan_number(jsonb, text, integer, integer), private.holder_of_code(uuid, integer, integer), private.person_of_code(uuid, integer, integer),
    private.readable_scan(json), private.corrected_time(timestamptz, timestamptz, timestamptz, timestamptz),
    private.scan_brief(uuid), private.contested_seats(uuid), private.record_scan(json, uuid, timestamptz),
    public.record_scans(json), public.report_gate_device(uuid, text, text, integer, timestamptz), public.gate_trouble(uuid),
    public.gate_counters(uuid), public.get_check_ins(), private.grant_scans() from public, anon, authenticated;
  grant execute on function public.get_check_ins() to authenticated;
  grant execute on function public.record_scans(json), public.report_gate_device(uuid, text, text, integer, timestamptz),
    public.gate_trouble(uuid), public.gate_counters(uuid) to anon, authenticated;
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
          'passes', private.passes_of(t.id, t.user_id),
          'quantity', t.quantity, 'ticket_category_id', t.ticket_category_id, 'user_id', t.user_id, 'event_id', t.event_id,
          'total_amount', t.total_amount) order by l.line), '[]')
      from public.user_tickets t join public.payment_lines l on l.id = t.payment_line_id where t.payment_id = p_payment.id),
    'secret', p_secret)
$function$;

CREATE OR REPLACE FUNCTION public.set_pass_rules(p_event_id uuid DEFAULT NULL::uuid, p_rules jsonb DEFAULT NULL::jsonb)
 RETURNS pass_rules
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_rules public.pass_rules;
begin
  perform private.require_admin();
  if not exists (select from public.events e where e.id = p_event_id) then
    perform private.refuse(404, 'not_found', 'p_event_id', 'There is no such event.');
  end if;
  if jsonb_typeof(p_rules) is distinct from 'object' or jsonb_typeof(p_rules -> 'hand_over') is distinct from 'boolean'
     or coalesce(jsonb_typeof(p_rules -> 'screen_only'), 'boolean') <> 'boolean'
     or coalesce(jsonb_typeof(p_rules -> 'hand_over_until'), 'null') not in ('string', 'null') then
    perform private.refuse(400, 'invalid', 'p_rules', '{"hand_over": boolean, "hand_over_until": instant or null, "screen_only": boolean}.');
  end if;
  insert into public.pass_rules as r (event_id, hand_over, hand_over_until, screen_only)
    values (p_event_id, (p_rules -> 'hand_over')::boolean, (p_rules ->> 'hand_over_until')::timestamptz,
      coalesce((p_rules -> 'screen_only')::boolean, false))
    on conflict (event_id) do update
    set hand_over = excluded.hand_over, hand_over_until = excluded.hand_over_until, screen_only = excluded.screen_only
    returning * into v_rules;
  return v_rules;
end
$function$;

CREATE OR REPLACE FUNCTION private.hand_over_ends(p_event events)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when p_event.status = 'cancelled' or not coalesce(r.hand_over, true) then '-infinity'::timestamptz
    else least(r.hand_over_until, private.gate_closes(p_event.date)) end
  from (select 1) as one left join public.pass_rules r on r.event_id = p_event.id
$function$;

CREATE OR REPLACE FUNCTION private.require_free_pass(p_pass passes)
 RETURNS user_tickets
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_ticket public.user_tickets;
  v_event public.events;
begin
  select * into v_ticket from public.user_tickets t where t.id = p_pass.ticket_id for no key update;
  select * into v_event from public.events e where e.id = v_ticket.event_id;
  if v_ticket.revoked_at is not null or exists (select from public.refunds r where r.ticket_id = v_ticket.id) then
    perform private.refuse(409, 'already_decided', jsonb_build_object('status', 'revoked')::text, 'The ticket was taken back.');
  elsif clock_timestamp() > private.hand_over_ends(v_event) then
    perform private.refuse(409, 'too_late', 'over', 'Passes of this event cannot be handed over any more.');
  elsif exists (
      select from private.admitted_seats a
      where a.event_id = v_ticket.event_id and a.place = v_ticket.ticket_category_id::text and a.seat = p_pass.seat) then
    perform private.refuse(409, 'too_late', 'in', 'This person is in already.');
  end if;
  return v_ticket;
end
$function$;

CREATE OR REPLACE FUNCTION private.pass_of_caller(p_ticket_id uuid, p_number integer, p_secret text, p_device text)
 RETURNS passes
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_pass public.passes;
  v_me uuid;
begin
  if p_secret is null then
    v_me := private.require_user();
  else
    v_me := private.device_of_link(p_secret, p_device);
  end if;
  -- Locked, so that of two hand-overs of one pass the second finds the first.
  perform from public.user_tickets t where t.id = p_ticket_id for no key update;
  select * into v_pass from public.passes p where p.ticket_id = p_ticket_id and p.number = p_number and p.holder_id = v_me;
  if not found then
    perform private.refuse(404, 'not_found', 'p_number', 'You do not have this pass.');
  end if;
  return v_pass;
end
$function$;

CREATE OR REPLACE FUNCTION private.device_of_link(p_secret text, p_device text)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_hash text := private.hash_of_secret(p_secret);
  v_device text := private.hash_of_device(p_device);
  v_id uuid;
begin
  select t.user_id into v_id from public.guest_tickets g join public.user_tickets t on t.id = g.ticket_id
    where g.secret_hash = v_hash and g.device_hash = v_device limit 1;
  if v_id is null then
    select x.to_id into v_id from private.pass_links l join public.pass_transfers x on x.id = l.transfer_id
      where l.secret_hash = v_hash and l.device_hash = v_device;
  end if;
  if v_id is null then
    perform private.refuse(404, 'not_found', 'p_secret', 'This device opened no such link.');
  end if;
  return v_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.hand_over_pass(p_ticket_id uuid DEFAULT NULL::uuid, p_number integer DEFAULT NULL::integer, p_name text DEFAULT NULL::text, p_secret text DEFAULT NULL::text, p_device text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_most constant integer := 20;
  v_pass public.passes := private.pass_of_caller(p_ticket_id, p_number, p_secret, p_device);
  v_ticket public.user_tickets := private.require_free_pass(v_pass);
  v_secret text := translate(encode(extensions.gen_random_bytes(16), 'base64'), '+/=', '-_');
  v_name text := case when coalesce(private.clean_text(p_name), '') <> '' then private.require_text(p_name, 'p_name', 120) end;
  v_id uuid;
begin
  if (select count(*) from public.pass_transfers x where x.ticket_id = p_ticket_id and x.number = p_number) >= c_most then
    perform private.refuse(409, 'too_many', 'p_number', format('A pass has at most %s links.', c_most));
  end if;
  update public.pass_transfers x set outcome = 'replaced', ended_at = clock_timestamp()
    where x.ticket_id = p_ticket_id and x.number = p_number and x.outcome is null;
  insert into public.pass_transfers (ticket_id, number, seat, from_id, name)
    values (p_ticket_id, p_number, v_pass.seat, v_pass.holder_id, v_name) returning id into v_id;
  insert into private.pass_links (transfer_id, secret_hash) values (v_id, encode(sha256(convert_to(v_secret, 'UTF8')), 'hex'));
  perform private.touch_ticket(p_ticket_id);
  return jsonb_build_object('transfer_id', v_id, 'secret', v_secret, 'until', (
    select private.hand_over_ends(e) from public.events e where e.id = v_ticket.event_id));
end
$function$;

CREATE OR REPLACE FUNCTION private.peek_transfer(p_transfer pass_transfers)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'state', case
      when p_transfer.outcome = 'accepted' then 'opened'
      when p_transfer.outcome is not null then 'taken_back'
      when t.revoked_at is not null then 'revoked'
      when clock_timestamp() > private.hand_over_ends(e) then 'over'
      else 'new' end,
    'event', private.gate_event_name(e.id), 'event_id', e.id, 'venue', e.venue, 'city', e.city, 'date', e.date, 'status', e.status,
    'previous_date', e.previous_date, 'category', c.name, 'people', 1, 'pass', true, 'name', p_transfer.name,
    'from', (select private.short_name(f.name) from public.profiles f where f.id = p_transfer.from_id))
  from public.user_tickets t
  join public.ticket_categories c on c.id = t.ticket_category_id
  join public.events e on e.id = t.event_id
  where t.id = p_transfer.ticket_id
$function$;

CREATE OR REPLACE FUNCTION private.touch_ticket(p_ticket_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  -- stamp_row sets the time.
  update public.user_tickets t set updated_at = t.updated_at where t.id = p_ticket_id
$function$;

CREATE OR REPLACE FUNCTION public.take_back_pass(p_transfer_id uuid DEFAULT NULL::uuid, p_secret text DEFAULT NULL::text, p_device text DEFAULT NULL::text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_me uuid;
  v_transfer public.pass_transfers;
begin
  if p_secret is null then
    v_me := private.require_user();
  else
    v_me := private.device_of_link(p_secret, p_device);
  end if;
  select * into v_transfer from public.pass_transfers x where x.id = p_transfer_id and x.from_id = v_me;
  if not found then
    perform private.refuse(404, 'not_found', 'p_transfer_id', 'You made no such link.');
  end if;
  perform from public.user_tickets t where t.id = v_transfer.ticket_id for no key update;
  select * into v_transfer from public.pass_transfers x where x.id = p_transfer_id;
  if v_transfer.outcome = 'accepted' then
    perform private.refuse(409, 'already_decided', jsonb_build_object('status', 'accepted', 'name', v_transfer.to_name)::text,
      'It was accepted already.');
  elsif v_transfer.outcome is null then
    update public.pass_transfers x set outcome = 'taken_back', ended_at = clock_timestamp() where x.id = p_transfer_id;
    perform private.touch_ticket(v_transfer.ticket_id);
  end if;
  return coalesce(v_transfer.outcome, 'taken_back');
end
$function$;

CREATE OR REPLACE FUNCTION private.accept_transfer(p_transfer pass_transfers, p_to uuid, p_device_hash text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_pass public.passes;
  v_ticket public.user_tickets;
  v_issue integer;
begin
  select * into strict v_pass from public.passes p where p.ticket_id = p_transfer.ticket_id and p.number = p_transfer.number;
  v_ticket := private.require_free_pass(v_pass);
  v_issue := v_pass.issue + 1;
  v_pass.holder_id := p_to;
  v_pass.issue := v_issue;
  v_pass.void_before := v_issue;
  v_pass.device_key := null;
  v_pass.bound_at := null;
  -- Counts the phones of this holder: their first one is no move.
  v_pass.bindings := 0;
  perform private.sign_pass(v_ticket, v_pass);
  update public.pass_transfers x
    set outcome = 'accepted', ended_at = clock_timestamp(), to_id = p_to, first_issue = v_issue,
      to_name = (select private.short_name(f.name) from public.profiles f where f.id = p_to)
    where x.id = p_transfer.id;
  update private.pass_links l set device_hash = p_device_hash where l.transfer_id = p_transfer.id;
  perform private.touch_ticket(v_ticket.id);
  perform private.record_audit('hand_over', 'user_tickets', v_ticket.id::text, null, jsonb_build_object(
    'code', v_ticket.code, 'seat', v_pass.seat, 'from', p_transfer.from_id, 'to', p_to));
end
$function$;

CREATE OR REPLACE FUNCTION private.open_transfer(p_secret_hash text)
 RETURNS pass_transfers
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_transfer public.pass_transfers;
begin
  select x.* into v_transfer from private.pass_links l join public.pass_transfers x on x.id = l.transfer_id
    where l.secret_hash = p_secret_hash;
  if found then
    -- Locks as hand_over_pass does; the second of two people then finds it accepted.
    perform private.share_event(t.event_id) from public.user_tickets t where t.id = v_transfer.ticket_id;
    -- As record_scans does, and before the ticket, which it may lock, too: a scan of this moment is recorded before, and the
    -- pass is in, or after, and finds the hand-over.
    perform pg_advisory_xact_lock(hashtextextended('scans:' || t.event_id::text, 0)) from public.user_tickets t
      where t.id = v_transfer.ticket_id;
    perform from public.user_tickets t where t.id = v_transfer.ticket_id for no key update;
    select * into v_transfer from public.pass_transfers x where x.id = v_transfer.id;
  end if;
  return v_transfer;
end
$function$;

CREATE OR REPLACE FUNCTION private.pass_tickets(p_holder_id uuid, p_ticket_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object(
      'ticket_id', t.id, 'user_id', p_holder_id, 'event_id', t.event_id, 'ticket_category_id', t.ticket_category_id,
      'name', f.name, 'from', private.short_name(g.name), 'seats', to_jsonb(h.seats), 'quantity', cardinality(h.seats),
      'payment_status', t.payment_status, 'passes', private.passes_of(t.id, p_holder_id), 'is_test', t.is_test,
      'screen_only', coalesce((select r.screen_only from public.pass_rules r where r.event_id = t.event_id), false),
      'revoked_at', t.revoked_at, 'revoked_reason', t.revoked_reason, 'created_at', h.since,
      'category_name', c.name, 'event', to_jsonb(e) - 'updated_at' - 'revision',
      'singer', jsonb_build_object('id', s.id, 'name', s.name),
      'category', jsonb_build_object('id', c.id, 'name', c.name, 'price', c.price, 'is_standing', c.is_standing),
      'sections', private.section_names(c.id)) order by e.date, t.id), '[]')
  from (
    select p.ticket_id, array_agg(p.seat order by p.number) as seats, max(x.ended_at) as since,
      (array_agg(x.from_id order by x.ended_at desc))[1] as giver
    from public.passes p
    join lateral (
      select x.ended_at, x.from_id from public.pass_transfers x
      where x.ticket_id = p.ticket_id and x.number = p.number and x.outcome = 'accepted' and x.to_id = p_holder_id
      order by x.ended_at desc limit 1) as x on true
    where p.holder_id = p_holder_id and (p_ticket_id is null or p.ticket_id = p_ticket_id)
    group by p.ticket_id) as h
  join public.user_tickets t on t.id = h.ticket_id and t.user_id <> p_holder_id
  join public.ticket_categories c on c.id = t.ticket_category_id
  join public.events e on e.id = t.event_id
  join public.singers s on s.id = e.singer_id
  left join public.profiles f on f.id = p_holder_id
  left join public.profiles g on g.id = h.giver
$function$;

CREATE OR REPLACE FUNCTION public.accept_pass(p_secret text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_me uuid := private.require_user();
  v_transfer public.pass_transfers := private.open_transfer(private.hash_of_secret(p_secret));
begin
  if v_transfer.id is null then
    perform private.refuse(404, 'not_found', 'p_secret', 'There is no such link.');
  elsif v_transfer.outcome = 'accepted' and v_transfer.to_id <> v_me then
    perform private.refuse(409, 'link_used', v_transfer.ended_at::text, 'Another person has it; detail says since when.');
  elsif v_transfer.outcome in ('taken_back', 'replaced') then
    perform private.refuse(409, 'already_decided', jsonb_build_object('status', 'taken_back')::text, 'It was taken back.');
  elsif v_transfer.from_id = v_me then
    perform private.refuse(409, 'already_decided', jsonb_build_object('status', 'own')::text, 'It is your own.');
  elsif v_transfer.outcome is null then
    perform private.accept_transfer(v_transfer, v_me, null);
  end if;
  return private.pass_tickets(v_me, v_transfer.ticket_id);
end
$function$;

CREATE OR REPLACE FUNCTION private.handed_passes(p_ticket_id uuid, p_from_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_agg(jsonb_build_object('id', x.id, 'number', x.number, 'seat', x.seat, 'name', x.name, 'outcome', x.outcome, 'ended_at', x.ended_at,
    'to_name', x.to_name, 'created_at', x.created_at) order by x.number, x.created_at)
  from public.pass_transfers x
  where x.ticket_id = p_ticket_id and x.from_id = p_from_id and coalesce(x.outcome, 'open') in ('open', 'accepted')
$function$;

CREATE OR REPLACE FUNCTION private.take_transfer(p_secret_hash text, p_device_hash text, p_name text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_transfer public.pass_transfers := private.open_transfer(p_secret_hash);
  v_name text := coalesce(case when coalesce(private.clean_text(p_name), '') <> '' then private.require_text(p_name, 'p_name', 120) end,
    v_transfer.name);
begin
  if v_transfer.outcome = 'accepted'
     and (select l.device_hash from private.pass_links l where l.transfer_id = v_transfer.id) is distinct from p_device_hash then
    perform private.refuse(409, 'link_used', v_transfer.ended_at::text, 'Another device has the ticket; detail says since when.');
  elsif v_transfer.outcome in ('taken_back', 'replaced') then
    perform private.refuse(409, 'already_decided', jsonb_build_object('status', 'taken_back')::text, 'It was taken back.');
  elsif v_transfer.outcome is null then
    perform private.accept_transfer(v_transfer, private.make_guest(v_name, null), p_device_hash);
    select * into v_transfer from public.pass_transfers x where x.id = v_transfer.id;
  end if;
  return jsonb_build_object('opened_at', v_transfer.ended_at, 'tickets', (
    select coalesce(jsonb_agg(t || jsonb_build_object('handed', private.handed_passes(v_transfer.ticket_id, v_transfer.to_id))), '[]')
    from jsonb_array_elements(private.pass_tickets(v_transfer.to_id, v_transfer.ticket_id)) as t));
end
$function$;

CREATE OR REPLACE FUNCTION private.tell_old_code(p_scan ticket_scans)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_ticket public.user_tickets;
  v_showed uuid := private.holder_of_code(p_scan.known_ticket, p_scan.pass, p_scan.issue);
  v_has uuid;
  v_about jsonb;
begin
  select * into v_ticket from public.user_tickets t where t.id = p_scan.known_ticket for no key update;
  update public.passes p set old_code_at = p_scan.corrected_at
    where p.ticket_id = v_ticket.id and p.number = p_scan.pass returning p.holder_id into v_has;
  perform private.touch_ticket(v_ticket.id);
  if v_showed = v_has then
    return;
  end if;
  v_about := private.event_words(v_ticket.event_id) || jsonb_build_object(
    'category', (select c.name from public.ticket_categories c where c.id = v_ticket.ticket_category_id), 'seats', p_scan.seats,
    'sections', private.section_names(v_ticket.ticket_category_id), 'at', p_scan.corrected_at, 'gate', p_scan.gate);
  perform private.tell(v_showed, v_ticket.event_id, v_ticket.id, 'old_code_used', v_about || jsonb_build_object(
    'gave', true, 'person', (select private.short_name(f.name) from public.profiles f where f.id = v_has)));
  perform private.tell(v_has, v_ticket.event_id, v_ticket.id, 'old_code_used', v_about || jsonb_build_object(
    'gave', false, 'person', private.person_of_code(p_scan.known_ticket, p_scan.pass, p_scan.issue)));
end
$function$;

CREATE OR REPLACE FUNCTION public.my_received_passes()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.pass_tickets(v.me, null) from (select private.uid() as me) v where v.me is not null
$function$;

CREATE OR REPLACE FUNCTION private.grant_hand_over()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table public.pass_rules, public.pass_transfers, private.pass_links from public, anon, authenticated;
  grant select on table public.pass_rules to anon, authenticated;
  grant select on table public.pass_transfers to authenticated;
  revoke all on function public.set_pass_rules(uuid, jsonb), private.hand_over_ends(public.events),
    private.require_free_pass(public.passes), private.pass_of_caller(uuid, integer, text, text), private.device_of_link(text, text),
    public.hand_over_pass(uuid, integer, text, text, text), private.touch_ticket(uuid), public.take_back_pass(uuid, text, text),
    private.accept_transfer(public.pass_transfers, uuid, text), private.open_transfer(text), private.peek_transfer(public.pass_transfers), private.pass_tickets(uuid, uuid),
    private.handed_passes(uuid, uuid), private.take_transfer(text, text, text), private.tell_old_code(public.ticket_scans), public.accept_pass(text), public.my_received_passes(),
    private.grant_hand_over() from public, anon, authenticated;
  grant execute on function public.set_pass_rules(uuid, jsonb), public.hand_over_pass(uuid, integer, text, text, text),
    public.take_back_pass(uuid, text, text), public.accept_pass(text) to anon, authenticated;
  grant execute on function public.my_received_passes() to authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION public.bind_pass(p_ticket_id uuid DEFAULT NULL::uuid, p_number integer DEFAULT NULL::integer, p_device_key text DEFAULT NULL::text, p_again boolean DEFAULT false, p_secret text DEFAULT NULL::text, p_device text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_most constant integer := 30;
  v_pass public.passes := private.pass_of_caller(p_ticket_id, p_number, p_secret, p_device);
  v_ticket public.user_tickets;
begin
  if p_device_key is null or p_device_key !~ '^0[23][0-9a-f]{64}$' then
    perform private.refuse(400, 'invalid', 'p_device_key', 'A compressed P-256 key in 66 hexadecimal digits.');
  end if;
  select * into v_ticket from public.user_tickets t where t.id = p_ticket_id;
  if v_ticket.revoked_at is not null then
    perform private.refuse(409, 'already_decided', jsonb_build_object('status', 'revoked')::text, 'The ticket was taken back.');
  elsif not exists (
      select from public.pass_rules r join public.events e on e.id = r.event_id
      where r.event_id = v_ticket.event_id and r.screen_only and clock_timestamp() < private.gate_closes(e.date)) then
    perform private.refuse(409, 'too_late', 'over', 'The codes of this event are not bound to devices.');
  elsif v_pass.device_key is distinct from p_device_key then
    if v_pass.device_key is not null and not coalesce(p_again, false) then
      perform private.refuse(409, 'link_used', v_pass.bound_at::text, 'Another device shows it; detail says since when.');
    elsif v_pass.bindings >= c_most then
      perform private.refuse(409, 'too_many', 'p_number', format('A pass is bound at most %s times.', c_most));
    end if;
    v_pass.issue := v_pass.issue + 1;
    v_pass.void_before := v_pass.issue;
    v_pass.device_key := p_device_key;
    v_pass.bound_at := clock_timestamp();
    v_pass.bindings := v_pass.bindings + 1;
    perform private.sign_pass(v_ticket, v_pass);
    perform private.touch_ticket(p_ticket_id);
    perform private.record_audit('bind', 'user_tickets', p_ticket_id::text, null, jsonb_build_object(
      'code', v_ticket.code, 'seat', v_pass.seat, 'bindings', v_pass.bindings));
  end if;
  return (
    select p from jsonb_array_elements(private.passes_of(p_ticket_id, v_pass.holder_id)) as p
    where (p ->> 'number')::integer = p_number);
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_pass_devices()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on function public.bind_pass(uuid, integer, text, boolean, text, text), private.grant_pass_devices()
    from public, anon, authenticated;
  grant execute on function public.bind_pass(uuid, integer, text, boolean, text, text) to anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.hash_of_device(p_device text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if p_device is null or p_device !~ '^([A-Za-z0-9_-]{43}|[0-9a-f]{64})$' then
    perform private.refuse(400, 'invalid', 'p_device', 'A device is 32 random bytes in base64url or hexadecimal.');
  end if;
  return encode(sha256(convert_to(p_device, 'UTF8')), 'hex');
end
$function$;

CREATE OR REPLACE FUNCTION public.peek_ticket_link(p_secret text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_hash text := private.hash_of_secret(p_secret);
  v_state text := private.link_state(v_hash);
  v_transfer public.pass_transfers;
begin
  select x.* into v_transfer from private.pass_links l join public.pass_transfers x on x.id = l.transfer_id where l.secret_hash = v_hash;
  if found then
    return private.peek_transfer(v_transfer);
  elsif v_state is null then
    perform private.refuse(404, 'not_found', 'p_secret', 'There is no such link.');
  end if;
  return (
    select jsonb_build_object('state', v_state, 'event', private.gate_event_name(f.event_id), 'event_id', f.event_id,
      'venue', e.venue, 'city', e.city, 'date', e.date, 'status', e.status, 'previous_date', e.previous_date,
      'category', f.category, 'people', f.people)
    from (
      select (array_agg(t.event_id order by v.date, t.id))[1] as event_id, sum(t.quantity) as people,
        string_agg(c.name, ', ' order by v.date, t.id) as category
      from public.guest_tickets g
      join public.user_tickets t on t.id = g.ticket_id
      join public.ticket_categories c on c.id = t.ticket_category_id
      join public.events v on v.id = t.event_id
      where g.secret_hash = v_hash) as f
    join public.events e on e.id = f.event_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.open_ticket_link(p_secret text DEFAULT NULL::text, p_device text DEFAULT NULL::text, p_name text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_hash text := private.hash_of_secret(p_secret);
  v_device text := private.hash_of_device(p_device);
  v_link public.guest_tickets;
  v_state text;
begin
  if exists (select from private.pass_links l where l.secret_hash = v_hash) then
    return private.take_transfer(v_hash, v_device, p_name);
  end if;
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
        'passes', private.passes_of(t.id, t.user_id), 'handed', private.handed_passes(t.id, t.user_id),
        'screen_only', coalesce((select r.screen_only from public.pass_rules r where r.event_id = t.event_id), false),
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

CREATE OR REPLACE FUNCTION private.forget_guests_of(p_event_ids uuid[])
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_gone integer;
begin
  update public.guest_tickets g set contact = null
    from public.user_tickets t where t.event_id = any (p_event_ids) and g.ticket_id = t.id and g.contact is not null;
  update public.pass_transfers x set name = null, to_name = null
    from public.user_tickets t where t.event_id = any (p_event_ids) and t.id = x.ticket_id and (x.name is not null or x.to_name is not null);
  -- A sale of several events keeps its name until the last of them.
  delete from public.profiles f
    where f.is_guest
      and f.id in (
        select t.user_id from public.user_tickets t where t.event_id = any (p_event_ids)
        union
        select x.to_id from public.pass_transfers x join public.user_tickets t on t.id = x.ticket_id where t.event_id = any (p_event_ids))
      and not exists (select from public.user_tickets t where t.user_id = f.id and t.event_id <> all (p_event_ids));
  get diagnostics v_gone = row_count;
  return v_gone;
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_guests()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on function public.add_guests(uuid, jsonb, text), public.list_guests(uuid), public.new_ticket_link(uuid),
    private.hash_of_secret(text), private.hash_of_device(text), private.link_state(text), public.peek_ticket_link(text),
    public.open_ticket_link(text, text, text), private.forget_guests_of(uuid[]), public.forget_guests(uuid), private.grant_guests()
    from public, anon, authenticated;
  grant execute on function public.add_guests(uuid, jsonb, text), public.list_guests(uuid), public.new_ticket_link(uuid),
    public.peek_ticket_link(text), public.open_ticket_link(text, text, text), public.forget_guests(uuid) to anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION public.my_wallet_mark()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select md5(concat_ws('|', v.me, public.my_role(), (select extract(epoch from s.ends_at) from public.staff s where s.user_id = v.me),
    (select extract(epoch from p.updated_at) from public.profiles p where p.id = v.me),
    (select concat(count(*), ' ', sum(hashtextextended(concat_ws(' ', t.id, extract(epoch from t.updated_at), c.name, e.city,
        e.venue, extract(epoch from e.date), extract(epoch from e.previous_date), extract(epoch from e.moved_at), e.status,
        s.name, (select extract(epoch from r.updated_at) from public.pass_rules r where r.event_id = e.id)), 0)))
      from public.user_tickets t
      join public.ticket_categories c on c.id = t.ticket_category_id
      join public.events e on e.id = c.event_id
      join public.singers s on s.id = e.singer_id
      where t.user_id = v.me),
    (select concat(count(*), ' ', sum(hashtextextended(concat_ws(' ', t.id, p.number, extract(epoch from t.updated_at), e.city, e.venue,
        extract(epoch from e.date), extract(epoch from e.previous_date), e.status), 0)))
      from public.passes p
      join public.user_tickets t on t.id = p.ticket_id and t.user_id <> v.me
      join public.events e on e.id = t.event_id
      where p.holder_id = v.me),
    (select concat(count(*), ' ', sum(hashtextextended(concat_ws(' ', p.id, extract(epoch from p.updated_at),
        case when p.status = 'pending' then (
          select concat(count(*), ' ', extract(epoch from min(k.review_until))) from public.seat_claims k where k.payment_id = p.id) end), 0)))
      from public.payments p where p.user_id = v.me),
    (select concat(count(*), ' ', sum(hashtextextended(concat_ws(' ', l.id, extract(epoch from l.updated_at)), 0)))
      from public.payment_lines l where l.user_id = v.me),
    (select concat(count(*), ' ', sum(hashtextextended(concat_ws(' ', r.id, extract(epoch from r.updated_at)), 0)))
      from public.refunds r where r.user_id = v.me),
    (select concat(count(*), ' ', count(n.read_at), ' ', extract(epoch from max(n.created_at)))
      from public.notices n where n.user_id = v.me)))
  from (select private.uid() as me) v where v.me is not null
$function$;

CREATE OR REPLACE FUNCTION private.tidy_sale()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_at_once constant integer := 10000;
  v_terms public.shop_terms := private.terms();
  v_names_kept interval := make_interval(days => v_terms.name_days);
  v_devices_kept interval := make_interval(days => v_terms.device_days);
  c_guests_kept constant interval := interval '30 days';
  c_events constant integer := 100;
  c_most_unsubmitted constant integer := 20; -- of one customer, older than a day
begin
  perform private.note_picture(p.screenshot_url, d.digest) from (
    select p.screenshot_url from public.payments p where p.status = 'pending' and p.picture_digest is null) as p,
    lateral (select private.stored_digest(p.screenshot_url) as digest) as d
    where d.digest is not null;

  perform private.end_old_tests();
  delete from private.hold_usage u where u.since < now() - interval '2 hours';
  delete from private.code_tries t where t.at < now() - interval '1 hour';
  delete from public.seat_claims c using (
    select k.event_id, k.place, k.seat from public.seat_claims k
    where k.state = 'held' and k.expires_at < now() - interval '1 day' and k.user_id is not null
    order by k.event_id, k.place, k.seat limit c_at_once for update skip locked) as gone
    where c.event_id = gone.event_id and c.place = gone.place and c.seat = gone.seat;
  delete from private.orders o using (
    select k.id from (
      select u.id, u.created_at, row_number() over (partition by u.user_id order by u.created_at desc, u.id) as n
      from private.orders u
      where u.submitted_at is null and u.expires_at < now() and u.created_at < now() - interval '1 day') as k
    where (k.created_at < now() - make_interval(days => v_terms.order_days) or k.n > c_most_unsubmitted)
      and not exists (select from public.seat_claims c where c.order_id = k.id)
    limit c_at_once) as gone
    where o.id = gone.id and o.submitted_at is null
      and not exists (select from public.payments p where p.order_id = o.id);

  -- gate_roster reads it: a list at a gate may have the earlier name, of a ticket or of an order.
  delete from private.name_changes n using (
    select k.user_id from private.name_changes k
    where k.at < now() - v_names_kept
      and not exists (
        select from public.user_tickets t join public.events e on e.id = t.event_id
        where t.user_id = k.user_id and private.gate_closes(e.date) > now() - v_names_kept)
      and not exists (
        select from public.payment_lines l join public.events e on e.id = l.event_id
        where l.user_id = k.user_id and private.gate_closes(e.date) > now() - v_names_kept)
    limit c_at_once for update skip locked) as gone
    where n.user_id = gone.user_id and n.at < now() - v_names_kept;
  perform private.forget_guests_of(array(
    select distinct t.event_id from public.guest_tickets g
    join public.user_tickets t on t.id = g.ticket_id
    join public.events e on e.id = t.event_id
    join public.profiles f on f.id = t.user_id and f.is_guest
    where e.date < now() - c_guests_kept limit c_events));
  perform private.forget_guests_of(array(
    select distinct t.event_id from public.pass_transfers x
    join public.user_tickets t on t.id = x.ticket_id
    join public.events e on e.id = t.event_id
    where e.date < now() - c_guests_kept and (x.name is not null or x.to_name is not null) limit c_events));
  delete from private.gate_devices d using (
    select k.event_id, k.device from private.gate_devices k join public.events e on e.id = k.event_id
    where private.gate_closes(e.date) < now() - v_devices_kept and k.last_sync_at < now() - v_devices_kept
    limit c_at_once for update of k skip locked) as gone
    where d.event_id = gone.event_id and d.device = gone.device;
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
    ( SELECT jsonb_agg(((jsonb_build_array(s.seat, s.issue, s.void_before) ||
                CASE
                    WHEN (s.holder_id <> t.user_id) THEN jsonb_build_array(( SELECT private.short_name(f.name) AS short_name
                       FROM profiles f
                      WHERE (f.id = s.holder_id)))
                    WHEN (s.bindings > 1) THEN '[false]'::jsonb
                    ELSE '[]'::jsonb
                END) ||
                CASE
                    WHEN ((s.bindings > 1) AND (s.bound_at IS NOT NULL)) THEN jsonb_build_array(s.bound_at)
                    ELSE '[]'::jsonb
                END) ORDER BY s.number) AS jsonb_agg
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

create or replace view private.check_ins with (security_invoker=true) as
 SELECT t.id AS ticket_id,
    t.event_id,
    t.code,
    p.order_code,
    f.name AS user_name,
    f.email AS user_email,
    t.ticket_category_id,
    c.name AS ticket_category,
    t.seats,
    t.payment_status,
    COALESCE(a.seats, '{}'::text[]) AS admitted_seats,
    a.first_in_at,
    a.last_in_at,
    COALESCE(a.gates, '{}'::text[]) AS gates,
    r.status AS refund_status,
    ( SELECT jsonb_agg(jsonb_build_object('seat', x.seat, 'name', ( SELECT h.name
                   FROM profiles h
                  WHERE (h.id =
                        CASE
                            WHEN (g.holder_id IS NULL) THEN t.user_id
                            ELSE g.holder_id
                        END)), 'received', COALESCE((g.holder_id <> t.user_id), false), 'in_at', i.corrected_at, 'gate', i.gate) ORDER BY x.n) AS jsonb_agg
           FROM ((unnest(t.seats) WITH ORDINALITY x(seat, n)
             LEFT JOIN passes g ON (((g.ticket_id = t.id) AND (g.seat = x.seat))))
             LEFT JOIN LATERAL ( SELECT s.corrected_at,
                    s.gate
                   FROM ticket_scans s
                  WHERE ((s.event_id = t.event_id) AND (s.known_ticket = t.id) AND (x.seat = ANY (s.seats)) AND (NOT (EXISTS ( SELECT
                           FROM ticket_scans u
                          WHERE ((u.undoes = s.id) AND (u.event_id = s.event_id))))))
                  ORDER BY s.corrected_at, s.id
                 LIMIT 1) i ON (true))) AS people
   FROM (((((user_tickets t
     JOIN payments p ON ((p.id = t.payment_id)))
     JOIN ticket_categories c ON ((c.id = t.ticket_category_id)))
     LEFT JOIN profiles f ON ((f.id = t.user_id)))
     LEFT JOIN refunds r ON ((r.ticket_id = t.id)))
     LEFT JOIN LATERAL ( SELECT array_agg(DISTINCT x.seat ORDER BY x.seat) FILTER (WHERE (x.seat IS NOT NULL)) AS seats,
            min(s.corrected_at) AS first_in_at,
            max(s.corrected_at) AS last_in_at,
            array_agg(DISTINCT s.gate ORDER BY s.gate) AS gates
           FROM ticket_scans s,
            LATERAL unnest(s.seats) x(seat)
          WHERE ((s.event_id = t.event_id) AND (s.known_ticket = t.id) AND (NOT (EXISTS ( SELECT
                   FROM ticket_scans u
                  WHERE ((u.undoes = s.id) AND (u.event_id = s.event_id))))))) a ON (true))
  WHERE ((NOT t.is_test) AND ( SELECT private.is_admin() AS is_admin));

CREATE TRIGGER "90_stamp" BEFORE INSERT OR UPDATE ON public.passes FOR EACH ROW EXECUTE FUNCTION private.stamp_row();

CREATE TRIGGER issue_passes AFTER INSERT OR UPDATE OF seats, key_number ON public.user_tickets FOR EACH ROW EXECUTE FUNCTION private.issue_passes_of_ticket();

CREATE TRIGGER "90_stamp" BEFORE INSERT OR UPDATE ON public.pass_rules FOR EACH ROW EXECUTE FUNCTION private.stamp_row();

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.pass_rules FOR EACH ROW EXECUTE FUNCTION private.audit_row('event_id');

CREATE TRIGGER "90_stamp" BEFORE INSERT OR UPDATE ON public.pass_transfers FOR EACH ROW EXECUTE FUNCTION private.stamp_row();

create policy "Everybody reads the rules of passes" on public.pass_rules as PERMISSIVE for SELECT to anon, authenticated using (true);

create policy "Admins read hand-overs" on public.pass_transfers as PERMISSIVE for SELECT to authenticated using (( SELECT private.is_admin() AS is_admin));

create policy "People read what they handed over or received" on public.pass_transfers as PERMISSIVE for SELECT to authenticated using (((from_id = ( SELECT private.uid() AS uid)) OR (to_id = ( SELECT private.uid() AS uid))));

create policy "Admins read passes" on public.passes as PERMISSIVE for SELECT to authenticated using (( SELECT private.is_admin() AS is_admin));

create policy "People read the passes that they hold" on public.passes as PERMISSIVE for SELECT to authenticated using ((holder_id = ( SELECT private.uid() AS uid)));

comment on function public.delete_my_account(boolean) is 'Deletes profile, messages, notices, unsent mail, held seats, role and sign-in; keeps payments, tickets and hand-overs without name and address. Refusals: PT409 last_admin; PT409 pending_payment (detail: numbers of payments and tickets) unless p_confirm; PT403 sign_in_again unless the session began in the last five minutes. Security definer: customers delete nothing directly; the sign-in is in auth.users.';

comment on function private.ed25519_inverse(numeric) is 'Returns 1 / value modulo 2^255 - 19; 0 for 0.';

comment on function private.fill_ed25519_multiples() is 'Makes the row of private.ed25519_multiples, in about a second; changes nothing if it is there.';

comment on function private.little_endian(pg_catalog.bytea) is 'Returns bytes, a multiple of four, as a number, the lowest byte first.';

comment on function private.little_endian(numeric) is 'Returns a number below 2^256 as 32 bytes, the lowest first.';

comment on function private.ed25519_point(numeric) is 'Returns so many times (below 2^256) the base point, in the 32 bytes of RFC 8032, 5.1.2.';

comment on function private.ed25519_scalar(pg_catalog.bytea) is 'Returns the number that a secret of 32 bytes stands for (RFC 8032, 5.1.5).';

comment on function private.ed25519_public_key(pg_catalog.bytea) is 'Returns the 32 bytes that verify what this secret of 32 bytes signs.';

comment on function private.ed25519_sign(pg_catalog.bytea,pg_catalog.bytea,pg_catalog.bytea) is 'Returns the signature of a message, 64 bytes (RFC 8032, 5.1.6). The public key must be the secret''s: with another one two signatures would give the secret away.';

comment on function private.grant_ed25519() is 'All privileges of this file; can be repeated.';

comment on function public.who_has_seat(pg_catalog.uuid,pg_catalog.text) is 'Returns who has this seat: {state} of seat_state, until (end of a hold or review), the person (user_id, name, email, phone), made_by (who of the staff sold it), order_code, payment (payment_id, payment_status, transaction_id), booking_id (the payment''s line), ticket (ticket_id, code, seats), received: {name, email, at} of who has the seat''s pass from that person, let_in_at, and of a kept seat reason and kept_by; since: the last change. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT404 not_found. Security definer: reads orders, which no role may read.';

comment on function private.add_event_key(pg_catalog.uuid,integer) is 'Makes a key of the event and returns it; no row if the number is in use.';

comment on function private.issued_bytes(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid,boolean,integer,integer,integer,pg_catalog.text,pg_catalog.text) is 'Returns what the event''s key signs for a pass; src/shop/tickets/passes/pass-code.ts has the twin.';

comment on function private.sign_pass(public.user_tickets,public.passes) is 'Stores a pass with the code that its seat, holder and issue make it, signed by the key of its ticket.';

comment on function private.issue_passes(public.user_tickets) is 'Gives a ticket one pass a seat, signed by the ticket''s key. A pass whose seat or key changed gets the next issue number, others stay as they are.';

comment on function private.issue_passes_of_ticket() is 'Trigger: private.issue_passes. Security definer: no role may write passes or read keys.';

comment on function private.passes_of(pg_catalog.uuid,pg_catalog.uuid) is 'Returns [{number, seat, issue, key_number, signature, device_key, old_code_at}] of the passes of a ticket that this person holds, by number; null for none.';

comment on function private.grant_passes() is 'All privileges of this file; can be repeated.';

comment on function public.gate_key(pg_catalog.uuid) is 'Returns {event_id, keys: [{number, key: the public key in 64 hexadecimal digits}], withdrawn: [number], opens_at, closes_at}, for admins and the event''s gate staff, from 48 hours before its start to 24 hours after it. The audit log records who got which, without the keys, once in five minutes. Refusals: PT401 not_signed_in, PT403 forbidden, gate_closed (detail: opens_at, closes_at), PT400 invalid, PT404 not_found. Security definer: no role may read keys.';

comment on function public.gate_roster(pg_catalog.uuid,pg_catalog.uuid,timestamp with time zone) is 'Returns one page, at most 1,000 rows, of the event''s tickets for the gate: {at, event: {id, name, date, status, screen_only}, categories: {id: name}, total, rows: [{id, name, category, seats, state, reason, sig, passes: [[seat, issue, void_before, name of who has it or false if that is the customer, when it was bound to another device]] by number, the last two only where they say something, test (true of a test order), in: [{scan, seats, gate, at}]}], gone: [id], next, next_since}, without null values in a row and without any code that could be typed. p_after is next of the page before; p_since (next_since of the last download''s first page) returns only changes. Revoked tickets stay in. total is in the first page of a full list only; outside the key''s window there are no rows. sig is the first half of the SHA-256 of a ticket''s signature; a code is genuine only with it. For admins and the event''s gate staff. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found. Security definer: gate staff read no other tickets or names.';

comment on function public.find_gate_tickets(pg_catalog.uuid[],pg_catalog.text) is 'Returns the ids of roster rows of these events with this ticket or order code, exactly as stored, at most 40: a gate''s list has no codes, so that a copy of it opens nothing. Outside the key''s window it finds none. For admins and the events'' gate staff. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found. Security definer: gate staff read no tickets.';

comment on function private.scan_number(pg_catalog.jsonb,pg_catalog.text,integer,integer) is 'Returns the number under the key; null for anything else, and outside its range.';

comment on function private.holder_of_code(pg_catalog.uuid,integer,integer) is 'Returns who held a pass with a code of this issue; without a number the ticket''s customer.';

comment on function private.person_of_code(pg_catalog.uuid,integer,integer) is 'Returns the short name of who held a pass with a code of this issue; without a number the ticket''s customer. Null without a name.';

comment on function private.scan_brief(pg_catalog.uuid) is 'Returns which scan, of whose code, at which gate, by whom, when.';

comment on function private.record_scan(json,pg_catalog.uuid,timestamp with time zone) is 'Stores one scan and returns {ok: true, corrected_at, problem}, or {ok: false, code, field} with code invalid, forbidden (not staff of that event) or id_used (another scan has this id). Idempotent. scanned_by names another member of staff who made it; other accounts are ignored. An admission outside the key''s window admits no seat, and an old UNDO or one of another person takes nothing back: both are stored with their problem, as is an admission with the code of a pass that was handed over before, of which both persons are notified (tell_old_code). A test ticket admits no seat.';

comment on function public.get_check_ins() is 'Returns every ticket, except of test orders, with who came in on it, when and where, and refund_status (requested: the gate refuses it; refunded; null), for admins. people: [{seat, name of who has the pass, received: from another, in_at, gate}] by seat. Filter by event_id. Invoker and without a set clause, so that it is inlined and PostgREST can filter, order, page and count it.';

comment on function public.set_pass_rules(pg_catalog.uuid,pg_catalog.jsonb) is 'Sets whether, and until when, passes of an event may be handed over, and whether its codes are bound to devices: {hand_over, hand_over_until or null, screen_only}. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found. Security definer: no role may write pass_rules.';

comment on function private.hand_over_ends(public.events) is 'Returns until when passes of an event may be handed over; -infinity for never.';

comment on function private.require_free_pass(public.passes) is 'Locks the ticket of a pass that may be handed over and returns it; else PT409 already_decided (revoked, or its money goes back) or too_late (detail: over, in).';

comment on function private.pass_of_caller(pg_catalog.uuid,integer,pg_catalog.text,pg_catalog.text) is 'Returns a pass that the caller holds: the signed-in person, or the person without an account whose device opened the link of p_secret. PT401 not_signed_in, PT404 not_found.';

comment on function private.device_of_link(pg_catalog.text,pg_catalog.text) is 'Returns the person without an account whose tickets this device opened by this link; else PT404 not_found.';

comment on function public.hand_over_pass(pg_catalog.uuid,integer,pg_catalog.text,pg_catalog.text,pg_catalog.text) is 'Makes a link by which another person takes over a pass, and returns {transfer_id, secret, until}; an earlier open link of that pass ends. The pass stays the caller''s until it is accepted. p_name: for whom. Signed-in holders; holders without an account name the link and the device by which they got it. Refusals: PT401 not_signed_in, PT400 invalid, PT404 not_found, PT409 already_decided (revoked), too_late (detail: over, in), too_many. Security definer: no role may write pass_transfers.';

comment on function private.peek_transfer(public.pass_transfers) is 'What peek_ticket_link says of a hand-over; also pass: true, from: the giver''s short name, name: for whom they said it is.';

comment on function private.touch_ticket(pg_catalog.uuid) is 'Brings a ticket whose passes changed into the next delta of wallets and gates.';

comment on function public.take_back_pass(pg_catalog.uuid,pg_catalog.text,pg_catalog.text) is 'Ends an open link and returns taken_back; replaced if a newer link had ended it. Can be repeated. The caller as in hand_over_pass. Refusals: PT401 not_signed_in, PT404 not_found, PT409 already_decided (accepted; with the name of who has it). Security definer: no role may write pass_transfers.';

comment on function private.accept_transfer(public.pass_transfers,pg_catalog.uuid,pg_catalog.text) is 'Makes this person the holder of the pass of an open link, which open_transfer has locked: new code, earlier ones void. Refusals of require_free_pass.';

comment on function private.open_transfer(pg_catalog.text) is 'Returns the hand-over of a link, locked; null for none.';

comment on function private.pass_tickets(pg_catalog.uuid,pg_catalog.uuid) is 'Returns the tickets, one or all, of which this person received passes: their seats and codes, never the ticket''s typed code, order, price or other seats. An array of {ticket_id, user_id, event_id, ticket_category_id, name, from, seats, quantity, payment_status, passes, is_test, screen_only, revoked_at, revoked_reason, created_at: since when, category_name, event, singer, category, sections}.';

comment on function public.accept_pass(pg_catalog.text) is 'Makes the signed-in caller the holder of a link''s pass and returns private.pass_tickets of its ticket; can be repeated. Refusals: PT401 not_signed_in, PT404 not_found, PT409 link_used, already_decided (taken_back, own, revoked), too_late (detail: over, in). Security definer: no role may write passes.';

comment on function private.handed_passes(pg_catalog.uuid,pg_catalog.uuid) is 'Returns [{id, number, seat, name, outcome: null while the link is open, else accepted, ended_at, to_name, created_at}] of what this person handed over of a ticket; null for nothing.';

comment on function private.take_transfer(pg_catalog.text,pg_catalog.text,pg_catalog.text) is 'Gives the pass of a link to a person without an account, who is made with this name, and answers as open_ticket_link does with private.pass_tickets; no tickets once the person handed it on. The same device may repeat. Refusals: PT400 invalid, PT409 link_used, already_decided (taken_back, revoked), too_late (detail: over, in).';

comment on function private.tell_old_code(public.ticket_scans) is 'Notifies who held the code of this admission and who has its pass now, and keeps the time for the latter''s ticket. Nothing more for one person, as of a pass that came back. For record_scan.';

comment on function public.my_received_passes() is 'Returns private.pass_tickets of the caller, null for a visitor. Security definer: a ticket''s row is its customer''s alone.';

comment on function private.grant_hand_over() is 'All privileges of this file; can be repeated.';

comment on function public.bind_pass(pg_catalog.uuid,integer,pg_catalog.text,boolean,pg_catalog.text,pg_catalog.text) is 'Binds a pass of a screen-only event to the device of this key and returns it as private.passes_of does; earlier codes are void. Idempotent for the same key. p_again: also when another device has it, which the gate then says. The caller as in hand_over_pass. Refusals: PT401 not_signed_in, PT400 invalid, PT404 not_found, PT409 already_decided (revoked), too_late (not screen-only, or over), link_used (another device; detail: since when), too_many. Security definer: no role may write passes.';

comment on function private.grant_pass_devices() is 'All privileges of this file; can be repeated.';

comment on function private.hash_of_device(pg_catalog.text) is 'Returns the hash under which a device is stored, or PT400 invalid.';

comment on function public.peek_ticket_link(pg_catalog.text) is 'Returns {state: new, opened, revoked or over, event, event_id, venue, city, date, status, previous_date, category, people} of a ticket''s link to anyone who has it: nothing personal, and nothing that opens a gate; of a hand-over private.peek_transfer. Changes nothing. Refusals: PT404 not_found. Security definer: visitors read no tickets.';

comment on function public.open_ticket_link(pg_catalog.text,pg_catalog.text,pg_catalog.text) is 'Gives the tickets of a link to the first device that asks, whole, so that it can keep and show them offline: {opened_at, tickets: [{ticket_id, user_id, event_id, ticket_category_id, payment_id, payment_line_id, order_id, order_code, method, name, seats, quantity, total_amount, payment_status, code, key_number, signature, revoked_at, revoked_reason, created_at, updated_at, event_name, category_name, event, singer, category, sections}]}. p_device: 32 random bytes that the device keeps, in base64url or hexadecimal; the same device may repeat, and learns of revoked tickets and of moved or cancelled events. A link of a hand-over gives its pass to a person of p_name (see private.take_transfer). For anyone who has the link. Refusals: PT404 not_found, PT400 invalid, PT409 link_used (detail: since when), already_decided (revoked), too_late (over or cancelled). Security definer: visitors read no tickets.';

comment on function public.my_wallet_mark() is 'Returns a digest of everything a device keeps of the caller: role, profile, tickets and received passes with their event, payments with their lines and claims, refunds, notices. An equal digest means no change. Null for a visitor. Security definer: reads only the caller''s own rows, each once, without a policy check per row.';

comment on table private.ed25519_multiples is 'One row. Of the points j * 16^w * B (w 0 to 63, j 0 to 15), at 16 * w + j + 1: y + x, y - x, 2 * d * x * y modulo p. Saves a signature all doublings.';

comment on table private.event_keys is 'Keys that sign the passes of an event. The newest key that is not withdrawn signs; a pass is valid until its key is withdrawn. Gates get public_key alone.';

comment on column private.event_keys.key is 'Made the codes of version 1, which gates accept by the hash on their list only.';

comment on column private.event_keys.secret is 'Ed25519; leaves the database in backups alone.';

comment on table public.passes is 'One person''s part of a ticket: a seat or standing place, with its own code. Only the trigger on user_tickets writes them. updated_at of the ticket changes with theirs.';

comment on column public.passes.holder_id is 'Whose it is: the ticket''s customer, or the person to whom it was handed over. That person alone reads the code.';

comment on column public.passes.issue is 'Each new code of the pass (other seat, other key) has the next number; gates refuse the earlier ones.';

comment on column public.passes.void_before is 'The first issue of who has the pass now; gates refuse earlier codes for good.';

comment on column public.passes.signature is 'Ed25519 by the event''s key of this number, 128 hexadecimal digits.';

comment on column public.passes.device_key is 'Of a bound pass the compressed P-256 key of the device that shows it, in hexadecimal; its code changes with the time.';

comment on column public.passes.bindings is 'How often its holder bound it to a device.';

comment on column public.passes.old_code_at is 'When a code of an earlier holder was last let in, at a gate with an older list; null: never.';

comment on view private.roster_rows is 'Every ticket ever issued, and every order line: pending and rejected lines explain at the gate a missing ticket; a line that became a ticket is gone. Only gate_roster reads it.';

comment on column public.ticket_scans.issue is 'Number (pass) and issue of the code that was shown; null of look-ups and codes of version 1.';

comment on view private.check_ins is 'What get_check_ins returns; empty unless the caller is an admin.';

comment on column public.notices.content is 'event_cancelled: {owed}. seats_changed: {event_name, category, from, to, sections}. ticket_revoked: {event_name, category, seats, sections, reason}. old_code_used: {event_name, category, seats, sections, at, gate, gave: whether they gave the pass away, else they received it, person: the other}. refund_owed: {event_name, order_code, amount, has_upi_id}. refunded: {event_name, order_code, amount, utr}. Rupees; sections: {code: name} of the layout.';

comment on table public.pass_rules is 'What people may do with the passes of an event. Without a row the defaults hold. Only set_pass_rules writes it.';

comment on column public.pass_rules.hand_over_until is 'Null: as long as the gate may be open.';

comment on column public.pass_rules.screen_only is 'Codes are bound to the holder''s device and change with the time; others, on paper too, are to be checked at the gate.';

comment on table public.pass_transfers is 'Links by which passes are handed over; without an outcome the link is open. Only functions of 65-hand-over.sql write it.';

comment on column public.pass_transfers.seat is 'The pass''s seat when the link was made.';

comment on column public.pass_transfers.name is 'For whom the giver said it is.';

comment on column public.pass_transfers.to_name is 'What the giver sees of who has it: ''Farah N.''; null without a name.';

comment on column public.pass_transfers.first_issue is 'The first code of who has it; earlier ones are void.';

comment on table private.pass_links is 'The links of pass_transfers: SHA-256, in hexadecimal, of the secret, which is not stored, and of what the device of a person without an account said it is; only that device may repeat.';

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
select private.grant_hand_over();
select private.grant_history();
select private.grant_import();
select private.grant_invitations();
select private.grant_jobs();
select private.grant_kept_seats();
select private.grant_layouts();
select private.grant_new_concert();
select private.grant_pass_devices();
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
