-- Payments: what customers say they have paid, the lines, and mail about decisions. Sent money
-- is never refused: submit_payment records what may be wrong as pending, and staff see a warning (58-review.sql).

create function private.normal_reference(p_transaction_id text) returns text
  language plpgsql immutable parallel safe
as $$
declare
  c_most_bytes constant integer := 2048; -- 64 characters are a reference
  v_plain text := p_transaction_id;
  v_bare text;
begin
  -- Most references are twelve bare digits, and regular expressions cost more than the rest.
  if length(v_plain) = 12 and translate(v_plain, '0123456789', '') = '' then
    return v_plain;
  end if;
  if octet_length(v_plain) > c_most_bytes then
    return '';
  end if;
  -- Invisible characters and unassigned ones, with which two references that look alike would differ. The pages remove
  -- them.
  if v_plain ~ ('[\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f'
      || '\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ue000-\uf8ff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb'
      || '\ufffe\uffff\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a'
      || '\U000e0000-\U0010ffff]') then
    return '';
  end if;
  v_plain := private.plain_digits(v_plain);
  v_bare := regexp_replace(v_plain, '[[:space:].,_\u2010-\u2015-]', '', 'g');
  if v_bare <> '' and translate(v_bare, '0123456789', '') = '' then
    return v_bare;
  end if;
  return upper(regexp_replace(private.clean_text(v_plain), ' +', ' ', 'g'));
end
$$;

comment on function private.normal_reference(text) is
  'Returns a reference as it is stored: digits without their grouping, anything else trimmed and in upper case, as '
  'src/shop/payments/utr.ts sends it. Empty, and so refused, when it has invisible characters or is far too long.';

create function private.is_sound_payment(p_status text, p_amount numeric, p_reviewed_at timestamptz) returns boolean
  language plpgsql immutable parallel safe
as $$
begin
  return p_status in ('pending', 'approved', 'rejected')
    and (p_status = 'pending') = (p_reviewed_at is null)
    and p_amount >= 0;
end
$$;

comment on function private.is_sound_payment(text, numeric, timestamptz) is
  'A payment is pending, or was approved or rejected at some time; its amount is not negative.';

create function private.is_sound_line(
  p_status text, p_category uuid, p_event uuid, p_gone_category uuid, p_seats text[], p_quantity integer,
  p_unit_price numeric, p_total_amount numeric)
  returns boolean language plpgsql immutable parallel safe
as $$
begin
  return p_status in ('pending', 'completed', 'failed')
    and (p_category is null) = (p_gone_category is not null)
    and (p_category is null) = (p_event is null)
    and p_quantity between 1 and 10
    and cardinality(p_seats) = case when p_gone_category is null then p_quantity else 0 end
    and p_unit_price >= 0
    and p_total_amount >= 0;
end
$$;

comment on function private.is_sound_line(text, uuid, uuid, uuid, text[], integer, numeric, numeric) is
  'A line has 1 to 10 seats of a category and its event, or names a deleted category and has no seats.';

create function private.plain_digits(p_text text) returns text
  language plpgsql immutable parallel safe
as $$
declare
  -- The digit 0 of each script of Unicode 17 that normal form KC leaves unchanged; 1 to 9 follow. The last, outlined
  -- digits, are here because PostgreSQL 17 lacks Unicode 16.
  c_zeroes constant integer[] := array[
    1632, 1776, 1984, 2406, 2534, 2662, 2790, 2918, 3046, 3174, 3302, 3430, 3558, 3664, 3792, 3872, 4160, 4240, 6112,
    6160, 6470, 6608, 6784, 6800, 6992, 7088, 7232, 7248, 42528, 43216, 43264, 43472, 43504, 43600, 44016, 66720,
    68912, 68928, 69734, 69872, 69942, 70096, 70384, 70736, 70864, 71248, 71360, 71376, 71386, 71472, 71904, 72016,
    72688, 72784, 73040, 73120, 73184, 73552, 90416, 92768, 92864, 93008, 93552, 123200, 123632, 124144, 124401,
    125264, 118000];
  v_text text := normalize(p_text, NFKC);
  v_zero integer;
