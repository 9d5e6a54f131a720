-- Passes: each seat or standing place of a ticket has a code of its own, which the event's Ed25519 key signs. Layout:
-- docs/details/pass-codes.md; vectors: src/shop/tickets/passes/pass-code-vectors.json.

create table public.passes (
  ticket_id uuid not null references public.user_tickets (id) on delete cascade,
  number smallint not null check (number between 1 and 10),
  seat text not null,
  holder_id uuid,
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
  selling_since timestamptz,
  primary key (ticket_id, number),
  constraint passes_bound check ((device_key is null) = (bound_at is null)),
  constraint passes_held check (holder_id is not null or void_before = issue and device_key is null and selling_since is null)
);

comment on table public.passes is
  'One person''s part of a ticket: a seat or standing place, with its own code. Only the trigger on user_tickets and the functions '
  'of 72-hand-over.sql, 73-pass-devices.sql and 76-returns.sql write them. updated_at of the ticket changes with theirs.';

comment on column public.passes.holder_id is
  'Whose it is: the ticket''s customer, or the person to whom it was handed over. That person alone reads the code. Null: no '
  'one''s, its seat was given back and sold; the number stays taken, and no code of it is valid.';

comment on column public.passes.selling_since is
  'Since when a payment for its seat, which the holder gave back, is under review: gates say CHECK. Null: none is.';

comment on column public.passes.issue is
  'Each new code of the pass (other seat, other key) has the next number; gates refuse the earlier ones.';

comment on column public.passes.void_before is
  'The first issue of who has the pass now; gates refuse earlier codes for good.';

comment on column public.passes.signature is 'Ed25519 by the event''s key of this number, 128 hexadecimal digits.';

comment on column public.passes.device_key is
  'Of a bound pass the compressed P-256 key of the device that shows it, in hexadecimal; its code changes with the time.';

comment on column public.passes.bindings is 'How often its holder bound it to a device.';

comment on column public.passes.old_code_at is
  'When a code of an earlier holder was last let in, at a gate with an older list; null: never.';

create trigger "90_stamp" before insert or update on public.passes
  for each row execute function private.stamp_row();

alter table public.passes enable row level security;

create index passes_holder_id on public.passes (holder_id);

create policy "People read the passes that they hold, payments staff every one" on public.passes
  for select to authenticated using (holder_id = (select private.uid()) or (select private.may('payments')));

create function private.issued_bytes(
  p_ticket_id uuid, p_holder_id uuid, p_event_id uuid, p_is_test boolean, p_key_number integer, p_number integer, p_issue integer,
  p_seat text, p_device_key text) returns bytea
  language sql immutable set search_path = ''
as $$
  select '\x02'::bytea || set_byte(set_byte(set_byte('\x000000'::bytea, 0,
      case when p_is_test then 2 else 0 end + case when p_device_key is not null then 1 else 0 end), 1, p_key_number), 2, p_number)
    || set_byte(set_byte('\x0000'::bytea, 0, p_issue / 256), 1, p_issue % 256)
    || uuid_send(p_ticket_id) || uuid_send(p_holder_id) || uuid_send(p_event_id) || convert_to(p_seat, 'UTF8')
    || coalesce(decode(p_device_key, 'hex'), ''::bytea)
$$;

comment on function private.issued_bytes(uuid, uuid, uuid, boolean, integer, integer, integer, text, text) is
  'Returns what the event''s key signs for a pass; src/shop/tickets/passes/pass-code.ts has the twin.';

create function private.sign_pass(p_ticket public.user_tickets, p_pass public.passes) returns void
  language plpgsql volatile set search_path = ''
as $$
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
$$;

comment on function private.sign_pass(public.user_tickets, public.passes) is
  'Stores a pass with the code that its seat, holder and issue make it, signed by the key of its ticket.';

create function private.issue_passes(p_ticket public.user_tickets) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_left text[];
  v_pass public.passes;
begin
  -- A pass keeps its number and its holder with its seat; who was moved gets the seats that are left, in their order.
  select coalesce(array_agg(s.seat order by s.n), '{}') into v_left
    from unnest(p_ticket.seats) with ordinality as s (seat, n)
    where not exists (
      select from public.passes p where p.ticket_id = p_ticket.id and p.seat = s.seat and p.holder_id is not null);
  for v_number in 1 .. p_ticket.quantity + (
      select count(*) from public.passes p where p.ticket_id = p_ticket.id and p.holder_id is null) loop
    select * into v_pass from public.passes p where p.ticket_id = p_ticket.id and p.number = v_number;
    continue when found and v_pass.holder_id is null;
    if v_pass.number is null then
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
$$;

comment on function private.issue_passes(public.user_tickets) is
  'Gives a ticket one pass a seat, signed by the ticket''s key. A pass whose seat or key changed gets the next issue '
  'number, others stay as they are. Numbers of seats that were given back and sold stay taken.';

create function private.issue_passes_of_ticket() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- A code of it would open a gate whose list is older.
  if tg_op = 'UPDATE' or new.revoked_at is null then
    perform private.issue_passes(new);
  end if;
  return null;
end
$$;

comment on function private.issue_passes_of_ticket() is
  'Trigger: private.issue_passes, but not for seats that were given back (split_ticket). Security definer: no role may write passes or read keys.';

create trigger issue_passes after insert or update of seats, key_number on public.user_tickets
  for each row execute function private.issue_passes_of_ticket();

create function private.passes_of(p_ticket_id uuid, p_holder_id uuid) returns jsonb
  language sql stable set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('number', p.number, 'seat', p.seat, 'issue', p.issue, 'key_number', p.key_number,
    'signature', p.signature, 'device_key', p.device_key, 'old_code_at', p.old_code_at) order by p.number)
  from public.passes p where p.ticket_id = p_ticket_id and p.holder_id = p_holder_id
$$;

comment on function private.passes_of(uuid, uuid) is
  'Returns [{number, seat, issue, key_number, signature, device_key, old_code_at}] of the passes of a ticket that this person '
  'holds, by number; null for none.';

insert into private.rights (roles, privileges, object) values
  ('authenticated', 'select', 'table public.passes');
