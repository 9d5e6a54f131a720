-- Handing over: the holder of a pass gives it to another person by a link, who opens it with or without an account.

create function private.first_offer_minutes() returns integer
  language sql immutable parallel safe set search_path = ''
as $$ select 60 $$;

comment on function private.first_offer_minutes() is
  'Returns for how many minutes seats are offered to a person of the waiting list where an event has no rule of its own. As '
  'FIRST_PASS_RULES in src/shop/tickets/passes/passes.ts.';

create table public.pass_rules (
  event_id uuid primary key references public.events (id) on delete cascade,
  hand_over boolean not null default true,
  hand_over_until timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  give_back boolean not null default true,
  give_back_until timestamptz,
  offer_minutes integer not null default private.first_offer_minutes() check (offer_minutes between 10 and 1440)
);

comment on table public.pass_rules is
  'What people may do with the passes of an event. Without a row the defaults hold. Only set_pass_rules writes it.';

comment on column public.pass_rules.hand_over_until is 'Null: as long as the event goes on.';

comment on column public.pass_rules.give_back is 'Whether customers may give passes back to the waiting list, at their price.';

comment on column public.pass_rules.give_back_until is 'Null: until the event begins, which is the latest.';

comment on column public.pass_rules.offer_minutes is 'For how long seats are offered to a person of the waiting list.';

create trigger "90_stamp" before insert or update on public.pass_rules
  for each row execute function private.stamp_row();

create trigger audit after insert or update or delete on public.pass_rules
  for each row execute function private.audit_row('event_id');

alter table public.pass_rules enable row level security;

create policy "Everybody reads the rules of passes of published events" on public.pass_rules
  for select to anon, authenticated using (event_id not in (select h from private.hidden_events() as h));

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

comment on table public.pass_transfers is
  'Links by which passes are handed over; without an outcome the link is open. Only functions of 72-hand-over.sql write it.';

comment on column public.pass_transfers.seat is 'The pass''s seat when the link was made.';

comment on column public.pass_transfers.name is 'For whom the giver said it is.';

comment on column public.pass_transfers.to_name is 'What the giver sees of who has it: ''Farah N.''; null without a name.';

comment on column public.pass_transfers.first_issue is 'The first code of who has it; earlier ones are void.';

create table private.pass_links (
  transfer_id uuid primary key references public.pass_transfers (id) on delete cascade,
  secret_hash text not null unique check (secret_hash ~ '^[0-9a-f]{64}$'),
  device_hash text check (device_hash ~ '^[0-9a-f]{64}$')
);
comment on table private.pass_links is
  'The links of pass_transfers: SHA-256, in hexadecimal, of the secret, which is not stored, and of what the device of a person '
  'without an account said it is; only that device may repeat.';

alter table private.pass_links enable row level security;

create unique index pass_transfers_open on public.pass_transfers (ticket_id, number) where outcome is null;

create index pass_transfers_pass on public.pass_transfers (ticket_id, number);

create index pass_transfers_from_id on public.pass_transfers (from_id);

create index pass_transfers_to_id on public.pass_transfers (to_id);

create trigger "90_stamp" before insert or update on public.pass_transfers
  for each row execute function private.stamp_row();

alter table public.pass_transfers enable row level security;

create policy "People read what they handed over or received, admins all of it" on public.pass_transfers
  for select to authenticated using (from_id = (select private.uid()) or to_id = (select private.uid()) or (select private.is_admin()));

