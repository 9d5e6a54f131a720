-- Review: deciding payments, replacing lost seats, and the lists that staff work from.

create function private.lock_payments(p_payment_ids uuid[]) returns void
  -- Planned once, and by indices although the tables may be empty then: a plan for each call costs more than the locks.
  language plpgsql volatile set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  -- Those whose seats, given back, these are buying.
  v_all uuid[] := p_payment_ids || array(
    select t.payment_id
    from public.payments p
    join private.offered_returns o on o.offer_id = p.order_id
    join public.returns r on r.id = o.return_id
    join public.user_tickets t on t.id = r.ticket_id
    where p.id = any (p_payment_ids));
begin
  perform private.share_credits();
  perform private.lock_customer(p.user_id) from (
    select distinct p.user_id from public.payments p where p.id = any (v_all) order by 1) as p;
  perform private.share_event(e.event_id) from (
    select l.event_id from public.payment_lines l where l.payment_id = any (v_all) and l.event_id is not null
    union
    select c.event_id from public.seat_claims c where c.payment_id = any (v_all)
    order by 1) as e;
  perform from public.payments p where p.id = any (v_all) order by p.id for update;
  perform from public.ticket_categories c
    where c.id in (select l.ticket_category_id from public.payment_lines l where l.payment_id = any (v_all))
    order by c.id for no key update;
  perform from public.seat_claims c where c.payment_id = any (v_all)
    order by c.event_id, c.place, c.seat for no key update;
  -- As record_scans does, and before tickets: who gave a seat back is in before the decision, or has a void code after it.
  if cardinality(v_all) > cardinality(p_payment_ids) then
    perform pg_advisory_xact_lock(hashtextextended('scans:' || e.event_id::text, 0)) from (
      select distinct l.event_id from public.payment_lines l where l.payment_id = any (v_all) and l.event_id is not null order by 1) as e;
  end if;
  -- Two payments may name one credit: the second decision waits, and then finds it used.
  perform from public.credits b
    where b.keys && array(
      select k from public.payments p, unnest(array[p.reference_key, p.order_code]) as k where p.id = any (p_payment_ids))
    order by b.id for no key update;
end
$$;

comment on function private.lock_payments(uuid[]) is
  'Locks everything that these decisions touch, also the payments of seats that were given back, in the one lock order, before '
  'the first payment is decided. No credit is '
  'added meanwhile: a decision sees it, or the credit sees the decision.';

create function private.prepare_keys(p_payment_ids uuid[]) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  perform private.signing_key(e.event_id) from (
    select distinct l.event_id from public.payment_lines l
    where l.payment_id = any (p_payment_ids) and l.event_id is not null order by 1) as e;
end
$$;

comment on function private.prepare_keys(uuid[]) is
  'Makes the missing signing keys of the payments'' events, in one order: otherwise two approvals could deadlock on '
  'them.';

create function private.lost_seats(p_payment_id uuid) returns private.seat[]
  language sql stable set search_path = ''
as $$
  select array_agg(row (l.event_id, null, s.seat, coalesce(l.ticket_category_id, l.gone_category_id))::private.seat
      order by l.line, s.n)
  from public.payment_lines l
  left join lateral unnest(l.seats) with ordinality as s (seat, n) on true
  where l.payment_id = p_payment_id
    and not exists (
      select from public.seat_claims c
      where c.payment_id = l.payment_id and c.ticket_category_id = l.ticket_category_id and c.seat = s.seat
        and c.state <> 'held')
$$;

comment on function private.lost_seats(uuid) is
  'Returns seats of the payment''s lines that it has lost, and lines whose category is deleted; null when '
  'there are none.';

create function private.decision(p_payment_id uuid) returns jsonb
  language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'payment_id', p.id, 'order_id', p.order_id, 'order_code', p.order_code, 'transaction_id', p.transaction_id,
    'amount', p.amount, 'status', p.status, 'reviewed_by', p.reviewed_by, 'reviewed_at', p.reviewed_at,
    'review_note', p.review_note,
    'tickets', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'ticket_id', t.id, 'ticket_category_id', t.ticket_category_id, 'code', t.code, 'seats', t.seats,
          'quantity', t.quantity, 'total_amount', t.total_amount, 'payment_status', t.payment_status) order by l.line), '[]')
      from public.user_tickets t join public.payment_lines l on l.id = t.payment_line_id where t.payment_id = p.id))
  from public.payments p where p.id = p_payment_id
$$;

comment on function private.decision(uuid) is
  'Returns what review_payment and reassign_seats return: the payment and its tickets.';

create function private.refuse_decided(p_payment public.payments) returns void
  language plpgsql stable set search_path = ''
as $$
begin
  perform private.refuse(409, 'already_decided',
    jsonb_build_object(
      'status', p_payment.status, 'reviewed_at', p_payment.reviewed_at, 'reviewed_by', p_payment.reviewed_by,
      'reviewer', (select coalesce(f.name, f.email) from public.profiles f where f.id = p_payment.reviewed_by))::text,
    'The payment was decided otherwise; detail says by whom and when.');
end
$$;

comment on function private.refuse_decided(public.payments) is 'Refuses with PT409 already_decided, with who and when.';

create function private.require_approvable(p_payment public.payments, p_reviewer uuid) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_used text;
  v_lost private.seat[];
begin
  if p_payment.user_id = p_reviewer and not p_payment.is_test then
    perform private.refuse(403, 'own_payment', p_payment.order_code, 'You cannot decide about your own payment.');
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
  v_lost := private.lost_seats(p_payment.id) || private.entered_returns(p_payment.order_id);
  if v_lost is not null then
    perform private.refuse(409, 'seats_lost', private.seats_as_lines(v_lost), 'Give other seats first; detail has the lost ones.');
  end if;
end
$$;

comment on function private.require_approvable(public.payments, uuid) is
  'Refuses what approve_payment refuses.';

create function private.approve_payment(p_payment public.payments, p_note text, p_reviewer uuid, p_by_proof boolean default false)
  returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_used text;
  v_line public.payment_lines;
  v_key private.event_keys;
  v_ticket uuid;
