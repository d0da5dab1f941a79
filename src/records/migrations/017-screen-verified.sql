-- `screen_verified`: the name of a verified document is screened, which takes another unit of the quota.
ALTER TABLE accounts ADD COLUMN screen_verified INTEGER NOT NULL DEFAULT 0;
-- The verification whose document gave the name.
ALTER TABLE screenings ADD COLUMN verification_id INTEGER REFERENCES verifications (id) ON DELETE SET NULL;
CREATE INDEX screenings_of_verification ON screenings (verification_id, id) WHERE verification_id IS NOT NULL;