create function public.set_pass_rules(p_event_id uuid default null, p_rules jsonb default null) returns public.pass_rules
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_rules public.pass_rules;
begin
  perform private.require_admin();
  perform private.require_event(p_event_id);
  if jsonb_typeof(p_rules) is distinct from 'object' or jsonb_typeof(p_rules -> 'hand_over') is distinct from 'boolean'
     or coalesce(jsonb_typeof(p_rules -> 'screen_only'), 'boolean') <> 'boolean'
     or coalesce(jsonb_typeof(p_rules -> 'hand_over_until'), 'null') not in ('string', 'null')
     or coalesce(jsonb_typeof(p_rules -> 'give_back'), 'boolean') <> 'boolean'
     or coalesce(jsonb_typeof(p_rules -> 'give_back_until'), 'null') not in ('string', 'null')
     or p_rules ? 'offer_minutes' and (p_rules ->> 'offer_minutes' !~ '^[0-9]{2,4}$' or jsonb_typeof(p_rules -> 'offer_minutes') <> 'number')
     or (p_rules ->> 'offer_minutes')::numeric not between 10 and 1440 then
    perform private.refuse(400, 'invalid', 'p_rules', '{"hand_over": boolean, "hand_over_until": instant or null, "screen_only": '
      'boolean, "give_back": boolean, "give_back_until": instant or null, "offer_minutes": 10 to 1440}.');
  end if;
  insert into public.pass_rules as r (event_id, hand_over, hand_over_until, give_back, give_back_until, offer_minutes)
    values (p_event_id, (p_rules -> 'hand_over')::boolean, (p_rules ->> 'hand_over_until')::timestamptz,
      coalesce((p_rules -> 'give_back')::boolean, true),
      (p_rules ->> 'give_back_until')::timestamptz, coalesce((p_rules ->> 'offer_minutes')::integer, private.first_offer_minutes()))
    on conflict (event_id) do update
    set hand_over = excluded.hand_over, hand_over_until = excluded.hand_over_until,
      give_back = case when p_rules ? 'give_back' then excluded.give_back else r.give_back end,
      give_back_until = case when p_rules ? 'give_back_until' then excluded.give_back_until else r.give_back_until end,
      offer_minutes = case when p_rules ? 'offer_minutes' then excluded.offer_minutes else r.offer_minutes end
    returning * into v_rules;
  update public.events e set screen_only = coalesce((p_rules -> 'screen_only')::boolean, false)
    where e.id = p_event_id and e.screen_only <> coalesce((p_rules -> 'screen_only')::boolean, false);
  return v_rules;
end
$$;

comment on function public.set_pass_rules(uuid, jsonb) is
  'Sets whether, and until when, passes of an event may be handed over and given back, whether its codes are bound to devices, and '
  'for how long seats are offered: {hand_over, hand_over_until or null, screen_only, give_back, give_back_until or null, '
  'offer_minutes}; the last three stay as they are when they are not there. Running offers keep their time. Admins only. '
  'Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found. Security definer: no role may write '
  'pass_rules.';

create function private.hand_over_ends(p_event public.events) returns timestamptz
  language sql stable set search_path = ''
as $$
  select case when p_event.status = 'cancelled' or not coalesce(r.hand_over, true) then '-infinity'::timestamptz
    else least(r.hand_over_until, p_event.date + private.goes_on_for()) end
  from (select 1) as one left join public.pass_rules r on r.event_id = p_event.id
$$;

comment on function private.hand_over_ends(public.events) is
  'Returns until when passes of an event may be handed over; -infinity for never.';

create function private.require_free_pass(p_pass public.passes) returns public.user_tickets
  language plpgsql volatile set search_path = ''
as $$
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
  elsif exists (
      select from public.returns r
      where r.ticket_id = v_ticket.id and r.number = p_pass.number and r.state in ('open', 'offered', 'buying')) then
    perform private.refuse(409, 'already_decided', jsonb_build_object('status', 'given_back')::text, 'It was given back: take it back first.');
  end if;
  return v_ticket;
end
$$;

comment on function private.require_free_pass(public.passes) is
  'Locks the ticket of a pass that may be handed over and returns it; else PT409 already_decided (revoked, or its money goes '
  'back; given_back) or too_late (detail: over, in).';

create function private.pass_of_caller(p_ticket_id uuid, p_number integer, p_secret text, p_device text) returns public.passes
  language plpgsql volatile set search_path = ''
as $$
declare
  v_pass public.passes;
  v_me uuid := private.caller_of(p_secret, p_device);