begin
  perform private.require_approvable(p_payment, p_reviewer);
  begin
    update public.payments p
      set status = 'approved', reviewed_by = p_reviewer, reviewed_at = now(), review_note = p_note,
        approved_by_proof = p_by_proof
      where p.id = p_payment.id;
  exception when unique_violation then -- the same reference was just approved for another customer
    select p.order_code into v_used from public.payments p
      where p.reference_key = p_payment.reference_key and p.status = 'approved';
    perform private.refuse(409, 'reference_approved', coalesce(v_used, ''), 'This reference was approved for the order in detail.');
  end;

  update public.credits b
    set payment_id = p_payment.id, matched_by = coalesce(b.matched_by, case
      when b.given_code = p_payment.order_code then 'hand' when p_payment.order_code = any (b.keys) then 'code' else 'utr' end)
    where b.keys && array[p_payment.reference_key, p_payment.order_code] and b.payment_id is null
      and b.set_aside_at is null and b.returned_at is null and private.is_credit_of(b, p_payment)
      and (p_payment.order_code = any (b.keys) or not exists (
        select from public.payments o
        where o.status = 'approved' and o.id <> p_payment.id and o.reference_key = any (b.utrs)));

  for v_line in select * from public.payment_lines l where l.payment_id = p_payment.id order by l.line loop
    v_key := private.signing_key(v_line.event_id);
    v_ticket := gen_random_uuid();
    insert into public.user_tickets (id, user_id, event_id, ticket_category_id, payment_id, payment_line_id, seats, quantity,
        total_amount, code, key_number, is_test)
      values (v_ticket, v_line.user_id, v_line.event_id, v_line.ticket_category_id, p_payment.id, v_line.id, v_line.seats,
        v_line.quantity, v_line.total_amount, private.new_ticket_code(), v_key.key_number, p_payment.is_test);
    update public.seat_claims c set state = 'sold', ticket_id = v_ticket, review_until = null
      where c.payment_id = p_payment.id and c.ticket_category_id = v_line.ticket_category_id;
  end loop;
  update public.payment_lines l set payment_status = 'completed' where l.payment_id = p_payment.id;
  perform private.sell_returns(p_payment);
end
$$;

comment on function private.approve_payment(public.payments, text, uuid, boolean) is
  'Approves a pending payment that lock_payments has locked: sells its seats, makes its tickets and the refunds of seats that '
  'were given back (sell_returns), stores it with the '
  'bank''s credit. One''s own only when it is a test. Refusals: PT403 own_payment, PT409 reference_approved, reference_of_refund, credit_used (each: the '
  'order''s code), seats_lost.';

create function private.reject_payment(p_payment public.payments, p_note text, p_reviewer uuid) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_terms public.shop_terms := private.terms();
  v_retry_until timestamptz := now() + make_interval(mins => v_terms.retry_minutes);
  v_chance boolean := (
    select count(*) < v_terms.retries_a_day from public.payments p
    where p.user_id = p_payment.user_id and p.status = 'rejected' and p.reviewed_at > now() - interval '1 day');
begin
  update public.payments p
    set status = 'rejected', reviewed_by = p_reviewer, reviewed_at = now(), review_note = p_note where p.id = p_payment.id;
  perform private.undo_offer(p_payment, 'rejected');
  if v_chance and not exists (select from private.closed_accounts a where a.user_id = p_payment.user_id) then
    update public.seat_claims c
      set state = 'held', expires_at = v_retry_until, uncounted_until = v_retry_until, review_until = null
      where c.payment_id = p_payment.id;
  else
    delete from public.seat_claims c where c.payment_id = p_payment.id;
  end if;
  update public.payment_lines l set payment_status = 'failed' where l.payment_id = p_payment.id;
end
$$;

comment on function private.reject_payment(public.payments, text, uuid) is
  'Rejects a payment and keeps its seats held for retry_minutes of shop_terms, which do not count as held time; those given back '
  'are their holders'' again at once. After '
  'retries_a_day rejections of one customer the seats are free at once.';

create function private.decide_payment(
  p_payment_id uuid, p_decision text, p_note text, p_reviewer uuid, p_by_proof boolean default false) returns jsonb
  language plpgsql volatile set search_path = ''
as $$
declare
  v_payment public.payments;
begin
  select * into v_payment from public.payments p where p.id = p_payment_id;
  if not found then
    perform private.refuse(404, 'not_found', 'p_payment_id', 'There is no such payment.');
  end if;
  if v_payment.status = p_decision then
    return private.decision(p_payment_id);
  elsif v_payment.status <> 'pending' then
    perform private.refuse_decided(v_payment);
  end if;

  if p_decision = 'approved' then
    perform private.approve_payment(v_payment, p_note, p_reviewer, p_by_proof);
  else
    perform private.reject_payment(v_payment, p_note, p_reviewer);
  end if;

  insert into public.outgoing_mail (user_id, email, kind, payment_id, content)
    select f.id, f.email, 'payment_' || p_decision, p_payment_id, jsonb_build_object(
      'name', f.name, 'order_code', v_payment.order_code, 'transaction_id', v_payment.transaction_id,
      'amount', v_payment.amount, 'note', p_note, 'is_test', v_payment.is_test,
      'lines', (
        select jsonb_agg(jsonb_build_object(
          'event_name', l.event_name, 'category_name', l.category_name, 'seats', l.seats, 'event_date', e.date,
          'venue', e.venue, 'total_amount', l.total_amount) order by l.line)
        from public.payment_lines l left join public.events e on e.id = l.event_id where l.payment_id = p_payment_id))
    from public.profiles f
    where f.id = v_payment.user_id and f.notify_email and f.email is not null
    on conflict (payment_id, kind) do nothing;
  return private.decision(p_payment_id);
end
$$;

comment on function private.decide_payment(uuid, text, text, uuid, boolean) is
  'Decides a payment that lock_payments has locked. Idempotent for the same decision.';

create function private.decision_note(p_note text) returns text
  language plpgsql immutable set search_path = ''
as $$
declare
  c_longest_note constant integer := 500;
  v_note text := nullif(private.clean_text(p_note), '');
begin
  if char_length(v_note) > c_longest_note or v_note ~ '[\u0001-\u0008\u000b-\u001f\u007f]' then
    perform private.refuse(400, 'invalid', 'p_note', format('The note is text of at most %s characters.', c_longest_note));
  end if;
  return v_note;
end
$$;

comment on function private.decision_note(text) is
  'Returns the note for the customer, cleaned, null when empty; or PT400 invalid.';

create function public.review_payment(p_payment_id uuid default null, p_decision text default null, p_note text default null)
  returns jsonb language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_reviewer uuid := private.require_role('payments');
  v_note text;
begin
  if p_payment_id is null then
    perform private.refuse(400, 'invalid', 'p_payment_id', 'Invalid payment ID');
  end if;
  if p_decision is null or p_decision not in ('approved', 'rejected') then
    perform private.refuse(400, 'invalid', 'p_decision', 'The decision is approved or rejected.');
  end if;
  v_note := private.decision_note(p_note);
  perform private.lock_payments(array[p_payment_id]);
  if p_decision = 'approved' then
    perform private.prepare_keys(array[p_payment_id]);
  end if;
  return private.decide_payment(p_payment_id, p_decision, v_note, v_reviewer);
end
$$;

comment on function public.review_payment(uuid, text, text) is
  'Approves (seats sold, one ticket per line) or rejects a payment; the customer reads the note. Idempotent for the '
  'same decision. Admins and payments staff. Refusals: PT401 not_signed_in, PT403 forbidden, own_payment, PT400 invalid, PT404 '
  'not_found, PT409 already_decided (detail: who, when), reference_approved, reference_of_refund, credit_used '
  '(detail: the order''s code), seats_lost (detail: lines and seats). Security definer: no role may write payments, '
  'claims and tickets.';

