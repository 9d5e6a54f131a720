-- Phases: what a seat costs by time and by number sold; a hold keeps its price.
select tests.create_people('asha@example.in', 'bela@example.in', 'admin: admin@example.in', 'gate: gate@example.in');
select tests.create_concert('Pune', 'Gold 1500 x40', 'Silver 700 x40');

create function tests.phase(p_name text, p_price numeric, p_until timestamptz default null, p_until_sold integer default null)
  returns jsonb language sql stable as $$
  select jsonb_build_object('name', p_name, 'price', p_price, 'until', p_until, 'until_sold', p_until_sold)
$$;
create function tests.set_phases(p_category text, variadic p_phases jsonb[]) returns void
  language sql volatile security definer set search_path = '' as $$
  update public.ticket_categories c set phases = to_jsonb(p_phases) where c.id = tests.category_id(p_category)
$$;
create function tests.price(p_category text) returns numeric language sql volatile security definer set search_path = '' as $$
  select private.price_now(c) from public.ticket_categories c where c.id = tests.category_id(p_category)
$$;
create function tests.unit_price(p_answer jsonb) returns numeric language sql immutable as $$ select (p_answer -> 'lines' -> 0 ->> 'unit_price')::numeric $$;

-- Who may set them, and their shape
select tests.affects('asha@example.in', $$update public.ticket_categories set phases = '[]' where id = tests.category_id('Gold')$$, 0, 'Customers set no phases');
select tests.affects('gate@example.in', $$update public.ticket_categories set phases = '[]' where id = tests.category_id('Gold')$$, 0, 'Nor does the gate');
select tests.denies(null, $$update public.ticket_categories set phases = '[]' where id = tests.category_id('Gold')$$, 'Nor a visitor');
select tests.denies($$select private.price_to_hold(c) from public.ticket_categories c$$, 'Who may not lock them, either');
select tests.act_as('admin@example.in');
select is(tests.refusal(format($$update public.ticket_categories set phases = %L where id = tests.category_id('Gold')$$, bad.phases)) - 'state',
  '{"code": "invalid", "detail": "phases"}', bad.rule)
from (values
  ('{}', 'A list'),
  ('null', 'Not nothing'),
  ('["Early"]', 'Of objects'),
  ('[{"name": "Early", "price": 500}]', 'A phase ends'),
  ('[{"name": "", "price": 500, "until_sold": 5}]', 'It has a name'),
  ('[{"name": "' || repeat('x', 41) || '", "price": 500, "until_sold": 5}]', 'Of at most 40 characters'),
  ('[{"name": "Early", "price": -1, "until_sold": 5}]', 'No negative price'),
  ('[{"name": "Early", "price": 10000000, "until_sold": 5}]', 'No price beyond the highest'),
  ('[{"name": "Early", "price": 0.005, "until_sold": 5}]', 'Whole paise'),
  ('[{"name": "Early", "price": "500", "until_sold": 5}]', 'A price is a number'),
  ('[{"name": "Early", "price": 500, "until_sold": 0}]', 'None sold is no end'),
  ('[{"name": "Early", "price": 500, "until_sold": 2.5}]', 'Whole tickets'),
  ('[{"name": "Early", "price": 500, "until_sold": 100001}]', 'At most as many as there may be places'),
  ('[{"name": "Early", "price": 500, "until": "infinity"}]', 'A time'),
  ('[{"name": "Early", "price": 500, "until": "tomorrow"}]', 'No word for a time'),
  ('[{"name": "Early", "price": 500, "until": "2026-13-01T00:00:00Z"}]', 'A month that is'),
  ((select jsonb_agg(tests.phase('Early', 500, null, n))::text from generate_series(1, 11) as n), 'At most ten')
) as bad (phases, rule);
select tests.affects($$update public.ticket_categories set phases = '[{"name": " Early bird ", "price": 500.5, "until": "2026-12-01T18:00:00+05:30"}]'
  where id = tests.category_id('Gold')$$, 1, 'An admin sets them');
