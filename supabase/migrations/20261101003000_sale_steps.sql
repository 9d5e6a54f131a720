-- A sale in fewer steps: the same rules, refusals, locks and rows as before, for less of the processor.
--
-- A call costs what it sets up: every statement, and for each transaction anew every operator of every expression that it
-- comes by. Nearly every payment is for just the lines that its order held last, and of those the shop knows already that
-- they are well formed, at which event they are and what they cost. So:
-- * an order remembers its lines, their event and their shares of the price; submit_payment reads, prices and looks up anew
--   only what is not known;
-- * it reads its order in the statement that marks it submitted;
-- * the CHECK of a claim comes by the operators of one state only, and new rows of a sale are stamped by defaults;
-- * the times that seats were held do without their foreign key.
-- Measurements: docs/decisions/sale-speed.md.

-- ---------------------------------------------------------------------------------------------------------------
-- Tables

alter table private.orders add column lines jsonb, add column event_id uuid, add column shares numeric[];
comment on column private.orders.lines is
  'p_lines of the last hold; null when never held, held before there was this column, or with more text than an order needs.';
comment on column private.orders.event_id is 'Of all its lines, when they were held; null when they are at several.';
comment on column private.orders.shares is 'Of the lines in the price, when they were held: what price_order said.';

-- How long a seat was held counts for two hours. For each seat the foreign key locked the event, which everybody holds at,
-- and had an index of its own, for the few events that are ever deleted.
alter table private.hold_usage drop constraint hold_usage_event_id_fkey;
drop index private.hold_usage_event_id;

create function private.forget_held_times() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.hold_usage u where u.event_id = old.id or u.since < now() - interval '2 hours';
  return null;
end
$$;
comment on function private.forget_held_times() is
  'With an event go the times that its seats were held, and those that count no more. Security definer: nobody reaches them.';
create trigger forget_held_times after delete on public.events
  for each row execute function private.forget_held_times();

-- Functions alone write these tables, and none says when a row was made or changed: for a new row the defaults are enough.
alter table public.payments alter column updated_at set default clock_timestamp();
alter table public.payment_lines alter column updated_at set default clock_timestamp();
alter table public.seat_claims alter column updated_at set default clock_timestamp();
drop trigger "90_stamp" on public.payments;
drop trigger "90_stamp" on public.payment_lines;
drop trigger "90_stamp" on public.seat_claims;
create trigger "90_stamp" before update on public.payments for each row execute function private.stamp_row();
create trigger "90_stamp" before update on public.payment_lines for each row execute function private.stamp_row();
create trigger "90_stamp" before update on public.seat_claims for each row execute function private.stamp_row();

create or replace function private.is_sound_claim(
  p_state text, p_source text, p_user_id uuid, p_order_id uuid, p_payment_id uuid, p_ticket_id uuid, p_expires_at timestamptz)
  returns boolean language plpgsql immutable parallel safe
as $$
begin
  -- One state at a time: what is not come by costs nothing.
  if p_state = 'held' then
    return p_source = 'order' and num_nulls(p_user_id, p_order_id, p_expires_at) = 0 and p_ticket_id is null;
  elsif p_state = 'under_review' then
    return p_source = 'order' and num_nulls(p_user_id, p_order_id, p_payment_id) = 0
      and num_nonnulls(p_ticket_id, p_expires_at) = 0;
  end if;
  return p_state = 'sold' and p_expires_at is null and case p_source
    when 'order' then num_nulls(p_user_id, p_order_id, p_payment_id, p_ticket_id) = 0
    when 'box_office' then num_nulls(p_user_id, p_order_id) > 0 and p_ticket_id is null
    else false end;
end
$$;

-- ---------------------------------------------------------------------------------------------------------------
-- Lines

create function private.known_lines(p_lines jsonb) returns private.order_line[]
  language plpgsql immutable
as $$
declare
  v_line jsonb;
  v_lines private.order_line[];
