-- The shop's settings: one row, read by everyone, changed by admins.
-- As a new shop has it; the tests' own takes payments.
alter table public.shop_settings disable trigger user;
update public.shop_settings set payee_name = null, upi_id = null;
alter table public.shop_settings enable trigger user;

create function tests.adds_logo(p_rest text default '0123456789abcdef-400x100-any-96.png', p_bucket text default 'posters') returns text
  language sql as $$ select format('insert into storage.objects (bucket_id, name) values (%L, %L)', p_bucket, 'logo/' || p_rest) $$;

select create_people('admin: admin@mehfil.example', 'gate: gate@mehfil.example', 'events: hall@mehfil.example', 'asha@mehfil.example');

select tests.gives(null, $$ select upi_id, screenshot_days from shop_settings $$, $$ values (null::text, 30) $$,
  'A new shop takes no payments yet and keeps screenshots 30 days');
select denies($$ update shop_settings set upi_id = 'thief@upi' $$, 'Visitors do not change where money goes');
select act_as(person), affects($$ update shop_settings set upi_id = 'thief@upi' $$, 0, person || ' does not change where money goes'),
  denies($$ insert into shop_settings (id) values (2) $$, person || ' makes no second shop'),
  denies($$ delete from shop_settings $$, person || ' deletes no settings')
  from (values ('asha@mehfil.example'), ('gate@mehfil.example')) as p(person);

select denies('admin@mehfil.example', $$ insert into shop_settings (id) values (2) $$, 'Only one row exists');
select denies($$ delete from shop_settings $$, 'which stays');
select affects($$ update shop_settings set payee_name = ' Mehfil Tickets ', upi_id = 'mehfil@okaxis', gstin = '27aapfu0939f1zv',
  whatsapp = '+91 98765 43210', social_links = '{"instagram": "https://instagram.com/mehfil"}', revision = 1 $$, 1,
  'Admins change the settings');
select results_eq($$ select payee_name, upi_id, gstin, revision from shop_settings $$,
  $$ values ('Mehfil Tickets', 'mehfil@okaxis', '27AAPFU0939F1ZV', 2) $$, 'They are stored trimmed, as a new revision');
