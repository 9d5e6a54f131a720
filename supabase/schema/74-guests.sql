-- Guests: tickets given to a name, and the links that open tickets of people without an account, once and on one device.

create function public.add_guests(
  p_ticket_category_id uuid default null, p_guests jsonb default null, p_list text default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_most_guests constant integer := 200;
  c_contact_longest constant integer := 120;
  c_note_longest constant integer := 200;
  v_admin uuid := private.require_role('events');
  v_list text := '';
  v_event uuid;
  v_ids uuid[];
  v_guest jsonb;
  v_place jsonb;
  v_id uuid;
  v_names text[];
  v_contacts text[];
  v_notes text[];
  v_payment public.payments;
  v_secret text;
  v_at integer := 0;
  v_added integer := 0;
  v_answer jsonb := '[]';
begin
  if jsonb_typeof(p_guests) is distinct from 'array' or jsonb_array_length(p_guests) not between 1 and c_most_guests then
    perform private.refuse(400, 'invalid', 'p_guests', format('1 to %s guests.', c_most_guests));
  end if;
  if coalesce(private.clean_text(p_list), '') <> '' then
    v_list := private.require_text(p_list, 'p_list', 80);
  end if;
  for v_guest in select g from jsonb_array_elements(p_guests) as g loop
    if jsonb_typeof(v_guest) <> 'object'
       or coalesce(v_guest ->> 'id', '') !~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'
       or (v_guest ->> 'id')::uuid = any (v_ids)
       or jsonb_typeof(v_guest -> 'name') is distinct from 'string'
       or coalesce(jsonb_typeof(v_guest -> 'contact'), 'null') not in ('string', 'null')
       or coalesce(jsonb_typeof(v_guest -> 'note'), 'null') not in ('string', 'null') then
      perform private.refuse(400, 'invalid', format('p_guests[%s]', v_at),
        'A guest is {"id": uuid, once, "name": text, "contact": text or null, "note": text or null, "seats": [label, …] or '
        '"count": number}.');
    end if;
    v_ids := v_ids || (v_guest ->> 'id')::uuid;
    v_names := v_names || private.require_text(v_guest ->> 'name', format('p_guests[%s].name', v_at), 120);
    v_contacts := v_contacts || case when coalesce(private.clean_text(v_guest ->> 'contact'), '') <> ''
      then private.require_text(v_guest ->> 'contact', format('p_guests[%s].contact', v_at), c_contact_longest) end;
    v_notes := v_notes || case when coalesce(private.clean_text(v_guest ->> 'note'), '') <> ''
      then private.require_text(v_guest ->> 'note', format('p_guests[%s].note', v_at), c_note_longest) end;
    v_at := v_at + 1;
  end loop;

  perform private.lock_customer(i) from unnest(v_ids) as i order by i;
  select c.event_id into v_event from public.ticket_categories c where c.id = p_ticket_category_id;
  if not found then
    perform private.refuse(404, 'not_found', 'p_ticket_category_id', 'There is no such ticket category.');
  end if;
  -- Claims of many guests are in no order, so others may not claim meanwhile.
  perform private.lock_event(v_event);

  for n in 1 .. cardinality(v_ids) loop
    v_id := v_ids[n];
    v_guest := p_guests -> (n - 1);
    select * into v_payment from public.payments p where p.order_id = v_id;
    if found then
      if v_payment.method <> 'complimentary' or v_payment.till_id is not null then
        perform private.refuse(403, 'other_user', format('p_guests[%s].id', n - 1), 'This id is in use.');
      end if;
      if not exists (
          select from public.user_tickets t
          join public.guest_tickets g on g.ticket_id = t.id
          join public.profiles f on f.id = t.user_id
          where t.payment_id = v_payment.id and t.ticket_category_id = p_ticket_category_id
            and t.quantity::text = case jsonb_typeof(v_guest -> 'seats')
              when 'array' then jsonb_array_length(v_guest -> 'seats')::text else v_guest ->> 'count' end
            and f.name = v_names[n] and g.contact is not distinct from v_contacts[n] and g.list = v_list) then
        perform private.refuse(409, 'changed_meanwhile', format('p_guests[%s].id', n - 1),
          'This guest was added with another name, contact, list or number of places.');
      end if;
      v_secret := private.repeat_link(v_payment, v_admin);
    else
      v_place := jsonb_build_object('ticket_category_id', p_ticket_category_id)
        || jsonb_strip_nulls(jsonb_build_object('seats', v_guest -> 'seats', 'count', v_guest -> 'count'));
      -- Seats kept for guests are given to them; a refusal below keeps them.
      if jsonb_typeof(v_guest -> 'seats') = 'array' then
        delete from public.seat_claims c
          where c.ticket_category_id = p_ticket_category_id and c.state = 'kept'
            and c.seat in (select s from jsonb_array_elements_text(v_guest -> 'seats') as s);
      end if;
      v_payment := private.sell(v_id, private.make_guest(v_names[n], null), jsonb_build_array(v_place), 'complimentary',
        null, v_admin, null, null, null);
      v_secret := private.new_link(v_payment.id, v_admin);
      update public.guest_tickets g set list = v_list, contact = v_contacts[n], note = v_notes[n]
        from public.user_tickets t where t.payment_id = v_payment.id and g.ticket_id = t.id;
      v_added := v_added + 1;
    end if;
    v_answer := v_answer || (
      select jsonb_build_object('guest_id', v_id, 'order_id', v_id, 'order_code', v_payment.order_code, 'ticket_id', t.id,
        'code', t.code, 'seats', t.seats, 'secret', v_secret)
      from public.user_tickets t where t.payment_id = v_payment.id);
  end loop;
  if v_added > 0 then
    perform private.record_audit('add_guests', 'ticket_categories', p_ticket_category_id::text, null, (
      select jsonb_build_object('name', c.name, 'list', v_list, 'guests', v_added)
      from public.ticket_categories c where c.id = p_ticket_category_id));
  end if;
  return v_answer;
end
$$;

comment on function public.add_guests(uuid, jsonb, text) is
  'Gives complimentary tickets of a category to 1 to 200 guests, [{id: uuid made by the caller, name, contact or null, '
  'note or null, seats: [label, …] or count: of standing places}], all or none, and returns [{guest_id, order_id, order_code, '
  'ticket_id, code, seats, secret}] in their order: secret is of the link that opens the ticket, once, and returned here '
  'alone. Seats that staff keep may be given. Idempotent by id; a repeat within five minutes makes new secrets, later ones '
  'have none. Admins and events staff. Refusals: PT401 not_signed_in, PT403 forbidden, other_user, PT400 invalid, unknown_seat, '
  'too_many_seats, PT404 not_found, PT409 not_on_sale (a draft, cancelled, over), seats_taken (detail: lines), '
  'changed_meanwhile (this id was added with another name, contact, list or number of places). Security definer: no role '
  'may write payments, claims and tickets.';

create function public.list_guests(p_event_id uuid default null) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_role('events');
  perform private.require_event(p_event_id);
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
        'guest_id', p.order_id, 'order_id', p.order_id, 'order_code', p.order_code, 'ticket_id', t.id, 'user_id', t.user_id,
        'name', f.name, 'contact', g.contact, 'note', g.note, 'list', g.list, 'ticket_category_id', t.ticket_category_id, 'category', c.name,
        'seats', t.seats, 'quantity', t.quantity, 'code', t.code,
        'link', case when t.revoked_at is not null then 'revoked' when g.opened_at is not null then 'opened' else 'new' end,
        'link_made_at', g.made_at, 'opened_at', g.opened_at, 'revoked_at', t.revoked_at, 'revoked_reason', t.revoked_reason,
        'let_in', coalesce((private.ticket_admissions(t.id) ->> 'seats')::integer, 0), 'made_at', p.created_at)
      order by g.list, f.name, t.id), '[]')
    from public.guest_tickets g
    join public.user_tickets t on t.id = g.ticket_id
    join public.payments p on p.id = t.payment_id
    join public.ticket_categories c on c.id = t.ticket_category_id
    left join public.profiles f on f.id = t.user_id
    where t.event_id = p_event_id and g.list is not null);