create function private.decide_payments(p_payment_ids uuid[], p_decision text, p_note text) returns jsonb
  language plpgsql volatile set search_path = ''
as $$
declare
  c_most_payments constant integer := 100;
  v_reviewer uuid := private.require_role('payments');
  v_note text := private.decision_note(p_note);
  v_ids uuid[];
  v_id uuid;
  v_answers jsonb := '{}'::jsonb;
  v_state text;
  v_code text;
  v_detail text;
begin
  if coalesce(cardinality(p_payment_ids), 0) not between 1 and c_most_payments or array_position(p_payment_ids, null) is not null then
    perform private.refuse(400, 'invalid', 'p_payment_ids', format('1 to %s payment ids.', c_most_payments));
  end if;
  v_ids := array(select i from unnest(p_payment_ids) with ordinality as u (i, n) group by i order by min(n));
  perform private.lock_payments(v_ids);
  if p_decision = 'approved' then
    perform private.prepare_keys(v_ids);
  end if;
  -- Approving locks the reference until commit: sorted, or two calls could deadlock.
  for v_id in
    select u.i from unnest(v_ids) with ordinality as u (i, n) left join public.payments p on p.id = u.i
    order by p.transaction_id collate "C", u.n
  loop
    begin
      v_answers := v_answers || jsonb_build_object(v_id::text, jsonb_build_object(
        'payment_id', v_id, 'ok', true, 'result', private.decide_payment(v_id, p_decision, v_note, v_reviewer)));
    exception when others then
      get stacked diagnostics v_state = returned_sqlstate, v_code = message_text, v_detail = pg_exception_detail;
      if v_state not like 'PT4%' then
        raise;
      end if;
      v_answers := v_answers || jsonb_build_object(v_id::text, jsonb_build_object(
        'payment_id', v_id, 'ok', false,
        'refusal', jsonb_build_object('status', substr(v_state, 3)::integer, 'code', v_code, 'detail', v_detail)));
    end;
  end loop;
  return (select jsonb_agg(v_answers -> u.i::text order by u.n) from unnest(v_ids) with ordinality as u (i, n));
end
$$;

comment on function private.decide_payments(uuid[], text, text) is
  'Decides up to 100 payments for an admin as review_payments says; the note is checked by decision_note.';

