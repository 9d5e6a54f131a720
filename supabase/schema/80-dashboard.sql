-- Dashboard: the figures staff start their day with, and counts of payments by state.

create function private.given_tickets(p_method text) returns bigint
  language sql stable set search_path = ''
as $$
  select coalesce(sum(t.quantity), 0)
  from public.payments p join public.user_tickets t on t.payment_id = p.id
  where p.method = p_method and p.method in ('complimentary', 'free') and p.status = 'approved' and t.revoked_at is null and not p.is_test
$$;

comment on function private.given_tickets(text) is
  'Counts the people on valid tickets that cost nothing: complimentary or free.';

create index payments_given on public.payments (method, created_at) where method in ('complimentary', 'free');

create function private.shop_net() returns jsonb
  language sql stable set search_path = ''
as $$
  select jsonb_build_object('revenue', m.revenue::text, 'short', m.short::text, 'back', m.back::text,
    'net', (m.revenue - m.short - m.back)::text)
  from (
    select
      (select coalesce(sum(p.amount), 0)::numeric(14, 2) from public.payments p where p.status = 'approved' and not p.is_test) as revenue,
      (select coalesce(sum(greatest(0, p.amount - c.came)), 0)::numeric(14, 2)
        from (
          select b.payment_id, coalesce(sum(b.amount) filter (where b.set_aside_at is null), 0) as came
          from public.credits b where b.payment_id is not null group by b.payment_id) as c
        join public.payments p on p.id = c.payment_id and p.status = 'approved' and not p.is_test) as short,
      (select coalesce(sum(r.amount), 0)::numeric(14, 2) from public.refunds r where r.reason not in ('rejected', 'overpaid')) as back) as m
$$;

comment on function private.shop_net() is
  'Returns {revenue, short, back, net} in rupees: approved payments, what the credits of their approvals lack, what went or has to '
  'go back of them, and what is left. Money of rejected payments and what came beyond a price were never revenue. Text, so '
  'that no client reads rupees as a binary fraction.';

create function public.dashboard_stats() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_now timestamptz := now();
  v_events bigint;
  v_sold bigint;
begin
  perform private.require_user();
  if not private.may('payments') then
    perform private.refuse(403, 'forbidden', '', 'This is for payments staff.');
  end if;
  select count(*) into v_events from public.events;
  select coalesce(sum(c.tickets_sold), 0) into v_sold from public.ticket_categories c;
  -- A test's seats are taken while it lives.
  v_sold := v_sold - (
    select coalesce(sum(t.quantity), 0) from public.user_tickets t where t.is_test and t.revoked_at is null);
  return jsonb_build_object(
    'at', v_now,
    'total_singers', (select count(*) from public.singers),
    'total_events', v_events,
    'upcoming_events', (select count(*) from public.events e where e.date >= v_now),
    'next_event_at',
      (select min(e.date) from public.events e where e.date >= v_now and e.status = 'scheduled'),
    'tickets_sold', v_sold,
    'recent_bookings',
      (select count(*) from public.user_tickets t where t.created_at >= v_now - interval '24 hours' and not t.is_test),
    'complimentary_tickets', private.given_tickets('complimentary'),
    'free_tickets', private.given_tickets('free'),
    'average_tickets_per_event', case when v_events = 0 then 0 else round(v_sold::numeric / v_events) end,
    'completed_events', (select count(*) from public.events e where e.date < v_now),
    'pending_payments', (select count(*) from public.payments p where p.status = 'pending' and not p.is_test),
    'oldest_pending_at', (select min(p.created_at) from public.payments p where p.status = 'pending' and not p.is_test),
    'pending_ages', (
      select jsonb_build_array(count(*) filter (where a.age < interval '15 minutes'),
        count(*) filter (where a.age >= interval '15 minutes' and a.age < interval '1 hour'),
        count(*) filter (where a.age >= interval '1 hour' and a.age < interval '24 hours'),
        count(*) filter (where a.age >= interval '24 hours'))
      from (select v_now - p.created_at as age from public.payments p where p.status = 'pending' and not p.is_test) as a),
    'weeks', (
      select jsonb_agg(jsonb_build_object(
          'singers', (select count(*) from public.singers s where s.created_at > w.from_at and s.created_at <= w.to_at),
          'events', (select count(*) from public.events e where e.created_at > w.from_at and e.created_at <= w.to_at),
          'completed', (select count(*) from public.events e where e.date >= w.from_at and e.date < w.to_at),
          'tickets', (
            select coalesce(sum(t.quantity), 0) from public.user_tickets t
            where t.created_at > w.from_at and t.created_at <= w.to_at and not t.is_test),
          'revenue', (
            select coalesce(sum(p.amount), 0)::numeric(14, 2)::text from public.payments p
            where p.status = 'approved' and not p.is_test and p.reviewed_at > w.from_at and p.reviewed_at <= w.to_at),
          'bookings', (
            select count(*) from public.user_tickets t
            where t.created_at >= w.to_at - interval '24 hours' and t.created_at <= w.to_at and not t.is_test)) order by w.n)
      from (
        select n, v_now - (n + 1) * interval '7 days' as from_at, v_now - n * interval '7 days' as to_at
        from generate_series(0, 1) as n) as w)
  ) || private.shop_net();
