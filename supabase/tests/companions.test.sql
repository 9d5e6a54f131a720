-- Companion seats of wheelchair places: the cases of src/shop/seats/companion-cases.json, and who may hold them until when.
\set cases `cat src/shop/seats/companion-cases.json`
select is((select coalesce(jsonb_object_agg(p.seat, p.of_place), '{}') from private.companions(c -> 'row') as p), c -> 'companions', c ->> 'name')
  from jsonb_array_elements(:'cases'::jsonb) as c;

select tests.create_people('asha@example.in', 'bela@example.in', 'admin: admin@example.in');
select tests.create_event('Pune');
select tests.create_category('Pune', 'Stalls', 1000, 20);
insert into public.seating_layouts (id, name, layout_data) values ('dddddddd-0000-4000-8000-000000000001', 'Hall', '{"stage": "top", "sections": [
  {"code": "S", "name": "Stalls", "rows": [{"label": "A", "seats": [1, 2, 3, 4, 5, 6], "wheelchair": [2, 5]}, {"label": "B", "seats": [1, 2, 3, 4]}]}]}');
insert into public.ticket_category_layouts (ticket_category_id, seating_layout_id, section_ids)
  values (tests.category_id('Stalls'), 'dddddddd-0000-4000-8000-000000000001', '{all}');

select tests.refuses('asha@example.in', $$select tests.hold('a', 'Stalls:S-A1')$$, 'PT409', 'companion_seat', 'A companion seat is not held alone,');
select is((tests.refusal($$select tests.hold('a', 'Stalls:S-A1,S-A3,S-A5')$$) ->> 'detail')::jsonb, tests.lines('Stalls:S-A1'), 'nor with another wheelchair place, and the detail names it;');
select ok(tests.hold('a', 'Stalls:S-A1,S-A2,S-B1') ? 'order_id', 'it is with its own,');
select tests.refuses($$select tests.hold('a', 'Stalls:S-A1,S-B1')$$, 'PT409', 'companion_seat', 'which cannot be given back alone.');
select ok(tests.hold('a', 'Stalls:S-A2,S-B1') ? 'order_id', 'A place needs no companion,');
select tests.refuses('bela@example.in', $$select tests.hold('b', 'Stalls:S-A1')$$, 'PT409', 'companion_seat', 'and its companion seat stays kept.');

select tests.submit('unheld', '400000000001', 1210, 'Stalls:S-A4');
select tests.act_as_owner();
select is((select f.flag from public.payment_flags f join public.payments p on p.id = f.payment_id where p.order_id = tests.order_id('unheld')),
  'companion_seat', 'A payment without a hold keeps none, either,');
select ok(tests.hold_as('bela@example.in', 'part', 'Stalls:S-A4,S-A5') ? 'order_id', 'nor does one');
select tests.submit('part', '400000000002', 1210, 'Stalls:S-A4');
select tests.act_as_owner();
select is((select f.flag from public.payment_flags f join public.payments p on p.id = f.payment_id where p.order_id = tests.order_id('part')),
  'companion_seat', 'for a part of what was held.');

select tests.as_owner($$update public.events set date = now() + interval '47 hours'$$);
select ok(tests.hold_as('bela@example.in', 'b', 'Stalls:S-A1,S-A6') ? 'order_id', 'Two days before the concert all are open to all,');
select tests.as_owner($$update public.events set date = now() + interval '60 hours'$$);
select ok(tests.hold_as('bela@example.in', 'b', 'Stalls:S-A1') ? 'order_id', 'and stay so for the order that holds one when the concert moves.');