create function public.review_payments(p_payment_ids uuid[] default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  return private.decide_payments(p_payment_ids, 'approved', null);
end
$$;

comment on function public.review_payments(uuid[]) is
  'Approves many payments and returns [{payment_id, ok: true, result} | {payment_id, ok: false, refusal: {status, '
  'code, detail}}] in the order given. Each payment runs in its own subtransaction: a refused one changes nothing and '
  'blocks no other; all become visible together. Admins only. Refusals of the whole call: PT401 not_signed_in, PT403 '
  'forbidden, PT400 invalid. Security definer as review_payment.';

create function private.places_for(p_payment public.payments, p_ticket_category_id uuid, p_count integer) returns text[]
  language plpgsql volatile set search_path = ''
as $$
declare
  v_places text[] := array(
    select c.seat from public.seat_claims c
    where c.payment_id = p_payment.id and c.ticket_category_id = p_ticket_category_id and c.state <> 'held'
    order by length(c.seat), c.seat limit p_count);
begin
  if cardinality(v_places) = p_count then
    return v_places;
  end if;
  -- A place whose review has ended is free, too, and still the payment's own.
  return v_places || array(
    select t.seat from unnest(private.take_places(p_ticket_category_id, p_count, p_payment.user_id, p_payment.order_id))
      with ordinality as t (seat, n)
    where t.seat <> all (v_places) order by t.n limit p_count - cardinality(v_places));
end
$$;

comment on function private.places_for(public.payments, uuid, integer) is
  'Returns up to p_count standing places for a payment: those it has, then free ones, which it locks.';

create function private.seats_to_give(p_payment public.payments, p_lines jsonb) returns private.seat[]
  language plpgsql volatile set search_path = ''
as $$
declare
  v_wanted private.seat[];
  v_missing private.seat[];
  v_unknown private.seat[];
begin
  select array_agg(row (c.event_id, private.place_of(c.id, s), s, c.id)::private.seat order by n.line) into v_wanted
    from private.read_lines(p_lines) as n
    join public.ticket_categories c on c.id = n.ticket_category_id,
    lateral unnest(case when n.places is null then n.seats else private.places_for(p_payment, c.id, n.places) end) as s;
  select array_agg(row (c.event_id, null, '', c.id)::private.seat) into v_missing
    from private.read_lines(p_lines) as n
    join public.ticket_categories c on c.id = n.ticket_category_id,
    lateral generate_series(1, n.places - (select count(*) from unnest(v_wanted) as w where w.ticket_category_id = c.id));
  if v_missing is not null then
    perform private.refuse(409, 'seats_taken', private.seats_as_lines(v_missing), 'Detail has as many entries as places are missing.');
  end if;
  select array_agg(w) into v_unknown from unnest(v_wanted) as w where w.place is null;
  if v_unknown is not null then
    perform private.refuse(400, 'unknown_seat', private.seats_as_lines(v_unknown), 'The category sells no such seats.');
  end if;
  return v_wanted;
end
$$;

comment on function private.seats_to_give(public.payments, jsonb) is
  'Returns the seats that reassign_seats is asked to give, with standing places that it picks and locks. Refusals: PT409 seats_taken, '
  'PT400 unknown_seat.';

create function private.move_tickets(p_payment_id uuid, p_categories uuid[]) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_ticket public.user_tickets;
  v_key private.event_keys;
begin
  for v_ticket in
    select * from public.user_tickets t
    where t.payment_id = p_payment_id and t.ticket_category_id = any (p_categories) and t.revoked_at is null order by t.id
  loop
    update public.seat_claims c set state = 'sold', ticket_id = v_ticket.id, review_until = null
      where c.payment_id = p_payment_id and c.ticket_category_id = v_ticket.ticket_category_id;
    v_key := private.signing_key(v_ticket.event_id);
    update public.user_tickets t
      set seats = l.seats, key_number = v_key.key_number
      from public.payment_lines l
      where t.id = v_ticket.id and l.id = t.payment_line_id and l.seats <> t.seats;
  end loop;
end
$$;

comment on function private.move_tickets(uuid, uuid[]) is
  'Gives the payment''s valid tickets of these categories the seats of their lines, and sells them.';

create function public.reassign_seats(p_payment_id uuid default null, p_lines jsonb default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_payment public.payments;
  v_categories uuid[];
  v_wanted private.seat[];
  v_released private.seat[];
  v_missing private.seat[];
begin
  perform private.require_role('payments');
  if p_payment_id is null then
    perform private.refuse(400, 'invalid', 'p_payment_id', 'Invalid payment ID');
  end if;
  select array_agg(l.ticket_category_id) into v_categories from private.read_lines(p_lines) as l;
  perform private.lock_payments(array[p_payment_id]);
  select * into v_payment from public.payments p where p.id = p_payment_id;
  if not found then
    perform private.refuse(404, 'not_found', 'p_payment_id', 'There is no such payment.');
  end if;
  if v_payment.status = 'rejected' then
    perform private.refuse_decided(v_payment);
  end if;
  if exists (
    select from private.read_lines(p_lines) as n
    left join public.payment_lines l
      on l.payment_id = p_payment_id and l.ticket_category_id = n.ticket_category_id and l.split_from is null
    where l.quantity is distinct from coalesce(n.places, cardinality(n.seats))) then
    perform private.refuse(400, 'invalid', 'p_lines', 'Each line is one of the payment''s, with as many seats as were paid for.');
  end if;
  if exists (select from public.user_tickets t join public.payment_lines l on l.id = t.payment_line_id
             where t.payment_id = p_payment_id and t.ticket_category_id = any (v_categories) and t.revoked_at is not null
               and l.split_from is null) then
    perform private.refuse(409, 'already_decided', jsonb_build_object('status', 'revoked')::text, 'The ticket was taken back.');
  end if;

  v_wanted := private.seats_to_give(v_payment, p_lines);
  perform private.restore_returns(v_payment.order_id, array(select w.seat from unnest(v_wanted) as w));
  select array_agg(row (c.event_id, c.place, c.seat, c.ticket_category_id)::private.seat) into v_released
    from public.seat_claims c
    where c.payment_id = p_payment_id and c.state <> 'held' and c.ticket_category_id = any (v_categories)
      and not exists (select from unnest(v_wanted) as w
                      where w.event_id = c.event_id and w.place = c.place and w.seat = c.seat);

  v_missing := private.missing_seats(v_wanted, private.claim_seats(
    v_wanted, v_released, 'under_review', v_payment.user_id, v_payment.order_id, p_payment_id,
    case when v_payment.status = 'pending' then now() + (private.review_end(v_payment) - v_payment.created_at) end));
  if cardinality(v_missing) > 0 then
    perform private.refuse(409, 'seats_taken', private.seats_as_lines(v_missing), 'Detail has the seats that are taken.');
  end if;
  update public.payment_lines l
    set seats = array(
        select w.seat from unnest(v_wanted) as w where w.ticket_category_id = c.id order by private.seat_order(w.seat) collate "C"),
      event_id = c.event_id
    from private.read_lines(p_lines) as n join public.ticket_categories c on c.id = n.ticket_category_id
    where l.payment_id = p_payment_id and l.ticket_category_id = n.ticket_category_id and l.split_from is null;

  perform private.move_tickets(p_payment_id, v_categories);
  return private.decision(p_payment_id);
end
$$;

comment on function public.reassign_seats(uuid, jsonb) is
  'Gives these lines of a payment other seats, as many as were paid for; other lines keep theirs. Tickets of an '
  'approved payment get the new seats and their passes new codes. Idempotent. Admins and payments staff. Refusals: PT401 not_signed_in, PT403 '
  'forbidden, PT400 invalid, unknown_seat, too_many_seats, PT404 not_found, PT409 seats_taken, already_decided '
  '(rejected, revoked, or given_back: a seat of the ticket is being bought by another person). Seats given back that this '
  'payment leaves are their holders'' again. Security definer: no role may write claims, lines and tickets.';

create function private.find_payments(p_text text, p_status text default null, p_after uuid default null, p_event uuid default null)
  returns setof uuid
  language plpgsql stable security definer rows 20 set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  v_pattern text := private.search_pattern(p_text);
  v_words text[] := private.search_patterns(p_text);
  v_bare text := regexp_replace(p_text, '[[:space:]-]', '', 'g');
  v_amount text := regexp_replace(p_text, '[₹,[:space:]]', '', 'g');
  v_rupees numeric;
  v_users uuid[];
  v_named uuid[];
begin
  if v_pattern is null and p_event is null or not private.may('payments') then
    return;
  end if;
  v_users := array(select f.id from public.profiles f
    where private.has_words(f.name, v_words) or f.email ilike v_pattern);
  v_named := array(select p.id from public.payments p where p.transaction_id ilike v_pattern or p.order_code ilike v_pattern)
    || array(select x.payment_id from public.papers x where x.number = upper(private.clean_text(p_text)));
  -- References are read aloud in groups and stored without.
  if v_bare ~ '^[0-9]{4,12}$' and v_bare <> p_text then
    v_named := v_named || array(
      select p.id from public.payments p where p.transaction_id ilike private.search_pattern(v_bare));
  end if;
  if v_amount ~ '^[0-9]{1,9}([.][0-9]{1,2})?$' then
    v_rupees := v_amount::numeric;
  end if;
  if p_after is not null then
    return query select p.id from public.payments p
      where (v_pattern is null or p.user_id = any (v_users) or p.id = any (v_named) or p.amount = v_rupees)
        and (p_event is null or p.id in (select l.payment_id from public.payment_lines l where l.event_id = p_event))
        and (p_status is null or p.status = p_status) and p.id > p_after
      order by p.id limit private.most_found();
  else
    return query select p.id from public.payments p
      where (v_pattern is null or p.user_id = any (v_users) or p.id = any (v_named) or p.amount = v_rupees)
        and (p_event is null or p.id in (select l.payment_id from public.payment_lines l where l.event_id = p_event))
        and (p_status is null or p.status = p_status)
      order by p.created_at desc limit private.most_found() + 1;
  end if;
end
$$;

comment on function private.find_payments(text, text, uuid, uuid) is
  'Returns payments (of a state, or of all) whose reference (grouped or not), order code, customer''s name or address '
  'contains the text (null: any), whose amount or paper''s number it is, with a line of p_event (null: any): the newest most_found() '
  'and one more if there are others, or with p_after the next by id. Empty without a text and an event, and unless the '
  'caller may read payments. Security definer: as find_accounts.';

create function private.find_lines(p_text text, p_status text default null, p_after uuid default null, p_event uuid default null)
  returns setof uuid
  language plpgsql stable security definer rows 20 set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  v_pattern text := private.search_pattern(p_text);
  v_words text[] := private.search_patterns(p_text);
  v_code text := upper(translate(private.clean_text(p_text), ' -', ''));
  v_since timestamptz := case when p_status = 'recent' then now() - interval '24 hours' end;
  v_status text := case when p_status <> 'recent' then p_status end;
  v_users uuid[];
  v_payments uuid[];
  v_events uuid[];
  v_categories uuid[];
  v_coded uuid[] := '{}'::uuid[];
begin
  if v_pattern is null and p_event is null or not private.may('payments') then
    return;
  end if;
  v_users := array(select f.id from public.profiles f
    where private.has_words(f.name, v_words) or f.email ilike v_pattern);
  v_payments := array(select p.id from public.payments p where p.transaction_id ilike v_pattern or p.order_code ilike v_pattern);
  v_events := array(select e.id from public.singers s join public.events e on e.singer_id = s.id
    where private.has_words(s.name || ' ' || private.names_of_city(e.city), v_words));
  v_categories := array(select c.id from public.ticket_categories c where private.has_words(c.name, v_words));
  if v_code ~ '^[0-9A-Z]{3,9}$' then
    v_coded := array(select t.payment_line_id from public.user_tickets t where t.code like v_code || '%');
  end if;
  if p_after is not null then
    return query select l.id from public.payment_lines l
      where (v_pattern is null or l.user_id = any (v_users) or l.payment_id = any (v_payments) or l.event_id = any (v_events)
          or l.ticket_category_id = any (v_categories) or l.id = any (v_coded))
        and (p_event is null or l.event_id = p_event)
        and (v_status is null or l.payment_status = v_status)
        and (v_since is null or exists (
          select from public.user_tickets t where t.payment_line_id = l.id and t.created_at >= v_since))
        and l.id > p_after
      order by l.id limit private.most_found();
  else
    return query select l.id from public.payment_lines l
      where (v_pattern is null or l.user_id = any (v_users) or l.payment_id = any (v_payments) or l.event_id = any (v_events)
          or l.ticket_category_id = any (v_categories) or l.id = any (v_coded))
        and (p_event is null or l.event_id = p_event)
        and (v_status is null or l.payment_status = v_status)
        and (v_since is null or exists (
          select from public.user_tickets t where t.payment_line_id = l.id and t.created_at >= v_since))
      order by l.created_at desc limit private.most_found() + 1;
  end if;
end
$$;

comment on function private.find_lines(text, text, uuid, uuid) is
  'Returns booked lines (of a state; recent: with a ticket of the last 24 hours) whose order code, reference, '
  'customer''s name or address, event or ticket category contains the text (null: any), or whose ticket''s code begins '
  'with it, of p_event (null: any): the newest most_found() and one more if there are others, or with p_after the next '
  'by id. Empty without a text and an event, and unless the caller may read payments. Security definer: as find_accounts.';

create view private.payment_warnings with (security_invoker = true) as
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
            and not exists (
              select from public.passes g where g.ticket_id = t.id and g.seat = s.seat and g.selling_since is not null)
          group by l.line, l.ticket_category_id
        ) as l having count(*) > 0
        union all
        select 3, jsonb_build_object('code', 'price_changed', 'lines', jsonb_agg(jsonb_build_object(
          'ticket_category_id', l.ticket_category_id, 'unit_price', l.unit_price, 'price_now', private.price_now(c)) order by l.line))
        from public.payment_lines l join public.ticket_categories c on c.id = l.ticket_category_id
        where l.payment_id = p.id and p.status = 'pending'
          and (not private.is_price_of(c, l.unit_price + coalesce(l.discount_amount / l.quantity, 0))
            or exists (select from public.payment_flags g where g.payment_id = p.id and g.flag = 'price_changed')) having count(*) > 0
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
        select 9, jsonb_build_object('code', 'reference_not_12_digits')
        where p.reference_key !~ '^[0-9]{12}$' and p.method = 'upi' and not p.is_test
          and (p.made_by is null and p.screenshot_url <> '' or p.transaction_id <> p.order_code)
        union all
        select 10, jsonb_build_object('code', 'beyond_limit')
        from public.payment_flags g where g.payment_id = p.id and g.flag = 'beyond_limit'
        union all
        select 11, jsonb_build_object('code', 'no_screenshot')
        where p.status = 'pending' and p.picture_digest is null and p.screenshot_url <> ''
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
        union all
        select 14, jsonb_build_object('code', 'without_code', 'ticket_category_ids', jsonb_agg(l.ticket_category_id order by l.line))
        from public.payment_lines l join public.ticket_categories c on c.id = l.ticket_category_id
        where l.payment_id = p.id and p.status = 'pending' and c.is_hidden
          and exists (select from public.payment_flags g where g.payment_id = p.id and g.flag = 'without_code') having count(*) > 0
        union all
        select 15, jsonb_build_object('code', 'code_used_up', 'name', p.discount_code)
        where p.status = 'pending' and p.discount_code is not null and private.is_beyond_uses(p.id)
        union all
        select 16, jsonb_build_object('code', g.flag)
        from public.payment_flags g where g.payment_id = p.id and g.flag in ('before_turn', 'not_held', 'companion_seat')
        union all
        -- Over and cancelled are said above.
        select 17, jsonb_build_object('code', g.flag)
        from public.payment_flags g where g.payment_id = p.id and g.flag = 'not_on_sale' and exists (
          select from public.payment_lines l join public.events e on e.id = l.event_id
          where l.payment_id = p.id and e.status = 'scheduled' and e.date > now())
        union all
        select r.place, r.warning from private.reversals_of(p) as r where p.status <> 'rejected'
      ) as w
  ) as warnings
  from public.payments p;

