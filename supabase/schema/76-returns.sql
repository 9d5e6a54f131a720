-- Returns: holders give passes back at their price. Seat and pass stay theirs until an offer that has the seat is submitted; then
-- gates say CHECK, approval moves the seat and makes the refund owed, and rejection restores it.

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

comment on table public.returns is
  'Passes that their customers give back. Only functions of 75-waiting.sql and 76-returns.sql write it.';

comment on column public.returns.ticket_category_id is
  'That of its ticket. No foreign key: a second link of tickets to categories would make embedding ambiguous.';

comment on column public.returns.state is
  'open: for the next of the waiting list; offered; buying: its payment is under review; sold; taken_back; ended: the pass was let '
  'in, moved, taken back by staff or refunded otherwise, or the event began.';

comment on column public.returns.sold_ticket_id is
  'The ticket whose refund is owed: that of the seats that were given back and sold. No foreign key: a second link to tickets would '
  'make embedding ambiguous.';

create unique index returns_live on public.returns (ticket_id, number) where state in ('open', 'offered', 'buying');

create index returns_ticket_id on public.returns (ticket_id);

create index returns_user_id on public.returns (user_id);

create index returns_ticket_category_id on public.returns (ticket_category_id, state);

create index returns_sold_ticket_id on public.returns (sold_ticket_id) where sold_ticket_id is not null;

create trigger "90_stamp" before insert or update on public.returns
  for each row execute function private.stamp_row();

create trigger audit after insert or update or delete on public.returns
  for each row execute function private.audit_row('id');

alter table public.returns enable row level security;

create policy "People read what they gave back, admins all of it" on public.returns
  for select to authenticated using (user_id = (select private.uid()) or (select private.is_admin()));

create table private.offered_returns (
  return_id uuid primary key references public.returns (id) on delete cascade,
  offer_id uuid not null references public.offers (id) on delete cascade
);

comment on table private.offered_returns is
  'Which offer has a return that is offered, being bought or sold. Apart from public.returns, whose customer learns nothing of the '
  'buyer''s order.';

create index offered_returns_offer_id on private.offered_returns (offer_id);

alter table private.offered_returns enable row level security;

create function private.returns_of(p_ticket_id uuid) returns jsonb
  language sql stable set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('id', r.id, 'number', r.number, 'seat', r.seat, 'state', r.state, 'ended_at', r.ended_at,
    'sold_ticket_id', r.sold_ticket_id, 'created_at', r.created_at) order by r.created_at)
  from public.returns r where r.ticket_id = p_ticket_id and r.state in ('open', 'offered', 'buying', 'sold')
$$;

comment on function private.returns_of(uuid) is
  'Returns [{id, number, seat, state, ended_at, sold_ticket_id, created_at}] of what was given back of a ticket, without what was '
  'taken back or ended; null for nothing.';

create function private.give_back_ends(p_event public.events) returns timestamptz
  language sql stable set search_path = ''
as $$
  select case when p_event.status = 'cancelled' or not coalesce(r.give_back, true) then '-infinity'::timestamptz
    else least(r.give_back_until, p_event.date) end
  from (select 1) as one left join public.pass_rules r on r.event_id = p_event.id
$$;

comment on function private.give_back_ends(public.events) is
  'Returns until when passes of an event may be given back; -infinity for never.';

create function private.is_let_in(p_event_id uuid, p_ticket_category_id uuid, p_seat text) returns boolean
  language sql stable set search_path = ''
as $$
  select exists (
    select from private.admitted_seats a
    where a.event_id = p_event_id and a.place = p_ticket_category_id::text and a.seat = p_seat)
$$;

comment on function private.is_let_in(uuid, uuid, text) is 'True when a gate let this seat in.';

create function private.returned_seats(p_ticket_category_id uuid)
  returns table (return_id uuid, place text, seat text, given_at timestamptz)
  language sql stable set search_path = ''
as $$
  select r.id, c.place, c.seat, r.created_at
  from public.returns r
  join public.seat_claims c on c.ticket_id = r.ticket_id and c.seat = r.seat and c.ticket_category_id = r.ticket_category_id
    and c.state = 'sold'
  where r.ticket_category_id = p_ticket_category_id and r.state = 'open'
$$;

comment on function private.returned_seats(uuid) is 'Returns the seats of the category that their holders give back and that are not offered.';

