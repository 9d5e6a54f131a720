-- Money either keeps a ticket valid or goes back (docs/decisions/refunds.md).
--
--   refunds.utr_key: the transfer that paid money back, however its reference is typed.
--   find_refundable(p_payment_id) -> {most, owed, in_statement, lines}: what staff may pay back without a ticket.

-- ---------------------------------------------------------------------------------------------------------------
-- What came in too much

create function private.kept_by_tickets(p_payment_id uuid) returns numeric
  language sql stable set search_path = ''
as $$
  select coalesce(sum(t.total_amount), 0) from public.user_tickets t
  where t.payment_id = p_payment_id and t.revoked_at is null
    and not exists (select from public.refunds r where r.ticket_id = t.id)
$$;
comment on function private.kept_by_tickets(uuid) is
  'Rupees: the price of the payment''s tickets that are valid, neither taken back nor asked back.';

create function private.beyond_tickets(p_payment_id uuid) returns numeric
  language sql stable set search_path = ''
as $$
  select greatest(0, m.received - m.promised - private.kept_by_tickets(m.payment_id))
  from private.payment_money m where m.payment_id = p_payment_id
$$;
comment on function private.beyond_tickets(uuid) is
  'Rupees that came in for a payment, are not promised back, and keep no ticket valid.';

create or replace function public.mark_refunded(
    p_refund_id uuid default null, p_utr text default null, p_upi_id text default null, p_admitted boolean default false)
  returns public.refunds
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_utr text;
  v_key text;
  v_refund public.refunds;
  v_payment public.payments;
  v_admitted jsonb;
  v_used text;
begin
  perform private.require_admin();
  v_utr := regexp_replace(private.normal_reference(private.require_text(p_utr, 'p_utr', 64)), '[[:space:]]', '', 'g');
  if v_utr !~ '^[A-Z0-9][A-Z0-9/-]{5,63}$' then
    perform private.refuse(400, 'invalid', 'p_utr', 'A bank''s reference has at least 6 letters and digits.');
  end if;
  v_key := private.reference_key(v_utr);
  select * into v_refund from public.refunds r where r.id = p_refund_id;
  if not found then
    perform private.refuse(404, 'not_found', 'p_refund_id', 'There is no such refund.');
  end if;

  -- One transfer is marked at a time, so that one reference cannot pay two customers at once.
  perform pg_advisory_xact_lock(hashtextextended('refund:' || v_key, 0));
  perform private.lock_customer(v_refund.user_id);
  perform private.share_event(t.event_id) from public.user_tickets t where t.id = v_refund.ticket_id;
  select p.* into strict v_payment from public.payments p where p.id = v_refund.payment_id for no key update;
  if v_refund.ticket_id is null then
    -- Nor does its money buy tickets under another order meanwhile.
    perform private.lock_reference(v_payment.reference_key);
  end if;
  select * into v_refund from public.refunds r where r.id = p_refund_id for no key update;
  if not found then
    perform private.refuse(404, 'not_found', 'p_refund_id', 'It is owed no longer.');
  end if;
  if v_refund.status = 'refunded' then
    if v_refund.utr = v_utr then
      return v_refund;
    end if;
    perform private.refuse(409, 'already_decided',
      jsonb_build_object('status', 'refunded', 'reviewed_at', v_refund.refunded_at, 'utr', v_refund.utr)::text,
      'The refund was marked with another reference.');
  end if;
  if v_refund.upi_id is null then
    perform private.refuse(409, 'no_upi_id', '', 'The customer has not said where the money goes.');
  end if;
  if private.clean_text(p_upi_id) is distinct from v_refund.upi_id then
    perform private.refuse(409, 'changed_meanwhile', v_refund.upi_id, 'The customer changed the UPI id; detail is the one now.');
  end if;
  v_admitted := private.ticket_admissions(v_refund.ticket_id);
  if v_admitted is not null and p_admitted is not true then
    perform private.refuse(409, 'admitted', v_admitted::text, 'The ticket was let in; detail says how many seats and when.');
  end if;
  -- When it was written down it had come in; a statement may have said since that it had not.
  if v_refund.amount > (
      select m.received - m.returned from private.payment_money m where m.payment_id = v_refund.payment_id) then
    perform private.refuse(409, 'not_refundable', 'nothing', 'Less came in than this, or it paid for another order.');
  end if;
  -- Of tickets that are valid, or are again: their money stays with them.
  if v_refund.ticket_id is null and v_payment.status = 'approved' and v_refund.amount > (
      select m.received - m.returned - private.kept_by_tickets(m.payment_id)
      from private.payment_money m where m.payment_id = v_refund.payment_id) then
    perform private.refuse(409, 'not_refundable', 'tickets', 'Its tickets are valid: their money goes back with them.');
  end if;
  select p.order_code into v_used
    from public.refunds r
    join public.payments p on p.id = r.payment_id
    where r.utr_key = v_key and r.user_id <> v_refund.user_id
    limit 1;
  if found then
    perform private.refuse(409, 'transaction_used', v_used, 'This transfer went to another customer, for the order in detail.');
  end if;

  -- Whoever has the money back does not come in: the seats are free for others.
  if v_refund.ticket_id is not null then
    perform public.revoke_tickets(array[v_refund.ticket_id], 'Refunded');
  end if;
  update public.refunds r set status = 'refunded', utr = v_utr, refunded_at = now()
    where r.id = p_refund_id returning * into v_refund;
  return v_refund;