begin
  for v_at in 0 .. jsonb_array_length(p_lines) - 1 loop
    v_line := p_lines -> v_at;
    -- Labels are letters, digits and hyphens: their list can be read as text.
    v_lines[v_at + 1] := row ((v_line ->> 'ticket_category_id')::uuid,
      string_to_array(translate(v_line ->> 'seats', '[]" ', ''), ','),
      null, null, null, null, null, null, null, null, null, null, null, null)::private.order_line;
  end loop;
  return v_lines;
end
$$;
comment on function private.known_lines(jsonb) is
  'What asked_lines answers of lines that it was asked about before: nothing is checked.';

drop function private.place_lines(private.order_line[], uuid);
create function private.place_lines(
  p_lines private.order_line[], p_order_id uuid,
  out lines private.order_line[], out seats private.seat[], out unknown private.seat[], out not_on_sale private.seat[],
  out event_id uuid)
  language plpgsql volatile
as $$
declare
  v_line private.order_line;
  v_category uuid;
  v_labels text[];
  v_label text;
  v_place text;
  v_position integer;
  v_last integer;
begin
  foreach v_line in array p_lines loop
    v_category := v_line.ticket_category_id;
    v_labels := v_line.seats;
    -- It cannot be deleted from here on. One that moved to another event while we waited is read as it is now.
    select c.id, v_labels, c.event_id, coalesce(p.unit_price, c.price), p.unit_price is not null,
        c.name, e.singer_id, e.city, e.date, e.venue, e.status = 'scheduled' and e.date > now(), c.total_tickets,
        c.grid_columns, c.grid_columns is not null
      into v_line
      from public.ticket_categories c
      left join public.events e on e.id = c.event_id
      left join private.order_prices p on p.order_id = p_order_id and p.ticket_category_id = c.id
      where c.id = v_category
      for key share of c;
    if not found then
      v_line.ticket_category_id := v_category;
      v_line.seats := v_labels;
    end if;
    v_last := 0;
    foreach v_label in array v_labels loop
      if v_line.grid_columns is not null then
        v_position := private.grid_position(v_label, v_line.grid_columns);
        v_place := case when v_position <= v_line.total_tickets then v_category::text end;
        if v_position is null or v_position < v_last then
          v_line.in_order := false;
        end if;
        v_last := v_position;
      else
        v_place := private.place_of(v_category, v_label);
      end if;
      if v_place is not null then
        seats := seats || row (v_line.event_id, v_place, v_label, v_category)::private.seat;
      else
        unknown := unknown || row (v_line.event_id, null, v_label, v_category)::private.seat;
      end if;
      if v_line.on_sale is not true then
        not_on_sale := not_on_sale || row (null, null, v_label, v_category)::private.seat;
      end if;
    end loop;
    event_id := case when lines is null or event_id = v_line.event_id then v_line.event_id end;
    lines := lines || v_line;
  end loop;
end
$$;
comment on function private.place_lines(private.order_line[], uuid) is
  'The asked lines with all that order_line has, and their seats with event and place. unknown are seats that their '
  'category does not sell, not_on_sale those whose event is over, cancelled or gone; either is null when there is none. '
  'event_id is that of all lines, null when they are at several or a category is gone. '
  'The categories are kept until the end of the transaction; the caller has shared their events.';

drop function private.record_lines(uuid, uuid, uuid, private.order_line[]);
create function private.record_lines(
  p_payment_id uuid, p_user_id uuid, p_order_id uuid, p_lines private.order_line[], p_shares numeric[]) returns void
  language plpgsql volatile
as $$
declare
  v_line private.order_line;
  v_number integer := 0;
  v_known integer := 0;
  v_prices numeric[];
  v_quantities integer[];
  v_shares numeric[] := p_shares;
