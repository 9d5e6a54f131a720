-- Who sings at a concert that is sold does not change by an edit, and the check-in list says what the gate says of a ticket
-- whose money goes back.
--
--   update of events: PT409 in_use (detail: singer_id) for another singer while seats are sold, under review or held
--   get_check_ins() -> as before, with refund_status

-- ---------------------------------------------------------------------------------------------------------------
-- What is sold keeps its singer, date and place

create or replace function private.guard_event_edit() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.date is distinct from old.date then
    if old.status = 'cancelled' then
      perform private.refuse(409, 'not_on_sale', 'date', 'A cancelled event does not move.');
    end if;
    if isfinite(new.date) and new.date <= now() and new.date >= '2000-01-01 00:00+00' then
      perform private.refuse(400, 'invalid', 'date', 'An event moves to a time to come.');
    end if;
  end if;
  -- Nobody buys between this look and the change.
  perform private.lock_event_soon(old.id);
  if exists (
    select from public.seat_claims c where c.event_id = old.id and (c.state <> 'held' or c.expires_at > now()))
  then
    if new.singer_id is distinct from old.singer_id then
      perform private.refuse(409, 'in_use', 'singer_id',
        'Seats are sold or held for this singer. A name is corrected by renaming the singer.');
    end if;
    perform private.refuse(409, 'move_only', old.id::text, 'Seats are sold or held: date, city and venue change by move_event.');
  end if;
  return new;
end
$$;
comment on function private.guard_event_edit() is
  'Trigger 15_guard_edit, when a client itself gives an event another singer, date or place: PT409 not_on_sale (cancelled), '
  'PT400 invalid (a date that is past), PT409 in_use (another singer; detail: singer_id) and move_only (another date or place) '
  'while seats are sold or held. Security definer: reads claims whatever the writer may read.';
drop trigger "15_guard_edit" on public.events;
create trigger "15_guard_edit" before update on public.events
  for each row when (
    current_user in ('anon', 'authenticated')
    and (new.singer_id, new.date, new.city, new.venue) is distinct from (old.singer_id, old.date, old.city, old.venue)
  ) execute function private.guard_event_edit();

-- ---------------------------------------------------------------------------------------------------------------
-- The check-in list

create or replace view private.check_ins with (security_invoker = true) as
  select t.id as ticket_id, t.event_id, t.code, p.order_code, f.name as user_name, f.email as user_email,
    t.ticket_category_id, c.name as ticket_category, t.seats, t.payment_status,
    coalesce(a.seats, '{}') as admitted_seats, a.first_in_at, a.last_in_at, coalesce(a.gates, '{}') as gates,
    r.status as refund_status
  from public.user_tickets t
  join public.payments p on p.id = t.payment_id
  join public.ticket_categories c on c.id = t.ticket_category_id
  left join public.profiles f on f.id = t.user_id
  left join public.refunds r on r.ticket_id = t.id
  left join lateral (
    select array_agg(distinct x.seat order by x.seat) filter (where x.seat is not null) as seats,
      min(s.corrected_at) as first_in_at, max(s.corrected_at) as last_in_at, array_agg(distinct s.gate order by s.gate) as gates
    from public.ticket_scans s, lateral unnest(s.seats) as x (seat)
    where s.event_id = t.event_id and s.known_ticket = t.id
      and not exists (select from public.ticket_scans u where u.undoes = s.id and u.event_id = s.event_id)
  ) as a on true
  where (select private.is_admin());

drop function public.get_check_ins();
create function public.get_check_ins()
  returns table (ticket_id uuid, event_id uuid, code text, order_code text, user_name text, user_email text,
    ticket_category_id uuid, ticket_category text, seats text[], payment_status text, admitted_seats text[],
    first_in_at timestamptz, last_in_at timestamptz, gates text[], refund_status text)
  language sql stable
as $$
  select l.ticket_id, l.event_id, l.code, l.order_code, l.user_name, l.user_email, l.ticket_category_id, l.ticket_category,
    l.seats, l.payment_status, l.admitted_seats, l.first_in_at, l.last_in_at, l.gates, l.refund_status
  from private.check_ins l
$$;
comment on function public.get_check_ins() is
  'Every ticket with who came in on it, when and where, and refund_status (requested: the gate refuses it; refunded; null), '
  'for admins; nothing for others. Filter by event_id. Invoker and without a set clause, so that it is inlined and PostgREST '
  'can filter, order, page and count it.';
select private.grant_scans();
