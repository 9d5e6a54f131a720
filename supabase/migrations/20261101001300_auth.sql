-- Auth: every account gets a profile. Signing up never fails because of it.

create function private.keep_profile() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into public.profiles (id, email, name, phone, location, language)
      values (
        new.id,
        new.email,
        private.first_line(coalesce(new.raw_user_meta_data ->> 'name', new.raw_user_meta_data ->> 'full_name')),
        private.first_line(new.raw_user_meta_data ->> 'phone'),
        private.first_line(new.raw_user_meta_data ->> 'location'),
        -- What is asked for in Hindi is answered in Hindi: the first mail as well.
        substring(new.raw_user_meta_data ->> 'language' from '^(?:en|hi|mr)$'))
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
comment on function private.first_line(text) is 'What somebody typed at sign-up, as one short line.';

revoke all on function private.keep_profile(), private.first_line(text) from public, anon, authenticated;

create trigger keep_profile after insert or update of email on auth.users
  for each row execute function private.keep_profile();

-- Accounts that are older than this file.
insert into public.profiles (id, email, name)
  select u.id, u.email, private.first_line(u.raw_user_meta_data ->> 'name') from auth.users u
  on conflict (id) do nothing;