begin
  if v_shares is null then
    -- Of the lines whose category exists, in their order.
    foreach v_line in array p_lines loop
      if v_line.event_id is not null then
        v_prices := v_prices || v_line.unit_price;
        v_quantities := v_quantities || cardinality(v_line.seats);
      end if;
    end loop;
    v_shares := (private.price_order(v_prices, v_quantities)).shares;
  end if;

  foreach v_line in array p_lines loop
    v_number := v_number + 1;
    if v_line.event_id is null then
      insert into public.payment_lines (payment_id, user_id, line, gone_category_id, seats, quantity, unit_price, total_amount,
          event_name, category_name)
        values (p_payment_id, p_user_id, v_number, v_line.ticket_category_id, '{}', cardinality(v_line.seats), 0, 0, '',
          coalesce(private.deleted_name(v_line.ticket_category_id), ''));
      continue;
    end if;
    v_known := v_known + 1;
    if not v_line.is_frozen then
      insert into private.order_prices (order_id, ticket_category_id, unit_price)
        values (p_order_id, v_line.ticket_category_id, v_line.unit_price);
    end if;
    if not v_line.in_order then
      v_line.seats := array(select s from unnest(v_line.seats) as s order by private.seat_order(s) collate "C");
    end if;
    insert into public.payment_lines (payment_id, user_id, line, ticket_category_id, event_id, seats, quantity, unit_price,
        total_amount, event_name, category_name, event_date, venue)
      values (p_payment_id, p_user_id, v_number, v_line.ticket_category_id, v_line.event_id, v_line.seats,
        cardinality(v_line.seats), v_line.unit_price, v_shares[v_known],
        coalesce((select g.name || ' - ' || v_line.city from public.singers g where g.id = v_line.singer_id), ''),
        v_line.category_name, v_line.event_date, v_line.venue);
  end loop;
end
$$;
comment on function private.record_lines(uuid, uuid, uuid, private.order_line[], numeric[]) is
  'Writes the lines of a new payment, as place_lines returned them, with the order''s frozen prices and the names of the '
  'moment. p_shares are the shares of the lines in the price, where they are known. The caller holds the customer''s lock '
  'and keeps the categories.';

-- ---------------------------------------------------------------------------------------------------------------
-- Holding and submitting