end
$$;

comment on function public.dashboard_stats() is
  'Returns all figures of the dashboard at once, for payments staff (PT401 not_signed_in, PT403 forbidden). Recent bookings '
  'are tickets made in the last 24 hours; revenue, short, back and net are those of shop_net. tickets_sold counts complimentary and free tickets too. pending_ages counts pending '
  'payments of less than 15 minutes, 1 hour, 24 hours, and older ones. weeks has the seven days until now and the seven before them: singers and '
  'events added, events completed, tickets made, revenue (rupees as text, by the decision), and the bookings of the last 24 hours of each. Test '
  'orders are in no figure. Security definer: with row policies each figure would read its whole table instead of an index.';

create function public.count_payments(p_since timestamptz default null) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  c_most_arrived constant integer := 100;
  v_most integer := private.most_found() + 1;
begin
  perform private.require_user();
  if not private.may('payments') then
    perform private.refuse(403, 'forbidden', '', 'This is for payments staff.');
  end if;
  return jsonb_build_object(
    'pending', (select count(*) from (select from public.payments p where p.status = 'pending' limit v_most) as c),
    'approved', (select count(*) from (select from public.payments p where p.status = 'approved' limit v_most) as c),
    'rejected', (select count(*) from (select from public.payments p where p.status = 'rejected' limit v_most) as c),
    'arrived', (
      select count(*) from (select from public.payments p where p.created_at > p_since and p.made_by is null and p.method <> 'free' limit c_most_arrived) as c),
    'newest_at', (select coalesce(max(p.created_at), now()) from public.payments p));
end
$$;

comment on function public.count_payments(timestamptz) is
  'Counts payments by state up to most_found() and one more, with when the newest came (now without any) and how many '
  'customers sent after p_since (at most 100; none for null), for payments staff (PT401 not_signed_in, PT403 forbidden). Security '
  'definer: as dashboard_stats.';

create index payments_approved_at on public.payments (reviewed_at) include (id, amount, is_test) where status = 'approved';

create function public.dashboard_days(p_days integer default 30) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  c_most_days constant integer := 92;
  c_events constant integer := 12;
  c_zone constant text := 'Asia/Kolkata';
  v_today date := (now() at time zone c_zone)::date;
