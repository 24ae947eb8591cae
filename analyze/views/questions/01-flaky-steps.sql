-- Which steps flake most?
SELECT r.system, r.subject, r.step, SUM(r.num) AS flaked, SUM(r.den) AS passed
FROM rates r
WHERE r.metric = 'step-flake-rate'
GROUP BY r.system, r.subject, r.step
HAVING SUM(r.num) > 0
ORDER BY CAST(SUM(r.num) AS DOUBLE) / SUM(r.den) DESC, r.system, r.subject, r.step
LIMIT 10