end
$$;

comment on function public.list_guests(uuid) is
  'Returns the guests of an event, by list and name, as one value, so that no row limit cuts it: [{guest_id, order_id, '
  'order_code, ticket_id, user_id, name (null once forgotten), contact, note, list, ticket_category_id, category, seats, '
  'quantity, code, link: new, opened or revoked, link_made_at, opened_at, revoked_at, revoked_reason, let_in: seats, '
  'made_at}]. Admins and events staff. Refusals: PT401 not_signed_in, PT403 forbidden, PT404 not_found. Security definer: reads '
  'names and scans without a policy check a row.';

create function public.new_ticket_link(p_ticket_id uuid default null) returns text
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_role('box_office', 'events');
  v_admin boolean := private.is_admin();
  v_payment public.payments;
  v_revoked timestamptz;
  v_doubt text;
  v_secret text;
begin
  select p.* into v_payment from public.guest_tickets g
    join public.user_tickets t on t.id = g.ticket_id join public.payments p on p.id = t.payment_id
    where g.ticket_id = p_ticket_id and (v_admin or g.list is not null and private.may('events')
        or p.made_by = v_user and private.may_sell(t.event_id));
  if not found then
    perform private.refuse(404, 'not_found', 'p_ticket_id', 'No such ticket has a link, or another person sold it.');
  end if;
  perform private.lock_customer(v_payment.order_id);
  select t.revoked_at into v_revoked from public.user_tickets t where t.id = p_ticket_id;
  if v_revoked is not null then
    perform private.refuse(409, 'already_decided', jsonb_build_object('status', 'revoked')::text, 'The ticket was taken back.');
  end if;
  v_doubt := private.link_doubt(v_payment);
  if v_doubt is not null and not v_admin then
    perform private.refuse(409, 'too_late', v_doubt, 'From now on an admin makes a new link.');
  end if;
  v_secret := private.new_link(v_payment.id, v_user);
  perform private.record_audit('new_link', 'user_tickets', p_ticket_id::text, null,
    jsonb_build_object('code', (select t.code from public.user_tickets t where t.id = p_ticket_id)));
  return v_secret;
