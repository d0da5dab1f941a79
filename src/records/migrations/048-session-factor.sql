-- `factor_due`: nobody has shown a second factor for this session, since the provider or a one-time link began it.
-- Whoever has one shows it before anything else.
ALTER TABLE sessions ADD COLUMN factor_due INTEGER NOT NULL DEFAULT 0 CHECK (factor_due IN (0, 1));
