-- Test orders: an admin tries a purchase without money.
-- Written from supabase/schema by `npm run migration`; columns and indexes by hand.

-- A function may call one that comes after it.
set check_function_bodies = off;

alter table private.orders add column is_test boolean not null default false;

alter table public.payments add column is_test boolean not null default false;

alter table public.user_tickets add column is_test boolean not null default false;

create index payments_tests on public.payments (created_at) where is_test;

create index user_tickets_tests on public.user_tickets (event_id) include (quantity) where is_test;

-- Sums read the mark from the index, too.
drop index public.user_tickets_created_at;

create index user_tickets_created_at on public.user_tickets (created_at) include (quantity, is_test);

drop index public.payments_approved_at;

create index payments_approved_at on public.payments (reviewed_at) include (amount, is_test) where status = 'approved';

drop trigger tell on user_tickets;

drop view private.roster_rows;

drop view private.ticket_list;

drop view private.payment_list;

drop function search_payments(text,text,uuid,uuid);

drop function get_payment_details();

drop function search_tickets(text,text,uuid,uuid);

drop function get_all_tickets();

CREATE OR REPLACE FUNCTION public.submit_payment(p_order_id uuid DEFAULT NULL::uuid, p_transaction_id text DEFAULT NULL::text, p_amount numeric DEFAULT NULL::numeric, p_screenshot_path text DEFAULT NULL::text, p_lines jsonb DEFAULT NULL::jsonb, p_screenshot_sha256 text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_longest_reference constant integer := 64;
  c_least_amount constant numeric := 1000000000; -- rupees, the first that is too much
  v_user uuid := auth.uid();
  v_terms public.shop_terms := private.terms();
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
  -- A second tab waits here and then returns the first one's payment.
  perform private.lock_customer(v_user);
  -- Reads and marks in one statement; a refusal below rolls it back.
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

  v_as_held := v_order.event_id is not null and p_lines = v_order.lines;
  if v_as_held then
    v_lines := private.known_lines(p_lines);
  else
    v_asked := private.asked_lines(p_lines, v_terms);
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
  -- Compares instead of matching: a regular expression with ids would be compiled for every payment.
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
  if v_order.is_test then
    -- Digits that were made up must not stand in the way of a real transfer's.
    v_reference := v_order.order_code;
  end if;
  insert into public.payments
    (user_id, order_id, order_code, transaction_id, amount, screenshot_url, screenshot_sha256, picture_digest, is_test)
    values (v_user, p_order_id, v_order.order_code, v_reference, v_amount, p_screenshot_path, v_hash,
      private.stored_digest(p_screenshot_path), v_order.is_test)
    on conflict (user_id, transaction_id) where status in ('pending', 'approved') do nothing
    returning * into v_payment;
  if not found then
    select p.order_code into v_used from public.payments p
      where p.user_id = v_user and p.transaction_id = v_reference and p.status in ('pending', 'approved');
    perform private.refuse(409, 'transaction_used', v_used, 'The customer sent this reference with the order in detail.');
  end if;

  -- From here on the payment will be recorded.
  v_placed := private.place_lines(v_lines, p_order_id, v_user, p_order_id);
  if v_as_held and v_placed.event_id is distinct from v_order.event_id then
    v_as_held := false;
    perform private.share_order_events(array(select l.ticket_category_id from unnest(v_lines) as l), p_order_id);
    v_placed := private.place_lines(v_lines, p_order_id, v_user, p_order_id);
  end if;
  perform private.record_lines(
    v_payment.id, v_user, p_order_id, v_placed.lines, case when v_as_held then v_order.shares end,
    v_order.parts);

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
        select from public.payments p where p.user_id = v_user and p.status = 'pending' limit v_terms.undecided_per_customer + 1) as u)
      > v_terms.undecided_per_customer then
    -- Recorded, but keeps no seats.
    insert into public.payment_flags (payment_id, flag) values (v_payment.id, 'beyond_undecided');
    perform private.return_usage(v_user, v_held);
    perform private.claim_seats(null, v_held, 'under_review', v_user, p_order_id, v_payment.id, null);
  elsif v_wanted <@ v_held and cardinality(v_held) = cardinality(v_wanted)
     and v_other_seats + cardinality(v_wanted) <= v_terms.seats_per_customer then
    perform private.review_held(p_order_id, v_payment.id, v_until);
  else
    v_mine := private.claims_besides(v_user, p_order_id, v_wanted);
    if v_mine.other_seats + coalesce(cardinality(v_wanted), 0) > v_terms.seats_per_customer then
      insert into public.payment_flags (payment_id, flag) values (v_payment.id, 'beyond_limit');
      v_wanted := null;
      v_mine.released := v_held;
    end if;
    perform private.return_usage(v_user, v_wanted || v_mine.released);
    perform private.claim_seats(v_wanted, v_mine.released, 'under_review', v_user, p_order_id, v_payment.id, v_until);
  end if;
  return private.submission(v_payment);
end
$function$;

CREATE OR REPLACE FUNCTION private.approve_payment(p_payment payments, p_note text, p_reviewer uuid)
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
  v_lost := private.lost_seats(p_payment.id);
  if v_lost is not null then
    perform private.refuse(409, 'seats_lost', private.seats_as_lines(v_lost), 'Give other seats first; detail has the lost ones.');
  end if;

  begin
    update public.payments p
      set status = 'approved', reviewed_by = p_reviewer, reviewed_at = now(), review_note = p_note where p.id = p_payment.id;
  exception when unique_violation then -- the same reference was just approved for another customer
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
        total_amount, code, key_number, signature, is_test)
      values (v_ticket, v_line.user_id, v_line.event_id, v_line.ticket_category_id, p_payment.id, v_line.id, v_line.seats,
        v_line.quantity, v_line.total_amount, private.new_ticket_code(), v_key.key_number,
        private.ticket_signature(v_key.key, v_key.key_number, v_ticket, v_line.user_id, v_line.event_id, v_line.seats), p_payment.is_test);
    update public.seat_claims c set state = 'sold', ticket_id = v_ticket, review_until = null
      where c.payment_id = p_payment.id and c.ticket_category_id = v_line.ticket_category_id;
  end loop;
  update public.payment_lines l set payment_status = 'completed' where l.payment_id = p_payment.id;
end
$function$;

