-- Ledger: double entry of all money, append only. What each payment, refund, credit and till says now is the view private.books;
-- private.post adds what the ledger lacks of it, in the transaction of the change. So the rebuilt ledger is the view itself, and
-- private.ledger_faults compares the two. Debits are above 0, credits below; the entries of one subject sum to 0.
--
-- bank, gateway, till, card   money that came: of statements and the bank's mails, of a gateway, cash, card machines
-- customers                   what an approved order has to pay less what came for it, by order (payment_id)
-- sales                       prices without taxes and fee
-- gst, local_tax, fee         taxes (GST of prices and of the fee) and the convenience fee
-- rounding                    what made the totals of orders whole rupees
-- promised, owed              refunds that are recorded and not yet paid: what they will take from sales, and to whom they are owed
-- sent, otherwise             refunds that no statement shows yet, and those settled another way, as in cash of no till
-- unexplained, set_aside      credits of no payment, and those that staff set aside with a reason
-- float, difference           cash that staff put into a till or took out, and what was missing (debit) or too much when they counted
--
-- Tests have no entries. Sales and taxes fall when a refund is paid: the day of its credit note.

create table public.ledger (
  id bigint generated always as identity primary key,
  day date not null,
  booked_at timestamptz not null,
  kind text not null,
  subject uuid not null,
  payment_id uuid,
  account text not null,
  event_id uuid,
  ticket_category_id uuid,
  amount numeric(14, 2) not null,
  constraint ledger_kind_known check (kind in ('payment', 'refund', 'credit', 'till')),
  constraint ledger_account_known check (account in ('bank', 'gateway', 'till', 'card', 'customers', 'sales', 'gst', 'local_tax', 'fee',
    'rounding', 'promised', 'owed', 'sent', 'otherwise', 'unexplained', 'set_aside', 'float', 'difference')),
  constraint ledger_amount_not_nothing check (amount <> 0)
);

comment on table public.ledger is 'Entries of the books. Only private.post adds to it; nothing changes or leaves it.';
comment on column public.ledger.day is 'When it was booked, in India: a month that is over gets no further entry.';
comment on column public.ledger.subject is 'The payment, refund, credit or till that it is about. No foreign key: entries outlive a credit that an import took back.';
comment on column public.ledger.payment_id is 'The order whose money it is; null for a credit of no payment and for a till.';
comment on column public.ledger.event_id is 'The concert, of sales, taxes, fee, rounding and promised.';
comment on column public.ledger.amount is 'Rupees: debits above 0, credits below.';

create index ledger_subject on public.ledger (subject);
create index ledger_event_id on public.ledger (event_id) where event_id is not null;
create index ledger_day on public.ledger using brin (day);

alter table public.ledger enable row level security;

create function private.refuse_change() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  perform private.refuse(403, 'forbidden', tg_table_name, 'It is append only.');
  return null;
end
$$;

comment on function private.refuse_change() is
  'Trigger append_only: refuses every change and deletion, the owner''s too (PT403 forbidden).';

create policy "Payments staff read the ledger" on public.ledger
  for select to authenticated using ((select private.may('payments')));

create trigger append_only before update or delete or truncate on public.ledger
  for each statement execute function private.refuse_change();

create table public.refund_shares (
  refund_id uuid not null references public.refunds (id) on delete cascade,
  payment_line_id uuid not null,
  event_id uuid not null,
  ticket_category_id uuid not null,
  taxable numeric(12, 2) not null,
  gst numeric(12, 2) not null,
  local_tax numeric(12, 2) not null,
  fee numeric(12, 2) not null,
  fee_gst numeric(12, 2) not null,
  rounding numeric(12, 2) not null,
  primary key (refund_id, payment_line_id)
);

comment on table public.refund_shares is
  'What a refund takes from sales, in rupees, line by line: all of a ticket''s refund; of one without a ticket what exceeds nothing but '
  'the prices of tickets that are no longer valid. The rest of a refund is money that bought nothing. Final once the refund is paid.';

create index refund_shares_line on public.refund_shares (payment_line_id);

alter table public.refund_shares enable row level security;

