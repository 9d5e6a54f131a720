-- Payouts: refunds that one file for the bank pays (docs/decisions/0082-payouts.md). refunds.payout_id names the file that an owed
-- refund is in, so that no refund is in two; a line keeps amount and address as the file has them, until it was sent.

create table public.payouts (
  id uuid primary key,
  made_by uuid not null,
  made_at timestamptz not null default now(),
  format text not null check (format in ('plain', 'razorpayx-upi', 'razorpayx-bank', 'hdfc-enet')),
  state text not null default 'made' check (state in ('made', 'part', 'sent', 'cancelled')),
  ended_at timestamptz,
  constraint payouts_ended check ((state in ('sent', 'cancelled')) = (ended_at is not null))
);

comment on table public.payouts is
  'Files for the bank''s bulk upload. made: nothing is marked yet. part: some lines are. sent: all are. cancelled: what was not '
  'marked is owed as before. Only make_payout, mark_payout_sent and cancel_payout write it.';

comment on column public.payouts.id is 'Made on the device, so that a repeated request makes one payout.';

comment on column public.payouts.format is 'Whose columns the file has: payoutFormats in src/shop/refunds/payout.ts.';

create index payouts_made_at on public.payouts (made_at desc);

create table public.payout_lines (
  payout_id uuid not null references public.payouts (id) on delete cascade,
  line integer not null check (line > 0),
  payment_id uuid not null,
  refund_ids uuid[] not null check (cardinality(refund_ids) > 0),
  amount numeric(12, 2) not null check (amount > 0),
  way text not null check (way in ('upi', 'bank')),
  paid_to text,
  sent_at timestamptz,
  primary key (payout_id, line)
);

comment on table public.payout_lines is 'The transfers of a payout, one for what an order is owed to one address (refunds_with).';

comment on column public.payout_lines.refund_ids is 'Refunds may end meanwhile, when an import is taken back: no foreign key.';

comment on column public.payout_lines.amount is 'Rupees, as in the file.';

comment on column public.payout_lines.paid_to is
  'As in the file: the UPI id, or the IFSC and the account''s last four digits. Null once the line is sent or the payout cancelled.';

alter table public.payouts enable row level security;

alter table public.payout_lines enable row level security;

create policy "Payments staff read payouts" on public.payouts
  for select to authenticated using ((select private.may('payments')));

create policy "Payments staff read the lines of payouts" on public.payout_lines
  for select to authenticated using ((select private.may('payments')));

create trigger audit after insert or update or delete on public.payouts
  for each row execute function private.audit_row('id');

create function private.payout_rows(p_rows jsonb, p_most integer) returns table (n bigint, row_of jsonb)
  language plpgsql stable set search_path = ''
as $$
begin
  if jsonb_typeof(p_rows) is distinct from 'array' or jsonb_array_length(p_rows) not between 1 and p_most
    or exists (select from jsonb_array_elements(p_rows) as r where jsonb_typeof(r) <> 'object') then
    perform private.refuse(400, 'invalid', 'p_rows', format('One to %s rows.', p_most));
  end if;
  return query select o.ordinality, o.value from jsonb_array_elements(p_rows) with ordinality as o;
end
$$;

comment on function private.payout_rows(jsonb, integer) is 'Returns the rows of a payout''s call, numbered from 1, or PT400 invalid.';

create function private.add_payout_line(p_payout_id uuid, p_line integer, p_row jsonb) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_refund public.refunds;
  v_all public.refunds[];
  v_sum numeric;
  v_to text;
begin
  select * into v_refund from public.refunds r where r.id::text = p_row ->> 'refund_id';
  if not found then
    perform private.refuse(404, 'not_found', 'p_rows', 'There is no such refund.');
  end if;
  if v_refund.status = 'refunded' then
    perform private.refuse(409, 'already_decided', v_refund.utr, 'The money has been sent.');
  end if;
  perform private.require_no_payout(v_refund);
  v_all := array(select w from private.refunds_with(v_refund) as w);
  select sum(w.amount) into v_sum from unnest(v_all) as w;
  if p_row -> 'amount' is distinct from to_jsonb(v_sum) then
    perform private.refuse(409, 'amount_changed', v_sum::text, 'More or less is owed than staff read; detail is what is owed now.');
  end if;
  if p_row ->> 'way' = 'bank' then
    v_to := private.account_of(p_row ->> 'to');
  else
    v_to := coalesce(v_refund.upi_id, private.upi_id_of(p_row ->> 'to'));
    perform private.require_upi_id(v_refund, p_row ->> 'upi_id', v_to, false);
  end if;
  if exists (select from unnest(v_all) as w, private.ticket_admissions(w.ticket_id) as a where a is not null) then
    perform private.refuse(409, 'admitted', '', 'A ticket was let in: pay it back by itself.');
  end if;
  insert into public.payout_lines (payout_id, line, payment_id, refund_ids, amount, way, paid_to)
    select p_payout_id, p_line, v_refund.payment_id, array_agg(w.id), v_sum,
      case when p_row ->> 'way' = 'bank' then 'bank' else 'upi' end, v_to
    from unnest(v_all) as w;
  update public.refunds r set payout_id = p_payout_id where r.id in (select w.id from unnest(v_all) as w);
