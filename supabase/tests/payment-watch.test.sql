-- Two reviewers of one payment see each other.
select tests.create_people('Asha Menon <asha@example.in>', 'admin: admin@example.in', 'admin: second@example.in',
  'gate: gate@example.in');
update public.profiles set name = 'Farah Noor' where email = 'second@example.in';
select tests.create_concert('Pune', now() + interval '10 days', 'Gold 1500 x100');
select tests.submit_as('asha@example.in', 'one', '412345678901', 3600, 'Gold:A1,A2');
select tests.submit('two', '412345678902', 1800, 'Gold:A3');
create temporary table screens as select gen_random_uuid() as first, gen_random_uuid() as second, gen_random_uuid() as third;

select tests.refuses('select public.watch_payments(gen_random_uuid())', 'PT403', 'forbidden', 'Customers do not see who reviews');
select tests.refuses('gate@example.in', 'select public.watch_payments(gen_random_uuid())', 'PT403', 'forbidden', 'Nor do gate staff');
select tests.refuses(null, 'select public.watch_payments(gen_random_uuid())', 'PT401', 'not_signed_in', 'Visitors have to sign in');
select tests.refuses('admin@example.in', 'select public.watch_payments(null)', 'PT400', 'invalid', 'A window id is required');
select is(public.watch_payments(first), '{"others": [], "payment": null}', 'Alone, no others are listed') from screens;
select is(public.watch_payments(first, gen_random_uuid()), '{"others": [], "payment": null}', 'An unknown payment is not open') from screens;
select is(public.watch_payments(first, tests.payment_id('one')) -> 'payment' ->> 'status', 'pending', 'It waits') from screens;
select is(public.watch_payments(first, tests.payment_id('one')) -> 'others', '[]', 'The own window is not listed') from screens;

select tests.act_as('second@example.in');
select is(public.watch_payments(second, tests.payment_id('one')) -> 'others' -> 0 ->> 'payment_id', tests.payment_id('one')::text,
  'The second reviewer sees that the first has it open') from screens;
select public.watch_payments(first, null) from screens;
select is(jsonb_array_length(public.watch_payments(second, tests.payment_id('one')) -> 'others'), 1,
  'And cannot close it for the first') from screens;
select is(public.watch_payments(third, tests.payment_id('two')) -> 'others' @> '[{"mine": true}]', true,
  'One''s own other window is listed as own') from screens;

select tests.act_as('admin@example.in');
select is((select string_agg(o ->> 'user_name', ', ') from jsonb_array_elements(public.watch_payments(first, tests.payment_id('one')) -> 'others') o
    where o ->> 'payment_id' = tests.payment_id('one')::text), 'Farah Noor', 'The first reviewer sees the second by name') from screens;

select tests.does('second@example.in', $$select public.review_payment(tests.payment_id('one'), 'approved')$$);
select tests.answers('admin@example.in', $$select public.watch_payments(first, tests.payment_id('one')) -> 'payment' ->> 'status' from screens$$, 'approved', 'And their decision');
select tests.refuses('select public.review_payment(tests.payment_id(''one''), ''rejected'')', 'PT409', 'already_decided', 'which is final');

select tests.does('second@example.in', $$select public.watch_payments(second), public.watch_payments(third) from screens$$);
select tests.answers('admin@example.in', $$select public.watch_payments(first) -> 'others' from screens$$, '[]', 'A closed window has it open no longer');
select public.watch_payments(first, tests.payment_id('two')) from screens;
select tests.does('owner', $$update private.payment_watchers set seen_at = now() - interval '21 seconds'$$);
select tests.answers('second@example.in', $$select public.watch_payments(second) -> 'others' from screens$$, '[]', 'Nor has a window that was not seen for long');
select tests.answers('owner', $$select count(*) from private.payment_watchers$$, 0, 'and its row is deleted');
select tests.act_as('admin@example.in');
select throws_ok('select * from private.payment_watchers', '42501', null, 'No role reads the table');
