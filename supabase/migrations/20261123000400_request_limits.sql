-- No single request costs more than it should: how long a statement of the API may take, and lengths that are looked at
-- before anything reads what is long.

-- ---------------------------------------------------------------------------------------------------------------
-- How long a statement may take

-- PostgREST ends a statement when the time of its role is over. Hosted Supabase gives these times; a PostgreSQL of one's
-- own has none. A time that an operator has set stays. The embedded database has no clock, and the program that answers
-- for it says the times itself.
do $$
declare
  v_role text;
  v_time text;
begin
  for v_role, v_time in values ('anon', '3s'), ('authenticated', '8s') loop
    if exists (select from pg_catalog.pg_roles r where r.rolname = v_role)
       and not exists (
         select from pg_catalog.pg_db_role_setting s
         join pg_catalog.pg_roles r on r.oid = s.setrole
         cross join unnest(s.setconfig) as c (line)
         where r.rolname = v_role and c.line like 'statement_timeout=%')
    then
      begin
        execute format('alter role %I set statement_timeout = %L', v_role, v_time);
      exception when insufficient_privilege then
        raise notice 'The role % keeps its time for statements: this user may not change it.', v_role;
      end;
    end if;
  end loop;
end
$$;

-- ---------------------------------------------------------------------------------------------------------------
-- Lengths first. Cleaning reads a text sign by sign, and one of megabytes takes seconds. A sign has at most four bytes,
-- and three signs at most become one; white space around a text may be long, within a kilobyte.

create or replace function private.require_text(p_value text, p_argument text, p_longest integer) returns text
  language plpgsql immutable set search_path = ''
as $$
declare
  v_text text;
begin
  if octet_length(p_value) <= 12 * p_longest + 1024 then
    v_text := private.clean_text(p_value);
  end if;
  if coalesce(v_text, '') = '' or char_length(v_text) > p_longest or v_text ~ '[\x01-\x1f\x7f]' then
    perform private.refuse(400, 'invalid', p_argument,
      format('%s must be text of 1 to %s characters on one line.', p_argument, p_longest));
  end if;
  return v_text;
end
$$;

create or replace function private.profile_text(p_profile jsonb, p_key text, p_now text, p_longest integer, p_pattern text)
  returns text language plpgsql immutable set search_path = ''
as $$
declare
  v_text text;
begin
  if not p_profile ? p_key then
    return p_now;
  end if;
  if octet_length(p_profile ->> p_key) <= 12 * p_longest + 1024 then
    v_text := nullif(private.clean_text(p_profile ->> p_key), '');
  end if;
  if octet_length(p_profile ->> p_key) > 12 * p_longest + 1024 or jsonb_typeof(p_profile -> p_key) not in ('string', 'null')
     or char_length(v_text) > p_longest or v_text ~ '[\x01-\x1f\x7f]' or v_text !~ p_pattern then
    perform private.refuse(400, 'invalid', p_key, format('%s has a form or length it cannot have.', p_key));
  end if;
  return v_text;
end
$$;