comment on view private.payment_warnings is
  'Warnings for staff about a payment, computed on read: [{code, …}] with code one of amount_differs, seats_lost, '
  'price_changed, event_cancelled, event_over, category_gone, reference_used, screenshot_seen (both with the other '
  'payments, newest five; the same bytes by storage''s digest), reference_not_12_digits, beyond_limit, no_screenshot, '
  'beyond_undecided, reference_of_refund (with the refunds paid by that transfer, newest five orders), without_code '
  '(categories that need a code which opens them, and the order had none), code_used_up (with its name: earlier payments '
  'have used it as often as it may be), before_turn, not_on_sale, not_held, companion_seat (payment_flags has what they mean), credit_reversed (the bank took its credit back, on that day), '
  'credit_may_be_reversed (a debit says so, and may mean another credit of the amount). A view, so that the caller is checked once per page of rows.';

create view private.payment_list with (security_invoker = true) as
  select p.id as payment_id, p.user_id, f.name as user_name, f.email, p.amount, p.transaction_id, p.status, p.screenshot_url,
    p.screenshot_sha256, p.order_id, p.order_code, p.created_at, p.reviewed_at, p.reviewed_by,
    (select coalesce(r.name, r.email) from public.profiles r where r.id = p.reviewed_by) as reviewed_by_name,
    p.review_note,
    (select sum(l.total_amount) from public.payment_lines l where l.payment_id = p.id) as expected_amount,
    (select jsonb_agg(jsonb_build_object(
          'payment_line_id', l.id, 'ticket_category_id', coalesce(l.ticket_category_id, l.gone_category_id),
          'event_id', l.event_id, 'event_name', l.event_name, 'category_name', l.category_name, 'seats', l.seats,
          'quantity', l.quantity, 'unit_price', l.unit_price, 'total_amount', l.total_amount,
          'gst_amount', l.gst_amount, 'local_tax_amount', l.local_tax_amount, 'fee_amount', l.fee_amount,
          'fee_gst_amount', l.fee_gst_amount, 'rounding_amount', l.rounding_amount, 'discount_amount', l.discount_amount,
          'discount_code', p.discount_code, 'price_now', case when c.phases = '[]' then c.price else private.price_now(c) end,
          'event_date', e.date, 'venue', e.venue, 'event_status', e.status,
          'lost_seats', case when p.status = 'rejected' or t.revoked_at is not null then '[]'::jsonb else (
            select coalesce(jsonb_agg(s.seat order by s.n), '[]')
            from unnest(l.seats) with ordinality as s (seat, n)
            where not exists (
              select from public.seat_claims k
              where k.payment_id = l.payment_id and k.ticket_category_id = l.ticket_category_id and k.seat = s.seat
                and k.state <> 'held')
              and not exists (
                select from public.passes g where g.ticket_id = t.id and g.seat = s.seat and g.selling_since is not null)) end,
          'ticket_id', t.id, 'ticket_code', t.code, 'revoked_at', t.revoked_at, 'revoked_reason', t.revoked_reason
        ) order by l.line)
      from public.payment_lines l
      left join public.ticket_categories c on c.id = l.ticket_category_id
      left join public.events e on e.id = l.event_id
      left join public.user_tickets t on t.payment_line_id = l.id
      where l.payment_id = p.id) as lines,
    (select w.warnings from private.payment_warnings w where w.payment_id = p.id) as warnings,
    (select min(k.review_until) from public.seat_claims k where k.payment_id = p.id) as kept_until,
    p.status = 'pending' and exists (
      select from public.payments o
      where o.user_id = p.user_id and o.status = 'pending' and (o.created_at, o.id) < (p.created_at, p.id) offset 9) as collapsed,
    case when p.status = 'pending' then (
      select case when count(*) filter (where (o.created_at, o.id) < (p.created_at, p.id)) = 9 then count(*) - 10 else 0 end
      from public.payments o where o.user_id = p.user_id and o.status = 'pending') else 0 end as more_of_customer,
    p.method, p.till_id, p.made_by,
    (select coalesce(m.name, m.email) from public.profiles m where m.id = p.made_by) as made_by_name,
    p.is_test
  from public.payments p
  left join public.profiles f on f.id = p.user_id
  where (select private.may('payments'));

