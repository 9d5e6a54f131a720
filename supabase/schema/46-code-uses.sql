-- What codes do to orders. A use is an order that has the code and runs, or whose payment is not rejected. The row of a
-- code with a bound on its uses is locked after the events of the order and before its categories.

create function private.code_uses(p_code_id uuid, p_user_id uuid default null, p_besides uuid default null) returns bigint
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select count(*) from private.orders o
    where o.code_id = p_code_id and not o.is_test and (p_user_id is null or o.user_id = p_user_id) and o.id is distinct from p_besides
      and (o.expires_at > now() or exists (select from public.payments p where p.order_id = o.id and p.status <> 'rejected')));
end
$$;

comment on function private.code_uses(uuid, uuid, uuid) is
  'Counts the uses of a code, of one customer when given, apart from one order; tests are none. Security definer: '
  'code_list calls it.';

create function private.is_beyond_uses(p_payment_id uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.payments p join private.orders o on o.id = p.order_id join public.discount_codes d on d.id = o.code_id,
      lateral (
        select count(*) as in_all, count(*) filter (where b.user_id = p.user_id) as by_person
        from private.orders bo join public.payments b on b.order_id = bo.id
        where bo.code_id = d.id and not bo.is_test and b.status <> 'rejected' and (b.created_at, b.id) < (p.created_at, p.id)) as before
    where p.id = p_payment_id and not p.is_test and (before.in_all >= d.uses_total or before.by_person >= d.uses_per_person))
$$;

comment on function private.is_beyond_uses(uuid) is
  'True when earlier payments have used the code of this payment''s order as often as it may be: an order that was '
  'released, or whose hold ran out, keeps its price when it is paid late. Security definer: reads orders.';


create function private.code_refusal(p_code public.discount_codes, p_user_id uuid, p_order_id uuid) returns text
  language plpgsql stable
as $$
begin
  if p_code.paused_at is not null or p_code.until_at <= now() then
    return 'ended';
  elsif p_code.from_at > now() then
    return 'not_yet';
  elsif p_code.uses_total is not null and private.code_uses(p_code.id, null, p_order_id) >= p_code.uses_total
     or p_code.uses_per_person is not null and private.code_uses(p_code.id, p_user_id, p_order_id) >= p_code.uses_per_person then
    return 'used_up';
  end if;
  return null;
end
$$;

comment on function private.code_refusal(public.discount_codes, uuid, uuid) is
  'Returns why this customer cannot use the code now, for this order: ended (or paused), not_yet, used_up; null when '
  'they can.';

create function private.code_covers(p_code public.discount_codes, p_lines private.order_line[]) returns boolean
  language sql stable set search_path = ''
as $$
  select p_code.seats_per_order is null or p_code.seats_per_order >= coalesce(sum(coalesce(l.places, cardinality(l.seats))), 0)
  from unnest(p_lines) as l where l.event_id is not null and private.code_is_for(p_code, l.event_id, l.ticket_category_id)
$$;

comment on function private.code_covers(public.discount_codes, private.order_line[]) is
  'True unless the lines have more seats of the code''s categories than one order may have with it.';

create function private.code_of_hold(p_code text, p_user_id uuid, p_order_id uuid, p_held_code uuid)
  returns public.discount_codes
  language plpgsql volatile
as $$
declare
  v_code public.discount_codes;
  v_refusal text;
begin
  select d.* into v_code
    from public.discount_codes d join private.code_grants g on g.code_id = d.id and g.user_id = p_user_id
    where d.code = private.fold_code(p_code)
    for key share of d;
  if not found then
    perform private.refuse(400, 'code_unknown', private.fold_code(left(p_code, 64)), 'The customer has not opened such a code; check_code does.');
  end if;
  -- What a running hold has, it keeps.
  if v_code.id = p_held_code then
    return v_code;
  end if;
  -- The customer's own uses wait for the customer's lock.
  if v_code.uses_total is not null then
    select * into v_code from public.discount_codes d where d.id = v_code.id for no key update;
  end if;
  v_refusal := private.code_refusal(v_code, p_user_id, p_order_id);
  if v_refusal = 'used_up' then
    perform private.refuse(409, 'code_used_up', v_code.code, 'As many orders as may have used this code.');
  elsif v_refusal is not null then
    perform private.refuse(409, 'code_ended', v_code.code, 'The code is not valid now.');
  end if;
  return v_code;
