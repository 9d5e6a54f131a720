-- Written from supabase/schema by `npm run migration`.

-- A function may call one that comes after it.
set check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.seat_availability(p_ticket_category_id uuid DEFAULT NULL::uuid, p_since text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_most_counted constant integer := 100;
  c_again constant integer := 5;
  v_standing boolean;
  v_taken jsonb := '[]';
  v_free integer;
begin
  if p_ticket_category_id is null then
    perform private.refuse(400, 'invalid', 'p_ticket_category_id', 'Which ticket category?');
  end if;
  -- Not hidden_events(), which shows staff their drafts: this answer is kept for other people.
  select c.is_standing into v_standing
    from public.ticket_categories c join public.events e on e.id = c.event_id
    where c.id = p_ticket_category_id and not c.is_hidden and e.published_at is not null;
  if not found then
    perform private.refuse(404, 'not_found', 'p_ticket_category_id', 'There is no such ticket category for everybody.');
  end if;
  if v_standing then
    select count(*) into v_free from (
      select from public.seat_claims c
      where c.ticket_category_id = p_ticket_category_id and c.seat collate "C" < 'A'
        and coalesce(c.expires_at, c.review_until) <= now() limit c_most_counted) as f;
  else
    select coalesce(jsonb_agg(c.seat order by c.place, c.seat), '[]') into v_taken
      from public.seat_claims c
      where c.ticket_category_id = p_ticket_category_id
        and (c.state <> 'held' or c.expires_at > now()) and (c.review_until is null or c.review_until > now());
  end if;
  perform set_config('response.headers', '[{"Cache-Control": "public, max-age=1"}]', true);
  return jsonb_strip_nulls(jsonb_build_object(
    'version', left(md5(v_taken::text || coalesce(v_free::text, '')), 12), 'at', now(), 'again', c_again,
    'taken', v_taken, 'free', v_free));
end
$function$;

CREATE OR REPLACE FUNCTION public.my_held_seats(p_ticket_category_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := private.require_user();
begin
  return jsonb_build_object('at', now(), 'mine', (
    select coalesce(jsonb_agg(c.seat order by length(c.seat), c.seat), '[]') from public.seat_claims c
    where c.user_id = v_user and c.ticket_category_id = p_ticket_category_id and c.state = 'held' and c.expires_at > now()));
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_availability()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on function public.seat_availability(uuid, text), public.my_held_seats(uuid), private.grant_availability()
    from public, anon, authenticated;
  grant execute on function public.seat_availability(uuid, text), public.my_held_seats(uuid) to anon, authenticated;
end
$function$;

comment on function public.seat_availability(pg_catalog.uuid,pg_catalog.text) is 'Returns what is taken in a category, the same for everybody: {version, at, again, taken}, for standing places with free, at most 100. The version is the same as long as nothing changed; again: ask again after so many seconds. p_since, the version that the caller has, is for servers that answer with the changes since; here it changes nothing. Refuses 404 for a draft and for a category that needs a code: taken_seats answers for those who may see them. Security definer: claims are their customers''.';

comment on function public.my_held_seats(pg_catalog.uuid) is 'Returns {at, mine}: the seats or standing places of a category that the caller holds now. Security definer: visitors and staff call it like customers, by their session.';

comment on function private.grant_availability() is 'All privileges of this file; can be repeated.';

reset check_function_bodies;

select private.grant_announcements();
select private.grant_availability();
select private.grant_bank();
select private.grant_box_office();
select private.grant_catalogue();
select private.grant_catalogue_lists();
select private.grant_checklist();
select private.grant_code_uses();
select private.grant_codes();
select private.grant_dashboard();
select private.grant_door();
select private.grant_ed25519();
select private.grant_enquiries();
select private.grant_event_changes();
select private.grant_foundation();
select private.grant_free_orders();
select private.grant_gate();
select private.grant_guests();
select private.grant_hand_over();
select private.grant_history();
select private.grant_import();
select private.grant_invitations();
select private.grant_jobs();
select private.grant_kept_seats();
select private.grant_layouts();
select private.grant_new_concert();
select private.grant_pass_devices();
select private.grant_passes();
select private.grant_payments();
select private.grant_people();
select private.grant_phases();
select private.grant_proofs();
select private.grant_publishing();
select private.grant_refunds();
select private.grant_returns();
select private.grant_review();
select private.grant_scans();
select private.grant_seats();
select private.grant_settings();
select private.grant_storage_auth();
select private.grant_sync();
select private.grant_terms();
select private.grant_test_orders();
select private.grant_tickets();
select private.grant_unclaimed_credits();
select private.grant_waiting();
