-- Refunds as staff pay them: the list, and the mark that the money has been sent.

create function public.mark_refunded(p_refund_id uuid default null, p_utr text default null) returns public.refunds
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_utr text;
  v_refund public.refunds;
  v_used text;
begin
  perform private.require_admin();
  v_utr := upper(regexp_replace(private.require_text(p_utr, 'p_utr', 64), '[[:space:]]', '', 'g'));
  if v_utr !~ '^[A-Z0-9][A-Z0-9/-]{5,63}$' then
    perform private.refuse(400, 'invalid', 'p_utr', 'A bank''s reference has at least 6 letters and digits.');
  end if;
  select * into v_refund from public.refunds r where r.id = p_refund_id;
  if not found then
    perform private.refuse(404, 'not_found', 'p_refund_id', 'There is no such refund.');
  end if;

  -- One transfer is marked at a time, so that one reference cannot pay two customers at once.
  perform pg_advisory_xact_lock(hashtextextended('refund:' || v_utr, 0));
  perform private.lock_customer(v_refund.user_id);
  perform private.share_event(t.event_id) from public.user_tickets t where t.id = v_refund.ticket_id;
  select * into v_refund from public.refunds r where r.id = p_refund_id for no key update;
  if v_refund.status = 'refunded' then
    if v_refund.utr = v_utr then
      return v_refund;
    end if;
    perform private.refuse(409, 'already_decided',
      jsonb_build_object('status', 'refunded', 'reviewed_at', v_refund.refunded_at, 'utr', v_refund.utr)::text,
      'The refund was marked with another reference.');
  end if;
  select p.order_code into v_used
    from public.refunds r
    join public.user_tickets t on t.id = r.ticket_id
    join public.payments p on p.id = t.payment_id
    where r.utr = v_utr and r.user_id <> v_refund.user_id
    limit 1;
  if found then
    perform private.refuse(409, 'transaction_used', v_used, 'This transfer went to another customer, for the order in detail.');
  end if;

  -- Whoever has the money back does not come in: the seats are free for others.
  perform public.revoke_tickets(array[v_refund.ticket_id], 'Refunded');
  update public.refunds r set status = 'refunded', utr = v_utr, refunded_at = now()
    where r.id = p_refund_id returning * into v_refund;
  return v_refund;
end
$$;
comment on function public.mark_refunded(uuid, text) is
  'Notes that the money was sent back, with the bank''s reference of the transfer, and takes the ticket back. One transfer '
  'may pay several tickets of one customer. The same again returns the same. Admins only. Refusals: PT401 not_signed_in, '
  'PT403 forbidden, PT400 invalid, PT404 not_found, PT409 already_decided (detail: status, reviewed_at, utr), PT409 '
  'transaction_used (detail: the other customer''s order). Security definer: nobody writes refunds directly.';

create index refunds_utr on public.refunds (utr) where utr is not null;

create view private.refund_list with (security_invoker = true) as
  select r.id as refund_id, r.ticket_id, r.user_id, f.name as user_name, f.email as user_email, r.amount, r.upi_id, r.reason,
    r.status, r.utr, r.requested_at, r.refunded_at, p.id as payment_id, p.order_code, p.transaction_id, l.event_id,
    l.event_name, e.date as event_date, l.category_name as ticket_category, t.seats, t.quantity, t.payment_line_id
  from public.refunds r
  -- Each has its ticket, line and payment; joined so, they are left out where nothing of them is asked for.
  left join public.user_tickets t on t.id = r.ticket_id
  left join public.payment_lines l on l.id = t.payment_line_id
  left join public.payments p on p.id = t.payment_id
  left join public.profiles f on f.id = r.user_id
  left join public.events e on e.id = l.event_id
  where (select private.is_admin());
comment on view private.refund_list is 'What get_refunds returns; empty for everybody but admins.';

create index refunds_upi_search on public.refunds using gin (upi_id extensions.gin_trgm_ops, utr extensions.gin_trgm_ops);

create function private.find_refunds(p_text text, p_status text default null, p_after uuid default null) returns setof uuid
  language plpgsql stable security definer rows 20 set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  v_pattern text := private.search_pattern(p_text);
  v_word text := private.search_pattern(p_text, true);
  v_users uuid[];
  v_tickets uuid[];
