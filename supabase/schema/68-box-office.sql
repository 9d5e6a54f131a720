-- Box office: where its staff sell.

create function private.my_box_office_events() returns setof uuid
  language sql stable security definer set search_path = ''
as $$
  select w.event_id from private.works_at w
  join public.staff s on s.user_id = w.user_id and s.role = w.role
  where w.user_id = auth.uid() and w.role = 'box_office' and private.role_holds(s.ends_at)
$$;

comment on function private.my_box_office_events() is
  'Returns the events that the caller sells for as box office staff. Security definer: as my_gate_events.';

create function public.box_office_events() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
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
$$;

comment on function public.box_office_events() is
  'Returns [{event_id, name, venue, date, status}] of the events that the caller may sell for, until 24 hours after '
  'their start: all for admins, their own published ones for box office staff. Refusals: PT401 not_signed_in, PT403 forbidden. Security '
  'definer: as gate_events.';

insert into private.rights (roles, privileges, object) values
  ('anon, authenticated', 'execute', 'function public.box_office_events()');
