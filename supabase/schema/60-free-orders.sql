-- Free orders: an order whose price is 0 is decided at once, without money and without staff. The free places of one
-- customer are limited, also those beside paid ones.

create function private.free_places(p_user_id uuid, p_ticket_category_id uuid) returns bigint
  language sql stable set search_path = ''
as $$
  select coalesce((
      select sum(t.quantity) from public.user_tickets t
      where t.user_id = p_user_id and t.ticket_category_id = p_ticket_category_id and t.revoked_at is null and t.total_amount = 0), 0)
    + coalesce((
      select sum(l.quantity) from public.payment_lines l
      where l.user_id = p_user_id and l.ticket_category_id = p_ticket_category_id and l.payment_status = 'pending'
        and l.total_amount = 0), 0)
$$;

comment on function private.free_places(uuid, uuid) is
  'Returns how many places of the category the customer has, or has asked for with a payment under review, that cost nothing.';

create function private.free_places_held(p_user_id uuid, p_ticket_category_id uuid, p_order_id uuid) returns bigint
  language sql stable set search_path = ''
as $$
  select count(*) from public.seat_claims c
  where c.user_id = p_user_id and c.ticket_category_id = p_ticket_category_id and c.order_id <> p_order_id
    and c.state = 'held' and c.expires_at > now()
    -- One of a rejected payment moves to the order that wants it.
    and c.payment_id is null
    and exists (
      select from private.order_prices p
      where p.order_id = c.order_id and p.ticket_category_id = c.ticket_category_id and p.unit_price + p.fee = 0)
    and exists (select from private.order_prices p where p.order_id = c.order_id and p.unit_price + p.fee > 0)
$$;

comment on function private.free_places_held(uuid, uuid, uuid) is
  'Returns how many places of the category that cost nothing the customer holds in other orders, beside places to pay for: '
  'two such orders may both be paid at the same time.';

create function private.is_beyond_free_places(p_payment_id uuid, p_terms public.shop_terms) returns boolean
  language sql stable set search_path = ''
as $$
  select exists (
    select from public.payment_lines l
    where l.payment_id = p_payment_id and l.ticket_category_id is not null and l.total_amount = 0
      and private.free_places(l.user_id, l.ticket_category_id) > p_terms.seats_per_line)
$$;

comment on function private.is_beyond_free_places(uuid, public.shop_terms) is
  'Whether the customer, with the lines of this undecided payment, has more free places of a category than one may.';

create function private.place_free(p_order private.orders, p_lines private.order_line[], p_categories uuid[]) returns private.order_line[]
  language plpgsql volatile set search_path = ''
as $$
declare
  v_placed record;
  v_held private.seat[];
begin
  -- Approving counts what is sold, so the categories are locked for it before any claim.
  perform from public.ticket_categories c where c.id = any (p_categories) order by c.id for no key update;
  v_placed := private.place_lines(p_lines, p_order.id, p_order.user_id, p_order.id);
  if p_order.code_id is not null then
    -- The hold had the code that opens what is sold with one only.
    v_placed.not_on_sale := nullif(array(
      select s from unnest(v_placed.not_on_sale) as s
      where not exists (select from unnest(v_placed.lines) as l
        where l.ticket_category_id = s.ticket_category_id and l.is_frozen and l.on_sale is null)), '{}');
  end if;
  if v_placed.not_on_sale is not null then
    perform private.refuse(409, 'not_on_sale', private.seats_as_lines(v_placed.not_on_sale),
      'Over, cancelled or gone; detail has the lines.');
  end if;
  select array_agg(row (c.event_id, c.place, c.seat, c.ticket_category_id)::private.seat) into v_held
    from public.seat_claims c where c.order_id = p_order.id and c.state = 'held' and c.expires_at > now();
  if v_placed.unknown is not null or v_placed.short is not null
     or not coalesce(v_placed.seats <@ v_held and v_held <@ v_placed.seats, false) then
    perform private.refuse(409, 'hold_expired', p_order.order_code, 'The order holds other seats; hold again.');
  end if;
  return v_placed.lines;
end
$$;

comment on function private.place_free(private.orders, private.order_line[], uuid[]) is
  'Returns the lines of place_lines for what the order holds, exactly. Locks the categories. Refusals: PT409 not_on_sale, hold_expired.';

create function private.record_free(p_order private.orders, p_lines private.order_line[]) returns uuid
  language plpgsql volatile set search_path = ''
as $$
declare
  v_payment uuid;
  v_used text;