begin
  if octet_length(v_text) = char_length(v_text) then
    return v_text;
  end if;
  foreach v_zero in array c_zeroes loop
    v_text := translate(v_text, chr(v_zero) || chr(v_zero + 1) || chr(v_zero + 2) || chr(v_zero + 3) || chr(v_zero + 4)
      || chr(v_zero + 5) || chr(v_zero + 6) || chr(v_zero + 7) || chr(v_zero + 8) || chr(v_zero + 9), '0123456789');
  end loop;
  return v_text;
end
$$;

comment on function private.plain_digits(text) is
  'Returns Unicode normal form KC (full-width characters become plain) with digits of every script as 0 to 9: the '
  'rule of src/shop/payments/utr.ts.';

create function private.reference_key(p_reference text) returns text
  language plpgsql immutable parallel safe
as $$
declare
  v_plain text;
  v_bare text;
  v_alike text;
  v_runs text[];
begin
  if length(p_reference) = 12 and translate(p_reference, '0123456789', '') = '' then
    return p_reference;
  end if;
  v_plain := upper(private.plain_digits(p_reference));
  v_bare := regexp_replace(v_plain, '[^0-9A-Z]', '', 'g');
  -- Grouped in any way, and between other numbers.
  v_runs := array(
    select m[1] from regexp_matches(v_bare, '(?<![0-9])([0-9]{12})(?![0-9])', 'g') as m
    union
    select m[1] from regexp_matches(v_plain, '(?<![0-9])([0-9]{12})(?![0-9])', 'g') as m);
  if cardinality(v_runs) = 0 then
    v_alike := private.look_alike_digits(v_plain);
    -- The third keeps words apart: the O of NO is no zero before the number.
    v_runs := array(
      select distinct m[1] from (values
          (regexp_replace(v_alike, '[^0-9A-Z]', '', 'g')), (v_alike),
          (regexp_replace((
            select string_agg(case when word ~ '[0-9]' then private.look_alike_digits(word) else word end, '' order by n)
            from regexp_split_to_table(v_plain, '[[:space:].,:;/()#@_-]+') with ordinality as w (word, n)), '[^0-9A-Z]', '', 'g'))
        ) as t (text),
        lateral regexp_matches(t.text, '(?<![0-9])([0-9]{12})(?![0-9])', 'g') as m);
  end if;
  return case when cardinality(v_runs) = 1 then v_runs[1] else coalesce(nullif(v_bare, ''), upper(private.clean_text(p_reference))) end;
end
$$;

comment on function private.reference_key(text) is
  'Returns the same key for references of one transfer: its only number of twelve digits, whatever surrounds or '
  'groups it (`UTR 4123 4567 8901`, `412345678901 no. 2`); else the only one that digit-like letters make '
  '(`4I23456789O1`); else its letters and digits.';

create function private.look_alike_digits(p_text text) returns text
  language sql immutable parallel safe
