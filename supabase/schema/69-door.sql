-- Door: what staff sell for others. A till is one person's shift; its book is computed from the sales and moves, never
-- stored. Who buys at the door has no account: a profile that is_guest. docs/decisions/0055-sales-by-staff.md

create table public.tills (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 80),
  opened_by uuid not null,
  opened_at timestamptz not null default clock_timestamp(),
  opening_cash numeric(12, 2) not null check (opening_cash >= 0),
  closed_at timestamptz,
  closed_by uuid,
  counted_cash numeric(12, 2) check (counted_cash >= 0),
  note text check (char_length(note) <= 500),
  constraint tills_closed check (num_nulls(closed_at, closed_by, counted_cash) in (0, 3) and (note is null or closed_at is not null))
);

comment on table public.tills is
  'Tills: one shift of one person at a drawer of cash. Only open_till and close_till write it; a closed till never '
  'changes.';

comment on column public.tills.id is 'Made on the device, so that a repeated request opens one till.';

comment on column public.tills.opening_cash is 'Rupees in the drawer when it was opened.';

comment on column public.tills.counted_cash is 'Rupees counted when it was closed.';

create unique index tills_open on public.tills (opened_by) where closed_at is null;

create index tills_opened_at on public.tills (opened_at desc);

create trigger audit after insert or update or delete on public.tills
  for each row execute function private.audit_row('id');

alter table public.tills enable row level security;

create policy "Admins read the tills" on public.tills
  for select to authenticated using ((select private.is_admin()));

create table public.till_moves (
  id uuid primary key,
  till_id uuid not null references public.tills (id) on delete cascade,
  amount numeric(12, 2) not null check (amount <> 0),
  reason text not null check (char_length(reason) between 1 and 200),
  made_by uuid not null,
  made_at timestamptz not null default clock_timestamp(),
  refund_id uuid
);

comment on table public.till_moves is
  'Cash that went into a till or out of it without a sale. Only move_till_cash and mark_refunded write it.';

comment on column public.till_moves.refund_id is
  'The refund that was paid out of the drawer; null for all else. No foreign key: a refund that was paid stays.';

comment on column public.till_moves.amount is 'Rupees: above 0 into the till, below 0 out of it.';

create index till_moves_refund_id on public.till_moves (refund_id) where refund_id is not null;

create index till_moves_till_id on public.till_moves (till_id, made_at);

create trigger audit after insert or update or delete on public.till_moves
  for each row execute function private.audit_row('id');

alter table public.till_moves enable row level security;

create policy "Admins read the cash moves" on public.till_moves
  for select to authenticated using ((select private.is_admin()));

create index payments_till_id on public.payments (till_id, created_at desc) where till_id is not null;

create table public.guest_tickets (
  ticket_id uuid primary key references public.user_tickets (id) on delete cascade,
  list text check (char_length(list) <= 80),
  contact text check (char_length(contact) between 1 and 120),
  note text check (char_length(note) between 1 and 200),
  secret_hash text not null check (secret_hash ~ '^[0-9a-f]{64}$'),
  made_by uuid not null,
  made_at timestamptz not null default clock_timestamp(),
  opened_at timestamptz,
  device_hash text check (device_hash ~ '^[0-9a-f]{64}$'),
  constraint guest_tickets_opened check ((opened_at is null) = (device_hash is null))
);

comment on table public.guest_tickets is
  'Tickets of people without an account, each with the link that opens it, once (74-guests.sql). Tickets of one sale '
  'share a link.';

comment on column public.guest_tickets.list is 'The guest list; null for a ticket sold at the door.';

comment on column public.guest_tickets.contact is 'How to reach the guest, in the words of staff; nothing signs in by it.';

comment on column public.guest_tickets.note is 'What staff wrote beside the guest; the guest does not see it.';

comment on column public.guest_tickets.secret_hash is
  'SHA-256, in hexadecimal, of the secret in the link; the secret itself is not stored.';

comment on column public.guest_tickets.made_at is 'When the link was made.';

comment on column public.guest_tickets.device_hash is
  'SHA-256 of what the device that opened the link said it is; only that device may repeat.';

create index guest_tickets_secret_hash on public.guest_tickets (secret_hash);

alter table public.guest_tickets enable row level security;

create policy "Admins read the guests' tickets" on public.guest_tickets
  for select to authenticated using ((select private.is_admin()));

create table private.ended_links (
  ticket_id uuid not null references public.user_tickets (id) on delete cascade,
  secret_hash text not null,
  device_hash text not null,
  ended_at timestamptz not null default clock_timestamp(),
  primary key (secret_hash, ticket_id)
);

comment on table private.ended_links is
  'Opened links that a new one ended: their device says so, and the ticket is handed over by no one for a day.';

create index ended_links_ticket_id on private.ended_links (ticket_id);

alter table private.ended_links enable row level security;

create function private.require_seller() returns uuid
  language plpgsql stable set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
begin
  if not private.is_admin() and not private.is_box_office() then
    perform private.refuse(403, 'forbidden', '', 'This is for the box office.');
  end if;
  return v_user;
end
$$;

