-- Storage: payment screenshots, and the posters of events with the shop's logo, which everybody may read. Hosted Supabase allows only policies on storage.objects. Customers add and read their
-- own pictures; without policies for update and delete they cannot change them.

create function private.may_add_screenshot(p_name text) returns boolean
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_most_in_a_day constant integer := 100;
  c_most_unknown constant integer := 10;
  v_user uuid := auth.uid();
  v_order uuid;
begin
  if v_user is null or p_name is null or p_name !~ ('^' || v_user::text
      || '/[0-9]{10,16}-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}[.](png|jpg|jpeg|webp)$') then
    return false;
  end if;
  if exists (select from private.closed_accounts a where a.user_id = v_user) then
    return false;
  end if;
  -- Uploads that come at once are counted one after the other.
  perform pg_advisory_xact_lock(hashtextextended('pictures:' || v_user::text, 0));
  v_order := private.order_of_picture(p_name);
  return (
    select count(*) < c_most_in_a_day
      and (exists (select from private.orders k where k.id = v_order and k.user_id = v_user)
        or count(*) filter (where not exists (
          select from private.orders k where k.id = private.order_of_picture(o.name) and k.user_id = v_user)) < c_most_unknown)
    from storage.objects o
    where o.bucket_id = 'payments' and o.name like v_user::text || '/%' and o.created_at > now() - interval '1 day');
end
$$;

comment on function private.may_add_screenshot(text) is
  'Whether the caller may add a picture of this name: <own id>/<ms when it was chosen>-<order id>.<ext>, at most 100 a day, '
  'for an order of the caller''s that was held or submitted. For an order that the shop does not know (a restored backup '
  'has lost it, and money was sent) ten a day. Security definer: a policy that counts rows of its own table would ask itself.';

create function private.unused_poster_files(p_age interval) returns setof text
  language sql stable security definer set search_path = ''
as $$
  select o.name from storage.objects o
  where o.bucket_id = 'posters' and o.created_at < now() - p_age
    and not exists (
      select from public.events e where e.poster = regexp_replace(o.name, '-[0-9]+[.][a-z]+$', ''))
    and not exists (
      select from public.shop_settings s where s.logo = regexp_replace(o.name, '-[0-9a-z]+[.]png$', ''))
  order by o.created_at, o.name limit 500
$$;

comment on function private.unused_poster_files(interval) is
  'Returns up to 500 files of posters and logos that no event and no setting names and that are older than p_age. Security definer: reads storage '
  'whatever the caller may read.';

create function public.find_unused_posters() returns setof text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  -- A form that is open has stored its poster and not named it yet.
  return query select private.unused_poster_files(interval '1 day');
end
$$;

comment on function public.find_unused_posters() is
  'Returns files of replaced posters and logos and of deleted events, a day old; the caller deletes them, because hosted storage '
  'deletes a file only by its own API. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden. Security definer: '
  'its helper is private.';

create function private.keep_profile() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into public.profiles (id, email, name, phone, location, language, privacy_notice)
      values (
        new.id,
        new.email,
        private.first_line(coalesce(new.raw_user_meta_data ->> 'name', new.raw_user_meta_data ->> 'full_name')),
        private.first_line(new.raw_user_meta_data ->> 'phone'),
        private.first_line(new.raw_user_meta_data ->> 'location'),
        -- What is asked for in Hindi is answered in Hindi: the first mail as well.
        substring(new.raw_user_meta_data ->> 'language' from '^(?:en|hi|mr)$'),
        substring(new.raw_user_meta_data ->> 'privacy_notice' from '^20[2-9][0-9]-(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])$')::date)
      on conflict (id) do update set email = excluded.email;
  else
    update public.profiles p set email = new.email where p.id = new.id and p.email is distinct from new.email;
  end if;
  return null;
exception when others then
  -- save_profile makes the row later; the account is worth more.
  raise warning 'no profile for account %: %', new.id, sqlerrm;
  return null;
end
$$;

comment on function private.keep_profile() is
  'Trigger on auth.users: makes the profile, later keeps its address. Never fails. Security definer: the auth service '
  'does not write our tables.';

create function private.first_line(p_text text) returns text
  language sql immutable set search_path = ''
as $$ select nullif(left(private.clean_text(regexp_replace(p_text, '[\x01-\x1f\x7f]+', ' ', 'g')), 120), '') $$;

comment on function private.first_line(text) is 'What a person typed at sign-up, as one short line.';

create function private.order_of_picture(p_name text) returns uuid
  language sql immutable parallel safe set search_path = ''
as $$
  select substring(p_name from '^[0-9a-f-]{36}/[0-9]{1,16}-([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})[.]')::uuid
$$;

comment on function private.order_of_picture(text) is
  'Returns the order of a picture, by its name; null for any other name.';