as $$
  -- Characters of confusables.txt (Unicode 17, UTS #39) that phones type, and S, B, Z with their twins, Ø, Б and
  -- circles, which it leaves out. In normal form KD an accent is a separate character.
  select translate(normalize(p_text, NFKD),
    'OoΟοОоՕօଠഠဝᴏꓳ〇○◯ØøംంಂIiLlıІіΙιƖӀӏǀ|∣।ZzΖƧƨᒿЗзӠӡƷʒȜȝɜꞫᏎSsЅѕƼƽБбᏮϬBbВвΒβȢȣଃꝮꝯ'
      || '⓿❶❷❸❹❺❻❼❽❾➀➁➂➃➄➅➆➇➈➊➋➌➍➎➏➐➑➒⓵⓶⓷⓸⓹⓺⓻⓼⓽',
    repeat('0', 21) || repeat('1', 16) || repeat('2', 6) || repeat('3', 10) || repeat('4', 1) || repeat('5', 6) || repeat('6', 4) || repeat('8', 9)
      || repeat('9', 2) || '0' || repeat('123456789', 4))
$$;

comment on function private.look_alike_digits(text) is
  'Replaces letters and characters that look like a digit by that digit: O by 0, a Cyrillic Ze by 3. Same list as '
  'src/shop/payments/utr.ts.';

create function private.codes_in(p_text text) returns text[]
  language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  v_text text := regexp_replace(upper(p_text), '[A-Z0-9._-]+@[A-Z0-9.]*', ' ', 'g');
begin
  return array(
    select distinct 'MF' || translate(m[2], 'OIL', '011')
    from regexp_matches(v_text, '(?<![A-Z0-9])(?:TICKETS)?(MF)?([0-9A-TV-Z]{8})(?![A-Z0-9])', 'g') as m
    where m[1] is not null
      -- No word, no date, no bank's code (HDFC0001), no masked account.
      or m[2] ~ '[0-9]' and m[2] ~ '[A-Z]' and m[2] !~ '^([A-Z]{4}0|X+[0-9]+$)'
    order by 1);
end
$$;

comment on function private.codes_in(text) is
  'Returns what may be order codes in a bank''s narration: MF and eight signs, or the eight signs alone when they have a '
  'digit and a letter, as no word and no date has; O reads as 0, I and L as 1. UPI ids and the beginnings of IFSC are left '
  'out: an order''s id is made on a device, and a chosen one could spell what other payers'' narrations have.';

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  order_id uuid not null unique references private.orders (id) on delete restrict,
  order_code text not null,
  transaction_id text not null,
  amount numeric(12, 2) not null,
  screenshot_url text not null,
  screenshot_sha256 text not null,
  status text not null default 'pending',
  reviewed_by uuid,
  reviewed_at timestamptz,
  review_note text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default clock_timestamp(),
  shares_transfer boolean not null default false,
  reference_key text generated always as (
    case when shares_transfer then order_code else private.reference_key(transaction_id) end) stored,
  picture_digest text,
  method text not null default 'upi',
  till_id uuid,
  made_by uuid,
  is_test boolean not null default false,
  discount_code text,
  approved_by_proof boolean not null default false,
  constraint payments_method_known check (method in ('upi', 'cash', 'card', 'complimentary', 'free')),
  constraint payments_of_staff check (made_by is not null or till_id is null and method in ('upi', 'free')),
  constraint payments_sound check (private.is_sound_payment(status, amount, reviewed_at))
);

comment on table public.payments is
  'Payments as customers submitted them, and sales of staff; one per order. Only submit_payment, review_payment and the '
  'functions of 69-door.sql and 74-guests.sql write it.';

comment on column public.payments.method is
  'How it was paid. Without UPI the reference is the order''s code, there is no screenshot, and no statement has it.';

comment on column public.payments.till_id is
  'The till that sold it; null for guests and online orders. No foreign key: its index would cost each online payment. '
  'Tills are never deleted.';

comment on column public.payments.made_by is
  'Who of the staff sold or gave it to a person without an account; null for online orders.';

comment on column public.payments.order_id is
  'Made on the customer''s device, so that a repeated submission returns the same row.';

comment on column public.payments.transaction_id is
  'The UPI reference, in upper case, twelve digits without their grouping; the order''s code where there is none.';

comment on column public.payments.amount is 'Rupees that the customer says were sent.';

comment on column public.payments.screenshot_url is 'Path in the bucket payments; empty where no picture belongs to it.';

comment on column public.payments.screenshot_sha256 is
  'Hash of the bytes that the customer chose, before they were re-encoded; empty as screenshot_url.';

comment on column public.payments.review_note is 'What the customer reads about the decision.';

