-- Dashboard, second part: what came in day by day, how full the next events are, and what else waits.

create index payments_approved_at on public.payments (reviewed_at) include (amount) where status = 'approved';

create function public.dashboard_days(p_days integer default 30) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  c_most_days constant integer := 92;
  c_events constant integer := 12;
  c_zone constant text := 'Asia/Kolkata';
  v_today date := (now() at time zone c_zone)::date;
  v_from timestamptz;
begin
  perform private.require_user();
  if not private.is_admin() then
    perform private.refuse(403, 'forbidden', '', 'This is for admins.');
  end if;
  if p_days is null or p_days not between 1 and c_most_days then
    perform private.refuse(400, 'invalid', 'p_days', format('1 to %s days.', c_most_days));
  end if;
  v_from := (v_today - (p_days - 1))::timestamp at time zone c_zone;
  return jsonb_build_object(
    'days', (
      with money as (
        select (p.reviewed_at at time zone c_zone)::date as day, sum(p.amount) as revenue
        from public.payments p where p.status = 'approved' and p.reviewed_at >= v_from group by 1),
      sold as (
        select (t.created_at at time zone c_zone)::date as day, sum(t.quantity) as tickets
        from public.user_tickets t where t.created_at >= v_from group by 1)
      select jsonb_agg(jsonb_build_object('day', d.day, 'revenue', coalesce(m.revenue, 0)::numeric(14, 2)::text,
        'tickets', coalesce(s.tickets, 0)) order by d.day)
      from (select v_today - n as day from generate_series(0, p_days - 1) as n) as d
      left join money m on m.day = d.day
      left join sold s on s.day = d.day),
    'events', (
      select coalesce(jsonb_agg(to_jsonb(e) order by e.date, e.event_id), '[]') from (
        select v.id as event_id, g.name as singer_name, v.city, v.venue, v.date,
          (select coalesce(sum(c.total_tickets), 0) from public.ticket_categories c where c.event_id = v.id) as total_tickets,
          (select coalesce(sum(c.tickets_sold), 0) from public.ticket_categories c where c.event_id = v.id) as tickets_sold,
          case when (v.date at time zone c_zone)::date = v_today then (
            select count(distinct (s.place, seat)) from public.ticket_scans s, lateral unnest(s.seats) as seat
            where s.event_id = v.id and not exists (select from public.ticket_scans u where u.undoes = s.id))
          end as admitted
        from public.events v join public.singers g on g.id = v.singer_id
        -- From the beginning of today: who comes in is counted while the concert is on.
        where v.status = 'scheduled' and v.date >= v_today::timestamp at time zone c_zone
        order by v.date, v.id limit c_events) as e),
    'refunds_due', (select count(*) from public.refunds r where r.status = 'requested'),
    'refunds_sum', (select coalesce(sum(r.amount), 0)::numeric(14, 2)::text from public.refunds r where r.status = 'requested'),
    'unread_messages', (select count(*) from public.contact_messages m where m.handled_at is null));
end
$$;
comment on function public.dashboard_days(integer) is
  'For admins (PT401 not_signed_in, PT403 forbidden, PT400 invalid): revenue (approved payments by the day of the decision) '
  'and tickets made on each of the last days in India, today last; the next twelve events with how many are sold and, on '
  'their day, how many seats were let in; refunds due; messages nobody has handled. Security definer: as '
  'dashboard_stats.';

create function private.grant_dashboard_days() returns void
  language plpgsql set search_path = ''
as $$
begin
  revoke all on function public.dashboard_days(integer), private.grant_dashboard_days() from public, anon, authenticated;
  -- Visitors may call it only to be told to sign in.
  grant execute on function public.dashboard_days(integer) to anon, authenticated;
end
$$;
comment on function private.grant_dashboard_days() is 'All privileges of this file; can be repeated.';
select private.grant_dashboard_days();