select refuses($$ update shop_settings set phone = '12345678', revision = 1 $$, 'PT409', 'changed_meanwhile', 'A stale edit is refused');
select is(refusal(sql) ->> 'detail', argument, 'Refused: ' || sql) from (values
  ('upi_id', $$ update shop_settings set upi_id = 'no at sign' $$),
  ('email', $$ update shop_settings set email = 'nobody' $$),
  ('phone', $$ update shop_settings set phone = 'call us' $$),
  ('gstin', $$ update shop_settings set gstin = '27AAPFU0939F1Z' $$),
  ('gstin', $$ update shop_settings set gstin = '27AAPFU0939F1ZW' $$),
  ('screenshot_days', $$ update shop_settings set screenshot_days = 0 $$),
  ('screenshot_days', $$ update shop_settings set screenshot_days = null $$),
  ('upi_kind', $$ update shop_settings set upi_kind = 'business' $$),
  ('upi_mcc', $$ update shop_settings set upi_kind = 'merchant', upi_mcc = '79' $$),
  ('upi_mcc', $$ update shop_settings set upi_kind = 'merchant', upi_mcc = '79&a' $$),
  ('day_limit', $$ update shop_settings set day_limit = 0 $$),
  ('day_limit', $$ update shop_settings set day_limit = 0.99 $$),
  ('day_limit', $$ update shop_settings set day_limit = 1000000000 $$),
  ('day_limit', $$ update shop_settings set day_limit = 'NaN' $$),
  ('own_account', $$ update shop_settings set own_account = null $$),
  ('social_links', $$ update shop_settings set social_links = '{"x": "javascript:alert(1)"}' $$),
  ('social_links', $$ update shop_settings set social_links = '[]' $$),
  ('social_links', $$ update shop_settings set social_links = null $$),
  ('name', $$ update shop_settings set name = repeat('x', 41) $$),
  ('name', $$ update shop_settings set name = E'two\nlines' $$),
  ('short_name', $$ update shop_settings set short_name = repeat('x', 17) $$),
  ('accent', $$ update shop_settings set accent = 'orange' $$),
  ('accent', $$ update shop_settings set accent = '#0f0' $$),
  ('accent', $$ update shop_settings set accent = '#FFFFFF' $$),
  ('accent', $$ update shop_settings set accent = '#ffee88' $$),
  ('accent', $$ update shop_settings set accent = '#787878' $$),
  ('logo', $$ update shop_settings set logo = 'x.png' $$),
  ('logo', $$ update shop_settings set logo = '../payments/x' $$),
  ('logo', $$ update shop_settings set logo = 'https://other.example/logo/0123456789abcdef-400x100-any' $$),
  ('logo', $$ update shop_settings set logo = 'logo/0123456789abcdef-400x100-svg' $$),
  ('logo', $$ update shop_settings set logo = 'logo/0123456789abcdef-0x100-any' $$),
  ('taglines', $$ update shop_settings set taglines = '{"hi": "टिकट"}' $$),
  ('taglines', $$ update shop_settings set taglines = '{"en": "tickets", "fr": "billets"}' $$),
  ('taglines', $$ update shop_settings set taglines = '{"en": 5}' $$),
  ('taglines', $$ update shop_settings set taglines = jsonb_build_object('en', repeat('x', 81)) $$),
  ('taglines', $$ update shop_settings set taglines = null $$),
  ('tiles', $$ update shop_settings set tiles = '{}' $$),
  ('tiles', $$ update shop_settings set tiles = '["300+"]' $$),
  ('tiles', $$ update shop_settings set tiles = '[{"number": {"en": "3"}}]' $$),
  ('tiles', $$ update shop_settings set tiles = '[{"number": {"en": "3"}, "label": {"en": " "}}]' $$),
  ('tiles', $$ update shop_settings set tiles = '[{"number": {"en": "3"}, "label": {"en": "halls"}, "link": "x"}]' $$),
  ('tiles', $$ update shop_settings set tiles = jsonb_build_array(jsonb_build_object('number', '{"en": "3"}'::jsonb, 'label', jsonb_build_object('en', repeat('x', 41)))) $$),
  ('tiles', $$ update shop_settings set tiles = (select jsonb_agg('{"number": {"en": "3"}, "label": {"en": "halls"}}'::jsonb) from generate_series(1, 5)) $$),
  ('payee_name', $$ update shop_settings set payee_name = E'a\nb' $$)) as v(argument, sql);
select results_eq($$ select upi_kind, day_limit, own_account from shop_settings $$, $$ values (null::text, null::numeric, false) $$,
  'Of its account a new shop knows nothing');
select affects($$ update shop_settings set upi_kind = ' personal ', day_limit = 199999.999, own_account = true $$, 1, 'Admins say what it is');
select results_eq($$ select upi_kind, day_limit, own_account from shop_settings $$, $$ values ('personal', 200000::numeric, true) $$, 'as stored');
select affects($$ update shop_settings set upi_kind = 'merchant', upi_mcc = ' 7922 ' $$, 1, 'A merchant has a category');
select is((select upi_mcc from shop_settings), '7922', 'which is stored');
select affects($$ update shop_settings set upi_kind = 'personal' $$, 1, 'A person');
select is((select upi_mcc from shop_settings), null, 'has none');
select affects($$ update shop_settings set upi_kind = '', day_limit = null, own_account = false $$, 1, 'and take it back');
select is((select upi_kind from shop_settings), null, 'to nothing said');
select affects($$ update shop_settings set gstin = '' $$, 1, 'Emptying a text succeeds');
select is((select gstin from shop_settings), null, 'and stores null');
select tests.without_triggers('update public.shop_settings set gstin = ''27AAPFU0939F1ZW''');
select affects($$ update shop_settings set phone = null, gstin = gstin $$, 1, 'A wrong one that was stored before keeps no other change out');
select isnt_empty($$ select from audit_log where "table" = 'shop_settings' and actor = user_id('admin@mehfil.example')
  and after ->> 'upi_id' = 'mehfil@okaxis' $$, 'Who changed where money goes is in the audit log');

