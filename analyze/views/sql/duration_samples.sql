-- Samples of how long things took, seconds. What is open has no duration.
WITH tries AS (
  SELECT
    a.run AS run, u.system AS system, u.subject AS subject, u.run_date AS run_date,
    COALESCE(NULLIF(a.agent, ''), NULLIF(a.step, ''), u.kind) AS step,
    COALESCE(a.runtime, '') AS runtime,
    a.converged AS converged, a.duration_s AS duration_s, a.cut AS cut,
    -- A stage has a metric of its own; what broke outside says nothing about the work.
    g.run IS NULL AND NOT COALESCE(a.outside, FALSE) AS counts,
    {{seconds "a.created_at" "a.started_at"}} AS waited_s,
    {{seconds "a.last_heartbeat_at" "a.ended_at"}} AS silent_s
  FROM (SELECT *, COALESCE(step, '') AS own_name FROM attempts) a
  JOIN units u ON u.run = a.run
  LEFT JOIN (SELECT DISTINCT run, COALESCE(step, '') AS own_name FROM steps WHERE stage) g ON g.run = a.run AND g.own_name = a.own_name
)
SELECT CASE WHEN converged THEN 'attempt-duration' ELSE 'failed-attempt-duration' END AS metric, system, subject, step, run_date, run,
  {{none "BIGINT"}} AS hit, duration_s AS value, {{none "VARCHAR"}} AS category
FROM tries WHERE counts AND converged IS NOT NULL AND duration_s IS NOT NULL
UNION ALL
SELECT 'queue-time' AS metric, system, subject, runtime AS step, run_date, run,
  {{none "BIGINT"}} AS hit, waited_s AS value, {{none "VARCHAR"}} AS category
FROM tries WHERE waited_s >= 0 AND waited_s <= {{longest}}
UNION ALL
SELECT 'stall-detection-lag' AS metric, system, subject, runtime AS step, run_date, run,
  {{none "BIGINT"}} AS hit, silent_s AS value, {{none "VARCHAR"}} AS category
FROM tries WHERE cut = 'stalled' AND silent_s >= 0 AND silent_s <= {{longest}}
UNION ALL
SELECT 'phase-duration' AS metric, u.system AS system, u.subject AS subject, COALESCE(s.step, '') AS step, u.run_date AS run_date, s.run AS run,
  {{none "BIGINT"}} AS hit, s.duration_s AS value, {{none "VARCHAR"}} AS category
FROM steps s JOIN units u ON u.run = s.run WHERE s.stage AND s.duration_s IS NOT NULL
UNION ALL
SELECT 'run-duration' AS metric, system, subject, kind AS step, run_date, run,
  {{none "BIGINT"}} AS hit, duration_s AS value, {{none "VARCHAR"}} AS category
FROM units WHERE duration_s IS NOT NULL
UNION ALL
SELECT CASE WHEN c.kind = 'tool' THEN 'tool-duration' ELSE 'command-duration' END AS metric, u.system AS system, u.subject AS subject,
  COALESCE(c.name, '') AS step, u.run_date AS run_date, c.run AS run,
  {{none "BIGINT"}} AS hit, c.duration_s AS value, {{none "VARCHAR"}} AS category
FROM checks c JOIN units u ON u.run = c.run WHERE c.kind IN ('command', 'tool') AND c.duration_s IS NOT NULL