end
$$;
comment on function public.mark_refunded(uuid, text, text, boolean) is
  'Notes that the money was sent to p_upi_id, with the bank''s reference of the transfer, and takes the ticket back. One '
  'transfer may pay several refunds of one customer. The same again returns the same. Admins only. Refusals: PT401 '
  'not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found, PT409 already_decided (detail: status, reviewed_at, utr), '
  'PT409 no_upi_id, PT409 changed_meanwhile (detail: the UPI id now), PT409 admitted (detail: seats, at) unless p_admitted, '
  'PT409 not_refundable (nothing: less came in; tickets: it bought tickets that are valid), PT409 transaction_used (detail: the other customer''s order). Security '
  'definer: nobody writes refunds directly.';

create or replace function public.start_refund(
    p_payment_id uuid default null, p_ticket_id uuid default null, p_amount numeric default null, p_note text default null)
  returns public.refunds
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_longest_note constant integer := 500;
  v_admin uuid := private.require_admin();
  v_note text;
  v_payment public.payments;
  v_ticket public.user_tickets;
  v_most numeric;
  v_kept numeric;
  v_refund public.refunds;
begin
  v_note := private.require_text(p_note, 'p_note', c_longest_note);
  select * into v_payment from public.payments p where p.id = p_payment_id;
  if not found then
    perform private.refuse(404, 'not_found', 'p_payment_id', 'There is no such payment.');
  end if;
  if v_payment.user_id = v_admin then
    perform private.refuse(403, 'own_payment', v_payment.order_code, 'Somebody else decides about one''s own payment.');
  end if;
  perform private.lock_payments(array[p_payment_id]);
  select * into v_payment from public.payments p where p.id = p_payment_id;
  if v_payment.status = 'pending' then
    perform private.refuse(409, 'not_refundable', 'pending', 'Decide about the payment first.');
  end if;
  if p_ticket_id is not null then
    select * into v_ticket from public.user_tickets t where t.id = p_ticket_id and t.payment_id = p_payment_id;
    if not found then
      perform private.refuse(404, 'not_found', 'p_ticket_id', 'The payment has no such ticket.');
    end if;
  end if;
  select * into v_refund from public.refunds r
    where r.payment_id = p_payment_id and r.ticket_id is not distinct from p_ticket_id
      and (r.ticket_id is not null or r.status = 'requested');
  if found then
    return v_refund;
  end if;

  v_kept := case when p_ticket_id is null then private.kept_by_tickets(p_payment_id) else 0 end;
  v_most := case when p_ticket_id is not null then private.ticket_money(v_ticket) else private.beyond_tickets(p_payment_id) end;
  if coalesce(v_most, 0) = 0 then
    perform private.refuse(409, 'not_refundable', case when v_kept > 0 then 'tickets' else 'nothing' end,
      'No money came in for it that has not gone back, or that keeps no ticket valid.');
  end if;
  -- NaN is greater than every number.
  if p_amount <= 0 or p_amount > v_most or p_amount <> round(p_amount, 2) then
    perform private.refuse(409, 'not_refundable',
      jsonb_strip_nulls(jsonb_build_object('most', v_most, 'tickets', nullif(v_kept, 0)))::text, 'Detail says how much can go back.');
  end if;
  insert into public.refunds (ticket_id, payment_id, user_id, amount, upi_id, reason, note)
    values (p_ticket_id, p_payment_id, v_payment.user_id, coalesce(p_amount, v_most),
      (select f.refund_upi_id from public.profiles f where f.id = v_payment.user_id),
      case when p_ticket_id is null and v_payment.status = 'rejected' then 'rejected' else 'other' end, v_note)
    returning * into v_refund;
  return v_refund;
