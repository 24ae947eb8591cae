-- Where does machine time go, failed attempts included?
SELECT d.system, d.subject, d.step,
  SUM(CASE WHEN d.metric = 'attempt-duration' THEN d.total_ns ELSE 0 END) / 1e9 AS passed_s,
  SUM(CASE WHEN d.metric = 'failed-attempt-duration' THEN d.total_ns ELSE 0 END) / 1e9 AS failed_s
FROM distributions d
WHERE d.metric IN ('attempt-duration', 'failed-attempt-duration')
GROUP BY d.system, d.subject, d.step
ORDER BY SUM(d.total_ns) DESC, d.system, d.subject, d.step
LIMIT 10
