-- The cases of src/shop/payments/reference-cases.json: the page sends `sent` for `typed`, a
-- payment stores `stored` and compares `key`; the page removes a `hidden` character and the database refuses it.
\set cases `cat src/shop/payments/reference-cases.json`
create temporary table cases as
select c.value as c, c.ordinality as n from jsonb_array_elements(:'cases'::jsonb) with ordinality as c;

select cmp_ok((select count(*) from cases), '>=', 60::bigint, 'At least one case was checked');
select is(private.normal_reference(c ->> 'sent'), c ->> 'stored', 'Kept: ' || (c ->> 'name')) from cases order by n;
select is(private.normal_reference(c ->> 'stored'), c ->> 'stored', 'Kept again as it is: ' || (c ->> 'name')) from cases order by n;
select is(private.reference_key(c ->> 'stored'), c ->> 'key', 'The key: ' || (c ->> 'name')) from cases order by n;
select is(private.reference_key(private.normal_reference(c ->> 'typed')), c ->> 'key', 'The key as typed: ' || (c ->> 'name'))
  from cases where c -> 'hidden' is null order by n;
select is(private.normal_reference(c ->> 'typed'), '', 'Refused: ' || (c ->> 'name')) from cases where c -> 'hidden' is not null order by n;

-- Words that staff read beside a number do not change its key
select is(private.reference_key(r), '640923511328', 'The key of ' || r) from unnest(array['UTR 640923511328 1', '640923511328/2 of 3',
  'Ref no. 6409 2351 1328', 'upi:640923511328@okaxis']) as r;

select is(string_agg(private.reference_key('64092351132' || sign), ' '), repeat('64092351132' || digit || ' ', length(signs) - 1) || '64092351132' || digit,
    'Signs that look like ' || digit)
  from (values ('0', 'OoΟοОоՕօଠഠဝᴏꓳ〇○◯ØøంംಂÓ⓿'), ('1', 'IiLlıІіΙιƖӀӏǀ|∣।Í❶➀➊⓵'), ('2', 'ZzΖƧƨᒿ❷➁➋⓶'), ('3', 'ЗзӠӡƷʒȜȝɜꞫ❸'), ('4', 'Ꮞ❹'),
    ('5', 'SsЅѕƼƽ❺'), ('6', 'БбᏮϬ❻'), ('7', '❼'), ('8', 'BbВвΒβȢȣଃ❽'), ('9', 'Ꝯꝯ❾')) as v (digit, signs),
  lateral regexp_split_to_table(signs, '') as sign group by digit, signs order by digit;

select tests.create_people('asha@example.in', 'bela@example.in', 'admin: admin@example.in');
select tests.create_concert('Pune', 'Gold 1500 x100');
select tests.submit_as('asha@example.in', 'first', '640923511328', 1800, 'Gold:A1');
select tests.submit_as('bela@example.in', 'second', '64O923511328', 1800, 'Gold:A2');
select tests.act_as('admin@example.in');
select is((select transaction_id from public.payments where id = tests.payment_id('second')), '64O923511328', 'The typed text is stored and shown unchanged');
select is((select string_agg(w ->> 'code', ' ') from public.get_payment_details() d, jsonb_array_elements(d.warnings) as w
  where d.payment_id = tests.payment_id('second')), 'reference_used', 'The letter O does not hide that the reference was used');
select lives_ok($$ select public.review_payment(tests.payment_id('first'), 'approved') $$, 'The first is approved');
select tests.refuses($$ select public.review_payment(tests.payment_id('second'), 'approved') $$, 'PT409', 'reference_approved', 'and the second is refused');
