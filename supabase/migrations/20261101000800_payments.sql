-- Payments: what customers say they have paid, the lines they paid for, the price of an order, and the mail that tells
-- them what was decided.
--
-- Money that has been sent is never refused: submit_payment turns back only what is not a payment at all. Everything
-- that may be wrong with it is recorded `pending`, and staff see it as a warning (migration 1000).

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  order_id uuid not null unique references private.orders (id) on delete restrict,
  order_code text not null,
  transaction_id text not null,
  amount numeric(12, 2) not null check (amount >= 0),
  screenshot_url text not null,
  screenshot_sha256 text not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  reviewed_by uuid,
  reviewed_at timestamptz,
  review_note text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint payments_decided check ((status = 'pending') = (reviewed_at is null))
);
comment on table public.payments is
  'Payments as customers submitted them, one for an order. Written by submit_payment and review_payment only.';
comment on column public.payments.order_id is 'Made on the customer''s device; submitting it again returns the same row.';
comment on column public.payments.transaction_id is 'The UPI reference, in upper case, twelve digits without their grouping.';
comment on column public.payments.amount is 'Rupees the customer says were sent.';
comment on column public.payments.screenshot_url is 'Path in the bucket payments.';
comment on column public.payments.screenshot_sha256 is 'Of the bytes the customer chose, before they were re-encoded.';
comment on column public.payments.review_note is 'What the customer reads about the decision.';
-- One open payment for a reference of one customer; one approved payment for a reference of anybody.
create unique index payments_open_reference on public.payments (user_id, transaction_id) where status in ('pending', 'approved');
create unique index payments_approved_reference on public.payments (transaction_id) where status = 'approved';
create index payments_user_id on public.payments (user_id, created_at desc);
create index payments_transaction_id on public.payments (transaction_id);
create index payments_screenshot_sha256 on public.payments (screenshot_sha256);
-- With the owner, whom the row policies ask for: counting then needs the index alone.
create index payments_status on public.payments (status, created_at desc) include (user_id);
-- What the list is sorted by, in each state and over all. A function's column has no precision, and an index on the
-- column as it is would not sort it.
create index payments_amount on public.payments (amount);
create index payments_amount_order on public.payments ((amount::numeric), id);
create index payments_status_amount on public.payments (status, (amount::numeric), id);
create index payments_status_transaction_id on public.payments (status, transaction_id);
create index payments_search on public.payments using gin
  (transaction_id extensions.gin_trgm_ops, order_code extensions.gin_trgm_ops);
create index payments_created_at on public.payments (created_at desc);
create index payments_updated_at on public.payments (updated_at);
create index payments_order_code on public.payments (order_code);

alter table public.seat_claims add constraint seat_claims_payment_id_fkey
  foreign key (payment_id) references public.payments (id) on delete restrict;

