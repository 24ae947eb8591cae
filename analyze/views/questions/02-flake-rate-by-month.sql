-- How does the flake rate of each system develop from month to month?
SELECT r.system, SUBSTRING(r.run_date, 1, 7) AS in_month, SUM(r.num) AS flaked, SUM(r.den) AS passed
FROM rates r
WHERE r.metric = 'step-flake-rate'
GROUP BY r.system, SUBSTRING(r.run_date, 1, 7)
ORDER BY r.system, in_month
