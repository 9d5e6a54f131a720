-- A submission has five steps, which hand on one private.sent: admit, check, record, place, keep. A new rule belongs to the first
-- step that knows what it needs: who submits, and whether it was submitted before, to admit; what is no reference, amount or
-- picture to check; what is written of the payment to record; where the seats are, and why it keeps none, to place; which claims
-- become the payment's to keep. Money that was sent is refused for its form alone. Written for speed:
-- supabase/tests/plain-sale.test.sql has a plain version and compares both on hundreds of random calls.

create type private.sent as (
  user_id uuid, order_id uuid, terms public.shop_terms, reference text, path text, hash text, amount numeric,
  order_row private.orders, answer jsonb, as_held boolean, lines private.order_line[], categories uuid[], payment public.payments,
  is_offered boolean, seats private.seat[], flags text[]);

comment on type private.sent is
  'What the steps of submit_payment know. admit_payment: who sends it, with which terms, reference and picture (path, hash); its order '
  '(null id: never held); answer, when it was submitted before. check_payment: amount and lines, as_held when they are those of the '
  'last hold (else categories). record_payment: the payment, with its order. place_payment: is_offered, for the order of an open '
  'offer; the lines'' seats; flags, for which it keeps none of them.';

create function private.held_lately(p_order_id uuid, p_line private.order_line, p_terms public.shop_terms) returns boolean
  language sql stable set search_path = ''
as $$
  select coalesce(p_line.places, cardinality(p_line.seats)) <= (
    select count(*) from public.seat_claims c
    where c.order_id = p_order_id and c.ticket_category_id = p_line.ticket_category_id and c.state = 'held'
      and c.expires_at > now() - make_interval(mins => p_terms.late_minutes)
      and (p_line.places is not null or c.seat = any (p_line.seats)))
$$;

comment on function private.held_lately(uuid, private.order_line, public.shop_terms) is
  'True when the order''s own hold of all places of the line runs, or ended within late_minutes, and no one else has had them since.';

create function private.reasons_to_wait(
  p_payment public.payments, p_order private.orders, p_lines private.order_line[], p_seats private.seat[], p_terms public.shop_terms)
  returns text[]
  language plpgsql stable set search_path = ''
as $$
declare
  v_line private.order_line;
  v_category public.ticket_categories;
  v_event public.events;
  v_code public.discount_codes;
  v_fits boolean;
  v_price numeric;
  v_reasons text[] := '{}';
begin
  foreach v_line in array p_lines loop
    continue when v_line.event_id is null or v_line.is_frozen and private.held_lately(p_payment.order_id, v_line, p_terms);
    select * into v_category from public.ticket_categories c where c.id = v_line.ticket_category_id;
    select * into v_event from public.events e where e.id = v_line.event_id;
    if p_order.code_id is not null then
      select d.* into v_code from public.discount_codes d
        where d.id = p_order.code_id and private.code_refusal(d, p_payment.user_id, p_payment.order_id) is null and private.code_covers(d, p_lines);
    end if;
    v_fits := v_code.id is not null and private.code_is_for(v_code, v_line.event_id, v_line.ticket_category_id);
    v_price := private.price_now(v_category);
    if v_fits then
      v_price := private.price_with_code(v_price, v_code.percent, v_code.amount);
    end if;
    v_reasons := v_reasons || array_remove(array[
      case when not (v_event.status = 'scheduled' and v_event.date > now() and v_event.published_at is not null and v_event.paused_at is null
        and coalesce(v_category.sale_from <= now(), true) and coalesce(v_category.sale_until > now(), true)) then 'not_on_sale' end,
      case when v_category.is_hidden and not (v_fits and v_code.opens_hidden) then 'without_code' end,
      case when v_line.unit_price <> v_price then 'price_changed' end,
      case when private.is_before_turn(p_payment.user_id, v_line.ticket_category_id) then 'before_turn' end,
      case when exists (select from private.closed_accounts a where a.user_id = p_payment.user_id)
        or exists (
          select from private.hold_budget(p_payment.user_id, p_payment.order_id,
            array(select s from unnest(p_seats) as s where s.ticket_category_id = v_line.ticket_category_id),
            make_interval(mins => p_terms.held_minutes_an_hour)) as b
          where b.may_hold_until <= now()) then 'not_held' end], null);
  end loop;
  return array(select distinct r from unnest(v_reasons) as r order by r);
end
$$;

comment on function private.reasons_to_wait(public.payments, private.orders, private.order_line[], private.seat[], public.shop_terms) is
  'Returns the flags (payment_flags) for which a payment keeps no places: of each of its placed lines that its own order has not '
  'held lately, why a new hold would not give them to this customer now, at this price. Empty: it keeps what is free.';