create function private.end_lost_returns(p_ticket_category_id uuid) returns void
  language plpgsql volatile set search_path = ''
as $$
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
$$;

comment on function private.end_lost_returns(uuid) is
  'Ends returns whose pass was let in, moved, or is refunded otherwise, and restores to their holders seats whose review is over. '
  'An offer of such a seat ends next (end_old_offers). The caller has lock_waiting of the category.';

create function private.offer_returns(p_offer_id uuid, p_return_ids uuid[]) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  update public.returns r set state = 'offered' where r.id = any (p_return_ids);
  insert into private.offered_returns (return_id, offer_id) select i, p_offer_id from unnest(p_return_ids) as i;
end
$$;

comment on function private.offer_returns(uuid, uuid[]) is 'Makes these open returns seats of an offer.';

create function private.free_returns(p_offer_id uuid) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  update public.returns r set state = 'open' from private.offered_returns o
    where o.offer_id = p_offer_id and r.id = o.return_id and r.state = 'offered';
  delete from private.offered_returns o using public.returns r
    where o.offer_id = p_offer_id and r.id = o.return_id and r.state not in ('buying', 'sold');
end
$$;

comment on function private.free_returns(uuid) is 'Opens the returns of an offer for the next.';

create function private.seats_of_offer(p_offer_id uuid) returns bigint
  language sql stable set search_path = ''
as $$
  select (select count(*) from private.offered_returns o join public.returns r on r.id = o.return_id
      where o.offer_id = p_offer_id and r.state = 'offered')
    + (select count(*) from public.seat_claims c where c.order_id = p_offer_id and c.state = 'held')
$$;

comment on function private.seats_of_offer(uuid) is 'Counts the seats that an open offer still has.';

create function private.return_money(p_ticket public.user_tickets) returns numeric
  language sql stable set search_path = ''
as $$
  select case when p.method <> 'upi' or p.made_by is not null and m.credits is null then 0
    else coalesce(private.ticket_money(p_ticket), 0) end
  from public.payments p join private.payment_money m on m.payment_id = p.id where p.id = p_ticket.payment_id
$$;

comment on function private.return_money(public.user_tickets) is
  'Returns the rupees that go back for a ticket that is given back: as ticket_money of what came by UPI; of a sale by staff '
  'only what a credit shows, for its seller alone says that it was paid.';

