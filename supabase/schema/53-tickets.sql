-- Tickets: signing keys, codes for typing, revoking. The codes in their QRs are the passes' (55-passes.sql).

create table private.event_keys (
  event_id uuid not null references public.events (id) on delete cascade,
  key_number smallint not null check (key_number between 1 and 255),
  created_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  secret bytea not null check (octet_length(secret) = 32),
  public_key bytea not null check (octet_length(public_key) = 32),
  primary key (event_id, key_number)
);

comment on table private.event_keys is
  'Keys that sign the passes of an event. The newest key that is not withdrawn signs; a pass is valid until its '
  'key is withdrawn. Gates get public_key alone.';

comment on column private.event_keys.secret is 'Ed25519; leaves the database in backups alone.';

alter table private.event_keys enable row level security;

create table public.user_tickets (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  event_id uuid not null,
  ticket_category_id uuid not null references public.ticket_categories (id) on delete restrict,
  payment_id uuid not null references public.payments (id) on delete restrict,
  payment_line_id uuid not null unique,
  seats text[] not null,
  quantity integer not null check (quantity between 1 and 10),
  total_amount numeric(12, 2) not null check (total_amount >= 0),
  payment_status text not null default 'completed' check (payment_status in ('completed', 'failed')),
  code text not null unique check (code ~ '^[0-9A-HJKMNP-TV-Z]{9}$'),
  key_number smallint not null,
  revoked_at timestamptz,
  revoked_reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_test boolean not null default false,
  foreign key (event_id, key_number) references private.event_keys (event_id, key_number) on delete restrict,
  constraint user_tickets_seats check (cardinality(seats) = quantity),
  constraint user_tickets_revoked check ((payment_status = 'failed') = (revoked_at is not null))
);

comment on table public.user_tickets is
  'Tickets, one per line of an approved payment; failed when revoked. Only review_payment creates them.';

comment on column public.user_tickets.code is
  'For typing at the gate: 8 random characters of Crockford''s base 32 and a Luhn-mod-32 check character.';

comment on column public.user_tickets.is_test is 'Of a test order: no gate admits it, and no sum has it.';

create index user_tickets_user_id on public.user_tickets (user_id, created_at desc);

create index user_tickets_ticket_category_id on public.user_tickets (ticket_category_id);

create index user_tickets_event_id on public.user_tickets (event_id, key_number);

create index user_tickets_tests on public.user_tickets (event_id) include (quantity) where is_test;

create index user_tickets_payment_id on public.user_tickets (payment_id);

-- A code is searched by its beginning.
create index user_tickets_code_begin on public.user_tickets (code text_pattern_ops);

-- Includes the quantity, so that counting a month's tickets uses the index alone.
create index user_tickets_created_at on public.user_tickets (created_at) include (quantity, is_test);

create index user_tickets_updated_at on public.user_tickets (updated_at);

-- Complimentary and free tickets, counted apart.
create index user_tickets_given on public.user_tickets (event_id, ticket_category_id) include (quantity)
  where total_amount = 0 and revoked_at is null;

create trigger "90_stamp" before insert or update on public.user_tickets
  for each row execute function private.stamp_row();

create trigger audit after insert or update or delete on public.user_tickets
  for each row execute function private.audit_row('id');

alter table public.user_tickets enable row level security;

create policy "Customers read their own tickets, payments staff every one" on public.user_tickets
  for select to authenticated using (user_id = (select private.uid()) or (select private.may('payments')));

create function private.check_character(p_code text) returns text
  language sql immutable strict parallel safe set search_path = ''
as $$
  select substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (32 - (sum(d.addend / 32 + d.addend % 32) % 32)::integer) % 32 + 1, 1)
  from (
    -- The last character counts double, then every second one before it.
    select (strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(p_code, n, 1)) - 1)
        * case when (length(p_code) - n) % 2 = 0 then 2 else 1 end as addend
    from generate_series(1, length(p_code)) as n
  ) as d
$$;

comment on function private.check_character(text) is
  'Luhn mod 32 over Crockford''s base 32: detects any one wrong character and any swap of two neighbours except 0 '
  'with Z.';

create function private.new_ticket_code() returns text
  language plpgsql volatile set search_path = ''
as $$
declare
  v_code text;
begin
  loop
    select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', get_byte(r.bytes, n) % 32 + 1, 1), '') into v_code
      from (select extensions.gen_random_bytes(8) as bytes) as r, generate_series(0, 7) as n;
    v_code := v_code || private.check_character(v_code);
    exit when not exists (select from public.user_tickets t where t.code = v_code);
  end loop;
  return v_code;
end
$$;

comment on function private.new_ticket_code() is
  'Returns 8 random characters (40 bits) and their check character, not in use.';

create function private.add_event_key(p_event_id uuid, p_key_number integer) returns setof private.event_keys
  language sql volatile set search_path = ''