comment on function private.require_seller() is
  'Returns the caller, an admin or box office staff; or PT401 not_signed_in, PT403 forbidden.';

create function private.may_sell(p_event_id uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$ select private.is_admin() or p_event_id in (select private.my_box_office_events()) $$;

comment on function private.may_sell(uuid) is
  'True when the caller sells for this event: admins for every one, box office staff for theirs. Security definer: as '
  'my_box_office_events.';

create function private.require_money(p_amount numeric, p_argument text) returns numeric
  language plpgsql immutable set search_path = ''
as $$
begin
  -- NaN and Infinity are greater than every number.
  if p_amount is null or abs(p_amount) > 9999999.99 or p_amount <> round(p_amount, 2) then
    perform private.refuse(400, 'invalid', p_argument, 'An amount is at most 9999999.99 rupees, in whole paise.');
  end if;
  return round(p_amount, 2);
end
$$;

comment on function private.require_money(numeric, text) is
  'Returns an amount in rupees, or PT400 invalid naming p_argument.';

create function private.door_price(p_ticket_category_id uuid) returns numeric
  language sql stable set search_path = ''
as $$ select private.price_now(c) from public.ticket_categories c where c.id = p_ticket_category_id $$;

comment on function private.door_price(uuid) is 'Returns the price of one seat at the door now as typed, in rupees.';

create function private.door_rates(p_lines private.order_line[], p_method text, p_terms public.shop_terms)
  returns private.priced_line[]
  language plpgsql stable set search_path = ''
as $$
declare
  v_line private.order_line;
  v_rated private.priced_line;
  v_lines private.priced_line[];
begin
  foreach v_line in array p_lines loop
    v_rated := private.rate_line(
      case when p_method = 'complimentary' then 0 else coalesce(v_line.unit_price, private.door_price(v_line.ticket_category_id)) end,
      coalesce(v_line.places, cardinality(v_line.seats)), (
        select e.state from public.ticket_categories c join public.events e on e.id = c.event_id
        where c.id = v_line.ticket_category_id), p_terms);
    v_rated.fee := 0;
    v_rated.fee_gst_percent := 0;
    v_lines := v_lines || v_rated;
  end loop;
  return v_lines;
end
$$;

comment on function private.door_rates(private.order_line[], text, public.shop_terms) is
  'Returns lines with the price and taxes of now, without a convenience fee; all 0 for complimentary ones.';

create function private.refuse_unsold(p_categories uuid[], p_at_door boolean default true) returns void
  language plpgsql stable set search_path = ''
as $$
declare
  v_gone jsonb;
begin
  if p_at_door and exists (select from public.ticket_categories c where c.id = any (p_categories) and not private.may_sell(c.event_id)) then
    perform private.refuse(403, 'forbidden', 'p_lines', 'You do not sell for this event.');
  end if;
  select jsonb_agg(jsonb_build_object('ticket_category_id', w.id, 'seats', '[]'::jsonb) order by w.n) into v_gone
    from unnest(p_categories) with ordinality as w (id, n)
    where not exists (
      select from public.ticket_categories c join public.events e on e.id = c.event_id
      where c.id = w.id and e.status = 'scheduled' and e.published_at is not null and e.date > now() - private.goes_on_for());
  if v_gone is not null then
    perform private.refuse(409, 'not_on_sale', v_gone::text,
      'Gone, a draft, cancelled, or begun six hours ago; detail has the lines.');
  end if;
end
$$;

comment on function private.refuse_unsold(uuid[], boolean) is
  'Passes categories that staff may sell now, p_at_door: for whose events the caller sells: of published events, also paused and outside the categories'' window, until '
  'six hours after the start. Refusals: PT403 forbidden, PT409 not_on_sale (detail: lines).';

create function private.lock_for_sale(p_categories uuid[], p_order_id uuid, p_at_door boolean) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  perform private.share_order_events(p_categories, p_order_id);
  -- As share_order_events does for several: phases before categories (44-phases.sql).
  perform private.lock_phase(o.c) from (
    select c from public.ticket_categories c where c.id = any (p_categories) and c.phases <> '[]' order by c.id offset 0) as o;
  perform from public.ticket_categories c where c.id = any (p_categories) order by c.id for no key update;
  -- A category may have moved before it was locked.
  perform private.share_order_events(p_categories, p_order_id);
  perform private.refuse_unsold(p_categories, p_at_door);
end
$$;

comment on function private.lock_for_sale(uuid[], uuid, boolean) is
  'Locks what staff are about to sell: events, phases and categories. Refusals: as refuse_unsold.';

create function private.sell(
  p_order_id uuid, p_holder uuid, p_lines jsonb, p_method text, p_till_id uuid, p_made_by uuid, p_reference text,
  p_note text, p_total numeric) returns public.payments
  language plpgsql volatile set search_path = ''
as $$
declare
  v_terms public.shop_terms := private.terms();
  v_asked record;
  v_placed record;
  v_lines private.order_line[];
  v_line private.order_line;
  v_rated private.priced_line[];
  v_price record;
  v_code text := private.order_code(p_order_id);
  v_missing private.seat[];
  v_payment public.payments;
begin
  v_asked := private.asked_lines(p_lines, v_terms);
  perform private.lock_for_sale(v_asked.categories, p_order_id, p_till_id is not null);
  -- What is offered to a waiting list is held; the rest may be sold at the counter.
  v_placed := private.place_lines(v_asked.lines, null, p_holder, p_order_id);
  if v_placed.unknown is not null then
    perform private.refuse(400, 'unknown_seat', private.seats_as_lines(v_placed.unknown), 'The category sells no such seats.');
  end if;
  v_rated := private.door_rates(v_placed.lines, p_method, v_terms);
  v_price := private.price_lines(v_rated);
  if v_price.total <> p_total then
    perform private.refuse(409, 'price_changed', v_price.total::text, 'Detail is the price now.');
  end if;
  v_lines := v_placed.lines;
  for n in 1 .. cardinality(v_lines) loop
    v_line := v_lines[n];
    v_line.unit_price := v_rated[n].unit_price;
    -- Nothing is left to freeze: the order ends here.
    v_line.is_frozen := true;
    v_lines[n] := v_line;
  end loop;

  insert into private.orders (id, user_id, order_code, submitted_at) values (p_order_id, p_holder, v_code, now())
    on conflict do nothing;
  if not found then
    perform private.refuse(403, 'other_user', 'p_order_id', 'This order id is in use.');
  end if;
  insert into public.payments (user_id, order_id, order_code, transaction_id, amount, screenshot_url, screenshot_sha256,
      method, till_id, made_by)
    values (p_holder, p_order_id, v_code, coalesce(p_reference, v_code), v_price.total, '', '', p_method, p_till_id, p_made_by)
    returning * into v_payment;
  perform private.record_lines(v_payment.id, p_holder, p_order_id, v_lines, v_price.shares, v_price.parts);
  v_missing := private.missing_seats(v_placed.seats, private.claim_seats(
    v_placed.seats, null, 'under_review', p_holder, p_order_id, v_payment.id, null)) || v_placed.short;
  if cardinality(v_missing) > 0 then
    perform private.refuse(409, 'seats_taken', private.seats_as_lines(v_missing),
      'Detail has the seats that are taken, and as many numbers as standing places are missing.');
  end if;

  perform private.lock_payments(array[v_payment.id]);
  perform private.prepare_keys(array[v_payment.id]);
  perform private.approve_payment(v_payment, p_note, p_made_by);
  select * into strict v_payment from public.payments p where p.id = v_payment.id;
  return v_payment;
end
$$;

comment on function private.sell(uuid, uuid, jsonb, text, uuid, uuid, text, text, numeric) is
  'Sells lines to a person without an account, all or none, and returns the approved payment. Without p_reference the '
  'order''s code takes its place. p_total: rupees that must be the price (null: any). The caller has locked the order''s id as '
  'a customer. Refusals: as asked_lines and approve_payment, PT403 forbidden, other_user, PT400 unknown_seat, PT409 '
  'not_on_sale, price_changed (detail: the price now), seats_taken (detail: lines).';

create function private.make_guest(p_name text, p_phone text) returns uuid
  language plpgsql volatile set search_path = ''
as $$
declare
  v_id uuid := gen_random_uuid();
begin
  insert into public.profiles (id, name, phone, notify_email, is_guest) values (v_id, p_name, p_phone, false, true);
  return v_id;
end
$$;

comment on function private.make_guest(text, text) is 'Stores a person without an account and returns their id.';

create function private.new_link(p_payment_id uuid, p_made_by uuid) returns text
  language plpgsql volatile set search_path = ''
as $$
declare
  v_secret text := translate(encode(extensions.gen_random_bytes(16), 'base64'), '+/=', '-_');
begin
  insert into private.ended_links (ticket_id, secret_hash, device_hash)
    select g.ticket_id, g.secret_hash, g.device_hash from public.guest_tickets g join public.user_tickets t on t.id = g.ticket_id
    where t.payment_id = p_payment_id and g.opened_at is not null;
  insert into public.guest_tickets as g (ticket_id, secret_hash, made_by)
    select t.id, encode(sha256(convert_to(v_secret, 'UTF8')), 'hex'), p_made_by
    from public.user_tickets t where t.payment_id = p_payment_id order by t.id
    on conflict (ticket_id) do update
    set secret_hash = excluded.secret_hash, made_by = excluded.made_by, made_at = clock_timestamp(), opened_at = null,
      device_hash = null;
  return v_secret;
end
$$;

comment on function private.new_link(uuid, uuid) is
  'Makes the link of a payment''s tickets and returns its secret, 128 random bits, which is not stored. An earlier link '
  'ends; one that was opened is kept in ended_links. For new_ticket_link and repeat_link, which lock the links.';

create function private.undo_time() returns interval
  language sql immutable parallel safe set search_path = ''
as $$ select interval '5 minutes' $$;

comment on function private.undo_time() is
  'Returns for how long its seller may undo a sale at the door and make its link anew. As UNDO_MS in '
  'src/shop/box-office/door-sale.ts.';

create function private.link_doubt(p_payment public.payments) returns text
  language plpgsql volatile set search_path = ''
as $$
begin
  -- Who opens the link meanwhile waits, or has the ticket already.
  perform from public.guest_tickets g join public.user_tickets t on t.id = g.ticket_id
    where t.payment_id = p_payment.id order by g.ticket_id for update of g;
  return case
    when exists (select from public.tills l where l.id = p_payment.till_id and l.closed_at is not null) then 'till_closed'
    when p_payment.created_at < now() - private.undo_time() then 'minutes'
    when exists (
      select from public.guest_tickets g join public.user_tickets t on t.id = g.ticket_id
      where t.payment_id = p_payment.id and g.opened_at is not null) then 'opened' end;
end
$$;

comment on function private.link_doubt(public.payments) is
  'Locks the links of a sale and returns why its seller may not make them anew: till_closed, minutes (undo_time is over), '
  'opened; null when they may.';

create function private.repeat_link(p_payment public.payments, p_made_by uuid) returns text
  language plpgsql volatile set search_path = ''
as $$
begin
  if private.link_doubt(p_payment) is null
     and not exists (select from public.user_tickets t where t.payment_id = p_payment.id and t.revoked_at is not null) then
    return private.new_link(p_payment.id, p_made_by);
  end if;
  return null;
end
$$;

comment on function private.repeat_link(public.payments, uuid) is
  'Returns a new secret for a repeated request, whose answer was lost: while link_doubt has none; else null.';

create function private.door_sale(p_payment public.payments, p_secret text) returns jsonb
  language sql stable set search_path = ''
as $$
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
          'ticket_id', t.id, 'code', t.code, 'seats', t.seats,
          'passes', private.passes_of(t.id, t.user_id),
          'quantity', t.quantity, 'ticket_category_id', t.ticket_category_id, 'user_id', t.user_id, 'event_id', t.event_id,
          'total_amount', t.total_amount) order by l.line), '[]')
      from public.user_tickets t join public.payment_lines l on l.id = t.payment_line_id where t.payment_id = p_payment.id),
    'secret', p_secret)
