-- Unclaimed credits, as staff see them: found, given to an order, set aside, sent back; and what credits decided.

create function public.find_credits(p_search text default null, p_state text default null, p_before uuid default null)
  returns table (id uuid, booked_on date, credited_at timestamptz, amount numeric, narration text, utrs text[], payer_vpa text,
    sources text[], is_certain boolean, state text, matched_by text, order_code text, payment_id uuid, likely jsonb,
    set_aside_reason text, returned_to text, returned_utr text, decided_by text, created_at timestamptz, given_code text,
    is_shared boolean, whole_amount numeric)
  language plpgsql stable security definer rows 50 set search_path = '' set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  c_listed constant integer := 50;
  v_pattern text := private.search_pattern(p_search);
  v_keys text[] := private.reference_key(p_search) || private.codes_in(p_search);
  v_amount text := regexp_replace(p_search, '[₹,[:space:]]', '', 'g');
  v_rupees numeric := case when v_amount ~ '^[0-9]{1,9}([.][0-9]{1,2})?$' then v_amount::numeric end;
  v_last public.credits;
begin
  perform private.require_role('payments');
  if p_state is not null and p_state not in ('free', 'unclaimed', 'used', 'set_aside', 'returned') then
    perform private.refuse(400, 'invalid', 'p_state', 'The state is free, unclaimed, used, set_aside or returned.');
  end if;
  select * into v_last from public.credits b where b.id = p_before;
  return query
    select b.id, b.booked_on, b.credited_at, b.amount,
      concat_ws(' · ', nullif(coalesce(w.narration, b.narration), ''), coalesce(w.note, b.note)), coalesce(w.utrs, b.utrs), b.payer_vpa,
      array(select distinct s from (
        select b.source as s union all select o.source from public.credit_proofs o where o.credit_id = coalesce(b.part_of, b.id)) as x order by s),
      b.is_certain, f.state, b.matched_by, p.order_code, p.id,
      case when f.state = 'free' then private.likely_orders(b) end,
      b.set_aside_reason, b.returned_to, b.returned_utr,
      (select coalesce(w.name, w.email) from public.profiles w where w.id = coalesce(b.set_aside_by, b.returned_by, b.given_by)),
      b.created_at, case when b.given_by is not null then b.given_code end, b.is_shared, w.amount
    from public.credits b
    left join public.credits w on w.id = b.part_of
    cross join lateral (
      select case when b.returned_at is not null then 'returned' when b.set_aside_at is not null then 'set_aside'
        when private.backs_payment(b) then 'used' else 'free' end as state) as f
    left join lateral (
      select p.order_code, p.id from public.payments p
      where p.id = b.payment_id or b.payment_id is null and p.status = 'approved' and p.reference_key = any (b.utrs)
      limit 1) as p on true
    where (v_pattern is null or b.keys && v_keys or w.utrs && v_keys or b.amount = v_rupees or coalesce(w.narration, b.narration) ilike v_pattern
        or coalesce(w.note, b.note) ilike v_pattern
        or b.payer_vpa ilike v_pattern)
      and (p_state is null or f.state = p_state or p_state = 'unclaimed' and f.state = 'free'
        and not exists (select from public.payments p
          where (p.reference_key = any (b.utrs) or p.order_code = any (b.keys)) and p.status <> 'rejected')
        and not exists (select from private.near_orders(b) m where m.payment_id is not null))
      and (v_last.id is null or (b.booked_on, b.created_at, b.id) < (v_last.booked_on, v_last.created_at, v_last.id))
    order by b.booked_on desc, b.created_at desc, b.id desc limit c_listed;
end
$$;

comment on function public.find_credits(text, text, uuid) is
  'Returns fifty credits, newest first, whose narration, UTR, order code, payer or amount is p_search (null: all), in a '
  'state (free, of them unclaimed: no payment names it; used, set_aside, returned; null: all), older than p_before. likely, of free ones: [{order_code, '
  'payment_id, user_name, amount, key}], the orders that they name or nearly name; given_code: what staff gave it to; is_shared: its parts replace it; whole_amount, of a part: the '
  'transfer''s, whose narration and UTR it has. Admins and payments staff. Refusals: PT401 '
  'not_signed_in, PT403 forbidden, PT400 invalid. Security definer: as match_bank_rows.';