begin
  update private.orders o set submitted_at = now(), expires_at = least(o.expires_at, now()) where o.id = p_order.id;
  insert into public.payments (user_id, order_id, order_code, transaction_id, amount, screenshot_url, screenshot_sha256,
      picture_digest, method, is_test, discount_code)
    values (p_order.user_id, p_order.id, p_order.order_code, p_order.order_code, 0, '', '', '', 'free', p_order.is_test,
      (select d.code from public.discount_codes d where d.id = p_order.code_id))
    on conflict do nothing returning id into v_payment;
  if not found then
    select p.order_code into v_used from public.payments p
      where p.user_id = p_order.user_id and p.transaction_id = p_order.order_code and p.status in ('pending', 'approved');
    perform private.refuse(409, 'transaction_used', coalesce(v_used, ''), 'The customer sent this code as a reference.');
  end if;
  perform private.record_lines(v_payment, p_order.user_id, p_order.id, p_lines, p_order.shares, p_order.parts, p_order.code_id is not null);
  perform private.review_held(p_order.id, v_payment, null);
  return v_payment;
end
$$;

comment on function private.record_free(private.orders, private.order_line[]) is
  'Records the payment of a free order with its lines, puts the held seats under review, and returns its id. Refusal: PT409 '
  'transaction_used.';

create function public.take_free_order(p_order_id uuid default null, p_lines jsonb default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
  v_terms public.shop_terms := private.terms();
  v_order private.orders;
  v_payment uuid;
  v_asked record;
  v_lines private.order_line[];
  v_price record;
begin
  perform private.lock_customer(v_user);
  if exists (select from private.closed_accounts a where a.user_id = v_user) then
    perform private.refuse(401, 'not_signed_in', '', 'Staff closed this account.');
  end if;
  v_order := private.require_own_order(p_order_id, v_user);
  if v_order.submitted_at is not null then
    select p.id into v_payment from public.payments p where p.order_id = p_order_id and p.method = 'free';
    if not found then
      perform private.refuse(409, 'order_submitted', v_order.order_code, 'This order was submitted; start another.');
    end if;
    return private.free_order(v_payment);
  end if;

  v_asked := private.asked_lines(p_lines, v_terms);
  perform private.share_order_events(v_asked.categories, p_order_id);
  if v_order.id is null or v_order.expires_at <= now() then
    perform private.refuse(409, 'hold_expired', coalesce(v_order.order_code, ''), 'The hold ran out; hold again.');
  end if;
  v_lines := private.place_free(v_order, v_asked.lines, v_asked.categories);
  if p_lines is distinct from v_order.lines then
    v_price := private.price_lines(private.rate_lines(v_lines, p_order_id, v_terms));
    v_order.shares := v_price.shares;
    v_order.parts := v_price.parts;
  end if;
  if (select sum(s) from unnest(v_order.shares) as s) is distinct from 0 then
    perform private.refuse(409, 'not_free', v_order.order_code, 'This order has a price; submit its payment.');
  end if;
  if exists (
    select from unnest(v_lines) as l
    where cardinality(l.seats) + private.free_places(v_user, l.ticket_category_id) > v_terms.seats_per_line) then
    perform private.refuse(429, 'too_many', v_terms.seats_per_line::text,
      'So many free places of a category may one customer have.');
  end if;

  v_payment := private.record_free(v_order, v_lines);
  perform private.prepare_keys(array[v_payment]);
  perform private.decide_payment(v_payment, 'approved', null, null);
  return private.free_order(v_payment);
end
$$;

comment on function public.take_free_order(uuid, jsonb) is
  'Turns the caller''s running hold, whose frozen price is 0, into tickets at once: a payment of method free, approved '
  'by no person, whose reference is the order''s code. Returns what submit_payment does, and the tickets as review_payment. '
  'Idempotent by order. Refusals: PT401 not_signed_in, PT400 invalid, too_many_seats, unknown_seat, PT403 other_user, '
  'PT409 hold_expired, not_on_sale, not_free, order_submitted, transaction_used, PT429 too_many (free places of a '
  'category that one customer may have). Security definer: no role may write payments, claims and tickets.';

create function private.free_order(p_payment_id uuid) returns jsonb
  language sql stable
as $$
  select private.submission(p) || jsonb_build_object('tickets', private.decision(p.id) -> 'tickets')
  from public.payments p where p.id = p_payment_id
$$;

comment on function private.free_order(uuid) is 'Returns what take_free_order returns.';

insert into private.rights (roles, privileges, object) values
  ('anon, authenticated', 'execute', 'function public.take_free_order(uuid, jsonb)');