create function public.give_back_pass(
  p_ticket_id uuid default null, p_number integer default null, p_secret text default null, p_device text default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
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
    elsif private.return_money(v_ticket) = 0 then
      perform private.refuse(409, 'not_refundable', 'nothing', 'No money came by UPI that could go back.');
    elsif clock_timestamp() >= private.give_back_ends(v_event) then
      perform private.refuse(409, 'too_late', 'over', 'Passes of this event cannot be given back any more.');
    elsif private.is_let_in(v_ticket.event_id, v_ticket.ticket_category_id, v_pass.seat) then
      perform private.refuse(409, 'too_late', 'in', 'This person is in already.');
    elsif (select count(*) from public.returns r where r.ticket_id = p_ticket_id and r.number = p_number) >= c_most then
      -- Each may be offered, and told of, and taken back.
      perform private.refuse(409, 'too_many', 'p_number', format('A pass is given back at most %s times.', c_most));
    end if;
    perform private.require_rested_link(v_pass);
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
$$;

comment on function public.give_back_pass(uuid, integer, text, text) is
  'Gives a pass back: the next of the waiting list is offered its seat, and once that payment is approved its price is owed to the '
  'caller; until it is submitted the pass stays theirs. An open link of it ends. Returns {return_id, state, until: the event''s '
  'hour}; a repeat returns the same. The caller as in hand_over_pass, and who paid. Refusals: PT401 not_signed_in, PT400 invalid, '
  'PT404 not_found, PT409 not_refundable (detail: received from another, nothing: see return_money), already_decided (revoked), '
  'too_late (detail: over, in, link), too_soon (detail: until when), too_many. Security definer: no role may write returns.';

create function public.take_back_return(p_return_id uuid default null, p_secret text default null, p_device text default null)
  returns text language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me uuid := private.caller_of(p_secret, p_device);
  v_return public.returns;
begin
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
$$;

comment on function public.take_back_return(uuid, text, text) is
  'Takes a return back before a payment for it is submitted; an offer that has its seat ends. Returns the state: taken_back, or '
  'ended. The caller as in give_back_pass. Refusals: PT401 not_signed_in, PT400 invalid, PT404 not_found, PT409 already_decided '
  '(detail: status buying or sold). Security definer: no role may write returns.';

create function private.take_offered(p_payment public.payments, p_lines private.order_line[]) returns boolean
  language plpgsql volatile
as $$
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
  -- Held for a moment: keep_payment puts what the order holds under review.
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
$$;

comment on function private.take_offered(public.payments, private.order_line[]) is
  'For a payment that was just recorded: when its order is an open offer, the seats given back become the order''s, and gates say '
  'CHECK of their passes. False for other orders, for offers that are over, and with other lines, which decline it. The caller '
  'has the customer''s lock.';

create function private.keep_offered(p_payment public.payments) returns void
  language plpgsql volatile
as $$
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
$$;

comment on function private.keep_offered(public.payments) is
  'After keep_payment has claimed: keeps the seats given back under review without an end, and restores those that the payment did not get.';

create function private.restore_return(p_return public.returns) returns void
  language plpgsql volatile set search_path = ''
as $$
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
$$;

comment on function private.restore_return(public.returns) is
  'Gives a seat that was being bought back to its holder, exactly as it was, and opens the return for the next; the seat of a '
  'ticket that was revoked meanwhile is free. The caller has lock_waiting of the category.';

create function private.restore_returns(p_order_id uuid, p_besides text[] default '{}') returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  perform private.restore_return(r) from private.offered_returns o join public.returns r on r.id = o.return_id
    where o.offer_id = p_order_id and r.state = 'buying' and r.seat <> all (p_besides);
end
$$;

comment on function private.restore_returns(uuid, text[]) is
  'restore_return for all seats that this order is buying, apart from some. The caller has locked its payment (lock_payments) or '
  'has lock_waiting.';

create function private.undo_offer(p_payment public.payments, p_outcome text) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  perform private.restore_returns(p_payment.order_id);
  with ended as (
    update public.offers f set state = p_outcome, ended_at = clock_timestamp()
      where f.id = p_payment.order_id and f.state = 'submitted' returning f.wait_id)
  update public.waits w set outcome = p_outcome, ended_at = clock_timestamp() from ended e where w.id = e.wait_id and w.outcome is null;
end
$$;

comment on function private.undo_offer(public.payments, text) is
  'When the payment of an offer is rejected (or withdrawn: lapsed): restores the seats given back and ends offer and wait. The '
  'caller has lock_payments.';

create function private.entered_returns(p_order_id uuid) returns private.seat[]
  language sql stable set search_path = ''
as $$
  select array_agg(row (t.event_id, null, r.seat, r.ticket_category_id)::private.seat)
  from private.offered_returns o
  join public.returns r on r.id = o.return_id
  join public.user_tickets t on t.id = r.ticket_id
  where o.offer_id = p_order_id and r.state = 'buying' and private.is_let_in(t.event_id, t.ticket_category_id, r.seat)
$$;

comment on function private.entered_returns(uuid) is
  'Returns seats that this order is buying and whose holder was let in meanwhile; null when there are none.';

create function private.part_of_line(p_line public.payment_lines, p_count integer) returns public.payment_lines
  language plpgsql immutable set search_path = ''
as $$
declare
  v_part public.payment_lines := p_line;
  v_on_top numeric := p_line.local_tax_amount + p_line.fee_amount + p_line.fee_gst_amount + p_line.rounding_amount;
begin
  v_part.quantity := p_count;
  v_part.gst_amount := round(p_line.gst_amount * p_count / p_line.quantity, 2);
  v_part.local_tax_amount := round(p_line.local_tax_amount * p_count / p_line.quantity, 2);
  v_part.fee_amount := round(p_line.fee_amount * p_count / p_line.quantity, 2);
  v_part.fee_gst_amount := round(p_line.fee_gst_amount * p_count / p_line.quantity, 2);
  v_part.rounding_amount := round(p_line.rounding_amount * p_count / p_line.quantity, 2);
  v_part.discount_amount := round(p_line.discount_amount * p_count / p_line.quantity, 2);
  -- With its GST: so many times the price, where that contains it.
  v_part.total_amount := round((p_line.total_amount - v_on_top) * p_count / p_line.quantity, 2)
    + v_part.local_tax_amount + v_part.fee_amount + v_part.fee_gst_amount + v_part.rounding_amount;
  return v_part;
end
$$;

comment on function private.part_of_line(public.payment_lines, integer) is
  'Returns the share of so many seats in the amounts of a line, each rounded to the paisa; the rest is what the others keep.';

create function private.split_ticket(p_ticket public.user_tickets, p_seats text[]) returns uuid
  language plpgsql volatile set search_path = ''
as $$
declare
  v_line public.payment_lines;
  v_part public.payment_lines;
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
      rounding_amount = l.rounding_amount - v_part.rounding_amount, discount_amount = l.discount_amount - v_part.discount_amount
    where l.id = v_line.id;
  insert into public.payment_lines select v_part.*;
  -- No code of these passes opens a gate again; their numbers stay taken.
  update public.passes p
    set holder_id = null, issue = p.issue + 1, void_before = p.issue + 1, signature = repeat('0', 128), device_key = null,
      bound_at = null, selling_since = null
    where p.ticket_id = p_ticket.id and p.seat = any (p_seats) and p.holder_id is not null;
  update public.user_tickets t
    set seats = v_left, quantity = cardinality(v_left), total_amount = t.total_amount - v_part.total_amount
    where t.id = p_ticket.id;
  insert into public.user_tickets (id, user_id, event_id, ticket_category_id, payment_id, payment_line_id, seats, quantity,
      total_amount, payment_status, code, key_number, revoked_at, revoked_reason, created_at)
    values (v_id, p_ticket.user_id, p_ticket.event_id, p_ticket.ticket_category_id, p_ticket.payment_id, v_part.id, v_part.seats,
      v_part.quantity, v_part.total_amount, 'failed', private.new_ticket_code(), p_ticket.key_number, now(), 'Given back', p_ticket.created_at);
  return v_id;
end
$$;

comment on function private.split_ticket(public.user_tickets, text[]) is
  'Makes some seats of a ticket a revoked ticket of their own, with their share of the amounts, and returns its id. The other '
  'passes keep number and code. The caller has locked the ticket''s payment.';

create function private.sell_returns(p_payment public.payments) returns void
  language plpgsql volatile set search_path = ''
as $$
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
$$;

comment on function private.sell_returns(public.payments) is
  'When the payment of an offer is approved: each seat given back leaves its ticket for good, and its price is owed to who paid for '
  'it. The claims are the buyer''s already. The caller has lock_payments.';

create function private.owe_return(p_ticket_id uuid) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_ticket public.user_tickets;
  v_amount numeric;
  v_upi_id text;
begin
  select * into strict v_ticket from public.user_tickets t where t.id = p_ticket_id;
  v_amount := private.return_money(v_ticket);
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
$$;

comment on function private.owe_return(uuid) is
  'Records the money of a ticket that was given back and sold as owed, at most what was received for it, and tells its customer.';

create function private.follow_ticket() returns trigger
  language plpgsql security definer set search_path = ''
as $$
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
$$;

comment on function private.follow_ticket() is
  'Trigger follow_returns on tickets: ends returns of a ticket that is revoked or whose pass gets another seat; PT409 already_decided '
  'while that seat is being bought. Security definer: no role may write returns.';

create trigger follow_returns after update on public.user_tickets
  for each row when (new.seats <> old.seats and new.quantity = old.quantity or new.revoked_at is not null and old.revoked_at is null)
  execute function private.follow_ticket();

create function private.follow_refund() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.returns r set state = 'ended', ended_at = clock_timestamp()
    where r.ticket_id = new.ticket_id and r.state in ('open', 'offered');
  return null;
end
$$;

comment on function private.follow_refund() is
  'Trigger settle_returns on refunds: the money of the whole ticket goes back. Security definer: no role may write returns.';

create trigger settle_returns after insert on public.refunds
  for each row when (new.ticket_id is not null and new.reason <> 'given_back') execute function private.follow_refund();

insert into private.rights (roles, privileges, object) values
  ('authenticated', 'select', 'table public.returns'),
  ('anon, authenticated', 'execute', 'function public.give_back_pass(uuid, integer, text, text)'),
  ('anon, authenticated', 'execute', 'function public.take_back_return(uuid, text, text)');