create function private.likely_orders(p_credit public.credits) returns jsonb
  language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('order_code', n.order_code, 'payment_id', n.payment_id, 'key', n.key,
      'user_name', (select coalesce(f.name, f.email) from public.profiles f where f.id = n.user_id),
      'amount', (select private.order_price(o) from private.orders o where o.id = n.order_id)) order by n.key, n.order_code), '[]')
  from (
    select * from (
      select o.id as order_id, o.order_code, o.user_id, p.id as payment_id, 'code' as key
      from private.orders o left join public.payments p on p.order_id = o.id
      where o.order_code = any (p_credit.keys)
      union
      select p.order_id, p.order_code, p.user_id, p.id, 'utr' from public.payments p
      where p.reference_key = any (p_credit.utrs) and p.status <> 'rejected'
      union
      select m.order_id, m.order_code, m.user_id, m.payment_id, m.key from private.near_orders(p_credit) as m) as a
    order by a.key limit 5) as n
$$;

comment on function private.likely_orders(public.credits) is 'Returns up to five orders that a credit names or nearly names.';

create function private.lock_free_credit(p_credit_id uuid) returns public.credits
  language plpgsql volatile set search_path = ''
as $$
declare
  v_credit public.credits;
begin
  select * into v_credit from public.credits b where b.id = p_credit_id for no key update;
  if not found then
    perform private.refuse(404, 'not_found', 'p_credit_id', 'There is no such credit.');
  end if;
  if private.backs_payment(v_credit) then
    perform private.refuse(409, 'credit_used', coalesce((
        select min(p.order_code) from public.payments p
        where p.id = v_credit.payment_id or p.status = 'approved' and p.reference_key = any (v_credit.utrs)
          or p.id in (select c.payment_id from public.credits c where c.part_of = p_credit_id)), ''),
      'It paid for the order in detail.');
  end if;
  return v_credit;
end
$$;

comment on function private.lock_free_credit(uuid) is
  'Locks and returns a credit that paid for no order. Refusals: PT404 not_found, PT409 credit_used (detail: the order).';

create function private.lock_made_payments(p_credit_id uuid) returns uuid[]
  language plpgsql volatile set search_path = ''
as $$
declare
  v_ids uuid[] := array(
    select p.id from public.credits b join public.payments p on p.order_code = any (b.keys)
    where p_credit_id in (b.id, b.part_of) and p.status = 'pending' and p.screenshot_url = '' and p.method = 'upi' and p.made_by is null
      and not p.is_test order by 1);
begin
  perform private.lock_payments(v_ids);
  return v_ids;
end
$$;

comment on function private.lock_made_payments(uuid) is
  'Locks and returns the undecided payments that a credit or its parts name by their code and that claim_by_credit made: their '
  'customers submitted nothing.';

create function private.withdraw_payments(p_payment_ids uuid[]) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_payment public.payments;
begin
  for v_payment in
    select * from public.payments p
    where p.id = any (p_payment_ids) and p.status = 'pending' and p.screenshot_url = '' and (
        select coalesce(sum(b.amount), 0) from public.credits b
        where b.keys @> array[p.order_code] and b.payment_id is null and b.set_aside_at is null and b.returned_at is null
          and (b.is_certain or b.given_by is not null)
          -- What names several made none of their payments.
          and p.order_id = (select f.order_id from private.order_of_credit(b) as f))
      < (select sum(l.total_amount) from public.payment_lines l where l.payment_id = p.id)
    order by p.id
  loop
    perform private.undo_offer(v_payment, 'lapsed');
    delete from public.seat_claims c where c.payment_id = v_payment.id;
    delete from public.payment_lines l where l.payment_id = v_payment.id;
    delete from public.payments p where p.id = v_payment.id;
    update private.orders o set submitted_at = null where o.id = v_payment.order_id;
  end loop;