comment on column public.payments.reference_key is
  'private.reference_key of transaction_id: the same for references of one transfer. The order''s code where the transfer was '
  'shared out: its part names the order by it.';

comment on column public.payments.shares_transfer is
  'True once the transfer that its reference names was shared out among orders (79-shared-credits.sql).';

comment on column public.payments.picture_digest is
  'Digest of the stored screenshot: SHA-256 on one''s own server (its first half), MD5 on hosted Supabase; empty when '
  'storage reports none, null while no picture is stored.';

comment on column public.payments.is_test is 'A trial by an admin, without money: no sum has it, and transaction_id is the order''s code.';
comment on column public.payments.discount_code is 'The code of the order; null without.';

comment on column public.payments.approved_by_proof is
  'True when a credit approved it by itself, without a person (77-proofs.sql).';

-- One open payment per reference and customer; one approved payment per reference.
create unique index payments_open_reference on public.payments (user_id, transaction_id) where status in ('pending', 'approved');

create index payments_user_id on public.payments (user_id, created_at desc);

create index payments_transaction_id on public.payments (transaction_id);

create index payments_order_code on public.payments (order_code);

create index payments_by_proof on public.payments (reviewed_at desc) where approved_by_proof;

create index payments_screenshot_sha256 on public.payments (screenshot_sha256);

-- Includes the owner, which row policies read, so that counting uses the index alone.
create index payments_status on public.payments (status, created_at desc) include (user_id);

-- Both kinds of sort: an index on the column does not sort a function's column, which has no precision.
create index payments_amount on public.payments (amount);

create index payments_amount_order on public.payments ((amount::numeric), id);

create index payments_status_amount on public.payments (status, (amount::numeric), id);

create index payments_status_transaction_id on public.payments (status, transaction_id);

create index payments_search on public.payments using gin
  (transaction_id extensions.gin_trgm_ops, order_code extensions.gin_trgm_ops);

create index payments_created_at on public.payments (created_at desc);

create index payments_tests on public.payments (created_at) where is_test;
create index payments_discount_code on public.payments (discount_code, created_at desc) where discount_code is not null;

create table public.payment_lines (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references public.payments (id) on delete restrict,
  user_id uuid not null,
  line integer not null,
  ticket_category_id uuid references public.ticket_categories (id) on delete restrict,
  event_id uuid,
  gone_category_id uuid,
  seats text[] not null,
  quantity integer not null,
  unit_price numeric(12, 2) not null,
  total_amount numeric(12, 2) not null,
  event_name text not null,
  category_name text not null,
  event_date timestamptz,
  venue text,
  payment_status text not null default 'pending',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default clock_timestamp(),
  gst_amount numeric(12, 2),
  local_tax_amount numeric(12, 2),
  fee_amount numeric(12, 2),
  fee_gst_amount numeric(12, 2),
  rounding_amount numeric(12, 2) not null default 0,
  discount_amount numeric(12, 2),
  split_from uuid,
  unique (payment_id, line),
  constraint payment_lines_sound check (private.is_sound_line(
    payment_status, ticket_category_id, event_id, gone_category_id, seats, quantity, unit_price, total_amount))
);

comment on table public.payment_lines is
  'The lines of a payment, one per ticket category, with names and price as submitted, and one more for seats of it that were '
  'given back and sold. total_amount is the line''s price, fee and shares of the taxes; the lines sum to the price of the order.';

comment on column public.payment_lines.split_from is
  'The line whose seats these were, until they were given back and sold (76-returns.sql); null for other lines. No foreign key: it '
  'would make embedding ambiguous.';

comment on column public.payment_lines.gst_amount is
  'Rupees: the line''s share of the GST on prices; null for a deleted category, as are the three '
  'below. total_amount less the four and rounding_amount is the taxable value.';

comment on column public.payment_lines.local_tax_amount is 'Rupees: the line''s share of the local tax.';

