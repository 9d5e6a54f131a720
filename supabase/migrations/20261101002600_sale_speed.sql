-- A hold and a submission for less of the processor: the same rules, refusals, locks and rows as before.
--
-- What they cost was hardly the work on rows. It was statements being set up: a query started for every look at an array,
-- a function in SQL started (before PostgreSQL 18 also parsed and planned) for every call, joins of unnested arrays where
-- most orders have one category. Replaced here, each by one that says the same:
-- * asked_seats reads the lines in plain expressions, and read_lines groups what it read;
-- * place_seats answers with an array, and asks for a category once, not for each seat;
-- * what a sale calls on its way is PL/pgSQL, whose plans stay;
-- * claim_seats looks for the seats it got only when some are missing.
-- The next file has hold_seats and submit_payment themselves. Measurements: docs/decisions/sale-speed.md.

-- ---------------------------------------------------------------------------------------------------------------
-- Foundation and people: the same bodies in PL/pgSQL

create or replace function private.uid() returns uuid
  language plpgsql stable security definer set search_path = ''
as $$ begin return auth.uid(); end $$;

create or replace function private.lock_customer(p_user_id uuid) returns void
  language plpgsql volatile set search_path = ''
as $$ begin perform pg_advisory_xact_lock(hashtextextended('customer:' || p_user_id::text, 0)); end $$;

create or replace function private.share_event(p_event_id uuid) returns void
  language plpgsql volatile set search_path = ''
as $$ begin perform pg_advisory_xact_lock_shared(hashtextextended('event:' || p_event_id::text, 0)); end $$;

create or replace function private.audit_row() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_before jsonb := case when tg_op = 'INSERT' then null else to_jsonb(old) end;
  v_after jsonb := case when tg_op = 'DELETE' then null else to_jsonb(new) end;
begin
  if tg_op = 'UPDATE' and v_before - 'updated_at' = v_after - 'updated_at' then
    return null;
  end if;
  -- record_audit, written out: one function fewer for each row.
  insert into public.audit_log (actor, action, "table", row_id, before, after)
  values (auth.uid(), lower(tg_op), tg_table_name, coalesce(v_after, v_before) ->> tg_argv[0], v_before, v_after);
  return null;
end
$$;

-- ---------------------------------------------------------------------------------------------------------------
-- Labels, codes and prices

create or replace function private.grid_position(p_seat text, p_columns integer) returns integer
  language plpgsql immutable strict parallel safe set search_path = ''
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
  language plpgsql immutable strict parallel safe set search_path = ''
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
  language plpgsql immutable parallel safe set search_path = ''
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
  language plpgsql immutable set search_path = ''
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
  language plpgsql immutable set search_path = ''
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

create or replace function private.asked_seats(p_lines jsonb) returns private.seat[]
  language plpgsql stable set search_path = ''
as $$
declare
  c_most_lines constant integer := 40;
  c_most_seats constant integer := 10;
  c_label constant text := '^([A-Z0-9]{1,4}-)?[A-Z]{1,2}[1-9][0-9]{0,2}$';
  c_hexadecimal constant text := '0123456789abcdefABCDEF';
  v_line jsonb;
  v_category uuid;
  v_seen uuid[] := '{}'::uuid[];
  v_labels jsonb;
  v_label text;
  v_of_line text[];
  v_texts boolean;
  v_different boolean;
  v_asked private.seat[] := '{}'::private.seat[];
  v_unknown private.seat[] := '{}'::private.seat[];
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
       or translate(v_line ->> 'ticket_category_id', c_hexadecimal, '') <> '----'
       or jsonb_typeof(v_line -> 'seats') is distinct from 'array' then
      perform private.refuse(400, 'invalid', 'p_lines',
        'A line is {"ticket_category_id": uuid, "seats": [label, …]}.');
    end if;
    v_category := (v_line ->> 'ticket_category_id')::uuid;
    if v_category = any (v_seen) then
      perform private.refuse(400, 'invalid', 'p_lines', 'A ticket category stands in one line only.');
    end if;
    v_seen := v_seen || v_category;
    v_labels := v_line -> 'seats';
    if jsonb_array_length(v_labels) > c_most_seats then
      perform private.refuse(400, 'too_many_seats', c_most_seats::text,
        'At most this many seats of a ticket category in an order.');
    end if;
    v_texts := jsonb_array_length(v_labels) > 0;
    v_different := true;
    v_of_line := '{}'::text[];
    for v_at in 0 .. jsonb_array_length(v_labels) - 1 loop
      v_texts := v_texts and jsonb_typeof(v_labels -> v_at) = 'string';
      v_label := v_labels ->> v_at;
      v_different := v_different and v_label <> all (v_of_line);
      v_of_line := v_of_line || v_label;
      v_asked := v_asked || row (null, null, v_label, v_category)::private.seat;
      if v_label !~ c_label then
        v_unknown := v_unknown || row (null, null, left(v_label, 32), v_category)::private.seat;
      end if;
    end loop;
    if not v_texts then
      perform private.refuse(400, 'invalid', 'p_lines', 'seats is a list of 1 to 10 seat labels.');
    end if;
    if not v_different then
      perform private.refuse(400, 'invalid', 'p_lines', 'A seat stands in a line once.');
    end if;
  end loop;
  if cardinality(v_unknown) > 0 then
    perform private.refuse(400, 'unknown_seat', private.seats_as_lines(v_unknown),
      'A seat label is A1, or BALC-A1 in a layout, exactly so.');
  end if;
  return v_asked;
end
$$;
comment on function private.asked_seats(jsonb) is
  'The seats of the lines, one after the other, without event and place, every value of the right shape; that categories '
  'and seats exist is not asked. Refusals: PT400 invalid, too_many_seats, unknown_seat.';

create or replace function private.read_lines(p_lines jsonb)
  returns table (line integer, ticket_category_id uuid, seats text[])
  language plpgsql stable set search_path = ''
as $$
begin
  return query
    select row_number() over (order by min(a.n))::integer, a.ticket_category_id, array_agg(a.seat order by a.n)
    from unnest(private.asked_seats(p_lines)) with ordinality as a (event_id, place, seat, ticket_category_id, n)
    group by a.ticket_category_id order by 1;
end
$$;
comment on function private.read_lines(jsonb) is 'The lines of an order, in order. Refusals: those of asked_seats.';
