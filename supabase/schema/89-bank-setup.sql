-- How money is seen: the shop's bank and its mailbox, as set up in the console and read by the shop's own server, and how
-- many mails of the bank were read. Variables of the server's environment hold over it.

create table private.bank_setup (
  id smallint primary key default 1 check (id = 1),
  bank text,
  mail_to text,
  account text,
  mail_hours integer not null default 48,
  confirmed text[] not null default '{}',
  imap_host text,
  imap_port integer not null default 993,
  imap_user text,
  imap_folder text not null default 'INBOX',
  imap_password text,
  inbound_hash text,
  from_environment boolean,
  revision integer not null default 1,
  updated_at timestamptz not null default clock_timestamp()
);

comment on table private.bank_setup is
  'One row: the bank, its mailbox and what its mails must say. Private, because of the password: the server alone reads it.';

comment on column private.bank_setup.bank is 'Id of the bank in src/shop/proofs/banks.ts; null while none is chosen.';
comment on column private.bank_setup.mail_to is 'The address that the bank writes to.';
comment on column private.bank_setup.account is 'The last three to six digits of the account.';
comment on column private.bank_setup.mail_hours is 'How old a mail and its credit may be.';
comment on column private.bank_setup.confirmed is
  'Ids of wordings that an admin has seen on a real mail: only they may approve without a person.';
comment on column private.bank_setup.inbound_hash is
  'SHA-256, in hex, of the secret with which a provider posts mails; null while none may.';
comment on column private.bank_setup.from_environment is
  'The server that started last reads its environment''s variables instead; null while no server has started.';

alter table private.bank_setup enable row level security;

insert into private.bank_setup default values;

create table private.bank_mails (
  bank text,
  wording text,
  mails bigint not null default 0,
  last_at timestamptz not null,
  primary key (bank, wording)
);

comment on table private.bank_mails is
  'How many mails that a bank signed were read, by the id of their wording; unknown: those that no wording reads.';

alter table private.bank_mails enable row level security;

create function private.note_bank_mail(p_bank text, p_wording text) returns void
  language sql volatile set search_path = ''
as $$
  insert into private.bank_mails as m (bank, wording, mails, last_at) values (p_bank, p_wording, 1, now())
    on conflict (bank, wording) do update set mails = m.mails + 1, last_at = now()
$$;

comment on function private.note_bank_mail(text, text) is
  'Counts a mail that a bank signed; p_wording: the id of its wording, or unknown.';

create function private.is_bank_seen() returns boolean
  language sql stable set search_path = ''
as $$ select exists (select from private.bank_mails m where m.wording <> 'unknown') $$;

comment on function private.is_bank_seen() is 'True once a mail of a bank was read.';

create function private.has_live_source() returns boolean
  language sql stable set search_path = ''
as $$
  select exists (
    select from private.proof_sources s
    where s.fault is null and s.seen_at > now() - interval '10 minutes' and (s.name <> 'mailbox' or private.is_bank_seen()))
$$;

comment on function private.has_live_source() is
  'True when a source of proofs worked within the last ten minutes. An open mailbox in which no mail of a bank was ever read '
  'is none: customers would wait for what may never come.';

create function private.told_bank_setup(p_setup private.bank_setup) returns jsonb
  language sql immutable set search_path = ''
as $$
  select to_jsonb(p_setup) - array['id', 'imap_password', 'inbound_hash', 'from_environment'] || jsonb_build_object(
    'has_password', p_setup.imap_password is not null, 'has_secret', p_setup.inbound_hash is not null)
$$;

comment on function private.told_bank_setup(private.bank_setup) is
  'Returns what admins and the history may see of the set-up: all but its password and the secret''s hash.';

create function private.bank_setup_fault(p_setup private.bank_setup) returns text
  language sql immutable set search_path = ''