end
$$;

comment on function public.new_ticket_link(uuid) is
  'Makes a new link for a guest''s or a door sale''s ticket (and the others of that sale) and returns its secret; the '
  'earlier link ends. A device that has the ticket keeps it and says so, and for a day neither hands it over nor gives it '
  'back (require_rested_link). Who sold it for five minutes, while the till is open and the link unopened; admins always. '
  'Refusals: PT401 not_signed_in, PT403 forbidden, PT404 not_found, PT409 already_decided (revoked), too_late (detail: '
  'till_closed, minutes or opened). Security definer: no role may write guest_tickets.';

create function private.hash_of_secret(p_secret text) returns text
  language plpgsql immutable set search_path = ''
as $$
begin
  if p_secret is null or p_secret !~ '^[A-Za-z0-9_-]{22}$' then
    perform private.refuse(404, 'not_found', 'p_secret', 'There is no such link.');
  end if;
  return encode(sha256(convert_to(p_secret, 'UTF8')), 'hex');
end
$$;

comment on function private.hash_of_secret(text) is
  'Returns the hash under which a link is stored, or PT404 not_found: what is no secret costs no look-up; guessing one '
  'takes 2^127 of them on average.';

create function private.hash_of_device(p_device text) returns text
  language plpgsql immutable set search_path = ''
as $$
begin
  if p_device is null or p_device !~ '^([A-Za-z0-9_-]{43}|[0-9a-f]{64})$' then
    perform private.refuse(400, 'invalid', 'p_device', 'A device is 32 random bytes in base64url or hexadecimal.');
  end if;
  return encode(sha256(convert_to(p_device, 'UTF8')), 'hex');
end
$$;

comment on function private.hash_of_device(text) is 'Returns the hash under which a device is stored, or PT400 invalid.';

create function private.link_state(p_secret_hash text) returns text
  language sql stable set search_path = ''
as $$
  select case
    when bool_and(t.revoked_at is not null) then 'revoked'
    when bool_and(e.status = 'cancelled' or private.gate_closes(e.date) < now()) then 'over'
    when bool_or(g.opened_at is not null) then 'opened'
    else 'new' end
  from public.guest_tickets g join public.user_tickets t on t.id = g.ticket_id join public.events e on e.id = t.event_id
  where g.secret_hash = p_secret_hash
  having count(*) > 0
$$;

comment on function private.link_state(text) is
  'Returns new, opened, revoked (every ticket of the link) or over (24 hours after the start, or cancelled); null for an '
  'unknown link.';

create function public.peek_ticket_link(p_secret text default null) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
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
      'category', f.category, 'people', f.people, 'paid_order', f.paid_order)
    from (
      select (array_agg(t.event_id order by v.date, t.id))[1] as event_id, sum(t.quantity) as people,
        min(p.order_code) filter (where v.status = 'cancelled' and p.method <> 'complimentary' and p.amount > 0) as paid_order,
        string_agg(c.name, ', ' order by v.date, t.id) as category
      from public.guest_tickets g
      join public.user_tickets t on t.id = g.ticket_id
      join public.payments p on p.id = t.payment_id
      join public.ticket_categories c on c.id = t.ticket_category_id
      join public.events v on v.id = t.event_id
      where g.secret_hash = v_hash) as f
    join public.events e on e.id = f.event_id);
end
$$;

comment on function public.peek_ticket_link(text) is
  'Returns {state: new, opened, revoked or over, event, event_id, venue, city, date, status, previous_date, category, '
  'people, paid_order: the code under which money is owed for a cancelled event, else null} of a ticket''s link to anyone who has it: '
  'nothing personal, and nothing that opens a gate; of a hand-over '
  'private.peek_transfer. Changes nothing. '
  'Refusals: PT404 not_found. Security definer: visitors read no tickets.';

