-- Samples of how runs and attempts ended, and of checks that failed.
WITH ends AS (
  SELECT
    a.run AS run, u.system AS system, u.subject AS subject, u.run_date AS run_date,
    COALESCE(a.runtime, '') AS runtime, COALESCE(NULLIF(a.status, ''), 'not said') AS category,
    COALESCE(a.cut, '') = 'stalled' AS stalled, u.stalls_visible AS stalls_visible, u.counted_by_attempt AS counted_by_attempt
  FROM attempts a JOIN units u ON u.run = a.run
  WHERE COALESCE(a.cut, '') <> 'open' AND (a.converged IS NOT NULL OR COALESCE(a.cut, '') <> '' OR a.ended_at IS NOT NULL)
)
SELECT 'outcome-mix' AS metric, system, subject, '' AS step, run_date, run,
  {{none "BIGINT"}} AS hit, {{none "DOUBLE"}} AS value, outcome AS category
FROM units WHERE ended AND NOT COALESCE(counted_by_attempt, FALSE)
UNION ALL
SELECT 'outcome-mix' AS metric, system, subject, '' AS step, run_date, run,
  {{none "BIGINT"}} AS hit, {{none "DOUBLE"}} AS value, category
FROM ends WHERE counted_by_attempt
UNION ALL
SELECT 'stall-rate' AS metric, system, subject, runtime AS step, run_date, run,
  {{bit "stalled"}} AS hit, {{none "DOUBLE"}} AS value, {{none "VARCHAR"}} AS category
FROM ends WHERE stalls_visible
UNION ALL
SELECT 'exhaustion-rate' AS metric, system, subject, kind AS step, run_date, run,
  {{bit "cause IN ('budget', 'retries', 'convergence')"}} AS hit, {{none "DOUBLE"}} AS value, {{none "VARCHAR"}} AS category
FROM units WHERE exhaustion_visible AND (ended OR cause NOT IN ('', 'unknown'))
UNION ALL
SELECT CASE WHEN c.kind = 'gate' THEN 'gate-failure-rate' ELSE 'tool-failure-rate' END AS metric, u.system AS system, u.subject AS subject,
  COALESCE(c.name, '') AS step, u.run_date AS run_date, c.run AS run,
  {{bit "c.verdict = 'fail'"}} AS hit, {{none "DOUBLE"}} AS value, {{none "VARCHAR"}} AS category
FROM checks c JOIN units u ON u.run = c.run
WHERE c.kind IN ('gate', 'tool') AND c.verdict IN ('pass', 'fail', 'warn')
