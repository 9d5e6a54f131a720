-- Money either keeps a ticket valid or goes back: the excess alone, the rest with its tickets.
select tests.create_people('Asha Menon <asha@example.in>', 'Ravi Iyer <ravi@example.in>', 'admin: admin@example.in');
select tests.create_event('Pune', now() + interval '1 day', 'Asha Rao');
select tests.create_categories('Pune', 'Gold 500 x60', 'Silver 500 x60');

create function pg_temp.ticket(p_order text, p_category text) returns uuid language sql security definer as $$
  select t.id from public.user_tickets t
  where t.payment_id = tests.payment_id(p_order) and t.ticket_category_id = tests.category_id(p_category)
$$;
create function pg_temp.refund(p_order text, p_category text default null) returns public.refunds language sql security definer as $$
  select r from public.refunds r
  where r.payment_id = tests.payment_id(p_order) and r.ticket_id is not distinct from pg_temp.ticket(p_order, p_category)
$$;
create function pg_temp.owed(p_order text) returns text language sql security definer as $$
  select string_agg(concat_ws(' ', r.reason, r.amount, c.name, r.upi_id), ', ' order by c.name nulls last)
  from public.refunds r
  left join public.user_tickets t on t.id = r.ticket_id left join public.ticket_categories c on c.id = t.ticket_category_id
  where r.payment_id = tests.payment_id(p_order) and r.status = 'requested'
$$;
create function pg_temp.start(p_order text, p_amount numeric default null, p_category text default null) returns numeric language sql as $$
  select (public.start_refund(tests.payment_id(p_order), pg_temp.ticket(p_order, p_category), p_amount, 'Sorry')).amount
$$;
create function pg_temp.valid(p_order text) returns text language sql as $$
  select string_agg(c.name, ' ' order by c.name)
  from jsonb_array_elements(public.gate_roster(tests.event_id('Pune')) -> 'rows') as r
  join public.user_tickets t on t.id::text = r ->> 'id' join public.ticket_categories c on c.id = t.ticket_category_id
  where t.payment_id = tests.payment_id(p_order) and r ->> 'state' = 'valid'
$$;

select tests.does('asha@example.in', $$select public.save_profile('{"refund_upi_id": "asha@okaxis"}')$$);
select tests.submit('exact', '412345678901', 1240, 'Gold:A1', 'Silver:A1');
select tests.submit('over', '412345678902', 1240, 'Gold:A2', 'Silver:A2');
select tests.submit('short', '412345678903', 1000, 'Gold:A3', 'Silver:A3');
select tests.submit_as('ravi@example.in', 'refused', '412345678904', 620, 'Gold:B1');
select tests.submit('pending', '412345678905', 620, 'Gold:B2');
select tests.does('admin@example.in', $$select public.import_bank_rows(jsonb_build_array(tests.credit('412345678902', 1240), tests.credit('412345678902', 660)))$$);
select public.review_payment(tests.payment_id(o), 'approved') from unnest(array['exact', 'over', 'short']) as o;
select public.review_payment(tests.payment_id('refused'), 'rejected', 'No');

select is(tests.refusal($$select pg_temp.start('exact')$$), '{"state": "PT409", "code": "not_refundable", "detail": "tickets"}',
  'Nothing is refundable while the tickets stay valid');
select is(tests.refusal($$select pg_temp.start('exact', 1)$$) ->> 'detail', 'tickets', 'not a rupee');
select is(tests.refusal($$select pg_temp.start('short')$$) ->> 'detail', 'tickets', 'nor where less was received than they cost');
select is(pg_temp.valid('exact'), 'Gold Silver', 'They open the gate');
select is(pg_temp.owed('over'), 'overpaid 660.00 asha@okaxis', 'The excess is owed by itself');
select public.drop_refund((pg_temp.refund('over')).id);
select is((tests.refusal($$select pg_temp.start('over', 660.01)$$) ->> 'detail')::jsonb, '{"most": 660.00, "tickets": 1240.00}',
  'At most the excess over their price; the refusal names what the tickets keep');
select is(public.find_refundable(tests.payment_id('over')), jsonb_build_object('most', 660.00, 'owed', 0, 'in_statement', true, 'lines', (
    select jsonb_agg(l.id order by l.line) from public.payment_lines l where l.payment_id = tests.payment_id('over'))),
  'Staff see beforehand how much, by which source, and which tickets keep the rest');