create policy "Payments staff read what refunds take from sales" on public.refund_shares
  for select to authenticated using ((select private.may('payments')));

create function private.share_of_line(
  p_line public.payment_lines, p_amount numeric, out gst numeric, out local_tax numeric, out fee numeric, out fee_gst numeric,
  out rounding numeric)
  language sql immutable set search_path = ''
as $$
  select trunc(p_line.gst_amount * p_amount / nullif(p_line.total_amount, 0), 2),
    trunc(p_line.local_tax_amount * p_amount / nullif(p_line.total_amount, 0), 2),
    trunc(p_line.fee_amount * p_amount / nullif(p_line.total_amount, 0), 2),
    trunc(p_line.fee_gst_amount * p_amount / nullif(p_line.total_amount, 0), 2),
    trunc(p_line.rounding_amount * p_amount / nullif(p_line.total_amount, 0), 2)
$$;

comment on function private.share_of_line(public.payment_lines, numeric) is
  'Returns what of so many rupees of a line are its taxes, fee and rounding, in the line''s proportion, each cut to the paisa; what is left is '
  'the price. Null for a line of nothing.';

create function private.share_refunds(p_refund_ids uuid[]) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_refund public.refunds;
  v_line record;
  v_part numeric;
begin
  delete from public.refund_shares s where s.refund_id = any (p_refund_ids);
  insert into public.refund_shares (refund_id, payment_line_id, event_id, ticket_category_id, taxable, gst, local_tax, fee, fee_gst, rounding)
    select r.id, l.id, l.event_id, l.ticket_category_id, r.amount - s.gst - s.local_tax - s.fee - s.fee_gst - s.rounding, s.gst, s.local_tax, s.fee, s.fee_gst,
      s.rounding
    from public.refunds r
    join public.user_tickets t on t.id = r.ticket_id
    join public.payment_lines l on l.id = t.payment_line_id,
    lateral private.share_of_line(l, r.amount) as s
    where r.id = any (p_refund_ids) and r.amount > 0 and not t.is_test;
  for v_refund in
    select r.* from public.refunds r join public.payments p on p.id = r.payment_id
    where r.id = any (p_refund_ids) and r.ticket_id is null and r.reason = 'other' and p.status = 'approved' and not p.is_test
    order by r.requested_at, r.id
  loop
    for v_line in
      select l, l.total_amount - coalesce((select r.amount from public.refunds r where r.ticket_id = t.id), 0) - coalesce((
          select sum(s.taxable + s.gst + s.local_tax + s.fee + s.fee_gst + s.rounding) from public.refund_shares s
          join public.refunds r on r.id = s.refund_id
          where s.payment_line_id = l.id and r.ticket_id is null), 0) as most
      from public.payment_lines l join public.user_tickets t on t.payment_line_id = l.id
      where l.payment_id = v_refund.payment_id and (t.revoked_at is not null or exists (
        select from public.refunds r where r.ticket_id = t.id))
      order by l.line
    loop
      v_part := least(v_refund.amount, v_line.most);
      continue when v_part <= 0;
      insert into public.refund_shares (refund_id, payment_line_id, event_id, ticket_category_id, taxable, gst, local_tax, fee, fee_gst, rounding)
        select v_refund.id, (v_line.l).id, (v_line.l).event_id, (v_line.l).ticket_category_id,
          v_part - s.gst - s.local_tax - s.fee - s.fee_gst - s.rounding, s.gst, s.local_tax, s.fee, s.fee_gst, s.rounding
        from private.share_of_line(v_line.l, v_part) as s;
      v_refund.amount := v_refund.amount - v_part;
    end loop;
  end loop;
end
$$;

comment on function private.share_refunds(uuid[]) is 'Writes refund_shares of these refunds anew.';

create function private.payment_of(p_credit public.credits) returns uuid
  language plpgsql stable set search_path = ''
