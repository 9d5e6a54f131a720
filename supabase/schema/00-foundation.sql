-- Foundation: roles, schemas, the caller and their role, refusals, fields of JSON, locks, row stamps, deleted rows, the
-- audit log, seat labels.
-- Each file adds to `private.rights` what the API's roles may do with its tables and functions; nothing else is granted.
-- No rule rests on a grant alone. BEFORE row triggers run by name: 10 stale edits, 20 values, 30 shape, 40 consequences,
-- 90 stamp.

alter default privileges revoke execute on functions from public;

do $$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'anon') then
    create role anon nologin;
  end if;
  if not exists (select from pg_catalog.pg_roles where rolname = 'authenticated') then
    create role authenticated nologin;
  end if;
  if not exists (select from pg_catalog.pg_roles where rolname = 'service_role') then
    create role service_role nologin bypassrls;
  end if;
end
$$;

create schema if not exists extensions;

create extension if not exists pgcrypto with schema extensions;

create extension if not exists pg_trgm with schema extensions;

create schema if not exists private;

grant usage on schema private to anon, authenticated, service_role;

grant usage on schema public to anon, authenticated, service_role;

create table private.rights (
  roles text not null,
  privileges text not null,
  object text not null,
  primary key (object, privileges, roles)
);

comment on table private.rights is
  'What the roles of the API may do: each row is granted by restate_rights(), everything else is revoked. object begins '
  'with its kind: ''function public.my_role()'', ''table public.events''.';

alter table private.rights enable row level security;

create function private.restate_rights() returns void
  language plpgsql set search_path = ''
as $$
declare
  c_ours constant regnamespace[] := array['public', 'private'];
  v_all text;
  v_right private.rights;
begin
  select string_agg(p.oid::regprocedure::text, ', ') into v_all
    from pg_catalog.pg_proc p
    where p.pronamespace = any (c_ours) and not private.is_of_extension('pg_catalog.pg_proc', p.oid);
  execute format('revoke all on function %s from public, anon, authenticated', v_all);
  select string_agg(c.oid::regclass::text, ', ') into v_all
    from pg_catalog.pg_class c
    where c.relnamespace = any (c_ours) and c.relkind in ('r', 'p', 'v', 'm', 'S')
      and not private.is_of_extension('pg_catalog.pg_class', c.oid);
  execute format('revoke all on table %s from public, anon, authenticated', v_all);
  for v_right in select * from private.rights order by object, privileges, roles loop
    execute format('grant %s on %s to %s', v_right.privileges, v_right.object, v_right.roles);
  end loop;
  -- The log is only added to, by triggers.
  revoke insert, update, delete, truncate on table public.audit_log from service_role;
end
$$;

comment on function private.restate_rights() is
  'Revokes everything in the schemas public and private from visitors and customers, then grants the rows of '
  'private.rights. The last statement of each migration. The embedded server repeats it at each start, because its '
  'backend grants everything to everybody at its first request.';

create function private.is_of_extension(p_catalog regclass, p_object oid) returns boolean
  language sql stable set search_path = ''
as $$
  select exists (
    select from pg_catalog.pg_depend d where d.classid = p_catalog and d.objid = p_object and d.deptype = 'e')
$$;

comment on function private.is_of_extension(regclass, oid) is
  'True for a function or table that an extension made: its rights are the extension''s.';

create function private.uid() returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := auth.uid();
begin
  if v_user is not null and not private.session_lives(v_user) then
    perform private.refuse(401, 'not_signed_in', '', 'This session has ended.');
  end if;
  return v_user;
end
$$;

comment on function private.uid() is
  'Returns the signed-in caller, or null for a visitor. PT401 not_signed_in for a token whose session has ended: an '
  'empty answer would make a device drop its tickets. Security definer: on the embedded backend callers have no '
  'access to the schema auth, so invoker functions and views call this.';

create function private.refuse(p_status integer, p_code text, p_detail text default '', p_hint text default '')
  returns void language plpgsql set search_path = ''
as $$
begin
  raise exception using
    errcode = 'PT' || p_status::text,
    message = p_code,
    detail = coalesce(p_detail, ''),
    hint = coalesce(p_hint, '');
end
$$;

comment on function private.refuse(integer, text, text, text) is
  'Ends the statement with HTTP status p_status (SQLSTATE PT4xx, PostgREST''s convention). p_code is one of '
  'refusalCodes in src/shop/refusals/refusal-codes.ts, p_detail text or JSON for the program, p_hint one English '
  'sentence for engineers.';

create function private.require_user() returns uuid
  language plpgsql stable set search_path = ''
as $$
declare
  v_user uuid := private.uid();
begin
  if v_user is null then
    perform private.refuse(401, 'not_signed_in', '', 'Sign in first.');
  end if;
  return v_user;
end
$$;

comment on function private.require_user() is 'Returns the caller, or PT401 not_signed_in.';