as $$
  select case
    when p_setup.bank !~ '^[a-z][a-z0-9-]{0,29}$' then 'bank'
    when p_setup.mail_to !~ '^[^\s@<>"]{1,120}@[^\s@<>"]{1,120}\.[^\s@<>".]{1,60}$' then 'mail_to'
    when p_setup.account !~ '^[0-9]{3,6}$' then 'account'
    when p_setup.mail_hours not between 1 and 168 then 'mail_hours'
    when cardinality(p_setup.confirmed) > 40
      or exists (select from unnest(p_setup.confirmed) as c where coalesce(c !~ '^[a-z0-9-]{1,40}$', true)) then 'confirmed'
    when p_setup.imap_host !~ '^[A-Za-z0-9]([A-Za-z0-9.-]{0,250}[A-Za-z0-9])?$' then 'imap_host'
    when p_setup.imap_port not between 1 and 65535 then 'imap_port'
    when p_setup.imap_user ~ '[[:cntrl:]]' or length(p_setup.imap_user) > 250 then 'imap_user'
    when p_setup.imap_folder ~ '[[:cntrl:]]' or length(p_setup.imap_folder) > 250 then 'imap_folder'
    when p_setup.imap_password ~ '[[:cntrl:]]' or length(p_setup.imap_password) > 250 then 'imap_password'
    when p_setup.imap_host is null and p_setup.imap_user is not null then 'imap_host'
    when p_setup.imap_host is not null and p_setup.imap_user is null then 'imap_user'
    when p_setup.imap_host is not null and p_setup.imap_password is null then 'imap_password'
    when coalesce(p_setup.imap_host, p_setup.inbound_hash) is not null and p_setup.mail_to is null then 'mail_to'
    when coalesce(p_setup.imap_host, p_setup.inbound_hash) is not null and p_setup.account is null then 'account'
  end
$$;

comment on function private.bank_setup_fault(private.bank_setup) is
  'Returns the column that is wrong or missing, null for none: a mailbox has host, user and password, and what arrives by a '
  'mailbox or by post needs the address and the account to be judged by.';

create function private.store_bank_setup(p_old private.bank_setup, p_new private.bank_setup, p_secrets jsonb) returns jsonb
  language plpgsql volatile set search_path = ''
as $$
declare
  v_fault text := private.bank_setup_fault(p_new);
begin
  if v_fault is not null then
    perform private.refuse(400, 'invalid', v_fault, 'The set-up is not whole, or a value is wrong.');
  end if;
  p_new.revision := p_old.revision + 1;
  p_new.updated_at := clock_timestamp();
  update private.bank_setup s set bank = p_new.bank, mail_to = p_new.mail_to, account = p_new.account, mail_hours = p_new.mail_hours,
      confirmed = p_new.confirmed, imap_host = p_new.imap_host, imap_port = p_new.imap_port, imap_user = p_new.imap_user,
      imap_folder = p_new.imap_folder, imap_password = p_new.imap_password, inbound_hash = p_new.inbound_hash,
      revision = p_new.revision, updated_at = p_new.updated_at
    where s.id = 1;
  perform private.record_audit('update', 'bank_setup', '1', private.told_bank_setup(p_old),
    private.told_bank_setup(p_new) || p_secrets);
  return private.told_bank_setup(p_new);
end
$$;

comment on function private.store_bank_setup(private.bank_setup, private.bank_setup, jsonb) is
  'Stores the set-up and its line of history; p_secrets says in it which secret was replaced, never the secret. Returns '
  'what may be seen. Refusals: PT400 invalid (detail: the column).';

create function private.lock_bank_setup(p_revision integer) returns private.bank_setup
  language plpgsql volatile set search_path = ''
as $$
declare
  v_setup private.bank_setup;
begin
  perform private.require_admin();
  select * into v_setup from private.bank_setup s where s.id = 1 for update;
  if v_setup.revision is distinct from p_revision then
    perform private.refuse(409, 'changed_meanwhile', v_setup.revision::text, 'Another admin saved the set-up; detail is its revision now.');
  end if;
  return v_setup;
end
$$;

comment on function private.lock_bank_setup(integer) is
  'Returns the set-up to an admin who has read its present revision, and locks it.';

create function public.bank_setup() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select private.told_bank_setup(s) || jsonb_build_object('from_environment', coalesce(s.from_environment, false),
      'mails', (
        select coalesce(jsonb_agg(jsonb_build_object('bank', m.bank, 'wording', m.wording, 'mails', m.mails, 'last_at', m.last_at)
          order by m.last_at desc, m.bank, m.wording), '[]')
        from private.bank_mails m))
    from private.bank_setup s where s.id = 1);