comment on view private.payment_list is
  'What get_payment_details returns; empty unless the caller may read payments. collapsed: an undecided payment after ten '
  'older undecided ones of its customer; more_of_customer: how many such follow this one, the tenth.';

create view private.ticket_list with (security_invoker = true) as
  select l.id as payment_line_id, t.id as ticket_id, t.code, l.payment_id, p.order_code, p.transaction_id, l.user_id,
    f.name as user_name, f.email as user_email, g.name as singer_name, l.event_id, l.event_name,
    coalesce(e.date, l.event_date) as event_date, l.ticket_category_id, l.category_name as ticket_category, l.quantity,
    l.seats, l.total_amount, l.payment_status,
    t.revoked_at, t.revoked_reason, l.created_at, t.created_at as issued_at,
    l.gst_amount, l.local_tax_amount, l.fee_amount, l.fee_gst_amount, l.rounding_amount, p.method, p.is_test, p.made_by
  from public.payment_lines l
  -- A left join, so that PostgreSQL drops it when no column of it is read.
  left join public.payments p on p.id = l.payment_id
  left join public.user_tickets t on t.payment_line_id = l.id
  left join public.profiles f on f.id = l.user_id
  left join public.events e on e.id = l.event_id
  left join public.singers g on g.id = e.singer_id
  where (select private.may('payments'));

comment on view private.ticket_list is 'What get_all_tickets returns; empty unless the caller may read payments.';

create function public.get_all_tickets()
  returns table (ticket_id uuid, payment_line_id uuid, payment_id uuid, order_code text, transaction_id text, user_id uuid,
    user_name text, user_email text, singer_name text, event_id uuid, event_name text, event_date timestamptz,
    ticket_category_id uuid, ticket_category text, quantity integer, seats text[], total_amount numeric, payment_status text,
    code text, revoked_at timestamptz, revoked_reason text, created_at timestamptz, issued_at timestamptz,
    gst_amount numeric, local_tax_amount numeric, fee_amount numeric, fee_gst_amount numeric, rounding_amount numeric, method text,
    is_test boolean, made_by uuid)
  language sql stable
as $$
  select l.ticket_id, l.payment_line_id, l.payment_id, l.order_code, l.transaction_id, l.user_id, l.user_name, l.user_email,
    l.singer_name, l.event_id, l.event_name, l.event_date, l.ticket_category_id, l.ticket_category, l.quantity, l.seats,
    l.total_amount, l.payment_status, l.code, l.revoked_at, l.revoked_reason, l.created_at, l.issued_at,
    l.gst_amount, l.local_tax_amount, l.fee_amount, l.fee_gst_amount, l.rounding_amount, l.method, l.is_test, l.made_by
  from private.ticket_list l
$$;

comment on function public.get_all_tickets() is
  'Returns bookings, one per order line, for admins: pending while under review (ticket_id null), failed when '
  'rejected or revoked, completed with a ticket. Invoker and without a set clause, as get_payment_details.';

create function public.search_tickets(
    p_search text default null, p_status text default null, p_after uuid default null, p_event uuid default null)
  returns table (ticket_id uuid, payment_line_id uuid, payment_id uuid, order_code text, transaction_id text, user_id uuid,
    user_name text, user_email text, singer_name text, event_id uuid, event_name text, event_date timestamptz,
    ticket_category_id uuid, ticket_category text, quantity integer, seats text[], total_amount numeric, payment_status text,
    code text, revoked_at timestamptz, revoked_reason text, created_at timestamptz, issued_at timestamptz,
    gst_amount numeric, local_tax_amount numeric, fee_amount numeric, fee_gst_amount numeric, rounding_amount numeric, method text,
    is_test boolean, made_by uuid)
  language sql stable
as $$
  select l.ticket_id, l.payment_line_id, l.payment_id, l.order_code, l.transaction_id, l.user_id, l.user_name, l.user_email,
    l.singer_name, l.event_id, l.event_name, l.event_date, l.ticket_category_id, l.ticket_category, l.quantity, l.seats,
    l.total_amount, l.payment_status, l.code, l.revoked_at, l.revoked_reason, l.created_at, l.issued_at,
    l.gst_amount, l.local_tax_amount, l.fee_amount, l.fee_gst_amount, l.rounding_amount, l.method, l.is_test, l.made_by
  from private.find_lines(p_search, p_status, p_after, p_event) as i join private.ticket_list l on l.payment_line_id = i
