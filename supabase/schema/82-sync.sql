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

create function public.read_catalogue(
  p_mark text default null, p_since timestamptz default null, p_events_from timestamptz default null
) returns jsonb
  language plpgsql volatile set search_path = ''
as $$
declare
  v_point jsonb := public.sync_point(p_mark);
  -- A database without the device's history lacks what the device has: all is read anew.
  v_since timestamptz := case when v_point ->> 'known' is distinct from 'false' then p_since end;
  v_from timestamptz := case when v_since is null then p_events_from end;
  v_rows jsonb;
begin
  -- One statement, so that all rows are of one moment, which is not before the point.
  with event as (
    select e.id, e.singer_id, e.city, e.venue, e.date, e.previous_date, e.status, e.cancelled_reason, e.genre, e.paused_at, e.screen_only, e.state,
      e.id in (select private.events_with_queue()) as has_queue,
      e.description, e.line_up, e.listen_url, e.doors_at, e.ends_at, e.minimum_age, e.sung_in, e.rules, e.poster, e.poster_alt
    from public.events e
    where case when v_since is null then v_from is null or e.date >= v_from else e.updated_at >= v_since or e.id in (select private.events_with_queue(v_since)) end
  ), category as (
    select c.id, c.event_id, c.name, c.price, c.total_tickets, c.tickets_sold, c.tickets_kept, c.grid_columns, c.is_standing,
      c.sale_from, c.sale_until, c.phases, c.is_free
    from public.ticket_categories c
    where c.event_id in (select e.id from event e) or c.updated_at >= v_since
  ), layout_use as (
    select u.ticket_category_id, u.seating_layout_id, u.section_ids
    from public.ticket_category_layouts u
    where u.ticket_category_id in (select c.id from category c) or u.updated_at >= v_since
  ), layout as (
    select l.id, l.name, l.layout_data from public.seating_layouts l
    -- Devices have no layout of drafts only: the first link that they may read brings it.
    where v_since is null or l.updated_at >= v_since
      or l.id in (select u.seating_layout_id from public.ticket_category_layouts u where u.updated_at >= v_since)
  ), singer as (
    select s.id, s.name from public.singers s
    -- Devices have no singer of drafts only: the first event that is published brings theirs.
    where v_since is null or s.updated_at >= v_since or s.id in (select e.singer_id from event e)
  )
  select jsonb_build_object(
    'singers', (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from singer r),
    'events', (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from event r),
    'ticket_categories', (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from category r),
    'seating_layouts', (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from layout r),
    'ticket_category_layouts', (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from layout_use r),
    'deleted', (select coalesce(jsonb_agg(jsonb_build_object('table', d."table", 'id', d.id)), '[]')
      from public.deleted_rows d where d.at >= v_since),
    'settings', (select to_jsonb(r) from public.shop_settings r where v_since is null or r.updated_at >= v_since limit 1),
    'terms', (select coalesce(jsonb_agg(to_jsonb(r) order by r.from_day), '[]') from public.terms_by_day r)
  ) into v_rows;
  if private.uid() is null then
    perform set_config('response.headers', '[{"Cache-Control": "public, max-age=1"}]', true);
  end if;
  return v_point || v_rows || jsonb_build_object('whole', v_since is null);
end
$$;

comment on function public.read_catalogue(text, timestamptz, timestamptz) is
  'Returns all that everybody may read of the shop, as of one moment: the answer of sync_point(p_mark); singers, events, categories, '
  'layouts and which category uses which, settings, terms. p_since null, or a p_mark that this database does not know: whole is true, '
  'and events before p_events_from and their categories are left out. Else rows changed at or after p_since, the singer and the categories of '
  'each changed event and the layouts of changed links (a device may not have had them), the settings if they changed (else null), and what was deleted. A visitor''s answer may be kept for a second. Invoker: the policies decide what a caller sees.';

create function public.my_wallet_mark() returns text
  language sql stable security definer set search_path = ''