select is(pg_temp.start('over'), 660.00, 'and that amount is the default');
select is(public.find_refundable(tests.payment_id('over')) - 'lines', '{"most": 0, "owed": 660.00, "in_statement": true}', 'once');
select is(pg_temp.start('over'), 660.00, 'A repeat returns the existing refund');
select is(pg_temp.valid('over'), 'Gold Silver', 'Refunding the excess leaves the tickets alone');
select is(public.find_refundable(tests.payment_id('refused')), '{"most": 620, "owed": 0, "lines": [], "in_statement": false}',
  'All of a rejected payment is refundable');
select is(pg_temp.start('refused'), 620.00, 'as before');
select is(public.find_refundable(tests.payment_id('pending')) ->> 'most', '0', 'Nothing of a pending payment is');
select tests.refuses($$select public.find_refundable(gen_random_uuid())$$, 'PT404', 'not_found', 'A payment is required');
select tests.refuses('ravi@example.in', $$select public.find_refundable(tests.payment_id('refused'))$$, 'PT403', 'forbidden', 'Customers start no refund');
select tests.refuses(null, $$select public.find_refundable(gen_random_uuid())$$, 'PT401', 'not_signed_in', 'and visitors have to sign in');

select tests.answers('admin@example.in', $$pg_temp.start('exact', null, 'Gold')$$, 620.00, 'A ticket is refunded by its own refund');
select is(pg_temp.valid('exact'), 'Silver', 'and opens no gate from then on; the other does');
select is(tests.refusal($$select pg_temp.start('exact')$$) ->> 'detail', 'tickets', 'and keeps its money');
select is(public.find_refundable(tests.payment_id('exact')) -> 'lines', (
    select jsonb_agg(l.id) from public.payment_lines l where l.payment_id = tests.payment_id('exact') and l.ticket_category_id = tests.category_id('Silver')),
  'Only that ticket is named');
select public.revoke_tickets(array[pg_temp.ticket('exact', 'Silver')], 'A chair is broken');
select is(pg_temp.start('exact'), 620.00, 'The money of a revoked ticket may go back with the rest');
select is(pg_temp.valid('exact'), null, 'Its tickets open no gate');
select is((tests.refusal($$select pg_temp.start('exact', null, 'Silver')$$)) ->> 'detail', 'nothing', 'and no money goes back twice');

-- A refund recorded before its tickets became valid is not paid beside them
select tests.does('ravi@example.in', $$select public.save_profile('{"refund_upi_id": "ravi@okicici"}')$$);
select tests.submit('part', '412345678906', 620, 'Gold:C1');
select tests.approve('part');
select public.start_refund(tests.payment_id('part'), pg_temp.ticket('part', 'Gold'), 100, 'A late start');
select is(pg_temp.start('part'), 520.00, 'A revoked ticket keeps no money');
select public.drop_refund((pg_temp.refund('part', 'Gold')).id);
select is(tests.refusal($$select public.mark_refunded((pg_temp.refund('part')).id, '512345678906', 'ravi@okicici')$$),
  '{"state": "PT409", "code": "not_refundable", "detail": "tickets"}', 'Valid again it keeps its money, which is not sent');
select public.revoke_tickets(array[pg_temp.ticket('part', 'Gold')], 'Sorry');
select is((public.mark_refunded((pg_temp.refund('part')).id, '512345678906', 'ravi@okicici')).status, 'refunded', 'and is sent once it is revoked');

select tests.submit_as('ravi@example.in', 'parted', '412345678907', 620, 'Gold:C2');
select tests.approve('parted');
select public.start_refund(tests.payment_id('parted'), pg_temp.ticket('parted', 'Gold'), 100, 'A late start');
select pg_temp.start('parted');
select public.mark_refunded((pg_temp.refund('parted')).id, '512345678907', 'ravi@okicici');
select is(tests.refusal($$select public.drop_refund((pg_temp.refund('parted', 'Gold')).id)$$) ->> 'detail', 'sent', 'A ticket with a partly refunded price cannot become valid again');
select public.revoke_tickets(array[pg_temp.ticket('parted', 'Gold')], 'Sorry');
select public.drop_refund((pg_temp.refund('parted', 'Gold')).id);
select is(pg_temp.owed('parted'), null, 'A revoked one needs no refund');