create function private.clean_text(p_text text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select regexp_replace(
    normalize(p_text, NFC),
    '^[[:space:]\u00a0\u1680\u2000-\u200b\u2028\u2029\u202f\u205f\u3000\ufeff]+'
    '|[[:space:]\u00a0\u1680\u2000-\u200b\u2028\u2029\u202f\u205f\u3000\ufeff]+$',
    '', 'g')
$$;

comment on function private.clean_text(text) is 'Trims every kind of white space and returns Unicode normal form C.';

create function private.fold_text(p_text text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select translate(
    lower(private.clean_text(p_text)),
    'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞĀĂĄĆĈĊČĎĐĒĔĖĘĚĜĞĠĢĤĪĬĮĴĶĹĻĽŁŃŅŇŌŎŐŒŔŖŘŚŜŞŠŢŤŪŬŮŰŲŴŶŸŹŻŽ',
    'àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþāăąćĉċčďđēĕėęěĝğġģĥīĭįĵķĺļľłńņňōŏőœŕŗřśŝşšţťūŭůűųŵŷÿźżž')
$$;

comment on function private.fold_text(text) is
  'Returns the cleaned text in lower case, for comparing names. In the C locale lower() leaves accented letters as '
  'they are, so the Latin ones are folded here.';

create function private.fold_words(p_text text, p_joined boolean default false) returns text
  language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  v_text text := normalize(translate(p_text, $q$'`´‘’‛ʹʻʼʽˈ′＇$q$, ''), NFKD);
begin
  -- Accents, nuktas, joiners, variation selectors and signs without width.
  v_text := lower(regexp_replace(v_text,
    '[\u0300-\u036f\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc\u00ad\u200b-\u200f\u2060\ufe00-\ufe0f\ufeff]', '', 'g'));
  -- Letters that do not come apart into a letter and an accent; in the C locale lower() leaves their capitals.
  v_text := translate(v_text, 'ŁłØøĐđÐðĦħıŊŋẞÆŒÞ', 'llooddddhhinnßæœþ');
  v_text := replace(replace(replace(replace(v_text, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
  v_text := translate(replace(v_text, '&', ' and '), E'\t\n\u000b\f\r\u1680\u2028\u2029', repeat(' ', 8));
  if p_joined then
    v_text := regexp_replace(v_text, '\. *', '', 'g');
  end if;
  v_text := regexp_replace(v_text, '[\u0001-\u001f!-/:-@\[-`{-\u00bf\u00d7\u00f7\u02c2-\u02df\u0964\u0965\u0970\u2010-\u206f\u20a0-\u20cf\u2190-\u2bff\u2e00-\u2e7f\u3001-\u303f]',
    case when p_joined then '' else ' ' end, 'g');
  return regexp_replace(trim(regexp_replace(v_text, ' +', ' ', 'g')), '(?<![^ ])([^ ]) (?=[^ ]( |$))', '\1', 'g');
end
$$;

comment on function private.fold_words(text, boolean) is
  'Returns the words of a text as search compares them: lower case, without accents, nuktas, joiners, apostrophes and signs, '
  'initials as one word. p_joined: what signs part is one word. Same as fold in src/platform/text/fold.ts.';

create function private.search_text(p_text text) returns text
  language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  v_words text := private.fold_words(p_text);
  v_joined text := private.fold_words(p_text, true);
begin
  return ' ' || v_words || case when v_joined <> v_words then ' ' || v_joined else '' end;
end
$$;

comment on function private.search_text(text) is
  'Returns the words of a stored text, each after a space, and those that people also write as one (ac dc acdc); for '
  'search_patterns. Same as searchableText in src/platform/text/fold.ts.';

create function private.search_patterns(p_text text) returns text[]
  language sql immutable parallel safe set search_path = ''
as $$
  select array_agg(case when char_length(word) > 2 then '%' || word || '%' else '% ' || word || '%' end
    order by char_length(word) desc, word)
  from unnest(string_to_array(private.fold_words(left(p_text, 100)), ' ')) as word where word <> ''
$$;

comment on function private.search_patterns(text) is
  'Returns a LIKE pattern for search_text of each word, the longest first; null for a text without words. One or two letters '
  'match only the beginning of a word: names have initials, and trigram indices need three letters.';

create function private.has_words(p_text text, p_patterns text[]) returns boolean
  language sql immutable parallel safe
as $$
  select private.search_text(p_text) like p_patterns[1]
    and (p_patterns[2] is null or private.search_text(p_text) like all (p_patterns))
$$;

comment on function private.has_words(text, text[]) is
  'True when a stored text has each word of search_patterns, in any order. Without a set clause: inlined, so that an index on '
  'search_text serves it.';

create function private.city_names() returns jsonb
  language sql immutable parallel safe set search_path = ''
as $$ select '{
    "mumbai": "Mumbai", "bombay": "Mumbai", "मुंबई": "Mumbai", "मुम्बई": "Mumbai", "बंबई": "Mumbai",
    "delhi": "Delhi", "new delhi": "Delhi", "दिल्ली": "Delhi", "नई दिल्ली": "Delhi",
    "bangalore": "Bangalore", "bengaluru": "Bangalore", "bengalooru": "Bangalore", "बेंगलुरु": "Bangalore", "बंगळुरू": "Bangalore", "बंगळूर": "Bangalore", "बैंगलोर": "Bangalore", "बंगलौर": "Bangalore",
    "chennai": "Chennai", "madras": "Chennai", "चेन्नई": "Chennai",
    "hyderabad": "Hyderabad", "हैदराबाद": "Hyderabad",
    "kolkata": "Kolkata", "calcutta": "Kolkata", "कोलकाता": "Kolkata", "कलकत्ता": "Kolkata",
    "goa": "Goa", "गोवा": "Goa",
    "ahmedabad": "Ahmedabad", "amdavad": "Ahmedabad",
    "ahilyanagar": "Ahilyanagar", "ahmednagar": "Ahilyanagar",
    "alappuzha": "Alappuzha", "alleppey": "Alappuzha",
    "ballari": "Ballari", "bellary": "Ballari",
    "bardhaman": "Bardhaman", "burdwan": "Bardhaman",
    "belagavi": "Belagavi", "belgaum": "Belagavi",
    "bharuch": "Bharuch", "broach": "Bharuch",
    "bhubaneswar": "Bhubaneswar", "bhubaneshwar": "Bhubaneswar",
    "coimbatore": "Coimbatore", "kovai": "Coimbatore",
    "davanagere": "Davanagere", "davangere": "Davanagere",
    "dharashiv": "Dharashiv", "osmanabad": "Dharashiv",
    "guwahati": "Guwahati", "gauhati": "Guwahati",
    "gurugram": "Gurugram", "gurgaon": "Gurugram",
    "hubballi": "Hubballi", "hubli": "Hubballi",
    "jalandhar": "Jalandhar", "jullundur": "Jalandhar",
    "kalaburagi": "Kalaburagi", "gulbarga": "Kalaburagi",
    "kannur": "Kannur", "cannanore": "Kannur",
    "kanpur": "Kanpur", "cawnpore": "Kanpur",
    "kanyakumari": "Kanyakumari", "cape comorin": "Kanyakumari",
    "kochi": "Kochi", "cochin": "Kochi",
    "kollam": "Kollam", "quilon": "Kollam",
    "kozhikode": "Kozhikode", "calicut": "Kozhikode",
    "mangaluru": "Mangaluru", "mangalore": "Mangaluru",
    "margao": "Margao", "madgaon": "Margao",
    "mohali": "Mohali", "sas nagar": "Mohali", "sahibzada ajit singh nagar": "Mohali",
    "mysuru": "Mysuru", "mysore": "Mysuru",
    "narmadapuram": "Narmadapuram", "hoshangabad": "Narmadapuram",
    "nashik": "Nashik", "nasik": "Nashik",
    "ooty": "Ooty", "udhagamandalam": "Ooty", "ootacamund": "Ooty",
    "palakkad": "Palakkad", "palghat": "Palakkad",
    "panaji": "Panaji", "panjim": "Panaji",
    "prayagraj": "Prayagraj", "allahabad": "Prayagraj",
    "puducherry": "Puducherry", "pondicherry": "Puducherry", "pondy": "Puducherry",
    "pune": "Pune", "poona": "Pune",
    "rajamahendravaram": "Rajamahendravaram", "rajahmundry": "Rajamahendravaram",
    "shimla": "Shimla", "simla": "Shimla",
    "shivamogga": "Shivamogga", "shimoga": "Shivamogga",
    "thane": "Thane", "thana": "Thane",
    "thanjavur": "Thanjavur", "tanjore": "Thanjavur",
    "thiruvananthapuram": "Thiruvananthapuram", "trivandrum": "Thiruvananthapuram",
    "thoothukudi": "Thoothukudi", "tuticorin": "Thoothukudi",
    "thrissur": "Thrissur", "trichur": "Thrissur",
    "tiruchirappalli": "Tiruchirappalli", "trichy": "Tiruchirappalli", "tiruchi": "Tiruchirappalli", "trichinopoly": "Tiruchirappalli",
    "tumakuru": "Tumakuru", "tumkur": "Tumakuru",
    "vadodara": "Vadodara", "baroda": "Vadodara",
    "varanasi": "Varanasi", "banaras": "Varanasi", "benares": "Varanasi",
    "vasco da gama": "Vasco da Gama", "vasco": "Vasco da Gama",
    "vijayawada": "Vijayawada", "bezawada": "Vijayawada",
    "visakhapatnam": "Visakhapatnam", "vishakhapatnam": "Visakhapatnam", "vizag": "Visakhapatnam"
  }'::jsonb $$;

comment on function private.city_names() is
  'Returns the name under which a city is stored, by its old, other and Indian names as fold_words; the table of '
  'src/shop/catalogue/cities.ts.';

create function private.canonical_city(p_city text) returns text
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return coalesce(private.city_names() ->> private.fold_words(p_city), p_city);
end
$$;

comment on function private.canonical_city(text) is
  'Returns the name under which a city is stored, or the text. Same as canonicalCity in src/shop/catalogue/cities.ts.';

create function private.names_of_city(p_city text) returns text
  language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  v_stored text := private.canonical_city(p_city);
begin
  return concat_ws(' ', p_city,
    (select string_agg(n.key, ' ') from jsonb_each_text(private.city_names()) as n where n.value = v_stored));
end
$$;

comment on function private.names_of_city(text) is 'Returns every name of a city in one text, for searches.';

create function private.require_text(p_value text, p_argument text, p_longest integer) returns text
  language plpgsql immutable set search_path = ''
as $$
declare
  v_text text;
begin
  if octet_length(p_value) <= 12 * p_longest + 1024 then
    v_text := private.clean_text(private.strip_hidden(p_value));
  end if;
  if coalesce(v_text, '') = '' or char_length(v_text) > p_longest or v_text ~ '[\x01-\x1f\x7f]' then
    perform private.refuse(400, 'invalid', p_argument,
      format('%s must be text of 1 to %s characters on one line.', p_argument, p_longest));
  end if;
  return v_text;
end
$$;

comment on function private.require_text(text, text, integer) is
  'Returns one cleaned line of 1 to p_longest characters without invisible characters, or PT400 invalid naming '
  'p_argument.';

create function private.path_of(p_path text, p_key text) returns text
  language sql immutable set search_path = ''
as $$ select case when p_path = '' then p_key else p_path || '.' || p_key end $$;

comment on function private.path_of(text, text) is 'Returns the path of a field: dates[0].doors_at.';

create function private.field_list(p_object jsonb, p_key text, p_path text, p_most integer) returns jsonb
  language plpgsql immutable set search_path = ''
as $$
declare
  v_list jsonb := coalesce(nullif(p_object -> p_key, 'null'), '[]');
begin
  if jsonb_typeof(v_list) <> 'array' or jsonb_array_length(v_list) > p_most then
    perform private.refuse(400, 'invalid', private.path_of(p_path, p_key), format('A list of at most %s is expected.', p_most));
  end if;
  return v_list;
end
$$;

comment on function private.field_list(jsonb, text, text, integer) is
  'Returns the list of a field, empty without it, or PT400 invalid with its path.';

create function private.field_text(p_object jsonb, p_key text, p_path text) returns text
  language plpgsql immutable set search_path = ''
as $$
begin
  if jsonb_typeof(p_object -> p_key) not in ('string', 'null') then
    perform private.refuse(400, 'invalid', private.path_of(p_path, p_key), 'Text is expected here.');
  end if;
  return p_object ->> p_key;
end
$$;

comment on function private.field_text(jsonb, text, text) is
  'Returns the text of a field, null without it, or PT400 invalid with its path.';

create function private.field_texts(p_object jsonb, p_key text, p_path text) returns text[]
  language plpgsql immutable set search_path = ''
as $$
declare
  v_list jsonb := private.field_list(p_object, p_key, p_path, 100);
begin
  if exists (select from jsonb_array_elements(v_list) as one where jsonb_typeof(one) <> 'string') then
    perform private.refuse(400, 'invalid', private.path_of(p_path, p_key), 'A list of texts is expected here.');
  end if;
  return array(select value from jsonb_array_elements_text(v_list) with ordinality as t(value, n) order by n);
end
$$;

comment on function private.field_texts(jsonb, text, text) is
  'Returns the texts of a field, none without it, or PT400 invalid with its path.';

create function private.field_number(p_object jsonb, p_key text, p_path text, p_whole boolean) returns numeric
  language plpgsql immutable set search_path = ''
as $$
declare
  v_number numeric;
begin
  if jsonb_typeof(p_object -> p_key) not in ('number', 'null') then
    perform private.refuse(400, 'invalid', private.path_of(p_path, p_key), 'A number is expected here.');
  end if;
  v_number := (p_object ->> p_key)::numeric;
  if v_number <> round(v_number, case when p_whole then 0 else 2 end) or abs(v_number) > 100000000 then
    perform private.refuse(400, 'invalid', private.path_of(p_path, p_key),
      case when p_whole then 'A whole number is expected here.' else 'A number with at most two decimals is expected here.' end);
  end if;
  return v_number;
end
$$;

comment on function private.field_number(jsonb, text, text, boolean) is
  'Returns the number of a field, whole or with two decimals, null without it, or PT400 invalid with its path.';

create function private.field_instant(p_object jsonb, p_key text, p_path text) returns timestamptz
  language plpgsql stable set search_path = ''
as $$
declare
  v_text text := private.field_text(p_object, p_key, p_path);
begin
  if v_text is null then
    return null;
  end if;
  if v_text !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,6})?)?(Z|[+-][0-9]{2}:?[0-9]{2})$' then
    perform private.refuse(400, 'invalid', private.path_of(p_path, p_key), 'An ISO time with its zone is expected here.');
  end if;
  begin
    return v_text::timestamptz;
  exception when datetime_field_overflow or invalid_datetime_format then
    perform private.refuse(400, 'invalid', private.path_of(p_path, p_key), 'There is no such time.');
  end;
  return null;
end
$$;

comment on function private.field_instant(jsonb, text, text) is
  'Returns the time of a field, null without it, or PT400 invalid with its path.';

create function private.field_id(p_object jsonb, p_key text, p_path text) returns uuid
  language plpgsql immutable set search_path = ''
as $$
declare
  v_text text := private.field_text(p_object, p_key, p_path);
begin
  if v_text !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    perform private.refuse(400, 'invalid', private.path_of(p_path, p_key), 'A uuid is expected here.');
  end if;
  return v_text::uuid;
end
$$;

comment on function private.field_id(jsonb, text, text) is
  'Returns the uuid of a field, null without it, or PT400 invalid with its path.';

create function private.field_flag(p_object jsonb, p_key text, p_path text) returns boolean
  language plpgsql immutable set search_path = ''
as $$
begin
  if jsonb_typeof(p_object -> p_key) not in ('boolean', 'null') then
    perform private.refuse(400, 'invalid', private.path_of(p_path, p_key), 'true or false is expected here.');
  end if;
  return coalesce((p_object -> p_key)::text = 'true', false);
end
$$;

comment on function private.field_flag(jsonb, text, text) is
  'Returns whether a field is true, false without it, or PT400 invalid with its path.';

-- Without a set clause PostgreSQL inlines these two.
create function private.lock_customer(p_user_id uuid) returns void language sql volatile
as $$ select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('customer:' || p_user_id::text, 0)) $$;

comment on function private.lock_customer(uuid) is 'Allows one writer per customer until the end of the transaction.';

create function private.share_event(p_event_id uuid) returns void language sql volatile
as $$ select pg_catalog.pg_advisory_xact_lock_shared(pg_catalog.hashtextextended('event:' || p_event_id::text, 0)) $$;

comment on function private.share_event(uuid) is
  'For holding seats and submitting: many at a time, none during lock_event.';

create function private.lock_event(p_event_id uuid) returns void
  language sql volatile set search_path = ''
as $$ select pg_advisory_xact_lock(hashtextextended('event:' || p_event_id::text, 0)) $$;

comment on function private.lock_event(uuid) is
  'For cancelling, layouts and ticket totals: excludes every other use of the event.';

create function private.lock_event_soon(p_event_id uuid) returns void
  language plpgsql volatile set search_path = '' set lock_timeout = '800ms'
as $$
begin
  perform private.lock_event(p_event_id);
exception when lock_not_available then
  perform private.refuse(409, 'changed_meanwhile', '', 'Others are buying or editing here right now; try again.');
end
$$;

comment on function private.lock_event_soon(uuid) is
  'lock_event for triggers, which lock their row first, against the usual order. Gives up after 800 ms with PT409 '
  'changed_meanwhile, before PostgreSQL detects a deadlock (1 s) and ends either transaction.';

create function private.stamp_row() returns trigger
  language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    new.created_at := coalesce(new.created_at, clock_timestamp());
    new.updated_at := clock_timestamp();
  else
    new.created_at := old.created_at;
    -- Strictly increasing: clients tell versions of a row apart by it.
    new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 microsecond');
  end if;
  return new;
end
$$;

comment on function private.stamp_row() is
  'Trigger 90_stamp: keeps created_at and moves updated_at with every write, whatever the client sent.';

create function private.refuse_stale_edit() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  perform private.refuse(409, 'changed_meanwhile', old.revision::text,
    'The row was changed since it was read; detail is its revision now.');
  return null;
end
$$;

comment on function private.refuse_stale_edit() is
  'Trigger 10_refuse_stale: refuses an edit whose revision is not the row''s. The noun''s own trigger raises the '
  'revision, only when a column that staff edit changes.';

create table public.deleted_rows (
  "table" text not null,
  id uuid not null,
  at timestamptz not null default clock_timestamp(),
  primary key ("table", id)
);

comment on table public.deleted_rows is
  'Rows deleted from synced tables or taken back to draft, so that devices delete them too. World-readable: it holds '
  'only ids, and none of a row that was never public.';

create index deleted_rows_at on public.deleted_rows (at);

alter table public.deleted_rows enable row level security;

create policy "Everyone reads what was deleted" on public.deleted_rows
  for select to anon, authenticated using (true);

create function private.note_deletion() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    perform private.forget_on_devices(tg_table_name, (to_jsonb(old) ->> tg_argv[0])::uuid);
    return old;
  end if;
  delete from public.deleted_rows d where d."table" = tg_table_name and d.id = (to_jsonb(new) ->> tg_argv[0])::uuid;
  return new;
end
$$;

comment on function private.note_deletion() is
  'Trigger on synced tables, before the row goes or comes; its argument is the id column. Before, because what hangs on a row '
  'goes first and says whether devices have it. Removes the entry when a row returns under its old id. Security definer: no '
  'role may write deleted_rows.';

create table public.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  actor uuid,
  action text not null,
  "table" text not null,
  row_id text not null,
  before jsonb,
  after jsonb
);

comment on table public.audit_log is
  'Who changed what. Triggers write it, and gate_key each time it returns a key. actor is null for the shop itself.';

create index audit_log_at on public.audit_log (at desc);

create index audit_log_row on public.audit_log ("table", row_id, at desc);

create index audit_log_actor on public.audit_log (actor);

alter table public.audit_log enable row level security;

-- Its policy, "Admins read the audit log", is in 10-people.sql, after is_admin.
create function private.record_audit(p_action text, p_table text, p_row_id text, p_before jsonb, p_after jsonb)
  returns void language sql volatile security definer set search_path = ''
as $$
  insert into public.audit_log (actor, action, "table", row_id, before, after)
  values (auth.uid(), p_action, p_table, p_row_id, p_before, p_after)
$$;

comment on function private.record_audit(text, text, text, jsonb, jsonb) is
  'Adds one line to the audit log. Security definer: no role may write audit_log.';

create function private.audit_row() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_before jsonb;
  v_after jsonb;
begin
  if tg_op = 'INSERT' then
    v_after := to_jsonb(new);
    insert into public.audit_log (actor, action, "table", row_id, after)
      values (auth.uid(), 'insert', tg_table_name, v_after ->> tg_argv[0], v_after);
    return null;
  end if;
  v_before := to_jsonb(old);
  v_after := case when tg_op = 'UPDATE' then to_jsonb(new) end;
  if v_before - 'updated_at' = v_after - 'updated_at' then
    return null;
  end if;
  -- record_audit, inlined by hand: one call less per row.
  insert into public.audit_log (actor, action, "table", row_id, before, after)
  values (auth.uid(), lower(tg_op), tg_table_name, v_before ->> tg_argv[0], v_before, v_after);
  return null;
end
$$;

comment on function private.audit_row() is
  'Trigger audit; its argument is the id column. Records real changes only. Security definer: no role may write '
  'audit_log.';

create function private.strip_hidden(p_text text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select case when octet_length(p_text) = char_length(p_text) then p_text else (
    -- Joiners and variation selectors alone are no text.
    select case when t.text !~ '[^[:space:]\u200c\u200d\ufe00-\ufe0f]' then '' else t.text end
    from (select regexp_replace(p_text, '[\u0080-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f'
      || '\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a'
      || '\U000e0000-\U000e0fff]', '', 'g') as text) as t) end
$$;

comment on function private.strip_hidden(text) is
  'Removes invisible characters and those that change a line''s direction: with them two names can look alike and '
  'differ. Keeps joiners (U+200C, U+200D), which Indian scripts need.';

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

comment on schema private is 'Never exposed over HTTP: rules, locks, secrets.';

-- Called by every signed-in request: without a set clause these two cost half as much.
create function private.token_session() returns uuid language sql stable
as $$ select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id')::uuid $$;

comment on function private.token_session() is
  'Returns the session that the caller''s token names. Null without a token, and for a token signed outside the auth '
  'service, which takes the project''s secret.';

create function private.session_lives(p_user_id uuid) returns boolean
  language plpgsql stable
as $$
declare
  v_session uuid := private.token_session();
begin
  if v_session is null then
    return exists (select from auth.users u where u.id = p_user_id);
  end if;
  return exists (
    select from auth.sessions s
    where s.id = v_session and s.user_id = p_user_id and (s.not_after is null or s.not_after > now()));
end
$$;

comment on function private.session_lives(uuid) is
  'True while the session in the caller''s token belongs to this account. It ends with the account, at sign-out, and '
  'when the password changes. A token without a session needs the account alone. For security definer functions: '
  'reads the schema auth.';

create function private.role_holds(p_ends_at timestamptz) returns boolean
  language sql stable
as $$ select p_ends_at is null or p_ends_at > now() $$;

comment on function private.role_holds(timestamptz) is 'Whether a role with this end, or with none, holds now.';

create function private.staff_roles() returns text[]
  language sql immutable parallel safe set search_path = ''
as $$ select array['admin', 'events', 'payments', 'box_office', 'gate'] $$;

comment on function private.staff_roles() is 'Returns the roles of staff, the widest first. As staffRoles in src/shop/people/role.ts.';

create function private.is_admin() returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := private.uid();
begin
  return v_user is not null and exists (select from public.staff s where s.user_id = v_user and s.role = 'admin' and private.role_holds(s.ends_at));
end
$$;

comment on function private.is_admin() is
  'True when the caller is an admin now; PT401 not_signed_in when the session has ended. Security definer: policies '
  'of every table call it, whatever the caller may read.';

create function private.is_gate() returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := private.uid();
begin
  return v_user is not null and exists (select from public.staff s where s.user_id = v_user and s.role = 'gate' and private.role_holds(s.ends_at));
end
$$;

comment on function private.is_gate() is
  'True when the caller is gate staff now; PT401 not_signed_in when the session has ended. Security definer: as '
  'is_admin.';

create function private.is_box_office() returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := private.uid();
begin
  return v_user is not null and exists (select from public.staff s where s.user_id = v_user and s.role = 'box_office' and private.role_holds(s.ends_at));
end
$$;

comment on function private.is_box_office() is
  'True when the caller is box office staff now; PT401 not_signed_in when the session has ended. Security definer: as '
  'is_admin.';

-- docs/decisions/0086-roles.md
create function private.may(variadic p_roles text[]) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := private.uid();
begin
  return v_user is not null and exists (
    select from public.staff s
    where s.user_id = v_user and (s.role = 'admin' or s.role = any (p_roles)) and private.role_holds(s.ends_at));
end
$$;

comment on function private.may(text[]) is
  'True when the caller is an admin or has one of these roles now; PT401 not_signed_in when the session has ended. '
  'Security definer: as is_admin.';

create function private.require_role(variadic p_roles text[]) returns uuid
  language plpgsql stable set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
begin
  if not private.may(variadic p_roles) then
    perform private.refuse(403, 'forbidden', '', format('This is for admins and staff of: %s.', array_to_string(p_roles, ', ')));
  end if;
  return v_user;
end
$$;

comment on function private.require_role(text[]) is
  'Returns the caller, an admin or staff with one of these roles; or PT401 not_signed_in, or PT403 forbidden.';

create function private.require_admin() returns uuid
  language plpgsql stable set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
begin
  if not private.is_admin() then
    perform private.refuse(403, 'forbidden', '', 'This is for admins.');
  end if;
  return v_user;
end
$$;

comment on function private.require_admin() is 'Returns the calling admin, or PT401 not_signed_in, or PT403 forbidden.';

create function private.require_server() returns void
  language plpgsql stable set search_path = ''
as $$
declare
  -- The role of the request; a function that runs as its owner does not change it. None on a connection of its own.
  v_role name := coalesce(nullif(current_setting('role'), 'none'), session_user);
begin
  if v_role <> 'service_role' and not pg_has_role(v_role, current_user, 'member') then
    perform private.require_user();
    perform private.refuse(403, 'forbidden', '', 'This is for the server.');
  end if;
end
$$;

comment on function private.require_server() is
  'Refuses everybody but the service role and the owner of the calling function, which is security definer: PT401 '
  'not_signed_in, PT403 forbidden, also for admins. Whatever the grants say.';

create type private.seat as (event_id uuid, place text, seat text, ticket_category_id uuid);

comment on type private.seat is 'One seat of one event; place is the section code, or the category''s id.';

create function private.seat_order(p_seat text) returns text
  language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  v_row text := rtrim(p_seat, '0123456789');
  v_number text := substr(p_seat, length(v_row) + 1);
  m text[];
begin
  -- ^[A-Z]{1,2}[1-9][0-9]{0,2}$ by hand, as in grid_position.
  if length(v_row) between 1 and 2 and translate(v_row, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '') = ''
     and length(v_number) between 1 and 3 and not starts_with(v_number, '0') then
    return '     ' || length(v_row)::text || rpad(v_row, 2) || lpad(v_number, 3, '0');
  end if;
  -- A standing place: ^[1-9][0-9]{0,5}$.
  if v_row = '' and length(v_number) between 1 and 6 and not starts_with(v_number, '0') then
    return '     0' || lpad(v_number, 6, '0');
  end if;
  m := regexp_match(p_seat, '^(?:([A-Z0-9]{1,4})-)?([A-Z]{1,2})([1-9][0-9]{0,2})$');
  if m is null then
    return '~' || p_seat;
  end if;
  return rpad(coalesce(m[1], ''), 5) || length(m[2])::text || rpad(m[2], 2) || lpad(m[3], 3, '0');
end
$$;

comment on function private.seat_order(text) is
  'Sort key: section, then row with A to Z before AA, then number as a number; standing places (1, 2, …) come first. '
  'Order by it collate "C".';

create function private.grid_position(p_seat text, p_columns integer) returns integer
  language plpgsql immutable strict parallel safe
as $$
declare
  v_row text := rtrim(p_seat, '0123456789');
  v_number text := substr(p_seat, length(v_row) + 1);
begin
  -- ^[A-Z]{1,2}[1-9][0-9]{0,2}$ by hand: it runs for every held seat, and a regular expression costs ten times as much.
  if length(v_row) not between 1 and 2 or translate(v_row, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '') <> ''
     or length(v_number) not between 1 and 3 or starts_with(v_number, '0') or v_number::integer > p_columns then
    return null;
  end if;
  -- row_index(v_row), inlined by hand.
  return (case when length(v_row) = 1 then ascii(v_row) - 65
    else (ascii(v_row) - 64) * 26 + ascii(substr(v_row, 2)) - 65 end) * p_columns + v_number::integer;
end
$$;

comment on function private.grid_position(text, integer) is
  'Returns the position of the label in the grid, from 1; null unless it is exactly such a label.';

create function private.place_of(p_category_id uuid, p_seat text) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_total integer;
  v_columns integer;
  v_layout uuid;
  v_sections text[];
  v_standing boolean;
  v_parts text[];
  v_row jsonb;
begin
  select c.total_tickets, c.grid_columns, l.seating_layout_id, l.section_ids, c.is_standing
    into v_total, v_columns, v_layout, v_sections, v_standing
    from public.ticket_categories c
    left join public.ticket_category_layouts l on l.ticket_category_id = c.id
    where c.id = p_category_id;
  if not found or p_seat is null then
    return null;
  end if;

  if v_standing then
    return (select s.place from public.seat_claims s where s.ticket_category_id = p_category_id and s.seat = p_seat);
  end if;
  if v_layout is null then
    return case when private.grid_position(p_seat, v_columns) <= v_total then p_category_id::text end;
  end if;

  v_parts := regexp_match(p_seat, '^([A-Z0-9]{1,4})-([A-Z]{1,2})([1-9][0-9]{0,2})$');
  if v_parts is null or v_parts[1] <> all (v_sections) then
    return null;
  end if;
  select r into v_row
    from public.seating_layouts s,
      lateral jsonb_array_elements(s.layout_data -> 'sections') as section,
      lateral jsonb_array_elements(section -> 'rows') as r
    where s.id = v_layout and section ->> 'code' = v_parts[1] and r ->> 'label' = v_parts[2];
  if v_row -> 'seats' @> to_jsonb(v_parts[3]::integer)
     and not coalesce(v_row -> 'blocked', '[]'::jsonb) @> to_jsonb(v_parts[3]::integer) then
    return v_parts[1];
  end if;
  return null;
end
$$;

comment on function private.place_of(uuid, text) is
  'Returns the place of this sellable seat: its section code, or the category''s id; null when the category has no '
  'such seat. Labels match exactly. Security definer: the same for every caller.';

create function private.seats_as_lines(p_seats private.seat[]) returns text
  language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('ticket_category_id', l.ticket_category_id, 'seats', l.seats) order by l.first), '[]')::text
  from (
    select s.ticket_category_id, min(s.n) as first,
      coalesce(jsonb_agg(s.seat order by private.seat_order(s.seat) collate "C") filter (where s.seat is not null), '[]') as seats
    from unnest(p_seats) with ordinality as s (event_id, place, seat, ticket_category_id, n)
    group by s.ticket_category_id
  ) as l
$$;

comment on function private.seats_as_lines(private.seat[]) is
  'Returns seats as JSON text shaped like p_lines, for refusals.';

insert into private.rights (roles, privileges, object) values
  ('anon, authenticated', 'select', 'table public.deleted_rows'),
  ('authenticated', 'select', 'table public.audit_log'),
  -- For invoker functions, views and policies, and for indexes and triggers that run as the writer.
  ('anon, authenticated, service_role', 'execute', 'function private.uid()'),
  ('anon, authenticated, service_role', 'execute', 'function private.refuse(integer, text, text, text)'),
  ('anon, authenticated, service_role', 'execute', 'function private.require_user()'),
  ('anon, authenticated, service_role', 'execute', 'function private.clean_text(text)'),
  ('anon, authenticated, service_role', 'execute', 'function private.fold_text(text)'),
  ('authenticated, service_role', 'execute', 'function private.fold_words(text, boolean)'),
  ('authenticated, service_role', 'execute', 'function private.search_text(text)'),
  ('authenticated, service_role', 'execute', 'function private.city_names()'),
  ('authenticated, service_role', 'execute', 'function private.canonical_city(text)'),
  ('authenticated, service_role', 'execute', 'function private.names_of_city(text)'),
  ('anon, authenticated, service_role', 'execute', 'function private.require_text(text, text, integer)'),
  ('anon, authenticated, service_role', 'execute', 'function private.is_admin()'),
  ('authenticated', 'execute', 'function private.may(text[])'),
  ('authenticated', 'execute', 'function private.staff_roles()'),
  ('anon, authenticated, service_role', 'execute', 'function private.is_gate()'),
  ('anon, authenticated, service_role', 'execute', 'function private.is_box_office()'),
  ('authenticated, service_role', 'execute', 'function private.strip_hidden(text)');
