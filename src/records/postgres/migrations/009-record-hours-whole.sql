-- Counts the screenings that were there before the triggers, while others are stored. From here on deletions count too.
UPDATE record_hours_begun SET is_whole = true;
INSERT INTO record_hours AS known
SELECT account_id, coalesce(hour, '-infinity'), kind, count(*)
FROM (SELECT account_id, date_trunc('hour', created_at, 'UTC') AS hour,
    CASE WHEN match_count > 0 THEN 'matched' ELSE 'clear' END AS kind
  FROM screenings WHERE id < (SELECT first_id FROM record_hours_begun)) AS made
GROUP BY GROUPING SETS ((account_id, kind, hour), (account_id, kind))
ON CONFLICT (account_id, hour, kind) DO UPDATE SET amount = known.amount + excluded.amount;
