-- Refunds: money that goes back to customers after a cancelled or moved event, a rejected payment or an overpayment.

create function private.note_move() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.moved_at := case when tg_op = 'UPDATE' then old.moved_at end;
  -- move_event and a plain edit after a payment both leave the earlier date in previous_date.
  if tg_op = 'UPDATE' and new.date is distinct from old.date and new.previous_date = old.date then
    new.moved_at := now();
  end if;
  return new;
end
$$;

comment on function private.note_move() is
  'Trigger 50_moved: sets moved_at to the time of the last move, whatever the client sent.';

create trigger "50_moved" before insert or update on public.events
  for each row execute function private.note_move();

create table public.refunds (
  id uuid primary key default gen_random_uuid(),
  ticket_id uuid unique references public.user_tickets (id) on delete restrict,
  user_id uuid not null,
  amount numeric(12, 2) not null check (amount >= 0),
  upi_id text,
  reason text not null check (reason in ('cancelled', 'moved', 'rejected', 'overpaid', 'other', 'given_back')),
  status text not null default 'requested' check (status in ('requested', 'refunded')),
  utr text,
  requested_at timestamptz not null default now(),
  refunded_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  payment_id uuid not null,
  asked_at timestamptz,
  note text check (char_length(note) <= 500),
  utr_key text generated always as (case when utr is not null then private.reference_key(utr) end) stored,
  way text check (way in ('upi', 'bank', 'cash', 'card', 'other')),
  settled_how text check (char_length(settled_how) <= 500),
  transfer numeric,
  payout_id uuid,
  constraint refunds_payable check (status = 'refunded' or asked_at is null or upi_id is not null),
  constraint refunds_settled check ((status = 'refunded') = (refunded_at is not null and way is not null)),
  constraint refunds_transferred check ((utr is not null) = (way is not null and way in ('upi', 'bank')))
);

comment on table public.refunds is
  'Money that goes back: requested by customers, or owed because the event was cancelled, too much came, staff started it or a pass '
  'that was given back was sold. One per '
  'ticket, and at most one unpaid without a ticket per payment (rejected, overpaid).';

comment on column public.refunds.amount is
  'Rupees: all that was received for the ticket, GST and fee included; without a ticket what is above the '
  'price.';

comment on column public.refunds.upi_id is
  'The UPI id to pay to: of too much the payer''s own, where the credit has it, until the customer asks; else that of the '
  'customer''s profile; null until given. Deleted with the account once the money was sent.';

comment on column public.refunds.utr is 'The bank''s reference of the transfer that paid the refund; null of other ways.';

comment on column public.refunds.way is
  'How it was paid: a transfer to a UPI id (upi) or to an account (bank), cash, the card of the sale, or other; null until then.';

comment on column public.refunds.settled_how is
  'bank: the IFSC and the account''s last four digits. other: how it was settled, in words of staff that the customer reads. '
  'Both deleted with the account. cash: what it was taken from.';

comment on column public.refunds.payment_id is
  'No foreign key: a second link between tickets and payments would make embedding ambiguous. Only functions write '
  'it, and decided payments are never deleted.';

comment on column public.refunds.ticket_id is
  'Null where the money bought no ticket: a rejected payment, or an excess.';

comment on column public.refunds.status is 'requested: owed. refunded: the money was sent.';

comment on column public.refunds.requested_at is 'Since when it is owed.';

comment on column public.refunds.asked_at is 'When the customer asked for it; null while only the shop recorded it.';

comment on column public.refunds.note is 'The reason in the words of the staff who started it; the customer reads it.';

comment on column public.refunds.transfer is
  'Rupees of the one transfer for all that goes back together (refunds_with), on the first of these refunds; null on the others. '
  'Staff''s lists and counts show only the first. Set by group_refunds.';

comment on column public.refunds.payout_id is
  'The payout that is to pay it, or paid it (87-payouts.sql); null for one that is owed or paid by itself. No foreign key: payouts are never '
  'deleted.';

comment on column public.refunds.utr_key is 'private.reference_key of utr: the same for references of one transfer.';

create index refunds_user_id on public.refunds (user_id, requested_at desc);

create index refunds_status on public.refunds (status, requested_at, id) include (user_id, amount);

create index refunds_transfer on public.refunds (transfer, id) where transfer is not null;

create index refunds_status_transfer on public.refunds (status, transfer, id) where transfer is not null;

create index refunds_requested_at on public.refunds (requested_at, id) where transfer is not null;

create index refunds_status_requested_at on public.refunds (status, requested_at, id) where transfer is not null;

create index refunds_payout_id on public.refunds (payout_id) where payout_id is not null;

create index refunds_updated_at on public.refunds (updated_at);

create trigger "90_stamp" before insert or update on public.refunds
  for each row execute function private.stamp_row();

create function private.audit_refund() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_before jsonb := case when tg_op <> 'INSERT' then
    to_jsonb(old) - 'upi_id' - 'settled_how' - 'transfer' || jsonb_build_object('paid_to', private.masked_upi_id(old.upi_id)) end;
  v_after jsonb := case when tg_op <> 'DELETE' then
    to_jsonb(new) - 'upi_id' - 'settled_how' - 'transfer' || jsonb_build_object('paid_to', private.masked_upi_id(new.upi_id)) end;
begin
  -- How refunds are grouped follows from what they are.
  if tg_op = 'UPDATE' and to_jsonb(old) - '{transfer,updated_at}'::text[] = to_jsonb(new) - '{transfer,updated_at}'::text[] then
    return null;
  end if;
  -- Masks the UPI id: the log outlives accounts, and such an id often is a name.
  perform private.record_audit(lower(tg_op), 'refunds', coalesce(v_after, v_before) ->> 'id', v_before, v_after);
  return null;
end
$$;

comment on function private.audit_refund() is
  'Trigger audit of refunds. Security definer: no role may write audit_log.';

create function private.forget_upi_id() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.refunds r set upi_id = null, settled_how = case r.way when 'cash' then r.settled_how end
    where r.user_id = old.id and r.status = 'refunded' and (r.upi_id is not null or r.settled_how is not null);
  return null;
end
$$;

comment on function private.forget_upi_id() is
  'Trigger forget_upi_id on profiles: deletes a leaving customer''s UPI id and account here too, except where money is still '
  'owed. Security definer: no role may write refunds.';

create trigger forget_upi_id after delete on public.profiles
  for each row execute function private.forget_upi_id();

alter table public.refunds enable row level security;

create policy "Customers read their own refunds, payments staff every one" on public.refunds
  for select to authenticated using (user_id = (select private.uid()) or (select private.may('payments')));

create function private.refundable_after_move() returns interval
  language sql immutable parallel safe set search_path = ''
as $$ select interval '7 days' $$;

comment on function private.refundable_after_move() is
  'Returns for how long after a move a refund may be requested. As REFUND_DAYS_AFTER_MOVE in src/shop/refunds/refund-offer.ts.';

create function public.request_refund(p_ticket_id uuid default null) returns public.refunds
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
  v_upi_id text;
  v_ticket public.user_tickets;
  v_event public.events;
  v_paid_at timestamptz;
  v_reason text;
  v_amount numeric;
  v_refund public.refunds;
