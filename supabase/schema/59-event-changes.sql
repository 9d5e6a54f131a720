-- Changes of events: cancelling, moving, and what may not be deleted.

create function public.cancel_event(p_event_id uuid default null, p_reason text default null) returns public.events
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_longest_reason constant integer := 500;
  v_event public.events := private.lock_own_event(p_event_id, 'admin');
  v_reason text := private.require_text(p_reason, 'p_reason', c_longest_reason);
begin
  if v_event.status <> 'cancelled' then
    update public.events e set status = 'cancelled', cancelled_reason = v_reason where e.id = p_event_id returning * into v_event;
  end if;
  perform private.end_list(c.id) from public.ticket_categories c where c.event_id = p_event_id;
  -- Holds without a customer are free standing places: they stay.
  perform from public.seat_claims c where c.event_id = p_event_id and c.state = 'held' and c.user_id is not null
    order by c.event_id, c.place, c.seat for no key update;
  delete from public.seat_claims c where c.event_id = p_event_id and c.state = 'held' and c.user_id is not null;
  perform private.owe_event(p_event_id);
  return v_event;
end
$$;

comment on function public.cancel_event(uuid, text) is
  'Stops the sale for good, ends waiting lists, offers and returns, frees held seats, and records in refunds what is owed to whom; payments under review, '
  'tickets and kept seats stay. A repeat returns the event as it is, with its first reason. Admins only. Refusals: PT401 '
  'not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found. Security definer: only this changes status, and no '
  'role may write claims or refunds.';

create function private.category_in_use(p_ticket_category_id uuid) returns boolean
  language sql stable set search_path = ''
as $$
  select exists (
      select from public.seat_claims c
      where c.ticket_category_id = p_ticket_category_id and (c.state <> 'held' or c.expires_at > now()))
    or exists (select from public.payment_lines l where l.ticket_category_id = p_ticket_category_id)
    or exists (select from public.user_tickets t where t.ticket_category_id = p_ticket_category_id)
    or exists (
      select from private.order_prices p join private.orders o on o.id = p.order_id
      where p.ticket_category_id = p_ticket_category_id and o.created_at > now() - interval '24 hours')
$$;

comment on function private.category_in_use(uuid) is
  'True when the category has a claim other than an expired hold (a kept seat is given back first), a line or a '
  'ticket, or an order younger than a day lists it.';

create function private.guard_deletion() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_categories uuid[];
begin
  v_categories := case tg_table_name
    when 'ticket_categories' then array[old.id]
    when 'events' then array(select c.id from public.ticket_categories c where c.event_id = old.id)
    when 'singers' then array(
      select c.id from public.ticket_categories c join public.events e on e.id = c.event_id where e.singer_id = old.id)
    when 'seating_layouts' then array(
      select l.ticket_category_id from public.ticket_category_layouts l where l.seating_layout_id = old.id)
  end;
  -- Waits for sales in progress, which lock the category they sell from.
  perform from public.ticket_categories c where c.id = any (v_categories) order by c.id for update;
  if exists (select from unnest(v_categories) as c where private.category_in_use(c)) then
    perform private.refuse(409, 'in_use', tg_table_name, 'Seats, payments, tickets or recent orders hang on it.');
  end if;
  if tg_table_name = 'ticket_categories' then
    -- Only expired holds and unfinished orders are left.
    perform from public.seat_claims c where c.ticket_category_id = old.id
      order by c.event_id, c.place, c.seat for update;
    delete from public.seat_claims c where c.ticket_category_id = old.id;
    -- The standing places that the deleted claims left.
    delete from public.seat_claims c where c.ticket_category_id = old.id;
    delete from private.order_prices p where p.ticket_category_id = old.id;
  end if;
  return old;
end
$$;

comment on function private.guard_deletion() is
  'Trigger 10_guard_deletion: PT409 in_use. Security definer: reads claims, lines, tickets and orders whatever the '
  'writer may read.';

create trigger "10_guard_deletion" before delete on public.singers
  for each row execute function private.guard_deletion();

create trigger "10_guard_deletion" before delete on public.events
  for each row execute function private.guard_deletion();

create trigger "10_guard_deletion" before delete on public.ticket_categories
  for each row execute function private.guard_deletion();

