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
  if not private.is_admin() then
    perform private.refuse(403, 'forbidden', '', 'This is for admins.');
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
    'test_payments', (select count(*) from public.payments p where p.is_test)
  ) || private.shop_net();
end
$$;

comment on function public.dashboard_stats() is
  'Returns all figures of the dashboard at once, for admins (PT401 not_signed_in, PT403 forbidden). Recent bookings '
  'are tickets made in the last 24 hours; revenue, short, back and net are those of shop_net. tickets_sold counts complimentary and free tickets too. Test orders are in no figure; '
  'test_payments says how many there were. Security definer: with row policies each figure would read its whole table instead of an index.';

create function public.count_payments(p_since timestamptz default null) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  c_most_arrived constant integer := 100;
  v_most integer := private.most_found() + 1;
begin
  perform private.require_user();
  if not private.is_admin() then
    perform private.refuse(403, 'forbidden', '', 'This is for admins.');
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
  'customers sent after p_since (at most 100; none for null), for admins (PT401 not_signed_in, PT403 forbidden). Security '
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
  if not private.is_admin() then
    perform private.refuse(403, 'forbidden', '', 'This is for admins.');
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

insert into private.rights (roles, privileges, object) values
  ('anon, authenticated', 'execute', 'function public.dashboard_stats()'),
  ('anon, authenticated', 'execute', 'function public.count_payments(timestamptz)'),
  ('anon, authenticated', 'execute', 'function public.dashboard_days(integer)');
