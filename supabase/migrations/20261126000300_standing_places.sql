-- Written from supabase/schema by `npm run migration`; table and view by hand.

-- A function may call one that comes after it.
set check_function_bodies = off;

alter table public.ticket_categories add column is_standing boolean not null default false;

comment on column public.ticket_categories.is_standing is
  'Sold by number of people: its places are numbered 1 to total_tickets and nobody chooses one.';

create or replace view public.ticket_category_list with (security_invoker = true) as
  select c.id, c.event_id, e.singer_id, s.name as singer_name, e.city, e.venue, e.date, e.status as event_status,
    c.name, c.price, c.total_tickets, c.tickets_sold, c.grid_columns, c.revision, c.created_at, c.updated_at,
    l.seating_layout_id, y.name as layout_name, l.section_ids,
    -- Not joins, so that only the rows of a page are counted.
    (select count(*) from public.seat_claims h
      where h.ticket_category_id = c.id and h.state = 'held' and h.expires_at > now()) as held,
    (select count(*) from public.seat_claims h
      where h.ticket_category_id = c.id and h.state = 'under_review'
        and (h.review_until is null or h.review_until > now())) as under_review,
    c.is_standing
  from public.ticket_categories c
  join public.events e on e.id = c.event_id
  join public.singers s on s.id = e.singer_id
  left join public.ticket_category_layouts l on l.ticket_category_id = c.id
  left join public.seating_layouts y on y.id = l.seating_layout_id;

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
  grant insert (id, singer_id, city, venue, date, genre), update (singer_id, city, venue, date, genre, revision) on table public.events
    to authenticated;
  -- Clients send the updated_at that an edit of tickets_sold saw; it is never stored.
  grant insert (id, event_id, name, price, total_tickets, tickets_sold, is_standing), update (event_id, name, price, total_tickets, tickets_sold, revision, updated_at, is_standing) on table public.ticket_categories
    to authenticated;
  revoke all on function private.guard_singer(), private.guard_event(), private.guard_ticket_category(),
    private.refuse_direct_edit(), private.grant_catalogue() from public, anon, authenticated;
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

comment on function private.seat_order(pg_catalog.text) is 'Sort key: section, then row with A to Z before AA, then number as a number; standing places (1, 2, …) come first. Order by it collate "C".';

comment on function private.seat_list(pg_catalog.text[]) is 'Returns seats as canonical text: by section, ascending, runs joined: ''BALC:A1-4,B7;STAL:C2'', ''A1-4,B7'', or for standing places ''17-20,33''.';

reset check_function_bodies;

select private.grant_bank();
select private.grant_catalogue();
select private.grant_catalogue_lists();
select private.grant_dashboard();
select private.grant_enquiries();
select private.grant_event_changes();
select private.grant_foundation();
select private.grant_gate();
select private.grant_history();
select private.grant_import();
select private.grant_jobs();
select private.grant_layouts();
select private.grant_payments();
select private.grant_people();
select private.grant_refunds();
select private.grant_review();
select private.grant_scans();
select private.grant_seats();
select private.grant_settings();
select private.grant_storage_auth();
select private.grant_sync();
select private.grant_terms();
select private.grant_tickets();
