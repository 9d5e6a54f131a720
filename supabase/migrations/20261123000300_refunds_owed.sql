-- References are compared as what they are in every script; and what the shop owes is written down, paid once, to the UPI
-- id that staff read, and for tickets that were not used (docs/decisions/refunds.md).
--
--   cancel_event writes what is owed; start_refund(p_payment_id, p_ticket_id, p_amount, p_note) does so for staff.
--   request_refund, claim_refund(p_refund_id): the customer asks for it, and says where it goes.
--   mark_refunded(p_refund_id, p_utr, p_upi_id, p_admitted): it has been sent. drop_refund(p_refund_id): it is not owed.

-- ---------------------------------------------------------------------------------------------------------------
-- References

create or replace function private.plain_digits(p_text text) returns text
  language plpgsql immutable parallel safe
as $$
declare
  -- The digit 0 of each script that Unicode 17 has decimal digits of and that its normal form KC leaves alone; 1 to 9 follow.
  c_zeroes constant integer[] := array[
    1632, 1776, 1984, 2406, 2534, 2662, 2790, 2918, 3046, 3174, 3302, 3430, 3558, 3664, 3792, 3872, 4160, 4240, 6112,
    6160, 6470, 6608, 6784, 6800, 6992, 7088, 7232, 7248, 42528, 43216, 43264, 43472, 43504, 43600, 44016, 66720,
    68912, 68928, 69734, 69872, 69942, 70096, 70384, 70736, 70864, 71248, 71360, 71376, 71386, 71472, 71904, 72016,
    72688, 72784, 73040, 73120, 73184, 73552, 90416, 92768, 92864, 93008, 93552, 123200, 123632, 124144, 124401,
    125264];
  v_text text := normalize(p_text, NFKC);
  v_zero integer;
begin
  if octet_length(v_text) = char_length(v_text) then
    return v_text;
  end if;
  foreach v_zero in array c_zeroes loop
    v_text := translate(v_text, chr(v_zero) || chr(v_zero + 1) || chr(v_zero + 2) || chr(v_zero + 3) || chr(v_zero + 4)
      || chr(v_zero + 5) || chr(v_zero + 6) || chr(v_zero + 7) || chr(v_zero + 8) || chr(v_zero + 9), '0123456789');
  end loop;
  return v_text;
end
$$;
comment on function private.plain_digits(text) is
  'In Unicode normal form KC (which makes full-width signs plain), digits of every script as 0 to 9: the rule of '
  'src/domain/utr.ts.';

create or replace function private.normal_reference(p_transaction_id text) returns text
  language plpgsql immutable parallel safe
as $$
declare
  c_most_bytes constant integer := 2048; -- 64 signs are a reference
  v_plain text := p_transaction_id;
  v_bare text;
begin
  -- Counts and classes of a regular expression cost more than the rest of this: most references are twelve bare digits.
  if length(v_plain) = 12 and translate(v_plain, '0123456789', '') = '' then
    return v_plain;
  end if;
  if octet_length(v_plain) > c_most_bytes then
    return '';
  end if;
  -- Signs that nobody sees (format characters, fillers, the blank of Braille) and those of no script: two references that
  -- look alike would be two. The shop's pages take them out before they send.
  if v_plain ~ ('[\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f'
      || '\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ue000-\uf8ff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb'
      || '\ufffe\uffff\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a'
      || '\U000e0000-\U0010ffff]') then
    return '';
  end if;
  v_plain := private.plain_digits(v_plain);
  v_bare := regexp_replace(v_plain, '[[:space:].,_\u2010-\u2015-]', '', 'g');
  if v_bare <> '' and translate(v_bare, '0123456789', '') = '' then
    return v_bare;
  end if;
  return upper(regexp_replace(private.clean_text(v_plain), ' +', ' ', 'g'));
end
$$;
comment on function private.normal_reference(text) is
  'A reference as it is stored: digits without their grouping, anything else trimmed and in upper case, as '
  'src/domain/utr.ts sends it. Empty, and so refused, when it has signs that nobody sees or is far too long.';

create or replace function private.reference_key(p_reference text) returns text
  language plpgsql immutable parallel safe
as $$
declare
  v_plain text;
  v_bare text;
  v_runs text[];