$$;

comment on function private.door_sale(public.payments, text) is 'Returns what sell_at_door returns.';

create function public.price_at_door(p_lines jsonb default null, p_method text default null) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_terms public.shop_terms := private.terms();
  v_asked record;
  v_rated private.priced_line[];
  v_price record;
begin
  perform private.require_seller();
  if p_method is null or p_method not in ('upi', 'cash', 'card', 'complimentary') then
    perform private.refuse(400, 'invalid', 'p_method', 'p_method is upi, cash, card or complimentary.');
  end if;
  v_asked := private.asked_lines(p_lines, v_terms);
  perform private.refuse_unsold(v_asked.categories);
  v_rated := private.door_rates(v_asked.lines, p_method, v_terms);
  v_price := private.price_lines(v_rated);
  return jsonb_build_object(
    'lines', (
      select jsonb_agg(jsonb_build_object('ticket_category_id', v_asked.categories[r.n], 'unit_price', r.unit_price,
        'quantity', r.quantity, 'gst_percent', r.gst_percent, 'local_percent', r.local_percent,
        'total', v_price.shares[r.n]) order by r.n)
      from unnest(v_rated) with ordinality as r (unit_price, quantity, gst_percent, local_percent, fee, fee_gst_percent, includes_gst, rounds,
        n)),
    'subtotal', v_price.subtotal, 'gst', v_price.gst, 'local_tax', v_price.local_tax, 'total', v_price.total);