create function public.open_ticket_link(p_secret text default null, p_device text default null, p_name text default null)
  returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_hash text := private.hash_of_secret(p_secret);
  v_device text := private.hash_of_device(p_device);
  v_link public.guest_tickets;
  v_state text;
  v_ended timestamptz;
begin
  if exists (select from private.pass_links l where l.secret_hash = v_hash) then
    return private.take_transfer(v_hash, v_device, p_name);
  end if;
  -- The second of two devices waits here, and then finds it used.
  perform from public.guest_tickets g where g.secret_hash = v_hash order by g.ticket_id for update;
  select * into v_link from public.guest_tickets g where g.secret_hash = v_hash order by g.ticket_id limit 1;
  v_state := private.link_state(v_hash);
  if v_state is null then
    select min(l.ended_at) into v_ended from private.ended_links l where l.secret_hash = v_hash and l.device_hash = v_device;
    if v_ended is not null then
      perform private.refuse(409, 'already_decided', jsonb_build_object('status', 'taken_over', 'at', v_ended)::text,
        'Staff made a new link of the ticket.');
    end if;
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
        'payment_status', t.payment_status, 'code', t.code,
        'passes', private.passes_of(t.id, t.user_id), 'handed', private.handed_passes(t.id, t.user_id),
        'returns', private.returns_of(t.id), 'screen_only', e.screen_only,
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
$$;

comment on function public.open_ticket_link(text, text, text) is
  'Gives the tickets of a link to the first device that asks, whole, so that it can keep and show them offline: '
  '{opened_at, tickets: [{ticket_id, user_id, event_id, ticket_category_id, payment_id, payment_line_id, order_id, '
  'order_code, method, name, seats, quantity, total_amount, payment_status, code, revoked_at, '
  'revoked_reason, created_at, updated_at, event_name, category_name, event, singer, category, sections, returns: as '
  'private.returns_of}]}. p_device: 32 '
  'random bytes that the device keeps, in base64url or hexadecimal; the same device may repeat, and learns of revoked '
  'tickets and of moved or cancelled events. A link of a hand-over gives its pass to a person of p_name (see '
  'private.take_transfer). For anyone who has the link. Refusals: PT404 not_found, PT400 invalid, PT409 '
  'link_used (detail: since when), already_decided (detail: revoked; or {status: taken_over, at} for the device that had '
  'the ticket by a link that a new one ended), too_late (over or cancelled). Security definer: visitors read no tickets.';

create function private.forget_guests_of(p_event_ids uuid[]) returns integer
  language plpgsql volatile set search_path = ''
as $$
declare
  v_gone integer;
begin
  update public.guest_tickets g set contact = null, note = null
    from public.user_tickets t where t.event_id = any (p_event_ids) and g.ticket_id = t.id and (g.contact is not null or g.note is not null);
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
$$;

comment on function private.forget_guests_of(uuid[]) is
  'Deletes names, phone numbers, contacts and notes of people without an account who have tickets of these events alone, and '
  'returns how many they were.';

create function public.forget_guests(p_event_id uuid default null) returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_gone integer;
begin
  perform private.require_admin();
  perform private.require_event(p_event_id);
  v_gone := private.forget_guests_of(array[p_event_id]);
  if v_gone > 0 then
    perform private.record_audit('forget_guests', 'events', p_event_id::text, null, (
      select jsonb_build_object('city', e.city, 'venue', e.venue, 'guests', v_gone) from public.events e where e.id = p_event_id));
  end if;
  return v_gone;
end
$$;

comment on function public.forget_guests(uuid) is
  'Deletes the names, phone numbers and contacts of an event''s guests and buyers at the door, and returns how many they '
  'were; their tickets stay valid, without a name. The shop does it by itself thirty days after the event. Admins only. '
  'Refusals: PT401 not_signed_in, PT403 forbidden, PT404 not_found. Security definer: no role may write profiles.';

insert into private.rights (roles, privileges, object) values
  ('anon, authenticated', 'execute', 'function public.add_guests(uuid, jsonb, text)'),
  ('anon, authenticated', 'execute', 'function public.list_guests(uuid)'),
  ('anon, authenticated', 'execute', 'function public.new_ticket_link(uuid)'),
  ('anon, authenticated', 'execute', 'function public.peek_ticket_link(text)'),
  ('anon, authenticated', 'execute', 'function public.open_ticket_link(text, text, text)'),
  ('anon, authenticated', 'execute', 'function public.forget_guests(uuid)');
