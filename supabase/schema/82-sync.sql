create function private.settled_until() returns timestamptz
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- Read first: what begins later is stamped later.
  v_now timestamptz := clock_timestamp();
  v_oldest timestamptz;
begin
  if exists (
    select from pg_catalog.pg_stat_activity a
    join pg_catalog.pg_locks l on l.pid = a.pid and l.locktype = 'transactionid' and l.mode = 'ExclusiveLock'
    where a.datname = current_database() and a.query = '<insufficient privilege>'
  ) then
    return null;
  end if;
  select min(a.xact_start) into v_oldest from pg_catalog.pg_stat_activity a
    where a.datname = current_database() and a.backend_xid is not null and a.pid <> pg_backend_pid();
  return least(v_now, v_oldest);
end
$$;

comment on function private.settled_until() is
  'Returns a time before which every stamped change is committed or never will be: the start of the oldest writing '
  'transaction, else now. Null while a transaction writes whose start this role may not see. Rows are stamped a '
  'moment before their transaction counts as writing, so readers look back a little further. Security definer: only '
  'the owner sees the sessions of others.';

create function private.history_mark(p_until timestamptz) returns text
  language sql stable security definer set search_path = ''
as $$
  select (extract(epoch from max(r.at)) * 1000000)::bigint::text || '.'
    || md5(string_agg(concat(r.id, ' ', extract(epoch from r.at)), ',' order by r.at, r.id))
  from (select a.id, a.at from public.audit_log a where a.at <= p_until order by a.at desc, a.id desc limit 20) r
$$;

comment on function private.history_mark(timestamptz) is
  'Names the history up to then: the microsecond of its last line in the audit log, and a digest of the last twenty. '
  'Null without any line. Security definer: only admins read the log, and the digest reveals no line.';

create function public.sync_point(p_mark text default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_until timestamptz := private.settled_until();
  v_at timestamptz;
begin
  if p_mark ~ '^[0-9]{1,16}[.][0-9a-f]{32}$' then
    v_at := 'epoch'::timestamptz + split_part(p_mark, '.', 1)::bigint * interval '1 microsecond';
  end if;
  return jsonb_build_object(
    'until', v_until,
    'mark', private.history_mark(v_until),
    'known', case when p_mark is not null then coalesce(private.history_mark(v_at) = p_mark, false) end);
end
$$;

comment on function public.sync_point(text) is
  'Returns {until, mark, known}. until: all changes stamped before it can be read; null when unknown. mark: names the '
  'history up to then. known: true when this database has the history of p_mark, an earlier mark; false after an '
  'older backup was restored. Security definer: reads the audit log and the sessions.';

create function public.my_wallet_mark() returns text
  language sql stable security definer set search_path = ''
as $$
  select md5(concat_ws('|', v.me, public.my_role(), (select extract(epoch from s.ends_at) from public.staff s where s.user_id = v.me),
    (select extract(epoch from p.updated_at) from public.profiles p where p.id = v.me),
    (select concat(count(*), ' ', sum(hashtextextended(concat_ws(' ', t.id, extract(epoch from t.updated_at), c.name, e.city,
        e.venue, extract(epoch from e.date), extract(epoch from e.previous_date), extract(epoch from e.moved_at), e.status,
        s.name, (select extract(epoch from r.updated_at) from public.pass_rules r where r.event_id = e.id)), 0)))
      from public.user_tickets t
      join public.ticket_categories c on c.id = t.ticket_category_id
      join public.events e on e.id = c.event_id
      join public.singers s on s.id = e.singer_id
      where t.user_id = v.me),
    (select concat(count(*), ' ', sum(hashtextextended(concat_ws(' ', t.id, p.number, extract(epoch from t.updated_at), e.city, e.venue,
        extract(epoch from e.date), extract(epoch from e.previous_date), e.status), 0)))
      from public.passes p
      join public.user_tickets t on t.id = p.ticket_id and t.user_id <> v.me
      join public.events e on e.id = t.event_id
      where p.holder_id = v.me),
    (select concat(count(*), ' ', sum(hashtextextended(concat_ws(' ', p.id, extract(epoch from p.updated_at),
        case when p.status = 'pending' then (
          select concat(count(*), ' ', extract(epoch from min(k.review_until))) from public.seat_claims k where k.payment_id = p.id) end), 0)))
      from public.payments p where p.user_id = v.me),
    (select concat(count(*), ' ', sum(hashtextextended(concat_ws(' ', l.id, extract(epoch from l.updated_at)), 0)))
      from public.payment_lines l where l.user_id = v.me),
    (select concat(count(*), ' ', sum(hashtextextended(concat_ws(' ', r.id, extract(epoch from r.updated_at)), 0)))
      from public.refunds r where r.user_id = v.me),
    (select concat(count(*), ' ', extract(epoch from max(w.updated_at))) from public.waits w where w.user_id = v.me),
    (select concat(count(*), ' ', extract(epoch from max(f.updated_at))) from public.offers f where f.user_id = v.me),
    (select concat(count(*), ' ', extract(epoch from max(r.updated_at))) from public.returns r where r.user_id = v.me),
    (select concat(count(*), ' ', count(n.read_at), ' ', extract(epoch from max(n.created_at)))
      from public.notices n where n.user_id = v.me)))
  from (select private.uid() as me) v where v.me is not null
$$;

comment on function public.my_wallet_mark() is
  'Returns a digest of everything a device keeps of the caller: role, profile, tickets and received passes with their event, payments '
  'with their lines and claims, refunds, waits, offers and returns, notices. An equal digest means no change. Null for a visitor. Security definer: reads '
  'only the caller''s own rows, each once, without a policy check per row.';

insert into private.rights (roles, privileges, object) values
  ('anon, authenticated', 'execute', 'function public.sync_point(text)'),
  ('authenticated', 'execute', 'function public.my_wallet_mark()');
