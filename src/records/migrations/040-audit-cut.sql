-- Entries may go once a later one, `audit.cut`, says up to which number the log was cut and how it goes on from there.
DROP TRIGGER audit_keeps_entries;
CREATE TRIGGER audit_keeps_entries BEFORE DELETE ON audit
WHEN OLD.sequence > coalesce(
  (SELECT details ->> '$.sequence' FROM audit WHERE action = 'audit.cut' ORDER BY sequence DESC LIMIT 1), 0) BEGIN
  SELECT RAISE (ABORT, 'audit entries cannot be deleted');
END;
