-- One row per step that can have more than one attempt, with what its attempts tell.
-- An attempt without a record failed, where retries are visible (flaked, unrecorded).
WITH steps_of_units AS (
  SELECT
    s.run AS run,
    COALESCE(s.step, '') AS own_name,
    COALESCE(s.stable_step, '') AS step,
    COALESCE(s.attempts, 0) AS highest,
    COALESCE(s.retries_visible, TRUE) AS complete,
    COALESCE(s.result, '') IN ('passed', 'flaky') AS passed,
    COALESCE(s.result, '') IN ('passed', 'flaky', 'failed', 'stalled') AS settled,
    COALESCE(s.first_result, '') = 'passed' AS first_said_passed,
    -- Of two steps of one name the later one has the attempts.
    ROW_NUMBER() OVER (PARTITION BY s.run, COALESCE(s.step, '') ORDER BY s.source DESC, COALESCE(s.line, 0) DESC) AS place
  FROM steps s
  WHERE s.retryable
),
numbered AS (
  SELECT
    t.run AS run,
    t.own_name AS own_name,
    t.number AS number,
    MAX(CASE WHEN NOT t.converged THEN 1 ELSE 0 END) AS failed,
    MAX(CASE WHEN t.converged THEN 1 ELSE 0 END) AS passed,
    SUM(CASE WHEN NOT t.converged THEN COALESCE(t.duration_s, 0) ELSE 0 END + COALESCE(t.backoff_s, 0)) AS lost_s,
    SUM(CASE WHEN NOT t.converged AND t.duration_s IS NULL THEN 1 ELSE 0 END) AS untimed,
    SUM(CASE WHEN t.started_at IS NULL AND t.cut = 'open' THEN 1 ELSE 0 END) AS waiting
  FROM (SELECT run, COALESCE(step, '') AS own_name, COALESCE(attempt, 0) AS number, converged, duration_s, backoff_s, started_at, cut FROM attempts) t
  GROUP BY t.run, t.own_name, t.number
),
tried AS (
  SELECT
    s.run AS run,
    s.own_name AS own_name,
    MAX(CASE WHEN n.number = 1 THEN n.failed ELSE 0 END) AS first_failed,
    MAX(CASE WHEN n.number = 1 THEN n.passed ELSE 0 END) AS first_passed,
    MAX(CASE WHEN n.number = 1 THEN 1 ELSE 0 END) AS first_recorded,
    MAX(CASE WHEN n.number >= 1 AND n.number < s.highest THEN n.failed ELSE 0 END) AS failed_before,
    SUM(CASE WHEN n.number >= 1 AND n.number < s.highest THEN 1 ELSE 0 END) AS recorded_before,
    SUM(n.lost_s) AS lost_s,
    SUM(n.untimed) AS untimed,
    SUM(n.waiting) AS waiting
  FROM (SELECT * FROM steps_of_units WHERE place = 1) s
  JOIN numbered n ON n.run = s.run AND n.own_name = s.own_name
  GROUP BY s.run, s.own_name
),
known AS (
  SELECT
    s.run AS run, s.own_name AS own_name, s.step AS step, s.highest AS highest, s.complete AS complete,
    s.passed AS passed, s.settled AS settled, s.first_said_passed AS first_said_passed,
    COALESCE(t.first_failed, 0) = 1 AS first_failed,
    COALESCE(t.first_passed, 0) = 1 AS first_passed,
    COALESCE(t.first_recorded, 0) = 1 AS first_recorded,
    COALESCE(t.failed_before, 0) = 1 AS failed_before,
    GREATEST(s.highest - 1, 0) - COALESCE(t.recorded_before, 0) AS unrecorded,
    COALESCE(t.lost_s, 0) AS lost_s,
    COALESCE(t.untimed, 0) AS untimed,
    COALESCE(t.waiting, 0) AS waiting
  FROM (SELECT *, CASE WHEN place = 1 THEN own_name END AS tried_name FROM steps_of_units) s
  LEFT JOIN tried t ON t.run = s.run AND t.own_name = s.tried_name
)
SELECT
  k.run AS run, u.system AS system, u.subject AS subject, u.run_date AS run_date, u.ended AS run_ended,
  k.step AS step, k.own_name AS own_name, k.highest AS highest, k.complete AS complete, k.passed AS passed, k.settled AS settled,
  k.passed AND k.highest >= 2 AND (k.failed_before OR k.complete AND k.unrecorded > 0) AS flaked,
  CASE
    WHEN k.first_failed OR k.first_passed THEN TRUE
    WHEN NOT k.complete THEN FALSE
    WHEN k.highest >= 2 THEN NOT k.first_recorded
    ELSE k.first_said_passed
  END AS first_ended,
  CASE
    WHEN k.first_failed OR k.first_passed THEN k.first_passed AND NOT k.first_failed
    WHEN NOT k.complete OR k.highest >= 2 THEN FALSE
    ELSE k.first_said_passed
  END AS first_passed,
  k.highest > k.waiting AS begun,
  k.lost_s AS lost_s,
  k.untimed + k.unrecorded AS untimed
FROM known k
JOIN units u ON u.run = k.run