end
$$;

comment on function public.bank_setup() is
  'Returns {bank, mail_to, account, mail_hours, confirmed, imap_host, imap_port, imap_user, imap_folder, has_password, '
  'has_secret, revision, updated_at, from_environment: the server reads its variables instead, mails: [{bank, wording, mails, '
  'last_at}]}. Neither password nor secret. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden. Security definer: no '
  'role may read private.bank_setup.';

create function public.save_bank_setup(p_revision integer default null, p_setup jsonb default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_fields constant text[] := array['bank', 'mail_to', 'account', 'mail_hours', 'confirmed', 'imap_host', 'imap_port', 'imap_user', 'imap_folder'];
  v_old private.bank_setup := private.lock_bank_setup(p_revision);
  v_new private.bank_setup;
  v_password text := nullif(p_setup ->> 'imap_password', '');
begin
  begin
    v_new := jsonb_populate_record(v_old, (
      select coalesce(jsonb_object_agg(f.key, nullif(f.value, '""')), '{}') from jsonb_each(p_setup) as f where f.key = any (c_fields)));
  exception when data_exception then
    perform private.refuse(400, 'invalid', 'p_setup', 'A value has a wrong type.');
  end;
  v_new.mail_to := lower(v_new.mail_to);
  v_new.mail_hours := coalesce(v_new.mail_hours, 48);
  v_new.confirmed := coalesce(v_new.confirmed, '{}');
  v_new.imap_port := coalesce(v_new.imap_port, 993);
  v_new.imap_folder := coalesce(v_new.imap_folder, 'INBOX');
  -- Another server would be sent the password that no one may read.
  if (v_new.imap_host, v_new.imap_port, v_new.imap_user) is distinct from (v_old.imap_host, v_old.imap_port, v_old.imap_user) then
    v_new.imap_password := null;
  end if;
  if v_password is not null and v_new.imap_host is not null then
    v_new.imap_password := v_password;
  end if;
  return private.store_bank_setup(v_old, v_new,
    case when v_password is null then '{}' else '{"imap_password": "replaced"}' end::jsonb);
end
$$;

comment on function public.save_bank_setup(integer, jsonb) is
  'Saves the fields of bank_setup that p_setup has, over the revision that was read, and returns what may be seen of it. '
  'imap_password replaces the password; without it the password stays while host, port and user do. Admins only. Refusals: '
  'PT401 not_signed_in, PT403 forbidden, PT409 changed_meanwhile, PT400 invalid (detail: the column). Security definer: no '
  'role may write private.bank_setup.';

create function public.renew_inbound_secret(p_revision integer default null, p_on boolean default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_old private.bank_setup := private.lock_bank_setup(p_revision);
  v_new private.bank_setup := v_old;
  v_secret text;
begin
  if p_on then
    v_secret := rtrim(translate(encode(extensions.gen_random_bytes(32), 'base64'), '+/', '-_'), '=');
  end if;
  v_new.inbound_hash := encode(sha256(convert_to(v_secret, 'UTF8')), 'hex');
  return private.store_bank_setup(v_old, v_new,
      case when v_secret is null then '{}' else '{"inbound_secret": "replaced"}' end::jsonb)
    || jsonb_build_object('secret', v_secret);
end
$$;

comment on function public.renew_inbound_secret(integer, boolean) is
  'Makes a new secret with which a provider may post the bank''s mails, and returns it this once beside what may be seen of '
  'the set-up: its hash alone is stored. p_on false: no one may post any more. Admins only. Refusals: as save_bank_setup. '
  'Security definer: as save_bank_setup.';

insert into private.rights (roles, privileges, object) values
  ('anon, authenticated', 'execute', 'function public.bank_setup()'),
  ('anon, authenticated', 'execute', 'function public.save_bank_setup(integer, jsonb)'),
  ('anon, authenticated', 'execute', 'function public.renew_inbound_secret(integer, boolean)');