begin
  if length(p_reference) = 12 and translate(p_reference, '0123456789', '') = '' then
    return p_reference;
  end if;
  v_plain := upper(private.plain_digits(p_reference));
  v_bare := regexp_replace(v_plain, '[^0-9A-Z]', '', 'g');
  -- As grouped by whatever signs, and as they stand between other numbers.
  v_runs := array(
    select m[1] from regexp_matches(v_bare, '(?<![0-9])([0-9]{12})(?![0-9])', 'g') as m
    union
    select m[1] from regexp_matches(v_plain, '(?<![0-9])([0-9]{12})(?![0-9])', 'g') as m);
  return case when cardinality(v_runs) = 1 then v_runs[1] else coalesce(nullif(v_bare, ''), upper(private.clean_text(p_reference))) end;
end
$$;
comment on function private.reference_key(text) is
  'What references that mean one transfer have in common: the only number of twelve digits in it, whatever stands between '
  'and around them (`UTR 4123 4567 8901`, `412345678901 no. 2`), else its letters and digits.';

-- The keys of payments that are there already, anew. Of those that turn out to share one, the first approved keeps it.
alter table public.payments disable trigger user;
update public.payments p set shares_reference = true
  from (select id, row_number() over (
          partition by private.reference_key(transaction_id) order by shares_reference is true, reviewed_at, id) as n
        from public.payments where status = 'approved') as a
  where a.id = p.id and a.n > 1 and p.shares_reference is not true;
update public.payments p set transaction_id = p.transaction_id
  where p.reference_key <> private.reference_key(p.transaction_id);
alter table public.payments enable trigger user;

-- ---------------------------------------------------------------------------------------------------------------
-- What is owed

alter table public.refunds
  alter column ticket_id drop not null,
  add column payment_id uuid,
  add column asked_at timestamptz,
  add column note text check (char_length(note) <= 500);
update public.refunds r set payment_id = t.payment_id, asked_at = r.requested_at
  from public.user_tickets t where t.id = r.ticket_id;
alter table public.refunds
  alter column payment_id set not null,
  drop constraint refunds_reason_check,
  add constraint refunds_reason_check check (reason in ('cancelled', 'moved', 'rejected', 'overpaid', 'other')),
  drop constraint refunds_payable,
  add constraint refunds_payable check (status = 'refunded' or asked_at is null or upi_id is not null);
comment on table public.refunds is
  'Money that goes back: what customers asked for, and what the shop wrote down as owed when an event was cancelled or when '
  'staff started it. One for each ticket, and at most one unpaid without a ticket for each payment (rejected, overpaid).';
comment on column public.refunds.payment_id is
  'Written by functions alone, and payments stay: without a foreign key, which would link tickets with payments a second '
  'time, so that no request could embed one in the other.';
comment on column public.refunds.ticket_id is 'Null where the money bought no ticket: a rejected payment, or more than was due.';
comment on column public.refunds.amount is
  'Rupees: all that came in for the ticket, GST and fee included; without a ticket what came in beyond what was due.';
comment on column public.refunds.status is 'requested: due. refunded: the money has been sent.';
comment on column public.refunds.requested_at is 'Since when it is due.';
comment on column public.refunds.asked_at is 'When the customer asked for it; null while the shop alone wrote it down.';
comment on column public.refunds.upi_id is
  'Where the money goes, as the customer''s profile said it; null until they gave one. Forgotten with the account once the '
  'money has been sent.';
comment on column public.refunds.note is 'Why, in the words of staff, who started it; the customer reads it.';
create index refunds_payment_id on public.refunds (payment_id);
create unique index refunds_unpaid_without_ticket on public.refunds (payment_id) where ticket_id is null and status = 'requested';

create function private.fill_refund() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if new.payment_id is null then
    select t.payment_id into new.payment_id from public.user_tickets t where t.id = new.ticket_id;
  end if;
  return new;
end
$$;
comment on function private.fill_refund() is 'Trigger 20_payment: a refund of a ticket is one of its payment.';
create trigger "20_payment" before insert on public.refunds
  for each row execute function private.fill_refund();

