-- One transfer that pays several orders. The credit keeps its reference and its row of the import, is set aside, and parts
-- replace it: credits themselves, each given to an order, and one for what is left. Together they are the whole, so each
-- rupee backs one payment.

create function private.put_parts(p_credit public.credits, p_codes text[], p_amounts numeric[], p_by uuid) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_words text := (
    select string_agg(format('%s ₹%s', c, to_char(a, 'FM99,99,99,990.00')), ', ' order by n) from unnest(p_codes, p_amounts) with ordinality as x (c, a, n));
begin
  update public.credits b
    set is_shared = true, set_aside_at = now(), set_aside_by = p_by, set_aside_reason = v_words where b.id = p_credit.id;
  -- Else one of them would be refused as the second with this reference.
  update public.payments p set shares_transfer = true
    where p.order_code = any (p_codes) and p.status = 'pending' and p.reference_key = any (p_credit.utrs);
  insert into public.credits (row_key, booked_on, amount, narration, utrs, imported_by, import_id, import_file, source, credited_at,
      payer_vpa, is_certain, given_code, given_by, matched_by, part_of)
    select private.proof_row_key('part', gen_random_uuid()::text), p_credit.booked_on, x.amount, '', '{}', p_credit.imported_by,
      p_credit.import_id, p_credit.import_file, p_credit.source, p_credit.credited_at, p_credit.payer_vpa, p_credit.is_certain,
      x.code, case when x.code is not null then p_by end, case when x.code is not null and p_by is null then 'code' end, p_credit.id
    from (
      select * from unnest(p_codes, p_amounts) as y (code, amount)
      union all select null, p_credit.amount - (select sum(a) from unnest(p_amounts) as a)) as x
    where x.amount > 0;
  perform private.record_audit('share_credit', 'credits', p_credit.id::text, null,
    jsonb_build_object('amount', p_credit.amount, 'parts', v_words));
end
$$;

comment on function private.put_parts(public.credits, text[], numeric[], uuid) is
  'Sets a credit aside and puts parts in its place: so many rupees for each order''s code, and the rest without one. p_by: who '
  'of the staff shares it; null for the codes in its note. The caller has lock_credits and the credit''s row.';

create function private.share_by_codes(p_credit public.credits) returns boolean
  language plpgsql volatile set search_path = ''
as $$
declare
  c_most constant integer := 20;
  v_credit public.credits;
  v_codes text[];
  v_prices numeric[];
  v_clear boolean;
begin
  perform private.lock_credits();
  select * into v_credit from public.credits b where b.id = p_credit.id for no key update;
  if v_credit.payment_id is not null or v_credit.set_aside_at is not null or v_credit.returned_at is not null
     or not v_credit.is_certain or v_credit.given_code is not null or v_credit.utrs = '{}' or exists (
       -- Without a UTR it may be the same credit from another source.
       select from public.credits o
       where o.id <> v_credit.id and o.source <> v_credit.source and o.amount = v_credit.amount and o.utrs = '{}' and o.part_of is null
         and o.booked_on between v_credit.booked_on - 1 and v_credit.booked_on + 1 and o.set_aside_at is null and o.returned_at is null) then
    return false;
  end if;
  select array_agg(o.order_code order by o.order_code), array_agg(private.order_price(o) order by o.order_code),
      bool_and(not o.is_test and (p.id is null and o.submitted_at is null and o.lines is not null or p.status = 'pending' and p.method = 'upi')
        and private.doubt_of_time(v_credit, o.id) is null
        and not exists (
          select from public.credits b where b.keys @> array[o.order_code] and b.id <> v_credit.id and b.set_aside_at is null and b.returned_at is null))
    into v_codes, v_prices, v_clear
    from private.orders o left join public.payments p on p.order_id = o.id
    where o.order_code = any (v_credit.keys) and not private.is_common(o);
  if v_clear is not true or cardinality(v_codes) not between 2 and c_most or array_position(v_prices, null) is not null
     or v_credit.amount <> (select sum(a) from unnest(v_prices) as a) or 0 = any (v_prices) then
    return false;
  end if;
  perform private.put_parts(v_credit, v_codes, v_prices, null);
  return true;
end
$$;

comment on function private.share_by_codes(public.credits) is
  'Shares a certain credit among the orders whose codes are in its note, and returns true, where it is exactly their prices '
  'together, each waits and no other credit names one; else a person shares it.';

