-- A reference is compared as what it is, however it was typed, and a bank credit backs one payment.
--
--   payments.reference_key  what two payments with the same reference have in common; unique among the approved.
--   bank_rows.payment_id    the payment that the credit was accepted for.
--   find_bank_rows(p_reference) -> (id, booked_on, amount, narration, order_code): order_code is the approved payment's
--     that the credit paid for, null while it is free.

-- ---------------------------------------------------------------------------------------------------------------
-- References

create function private.plain_digits(p_text text) returns text
  language sql immutable parallel safe
as $$
  -- Devanagari, Bengali, Gurmukhi, Gujarati, Odia, Tamil, Telugu, Kannada, Malayalam.
  select translate(normalize(p_text, NFKC),
    '०१२३४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯୦୧୨୩୪୫୬୭୮୯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯',
    '012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789')
$$;
comment on function private.plain_digits(text) is
  'In Unicode normal form KC (which makes full-width signs plain), digits of Indian scripts as 0 to 9: the rule of '
  'src/domain/utr.ts.';

create or replace function private.normal_reference(p_transaction_id text) returns text
  language plpgsql immutable parallel safe
as $$
declare
  v_plain text := p_transaction_id;
  v_bare text;
begin
  -- Counts and classes of a regular expression cost more than the rest of this: most references are twelve bare digits.
  if length(v_plain) = 12 and translate(v_plain, '0123456789', '') = '' then
    return v_plain;
  end if;
  -- Signs that nobody sees make two references that look alike; the shop's pages take them out before they send.
  if v_plain ~ '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb]' then
    return '';
  end if;
  v_plain := private.plain_digits(v_plain);
  v_bare := regexp_replace(v_plain, '[[:space:].,_\u2010-\u2015-]', '', 'g');
  if v_bare ~ '^[0-9]{12}$' then
    return v_bare;
  end if;
  return upper(private.clean_text(v_plain));
end
$$;
comment on function private.normal_reference(text) is
  'A reference as it is stored: twelve digits without their grouping, anything else trimmed and in upper case. Empty, and '
  'so refused, when it has signs that nobody sees.';

create function private.reference_key(p_reference text) returns text
  language plpgsql immutable parallel safe
as $$
declare
  v_bare text;
  v_runs text[];
begin
  if length(p_reference) = 12 and translate(p_reference, '0123456789', '') = '' then
    return p_reference;
  end if;
  v_bare := regexp_replace(upper(private.plain_digits(p_reference)), '[^0-9A-Z]', '', 'g');
  v_runs := array(select m[1] from regexp_matches(v_bare, '(?<![0-9])([0-9]{12})(?![0-9])', 'g') as m);
  return case when cardinality(v_runs) = 1 then v_runs[1] else coalesce(nullif(v_bare, ''), upper(private.clean_text(p_reference))) end;
end
$$;
comment on function private.reference_key(text) is
  'What references that mean one transfer have in common: the only run of twelve digits in it, whatever stands between and '
  'around them (`UTR 4123 4567 8901`), else its letters and digits.';

alter table public.payments
  add column reference_key text generated always as (private.reference_key(transaction_id)) stored,
  add column shares_reference boolean;
comment on column public.payments.reference_key is
  'What references that mean one transfer have in common: private.reference_key of transaction_id.';
comment on column public.payments.shares_reference is
  'True for a payment that was approved beside another of the same reference_key before that was refused; else null.';

alter table public.payments disable trigger user;
update public.payments p set shares_reference = true
  from (select id, row_number() over (partition by reference_key order by reviewed_at, id) as n
        from public.payments where status = 'approved') as a
  where a.id = p.id and a.n > 1;
alter table public.payments enable trigger user;

drop index public.payments_approved_reference;
create unique index payments_approved_reference on public.payments (reference_key)
  where status = 'approved' and shares_reference is not true;
create index payments_reference_key on public.payments (reference_key);

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
          from public.payments o where o.screenshot_sha256 = p.screenshot_sha256 and o.id <> p.id
          order by o.created_at desc limit 5
        ) as o having count(*) > 0
        union all
        select 9, jsonb_build_object('code', 'reference_not_12_digits') where p.reference_key !~ '^[0-9]{12}$'
        union all
        select 10, jsonb_build_object('code', 'beyond_limit')
        from public.payment_flags g where g.payment_id = p.id and g.flag = 'beyond_limit'
      ) as w
  ) as warnings
  from public.payments p;

