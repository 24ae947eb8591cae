-- Counts of categories by system, subject and run date.
SELECT s.metric AS metric, s.system AS system, s.subject AS subject, s.run_date AS run_date, s.category AS category, COUNT(*) AS n
FROM samples s WHERE s.category IS NOT NULL
GROUP BY s.metric, s.system, s.subject, s.run_date, s.category