select is(c.phases, '[{"name": "Early bird", "price": 500.50, "until": "2026-12-01T12:30:00Z", "until_sold": null}]', 'They are stored in one shape')
  from public.ticket_categories c where c.name = 'Gold';
select is(c.revision, 2, 'And raise the revision') from public.ticket_categories c where c.name = 'Gold';
select tests.refuses($$update public.ticket_categories set phases = '[]', revision = 1 where id = tests.category_id('Gold')$$,
  'PT409', 'changed_meanwhile', 'So an edit of what was there before is refused');
select is((select count(*) from public.audit_log a where a."table" = 'ticket_categories' and a.after -> 'phases' <> '[]'), 1::bigint, 'The history has them');
select is((public.add_ticket_category(gen_random_uuid(), tests.event_id('Pune'), 'Floor', 900, 30, null, null, true,
  p_phases => jsonb_build_array(tests.phase('Early', 400, null, 3)))).phases -> 0 ->> 'name', 'Early', 'A new category may have them');

-- By time
select tests.does('owner', $$select tests.set_phases('Gold', tests.phase('Super early', 500, now() - interval '1 second'), tests.phase('Early', 900, now() + interval '1 day'),
  tests.phase('Advance', 1200, now() + interval '2 days'))$$);
select is(tests.price('Gold'), 900.00, 'The first phase that has not ended sets the price');
select tests.set_phases('Gold', tests.phase('Early', 900, date_trunc('second', now())), tests.phase('Advance', 1200, now() + interval '2 days'));
select is(tests.price('Gold'), 1200.00, 'A phase has ended at its moment');
select tests.set_phases('Gold', tests.phase('Early', 900, now() - interval '1 day'), tests.phase('Advance', 1200, now() - interval '1 hour'));
select is(tests.price('Gold'), 1500.00, 'After the last phase the category''s own price holds');
select tests.set_phases('Gold', tests.phase('Early', 900, now() + interval '1 day'));
select tests.answers('asha@example.in', $$tests.unit_price(tests.hold('a', 'Gold:A1'))$$, 900.00, 'A hold has the price of its phase');
select tests.does('owner', $$select tests.set_phases('Gold', tests.phase('Early', 900, now() - interval '1 minute'))$$);
select tests.answers('asha@example.in', $$tests.unit_price(tests.hold('a', 'Gold:A1,A2'))$$, 900.00, 'It keeps that price after the phase, more seats included');
select is(tests.unit_price(tests.hold('b', 'Gold:A3')), 1500.00, 'Another order has the next price');
select tests.submit('a', '412345678901', 2184, 'Gold:A1,A2');
select tests.answers('admin@example.in', $$select l.unit_price from public.payment_lines l where l.payment_id = tests.payment_id('a')$$, 900.00, 'The payment has the price of its hold');
select is((select d.warnings from public.get_payment_details() d where d.order_id = tests.order_id('a')), '[]', 'A price of an earlier phase is no warning');
select is((select d.lines -> 0 -> 'price_now' from public.get_payment_details() d where d.order_id = tests.order_id('a')), '1500.00', 'Staff see today''s');
update public.ticket_categories set phases = '[]' where name = 'Gold';
select is((select (d.warnings -> 0) - 'lines' from public.get_payment_details() d where d.order_id = tests.order_id('a')), '{"code": "price_changed"}',
  'A price that the category never has is');

