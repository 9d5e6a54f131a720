-- Credits that the bank took back: a debit with a credit's UTR, or one that says reversed or returned with a credit's
-- amount. Such a credit is set aside (set_aside_by is null), which takes it out of everything that it could prove; what it
-- has proved already stays and is worth nothing in payment_money. p_debits of import_bank_rows has the form of p_rows.

create table public.bank_debits (
  id uuid primary key default gen_random_uuid(),
  row_key text not null unique check (row_key ~ '^[0-9a-f]{64}$'),
  booked_on date not null,
  amount numeric(12, 2) not null check (amount > 0),
  narration text not null,
  utrs text[] not null,
  says_reversed boolean not null,
  credit_id uuid references public.credits (id) on delete set null,
  settled_at timestamptz,
  source text not null check (source in ('statement', 'report')),
  import_id uuid not null,
  import_file text constraint bank_debits_file_short check (length(import_file) <= 200),
  imported_by uuid,
  created_at timestamptz not null default now()
);

comment on table public.bank_debits is
  'Money that went out and may be a credit''s or a refund''s: debits with a UTR or a refund''s reference, and those that say reversed or returned. Only '
  'import_bank_rows writes it.';

comment on column public.bank_debits.narration is 'The words of one that says reversed or returned; empty for others.';
comment on column public.bank_debits.credit_id is 'The credit that it took back by its words; null where the UTR says it.';
comment on column public.bank_debits.settled_at is 'When staff said that it took back another than credit_id; it then takes none.';

create index credits_taken_back on public.credits (id) where set_aside_at is not null and set_aside_by is null and not is_shared;

create index credits_returned_utr on public.credits (returned_utr) where returned_utr is not null;

create index bank_debits_utrs on public.bank_debits using gin (utrs);
create index bank_debits_credit_id on public.bank_debits (credit_id);
create index bank_debits_import_id on public.bank_debits (import_id);
create index bank_debits_open on public.bank_debits (booked_on, id) where says_reversed and credit_id is null and settled_at is null;

alter table public.bank_debits enable row level security;

create policy "Payments staff read debits" on public.bank_debits
  for select to authenticated using ((select private.may('payments')));

create function private.says_reversed(p_narration text) returns boolean
  language sql immutable set search_path = ''
as $$
  select p_narration ~* '(^|[^a-z])(rev|revsl|reversal|reversed|ret|retd|rtn|return|returned|charge ?back)([^a-z]|$)'
$$;

comment on function private.says_reversed(text) is 'True when a debit''s narration says that a credit was reversed or returned.';

create view private.reversed_credits with (security_invoker = true) as
  select b.id as credit_id, d.id as debit_id, d.booked_on, d.amount
  -- Banks may book the debit under an earlier value date.
  from public.credits b join public.bank_debits d on d.utrs && b.utrs and d.booked_on >= b.booked_on - 1
  union all
  select d.credit_id, d.id, d.booked_on, d.amount from public.bank_debits d where d.credit_id is not null
  union all
  select c.id, d.id, d.booked_on, d.amount
  from public.credits c
  join public.credits b on b.id = c.part_of
  join public.bank_debits d on d.utrs && b.utrs and d.booked_on >= b.booked_on - 1 or d.credit_id = b.id;

comment on view private.reversed_credits is 'Credits that the bank took back, with the debit that says so; each part of one, too.';

create function private.is_taken_back(p_credit public.credits) returns boolean
  language sql stable set search_path = ''
as $$
  select p_credit.set_aside_at is not null and p_credit.set_aside_by is null and not p_credit.is_shared
$$;

comment on function private.is_taken_back(public.credits) is 'True for a credit that reverse_credit set aside.';

create view private.open_returns with (security_invoker = true) as
  select d.id, d.booked_on, d.amount, d.narration
  from public.bank_debits d
  where d.says_reversed and d.credit_id is null and d.settled_at is null
    and not exists (select from public.credits b where b.utrs && d.utrs)
    -- The shop's own transfers.
    and not exists (select from public.refunds r where r.utr_key = any (d.utrs))
    and not exists (select from public.credits b where b.returned_utr = any (d.utrs))
    -- Another export of the same debit.
    and not exists (
      select from public.bank_debits o
      where o.booked_on = d.booked_on and o.amount = d.amount and o.import_id <> d.import_id
        and (o.credit_id is not null or o.settled_at is not null));