end
$$;

comment on function private.code_of_hold(text, uuid, uuid, uuid) is
  'Returns the code for a hold, locked when its uses are bounded. p_held_code: the code of the running hold. Refusals: '
  'PT400 code_unknown, whether or not there is such a code; PT409 code_used_up, code_ended.';

create function private.fit_code(
  p_code public.discount_codes, p_order_id uuid, p_same boolean, inout lines private.order_line[],
  inout not_on_sale private.seat[], out full_prices numeric[], out used_id uuid)
  language plpgsql volatile
as $$
declare
  v_line private.order_line;
  v_fits boolean;
  v_full numeric;
  v_price numeric;
begin
  for n in 1 .. cardinality(lines) loop
    v_line := lines[n];
    continue when v_line.event_id is null;
    v_fits := p_code.id is not null and private.code_is_for(p_code, v_line.event_id, v_line.ticket_category_id);
    if v_line.on_sale is null and v_fits and p_code.opens_hidden then
      used_id := p_code.id;
      not_on_sale := nullif(array(select s from unnest(not_on_sale) as s where s.ticket_category_id <> v_line.ticket_category_id), '{}');
    end if;
    v_full := null;
    if v_line.is_frozen then
      select p.full_price into v_full from private.order_prices p
        where p.order_id = p_order_id and p.ticket_category_id = v_line.ticket_category_id;
    end if;
    v_price := v_line.unit_price;
    if not v_line.is_frozen or p_same is not true then
      v_full := coalesce(v_full, v_line.unit_price);
      v_price := case when v_fits then private.price_with_code(v_full, p_code.percent, p_code.amount) else v_full end;
      v_full := nullif(v_full, v_price);
    end if;
    if v_full is not null then
      used_id := p_code.id;
    end if;
    -- The fee of a free seat depends on the other lines, so it is priced again each time.
    if v_line.is_frozen and (v_price <> v_line.unit_price or v_price = 0) then
      delete from private.order_prices p where p.order_id = p_order_id and p.ticket_category_id = v_line.ticket_category_id;
      v_line.is_frozen := false;
    end if;
    v_line.unit_price := v_price;
    lines[n] := v_line;
    full_prices[n] := v_full;
  end loop;
end
$$;

comment on function private.fit_code(public.discount_codes, uuid, boolean, private.order_line[], private.seat[]) is
  'Returns the lines of place_lines with their prices by the code, or without one when it is null: from the frozen full '
  'price while the hold runs. p_same: the running hold has this code already; its prices stay. Takes opened categories '
  'out of not_on_sale. full_prices: of each line that the code lowers, else null; used_id: the code when any line needs '
  'it. Frozen lines whose price changes are frozen no more, and their order_prices are deleted.';

create function private.without_fee(p_lines private.priced_line[], p_full_prices numeric[]) returns private.priced_line[]
  language plpgsql immutable
as $$
declare
  v_lines private.priced_line[] := p_lines;
begin
  if num_nonnulls(variadic p_full_prices) = 0 or exists (select from unnest(p_lines) as l where l.unit_price > 0) then
    return p_lines;
  end if;
  for n in 1 .. cardinality(v_lines) loop
    v_lines[n].fee := 0;
  end loop;
  return v_lines;
end
$$;

comment on function private.without_fee(private.priced_line[], numeric[]) is
  'Returns the lines of an order without a fee when a code brings all their prices to 0; else as they are.';

create function private.may_see_hidden(p_ticket_category_id uuid, p_event_id uuid, p_user_id uuid) returns boolean
  language plpgsql stable
as $$
begin
  return p_ticket_category_id not in (select h from private.hidden_categories() as h)
    or exists (
      select from private.code_grants g join public.discount_codes d on d.id = g.code_id
      where g.user_id = p_user_id and d.opens_hidden and private.code_is_for(d, p_event_id, p_ticket_category_id));
end
$$;

comment on function private.may_see_hidden(uuid, uuid, uuid) is
  'True when the caller, p_user_id, may see this hidden category: by hidden_categories, or by a code they opened.';

