-- Storage: payment screenshots. Hosted Supabase refuses altering storage.objects; it takes policies, so this file has
-- nothing else. Customers add and read their own pictures and can neither overwrite nor delete them: there is no policy
-- for update and none for delete.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
  values ('payments', 'payments', false, 5242880, array['image/png', 'image/jpeg', 'image/webp'])
  on conflict (id) do update set
    public = excluded.public,
    file_size_limit = excluded.file_size_limit,
    allowed_mime_types = excluded.allowed_mime_types;

create function private.may_add_screenshot(p_name text) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
declare
  c_most_in_a_day constant integer := 100;
  v_user uuid := auth.uid();
begin
  if v_user is null or p_name is null or p_name !~ ('^' || v_user::text
      || '/[0-9]{10,16}-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}[.](png|jpg|jpeg|webp)$') then
    return false;
  end if;
  return (
    select count(*) < c_most_in_a_day
    from storage.objects o
    where o.bucket_id = 'payments' and o.name like v_user::text || '/%' and o.created_at > now() - interval '1 day');
end
$$;
comment on function private.may_add_screenshot(text) is
  'Whether the caller may add a picture of this name: <own id>/<ms when it was chosen>-<order id>.<ext>, at most 100 a '
  'day. Security definer: a policy that counts rows of its own table would ask itself.';
revoke all on function private.may_add_screenshot(text) from public, anon, authenticated;
grant execute on function private.may_add_screenshot(text) to authenticated;

create policy "Customers add pictures of their own payments" on storage.objects
  for insert to authenticated with check (bucket_id = 'payments' and private.may_add_screenshot(name));

create policy "Customers see their own pictures, admins every one" on storage.objects
  for select to authenticated using (
    bucket_id = 'payments'
    and (name like (select auth.uid())::text || '/%' or (select private.is_admin())));