as $$
begin
  if p_credit.payment_id is not null or p_credit.set_aside_at is not null or p_credit.returned_at is not null or p_credit.keys = '{}' then
    return p_credit.payment_id;
  end if;
  return (
    select p.id from public.payments p
    where p.status = 'approved' and not p.is_test and p.method = 'upi'
      and (p.reference_key = any (p_credit.utrs) or p.order_code = any (p_credit.keys)) and private.is_credit_of(p_credit, p)
    order by p.order_code = any (p_credit.keys) desc, p.reviewed_at, p.id limit 1);
end
$$;

comment on function private.payment_of(public.credits) is
  'Returns the payment that a credit is of: the one that keeps it, or of an open credit, which came after the approval, the approved one that '
  'it names. Null for others.';

create view private.books with (security_invoker = true) as
  select 'payment' as kind, p.id as subject, p.id as payment_id, v.account, v.event_id, v.ticket_category_id, v.amount
  from public.payments p
  join public.payment_lines l on l.payment_id = p.id
  cross join lateral (values
    -- What was paid at the counter is there; all else has to come.
    (case p.method when 'cash' then 'till' when 'card' then 'card' else 'customers' end, null::uuid, null::uuid, l.total_amount),
    ('sales', l.event_id, l.ticket_category_id, coalesce(l.gst_amount + l.local_tax_amount + l.fee_amount + l.fee_gst_amount, 0) + l.rounding_amount - l.total_amount),
    ('gst', l.event_id, l.ticket_category_id, -l.gst_amount - l.fee_gst_amount),
    ('local_tax', l.event_id, l.ticket_category_id, -l.local_tax_amount),
    ('fee', l.event_id, l.ticket_category_id, -l.fee_amount),
    ('rounding', l.event_id, l.ticket_category_id, -l.rounding_amount)) as v (account, event_id, ticket_category_id, amount)
  where p.status = 'approved' and not p.is_test and l.event_id is not null
  union all
  select 'refund', r.id, r.payment_id, v.account, v.event_id, v.ticket_category_id, v.amount
  from public.refunds r
  join public.payments p on p.id = r.payment_id and not p.is_test
  cross join lateral (
    select case
        when r.status = 'requested' then 'owed'
        when r.way = 'cash' then case when exists (select from public.till_moves m where m.refund_id = r.id) then 'till' else 'otherwise' end
        when r.way = 'card' then 'card'
        when r.way = 'other' then 'otherwise'
        when exists (select from public.bank_debits d where d.utrs @> array[r.utr_key]) then 'bank'
        else 'sent' end as account, null::uuid as event_id, null::uuid as ticket_category_id, -r.amount as amount
    union all
    -- Money that bought nothing.
    select case r.reason when 'rejected' then 'unexplained' else 'customers' end, null, null, r.amount - coalesce((
      select sum(s.taxable + s.gst + s.local_tax + s.fee + s.fee_gst + s.rounding) from public.refund_shares s where s.refund_id = r.id), 0)
    union all
    select case r.status when 'requested' then 'promised' else x.account end, s.event_id, s.ticket_category_id, x.amount
    from public.refund_shares s
    cross join lateral (values
      ('sales', s.taxable), ('gst', s.gst + s.fee_gst), ('local_tax', s.local_tax), ('fee', s.fee), ('rounding', s.rounding)) as x (account, amount)
    where s.refund_id = r.id) as v
  union all
  select 'credit', b.id, o.payment_id, v.account, null, null, v.amount
  from public.credits b
  cross join lateral (select private.payment_of(b) as payment_id) as o
  cross join lateral (values
    (case b.source when 'gateway' then 'gateway' else 'bank' end, b.amount),
    (case
      when b.returned_at is not null then case
        when exists (select from public.bank_debits d where d.utrs @> array[b.returned_utr]) then 'bank' else 'sent' end
      when o.payment_id is not null then 'customers'
      when b.set_aside_at is not null then 'set_aside'
      else 'unexplained' end, -b.amount)) as v (account, amount)
  -- Parts take the place of a shared one; what the bank took back came and went.
  where not b.is_shared and not private.is_taken_back(b)
  union all
  select 'till', t.id, null, v.account, null, null, v.amount
  from public.tills t
  cross join lateral (
    select t.opening_cash + coalesce((select sum(m.amount) from public.till_moves m where m.till_id = t.id and m.refund_id is null), 0) as put_in,
      (private.till_book(t, false) ->> 'expected_cash')::numeric as expected) as c
  cross join lateral (values
    ('till', c.put_in - case when t.closed_at is null then 0 else c.expected end),
    ('float', coalesce(t.counted_cash, 0) - c.put_in),
    ('difference', case when t.closed_at is null then 0 else c.expected - t.counted_cash end)) as v (account, amount);