CREATE OR REPLACE FUNCTION private.decide_payment(p_payment_id uuid, p_decision text, p_note text, p_reviewer uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_payment public.payments;
begin
  select * into v_payment from public.payments p where p.id = p_payment_id;
  if not found then
    perform private.refuse(404, 'not_found', 'p_payment_id', 'There is no such payment.');
  end if;
  if v_payment.status = p_decision then
    return private.decision(p_payment_id);
  elsif v_payment.status <> 'pending' then
    perform private.refuse_decided(v_payment);
  end if;

  if p_decision = 'approved' then
    perform private.approve_payment(v_payment, p_note, p_reviewer);
  else
    perform private.reject_payment(v_payment, p_note, p_reviewer);
  end if;

  insert into public.outgoing_mail (user_id, email, kind, payment_id, content)
    select f.id, f.email, 'payment_' || p_decision, p_payment_id, jsonb_build_object(
      'name', f.name, 'order_code', v_payment.order_code, 'transaction_id', v_payment.transaction_id,
      'amount', v_payment.amount, 'note', p_note, 'is_test', v_payment.is_test,
      'lines', (
        select jsonb_agg(jsonb_build_object(
          'event_name', l.event_name, 'category_name', l.category_name, 'seats', l.seats, 'event_date', e.date,
          'venue', e.venue, 'total_amount', l.total_amount) order by l.line)
        from public.payment_lines l left join public.events e on e.id = l.event_id where l.payment_id = p_payment_id))
    from public.profiles f
    where f.id = v_payment.user_id and f.notify_email and f.email is not null
    on conflict (payment_id, kind) do nothing;
  return private.decision(p_payment_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.get_all_tickets()
 RETURNS TABLE(ticket_id uuid, payment_line_id uuid, payment_id uuid, order_code text, transaction_id text, user_id uuid, user_name text, user_email text, singer_name text, event_id uuid, event_name text, event_date timestamp with time zone, ticket_category_id uuid, ticket_category text, quantity integer, seats text[], total_amount numeric, payment_status text, code text, revoked_at timestamp with time zone, revoked_reason text, created_at timestamp with time zone, issued_at timestamp with time zone, gst_amount numeric, local_tax_amount numeric, fee_amount numeric, fee_gst_amount numeric, is_test boolean)
 LANGUAGE sql
 STABLE
AS $function$
  select l.ticket_id, l.payment_line_id, l.payment_id, l.order_code, l.transaction_id, l.user_id, l.user_name, l.user_email,
    l.singer_name, l.event_id, l.event_name, l.event_date, l.ticket_category_id, l.ticket_category, l.quantity, l.seats,
    l.total_amount, l.payment_status, l.code, l.revoked_at, l.revoked_reason, l.created_at, l.issued_at,
    l.gst_amount, l.local_tax_amount, l.fee_amount, l.fee_gst_amount, l.is_test
  from private.ticket_list l
$function$;

CREATE OR REPLACE FUNCTION public.search_tickets(p_search text DEFAULT NULL::text, p_status text DEFAULT NULL::text, p_after uuid DEFAULT NULL::uuid, p_event uuid DEFAULT NULL::uuid)
 RETURNS TABLE(ticket_id uuid, payment_line_id uuid, payment_id uuid, order_code text, transaction_id text, user_id uuid, user_name text, user_email text, singer_name text, event_id uuid, event_name text, event_date timestamp with time zone, ticket_category_id uuid, ticket_category text, quantity integer, seats text[], total_amount numeric, payment_status text, code text, revoked_at timestamp with time zone, revoked_reason text, created_at timestamp with time zone, issued_at timestamp with time zone, gst_amount numeric, local_tax_amount numeric, fee_amount numeric, fee_gst_amount numeric, is_test boolean)
 LANGUAGE sql
 STABLE
AS $function$
  select l.ticket_id, l.payment_line_id, l.payment_id, l.order_code, l.transaction_id, l.user_id, l.user_name, l.user_email,
    l.singer_name, l.event_id, l.event_name, l.event_date, l.ticket_category_id, l.ticket_category, l.quantity, l.seats,
    l.total_amount, l.payment_status, l.code, l.revoked_at, l.revoked_reason, l.created_at, l.issued_at,
    l.gst_amount, l.local_tax_amount, l.fee_amount, l.fee_gst_amount, l.is_test
  from private.find_lines(p_search, p_status, p_after, p_event) as i join private.ticket_list l on l.payment_line_id = i
$function$;

CREATE OR REPLACE FUNCTION public.get_payment_details()
 RETURNS TABLE(payment_id uuid, user_id uuid, user_name text, email text, amount numeric, transaction_id text, status text, screenshot_url text, screenshot_sha256 text, order_id uuid, order_code text, created_at timestamp with time zone, reviewed_at timestamp with time zone, reviewed_by uuid, reviewed_by_name text, review_note text, expected_amount numeric, lines jsonb, warnings jsonb, kept_until timestamp with time zone, collapsed boolean, more_of_customer bigint, is_test boolean)
 LANGUAGE sql
 STABLE
AS $function$
  select l.payment_id, l.user_id, l.user_name, l.email, l.amount, l.transaction_id, l.status, l.screenshot_url,
    l.screenshot_sha256, l.order_id, l.order_code, l.created_at, l.reviewed_at, l.reviewed_by, l.reviewed_by_name,
    l.review_note, l.expected_amount, l.lines, l.warnings,
    l.kept_until, l.collapsed, l.more_of_customer, l.is_test
  from private.payment_list l
$function$;

CREATE OR REPLACE FUNCTION public.search_payments(p_search text DEFAULT NULL::text, p_status text DEFAULT NULL::text, p_after uuid DEFAULT NULL::uuid, p_event uuid DEFAULT NULL::uuid)
 RETURNS TABLE(payment_id uuid, user_id uuid, user_name text, email text, amount numeric, transaction_id text, status text, screenshot_url text, screenshot_sha256 text, order_id uuid, order_code text, created_at timestamp with time zone, reviewed_at timestamp with time zone, reviewed_by uuid, reviewed_by_name text, review_note text, expected_amount numeric, lines jsonb, warnings jsonb, kept_until timestamp with time zone, collapsed boolean, more_of_customer bigint, is_test boolean)
 LANGUAGE sql
 STABLE
AS $function$
  select l.payment_id, l.user_id, l.user_name, l.email, l.amount, l.transaction_id, l.status, l.screenshot_url,
    l.screenshot_sha256, l.order_id, l.order_code, l.created_at, l.reviewed_at, l.reviewed_by, l.reviewed_by_name,
    l.review_note, l.expected_amount, l.lines, l.warnings,
    l.kept_until, l.collapsed, l.more_of_customer, l.is_test
  from private.find_payments(p_search, p_status, p_after, p_event) as i join private.payment_list l on l.payment_id = i
$function$;

CREATE OR REPLACE FUNCTION public.gate_events()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_user();
  if not private.is_admin() and not private.is_gate() then
    perform private.refuse(403, 'forbidden', '', 'This is for staff.');
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
        'event_id', e.id, 'name', private.gate_event_name(e.id), 'city', e.city, 'venue', e.venue, 'date', e.date,
        'status', e.status, 'opens_at', private.gate_opens(e.date), 'closes_at', private.gate_closes(e.date),
        'tickets', (select count(*) from public.user_tickets t where t.event_id = e.id and not t.is_test)
      ) order by e.date, e.id), '[]')
    from public.events e
    where e.date > now() - interval '24 hours'
      and ((select private.is_admin()) or e.id in (select private.my_gate_events())));
