-- Written from supabase/schema by `npm run migration`.

alter table public.payment_lines add column split_from uuid;
create unique index payment_lines_category on public.payment_lines (payment_id, ticket_category_id) where split_from is null;
alter table public.payment_lines drop constraint payment_lines_payment_id_ticket_category_id_key;

alter table public.passes alter column holder_id drop not null;
alter table public.passes add column selling_since timestamptz;
alter table public.passes add constraint passes_held
  check (holder_id is not null or void_before = issue and device_key is null and selling_since is null);

alter table public.pass_rules add column give_back boolean not null default true;
alter table public.pass_rules add column give_back_until timestamptz;
alter table public.pass_rules add column offer_minutes integer not null default 60 check (offer_minutes between 10 and 1440);

alter table public.outgoing_mail drop constraint outgoing_mail_kind_known;
alter table public.outgoing_mail add constraint outgoing_mail_kind_known check (kind in ('payment_approved', 'payment_rejected', 'message',
  'event_cancelled', 'event_moved', 'event_changed', 'seats_changed', 'ticket_revoked', 'old_code_used', 'refund_owed', 'refunded',
  'offer', 'offer_lapsed', 'return_sold'));
alter table public.notices drop constraint notices_kind_known;
alter table public.notices add constraint notices_kind_known check (kind in ('message', 'event_cancelled', 'event_moved', 'event_changed',
  'seats_changed', 'ticket_revoked', 'old_code_used', 'refund_owed', 'refunded', 'offer', 'offer_lapsed', 'return_sold'));
alter table public.refunds drop constraint refunds_reason_check;
alter table public.refunds add constraint refunds_reason_check
  check (reason in ('cancelled', 'moved', 'rejected', 'overpaid', 'other', 'given_back'));

create type private.spot as (
  place text, seat text, line integer, col integer, from_stage integer, middle numeric, return_id uuid, given_at timestamptz);

create table public.waits (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  ticket_category_id uuid not null references public.ticket_categories (id) on delete cascade,
  seats integer not null check (seats between 1 and 100),
  together boolean not null,
  joined_at timestamptz not null default clock_timestamp(),
  outcome text check (outcome in ('bought', 'left', 'declined', 'lapsed', 'rejected', 'over')),
  ended_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint waits_ended check ((outcome is null) = (ended_at is null))
);

create unique index waits_open on public.waits (user_id, ticket_category_id) where outcome is null;

create index waits_list on public.waits (ticket_category_id, joined_at, id) where outcome is null;

create index waits_ticket_category_id on public.waits (ticket_category_id);

create index waits_user_id on public.waits (user_id);

alter table public.waits enable row level security;

create table public.offers (
  id uuid primary key references private.orders (id) on delete cascade,
  wait_id uuid not null references public.waits (id) on delete cascade,
  user_id uuid not null,
  ticket_category_id uuid not null,
  seats text[] not null check (cardinality(seats) > 0),
  state text not null default 'open' check (state in ('open', 'submitted', 'bought', 'declined', 'lapsed', 'withdrawn', 'rejected')),
  expires_at timestamptz not null,
  ended_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint offers_ended check ((state in ('open', 'submitted')) = (ended_at is null))
);

create unique index offers_live on public.offers (wait_id) where state in ('open', 'submitted');

create index offers_wait_id on public.offers (wait_id);

create index offers_user_id on public.offers (user_id);

create index offers_ticket_category_id on public.offers (ticket_category_id, state);

alter table public.offers enable row level security;

create table public.returns (
  id uuid primary key default gen_random_uuid(),
  ticket_id uuid not null references public.user_tickets (id) on delete cascade,
  number smallint not null,
  seat text not null,
  user_id uuid not null,
  ticket_category_id uuid not null,
  state text not null default 'open' check (state in ('open', 'offered', 'buying', 'sold', 'taken_back', 'ended')),
  ended_at timestamptz,
  sold_ticket_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint returns_ended check ((state in ('open', 'offered', 'buying')) = (ended_at is null)),
  constraint returns_sold check ((state = 'sold') = (sold_ticket_id is not null))
);

create unique index returns_live on public.returns (ticket_id, number) where state in ('open', 'offered', 'buying');

create index returns_ticket_id on public.returns (ticket_id);

create index returns_user_id on public.returns (user_id);

create index returns_ticket_category_id on public.returns (ticket_category_id, state);

create index returns_sold_ticket_id on public.returns (sold_ticket_id) where sold_ticket_id is not null;

alter table public.returns enable row level security;

create table private.offered_returns (
  return_id uuid primary key references public.returns (id) on delete cascade,
  offer_id uuid not null references public.offers (id) on delete cascade
);

create index offered_returns_offer_id on private.offered_returns (offer_id);

alter table private.offered_returns enable row level security;

-- A function may call one that comes after it.
set check_function_bodies = off;

drop trigger tell_owed on refunds;

drop trigger tell on user_tickets;

