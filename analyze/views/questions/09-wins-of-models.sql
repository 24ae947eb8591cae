-- Which models win, of the decided runs in which they competed?
SELECT r.step AS model, SUM(r.num) AS won, SUM(r.den) AS decided
FROM rates r
WHERE r.metric = 'model-win-rate'
GROUP BY r.step
ORDER BY CAST(SUM(r.num) AS DOUBLE) / SUM(r.den) DESC, r.step
