-- Before the first sale: what a shop has set up, told from its data, and how near its account is to the day's limit.

create function private.has_sold() returns boolean
  language sql stable set search_path = ''
as $$
  select exists (
    select from public.payment_lines l join public.payments p on p.id = l.payment_id
    -- Beside MARKED_ID of server/demo/demo-mark.ts, in two ranges of the index.
    where l.event_id < 'de300000-0000-0000-0000-000000000000'
      and p.status = 'approved' and not p.is_test and p.amount > 0 and p.method <> 'complimentary')
  or exists (
    select from public.payment_lines l join public.payments p on p.id = l.payment_id
    where l.event_id > 'de300000-ffff-ffff-ffff-ffffffffffff'
      and p.status = 'approved' and not p.is_test and p.amount > 0 and p.method <> 'complimentary')
$$;

comment on function private.has_sold() is
  'True when a payment for a concert was approved that is neither a test, a gift, nor the demo''s.';

create function private.next_concerts() returns setof public.events
  language sql stable set search_path = ''
as $$
  select e.* from public.events e
  where e.published_at is not null and e.status = 'scheduled' and e.date > now()
    and exists (select from public.ticket_categories c where c.event_id = e.id and c.total_tickets > 0)
  order by e.date, e.id limit 12
$$;

comment on function private.next_concerts() is 'Returns the next twelve published concerts with tickets, the first one first.';

create function private.dear_categories() returns table (event_id uuid, singer_name text, city text, category_name text, total numeric)
  language sql stable set search_path = ''
as $$
  with terms as (select t.* from private.terms() as t),
  dearest as (
    -- A phase may cost more than what follows it.
    select e.id as event_id, e.singer_id, e.city, e.state, e.date, c.id, c.name,
      greatest(c.price, (select max((p ->> 'price')::numeric) from jsonb_array_elements(c.phases) as p)) as price,
      least(c.total_tickets, t.seats_per_line) as seats
    from private.next_concerts() as e
    join public.ticket_categories c on c.event_id = e.id
    cross join terms as t
    where c.total_tickets > 0 and not c.is_free),
  filled as (
    select d.*, coalesce(sum(d.seats) over (partition by d.event_id order by d.price desc, d.id
      rows between unbounded preceding and 1 preceding), 0) as seats_before
    from dearest as d),
  priced as (
    select f.*, a.total, a.total * greatest(0, least(f.seats, t.seats_per_customer - f.seats_before)) / f.seats as in_order
    from filled as f cross join terms as t
    cross join lateral private.price_lines(array[private.rate_line(f.price, f.seats, f.state, t::public.shop_terms)]) as a),
  summed as (
    select p.*, sum(p.in_order) over (partition by p.event_id order by p.price desc, p.id) as so_far,
      sum(p.in_order) over (partition by p.event_id) as of_event
    from priced as p)
  select s.event_id, g.name, s.city, s.name, s.total::numeric(14, 2)
  from summed as s join public.singers g on g.id = s.singer_id
  where s.total > 100000 or s.of_event > 100000 and s.so_far - s.in_order <= 100000
  order by s.date, s.event_id, s.price desc, s.id
$$;

comment on function private.dear_categories() is
  'Returns the categories of the next concerts by which one order can come to more than ₹1,00,000, with what the most seats '
  'of each cost in rupees, tax and fee included: each that does so alone, and as many of the dearest as do so together. '
  '₹1,00,000 is what UPI carries in most payments (NPCI''s general limit: '
  'taxupdates.cagurujiclasses.com/upi-transaction-limits-factors-influencing-maximum-transfer-amounts); verified merchants '
  'of few kinds, which concerts are not among, have more.';

create function public.sale_checklist() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_shop public.shop_settings;
  v_next public.events;
  v_missing text[];
  v_credits boolean;
  v_tests boolean;
  v_statement boolean;
  v_sources jsonb;
  v_faults jsonb;
  v_gateways jsonb;
  v_mailbox boolean;
  v_read bigint;
  v_unread bigint;
  v_dear jsonb;
  v_own_terms date;
  v_gate bigint := 0;
  v_admins bigint := 0;
  v_year jsonb := public.year_turnover();