CREATE OR REPLACE FUNCTION public.export_my_data()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := private.require_user();
begin
  return jsonb_build_object(
    'exported_at', now(),
    'account', (
      select jsonb_build_object('id', u.id, 'email', u.email, 'created_at', u.created_at,
        'last_sign_in_at', u.last_sign_in_at)
      from auth.users u where u.id = v_user),
    'profile', (select to_jsonb(p) from public.profiles p where p.id = v_user),
    'role', (select s.role from public.staff s where s.user_id = v_user),
    'role_ends_at', (select s.ends_at from public.staff s where s.user_id = v_user),
    'invitations', (
      select coalesce(jsonb_agg(to_jsonb(i) - array['secret_hash', 'made_by', 'updated_at'] order by i.created_at), '[]')
      from public.staff_invitations i where i.used_by = v_user),
    'orders', (
      select coalesce(jsonb_agg(to_jsonb(o)), '[]') from private.orders o where o.user_id = v_user),
    'payments', (
      select coalesce(jsonb_agg(
        to_jsonb(p) - 'reviewed_by' || jsonb_build_object('lines', (
          select coalesce(jsonb_agg(to_jsonb(l)), '[]') from public.payment_lines l where l.payment_id = p.id))
        order by p.created_at), '[]')
      from public.payments p where p.user_id = v_user),
    'tickets', (
      select coalesce(jsonb_agg(to_jsonb(t) order by t.created_at), '[]')
      from public.user_tickets t where t.user_id = v_user),
    'passes', (
      select coalesce(jsonb_agg(to_jsonb(p) order by p.created_at, p.number), '[]')
      from public.passes p where p.holder_id = v_user),
    'hand_overs', (
      select coalesce(jsonb_agg(to_jsonb(x) - array['from_id', 'to_id'] || jsonb_build_object('gave', x.from_id = v_user)
        order by x.created_at), '[]')
      from public.pass_transfers x where v_user in (x.from_id, x.to_id)),
    'waits', (
      select coalesce(jsonb_agg(to_jsonb(w) order by w.joined_at), '[]') from public.waits w where w.user_id = v_user),
    'offers', (
      select coalesce(jsonb_agg(to_jsonb(f) order by f.created_at), '[]') from public.offers f where f.user_id = v_user),
    'returns', (
      select coalesce(jsonb_agg(to_jsonb(r) order by r.created_at), '[]') from public.returns r where r.user_id = v_user),
    -- The caller's tickets at the gate; for staff, their shifts and scans too.
    'scans', (
      select coalesce(jsonb_agg(to_jsonb(s) - 'staff_id' order by s.received_at), '[]')
      from public.ticket_scans s join public.user_tickets t on t.id = s.known_ticket where t.user_id = v_user),
    'staff_events', (
      select coalesce(jsonb_agg(to_jsonb(w) order by w.created_at), '[]')
      from public.staff_events w where w.user_id = v_user),
    'tills', (
      select coalesce(jsonb_agg(to_jsonb(t) || jsonb_build_object('moves', (
          select coalesce(jsonb_agg(to_jsonb(v) order by v.made_at), '[]') from public.till_moves v where v.till_id = t.id))
        order by t.opened_at), '[]')
      from public.tills t where t.opened_by = v_user),
    'staff_scans', (
      select coalesce(jsonb_agg(to_jsonb(s) order by s.received_at), '[]')
      from public.ticket_scans s where s.staff_id = v_user),
    'refunds', (
      select coalesce(jsonb_agg(to_jsonb(r) order by r.requested_at), '[]')
      from public.refunds r where r.user_id = v_user),
    'messages', (
      select coalesce(jsonb_agg(to_jsonb(m) - 'handled_by' order by m.created_at), '[]')
      from public.contact_messages m where m.user_id = v_user),
    'codes', (
      select coalesce(jsonb_agg(jsonb_build_object('code', d.code, 'typed_at', g.at) order by g.at), '[]')
      from private.code_grants g join public.discount_codes d on d.id = g.code_id where g.user_id = v_user),
    'notices', (
      select coalesce(jsonb_agg(to_jsonb(n) || jsonb_strip_nulls(jsonb_build_object('subject', a.subject, 'message', a.message))
        order by n.created_at), '[]')
      from public.notices n left join public.announcements a on a.id = n.announcement_id where n.user_id = v_user));
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_my_account(p_confirm boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := private.require_user();
  v_pending bigint;
  v_upcoming bigint;
begin
  perform private.lock_customer(v_user);
  perform pg_advisory_xact_lock(hashtextextended('staff', 0));
  if private.is_last_admin(v_user) then
    perform private.refuse(409, 'last_admin', '', 'Make someone else an admin first.');
  end if;
  select count(*) into v_pending from public.payments p where p.user_id = v_user and p.status = 'pending';
  v_upcoming := private.upcoming_tickets_of(v_user);
  if p_confirm is not true and v_pending + v_upcoming > 0 then
    perform private.refuse(409, 'pending_payment',
      jsonb_build_object('pending_payments', v_pending, 'upcoming_tickets', v_upcoming)::text,
      'A payment is under review or a ticket upcoming; call again with p_confirm.');
  end if;
  if not private.session_is_fresh(private.token_session(), v_user) then
    perform private.refuse(403, 'sign_in_again', '', 'Sign in again; then call this within five minutes.');
  end if;

  perform private.leave_all(v_user);
  -- Frees held seats; seats under review or sold stay with their payment.
  perform from public.seat_claims c where c.user_id = v_user and c.state = 'held'
    order by c.event_id, c.place, c.seat for no key update;
  delete from public.seat_claims c where c.user_id = v_user and c.state = 'held';
  delete from public.contact_messages m where m.user_id = v_user;
  delete from public.outgoing_mail m where m.user_id = v_user;
  delete from public.staff_invitations i where i.used_by = v_user or (i.made_by = v_user and i.used_at is null);
  delete from public.notices n where n.user_id = v_user;
  update public.pass_transfers x set name = null, to_name = null where v_user in (x.from_id, x.to_id);
  delete from private.code_grants g where g.user_id = v_user;
  delete from private.code_tries t where t.user_id = v_user;
  delete from public.staff s where s.user_id = v_user;
  delete from public.profiles p where p.id = v_user;
  delete from auth.users u where u.id = v_user;
end
$function$;

CREATE OR REPLACE FUNCTION public.close_account(p_user_id uuid DEFAULT NULL::uuid, p_reason text DEFAULT NULL::text)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_admin uuid := private.require_admin();
  v_reason text := private.decision_note(p_reason);
  v_at timestamptz;
begin
  if p_user_id is null then
    perform private.refuse(400, 'invalid', 'p_user_id', 'Which account?');
  end if;
  if p_user_id = v_admin then
    perform private.refuse(403, 'forbidden', 'p_user_id', 'You cannot close the account that you are signed in to.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('staff', 0));
  perform private.require_admin();
  if not exists (select from auth.users u where u.id = p_user_id) then
    perform private.refuse(404, 'not_found', 'p_user_id', 'There is no such account.');
  end if;
  if private.is_last_admin(p_user_id) then
    perform private.refuse(409, 'last_admin', '', 'The last admin stays one.');
  end if;
  select a.closed_at into v_at from private.closed_accounts a where a.user_id = p_user_id;
  if found then
    return v_at;
  end if;

  perform private.lock_customer(p_user_id);
  insert into private.closed_accounts (user_id, closed_by, reason) values (p_user_id, v_admin, v_reason)
    returning closed_at into v_at;
  perform private.leave_all(p_user_id);
  perform from public.seat_claims c where c.user_id = p_user_id and c.state = 'held'
    order by c.event_id, c.place, c.seat for no key update;
  delete from public.seat_claims c where c.user_id = p_user_id and c.state = 'held';
  delete from public.staff s where s.user_id = p_user_id;
  -- The auth service refuses a banned account at sign-in and renewal; sessions end here.
  update auth.users u set banned_until = '2999-01-01' where u.id = p_user_id;
  delete from auth.refresh_tokens t where t.user_id::text = p_user_id::text;
  delete from auth.sessions s where s.user_id::text = p_user_id::text;
  perform private.record_audit('close_account', 'profiles', p_user_id::text, null, jsonb_build_object('reason', v_reason));
  return v_at;
end
$function$;

CREATE OR REPLACE FUNCTION public.hold_seats(p_order_id uuid DEFAULT NULL::uuid, p_lines jsonb DEFAULT NULL::jsonb, p_code text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_remembered constant integer := 2000; -- bytes of p_lines; a line of ten seats has some 200
  v_user uuid := auth.uid();
  v_terms public.shop_terms := private.terms();
  v_order private.orders;
  v_lines jsonb;
  v_asked record;
  v_placed record;
  v_line private.order_line;
  v_category uuid;
  v_waited boolean;
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
  v_places text[];
  v_rated private.priced_line[];
  v_price record;
  v_code public.discount_codes;
  v_fitted record;
  v_code_id uuid;
  v_full numeric[];
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
  v_asked := private.asked_lines(p_lines, v_terms);
  perform private.share_order_events(v_asked.categories, p_order_id);
  if v_order.submitted_at is not null then
    perform private.refuse(409, 'order_submitted', v_order.order_code, 'This order was submitted; start another.');
  end if;
  if v_order.id is not null and exists (select from public.offers f where f.id = p_order_id) then
    return private.hold_of_offer(v_order, v_asked.lines);
  end if;
  v_waited := v_order.id is not null and private.freed_lists(p_order_id) <> '{}';
  foreach v_category in array v_asked.categories loop
    v_waited := v_waited or private.is_waited_for(v_category);
  end loop;
  if v_waited then
    perform private.serve_first(v_asked.lines, p_order_id, false);
  end if;

  v_running := v_order.expires_at > now();
  if p_code is not null then
    v_code := private.code_of_hold(p_code, v_user, p_order_id, case when v_running then v_order.code_id end);
  end if;
  -- Most customers are new: nothing held, no time spent.
  v_known := exists (select from public.seat_claims c where c.user_id = v_user and c.state <> 'sold')
    or exists (select from private.hold_usage u where u.user_id = v_user);
  -- Prices are frozen while the hold runs. Without the order's id place_lines reads today's.
  v_placed := private.place_lines(v_asked.lines, case when v_running then p_order_id end, case when v_known then v_user end, p_order_id);
  v_wanted := coalesce(v_placed.seats, '{}');
  if v_code.id is not null or v_order.code_id is not null then
    v_fitted := private.fit_code(v_code, p_order_id, v_running and v_code.id = v_order.code_id, v_placed.lines, v_placed.not_on_sale);
    v_placed.lines := v_fitted.lines;
    v_placed.not_on_sale := v_fitted.not_on_sale;
    v_full := v_fitted.full_prices;
    v_code_id := v_fitted.used_id;
  end if;
  if v_placed.not_on_sale is not null then
    perform private.refuse(409, 'not_on_sale', private.seats_as_lines(v_placed.not_on_sale),
      'Not sold now: over, cancelled, gone, paused, a draft or outside its window; detail has the lines.');
  end if;
  if v_placed.unknown is not null then
    perform private.refuse(400, 'unknown_seat', private.seats_as_lines(v_placed.unknown),
      'The category sells no such seats.');
  end if;

  -- Holding again never lengthens a running hold.
  v_expires := case when v_running then v_order.expires_at else now() + make_interval(mins => v_terms.hold_minutes) end;
  if v_known then
    v_mine := private.claims_besides(v_user, p_order_id, v_wanted);
    v_released := v_mine.released;
    v_other_seats := v_mine.other_seats;
  end if;
  if v_other_seats + cardinality(v_wanted) + v_placed.unpicked > v_terms.seats_per_customer then
    perform private.refuse(429, 'too_many', v_terms.seats_per_customer::text,
      'So many seats of one customer may be held and under review at a time.');
  end if;
  if v_known then
    select array_agg(b),
        array_agg(row (b.event_id, b.place, b.seat, b.ticket_category_id)::private.seat) filter (where b.may_hold_until <= now()),
        min(b.may_hold_until)
      into v_budget, v_refused, v_until
      from private.hold_budget(v_user, p_order_id, v_wanted, make_interval(mins => v_terms.held_minutes_an_hour)) as b;
    if v_refused is not null then
      perform private.refuse(429, 'held_too_long', private.seats_as_lines(v_refused),
        'These seats were held within the last hour for as long as one customer may.');
    end if;
    v_expires := least(v_expires, v_until);
  end if;

  v_rated := private.rate_lines(v_placed.lines, p_order_id, v_terms);
  if v_code_id is not null then
    v_rated := private.without_fee(v_rated, v_full);
  end if;
  for n in 1 .. cardinality(v_rated) loop
    v_answer := v_answer || jsonb_build_object('ticket_category_id', v_placed.lines[n].ticket_category_id,
      'unit_price', v_rated[n].unit_price, 'quantity', v_rated[n].quantity, 'gst_percent', v_rated[n].gst_percent,
      'local_percent', v_rated[n].local_percent, 'fee', v_rated[n].fee, 'fee_gst_percent', v_rated[n].fee_gst_percent);
    if v_full[n] is not null then
      v_answer := jsonb_set(v_answer, array[(n - 1)::text, 'full_price'], to_jsonb(v_full[n]));
    end if;
  end loop;
  v_price := private.price_lines(v_rated);
  if v_price.total > 0 and 0 = any (v_price.shares) then
    for n in 1 .. cardinality(v_price.shares) loop
      if v_price.shares[n] = 0
         and v_rated[n].quantity + private.free_places(v_user, v_placed.lines[n].ticket_category_id) > v_terms.seats_per_line then
        perform private.refuse(429, 'too_many', 'free', 'So many free places of a category may one customer have.');
      end if;
    end loop;
  end if;
  if pg_column_size(p_lines) <= c_remembered then
    v_lines := p_lines;
  end if;
  if v_order.id is null then
    insert into private.orders (id, user_id, order_code, expires_at, lines, event_id, shares, parts, code_id)
      values (p_order_id, v_user, private.order_code(p_order_id), v_expires, v_lines, v_placed.event_id, v_price.shares,
        v_price.parts, v_code_id)
      on conflict do nothing returning * into v_order;
    if not found then
      -- Another customer just took the id, or another order has its code; own orders wait for the customer's lock.
      perform private.require_own_order(p_order_id, v_user);
      perform private.refuse(403, 'other_user', 'p_order_id', 'This order id is in use.');
    end if;
  else
    update private.orders o
      set expires_at = v_expires, lines = v_lines, event_id = v_placed.event_id, shares = v_price.shares, parts = v_price.parts,
        code_id = v_code_id
      where o.id = p_order_id;
    delete from private.order_prices p
      where p.order_id = p_order_id and (not v_running or p.ticket_category_id <> all (v_asked.categories));
  end if;
  if v_known then
    delete from private.hold_usage u where u.user_id = v_user and u.since < now() - interval '2 hours';
    perform private.book_usage(v_user, v_budget, v_expires);
  elsif v_wanted <> '{}' then
    insert into private.hold_usage (user_id, event_id, place, seat, since, used)
      select v_user, w.event_id, w.place, w.seat, now(), v_expires - now() from unnest(v_wanted) as w;
  end if;
  if v_released is not null then
    perform private.return_usage(v_user, v_released);
  end if;
  if v_placed.unpicked > 0 then
    foreach v_line in array v_placed.lines loop
      continue when v_line.places is null;
      v_places := private.claim_places(v_line.ticket_category_id, v_line.places, v_user, p_order_id, v_expires);
      for v_number in cardinality(v_places) + 1 .. v_line.places loop
        v_placed.short := v_placed.short
          || row (v_line.event_id, null, (v_number - cardinality(v_places))::text, v_line.ticket_category_id)::private.seat;
      end loop;
      insert into private.hold_usage (user_id, event_id, place, seat, since, used)
        select v_user, v_line.event_id, v_line.ticket_category_id::text, n, now(), v_expires - now() from unnest(v_places) as n;
    end loop;
  end if;
  v_got := v_wanted;
  if v_wanted <> '{}' or v_released is not null then
    v_got := private.claim_seats(v_wanted, v_released, 'held', v_user, p_order_id, null, v_expires);
  end if;
  if cardinality(v_got) < cardinality(v_wanted) or v_placed.short is not null then
    perform private.refuse(409, 'seats_taken', private.seats_as_lines(private.missing_seats(v_wanted, v_got) || v_placed.short),
      'Detail has the seats that are taken, and as many numbers as standing places are missing.');
  end if;

  for n in 1 .. cardinality(v_rated) loop
    v_line := v_placed.lines[n];
    if not v_line.is_frozen then
      insert into private.order_prices (order_id, ticket_category_id, unit_price, gst_percent, local_percent, fee, fee_gst_percent, full_price)
        values (p_order_id, v_line.ticket_category_id, v_line.unit_price, v_rated[n].gst_percent, v_rated[n].local_percent,
          v_rated[n].fee, v_rated[n].fee_gst_percent, v_full[n]);
    end if;
  end loop;
  return jsonb_build_object(
    'order_id', p_order_id, 'order_code', v_order.order_code, 'expires_at', v_expires, 'server_time', clock_timestamp(),
    'extended', v_order.extended, 'lines', v_answer,
    'subtotal', v_price.subtotal, 'gst', v_price.gst, 'local_tax', v_price.local_tax, 'fee', v_price.fee,
    'fee_gst', v_price.fee_gst, 'total', v_price.total);
end
$function$;

CREATE OR REPLACE FUNCTION public.extend_hold(p_order_id uuid DEFAULT NULL::uuid)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := private.require_user();
  v_terms public.shop_terms := private.terms();
  v_order private.orders;
  v_seats private.seat[];
  v_budget private.seat_budget[];
  v_expires timestamptz;
begin
  perform private.require_own_order(p_order_id, v_user);
  perform private.lock_customer(v_user);
  perform private.lock_order_events('{}', p_order_id);
  v_order := private.require_own_order(p_order_id, v_user);
  if v_order.id is null then
    perform private.refuse(404, 'unknown_order', 'p_order_id', 'No seats were ever held for this order.');
  end if;
  if v_order.submitted_at is not null then
    perform private.refuse(409, 'order_submitted', v_order.order_code, 'This order was submitted.');
  end if;
  -- An offer ends when it says; seats that were given back are not held.
  if v_order.expires_at > now() and exists (select from public.offers f where f.id = p_order_id) then
    return v_order.expires_at;
  end if;
  perform from public.seat_claims c where c.order_id = p_order_id
    order by c.event_id, c.place, c.seat for no key update;
  select array_agg(row (c.event_id, c.place, c.seat, c.ticket_category_id)::private.seat) into v_seats
    from public.seat_claims c where c.order_id = p_order_id and c.state = 'held' and c.expires_at > now();
  if v_order.expires_at <= now() or v_seats is null then
    perform private.refuse(409, 'hold_expired', v_order.order_code, 'The hold ran out; hold again.');
  end if;
  if v_order.extended then
    return v_order.expires_at;
  end if;

  select array_agg(b), least(v_order.expires_at + make_interval(mins => v_terms.extension_minutes), min(b.may_hold_until))
      into v_budget, v_expires
    from private.hold_budget(v_user, p_order_id, v_seats, make_interval(mins => v_terms.held_minutes_an_hour)) as b;
  if v_expires <= v_order.expires_at then
    perform private.refuse(429, 'held_too_long', private.seats_as_lines(v_seats),
      'These seats are held within an hour for as long as one customer may.');
  end if;
  perform private.book_usage(v_user, v_budget, v_expires);
  update public.seat_claims c set expires_at = v_expires
    where c.order_id = p_order_id and c.state = 'held' and c.expires_at > now();
  update private.orders o set expires_at = v_expires, extended = true where o.id = p_order_id;
  return v_expires;
end
$function$;

CREATE OR REPLACE FUNCTION public.release_seats(p_order_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := private.require_user();
  v_order private.orders;
  v_seats private.seat[];
begin
  perform private.require_own_order(p_order_id, v_user);
  perform private.lock_customer(v_user);
  perform private.lock_order_events('{}', p_order_id);
  v_order := private.require_own_order(p_order_id, v_user);
  if v_order.id is null then
    perform private.refuse(404, 'unknown_order', 'p_order_id', 'No seats were ever held for this order.');
  end if;
  if exists (select from public.payments p where p.order_id = p_order_id and p.status <> 'rejected') then
    perform private.refuse(409, 'order_submitted', v_order.order_code, 'Its seats are under review or sold.');
  end if;
  if private.decline_offer(p_order_id) then
    return;
  end if;
  perform private.lock_waiting(private.freed_lists(p_order_id));
  perform from public.seat_claims c where c.order_id = p_order_id
    order by c.event_id, c.place, c.seat for no key update;
  select array_agg(row (c.event_id, c.place, c.seat, c.ticket_category_id)::private.seat) into v_seats
    from public.seat_claims c where c.order_id = p_order_id and c.state = 'held';
  perform private.return_usage(v_user, v_seats);
  delete from public.seat_claims c where c.order_id = p_order_id and c.state = 'held';
  update private.orders o set expires_at = least(o.expires_at, now()) where o.id = p_order_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.release_customer_seats(p_user_id uuid DEFAULT NULL::uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_free integer;
begin
  perform private.require_admin();
  if p_user_id is null then
    perform private.refuse(400, 'invalid', 'p_user_id', 'Whose seats?');
  end if;
  perform private.lock_customer(p_user_id);
  perform private.share_event(e.event_id) from (
    select distinct c.event_id from public.seat_claims c where c.user_id = p_user_id and c.state <> 'sold' order by 1) as e;
  -- What others gave back is theirs again.
  perform private.lock_waiting(private.freed_lists(null, p_user_id) || array(
    select f.ticket_category_id from public.offers f where f.user_id = p_user_id and f.state = 'submitted'));
  perform private.restore_returns(f.id) from public.offers f where f.user_id = p_user_id and f.state = 'submitted';
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
$function$;

CREATE OR REPLACE FUNCTION public.who_has_seat(p_ticket_category_id uuid DEFAULT NULL::uuid, p_seat text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_answer jsonb;
begin
  perform private.require_admin();
  if not private.is_seat(p_ticket_category_id, p_seat) then
    perform private.refuse(404, 'not_found', 'p_seat', 'The category has no such seat.');
  end if;
  select jsonb_build_object('state', private.seat_state(c), 'until', coalesce(c.expires_at, c.review_until),
      'user_id', c.user_id, 'name', f.name, 'email', f.email, 'phone', f.phone, 'made_by', p.made_by,
      'order_code', coalesce(p.order_code, o.order_code),
      'payment_id', p.id, 'payment_status', p.status, 'transaction_id', p.transaction_id, 'booking_id', l.id,
      'ticket_id', t.id, 'code', t.code, 'seats', t.seats, 'received', (
        select jsonb_build_object('name', h.name, 'email', h.email, 'at', x.ended_at)
        from public.passes g
        join public.profiles h on h.id = g.holder_id
        left join public.pass_transfers x on x.ticket_id = t.id and x.number = g.number and x.outcome = 'accepted'
          and x.to_id = g.holder_id
        where g.ticket_id = t.id and g.seat = c.seat and g.holder_id <> t.user_id
        order by x.ended_at desc limit 1),
      'let_in_at', (
        select min(a.corrected_at) from private.admitted_seats a join public.ticket_scans n on n.id = a.scan_id
        where a.event_id = c.event_id and a.place = c.place and a.seat = c.seat and n.known_ticket = t.id),
      'reason', c.kept_reason, 'kept_by', b.name, 'since', c.updated_at)
    into v_answer
    from public.seat_claims c
    left join private.orders o on o.id = c.order_id
    left join public.payments p on p.id = c.payment_id
    left join public.payment_lines l
      on l.payment_id = c.payment_id and l.ticket_category_id = c.ticket_category_id and l.split_from is null
    left join public.user_tickets t on t.id = c.ticket_id
    left join public.profiles f on f.id = c.user_id
    left join public.profiles b on b.id = c.kept_by
    where c.ticket_category_id = p_ticket_category_id and c.seat = p_seat and private.seat_state(c) <> 'free';
  return coalesce(v_answer, jsonb_build_object('state', 'free'));
end
$function$;

CREATE OR REPLACE FUNCTION private.place_payment(p_payment payments, p_order private.orders, p_lines private.order_line[], p_as_held boolean, p_terms shop_terms)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_as_held boolean := p_as_held;
  v_placed record;
  v_mine record;
  v_held private.seat[];
  v_wanted private.seat[];
  v_other_seats integer;
  v_flag text;
  v_until timestamptz;
  v_offered boolean := private.take_offered(p_payment, p_lines);
begin
  if not v_offered then
    perform private.serve_first(p_lines, p_payment.order_id, true);
  end if;
  v_placed := private.place_lines(p_lines, p_payment.order_id, p_payment.user_id, p_payment.order_id);
  if v_as_held and v_placed.event_id is distinct from p_order.event_id then
    v_as_held := false;
    perform private.share_order_events(array(select l.ticket_category_id from unnest(p_lines) as l), p_payment.order_id);
    v_placed := private.place_lines(p_lines, p_payment.order_id, p_payment.user_id, p_payment.order_id);
  end if;
  perform private.record_lines(
    p_payment.id, p_payment.user_id, p_payment.order_id, v_placed.lines, case when v_as_held then p_order.shares end,
    p_order.parts, p_order.code_id is not null);

  -- A seat that a changed layout no longer has is lost like any other.
  v_wanted := v_placed.seats;
  select array_agg(row (c.event_id, c.place, c.seat, c.ticket_category_id)::private.seat)
        filter (where c.order_id = p_payment.order_id and c.state = 'held'),
      count(*) filter (where c.state = 'under_review' and (c.review_until is null or c.review_until > now())
        or c.expires_at > now() and c.order_id <> p_payment.order_id)
    into v_held, v_other_seats
    from public.seat_claims c
    where c.user_id = p_payment.user_id and c.state <> 'sold';
  v_until := private.review_end(p_payment);
  if (select count(*) from (
        select from public.payments p where p.user_id = p_payment.user_id and p.status = 'pending' limit p_terms.undecided_per_customer + 1) as u)
      > p_terms.undecided_per_customer then
    v_flag := 'beyond_undecided';
  elsif (not v_as_held or 0 = any (p_order.shares)) and private.is_beyond_free_places(p_payment.id, p_terms) then
    v_flag := 'beyond_limit';
  end if;
  if v_flag is not null then
    -- Recorded, but keeps no seats.
    insert into public.payment_flags (payment_id, flag) values (p_payment.id, v_flag);
    perform private.return_usage(p_payment.user_id, v_held);
    perform private.claim_seats(null, v_held, 'under_review', p_payment.user_id, p_payment.order_id, p_payment.id, null);
  elsif v_wanted <@ v_held and cardinality(v_held) = cardinality(v_wanted)
     and v_other_seats + cardinality(v_wanted) <= p_terms.seats_per_customer then
    perform private.review_held(p_payment.order_id, p_payment.id, v_until);
  else
    v_mine := private.claims_besides(p_payment.user_id, p_payment.order_id, v_wanted);
    if v_mine.other_seats + coalesce(cardinality(v_wanted), 0) > p_terms.seats_per_customer then
      insert into public.payment_flags (payment_id, flag) values (p_payment.id, 'beyond_limit');
      v_wanted := null;
      v_mine.released := v_held;
    end if;
    perform private.return_usage(p_payment.user_id, v_wanted || v_mine.released);
    perform private.claim_seats(v_wanted, v_mine.released, 'under_review', p_payment.user_id, p_payment.order_id, p_payment.id, v_until);
  end if;
  if v_offered then
    perform private.keep_offered(p_payment);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.check_payment_status(p_transaction_id text DEFAULT NULL::text)
 RETURNS TABLE(payment_id uuid, order_id uuid, order_code text, transaction_id text, amount numeric, status text, created_at timestamp with time zone, reviewed_at timestamp with time zone, review_note text, seats_held boolean, kept_until timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p.id, p.order_id, p.order_code, p.transaction_id, p.amount, p.status, p.created_at, p.reviewed_at, p.review_note,
    (select count(*) from public.seat_claims c
      where c.payment_id = p.id and (c.review_until is null or c.review_until > now()))
      = (select sum(l.quantity) from public.payment_lines l where l.payment_id = p.id and l.split_from is null),
    (select min(c.review_until) from public.seat_claims c where c.payment_id = p.id)
  from public.payments p
  where p.user_id = private.uid() and p.transaction_id = private.normal_reference(p_transaction_id)
  order by (p.status = 'pending') desc, p.created_at desc, p.id
$function$;

CREATE OR REPLACE FUNCTION private.issue_passes(p_ticket user_tickets)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_left text[];
  v_pass public.passes;
begin
  -- A pass keeps its number and its holder with its seat; who was moved gets the seats that are left, in their order.
  select coalesce(array_agg(s.seat order by s.n), '{}') into v_left
    from unnest(p_ticket.seats) with ordinality as s (seat, n)
    where not exists (
      select from public.passes p where p.ticket_id = p_ticket.id and p.seat = s.seat and p.holder_id is not null);
  for v_number in 1 .. p_ticket.quantity + (
      select count(*) from public.passes p where p.ticket_id = p_ticket.id and p.holder_id is null) loop
    select * into v_pass from public.passes p where p.ticket_id = p_ticket.id and p.number = v_number;
    continue when found and v_pass.holder_id is null;
    if v_pass.number is null then
      v_pass.number := v_number;
      v_pass.holder_id := p_ticket.user_id;
      v_pass.issue := 0;
      v_pass.void_before := 0;
      v_pass.bindings := 0;
    elsif v_pass.seat = any (p_ticket.seats) and v_pass.key_number = p_ticket.key_number then
      continue;
    else
      v_pass.issue := v_pass.issue + 1;
    end if;
    if v_pass.seat is null or v_pass.seat <> all (p_ticket.seats) then
      v_pass.seat := v_left[1];
      v_left := v_left[2 :];
    end if;
    perform private.sign_pass(p_ticket, v_pass);
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.issue_passes_of_ticket()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- A code of it would open a gate whose list is older.
  if tg_op = 'UPDATE' or new.revoked_at is null then
    perform private.issue_passes(new);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_payments(p_payment_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.approve_payment(p_payment payments, p_note text, p_reviewer uuid, p_by_proof boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_used text;
  v_lost private.seat[];
  v_line public.payment_lines;
  v_key private.event_keys;
  v_ticket uuid;
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
        total_amount, code, key_number, signature, is_test)
      values (v_ticket, v_line.user_id, v_line.event_id, v_line.ticket_category_id, p_payment.id, v_line.id, v_line.seats,
        v_line.quantity, v_line.total_amount, private.new_ticket_code(), v_key.key_number,
        private.ticket_signature(v_key.key, v_key.key_number, v_ticket, v_line.user_id, v_line.event_id, v_line.seats), p_payment.is_test);
    update public.seat_claims c set state = 'sold', ticket_id = v_ticket, review_until = null
      where c.payment_id = p_payment.id and c.ticket_category_id = v_line.ticket_category_id;
  end loop;
  update public.payment_lines l set payment_status = 'completed' where l.payment_id = p_payment.id;
  perform private.sell_returns(p_payment);
end
$function$;

CREATE OR REPLACE FUNCTION private.reject_payment(p_payment payments, p_note text, p_reviewer uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.reassign_seats(p_payment_id uuid DEFAULT NULL::uuid, p_lines jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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

  select array_agg(row (c.event_id, private.place_of(c.id, s), s, c.id)::private.seat order by n.line) into v_wanted
    from private.read_lines(p_lines) as n
    join public.ticket_categories c on c.id = n.ticket_category_id,
    lateral unnest(case when n.places is null then n.seats else private.places_for(v_payment, c.id, n.places) end) as s;
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

  for v_ticket in
    select * from public.user_tickets t
    where t.payment_id = p_payment_id and t.ticket_category_id = any (v_categories) and t.revoked_at is null order by t.id
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
$function$;

CREATE OR REPLACE FUNCTION public.cancel_event(p_event_id uuid DEFAULT NULL::uuid, p_reason text DEFAULT NULL::text)
 RETURNS events
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_longest_reason constant integer := 500;
  v_reason text;
  v_event public.events;
begin
  perform private.require_admin();
  if p_event_id is null then
    perform private.refuse(400, 'invalid', 'p_event_id', 'Which event?');
  end if;
  v_reason := private.require_text(p_reason, 'p_reason', c_longest_reason);
  perform private.lock_event(p_event_id);
  select * into v_event from public.events e where e.id = p_event_id for no key update;
  if not found then
    perform private.refuse(404, 'not_found', 'p_event_id', 'There is no such event.');
  end if;
  if v_event.status <> 'cancelled' then
    update public.events e set status = 'cancelled', cancelled_reason = v_reason where e.id = p_event_id returning * into v_event;
  end if;
  perform private.end_list(c.id) from public.ticket_categories c where c.event_id = p_event_id;
  -- Holds without a customer are free standing places: they stay.
  perform from public.seat_claims c where c.event_id = p_event_id and c.state = 'held' and c.user_id is not null
    order by c.event_id, c.place, c.seat for no key update;
  delete from public.seat_claims c where c.event_id = p_event_id and c.state = 'held' and c.user_id is not null;
  perform private.owe_event(p_event_id);
  return v_event;
end
$function$;

CREATE OR REPLACE FUNCTION private.record_scan(p_scan json, p_staff uuid, p_received_at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  c_most_seats constant integer := 40;
  v jsonb := private.readable_scan(p_scan);
  v_scan public.ticket_scans;
  v_known public.ticket_scans;
  v_event public.events;
  v_revoked_at timestamptz;
  v_is_test boolean;
  v_made_by uuid;
  v_undo public.ticket_scans;
begin
  if jsonb_typeof(v) is distinct from 'object' then
    return jsonb_build_object('ok', false, 'code', 'invalid', 'field', null);
  end if;
  v_scan.id := private.scan_uuid(v, 'id');
  v_scan.event_id := private.scan_uuid(v, 'event_id');
  v_scan.undoes := private.scan_uuid(v, 'undoes');
  v_scan.verdict := upper(translate(coalesce(v ->> 'verdict', case when v_scan.undoes is not null then 'UNDO' end), '_', ' '));
  v_scan.ticket_id := coalesce(private.scan_text(v, 'ticket_id', 512), '');
  v_scan.gate := coalesce(private.scan_text(v, 'gate', 80), '');
  v_scan.device := coalesce(private.scan_text(v, 'device', 128), '');
  v_scan.reason := private.scan_text(v, 'reason', 500);
  v_scan.scanned_at := private.scan_time(v, 'scanned_at');
  -- Another member of staff may have made it and left the device before it was sent.
  v_made_by := private.scan_uuid(v, 'scanned_by');
  if v_made_by <> p_staff and not exists (select from public.staff s where s.user_id = v_made_by) then
    v_made_by := null;
  end if;
  v_scan.staff_id := coalesce(v_made_by, p_staff);
  v_scan.received_at := p_received_at;
  v_scan.pass := private.scan_number(v, 'pass', 1, 10);
  v_scan.issue := case when v_scan.pass is not null then private.scan_number(v, 'issue', 0, 65535) end;

  if v_scan.id is null then
    return jsonb_build_object('ok', false, 'code', 'invalid', 'field', 'id');
  elsif v_scan.event_id is null then
    return jsonb_build_object('ok', false, 'code', 'invalid', 'field', 'event_id');
  elsif not private.is_admin() and not exists (select from private.my_gate_events() as w where w = v_scan.event_id) then
    return jsonb_build_object('ok', false, 'code', 'forbidden', 'field', 'event_id');
  end if;
  select * into v_event from public.events e where e.id = v_scan.event_id;
  if not found then
    return jsonb_build_object('ok', false, 'code', 'invalid', 'field', 'event_id');
  elsif v_scan.verdict is null or v_scan.verdict not in ('ENTER', 'ALREADY IN', 'NOT VALID', 'CHECK', 'UNDO') then
    return jsonb_build_object('ok', false, 'code', 'invalid', 'field', 'verdict');
  elsif (v_scan.verdict = 'UNDO') <> (v_scan.undoes is not null) or v_scan.undoes = v_scan.id then
    return jsonb_build_object('ok', false, 'code', 'invalid', 'field', 'undoes');
  end if;

  if jsonb_typeof(coalesce(nullif(v -> 'seats', 'null'), '[]')) <> 'array' then
    return jsonb_build_object('ok', false, 'code', 'invalid', 'field', 'seats');
  end if;
  v_scan.seats := array(
    select s from jsonb_array_elements_text(coalesce(nullif(v -> 'seats', 'null'), '[]')) as s
    group by s order by private.seat_order(s) collate "C");
  if cardinality(v_scan.seats) > c_most_seats
     or exists (select from unnest(v_scan.seats) as s where s is null or s !~ '^(([A-Z0-9]{1,4}-)?[A-Z]{1,2}[1-9][0-9]{0,2}|[1-9][0-9]{0,5})$')
     or (cardinality(v_scan.seats) > 0 and v_scan.verdict not in ('ENTER', 'CHECK')) then
    return jsonb_build_object('ok', false, 'code', 'invalid', 'field', 'seats');
  end if;

  if v_scan.verdict = 'UNDO' and v_scan.ticket_id = '' then
    select s.ticket_id into v_scan.ticket_id from public.ticket_scans s where s.id = v_scan.undoes and s.event_id = v_scan.event_id;
    v_scan.ticket_id := coalesce(v_scan.ticket_id, '');
  end if;
  select t.id, t.ticket_category_id::text, t.revoked_at, t.is_test into v_scan.known_ticket, v_scan.place, v_revoked_at, v_is_test
    from public.user_tickets t
    where t.id = private.scan_uuid(jsonb_build_object('id', v_scan.ticket_id), 'id') and t.event_id = v_scan.event_id;
  if v_scan.known_ticket is not null then
    v_scan.ticket_id := v_scan.known_ticket::text;
    if v_is_test then
      v_scan.seats := '{}';
    end if;
  else
    v_scan.place := v_scan.ticket_id;
  end if;
  v_scan.corrected_at := private.corrected_time(v_scan.scanned_at, private.scan_time(v, 'sent_at'), p_received_at,
    least(private.gate_opens(v_event.date), private.gate_opens(v_event.previous_date), v_event.created_at) - interval '24 hours');
  if cardinality(v_scan.seats) > 0 then
    v_scan.problem := coalesce(private.outside_gate(v_event.date, v_event.previous_date, v_scan.corrected_at), case
      when v_scan.known_ticket is null then 'unknown_ticket'
      when v_revoked_at <= v_scan.corrected_at then 'revoked_ticket'
      when exists (
        select from public.pass_transfers x
        where x.ticket_id = v_scan.known_ticket and x.number = v_scan.pass and x.first_issue > v_scan.issue
          and x.ended_at <= v_scan.corrected_at)
        or exists (
          select from public.returns r
          where r.ticket_id = v_scan.known_ticket and r.number = v_scan.pass and r.state = 'sold' and r.ended_at <= v_scan.corrected_at)
        then 'void_code'
    end);
    if v_scan.problem in ('too_early', 'too_late') then
      v_scan.claimed_seats := v_scan.seats;
      v_scan.seats := '{}';
    end if;
  end if;

  insert into public.ticket_scans select v_scan.* on conflict (id) do nothing;
  if not found then
    select * into v_known from public.ticket_scans s where s.id = v_scan.id;
    if (v_known.event_id, v_known.ticket_id, v_known.verdict, coalesce(v_known.claimed_seats, v_known.seats),
        coalesce(v_known.undoes, v_known.refused_undo))
       is distinct from (v_scan.event_id, v_scan.ticket_id, v_scan.verdict, coalesce(v_scan.claimed_seats, v_scan.seats),
        v_scan.undoes) then
      return jsonb_build_object('ok', false, 'code', 'id_used', 'field', 'id');
    end if;
    return jsonb_build_object('ok', true, 'corrected_at', v_known.corrected_at, 'problem', v_known.problem);
  end if;

  if v_scan.staff_id <> p_staff then
    insert into private.relayed_scans (scan_id, sent_by) values (v_scan.id, p_staff);
  end if;
  if v_scan.problem = 'void_code' then
    perform private.tell_old_code(v_scan);
  end if;
  -- An UNDO and its scan may arrive in any order.
  if v_scan.verdict = 'UNDO' then
    select * into v_known from public.ticket_scans s where s.id = v_scan.undoes;
    if found then
      v_scan.problem := private.refuse_undo(v_scan, v_known);
    end if;
  else
    for v_undo in select u.* from public.ticket_scans u where u.undoes = v_scan.id loop
      perform private.refuse_undo(v_undo, v_scan);
    end loop;
  end if;
  if v_scan.verdict = 'UNDO' and v_scan.problem is null then
    delete from private.admitted_seats a where a.scan_id = v_scan.undoes and a.event_id = v_scan.event_id;
  elsif not exists (select from public.ticket_scans u where u.undoes = v_scan.id) then
    insert into private.admitted_seats (event_id, place, seat, scan_id, corrected_at)
      select v_scan.event_id, v_scan.place, s, v_scan.id, v_scan.corrected_at from unnest(v_scan.seats) as s;
  end if;
  return jsonb_build_object('ok', true, 'corrected_at', v_scan.corrected_at, 'problem', v_scan.problem);
end
$function$;

CREATE OR REPLACE FUNCTION private.sell(p_order_id uuid, p_holder uuid, p_lines jsonb, p_method text, p_till_id uuid, p_made_by uuid, p_reference text, p_note text, p_total numeric)
 RETURNS payments
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_terms public.shop_terms := private.terms();
  v_asked record;
  v_placed record;
  v_lines private.order_line[];
  v_line private.order_line;
  v_rated private.priced_line[];
  v_price record;
  v_code text := private.order_code(p_order_id);
  v_missing private.seat[];
  v_payment public.payments;
begin
  v_asked := private.asked_lines(p_lines, v_terms);
  perform private.share_order_events(v_asked.categories, p_order_id);
  -- As share_order_events does for several: phases before categories (49-phases.sql).
  perform private.lock_phase(o.c) from (
    select c from public.ticket_categories c where c.id = any (v_asked.categories) and c.phases <> '[]' order by c.id offset 0) as o;
  perform from public.ticket_categories c where c.id = any (v_asked.categories) order by c.id for no key update;
  -- A category may have moved before it was locked.
  perform private.share_order_events(v_asked.categories, p_order_id);
  perform private.refuse_unsold(v_asked.categories);

  -- What is offered to a waiting list is held; the rest may be sold at the counter.
  v_placed := private.place_lines(v_asked.lines, null, p_holder, p_order_id);
  if v_placed.unknown is not null then
    perform private.refuse(400, 'unknown_seat', private.seats_as_lines(v_placed.unknown), 'The category sells no such seats.');
  end if;
  v_rated := private.door_rates(v_placed.lines, p_method, v_terms);
  v_price := private.price_lines(v_rated);
  if v_price.total <> p_total then
    perform private.refuse(409, 'price_changed', v_price.total::text, 'Detail is the price now.');
  end if;
  v_lines := v_placed.lines;
  for n in 1 .. cardinality(v_lines) loop
    v_line := v_lines[n];
    v_line.unit_price := v_rated[n].unit_price;
    -- Nothing is left to freeze: the order ends here.
    v_line.is_frozen := true;
    v_lines[n] := v_line;
  end loop;

  insert into private.orders (id, user_id, order_code, submitted_at) values (p_order_id, p_holder, v_code, now())
    on conflict do nothing;
  if not found then
    perform private.refuse(403, 'other_user', 'p_order_id', 'This order id is in use.');
  end if;
  insert into public.payments (user_id, order_id, order_code, transaction_id, amount, screenshot_url, screenshot_sha256,
      method, till_id, made_by)
    values (p_holder, p_order_id, v_code, coalesce(p_reference, v_code), v_price.total, '', '', p_method, p_till_id, p_made_by)
    returning * into v_payment;
  perform private.record_lines(v_payment.id, p_holder, p_order_id, v_lines, v_price.shares, v_price.parts);
  v_missing := private.missing_seats(v_placed.seats, private.claim_seats(
    v_placed.seats, null, 'under_review', p_holder, p_order_id, v_payment.id, null)) || v_placed.short;
  if cardinality(v_missing) > 0 then
    perform private.refuse(409, 'seats_taken', private.seats_as_lines(v_missing),
      'Detail has the seats that are taken, and as many numbers as standing places are missing.');
  end if;

  perform private.lock_payments(array[v_payment.id]);
  perform private.prepare_keys(array[v_payment.id]);
  perform private.approve_payment(v_payment, p_note, p_made_by);
  select * into strict v_payment from public.payments p where p.id = v_payment.id;
  return v_payment;
end
$function$;

CREATE OR REPLACE FUNCTION private.tell_ticket()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_category text := (select c.name from public.ticket_categories c where c.id = new.ticket_category_id);
  v_about jsonb := private.event_words(new.event_id)
    || jsonb_build_object('category', v_category, 'sections', private.section_names(new.ticket_category_id));
begin
  if new.revoked_at is null then
    perform private.tell(new.user_id, new.event_id, new.id, 'seats_changed',
      v_about || jsonb_build_object('from', old.seats, 'to', new.seats));
  elsif old.revoked_at is null and not (
    -- mark_refunded revokes the ticket, and so does a seat that is given back and sold: their own notices say so.
    new.revoked_reason = 'Refunded' and exists (select from public.refunds r where r.ticket_id = new.id)
    or exists (select from public.returns r where r.sold_ticket_id = new.id))
  then
    perform private.tell(new.user_id, new.event_id, new.id, 'ticket_revoked',
      v_about || jsonb_build_object('seats', new.seats, 'reason', new.revoked_reason));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.set_pass_rules(p_event_id uuid DEFAULT NULL::uuid, p_rules jsonb DEFAULT NULL::jsonb)
 RETURNS pass_rules
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_rules public.pass_rules;
begin
  perform private.require_admin();
  if not exists (select from public.events e where e.id = p_event_id) then
    perform private.refuse(404, 'not_found', 'p_event_id', 'There is no such event.');
  end if;
  if jsonb_typeof(p_rules) is distinct from 'object' or jsonb_typeof(p_rules -> 'hand_over') is distinct from 'boolean'
     or coalesce(jsonb_typeof(p_rules -> 'screen_only'), 'boolean') <> 'boolean'
     or coalesce(jsonb_typeof(p_rules -> 'hand_over_until'), 'null') not in ('string', 'null')
     or coalesce(jsonb_typeof(p_rules -> 'give_back'), 'boolean') <> 'boolean'
     or coalesce(jsonb_typeof(p_rules -> 'give_back_until'), 'null') not in ('string', 'null')
     or p_rules ? 'offer_minutes' and (p_rules ->> 'offer_minutes' !~ '^[0-9]{2,4}$' or jsonb_typeof(p_rules -> 'offer_minutes') <> 'number')
     or (p_rules ->> 'offer_minutes')::numeric not between 10 and 1440 then
    perform private.refuse(400, 'invalid', 'p_rules', '{"hand_over": boolean, "hand_over_until": instant or null, "screen_only": '
      'boolean, "give_back": boolean, "give_back_until": instant or null, "offer_minutes": 10 to 1440}.');
  end if;
  insert into public.pass_rules as r (event_id, hand_over, hand_over_until, screen_only, give_back, give_back_until, offer_minutes)
    values (p_event_id, (p_rules -> 'hand_over')::boolean, (p_rules ->> 'hand_over_until')::timestamptz,
      coalesce((p_rules -> 'screen_only')::boolean, false), coalesce((p_rules -> 'give_back')::boolean, true),
      (p_rules ->> 'give_back_until')::timestamptz, coalesce((p_rules ->> 'offer_minutes')::integer, 60))
    on conflict (event_id) do update
    set hand_over = excluded.hand_over, hand_over_until = excluded.hand_over_until, screen_only = excluded.screen_only,
      give_back = case when p_rules ? 'give_back' then excluded.give_back else r.give_back end,
      give_back_until = case when p_rules ? 'give_back_until' then excluded.give_back_until else r.give_back_until end,
      offer_minutes = case when p_rules ? 'offer_minutes' then excluded.offer_minutes else r.offer_minutes end
    returning * into v_rules;
  return v_rules;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_free_pass(p_pass passes)
 RETURNS user_tickets
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_ticket public.user_tickets;
  v_event public.events;
begin
  select * into v_ticket from public.user_tickets t where t.id = p_pass.ticket_id for no key update;
  select * into v_event from public.events e where e.id = v_ticket.event_id;
  if v_ticket.revoked_at is not null or exists (select from public.refunds r where r.ticket_id = v_ticket.id) then
    perform private.refuse(409, 'already_decided', jsonb_build_object('status', 'revoked')::text, 'The ticket was taken back.');
  elsif clock_timestamp() > private.hand_over_ends(v_event) then
    perform private.refuse(409, 'too_late', 'over', 'Passes of this event cannot be handed over any more.');
  elsif exists (
      select from private.admitted_seats a
      where a.event_id = v_ticket.event_id and a.place = v_ticket.ticket_category_id::text and a.seat = p_pass.seat) then
    perform private.refuse(409, 'too_late', 'in', 'This person is in already.');
  elsif exists (
      select from public.returns r
      where r.ticket_id = v_ticket.id and r.number = p_pass.number and r.state in ('open', 'offered', 'buying')) then
    perform private.refuse(409, 'already_decided', jsonb_build_object('status', 'given_back')::text, 'It was given back: take it back first.');
  end if;
  return v_ticket;
end
$function$;

CREATE OR REPLACE FUNCTION private.tell_old_code(p_scan ticket_scans)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_ticket public.user_tickets;
  v_showed uuid := private.holder_of_code(p_scan.known_ticket, p_scan.pass, p_scan.issue);
  v_has uuid;
  v_its_ticket uuid;
  v_about jsonb;
begin
  select * into v_ticket from public.user_tickets t where t.id = p_scan.known_ticket for no key update;
  update public.passes p set old_code_at = p_scan.corrected_at
    where p.ticket_id = v_ticket.id and p.number = p_scan.pass returning p.holder_id, p.ticket_id into v_has, v_its_ticket;
  if v_has is null then
    select p.holder_id, p.ticket_id into v_has, v_its_ticket from public.seat_claims c
      join public.passes p on p.ticket_id = c.ticket_id and p.seat = c.seat and p.holder_id is not null
      where c.event_id = v_ticket.event_id and c.ticket_category_id = v_ticket.ticket_category_id and c.seat = any (p_scan.seats);
  end if;
  perform private.touch_ticket(v_ticket.id);
  if v_showed = v_has then
    return;
  end if;
  v_about := private.event_words(v_ticket.event_id) || jsonb_build_object(
    'category', (select c.name from public.ticket_categories c where c.id = v_ticket.ticket_category_id), 'seats', p_scan.seats,
    'sections', private.section_names(v_ticket.ticket_category_id), 'at', p_scan.corrected_at, 'gate', p_scan.gate);
  perform private.tell(v_showed, v_ticket.event_id, v_ticket.id, 'old_code_used', v_about || jsonb_build_object(
    'gave', true, 'person', (select private.short_name(f.name) from public.profiles f where f.id = v_has)));
  perform private.tell(v_has, v_ticket.event_id, v_its_ticket, 'old_code_used', v_about || jsonb_build_object(
    'gave', false, 'person', private.person_of_code(p_scan.known_ticket, p_scan.pass, p_scan.issue)));
end
$function$;

CREATE OR REPLACE FUNCTION public.open_ticket_link(p_secret text DEFAULT NULL::text, p_device text DEFAULT NULL::text, p_name text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_hash text := private.hash_of_secret(p_secret);
  v_device text := private.hash_of_device(p_device);
  v_link public.guest_tickets;
  v_state text;
begin
  if exists (select from private.pass_links l where l.secret_hash = v_hash) then
    return private.take_transfer(v_hash, v_device, p_name);
  end if;
  -- The second of two devices waits here, and then finds it used.
  perform from public.guest_tickets g where g.secret_hash = v_hash order by g.ticket_id for update;
  select * into v_link from public.guest_tickets g where g.secret_hash = v_hash order by g.ticket_id limit 1;
  v_state := private.link_state(v_hash);
  if v_state is null then
    perform private.refuse(404, 'not_found', 'p_secret', 'There is no such link.');
  end if;
  if v_link.device_hash is distinct from v_device then
    if v_link.device_hash is not null then
      perform private.refuse(409, 'link_used', v_link.opened_at::text, 'Another device has the ticket; detail says since when.');
    elsif v_state = 'revoked' then
      perform private.refuse(409, 'already_decided', jsonb_build_object('status', 'revoked')::text, 'The ticket was taken back.');
    elsif v_state = 'over' then
      perform private.refuse(409, 'too_late', 'over', 'The event is over or cancelled.');
    end if;
    v_link.opened_at := clock_timestamp();
    update public.guest_tickets g set opened_at = v_link.opened_at, device_hash = v_device where g.secret_hash = v_hash;
  end if;
  return jsonb_build_object('opened_at', v_link.opened_at, 'tickets', (
    select jsonb_agg(jsonb_build_object(
        'ticket_id', t.id, 'user_id', t.user_id, 'event_id', t.event_id, 'ticket_category_id', t.ticket_category_id,
        'payment_id', t.payment_id, 'payment_line_id', t.payment_line_id, 'order_id', p.order_id, 'order_code', p.order_code,
        'method', p.method, 'name', f.name, 'seats', t.seats, 'quantity', t.quantity, 'total_amount', t.total_amount,
        'payment_status', t.payment_status, 'code', t.code, 'key_number', t.key_number, 'signature', t.signature,
        'passes', private.passes_of(t.id, t.user_id), 'handed', private.handed_passes(t.id, t.user_id),
        'returns', private.returns_of(t.id), 'screen_only', coalesce((select r.screen_only from public.pass_rules r where r.event_id = t.event_id), false),
        'revoked_at', t.revoked_at, 'revoked_reason', t.revoked_reason, 'created_at', t.created_at, 'updated_at', t.updated_at,
        'event_name', l.event_name, 'category_name', c.name,
        'event', to_jsonb(e) - 'updated_at' - 'revision',
        'singer', jsonb_build_object('id', s.id, 'name', s.name),
        'category', jsonb_build_object('id', c.id, 'name', c.name, 'price', c.price, 'is_standing', c.is_standing),
        'sections', private.section_names(c.id)) order by e.date, t.id)
    from public.guest_tickets g
    join public.user_tickets t on t.id = g.ticket_id
    join public.payments p on p.id = t.payment_id
    join public.payment_lines l on l.id = t.payment_line_id
    join public.ticket_categories c on c.id = t.ticket_category_id
    join public.events e on e.id = t.event_id
    join public.singers s on s.id = e.singer_id
    left join public.profiles f on f.id = t.user_id
    where g.secret_hash = v_hash));
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_waiting(p_categories uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  -- As in share_order_events: phases before categories.
  perform private.lock_phase(o.c) from (
    select c from public.ticket_categories c where c.id = any (p_categories) and c.phases <> '[]' order by c.id offset 0) as o;
  perform from public.ticket_categories c where c.id = any (p_categories) order by c.id for no key update;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_waited_for(p_ticket_category_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return exists (select from public.waits w where w.ticket_category_id = p_ticket_category_id and w.outcome is null);
end
$function$;

CREATE OR REPLACE FUNCTION private.sells_now(p_category ticket_categories)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select not p_category.is_hidden and coalesce(p_category.sale_from <= now(), true) and coalesce(p_category.sale_until > now(), true)
    and exists (
      select from public.events e
      where e.id = p_category.event_id and e.status = 'scheduled' and e.date > now() and e.published_at is not null
        and e.paused_at is null)
$function$;

CREATE OR REPLACE FUNCTION private.spots_of(p_ticket_category_id uuid)
 RETURNS SETOF private.spot
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  -- grid_seat, inlined by hand: calls for each seat of a hall take most of the time.
  select c.id::text,
    case when g.line < 26 then chr(65 + g.line) else chr(64 + g.line / 26) || chr(65 + g.line % 26) end || (g.col + 1)::text,
    g.line, g.col, g.line, (least(c.grid_columns, c.total_tickets) - 1) / 2.0, null::uuid, null::timestamptz
  from public.ticket_categories c, lateral generate_series(0, c.total_tickets - 1) as n,
    lateral (select n / c.grid_columns as line, n % c.grid_columns as col) as g
  where c.id = p_ticket_category_id and c.grid_columns is not null
  union all
  select r.place, r.place || '-' || r.label || (s.seat #>> '{}'), r.line, s.n::integer - 1,
    case when r.stage = 'bottom' then r.lines - 1 - r.line else r.line end, r.middle, null, null
  from (
    select section ->> 'code' as place, y.layout_data ->> 'stage' as stage, b.of_row ->> 'label' as label, b.of_row -> 'seats' as seats,
      coalesce(b.of_row -> 'blocked', '[]') as blocked, coalesce(b.of_row -> 'wheelchair', '[]') as wheelchair,
      (row_number() over (order by a.n, b.n) - 1)::integer as line, (count(*) over ())::integer as lines,
      (max(jsonb_array_length(b.of_row -> 'seats')) over (partition by a.n) - 1) / 2.0 as middle
    from public.ticket_category_layouts l
    join public.seating_layouts y on y.id = l.seating_layout_id,
      lateral jsonb_array_elements(y.layout_data -> 'sections') with ordinality as a (section, n),
      lateral jsonb_array_elements(section -> 'rows') with ordinality as b (of_row, n)
    where l.ticket_category_id = p_ticket_category_id and section ->> 'code' = any (l.section_ids)
  ) as r, lateral jsonb_array_elements(r.seats) with ordinality as s (seat, n)
  where jsonb_typeof(s.seat) = 'number' and not r.blocked @> s.seat and not r.wheelchair @> s.seat
$function$;

CREATE OR REPLACE FUNCTION private.open_spots(p_category ticket_categories, p_returned boolean)
 RETURNS private.spot[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  c_most_places constant integer := 200;
  v_spots private.spot[];
  v_returned private.spot[];
  v_taken integer;
begin
  if p_returned then
    select array_agg(row (r.place, r.seat, 0, 0, 0, 0, r.return_id, r.given_at)::private.spot) into v_returned
      from private.returned_seats(p_category.id) as r;
  end if;
  if p_category.is_standing then
    select array_agg(row (f.place, f.seat, 0, 0, 0, 0, null, null)::private.spot) into v_spots
      from (
        select c.place, c.seat from public.seat_claims c
        where c.ticket_category_id = p_category.id and c.seat collate "C" < 'A' and coalesce(c.expires_at, c.review_until) <= now()
        order by coalesce(c.expires_at, c.review_until), length(c.seat), c.seat limit c_most_places) as f;
    return v_spots || v_returned;
  end if;
  select count(*) into v_taken from public.seat_claims c
    where c.ticket_category_id = p_category.id and private.seat_state(c) <> 'free';
  if v_taken >= p_category.total_tickets and v_returned is null then
    return null;
  end if;
  select array_agg(row (s.place, s.seat, s.line, s.col, s.from_stage, s.middle, r.return_id, r.given_at)::private.spot) into v_spots
    from private.spots_of(p_category.id) as s
    left join unnest(v_returned) as r on r.place = s.place and r.seat = s.seat
    left join public.seat_claims c on c.event_id = p_category.event_id and c.place = s.place and c.seat = s.seat
    where r.return_id is not null or c.seat is null or private.seat_state(c) = 'free';
  return v_spots;
end
$function$;

CREATE OR REPLACE FUNCTION private.most_together(p_spots private.spot[])
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(max(r.run), 0)::integer from (
    select count(*) as run from (
      select s.line, s.col - row_number() over (partition by s.line order by s.col) as island from unnest(p_spots) as s) as i
    group by i.line, i.island) as r
$function$;

CREATE OR REPLACE FUNCTION private.choose_spots(p_spots private.spot[], p_seats integer)
 RETURNS private.spot[]
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  v_chosen private.spot[];
begin
  -- Seats that cost no refund first, then those nearest to the middle of the front.
  select array_agg(row (s.place, s.seat, s.line, s.col, s.from_stage, s.middle, s.return_id, s.given_at)::private.spot order by s.col)
    into v_chosen
    from (
      select t.line, t.col from (
        select s.line, s.col, s.from_stage, lead(s.col, p_seats - 1) over row_of as last,
          count(s.return_id) over (partition by s.line order by s.col rows between current row and p_seats - 1 following) as returned,
          s.from_stage * s.from_stage + (s.col + (p_seats - 1) / 2.0 - s.middle) ^ 2 as distance
        from unnest(p_spots) as s window row_of as (partition by s.line order by s.col)) as t
      where t.last = t.col + p_seats - 1
      order by t.returned, t.distance, t.from_stage, t.col limit 1) as best
    join unnest(p_spots) as s on s.line = best.line and s.col between best.col and best.col + p_seats - 1;
  if cardinality(v_chosen) = p_seats then
    return v_chosen;
  end if;
  return array(
    select row (s.place, s.seat, s.line, s.col, s.from_stage, s.middle, s.return_id, s.given_at)::private.spot
    from unnest(p_spots) as s
    order by s.return_id is not null, s.given_at, s.from_stage * s.from_stage + (s.col - s.middle) ^ 2, s.from_stage, s.col,
      length(s.seat), s.seat
    limit p_seats);
end
$function$;

CREATE OR REPLACE FUNCTION private.offer_words(p_offer offers)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.event_words(c.event_id) || jsonb_build_object('category', c.name, 'ticket_category_id', c.id,
    'count', cardinality(p_offer.seats), 'seats', case when not c.is_standing then to_jsonb(p_offer.seats) end,
    'sections', private.section_names(c.id), 'order_id', p_offer.id, 'until', p_offer.expires_at)
  from public.ticket_categories c where c.id = p_offer.ticket_category_id
$function$;

CREATE OR REPLACE FUNCTION private.make_offer(p_wait waits, p_category ticket_categories, p_spots private.spot[])
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  v_offer public.offers;
  v_labels text[] := array(select s.seat from unnest(p_spots) as s order by private.seat_order(s.seat) collate "C");
  v_lines jsonb := jsonb_build_array(jsonb_build_object('ticket_category_id', p_category.id) || case when p_category.is_standing
    then jsonb_build_object('count', cardinality(v_labels)) else jsonb_build_object('seats', to_jsonb(v_labels)) end);
  v_until timestamptz;
  v_placed record;
  v_rated private.priced_line[];
  v_price record;
  v_free private.seat[];
begin
  select least(now() + make_interval(mins => coalesce(r.offer_minutes, 60)), e.date) into v_until
    from public.events e left join public.pass_rules r on r.event_id = e.id where e.id = p_category.event_id;
  v_placed := private.place_lines(private.known_lines(v_lines), null, null, null);
  v_rated := private.rate_lines(v_placed.lines, null, private.terms());
  v_price := private.price_lines(v_rated);
  loop
    v_offer.id := gen_random_uuid();
    insert into private.orders (id, user_id, order_code, expires_at, extended, lines, event_id, shares, parts)
      values (v_offer.id, p_wait.user_id, private.order_code(v_offer.id), v_until, true, v_lines, v_placed.event_id, v_price.shares,
        v_price.parts)
      on conflict do nothing;
    exit when found;
  end loop;
  insert into private.order_prices (order_id, ticket_category_id, unit_price, gst_percent, local_percent, fee, fee_gst_percent)
    values (v_offer.id, p_category.id, v_rated[1].unit_price, v_rated[1].gst_percent, v_rated[1].local_percent, v_rated[1].fee,
      v_rated[1].fee_gst_percent);
  select array_agg(row (p_category.event_id, s.place, s.seat, p_category.id)::private.seat) into v_free
    from unnest(p_spots) as s where s.return_id is null;
  if v_free is not null
     and cardinality(private.claim_seats(v_free, null, 'held', p_wait.user_id, v_offer.id, null, v_until)) < cardinality(v_free) then
    -- Another got one of them without the lock; the next minute tries again.
    delete from public.seat_claims c where c.order_id = v_offer.id;
    delete from private.orders o where o.id = v_offer.id;
    return false;
  end if;
  insert into public.offers (id, wait_id, user_id, ticket_category_id, seats, expires_at)
    values (v_offer.id, p_wait.id, p_wait.user_id, p_category.id, v_labels, v_until) returning * into v_offer;
  perform private.offer_returns(v_offer.id, array(select s.return_id from unnest(p_spots) as s where s.return_id is not null));
  perform private.tell(p_wait.user_id, p_category.event_id, null, 'offer',
    private.offer_words(v_offer) || jsonb_build_object('total', v_price.total));
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION private.end_offer(p_offer offers, p_state text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform from public.seat_claims c where c.order_id = p_offer.id order by c.event_id, c.place, c.seat for no key update;
  delete from public.seat_claims c where c.order_id = p_offer.id and c.state = 'held';
  update private.orders o set expires_at = least(o.expires_at, now()) where o.id = p_offer.id;
  perform private.free_returns(p_offer.id);
  update public.offers f set state = p_state, ended_at = clock_timestamp() where f.id = p_offer.id;
  if p_state <> 'withdrawn' then
    update public.waits w set outcome = p_state, ended_at = clock_timestamp() where w.id = p_offer.wait_id and w.outcome is null;
  end if;
  if p_state in ('lapsed', 'withdrawn') then
    perform private.tell(p_offer.user_id, c.event_id, null, 'offer_lapsed',
      private.offer_words(p_offer) || jsonb_build_object('waits',
        exists (select from public.waits w where w.id = p_offer.wait_id and w.outcome is null)))
      from public.ticket_categories c where c.id = p_offer.ticket_category_id;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_order(p_order_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform from private.orders o where o.id = p_order_id for no key update skip locked;
  return found;
end
$function$;

CREATE OR REPLACE FUNCTION private.end_old_offers(p_ticket_category_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_offer public.offers;
begin
  for v_offer in
    select * from public.offers f where f.ticket_category_id = p_ticket_category_id and f.state = 'open' order by f.id
  loop
    continue when not private.lock_order(v_offer.id);
    if v_offer.expires_at <= now() then
      perform private.end_offer(v_offer, 'lapsed');
    elsif private.seats_of_offer(v_offer.id) < cardinality(v_offer.seats) then
      perform private.end_offer(v_offer, 'withdrawn');
    end if;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.end_list(p_ticket_category_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.waits w set outcome = 'over', ended_at = clock_timestamp()
    where w.ticket_category_id = p_ticket_category_id and w.outcome is null
      and not exists (select from public.offers f where f.wait_id = w.id and f.state = 'submitted');
  perform private.end_offer(f, 'withdrawn') from public.offers f
    where f.ticket_category_id = p_ticket_category_id and f.state = 'open' and private.lock_order(f.id);
  update public.returns r set state = 'ended', ended_at = clock_timestamp()
    where r.ticket_category_id = p_ticket_category_id and r.state in ('open', 'offered');
end
$function$;

CREATE OR REPLACE FUNCTION private.serve_waits(p_ticket_category_id uuid)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  v_category public.ticket_categories;
  v_spots private.spot[];
  v_wait public.waits;
  v_offers integer := 0;
begin
  perform private.end_lost_returns(p_ticket_category_id);
  perform private.end_old_offers(p_ticket_category_id);
  select * into v_category from public.ticket_categories c where c.id = p_ticket_category_id;
  if not private.sells_now(v_category) or not private.is_waited_for(p_ticket_category_id) then
    return 0;
  end if;
  loop
    -- Looking through a hall costs more than through its list.
    exit when not exists (
      select from public.waits w
      where w.ticket_category_id = p_ticket_category_id and w.outcome is null
        and not exists (select from public.offers f where f.wait_id = w.id and f.state in ('open', 'submitted')));
    v_spots := private.open_spots(v_category, true);
    exit when v_spots is null;
    select w.* into v_wait from public.waits w
      where w.ticket_category_id = p_ticket_category_id and w.outcome is null
        and w.seats <= case when w.together and not v_category.is_standing then private.most_together(v_spots) else cardinality(v_spots) end
        and not exists (select from public.offers f where f.wait_id = w.id and f.state in ('open', 'submitted'))
      order by w.joined_at, w.id limit 1;
    exit when not found or not private.make_offer(v_wait, v_category, private.choose_spots(v_spots, v_wait.seats));
    v_offers := v_offers + 1;
  end loop;
  return v_offers;
end
$function$;

CREATE OR REPLACE FUNCTION private.freed_lists(p_order_id uuid, p_user_id uuid DEFAULT NULL::uuid)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select array(
    select distinct c.ticket_category_id from public.seat_claims c
    where (c.order_id = p_order_id or c.user_id = p_user_id) and c.state in ('held', 'under_review')
      and exists (select from public.waits w where w.ticket_category_id = c.ticket_category_id and w.outcome is null))
$function$;

CREATE OR REPLACE FUNCTION private.serve_first(p_lines private.order_line[], p_order_id uuid, p_late boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_line private.order_line;
  v_waited uuid[] := private.freed_lists(p_order_id);
  v_short uuid[] := '{}';
  v_own bigint;
begin
  foreach v_line in array p_lines loop
    continue when not private.is_waited_for(v_line.ticket_category_id);
    v_waited := v_waited || v_line.ticket_category_id;
    select count(*) into v_own from public.seat_claims c
      where c.order_id = p_order_id and c.ticket_category_id = v_line.ticket_category_id
        and (v_line.places is not null or c.seat = any (v_line.seats)) and (p_late or c.expires_at > now());
    if v_own < coalesce(v_line.places, cardinality(v_line.seats)) then
      v_short := v_short || v_line.ticket_category_id;
    end if;
  end loop;
  if v_waited <> '{}' then
    perform private.lock_waiting(v_waited);
    perform private.serve_waits(c) from (select c from unnest(v_short) as c order by c offset 0) as o;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_offered(p_offer offers, p_lines private.order_line[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select cardinality(p_lines) = 1 and (p_lines[1]).ticket_category_id = p_offer.ticket_category_id
    and case when (p_lines[1]).places is not null then (p_lines[1]).places = cardinality(p_offer.seats)
      else (p_lines[1]).seats <@ p_offer.seats and p_offer.seats <@ (p_lines[1]).seats end
$function$;

CREATE OR REPLACE FUNCTION private.hold_of_offer(p_order private.orders, p_lines private.order_line[])
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  v_offer public.offers;
  v_placed record;
  v_rated private.priced_line[];
  v_price record;
begin
  select * into v_offer from public.offers f where f.id = p_order.id;
  if v_offer.state <> 'open' or v_offer.expires_at <= now() then
    perform private.refuse(409, 'hold_expired', p_order.order_code, 'The offer is over.');
  elsif not private.is_offered(v_offer, p_lines) then
    perform private.refuse(409, 'in_use', p_order.order_code, 'An offer is of its own seats; start another order for others.');
  end if;
  v_placed := private.place_lines(p_lines, p_order.id, null, p_order.id);
  v_rated := private.rate_lines(v_placed.lines, p_order.id, private.terms());
  v_price := private.price_lines(v_rated);
  return jsonb_build_object(
    'order_id', p_order.id, 'order_code', p_order.order_code, 'expires_at', v_offer.expires_at, 'server_time', clock_timestamp(),
    'extended', true, 'lines', jsonb_build_array(jsonb_build_object('ticket_category_id', v_offer.ticket_category_id,
      'unit_price', v_rated[1].unit_price, 'quantity', v_rated[1].quantity, 'gst_percent', v_rated[1].gst_percent,
      'local_percent', v_rated[1].local_percent, 'fee', v_rated[1].fee, 'fee_gst_percent', v_rated[1].fee_gst_percent)),
    'subtotal', v_price.subtotal, 'gst', v_price.gst, 'local_tax', v_price.local_tax, 'fee', v_price.fee,
    'fee_gst', v_price.fee_gst, 'total', v_price.total);
end
$function$;

CREATE OR REPLACE FUNCTION private.show_wait(p_wait waits)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('wait_id', p_wait.id, 'event_id', c.event_id, 'ticket_category_id', c.id, 'category', c.name,
      'is_standing', c.is_standing, 'seats', p_wait.seats, 'together', p_wait.together, 'joined_at', p_wait.joined_at,
      'outcome', p_wait.outcome, 'ended_at', p_wait.ended_at,
      'before', case when p_wait.outcome is null then (
        select count(*) from public.waits o
        where o.ticket_category_id = p_wait.ticket_category_id and o.outcome is null
          and (o.joined_at, o.id) < (p_wait.joined_at, p_wait.id)) end,
      'offer', (
        select jsonb_build_object('order_id', f.id, 'order_code', o.order_code, 'state', f.state, 'seats', to_jsonb(f.seats),
          'until', f.expires_at, 'lines', o.lines, 'total', (select sum(s) from unnest(o.shares) as s))
        from public.offers f join private.orders o on o.id = f.id
        where f.wait_id = p_wait.id and f.state in ('open', 'submitted')))
    || private.event_words(c.event_id)
  from public.ticket_categories c where c.id = p_wait.ticket_category_id
$function$;

CREATE OR REPLACE FUNCTION public.my_waits()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(private.show_wait(w) order by w.outcome is not null, w.joined_at, w.id), '[]') from public.waits w
  where w.user_id = (select private.uid()) and (w.outcome is null or w.ended_at > now() - interval '7 days')
$function$;

CREATE OR REPLACE FUNCTION public.join_waiting_list(p_ticket_category_id uuid DEFAULT NULL::uuid, p_seats integer DEFAULT NULL::integer, p_together boolean DEFAULT true)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_most constant integer := 20;
  v_user uuid := private.require_user();
  v_most integer := (private.terms()).seats_per_line;
  v_together boolean := coalesce(p_together, true);
  v_category public.ticket_categories;
  v_spots private.spot[];
  v_wait public.waits;
begin
  if p_seats is null or p_seats not between 1 and v_most then
    perform private.refuse(400, 'invalid', 'p_seats', format('1 to %s seats.', v_most));
  end if;
  perform private.lock_customer(v_user);
  if not private.session_lives(v_user) or exists (select from private.closed_accounts a where a.user_id = v_user) then
    perform private.refuse(401, 'not_signed_in', '', 'This session has ended, or staff closed this account.');
  end if;
  perform private.share_event(c.event_id) from public.ticket_categories c where c.id = p_ticket_category_id;
  perform private.lock_waiting(array[p_ticket_category_id]);
  select * into v_category from public.ticket_categories c
    where c.id = p_ticket_category_id and c.event_id not in (select h from private.hidden_events() as h) and not c.is_hidden;
  if not found then
    perform private.refuse(404, 'not_found', 'p_ticket_category_id', 'There is no such ticket category.');
  elsif not private.sells_now(v_category) then
    perform private.refuse(409, 'not_on_sale', p_ticket_category_id::text, 'Not sold now: over, cancelled, paused or outside its window.');
  end if;
  select * into v_wait from public.waits w
    where w.user_id = v_user and w.ticket_category_id = p_ticket_category_id and w.outcome is null;
  if found then
    if (v_wait.seats, v_wait.together) <> (p_seats, v_together) then
      perform private.refuse(409, 'in_use', v_wait.id::text, 'You wait for other seats here; detail is that wait. Leave first.');
    end if;
    return private.show_wait(v_wait);
  end if;
  if (select count(*) from public.waits w where w.user_id = v_user and w.outcome is null) >= c_most then
    perform private.refuse(429, 'too_many', c_most::text, 'On so many lists may one customer be.');
  end if;
  perform private.serve_waits(p_ticket_category_id);
  v_spots := private.open_spots(v_category, false);
  if p_seats <= (case when v_together and not v_category.is_standing then private.most_together(v_spots)
      else coalesce(cardinality(v_spots), 0) end) then
    perform private.refuse(409, 'not_sold_out', p_ticket_category_id::text, 'Such seats are free: hold them.');
  end if;
  insert into public.waits (user_id, ticket_category_id, seats, together)
    values (v_user, p_ticket_category_id, p_seats, v_together) returning * into v_wait;
  perform private.serve_waits(p_ticket_category_id);
  return private.show_wait(v_wait);
end
$function$;

CREATE OR REPLACE FUNCTION private.leave_list(p_wait waits)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.end_offer(f, 'declined') from public.offers f where f.wait_id = p_wait.id and f.state = 'open';
  update public.waits w set outcome = 'left', ended_at = coalesce(w.ended_at, clock_timestamp())
    where w.id = p_wait.id and coalesce(w.outcome, 'declined') = 'declined'
      and not exists (select from public.offers f where f.wait_id = w.id and f.state = 'submitted');
end
$function$;

CREATE OR REPLACE FUNCTION public.leave_waiting_list(p_wait_id uuid DEFAULT NULL::uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := private.require_user();
  v_wait public.waits;
begin
  perform private.lock_customer(v_user);
  select * into v_wait from public.waits w where w.id = p_wait_id and w.user_id = v_user;
  if not found then
    perform private.refuse(404, 'not_found', 'p_wait_id', 'You have no such wait.');
  end if;
  perform private.share_event(c.event_id) from public.ticket_categories c where c.id = v_wait.ticket_category_id;
  perform private.lock_waiting(array[v_wait.ticket_category_id]);
  select * into v_wait from public.waits w where w.id = p_wait_id;
  if v_wait.outcome is not null then
    return v_wait.outcome;
  elsif exists (select from public.offers f where f.wait_id = p_wait_id and f.state = 'submitted') then
    perform private.refuse(409, 'order_submitted', p_wait_id::text, 'Its payment is under review.');
  end if;
  perform private.leave_list(v_wait);
  perform private.serve_waits(v_wait.ticket_category_id);
  return 'left';
end
$function$;

CREATE OR REPLACE FUNCTION private.decline_offer(p_order_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_offer public.offers;
begin
  select * into v_offer from public.offers f where f.id = p_order_id;
  if not found then
    return false;
  end if;
  perform private.share_event(c.event_id) from public.ticket_categories c where c.id = v_offer.ticket_category_id;
  perform private.lock_waiting(array[v_offer.ticket_category_id]);
  select * into v_offer from public.offers f where f.id = p_order_id;
  if v_offer.state <> 'open' then
    return false;
  end if;
  perform private.end_offer(v_offer, 'declined');
  perform private.serve_waits(v_offer.ticket_category_id);
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION private.leave_all(p_user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_categories uuid[] := array(
    select w.ticket_category_id from public.waits w where w.user_id = p_user_id and w.outcome is null
    union
    select r.ticket_category_id from public.returns r where r.user_id = p_user_id and r.state in ('open', 'offered')
    union
    select unnest(private.freed_lists(null, p_user_id)));
begin
  if v_categories = '{}' then
    return;
  end if;
  perform private.share_event(e.event_id) from (
    select distinct c.event_id from public.ticket_categories c where c.id = any (v_categories) order by 1) as e;
  perform private.lock_waiting(v_categories);
  perform private.leave_list(w) from public.waits w where w.user_id = p_user_id and w.outcome is null;
  update public.returns r set state = 'ended', ended_at = clock_timestamp()
    where r.user_id = p_user_id and r.state in ('open', 'offered');
end
$function$;

CREATE OR REPLACE FUNCTION private.work_waiting(p_most integer DEFAULT 200)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_category public.ticket_categories;
  v_event public.events;
  v_worked integer := 0;
begin
  -- Waits for no lock: what is in use is served by its user or a minute later.
  for v_category in
    select c.* from (
      select k.ticket_category_id as id from (
        select w.ticket_category_id from public.waits w where w.outcome is null
        union select f.ticket_category_id from public.offers f where f.state = 'open'
        union select r.ticket_category_id from public.returns r where r.state in ('open', 'offered', 'buying')) as k
      order by random() limit p_most) as i
    join public.ticket_categories c on c.id = i.id order by c.event_id, c.id
  loop
    continue when not pg_try_advisory_xact_lock_shared(hashtextextended('event:' || v_category.event_id::text, 0));
    continue when v_category.phases <> '[]' and private.phase_now(v_category) ->> 'until_sold' is not null
      and not pg_try_advisory_xact_lock(hashtextextended('phase:' || v_category.id, 0));
    perform from public.ticket_categories c where c.id = v_category.id for no key update skip locked;
    continue when not found;
    select * into v_event from public.events e where e.id = v_category.event_id;
    if v_event.date <= now() or v_event.status = 'cancelled' then
      perform private.end_list(v_category.id);
    else
      perform private.serve_waits(v_category.id);
    end if;
    v_worked := v_worked + 1;
  end loop;
  return v_worked;
end
$function$;

CREATE OR REPLACE FUNCTION public.waiting_list(p_event_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_most_shown constant integer := 500;
begin
  perform private.require_admin();
  if not exists (select from public.events e where e.id = p_event_id) then
    perform private.refuse(404, 'not_found', 'p_event_id', 'There is no such event.');
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('ticket_category_id', c.id, 'category', c.name,
        'people', (select count(*) from public.waits w where w.ticket_category_id = c.id and w.outcome is null),
        'seats', (select coalesce(sum(w.seats), 0) from public.waits w where w.ticket_category_id = c.id and w.outcome is null),
        'bought', (select coalesce(sum(w.seats), 0) from public.waits w where w.ticket_category_id = c.id and w.outcome = 'bought'),
        'offers', (select count(*) from public.offers f where f.ticket_category_id = c.id and f.state = 'open'),
        'submitted', (select count(*) from public.offers f where f.ticket_category_id = c.id and f.state = 'submitted'),
        'returns', (select count(*) from public.returns r where r.ticket_category_id = c.id and r.state in ('open', 'offered')),
        'buying', (select count(*) from public.returns r where r.ticket_category_id = c.id and r.state = 'buying'),
        'returns_sold', (select count(*) from public.returns r where r.ticket_category_id = c.id and r.state = 'sold'),
        'waits', (
          select coalesce(jsonb_agg(jsonb_build_object('wait_id', w.id, 'user_id', w.user_id, 'name', p.name, 'email', p.email,
              'seats', w.seats, 'together', w.together, 'joined_at', w.joined_at, 'offer', (
                select jsonb_build_object('order_id', f.id, 'order_code', private.order_code(f.id), 'state', f.state,
                  'seats', to_jsonb(f.seats), 'until', f.expires_at)
                from public.offers f where f.wait_id = w.id and f.state in ('open', 'submitted'))) order by w.joined_at, w.id), '[]')
          from (
            select * from public.waits o where o.ticket_category_id = c.id and o.outcome is null
            order by o.joined_at, o.id limit c_most_shown) as w
          left join public.profiles p on p.id = w.user_id)) order by c.price desc, c.name, c.id), '[]')
    from public.ticket_categories c
    where c.event_id = p_event_id and (
      exists (select from public.waits w where w.ticket_category_id = c.id)
      or exists (select from public.returns r where r.ticket_category_id = c.id)));
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_waiting()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table public.waits, public.offers from public, anon, authenticated;
  grant select on table public.waits, public.offers to authenticated;
  revoke all on function private.lock_waiting(uuid[]), private.is_waited_for(uuid), private.sells_now(public.ticket_categories),
    private.spots_of(uuid), private.open_spots(public.ticket_categories, boolean), private.most_together(private.spot[]),
    private.choose_spots(private.spot[], integer), private.offer_words(public.offers),
    private.make_offer(public.waits, public.ticket_categories, private.spot[]), private.end_offer(public.offers, text),
    private.lock_order(uuid), private.end_old_offers(uuid), private.end_list(uuid), private.serve_waits(uuid),
    private.freed_lists(uuid, uuid), private.serve_first(private.order_line[], uuid, boolean), private.is_offered(public.offers, private.order_line[]),
    private.hold_of_offer(private.orders, private.order_line[]), private.show_wait(public.waits), public.my_waits(),
    public.join_waiting_list(uuid, integer, boolean), private.leave_list(public.waits), public.leave_waiting_list(uuid),
    private.decline_offer(uuid), private.leave_all(uuid), private.work_waiting(integer), public.waiting_list(uuid),
    private.grant_waiting() from public, anon, authenticated;
  grant execute on function public.join_waiting_list(uuid, integer, boolean), public.leave_waiting_list(uuid),
    public.waiting_list(uuid) to anon, authenticated;
  grant execute on function public.my_waits() to authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.returns_of(p_ticket_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_agg(jsonb_build_object('id', r.id, 'number', r.number, 'seat', r.seat, 'state', r.state, 'ended_at', r.ended_at,
    'sold_ticket_id', r.sold_ticket_id, 'created_at', r.created_at) order by r.created_at)
  from public.returns r where r.ticket_id = p_ticket_id and r.state in ('open', 'offered', 'buying', 'sold')
$function$;

CREATE OR REPLACE FUNCTION private.give_back_ends(p_event events)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when p_event.status = 'cancelled' or not coalesce(r.give_back, true) then '-infinity'::timestamptz
    else least(r.give_back_until, p_event.date) end
  from (select 1) as one left join public.pass_rules r on r.event_id = p_event.id
$function$;

CREATE OR REPLACE FUNCTION private.is_let_in(p_event_id uuid, p_ticket_category_id uuid, p_seat text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (
    select from private.admitted_seats a
    where a.event_id = p_event_id and a.place = p_ticket_category_id::text and a.seat = p_seat)
$function$;

CREATE OR REPLACE FUNCTION private.returned_seats(p_ticket_category_id uuid)
 RETURNS TABLE(return_id uuid, place text, seat text, given_at timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select r.id, c.place, c.seat, r.created_at
  from public.returns r
  join public.seat_claims c on c.ticket_id = r.ticket_id and c.seat = r.seat and c.ticket_category_id = r.ticket_category_id
    and c.state = 'sold'
  where r.ticket_category_id = p_ticket_category_id and r.state = 'open'
$function$;

CREATE OR REPLACE FUNCTION private.end_lost_returns(p_ticket_category_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_return public.returns;
begin
  for v_return in
    select r.* from public.returns r
    join public.user_tickets t on t.id = r.ticket_id
    join private.offered_returns o on o.return_id = r.id
    join public.payments p on p.order_id = o.offer_id
    where r.ticket_category_id = p_ticket_category_id and r.state = 'buying'
      and (p.status = 'pending' and private.review_end(p) <= now() or private.is_let_in(t.event_id, t.ticket_category_id, r.seat))
    order by r.id
  loop
    perform private.restore_return(v_return);
  end loop;
  -- After the others, which lock tickets: tickets before returns.
  update public.returns r set state = 'ended', ended_at = clock_timestamp()
    from public.user_tickets t
    where r.ticket_category_id = p_ticket_category_id and r.state in ('open', 'offered') and t.id = r.ticket_id
      and (t.revoked_at is not null or r.seat <> all (t.seats) or private.is_let_in(t.event_id, t.ticket_category_id, r.seat)
        or exists (select from public.refunds f where f.ticket_id = t.id));
end
$function$;

CREATE OR REPLACE FUNCTION private.offer_returns(p_offer_id uuid, p_return_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.returns r set state = 'offered' where r.id = any (p_return_ids);
  insert into private.offered_returns (return_id, offer_id) select i, p_offer_id from unnest(p_return_ids) as i;
end
$function$;

CREATE OR REPLACE FUNCTION private.free_returns(p_offer_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.returns r set state = 'open' from private.offered_returns o
    where o.offer_id = p_offer_id and r.id = o.return_id and r.state = 'offered';
  delete from private.offered_returns o using public.returns r
    where o.offer_id = p_offer_id and r.id = o.return_id and r.state not in ('buying', 'sold');
end
$function$;

CREATE OR REPLACE FUNCTION private.seats_of_offer(p_offer_id uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select (select count(*) from private.offered_returns o join public.returns r on r.id = o.return_id
      where o.offer_id = p_offer_id and r.state = 'offered')
    + (select count(*) from public.seat_claims c where c.order_id = p_offer_id and c.state = 'held')
$function$;

CREATE OR REPLACE FUNCTION public.give_back_pass(p_ticket_id uuid DEFAULT NULL::uuid, p_number integer DEFAULT NULL::integer, p_secret text DEFAULT NULL::text, p_device text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_most constant integer := 10;
  v_category uuid;
  v_pass public.passes;
  v_ticket public.user_tickets;
  v_event public.events;
  v_return public.returns;
begin
  -- Event and category before the ticket, as decisions lock them.
  select t.ticket_category_id into v_category from public.user_tickets t where t.id = p_ticket_id;
  perform private.share_event(t.event_id) from public.user_tickets t where t.id = p_ticket_id;
  perform private.lock_waiting(array[v_category]);
  v_pass := private.pass_of_caller(p_ticket_id, p_number, p_secret, p_device);
  select * into v_ticket from public.user_tickets t where t.id = p_ticket_id;
  select * into v_event from public.events e where e.id = v_ticket.event_id;
  select * into v_return from public.returns r
    where r.ticket_id = p_ticket_id and r.number = p_number and r.state in ('open', 'offered', 'buying');
  if not found then
    if v_pass.holder_id <> v_ticket.user_id then
      perform private.refuse(409, 'not_refundable', 'received', 'The money is of who paid: hand it back to them.');
    elsif v_ticket.revoked_at is not null or exists (select from public.refunds r where r.ticket_id = p_ticket_id) then
      perform private.refuse(409, 'already_decided', jsonb_build_object('status', 'revoked')::text, 'The ticket was taken back.');
    elsif v_ticket.is_test or v_ticket.total_amount = 0 or exists (
        select from public.payments p where p.id = v_ticket.payment_id and p.method <> 'upi') then
      perform private.refuse(409, 'not_refundable', 'nothing', 'No money came by UPI that could go back.');
    elsif clock_timestamp() >= private.give_back_ends(v_event) then
      perform private.refuse(409, 'too_late', 'over', 'Passes of this event cannot be given back any more.');
    elsif private.is_let_in(v_ticket.event_id, v_ticket.ticket_category_id, v_pass.seat) then
      perform private.refuse(409, 'too_late', 'in', 'This person is in already.');
    elsif (select count(*) from public.returns r where r.ticket_id = p_ticket_id and r.number = p_number) >= c_most then
      -- Each may be offered, and told of, and taken back.
      perform private.refuse(409, 'too_many', 'p_number', format('A pass is given back at most %s times.', c_most));
    end if;
    update public.pass_transfers x set outcome = 'taken_back', ended_at = clock_timestamp()
      where x.ticket_id = p_ticket_id and x.number = p_number and x.outcome is null;
    insert into public.returns (ticket_id, number, seat, user_id, ticket_category_id)
      values (p_ticket_id, p_number, v_pass.seat, v_ticket.user_id, v_ticket.ticket_category_id) returning * into v_return;
    perform private.touch_ticket(p_ticket_id);
    perform private.serve_waits(v_ticket.ticket_category_id);
    select * into v_return from public.returns r where r.id = v_return.id;
  end if;
  return jsonb_build_object('return_id', v_return.id, 'state', v_return.state, 'until', v_event.date);
end
$function$;

CREATE OR REPLACE FUNCTION public.take_back_return(p_return_id uuid DEFAULT NULL::uuid, p_secret text DEFAULT NULL::text, p_device text DEFAULT NULL::text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_me uuid;
  v_return public.returns;
begin
  if p_secret is null then
    v_me := private.require_user();
  else
    v_me := private.device_of_link(p_secret, p_device);
  end if;
  select * into v_return from public.returns r where r.id = p_return_id and r.user_id = v_me;
  if not found then
    perform private.refuse(404, 'not_found', 'p_return_id', 'You gave nothing back under this id.');
  end if;
  perform private.share_event(t.event_id) from public.user_tickets t where t.id = v_return.ticket_id;
  perform private.lock_waiting(array[v_return.ticket_category_id]);
  select * into v_return from public.returns r where r.id = p_return_id;
  if v_return.state in ('buying', 'sold') then
    perform private.refuse(409, 'already_decided', jsonb_build_object('status', v_return.state)::text, 'Another person has paid for it.');
  elsif v_return.state in ('open', 'offered') then
    perform private.touch_ticket(v_return.ticket_id);
    update public.returns r set state = 'taken_back', ended_at = clock_timestamp() where r.id = p_return_id;
    perform private.serve_waits(v_return.ticket_category_id);
    return 'taken_back';
  end if;
  return v_return.state;
end
$function$;

CREATE OR REPLACE FUNCTION private.take_offered(p_payment payments, p_lines private.order_line[])
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  v_offer public.offers;
begin
  select * into v_offer from public.offers f where f.id = p_payment.order_id;
  if not found then
    return false;
  end if;
  perform private.share_event(c.event_id) from public.ticket_categories c where c.id = v_offer.ticket_category_id;
  perform private.lock_waiting(array[v_offer.ticket_category_id]);
  perform from public.user_tickets t
    where t.id in (select r.ticket_id from private.offered_returns o join public.returns r on r.id = o.return_id
      where o.offer_id = v_offer.id)
    order by t.id for no key update;
  perform private.end_lost_returns(v_offer.ticket_category_id);
  select * into v_offer from public.offers f where f.id = p_payment.order_id and f.state = 'open';
  if not found then
    return false;
  elsif not private.is_offered(v_offer, p_lines) then
    perform private.end_offer(v_offer, 'declined');
    return false;
  end if;
  perform from public.seat_claims c
    where c.order_id = v_offer.id or exists (
      select from private.offered_returns o join public.returns r on r.id = o.return_id
      where o.offer_id = v_offer.id and c.ticket_id = r.ticket_id and c.seat = r.seat)
    order by c.event_id, c.place, c.seat for no key update;
  -- Held for a moment: place_payment puts what the order holds under review.
  update public.seat_claims c
    set state = 'held', user_id = p_payment.user_id, order_id = v_offer.id, payment_id = null, ticket_id = null,
      expires_at = now() + interval '1 minute'
    from private.offered_returns o join public.returns r on r.id = o.return_id
    where o.offer_id = v_offer.id and r.state = 'offered' and c.ticket_id = r.ticket_id and c.seat = r.seat
      and c.ticket_category_id = r.ticket_category_id and c.state = 'sold';
  update public.returns r set state = 'buying' from private.offered_returns o
    where o.offer_id = v_offer.id and r.id = o.return_id and r.state = 'offered';
  update public.passes p set selling_since = clock_timestamp()
    from private.offered_returns o join public.returns r on r.id = o.return_id
    where o.offer_id = v_offer.id and r.state = 'buying' and p.ticket_id = r.ticket_id and p.number = r.number;
  perform private.touch_ticket(t.ticket_id) from (
    select distinct r.ticket_id from private.offered_returns o join public.returns r on r.id = o.return_id
    where o.offer_id = v_offer.id and r.state = 'buying' order by 1) as t;
  update public.offers f set state = 'submitted' where f.id = v_offer.id;
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_offered(p_payment payments)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_return public.returns;
begin
  for v_return in
    select r.* from private.offered_returns o join public.returns r on r.id = o.return_id
    where o.offer_id = p_payment.order_id and r.state = 'buying' order by r.id
  loop
    -- An end of the review would let anyone take it over; end_lost_returns gives it back to its holder then.
    update public.seat_claims c set review_until = null
      where c.payment_id = p_payment.id and c.ticket_category_id = v_return.ticket_category_id and c.seat = v_return.seat
        and c.state = 'under_review';
    if not found then
      perform private.restore_return(v_return);
    end if;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.restore_return(p_return returns)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_offer uuid := (select o.offer_id from private.offered_returns o where o.return_id = p_return.id);
  v_ticket public.user_tickets;
  v_event public.events;
  v_place text;
begin
  select * into strict v_ticket from public.user_tickets t where t.id = p_return.ticket_id for no key update;
  select * into v_event from public.events e where e.id = v_ticket.event_id;
  select c.place into v_place from public.seat_claims c
    where c.order_id = v_offer and c.ticket_category_id = p_return.ticket_category_id and c.seat = p_return.seat;
  if v_ticket.revoked_at is not null then
    delete from public.seat_claims c
      where c.order_id = v_offer and c.ticket_category_id = p_return.ticket_category_id and c.seat = p_return.seat;
  else
    insert into public.seat_claims as c
      (event_id, place, seat, ticket_category_id, state, source, user_id, order_id, payment_id, ticket_id)
      select v_ticket.event_id, coalesce(v_place, private.place_of(p_return.ticket_category_id, p_return.seat)), p_return.seat,
        p_return.ticket_category_id, 'sold', 'order', v_ticket.user_id, p.order_id, p.id, v_ticket.id
      from public.payments p where p.id = v_ticket.payment_id
      on conflict (event_id, place, seat) do update
      set state = 'sold', source = 'order', user_id = excluded.user_id, order_id = excluded.order_id,
        payment_id = excluded.payment_id, ticket_id = excluded.ticket_id, expires_at = null, uncounted_until = null, review_until = null;
  end if;
  delete from private.offered_returns o where o.return_id = p_return.id;
  update public.passes p set selling_since = null where p.ticket_id = p_return.ticket_id and p.number = p_return.number;
  perform private.touch_ticket(p_return.ticket_id);
  if v_ticket.revoked_at is not null or exists (select from public.refunds f where f.ticket_id = v_ticket.id)
     or v_event.date <= now() or v_event.status = 'cancelled' or private.is_let_in(v_event.id, v_ticket.ticket_category_id, p_return.seat) then
    update public.returns r set state = 'ended', ended_at = clock_timestamp() where r.id = p_return.id;
  else
    update public.returns r set state = 'open' where r.id = p_return.id;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.restore_returns(p_order_id uuid, p_besides text[] DEFAULT '{}'::text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.restore_return(r) from private.offered_returns o join public.returns r on r.id = o.return_id
    where o.offer_id = p_order_id and r.state = 'buying' and r.seat <> all (p_besides);
end
$function$;

CREATE OR REPLACE FUNCTION private.undo_offer(p_payment payments, p_outcome text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.restore_returns(p_payment.order_id);
  with ended as (
    update public.offers f set state = p_outcome, ended_at = clock_timestamp()
      where f.id = p_payment.order_id and f.state = 'submitted' returning f.wait_id)
  update public.waits w set outcome = p_outcome, ended_at = clock_timestamp() from ended e where w.id = e.wait_id and w.outcome is null;
end
$function$;

CREATE OR REPLACE FUNCTION private.entered_returns(p_order_id uuid)
 RETURNS private.seat[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select array_agg(row (t.event_id, null, r.seat, r.ticket_category_id)::private.seat)
  from private.offered_returns o
  join public.returns r on r.id = o.return_id
  join public.user_tickets t on t.id = r.ticket_id
  where o.offer_id = p_order_id and r.state = 'buying' and private.is_let_in(t.event_id, t.ticket_category_id, r.seat)
$function$;

CREATE OR REPLACE FUNCTION private.part_of_line(p_line payment_lines, p_count integer)
 RETURNS payment_lines
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  v_part public.payment_lines := p_line;
  v_taxes numeric := coalesce(p_line.gst_amount, 0) + coalesce(p_line.local_tax_amount, 0) + coalesce(p_line.fee_amount, 0)
    + coalesce(p_line.fee_gst_amount, 0);
begin
  v_part.quantity := p_count;
  v_part.gst_amount := round(p_line.gst_amount * p_count / p_line.quantity, 2);
  v_part.local_tax_amount := round(p_line.local_tax_amount * p_count / p_line.quantity, 2);
  v_part.fee_amount := round(p_line.fee_amount * p_count / p_line.quantity, 2);
  v_part.fee_gst_amount := round(p_line.fee_gst_amount * p_count / p_line.quantity, 2);
  v_part.discount_amount := round(p_line.discount_amount * p_count / p_line.quantity, 2);
  v_part.total_amount := round((p_line.total_amount - v_taxes) * p_count / p_line.quantity, 2) + coalesce(v_part.gst_amount, 0)
    + coalesce(v_part.local_tax_amount, 0) + coalesce(v_part.fee_amount, 0) + coalesce(v_part.fee_gst_amount, 0);
  return v_part;
end
$function$;

CREATE OR REPLACE FUNCTION private.split_ticket(p_ticket user_tickets, p_seats text[])
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_line public.payment_lines;
  v_part public.payment_lines;
  v_key private.event_keys;
  v_id uuid := gen_random_uuid();
  v_left text[] := array(select s from unnest(p_ticket.seats) with ordinality as u (s, n) where s <> all (p_seats) order by n);
begin
  select * into strict v_line from public.payment_lines l where l.id = p_ticket.payment_line_id;
  v_part := private.part_of_line(v_line, cardinality(p_seats));
  v_part.id := gen_random_uuid();
  v_part.line := (select max(l.line) + 1 from public.payment_lines l where l.payment_id = p_ticket.payment_id);
  v_part.seats := array(select s from unnest(p_seats) as s order by private.seat_order(s) collate "C");
  v_part.payment_status := 'failed';
  v_part.split_from := v_line.id;
  v_part.updated_at := clock_timestamp();
  update public.payment_lines l
    set seats = v_left, quantity = l.quantity - v_part.quantity, total_amount = l.total_amount - v_part.total_amount,
      gst_amount = l.gst_amount - v_part.gst_amount, local_tax_amount = l.local_tax_amount - v_part.local_tax_amount,
      fee_amount = l.fee_amount - v_part.fee_amount, fee_gst_amount = l.fee_gst_amount - v_part.fee_gst_amount,
      discount_amount = l.discount_amount - v_part.discount_amount
    where l.id = v_line.id;
  insert into public.payment_lines select v_part.*;
  -- No code of these passes opens a gate again; their numbers stay taken.
  update public.passes p
    set holder_id = null, issue = p.issue + 1, void_before = p.issue + 1, signature = repeat('0', 128), device_key = null,
      bound_at = null, selling_since = null
    where p.ticket_id = p_ticket.id and p.seat = any (p_seats) and p.holder_id is not null;
  select * into strict v_key from private.event_keys k where k.event_id = p_ticket.event_id and k.key_number = p_ticket.key_number;
  update public.user_tickets t
    set seats = v_left, quantity = cardinality(v_left), total_amount = t.total_amount - v_part.total_amount,
      signature = private.ticket_signature(v_key.key, v_key.key_number, t.id, t.user_id, t.event_id, v_left)
    where t.id = p_ticket.id;
  insert into public.user_tickets (id, user_id, event_id, ticket_category_id, payment_id, payment_line_id, seats, quantity,
      total_amount, payment_status, code, key_number, signature, revoked_at, revoked_reason, created_at)
    values (v_id, p_ticket.user_id, p_ticket.event_id, p_ticket.ticket_category_id, p_ticket.payment_id, v_part.id, v_part.seats,
      v_part.quantity, v_part.total_amount, 'failed', private.new_ticket_code(), v_key.key_number,
      private.ticket_signature(v_key.key, v_key.key_number, v_id, p_ticket.user_id, p_ticket.event_id, v_part.seats),
      now(), 'Given back', p_ticket.created_at);
  return v_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.sell_returns(p_payment payments)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_wait uuid;
  v_sold record;
  v_ticket public.user_tickets;
  v_gone uuid;
  v_owed boolean;
begin
  update public.offers f set state = 'bought', ended_at = clock_timestamp()
    where f.id = p_payment.order_id and f.state in ('open', 'submitted') returning f.wait_id into v_wait;
  if not found then
    return;
  end if;
  update public.waits w set outcome = 'bought', ended_at = clock_timestamp() where w.id = v_wait and w.outcome is null;
  for v_sold in
    select r.ticket_id, array_agg(r.id) as ids, array_agg(r.seat) as seats
    from private.offered_returns o join public.returns r on r.id = o.return_id
    where o.offer_id = p_payment.order_id and r.state = 'buying' group by r.ticket_id order by r.ticket_id
  loop
    select * into strict v_ticket from public.user_tickets t where t.id = v_sold.ticket_id for no key update;
    -- A ticket of a cancelled or moved event, or one that staff took back, has its own refund or none.
    v_owed := v_ticket.revoked_at is null and not exists (select from public.refunds f where f.ticket_id = v_ticket.id);
    v_gone := case when v_owed and v_ticket.quantity > cardinality(v_sold.seats)
      then private.split_ticket(v_ticket, v_sold.seats) else v_ticket.id end;
    update public.returns r set state = 'sold', ended_at = clock_timestamp(), sold_ticket_id = v_gone where r.id = any (v_sold.ids);
    continue when not v_owed;
    if v_gone = v_ticket.id then
      update public.user_tickets t set payment_status = 'failed', revoked_at = now(), revoked_reason = 'Given back' where t.id = v_gone;
      update public.payment_lines l set payment_status = 'failed' where l.id = v_ticket.payment_line_id;
      update public.passes p set selling_since = null where p.ticket_id = v_gone;
    end if;
    perform private.owe_return(v_gone);
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.owe_return(p_ticket_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_ticket public.user_tickets;
  v_amount numeric;
  v_upi_id text;
begin
  select * into strict v_ticket from public.user_tickets t where t.id = p_ticket_id;
  v_amount := coalesce(private.ticket_money(v_ticket), 0);
  select f.refund_upi_id into v_upi_id from public.profiles f where f.id = v_ticket.user_id;
  if v_amount > 0 then
    insert into public.refunds (ticket_id, payment_id, user_id, amount, upi_id, reason)
      values (p_ticket_id, v_ticket.payment_id, v_ticket.user_id, v_amount, v_upi_id, 'given_back');
  end if;
  perform private.tell(v_ticket.user_id, v_ticket.event_id, p_ticket_id, 'return_sold', private.event_words(v_ticket.event_id)
    || jsonb_build_object('category', c.name, 'count', v_ticket.quantity,
      'seats', case when not c.is_standing then to_jsonb(v_ticket.seats) end, 'sections', private.section_names(c.id),
      'amount', v_amount, 'has_upi_id', v_upi_id is not null,
      'order_code', (select p.order_code from public.payments p where p.id = v_ticket.payment_id)))
    from public.ticket_categories c where c.id = v_ticket.ticket_category_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.follow_ticket()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (
      select from public.returns r where r.ticket_id = new.id and r.state = 'buying' and r.seat <> all (new.seats)) then
    perform private.refuse(409, 'already_decided', jsonb_build_object('status', 'given_back')::text,
      'A seat of the ticket was given back, and a payment for it is under review.');
  end if;
  update public.returns r set state = 'ended', ended_at = clock_timestamp()
    where r.ticket_id = new.id and r.state in ('open', 'offered') and (new.revoked_at is not null or r.seat <> all (new.seats));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.follow_refund()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.returns r set state = 'ended', ended_at = clock_timestamp()
    where r.ticket_id = new.ticket_id and r.state in ('open', 'offered');
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_returns()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table public.returns, private.offered_returns from public, anon, authenticated;
  grant select on table public.returns to authenticated;
  revoke all on function private.returns_of(uuid), private.give_back_ends(public.events), private.is_let_in(uuid, uuid, text), private.returned_seats(uuid),
    private.end_lost_returns(uuid), private.offer_returns(uuid, uuid[]), private.free_returns(uuid), private.seats_of_offer(uuid),
    public.give_back_pass(uuid, integer, text, text), public.take_back_return(uuid, text, text),
    private.take_offered(public.payments, private.order_line[]), private.keep_offered(public.payments),
    private.restore_return(public.returns), private.restore_returns(uuid, text[]), private.undo_offer(public.payments, text),
    private.entered_returns(uuid), private.part_of_line(public.payment_lines, integer),
    private.split_ticket(public.user_tickets, text[]), private.sell_returns(public.payments), private.owe_return(uuid),
    private.follow_ticket(), private.follow_refund(), private.grant_returns() from public, anon, authenticated;
  grant execute on function public.give_back_pass(uuid, integer, text, text), public.take_back_return(uuid, text, text)
    to anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION public.find_order_payment(p_order_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_seen_for constant interval := interval '10 minutes';
  v_user uuid := private.require_user();
  v_order private.orders := private.require_own_order(p_order_id, v_user);
begin
  return jsonb_build_object(
    'live', private.has_live_source(),
    'demo', exists (select from private.proof_sources s where s.name = 'demo-bank' and s.seen_at > now() - c_seen_for),
    'arrived', (
      select coalesce(sum(b.amount), 0) from public.credits b
      where b.keys @> array[v_order.order_code] and b.set_aside_at is null and b.returned_at is null and b.is_certain),
    'payment', (
      select jsonb_build_object('payment_id', p.id, 'order_id', p.order_id, 'order_code', p.order_code,
        'transaction_id', p.transaction_id, 'amount', p.amount, 'status', p.status, 'created_at', p.created_at,
        'reviewed_at', p.reviewed_at, 'review_note', p.review_note,
        'seats_held', (
          select count(*) from public.seat_claims c
          where c.payment_id = p.id and (c.review_until is null or c.review_until > now()))
          = (select sum(l.quantity) from public.payment_lines l where l.payment_id = p.id and l.split_from is null),
        'kept_until', (select min(c.review_until) from public.seat_claims c where c.payment_id = p.id))
      from public.payments p where p.order_id = p_order_id and p.user_id = v_user));
end
$function$;

CREATE OR REPLACE FUNCTION private.withdraw_payments(p_payment_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_payment public.payments;
begin
  for v_payment in
    select * from public.payments p
    where p.id = any (p_payment_ids) and p.status = 'pending' and p.screenshot_url = '' and (
        select coalesce(sum(b.amount), 0) from public.credits b
        where b.keys @> array[p.order_code] and b.payment_id is null and b.set_aside_at is null and b.returned_at is null
          and (b.is_certain or b.given_by is not null))
      < (select sum(l.total_amount) from public.payment_lines l where l.payment_id = p.id)
    order by p.id
  loop
    perform private.undo_offer(v_payment, 'lapsed');
    delete from public.seat_claims c where c.payment_id = v_payment.id;
    delete from public.payment_lines l where l.payment_id = v_payment.id;
    delete from public.payments p where p.id = v_payment.id;
    update private.orders o set submitted_at = null where o.id = v_payment.order_id;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION public.my_wallet_mark()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select md5(concat_ws('|', v.me, public.my_role(), (select extract(epoch from s.ends_at) from public.staff s where s.user_id = v.me),
    (select extract(epoch from p.updated_at) from public.profiles p where p.id = v.me),
    (select concat(count(*), ' ', sum(hashtextextended(concat_ws(' ', t.id, extract(epoch from t.updated_at), c.name, e.city,
        e.venue, extract(epoch from e.date), extract(epoch from e.previous_date), extract(epoch from e.moved_at), e.status,
        s.name, (select extract(epoch from r.updated_at) from public.pass_rules r where r.event_id = e.id)), 0)))
      from public.user_tickets t
      join public.ticket_categories c on c.id = t.ticket_category_id
      join public.events e on e.id = c.event_id
      join public.singers s on s.id = e.singer_id
      where t.user_id = v.me),
    (select concat(count(*), ' ', sum(hashtextextended(concat_ws(' ', t.id, p.number, extract(epoch from t.updated_at), e.city, e.venue,
        extract(epoch from e.date), extract(epoch from e.previous_date), e.status), 0)))
      from public.passes p
      join public.user_tickets t on t.id = p.ticket_id and t.user_id <> v.me
      join public.events e on e.id = t.event_id
      where p.holder_id = v.me),
    (select concat(count(*), ' ', sum(hashtextextended(concat_ws(' ', p.id, extract(epoch from p.updated_at),
        case when p.status = 'pending' then (
          select concat(count(*), ' ', extract(epoch from min(k.review_until))) from public.seat_claims k where k.payment_id = p.id) end), 0)))
      from public.payments p where p.user_id = v.me),
    (select concat(count(*), ' ', sum(hashtextextended(concat_ws(' ', l.id, extract(epoch from l.updated_at)), 0)))
      from public.payment_lines l where l.user_id = v.me),
    (select concat(count(*), ' ', sum(hashtextextended(concat_ws(' ', r.id, extract(epoch from r.updated_at)), 0)))
      from public.refunds r where r.user_id = v.me),
    (select concat(count(*), ' ', extract(epoch from max(w.updated_at))) from public.waits w where w.user_id = v.me),
    (select concat(count(*), ' ', extract(epoch from max(f.updated_at))) from public.offers f where f.user_id = v.me),
    (select concat(count(*), ' ', extract(epoch from max(r.updated_at))) from public.returns r where r.user_id = v.me),
    (select concat(count(*), ' ', count(n.read_at), ' ', extract(epoch from max(n.created_at)))
      from public.notices n where n.user_id = v.me)))
  from (select private.uid() as me) v where v.me is not null
$function$;

create or replace view private.payment_warnings with (security_invoker=true) as
 SELECT id AS payment_id,
    ( SELECT COALESCE(jsonb_agg(w.warning ORDER BY w.n), '[]'::jsonb) AS "coalesce"
           FROM ( SELECT 1 AS n,
                    jsonb_build_object('code', 'amount_differs', 'expected', sum(l.total_amount), 'amount', p.amount) AS warning
                   FROM payment_lines l
                  WHERE (l.payment_id = p.id)
                 HAVING (sum(l.total_amount) <> p.amount)
                UNION ALL
                 SELECT 2,
                    jsonb_build_object('code', 'seats_lost', 'lines', jsonb_agg(jsonb_build_object('ticket_category_id', l.ticket_category_id, 'seats', l.lost) ORDER BY l.line)) AS jsonb_build_object
                   FROM ( SELECT l_1.line,
                            l_1.ticket_category_id,
                            jsonb_agg(s.seat ORDER BY s.n) AS lost
                           FROM (payment_lines l_1
                             LEFT JOIN user_tickets t ON ((t.payment_line_id = l_1.id))),
                            LATERAL unnest(l_1.seats) WITH ORDINALITY s(seat, n)
                          WHERE ((l_1.payment_id = p.id) AND (p.status <> 'rejected'::text) AND (t.revoked_at IS NULL) AND (NOT (EXISTS ( SELECT
                                   FROM seat_claims c
                                  WHERE ((c.payment_id = l_1.payment_id) AND (c.ticket_category_id = l_1.ticket_category_id) AND (c.seat = s.seat) AND (c.state <> 'held'::text))))) AND (NOT (EXISTS ( SELECT
                                   FROM passes g
                                  WHERE ((g.ticket_id = t.id) AND (g.seat = s.seat) AND (g.selling_since IS NOT NULL))))))
                          GROUP BY l_1.line, l_1.ticket_category_id) l
                 HAVING (count(*) > 0)
                UNION ALL
                 SELECT 3,
                    jsonb_build_object('code', 'price_changed', 'lines', jsonb_agg(jsonb_build_object('ticket_category_id', l.ticket_category_id, 'unit_price', l.unit_price, 'price_now', private.price_now(c.*)) ORDER BY l.line)) AS jsonb_build_object
                   FROM (payment_lines l
                     JOIN ticket_categories c ON ((c.id = l.ticket_category_id)))
                  WHERE ((l.payment_id = p.id) AND (p.status = 'pending'::text) AND (NOT private.is_price_of(c.*, (l.unit_price + COALESCE((l.discount_amount / (l.quantity)::numeric), (0)::numeric)))))
                 HAVING (count(*) > 0)
                UNION ALL
                 SELECT 4,
                    jsonb_build_object('code', 'event_cancelled', 'ticket_category_ids', jsonb_agg(l.ticket_category_id ORDER BY l.line)) AS jsonb_build_object
                   FROM (payment_lines l
                     JOIN events e ON ((e.id = l.event_id)))
                  WHERE ((l.payment_id = p.id) AND (p.status = 'pending'::text) AND (e.status = 'cancelled'::text))
                 HAVING (count(*) > 0)
                UNION ALL
                 SELECT 5,
                    jsonb_build_object('code', 'event_over', 'ticket_category_ids', jsonb_agg(l.ticket_category_id ORDER BY l.line)) AS jsonb_build_object
                   FROM (payment_lines l
                     JOIN events e ON ((e.id = l.event_id)))
                  WHERE ((l.payment_id = p.id) AND (p.status = 'pending'::text) AND (e.date <= now()))
                 HAVING (count(*) > 0)
                UNION ALL
                 SELECT 6,
                    jsonb_build_object('code', 'category_gone', 'ticket_category_ids', jsonb_agg(l.gone_category_id ORDER BY l.line)) AS jsonb_build_object
                   FROM payment_lines l
                  WHERE ((l.payment_id = p.id) AND (l.gone_category_id IS NOT NULL))
                 HAVING (count(*) > 0)
                UNION ALL
                 SELECT 7,
                    jsonb_build_object('code', 'reference_used', 'payments', jsonb_agg(o.payment ORDER BY o.created_at)) AS jsonb_build_object
                   FROM ( SELECT o_1.created_at,
                            jsonb_build_object('payment_id', o_1.id, 'order_code', o_1.order_code, 'status', o_1.status, 'created_at', o_1.created_at, 'same_customer', (o_1.user_id = p.user_id), 'user_name', ( SELECT COALESCE(f.name, f.email) AS "coalesce"
                                   FROM profiles f
                                  WHERE (f.id = o_1.user_id))) AS payment
                           FROM payments o_1
                          WHERE ((o_1.reference_key = p.reference_key) AND (o_1.id <> p.id))
                          ORDER BY o_1.created_at DESC
                         LIMIT 5) o
                 HAVING (count(*) > 0)
                UNION ALL
                 SELECT 8,
                    jsonb_build_object('code', 'screenshot_seen', 'payments', jsonb_agg(o.payment ORDER BY o.created_at)) AS jsonb_build_object
                   FROM ( SELECT o_1.created_at,
                            jsonb_build_object('payment_id', o_1.id, 'order_code', o_1.order_code, 'status', o_1.status, 'created_at', o_1.created_at, 'same_customer', (o_1.user_id = p.user_id), 'user_name', ( SELECT COALESCE(f.name, f.email) AS "coalesce"
                                   FROM profiles f
                                  WHERE (f.id = o_1.user_id))) AS payment
                           FROM payments o_1
                          WHERE ((o_1.picture_digest = p.picture_digest) AND (p.picture_digest <> ''::text) AND (o_1.id <> p.id))
                          ORDER BY o_1.created_at DESC
                         LIMIT 5) o
                 HAVING (count(*) > 0)
                UNION ALL
                 SELECT 9,
                    jsonb_build_object('code', 'reference_not_12_digits') AS jsonb_build_object
                  WHERE ((p.reference_key !~ '^[0-9]{12}$'::text) AND (p.method = 'upi'::text) AND (NOT p.is_test) AND (((p.made_by IS NULL) AND (p.screenshot_url <> ''::text)) OR (p.transaction_id <> p.order_code)))
                UNION ALL
                 SELECT 10,
                    jsonb_build_object('code', 'beyond_limit') AS jsonb_build_object
                   FROM payment_flags g
                  WHERE ((g.payment_id = p.id) AND (g.flag = 'beyond_limit'::text))
                UNION ALL
                 SELECT 11,
                    jsonb_build_object('code', 'no_screenshot') AS jsonb_build_object
                  WHERE ((p.status = 'pending'::text) AND (p.picture_digest IS NULL) AND (p.screenshot_url <> ''::text))
                UNION ALL
                 SELECT 12,
                    jsonb_build_object('code', 'beyond_undecided') AS jsonb_build_object
                   FROM payment_flags g
                  WHERE ((g.payment_id = p.id) AND (g.flag = 'beyond_undecided'::text))
                UNION ALL
                 SELECT 13,
                    jsonb_build_object('code', 'reference_of_refund', 'refunds', jsonb_agg(o.refund ORDER BY o.refunded_at)) AS jsonb_build_object
                   FROM ( SELECT max(r.refunded_at) AS refunded_at,
                            jsonb_build_object('order_code', q.order_code, 'amount', sum(r.amount), 'refunded_at', max(r.refunded_at), 'same_customer', (r.user_id = p.user_id), 'user_name', ( SELECT COALESCE(f.name, f.email) AS "coalesce"
                                   FROM profiles f
                                  WHERE (f.id = r.user_id))) AS refund
                           FROM (refunds r
                             JOIN payments q ON ((q.id = r.payment_id)))
                          WHERE ((r.utr_key = p.reference_key) AND (r.payment_id <> p.id))
                          GROUP BY q.id, q.order_code, r.user_id
                          ORDER BY (max(r.refunded_at)) DESC
                         LIMIT 5) o
                 HAVING (count(*) > 0)
                UNION ALL
                 SELECT 14,
                    jsonb_build_object('code', 'without_code', 'ticket_category_ids', jsonb_agg(l.ticket_category_id ORDER BY l.line)) AS jsonb_build_object
                   FROM (payment_lines l
                     JOIN ticket_categories c ON ((c.id = l.ticket_category_id)))
                  WHERE ((l.payment_id = p.id) AND (p.status = 'pending'::text) AND c.is_hidden AND (NOT (EXISTS ( SELECT
                           FROM deleted_rows h
                          WHERE ((h."table" = 'ticket_categories'::text) AND (h.id = c.id) AND (h.at > p.created_at))))) AND (NOT (EXISTS ( SELECT
                           FROM discount_codes d
                          WHERE ((d.code = p.discount_code) AND d.opens_hidden AND ((d.event_id IS NULL) OR (d.event_id = l.event_id)) AND ((d.ticket_category_ids IS NULL) OR (l.ticket_category_id = ANY (d.ticket_category_ids))))))))
                 HAVING (count(*) > 0)
                UNION ALL
                 SELECT 15,
                    jsonb_build_object('code', 'code_used_up', 'name', p.discount_code) AS jsonb_build_object
                  WHERE ((p.status = 'pending'::text) AND (p.discount_code IS NOT NULL) AND private.is_beyond_uses(p.id))) w) AS warnings
   FROM payments p;

create or replace view private.payment_list with (security_invoker=true) as
 SELECT p.id AS payment_id,
    p.user_id,
    f.name AS user_name,
    f.email,
    p.amount,
    p.transaction_id,
    p.status,
    p.screenshot_url,
    p.screenshot_sha256,
    p.order_id,
    p.order_code,
    p.created_at,
    p.reviewed_at,
    p.reviewed_by,
    ( SELECT COALESCE(r.name, r.email) AS "coalesce"
           FROM profiles r
          WHERE (r.id = p.reviewed_by)) AS reviewed_by_name,
    p.review_note,
    ( SELECT sum(l.total_amount) AS sum
           FROM payment_lines l
          WHERE (l.payment_id = p.id)) AS expected_amount,
    ( SELECT jsonb_agg(jsonb_build_object('payment_line_id', l.id, 'ticket_category_id', COALESCE(l.ticket_category_id, l.gone_category_id), 'event_id', l.event_id, 'event_name', l.event_name, 'category_name', l.category_name, 'seats', l.seats, 'quantity', l.quantity, 'unit_price', l.unit_price, 'total_amount', l.total_amount, 'gst_amount', l.gst_amount, 'local_tax_amount', l.local_tax_amount, 'fee_amount', l.fee_amount, 'fee_gst_amount', l.fee_gst_amount, 'discount_amount', l.discount_amount, 'discount_code', p.discount_code, 'price_now',
                CASE
                    WHEN (c.phases = '[]'::jsonb) THEN c.price
                    ELSE private.price_now(c.*)
                END, 'event_date', e.date, 'venue', e.venue, 'event_status', e.status, 'lost_seats',
                CASE
                    WHEN ((p.status = 'rejected'::text) OR (t.revoked_at IS NOT NULL)) THEN '[]'::jsonb
                    ELSE ( SELECT COALESCE(jsonb_agg(s.seat ORDER BY s.n), '[]'::jsonb) AS "coalesce"
                       FROM unnest(l.seats) WITH ORDINALITY s(seat, n)
                      WHERE ((NOT (EXISTS ( SELECT
                               FROM seat_claims k
                              WHERE ((k.payment_id = l.payment_id) AND (k.ticket_category_id = l.ticket_category_id) AND (k.seat = s.seat) AND (k.state <> 'held'::text))))) AND (NOT (EXISTS ( SELECT
                               FROM passes g
                              WHERE ((g.ticket_id = t.id) AND (g.seat = s.seat) AND (g.selling_since IS NOT NULL)))))))
                END, 'ticket_id', t.id, 'ticket_code', t.code, 'revoked_at', t.revoked_at, 'revoked_reason', t.revoked_reason) ORDER BY l.line) AS jsonb_agg
           FROM (((payment_lines l
             LEFT JOIN ticket_categories c ON ((c.id = l.ticket_category_id)))
             LEFT JOIN events e ON ((e.id = l.event_id)))
             LEFT JOIN user_tickets t ON ((t.payment_line_id = l.id)))
          WHERE (l.payment_id = p.id)) AS lines,
    ( SELECT w.warnings
           FROM private.payment_warnings w
          WHERE (w.payment_id = p.id)) AS warnings,
    ( SELECT min(k.review_until) AS min
           FROM seat_claims k
          WHERE (k.payment_id = p.id)) AS kept_until,
    ((p.status = 'pending'::text) AND (EXISTS ( SELECT
           FROM payments o
          WHERE ((o.user_id = p.user_id) AND (o.status = 'pending'::text) AND (ROW(o.created_at, o.id) < ROW(p.created_at, p.id)))
         OFFSET 9))) AS collapsed,
        CASE
            WHEN (p.status = 'pending'::text) THEN ( SELECT
                    CASE
                        WHEN (count(*) FILTER (WHERE (ROW(o.created_at, o.id) < ROW(p.created_at, p.id))) = 9) THEN (count(*) - 10)
                        ELSE (0)::bigint
                    END AS "case"
               FROM payments o
              WHERE ((o.user_id = p.user_id) AND (o.status = 'pending'::text)))
            ELSE (0)::bigint
        END AS more_of_customer,
    p.method,
    p.till_id,
    p.made_by,
    ( SELECT COALESCE(m.name, m.email) AS "coalesce"
           FROM profiles m
          WHERE (m.id = p.made_by)) AS made_by_name,
    p.is_test
   FROM (payments p
     LEFT JOIN profiles f ON ((f.id = p.user_id)))
  WHERE ( SELECT private.is_admin() AS is_admin);

create or replace view private.roster_rows with (security_invoker=true) as
 SELECT t.event_id,
    t.id,
    t.updated_at,
    t.user_id,
    t.ticket_category_id,
    t.seats,
        CASE
            WHEN (p.status = 'rejected'::text) THEN 'rejected'::text
            WHEN ((t.payment_status = 'failed'::text) OR (r.id IS NOT NULL)) THEN 'revoked'::text
            ELSE 'valid'::text
        END AS state,
    COALESCE(t.revoked_reason,
        CASE
            WHEN (p.status = 'rejected'::text) THEN p.review_note
            WHEN (r.id IS NOT NULL) THEN 'Refund asked for'::text
            ELSE NULL::text
        END) AS reason,
        CASE
            WHEN (NOT (EXISTS ( SELECT
               FROM passes s
              WHERE ((s.ticket_id = t.id) AND ((s.void_before > 0) OR (s.selling_since IS NOT NULL)))))) THEN "left"(encode(sha256(decode(t.signature, 'hex'::text)), 'hex'::text), 32)
            ELSE NULL::text
        END AS sig,
    t.is_test,
    ( SELECT jsonb_agg(((jsonb_build_array(s.seat, s.issue, s.void_before) ||
                CASE
                    WHEN (s.selling_since IS NOT NULL) THEN jsonb_build_array(
                    CASE
                        WHEN (s.holder_id = t.user_id) THEN 'false'::jsonb
                        ELSE to_jsonb(( SELECT private.short_name(f.name) AS short_name
                           FROM profiles f
                          WHERE (f.id = s.holder_id)))
                    END,
                    CASE
                        WHEN (s.bindings > 1) THEN s.bound_at
                        ELSE NULL::timestamp with time zone
                    END, true)
                    WHEN (s.holder_id <> t.user_id) THEN jsonb_build_array(( SELECT private.short_name(f.name) AS short_name
                       FROM profiles f
                      WHERE (f.id = s.holder_id)))
                    WHEN (s.bindings > 1) THEN '[false]'::jsonb
                    ELSE '[]'::jsonb
                END) ||
                CASE
                    WHEN ((s.selling_since IS NULL) AND (s.bindings > 1) AND (s.bound_at IS NOT NULL)) THEN jsonb_build_array(s.bound_at)
                    ELSE '[]'::jsonb
                END) ORDER BY s.number) AS jsonb_agg
           FROM passes s
          WHERE (s.ticket_id = t.id)) AS passes
   FROM ((user_tickets t
     JOIN payments p ON ((p.id = t.payment_id)))
     LEFT JOIN refunds r ON ((r.ticket_id = t.id)))
UNION ALL
 SELECT l.event_id,
    l.id,
    l.updated_at,
    l.user_id,
    l.ticket_category_id,
    l.seats,
        CASE
            WHEN (t.id IS NOT NULL) THEN 'gone'::text
            WHEN (l.payment_status = 'failed'::text) THEN 'rejected'::text
            ELSE 'pending'::text
        END AS state,
    p.review_note AS reason,
    NULL::text AS sig,
    p.is_test,
    NULL::jsonb AS passes
   FROM ((payment_lines l
     JOIN payments p ON ((p.id = l.payment_id)))
     LEFT JOIN user_tickets t ON ((t.payment_line_id = l.id)))
  WHERE (l.event_id IS NOT NULL);

CREATE TRIGGER tell AFTER UPDATE ON public.user_tickets FOR EACH ROW WHEN (((NOT new.is_test) AND (((new.seats <> old.seats) AND (new.quantity = old.quantity)) OR ((new.revoked_at IS NOT NULL) AND (old.revoked_at IS NULL))))) EXECUTE FUNCTION private.tell_ticket();

CREATE TRIGGER tell_owed AFTER INSERT ON public.refunds FOR EACH ROW WHEN (((new.status = 'requested'::text) AND (new.reason <> 'given_back'::text) AND (NOT ((new.reason = 'cancelled'::text) AND (new.ticket_id IS NOT NULL))))) EXECUTE FUNCTION private.tell_refund();

CREATE TRIGGER "90_stamp" BEFORE INSERT OR UPDATE ON public.waits FOR EACH ROW EXECUTE FUNCTION private.stamp_row();

CREATE TRIGGER "90_stamp" BEFORE INSERT OR UPDATE ON public.offers FOR EACH ROW EXECUTE FUNCTION private.stamp_row();

CREATE TRIGGER "90_stamp" BEFORE INSERT OR UPDATE ON public.returns FOR EACH ROW EXECUTE FUNCTION private.stamp_row();

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.returns FOR EACH ROW EXECUTE FUNCTION private.audit_row('id');

CREATE TRIGGER follow_returns AFTER UPDATE ON public.user_tickets FOR EACH ROW WHEN ((((new.seats <> old.seats) AND (new.quantity = old.quantity)) OR ((new.revoked_at IS NOT NULL) AND (old.revoked_at IS NULL)))) EXECUTE FUNCTION private.follow_ticket();

CREATE TRIGGER settle_returns AFTER INSERT ON public.refunds FOR EACH ROW WHEN (((new.ticket_id IS NOT NULL) AND (new.reason <> 'given_back'::text))) EXECUTE FUNCTION private.follow_refund();

create policy "People read their own offers, admins every one" on public.offers as PERMISSIVE for SELECT to authenticated using (((user_id = ( SELECT private.uid() AS uid)) OR ( SELECT private.is_admin() AS is_admin)));

create policy "People read what they gave back, admins all of it" on public.returns as PERMISSIVE for SELECT to authenticated using (((user_id = ( SELECT private.uid() AS uid)) OR ( SELECT private.is_admin() AS is_admin)));

create policy "People read their own waits, admins every one" on public.waits as PERMISSIVE for SELECT to authenticated using (((user_id = ( SELECT private.uid() AS uid)) OR ( SELECT private.is_admin() AS is_admin)));

comment on type private.spot is 'A seat that can be offered: its row (line, counted over the category) and position in it, the row''s distance from the stage and its position that faces the middle, as fromTheFront in src/shop/seats/seat-picking.ts; return_id: its holder gives it back. Standing places have row 0.';

comment on function public.delete_my_account(boolean) is 'Deletes profile, messages, notices, unsent mail, held seats, role and sign-in, ends waits, offers and returns; keeps payments, tickets and hand-overs without name and address. Refusals: PT409 last_admin; PT409 pending_payment (detail: numbers of payments and tickets) unless p_confirm; PT403 sign_in_again unless the session began in the last five minutes. Security definer: customers delete nothing directly; the sign-in is in auth.users.';

comment on function public.close_account(pg_catalog.uuid,pg_catalog.text) is 'Ends all sessions of an account and blocks sign-in, holds and submissions until reopen_account. Frees its held seats, ends its waits, offers and returns and removes its role; undecided payments stay in the list, tickets stay valid. Idempotent. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden (also for one''s own account), PT400 invalid, PT404 not_found, PT409 last_admin. Security definer: no role may write accounts and claims.';

comment on function public.hold_seats(pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.text) is 'Makes the order''s holds exactly these lines, all or none, for hold_minutes of shop_terms, at prices and rates frozen while the hold runs. Idempotent; never lengthens a running hold. A hold that expired or was released starts again at current prices; a refusal keeps the prices. Seats that a waiting list wants are offered to it first; for the order of an offer it returns what the offer has. p_code: a code that check_code has opened for the caller; null: without. Refusals: PT401 not_signed_in, PT400 invalid, too_many_seats, unknown_seat, code_unknown, PT403 other_user, PT409 order_submitted, not_on_sale, seats_taken, code_used_up, code_ended, hold_expired and in_use (an offer: over, other lines), PT429 too_many (detail: the most seats, or free: the free places beside paid ones), held_too_long. Security definer: no role may write claims and orders.';

comment on function public.extend_hold(pg_catalog.uuid) is 'Adds extension_minutes of shop_terms to a running hold, once; a repeat returns the same time, and an offer its end. Refusals: PT401 not_signed_in, PT400 invalid, PT403 other_user, PT404 unknown_order, PT409 order_submitted, hold_expired, PT429 held_too_long. Security definer: no role may write claims and orders.';

comment on function public.release_seats(pg_catalog.uuid) is 'Frees what the order holds, also after its payment was rejected; declines an offer, which ends its wait. Idempotent. Refusals: PT401 not_signed_in, PT400 invalid, PT403 other_user, PT404 unknown_order, PT409 order_submitted. Security definer: no role may write claims.';

comment on function public.release_customer_seats(pg_catalog.uuid) is 'Frees every seat that a customer holds or has under review, and returns how many. The payments stay undecided with a warning that their seats were lost; tickets stay, and seats given back are their holders'' again. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid. Security definer: no role may write claims.';

comment on function private.place_payment(public.payments,private.orders,private.order_line[],boolean,public.shop_terms) is 'Writes the lines of a payment that was just recorded and puts its seats under review: those that are free, the order''s own or its offer''s. What others want of a category with a waiting list is offered to the list first. p_as_held: the lines are those of the last hold. The caller holds the customer''s and the events'' locks.';

comment on function private.issue_passes(public.user_tickets) is 'Gives a ticket one pass a seat, signed by the ticket''s key. A pass whose seat or key changed gets the next issue number, others stay as they are. Numbers of seats that were given back and sold stay taken.';

comment on function private.issue_passes_of_ticket() is 'Trigger: private.issue_passes, but not for seats that were given back (split_ticket). Security definer: no role may write passes or read keys.';

comment on function private.lock_payments(pg_catalog.uuid[]) is 'Locks everything that these decisions touch, also the payments of seats that were given back, in the one lock order, before the first payment is decided. No credit is added meanwhile: a decision sees it, or the credit sees the decision.';

comment on function private.approve_payment(public.payments,pg_catalog.text,pg_catalog.uuid,boolean) is 'Approves a pending payment that lock_payments has locked: sells its seats, makes its tickets and the refunds of seats that were given back (sell_returns), stores it with the bank''s credit. One''s own only when it is a test. Refusals: PT403 own_payment, PT409 reference_approved, reference_of_refund, credit_used (each: the order''s code), seats_lost.';

comment on function private.reject_payment(public.payments,pg_catalog.text,pg_catalog.uuid) is 'Rejects a payment and keeps its seats held for retry_minutes of shop_terms, which do not count as held time; those given back are their holders'' again at once. After retries_a_day rejections of one customer the seats are free at once.';

comment on function public.reassign_seats(pg_catalog.uuid,pg_catalog.jsonb) is 'Gives these lines of a payment other seats, as many as were paid for; other lines keep theirs. Tickets of an approved payment get the new seats and signature. Idempotent. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, unknown_seat, too_many_seats, PT404 not_found, PT409 seats_taken, already_decided (rejected, revoked, or given_back: a seat of the ticket is being bought by another person). Seats given back that this payment leaves are their holders'' again. Security definer: no role may write claims, lines and tickets.';

comment on function public.cancel_event(pg_catalog.uuid,pg_catalog.text) is 'Stops the sale for good, ends waiting lists, offers and returns, frees held seats, and records in refunds what is owed to whom; payments under review, tickets and kept seats stay. A repeat returns the event as it is, with its first reason. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found. Security definer: only this changes status, and no role may write claims or refunds.';

comment on function public.gate_roster(pg_catalog.uuid,pg_catalog.uuid,timestamp with time zone) is 'Returns one page, at most 1,000 rows, of the event''s tickets for the gate: {at, event: {id, name, date, status, screen_only}, categories: {id: name}, total, rows: [{id, name, category, seats, state, reason, sig, passes: [[seat, issue, void_before, name of who has it or false if that is the customer, when it was bound to another device, true while a payment for the seat, which was given back, is under review: CHECK]] by number, the last three only where they say something, test (true of a test order), in: [{scan, seats, gate, at}]}], gone: [id], next, next_since}, without null values in a row and without any code that could be typed. p_after is next of the page before; p_since (next_since of the last download''s first page) returns only changes. Revoked tickets stay in. total is in the first page of a full list only; outside the key''s window there are no rows. sig is the first half of the SHA-256 of a ticket''s signature; a code is genuine only with it. For admins and the event''s gate staff. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found. Security definer: gate staff read no other tickets or names.';

comment on function private.record_scan(json,pg_catalog.uuid,timestamp with time zone) is 'Stores one scan and returns {ok: true, corrected_at, problem}, or {ok: false, code, field} with code invalid, forbidden (not staff of that event) or id_used (another scan has this id). Idempotent. scanned_by names another member of staff who made it; other accounts are ignored. An admission outside the key''s window admits no seat, and an old UNDO or one of another person takes nothing back: both are stored with their problem, as is an admission with the code of a pass that was handed over, or given back and sold, before, of which both persons are notified (tell_old_code). A test ticket admits no seat.';

comment on function private.tell_refund() is 'Trigger tell on refunds: money is owed, or more than before (unless the customer asked for it, or the event was cancelled or a return sold, which say it) or was sent. Security definer: as tell_ticket.';

comment on function public.set_pass_rules(pg_catalog.uuid,pg_catalog.jsonb) is 'Sets whether, and until when, passes of an event may be handed over and given back, whether its codes are bound to devices, and for how long seats are offered: {hand_over, hand_over_until or null, screen_only, give_back, give_back_until or null, offer_minutes}; the last three stay as they are when they are not there. Running offers keep their time. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found. Security definer: no role may write pass_rules.';

comment on function private.require_free_pass(public.passes) is 'Locks the ticket of a pass that may be handed over and returns it; else PT409 already_decided (revoked, or its money goes back; given_back) or too_late (detail: over, in).';

comment on function public.hand_over_pass(pg_catalog.uuid,integer,pg_catalog.text,pg_catalog.text,pg_catalog.text) is 'Makes a link by which another person takes over a pass, and returns {transfer_id, secret, until}; an earlier open link of that pass ends. The pass stays the caller''s until it is accepted. p_name: for whom. Signed-in holders; holders without an account name the link and the device by which they got it. Refusals: PT401 not_signed_in, PT400 invalid, PT404 not_found, PT409 already_decided (revoked, given_back), too_late (detail: over, in), too_many. Security definer: no role may write pass_transfers.';

comment on function private.tell_old_code(public.ticket_scans) is 'Notifies who held the code of this admission and who has its pass, or bought its seat, now, and keeps the time for the ticket. Nothing more for one person, as of a pass that came back. For record_scan.';

comment on function public.open_ticket_link(pg_catalog.text,pg_catalog.text,pg_catalog.text) is 'Gives the tickets of a link to the first device that asks, whole, so that it can keep and show them offline: {opened_at, tickets: [{ticket_id, user_id, event_id, ticket_category_id, payment_id, payment_line_id, order_id, order_code, method, name, seats, quantity, total_amount, payment_status, code, key_number, signature, revoked_at, revoked_reason, created_at, updated_at, event_name, category_name, event, singer, category, sections, returns: as private.returns_of}]}. p_device: 32 random bytes that the device keeps, in base64url or hexadecimal; the same device may repeat, and learns of revoked tickets and of moved or cancelled events. A link of a hand-over gives its pass to a person of p_name (see private.take_transfer). For anyone who has the link. Refusals: PT404 not_found, PT400 invalid, PT409 link_used (detail: since when), already_decided (revoked), too_late (over or cancelled). Security definer: visitors read no tickets.';

comment on function private.lock_waiting(pg_catalog.uuid[]) is 'Locks categories as sales at the door and decisions about payments do, in the place of categories in the lock order: one at a time offers or holds what their waiting lists may want. The caller shares their events.';

comment on function private.is_waited_for(pg_catalog.uuid) is 'True when the category has a waiting list. One probe of an index: every hold calls it.';

comment on function private.sells_now(public.ticket_categories) is 'True when customers may hold seats of the category now without a code. What a code opens has no waiting list.';

comment on function private.spots_of(pg_catalog.uuid) is 'Returns where each numbered seat of the category is; no aisle, blocked or wheelchair place, as bestTogether in src/shop/seats/seat-picking.ts chooses them.';

comment on function private.open_spots(public.ticket_categories,boolean) is 'Returns the seats of the category that can be offered: free ones and, with p_returned, those given back. Of standing places at most 200 free ones.';

comment on function private.most_together(private.spot[]) is 'Returns how many of these seats are side by side at most.';

comment on function private.choose_spots(private.spot[],integer) is 'Returns so many of these seats, side by side when some are; free before given back, then nearest to the front middle, as bestTogether in src/shop/seats/seat-picking.ts. The caller knows whether they must be together.';

comment on function private.offer_words(public.offers) is 'Returns what notices about an offer keep.';

comment on function private.make_offer(public.waits,public.ticket_categories,private.spot[]) is 'Offers seats: makes the order with its frozen price, holds those that are free, and tells the person. False when one was taken meanwhile. The caller has lock_waiting of the category.';

comment on function private.end_offer(public.offers,pg_catalog.text) is 'Ends an open offer as declined, lapsed or withdrawn: its seats are for the next. The caller has lock_waiting of the category.';

comment on function private.lock_order(pg_catalog.uuid) is 'Locks an order without waiting; false while it is being submitted: submit_payment has locked it and waits for the category.';

comment on function private.end_old_offers(pg_catalog.uuid) is 'Ends offers of the category whose time is over, and those of which a seat is to be had no more, unless they are being submitted. The caller has lock_waiting.';

comment on function private.end_list(pg_catalog.uuid) is 'Ends the waiting list, open offers and returns of a category whose event began or was cancelled. What is under review is decided as ever. The caller has lock_waiting or lock_event.';

comment on function private.serve_waits(pg_catalog.uuid) is 'Offers what is free or given back of a category to its waiting list, each time to the first whose wish it fits, after ending what is over; returns how many offers it made. What fits no wish stays free. The caller has lock_waiting.';

comment on function private.freed_lists(pg_catalog.uuid,pg_catalog.uuid) is 'Returns the categories with a waiting list of which an order, or a customer, holds seats that are about to be free: their lists are locked first, so that no hold takes a seat that was freed after it served the list.';

comment on function private.serve_first(private.order_line[],pg_catalog.uuid,boolean) is 'Before an order takes or frees seats of categories with a waiting list: locks these lists, and offers what they want unless the order holds all its seats; p_late, for money that was sent: also by a hold that ran out and that no other took over. The caller shares the events.';

comment on function private.is_offered(public.offers,private.order_line[]) is 'True when the lines are exactly the offer''s seats.';

comment on function private.hold_of_offer(private.orders,private.order_line[]) is 'What hold_seats returns for the order of an offer: its seats, price and end as they are. Refusals: PT409 hold_expired (over), in_use (other lines).';

comment on function private.show_wait(public.waits) is 'Returns a wait as my_waits does.';

comment on function public.my_waits() is 'Returns the caller''s waits, also those that ended within seven days: [{wait_id, event_id, event_name, event_date, ticket_category_id, category, is_standing, seats, together, joined_at, outcome, ended_at, before: how many wait before, offer: {order_id, order_code, state: open or submitted, seats, until, lines: for hold_seats and submit_payment, total} or null}]. Security definer: the list of others is not the caller''s to read.';

comment on function public.join_waiting_list(pg_catalog.uuid,integer,boolean) is 'Puts the caller at the end of a category''s waiting list, for so many seats, side by side or not at all with p_together, and returns the wait as my_waits does; what is given back and fits is offered at once. A repeat returns the same wait. Refusals: PT401 not_signed_in, PT400 invalid, PT404 not_found (also what a code opens), PT409 not_on_sale, not_sold_out (such seats are free), in_use (another wish; detail: its id), PT429 too_many. Security definer: no role may write waits.';

comment on function private.leave_list(public.waits) is 'Ends a wait and its open offer; one whose payment is under review stays. The caller has lock_waiting of the category.';

comment on function public.leave_waiting_list(pg_catalog.uuid) is 'Ends the caller''s wait, and an open offer with it, whose seats go to the next; returns the outcome: left, or what it was. Refusals: PT401 not_signed_in, PT404 not_found, PT409 order_submitted. Security definer: no role may write waits.';

comment on function private.decline_offer(pg_catalog.uuid) is 'Declines an open offer for release_seats: the wait ends, the seats go to the next. False when there is none.';

comment on function private.leave_all(pg_catalog.uuid) is 'Ends all waits, offers and returns of an account that goes, apart from what is under review, and locks the lists that want what it holds. The caller has its customer''s lock.';

comment on function private.work_waiting(integer) is 'Runs every minute: ends offers whose time is over and the lists of events that began, and offers freed seats, in up to p_most categories; returns in how many. Security definer: the shop''s own server or pg_cron calls it.';

comment on function public.waiting_list(pg_catalog.uuid) is 'Returns an event''s categories that have, or had, a waiting list or returns: [{ticket_category_id, category, people, seats (wanted), bought, offers, submitted, returns, buying, returns_sold, waits: the first 500, [{wait_id, user_id, name, email, seats, together, joined_at, offer: {order_id, order_code, state, seats, until} or null}]}]. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT404 not_found. Security definer: reads each once, without a policy check a row.';

comment on function private.grant_waiting() is 'All privileges of this file; can be repeated.';

comment on function private.returns_of(pg_catalog.uuid) is 'Returns [{id, number, seat, state, ended_at, sold_ticket_id, created_at}] of what was given back of a ticket, without what was taken back or ended; null for nothing.';

comment on function private.give_back_ends(public.events) is 'Returns until when passes of an event may be given back; -infinity for never.';

comment on function private.is_let_in(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.text) is 'True when a gate let this seat in.';

comment on function private.returned_seats(pg_catalog.uuid) is 'Returns the seats of the category that their holders give back and that are not offered.';

comment on function private.end_lost_returns(pg_catalog.uuid) is 'Ends returns whose pass was let in, moved, or is refunded otherwise, and restores to their holders seats whose review is over. An offer of such a seat ends next (end_old_offers). The caller has lock_waiting of the category.';

comment on function private.offer_returns(pg_catalog.uuid,pg_catalog.uuid[]) is 'Makes these open returns seats of an offer.';

comment on function private.free_returns(pg_catalog.uuid) is 'Opens the returns of an offer for the next.';

comment on function private.seats_of_offer(pg_catalog.uuid) is 'Counts the seats that an open offer still has.';

comment on function public.give_back_pass(pg_catalog.uuid,integer,pg_catalog.text,pg_catalog.text) is 'Gives a pass back: the next of the waiting list is offered its seat, and once that payment is approved its price is due to the caller; until it is submitted the pass stays theirs. An open link of it ends. Returns {return_id, state, until: the event''s hour}; a repeat returns the same. The caller as in hand_over_pass, and who paid. Refusals: PT401 not_signed_in, PT400 invalid, PT404 not_found, PT409 not_refundable (detail: received from another, nothing: not paid by UPI), already_decided (revoked), too_late (detail: over, in), too_many. Security definer: no role may write returns.';

comment on function public.take_back_return(pg_catalog.uuid,pg_catalog.text,pg_catalog.text) is 'Takes a return back before a payment for it is submitted; an offer that has its seat ends. Returns the state: taken_back, or ended. The caller as in give_back_pass. Refusals: PT401 not_signed_in, PT400 invalid, PT404 not_found, PT409 already_decided (detail: status buying or sold). Security definer: no role may write returns.';

comment on function private.take_offered(public.payments,private.order_line[]) is 'For a payment that was just recorded: when its order is an open offer, the seats given back become the order''s, and gates say CHECK of their passes. False for other orders, for offers that are over, and with other lines, which decline it. The caller has the customer''s lock.';

comment on function private.keep_offered(public.payments) is 'After place_payment: keeps the seats given back under review without an end, and restores those that the payment did not get.';

comment on function private.restore_return(public.returns) is 'Gives a seat that was being bought back to its holder, exactly as it was, and opens the return for the next; the seat of a ticket that was revoked meanwhile is free. The caller has lock_waiting of the category.';

comment on function private.restore_returns(pg_catalog.uuid,pg_catalog.text[]) is 'restore_return for all seats that this order is buying, apart from some. The caller has locked its payment (lock_payments) or has lock_waiting.';

comment on function private.undo_offer(public.payments,pg_catalog.text) is 'When the payment of an offer is rejected (or withdrawn: lapsed): restores the seats given back and ends offer and wait. The caller has lock_payments.';

comment on function private.entered_returns(pg_catalog.uuid) is 'Returns seats that this order is buying and whose holder was let in meanwhile; null when there are none.';

comment on function private.part_of_line(public.payment_lines,integer) is 'Returns the share of so many seats in the amounts of a line, each rounded to the paisa; the rest is what the others keep.';

comment on function private.split_ticket(public.user_tickets,pg_catalog.text[]) is 'Makes some seats of a ticket a revoked ticket of their own, with their share of the amounts, and returns its id. The other passes keep number and code. The caller has locked the ticket''s payment.';

comment on function private.sell_returns(public.payments) is 'When the payment of an offer is approved: each seat given back leaves its ticket for good, and its price is owed to who paid for it. The claims are the buyer''s already. The caller has lock_payments.';

comment on function private.owe_return(pg_catalog.uuid) is 'Records the money of a ticket that was given back and sold as owed, at most what was received for it, and tells its customer.';

comment on function private.follow_ticket() is 'Trigger follow_returns on tickets: ends returns of a ticket that is revoked or whose pass gets another seat; PT409 already_decided while that seat is being bought. Security definer: no role may write returns.';

comment on function private.follow_refund() is 'Trigger settle_returns on refunds: the money of the whole ticket goes back. Security definer: no role may write returns.';

comment on function private.grant_returns() is 'All privileges of this file; can be repeated.';

comment on function public.my_wallet_mark() is 'Returns a digest of everything a device keeps of the caller: role, profile, tickets and received passes with their event, payments with their lines and claims, refunds, waits, offers and returns, notices. An equal digest means no change. Null for a visitor. Security definer: reads only the caller''s own rows, each once, without a policy check per row.';

comment on table public.payment_lines is 'The lines of a payment, one per ticket category, with names and price as submitted, and one more for seats of it that were given back and sold. total_amount is the line''s price, fee and shares of the taxes; the lines sum to the price of the order.';

comment on column public.payment_lines.split_from is 'The line whose seats these were, until they were given back and sold (67-returns.sql); null for other lines. No foreign key: it would make embedding ambiguous.';

comment on table public.passes is 'One person''s part of a ticket: a seat or standing place, with its own code. Only the trigger on user_tickets and the functions of 65-hand-over.sql, 65-pass-devices.sql and 67-returns.sql write them. updated_at of the ticket changes with theirs.';

comment on column public.passes.holder_id is 'Whose it is: the ticket''s customer, or the person to whom it was handed over. That person alone reads the code. Null: no one''s, its seat was given back and sold; the number stays taken, and no code of it is valid.';

comment on column public.passes.selling_since is 'Since when a payment for its seat, which the holder gave back, is under review: gates say CHECK. Null: none is.';

comment on table public.refunds is 'Money that goes back: requested by customers, or owed because the event was cancelled, too much came, staff started it or a pass that was given back was sold. One per ticket, and at most one unpaid without a ticket per payment (rejected, overpaid).';

comment on column public.notices.content is 'event_cancelled: {owed}. seats_changed: {event_name, category, from, to, sections}. ticket_revoked: {event_name, category, seats, sections, reason}. old_code_used: {event_name, category, seats, sections, at, gate, gave: whether they gave the pass away, else they received it, person: the other}. refund_owed: {event_name, order_code, amount, has_upi_id}. refunded: {event_name, order_code, amount, utr}. offer: {event_name, event_date, category, ticket_category_id, count, seats (not of standing places), sections, order_id, until, total}; offer_lapsed: the same without total, and waits: whether the wait goes on. return_sold: {event_name, event_date, category, count, seats, sections, order_code, amount, has_upi_id}. Rupees; sections: {code: name} of the layout.';

comment on column public.pass_rules.give_back is 'Whether customers may give passes back to the waiting list, at their price.';

comment on column public.pass_rules.give_back_until is 'Null: until the event begins, which is the latest.';

comment on column public.pass_rules.offer_minutes is 'For how long seats are offered to a person of the waiting list.';

comment on table public.waits is 'Who waits for how many seats of a category; without an outcome still waiting. The list is by joined_at. Only functions of 66-waiting.sql and 67-returns.sql write it.';

comment on column public.waits.together is 'Side by side or not at all; nothing else for standing places.';

comment on column public.waits.outcome is 'bought; left; declined: an offer; lapsed: an offer was not paid in time; rejected: its payment; over: the event began or was cancelled.';

comment on table public.offers is 'Seats offered to the first of a waiting list whose wish they fit. Its id is that of an order with these seats at a frozen price, which its person pays as any other. Only functions of 66-waiting.sql and 67-returns.sql write it.';

comment on column public.offers.ticket_category_id is 'That of its wait. No foreign key: a second link of waits to categories would make embedding ambiguous.';

comment on column public.offers.seats is 'Labels in seat order. Free ones are held; those given back stay their holder''s until the payment.';

comment on column public.offers.state is 'open: until expires_at; submitted: its payment is under review; bought, rejected: by its decision; declined, lapsed: the wait ended, too; withdrawn: a seat of it is to be had no more, the wait goes on.';

comment on table public.returns is 'Passes that their customers give back. Only functions of 66-waiting.sql and 67-returns.sql write it.';

comment on column public.returns.ticket_category_id is 'That of its ticket. No foreign key: a second link of tickets to categories would make embedding ambiguous.';

comment on column public.returns.state is 'open: for the next of the waiting list; offered; buying: its payment is under review; sold; taken_back; ended: the pass was let in, moved, taken back by staff or refunded otherwise, or the event began.';

comment on column public.returns.sold_ticket_id is 'The ticket whose refund is due: that of the seats that were given back and sold. No foreign key: a second link to tickets would make embedding ambiguous.';

comment on table private.offered_returns is 'Which offer has a return that is offered, being bought or sold. Apart from public.returns, whose customer learns nothing of the buyer''s order.';

reset check_function_bodies;

select private.grant_announcements();
select private.grant_bank();
select private.grant_box_office();
select private.grant_catalogue();
select private.grant_catalogue_lists();
select private.grant_checklist();
select private.grant_code_uses();
select private.grant_codes();
select private.grant_dashboard();
select private.grant_door();
select private.grant_ed25519();
select private.grant_enquiries();
select private.grant_event_changes();
select private.grant_foundation();
select private.grant_free_orders();
select private.grant_gate();
select private.grant_guests();
select private.grant_hand_over();
select private.grant_history();
select private.grant_import();
select private.grant_invitations();
select private.grant_jobs();
select private.grant_kept_seats();
select private.grant_layouts();
select private.grant_new_concert();
select private.grant_pass_devices();
select private.grant_passes();
select private.grant_payments();
select private.grant_people();
select private.grant_phases();
select private.grant_proofs();
select private.grant_publishing();
select private.grant_refunds();
select private.grant_returns();
select private.grant_review();
select private.grant_scans();
select private.grant_seats();
select private.grant_settings();
select private.grant_storage_auth();
select private.grant_sync();
select private.grant_terms();
select private.grant_test_orders();
select private.grant_tickets();
select private.grant_unclaimed_credits();
select private.grant_waiting();
