-- How money is seen: who may set the bank's mailbox up, and that its password is read by nobody again.
select tests.create_people('Asha Menon <asha@example.in>', 'admin: admin@example.in', 'gate: gate@example.in', 'box_office: box@example.in');

-- Who may
select tests.refuses(p, q, s, c, coalesce(p, 'A visitor') || ' sets up no bank: ' || q)
  from (values (null, 'PT401', 'not_signed_in'), ('asha@example.in', 'PT403', 'forbidden'), ('gate@example.in', 'PT403', 'forbidden'),
    ('box@example.in', 'PT403', 'forbidden')) as v (p, s, c),
    unnest(array['select public.bank_setup()', 'select public.save_bank_setup(1, ''{"bank": "hdfc"}'')', 'select public.renew_inbound_secret(1, true)']) as q;
select tests.denies(p, q, coalesce(p, 'A visitor') || ' reaches no table: ' || q)
  from (values (null), ('asha@example.in'), ('gate@example.in'), ('box@example.in'), ('admin@example.in')) as v (p),
    unnest(array['select imap_password from private.bank_setup', 'update private.bank_setup set imap_host = ''evil.example''',
      'select * from private.bank_mails', 'select private.note_bank_mail(''hdfc'', ''hdfc-upi'')',
      'select private.told_bank_setup(s) from private.bank_setup s']) as q;

-- What is stored, and what may be seen of it
create function pg_temp.save(p_setup text, p_revision integer default null) returns jsonb language sql as $$
  select public.save_bank_setup(coalesce(p_revision, (public.bank_setup() ->> 'revision')::integer), p_setup::jsonb)
$$;
create function pg_temp.wrong(p_setup text) returns text language sql as $$
  select tests.refusal(format('select pg_temp.save(%L)', p_setup)) ->> 'detail'
$$;
select tests.act_as('admin@example.in');
select is(public.bank_setup() - 'updated_at', '{"bank": null, "mail_to": null, "account": null, "mail_hours": 48, "confirmed": [], "imap_host": null,
  "imap_port": 993, "imap_user": null, "imap_folder": "INBOX", "has_password": false, "has_secret": false, "revision": 1,
  "from_environment": false, "mails": []}'::jsonb, 'A new shop has set up nothing');
select is(pg_temp.save('{"bank": "hdfc"}') ->> 'bank', 'hdfc', 'The bank alone may be chosen');
select is(pg_temp.wrong(s), d, d || ' is refused: ' || s) from (values
  ('{"bank": "HDFC Bank"}', 'bank'), ('{"mail_to": "nobody"}', 'mail_to'), ('{"account": "12"}', 'account'), ('{"account": "XX12"}', 'account'),
  ('{"mail_hours": 0}', 'mail_hours'), ('{"mail_hours": 169}', 'mail_hours'), ('{"mail_hours": "soon"}', 'p_setup'),
  ('{"confirmed": ["a b"]}', 'confirmed'), ('{"confirmed": [null]}', 'confirmed'), ('{"confirmed": "hdfc-upi"}', 'p_setup'),
  ('{"imap_host": "imap example"}', 'imap_host'), ('{"imap_host": "imap.example.in:993"}', 'imap_host'), ('{"imap_port": 70000}', 'imap_port'),
  ('{"imap_user": "shop"}', 'imap_host'), ('{"imap_host": "imap.example.in"}', 'imap_user'),
  ('{"imap_host": "imap.example.in", "imap_user": "shop"}', 'imap_password'),
  ('{"imap_host": "imap.example.in", "imap_user": "shop", "imap_password": "s3cret of it"}', 'mail_to'),
  ('{"imap_host": "imap.example.in", "imap_user": "shop", "imap_password": "s3cret of it", "mail_to": "a@shop.example"}', 'account')) as v (s, d);
select is(public.bank_setup() ->> 'revision', '2', 'and nothing of it is stored');
select is(pg_temp.save('{"mail_to": "Bank@Shop.example", "account": "7722", "confirmed": ["hdfc-upi"], "imap_host": "imap.example.in",
    "imap_user": "shop", "imap_password": "s3cret of it", "revision": 99, "inbound_hash": "00", "from_environment": true}')
    - array['updated_at', 'revision'], '{"bank": "hdfc", "mail_to": "bank@shop.example", "account": "7722", "mail_hours": 48, "confirmed": ["hdfc-upi"],
  "imap_host": "imap.example.in", "imap_port": 993, "imap_user": "shop", "imap_folder": "INBOX", "has_password": true, "has_secret": false}'::jsonb,
  'A whole mailbox is stored, and no column that is not asked for');
