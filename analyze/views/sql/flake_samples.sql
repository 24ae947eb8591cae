-- Samples of what needed more than one attempt.
SELECT m.metric AS metric, y.system AS system, y.subject AS subject, y.step AS step, y.run_date AS run_date, y.run AS run,
  CASE m.metric
    WHEN 'step-flake-rate' THEN {{bit "y.flaked"}}
    WHEN 'first-attempt-pass-rate' THEN {{bit "y.first_passed"}}
    WHEN 'recovery-rate' THEN {{bit "y.passed"}}
  END AS hit,
  CASE m.metric
    WHEN 'retries-per-step' THEN CAST(y.highest - 1 AS {{type "DOUBLE"}})
    WHEN 'flake-cost' THEN CAST(y.lost_s AS {{type "DOUBLE"}})
  END AS value,
  {{none "VARCHAR"}} AS category
FROM retryable_steps y
CROSS JOIN (
  SELECT 'step-flake-rate' AS metric UNION ALL SELECT 'first-attempt-pass-rate' AS metric UNION ALL SELECT 'recovery-rate' AS metric
  UNION ALL SELECT 'retries-per-step' AS metric UNION ALL SELECT 'flake-cost' AS metric
) m
WHERE CASE m.metric
  WHEN 'step-flake-rate' THEN y.passed AND (y.complete OR y.flaked)
  WHEN 'first-attempt-pass-rate' THEN y.first_ended
  WHEN 'recovery-rate' THEN y.first_ended AND NOT y.first_passed AND y.settled
  WHEN 'retries-per-step' THEN y.begun
  ELSE y.flaked AND NOT (y.lost_s = 0 AND y.untimed > 0)
END
UNION ALL
SELECT 'runs-with-a-flake' AS metric, system, subject, '' AS step, run_date, run,
  MAX({{bit "flaked"}}) AS hit, {{none "DOUBLE"}} AS value, {{none "VARCHAR"}} AS category
FROM retryable_steps WHERE run_ended GROUP BY system, subject, run_date, run
UNION ALL
SELECT 'run-flake-rate' AS metric, system, subject, '' AS step, run_date, run,
  {{bit "logged_flaky"}} AS hit, {{none "DOUBLE"}} AS value, {{none "VARCHAR"}} AS category
FROM units WHERE logged_flaky IS NOT NULL
UNION ALL
-- The last attempt decides whether a command passed, and what failed before stays.
SELECT 'command-flake-rate' AS metric, u.system AS system, u.subject AS subject, c.name AS step, u.run_date AS run_date, c.run AS run,
  MAX({{bit "c.verdict = 'fail'"}}) AS hit, {{none "DOUBLE"}} AS value, {{none "VARCHAR"}} AS category
FROM (
  SELECT run, COALESCE(step, '') AS own_name, COALESCE(name, '') AS name, verdict,
    ROW_NUMBER() OVER (PARTITION BY run, COALESCE(step, ''), COALESCE(name, '') ORDER BY source DESC, COALESCE(line, 0) DESC, attempt DESC) AS place
  FROM checks WHERE kind = 'command'
) c
JOIN units u ON u.run = c.run
GROUP BY u.system, u.subject, c.own_name, c.name, u.run_date, c.run
HAVING MAX({{bit "c.place = 1 AND c.verdict = 'pass'"}}) = 1