end
$function$;

CREATE OR REPLACE FUNCTION public.gate_roster(p_event_id uuid DEFAULT NULL::uuid, p_after uuid DEFAULT NULL::uuid, p_since timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_page constant integer := 1000;
  -- A row written before this page was read may become visible after it.
  c_overlap constant interval := interval '2 minutes';
  v_at timestamptz := clock_timestamp();
  v_ids uuid[];
  v_more boolean;
  v_answer jsonb;
  v_open boolean;
begin
  perform private.require_gate(p_event_id);
  if p_since is not null and not isfinite(p_since) then
    perform private.refuse(400, 'invalid', 'p_since', 'p_since is a time that an earlier page gave.');
  end if;

  select v_at between private.gate_opens(e.date) and private.gate_closes(e.date) into v_open
    from public.events e where e.id = p_event_id;
  if not v_open then
    v_ids := '{}';
  elsif p_since is null then
    v_ids := array(
      select i.id from (
        (select t.id from public.user_tickets t
          where t.event_id = p_event_id and (p_after is null or t.id > p_after) order by t.id limit c_page + 1)
        union all
        (select l.id from public.payment_lines l
          where l.event_id = p_event_id and l.payment_status <> 'completed' and (p_after is null or l.id > p_after)
            -- A failed line with a ticket was revoked, and the ticket says so.
            and not exists (select from public.user_tickets t where t.payment_line_id = l.id)
          order by l.id limit c_page + 1)
      ) as i order by i.id limit c_page + 1);
  else
    v_ids := array(
      select i.id from (
        select t.id from public.user_tickets t where t.event_id = p_event_id and t.updated_at >= p_since
        union
        select l.id from public.payment_lines l where l.event_id = p_event_id and l.updated_at >= p_since
        union
        select s.known_ticket from public.ticket_scans s
        where s.event_id = p_event_id and s.received_at >= p_since and s.known_ticket is not null
        union
        select t.id from private.name_changes n join public.user_tickets t on t.user_id = n.user_id
        where n.at >= p_since and t.event_id = p_event_id
        union
        select l.id from private.name_changes n join public.payment_lines l on l.user_id = n.user_id
        where n.at >= p_since and l.event_id = p_event_id and l.payment_status <> 'completed'
          and not exists (select from public.user_tickets t where t.payment_line_id = l.id)
      ) as i where p_after is null or i.id > p_after order by i.id limit c_page + 1);
  end if;
  v_more := cardinality(v_ids) > c_page;
  v_ids := v_ids[1 : c_page];

  select jsonb_build_object(
      'rows', coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'id', r.id, 'code', r.code, 'order', r.order_code, 'name', private.short_name(f.name),
        'category', r.ticket_category_id, 'seats', to_jsonb(r.seats), 'state', r.state, 'reason', r.reason, 'sig', r.sig,
        'test', nullif(r.is_test, false), 'in', a.admissions)) order by r.id) filter (where r.state <> 'gone'), '[]'),
      'gone', coalesce(jsonb_agg(r.id order by r.id) filter (where r.state = 'gone'), '[]'))
    into v_answer
    from private.roster_rows r
    left join public.profiles f on f.id = r.user_id
    left join lateral (
      select jsonb_agg(jsonb_build_object('scan', s.id, 'seats', to_jsonb(s.seats), 'gate', s.gate, 'at', s.corrected_at)
        order by s.corrected_at, s.id) as admissions
      from public.ticket_scans s
      where s.event_id = p_event_id and s.known_ticket = r.id and cardinality(s.seats) > 0
        and not exists (select from public.ticket_scans u where u.undoes = s.id and u.event_id = s.event_id)
    ) as a on true
    where r.event_id = p_event_id and r.id = any (v_ids);

  return v_answer || jsonb_build_object(
    'at', v_at,
    'event', (
      select jsonb_build_object('id', e.id, 'name', private.gate_event_name(e.id), 'date', e.date, 'status', e.status)
      from public.events e where e.id = p_event_id),
    'categories', (
      select coalesce(jsonb_object_agg(c.id, c.name), '{}') from public.ticket_categories c where c.event_id = p_event_id),
    -- Counting takes longer than reading a page.
    'total', case when p_since is null and p_after is null then (
      select (select count(*) from public.user_tickets t where t.event_id = p_event_id)
        + (select count(*) from public.payment_lines l
           where l.event_id = p_event_id and l.payment_status <> 'completed'
             and not exists (select from public.user_tickets t where t.payment_line_id = l.id))) end,
    'next', case when v_more then v_ids[c_page] end,
    -- Changes made while the gate is closed are still to be sent.
    'next_since', case when v_open then v_at - c_overlap else coalesce(p_since, 'epoch') end);
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

CREATE OR REPLACE FUNCTION public.gate_counters(p_event_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_shown constant interval := interval '3 hours';
  v_at timestamptz := clock_timestamp();
begin
  perform private.require_gate(p_event_id);
  return (
    with made as (
      select s.id, s.gate, s.device, s.ticket_id, s.verdict, s.reason, cardinality(s.seats) as seats, s.problem, s.corrected_at,
        exists (select from public.ticket_scans u where u.undoes = s.id and u.event_id = s.event_id) as undone
      from public.ticket_scans s where s.event_id = p_event_id and s.verdict <> 'UNDO'
        and (s.known_ticket in (
          select t.id from public.user_tickets t where t.event_id = p_event_id and t.is_test)) is not true),
    -- A CHECK is stored when it is shown; letting in after it is that device's next scan of the ticket.
    scans as materialized (
      select m.*, m.seats = 0 and m.verdict <> 'ENTER' and not m.undone and not (m.verdict = 'CHECK' and coalesce(
          lead(m.verdict = 'CHECK' and m.seats > 0 and not m.undone)
            over (partition by m.device, m.ticket_id order by m.corrected_at, m.id), false)) as refused
      from made m),
    -- Each seat once, by the scan that wins it.
    admitted as materialized (
      select distinct on (a.place, a.seat) s.gate, a.corrected_at
      from private.admitted_seats a join scans s on s.id = a.scan_id
      where a.event_id = p_event_id
      order by a.place, a.seat, a.corrected_at, a.scan_id),
    gates as (
      select s.gate, count(*) as scans, count(*) filter (where s.refused) as refused
      from scans s group by s.gate)
    select jsonb_build_object(
      'at', v_at,
      'expected', (
        select coalesce(sum(t.quantity), 0) from public.user_tickets t
        where t.event_id = p_event_id and t.payment_status = 'completed' and not t.is_test),
      'admitted', (select count(*) from admitted),
      'gates', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'gate', g.gate, 'scans', g.scans, 'refused', g.refused,
          'admitted', (select count(*) from admitted a where a.gate = g.gate)) order by g.gate), '[]') from gates g),
      'minutes', (
        select coalesce(jsonb_agg(jsonb_build_object('minute', m.minute, 'gate', m.gate, 'admitted', m.admitted)
          order by m.minute, m.gate), '[]')
        from (select date_trunc('minute', a.corrected_at) as minute, a.gate, count(*) as admitted from admitted a
              where a.corrected_at > v_at - c_shown group by 1, 2) as m),
      'refused', (
        select coalesce(jsonb_agg(jsonb_build_object('verdict', r.verdict, 'reason', r.reason, 'count', r.count)
          order by r.count desc, r.verdict, r.reason), '[]')
        from (select s.verdict, s.reason, count(*) as count from scans s
              where s.refused group by s.verdict, s.reason) as r),
      'devices', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'device', d.device, 'gate', d.gate, 'last_sync_at', d.last_sync_at, 'waiting', d.waiting, 'roster_at', d.roster_at,
          'lost_at', d.lost_at,
          'staff_name', (select private.short_name(f.name) from public.profiles f where f.id = d.staff_id),
          'scans', (select count(*) from scans s where s.device = d.device)) order by d.gate, d.device), '[]')
        from private.gate_devices d where d.event_id = p_event_id),
      'conflicts', (select count(*) from private.contested_seats(p_event_id)),
      'problems', (select count(*) from scans s where s.problem is not null and not s.undone) + (
        select count(*) from public.ticket_scans s where s.event_id = p_event_id and s.refused_undo is not null)));