-- Payments approved after the event was cancelled: their tickets are owed at once
select tests.create_event('Goa', now() + interval '1 day', 'Asha Rao');
select tests.create_categories('Goa', 'Lawn 500 x60', 'Stand 500 x60');
select tests.submit_as('asha@example.in', 'full', '412345678911', 1240, 'Lawn:A1', 'Stand:A1');
select tests.submit('less', '412345678912', 1000, 'Lawn:A2', 'Stand:A2');
select tests.submit('more', '412345678913', 620, 'Lawn:A3');
select tests.submit('both', '412345678914', 1240, 'Lawn:A4', 'Gold:A4');
select tests.submit('lost', '412345678915', 620, 'Lawn:A5');
select tests.submit('never', '412345678916', 620, 'Lawn:A6');
select tests.hold_as('ravi@example.in', 'late', 'Lawn:B1');
select tests.does('admin@example.in', $$select public.import_bank_rows(jsonb_build_array(tests.credit('412345678913', 700)))$$);
select public.cancel_event(tests.event_id('Goa'), 'Rain');
select tests.submit_as('ravi@example.in', 'late', '412345678917', 620, 'Lawn:B1');
select tests.does('owner', $$delete from public.seat_claims c where c.payment_id in (tests.payment_id('lost'), tests.payment_id('late'))$$);
select tests.answers('admin@example.in', $$select count(*) from public.refunds r where r.reason in ('cancelled', 'overpaid')$$, 0, 'Nothing is owed for a pending payment yet');

select public.review_payment(tests.payment_id('full'), 'approved');
select is(pg_temp.owed('full'), 'cancelled 620.00 Lawn asha@okaxis, cancelled 620.00 Stand asha@okaxis', 'Each ticket is owed, to the profile''s UPI id');
select ok((select bool_and(x ->> 'ok' = 'true') from jsonb_array_elements(public.review_payments(array[tests.payment_id('less'), tests.payment_id('more'), tests.payment_id('both')])) as x),
  'Several tickets of one payment');
select is(pg_temp.owed('less'), 'cancelled 500.00 Lawn asha@okaxis, cancelled 500.00 Stand asha@okaxis', 'share what was received');
select is(pg_temp.owed('more'), 'cancelled 620.00 Lawn asha@okaxis, overpaid 80.00 asha@okaxis', 'and the excess by the bank statement');
select is(pg_temp.owed('both'), 'cancelled 620.00 Lawn asha@okaxis', 'The ticket of an event that takes place is not owed');
select public.reassign_seats(tests.payment_id('lost'), tests.lines('Lawn:C1'));
select public.reassign_seats(tests.payment_id('late'), tests.lines('Lawn:C2'));
select public.review_payment(tests.payment_id(o), 'approved') from unnest(array['lost', 'late']) as o;
select is(pg_temp.owed('lost'), 'cancelled 620.00 Lawn asha@okaxis', 'Replacing seats changes nothing');
select is(pg_temp.owed('late'), 'cancelled 620.00 Lawn ravi@okicici', 'nor does a payment after the cancellation');
select public.reassign_seats(tests.payment_id('lost'), tests.lines('Lawn:C3'));
select is(pg_temp.owed('lost'), 'cancelled 620.00 Lawn asha@okaxis', 'A ticket with a replaced seat is owed once');
select public.review_payment(tests.payment_id('never'), 'rejected', 'No');
select is(pg_temp.owed('never'), null, 'A rejected payment without a credit is not owed');
select is((select count(*) from public.get_refunds() where event_id = tests.event_id('Goa')), 8::bigint, 'The list has each refund');
select public.cancel_event(tests.event_id('Goa'), 'Rain');
select is((select count(*) from public.get_refunds() where event_id = tests.event_id('Goa')), 8::bigint, 'once, even if the event is cancelled again');
select tests.act_as('ravi@example.in');
select is((public.request_refund(pg_temp.ticket('late', 'Lawn'))).id, (pg_temp.refund('late', 'Lawn')).id, 'and its customer confirms it');

-- The reference of a transfer that refunded a customer pays for nothing
create function pg_temp.warnings(p_order text) returns jsonb language sql as $$
  select d.warnings from public.get_payment_details() as d where d.payment_id = tests.payment_id(p_order)
$$;
create function pg_temp.kind(p_order text) returns text language sql as $$
  select k from jsonb_each(public.match_bank_rows()) as m (k, v), jsonb_array_elements(v -> 'payments') as p
  where jsonb_typeof(v) = 'object' and v ? 'payments' and p ->> 'payment_id' = tests.payment_id(p_order)::text