-- ---------------------------------------------------------------------------------------------------------------
-- Credits

alter table public.bank_rows add column payment_id uuid references public.payments (id) on delete restrict;
comment on column public.bank_rows.payment_id is
  'The payment that this credit was accepted for; null while it is free. Written by an approval, once.';
comment on column public.bank_rows.utrs is
  'What the transfer''s UTR may be, as the console read it (src/domain/bank-statement.ts): at most one, of rows imported '
  'earlier every run of twelve digits.';
create index bank_rows_payment_id on public.bank_rows (payment_id);

create or replace function private.bank_rows_of(p_rows jsonb)
  returns table (n bigint, booked_on date, amount numeric, narration text, utrs text[], balance numeric, occurrence integer)
  language plpgsql stable set search_path = ''
as $$
declare
  c_most_rows constant integer := 1000;
  c_longest_narration constant integer := 500;
  v_row jsonb;
  v_bad text;
begin
  if jsonb_typeof(p_rows) is distinct from 'array' or jsonb_array_length(p_rows) not between 1 and c_most_rows then
    perform private.refuse(400, 'invalid', 'p_rows', format('1 to %s rows.', c_most_rows));
  end if;
  for n, v_row in select o.ordinality, o.value from jsonb_array_elements(p_rows) with ordinality as o loop
    v_bad := case
      when jsonb_typeof(v_row) <> 'object' then 'row'
      when coalesce(v_row ->> 'booked_on', '') !~ '^20\d\d-\d\d-\d\d$' then 'booked_on'
      when coalesce(v_row ->> 'amount', '') !~ '^\d{1,9}(\.\d{1,2})?$' or (v_row ->> 'amount')::numeric = 0 then 'amount'
      when jsonb_typeof(v_row -> 'narration') is distinct from 'string' then 'narration'
      when jsonb_typeof(v_row -> 'utrs') is distinct from 'array' or jsonb_array_length(v_row -> 'utrs') > 20 then 'utrs'
      when exists (select from jsonb_array_elements_text(v_row -> 'utrs') as u where u !~ '^\d{12}$') then 'utrs'
      when v_row ->> 'balance' !~ '^-?\d{1,12}(\.\d{1,2})?$' then 'balance'
      when coalesce(v_row ->> 'occurrence', '') !~ '^[1-9]\d{0,5}$' then 'occurrence'
    end;
    if v_bad is null then
      begin
        booked_on := (v_row ->> 'booked_on')::date;
      exception when datetime_field_overflow then
        v_bad := 'booked_on';
      end;
    end if;
    if v_bad is not null then
      perform private.refuse(400, 'invalid', format('p_rows[%s].%s', n - 1, v_bad), 'The row cannot be read.');
    end if;
    amount := (v_row ->> 'amount')::numeric(12, 2);
    narration := left(regexp_replace(private.clean_text(v_row ->> 'narration'), '\s+', ' ', 'g'), c_longest_narration);
    -- A run of one digit is no transfer's: banks fill empty references with zeros.
    utrs := array(select distinct u from jsonb_array_elements_text(v_row -> 'utrs') as u
      where translate(u, left(u, 1), '') <> '' order by u);
    balance := (v_row ->> 'balance')::numeric(14, 2);
    occurrence := (v_row ->> 'occurrence')::integer;
    return next;
  end loop;
end
$$;

-- Of rows that are there already, too.
update public.bank_rows b
  set utrs = array(select u from unnest(b.utrs) as u where translate(u, left(u, 1), '') <> '' order by u)
  where exists (select from unnest(b.utrs) as u where translate(u, left(u, 1), '') = '');

create function private.credit_used_by(p_payment_id uuid, p_reference_key text) returns text
  language sql stable set search_path = ''
as $$
  select min(c.order_code) from (
    select (
      select min(p.order_code) from public.payments p
      where p.status = 'approved' and p.id <> p_payment_id and (p.id = b.payment_id or p.reference_key = any (b.utrs))) as order_code
    from public.bank_rows b where b.utrs @> array[p_reference_key]) as c
  having count(*) > 0 and count(*) = count(c.order_code)
