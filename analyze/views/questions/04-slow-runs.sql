-- Which runs took more than twice the median of their subject?
SELECT s.run, s.run_date, s.value AS took_s, q.p50 AS median_s
FROM samples s
JOIN quantiles q ON q.metric = s.metric AND q.system = s.system AND q.subject = s.subject AND q.step = s.step
WHERE s.metric = 'run-duration' AND q.n >= 3 AND s.value > 2 * q.p50
ORDER BY s.value / q.p50 DESC, s.run
LIMIT 10
