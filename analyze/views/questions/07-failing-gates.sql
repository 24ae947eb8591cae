-- Which gate checks fail, and when did they last?
SELECT r.system, r.step AS gate, SUM(r.num) AS failed, SUM(r.den) AS checked, MAX(CASE WHEN r.num > 0 THEN r.run_date END) AS last_failed
FROM rates r
WHERE r.metric = 'gate-failure-rate'
GROUP BY r.system, r.step
HAVING SUM(r.num) > 0
ORDER BY SUM(r.num) DESC, r.system, r.step
