-- Seats under review have an end, and staff clear a flood of fake payments with one press each.
--
--   seat_claims.review_until     until when a payment that is being checked keeps its seats; null: until it is decided.
--   check_payment_status         answers kept_until as well.
--   payments.picture_digest      the digest of the stored screenshot's bytes; null while none is stored.
--   get_payment_details          answers kept_until, collapsed and more_of_customer as well.
--   reject_payments(p_payment_ids, p_note)
--   release_customer_seats(p_user_id), close_account(p_user_id, p_reason), reopen_account(p_user_id), closed_accounts()
--   private.tidy_sale()          to be called once a day; the shop's own server does, hosted shops let pg_cron.
-- Decision: docs/decisions/seats-under-review.md.

-- ---------------------------------------------------------------------------------------------------------------
-- Terms of the operator

alter table public.shop_settings
  add column review_hours integer not null default 24,
  add column review_minutes integer not null default 15,
  add constraint shop_settings_review_possible
    check (review_hours between 1 and 720 and review_minutes between 5 and 1440 and review_minutes <= review_hours * 60);
comment on column public.shop_settings.review_hours is
  'Hours that a payment with a stored screenshot keeps its seats while nobody decides and no bank credit backs it.';
comment on column public.shop_settings.review_minutes is 'Minutes that a payment without a stored screenshot keeps its seats.';

create function private.guard_review_terms() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if new.review_hours is null or new.review_hours not between 1 and 720 then
    perform private.refuse(400, 'invalid', 'review_hours', 'review_hours is 1 to 720.');
  end if;
  if new.review_minutes is null or new.review_minutes not between 5 and 1440
     or new.review_minutes > new.review_hours * 60 then
    perform private.refuse(400, 'invalid', 'review_minutes', 'review_minutes is 5 to 1440, and not more than review_hours.');
  end if;
  return new;
end
$$;
comment on function private.guard_review_terms() is 'Trigger 30_review_terms.';
create trigger "30_review_terms" before update on public.shop_settings
  for each row execute function private.guard_review_terms();

-- ---------------------------------------------------------------------------------------------------------------
-- Tables

alter table public.seat_claims add column review_until timestamptz;
comment on column public.seat_claims.review_until is
  'Of a seat under review: when it may be taken over like an expired hold; null while it stays until the decision, and '
  'for every other state.';

alter table public.payments add column picture_digest text;
comment on column public.payments.picture_digest is
  'What storage says of the screenshot''s bytes: SHA-256 on a server of one''s own (its first half), MD5 on hosted '
  'Supabase; empty when storage says nothing, null while no picture is stored.';
create index payments_picture_digest on public.payments (picture_digest);
create index payments_undecided on public.payments (user_id, created_at, id) where status = 'pending';

alter table public.payment_flags
  drop constraint payment_flags_flag_check,
  add constraint payment_flags_flag_check check (flag in ('beyond_limit', 'beyond_undecided'));
comment on table public.payment_flags is
  'What was odd when a payment arrived and cannot be computed later, for staff alone. Both were recorded without seats: '
  'beyond_limit, because the customer had too many held and under review; beyond_undecided, because ten payments of the '
  'customer were undecided.';

create table private.closed_accounts (
  user_id uuid primary key,
  closed_at timestamptz not null default now(),
  closed_by uuid not null,
  reason text
);
comment on table private.closed_accounts is
  'Accounts that staff closed: they cannot sign in, hold or submit. Written by close_account and reopen_account.';
alter table private.closed_accounts enable row level security;

create table private.shop_notices (
  name text primary key,
  detail jsonb not null,
  at timestamptz not null default now()
);
comment on table private.shop_notices is
  'What the shop''s own server has to tell its staff: low_space {free_mb, least_mb}. Written by the server.';
alter table private.shop_notices enable row level security;

create function public.shop_notices() returns table (name text, detail jsonb, at timestamptz)
  language plpgsql stable security definer rows 1 set search_path = ''
as $$
begin
  perform private.require_admin();
  return query select n.name, n.detail, n.at from private.shop_notices n order by n.at desc, n.name;
end
$$;
comment on function public.shop_notices() is
  'What the shop''s own server has to tell, newest first; for admins (PT401 not_signed_in, PT403 forbidden). Security '
  'definer: the table is nobody''s.';

-- A code that two orders share could be made at will: the client chooses the order's id.
do $$
begin
  if not exists (select from private.orders o group by o.order_code having count(*) > 1) then
    drop index private.orders_order_code;
    create unique index orders_order_code on private.orders (order_code);
  else
    execute format('create unique index orders_new_code on private.orders (order_code) where created_at > %L', now());
  end if;
end
$$;
comment on column private.orders.order_code is
  'MF and the first 40 bits of the id in Crockford''s base 32. No order takes a code that another has.';

-- ---------------------------------------------------------------------------------------------------------------
-- Pictures

create function private.stored_digest(p_name text) returns text
  language sql stable set search_path = ''
as $$
  select coalesce(trim(both '"' from o.metadata ->> 'eTag'), '') from storage.objects o
  where o.bucket_id = 'payments' and o.name = p_name
$$;
comment on function private.stored_digest(text) is
  'What storage says of the bytes of this picture; empty when it says nothing, null when there is none.';

create function private.order_of_picture(p_name text) returns uuid
  language sql immutable parallel safe set search_path = ''
as $$
  select substring(p_name from '^[0-9a-f-]{36}/[0-9]{1,16}-([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})[.]')::uuid
$$;
comment on function private.order_of_picture(text) is 'The order that a picture is for, by its name; null for any other name.';

-- ---------------------------------------------------------------------------------------------------------------
-- Until when

create function private.is_backed(p_payment public.payments) returns boolean
  language plpgsql stable set search_path = ''
as $$
begin
  return exists (
      select from public.bank_rows b
      where b.utrs @> array[p_payment.reference_key] and b.payment_id is null
        and b.amount >= (select sum(l.total_amount) from public.payment_lines l where l.payment_id = p_payment.id))
    and not exists (
      select from public.payments o
      where o.reference_key = p_payment.reference_key and o.id <> p_payment.id and o.status <> 'rejected');
end
$$;
comment on function private.is_backed(public.payments) is
  'Whether a credit of the bank, free and of at least the order''s price, names this payment''s reference, and no other '
  'payment does.';

create function private.review_end(p_payment public.payments) returns timestamptz
  language plpgsql stable set search_path = ''
as $$
declare
  v_settings record;
begin
  if private.is_backed(p_payment) then
    return null;
  end if;
  select s.review_hours, s.review_minutes into v_settings from public.shop_settings s where s.id = 1;
  return p_payment.created_at + case
    when p_payment.picture_digest is null then make_interval(mins => v_settings.review_minutes)
    else make_interval(hours => v_settings.review_hours) end;
