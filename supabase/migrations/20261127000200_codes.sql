-- Written from supabase/schema by `npm run migration`.

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
  at timestamptz not null default clock_timestamp()
);

create index code_tries_user_id on private.code_tries (user_id, at);

alter table public.discount_codes enable row level security;

alter table private.code_grants enable row level security;

alter table private.code_tries enable row level security;

alter table private.orders add column code_id uuid;

create index orders_code_id on private.orders (code_id) where code_id is not null;

alter table private.order_prices add column full_price numeric(12, 2);

alter table public.payments add column discount_code text;

create index payments_discount_code on public.payments (discount_code, created_at desc) where discount_code is not null;

alter table public.payment_lines add column discount_amount numeric(12, 2);

-- BY HAND: table or view discount_codes
-- BY HAND: table or view private.code_grants
-- BY HAND: table or view private.code_tries
-- BY HAND: table or view code_list
-- BY HAND: column ticket_categories.is_hidden
-- BY HAND: column discount_codes.id
-- BY HAND: column discount_codes.code
-- BY HAND: column discount_codes.event_id
-- BY HAND: column discount_codes.ticket_category_ids
-- BY HAND: column discount_codes.percent
-- BY HAND: column discount_codes.amount
-- BY HAND: column discount_codes.opens_hidden
-- BY HAND: column discount_codes.from_at
-- BY HAND: column discount_codes.until_at
-- BY HAND: column discount_codes.uses_total
-- BY HAND: column discount_codes.uses_per_person
-- BY HAND: column discount_codes.paused_at
-- BY HAND: column discount_codes.note
-- BY HAND: column discount_codes.revision
-- BY HAND: column discount_codes.created_at
-- BY HAND: column discount_codes.updated_at
-- BY HAND: column private.code_grants.user_id
-- BY HAND: column private.code_grants.code_id
-- BY HAND: column private.code_grants.at
-- BY HAND: column private.code_tries.user_id
-- BY HAND: column private.code_tries.at
-- BY HAND: column private.orders.code_id
-- BY HAND: column private.order_prices.full_price
-- BY HAND: column payments.discount_code
-- BY HAND: column payment_lines.discount_amount
-- BY HAND: constraint discount_codes discount_codes_code_sound
-- BY HAND: constraint discount_codes discount_codes_percent_possible
-- BY HAND: constraint discount_codes discount_codes_amount_possible
-- BY HAND: constraint discount_codes discount_codes_gives_something
-- BY HAND: constraint discount_codes discount_codes_window_possible
-- BY HAND: constraint discount_codes discount_codes_uses_possible
-- BY HAND: constraint discount_codes discount_codes_pkey
-- BY HAND: constraint discount_codes discount_codes_event_id_fkey
-- BY HAND: constraint private.code_grants code_grants_pkey
-- BY HAND: constraint private.code_grants code_grants_code_id_fkey
-- BY HAND: index ticket_categories_hidden
-- BY HAND: index discount_codes_pkey
-- BY HAND: index discount_codes_code
-- BY HAND: index discount_codes_event_id
-- BY HAND: index private.code_grants_pkey
-- BY HAND: index private.code_grants_code_id
-- BY HAND: index private.code_tries_user_id
-- BY HAND: index private.orders_code_id
-- BY HAND: index payments_discount_code

-- A function may call one that comes after it.
set check_function_bodies = off;

drop policy "Everyone reads ticket categories of published events" on public.ticket_categories;

drop view ticket_category_list;

drop function private.record_lines(uuid,uuid,uuid,private.order_line[],numeric[],numeric[]);

drop function add_ticket_category(uuid,uuid,text,numeric,integer,uuid,text[],boolean,timestamp with time zone,timestamp with time zone);

drop function hold_seats(uuid,jsonb);

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

