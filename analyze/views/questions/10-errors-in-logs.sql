-- Which logs have errors or warnings, so that their numbers need a look first?
SELECT s.path, f.code, COUNT(*) AS findings, MIN(f.line) AS first_line
FROM findings f
JOIN sources s ON s.source = f.source
WHERE f.severity IN ('error', 'warning') AND f.superseded IS NULL
GROUP BY s.path, f.code
ORDER BY s.path, f.code
LIMIT 20
