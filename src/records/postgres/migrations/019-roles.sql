-- Two more roles.
-- Gives up before PostgreSQL looks for deadlocks, as 006 does.
SET LOCAL statement_timeout = '700ms';
LOCK TABLE users IN ACCESS EXCLUSIVE MODE;
SET LOCAL statement_timeout = 0;
ALTER TABLE users DROP CONSTRAINT users_role_check;
ALTER TABLE users ADD CONSTRAINT users_role_check
  CHECK (role IN ('owner', 'administrator', 'analyst', 'auditor', 'viewer'));