begin
  perform private.lock_customer(v_user);
  select * into v_ticket from public.user_tickets t where t.id = p_ticket_id and t.user_id = v_user;
  if not found then
    perform private.refuse(404, 'not_found', 'p_ticket_id', 'The caller has no such ticket.');
  end if;
  perform private.share_event(v_ticket.event_id);
  select r.* into v_refund from public.refunds r where r.ticket_id = p_ticket_id;
  if found then
    return public.claim_refund(v_refund.id);
  end if;

  select e.* into strict v_event from public.events e where e.id = v_ticket.event_id;
  select p.created_at into strict v_paid_at from public.payments p where p.id = v_ticket.payment_id;
  if v_ticket.payment_status <> 'completed' then
    perform private.refuse(409, 'not_refundable', 'revoked', 'The ticket was taken back.');
  elsif v_event.status = 'cancelled' then
    v_reason := 'cancelled';
  elsif v_event.moved_at is null or v_paid_at > v_event.moved_at then
    perform private.refuse(409, 'not_refundable', 'unchanged', 'The event is as it was when it was paid for.');
  elsif now() > v_event.moved_at + private.refundable_after_move() then
    perform private.refuse(409, 'not_refundable', 'late', 'A refund is asked for within seven days of the move.');
  elsif now() >= v_event.date then
    perform private.refuse(409, 'not_refundable', 'begun', 'The event has begun.');
  else
    v_reason := 'moved';
  end if;
  v_amount := private.ticket_money(v_ticket);
  if coalesce(v_amount, 0) = 0 then
    perform private.refuse(409, 'not_refundable', 'nothing', 'No money came in for it that has not gone back.');
  end if;
  select p.refund_upi_id into v_upi_id from public.profiles p where p.id = v_user;
  if v_upi_id is null then
    perform private.refuse(409, 'no_upi_id', '', 'Save refund_upi_id in the profile first.');
  end if;
  insert into public.refunds (ticket_id, payment_id, user_id, amount, upi_id, reason, asked_at)
    values (p_ticket_id, v_ticket.payment_id, v_user, v_amount, v_upi_id, v_reason, now())
    returning * into v_refund;
  return v_refund;
end
$$;

comment on function public.request_refund(uuid) is
  'Requests the money of one''s own ticket, paid to the profile''s UPI id: without time limit for a cancelled event; '
  'for an event moved after the payment within seven days of the move and before it begins. From then on the gate '
  'refuses the ticket. When already owed or requested: as claim_refund. Refusals: PT401 not_signed_in, PT404 '
  'not_found, PT409 not_refundable (detail: revoked, unchanged, late, begun, nothing), PT409 no_upi_id. Security '
  'definer: no role may write refunds.';

create index refunds_upi_search on public.refunds using gin (upi_id extensions.gin_trgm_ops, utr extensions.gin_trgm_ops);

create function private.find_refunds(p_text text, p_status text default null, p_after uuid default null, p_event uuid default null)
  returns setof uuid
  language plpgsql stable security definer rows 20 set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  v_pattern text := private.search_pattern(p_text);
  v_words text[] := private.search_patterns(p_text);
  v_users uuid[];
  v_payments uuid[];
  v_of uuid[];
begin
  if v_pattern is null and p_event is null or not private.may('payments') then
    return;
  end if;
  v_of := array(
    select r.id from public.user_tickets t join public.refunds r on r.ticket_id = t.id where t.event_id = p_event
    union select r.id from public.payment_lines l join public.refunds r on r.payment_id = l.payment_id
      where l.event_id = p_event and r.ticket_id is null);
  v_users := array(select f.id from public.profiles f
    where private.has_words(f.name, v_words) or f.email ilike v_pattern);
  v_payments := array(
    select p.id from public.payments p where p.order_code ilike v_pattern or p.transaction_id ilike v_pattern);
  -- Few events have refunds: cancelled and moved ones. What an order is owed for other events may go back with it.
  v_payments := v_payments || array(
    select t.payment_id from public.singers s join public.events e on e.singer_id = s.id
      join public.user_tickets t on t.event_id = e.id join public.refunds r on r.ticket_id = t.id
      where (e.status = 'cancelled' or e.moved_at is not null)
        and (private.has_words(s.name || ' ' || private.names_of_city(e.city), v_words)));
  if p_after is not null then
    return query select r.id from public.refunds r
      where (v_pattern is null or r.upi_id ilike v_pattern or r.utr ilike v_pattern or r.user_id = any (v_users)
          or r.payment_id = any (v_payments))
        and (p_event is null or r.id = any (v_of)) and (p_status is null or r.status = p_status) and r.id > p_after
      order by r.id limit private.most_found();
  else
    return query select r.id from public.refunds r
      where (v_pattern is null or r.upi_id ilike v_pattern or r.utr ilike v_pattern or r.user_id = any (v_users)
          or r.payment_id = any (v_payments))
        and (p_event is null
          or (r.payment_id, r.status) in (select o.payment_id, o.status from public.refunds o where o.id = any (v_of)))
        and (p_status is null or r.status = p_status) and r.transfer is not null
      order by r.requested_at desc limit private.most_found() + 1;
  end if;
end
$$;

comment on function private.find_refunds(text, text, uuid, uuid) is
  'Returns refunds (of a state, or of all) whose UPI id, transfer''s or payment''s reference, order code, customer''s '
  'name or address, or event contains the text (null: any), of p_event''s tickets and orders (null: any): the first of each transfer, the newest most_found() and one more if there are '
  'others, or with p_after every one, the next by id. Empty unless the caller may read payments. Security definer: as find_accounts.';

create index refunds_payment_id on public.refunds (payment_id);

create index refunds_of_revenue on public.refunds (payment_id) include (amount) where reason not in ('rejected', 'overpaid');

create unique index refunds_unpaid_without_ticket on public.refunds (payment_id) where ticket_id is null and status = 'requested';

create function private.fill_refund() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if new.payment_id is null then
    select t.payment_id into new.payment_id from public.user_tickets t where t.id = new.ticket_id;
  end if;
  -- Nearly always it is the only one of its order.
  new.transfer := new.amount;
  return new;
end
$$;

comment on function private.fill_refund() is
  'Trigger 20_payment: takes the refund''s payment from its ticket, and lets it be a transfer of its own.';

create trigger "20_payment" before insert on public.refunds
  for each row execute function private.fill_refund();

create function private.refunds_with(p_refund public.refunds) returns setof public.refunds
  language sql stable rows 2 set search_path = ''
as $$
  select o.* from public.refunds o
  where o.payment_id = p_refund.payment_id and o.status = p_refund.status
    and case when o.status = 'requested' then (o.upi_id, o.payout_id) is not distinct from (p_refund.upi_id, p_refund.payout_id)
      else (o.refunded_at, o.way, o.utr) is not distinct from (p_refund.refunded_at, p_refund.way, p_refund.utr) end
  order by o.requested_at, o.id
$$;

comment on function private.refunds_with(public.refunds) is
  'Returns what one transfer pays, or paid, back, with the refund itself, the oldest first: of one order, owed to one UPI id and in one payout, or marked '
  'at one moment as one transfer. Invoker: row security decides.';

create function private.group_refunds(p_payment_ids uuid[]) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  -- Another change of one of them waits, and groups them again.
  perform from public.refunds r where r.payment_id = any (p_payment_ids) order by r.id for no key update;
  update public.refunds r set transfer = g.transfer
    from (
      select o.id, case when row_number() over (a order by o.requested_at, o.id) = 1 then sum(o.amount) over a end as transfer
      from public.refunds o where o.payment_id = any (p_payment_ids)
      window a as (partition by o.payment_id, o.status, case when o.status = 'requested' then (o.upi_id, o.payout_id) end,
        o.refunded_at, o.way, o.utr)) as g
    where r.id = g.id and r.transfer is distinct from g.transfer;
end
$$;