end
$$;

comment on function public.price_at_door(jsonb, text) is
  'Returns what lines (as hold_seats takes them) cost at the door now, in rupees: {lines: [{ticket_category_id, '
  'unit_price, quantity, gst_percent, local_percent, total}], subtotal, gst, local_tax, total}, without a convenience fee. '
  'Does not look whether seats are free. Admins and box office staff of the event. Refusals: PT401 not_signed_in, PT403 '
  'forbidden, PT400 invalid, too_many_seats, unknown_seat, PT409 not_on_sale. Security definer: reads what its staff may '
  'not.';

create function public.taken_at_door(p_event_id uuid default null) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_seller();
begin
  perform private.require_event(p_event_id);
  if not private.may_sell(p_event_id) then
    perform private.refuse(403, 'forbidden', 'p_event_id', 'You do not sell for this event.');
  end if;
  return (
    select coalesce(jsonb_object_agg(c.id, public.taken_seats(c.id)), '{}')
    from public.ticket_categories c
    where c.event_id = p_event_id and c.event_id not in (select h from private.hidden_events() as h)
      and (not c.is_hidden or private.may_see_hidden(c.id, c.event_id, v_user)));
end
$$;

comment on function public.taken_at_door(uuid) is
  'Returns what taken_seats does for each category of the event, by its id, as of one moment. Admins and box office staff '
  'of the event. Refusals: PT401 not_signed_in, PT403 forbidden, PT404 not_found. Security definer: as taken_seats.';

create function private.use_till(p_till_id uuid, p_user_id uuid) returns public.tills
  language plpgsql volatile set search_path = ''
as $$
declare
  v_till public.tills;