as $$
  select md5(concat_ws('|', v.me, public.my_roles(),
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
  'Returns a digest of everything a device keeps of the caller: roles, profile, tickets and received passes with their event, payments '
  'with their lines and claims, refunds, waits, offers and returns, notices. An equal digest means no change. Null for a visitor. Security definer: reads '
  'only the caller''s own rows, each once, without a policy check per row.';

create function public.my_wallet(p_digest text default null) returns jsonb
  language plpgsql stable set search_path = ''
as $$
declare
  v_me uuid := private.uid();
  v_digest text := public.my_wallet_mark();
begin
  if v_digest = p_digest then
    return jsonb_build_object('digest', v_digest);
  end if;
  return jsonb_build_object(
    'digest', v_digest,
    'roles', public.my_roles(),
    'profile', (select to_jsonb(r) from (
      select p.id, p.name, p.email, p.phone, p.location, p.refund_upi_id, p.company, p.gstin, p.language, p.region, p.notify_email,
        p.marketing_consented_at
      from public.profiles p where p.id = v_me) r),
    'tickets', (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (
      select t.id, t.code, t.user_id, t.event_id, t.ticket_category_id, t.seats, t.quantity, t.total_amount, t.payment_status,
        t.payment_id, t.revoked_at, t.revoked_reason, t.created_at, t.is_test,
        (select coalesce(jsonb_agg(jsonb_build_object('number', p.number, 'seat', p.seat, 'issue', p.issue,
            'key_number', p.key_number, 'signature', p.signature, 'device_key', p.device_key, 'old_code_at', p.old_code_at)), '[]')
          from public.passes p where p.ticket_id = t.id) as passes,
        (select coalesce(jsonb_agg(jsonb_build_object('id', h.id, 'number', h.number, 'seat', h.seat, 'name', h.name,
            'outcome', h.outcome, 'ended_at', h.ended_at, 'to_name', h.to_name, 'from_id', h.from_id)), '[]')
          from public.pass_transfers h where h.ticket_id = t.id) as pass_transfers,
        (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'number', g.number, 'seat', g.seat, 'state', g.state,
            'ended_at', g.ended_at, 'sold_ticket_id', g.sold_ticket_id)), '[]')
          from public.returns g where g.ticket_id = t.id) as returns,
        (select jsonb_build_object('created_at', p.created_at) from public.payments p where p.id = t.payment_id) as payments,
        (select jsonb_build_object('name', c.name, 'events', jsonb_build_object('city', e.city, 'venue', e.venue, 'date', e.date,
            'previous_date', e.previous_date, 'moved_at', e.moved_at, 'status', e.status, 'cancelled_reason', e.cancelled_reason,
            'singers', jsonb_build_object('name', s.name), 'screen_only', e.screen_only,
            'pass_rules', (select jsonb_build_object('give_back', u.give_back,
                'give_back_until', u.give_back_until) from public.pass_rules u where u.event_id = e.id)))
          from public.ticket_categories c
          join public.events e on e.id = c.event_id
          join public.singers s on s.id = e.singer_id
          where c.id = t.ticket_category_id) as ticket_categories
      from public.user_tickets t where t.user_id = v_me order by t.id) r),
    'received', coalesce(public.my_received_passes(), '[]'),
    'payments', (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (
      select p.id, p.order_id, p.order_code, p.transaction_id, p.amount, p.screenshot_url, p.status, p.created_at, p.reviewed_at,
        p.review_note, p.is_test, k.seats_held, k.kept_until, k.kept_nothing,
        (select coalesce(jsonb_agg(jsonb_build_object('line', l.line, 'ticket_category_id', l.ticket_category_id,
            'event_date', l.event_date, 'venue', l.venue, 'event_name', l.event_name, 'category_name', l.category_name,
            'seats', l.seats, 'quantity', l.quantity, 'unit_price', l.unit_price, 'total_amount', l.total_amount,
            'gst_amount', l.gst_amount, 'local_tax_amount', l.local_tax_amount, 'fee_amount', l.fee_amount,
            'fee_gst_amount', l.fee_gst_amount, 'rounding_amount', l.rounding_amount)), '[]')
          from public.payment_lines l where l.payment_id = p.id) as payment_lines,
        -- Issued with a change of the payment or its refunds, which my_wallet_mark sees.
        (select coalesce(jsonb_agg(jsonb_build_object('number', x.number, 'kind', x.kind, 'gstin', x.gstin, 'day', x.day, 'seller', x.seller,
            'buyer', x.buyer, 'place_of_supply', x.place_of_supply, 'lines', x.lines, 'totals', x.totals)), '[]')
          from public.papers x where x.payment_id = p.id) as papers
      from public.payments p
      left join lateral (
        select h.seats_held, h.kept_until, h.kept_nothing from public.check_payment_status(p.transaction_id) h where h.payment_id = p.id
      ) k on p.status <> 'approved'
      where p.user_id = v_me order by p.id) r),
    'refunds', (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (
      select f.id, f.ticket_id, f.payment_id, f.amount, f.upi_id, f.reason, f.note, f.status, f.utr, f.way, f.settled_how, f.requested_at, f.asked_at, f.refunded_at
      from public.refunds f where f.user_id = v_me order by f.id) r),
    'notices', (select coalesce(jsonb_agg(to_jsonb(n)), '[]') from public.my_notices() n),
    'waits', public.my_waits());
end
$$;

comment on function public.my_wallet(text) is
  'Returns all that a device keeps of the caller, as of one moment: my_wallet_mark as digest; role and its end; profile; tickets with their '
  'passes, hand-overs, returns and event; received passes; payments with their lines and papers, whether their seats are held and until when; refunds; '
  'notices; waits. p_digest, of an earlier answer, and nothing has changed: the digest alone. Invoker: the policies decide what a caller sees.';

insert into private.rights (roles, privileges, object) values
  ('anon, authenticated', 'execute', 'function public.sync_point(text)'),
  ('anon, authenticated', 'execute', 'function public.read_catalogue(text, timestamptz, timestamptz)'),
  ('authenticated', 'execute', 'function public.my_wallet_mark()'),
  ('authenticated', 'execute', 'function public.my_wallet(text)');
