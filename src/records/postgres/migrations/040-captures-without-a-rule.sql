-- No rule leads to a record from another table (006): a partition of verifications that had one could not go, and the
-- next start failed. The trigger takes links along, as the rule did.
SET LOCAL statement_timeout = '700ms';
LOCK TABLE verifications, capture_sessions IN ACCESS EXCLUSIVE MODE;
SET LOCAL statement_timeout = 0;
ALTER TABLE capture_sessions DROP CONSTRAINT capture_sessions_verification_id_fkey;
CREATE OR REPLACE FUNCTION verifications_take_along() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE one bigint;
BEGIN
  FOR one IN SELECT id FROM gone LOOP
    DELETE FROM alerts WHERE verification_id = one;
    DELETE FROM webhook_details WHERE verification_id = one;
    DELETE FROM capture_sessions WHERE verification_id = one;
    UPDATE screenings SET verification_id = NULL WHERE verification_id = one;
  END LOOP;
  RETURN NULL;
END $$;
