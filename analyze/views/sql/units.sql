-- One row per run, card or work item, with the key that its samples have.
SELECT
  r.run AS run,
  COALESCE(r.system, '') AS system,
  COALESCE(r.subject, '') AS subject,
  COALESCE(r.kind, '') AS kind,
  COALESCE({{date "r.started_at"}}, '') AS run_date,
  r.ended_at IS NOT NULL AS ended,
  r.duration_s AS duration_s,
  r.logged_flaky AS logged_flaky,
  r.counted_by_attempt AS counted_by_attempt,
  r.stalls_visible AS stalls_visible,
  r.exhaustion_visible AS exhaustion_visible,
  COALESCE(r.cause, '') AS cause,
  COALESCE(NULLIF(r.outcome, ''), NULLIF(r.status, ''), 'not said') AS outcome
FROM runs r
