-- Two more roles. A column's check cannot change, so another column takes its place.
ALTER TABLE users ADD COLUMN new_role TEXT NOT NULL DEFAULT 'viewer'
  CHECK (new_role IN ('owner', 'administrator', 'analyst', 'auditor', 'viewer'));
UPDATE users SET new_role = role;
ALTER TABLE users DROP COLUMN role;
ALTER TABLE users RENAME COLUMN new_role TO role;