comment on function private.group_refunds(uuid[]) is
  'Sets transfer of these payments'' refunds, as refunds_with groups them. Of two refunds that are recorded at the same moment each may '
  'remain a first one; refund_list leaves the later out.';

create function private.regroup_refunds() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_payments uuid[];
begin
  if tg_op = 'UPDATE' then
    v_payments := array(
      select distinct n.payment_id from after_change n join before_change o on o.id = n.id
      where (n.status, n.upi_id, n.amount, n.refunded_at, n.payout_id)
        is distinct from (o.status, o.upi_id, o.amount, o.refunded_at, o.payout_id));
  elsif tg_op = 'INSERT' then
    v_payments := array(
      select distinct n.payment_id from after_change n
      where exists (select from public.refunds o where o.payment_id = n.payment_id and o.id <> n.id));
  else
    v_payments := array(select distinct o.payment_id from before_change o);
  end if;
  if v_payments <> '{}' then
    perform private.group_refunds(v_payments);
  end if;
  return null;
end
$$;

comment on function private.regroup_refunds() is
  'Triggers group on refunds: group_refunds. Security definer: no role may write refunds.';

create trigger group_added after insert on public.refunds
  referencing new table as after_change for each statement execute function private.regroup_refunds();

create trigger group_changed after update on public.refunds
  referencing old table as before_change new table as after_change for each statement execute function private.regroup_refunds();

create trigger group_dropped after delete on public.refunds
  referencing old table as before_change for each statement execute function private.regroup_refunds();

create view private.payment_money with (security_invoker = true) as
  select p.id as payment_id, c.credits,
    case
      -- An undone sale was paid back at the counter.
      when p.status = 'rejected' and p.method in ('cash', 'card', 'complimentary') then 0
      when p.is_test then 0
      when p.status <> 'approved' and (exists (
          select from public.payments o where o.status = 'approved' and o.reference_key = p.reference_key and o.id <> p.id)
        or private.credit_used_by(p.id, p.reference_key) is not null) then 0
      else coalesce(c.credits, p.amount) end as received,
    (select sum(l.total_amount) from public.payment_lines l where l.payment_id = p.id) as due,
    (select coalesce(sum(r.amount), 0) from public.payments o join public.refunds r on r.payment_id = o.id
      where o.reference_key = any (k.keys)) as promised,
    (select coalesce(sum(r.amount), 0) from public.payments o join public.refunds r on r.payment_id = o.id
      where o.reference_key = any (k.keys) and r.status = 'refunded') as returned,
    k.keys[1] as credit_key
  from public.payments p
  cross join lateral (
    -- A statement's row may have two numbers: references that name one credit share its money.
    select array(
      select p.reference_key
      union select unnest(b.utrs) from public.credits b
      where b.utrs @> array[p.reference_key] and private.is_credit_of(b, p)
      order by 1) as keys) as k
  cross join lateral (
    select sum(d.amount) as credits from (
      -- What the bank took back came in, and is worth nothing.
      select distinct case when b.set_aside_at is null then b.amount else 0 end as amount, b.booked_on,
        case when b.utrs @> array[p.reference_key] then p.reference_key else coalesce(b.utrs[1], b.id::text) end as transfer
      from public.credits b
      where b.payment_id = p.id
        or b.payment_id is null and b.keys && array[p.reference_key, p.order_code]
          and (b.set_aside_at is null or b.set_aside_by is null and not b.is_shared) and b.returned_at is null and private.is_credit_of(b, p)
          and (p.order_code = any (b.keys) or not exists (
            select from public.payments o
            where o.status = 'approved' and o.id <> p.id and o.reference_key = any (b.utrs)))) as d) as c;

comment on view private.payment_money is
  'Rupees of each payment. credits: received by the bank''s statements for this payment alone and not taken back, null when they have '
  'none. received: credits, else what the customer says and staff accept; nothing where its reference or credit paid '
  'for another, and for a test. due: the price of its lines. promised and returned: all refunds of its credit, and those sent. '
  'credit_key: the same for payments that name one credit. A view, so that one plan serves an event''s thousands of '
  'payments.';

create function private.ticket_money(p_ticket public.user_tickets) returns numeric
  language sql stable set search_path = ''
as $$
  select greatest(0, least(p_ticket.total_amount, m.received - m.promised, round(m.received * p_ticket.total_amount / nullif(m.due, 0), 2)))
  from private.payment_money m where m.payment_id = p_ticket.payment_id
$$;

comment on function private.ticket_money(public.user_tickets) is
  'Returns the rupees to refund for a ticket: its price, at most its share of what its payment received.';

create function private.masked_upi_id(p_upi_id text) returns text
  language sql immutable parallel safe set search_path = ''
as $$ select left(p_upi_id, 2) || '***' || substr(p_upi_id, strpos(p_upi_id, '@')) $$;

comment on function private.masked_upi_id(text) is
  'Returns ''as***@okaxis'': enough to tell two ids apart, too little to be a name.';

create trigger audit after insert or update or delete on public.refunds
  for each row execute function private.audit_refund();

create function private.mark_ticket_of_refund() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.user_tickets t set updated_at = now()
    where t.id = (case when tg_op = 'DELETE' then old.ticket_id else new.ticket_id end);
  return null;
end
$$;

comment on function private.mark_ticket_of_refund() is
  'Trigger roster: changes the ticket''s row in the gate''s list. For a cancelled event the list itself does. '
  'Security definer: no role may write tickets.';

create trigger roster_asked after insert on public.refunds
  for each row when (new.ticket_id is not null and new.reason <> 'cancelled') execute function private.mark_ticket_of_refund();

create trigger roster_dropped after delete on public.refunds
  for each row when (old.ticket_id is not null and old.reason <> 'cancelled') execute function private.mark_ticket_of_refund();

create function private.give_upi_id() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.refunds r set upi_id = new.refund_upi_id
    where r.user_id = new.id and r.status = 'requested' and r.upi_id is null;
  return null;
end
$$;

comment on function private.give_upi_id() is
  'Trigger give_upi_id on profiles: adds a new UPI id to the customer''s unpaid refunds that have none. Security '
  'definer: no role may write refunds.';

create trigger give_upi_id after update of refund_upi_id on public.profiles
  for each row when (new.refund_upi_id is not null and new.refund_upi_id is distinct from old.refund_upi_id)
  execute function private.give_upi_id();

create function public.claim_refund(p_refund_id uuid default null) returns public.refunds
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
  v_upi_id text;
  v_refund public.refunds;
begin
  perform private.lock_customer(v_user);
  perform from public.payments p where p.id = (
    select r.payment_id from public.refunds r where r.id = p_refund_id and r.user_id = v_user) for no key update;
  select r.* into v_refund from public.refunds r where r.id = p_refund_id and r.user_id = v_user for no key update;
  if not found then
    perform private.refuse(404, 'not_found', 'p_refund_id', 'Nothing is owed to the caller under this id.');
  end if;
  if v_refund.status = 'refunded' then
    return v_refund;
  end if;
  select coalesce(p.refund_upi_id, v_refund.upi_id) into v_upi_id from public.profiles p where p.id = v_user;
  if v_upi_id is null then
    perform private.refuse(409, 'no_upi_id', '', 'Save refund_upi_id in the profile first.');
  end if;
  if v_refund.asked_at is null or v_upi_id is distinct from v_refund.upi_id then
    -- What goes back together stays together.
    update public.refunds r set upi_id = v_upi_id, asked_at = coalesce(r.asked_at, now())
      where r.id in (select w.id from private.refunds_with(v_refund) as w);
    select * into v_refund from public.refunds r where r.id = p_refund_id;
  end if;
  return v_refund;
end
$$;