begin
  -- Closing waits for what is written with it, and what comes later finds it closed.
  select * into v_till from public.tills t where t.id = p_till_id for share;
  if not found then
    perform private.refuse(404, 'not_found', 'p_till_id', 'There is no such till.');
  end if;
  if v_till.opened_by <> p_user_id then
    perform private.refuse(403, 'forbidden', 'p_till_id', 'This till is another person''s.');
  end if;
  if v_till.closed_at is not null then
    perform private.refuse(409, 'till_closed', v_till.closed_at::text, 'This till is closed; open another.');
  end if;
  return v_till;
end
$$;

comment on function private.use_till(uuid, uuid) is
  'Returns the person''s open till and keeps it from being closed. Refusals: PT404 not_found, PT403 forbidden, PT409 '
  'till_closed.';

create function public.sell_at_door(
  p_order_id uuid default null, p_till_id uuid default null, p_lines jsonb default null, p_method text default null,
  p_total numeric default null, p_name text default null, p_phone text default null, p_reference text default null)
  returns jsonb language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_longest_reference constant integer := 64;
  v_seller uuid := private.require_seller();
  v_name text;
  v_phone text;
  v_reference text := nullif(private.normal_reference(p_reference), '');
  v_note text;
  v_total numeric;
  v_payment public.payments;
begin
  if p_order_id is null then
    perform private.refuse(400, 'invalid', 'p_order_id', 'Which order?');
  end if;
  perform private.lock_customer(p_order_id);
  select * into v_payment from public.payments p where p.order_id = p_order_id;
  if found then
    if v_payment.made_by is distinct from v_seller or v_payment.till_id is null then
      perform private.refuse(403, 'other_user', 'p_order_id', 'This order id is in use.');
    end if;
    if v_payment.status <> 'approved' then
      perform private.refuse(409, 'order_submitted', v_payment.order_code, 'This sale was undone; start another.');
    end if;
    return private.door_sale(v_payment, private.repeat_link(v_payment, v_seller));
  end if;

  if p_method is null or p_method not in ('upi', 'cash', 'card', 'complimentary') then
    perform private.refuse(400, 'invalid', 'p_method', 'p_method is upi, cash, card or complimentary.');
  end if;
  v_total := private.require_money(p_total, 'p_total');
  if coalesce(private.clean_text(p_name), '') <> '' then
    v_name := private.require_text(p_name, 'p_name', 120);
  end if;
  v_phone := private.profile_text(jsonb_build_object('p_phone', p_phone), 'p_phone', null, 24, '^[+]?[0-9][0-9 ()-]{5,22}$');
  if p_method = 'complimentary' and v_reference is not null then
    v_note := private.require_text(p_reference, 'p_reference', c_longest_reference);
    v_reference := null;
  elsif char_length(v_reference) > c_longest_reference or v_reference ~ '[\u0001-\u001f\u007f-\u009f]'
     or (v_reference is null and coalesce(private.clean_text(p_reference), '') <> '')
     or (v_reference is not null and p_method not in ('upi', 'card')) then
    perform private.refuse(400, 'invalid', 'p_reference', 'A reference of UPI or a card has 1 to 64 printable characters.');
  end if;
  perform private.use_till(p_till_id, v_seller);
  v_payment := private.sell(p_order_id, private.make_guest(v_name, v_phone), p_lines, p_method, p_till_id, v_seller,
    case when p_method = 'upi' then v_reference end, case when p_method = 'card' then v_reference else v_note end, v_total);
  return private.door_sale(v_payment, private.new_link(v_payment.id, v_seller));
end
$$;

comment on function public.sell_at_door(uuid, uuid, jsonb, text, numeric, text, text, text) is
  'Sells lines (as hold_seats takes them) from the caller''s open till, all or none, and returns {order_id, order_code, '
  'payment_id, method, total, at, name, lines, tickets, secret}: the secret of the link that gives the tickets to the buyer''s '
  'phone, 128 random bits, returned here alone. p_total: rupees that the clerk saw. Sells until six hours after the '
  'start, also while paused and outside a category''s window. Idempotent by order id; a repeat within five minutes makes a '
  'new secret unless the link was opened or the till is closed, later ones have none. p_reference: of UPI or a card, or why it is complimentary. '
  'Admins and box office staff of the event. Refusals: '
  'PT401 not_signed_in, PT403 forbidden, other_user, PT400 invalid, unknown_seat, too_many_seats, PT404 not_found (the '
  'till), PT409 till_closed, not_on_sale, price_changed (detail: the price now), seats_taken (detail: lines), '
  'order_submitted (undone), and for a typed UPI reference reference_approved, reference_of_refund, credit_used (detail: '
  'that order''s code). Security definer: no role may write payments, claims and tickets.';

