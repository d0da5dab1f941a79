-- What tables are searched by (`folded`): Latin letters whatever the script, beside names also numbers and references.
UPDATE screenings SET folded = search_text(name) WHERE folded GLOB '*[^ -~]*' OR folded GLOB '*['']*';
UPDATE verifications SET folded = search_text(concat_ws(' ', json_extract(extracted_data, '$.fullName'),
  json_extract(extracted_data, '$.documentNumber')));
UPDATE customers SET folded = search_text(concat_ws(' ', name, reference,
  (SELECT group_concat(value, ' ') FROM json_each(other_names))));

-- `assignee`: the user who works on it. `case_id`: the alert that opened the case of the same customer or subject; null
-- for that alert itself. `folded`: entries and name of the entity, then who was screened.
ALTER TABLE alerts ADD COLUMN assignee INTEGER;
ALTER TABLE alerts ADD COLUMN case_id INTEGER;
ALTER TABLE alerts ADD COLUMN folded TEXT NOT NULL DEFAULT '';
UPDATE alerts SET case_id = (SELECT nullif(min(other.id), alerts.id) FROM alerts AS other
  WHERE other.customer_id = alerts.customer_id) WHERE customer_id IS NOT NULL;
UPDATE alerts SET case_id = (SELECT nullif(min(other.id), alerts.id) FROM alerts AS other
  WHERE other.account_id = alerts.account_id AND other.subject = alerts.subject) WHERE subject IS NOT NULL;

CREATE TABLE alert_texts (alert_id INTEGER PRIMARY KEY, folded TEXT NOT NULL) STRICT;
INSERT OR REPLACE INTO alert_texts
SELECT alert_sightings.alert_id, entity_text(found.value)
FROM screening_evidence, json_each(inflated(screening_evidence.matches)) AS found
  JOIN alert_sightings ON alert_sightings.screening_id = screening_evidence.screening_id AND place = found.key;
INSERT OR REPLACE INTO alert_texts SELECT alert_id, entity_text(inflated(match)) FROM alert_evidence;
UPDATE alerts SET folded = coalesce((SELECT folded FROM alert_texts WHERE alert_id = alerts.id), '  ') || char(10) ||
  coalesce((SELECT folded FROM customers WHERE customers.id = customer_id),
    (SELECT folded FROM verifications WHERE verifications.id = verification_id),
    search_text(substr(subject, 1, instr(subject, char(10)) - 1)));
DROP TABLE alert_texts;

-- Matches come before reviews where the highest score comes first: the confidence of faces is no score of a match.
DROP INDEX alerts_by_score;
CREATE INDEX alerts_by_score
  ON alerts (account_id, state, (score - 101 * (verification_id IS NOT NULL)), id, verification_id, assignee);
DROP INDEX alerts_of_account;
CREATE INDEX alerts_of_account
  ON alerts (account_id, state, id, score, sources, verification_id, assignee, created_at, folded);
CREATE INDEX alerts_by_case ON alerts (account_id, state, (coalesce(case_id, id)), id, verification_id, assignee);
CREATE INDEX events_by_reason ON alert_events (reason, alert_id) WHERE reason IS NOT NULL;
CREATE INDEX audit_of_subject ON audit (account_id, subject, sequence);
