-- Counts and sums of values by key and run date. total_ns is the sum of durations in whole
-- nanoseconds, each rounded on its own, so that it is the same in any order; null of what is
-- no duration.
SELECT s.metric AS metric, s.system AS system, s.subject AS subject, s.step AS step, s.run_date AS run_date,
  COUNT(*) AS n, SUM(s.value) AS total,
  SUM(CASE WHEN s.metric IN ({{durations}}) THEN {{nanoseconds "s.value"}} END) AS total_ns,
  MIN(s.value) AS least, MAX(s.value) AS most
FROM samples s WHERE s.value >= 0
GROUP BY s.metric, s.system, s.subject, s.step, s.run_date