$$;

comment on function public.search_tickets(text, text, uuid, uuid) is
  'Returns the rows of get_all_tickets that find_lines finds, for admins. Separate from it because one function for '
  'both gets a bad plan. Invoker and without a set clause: inlined.';

create table private.payment_watchers (
  screen uuid primary key,
  user_id uuid not null,
  payment_id uuid not null references public.payments (id) on delete cascade,
  since timestamptz not null default now(),
  seen_at timestamptz not null default now()
);

comment on table private.payment_watchers is
  'Console windows with a payment open, deleted soon after they were last seen. Only watch_payments writes it.';

alter table private.payment_watchers enable row level security;

create index payment_watchers_payment on private.payment_watchers (payment_id);

create index payment_watchers_seen_at on private.payment_watchers (seen_at);

create function public.watch_payments(p_screen uuid, p_payment_id uuid default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- Several times the interval at which windows call again.
  c_seen_for constant interval := interval '20 seconds';
  v_me uuid := private.require_user();
begin
  if not private.may('payments') then
    perform private.refuse(403, 'forbidden', '', 'This is for payments staff.');
  end if;
  if p_screen is null then
    perform private.refuse(400, 'invalid', 'p_screen', 'A window has an id.');
  end if;
  delete from private.payment_watchers w where w.screen in (
    select o.screen from private.payment_watchers o
    where o.seen_at < now() - c_seen_for or (o.screen = p_screen and o.user_id = v_me and o.payment_id is distinct from p_payment_id)
    for update skip locked);
  insert into private.payment_watchers as w (screen, user_id, payment_id)
    select p_screen, v_me, p.id from public.payments p where p.id = p_payment_id
    on conflict (screen) do update set seen_at = excluded.seen_at where w.user_id = excluded.user_id;
  return jsonb_build_object(
    'others', (
      select coalesce(jsonb_agg(jsonb_build_object('payment_id', w.payment_id, 'user_name', coalesce(f.name, f.email),
        'mine', w.user_id = v_me, 'since', w.since) order by w.since, w.screen), '[]')
      from private.payment_watchers w
      left join public.profiles f on f.id = w.user_id
      where w.screen <> p_screen and w.seen_at >= now() - c_seen_for),
    'payment', (
      select jsonb_build_object('status', p.status, 'reviewed_at', p.reviewed_at)
      from public.payments p where p.id = p_payment_id));
end
$$;

comment on function public.watch_payments(uuid, uuid) is
  'For admins (PT401 not_signed_in, PT403 forbidden, PT400 invalid): records for twenty seconds that this window has '
  'that payment open (null: none); returns the other windows with one open, and the state of the open one. Security '
  'definer: no role may write private.payment_watchers.';

create index payments_picture_digest on public.payments (picture_digest);

create index payments_undecided on public.payments (user_id, created_at, id) where status = 'pending';

create function public.reject_payments(p_payment_ids uuid[] default null, p_note text default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  return private.decide_payments(p_payment_ids, 'rejected', p_note);
end
$$;

comment on function public.reject_payments(uuid[], text) is
  'Rejects up to 100 payments with one note and returns what review_payments does: each by itself, in the order '
  'given. Admins only. Refusals of the whole call: PT401 not_signed_in, PT403 forbidden, PT400 invalid. Security '
  'definer as review_payment.';

create function public.get_payment_details()
  returns table (payment_id uuid, user_id uuid, user_name text, email text, amount numeric, transaction_id text, status text,
    screenshot_url text, screenshot_sha256 text, order_id uuid, order_code text, created_at timestamptz,
    reviewed_at timestamptz, reviewed_by uuid, reviewed_by_name text, review_note text, expected_amount numeric, lines jsonb,
    warnings jsonb, kept_until timestamptz, collapsed boolean, more_of_customer bigint, method text, till_id uuid,
    made_by uuid, made_by_name text, is_test boolean)
  language sql stable
as $$
  select l.payment_id, l.user_id, l.user_name, l.email, l.amount, l.transaction_id, l.status, l.screenshot_url,
    l.screenshot_sha256, l.order_id, l.order_code, l.created_at, l.reviewed_at, l.reviewed_by, l.reviewed_by_name,
    l.review_note, l.expected_amount, l.lines, l.warnings,
    l.kept_until, l.collapsed, l.more_of_customer, l.method, l.till_id, l.made_by, l.made_by_name, l.is_test
  from private.payment_list l
$$;

comment on function public.get_payment_details() is
  'Returns every payment with its lines, expected price and warnings, for admins. Invoker and without a set clause, '
  'so that it is inlined and PostgREST can filter, order, page and count it at the speed of the view.';

create function public.search_payments(
    p_search text default null, p_status text default null, p_after uuid default null, p_event uuid default null)
  returns table (payment_id uuid, user_id uuid, user_name text, email text, amount numeric, transaction_id text, status text,
    screenshot_url text, screenshot_sha256 text, order_id uuid, order_code text, created_at timestamptz,
    reviewed_at timestamptz, reviewed_by uuid, reviewed_by_name text, review_note text, expected_amount numeric, lines jsonb,
    warnings jsonb, kept_until timestamptz, collapsed boolean, more_of_customer bigint, method text, till_id uuid,
    made_by uuid, made_by_name text, is_test boolean)
  language sql stable
as $$
  select l.payment_id, l.user_id, l.user_name, l.email, l.amount, l.transaction_id, l.status, l.screenshot_url,
    l.screenshot_sha256, l.order_id, l.order_code, l.created_at, l.reviewed_at, l.reviewed_by, l.reviewed_by_name,
    l.review_note, l.expected_amount, l.lines, l.warnings,
    l.kept_until, l.collapsed, l.more_of_customer, l.method, l.till_id, l.made_by, l.made_by_name, l.is_test
  from private.find_payments(p_search, p_status, p_after, p_event) as i join private.payment_list l on l.payment_id = i
$$;

comment on function public.search_payments(text, text, uuid, uuid) is
  'Returns the rows of get_payment_details that find_payments finds, for admins. Separate from it because one '
  'function for both gets a bad plan. Invoker and without a set clause: inlined.';

create view private.payment_parts with (security_invoker = true) as
  select p.id, p.discount_code, (
      select json_agg(json_build_object('event_id', l.event_id, 'event_name', l.event_name, 'category_name', l.category_name,
          'seats', l.seats, 'quantity', l.quantity, 'discount_amount', l.discount_amount, 'gst_amount', l.gst_amount,
          'local_tax_amount', l.local_tax_amount, 'fee_amount', l.fee_amount, 'fee_gst_amount', l.fee_gst_amount,
          'rounding_amount', l.rounding_amount) order by l.line)
      from public.payment_lines l where l.payment_id = p.id) as parts
  from public.payments p;

comment on view private.payment_parts is
  'What the file of payments says of an order''s lines, as they were sold: payment_list looks at each line''s seats and ticket, too.';

create function public.read_file_rows(
    p_list text default null, p_after uuid default null, p_search text default null, p_filter text default null,
    p_event uuid default null, p_tests boolean default false) returns text
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  -- Each refund asks for what was let in with its ticket.
  v_most constant integer := case p_list when 'refunds' then 1000 else 5000 end;
  v_after uuid := coalesce(p_after, '00000000-0000-0000-0000-000000000000');
  v_found boolean := p_search is not null or p_event is not null;
  v_from text;
  v_id text;
  v_columns text;
  v_if text;
  v_ids uuid[];
  v_rows json;
  v_total bigint;
begin
  if p_list = 'users' then
    perform private.require_admin();
  end if;
  perform private.require_role('payments');
  if p_list = 'bookings' then
    v_ids := case when v_found then array(select private.find_lines(p_search, p_filter, v_after, p_event))
      else array(
        select l.id from public.payment_lines l
        where l.id > v_after and (nullif(p_filter, 'recent') is null or l.payment_status = p_filter)
          and (p_filter is distinct from 'recent'
            or l.id in (select t.payment_line_id from public.user_tickets t where t.created_at >= now() - interval '24 hours'))
          and (not p_tests or l.payment_id in (select p.id from public.payments p where p.is_test))
        order by l.id limit v_most) end;
    v_from := 'private.ticket_list l';
    v_id := 'payment_line_id';
    v_columns := 'ticket_id, order_code, transaction_id, method, user_name, user_email, singer_name, event_name, event_date, '
      'ticket_category, quantity, seats, total_amount, gst_amount, local_tax_amount, fee_amount, fee_gst_amount, rounding_amount, '
      'payment_status, code, revoked_reason, created_at';
    v_if := 'l.is_test = $3 and case when $2 = ''recent'' then l.issued_at >= now() - interval ''24 hours'' '
      'else l.payment_status = coalesce($2, l.payment_status) end';
  elsif p_list = 'payments' then
    v_ids := case when v_found then array(select private.find_payments(p_search, p_filter, v_after, p_event))
      else array(
        select p.id from public.payments p
        where p.id > v_after and p.is_test = p_tests and (p_filter is null or p.status = p_filter)
        order by p.id limit v_most) end;
    v_from := 'private.payment_list l join private.payment_parts o on o.id = l.payment_id';
    v_id := 'payment_id';
    v_columns := 'user_name, email, amount, expected_amount, transaction_id, status, order_code, created_at, reviewed_at, '
      'reviewed_by, reviewed_by_name, review_note, method, made_by, made_by_name, discount_code, parts';
    v_if := 'l.is_test = $3 and l.status = coalesce($2, l.status)';
  elsif p_list = 'refunds' then
    v_ids := case when v_found then array(select private.find_refunds(p_search, p_filter, v_after, p_event))
      else array(
        select r.id from public.refunds r where r.id > v_after and (p_filter is null or r.status = p_filter)
        order by r.id limit v_most) end;
    v_from := 'private.refund_list l';
    v_id := 'refund_id';
    v_columns := 'refund_id, ticket_id, user_name, user_email, amount, upi_id, reason, note, status, utr, way, settled_how, '
      'requested_at, refunded_at, asked_at, admitted, payment_id, order_code, transaction_id, method, made_by, event_name, '
      'event_date, ticket_category, seats, quantity, payment_line_id, payout_id, seen';
    v_if := 'l.status = coalesce($2, l.status)';
  elsif p_list = 'users' then
    v_ids := case when v_found then array(select private.find_accounts(p_search, p_filter is not null, v_after))
      else array(
        select f.id from public.profiles f
        where f.id > v_after and (p_filter is null or f.id in (select t.user_id from public.staff t))
        order by f.id limit v_most) end;
    v_from := 'private.profile_list l';
    v_id := 'profile_id';
    v_columns := 'profile_id, name, email, phone, location, role, roles, marketing_consented_at, created_at, updated_at';
    v_if := '($2 is null or l.role is not null)';
  else
    perform private.refuse(400, 'invalid', 'p_list', 'The list is bookings, payments, refunds or users.');
  end if;
  execute format('select json_agg(json_build_array(%1$s) order by l.%2$s) from %3$s where l.%2$s = any ($1) and %4$s', v_columns, v_id,
    v_from, v_if) into v_rows using v_ids, p_filter, p_tests;
  if p_after is null and not v_found then
    execute format('select count(*) from %s where %s', split_part(v_from, ' join', 1), v_if) into v_total using v_ids, p_filter, p_tests;
  end if;
  return json_build_object('columns', string_to_array(v_columns, ', '), 'rows', coalesce(v_rows, '[]'),
    'next', v_ids[cardinality(v_ids)], 'total', v_total);
end
$$;

comment on function public.read_file_rows(text, uuid, text, text, uuid, boolean) is
  'Returns the next rows of a list (bookings, payments, refunds, users) after an id, for a file of staff, as the JSON text of {columns, rows, next, '
  'total}: a row is a list of values; next is the id to go on after, null at the end; total counts all rows, in the first answer '
  'of what is no search. Pages go by ids, which never change: a row that changes while a file is read is in it once, one that is added '
  'meanwhile may be missing. A page before the end may be empty, because a filter leaves its rows out. p_filter: a status, recent '
  '(bookings), staff (users). Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid. One text for many rows, because the embedded '
  'backend takes several times as long for the same values one by one. Security definer: checks the caller once, as find_accounts.';

create index seat_claims_expired on public.seat_claims (expires_at) where state = 'held';

insert into private.rights (roles, privileges, object) values
  ('authenticated', 'select', 'table private.payment_warnings'),
  ('authenticated', 'select', 'table private.payment_list'),
  ('authenticated', 'select', 'table private.ticket_list'),
  ('anon, authenticated', 'execute', 'function public.watch_payments(uuid, uuid)'),
  ('anon, authenticated', 'execute', 'function public.review_payment(uuid, text, text)'),
  ('anon, authenticated', 'execute', 'function public.review_payments(uuid[])'),
  ('anon, authenticated', 'execute', 'function public.reassign_seats(uuid, jsonb)'),
  ('anon, authenticated', 'execute', 'function public.reject_payments(uuid[], text)'),
  ('authenticated', 'execute', 'function public.get_payment_details()'),
  ('authenticated', 'execute', 'function public.search_payments(text, text, uuid, uuid)'),
  ('authenticated', 'execute', 'function public.get_all_tickets()'),
  ('authenticated', 'execute', 'function public.search_tickets(text, text, uuid, uuid)'),
  ('anon, authenticated', 'execute', 'function public.read_file_rows(text, uuid, text, text, uuid, boolean)'),
  ('authenticated', 'execute', 'function private.find_payments(text, text, uuid, uuid)'),
  ('authenticated', 'execute', 'function private.find_lines(text, text, uuid, uuid)');