$$;
comment on function private.credit_used_by(uuid, text) is
  'The order that every credit with this reference paid for already; null when one of them is free for the payment, or the '
  'bank''s rows have none.';

create or replace function private.lock_payments(p_payment_ids uuid[]) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  perform private.lock_customer(p.user_id) from (
    select distinct p.user_id from public.payments p where p.id = any (p_payment_ids) order by 1) as p;
  perform private.share_event(e.event_id) from (
    select l.event_id from public.payment_lines l where l.payment_id = any (p_payment_ids) and l.event_id is not null
    union
    select c.event_id from public.seat_claims c where c.payment_id = any (p_payment_ids)
    order by 1) as e;
  perform from public.payments p where p.id = any (p_payment_ids) order by p.id for update;
  perform from public.ticket_categories c
    where c.id in (select l.ticket_category_id from public.payment_lines l where l.payment_id = any (p_payment_ids))
    order by c.id for no key update;
  perform from public.seat_claims c where c.payment_id = any (p_payment_ids)
    order by c.event_id, c.place, c.seat for no key update;
  -- Two payments may name one credit: the second decision waits, and then finds it used.
  perform from public.bank_rows b
    where b.utrs && array(select p.reference_key from public.payments p where p.id = any (p_payment_ids))
    order by b.id for no key update;
end
$$;

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
    update public.seat_claims c set state = 'sold', ticket_id = v_ticket
      where c.payment_id = p_payment.id and c.ticket_category_id = v_line.ticket_category_id;
  end loop;
  update public.payment_lines l set payment_status = 'completed' where l.payment_id = p_payment.id;
end
$$;

comment on function private.approve_payment(public.payments, text, uuid) is
  'Sells the seats and makes the tickets of a pending payment that lock_payments has locked, and keeps the bank''s credit '
  'with it. Refusals: PT403 own_payment, PT409 reference_approved, credit_used (both: the order''s code), seats_lost.';
comment on function public.review_payment(uuid, text, text) is
  'Approves (seats sold, one ticket for each line) or rejects a payment; the note is what the customer reads. The same '
  'decision again returns the same result. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, own_payment, '
  'PT400 invalid, PT404 not_found, PT409 already_decided (detail: who, when), reference_approved, credit_used (detail: the '
  'order''s code), seats_lost (detail: lines and seats). Security definer: nobody writes payments, claims and tickets directly.';

create or replace view private.bank_matches with (security_invoker = true) as
  select p.id as payment_id, p.user_id, p.order_code, p.transaction_id, p.amount, p.created_at, e.expected,
    c.credit, c.credited_on, k.others,
    case
      when k.others > 0 and c.credits > 0 then 'two_claims'
      when c.credits = 0 then 'not_found'
      when c.credits = 1 and c.credit = e.expected and p.amount = e.expected then 'exact'
      else 'amount_differs'
    end as kind
  from public.payments p
  cross join lateral (
    select sum(l.total_amount) as expected from public.payment_lines l where l.payment_id = p.id) as e
  -- The same credit in two files whose wording differs is one: a UTR is the bank's name of one transfer.
  cross join lateral (
    select count(*) as credits, sum(d.amount) as credit, max(d.booked_on) as credited_on
    from (select distinct b.amount, b.booked_on from public.bank_rows b where b.utrs @> array[p.reference_key]) as d) as c
  cross join lateral (
    select count(*) as others from public.payments o
    where o.reference_key = any (array(
        select p.reference_key union all
        select u from public.bank_rows b, unnest(b.utrs) as u where b.utrs @> array[p.reference_key]))
      and o.id <> p.id and o.status <> 'rejected') as k
  where p.status = 'pending' and (select private.is_admin());
comment on view private.bank_matches is
  'What the bank says of each payment that waits. two_claims: another pending or approved payment has the same reference, or '
  'names the same credit.';

create or replace function public.match_bank_rows() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  c_listed constant integer := 200;
  v_answer jsonb;
  v_kinds jsonb;
