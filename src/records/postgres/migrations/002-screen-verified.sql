ALTER TABLE accounts ADD COLUMN screen_verified boolean NOT NULL DEFAULT false;
ALTER TABLE screenings ADD COLUMN verification_id bigint REFERENCES verifications (id) ON DELETE SET NULL;
CREATE INDEX screenings_of_verification ON screenings (verification_id, id) WHERE verification_id IS NOT NULL;