comment on function public.claim_refund(uuid) is
  'Requests money that the shop owes the caller, with all that goes back with it (refunds_with), paid to the profile''s UPI id. A repeat only changes the UPI id, '
  'until the money was sent. Refusals: PT401 not_signed_in, PT404 not_found, PT409 no_upi_id. Security definer: no '
  'role may write refunds.';

create function private.sure_credits(p_payment public.payments) returns setof public.credits
  language sql stable rows 2 set search_path = ''
as $$
  with named as (
    select b.*, p_payment.order_code = any (b.keys) as by_code
    from public.credits b
    where (b.is_certain or b.given_by is not null)
      and (b.payment_id = p_payment.id and b.set_aside_at is null
        or b.payment_id is null and b.set_aside_at is null and b.returned_at is null
          and b.keys && array[p_payment.reference_key, p_payment.order_code]))
  select b.* from public.credits b join named n on n.id = b.id
  where not exists (
      select from private.orders o
      where o.order_code = any (b.keys) and case
        when o.order_code = p_payment.order_code then b.given_by is null and private.is_common(o)
        else not private.is_common(o) end)
    and case when n.by_code then true
      -- A typed reference may be another's.
      else not exists (select from named m where m.by_code) and not exists (
        select from public.payments o
        where o.reference_key = any (b.utrs) and o.id <> p_payment.id and o.status <> 'rejected') end
    -- Without a UTR it may be the same credit from another source.
    and not exists (
      select from named m
      where m.amount = b.amount and (m.created_at, m.id) < (b.created_at, b.id)
        and (m.utrs && b.utrs
          or (m.utrs = '{}' or b.utrs = '{}') and m.booked_on between b.booked_on - 1 and b.booked_on + 1))
$$;

comment on function private.sure_credits(public.payments) is
  'Returns the credits of which nothing is doubtful that they came for this payment alone, each transfer once: certain, '
  'naming no other order, by the order''s code or, where none has it, by a reference that no one else sent.';

create function private.beyond_price(p_payment public.payments, out beyond numeric, out owed numeric, out payer text)
  language plpgsql stable set search_path = ''
as $$
declare
  v_price numeric := (select sum(l.total_amount) from public.payment_lines l where l.payment_id = p_payment.id);
  v_most numeric := coalesce((select sum(b.amount) from public.credits b where b.payment_id = p_payment.id), 0)
    + coalesce((
      select sum(b.amount) from public.credits b
      where b.keys && array[p_payment.reference_key, p_payment.order_code] and b.payment_id is null), 0);
begin
  -- Nearly always: the rest is slow.
  if v_most <= v_price or p_payment.status <> 'approved' or p_payment.method <> 'upi' or p_payment.is_test then
    return;
  end if;
  beyond := (select sum(c.amount) from private.sure_credits(p_payment) as c) - v_price;
  if coalesce(beyond, 0) <= 0 then
    beyond := null;
    return;
  end if;
  owed := beyond - (
    select coalesce(sum(r.amount), 0) from public.refunds r
    where r.payment_id = p_payment.id and r.ticket_id is null and r.status = 'refunded');
  -- The first credit of the exact price paid it; the others are too much.
  select min(c.payer_vpa) into payer
    from (
      select c.payer_vpa,
        c.amount = v_price and row_number() over (order by c.amount <> v_price, c.payment_id is null, c.created_at, c.id) = 1 as is_price
      from private.sure_credits(p_payment) as c) as c
    where not c.is_price
    having count(*) = count(c.payer_vpa) and count(distinct c.payer_vpa) = 1;
  if payer !~ '^[A-Za-z0-9._-]{2,80}@[A-Za-z][A-Za-z0-9.-]{1,38}$' then
    payer := null;
  end if;
end
$$;

comment on function private.beyond_price(public.payments) is
  'Returns, in rupees, by how much the sure_credits of an approved payment by UPI exceed its price (beyond), how much of it '
  'was not sent back (owed), and the UPI id that all of it came from, where the credits have it (payer). Null when they do '
  'not, for other payments and for tests.';

create function private.owe_beyond(p_payment_ids uuid[]) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_payment public.payments;
  v_beyond record;
begin
  for v_payment in
    select * from public.payments p
    where p.id = any (p_payment_ids) and p.status = 'approved' and p.method = 'upi' and not p.is_test order by p.id
  loop
    v_beyond := private.beyond_price(v_payment);
    continue when v_beyond.beyond is null;
    insert into public.refunds as r (payment_id, user_id, amount, upi_id, reason)
      select v_payment.id, v_payment.user_id, v_beyond.owed,
        coalesce(v_beyond.payer, (select f.refund_upi_id from public.profiles f where f.id = v_payment.user_id)), 'overpaid'
      where v_beyond.owed > 0
      on conflict (payment_id) where ticket_id is null and status = 'requested'
      do update set amount = excluded.amount where r.reason = 'overpaid' and r.amount < excluded.amount;
    -- No longer open: staff would send it back a second time.
    update public.credits c
      set payment_id = v_payment.id, matched_by = coalesce(c.matched_by, case
        when c.given_code = v_payment.order_code then 'hand' when v_payment.order_code = any (c.keys) then 'code' else 'utr' end)
      from private.sure_credits(v_payment) as s where c.id = s.id and c.payment_id is null;
  end loop;
  if exists (select from public.payments p where p.id = any (p_payment_ids) and p.status = 'rejected') then
    insert into public.refunds (payment_id, user_id, amount, upi_id, reason)
      select d.id, d.user_id, d.owed, d.refund_upi_id, 'rejected'
      from (
        select p.id, p.user_id, p.status, o.owed, f.refund_upi_id,
          row_number() over (partition by m.credit_key, p.status order by p.created_at, p.id) as n
        from public.payments p
        join private.payment_money m on m.payment_id = p.id
        left join public.profiles f on f.id = p.user_id,
        lateral (select least(m.credits, m.received) - m.promised as owed) as o
        where p.id = any (p_payment_ids) and p.status = 'rejected' and m.credits is not null and o.owed > 0
          and exists (
            select from public.payment_lines l join public.events e on e.id = l.event_id
            where l.payment_id = p.id and e.status = 'cancelled')) as d
      -- Of payments that name one credit only the first is owed it.
      where d.n = 1
      on conflict (payment_id) where ticket_id is null and status = 'requested' do nothing;
  end if;
end
$$;

comment on function private.owe_beyond(uuid[]) is
  'Records as owed what credits show beyond the tickets of decided payments: of approved ones what exceeds the price '
  '(beyond_price), whose credits then are the payment''s; of rejected ones of a cancelled event everything. What is recorded '
  'grows when more came, and nothing is recorded twice or without a credit. The caller has lock_credits or, deciding, '
  'lock_payments.';

create function private.owe_less(p_payment_ids uuid[]) returns void
  language sql volatile set search_path = ''
as $$
  with left_over as materialized (
    select r.id, r.amount, coalesce(m.credits, 0) - m.due - (
        select coalesce(sum(o.amount), 0) from public.refunds o
        where o.payment_id = r.payment_id and o.ticket_id is null and o.status = 'refunded') as owed
    from public.refunds r join private.payment_money m on m.payment_id = r.payment_id
    where r.payment_id = any (p_payment_ids) and r.ticket_id is null and r.status = 'requested' and r.reason = 'overpaid'),
  gone as (
    delete from public.refunds r using left_over o where r.id = o.id and o.owed <= 0 and r.status = 'requested')
  update public.refunds r set amount = o.owed
    from left_over o where r.id = o.id and o.owed > 0 and o.owed < o.amount and r.status = 'requested'