create function public.undo_door_sale(p_order_id uuid default null, p_reason text default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_seller();
  v_admin boolean := private.is_admin();
  v_reason text := private.require_text(p_reason, 'p_reason', 200);
  v_payment public.payments;
  v_closed timestamptz;
  v_tickets uuid[];
  v_admitted jsonb;
begin
  select * into v_payment from public.payments p where p.order_id = p_order_id and p.till_id is not null;
  if not found then
    perform private.refuse(404, 'not_found', 'p_order_id', 'There is no such sale.');
  end if;
  if v_payment.made_by <> v_user and not v_admin then
    perform private.refuse(403, 'forbidden', 'p_order_id', 'Another person sold this.');
  end if;
  perform private.share_credits();
  perform private.lock_customer(v_payment.user_id);
  select t.closed_at into v_closed from public.tills t where t.id = v_payment.till_id for share;
  perform private.lock_payments(array[v_payment.id]);
  select * into strict v_payment from public.payments p where p.id = v_payment.id;
  if v_payment.status = 'rejected' then
    return private.door_sale(v_payment, null);
  end if;
  if v_closed is not null then
    perform private.refuse(409, 'too_late', 'till_closed', 'Its till is closed.');
  end if;
  if not v_admin and v_payment.created_at < now() - private.undo_time() then
    perform private.refuse(409, 'too_late', 'minutes', 'A sale is undone within five minutes.');
  end if;
  if v_payment.created_at < now() - private.undo_time() and exists (
      select from public.payment_lines l join public.events e on e.id = l.event_id
      where l.payment_id = v_payment.id and e.date <= now())
     or exists (select from public.refunds r where r.payment_id = v_payment.id) then
    perform private.refuse(409, 'too_late', 'begun', 'The event has begun, or money is owed for it.');
  end if;
  v_tickets := array(select t.id from public.user_tickets t where t.payment_id = v_payment.id order by t.id);
  select a.seats into v_admitted
    from unnest(v_tickets) as i, lateral (select private.ticket_admissions(i) as seats) as a where a.seats is not null limit 1;
  if v_admitted is not null then
    perform private.refuse(409, 'admitted', v_admitted::text, 'The ticket was let in; detail says how many seats and when.');
  end if;

  perform private.revoke(v_tickets, v_reason);
  update public.payments p
    set status = 'rejected', reviewed_by = v_user, reviewed_at = now(), review_note = 'Undone at the box office'
    where p.id = v_payment.id returning * into v_payment;
  update public.credits b set payment_id = null where b.payment_id = v_payment.id;
  perform private.record_audit('undo_sale', 'payments', v_payment.id::text, null,
    jsonb_build_object('order_code', v_payment.order_code, 'amount', v_payment.amount, 'method', v_payment.method, 'reason', v_reason));
  return private.door_sale(v_payment, null);
end
$$;

comment on function public.undo_door_sale(uuid, text) is
  'Takes a sale of an open till back: its tickets are revoked, its seats free, its money no longer in the till''s book; '
  'what was paid goes back by hand. By its seller within five minutes, by admins until the event begins. Idempotent. '
  'Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found, PT409 too_late (detail: minutes, '
  'till_closed or begun), admitted (detail: seats, at). Security definer: no role may write payments, claims and tickets.';

create function private.till_book(p_till public.tills, p_whole boolean) returns jsonb
  language plpgsql stable set search_path = ''
as $$
declare
  c_listed constant integer := 200;
  v_answer jsonb;
  v_cash numeric;
begin
  select jsonb_object_agg(m.method, jsonb_build_object('n', m.n, 'amount', m.amount)), max(m.amount) filter (where m.method = 'cash')
    into v_answer, v_cash
    from (
      select k.method, count(p.id) as n, coalesce(sum(p.amount), 0)::numeric(14, 2) as amount
      from unnest(array['cash', 'upi', 'card', 'complimentary']) as k (method)
      left join public.payments p on p.till_id = p_till.id and p.method = k.method and p.status = 'approved'
      group by k.method) as m;
  v_cash := p_till.opening_cash + v_cash + (select coalesce(sum(v.amount), 0) from public.till_moves v where v.till_id = p_till.id);
  v_answer := jsonb_build_object(
    'till', jsonb_build_object('id', p_till.id, 'name', p_till.name), 'opened_at', p_till.opened_at,
    'opened_by', p_till.opened_by,
    'opened_by_name', (select coalesce(f.name, f.email) from public.profiles f where f.id = p_till.opened_by),
    'opening_cash', p_till.opening_cash, 'by_method', v_answer,
    'undone', (
      select jsonb_build_object('n', count(*), 'amount', coalesce(sum(p.amount), 0)::numeric(14, 2))
      from public.payments p where p.till_id = p_till.id and p.status = 'rejected'),
    'expected_cash', v_cash, 'counted_cash', p_till.counted_cash, 'difference', p_till.counted_cash - v_cash,
    'closed_at', p_till.closed_at,
    'closed_by_name', (select coalesce(f.name, f.email) from public.profiles f where f.id = p_till.closed_by),
    'note', p_till.note);
  if not p_whole then
    return v_answer;
  end if;
  return v_answer || jsonb_build_object(
    'moves', (
      select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'amount', v.amount, 'reason', v.reason, 'at', v.made_at,
        'by_name', (select coalesce(f.name, f.email) from public.profiles f where f.id = v.made_by)) order by v.made_at, v.id), '[]')
      from public.till_moves v where v.till_id = p_till.id),
    'sales', (
      select coalesce(jsonb_agg(jsonb_build_object('order_id', s.order_id, 'order_code', s.order_code, 'payment_id', s.id,
        'method', s.method, 'total', s.amount, 'at', s.created_at, 'undone', s.status = 'rejected',
        'undone_at', case when s.status = 'rejected' then s.reviewed_at end,
        'name', (select f.name from public.profiles f where f.id = s.user_id),
        'ticket_id', (
          select t.id from public.user_tickets t where t.payment_id = s.id and t.revoked_at is null order by t.id limit 1),
        'lines', (
          select jsonb_agg(jsonb_build_object('event_name', l.event_name, 'category_name', l.category_name, 'seats', l.seats,
            'quantity', l.quantity, 'total_amount', l.total_amount) order by l.line)
          from public.payment_lines l where l.payment_id = s.id)) order by s.created_at desc, s.id), '[]')
      from (select * from public.payments p where p.till_id = p_till.id order by p.created_at desc, p.id limit c_listed) as s));