create view private.payment_money with (security_invoker = true) as
  select p.id as payment_id, c.credits,
    case
      when p.status <> 'approved' and exists (
        select from public.payments o where o.status = 'approved' and o.reference_key = p.reference_key and o.id <> p.id) then 0
      else coalesce(c.credits, p.amount) end as received,
    (select sum(l.total_amount) from public.payment_lines l where l.payment_id = p.id) as due,
    (select coalesce(sum(r.amount), 0) from public.payments o join public.refunds r on r.payment_id = o.id
      where o.reference_key = p.reference_key) as promised,
    (select coalesce(sum(r.amount), 0) from public.payments o join public.refunds r on r.payment_id = o.id
      where o.reference_key = p.reference_key and r.status = 'refunded') as returned
  from public.payments p
  cross join lateral (
    -- The same credit in two files whose wording differs is one.
    select sum(d.amount) as credits from (
      select distinct b.amount, b.booked_on from public.bank_rows b
      where b.payment_id = p.id
        or b.payment_id is null and b.utrs @> array[p.reference_key]
          and not exists (
            select from public.payments o
            where o.status = 'approved' and o.id <> p.id and o.reference_key = any (b.utrs))) as d) as c;
comment on view private.payment_money is
  'Rupees of each payment. credits: what the bank''s statements say came in for it and for no other, null when they say '
  'nothing. received: that, else what its customer says and staff believe; nothing where its reference paid for another. due: '
  'the price of its lines. promised and returned: every refund of its reference, and those that have been sent. A view and '
  'no function, so that it is planned once for an event''s thousands.';

create function private.ticket_money(p_ticket public.user_tickets) returns numeric
  language sql stable set search_path = ''
as $$
  select greatest(0, least(p_ticket.total_amount, m.received - m.promised, round(m.received * p_ticket.total_amount / nullif(m.due, 0), 2)))
  from private.payment_money m where m.payment_id = p_ticket.payment_id
$$;
comment on function private.ticket_money(public.user_tickets) is
  'Rupees that go back for a ticket: its price, at most its share of what came in for its payment.';

create function private.masked_upi_id(p_upi_id text) returns text
  language sql immutable parallel safe set search_path = ''
