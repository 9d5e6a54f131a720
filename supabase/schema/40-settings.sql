-- Settings of the shop: one row that everyone reads and admins change.

create table public.shop_settings (
  id smallint primary key default 1,
  payee_name text,
  upi_id text,
  email text,
  phone text,
  whatsapp text,
  address text,
  gstin text,
  grievance_officer text,
  grievance_email text,
  grievance_phone text,
  social_links jsonb not null default '{}',
  screenshot_days integer not null default 30,
  revision integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  review_hours integer not null default 24,
  review_minutes integer not null default 15,
  upi_kind text,
  day_limit numeric,
  own_account boolean not null default false,
  upi_mcc text constraint shop_settings_mcc_known check (upi_mcc ~ '^[0-9]{4}$'),
  name text constraint shop_settings_name_length check (char_length(name) <= 40),
  short_name text constraint shop_settings_short_name_length check (char_length(short_name) <= 16),
  accent text constraint shop_settings_accent_form check (accent ~ '^#[0-9a-f]{6}$'),
  taglines jsonb not null default '{}' constraint shop_settings_taglines_object check (jsonb_typeof(taglines) = 'object'),
  tiles jsonb not null default '[]' constraint shop_settings_tiles_few
    check (jsonb_typeof(tiles) = 'array' and jsonb_array_length(tiles) <= 4),
  logo text,
  constraint shop_settings_one_row check (id = 1),
  constraint shop_settings_links_object check (jsonb_typeof(social_links) = 'object'),
  constraint shop_settings_days_possible check (screenshot_days between 1 and 3650),
  constraint shop_settings_review_possible
    check (review_hours between 1 and 720 and review_minutes between 5 and 1440 and review_minutes <= review_hours * 60),
  constraint shop_settings_account_possible
    check (upi_kind in ('merchant', 'personal') and day_limit between 1 and 999999999)
);

comment on table public.shop_settings is
  'One row: what the shop is called and says of itself, whom customers pay, how they reach it, what the law requires to show.';

comment on column public.shop_settings.name is 'Null: the name in mehfil.config.json.';

comment on column public.shop_settings.short_name is 'Under the icon on a home screen; null: the name.';

comment on column public.shop_settings.accent is 'Colour of buttons and marks, #rrggbb; null: the build''s.';

comment on column public.shop_settings.logo is
  'Beginning of the names of the logo''s files in the bucket posters: logo/<hash>-<width>x<height>-<ground>, where the ground '
  'that it needs is any, light or dark. Null: the name is written. Reader: src/shop/settings/logo.ts.';

comment on column public.shop_settings.taglines is
  '{"en": "…", "hi": "…", "mr": "…"}: what is sold here, after the name in the home page''s title. Empty: those in mehfil.config.json.';

comment on column public.shop_settings.tiles is
  '[{"number": {"en": "300+", …}, "label": {"en": "Concerts", …}}, …]: what the shop says of itself on its home page.';

comment on column public.shop_settings.payee_name is 'Account holder as the customer''s UPI app shows it.';

comment on column public.shop_settings.upi_id is 'Where customers pay; null while the shop cannot take payments.';

comment on column public.shop_settings.whatsapp is 'Digits with the country code, for wa.me links.';

comment on column public.shop_settings.social_links is '{"instagram": "https://…", …}';

comment on column public.shop_settings.screenshot_days is
  'Days that payment screenshots are kept after the decision, and payers'' UPI ids and the bank''s mails after the money came.';

comment on column public.shop_settings.review_hours is
  'Hours that the seats of a payment with a stored screenshot stay under review while no credit backs it.';

comment on column public.shop_settings.review_minutes is 'Minutes that the seats of a payment without a stored screenshot stay under review.';

comment on column public.shop_settings.upi_kind is
  'merchant: a verified merchant''s UPI id. personal: a person''s, which links to UPI apps do not reach, and a shared QR '
  'code only up to ₹2,000 (NPCI/UPI/OC-76C/2025-26 of 8 April 2025, which repeats NPCI/UPI/2023-24/OC/76A of 12 March 2024: '
  'taxguru.in/finance/npci-circular-revision-transaction-limits-upi-merchants.html). null: staff have not said.';

comment on column public.shop_settings.upi_mcc is
  'A merchant''s category code as its own QR has it (mc), for links and QR codes; null for persons and where none is known.';