$$;

comment on function private.owe_less(uuid[]) is
  'Lowers or removes what is recorded as overpaid and not sent back of these payments, after some of their credits were '
  'deleted. The caller has lock_credits.';

create function private.owe_event(p_event_id uuid) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  insert into public.refunds (ticket_id, payment_id, user_id, amount, upi_id, reason)
    select s.id, s.payment_id, s.user_id, o.owed, f.refund_upi_id, 'cancelled'
    from (
      -- Each ticket reduces what is left of its payment for the next.
      select t.id, t.payment_id, t.user_id, t.share, t.received - t.promised - coalesce(
          sum(t.share) over (partition by t.payment_id order by t.id rows between unbounded preceding and 1 preceding), 0) as remaining
      from (
        select t.*, m.received, m.promised,
          least(t.total_amount, round(m.received * t.total_amount / nullif(m.due, 0), 2)) as share
        from public.user_tickets t join private.payment_money m on m.payment_id = t.payment_id
        where t.event_id = p_event_id and t.revoked_at is null
          and not exists (select from public.refunds r where r.ticket_id = t.id)
      ) as t
    ) as s
    left join public.profiles f on f.id = s.user_id,
    lateral (select least(s.share, s.remaining) as owed) as o
    where o.owed > 0
    -- Sorting reads all rows before the first insert, so that no read sees an inserted row.
    order by o.owed, s.id;
  perform private.owe_beyond(array(
    select distinct l.payment_id from public.payment_lines l
    where l.event_id = p_event_id and exists (
      select from public.payments p join public.credits b on b.payment_id = p.id or b.keys && array[p.reference_key, p.order_code]
      where p.id = l.payment_id)));
end
$$;

comment on function private.owe_event(uuid) is
  'Records what is owed for a cancelled event: the money of each ticket, and owe_beyond. The caller holds lock_event.';

create function private.owe_credit() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.owe_beyond(array(
    select p.id from public.payments p
    where (p.reference_key = any (new.utrs) or p.order_code = any (new.keys)) and p.status <> 'pending'));
  return null;
end
$$;

comment on function private.owe_credit() is
  'Trigger owe on credits, for those that come after the decision: a second payment with one code, or a statement after '
  'the event was cancelled. Security definer: no role may write refunds.';

create trigger owe after insert on public.credits
  for each row execute function private.owe_credit();

create function private.ticket_admissions(p_ticket_id uuid) returns jsonb
  language sql stable set search_path = ''
as $$
  select jsonb_build_object('seats', count(distinct seat), 'at', min(s.corrected_at)) from public.user_tickets t
  join public.ticket_scans s on s.event_id = t.event_id and s.known_ticket = t.id, lateral unnest(s.seats) as seat
  where t.id = p_ticket_id and not exists (select from public.ticket_scans u where u.undoes = s.id and u.event_id = s.event_id)
  having count(*) > 0
$$;

comment on function private.ticket_admissions(uuid) is
  'Returns {seats, at}: how many seats of the ticket were let in, and when the first; null when none. Invoker: row '
  'security decides for the list of refunds.';

create function private.account_of(p_to text) returns text
  language plpgsql immutable set search_path = ''
as $$
declare
  v_to text := upper(regexp_replace(private.clean_text(p_to), '[[:space:]]+', ' ', 'g'));
begin
  -- IFSC of the Reserve Bank: the bank's four letters, a 0, the branch's six signs.
  if v_to is null or v_to !~ '^[0-9]{9,18} [A-Z]{4}0[A-Z0-9]{6}$' then
    perform private.refuse(400, 'invalid', 'p_to', 'An account is 9 to 18 digits, a space and an IFSC, as HDFC0001234.');
  end if;
  return split_part(v_to, ' ', 2) || ' ••' || right(split_part(v_to, ' ', 1), 4);
end
$$;

comment on function private.account_of(text) is
  'Returns ''HDFC0001234 ••6789'' for ''50100123456789 HDFC0001234'': enough to find the transfer. Refusal: PT400 invalid.';

create function private.upi_id_of(p_to text) returns text
  language sql immutable set search_path = ''
as $$ select private.settings_text(p_to, 'p_to', 120, '^[A-Za-z0-9._-]{2,80}@[A-Za-z][A-Za-z0-9.-]{1,38}$') $$;

comment on function private.upi_id_of(text) is 'Returns a UPI id as typed, null for nothing. Refusal: PT400 invalid.';

create function private.transfer_reference(p_utr text) returns text
  language plpgsql stable set search_path = ''
as $$
declare
  v_utr text := regexp_replace(private.normal_reference(private.require_text(p_utr, 'p_utr', 64)), '[[:space:]]', '', 'g');
begin
  if v_utr !~ '^[A-Z0-9][A-Z0-9/-]{5,63}$' then
    perform private.refuse(400, 'invalid', 'p_utr', 'A bank''s reference has at least 6 letters and digits.');
  end if;
  return v_utr;
end
$$;

comment on function private.transfer_reference(text) is 'Returns the reference of a transfer as it is stored. Refusal: PT400 invalid.';

create function private.refund_way(
  p_payment public.payments, p_way text, p_utr text, p_to text,
  out way text, out utr text, out key text, out how text, out upi_id text)
  language plpgsql stable set search_path = ''
as $$
begin
  -- As it was paid, unless staff say otherwise.
  way := coalesce(p_way, case when p_payment.method in ('cash', 'card') then p_payment.method else 'upi' end);
  if way not in ('upi', 'bank', 'cash', 'card', 'other') or way = 'card' and p_payment.method <> 'card' then
    perform private.refuse(400, 'invalid', 'p_way', 'p_way is upi, bank, cash or other, or card of a sale by card.');
  end if;
  if way in ('upi', 'bank') then
    utr := private.transfer_reference(p_utr);
    key := private.reference_key(utr);
  end if;
  how := case way when 'bank' then private.account_of(p_to) when 'other' then private.require_text(p_to, 'p_to', 500)
    when 'cash' then private.settings_text(p_to, 'p_to', 200, '.') end;
  if way = 'upi' then
    upi_id := private.upi_id_of(p_to);
  end if;
end
$$;

comment on function private.refund_way(public.payments, text, text, text) is
  'Reads how mark_refunded says that money went back. key: of the bank''s reference (utr); how: the account, what staff wrote, or what cash was taken from. '
  'Refusal: PT400 invalid.';

create function private.lock_refund(p_refund public.refunds, p_key text, p_all boolean) returns public.payments
  language plpgsql volatile set search_path = ''
as $$
declare
  v_payment public.payments;
begin
  -- Serializes transfers, so that one reference cannot pay two customers at once.
  perform pg_advisory_xact_lock(hashtextextended('refund:' || p_key, 0)) where p_key is not null;
  perform private.lock_customer(p_refund.user_id);
  perform private.share_event(e.event_id) from (
    select distinct t.event_id from public.user_tickets t
    where t.id = p_refund.ticket_id or p_all and t.payment_id = p_refund.payment_id order by 1) as e;
  select p.* into strict v_payment from public.payments p where p.id = p_refund.payment_id for no key update;
  if p_refund.ticket_id is null or p_all then
    perform private.lock_reference(v_payment.reference_key);
  end if;
  perform from public.refunds r where r.payment_id = p_refund.payment_id order by r.id for no key update;
  return v_payment;
end
$$;

comment on function private.lock_refund(public.refunds, text, boolean) is
  'Locks what a refund changes and returns its payment: the transfer (p_key), the customer, the tickets'' events, the payment, its '
  'reference and its refunds.';