end
$$;
comment on function private.review_end(public.payments) is
  'Until when an undecided payment keeps its seats, counted from its submission; null once a credit backs it.';

create function private.lengthen_review(p_payment_id uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_payment public.payments;
  v_until timestamptz;
begin
  select * into v_payment from public.payments p where p.id = p_payment_id and p.status = 'pending';
  if not found then
    return;
  end if;
  v_until := private.review_end(v_payment);
  perform from public.seat_claims c where c.payment_id = p_payment_id and c.state = 'under_review'
    order by c.event_id, c.place, c.seat for no key update;
  update public.seat_claims c set review_until = v_until
    where c.payment_id = p_payment_id and c.state = 'under_review'
      and c.review_until is not null and (v_until is null or v_until > c.review_until);
end
$$;
comment on function private.lengthen_review(uuid) is
  'After a picture or a credit came: the seats that the payment still has are kept longer, never shorter. Security definer: '
  'nobody writes claims directly.';

create function private.note_picture(p_name text, p_digest text) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_payment uuid;
begin
  update public.payments p set picture_digest = p_digest
    where p.order_id = private.order_of_picture(p_name) and p.screenshot_url = p_name and p.picture_digest is null
    returning p.id into v_payment;
  if found then
    perform private.lengthen_review(v_payment);
  end if;
end
$$;
comment on function private.note_picture(text, text) is
  'A picture arrived after its payment. Security definer: storage''s own role adds pictures.';

create function private.picture_stored() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.bucket_id = 'payments' then
    perform private.note_picture(new.name, coalesce(trim(both '"' from new.metadata ->> 'eTag'), ''));
  end if;
  return null;
end
$$;
comment on function private.picture_stored() is
  'Trigger picture_stored on storage.objects. Security definer: storage''s own role adds pictures.';

-- A project may keep its storage tables to itself: then the look-up of submit_payment and tidy_sale remain.
do $$
begin
  create trigger picture_stored after insert on storage.objects
    for each row execute function private.picture_stored();
exception when insufficient_privilege then
  raise notice 'storage.objects takes no trigger here; private.tidy_sale() notes late pictures.';
end
$$;

create function private.credits_imported() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lengthen_review(p.id) from (
    select distinct p.id from new_rows r, unnest(r.utrs) as u
    join public.payments p on p.reference_key = u and p.status = 'pending' order by 1) as p;
  return null;
end
$$;
comment on function private.credits_imported() is
  'Trigger 40_backed: payments that a new credit backs keep their seats until they are decided. Security definer: nobody '
  'writes claims directly.';
create trigger "40_backed" after insert on public.bank_rows
  referencing new table as new_rows for each statement execute function private.credits_imported();

-- ---------------------------------------------------------------------------------------------------------------
-- Seats

create or replace function public.taken_seats(p_ticket_category_id uuid default null) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := private.uid();
  v_answer jsonb;
begin
  if p_ticket_category_id is null then
    perform private.refuse(400, 'invalid', 'p_ticket_category_id', 'Which ticket category?');
  end if;
  if not exists (select from public.ticket_categories c where c.id = p_ticket_category_id) then
    perform private.refuse(404, 'not_found', 'p_ticket_category_id', 'There is no such ticket category.');
  end if;
  select jsonb_build_object(
      'at', now(),
      'taken', coalesce(jsonb_agg(c.seat order by c.place, c.seat) filter (where not c.mine), '[]'),
      'mine', coalesce(jsonb_agg(c.seat order by c.place, c.seat) filter (where c.mine), '[]'))
    into v_answer
    from (
      select s.place, s.seat,
        -- is not distinct from: for a visitor an equality would be null, and held seats would look free.
        s.state = 'held' and s.user_id is not distinct from v_user as mine
      from public.seat_claims s
      where s.ticket_category_id = p_ticket_category_id
        and (s.state <> 'held' or s.expires_at > now()) and (s.review_until is null or s.review_until > now())
    ) as c;
  return v_answer;
end
$$;

create or replace function private.claims_besides(
  p_user_id uuid, p_order_id uuid, p_wanted private.seat[], out released private.seat[], out other_seats integer)
  language plpgsql stable set search_path = ''
as $$
begin
  select array_agg(row (c.event_id, c.place, c.seat, c.ticket_category_id)::private.seat)
        filter (where c.order_id = p_order_id and c.state = 'held' and w.seat is null),
      count(*) filter (where c.state = 'under_review' and (c.review_until is null or c.review_until > now())
        or c.expires_at > now() and c.order_id <> p_order_id and (c.payment_id is null or w.seat is null))
    into released, other_seats
    from public.seat_claims c
    left join unnest(p_wanted) as w on w.event_id = c.event_id and w.place = c.place and w.seat = c.seat
    where c.user_id = p_user_id and c.state <> 'sold';
end
$$;

create or replace function private.claim_seats(
  p_wanted private.seat[], p_released private.seat[], p_state text, p_user_id uuid, p_order_id uuid, p_payment_id uuid,
  p_expires_at timestamptz) returns private.seat[]
  language plpgsql volatile
as $$
declare
  v_wanted integer := coalesce(cardinality(p_wanted), 0);
  v_released integer := coalesce(cardinality(p_released), 0);
  v_written integer;
begin
  -- One statement for wanted and released seats, in one order: releasing first, in a statement of its own, deadlocks.
  insert into public.seat_claims as c
    (event_id, place, seat, ticket_category_id, state, source, user_id, order_id, payment_id, expires_at, review_until)
  select s.event_id, s.place, s.seat, s.ticket_category_id,
    case when s.n <= v_wanted then p_state else 'held' end, 'order', p_user_id, p_order_id,
    case when s.n <= v_wanted then p_payment_id end,
    case when s.n > v_wanted then '-infinity' when p_state = 'held' then p_expires_at end,
    case when s.n <= v_wanted and p_state = 'under_review' then p_expires_at end
  from unnest(p_wanted || p_released) with ordinality as s (event_id, place, seat, ticket_category_id, n)
  order by s.event_id, s.place, s.seat
  on conflict (event_id, place, seat) do update
  set ticket_category_id = excluded.ticket_category_id,
    state = excluded.state,
    source = 'order',
    user_id = excluded.user_id,
    order_id = excluded.order_id,
    -- A seat that came back from a rejection keeps its payment while it is held: any order of its customer may take it.
    payment_id = case
      when excluded.state = 'held' and c.state = 'held' and c.expires_at > now() then c.payment_id
      else excluded.payment_id end,
    uncounted_until = case
      when excluded.state = 'held' and c.state = 'held' and c.expires_at > now() then c.uncounted_until end,
    ticket_id = null,
    expires_at = excluded.expires_at,
    review_until = excluded.review_until
  where case
    when c.state = 'held' then
      c.expires_at <= now()
      or c.user_id = p_user_id and (c.order_id = p_order_id or c.payment_id is not null)
    else c.payment_id = p_payment_id or c.review_until <= now() end;
  get diagnostics v_written = row_count;

  if v_released > 0 then
    delete from public.seat_claims c
      where c.order_id = p_order_id and c.state = 'held' and c.expires_at = '-infinity';
  end if;
  if v_written = v_wanted + v_released then
    return coalesce(p_wanted, '{}');
  end if;
  return array(
    select row (c.event_id, c.place, c.seat, c.ticket_category_id)::private.seat
    from unnest(p_wanted) as w
    join public.seat_claims c on c.event_id = w.event_id and c.place = w.place and c.seat = w.seat
    where c.order_id = p_order_id and c.state = p_state and (p_payment_id is null or c.payment_id = p_payment_id));
end
$$;
comment on function private.claim_seats(private.seat[], private.seat[], text, uuid, uuid, uuid, timestamptz) is
  'Claims the wanted seats that are free, held by the same order or kept by the same payment, and frees the released '
  'ones. A hold that ran out and a review that ended are taken over. p_expires_at is the end of the hold or of the review; '
  'null: no end. Returns the seats it got.';

drop function private.review_held(uuid, uuid);
create function private.review_held(p_order_id uuid, p_payment_id uuid, p_review_until timestamptz) returns void
  language plpgsql volatile
as $$
begin
  -- Who else wants these seats locks them in this order, too.
  perform from public.seat_claims c
    where c.order_id = p_order_id and c.state = 'held'
    order by c.event_id, c.place, c.seat for no key update;
  update private.hold_usage u
    set used = greatest(u.used - greatest(c.expires_at - greatest(now(), c.uncounted_until), interval '0'), interval '0')
    from public.seat_claims c
    where c.order_id = p_order_id and c.state = 'held' and c.expires_at > now()
      and u.user_id = c.user_id and u.event_id = c.event_id and u.place = c.place and u.seat = c.seat;
  update public.seat_claims c
    set state = 'under_review', payment_id = p_payment_id, expires_at = null, uncounted_until = null,
      review_until = p_review_until
    where c.order_id = p_order_id and c.state = 'held';
end
$$;
comment on function private.review_held(uuid, uuid, timestamptz) is
  'return_usage and claim_seats for a payment whose seats are exactly those that the order holds. A seat that somebody '
  'took over meanwhile, its hold having run out, is not claimed. The caller holds the customer''s and the events'' locks.';

create or replace function private.sell_at_box_office() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  c_rounds constant integer := 5;
  v_missing integer := new.tickets_sold;
  v_got integer;
begin
  -- Deeper, the number follows sold claims instead of leading them.
  if pg_trigger_depth() > 1 then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    v_missing := new.tickets_sold - old.tickets_sold;
  end if;
  perform private.share_event(new.event_id);

  if v_missing < 0 then
    perform from public.seat_claims c where c.ticket_category_id = new.id and c.source = 'box_office'
      order by c.event_id, c.place, c.seat for no key update;
    delete from public.seat_claims c using (
      select b.event_id, b.place, b.seat from public.seat_claims b
      where b.ticket_category_id = new.id and b.source = 'box_office'
      order by private.box_office_rank(b.ticket_category_id, b.seat) desc, b.seat desc limit -v_missing
    ) as back
      where c.event_id = back.event_id and c.place = back.place and c.seat = back.seat;
    get diagnostics v_got = row_count;
    if v_got < -v_missing then
      perform private.refuse(409, 'sold_to_customers', (new.tickets_sold - v_missing - v_got)::text,
        'Customers bought that many; detail is the lowest number possible.');
    end if;
    return null;
  end if;

  -- A seat may be held by somebody between being chosen and being claimed: then the next one is chosen.
  for v_round in 1 .. c_rounds loop
    exit when v_missing = 0;
    with free as (
      select s.place, s.seat from private.seats_of(new.id) as s
      where not exists (
        select from public.seat_claims c
        where c.event_id = new.event_id and c.place = s.place and c.seat = s.seat
          and (c.state <> 'held' or c.expires_at > now()) and (c.review_until is null or c.review_until > now()))
      order by private.box_office_rank(new.id, s.seat), s.seat limit v_missing
    ), claimed as (
      insert into public.seat_claims as c (event_id, place, seat, ticket_category_id, state, source)
      select new.event_id, f.place, f.seat, new.id, 'sold', 'box_office' from free f order by f.place, f.seat
      on conflict (event_id, place, seat) do update
      set ticket_category_id = excluded.ticket_category_id, state = 'sold', source = 'box_office',
        user_id = null, order_id = null, payment_id = null, expires_at = null, uncounted_until = null,
        review_until = null
      where c.state = 'held' and c.expires_at <= now() or c.state = 'under_review' and c.review_until <= now()
      returning 1
    )
    select v_missing - count(*) into v_missing from claimed;
  end loop;
  if v_missing > 0 then
    perform private.refuse(409, 'not_enough_free_seats', (new.tickets_sold - v_missing)::text,
      'Not so many seats are free; detail is the highest number possible.');
  end if;
  return null;
end
$$;

create or replace view public.ticket_category_list with (security_invoker = true) as
  select c.id, c.event_id, e.singer_id, s.name as singer_name, e.city, e.venue, e.date, e.status as event_status,
    c.name, c.price, c.total_tickets, c.tickets_sold, c.grid_columns, c.revision, c.created_at, c.updated_at,
    l.seating_layout_id, y.name as layout_name, l.section_ids,
    -- Here and not as joins, so that only the rows of a page are counted.
    (select count(*) from public.seat_claims h
      where h.ticket_category_id = c.id and h.state = 'held' and h.expires_at > now()) as held,
    (select count(*) from public.seat_claims h
      where h.ticket_category_id = c.id and h.state = 'under_review'
        and (h.review_until is null or h.review_until > now())) as under_review
  from public.ticket_categories c
  join public.events e on e.id = c.event_id
  join public.singers s on s.id = e.singer_id
  left join public.ticket_category_layouts l on l.ticket_category_id = c.id
  left join public.seating_layouts y on y.id = l.seating_layout_id;

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
  v_running boolean; -- null for an order that was never held
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
  if exists (select from private.closed_accounts a where a.user_id = v_user) then
    perform private.refuse(401, 'not_signed_in', '', 'Staff closed this account.');
  end if;
  v_order := private.require_own_order(p_order_id, v_user);
  v_asked := private.asked_lines(p_lines);
  perform private.share_order_events(v_asked.categories, p_order_id);
  if v_order.submitted_at is not null then
    perform private.refuse(409, 'order_submitted', v_order.order_code, 'This order was submitted; start another.');
  end if;

  v_running := v_order.expires_at > now();
  -- Prices are frozen while the hold runs. Without the order's id place_lines finds none and reads today's.
  v_placed := private.place_lines(v_asked.lines, case when v_running then p_order_id end);
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
  v_expires := case when v_running then v_order.expires_at else now() + c_hold end;
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
      on conflict do nothing returning * into v_order;
    if not found then
      -- Somebody else took the id a moment ago, or another order has its code; our own orders wait for the customer's lock.
      perform private.require_own_order(p_order_id, v_user);
      perform private.refuse(403, 'other_user', 'p_order_id', 'This order id is in use.');
    end if;
  else
    update private.orders o
      set expires_at = v_expires, lines = v_lines, event_id = v_placed.event_id, shares = v_price.shares
      where o.id = p_order_id;
    delete from private.order_prices p
      where p.order_id = p_order_id and (not v_running or p.ticket_category_id <> all (v_asked.categories));
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
  c_most_undecided constant integer := 10; -- payments of one customer that keep seats
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
  v_until timestamptz;
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
      on conflict do nothing;
    v_order := private.require_own_order(p_order_id, v_user);
    if v_order.id is null then
      -- Another order has its code.
      perform private.refuse(403, 'other_user', 'p_order_id', 'This order id is in use.');
    end if;
  end if;
  insert into public.payments
    (user_id, order_id, order_code, transaction_id, amount, screenshot_url, screenshot_sha256, picture_digest)
    values (v_user, p_order_id, v_order.order_code, v_reference, v_amount, p_screenshot_path, v_hash,
      private.stored_digest(p_screenshot_path))
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
      count(*) filter (where c.state = 'under_review' and (c.review_until is null or c.review_until > now())
        or c.expires_at > now() and c.order_id <> p_order_id)
    into v_held, v_other_seats
    from public.seat_claims c
    where c.user_id = v_user and c.state <> 'sold';
  v_until := private.review_end(v_payment);
  if (select count(*) from (
        select from public.payments p where p.user_id = v_user and p.status = 'pending' limit c_most_undecided + 1) as u)
      > c_most_undecided then
    -- Recorded like any other, but it keeps no seats.
    insert into public.payment_flags (payment_id, flag) values (v_payment.id, 'beyond_undecided');
    perform private.return_usage(v_user, v_held);
    perform private.claim_seats(null, v_held, 'under_review', v_user, p_order_id, v_payment.id, null);
  -- Nearly always the order holds just what was paid for.
  elsif v_wanted <@ v_held and cardinality(v_held) = cardinality(v_wanted)
     and v_other_seats + cardinality(v_wanted) <= c_most_seats then
    perform private.review_held(p_order_id, v_payment.id, v_until);
  else
    v_mine := private.claims_besides(v_user, p_order_id, v_wanted);
    if v_mine.other_seats + coalesce(cardinality(v_wanted), 0) > c_most_seats then
      insert into public.payment_flags (payment_id, flag) values (v_payment.id, 'beyond_limit');
      v_wanted := null;
      v_mine.released := v_held;
    end if;
    perform private.return_usage(v_user, v_wanted || v_mine.released);
    perform private.claim_seats(v_wanted, v_mine.released, 'under_review', v_user, p_order_id, v_payment.id, v_until);
  end if;
  return private.submission(v_payment);
end
$$;

-- ---------------------------------------------------------------------------------------------------------------
-- Asking

drop function public.check_payment_status(text);
create function public.check_payment_status(p_transaction_id text default null)
  returns table (payment_id uuid, order_id uuid, order_code text, transaction_id text, amount numeric, status text,
                 created_at timestamptz, reviewed_at timestamptz, review_note text, seats_held boolean, kept_until timestamptz)
  language sql stable set search_path = ''
as $$
  select p.id, p.order_id, p.order_code, p.transaction_id, p.amount, p.status, p.created_at, p.reviewed_at, p.review_note,
    (select count(*) from public.seat_claims c
      where c.payment_id = p.id and (c.review_until is null or c.review_until > now()))
      = (select sum(l.quantity) from public.payment_lines l where l.payment_id = p.id),
    (select min(c.review_until) from public.seat_claims c where c.payment_id = p.id)
  from public.payments p
  where p.user_id = private.uid() and p.transaction_id = private.normal_reference(p_transaction_id)
  order by (p.status = 'pending') desc, p.created_at desc, p.id
$$;
comment on function public.check_payment_status(text) is
  'The caller''s own payments with this reference, undecided first, then newest; none for an unknown one or another''s. '
  'seats_held: every seat paid for is still kept for it; kept_until: when that ends, null without an end. Invoker: row '
  'security decides.';

create or replace function public.my_wallet_mark() returns text
  language sql stable security definer set search_path = ''
as $$
  select md5(concat_ws('|', v.me, public.my_role(),
    (select extract(epoch from p.updated_at) from public.profiles p where p.id = v.me),
    (select concat(count(*), ' ', sum(hashtextextended(concat_ws(' ', t.id, extract(epoch from t.updated_at), c.name, e.city,
        e.venue, extract(epoch from e.date), extract(epoch from e.previous_date), extract(epoch from e.moved_at), e.status,
        s.name), 0)))
      from public.user_tickets t
      join public.ticket_categories c on c.id = t.ticket_category_id
      join public.events e on e.id = c.event_id
      join public.singers s on s.id = e.singer_id
      where t.user_id = v.me),
    (select concat(count(*), ' ', sum(hashtextextended(concat_ws(' ', p.id, extract(epoch from p.updated_at),
        case when p.status = 'pending' then (
          select concat(count(*), ' ', extract(epoch from min(k.review_until))) from public.seat_claims k where k.payment_id = p.id) end), 0)))
      from public.payments p where p.user_id = v.me),
    (select concat(count(*), ' ', sum(hashtextextended(concat_ws(' ', l.id, extract(epoch from l.updated_at)), 0)))
      from public.payment_lines l where l.user_id = v.me),
    (select concat(count(*), ' ', sum(hashtextextended(concat_ws(' ', r.id, extract(epoch from r.updated_at)), 0)))
      from public.refunds r where r.user_id = v.me)))
  from (select private.uid() as me) v where v.me is not null
$$;

-- ---------------------------------------------------------------------------------------------------------------
-- Deciding

create or replace function private.approve_payment(p_payment public.payments, p_note text, p_reviewer uuid) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_used text;
  v_lost private.seat[];
  v_line public.payment_lines;
  v_key private.event_keys;
  v_ticket uuid;
begin
  if p_payment.user_id = p_reviewer then
    perform private.refuse(403, 'own_payment', p_payment.order_code, 'Somebody else decides about one''s own payment.');
  end if;
  select p.order_code into v_used from public.payments p
    where p.reference_key = p_payment.reference_key and p.status = 'approved' and p.id <> p_payment.id;
  if found then
    perform private.refuse(409, 'reference_approved', v_used, 'This reference was approved for the order in detail.');
  end if;
  v_used := private.credit_used_by(p_payment.id, p_payment.reference_key);
  if v_used is not null then
    perform private.refuse(409, 'credit_used', v_used, 'The bank credit that this reference names paid for the order in detail.');
  end if;
  v_lost := private.lost_seats(p_payment.id);
  if v_lost is not null then
    perform private.refuse(409, 'seats_lost', private.seats_as_lines(v_lost), 'Give other seats first; detail has the lost ones.');
  end if;

  begin
    update public.payments p
      set status = 'approved', reviewed_by = p_reviewer, reviewed_at = now(), review_note = p_note where p.id = p_payment.id;
  exception when unique_violation then -- the same reference, approved at this very moment for another customer
    select p.order_code into v_used from public.payments p
      where p.reference_key = p_payment.reference_key and p.status = 'approved';
    perform private.refuse(409, 'reference_approved', coalesce(v_used, ''), 'This reference was approved for the order in detail.');
  end;

  update public.bank_rows b set payment_id = p_payment.id
    where b.utrs @> array[p_payment.reference_key] and b.payment_id is null
      and not exists (
        select from public.payments o
        where o.status = 'approved' and o.id <> p_payment.id and o.reference_key = any (b.utrs));

  for v_line in select * from public.payment_lines l where l.payment_id = p_payment.id order by l.line loop
    v_key := private.signing_key(v_line.event_id);
    v_ticket := gen_random_uuid();
    insert into public.user_tickets (id, user_id, event_id, ticket_category_id, payment_id, payment_line_id, seats, quantity,
        total_amount, code, key_number, signature)
      values (v_ticket, v_line.user_id, v_line.event_id, v_line.ticket_category_id, p_payment.id, v_line.id, v_line.seats,
        v_line.quantity, v_line.total_amount, private.new_ticket_code(), v_key.key_number,
        private.ticket_signature(v_key.key, v_key.key_number, v_ticket, v_line.user_id, v_line.event_id, v_line.seats));
    update public.seat_claims c set state = 'sold', ticket_id = v_ticket, review_until = null
      where c.payment_id = p_payment.id and c.ticket_category_id = v_line.ticket_category_id;
  end loop;
  update public.payment_lines l set payment_status = 'completed' where l.payment_id = p_payment.id;
end
$$;

create or replace function private.reject_payment(p_payment public.payments, p_note text, p_reviewer uuid) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  c_second_chance constant interval := interval '15 minutes';
  c_most_chances constant integer := 3; -- of one customer in a day
  v_chance boolean := (
    select count(*) < c_most_chances from public.payments p
    where p.user_id = p_payment.user_id and p.status = 'rejected' and p.reviewed_at > now() - interval '1 day');
begin
  update public.payments p
    set status = 'rejected', reviewed_by = p_reviewer, reviewed_at = now(), review_note = p_note where p.id = p_payment.id;
  if v_chance and not exists (select from private.closed_accounts a where a.user_id = p_payment.user_id) then
    update public.seat_claims c
      set state = 'held', expires_at = now() + c_second_chance, uncounted_until = now() + c_second_chance, review_until = null
      where c.payment_id = p_payment.id;
  else
    delete from public.seat_claims c where c.payment_id = p_payment.id;
  end if;
  update public.payment_lines l set payment_status = 'failed' where l.payment_id = p_payment.id;
end
$$;
comment on function private.reject_payment(public.payments, text, uuid) is
  'Leaves the seats held for the customer for a quarter of an hour, which is not counted as held time: three times a day '
  'for one customer, then they are free at once.';

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
comment on function private.decision_note(text) is 'What a customer is to read, cleaned, null for nothing; or PT400 invalid.';

create function public.reject_payments(p_payment_ids uuid[] default null, p_note text default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_most_payments constant integer := 100;
  v_reviewer uuid := private.require_admin();
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
  for v_id in
    select u.i from unnest(v_ids) with ordinality as u (i, n) order by u.n
  loop
    begin
      v_answers := v_answers || jsonb_build_object(v_id::text, jsonb_build_object(
        'payment_id', v_id, 'ok', true, 'result', private.decide_payment(v_id, 'rejected', v_note, v_reviewer)));
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
comment on function public.reject_payments(uuid[], text) is
  'Rejects up to 100 payments with one note, answering as review_payments does: each by itself, in the order given. Admins '
  'only. Refusals of the whole: PT401 not_signed_in, PT403 forbidden, PT400 invalid. Security definer as review_payment.';

create or replace function public.reassign_seats(p_payment_id uuid default null, p_lines jsonb default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_payment public.payments;
  v_categories uuid[];
  v_wanted private.seat[];
  v_released private.seat[];
  v_unknown private.seat[];
  v_missing private.seat[];
  v_ticket public.user_tickets;
  v_key private.event_keys;
begin
  perform private.require_admin();
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
    left join public.payment_lines l on l.payment_id = p_payment_id and l.ticket_category_id = n.ticket_category_id
    where l.quantity is distinct from cardinality(n.seats)) then
    perform private.refuse(400, 'invalid', 'p_lines', 'Each line is one of the payment''s, with as many seats as were paid for.');
  end if;
  if exists (select from public.user_tickets t
             where t.payment_id = p_payment_id and t.ticket_category_id = any (v_categories) and t.revoked_at is not null) then
    perform private.refuse(409, 'already_decided', jsonb_build_object('status', 'revoked')::text, 'The ticket was taken back.');
  end if;

  select array_agg(row (c.event_id, private.place_of(c.id, s), s, c.id)::private.seat order by n.line) into v_wanted
    from private.read_lines(p_lines) as n
    join public.ticket_categories c on c.id = n.ticket_category_id,
    lateral unnest(n.seats) as s;
  select array_agg(w) into v_unknown from unnest(v_wanted) as w where w.place is null;
  if v_unknown is not null then
    perform private.refuse(400, 'unknown_seat', private.seats_as_lines(v_unknown), 'The category sells no such seats.');
  end if;
  select array_agg(row (c.event_id, c.place, c.seat, c.ticket_category_id)::private.seat) into v_released
    from public.seat_claims c
    where c.payment_id = p_payment_id and c.state <> 'held' and c.ticket_category_id = any (v_categories)
      and not exists (select from unnest(v_wanted) as w
                      where w.event_id = c.event_id and w.place = c.place and w.seat = c.seat);

  v_missing := private.missing_seats(v_wanted, private.claim_seats(
    v_wanted, v_released, 'under_review', v_payment.user_id, v_payment.order_id, p_payment_id,
    case when v_payment.status = 'pending' then now() + (private.review_end(v_payment) - v_payment.created_at) end));
  if cardinality(v_missing) > 0 then
    perform private.refuse(409, 'seats_taken', private.seats_as_lines(v_missing), 'Detail has the seats somebody else has.');
  end if;
  update public.payment_lines l
    set seats = array(select s from unnest(n.seats) as s order by private.seat_order(s) collate "C"), event_id = c.event_id
    from private.read_lines(p_lines) as n join public.ticket_categories c on c.id = n.ticket_category_id
    where l.payment_id = p_payment_id and l.ticket_category_id = n.ticket_category_id;

  for v_ticket in
    select * from public.user_tickets t
    where t.payment_id = p_payment_id and t.ticket_category_id = any (v_categories) order by t.id
  loop
    update public.seat_claims c set state = 'sold', ticket_id = v_ticket.id, review_until = null
      where c.payment_id = p_payment_id and c.ticket_category_id = v_ticket.ticket_category_id;
    v_key := private.signing_key(v_ticket.event_id);
    update public.user_tickets t
      set seats = l.seats, key_number = v_key.key_number,
        signature = private.ticket_signature(v_key.key, v_key.key_number, t.id, t.user_id, t.event_id, l.seats)
      from public.payment_lines l
      where t.id = v_ticket.id and l.id = t.payment_line_id and l.seats <> t.seats;
  end loop;
  return private.decision(p_payment_id);
end
$$;

-- ---------------------------------------------------------------------------------------------------------------
-- Clearing up after one customer

create function public.release_customer_seats(p_user_id uuid default null) returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_free integer;
begin
  perform private.require_admin();
  if p_user_id is null then
    perform private.refuse(400, 'invalid', 'p_user_id', 'Whose seats?');
  end if;
  perform private.lock_customer(p_user_id);
  perform from public.seat_claims c where c.user_id = p_user_id and c.state <> 'sold'
    order by c.event_id, c.place, c.seat for no key update;
  delete from public.seat_claims c where c.user_id = p_user_id and c.state <> 'sold';
  get diagnostics v_free = row_count;
  update private.orders o set expires_at = least(o.expires_at, now()) where o.user_id = p_user_id and o.expires_at > now();
  if v_free > 0 then
    perform private.record_audit('release_seats', 'profiles', p_user_id::text, null, jsonb_build_object('seats', v_free));
  end if;
  return v_free;
end
$$;
comment on function public.release_customer_seats(uuid) is
  'Frees every seat that a customer holds or has under review, and answers how many. The payments stay undecided and say '
  'that their seats were lost; tickets stay. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid. '
  'Security definer: nobody writes claims directly.';

create function public.close_account(p_user_id uuid default null, p_reason text default null) returns timestamptz
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_admin uuid := private.require_admin();
  v_reason text := private.decision_note(p_reason);
  v_at timestamptz;
begin
  if p_user_id is null then
    perform private.refuse(400, 'invalid', 'p_user_id', 'Which account?');
  end if;
  if p_user_id = v_admin then
    perform private.refuse(403, 'forbidden', 'p_user_id', 'Nobody closes the account that is signed in.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('staff', 0));
  perform private.require_admin();
  if not exists (select from auth.users u where u.id = p_user_id) then
    perform private.refuse(404, 'not_found', 'p_user_id', 'There is no such account.');
  end if;
  if exists (select from public.staff s where s.user_id = p_user_id and s.role = 'admin') and private.count_admins() <= 1 then
    perform private.refuse(409, 'last_admin', '', 'The last admin stays one.');
  end if;
  select a.closed_at into v_at from private.closed_accounts a where a.user_id = p_user_id;
  if found then
    return v_at;
  end if;

  perform private.lock_customer(p_user_id);
  insert into private.closed_accounts (user_id, closed_by, reason) values (p_user_id, v_admin, v_reason)
    returning closed_at into v_at;
  perform from public.seat_claims c where c.user_id = p_user_id and c.state = 'held'
    order by c.event_id, c.place, c.seat for no key update;
  delete from public.seat_claims c where c.user_id = p_user_id and c.state = 'held';
  delete from public.staff s where s.user_id = p_user_id;
  -- The auth service refuses a banned account at sign-in and at renewal; sessions that exist end.
  update auth.users u set banned_until = '2999-01-01' where u.id = p_user_id;
  delete from auth.refresh_tokens t where t.user_id::text = p_user_id::text;
  delete from auth.sessions s where s.user_id::text = p_user_id::text;
  perform private.record_audit('close_account', 'profiles', p_user_id::text, null, jsonb_build_object('reason', v_reason));
  return v_at;
end
$$;
comment on function public.close_account(uuid, text) is
  'Ends all sessions of an account; it cannot sign in, hold or submit until reopen_account. What it holds is free, a role is '
  'taken back; undecided payments stay in the list, tickets stay valid. The same again changes nothing. Admins only. '
  'Refusals: PT401 not_signed_in, PT403 forbidden (one''s own account, too), PT400 invalid, PT404 not_found, PT409 last_admin. Security '
  'definer: nobody writes accounts and claims directly.';

create function private.refuse_closed() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from private.closed_accounts a where a.user_id::text = new.user_id::text) then
    perform private.refuse(401, 'not_signed_in', '', 'Staff closed this account.');
  end if;
  return new;
end
$$;
comment on function private.refuse_closed() is
  'Trigger refuse_closed on auth.sessions. Security definer: the auth service''s own role begins sessions.';

-- Hosted, the auth service itself refuses a banned account, and may keep its tables to itself.
do $$
begin
  create trigger refuse_closed before insert on auth.sessions
    for each row execute function private.refuse_closed();
exception when insufficient_privilege then
  raise notice 'auth.sessions takes no trigger here; the auth service refuses banned accounts.';
end
$$;

create function public.reopen_account(p_user_id uuid default null) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from private.closed_accounts a where a.user_id = p_user_id;
  if not found then
    perform private.refuse(404, 'not_found', 'p_user_id', 'This account is not closed.');
  end if;
  update auth.users u set banned_until = null where u.id = p_user_id;
  perform private.record_audit('reopen_account', 'profiles', p_user_id::text, null, null);
end
$$;
comment on function public.reopen_account(uuid) is
  'Lets a closed account sign in again. A role does not come back. Admins only. Refusals: PT401 not_signed_in, PT403 '
  'forbidden, PT404 not_found. Security definer: nobody writes accounts directly.';

create function public.closed_accounts()
  returns table (user_id uuid, closed_at timestamptz, closed_by_name text, reason text)
  language plpgsql stable security definer rows 20 set search_path = ''
as $$
begin
  perform private.require_admin();
  return query select a.user_id, a.closed_at, (select coalesce(f.name, f.email) from public.profiles f where f.id = a.closed_by),
    a.reason from private.closed_accounts a order by a.closed_at desc, a.user_id;
end
$$;
comment on function public.closed_accounts() is
  'The accounts that staff closed, newest first; for admins (PT401 not_signed_in, PT403 forbidden). Security definer: the '
  'table is nobody''s.';

create or replace function private.require_account() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if not (case when new.user_id = auth.uid() then private.session_lives(new.user_id)
      else exists (select from auth.users u where u.id = new.user_id) end) then
    perform private.refuse(401, 'not_signed_in', '',
      'The session has ended, or the account is gone: it was deleted, or a restored backup does not have it.');
  end if;
  if exists (select from private.closed_accounts a where a.user_id = new.user_id) then
    perform private.refuse(401, 'not_signed_in', '', 'Staff closed this account.');
  end if;
  return new;
end
$$;
comment on function private.require_account() is
  'Trigger 20_account: a token outlives its session and its account for up to an hour. A payment that nobody could ever see '
  'again, that a stolen session sends, or of an account that staff closed, is not recorded; its device keeps it and asks its '
  'owner to sign in.';

-- ---------------------------------------------------------------------------------------------------------------
-- Staff's list of payments

create or replace view private.payment_warnings with (security_invoker = true) as
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
          group by l.line, l.ticket_category_id
        ) as l having count(*) > 0
        union all
        select 3, jsonb_build_object('code', 'price_changed', 'lines', jsonb_agg(jsonb_build_object(
          'ticket_category_id', l.ticket_category_id, 'unit_price', l.unit_price, 'price_now', c.price) order by l.line))
        from public.payment_lines l join public.ticket_categories c on c.id = l.ticket_category_id
        where l.payment_id = p.id and p.status = 'pending' and c.price <> l.unit_price having count(*) > 0
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
        select 9, jsonb_build_object('code', 'reference_not_12_digits') where p.reference_key !~ '^[0-9]{12}$'
        union all
        select 10, jsonb_build_object('code', 'beyond_limit')
        from public.payment_flags g where g.payment_id = p.id and g.flag = 'beyond_limit'
        union all
        select 11, jsonb_build_object('code', 'no_screenshot') where p.status = 'pending' and p.picture_digest is null
        union all
        select 12, jsonb_build_object('code', 'beyond_undecided')
        from public.payment_flags g where g.payment_id = p.id and g.flag = 'beyond_undecided'
      ) as w
  ) as warnings
  from public.payments p;
