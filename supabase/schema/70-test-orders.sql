-- Test orders: an admin tries a purchase without money. Their seats are taken while the test lives; no sum has them,
-- and no gate admits them. docs/decisions/0059-test-orders.md

create function public.mark_test_order(p_order_id uuid default null) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_admin uuid := private.require_admin();
  v_order private.orders;
begin
  perform private.lock_customer(v_admin);
  v_order := private.require_own_order(p_order_id, v_admin);
  if v_order.is_test then
    return;
  elsif v_order.submitted_at is not null then
    perform private.refuse(409, 'order_submitted', v_order.order_code, 'This order was submitted; start another.');
  elsif v_order.id is not null then
    perform private.refuse(409, 'in_use', v_order.order_code, 'This order was held; start another.');
  end if;
  insert into private.orders (id, user_id, order_code, is_test)
    values (p_order_id, v_admin, private.order_code(p_order_id), true) on conflict do nothing;
  if not found then
    perform private.refuse(403, 'other_user', 'p_order_id', 'This order id is in use.');
  end if;
end
$$;

comment on function public.mark_test_order(uuid) is
  'Marks the caller''s order as a test before its first hold; a repeat changes nothing, and nothing takes the mark '
  'back. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, other_user, PT400 invalid, PT409 in_use (held '
  'without the mark), order_submitted. Security definer: no role may write orders.';

create function private.end_test(p_payment_id uuid, p_by uuid) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  c_reason constant text := 'Test ended';
begin
  perform private.lock_payments(array[p_payment_id]);
  delete from public.seat_claims c where c.payment_id = p_payment_id;
  update public.user_tickets t set payment_status = 'failed', revoked_at = now(), revoked_reason = c_reason
    where t.payment_id = p_payment_id and t.revoked_at is null;
  update public.payments p set status = 'rejected', reviewed_by = p_by, reviewed_at = now(), review_note = c_reason
    where p.id = p_payment_id and p.status = 'pending';
  update public.payment_lines l set payment_status = 'failed' where l.payment_id = p_payment_id and l.payment_status <> 'failed';
end
$$;

comment on function private.end_test(uuid, uuid) is
  'Frees the seats of a test payment: revokes its tickets, or rejects it when undecided. No notice is sent. Idempotent.';

create function public.end_test_order(p_payment_id uuid default null) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_admin uuid := private.require_admin();
begin
  if not exists (select from public.payments p where p.id = p_payment_id and p.is_test) then
    perform private.refuse(404, 'not_found', 'p_payment_id', 'There is no such test.');
  end if;
  perform private.end_test(p_payment_id, v_admin);
end
$$;

comment on function public.end_test_order(uuid) is
  'Ends a test order: its seats are free, its tickets revoked; an undecided one is rejected. Idempotent. Admins only. '
  'Refusals: PT401 not_signed_in, PT403 forbidden, PT404 not_found (a real payment, too). Security definer: no role '
  'may write payments, claims and tickets.';

create function private.end_old_tests() returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_lives constant interval := interval '1 hour';
  v_ids uuid[] := array(
    select p.id from public.payments p
    where p.is_test and coalesce(p.reviewed_at, p.created_at) < now() - c_lives
      and (p.status = 'pending' or exists (select from public.seat_claims c where c.payment_id = p.id))
    order by p.id limit 100);
begin
  for n in 1 .. cardinality(v_ids) loop
    perform private.end_test(v_ids[n], null);
  end loop;
  return cardinality(v_ids);
end
$$;

comment on function private.end_old_tests() is
  'Ends tests an hour after their decision, or after their submission while undecided, and returns how many. Security '
  'definer: the shop''s own server or pg_cron calls it.';

insert into private.rights (roles, privileges, object) values
  ('anon, authenticated', 'execute', 'function public.mark_test_order(uuid)'),
  ('anon, authenticated', 'execute', 'function public.end_test_order(uuid)');