end
$$;
comment on function public.start_refund(uuid, uuid, numeric, text) is
  'Writes down that the shop owes money of a decided payment, and why: with p_ticket_id that of the ticket, which the gate '
  'refuses from then on; without it what is not the price of a valid ticket. All of it unless p_amount says less. What is '
  'owed already is returned as it is. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, own_payment, PT400 '
  'invalid, PT404 not_found, PT409 not_refundable (detail: pending; nothing; tickets, when all that is left is the price '
  'of valid ones; or {most, tickets} in rupees). Security definer: nobody writes refunds directly.';

create or replace function public.drop_refund(p_refund_id uuid default null) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refund public.refunds;
begin
  perform private.require_admin();
  select * into v_refund from public.refunds r where r.id = p_refund_id for update;
  if not found then
    perform private.refuse(404, 'not_found', 'p_refund_id', 'There is no such refund.');
  end if;
  if v_refund.status = 'refunded' then
    perform private.refuse(409, 'already_decided',
      jsonb_build_object('status', 'refunded', 'reviewed_at', v_refund.refunded_at, 'utr', v_refund.utr)::text,
      'The money has been sent.');
  end if;
  delete from public.refunds r where r.id = p_refund_id;
  if exists (
    select from public.refunds r join private.payment_money m on m.payment_id = r.payment_id
    where r.payment_id = v_refund.payment_id and v_refund.ticket_id is not null and r.ticket_id is null
      and r.status = 'refunded' and m.received - m.returned < private.kept_by_tickets(r.payment_id)) then
    perform private.refuse(409, 'not_refundable', 'sent', 'Of its price a part was sent back: the ticket is not valid again.');
  end if;
end
$$;
comment on function public.drop_refund(uuid) is
  'Takes back what was written down as owed, as long as it has not been paid; the gate then admits the ticket again. Admins '
  'only. Refusals: PT401 not_signed_in, PT403 forbidden, PT404 not_found, PT409 already_decided, PT409 not_refundable '
  '(sent: of the ticket''s price a part was sent back without it). Security definer: nobody writes refunds directly.';

create function public.find_refundable(p_payment_id uuid default null) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_status text;
begin
  perform private.require_admin();
  select p.status into v_status from public.payments p where p.id = p_payment_id;
  if not found then
    perform private.refuse(404, 'not_found', 'p_payment_id', 'There is no such payment.');
  end if;
  return (
    select jsonb_build_object(
      'most', case when v_status = 'pending' then 0 else private.beyond_tickets(p_payment_id) end,
      'owed', coalesce((
        select sum(r.amount) from public.refunds r
        where r.payment_id = p_payment_id and r.ticket_id is null and r.status = 'requested'), 0),
      'in_statement', m.credits is not null,
      'lines', (
        select coalesce(jsonb_agg(l.id order by l.line), '[]')
        from public.user_tickets t join public.payment_lines l on l.id = t.payment_line_id
        where t.payment_id = p_payment_id and t.revoked_at is null
          and not exists (select from public.refunds r where r.ticket_id = t.id)))
    from private.payment_money m where m.payment_id = p_payment_id);
end
$$;
comment on function public.find_refundable(uuid) is
  'What start_refund may write down for a payment without a ticket, in rupees: most; owed, which is written down and not '
  'paid; in_statement, whether a bank''s statement says what came in, or its customer alone; lines, those whose valid '
  'tickets keep the rest. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT404 not_found. Security definer: '
  'as match_bank_rows.';

-- ---------------------------------------------------------------------------------------------------------------
-- Approved after the event was cancelled

create function private.owe_ticket() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  -- Who makes a ticket shares the event, so that it is not cancelled meanwhile.
  if exists (select from public.events e where e.id = new.event_id and e.status = 'cancelled') then
    insert into public.refunds (ticket_id, payment_id, user_id, amount, upi_id, reason)
      select new.id, new.payment_id, new.user_id, o.owed, f.refund_upi_id, 'cancelled'
      from (select private.ticket_money(new) as owed) as o left join public.profiles f on f.id = new.user_id
      where o.owed > 0;
  end if;
  return null;
end
$$;
comment on function private.owe_ticket() is
  'Trigger owe on user_tickets: a ticket of a cancelled event is owed from its beginning, as owe_event does for those that '
  'are there. Security definer: nobody writes refunds directly.';