comment on column public.shop_settings.day_limit is
  'Rupees that the account may receive by UPI on one day; null while none is known. Banks set it: NPCI/UPI/OC 192/2023-24 of '
  '28 March 2024 has them limit what small merchants receive a payment, a day and a month '
  '(taxguru.in/finance/implementation-maximum-upi-credit-limits-p2pm-merchants.html).';

comment on column public.shop_settings.own_account is
  'Staff say that the account is for this shop alone. Police have banks freeze a whole account for one disputed credit '
  '(the420.in: ₹150 to a nursery in Faridabad), and a private one would be frozen with it.';

create index shop_settings_updated_at on public.shop_settings (updated_at);

create function private.settings_text(p_value text, p_argument text, p_longest integer, p_pattern text) returns text
  language plpgsql immutable set search_path = ''
as $$
declare
  v_text text := nullif(private.clean_text(p_value), '');
begin
  if char_length(v_text) > p_longest or v_text !~ p_pattern then
    perform private.refuse(400, 'invalid', p_argument, format('%s has a form or length it cannot have.', p_argument));
  end if;
  return v_text;
end
$$;

comment on function private.settings_text(text, text, integer, text) is
  'Returns cleaned text, or null when empty; or PT400 invalid naming the column.';

create function private.settings_words(p_words jsonb, p_argument text, p_longest integer) returns jsonb
  language plpgsql immutable set search_path = ''
as $$
declare
  v_words jsonb;
begin
  if jsonb_typeof(p_words) = 'object' and not exists (
    select from jsonb_each(p_words) as word where word.key not in ('en', 'hi', 'mr') or jsonb_typeof(word.value) <> 'string'
  ) then
    select coalesce(jsonb_object_agg(cleaned.key, cleaned.text), '{}') into v_words
      from (select word.key, private.settings_text(word.value, p_argument, p_longest, '^[^\x01-\x1f\x7f]*$') as text
              from jsonb_each_text(p_words) as word) as cleaned
      where cleaned.text is not null;
  end if;
  if v_words is null or (v_words <> '{}' and not v_words ? 'en') then
    perform private.refuse(400, 'invalid', p_argument, format('%s has texts in en, and may have them in hi and mr.', p_argument));
  end if;
  return v_words;
end
$$;

comment on function private.settings_words(jsonb, text, integer) is
  'Returns cleaned texts by language without the empty ones, English among them; or PT400 invalid naming the column.';

create function private.settings_tiles(p_tiles jsonb) returns jsonb
  language plpgsql immutable set search_path = ''
as $$
declare
  v_tiles jsonb;
begin
  if jsonb_typeof(p_tiles) = 'array' and jsonb_array_length(p_tiles) <= 4 and not exists (
    select from jsonb_array_elements(p_tiles) as tile
      where jsonb_typeof(tile) <> 'object' or tile - '{number, label}'::text[] <> '{}'
  ) then
    select coalesce(jsonb_agg(jsonb_build_object('number', private.settings_words(tile.value -> 'number', 'tiles', 30),
        'label', private.settings_words(tile.value -> 'label', 'tiles', 40)) order by tile.place), '[]')
      into v_tiles
      from jsonb_array_elements(p_tiles) with ordinality as tile(value, place);
  end if;
  if v_tiles is null or exists (
    select from jsonb_array_elements(v_tiles) as tile where tile -> 'number' = '{}' or tile -> 'label' = '{}'
  ) then
    perform private.refuse(400, 'invalid', 'tiles', 'tiles are up to four, each with a number and a label.');
  end if;
  return v_tiles;
end
$$;

comment on function private.settings_tiles(jsonb) is
  'Returns up to four tiles, cleaned, in their order; or PT400 invalid naming the column.';

create function private.settings_accent(p_accent text) returns text
  language plpgsql immutable set search_path = ''
as $$
declare
  v_accent text := private.settings_text(lower(p_accent), 'accent', 7, '^#[0-9a-f]{6}$');
  v_light double precision;