as $$ select left(p_upi_id, 2) || '***' || substr(p_upi_id, strpos(p_upi_id, '@')) $$;
comment on function private.masked_upi_id(text) is '''as***@okaxis'': enough to tell two ids apart, too little to be a name.';

create or replace function private.audit_refund() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_before jsonb := case when tg_op <> 'INSERT' then
    to_jsonb(old) - 'upi_id' || jsonb_build_object('paid_to', private.masked_upi_id(old.upi_id)) end;
  v_after jsonb := case when tg_op <> 'DELETE' then
    to_jsonb(new) - 'upi_id' || jsonb_build_object('paid_to', private.masked_upi_id(new.upi_id)) end;
begin
  -- The UPI id masked: the log outlives accounts, and such an id often is a name.
  perform private.record_audit(lower(tg_op), 'refunds', coalesce(v_after, v_before) ->> 'id', v_before, v_after);
  return null;
end
$$;
drop trigger audit on public.refunds;
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
  'Trigger roster: the ticket''s row changes in the gate''s list. Of a cancelled event the list itself says so for all its '
  'tickets. Security definer: nobody writes tickets directly.';
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
  'Trigger give_upi_id on profiles: what is owed to somebody goes where they now say, if they had not said it. Security '
  'definer: nobody writes refunds directly.';
create trigger give_upi_id after update of refund_upi_id on public.profiles
  for each row when (new.refund_upi_id is not null and new.refund_upi_id is distinct from old.refund_upi_id)
  execute function private.give_upi_id();

create or replace view private.roster_rows with (security_invoker = true) as
  select t.event_id, t.id, t.updated_at, t.code, p.order_code, t.user_id, t.ticket_category_id, t.seats,
    case when p.status = 'rejected' then 'rejected'
      -- Asked back: who gets the money does not come in.
      when t.payment_status = 'failed' or r.id is not null then 'revoked' else 'valid' end as state,
    coalesce(t.revoked_reason, case when p.status = 'rejected' then p.review_note when r.id is not null then 'Refund asked for' end)
      as reason
  from public.user_tickets t
  join public.payments p on p.id = t.payment_id
  left join public.refunds r on r.ticket_id = t.id
  union all
  select l.event_id, l.id, l.updated_at, null, p.order_code, l.user_id, l.ticket_category_id, l.seats,
    case when t.id is not null then 'gone' when l.payment_status = 'failed' then 'rejected' else 'pending' end,
    p.review_note
  from public.payment_lines l
  join public.payments p on p.id = l.payment_id
  left join public.user_tickets t on t.payment_line_id = l.id
  where l.event_id is not null;

-- ---------------------------------------------------------------------------------------------------------------
-- Asking

create or replace function public.request_refund(p_ticket_id uuid default null) returns public.refunds
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_days_after_move constant integer := 7;
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
  elsif now() > v_event.moved_at + make_interval(days => c_days_after_move) then
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
  'Asks for the money of one''s own ticket, to be paid to the UPI id of the profile: without limit of time when the event '
  'was cancelled; within seven days of the move and before it begins when it was moved after being paid for. From then on '
  'the gate refuses the ticket. Where the shop owes it already, and when asked again: as claim_refund. Refusals: PT401 '
  'not_signed_in, PT404 not_found, PT409 not_refundable (detail: revoked, unchanged, late, begun, nothing), PT409 '
  'no_upi_id. Security definer: nobody writes refunds directly.';

create function public.claim_refund(p_refund_id uuid default null) returns public.refunds
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
  v_upi_id text;
  v_refund public.refunds;
begin
  perform private.lock_customer(v_user);
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
    update public.refunds r set upi_id = v_upi_id, asked_at = coalesce(r.asked_at, now()) where r.id = p_refund_id
      returning * into v_refund;
  end if;
  return v_refund;
end
$$;
comment on function public.claim_refund(uuid) is
  'Asks for money that the shop owes the caller, to be paid to the UPI id of the profile. Again changes one thing: where the '
  'money goes, as long as it has not gone. Refusals: PT401 not_signed_in, PT404 not_found, PT409 no_upi_id. Security '
  'definer: nobody writes refunds directly.';

-- ---------------------------------------------------------------------------------------------------------------
-- Cancelling: what is owed to whom

create function private.owe_beyond(p_payment_ids uuid[]) returns void
  language sql volatile set search_path = ''
as $$
  insert into public.refunds (payment_id, user_id, amount, upi_id, reason)
    select p.id, p.user_id, o.owed, f.refund_upi_id, case p.status when 'approved' then 'overpaid' else 'rejected' end
    from public.payments p
    join private.payment_money m on m.payment_id = p.id
    left join public.profiles f on f.id = p.user_id,
    lateral (
      select case when p.status = 'rejected' then least(m.credits, m.received) - m.promised
        -- What its tickets cost is owed with them.
        else m.credits - m.due - (
          select coalesce(sum(r.amount), 0) from public.refunds r where r.payment_id = p.id and r.ticket_id is null) end as owed) as o
    where p.id = any (p_payment_ids) and p.status <> 'pending' and m.credits is not null and o.owed > 0
      and exists (
        select from public.payment_lines l join public.events e on e.id = l.event_id
        where l.payment_id = p.id and e.status = 'cancelled')
    on conflict (payment_id) where ticket_id is null and status = 'requested' do nothing
$$;
comment on function private.owe_beyond(uuid[]) is
  'Writes down what the bank''s statements say came in for decided payments of a cancelled event and bought no ticket: all of '
  'it when the payment was rejected, what is over when it was approved. Nothing where no statement says so, nothing twice.';

create function private.owe_event(p_event_id uuid) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  insert into public.refunds (ticket_id, payment_id, user_id, amount, upi_id, reason)
    select s.id, s.payment_id, s.user_id, o.owed, f.refund_upi_id, 'cancelled'
    from (
      -- Each lessens what is left of its payment for the next.
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
    -- Sorted, so that all is read before the first row is written, and no reading looks at what was just written.
    order by o.owed, s.id;
  perform private.owe_beyond(array(
    select distinct l.payment_id from public.payment_lines l
    where l.event_id = p_event_id and exists (
      select from public.payments p join public.bank_rows b on b.payment_id = p.id or b.utrs @> array[p.reference_key]
      where p.id = l.payment_id)));
end
$$;
comment on function private.owe_event(uuid) is
  'Writes down what is owed for a cancelled event, to whom: the money of each ticket, and as owe_beyond. The caller is alone '
  'with the event.';

create function private.owe_rejected() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.owe_beyond(array[new.id]);
  return null;
end
$$;
comment on function private.owe_rejected() is
  'Trigger owe on payments: a payment that is rejected after its event was cancelled. Security definer: nobody writes refunds '
  'directly.';
create trigger owe after update of status on public.payments
  for each row when (new.status = 'rejected' and old.status <> 'rejected') execute function private.owe_rejected();

create function private.owe_credit() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.owe_beyond(array(
    select p.id from public.payments p where p.reference_key = any (new.utrs) and p.status <> 'pending'));
  return null;
end
$$;
comment on function private.owe_credit() is
  'Trigger owe on bank_rows: a statement that is read after the event was cancelled. Security definer: nobody writes refunds '
  'directly.';
create trigger owe after insert on public.bank_rows
  for each row when (cardinality(new.utrs) > 0) execute function private.owe_credit();

create function private.lock_reference(p_reference_key text) returns void
  language sql volatile set search_path = ''
as $$ select pg_advisory_xact_lock(hashtextextended('reference:' || p_reference_key, 0)) $$;
comment on function private.lock_reference(text) is
  'Until the end of the transaction: money of one reference either buys tickets or goes back. The last of all locks.';

create function private.settle_reference() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_order text;
begin
  perform private.lock_reference(new.reference_key);
  select o.order_code into v_order from public.refunds r join public.payments o on o.id = r.payment_id
    where o.reference_key = new.reference_key and o.id <> new.id and o.status = 'rejected' and r.status = 'refunded' limit 1;
  if found then
    perform private.refuse(409, 'credit_used', v_order, 'The money of this reference was sent back, for the order in detail.');
  end if;
  delete from public.refunds r using public.payments o
    where o.id = r.payment_id and o.reference_key = new.reference_key and o.id <> new.id and o.status = 'rejected'
      and r.status = 'requested';
  return null;
end
$$;
comment on function private.settle_reference() is
  'Trigger settle on payments: money that buys tickets now is owed no longer, and money that went back buys none (PT409 '
  'credit_used). Security definer: nobody writes refunds directly.';
create trigger settle after update of status on public.payments
  for each row when (new.status = 'approved' and old.status <> 'approved') execute function private.settle_reference();

create or replace function public.cancel_event(p_event_id uuid default null, p_reason text default null) returns public.events
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_longest_reason constant integer := 500;
  v_reason text;
  v_event public.events;
begin
  perform private.require_admin();
  if p_event_id is null then
    perform private.refuse(400, 'invalid', 'p_event_id', 'Which event?');
  end if;
  v_reason := private.require_text(p_reason, 'p_reason', c_longest_reason);
  perform private.lock_event(p_event_id);
  select * into v_event from public.events e where e.id = p_event_id for no key update;
  if not found then
    perform private.refuse(404, 'not_found', 'p_event_id', 'There is no such event.');
  end if;
  if v_event.status <> 'cancelled' then
    update public.events e set status = 'cancelled', cancelled_reason = v_reason where e.id = p_event_id returning * into v_event;
  end if;
  perform from public.seat_claims c where c.event_id = p_event_id and c.state = 'held'
    order by c.event_id, c.place, c.seat for no key update;
  delete from public.seat_claims c where c.event_id = p_event_id and c.state = 'held';
  perform private.owe_event(p_event_id);
  return v_event;
end
$$;
comment on function public.cancel_event(uuid, text) is
  'Stops the sale for good, frees what is held, and writes down in refunds what is owed to whom; payments under review and '
  'tickets stay. Again returns the event as it is, with its first reason. Admins only. Refusals: PT401 not_signed_in, PT403 '
  'forbidden, PT400 invalid, PT404 not_found. Security definer: status changes here alone, and nobody writes claims or '
  'refunds directly.';

-- ---------------------------------------------------------------------------------------------------------------
-- Staff

create function private.ticket_admissions(p_ticket_id uuid) returns jsonb
  language sql stable set search_path = ''
as $$
  select jsonb_build_object('seats', count(distinct seat), 'at', min(s.corrected_at)) from public.user_tickets t
  join public.ticket_scans s on s.event_id = t.event_id and s.known_ticket = t.id, lateral unnest(s.seats) as seat
  where t.id = p_ticket_id and not exists (select from public.ticket_scans u where u.undoes = s.id and u.event_id = s.event_id)
  having count(*) > 0
$$;
comment on function private.ticket_admissions(uuid) is
  'How many seats of the ticket were let in, and when the first: {seats, at}; null when none. Invoker: row security decides '
  'for the list of refunds.';

drop function public.mark_refunded(uuid, text);
create function public.mark_refunded(
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
  select p.order_code into v_used
    from public.refunds r
    join public.payments p on p.id = r.payment_id
    where r.utr in (v_utr, v_key) and r.user_id <> v_refund.user_id
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
  'PT409 not_refundable (nothing: less came in), PT409 transaction_used (detail: the other customer''s order). Security '
  'definer: nobody writes refunds directly.';

create function public.start_refund(
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

  v_most := case when p_ticket_id is not null then private.ticket_money(v_ticket) else (
    select greatest(0, m.received - m.promised) from private.payment_money m where m.payment_id = p_payment_id) end;
  if coalesce(v_most, 0) = 0 then
    perform private.refuse(409, 'not_refundable', 'nothing', 'No money came in for it that has not gone back.');
  end if;
  -- NaN is greater than every number.
  if p_amount <= 0 or p_amount > v_most or p_amount <> round(p_amount, 2) then
    perform private.refuse(409, 'not_refundable', jsonb_build_object('most', v_most)::text, 'Detail says how much can go back.');
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
  'Writes down that the shop owes the money of a decided payment, or of one ticket of it, and why; all that can go back '
  'unless p_amount says less. What is owed already is returned as it is. From then on the gate refuses the ticket. Admins '
  'only. Refusals: PT401 not_signed_in, PT403 forbidden, own_payment, PT400 invalid, PT404 not_found, PT409 not_refundable '
  '(detail: pending, nothing, or {most} in rupees). Security definer: nobody writes refunds directly.';

create function public.drop_refund(p_refund_id uuid default null) returns void
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
end
$$;
comment on function public.drop_refund(uuid) is
  'Takes back what was written down as owed, as long as it has not been paid; the gate then admits the ticket again. Admins '
  'only. Refusals: PT401 not_signed_in, PT403 forbidden, PT404 not_found, PT409 already_decided. Security definer: nobody '
  'writes refunds directly.';

-- ---------------------------------------------------------------------------------------------------------------
-- Staff's list

drop function public.get_refunds(), public.search_refunds(text, text, uuid);
drop view private.refund_list;
create view private.refund_list with (security_invoker = true) as
  select r.id as refund_id, r.ticket_id, r.user_id, f.name as user_name, f.email as user_email, r.amount, r.upi_id, r.reason,
    r.status, r.utr, r.requested_at, r.refunded_at, r.asked_at, r.note, r.payment_id, p.order_code, p.transaction_id, t.event_id,
    coalesce(l.event_name, (
      select string_agg(distinct o.event_name, ', ') from public.payment_lines o where o.payment_id = r.payment_id)) as event_name,
    e.date as event_date, l.category_name as ticket_category, coalesce(t.seats, '{}') as seats,
    coalesce(t.quantity, 0) as quantity, t.payment_line_id, private.ticket_admissions(r.ticket_id) as admitted
  from public.refunds r
  -- Each has its payment; joined so, it is left out where nothing of it is asked for.
  left join public.payments p on p.id = r.payment_id
  left join public.user_tickets t on t.id = r.ticket_id
  left join public.payment_lines l on l.id = t.payment_line_id
  left join public.profiles f on f.id = r.user_id
  left join public.events e on e.id = t.event_id
  where (select private.is_admin());
comment on view private.refund_list is 'What get_refunds returns; empty for everybody but admins.';

create or replace function private.find_refunds(p_text text, p_status text default null, p_after uuid default null) returns setof uuid
  language plpgsql stable security definer rows 20 set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  v_pattern text := private.search_pattern(p_text);
  v_word text := private.search_pattern(p_text, true);
  v_users uuid[];
  v_payments uuid[];
  v_tickets uuid[];
begin
  if v_pattern is null or not private.is_admin() then
    return;
  end if;
  v_users := array(select f.id from public.profiles f
    where f.name ilike v_pattern or f.name ilike v_word or f.email ilike v_pattern);
  v_payments := array(
    select p.id from public.payments p where p.order_code ilike v_pattern or p.transaction_id ilike v_pattern);
  -- Few of all events have refunds: those that were cancelled or moved.
  v_tickets := array(
    select r.ticket_id from public.singers s join public.events e on e.singer_id = s.id
      join public.user_tickets t on t.event_id = e.id join public.refunds r on r.ticket_id = t.id
      where (e.status = 'cancelled' or e.moved_at is not null)
        and (s.name || ' - ' || e.city ilike v_pattern or s.name || ' - ' || e.city ilike v_word));
  if p_after is not null then
    return query select r.id from public.refunds r
      where (r.upi_id ilike v_pattern or r.utr ilike v_pattern or r.user_id = any (v_users) or r.payment_id = any (v_payments)
          or r.ticket_id = any (v_tickets))
        and (p_status is null or r.status = p_status) and r.id > p_after
      order by r.id limit private.most_found();
  else
    return query select r.id from public.refunds r
      where (r.upi_id ilike v_pattern or r.utr ilike v_pattern or r.user_id = any (v_users) or r.payment_id = any (v_payments)
          or r.ticket_id = any (v_tickets))
        and (p_status is null or r.status = p_status)
      order by r.requested_at desc limit private.most_found() + 1;
  end if;
end
$$;

create function public.get_refunds()
  returns table (refund_id uuid, ticket_id uuid, user_id uuid, user_name text, user_email text, amount numeric, upi_id text,
    reason text, status text, utr text, requested_at timestamptz, refunded_at timestamptz, asked_at timestamptz, note text,
    payment_id uuid, order_code text, transaction_id text, event_id uuid, event_name text, event_date timestamptz,
    ticket_category text, seats text[], quantity integer, payment_line_id uuid, admitted jsonb)
  language sql stable
as $$
  select l.refund_id, l.ticket_id, l.user_id, l.user_name, l.user_email, l.amount, l.upi_id, l.reason, l.status, l.utr,
    l.requested_at, l.refunded_at, l.asked_at, l.note, l.payment_id, l.order_code, l.transaction_id, l.event_id, l.event_name,
    l.event_date, l.ticket_category, l.seats, l.quantity, l.payment_line_id, l.admitted
  from private.refund_list l
$$;
comment on function public.get_refunds() is
  'Every refund with whom and what it is for, for admins; nothing for others. admitted: {seats, at} of a ticket that was let '
  'in. Invoker and without a set clause, as get_payment_details.';

create function public.search_refunds(
    p_search text default null, p_status text default null, p_after uuid default null)
  returns table (refund_id uuid, ticket_id uuid, user_id uuid, user_name text, user_email text, amount numeric, upi_id text,
    reason text, status text, utr text, requested_at timestamptz, refunded_at timestamptz, asked_at timestamptz, note text,
    payment_id uuid, order_code text, transaction_id text, event_id uuid, event_name text, event_date timestamptz,
    ticket_category text, seats text[], quantity integer, payment_line_id uuid, admitted jsonb)
  language sql stable
as $$
  select l.refund_id, l.ticket_id, l.user_id, l.user_name, l.user_email, l.amount, l.upi_id, l.reason, l.status, l.utr,
    l.requested_at, l.refunded_at, l.asked_at, l.note, l.payment_id, l.order_code, l.transaction_id, l.event_id, l.event_name,
    l.event_date, l.ticket_category, l.seats, l.quantity, l.payment_line_id, l.admitted
  from private.find_refunds(p_search, p_status, p_after) as i join private.refund_list l on l.refund_id = i
$$;
comment on function public.search_refunds(text, text, uuid) is
  'The rows of get_refunds that find_refunds finds, for admins; nothing for others. A function of its own, since one that '
  'does both is planned for neither. Invoker and without a set clause, as that.';

-- ---------------------------------------------------------------------------------------------------------------
-- Grants: of the migrations of refunds, with the functions that are new or take more

create or replace function private.grant_refunds() returns void
  language plpgsql set search_path = ''
as $$
begin
  revoke all on table public.refunds, private.payment_money from public, anon, authenticated;
  grant select on table public.refunds to authenticated;
  revoke all on function public.request_refund(uuid), public.claim_refund(uuid), private.note_move(), private.audit_refund(),
    private.forget_upi_id(), private.give_upi_id(), private.fill_refund(), private.mark_ticket_of_refund(),
    private.ticket_money(public.user_tickets), private.masked_upi_id(text), private.owe_beyond(uuid[]), private.owe_event(uuid),
    private.owe_rejected(), private.owe_credit(), private.lock_reference(text), private.settle_reference(),
    private.grant_refunds() from public, anon, authenticated;
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
    public.search_refunds(text, text, uuid), private.grant_refunds_console()
    from public, anon, authenticated;
  grant execute on function public.get_refunds(), public.search_refunds(text, text, uuid), private.find_refunds(text, text, uuid),
    private.ticket_admissions(uuid) to authenticated;
  -- Visitors may call these only to be told to sign in.
  grant execute on function public.mark_refunded(uuid, text, text, boolean), public.start_refund(uuid, uuid, numeric, text),
    public.drop_refund(uuid) to anon, authenticated;
end
$$;
select private.grant_refunds_console();