comment on view private.books is
  'What the ledger has to say of each subject now, in rupees: several rows of one account sum. The plain reference of public.ledger.';

create function private.post(p_kind text, p_subjects uuid[]) returns void
  -- Planned once: a plan for each call costs more than all the rest. By indices, since the tables may be empty now.
  language plpgsql volatile set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
begin
  insert into public.ledger (day, booked_at, kind, subject, payment_id, account, event_id, ticket_category_id, amount)
    -- The clock is read once the table is locked: closing a month waits for who has it, and the others are of the next.
    with c as materialized (select clock_timestamp() as at)
    select (c.at at time zone 'Asia/Kolkata')::date, c.at, p_kind, x.subject, x.payment_id, x.account, x.event_id, x.ticket_category_id, x.amount
    from c cross join (
      select y.subject, y.payment_id, y.account, y.event_id, y.ticket_category_id, sum(y.amount) as amount
      from (
        select b.subject, b.payment_id, b.account, b.event_id, b.ticket_category_id, b.amount
        from private.books b where b.kind = p_kind and b.subject = any (p_subjects)
        union all
        select l.subject, l.payment_id, l.account, l.event_id, l.ticket_category_id, -l.amount
        from public.ledger l where l.subject = any (p_subjects)) as y
      group by y.subject, y.payment_id, y.account, y.event_id, y.ticket_category_id
      having sum(y.amount) <> 0) as x;
end
$$;

comment on function private.post(text, uuid[]) is
  'Adds what the ledger lacks of these subjects of one kind. A change of a subject holds its row, or lock_credits, so that no other '
  'posts it at the same time.';

create function private.ledger_faults() returns table (kind text, subject uuid, account text, event_id uuid, ticket_category_id uuid, amount numeric)
  language sql stable set search_path = ''
as $$
  select x.kind, x.subject, x.account, x.event_id, x.ticket_category_id, sum(x.amount)
  from (
    select b.kind, b.subject, b.payment_id, b.account, b.event_id, b.ticket_category_id, b.amount from private.books b
    union all
    select l.kind, l.subject, l.payment_id, l.account, l.event_id, l.ticket_category_id, -l.amount from public.ledger l) as x
  group by x.kind, x.subject, x.payment_id, x.account, x.event_id, x.ticket_category_id having sum(x.amount) <> 0
  union all
  select l.kind, l.subject, 'unbalanced', null, null, sum(l.amount)
  from public.ledger l group by l.kind, l.subject having sum(l.amount) <> 0
$$;

comment on function private.ledger_faults() is
  'Returns where the written ledger differs from the rebuilt one, and subjects whose entries do not sum to 0: no row in sound books.';

create function private.post_change() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_name = 'payment_lines' then
    perform private.post(tg_argv[0], array[new.payment_id]);
  elsif tg_table_name = 'till_moves' then
    perform private.post(tg_argv[0], array[new.till_id]);
  else
    perform private.post(tg_argv[0], array[new.id]);
  end if;
  if tg_table_name = 'payments' then
    -- What came for it, and is not taken by its approval, has the order's name from now on.
    perform private.post('credit', c.ids) from (
      select array_agg(b.id order by b.id) as ids from public.credits b
      where b.keys && array[new.reference_key, new.order_code]) as c where c.ids is not null;
  end if;
  return null;
end
$$;

comment on function private.post_change() is
  'Trigger 90_ledger: posts the row''s subject, whose kind is the argument. Security definer: no role may write the ledger.';

-- Payments are recorded as pending, which has no entry.
create trigger "90_ledger" after update on public.payments
  for each row when ((new.status = 'approved') <> (old.status = 'approved')) execute function private.post_change('payment');

