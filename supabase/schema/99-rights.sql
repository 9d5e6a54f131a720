-- Last: what the files before this one say of rights is put into force.
select private.restate_rights();
