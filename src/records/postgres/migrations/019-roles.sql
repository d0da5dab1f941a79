-- Two more roles.
ALTER TABLE users DROP CONSTRAINT users_role_check;
ALTER TABLE users ADD CONSTRAINT users_role_check
  CHECK (role IN ('owner', 'administrator', 'analyst', 'auditor', 'viewer'));