create function private.require_upi_id(p_refund public.refunds, p_read text, p_given text, p_of_staff boolean) returns void
  language plpgsql immutable set search_path = ''
as $$
begin
  -- Who bought at the door has no account to say where money goes: it may go to the account that paid.
  if p_refund.upi_id is null and p_given is null and not p_of_staff then
    perform private.refuse(409, 'no_upi_id', '', 'p_to says where the money goes: the customer has not.');
  end if;
  if p_refund.upi_id is not null and private.clean_text(p_read) is distinct from p_refund.upi_id then
    perform private.refuse(409, 'changed_meanwhile', p_refund.upi_id, 'The customer changed the UPI id; detail is the one now.');
  end if;
end
$$;

comment on function private.require_upi_id(public.refunds, text, text, boolean) is
  'Refuses a refund by UPI without an id, or to another id than the customer''s (p_read: as staff read it): PT409 no_upi_id, '
  'changed_meanwhile. p_of_staff: its payment is a sale of staff.';

create function private.require_refundable(
  p_refund public.refunds, p_payment public.payments, p_sum numeric, p_tickets uuid[], p_without_ticket boolean, p_key text,
  p_admitted boolean, p_payout_id uuid) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_admitted jsonb;
  v_used text;
begin
  select jsonb_build_object('seats', sum((a ->> 'seats')::integer), 'at', min((a ->> 'at')::timestamptz)) into v_admitted
    from unnest(p_tickets) as t, private.ticket_admissions(t) as a having count(a) > 0;
  if v_admitted is not null and p_admitted is not true then
    perform private.refuse(409, 'admitted', v_admitted::text, 'The ticket was let in; detail says how many seats and when.');
  end if;
  -- A later statement may show less than was believed when the refund was recorded.
  if p_sum > (
      select m.received - m.returned from private.payment_money m where m.payment_id = p_refund.payment_id) then
    perform private.refuse(409, 'not_refundable', 'nothing', 'Less came in than this, or it paid for another order.');
  end if;
  -- Money of tickets that are valid, or valid again, stays with them.
  if p_without_ticket and p_payment.status = 'approved' and p_sum > (
      select m.received - m.returned - private.kept_by_tickets(m.payment_id)
      from private.payment_money m where m.payment_id = p_refund.payment_id) then
    perform private.refuse(409, 'not_refundable', 'tickets', 'Its tickets are valid: their money goes back with them.');
  end if;
  select p.order_code into v_used
    from public.refunds r
    join public.payments p on p.id = r.payment_id
    where r.utr_key = p_key and r.user_id <> p_refund.user_id and (p_payout_id is null or r.payout_id is distinct from p_payout_id)
    limit 1;
  if found then
    perform private.refuse(409, 'transaction_used', v_used, 'This transfer went to another customer, for the order in detail.');
  end if;
end
$$;

comment on function private.require_refundable(public.refunds, public.payments, numeric, uuid[], boolean, text, boolean, uuid) is
  'Refuses what mark_refunded refuses of an amount and its tickets: PT409 admitted, not_refundable, transaction_used. p_payout_id: the '
  'payout whose reference p_key is, so that it pays many customers; null for that of one transfer.';

create function private.require_no_payout(p_refund public.refunds) returns void
  language plpgsql stable set search_path = ''
as $$
begin
  if p_refund.payout_id is not null then
    perform private.refuse(409, 'in_use', p_refund.payout_id::text, 'It is in a payout: the bank may be paying it.');
  end if;
end
$$;

comment on function private.require_no_payout(public.refunds) is 'Refuses a refund that a payout is to pay: PT409 in_use (detail: the payout).';

create function private.pay_cash(p_all public.refunds[], p_order_code text, p_from text) returns text
  language plpgsql volatile set search_path = ''
as $$
declare
  v_till public.tills;
begin
  if p_from is not null then
    return p_from;
  end if;
  -- Closing waits for what is written with it.
  select * into v_till from public.tills t where t.opened_by = private.uid() and t.closed_at is null for share;
  if not found then
    perform private.refuse(409, 'till_closed', '', 'The caller has no open till: open one, or say in p_to what the cash was taken from.');
  end if;
  insert into public.till_moves (id, till_id, amount, reason, made_by, refund_id)
    select gen_random_uuid(), v_till.id, -w.amount, 'Refund of order ' || p_order_code, private.uid(), w.id
    from unnest(p_all) as w where w.amount > 0;
  return 'till ' || v_till.name;
end
$$;

comment on function private.pay_cash(public.refunds[], text, text) is
  'Takes refunds in cash out of the caller''s open till, and returns what it was taken from: p_from leaves the till alone. Refusal: '
  'PT409 till_closed.';

create function private.pay_refunds(
  p_all public.refunds[], p_payment public.payments, p_way text, p_utr text, p_how text, p_upi_id text, p_admitted boolean, p_payout_id uuid)
  returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_sum numeric;
  v_tickets uuid[];
  v_without_ticket boolean;
  v_how text := p_how;
begin
  select sum(w.amount), array_agg(w.ticket_id) filter (where w.ticket_id is not null), bool_or(w.ticket_id is null)
    into v_sum, v_tickets, v_without_ticket from unnest(p_all) as w;
  perform private.require_refundable(p_all[1], p_payment, v_sum, v_tickets, v_without_ticket,
    case when p_utr is not null then private.reference_key(p_utr) end, p_admitted, p_payout_id);
  if p_way = 'cash' then
    v_how := private.pay_cash(p_all, p_payment.order_code, p_how);
  end if;
  -- A refunded ticket does not admit: frees its seats.
  if v_tickets is not null then
    perform public.revoke_tickets(v_tickets, 'Refunded');
  end if;
  update public.refunds r
    set status = 'refunded', way = p_way, utr = p_utr, settled_how = v_how, refunded_at = now(),
      upi_id = case when p_way = 'upi' then coalesce(r.upi_id, p_upi_id) else r.upi_id end
    where r.id in (select w.id from unnest(p_all) as w);
end
$$;

comment on function private.pay_refunds(public.refunds[], public.payments, text, text, text, text, boolean, uuid) is
  'Marks refunds of one payment as paid at once, p_how and p_upi_id as refund_way reads them, and revokes their tickets. The caller has '
  'locked what they change, and compared the amount and the address with what staff read. Refusals: as require_refundable and pay_cash.';

create function public.mark_refunded(
    p_refund_id uuid default null, p_utr text default null, p_upi_id text default null, p_admitted boolean default false,
    p_amount numeric default null, p_way text default null, p_to text default null, p_all boolean default false)
  returns public.refunds
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_all public.refunds[];
  v_sum numeric;
  v_way record;
  v_refund public.refunds;
  v_payment public.payments;
