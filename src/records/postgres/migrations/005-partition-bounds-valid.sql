-- Reads every row once. Reading and writing go on meanwhile.
ALTER TABLE screenings VALIDATE CONSTRAINT partition_bound;
ALTER TABLE screening_evidence VALIDATE CONSTRAINT partition_bound;
ALTER TABLE alert_sightings VALIDATE CONSTRAINT partition_bound;
ALTER TABLE verifications VALIDATE CONSTRAINT partition_bound;