create table public.payment_lines (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references public.payments (id) on delete restrict,
  user_id uuid not null,
  line integer not null,
  ticket_category_id uuid references public.ticket_categories (id) on delete restrict,
  event_id uuid,
  gone_category_id uuid,
  seats text[] not null,
  quantity integer not null check (quantity between 1 and 10),
  unit_price numeric(12, 2) not null check (unit_price >= 0),
  total_amount numeric(12, 2) not null check (total_amount >= 0),
  event_name text not null,
  category_name text not null,
  event_date timestamptz,
  venue text,
  payment_status text not null default 'pending' check (payment_status in ('pending', 'completed', 'failed')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (payment_id, line),
  unique (payment_id, ticket_category_id),
  constraint payment_lines_category_or_gone check (
    (ticket_category_id is null) = (gone_category_id is not null) and (ticket_category_id is null) = (event_id is null)),
  constraint payment_lines_seats check (cardinality(seats) = case when gone_category_id is null then quantity else 0 end)
);
comment on table public.payment_lines is
  'What a payment is for: one line for each ticket category, with names and price as they were. total_amount holds the '
  'line''s price, fee and part of the GST; the lines of a payment sum to the price of the order.';
comment on column public.payment_lines.gone_category_id is
  'The category that the customer paid for but that had been deleted: such a line has no seats and no price.';
comment on column public.payment_lines.payment_status is
  'Pending under review, failed when rejected or when its ticket was taken back, completed with a ticket.';
comment on column public.payment_lines.seats is 'Labels in seat order. Which of them are really claimed is in seat_claims.';
create index payment_lines_user_id on public.payment_lines (user_id);
create index payment_lines_ticket_category_id on public.payment_lines (ticket_category_id);
create index payment_lines_event_id on public.payment_lines (event_id);
create index payment_lines_created_at on public.payment_lines (created_at desc);
create index payment_lines_total_amount on public.payment_lines ((total_amount::numeric), id);
create index payment_lines_status_amount on public.payment_lines (payment_status, (total_amount::numeric), id);
create index payment_lines_payment_status on public.payment_lines (payment_status, created_at desc) include (user_id);

create table public.payment_flags (
  payment_id uuid not null references public.payments (id) on delete cascade,
  flag text not null check (flag in ('beyond_limit')),
  created_at timestamptz not null default now(),
  primary key (payment_id, flag)
);
comment on table public.payment_flags is
  'What was odd when a payment arrived and cannot be computed later, for staff alone. beyond_limit: recorded without '
  'seats, because the customer had too many held and under review.';

create table public.outgoing_mail (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  email text not null,
  kind text not null check (kind in ('payment_approved', 'payment_rejected')),
  payment_id uuid not null references public.payments (id) on delete cascade,
  content jsonb not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  unique (payment_id, kind)
);
comment on table public.outgoing_mail is
  'Mail about a decision, for customers who want it. Filled by review_payment; the embedded server sends it when mail is '
  'configured, a hosted project by a scheduled function. Nobody else reads it.';
comment on column public.outgoing_mail.content is
  '{name, order_code, transaction_id, amount, note, lines: [{event_name, category_name, seats, event_date, venue, total_amount}]}';
create index outgoing_mail_unsent on public.outgoing_mail (next_attempt_at) where sent_at is null;
create index outgoing_mail_user_id on public.outgoing_mail (user_id);

create trigger "90_stamp" before insert or update on public.payments
  for each row execute function private.stamp_row();
create trigger audit after insert or update or delete on public.payments
  for each row execute function private.audit_row('id');
create trigger "90_stamp" before insert or update on public.payment_lines
  for each row execute function private.stamp_row();
create trigger audit after update or delete on public.payment_lines
  for each row execute function private.audit_row('id');

alter table public.payments enable row level security;
create policy "Customers read their own payments" on public.payments
  for select to authenticated using (user_id = (select private.uid()));
create policy "Admins read payments" on public.payments
  for select to authenticated using ((select private.is_admin()));

alter table public.payment_lines enable row level security;
create policy "Customers read their own payment lines" on public.payment_lines
  for select to authenticated using (user_id = (select private.uid()));
create policy "Admins read payment lines" on public.payment_lines
  for select to authenticated using ((select private.is_admin()));

alter table public.payment_flags enable row level security;
create policy "Admins read payment flags" on public.payment_flags
  for select to authenticated using ((select private.is_admin()));

alter table public.outgoing_mail enable row level security;
-- No policy: only the operator's own role sends mail.

-- ---------------------------------------------------------------------------------------------------------------
-- Price

create function private.price_order(
  p_unit_prices numeric[], p_quantities integer[],
  out subtotal numeric, out gst numeric, out fee numeric, out total numeric, out shares numeric[])
  language plpgsql immutable set search_path = ''
as $$
declare
  c_gst_percent constant numeric := 18;
  c_fee_per_seat constant numeric := 3000; -- paise
  v_gst numeric;
  v_subtotal numeric;
  v_fee numeric;
begin
  -- In paise, so that every step is a whole number.
  select coalesce(sum(round(l.price * 100) * l.quantity), 0), coalesce(sum(c_fee_per_seat * l.quantity), 0)
    into v_subtotal, v_fee
    from unnest(p_unit_prices, p_quantities) as l (price, quantity);
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
comment on function private.price_order(numeric[], integer[]) is
  'The price of an order in rupees: subtotal, GST of 18% rounded once and half up in paise, 30 rupees for each seat. '
  'shares are the lines'' parts, price and fee and GST split by largest remainder in line order, and sum to the total. '
  'The twin of priceOrder in src/domain/money.ts; both are tested on src/domain/price-cases.json.';

-- ---------------------------------------------------------------------------------------------------------------
-- Submitting

create function private.normal_reference(p_transaction_id text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select case when r.bare ~ '^[0-9]{12}$' then r.bare else upper(r.trimmed) end
  from (
    select private.clean_text(p_transaction_id) as trimmed,
      regexp_replace(p_transaction_id, '[[:space:]\u00a0\u2000-\u200b\u202f\u2060\ufeff-]', '', 'g') as bare
  ) as r
$$;
comment on function private.normal_reference(text) is
  'A payment reference as it is stored and compared: trimmed, in upper case, twelve digits without their grouping.';

create function private.submission(p_payment public.payments) returns jsonb
  language sql immutable set search_path = ''
as $$
  select jsonb_build_object(
    'payment_id', p_payment.id, 'order_id', p_payment.order_id, 'order_code', p_payment.order_code,
    'transaction_id', p_payment.transaction_id, 'amount', p_payment.amount, 'status', p_payment.status,
    'created_at', p_payment.created_at)
$$;
comment on function private.submission(public.payments) is 'What submit_payment returns.';

create function private.find_submission(p_order_id uuid, p_user_id uuid) returns jsonb
  language plpgsql stable set search_path = ''
as $$
declare
  v_payment public.payments;
begin
  select * into v_payment from public.payments p where p.order_id = p_order_id;
  if not found then
    return null;
  end if;
  if v_payment.user_id is distinct from p_user_id then
    perform private.refuse(403, 'other_user', 'p_order_id', 'This order is another customer''s.');
  end if;
  return private.submission(v_payment);
end
$$;
comment on function private.find_submission(uuid, uuid) is
  'What this order''s submission returned, or null. Refusal: PT403 other_user.';

create function public.submit_payment(
  p_order_id uuid default null, p_transaction_id text default null, p_amount numeric default null,
  p_screenshot_path text default null, p_lines jsonb default null, p_screenshot_sha256 text default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_longest_reference constant integer := 64;
  c_least_amount constant numeric := 1000000000; -- rupees, the first that is too much
  c_most_seats constant integer := 40; -- held and under review, of one customer
  v_user uuid := private.require_user();
  v_answer jsonb;
  v_reference text := private.normal_reference(p_transaction_id);
  v_hash text := lower(p_screenshot_sha256);
  v_amount numeric;
  v_order private.orders;
  v_payment public.payments;
  v_asked private.seat[];
  v_categories uuid[];
  v_wanted private.seat[];
  v_released private.seat[];
  v_other_seats integer;
  v_used text;
begin
  perform private.require_own_order(p_order_id, v_user);
  v_answer := private.find_submission(p_order_id, v_user);
  if v_answer is not null then
    return v_answer;
  end if;

  v_asked := private.asked_seats(p_lines);
  v_categories := array(select distinct a.ticket_category_id from unnest(v_asked) as a);
  if coalesce(v_reference, '') = '' or char_length(v_reference) > c_longest_reference
     or v_reference ~ '[\u0001-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]' then
    perform private.refuse(400, 'invalid', 'p_transaction_id', 'A reference has 1 to 64 printable characters.');
  end if;
  -- NaN and Infinity are greater than every number.
  if p_amount is null or p_amount < 0 or p_amount >= c_least_amount or round(p_amount, 2) >= c_least_amount then
    perform private.refuse(400, 'invalid', 'p_amount', 'The amount is 0 to 999999999.99 rupees.');
  end if;
  v_amount := round(p_amount, 2);
  if v_hash is null or v_hash !~ '^[0-9a-f]{64}$' then
    perform private.refuse(400, 'invalid', 'p_screenshot_sha256', 'The hash is 64 hexadecimal digits.');
  end if;
  if p_screenshot_path is null
     -- In pieces: an expression with the ids in it would be compiled anew for every payment.
     or not starts_with(p_screenshot_path, v_user::text || '/')
     or substr(p_screenshot_path, 38) !~ '^[0-9]{1,16}-[0-9a-f-]{36}\.(png|jpg|jpeg|webp)$'
     or substr(p_screenshot_path, 38 + position('-' in substr(p_screenshot_path, 38)), 36) <> p_order_id::text then
    perform private.refuse(400, 'invalid', 'p_screenshot_path',
      'The path is <user id>/<milliseconds>-<order id>.<png, jpg, jpeg or webp>.');
  end if;

  perform private.lock_customer(v_user);
  perform private.lock_order_events(v_categories, p_order_id);
  v_answer := private.find_submission(p_order_id, v_user); -- a second tab may have been faster
  if v_answer is not null then
    return v_answer;
  end if;
  v_order := private.require_own_order(p_order_id, v_user);
  if v_order.id is null then
    insert into private.orders (id, user_id, order_code) values (p_order_id, v_user, private.order_code(p_order_id))
      on conflict (id) do nothing;
    v_order := private.require_own_order(p_order_id, v_user);
  end if;
  select p.order_code into v_used from public.payments p
    where p.user_id = v_user and p.transaction_id = v_reference and p.status in ('pending', 'approved');
  if found then
    perform private.refuse(409, 'transaction_used', v_used, 'The customer sent this reference with the order in detail.');
  end if;

  -- From here on it is a payment and will be recorded.
  insert into private.order_prices (order_id, ticket_category_id, unit_price)
    select p_order_id, c.id, c.price from public.ticket_categories c where c.id = any (v_categories) order by c.id
    on conflict (order_id, ticket_category_id) do nothing;
  insert into public.payments (user_id, order_id, order_code, transaction_id, amount, screenshot_url, screenshot_sha256)
    values (v_user, p_order_id, v_order.order_code, v_reference, v_amount, p_screenshot_path, v_hash)
    returning * into v_payment;
  perform private.record_lines(v_payment, v_asked);

  select array_agg(row (a.event_id, a.place, a.seat, a.ticket_category_id)::private.seat order by a.n) into v_wanted
    from private.place_seats(v_asked) as a
    where a.place is not null; -- a seat that a changed layout no longer has is lost like any other
  select count(*) into v_other_seats
    from public.seat_claims c
    left join unnest(v_wanted) as w on w.event_id = c.event_id and w.place = c.place and w.seat = c.seat
    where c.user_id = v_user
      and (c.state = 'under_review'
           or c.state = 'held' and c.expires_at > now() and c.order_id <> p_order_id
              and (c.payment_id is null or w.seat is null));
  if v_other_seats + coalesce(cardinality(v_wanted), 0) > c_most_seats then
    insert into public.payment_flags (payment_id, flag) values (v_payment.id, 'beyond_limit');
    v_wanted := null;
  end if;
  select array_agg(row (c.event_id, c.place, c.seat, c.ticket_category_id)::private.seat) into v_released
    from public.seat_claims c
    where c.order_id = p_order_id and c.state = 'held'
      and not exists (select from unnest(v_wanted) as w
                      where w.event_id = c.event_id and w.place = c.place and w.seat = c.seat);
  perform private.return_usage(v_user, v_wanted || v_released);
  perform private.claim_seats(v_wanted, v_released, 'under_review', v_user, p_order_id, v_payment.id, null);
  update private.orders o set submitted_at = now(), expires_at = least(o.expires_at, now()) where o.id = p_order_id;
  return private.submission(v_payment);
end
$$;
comment on function public.submit_payment(uuid, text, numeric, text, jsonb, text) is
  'Records that a payment was sent, once for each order id: again, even with other contents, returns the stored row. '
  'Seats that are free or held by the order go under review; whatever else is wrong is recorded and shown to staff. '
  'Refusals: PT401 not_signed_in, PT400 invalid, too_many_seats, unknown_seat, PT403 other_user, PT409 transaction_used '
  '(detail: that order''s code). Security definer: nobody writes payments directly.';

create function private.deleted_name(p_ticket_category_id uuid) returns text
  language sql stable set search_path = ''
as $$
  select a.before ->> 'name' from public.audit_log a
  where a."table" = 'ticket_categories' and a.row_id = p_ticket_category_id::text and a.action = 'delete'
  order by a.at desc limit 1
$$;
comment on function private.deleted_name(uuid) is 'What a deleted ticket category was called; null when it never was.';

create function private.record_lines(p_payment public.payments, p_asked private.seat[]) returns void
  language sql volatile set search_path = ''
as $$
  with asked as (
    select a.ticket_category_id, row_number() over (order by min(a.n)) as line,
      array_agg(a.seat order by private.seat_order(a.seat) collate "C") as seats
    from unnest(p_asked) with ordinality as a (event_id, place, seat, ticket_category_id, n) group by 1
  ), known as (
    select a.*, c.id, c.name, c.event_id, g.name || ' - ' || e.city as event_name, e.date, e.venue, o.unit_price
    from asked a
    left join public.ticket_categories c on c.id = a.ticket_category_id
    left join public.events e on e.id = c.event_id
    left join public.singers g on g.id = e.singer_id
    left join private.order_prices o on o.order_id = p_payment.order_id and o.ticket_category_id = c.id
  ), priced as (
    -- The shares are those of the lines whose category exists, in their order.
    select (private.price_order(array_agg(k.unit_price order by k.line), array_agg(cardinality(k.seats) order by k.line))).shares
    from known k where k.id is not null
  )
  insert into public.payment_lines (payment_id, user_id, line, ticket_category_id, event_id, gone_category_id, seats, quantity,
      unit_price, total_amount, event_name, category_name, event_date, venue)
    select p_payment.id, p_payment.user_id, k.line, k.id, k.event_id,
      case when k.id is null then k.ticket_category_id end,
      case when k.id is null then '{}' else k.seats end,
      cardinality(k.seats), coalesce(k.unit_price, 0),
      case when k.id is null then 0 else p.shares[count(k.id) over (order by k.line)] end,
      coalesce(k.event_name, ''),
      coalesce(k.name, case when k.id is null then private.deleted_name(k.ticket_category_id) end, ''), k.date, k.venue
    from known k, priced p
$$;
comment on function private.record_lines(public.payments, private.seat[]) is
  'Writes the lines of a new payment with the order''s frozen prices and the names of the moment.';

-- ---------------------------------------------------------------------------------------------------------------
-- Asking

create function public.check_payment_status(p_transaction_id text default null)
  returns table (payment_id uuid, order_id uuid, order_code text, transaction_id text, amount numeric, status text,
                 created_at timestamptz, reviewed_at timestamptz, review_note text, seats_held boolean)
  language sql stable set search_path = ''
as $$
  select p.id, p.order_id, p.order_code, p.transaction_id, p.amount, p.status, p.created_at, p.reviewed_at, p.review_note,
    (select count(*) from public.seat_claims c where c.payment_id = p.id)
      = (select sum(l.quantity) from public.payment_lines l where l.payment_id = p.id)
  from public.payments p
  where p.user_id = private.uid() and p.transaction_id = private.normal_reference(p_transaction_id)
  order by (p.status = 'pending') desc, p.created_at desc, p.id
$$;
comment on function public.check_payment_status(text) is
  'The caller''s own payments with this reference, undecided first, then newest; none for an unknown one or another''s. '
  'seats_held: every seat paid for is still kept for it. Invoker: row security decides.';

create function private.grant_payments() returns void
  language plpgsql set search_path = ''
as $$
begin
  revoke all on table public.payments, public.payment_lines, public.payment_flags, public.outgoing_mail
    from public, anon, authenticated;
  grant select on table public.payments, public.payment_lines, public.payment_flags to authenticated;
  grant select, update on table public.outgoing_mail to service_role;

  revoke all on function private.price_order(numeric[], integer[]), private.normal_reference(text),
    private.submission(public.payments), private.find_submission(uuid, uuid), private.record_lines(public.payments, private.seat[]),
    private.deleted_name(uuid), private.grant_payments(),
    public.submit_payment(uuid, text, numeric, text, jsonb, text), public.check_payment_status(text)
    from public, anon, authenticated;
  grant execute on function private.normal_reference(text) to authenticated;
  -- Visitors may call submit_payment only to be told to sign in.
  grant execute on function public.submit_payment(uuid, text, numeric, text, jsonb, text) to anon, authenticated;
  grant execute on function public.check_payment_status(text) to authenticated;
end
$$;
comment on function private.grant_payments() is 'All privileges of this file; can be repeated.';
select private.grant_payments();
