-- An ended session sees and keeps no pictures. A file of its own, since it stands on a table of the storage service
-- (docs/deploy.md says what to do where the role may not write there).

-- Beside the other policies on pictures, whatever those allow.
create policy "Only a session that has not ended" on storage.objects as restrictive
  for all to authenticated using ((select private.uid()) is not null) with check ((select private.uid()) is not null);