begin
  perform private.require_role('payments');
  -- No credit changes the amount meanwhile.
  perform private.share_credits();
  select * into v_refund from public.refunds r where r.id = p_refund_id;
  if not found then
    perform private.refuse(404, 'not_found', 'p_refund_id', 'There is no such refund.');
  end if;
  select p.* into strict v_payment from public.payments p where p.id = v_refund.payment_id;
  v_way := private.refund_way(v_payment, p_way, p_utr, p_to);
  v_payment := private.lock_refund(v_refund, v_way.key, p_all);
  select * into v_refund from public.refunds r where r.id = p_refund_id;
  if not found then
    perform private.refuse(404, 'not_found', 'p_refund_id', 'It is owed no longer.');
  end if;
  if v_refund.status = 'refunded' then
    if (v_refund.way, v_refund.utr) is not distinct from (v_way.way, v_way.utr) then
      return v_refund;
    end if;
    perform private.refuse(409, 'already_decided',
      jsonb_build_object('status', 'refunded', 'reviewed_at', v_refund.refunded_at, 'utr', v_refund.utr)::text,
      'The refund was marked another way or with another reference.');
  end if;
  perform private.require_no_payout(v_refund);
  if v_way.way = 'upi' then
    perform private.require_upi_id(v_refund, p_upi_id, v_way.upi_id, v_payment.made_by is not null);
  end if;
  v_all := case when p_all then array(select w from private.refunds_with(v_refund) as w) else array[v_refund] end;
  select sum(w.amount) into v_sum from unnest(v_all) as w;
  -- An amount that may grow is marked as staff read it; a page that does not say is too old.
  if p_amount <> v_sum or p_amount is null and (p_all or v_refund.reason = 'overpaid') then
    perform private.refuse(409, 'amount_changed', v_sum::text, 'More or less is owed than was sent; detail is what is owed now.');
  end if;
  perform private.pay_refunds(v_all, v_payment, v_way.way, v_way.utr, v_way.how, v_way.upi_id, p_admitted, null);
  select * into v_refund from public.refunds r where r.id = p_refund_id;
  return v_refund;
end
$$;

comment on function public.mark_refunded(uuid, text, text, boolean, numeric, text, text, boolean) is
  'Records that the money, p_amount in rupees, went back, and revokes the ticket; with p_all of everything that is owed with it '
  '(refunds_with), whose sum p_amount is then. p_way: upi, to the customer''s UPI id as '
  'staff read it (p_upi_id) or, where they gave none, to p_to; bank, to p_to, an account and an IFSC with a space between, of '
  'which the IFSC and four digits are kept; both with p_utr, the bank''s reference. cash: out of the caller''s open '
  'till or, without one, of what p_to says. card: of a sale by card. other: p_to says how. Null: as it was paid. '
  'p_amount may be null where the amount cannot change: unless the customer paid too much. '
  'One transfer may pay several refunds of one customer. Of a sale at the door by UPI p_upi_id and p_to may be null. '
  'Idempotent. Admins and payments staff. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found, PT409 already_decided (detail: status, reviewed_at, utr), '
  'in_use (a payout is to pay it), till_closed (cash of no till and no p_to), no_upi_id, changed_meanwhile (detail: the UPI id now; upi only), amount_changed (detail: rupees now), admitted (detail: seats, at) unless p_admitted, '
  'not_refundable (nothing: less was received; tickets: it bought valid tickets), transaction_used (detail: the other '
  'customer''s order). Security definer: no role may write refunds.';

create function public.start_refund(
    p_payment_id uuid default null, p_ticket_id uuid default null, p_amount numeric default null, p_note text default null)
  returns public.refunds
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_longest_note constant integer := 500;
  v_admin uuid := private.require_role('payments');
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
    perform private.refuse(403, 'own_payment', v_payment.order_code, 'You cannot decide about your own payment.');
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
  'Records that the shop owes money of a decided payment, and why: with p_ticket_id that of the ticket, which the '
  'gate then refuses; without it money that pays for no valid ticket. All of it unless p_amount says less. Returns an '
  'existing refund as it is. Admins and payments staff. Refusals: PT401 not_signed_in, PT403 forbidden, own_payment, PT400 invalid, '
  'PT404 not_found, PT409 not_refundable (detail: pending; nothing; tickets, when the rest is the price of valid '
  'ones; or {most, tickets} in rupees). Security definer: no role may write refunds.';

create function public.drop_refund(p_refund_id uuid default null) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refund public.refunds;
begin
  perform private.require_role('payments');
  perform from public.payments p where p.id = (select r.payment_id from public.refunds r where r.id = p_refund_id) for no key update;
  select * into v_refund from public.refunds r where r.id = p_refund_id for update;
  if not found then
    perform private.refuse(404, 'not_found', 'p_refund_id', 'There is no such refund.');
  end if;
  if v_refund.status = 'refunded' then
    perform private.refuse(409, 'already_decided',
      jsonb_build_object('status', 'refunded', 'reviewed_at', v_refund.refunded_at, 'utr', v_refund.utr)::text,
      'The money has been sent.');
  end if;
  perform private.require_no_payout(v_refund);
  if v_refund.reason = 'given_back' then
    perform private.refuse(409, 'not_refundable', 'sold', 'Another person bought the seat: its money is owed.');
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
  'Removes an unpaid refund; the gate then admits the ticket again. Admins and payments staff. Refusals: PT401 not_signed_in, PT403 '
  'forbidden, PT404 not_found, PT409 already_decided, in_use (a payout is to pay it), not_refundable (sold: another person bought the seat; sent: part of the ticket''s price was '
  'refunded without it). Security definer: no role may write refunds.';

create function private.leads_refunds(p_refund public.refunds) returns boolean
  language sql stable set search_path = ''
as $$ select p_refund.id = (select w.id from private.refunds_with(p_refund) as w limit 1) $$;

comment on function private.leads_refunds(public.refunds) is
  'True for the first of what goes back together. Invoker, and not inlined: a list asks only about the rows of its page.';

create function private.refund_parts(p_refund public.refunds) returns jsonb
  language sql stable set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('refund_id', o.id, 'ticket_id', o.ticket_id, 'amount', o.amount, 'reason', o.reason, 'note', o.note,
      'event_name', l.event_name, 'ticket_category', l.category_name, 'seats', coalesce(t.seats, '{}'),
      'quantity', coalesce(t.quantity, 0), 'admitted', private.ticket_admissions(o.ticket_id)) order by o.requested_at, o.id)
  from private.refunds_with(p_refund) as o
  left join public.user_tickets t on t.id = o.ticket_id
  left join public.payment_lines l on l.id = t.payment_line_id
$$;

comment on function private.refund_parts(public.refunds) is
  'Returns what goes back together as [{refund_id, ticket_id, amount, reason, note, event_name, ticket_category, seats, quantity, '
  'admitted}]. Invoker: row security decides.';

create function private.seen_debit(p_refund public.refunds) returns jsonb
  language sql stable set search_path = ''
as $$
  select jsonb_build_object('on', min(d.booked_on), 'amount', max(d.amount), 'expected', (
      select sum(o.amount) from public.refunds o where o.utr_key = p_refund.utr_key))
  -- Two exports of one debit may be worded differently.
  from (select min(b.booked_on) as booked_on, sum(b.amount) as amount from public.bank_debits b
    where b.utrs @> array[p_refund.utr_key] group by b.import_id) as d
  having count(*) > 0
$$;

comment on function private.seen_debit(public.refunds) is
  'Returns {on, amount, expected}: when a statement shows the transfer that paid a refund, its rupees there, and those of all refunds '
  'with its reference; null while none does. Invoker: row security decides.';

create view private.refund_list with (security_invoker = true) as
  select r.id as refund_id, r.ticket_id, r.user_id, f.name as user_name, f.email as user_email, r.amount, r.upi_id, r.reason,
    r.status, r.utr, r.way, r.settled_how, r.requested_at, r.refunded_at, r.asked_at, r.note, r.payment_id, p.order_code, p.transaction_id, t.event_id,
    coalesce(l.event_name, (
      select string_agg(distinct o.event_name, ', ') from public.payment_lines o where o.payment_id = r.payment_id)) as event_name,
    e.date as event_date, l.category_name as ticket_category, coalesce(t.seats, '{}') as seats,
    coalesce(t.quantity, 0) as quantity, t.payment_line_id, private.ticket_admissions(r.ticket_id) as admitted, p.method, p.made_by,
    r.transfer, private.leads_refunds(r) as leads, private.refund_parts(r) as parts, r.payout_id,
    case when r.utr_key is not null then private.seen_debit(r) end as seen
  from public.refunds r
  -- A left join, so that PostgreSQL drops it when no column of it is read.
  left join public.payments p on p.id = r.payment_id
  left join public.user_tickets t on t.id = r.ticket_id
  left join public.payment_lines l on l.id = t.payment_line_id
  left join public.profiles f on f.id = r.user_id
  left join public.events e on e.id = t.event_id
  where (select private.may('payments'));

