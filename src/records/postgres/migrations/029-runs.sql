-- What each list brought a run, JSON; null: the run is older than this column. `run`: the run that took a step of an
-- alert; steps of before have none.
ALTER TABLE monitoring_runs ADD COLUMN lists json;
ALTER TABLE alert_events ADD COLUMN run bigint;
CREATE INDEX alert_events_of_run ON alert_events (run, alert_id) WHERE run IS NOT NULL;