create or replace function public.hold_seats(p_order_id uuid default null, p_lines jsonb default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_hold constant interval := interval '10 minutes';
  c_most_seats constant integer := 40; -- held and under review, of one customer
  c_remembered constant integer := 2000; -- bytes of p_lines; a line of ten seats has some 200
  v_user uuid := auth.uid();
  v_order private.orders;
  v_lines jsonb;
  v_asked record;
  v_placed record;
  v_line private.order_line;
  v_mine record;
  v_wanted private.seat[];
  v_released private.seat[];
  v_refused private.seat[];
  v_other_seats integer := 0;
  v_known boolean;
  v_budget private.seat_budget[];
  v_expires timestamptz;
  v_until timestamptz;
  v_got private.seat[];
  v_prices numeric[];
  v_quantities integer[];
  v_price record;
  v_answer jsonb := '[]';
begin
  if v_user is null then
    perform private.require_user();
  end if;
  perform private.lock_customer(v_user);
  v_order := private.require_own_order(p_order_id, v_user);
  v_asked := private.asked_lines(p_lines);
  perform private.share_order_events(v_asked.categories, p_order_id);
  if v_order.submitted_at is not null then
    perform private.refuse(409, 'order_submitted', v_order.order_code, 'This order was submitted; start another.');
  end if;

  v_placed := private.place_lines(v_asked.lines, p_order_id);
  v_wanted := v_placed.seats;
  if v_placed.not_on_sale is not null then
    perform private.refuse(409, 'not_on_sale', private.seats_as_lines(v_placed.not_on_sale),
      'The event is over, cancelled or gone; detail has the lines.');
  end if;
  if v_placed.unknown is not null then
    perform private.refuse(400, 'unknown_seat', private.seats_as_lines(v_placed.unknown),
      'The category sells no such seats.');
  end if;

  -- Most customers come for the first time: nothing is held, and no time of holding spent.
  v_known := exists (select from public.seat_claims c where c.user_id = v_user and c.state <> 'sold')
    or exists (select from private.hold_usage u where u.user_id = v_user);
  -- Holding again never lengthens; after the hold ran out it begins anew.
  v_expires := case when v_order.expires_at > now() then v_order.expires_at else now() + c_hold end;
  if v_known then
    v_mine := private.claims_besides(v_user, p_order_id, v_wanted);
    v_released := v_mine.released;
    v_other_seats := v_mine.other_seats;
  end if;
  if v_other_seats + cardinality(v_wanted) > c_most_seats then
    perform private.refuse(429, 'too_many', c_most_seats::text,
      'So many seats of one customer may be held and under review at a time.');
  end if;
  if v_known then
    select array_agg(b),
        array_agg(row (b.event_id, b.place, b.seat, b.ticket_category_id)::private.seat) filter (where b.may_hold_until <= now()),
        min(b.may_hold_until)
      into v_budget, v_refused, v_until
      from private.hold_budget(v_user, p_order_id, v_wanted) as b;
    if v_refused is not null then
      perform private.refuse(429, 'held_too_long', private.seats_as_lines(v_refused),
        'These seats were held for half an hour within the last hour.');
    end if;
    v_expires := least(v_expires, v_until);
  end if;

  foreach v_line in array v_placed.lines loop
    v_prices := v_prices || v_line.unit_price;
    v_quantities := v_quantities || cardinality(v_line.seats);
    v_answer := v_answer || jsonb_build_object('ticket_category_id', v_line.ticket_category_id,
      'unit_price', v_line.unit_price, 'quantity', cardinality(v_line.seats));
  end loop;
  v_price := private.price_order(v_prices, v_quantities);
  -- The caller writes p_lines, and may write more into it than is read.
  if pg_column_size(p_lines) <= c_remembered then
    v_lines := p_lines;
  end if;
  if v_order.id is null then
    insert into private.orders (id, user_id, order_code, expires_at, lines, event_id, shares)
      values (p_order_id, v_user, private.order_code(p_order_id), v_expires, v_lines, v_placed.event_id, v_price.shares)
      on conflict (id) do nothing returning * into v_order;
    if not found then
      -- Somebody else took the id a moment ago; our own orders wait for the customer's lock.
      perform private.require_own_order(p_order_id, v_user);
    end if;
  else
    update private.orders o
      set expires_at = v_expires, lines = v_lines, event_id = v_placed.event_id, shares = v_price.shares
      where o.id = p_order_id;
    delete from private.order_prices p where p.order_id = p_order_id and p.ticket_category_id <> all (v_asked.categories);
  end if;
  if v_known then
    delete from private.hold_usage u where u.user_id = v_user and u.since < now() - interval '2 hours';
    perform private.book_usage(v_user, v_budget, v_expires);
  else
    insert into private.hold_usage (user_id, event_id, place, seat, since, used)
      select v_user, w.event_id, w.place, w.seat, now(), v_expires - now() from unnest(v_wanted) as w;
  end if;
  if v_released is not null then
    perform private.return_usage(v_user, v_released);
  end if;
  v_got := private.claim_seats(v_wanted, v_released, 'held', v_user, p_order_id, null, v_expires);
  if cardinality(v_got) < cardinality(v_wanted) then
    perform private.refuse(409, 'seats_taken', private.seats_as_lines(private.missing_seats(v_wanted, v_got)),
      'Detail has the seats somebody else has.');
  end if;

  foreach v_line in array v_placed.lines loop
    if not v_line.is_frozen then
      insert into private.order_prices (order_id, ticket_category_id, unit_price)
        values (p_order_id, v_line.ticket_category_id, v_line.unit_price);
    end if;
  end loop;
  return jsonb_build_object(
    'order_id', p_order_id, 'order_code', v_order.order_code, 'expires_at', v_expires, 'server_time', clock_timestamp(),
    'extended', v_order.extended, 'lines', v_answer,
    'subtotal', v_price.subtotal, 'gst', v_price.gst, 'fee', v_price.fee, 'total', v_price.total);
end
$$;

create or replace function public.submit_payment(
  p_order_id uuid default null, p_transaction_id text default null, p_amount numeric default null,
  p_screenshot_path text default null, p_lines jsonb default null, p_screenshot_sha256 text default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_longest_reference constant integer := 64;
  c_least_amount constant numeric := 1000000000; -- rupees, the first that is too much
  c_most_seats constant integer := 40; -- held and under review, of one customer
  v_user uuid := auth.uid();
  v_answer jsonb;
  v_reference text := private.normal_reference(p_transaction_id);
  v_hash text := lower(p_screenshot_sha256);
  v_name text := substr(p_screenshot_path, 38); -- after the user's id
  v_taken_at text := split_part(v_name, '-', 1);
  v_type text := substr(v_name, length(v_taken_at) + 39); -- after a hyphen, the order's id and a dot
  v_amount numeric;
  v_order private.orders;
  v_payment public.payments;
  v_as_held boolean;
  v_asked record;
  v_lines private.order_line[];
  v_placed record;
  v_mine record;
  v_held private.seat[];
  v_wanted private.seat[];
  v_other_seats integer;
  v_used text;
begin
  if v_user is null then
    perform private.require_user();
  end if;
  -- A second tab waits here, and then finds what the first one sent.
  perform private.lock_customer(v_user);
  -- Read and marked in one; whoever refuses further down takes it back.
  update private.orders o set submitted_at = now(), expires_at = least(o.expires_at, now())
    where o.id = p_order_id and o.user_id = v_user and o.submitted_at is null
    returning * into v_order;
  if not found then
    v_order := private.require_own_order(p_order_id, v_user);
    if v_order.submitted_at is not null then
      v_answer := private.find_submission(p_order_id, v_user);
      if v_answer is not null then
        return v_answer;
      end if;
    end if;
  end if;

  -- Nearly always what is paid for was just held.
  v_as_held := v_order.event_id is not null and p_lines = v_order.lines;
  if v_as_held then
    v_lines := private.known_lines(p_lines);
  else
    v_asked := private.asked_lines(p_lines);
    v_lines := v_asked.lines;
  end if;
  if coalesce(v_reference, '') = '' or char_length(v_reference) > c_longest_reference
     or v_reference ~ '[\u0001-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]' then
    perform private.refuse(400, 'invalid', 'p_transaction_id', 'A reference has 1 to 64 printable characters.');
  end if;
  -- NaN and Infinity are greater than every number.
  if p_amount is null or p_amount < 0 or p_amount >= c_least_amount or round(p_amount, 2) >= c_least_amount then
    perform private.refuse(400, 'invalid', 'p_amount', 'The amount is 0 to 999999999.99 rupees.');
  end if;
  v_amount := round(p_amount, 2);
  if v_hash is null or length(v_hash) <> 64 or v_hash ~ '[^0-9a-f]' then
    perform private.refuse(400, 'invalid', 'p_screenshot_sha256', 'The hash is 64 hexadecimal digits.');
  end if;
  -- Put together and compared: a regular expression with the ids in it would be compiled anew for every payment.
  if p_screenshot_path is distinct from concat(v_user, '/', v_taken_at, '-', p_order_id, '.', v_type)
     or length(v_taken_at) not between 1 and 16 or translate(v_taken_at, '0123456789', '') <> ''
     or v_type not in ('png', 'jpg', 'jpeg', 'webp') then
    perform private.refuse(400, 'invalid', 'p_screenshot_path',
      'The path is <user id>/<milliseconds>-<order id>.<png, jpg, jpeg or webp>.');
  end if;

  if v_as_held then
    perform private.share_event(v_order.event_id);
  else
    perform private.share_order_events(v_asked.categories, p_order_id);
  end if;
  if v_order.id is null then
    insert into private.orders (id, user_id, order_code, submitted_at)
      values (p_order_id, v_user, private.order_code(p_order_id), now())
      on conflict (id) do nothing;
    v_order := private.require_own_order(p_order_id, v_user);
  end if;
  insert into public.payments (user_id, order_id, order_code, transaction_id, amount, screenshot_url, screenshot_sha256)
    values (v_user, p_order_id, v_order.order_code, v_reference, v_amount, p_screenshot_path, v_hash)
    on conflict (user_id, transaction_id) where status in ('pending', 'approved') do nothing
    returning * into v_payment;
  if not found then
    select p.order_code into v_used from public.payments p
      where p.user_id = v_user and p.transaction_id = v_reference and p.status in ('pending', 'approved');
    perform private.refuse(409, 'transaction_used', v_used, 'The customer sent this reference with the order in detail.');
  end if;

  -- From here on it is a payment and will be recorded.
  v_placed := private.place_lines(v_lines, p_order_id);
  if v_as_held and v_placed.event_id is distinct from v_order.event_id then
    -- The hold ran out, and staff moved or deleted a category since.
    v_as_held := false;
    perform private.share_order_events(array(select l.ticket_category_id from unnest(v_lines) as l), p_order_id);
    v_placed := private.place_lines(v_lines, p_order_id);
  end if;
  perform private.record_lines(
    v_payment.id, v_user, p_order_id, v_placed.lines, case when v_as_held then v_order.shares end);

  -- A seat that a changed layout no longer has is lost like any other.
  v_wanted := v_placed.seats;
  select array_agg(row (c.event_id, c.place, c.seat, c.ticket_category_id)::private.seat)
        filter (where c.order_id = p_order_id and c.state = 'held'),
      count(*) filter (where c.state = 'under_review' or c.expires_at > now() and c.order_id <> p_order_id)
    into v_held, v_other_seats
    from public.seat_claims c
    where c.user_id = v_user and c.state <> 'sold';
  -- Nearly always the order holds just what was paid for.
  if v_wanted <@ v_held and cardinality(v_held) = cardinality(v_wanted)
     and v_other_seats + cardinality(v_wanted) <= c_most_seats then
    perform private.review_held(p_order_id, v_payment.id);
  else
    v_mine := private.claims_besides(v_user, p_order_id, v_wanted);
    if v_mine.other_seats + coalesce(cardinality(v_wanted), 0) > c_most_seats then
      insert into public.payment_flags (payment_id, flag) values (v_payment.id, 'beyond_limit');
      v_wanted := null;
      v_mine.released := v_held;
    end if;
    perform private.return_usage(v_user, v_wanted || v_mine.released);
    perform private.claim_seats(v_wanted, v_mine.released, 'under_review', v_user, p_order_id, v_payment.id, null);
  end if;
  return private.submission(v_payment);
end
$$;

-- Of the migration of payments, with the functions that are new or take more.
create or replace function private.grant_payments() returns void
  language plpgsql set search_path = ''
as $$
begin
  revoke all on table public.payments, public.payment_lines, public.payment_flags, public.outgoing_mail
    from public, anon, authenticated;
  grant select on table public.payments, public.payment_lines, public.payment_flags to authenticated;
  grant select, update on table public.outgoing_mail to service_role;

  revoke all on function private.price_order(numeric[], integer[]), private.normal_reference(text),
    private.submission(public.payments), private.find_submission(uuid, uuid),
    private.record_lines(uuid, uuid, uuid, private.order_line[], numeric[]), private.known_lines(jsonb), private.forget_held_times(),
    private.deleted_name(uuid), private.grant_payments(),
    public.submit_payment(uuid, text, numeric, text, jsonb, text), public.check_payment_status(text)
    from public, anon, authenticated;
  grant execute on function private.normal_reference(text) to authenticated;
  -- Visitors may call submit_payment only to be told to sign in.
  grant execute on function public.submit_payment(uuid, text, numeric, text, jsonb, text) to anon, authenticated;
  grant execute on function public.check_payment_status(text) to authenticated;
end
$$;
select private.grant_seats();
select private.grant_payments();