comment on column public.payment_lines.fee_amount is 'Rupees: the line''s convenience fee, before its tax.';

comment on column public.payment_lines.fee_gst_amount is 'Rupees: the line''s share of the GST on the fee.';

comment on column public.payment_lines.rounding_amount is
  'Rupees that made the order''s total a whole one, below 0 too: of its largest line.';

comment on column public.payment_lines.discount_amount is
  'Rupees that a code took off the prices of this line as typed; null without one.';

comment on column public.payment_lines.gone_category_id is
  'The deleted category that the customer paid for; such a line has no seats and no price.';

comment on column public.payment_lines.payment_status is
  'Pending under review, failed when rejected or when its ticket was revoked, completed with a ticket.';

comment on column public.payment_lines.seats is 'Labels in seat order. seat_claims says which of them are claimed.';

create unique index payment_lines_category on public.payment_lines (payment_id, ticket_category_id) where split_from is null;

create index payment_lines_user_id on public.payment_lines (user_id);

create index payment_lines_ticket_category_id on public.payment_lines (ticket_category_id);

create index payment_lines_created_at on public.payment_lines (created_at desc);

create index payment_lines_total_amount on public.payment_lines ((total_amount::numeric), id);

create index payment_lines_status_amount on public.payment_lines (payment_status, (total_amount::numeric), id);

create index payment_lines_payment_status on public.payment_lines (payment_status, created_at desc) include (user_id);

create table public.payment_flags (
  payment_id uuid not null references public.payments (id) on delete cascade,
  flag text not null check (flag in ('beyond_limit', 'beyond_undecided', 'before_turn', 'not_on_sale', 'without_code',
    'price_changed', 'not_held', 'companion_seat')),
  created_at timestamptz not null default now(),
  primary key (payment_id, flag)
);

comment on table public.payment_flags is
  'Why a payment kept no places when it arrived, which cannot be computed later; for staff. No proof approves it. beyond_limit (the '
  'customer had too many held and under review), beyond_undecided (ten of the customer''s payments were undecided), and where its '
  'order had not held these places within late_minutes: before_turn (the event has a queue, which had not let the customer in), '
  'not_on_sale (over, cancelled, paused, a draft or outside its window), without_code (hidden, and no valid code of the order '
  'opens it), price_changed (they cost something else by then), not_held (the customer had held them for as long as one may, or '
  'the account was closed); companion_seat (of a wheelchair place that it does not have, and not as it was held).';

create table public.outgoing_mail (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  email text not null,
  kind text not null,
  payment_id uuid references public.payments (id) on delete cascade,
  content jsonb not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  notice_id uuid,
  announcement_id uuid,
  claimed_until timestamptz,
  unique (payment_id, kind),
  constraint outgoing_mail_kind_known check (kind in ('payment_approved', 'payment_rejected', 'message', 'event_cancelled',
    'event_moved', 'event_changed', 'screen_only', 'seats_changed', 'ticket_revoked', 'old_code_used', 'refund_owed', 'refunded',
    'offer', 'offer_lapsed', 'return_sold')),
  constraint outgoing_mail_about check (case when kind in ('payment_approved', 'payment_rejected') then payment_id is not null
    else notice_id is not null end)
);

comment on table public.outgoing_mail is
  'The queue of mails to customers: decisions about payments, and a copy of each notice for those who want mail. A '
  'server claims a row before it sends (claim_mail) and stores the outcome (settle_mail). No two servers send a row at '
  'the same time. A row whose server stopped after the mail server took it and before sent_at was stored is sent once '
  'more: at least once, very rarely twice, with the same Message-ID. Given up after 12 attempts or two days.';

comment on column public.outgoing_mail.content is
  'Of a decision: {name, order_code, transaction_id, amount, note, lines: [{event_name, category_name, seats, '
  'event_date, venue, total_amount}]}. Else {name}; the rest is in the notice and its announcement.';