create function public.share_credit(p_credit_id uuid default null, p_parts jsonb default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_most constant integer := 20;
  v_user uuid := private.require_role('payments');
  v_credit public.credits;
  v_order private.orders;
  v_part record;
  v_codes text[] := '{}';
  v_amounts numeric[] := '{}';
  v_amount numeric;
  v_made uuid[];
begin
  if jsonb_typeof(p_parts) is distinct from 'array' or jsonb_array_length(p_parts) not between 1 and c_most then
    perform private.refuse(400, 'invalid', 'p_parts', format('1 to %s orders.', c_most));
  end if;
  perform private.lock_credits();
  for v_part in
    select x.n - 1 as n, upper(regexp_replace(x.part ->> 'order_code', '[[:space:]-]', '', 'g')) as code, x.part ->> 'amount' as amount
    from jsonb_array_elements(p_parts) with ordinality as x (part, n) order by 1
  loop
    if v_part.code = any (v_codes) then
      perform private.refuse(400, 'invalid', format('p_parts[%s].order_code', v_part.n), 'An order is named twice.');
    end if;
    if v_part.amount !~ '^[0-9]{1,9}([.][0-9]{1,2})?$' or v_part.amount::numeric = 0 then
      perform private.refuse(400, 'invalid', format('p_parts[%s].amount', v_part.n), 'An amount is more than 0 rupees.');
    end if;
    v_order := private.order_to_give(v_part.code, v_user, coalesce(v_part.code, ''));
    v_amount := coalesce(v_part.amount::numeric, private.order_price(v_order));
    if coalesce(v_amount, 0) = 0 then
      perform private.refuse(400, 'invalid', format('p_parts[%s].amount', v_part.n), 'The order has no price: say how much of it.');
    end if;
    v_codes := v_codes || v_part.code;
    v_amounts := v_amounts || v_amount;
  end loop;
  perform private.lock_customer(u.user_id) from (
    select o.user_id from private.orders o where o.order_code = any (v_codes)
    union
    select p.user_id from public.credits b join public.payments p on p.order_code = any (b.keys) where b.id = p_credit_id
    order by 1) as u;
  v_made := private.lock_made_payments(p_credit_id);
  v_credit := private.lock_free_credit(p_credit_id);
  if v_credit.set_aside_at is not null or v_credit.returned_at is not null or v_credit.part_of is not null then
    perform private.refuse(409, 'credit_used', '', 'It was set aside, sent back, or is a part of a shared one.');
  end if;
  v_amount := (select sum(a) from unnest(v_amounts) as a);
  if v_amount > v_credit.amount then
    perform private.refuse(409, 'amount_changed', v_amount::numeric(12, 2)::text, 'The parts are more than the credit; detail has their sum.');
  end if;
  perform private.put_parts(v_credit, v_codes, v_amounts, v_user);
  perform private.withdraw_payments(v_made);
  perform private.claim_by_credit(c.id) from (
    select c.id from public.credits c join private.orders o on o.order_code = c.given_code
    where c.part_of = p_credit_id order by o.user_id, c.id) as c;
  return (
    select jsonb_agg(jsonb_build_object('order_code', c.given_code, 'amount', c.amount::text,
      'payment_id', (select p.id from public.payments p where p.order_code = c.given_code)) order by array_position(v_codes, c.given_code))
    from public.credits c where c.part_of = p_credit_id);
end
$$;

comment on function public.share_credit(uuid, jsonb) is
  'Shares an open credit among orders and returns the parts: [{order_code (null: what is left and stays open), amount, '
  'payment_id}]. p_parts: [{order_code, amount in rupees (null: the order''s price)}]. Orders that were never submitted become payments as '
  'with give_credit; approving stays a decision. set_credit_aside with no reason makes it whole again. Admins and payments staff. Refusals: PT401 '
  'not_signed_in, PT403 forbidden, own_payment, PT400 invalid (detail: the field), PT404 not_found, unknown_order (detail: the code), '
  'PT409 credit_used, already_decided (detail: the order), amount_changed (detail: the parts'' sum, more than the credit). Security definer: no role may write credits.';

create function private.end_sharing(p_credit public.credits) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  perform from public.credits c where c.part_of = p_credit.id order by c.id for update;
  if exists (
    select from public.credits c
    where c.part_of = p_credit.id and (c.payment_id is not null or c.returned_at is not null or private.is_taken_back(c))) then
    perform private.refuse(409, 'credit_used', '', 'A part of it was used or sent back.');
  end if;
  delete from public.credits c where c.part_of = p_credit.id;
  update public.payments p set shares_transfer = false
    where p.shares_transfer and p.status = 'pending' and private.reference_key(p.transaction_id) = any (p_credit.utrs);
end
$$;

comment on function private.end_sharing(public.credits) is
  'Deletes the parts of a shared credit. Refuses with PT409 credit_used once one was used, sent back or taken back by the bank.';

insert into private.rights (roles, privileges, object) values
  ('anon, authenticated', 'execute', 'function public.share_credit(uuid, jsonb)');