create function private.note_picture(p_name text, p_digest text) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_payment uuid;
begin
  update public.payments p set picture_digest = p_digest
    where p.order_id = private.order_of_picture(p_name) and p.screenshot_url = p_name and p.picture_digest is null
    returning p.id into v_payment;
  if found then
    perform private.lengthen_review(v_payment);
  end if;
end
$$;

comment on function private.note_picture(text, text) is
  'Stores the digest of a picture that arrived after its payment, and extends the review. Security definer: '
  'storage''s own role adds pictures.';

create function private.picture_stored() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.bucket_id = 'payments' then
    perform private.note_picture(new.name, coalesce(trim(both '"' from new.metadata ->> 'eTag'), ''));
  end if;
  return null;
end
$$;

comment on function private.picture_stored() is
  'Trigger picture_stored on storage.objects. Security definer: storage''s own role adds pictures.';

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
  values ('payments', 'payments', false, 5242880, array['image/png', 'image/jpeg', 'image/webp'])
  on conflict (id) do update set
    public = excluded.public,
    file_size_limit = excluded.file_size_limit,
    allowed_mime_types = excluded.allowed_mime_types;

-- Everybody reads a public bucket by address; a name is never written twice, so that copies never age.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
  values ('posters', 'posters', true, 614400, array['image/webp', 'image/avif', 'image/jpeg', 'image/png'])
  on conflict (id) do update set
    public = excluded.public,
    file_size_limit = excluded.file_size_limit,
    allowed_mime_types = excluded.allowed_mime_types;

create function private.attach_to_storage() returns void
  language plpgsql set search_path = ''
as $$
begin
  create policy "Customers add pictures of their own payments" on storage.objects
    for insert to authenticated with check (bucket_id = 'payments' and private.may_add_screenshot(name));

  create policy "Customers see their own pictures, payments staff every one" on storage.objects
    for select to authenticated using (
      bucket_id = 'payments'
      and (name like (select auth.uid())::text || '/%' or (select private.may('payments'))));

  create policy "Events staff add posters" on storage.objects
    for insert to authenticated with check (
      bucket_id = 'posters' and (select private.may('events'))
      and name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{16}-[1-9][0-9]{2,3}x[1-9][0-9]{2,3}-(jpg|webp|avif)-(320|640|1280)[.](jpg|webp|avif)$');

  create policy "Admins add the shop's logo" on storage.objects
    for insert to authenticated with check (
      bucket_id = 'posters' and (select private.is_admin())
      and name ~ '^logo/[0-9a-f]{16}-[1-9][0-9]{0,3}x[1-9][0-9]{0,3}-(any|light|dark)-(96|180|192|512|mask)[.]png$');

  create policy "Events staff list posters" on storage.objects
    for select to authenticated using (bucket_id = 'posters' and (select private.may('events')));

  create policy "Events staff delete posters" on storage.objects
    for delete to authenticated using (
      bucket_id = 'posters' and (select private.may('events')) and (name not like 'logo/%' or (select private.is_admin())));

  create policy "Only a session that has not ended" on storage.objects as restrictive
    for all to authenticated using ((select private.uid()) is not null) with check ((select private.uid()) is not null);

  begin
    create trigger picture_stored after insert on storage.objects
      for each row execute function private.picture_stored();
  exception when insufficient_privilege then
    raise notice 'storage.objects takes no trigger here; private.tidy_sale() notes late pictures.';
  end;
end
$$;

comment on function private.attach_to_storage() is
  'Adds the policies of pictures and the trigger that notes a stored one to storage.objects. Once, by the owner of that '
  'table: the role that applies migrations to a hosted shop may not be it.';

create function private.attach_to_auth() returns void
  language plpgsql set search_path = ''
as $$
begin
  create trigger keep_profile after insert or update of email on auth.users
    for each row execute function private.keep_profile();
  begin
    create trigger refuse_closed before insert on auth.sessions
      for each row execute function private.refuse_closed();
  exception when insufficient_privilege then
    raise notice 'auth.sessions takes no trigger here; the auth service refuses banned accounts.';
  end;
end
$$;

comment on function private.attach_to_auth() is
  'Adds the triggers that keep profiles and refuse closed accounts to the tables of the auth service. Once, by their '
  'owner: the role that applies migrations to a hosted shop may not be it.';

do $$
begin
  perform private.attach_to_storage();
exception when insufficient_privilege then
  raise warning 'Pictures need one more step: run "select private.attach_to_storage();" as the owner of storage.objects.';
end
$$;

do $$
begin
  perform private.attach_to_auth();
exception when insufficient_privilege then
  raise warning 'Accounts need one more step: run "select private.attach_to_auth();" as the owner of auth.users.';
end
$$;

insert into private.rights (roles, privileges, object) values
  ('authenticated', 'execute', 'function private.may_add_screenshot(text)'),
  ('anon, authenticated', 'execute', 'function public.find_unused_posters()');
