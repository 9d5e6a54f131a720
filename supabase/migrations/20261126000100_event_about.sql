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

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
  values ('posters', 'posters', true, 614400, array['image/webp', 'image/avif', 'image/jpeg'])
  on conflict (id) do update set
    public = excluded.public,
    file_size_limit = excluded.file_size_limit,
    allowed_mime_types = excluded.allowed_mime_types;

-- A function may call one that comes after it.
set check_function_bodies = off;

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
  grant insert (description, line_up, doors_at, ends_at, minimum_age, sung_in, rules, poster, poster_alt), update (description, line_up, doors_at, ends_at, minimum_age, sung_in, rules, poster, poster_alt) on table public.events
    to authenticated;
  -- Clients send the updated_at that an edit of tickets_sold saw; it is never stored.
  grant insert (id, event_id, name, price, total_tickets, tickets_sold), update (event_id, name, price, total_tickets, tickets_sold, revision, updated_at) on table public.ticket_categories
    to authenticated;
  revoke all on function private.guard_singer(), private.guard_event(), private.guard_ticket_category(),
    private.refuse_direct_edit(), private.require_paragraphs(text, text, integer),
    private.require_names(text[], text, integer, integer), private.guard_event_about(), private.grant_catalogue() from public, anon, authenticated;
end
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

CREATE TRIGGER "22_about" BEFORE INSERT OR UPDATE ON public.events FOR EACH ROW EXECUTE FUNCTION private.guard_event_about();

create policy "Admins add posters" on storage.objects as PERMISSIVE for INSERT to authenticated with check (((bucket_id = 'posters'::text) AND ( SELECT private.is_admin() AS is_admin) AND (name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{16}-[1-9][0-9]{2,3}x[1-9][0-9]{2,3}-(jpg|webp|avif)-(320|640|1280)[.](jpg|webp|avif)$'::text)));

create policy "Admins delete posters" on storage.objects as PERMISSIVE for DELETE to authenticated using (((bucket_id = 'posters'::text) AND ( SELECT private.is_admin() AS is_admin)));

create policy "Admins list posters" on storage.objects as PERMISSIVE for SELECT to authenticated using (((bucket_id = 'posters'::text) AND ( SELECT private.is_admin() AS is_admin)));

comment on function private.require_paragraphs(pg_catalog.text,pg_catalog.text,integer) is 'Returns cleaned lines of at most p_longest characters, null for none, or PT400 invalid naming p_argument.';

comment on function private.require_names(pg_catalog.text[],pg_catalog.text,integer,integer) is 'Returns at most p_most cleaned names of 1 to p_longest characters in their order, null for none, or PT400 invalid naming p_argument.';

comment on function private.guard_event_about() is 'Trigger 22_about, after 20_values: what an event says about itself. PT400 invalid with the column. Security definer: the writer may not call the functions that check it.';

comment on function private.unused_poster_files(interval) is 'Returns up to 500 poster files that no event names and that are older than p_age. Security definer: reads storage whatever the caller may read.';

comment on function public.find_unused_posters() is 'Returns files of replaced posters and deleted events, a day old; the caller deletes them, because hosted storage deletes a file only by its own API. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden. Security definer: its helper is private.';

comment on column public.events.description is 'What the concert is, for customers: paragraphs, lists, bold, links in Markdown; null without.';

comment on column public.events.line_up is 'Who plays, in order; null without.';

comment on column public.events.doors_at is 'When doors open; a move of the start moves it along.';

comment on column public.events.ends_at is 'When the event ends; a move of the start moves it along.';

comment on column public.events.sung_in is 'Languages of the songs, by their English names; null without.';

comment on column public.events.rules is 'House rules of this event, in the same Markdown as the description.';

comment on column public.events.poster is 'Beginning of the names of the poster''s files in the bucket posters: <event id>/<hash>-<width>x<height>-<format>; null shows a drawn one.';

comment on column public.events.poster_alt is 'What the poster shows, for those who do not see it.';

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