comment on view private.refund_list is 'What get_refunds returns; empty unless the caller may read payments.';

create function public.get_refunds()
  returns table (refund_id uuid, ticket_id uuid, user_id uuid, user_name text, user_email text, amount numeric, upi_id text,
    reason text, status text, utr text, way text, settled_how text, requested_at timestamptz, refunded_at timestamptz, asked_at timestamptz, note text,
    payment_id uuid, order_code text, transaction_id text, event_id uuid, event_name text, event_date timestamptz,
    ticket_category text, seats text[], quantity integer, payment_line_id uuid, admitted jsonb, method text, made_by uuid,
    transfer numeric, leads boolean, parts jsonb, payout_id uuid, seen jsonb)
  language sql stable
as $$
  select l.refund_id, l.ticket_id, l.user_id, l.user_name, l.user_email, l.amount, l.upi_id, l.reason, l.status, l.utr,
    l.way, l.settled_how, l.requested_at, l.refunded_at, l.asked_at, l.note, l.payment_id, l.order_code, l.transaction_id, l.event_id, l.event_name,
    l.event_date, l.ticket_category, l.seats, l.quantity, l.payment_line_id, l.admitted, l.method, l.made_by,
    l.transfer, l.leads, l.parts, l.payout_id, l.seen
  from private.refund_list l
$$;

comment on function public.get_refunds() is
  'Returns every refund with its customer and purpose, for admins. admitted: {seats, at} of a ticket that was let in. '
  'made_by: who of the staff sold it at the door, to a person without an account. transfer, leads and parts: the sum, the first and all of what '
  'goes back together (refunds_with). seen: seen_debit. Invoker and without a set clause, as get_payment_details.';

create function public.search_refunds(
    p_search text default null, p_status text default null, p_after uuid default null, p_event uuid default null)
  returns table (refund_id uuid, ticket_id uuid, user_id uuid, user_name text, user_email text, amount numeric, upi_id text,
    reason text, status text, utr text, way text, settled_how text, requested_at timestamptz, refunded_at timestamptz, asked_at timestamptz, note text,
    payment_id uuid, order_code text, transaction_id text, event_id uuid, event_name text, event_date timestamptz,
    ticket_category text, seats text[], quantity integer, payment_line_id uuid, admitted jsonb, method text, made_by uuid,
    transfer numeric, leads boolean, parts jsonb, payout_id uuid, seen jsonb)
  language sql stable
as $$
  select l.refund_id, l.ticket_id, l.user_id, l.user_name, l.user_email, l.amount, l.upi_id, l.reason, l.status, l.utr,
    l.way, l.settled_how, l.requested_at, l.refunded_at, l.asked_at, l.note, l.payment_id, l.order_code, l.transaction_id, l.event_id, l.event_name,
    l.event_date, l.ticket_category, l.seats, l.quantity, l.payment_line_id, l.admitted, l.method, l.made_by,
    l.transfer, l.leads, l.parts, l.payout_id, l.seen
  from private.find_refunds(p_search, p_status, p_after, p_event) as i join private.refund_list l on l.refund_id = i
$$;

comment on function public.search_refunds(text, text, uuid, uuid) is
  'Returns the rows of get_refunds that find_refunds finds, for admins. Separate from it because one function for '
  'both gets a bad plan. Invoker and without a set clause: inlined.';

create function private.kept_by_tickets(p_payment_id uuid) returns numeric
  language sql stable set search_path = ''
as $$
  select coalesce(sum(t.total_amount), 0) from public.user_tickets t
  where t.payment_id = p_payment_id and t.revoked_at is null
    and not exists (select from public.refunds r where r.ticket_id = t.id)
$$;

comment on function private.kept_by_tickets(uuid) is
  'Returns the price, in rupees, of the payment''s tickets that are valid: neither revoked nor with a refund.';

create function private.beyond_tickets(p_payment_id uuid) returns numeric
  language sql stable set search_path = ''
as $$
  select greatest(0, m.received - m.promised - private.kept_by_tickets(m.payment_id))
  from private.payment_money m where m.payment_id = p_payment_id
$$;

comment on function private.beyond_tickets(uuid) is
  'Returns the rupees received for a payment that are not promised back and pay for no valid ticket.';

create function public.find_refundable(p_payment_id uuid default null) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_status text;
begin
  perform private.require_role('payments');
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
  'Returns what start_refund may record for a payment without a ticket, in rupees: most; owed (recorded and not '
  'paid); in_statement (a bank statement shows what was received, not only the customer); lines (whose valid tickets '
  'keep the rest). Admins and payments staff. Refusals: PT401 not_signed_in, PT403 forbidden, PT404 not_found. Security definer: as '
  'match_bank_rows.';

create function private.owe_ticket() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  -- The caller shares the event, so it cannot be cancelled meanwhile.
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
  'Trigger owe on user_tickets: records a new ticket of a cancelled event as owed, as owe_event does. Security '
  'definer: no role may write refunds.';

create trigger owe after insert on public.user_tickets
  for each row execute function private.owe_ticket();

create function private.owe_decided() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.credits b where b.keys && array[new.reference_key, new.order_code]) then
    perform private.owe_beyond(array[new.id]);
  end if;
  return null;
end
$$;

comment on function private.owe_decided() is
  'Trigger owe on payments: records as owed what credits show beyond an approved payment''s price, and all of a payment '
  'that is rejected after its event was cancelled. Security definer: no role may write refunds.';

create trigger owe after update of status on public.payments
  for each row when (new.status <> 'pending' and old.status = 'pending') execute function private.owe_decided();

create index refunds_utr_key on public.refunds (utr_key) where utr_key is not null;

insert into private.rights (roles, privileges, object) values
  ('authenticated', 'select', 'table public.refunds'),
  ('authenticated', 'select', 'table private.refund_list'),
  ('anon, authenticated', 'execute', 'function public.request_refund(uuid)'),
  ('anon, authenticated', 'execute', 'function public.claim_refund(uuid)'),
  ('anon, authenticated', 'execute', 'function public.mark_refunded(uuid, text, text, boolean, numeric, text, text, boolean)'),
  ('anon, authenticated', 'execute', 'function public.start_refund(uuid, uuid, numeric, text)'),
  ('anon, authenticated', 'execute', 'function public.drop_refund(uuid)'),
  ('anon, authenticated', 'execute', 'function public.find_refundable(uuid)'),
  ('authenticated', 'execute', 'function public.get_refunds()'),
  ('authenticated', 'execute', 'function public.search_refunds(text, text, uuid, uuid)'),
  ('authenticated', 'execute', 'function private.find_refunds(text, text, uuid, uuid)'),
  ('authenticated', 'execute', 'function private.ticket_admissions(uuid)'),
  ('authenticated', 'execute', 'function private.refunds_with(public.refunds)'),
  ('authenticated', 'execute', 'function private.leads_refunds(public.refunds)'),
  ('authenticated', 'execute', 'function private.refund_parts(public.refunds)'),
  ('authenticated', 'execute', 'function private.seen_debit(public.refunds)');
