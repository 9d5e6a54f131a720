-- What staff enter by mistake can be taken back, and nothing half-done goes on sale.
--
--   import_bank_rows(p_rows, p_import, p_file) -> {added, known}: p_import names the import (a uuid of the client's, the same
--     for all parts of a file), p_file the file.
--   list_bank_imports() -> the last imports with what each added.
--   take_back_bank_import(p_import) -> how many credits went.
--   add_ticket_category and move_event: see their sections below.

-- ---------------------------------------------------------------------------------------------------------------
-- Imports of statements

alter table public.bank_rows
  add column import_id uuid,
  add column import_file text check (length(import_file) <= 200);
comment on column public.bank_rows.import_id is 'The import that brought the row first; imports of before have one for each part.';
comment on column public.bank_rows.import_file is 'Name of the imported file; null for imports of before.';

-- Rows of one part were written in one transaction, by one person.
update public.bank_rows b set import_id = md5(concat_ws('/', b.imported_by, extract(epoch from b.created_at)))::uuid;
alter table public.bank_rows
  alter column import_id set default gen_random_uuid(),
  alter column import_id set not null;
create index bank_rows_import on public.bank_rows (import_id);

drop function public.import_bank_rows(jsonb);
create function public.import_bank_rows(p_rows jsonb default null, p_import uuid default null, p_file text default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_longest_name constant integer := 200;
  v_importer uuid := private.require_admin();
  v_import uuid := coalesce(p_import, gen_random_uuid());
  v_given bigint;
  v_added bigint;
begin
  if exists (select from public.bank_rows b where b.import_id = v_import and b.imported_by is distinct from v_importer) then
    perform private.refuse(400, 'invalid', 'p_import', 'Another person''s import has this id.');
  end if;
  with given as materialized (select * from private.bank_rows_of(p_rows)),
  added as (
    insert into public.bank_rows (row_key, booked_on, amount, narration, utrs, balance, imported_by, import_id, import_file)
      select encode(sha256(convert_to(concat_ws(E'\x1f', g.booked_on, g.amount, upper(g.narration),
          coalesce(g.balance::text, '-'), g.occurrence), 'UTF8')), 'hex'),
        g.booked_on, g.amount, g.narration, g.utrs, g.balance, v_importer, v_import,
        nullif(left(private.clean_text(p_file), c_longest_name), '')
      from given g order by 1
      on conflict (row_key) do nothing
      returning 1)
  select (select count(*) from given), (select count(*) from added) into v_given, v_added;
  if v_added > 0 then
    perform private.record_audit('import', 'bank_rows', v_import::text, null, jsonb_build_object('added', v_added));
  end if;
  return jsonb_build_object('added', v_added, 'known', v_given - v_added);
end
$$;
comment on function public.import_bank_rows(jsonb, uuid, text) is
  'Keeps the credits of a bank statement; a row that is there already is known, not added, and stays with the import that '
  'brought it first. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid (detail names row and '
  'field). Security definer: nobody writes bank_rows directly.';

create function public.list_bank_imports()
  returns table (id uuid, file text, imported_at timestamptz, imported_by text, credits bigint, sum text, used bigint)
  language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  c_listed constant integer := 10;
begin
  perform private.require_user();
  if not private.is_admin() then
    perform private.refuse(403, 'forbidden', '', 'This is for admins.');
  end if;
  return query
    select i.import_id, i.file, i.imported_at, (select coalesce(f.name, f.email) from public.profiles f where f.id = i.importer),
      i.credits, i.sum::text, (select count(*) from public.bank_rows b where b.import_id = i.import_id and private.backs_payment(b))
    from (
      select b.import_id, max(b.import_file) as file, min(b.created_at) as imported_at,
        (array_agg(b.imported_by))[1] as importer, count(*) as credits, sum(b.amount)::numeric(14, 2) as sum
      from public.bank_rows b group by b.import_id order by 3 desc, 1 limit c_listed) as i
    order by 3 desc, 1;
end
$$;
comment on function public.list_bank_imports() is
  'The last ten imports of statements, newest first: what each added, and how many of its credits paid for an order; for '
  'admins (PT401 not_signed_in, PT403 forbidden). Security definer: as match_bank_rows.';

create function private.backs_payment(p_row public.bank_rows) returns boolean
  language sql stable set search_path = ''
as $$
  select p_row.payment_id is not null or exists (
    select from public.payments p where p.status = 'approved' and p.reference_key = any (p_row.utrs))
$$;
comment on function private.backs_payment(public.bank_rows) is
  'Whether a payment was approved by this credit: it keeps the credit, or has its reference.';

create function public.take_back_bank_import(p_import uuid default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order text;
  v_utrs text[];
  v_removed bigint;
begin
  perform private.require_admin();
  -- An approval locks the credits that it keeps: it comes before this, or finds them gone.
  perform from public.bank_rows b where b.import_id = p_import order by b.id for update;
  if not found then
    perform private.refuse(404, 'not_found', '', 'There is no such import.');
  end if;
  select min(p.order_code) into v_order from public.bank_rows b
    join public.payments p on p.status = 'approved' and (p.id = b.payment_id or p.reference_key = any (b.utrs))
    where b.import_id = p_import;
  if v_order is not null then
    perform private.refuse(409, 'in_use', v_order, 'The order in detail was approved by a credit of this import.');
  end if;
  select min(p.order_code) into v_order from public.bank_rows b
    join public.payments p on p.status = 'rejected' and p.reference_key = any (b.utrs)
    join public.refunds r on r.payment_id = p.id and r.status = 'refunded'
    where b.import_id = p_import;
  if v_order is not null then
    perform private.refuse(409, 'in_use', v_order, 'A credit of this import was sent back, for the order in detail.');
  end if;
  select array_agg(u) into v_utrs from public.bank_rows b, unnest(b.utrs) as u where b.import_id = p_import;
  delete from public.bank_rows b where b.import_id = p_import;
  get diagnostics v_removed = row_count;
  -- Nothing says any more that the money of these came in.
  delete from public.refunds r using public.payments p
    where p.id = r.payment_id and p.status = 'rejected' and p.reference_key = any (v_utrs)
      and r.ticket_id is null and r.status = 'requested' and r.reason = 'rejected'
      and not exists (select from public.bank_rows b where b.utrs @> array[p.reference_key]);
  perform private.record_audit('take_back', 'bank_rows', p_import::text, jsonb_build_object('credits', v_removed), null);
  return jsonb_build_object('removed', v_removed);
end
$$;
comment on function public.take_back_bank_import(uuid) is
  'Removes the credits that an import brought, and what is owed because of them alone, as long as no payment was approved by '
  'one of them and none of their money was sent back. Admins only. Refusals: '
  'PT401 not_signed_in, PT403 forbidden, PT404 not_found, PT409 in_use (detail: the order). Security definer: nobody writes '
  'bank_rows directly.';

create or replace function private.grant_bank() returns void
  language plpgsql set search_path = ''
as $$
begin
  revoke all on table public.bank_rows, private.bank_matches from public, anon, authenticated;
  grant select on table public.bank_rows, private.bank_matches to authenticated;
  revoke all on function private.bank_rows_of(jsonb), public.import_bank_rows(jsonb, uuid, text), public.match_bank_rows(),
    public.find_bank_rows(text), public.list_bank_imports(), public.take_back_bank_import(uuid),
    private.backs_payment(public.bank_rows), private.credit_used_by(uuid, text), private.plain_digits(text),
    private.reference_key(text), private.grant_bank() from public, anon, authenticated;
  -- Customers ask by reference (check_payment_status, confirm_tickets), with their own rights.
  grant execute on function private.plain_digits(text) to authenticated;
  -- Visitors may call these only to be told to sign in.
  grant execute on function public.import_bank_rows(jsonb, uuid, text), public.match_bank_rows(), public.find_bank_rows(text),
    public.list_bank_imports(), public.take_back_bank_import(uuid) to anon, authenticated;
end
$$;
select private.grant_bank();

-- ---------------------------------------------------------------------------------------------------------------
-- A ticket category comes with its seats, or not at all
--
--   add_ticket_category(p_id, p_event_id, p_name, p_price, p_total_tickets) -> the category, with a grid
--   add_ticket_category(p_id, p_event_id, p_name, p_price, null, p_seating_layout_id, p_section_ids) -> with sections of a
--     layout; without p_section_ids those that are free at the event

create function public.add_ticket_category(
    p_id uuid default null, p_event_id uuid default null, p_name text default null, p_price numeric default null,
    p_total_tickets integer default null, p_seating_layout_id uuid default null, p_section_ids text[] default null)
  returns public.ticket_categories
  language plpgsql volatile security definer set search_path = ''
as $$
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
  -- Repeated after a lost answer: it is there, with its seats.
  select * into v_category from public.ticket_categories c where c.id = p_id;
  if found then
    return v_category;
  end if;
  -- With a layout the number follows below, in the same transaction: nobody sees one ticket without a seat.
  insert into public.ticket_categories (id, event_id, name, price, total_tickets, tickets_sold)
    values (p_id, p_event_id, p_name, p_price, case when p_seating_layout_id is null then p_total_tickets else 1 end, 0);
  if p_seating_layout_id is not null then
    insert into public.ticket_category_layouts (ticket_category_id, seating_layout_id, section_ids)
      values (p_id, p_seating_layout_id, coalesce(p_section_ids, array['all']));
  end if;
  select * into v_category from public.ticket_categories c where c.id = p_id;
  return v_category;
end
$$;
comment on function public.add_ticket_category(uuid, uuid, text, numeric, integer, uuid, text[]) is
  'Adds a ticket category and gives it its seats in one transaction: refused, nothing is on sale. Repeating it changes '
  'nothing. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found (layout), PT409 '
  'other_layout, section_taken. Security definer: locks the event.';

-- ---------------------------------------------------------------------------------------------------------------
-- What is sold moves by move_event alone
--
--   move_event(p_event_id, p_date, p_city, p_venue): null keeps what it is.

create function private.guard_event_edit() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.date is distinct from old.date then
    if old.status = 'cancelled' then
      perform private.refuse(409, 'not_on_sale', 'date', 'A cancelled event does not move.');
    end if;
    if isfinite(new.date) and new.date <= now() and new.date >= '2000-01-01 00:00+00' then
      perform private.refuse(400, 'invalid', 'date', 'An event moves to a time to come.');
    end if;
  end if;
  -- Nobody buys between this look and the change.
  perform private.lock_event_soon(old.id);
  if exists (
    select from public.seat_claims c where c.event_id = old.id and (c.state <> 'held' or c.expires_at > now()))
  then
    perform private.refuse(409, 'move_only', old.id::text, 'Seats are sold or held: date, city and venue change by move_event.');
  end if;
  return new;
end
$$;
comment on function private.guard_event_edit() is
  'Trigger 15_guard_edit, when a client itself gives an event another date or place: PT409 not_on_sale (cancelled), PT400 '
  'invalid (a date that is past), PT409 move_only (seats are sold or held). Security definer: reads claims whatever the '
  'writer may read.';
create trigger "15_guard_edit" before update on public.events
  for each row when (
    current_user in ('anon', 'authenticated')
    and (new.date, new.city, new.venue) is distinct from (old.date, old.city, old.venue)
  ) execute function private.guard_event_edit();

drop function public.move_event(uuid, timestamptz);
create function public.move_event(
    p_event_id uuid default null, p_date timestamptz default null, p_city text default null, p_venue text default null)
  returns public.events
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_event public.events;
begin
  perform private.require_admin();
  if p_event_id is null then
    perform private.refuse(400, 'invalid', 'p_event_id', 'Which event?');
  end if;
  if (p_date is null and p_city is null and p_venue is null) or not isfinite(p_date) then
    perform private.refuse(400, 'invalid', 'p_date', 'The new date is a point in time.');
  end if;
  perform private.lock_event(p_event_id);
  select * into v_event from public.events e where e.id = p_event_id for no key update;
  if not found then
    perform private.refuse(404, 'not_found', 'p_event_id', 'There is no such event.');
  end if;
  if coalesce(p_date, v_event.date) = v_event.date and coalesce(p_city, v_event.city) = v_event.city
     and coalesce(p_venue, v_event.venue) = v_event.venue then
    return v_event;
  end if;
  if v_event.status = 'cancelled' then
    perform private.refuse(409, 'not_on_sale', 'p_event_id', 'A cancelled event does not move.');
  end if;
  if coalesce(p_date, v_event.date) <= now() then
    perform private.refuse(400, 'invalid', 'p_date', 'An event moves to a time to come.');
  end if;
  update public.events e
    set date = coalesce(p_date, e.date), city = coalesce(p_city, e.city), venue = coalesce(p_venue, e.venue),
      previous_date = case when coalesce(p_date, e.date) = e.date then e.previous_date else e.date end
    where e.id = p_event_id returning * into v_event;
  return v_event;
end
$$;
comment on function public.move_event(uuid, timestamptz, text, text) is
  'Gives the event another date, which keeps the one before in previous_date, or another place; tickets stay valid. The '
  'same again changes nothing. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found, '
  'PT409 not_on_sale (cancelled). Security definer: previous_date changes here alone.';

create or replace function private.grant_event_changes() returns void
  language plpgsql set search_path = ''
as $$
begin
  revoke all on function public.cancel_event(uuid, text), public.move_event(uuid, timestamptz, text, text),
    public.add_ticket_category(uuid, uuid, text, numeric, integer, uuid, text[]), private.guard_event_edit(),
    private.category_in_use(uuid), private.guard_deletion(), private.grant_event_changes()
    from public, anon, authenticated;
  -- Visitors may call these only to be told to sign in.
  grant execute on function public.cancel_event(uuid, text), public.move_event(uuid, timestamptz, text, text),
    public.add_ticket_category(uuid, uuid, text, numeric, integer, uuid, text[]) to anon, authenticated;
end
$$;
select private.grant_event_changes();