create trigger owe after insert on public.user_tickets
  for each row execute function private.owe_ticket();

drop trigger owe on public.payments;
alter function private.owe_rejected() rename to owe_decided;
create or replace function private.owe_decided() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from public.payment_lines l join public.events e on e.id = l.event_id
    where l.payment_id = new.id and e.status = 'cancelled') then
    perform private.owe_beyond(array[new.id]);
  end if;
  return null;
end
$$;
comment on function private.owe_decided() is
  'Trigger owe on payments: a payment that is decided after its event was cancelled. What came in beyond its tickets is '
  'owed, of a rejected one all of it. Security definer: nobody writes refunds directly.';
create trigger owe after update of status on public.payments
  for each row when (new.status <> 'pending' and old.status = 'pending') execute function private.owe_decided();

-- ---------------------------------------------------------------------------------------------------------------
-- The reference of a refund pays for nothing

alter table public.refunds
  add column utr_key text generated always as (case when utr is not null then private.reference_key(utr) end) stored;
comment on column public.refunds.utr_key is
  'What references that mean one transfer have in common, as payments.reference_key: private.reference_key of utr.';
drop index public.refunds_utr;
create index refunds_utr_key on public.refunds (utr_key) where utr_key is not null;

create or replace view private.payment_warnings with (security_invoker = true) as
  select p.id as payment_id, (
      select coalesce(jsonb_agg(w.warning order by w.n), '[]') from (
        select 1 as n, jsonb_build_object('code', 'amount_differs', 'expected', sum(l.total_amount), 'amount', p.amount) as warning
        from public.payment_lines l where l.payment_id = p.id having sum(l.total_amount) <> p.amount
        union all
        select 2, jsonb_build_object('code', 'seats_lost', 'lines',
          jsonb_agg(jsonb_build_object('ticket_category_id', l.ticket_category_id, 'seats', l.lost) order by l.line))
        from (
          select l.line, l.ticket_category_id, jsonb_agg(s.seat order by s.n) as lost
          from public.payment_lines l
          left join public.user_tickets t on t.payment_line_id = l.id,
          lateral unnest(l.seats) with ordinality as s (seat, n)
          where l.payment_id = p.id and p.status <> 'rejected' and t.revoked_at is null
            and not exists (
              select from public.seat_claims c
              where c.payment_id = l.payment_id and c.ticket_category_id = l.ticket_category_id and c.seat = s.seat
                and c.state <> 'held')
          group by l.line, l.ticket_category_id
        ) as l having count(*) > 0
        union all
        select 3, jsonb_build_object('code', 'price_changed', 'lines', jsonb_agg(jsonb_build_object(
          'ticket_category_id', l.ticket_category_id, 'unit_price', l.unit_price, 'price_now', c.price) order by l.line))
        from public.payment_lines l join public.ticket_categories c on c.id = l.ticket_category_id
        where l.payment_id = p.id and p.status = 'pending' and c.price <> l.unit_price having count(*) > 0
        union all
        select 4, jsonb_build_object('code', 'event_cancelled', 'ticket_category_ids', jsonb_agg(l.ticket_category_id order by l.line))
        from public.payment_lines l join public.events e on e.id = l.event_id
        where l.payment_id = p.id and p.status = 'pending' and e.status = 'cancelled' having count(*) > 0
        union all
        select 5, jsonb_build_object('code', 'event_over', 'ticket_category_ids', jsonb_agg(l.ticket_category_id order by l.line))
        from public.payment_lines l join public.events e on e.id = l.event_id
        where l.payment_id = p.id and p.status = 'pending' and e.date <= now() having count(*) > 0
        union all
        select 6, jsonb_build_object('code', 'category_gone', 'ticket_category_ids', jsonb_agg(l.gone_category_id order by l.line))
        from public.payment_lines l where l.payment_id = p.id and l.gone_category_id is not null having count(*) > 0
        union all
        select 7, jsonb_build_object('code', 'reference_used', 'payments', jsonb_agg(o.payment order by o.created_at))
        from (
          select o.created_at, jsonb_build_object('payment_id', o.id, 'order_code', o.order_code, 'status', o.status,
            'created_at', o.created_at, 'same_customer', o.user_id = p.user_id,
            'user_name', (select coalesce(f.name, f.email) from public.profiles f where f.id = o.user_id)) as payment
          from public.payments o where o.reference_key = p.reference_key and o.id <> p.id
          order by o.created_at desc limit 5
        ) as o having count(*) > 0
        union all
        select 8, jsonb_build_object('code', 'screenshot_seen', 'payments', jsonb_agg(o.payment order by o.created_at))
        from (
          select o.created_at, jsonb_build_object('payment_id', o.id, 'order_code', o.order_code, 'status', o.status,
            'created_at', o.created_at, 'same_customer', o.user_id = p.user_id,
            'user_name', (select coalesce(f.name, f.email) from public.profiles f where f.id = o.user_id)) as payment
          from public.payments o where o.picture_digest = p.picture_digest and p.picture_digest <> '' and o.id <> p.id
          order by o.created_at desc limit 5
        ) as o having count(*) > 0
        union all
        select 9, jsonb_build_object('code', 'reference_not_12_digits') where p.reference_key !~ '^[0-9]{12}$'
        union all
        select 10, jsonb_build_object('code', 'beyond_limit')
        from public.payment_flags g where g.payment_id = p.id and g.flag = 'beyond_limit'
        union all
        select 11, jsonb_build_object('code', 'no_screenshot') where p.status = 'pending' and p.picture_digest is null
        union all
        select 12, jsonb_build_object('code', 'beyond_undecided')
        from public.payment_flags g where g.payment_id = p.id and g.flag = 'beyond_undecided'
        union all
        select 13, jsonb_build_object('code', 'reference_of_refund', 'refunds', jsonb_agg(o.refund order by o.refunded_at))
        from (
          select max(r.refunded_at) as refunded_at, jsonb_build_object('order_code', q.order_code, 'amount', sum(r.amount),
            'refunded_at', max(r.refunded_at), 'same_customer', r.user_id = p.user_id,
            'user_name', (select coalesce(f.name, f.email) from public.profiles f where f.id = r.user_id)) as refund
          from public.refunds r join public.payments q on q.id = r.payment_id
          where r.utr_key = p.reference_key and r.payment_id <> p.id
          group by q.id, q.order_code, r.user_id
          order by 1 desc limit 5
        ) as o having count(*) > 0
      ) as w
  ) as warnings
  from public.payments p;
