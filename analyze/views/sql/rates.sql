-- Rates by key and run date. Add up num and den over keys or dates, then divide.
SELECT s.metric AS metric, s.system AS system, s.subject AS subject, s.step AS step, s.run_date AS run_date,
  SUM(s.hit) AS num, COUNT(*) AS den, CAST(SUM(s.hit) AS DOUBLE) / COUNT(*) AS rate
FROM samples s WHERE s.hit IS NOT NULL
GROUP BY s.metric, s.system, s.subject, s.step, s.run_date