begin
  if v_accent is not null then
    select sum(part.weight * case when part.value <= 0.04045 then part.value / 12.92 else ((part.value + 0.055) / 1.055) ^ 2.4 end)
      into v_light
      from (select (array[0.2126, 0.7152, 0.0722])[n]::double precision as weight,
              ('x' || substr(v_accent, 2 * n, 2))::bit(8)::integer / 255.0::double precision as value
            from generate_series(1, 3) as n) as part;
    -- White and #1a1404 on the colour, and the colour on the page #fdfdfb: contrasts as WCAG 2.2 defines them.
    if greatest(1.05 / (v_light + 0.05), (v_light + 0.05) / 0.05728690) < 4.5 or 1.03098241 / (v_light + 0.05) < 1.5 then
      perform private.refuse(400, 'invalid', 'accent', 'No text can be read on this accent, or it cannot be told from the page.');
    end if;
  end if;
  return v_accent;
end
$$;

comment on function private.settings_accent(text) is
  'Returns a colour as #rrggbb, null when empty; or PT400 invalid for one that no text can be read on. Twin: accent.ts.';

create function private.guard_shop_settings() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  c_email constant text := '^[^@[:space:]<>"]{1,64}@[^@[:space:]<>"]{1,180}$';
  c_phone constant text := '^[+]?[0-9][0-9 ()-]{5,22}$';
begin
  if new.id is distinct from old.id then
    perform private.refuse(400, 'invalid', 'id', 'There is one row of settings.');
  end if;
  new.name := private.settings_text(new.name, 'name', 40, '^[^\x01-\x1f\x7f]*$');
  new.short_name := private.settings_text(new.short_name, 'short_name', 16, '^[^\x01-\x1f\x7f]*$');
  new.accent := private.settings_accent(new.accent);
  new.logo := private.settings_text(new.logo, 'logo', 60, '^logo/[0-9a-f]{16}-[1-9][0-9]{0,3}x[1-9][0-9]{0,3}-(any|light|dark)$');
  new.taglines := private.settings_words(new.taglines, 'taglines', 80);
  new.tiles := private.settings_tiles(new.tiles);
  new.payee_name := private.settings_text(new.payee_name, 'payee_name', 100, '^[^\x01-\x1f\x7f]*$');
  new.upi_id := private.settings_text(new.upi_id, 'upi_id', 120, '^[A-Za-z0-9._-]{2,80}@[A-Za-z][A-Za-z0-9.-]{1,38}$');
  new.email := private.settings_text(new.email, 'email', 250, c_email);
  new.phone := private.settings_text(new.phone, 'phone', 24, c_phone);
  new.whatsapp := private.settings_text(new.whatsapp, 'whatsapp', 24, c_phone);
  new.address := private.settings_text(new.address, 'address', 500, '');
  new.gstin := private.guarded_gstin(private.settings_text(new.gstin, 'gstin', 15, ''), old.gstin);
  new.grievance_officer := private.settings_text(new.grievance_officer, 'grievance_officer', 120, '^[^\x01-\x1f\x7f]*$');
  new.grievance_email := private.settings_text(new.grievance_email, 'grievance_email', 250, c_email);
  new.grievance_phone := private.settings_text(new.grievance_phone, 'grievance_phone', 24, c_phone);
  if new.screenshot_days is null or new.screenshot_days not between 1 and 3650 then
    perform private.refuse(400, 'invalid', 'screenshot_days', 'screenshot_days is 1 to 3650.');
  end if;
  if jsonb_typeof(new.social_links) is distinct from 'object' or length(new.social_links::text) > 4000
     or exists (select from jsonb_each(new.social_links) as link
                where jsonb_typeof(link.value) <> 'string' or link.value #>> '{}' !~ '^https://[^[:space:]"<>]+$'
                  or link.key !~ '^[a-z]{1,20}$') then
    perform private.refuse(400, 'invalid', 'social_links', 'social_links names https addresses by lower-case words.');
  end if;
  new.revision := old.revision + 1;
  return new;
end
$$;

comment on function private.guard_shop_settings() is 'Trigger 20_values; each edit raises the revision.';

-- Before its triggers: the audit log of a new shop is empty.
insert into public.shop_settings (id) values (1);

create function private.has_payee() returns boolean
  language plpgsql stable
as $$
begin
  return exists (select from public.shop_settings s where s.upi_id is not null);
end
$$;

comment on function private.has_payee() is 'True when the shop says where customers pay. Without it nothing with a price is sold.';

create trigger "10_refuse_stale" before update on public.shop_settings
  for each row when (new.revision is distinct from old.revision) execute function private.refuse_stale_edit();