end
$function$;

CREATE OR REPLACE FUNCTION public.mark_test_order(p_order_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_admin uuid := private.require_admin();
  v_order private.orders;
begin
  perform private.lock_customer(v_admin);
  v_order := private.require_own_order(p_order_id, v_admin);
  if v_order.is_test then
    return;
  elsif v_order.submitted_at is not null then
    perform private.refuse(409, 'order_submitted', v_order.order_code, 'This order was submitted; start another.');
  elsif v_order.id is not null then
    perform private.refuse(409, 'in_use', v_order.order_code, 'This order was held; start another.');
  end if;
  insert into private.orders (id, user_id, order_code, is_test)
    values (p_order_id, v_admin, private.order_code(p_order_id), true) on conflict do nothing;
  if not found then
    perform private.refuse(403, 'other_user', 'p_order_id', 'This order id is in use.');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.end_test(p_payment_id uuid, p_by uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  c_reason constant text := 'Test ended';
begin
  perform private.lock_payments(array[p_payment_id]);
  delete from public.seat_claims c where c.payment_id = p_payment_id;
  update public.user_tickets t set payment_status = 'failed', revoked_at = now(), revoked_reason = c_reason
    where t.payment_id = p_payment_id and t.revoked_at is null;
  update public.payments p set status = 'rejected', reviewed_by = p_by, reviewed_at = now(), review_note = c_reason
    where p.id = p_payment_id and p.status = 'pending';
  update public.payment_lines l set payment_status = 'failed' where l.payment_id = p_payment_id and l.payment_status <> 'failed';
end
$function$;

CREATE OR REPLACE FUNCTION public.end_test_order(p_payment_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_admin uuid := private.require_admin();
begin
  if not exists (select from public.payments p where p.id = p_payment_id and p.is_test) then
    perform private.refuse(404, 'not_found', 'p_payment_id', 'There is no such test.');
  end if;
  perform private.end_test(p_payment_id, v_admin);
end
$function$;

CREATE OR REPLACE FUNCTION private.end_old_tests()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_lives constant interval := interval '1 hour';
  v_ids uuid[] := array(
    select p.id from public.payments p
    where p.is_test and coalesce(p.reviewed_at, p.created_at) < now() - c_lives
      and (p.status = 'pending' or exists (select from public.seat_claims c where c.payment_id = p.id))
    order by p.id limit 100);
begin
  for n in 1 .. cardinality(v_ids) loop
    perform private.end_test(v_ids[n], null);
  end loop;
  return cardinality(v_ids);
end
$function$;

CREATE OR REPLACE FUNCTION private.sign_test_ticket()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.signature := private.test_signature(new.signature);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.test_signature(p_mac text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$ select left(encode(sha256(convert_to('test', 'UTF8') || decode(p_mac, 'hex')), 'hex'), 32) $function$;

CREATE OR REPLACE FUNCTION private.grant_test_orders()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on function public.mark_test_order(uuid), private.end_test(uuid, uuid), public.end_test_order(uuid),
    private.end_old_tests(), private.sign_test_ticket(), private.test_signature(text), private.grant_test_orders()
    from public, anon, authenticated;
  grant execute on function public.mark_test_order(uuid), public.end_test_order(uuid) to anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.audience(p_event_id uuid, p_category_id uuid, p_audience text, p_after uuid DEFAULT NULL::uuid, p_most integer DEFAULT NULL::integer)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select a.user_id from (
    select t.user_id from public.user_tickets t
    where p_audience in ('holders', 'everyone') and t.event_id = p_event_id and t.revoked_at is null and not t.is_test
      and (p_category_id is null or t.ticket_category_id = p_category_id)
    union
    select l.user_id from public.ticket_categories c join public.payment_lines l on l.ticket_category_id = c.id
    where p_audience in ('waiting', 'everyone') and c.event_id = p_event_id and l.payment_status = 'pending'
      and not exists (select from public.payments p where p.id = l.payment_id and p.is_test)
      and (p_category_id is null or c.id = p_category_id)) as a
  where (p_after is null or a.user_id > p_after) and exists (select from public.profiles p where p.id = a.user_id)
  order by a.user_id limit p_most
$function$;

CREATE OR REPLACE FUNCTION public.dashboard_stats()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_now timestamptz := now();
  v_events bigint;
  v_sold bigint;
begin
  perform private.require_user();
  if not private.is_admin() then
    perform private.refuse(403, 'forbidden', '', 'This is for admins.');
  end if;
  select count(*) into v_events from public.events;
  select coalesce(sum(c.tickets_sold), 0) into v_sold from public.ticket_categories c;
  -- A test's seats are taken while it lives.
  v_sold := v_sold - (
    select coalesce(sum(t.quantity), 0) from public.user_tickets t where t.is_test and t.revoked_at is null);
  return jsonb_build_object(
    'at', v_now,
    'total_singers', (select count(*) from public.singers),
    'total_events', v_events,
    'upcoming_events', (select count(*) from public.events e where e.date >= v_now),
    'next_event_at',
      (select min(e.date) from public.events e where e.date >= v_now and e.status = 'scheduled'),
    'tickets_sold', v_sold,
    -- Text, so that no client reads rupees as a binary fraction.
    'revenue',
      (select coalesce(sum(p.amount), 0)::numeric(14, 2)::text from public.payments p
        where p.status = 'approved' and not p.is_test),
    'recent_bookings',
      (select count(*) from public.user_tickets t where t.created_at >= v_now - interval '24 hours' and not t.is_test),
    'average_tickets_per_event', case when v_events = 0 then 0 else round(v_sold::numeric / v_events) end,
    'completed_events', (select count(*) from public.events e where e.date < v_now),
    'pending_payments', (select count(*) from public.payments p where p.status = 'pending' and not p.is_test),
    'oldest_pending_at', (select min(p.created_at) from public.payments p where p.status = 'pending' and not p.is_test),
    'test_payments', (select count(*) from public.payments p where p.is_test)
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.dashboard_days(p_days integer DEFAULT 30)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_most_days constant integer := 92;
  c_events constant integer := 12;
  c_zone constant text := 'Asia/Kolkata';
  v_today date := (now() at time zone c_zone)::date;
begin
  perform private.require_user();
  if not private.is_admin() then
    perform private.refuse(403, 'forbidden', '', 'This is for admins.');
  end if;
  if p_days is null or p_days not between 1 and c_most_days then
    perform private.refuse(400, 'invalid', 'p_days', format('1 to %s days.', c_most_days));
  end if;
  return jsonb_build_object(
    'days', (
      select jsonb_agg(jsonb_build_object('day', d.day, 'revenue', (
          select coalesce(sum(p.amount), 0)::numeric(14, 2)::text from public.payments p
          where p.status = 'approved' and not p.is_test and p.reviewed_at >= d.from_at and p.reviewed_at < d.to_at),
        'tickets', (
          select coalesce(sum(t.quantity), 0) from public.user_tickets t
          where t.created_at >= d.from_at and t.created_at < d.to_at and not t.is_test)) order by d.day)
      from (
        select v_today - n as day, (v_today - n)::timestamp at time zone c_zone as from_at,
          (v_today - n + 1)::timestamp at time zone c_zone as to_at
        from generate_series(0, p_days - 1) as n) as d),
    'events', (
      select coalesce(jsonb_agg(to_jsonb(e) order by e.date, e.event_id), '[]') from (
        select v.id as event_id, g.name as singer_name, v.city, v.venue, v.date,
          (select coalesce(sum(c.total_tickets), 0) from public.ticket_categories c where c.event_id = v.id) as total_tickets,
          (select coalesce(sum(c.tickets_sold), 0) from public.ticket_categories c where c.event_id = v.id) - (
            select coalesce(sum(t.quantity), 0) from public.user_tickets t
            where t.event_id = v.id and t.is_test and t.revoked_at is null) as tickets_sold,
          case when (v.date at time zone c_zone)::date = v_today then (
            select count(distinct (s.place, seat)) from public.ticket_scans s, lateral unnest(s.seats) as seat
            where s.event_id = v.id and not exists (select from public.ticket_scans u where u.undoes = s.id))
          end as admitted
        from public.events v join public.singers g on g.id = v.singer_id
        where v.status = 'scheduled' and v.date >= v_today::timestamp at time zone c_zone
        order by v.date, v.id limit c_events) as e),
    'refunds_due', (select count(*) from public.refunds r where r.status = 'requested'),
    'refunds_sum', (select coalesce(sum(r.amount), 0)::numeric(14, 2)::text from public.refunds r where r.status = 'requested'),
    'unread_messages', (select count(*) from public.contact_messages m where m.handled_at is null));
end
$function$;

CREATE OR REPLACE FUNCTION private.tidy_sale()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_at_once constant integer := 10000;
  v_terms public.shop_terms := private.terms();
  v_names_kept interval := make_interval(days => v_terms.name_days);
  v_devices_kept interval := make_interval(days => v_terms.device_days);
  c_most_unsubmitted constant integer := 20; -- of one customer, older than a day
begin
  perform private.note_picture(p.screenshot_url, d.digest) from (
    select p.screenshot_url from public.payments p where p.status = 'pending' and p.picture_digest is null) as p,
    lateral (select private.stored_digest(p.screenshot_url) as digest) as d
    where d.digest is not null;

  perform private.end_old_tests();
  delete from private.hold_usage u where u.since < now() - interval '2 hours';
  delete from public.seat_claims c using (
    select k.event_id, k.place, k.seat from public.seat_claims k
    where k.state = 'held' and k.expires_at < now() - interval '1 day' and k.user_id is not null
    order by k.event_id, k.place, k.seat limit c_at_once for update skip locked) as gone
    where c.event_id = gone.event_id and c.place = gone.place and c.seat = gone.seat;
  delete from private.orders o using (
    select k.id from (
      select u.id, u.created_at, row_number() over (partition by u.user_id order by u.created_at desc, u.id) as n
      from private.orders u
      where u.submitted_at is null and u.expires_at < now() and u.created_at < now() - interval '1 day') as k
    where (k.created_at < now() - make_interval(days => v_terms.order_days) or k.n > c_most_unsubmitted)
      and not exists (select from public.seat_claims c where c.order_id = k.id)
    limit c_at_once) as gone
    where o.id = gone.id and o.submitted_at is null
      and not exists (select from public.payments p where p.order_id = o.id);

  -- gate_roster reads it: a list at a gate may have the earlier name, of a ticket or of an order.
  delete from private.name_changes n using (
    select k.user_id from private.name_changes k
    where k.at < now() - v_names_kept
      and not exists (
        select from public.user_tickets t join public.events e on e.id = t.event_id
        where t.user_id = k.user_id and private.gate_closes(e.date) > now() - v_names_kept)
      and not exists (
        select from public.payment_lines l join public.events e on e.id = l.event_id
        where l.user_id = k.user_id and private.gate_closes(e.date) > now() - v_names_kept)
    limit c_at_once for update skip locked) as gone
    where n.user_id = gone.user_id and n.at < now() - v_names_kept;
  delete from private.gate_devices d using (
    select k.event_id, k.device from private.gate_devices k join public.events e on e.id = k.event_id
    where private.gate_closes(e.date) < now() - v_devices_kept and k.last_sync_at < now() - v_devices_kept
    limit c_at_once for update of k skip locked) as gone
    where d.event_id = gone.event_id and d.device = gone.device;
end
$function$;

create or replace view private.bank_matches with (security_invoker=true) as
 SELECT p.id AS payment_id,
    p.user_id,
    p.order_code,
    p.transaction_id,
    p.amount,
    p.created_at,
    e.expected,
    c.credit,
    c.credited_on,
    k.others,
        CASE
            WHEN ((k.others > 0) AND (c.credits > 0)) THEN 'two_claims'::text
            WHEN (c.credits = 0) THEN 'not_found'::text
            WHEN ((c.credits = 1) AND (c.credit = e.expected) AND (p.amount = e.expected)) THEN 'exact'::text
            ELSE 'amount_differs'::text
        END AS kind,
    c.credits,
    p.status
   FROM (((payments p
     CROSS JOIN LATERAL ( SELECT sum(l.total_amount) AS expected
           FROM payment_lines l
          WHERE (l.payment_id = p.id)) e)
     CROSS JOIN LATERAL ( SELECT count(*) AS credits,
            sum(d.amount) AS credit,
            max(d.booked_on) AS credited_on
           FROM ( SELECT DISTINCT b.amount,
                    b.booked_on
                   FROM bank_rows b
                  WHERE (b.utrs @> ARRAY[p.reference_key])) d) c)
     CROSS JOIN LATERAL ( SELECT count(*) AS others
           FROM payments o
          WHERE ((o.reference_key = ANY (ARRAY( SELECT p.reference_key
                UNION ALL
                 SELECT u.u
                   FROM bank_rows b,
                    LATERAL unnest(b.utrs) u(u)
                  WHERE (b.utrs @> ARRAY[p.reference_key])))) AND (o.id <> p.id) AND (o.status <> 'rejected'::text))) k)
  WHERE ((p.status = ANY (ARRAY['pending'::text, 'approved'::text])) AND (NOT p.is_test) AND ( SELECT private.is_admin() AS is_admin));

create or replace view private.payment_money with (security_invoker=true) as
 SELECT p.id AS payment_id,
    c.credits,
        CASE
            WHEN p.is_test THEN (0)::numeric
            WHEN ((p.status <> 'approved'::text) AND ((EXISTS ( SELECT
               FROM payments o
              WHERE ((o.status = 'approved'::text) AND (o.reference_key = p.reference_key) AND (o.id <> p.id)))) OR (private.credit_used_by(p.id, p.reference_key) IS NOT NULL))) THEN (0)::numeric
            ELSE COALESCE(c.credits, p.amount)
        END AS received,
    ( SELECT sum(l.total_amount) AS sum
           FROM payment_lines l
          WHERE (l.payment_id = p.id)) AS due,
    ( SELECT COALESCE(sum(r.amount), (0)::numeric) AS "coalesce"
           FROM (payments o
             JOIN refunds r ON ((r.payment_id = o.id)))
          WHERE (o.reference_key = ANY (k.keys))) AS promised,
    ( SELECT COALESCE(sum(r.amount), (0)::numeric) AS "coalesce"
           FROM (payments o
             JOIN refunds r ON ((r.payment_id = o.id)))
          WHERE ((o.reference_key = ANY (k.keys)) AND (r.status = 'refunded'::text))) AS returned,
    k.keys[1] AS credit_key
   FROM ((payments p
     CROSS JOIN LATERAL ( SELECT ARRAY( SELECT p.reference_key
                UNION
                 SELECT unnest(b.utrs) AS unnest
                   FROM bank_rows b
                  WHERE (b.utrs @> ARRAY[p.reference_key])
          ORDER BY 1) AS keys) k)
     CROSS JOIN LATERAL ( SELECT sum(d.amount) AS credits
           FROM ( SELECT DISTINCT b.amount,
                    b.booked_on
                   FROM bank_rows b
                  WHERE ((b.payment_id = p.id) OR ((b.payment_id IS NULL) AND (b.utrs @> ARRAY[p.reference_key]) AND (NOT (EXISTS ( SELECT
                           FROM payments o
                          WHERE ((o.status = 'approved'::text) AND (o.id <> p.id) AND (o.reference_key = ANY (b.utrs))))))))) d) c);

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
                                  WHERE ((c.payment_id = l_1.payment_id) AND (c.ticket_category_id = l_1.ticket_category_id) AND (c.seat = s.seat) AND (c.state <> 'held'::text))))))
                          GROUP BY l_1.line, l_1.ticket_category_id) l
                 HAVING (count(*) > 0)
                UNION ALL
                 SELECT 3,
                    jsonb_build_object('code', 'price_changed', 'lines', jsonb_agg(jsonb_build_object('ticket_category_id', l.ticket_category_id, 'unit_price', l.unit_price, 'price_now', c.price) ORDER BY l.line)) AS jsonb_build_object
                   FROM (payment_lines l
                     JOIN ticket_categories c ON ((c.id = l.ticket_category_id)))
                  WHERE ((l.payment_id = p.id) AND (p.status = 'pending'::text) AND (c.price <> l.unit_price))
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
                  WHERE ((p.reference_key !~ '^[0-9]{12}$'::text) AND (NOT p.is_test))
                UNION ALL
                 SELECT 10,
                    jsonb_build_object('code', 'beyond_limit') AS jsonb_build_object
                   FROM payment_flags g
                  WHERE ((g.payment_id = p.id) AND (g.flag = 'beyond_limit'::text))
                UNION ALL
                 SELECT 11,
                    jsonb_build_object('code', 'no_screenshot') AS jsonb_build_object
                  WHERE ((p.status = 'pending'::text) AND (p.picture_digest IS NULL))
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
                 HAVING (count(*) > 0)) w) AS warnings
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
    ( SELECT jsonb_agg(jsonb_build_object('payment_line_id', l.id, 'ticket_category_id', COALESCE(l.ticket_category_id, l.gone_category_id), 'event_id', l.event_id, 'event_name', l.event_name, 'category_name', l.category_name, 'seats', l.seats, 'quantity', l.quantity, 'unit_price', l.unit_price, 'total_amount', l.total_amount, 'gst_amount', l.gst_amount, 'local_tax_amount', l.local_tax_amount, 'fee_amount', l.fee_amount, 'fee_gst_amount', l.fee_gst_amount, 'price_now', c.price, 'event_date', e.date, 'venue', e.venue, 'event_status', e.status, 'lost_seats',
                CASE
                    WHEN ((p.status = 'rejected'::text) OR (t.revoked_at IS NOT NULL)) THEN '[]'::jsonb
                    ELSE ( SELECT COALESCE(jsonb_agg(s.seat ORDER BY s.n), '[]'::jsonb) AS "coalesce"
                       FROM unnest(l.seats) WITH ORDINALITY s(seat, n)
                      WHERE (NOT (EXISTS ( SELECT
                               FROM seat_claims k
                              WHERE ((k.payment_id = l.payment_id) AND (k.ticket_category_id = l.ticket_category_id) AND (k.seat = s.seat) AND (k.state <> 'held'::text))))))
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
    p.is_test
   FROM (payments p
     LEFT JOIN profiles f ON ((f.id = p.user_id)))
  WHERE ( SELECT private.is_admin() AS is_admin);

create or replace view private.ticket_list with (security_invoker=true) as
 SELECT l.id AS payment_line_id,
    t.id AS ticket_id,
    t.code,
    l.payment_id,
    p.order_code,
    p.transaction_id,
    l.user_id,
    f.name AS user_name,
    f.email AS user_email,
    g.name AS singer_name,
    l.event_id,
    l.event_name,
    COALESCE(e.date, l.event_date) AS event_date,
    l.ticket_category_id,
    l.category_name AS ticket_category,
    l.quantity,
    l.seats,
    l.total_amount,
    l.payment_status,
    t.revoked_at,
    t.revoked_reason,
    l.created_at,
    t.created_at AS issued_at,
    l.gst_amount,
    l.local_tax_amount,
    l.fee_amount,
    l.fee_gst_amount,
    p.is_test
   FROM (((((payment_lines l
     LEFT JOIN payments p ON ((p.id = l.payment_id)))
     LEFT JOIN user_tickets t ON ((t.payment_line_id = l.id)))
     LEFT JOIN profiles f ON ((f.id = l.user_id)))
     LEFT JOIN events e ON ((e.id = l.event_id)))
     LEFT JOIN singers g ON ((g.id = e.singer_id)))
  WHERE ( SELECT private.is_admin() AS is_admin);

create or replace view event_list with (security_invoker=true) as
 SELECT e.id,
    e.singer_id,
    s.name AS singer_name,
    e.city,
    e.venue,
    e.date,
    e.previous_date,
    e.status,
    e.cancelled_reason,
    e.genre,
    e.revision,
    e.created_at,
    e.updated_at,
    COALESCE(c.categories, (0)::bigint) AS categories,
    COALESCE(c.total_tickets, (0)::bigint) AS total_tickets,
    (COALESCE(c.tickets_sold, (0)::bigint) - ( SELECT COALESCE(sum(t.quantity), (0)::bigint) AS "coalesce"
           FROM user_tickets t
          WHERE ((t.event_id = e.id) AND t.is_test AND (t.revoked_at IS NULL)))) AS tickets_sold,
    e.published_at,
    e.paused_at,
    COALESCE(c.unpriced, (0)::bigint) AS unpriced,
    c.sale_from,
    e.state
   FROM ((events e
     JOIN singers s ON ((s.id = e.singer_id)))
     LEFT JOIN LATERAL ( SELECT count(*) AS categories,
            sum(c_1.total_tickets) AS total_tickets,
            sum(c_1.tickets_sold) AS tickets_sold,
            count(*) FILTER (WHERE (c_1.price = (0)::numeric)) AS unpriced,
                CASE
                    WHEN bool_and((c_1.sale_from IS NOT NULL)) THEN min(c_1.sale_from)
                    ELSE NULL::timestamp with time zone
                END AS sale_from
           FROM ticket_categories c_1
          WHERE (c_1.event_id = e.id)) c ON (true));

create or replace view private.roster_rows with (security_invoker=true) as
 SELECT t.event_id,
    t.id,
    t.updated_at,
    t.code,
    p.order_code,
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
    "left"(encode(sha256(decode(t.signature, 'hex'::text)), 'hex'::text), 32) AS sig,
    t.is_test
   FROM ((user_tickets t
     JOIN payments p ON ((p.id = t.payment_id)))
     LEFT JOIN refunds r ON ((r.ticket_id = t.id)))
UNION ALL
 SELECT l.event_id,
    l.id,
    l.updated_at,
    NULL::text AS code,
    p.order_code,
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
    p.is_test
   FROM ((payment_lines l
     JOIN payments p ON ((p.id = l.payment_id)))
     LEFT JOIN user_tickets t ON ((t.payment_line_id = l.id)))
  WHERE (l.event_id IS NOT NULL);

create or replace view private.check_ins with (security_invoker=true) as
 SELECT t.id AS ticket_id,
    t.event_id,
    t.code,
    p.order_code,
    f.name AS user_name,
    f.email AS user_email,
    t.ticket_category_id,
    c.name AS ticket_category,
    t.seats,
    t.payment_status,
    COALESCE(a.seats, '{}'::text[]) AS admitted_seats,
    a.first_in_at,
    a.last_in_at,
    COALESCE(a.gates, '{}'::text[]) AS gates,
    r.status AS refund_status
   FROM (((((user_tickets t
     JOIN payments p ON ((p.id = t.payment_id)))
     JOIN ticket_categories c ON ((c.id = t.ticket_category_id)))
     LEFT JOIN profiles f ON ((f.id = t.user_id)))
     LEFT JOIN refunds r ON ((r.ticket_id = t.id)))
     LEFT JOIN LATERAL ( SELECT array_agg(DISTINCT x.seat ORDER BY x.seat) FILTER (WHERE (x.seat IS NOT NULL)) AS seats,
            min(s.corrected_at) AS first_in_at,
            max(s.corrected_at) AS last_in_at,
            array_agg(DISTINCT s.gate ORDER BY s.gate) AS gates
           FROM ticket_scans s,
            LATERAL unnest(s.seats) x(seat)
          WHERE ((s.event_id = t.event_id) AND (s.known_ticket = t.id) AND (NOT (EXISTS ( SELECT
                   FROM ticket_scans u
                  WHERE ((u.undoes = s.id) AND (u.event_id = s.event_id))))))) a ON (true))
  WHERE ((NOT t.is_test) AND ( SELECT private.is_admin() AS is_admin));

CREATE TRIGGER "80_test" BEFORE INSERT ON public.user_tickets FOR EACH ROW WHEN (new.is_test) EXECUTE FUNCTION private.sign_test_ticket();

CREATE TRIGGER "80_test_again" BEFORE UPDATE OF signature ON public.user_tickets FOR EACH ROW WHEN ((new.is_test AND (new.signature <> old.signature))) EXECUTE FUNCTION private.sign_test_ticket();

CREATE TRIGGER tell AFTER UPDATE ON public.user_tickets FOR EACH ROW WHEN (((NOT new.is_test) AND ((new.seats <> old.seats) OR ((new.revoked_at IS NOT NULL) AND (old.revoked_at IS NULL))))) EXECUTE FUNCTION private.tell_ticket();

comment on function private.approve_payment(public.payments,pg_catalog.text,pg_catalog.uuid) is 'Approves a pending payment that lock_payments has locked: sells its seats, makes its tickets, stores it with the bank''s credit. One''s own only when it is a test. Refusals: PT403 own_payment, PT409 reference_approved, reference_of_refund, credit_used (each: the order''s code), seats_lost.';

comment on function public.get_all_tickets() is 'Returns bookings, one per order line, for admins: pending while under review (ticket_id null), failed when rejected or revoked, completed with a ticket. Invoker and without a set clause, as get_payment_details.';

comment on function public.search_tickets(pg_catalog.text,pg_catalog.text,pg_catalog.uuid,pg_catalog.uuid) is 'Returns the rows of get_all_tickets that find_lines finds, for admins. Separate from it because one function for both gets a bad plan. Invoker and without a set clause: inlined.';

comment on function public.get_payment_details() is 'Returns every payment with its lines, expected price and warnings, for admins. Invoker and without a set clause, so that it is inlined and PostgREST can filter, order, page and count it at the speed of the view.';

comment on function public.search_payments(pg_catalog.text,pg_catalog.text,pg_catalog.uuid,pg_catalog.uuid) is 'Returns the rows of get_payment_details that find_payments finds, for admins. Separate from it because one function for both gets a bad plan. Invoker and without a set clause: inlined.';

comment on function public.gate_roster(pg_catalog.uuid,pg_catalog.uuid,timestamp with time zone) is 'Returns one page, at most 1,000 rows, of the event''s tickets for the gate: {at, event: {id, name, date, status}, categories: {id: name}, total, rows: [{id, code, order, name, category, seats, state, reason, sig, test (true of a test order), in: [{scan, seats, gate, at}]}], gone: [id], next, next_since}, without null values in a row. p_after is next of the page before; p_since (next_since of the last download''s first page) returns only changes. Revoked tickets stay in. total is in the first page of a full list only; outside the key''s window there are no rows. sig is the first half of the SHA-256 of a ticket''s signature; a code is genuine only with it. For admins and the event''s gate staff. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found. Security definer: gate staff read no other tickets or names.';

comment on function private.record_scan(json,pg_catalog.uuid,timestamp with time zone) is 'Stores one scan and returns {ok: true, corrected_at, problem}, or {ok: false, code, field} with code invalid, forbidden (not staff of that event) or id_used (another scan has this id). Idempotent. scanned_by names another member of staff who made it; other accounts are ignored. An admission outside the key''s window admits no seat, and an old UNDO or one of another person takes nothing back: both are stored with their problem. A test ticket admits no seat.';

comment on function public.gate_counters(pg_catalog.uuid) is 'Returns {at, expected, admitted, gates: [{gate, admitted, refused, scans}], minutes: [{minute, gate, admitted}], refused: [{verdict, reason, count}], devices: [{device, gate, staff_name, last_sync_at, waiting, roster_at, scans}], conflicts, problems}: expected are seats of valid tickets, minutes the last three hours. A CHECK after which the same device let in was no refusal. Undone scans count in scans only, those of test tickets nowhere. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found. Security definer: gate staff may not read tickets, not even to count them.';

comment on function public.get_check_ins() is 'Returns every ticket, except of test orders, with who came in on it, when and where, and refund_status (requested: the gate refuses it; refunded; null), for admins. Filter by event_id. Invoker and without a set clause, so that it is inlined and PostgREST can filter, order, page and count it.';

comment on function public.mark_test_order(pg_catalog.uuid) is 'Marks the caller''s order as a test before its first hold; a repeat changes nothing, and nothing takes the mark back. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, other_user, PT400 invalid, PT409 in_use (held without the mark), order_submitted. Security definer: no role may write orders.';

comment on function private.end_test(pg_catalog.uuid,pg_catalog.uuid) is 'Frees the seats of a test payment: revokes its tickets, or rejects it when undecided. Nobody is told. Idempotent.';

comment on function public.end_test_order(pg_catalog.uuid) is 'Ends a test order: its seats are free, its tickets revoked; an undecided one is rejected. Idempotent. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT404 not_found (a real payment, too). Security definer: no role may write payments, claims and tickets.';

comment on function private.end_old_tests() is 'Ends tests an hour after their decision, or after their submission while undecided, and returns how many. Security definer: the shop''s own server or pg_cron calls it.';

comment on function private.sign_test_ticket() is 'Triggers 80_test on tickets: what a test ticket carries is not the MAC that opens a gate.';

comment on function private.test_signature(pg_catalog.text) is 'Returns half of the SHA-256 of ''test'' and the MAC: the MAC cannot be computed from it. The same in src/shop/tickets/ticket-code.ts.';

comment on function private.grant_test_orders() is 'All privileges of this file; can be repeated.';

comment on function private.audience(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.text,pg_catalog.uuid,integer) is 'Returns the accounts of an audience, each once, by id, from the one after p_after; test orders count for none.';

comment on function public.dashboard_stats() is 'Returns all figures of the dashboard at once, for admins (PT401 not_signed_in, PT403 forbidden). Recent bookings are tickets made in the last 24 hours. Test orders are in none, test_payments says how many there were. Security definer: with row policies each figure would read its whole table instead of an index.';

comment on function public.dashboard_days(integer) is 'For admins (PT401 not_signed_in, PT403 forbidden, PT400 invalid): revenue (approved payments by the day of the decision) and tickets made on each of the last days in India, today last; the next twelve events (from the beginning of today) with seats sold and, on their day, let in; refunds due; unhandled messages; all without test orders. Security definer: as dashboard_stats.';

comment on function private.tidy_sale() is 'Runs once a day: deletes held times, holds that expired a day ago, orders unsubmitted for order_days of shop_terms (of one customer all but the newest twenty and those of the last day), changed names name_days after the change and after the gate of their last event closed, and gate devices device_days after it. Stores the digests of late pictures and ends tests that are over. Security definer: the shop''s own server or pg_cron calls it.';

comment on column private.orders.is_test is 'A trial by an admin, marked before the hold: no sum has it.';

comment on column public.payments.is_test is 'A trial by an admin, without money: no sum has it, and transaction_id is the order''s code.';

comment on column public.user_tickets.signature is 'The MAC of the code in the QR, 32 hexadecimal digits; of a test ticket private.test_signature of it.';

comment on column public.user_tickets.is_test is 'Of a test order: no gate admits it, and no sum has it.';

comment on view private.bank_matches is 'The bank''s credits for each pending or approved payment that is no test. two_claims: another pending or approved payment has the same reference, or names the same credit. credits: number of different credits that name the reference; credit: their sum.';

comment on view private.payment_money is 'Rupees of each payment. credits: received by the bank''s statements for this payment alone, null when they have none. received: credits, else what the customer says and staff accept; nothing where its reference or credit paid for another, and for a test. due: the price of its lines. promised and returned: all refunds of its credit, and those sent. credit_key: the same for payments that name one credit. A view, so that one plan serves an event''s thousands of payments.';

comment on view private.payment_list is 'What get_payment_details returns; empty unless the caller is an admin. collapsed: an undecided payment after ten older undecided ones of its customer; more_of_customer: how many such follow this one, the tenth.';

comment on view private.ticket_list is 'What get_all_tickets returns; empty unless the caller is an admin.';

comment on view public.event_list is 'Events with their singer and the sums of their ticket categories, without test tickets.';

comment on view private.roster_rows is 'Every ticket ever issued, and every order line: pending and rejected lines explain at the gate a missing ticket; a line that became a ticket is gone. Only gate_roster reads it.';

reset check_function_bodies;

select private.grant_announcements();
select private.grant_bank();
select private.grant_box_office();
select private.grant_catalogue();
select private.grant_catalogue_lists();
select private.grant_dashboard();
select private.grant_enquiries();
select private.grant_event_changes();
select private.grant_foundation();
select private.grant_gate();
select private.grant_history();
select private.grant_import();
select private.grant_invitations();
select private.grant_jobs();
select private.grant_kept_seats();
select private.grant_layouts();
select private.grant_payments();
select private.grant_people();
select private.grant_publishing();
select private.grant_refunds();
select private.grant_review();
select private.grant_scans();
select private.grant_seats();
select private.grant_settings();
select private.grant_storage_auth();
select private.grant_sync();
select private.grant_terms();
select private.grant_test_orders();
select private.grant_tickets();