comment on column public.outgoing_mail.claimed_until is 'Until then one server is sending it.';

-- Announcements to thousands must not delay the tickets of one.
create index outgoing_mail_due on public.outgoing_mail ((announcement_id is not null), next_attempt_at) where sent_at is null;

create index outgoing_mail_announcement on public.outgoing_mail (announcement_id) where announcement_id is not null;

create unique index outgoing_mail_notice on public.outgoing_mail (notice_id) where notice_id is not null;

create index outgoing_mail_user_id on public.outgoing_mail (user_id);

create trigger audit after insert or update or delete on public.payments
  for each row execute function private.audit_row('id');

create trigger audit after update or delete on public.payment_lines
  for each row execute function private.audit_row('id');

alter table public.payments enable row level security;

create policy "Customers read their own payments, payments staff every one" on public.payments
  for select to authenticated using (user_id = (select private.uid()) or (select private.may('payments')));

alter table public.payment_lines enable row level security;

create policy "Customers read their own lines, payments staff every one" on public.payment_lines
  for select to authenticated using (user_id = (select private.uid()) or (select private.may('payments')));

alter table public.payment_flags enable row level security;

create policy "Payments staff read payment flags" on public.payment_flags
  for select to authenticated using ((select private.may('payments')));

alter table public.outgoing_mail enable row level security;

create function private.submission(p_payment public.payments) returns jsonb
  language plpgsql immutable
as $$
begin
  return jsonb_build_object(
    'payment_id', p_payment.id, 'order_id', p_payment.order_id, 'order_code', p_payment.order_code,
    'transaction_id', p_payment.transaction_id, 'amount', p_payment.amount, 'status', p_payment.status,
    'created_at', p_payment.created_at);
end
$$;

comment on function private.submission(public.payments) is 'Returns what submit_payment returns.';

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
  'Returns what this order''s submission returned, or null. Refusal: PT403 other_user.';

create function private.deleted_name(p_ticket_category_id uuid) returns text
  language sql stable set search_path = ''
as $$
  select a.before ->> 'name' from public.audit_log a
  where a."table" = 'ticket_categories' and a.row_id = p_ticket_category_id::text and a.action = 'delete'
  order by a.at desc limit 1
$$;

comment on function private.deleted_name(uuid) is
  'Returns the name of a deleted ticket category; null when none was deleted under this id.';

create trigger "90_stamp" before update on public.payments for each row execute function private.stamp_row();

create trigger "90_stamp" before update on public.payment_lines for each row execute function private.stamp_row();

create function private.record_lines(
  p_payment_id uuid, p_user_id uuid, p_order_id uuid, p_lines private.order_line[], p_shares numeric[],
  p_parts numeric[], p_has_code boolean default false) returns void
  language plpgsql volatile
as $$
declare
  v_line private.order_line;
  v_number integer := 0;
  v_known integer := 0;
  v_rated private.priced_line[];
  v_price record;
  v_shares numeric[] := p_shares;
  v_parts numeric[] := p_parts;