comment on view private.payment_warnings is
  'What staff should look at, computed now and never stored where the customer reads: [{code, …}] with code one of '
  'amount_differs, seats_lost, price_changed, event_cancelled, event_over, category_gone, reference_used, screenshot_seen '
  '(both with the other payments, newest five; the same bytes by what storage says of them), reference_not_12_digits, '
  'beyond_limit, no_screenshot, beyond_undecided, reference_of_refund (with what the shop sent by that transfer, newest '
  'five orders). A view and not a function, so that who is asking is decided once for a page of rows.';

create or replace function private.approve_payment(p_payment public.payments, p_note text, p_reviewer uuid) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_used text;
  v_lost private.seat[];
  v_line public.payment_lines;
  v_key private.event_keys;
  v_ticket uuid;
begin
  if p_payment.user_id = p_reviewer then
    perform private.refuse(403, 'own_payment', p_payment.order_code, 'Somebody else decides about one''s own payment.');
  end if;
  select p.order_code into v_used from public.payments p
    where p.reference_key = p_payment.reference_key and p.status = 'approved' and p.id <> p_payment.id;
  if found then
    perform private.refuse(409, 'reference_approved', v_used, 'This reference was approved for the order in detail.');
  end if;
  select p.order_code into v_used from public.refunds r join public.payments p on p.id = r.payment_id
    where r.utr_key = p_payment.reference_key and r.payment_id <> p_payment.id order by r.refunded_at desc limit 1;
  if found then
    perform private.refuse(409, 'reference_of_refund', v_used, 'This transfer paid money back, for the order in detail.');
  end if;
  v_used := private.credit_used_by(p_payment.id, p_payment.reference_key);
  if v_used is not null then
    perform private.refuse(409, 'credit_used', v_used, 'The bank credit that this reference names paid for the order in detail.');
  end if;
  v_lost := private.lost_seats(p_payment.id);
  if v_lost is not null then
    perform private.refuse(409, 'seats_lost', private.seats_as_lines(v_lost), 'Give other seats first; detail has the lost ones.');
  end if;

  begin
    update public.payments p
      set status = 'approved', reviewed_by = p_reviewer, reviewed_at = now(), review_note = p_note where p.id = p_payment.id;
  exception when unique_violation then -- the same reference, approved at this very moment for another customer
    select p.order_code into v_used from public.payments p
      where p.reference_key = p_payment.reference_key and p.status = 'approved';
    perform private.refuse(409, 'reference_approved', coalesce(v_used, ''), 'This reference was approved for the order in detail.');
  end;

  update public.bank_rows b set payment_id = p_payment.id
    where b.utrs @> array[p_payment.reference_key] and b.payment_id is null
      and not exists (
        select from public.payments o
        where o.status = 'approved' and o.id <> p_payment.id and o.reference_key = any (b.utrs));

  for v_line in select * from public.payment_lines l where l.payment_id = p_payment.id order by l.line loop
    v_key := private.signing_key(v_line.event_id);
    v_ticket := gen_random_uuid();
    insert into public.user_tickets (id, user_id, event_id, ticket_category_id, payment_id, payment_line_id, seats, quantity,
        total_amount, code, key_number, signature)
      values (v_ticket, v_line.user_id, v_line.event_id, v_line.ticket_category_id, p_payment.id, v_line.id, v_line.seats,
        v_line.quantity, v_line.total_amount, private.new_ticket_code(), v_key.key_number,
        private.ticket_signature(v_key.key, v_key.key_number, v_ticket, v_line.user_id, v_line.event_id, v_line.seats));
    update public.seat_claims c set state = 'sold', ticket_id = v_ticket, review_until = null
      where c.payment_id = p_payment.id and c.ticket_category_id = v_line.ticket_category_id;
  end loop;
  update public.payment_lines l set payment_status = 'completed' where l.payment_id = p_payment.id;
