-- How many records each account made in each hour, so that totals and days need not count them again. Triggers keep it,
-- whichever version of the program writes. The hour -infinity has the sum of all hours. Verifications and alerts are counted here, while who would write one waits.
-- Screenings are more: 009 counts those that are there, while others are stored.
-- Gives up before PostgreSQL looks for deadlocks, as 006 does.
SET LOCAL statement_timeout = '700ms';
LOCK TABLE verifications, screenings, alerts IN SHARE ROW EXCLUSIVE MODE;
SET LOCAL statement_timeout = 0;

CREATE TABLE record_hours (
  account_id bigint NOT NULL,
  hour timestamptz(0) NOT NULL,
  kind text COLLATE "C" NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (account_id, hour, kind)
) WITH (fillfactor = 50);

-- Screenings before `first_id` are counted or not yet, all of them.
CREATE TABLE record_hours_begun (first_id bigint NOT NULL, is_whole boolean NOT NULL);
INSERT INTO record_hours_begun SELECT last_value + is_called::int, false FROM screenings_id_seq;

INSERT INTO record_hours
SELECT account_id, coalesce(hour, '-infinity'), kind, count(*)
FROM (SELECT account_id, date_trunc('hour', created_at, 'UTC') AS hour, status AS kind FROM verifications
  UNION ALL SELECT account_id, date_trunc('hour', created_at, 'UTC'), 'opened' FROM alerts) AS made
GROUP BY GROUPING SETS ((account_id, kind, hour), (account_id, kind));

CREATE FUNCTION count_screenings() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  counted_from bigint := 0;
BEGIN
  -- A deletion waits for 009, or 009 for it.
  IF TG_OP = 'DELETE' THEN
    SELECT CASE WHEN is_whole THEN 0 ELSE first_id END INTO counted_from FROM record_hours_begun FOR SHARE;
  END IF;
  INSERT INTO record_hours AS known
  SELECT account_id, coalesce(hour, '-infinity'), kind, count(*) * TG_ARGV[0]::int
  FROM (SELECT account_id, date_trunc('hour', created_at, 'UTC') AS hour,
      CASE WHEN match_count > 0 THEN 'matched' ELSE 'clear' END AS kind
    FROM changed WHERE id >= counted_from) AS made
  GROUP BY GROUPING SETS ((account_id, kind, hour), (account_id, kind))
  ON CONFLICT (account_id, hour, kind) DO UPDATE SET amount = known.amount + excluded.amount;
  RETURN NULL;
END $$;
CREATE TRIGGER screenings_count AFTER INSERT ON screenings
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_screenings('1');
CREATE TRIGGER screenings_discount AFTER DELETE ON screenings
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_screenings('-1');

CREATE FUNCTION count_verifications() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO record_hours AS known
  SELECT account_id, coalesce(hour, '-infinity'), kind, count(*) * TG_ARGV[0]::int
  FROM (SELECT account_id, date_trunc('hour', created_at, 'UTC') AS hour, status AS kind FROM changed) AS made
  GROUP BY GROUPING SETS ((account_id, kind, hour), (account_id, kind))
  ON CONFLICT (account_id, hour, kind) DO UPDATE SET amount = known.amount + excluded.amount;
  RETURN NULL;
END $$;
CREATE TRIGGER verifications_count AFTER INSERT ON verifications
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_verifications('1');
CREATE TRIGGER verifications_discount AFTER DELETE ON verifications
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_verifications('-1');

CREATE FUNCTION count_alerts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO record_hours AS known
  SELECT account_id, coalesce(hour, '-infinity'), 'opened', count(*) * TG_ARGV[0]::int
  FROM (SELECT account_id, date_trunc('hour', created_at, 'UTC') AS hour FROM changed) AS made
  GROUP BY GROUPING SETS ((account_id, hour), (account_id))
  ON CONFLICT (account_id, hour, kind) DO UPDATE SET amount = known.amount + excluded.amount;
  RETURN NULL;
END $$;
CREATE TRIGGER alerts_count AFTER INSERT ON alerts
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_alerts('1');
CREATE TRIGGER alerts_discount AFTER DELETE ON alerts
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_alerts('-1');
