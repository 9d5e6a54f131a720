-- Changes of events: cancelling, moving, and what may not be deleted.

create function public.cancel_event(p_event_id uuid default null, p_reason text default null) returns public.events
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_longest_reason constant integer := 500;
  v_reason text;
  v_event public.events;
begin
  perform private.require_admin();
  if p_event_id is null then
    perform private.refuse(400, 'invalid', 'p_event_id', 'Which event?');
  end if;
  v_reason := private.require_text(p_reason, 'p_reason', c_longest_reason);
  perform private.lock_event(p_event_id);
  select * into v_event from public.events e where e.id = p_event_id for no key update;
  if not found then
    perform private.refuse(404, 'not_found', 'p_event_id', 'There is no such event.');
  end if;
  if v_event.status <> 'cancelled' then
    update public.events e set status = 'cancelled', cancelled_reason = v_reason where e.id = p_event_id returning * into v_event;
  end if;
  perform from public.seat_claims c where c.event_id = p_event_id and c.state = 'held'
    order by c.event_id, c.place, c.seat for no key update;
  delete from public.seat_claims c where c.event_id = p_event_id and c.state = 'held';
  return v_event;
end
$$;
comment on function public.cancel_event(uuid, text) is
  'Stops the sale for good and frees what is held; payments under review and tickets stay. Again returns the event as it '
  'is, with its first reason. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found. '
  'Security definer: status changes here alone, and nobody writes claims directly.';

create function public.move_event(p_event_id uuid default null, p_date timestamptz default null) returns public.events
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_event public.events;
begin
  perform private.require_admin();
  if p_event_id is null then
    perform private.refuse(400, 'invalid', 'p_event_id', 'Which event?');
  end if;
  if p_date is null or not isfinite(p_date) then
    perform private.refuse(400, 'invalid', 'p_date', 'The new date is a point in time.');
  end if;
  perform private.lock_event(p_event_id);
  select * into v_event from public.events e where e.id = p_event_id for no key update;
  if not found then
    perform private.refuse(404, 'not_found', 'p_event_id', 'There is no such event.');
  end if;
  if v_event.date = p_date then
    return v_event;
  end if;
  if v_event.status = 'cancelled' then
    perform private.refuse(409, 'not_on_sale', 'p_event_id', 'A cancelled event does not move.');
  end if;
  if p_date <= now() then
    perform private.refuse(400, 'invalid', 'p_date', 'An event moves to a time to come.');
  end if;
  update public.events e set date = p_date, previous_date = v_event.date where e.id = p_event_id returning * into v_event;
  return v_event;
end
$$;
comment on function public.move_event(uuid, timestamptz) is
  'Gives the event another date and keeps the one before in previous_date; tickets stay valid. The same date again changes '
  'nothing. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found, PT409 not_on_sale '
  '(cancelled). Security definer: previous_date changes here alone.';

-- ---------------------------------------------------------------------------------------------------------------
-- What may not be deleted

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
  'A claim other than an expired hold, a line or a ticket hangs on the category, or an order younger than a day lists it.';

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
  -- Waits for sales in progress: they keep the category they sell from.
  perform from public.ticket_categories c where c.id = any (v_categories) order by c.id for update;
  if exists (select from unnest(v_categories) as c where private.category_in_use(c)) then
    perform private.refuse(409, 'in_use', tg_table_name, 'Seats, payments, tickets or recent orders hang on it.');
  end if;
  if tg_table_name = 'ticket_categories' then
    -- What is left are holds that ran out and orders nobody finished.
    perform from public.seat_claims c where c.ticket_category_id = old.id
      order by c.event_id, c.place, c.seat for update;
    delete from public.seat_claims c where c.ticket_category_id = old.id;
    delete from private.order_prices p where p.ticket_category_id = old.id;
  end if;
  return old;
end
$$;
comment on function private.guard_deletion() is
  'Trigger 10_guard_deletion: PT409 in_use. Security definer: reads claims, lines, tickets and orders whatever the writer '
  'may read.';

create trigger "10_guard_deletion" before delete on public.singers
  for each row execute function private.guard_deletion();
create trigger "10_guard_deletion" before delete on public.events
  for each row execute function private.guard_deletion();
create trigger "10_guard_deletion" before delete on public.ticket_categories
  for each row execute function private.guard_deletion();
create trigger "10_guard_deletion" before delete on public.seating_layouts
  for each row execute function private.guard_deletion();

create function private.grant_event_changes() returns void
  language plpgsql set search_path = ''
as $$
begin
  revoke all on function public.cancel_event(uuid, text), public.move_event(uuid, timestamptz),
    private.category_in_use(uuid), private.guard_deletion(), private.grant_event_changes()
    from public, anon, authenticated;
  -- Visitors may call these only to be told to sign in.
  grant execute on function public.cancel_event(uuid, text), public.move_event(uuid, timestamptz) to anon, authenticated;
end
$$;
comment on function private.grant_event_changes() is 'All privileges of this file; can be repeated.';
select private.grant_event_changes();