select tests.act_as_owner();
select is((select s.imap_password || ' ' || coalesce(s.from_environment::text, 'unknown') from private.bank_setup s), 's3cret of it unknown', 'with its password');

-- The password is only ever replaced
select is((select count(*) from public.audit_log a where a."table" = 'bank_setup' and (coalesce(a.before::text, '') || a.after::text) ~ 's3cret'), 0::bigint,
  'The history has no password');
select is((select a.after ->> 'imap_password' from public.audit_log a where a."table" = 'bank_setup' order by a.id desc limit 1), 'replaced',
  'and says that it was replaced');
select tests.act_as('admin@example.in');
select ok(public.bank_setup()::text !~ 's3cret', 'No answer has it');
select is(pg_temp.wrong(s), 'imap_password', 'Nobody sends the stored password to another mailbox: ' || s) from (values
  ('{"imap_host": "evil.example"}'), ('{"imap_port": 1430}'), ('{"imap_user": "other"}')) as v (s);
select is(pg_temp.save('{"imap_folder": "Bank", "imap_password": ""}') -> 'has_password', 'true'::jsonb, 'Another folder keeps it, and so does an empty one');
select is(pg_temp.save('{"imap_host": "imap.other.example", "imap_password": "an0ther"}') ->> 'imap_host', 'imap.other.example', 'With its own password another mailbox is taken');
select tests.act_as_owner();
select is((select s.imap_password from private.bank_setup s), 'an0ther', 'and has that');
select tests.act_as('admin@example.in');
select is(pg_temp.save('{"imap_host": null, "imap_user": null}') -> 'has_password', 'false'::jsonb, 'A mailbox that is taken out takes its password along');
select tests.act_as_owner();
select is((select s.imap_password from private.bank_setup s), null, 'for good');
select tests.refuses('admin@example.in', $$select public.save_bank_setup(1, '{"bank": "axis"}')$$, 'PT409', 'changed_meanwhile', 'Nobody saves over another admin');
select tests.refuses($$select public.save_bank_setup(null, '{"bank": "axis"}')$$, 'PT409', 'changed_meanwhile', 'nor without having read');

-- Mails that are posted
create temp table secrets as select (public.bank_setup() ->> 'revision')::integer as revision, null::jsonb as answer;
update secrets set answer = public.renew_inbound_secret(revision, true);
select matches(answer ->> 'secret', '^[A-Za-z0-9_-]{43}$', 'A secret that nobody guesses is shown once') from secrets;
select ok(public.bank_setup()::text !~ (answer ->> 'secret'), 'and never again') from secrets;
grant select on secrets to public;
select tests.act_as_owner();
select is((select s.inbound_hash from private.bank_setup s), encode(sha256(convert_to(answer ->> 'secret', 'UTF8')), 'hex'), 'Its hash alone is stored') from secrets;
select is((select count(*) from public.audit_log a, secrets where a."table" = 'bank_setup' and a.after::text ~ (answer ->> 'secret') or a.after ? 'inbound_hash'), 0::bigint,
  'and neither is in the history');
select tests.answers('admin@example.in', $$public.renew_inbound_secret((public.bank_setup() ->> 'revision')::integer, false) - 'updated_at' ->> 'has_secret'$$, 'false', 'Posting is ended');
select is(pg_temp.save('{"mail_to": null}') ->> 'mail_to', null, 'and then the address may go');
select is(tests.refusal($$select public.renew_inbound_secret((public.bank_setup() ->> 'revision')::integer, true)$$) ->> 'detail', 'mail_to', 'Without an address nobody may post');

-- What was seen
select tests.act_as_owner();
select private.note_proof_source('mailbox');
select is(private.has_live_source(), false, 'An open mailbox in which no mail of a bank was read promises nothing');
select private.note_bank_mail('hdfc', 'unknown');
select is(private.has_live_source(), false, 'nor do mails that no wording reads');
select private.note_bank_mail('hdfc', 'hdfc-upi') from generate_series(1, 2);
select is(private.has_live_source(), true, 'One that was read does');
select private.note_proof_source('mailbox', 'The mailbox is not connected.');
select is(private.has_live_source(), false, 'until the mailbox fails');
select tests.answers('admin@example.in', $$select string_agg(m ->> 'wording' || ' ' || (m ->> 'mails'), ', ' order by m ->> 'wording') from jsonb_array_elements(public.bank_setup() -> 'mails') as m$$,
  'hdfc-upi 2, unknown 1', 'Admins see what was read');