create function public.check_code(p_code text default null, p_event_id uuid default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_wrong_tries constant integer := 10; -- an hour
  v_user uuid := private.require_user();
  v_code public.discount_codes;
  v_known boolean;
  v_reason text;
begin
  if p_code is null then
    perform private.refuse(400, 'invalid', 'p_code', 'Which code?');
  end if;
  if p_event_id is null then
    perform private.refuse(400, 'invalid', 'p_event_id', 'For which event?');
  end if;
  -- Tries of one customer come one after another.
  perform private.lock_customer(v_user);
  select * into v_code from public.discount_codes d where d.code = private.fold_code(p_code);
  v_known := exists (select from private.code_grants g where g.user_id = v_user and g.code_id = v_code.id);
  if not v_known and (select count(*) from private.code_tries t
      where t.user_id = v_user and t.at > now() - interval '1 hour') >= c_wrong_tries then
    perform private.refuse(429, 'too_many', c_wrong_tries::text, 'So many unknown codes may be typed within an hour.');
  end if;
  v_reason := case
    when v_code.id is null then 'unknown'
    when not private.code_is_for(v_code, p_event_id) or p_event_id in (select h from private.hidden_events() as h)
      or not exists (select from public.events e where e.id = p_event_id) then 'not_for_this_event'
    else private.code_refusal(v_code, v_user, null) end;
  -- A right code of another event is no guess: a cart of many concerts asks at each.
  if v_reason = 'unknown' then
    delete from private.code_tries t where t.user_id = v_user and t.at < now() - interval '1 hour';
    -- Some databases count whole milliseconds: two tries within one still get different times.
    insert into private.code_tries (user_id, at)
      select v_user, greatest(clock_timestamp(), max(t.at) + interval '1 microsecond') from private.code_tries t where t.user_id = v_user;
  end if;
  if v_reason is not null then
    return jsonb_build_object('ok', false, 'reason', v_reason) || case when v_reason = 'not_yet'
      then jsonb_build_object('from', v_code.from_at) else '{}' end;
  end if;
  insert into private.code_grants (user_id, code_id) values (v_user, v_code.id) on conflict do nothing;
  return jsonb_build_object('ok', true, 'code_id', v_code.id, 'code', v_code.code, 'event_id', v_code.event_id,
      'percent', v_code.percent, 'seats_per_order', v_code.seats_per_order, 'amount', v_code.amount, 'ticket_category_ids', v_code.ticket_category_ids,
      'until', v_code.until_at)
    || (select jsonb_build_object(
        'categories', coalesce(jsonb_agg(to_jsonb(c) - 'created_at' - 'revision' order by c.price desc, c.id), '[]'),
        'links', coalesce(jsonb_agg(to_jsonb(l) - 'created_at' order by c.id) filter (where l.ticket_category_id is not null), '[]'))
      from public.ticket_categories c left join public.ticket_category_layouts l on l.ticket_category_id = c.id
      where c.event_id = p_event_id and c.is_hidden and v_code.opens_hidden
        and private.code_is_for(v_code, p_event_id, c.id));
end
$$;

comment on function public.check_code(text, uuid) is
  'Opens a code for the caller, at an event: {ok: true, code_id, code, event_id, percent, seats_per_order, amount (rupees), '
  'ticket_category_ids, until, categories, links}, the last two with the columns of their tables: the hidden '
  'categories of the event that the code opens. A code that cannot be used is no error, so that the try counts: {ok: '
  'false, reason}, reason being unknown, not_for_this_event, not_yet (with from), ended or used_up. Refusals: PT401 '
  'not_signed_in, PT400 invalid, PT429 too_many (ten unknown codes of an account in an hour). Security definer: customers '
  'do not read codes.';

insert into private.rights (roles, privileges, object) values
  -- code_list and payment_warnings run with the reader's own rights; their rows are for admins.
  ('authenticated', 'execute', 'function private.code_uses(uuid, uuid, uuid)'),
  ('authenticated', 'execute', 'function private.is_beyond_uses(uuid)'),
  ('anon, authenticated', 'execute', 'function public.check_code(text, uuid)');