create trigger "10_guard_deletion" before delete on public.seating_layouts
  for each row execute function private.guard_deletion();

create function private.is_asked_for(p_event_id uuid) returns boolean
  language sql stable set search_path = ''
as $$
  select exists (
    select from public.seat_claims c
    where c.event_id = p_event_id and c.state <> 'kept' and (c.state <> 'held' or c.expires_at > now()))
$$;

comment on function private.is_asked_for(uuid) is 'True when seats of the event are held, under review or sold.';

create function private.check_move(p_was public.events, p_date timestamptz, p_argument text) returns void
  language plpgsql stable set search_path = ''
as $$
begin
  if p_was.status = 'cancelled' then
    perform private.refuse(409, 'not_on_sale', p_argument, 'A cancelled event does not move.');
  end if;
  if p_date <= now() then
    perform private.refuse(400, 'invalid', p_argument, 'An event moves to a time to come.');
  end if;
end
$$;

comment on function private.check_move(public.events, timestamptz, text) is
  'Refuses another date or place of an event: PT409 not_on_sale (cancelled), PT400 invalid (a past date), naming p_argument.';

create function private.refuse_other_singer() returns void
  language plpgsql immutable set search_path = ''
as $$
begin
  perform private.refuse(409, 'in_use', 'singer_id',
    'Seats are sold or held for this singer. A name is corrected by renaming the singer.');
end
$$;

comment on function private.refuse_other_singer() is 'Refuses another singer: PT409 in_use (detail: singer_id).';

-- docs/decisions/0039-what-is-sold-moves.md
create function private.guard_event_edit() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.date is distinct from old.date then
    perform private.check_move(old, new.date, 'date');
  end if;
  perform private.lock_event_soon(old.id);
  if private.is_asked_for(old.id) then
    if new.singer_id is distinct from old.singer_id then
      perform private.refuse_other_singer();
    end if;
    perform private.refuse(409, 'move_only', old.id::text, 'Seats are sold or held: date, city and venue change by move_event.');
  end if;
  return new;
end
$$;

comment on function private.guard_event_edit() is
  'Trigger 15_guard_edit, for direct edits of an event''s singer, date or place: PT409 not_on_sale (cancelled), PT400 '
  'invalid (a past date), PT409 in_use (another singer; detail: singer_id) and move_only (another date or place) '
  'while seats are sold or held. Security definer: reads claims whatever the writer may read.';

create function public.move_event(
    p_event_id uuid default null, p_date timestamptz default null, p_city text default null, p_venue text default null)
  returns public.events
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_event public.events := private.lock_own_event(p_event_id, 'admin');
begin
  if (p_date is null and p_city is null and p_venue is null) or not isfinite(p_date) then
    perform private.refuse(400, 'invalid', 'p_date', 'The new date is a point in time.');
  end if;
  if coalesce(p_date, v_event.date) = v_event.date and coalesce(p_city, v_event.city) = v_event.city
     and coalesce(p_venue, v_event.venue) = v_event.venue then
    return v_event;
  end if;
  perform private.check_move(v_event, coalesce(p_date, v_event.date), 'p_date');
  update public.events e
    set date = coalesce(p_date, e.date), city = coalesce(p_city, e.city), venue = coalesce(p_venue, e.venue),
      previous_date = case when coalesce(p_date, e.date) = e.date then e.previous_date else e.date end
    where e.id = p_event_id returning * into v_event;
  return v_event;
end
$$;

comment on function public.move_event(uuid, timestamptz, text, text) is
  'Gives the event another date, keeping the earlier one in previous_date, or another place; tickets stay valid. '
  'Idempotent. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found, PT409 '
  'not_on_sale (cancelled). Security definer: only this changes previous_date.';

create trigger "15_guard_edit" before update on public.events
  for each row when (
    current_user in ('anon', 'authenticated')
    and (new.singer_id, new.date, new.city, new.venue) is distinct from (old.singer_id, old.date, old.city, old.venue)
  ) execute function private.guard_event_edit();

insert into private.rights (roles, privileges, object) values
  ('anon, authenticated', 'execute', 'function public.cancel_event(uuid, text)'),
  ('anon, authenticated', 'execute', 'function public.move_event(uuid, timestamptz, text, text)');