$$;
select tests.does('admin@example.in', $$select public.mark_refunded((pg_temp.refund('full', 'Lawn')).id, 'UTR 5123 4567 8911', 'asha@okaxis')$$);
select public.mark_refunded((pg_temp.refund('full', 'Stand')).id, 'UTR 5123 4567 8911', 'asha@okaxis');
select is(tests.refusal($$select public.mark_refunded((pg_temp.refund('late', 'Lawn')).id, '512345678911', 'ravi@okicici')$$),
  jsonb_build_object('state', 'PT409', 'code', 'transaction_used', 'detail', tests.order_code('full')), 'Another spelling of it pays no other refund');
select tests.submit_as('ravi@example.in', 'again', '५१२३ ४५६७ ८९११', 620, 'Gold:D1');
select tests.submit('fresh', '412345678921', 620, 'Gold:D2');
select tests.submit_as('asha@example.in', 'own again', '512345678911', 620, 'Gold:D3');
select tests.does('admin@example.in', $$select public.import_bank_rows(jsonb_build_array(tests.credit('512345678911', 620), tests.credit('412345678921', 620)))$$);
select is(jsonb_path_query_first(pg_temp.warnings('again'), '$[*] ? (@.code == "reference_of_refund")') #- '{refunds,0,refunded_at}',
  jsonb_build_object('code', 'reference_of_refund', 'refunds', jsonb_build_array(jsonb_build_object(
    'order_code', tests.order_code('full'), 'amount', 1240.00, 'same_customer', false, 'user_name', 'Asha Menon'))),
  'Staff see which refund it paid, once for a transfer that paid two');
select is(jsonb_path_query_first(pg_temp.warnings('own again'), '$[*] ? (@.code == "reference_of_refund").refunds[0].same_customer'), 'true', 'and that it belongs to the same customer');
select is(pg_temp.warnings('fresh'), '[]', 'A reference that paid no refund has no warning');
select is(pg_temp.kind('fresh') || ' ' || pg_temp.kind('again'), 'exact two_claims', 'It is not offered for bulk approval');
select is(tests.refusal($$select public.review_payment(tests.payment_id('again'), 'approved')$$),
  jsonb_build_object('state', 'PT409', 'code', 'reference_of_refund', 'detail', tests.order_code('full')), 'Approving is refused, naming the refund''s order');
select is((select string_agg(coalesce(x #>> '{refusal,code}', 'ok'), ' ' order by n)
    from jsonb_array_elements(public.review_payments(array[tests.payment_id('own again'), tests.payment_id('fresh')])) with ordinality as a (x, n)),
  'reference_of_refund ok', 'also in a bulk approval');
select public.review_payment(tests.payment_id('own again'), 'rejected', 'This is the number of our transfer to you');
select is(pg_temp.kind('again'), 'to_check', 'Alone with its credit it is still to be checked');

select tests.create_event('Surat', now() + interval '1 day', 'Asha Rao');
select tests.create_category('Surat', 'Pit', 500, 20);
select tests.submit_as('ravi@example.in', 'number', '412345678931', 620, 'Pit:A1');
select tests.submit('other number', '412345678932', 620, 'Pit:A2');
select tests.submit_as('asha@example.in', 'same number', '412345678931', 620, 'Pit:A3');
select tests.does('admin@example.in', $$select public.import_bank_rows(jsonb_build_array(
  tests.credit('412345678931', 620) || '{"utrs": ["412345678931", "412345678932"]}'))$$);
select public.review_payment(tests.payment_id(o), 'rejected', 'No') from unnest(array['number', 'other number', 'same number']) as o;
select public.cancel_event(tests.event_id('Surat'), 'Rain');
create temporary table claims as select o, tests.payment_id(o) as id from unnest(array['number', 'other number', 'same number']) as o;
select is((select string_agg(r.reason || ' ' || r.amount, ', ') from public.refunds r join claims c on c.id = r.payment_id), 'rejected 620.00',
  'It is owed once, whichever number was given');
select is((select string_agg(tests.refusal(format('select pg_temp.start(%L)', o)) ->> 'code', ' ') from claims c
    where not exists (select from public.refunds r where r.payment_id = c.id)), 'not_refundable not_refundable', 'and cannot be started for the others');
select public.cancel_event(tests.event_id('Surat'), 'Rain');
select is((select count(*) from public.refunds r join claims c on c.id = r.payment_id), 1::bigint, 'A repeat records nothing twice');