begin
  -- Locked, so that of two hand-overs of one pass the second finds the first.
  perform from public.user_tickets t where t.id = p_ticket_id for no key update;
  select * into v_pass from public.passes p where p.ticket_id = p_ticket_id and p.number = p_number and p.holder_id = v_me;
  if not found then
    perform private.refuse(404, 'not_found', 'p_number', 'You do not have this pass.');
  end if;
  return v_pass;
end
$$;

comment on function private.pass_of_caller(uuid, integer, text, text) is
  'Returns a pass that the caller holds: the signed-in person, or the person without an account whose device opened the link '
  'of p_secret. PT401 not_signed_in, PT404 not_found.';

create function private.device_of_link(p_secret text, p_device text) returns uuid
  language plpgsql stable set search_path = ''
as $$
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
$$;

comment on function private.device_of_link(text, text) is
  'Returns the person without an account whose tickets this device opened by this link; else PT404 not_found.';

create function private.caller_of(p_secret text, p_device text) returns uuid
  language plpgsql volatile set search_path = ''
as $$
begin
  return case when p_secret is null then private.require_user() else private.device_of_link(p_secret, p_device) end;
end
$$;

comment on function private.caller_of(text, text) is
  'Returns who is signed in, or with a link''s secret the person whose link it is, as device_of_link does; PT401 not_signed_in.';

create function private.require_rested_link(p_pass public.passes) returns void
  language plpgsql stable set search_path = ''
as $$
declare
  c_rests constant interval := interval '1 day';
  c_opened_within constant interval := interval '1 hour';
  v_until timestamptz;