end
$$;

comment on function private.withdraw_payments(uuid[]) is
  'Deletes those of lock_made_payments whose credits are now less than their price: their seats are free, and the orders '
  'can be held, paid and submitted as if no credit had been theirs. The history keeps them.';

create function private.order_to_give(p_code text, p_admin uuid, p_unknown text) returns private.orders
  language plpgsql stable set search_path = ''
as $$
declare
  v_order private.orders;
begin
  select * into v_order from private.orders o where o.order_code = p_code;
  if not found then
    perform private.refuse(404, 'unknown_order', p_unknown, 'There is no such order.');
  end if;
  if v_order.user_id = p_admin then
    perform private.refuse(403, 'own_payment', v_order.order_code, 'You cannot decide about your own payment.');
  end if;
  if exists (select from public.payments p where p.order_id = v_order.id and p.status = 'rejected') then
    perform private.refuse(409, 'already_decided', v_order.order_code, 'This payment was rejected; its money is sent back.');
  end if;
  return v_order;
end
$$;

comment on function private.order_to_give(text, uuid, text) is
  'Returns the order to which this admin may give a credit. Refusals: PT404 unknown_order (detail: p_unknown), PT403 own_payment and PT409 '
  'already_decided (detail: the order).';

create function public.give_credit(p_credit_id uuid default null, p_order_code text default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_role('payments');
  v_credit public.credits;
  v_order private.orders;
  v_code text := upper(regexp_replace(p_order_code, '[[:space:]-]', '', 'g'));
  v_made uuid[];
begin
  perform private.lock_credits();
  if v_code is not null then
    v_order := private.order_to_give(v_code, v_user, 'p_order_code');
    perform private.lock_customer(v_order.user_id);
  else
    v_made := private.lock_made_payments(p_credit_id);
  end if;
  v_credit := private.lock_free_credit(p_credit_id);
  if v_code is not null and (v_credit.set_aside_at is not null or v_credit.returned_at is not null) then
    perform private.refuse(409, 'credit_used', '', 'It was set aside or sent back.');
  end if;
  if v_credit.given_code is distinct from v_code then
    update public.credits b set given_code = v_code, given_by = case when v_code is not null then v_user end, matched_by = null
      where b.id = p_credit_id;
    perform private.record_audit('give_credit', 'credits', p_credit_id::text, jsonb_build_object('order_code', v_credit.given_code),
      jsonb_build_object('order_code', v_code, 'amount', v_credit.amount));
    perform private.withdraw_payments(v_made);
  end if;
  perform private.claim_by_credit(p_credit_id);
  return private.credit_state(p_credit_id);
end
$$;

comment on function public.give_credit(uuid, text) is
  'Gives an open credit to an order by its code (null: takes it back) and returns credit_state. The order of a customer who '
  'never submitted becomes a payment once the credits given to it reach its price, and is none again when they no longer '
  'do before it was decided or submitted. Approving stays a decision. Idempotent. '
  'Admins and payments staff. Refusals: PT401 not_signed_in, PT403 forbidden, own_payment, PT404 not_found, unknown_order, PT409 '
  'credit_used (detail: the order), already_decided. Security definer: no role may write credits.';

create function public.set_credit_aside(p_credit_id uuid default null, p_reason text default null) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_role('payments');
  v_reason text := private.decision_note(p_reason);
  v_credit public.credits;
  v_whole uuid;
  v_made uuid[];
begin
  perform private.lock_credits();
  v_made := private.lock_made_payments(p_credit_id);
  v_credit := private.lock_free_credit(p_credit_id);
  v_whole := coalesce(v_credit.part_of, v_credit.id);
  if v_credit.returned_at is not null or v_credit.is_shared and v_reason is not null then
    perform private.refuse(409, 'credit_used', '', 'It was sent back or shared.');
  end if;
  if private.is_taken_back(v_credit) then
    if v_reason is not null or exists (
      select from public.bank_debits d join public.credits w on w.id = v_whole where d.utrs && w.utrs) then
      perform private.refuse(409, 'credit_used', 'bank', 'The bank took it back.');
    end if;
    update public.bank_debits d set credit_id = null, settled_at = now() where d.credit_id = v_whole;
  end if;
  if v_credit.is_shared then
    perform private.end_sharing(v_credit);
  end if;
  if v_credit.set_aside_reason is distinct from v_reason then
    update public.credits b
      set is_shared = false, set_aside_at = case when v_reason is not null then now() end, set_aside_by = case when v_reason is not null then v_user end,
        set_aside_reason = v_reason
      where b.id = p_credit_id;
    perform private.record_audit('set_aside', 'credits', p_credit_id::text, jsonb_build_object('reason', v_credit.set_aside_reason),
      jsonb_build_object('reason', v_reason, 'amount', v_credit.amount));
    perform private.withdraw_payments(v_made);
    perform private.owe_beyond(array(
      select p.id from public.payments p
      where (p.reference_key = any (v_credit.utrs) or p.order_code = any (v_credit.keys)) and p.status <> 'pending'));
  end if;
end
$$;

comment on function public.set_credit_aside(uuid, text) is
  'Sets an open credit aside with a reason, such as a transfer that is no sale (null: takes that back, also of one that the '
  'bank seemed to take back by its words; one that it took back by UTR stays: PT409 credit_used, detail bank; one that was '
  'shared is whole again unless a part was used or sent back); it then backs no '
  'payment, and one that it made by itself is withdrawn. Admins and payments staff. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found, PT409 credit_used. '
  'Security definer: no role may write credits.';

create function public.return_credit(p_credit_id uuid default null, p_upi_id text default null, p_utr text default null) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_role('payments');
  v_credit public.credits;
  v_utr text := private.normal_reference(p_utr);
  v_upi_id text := private.settings_text(p_upi_id, 'p_upi_id', 120, '^[A-Za-z0-9._-]{2,80}@[A-Za-z][A-Za-z0-9.-]{1,38}$');
begin
  if v_utr is null or v_utr !~ '^[0-9]{12}$' then
    perform private.refuse(400, 'invalid', 'p_utr', 'A UPI reference has 12 digits.');
  end if;
  if v_upi_id is null then
    perform private.refuse(400, 'invalid', 'p_upi_id', 'Where was it sent?');
  end if;
  perform private.lock_credits();
  v_credit := private.lock_free_credit(p_credit_id);
  if private.is_taken_back(v_credit) then
    perform private.refuse(409, 'credit_used', 'bank', 'The bank took it back.');
  end if;
  if v_credit.is_shared then
    perform private.refuse(409, 'credit_used', '', 'It was shared; its parts are sent back.');
  end if;
  if v_credit.returned_at is not null then
    if v_credit.returned_utr = v_utr then
      return;
    end if;
    perform private.refuse(409, 'credit_used', v_credit.returned_utr, 'It was sent back with the reference in detail.');
  end if;
  if exists (select from public.payments p where p.status = 'pending' and (p.order_code = any (v_credit.keys) or p.reference_key = any (v_credit.utrs))) then
    perform private.refuse(409, 'in_use', '', 'A payment that waits names this credit: decide it first.');
  end if;
  if exists (select from public.refunds r where r.utr_key = v_utr) or exists (select from public.credits b where b.returned_utr = v_utr) then
    perform private.refuse(409, 'reference_of_refund', v_utr, 'This transfer paid other money back.');
  end if;
  update public.credits b
    set returned_at = now(), returned_by = v_user, returned_to = v_upi_id, returned_utr = v_utr where b.id = p_credit_id;
  perform private.record_audit('return_credit', 'credits', p_credit_id::text, null,
    jsonb_build_object('amount', v_credit.amount, 'upi_id', v_upi_id, 'utr', v_utr));
end
$$;

comment on function public.return_credit(uuid, text, text) is
  'Records that a credit without an order was sent back to a UPI id by the transfer p_utr; it then backs no payment. '
  'Idempotent for one UTR. Admins and payments staff. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found, '
  'PT409 credit_used, in_use, reference_of_refund. Security definer: no role may write credits.';

create function public.list_proof_approvals(p_day date default null)
  returns table (payment_id uuid, order_code text, user_name text, amount numeric, approved_at timestamptz, matched_by text,
    sources text[], credit_id uuid, narration text, unknown_to_statement boolean)
  language plpgsql stable security definer rows 100 set search_path = ''
as $$
#variable_conflict use_column
declare
  c_listed constant integer := 1000;
  v_from timestamptz := coalesce(p_day, (now() at time zone 'Asia/Kolkata')::date)::timestamp at time zone 'Asia/Kolkata';
begin
  perform private.require_role('payments');
  return query
    select p.id, p.order_code, (select coalesce(f.name, f.email) from public.profiles f where f.id = p.user_id), p.amount,
      p.reviewed_at, b.matched_by,
      array(select distinct s from (
        select b.source as s union all select o.source from public.credit_proofs o where o.credit_id = b.id) as x order by s),
      b.id, coalesce((select w.narration from public.credits w where w.id = b.part_of), b.narration),
      coalesce(private.is_unknown_to_statement(b), b.id is null)
    from public.payments p
    left join lateral (
      select b.* from public.credits b where b.payment_id = p.id order by b.amount desc, b.created_at limit 1) as b on true
    where p.approved_by_proof and p.reviewed_at >= v_from and p.reviewed_at < v_from + interval '1 day'
    order by p.reviewed_at desc, p.id limit c_listed;
end
$$;

comment on function public.list_proof_approvals(date) is
  'Returns the payments that were approved without a person on a day (IST; null: today), newest first, with the largest '
  'credit of each. Admins and payments staff. Refusals: PT401 not_signed_in, PT403 forbidden. Security definer: as match_bank_rows.';

create function private.is_unknown_to_statement(p_credit public.credits) returns boolean
  language sql stable set search_path = ''
as $$
  -- A statement reaches beyond its day, and the day after it, when banks book late.
  select not private.in_statement(p_credit) and p_credit.booked_on >= s.first_on and p_credit.booked_on + 1 < s.last_on
    and (p_credit.source = 'mail' or exists (
      select from public.credit_proofs o where o.credit_id = p_credit.id and o.source = 'mail'))
  from private.statement_span() as s
$$;

comment on function private.is_unknown_to_statement(public.credits) is
  'True when the bank''s mail told of the credit, and imported statements cover its day and the day after and do not have '
  'it. Payment apps and gateways settle in sums: no statement has their payments one by one.';

create function public.proof_state() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  c_listed constant integer := 50;
  c_door_listed constant interval := interval '90 days';
begin
  perform private.require_role('payments');
  return jsonb_build_object(
    'shift_until', private.shift_end(),
    'sources', (
      select coalesce(jsonb_agg(jsonb_build_object('name', s.name, 'seen_at', s.seen_at, 'fault', s.fault,
        'set_aside', case when s.set_aside_at > now() - interval '7 days' then s.set_aside else 0 end) order by s.name), '[]')
      from private.proof_sources s),
    'approved_today', (
      select count(*) from public.payments p
      where p.approved_by_proof and p.reviewed_at >= (now() at time zone 'Asia/Kolkata')::date::timestamp at time zone 'Asia/Kolkata'),
    'unknown', (
      select coalesce(jsonb_agg(jsonb_build_object('credit_id', u.id, 'order_code', u.order_code, 'payment_id', u.payment_id,
        'amount', u.amount, 'booked_on', u.booked_on) order by u.booked_on desc, u.id), '[]')
      from (
        select b.id, p.order_code, p.id as payment_id, b.amount, b.booked_on
        from public.payments p join public.credits b on b.payment_id = p.id
        where p.approved_by_proof and b.source <> 'statement' and private.is_unknown_to_statement(b)
        order by b.booked_on desc, b.id limit c_listed) as u),
    'taken_back', (
      select coalesce(jsonb_agg(jsonb_build_object('order_code', u.order_code, 'payment_id', u.payment_id,
        'amount', u.amount, 'booked_on', u.booked_on) order by u.booked_on desc, u.payment_id), '[]')
      from (
        select p.order_code, p.id as payment_id, b.amount, r.booked_on
        from public.credits b
        cross join lateral (select min(r.booked_on) as booked_on from private.reversed_credits r where r.credit_id = b.id) as r
        join public.payments p on p.id = b.payment_id
          or b.payment_id is null and (p.reference_key = any (b.utrs) or p.order_code = any (b.keys))
        where b.set_aside_at is not null and b.set_aside_by is null and not b.is_shared and p.status = 'approved' and not p.is_test
          and (select m.received < m.due from private.payment_money m where m.payment_id = p.id)
          and exists (select from public.user_tickets t where t.payment_id = p.id and t.revoked_at is null)
        order by r.booked_on desc, p.id limit c_listed) as u),
    'unproven', (
      select jsonb_build_object('count', count(*), 'payments', coalesce(jsonb_agg(jsonb_build_object(
          'payment_id', x.payment_id, 'order_code', x.order_code, 'amount', x.amount, 'created_at', x.created_at,
          'user_name', (select coalesce(f.name, f.email) from public.profiles f where f.id = x.user_id)) order by x.created_at)
        filter (where x.n <= 100), '[]'))
      from (
        select m.*, row_number() over (order by m.created_at, m.payment_id) as n from private.credit_matches m
        where m.status = 'pending' and m.kind = 'not_found'
          and m.created_at < now() - make_interval(hours => (select r.reject_hours from public.proof_rules r where r.id = 1))
          -- Only where a statement reaches beyond its day.
          and (m.created_at at time zone 'Asia/Kolkata')::date + 1 < (select s.last_on from private.statement_span() as s)
          and private.likely_credits(m.payment_id) is null) as x),
    'door', (
      select jsonb_build_object('count', count(*), 'payments', coalesce(jsonb_agg(jsonb_build_object(
          'payment_id', x.id, 'order_code', x.order_code, 'amount', x.amount, 'created_at', x.created_at,
          'user_name', (select coalesce(f.name, f.email) from public.profiles f where f.id = x.made_by)) order by x.created_at)
        filter (where x.n <= 100), '[]'))
      from (
        select p.*, row_number() over (order by p.created_at, p.id) as n from public.payments p
        where p.till_id is not null and p.method = 'upi' and p.status = 'approved' and p.created_at > now() - c_door_listed
          and (p.created_at at time zone 'Asia/Kolkata')::date < (select max(b.booked_on) from public.credits b)
          and (select m.credits from private.payment_money m where m.payment_id = p.id) is null) as x));
end
$$;

comment on function public.proof_state() is
  'Returns {shift_until, sources: [{name, seen_at, fault, set_aside: messages of the last week that could not be judged}], approved_today, unknown: credits that approved a payment and '
  'that a later statement does not know, taken_back: those that the bank took back (booked_on: when) of payments that have valid tickets and '
  'were not paid again, unproven: {count, payments}: the hundred oldest undecided payments that no proof '
  'knows or nearly knows after reject_hours, door: {count, payments} likewise: sales at the door by UPI of the last 90 days that no credit '
  'backs though credits of later days are known; user_name is their seller}. Admins and payments staff. Refusals: PT401 not_signed_in, PT403 forbidden. Security definer: as '
  'match_bank_rows.';

insert into private.rights (roles, privileges, object) values
  ('anon, authenticated', 'execute', 'function public.find_credits(text, text, uuid)'),
  ('anon, authenticated', 'execute', 'function public.give_credit(uuid, text)'),
  ('anon, authenticated', 'execute', 'function public.set_credit_aside(uuid, text)'),
  ('anon, authenticated', 'execute', 'function public.return_credit(uuid, text, text)'),
  ('anon, authenticated', 'execute', 'function public.list_proof_approvals(date)'),
  ('anon, authenticated', 'execute', 'function public.proof_state()');
