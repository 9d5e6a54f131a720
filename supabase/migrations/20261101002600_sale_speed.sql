-- A hold and a submission for less of the processor: the same rules, refusals, locks and rows as before.
--
-- What they cost was hardly the work on rows. It was statements being set up: a query started for every look at an array,
-- a function in SQL started (before PostgreSQL 18 also parsed and planned) for every call, joins of unnested arrays where
-- most orders have one category. Replaced here, each by one that says the same:
-- * asked_lines reads the lines in plain expressions, once for all who need them;
-- * place_lines looks a category up once, with all that hold_seats and the lines of a payment need of it;
-- * what a sale calls on its way is PL/pgSQL, whose plans stay;
-- * claim_seats looks for the seats it got only when some are missing.
-- What a sale calls on its way has no set clause: setting and restoring the path cost a thirtieth of a submission. Every name in
-- it is qualified, and the functions that customers call set the path for all of it.
-- The next file has hold_seats and submit_payment themselves. Measurements: docs/decisions/sale-speed.md.

-- ---------------------------------------------------------------------------------------------------------------
-- Foundation and people: the same bodies in PL/pgSQL

create or replace function private.uid() returns uuid
  language plpgsql stable security definer set search_path = ''
as $$ begin return auth.uid(); end $$;

-- Without a set clause these are written into the statement that calls them.
create or replace function private.lock_customer(p_user_id uuid) returns void language sql volatile
as $$ select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('customer:' || p_user_id::text, 0)) $$;

create or replace function private.share_event(p_event_id uuid) returns void language sql volatile
as $$ select pg_catalog.pg_advisory_xact_lock_shared(pg_catalog.hashtextextended('event:' || p_event_id::text, 0)) $$;

alter function private.stamp_row() reset search_path;
alter function private.require_own_order(uuid, uuid) reset search_path;

create or replace function private.audit_row() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_before jsonb;
  v_after jsonb;
begin
  if tg_op = 'INSERT' then
    v_after := to_jsonb(new);
    insert into public.audit_log (actor, action, "table", row_id, after)
      values (auth.uid(), 'insert', tg_table_name, v_after ->> tg_argv[0], v_after);
    return null;
  end if;
  v_before := to_jsonb(old);
  v_after := case when tg_op = 'UPDATE' then to_jsonb(new) end;
  if v_before - 'updated_at' = v_after - 'updated_at' then
    return null;
  end if;
  -- record_audit, written out: one function fewer for each row.
  insert into public.audit_log (actor, action, "table", row_id, before, after)
  values (auth.uid(), lower(tg_op), tg_table_name, v_before ->> tg_argv[0], v_before, v_after);
  return null;
end
$$;

-- ---------------------------------------------------------------------------------------------------------------
-- Labels, codes and prices

create or replace function private.grid_position(p_seat text, p_columns integer) returns integer
  language plpgsql immutable strict parallel safe
as $$
declare
  v_row text := rtrim(p_seat, '0123456789');
  v_number text := substr(p_seat, length(v_row) + 1);
begin
  -- ^[A-Z]{1,2}[1-9][0-9]{0,2}$, spelt out: every seat of every hold comes through here, and matching costs ten times this.
  if length(v_row) not between 1 and 2 or translate(v_row, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '') <> ''
     or length(v_number) not between 1 and 3 or starts_with(v_number, '0') or v_number::integer > p_columns then
    return null;
  end if;
  -- row_index(v_row), written out, too.
  return (case when length(v_row) = 1 then ascii(v_row) - 65
    else (ascii(v_row) - 64) * 26 + ascii(substr(v_row, 2)) - 65 end) * p_columns + v_number::integer;
end
$$;

create or replace function private.seat_order(p_seat text) returns text
  language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  v_row text := rtrim(p_seat, '0123456789');
  v_number text := substr(p_seat, length(v_row) + 1);
  m text[];
begin
  -- The label of a grid, ^[A-Z]{1,2}[1-9][0-9]{0,2}$, spelt out: matching costs ten times this.
  if length(v_row) between 1 and 2 and translate(v_row, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '') = ''
     and length(v_number) between 1 and 3 and not starts_with(v_number, '0') then
    return '     ' || length(v_row)::text || rpad(v_row, 2) || lpad(v_number, 3, '0');
  end if;
  m := regexp_match(p_seat, '^(?:([A-Z0-9]{1,4})-)?([A-Z]{1,2})([1-9][0-9]{0,2})$');
  if m is null then
    return '~' || p_seat;
  end if;
  return rpad(coalesce(m[1], ''), 5) || length(m[2])::text || rpad(m[2], 2) || lpad(m[3], 3, '0');