begin
  select max(e.ended_at) + c_rests into v_until
    from private.ended_links e join public.user_tickets t on t.id = e.ticket_id
    where e.ticket_id = p_pass.ticket_id and t.user_id = p_pass.holder_id;
  if v_until > clock_timestamp() then
    perform private.refuse(409, 'too_soon', to_jsonb(v_until) #>> '{}', 'Staff made a new link of it; detail says until when it rests.');
  elsif exists (
      select from public.guest_tickets g
      join public.user_tickets t on t.id = g.ticket_id
      join public.payments p on p.id = t.payment_id
      join public.tills l on l.id = p.till_id
      -- Its seller may have kept it: links of a later day are made by admins.
      where g.ticket_id = p_pass.ticket_id and t.user_id = p_pass.holder_id and g.made_by = p.made_by
        and g.made_at <= coalesce(l.closed_at, 'infinity') and g.opened_at > least(l.closed_at, g.made_at + c_opened_within)) then
    perform private.refuse(409, 'too_late', 'link', 'The link of the sale was opened too late for that: an admin makes a new one.');
  end if;
end
$$;

comment on function private.require_rested_link(public.passes) is
  'Passes a pass whose holder has it by an account or a hand-over, or by a link that replaced no opened one within a day and, '
  'of a sale at the door, was opened within an hour and before the till was closed. Refusals: PT409 too_soon (detail: until '
  'when), too_late (link).';

create function public.hand_over_pass(
  p_ticket_id uuid default null, p_number integer default null, p_name text default null, p_secret text default null,
  p_device text default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_most constant integer := 20;
  v_pass public.passes := private.pass_of_caller(p_ticket_id, p_number, p_secret, p_device);
  v_ticket public.user_tickets := private.require_free_pass(v_pass);
  v_secret text := translate(encode(extensions.gen_random_bytes(16), 'base64'), '+/=', '-_');
  v_name text := case when coalesce(private.clean_text(p_name), '') <> '' then private.require_text(p_name, 'p_name', 120) end;
  v_id uuid;
begin
  perform private.require_rested_link(v_pass);
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
$$;

comment on function public.hand_over_pass(uuid, integer, text, text, text) is
  'Makes a link by which another person takes over a pass, and returns {transfer_id, secret, until}; an earlier open link of '
  'that pass ends. The pass stays the caller''s until it is accepted. p_name: for whom. Signed-in holders; holders without an '
  'account name the link and the device by which they got it. Refusals: PT401 not_signed_in, PT400 invalid, PT404 not_found, '
  'PT409 already_decided (revoked, given_back), too_late (detail: over, in, link), too_soon (detail: until when), too_many. '
  'Security definer: no role may write pass_transfers.';

create function private.peek_transfer(p_transfer public.pass_transfers) returns jsonb
  language sql stable set search_path = ''
as $$
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
$$;

comment on function private.peek_transfer(public.pass_transfers) is
  'What peek_ticket_link says of a hand-over; also pass: true, from: the giver''s short name, name: for whom they said it is.';

create function private.touch_ticket(p_ticket_id uuid) returns void
  language sql volatile set search_path = ''
as $$
  -- stamp_row sets the time.
  update public.user_tickets t set updated_at = t.updated_at where t.id = p_ticket_id
$$;

comment on function private.touch_ticket(uuid) is 'Brings a ticket whose passes changed into the next delta of wallets and gates.';

create function public.take_back_pass(p_transfer_id uuid default null, p_secret text default null, p_device text default null)
  returns text language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me uuid := private.caller_of(p_secret, p_device);
  v_transfer public.pass_transfers;
begin
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
$$;

comment on function public.take_back_pass(uuid, text, text) is
  'Ends an open link and returns taken_back; replaced if a newer link had ended it. Can be repeated. The '
  'caller as in hand_over_pass. Refusals: PT401 not_signed_in, PT404 not_found, PT409 already_decided (accepted; with the name '
  'of who has it). Security definer: no role may write pass_transfers.';

create function private.accept_transfer(p_transfer public.pass_transfers, p_to uuid, p_device_hash text) returns void
  language plpgsql volatile set search_path = ''
as $$
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
$$;

comment on function private.accept_transfer(public.pass_transfers, uuid, text) is
  'Makes this person the holder of the pass of an open link, which open_transfer has locked: new code, earlier ones void. '
  'Refusals of require_free_pass.';

create function private.open_transfer(p_secret_hash text) returns public.pass_transfers
  language plpgsql volatile set search_path = ''
as $$
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
$$;

comment on function private.open_transfer(text) is 'Returns the hand-over of a link, locked; null for none.';

create function private.pass_tickets(p_holder_id uuid, p_ticket_id uuid) returns jsonb
  language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
      'ticket_id', t.id, 'user_id', p_holder_id, 'event_id', t.event_id, 'ticket_category_id', t.ticket_category_id,
      'name', f.name, 'from', private.short_name(g.name), 'seats', to_jsonb(h.seats), 'quantity', cardinality(h.seats),
      'payment_status', t.payment_status, 'passes', private.passes_of(t.id, p_holder_id), 'is_test', t.is_test,
      'screen_only', e.screen_only,
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
$$;

comment on function private.pass_tickets(uuid, uuid) is
  'Returns the tickets, one or all, of which this person received passes: their seats and codes, never the ticket''s typed code, '
  'order, price or other seats. An array of {ticket_id, user_id, event_id, ticket_category_id, name, from, seats, quantity, '
  'payment_status, passes, is_test, screen_only, revoked_at, revoked_reason, created_at: since when, category_name, event, singer, category, '
  'sections}.';

create function public.accept_pass(p_secret text default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
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
$$;

comment on function public.accept_pass(text) is
  'Makes the signed-in caller the holder of a link''s pass and returns private.pass_tickets of its ticket; can be repeated. '
  'Refusals: PT401 not_signed_in, PT404 not_found, PT409 link_used, already_decided (taken_back, own, revoked), too_late '
  '(detail: over, in). Security definer: no role may write passes.';

create function private.handed_passes(p_ticket_id uuid, p_from_id uuid) returns jsonb
  language sql stable set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('id', x.id, 'number', x.number, 'seat', x.seat, 'name', x.name, 'outcome', x.outcome, 'ended_at', x.ended_at,
    'to_name', x.to_name, 'created_at', x.created_at) order by x.number, x.created_at)
  from public.pass_transfers x
  where x.ticket_id = p_ticket_id and x.from_id = p_from_id and coalesce(x.outcome, 'open') in ('open', 'accepted')
$$;

comment on function private.handed_passes(uuid, uuid) is
  'Returns [{id, number, seat, name, outcome: null while the link is open, else accepted, ended_at, to_name, created_at}] of what this '
  'person handed over of a ticket; null for nothing.';

create function private.take_transfer(p_secret_hash text, p_device_hash text, p_name text) returns jsonb
  language plpgsql volatile set search_path = ''
as $$
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
$$;

comment on function private.take_transfer(text, text, text) is
  'Gives the pass of a link to a person without an account, who is made with this name, and answers as open_ticket_link does with '
  'private.pass_tickets; no tickets once the person handed it on. The same device may repeat. Refusals: PT400 invalid, PT409 '
  'link_used, already_decided (taken_back, revoked), too_late (detail: over, in).';

create function private.tell_old_code(p_scan public.ticket_scans) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_ticket public.user_tickets;
  v_showed uuid := private.holder_of_code(p_scan.known_ticket, p_scan.pass, p_scan.issue);
  v_has uuid;
  v_its_ticket uuid;
  v_about jsonb;
begin
  select * into v_ticket from public.user_tickets t where t.id = p_scan.known_ticket for no key update;
  update public.passes p set old_code_at = p_scan.corrected_at
    where p.ticket_id = v_ticket.id and p.number = p_scan.pass returning p.holder_id, p.ticket_id into v_has, v_its_ticket;
  if v_has is null then
    select p.holder_id, p.ticket_id into v_has, v_its_ticket from public.seat_claims c
      join public.passes p on p.ticket_id = c.ticket_id and p.seat = c.seat and p.holder_id is not null
      where c.event_id = v_ticket.event_id and c.ticket_category_id = v_ticket.ticket_category_id and c.seat = any (p_scan.seats);
  end if;
  perform private.touch_ticket(v_ticket.id);
  if v_showed = v_has then
    return;
  end if;
  v_about := private.event_words(v_ticket.event_id) || jsonb_build_object(
    'category', (select c.name from public.ticket_categories c where c.id = v_ticket.ticket_category_id), 'seats', p_scan.seats,
    'sections', private.section_names(v_ticket.ticket_category_id), 'at', p_scan.corrected_at, 'gate', p_scan.gate);
  perform private.tell(v_showed, v_ticket.event_id, v_ticket.id, 'old_code_used', v_about || jsonb_build_object(
    'gave', true, 'person', (select private.short_name(f.name) from public.profiles f where f.id = v_has)));
  perform private.tell(v_has, v_ticket.event_id, v_its_ticket, 'old_code_used', v_about || jsonb_build_object(
    'gave', false, 'person', private.person_of_code(p_scan.known_ticket, p_scan.pass, p_scan.issue)));
end
$$;

comment on function private.tell_old_code(public.ticket_scans) is
  'Notifies who held the code of this admission and who has its pass, or bought its seat, now, and keeps the time for the ticket. Nothing '
  'more for one person, as of a pass that came back. For record_scan.';

create function public.my_received_passes() returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select private.pass_tickets(v.me, null) from (select private.uid() as me) v where v.me is not null
$$;

comment on function public.my_received_passes() is
  'Returns private.pass_tickets of the caller, null for a visitor. Security definer: a ticket''s row is its customer''s alone.';

insert into private.rights (roles, privileges, object) values
  ('anon, authenticated', 'select', 'table public.pass_rules'),
  ('authenticated', 'select', 'table public.pass_transfers'),
  ('anon, authenticated', 'execute', 'function public.set_pass_rules(uuid, jsonb)'),
  ('anon, authenticated', 'execute', 'function public.hand_over_pass(uuid, integer, text, text, text)'),
  ('anon, authenticated', 'execute', 'function public.take_back_pass(uuid, text, text)'),
  ('anon, authenticated', 'execute', 'function public.accept_pass(text)'),
  ('authenticated', 'execute', 'function public.my_received_passes()');
