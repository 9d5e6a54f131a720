-- The bucket of posters, which everybody may read and admins write. A file of its own, since it changes tables of the storage
-- service (docs/deploy.md says what to do where the role may not write there).

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
  values ('posters', 'posters', true, 614400, array['image/webp', 'image/avif', 'image/jpeg'])
  on conflict (id) do update set
    public = excluded.public,
    file_size_limit = excluded.file_size_limit,
    allowed_mime_types = excluded.allowed_mime_types;

create policy "Admins add posters" on storage.objects as PERMISSIVE for INSERT to authenticated with check (((bucket_id = 'posters'::text) AND ( SELECT private.is_admin() AS is_admin) AND (name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{16}-[1-9][0-9]{2,3}x[1-9][0-9]{2,3}-(jpg|webp|avif)-(320|640|1280)[.](jpg|webp|avif)$'::text)));

create policy "Admins delete posters" on storage.objects as PERMISSIVE for DELETE to authenticated using (((bucket_id = 'posters'::text) AND ( SELECT private.is_admin() AS is_admin)));

create policy "Admins list posters" on storage.objects as PERMISSIVE for SELECT to authenticated using (((bucket_id = 'posters'::text) AND ( SELECT private.is_admin() AS is_admin)));