create trigger "20_values" before update on public.shop_settings
  for each row execute function private.guard_shop_settings();

create trigger "90_stamp" before insert or update on public.shop_settings
  for each row execute function private.stamp_row();

create trigger audit after insert or update or delete on public.shop_settings
  for each row execute function private.audit_row('id');

alter table public.shop_settings enable row level security;

create policy "Everyone reads the shop's settings" on public.shop_settings
  for select to anon, authenticated using (true);

create policy "Admins change the shop's settings" on public.shop_settings
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));

create function private.guard_review_terms() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if new.review_hours is null or new.review_hours not between 1 and 720 then
    perform private.refuse(400, 'invalid', 'review_hours', 'review_hours is 1 to 720.');
  end if;
  if new.review_minutes is null or new.review_minutes not between 5 and 1440
     or new.review_minutes > new.review_hours * 60 then
    perform private.refuse(400, 'invalid', 'review_minutes', 'review_minutes is 5 to 1440, and not more than review_hours.');
  end if;
  return new;
end
$$;

comment on function private.guard_review_terms() is 'Trigger 30_review_terms.';

create trigger "30_review_terms" before update on public.shop_settings
  for each row execute function private.guard_review_terms();

create function private.guard_account() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.upi_kind := nullif(private.clean_text(new.upi_kind), '');
  if new.upi_kind not in ('merchant', 'personal') then
    perform private.refuse(400, 'invalid', 'upi_kind', 'upi_kind is merchant, personal or null.');
  end if;
  -- Only a merchant has one.
  new.upi_mcc := case when new.upi_kind = 'merchant' then private.settings_text(new.upi_mcc, 'upi_mcc', 4, '^[0-9]{4}$') end;
  -- NaN is greater than every number.
  if new.day_limit not between 1 and 999999999 then
    perform private.refuse(400, 'invalid', 'day_limit', 'day_limit is 1 to 999999999 rupees, or null.');
  end if;
  new.day_limit := round(new.day_limit, 2);
  if new.own_account is null then
    perform private.refuse(400, 'invalid', 'own_account', 'own_account is true or false.');
  end if;
  return new;
end
$$;

comment on function private.guard_account() is 'Trigger 40_account.';

create trigger "40_account" before update on public.shop_settings
  for each row execute function private.guard_account();

create table private.shop_notices (
  name text primary key,
  detail jsonb not null,
  at timestamptz not null default now()
);

comment on table private.shop_notices is
  'Warnings of the shop''s own server for its staff: low_space {free_mb, least_mb}. The server writes it.';

alter table private.shop_notices enable row level security;

create function public.shop_notices() returns table (name text, detail jsonb, at timestamptz)
  language plpgsql stable security definer rows 1 set search_path = ''
as $$
begin
  perform private.require_admin();
  return query select n.name, n.detail, n.at from private.shop_notices n order by n.at desc, n.name;
end
$$;

comment on function public.shop_notices() is
  'Returns the warnings of the shop''s own server, newest first, for admins (PT401 not_signed_in, PT403 forbidden). '
  'Security definer: no role may read the table.';

insert into private.rights (roles, privileges, object) values
  ('anon, authenticated', 'select', 'table public.shop_settings'),
  ('authenticated',
    'update (payee_name, upi_id, email, phone, whatsapp, address, gstin, grievance_officer, grievance_email, '
    'grievance_phone, social_links, screenshot_days, revision)',
    'table public.shop_settings'),
  ('authenticated', 'update (review_hours, review_minutes, upi_kind, upi_mcc, day_limit, own_account, name, short_name, accent, taglines, tiles, logo)',
    'table public.shop_settings'),
  ('authenticated, service_role', 'execute', 'function private.settings_text(text, text, integer, text)'),
  ('authenticated, service_role', 'execute', 'function private.settings_accent(text)'),
  ('authenticated, service_role', 'execute', 'function private.settings_words(jsonb, text, integer)'),
  ('authenticated, service_role', 'execute', 'function private.settings_tiles(jsonb)'),
  ('authenticated, service_role', 'execute', 'function private.guarded_gstin(text, text)'),
  ('authenticated, service_role', 'execute', 'function private.is_gstin(text)'),
  ('anon, authenticated', 'execute', 'function public.shop_notices()');
