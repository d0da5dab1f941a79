-- Records become tables with partitions by their ids, which follow the months. What is there now is the first partition.
-- It has room for what older nodes store until then. Nobody waits: 005 checks the rows while records are written.
DO $$
DECLARE
  bounded text[];
  bound bigint;
BEGIN
  FOREACH bounded SLICE 1 IN ARRAY ARRAY[
    ['screenings', 'id', 'screenings'], ['screening_evidence', 'screening_id', 'screenings'],
    ['alert_sightings', 'screening_id', 'screenings'], ['verifications', 'id', 'verifications']]
  LOOP
    EXECUTE format('SELECT (greatest(2 * last_value, last_value + 1000000) / 1000000 + 1) * 1000000 FROM %I',
      bounded[3] || '_id_seq') INTO bound;
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT partition_bound CHECK (%I < %s) NOT VALID', bounded[1], bounded[2], bound);
  END LOOP;
END $$;
