-- Complimentary tickets at the door: why they were given is kept in the note of the payment, as it was written.
select tests.create_staff('admin@example.in', 'admin');
select tests.create_concert('Pune', 'Gold 1500 x20');

create function tests.give(p_order text, p_seat text, p_reason text, p_method text default 'complimentary') returns jsonb language sql as $$
  select public.sell_at_door(tests.order_id(p_order), tests.order_id('t1'), tests.lines('Gold:' || p_seat), p_method,
    case when p_method = 'complimentary' then 0 else 1770 end, null, null, p_reason) $$;
create function tests.note(p_order text) returns text language sql as $$
  select p.review_note from public.payments p where p.order_id = tests.order_id(p_order) $$;

select tests.does('admin@example.in', $$select public.open_till(tests.order_id('t1'), 'Gate 1', 0)$$);
select is(tests.give('o1', 'A1', ' Guest of the artist ') ->> 'method', 'complimentary', 'A ticket is given away');
select is(tests.note('o1'), 'Guest of the artist', 'with its reason, as written');
select is((select transaction_id from public.payments where order_id = tests.order_id('o1')), tests.give('o1', 'A1', 'Other') ->> 'order_code',
  'which is no reference, and a repeat changes nothing');
select is(tests.note('o1'), 'Guest of the artist', 'not even the reason');
select tests.give('o2', 'A2', null);
select is(tests.note('o2'), null, 'A reason may be missing');
select tests.refuses(format('select tests.give(''o3'', ''A3'', %L)', r), 'PT400', 'invalid', 'A reason is not ' || left(r, 3))
  from unnest(array[repeat('x', 65), E'a\nb']) as r;
select tests.refuses('select tests.give(''o3'', ''A3'', ''Press'', ''cash'')', 'PT400', 'invalid', 'Cash has no reason');