CREATE OR REPLACE FUNCTION public.add_ticket_category(p_id uuid DEFAULT NULL::uuid, p_event_id uuid DEFAULT NULL::uuid, p_name text DEFAULT NULL::text, p_price numeric DEFAULT NULL::numeric, p_total_tickets integer DEFAULT NULL::integer, p_seating_layout_id uuid DEFAULT NULL::uuid, p_section_ids text[] DEFAULT NULL::text[], p_is_standing boolean DEFAULT false, p_sale_from timestamp with time zone DEFAULT NULL::timestamp with time zone, p_sale_until timestamp with time zone DEFAULT NULL::timestamp with time zone, p_is_hidden boolean DEFAULT false)
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
      is_hidden)
    values (p_id, p_event_id, p_name, p_price, case when p_seating_layout_id is null then p_total_tickets else 1 end, 0,
      coalesce(p_is_standing, false), p_sale_from, p_sale_until, coalesce(p_is_hidden, false));
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
  revoke all on function public.add_ticket_category(uuid, uuid, text, numeric, integer, uuid, text[], boolean, timestamptz, timestamptz, boolean),
    private.row_letters(integer), private.row_index(text), private.grid_columns(integer),
    private.grid_seat(integer, integer), private.has_claims(uuid), private.section_seats(jsonb),
    private.count_layout_seats(jsonb, text[]), private.places_of(uuid), private.is_seat(uuid, text),
    private.seats_of(uuid), private.check_layout_data(jsonb), private.lock_events_of_layout(uuid),
    private.guard_layout(), private.count_layout_again(), private.refuse_shared_sections(uuid, uuid, uuid, text[]),
    private.taken_sections(uuid, uuid), private.guard_layout_link(), private.apply_layout_link(),
    private.guard_ticket_category_shape(), public.assign_layout(uuid, uuid, text[]), private.grant_layouts()
    from public, anon, authenticated;
  grant execute on function public.add_ticket_category(uuid, uuid, text, numeric, integer, uuid, text[], boolean, timestamptz, timestamptz, boolean),
    public.assign_layout(uuid, uuid, text[]) to anon, authenticated;
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
    select c.id, v_labels, c.event_id, coalesce(p.unit_price, c.price), p.unit_price is not null,
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
      -- Numbers that stand for places which could not be had: nothing is claimed under them for this order.
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
    where o.code_id = p_code_id and (p_user_id is null or o.user_id = p_user_id) and o.id is distinct from p_besides
      and (o.expires_at > now() or exists (select from public.payments p where p.order_id = o.id and p.status <> 'rejected')));
end
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
    perform private.refuse(429, 'too_many', c_wrong_tries::text, 'So many wrong codes may be typed within an hour.');
  end if;
  v_reason := case
    when v_code.id is null then 'unknown'
    when v_code.event_id <> p_event_id or p_event_id in (select h from private.hidden_events() as h)
      or not exists (select from public.events e where e.id = p_event_id) then 'not_for_this_event'
    else private.code_refusal(v_code, v_user, null) end;
  if v_reason in ('unknown', 'not_for_this_event') and not v_known then
    delete from private.code_tries t where t.user_id = v_user and t.at < now() - interval '1 hour';
    insert into private.code_tries (user_id) values (v_user);
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
  revoke all on function private.code_uses(uuid, uuid, uuid),
    private.code_refusal(public.discount_codes, uuid, uuid), private.code_of_hold(text, uuid, uuid, uuid),
    private.fit_code(public.discount_codes, uuid, boolean, private.order_line[], private.seat[]),
    private.without_fee(private.priced_line[], numeric[]), private.may_see_hidden(uuid, uuid, uuid),
    public.check_code(text, uuid), private.grant_code_uses() from public, anon, authenticated;
  -- code_list runs with the reader's own rights; its rows are for admins.
  grant execute on function private.code_uses(uuid, uuid, uuid) to authenticated;
  grant execute on function public.check_code(text, uuid) to anon, authenticated;
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
  insert into public.payments
    (user_id, order_id, order_code, transaction_id, amount, screenshot_url, screenshot_sha256, picture_digest,
      discount_code)
    values (v_user, p_order_id, v_order.order_code, v_reference, v_amount, p_screenshot_path, v_hash,
      private.stored_digest(p_screenshot_path),
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
          where c.event_id = v_id)))
    into v_answer
    from public.events e join public.singers s on s.id = e.singer_id where e.id = v_id;
  return v_answer;
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
  revoke all on function private.grant_catalogue_lists() from public, anon, authenticated;
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
  delete from private.gate_devices d using (
    select k.event_id, k.device from private.gate_devices k join public.events e on e.id = k.event_id
    where private.gate_closes(e.date) < now() - v_devices_kept and k.last_sync_at < now() - v_devices_kept
    limit c_at_once for update of k skip locked) as gone
    where d.event_id = gone.event_id and d.device = gone.device;