comment on view private.payment_warnings is
  'What staff should look at, computed now and never stored where the customer reads: [{code, …}] with code one of '
  'amount_differs, seats_lost, price_changed, event_cancelled, event_over, category_gone, reference_used, screenshot_seen '
  '(both with the other payments, newest five; the same bytes by what storage says of them), reference_not_12_digits, '
  'beyond_limit, no_screenshot, beyond_undecided. A view and not a function, so that who is asking is decided once for a '
  'page of rows.';

create or replace view private.payment_list with (security_invoker = true) as
  select p.id as payment_id, p.user_id, f.name as user_name, f.email, p.amount, p.transaction_id, p.status, p.screenshot_url,
    p.screenshot_sha256, p.order_id, p.order_code, p.created_at, p.reviewed_at, p.reviewed_by,
    (select coalesce(r.name, r.email) from public.profiles r where r.id = p.reviewed_by) as reviewed_by_name,
    p.review_note,
    (select sum(l.total_amount) from public.payment_lines l where l.payment_id = p.id) as expected_amount,
    (select jsonb_agg(jsonb_build_object(
          'payment_line_id', l.id, 'ticket_category_id', coalesce(l.ticket_category_id, l.gone_category_id),
          'event_id', l.event_id, 'event_name', l.event_name, 'category_name', l.category_name, 'seats', l.seats,
          'quantity', l.quantity, 'unit_price', l.unit_price, 'total_amount', l.total_amount,
          'price_now', c.price, 'event_date', e.date, 'venue', e.venue, 'event_status', e.status,
          'lost_seats', case when p.status = 'rejected' or t.revoked_at is not null then '[]'::jsonb else (
            select coalesce(jsonb_agg(s.seat order by s.n), '[]')
            from unnest(l.seats) with ordinality as s (seat, n)
            where not exists (
              select from public.seat_claims k
              where k.payment_id = l.payment_id and k.ticket_category_id = l.ticket_category_id and k.seat = s.seat
                and k.state <> 'held')) end,
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
      from public.payments o where o.user_id = p.user_id and o.status = 'pending') else 0 end as more_of_customer
  from public.payments p
  left join public.profiles f on f.id = p.user_id
  where (select private.is_admin());
comment on view private.payment_list is
  'What get_payment_details returns; empty for everybody but admins. collapsed: an undecided payment with ten older '
  'undecided ones of its customer before it; more_of_customer: how many such stand behind this one, the tenth.';

drop function public.get_payment_details();
create function public.get_payment_details()
  returns table (payment_id uuid, user_id uuid, user_name text, email text, amount numeric, transaction_id text, status text,
    screenshot_url text, screenshot_sha256 text, order_id uuid, order_code text, created_at timestamptz,
    reviewed_at timestamptz, reviewed_by uuid, reviewed_by_name text, review_note text, expected_amount numeric, lines jsonb,
    warnings jsonb, kept_until timestamptz, collapsed boolean, more_of_customer bigint)
  language sql stable
as $$
  select l.payment_id, l.user_id, l.user_name, l.email, l.amount, l.transaction_id, l.status, l.screenshot_url,
    l.screenshot_sha256, l.order_id, l.order_code, l.created_at, l.reviewed_at, l.reviewed_by, l.reviewed_by_name,
    l.review_note, l.expected_amount, l.lines, l.warnings,
    l.kept_until, l.collapsed, l.more_of_customer
  from private.payment_list l
$$;
comment on function public.get_payment_details() is
  'Every payment with its lines, what they should cost and what staff should look at, for admins; nothing for others. '
  'Invoker and without a set clause, so that it is inlined and PostgREST can filter, order, page and count it at the '
  'speed of the view.';

drop function public.search_payments(text, text, uuid);
create function public.search_payments(
    p_search text default null, p_status text default null, p_after uuid default null)
  returns table (payment_id uuid, user_id uuid, user_name text, email text, amount numeric, transaction_id text, status text,
    screenshot_url text, screenshot_sha256 text, order_id uuid, order_code text, created_at timestamptz,
    reviewed_at timestamptz, reviewed_by uuid, reviewed_by_name text, review_note text, expected_amount numeric, lines jsonb,
    warnings jsonb, kept_until timestamptz, collapsed boolean, more_of_customer bigint)
  language sql stable
as $$
  select l.payment_id, l.user_id, l.user_name, l.email, l.amount, l.transaction_id, l.status, l.screenshot_url,
    l.screenshot_sha256, l.order_id, l.order_code, l.created_at, l.reviewed_at, l.reviewed_by, l.reviewed_by_name,
    l.review_note, l.expected_amount, l.lines, l.warnings,
    l.kept_until, l.collapsed, l.more_of_customer
  from private.find_payments(p_search, p_status, p_after) as i join private.payment_list l on l.payment_id = i
$$;
comment on function public.search_payments(text, text, uuid) is
  'The rows of get_payment_details that find_payments finds, for admins; nothing for others. A function of its own, since one that does both is '
  'planned for neither. Invoker and without a set clause, as that.';

-- ---------------------------------------------------------------------------------------------------------------
-- Growth

create function private.tidy_sale() returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_at_once constant integer := 10000;
  c_kept_days constant integer := 45; -- so that a late credit finds its order
  c_most_unsubmitted constant integer := 20; -- of one customer, older than a day
begin
  perform private.note_picture(p.screenshot_url, d.digest) from (
    select p.screenshot_url from public.payments p where p.status = 'pending' and p.picture_digest is null) as p,
    lateral (select private.stored_digest(p.screenshot_url) as digest) as d
    where d.digest is not null;

  delete from private.hold_usage u where u.since < now() - interval '2 hours';
  delete from public.seat_claims c using (
    select k.event_id, k.place, k.seat from public.seat_claims k
    where k.state = 'held' and k.expires_at < now() - interval '1 day'
    order by k.event_id, k.place, k.seat limit c_at_once for update skip locked) as gone
    where c.event_id = gone.event_id and c.place = gone.place and c.seat = gone.seat;
  delete from private.orders o using (
    select k.id from (
      select u.id, u.created_at, row_number() over (partition by u.user_id order by u.created_at desc, u.id) as n
      from private.orders u
      where u.submitted_at is null and u.expires_at < now() and u.created_at < now() - interval '1 day') as k
    where (k.created_at < now() - make_interval(days => c_kept_days) or k.n > c_most_unsubmitted)
      and not exists (select from public.seat_claims c where c.order_id = k.id)
    limit c_at_once) as gone
    where o.id = gone.id and o.submitted_at is null
      and not exists (select from public.payments p where p.order_id = o.id);
end
$$;
comment on function private.tidy_sale() is
  'Once a day: held times, and holds that ran out a day ago, are deleted. Orders that nobody submitted stay 45 days, so that '
  'a late credit finds its order; of one customer the newest twenty, and those of the last day. Pictures that came after '
  'their payment are noted. Security definer: called by the shop''s own server or by pg_cron.';
create index seat_claims_expired on public.seat_claims (expires_at) where state = 'held';

-- ---------------------------------------------------------------------------------------------------------------
-- What is there already

alter table public.payments disable trigger user;
update public.payments p set picture_digest = coalesce(trim(both '"' from o.metadata ->> 'eTag'), '')
  from storage.objects o where o.bucket_id = 'payments' and o.name = p.screenshot_url;
alter table public.payments enable trigger user;
update public.seat_claims c set review_until = now() + interval '24 hours'
  from public.payments p
  where c.state = 'under_review' and p.id = c.payment_id and not private.is_backed(p);

create function private.grant_terms_of_review() returns void
  language plpgsql set search_path = ''
as $$
begin
  revoke all on table private.closed_accounts, private.shop_notices from public, anon, authenticated;
  grant update (review_hours, review_minutes) on table public.shop_settings to authenticated;
  revoke all on function private.guard_review_terms(), private.stored_digest(text), private.order_of_picture(text),
    private.is_backed(public.payments), private.review_end(public.payments), private.lengthen_review(uuid),
    private.note_picture(text, text), private.picture_stored(), private.credits_imported(), private.refuse_closed(),
    private.review_held(uuid, uuid, timestamptz), private.decision_note(text), private.tidy_sale(),
    private.grant_terms_of_review(),
    public.reject_payments(uuid[], text), public.release_customer_seats(uuid), public.close_account(uuid, text),
    public.reopen_account(uuid), public.closed_accounts(), public.shop_notices()
    from public, anon, authenticated;
  -- Visitors may call these only to be told to sign in.
  grant execute on function public.reject_payments(uuid[], text), public.release_customer_seats(uuid),
    public.close_account(uuid, text), public.reopen_account(uuid), public.closed_accounts(), public.shop_notices() to anon, authenticated;
end
$$;
comment on function private.grant_terms_of_review() is
  'All privileges of this file; can be repeated. Grants are stated in the order of their names: after grant_settings.';
-- The functions of seats name review_held as it was.
create or replace function private.grant_seats() returns void
  language plpgsql set search_path = ''
as $$
begin
  revoke all on table public.seat_claims, private.orders, private.order_prices, private.hold_usage
    from public, anon, authenticated;
  grant select on table public.seat_claims to authenticated;

  revoke all on function private.order_code(uuid), private.seats_as_lines(private.seat[]), private.read_lines(jsonb),
    private.lock_order_events(uuid[], uuid), private.share_order_events(uuid[], uuid), private.asked_lines(jsonb),
    private.place_lines(private.order_line[], uuid),
    private.hold_budget(uuid, uuid, private.seat[]), private.book_usage(uuid, private.seat_budget[], timestamptz),
    private.return_usage(uuid, private.seat[]), private.claims_besides(uuid, uuid, private.seat[]),
    private.claim_seats(private.seat[], private.seat[], text, uuid, uuid, uuid, timestamptz), private.review_held(uuid, uuid, timestamptz),
    private.missing_seats(private.seat[], private.seat[]), private.count_sold_claims(),
    private.require_own_order(uuid, uuid), private.refuse_stale_sold(), private.sell_at_box_office(),
    private.box_office_rank(uuid, text), private.grant_seats(),
    public.taken_seats(uuid), public.hold_seats(uuid, jsonb), public.extend_hold(uuid), public.release_seats(uuid)
    from public, anon, authenticated;
  -- Visitors may call the last three only to be told to sign in.
  grant execute on function public.taken_seats(uuid), public.hold_seats(uuid, jsonb), public.extend_hold(uuid),
    public.release_seats(uuid) to anon, authenticated;
end
$$;
select private.grant_seats();
select private.grant_payments();
select private.grant_review();
select private.grant_terms_of_review();