begin
  if v_shares is null then
    v_rated := private.rate_lines(p_lines, p_order_id, private.terms());
    v_price := private.price_lines(v_rated);
    v_shares := v_price.shares;
    v_parts := v_price.parts;
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
      insert into private.order_prices (order_id, ticket_category_id, unit_price, gst_percent, local_percent, fee, fee_gst_percent, includes_gst,
          rounds)
        values (p_order_id, v_line.ticket_category_id, v_line.unit_price, v_rated[v_known].gst_percent,
          v_rated[v_known].local_percent, v_rated[v_known].fee, v_rated[v_known].fee_gst_percent,
          v_rated[v_known].includes_gst, v_rated[v_known].rounds);
    end if;
    if not v_line.in_order then
      v_line.seats := array(select s from unnest(v_line.seats) as s order by private.seat_order(s) collate "C");
    end if;
    insert into public.payment_lines (payment_id, user_id, line, ticket_category_id, event_id, seats, quantity, unit_price,
        total_amount, event_name, category_name, event_date, venue, gst_amount, local_tax_amount, fee_amount, fee_gst_amount,
        rounding_amount, discount_amount)
      values (p_payment_id, p_user_id, v_number, v_line.ticket_category_id, v_line.event_id, v_line.seats,
        cardinality(v_line.seats), v_line.unit_price, v_shares[v_known],
        coalesce((select g.name || ' - ' || v_line.city from public.singers g where g.id = v_line.singer_id), ''),
        v_line.category_name, v_line.event_date, v_line.venue, v_parts[v_known][1], v_parts[v_known][2], v_parts[v_known][3],
        v_parts[v_known][4], v_parts[v_known][5], case when p_has_code then (
          select (p.full_price - p.unit_price) * cardinality(v_line.seats) from private.order_prices p
          where p.order_id = p_order_id and p.ticket_category_id = v_line.ticket_category_id) end);
  end loop;
end
$$;

comment on function private.record_lines(uuid, uuid, uuid, private.order_line[], numeric[], numeric[], boolean) is
  'Writes the lines of a new payment, from place_lines, with the order''s frozen prices and current names. p_shares '
  'and p_parts are the lines'' shares of the price and of tax and fee, where known; p_has_code: a code may have lowered prices. The caller holds the customer''s lock and has locked the '
  'categories.';

create function private.require_account() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  -- Staff sell to people without an account.
  if new.made_by is not null then
    return new;
  end if;
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
  'Trigger 20_account: a token outlives its session and its account for up to an hour. Refuses payments whose account '
  'is deleted or closed or whose session has ended; the device keeps them and prompts for a sign-in. Sales of staff have '
  'no account.';

create trigger "20_account" before insert on public.payments
  for each row execute function private.require_account();

create function private.lock_reference(p_reference_key text) returns void
  language sql volatile set search_path = ''
as $$ select pg_advisory_xact_lock(hashtextextended('reference:' || p_reference_key, 0)) $$;

comment on function private.lock_reference(text) is
  'Locks a reference until the end of the transaction: its money either buys tickets or is refunded. The last of all '
  'locks.';

create function private.settle_reference() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_order text;
begin
  perform private.lock_reference(new.reference_key);
  select o.order_code into v_order from public.refunds r join public.payments o on o.id = r.payment_id
    where o.reference_key = new.reference_key and o.id <> new.id and o.status = 'rejected' and r.status = 'refunded' limit 1;
  if found then
    perform private.refuse(409, 'credit_used', v_order, 'The money of this reference was sent back, for the order in detail.');
  end if;
  delete from public.refunds r using public.payments o
    where o.id = r.payment_id and o.reference_key = new.reference_key and o.id <> new.id and o.status = 'rejected'
      and r.status = 'requested';
  return null;
end
$$;

comment on function private.settle_reference() is
  'Trigger settle on payments: money that buys tickets is no longer owed, and refunded money buys none (PT409 '
  'credit_used). Security definer: no role may write refunds.';

create trigger settle after update of status on public.payments
  for each row when (new.status = 'approved' and old.status <> 'approved') execute function private.settle_reference();

create function private.is_backed(p_payment public.payments) returns boolean
  language plpgsql stable set search_path = ''
as $$
begin
  return exists (
      select from public.credits b
      where b.keys && array[p_payment.reference_key, p_payment.order_code] and b.payment_id is null
        and b.set_aside_at is null and b.returned_at is null and private.is_credit_of(b, p_payment)
        and b.amount >= (select sum(l.total_amount) from public.payment_lines l where l.payment_id = p_payment.id)
        and (p_payment.order_code = any (b.keys) or not exists (
          select from public.payments o
          where o.reference_key = p_payment.reference_key and o.id <> p_payment.id and o.status <> 'rejected')));
end
$$;