end
$$;

comment on function private.till_book(public.tills, boolean) is
  'Returns a till''s book, with its moves and sales when p_whole. Amounts in rupees. expected_cash: opening cash, cash '
  'sales that were not undone, and moves. ticket_id of a sale: one of its valid tickets, for new_ticket_link.';

create function private.find_till(p_till_id uuid, p_user_id uuid) returns public.tills
  language plpgsql stable set search_path = ''
as $$
declare
  v_till public.tills;
begin
  select * into v_till from public.tills t where t.id = p_till_id;
  if not found then
    perform private.refuse(404, 'not_found', 'p_till_id', 'There is no such till.');
  end if;
  if v_till.opened_by <> p_user_id and not private.is_admin() then
    perform private.refuse(403, 'forbidden', 'p_till_id', 'This till is another person''s.');
  end if;
  return v_till;
end
$$;

comment on function private.find_till(uuid, uuid) is
  'Returns a till that the person may read: their own, admins every one. Refusals: PT404 not_found, PT403 forbidden.';

create function public.open_till(p_id uuid default null, p_name text default null, p_cash numeric default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_seller();
  v_name text;
  v_cash numeric;
  v_till public.tills;
begin
  if p_id is null then
    perform private.refuse(400, 'invalid', 'p_id', 'p_id is a uuid made by the device.');
  end if;
  v_name := private.require_text(p_name, 'p_name', 80);
  v_cash := private.require_money(p_cash, 'p_cash');
  if v_cash < 0 then
    perform private.refuse(400, 'invalid', 'p_cash', 'The cash is 0 rupees or more.');
  end if;
  perform private.lock_customer(v_user);
  select * into v_till from public.tills t where t.id = p_id;
  if found then
    v_till := private.find_till(p_id, v_user);
    if (v_till.name, v_till.opening_cash) is distinct from (v_name, v_cash) then
      perform private.refuse(409, 'changed_meanwhile', 'p_id', 'The till is open, with another name or other cash.');
    end if;
    return private.till_book(v_till, true);
  end if;
  select * into v_till from public.tills t where t.opened_by = v_user and t.closed_at is null;
  if found then
    perform private.refuse(409, 'till_open', v_till.id::text, 'Detail is the till that is still open: close it first.');
  end if;
  insert into public.tills (id, name, opened_by, opening_cash) values (p_id, v_name, v_user, v_cash)
    on conflict (id) do nothing returning * into v_till;
  if not found then
    perform private.refuse(403, 'forbidden', 'p_id', 'This till is another person''s.');
  end if;
  return private.till_book(v_till, true);
end
$$;

comment on function public.open_till(uuid, text, numeric) is
  'Opens a till with p_cash rupees in it and returns its book (till_book). A person has one open till. Idempotent by id. '
  'Admins and box office staff. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT409 till_open (detail: '
  'the open till''s id), changed_meanwhile (this id is open with another name or other cash). Security definer: no role '
  'may write tills.';

create function public.close_till(p_id uuid default null, p_counted numeric default null, p_note text default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_seller();
  v_counted numeric := private.require_money(p_counted, 'p_counted');
  v_note text;
  v_till public.tills;
begin
  if v_counted < 0 then
    perform private.refuse(400, 'invalid', 'p_counted', 'The cash is 0 rupees or more.');
  end if;
  if coalesce(private.clean_text(p_note), '') <> '' then
    v_note := private.require_text(p_note, 'p_note', 500);
  end if;
  perform private.find_till(p_id, v_user);
  -- Waits for sales that are being written.
  select * into strict v_till from public.tills t where t.id = p_id for update;
  if v_till.closed_at is null then
    update public.tills t set closed_at = clock_timestamp(), closed_by = v_user, counted_cash = v_counted, note = v_note
      where t.id = p_id returning * into v_till;
  elsif v_till.counted_cash <> v_counted then
    perform private.refuse(409, 'till_closed', v_till.closed_at::text, 'This till was closed with another count.');
  end if;
  return private.till_book(v_till, true);
end
$$;

comment on function public.close_till(uuid, numeric, text) is
  'Closes a till with the cash that was counted, in rupees, and returns its book (till_book). From then on it sells '
  'nothing and its book never changes. Idempotent for the same count. Its own person, and admins. Refusals: PT401 '
  'not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found, PT409 till_closed. Security definer: no role may write '
  'tills.';

create function public.move_till_cash(
  p_id uuid default null, p_till_id uuid default null, p_amount numeric default null, p_reason text default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_seller();
  v_amount numeric := private.require_money(p_amount, 'p_amount');
  v_reason text := private.require_text(p_reason, 'p_reason', 200);
  v_till public.tills;
  v_move public.till_moves;
begin
  if p_id is null then
    perform private.refuse(400, 'invalid', 'p_id', 'p_id is a uuid made by the device.');
  end if;
  if v_amount = 0 then
    perform private.refuse(400, 'invalid', 'p_amount', 'Cash goes in or out.');
  end if;
  select * into v_move from public.till_moves v where v.id = p_id and v.till_id = p_till_id and v.made_by = v_user;
  if found then
    if (v_move.amount, v_move.reason) is distinct from (v_amount, v_reason) then
      perform private.refuse(409, 'changed_meanwhile', 'p_id', 'It is in the book, with another amount or reason.');
    end if;
    return private.till_book(private.find_till(p_till_id, v_user), true);
  end if;
  v_till := private.use_till(p_till_id, v_user);
  insert into public.till_moves (id, till_id, amount, reason, made_by) values (p_id, p_till_id, v_amount, v_reason, v_user)
    on conflict (id) do nothing;
  if not found and not exists (
      select from public.till_moves v where v.id = p_id and v.till_id = p_till_id and v.made_by = v_user) then
    perform private.refuse(403, 'forbidden', 'p_id', 'This id is in use.');
  end if;
  return private.till_book(v_till, true);
end
$$;

comment on function public.move_till_cash(uuid, uuid, numeric, text) is
  'Records cash put into the caller''s open till (above 0 rupees) or taken out of it (below 0), and returns its book '
  '(till_book). Idempotent by id. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found, PT409 '
  'till_closed, changed_meanwhile (this id is in the book with another amount or reason). Security definer: no role may '
  'write till_moves.';

create function public.my_till() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_seller();
  v_till public.tills;
begin
  select * into v_till from public.tills t where t.opened_by = v_user and t.closed_at is null;
  if not found then
    return null;
  end if;
  return private.till_book(v_till, true);
end
$$;

comment on function public.my_till() is
  'Returns the book (till_book) of the caller''s open till, or null. Admins and box office staff. Refusals: PT401 '
  'not_signed_in, PT403 forbidden. Security definer: box office staff read payments through functions alone.';

create function public.till_book(p_till_id uuid default null) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.till_book(private.find_till(p_till_id, private.require_seller()), true);
end
$$;

comment on function public.till_book(uuid) is
  'Returns {till: {id, name}, opened_at, opened_by, opened_by_name, opening_cash, by_method: {cash, upi, card, '
  'complimentary: {n, amount}}, undone: {n, amount}, moves: [{id, amount, reason, at, by_name}], expected_cash, '
  'counted_cash, difference, closed_at, closed_by_name, note, sales: newest 200 of [{order_id, order_code, payment_id, '
  'method, total, at, undone, undone_at, name, lines}]}, in rupees. by_method leaves out what was undone. One''s own, admins '
  'every one. Refusals: PT401 not_signed_in, PT403 forbidden, PT404 not_found. Security definer: as my_till.';

create function public.list_tills() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  c_listed constant integer := 200;
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(private.till_book(t, false) order by t.closed_at is not null, t.opened_at desc, t.id), '[]')
    from (select * from public.tills o order by o.closed_at is not null, o.opened_at desc, o.id limit c_listed) as t);
end
$$;

comment on function public.list_tills() is
  'Returns the books of the tills without moves and sales, open ones first, then the newest, at most 200, for admins '
  '(PT401 not_signed_in, PT403 forbidden). Security definer: as my_till.';

insert into private.rights (roles, privileges, object) values
  ('authenticated', 'select', 'table public.tills'),
  ('authenticated', 'select', 'table public.till_moves'),
  ('authenticated', 'select', 'table public.guest_tickets'),
  -- Visitors get not_signed_in from these.
  ('anon, authenticated', 'execute', 'function public.price_at_door(jsonb, text)'),
  ('anon, authenticated', 'execute', 'function public.taken_at_door(uuid)'),
  ('anon, authenticated', 'execute',
    'function public.sell_at_door(uuid, uuid, jsonb, text, numeric, text, text, text)'),
  ('anon, authenticated', 'execute', 'function public.undo_door_sale(uuid, text)'),
  ('anon, authenticated', 'execute', 'function public.open_till(uuid, text, numeric)'),
  ('anon, authenticated', 'execute', 'function public.close_till(uuid, numeric, text)'),
  ('anon, authenticated', 'execute', 'function public.move_till_cash(uuid, uuid, numeric, text)'),
  ('anon, authenticated', 'execute', 'function public.my_till()'),
  ('anon, authenticated', 'execute', 'function public.till_book(uuid)'),
  ('anon, authenticated', 'execute', 'function public.list_tills()');