comment on view private.open_returns is
  'Debits that say reversed or returned and whose credit is not known. Each may mean a credit of its amount of the ten days '
  'until it.';

create function private.reversals_of(p_payment public.payments) returns table (place integer, warning jsonb)
  -- Planning takes longer than reading, and every payment of a page asks.
  language sql stable security definer rows 1 set search_path = '' set plan_cache_mode = force_generic_plan
as $$
  select 18, jsonb_build_object('code', 'credit_reversed', 'on', min(r.booked_on), 'amount', min(b.amount))
    from (
      select c.* from public.credits c where c.payment_id = p_payment.id
      union all
      select c.* from public.credits c
      where c.payment_id is null and c.keys && array[p_payment.reference_key, p_payment.order_code]) as b
    cross join lateral (select min(r.booked_on) as booked_on from private.reversed_credits r where r.credit_id = b.id) as r
    where b.set_aside_at is not null and b.set_aside_by is null and not b.is_shared and r.booked_on is not null
    having count(*) > 0
  union all
  select 19, jsonb_build_object('code', 'credit_may_be_reversed', 'on', min(o.booked_on), 'amount', min(b.amount))
    from (
      select c.* from public.credits c
      where c.keys && array[p_payment.reference_key, p_payment.order_code] and c.set_aside_at is null offset 0) as b
    join private.open_returns o on b.amount = o.amount and b.booked_on between o.booked_on - 10 and o.booked_on
    where p_payment.status = 'pending'
    having count(*) > 0
$$;

comment on function private.reversals_of(public.payments) is
  'Returns the warnings of payment_warnings about credits of a payment that the bank took back, or may have. Security '
  'definer: under row security no index of references serves; the view shows only payments that the caller may read.';

create function private.reverse_credit(p_credit_id uuid) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_made uuid[] := private.lock_made_payments(p_credit_id);
  v_on date := (select min(r.booked_on) from private.reversed_credits r where r.credit_id = p_credit_id);
  v_credit public.credits;
begin
  update public.credits b
    set set_aside_at = now(), set_aside_by = null, set_aside_reason = 'The bank took it back on ' || to_char(v_on, 'FMDD Mon YYYY')
    where b.id = p_credit_id and b.set_aside_at is null and b.returned_at is null
    returning * into v_credit;
  if found then
    perform private.record_audit('reverse', 'credits', p_credit_id::text, null,
      jsonb_build_object('amount', v_credit.amount, 'on', v_on));
    perform private.withdraw_payments(v_made);
    perform private.owe_less(array[v_credit.payment_id]);
  end if;
end
$$;

comment on function private.reverse_credit(uuid) is
  'Sets a credit of reversed_credits aside: a payment that it made by itself is withdrawn, and what it was too much is owed '
  'no more. The caller has lock_credits.';

create function private.apply_debits() returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  c_days constant integer := 10;
  v_id uuid;
  v_debit record;
  v_credits uuid[];
  v_numbered uuid[];
begin
  for v_id in
    select distinct b.id from private.reversed_credits r join public.credits b on b.id = r.credit_id
    where b.set_aside_at is null and b.returned_at is null order by 1
  loop
    perform private.reverse_credit(v_id);
  end loop;
  for v_debit in select * from private.open_returns o order by o.booked_on, o.id loop
    select array_agg(b.id), array_agg(b.id) filter (where exists (
          select from regexp_matches(v_debit.narration, '\d{6,}', 'g') as m
          where strpos(concat_ws(' ', b.narration, b.note), m[1]) > 0))
      into v_credits, v_numbered
      from public.credits b
      where b.amount = v_debit.amount and b.booked_on between v_debit.booked_on - c_days and v_debit.booked_on
        and (b.set_aside_at is null or b.is_shared) and b.part_of is null and b.returned_at is null;
    v_credits := coalesce(v_numbered, v_credits);
    if cardinality(v_credits) = 1 then
      update public.bank_debits d set credit_id = v_credits[1] where d.id = v_debit.id;
      perform private.reverse_credit(b.id) from public.credits b where v_credits[1] in (b.id, b.part_of);
    end if;
  end loop;
