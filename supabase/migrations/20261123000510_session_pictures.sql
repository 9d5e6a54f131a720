-- An ended session sees and keeps no pictures, and how many of them a customer may add holds when many come at once. A file
-- of its own, since it stands on a table of the storage service (docs/deploy.md says what to do where the role may not write
-- there).

-- Beside the other policies on pictures, whatever those allow.
create policy "Only a session that has not ended" on storage.objects as restrictive
  for all to authenticated using ((select private.uid()) is not null) with check ((select private.uid()) is not null);

-- What it asks of closed accounts and orders comes with 20261123000700_seats_under_review.sql.
create or replace function private.may_add_screenshot(p_name text) returns boolean
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