begin
  perform private.require_admin();
  select * into v_shop from public.shop_settings s where s.id = 1;
  select * into v_next from private.next_concerts() limit 1;

  v_credits := exists (select from public.credits);
  v_tests := exists (select from public.payments p where p.is_test);
  v_statement := exists (select from public.credits b where private.in_statement(b));
  v_mailbox := exists (
    select from private.proof_sources s where s.name = 'mailbox' and s.fault is null and s.seen_at > now() - interval '10 minutes');
  -- The demo's pretended bank proves nothing, nor does a mailbox to which no bank ever wrote.
  select coalesce(jsonb_agg(s.name order by s.name) filter (where s.fault is null and s.seen_at is not null), '[]'),
      coalesce(jsonb_agg(s.name order by s.name) filter (where s.fault is not null), '[]')
    into v_sources, v_faults from private.proof_sources s
    where s.name <> 'demo-bank' and (s.name <> 'mailbox' or s.fault is not null or private.is_bank_seen());
  -- The others are heard only when money came.
  select coalesce(jsonb_agg(s.name order by s.name), '[]') into v_gateways
    from private.proof_sources s where s.name not in ('demo-bank', 'mailbox') and s.seen_at is not null;
  select coalesce(sum(m.mails) filter (where m.wording <> 'unknown'), 0), coalesce(sum(m.mails) filter (where m.wording = 'unknown'), 0)
    into v_read, v_unread from private.bank_mails m;
  v_missing := array_remove(array[
    case when v_shop.email is null then 'email' end,
    case when coalesce(v_shop.phone, v_shop.whatsapp) is null then 'phone' end,
    case when v_shop.address is null then 'address' end,
    case when v_shop.grievance_officer is null then 'grievance_officer' end,
    case when coalesce(v_shop.grievance_email, v_shop.grievance_phone) is null then 'grievance_contact' end], null);
  -- The first row came with the shop.
  select max(t.from_day) into v_own_terms from public.shop_terms t
    where t.from_day > (select min(f.from_day) from public.shop_terms f);
  select coalesce(jsonb_agg(to_jsonb(d)), '[]') into v_dear from private.dear_categories() as d;
  if v_next.id is not null then
    select count(*) filter (where s.role = 'admin'),
        count(*) filter (where s.role = 'gate' and exists (
          select from private.works_at w where w.user_id = s.user_id and w.role = s.role and w.event_id = v_next.id))
      into v_admins, v_gate from public.staff s where coalesce(s.ends_at > v_next.date, true);
  end if;

  return jsonb_build_object('sold', private.has_sold(), 'items', jsonb_build_array(
    jsonb_build_object('name', 'payee', 'done', v_shop.payee_name is not null and v_shop.upi_id is not null, 'detail', '{}'::jsonb),
    jsonb_build_object('name', 'upi_kind', 'done', v_shop.upi_kind is not null, 'detail', jsonb_build_object('kind', v_shop.upi_kind)),
    jsonb_build_object('name', 'own_account', 'done', v_shop.own_account, 'detail', '{}'::jsonb),
    jsonb_build_object('name', 'contacts', 'done', v_missing = '{}', 'detail', jsonb_build_object('missing', to_jsonb(v_missing))),
    jsonb_build_object('name', 'terms', 'done', v_own_terms is not null, 'detail', jsonb_build_object('from_day', v_own_terms)),
    jsonb_build_object('name', 'proofs', 'done', v_statement or v_sources <> '[]',
      'detail', jsonb_build_object('statement', v_statement, 'sources', v_sources, 'faults', v_faults)),
    jsonb_build_object('name', 'bank_seen', 'done', v_read > 0 or v_statement or v_gateways <> '[]',
      'detail', jsonb_build_object('bank', (select b.bank from private.bank_setup b where b.id = 1), 'mailbox', v_mailbox,
        'read', v_read, 'unread', v_unread, 'gateways', v_gateways, 'statement', v_statement)),
    jsonb_build_object('name', 'concert', 'done', v_next.id is not null, 'detail', jsonb_build_object('event_id', v_next.id,
      'singer_name', (select g.name from public.singers g where g.id = v_next.singer_id), 'city', v_next.city, 'date', v_next.date)),
    jsonb_build_object('name', 'order_limit', 'done', v_next.id is not null and v_dear = '[]',
      'detail', jsonb_build_object('categories', v_dear)),
    jsonb_build_object('name', 'gate', 'done', v_admins + v_gate > 0,
      'detail', jsonb_build_object('event_id', v_next.id, 'admins', v_admins, 'gate', v_gate)),
    jsonb_build_object('name', 'first_payment', 'done', v_tests or v_credits,
      'detail', jsonb_build_object('tests', v_tests, 'credits', v_credits)),
    jsonb_build_object('name', 'registration', 'done', v_year ->> 'warning' is null, 'detail', v_year)));
end
$$;

comment on function public.sale_checklist() is
  'Returns {sold, items: [{name, done, detail}]}, in the order in which a shop does them: payee (name and UPI id), upi_kind, '
  'own_account, contacts (missing: what customers have to be shown, Consumer Protection (E-Commerce) Rules 2020, rule 4), '
  'terms (from_day: the shop''s own), proofs (statement: one was imported; sources that work; faults), bank_seen '
  '(the shop''s bank, whether its mails can come, how many of its mails were read or not, gateways that were heard, statement: '
  'true once money was really seen), concert (the next one), order_limit (categories: as dear_categories), gate (admins and gate staff whose role lasts until the next concert '
  'begins), first_payment (a test, or any credit), registration (year_turnover: not due soon). sold: as has_sold. Admins only. Refusals: PT401 not_signed_in, PT403 '
  'forbidden. Security definer: no role may read the sources of proofs.';

create function public.received_today() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  c_zone constant text := 'Asia/Kolkata';
  v_today date := (now() at time zone c_zone)::date;
  v_live boolean := private.has_live_source();
  v_sum numeric;
begin
  perform private.require_role('payments');
  if v_live then
    select sum(b.amount) into v_sum from public.credits b where b.booked_on = v_today and b.part_of is null;
  else
    select sum(p.amount) into v_sum from public.payments p
      where p.created_at >= v_today::timestamp at time zone c_zone and p.created_at < (v_today + 1)::timestamp at time zone c_zone
        and p.status <> 'rejected' and p.method = 'upi' and not p.is_test;
  end if;
  return jsonb_build_object('day', v_today,
    'limit', (select s.day_limit::numeric(14, 2)::text from public.shop_settings s where s.id = 1),
    'received', coalesce(v_sum, 0)::numeric(14, 2)::text, 'counted', case when v_live then 'credits' else 'payments' end);
end
$$;

comment on function public.received_today() is
  'Returns {day, limit, received, counted} of today in India, amounts as text in rupees; limit is shop_settings.day_limit or '
  'null. counted: credits, while a source of proofs works, all credits booked today, whatever they paid for; otherwise '
  'payments, those by UPI that were submitted today and are not rejected, tests left out. A statement alone is no such '
  'source: it ends before today does. Admins and payments staff. Refusals: PT401 not_signed_in, PT403 forbidden. Security definer: as '
  'sale_checklist.';

insert into private.rights (roles, privileges, object) values
  ('anon, authenticated', 'execute', 'function public.sale_checklist()'),
  ('anon, authenticated', 'execute', 'function public.received_today()');
