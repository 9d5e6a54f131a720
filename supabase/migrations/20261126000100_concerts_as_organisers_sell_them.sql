-- Written from supabase/schema by `npm run migration`.

alter table public.ticket_categories add column is_standing boolean not null default false;

alter type private.order_line add attribute places integer;

alter type private.order_line add attribute is_standing boolean;

-- Standing places by the time from which they are free; their labels are numbers, those of seats have letters.
create index seat_claims_standing on public.seat_claims (ticket_category_id, coalesce(expires_at, review_until))
  where seat collate "C" < 'A';
-- What an event says about itself, and posters of its own in a bucket that everybody may read.

alter table public.events
  add column description text,
  add column line_up text[],
  add column doors_at timestamptz,
  add column ends_at timestamptz,
  add column minimum_age smallint,
  add column sung_in text[],
  add column rules text,
  add column poster text,
  add column poster_alt text,
  add constraint events_doors_in_time check (doors_at <= date and doors_at >= date - interval '1 day'),
  add constraint events_end_in_time check (ends_at > date and ends_at <= date + interval '3 days'),
  add constraint events_age_possible check (minimum_age between 1 and 99),
  add constraint events_poster_described check ((poster is null) = (poster_alt is null));
alter table public.events add column published_at timestamptz default now(), add column paused_at timestamptz;

create index events_drafts on public.events (id) where published_at is null;

alter table public.ticket_categories add column sale_from timestamptz, add column sale_until timestamptz,
  add constraint ticket_categories_window_possible check (sale_until > sale_from);

create table private.event_previews (
  event_id uuid primary key references public.events (id) on delete cascade,
  secret text not null,
  made_by uuid,
  made_at timestamptz not null default now(),
  ends_at timestamptz not null
);

create unique index event_previews_secret on private.event_previews (secret);

alter table private.event_previews enable row level security;
-- A kept seat has a state of its own and a reason; no claim is kept yet, so that every row is sound.
alter table public.seat_claims
  add column kept_reason text,
  add column kept_by uuid,
  add constraint seat_claims_kept
    check ((state = 'kept') = (kept_reason is not null) and (kept_by is null or state = 'kept'));

alter table public.ticket_categories
  add column tickets_kept integer not null default 0,
  add constraint ticket_categories_kept_possible check (tickets_kept >= 0 and tickets_sold + tickets_kept <= total_tickets);
-- The defaults fill the rows that are there; rows to come copy what they do not name (guard_shop_terms).
alter table public.shop_terms
  add column gst_by text not null default 'flat',
  add column fee_gst_percent numeric(5, 2) not null default 0,
  add constraint shop_terms_tax_possible check (gst_by in ('flat', 'rules') and fee_gst_percent between 0 and 100);
alter table public.shop_terms alter column gst_by drop default, alter column fee_gst_percent drop default;

alter table public.shop_terms disable trigger user;
update public.shop_terms set gst_by = 'rules'
  where not exists (select from public.events) and not exists (select from public.payments)
    and not exists (select from public.profiles);
alter table public.shop_terms enable trigger user;

create table public.tax_rules (
  id uuid primary key default gen_random_uuid(),
  from_day date not null,
  kind text not null,
  state text,
  up_to_price numeric(12, 2),
  percent numeric(5, 2) not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint tax_rules_possible check (
    kind in ('gst', 'local') and (kind = 'local') = (state is not null) and percent between 0 and 100
    and (up_to_price is null or up_to_price between 0 and 9999999.99)),
  constraint tax_rules_once unique nulls not distinct (from_day, kind, state, up_to_price)
);
alter table public.tax_rules enable row level security;
insert into public.tax_rules (from_day, kind, up_to_price, percent)
  values ('2020-01-01', 'gst', 500, 0), ('2020-01-01', 'gst', null, 18);

alter table public.events add column state text;
alter table private.orders add column parts numeric[];
alter table private.order_prices
  add column gst_percent numeric(5, 2),
  add column local_percent numeric(5, 2),
  add column fee numeric(12, 2),
  add column fee_gst_percent numeric(5, 2);
alter table public.payment_lines
  add column gst_amount numeric(12, 2),
  add column local_tax_amount numeric(12, 2),
  add column fee_amount numeric(12, 2),
  add column fee_gst_amount numeric(12, 2);

create type private.priced_line as (
  unit_price numeric, quantity integer, gst_percent numeric, local_percent numeric, fee numeric, fee_gst_percent numeric);
-- Announcements, notices, and one queue for all mails to customers. docs/decisions/0051-announcements.md

alter table public.outgoing_mail
  drop constraint outgoing_mail_kind_check,
  alter column payment_id drop not null,
  add column notice_id uuid,
  add column announcement_id uuid,
  add column claimed_until timestamptz,
  add constraint outgoing_mail_kind_known check (kind in ('payment_approved', 'payment_rejected', 'message', 'event_cancelled',
    'event_moved', 'event_changed', 'seats_changed', 'ticket_revoked', 'refund_owed', 'refunded')),
  add constraint outgoing_mail_about check (case when kind in ('payment_approved', 'payment_rejected') then payment_id is not null
    else notice_id is not null end);

drop index public.outgoing_mail_unsent;

create index outgoing_mail_due on public.outgoing_mail ((announcement_id is not null), next_attempt_at) where sent_at is null;

create index outgoing_mail_announcement on public.outgoing_mail (announcement_id) where announcement_id is not null;

create unique index outgoing_mail_notice on public.outgoing_mail (notice_id) where notice_id is not null;

create table public.announcements (
  id uuid primary key,
  event_id uuid not null references public.events (id) on delete cascade,
  ticket_category_id uuid,
  kind text not null default 'message',
  audience text not null,
  subject text,
  message text,
  content jsonb not null default '{}'::jsonb,
  state text not null default 'queued',
  people integer not null,
  notices integer not null default 0,
  mails integer not null default 0,
  mails_sent integer not null default 0,
  mails_failed integer not null default 0,
  told_until uuid,
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  constraint announcements_kind_known check (kind in ('message', 'event_cancelled', 'event_moved', 'event_changed')),
  constraint announcements_audience_known check (audience in ('holders', 'waiting', 'everyone')),
  constraint announcements_state_known check (state in ('queued', 'sending', 'stopped', 'done')),
  constraint announcements_text check (case when kind = 'message'
    then char_length(subject) between 1 and 120 and char_length(message) between 1 and 4000
    else subject is null and message is null end)
);

create index announcements_event_id on public.announcements (event_id, created_at desc);

create index announcements_created_at on public.announcements (created_at desc);

create index announcements_waiting on public.announcements (created_at, id) where state in ('queued', 'sending');

alter table public.announcements enable row level security;

create table public.notices (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  event_id uuid references public.events (id) on delete cascade,
  announcement_id uuid,
  ticket_id uuid,
  kind text not null,
  content jsonb not null default '{}'::jsonb,
  created_at timestamptz not null default clock_timestamp(),
  read_at timestamptz,
  unique (announcement_id, user_id),
  constraint notices_kind_known check (kind in ('message', 'event_cancelled', 'event_moved', 'event_changed',
    'seats_changed', 'ticket_revoked', 'refund_owed', 'refunded'))
);

create index notices_user_id on public.notices (user_id, created_at desc);

create index notices_event_id on public.notices (event_id);

create index notices_single on public.notices (created_at desc) where announcement_id is null;

alter table public.notices enable row level security;
-- The lines up to the functions are written by hand, the rest from supabase/schema by `npm run migration`.

alter table public.staff add column ends_at timestamptz;

alter table public.staff drop constraint staff_role_known;

alter table public.staff add constraint staff_role_known check (role in ('admin', 'gate', 'box_office'));

create table public.staff_invitations (
  id uuid primary key default gen_random_uuid(),
  secret_hash text not null unique check (secret_hash ~ '^[0-9a-f]{64}$'),
  name text not null check (char_length(name) between 1 and 80),
  role text not null check (role in ('admin', 'gate', 'box_office')),
  event_ids uuid[] not null default '{}',
  role_ends_at timestamptz,
  made_by uuid not null,
  expires_at timestamptz not null,
  used_by uuid,
  used_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint staff_invitations_used check ((used_by is null) = (used_at is null))
);

comment on table public.staff_invitations is
  'Invitations of staff. Only invite_staff, revoke_invitation and accept_invitation write it. Its accounts have no '
  'foreign key: they may be deleted while it stays.';

comment on column public.staff_invitations.secret_hash is
  'SHA-256, in hexadecimal, of the secret in the link; the secret itself is not stored.';

comment on column public.staff_invitations.name is 'For whom staff made it, in their own words.';

comment on column public.staff_invitations.event_ids is 'Where the role works; events deleted meanwhile are left out.';

comment on column public.staff_invitations.role_ends_at is 'When the role ends; null: it has no end.';

create index staff_invitations_made_by on public.staff_invitations (made_by);

create index staff_invitations_used_by on public.staff_invitations (used_by);

create index staff_invitations_created_at on public.staff_invitations (created_at desc);

alter table public.staff_invitations enable row level security;
alter table public.ticket_categories
  add column phases jsonb not null default '[]',
  add column is_free boolean not null default false,
  add constraint ticket_categories_free_possible check (jsonb_typeof(phases) = 'array' and (not is_free or price = 0 and phases = '[]'));

alter table public.payments
  add column if not exists method text not null default 'upi',
  drop constraint if exists payments_method_known,
  add constraint payments_method_known check (method in ('upi', 'cash', 'card', 'complimentary', 'free'));
-- Sales by staff at the door, guest lists, and links that open tickets of people without an account.

alter table public.profiles add column is_guest boolean not null default false;

create index profiles_accounts on public.profiles (created_at) where not is_guest;

create table public.tills (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 80),
  opened_by uuid not null,
  opened_at timestamptz not null default clock_timestamp(),
  opening_cash numeric(12, 2) not null check (opening_cash >= 0),
  closed_at timestamptz,
  closed_by uuid,
  counted_cash numeric(12, 2) check (counted_cash >= 0),
  note text check (char_length(note) <= 500),
  constraint tills_closed check (num_nulls(closed_at, closed_by, counted_cash) in (0, 3) and (note is null or closed_at is not null))
);

create unique index tills_open on public.tills (opened_by) where closed_at is null;

create index tills_opened_at on public.tills (opened_at desc);

alter table public.tills enable row level security;

create table public.till_moves (
  id uuid primary key,
  till_id uuid not null references public.tills (id) on delete cascade,
  amount numeric(12, 2) not null check (amount <> 0),
  reason text not null check (char_length(reason) between 1 and 200),
  made_by uuid not null,
  made_at timestamptz not null default clock_timestamp()
);

create index till_moves_till_id on public.till_moves (till_id, made_at);

alter table public.till_moves enable row level security;

alter table public.payments
  add column if not exists method text not null default 'upi',
  add column till_id uuid,
  add column made_by uuid,
  drop constraint if exists payments_method_known,
  add constraint payments_method_known check (method in ('upi', 'cash', 'card', 'complimentary', 'free')),
  add constraint payments_of_staff check (made_by is not null or till_id is null and method in ('upi', 'free'));

create index payments_till_id on public.payments (till_id, created_at desc) where till_id is not null;

create index payments_given on public.payments (method, created_at) where method in ('complimentary', 'free');

create index user_tickets_given on public.user_tickets (event_id, ticket_category_id) include (quantity)
  where total_amount = 0 and revoked_at is null;

create table public.guest_tickets (
  ticket_id uuid primary key references public.user_tickets (id) on delete cascade,
  list text check (char_length(list) <= 80),
  contact text check (char_length(contact) between 1 and 120),
  secret_hash text not null check (secret_hash ~ '^[0-9a-f]{64}$'),
  made_by uuid not null,
  made_at timestamptz not null default clock_timestamp(),
  opened_at timestamptz,
  device_hash text check (device_hash ~ '^[0-9a-f]{64}$'),
  constraint guest_tickets_opened check ((opened_at is null) = (device_hash is null))
);

create index guest_tickets_secret_hash on public.guest_tickets (secret_hash);

alter table public.guest_tickets enable row level security;

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
alter table public.ticket_categories add column is_hidden boolean not null default false;

create index ticket_categories_hidden on public.ticket_categories (id) where is_hidden;

create table public.discount_codes (
  id uuid primary key default gen_random_uuid(),
  code text not null,
  event_id uuid references public.events (id) on delete cascade,
  ticket_category_ids uuid[],
  percent smallint,
  amount numeric(12, 2),
  opens_hidden boolean not null default false,
  from_at timestamptz,
  until_at timestamptz,
  uses_total integer,
  uses_per_person integer,
  paused_at timestamptz,
  note text not null default '',
  revision integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint discount_codes_code_sound check (code collate "C" ~ '^[A-Z0-9]{4,32}$'),
  constraint discount_codes_percent_possible check (percent between 1 and 100),
  constraint discount_codes_amount_possible check (amount > 0 and amount <= 9999999.99),
  constraint discount_codes_gives_something check (num_nonnulls(percent, amount) < 2 and (opens_hidden or num_nonnulls(percent, amount) = 1)),
  constraint discount_codes_window_possible check (until_at > from_at),
  constraint discount_codes_uses_possible check (uses_total >= 1 and uses_per_person >= 1)
);

create unique index discount_codes_code on public.discount_codes (code);

create index discount_codes_event_id on public.discount_codes (event_id);

create table private.code_grants (
  user_id uuid not null,
  code_id uuid not null references public.discount_codes (id) on delete cascade,
  at timestamptz not null default now(),
  primary key (user_id, code_id)
);

create index code_grants_code_id on private.code_grants (code_id);

create table private.code_tries (
  user_id uuid not null,
  at timestamptz not null default clock_timestamp(),
  primary key (user_id, at)
);

alter table public.discount_codes enable row level security;

alter table private.code_grants enable row level security;

alter table private.code_tries enable row level security;

alter table private.orders add column code_id uuid;

create index orders_code_id on private.orders (code_id) where code_id is not null;

alter table private.order_prices add column full_price numeric(12, 2);

alter table public.payments add column discount_code text;

create index payments_discount_code on public.payments (discount_code, created_at desc) where discount_code is not null;

alter table public.payment_lines add column discount_amount numeric(12, 2);

-- A function may call one that comes after it.
set check_function_bodies = off;

drop policy "Everyone reads which category uses which layout" on public.ticket_category_layouts;

drop policy "Everyone reads ticket categories" on public.ticket_categories;

drop policy "Everyone reads events" on public.events;

drop trigger "30_shape" on ticket_categories;

drop view private.history_list;

drop view private.roster_rows;

drop view ticket_category_list;

drop view event_list;

drop view private.ticket_list;

drop view private.payment_list;

drop view private.refund_list;

drop view private.bank_matches;

drop view private.profile_list;

drop function get_history();

drop function get_payment_details();

drop function get_all_tickets();

drop function search_refunds(text,text,uuid);

drop function get_refunds();

drop function private.read_lines(jsonb);

drop function private.price_order(numeric[],integer[],shop_terms);

drop function search_profiles(text,boolean,uuid);

drop function get_all_profiles();

drop function add_ticket_category(uuid,uuid,text,numeric,integer,uuid,text[]);

drop function search_payments(text,text,uuid);

drop function private.record_lines(uuid,uuid,uuid,private.order_line[],numeric[]);

drop function private.place_lines(private.order_line[],uuid);

drop function search_tickets(text,text,uuid);

drop function private.find_lines(text,text,uuid);

drop function private.find_payments(text,text,uuid);

drop function hold_seats(uuid,jsonb);

drop function set_staff_role(uuid,text);

CREATE OR REPLACE FUNCTION private.role_holds(p_ends_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$ select p_ends_at is null or p_ends_at > now() $function$;

CREATE OR REPLACE FUNCTION private.is_admin()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := private.uid();
begin
  return v_user is not null and exists (select from public.staff s where s.user_id = v_user and s.role = 'admin' and private.role_holds(s.ends_at));
end
$function$;

CREATE OR REPLACE FUNCTION private.is_gate()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := private.uid();
begin
  return v_user is not null and exists (select from public.staff s where s.user_id = v_user and s.role = 'gate' and private.role_holds(s.ends_at));
end
$function$;

CREATE OR REPLACE FUNCTION private.is_box_office()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := private.uid();
begin
  return v_user is not null and exists (select from public.staff s where s.user_id = v_user and s.role = 'box_office' and private.role_holds(s.ends_at));
end
$function$;

CREATE OR REPLACE FUNCTION private.seat_order(p_seat text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
declare
  v_row text := rtrim(p_seat, '0123456789');
  v_number text := substr(p_seat, length(v_row) + 1);
  m text[];
begin
  -- ^[A-Z]{1,2}[1-9][0-9]{0,2}$ by hand, as in grid_position.
  if length(v_row) between 1 and 2 and translate(v_row, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '') = ''
     and length(v_number) between 1 and 3 and not starts_with(v_number, '0') then
    return '     ' || length(v_row)::text || rpad(v_row, 2) || lpad(v_number, 3, '0');
  end if;
  -- A standing place: ^[1-9][0-9]{0,5}$.
  if v_row = '' and length(v_number) between 1 and 6 and not starts_with(v_number, '0') then
    return '     0' || lpad(v_number, 6, '0');
  end if;
  m := regexp_match(p_seat, '^(?:([A-Z0-9]{1,4})-)?([A-Z]{1,2})([1-9][0-9]{0,2})$');
  if m is null then
    return '~' || p_seat;
  end if;
  return rpad(coalesce(m[1], ''), 5) || length(m[2])::text || rpad(m[2], 2) || lpad(m[3], 3, '0');
end
$function$;

CREATE OR REPLACE FUNCTION private.place_of(p_category_id uuid, p_seat text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_total integer;
  v_columns integer;
  v_layout uuid;
  v_sections text[];
  v_standing boolean;
  v_parts text[];
  v_row jsonb;
begin
  select c.total_tickets, c.grid_columns, l.seating_layout_id, l.section_ids, c.is_standing
    into v_total, v_columns, v_layout, v_sections, v_standing
    from public.ticket_categories c
    left join public.ticket_category_layouts l on l.ticket_category_id = c.id
    where c.id = p_category_id;
  if not found or p_seat is null then
    return null;
  end if;

  if v_standing then
    return (select s.place from public.seat_claims s where s.ticket_category_id = p_category_id and s.seat = p_seat);
  end if;
  if v_layout is null then
    return case when private.grid_position(p_seat, v_columns) <= v_total then p_category_id::text end;
  end if;

  v_parts := regexp_match(p_seat, '^([A-Z0-9]{1,4})-([A-Z]{1,2})([1-9][0-9]{0,2})$');
  if v_parts is null or v_parts[1] <> all (v_sections) then
    return null;
  end if;
  select r into v_row
    from public.seating_layouts s,
      lateral jsonb_array_elements(s.layout_data -> 'sections') as section,
      lateral jsonb_array_elements(section -> 'rows') as r
    where s.id = v_layout and section ->> 'code' = v_parts[1] and r ->> 'label' = v_parts[2];
  if v_row -> 'seats' @> to_jsonb(v_parts[3]::integer)
     and not coalesce(v_row -> 'blocked', '[]'::jsonb) @> to_jsonb(v_parts[3]::integer) then
    return v_parts[1];
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_foundation()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table public.deleted_rows, public.audit_log from public, anon, authenticated;
  revoke all on sequence public.audit_log_id_seq from public, anon, authenticated;
  revoke insert, update, delete, truncate on table public.audit_log from service_role;
  grant select on table public.deleted_rows to anon, authenticated;
  grant select on table public.audit_log to authenticated;
  revoke all on function private.uid(), private.refuse(integer, text, text, text), private.require_user(),
    private.clean_text(text), private.fold_text(text), private.require_text(text, text, integer),
    private.lock_customer(uuid), private.share_event(uuid), private.lock_event(uuid), private.lock_event_soon(uuid),
    private.stamp_row(), private.refuse_stale_edit(), private.note_deletion(),
    private.record_audit(text, text, text, jsonb, jsonb), private.audit_row(), private.strip_hidden(text),
    private.token_session(), private.session_lives(uuid), private.role_holds(timestamptz), private.is_admin(), private.is_gate(), private.is_box_office(),
    private.require_admin(),
    private.seat_order(text), private.grid_position(text, integer), private.place_of(uuid, text),
    private.seats_as_lines(private.seat[]), private.grant_foundation() from public, anon, authenticated;
  -- For invoker functions, views and policies, and for indexes and triggers that run as the writer.
  grant execute on function private.uid(), private.refuse(integer, text, text, text), private.require_user(),
    private.clean_text(text), private.fold_text(text), private.require_text(text, text, integer), private.is_admin(),
    private.is_gate(), private.is_box_office()
    to anon, authenticated, service_role;
  grant execute on function private.strip_hidden(text) to authenticated, service_role;
end
$function$;

CREATE OR REPLACE FUNCTION public.my_role()
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when private.is_admin() then 'admin' when private.is_gate() then 'gate' when private.is_box_office() then 'box_office' end
$function$;

CREATE OR REPLACE FUNCTION public.my_role_end()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select s.ends_at from public.staff s where s.user_id = private.uid() $function$;

CREATE OR REPLACE FUNCTION private.count_admins()
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select count(*) from public.staff s join auth.users u on u.id = s.user_id where s.role = 'admin' and s.ends_at is null
$function$;

CREATE OR REPLACE FUNCTION private.is_last_admin(p_user_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.count_admins() <= 1
    and exists (select from public.staff s where s.user_id = p_user_id and s.role = 'admin' and s.ends_at is null)
$function$;

CREATE OR REPLACE FUNCTION private.role_end(p_role text, p_ends_at timestamp with time zone, p_argument text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_mine timestamptz;
begin
  if not isfinite(p_ends_at) or p_ends_at <= now() then
    perform private.refuse(400, 'invalid', p_argument, 'A role ends at a time to come.');
  end if;
  select s.ends_at into v_mine from public.staff s where s.user_id = auth.uid();
  if p_role = 'admin' and (p_ends_at is null or p_ends_at > v_mine) and v_mine is not null then
    perform private.refuse(403, 'forbidden', p_argument, 'An admin whose role ends makes no admin who stays longer.');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.set_staff_role(p_user_id uuid, p_role text, p_ends_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_confirmed boolean;
begin
  perform private.require_admin();
  if p_role is not null and p_role not in ('admin', 'gate', 'box_office') then
    perform private.refuse(400, 'invalid', 'p_role', 'p_role is admin, gate, box_office, or null for none.');
  end if;
  -- Serializes role changes: two admins must not remove each other.
  perform pg_advisory_xact_lock(hashtextextended('staff', 0));
  perform private.require_admin();

  if (p_role is distinct from 'admin' or p_ends_at is not null) and private.is_last_admin(p_user_id) then
    perform private.refuse(409, 'last_admin', '', 'The last admin stays one.');
  end if;
  if p_role is null then
    delete from public.staff s where s.user_id = p_user_id;
    return null;
  end if;
  perform private.role_end(p_role, p_ends_at, 'p_ends_at');

  select u.email_confirmed_at is not null into v_confirmed from auth.users u where u.id = p_user_id;
  if not found then
    perform private.refuse(404, 'not_found', 'p_user_id', 'There is no such account.');
  end if;
  if not v_confirmed then
    perform private.refuse(409, 'not_confirmed', 'p_user_id', 'The address of this account is not confirmed yet.');
  end if;
  insert into public.staff as s (user_id, role, ends_at) values (p_user_id, p_role, p_ends_at)
    on conflict (user_id) do update set role = excluded.role, ends_at = excluded.ends_at
    where s.role <> excluded.role or s.ends_at is distinct from excluded.ends_at;
  return p_role;
end
$function$;

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

  -- Frees held seats; seats under review or sold stay with their payment.
  perform from public.seat_claims c where c.user_id = v_user and c.state = 'held'
    order by c.event_id, c.place, c.seat for no key update;
  delete from public.seat_claims c where c.user_id = v_user and c.state = 'held';
  delete from public.contact_messages m where m.user_id = v_user;
  delete from public.outgoing_mail m where m.user_id = v_user;
  delete from public.staff_invitations i where i.used_by = v_user or (i.made_by = v_user and i.used_at is null);
  delete from public.notices n where n.user_id = v_user;
  delete from private.code_grants g where g.user_id = v_user;
  delete from private.code_tries t where t.user_id = v_user;
  delete from public.staff s where s.user_id = v_user;
  delete from public.profiles p where p.id = v_user;
  delete from auth.users u where u.id = v_user;
end
$function$;

CREATE OR REPLACE FUNCTION private.find_accounts(p_text text, p_staff boolean DEFAULT false, p_after uuid DEFAULT NULL::uuid)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  v_pattern text := private.search_pattern(p_text);
  v_word text := private.search_pattern(p_text, true);
begin
  if v_pattern is null or not private.is_admin() then
    return;
  end if;
  if p_after is not null then
    return query select f.id from public.profiles f
      where (f.name ilike v_pattern or f.name ilike v_word or f.email ilike v_pattern or f.phone ilike v_pattern
          or f.location ilike v_pattern or f.location ilike v_word) and not f.is_guest
        and (not p_staff or f.id in (select t.user_id from public.staff t)) and f.id > p_after
      order by f.id limit private.most_found();
  else
    return query select f.id from public.profiles f
      where (f.name ilike v_pattern or f.name ilike v_word or f.email ilike v_pattern or f.phone ilike v_pattern
          or f.location ilike v_pattern or f.location ilike v_word) and not f.is_guest
        and (not p_staff or f.id in (select t.user_id from public.staff t))
      order by f.created_at desc limit private.most_found() + 1;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.get_all_profiles()
 RETURNS TABLE(profile_id uuid, name text, email text, phone text, location text, role text, marketing_consented_at timestamp with time zone, created_at timestamp with time zone, updated_at timestamp with time zone, role_ends_at timestamp with time zone)
 LANGUAGE sql
 STABLE
AS $function$
  select l.profile_id, l.name, l.email, l.phone, l.location, l.role, l.marketing_consented_at, l.created_at, l.updated_at,
    l.role_ends_at
  from private.profile_list l
$function$;

CREATE OR REPLACE FUNCTION public.search_profiles(p_search text DEFAULT NULL::text, p_staff boolean DEFAULT false, p_after uuid DEFAULT NULL::uuid)
 RETURNS TABLE(profile_id uuid, name text, email text, phone text, location text, role text, marketing_consented_at timestamp with time zone, created_at timestamp with time zone, updated_at timestamp with time zone, role_ends_at timestamp with time zone)
 LANGUAGE sql
 STABLE
AS $function$
  select l.profile_id, l.name, l.email, l.phone, l.location, l.role, l.marketing_consented_at, l.created_at, l.updated_at,
    l.role_ends_at
  from private.find_accounts(p_search, p_staff, p_after) as i join private.profile_list l on l.profile_id = i
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

CREATE OR REPLACE FUNCTION private.grant_people()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table public.profiles, public.staff, private.profile_list, private.closed_accounts
    from public, anon, authenticated;
  grant select on table public.profiles, public.staff, private.profile_list to authenticated;
  revoke all on function private.count_admins(), private.is_last_admin(uuid), private.role_end(text, timestamptz, text),
    private.profile_text(jsonb, text, text, integer, text),
    private.profile_flag(jsonb, text, boolean), private.upcoming_tickets_of(uuid),
    private.search_pattern(text, boolean), private.most_found(), private.find_accounts(text, boolean, uuid),
    public.my_role(), public.my_role_end(), public.set_staff_role(uuid, text, timestamptz), public.save_profile(jsonb), public.export_my_data(),
    public.delete_my_account(boolean), public.get_all_profiles(), public.search_profiles(text, boolean, uuid),
    private.clean_new_profile(), private.session_is_fresh(uuid, uuid), public.account_exists(uuid),
    private.refuse_closed(), public.close_account(uuid, text), public.reopen_account(uuid), public.closed_accounts(),
    private.grant_people() from public, anon, authenticated;
  -- Visitors get not_signed_in from these.
  grant execute on function public.my_role(), public.set_staff_role(uuid, text, timestamptz), public.save_profile(jsonb),
    public.export_my_data(), public.delete_my_account(boolean), public.close_account(uuid, text),
    public.reopen_account(uuid), public.closed_accounts() to anon, authenticated;
  grant execute on function public.get_all_profiles(), public.search_profiles(text, boolean, uuid),
    private.find_accounts(text, boolean, uuid), public.account_exists(uuid), public.my_role_end() to authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.find_messages(p_text text, p_handled boolean)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  v_pattern text := private.search_pattern(p_text);
  v_word text := private.search_pattern(p_text, true);
begin
  if v_pattern is null or not private.is_admin() then
    return;
  end if;
  -- Materialized: expecting many matches, a plan would read all messages from the newest on.
  return query
    with found as materialized (
      select m.id, m.created_at from public.contact_messages m
      where (m.name ilike v_pattern or m.name ilike v_word or m.email ilike v_pattern or m.topic ilike v_pattern
          or m.message ilike v_pattern or m.message ilike v_word or m.order_code ilike v_pattern)
        and (m.handled_at is not null) = p_handled)
    select f.id from found f order by f.created_at desc limit private.most_found() + 1;
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.city := private.require_text(new.city, 'city', 80);
  new.venue := private.require_text(new.venue, 'venue', 160);
  if new.date is null or not isfinite(new.date)
     or new.date < '2000-01-01 00:00+00' or new.date >= '2100-01-01 00:00+00' then
    perform private.refuse(400, 'invalid', 'date', 'date must be a time in this century.');
  end if;
  if new.genre is not null
     and new.genre not in ('Rock', 'Pop', 'Classical', 'Jazz', 'Folk', 'Electronic') then
    perform private.refuse(400, 'invalid', 'genre', 'genre is one of the six, or null.');
  end if;
  if new.state <> all (private.states()) then
    perform private.refuse(400, 'invalid', 'state', 'state is a state or union territory of India, or null.');
  end if;
  if new.status is null or new.status not in ('scheduled', 'cancelled') then
    perform private.refuse(400, 'invalid', 'status', 'status is scheduled or cancelled.');
  end if;
  if new.singer_id is null or not exists (select from public.singers s where s.id = new.singer_id) then
    perform private.refuse(400, 'invalid', 'singer_id', 'There is no such singer.');
  end if;
  -- docs/decisions/0047-drafts-and-windows.md
  if new.published_at > clock_timestamp() then
    perform private.refuse(400, 'invalid', 'published_at', 'An event is published by now, or a draft.');
  end if;

  if tg_op = 'INSERT' then
    new.revision := 1;
    return new;
  end if;

  -- A plain edit leaves the same trace as move_event once a customer has bought or asked.
  if new.date is distinct from old.date and new.previous_date is not distinct from old.previous_date
     and exists (select from public.seat_claims c
                 where c.event_id = old.id and c.state in ('under_review', 'sold') and c.user_id is not null) then
    new.previous_date := old.date;
  end if;

  new.revision := old.revision;
  if (new.singer_id, new.city, new.venue, new.date, new.genre, new.status, new.cancelled_reason, new.state)
     is distinct from
     (old.singer_id, old.city, old.venue, old.date, old.genre, old.status, old.cancelled_reason, old.state) then
    new.revision := old.revision + 1;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_paragraphs(p_value text, p_argument text, p_longest integer)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  v_text text;
begin
  if p_value is null then
    return null;
  end if;
  if octet_length(p_value) <= 12 * p_longest + 1024 then
    v_text := private.clean_text(private.strip_hidden(translate(replace(p_value, E'\r\n', E'\n'), E'\r\t', E'\n ')));
  end if;
  if v_text is null or char_length(v_text) > p_longest or v_text ~ '[\x01-\x09\x0b-\x1f\x7f]' then
    perform private.refuse(400, 'invalid', p_argument,
      format('%s must be text of at most %s characters.', p_argument, p_longest));
  end if;
  return nullif(v_text, '');
end
$function$;

CREATE OR REPLACE FUNCTION private.require_names(p_names text[], p_argument text, p_most integer, p_longest integer)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if p_names is null or cardinality(p_names) = 0 then
    return null;
  end if;
  if array_ndims(p_names) > 1 or cardinality(p_names) > p_most then
    perform private.refuse(400, 'invalid', p_argument, format('%s has at most %s names.', p_argument, p_most));
  end if;
  return (select array_agg(private.require_text(n.name, p_argument, p_longest) order by n.at)
          from unnest(p_names) with ordinality as n(name, at));
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_event_about()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_longest_description constant integer := 6000;
  c_longest_rules constant integer := 3000;
begin
  new.description := private.require_paragraphs(new.description, 'description', c_longest_description);
  new.rules := private.require_paragraphs(new.rules, 'rules', c_longest_rules);
  new.line_up := private.require_names(new.line_up, 'line_up', 30, 120);
  new.sung_in := private.require_names(new.sung_in, 'sung_in', 10, 40);
  if new.minimum_age not between 1 and 99 then
    perform private.refuse(400, 'invalid', 'minimum_age', 'minimum_age is 1 to 99, or null.');
  end if;
  if tg_op = 'UPDATE' and new.date is distinct from old.date then
    if new.doors_at is not distinct from old.doors_at then
      new.doors_at := old.doors_at + (new.date - old.date);
    end if;
    if new.ends_at is not distinct from old.ends_at then
      new.ends_at := old.ends_at + (new.date - old.date);
    end if;
  end if;
  if new.doors_at > new.date or new.doors_at < new.date - interval '1 day' then
    perform private.refuse(400, 'invalid', 'doors_at', 'Doors open at most a day before the start, never after it.');
  end if;
  if new.ends_at <= new.date or new.ends_at > new.date + interval '3 days' then
    perform private.refuse(400, 'invalid', 'ends_at', 'The end comes after the start, within three days.');
  end if;
  if new.poster !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{16}-[1-9][0-9]{2,3}x[1-9][0-9]{2,3}-(jpg|webp|avif)$' then
    perform private.refuse(400, 'invalid', 'poster', 'poster is a name in the bucket posters, or null.');
  end if;
  new.poster_alt := case when new.poster is not null then private.require_text(new.poster_alt, 'poster_alt', 300) end;
  if tg_op = 'UPDATE' and new.revision = old.revision
     and (new.description, new.line_up, new.doors_at, new.ends_at, new.minimum_age, new.sung_in, new.rules, new.poster,
          new.poster_alt)
       is distinct from
       (old.description, old.line_up, old.doors_at, old.ends_at, old.minimum_age, old.sung_in, old.rules, old.poster,
        old.poster_alt) then
    new.revision := old.revision + 1;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_ticket_category()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.name := private.require_text(new.name, 'name', 80);
  -- NaN is greater than every number, so the upper bound refuses it.
  if new.price is null or new.price < 0 or new.price > 9999999.99 then
    perform private.refuse(400, 'invalid', 'price', 'price is 0 to 9999999.99 rupees.');
  end if;
  if new.total_tickets is null or new.total_tickets < 1 then
    perform private.refuse(400, 'invalid', 'total_tickets', 'total_tickets is at least 1.');
  end if;
  if new.tickets_sold is null or new.tickets_sold < 0 then
    perform private.refuse(400, 'invalid', 'tickets_sold', 'tickets_sold is at least 0.');
  end if;
  if new.tickets_sold > new.total_tickets - new.tickets_kept then
    perform private.refuse(409, 'sold_exceeds_total', (new.total_tickets - new.tickets_kept)::text,
      'Tickets sold cannot exceed total tickets less those that are kept; detail is the highest number possible.');
  end if;
  if new.event_id is null or not exists (select from public.events e where e.id = new.event_id) then
    perform private.refuse(400, 'invalid', 'event_id', 'There is no such event.');
  end if;
  if not isfinite(new.sale_from) or not isfinite(new.sale_until) or new.sale_until <= new.sale_from then
    perform private.refuse(400, 'invalid', 'sale_until', 'The sale ends after it begins.');
  end if;

  if tg_op = 'INSERT' then
    new.revision := 1;
    return new;
  end if;

  -- Devices learn of a published event with all its categories at once.
  if new.event_id <> old.event_id
     and (select count(distinct e.published_at is null) from public.events e where e.id in (old.event_id, new.event_id)) > 1 then
    perform private.refuse(400, 'invalid', 'event_id', 'A category stays with drafts, or with published events.');
  end if;

  new.revision := old.revision;
  if (new.event_id, new.name, new.price, new.total_tickets, new.is_standing, new.sale_from, new.sale_until, new.is_hidden)
     is distinct from (old.event_id, old.name, old.price, old.total_tickets, old.is_standing, old.sale_from, old.sale_until, old.is_hidden) then
    new.revision := old.revision + 1;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.hidden_events()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
declare
  v_user uuid := auth.uid();
begin
  -- Nearly always: no draft at all.
  if not exists (select from public.events e where e.published_at is null) then
    return;
  end if;
  if v_user is not null and not private.session_lives(v_user) then
    v_user := null;
  end if;
  if v_user is not null and (private.is_admin() or private.is_gate()) then
    return;
  end if;
  return query
    select e.id from public.events e
    where e.published_at is null
      -- A late payment can be recorded after an event went back to draft; its customer still reads the event.
      and not exists (select from public.user_tickets t where t.user_id = v_user and t.event_id = e.id)
      and not exists (select from public.payment_lines l where l.user_id = v_user and l.event_id = e.id);
end
$function$;

CREATE OR REPLACE FUNCTION private.hidden_categories()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO ''
AS $function$
declare
  v_user uuid;
begin
  if exists (select from public.events e where e.published_at is null) then
    return query
      select c.id from private.hidden_events() as h join public.ticket_categories c on c.event_id = h;
  end if;
  -- Nearly always: no category needs a code.
  if not exists (select from public.ticket_categories c where c.is_hidden) then
    return;
  end if;
  v_user := auth.uid();
  if v_user is not null and not private.session_lives(v_user) then
    v_user := null;
  end if;
  if v_user is not null and (private.is_admin() or private.is_gate() or private.is_box_office()) then
    return;
  end if;
  return query
    select c.id from public.ticket_categories c
    where c.is_hidden
      and not exists (select from public.user_tickets t where t.user_id = v_user and t.ticket_category_id = c.id)
      and not exists (select from public.payment_lines l where l.user_id = v_user and l.ticket_category_id = c.id);
end
$function$;

CREATE OR REPLACE FUNCTION private.note_hidden_category()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.is_hidden then
    insert into public.deleted_rows ("table", id, at)
      values ('ticket_categories', new.id, clock_timestamp()), ('ticket_category_layouts', new.id, clock_timestamp())
      on conflict ("table", id) do update set at = excluded.at;
  else
    delete from public.deleted_rows d where d.id = new.id and d."table" in ('ticket_categories', 'ticket_category_layouts');
    -- Devices that have synced since it was written ask only for later changes.
    update public.ticket_category_layouts l set section_ids = l.section_ids where l.ticket_category_id = new.id;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_catalogue()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table public.singers, public.events, public.ticket_categories from public, anon, authenticated;
  grant select on table public.singers, public.events, public.ticket_categories to anon, authenticated;
  grant delete on table public.singers, public.events, public.ticket_categories to authenticated;
  grant insert (id, name), update (name) on table public.singers to authenticated;
  -- published_at: null makes a draft; afterwards publish_event and unpublish_event change it.
  grant insert (id, singer_id, city, venue, date, genre, published_at, state), update (singer_id, city, venue, date, genre, revision, state) on table public.events
    to authenticated;
  grant insert (description, line_up, doors_at, ends_at, minimum_age, sung_in, rules, poster, poster_alt), update (description, line_up, doors_at, ends_at, minimum_age, sung_in, rules, poster, poster_alt) on table public.events
    to authenticated;
  -- Clients send the updated_at that an edit of tickets_sold saw; it is never stored.
  grant insert (id, event_id, name, price, total_tickets, tickets_sold, is_standing, sale_from, sale_until, is_hidden), update (event_id, name, price, total_tickets, tickets_sold, is_standing, revision, updated_at, sale_from, sale_until, is_hidden) on table public.ticket_categories
    to authenticated;
  revoke all on function private.guard_singer(), private.guard_event(), private.guard_ticket_category(),
    private.refuse_direct_edit(), private.require_paragraphs(text, text, integer),
    private.require_names(text[], text, integer, integer), private.guard_event_about(), private.hidden_events(),
    private.hidden_categories(), private.note_hidden_category(), private.grant_catalogue() from public, anon, authenticated;
  -- For policies.
  grant execute on function private.hidden_events(), private.hidden_categories() to anon, authenticated, service_role;
end
$function$;

CREATE OR REPLACE FUNCTION private.seats_of(p_category_id uuid)
 RETURNS TABLE(place text, seat text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select seats.place, seats.seat
  from (
    select c.id::text as place, private.grid_seat(n, c.grid_columns) as seat
    from public.ticket_categories c, lateral generate_series(1, c.total_tickets) as n
    where c.id = p_category_id and not c.is_standing
      and not exists (select from public.ticket_category_layouts l where l.ticket_category_id = c.id)
    union all
    select s.place, s.seat
    from public.seat_claims s join public.ticket_categories c on c.id = s.ticket_category_id and c.is_standing
    where s.ticket_category_id = p_category_id
    union all
    select section ->> 'code', s.seat
    from public.ticket_category_layouts l
    join public.seating_layouts layout on layout.id = l.seating_layout_id,
      lateral jsonb_array_elements(layout.layout_data -> 'sections') as section,
      lateral private.section_seats(section) as s
    where l.ticket_category_id = p_category_id and section ->> 'code' = any (l.section_ids)
  ) as seats
  order by private.seat_order(seats.seat) collate "C"
$function$;

CREATE OR REPLACE FUNCTION private.guard_layout_link()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_category uuid := case when tg_op = 'INSERT' then new.ticket_category_id else old.ticket_category_id end;
  v_event uuid;
  v_standing boolean;
  v_data jsonb;
  v_codes text[];
begin
  select c.event_id, c.is_standing into v_event, v_standing from public.ticket_categories c where c.id = v_category;
  if not found then
    if tg_op = 'DELETE' then
      return old; -- the category itself is being deleted
    end if;
    perform private.refuse(404, 'not_found', 'ticket_category_id', 'There is no such ticket category.');
  end if;
  perform private.lock_event_soon(v_event);
  perform from public.ticket_categories c where c.id = v_category for no key update;

  if tg_op = 'DELETE' then
    if private.has_claims(v_category) then
      perform private.refuse(409, 'seats_claimed', v_category::text, 'Seats of this ticket category are held or sold.');
    end if;
    return old;
  end if;
  if new.ticket_category_id is distinct from v_category then
    perform private.refuse(400, 'invalid', 'ticket_category_id', 'A link stays with its category.');
  end if;
  if v_standing then
    perform private.refuse(400, 'invalid', 'seating_layout_id', 'Standing places have no layout.');
  end if;
  select s.layout_data into v_data from public.seating_layouts s where s.id = new.seating_layout_id for share;
  if not found then
    perform private.refuse(404, 'not_found', 'seating_layout_id', 'There is no such seating layout.');
  end if;

  v_codes := array(
    select section ->> 'code' from jsonb_array_elements(v_data -> 'sections') with ordinality as s(section, n)
    order by n);
  if coalesce(cardinality(new.section_ids), 0) = 0 or array_position(new.section_ids, null) is not null
     or not new.section_ids <@ (v_codes || 'all'::text) then
    perform private.refuse(400, 'invalid', 'section_ids', 'section_ids lists codes of the layout, or ''all''.');
  end if;
  if 'all' = any (new.section_ids) then
    -- Check the layout first: section codes of another layout say nothing about this one.
    perform private.refuse_shared_sections(v_category, v_event, new.seating_layout_id, '{}');
    new.section_ids := array(
      select code from unnest(v_codes) with ordinality as s(code, n)
      where code <> all (private.taken_sections(v_category, v_event)) order by n);
    if cardinality(new.section_ids) = 0 then
      perform private.refuse(409, 'section_taken', to_json(v_codes)::text, 'No section of the layout is free.');
    end if;
  else
    new.section_ids := array(
      select code from unnest(v_codes) with ordinality as s(code, n) where code = any (new.section_ids) order by n);
    perform private.refuse_shared_sections(v_category, v_event, new.seating_layout_id, new.section_ids);
  end if;
  if exists (select from unnest(new.section_ids) as code where private.count_layout_seats(v_data, array[code]) = 0) then
    perform private.refuse(400, 'invalid', 'section_ids', 'Each section has at least one seat that is not blocked.');
  end if;

  -- Repeating the stored link changes nothing and is allowed under claims.
  if private.has_claims(v_category) and not exists (
    select from public.ticket_category_layouts l
    where l.ticket_category_id = v_category
      and l.seating_layout_id = new.seating_layout_id and l.section_ids = new.section_ids
  ) then
    perform private.refuse(409, 'seats_claimed', v_category::text, 'Seats of this ticket category are held or sold.');
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_ticket_category_shape()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_most_rows constant integer := 702; -- ZZ
  c_most_standing constant integer := 100000;
  v_layout uuid;
  v_sections text[];
  v_seats integer;
  v_claimed boolean := false;
  v_last integer;
begin
  if tg_op = 'UPDATE' then
    if new.event_id = old.event_id and new.total_tickets = old.total_tickets and new.is_standing = old.is_standing
       and (new.grid_columns is null) = (new.is_standing or exists (
         select from public.ticket_category_layouts l where l.ticket_category_id = new.id)) then
      new.grid_columns := old.grid_columns;
      return new;
    end if;
    perform private.lock_event_soon(e) from (
      select unnest(array[old.event_id, new.event_id]) as e order by 1) as both_events;
    v_claimed := private.has_claims(old.id);
    select l.seating_layout_id, l.section_ids into v_layout, v_sections
      from public.ticket_category_layouts l where l.ticket_category_id = new.id;
    if new.event_id <> old.event_id or new.is_standing <> old.is_standing then
      if v_claimed then
        perform private.refuse(409, 'seats_claimed', old.id::text, 'Seats of this ticket category are held or sold.');
      end if;
      if v_layout is not null and new.is_standing then
        perform private.refuse(409, 'in_use', 'is_standing', 'Take the layout from the category first.');
      elsif v_layout is not null then
        perform private.refuse_shared_sections(new.id, new.event_id, v_layout, v_sections);
      end if;
    end if;
  end if;

  if new.is_standing then
    new.grid_columns := null;
    if new.total_tickets > c_most_standing then
      perform private.refuse(400, 'invalid', 'total_tickets', format('There are at most %s standing places.', c_most_standing));
    end if;
    return new;
  end if;
  if v_layout is not null then
    select private.count_layout_seats(s.layout_data, v_sections) into v_seats
      from public.seating_layouts s where s.id = v_layout;
    if new.total_tickets <> v_seats then
      perform private.refuse(400, 'invalid', 'total_tickets',
        format('The layout gives this category %s seats; the number is not typed.', v_seats));
    end if;
    new.grid_columns := null;
    return new;
  end if;

  if v_claimed then
    new.grid_columns := old.grid_columns;
    select max(private.grid_position(c.seat, old.grid_columns)) into v_last
      from public.seat_claims c
      where c.ticket_category_id = old.id and (c.state <> 'held' or c.expires_at > now());
    if new.total_tickets < v_last then
      perform private.refuse(409, 'seats_claimed', private.grid_seat(v_last, old.grid_columns),
        'Seats beyond the new last one are held or sold; detail is the last of them.');
    end if;
  else
    new.grid_columns := private.grid_columns(new.total_tickets);
  end if;
  if new.total_tickets > c_most_rows * new.grid_columns then
    perform private.refuse(400, 'invalid', 'total_tickets',
      format('Without a layout there are at most %s seats: rows go from A to ZZ.', c_most_rows * new.grid_columns));
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.add_ticket_category(p_id uuid DEFAULT NULL::uuid, p_event_id uuid DEFAULT NULL::uuid, p_name text DEFAULT NULL::text, p_price numeric DEFAULT NULL::numeric, p_total_tickets integer DEFAULT NULL::integer, p_seating_layout_id uuid DEFAULT NULL::uuid, p_section_ids text[] DEFAULT NULL::text[], p_is_standing boolean DEFAULT false, p_sale_from timestamp with time zone DEFAULT NULL::timestamp with time zone, p_sale_until timestamp with time zone DEFAULT NULL::timestamp with time zone, p_phases jsonb DEFAULT NULL::jsonb, p_is_free boolean DEFAULT false, p_is_hidden boolean DEFAULT false)
 RETURNS ticket_categories
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_category public.ticket_categories;
begin
  perform private.require_admin();
  if p_id is null then
    perform private.refuse(400, 'invalid', 'p_id', 'The category has an id made by the caller.');
  end if;
  if p_event_id is not null then
    perform private.lock_event(p_event_id);
  end if;
  -- Repeated after a lost response.
  select * into v_category from public.ticket_categories c where c.id = p_id;
  if found then
    return v_category;
  end if;
  -- With a layout the number follows below, in the same transaction.
  insert into public.ticket_categories (id, event_id, name, price, total_tickets, tickets_sold, is_standing, sale_from, sale_until,
      phases, is_free, is_hidden)
    values (p_id, p_event_id, p_name, p_price, case when p_seating_layout_id is null then p_total_tickets else 1 end, 0,
      coalesce(p_is_standing, false), p_sale_from, p_sale_until, coalesce(p_phases, '[]'), coalesce(p_is_free, false),
      coalesce(p_is_hidden, false));
  if p_seating_layout_id is not null then
    insert into public.ticket_category_layouts (ticket_category_id, seating_layout_id, section_ids)
      values (p_id, p_seating_layout_id, coalesce(p_section_ids, array['all']));
  end if;
  select * into v_category from public.ticket_categories c where c.id = p_id;
  return v_category;
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_layouts()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table public.seating_layouts, public.ticket_category_layouts from public, anon, authenticated;
  grant select on table public.seating_layouts, public.ticket_category_layouts to anon, authenticated;
  grant delete on table public.seating_layouts, public.ticket_category_layouts to authenticated;
  grant insert (id, name, description, layout_data), update (name, description, layout_data) on table public.seating_layouts
    to authenticated;
  grant insert (ticket_category_id, seating_layout_id, section_ids), update (ticket_category_id, seating_layout_id, section_ids) on table public.ticket_category_layouts
    to authenticated;
  revoke all on function public.add_ticket_category(uuid, uuid, text, numeric, integer, uuid, text[], boolean, timestamptz, timestamptz, jsonb, boolean, boolean),
    private.row_letters(integer), private.row_index(text), private.grid_columns(integer),
    private.grid_seat(integer, integer), private.has_claims(uuid), private.section_seats(jsonb),
    private.count_layout_seats(jsonb, text[]), private.places_of(uuid), private.is_seat(uuid, text),
    private.seats_of(uuid), private.check_layout_data(jsonb), private.lock_events_of_layout(uuid),
    private.guard_layout(), private.count_layout_again(), private.refuse_shared_sections(uuid, uuid, uuid, text[]),
    private.taken_sections(uuid, uuid), private.guard_layout_link(), private.apply_layout_link(),
    private.guard_ticket_category_shape(), public.assign_layout(uuid, uuid, text[]), private.grant_layouts()
    from public, anon, authenticated;
  grant execute on function public.add_ticket_category(uuid, uuid, text, numeric, integer, uuid, text[], boolean, timestamptz, timestamptz, jsonb, boolean, boolean),
    public.assign_layout(uuid, uuid, text[]) to anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.states()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select array['Andaman and Nicobar Islands', 'Andhra Pradesh', 'Arunachal Pradesh', 'Assam', 'Bihar', 'Chandigarh',
    'Chhattisgarh', 'Dadra and Nagar Haveli and Daman and Diu', 'Delhi', 'Goa', 'Gujarat', 'Haryana',
    'Himachal Pradesh', 'Jammu and Kashmir', 'Jharkhand', 'Karnataka', 'Kerala', 'Ladakh', 'Lakshadweep',
    'Madhya Pradesh', 'Maharashtra', 'Manipur', 'Meghalaya', 'Mizoram', 'Nagaland', 'Odisha', 'Puducherry', 'Punjab',
    'Rajasthan', 'Sikkim', 'Tamil Nadu', 'Telangana', 'Tripura', 'Uttar Pradesh', 'Uttarakhand', 'West Bengal']
$function$;

CREATE OR REPLACE FUNCTION private.guard_tax_rules()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_today date := (now() at time zone 'Asia/Kolkata')::date;
begin
  if tg_op <> 'INSERT' and old.from_day < v_today or tg_op <> 'DELETE' and new.from_day < v_today then
    perform private.refuse(400, 'invalid', 'from_day',
      'Orders were priced by the rules of that day; say from which day on others hold.');
  end if;
  if tg_op <> 'DELETE' and new.state <> all (private.states()) then
    perform private.refuse(400, 'invalid', 'state', 'state is a state or union territory of India.');
  end if;
  return coalesce(new, old);
end
$function$;

CREATE OR REPLACE FUNCTION private.write_tax_rules(p_from_day date, p_rules jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  c_most constant integer := 200;
begin
  if jsonb_typeof(p_rules) is distinct from 'array' or jsonb_array_length(p_rules) not between 1 and c_most
     or exists (select from jsonb_array_elements(p_rules) as r
       where jsonb_typeof(r) <> 'object' or coalesce(r ->> 'kind', '') not in ('gst', 'local')
         or jsonb_typeof(r -> 'percent') is distinct from 'number'
         or coalesce(jsonb_typeof(r -> 'up_to_price'), 'null') not in ('number', 'null')
         or coalesce(jsonb_typeof(r -> 'state'), 'null') <> case r ->> 'kind' when 'local' then 'string' else 'null' end) then
    perform private.refuse(400, 'invalid', 'p_rules',
      'Rules are [{"kind": "gst" or "local", "state": of a local tax, "up_to_price": rupees or null, "percent"}, …].');
  end if;
  if exists (select from jsonb_array_elements(p_rules) as r
      where (r ->> 'percent')::numeric not between 0 and 100 or (r ->> 'up_to_price')::numeric not between 0 and 9999999.99
        or r ->> 'state' <> all (private.states()))
     or (select count(*) > count(distinct (r ->> 'kind', r ->> 'state', round((r ->> 'up_to_price')::numeric, 2)))
       from jsonb_array_elements(p_rules) as r) then
    perform private.refuse(400, 'invalid', 'p_rules',
      'A percent is 0 to 100, a price at most 9999999.99, a state one of India, and each rule is there once.');
  end if;
  if not exists (select from jsonb_array_elements(p_rules) as r
      where r ->> 'kind' = 'gst' and coalesce(jsonb_typeof(r -> 'up_to_price'), 'null') = 'null') then
    perform private.refuse(400, 'invalid', 'p_rules', 'One rule of GST has no highest price.');
  end if;
  delete from public.tax_rules r where r.from_day = p_from_day;
  insert into public.tax_rules (from_day, kind, state, up_to_price, percent)
    select p_from_day, r ->> 'kind', r ->> 'state', (r ->> 'up_to_price')::numeric, (r ->> 'percent')::numeric
    from jsonb_array_elements(p_rules) as r;
end
$function$;

CREATE OR REPLACE FUNCTION public.set_tax_terms(p_from_day date DEFAULT NULL::date, p_gst_by text DEFAULT NULL::text, p_gst_percent numeric DEFAULT NULL::numeric, p_fee_per_seat numeric DEFAULT NULL::numeric, p_fee_gst_percent numeric DEFAULT NULL::numeric, p_rules jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  if p_from_day is null or p_from_day < (now() at time zone 'Asia/Kolkata')::date or p_from_day >= '2100-01-01' then
    perform private.refuse(400, 'invalid', 'p_from_day', 'The day is today or later, in this century.');
  end if;
  if p_gst_by is null or p_gst_by not in ('flat', 'rules') then
    perform private.refuse(400, 'invalid', 'p_gst_by', 'GST goes by flat or rules.');
  end if;
  -- NaN is greater than every number, so the upper bounds refuse it.
  if p_gst_percent is null or p_gst_percent < 0 or p_gst_percent > 100 then
    perform private.refuse(400, 'invalid', 'p_gst_percent', 'A percent is 0 to 100.');
  end if;
  if p_fee_per_seat is null or p_fee_per_seat < 0 or p_fee_per_seat > 100000 then
    perform private.refuse(400, 'invalid', 'p_fee_per_seat', 'The fee is 0 to 100000 rupees.');
  end if;
  if p_fee_gst_percent is null or p_fee_gst_percent < 0 or p_fee_gst_percent > 100 then
    perform private.refuse(400, 'invalid', 'p_fee_gst_percent', 'A percent is 0 to 100.');
  end if;
  insert into public.shop_terms (from_day, gst_by, gst_percent, fee_per_seat, fee_gst_percent)
    values (p_from_day, p_gst_by, p_gst_percent, p_fee_per_seat, p_fee_gst_percent)
    on conflict (from_day) do update
    set gst_by = excluded.gst_by, gst_percent = excluded.gst_percent, fee_per_seat = excluded.fee_per_seat,
      fee_gst_percent = excluded.fee_gst_percent;
  perform private.write_tax_rules(p_from_day, p_rules);
end
$function$;

CREATE OR REPLACE FUNCTION private.rate_line(p_unit_price numeric, p_quantity integer, p_state text, p_terms shop_terms)
 RETURNS private.priced_line
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_line private.priced_line := row (p_unit_price, p_quantity, 0.00, 0.00, p_terms.fee_per_seat, 0.00);
  v_day date;
begin
  if p_terms.gst_by = 'flat' then
    v_line.gst_percent := p_terms.gst_percent;
    v_line.fee_gst_percent := p_terms.fee_gst_percent;
    if p_state is null then
      return v_line;
    end if;
  end if;
  select max(r.from_day) into v_day from public.tax_rules r
    where r.from_day <= (now() at time zone 'Asia/Kolkata')::date;
  if p_terms.gst_by = 'rules' and exists (select from public.shop_settings s where s.id = 1 and s.gstin is not null) then
    v_line.fee_gst_percent := p_terms.fee_gst_percent;
    select r.percent into v_line.gst_percent from public.tax_rules r
      where r.from_day = v_day and r.kind = 'gst' and (r.up_to_price is null or r.up_to_price >= p_unit_price)
      order by r.up_to_price nulls last limit 1;
  end if;
  if p_state is not null then
    select r.percent into v_line.local_percent from public.tax_rules r
      where r.from_day = v_day and r.kind = 'local' and r.state = p_state
        and (r.up_to_price is null or r.up_to_price >= p_unit_price)
      order by r.up_to_price nulls last limit 1;
  end if;
  v_line.gst_percent := coalesce(v_line.gst_percent, 0.00);
  v_line.local_percent := coalesce(v_line.local_percent, 0.00);
  return v_line;
end
$function$;

CREATE OR REPLACE FUNCTION private.price_lines(p_lines private.priced_line[], OUT subtotal numeric, OUT gst numeric, OUT local_tax numeric, OUT fee numeric, OUT fee_gst numeric, OUT total numeric, OUT shares numeric[], OUT parts numeric[])
 RETURNS record
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
declare
  v_line private.priced_line;
  v_price numeric;
  v_fee numeric;
begin
  if cardinality(p_lines) = 1 then
    v_line := p_lines[1];
    v_price := round(v_line.unit_price * 100) * v_line.quantity; -- paise
    v_fee := round(v_line.fee * 100) * v_line.quantity;
    subtotal := (v_price / 100)::numeric(14, 2);
    gst := (floor((v_price * v_line.gst_percent + 50) / 100) / 100)::numeric(14, 2);
    local_tax := (floor((v_price * v_line.local_percent + 50) / 100) / 100)::numeric(14, 2);
    fee := (v_fee / 100)::numeric(14, 2);
    fee_gst := (floor((v_fee * v_line.fee_gst_percent + 50) / 100) / 100)::numeric(14, 2);
    total := subtotal + gst + local_tax + fee + fee_gst;
    shares := array[total];
    parts := array[array[gst, local_tax, fee, fee_gst]];
    return;
  end if;

  with lines as (
    select l.n, round(l.unit_price * 100) * l.quantity as price, round(l.fee * 100) * l.quantity as fee,
      l.gst_percent, l.local_percent, l.fee_gst_percent
    from unnest(p_lines) with ordinality as l (unit_price, quantity, gst_percent, local_percent, fee, fee_gst_percent, n)
  ), bases as (
    select l.n, 'gst' as tax, l.price as base, l.gst_percent as percent from lines l
    union all select l.n, 'local', l.price, l.local_percent from lines l
    union all select l.n, 'fee', l.fee, l.fee_gst_percent from lines l
  ), taxed as (
    select b.*, sum(b.base) over w as all_of_rate, floor((sum(b.base) over w * b.percent + 50) / 100) as amount
    from bases b window w as (partition by b.tax, b.percent)
  ), portions as (
    -- All free: no tax, nothing to split.
    select t.*, div(t.amount * t.base, greatest(t.all_of_rate, 1)) as whole,
      mod(t.amount * t.base, greatest(t.all_of_rate, 1)) as remainder
    from taxed t
  ), ranked as (
    select p.*, p.amount - sum(p.whole) over (partition by p.tax, p.percent) as left_over,
      row_number() over (partition by p.tax, p.percent order by p.remainder desc, p.n) as rank
    from portions p
  ), split as (
    select l.n, l.price, l.fee,
      sum(r.whole + (r.rank <= r.left_over)::integer) filter (where r.tax = 'gst') as gst,
      sum(r.whole + (r.rank <= r.left_over)::integer) filter (where r.tax = 'local') as local_tax,
      sum(r.whole + (r.rank <= r.left_over)::integer) filter (where r.tax = 'fee') as fee_gst
    from lines l join ranked r on r.n = l.n group by l.n, l.price, l.fee
  )
  select coalesce(sum(s.price), 0) / 100, coalesce(sum(s.gst), 0) / 100, coalesce(sum(s.local_tax), 0) / 100,
      coalesce(sum(s.fee), 0) / 100, coalesce(sum(s.fee_gst), 0) / 100,
      coalesce(array_agg(((s.price + s.gst + s.local_tax + s.fee + s.fee_gst) / 100)::numeric(14, 2) order by s.n), '{}'),
      coalesce(array_agg(array[(s.gst / 100)::numeric(14, 2), (s.local_tax / 100)::numeric(14, 2),
        (s.fee / 100)::numeric(14, 2), (s.fee_gst / 100)::numeric(14, 2)] order by s.n), '{}')
    into subtotal, gst, local_tax, fee, fee_gst, shares, parts
    from split s;
  subtotal := subtotal::numeric(14, 2);
  gst := gst::numeric(14, 2);
  local_tax := local_tax::numeric(14, 2);
  fee := fee::numeric(14, 2);
  fee_gst := fee_gst::numeric(14, 2);
  total := subtotal + gst + local_tax + fee + fee_gst;
end
$function$;

CREATE OR REPLACE FUNCTION private.price_order(p_unit_prices numeric[], p_quantities integer[], p_terms shop_terms, OUT subtotal numeric, OUT gst numeric, OUT local_tax numeric, OUT fee numeric, OUT fee_gst numeric, OUT total numeric, OUT shares numeric[], OUT parts numeric[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_lines private.priced_line[];
begin
  for n in 1 .. coalesce(cardinality(p_quantities), 0) loop
    v_lines := v_lines || private.rate_line(p_unit_prices[n], p_quantities[n], null, p_terms);
  end loop;
  select * into subtotal, gst, local_tax, fee, fee_gst, total, shares, parts from private.price_lines(v_lines);
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_terms()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table public.shop_terms, public.tax_rules, public.terms_by_day from public, anon, authenticated;
  grant select on table public.shop_terms, public.tax_rules, public.terms_by_day to anon, authenticated;
  revoke all on function private.guard_shop_terms(), private.terms(),
    private.price_order(numeric[], integer[], public.shop_terms), private.grant_terms(), private.states(),
    private.guard_tax_rules(), private.write_tax_rules(date, jsonb), private.price_lines(private.priced_line[]),
    public.set_tax_terms(date, text, numeric, numeric, numeric, jsonb),
    private.rate_line(numeric, integer, text, public.shop_terms)
    from public, anon, authenticated;
  grant execute on function public.set_tax_terms(date, text, numeric, numeric, numeric, jsonb) to anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.fold_code(p_code text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
declare
  c_most_bytes constant integer := 256;
begin
  if octet_length(p_code) > c_most_bytes then
    return '';
  end if;
  return upper(regexp_replace(normalize(p_code, NFKC), '[[:space:]\u2010-\u2015-]', '', 'g'));
end
$function$;

CREATE OR REPLACE FUNCTION private.price_with_code(p_full numeric, p_percent smallint, p_amount numeric)
 RETURNS numeric
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
begin
  if p_percent is not null then
    return (floor((round(p_full * 100) * (100 - p_percent) + 50) / 100) / 100)::numeric(12, 2);
  end if;
  return greatest(p_full - coalesce(p_amount, 0), 0)::numeric(12, 2);
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_code()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.code := private.fold_code(new.code);
  if new.code is null or new.code collate "C" !~ '^[A-Z0-9]{4,32}$' then
    perform private.refuse(400, 'invalid', 'code', 'A code has 4 to 32 letters A to Z and digits.');
  end if;
  if exists (select from public.discount_codes d where d.code = new.code and d.id <> new.id) then
    perform private.refuse(409, 'name_taken', 'code', 'There is such a code.');
  end if;
  if new.event_id is not null and not exists (select from public.events e where e.id = new.event_id) then
    perform private.refuse(400, 'invalid', 'event_id', 'There is no such event.');
  end if;
  if cardinality(new.ticket_category_ids) = 0 then
    new.ticket_category_ids := null;
  end if;
  if new.ticket_category_ids is not null and (tg_op = 'INSERT' or new.ticket_category_ids is distinct from old.ticket_category_ids
      or new.event_id is distinct from old.event_id)
     and (new.event_id is null or exists (
       select from unnest(new.ticket_category_ids) as t (id)
       where not exists (select from public.ticket_categories c where c.id = t.id and c.event_id = new.event_id))) then
    perform private.refuse(400, 'invalid', 'ticket_category_ids', 'They are ticket categories of the code''s event.');
  end if;
  if new.percent not between 1 and 100 then
    perform private.refuse(400, 'invalid', 'percent', 'percent is 1 to 100, or null.');
  end if;
  -- NaN is greater than every number, so the upper bound refuses it.
  if new.amount <= 0 or new.amount > 9999999.99 then
    perform private.refuse(400, 'invalid', 'amount', 'amount is more than 0 rupees, or null.');
  end if;
  if num_nonnulls(new.percent, new.amount) = 2 or num_nonnulls(new.percent, new.amount) = 0 and new.opens_hidden is not true then
    perform private.refuse(400, 'invalid', 'percent', 'A code takes off a percent or an amount, or opens hidden categories.');
  end if;
  if not isfinite(new.from_at) or not isfinite(new.until_at) or new.until_at <= new.from_at then
    perform private.refuse(400, 'invalid', 'until_at', 'A code ends after it begins.');
  end if;
  if new.uses_total < 1 then
    perform private.refuse(400, 'invalid', 'uses_total', 'uses_total is at least 1, or null.');
  end if;
  if new.uses_per_person < 1 then
    perform private.refuse(400, 'invalid', 'uses_per_person', 'uses_per_person is at least 1, or null.');
  end if;
  new.note := coalesce(private.clean_text(private.strip_hidden(new.note)), '');
  if char_length(new.note) > 300 then
    perform private.refuse(400, 'invalid', 'note', 'note has at most 300 characters.');
  end if;
  if tg_op = 'INSERT' then
    new.revision := 1;
    return new;
  end if;
  new.revision := old.revision;
  if (new.code, new.event_id, new.ticket_category_ids, new.percent, new.amount, new.opens_hidden, new.from_at, new.until_at,
      new.uses_total, new.uses_per_person, new.paused_at, new.note)
     is distinct from
     (old.code, old.event_id, old.ticket_category_ids, old.percent, old.amount, old.opens_hidden, old.from_at, old.until_at,
      old.uses_total, old.uses_per_person, old.paused_at, old.note) then
    new.revision := old.revision + 1;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.refuse_used_code()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.code_uses(old.id) > 0 or exists (select from public.payments p where p.discount_code = old.code) then
    perform private.refuse(409, 'in_use', 'discount_codes', 'Orders have used it; pause it instead.');
  end if;
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_codes()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table public.discount_codes, private.code_grants, private.code_tries from public, anon, authenticated;
  grant select, delete on table public.discount_codes to authenticated;
  grant insert (id, code, event_id, ticket_category_ids, percent, amount, opens_hidden, from_at, until_at, uses_total, uses_per_person, paused_at, note), update (event_id, ticket_category_ids, percent, amount, opens_hidden, from_at, until_at, uses_total, uses_per_person, paused_at, note, revision) on table public.discount_codes
    to authenticated;
  revoke all on function private.fold_code(text), private.price_with_code(numeric, smallint, numeric),
    private.guard_code(), private.refuse_used_code(), private.grant_codes() from public, anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.read_phases(p_phases jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  c_most constant integer := 10;
  c_longest_name constant integer := 40;
  c_most_sold constant integer := 100000;
  v_phase jsonb;
  v_until timestamptz;
  v_phases jsonb := '[]';
begin
  if jsonb_typeof(p_phases) is distinct from 'array' or jsonb_array_length(p_phases) > c_most then
    perform private.refuse(400, 'invalid', 'phases', format('phases is a list of at most %s.', c_most));
  end if;
  for v_phase in select p.phase from jsonb_array_elements(p_phases) as p (phase) loop
    if jsonb_typeof(v_phase) <> 'object' or jsonb_typeof(v_phase -> 'name') is distinct from 'string'
       or jsonb_typeof(v_phase -> 'price') is distinct from 'number'
       or coalesce(jsonb_typeof(v_phase -> 'until'), 'null') not in ('string', 'null')
       or coalesce(jsonb_typeof(v_phase -> 'until_sold'), 'null') not in ('number', 'null') then
      perform private.refuse(400, 'invalid', 'phases',
        'A phase is {"name", "price", "until": a time or null, "until_sold": a number or null}.');
    end if;
    if (v_phase ->> 'price')::numeric not between 0 and 9999999.99
       or (v_phase ->> 'price')::numeric <> round((v_phase ->> 'price')::numeric, 2)
       or (v_phase ->> 'until_sold')::numeric not between 1 and c_most_sold
       or (v_phase ->> 'until_sold')::numeric <> trunc((v_phase ->> 'until_sold')::numeric) then
      perform private.refuse(400, 'invalid', 'phases',
        format('A price is 0 to 9999999.99 rupees, a number sold is whole, 1 to %s.', c_most_sold));
    end if;
    v_until := null;
    if v_phase ->> 'until' is not null then
      -- One shape of ISO 8601, so that no other word for a time is read.
      if v_phase ->> 'until' !~ '^2[0-9]{3}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,6})?)?(Z|[+-][0-9]{2}:[0-9]{2})$' then
        perform private.refuse(400, 'invalid', 'phases', 'until is a time such as 2026-12-01T18:00:00Z.');
      end if;
      begin
        v_until := (v_phase ->> 'until')::timestamptz;
      exception when others then
        perform private.refuse(400, 'invalid', 'phases', 'until is a time such as 2026-12-01T18:00:00Z.');
      end;
    end if;
    if v_until is null and v_phase ->> 'until_sold' is null then
      perform private.refuse(400, 'invalid', 'phases', 'A phase ends at a time, with a number sold, or with either.');
    end if;
    v_phases := v_phases || jsonb_build_object(
      'name', private.require_text(v_phase ->> 'name', 'phases', c_longest_name),
      'price', (v_phase ->> 'price')::numeric(12, 2),
      'until', to_char(v_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      'until_sold', (v_phase ->> 'until_sold')::numeric::integer);
  end loop;
  return v_phases;
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_phases()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.phases <> '[]' then
    new.phases := private.read_phases(new.phases);
  elsif new.phases is null then
    perform private.refuse(400, 'invalid', 'phases', 'phases is a list.');
  end if;
  if new.is_free is null or new.is_free and (new.price <> 0 or new.phases <> '[]') then
    perform private.refuse(400, 'invalid', 'is_free', 'A free category has the price 0 and no phases.');
  end if;
  if tg_op = 'UPDATE' and new.revision = old.revision
     and (new.phases, new.is_free) is distinct from (old.phases, old.is_free) then
    new.revision := old.revision + 1;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.sold_at_most(p_category ticket_categories, p_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_sold integer;
begin
  if p_category.is_standing then
    -- Each free place has a row too; the index finds the others without reading those.
    select count(*) into v_sold from (
      (select from public.seat_claims c
        where c.ticket_category_id = p_category.id and c.seat collate "C" < 'A' and coalesce(c.expires_at, c.review_until) > now()
          and c.user_id is not null limit p_most)
      union all
      (select from public.seat_claims c
        where c.ticket_category_id = p_category.id and c.seat collate "C" < 'A' and coalesce(c.expires_at, c.review_until) is null
          and c.user_id is not null limit p_most)) as s;
  else
    select count(*) into v_sold from (
      select from public.seat_claims c
        where c.ticket_category_id = p_category.id and c.user_id is not null
          and (c.state <> 'held' or c.expires_at > now()) and (c.review_until is null or c.review_until > now())
        limit p_most) as s;
  end if;
  return least(v_sold, p_most);
end
$function$;

CREATE OR REPLACE FUNCTION private.phase_now(p_category ticket_categories)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_phase jsonb;
begin
  for v_at in 0 .. jsonb_array_length(p_category.phases) - 1 loop
    v_phase := p_category.phases -> v_at;
    continue when (v_phase ->> 'until')::timestamptz <= now();
    continue when case when v_phase ->> 'until_sold' is not null then
      private.sold_at_most(p_category, (v_phase ->> 'until_sold')::integer) >= (v_phase ->> 'until_sold')::integer end;
    return v_phase;
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.price_now(p_category ticket_categories)
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  if p_category.phases = '[]' then
    return p_category.price;
  end if;
  return coalesce((private.phase_now(p_category) ->> 'price')::numeric(12, 2), p_category.price);
end
$function$;

CREATE OR REPLACE FUNCTION private.price_to_hold(p_category ticket_categories)
 RETURNS numeric
 LANGUAGE plpgsql
AS $function$
begin
  perform private.lock_phase(p_category);
  return private.price_now(p_category);
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_phase(p_category ticket_categories)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if private.phase_now(p_category) ->> 'until_sold' is not null then
    perform pg_advisory_xact_lock(hashtextextended('phase:' || p_category.id, 0));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_price_of(p_category ticket_categories, p_price numeric)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
begin
  return p_price = p_category.price
    or exists (select from jsonb_array_elements(p_category.phases) as p (phase) where (p.phase ->> 'price')::numeric = p_price);
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_phases()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  grant insert (phases, is_free), update (phases, is_free) on table public.ticket_categories to authenticated;
  revoke all on function private.read_phases(jsonb), private.guard_phases(),
    private.sold_at_most(public.ticket_categories, integer), private.phase_now(public.ticket_categories),
    private.price_now(public.ticket_categories), private.price_to_hold(public.ticket_categories),
    private.lock_phase(public.ticket_categories), private.is_price_of(public.ticket_categories, numeric),
    private.grant_phases() from public, anon, authenticated;
  -- For the lists of staff, which run with their own rights.
  grant execute on function private.sold_at_most(public.ticket_categories, integer), private.phase_now(public.ticket_categories),
    private.price_now(public.ticket_categories), private.is_price_of(public.ticket_categories, numeric) to authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_sound_claim(p_state text, p_source text, p_user_id uuid, p_order_id uuid, p_payment_id uuid, p_ticket_id uuid, p_expires_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
begin
  if p_state = 'held' then
    return p_source = 'order' and p_ticket_id is null
      and (num_nulls(p_user_id, p_order_id, p_expires_at) = 0
        or num_nonnulls(p_user_id, p_order_id, p_payment_id) = 0 and p_expires_at = '-infinity');
  elsif p_state = 'under_review' then
    return p_source = 'order' and num_nulls(p_user_id, p_order_id, p_payment_id) = 0
      and num_nonnulls(p_ticket_id, p_expires_at) = 0;
  elsif p_state = 'kept' then
    return p_source = 'staff' and num_nonnulls(p_user_id, p_order_id, p_payment_id, p_ticket_id, p_expires_at) = 0;
  end if;
  return p_state = 'sold' and p_expires_at is null and case p_source
    when 'order' then num_nulls(p_user_id, p_order_id, p_payment_id, p_ticket_id) = 0
    when 'box_office' then num_nulls(p_user_id, p_order_id) > 0 and p_ticket_id is null
    else false end;
end
$function$;

CREATE OR REPLACE FUNCTION private.read_lines(p_lines jsonb)
 RETURNS TABLE(line integer, ticket_category_id uuid, seats text[], places integer)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_line private.order_line;
begin
  line := 0;
  foreach v_line in array (private.asked_lines(p_lines, private.terms())).lines loop
    line := line + 1;
    ticket_category_id := v_line.ticket_category_id;
    seats := v_line.seats;
    places := v_line.places;
    return next;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.count_sold_claims()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- In the box-office trigger the category already has its new number.
  if pg_trigger_depth() > 1 then
    return null;
  end if;
  if tg_op = 'INSERT' then
    if not exists (select from new_claims n where n.state in ('sold', 'kept')) then
      return null;
    end if;
    update public.ticket_categories c set tickets_sold = c.tickets_sold + d.sold, tickets_kept = c.tickets_kept + d.kept
      from (select n.ticket_category_id, count(*) filter (where n.state = 'sold') as sold,
          count(*) filter (where n.state = 'kept') as kept
        from new_claims n group by 1) as d
      where c.id = d.ticket_category_id and d.sold + d.kept > 0;
  elsif tg_op = 'DELETE' then
    if not exists (select from old_claims o where o.state in ('sold', 'kept')) then
      return null;
    end if;
    update public.ticket_categories c set tickets_sold = c.tickets_sold - d.sold, tickets_kept = c.tickets_kept - d.kept
      from (select o.ticket_category_id, count(*) filter (where o.state = 'sold') as sold,
          count(*) filter (where o.state = 'kept') as kept
        from old_claims o group by 1) as d
      where c.id = d.ticket_category_id and d.sold + d.kept > 0;
  else
    if not exists (select from new_claims n where n.state in ('sold', 'kept'))
       and not exists (select from old_claims o where o.state in ('sold', 'kept')) then
      return null;
    end if;
    update public.ticket_categories c set tickets_sold = c.tickets_sold + d.sold, tickets_kept = c.tickets_kept + d.kept
      from (
        select both_claims.ticket_category_id,
          coalesce(sum(both_claims.n) filter (where both_claims.state = 'sold'), 0) as sold,
          coalesce(sum(both_claims.n) filter (where both_claims.state = 'kept'), 0) as kept from (
          select n.ticket_category_id, n.state, 1 as n from new_claims n
          union all
          select o.ticket_category_id, o.state, -1 from old_claims o
        ) as both_claims group by 1
      ) as d
      where c.id = d.ticket_category_id and (d.sold <> 0 or d.kept <> 0);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_places()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_extra integer;
  v_gone integer;
begin
  if tg_op = 'UPDATE' and (old.is_standing <> new.is_standing or old.event_id <> new.event_id) then
    -- Nothing is claimed: 30_shape has checked it.
    delete from public.seat_claims c where c.ticket_category_id = new.id;
  end if;
  if not new.is_standing then
    return null;
  end if;
  select count(*) - new.total_tickets into v_extra from public.seat_claims c where c.ticket_category_id = new.id;
  if v_extra < 0 then
    insert into public.seat_claims (event_id, place, seat, ticket_category_id, state, source, expires_at)
      select new.event_id, new.id::text, n::text, new.id, 'held', 'order', '-infinity'
      from generate_series(1, new.total_tickets) as n
      where not exists (
        select from public.seat_claims c where c.event_id = new.event_id and c.place = new.id::text and c.seat = n::text)
      order by n limit -v_extra;
  elsif v_extra > 0 then
    -- An expired hold that is deleted leaves a free place, which goes next.
    for v_round in 1 .. 2 loop
      exit when v_extra = 0;
      delete from public.seat_claims c using (
        select k.event_id, k.place, k.seat from public.seat_claims k
        where k.ticket_category_id = new.id and coalesce(k.expires_at, k.review_until) <= now() and (v_round = 2 or k.user_id is null)
        order by length(k.seat) desc, k.seat desc limit v_extra for update skip locked) as free
        where c.event_id = free.event_id and c.place = free.place and c.seat = free.seat;
      get diagnostics v_gone = row_count;
      v_extra := v_extra - v_gone;
      if v_round = 2 then
        delete from public.seat_claims c using (
          select k.event_id, k.place, k.seat from public.seat_claims k
          where k.ticket_category_id = new.id and k.user_id is null and k.state = 'held'
          order by length(k.seat) desc, k.seat desc limit v_gone for update) as free
          where c.event_id = free.event_id and c.place = free.place and c.seat = free.seat;
      end if;
    end loop;
    if v_extra > 0 then
      perform private.refuse(409, 'seats_claimed', (new.total_tickets + v_extra)::text,
        'So many places are held or sold; detail is the lowest number possible.');
    end if;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.free_places()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from old_claims o where o.seat collate "C" < 'A' and (o.user_id is not null or o.state <> 'held')) then
    return null;
  end if;
  insert into public.seat_claims (event_id, place, seat, ticket_category_id, state, source, expires_at)
    select o.event_id, o.place, o.seat, o.ticket_category_id, 'held', 'order', '-infinity'
    from old_claims o
    where o.seat collate "C" < 'A' and (o.user_id is not null or o.state <> 'held')
    order by o.event_id, o.place, o.seat;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.take_places(p_ticket_category_id uuid, p_count integer, p_user_id uuid, p_order_id uuid)
 RETURNS text[]
 LANGUAGE plpgsql
AS $function$
declare
  v_places text[];
begin
  -- The order's own; then those that this customer had within the hour, so that held time adds up.
  v_places := array(
    select c.seat from public.seat_claims c
    where c.user_id = p_user_id and c.ticket_category_id = p_ticket_category_id and c.state = 'held' and c.expires_at > now()
      and (c.order_id = p_order_id or c.payment_id is not null)
    order by c.order_id = p_order_id desc, length(c.seat), c.seat limit p_count);
  if cardinality(v_places) < p_count then
    v_places := v_places || array(
      select c.seat from private.hold_usage u
      join public.seat_claims c on c.event_id = u.event_id and c.place = u.place and c.seat = u.seat
      where u.user_id = p_user_id and u.place = p_ticket_category_id::text
        and c.seat collate "C" < 'A' and coalesce(c.expires_at, c.review_until) <= now()
      limit p_count - cardinality(v_places) for update of c skip locked);
  end if;
  if cardinality(v_places) < p_count then
    v_places := v_places || array(
      select c.seat from public.seat_claims c
      where c.ticket_category_id = p_ticket_category_id and c.seat collate "C" < 'A'
        and coalesce(c.expires_at, c.review_until) <= now() and c.seat <> all (v_places)
      order by coalesce(c.expires_at, c.review_until) limit p_count - cardinality(v_places) for update skip locked);
  end if;
  return v_places;
end
$function$;

CREATE OR REPLACE FUNCTION private.claim_places(p_ticket_category_id uuid, p_count integer, p_user_id uuid, p_order_id uuid, p_expires_at timestamp with time zone)
 RETURNS text[]
 LANGUAGE plpgsql
AS $function$
declare
  v_places text[];
begin
  -- One statement that skips what others lock: picking first and claiming after costs twice as much.
  with taken as (
    update public.seat_claims c
      set state = 'held', user_id = p_user_id, order_id = p_order_id, payment_id = null, expires_at = p_expires_at,
        uncounted_until = null, review_until = null
      from (
        select k.ctid from public.seat_claims k
        where k.ticket_category_id = p_ticket_category_id and k.seat collate "C" < 'A'
          and coalesce(k.expires_at, k.review_until) <= now()
        order by coalesce(k.expires_at, k.review_until) limit p_count for update skip locked) as free
      where c.ctid = free.ctid
      returning c.seat)
  select coalesce(array_agg(t.seat), '{}') into v_places from taken t;
  return v_places;
end
$function$;

CREATE OR REPLACE FUNCTION public.taken_seats(p_ticket_category_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_most_counted constant integer := 100;
  v_user uuid := private.uid();
  v_standing boolean;
  v_answer jsonb;
begin
  if p_ticket_category_id is null then
    perform private.refuse(400, 'invalid', 'p_ticket_category_id', 'Which ticket category?');
  end if;
  select c.is_standing into v_standing from public.ticket_categories c
    where c.id = p_ticket_category_id and c.event_id not in (select h from private.hidden_events() as h)
      and (not c.is_hidden or private.may_see_hidden(c.id, c.event_id, v_user));
  if not found then
    perform private.refuse(404, 'not_found', 'p_ticket_category_id', 'There is no such ticket category.');
  end if;
  if v_standing then
    return jsonb_build_object('at', now(), 'taken', '[]'::jsonb,
      'mine', (select coalesce(jsonb_agg(c.seat order by length(c.seat), c.seat), '[]') from public.seat_claims c
        where c.user_id = v_user and c.ticket_category_id = p_ticket_category_id and c.state = 'held' and c.expires_at > now()),
      'free', (select count(*) from (select from public.seat_claims c
        where c.ticket_category_id = p_ticket_category_id and c.seat collate "C" < 'A'
          and coalesce(c.expires_at, c.review_until) <= now() limit c_most_counted) as f));
  end if;
  select jsonb_build_object(
      'at', now(),
      'taken', coalesce(jsonb_agg(c.seat order by c.place, c.seat) filter (where not c.mine), '[]'),
      'mine', coalesce(jsonb_agg(c.seat order by c.place, c.seat) filter (where c.mine), '[]'))
    into v_answer
    from (
      select s.place, s.seat,
        -- is not distinct from: for a visitor `=` is null, and held seats would look free.
        s.state = 'held' and s.user_id is not distinct from v_user as mine
      from public.seat_claims s
      where s.ticket_category_id = p_ticket_category_id
        and (s.state <> 'held' or s.expires_at > now()) and (s.review_until is null or s.review_until > now())
    ) as c;
  return v_answer;
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

CREATE OR REPLACE FUNCTION private.asked_lines(p_lines jsonb, p_terms shop_terms, OUT lines private.order_line[], OUT categories uuid[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  c_no_labels constant text := format('seats is a list of 1 to %s seat labels.', p_terms.seats_per_line);
  v_line jsonb;
  v_category uuid;
  v_labels jsonb;
  v_count integer;
  v_label text;
  v_of_line text[];
  v_fault text;
  v_unknown private.seat[];
begin
  -- Casts nothing before its shape is known: the caller writes p_lines.
  if jsonb_typeof(p_lines) is distinct from 'array' or jsonb_array_length(p_lines) not between 1 and p_terms.lines_per_order then
    perform private.refuse(400, 'invalid', 'p_lines', format('p_lines is a list of 1 to %s lines.', p_terms.lines_per_order));
  end if;
  for v_number in 0 .. jsonb_array_length(p_lines) - 1 loop
    v_line := p_lines -> v_number;
    if jsonb_typeof(v_line) is distinct from 'object'
       or jsonb_typeof(v_line -> 'ticket_category_id') is distinct from 'string'
       -- A UUID's shape by hand: counts in a regular expression cost ten times as much.
       or v_line ->> 'ticket_category_id' not like '________-____-____-____-____________'
       or translate(v_line ->> 'ticket_category_id', '0123456789abcdefABCDEF', '') <> '----'
       or jsonb_typeof(v_line -> 'seats') is distinct from 'array' and jsonb_typeof(v_line -> 'count') is distinct from 'number' then
      perform private.refuse(400, 'invalid', 'p_lines',
        'A line is {"ticket_category_id": uuid, "seats": [label, …]}, or has "count": the number of standing places.');
    end if;
    v_category := v_line ->> 'ticket_category_id';
    if v_category = any (categories) then
      perform private.refuse(400, 'invalid', 'p_lines', 'A ticket category is in one line only.');
    end if;
    categories := categories || v_category;
    -- Whatever form it has: known_lines reads it without looking.
    if jsonb_typeof(v_line -> 'count') <> 'null' then
      if v_line ? 'seats' or (v_line ->> 'count') !~ '^[1-9][0-9]{0,8}$' then
        perform private.refuse(400, 'invalid', 'p_lines', 'count is a whole number from 1, instead of seats.');
      end if;
      if (v_line ->> 'count')::integer > p_terms.seats_per_line then
        perform private.refuse(400, 'too_many_seats', p_terms.seats_per_line::text,
          'At most this many seats of a ticket category in an order.');
      end if;
      lines := lines || row (v_category, '{}', null, null, null, null, null, null, null, null, null, null, null, null,
        v_line ->> 'count', null)::private.order_line;
      continue;
    end if;
    v_labels := v_line -> 'seats';
    v_count := jsonb_array_length(v_labels);
    if v_count > p_terms.seats_per_line then
      perform private.refuse(400, 'too_many_seats', p_terms.seats_per_line::text,
        'At most this many seats of a ticket category in an order.');
    end if;
    v_fault := case when v_count = 0 then c_no_labels end;
    v_of_line := '{}';
    for v_at in 0 .. v_count - 1 loop
      v_label := v_labels ->> v_at;
      if jsonb_typeof(v_labels -> v_at) <> 'string' then
        v_fault := c_no_labels;
      elsif v_label = any (v_of_line) then
        v_fault := coalesce(v_fault, 'A seat is in a line once.');
      elsif v_label !~ '^([A-Z0-9]{1,4}-)?[A-Z]{1,2}[1-9][0-9]{0,2}$' then
        v_unknown := v_unknown || row (null, null, left(v_label, 32), v_category)::private.seat;
      end if;
      v_of_line := v_of_line || v_label;
    end loop;
    if v_fault is not null then
      perform private.refuse(400, 'invalid', 'p_lines', v_fault);
    end if;
    lines := lines || row (v_category, v_of_line, null, null, null, null, null, null, null, null, null, null, null, null, null, null)::private.order_line;
  end loop;
  if v_unknown is not null then
    perform private.refuse(400, 'unknown_seat', private.seats_as_lines(v_unknown),
      'A seat label is A1, or BALC-A1 in a layout, exactly so.');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.share_order_events(p_categories uuid[], p_order_id uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_event uuid;
begin
  -- One category is the usual case. PostgreSQL plans a lookup by list again each time, so look it up by id.
  if cardinality(p_categories) = 1 then
    select c.event_id into v_event from public.ticket_categories c
      where c.id = p_categories[1]
        and not exists (select from public.seat_claims s where s.order_id = p_order_id and s.event_id <> c.event_id);
  end if;
  if v_event is not null then
    perform private.share_event(v_event);
  else
    perform private.share_event(e.event_id) from (
      select c.event_id from public.ticket_categories c where c.id = any (p_categories)
      union
      select s.event_id from public.seat_claims s where s.order_id = p_order_id
      order by 1
    ) as e;
  end if;
  if cardinality(p_categories) > 1 then
    perform private.lock_phase(o.c) from (
      select c from public.ticket_categories c where c.id = any (p_categories) and c.phases <> '[]' order by c.id offset 0) as o;
    perform from public.ticket_categories c where c.id = any (p_categories) order by c.id for key share;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.known_lines(p_lines jsonb)
 RETURNS private.order_line[]
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
declare
  v_line jsonb;
  v_lines private.order_line[];
begin
  for v_at in 0 .. jsonb_array_length(p_lines) - 1 loop
    v_line := p_lines -> v_at;
    -- Labels are letters, digits and hyphens, so the JSON list can be read as text.
    v_lines[v_at + 1] := row ((v_line ->> 'ticket_category_id')::uuid,
      string_to_array(translate(v_line ->> 'seats', '[]" ', ''), ','),
      null, null, null, null, null, null, null, null, null, null, null, null, v_line ->> 'count', null)::private.order_line;
  end loop;
  return v_lines;
end
$function$;

CREATE OR REPLACE FUNCTION private.place_lines(p_lines private.order_line[], p_order_id uuid, p_user_id uuid, p_held_by uuid, OUT lines private.order_line[], OUT seats private.seat[], OUT unknown private.seat[], OUT not_on_sale private.seat[], OUT short private.seat[], OUT unpicked integer, OUT event_id uuid)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  v_line private.order_line;
  v_category uuid;
  v_labels text[];
  v_places integer;
  v_label text;
  v_place text;
  v_position integer;
  v_last integer;
begin
  unpicked := 0;
  foreach v_line in array p_lines loop
    v_category := v_line.ticket_category_id;
    v_labels := v_line.seats;
    v_places := v_line.places;
    -- Keeps the category from being deleted, and reads where it is now.
    select c.id, v_labels, c.event_id, 
        coalesce(p.unit_price, case when c.phases = '[]' then c.price else private.price_to_hold(c) end), p.unit_price is not null,
        c.name, e.singer_id, e.city, e.date, e.venue,
        e.status = 'scheduled' and e.date > now() and (p.unit_price is not null
          or e.published_at is not null and e.paused_at is null
            and (c.sale_from is null or c.sale_from <= now()) and (c.sale_until is null or c.sale_until > now()))
          and (not c.is_hidden or null),
        c.total_tickets, c.grid_columns, c.grid_columns is not null, v_places, c.is_standing
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
    if v_places is not null and v_line.is_standing and p_user_id is null then
      unpicked := unpicked + v_places;
    elsif v_places is not null then
      v_labels := case when v_line.is_standing
        then private.take_places(v_category, v_places, p_user_id, p_held_by) else '{}'::text[] end;
      foreach v_label in array v_labels loop
        seats := seats || row (v_line.event_id, v_category::text, v_label, v_category)::private.seat;
      end loop;
      -- A line has as many labels as people; the missing places get numbers under which this order claims nothing.
      for v_number in 1 .. v_places + cardinality(v_labels) loop
        exit when cardinality(v_labels) = v_places;
        if v_number::text <> all (v_labels) then
          v_labels := v_labels || v_number::text;
          if v_line.is_standing then
            short := short || row (v_line.event_id, null, v_number::text, v_category)::private.seat;
          else
            unknown := unknown || row (v_line.event_id, null, v_number::text, v_category)::private.seat;
          end if;
        end if;
      end loop;
      v_line.seats := v_labels;
      v_line.in_order := false;
    end if;
    if v_places is not null then
      if v_line.on_sale is not true then
        not_on_sale := not_on_sale || row (null, null, null, v_category)::private.seat;
      end if;
      event_id := case when lines is null or event_id = v_line.event_id then v_line.event_id end;
      lines := lines || v_line;
      continue;
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
$function$;

CREATE OR REPLACE FUNCTION private.rate_lines(p_lines private.order_line[], p_order_id uuid, p_terms shop_terms)
 RETURNS private.priced_line[]
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_line private.order_line;
  v_rated private.priced_line;
  v_lines private.priced_line[];
begin
  foreach v_line in array p_lines loop
    continue when v_line.event_id is null;
    v_rated := null;
    if v_line.is_frozen then
      select p.unit_price, coalesce(v_line.places, cardinality(v_line.seats)), p.gst_percent, p.local_percent, p.fee, p.fee_gst_percent into v_rated
        from private.order_prices p
        where p.order_id = p_order_id and p.ticket_category_id = v_line.ticket_category_id and p.gst_percent is not null;
    end if;
    if v_rated.unit_price is null then
      v_rated := private.rate_line(v_line.unit_price, coalesce(v_line.places, cardinality(v_line.seats)),
        (select e.state from public.events e where e.id = v_line.event_id), p_terms);
      if v_line.unit_price = 0 and exists (
          select from public.ticket_categories c where c.id = v_line.ticket_category_id and c.is_free) then
        v_rated := row (0.00, v_rated.quantity, 0.00, 0.00, 0.00, 0.00)::private.priced_line;
      end if;
    end if;
    v_lines := v_lines || v_rated;
  end loop;
  return v_lines;
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_seats()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table public.seat_claims, private.orders, private.order_prices, private.hold_usage
    from public, anon, authenticated;
  grant select on table public.seat_claims to authenticated;
  revoke all on function private.known_lines(jsonb), private.forget_held_times(),
    private.is_sound_claim(text, text, uuid, uuid, uuid, uuid, timestamptz), private.order_code(uuid),
    private.read_lines(jsonb), private.lock_order_events(uuid[], uuid), private.share_order_events(uuid[], uuid),
    private.asked_lines(jsonb, public.shop_terms), private.place_lines(private.order_line[], uuid, uuid, uuid),
    private.take_places(uuid, integer, uuid, uuid), private.claim_places(uuid, integer, uuid, uuid, timestamptz), private.keep_places(), private.free_places(),
    private.rate_lines(private.order_line[], uuid, public.shop_terms),
    private.hold_budget(uuid, uuid, private.seat[], interval),
    private.book_usage(uuid, private.seat_budget[], timestamptz), private.return_usage(uuid, private.seat[]),
    private.claims_besides(uuid, uuid, private.seat[]),
    private.claim_seats(private.seat[], private.seat[], text, uuid, uuid, uuid, timestamptz),
    private.missing_seats(private.seat[], private.seat[]), private.count_sold_claims(),
    private.require_own_order(uuid, uuid), private.refuse_stale_sold(), private.sell_at_box_office(),
    private.box_office_rank(uuid, text), public.taken_seats(uuid), public.hold_seats(uuid, jsonb, text),
    public.extend_hold(uuid), public.release_seats(uuid), public.release_customer_seats(uuid), private.grant_seats()
    from public, anon, authenticated;
  -- Constraints run as the role that writes the table: of the API's roles only this one.
  grant execute on function private.is_sound_claim(text, text, uuid, uuid, uuid, uuid, timestamptz) to service_role;
  grant execute on function public.taken_seats(uuid), public.hold_seats(uuid, jsonb, text), public.extend_hold(uuid),
    public.release_seats(uuid), public.release_customer_seats(uuid) to anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.code_uses(p_code_id uuid, p_user_id uuid DEFAULT NULL::uuid, p_besides uuid DEFAULT NULL::uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select count(*) from private.orders o
    where o.code_id = p_code_id and not o.is_test and (p_user_id is null or o.user_id = p_user_id) and o.id is distinct from p_besides
      and (o.expires_at > now() or exists (select from public.payments p where p.order_id = o.id and p.status <> 'rejected')));
end
$function$;

CREATE OR REPLACE FUNCTION private.is_beyond_uses(p_payment_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.payments p join private.orders o on o.id = p.order_id join public.discount_codes d on d.id = o.code_id,
      lateral (
        select count(*) as in_all, count(*) filter (where b.user_id = p.user_id) as by_person
        from private.orders bo join public.payments b on b.order_id = bo.id
        where bo.code_id = d.id and not bo.is_test and b.status <> 'rejected' and (b.created_at, b.id) < (p.created_at, p.id)) as before
    where p.id = p_payment_id and not p.is_test and (before.in_all >= d.uses_total or before.by_person >= d.uses_per_person))
$function$;

CREATE OR REPLACE FUNCTION private.code_refusal(p_code discount_codes, p_user_id uuid, p_order_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  if p_code.paused_at is not null or p_code.until_at <= now() then
    return 'ended';
  elsif p_code.from_at > now() then
    return 'not_yet';
  elsif p_code.uses_total is not null and private.code_uses(p_code.id, null, p_order_id) >= p_code.uses_total
     or p_code.uses_per_person is not null and private.code_uses(p_code.id, p_user_id, p_order_id) >= p_code.uses_per_person then
    return 'used_up';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.code_of_hold(p_code text, p_user_id uuid, p_order_id uuid, p_held_code uuid)
 RETURNS discount_codes
 LANGUAGE plpgsql
AS $function$
declare
  v_code public.discount_codes;
  v_refusal text;
begin
  select d.* into v_code
    from public.discount_codes d join private.code_grants g on g.code_id = d.id and g.user_id = p_user_id
    where d.code = private.fold_code(p_code)
    for key share of d;
  if not found then
    perform private.refuse(400, 'code_unknown', private.fold_code(left(p_code, 64)), 'The customer has not opened such a code; check_code does.');
  end if;
  -- What a running hold has, it keeps.
  if v_code.id = p_held_code then
    return v_code;
  end if;
  -- The customer's own uses wait for the customer's lock.
  if v_code.uses_total is not null then
    select * into v_code from public.discount_codes d where d.id = v_code.id for no key update;
  end if;
  v_refusal := private.code_refusal(v_code, p_user_id, p_order_id);
  if v_refusal = 'used_up' then
    perform private.refuse(409, 'code_used_up', v_code.code, 'As many orders as may have used this code.');
  elsif v_refusal is not null then
    perform private.refuse(409, 'code_ended', v_code.code, 'The code is not valid now.');
  end if;
  return v_code;
end
$function$;

CREATE OR REPLACE FUNCTION private.fit_code(p_code discount_codes, p_order_id uuid, p_same boolean, INOUT lines private.order_line[], INOUT not_on_sale private.seat[], OUT full_prices numeric[], OUT used_id uuid)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  v_line private.order_line;
  v_fits boolean;
  v_full numeric;
  v_price numeric;
begin
  for n in 1 .. cardinality(lines) loop
    v_line := lines[n];
    continue when v_line.event_id is null;
    v_fits := p_code.id is not null and (p_code.event_id is null or p_code.event_id = v_line.event_id)
      and (p_code.ticket_category_ids is null or v_line.ticket_category_id = any (p_code.ticket_category_ids));
    if v_line.on_sale is null and v_fits and p_code.opens_hidden then
      used_id := p_code.id;
      not_on_sale := nullif(array(select s from unnest(not_on_sale) as s where s.ticket_category_id <> v_line.ticket_category_id), '{}');
    end if;
    v_full := null;
    if v_line.is_frozen then
      select p.full_price into v_full from private.order_prices p
        where p.order_id = p_order_id and p.ticket_category_id = v_line.ticket_category_id;
    end if;
    v_price := v_line.unit_price;
    if not v_line.is_frozen or p_same is not true then
      v_full := coalesce(v_full, v_line.unit_price);
      v_price := case when v_fits then private.price_with_code(v_full, p_code.percent, p_code.amount) else v_full end;
      v_full := nullif(v_full, v_price);
    end if;
    if v_full is not null then
      used_id := p_code.id;
    end if;
    -- The fee of a free seat depends on the other lines, so it is priced again each time.
    if v_line.is_frozen and (v_price <> v_line.unit_price or v_price = 0) then
      delete from private.order_prices p where p.order_id = p_order_id and p.ticket_category_id = v_line.ticket_category_id;
      v_line.is_frozen := false;
    end if;
    v_line.unit_price := v_price;
    lines[n] := v_line;
    full_prices[n] := v_full;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.without_fee(p_lines private.priced_line[], p_full_prices numeric[])
 RETURNS private.priced_line[]
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
declare
  v_lines private.priced_line[] := p_lines;
begin
  if num_nonnulls(variadic p_full_prices) = 0 or exists (select from unnest(p_lines) as l where l.unit_price > 0) then
    return p_lines;
  end if;
  for n in 1 .. cardinality(v_lines) loop
    v_lines[n].fee := 0;
  end loop;
  return v_lines;
end
$function$;

CREATE OR REPLACE FUNCTION private.may_see_hidden(p_ticket_category_id uuid, p_event_id uuid, p_user_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return p_ticket_category_id not in (select h from private.hidden_categories() as h)
    or exists (
      select from private.code_grants g join public.discount_codes d on d.id = g.code_id
      where g.user_id = p_user_id and d.opens_hidden and (d.event_id is null or d.event_id = p_event_id)
        and (d.ticket_category_ids is null or p_ticket_category_id = any (d.ticket_category_ids)));
end
$function$;

CREATE OR REPLACE FUNCTION public.check_code(p_code text DEFAULT NULL::text, p_event_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_wrong_tries constant integer := 10; -- an hour
  v_user uuid := private.require_user();
  v_code public.discount_codes;
  v_known boolean;
  v_reason text;
begin
  if p_code is null then
    perform private.refuse(400, 'invalid', 'p_code', 'Which code?');
  end if;
  if p_event_id is null then
    perform private.refuse(400, 'invalid', 'p_event_id', 'For which event?');
  end if;
  -- Tries of one customer come one after another.
  perform private.lock_customer(v_user);
  select * into v_code from public.discount_codes d where d.code = private.fold_code(p_code);
  v_known := exists (select from private.code_grants g where g.user_id = v_user and g.code_id = v_code.id);
  if not v_known and (select count(*) from private.code_tries t
      where t.user_id = v_user and t.at > now() - interval '1 hour') >= c_wrong_tries then
    perform private.refuse(429, 'too_many', c_wrong_tries::text, 'So many unknown codes may be typed within an hour.');
  end if;
  v_reason := case
    when v_code.id is null then 'unknown'
    when v_code.event_id <> p_event_id or p_event_id in (select h from private.hidden_events() as h)
      or not exists (select from public.events e where e.id = p_event_id) then 'not_for_this_event'
    else private.code_refusal(v_code, v_user, null) end;
  -- A right code of another event is no guess: a cart of many concerts asks at each.
  if v_reason = 'unknown' then
    delete from private.code_tries t where t.user_id = v_user and t.at < now() - interval '1 hour';
    -- Some databases count whole milliseconds: two tries within one still get different times.
    insert into private.code_tries (user_id, at)
      select v_user, greatest(clock_timestamp(), max(t.at) + interval '1 microsecond') from private.code_tries t where t.user_id = v_user;
  end if;
  if v_reason is not null then
    return jsonb_build_object('ok', false, 'reason', v_reason) || case when v_reason = 'not_yet'
      then jsonb_build_object('from', v_code.from_at) else '{}' end;
  end if;
  insert into private.code_grants (user_id, code_id) values (v_user, v_code.id) on conflict do nothing;
  return jsonb_build_object('ok', true, 'code_id', v_code.id, 'code', v_code.code, 'event_id', v_code.event_id,
      'percent', v_code.percent, 'amount', v_code.amount, 'ticket_category_ids', v_code.ticket_category_ids,
      'until', v_code.until_at)
    || (select jsonb_build_object(
        'categories', coalesce(jsonb_agg(to_jsonb(c) - 'created_at' - 'revision' order by c.price desc, c.id), '[]'),
        'links', coalesce(jsonb_agg(to_jsonb(l) - 'created_at' order by c.id) filter (where l.ticket_category_id is not null), '[]'))
      from public.ticket_categories c left join public.ticket_category_layouts l on l.ticket_category_id = c.id
      where c.event_id = p_event_id and c.is_hidden and v_code.opens_hidden
        and (v_code.ticket_category_ids is null or c.id = any (v_code.ticket_category_ids)));
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_code_uses()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on function private.code_uses(uuid, uuid, uuid), private.is_beyond_uses(uuid),
    private.code_refusal(public.discount_codes, uuid, uuid), private.code_of_hold(text, uuid, uuid, uuid),
    private.fit_code(public.discount_codes, uuid, boolean, private.order_line[], private.seat[]),
    private.without_fee(private.priced_line[], numeric[]), private.may_see_hidden(uuid, uuid, uuid),
    public.check_code(text, uuid), private.grant_code_uses() from public, anon, authenticated;
  -- code_list and payment_warnings run with the reader's own rights; their rows are for admins.
  grant execute on function private.code_uses(uuid, uuid, uuid), private.is_beyond_uses(uuid) to authenticated;
  grant execute on function public.check_code(text, uuid) to anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.chosen_seats(p_ticket_category_id uuid, p_seats text[])
 RETURNS private.seat[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  c_most_seats constant integer := 500;
  v_event uuid;
  v_standing boolean;
  v_seats private.seat[];
  v_unknown private.seat[];
begin
  if coalesce(cardinality(p_seats), 0) not between 1 and c_most_seats or array_position(p_seats, null) is not null then
    perform private.refuse(400, 'invalid', 'p_seats', format('1 to %s seat labels.', c_most_seats));
  end if;
  select c.event_id, c.is_standing into v_event, v_standing from public.ticket_categories c where c.id = p_ticket_category_id;
  if not found then
    perform private.refuse(404, 'not_found', 'p_ticket_category_id', 'There is no such ticket category.');
  end if;
  if v_standing then
    perform private.refuse(400, 'invalid', 'p_ticket_category_id', 'Standing places have no seats to keep: lower their number.');
  end if;
  perform private.share_event(v_event);
  perform from public.ticket_categories c where c.id = p_ticket_category_id and c.event_id = v_event for no key update;
  if not found then
    perform private.refuse(409, 'changed_meanwhile', '', 'The ticket category moved or was deleted meanwhile.');
  end if;

  if exists (select from public.ticket_category_layouts l where l.ticket_category_id = p_ticket_category_id) then
    -- Not place_of: it would read the whole layout once a seat.
    select array_agg(row (v_event, s.place, w.seat, p_ticket_category_id)::private.seat) into v_seats
      from (select distinct seat from unnest(p_seats) as seat) as w
      left join (
        select section ->> 'code' as place, s.seat
        from public.ticket_category_layouts l
        join public.seating_layouts y on y.id = l.seating_layout_id,
          lateral jsonb_array_elements(y.layout_data -> 'sections') as section,
          lateral private.section_seats(section) as s
        where l.ticket_category_id = p_ticket_category_id and section ->> 'code' = any (l.section_ids)
      ) as s on s.seat = w.seat;
  else
    select array_agg(row (v_event, private.place_of(p_ticket_category_id, w.seat), w.seat, p_ticket_category_id)::private.seat)
      into v_seats
      from (select distinct seat from unnest(p_seats) as seat) as w;
  end if;
  select array_agg(s) into v_unknown from unnest(v_seats) as s where s.place is null;
  if v_unknown is not null then
    perform private.refuse(400, 'unknown_seat', private.seats_as_lines(v_unknown), 'The category sells no such seats.');
  end if;
  return v_seats;
end
$function$;

CREATE OR REPLACE FUNCTION public.keep_seats(p_ticket_category_id uuid DEFAULT NULL::uuid, p_seats text[] DEFAULT NULL::text[], p_reason text DEFAULT NULL::text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_longest_reason constant integer := 200;
  v_admin uuid := private.require_admin();
  v_reason text := private.require_text(p_reason, 'p_reason', c_longest_reason);
  v_seats private.seat[] := private.chosen_seats(p_ticket_category_id, p_seats);
  v_new text[];
  v_taken private.seat[];
  v_named jsonb;
begin
  with written as (
    insert into public.seat_claims as c
      (event_id, place, seat, ticket_category_id, state, source, kept_reason, kept_by)
    select s.event_id, s.place, s.seat, s.ticket_category_id, 'kept', 'staff', v_reason, v_admin
    from unnest(v_seats) as s order by s.event_id, s.place, s.seat
    on conflict (event_id, place, seat) do update
    set ticket_category_id = excluded.ticket_category_id, state = 'kept', source = 'staff', user_id = null,
      order_id = null, payment_id = null, expires_at = null, uncounted_until = null, review_until = null,
      kept_reason = excluded.kept_reason, kept_by = excluded.kept_by
    where c.state = 'held' and c.expires_at <= now()
      or c.state = 'under_review' and c.review_until <= now()
      or c.state = 'kept' and c.kept_reason <> excluded.kept_reason
    returning c.seat
  )
  select array_agg(w.seat order by private.seat_order(w.seat) collate "C") into v_new from written w;

  select array_agg(s) into v_taken from unnest(v_seats) as s
    where not exists (
      select from public.seat_claims c
      where c.event_id = s.event_id and c.place = s.place and c.seat = s.seat and c.state = 'kept');
  if v_taken is not null then
    perform private.refuse(409, 'seats_taken', private.seats_as_lines(v_taken),
      'Detail has the seats that are held, under review or sold.');
  end if;
  if v_new is not null then
    select jsonb_build_object('name', c.name) into v_named from public.ticket_categories c where c.id = p_ticket_category_id;
    perform private.record_audit('keep_seats', 'ticket_categories', p_ticket_category_id::text, v_named,
      v_named || jsonb_build_object('seats', v_new, 'reason', v_reason));
  end if;
  return coalesce(cardinality(v_new), 0);
end
$function$;

CREATE OR REPLACE FUNCTION public.give_back_seats(p_ticket_category_id uuid DEFAULT NULL::uuid, p_seats text[] DEFAULT NULL::text[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_seats private.seat[];
  v_back jsonb;
  v_named jsonb;
begin
  perform private.require_admin();
  v_seats := private.chosen_seats(p_ticket_category_id, p_seats);
  perform from public.seat_claims c join unnest(v_seats) as s on s.event_id = c.event_id and s.place = c.place and s.seat = c.seat
    where c.state = 'kept' order by c.event_id, c.place, c.seat for update of c;
  with gone as (
    delete from public.seat_claims c using unnest(v_seats) as s
    where c.event_id = s.event_id and c.place = s.place and c.seat = s.seat and c.state = 'kept'
    returning c.seat, c.kept_reason
  )
  select jsonb_build_object('seats', jsonb_agg(g.seat order by private.seat_order(g.seat) collate "C"),
      'reason', string_agg(distinct g.kept_reason, '; ')) into v_back
    from gone g having count(*) > 0;
  if v_back is null then
    return 0;
  end if;
  select jsonb_build_object('name', c.name) into v_named from public.ticket_categories c where c.id = p_ticket_category_id;
  perform private.record_audit('give_back_seats', 'ticket_categories', p_ticket_category_id::text, v_named || v_back, v_named);
  return jsonb_array_length(v_back -> 'seats');
end
$function$;

CREATE OR REPLACE FUNCTION private.seat_state(p_claim seat_claims)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select case
    when p_claim.state = 'held' and p_claim.expires_at <= now() or p_claim.review_until <= now() then 'free'
    when p_claim.state = 'sold' and p_claim.ticket_id is null then 'sold_elsewhere'
    else coalesce(p_claim.state, 'free') end
$function$;

CREATE OR REPLACE FUNCTION public.seats_of_event(p_event_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  if not exists (select from public.events e where e.id = p_event_id) then
    perform private.refuse(404, 'not_found', 'p_event_id', 'There is no such event.');
  end if;
  return jsonb_build_object('at', now(), 'categories', (
    select coalesce(jsonb_agg(jsonb_build_object('ticket_category_id', c.id, 'name', c.name, 'price', c.price,
        'total_tickets', c.total_tickets, 'held', s.held, 'under_review', s.under_review, 'sold', s.sold,
        'sold_elsewhere', s.sold_elsewhere, 'kept', s.kept) order by c.price desc, c.name, c.id), '[]')
    from public.ticket_categories c,
    lateral (
      select
        coalesce(jsonb_object_agg(g.reason, g.seats) filter (where g.state = 'kept'), '{}') as kept,
        coalesce(min(g.seats) filter (where g.state = 'held'), '') as held,
        coalesce(min(g.seats) filter (where g.state = 'under_review'), '') as under_review,
        coalesce(min(g.seats) filter (where g.state = 'sold'), '') as sold,
        coalesce(min(g.seats) filter (where g.state = 'sold_elsewhere'), '') as sold_elsewhere
      from (
        -- Text, not lists: PostgreSQL writes it ten times as fast.
        select private.seat_state(k) as state, coalesce(k.kept_reason, '') as reason, string_agg(k.seat, ',') as seats
        from public.seat_claims k where k.ticket_category_id = c.id group by 1, 2
      ) as g
    ) as s
    where c.event_id = p_event_id and not c.is_standing));
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
      'ticket_id', t.id, 'code', t.code, 'seats', t.seats,
      'let_in_at', (
        select min(a.corrected_at) from private.admitted_seats a join public.ticket_scans n on n.id = a.scan_id
        where a.event_id = c.event_id and a.place = c.place and a.seat = c.seat and n.known_ticket = t.id),
      'reason', c.kept_reason, 'kept_by', b.name, 'since', c.updated_at)
    into v_answer
    from public.seat_claims c
    left join private.orders o on o.id = c.order_id
    left join public.payments p on p.id = c.payment_id
    left join public.payment_lines l on l.payment_id = c.payment_id and l.ticket_category_id = c.ticket_category_id
    left join public.user_tickets t on t.id = c.ticket_id
    left join public.profiles f on f.id = c.user_id
    left join public.profiles b on b.id = c.kept_by
    where c.ticket_category_id = p_ticket_category_id and c.seat = p_seat and private.seat_state(c) <> 'free';
  return coalesce(v_answer, jsonb_build_object('state', 'free'));
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_kept_seats()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on function private.chosen_seats(uuid, text[]), public.keep_seats(uuid, text[], text),
    public.give_back_seats(uuid, text[]), private.seat_state(public.seat_claims), public.seats_of_event(uuid),
    public.who_has_seat(uuid, text), private.grant_kept_seats() from public, anon, authenticated;
  grant execute on function public.keep_seats(uuid, text[], text), public.give_back_seats(uuid, text[]),
    public.seats_of_event(uuid), public.who_has_seat(uuid, text) to anon, authenticated;
end
$function$;

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
  v_flag text;
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
    -- Made-up digits must not block the reference of a real transfer.
    v_reference := v_order.order_code;
  end if;
  insert into public.payments
    (user_id, order_id, order_code, transaction_id, amount, screenshot_url, screenshot_sha256, picture_digest, is_test,
      discount_code)
    values (v_user, p_order_id, v_order.order_code, v_reference, v_amount, p_screenshot_path, v_hash,
      private.stored_digest(p_screenshot_path), v_order.is_test,
      case when v_order.code_id is not null then (select d.code from public.discount_codes d where d.id = v_order.code_id) end)
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
    v_order.parts, v_order.code_id is not null);

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
    v_flag := 'beyond_undecided';
  elsif (not v_as_held or 0 = any (v_order.shares)) and private.is_beyond_free_places(v_payment.id, v_terms) then
    v_flag := 'beyond_limit';
  end if;
  if v_flag is not null then
    -- Recorded, but keeps no seats.
    insert into public.payment_flags (payment_id, flag) values (v_payment.id, v_flag);
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

CREATE OR REPLACE FUNCTION private.record_lines(p_payment_id uuid, p_user_id uuid, p_order_id uuid, p_lines private.order_line[], p_shares numeric[], p_parts numeric[], p_has_code boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
      insert into private.order_prices (order_id, ticket_category_id, unit_price, gst_percent, local_percent, fee, fee_gst_percent)
        values (p_order_id, v_line.ticket_category_id, v_line.unit_price, v_rated[v_known].gst_percent,
          v_rated[v_known].local_percent, v_rated[v_known].fee, v_rated[v_known].fee_gst_percent);
    end if;
    if not v_line.in_order then
      v_line.seats := array(select s from unnest(v_line.seats) as s order by private.seat_order(s) collate "C");
    end if;
    insert into public.payment_lines (payment_id, user_id, line, ticket_category_id, event_id, seats, quantity, unit_price,
        total_amount, event_name, category_name, event_date, venue, gst_amount, local_tax_amount, fee_amount, fee_gst_amount, discount_amount)
      values (p_payment_id, p_user_id, v_number, v_line.ticket_category_id, v_line.event_id, v_line.seats,
        cardinality(v_line.seats), v_line.unit_price, v_shares[v_known],
        coalesce((select g.name || ' - ' || v_line.city from public.singers g where g.id = v_line.singer_id), ''),
        v_line.category_name, v_line.event_date, v_line.venue, v_parts[v_known][1], v_parts[v_known][2], v_parts[v_known][3],
        v_parts[v_known][4], case when p_has_code then (
          select (p.full_price - p.unit_price) * cardinality(v_line.seats) from private.order_prices p
          where p.order_id = p_order_id and p.ticket_category_id = v_line.ticket_category_id) end);
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.grant_payments()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table public.payments, public.payment_lines, public.payment_flags, public.outgoing_mail
    from public, anon, authenticated;
  grant select on table public.payments, public.payment_lines, public.payment_flags to authenticated;
  grant select, update on table public.outgoing_mail to service_role;
  revoke all on function private.plain_digits(text), private.reference_key(text), private.normal_reference(text),
    private.submission(public.payments), private.find_submission(uuid, uuid),
    private.record_lines(uuid, uuid, uuid, private.order_line[], numeric[], numeric[], boolean), private.deleted_name(uuid),
    public.submit_payment(uuid, text, numeric, text, jsonb, text), public.check_payment_status(text),
    private.lock_reference(text), private.settle_reference(), private.is_sound_payment(text, numeric, timestamptz),
    private.is_sound_line(text, uuid, uuid, uuid, text[], integer, numeric, numeric),
    private.review_held(uuid, uuid, timestamptz), private.look_alike_digits(text), private.require_account(),
    private.is_backed(public.payments), private.review_end(public.payments), private.lengthen_review(uuid),
    private.stored_digest(text), private.grant_payments() from public, anon, authenticated;
  -- check_payment_status and confirm_tickets run with the customer's own rights.
  grant execute on function private.plain_digits(text), private.normal_reference(text), public.check_payment_status(text)
    to authenticated;
  grant execute on function public.submit_payment(uuid, text, numeric, text, jsonb, text) to anon, authenticated;
  -- Constraints run as the role that writes the table: of the API's roles only this one.
  grant execute on function private.is_sound_payment(text, numeric, timestamptz),
    private.is_sound_line(text, uuid, uuid, uuid, text[], integer, numeric, numeric) to service_role;
end
$function$;

CREATE OR REPLACE FUNCTION private.seat_list(p_seats text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  with seats as (
    select distinct s as seat, coalesce(m[1], '') as section, coalesce(m[2], '') as letters,
      coalesce(m[3], m[4])::integer as number, private.seat_order(s) collate "C" as place
    from unnest(p_seats) as s,
      lateral regexp_match(s, '^(?:(?:([A-Z0-9]{1,4})-)?([A-Z]{1,2})([1-9][0-9]{0,2})|([1-9][0-9]{0,5}))$') as m
  ), runs as (
    select section, letters, min(number) as first, max(number) as last, min(place) as place
    from (
      select s.*, s.number - row_number() over (partition by s.section, s.letters order by s.number) as run from seats s
    ) as numbered
    group by section, letters, run
  ), sections as (
    select section, min(place) as place,
      string_agg(letters || first || case when last > first then '-' || last else '' end, ',' order by place collate "C") as text
    from runs group by section
  )
  select string_agg(case when section = '' then text else section || ':' || text end, ';' order by place collate "C")
  from sections
$function$;

CREATE OR REPLACE FUNCTION private.revoke(p_ticket_ids uuid[], p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.lock_customer(t.user_id) from (
    select distinct t.user_id from public.user_tickets t where t.id = any (p_ticket_ids) order by 1) as t;
  perform private.share_event(t.event_id) from (
    select distinct t.event_id from public.user_tickets t where t.id = any (p_ticket_ids) order by 1) as t;
  perform from public.payments p
    where p.id in (select t.payment_id from public.user_tickets t where t.id = any (p_ticket_ids))
    order by p.id for no key update;
  perform from public.ticket_categories c
    where c.id in (select t.ticket_category_id from public.user_tickets t where t.id = any (p_ticket_ids))
    order by c.id for no key update;
  perform from public.seat_claims c where c.ticket_id = any (p_ticket_ids)
    order by c.event_id, c.place, c.seat for no key update;
  if (select count(*) from public.user_tickets t where t.id = any (p_ticket_ids))
     <> (select count(distinct i) from unnest(p_ticket_ids) as i) then
    perform private.refuse(404, 'not_found', 'p_ticket_ids', 'Not all of these tickets exist.');
  end if;

  delete from public.seat_claims c where c.ticket_id = any (p_ticket_ids);
  update public.user_tickets t set payment_status = 'failed', revoked_at = now(), revoked_reason = p_reason
    where t.id = any (p_ticket_ids) and t.revoked_at is null;
  update public.payment_lines l set payment_status = 'failed'
    from public.user_tickets t
    where t.id = any (p_ticket_ids) and l.id = t.payment_line_id and l.payment_status <> 'failed';
end
$function$;

CREATE OR REPLACE FUNCTION public.revoke_tickets(p_ticket_ids uuid[] DEFAULT NULL::uuid[], p_reason text DEFAULT NULL::text)
 RETURNS SETOF user_tickets
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_most_tickets constant integer := 100;
  c_longest_reason constant integer := 500;
  v_reason text;
begin
  perform private.require_admin();
  if coalesce(cardinality(p_ticket_ids), 0) not between 1 and c_most_tickets or array_position(p_ticket_ids, null) is not null then
    perform private.refuse(400, 'invalid', 'p_ticket_ids', format('1 to %s ticket ids.', c_most_tickets));
  end if;
  v_reason := private.require_text(p_reason, 'p_reason', c_longest_reason);

  perform private.revoke(p_ticket_ids, v_reason);
  return query select t.* from public.user_tickets t where t.id = any (p_ticket_ids) order by t.created_at, t.id;
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_tickets()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table private.event_keys, public.user_tickets from public, anon, authenticated;
  grant select on table public.user_tickets to authenticated;
  revoke all on function public.change_ticket_seats(uuid, text[], text), private.check_character(text),
    private.new_ticket_code(), private.seat_list(text[]),
    private.ticket_signature(bytea, integer, uuid, uuid, uuid, text[]), private.signing_key(uuid),
    public.confirm_tickets(text), private.revoke(uuid[], text), public.revoke_tickets(uuid[], text), private.grant_tickets()
    from public, anon, authenticated;
  grant execute on function public.change_ticket_seats(uuid, text[], text), public.revoke_tickets(uuid[], text)
    to anon, authenticated;
  grant execute on function public.confirm_tickets(text) to authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION public.match_bank_rows()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
        -- Keeps payments with warnings, and one's own, out of the bulk approval.
        when m.kind = 'exact' and (w.warnings <> '[]'::jsonb or m.user_id = private.uid()) then 'to_check'
        else m.kind
      end as shown
    from private.bank_matches m
    left join lateral (
      select v.warnings from private.payment_warnings v where m.kind = 'exact' and v.payment_id = m.payment_id) as w on true
    where m.status = 'pending'),
  ranked as (select f.*, row_number() over (partition by f.shown order by f.created_at, f.payment_id) as n from found f)
  select jsonb_object_agg(k.shown, k.found) into v_kinds from (
    select r.shown, jsonb_build_object('count', count(*), 'sum', coalesce(sum(r.amount), 0)::numeric(14, 2)::text,
      'payments', coalesce(jsonb_agg(jsonb_build_object(
        'payment_id', r.payment_id, 'order_code', r.order_code, 'transaction_id', r.transaction_id,
        'user_name', (select coalesce(f.name, f.email) from public.profiles f where f.id = r.user_id),
        'expected', r.expected, 'amount', r.amount, 'created_at', r.created_at, 'credit', r.credit,
        'credited_on', r.credited_on, 'credits', r.credits, 'others', r.others) order by r.n) filter (where r.n <= c_listed), '[]')) as found
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
$function$;

CREATE OR REPLACE FUNCTION public.payment_bank_states(p_payment_ids uuid[] DEFAULT NULL::uuid[])
 RETURNS TABLE(payment_id uuid, kind text, credit numeric, credited_on date)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 25
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
declare
  c_most_payments constant integer := 200;
  v_first date;
  v_last date;
  v_imported_at timestamptz;
begin
  perform private.require_admin();
  if p_payment_ids is null or cardinality(p_payment_ids) > c_most_payments then
    perform private.refuse(400, 'invalid', 'p_payment_ids', format('At most %s payment ids.', c_most_payments));
  end if;
  select min(b.booked_on), max(b.booked_on) into v_first, v_last from public.bank_rows b;
  select max(b.created_at) into v_imported_at from public.bank_rows b where b.booked_on = v_last;
  return query
    select m.payment_id, case when m.kind = 'not_found' and not coalesce(d.paid_on >= v_first
        and (d.paid_on < v_last or (d.paid_on = v_last and m.created_at < v_imported_at)), false)
      then 'not_covered' else m.kind end, m.credit, m.credited_on
    from private.bank_matches m, lateral (select (m.created_at at time zone 'Asia/Kolkata')::date as paid_on) as d
    where m.payment_id = any (p_payment_ids);
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_bank()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table public.bank_rows, private.bank_matches from public, anon, authenticated;
  grant select on table public.bank_rows, private.bank_matches to authenticated;
  revoke all on function private.bank_rows_of(jsonb), public.import_bank_rows(jsonb, uuid, text),
    public.match_bank_rows(), public.find_bank_rows(text), public.list_bank_imports(),
    public.take_back_bank_import(uuid), public.payment_bank_states(uuid[]), private.backs_payment(public.bank_rows),
    private.bank_row_key(date, numeric, text, numeric, bigint), private.credits_of(jsonb), private.joining(jsonb),
    private.join_bank_rows(), private.credit_joined(), private.credits_imported(), private.credit_used_by(uuid, text),
    private.grant_bank() from public, anon, authenticated;
  grant execute on function public.import_bank_rows(jsonb, uuid, text), public.match_bank_rows(), public.find_bank_rows(text),
    public.list_bank_imports(), public.take_back_bank_import(uuid), public.payment_bank_states(uuid[]) to anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION public.mark_refunded(p_refund_id uuid DEFAULT NULL::uuid, p_utr text DEFAULT NULL::text, p_upi_id text DEFAULT NULL::text, p_admitted boolean DEFAULT false)
 RETURNS refunds
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_utr text;
  v_key text;
  v_refund public.refunds;
  v_payment public.payments;
  v_admitted jsonb;
  v_used text;
begin
  perform private.require_admin();
  -- Cash and cards give back without a transfer: the order's code takes the place of its reference.
  v_utr := coalesce(nullif(private.clean_text(p_utr), ''), (
    select p.order_code from public.refunds r join public.payments p on p.id = r.payment_id
    where r.id = p_refund_id and p.method in ('cash', 'card')));
  v_utr := regexp_replace(private.normal_reference(private.require_text(v_utr, 'p_utr', 64)), '[[:space:]]', '', 'g');
  if v_utr !~ '^[A-Z0-9][A-Z0-9/-]{5,63}$' then
    perform private.refuse(400, 'invalid', 'p_utr', 'A bank''s reference has at least 6 letters and digits.');
  end if;
  v_key := private.reference_key(v_utr);
  select * into v_refund from public.refunds r where r.id = p_refund_id;
  if not found then
    perform private.refuse(404, 'not_found', 'p_refund_id', 'There is no such refund.');
  end if;

  -- Serializes transfers, so that one reference cannot pay two customers at once.
  perform pg_advisory_xact_lock(hashtextextended('refund:' || v_key, 0));
  perform private.lock_customer(v_refund.user_id);
  perform private.share_event(t.event_id) from public.user_tickets t where t.id = v_refund.ticket_id;
  select p.* into strict v_payment from public.payments p where p.id = v_refund.payment_id for no key update;
  if v_refund.ticket_id is null then
    perform private.lock_reference(v_payment.reference_key);
  end if;
  select * into v_refund from public.refunds r where r.id = p_refund_id for no key update;
  if not found then
    perform private.refuse(404, 'not_found', 'p_refund_id', 'It is owed no longer.');
  end if;
  if v_refund.status = 'refunded' then
    if v_refund.utr = v_utr then
      return v_refund;
    end if;
    perform private.refuse(409, 'already_decided',
      jsonb_build_object('status', 'refunded', 'reviewed_at', v_refund.refunded_at, 'utr', v_refund.utr)::text,
      'The refund was marked with another reference.');
  end if;
  -- Who bought at the door has no account to say where money goes.
  if v_refund.upi_id is null and v_payment.made_by is null then
    perform private.refuse(409, 'no_upi_id', '', 'The customer has not said where the money goes.');
  end if;
  if v_refund.upi_id is not null and private.clean_text(p_upi_id) is distinct from v_refund.upi_id then
    perform private.refuse(409, 'changed_meanwhile', v_refund.upi_id, 'The customer changed the UPI id; detail is the one now.');
  end if;
  v_admitted := private.ticket_admissions(v_refund.ticket_id);
  if v_admitted is not null and p_admitted is not true then
    perform private.refuse(409, 'admitted', v_admitted::text, 'The ticket was let in; detail says how many seats and when.');
  end if;
  -- A later statement may show less than was believed when the refund was recorded.
  if v_refund.amount > (
      select m.received - m.returned from private.payment_money m where m.payment_id = v_refund.payment_id) then
    perform private.refuse(409, 'not_refundable', 'nothing', 'Less came in than this, or it paid for another order.');
  end if;
  -- Money of tickets that are valid, or valid again, stays with them.
  if v_refund.ticket_id is null and v_payment.status = 'approved' and v_refund.amount > (
      select m.received - m.returned - private.kept_by_tickets(m.payment_id)
      from private.payment_money m where m.payment_id = v_refund.payment_id) then
    perform private.refuse(409, 'not_refundable', 'tickets', 'Its tickets are valid: their money goes back with them.');
  end if;
  select p.order_code into v_used
    from public.refunds r
    join public.payments p on p.id = r.payment_id
    where r.utr_key = v_key and r.user_id <> v_refund.user_id
    limit 1;
  if found then
    perform private.refuse(409, 'transaction_used', v_used, 'This transfer went to another customer, for the order in detail.');
  end if;

  -- A refunded ticket does not admit: frees its seats.
  if v_refund.ticket_id is not null then
    perform public.revoke_tickets(array[v_refund.ticket_id], 'Refunded');
  end if;
  update public.refunds r set status = 'refunded', utr = v_utr, refunded_at = now()
    where r.id = p_refund_id returning * into v_refund;
  return v_refund;
end
$function$;

CREATE OR REPLACE FUNCTION public.get_refunds()
 RETURNS TABLE(refund_id uuid, ticket_id uuid, user_id uuid, user_name text, user_email text, amount numeric, upi_id text, reason text, status text, utr text, requested_at timestamp with time zone, refunded_at timestamp with time zone, asked_at timestamp with time zone, note text, payment_id uuid, order_code text, transaction_id text, event_id uuid, event_name text, event_date timestamp with time zone, ticket_category text, seats text[], quantity integer, payment_line_id uuid, admitted jsonb, method text, made_by uuid)
 LANGUAGE sql
 STABLE
AS $function$
  select l.refund_id, l.ticket_id, l.user_id, l.user_name, l.user_email, l.amount, l.upi_id, l.reason, l.status, l.utr,
    l.requested_at, l.refunded_at, l.asked_at, l.note, l.payment_id, l.order_code, l.transaction_id, l.event_id, l.event_name,
    l.event_date, l.ticket_category, l.seats, l.quantity, l.payment_line_id, l.admitted, l.method, l.made_by
  from private.refund_list l
$function$;

CREATE OR REPLACE FUNCTION public.search_refunds(p_search text DEFAULT NULL::text, p_status text DEFAULT NULL::text, p_after uuid DEFAULT NULL::uuid)
 RETURNS TABLE(refund_id uuid, ticket_id uuid, user_id uuid, user_name text, user_email text, amount numeric, upi_id text, reason text, status text, utr text, requested_at timestamp with time zone, refunded_at timestamp with time zone, asked_at timestamp with time zone, note text, payment_id uuid, order_code text, transaction_id text, event_id uuid, event_name text, event_date timestamp with time zone, ticket_category text, seats text[], quantity integer, payment_line_id uuid, admitted jsonb, method text, made_by uuid)
 LANGUAGE sql
 STABLE
AS $function$
  select l.refund_id, l.ticket_id, l.user_id, l.user_name, l.user_email, l.amount, l.upi_id, l.reason, l.status, l.utr,
    l.requested_at, l.refunded_at, l.asked_at, l.note, l.payment_id, l.order_code, l.transaction_id, l.event_id, l.event_name,
    l.event_date, l.ticket_category, l.seats, l.quantity, l.payment_line_id, l.admitted, l.method, l.made_by
  from private.find_refunds(p_search, p_status, p_after) as i join private.refund_list l on l.refund_id = i
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

CREATE OR REPLACE FUNCTION private.places_for(p_payment payments, p_ticket_category_id uuid, p_count integer)
 RETURNS text[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_places text[] := array(
    select c.seat from public.seat_claims c
    where c.payment_id = p_payment.id and c.ticket_category_id = p_ticket_category_id and c.state <> 'held'
    order by length(c.seat), c.seat limit p_count);
begin
  if cardinality(v_places) = p_count then
    return v_places;
  end if;
  -- A place whose review has ended is free, too, and still the payment's own.
  return v_places || array(
    select t.seat from unnest(private.take_places(p_ticket_category_id, p_count, p_payment.user_id, p_payment.order_id))
      with ordinality as t (seat, n)
    where t.seat <> all (v_places) order by t.n limit p_count - cardinality(v_places));
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
    left join public.payment_lines l on l.payment_id = p_payment_id and l.ticket_category_id = n.ticket_category_id
    where l.quantity is distinct from coalesce(n.places, cardinality(n.seats))) then
    perform private.refuse(400, 'invalid', 'p_lines', 'Each line is one of the payment''s, with as many seats as were paid for.');
  end if;
  if exists (select from public.user_tickets t
             where t.payment_id = p_payment_id and t.ticket_category_id = any (v_categories) and t.revoked_at is not null) then
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
$function$;

CREATE OR REPLACE FUNCTION private.find_payments(p_text text, p_status text DEFAULT NULL::text, p_after uuid DEFAULT NULL::uuid, p_event uuid DEFAULT NULL::uuid)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  v_pattern text := private.search_pattern(p_text);
  v_word text := private.search_pattern(p_text, true);
  v_bare text := regexp_replace(p_text, '[[:space:]-]', '', 'g');
  v_amount text := regexp_replace(p_text, '[₹,[:space:]]', '', 'g');
  v_rupees numeric;
  v_users uuid[];
  v_named uuid[];
begin
  if v_pattern is null and p_event is null or not private.is_admin() then
    return;
  end if;
  v_users := array(select f.id from public.profiles f
    where f.name ilike v_pattern or f.name ilike v_word or f.email ilike v_pattern);
  v_named := array(select p.id from public.payments p where p.transaction_id ilike v_pattern or p.order_code ilike v_pattern);
  -- References are read aloud in groups and stored without.
  if v_bare ~ '^[0-9]{4,12}$' and v_bare <> p_text then
    v_named := v_named || array(
      select p.id from public.payments p where p.transaction_id ilike private.search_pattern(v_bare));
  end if;
  if v_amount ~ '^[0-9]{1,9}([.][0-9]{1,2})?$' then
    v_rupees := v_amount::numeric;
  end if;
  if p_after is not null then
    return query select p.id from public.payments p
      where (v_pattern is null or p.user_id = any (v_users) or p.id = any (v_named) or p.amount = v_rupees)
        and (p_event is null or p.id in (select l.payment_id from public.payment_lines l where l.event_id = p_event))
        and (p_status is null or p.status = p_status) and p.id > p_after
      order by p.id limit private.most_found();
  else
    return query select p.id from public.payments p
      where (v_pattern is null or p.user_id = any (v_users) or p.id = any (v_named) or p.amount = v_rupees)
        and (p_event is null or p.id in (select l.payment_id from public.payment_lines l where l.event_id = p_event))
        and (p_status is null or p.status = p_status)
      order by p.created_at desc limit private.most_found() + 1;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.find_lines(p_text text, p_status text DEFAULT NULL::text, p_after uuid DEFAULT NULL::uuid, p_event uuid DEFAULT NULL::uuid)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  v_pattern text := private.search_pattern(p_text);
  v_word text := private.search_pattern(p_text, true);
  v_code text := upper(translate(private.clean_text(p_text), ' -', ''));
  v_since timestamptz := case when p_status = 'recent' then now() - interval '24 hours' end;
  v_status text := case when p_status <> 'recent' then p_status end;
  v_users uuid[];
  v_payments uuid[];
  v_events uuid[];
  v_categories uuid[];
  v_coded uuid[] := '{}'::uuid[];
begin
  if v_pattern is null and p_event is null or not private.is_admin() then
    return;
  end if;
  v_users := array(select f.id from public.profiles f
    where f.name ilike v_pattern or f.name ilike v_word or f.email ilike v_pattern);
  v_payments := array(select p.id from public.payments p where p.transaction_id ilike v_pattern or p.order_code ilike v_pattern);
  v_events := array(select e.id from public.singers s join public.events e on e.singer_id = s.id
    where s.name || ' - ' || e.city ilike v_pattern or s.name || ' - ' || e.city ilike v_word);
  v_categories := array(select c.id from public.ticket_categories c where c.name ilike v_pattern or c.name ilike v_word);
  if v_code ~ '^[0-9A-Z]{3,9}$' then
    v_coded := array(select t.payment_line_id from public.user_tickets t where t.code like v_code || '%');
  end if;
  if p_after is not null then
    return query select l.id from public.payment_lines l
      where (v_pattern is null or l.user_id = any (v_users) or l.payment_id = any (v_payments) or l.event_id = any (v_events)
          or l.ticket_category_id = any (v_categories) or l.id = any (v_coded))
        and (p_event is null or l.event_id = p_event)
        and (v_status is null or l.payment_status = v_status)
        and (v_since is null or exists (
          select from public.user_tickets t where t.payment_line_id = l.id and t.created_at >= v_since))
        and l.id > p_after
      order by l.id limit private.most_found();
  else
    return query select l.id from public.payment_lines l
      where (v_pattern is null or l.user_id = any (v_users) or l.payment_id = any (v_payments) or l.event_id = any (v_events)
          or l.ticket_category_id = any (v_categories) or l.id = any (v_coded))
        and (p_event is null or l.event_id = p_event)
        and (v_status is null or l.payment_status = v_status)
        and (v_since is null or exists (
          select from public.user_tickets t where t.payment_line_id = l.id and t.created_at >= v_since))
      order by l.created_at desc limit private.most_found() + 1;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.get_all_tickets()
 RETURNS TABLE(ticket_id uuid, payment_line_id uuid, payment_id uuid, order_code text, transaction_id text, user_id uuid, user_name text, user_email text, singer_name text, event_id uuid, event_name text, event_date timestamp with time zone, ticket_category_id uuid, ticket_category text, quantity integer, seats text[], total_amount numeric, payment_status text, code text, revoked_at timestamp with time zone, revoked_reason text, created_at timestamp with time zone, issued_at timestamp with time zone, gst_amount numeric, local_tax_amount numeric, fee_amount numeric, fee_gst_amount numeric, method text, is_test boolean, made_by uuid)
 LANGUAGE sql
 STABLE
AS $function$
  select l.ticket_id, l.payment_line_id, l.payment_id, l.order_code, l.transaction_id, l.user_id, l.user_name, l.user_email,
    l.singer_name, l.event_id, l.event_name, l.event_date, l.ticket_category_id, l.ticket_category, l.quantity, l.seats,
    l.total_amount, l.payment_status, l.code, l.revoked_at, l.revoked_reason, l.created_at, l.issued_at,
    l.gst_amount, l.local_tax_amount, l.fee_amount, l.fee_gst_amount, l.method, l.is_test, l.made_by
  from private.ticket_list l
$function$;

CREATE OR REPLACE FUNCTION public.search_tickets(p_search text DEFAULT NULL::text, p_status text DEFAULT NULL::text, p_after uuid DEFAULT NULL::uuid, p_event uuid DEFAULT NULL::uuid)
 RETURNS TABLE(ticket_id uuid, payment_line_id uuid, payment_id uuid, order_code text, transaction_id text, user_id uuid, user_name text, user_email text, singer_name text, event_id uuid, event_name text, event_date timestamp with time zone, ticket_category_id uuid, ticket_category text, quantity integer, seats text[], total_amount numeric, payment_status text, code text, revoked_at timestamp with time zone, revoked_reason text, created_at timestamp with time zone, issued_at timestamp with time zone, gst_amount numeric, local_tax_amount numeric, fee_amount numeric, fee_gst_amount numeric, method text, is_test boolean, made_by uuid)
 LANGUAGE sql
 STABLE
AS $function$
  select l.ticket_id, l.payment_line_id, l.payment_id, l.order_code, l.transaction_id, l.user_id, l.user_name, l.user_email,
    l.singer_name, l.event_id, l.event_name, l.event_date, l.ticket_category_id, l.ticket_category, l.quantity, l.seats,
    l.total_amount, l.payment_status, l.code, l.revoked_at, l.revoked_reason, l.created_at, l.issued_at,
    l.gst_amount, l.local_tax_amount, l.fee_amount, l.fee_gst_amount, l.method, l.is_test, l.made_by
  from private.find_lines(p_search, p_status, p_after, p_event) as i join private.ticket_list l on l.payment_line_id = i
$function$;

CREATE OR REPLACE FUNCTION public.get_payment_details()
 RETURNS TABLE(payment_id uuid, user_id uuid, user_name text, email text, amount numeric, transaction_id text, status text, screenshot_url text, screenshot_sha256 text, order_id uuid, order_code text, created_at timestamp with time zone, reviewed_at timestamp with time zone, reviewed_by uuid, reviewed_by_name text, review_note text, expected_amount numeric, lines jsonb, warnings jsonb, kept_until timestamp with time zone, collapsed boolean, more_of_customer bigint, method text, till_id uuid, made_by uuid, made_by_name text, is_test boolean)
 LANGUAGE sql
 STABLE
AS $function$
  select l.payment_id, l.user_id, l.user_name, l.email, l.amount, l.transaction_id, l.status, l.screenshot_url,
    l.screenshot_sha256, l.order_id, l.order_code, l.created_at, l.reviewed_at, l.reviewed_by, l.reviewed_by_name,
    l.review_note, l.expected_amount, l.lines, l.warnings,
    l.kept_until, l.collapsed, l.more_of_customer, l.method, l.till_id, l.made_by, l.made_by_name, l.is_test
  from private.payment_list l
$function$;

CREATE OR REPLACE FUNCTION public.search_payments(p_search text DEFAULT NULL::text, p_status text DEFAULT NULL::text, p_after uuid DEFAULT NULL::uuid, p_event uuid DEFAULT NULL::uuid)
 RETURNS TABLE(payment_id uuid, user_id uuid, user_name text, email text, amount numeric, transaction_id text, status text, screenshot_url text, screenshot_sha256 text, order_id uuid, order_code text, created_at timestamp with time zone, reviewed_at timestamp with time zone, reviewed_by uuid, reviewed_by_name text, review_note text, expected_amount numeric, lines jsonb, warnings jsonb, kept_until timestamp with time zone, collapsed boolean, more_of_customer bigint, method text, till_id uuid, made_by uuid, made_by_name text, is_test boolean)
 LANGUAGE sql
 STABLE
AS $function$
  select l.payment_id, l.user_id, l.user_name, l.email, l.amount, l.transaction_id, l.status, l.screenshot_url,
    l.screenshot_sha256, l.order_id, l.order_code, l.created_at, l.reviewed_at, l.reviewed_by, l.reviewed_by_name,
    l.review_note, l.expected_amount, l.lines, l.warnings,
    l.kept_until, l.collapsed, l.more_of_customer, l.method, l.till_id, l.made_by, l.made_by_name, l.is_test
  from private.find_payments(p_search, p_status, p_after, p_event) as i join private.payment_list l on l.payment_id = i
$function$;

CREATE OR REPLACE FUNCTION private.grant_review()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table private.payment_watchers, private.payment_warnings, private.payment_list, private.ticket_list
    from public, anon, authenticated;
  grant select on table private.payment_warnings, private.payment_list, private.ticket_list to authenticated;
  revoke all on function public.watch_payments(uuid, uuid), private.lock_payments(uuid[]), private.prepare_keys(uuid[]),
    private.lost_seats(uuid), private.decision(uuid), private.refuse_decided(public.payments),
    private.approve_payment(public.payments, text, uuid), private.reject_payment(public.payments, text, uuid),
    private.decide_payment(uuid, text, text, uuid), public.review_payment(uuid, text, text), public.review_payments(uuid[]),
    public.reassign_seats(uuid, jsonb), private.places_for(public.payments, uuid, integer),
    private.find_payments(text, text, uuid, uuid), private.find_lines(text, text, uuid, uuid),
    public.get_payment_details(), public.search_payments(text, text, uuid, uuid), public.get_all_tickets(),
    public.search_tickets(text, text, uuid, uuid), private.decision_note(text), public.reject_payments(uuid[], text),
    private.grant_review() from public, anon, authenticated;
  grant execute on function public.watch_payments(uuid, uuid), public.review_payment(uuid, text, text),
    public.review_payments(uuid[]), public.reassign_seats(uuid, jsonb), public.reject_payments(uuid[], text)
    to anon, authenticated;
  grant execute on function public.get_payment_details(), public.search_payments(text, text, uuid, uuid), public.get_all_tickets(),
    public.search_tickets(text, text, uuid, uuid), private.find_payments(text, text, uuid, uuid), private.find_lines(text, text, uuid, uuid)
    to authenticated;
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
  -- Holds without a customer are free standing places: they stay.
  perform from public.seat_claims c where c.event_id = p_event_id and c.state = 'held' and c.user_id is not null
    order by c.event_id, c.place, c.seat for no key update;
  delete from public.seat_claims c where c.event_id = p_event_id and c.state = 'held' and c.user_id is not null;
  perform private.owe_event(p_event_id);
  return v_event;
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_deletion()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_categories uuid[];
begin
  v_categories := case tg_table_name
    when 'ticket_categories' then array[old.id]
    when 'events' then array(select c.id from public.ticket_categories c where c.event_id = old.id)
    when 'singers' then array(
      select c.id from public.ticket_categories c join public.events e on e.id = c.event_id where e.singer_id = old.id)
    when 'seating_layouts' then array(
      select l.ticket_category_id from public.ticket_category_layouts l where l.seating_layout_id = old.id)
  end;
  -- Waits for sales in progress, which lock the category they sell from.
  perform from public.ticket_categories c where c.id = any (v_categories) order by c.id for update;
  if exists (select from unnest(v_categories) as c where private.category_in_use(c)) then
    perform private.refuse(409, 'in_use', tg_table_name, 'Seats, payments, tickets or recent orders hang on it.');
  end if;
  if tg_table_name = 'ticket_categories' then
    -- Only expired holds and unfinished orders are left.
    perform from public.seat_claims c where c.ticket_category_id = old.id
      order by c.event_id, c.place, c.seat for update;
    delete from public.seat_claims c where c.ticket_category_id = old.id;
    -- The standing places that the deleted claims left.
    delete from public.seat_claims c where c.ticket_category_id = old.id;
    delete from private.order_prices p where p.ticket_category_id = old.id;
  end if;
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_event_edit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.date is distinct from old.date then
    if old.status = 'cancelled' then
      perform private.refuse(409, 'not_on_sale', 'date', 'A cancelled event does not move.');
    end if;
    if isfinite(new.date) and new.date <= now() and new.date >= '2000-01-01 00:00+00' then
      perform private.refuse(400, 'invalid', 'date', 'An event moves to a time to come.');
    end if;
  end if;
  perform private.lock_event_soon(old.id);
  if exists (
    -- No customer has a kept seat.
    select from public.seat_claims c
    where c.event_id = old.id and (c.state in ('under_review', 'sold') or c.expires_at > now()))
  then
    if new.singer_id is distinct from old.singer_id then
      perform private.refuse(409, 'in_use', 'singer_id',
        'Seats are sold or held for this singer. A name is corrected by renaming the singer.');
    end if;
    perform private.refuse(409, 'move_only', old.id::text, 'Seats are sold or held: date, city and venue change by move_event.');
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.free_places(p_user_id uuid, p_ticket_category_id uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce((
      select sum(t.quantity) from public.user_tickets t
      where t.user_id = p_user_id and t.ticket_category_id = p_ticket_category_id and t.revoked_at is null and t.total_amount = 0), 0)
    + coalesce((
      select sum(l.quantity) from public.payment_lines l
      where l.user_id = p_user_id and l.ticket_category_id = p_ticket_category_id and l.payment_status = 'pending'
        and l.total_amount = 0), 0)
$function$;

CREATE OR REPLACE FUNCTION private.is_beyond_free_places(p_payment_id uuid, p_terms shop_terms)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (
    select from public.payment_lines l
    where l.payment_id = p_payment_id and l.ticket_category_id is not null and l.total_amount = 0
      and private.free_places(l.user_id, l.ticket_category_id) > p_terms.seats_per_line)
$function$;

CREATE OR REPLACE FUNCTION public.take_free_order(p_order_id uuid DEFAULT NULL::uuid, p_lines jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := private.require_user();
  v_terms public.shop_terms := private.terms();
  v_order private.orders;
  v_payment public.payments;
  v_asked record;
  v_placed record;
  v_price record;
  v_held private.seat[];
  v_shares numeric[];
  v_parts numeric[];
  v_used text;
begin
  perform private.lock_customer(v_user);
  if exists (select from private.closed_accounts a where a.user_id = v_user) then
    perform private.refuse(401, 'not_signed_in', '', 'Staff closed this account.');
  end if;
  v_order := private.require_own_order(p_order_id, v_user);
  if v_order.submitted_at is not null then
    select * into v_payment from public.payments p where p.order_id = p_order_id and p.method = 'free';
    if not found then
      perform private.refuse(409, 'order_submitted', v_order.order_code, 'This order was submitted; start another.');
    end if;
    return private.free_order(v_payment.id);
  end if;

  v_asked := private.asked_lines(p_lines, v_terms);
  perform private.share_order_events(v_asked.categories, p_order_id);
  if v_order.id is null or v_order.expires_at <= now() then
    perform private.refuse(409, 'hold_expired', coalesce(v_order.order_code, ''), 'The hold ran out; hold again.');
  end if;
  -- Approving counts what is sold, so the categories are locked for it before any claim.
  perform from public.ticket_categories c where c.id = any (v_asked.categories) order by c.id for no key update;
  v_placed := private.place_lines(v_asked.lines, p_order_id, v_user, p_order_id);
  if v_order.code_id is not null then
    -- The hold had the code that opens what is sold with one only.
    v_placed.not_on_sale := nullif(array(
      select s from unnest(v_placed.not_on_sale) as s
      where not exists (select from unnest(v_placed.lines) as l
        where l.ticket_category_id = s.ticket_category_id and l.is_frozen and l.on_sale is null)), '{}');
  end if;
  if v_placed.not_on_sale is not null then
    perform private.refuse(409, 'not_on_sale', private.seats_as_lines(v_placed.not_on_sale),
      'Over, cancelled or gone; detail has the lines.');
  end if;
  select array_agg(row (c.event_id, c.place, c.seat, c.ticket_category_id)::private.seat) into v_held
    from public.seat_claims c where c.order_id = p_order_id and c.state = 'held' and c.expires_at > now();
  if v_placed.unknown is not null or v_placed.short is not null
     or not coalesce(v_placed.seats <@ v_held and v_held <@ v_placed.seats, false) then
    perform private.refuse(409, 'hold_expired', v_order.order_code, 'The order holds other seats; hold again.');
  end if;

  if p_lines = v_order.lines then
    v_shares := v_order.shares;
    v_parts := v_order.parts;
  else
    v_price := private.price_lines(private.rate_lines(v_placed.lines, p_order_id, v_terms));
    v_shares := v_price.shares;
    v_parts := v_price.parts;
  end if;
  if (select sum(s) from unnest(v_shares) as s) is distinct from 0 then
    perform private.refuse(409, 'not_free', v_order.order_code, 'This order has a price; submit its payment.');
  end if;
  if exists (
    select from unnest(v_placed.lines) as l
    where cardinality(l.seats) + private.free_places(v_user, l.ticket_category_id) > v_terms.seats_per_line) then
    perform private.refuse(429, 'too_many', v_terms.seats_per_line::text,
      'So many free places of a category may one customer have.');
  end if;

  update private.orders o set submitted_at = now(), expires_at = least(o.expires_at, now()) where o.id = p_order_id;
  insert into public.payments (user_id, order_id, order_code, transaction_id, amount, screenshot_url, screenshot_sha256,
      picture_digest, method, is_test, discount_code)
    values (v_user, p_order_id, v_order.order_code, v_order.order_code, 0, '', '', '', 'free', v_order.is_test,
      (select d.code from public.discount_codes d where d.id = v_order.code_id))
    on conflict do nothing returning * into v_payment;
  if not found then
    select p.order_code into v_used from public.payments p
      where p.user_id = v_user and p.transaction_id = v_order.order_code and p.status in ('pending', 'approved');
    perform private.refuse(409, 'transaction_used', coalesce(v_used, ''), 'The customer sent this code as a reference.');
  end if;
  perform private.record_lines(
    v_payment.id, v_user, p_order_id, v_placed.lines, v_shares, v_parts, v_order.code_id is not null);
  perform private.review_held(p_order_id, v_payment.id, null);
  perform private.prepare_keys(array[v_payment.id]);
  perform private.decide_payment(v_payment.id, 'approved', null, null);
  return private.free_order(v_payment.id);
end
$function$;

CREATE OR REPLACE FUNCTION private.free_order(p_payment_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select private.submission(p) || jsonb_build_object('tickets', private.decision(p.id) -> 'tickets')
  from public.payments p where p.id = p_payment_id
$function$;

CREATE OR REPLACE FUNCTION private.grant_free_orders()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on function public.take_free_order(uuid, jsonb), private.free_order(uuid),
    private.free_places(uuid, uuid), private.is_beyond_free_places(uuid, public.shop_terms), private.grant_free_orders()
    from public, anon, authenticated;
  grant execute on function public.take_free_order(uuid, jsonb) to anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_own_event(p_event_id uuid)
 RETURNS events
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_event public.events;
begin
  perform private.require_admin();
  if p_event_id is null then
    perform private.refuse(400, 'invalid', 'p_event_id', 'Which event?');
  end if;
  perform private.lock_event(p_event_id);
  select * into v_event from public.events e where e.id = p_event_id for no key update;
  if not found then
    perform private.refuse(404, 'not_found', 'p_event_id', 'There is no such event.');
  end if;
  return v_event;
end
$function$;

CREATE OR REPLACE FUNCTION public.publish_event(p_event_id uuid DEFAULT NULL::uuid)
 RETURNS events
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_event public.events := private.lock_own_event(p_event_id);
begin
  if v_event.published_at is not null then
    return v_event;
  end if;
  update public.events e set published_at = now() where e.id = p_event_id returning * into v_event;
  delete from private.event_previews p where p.event_id = p_event_id;
  -- Devices that have synced since these rows were written ask only for later changes.
  delete from public.deleted_rows d
    where d."table" = 'events' and d.id = p_event_id
      or d."table" in ('ticket_categories', 'ticket_category_layouts')
        and d.id in (select c.id from public.ticket_categories c where c.event_id = p_event_id and not c.is_hidden);
  update public.ticket_categories c set name = c.name where c.event_id = p_event_id;
  update public.ticket_category_layouts l set section_ids = l.section_ids
    where l.ticket_category_id in (select c.id from public.ticket_categories c where c.event_id = p_event_id);
  return v_event;
end
$function$;

CREATE OR REPLACE FUNCTION public.unpublish_event(p_event_id uuid DEFAULT NULL::uuid)
 RETURNS events
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_event public.events := private.lock_own_event(p_event_id);
begin
  if v_event.published_at is null then
    return v_event;
  end if;
  perform from public.ticket_categories c where c.event_id = p_event_id order by c.id for update;
  if exists (select from public.ticket_categories c where c.event_id = p_event_id and private.category_in_use(c.id)) then
    perform private.refuse(409, 'in_use', 'events', 'Seats, payments, tickets or recent orders hang on it.');
  end if;
  update public.events e set published_at = null where e.id = p_event_id returning * into v_event;
  insert into public.deleted_rows ("table", id, at)
    select 'events', p_event_id, clock_timestamp()
    union all
    select 'ticket_categories', c.id, clock_timestamp() from public.ticket_categories c where c.event_id = p_event_id
    union all
    select 'ticket_category_layouts', l.ticket_category_id, clock_timestamp()
      from public.ticket_category_layouts l join public.ticket_categories c on c.id = l.ticket_category_id
      where c.event_id = p_event_id
    on conflict ("table", id) do update set at = excluded.at;
  return v_event;
end
$function$;

CREATE OR REPLACE FUNCTION public.pause_event(p_event_id uuid DEFAULT NULL::uuid)
 RETURNS events
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_event public.events := private.lock_own_event(p_event_id);
begin
  if v_event.paused_at is null then
    update public.events e set paused_at = now() where e.id = p_event_id returning * into v_event;
  end if;
  return v_event;
end
$function$;

CREATE OR REPLACE FUNCTION public.resume_event(p_event_id uuid DEFAULT NULL::uuid)
 RETURNS events
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_event public.events := private.lock_own_event(p_event_id);
begin
  if v_event.paused_at is not null then
    update public.events e set paused_at = null where e.id = p_event_id returning * into v_event;
  end if;
  return v_event;
end
$function$;

CREATE OR REPLACE FUNCTION public.make_event_preview(p_event_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_kept constant interval := interval '14 days';
  v_event public.events := private.lock_own_event(p_event_id);
  v_preview private.event_previews;
begin
  if v_event.published_at is not null then
    perform private.refuse(409, 'changed_meanwhile', 'p_event_id', 'A published event has its own page.');
  end if;
  select * into v_preview from private.event_previews p where p.event_id = p_event_id and p.ends_at > now();
  if not found then
    insert into private.event_previews as p (event_id, secret, made_by, ends_at)
      values (p_event_id, encode(extensions.gen_random_bytes(16), 'hex'), auth.uid(), now() + c_kept)
      on conflict (event_id) do update
        set secret = excluded.secret, made_by = excluded.made_by, made_at = now(), ends_at = excluded.ends_at
      returning * into v_preview;
    perform private.record_audit('preview', 'events', p_event_id::text, null, jsonb_build_object('ends_at', v_preview.ends_at));
  end if;
  return jsonb_build_object('key', v_preview.secret, 'ends_at', v_preview.ends_at);
end
$function$;

CREATE OR REPLACE FUNCTION public.end_event_preview(p_event_id uuid DEFAULT NULL::uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_own_event(p_event_id);
  delete from private.event_previews p where p.event_id = p_event_id;
  if not found then
    return false;
  end if;
  perform private.record_audit('end_preview', 'events', p_event_id::text, null, null);
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.preview_event(p_key text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_id uuid;
  v_answer jsonb;
begin
  select p.event_id into v_id from private.event_previews p where p.secret = p_key and p.ends_at > now();
  if not found then
    perform private.refuse(404, 'not_found', 'p_key', 'This link shows nothing, or no longer.');
  end if;
  select jsonb_build_object(
      'event', to_jsonb(e) - 'created_at' - 'revision',
      'singer', jsonb_build_object('id', s.id, 'name', s.name),
      'categories', (
        select coalesce(jsonb_agg(to_jsonb(c) - 'created_at' - 'revision'), '[]')
        from public.ticket_categories c where c.event_id = v_id and not c.is_hidden),
      'links', (
        select coalesce(jsonb_agg(to_jsonb(l) - 'created_at'), '[]')
        from public.ticket_category_layouts l join public.ticket_categories c on c.id = l.ticket_category_id
        where c.event_id = v_id and not c.is_hidden),
      'layouts', (
        select coalesce(jsonb_agg(jsonb_build_object('id', y.id, 'name', y.name, 'layout_data', y.layout_data)), '[]')
        from public.seating_layouts y
        where y.id in (
          select l.seating_layout_id
          from public.ticket_category_layouts l join public.ticket_categories c on c.id = l.ticket_category_id
          where c.event_id = v_id and not c.is_hidden)))
    into v_answer
    from public.events e join public.singers s on s.id = e.singer_id where e.id = v_id;
  return v_answer;
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_publishing()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table private.event_previews from public, anon, authenticated;
  revoke all on function public.publish_event(uuid), public.unpublish_event(uuid), public.pause_event(uuid),
    public.resume_event(uuid), public.make_event_preview(uuid), public.end_event_preview(uuid),
    public.preview_event(text), private.lock_own_event(uuid), private.grant_publishing()
    from public, anon, authenticated;
  grant execute on function public.publish_event(uuid), public.unpublish_event(uuid), public.pause_event(uuid),
    public.resume_event(uuid), public.make_event_preview(uuid), public.end_event_preview(uuid),
    public.preview_event(text) to anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION public.sold_by_price(p_ticket_category_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(unit_price numeric, tickets bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  return query
    select case when l.total_amount = 0 then 0 else l.unit_price end as price, sum(l.quantity)
    from public.payment_lines l join public.payments p on p.id = l.payment_id
    where l.ticket_category_id = p_ticket_category_id and l.payment_status = 'completed' and not p.is_test
    group by price order by price;
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_catalogue_lists()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table public.singer_list, public.event_list, public.ticket_category_list, public.code_list from public, anon, authenticated;
  grant select on table public.singer_list, public.event_list, public.ticket_category_list, public.code_list to authenticated;
  revoke all on function public.sold_by_price(uuid), private.grant_catalogue_lists() from public, anon, authenticated;
  grant execute on function public.sold_by_price(uuid) to anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_concert(p_at text, p_concert jsonb)
 RETURNS SETOF text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(p_concert) <> 'object' then
    return next p_at || ': not an object with date, venue and tickets';
    return;
  end if;
  if not p_concert ? 'date' then
    return next p_at || '/date: missing';
  elsif private.import_instant(p_concert -> 'date', null) is null then
    return next p_at || '/date: not a date';
  end if;
  if not p_concert ? 'venue' then
    return next p_at || '/venue: missing';
  elsif not private.is_line(p_concert -> 'venue', 160) then
    return next p_at || '/venue: not text of 1 to 160 characters';
  end if;
  if p_concert ? 'time' and (jsonb_typeof(p_concert -> 'time') <> 'string'
     or private.import_instant('"2026-01-01"', p_concert -> 'time') is null) then
    return next p_at || '/time: not a time';
  end if;
  if p_concert ->> 'genre' not in ('Rock', 'Pop', 'Classical', 'Jazz', 'Folk', 'Electronic') then
    return next p_at || '/genre: not one of Rock, Pop, Classical, Jazz, Folk, Electronic';
  end if;
  if p_concert ->> 'state' <> all (private.states()) then
    return next p_at || '/state: not a state or union territory of India';
  end if;
  return query
    select format('%s/%s: not a known field', p_at, private.import_step(name))
    from jsonb_object_keys(p_concert) as name
    where name not in ('date', 'venue', 'tickets', 'time', 'genre', 'state');
  return query select private.check_tickets(p_at, p_concert -> 'tickets');
end
$function$;

CREATE OR REPLACE FUNCTION public.import_catalogue(p_catalogue jsonb, p_dry_run boolean DEFAULT true)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_tickets constant integer := 100;
  c_most_concerts constant integer := 10000;
  v_problems jsonb;
  v_concert record;
  v_ticket record;
  v_singer uuid;
  v_event uuid;
  v_category uuid;
  v_status text;
  v_genre text;
  v_price numeric;
  v_new_singer boolean;
  v_new_event boolean;
  v_known text[] := '{}'::text[];
  v_tickets jsonb;
  v_events jsonb[] := '{}'::jsonb[];
  v_differences jsonb[] := '{}'::jsonb[];
  v_singers integer := 0;
  v_created integer := 0;
  v_categories integer := 0;
begin
  perform private.require_admin();
  if p_dry_run is null then
    perform private.refuse(400, 'invalid', 'p_dry_run', 'p_dry_run is true or false.');
  end if;
  v_problems := coalesce((select jsonb_agg(problem) from private.check_catalogue(p_catalogue) as problem), '[]');
  if v_problems = '[]' and (select sum((select count(*) from jsonb_object_keys(value))) from jsonb_each(p_catalogue))
     > c_most_concerts then
    v_problems := jsonb_build_array(format('The file: more than %s concerts', c_most_concerts));
  end if;
  if v_problems <> '[]' then
    if not p_dry_run then
      perform private.refuse(400, 'invalid', v_problems::text, 'The file has problems; detail lists them, nothing was imported.');
    end if;
    return jsonb_build_object('problems', v_problems, 'differences', '[]'::jsonb, 'events', '[]'::jsonb,
      'created', jsonb_build_object('singers', 0, 'events', 0, 'ticket_categories', 0));
  end if;

  -- Serializes imports: two of the same file would otherwise both find nothing.
  perform pg_advisory_xact_lock(hashtextextended('import_catalogue', 0));
  for v_concert in
    select private.clean_text(singer.name) as singer, private.clean_text(city.name) as city,
      private.clean_text(city.concert ->> 'venue') as venue, city.concert ->> 'genre' as genre,
      city.concert ->> 'state' as state,
      private.import_instant(city.concert -> 'date', city.concert -> 'time') as date, city.concert -> 'tickets' as tickets,
      private.import_step(singer.name) || '/' || private.import_step(city.name) as at
    from jsonb_each(p_catalogue) as singer(name, cities), lateral jsonb_each(singer.cities) as city(name, concert)
    order by 1, 6, 2, 3
  loop
    v_new_event := true;
    v_event := null;
    v_status := 'scheduled';
    select s.id into v_singer from public.singers s where private.fold_text(s.name) = private.fold_text(v_concert.singer);
    v_new_singer := not found and private.fold_text(v_concert.singer) <> all (v_known);
    if v_new_singer then
      v_singers := v_singers + 1;
      v_known := v_known || private.fold_text(v_concert.singer);
      if not p_dry_run then
        insert into public.singers (name) values (v_concert.singer) returning id into v_singer;
      end if;
    end if;
    if v_singer is not null then
      select e.id, e.status, e.genre into v_event, v_status, v_genre
        from public.events e
        where e.singer_id = v_singer and e.date = v_concert.date
          and private.fold_text(e.city) = private.fold_text(v_concert.city)
          and private.fold_text(e.venue) = private.fold_text(v_concert.venue)
        order by e.status desc, e.id limit 1;
      v_new_event := not found;
    end if;
    if v_new_event then
      v_created := v_created + 1;
      v_status := 'scheduled';
      if not p_dry_run then
        insert into public.events (singer_id, city, venue, date, genre, state)
          values (v_singer, v_concert.city, v_concert.venue, v_concert.date, v_concert.genre, v_concert.state)
          returning id into v_event;
      end if;
    elsif v_status = 'cancelled' then
      v_differences := v_differences || jsonb_build_object('path', v_concert.at, 'stored', 'cancelled', 'given', 'scheduled');
    elsif v_concert.genre is not null and v_concert.genre is distinct from v_genre then
      v_differences := v_differences
        || jsonb_build_object('path', v_concert.at || '/genre', 'stored', v_genre, 'given', v_concert.genre);
    end if;

    v_tickets := '[]'::jsonb;
    for v_ticket in
      select private.clean_text(key) as name, (value #>> '{}')::numeric as price, private.import_step(key) as at
      from jsonb_each(v_concert.tickets) order by 2 desc, 1
    loop
      v_category := null;
      v_price := null;
      if not v_new_event then
        select c.id, c.price into v_category, v_price
          from public.ticket_categories c
          where c.event_id = v_event and private.fold_text(c.name) = private.fold_text(v_ticket.name)
          order by c.created_at, c.id limit 1;
        if v_category is not null and v_price <> v_ticket.price then
          v_differences := v_differences || jsonb_build_object(
            'path', v_concert.at || '/tickets/' || v_ticket.at, 'stored', v_price, 'given', v_ticket.price);
        end if;
      end if;
      if v_category is null and v_status = 'scheduled' then
        v_categories := v_categories + 1;
        if not p_dry_run then
          insert into public.ticket_categories (event_id, name, price, total_tickets)
            values (v_event, v_ticket.name, v_ticket.price, c_tickets);
        end if;
      end if;
      v_tickets := v_tickets || jsonb_build_object('name', v_ticket.name, 'price', coalesce(v_price, v_ticket.price),
        'new', v_category is null and v_status = 'scheduled');
    end loop;
    v_events := v_events || jsonb_build_object('singer', v_concert.singer, 'city', v_concert.city, 'venue', v_concert.venue,
      'date', v_concert.date, 'genre', v_concert.genre, 'state', v_concert.state, 'new_singer', v_new_singer, 'new', v_new_event, 'tickets', v_tickets);
  end loop;
  return jsonb_build_object('problems', '[]'::jsonb, 'differences', to_jsonb(v_differences), 'events', to_jsonb(v_events),
    'created', jsonb_build_object('singers', v_singers, 'events', v_created, 'ticket_categories', v_categories));
end
$function$;

CREATE OR REPLACE FUNCTION private.refuse_unknown_keys(p_object jsonb, p_known text[], p_path text)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  v_key text;
begin
  if jsonb_typeof(p_object) is distinct from 'object' then
    perform private.refuse(400, 'invalid', coalesce(nullif(p_path, ''), 'p_concert'), 'An object is expected here.');
  end if;
  select k into v_key from jsonb_object_keys(p_object) as k where k <> all (p_known) order by k limit 1;
  if found then
    perform private.refuse(400, 'invalid', private.path_of(p_path, v_key), 'There is no such field.');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.path_of(p_path text, p_key text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select case when p_path = '' then p_key else p_path || '.' || p_key end $function$;

CREATE OR REPLACE FUNCTION private.field_list(p_object jsonb, p_key text, p_path text, p_most integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  v_list jsonb := coalesce(nullif(p_object -> p_key, 'null'), '[]');
begin
  if jsonb_typeof(v_list) <> 'array' or jsonb_array_length(v_list) > p_most then
    perform private.refuse(400, 'invalid', private.path_of(p_path, p_key), format('A list of at most %s is expected.', p_most));
  end if;
  return v_list;
end
$function$;

CREATE OR REPLACE FUNCTION private.field_text(p_object jsonb, p_key text, p_path text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(p_object -> p_key) not in ('string', 'null') then
    perform private.refuse(400, 'invalid', private.path_of(p_path, p_key), 'Text is expected here.');
  end if;
  return p_object ->> p_key;
end
$function$;

CREATE OR REPLACE FUNCTION private.field_texts(p_object jsonb, p_key text, p_path text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  v_list jsonb := private.field_list(p_object, p_key, p_path, 100);
begin
  if exists (select from jsonb_array_elements(v_list) as one where jsonb_typeof(one) <> 'string') then
    perform private.refuse(400, 'invalid', private.path_of(p_path, p_key), 'A list of texts is expected here.');
  end if;
  return array(select value from jsonb_array_elements_text(v_list) with ordinality as t(value, n) order by n);
end
$function$;

CREATE OR REPLACE FUNCTION private.field_number(p_object jsonb, p_key text, p_path text, p_whole boolean)
 RETURNS numeric
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  v_number numeric;
begin
  if jsonb_typeof(p_object -> p_key) not in ('number', 'null') then
    perform private.refuse(400, 'invalid', private.path_of(p_path, p_key), 'A number is expected here.');
  end if;
  v_number := (p_object ->> p_key)::numeric;
  if v_number <> round(v_number, case when p_whole then 0 else 2 end) or abs(v_number) > 100000000 then
    perform private.refuse(400, 'invalid', private.path_of(p_path, p_key),
      case when p_whole then 'A whole number is expected here.' else 'A number with at most two decimals is expected here.' end);
  end if;
  return v_number;
end
$function$;

CREATE OR REPLACE FUNCTION private.field_instant(p_object jsonb, p_key text, p_path text)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_text text := private.field_text(p_object, p_key, p_path);
begin
  if v_text is null then
    return null;
  end if;
  if v_text !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,6})?)?(Z|[+-][0-9]{2}:?[0-9]{2})$' then
    perform private.refuse(400, 'invalid', private.path_of(p_path, p_key), 'An ISO time with its zone is expected here.');
  end if;
  begin
    return v_text::timestamptz;
  exception when datetime_field_overflow or invalid_datetime_format then
    perform private.refuse(400, 'invalid', private.path_of(p_path, p_key), 'There is no such time.');
  end;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.field_id(p_object jsonb, p_key text, p_path text)
 RETURNS uuid
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  v_text text := private.field_text(p_object, p_key, p_path);
begin
  if v_text !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    perform private.refuse(400, 'invalid', private.path_of(p_path, p_key), 'A uuid is expected here.');
  end if;
  return v_text::uuid;
end
$function$;

CREATE OR REPLACE FUNCTION private.category_of_date(p_event_id uuid, p_zone_id uuid)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select overlay(overlay(md5(p_event_id::text || ' ' || p_zone_id::text) placing '4' from 13) placing '8' from 17)::uuid
$function$;

CREATE OR REPLACE FUNCTION private.about_keys()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select array['description', 'line_up', 'minimum_age', 'sung_in', 'rules', 'poster', 'poster_alt'] $function$;

CREATE OR REPLACE FUNCTION private.zone_keys()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select array['id', 'name', 'price', 'kind', 'total', 'section_ids', 'sale_from', 'sale_until', 'phases', 'is_free', 'is_hidden'] $function$;

CREATE OR REPLACE FUNCTION private.field_flag(p_object jsonb, p_key text, p_path text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(p_object -> p_key) not in ('boolean', 'null') then
    perform private.refuse(400, 'invalid', private.path_of(p_path, p_key), 'true or false is expected here.');
  end if;
  return coalesce((p_object -> p_key)::text = 'true', false);
end
$function$;

CREATE OR REPLACE FUNCTION private.phases_of(p_zone jsonb, p_later interval)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(case when phase ->> 'until' is null then phase
      else phase || jsonb_build_object('until',
        to_char(((phase ->> 'until')::timestamptz + p_later) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) end order by n), '[]')
  from jsonb_array_elements(private.read_phases(coalesce(nullif(p_zone -> 'phases', 'null'), '[]'))) with ordinality as p(phase, n)
$function$;

CREATE OR REPLACE FUNCTION private.write_zone(p_event_id uuid, p_id uuid, p_zone jsonb, p_layout_id uuid, p_later interval, p_path text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_kind text := coalesce(private.field_text(p_zone, 'kind', p_path), 'seats');
  v_sections text[] := private.field_texts(p_zone, 'section_ids', p_path);
  v_detail text;
  v_hint text;
begin
  if v_kind not in ('seats', 'sections', 'standing') then
    perform private.refuse(400, 'invalid', p_path || '.kind', 'kind is seats, sections or standing.');
  end if;
  if v_kind = 'sections' and p_layout_id is null then
    perform private.refuse(400, 'invalid', p_path || '.section_ids', 'Sections need a hall.');
  end if;
  if v_kind = 'sections' and cardinality(v_sections) = 0 then
    perform private.refuse(400, 'invalid', p_path || '.section_ids', 'A zone has at least one section.');
  end if;
  if v_kind <> 'sections' and cardinality(v_sections) > 0 then
    perform private.refuse(400, 'invalid', p_path || '.section_ids', 'Only a zone of the kind sections has some.');
  end if;
  begin
    insert into public.ticket_categories (id, event_id, name, price, total_tickets, tickets_sold, is_standing, sale_from, sale_until,
        phases, is_free, is_hidden)
      values (p_id, p_event_id, private.field_text(p_zone, 'name', p_path), private.field_number(p_zone, 'price', p_path, false),
        -- With a layout the number follows below.
        case when v_kind = 'sections' then 1 else private.field_number(p_zone, 'total', p_path, true) end,
        0, v_kind = 'standing', private.field_instant(p_zone, 'sale_from', p_path),
        private.field_instant(p_zone, 'sale_until', p_path) + p_later,
        private.phases_of(p_zone, p_later), private.field_flag(p_zone, 'is_free', p_path),
        private.field_flag(p_zone, 'is_hidden', p_path));
    if v_kind = 'sections' then
      insert into public.ticket_category_layouts (ticket_category_id, seating_layout_id, section_ids)
        values (p_id, p_layout_id, v_sections);
    end if;
  exception when sqlstate 'PT400' then
    get stacked diagnostics v_detail = pg_exception_detail, v_hint = pg_exception_hint;
    perform private.refuse(400, 'invalid', private.zone_path(p_path, v_detail), v_hint);
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.zone_path(p_path text, p_detail text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when starts_with(p_detail, p_path) then p_detail
    else p_path || '.' || case p_detail when 'total_tickets' then 'total' when 'is_standing' then 'kind' else p_detail end end
$function$;

CREATE OR REPLACE FUNCTION private.singer_of(p_singer jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_id uuid;
  v_name text;
begin
  perform private.refuse_unknown_keys(p_singer, array['id', 'name'], 'singer');
  v_id := private.field_id(p_singer, 'id', 'singer');
  if v_id is not null then
    if not exists (select from public.singers s where s.id = v_id) then
      perform private.refuse(400, 'invalid', 'singer.id', 'There is no such singer.');
    end if;
    return v_id;
  end if;
  v_name := private.require_text(private.field_text(p_singer, 'name', 'singer'), 'singer.name', 120);
  -- Two admins may add one singer at once.
  perform pg_advisory_xact_lock(hashtextextended('singer:' || private.fold_text(v_name), 0));
  select s.id into v_id from public.singers s where private.fold_text(s.name) = private.fold_text(v_name);
  if not found then
    insert into public.singers (name) values (v_name) returning id into v_id;
  end if;
  return v_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.hall_of(p_hall jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_id uuid;
  v_detail text;
  v_hint text;
begin
  if coalesce(p_hall, 'null') = 'null' then
    return null;
  end if;
  perform private.refuse_unknown_keys(p_hall, array['id', 'name', 'layout_data'], 'hall');
  v_id := private.field_id(p_hall, 'id', 'hall');
  if v_id is null then
    perform private.refuse(400, 'invalid', 'hall.id', 'A hall has an id, a new one that of its caller.');
  end if;
  if not p_hall ? 'layout_data' then
    if not exists (select from public.seating_layouts l where l.id = v_id) then
      perform private.refuse(400, 'invalid', 'hall.id', 'There is no such hall.');
    end if;
    return v_id;
  end if;
  begin
    insert into public.seating_layouts (id, name, layout_data)
      values (v_id, private.field_text(p_hall, 'name', 'hall'), p_hall -> 'layout_data');
  exception
    when sqlstate 'PT400' then
      get stacked diagnostics v_detail = pg_exception_detail, v_hint = pg_exception_hint;
      perform private.refuse(400, 'invalid', private.zone_path('hall', v_detail), v_hint);
    when unique_violation then
      perform private.refuse(400, 'invalid', 'hall.id', 'Another hall has this id.');
  end;
  return v_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.save_concert(p_concert jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_most_dates constant integer := 60;
  c_most_zones constant integer := 60;
  v_publish text;
  v_dates jsonb;
  v_zones jsonb;
  v_ids uuid[] := '{}';
  v_zone_ids uuid[] := '{}';
  v_starts timestamptz[] := '{}';
  v_here integer;
  v_singer uuid;
  v_layout uuid;
  v_date jsonb;
  v_path text;
  v_detail text;
  v_hint text;
begin
  perform private.require_admin();
  perform private.refuse_unknown_keys(p_concert, private.about_keys()
    || array['singer', 'city', 'state', 'venue', 'genre', 'dates', 'hall', 'categories', 'publish'], '');
  v_publish := coalesce(private.field_text(p_concert, 'publish', ''), 'draft');
  if v_publish not in ('draft', 'now') then
    perform private.refuse(400, 'invalid', 'publish', 'publish is draft or now.');
  end if;
  v_dates := private.field_list(p_concert, 'dates', '', c_most_dates);
  v_zones := private.field_list(p_concert, 'categories', '', c_most_zones);
  if v_dates = '[]' then
    perform private.refuse(400, 'invalid', 'dates', 'A concert has a date.');
  end if;
  for v_here in 0 .. jsonb_array_length(v_dates) - 1 loop
    v_path := format('dates[%s]', v_here);
    v_date := v_dates -> v_here;
    perform private.refuse_unknown_keys(v_date, array['id', 'date', 'doors_at', 'ends_at'], v_path);
    v_ids := v_ids || private.field_id(v_date, 'id', v_path);
    v_starts := v_starts || private.field_instant(v_date, 'date', v_path);
    if v_ids[v_here + 1] is null or v_ids[v_here + 1] = any (v_ids[:v_here]) then
      perform private.refuse(400, 'invalid', v_path || '.id', 'Each date has an id of its own, made by the caller.');
    end if;
    if v_starts[v_here + 1] = any (v_starts[:v_here]) then
      perform private.refuse(400, 'invalid', v_path || '.date', 'Each date is there once.');
    end if;
  end loop;
  for v_here in 0 .. jsonb_array_length(v_zones) - 1 loop
    v_path := format('categories[%s]', v_here);
    perform private.refuse_unknown_keys(v_zones -> v_here, private.zone_keys(), v_path);
    v_zone_ids := v_zone_ids || private.field_id(v_zones -> v_here, 'id', v_path);
    if v_zone_ids[v_here + 1] is null or v_zone_ids[v_here + 1] = any (v_zone_ids[:v_here]) then
      perform private.refuse(400, 'invalid', v_path || '.id', 'Each zone has an id of its own, made by the caller.');
    end if;
  end loop;

  perform private.lock_event(id) from (select id from unnest(v_ids) as id order by id) as in_order;
  select count(*) into v_here from public.events e where e.id = any (v_ids);
  if v_here = cardinality(v_ids) then
    return private.saved_concert(v_ids, true);
  elsif v_here > 0 then
    perform private.refuse(409, 'changed_meanwhile', 'dates', 'Some of these dates are stored already, others are not.');
  end if;

  v_singer := private.singer_of(coalesce(p_concert -> 'singer', '{}'));
  v_layout := private.hall_of(p_concert -> 'hall');
  for v_here in 0 .. jsonb_array_length(v_dates) - 1 loop
    v_path := format('dates[%s]', v_here);
    v_date := v_dates -> v_here;
    if v_starts[v_here + 1] <= now() then
      perform private.refuse(400, 'invalid', v_path || '.date', 'A new concert begins in the future.');
    end if;
    begin
      insert into public.events (id, singer_id, city, venue, date, genre, state, published_at, doors_at, ends_at,
          description, line_up, minimum_age, sung_in, rules, poster, poster_alt)
        values (v_ids[v_here + 1], v_singer, private.field_text(p_concert, 'city', ''), private.field_text(p_concert, 'venue', ''),
          v_starts[v_here + 1], private.field_text(p_concert, 'genre', ''), private.field_text(p_concert, 'state', ''),
          case v_publish when 'now' then now() end,
          private.field_instant(v_date, 'doors_at', v_path), private.field_instant(v_date, 'ends_at', v_path),
          private.field_text(p_concert, 'description', ''), private.field_texts(p_concert, 'line_up', ''),
          private.field_number(p_concert, 'minimum_age', '', true), private.field_texts(p_concert, 'sung_in', ''),
          private.field_text(p_concert, 'rules', ''), private.field_text(p_concert, 'poster', ''),
          private.field_text(p_concert, 'poster_alt', ''));
    exception
      when sqlstate 'PT400' then
        get stacked diagnostics v_detail = pg_exception_detail, v_hint = pg_exception_hint;
        perform private.refuse(400, 'invalid',
          case when v_detail in ('date', 'doors_at', 'ends_at') then v_path || '.' || v_detail else v_detail end, v_hint);
      when numeric_value_out_of_range then
        perform private.refuse(400, 'invalid', 'minimum_age', 'minimum_age is 1 to 99, or null.');
    end;
    for v_zone in 0 .. jsonb_array_length(v_zones) - 1 loop
      perform private.write_zone(v_ids[v_here + 1],
        case when v_here = 0 then v_zone_ids[v_zone + 1]
          else private.category_of_date(v_ids[v_here + 1], v_zone_ids[v_zone + 1]) end,
        v_zones -> v_zone, v_layout, v_starts[v_here + 1] - v_starts[1], format('categories[%s]', v_zone));
    end loop;
  end loop;
  return private.saved_concert(v_ids, false);
end
$function$;

CREATE OR REPLACE FUNCTION private.saved_concert(p_ids uuid[], p_repeated boolean)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('repeated', p_repeated, 'events',
    jsonb_agg(jsonb_build_object('id', e.id, 'date', e.date, 'published', e.published_at is not null) order by e.date, e.id))
  from public.events e where e.id = any (p_ids)
$function$;

CREATE OR REPLACE FUNCTION private.is_asked_for(p_event_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (
    select from public.seat_claims c
    where c.event_id = p_event_id and c.state <> 'kept' and (c.state <> 'held' or c.expires_at > now()))
$function$;

CREATE OR REPLACE FUNCTION private.changed_event(p_event events, p_change jsonb)
 RETURNS events
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_event public.events := p_event;
  v_shift interval := '0';
begin
  perform private.refuse_unknown_keys(p_change, private.about_keys()
    || array['singer', 'city', 'state', 'venue', 'genre', 'date', 'doors_at', 'ends_at', 'hall', 'categories', 'publish'], '');
  if p_change ? 'date' then
    v_event.date := private.field_instant(p_change, 'date', '');
    v_shift := v_event.date - p_event.date;
  end if;
  v_event.doors_at := case when p_change ? 'doors_at' then private.field_instant(p_change, 'doors_at', '') else p_event.doors_at + v_shift end;
  v_event.ends_at := case when p_change ? 'ends_at' then private.field_instant(p_change, 'ends_at', '') else p_event.ends_at + v_shift end;
  if p_change ? 'city' then v_event.city := private.field_text(p_change, 'city', ''); end if;
  if p_change ? 'venue' then v_event.venue := private.field_text(p_change, 'venue', ''); end if;
  if p_change ? 'state' then v_event.state := private.field_text(p_change, 'state', ''); end if;
  if p_change ? 'genre' then v_event.genre := private.field_text(p_change, 'genre', ''); end if;
  if p_change ? 'description' then v_event.description := private.field_text(p_change, 'description', ''); end if;
  if p_change ? 'line_up' then v_event.line_up := nullif(private.field_texts(p_change, 'line_up', ''), '{}'); end if;
  if p_change ? 'minimum_age' then
    if abs(private.field_number(p_change, 'minimum_age', '', true)) > 99 then
      perform private.refuse(400, 'invalid', 'minimum_age', 'minimum_age is 1 to 99, or null.');
    end if;
    v_event.minimum_age := private.field_number(p_change, 'minimum_age', '', true);
  end if;
  if p_change ? 'sung_in' then v_event.sung_in := nullif(private.field_texts(p_change, 'sung_in', ''), '{}'); end if;
  if p_change ? 'rules' then v_event.rules := private.field_text(p_change, 'rules', ''); end if;
  if p_change ? 'poster' then v_event.poster := private.field_text(p_change, 'poster', ''); end if;
  if p_change ? 'poster_alt' then v_event.poster_alt := private.field_text(p_change, 'poster_alt', ''); end if;
  return v_event;
end
$function$;

CREATE OR REPLACE FUNCTION private.sells_at(p_event events, p_from timestamp with time zone, p_until timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p_event.published_at is not null and p_event.paused_at is null and p_event.status = 'scheduled'
    and now() < p_event.date and coalesce(p_from <= now(), true) and coalesce(p_until > now(), true)
$function$;

CREATE OR REPLACE FUNCTION public.edit_concerns(p_event_id uuid DEFAULT NULL::uuid, p_change jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_was public.events;
  v_event public.events;
  v_category public.ticket_categories;
  v_zones jsonb;
  v_zone jsonb;
  v_path text;
  v_asked boolean;
  v_people bigint;
  v_mails bigint;
  v_from timestamptz;
  v_until timestamptz;
  v_will text[] := '{}';
  v_refused jsonb := '[]';
begin
  perform private.require_admin();
  select * into v_was from public.events e where e.id = p_event_id;
  if not found then
    perform private.refuse(404, 'not_found', 'p_event_id', 'There is no such event.');
  end if;
  v_event := private.changed_event(v_was, p_change);
  v_asked := private.is_asked_for(p_event_id);
  select count(*), count(*) filter (where p.notify_email and p.email is not null) into v_people, v_mails
    from private.audience(p_event_id, null, 'everyone') as u join public.profiles p on p.id = u;

  if p_change ? 'singer' and v_asked and not exists (
    select from public.singers s where s.id = v_was.singer_id
      and (s.id::text = p_change -> 'singer' ->> 'id' or private.fold_text(s.name) = private.fold_text(p_change -> 'singer' ->> 'name')))
  then
    v_refused := v_refused || jsonb_build_object('path', 'singer', 'code', 'in_use');
  end if;
  if (v_event.date, v_event.city, v_event.venue) is distinct from (v_was.date, v_was.city, v_was.venue) then
    if v_was.status = 'cancelled' then
      v_refused := v_refused || jsonb_build_object('path', 'date', 'code', 'not_on_sale');
    elsif v_asked then
      v_will := v_will || 'moves'::text;
      if v_event.date <> v_was.date and v_people > 0 then
        v_will := v_will || 'opens_refunds'::text;
      end if;
      if v_people > 0 and v_event.date > now() - interval '6 hours' then
        v_will := v_will || 'tells_people'::text;
      end if;
    end if;
  end if;

  v_zones := private.field_list(p_change, 'categories', '', 60);
  for v_here in 0 .. jsonb_array_length(v_zones) - 1 loop
    v_path := format('categories[%s]', v_here);
    v_zone := v_zones -> v_here;
    perform private.refuse_unknown_keys(v_zone, private.zone_keys() || array['remove', 'revision'], v_path);
    select * into v_category from public.ticket_categories c
      where c.id = private.field_id(v_zone, 'id', v_path) and c.event_id = p_event_id;
    if not found then
      v_from := private.field_instant(v_zone, 'sale_from', v_path);
      v_until := private.field_instant(v_zone, 'sale_until', v_path);
      v_will := v_will || case when private.sells_at(v_event, v_from, v_until) then array['adds_zone', 'opens_sale'] else array['adds_zone'] end;
      continue;
    end if;
    if v_zone -> 'remove' = 'true' then
      v_will := v_will || 'removes_zone'::text;
      if private.category_in_use(v_category.id) then
        v_refused := v_refused || jsonb_build_object('path', v_path, 'code', 'in_use');
      end if;
      continue;
    end if;
    if private.has_claims(v_category.id) and (
      v_zone ? 'price' and private.field_number(v_zone, 'price', v_path, false) is distinct from v_category.price
      or v_zone ? 'phases' and private.phases_of(v_zone, '0') is distinct from v_category.phases
      or v_zone ? 'is_free' and private.field_flag(v_zone, 'is_free', v_path) is distinct from v_category.is_free)
    then
      v_will := v_will || 'price_of_next'::text;
    end if;
    if v_zone ? 'is_hidden' and private.field_flag(v_zone, 'is_hidden', v_path) <> v_category.is_hidden then
      v_will := v_will || case when v_category.is_hidden then 'shows_zone'::text else 'hides_zone' end;
    end if;
    if v_zone ? 'total' and private.field_number(v_zone, 'total', v_path, true) < v_category.tickets_sold + v_category.tickets_kept then
      v_refused := v_refused || jsonb_build_object('path', v_path || '.total', 'code', 'seats_claimed');
    end if;
    v_from := case when v_zone ? 'sale_from' then private.field_instant(v_zone, 'sale_from', v_path) else v_category.sale_from end;
    v_until := case when v_zone ? 'sale_until' then private.field_instant(v_zone, 'sale_until', v_path) else v_category.sale_until end;
    if private.sells_at(v_event, v_from, v_until) <> private.sells_at(v_was, v_category.sale_from, v_category.sale_until) then
      v_will := v_will || case when private.sells_at(v_event, v_from, v_until) then 'opens_sale'::text else 'stops_sale' end;
    end if;
  end loop;
  if p_change ->> 'publish' = 'now' and v_was.published_at is null then
    v_will := v_will || 'publishes'::text;
  end if;

  return jsonb_build_object(
    'tickets', (select coalesce(sum(t.quantity), 0) from public.user_tickets t where t.event_id = p_event_id and t.revoked_at is null),
    'people', v_people,
    'mails', v_mails,
    'pending', (
      select count(distinct l.payment_id) from public.payment_lines l
      where l.event_id = p_event_id and l.payment_status = 'pending'),
    'held', (
      select count(*) from public.seat_claims c
      where c.event_id = p_event_id and c.state = 'held' and c.expires_at > now()),
    'will', (select coalesce(jsonb_agg(w order by n), '[]') from (
      select w, min(n) as n from unnest(v_will) with ordinality as u(w, n) group by w) as once),
    'refused', v_refused);
end
$function$;

CREATE OR REPLACE FUNCTION private.change_zone(p_event_id uuid, p_zone jsonb, p_layout_id uuid, p_path text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_id uuid := private.field_id(p_zone, 'id', p_path);
  v_was public.ticket_categories;
  v_detail text;
  v_hint text;
begin
  if v_id is null then
    perform private.refuse(400, 'invalid', p_path || '.id', 'Each zone has an id.');
  end if;
  select * into v_was from public.ticket_categories c where c.id = v_id for update;
  if not found then
    if coalesce(p_zone -> 'remove', 'false') <> 'true' then
      perform private.write_zone(p_event_id, v_id, p_zone, p_layout_id, '0', p_path);
    end if;
    return;
  end if;
  if v_was.event_id <> p_event_id then
    perform private.refuse(400, 'invalid', p_path || '.id', 'This zone is of another event.');
  end if;
  if p_zone ? 'kind' or p_zone ? 'section_ids' then
    perform private.refuse(400, 'invalid', p_path || '.kind', 'Seats of a stored zone change on the page Tickets.');
  end if;
  if p_zone -> 'remove' = 'true' then
    delete from public.ticket_categories c where c.id = v_id;
    return;
  end if;
  begin
    update public.ticket_categories c set
        name = case when p_zone ? 'name' then private.field_text(p_zone, 'name', p_path) else c.name end,
        price = case when p_zone ? 'price' then private.field_number(p_zone, 'price', p_path, false) else c.price end,
        total_tickets = case when p_zone ? 'total' then private.field_number(p_zone, 'total', p_path, true) else c.total_tickets end,
        sale_from = case when p_zone ? 'sale_from' then private.field_instant(p_zone, 'sale_from', p_path) else c.sale_from end,
        sale_until = case when p_zone ? 'sale_until' then private.field_instant(p_zone, 'sale_until', p_path) else c.sale_until end,
        phases = case when p_zone ? 'phases' then private.phases_of(p_zone, '0') else c.phases end,
        is_free = case when p_zone ? 'is_free' then private.field_flag(p_zone, 'is_free', p_path) else c.is_free end,
        is_hidden = case when p_zone ? 'is_hidden' then private.field_flag(p_zone, 'is_hidden', p_path) else c.is_hidden end,
        revision = coalesce(private.field_number(p_zone, 'revision', p_path, true), c.revision)
      where c.id = v_id;
  exception when sqlstate 'PT400' then
    get stacked diagnostics v_detail = pg_exception_detail, v_hint = pg_exception_hint;
    perform private.refuse(400, 'invalid', private.zone_path(p_path, v_detail), v_hint);
  end;
end
$function$;

CREATE OR REPLACE FUNCTION public.change_concert(p_event_id uuid DEFAULT NULL::uuid, p_revision integer DEFAULT NULL::integer, p_change jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_was public.events := private.lock_own_event(p_event_id);
  v_event public.events;
  v_zones jsonb;
  v_layout uuid;
begin
  if p_revision is distinct from v_was.revision then
    perform private.refuse(409, 'changed_meanwhile', v_was.revision::text,
      'The row was changed since it was read; detail is its revision now.');
  end if;
  v_event := private.changed_event(v_was, p_change);
  if coalesce(private.field_text(p_change, 'publish', ''), 'now') <> 'now' then
    perform private.refuse(400, 'invalid', 'publish', 'publish is now, or missing.');
  end if;
  if p_change ? 'singer' then
    v_event.singer_id := private.singer_of(p_change -> 'singer');
  end if;
  if v_event.singer_id <> v_was.singer_id and (v_was.status = 'cancelled' or private.is_asked_for(p_event_id)) then
    perform private.refuse(409, 'in_use', 'singer_id',
      'Seats are sold or held for this singer. A name is corrected by renaming the singer.');
  end if;
  if (v_event.date, v_event.city, v_event.venue) is distinct from (v_was.date, v_was.city, v_was.venue) then
    if v_was.status = 'cancelled' then
      perform private.refuse(409, 'not_on_sale', 'date', 'A cancelled event does not move.');
    end if;
    if v_event.date <= now() then
      perform private.refuse(400, 'invalid', 'date', 'An event moves to a time to come.');
    end if;
  end if;
  update public.events e set
      singer_id = v_event.singer_id, city = v_event.city, venue = v_event.venue, date = v_event.date, genre = v_event.genre,
      state = v_event.state, doors_at = v_event.doors_at, ends_at = v_event.ends_at, description = v_event.description,
      line_up = v_event.line_up, minimum_age = v_event.minimum_age, sung_in = v_event.sung_in, rules = v_event.rules,
      poster = v_event.poster, poster_alt = v_event.poster_alt,
      -- As move_event does: who asked for seats sees the earlier date.
      previous_date = case when v_event.date <> v_was.date and private.is_asked_for(p_event_id) then v_was.date else e.previous_date end
    where e.id = p_event_id;
  v_zones := private.field_list(p_change, 'categories', '', 60);
  v_layout := private.hall_of(p_change -> 'hall');
  for v_here in 0 .. jsonb_array_length(v_zones) - 1 loop
    perform private.refuse_unknown_keys(v_zones -> v_here, private.zone_keys() || array['remove', 'revision'], format('categories[%s]', v_here));
    perform private.change_zone(p_event_id, v_zones -> v_here, v_layout, format('categories[%s]', v_here));
  end loop;
  if p_change ? 'publish' then
    perform public.publish_event(p_event_id);
  end if;
  return private.saved_concert(array[p_event_id], false)
    || jsonb_build_object('revision', (select e.revision from public.events e where e.id = p_event_id));
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_new_concert()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on function private.refuse_unknown_keys(jsonb, text[], text), private.path_of(text, text),
    private.field_list(jsonb, text, text, integer), private.field_text(jsonb, text, text),
    private.field_texts(jsonb, text, text), private.field_number(jsonb, text, text, boolean),
    private.field_instant(jsonb, text, text), private.field_id(jsonb, text, text),
    private.category_of_date(uuid, uuid), private.about_keys(), private.zone_keys(),
    private.field_flag(jsonb, text, text), private.phases_of(jsonb, interval), private.write_zone(uuid, uuid, jsonb, uuid, interval, text), private.zone_path(text, text),
    private.singer_of(jsonb), private.hall_of(jsonb), public.save_concert(jsonb), private.saved_concert(uuid[], boolean),
    private.is_asked_for(uuid), private.changed_event(public.events, jsonb),
    private.sells_at(public.events, timestamptz, timestamptz), public.edit_concerns(uuid, jsonb),
    private.change_zone(uuid, jsonb, uuid, text), public.change_concert(uuid, integer, jsonb), private.grant_new_concert()
    from public, anon, authenticated;
  grant execute on function public.save_concert(jsonb), public.edit_concerns(uuid, jsonb),
    public.change_concert(uuid, integer, jsonb) to anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.my_gate_events()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select w.event_id from public.staff_events w
  join public.staff s on s.user_id = w.user_id
  where w.user_id = auth.uid() and s.role = 'gate' and private.role_holds(s.ends_at)
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
        where t.event_id = p_event_id and t.payment_status = 'completed' and not t.is_test
          -- As in roster_rows: a ticket with a refund does not admit.
          and not exists (select from public.refunds r where r.ticket_id = t.id)),
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

CREATE OR REPLACE FUNCTION private.invitation_state(p_row staff_invitations)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case
    when p_row.used_at is not null then 'used'
    when p_row.revoked_at is not null then 'revoked'
    when p_row.expires_at <= now() or p_row.role_ends_at <= now() then 'expired'
    when not exists (
      select from public.staff s
      where s.user_id = p_row.made_by and s.role = 'admin' and private.role_holds(s.ends_at)) then 'revoked'
    else 'open'
  end
$function$;

CREATE OR REPLACE FUNCTION private.find_invitation(p_secret text)
 RETURNS staff_invitations
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_row public.staff_invitations;
begin
  if p_secret ~ '^[A-Za-z0-9_-]{22}$' then
    select * into v_row from public.staff_invitations i
      where i.secret_hash = encode(sha256(convert_to(p_secret, 'UTF8')), 'hex');
  end if;
  if v_row.id is null then
    perform private.refuse(404, 'not_found', 'p_secret', 'There is no such invitation.');
  end if;
  return v_row;
end
$function$;

CREATE OR REPLACE FUNCTION private.event_names(p_event_ids uuid[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('event_id', e.id, 'name', private.gate_event_name(e.id), 'venue', e.venue,
    'date', e.date) order by e.date, e.id), '[]')
  from public.events e where e.id = any (p_event_ids)
$function$;

CREATE OR REPLACE FUNCTION public.invite_staff(p_name text DEFAULT NULL::text, p_role text DEFAULT NULL::text, p_event_ids uuid[] DEFAULT '{}'::uuid[], p_role_ends_at timestamp with time zone DEFAULT NULL::timestamp with time zone, p_expires_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_most_events constant integer := 500;
  c_most_open constant integer := 200;
  c_longest constant interval := interval '31 days';
  v_admin uuid := private.require_admin();
  v_name text := private.require_text(p_name, 'p_name', 80);
  v_events uuid[] := array(select distinct i from unnest(p_event_ids) as i order by 1);
  v_expires timestamptz := coalesce(p_expires_at, now() + interval '7 days');
  v_secret text := translate(encode(extensions.gen_random_bytes(16), 'base64'), '+/=', '-_');
  v_row public.staff_invitations;
begin
  if p_role is null or p_role not in ('admin', 'gate', 'box_office') then
    perform private.refuse(400, 'invalid', 'p_role', 'p_role is admin, gate or box_office.');
  end if;
  if p_event_ids is null or array_position(p_event_ids, null) is not null or cardinality(p_event_ids) > c_most_events
     or (p_role = 'admin' and cardinality(p_event_ids) > 0) then
    perform private.refuse(400, 'invalid', 'p_event_ids',
      format('A list of at most %s event ids, maybe empty; admins work at every event.', c_most_events));
  end if;
  if not isfinite(v_expires) or v_expires <= now() or v_expires > now() + c_longest then
    perform private.refuse(400, 'invalid', 'p_expires_at', 'A link lasts at most 31 days.');
  end if;
  perform private.role_end(p_role, p_role_ends_at, 'p_role_ends_at');
  if exists (select from unnest(v_events) as i where not exists (select from public.events e where e.id = i)) then
    perform private.refuse(404, 'not_found', 'p_event_ids', 'Not all of these events exist.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('staff', 0));
  perform private.require_admin();
  if (select count(*) from public.staff_invitations i where private.invitation_state(i) = 'open') >= c_most_open then
    perform private.refuse(409, 'too_many', 'p_name', format('At most %s invitations are open at a time.', c_most_open));
  end if;
  insert into public.staff_invitations (secret_hash, name, role, event_ids, role_ends_at, made_by, expires_at)
    values (encode(sha256(convert_to(v_secret, 'UTF8')), 'hex'), v_name, p_role, v_events, p_role_ends_at, v_admin, v_expires)
    returning * into v_row;
  perform private.record_audit('invite', 'staff_invitations', v_row.id::text, null, jsonb_build_object('name', v_name,
    'role', p_role, 'event_ids', v_events, 'role_ends_at', p_role_ends_at, 'expires_at', v_expires));
  return jsonb_build_object('id', v_row.id, 'secret', v_secret, 'expires_at', v_expires);
end
$function$;

CREATE OR REPLACE FUNCTION public.list_invitations()
 RETURNS TABLE(id uuid, name text, role text, events jsonb, role_ends_at timestamp with time zone, state text, created_at timestamp with time zone, made_by_name text, expires_at timestamp with time zone, used_at timestamp with time zone, used_by uuid, used_by_name text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  c_listed constant integer := 200;
begin
  perform private.require_admin();
  return query
    select i.id, i.name, i.role, private.event_names(i.event_ids), i.role_ends_at, i.state, i.created_at,
      (select coalesce(f.name, f.email) from public.profiles f where f.id = i.made_by), i.expires_at, i.used_at, i.used_by,
      (select coalesce(f.name, f.email) from public.profiles f where f.id = i.used_by)
    from (
      select r.*, private.invitation_state(r) as state from public.staff_invitations r
      order by private.invitation_state(r) <> 'open', r.created_at desc, r.id limit c_listed) as i
    order by i.state <> 'open', i.created_at desc, i.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.revoke_invitation(p_id uuid DEFAULT NULL::uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.staff_invitations;
begin
  perform private.require_admin();
  select * into v_row from public.staff_invitations i where i.id = p_id for update;
  if not found then
    perform private.refuse(404, 'not_found', 'p_id', 'There is no such invitation.');
  end if;
  if v_row.used_at is not null then
    perform private.refuse(409, 'already_decided', 'p_id', 'It was accepted: take the role away instead.');
  end if;
  if v_row.revoked_at is null then
    update public.staff_invitations i set revoked_at = clock_timestamp() where i.id = p_id;
    perform private.record_audit('revoke', 'staff_invitations', p_id::text, null, jsonb_build_object('name', v_row.name));
  end if;
  return 'revoked';
end
$function$;

CREATE OR REPLACE FUNCTION public.read_invitation(p_secret text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.staff_invitations := private.find_invitation(p_secret);
  v_state text := private.invitation_state(v_row);
begin
  if v_row.used_by = private.uid() then
    v_state := 'yours';
  end if;
  if v_state not in ('open', 'yours') then
    return jsonb_build_object('state', v_state);
  end if;
  return jsonb_build_object('state', v_state, 'name', v_row.name, 'role', v_row.role,
    'events', private.event_names(v_row.event_ids), 'role_ends_at', v_row.role_ends_at, 'expires_at', v_row.expires_at,
    'made_by_name', (select private.short_name(f.name) from public.profiles f where f.id = v_row.made_by));
end
$function$;

CREATE OR REPLACE FUNCTION public.accept_invitation(p_secret text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := private.require_user();
  v_row public.staff_invitations := private.find_invitation(p_secret);
  v_state text;
  v_now public.staff;
  v_active boolean;
begin
  -- The lock of set_staff_role; the second of two callers then finds the invitation used.
  perform pg_advisory_xact_lock(hashtextextended('staff', 0));
  select * into v_row from public.staff_invitations i where i.id = v_row.id for update;
  v_state := private.invitation_state(v_row);
  if v_row.used_by = v_user then
    return jsonb_build_object('result', 'accepted', 'role', v_row.role);
  end if;
  if v_state is distinct from 'open' then
    perform private.refuse(409, 'already_decided', v_state, 'The invitation was used, has expired or was taken back.');
  end if;
  if not exists (select from auth.users u where u.id = v_user and u.email_confirmed_at is not null) then
    perform private.refuse(409, 'not_confirmed', '', 'The address of this account is not confirmed yet.');
  end if;
  if exists (select from private.closed_accounts a where a.user_id = v_user) then
    perform private.refuse(403, 'forbidden', '', 'Staff closed this account.');
  end if;

  select * into v_now from public.staff s where s.user_id = v_user for update;
  v_active := found and private.role_holds(v_now.ends_at);
  if v_active and array_position(array['gate', 'box_office', 'admin'], v_now.role)
      > array_position(array['gate', 'box_office', 'admin'], v_row.role) then
    return jsonb_build_object('result', 'kept', 'role', v_now.role);
  end if;
  if v_active and v_now.role = v_row.role then
    -- What the account has already is never shortened.
    update public.staff s
      set ends_at = case when s.ends_at is not null and v_row.role_ends_at is not null
        then greatest(s.ends_at, v_row.role_ends_at) end
      where s.user_id = v_user;
  else
    -- Events of another or an ended role do not come with this one.
    delete from public.staff_events w where w.user_id = v_user;
    insert into public.staff as s (user_id, role, ends_at) values (v_user, v_row.role, v_row.role_ends_at)
      on conflict (user_id) do update set role = excluded.role, ends_at = excluded.ends_at;
  end if;
  insert into public.staff_events (user_id, event_id)
    select v_user, e.id from public.events e where e.id = any (v_row.event_ids)
    on conflict (user_id, event_id) do nothing;
  update public.staff_invitations i set used_by = v_user, used_at = clock_timestamp() where i.id = v_row.id;
  perform private.record_audit('accept', 'staff_invitations', v_row.id::text, null,
    jsonb_build_object('name', v_row.name, 'role', v_row.role));
  return jsonb_build_object('result', 'accepted', 'role', v_row.role);
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_invitations()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table public.staff_invitations from public, anon, authenticated;
  grant select on table public.staff_invitations to authenticated;
  revoke all on function private.invitation_state(public.staff_invitations), private.find_invitation(text),
    private.event_names(uuid[]), public.invite_staff(text, text, uuid[], timestamptz, timestamptz), public.list_invitations(),
    public.revoke_invitation(uuid), public.read_invitation(text), public.accept_invitation(text), private.grant_invitations()
    from public, anon, authenticated;
  grant execute on function public.invite_staff(text, text, uuid[], timestamptz, timestamptz), public.list_invitations(),
    public.revoke_invitation(uuid), public.read_invitation(text), public.accept_invitation(text) to anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.my_box_office_events()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select w.event_id from public.staff_events w
  join public.staff s on s.user_id = w.user_id
  where w.user_id = auth.uid() and s.role = 'box_office' and private.role_holds(s.ends_at)
$function$;

CREATE OR REPLACE FUNCTION public.box_office_events()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_user();
  if not private.is_admin() and not private.is_box_office() then
    perform private.refuse(403, 'forbidden', '', 'This is for staff.');
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
        'event_id', e.id, 'name', private.gate_event_name(e.id), 'venue', e.venue, 'date', e.date, 'status', e.status
      ) order by e.date, e.id), '[]')
    from public.events e
    where e.date > now() - interval '24 hours'
      and ((select private.is_admin()) or e.published_at is not null and e.id in (select private.my_box_office_events())));
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_box_office()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on function private.my_box_office_events(), public.box_office_events(), private.grant_box_office()
    from public, anon, authenticated;
  grant execute on function public.box_office_events() to anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_seller()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_user uuid := private.require_user();
begin
  if not private.is_admin() and not private.is_box_office() then
    perform private.refuse(403, 'forbidden', '', 'This is for the box office.');
  end if;
  return v_user;
end
$function$;

CREATE OR REPLACE FUNCTION private.may_sell(p_event_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select private.is_admin() or p_event_id in (select private.my_box_office_events()) $function$;

CREATE OR REPLACE FUNCTION private.require_money(p_amount numeric, p_argument text)
 RETURNS numeric
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  -- NaN and Infinity are greater than every number.
  if p_amount is null or abs(p_amount) > 9999999.99 or p_amount <> round(p_amount, 2) then
    perform private.refuse(400, 'invalid', p_argument, 'An amount is at most 9999999.99 rupees, in whole paise.');
  end if;
  return round(p_amount, 2);
end
$function$;

CREATE OR REPLACE FUNCTION private.door_price(p_ticket_category_id uuid)
 RETURNS numeric
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select private.price_now(c) from public.ticket_categories c where c.id = p_ticket_category_id $function$;

CREATE OR REPLACE FUNCTION private.door_rates(p_lines private.order_line[], p_method text, p_terms shop_terms)
 RETURNS private.priced_line[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_line private.order_line;
  v_rated private.priced_line;
  v_lines private.priced_line[];
begin
  foreach v_line in array p_lines loop
    v_rated := private.rate_line(
      case when p_method = 'complimentary' then 0 else coalesce(v_line.unit_price, private.door_price(v_line.ticket_category_id)) end,
      coalesce(v_line.places, cardinality(v_line.seats)), (
        select e.state from public.ticket_categories c join public.events e on e.id = c.event_id
        where c.id = v_line.ticket_category_id), p_terms);
    v_rated.fee := 0;
    v_rated.fee_gst_percent := 0;
    v_lines := v_lines || v_rated;
  end loop;
  return v_lines;
end
$function$;

CREATE OR REPLACE FUNCTION private.refuse_unsold(p_categories uuid[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_gone jsonb;
begin
  if exists (select from public.ticket_categories c where c.id = any (p_categories) and not private.may_sell(c.event_id)) then
    perform private.refuse(403, 'forbidden', 'p_lines', 'You do not sell for this event.');
  end if;
  select jsonb_agg(jsonb_build_object('ticket_category_id', w.id, 'seats', '[]'::jsonb) order by w.n) into v_gone
    from unnest(p_categories) with ordinality as w (id, n)
    where not exists (
      select from public.ticket_categories c join public.events e on e.id = c.event_id
      where c.id = w.id and e.status = 'scheduled' and e.published_at is not null and e.date > now() - interval '6 hours');
  if v_gone is not null then
    perform private.refuse(409, 'not_on_sale', v_gone::text,
      'Gone, a draft, cancelled, or begun six hours ago; detail has the lines.');
  end if;
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

CREATE OR REPLACE FUNCTION private.make_guest(p_name text, p_phone text)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_id uuid := gen_random_uuid();
begin
  insert into public.profiles (id, name, phone, notify_email, is_guest) values (v_id, p_name, p_phone, false, true);
  return v_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.new_link(p_payment_id uuid, p_made_by uuid)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_secret text := translate(encode(extensions.gen_random_bytes(16), 'base64'), '+/=', '-_');
begin
  insert into public.guest_tickets as g (ticket_id, secret_hash, made_by)
    select t.id, encode(sha256(convert_to(v_secret, 'UTF8')), 'hex'), p_made_by
    from public.user_tickets t where t.payment_id = p_payment_id order by t.id
    on conflict (ticket_id) do update
    set secret_hash = excluded.secret_hash, made_by = excluded.made_by, made_at = clock_timestamp(), opened_at = null,
      device_hash = null;
  return v_secret;
end
$function$;

CREATE OR REPLACE FUNCTION private.repeat_link(p_payment payments, p_made_by uuid)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p_payment.created_at > now() - interval '5 minutes'
     and not exists (select from public.guest_tickets g join public.user_tickets t on t.id = g.ticket_id
       where t.payment_id = p_payment.id and (g.opened_at is not null or t.revoked_at is not null)) then
    return private.new_link(p_payment.id, p_made_by);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.door_sale(p_payment payments, p_secret text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'order_id', p_payment.order_id, 'order_code', p_payment.order_code, 'payment_id', p_payment.id,
    'method', p_payment.method, 'total', p_payment.amount, 'at', p_payment.created_at,
    'name', (select f.name from public.profiles f where f.id = p_payment.user_id),
    'lines', (
      select jsonb_agg(jsonb_build_object(
          'ticket_category_id', l.ticket_category_id, 'event_id', l.event_id, 'event_name', l.event_name,
          'category_name', l.category_name, 'event_date', l.event_date, 'venue', l.venue, 'seats', l.seats,
          'quantity', l.quantity, 'unit_price', l.unit_price, 'gst_amount', l.gst_amount,
          'local_tax_amount', l.local_tax_amount, 'total_amount', l.total_amount) order by l.line)
      from public.payment_lines l where l.payment_id = p_payment.id),
    'tickets', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'ticket_id', t.id, 'code', t.code, 'key_number', t.key_number, 'signature', t.signature, 'seats', t.seats,
          'quantity', t.quantity, 'ticket_category_id', t.ticket_category_id, 'user_id', t.user_id, 'event_id', t.event_id,
          'total_amount', t.total_amount) order by l.line), '[]')
      from public.user_tickets t join public.payment_lines l on l.id = t.payment_line_id where t.payment_id = p_payment.id),
    'secret', p_secret)
$function$;

CREATE OR REPLACE FUNCTION public.price_at_door(p_lines jsonb DEFAULT NULL::jsonb, p_method text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_terms public.shop_terms := private.terms();
  v_asked record;
  v_rated private.priced_line[];
  v_price record;
begin
  perform private.require_seller();
  if p_method is null or p_method not in ('upi', 'cash', 'card', 'complimentary') then
    perform private.refuse(400, 'invalid', 'p_method', 'p_method is upi, cash, card or complimentary.');
  end if;
  v_asked := private.asked_lines(p_lines, v_terms);
  perform private.refuse_unsold(v_asked.categories);
  v_rated := private.door_rates(v_asked.lines, p_method, v_terms);
  v_price := private.price_lines(v_rated);
  return jsonb_build_object(
    'lines', (
      select jsonb_agg(jsonb_build_object('ticket_category_id', v_asked.categories[r.n], 'unit_price', r.unit_price,
        'quantity', r.quantity, 'gst_percent', r.gst_percent, 'local_percent', r.local_percent,
        'total', v_price.shares[r.n]) order by r.n)
      from unnest(v_rated) with ordinality as r (unit_price, quantity, gst_percent, local_percent, fee, fee_gst_percent, n)),
    'subtotal', v_price.subtotal, 'gst', v_price.gst, 'local_tax', v_price.local_tax, 'total', v_price.total);
end
$function$;

CREATE OR REPLACE FUNCTION private.use_till(p_till_id uuid, p_user_id uuid)
 RETURNS tills
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_till public.tills;
begin
  -- Closing waits for what is written with it, and what comes later finds it closed.
  select * into v_till from public.tills t where t.id = p_till_id for share;
  if not found then
    perform private.refuse(404, 'not_found', 'p_till_id', 'There is no such till.');
  end if;
  if v_till.opened_by <> p_user_id then
    perform private.refuse(403, 'forbidden', 'p_till_id', 'This till is another person''s.');
  end if;
  if v_till.closed_at is not null then
    perform private.refuse(409, 'till_closed', v_till.closed_at::text, 'This till is closed; open another.');
  end if;
  return v_till;
end
$function$;

CREATE OR REPLACE FUNCTION public.sell_at_door(p_order_id uuid DEFAULT NULL::uuid, p_till_id uuid DEFAULT NULL::uuid, p_lines jsonb DEFAULT NULL::jsonb, p_method text DEFAULT NULL::text, p_total numeric DEFAULT NULL::numeric, p_name text DEFAULT NULL::text, p_phone text DEFAULT NULL::text, p_reference text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_longest_reference constant integer := 64;
  v_seller uuid := private.require_seller();
  v_name text;
  v_phone text;
  v_reference text := nullif(private.normal_reference(p_reference), '');
  v_note text;
  v_total numeric;
  v_payment public.payments;
begin
  if p_order_id is null then
    perform private.refuse(400, 'invalid', 'p_order_id', 'Which order?');
  end if;
  perform private.lock_customer(p_order_id);
  select * into v_payment from public.payments p where p.order_id = p_order_id;
  if found then
    if v_payment.made_by is distinct from v_seller or v_payment.till_id is null then
      perform private.refuse(403, 'other_user', 'p_order_id', 'This order id is in use.');
    end if;
    if v_payment.status <> 'approved' then
      perform private.refuse(409, 'order_submitted', v_payment.order_code, 'This sale was undone; start another.');
    end if;
    return private.door_sale(v_payment, private.repeat_link(v_payment, v_seller));
  end if;

  if p_method is null or p_method not in ('upi', 'cash', 'card', 'complimentary') then
    perform private.refuse(400, 'invalid', 'p_method', 'p_method is upi, cash, card or complimentary.');
  end if;
  v_total := private.require_money(p_total, 'p_total');
  if coalesce(private.clean_text(p_name), '') <> '' then
    v_name := private.require_text(p_name, 'p_name', 120);
  end if;
  v_phone := private.profile_text(jsonb_build_object('p_phone', p_phone), 'p_phone', null, 24, '^[+]?[0-9][0-9 ()-]{5,22}$');
  if p_method = 'complimentary' and v_reference is not null then
    v_note := private.require_text(p_reference, 'p_reference', c_longest_reference);
    v_reference := null;
  elsif char_length(v_reference) > c_longest_reference or v_reference ~ '[\u0001-\u001f\u007f-\u009f]'
     or (v_reference is null and coalesce(private.clean_text(p_reference), '') <> '')
     or (v_reference is not null and p_method not in ('upi', 'card')) then
    perform private.refuse(400, 'invalid', 'p_reference', 'A reference of UPI or a card has 1 to 64 printable characters.');
  end if;
  perform private.use_till(p_till_id, v_seller);
  v_payment := private.sell(p_order_id, private.make_guest(v_name, v_phone), p_lines, p_method, p_till_id, v_seller,
    case when p_method = 'upi' then v_reference end, case when p_method = 'card' then v_reference else v_note end, v_total);
  return private.door_sale(v_payment, private.new_link(v_payment.id, v_seller));
end
$function$;

CREATE OR REPLACE FUNCTION public.undo_door_sale(p_order_id uuid DEFAULT NULL::uuid, p_reason text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := private.require_seller();
  v_admin boolean := private.is_admin();
  v_reason text := private.require_text(p_reason, 'p_reason', 200);
  v_payment public.payments;
  v_closed timestamptz;
  v_tickets uuid[];
  v_admitted jsonb;
begin
  select * into v_payment from public.payments p where p.order_id = p_order_id and p.till_id is not null;
  if not found then
    perform private.refuse(404, 'not_found', 'p_order_id', 'There is no such sale.');
  end if;
  if v_payment.made_by <> v_user and not v_admin then
    perform private.refuse(403, 'forbidden', 'p_order_id', 'Another person sold this.');
  end if;
  perform private.lock_customer(v_payment.user_id);
  select t.closed_at into v_closed from public.tills t where t.id = v_payment.till_id for share;
  perform private.lock_payments(array[v_payment.id]);
  select * into strict v_payment from public.payments p where p.id = v_payment.id;
  if v_payment.status = 'rejected' then
    return private.door_sale(v_payment, null);
  end if;
  if v_closed is not null then
    perform private.refuse(409, 'too_late', 'till_closed', 'Its till is closed.');
  end if;
  if not v_admin and v_payment.created_at < now() - interval '5 minutes' then
    perform private.refuse(409, 'too_late', 'minutes', 'A sale is undone within five minutes.');
  end if;
  if v_payment.created_at < now() - interval '5 minutes' and exists (
      select from public.payment_lines l join public.events e on e.id = l.event_id
      where l.payment_id = v_payment.id and e.date <= now())
     or exists (select from public.refunds r where r.payment_id = v_payment.id) then
    perform private.refuse(409, 'too_late', 'begun', 'The event has begun, or money is owed for it.');
  end if;
  v_tickets := array(select t.id from public.user_tickets t where t.payment_id = v_payment.id order by t.id);
  select a.seats into v_admitted
    from unnest(v_tickets) as i, lateral (select private.ticket_admissions(i) as seats) as a where a.seats is not null limit 1;
  if v_admitted is not null then
    perform private.refuse(409, 'admitted', v_admitted::text, 'The ticket was let in; detail says how many seats and when.');
  end if;

  perform private.revoke(v_tickets, v_reason);
  update public.payments p
    set status = 'rejected', reviewed_by = v_user, reviewed_at = now(), review_note = 'Undone at the box office'
    where p.id = v_payment.id returning * into v_payment;
  update public.bank_rows b set payment_id = null where b.payment_id = v_payment.id;
  perform private.record_audit('undo_sale', 'payments', v_payment.id::text, null,
    jsonb_build_object('order_code', v_payment.order_code, 'amount', v_payment.amount, 'method', v_payment.method, 'reason', v_reason));
  return private.door_sale(v_payment, null);
end
$function$;

CREATE OR REPLACE FUNCTION private.till_book(p_till tills, p_whole boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  c_listed constant integer := 200;
  v_answer jsonb;
  v_cash numeric;
begin
  select jsonb_object_agg(m.method, jsonb_build_object('n', m.n, 'amount', m.amount)), max(m.amount) filter (where m.method = 'cash')
    into v_answer, v_cash
    from (
      select k.method, count(p.id) as n, coalesce(sum(p.amount), 0)::numeric(14, 2) as amount
      from unnest(array['cash', 'upi', 'card', 'complimentary']) as k (method)
      left join public.payments p on p.till_id = p_till.id and p.method = k.method and p.status = 'approved'
      group by k.method) as m;
  v_cash := p_till.opening_cash + v_cash + (select coalesce(sum(v.amount), 0) from public.till_moves v where v.till_id = p_till.id);
  v_answer := jsonb_build_object(
    'till', jsonb_build_object('id', p_till.id, 'name', p_till.name), 'opened_at', p_till.opened_at,
    'opened_by', p_till.opened_by,
    'opened_by_name', (select coalesce(f.name, f.email) from public.profiles f where f.id = p_till.opened_by),
    'opening_cash', p_till.opening_cash, 'by_method', v_answer,
    'undone', (
      select jsonb_build_object('n', count(*), 'amount', coalesce(sum(p.amount), 0)::numeric(14, 2))
      from public.payments p where p.till_id = p_till.id and p.status = 'rejected'),
    'expected_cash', v_cash, 'counted_cash', p_till.counted_cash, 'difference', p_till.counted_cash - v_cash,
    'closed_at', p_till.closed_at,
    'closed_by_name', (select coalesce(f.name, f.email) from public.profiles f where f.id = p_till.closed_by),
    'note', p_till.note);
  if not p_whole then
    return v_answer;
  end if;
  return v_answer || jsonb_build_object(
    'moves', (
      select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'amount', v.amount, 'reason', v.reason, 'at', v.made_at,
        'by_name', (select coalesce(f.name, f.email) from public.profiles f where f.id = v.made_by)) order by v.made_at, v.id), '[]')
      from public.till_moves v where v.till_id = p_till.id),
    'sales', (
      select coalesce(jsonb_agg(jsonb_build_object('order_id', s.order_id, 'order_code', s.order_code, 'payment_id', s.id,
        'method', s.method, 'total', s.amount, 'at', s.created_at, 'undone', s.status = 'rejected',
        'undone_at', case when s.status = 'rejected' then s.reviewed_at end,
        'name', (select f.name from public.profiles f where f.id = s.user_id),
        'ticket_id', (
          select t.id from public.user_tickets t where t.payment_id = s.id and t.revoked_at is null order by t.id limit 1),
        'lines', (
          select jsonb_agg(jsonb_build_object('event_name', l.event_name, 'category_name', l.category_name, 'seats', l.seats,
            'quantity', l.quantity, 'total_amount', l.total_amount) order by l.line)
          from public.payment_lines l where l.payment_id = s.id)) order by s.created_at desc, s.id), '[]')
      from (select * from public.payments p where p.till_id = p_till.id order by p.created_at desc, p.id limit c_listed) as s));
end
$function$;

CREATE OR REPLACE FUNCTION private.find_till(p_till_id uuid, p_user_id uuid)
 RETURNS tills
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_till public.tills;
begin
  select * into v_till from public.tills t where t.id = p_till_id;
  if not found then
    perform private.refuse(404, 'not_found', 'p_till_id', 'There is no such till.');
  end if;
  if v_till.opened_by <> p_user_id and not private.is_admin() then
    perform private.refuse(403, 'forbidden', 'p_till_id', 'This till is another person''s.');
  end if;
  return v_till;
end
$function$;

CREATE OR REPLACE FUNCTION public.open_till(p_id uuid DEFAULT NULL::uuid, p_name text DEFAULT NULL::text, p_cash numeric DEFAULT NULL::numeric)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := private.require_seller();
  v_name text;
  v_cash numeric;
  v_till public.tills;
begin
  if p_id is null then
    perform private.refuse(400, 'invalid', 'p_id', 'p_id is a uuid made by the device.');
  end if;
  v_name := private.require_text(p_name, 'p_name', 80);
  v_cash := private.require_money(p_cash, 'p_cash');
  if v_cash < 0 then
    perform private.refuse(400, 'invalid', 'p_cash', 'The cash is 0 rupees or more.');
  end if;
  perform private.lock_customer(v_user);
  select * into v_till from public.tills t where t.id = p_id;
  if found then
    v_till := private.find_till(p_id, v_user);
    if (v_till.name, v_till.opening_cash) is distinct from (v_name, v_cash) then
      perform private.refuse(409, 'changed_meanwhile', 'p_id', 'The till is open, with another name or other cash.');
    end if;
    return private.till_book(v_till, true);
  end if;
  select * into v_till from public.tills t where t.opened_by = v_user and t.closed_at is null;
  if found then
    perform private.refuse(409, 'till_open', v_till.id::text, 'Detail is the till that is still open: close it first.');
  end if;
  insert into public.tills (id, name, opened_by, opening_cash) values (p_id, v_name, v_user, v_cash)
    on conflict (id) do nothing returning * into v_till;
  if not found then
    perform private.refuse(403, 'forbidden', 'p_id', 'This till is another person''s.');
  end if;
  return private.till_book(v_till, true);
end
$function$;

CREATE OR REPLACE FUNCTION public.close_till(p_id uuid DEFAULT NULL::uuid, p_counted numeric DEFAULT NULL::numeric, p_note text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := private.require_seller();
  v_counted numeric := private.require_money(p_counted, 'p_counted');
  v_note text;
  v_till public.tills;
begin
  if v_counted < 0 then
    perform private.refuse(400, 'invalid', 'p_counted', 'The cash is 0 rupees or more.');
  end if;
  if coalesce(private.clean_text(p_note), '') <> '' then
    v_note := private.require_text(p_note, 'p_note', 500);
  end if;
  perform private.find_till(p_id, v_user);
  -- Waits for sales that are being written.
  select * into strict v_till from public.tills t where t.id = p_id for update;
  if v_till.closed_at is null then
    update public.tills t set closed_at = clock_timestamp(), closed_by = v_user, counted_cash = v_counted, note = v_note
      where t.id = p_id returning * into v_till;
  elsif v_till.counted_cash <> v_counted then
    perform private.refuse(409, 'till_closed', v_till.closed_at::text, 'This till was closed with another count.');
  end if;
  return private.till_book(v_till, true);
end
$function$;

CREATE OR REPLACE FUNCTION public.move_till_cash(p_id uuid DEFAULT NULL::uuid, p_till_id uuid DEFAULT NULL::uuid, p_amount numeric DEFAULT NULL::numeric, p_reason text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := private.require_seller();
  v_amount numeric := private.require_money(p_amount, 'p_amount');
  v_reason text := private.require_text(p_reason, 'p_reason', 200);
  v_till public.tills;
  v_move public.till_moves;
begin
  if p_id is null then
    perform private.refuse(400, 'invalid', 'p_id', 'p_id is a uuid made by the device.');
  end if;
  if v_amount = 0 then
    perform private.refuse(400, 'invalid', 'p_amount', 'Cash goes in or out.');
  end if;
  select * into v_move from public.till_moves v where v.id = p_id and v.till_id = p_till_id and v.made_by = v_user;
  if found then
    if (v_move.amount, v_move.reason) is distinct from (v_amount, v_reason) then
      perform private.refuse(409, 'changed_meanwhile', 'p_id', 'It is in the book, with another amount or reason.');
    end if;
    return private.till_book(private.find_till(p_till_id, v_user), true);
  end if;
  v_till := private.use_till(p_till_id, v_user);
  insert into public.till_moves (id, till_id, amount, reason, made_by) values (p_id, p_till_id, v_amount, v_reason, v_user)
    on conflict (id) do nothing;
  if not found and not exists (
      select from public.till_moves v where v.id = p_id and v.till_id = p_till_id and v.made_by = v_user) then
    perform private.refuse(403, 'forbidden', 'p_id', 'This id is in use.');
  end if;
  return private.till_book(v_till, true);
end
$function$;

CREATE OR REPLACE FUNCTION public.my_till()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := private.require_seller();
  v_till public.tills;
begin
  select * into v_till from public.tills t where t.opened_by = v_user and t.closed_at is null;
  if not found then
    return null;
  end if;
  return private.till_book(v_till, true);
end
$function$;

CREATE OR REPLACE FUNCTION public.till_book(p_till_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.till_book(private.find_till(p_till_id, private.require_seller()), true);
end
$function$;

CREATE OR REPLACE FUNCTION public.list_tills()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_listed constant integer := 200;
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(private.till_book(t, false) order by t.closed_at is not null, t.opened_at desc, t.id), '[]')
    from (select * from public.tills o order by o.closed_at is not null, o.opened_at desc, o.id limit c_listed) as t);
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_door()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table public.tills, public.till_moves, public.guest_tickets from public, anon, authenticated;
  grant select on table public.tills, public.till_moves, public.guest_tickets to authenticated;
  revoke all on function private.require_seller(), private.may_sell(uuid), private.require_money(numeric, text),
    private.door_price(uuid), private.door_rates(private.order_line[], text, public.shop_terms), private.refuse_unsold(uuid[]),
    private.sell(uuid, uuid, jsonb, text, uuid, uuid, text, text, numeric), private.make_guest(text, text),
    private.new_link(uuid, uuid), private.repeat_link(public.payments, uuid), private.door_sale(public.payments, text),
    private.use_till(uuid, uuid), private.till_book(public.tills, boolean), private.find_till(uuid, uuid),
    public.price_at_door(jsonb, text), public.sell_at_door(uuid, uuid, jsonb, text, numeric, text, text, text),
    public.undo_door_sale(uuid, text), public.open_till(uuid, text, numeric), public.close_till(uuid, numeric, text),
    public.move_till_cash(uuid, uuid, numeric, text), public.my_till(), public.till_book(uuid), public.list_tills(),
    private.grant_door() from public, anon, authenticated;
  -- Visitors get not_signed_in from these.
  grant execute on function public.price_at_door(jsonb, text),
    public.sell_at_door(uuid, uuid, jsonb, text, numeric, text, text, text), public.undo_door_sale(uuid, text),
    public.open_till(uuid, text, numeric), public.close_till(uuid, numeric, text),
    public.move_till_cash(uuid, uuid, numeric, text), public.my_till(), public.till_book(uuid), public.list_tills()
    to anon, authenticated;
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
  where (p_after is null or a.user_id > p_after) and exists (select from public.profiles p where p.id = a.user_id and not p.is_guest)
  order by a.user_id limit p_most
$function$;

CREATE OR REPLACE FUNCTION public.count_audience(p_event_id uuid DEFAULT NULL::uuid, p_category_id uuid DEFAULT NULL::uuid, p_audience text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object('people', count(*), 'mails', count(*) filter (where p.notify_email and p.email is not null))
    from private.audience(p_event_id, p_category_id, p_audience) as u join public.profiles p on p.id = u);
end
$function$;

CREATE OR REPLACE FUNCTION private.event_words(p_event_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('event_name', s.name || ' - ' || e.city, 'event_date', e.date)
  from public.events e join public.singers s on s.id = e.singer_id where e.id = p_event_id
$function$;

CREATE OR REPLACE FUNCTION public.send_announcement(p_id uuid DEFAULT NULL::uuid, p_event_id uuid DEFAULT NULL::uuid, p_category_id uuid DEFAULT NULL::uuid, p_audience text DEFAULT NULL::text, p_subject text DEFAULT NULL::text, p_message text DEFAULT NULL::text)
 RETURNS announcements
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_longest_message constant integer := 4000;
  c_most_a_day constant integer := 20;
  v_admin uuid := private.require_admin();
  v_subject text;
  v_message text;
  v_people integer;
  v_row public.announcements;
begin
  if p_id is null then
    perform private.refuse(400, 'invalid', 'p_id', 'p_id is a uuid made by the sender.');
  end if;
  if p_audience is null or p_audience not in ('holders', 'waiting', 'everyone') then
    perform private.refuse(400, 'invalid', 'p_audience', 'The audience is holders, waiting or everyone.');
  end if;
  v_subject := private.require_text(p_subject, 'p_subject', 120);
  v_message := private.require_paragraphs(p_message, 'p_message', c_longest_message);
  if v_message is null then
    perform private.refuse(400, 'invalid', 'p_message', format('The message is text of 1 to %s characters.', c_longest_message));
  end if;

  perform pg_advisory_xact_lock(hashtextextended('announce:' || p_event_id::text, 0));
  select * into v_row from public.announcements a where a.id = p_id;
  if found then
    return v_row;
  end if;
  if not exists (select from public.events e where e.id = p_event_id) then
    perform private.refuse(404, 'not_found', 'p_event_id', 'There is no such event.');
  end if;
  if p_category_id is not null
     and not exists (select from public.ticket_categories c where c.id = p_category_id and c.event_id = p_event_id) then
    perform private.refuse(404, 'not_found', 'p_category_id', 'The event has no such ticket category.');
  end if;
  if exists (select from public.announcements a
             where a.event_id = p_event_id and a.kind = 'message' and a.created_at > clock_timestamp() - interval '1 minute') then
    perform private.refuse(429, 'too_many', 'minute', 'One announcement a minute for an event.');
  end if;
  if (select count(*) from public.announcements a
      where a.event_id = p_event_id and a.kind = 'message' and a.created_at > clock_timestamp() - interval '1 day') >= c_most_a_day then
    perform private.refuse(429, 'too_many', 'day', format('%s announcements a day for an event.', c_most_a_day));
  end if;
  select count(*) into v_people from private.audience(p_event_id, p_category_id, p_audience);
  if v_people = 0 then
    perform private.refuse(400, 'invalid', 'p_audience', 'No customer would get it.');
  end if;
  insert into public.announcements (id, event_id, ticket_category_id, audience, subject, message, content, people, created_by)
    values (p_id, p_event_id, p_category_id, p_audience, v_subject, v_message, private.event_words(p_event_id) || jsonb_strip_nulls(jsonb_build_object('category', (
        select c.name from public.ticket_categories c where c.id = p_category_id))), v_people, v_admin)
    returning * into v_row;
  perform private.record_audit('send_announcement', 'announcements', p_id::text, null,
    jsonb_build_object('subject', v_subject, 'message', v_message, 'audience', p_audience, 'people', v_people));
  return v_row;
end
$function$;

CREATE OR REPLACE FUNCTION private.work_announcements(p_most integer DEFAULT 200)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.announcements;
  v_users uuid[];
  v_notices integer;
  v_mails integer;
begin
  select * into v_row from public.announcements a where a.state in ('queued', 'sending')
    order by a.created_at, a.id limit 1 for update skip locked;
  if not found then
    return false;
  end if;
  v_users := array(select private.audience(v_row.event_id, v_row.ticket_category_id, v_row.audience, v_row.told_until, p_most));
  with told as (
    insert into public.notices (user_id, event_id, announcement_id, kind, content)
      select u, v_row.event_id, v_row.id, v_row.kind, case when v_row.kind = 'event_cancelled' then jsonb_build_object('owed', (
          select coalesce(sum(r.amount), 0) from public.user_tickets t join public.refunds r on r.ticket_id = t.id
          where t.user_id = u and t.event_id = v_row.event_id and r.status = 'requested')) else '{}'::jsonb end
      from unnest(v_users) as u
      on conflict (announcement_id, user_id) do nothing
      returning id, user_id
  ), mailed as (
    insert into public.outgoing_mail (user_id, email, kind, content, notice_id, announcement_id)
      select p.id, p.email, v_row.kind, jsonb_build_object('name', p.name), n.id, v_row.id
      from told n join public.profiles p on p.id = n.user_id where p.notify_email and p.email is not null
      returning 1
  )
  select (select count(*) from told), (select count(*) from mailed) into v_notices, v_mails;
  update public.announcements a
    set notices = a.notices + v_notices, mails = a.mails + v_mails,
      told_until = coalesce(v_users[cardinality(v_users)], a.told_until),
      state = case when cardinality(v_users) < p_most then 'done' else 'sending' end,
      finished_at = case when cardinality(v_users) < p_most then clock_timestamp() end
    where a.id = v_row.id;
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.stop_announcement(p_id uuid DEFAULT NULL::uuid)
 RETURNS announcements
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.announcements;
  v_kept integer;
begin
  perform private.require_admin();
  select * into v_row from public.announcements a where a.id = p_id for update;
  if not found then
    perform private.refuse(404, 'not_found', 'p_id', 'There is no such announcement.');
  end if;
  if v_row.state = 'stopped' or v_row.state = 'done' and v_row.mails_sent + v_row.mails_failed >= v_row.mails then
    return v_row;
  end if;
  delete from public.outgoing_mail m
    where m.announcement_id = p_id and m.sent_at is null and m.attempts < private.most_mail_attempts()
      and (m.claimed_until is null or m.claimed_until < now());
  get diagnostics v_kept = row_count;
  update public.announcements a set state = 'stopped', finished_at = clock_timestamp(), mails = greatest(a.mails - v_kept, 0)
    where a.id = p_id returning * into v_row;
  perform private.record_audit('stop_announcement', 'announcements', p_id::text, null,
    jsonb_build_object('subject', v_row.subject, 'notices', v_row.notices, 'mails_sent', v_row.mails_sent));
  return v_row;
end
$function$;

CREATE OR REPLACE FUNCTION private.claim_mail(p_most integer DEFAULT 20, p_lease interval DEFAULT '00:05:00'::interval)
 RETURNS TABLE(id uuid, email text, kind text, content jsonb, language text, sections jsonb, payment_id uuid, claimed_until timestamp with time zone)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
    with claimed as (
      update public.outgoing_mail m
        set attempts = m.attempts + 1, claimed_until = clock_timestamp() + p_lease,
          -- Waits 15, 30, 60, 120 … seconds between attempts, the last ones hours.
          next_attempt_at = now() + make_interval(secs => 15 * power(2, m.attempts))
        where m.id in (
          select o.id from public.outgoing_mail o
          where o.sent_at is null and o.next_attempt_at <= now() and not private.is_given_up(o)
            and (o.claimed_until is null or o.claimed_until < now())
          order by (o.announcement_id is not null), o.next_attempt_at limit p_most for update skip locked)
        returning m.*)
    select m.id, m.email, m.kind,
      coalesce(a.content, '{}'::jsonb) || jsonb_strip_nulls(jsonb_build_object('subject', a.subject, 'message', a.message))
        || coalesce(n.content, '{}'::jsonb) || m.content,
      (select p.language from public.profiles p where p.id = m.user_id),
      (select jsonb_agg((
          select jsonb_object_agg(section ->> 'code', section ->> 'name')
          from public.ticket_category_layouts c
          join public.seating_layouts s on s.id = c.seating_layout_id,
            lateral jsonb_array_elements(s.layout_data -> 'sections') as section
          where c.ticket_category_id = l.ticket_category_id) order by l.line)
        from public.payment_lines l where l.payment_id = m.payment_id),
      m.payment_id, m.claimed_until
    from claimed m
    left join public.notices n on n.id = m.notice_id
    left join public.announcements a on a.id = m.announcement_id
    order by (m.announcement_id is not null), m.created_at;
end
$function$;

CREATE OR REPLACE FUNCTION private.most_mail_attempts()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$ select 12 $function$;

CREATE OR REPLACE FUNCTION private.is_given_up(p_mail outgoing_mail)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return p_mail.attempts >= private.most_mail_attempts() or p_mail.created_at <= now() - interval '2 days';
end
$function$;

CREATE OR REPLACE FUNCTION private.settle_mail(p_id uuid, p_error text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_announcement uuid := (select m.announcement_id from public.outgoing_mail m where m.id = p_id);
  v_mail public.outgoing_mail;
begin
  -- Before the mail, as stop_announcement locks them.
  perform from public.announcements a where a.id = v_announcement for update;
  update public.outgoing_mail m
    set sent_at = case when p_error is null then now() end, last_error = p_error, claimed_until = null
    where m.id = p_id and m.sent_at is null returning * into v_mail;
  if found and (p_error is null or v_mail.attempts >= private.most_mail_attempts()) then
    update public.announcements a
      set mails_sent = a.mails_sent + (p_error is null)::integer, mails_failed = a.mails_failed + (p_error is not null)::integer
      where a.id = v_announcement;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.my_notices()
 RETURNS TABLE(id uuid, event_id uuid, ticket_id uuid, kind text, content jsonb, created_at timestamp with time zone, read_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select n.id, n.event_id, n.ticket_id, n.kind,
    coalesce(a.content, '{}'::jsonb) || jsonb_strip_nulls(jsonb_build_object('subject', a.subject, 'message', a.message))
      || n.content,
    n.created_at, n.read_at
  from public.notices n left join public.announcements a on a.id = n.announcement_id
  where n.user_id = (select private.uid())
  order by n.created_at desc, n.id limit 200
$function$;

CREATE OR REPLACE FUNCTION public.mark_notices_read(p_ids uuid[] DEFAULT NULL::uuid[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := private.require_user();
  v_marked integer;
begin
  if coalesce(cardinality(p_ids), 0) not between 1 and 200 then
    perform private.refuse(400, 'invalid', 'p_ids', '1 to 200 ids.');
  end if;
  update public.notices n set read_at = now() where n.id = any (p_ids) and n.user_id = v_user and n.read_at is null;
  get diagnostics v_marked = row_count;
  return v_marked;
end
$function$;

CREATE OR REPLACE FUNCTION public.get_single_notices(p_event_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(id uuid, event_id uuid, kind text, content jsonb, created_at timestamp with time zone, read_at timestamp with time zone, user_name text, user_email text, mail text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  return query
    select n.id, n.event_id, n.kind, n.content, n.created_at, n.read_at, p.name, p.email,
      case when m.id is null then 'none' when m.sent_at is not null then 'sent'
        when private.is_given_up(m) then 'failed' else 'waiting' end
    from public.notices n
    left join public.profiles p on p.id = n.user_id
    left join public.outgoing_mail m on m.notice_id = n.id
    where n.announcement_id is null and (p_event_id is null or n.event_id = p_event_id)
    order by n.created_at desc, n.id limit 100;
end
$function$;

CREATE OR REPLACE FUNCTION private.tell(p_user_id uuid, p_event_id uuid, p_ticket_id uuid, p_kind text, p_content jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_notice uuid;
begin
  insert into public.notices (user_id, event_id, ticket_id, kind, content)
    select p.id, p_event_id, p_ticket_id, p_kind, jsonb_strip_nulls(p_content)
    from public.profiles p where p.id = p_user_id and not p.is_guest
    returning id into v_notice;
  insert into public.outgoing_mail (user_id, email, kind, content, notice_id)
    select p.id, p.email, p_kind, jsonb_build_object('name', p.name), v_notice
    from public.profiles p where p.id = p_user_id and v_notice is not null and p.notify_email and p.email is not null;
end
$function$;

CREATE OR REPLACE FUNCTION private.announce_event(p_event_id uuid, p_kind text, p_content jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_people integer;
begin
  -- A change that has not gone out yet goes out as it is now.
  if p_kind <> 'event_cancelled' then
    update public.announcements a set content = a.content || private.event_words(p_event_id) || p_content || jsonb_build_object('from', a.content -> 'from')
      where a.event_id = p_event_id and a.kind = p_kind and a.state = 'queued' and a.told_until is null;
    if found then
      update public.announcements a set state = 'stopped', finished_at = clock_timestamp()
        where a.event_id = p_event_id and a.kind = p_kind and a.state = 'queued' and a.content -> 'from' = a.content -> 'to';
      return;
    end if;
  end if;
  select count(*) into v_people from private.audience(p_event_id, null, 'everyone');
  if v_people > 0 then
    insert into public.announcements (id, event_id, kind, audience, content, people, created_by)
      values (gen_random_uuid(), p_event_id, p_kind, 'everyone', private.event_words(p_event_id) || p_content, v_people, auth.uid());
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.announce_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.status = 'cancelled' and old.status <> 'cancelled' then
    perform private.announce_event(new.id, 'event_cancelled', jsonb_strip_nulls(jsonb_build_object('reason', new.cancelled_reason)));
  elsif new.status = 'scheduled' and new.date > now() - interval '6 hours' then
    perform private.announce_event(new.id, 'event_moved', jsonb_build_object(
      'from', jsonb_build_object('date', old.date, 'city', old.city, 'venue', old.venue),
      'to', jsonb_build_object('date', new.date, 'city', new.city, 'venue', new.venue)));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.announce_name()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.announce_event(e.id, 'event_changed', jsonb_build_object('from', old.name, 'to', new.name))
    from public.events e
    where e.singer_id = new.id and e.status = 'scheduled' and e.date > now() - interval '6 hours' order by e.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.section_names(p_category_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_object_agg(section ->> 'code', section ->> 'name')
  from public.ticket_category_layouts c
  join public.seating_layouts s on s.id = c.seating_layout_id,
    lateral jsonb_array_elements(s.layout_data -> 'sections') as section
  where c.ticket_category_id = p_category_id
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
    -- mark_refunded revokes the ticket: its own notice says so.
    new.revoked_reason = 'Refunded' and exists (select from public.refunds r where r.ticket_id = new.id))
  then
    perform private.tell(new.user_id, new.event_id, new.id, 'ticket_revoked',
      v_about || jsonb_build_object('seats', new.seats, 'reason', new.revoked_reason));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.tell_line()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.tell(new.user_id, new.event_id, null, 'seats_changed', private.event_words(new.event_id)
    || jsonb_build_object('category', new.category_name, 'sections', private.section_names(new.ticket_category_id),
      'from', old.seats, 'to', new.seats));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.tell_refund()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_about jsonb := (
    select jsonb_build_object('order_code', p.order_code, 'amount', new.amount, 'event_name', (
      select l.event_name from public.payment_lines l
      where l.payment_id = p.id order by l.id = (select t.payment_line_id from public.user_tickets t where t.id = new.ticket_id) desc nulls last, l.line limit 1))
    from public.payments p where p.id = new.payment_id);
  v_event uuid := (select t.event_id from public.user_tickets t where t.id = new.ticket_id);
begin
  if new.status = 'refunded' then
    perform private.tell(new.user_id, v_event, new.ticket_id, 'refunded', v_about || jsonb_build_object('utr', new.utr));
  elsif auth.uid() is distinct from new.user_id then
    perform private.tell(new.user_id, v_event, new.ticket_id, 'refund_owed',
      v_about || jsonb_build_object('has_upi_id', new.upi_id is not null));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_announcements()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table public.announcements, public.notices from public, anon, authenticated;
  grant select on table public.announcements, public.notices to authenticated;
  revoke all on function private.audience(uuid, uuid, text, uuid, integer), public.count_audience(uuid, uuid, text),
    private.event_words(uuid), public.send_announcement(uuid, uuid, uuid, text, text, text),
    private.work_announcements(integer), public.stop_announcement(uuid), private.claim_mail(integer, interval),
    private.most_mail_attempts(), private.is_given_up(public.outgoing_mail), private.settle_mail(uuid, text), public.my_notices(), public.mark_notices_read(uuid[]),
    public.get_single_notices(uuid), private.tell(uuid, uuid, uuid, text, jsonb),
    private.announce_event(uuid, text, jsonb), private.announce_change(), private.announce_name(),
    private.section_names(uuid), private.tell_ticket(), private.tell_line(), private.tell_refund(),
    private.grant_announcements() from public, anon, authenticated;
  grant execute on function public.count_audience(uuid, uuid, text),
    public.send_announcement(uuid, uuid, uuid, text, text, text), public.stop_announcement(uuid),
    public.mark_notices_read(uuid[]), public.get_single_notices(uuid) to anon, authenticated;
  grant execute on function public.my_notices() to authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION public.add_guests(p_ticket_category_id uuid DEFAULT NULL::uuid, p_guests jsonb DEFAULT NULL::jsonb, p_list text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_most_guests constant integer := 200;
  c_contact_longest constant integer := 120;
  v_admin uuid := private.require_admin();
  v_list text := '';
  v_event uuid;
  v_ids uuid[];
  v_guest jsonb;
  v_place jsonb;
  v_id uuid;
  v_names text[];
  v_contacts text[];
  v_payment public.payments;
  v_secret text;
  v_at integer := 0;
  v_added integer := 0;
  v_answer jsonb := '[]';
begin
  if jsonb_typeof(p_guests) is distinct from 'array' or jsonb_array_length(p_guests) not between 1 and c_most_guests then
    perform private.refuse(400, 'invalid', 'p_guests', format('1 to %s guests.', c_most_guests));
  end if;
  if coalesce(private.clean_text(p_list), '') <> '' then
    v_list := private.require_text(p_list, 'p_list', 80);
  end if;
  for v_guest in select g from jsonb_array_elements(p_guests) as g loop
    if jsonb_typeof(v_guest) <> 'object'
       or coalesce(v_guest ->> 'id', '') !~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'
       or (v_guest ->> 'id')::uuid = any (v_ids)
       or jsonb_typeof(v_guest -> 'name') is distinct from 'string'
       or coalesce(jsonb_typeof(v_guest -> 'contact'), 'null') not in ('string', 'null') then
      perform private.refuse(400, 'invalid', format('p_guests[%s]', v_at),
        'A guest is {"id": uuid, once, "name": text, "contact": text or null, "seats": [label, …] or "count": number}.');
    end if;
    v_ids := v_ids || (v_guest ->> 'id')::uuid;
    v_names := v_names || private.require_text(v_guest ->> 'name', format('p_guests[%s].name', v_at), 120);
    v_contacts := v_contacts || case when coalesce(private.clean_text(v_guest ->> 'contact'), '') <> ''
      then private.require_text(v_guest ->> 'contact', format('p_guests[%s].contact', v_at), c_contact_longest) end;
    v_at := v_at + 1;
  end loop;

  perform private.lock_customer(i) from unnest(v_ids) as i order by i;
  select c.event_id into v_event from public.ticket_categories c where c.id = p_ticket_category_id;
  if not found then
    perform private.refuse(404, 'not_found', 'p_ticket_category_id', 'There is no such ticket category.');
  end if;
  -- Claims of many guests are in no order, so others may not claim meanwhile.
  perform private.lock_event(v_event);

  for n in 1 .. cardinality(v_ids) loop
    v_id := v_ids[n];
    v_guest := p_guests -> (n - 1);
    select * into v_payment from public.payments p where p.order_id = v_id;
    if found then
      if v_payment.method <> 'complimentary' or v_payment.till_id is not null then
        perform private.refuse(403, 'other_user', format('p_guests[%s].id', n - 1), 'This id is in use.');
      end if;
      if not exists (
          select from public.user_tickets t
          join public.guest_tickets g on g.ticket_id = t.id
          join public.profiles f on f.id = t.user_id
          where t.payment_id = v_payment.id and t.ticket_category_id = p_ticket_category_id
            and t.quantity::text = case jsonb_typeof(v_guest -> 'seats')
              when 'array' then jsonb_array_length(v_guest -> 'seats')::text else v_guest ->> 'count' end
            and f.name = v_names[n] and g.contact is not distinct from v_contacts[n] and g.list = v_list) then
        perform private.refuse(409, 'changed_meanwhile', format('p_guests[%s].id', n - 1),
          'This guest was added with another name, contact, list or number of places.');
      end if;
      v_secret := private.repeat_link(v_payment, v_admin);
    else
      v_place := jsonb_build_object('ticket_category_id', p_ticket_category_id)
        || jsonb_strip_nulls(jsonb_build_object('seats', v_guest -> 'seats', 'count', v_guest -> 'count'));
      -- Seats kept for guests are given to them; a refusal below keeps them.
      if jsonb_typeof(v_guest -> 'seats') = 'array' then
        delete from public.seat_claims c
          where c.ticket_category_id = p_ticket_category_id and c.state = 'kept'
            and c.seat in (select s from jsonb_array_elements_text(v_guest -> 'seats') as s);
      end if;
      v_payment := private.sell(v_id, private.make_guest(v_names[n], null), jsonb_build_array(v_place), 'complimentary',
        null, v_admin, null, null, null);
      v_secret := private.new_link(v_payment.id, v_admin);
      update public.guest_tickets g set list = v_list, contact = v_contacts[n]
        from public.user_tickets t where t.payment_id = v_payment.id and g.ticket_id = t.id;
      v_added := v_added + 1;
    end if;
    v_answer := v_answer || (
      select jsonb_build_object('guest_id', v_id, 'order_id', v_id, 'order_code', v_payment.order_code, 'ticket_id', t.id,
        'code', t.code, 'seats', t.seats, 'secret', v_secret)
      from public.user_tickets t where t.payment_id = v_payment.id);
  end loop;
  if v_added > 0 then
    perform private.record_audit('add_guests', 'ticket_categories', p_ticket_category_id::text, null, (
      select jsonb_build_object('name', c.name, 'list', v_list, 'guests', v_added)
      from public.ticket_categories c where c.id = p_ticket_category_id));
  end if;
  return v_answer;
end
$function$;

CREATE OR REPLACE FUNCTION public.list_guests(p_event_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  if not exists (select from public.events e where e.id = p_event_id) then
    perform private.refuse(404, 'not_found', 'p_event_id', 'There is no such event.');
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
        'guest_id', p.order_id, 'order_id', p.order_id, 'order_code', p.order_code, 'ticket_id', t.id, 'user_id', t.user_id,
        'name', f.name, 'contact', g.contact, 'list', g.list, 'ticket_category_id', t.ticket_category_id, 'category', c.name,
        'seats', t.seats, 'quantity', t.quantity, 'code', t.code,
        'link', case when t.revoked_at is not null then 'revoked' when g.opened_at is not null then 'opened' else 'new' end,
        'link_made_at', g.made_at, 'opened_at', g.opened_at, 'revoked_at', t.revoked_at, 'revoked_reason', t.revoked_reason,
        'let_in', coalesce((private.ticket_admissions(t.id) ->> 'seats')::integer, 0), 'made_at', p.created_at)
      order by g.list, f.name, t.id), '[]')
    from public.guest_tickets g
    join public.user_tickets t on t.id = g.ticket_id
    join public.payments p on p.id = t.payment_id
    join public.ticket_categories c on c.id = t.ticket_category_id
    left join public.profiles f on f.id = t.user_id
    where t.event_id = p_event_id and g.list is not null);
end
$function$;

CREATE OR REPLACE FUNCTION public.new_ticket_link(p_ticket_id uuid DEFAULT NULL::uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := private.require_seller();
  v_payment public.payments;
  v_revoked timestamptz;
  v_secret text;
begin
  select p.* into v_payment from public.guest_tickets g
    join public.user_tickets t on t.id = g.ticket_id join public.payments p on p.id = t.payment_id
    where g.ticket_id = p_ticket_id and (private.is_admin() or p.made_by = v_user and private.may_sell(t.event_id));
  if not found then
    perform private.refuse(404, 'not_found', 'p_ticket_id', 'No such ticket has a link, or another person sold it.');
  end if;
  perform private.lock_customer(v_payment.order_id);
  select t.revoked_at into v_revoked from public.user_tickets t where t.id = p_ticket_id;
  if v_revoked is not null then
    perform private.refuse(409, 'already_decided', jsonb_build_object('status', 'revoked')::text, 'The ticket was taken back.');
  end if;
  v_secret := private.new_link(v_payment.id, v_user);
  perform private.record_audit('new_link', 'user_tickets', p_ticket_id::text, null,
    jsonb_build_object('code', (select t.code from public.user_tickets t where t.id = p_ticket_id)));
  return v_secret;
end
$function$;

CREATE OR REPLACE FUNCTION private.hash_of_secret(p_secret text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if p_secret is null or p_secret !~ '^[A-Za-z0-9_-]{22}$' then
    perform private.refuse(404, 'not_found', 'p_secret', 'There is no such link.');
  end if;
  return encode(sha256(convert_to(p_secret, 'UTF8')), 'hex');
end
$function$;

CREATE OR REPLACE FUNCTION private.link_state(p_secret_hash text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case
    when bool_and(t.revoked_at is not null) then 'revoked'
    when bool_and(e.status = 'cancelled' or private.gate_closes(e.date) < now()) then 'over'
    when bool_or(g.opened_at is not null) then 'opened'
    else 'new' end
  from public.guest_tickets g join public.user_tickets t on t.id = g.ticket_id join public.events e on e.id = t.event_id
  where g.secret_hash = p_secret_hash
  having count(*) > 0
$function$;

CREATE OR REPLACE FUNCTION public.peek_ticket_link(p_secret text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_hash text := private.hash_of_secret(p_secret);
  v_state text := private.link_state(v_hash);
begin
  if v_state is null then
    perform private.refuse(404, 'not_found', 'p_secret', 'There is no such link.');
  end if;
  return (
    select jsonb_build_object('state', v_state, 'event', private.gate_event_name(f.event_id), 'event_id', f.event_id,
      'venue', e.venue, 'city', e.city, 'date', e.date, 'status', e.status, 'previous_date', e.previous_date,
      'category', f.category, 'people', f.people)
    from (
      select (array_agg(t.event_id order by v.date, t.id))[1] as event_id, sum(t.quantity) as people,
        string_agg(c.name, ', ' order by v.date, t.id) as category
      from public.guest_tickets g
      join public.user_tickets t on t.id = g.ticket_id
      join public.ticket_categories c on c.id = t.ticket_category_id
      join public.events v on v.id = t.event_id
      where g.secret_hash = v_hash) as f
    join public.events e on e.id = f.event_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.open_ticket_link(p_secret text DEFAULT NULL::text, p_device text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_hash text := private.hash_of_secret(p_secret);
  v_device text;
  v_link public.guest_tickets;
  v_state text;
begin
  if p_device is null or p_device !~ '^([A-Za-z0-9_-]{43}|[0-9a-f]{64})$' then
    perform private.refuse(400, 'invalid', 'p_device', 'A device is 32 random bytes in base64url or hexadecimal.');
  end if;
  v_device := encode(sha256(convert_to(p_device, 'UTF8')), 'hex');
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

CREATE OR REPLACE FUNCTION private.forget_guests_of(p_event_ids uuid[])
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_gone integer;
begin
  update public.guest_tickets g set contact = null
    from public.user_tickets t where t.event_id = any (p_event_ids) and g.ticket_id = t.id and g.contact is not null;
  -- A sale of several events keeps its name until the last of them.
  delete from public.profiles f
    where f.is_guest
      and f.id in (select t.user_id from public.user_tickets t where t.event_id = any (p_event_ids))
      and not exists (select from public.user_tickets t where t.user_id = f.id and t.event_id <> all (p_event_ids));
  get diagnostics v_gone = row_count;
  return v_gone;
end
$function$;

CREATE OR REPLACE FUNCTION public.forget_guests(p_event_id uuid DEFAULT NULL::uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_gone integer;
begin
  perform private.require_admin();
  if not exists (select from public.events e where e.id = p_event_id) then
    perform private.refuse(404, 'not_found', 'p_event_id', 'There is no such event.');
  end if;
  v_gone := private.forget_guests_of(array[p_event_id]);
  if v_gone > 0 then
    perform private.record_audit('forget_guests', 'events', p_event_id::text, null, (
      select jsonb_build_object('city', e.city, 'venue', e.venue, 'guests', v_gone) from public.events e where e.id = p_event_id));
  end if;
  return v_gone;
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_guests()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on function public.add_guests(uuid, jsonb, text), public.list_guests(uuid), public.new_ticket_link(uuid),
    private.hash_of_secret(text), private.link_state(text), public.peek_ticket_link(text),
    public.open_ticket_link(text, text), private.forget_guests_of(uuid[]), public.forget_guests(uuid), private.grant_guests()
    from public, anon, authenticated;
  grant execute on function public.add_guests(uuid, jsonb, text), public.list_guests(uuid), public.new_ticket_link(uuid),
    public.peek_ticket_link(text), public.open_ticket_link(text, text), public.forget_guests(uuid) to anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.given_tickets(p_method text)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(sum(t.quantity), 0)
  from public.payments p join public.user_tickets t on t.payment_id = p.id
  where p.method = p_method and p.method in ('complimentary', 'free') and p.status = 'approved' and t.revoked_at is null and not p.is_test
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
    'complimentary_tickets', private.given_tickets('complimentary'),
    'free_tickets', private.given_tickets('free'),
    'average_tickets_per_event', case when v_events = 0 then 0 else round(v_sold::numeric / v_events) end,
    'completed_events', (select count(*) from public.events e where e.date < v_now),
    'pending_payments', (select count(*) from public.payments p where p.status = 'pending' and not p.is_test),
    'oldest_pending_at', (select min(p.created_at) from public.payments p where p.status = 'pending' and not p.is_test),
    'test_payments', (select count(*) from public.payments p where p.is_test)
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.count_payments(p_since timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_most_arrived constant integer := 100;
  v_most integer := private.most_found() + 1;
begin
  perform private.require_user();
  if not private.is_admin() then
    perform private.refuse(403, 'forbidden', '', 'This is for admins.');
  end if;
  return jsonb_build_object(
    'pending', (select count(*) from (select from public.payments p where p.status = 'pending' limit v_most) as c),
    'approved', (select count(*) from (select from public.payments p where p.status = 'approved' limit v_most) as c),
    'rejected', (select count(*) from (select from public.payments p where p.status = 'rejected' limit v_most) as c),
    'arrived', (
      select count(*) from (select from public.payments p where p.created_at > p_since and p.made_by is null and p.method <> 'free' limit c_most_arrived) as c),
    'newest_at', (select coalesce(max(p.created_at), now()) from public.payments p));
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
          where t.created_at >= d.from_at and t.created_at < d.to_at and not t.is_test),
        'given', (
          -- Their tickets are made with them.
          select coalesce(sum(t.quantity), 0) from public.payments p join public.user_tickets t on t.payment_id = p.id
          where p.method in ('complimentary', 'free') and not p.is_test and p.created_at >= d.from_at and p.created_at < d.to_at)) order by d.day)
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
          (select coalesce(sum(t.quantity), 0) from public.user_tickets t
            where t.event_id = v.id and t.total_amount = 0 and not t.is_test and t.revoked_at is null) as given,
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

CREATE OR REPLACE FUNCTION private.grant_dashboard()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on function public.dashboard_stats(), public.count_payments(timestamptz), public.dashboard_days(integer),
    private.given_tickets(text), private.grant_dashboard() from public, anon, authenticated;
  grant execute on function public.dashboard_stats(), public.count_payments(timestamptz), public.dashboard_days(integer)
    to anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION public.get_history()
 RETURNS TABLE(id bigint, at timestamp with time zone, actor uuid, actor_name text, actor_role text, action text, noun text, row_id text, before jsonb, after jsonb, of_name text)
 LANGUAGE sql
 STABLE
AS $function$
  select l.id, l.at, l.actor, l.actor_name, l.actor_role, l.action, l.noun, l.row_id, l.before, l.after, l.of_name
  from private.history_list l
$function$;

CREATE OR REPLACE FUNCTION public.count_listed(p_list text DEFAULT NULL::text, p_filter text DEFAULT NULL::text)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_lists constant jsonb := jsonb '{
    "payments": "public.payments r", "payments/status": "public.payments r where r.status = $2",
    "bookings": "public.payment_lines r", "bookings/status": "public.payment_lines r where r.payment_status = $2",
    "bookings/recent": "public.user_tickets r where r.created_at >= now() - interval ''24 hours'' and not r.is_test",
    "refunds": "public.refunds r", "refunds/status": "public.refunds r where r.status = $2",
    "users": "public.profiles r where not r.is_guest", "users/staff": "public.staff r",
    "messages/waiting": "public.contact_messages r where r.handled_at is null",
    "messages/handled": "public.contact_messages r where r.handled_at is not null"}';
  v_rows text := coalesce(c_lists ->> concat_ws('/', p_list, p_filter),
    case when p_filter is not null then c_lists ->> (p_list || '/status') end);
  v_count integer;
begin
  perform private.require_user();
  if not private.is_admin() then
    perform private.refuse(403, 'forbidden', '', 'This is for admins.');
  end if;
  if v_rows is null then
    perform private.refuse(400, 'invalid', 'p_list', 'There is no such list.');
  end if;
  execute format('select count(*) from (select from %s limit $1) as c', v_rows)
    into v_count using private.most_found() + 1, p_filter;
  return v_count;
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
      from public.refunds r where r.user_id = v.me),
    (select concat(count(*), ' ', count(n.read_at), ' ', extract(epoch from max(n.created_at)))
      from public.notices n where n.user_id = v.me)))
  from (select private.uid() as me) v where v.me is not null
$function$;

CREATE OR REPLACE FUNCTION private.unused_poster_files(p_age interval)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select o.name from storage.objects o
  where o.bucket_id = 'posters' and o.created_at < now() - p_age
    and not exists (
      select from public.events e where e.poster = regexp_replace(o.name, '-[0-9]+[.][a-z]+$', ''))
  order by o.created_at, o.name limit 500
$function$;

CREATE OR REPLACE FUNCTION public.find_unused_posters()
 RETURNS SETOF text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  -- A form that is open has stored its poster and not named it yet.
  return query select private.unused_poster_files(interval '1 day');
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_storage_auth()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on function private.order_of_picture(text), private.note_picture(text, text),
    private.picture_stored(), private.unused_poster_files(interval), public.find_unused_posters(),
    private.grant_storage_auth() from public, anon, authenticated;
  grant execute on function public.find_unused_posters() to anon, authenticated;
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
  c_guests_kept constant interval := interval '30 days';
  c_events constant integer := 100;
  c_most_unsubmitted constant integer := 20; -- of one customer, older than a day
begin
  perform private.note_picture(p.screenshot_url, d.digest) from (
    select p.screenshot_url from public.payments p where p.status = 'pending' and p.picture_digest is null) as p,
    lateral (select private.stored_digest(p.screenshot_url) as digest) as d
    where d.digest is not null;

  perform private.end_old_tests();
  delete from private.hold_usage u where u.since < now() - interval '2 hours';
  delete from private.code_tries t where t.at < now() - interval '1 hour';
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
  perform private.forget_guests_of(array(
    select distinct t.event_id from public.guest_tickets g
    join public.user_tickets t on t.id = g.ticket_id
    join public.events e on e.id = t.event_id
    join public.profiles f on f.id = t.user_id and f.is_guest
    where e.date < now() - c_guests_kept limit c_events));
  delete from private.gate_devices d using (
    select k.event_id, k.device from private.gate_devices k join public.events e on e.id = k.event_id
    where private.gate_closes(e.date) < now() - v_devices_kept and k.last_sync_at < now() - v_devices_kept
    limit c_at_once for update of k skip locked) as gone
    where d.event_id = gone.event_id and d.device = gone.device;
end
$function$;

create or replace view private.profile_list with (security_invoker=true) as
 SELECT p.id AS profile_id,
    p.name,
    p.email,
    p.phone,
    p.location,
    s.role,
    p.marketing_consented_at,
    p.created_at,
    p.updated_at,
    s.ends_at AS role_ends_at
   FROM (profiles p
     LEFT JOIN staff s ON ((s.user_id = p.id)))
  WHERE (( SELECT private.is_admin() AS is_admin) AND (NOT p.is_guest));

create or replace view terms_by_day with (security_invoker=true) as
 SELECT d.from_day,
    t.gst_percent,
    t.fee_per_seat,
    t.hold_minutes,
    t.extension_minutes,
    t.retry_minutes,
    t.held_minutes_an_hour,
    t.seats_per_line,
    t.seats_per_customer,
    t.low_stock_event,
    t.low_stock_category,
    t.gst_by,
    t.fee_gst_percent,
    ( SELECT COALESCE(jsonb_agg(jsonb_build_object('kind', r.kind, 'state', r.state, 'up_to_price', r.up_to_price, 'percent', r.percent) ORDER BY r.kind, r.state, r.up_to_price), '[]'::jsonb) AS "coalesce"
           FROM tax_rules r
          WHERE (r.from_day = ( SELECT max(x.from_day) AS max
                   FROM tax_rules x
                  WHERE (x.from_day <= d.from_day)))) AS tax_rules,
    (EXISTS ( SELECT
           FROM shop_settings s
          WHERE ((s.id = 1) AND (s.gstin IS NOT NULL)))) AS has_gstin
   FROM (( SELECT s.from_day
           FROM shop_terms s
        UNION
         SELECT r.from_day
           FROM tax_rules r) d
     JOIN LATERAL ( SELECT s.from_day,
            s.gst_percent,
            s.fee_per_seat,
            s.hold_minutes,
            s.extension_minutes,
            s.retry_minutes,
            s.retries_a_day,
            s.held_minutes_an_hour,
            s.seats_per_line,
            s.lines_per_order,
            s.seats_per_customer,
            s.undecided_per_customer,
            s.low_stock_event,
            s.low_stock_category,
            s.order_days,
            s.name_days,
            s.device_days,
            s.created_at,
            s.gst_by,
            s.fee_gst_percent
           FROM shop_terms s
          WHERE (s.from_day <= d.from_day)
          ORDER BY s.from_day DESC
         LIMIT 1) t ON (true));

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
  WHERE ((p.status = ANY (ARRAY['pending'::text, 'approved'::text])) AND (NOT p.is_test) AND ( SELECT private.is_admin() AS is_admin) AND (p.method = 'upi'::text) AND ((p.made_by IS NULL) OR (p.transaction_id <> p.order_code)));

create or replace view private.payment_money with (security_invoker=true) as
 SELECT p.id AS payment_id,
    c.credits,
        CASE
            WHEN ((p.status = 'rejected'::text) AND (p.method = ANY (ARRAY['cash'::text, 'card'::text, 'complimentary'::text]))) THEN (0)::numeric
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

create or replace view private.refund_list with (security_invoker=true) as
 SELECT r.id AS refund_id,
    r.ticket_id,
    r.user_id,
    f.name AS user_name,
    f.email AS user_email,
    r.amount,
    r.upi_id,
    r.reason,
    r.status,
    r.utr,
    r.requested_at,
    r.refunded_at,
    r.asked_at,
    r.note,
    r.payment_id,
    p.order_code,
    p.transaction_id,
    t.event_id,
    COALESCE(l.event_name, ( SELECT string_agg(DISTINCT o.event_name, ', '::text) AS string_agg
           FROM payment_lines o
          WHERE (o.payment_id = r.payment_id))) AS event_name,
    e.date AS event_date,
    l.category_name AS ticket_category,
    COALESCE(t.seats, '{}'::text[]) AS seats,
    COALESCE(t.quantity, 0) AS quantity,
    t.payment_line_id,
    private.ticket_admissions(r.ticket_id) AS admitted,
    p.method,
    p.made_by
   FROM (((((refunds r
     LEFT JOIN payments p ON ((p.id = r.payment_id)))
     LEFT JOIN user_tickets t ON ((t.id = r.ticket_id)))
     LEFT JOIN payment_lines l ON ((l.id = t.payment_line_id)))
     LEFT JOIN profiles f ON ((f.id = r.user_id)))
     LEFT JOIN events e ON ((e.id = t.event_id)))
  WHERE ( SELECT private.is_admin() AS is_admin);

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
                  WHERE ((p.reference_key !~ '^[0-9]{12}$'::text) AND (p.method = 'upi'::text) AND (NOT p.is_test) AND ((p.made_by IS NULL) OR (p.transaction_id <> p.order_code)))
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
    p.method,
    p.is_test,
    p.made_by
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
    e.state,
    ( SELECT COALESCE(sum(t.quantity), (0)::bigint) AS "coalesce"
           FROM user_tickets t
          WHERE ((t.event_id = e.id) AND (t.total_amount = (0)::numeric) AND (NOT t.is_test) AND (t.revoked_at IS NULL))) AS tickets_given,
    c.sale_until,
    COALESCE(c.is_sold_out, false) AS is_sold_out
   FROM ((events e
     JOIN singers s ON ((s.id = e.singer_id)))
     LEFT JOIN LATERAL ( SELECT count(*) AS categories,
            sum(c_1.total_tickets) AS total_tickets,
            sum(c_1.tickets_sold) AS tickets_sold,
            count(*) FILTER (WHERE ((c_1.price = (0)::numeric) AND (NOT c_1.is_free))) AS unpriced,
            bool_and((l.places = 0)) AS is_sold_out,
                CASE
                    WHEN bool_and((c_1.sale_from IS NOT NULL)) FILTER (WHERE l.is_for_sale) THEN min(c_1.sale_from) FILTER (WHERE l.is_for_sale)
                    ELSE NULL::timestamp with time zone
                END AS sale_from,
                CASE
                    WHEN bool_and((c_1.sale_until IS NOT NULL)) FILTER (WHERE (l.places > 0)) THEN max(c_1.sale_until) FILTER (WHERE (l.places > 0))
                    ELSE NULL::timestamp with time zone
                END AS sale_until
           FROM ((ticket_categories c_1
             CROSS JOIN LATERAL ( SELECT GREATEST(((c_1.total_tickets - c_1.tickets_sold) - c_1.tickets_kept), 0) AS places) n)
             CROSS JOIN LATERAL ( SELECT n.places,
                    ((n.places > 0) AND ((c_1.sale_until IS NULL) OR (c_1.sale_until > now()))) AS is_for_sale) l)
          WHERE (c_1.event_id = e.id)) c ON (true));

create or replace view ticket_category_list with (security_invoker=true) as
 SELECT c.id,
    c.event_id,
    e.singer_id,
    s.name AS singer_name,
    e.city,
    e.venue,
    e.date,
    e.status AS event_status,
    c.name,
    c.price,
    c.total_tickets,
    c.tickets_sold,
    c.grid_columns,
    c.revision,
    c.created_at,
    c.updated_at,
    l.seating_layout_id,
    y.name AS layout_name,
    l.section_ids,
    ( SELECT count(*) AS count
           FROM seat_claims h
          WHERE ((h.ticket_category_id = c.id) AND (h.state = 'held'::text) AND (h.expires_at > now()))) AS held,
    ( SELECT count(*) AS count
           FROM seat_claims h
          WHERE ((h.ticket_category_id = c.id) AND (h.state = 'under_review'::text) AND ((h.review_until IS NULL) OR (h.review_until > now())))) AS under_review,
    c.is_standing,
    c.sale_from,
    c.sale_until,
    e.state,
    c.tickets_kept,
    c.phases,
    c.is_free,
    ( SELECT COALESCE(sum(t.quantity), (0)::bigint) AS "coalesce"
           FROM user_tickets t
          WHERE ((t.event_id = c.event_id) AND (t.ticket_category_id = c.id) AND (t.total_amount = (0)::numeric) AND (NOT t.is_test) AND (t.revoked_at IS NULL))) AS tickets_given,
    c.is_hidden,
    ( SELECT COALESCE(sum(t.quantity), (0)::bigint) AS "coalesce"
           FROM user_tickets t
          WHERE ((t.event_id = c.event_id) AND (t.ticket_category_id = c.id) AND t.is_test AND (t.revoked_at IS NULL))) AS tickets_tested
   FROM ((((ticket_categories c
     JOIN events e ON ((e.id = c.event_id)))
     JOIN singers s ON ((s.id = e.singer_id)))
     LEFT JOIN ticket_category_layouts l ON ((l.ticket_category_id = c.id)))
     LEFT JOIN seating_layouts y ON ((y.id = l.seating_layout_id)));

create or replace view code_list with (security_invoker=true) as
 SELECT d.id,
    d.code,
    d.event_id,
    d.ticket_category_ids,
    d.percent,
    d.amount,
    d.opens_hidden,
    d.from_at,
    d.until_at,
    d.uses_total,
    d.uses_per_person,
    d.paused_at,
    d.note,
    d.revision,
    d.created_at,
    d.updated_at,
    s.name AS singer_name,
    e.city,
    e.date,
    private.code_uses(d.id) AS uses,
    ( SELECT COALESCE(sum(l.discount_amount), (0)::numeric) AS "coalesce"
           FROM (payments p
             JOIN payment_lines l ON ((l.payment_id = p.id)))
          WHERE ((p.discount_code = d.code) AND (p.status = 'approved'::text) AND (NOT p.is_test))) AS given
   FROM ((discount_codes d
     LEFT JOIN events e ON ((e.id = d.event_id)))
     LEFT JOIN singers s ON ((s.id = e.singer_id)));

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

create or replace view private.history_list with (security_invoker=true) as
 SELECT a.id,
    a.at,
    a.actor,
    COALESCE(f.name, f.email) AS actor_name,
    s.role AS actor_role,
    a.action,
    a."table" AS noun,
    a.row_id,
    a.before,
    a.after,
        CASE
            WHEN (a."table" = ANY (ARRAY['profiles'::text, 'staff'::text])) THEN ( SELECT COALESCE(o.name, o.email) AS "coalesce"
               FROM profiles o
              WHERE (o.id = (NULLIF(a.row_id, ''::text))::uuid))
            ELSE NULL::text
        END AS of_name
   FROM ((audit_log a
     LEFT JOIN profiles f ON ((f.id = a.actor)))
     LEFT JOIN staff s ON ((s.user_id = a.actor)))
  WHERE ( SELECT private.is_admin() AS is_admin);

CREATE TRIGGER "22_about" BEFORE INSERT OR UPDATE ON public.events FOR EACH ROW EXECUTE FUNCTION private.guard_event_about();

CREATE TRIGGER note_hidden AFTER UPDATE OF is_hidden ON public.ticket_categories FOR EACH ROW WHEN ((new.is_hidden <> old.is_hidden)) EXECUTE FUNCTION private.note_hidden_category();

CREATE TRIGGER "30_shape" BEFORE INSERT OR UPDATE OF total_tickets, event_id, grid_columns, is_standing ON public.ticket_categories FOR EACH ROW EXECUTE FUNCTION private.guard_ticket_category_shape();

CREATE TRIGGER "20_values" BEFORE INSERT OR DELETE OR UPDATE ON public.tax_rules FOR EACH ROW EXECUTE FUNCTION private.guard_tax_rules();

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.tax_rules FOR EACH ROW EXECUTE FUNCTION private.audit_row('from_day');

CREATE TRIGGER "10_refuse_used" BEFORE DELETE ON public.discount_codes FOR EACH ROW EXECUTE FUNCTION private.refuse_used_code();

CREATE TRIGGER "10_refuse_stale" BEFORE UPDATE ON public.discount_codes FOR EACH ROW WHEN ((new.revision IS DISTINCT FROM old.revision)) EXECUTE FUNCTION private.refuse_stale_edit();

CREATE TRIGGER "20_values" BEFORE INSERT OR UPDATE ON public.discount_codes FOR EACH ROW EXECUTE FUNCTION private.guard_code();

CREATE TRIGGER "90_stamp" BEFORE INSERT OR UPDATE ON public.discount_codes FOR EACH ROW EXECUTE FUNCTION private.stamp_row();

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.discount_codes FOR EACH ROW EXECUTE FUNCTION private.audit_row('id');

CREATE TRIGGER "22_phases" BEFORE INSERT OR UPDATE OF price, phases, is_free ON public.ticket_categories FOR EACH ROW EXECUTE FUNCTION private.guard_phases();

CREATE TRIGGER "35_places_open" AFTER INSERT ON public.ticket_categories FOR EACH ROW WHEN (new.is_standing) EXECUTE FUNCTION private.keep_places();

CREATE TRIGGER "35_places" AFTER UPDATE OF total_tickets, is_standing, event_id ON public.ticket_categories FOR EACH ROW WHEN ((new.is_standing OR old.is_standing)) EXECUTE FUNCTION private.keep_places();

CREATE TRIGGER free_places AFTER DELETE ON public.seat_claims REFERENCING OLD TABLE AS old_claims FOR EACH STATEMENT EXECUTE FUNCTION private.free_places();

CREATE TRIGGER "90_stamp" BEFORE INSERT OR UPDATE ON public.staff_invitations FOR EACH ROW EXECUTE FUNCTION private.stamp_row();

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.tills FOR EACH ROW EXECUTE FUNCTION private.audit_row('id');

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.till_moves FOR EACH ROW EXECUTE FUNCTION private.audit_row('id');

CREATE TRIGGER "80_test" BEFORE INSERT ON public.user_tickets FOR EACH ROW WHEN (new.is_test) EXECUTE FUNCTION private.sign_test_ticket();

CREATE TRIGGER "80_test_again" BEFORE UPDATE OF signature ON public.user_tickets FOR EACH ROW WHEN ((new.is_test AND (new.signature <> old.signature))) EXECUTE FUNCTION private.sign_test_ticket();

CREATE TRIGGER announce AFTER UPDATE ON public.events FOR EACH ROW WHEN (((new.status <> old.status) OR (new.date <> old.date) OR (new.city <> old.city) OR (new.venue <> old.venue))) EXECUTE FUNCTION private.announce_change();

CREATE TRIGGER announce AFTER UPDATE ON public.singers FOR EACH ROW WHEN ((private.fold_text(new.name) <> private.fold_text(old.name))) EXECUTE FUNCTION private.announce_name();

CREATE TRIGGER tell AFTER UPDATE ON public.user_tickets FOR EACH ROW WHEN (((NOT new.is_test) AND ((new.seats <> old.seats) OR ((new.revoked_at IS NOT NULL) AND (old.revoked_at IS NULL))))) EXECUTE FUNCTION private.tell_ticket();

CREATE TRIGGER tell AFTER UPDATE ON public.payment_lines FOR EACH ROW WHEN (((new.payment_status = 'pending'::text) AND (new.seats <> old.seats))) EXECUTE FUNCTION private.tell_line();

CREATE TRIGGER tell_owed AFTER INSERT ON public.refunds FOR EACH ROW WHEN (((new.status = 'requested'::text) AND (NOT ((new.reason = 'cancelled'::text) AND (new.ticket_id IS NOT NULL))))) EXECUTE FUNCTION private.tell_refund();

CREATE TRIGGER tell_sent AFTER UPDATE ON public.refunds FOR EACH ROW WHEN (((new.status = 'refunded'::text) AND (old.status <> 'refunded'::text))) EXECUTE FUNCTION private.tell_refund();

create policy "Admins read announcements" on public.announcements as PERMISSIVE for SELECT to authenticated using (( SELECT private.is_admin() AS is_admin));

create policy "Admins add codes" on public.discount_codes as PERMISSIVE for INSERT to authenticated with check (( SELECT private.is_admin() AS is_admin));

create policy "Admins change codes" on public.discount_codes as PERMISSIVE for UPDATE to authenticated using (( SELECT private.is_admin() AS is_admin)) with check (( SELECT private.is_admin() AS is_admin));

create policy "Admins delete codes" on public.discount_codes as PERMISSIVE for DELETE to authenticated using (( SELECT private.is_admin() AS is_admin));

create policy "Admins read codes" on public.discount_codes as PERMISSIVE for SELECT to authenticated using (( SELECT private.is_admin() AS is_admin));

create policy "Everyone reads published events" on public.events as PERMISSIVE for SELECT to anon, authenticated using ((NOT (id IN ( SELECT h.h
   FROM private.hidden_events() h(h)))));

create policy "Admins read the guests' tickets" on public.guest_tickets as PERMISSIVE for SELECT to authenticated using (( SELECT private.is_admin() AS is_admin));

create policy "Customers read their own notices, admins every one" on public.notices as PERMISSIVE for SELECT to authenticated using (((user_id = ( SELECT private.uid() AS uid)) OR ( SELECT private.is_admin() AS is_admin)));

create policy "Admins read the invitations" on public.staff_invitations as PERMISSIVE for SELECT to authenticated using (( SELECT private.is_admin() AS is_admin));

create policy "Everyone reads the rules of tax" on public.tax_rules as PERMISSIVE for SELECT to anon, authenticated using (true);

create policy "Everyone reads ticket categories of published events" on public.ticket_categories as PERMISSIVE for SELECT to anon, authenticated using ((NOT (id IN ( SELECT h.h
   FROM private.hidden_categories() h(h)))));

create policy "Everyone reads which published category uses which layout" on public.ticket_category_layouts as PERMISSIVE for SELECT to anon, authenticated using ((NOT (ticket_category_id IN ( SELECT h.h
   FROM private.hidden_categories() h(h)))));

create policy "Admins read the cash moves" on public.till_moves as PERMISSIVE for SELECT to authenticated using (( SELECT private.is_admin() AS is_admin));

create policy "Admins read the tills" on public.tills as PERMISSIVE for SELECT to authenticated using (( SELECT private.is_admin() AS is_admin));

comment on type private.priced_line is 'A line of an order with all that its price depends on: the price and the fee of one seat in rupees, and the percents of GST and local tax on the price and of GST on the fee.';

comment on type private.order_line is 'One line of an order. asked_lines fills the category and the labels as requested, place_lines the rest: event_id is null when the category is gone; unit_price is the order''s frozen price, or today''s; in_order: the labels are known to be in seat order. places: how many standing places are asked for, instead of labels.';

comment on function private.role_holds(timestamp with time zone) is 'Whether a role with this end, or with none, holds now.';

comment on function private.is_box_office() is 'True when the caller is box office staff now; PT401 not_signed_in when the session has ended. Security definer: as is_admin.';

comment on function private.seat_order(pg_catalog.text) is 'Sort key: section, then row with A to Z before AA, then number as a number; standing places (1, 2, …) come first. Order by it collate "C".';

comment on function public.my_role() is 'Returns ''admin'', ''gate'', ''box_office'', or null for customers, visitors and staff whose role has ended.';

comment on function public.my_role_end() is 'Returns when the caller''s role ends or ended; null when it has no end.';

comment on function private.count_admins() is 'Counts admins without an end who still have an account. Security definer: reads auth.users.';

comment on function private.is_last_admin(pg_catalog.uuid) is 'True when this account is the only admin without an end: it stays one.';

comment on function private.role_end(pg_catalog.text,timestamp with time zone,pg_catalog.text) is 'Passes an end that a role may have (null: none), or PT400 invalid, or PT403 forbidden when the calling admin''s own role ends before it; both name p_argument. Security definer: reads staff.';

comment on function public.set_staff_role(pg_catalog.uuid,pg_catalog.text,timestamp with time zone) is 'Makes the account admin, gate or box office staff until p_ends_at (null: without an end), or with a null role none of them, and returns the role. Admins only. Refusals: PT400 invalid, PT403 forbidden (also for an admin whose own role ends earlier), PT404 not_found, PT409 not_confirmed, PT409 last_admin (only admins without an end count). Security definer: no role may write staff; reads auth.users.';

comment on function public.export_my_data() is 'Returns everything kept about the caller as one JSON value. Security definer: some of it (orders, codes) has no read policy; every part is filtered by the caller.';

comment on function public.delete_my_account(boolean) is 'Deletes profile, messages, notices, unsent mail, held seats, role and sign-in; keeps payments and tickets without name and address. Refusals: PT409 last_admin; PT409 pending_payment (detail: numbers of payments and tickets) unless p_confirm; PT403 sign_in_again unless the session began in the last five minutes. Security definer: customers delete nothing directly; the sign-in is in auth.users.';

comment on function public.get_all_profiles() is 'Returns every account for admins, no rows for others. Invoker and without a set clause, so that it is inlined and PostgREST can filter, order, page and count it at the speed of the view.';

comment on function public.search_profiles(pg_catalog.text,boolean,pg_catalog.uuid) is 'Returns the rows of get_all_profiles that find_accounts finds, for admins. Separate from it because one function for both gets a bad plan. Invoker and without a set clause: inlined.';

comment on function private.require_paragraphs(pg_catalog.text,pg_catalog.text,integer) is 'Returns cleaned lines of at most p_longest characters, null for none, or PT400 invalid naming p_argument.';

comment on function private.require_names(pg_catalog.text[],pg_catalog.text,integer,integer) is 'Returns at most p_most cleaned names of 1 to p_longest characters in their order, null for none, or PT400 invalid naming p_argument.';

comment on function private.guard_event_about() is 'Trigger 22_about, after 20_values: what an event says about itself. PT400 invalid with the column. Security definer: the writer may not call the functions that check it.';

comment on function private.hidden_events() is 'Returns the drafts that the caller may not see: all for a visitor and for a session that has ended, none for admins and gate staff. Policies evaluate it once a statement. Security definer: reads sessions, tickets and lines for every caller.';

comment on function private.hidden_categories() is 'Returns the ticket categories of hidden_events, and those that need a code and of which the caller has no ticket and no payment; staff see all. Security definer: the same whatever the caller reads of them.';

comment on function private.note_hidden_category() is 'Trigger note_hidden: devices forget a category that now needs a code, and get back one that no longer does. Security definer: no role may write deleted_rows.';

comment on function private.has_claims(pg_catalog.uuid) is 'True when any seat of the category is held, under review, sold or kept; an expired hold counts as free. Security definer: no role may read seat_claims.';

comment on function private.seats_of(pg_catalog.uuid) is 'Returns every sellable seat or standing place of the category in order. Security definer: the same for every caller.';

comment on function private.guard_ticket_category_shape() is 'Trigger 30_shape: the first claim freezes the grid''s columns, and the number never falls below the last claimed seat; with a layout the number follows the layout; a category with claims stays with its event and its kind. Security definer: reads claims and links whatever the writer may read.';

comment on function public.add_ticket_category(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.text,numeric,integer,pg_catalog.uuid,pg_catalog.text[],boolean,timestamp with time zone,timestamp with time zone,pg_catalog.jsonb,boolean,boolean) is 'Adds a ticket category and its seats in one transaction, or neither. Idempotent. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found (layout), PT409 other_layout, section_taken. Security definer: locks the event.';

comment on function private.states() is 'Returns India''s states and union territories, as src/shop/terms/states.ts.';

comment on function private.guard_tax_rules() is 'Trigger 20_values. Refusals: PT400 invalid for a past day and an unknown state.';

comment on function private.write_tax_rules(pg_catalog.date,pg_catalog.jsonb) is 'Replaces all rules of one day, which is not over. Refusals: PT400 invalid (p_rules, from_day).';

comment on function public.set_tax_terms(pg_catalog.date,pg_catalog.text,numeric,numeric,numeric,pg_catalog.jsonb) is 'Sets tax and fee from a day on (IST): GST flat or by rules, the fee and its tax, and all rules of that day at once, as write_tax_rules takes them. The shop''s other terms stay. Running holds keep their prices. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid (detail: the argument). Security definer: no role may write terms.';

comment on function private.rate_line(numeric,integer,pg_catalog.text,public.shop_terms) is 'Returns a line with its rates of today: by the price of a seat after discounts, the event''s state (null: unknown, no local tax), the terms, today''s rules and whether the shop has a GSTIN. The twin of ratedLine in src/shop/prices/rates.ts.';

comment on function private.price_lines(private.priced_line[]) is 'Returns the price of an order in rupees. GST, local tax and the fee''s GST are each rounded once a rate, half up in paise, and split by largest remainder among that rate''s lines, in line order. shares, the lines'' parts, sum to the total; parts: GST, local tax, fee and fee''s GST of each line. The twin of priceRated in src/shop/prices/price.ts; src/shop/prices/price-cases.json tests both.';

comment on function private.price_order(numeric[],integer[],public.shop_terms) is 'Returns the price of lines by these terms and today''s rules, in no state.';

comment on function private.fold_code(pg_catalog.text) is 'Returns a code as it is stored: upper case, without spaces and hyphens; empty when it is far too long. The twin of foldCode in src/shop/codes/code.ts.';

comment on function private.price_with_code(numeric,smallint,numeric) is 'Returns the price of a seat in rupees after a percent (half up in paise) or an amount is taken off, never below 0. The twin of priceWithCode in src/shop/codes/code.ts; src/shop/codes/code-cases.json tests both.';

comment on function private.guard_code() is 'Trigger 20_values. Refusals: PT400 invalid with the column, PT409 name_taken. Security definer: reads events and categories whatever the writer may read.';

comment on function private.refuse_used_code() is 'Trigger 10_refuse_used: a code that an order uses or a payment names stays. Security definer: reads orders.';

comment on function private.grant_codes() is 'All privileges of this file; can be repeated.';

comment on function private.read_phases(pg_catalog.jsonb) is 'Returns phases as they are stored, with cleaned names and times in UTC to the second. Refusal: PT400 invalid (phases).';

comment on function private.guard_phases() is 'Trigger 22_phases, after 20_values. PT400 invalid with the column. Security definer: the writer may not call the functions that check phases.';

comment on function private.sold_at_most(public.ticket_categories,integer) is 'Returns how many seats of the category customers hold, have under review or have bought, and stops at p_most.';

comment on function private.phase_now(public.ticket_categories) is 'Returns the first phase that has not ended, by time and by number; null after the last, when the category''s own price holds.';

comment on function private.price_now(public.ticket_categories) is 'Returns the rupees for one seat of the category now. Its twin for devices is priceNow in src/shop/catalogue/sale/phases.ts.';

comment on function private.price_to_hold(public.ticket_categories) is 'price_now for a hold that begins: while a phase by number is in force, holds of the category wait for one another, so that its last ticket is counted before the next is priced.';

comment on function private.lock_phase(public.ticket_categories) is 'Locks the category''s phase until the end of the transaction if one by number is in force. Callers with several categories lock them by id.';

comment on function private.is_price_of(public.ticket_categories,numeric) is 'True when the category sells at this price now, before or later: in one of its phases or after them.';

comment on function private.grant_phases() is 'All privileges of this file; can be repeated.';

comment on function private.is_sound_claim(pg_catalog.text,pg_catalog.text,pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid,timestamp with time zone) is 'A claim is held (until expires_at), under review (with a payment), sold (with a ticket) or kept (by staff, without a customer). A claim of an order has its customer; the box office only sells. A hold without a customer that expired at -infinity is a free standing place.';

comment on function private.read_lines(pg_catalog.jsonb) is 'Returns the lines of an order, in order. Refusals: as asked_lines.';

comment on function private.count_sold_claims() is 'Keeps tickets_sold and tickets_kept equal to the number of the category''s sold and kept claims. Functions that sell or keep lock their categories by id first. Security definer: writes for the shop.';

comment on function private.keep_places() is 'Trigger 35_places: a standing category has exactly total_tickets places, free ones included. Refusal: PT409 seats_claimed. Security definer: no role may write claims.';

comment on function private.free_places() is 'Trigger: the deleted claim of a standing place leaves a free place; a free place that is deleted is gone. Security definer: no role may write claims.';

comment on function private.take_places(pg_catalog.uuid,integer,pg_catalog.uuid,pg_catalog.uuid) is 'Returns the numbers of up to p_count standing places that this order holds or may take, and locks the free ones: never waits for another customer, who gets others.';

comment on function private.claim_places(pg_catalog.uuid,integer,pg_catalog.uuid,pg_catalog.uuid,timestamp with time zone) is 'Holds up to p_count free standing places for a new order, and returns their numbers. Never waits for others.';

comment on function public.taken_seats(pg_catalog.uuid) is 'Returns {at, taken, mine} as one value, so that no row limit cuts it. mine are the seats the caller holds; taken is every other seat that is held, under review, sold or kept, including the caller''s purchases. For standing places taken is empty, and free counts the free ones up to 100. Refusals: PT400 invalid, PT404 not_found. Security definer: only their owner may read claims.';

comment on function public.hold_seats(pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.text) is 'Makes the order''s holds exactly these lines, all or none, for hold_minutes of shop_terms, at prices and rates frozen while the hold runs. Idempotent; never lengthens a running hold. A hold that expired or was released starts again at current prices; a refusal keeps the prices. p_code: a code that check_code has opened for the caller; null: without. Refusals: PT401 not_signed_in, PT400 invalid, too_many_seats, unknown_seat, code_unknown, PT403 other_user, PT409 order_submitted, not_on_sale, seats_taken, code_used_up, code_ended, PT429 too_many (detail: the most seats, or free: the free places beside paid ones), held_too_long. Security definer: no role may write claims and orders.';

comment on function private.place_lines(private.order_line[],pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid) is 'Completes the asked lines as order_line describes, with event and place of each seat; p_order_id: whose frozen prices, p_held_by: whose standing places, picked and locked for p_user_id; without one they are counted in unpicked. unknown: seats that their category does not sell; not_on_sale: seats that are not sold now; short: standing places that could not be had; null when there is none. What a running hold of the order has (its frozen price) is sold while paused and after its window, too, until the event begins. on_sale is null for what is sold with a code. event_id is the event of all lines, null when they are at several or a category is gone. Locks the categories against deletion; the caller has shared their events.';

comment on function private.rate_lines(private.order_line[],pg_catalog.uuid,public.shop_terms) is 'Returns the lines of place_lines with their rates: frozen ones as the order keeps them, the others as of today. Leaves out lines whose category is gone; null when all are.';

comment on function private.code_uses(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid) is 'Counts the uses of a code, of one customer when given, apart from one order; tests are none. Security definer: code_list calls it.';

comment on function private.is_beyond_uses(pg_catalog.uuid) is 'True when earlier payments have used the code of this payment''s order as often as it may be: an order that was released, or whose hold ran out, keeps its price when it is paid late. Security definer: reads orders.';

comment on function private.code_refusal(public.discount_codes,pg_catalog.uuid,pg_catalog.uuid) is 'Returns why this customer cannot use the code now, for this order: ended (or paused), not_yet, used_up; null when they can.';

comment on function private.code_of_hold(pg_catalog.text,pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid) is 'Returns the code for a hold, locked when its uses are bounded. p_held_code: the code of the running hold. Refusals: PT400 code_unknown, whether or not there is such a code; PT409 code_used_up, code_ended.';

comment on function private.fit_code(public.discount_codes,pg_catalog.uuid,boolean,private.order_line[],private.seat[]) is 'Returns the lines of place_lines with their prices by the code, or without one when it is null: from the frozen full price while the hold runs. p_same: the running hold has this code already; its prices stay. Takes opened categories out of not_on_sale. full_prices: of each line that the code lowers, else null; used_id: the code when any line needs it. Frozen lines whose price changes are frozen no more, and their order_prices are deleted.';

comment on function private.without_fee(private.priced_line[],numeric[]) is 'Returns the lines of an order without a fee when a code brings all their prices to 0; else as they are.';

comment on function private.may_see_hidden(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid) is 'True when the caller, p_user_id, may see this hidden category: by hidden_categories, or by a code they opened.';

comment on function public.check_code(pg_catalog.text,pg_catalog.uuid) is 'Opens a code for the caller, at an event: {ok: true, code_id, code, event_id, percent, amount (rupees), ticket_category_ids, until, categories, links}, the last two with the columns of their tables: the hidden categories of the event that the code opens. A code that cannot be used is no error, so that the try counts: {ok: false, reason}, reason being unknown, not_for_this_event, not_yet (with from), ended or used_up. Refusals: PT401 not_signed_in, PT400 invalid, PT429 too_many (ten unknown codes of an account in an hour). Security definer: customers do not read codes.';

comment on function private.grant_code_uses() is 'All privileges of this file; can be repeated.';

comment on function private.chosen_seats(pg_catalog.uuid,pg_catalog.text[]) is 'Returns these seats of the category, each once, after sharing its event and locking it. Refusals: PT400 invalid, unknown_seat, PT404 not_found, PT409 changed_meanwhile.';

comment on function public.keep_seats(pg_catalog.uuid,pg_catalog.text[],pg_catalog.text) is 'Keeps 1 to 500 seats of a category from the sale, all or none, and returns how many changed. Takes over expired holds and ended reviews; a seat that is kept already gets the new reason. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, unknown_seat, PT404 not_found, PT409 seats_taken (detail: the seats, shaped like lines), changed_meanwhile. Security definer: no role may write claims.';

comment on function public.give_back_seats(pg_catalog.uuid,pg_catalog.text[]) is 'Puts kept seats of a category on sale again and returns how many. Seats that are not kept stay as they are, so that a repeat does nothing. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, unknown_seat, PT404 not_found, PT409 changed_meanwhile. Security definer: no role may write claims.';

comment on function private.seat_state(public.seat_claims) is 'Returns free (also for an expired hold or an ended review), held, under_review, sold, sold_elsewhere (without a ticket of this shop) or kept.';

comment on function public.seats_of_event(pg_catalog.uuid) is 'Returns {at, categories: [{ticket_category_id, name, price, total_tickets, held, under_review, sold, sold_elsewhere, kept}]} as one value, so that no row limit cuts it: seat labels with commas, in no order, kept as {reason: labels}; every other seat is free. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT404 not_found. Security definer: reads claims once, without a policy check a row.';

comment on function public.who_has_seat(pg_catalog.uuid,pg_catalog.text) is 'Returns who has this seat: {state} of seat_state, until (end of a hold or review), the person (user_id, name, email, phone), made_by (who of the staff sold it), order_code, payment (payment_id, payment_status, transaction_id), booking_id (the payment''s line), ticket (ticket_id, code, seats), let_in_at, and of a kept seat reason and kept_by; since: the last change. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT404 not_found. Security definer: reads orders, which no role may read.';

comment on function private.grant_kept_seats() is 'All privileges of this file; can be repeated.';

comment on function private.record_lines(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid,private.order_line[],numeric[],numeric[],boolean) is 'Writes the lines of a new payment, from place_lines, with the order''s frozen prices and current names. p_shares and p_parts are the lines'' shares of the price and of tax and fee, where known; p_has_code: a code may have lowered prices. The caller holds the customer''s lock and has locked the categories.';

comment on function private.require_account() is 'Trigger 20_account: a token outlives its session and its account for up to an hour. Refuses payments whose account is deleted or closed or whose session has ended; the device keeps them and prompts for a sign-in. Sales of staff have no account.';

comment on function private.seat_list(pg_catalog.text[]) is 'Returns seats as canonical text: by section, ascending, runs joined: ''BALC:A1-4,B7;STAL:C2'', ''A1-4,B7'', or for standing places ''17-20,33''.';

comment on function private.revoke(pg_catalog.uuid[],pg_catalog.text) is 'Revokes tickets as revoke_tickets does; the caller has checked who asks and the reason. Refusal: PT404 not_found.';

comment on function public.payment_bank_states(pg_catalog.uuid[]) is 'Returns what the bank''s statements say of up to 200 payments: the kind of bank_matches, and not_covered in place of not_found while no imported statement reaches the payment''s day. Leaves out rejected payments and those without UPI or, sold at the door, without a reference. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid. Security definer: as match_bank_rows.';

comment on function public.mark_refunded(pg_catalog.uuid,pg_catalog.text,pg_catalog.text,boolean) is 'Records that the money was sent to p_upi_id, with the bank''s reference of the transfer, and revokes the ticket. One transfer may pay several refunds of one customer. Of a sale at the door p_upi_id may be null, and p_utr too where it was paid in cash or by card. Idempotent. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found, PT409 already_decided (detail: status, reviewed_at, utr), no_upi_id, changed_meanwhile (detail: the UPI id now), admitted (detail: seats, at) unless p_admitted, not_refundable (nothing: less was received; tickets: it bought valid tickets), transaction_used (detail: the other customer''s order). Security definer: no role may write refunds.';

comment on function public.get_refunds() is 'Returns every refund with its customer and purpose, for admins. admitted: {seats, at} of a ticket that was let in. made_by: who of the staff sold it at the door, to somebody without an account. Invoker and without a set clause, as get_payment_details.';

comment on function public.search_refunds(pg_catalog.text,pg_catalog.text,pg_catalog.uuid) is 'Returns the rows of get_refunds that find_refunds finds, for admins. Separate from it because one function for both gets a bad plan. Invoker and without a set clause: inlined.';

comment on function private.approve_payment(public.payments,pg_catalog.text,pg_catalog.uuid) is 'Approves a pending payment that lock_payments has locked: sells its seats, makes its tickets, stores it with the bank''s credit. One''s own only when it is a test. Refusals: PT403 own_payment, PT409 reference_approved, reference_of_refund, credit_used (each: the order''s code), seats_lost.';

comment on function private.places_for(public.payments,pg_catalog.uuid,integer) is 'Returns up to p_count standing places for a payment: those it has, then free ones, which it locks.';

comment on function private.find_payments(pg_catalog.text,pg_catalog.text,pg_catalog.uuid,pg_catalog.uuid) is 'Returns payments (of a state, or of all) whose reference (grouped or not), order code, customer''s name or address contains the text (null: any), or whose amount it is, with a line of p_event (null: any): the newest most_found() and one more if there are others, or with p_after the next by id. Empty without a text and an event, and unless the caller is an admin. Security definer: as find_accounts.';

comment on function private.find_lines(pg_catalog.text,pg_catalog.text,pg_catalog.uuid,pg_catalog.uuid) is 'Returns booked lines (of a state; recent: with a ticket of the last 24 hours) whose order code, reference, customer''s name or address, event or ticket category contains the text (null: any), or whose ticket''s code begins with it, of p_event (null: any): the newest most_found() and one more if there are others, or with p_after the next by id. Empty without a text and an event, and unless the caller is an admin. Security definer: as find_accounts.';

comment on function public.get_all_tickets() is 'Returns bookings, one per order line, for admins: pending while under review (ticket_id null), failed when rejected or revoked, completed with a ticket. Invoker and without a set clause, as get_payment_details.';

comment on function public.search_tickets(pg_catalog.text,pg_catalog.text,pg_catalog.uuid,pg_catalog.uuid) is 'Returns the rows of get_all_tickets that find_lines finds, for admins. Separate from it because one function for both gets a bad plan. Invoker and without a set clause: inlined.';

comment on function public.get_payment_details() is 'Returns every payment with its lines, expected price and warnings, for admins. Invoker and without a set clause, so that it is inlined and PostgREST can filter, order, page and count it at the speed of the view.';

comment on function public.search_payments(pg_catalog.text,pg_catalog.text,pg_catalog.uuid,pg_catalog.uuid) is 'Returns the rows of get_payment_details that find_payments finds, for admins. Separate from it because one function for both gets a bad plan. Invoker and without a set clause: inlined.';

comment on function public.cancel_event(pg_catalog.uuid,pg_catalog.text) is 'Stops the sale for good, frees held seats, and records in refunds what is owed to whom; payments under review, tickets and kept seats stay. A repeat returns the event as it is, with its first reason. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found. Security definer: only this changes status, and no role may write claims or refunds.';

comment on function private.category_in_use(pg_catalog.uuid) is 'True when the category has a claim other than an expired hold (a kept seat is given back first), a line or a ticket, or an order younger than a day lists it.';

comment on function private.free_places(pg_catalog.uuid,pg_catalog.uuid) is 'Returns how many places of the category the customer has, or has asked for with a payment under review, that cost nothing.';

comment on function private.is_beyond_free_places(pg_catalog.uuid,public.shop_terms) is 'Whether the customer, with the lines of this undecided payment, has more free places of a category than one may.';

comment on function public.take_free_order(pg_catalog.uuid,pg_catalog.jsonb) is 'Turns the caller''s running hold, whose frozen price is 0, into tickets at once: a payment of method free, approved by no person, whose reference is the order''s code. Returns what submit_payment does, and the tickets as review_payment. Idempotent by order. Refusals: PT401 not_signed_in, PT400 invalid, too_many_seats, unknown_seat, PT403 other_user, PT409 hold_expired, not_on_sale, not_free, order_submitted, transaction_used, PT429 too_many (free places of a category that one customer may have). Security definer: no role may write payments, claims and tickets.';

comment on function private.free_order(pg_catalog.uuid) is 'Returns what take_free_order returns.';

comment on function private.grant_free_orders() is 'All privileges of this file; can be repeated.';

comment on function private.lock_own_event(pg_catalog.uuid) is 'Returns the event, locked, for an admin. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found.';

comment on function public.publish_event(pg_catalog.uuid) is 'Shows a draft to everyone, and ends its preview. It sells at once, unless it is paused or its categories have a window. A repeat returns the event as it is. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found. Security definer: only this changes published_at.';

comment on function public.unpublish_event(pg_catalog.uuid) is 'Makes an event a draft again, on devices too. A repeat returns the event as it is. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found, PT409 in_use (as for deleting it: seats, payments, tickets, or orders younger than a day). Security definer: only this changes published_at.';

comment on function public.pause_event(pg_catalog.uuid) is 'Starts no new sale of the event until resume_event; a running hold goes on, also with more seats of its categories, and its payment is recorded. A repeat keeps the first time. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found. Security definer: only this changes paused_at.';

comment on function public.resume_event(pg_catalog.uuid) is 'Ends a pause. Can be repeated. Admins only. Refusals: as pause_event. Security definer: only this changes paused_at.';

comment on function public.make_event_preview(pg_catalog.uuid) is 'Returns {key, ends_at} of the draft''s preview, the one that still runs or a new one of 14 days. Publishing ends it. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found, PT409 changed_meanwhile (published). Security definer: no role may read event_previews.';

comment on function public.end_event_preview(pg_catalog.uuid) is 'Ends the link that shows a draft; true when there was one. Admins only. Refusals: as pause_event. Security definer: no role may write event_previews.';

comment on function public.preview_event(pg_catalog.text) is 'Returns {event, singer, categories, links, layouts}, each with the columns of its table, of the draft that the key shows. For everyone who has the key. Refusal: PT404 not_found, also after its end. Security definer: no role may read event_previews, and drafts are for staff.';

comment on function private.grant_publishing() is 'All privileges of this file; can be repeated.';

comment on function public.sold_by_price(pg_catalog.uuid) is 'How many valid tickets of a category were sold at which price before tax and fee, cheapest first, at the door too; 0: complimentary or free. Without test tickets and seats that were sold elsewhere. Admins only (PT401 not_signed_in, PT403 forbidden). Security definer: as dashboard_stats.';

comment on function public.import_catalogue(pg_catalog.jsonb,boolean) is 'Imports a file of concerts in one transaction: missing singers, events and ticket categories of 100 tickets, none sold. Returns {problems: ["Arijit/Mumbai/date: not a date"], differences: [{path, stored, given}], events: [{singer, city, venue, date, genre, state, new_singer, new, tickets: [{name, price, new}]}], created: {singers, events, ticket_categories}}; with p_dry_run it writes nothing. Same singer, city, venue and instant is the same event: importing again creates nothing, a different price or genre is a difference and stays as stored. PT400 invalid, detail the problems, imports nothing. Admins only. Security definer: writes columns that clients may not insert.';

comment on function private.refuse_unknown_keys(pg_catalog.jsonb,pg_catalog.text[],pg_catalog.text) is 'PT400 invalid, detail the path, for anything but an object with these keys.';

comment on function private.path_of(pg_catalog.text,pg_catalog.text) is 'Returns the path of a field: dates[0].doors_at.';

comment on function private.field_list(pg_catalog.jsonb,pg_catalog.text,pg_catalog.text,integer) is 'Returns the list of a field, empty without it, or PT400 invalid with its path.';

comment on function private.field_text(pg_catalog.jsonb,pg_catalog.text,pg_catalog.text) is 'Returns the text of a field, null without it, or PT400 invalid with its path.';

comment on function private.field_texts(pg_catalog.jsonb,pg_catalog.text,pg_catalog.text) is 'Returns the texts of a field, none without it, or PT400 invalid with its path.';

comment on function private.field_number(pg_catalog.jsonb,pg_catalog.text,pg_catalog.text,boolean) is 'Returns the number of a field, whole or with two decimals, null without it, or PT400 invalid with its path.';

comment on function private.field_instant(pg_catalog.jsonb,pg_catalog.text,pg_catalog.text) is 'Returns the time of a field, null without it, or PT400 invalid with its path.';

comment on function private.field_id(pg_catalog.jsonb,pg_catalog.text,pg_catalog.text) is 'Returns the uuid of a field, null without it, or PT400 invalid with its path.';

comment on function private.category_of_date(pg_catalog.uuid,pg_catalog.uuid) is 'Returns the id of a zone''s ticket category on one of several dates: the same for the same two ids.';

comment on function private.about_keys() is 'Returns the fields of what an event says about itself, but for its times.';

comment on function private.zone_keys() is 'Returns the fields of a price zone of a concert.';

comment on function private.field_flag(pg_catalog.jsonb,pg_catalog.text,pg_catalog.text) is 'Returns whether a field is true, false without it, or PT400 invalid with its path.';

comment on function private.phases_of(pg_catalog.jsonb,interval) is 'Returns the phases of a zone, their ends p_later after those given. PT400 invalid (phases).';

comment on function private.write_zone(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.uuid,interval,pg_catalog.text) is 'Adds a price zone to an event; its end is p_later after the one given. PT400 invalid with the path, PT409 section_taken, other_layout.';

comment on function private.zone_path(pg_catalog.text,pg_catalog.text) is 'Returns the path of what a trigger of ticket_categories refused.';

comment on function private.singer_of(pg_catalog.jsonb) is 'Returns the singer of {id} or {name}, added when there is none of this name. PT400 invalid with the path.';

comment on function private.hall_of(pg_catalog.jsonb) is 'Returns the layout of {id}, or of {id, name, layout_data} which it adds; null for none. PT400 invalid with the path.';

comment on function public.save_concert(pg_catalog.jsonb) is 'Adds a concert in one transaction, or nothing: {singer: {id} or {name}, city, state, venue, genre, description, line_up, minimum_age, sung_in, rules, poster, poster_alt, dates: [{id, date, doors_at, ends_at}], hall: {id}, {id, name, layout_data} or null, categories: [{id, name, price, kind: seats, sections or standing, total, section_ids, sale_from, sale_until, phases, is_free, is_hidden}], publish: draft (the default) or now}. Each date is an event with all categories; their ids are those given on the first date and derived on the others, and the ends of sale and phases move with the date. Returns {events: [{id, date, published}], repeated}: events that are stored under all these ids are left as they are. Admins only. Refusals: PT400 invalid (detail: the path, such as categories[1].price), PT401 not_signed_in, PT403 forbidden, PT409 section_taken, changed_meanwhile (only some of the dates are stored). Security definer: locks events.';

comment on function private.saved_concert(pg_catalog.uuid[],boolean) is 'Returns what save_concert answers.';

comment on function private.is_asked_for(pg_catalog.uuid) is 'True when seats of the event are held, under review or sold.';

comment on function private.changed_event(public.events,pg_catalog.jsonb) is 'Returns the event as it would be after a change, but for its singer; doors and end move with the date. PT400 invalid with the path.';

comment on function private.sells_at(public.events,timestamp with time zone,timestamp with time zone) is 'True when a category of the event with this window sells now.';

comment on function public.edit_concerns(pg_catalog.uuid,pg_catalog.jsonb) is 'Returns whom a change of change_concert concerns and what it sets off, and changes nothing: {tickets: seats that are sold with a ticket, people: who has or waits for some, mails: of these by mail, pending: payments under review, held: seats, will: [moves, opens_refunds, tells_people, price_of_next (what is sold keeps its price), opens_sale, stops_sale, hides_zone, shows_zone, adds_zone, removes_zone, publishes], refused: [{path, code}] of what change_concert would refuse}. Admins only. Refusals: PT400 invalid, PT401 not_signed_in, PT403 forbidden, PT404 not_found. Security definer: reads claims and tickets of all.';

comment on function private.change_zone(pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.uuid,pg_catalog.text) is 'Changes, adds or removes one price zone of an event. PT400 invalid with the path, PT409 as direct edits.';

comment on function public.change_concert(pg_catalog.uuid,integer,pg_catalog.jsonb) is 'Changes an event and its zones in one transaction, or nothing. p_change has the fields of save_concert, with date, doors_at and ends_at beside them; a missing field stays, null empties it, and publish is now or missing. Of the zones those listed change: {id, name, price, total, sale_from, sale_until, phases, is_free, is_hidden, revision}, {id, remove: true}, or a new id with the fields of save_concert. Another date or place moves what is sold, as move_event does. Returns {events, repeated: false, revision}. Admins only. Refusals: PT400 invalid (detail: the path), PT401 not_signed_in, PT403 forbidden, PT404 not_found, PT409 changed_meanwhile, in_use (the singer of what is sold, or a zone in use), not_on_sale (a cancelled event moves), seats_claimed, section_taken, sold_exceeds_total, other_layout. Security definer: locks the event.';

comment on function private.grant_new_concert() is 'All privileges of this file; can be repeated.';

comment on function public.gate_roster(pg_catalog.uuid,pg_catalog.uuid,timestamp with time zone) is 'Returns one page, at most 1,000 rows, of the event''s tickets for the gate: {at, event: {id, name, date, status}, categories: {id: name}, total, rows: [{id, code, order, name, category, seats, state, reason, sig, test (true of a test order), in: [{scan, seats, gate, at}]}], gone: [id], next, next_since}, without null values in a row. p_after is next of the page before; p_since (next_since of the last download''s first page) returns only changes. Revoked tickets stay in. total is in the first page of a full list only; outside the key''s window there are no rows. sig is the first half of the SHA-256 of a ticket''s signature; a code is genuine only with it. For admins and the event''s gate staff. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found. Security definer: gate staff read no other tickets or names.';

comment on function private.record_scan(json,pg_catalog.uuid,timestamp with time zone) is 'Stores one scan and returns {ok: true, corrected_at, problem}, or {ok: false, code, field} with code invalid, forbidden (not staff of that event) or id_used (another scan has this id). Idempotent. scanned_by names another member of staff who made it; other accounts are ignored. An admission outside the key''s window admits no seat, and an old UNDO or one of another person takes nothing back: both are stored with their problem. A test ticket admits no seat.';

comment on function public.gate_counters(pg_catalog.uuid) is 'Returns {at, expected, admitted, gates: [{gate, admitted, refused, scans}], minutes: [{minute, gate, admitted}], refused: [{verdict, reason, count}], devices: [{device, gate, staff_name, last_sync_at, waiting, roster_at, scans}], conflicts, problems}: expected are seats of valid tickets that have no refund, minutes the last three hours. A CHECK after which the same device let in was no refusal. Undone scans count in scans only, those of test tickets nowhere. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found. Security definer: gate staff may not read tickets, not even to count them.';

comment on function public.get_check_ins() is 'Returns every ticket, except of test orders, with who came in on it, when and where, and refund_status (requested: the gate refuses it; refunded; null), for admins. Filter by event_id. Invoker and without a set clause, so that it is inlined and PostgREST can filter, order, page and count it.';

comment on function private.invitation_state(public.staff_invitations) is 'Returns open, used, expired or revoked. Invitations end with the admin role of the person who made them.';

comment on function private.find_invitation(pg_catalog.text) is 'Returns the invitation of this secret, or PT404 not_found. Anything that is no secret costs no look-up; guessing one takes 2^127 of them on average.';

comment on function private.event_names(pg_catalog.uuid[]) is 'Returns [{event_id, name, venue, date}] of these events, by date.';

comment on function public.invite_staff(pg_catalog.text,pg_catalog.text,pg_catalog.uuid[],timestamp with time zone,timestamp with time zone) is 'Makes an invitation for one person (p_name, 1 to 80 characters) to a role at these events until p_role_ends_at (null: without an end), valid until p_expires_at (null: 7 days, at most 31), and returns {id, secret, expires_at}. The secret, 128 random bits, is returned here alone. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden (also for an admin whose own role ends earlier), PT400 invalid, PT404 not_found (an event), PT409 too_many (200 are open). Security definer: no role may write staff_invitations.';

comment on function public.list_invitations() is 'Returns the invitations, open ones first, then the newest, at most 200, for admins (PT401 not_signed_in, PT403 forbidden). Security definer: reads names of profiles.';

comment on function public.revoke_invitation(pg_catalog.uuid) is 'Ends an invitation that was not accepted, and returns ''revoked''. Idempotent. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT404 not_found, PT409 already_decided (it was accepted). Security definer: no role may write staff_invitations.';

comment on function public.read_invitation(pg_catalog.text) is 'Returns {state: open, or yours when the caller accepted it, name, role, events: [{event_id, name, venue, date}], role_ends_at, expires_at, made_by_name} to anyone who has the secret, and {state} alone of one that is used, expired or revoked. Changes nothing. Refusals: PT404 not_found. Security definer: visitors read no invitations.';

comment on function public.accept_invitation(pg_catalog.text) is 'Gives the caller the role and events of an open invitation, once, and returns {result, role}: accepted, or kept with the higher role that the caller has already (admin, then box_office, then gate); that leaves the invitation open. A role that the caller has gets its events, and the later end. Idempotent for the account that accepted it. Refusals: PT401 not_signed_in, PT404 not_found, PT409 already_decided (detail: used, expired or revoked), PT409 not_confirmed, PT403 forbidden (a closed account). Security definer: no role may write staff.';

comment on function private.grant_invitations() is 'All privileges of this file; can be repeated.';

comment on function private.my_box_office_events() is 'Returns the events that the caller sells for as box office staff. Security definer: as my_gate_events.';

comment on function public.box_office_events() is 'Returns [{event_id, name, venue, date, status}] of the events that the caller may sell for, until 24 hours after their start: all for admins, their own published ones for box office staff. Refusals: PT401 not_signed_in, PT403 forbidden. Security definer: as gate_events.';

comment on function private.grant_box_office() is 'All privileges of this file; can be repeated.';

comment on function private.require_seller() is 'Returns the caller, an admin or box office staff; or PT401 not_signed_in, PT403 forbidden.';

comment on function private.may_sell(pg_catalog.uuid) is 'True when the caller sells for this event: admins for every one, box office staff for theirs. Security definer: as my_box_office_events.';

comment on function private.require_money(numeric,pg_catalog.text) is 'Returns an amount in rupees, or PT400 invalid naming p_argument.';

comment on function private.door_price(pg_catalog.uuid) is 'Returns the price of one seat at the door now, in rupees, before tax.';

comment on function private.door_rates(private.order_line[],pg_catalog.text,public.shop_terms) is 'Returns lines with the price and taxes of now, without a convenience fee; all 0 for complimentary ones.';

comment on function private.refuse_unsold(pg_catalog.uuid[]) is 'Passes categories that staff may sell now: of published events, also paused and outside the categories'' window, until six hours after the start. Refusals: PT403 forbidden, PT409 not_on_sale (detail: lines).';

comment on function private.sell(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.text,pg_catalog.uuid,pg_catalog.uuid,pg_catalog.text,pg_catalog.text,numeric) is 'Sells lines to a person without an account, all or none, and returns the approved payment. Without p_reference the order''s code takes its place. p_total: rupees that must be the price (null: any). The caller has locked the order''s id as a customer. Refusals: as asked_lines and approve_payment, PT403 forbidden, other_user, PT400 unknown_seat, PT409 not_on_sale, price_changed (detail: the price now), seats_taken (detail: lines).';

comment on function private.make_guest(pg_catalog.text,pg_catalog.text) is 'Stores a person without an account and returns their id.';

comment on function private.new_link(pg_catalog.uuid,pg_catalog.uuid) is 'Makes the link of a payment''s tickets and returns its secret, 128 random bits, which is not stored. An earlier link ends.';

comment on function private.repeat_link(public.payments,pg_catalog.uuid) is 'Returns a new secret for a repeated request, whose answer was lost: within five minutes, while the link is unopened; else null.';

comment on function private.door_sale(public.payments,pg_catalog.text) is 'Returns what sell_at_door returns.';

comment on function public.price_at_door(pg_catalog.jsonb,pg_catalog.text) is 'Returns what lines (as hold_seats takes them) cost at the door now, in rupees: {lines: [{ticket_category_id, unit_price, quantity, gst_percent, local_percent, total}], subtotal, gst, local_tax, total}, without a convenience fee. Does not look whether seats are free. Admins and box office staff of the event. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, too_many_seats, unknown_seat, PT409 not_on_sale. Security definer: reads what its staff may not.';

comment on function private.use_till(pg_catalog.uuid,pg_catalog.uuid) is 'Returns the person''s open till and keeps it from being closed. Refusals: PT404 not_found, PT403 forbidden, PT409 till_closed.';

comment on function public.sell_at_door(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.text,numeric,pg_catalog.text,pg_catalog.text,pg_catalog.text) is 'Sells lines (as hold_seats takes them) from the caller''s open till, all or none, and returns {order_id, order_code, payment_id, method, total, at, name, lines, tickets, secret}: the secret of the link that gives the tickets to the buyer''s phone, 128 random bits, returned here alone. p_total: rupees that the clerk saw. Sells until six hours after the start, also while paused and outside a category''s window. Idempotent by order id; a repeat within five minutes makes a new secret unless the link was opened, later ones have none. p_reference: of UPI or a card, or why it is complimentary. Admins and box office staff of the event. Refusals: PT401 not_signed_in, PT403 forbidden, other_user, PT400 invalid, unknown_seat, too_many_seats, PT404 not_found (the till), PT409 till_closed, not_on_sale, price_changed (detail: the price now), seats_taken (detail: lines), order_submitted (undone), and for a typed UPI reference reference_approved, reference_of_refund, credit_used (detail: that order''s code). Security definer: no role may write payments, claims and tickets.';

comment on function public.undo_door_sale(pg_catalog.uuid,pg_catalog.text) is 'Takes a sale of an open till back: its tickets are revoked, its seats free, its money no longer in the till''s book; what was paid goes back by hand. By its seller within five minutes, by admins until the event begins. Idempotent. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found, PT409 too_late (detail: minutes, till_closed or begun), admitted (detail: seats, at). Security definer: no role may write payments, claims and tickets.';

comment on function private.till_book(public.tills,boolean) is 'Returns a till''s book, with its moves and sales when p_whole. Amounts in rupees. expected_cash: opening cash, cash sales that were not undone, and moves. ticket_id of a sale: one of its valid tickets, for new_ticket_link.';

comment on function private.find_till(pg_catalog.uuid,pg_catalog.uuid) is 'Returns a till that the person may read: their own, admins every one. Refusals: PT404 not_found, PT403 forbidden.';

comment on function public.open_till(pg_catalog.uuid,pg_catalog.text,numeric) is 'Opens a till with p_cash rupees in it and returns its book (till_book). A person has one open till. Idempotent by id. Admins and box office staff. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT409 till_open (detail: the open till''s id), changed_meanwhile (this id is open with another name or other cash). Security definer: no role may write tills.';

comment on function public.close_till(pg_catalog.uuid,numeric,pg_catalog.text) is 'Closes a till with the cash that was counted, in rupees, and returns its book (till_book). From then on it sells nothing and its book never changes. Idempotent for the same count. Its own person, and admins. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found, PT409 till_closed. Security definer: no role may write tills.';

comment on function public.move_till_cash(pg_catalog.uuid,pg_catalog.uuid,numeric,pg_catalog.text) is 'Records cash put into the caller''s open till (above 0 rupees) or taken out of it (below 0), and returns its book (till_book). Idempotent by id. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found, PT409 till_closed, changed_meanwhile (this id is in the book with another amount or reason). Security definer: no role may write till_moves.';

comment on function public.my_till() is 'Returns the book (till_book) of the caller''s open till, or null. Admins and box office staff. Refusals: PT401 not_signed_in, PT403 forbidden. Security definer: box office staff read payments through functions alone.';

comment on function public.till_book(pg_catalog.uuid) is 'Returns {till: {id, name}, opened_at, opened_by, opened_by_name, opening_cash, by_method: {cash, upi, card, complimentary: {n, amount}}, undone: {n, amount}, moves: [{id, amount, reason, at, by_name}], expected_cash, counted_cash, difference, closed_at, closed_by_name, note, sales: newest 200 of [{order_id, order_code, payment_id, method, total, at, undone, undone_at, name, lines}]}, in rupees. by_method leaves out what was undone. One''s own, admins every one. Refusals: PT401 not_signed_in, PT403 forbidden, PT404 not_found. Security definer: as my_till.';

comment on function public.list_tills() is 'Returns the books of the tills without moves and sales, open ones first, then the newest, at most 200, for admins (PT401 not_signed_in, PT403 forbidden). Security definer: as my_till.';

comment on function private.grant_door() is 'All privileges of this file; can be repeated.';

comment on function public.mark_test_order(pg_catalog.uuid) is 'Marks the caller''s order as a test before its first hold; a repeat changes nothing, and nothing takes the mark back. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, other_user, PT400 invalid, PT409 in_use (held without the mark), order_submitted. Security definer: no role may write orders.';

comment on function private.end_test(pg_catalog.uuid,pg_catalog.uuid) is 'Frees the seats of a test payment: revokes its tickets, or rejects it when undecided. No notice is sent. Idempotent.';

comment on function public.end_test_order(pg_catalog.uuid) is 'Ends a test order: its seats are free, its tickets revoked; an undecided one is rejected. Idempotent. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT404 not_found (a real payment, too). Security definer: no role may write payments, claims and tickets.';

comment on function private.end_old_tests() is 'Ends tests an hour after their decision, or after their submission while undecided, and returns how many. Security definer: the shop''s own server or pg_cron calls it.';

comment on function private.sign_test_ticket() is 'Triggers 80_test on tickets: what a test ticket carries is not the MAC that opens a gate.';

comment on function private.test_signature(pg_catalog.text) is 'Returns half of the SHA-256 of ''test'' and the MAC: the MAC cannot be computed from it. The same in src/shop/tickets/ticket-code.ts.';

comment on function private.grant_test_orders() is 'All privileges of this file; can be repeated.';

comment on function private.audience(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.text,pg_catalog.uuid,integer) is 'Returns the accounts of an audience, each once, by id, from the one after p_after; test orders count for none.';

comment on function public.count_audience(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.text) is 'Returns {people, mails}: how many an announcement would reach now, and how many of them by mail. Admins only. Security definer: reads profiles without a policy check a row.';

comment on function private.event_words(pg_catalog.uuid) is 'Returns {event_name, event_date}, as notices keep them.';

comment on function public.send_announcement(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid,pg_catalog.text,pg_catalog.text,pg_catalog.text) is 'Queues a message in plain text to the buyers of an event or of one category; each person gets one, however many tickets. A repeat with the same id returns the first. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid (p_audience also when no customer would get it), PT404 not_found, PT429 too_many (detail: minute, day). Security definer: no role may write announcements.';

comment on function private.work_announcements(integer) is 'Tells the next p_most people of the oldest unfinished announcement; true while there may be more to do. Customers who want no mail get the notice alone. Two callers never work on one announcement together. Security definer: the shop''s own server or pg_cron calls it.';

comment on function public.stop_announcement(pg_catalog.uuid) is 'Stops what has not left: no further notices, and no mail that no server is sending now. Idempotent; a finished one stays as it is. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT404 not_found. Security definer: no role may write announcements and mails.';

comment on function private.claim_mail(integer,interval) is 'Claims due mails for p_lease and returns all that their text needs; decisions and single notices before announcements. sections: names of each line of a payment. Security definer: the shop''s own server calls it.';

comment on function private.most_mail_attempts() is 'After so many attempts a mail is given up: after some 17 hours.';

comment on function private.is_given_up(public.outgoing_mail) is 'True for a mail that is not tried again: after its last attempt, and after two days, when it is no news (mail may be set up only then).';

comment on function private.settle_mail(pg_catalog.uuid,pg_catalog.text) is 'Stores that a claimed mail was sent, or with p_error why not, and ends the claim. Security definer: as claim_mail.';

comment on function public.my_notices() is 'Returns the caller''s newest 200 notices with all that their text needs. Security definer: customers do not read announcements.';

comment on function public.mark_notices_read(pg_catalog.uuid[]) is 'Marks the caller''s own notices as read and returns how many were new. Refusals: PT401 not_signed_in, PT400 invalid. Security definer: no role may write notices.';

comment on function public.get_single_notices(pg_catalog.uuid) is 'Returns the newest 100 notices that went to one person each (of an event, or of all), with the state of their mail: none, waiting, sent, failed. Admins only: PT401 not_signed_in, PT403 forbidden. Security definer: no role may read the queue of mails.';

comment on function private.tell(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid,pg_catalog.text,pg_catalog.jsonb) is 'Tells one customer: a notice, and a mail if wanted. Nothing for a deleted account and a guest. For security definer triggers.';

comment on function private.announce_event(pg_catalog.uuid,pg_catalog.text,pg_catalog.jsonb) is 'Queues an automatic announcement to all who have or wait for tickets of an event. One that waits is brought up to date instead, and stopped when everything is again as before. For security definer triggers.';

comment on function private.announce_change() is 'Trigger announce on events: tells buyers of a cancelled or moved event. Security definer: no role may write announcements.';

comment on function private.announce_name() is 'Trigger announce on singers: tells buyers of coming events the new name. Security definer: as announce_change.';

comment on function private.section_names(pg_catalog.uuid) is 'Returns {code: name} of the category''s layout; null without one.';

comment on function private.tell_ticket() is 'Trigger tell on tickets: other seats, or revoked. Security definer: no role may write notices.';

comment on function private.tell_line() is 'Trigger tell on lines of undecided payments: other seats. Those of a ticket are told by tell_ticket. Security definer: as tell_ticket.';

comment on function private.tell_refund() is 'Trigger tell on refunds: money is owed (unless the customer asked for it, or the event was cancelled, which says it) or was sent. Security definer: as tell_ticket.';

comment on function private.grant_announcements() is 'All privileges of this file; can be repeated.';

comment on function public.add_guests(pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.text) is 'Gives complimentary tickets of a category to 1 to 200 guests, [{id: uuid made by the caller, name, contact or null, seats: [label, …] or count: of standing places}], all or none, and returns [{guest_id, order_id, order_code, ticket_id, code, seats, secret}] in their order: secret is of the link that opens the ticket, once, and returned here alone. Seats that staff keep may be given. Idempotent by id; a repeat within five minutes makes new secrets, later ones have none. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, other_user, PT400 invalid, unknown_seat, too_many_seats, PT404 not_found, PT409 not_on_sale (a draft, cancelled, over), seats_taken (detail: lines), changed_meanwhile (this id was added with another name, contact, list or number of places). Security definer: no role may write payments, claims and tickets.';

comment on function public.list_guests(pg_catalog.uuid) is 'Returns the guests of an event, by list and name, as one value, so that no row limit cuts it: [{guest_id, order_id, order_code, ticket_id, user_id, name (null once forgotten), contact, list, ticket_category_id, category, seats, quantity, code, link: new, opened or revoked, link_made_at, opened_at, revoked_at, revoked_reason, let_in: seats, made_at}]. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT404 not_found. Security definer: reads names and scans without a policy check a row.';

comment on function public.new_ticket_link(pg_catalog.uuid) is 'Makes a new link for a guest''s or a door sale''s ticket (and the others of that sale) and returns its secret; the earlier link ends, a device that has the ticket keeps it. Admins, and who sold it. Refusals: PT401 not_signed_in, PT403 forbidden, PT404 not_found, PT409 already_decided (revoked). Security definer: no role may write guest_tickets.';

comment on function private.hash_of_secret(pg_catalog.text) is 'Returns the hash under which a link is stored, or PT404 not_found: what is no secret costs no look-up; guessing one takes 2^127 of them on average.';

comment on function private.link_state(pg_catalog.text) is 'Returns new, opened, revoked (every ticket of the link) or over (24 hours after the start, or cancelled); null for an unknown link.';

comment on function public.peek_ticket_link(pg_catalog.text) is 'Returns {state: new, opened, revoked or over, event, event_id, venue, city, date, status, previous_date, category, people} of a ticket''s link to anyone who has it: nothing personal, and nothing that opens a gate. Changes nothing. Refusals: PT404 not_found. Security definer: visitors read no tickets.';

comment on function public.open_ticket_link(pg_catalog.text,pg_catalog.text) is 'Gives the tickets of a link to the first device that asks, whole, so that it can keep and show them offline: {opened_at, tickets: [{ticket_id, user_id, event_id, ticket_category_id, payment_id, payment_line_id, order_id, order_code, method, name, seats, quantity, total_amount, payment_status, code, key_number, signature, revoked_at, revoked_reason, created_at, updated_at, event_name, category_name, event, singer, category, sections}]}. p_device: 32 random bytes that the device keeps, in base64url or hexadecimal; the same device may repeat, and learns of revoked tickets and of moved or cancelled events. For anyone who has the link. Refusals: PT404 not_found, PT400 invalid, PT409 link_used (detail: since when), already_decided (revoked), too_late (over or cancelled). Security definer: visitors read no tickets.';

comment on function private.forget_guests_of(pg_catalog.uuid[]) is 'Deletes names, phone numbers and contacts of people without an account who have tickets of these events alone, and returns how many they were.';

comment on function public.forget_guests(pg_catalog.uuid) is 'Deletes the names, phone numbers and contacts of an event''s guests and buyers at the door, and returns how many they were; their tickets stay valid, without a name. The shop does it by itself thirty days after the event. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT404 not_found. Security definer: no role may write profiles.';

comment on function private.grant_guests() is 'All privileges of this file; can be repeated.';

comment on function private.given_tickets(pg_catalog.text) is 'Counts the people on valid tickets that cost nothing: complimentary or free.';

comment on function public.dashboard_stats() is 'Returns all figures of the dashboard at once, for admins (PT401 not_signed_in, PT403 forbidden). Recent bookings are tickets made in the last 24 hours. tickets_sold counts complimentary and free tickets too. Test orders are in no figure; test_payments says how many there were. Security definer: with row policies each figure would read its whole table instead of an index.';

comment on function public.count_payments(timestamp with time zone) is 'Counts payments by state up to most_found() and one more, with when the newest came (now without any) and how many customers sent after p_since (at most 100; none for null), for admins (PT401 not_signed_in, PT403 forbidden). Security definer: as dashboard_stats.';

comment on function public.dashboard_days(integer) is 'For admins (PT401 not_signed_in, PT403 forbidden, PT400 invalid): revenue (approved payments by the day of the decision), tickets made and (given) how many of them were complimentary or free, on each of the last days in India, today last; the next twelve events (from the beginning of today) with seats sold, given ones among them and, on their day, let in; refunds due; unhandled messages; all without test orders. Security definer: as dashboard_stats.';

comment on function public.get_history() is 'Returns who changed what and when, for admins. noun is the table, of_name whose account or role it was (null without a name). Invoker and without a set clause, so that it is inlined and PostgREST can filter, order and page it.';

comment on function public.count_listed(pg_catalog.text,pg_catalog.text) is 'Counts the rows of a staff list (payments, bookings, refunds, users, messages; of a state, recent without tests, staff, waiting or handled) up to most_found() and one more, so that no count grows with the shop. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid. Security definer: as dashboard_stats.';

comment on function public.my_wallet_mark() is 'Returns a digest of everything a device keeps of the caller: role, profile, tickets with their event, payments with their lines and claims, refunds, notices. An equal digest means no change. Null for a visitor. Security definer: reads only the caller''s own rows, each once, without a policy check per row.';

comment on function private.unused_poster_files(interval) is 'Returns up to 500 poster files that no event names and that are older than p_age. Security definer: reads storage whatever the caller may read.';

comment on function public.find_unused_posters() is 'Returns files of replaced posters and deleted events, a day old; the caller deletes them, because hosted storage deletes a file only by its own API. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden. Security definer: its helper is private.';

comment on function private.tidy_sale() is 'Runs once a day: deletes held times, wrong codes, holds that expired a day ago, orders unsubmitted for order_days of shop_terms (of one customer all but the newest twenty and those of the last day), changed names name_days after the change and after the gate of their last event closed, and gate devices device_days after it. Stores the digests of late pictures, ends tests that are over, and deletes names of guests thirty days after their event. Security definer: the shop''s own server or pg_cron calls it.';

comment on table public.deleted_rows is 'Rows deleted from synced tables or taken back to draft, so that devices delete them too. World-readable: it holds only ids.';

comment on table public.profiles is 'One row per account, made by a trigger on auth.users, and per guest (is_guest). No foreign key to auth.users: an account may be deleted while its payments stay.';

comment on column public.profiles.is_guest is 'A person without an account, to whom staff sold or gave tickets: in no list of accounts; gets no notice and no mail.';

comment on table public.staff is 'Accounts with a role: admin, gate or box_office. Only set_staff_role, accept_invitation and the operator write it.';

comment on column public.staff.ends_at is 'The role gives nothing from this instant on; null: it has no end.';

comment on view private.profile_list is 'What get_all_profiles returns; empty unless the caller is an admin.';

comment on column public.events.description is 'What the concert is, for customers: paragraphs, lists, bold, links in Markdown; null without.';

comment on column public.events.line_up is 'Who plays, in order; null without.';

comment on column public.events.doors_at is 'When doors open; a move of the start moves it along.';

comment on column public.events.ends_at is 'When the event ends; a move of the start moves it along.';

comment on column public.events.sung_in is 'Languages of the songs, by their English names; null without.';

comment on column public.events.rules is 'House rules of this event, in the same Markdown as the description.';

comment on column public.events.poster is 'Beginning of the names of the poster''s files in the bucket posters: <event id>/<hash>-<width>x<height>-<format>; null shows a drawn one.';

comment on column public.events.poster_alt is 'What the poster shows, for those who do not see it.';

comment on column public.events.published_at is 'When the event was last published; null for a draft, which only admins and gate staff see. Never in the future.';

comment on column public.events.paused_at is 'Since when nothing new of the event is sold; null while it sells.';

comment on column public.events.state is 'The state or union territory of the venue, of private.states(), for its local tax; null when unknown.';

comment on column public.ticket_categories.grid_columns is 'Seats in a row of the specified grid, frozen by the first claim; null with a layout and for standing places.';

comment on column public.ticket_categories.is_standing is 'True for places without seat numbers: customers choose how many, and the database gives each a number.';

comment on column public.ticket_categories.sale_from is 'The first moment at which it is sold; null: no bound.';

comment on column public.ticket_categories.sale_until is 'The moment from which it is sold no more; null: no bound.';

comment on column public.ticket_categories.tickets_kept is 'The number of seats that staff keep from the sale; the database keeps it.';

comment on column public.ticket_categories.phases is 'At most 10 {name, price, until, until_sold}, in order: the first that has not ended, at a moment or when so many are sold, sets the price instead of price (49-phases.sql).';

comment on column public.ticket_categories.is_free is 'True for tickets that cost nothing, without fee and tax; a price of 0 alone keeps its fee.';

comment on column public.ticket_categories.is_hidden is 'True for a category that is seen and sold only with an access code that opens it (45-codes.sql).';

comment on column public.shop_terms.gst_percent is 'Goods and services tax on the price of the tickets, in percent, while gst_by is flat.';

comment on column public.shop_terms.fee_per_seat is 'Rupees: the convenience fee of one seat, before its own tax.';

comment on column public.shop_terms.gst_by is 'flat: gst_percent on every price, with or without a GSTIN, as before there were rules. rules: tax_rules by price, and no GST at all while shop_settings has no GSTIN.';

comment on column public.shop_terms.fee_gst_percent is 'GST on the convenience fee, in percent; with gst_by rules only while there is a GSTIN.';

comment on table public.tax_rules is 'Taxes by the price of a seat. All rules of a day together replace those before it from midnight (IST). Of a kind, the rule with the lowest up_to_price that is not below the price applies. Rows of past days never change.';

comment on column public.tax_rules.kind is 'gst: everywhere, while shop_terms.gst_by is rules and the shop has a GSTIN. local: a tax of the event''s state.';

comment on column public.tax_rules.state is 'The state of a local tax, of private.states(); null for GST.';

comment on column public.tax_rules.up_to_price is 'Rupees for one seat, the last price with this rate; null without a bound.';

comment on column public.tax_rules.percent is 'Percent of the price of a seat.';

comment on view public.terms_by_day is 'The terms that devices use, for each day on which some change, with all rules of tax of that day.';

comment on table public.discount_codes is 'Discount and access codes. Only admins read and write them; customers open one by typing it (check_code).';

comment on column public.discount_codes.code is 'As private.fold_code returns it; does not change.';

comment on column public.discount_codes.event_id is 'The event it is for; null: every event.';

comment on column public.discount_codes.ticket_category_ids is 'The categories of the event that it is for; null: all of them.';

comment on column public.discount_codes.percent is 'Percent off each seat''s price.';

comment on column public.discount_codes.amount is 'Rupees off each seat''s price, at most the price.';

comment on column public.discount_codes.opens_hidden is 'True when its hidden categories are sold with it.';

comment on column public.discount_codes.from_at is 'The first moment at which it is valid; null: no bound.';

comment on column public.discount_codes.until_at is 'The moment from which it is valid no more; null: no bound.';

comment on column public.discount_codes.uses_total is 'How many orders may use it; null: no bound.';

comment on column public.discount_codes.uses_per_person is 'How many orders of one customer may use it; null: no bound.';

comment on column public.discount_codes.paused_at is 'Since when it is not valid; null while it is.';

comment on column public.discount_codes.note is 'For staff: what the code is for.';

comment on table private.code_grants is 'Which customers have typed which code; only they may use it.';

comment on table private.code_tries is 'Wrong codes that customers typed, of the last hour.';

comment on column private.orders.shares is 'Shares of the lines in the price at the last hold, from price_lines.';

comment on column private.orders.parts is 'Tax and fee of the lines at the last hold, from price_lines; null when held before this column existed.';

comment on column private.orders.is_test is 'A trial by an admin, marked before the hold: no sum has it.';

comment on column private.orders.code_id is 'The discount or access code of the last hold, when it lowered a price or opened a category; its use (51-code-uses.sql). No foreign key: a used code is not deleted.';

comment on table private.order_prices is 'The categories of an order, each at its price and rates (private.priced_line) when the current or last hold began; later edits of prices, terms, GSTIN or state do not change it. Rates are null when held before they were kept.';

comment on column private.order_prices.full_price is 'The price before the order''s code; null when no code lowers it.';

comment on table public.seat_claims is 'Who has a seat: held (until expires_at), under review (payment), sold (ticket, or box office) or kept from the sale by staff. Each standing place has a row, also while it is free. Only functions write it.';

comment on column public.seat_claims.kept_reason is 'Why staff keep the seat from the sale; null in every other state.';

comment on column public.seat_claims.kept_by is 'Who kept the seat last; updated_at says when.';

comment on table public.payments is 'Payments as customers submitted them, and sales of staff; one per order. Only submit_payment, review_payment and the functions of 64-door.sql and 66-guests.sql write it.';

comment on column public.payments.transaction_id is 'The UPI reference, in upper case, twelve digits without their grouping; the order''s code where there is none.';

comment on column public.payments.screenshot_url is 'Path in the bucket payments; empty where no picture belongs to it.';

comment on column public.payments.screenshot_sha256 is 'Hash of the bytes that the customer chose, before they were re-encoded; empty as screenshot_url.';

comment on column public.payments.method is 'How it was paid. Without UPI the reference is the order''s code, there is no screenshot, and no statement has it.';

comment on column public.payments.till_id is 'The till that sold it; null for guests and online orders. No foreign key: its index would cost each online payment. Tills are never deleted.';

comment on column public.payments.made_by is 'Who of the staff sold or gave it to a person without an account; null for online orders.';

comment on column public.payments.is_test is 'A trial by an admin, without money: no sum has it, and transaction_id is the order''s code.';

comment on column public.payments.discount_code is 'The code of the order; null without.';

comment on table public.payment_lines is 'The lines of a payment, one per ticket category, with names and price as submitted. total_amount is the line''s price, fee and shares of the taxes; the lines sum to the price of the order.';

comment on column public.payment_lines.gst_amount is 'Rupees: the line''s share of the GST on prices; null for a deleted category and in lines older than this column, as are the three below. total_amount less the four is the taxable value.';

comment on column public.payment_lines.local_tax_amount is 'Rupees: the line''s share of the local tax.';

comment on column public.payment_lines.fee_amount is 'Rupees: the line''s convenience fee, before its tax.';

comment on column public.payment_lines.fee_gst_amount is 'Rupees: the line''s share of the GST on the fee.';

comment on column public.payment_lines.discount_amount is 'Rupees that a code took off the prices of this line, before tax; null without one.';

comment on table public.outgoing_mail is 'The queue of mails to customers: decisions about payments, and a copy of each notice for those who want mail. A server claims a row before it sends (claim_mail) and stores the outcome (settle_mail). No two servers send a row at the same time. A row whose server stopped after the mail server took it and before sent_at was stored is sent once more: at least once, very rarely twice, with the same Message-ID. Given up after 12 attempts or two days.';

comment on column public.outgoing_mail.content is 'Of a decision: {name, order_code, transaction_id, amount, note, lines: [{event_name, category_name, seats, event_date, venue, total_amount}]}. Else {name}; the rest is in the notice and its announcement.';

comment on column public.outgoing_mail.claimed_until is 'Until then one server is sending it.';

comment on column public.user_tickets.signature is 'The MAC of the code in the QR, 32 hexadecimal digits; of a test ticket private.test_signature of it.';

comment on column public.user_tickets.is_test is 'Of a test order: no gate admits it, and no sum has it.';

comment on view private.bank_matches is 'The bank''s credits for each pending or approved payment by UPI that is no test. two_claims: another pending or approved payment has the same reference, or names the same credit. credits: number of different credits that name the reference; credit: their sum.';

comment on view private.payment_money is 'Rupees of each payment. credits: received by the bank''s statements for this payment alone, null when they have none. received: credits, else what the customer says and staff accept; nothing where its reference or credit paid for another, and for a test. due: the price of its lines. promised and returned: all refunds of its credit, and those sent. credit_key: the same for payments that name one credit. A view, so that one plan serves an event''s thousands of payments.';

comment on view private.refund_list is 'What get_refunds returns; empty unless the caller is an admin.';

comment on view private.payment_warnings is 'Warnings for staff about a payment, computed on read: [{code, …}] with code one of amount_differs, seats_lost, price_changed, event_cancelled, event_over, category_gone, reference_used, screenshot_seen (both with the other payments, newest five; the same bytes by storage''s digest), reference_not_12_digits, beyond_limit, no_screenshot, beyond_undecided, reference_of_refund (with the refunds paid by that transfer, newest five orders), without_code (categories that need a code which opens them, and the order had none), code_used_up (with its name: earlier payments have used it as often as it may be). A view, so that the caller is checked once per page of rows.';

comment on view private.payment_list is 'What get_payment_details returns; empty unless the caller is an admin. collapsed: an undecided payment after ten older undecided ones of its customer; more_of_customer: how many such follow this one, the tenth.';

comment on view private.ticket_list is 'What get_all_tickets returns; empty unless the caller is an admin.';

comment on table private.event_previews is 'Links that show one draft each, to anyone with the link. secret: 128 random bits in hex. A link shows, and sells nothing.';

comment on view public.event_list is 'Events with their singer and the sums of their ticket categories, without test tickets; for admins tickets_given: how many of the sold ones are complimentary or free. is_sold_out: each place is sold, to testers too, or kept. sale_from and sale_until: the first opening and the last end of categories with places left.';

comment on view public.ticket_category_list is 'Ticket categories with their event, singer and layout, and for admins how many seats are held and under review now, and how many of the sold ones are complimentary or free, and how many are tests.';

comment on view public.code_list is 'Codes with their event, the number of their uses, and given: the rupees that they took off approved payments.';

comment on table public.staff_events is 'Which gate and box office staff work at which event. Admins need no row. Deleted with the role. Only set_staff_events and accept_invitation write it.';

comment on view private.roster_rows is 'Every ticket ever issued, and every order line: pending and rejected lines explain at the gate a missing ticket; a line that became a ticket is gone. Only gate_roster reads it.';

comment on table public.staff_invitations is 'Invitations of staff. Only invite_staff, revoke_invitation and accept_invitation write it. Its accounts have no foreign key: they may be deleted while it stays.';

comment on column public.staff_invitations.secret_hash is 'SHA-256, in hexadecimal, of the secret in the link; the secret itself is not stored.';

comment on column public.staff_invitations.name is 'For whom staff made it, in their own words.';

comment on column public.staff_invitations.event_ids is 'Where the role works; events deleted meanwhile are left out.';

comment on column public.staff_invitations.role_ends_at is 'When the role ends; null: it has no end.';

comment on table public.tills is 'Tills: one shift of one person at a drawer of cash. Only open_till and close_till write it; a closed till never changes.';

comment on column public.tills.id is 'Made on the device, so that a repeated request opens one till.';

comment on column public.tills.opening_cash is 'Rupees in the drawer when it was opened.';

comment on column public.tills.counted_cash is 'Rupees counted when it was closed.';

comment on table public.till_moves is 'Cash that went into a till or out of it without a sale. Only move_till_cash writes it.';

comment on column public.till_moves.amount is 'Rupees: above 0 into the till, below 0 out of it.';

comment on table public.guest_tickets is 'Tickets of people without an account, each with the link that opens it, once (66-guests.sql). Tickets of one sale share a link.';

comment on column public.guest_tickets.list is 'The guest list; null for a ticket sold at the door.';

comment on column public.guest_tickets.contact is 'How to reach the guest, in the words of staff; nothing signs in by it.';

comment on column public.guest_tickets.secret_hash is 'SHA-256, in hexadecimal, of the secret in the link; the secret itself is not stored.';

comment on column public.guest_tickets.made_at is 'When the link was made.';

comment on column public.guest_tickets.device_hash is 'SHA-256 of what the device that opened the link said it is; only that device may repeat.';

comment on table public.announcements is 'Told to many buyers of an event: messages of staff, and cancelled, moved and changed events by themselves. work_announcements fills notices and mails in batches.';

comment on column public.announcements.id is 'Made by the caller, so that a repeated request sends once.';

comment on column public.announcements.ticket_category_id is 'Narrows the audience; null for the whole event. No foreign key: a second link of categories to events would make embedding ambiguous.';

comment on column public.announcements.audience is 'holders: of tickets that are not revoked; waiting: whose payment is undecided; everyone: both.';

comment on column public.announcements.content is 'What an automatic one is about, with event_name and event_date; its words are in the reader''s language.';

comment on column public.announcements.people is 'The audience when it was made; notices counts those who were told.';

comment on column public.announcements.told_until is 'The last person, by id, who was told.';

comment on table public.notices is 'What a customer was told, one row a person; the common part is in announcements. Devices store them.';

comment on column public.notices.announcement_id is 'No foreign key, as above: both go with their event.';

comment on column public.notices.content is 'event_cancelled: {owed}. seats_changed: {event_name, category, from, to, sections}. ticket_revoked: {event_name, category, seats, sections, reason}. refund_owed: {event_name, order_code, amount, has_upi_id}. refunded: {event_name, order_code, amount, utr}. Rupees; sections: {code: name} of the layout.';

comment on view private.history_list is 'What get_history returns; empty unless the caller is an admin.';

reset check_function_bodies;

select private.grant_announcements();
select private.grant_bank();
select private.grant_box_office();
select private.grant_catalogue();
select private.grant_catalogue_lists();
select private.grant_code_uses();
select private.grant_codes();
select private.grant_dashboard();
select private.grant_door();
select private.grant_enquiries();
select private.grant_event_changes();
select private.grant_foundation();
select private.grant_free_orders();
select private.grant_gate();
select private.grant_guests();
select private.grant_history();
select private.grant_import();
select private.grant_invitations();
select private.grant_jobs();
select private.grant_kept_seats();
select private.grant_layouts();
select private.grant_new_concert();
select private.grant_payments();
select private.grant_people();
select private.grant_phases();
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