end
$$;

create or replace function private.order_code(p_order_id uuid) returns text
  language plpgsql immutable strict parallel safe
as $$
declare
  c_digits constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  v_bits bigint := ('x' || left(replace(p_order_id::text, '-', ''), 10))::bit(40)::bigint;
  v_code text := 'MF';
begin
  for n in 0 .. 7 loop
    v_code := v_code || substr(c_digits, ((v_bits >> (35 - 5 * n)) & 31)::integer + 1, 1);
  end loop;
  return v_code;
end
$$;

create or replace function private.normal_reference(p_transaction_id text) returns text
  language plpgsql immutable parallel safe
as $$
declare
  v_bare text := p_transaction_id;
begin
  -- Counts and classes of a regular expression cost more than the rest of this: most references are twelve bare digits.
  if length(v_bare) = 12 and translate(v_bare, '0123456789', '') = '' then
    return v_bare;
  end if;
  v_bare := regexp_replace(p_transaction_id, '[[:space:]\u00a0\u2000-\u200b\u202f\u2060\ufeff-]', '', 'g');
  if v_bare ~ '^[0-9]{12}$' then
    return v_bare;
  end if;
  return upper(private.clean_text(p_transaction_id));
end
$$;

create or replace function private.submission(p_payment public.payments) returns jsonb
  language plpgsql immutable
as $$
begin
  return jsonb_build_object(
    'payment_id', p_payment.id, 'order_id', p_payment.order_id, 'order_code', p_payment.order_code,
    'transaction_id', p_payment.transaction_id, 'amount', p_payment.amount, 'status', p_payment.status,
    'created_at', p_payment.created_at);
end
$$;

create or replace function private.price_order(
  p_unit_prices numeric[], p_quantities integer[],
  out subtotal numeric, out gst numeric, out fee numeric, out total numeric, out shares numeric[])
  language plpgsql immutable
as $$
declare
  c_gst_percent constant numeric := 18;
  c_fee_per_seat constant numeric := 3000; -- paise
  v_gst numeric;
  v_subtotal numeric := 0;
  v_fee numeric := 0;
begin
  -- In paise, so that every step is a whole number.
  for n in 1 .. coalesce(cardinality(p_quantities), 0) loop
    v_subtotal := v_subtotal + coalesce(round(p_unit_prices[n] * 100) * p_quantities[n], 0);
    v_fee := v_fee + coalesce(c_fee_per_seat * p_quantities[n], 0);
  end loop;
  v_gst := div(v_subtotal * c_gst_percent + 50, 100);

  subtotal := (v_subtotal / 100)::numeric(14, 2);
  gst := (v_gst / 100)::numeric(14, 2);
  fee := (v_fee / 100)::numeric(14, 2);
  total := subtotal + gst + fee;
  -- One line, as most orders are, has it all.
  if cardinality(p_quantities) = 1 then
    shares := array[total];
    return;
  end if;

  with lines as (
    select l.n, round(l.price * 100) * l.quantity as price, c_fee_per_seat * l.quantity as fee
    from unnest(p_unit_prices, p_quantities) with ordinality as l (price, quantity, n)
  ), parts as (
    select l.n, l.price + l.fee as before_tax,
      -- All free: no tax, nothing to split.
      div(v_gst * l.price, greatest(v_subtotal, 1)) as whole,
      mod(v_gst * l.price, greatest(v_subtotal, 1)) as remainder
    from lines l
  ), ranked as (
    select p.*, v_gst - sum(p.whole) over () as left_over, row_number() over (order by p.remainder desc, p.n) as rank
    from parts p
  )
  select coalesce(array_agg(((r.before_tax + r.whole + case when r.rank <= r.left_over then 1 else 0 end) / 100)::numeric(14, 2)
      order by r.n), '{}')
    into shares from ranked r;
end
$$;

-- ---------------------------------------------------------------------------------------------------------------
-- Reading an order

-- asked_seats answered with seats one by one, of which every caller made lines again.
drop function private.asked_seats(jsonb);

create type private.order_line as (
  ticket_category_id uuid, seats text[], event_id uuid, unit_price numeric, is_frozen boolean, category_name text,
  singer_id uuid, city text, event_date timestamptz, venue text, on_sale boolean, total_tickets integer, grid_columns integer,
  in_order boolean);
