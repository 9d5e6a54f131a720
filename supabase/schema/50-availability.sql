-- What is free in a category, the same for everybody: seat maps follow it, and servers and CDNs keep it for a second.
-- taken_seats (45-seats.sql) answers the same for one caller.

create function public.seat_availability(p_ticket_category_id uuid default null, p_since text default null) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
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
$$;

comment on function public.seat_availability(uuid, text) is
  'Returns what is taken in a category, the same for everybody: {version, at, again, taken}, for standing places with '
  'free, at most 100. The version is the same as long as nothing changed; again: ask again after so many seconds. '
  'p_since, the version that the caller has, is for servers that answer with the changes since; here it changes nothing. '
  'Refuses 404 for a draft and for a category that needs a code: taken_seats answers for those who may see them. Security definer: claims are their customers''.';

create function public.my_held_seats(p_ticket_category_id uuid default null) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
begin
  return jsonb_build_object('at', now(), 'mine', (
    select coalesce(jsonb_agg(c.seat order by length(c.seat), c.seat), '[]') from public.seat_claims c
    where c.user_id = v_user and c.ticket_category_id = p_ticket_category_id and c.state = 'held' and c.expires_at > now()));
end
$$;

comment on function public.my_held_seats(uuid) is
  'Returns {at, mine}: the seats or standing places of a category that the caller holds now. Security definer: visitors and staff call it like customers, by their session.';

insert into private.rights (roles, privileges, object) values
  ('anon, authenticated', 'execute', 'function public.seat_availability(uuid, text)'),
  ('anon, authenticated', 'execute', 'function public.my_held_seats(uuid)');