end
$$;
comment on function private.approve_payment(public.payments, text, uuid) is
  'Sells the seats and makes the tickets of a pending payment that lock_payments has locked, and keeps the bank''s credit '
  'with it. Refusals: PT403 own_payment, PT409 reference_approved, reference_of_refund, credit_used (each: the order''s '
  'code), seats_lost.';
comment on function public.review_payment(uuid, text, text) is
  'Approves (seats sold, one ticket for each line) or rejects a payment; the note is what the customer reads. The same '
  'decision again returns the same result. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, own_payment, '
  'PT400 invalid, PT404 not_found, PT409 already_decided (detail: who, when), reference_approved, reference_of_refund, '
  'credit_used (detail: the order''s code), seats_lost (detail: lines and seats). Security definer: nobody writes payments, '
  'claims and tickets directly.';

-- ---------------------------------------------------------------------------------------------------------------
-- Grants: of the migrations of refunds, with the functions that are new

create or replace function private.grant_refunds() returns void
  language plpgsql set search_path = ''
as $$
begin
  revoke all on table public.refunds, private.payment_money from public, anon, authenticated;
  grant select on table public.refunds to authenticated;
  revoke all on function public.request_refund(uuid), public.claim_refund(uuid), private.note_move(), private.audit_refund(),
    private.forget_upi_id(), private.give_upi_id(), private.fill_refund(), private.mark_ticket_of_refund(),
    private.ticket_money(public.user_tickets), private.masked_upi_id(text), private.owe_beyond(uuid[]), private.owe_event(uuid),
    private.owe_decided(), private.owe_ticket(), private.owe_credit(), private.kept_by_tickets(uuid),
    private.beyond_tickets(uuid), private.lock_reference(text), private.settle_reference(), private.grant_refunds() from public, anon, authenticated;
  -- Visitors may call these only to be told to sign in.
  grant execute on function public.request_refund(uuid), public.claim_refund(uuid) to anon, authenticated;
end
$$;
select private.grant_refunds();

create or replace function private.grant_refunds_console() returns void
  language plpgsql set search_path = ''
as $$
begin
  revoke all on table private.refund_list from public, anon, authenticated;
  grant select on table private.refund_list to authenticated;
  revoke all on function public.mark_refunded(uuid, text, text, boolean), public.start_refund(uuid, uuid, numeric, text),
    public.drop_refund(uuid), private.ticket_admissions(uuid), private.find_refunds(text, text, uuid), public.get_refunds(),
    public.search_refunds(text, text, uuid), public.find_refundable(uuid), private.grant_refunds_console()
    from public, anon, authenticated;
  grant execute on function public.get_refunds(), public.search_refunds(text, text, uuid), private.find_refunds(text, text, uuid),
    private.ticket_admissions(uuid) to authenticated;
  -- Visitors may call these only to be told to sign in.
  grant execute on function public.mark_refunded(uuid, text, text, boolean), public.start_refund(uuid, uuid, numeric, text),
    public.drop_refund(uuid), public.find_refundable(uuid) to anon, authenticated;
end
$$;
select private.grant_refunds_console();