create function private.admit_payment(p_order_id uuid, p_transaction_id text, p_path text, p_hash text) returns private.sent
  language plpgsql volatile
as $$
declare
  v_sent private.sent;
  v_user uuid := auth.uid();
  v_order private.orders;
begin
  if v_user is null then
    perform private.require_user();
  end if;
  v_sent.user_id := v_user;
  v_sent.order_id := p_order_id;
  v_sent.terms := private.terms();
  v_sent.reference := private.normal_reference(p_transaction_id);
  v_sent.path := p_path;
  v_sent.hash := lower(p_hash);
  -- A second tab waits here and then returns the first one's payment.
  perform private.lock_customer(v_user);
  -- Reads and marks in one statement; a refusal below rolls it back.
  update private.orders o set submitted_at = now(), expires_at = least(o.expires_at, now())
    where o.id = p_order_id and o.user_id = v_user and o.submitted_at is null
    returning * into v_order;
  if not found then
    v_order := private.require_own_order(p_order_id, v_user);
    if v_order.submitted_at is not null and private.find_submission(p_order_id, v_user) is not null then
      perform private.complete_payment(p_order_id, v_user, v_sent.reference, p_path, v_sent.hash);
      v_sent.answer := private.find_submission(p_order_id, v_user);
    end if;
  end if;
  v_sent.order_row := v_order;
  return v_sent;
end
$$;

comment on function private.admit_payment(uuid, text, text, text) is
  'The first step of a submission: who submits which order. Locks the customer and marks the order as submitted; of one that was, '
  'completes the payment. Refusals: PT401 not_signed_in, PT403 other_user.';

create function private.complete_payment(p_order_id uuid, p_user_id uuid, p_reference text, p_path text, p_hash text) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  if p_path !~ ('^' || p_user_id || '/[0-9]{1,16}-' || p_order_id || '[.](png|jpg|jpeg|webp)$') or p_hash !~ '^[0-9a-f]{64}$' then
    return;
  end if;
  update public.payments p
    set screenshot_url = p_path, screenshot_sha256 = p_hash, picture_digest = private.stored_digest(p_path),
      transaction_id = case
        when p.status = 'pending' and p.transaction_id = p.order_code and char_length(p_reference) between 1 and 64
          and not exists (
            select from public.payments o
            where o.user_id = p_user_id and o.transaction_id = p_reference and o.status in ('pending', 'approved'))
        then p_reference else p.transaction_id end
    where p.order_id = p_order_id and p.user_id = p_user_id and p.screenshot_url = ''
      and p.method = 'upi' and p.made_by is null and not p.is_test;
end
$$;

comment on function private.complete_payment(uuid, uuid, text, text, text) is
  'Adds picture and reference of a late submission to a payment that a credit made (77-proofs.sql). What cannot be read '
  'is left out: the money is known.';

create function private.check_payment(inout sent private.sent, p_amount numeric, p_lines jsonb)
  language plpgsql volatile
as $$
declare
  c_longest_reference constant integer := 64;
  c_least_amount constant numeric := 1000000000; -- rupees, the first that is too much
  v_name text := substr(sent.path, 38); -- after the user's id
  v_taken_at text := split_part(v_name, '-', 1);
  v_type text := substr(v_name, length(v_taken_at) + 39); -- after a hyphen, the order's id and a dot
  v_asked record;
begin
  sent.as_held := (sent.order_row).event_id is not null and p_lines = (sent.order_row).lines;
  if sent.as_held then
    sent.lines := private.known_lines(p_lines);
  else
    v_asked := private.asked_lines(p_lines, sent.terms);
    sent.lines := v_asked.lines;
    sent.categories := v_asked.categories;
  end if;
  if coalesce(sent.reference, '') = '' or char_length(sent.reference) > c_longest_reference
     or sent.reference ~ '[\u0001-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]' then
    perform private.refuse(400, 'invalid', 'p_transaction_id', 'A reference has 1 to 64 printable characters.');
  end if;
  -- NaN and Infinity are greater than every number.
  if p_amount is null or p_amount < 0 or p_amount >= c_least_amount or round(p_amount, 2) >= c_least_amount then
    perform private.refuse(400, 'invalid', 'p_amount', 'The amount is 0 to 999999999.99 rupees.');
  end if;
  sent.amount := round(p_amount, 2);
  if sent.hash is null or length(sent.hash) <> 64 or sent.hash ~ '[^0-9a-f]' then
    perform private.refuse(400, 'invalid', 'p_screenshot_sha256', 'The hash is 64 hexadecimal digits.');
  end if;
  -- Compares instead of matching: a regular expression with ids would be compiled for every payment.
  if sent.path is distinct from concat(sent.user_id, '/', v_taken_at, '-', sent.order_id, '.', v_type)
     or length(v_taken_at) not between 1 and 16 or translate(v_taken_at, '0123456789', '') <> ''
     or v_type not in ('png', 'jpg', 'jpeg', 'webp') then
    perform private.refuse(400, 'invalid', 'p_screenshot_path',
      'The path is <user id>/<milliseconds>-<order id>.<png, jpg, jpeg or webp>.');
  end if;
