-- What do flakes cost, by the UTC date on which the run started?
SELECT d.run_date, SUM(d.n) AS flaked_steps, SUM(d.total_ns) / 1e9 AS lost_s
FROM distributions d
WHERE d.metric = 'flake-cost'
GROUP BY d.run_date
ORDER BY d.run_date