comment on function private.is_backed(public.payments) is
  'True when an open credit of at least the order''s price names the order''s code, or names this payment''s reference '
  'and no other payment does.';

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
  'Returns when an undecided payment loses its seats, counted from its submission; null once a credit backs it.';

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
  'Extends, never shortens, how long the payment keeps its seats, after a picture or a credit arrived. Security '
  'definer: no role may write claims.';

create function private.review_held(p_order_id uuid, p_payment_id uuid, p_review_until timestamptz) returns void
  language plpgsql volatile
as $$
begin
  -- Same lock order as others that want these seats.
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
  'return_usage and claim_seats for a payment whose seats are exactly those that the order holds. Does not claim a '
  'seat whose hold expired and that was taken over meanwhile. The caller holds the customer''s and the events'' '
  'locks.';

create function private.kept_nothing(p_payment_id uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$ select exists (select from public.payment_flags g where g.payment_id = p_payment_id) $$;

comment on function private.kept_nothing(uuid) is
  'True when the payment was recorded without places; its customer may know it, not why. Security definer: customers read no flags.';

create function public.check_payment_status(p_transaction_id text default null)
  returns table (payment_id uuid, order_id uuid, order_code text, transaction_id text, amount numeric, status text,
                 created_at timestamptz, reviewed_at timestamptz, review_note text, seats_held boolean, kept_until timestamptz,
                 kept_nothing boolean)
  language sql stable set search_path = ''
as $$
  select p.id, p.order_id, p.order_code, p.transaction_id, p.amount, p.status, p.created_at, p.reviewed_at, p.review_note,
    (select count(*) from public.seat_claims c
      where c.payment_id = p.id and (c.review_until is null or c.review_until > now()))
      = (select sum(l.quantity) from public.payment_lines l where l.payment_id = p.id and l.split_from is null),
    (select min(c.review_until) from public.seat_claims c where c.payment_id = p.id), private.kept_nothing(p.id)
  from public.payments p
  where p.user_id = private.uid() and p.transaction_id = private.normal_reference(p_transaction_id)
  order by (p.status = 'pending') desc, p.created_at desc, p.id
$$;

comment on function public.check_payment_status(text) is
  'Returns the caller''s own payments with this reference, undecided first, then newest. seats_held: every seat paid '
  'for is under review or sold for the payment; kept_until: the end of the review, null without one; kept_nothing: it came when a hold would not have given its places. Invoker: row security decides.';

alter table public.seat_claims add constraint seat_claims_payment_id_fkey
  foreign key (payment_id) references public.payments (id) on delete restrict;

create function private.stored_digest(p_name text) returns text
  language sql stable set search_path = ''
as $$
  select coalesce(trim(both '"' from o.metadata ->> 'eTag'), '') from storage.objects o
  where o.bucket_id = 'payments' and o.name = p_name
$$;

comment on function private.stored_digest(text) is
  'Returns storage''s digest of this picture''s bytes; empty when it has none, null when there is no such picture.';

insert into private.rights (roles, privileges, object) values
  ('authenticated', 'select', 'table public.payments'),
  ('authenticated', 'select', 'table public.payment_lines'),
  ('authenticated', 'select', 'table public.payment_flags'),
  ('service_role', 'select, update', 'table public.outgoing_mail'),
  -- check_payment_status and confirm_tickets run with the customer's own rights.
  ('authenticated', 'execute', 'function private.plain_digits(text)'),
  ('authenticated', 'execute', 'function private.normal_reference(text)'),
  ('authenticated', 'execute', 'function private.kept_nothing(uuid)'),
  ('authenticated', 'execute', 'function public.check_payment_status(text)'),
  -- Constraints run as the role that writes the table: of the API's roles only this one.
  ('service_role', 'execute', 'function private.is_sound_payment(text, numeric, timestamptz)'),
  ('service_role', 'execute',
    'function private.is_sound_line(text, uuid, uuid, uuid, text[], integer, numeric, numeric)');