end
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
                                  WHERE ((c.payment_id = l_1.payment_id) AND (c.ticket_category_id = l_1.ticket_category_id) AND (c.seat = s.seat) AND (c.state <> 'held'::text))))))
                          GROUP BY l_1.line, l_1.ticket_category_id) l
                 HAVING (count(*) > 0)
                UNION ALL
                 SELECT 3,
                    jsonb_build_object('code', 'price_changed', 'lines', jsonb_agg(jsonb_build_object('ticket_category_id', l.ticket_category_id, 'unit_price', l.unit_price, 'price_now', c.price) ORDER BY l.line)) AS jsonb_build_object
                   FROM (payment_lines l
                     JOIN ticket_categories c ON ((c.id = l.ticket_category_id)))
                  WHERE ((l.payment_id = p.id) AND (p.status = 'pending'::text) AND (c.price <> (l.unit_price + COALESCE((l.discount_amount / (l.quantity)::numeric), (0)::numeric))))
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
                  WHERE (p.reference_key !~ '^[0-9]{12}$'::text)
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
    ( SELECT jsonb_agg(jsonb_build_object('payment_line_id', l.id, 'ticket_category_id', COALESCE(l.ticket_category_id, l.gone_category_id), 'event_id', l.event_id, 'event_name', l.event_name, 'category_name', l.category_name, 'seats', l.seats, 'quantity', l.quantity, 'unit_price', l.unit_price, 'total_amount', l.total_amount, 'gst_amount', l.gst_amount, 'local_tax_amount', l.local_tax_amount, 'fee_amount', l.fee_amount, 'fee_gst_amount', l.fee_gst_amount, 'discount_amount', l.discount_amount, 'discount_code', p.discount_code, 'price_now', c.price, 'event_date', e.date, 'venue', e.venue, 'event_status', e.status, 'lost_seats',
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
        END AS more_of_customer
   FROM (payments p
     LEFT JOIN profiles f ON ((f.id = p.user_id)))
  WHERE ( SELECT private.is_admin() AS is_admin);

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
    c.is_hidden
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
          WHERE ((p.discount_code = d.code) AND (p.status = 'approved'::text))) AS given
   FROM ((discount_codes d
     LEFT JOIN events e ON ((e.id = d.event_id)))
     LEFT JOIN singers s ON ((s.id = e.singer_id)));

CREATE TRIGGER note_hidden AFTER UPDATE OF is_hidden ON public.ticket_categories FOR EACH ROW WHEN ((new.is_hidden <> old.is_hidden)) EXECUTE FUNCTION private.note_hidden_category();

CREATE TRIGGER "10_refuse_used" BEFORE DELETE ON public.discount_codes FOR EACH ROW EXECUTE FUNCTION private.refuse_used_code();

CREATE TRIGGER "10_refuse_stale" BEFORE UPDATE ON public.discount_codes FOR EACH ROW WHEN ((new.revision IS DISTINCT FROM old.revision)) EXECUTE FUNCTION private.refuse_stale_edit();

CREATE TRIGGER "20_values" BEFORE INSERT OR UPDATE ON public.discount_codes FOR EACH ROW EXECUTE FUNCTION private.guard_code();

CREATE TRIGGER "90_stamp" BEFORE INSERT OR UPDATE ON public.discount_codes FOR EACH ROW EXECUTE FUNCTION private.stamp_row();

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.discount_codes FOR EACH ROW EXECUTE FUNCTION private.audit_row('id');

create policy "Admins add codes" on public.discount_codes as PERMISSIVE for INSERT to authenticated with check (( SELECT private.is_admin() AS is_admin));

create policy "Admins change codes" on public.discount_codes as PERMISSIVE for UPDATE to authenticated using (( SELECT private.is_admin() AS is_admin)) with check (( SELECT private.is_admin() AS is_admin));

create policy "Admins delete codes" on public.discount_codes as PERMISSIVE for DELETE to authenticated using (( SELECT private.is_admin() AS is_admin));

create policy "Admins read codes" on public.discount_codes as PERMISSIVE for SELECT to authenticated using (( SELECT private.is_admin() AS is_admin));

create policy "Everyone reads ticket categories of published events" on public.ticket_categories as PERMISSIVE for SELECT to anon, authenticated using ((NOT (id IN ( SELECT h.h
   FROM private.hidden_categories() h(h)))));

comment on function private.hidden_categories() is 'Returns the ticket categories of hidden_events, and those that need a code and of which the caller has no ticket and no payment; staff see all. Security definer: the same whatever the caller reads of them.';

comment on function private.note_hidden_category() is 'Trigger note_hidden: devices forget a category that now needs a code, and get back one that no longer does. Security definer: no role may write deleted_rows.';

comment on function public.add_ticket_category(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.text,numeric,integer,pg_catalog.uuid,pg_catalog.text[],boolean,timestamp with time zone,timestamp with time zone,boolean) is 'Adds a ticket category and its seats in one transaction, or neither. Idempotent. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found (layout), PT409 other_layout, section_taken. Security definer: locks the event.';

comment on function private.fold_code(pg_catalog.text) is 'Returns a code as it is stored: upper case, without spaces and hyphens; empty when it is far too long. The twin of foldCode in src/shop/codes/code.ts.';

comment on function private.price_with_code(numeric,smallint,numeric) is 'Returns the price of a seat in rupees after a percent (half up in paise) or an amount is taken off, never below 0. The twin of priceWithCode in src/shop/codes/code.ts; src/shop/codes/code-cases.json tests both.';

comment on function private.guard_code() is 'Trigger 20_values. Refusals: PT400 invalid with the column, PT409 name_taken. Security definer: reads events and categories whatever the writer may read.';

comment on function private.refuse_used_code() is 'Trigger 10_refuse_used: a code that an order uses or a payment names stays. Security definer: reads orders.';

comment on function private.grant_codes() is 'All privileges of this file; can be repeated.';

comment on function public.hold_seats(pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.text) is 'Makes the order''s holds exactly these lines, all or none, for hold_minutes of shop_terms, at prices and rates frozen while the hold runs. Idempotent; never lengthens a running hold. A hold that expired or was released starts again at current prices; a refusal keeps the prices. p_code: a code that check_code has opened for the caller; null: without. Refusals: PT401 not_signed_in, PT400 invalid, too_many_seats, unknown_seat, code_unknown, PT403 other_user, PT409 order_submitted, not_on_sale, seats_taken, code_used_up, code_ended, PT429 too_many, held_too_long. Security definer: no role may write claims and orders.';

comment on function private.place_lines(private.order_line[],pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid) is 'Completes the asked lines as order_line describes, with event and place of each seat; p_order_id: whose frozen prices, p_held_by: whose standing places, picked and locked for p_user_id; without one they are counted in unpicked. unknown: seats that their category does not sell; not_on_sale: seats that are not sold now; short: standing places that could not be had; null when there is none. What a running hold of the order has (its frozen price) is sold while paused and after its window, too, until the event begins. on_sale is null for what is sold with a code. event_id is the event of all lines, null when they are at several or a category is gone. Locks the categories against deletion; the caller has shared their events.';

comment on function private.code_uses(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid) is 'Counts the uses of a code, of one customer when given, apart from one order. Security definer: code_list calls it.';

comment on function private.code_refusal(public.discount_codes,pg_catalog.uuid,pg_catalog.uuid) is 'Returns why this customer cannot use the code now, for this order: ended (or paused), not_yet, used_up; null when they can.';

comment on function private.code_of_hold(pg_catalog.text,pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid) is 'Returns the code for a hold, locked when its uses are bounded. p_held_code: the code of the running hold. Refusals: PT400 code_unknown, whether or not there is such a code; PT409 code_used_up, code_ended.';

comment on function private.fit_code(public.discount_codes,pg_catalog.uuid,boolean,private.order_line[],private.seat[]) is 'Returns the lines of place_lines with their prices by the code, or without one when it is null: from the frozen full price while the hold runs. p_same: the running hold has this code already; its prices stay. Takes opened categories out of not_on_sale. full_prices: of each line that the code lowers, else null; used_id: the code when any line needs it. Frozen lines whose price changes are frozen no more, and their order_prices are deleted.';

comment on function private.without_fee(private.priced_line[],numeric[]) is 'Returns the lines of an order without a fee when a code brings all their prices to 0; else as they are.';

comment on function private.may_see_hidden(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid) is 'True when the caller, p_user_id, may see this hidden category: by hidden_categories, or by a code they opened.';

comment on function public.check_code(pg_catalog.text,pg_catalog.uuid) is 'Opens a code for the caller, at an event: {ok: true, code_id, code, event_id, percent, amount (rupees), ticket_category_ids, until, categories, links}, the last two with the columns of their tables: the hidden categories of the event that the code opens. A code that cannot be used is no error, so that the try counts: {ok: false, reason}, reason being unknown, not_for_this_event, not_yet (with from), ended or used_up. Refusals: PT401 not_signed_in, PT400 invalid, PT429 too_many (ten wrong tries of an account in an hour). Security definer: customers do not read codes.';

comment on function private.grant_code_uses() is 'All privileges of this file; can be repeated.';

comment on function private.record_lines(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid,private.order_line[],numeric[],numeric[],boolean) is 'Writes the lines of a new payment, from place_lines, with the order''s frozen prices and current names. p_shares and p_parts are the lines'' shares of the price and of tax and fee, where known; p_has_code: a code may have lowered prices. The caller holds the customer''s lock and has locked the categories.';

comment on function private.tidy_sale() is 'Runs once a day: deletes held times, wrong codes, holds that expired a day ago, orders unsubmitted for order_days of shop_terms (of one customer all but the newest twenty and those of the last day), changed names name_days after the change and after the gate of their last event closed, and gate devices device_days after it. Stores the digests of late pictures. Security definer: the shop''s own server or pg_cron calls it.';

comment on column public.ticket_categories.is_hidden is 'True for a category that is seen and sold only with an access code that opens it (45-codes.sql).';

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

comment on column private.orders.code_id is 'The discount or access code of the last hold, when it lowered a price or opened a category; its use (51-code-uses.sql). No foreign key: a used code is not deleted.';

comment on column private.order_prices.full_price is 'The price before the order''s code; null when no code lowers it.';

comment on column public.payments.discount_code is 'The code of the order; null without.';

comment on column public.payment_lines.discount_amount is 'Rupees that a code took off the prices of this line, before tax; null without one.';

comment on view public.ticket_category_list is 'Ticket categories with their event, singer and layout, and for admins how many seats are held and under review now.';

comment on view public.code_list is 'Codes with their event, the number of their uses, and given: the rupees that they took off approved payments.';

reset check_function_bodies;

select private.grant_announcements();
select private.grant_bank();
select private.grant_box_office();
select private.grant_catalogue();
select private.grant_catalogue_lists();
select private.grant_code_uses();
select private.grant_codes();
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
select private.grant_tickets();