select tests.gives(null, $$ select name, short_name, taglines, tiles from shop_settings $$, $$ values (null::text, null::text, '{}'::jsonb, '[]'::jsonb) $$,
  'A new shop has said nothing of itself');
select denies($$ update shop_settings set name = 'Mine' $$, 'Visitors do not name the shop');
select affects('admin@mehfil.example', $$ update shop_settings set name = ' राग & "Co" <b>🎶 ', short_name = 'राग', accent = ' #1C3F99 ',
  taglines = '{"en": " evenings ", "hi": "शाम", "mr": " "}',
  tiles = '[{"number": {"en": "3+", "hi": ""}, "label": {"en": " halls ", "mr": "सभागृहे"}}]' $$, 1, 'Admins do');
select tests.gives(null, $$ select name, short_name, accent, taglines, tiles from shop_settings $$,
  $$ values ('राग & "Co" <b>🎶', 'राग', '#1c3f99', '{"en": "evenings", "hi": "शाम"}'::jsonb,
    '[{"number": {"en": "3+"}, "label": {"en": "halls", "mr": "सभागृहे"}}]'::jsonb) $$, 'and everyone reads it, without what is empty');

-- The logo: its files are beside the posters, and admins alone put them there.
select act_as(person), denies(tests.adds_logo(), coalesce(person, 'A visitor') || ' adds no logo') from
  (values ('asha@mehfil.example'), ('gate@mehfil.example'), ('hall@mehfil.example'), (null)) as p(person);
select affects('hall@mehfil.example', $$ update shop_settings set logo = 'logo/0123456789abcdef-400x100-any' $$, 0, 'Concerts staff name none');
select affects('admin@mehfil.example', tests.adds_logo(), 1, 'Admins add one');
select affects(tests.adds_logo('0123456789abcdef-400x100-any-mask.png'), 1, 'in each of its sizes');
select denies(tests.adds_logo(rest, bucket), 'but not as ' || rest || ' in ' || bucket) from (values
  ('0123456789abcdef-400x100-any-96.svg', 'posters'), ('0123456789abcdef-400x100-any-96.webp', 'posters'), ('0123456789abcdef-400x100-any-97.png', 'posters'),
  ('../x.png', 'posters'), (E'0123456789abcdef-400x100-any-96.png\n', 'posters'), ('0123456789abcdef-400x100-any-96.png', 'payments')) as v(rest, bucket);
select affects('hall@mehfil.example', $$ delete from storage.objects where name like 'logo/%' $$, 0, 'Concerts staff delete none');
select tests.does('owner', $$ update storage.objects set created_at = now() - interval '2 days' where name like 'logo/%' $$);
select affects('admin@mehfil.example', $$ update shop_settings set logo = 'logo/0123456789abcdef-400x100-any' $$, 1, 'and say that it is the shop''s');
select is_empty($$ select find_unused_posters() $$, 'Then its files are in use');
select tests.gives(null, $$ select logo from shop_settings $$, $$ values ('logo/0123456789abcdef-400x100-any') $$, 'Everyone reads its name');
select affects('admin@mehfil.example', $$ update shop_settings set logo = '' $$, 1, 'Admins take it away');
select set_eq($$ select find_unused_posters() $$,
  $$ values ('logo/0123456789abcdef-400x100-any-96.png'), ('logo/0123456789abcdef-400x100-any-mask.png') $$, 'and its files are unused');
select affects($$ delete from storage.objects where name like 'logo/%' $$, 2, 'which admins delete');