begin
  perform private.require_user();
  if not private.is_admin() then
    perform private.refuse(403, 'forbidden', '', 'This is for admins.');
  end if;
  select jsonb_build_object('rows', count(*), 'first_on', min(b.booked_on), 'last_on', max(b.booked_on))
    into v_answer from public.bank_rows b;

  with found as materialized (
    select m.*, case
        -- Right by the bank, but something else wants a look: never among those that are approved together.
        when m.kind = 'exact' and (w.warnings <> '[]'::jsonb or m.user_id = private.uid()) then 'to_check'
        else m.kind
      end as shown
    from private.bank_matches m
    left join lateral (
      select v.warnings from private.payment_warnings v where m.kind = 'exact' and v.payment_id = m.payment_id) as w on true),
  ranked as (select f.*, row_number() over (partition by f.shown order by f.created_at, f.payment_id) as n from found f)
  select jsonb_object_agg(k.shown, k.found) into v_kinds from (
    select r.shown, jsonb_build_object('count', count(*), 'sum', coalesce(sum(r.amount), 0)::numeric(14, 2)::text,
      'payments', coalesce(jsonb_agg(jsonb_build_object(
        'payment_id', r.payment_id, 'order_code', r.order_code, 'transaction_id', r.transaction_id,
        'user_name', (select coalesce(f.name, f.email) from public.profiles f where f.id = r.user_id),
        'expected', r.expected, 'amount', r.amount, 'created_at', r.created_at, 'credit', r.credit,
        'credited_on', r.credited_on, 'others', r.others) order by r.n) filter (where r.n <= c_listed), '[]')) as found
    from ranked r group by r.shown) as k;

  return v_answer || coalesce(v_kinds, '{}') || jsonb_build_object('unclaimed', (
    with free as materialized (
      select b.* from public.bank_rows b
      where not exists (
        select from public.payments p where p.reference_key = any (b.utrs) and p.status <> 'rejected'))
    select jsonb_build_object('count', (select count(*) from free),
      'sum', (select coalesce(sum(f.amount), 0)::numeric(14, 2)::text from free f),
      'credits', coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'booked_on', f.booked_on, 'amount', f.amount,
        'narration', f.narration, 'utrs', f.utrs) order by f.booked_on desc, f.id), '[]'))
    from (select * from free order by booked_on desc, id limit c_listed) as f));
end
$$;

drop function public.find_bank_rows(text);
create function public.find_bank_rows(p_reference text default null)
  returns table (id uuid, booked_on date, amount numeric, narration text, order_code text)
  language plpgsql stable security definer rows 1 set search_path = ''
as $$
begin
  perform private.require_user();
  if not private.is_admin() then
    perform private.refuse(403, 'forbidden', '', 'This is for admins.');
  end if;
  return query select b.id, b.booked_on, b.amount, b.narration, (
      select min(p.order_code) from public.payments p
      where p.status = 'approved' and (p.id = b.payment_id or p.reference_key = any (b.utrs)))
    from public.bank_rows b
    where b.utrs @> array[private.reference_key(p_reference)] order by b.booked_on desc, b.id;
end
$$;
comment on function public.find_bank_rows(text) is
  'The credits that name this reference, newest first, each with the order that it paid for, if any; for admins (PT401 '
  'not_signed_in, PT403 forbidden). Security definer: as match_bank_rows.';

create or replace function private.grant_bank() returns void
  language plpgsql set search_path = ''
as $$
begin
  revoke all on table public.bank_rows, private.bank_matches from public, anon, authenticated;
  grant select on table public.bank_rows, private.bank_matches to authenticated;
  revoke all on function private.bank_rows_of(jsonb), public.import_bank_rows(jsonb), public.match_bank_rows(),
    public.find_bank_rows(text), private.credit_used_by(uuid, text), private.plain_digits(text), private.reference_key(text),
    private.grant_bank() from public, anon, authenticated;
  -- Customers ask by reference (check_payment_status, confirm_tickets), with their own rights.
  grant execute on function private.plain_digits(text) to authenticated;
  -- Visitors may call these only to be told to sign in.
  grant execute on function public.import_bank_rows(jsonb), public.match_bank_rows(), public.find_bank_rows(text) to anon, authenticated;
end
$$;
select private.grant_bank();