end
$$;

comment on function private.check_payment(private.sent, numeric, jsonb) is
  'The second step of a submission: the form of what was sent. Locks nothing. Refusals: PT400 invalid, too_many_seats, unknown_seat.';

create function private.record_payment(inout sent private.sent)
  language plpgsql volatile
as $$
declare
  v_order private.orders := sent.order_row;
  v_payment public.payments;
  v_used text;
begin
  if sent.as_held then
    perform private.share_event(v_order.event_id);
  else
    perform private.share_order_events(sent.categories, sent.order_id);
  end if;
  if v_order.id is null then
    insert into private.orders (id, user_id, order_code, submitted_at)
      values (sent.order_id, sent.user_id, private.order_code(sent.order_id), now())
      on conflict do nothing;
    v_order := private.require_own_order(sent.order_id, sent.user_id);
    if v_order.id is null then
      -- Another order has its code.
      perform private.refuse(403, 'other_user', 'p_order_id', 'This order id is in use.');
    end if;
    sent.order_row := v_order;
  end if;
  if v_order.is_test then
    -- Made-up digits must not block the reference of a real transfer.
    sent.reference := v_order.order_code;
  end if;
  insert into public.payments
    (user_id, order_id, order_code, transaction_id, amount, screenshot_url, screenshot_sha256, picture_digest, is_test,
      discount_code)
    values (sent.user_id, sent.order_id, v_order.order_code, sent.reference, sent.amount, sent.path, sent.hash,
      private.stored_digest(sent.path), v_order.is_test,
      case when v_order.code_id is not null then (select d.code from public.discount_codes d where d.id = v_order.code_id) end)
    on conflict (user_id, transaction_id) where status in ('pending', 'approved') do nothing
    returning * into v_payment;
  if not found then
    select p.order_code into v_used from public.payments p
      where p.user_id = sent.user_id and p.transaction_id = sent.reference and p.status in ('pending', 'approved');
    perform private.refuse(409, 'transaction_used', v_used, 'The customer sent this reference with the order in detail.');
  end if;
  sent.payment := v_payment;
end
$$;

comment on function private.record_payment(private.sent) is
  'The third step of a submission: its payment, and its order when it was never held. Locks the order''s events. Refusals: PT403 '
  'other_user, PT409 transaction_used.';

create function private.place_payment(inout sent private.sent)
  language plpgsql volatile
as $$
declare
  v_payment public.payments := sent.payment;
  v_order private.orders := sent.order_row;
  v_placed record;
begin
  sent.is_offered := private.take_offered(v_payment, sent.lines);
  if not sent.is_offered then
    perform private.serve_first(sent.lines, v_order.id, true);
  end if;
  v_placed := private.place_lines(sent.lines, v_order.id, v_order.user_id, v_order.id);
  if sent.as_held and v_placed.event_id is distinct from v_order.event_id then
    sent.as_held := false;
    perform private.share_order_events(array(select l.ticket_category_id from unnest(sent.lines) as l), v_order.id);
    v_placed := private.place_lines(sent.lines, v_order.id, v_order.user_id, v_order.id);
  end if;
  -- An offer had its turn and its price, and a test takes no one's.
  sent.flags := '{}';
  if not sent.is_offered and not v_payment.is_test then
    sent.flags := private.reasons_to_wait(v_payment, v_order, v_placed.lines, v_placed.seats, sent.terms);
    -- A hold was asked; a part of one, or what was never held, was not.
    if not sent.as_held and private.lone_companions(v_placed.seats, (sent.terms).wheelchair_hours, v_order.id) is not null then
      sent.flags := sent.flags || 'companion_seat'::text;
    end if;
  end if;
  perform private.record_lines(
    v_payment.id, v_order.user_id, v_order.id, v_placed.lines, case when sent.as_held then v_order.shares end,
    v_order.parts, v_order.code_id is not null);
  -- A seat that a changed layout no longer has is lost like any other.
  sent.seats := v_placed.seats;
end
$$;