end
$$;

comment on function private.add_payout_line(uuid, integer, jsonb) is
  'Adds a transfer to a payout, a row of make_payout. Refusals: as there.';

create function private.payout_of(p_payout public.payouts) returns jsonb
  language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', p_payout.id, 'made_at', p_payout.made_at, 'format', p_payout.format, 'state', p_payout.state,
    'made_by_name', (select coalesce(f.name, f.email) from public.profiles f where f.id = p_payout.made_by),
    'lines', (
      select jsonb_agg(jsonb_build_object('line', l.line, 'order_code', p.order_code, 'amount', l.amount, 'way', l.way,
        'paid_to', l.paid_to, 'sent_at', l.sent_at,
        'user_name', (select f.name from public.profiles f where f.id = p.user_id)) order by l.line)
      from public.payout_lines l join public.payments p on p.id = l.payment_id where l.payout_id = p_payout.id))
$$;

comment on function private.payout_of(public.payouts) is 'Returns a payout with its lines, as list_payouts. Invoker: row security decides.';

create function public.make_payout(p_id uuid default null, p_format text default null, p_rows jsonb default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_most_lines constant integer := 500;
  v_admin uuid := private.require_role('payments');
  v_payout public.payouts;
  v_payments uuid[];
  v_row record;
  v_code text;
  v_detail text;
  v_refused jsonb := '[]';
begin
  if p_id is null or p_format is null or p_format not in ('plain', 'razorpayx-upi', 'razorpayx-bank', 'hdfc-enet') then
    perform private.refuse(400, 'invalid', case when p_id is null then 'p_id' else 'p_format' end, 'An id of the device, and a format.');
  end if;
  v_payments := array(
    select distinct r.payment_id from private.payout_rows(p_rows, c_most_lines) as o
      join public.refunds r on r.id::text = o.row_of ->> 'refund_id' order by 1);
  perform pg_advisory_xact_lock(hashtextextended('payout:' || p_id::text, 0));
  select * into v_payout from public.payouts o where o.id = p_id and o.made_by = v_admin;
  if found then
    return private.payout_of(v_payout);
  end if;
  perform from public.payments p where p.id = any (v_payments) order by p.id for no key update;
  perform from public.refunds r where r.payment_id = any (v_payments) order by r.id for no key update;
  insert into public.payouts (id, made_by, format) values (p_id, v_admin, p_format) returning * into v_payout;
  for v_row in select * from private.payout_rows(p_rows, c_most_lines) loop
    begin
      perform private.add_payout_line(p_id, v_row.n::integer, v_row.row_of);
    exception when sqlstate 'PT409' or sqlstate 'PT404' then
      get stacked diagnostics v_code = message_text, v_detail = pg_exception_detail;
      v_refused := v_refused || jsonb_build_object('refund_id', v_row.row_of ->> 'refund_id', 'code', v_code, 'detail', v_detail);
    end;
  end loop;
  if v_refused <> '[]' then
    perform private.refuse(409, 'changed_meanwhile', v_refused::text, 'Nothing was made; detail says which refunds, and why.');
  end if;
  return private.payout_of(v_payout);
end
$$;

comment on function public.make_payout(uuid, text, jsonb) is
  'Makes a payout of at most 500 transfers, all or none, and returns it as list_payouts. p_rows: [{refund_id, amount, upi_id, way, to}], '
  'amount in rupees and upi_id as staff read them, of all that goes back with the refund (refunds_with). way: upi, to the customer''s '
  'UPI id or, where they gave none, to `to`; or bank, to `to`, an account and an IFSC with a space between, of which the IFSC and four '
  'digits are kept. p_id is made on the device: a repeat returns the payout. Until it is cancelled its refunds can neither be marked by '
  'themselves nor dropped. Admins and payments staff. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT409 changed_meanwhile '
  '(detail: [{refund_id, code, detail}]; not_found, already_decided, in_use: it is in another payout, amount_changed, no_upi_id, '
  'changed_meanwhile, admitted). Security definer: no role may write refunds.';

create function private.lock_payout(p_payout_id uuid) returns public.payouts
  language plpgsql volatile set search_path = ''
as $$
declare
  v_payout public.payouts;
begin
  select * into v_payout from public.payouts o where o.id = p_payout_id for no key update;
  if not found then
    perform private.refuse(404, 'not_found', 'p_payout_id', 'There is no such payout.');
  end if;
  return v_payout;
end
$$;

comment on function private.lock_payout(uuid) is 'Locks and returns a payout, before the refunds in it. Refusal: PT404 not_found.';

create function private.send_payout_line(p_line public.payout_lines, p_utr text, p_is_common boolean, p_admitted boolean) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_all public.refunds[] := array(
    select r from public.refunds r where r.id = any (p_line.refund_ids) and r.payout_id = p_line.payout_id order by r.requested_at, r.id);
  v_payment public.payments;
  v_sum numeric;
begin
  if p_line.sent_at is not null then
    if v_all[1].utr is distinct from p_utr then
      perform private.refuse(409, 'already_decided', v_all[1].utr, 'It was marked with another reference; detail is that one.');
    end if;
    return;
  end if;
  select coalesce(sum(w.amount), 0) into v_sum from unnest(v_all) as w;
  if v_sum <> p_line.amount or cardinality(v_all) <> cardinality(p_line.refund_ids) then
    perform private.refuse(409, 'amount_changed', v_sum::text, 'More or less is owed than the file has; detail is what is owed now.');
  end if;
  if p_line.way = 'upi' then
    perform private.require_upi_id(w, p_line.paid_to, p_line.paid_to, false) from unnest(v_all) as w;
  end if;
  select p.* into strict v_payment from public.payments p where p.id = p_line.payment_id;
  perform private.pay_refunds(v_all, v_payment, p_line.way, p_utr, case p_line.way when 'bank' then p_line.paid_to end,
    case p_line.way when 'upi' then p_line.paid_to end, p_admitted, case when p_is_common then p_line.payout_id end);
  update public.payout_lines l set sent_at = now(), paid_to = null where l.payout_id = p_line.payout_id and l.line = p_line.line;
end
$$;

comment on function private.send_payout_line(public.payout_lines, text, boolean, boolean) is
  'Marks the refunds of a line as paid by this transfer, as mark_refunded does; p_is_common: the reference is of the whole payout. '
  'A repeat changes nothing. The caller has lock_payout and lock_transfers. Refusals: as mark_payout_sent says.';

create function private.lock_transfers(p_keys text[], p_payment_ids uuid[]) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  -- In the order of lock_refund, of many customers.
  perform pg_advisory_xact_lock(hashtextextended('refund:' || k.key, 0)) from (select distinct unnest(p_keys) as key order by 1) as k;
  perform private.lock_payments(p_payment_ids);
  perform private.lock_reference(k.reference_key) from (
    select distinct p.reference_key from public.payments p where p.id = any (p_payment_ids) order by 1) as k;
  perform from public.refunds r where r.payment_id = any (p_payment_ids) order by r.id for no key update;
end
$$;

comment on function private.lock_transfers(text[], uuid[]) is
  'Locks what the refunds of these payments change, before the first is marked: as lock_refund, for transfers with these keys.';

create function private.marked_lines(p_payout_id uuid, p_utr text, p_rows jsonb) returns table (line public.payout_lines, utr text)
  language plpgsql stable set search_path = ''
as $$
declare
  c_most_lines constant integer := 500;
begin
  if p_rows is null then
    return query select l, private.transfer_reference(p_utr) from public.payout_lines l
      where l.payout_id = p_payout_id order by l.line;
    return;
  end if;
  return query
    select l, private.transfer_reference(o.row_of ->> 'utr')
    from private.payout_rows(p_rows, c_most_lines) as o
    left join public.payout_lines l on l.payout_id = p_payout_id and l.line::text = o.row_of ->> 'line' order by l.line;
end
$$;

comment on function private.marked_lines(uuid, text, jsonb) is
  'Returns the lines that mark_payout_sent marks, with the reference of each: those of p_rows, or all with p_utr.';

create function public.mark_payout_sent(
    p_payout_id uuid default null, p_utr text default null, p_rows jsonb default null, p_admitted boolean default false)
  returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_payout public.payouts;
  v_line record;
  v_sent integer := 0;
  v_code text;
  v_detail text;
  v_refused jsonb := '[]';
begin
  perform private.require_role('payments');
  if (p_utr is null) = (p_rows is null) then
    perform private.refuse(400, 'invalid', 'p_rows', 'Either p_utr, the reference of all, or p_rows.');
  end if;
  -- No credit changes the amount meanwhile.
  perform private.share_credits();
  v_payout := private.lock_payout(p_payout_id);
  if v_payout.state = 'cancelled' then
    perform private.refuse(409, 'already_decided', 'cancelled', 'The payout was cancelled.');
  end if;
  if exists (select from private.marked_lines(p_payout_id, p_utr, p_rows) as m group by m.line having m.line is null or count(*) > 1) then
    perform private.refuse(400, 'invalid', 'p_rows', 'Each row is another line of the payout.');
  end if;
  perform private.lock_transfers(array_agg(private.reference_key(m.utr)), array_agg((m.line).payment_id))
    from private.marked_lines(p_payout_id, p_utr, p_rows) as m;
  for v_line in select * from private.marked_lines(p_payout_id, p_utr, p_rows) loop
    begin
      perform private.send_payout_line(v_line.line, v_line.utr, p_rows is null, p_admitted);
      v_sent := v_sent + 1;
    exception when sqlstate 'PT409' then
      get stacked diagnostics v_code = message_text, v_detail = pg_exception_detail;
      v_refused := v_refused || jsonb_build_object('line', (v_line.line).line, 'code', v_code, 'detail', v_detail);
    end;
  end loop;
  update public.payouts o
    set state = case when s.rest = 0 then 'sent' when s.rest < s.n then 'part' else 'made' end,
      ended_at = case when s.rest = 0 then coalesce(o.ended_at, now()) end
    from (select count(*) as n, count(*) filter (where l.sent_at is null) as rest
      from public.payout_lines l where l.payout_id = p_payout_id) as s
    where o.id = p_payout_id
    returning o.* into v_payout;
  return jsonb_build_object('state', v_payout.state, 'sent', v_sent, 'refused', v_refused);
end
$$;

comment on function public.mark_payout_sent(uuid, text, jsonb, boolean) is
  'Records that the bank sent a payout: with p_utr, the bank''s reference of the whole file, every line; with p_rows, [{line, utr}], '
  'those lines, each with the reference of its own transfer, which then paid no other customer. Marks as mark_refunded, line by line: '
  'one that is refused stays open and stops no other. Returns {state, sent, refused: [{line, code, detail}]}, refused: amount_changed and '
  'changed_meanwhile (other than in the file; detail: what it is now), admitted unless p_admitted, not_refundable, transaction_used, '
  'already_decided (marked with another reference). Idempotent. Admins and payments staff. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 '
  'invalid, PT404 not_found, PT409 already_decided (it was cancelled). Security definer: no role may write refunds.';

create function public.cancel_payout(p_payout_id uuid default null) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_payout public.payouts;
begin
  perform private.require_role('payments');
  v_payout := private.lock_payout(p_payout_id);
  if v_payout.state = 'sent' then
    perform private.refuse(409, 'already_decided', 'sent', 'All of it is marked as sent.');
  end if;
  perform from public.refunds r where r.payout_id = p_payout_id order by r.id for no key update;
  update public.refunds r set payout_id = null where r.payout_id = p_payout_id and r.status = 'requested';
  update public.payout_lines l set paid_to = null where l.payout_id = p_payout_id and l.paid_to is not null;
  update public.payouts o set state = 'cancelled', ended_at = now() where o.id = p_payout_id and o.state <> 'cancelled';
end
$$;

comment on function public.cancel_payout(uuid) is
  'Ends a payout: what was not marked as sent is owed as before, by itself or in another payout. Idempotent. Admins and payments staff. Refusals: '
  'PT401 not_signed_in, PT403 forbidden, PT404 not_found, PT409 already_decided (all was sent). Security definer: no role may write '
  'refunds.';

create function public.list_payouts() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_role('payments');
  return (
    select coalesce(jsonb_agg(private.payout_of(o) order by o.made_at desc, o.id), '[]')
    from public.payouts o where o.ended_at is null);
end
$$;

comment on function public.list_payouts() is
  'Returns the open payouts, the newest first: [{id, made_at, made_by_name, format, state, lines: [{line, order_code, user_name, amount '
  'in rupees, way, paid_to, sent_at}]}]. Admins and payments staff. Refusals: PT401 not_signed_in, PT403 forbidden. Security definer: as '
  'dashboard_stats.';

insert into private.rights (roles, privileges, object) values
  ('authenticated', 'select', 'table public.payouts'),
  ('authenticated', 'select', 'table public.payout_lines'),
  ('anon, authenticated', 'execute', 'function public.make_payout(uuid, text, jsonb)'),
  ('anon, authenticated', 'execute', 'function public.mark_payout_sent(uuid, text, jsonb, boolean)'),
  ('anon, authenticated', 'execute', 'function public.cancel_payout(uuid)'),
  ('anon, authenticated', 'execute', 'function public.list_payouts()');
