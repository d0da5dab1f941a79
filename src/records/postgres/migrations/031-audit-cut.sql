-- Entries may go once a later one, `audit.cut`, says up to which number the log was cut and how it goes on from there.
CREATE OR REPLACE FUNCTION audit_keeps_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.sequence <= (SELECT (details::json ->> 'sequence')::bigint FROM audit
        WHERE action = 'audit.cut' ORDER BY sequence DESC LIMIT 1) THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'audit entries cannot be changed, deleted or emptied';
END $$;
