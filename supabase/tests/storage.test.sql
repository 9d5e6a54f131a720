-- Payment screenshots: each customer's own, never overwritten, never public.

select create_people('admin: admin@mehfil.example', 'gate: gate@mehfil.example', 'asha@mehfil.example',
  'ravi@mehfil.example');
create function tests.path(p_email text, p_rest text default '1800000000000-9b2d8c1e-5a4f-4c3b-8a7d-1e2f3a4b5c6d.png') returns text
  language sql as $$ select tests.user_id(p_email)::text || '/' || p_rest $$;

insert into private.orders (id, user_id, order_code) values
  ('9b2d8c1e-5a4f-4c3b-8a7d-1e2f3a4b5c6d', tests.user_id('asha@mehfil.example'), 'MF1');

select results_eq($$ select public, file_size_limit, allowed_mime_types from storage.buckets where id = 'payments' $$,
  $$ values (false, 5242880::bigint, '{image/png,image/jpeg,image/webp}'::text[]) $$, 'The bucket is private, 5 MB, three types');

select affects('asha@mehfil.example', $$ insert into storage.objects (bucket_id, name) values ('payments', tests.path('asha@mehfil.example')) $$, 1,
  'A customer adds a picture to their own folder');
select denies(format('insert into storage.objects (bucket_id, name) values (%L, %L)', bucket, name), description) from (values
  ('payments', tests.path('ravi@mehfil.example'), 'not to another''s'),
  ('payments', 'x.png', 'nor outside a folder'),
  ('payments', tests.path('asha@mehfil.example', 'x.png'), 'nor under a free name'),
  ('payments', tests.path('asha@mehfil.example', '1800000000000-9b2d8c1e-5a4f-4c3b-8a7d-1e2f3a4b5c6d.svg'), 'nor of another type'),
  ('payments', tests.path('asha@mehfil.example', '1800000000000-9b2d8c1e-5a4f-4c3b-8a7d-1e2f3a4b5c6d.png/../x.png'), 'nor with path traversal'),
  ('payments', tests.path('asha@mehfil.example', E'1800000000000-9b2d8c1e-5a4f-4c3b-8a7d-1e2f3a4b5c6d.png\n'), 'nor with a line break'),
  ('payments', tests.path('asha@mehfil.example', '1800000000000-not-an-order.png'), 'nor without an order'),
  ('payments', null, 'nor without a name')) as v(bucket, name, description);
select affects($$ update storage.objects set name = name || 'x' $$, 0, 'It cannot be renamed or overwritten');
select affects($$ delete from storage.objects $$, 0, 'nor deleted');
select is((select count(*) from storage.objects), 1::bigint, 'A customer sees their own');
select tests.answers('ravi@mehfil.example', $$select count(*) from storage.objects$$, 0, 'but no other customer''s');
select tests.answers('gate@mehfil.example', $$select count(*) from storage.objects$$, 0, 'Gate staff see none');
select tests.answers('admin@mehfil.example', $$select count(*) from storage.objects$$, 1, 'Admins see every one');
select affects($$ delete from storage.objects $$, 0, 'and delete none');
select affects($$ update storage.objects set bucket_id = 'payments' $$, 0, 'and change none');
select sees_none(null, $$ select * from storage.objects $$, 'Visitors see none');
select denies($$ insert into storage.objects (bucket_id, name) values ('payments', tests.path('asha@mehfil.example', '1.png')) $$,
  'Visitors add none');
select is_empty($$ select * from storage.buckets $$, 'and do not see the bucket');

select tests.does('owner', $$insert into storage.objects (bucket_id, name)
  select 'payments', tests.path('asha@mehfil.example', (1800000001000 + n) || '-9b2d8c1e-5a4f-4c3b-8a7d-1e2f3a4b5c6d.png')
  from generate_series(1, 98) n$$);
select affects('asha@mehfil.example', $$ insert into storage.objects (bucket_id, name)
  values ('payments', tests.path('asha@mehfil.example', '1800000009000-9b2d8c1e-5a4f-4c3b-8a7d-1e2f3a4b5c6d.webp')) $$, 1, 'The hundredth of a day is stored');
select denies($$ insert into storage.objects (bucket_id, name)
  values ('payments', tests.path('asha@mehfil.example', '1800000009001-9b2d8c1e-5a4f-4c3b-8a7d-1e2f3a4b5c6d.webp')) $$, 'is the last');

-- docs/decisions/0037-request-cost.md
select act_as('ravi@mehfil.example');
select affects(format('insert into storage.objects (bucket_id, name) values (%L, %L)', 'payments',
    tests.path('ravi@mehfil.example', (1800000000000 + n) || '-9b2d8c1e-5a4f-4c3b-8a7d-1e2f3a4b5c6d.png')), 1, 'A restored server takes a picture, ' || n || ' of ten')
  from generate_series(1, 10) n;
select denies($$ insert into storage.objects (bucket_id, name) values ('payments', tests.path('ravi@mehfil.example', '1800000009999-9b2d8c1e-5a4f-4c3b-8a7d-1e2f3a4b5c6d.png')) $$, 'but no eleventh in a day');
select as_owner($$insert into private.orders (id, user_id, order_code)
  values ('7b2d8c1e-5a4f-4c3b-8a7d-1e2f3a4b5c6d', tests.user_id('ravi@mehfil.example'), 'MF2')$$);
select affects($$ insert into storage.objects (bucket_id, name)
  values ('payments', tests.path('ravi@mehfil.example', '1800000000000-7b2d8c1e-5a4f-4c3b-8a7d-1e2f3a4b5c6d.png')) $$, 1, 'Orders that the shop knows have the larger limit');