comment on function private.place_payment(private.sent) is
  'The fourth step of a submission: writes the lines of a payment that was just recorded, takes the seats of its offer, and asks '
  'reasons_to_wait. What others want of a category with a waiting list is offered to the list first. The caller holds the '
  'customer''s and the events'' locks.';

create function private.keep_payment(p_sent private.sent) returns void
  language plpgsql volatile
as $$
declare
  v_payment public.payments := p_sent.payment;
  v_terms public.shop_terms := p_sent.terms;
  v_wanted private.seat[] := p_sent.seats;
  v_flags text[] := p_sent.flags;
  v_until timestamptz;
  v_mine record;
  v_held private.seat[];
  v_other_seats integer;
begin
  select array_agg(row (c.event_id, c.place, c.seat, c.ticket_category_id)::private.seat)
        filter (where c.order_id = v_payment.order_id and c.state = 'held'),
      count(*) filter (where c.state = 'under_review' and (c.review_until is null or c.review_until > now())
        or c.expires_at > now() and c.order_id <> v_payment.order_id)
    into v_held, v_other_seats
    from public.seat_claims c
    where c.user_id = v_payment.user_id and c.state <> 'sold';
  v_until := private.review_end(v_payment);
  if (select count(*) from (
        select from public.payments p where p.user_id = v_payment.user_id and p.status = 'pending' limit v_terms.undecided_per_customer + 1) as u)
      > v_terms.undecided_per_customer then
    v_flags := v_flags || 'beyond_undecided'::text;
  elsif (not p_sent.as_held or 0 = any ((p_sent.order_row).shares)) and private.is_beyond_free_places(v_payment.id, v_terms) then
    v_flags := v_flags || 'beyond_limit'::text;
  end if;
  if v_flags <> '{}' then
    -- Recorded, but keeps no seats.
    insert into public.payment_flags (payment_id, flag) select v_payment.id, f from unnest(v_flags) as f;
    perform private.return_usage(v_payment.user_id, v_held);
    perform private.claim_seats(null, v_held, 'under_review', v_payment.user_id, v_payment.order_id, v_payment.id, null);
  elsif v_wanted <@ v_held and cardinality(v_held) = cardinality(v_wanted)
     and v_other_seats + cardinality(v_wanted) <= v_terms.seats_per_customer then
    perform private.review_held(v_payment.order_id, v_payment.id, v_until);
  else
    v_mine := private.claims_besides(v_payment.user_id, v_payment.order_id, v_wanted);
    if v_mine.other_seats + coalesce(cardinality(v_wanted), 0) > v_terms.seats_per_customer then
      insert into public.payment_flags (payment_id, flag) values (v_payment.id, 'beyond_limit');
      v_wanted := null;
      v_mine.released := v_held;
    end if;
    perform private.return_usage(v_payment.user_id, v_wanted || v_mine.released);
    perform private.claim_seats(v_wanted, v_mine.released, 'under_review', v_payment.user_id, v_payment.order_id, v_payment.id, v_until);
  end if;
  if p_sent.is_offered then
    perform private.keep_offered(v_payment);
  end if;
end
$$;

comment on function private.keep_payment(private.sent) is
  'The last step of a submission: puts its seats under review, those that are free, the order''s own or its offer''s; none where it '
  'has a flag. The caller holds the customer''s and the events'' locks.';

create function public.submit_payment(
  p_order_id uuid default null, p_transaction_id text default null, p_amount numeric default null,
  p_screenshot_path text default null, p_lines jsonb default null, p_screenshot_sha256 text default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_sent private.sent := private.admit_payment(p_order_id, p_transaction_id, p_screenshot_path, p_screenshot_sha256);
begin
  if v_sent.answer is not null then
    return v_sent.answer;
  end if;
  v_sent := private.check_payment(v_sent, p_amount, p_lines);
  v_sent := private.record_payment(v_sent);
  v_sent := private.place_payment(v_sent);
  perform private.keep_payment(v_sent);
  return private.submission(v_sent.payment);
end
$$;

comment on function public.submit_payment(uuid, text, numeric, text, jsonb, text) is
  'Records that a payment was sent, once per order id: a repeat, even with other contents, returns the stored row. '
  'Seats that a new hold would give the caller now at this price, or that the order held no longer than late_minutes ago, go under '
  'review; else the payment keeps none, with the reason in payment_flags, and waits for a person. '
  'Refusals: PT401 not_signed_in, PT400 invalid, too_many_seats, unknown_seat, PT403 other_user, PT409 '
  'transaction_used (detail: that order''s code). Security definer: no role may write payments.';

insert into private.rights (roles, privileges, object) values
  ('anon, authenticated', 'execute', 'function public.submit_payment(uuid, text, numeric, text, jsonb, text)');