comment on type private.order_line is
  'One line of an order. asked_lines fills the category and the labels as they were asked for, place_lines the rest: '
  'event_id is null when the category is gone; unit_price is frozen for the order, or today''s; in_order says that the '
  'labels are known to stand in seat order.';

create function private.asked_lines(p_lines jsonb, out lines private.order_line[], out categories uuid[])
  language plpgsql stable
as $$
declare
  c_most_lines constant integer := 40;
  c_most_seats constant integer := 10;
  c_no_labels constant text := 'seats is a list of 1 to 10 seat labels.';
  v_line jsonb;
  v_category uuid;
  v_labels jsonb;
  v_count integer;
  v_label text;
  v_of_line text[];
  v_fault text;
  v_unknown private.seat[];
begin
  -- The caller writes p_lines: nothing in it is cast before its shape is known.
  if jsonb_typeof(p_lines) is distinct from 'array' or jsonb_array_length(p_lines) not between 1 and c_most_lines then
    perform private.refuse(400, 'invalid', 'p_lines', format('p_lines is a list of 1 to %s lines.', c_most_lines));
  end if;
  for v_number in 0 .. jsonb_array_length(p_lines) - 1 loop
    v_line := p_lines -> v_number;
    if jsonb_typeof(v_line) is distinct from 'object'
       or jsonb_typeof(v_line -> 'ticket_category_id') is distinct from 'string'
       -- 8-4-4-4-12 hexadecimal digits. Counts in a regular expression cost ten times as much.
       or v_line ->> 'ticket_category_id' not like '________-____-____-____-____________'
       or translate(v_line ->> 'ticket_category_id', '0123456789abcdefABCDEF', '') <> '----'
       or jsonb_typeof(v_line -> 'seats') is distinct from 'array' then
      perform private.refuse(400, 'invalid', 'p_lines',
        'A line is {"ticket_category_id": uuid, "seats": [label, …]}.');
    end if;
    v_category := v_line ->> 'ticket_category_id';
    if v_category = any (categories) then
      perform private.refuse(400, 'invalid', 'p_lines', 'A ticket category stands in one line only.');
    end if;
    categories := categories || v_category;
    v_labels := v_line -> 'seats';
    v_count := jsonb_array_length(v_labels);
    if v_count > c_most_seats then
      perform private.refuse(400, 'too_many_seats', c_most_seats::text,
        'At most this many seats of a ticket category in an order.');
    end if;
    v_fault := case when v_count = 0 then c_no_labels end;
    v_of_line := '{}';
    for v_at in 0 .. v_count - 1 loop
      v_label := v_labels ->> v_at;
      if jsonb_typeof(v_labels -> v_at) <> 'string' then
        v_fault := c_no_labels;
      elsif v_label = any (v_of_line) then
        v_fault := coalesce(v_fault, 'A seat stands in a line once.');
      elsif v_label !~ '^([A-Z0-9]{1,4}-)?[A-Z]{1,2}[1-9][0-9]{0,2}$' then
        v_unknown := v_unknown || row (null, null, left(v_label, 32), v_category)::private.seat;
      end if;
      v_of_line := v_of_line || v_label;
    end loop;
    if v_fault is not null then
      perform private.refuse(400, 'invalid', 'p_lines', v_fault);
    end if;
    lines := lines || row (v_category, v_of_line, null, null, null, null, null, null, null, null, null, null, null, null)::private.order_line;
  end loop;
  if v_unknown is not null then
    perform private.refuse(400, 'unknown_seat', private.seats_as_lines(v_unknown),
      'A seat label is A1, or BALC-A1 in a layout, exactly so.');
  end if;
end
$$;
comment on function private.asked_lines(jsonb) is
  'The lines of an order and their categories, in order, every value of the right shape; that categories and seats exist '
  'is not asked. Refusals: PT400 invalid, too_many_seats, unknown_seat.';

create or replace function private.read_lines(p_lines jsonb)
  returns table (line integer, ticket_category_id uuid, seats text[])
  language plpgsql stable set search_path = ''
as $$
declare
  v_line private.order_line;
begin
  line := 0;
  foreach v_line in array (private.asked_lines(p_lines)).lines loop
    line := line + 1;
    ticket_category_id := v_line.ticket_category_id;
    seats := v_line.seats;
    return next;
  end loop;
end
$$;
comment on function private.read_lines(jsonb) is 'The lines of an order, in order. Refusals: those of asked_lines.';