begin
  if v_pattern is null or not private.is_admin() then
    return;
  end if;
  v_users := array(select f.id from public.profiles f
    where f.name ilike v_pattern or f.name ilike v_word or f.email ilike v_pattern);
  v_tickets := array(
    select t.id from public.payments p join public.user_tickets t on t.payment_id = p.id
      where p.order_code ilike v_pattern or p.transaction_id ilike v_pattern);
  -- Only a cancelled or moved concert has refunds: few of all.
  v_tickets := v_tickets || array(
    select r.ticket_id from public.singers s join public.events e on e.singer_id = s.id
      join public.user_tickets t on t.event_id = e.id join public.refunds r on r.ticket_id = t.id
      where (e.status = 'cancelled' or e.moved_at is not null)
        and (s.name || ' - ' || e.city ilike v_pattern or s.name || ' - ' || e.city ilike v_word));
  if p_after is not null then
    return query select r.id from public.refunds r
      where (r.upi_id ilike v_pattern or r.utr ilike v_pattern or r.user_id = any (v_users) or r.ticket_id = any (v_tickets))
        and (p_status is null or r.status = p_status) and r.id > p_after
      order by r.id limit private.most_found();
  else
    return query select r.id from public.refunds r
      where (r.upi_id ilike v_pattern or r.utr ilike v_pattern or r.user_id = any (v_users) or r.ticket_id = any (v_tickets))
        and (p_status is null or r.status = p_status)
      order by r.requested_at desc limit private.most_found() + 1;
  end if;
end
$$;
comment on function private.find_refunds(text, text, uuid) is
  'Refunds (of a state, or of all) whose UPI id, reference of the transfer or of the payment, order code, customer''s name '
  'or address, or event contains the text: the newest most_found() and one more if there are others, or with p_after the '
  'next of all of them by id; none for everybody but admins. Security definer: as find_accounts.';

create function public.get_refunds()
  returns table (refund_id uuid, ticket_id uuid, user_id uuid, user_name text, user_email text, amount numeric, upi_id text,
    reason text, status text, utr text, requested_at timestamptz, refunded_at timestamptz, payment_id uuid, order_code text,
    transaction_id text, event_id uuid, event_name text, event_date timestamptz, ticket_category text, seats text[],
    quantity integer, payment_line_id uuid)
  language sql stable
as $$
  select l.refund_id, l.ticket_id, l.user_id, l.user_name, l.user_email, l.amount, l.upi_id, l.reason, l.status, l.utr,
    l.requested_at, l.refunded_at, l.payment_id, l.order_code, l.transaction_id, l.event_id, l.event_name, l.event_date,
    l.ticket_category, l.seats, l.quantity, l.payment_line_id
  from private.refund_list l
$$;
comment on function public.get_refunds() is
  'Every refund with whom and what it is for, for admins; nothing for others. Invoker and without a set clause, as '
  'get_payment_details.';

create function public.search_refunds(
    p_search text default null, p_status text default null, p_after uuid default null)
  returns table (refund_id uuid, ticket_id uuid, user_id uuid, user_name text, user_email text, amount numeric, upi_id text,
    reason text, status text, utr text, requested_at timestamptz, refunded_at timestamptz, payment_id uuid, order_code text,
    transaction_id text, event_id uuid, event_name text, event_date timestamptz, ticket_category text, seats text[],
    quantity integer, payment_line_id uuid)
  language sql stable
as $$
  select l.refund_id, l.ticket_id, l.user_id, l.user_name, l.user_email, l.amount, l.upi_id, l.reason, l.status, l.utr,
    l.requested_at, l.refunded_at, l.payment_id, l.order_code, l.transaction_id, l.event_id, l.event_name, l.event_date,
    l.ticket_category, l.seats, l.quantity, l.payment_line_id
  from private.find_refunds(p_search, p_status, p_after) as i join private.refund_list l on l.refund_id = i
$$;
comment on function public.search_refunds(text, text, uuid) is
  'The rows of get_refunds that find_refunds finds, for admins; nothing for others. A function of its own, since one that does both is '
  'planned for neither. Invoker and without a set clause, as that.';

create function private.grant_refunds_console() returns void
  language plpgsql set search_path = ''
as $$
begin
  revoke all on table private.refund_list from public, anon, authenticated;
  grant select on table private.refund_list to authenticated;
  revoke all on function public.mark_refunded(uuid, text), private.find_refunds(text, text, uuid), public.get_refunds(), public.search_refunds(text, text, uuid),
    private.grant_refunds_console()
    from public, anon, authenticated;
  grant execute on function public.get_refunds(), public.search_refunds(text, text, uuid), private.find_refunds(text, text, uuid) to authenticated;
  -- Visitors may call this only to be told to sign in.
  grant execute on function public.mark_refunded(uuid, text) to anon, authenticated;
end
$$;
comment on function private.grant_refunds_console() is 'All privileges of this file; can be repeated.';
select private.grant_refunds_console();
