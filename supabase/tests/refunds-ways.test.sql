-- A debt can always be paid: to a UPI id, an account, in cash, or settled otherwise with a reason.
select tests.create_people('Asha Menon <asha@example.in>', 'Ravi Iyer <ravi@example.in>', 'admin: admin@example.in', 'admin: second@example.in');
select tests.create_concert('Pune', 'Gold 1500 x20');
select tests.act_as('asha@example.in');
select tests.submit('typed', '412345678901', 1800, 'Gold:A1');
select tests.submit('account', '412345678902', 1800, 'Gold:A2');
select tests.submit('cash', '412345678903', 1800, 'Gold:A3');
select tests.submit('other', '412345678904', 1800, 'Gold:A4');
select tests.does('ravi@example.in', $$select public.save_profile('{"refund_upi_id": "ravi@okicici"}')$$);
select tests.submit('theirs', '412345678905', 1800, 'Gold:A5');
select tests.does('admin@example.in', $$select public.review_payment(tests.payment_id(o), 'approved') from unnest(array['typed', 'account', 'cash', 'other', 'theirs']) as o$$);
select tests.does('admin@example.in', $$select public.cancel_event(tests.event_id('Pune'), 'Rain')$$);
create function pg_temp.refund(p_order text) returns uuid language sql security definer as $$ select id from public.refunds where payment_id = tests.payment_id(p_order) $$;
create function pg_temp.marks(p_order text, p_utr text, p_way text, p_to text, p_upi_id text default null) returns text language sql as $$
  select concat_ws(' ', way, coalesce(utr, '-'), coalesce(upi_id, '-'), settled_how) from public.mark_refunded(pg_temp.refund(p_order), p_utr, p_upi_id, false, null, p_way, p_to) $$;

select tests.act_as('admin@example.in');
select tests.refuses($$select pg_temp.marks('typed', '512345678901', null, null)$$, 'PT409', 'no_upi_id', 'A customer without a UPI id: staff say where it goes');
select tests.refuses($$select pg_temp.marks('typed', '512345678901', 'upi', 'asha at bank')$$, 'PT400', 'invalid', 'to a UPI id of the right form');
select tests.refuses($$select pg_temp.marks('typed', null, 'upi', 'asha@okaxis')$$, 'PT400', 'invalid', 'with the reference of the transfer');
select is(pg_temp.marks('typed', '512345678901', 'upi', 'asha@okaxis'), 'upi 512345678901 asha@okaxis', 'The id that staff typed is kept with the refund');
select is(pg_temp.marks('typed', '512345678901', 'upi', 'asha@okaxis'), 'upi 512345678901 asha@okaxis', 'A repeat changes nothing');
select tests.refuses($$select pg_temp.marks('typed', null, 'cash', null)$$, 'PT409', 'already_decided', 'nor does another way');

select tests.refuses(format($$select pg_temp.marks('account', '512345678902', 'bank', %L)$$, bad), 'PT400', 'invalid', bad)
  from unnest(array['', '50100123456789', 'HDFC0001234', '5010012 HDFC0001234', '50100123456789 HDFC1001234']) as bad;
select tests.refuses($$select pg_temp.marks('account', null, 'bank', '50100123456789 HDFC0001234')$$, 'PT400', 'invalid', 'A transfer has a reference');
select is(pg_temp.marks('account', 'N331261234567', 'bank', ' 50100123456789  hdfc0001234 '), 'bank N331261234567 - HDFC0001234 ••6789', 'Of an account four digits are kept');

select tests.refuses($$select pg_temp.marks('cash', null, 'card', null)$$, 'PT400', 'invalid', 'A card gives back only what it paid');
select tests.refuses($$select pg_temp.marks('cash', null, 'cash', null)$$, 'PT409', 'till_closed', 'Cash comes out of an open till, or staff say of what');
select public.open_till('00000000-0000-4000-8000-0000000000a1', 'Office', 5000);
select is(pg_temp.marks('cash', null, 'cash', null), 'cash - - till Office', 'Cash needs no reference, and says which till it left');
select is(public.my_till() ->> 'expected_cash', '3200.00', 'and leaves the open till of who gave it');
select is((public.my_till() -> 'moves' -> 0) ->> 'reason', 'Refund of order ' || tests.order_code('cash'), 'whose book says why');

select tests.refuses($$select pg_temp.marks('other', null, 'other', ' ')$$, 'PT400', 'invalid', 'Settled otherwise needs words');
select is(pg_temp.marks('other', null, 'other', 'Moved to the concert in Mumbai'), 'other - - Moved to the concert in Mumbai', 'They are kept');
select tests.refuses($$select pg_temp.marks('other', null, 'barter', null)$$, 'PT400', 'invalid', 'No other ways');
select is((select string_agg(concat_ws(' ', n.content ->> 'way', n.content ->> 'utr', n.content ->> 'how'), ', ' order by n.content ->> 'way') from public.notices n
    where n.user_id = tests.user_id('asha@example.in') and n.kind = 'refunded'),
  'bank N331261234567, cash, other Moved to the concert in Mumbai, upi 512345678901', 'The customer hears how');
select is((select count(*) from public.user_tickets t where t.revoked_at is null), 1::bigint, 'Each way revokes the ticket');

select tests.refuses($$select pg_temp.marks('theirs', '512345678905', 'upi', 'thief@okaxis')$$, 'PT409', 'changed_meanwhile', 'A UPI id that the customer gave is not replaced');
select is(pg_temp.marks('theirs', null, 'cash', ' the office safe ', 'ravi@okicici'), 'cash - ravi@okicici the office safe', 'but another way is open to them: cash out of what staff say');
select is(public.my_till() ->> 'expected_cash', '3200.00', 'which leaves the till alone');
select tests.act_as_owner();
select is((select string_agg(o || ' ' || b.account, ', ' order by o) from unnest(array['cash', 'theirs']) as o
    join public.refunds r on r.payment_id = tests.payment_id(o)
    join private.books b on b.subject = r.id and b.account in ('till', 'otherwise')), 'cash till, theirs otherwise', 'The books say what it was taken from');
select is_empty('select * from private.ledger_faults()', 'and are sound');
select tests.act_as('admin@example.in');
select tests.answers('asha@example.in', $$(select string_agg(r ->> 'way', ', ' order by r ->> 'way') from jsonb_array_elements(public.my_wallet() -> 'refunds') as r)$$,
  'bank, cash, other, upi', 'Their device reads how');

-- What names them goes with the account.
select tests.does('asha@example.in', 'select public.delete_my_account(true)');
select tests.act_as_owner();
select is((select count(*) from public.refunds where settled_how is not null and way <> 'cash' or upi_id like 'asha%'), 0::bigint, 'What names them goes with the account');
