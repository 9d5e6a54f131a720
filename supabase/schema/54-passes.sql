-- Passes: each seat or standing place of a ticket has a code of its own, which the event's Ed25519 key signs. Layout:
-- docs/details/pass-codes.md; vectors: src/shop/tickets/passes/pass-code-vectors.json.

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

comment on table public.passes is
  'One person''s part of a ticket: a seat or standing place, with its own code. Only the trigger on user_tickets writes '
  'them. updated_at of the ticket changes with theirs.';

comment on column public.passes.issue is
  'Each new code of the pass (other seat, other key) has the next number; gates refuse the earlier ones.';

comment on column public.passes.void_before is
  'The first issue of who has the pass now; gates refuse earlier codes for good.';

comment on column public.passes.signature is 'Ed25519 by the event''s key of this number, 128 hexadecimal digits.';

create trigger "90_stamp" before insert or update on public.passes
  for each row execute function private.stamp_row();

alter table public.passes enable row level security;

create policy "Customers read the passes of their own tickets" on public.passes
  for select to authenticated using (exists (
    select from public.user_tickets t where t.id = ticket_id and t.user_id = (select private.uid())));

create policy "Admins read passes" on public.passes
  for select to authenticated using ((select private.is_admin()));

create function private.issued_bytes(
  p_ticket public.user_tickets, p_number integer, p_issue integer, p_key_number integer, p_seat text) returns bytea
  language sql immutable set search_path = ''
as $$
  select '\x02'::bytea || set_byte(set_byte(set_byte('\x000000'::bytea,
        0, case when p_ticket.is_test then 2 else 0 end), 1, p_key_number), 2, p_number)
    || set_byte(set_byte('\x0000'::bytea, 0, p_issue / 256), 1, p_issue % 256)
    || uuid_send(p_ticket.id) || uuid_send(p_ticket.user_id) || uuid_send(p_ticket.event_id) || convert_to(p_seat, 'UTF8')
$$;

comment on function private.issued_bytes(public.user_tickets, integer, integer, integer, text) is
  'Returns what the event''s key signs for a pass of this ticket; src/shop/tickets/passes/pass-code.ts has the twin.';

create function private.issue_passes(p_ticket public.user_tickets) returns void
  language plpgsql volatile set search_path = ''
as $$
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
$$;

comment on function private.issue_passes(public.user_tickets) is
  'Gives a ticket one pass a seat, signed by the ticket''s key. A pass whose seat or key changed gets the next issue '
  'number, others stay as they are.';

create function private.issue_passes_of_ticket() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.issue_passes(new);
  return null;
end
$$;

comment on function private.issue_passes_of_ticket() is
  'Trigger: private.issue_passes. Security definer: no role may write passes or read keys.';

create trigger issue_passes after insert or update of seats, key_number on public.user_tickets
  for each row execute function private.issue_passes_of_ticket();

create function private.passes_of(p_ticket_id uuid) returns jsonb
  language sql stable set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('number', p.number, 'seat', p.seat, 'issue', p.issue, 'key_number', p.key_number,
    'signature', p.signature) order by p.number)
  from public.passes p where p.ticket_id = p_ticket_id
$$;

comment on function private.passes_of(uuid) is
  'Returns [{number, seat, issue, key_number, signature}] of a ticket, by number; null if it has none.';

create function private.grant_passes() returns void
  language plpgsql set search_path = ''
as $$
begin
  revoke all on table public.passes from public, anon, authenticated;
  grant select on table public.passes to authenticated;
  revoke all on function private.issued_bytes(public.user_tickets, integer, integer, integer, text), private.issue_passes(public.user_tickets),
    private.issue_passes_of_ticket(), private.passes_of(uuid), private.grant_passes() from public, anon, authenticated;
end
$$;

comment on function private.grant_passes() is 'All privileges of this file; can be repeated.';