begin
  perform private.require_user();
  if not private.may('payments') then
    perform private.refuse(403, 'forbidden', '', 'This is for payments staff.');
  end if;
  if p_days is null or p_days not between 1 and c_most_days then
    perform private.refuse(400, 'invalid', 'p_days', format('1 to %s days.', c_most_days));
  end if;
  return jsonb_build_object(
    'days', (
      select jsonb_agg(jsonb_build_object('day', d.day, 'revenue', (
          select coalesce(sum(p.amount), 0)::numeric(14, 2)::text from public.payments p
          where p.status = 'approved' and not p.is_test and p.reviewed_at >= d.from_at and p.reviewed_at < d.to_at),
        'tickets', (
          select coalesce(sum(t.quantity), 0) from public.user_tickets t
          where t.created_at >= d.from_at and t.created_at < d.to_at and not t.is_test),
        'given', (
          -- Their tickets are made with them.
          select coalesce(sum(t.quantity), 0) from public.payments p join public.user_tickets t on t.payment_id = p.id
          where p.method in ('complimentary', 'free') and not p.is_test and p.created_at >= d.from_at and p.created_at < d.to_at)) order by d.day)
      from (
        select v_today - n as day, (v_today - n)::timestamp at time zone c_zone as from_at,
          (v_today - n + 1)::timestamp at time zone c_zone as to_at
        from generate_series(0, p_days - 1) as n) as d),
    'events', (
      select coalesce(jsonb_agg(to_jsonb(e) order by e.date, e.event_id), '[]') from (
        select v.id as event_id, g.name as singer_name, v.city, v.venue, v.date,
          (select coalesce(sum(c.total_tickets), 0) from public.ticket_categories c where c.event_id = v.id) as total_tickets,
          (select coalesce(sum(c.tickets_sold), 0) from public.ticket_categories c where c.event_id = v.id) - (
            select coalesce(sum(t.quantity), 0) from public.user_tickets t
            where t.event_id = v.id and t.is_test and t.revoked_at is null) as tickets_sold,
          (select coalesce(sum(t.quantity), 0) from public.user_tickets t
            where t.event_id = v.id and t.total_amount = 0 and not t.is_test and t.revoked_at is null) as given,
          case when (v.date at time zone c_zone)::date = v_today then (
            select count(distinct (s.place, seat)) from public.ticket_scans s, lateral unnest(s.seats) as seat
            where s.event_id = v.id and not exists (select from public.ticket_scans u where u.undoes = s.id))
          end as admitted
        from public.events v join public.singers g on g.id = v.singer_id
        where v.status = 'scheduled' and v.date >= v_today::timestamp at time zone c_zone
        order by v.date, v.id limit c_events) as e),
    'refunds_due', (select count(*) from public.refunds r where r.status = 'requested' and r.transfer is not null),
    'refunds_sum', (select coalesce(sum(r.amount), 0)::numeric(14, 2)::text from public.refunds r where r.status = 'requested'),
    'unread_messages', (select count(*) from public.contact_messages m where m.handled_at is null));
end
$$;

comment on function public.dashboard_days(integer) is
  'For admins (PT401 not_signed_in, PT403 forbidden, PT400 invalid): revenue (approved payments by the day of the '
  'decision), tickets made and (given) how many of them were complimentary or free, on each of the last days in India, today '
  'last; the next twelve events (from the beginning of today) with seats sold, given ones among them '
  'and, on their day, let in; refunds owed; unhandled messages; all without test orders. Security definer: as dashboard_stats.';

create function public.dashboard_due() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_week constant interval := interval '7 days';
  v_today constant date := private.today();
  v_month constant date := private.month_of(v_today);
  v_open constant date := coalesce((select max(c.month) + interval '1 month' from public.closed_months c), '-infinity')::date;
  v_admin constant boolean := private.is_admin();
