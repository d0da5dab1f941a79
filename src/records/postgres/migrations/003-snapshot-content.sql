-- The files of a snapshot in the bucket that nodes share: the hash of what describes them.
ALTER TABLE snapshots ADD COLUMN content text;