as $$
  insert into private.event_keys (event_id, key_number, secret, public_key)
    select p_event_id, p_key_number, s.secret, private.ed25519_public_key(s.secret)
    from (select extensions.gen_random_bytes(32) as secret) as s
    on conflict (event_id, key_number) do nothing
    returning *
$$;

comment on function private.add_event_key(uuid, integer) is
  'Makes a key of the event and returns it; no row if the number is in use.';

create function private.signing_key(p_event_id uuid) returns private.event_keys
  language plpgsql volatile set search_path = ''
as $$
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
$$;

comment on function private.signing_key(uuid) is
  'Returns the key that signs new tickets of the event; makes it when first needed.';

create function public.confirm_tickets(p_transaction_id text default null) returns setof public.user_tickets
  language sql stable set search_path = ''
as $$
  select t.* from public.user_tickets t
  join public.payments p on p.id = t.payment_id
  where t.user_id = private.uid() and p.user_id = private.uid() and p.status = 'approved'
    and p.transaction_id = private.normal_reference(p_transaction_id)
  order by t.created_at, t.payment_line_id
$$;

comment on function public.confirm_tickets(text) is
  'Returns the caller''s tickets of the approved payment with this reference; makes none. Invoker: row security '
  'decides.';

create function private.revoke(p_ticket_ids uuid[], p_reason text) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  perform private.lock_customer(t.user_id) from (
    select distinct t.user_id from public.user_tickets t where t.id = any (p_ticket_ids) order by 1) as t;
  perform private.share_event(t.event_id) from (
    select distinct t.event_id from public.user_tickets t where t.id = any (p_ticket_ids) order by 1) as t;
  perform from public.payments p
    where p.id in (select t.payment_id from public.user_tickets t where t.id = any (p_ticket_ids))
    order by p.id for no key update;
  perform from public.ticket_categories c
    where c.id in (select t.ticket_category_id from public.user_tickets t where t.id = any (p_ticket_ids))
    order by c.id for no key update;
  perform from public.seat_claims c where c.ticket_id = any (p_ticket_ids)
    order by c.event_id, c.place, c.seat for no key update;
  if (select count(*) from public.user_tickets t where t.id = any (p_ticket_ids))
     <> (select count(distinct i) from unnest(p_ticket_ids) as i) then
    perform private.refuse(404, 'not_found', 'p_ticket_ids', 'Not all of these tickets exist.');
  end if;

  delete from public.seat_claims c where c.ticket_id = any (p_ticket_ids);
  update public.user_tickets t set payment_status = 'failed', revoked_at = now(), revoked_reason = p_reason
    where t.id = any (p_ticket_ids) and t.revoked_at is null;
  update public.payment_lines l set payment_status = 'failed'
    from public.user_tickets t
    where t.id = any (p_ticket_ids) and l.id = t.payment_line_id and l.payment_status <> 'failed';
end
$$;

comment on function private.revoke(uuid[], text) is
  'Revokes tickets as revoke_tickets does; the caller has checked who asks and the reason. Refusal: PT404 not_found.';

create function public.revoke_tickets(p_ticket_ids uuid[] default null, p_reason text default null)
  returns setof public.user_tickets
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_most_tickets constant integer := 100;
  c_longest_reason constant integer := 500;
  v_reason text;
begin
  perform private.require_admin();
  if coalesce(cardinality(p_ticket_ids), 0) not between 1 and c_most_tickets or array_position(p_ticket_ids, null) is not null then
    perform private.refuse(400, 'invalid', 'p_ticket_ids', format('1 to %s ticket ids.', c_most_tickets));
  end if;
  v_reason := private.require_text(p_reason, 'p_reason', c_longest_reason);

  perform private.revoke(p_ticket_ids, v_reason);
  return query select t.* from public.user_tickets t where t.id = any (p_ticket_ids) order by t.created_at, t.id;
end
$$;

comment on function public.revoke_tickets(uuid[], text) is
  'Revokes tickets: they stay, marked failed with the reason, and their seats become free. A revoked ticket keeps its '
  'first reason. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found. '
  'Security definer: no role may write tickets and claims.';

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
  'Gives an issued ticket other seats of its category, as many as it has, signs it again and records the reason in '
  'the history. Returns what reassign_seats does. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 '
  'invalid, unknown_seat, PT404 not_found, PT409 seats_taken (detail: the seats, shaped like lines), already_decided '
  '(revoked). Security definer as reassign_seats.';

insert into private.rights (roles, privileges, object) values
  ('authenticated', 'select', 'table public.user_tickets'),
  ('anon, authenticated', 'execute', 'function public.change_ticket_seats(uuid, text[], text)'),
  ('anon, authenticated', 'execute', 'function public.revoke_tickets(uuid[], text)'),
  ('authenticated', 'execute', 'function public.confirm_tickets(text)');