create trigger "90_ledger" after update on public.payment_lines
  for each row when (new.payment_status <> 'pending'
    and (new.total_amount, new.event_id) is distinct from (old.total_amount, old.event_id))
  execute function private.post_change('payment');

create trigger "90_ledger_split" after insert on public.payment_lines
  for each row when (new.split_from is not null) execute function private.post_change('payment');

create trigger "90_ledger" after update on public.credits
  for each row when ((new.payment_id, new.set_aside_at, new.set_aside_by, new.returned_at, new.returned_utr, new.is_shared, new.amount, new.source, new.keys)
    is distinct from (old.payment_id, old.set_aside_at, old.set_aside_by, old.returned_at, old.returned_utr, old.is_shared, old.amount, old.source, old.keys))
  execute function private.post_change('credit');

create trigger "90_ledger" after insert or update on public.tills
  for each row execute function private.post_change('till');

create trigger "90_ledger" after insert on public.till_moves
  for each row execute function private.post_change('till');

create function private.post_rows() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  if tg_table_name = 'refunds' and tg_op = 'UPDATE' then
    v_ids := array(
      select n.id from after_change n join before_change o on o.id = n.id
      where (n.status, n.amount, n.reason) is distinct from (o.status, o.amount, o.reason) order by 1);
  elsif tg_op = 'INSERT' then
    v_ids := array(select n.id from after_change n order by 1);
  else
    v_ids := array(select o.id from before_change o order by 1);
  end if;
  if v_ids = '{}' then
    return null;
  end if;
  if tg_table_name = 'refunds' and tg_op <> 'DELETE' then
    perform private.share_refunds(v_ids);
  end if;
  perform private.post(tg_argv[0], v_ids);
  return null;
end
$$;

comment on function private.post_rows() is
  'Triggers of whole statements on refunds and credits: post what changed, all at once; of refunds, their shares before. Security '
  'definer: no role may write the ledger.';

create trigger ledger_added after insert on public.refunds
  referencing new table as after_change for each statement execute function private.post_rows('refund');

create trigger ledger_changed after update on public.refunds
  referencing old table as before_change new table as after_change for each statement execute function private.post_rows('refund');

create trigger ledger_dropped after delete on public.refunds
  referencing old table as before_change for each statement execute function private.post_rows('refund');

create trigger ledger_added after insert on public.credits
  referencing new table as after_change for each statement execute function private.post_rows('credit');

create trigger ledger_dropped after delete on public.credits
  referencing old table as before_change for each statement execute function private.post_rows('credit');

create function private.post_debits() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_utrs text[];
begin
  if tg_op = 'INSERT' then
    v_utrs := array(select distinct u from after_change d, unnest(d.utrs) as u);
  else
    v_utrs := array(select distinct u from before_change d, unnest(d.utrs) as u);
  end if;
  if v_utrs <> '{}' then
    perform private.post('refund', array(select r.id from public.refunds r where r.utr_key = any (v_utrs) order by 1));
    perform private.post('credit', array(select b.id from public.credits b where b.returned_utr = any (v_utrs) order by 1));
  end if;
  return null;
end
$$;

comment on function private.post_debits() is
  'Triggers on bank_debits: a statement shows, or no longer shows, what was sent. Security definer: no role may write the ledger.';

create trigger ledger_added after insert on public.bank_debits
  referencing new table as after_change for each statement execute function private.post_debits();

create trigger ledger_dropped after delete on public.bank_debits
  referencing old table as before_change for each statement execute function private.post_debits();

create function public.trial_balance(p_from date default null, p_to date default null) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_role('payments');
  return (
    select jsonb_build_object(
      'accounts', coalesce(jsonb_agg(jsonb_build_object('account', a.account, 'before', a.before::text, 'debit', a.debit::text,
        'credit', a.credit::text, 'balance', (a.before + a.debit - a.credit)::text) order by a.account), '[]'),
      'sound', coalesce(sum(a.before + a.debit - a.credit), 0) = 0)
    from (
      select l.account,
        coalesce(sum(l.amount) filter (where l.day < p_from), 0)::numeric(14, 2) as before,
        coalesce(sum(l.amount) filter (where l.amount > 0 and (p_from is null or l.day >= p_from)), 0)::numeric(14, 2) as debit,
        coalesce(-sum(l.amount) filter (where l.amount < 0 and (p_from is null or l.day >= p_from)), 0)::numeric(14, 2) as credit
      from public.ledger l where p_to is null or l.day <= p_to
      group by l.account) as a);