end
$$;

comment on function private.apply_debits() is
  'Sets aside the credits that debits took back: by UTR, and by words where one credit of the amount, or one with a number of '
  'the debit''s words, came in the ten days before. The caller has lock_credits.';

create function private.refunds_named(p_narration text) returns text[]
  language sql stable set search_path = ''
as $$
  select array(
    select distinct r.utr_key from regexp_matches(upper(p_narration), '[A-Z0-9]{12,22}', 'g') as m
    join public.refunds r on r.utr_key = private.reference_key(m[1])
    -- The number in it would take that credit back.
    where not exists (select from public.credits b where b.utrs @> array[r.utr_key]) order by 1)
$$;

comment on function private.refunds_named(text) is
  'Returns the utr_key of refunds whose reference of NEFT or RTGS is a word of a debit''s narration. UPI and IMPS have a UTR of their own.';

create function private.take_debits(p_debits jsonb, p_source text, p_import uuid, p_file text, p_importer uuid) returns void
  language sql volatile set search_path = ''
as $$
  insert into public.bank_debits
    (row_key, booked_on, amount, narration, utrs, says_reversed, source, import_id, import_file, imported_by)
    select private.proof_row_key(p_source || ' debit',
        private.bank_row_key(g.booked_on, g.amount, concat_ws(' ', g.narration, g.utrs), g.balance, g.occurrence)),
      g.booked_on, g.amount, case when w.says then g.narration else '' end, g.utrs || w.sent, w.says, p_source, p_import, p_file, p_importer
    from private.bank_rows_of(p_debits, 'p_debits') as g, lateral (
      select private.says_reversed(g.narration) as says, case when g.utrs = '{}' then private.refunds_named(g.narration) else '{}' end as sent) as w
    where w.says or g.utrs || w.sent <> '{}'
    order by 1
    on conflict (row_key) do nothing
$$;

comment on function private.take_debits(jsonb, text, uuid, text, uuid) is
  'Stores the debits of an import that may have taken a credit back or paid a refund, each once, or PT400 invalid as bank_rows_of. The caller '
  'has lock_credits.';

create function private.forget_debits(p_import uuid) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_ids uuid[] := array(
    select r.credit_id from private.reversed_credits r join public.bank_debits d on d.id = r.debit_id where d.import_id = p_import);
begin
  delete from public.bank_debits d where d.import_id = p_import;
  update public.credits b set set_aside_at = null, set_aside_reason = null
    where b.id = any (v_ids) and b.set_aside_by is null and not b.is_shared
      and not exists (select from private.reversed_credits r where r.credit_id = b.id);
  perform private.owe_beyond(array(
    select p.id from public.payments p join public.credits b
      on p.id = b.payment_id or p.reference_key = any (b.utrs) or p.order_code = any (b.keys)
    where b.id = any (v_ids) and p.status <> 'pending'));
end
$$;

comment on function private.forget_debits(uuid) is
  'Deletes the debits of an import; the credits that only they took back are open again. The caller has lock_credits.';

create function private.credit_reversed() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from private.reversed_credits r where r.credit_id = new.id) then
    perform private.reverse_credit(new.id);
  end if;
  return null;
end
$$;

comment on function private.credit_reversed() is
  'Trigger 10_reversed on credits: the bank may have taken a credit back before this shop knew of it. Security definer: no '
  'role may read debits but an admin''s.';

create trigger "10_reversed" after insert on public.credits
  for each row execute function private.credit_reversed();

insert into private.rights (roles, privileges, object) values
  ('authenticated', 'select', 'table public.bank_debits'),
  ('authenticated', 'select', 'table private.reversed_credits'),
  ('authenticated', 'select', 'table private.open_returns'),
  ('authenticated', 'execute', 'function private.reversals_of(public.payments)');