-- By number
select tests.does('owner', $$select tests.set_phases('Silver', tests.phase('First', 300, null, 3), tests.phase('Next', 500, now() + interval '1 day', 5))$$);
select tests.answers('asha@example.in', $$tests.unit_price(tests.hold('c', 'Silver:A1,A2'))$$, 300.00, 'Until three are sold');
select is(tests.unit_price(tests.hold('c', 'Silver:A1,A2')), 300.00, 'Its own seats do not change an order''s price');
select tests.answers('bela@example.in', $$tests.unit_price(tests.hold('d', 'Silver:B1,B2'))$$, 300.00, 'An order that spans the boundary has the price at its begin');
select is(tests.unit_price(tests.hold('e', 'Silver:C1')), 500.00, 'The next order has the next price: held seats count');
select is(tests.unit_price(tests.hold('f', 'Silver:C2')), 700.00, 'Five are held: the regular price');
select public.release_seats(tests.order_id('d')), public.release_seats(tests.order_id('f'));
select is(tests.unit_price(tests.hold('g', 'Silver:C3')), 500.00, 'Seats that are free again do not count');
select tests.does('owner', $$select tests.expire('e'), tests.expire('g')$$);
select tests.answers('bela@example.in', $$tests.unit_price(tests.hold('h', 'Silver:D1'))$$, 300.00, 'Nor do holds that ran out');
select tests.submit_as('asha@example.in', 'c', '412345678902', 768, 'Silver:A1,A2');
select tests.answers('bela@example.in', $$tests.unit_price(tests.hold('i', 'Silver:D2'))$$, 500.00, 'Seats under review count');
select tests.does('admin@example.in', $$select public.keep_seats(tests.category_id('Silver'), array['D4', 'D5', 'E1', 'E2'], 'Sponsor')$$);
update public.ticket_categories set tickets_sold = 4 where name = 'Silver';
select is(tests.price('Silver'), 500.00, 'Seats that staff keep or sell elsewhere do not');

-- Standing places have rows while they are free
select is(tests.price('Floor'), 400.00, 'Free places do not count');
select tests.answers('asha@example.in', $$tests.unit_price(tests.hold('s', 'Floor:x3'))$$, 400.00, 'Three places');
select tests.answers('bela@example.in', $$tests.unit_price(tests.hold('t', 'Floor:x1', 'Gold:B1'))$$, 900.00, 'And the phase is over');
select tests.submit_as('asha@example.in', 's', '412345678903', 1506, 'Floor:x3');
select is(tests.price('Floor'), 900.00, 'Under review, too');
select tests.approve('s');
select is(tests.price('Floor'), 900.00, 'And sold');
select tests.answers('asha@example.in', $$tests.price('Floor')$$, 900.00, 'Whoever asks');

-- What was sold at which price
select tests.act_as_owner();
create function tests.sold(p_category text) returns text language sql stable as $$
  select string_agg(s.unit_price || ' × ' || s.tickets, ', ' order by s.unit_price) from public.sold_by_price(tests.category_id(p_category)) as s $$;
select tests.act_as(person), tests.refuses($$select tests.sold('Floor')$$, state, code, coalesce(person, 'a visitor') || ' reads no figures of the sale')
from (values (null, 'PT401', 'not_signed_in'), ('asha@example.in', 'PT403', 'forbidden'), ('gate@example.in', 'PT403', 'forbidden')) as w (person, state, code);
select tests.submit_as('bela@example.in', 't', '412345678904', 2000, 'Floor:x1', 'Gold:B1');
select tests.answers('admin@example.in', $$tests.sold('Floor')$$, '400.00 × 3', 'A payment under review has sold nothing');
select public.review_payment(tests.payment_id('t'), 'approved');
select is(tests.sold('Floor'), '400.00 × 3, 900.00 × 1', 'Each at the price of its hold');
update public.ticket_categories set price = 950 where name = 'Floor';
select tests.hold_as('asha@example.in', 'later', 'Floor:x2');
select tests.submit('later', '412345678905', 2000, 'Floor:x2');
select tests.approve('later');
select is(tests.sold('Floor'), '400.00 × 3, 900.00 × 1, 950.00 × 2', 'and later ones at theirs');
select public.revoke_tickets(array(select t.id from public.user_tickets t where t.payment_id = tests.payment_id('later')), 'Not coming');
select is(tests.sold('Floor'), '400.00 × 3, 900.00 × 1', 'Revoked tickets do not count');