end
$$;

comment on function public.trial_balance(date, date) is
  'Returns the accounts'' sums in rupees, as text, of the days booked from p_from to p_to (IST; null: all): {accounts: [{account, before, debit, '
  'credit, balance}], sound: debits and credits are equal}. Admins and payments staff. Refusals: PT401 not_signed_in, PT403 forbidden. Security '
  'definer: with row policies it would be asked for each row.';

create function public.explain_money(p_payment_id uuid default null, p_credit_id uuid default null) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_payment public.payments;
  v_subjects uuid[];
begin
  perform private.require_role('payments');
  select * into v_payment from public.payments p
    where p.id = coalesce(p_payment_id, (select private.payment_of(b) from public.credits b where b.id = p_credit_id));
  if v_payment.id is null and not exists (select from public.credits b where b.id = p_credit_id) then
    perform private.refuse(404, 'not_found', case when p_credit_id is null then 'p_payment_id' else 'p_credit_id' end, 'There is no such money.');
  end if;
  v_subjects := array(
    select v_payment.id where v_payment.id is not null
    union select r.id from public.refunds r where r.payment_id = v_payment.id
    union select p_credit_id where p_credit_id is not null
    union select b.id from public.credits b
      where (b.payment_id = v_payment.id or b.keys && array[v_payment.reference_key, v_payment.order_code]) and private.payment_of(b) = v_payment.id);
  return jsonb_build_object(
    'order_code', v_payment.order_code, 'payment_id', v_payment.id, 'status', v_payment.status,
    'entries', (
      select coalesce(jsonb_agg(jsonb_build_object('at', e.at, 'kind', e.kind, 'facts', coalesce(
          (select jsonb_build_object('by', coalesce(f.name, f.email), 'by_proof', p.approved_by_proof, 'method', p.method)
            from public.payments p left join public.profiles f on f.id = p.reviewed_by where e.kind = 'payment' and p.id = e.subject),
          (select jsonb_build_object('booked_on', b.booked_on, 'source', b.source, 'file', b.import_file, 'narration', b.narration)
            from public.credits b where b.id = e.subject),
          (select jsonb_build_object('reason', r.reason, 'note', r.note, 'way', r.way, 'utr', r.utr) from public.refunds r where r.id = e.subject),
          '{}'), 'amounts', e.amounts) order by e.first), '[]')
      from (
        select x.at, x.kind, x.subject, min(x.first) as first,
          jsonb_agg(jsonb_build_object('account', x.account, 'amount', x.amount::text) order by x.amount desc, x.account) as amounts
        from (
          select l.booked_at as at, l.kind, l.subject, l.account, min(l.id) as first, sum(l.amount) as amount
          from public.ledger l where l.subject = any (v_subjects) group by 1, 2, 3, 4) as x
        where x.amount <> 0 group by 1, 2, 3) as e));
end
$$;

comment on function public.explain_money(uuid, uuid) is
  'Returns why money is here: all entries about an order, given its payment or one of its credits, or about a credit of no order. {order_code, '
  'payment_id, status (null without an order), entries: [{at, kind, facts (of the payment, credit or refund as it is now), amounts: [{account, '
  'amount in rupees, as text}]}]}, the oldest first. Admins and payments staff. Refusals: PT401 not_signed_in, PT403 forbidden, PT404 not_found. Security '
  'definer: with row policies it would be asked for each row.';

insert into private.rights (roles, privileges, object) values
  ('authenticated', 'select', 'table public.ledger'),
  ('authenticated', 'select', 'table public.refund_shares'),
  ('anon, authenticated', 'execute', 'function public.trial_balance(date, date)'),
  ('anon, authenticated', 'execute', 'function public.explain_money(uuid, uuid)');