begin
  perform private.require_role('payments');
  return jsonb_build_object(
    'month', (
      select private.month_of(min(l.day)) from public.ledger l where l.day >= v_open and l.day < v_month),
    'has_gstin', exists (select from public.shop_settings s where s.id = 1 and s.gstin is not null),
    'refunds', (select count(*) from public.refunds r where r.status = 'requested' and r.transfer is not null and r.requested_at < now() - v_week),
    'refunds_sum', (
      select coalesce(sum(r.transfer), 0)::numeric(14, 2)::text from public.refunds r
      where r.status = 'requested' and r.transfer is not null and r.requested_at < now() - v_week),
    'tills', (
      select count(*) from public.tills t
      where t.closed_at is null and t.opened_at < v_today::timestamp at time zone 'Asia/Kolkata'),
    'roles', (select count(distinct s.user_id) from public.staff s where v_admin and s.ends_at > now() and s.ends_at < now() + v_week),
    'roles_from', (select min(s.ends_at) from public.staff s where v_admin and s.ends_at > now()),
    'invitations', (
      select count(*) from public.staff_invitations i
      where v_admin and i.expires_at > now() and i.expires_at < now() + v_week and private.invitation_state(i) = 'open'),
    'invitations_from', (
      select min(i.expires_at) from public.staff_invitations i where v_admin and i.expires_at > now() and private.invitation_state(i) = 'open'));
end
$$;

comment on function public.dashboard_due() is
  'Returns what falls due, for payments staff (PT401 not_signed_in, PT403 forbidden): month, the first one with entries that is over and not closed, null '
  'for none; has_gstin; refunds that have been owed for more than 7 days, and their sum in rupees as text; tills opened before today and not '
  'closed; for admins alone roles and unused invitations that end within 7 days, and when the first does. Security definer: as dashboard_stats.';

create function private.sold_by_day(p_event_id uuid) returns jsonb
  language sql stable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(d.before, d.sold), '{}')
  from (
    select greatest(0, (e.date at time zone 'Asia/Kolkata')::date - (t.created_at at time zone 'Asia/Kolkata')::date) as before,
      sum(t.quantity) as sold
    from public.events e join public.user_tickets t on t.event_id = e.id
    where e.id = p_event_id and t.revoked_at is null and not t.is_test group by 1) as d
$$;

comment on function private.sold_by_day(uuid) is
  'Returns {days before the event, in India: tickets made that day} of valid tickets, without tests and empty days.';

create function public.event_sales(p_event_id uuid default null) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_before uuid;
begin
  perform private.require_role('events', 'payments');
  perform private.require_event(p_event_id);
  select e.id into v_before
    from public.events v
    join public.events e on e.singer_id = v.singer_id or (e.venue, e.city) = (v.venue, v.city)
    where v.id = p_event_id and e.date < least(v.date, now()) and e.status = 'scheduled'
      and exists (select from public.user_tickets t where t.event_id = e.id and t.revoked_at is null and not t.is_test)
    order by e.singer_id = v.singer_id desc, e.date desc, e.id limit 1;
  return (
    select jsonb_object_agg(case e.id when p_event_id then 'this' else 'before' end, jsonb_build_object('singer_name', g.name, 'city', e.city, 'date', e.date,
      'capacity', (select coalesce(sum(c.total_tickets), 0) from public.ticket_categories c where c.event_id = e.id),
      'days', private.sold_by_day(e.id)))
    from public.events e join public.singers g on g.id = e.singer_id where e.id in (p_event_id, v_before));
end
$$;

comment on function public.event_sales(uuid) is
  'Returns {this, before}: {singer_name, city, date, capacity, days: sold_by_day} of an event and of the last one before it that has begun, was '
  'not cancelled and sold something: of its singer, otherwise of its venue; without before where there is none. For concerts and payments staff. Refusals: PT401 '
  'not_signed_in, PT403 forbidden, PT404 not_found. Security definer: as dashboard_stats.';

insert into private.rights (roles, privileges, object) values
  ('anon, authenticated', 'execute', 'function public.dashboard_stats()'),
  ('anon, authenticated', 'execute', 'function public.count_payments(timestamptz)'),
  ('anon, authenticated', 'execute', 'function public.dashboard_days(integer)'),
  ('anon, authenticated', 'execute', 'function public.dashboard_due()'),
  ('anon, authenticated', 'execute', 'function public.event_sales(uuid)');
